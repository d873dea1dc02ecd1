"""A loss with masks."""
import numpy as np
from mxnet import nd
from mxnet.gluon.loss import Loss


class Focal(Loss):
    def __init__(self, alpha=0.25, gamma=2.0, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._alpha, self._gamma = alpha, gamma

    def hybrid_forward(self, F, pred, label):
        prob = pred.softmax(axis=-1)
        onehot = nd.one_hot(label, pred.shape[1])
        pt = (prob * onehot).sum(axis=1, keepdims=True)
        pt = F.maximum(pt, 1e-7)
        loss = -self._alpha * (1 - pt) ** self._gamma * nd.log(pt)
        loss = loss * onehot
        normal = max(onehot.sum(), nd.ones((1,)))
        return loss.sum(axis=1) / normal
