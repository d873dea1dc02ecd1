"""Decoding of SSD boxes."""
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock


class Decoder(HybridBlock):
    def __init__(self, stds=(0.1, 0.1, 0.2, 0.2), clip=1.0, **kwargs):
        super().__init__(**kwargs)
        self._stds = stds
        self._clip = clip

    def hybrid_forward(self, F, x, anchors):
        ax, ay, aw, ah = anchors.split(axis=-1, num_outputs=4)
        p = x.reshape((x.shape[0], -1, 4))
        ox = p[:, :, 0:1] * self._stds[0] * aw + ax
        oy = p[:, :, 1:2] * self._stds[1] * ah + ay
        ow = nd.exp(p[:, :, 2:3] * self._stds[2]) * aw / 2
        oh = nd.exp(p[:, :, 3:4] * self._stds[3]) * ah / 2
        boxes = F.concat(ox - ow, oy - oh, ox + ow, oy + oh, dim=-1)
        return boxes.clip(0, self._clip) / boxes.shape[1]
