"""Mixture density network with sampling and temperature."""
import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn
import math


class Net(HybridBlock):
    def __init__(self, k=3, d=2, **kwargs):
        super().__init__(**kwargs)
        self.k, self.d = k, d
        with self.name_scope():
            self.body = nn.Dense(12, activation="tanh")
            self.pi = nn.Dense(k)
            self.mu = nn.Dense(k * d)
            self.sigma = nn.Dense(k * d)
            self.heads = [self.pi, self.mu, self.sigma]

    def log_prob(self, y, mu, sigma):
        z = (y - mu) / sigma
        return -0.5 * (z ** 2).sum(axis=-1) - nd.log(sigma).sum(axis=-1) - 0.5 * mu.shape[-1] * math.log(2 * math.pi)

    def hybrid_forward(self, F, x, y):
        h = self.body(x)
        pi, mu, sigma = [head(h) for head in self.heads]
        batch = len(x)
        mu = mu.reshape(batch, self.k, self.d)
        sigma = sigma.reshape(batch, self.k, self.d)
        sigma = nd.exp(sigma)
        logp = self.log_prob(y[:, None, :], mu, sigma)
        logpi = pi - nd.log(nd.exp(pi).sum(axis=1, keepdims=True))
        total = logp + logpi
        m = total.max(axis=1, keepdims=True)
        nll = -(m[:, 0] + (total - m).exp().sum(axis=1).log())
        if nll.mean() != nll.mean():
            nll = F.zeros_like(nll)
        best = pi.argmax(axis=1)
        mode = mu[F.arange(len(x)), best]
        return nll, mode
