"""Crops and joins of a U-Net, with blocks in lists."""
from mxnet import nd
from mxnet.gluon import nn, HybridBlock


class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        self.conv = nn.Conv2D(channels, 3, padding=1)

    def hybrid_forward(self, F, x, skip):
        x = F.UpSampling(x, scale=2, sample_type="nearest")
        skip = skip[:, :, : x.shape[2], : x.shape[3]]
        return self.conv(nd.concat(x, skip, dim=1))


class UNet(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.down = nn.Conv2D(4, 3, strides=2, padding=1)
        self.up = Up(4)
        self.norms = []
        for _ in range(2):
            self.norms.append(nn.BatchNorm())
            self.register_child(self.norms[-1])

    def hybrid_forward(self, F, x):
        y = self.up(self.down(x), x)
        for norm in self.norms:
            y = norm(y)
        y[:, 0] = 0
        return y - y.mean(axis=(2, 3), keepdims=True)
