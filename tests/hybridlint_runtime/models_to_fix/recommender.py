"""Neural collaborative filtering with side features."""
import mxnet as mx
from mxnet.gluon import nn, HybridBlock


def interact(user, item):
    dot = mx.nd.sum(user * item, axis=1, keepdims=True)
    return mx.nd.concat(user, item, dot, dim=1)


class Net(HybridBlock):
    def __init__(self, users=20, items=30, units=4, hidden=(8, 4), **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.user = nn.Embedding(users, units)
            self.item = nn.Embedding(items, units)
            self.bias = self.params.get("bias", shape=(1,), init="zeros")
            self.layers = []
            for n in hidden:
                self.layers.append(nn.Dense(n, activation="relu"))
            self.out = nn.Dense(1)

    def hybrid_forward(self, F, user, item, feats, bias):
        u = self.user(user)
        i = self.item(item)
        z = interact(u, i)
        z = F.concat(z, feats / feats.norm(axis=1, keepdims=True), dim=1)
        for layer in self.layers:
            z = layer(z)
        score = self.out(z)[:, 0]
        score = score + self.bias.data()
        if self.training_mode(score):
            score = score * 1.0
        centered = score - score.mean()
        return centered, max(score.sum(), centered.sum())

    def training_mode(self, x):
        return x.max().asscalar() > 100
