"""A small one-stage detector head."""
from mxnet import nd
from mxnet.gluon import HybridBlock, nn


class AnchorHead(HybridBlock):
    def __init__(self, classes=3, anchors=2, **kwargs):
        super().__init__(**kwargs)
        self.classes = classes
        self.num_anchors = anchors
        self.sizes = nd.array([1.0, 2.0]).reshape((1, 1, 2))
        self.body = nn.Sequential()
        self.body.add(nn.Conv2D(8, 3, padding=1), nn.BatchNorm(), nn.Activation("relu"))
        self.cls = nn.Conv2D(classes * anchors, 1)
        self.box = nn.Conv2D(4 * anchors, 1)

    def hybrid_forward(self, F, x):
        feat = self.body(x)
        b, c, h, w = feat.shape
        cls = self.cls(feat).transpose((0, 2, 3, 1)).reshape((b, h * w * self.num_anchors, self.classes))
        box = self.box(feat).transpose((0, 2, 3, 1)).reshape((b, -1, 4))
        scores = F.softmax(cls)
        best = scores.max(axis=2)
        xy = box[:, :, :2]
        wh = F.exp(box[:, :, 2:])
        half = wh / 2
        corners = nd.concat(xy - half, xy + half, dim=2)
        corners[:, :, 0] = F.maximum(corners[:, :, 0], 0)
        grid = F.arange(h * w * self.num_anchors).reshape((1, -1, 1))
        weights = best / best.sum(axis=1, keepdims=True)
        print("boxes", corners.shape)
        return corners + grid * 0, weights, scores
