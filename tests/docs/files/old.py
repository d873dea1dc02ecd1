from mxnet import gluon


class Old(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[0]
