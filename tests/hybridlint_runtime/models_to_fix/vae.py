"""Variational autoencoder."""
import mxnet as mx
from mxnet.gluon import nn, HybridBlock


class VAE(HybridBlock):
    def __init__(self, latent=3, **kwargs):
        super().__init__(**kwargs)
        self._latent = latent
        self.enc = nn.Dense(2 * latent)
        self.dec = nn.Dense(12, activation="sigmoid")

    def hybrid_forward(self, F, x):
        flat = x.reshape((x.shape[0], -1))
        h = self.enc(flat)
        mu, log_var = h[:, : self._latent], h[:, self._latent :]
        eps = F.zeros(mu.shape) + 0.5
        z = mu + eps * mx.nd.exp(log_var / 2)
        y = self.dec(z)
        kl = 0.5 * (1 + log_var - mu ** 2 - log_var.exp()).sum(axis=1, keepdims=True)
        loss = (y - flat) ** 2 - kl
        loss /= x.shape[0]
        return y, loss
