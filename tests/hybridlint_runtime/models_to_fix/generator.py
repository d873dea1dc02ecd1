"""A generator and discriminator pair scored together."""
import mxnet as mx
import numpy as np
from mxnet.gluon import nn, HybridBlock


class MinibatchStd(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = x.mean(axis=0, keepdims=True)
        std = F.sqrt(((x - mean) ** 2).mean(axis=0) + 1e-8)
        stat = std.mean()
        b, _, h, w = x.shape
        extra = mx.nd.ones((b, 1, h, w)) * stat
        return F.concat(x, extra, dim=1)


class PixelNorm(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / F.sqrt(F.mean(F.square(x), axis=1, keepdims=True) + 1e-8)


class Net(HybridBlock):
    def __init__(self, channels=8, **kwargs):
        super().__init__(**kwargs)
        self.channels = channels
        with self.name_scope():
            self.fc = nn.Dense(channels * 16)
            self.blocks = [nn.Conv2D(channels, 3, padding=1) for _ in range(2)]
            for i, block in enumerate(self.blocks):
                self.register_child(block, "block%d" % i)
            self.norm = PixelNorm()
            self.rgb = nn.Conv2D(3, 1)
            self.std = MinibatchStd()
            self.critic = nn.Dense(1)
            self.alpha = mx.nd.array([0.5])

    def hybrid_forward(self, F, z):
        x = self.fc(z).reshape((-1, self.channels, 4, 4))
        for block in self.blocks:
            x = self.norm(F.LeakyReLU(block(x), slope=0.2))
            x = mx.nd.UpSampling(x, scale=2, sample_type="nearest")
        image = F.tanh(self.rgb(x))
        small = image[:, :, ::2, ::2]
        big = F.UpSampling(small, scale=2, sample_type="nearest")
        mixed = image * self.alpha + big * (1 - self.alpha)
        print("mixed", mixed.shape)
        score = self.critic(self.std(mixed))
        score[:] = score - score.mean()
        return mixed, score.reshape(z.shape[0])
