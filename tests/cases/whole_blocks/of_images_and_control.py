"""Blocks for images and control, as projects have them."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% plain-wb-basic-block: a residual block with a projection
# inputs: [(2, 4, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=6, stride=2, downsample=True, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential(prefix="")
            self.body.add(nn.Conv2D(channels, 3, strides=stride, padding=1, use_bias=False))
            self.body.add(nn.BatchNorm())
            self.body.add(nn.Activation("relu"))
            self.body.add(nn.Conv2D(channels, 3, padding=1, use_bias=False))
            self.body.add(nn.BatchNorm())
            if downsample:
                self.downsample = nn.HybridSequential(prefix="")
                self.downsample.add(nn.Conv2D(channels, 1, strides=stride, use_bias=False))
                self.downsample.add(nn.BatchNorm())
            else:
                self.downsample = None

    def hybrid_forward(self, F, x):
        residual = x
        x = self.body(x)
        if self.downsample:
            residual = self.downsample(residual)
        return F.Activation(residual + x, act_type="relu")


# %% plain-wb-cbam: channel and spatial attention
# inputs: [(2, 4, 6, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mlp = nn.HybridSequential()
            self.mlp.add(nn.Dense(channels // reduction, activation="relu"))
            self.mlp.add(nn.Dense(channels))
            self.conv = nn.Conv2D(1, 7, padding=3, use_bias=False)

    def hybrid_forward(self, F, x):
        avg = F.Pooling(x, global_pool=True, pool_type="avg")
        top = F.Pooling(x, global_pool=True, pool_type="max")
        channel = F.sigmoid(self.mlp(avg) + self.mlp(top))
        channel = F.reshape(channel, (0, 0, 1, 1))
        x = F.broadcast_mul(x, channel)
        spatial = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        spatial = F.sigmoid(self.conv(spatial))
        return x * spatial  # breaks here


# %% plain-wb-cbam-fixed: channel and spatial attention by broadcast_mul
# inputs: [(2, 4, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, reduction=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mlp = nn.HybridSequential()
            self.mlp.add(nn.Dense(channels // reduction, activation="relu"))
            self.mlp.add(nn.Dense(channels))
            self.conv = nn.Conv2D(1, 7, padding=3, use_bias=False)

    def hybrid_forward(self, F, x):
        avg = F.Pooling(x, global_pool=True, pool_type="avg")
        top = F.Pooling(x, global_pool=True, pool_type="max")
        channel = F.sigmoid(self.mlp(avg) + self.mlp(top))
        x = F.broadcast_mul(x, F.reshape(channel, (0, 0, 1, 1)))
        spatial = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        return F.broadcast_mul(x, F.sigmoid(self.conv(spatial)))


# %% plain-wb-yolo-head: a YOLO head that makes its grid
# inputs: [(2, 8, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, classes=3, anchors=((10, 13), (16, 30)), stride=8, **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        self._pred = 5 + classes
        self._stride = stride
        self._num_anchors = len(anchors)
        with self.name_scope():
            self.prediction = nn.Conv2D(self._pred * self._num_anchors, 1)
            self.anchors = self.params.get_constant("anchors", np.array(anchors).reshape((1, 1, -1, 2)))

    def hybrid_forward(self, F, x, anchors):
        pred = self.prediction(x)
        h, w = pred.shape[2:]  # breaks here
        pred = F.reshape(pred, (0, self._num_anchors * self._pred, -1))
        pred = F.transpose(pred, (0, 2, 1)).reshape((0, -1, self._num_anchors, self._pred))
        xy = F.slice_axis(pred, axis=-1, begin=0, end=2)
        wh = F.slice_axis(pred, axis=-1, begin=2, end=4)
        offsets = F.stack(F.arange(h * w) % w, F.floor(F.arange(h * w) / w), axis=1)
        centers = F.broadcast_add(F.sigmoid(xy), F.reshape(offsets, (1, -1, 1, 2))) * self._stride
        scales = F.broadcast_mul(F.exp(wh), anchors)
        return F.concat(centers - scales / 2, centers + scales / 2, dim=-1)


# %% plain-wb-ssd-head: class and box predictors over several maps
# inputs: [[(2, 4, 4, 4), (2, 6, 2, 2)]]
# works
class Net(HybridBlock):
    def __init__(self, classes=3, num_anchors=(2, 3), **kwargs):
        super().__init__(**kwargs)
        self._classes = classes
        with self.name_scope():
            self.class_predictors = nn.HybridSequential()
            self.box_predictors = nn.HybridSequential()
            for n in num_anchors:
                self.class_predictors.add(nn.Conv2D(n * (classes + 1), 3, padding=1))
                self.box_predictors.add(nn.Conv2D(n * 4, 3, padding=1))

    def hybrid_forward(self, F, features):
        cls_preds = [
            F.flatten(F.transpose(cp(feat), (0, 2, 3, 1))) for feat, cp in zip(features, self.class_predictors)
        ]
        box_preds = [F.flatten(F.transpose(bp(feat), (0, 2, 3, 1))) for feat, bp in zip(features, self.box_predictors)]
        cls_preds = F.concat(*cls_preds, dim=1).reshape((0, -1, self._classes + 1))
        box_preds = F.concat(*box_preds, dim=1).reshape((0, -1, 4))
        return cls_preds, box_preds


# %% plain-wb-unet: a small U-Net that pads by sizes
# inputs: [(2, 1, 8, 8)]
# breaks: trace
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.up = nn.Conv2DTranspose(channels, 2, strides=2)
            self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = self.up(x)
        dy = skip.shape[2] - x.shape[2]  # breaks here
        dx = skip.shape[3] - x.shape[3]
        if dy or dx:
            x = F.pad(x, mode="constant", pad_width=(0, 0, 0, 0, 0, dy, 0, dx))
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(3, 3, padding=1, activation="relu")
            self.pool = nn.MaxPool2D()
            self.bottom = nn.Conv2D(4, 3, padding=1, activation="relu")
            self.up = Up(3)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        skip = self.down(x)
        return self.out(self.up(self.bottom(self.pool(skip)), skip))


# %% plain-wb-unet-fixed: a small U-Net that crops like the other
# inputs: [(2, 1, 8, 8)]
# works
class Up(HybridBlock):
    def __init__(self, channels, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.up = nn.Conv2DTranspose(channels, 2, strides=2)
            self.conv = nn.Conv2D(channels, 3, padding=1, activation="relu")

    def hybrid_forward(self, F, x, skip):
        x = F.slice_like(self.up(x), skip, axes=(2, 3))
        return self.conv(F.concat(x, skip, dim=1))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(3, 3, padding=1, activation="relu")
            self.pool = nn.MaxPool2D()
            self.bottom = nn.Conv2D(4, 3, padding=1, activation="relu")
            self.up = Up(3)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        skip = self.down(x)
        return self.out(self.up(self.bottom(self.pool(skip)), skip))


# %% plain-wb-dqn: a dueling network
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, actions=3, hidden=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            for _ in range(2):
                self.body.add(nn.Dense(hidden, activation="relu"))
            self.value = nn.Dense(1)
            self.advantage = nn.Dense(actions)

    def hybrid_forward(self, F, state):
        h = self.body(state)
        value = self.value(h)
        advantage = self.advantage(h)
        centered = F.broadcast_sub(advantage, F.mean(advantage, axis=1, keepdims=True))
        return value + centered  # breaks here


# %% plain-wb-dqn-fixed: a dueling network whose streams are broadcast
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, actions=3, hidden=8, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.HybridSequential()
            for _ in range(2):
                self.body.add(nn.Dense(hidden, activation="relu"))
            self.value = nn.Dense(1)
            self.advantage = nn.Dense(actions)

    def hybrid_forward(self, F, state):
        h = self.body(state)
        advantage = self.advantage(h)
        centered = F.broadcast_sub(advantage, F.mean(advantage, axis=1, keepdims=True))
        return F.broadcast_add(self.value(h), centered)


# %% plain-wb-fpn: a feature pyramid from coarse to fine
# inputs: [[(2, 3, 8, 8), (2, 4, 4, 4), (2, 5, 2, 2)]]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, levels=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.lateral = nn.HybridSequential(prefix="lateral_")
            self.smooth = nn.HybridSequential(prefix="smooth_")
            for _ in range(levels):
                self.lateral.add(nn.Conv2D(channels, 1))
                self.smooth.add(nn.Conv2D(channels, 3, padding=1))

    def hybrid_forward(self, F, features):
        maps = [conv(f) for conv, f in zip(self.lateral, features)]
        outs = [maps[-1]]
        for fine in reversed(maps[:-1]):
            up = F.UpSampling(outs[0], scale=2, sample_type="nearest")
            outs.insert(0, F.slice_like(up, fine, axes=(2, 3)) + fine)
        return [conv(o) for conv, o in zip(self.smooth, outs)]


# %% plain-wb-droppath: stochastic depth by a Python coin
# inputs: [(2, 4)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, units=4, rate=0.5, depth=3, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate
        self.noise = random.Random(7)
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(depth):
                self.layers.add(nn.Dense(units, activation="relu"))

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            y = layer(x)
            keep = self.noise.random()
            x = x + y * keep  # breaks here
        return x


# %% plain-wb-densenet: layers whose inputs grow
# inputs: [(2, 3, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, layers=3, growth=2, bn_size=2, drop=0.0, **kwargs):
        super().__init__(**kwargs)
        self._count = layers
        with self.name_scope():
            for i in range(layers):
                part = nn.HybridSequential(prefix="part%d_" % i)
                part.add(nn.BatchNorm(), nn.Activation("relu"))
                part.add(nn.Conv2D(bn_size * growth, 1, use_bias=False))
                part.add(nn.BatchNorm(), nn.Activation("relu"))
                part.add(nn.Conv2D(growth, 3, padding=1, use_bias=False))
                if drop:
                    part.add(nn.Dropout(drop))
                self.register_child(part)

    def hybrid_forward(self, F, x):
        features = [x]
        for part in self._children.values():
            features.append(part(F.concat(*features, dim=1) if len(features) > 1 else x))
        return F.concat(*features, dim=1)
