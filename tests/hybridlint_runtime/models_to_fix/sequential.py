"""A variational autoencoder."""
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn, HybridBlock


class Encoder(HybridBlock):
    def __init__(self, latent, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(16, activation="relu")
            self.out = nn.Dense(latent * 2)

    def hybrid_forward(self, F, x):
        h = self.out(self.hidden(x))
        half = h.shape[1] // 2
        return h[:, :half], h[:, half:]


class Net(HybridBlock):
    def __init__(self, latent=4, features=12, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.encoder = Encoder(latent)
            self.decoder = nn.Sequential()
            self.decoder.add(nn.Dense(16, activation="relu"))
            self.decoder.add(nn.Dense(features))

    def hybrid_forward(self, F, x):
        n = x.shape[0]
        x = x.reshape((n, -1))
        mu, logvar = self.encoder(x)
        eps = nd.zeros_like(mu)
        z = mu + nd.exp(0.5 * logvar) * eps
        y = self.decoder(z)
        z *= 2
        kl = -0.5 * (1 + logvar - mu ** 2 - F.exp(logvar)).sum(axis=1)
        rec = ((x - y) ** 2).sum(axis=1) / x.shape[1]
        loss = rec + kl
        if loss.mean() > 1e6:
            loss = F.clip(loss, 0, 1e6)
        with autograd.pause():
            baseline = loss.mean()
        return loss - baseline, y.reshape((n, 3, -1))
