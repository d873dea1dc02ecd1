import mxnet as mx
from mxnet import autograd, gluon
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.bounded = False
        self.dense = nn.Dense(3, in_units=5)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        if self.bounded:
            y = F.tanh(y) + 1
        return y


if __name__ == "__main__":
    net = Net()
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    for step in range(30):
        net.bounded = step >= 20
        x = mx.nd.random.normal(shape=(4, 5))
        with autograd.record():
            loss = (net(x) ** 2).sum()
        loss.backward()
        trainer.step(4)
    print("trained")
