"""Focal loss over anchors with hard negative mining."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn


def smooth_l1(x, sigma=1.0):
    a = nd.abs(x)
    return nd.where(a < 1 / sigma, 0.5 * sigma * x * x, a - 0.5 / sigma)


class Net(HybridBlock):
    def __init__(self, classes=4, alpha=0.25, gamma=2, **kwargs):
        super().__init__(**kwargs)
        self.classes, self.alpha, self.gamma = classes, alpha, gamma

    def hybrid_forward(self, F, cls, box, labels, targets):
        n, a = cls.shape[:2]
        onehot = F.one_hot(labels, self.classes)
        p = F.softmax(cls, axis=-1)
        pt = (p * onehot).sum(axis=-1)
        weight = (1 - pt) ** self.gamma
        loss = -self.alpha * weight * F.log(pt + 1e-6)
        positive = labels > 0
        num = positive.sum().asscalar()
        num = max(num, 1)
        loss = loss.sum(axis=1) / num
        reg = smooth_l1(box - targets).sum(axis=-1)
        reg = reg * positive
        reg[:, -1] = 0
        total = loss + reg.sum(axis=1) / num
        return total, pt.reshape((n * a,))
