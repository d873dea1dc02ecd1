"""Whole blocks: losses, detection heads, attention, recurrent decoders, generators, norms."""

import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% third-loss-focal: focal loss with one-hot labels
# inputs: [(2, 4), ('i', (2,), 0, 4, 'float32')]
# works
class Net(gluon.loss.Loss):
    def __init__(self, axis=-1, alpha=0.25, gamma=2.0, eps=1e-12, weight=None, batch_axis=0, **kwargs):
        super(Net, self).__init__(weight, batch_axis, **kwargs)
        self._axis = axis
        self._alpha = alpha
        self._gamma = gamma
        self._eps = eps
        self._num_class = 4

    def hybrid_forward(self, F, pred, label, sample_weight=None):
        one_hot = F.one_hot(label, self._num_class)
        p = F.softmax(pred, axis=self._axis)
        pt = F.where(one_hot, p, 1 - p)
        t = F.ones_like(one_hot)
        alpha = F.where(one_hot, self._alpha * t, (1 - self._alpha) * t)
        loss = -alpha * ((1 - pt) ** self._gamma) * F.log(F.minimum(pt + self._eps, 1))
        if self._weight is not None:
            loss = loss * self._weight
        return F.mean(loss, axis=self._batch_axis, exclude=True)


# %% third-loss-dice: dice loss over all but the batch
# inputs: [('pos', (2, 1, 4, 4)), ('bin', (2, 1, 4, 4))]
# works
class Net(gluon.loss.Loss):
    def __init__(self, smooth=1.0, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.smooth = smooth

    def hybrid_forward(self, F, pred, label):
        pred = F.sigmoid(pred)
        axes = (1, 2, 3)
        inter = F.sum(pred * label, axis=axes)
        union = F.sum(pred, axis=axes) + F.sum(label, axis=axes)
        return 1 - (2.0 * inter + self.smooth) / (union + self.smooth)


# %% third-loss-dice-batch: dice loss divided by the batch read from the shape
# inputs: [('pos', (2, 1, 4, 4)), ('bin', (2, 1, 4, 4))]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, smooth=1.0, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.smooth = smooth

    def hybrid_forward(self, F, pred, label):
        num = pred.shape[0]  # breaks here
        m1 = pred.reshape((num, -1))
        m2 = label.reshape((num, -1))
        inter = (m1 * m2).sum(axis=1)
        score = (2.0 * inter + self.smooth) / (m1.sum(axis=1) + m2.sum(axis=1) + self.smooth)
        return 1 - score.sum() / num


# %% third-loss-center-count: centre loss that divides by how many samples a class has
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, num_classes=3, feature_size=4, lmbd=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self._lmbda = lmbd
        self._num_classes = num_classes
        self.centers = nn.Embedding(num_classes, feature_size)

    def hybrid_forward(self, F, output, label):
        hist = F.array([float((label.asnumpy() == c).sum()) + 1 for c in range(self._num_classes)])  # breaks here
        count = F.take(hist, label)
        diff = output - self.centers(label)
        loss = self._lmbda * 0.5 * F.sum(F.square(diff), axis=1) / count
        return F.mean(loss, axis=0, exclude=True)


# %% third-loss-contrastive: contrastive loss of two embeddings
# inputs: [(2, 4), (2, 4), ('bin', (2,))]
# works
class Net(HybridBlock):
    def __init__(self, margin=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, a, b, label):
        dist = F.sqrt(F.sum(F.square(a - b), axis=1) + 1e-6)
        positive = label * F.square(dist)
        negative = (1 - label) * F.square(F.maximum(self.margin - dist, 0))
        return F.mean(positive + negative)


# %% third-loss-triplet-mining: batch-hard triplet loss with pairwise distances, written with operators that broadcast
# inputs: [(4, 3), ('i', (4,), 0, 2, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, emb, label):
        square = F.sum(emb ** 2, axis=1)
        dist = F.broadcast_add(F.expand_dims(square, 1), F.expand_dims(square, 0)) - 2 * F.dot(emb, emb, transpose_b=True)
        dist = F.sqrt(F.maximum(dist, 1e-9))
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        furthest = F.max(dist * same, axis=1)
        nearest = F.min(dist + 1e6 * same, axis=1)
        return F.mean(F.relu(furthest - nearest + self.margin))


# %% third-loss-triplet-plain: batch-hard triplet loss with plain operators
# inputs: [(4, 3), ('i', (4,), 0, 2, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, margin=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.margin = margin

    def hybrid_forward(self, F, emb, label):
        square = F.sum(emb ** 2, axis=1, keepdims=True)
        dist = square + F.transpose(square) - 2 * F.dot(emb, F.transpose(emb))  # breaks here
        dist = F.sqrt(F.maximum(dist, 1e-9))
        same = F.broadcast_equal(F.expand_dims(label, 1), F.expand_dims(label, 0))
        furthest = F.max(dist * same, axis=1)
        nearest = F.min(dist + 1e6 * same, axis=1)
        return F.mean(F.relu(furthest - nearest + self.margin))


# %% third-loss-arcface: ArcFace margin with one-hot
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
# works
import math


class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, s=8.0, m=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        self.s = s
        self.cos_m = math.cos(m)
        self.sin_m = math.sin(m)
        self.th = math.cos(math.pi - m)
        self.mm = math.sin(math.pi - m) * m
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())

    def hybrid_forward(self, F, x, label, weight):
        x = F.L2Normalization(x, mode='instance')
        w = F.L2Normalization(weight, mode='instance')
        cos = F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)
        sin = F.sqrt(F.maximum(1.0 - cos * cos, 1e-9))
        phi = cos * self.cos_m - sin * self.sin_m
        phi = F.where(cos > self.th, phi, cos - self.mm)
        hot = F.one_hot(label, self.units)
        return (hot * phi + (1 - hot) * cos) * self.s


# %% third-loss-arcface-if: ArcFace with an easy margin decided in Python by the tensor
# inputs: [(2, 4), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
import math


class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, s=8.0, m=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        self.s = s
        self.m = m
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())

    def hybrid_forward(self, F, x, label, weight):
        x = F.L2Normalization(x, mode='instance')
        w = F.L2Normalization(weight, mode='instance')
        cos = F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)
        theta = F.arccos(cos)
        if theta.max() + self.m < math.pi:  # breaks here
            phi = F.cos(theta + self.m)
        else:
            phi = cos - math.sin(math.pi - self.m) * self.m
        hot = F.one_hot(label, self.units)
        return (hot * phi + (1 - hot) * cos) * self.s


# %% third-loss-label-smooth: label smoothing as a layer
# inputs: [('i', (2,), 0, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, classes=4, eta=0.1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        self.eta = eta

    def hybrid_forward(self, F, label):
        return F.one_hot(label, self.classes, on_value=1 - self.eta + self.eta / self.classes, off_value=self.eta / self.classes)


# %% third-loss-smooth-shape: label smoothing that reads the number of classes
# inputs: [(2, 4), ('i', (2,), 0, 4, 'float32')]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, eta=0.1, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.eta = eta

    def hybrid_forward(self, F, pred, label):
        logp = F.log_softmax(pred)
        nll = -F.pick(logp, label, axis=-1)
        smooth = -F.sum(logp, axis=-1) / pred.shape[-1]  # breaks here
        return (1 - self.eta) * nll + self.eta * smooth


# %% third-loss-kd: knowledge distillation with a temperature
# inputs: [(2, 4), (2, 4), ('i', (2,), 0, 4, 'float32')]
# works
class Net(gluon.loss.Loss):
    def __init__(self, temperature=2.0, alpha=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.t = temperature
        self.alpha = alpha
        with self.name_scope():
            self.hard = gluon.loss.SoftmaxCrossEntropyLoss()
            self.soft = gluon.loss.KLDivLoss(from_logits=False)

    def hybrid_forward(self, F, student, teacher, label):
        soft = F.softmax(F.BlockGrad(teacher) / self.t)
        kd = self.soft(student / self.t, soft) * (self.t ** 2)
        return self.alpha * kd + (1 - self.alpha) * self.hard(student, label)


# %% third-loss-kd-detach: knowledge distillation that detaches the teacher
# inputs: [(2, 4), (2, 4), ('i', (2,), 0, 4, 'float32')]
# breaks: trace
class Net(gluon.loss.Loss):
    def __init__(self, temperature=2.0, alpha=0.5, **kwargs):
        super(Net, self).__init__(None, 0, **kwargs)
        self.t = temperature
        self.alpha = alpha
        with self.name_scope():
            self.hard = gluon.loss.SoftmaxCrossEntropyLoss()
            self.soft = gluon.loss.KLDivLoss(from_logits=False)

    def hybrid_forward(self, F, student, teacher, label):
        soft = F.softmax(teacher.detach() / self.t)  # breaks here
        kd = self.soft(student / self.t, soft) * (self.t ** 2)
        return self.alpha * kd + (1 - self.alpha) * self.hard(student, label)


# %% third-loss-iou: IoU loss of boxes split into coordinates
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        px1, py1, px2, py2 = F.split(pred, num_outputs=4, axis=-1)
        tx1, ty1, tx2, ty2 = F.split(target, num_outputs=4, axis=-1)
        w = F.maximum(F.minimum(px2, tx2) - F.maximum(px1, tx1), 0)
        h = F.maximum(F.minimum(py2, ty2) - F.maximum(py1, ty1), 0)
        inter = w * h
        area = F.abs((px2 - px1) * (py2 - py1)) + F.abs((tx2 - tx1) * (ty2 - ty1)) + 1
        return -F.log((inter + 0.1) / (area - inter + 0.1)).mean(axis=0, exclude=True)


# %% third-loss-iou-slices: IoU loss of boxes sliced into coordinates
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, pred, target):
        px1, py1, px2, py2 = [pred[:, :, i] for i in range(4)]  # breaks here
        tx1, ty1, tx2, ty2 = [target[:, :, i] for i in range(4)]
        w = F.maximum(F.minimum(px2, tx2) - F.maximum(px1, tx1), 0)
        h = F.maximum(F.minimum(py2, ty2) - F.maximum(py1, ty1), 0)
        inter = w * h
        area = F.abs((px2 - px1) * (py2 - py1)) + F.abs((tx2 - tx1) * (ty2 - ty1)) + 1
        return -F.log((inter + 0.1) / (area - inter + 0.1)).mean(axis=0, exclude=True)


# %% third-loss-ohem: online hard example mining with topk and pick
# inputs: [(6, 3), ('i', (6,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, keep=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.keep = keep
        with self.name_scope():
            self.ce = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, pred, label):
        loss = self.ce(pred, label)
        idx = F.topk(F.BlockGrad(loss), k=self.keep, axis=0)
        return F.mean(F.take(loss, idx))


# %% third-loss-ohem-sort: hard negatives by sorting and slicing
# inputs: [(6, 3), ('i', (6,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, keep=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.keep = keep
        with self.name_scope():
            self.ce = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, pred, label):
        loss = self.ce(pred, label)
        hard = F.sort(loss, axis=0, is_ascend=False)[:self.keep]  # breaks here
        return hard.mean()


# %% third-loss-wing: wing loss of landmarks
# inputs: [(2, 6), (2, 6)]
# works
import math


class Net(HybridBlock):
    def __init__(self, w=10.0, eps=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = w
        self.eps = eps
        self.c = w - w * math.log(1 + w / eps)

    def hybrid_forward(self, F, pred, label):
        diff = F.abs(label - pred)
        small = self.w * F.log(1 + diff / self.eps)
        return F.where(diff < self.w, small, diff - self.c).mean(axis=1)


# %% third-loss-wing-mask: wing loss that indexes with a mask
# inputs: [(2, 6), (2, 6)]
# breaks: trace
import math


class Net(HybridBlock):
    def __init__(self, w=10.0, eps=2.0, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.w = w
        self.eps = eps
        self.c = w - w * math.log(1 + w / eps)

    def hybrid_forward(self, F, pred, label):
        diff = F.abs(label - pred)
        loss = diff - self.c
        mask = diff < self.w
        if mask.sum() > 0:  # breaks here
            loss = F.where(mask, self.w * F.log(1 + diff / self.eps), loss)
        return loss.mean(axis=1)


# %% third-head-yolo: YOLO output decoding with offsets from arange
# inputs: [(2, 6, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, anchors=((1.0, 2.0),), classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        self.num_pred = 1 + 4 + classes
        with self.name_scope():
            self.pred = nn.Conv2D(self.num_pred, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x).reshape((0, self.num_pred, -1)).transpose((0, 2, 1))
        centers = F.slice_axis(pred, axis=-1, begin=0, end=2)
        scales = F.slice_axis(pred, axis=-1, begin=2, end=4)
        conf = F.slice_axis(pred, axis=-1, begin=4, end=5)
        prob = F.slice_axis(pred, axis=-1, begin=5, end=None)
        wh = F.exp(scales) * 0.5
        boxes = F.concat(F.sigmoid(centers) - wh, F.sigmoid(centers) + wh, dim=-1)
        return boxes, F.sigmoid(conf), F.sigmoid(prob)


# %% third-head-yolo-conf: YOLO scores times confidence
# inputs: [(2, 6, 3, 3)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, classes=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.num_pred = 5 + classes
        with self.name_scope():
            self.pred = nn.Conv2D(self.num_pred, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x).reshape((0, self.num_pred, -1)).transpose((0, 2, 1))
        conf = F.sigmoid(F.slice_axis(pred, axis=-1, begin=4, end=5))
        prob = F.sigmoid(F.slice_axis(pred, axis=-1, begin=5, end=None))
        return conf * prob  # breaks here


# %% third-head-yolo-grid: YOLO grid made from the size of the map
# inputs: [(2, 6, 3, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pred = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x)
        b, c, h, w = pred.shape  # breaks here
        gx = F.arange(w).reshape((1, 1, 1, -1))
        gy = F.arange(h).reshape((1, 1, -1, 1))
        xy = F.broadcast_add(F.slice_axis(pred, axis=1, begin=0, end=1), gx)
        yx = F.broadcast_add(F.slice_axis(pred, axis=1, begin=1, end=2), gy)
        return F.concat(xy, yx, dim=1)


# %% third-head-yolo-gridlike: YOLO grid made by arange_like
# inputs: [(2, 6, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, classes=1, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pred = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.pred(x)
        gx = F.contrib.arange_like(pred, axis=3).reshape((1, 1, 1, -1))
        gy = F.contrib.arange_like(pred, axis=2).reshape((1, 1, -1, 1))
        xy = F.broadcast_add(F.slice_axis(pred, axis=1, begin=0, end=1), gx)
        yx = F.broadcast_add(F.slice_axis(pred, axis=1, begin=1, end=2), gy)
        return F.concat(xy, yx, dim=1)


# %% third-head-ssd: SSD head over several maps
# inputs: [(2, 4, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            self.box = nn.HybridSequential()
            for _ in range(2):
                self.stages.add(nn.Conv2D(4, 3, 2, 1, in_channels=4))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1, in_channels=4))
                self.box.add(nn.Conv2D(anchors * 4, 3, padding=1, in_channels=4))

    def hybrid_forward(self, F, x):
        cls_preds, box_preds = [], []
        for stage, c, b in zip(self.stages, self.cls, self.box):
            x = stage(x)
            cls_preds.append(F.flatten(F.transpose(c(x), axes=(0, 2, 3, 1))))
            box_preds.append(F.flatten(F.transpose(b(x), axes=(0, 2, 3, 1))))
        cls_preds = F.concat(*cls_preds, dim=1).reshape((0, -1, self.classes + 1))
        box_preds = F.concat(*box_preds, dim=1).reshape((0, -1, 4))
        return cls_preds, box_preds


# %% third-head-ssd-concat: SSD head that joins with nd.concat
# inputs: [(2, 4, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, classes=2, anchors=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.classes = classes
        with self.name_scope():
            self.stages = nn.HybridSequential()
            self.cls = nn.HybridSequential()
            for _ in range(2):
                self.stages.add(nn.Conv2D(4, 3, 2, 1))
                self.cls.add(nn.Conv2D(anchors * (classes + 1), 3, padding=1))

    def flatten_prediction(self, pred):
        return nd.flatten(nd.transpose(pred, axes=(0, 2, 3, 1)))  # breaks here

    def concat_predictions(self, preds):
        return nd.concat(*preds, dim=1)

    def hybrid_forward(self, F, x):
        preds = []
        for stage, c in zip(self.stages, self.cls):
            x = stage(x)
            preds.append(self.flatten_prediction(c(x)))
        return self.concat_predictions(preds).reshape((0, -1, self.classes + 1))


# %% third-head-fpn: feature pyramid with UpSampling
# inputs: [(2, 4, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c3 = nn.Conv2D(4, 3, 2, 1, in_channels=4)
            self.c4 = nn.Conv2D(4, 3, 2, 1, in_channels=4)
            self.l3 = nn.Conv2D(4, 1, in_channels=4)
            self.l4 = nn.Conv2D(4, 1, in_channels=4)

    def hybrid_forward(self, F, x):
        c3 = self.c3(x)
        c4 = self.c4(c3)
        p4 = self.l4(c4)
        up = F.UpSampling(p4, scale=2, sample_type='nearest')
        p3 = self.l3(c3) + F.slice_like(up, c3 * 0, axes=(2, 3))
        return p3, p4


# %% third-head-fpn-resize: feature pyramid resized to the shape of the lateral map
# inputs: [(2, 4, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.c3 = nn.Conv2D(4, 3, 2, 1)
            self.c4 = nn.Conv2D(4, 3, 2, 1)
            self.l3 = nn.Conv2D(4, 1)
            self.l4 = nn.Conv2D(4, 1)

    def _upsample_add(self, F, x, y):
        _, _, h, w = y.shape  # breaks here
        return F.contrib.BilinearResize2D(x, height=h, width=w) + y

    def hybrid_forward(self, F, x):
        c3 = self.c3(x)
        c4 = self.c4(c3)
        p4 = self.l4(c4)
        p3 = self._upsample_add(F, p4, self.l3(c3))
        return p3, p4


# %% third-head-centernet: heat-map peaks by max pooling
# inputs: [(2, 3, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, k=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.k = k

    def hybrid_forward(self, F, x):
        heat = F.sigmoid(x)
        peak = F.Pooling(heat, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type='max')
        heat = heat * (peak == heat)
        scores, idx = F.topk(heat.reshape((0, -1)), k=self.k, ret_typ='both')
        return scores, idx


# %% third-head-rpn: region proposals with an anchor constant
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        anchors = np.zeros((1, 9, 4), dtype='float32')
        with self.name_scope():
            self.anchors = self.params.get_constant('anchor', anchors)
            self.box = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x, anchors):
        pred = self.box(x).transpose((0, 2, 3, 1)).reshape((0, -1, 4))
        a = F.BlockGrad(anchors)
        return F.broadcast_add(pred, a)


# %% third-head-rpn-slice: region proposals with anchors kept as nd.array and sliced
# inputs: [(2, 4, 3, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.anchors = nd.zeros((1, 16, 4))
        with self.name_scope():
            self.box = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        pred = self.box(x).transpose((0, 2, 3, 1)).reshape((0, -1, 4))
        a = F.slice_axis(self.anchors, axis=1, begin=0, end=9)  # breaks here
        return F.broadcast_add(pred, a)


# %% third-att-dot: dot-product attention with a mask
# inputs: [(2, 3, 4), (2, 5, 4), ('bin', (2, 3, 5))]
# works
import math


class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self._scale = 1.0 / math.sqrt(units)
        self.drop = nn.Dropout(0.1)

    def hybrid_forward(self, F, query, key, mask=None):
        scores = F.batch_dot(query * self._scale, key, transpose_b=True)
        if mask is not None:
            scores = F.where(mask, scores, -1e18 * F.ones_like(scores))
        weights = F.softmax(scores, axis=-1)
        if mask is not None:
            weights = weights * mask
        return F.batch_dot(self.drop(weights), key)


# %% third-att-heads: multi-head attention by reshape codes
# inputs: [(2, 3, 8)]
# works
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.q = nn.Dense(units, flatten=False)
            self.k = nn.Dense(units, flatten=False)
            self.v = nn.Dense(units, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def _split(self, x):
        x = x.reshape((0, 0, self.heads, -1)).transpose((0, 2, 1, 3))
        return x.reshape((-1, 0, 0), reverse=True)

    def hybrid_forward(self, F, x):
        q, k, v = self._split(self.q(x)), self._split(self.k(x)), self._split(self.v(x))
        att = F.softmax(F.batch_dot(F.contrib.div_sqrt_dim(q), k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-1, self.heads, 0, 0), reverse=True)
        out = out.transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-heads-shape: multi-head attention that unpacks the shape
# inputs: [(2, 3, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        self.units = units
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        B, N, C = x.shape  # breaks here
        qkv = self.qkv(x).reshape((B, N, 3, self.heads, C // self.heads)).transpose((2, 0, 3, 1, 4))
        q, k, v = [F.squeeze(t, axis=0).reshape((-3, 0, 0)) for t in F.split(qkv, num_outputs=3, axis=0)]
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, B, -1, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-heads-qkv0: multi-head attention that indexes the stacked projections
# inputs: [(2, 3, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=8, heads=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.heads = heads
        with self.name_scope():
            self.qkv = nn.Dense(units * 3, flatten=False)
            self.o = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F, x):
        qkv = self.qkv(x).reshape((0, 0, 3, self.heads, -1)).transpose((2, 0, 3, 1, 4))
        q, k, v = qkv[0], qkv[1], qkv[2]  # breaks here
        q, k, v = q.reshape((-3, 0, 0)), k.reshape((-3, 0, 0)), v.reshape((-3, 0, 0))
        att = F.softmax(F.batch_dot(q, k, transpose_b=True))
        out = F.batch_dot(att, v).reshape((-4, -1, self.heads, 0, 0)).transpose((0, 2, 1, 3)).reshape((0, 0, -1))
        return self.o(out)


# %% third-att-additive: additive attention with expand_dims and broadcast_add
# inputs: [(2, 4), (2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = nn.Dense(units, flatten=False, use_bias=False)
            self.u = nn.Dense(units, flatten=False, use_bias=False)
            self.v = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, keys):
        q = self.w(query).expand_dims(axis=1)
        e = self.v(F.tanh(F.broadcast_add(q, self.u(keys)))).squeeze(axis=-1)
        a = F.softmax(e, axis=-1)
        return F.batch_dot(a.expand_dims(axis=1), keys).squeeze(axis=1), a


# %% third-att-additive-plus: additive attention with a plain plus
# inputs: [(2, 4), (2, 5, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.w = nn.Dense(units, flatten=False, use_bias=False)
            self.u = nn.Dense(units, flatten=False, use_bias=False)
            self.v = nn.Dense(1, flatten=False, use_bias=False)

    def hybrid_forward(self, F, query, keys):
        q = self.w(query).expand_dims(axis=1)
        e = self.v(F.tanh(q + self.u(keys))).squeeze(axis=-1)  # breaks here
        a = F.softmax(e, axis=-1)
        return F.batch_dot(a.expand_dims(axis=1), keys).squeeze(axis=1), a


# %% third-att-weighted: attention weights times values by a plain product
# inputs: [(2, 5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(x * a, axis=1)  # breaks here


# %% third-att-weighted-fixed: attention weights times values by broadcast_mul
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.score = nn.Dense(1, flatten=False)

    def hybrid_forward(self, F, x):
        a = F.softmax(self.score(x), axis=1)
        return F.sum(F.broadcast_mul(x, a), axis=1)


# %% third-att-cbam: CBAM with plain products
# inputs: [(2, 4, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        mx_ = F.Pooling(x, global_pool=True, pool_type='max', kernel=(1, 1))
        ca = F.sigmoid(self.fc(avg) + self.fc(mx_))
        x = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(x, axis=1, keepdims=True), F.max(x, axis=1, keepdims=True), dim=1)
        return F.broadcast_mul(x, F.sigmoid(self.conv(sa)))


# %% third-att-cbam-plain: CBAM whose spatial part uses a plain product
# inputs: [(2, 4, 6, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc = nn.HybridSequential()
            self.fc.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(channels, 1))
            self.conv = nn.Conv2D(1, 7, padding=3)

    def hybrid_forward(self, F, x):
        avg = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        ca = F.sigmoid(self.fc(avg))
        y = F.broadcast_mul(x, ca)
        sa = F.concat(F.mean(y, axis=1, keepdims=True), F.max(y, axis=1, keepdims=True), dim=1)
        return y * F.sigmoid(self.conv(sa))  # breaks here


# %% third-att-nonlocal: non-local block with reshape codes
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.theta = nn.Conv2D(2, 1, in_channels=channels)
            self.phi = nn.Conv2D(2, 1, in_channels=channels)
            self.g = nn.Conv2D(2, 1, in_channels=channels)
            self.out = nn.Conv2D(channels, 1, in_channels=2)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        theta = self.theta(x).reshape((0, 0, -1))
        phi = self.phi(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        att = F.softmax(F.batch_dot(theta, phi, transpose_a=True), axis=-1)
        y = F.batch_dot(g, att, transpose_b=True)
        y = F.reshape_like(y, x, lhs_begin=2, lhs_end=3, rhs_begin=2, rhs_end=4)
        return x + F.broadcast_mul(gamma, self.out(y))


# %% third-att-sagan: SAGAN attention with gamma times the map by a plain product
# inputs: [(2, 4, 3, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.f = nn.Conv2D(2, 1)
            self.g = nn.Conv2D(2, 1)
            self.h = nn.Conv2D(channels, 1)
            self.gamma = self.params.get('gamma', shape=(1,), init='ones')

    def hybrid_forward(self, F, x, gamma):
        f = self.f(x).reshape((0, 0, -1))
        g = self.g(x).reshape((0, 0, -1))
        h = self.h(x).reshape((0, 0, -1))
        beta = F.softmax(F.batch_dot(f, g, transpose_a=True))
        o = F.reshape_like(F.batch_dot(h, beta), x)
        return gamma * o + x  # breaks here


# %% third-att-pos: positional encoding kept as a constant and cut by slice_like
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        pos = np.arange(length).reshape((-1, 1)) / np.power(10000, np.arange(units).reshape((1, -1)) / units)
        table = np.where(np.arange(units) % 2 == 0, np.sin(pos), np.cos(pos)).astype('float32')
        with self.name_scope():
            self.table = self.params.get_constant('table', table)

    def hybrid_forward(self, F, x, table):
        pos = F.slice_like(F.expand_dims(table, 0), x, axes=(1,))
        return F.broadcast_add(x, pos)


# %% third-att-pos-len: positional encoding by the length of the sequence
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=4, length=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.pos = nn.Embedding(length, units)

    def hybrid_forward(self, F, x):
        steps = F.arange(x.shape[1])  # breaks here
        return F.broadcast_add(x, F.expand_dims(self.pos(steps), 0))


# %% third-att-causal: causal mask from two arange_like
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = F.broadcast_greater_equal(steps.expand_dims(1), steps.expand_dims(0))
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)


# %% third-att-causal-plain: causal mask compared with plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scores = F.batch_dot(x, x, transpose_b=True)
        steps = F.contrib.arange_like(scores, axis=1)
        mask = steps.expand_dims(1) >= steps.expand_dims(0)  # breaks here
        mask = F.broadcast_like(mask.expand_dims(0), scores)
        scores = F.where(mask, scores, F.ones_like(scores) * -1e9)
        return F.batch_dot(F.softmax(scores), x)


# %% third-rnn-decoder: decoder cell unrolled over a fixed length
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(self.steps, x, layout='NTC', merge_outputs=True)
        return self.out(outputs)


# %% third-rnn-decoder-len: decoder unrolled over the length read from the input
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)
            self.out = nn.Dense(5, flatten=False)

    def hybrid_forward(self, F, x):
        outputs, states = self.cell.unroll(x.shape[1], x, layout='NTC', merge_outputs=True)  # breaks here
        return self.out(outputs)


# %% third-rnn-steps: decoder stepped by hand over split inputs
# inputs: [(2, 3, 4), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, x, h):
        outputs, states = [], [h]
        for step in F.split(x, num_outputs=self.steps, axis=1, squeeze_axis=True):
            out, states = self.cell(step, states)
            outputs.append(out)
        return F.stack(*outputs, axis=1), states[0]


# %% third-rnn-steps-index: decoder stepped by hand over indexed inputs
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, x, h):
        outputs, states = [], [h]
        for t in range(self.steps):
            out, states = self.cell(x[t], states)  # breaks here
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]


# %% third-rnn-steps-for: decoder stepped over the rows of the input
# inputs: [(3, 2, 4), (2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, inputs, h):
        outputs, states = [], [h]
        for token in inputs:
            out, states = self.cell(token, states)
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]


# %% third-rnn-begin: begin_state from the batch size of the input
# inputs: [(3, 2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.lstm = rnn.LSTM(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        states = self.lstm.begin_state(batch_size=x.shape[1])  # breaks here
        out, states = self.lstm(x, states)
        return out


# %% third-rnn-begin-F: begin_state of a cell made with F.zeros
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cell = rnn.LSTMCell(hidden, input_size=4)

    def hybrid_forward(self, F, x):
        h = F.zeros_like(x)
        out, (h, c) = self.cell(x, [h, h])
        return out + c


# %% third-rnn-bi: bidirectional by reverse and concat
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fw = rnn.GRU(hidden, input_size=3)
            self.bw = rnn.GRU(hidden, input_size=3)

    def hybrid_forward(self, F, x):
        f = self.fw(x)
        b = F.reverse(self.bw(F.reverse(x, axis=0)), axis=0)
        return F.concat(f, b, dim=2)


# %% third-rnn-last: last state picked by length with SequenceLast
# inputs: [(4, 2, 3), ('i', (2,), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.GRU(hidden, input_size=3)
            self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, length):
        y = self.rnn(x)
        last = F.SequenceLast(y, sequence_length=length, use_sequence_length=True)
        return self.out(last)


# %% third-rnn-last-neg: last state picked with [-1]
# inputs: [(4, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.rnn = rnn.GRU(hidden, input_size=3)
            self.out = nn.Dense(2)

    def hybrid_forward(self, F, x):
        y = self.rnn(x)
        return self.out(y[-1])  # breaks here


# %% third-rnn-pool: masked mean over time by broadcast
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        total = F.sum(F.broadcast_mul(x, F.expand_dims(mask, axis=2)), axis=1)
        count = F.sum(mask, axis=1, keepdims=True) + 1e-6
        return self.out(F.broadcast_div(total, count))


# %% third-rnn-pool-plain: masked mean over time by a plain division
# inputs: [(2, 4, 3), ('bin', (2, 4))]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.out = nn.Dense(2)

    def hybrid_forward(self, F, x, mask):
        m = F.expand_dims(mask, axis=2)
        total = F.sum(F.broadcast_mul(x, m), axis=1)
        count = F.sum(m, axis=1) + 1e-6
        return self.out(total / count)  # breaks here


# %% third-rnn-teacher: scheduled sampling drawn in Python
# inputs: [(2, 3, 4), (2, 4)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, hidden=4, steps=3, ratio=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.steps = steps
        self.ratio = ratio
        with self.name_scope():
            self.cell = rnn.RNNCell(hidden, input_size=4)

    def hybrid_forward(self, F, target, h):
        outputs, states = [], [h]
        steps = F.split(target, num_outputs=self.steps, axis=1, squeeze_axis=True)
        inp = steps[0]
        for t in range(self.steps):
            out, states = self.cell(inp, states)
            outputs.append(out)
            inp = steps[t] if random.random() < self.ratio else out
        return F.stack(*outputs, axis=1)


# %% third-rnn-greedy: greedy decoding that stops at the end token
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, hidden=4, vocab=5, limit=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.limit = limit
        with self.name_scope():
            self.emb = nn.Embedding(vocab, hidden)
            self.cell = rnn.RNNCell(hidden, input_size=hidden)
            self.out = nn.Dense(vocab)

    def hybrid_forward(self, F, h):
        states = [h]
        token = F.argmax(h, axis=1)
        outputs = []
        for _ in range(self.limit):
            y, states = self.cell(self.emb(token), states)
            token = F.argmax(self.out(y), axis=1)
            outputs.append(token)
            if int(token.min().asscalar()) == 0:  # breaks here
                break
        return outputs[0]


# %% third-rnn-greedy-fixed: greedy decoding over a fixed number of steps
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, hidden=4, vocab=5, limit=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.limit = limit
        with self.name_scope():
            self.emb = nn.Embedding(vocab, hidden)
            self.cell = rnn.RNNCell(hidden, input_size=hidden)
            self.out = nn.Dense(vocab)

    def hybrid_forward(self, F, h):
        states = [h]
        token = F.argmax(h, axis=1)
        outputs = []
        for _ in range(self.limit):
            y, states = self.cell(self.emb(token), states)
            scores = self.out(y)
            token = F.argmax(scores, axis=1)
            outputs.append(scores)
        return F.stack(*outputs, axis=1)


# %% third-rnn-convlstm: ConvLSTM cell by hand
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, channels=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.i2h = nn.Conv2D(channels * 4, 3, padding=1)
            self.h2h = nn.Conv2D(channels * 4, 3, padding=1, use_bias=False)

    def hybrid_forward(self, F, x, h, c):
        gates = self.i2h(x) + self.h2h(h)
        i, f, g, o = F.SliceChannel(gates, num_outputs=4, axis=1)
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        h = F.sigmoid(o) * F.tanh(c)
        return h, c


# %% third-rnn-convlstm-slices: ConvLSTM cell whose gates are slices
# inputs: [(2, 3, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.channels = channels
        with self.name_scope():
            self.i2h = nn.Conv2D(channels * 4, 3, padding=1)
            self.h2h = nn.Conv2D(channels * 4, 3, padding=1, use_bias=False)

    def hybrid_forward(self, F, x, h, c):
        gates = self.i2h(x) + self.h2h(h)
        n = self.channels
        i, f, g, o = gates[:, :n], gates[:, n:2 * n], gates[:, 2 * n:3 * n], gates[:, 3 * n:]  # breaks here
        c = F.sigmoid(f) * c + F.sigmoid(i) * F.tanh(g)
        h = F.sigmoid(o) * F.tanh(c)
        return h, c


# %% third-rnn-foreach: a recurrent loop with foreach
# inputs: [(3, 2, 4), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.i2h = nn.Dense(4, in_units=4)
            self.h2h = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x, h):
        def step(data, states):
            new = F.tanh(self.i2h(data) + self.h2h(states[0]))
            return new, [new]
        out, states = F.contrib.foreach(step, x, [h])
        return out, states[0]


# %% third-rnn-foreach-state: a recurrent loop with foreach that keeps states on self
# inputs: [(3, 2, 4), (2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.norms = []
        with self.name_scope():
            self.i2h = nn.Dense(4, in_units=4)
            self.h2h = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x, h):
        def step(data, states):
            new = F.tanh(self.i2h(data) + self.h2h(states[0]))
            self.norms.append(float(new.norm().asscalar()))  # breaks here
            return new, [new]
        out, states = F.contrib.foreach(step, x, [h])
        return out, states[0]


# %% third-gan-gen: generator with transposed convolutions
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        return self.net(z.expand_dims(-1).expand_dims(-1))


# %% third-gan-gen-reshape: generator that reshapes with positional numbers
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, ngf=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.net = nn.HybridSequential()
            self.net.add(nn.Conv2DTranspose(ngf, 4, 1, 0, use_bias=False), nn.BatchNorm(), nn.Activation('relu'))
            self.net.add(nn.Conv2DTranspose(3, 4, 2, 1, use_bias=False), nn.Activation('tanh'))

    def hybrid_forward(self, F, z):
        z = z.reshape(-1, 4, 1, 1)  # breaks here
        return self.net(z)


# %% third-gan-adain: AdaIN with broadcast operators
# inputs: [(2, 3, 4, 4), (2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).expand_dims(2).expand_dims(3)
        gamma, beta = F.split(style, num_outputs=2, axis=1)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        centred = F.broadcast_sub(x, mean)
        var = F.mean(centred ** 2, axis=(2, 3), keepdims=True)
        x = F.broadcast_div(centred, F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)


# %% third-gan-adain-plain: AdaIN with plain operators
# inputs: [(2, 3, 4, 4), (2, 6)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=3, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.style = nn.Dense(channels * 2, in_units=6)

    def hybrid_forward(self, F, x, w):
        style = self.style(w).reshape((0, 2, -1, 1, 1))
        gamma, beta = F.split(style, num_outputs=2, axis=1, squeeze_axis=True)
        mean = F.mean(x, axis=(2, 3), keepdims=True)
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, mean)), axis=(2, 3), keepdims=True) + self.eps)
        x = (x - mean) / std  # breaks here
        return F.broadcast_add(F.broadcast_mul(x, gamma + 1), beta)


# %% third-gan-noise: noise injection with normal_like
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))


# %% third-gan-noise-shape: noise injection that reads the shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, weight):
        noise = F.random.normal(shape=(x.shape[0], 1, x.shape[2], x.shape[3]))  # breaks here
        return F.broadcast_add(x, F.broadcast_mul(weight, noise))


# %% third-gan-mbstd: minibatch standard deviation
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(x, mean)), axis=0, keepdims=True)
        std = F.mean(F.sqrt(var + 1e-8), keepdims=True)
        ones = F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1))
        return F.concat(x, F.broadcast_mul(ones, std), dim=1)


# %% third-gan-mbstd-shape: minibatch standard deviation tiled by the shape
# inputs: [(2, 3, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b, _, h, w = x.shape  # breaks here
        std = F.sqrt(F.mean(F.square(F.broadcast_sub(x, F.mean(x, axis=0, keepdims=True))), axis=0) + 1e-8)
        return F.concat(x, F.broadcast_to(F.mean(std).reshape((1, 1, 1, 1)), (b, 1, h, w)), dim=1)


# %% third-gan-pixelnorm: pixel norm by broadcast_mul
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps))


# %% third-gan-pixelnorm-plain: pixel norm by plain product
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, eps=1e-8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps

    def hybrid_forward(self, F, x):
        norm = F.rsqrt(F.mean(x ** 2, axis=1, keepdims=True) + self.eps)
        return x * norm  # breaks here


# %% third-gan-spectral: spectral norm with a power iteration on parameters
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())
            self.u = self.params.get('u', shape=(1, units), init=mx.init.Normal(), grad_req='null')

    def hybrid_forward(self, F, x, weight, u):
        v = F.L2Normalization(F.dot(u, weight))
        u_ = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        sigma = F.sum(F.dot(u_, weight) * v)
        w = F.broadcast_div(weight, F.BlockGrad(sigma.reshape((1, 1))))
        return F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)


# %% third-gan-spectral-setdata: spectral norm that writes u back
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=3, in_units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.units = units
        with self.name_scope():
            self.weight = self.params.get('weight', shape=(units, in_units), init=mx.init.Normal())
            self.u = self.params.get('u', shape=(1, units), init=mx.init.Normal(), grad_req='null')

    def hybrid_forward(self, F, x, weight, u):
        v = F.L2Normalization(F.dot(u, weight))
        u_ = F.L2Normalization(F.dot(v, weight, transpose_b=True))
        self.u.set_data(u_)  # breaks here
        sigma = F.sum(F.dot(u_, weight) * v)
        w = F.broadcast_div(weight, F.BlockGrad(sigma.reshape((1, 1))))
        return F.FullyConnected(x, w, num_hidden=self.units, no_bias=True)


# %% third-tcn-causal: causal convolution that cuts the padding by slice_axis
# inputs: [(2, 3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        y = F.slice_axis(y, axis=2, begin=0, end=-self.pad)
        return F.relu(x + y)


# %% third-tcn-causal-index: causal convolution that cuts the padding by a slice
# inputs: [(2, 3, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        y = y[:, :, :-self.pad]  # breaks here
        return F.relu(x + y)


# %% third-tcn-chomp-guard: causal convolution that cuts the padding if there is any
# inputs: [(2, 3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, kernel=3, dilation=2, downsample=False, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.pad = (kernel - 1) * dilation
        with self.name_scope():
            self.conv = nn.Conv1D(channels, kernel, padding=self.pad, dilation=dilation)
            self.down = nn.Conv1D(channels, 1) if downsample else None

    def hybrid_forward(self, F, x):
        y = F.relu(self.conv(x))
        if self.pad > 0:
            y = F.slice_axis(y, axis=2, begin=0, end=-self.pad)
        res = x if self.down is None else self.down(x)
        return F.relu(res + y)


# %% third-wavenet: wavenet with skips summed in a list
# inputs: [(2, 3, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skips = []
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            skips.append(z)
        return self.out(F.relu(sum(skips)))


# %% third-wavenet-iadd: wavenet with the skips added in place
# inputs: [(2, 3, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=3, layers=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gates = nn.HybridSequential()
            self.filters = nn.HybridSequential()
            for i in range(layers):
                self.gates.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
                self.filters.add(nn.Conv1D(channels, 3, padding=2 ** i, dilation=2 ** i))
            self.out = nn.Conv1D(4, 1)

    def hybrid_forward(self, F, x):
        skip = None
        for gate, filt in zip(self.gates, self.filters):
            z = F.sigmoid(gate(x)) * F.tanh(filt(x))
            x = x + z
            if skip is None:
                skip = z
            else:
                skip += z  # breaks here
        return self.out(F.relu(skip))


# %% third-caps-squash: capsules with a squash that broadcasts
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, axis=-1, eps=1e-9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.axis = axis
        self.eps = eps

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=self.axis, keepdims=True)
        scale = n2 / (1 + n2) / F.sqrt(n2 + self.eps)
        return F.broadcast_mul(s, scale)

    def hybrid_forward(self, F, x):
        return self.squash(F, x)


# %% third-caps-squash-plain: capsules with a squash by plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
def squash(F, s, axis=-1):
    n2 = F.sum(F.square(s), axis=axis, keepdims=True)
    scale = n2 / (1 + n2)
    return scale * s / F.sqrt(n2)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return squash(F, x)


# %% third-caps-routing: dynamic routing over a fixed number of rounds
# inputs: [(2, 3, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def squash(self, F, s):
        n2 = F.sum(F.square(s), axis=-1, keepdims=True)
        return F.broadcast_mul(s, n2 / (1 + n2) / F.sqrt(n2 + 1e-9))

    def hybrid_forward(self, F, u):
        b = F.zeros_like(F.sum(u, axis=-1, keepdims=True))
        u_stop = F.BlockGrad(u)
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)
            if i == self.rounds - 1:
                v = self.squash(F, F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True))
            else:
                v = self.squash(F, F.sum(F.broadcast_mul(u_stop, c), axis=1, keepdims=True))
                b = b + F.sum(F.broadcast_mul(u_stop, v), axis=-1, keepdims=True)
        return F.squeeze(v, axis=1)


# %% third-caps-routing-zeros: dynamic routing with logits made by nd.zeros
# inputs: [(2, 3, 2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, rounds=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.rounds = rounds

    def hybrid_forward(self, F, u):
        b = nd.zeros((1, 3, 2, 1))
        for i in range(self.rounds):
            c = F.softmax(b, axis=2)  # breaks here
            v = F.sum(F.broadcast_mul(u, c), axis=1, keepdims=True)
            b = F.broadcast_add(F.sum(F.broadcast_mul(u, v), axis=-1, keepdims=True), b)
        return F.squeeze(v, axis=1)


# %% third-norm-layer: layer norm by hand with broadcast operators
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        var = F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(var + self.eps))
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-layer-plain: layer norm by hand with plain operators
# inputs: [(2, 3, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = (x - mean) / std  # breaks here
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-layer-affine: layer norm whose affine part is plain
# inputs: [(2, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, units=4, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(units,), init='ones')
            self.beta = self.params.get('beta', shape=(units,), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        mean = x.mean(axis=-1, keepdims=True)
        std = F.sqrt(F.broadcast_sub(x, mean).square().mean(axis=-1, keepdims=True) + self.eps)
        y = F.broadcast_div(F.broadcast_sub(x, mean), std)
        return y * gamma + beta  # breaks here


# %% third-norm-group: group norm by reshape codes
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps
        with self.name_scope():
            self.gamma = self.params.get('gamma', shape=(1, channels, 1, 1), init='ones')
            self.beta = self.params.get('beta', shape=(1, channels, 1, 1), init='zeros')

    def hybrid_forward(self, F, x, gamma, beta):
        y = x.reshape((0, -4, self.groups, -1, 0, 0))
        mean = y.mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_sub(y, mean)
        var = (y ** 2).mean(axis=(2, 3, 4), keepdims=True)
        y = F.broadcast_div(y, F.sqrt(var + self.eps))
        y = F.reshape_like(y, x)
        return F.broadcast_add(F.broadcast_mul(y, gamma), beta)


# %% third-norm-group-shape: group norm that unpacks the shape
# inputs: [(2, 4, 3, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, groups=2, eps=1e-5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.eps = eps

    def hybrid_forward(self, F, x):
        n, c, h, w = x.shape  # breaks here
        y = F.reshape(x, (n, self.groups, -1))
        mean = F.mean(y, axis=2, keepdims=True)
        var = F.mean(F.square(F.broadcast_sub(y, mean)), axis=2, keepdims=True)
        y = F.broadcast_div(F.broadcast_sub(y, mean), F.sqrt(var + self.eps))
        return F.reshape(y, (n, c, h, w))


# %% third-norm-running: a norm with running statistics kept on self
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, momentum=0.9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.momentum = momentum
        self.running = 0.0

    def hybrid_forward(self, F, x):
        mean = x.mean(axis=0, keepdims=True)
        self.running = self.momentum * self.running + (1 - self.momentum) * mean
        return F.broadcast_sub(x, self.running)


# %% third-norm-train: a norm that asks for the mode
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get('mean', shape=(1, units), init='zeros', grad_req='null')

    def hybrid_forward(self, F, x, mean):
        if autograd.is_training():
            return F.broadcast_sub(x, x.mean(axis=0, keepdims=True))
        return F.broadcast_sub(x, mean)


# %% third-res-stochastic: stochastic depth drawn in Python
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, p=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = p
        self.body = nn.Dense(3)

    def hybrid_forward(self, F, x):
        if np.random.uniform() < self.p:
            return x + self.body(x)
        return x * 1.0


# %% third-res-droppath: drop path by Dropout with axes
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, p=0.3, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = p
        self.body = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x):
        y = self.body(x)
        if self.p > 0:
            y = F.Dropout(y, p=self.p, axes=(1, 2))
        return x + y


# %% third-se-block: squeeze and excitation by broadcast_mul
# inputs: [(2, 4, 5, 5)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.contrib.AdaptiveAvgPooling2D(x, output_size=1)
        w = self.fc2(self.fc1(w))
        return F.broadcast_mul(x, w.expand_dims(axis=2).expand_dims(axis=2))


# %% third-se-block-plain: squeeze and excitation by a plain product
# inputs: [(2, 4, 5, 5)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, channels=4, r=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.fc1 = nn.Dense(channels // r, activation='relu')
            self.fc2 = nn.Dense(channels, activation='sigmoid')

    def hybrid_forward(self, F, x):
        w = F.Pooling(x, kernel=(1, 1), global_pool=True, pool_type='avg')
        w = self.fc2(self.fc1(w))
        return x * w.reshape((0, 0, 1, 1))  # breaks here


# %% third-se-highway: highway gate with a bias of one unit
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.h = nn.Dense(units, activation='relu')
            self.t = nn.Dense(units, activation='sigmoid')

    def hybrid_forward(self, F, x):
        t = self.t(x)
        return t * self.h(x) + (1 - t) * x


# %% third-moe: mixture of experts with a gate column for each
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts, in_units=units)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units, in_units=units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + F.broadcast_mul(expert(x), g)
        return out


# %% third-moe-plain: mixture of experts with plain products
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = experts
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        out = 0
        for i, expert in enumerate(self.experts):
            g = F.slice_axis(gates, axis=1, begin=i, end=i + 1)
            out = out + expert(x) * g  # breaks here
        return out


# %% third-moe-index: mixture of experts that indexes the gates
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, experts=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.gate = nn.Dense(experts)
            self.experts = nn.HybridSequential()
            for _ in range(experts):
                self.experts.add(nn.Dense(units))

    def hybrid_forward(self, F, x):
        gates = F.softmax(self.gate(x))
        outs = [expert(x) for expert in self.experts]
        return F.add_n(*[F.broadcast_mul(out, gates[:, i:i + 1]) for i, out in enumerate(outs)])  # breaks here


# %% third-vae: reparameterisation with normal_like
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        z = mu + F.exp(0.5 * lv) * F.random.normal_like(mu)
        kl = -0.5 * F.sum(1 + lv - mu * mu - F.exp(lv), axis=1)
        return self.dec(z), kl


# %% third-vae-batch: reparameterisation with the batch size of the constructor
# inputs: [(2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, latent=2, batch_size=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.latent = latent
        self.batch_size = batch_size
        with self.name_scope():
            self.enc = nn.Dense(latent * 2, in_units=4)
            self.dec = nn.Dense(4, in_units=latent)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random_normal(loc=0, scale=1, shape=(self.batch_size, self.latent), ctx=mx.cpu())
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)


# %% third-vae-ctx: reparameterisation on the context of the input
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, latent=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.enc = nn.Dense(latent * 2)
            self.dec = nn.Dense(4)

    def hybrid_forward(self, F, x):
        h = self.enc(x)
        mu, lv = F.split(h, axis=1, num_outputs=2)
        eps = F.random.normal(0, 1, mu.shape, ctx=x.context)  # breaks here
        z = mu + F.exp(0.5 * lv) * eps
        return self.dec(z)


# %% third-kde-rbf: RBF kernel between two sets by reshape
# inputs: [(3, 4), (5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = xx + yy - 2 * F.dot(x, y, transpose_b=True)  # breaks here
        return F.exp(-self.gamma * d)


# %% third-kde-rbf-fixed: RBF kernel between two sets with broadcast_add
# inputs: [(3, 4), (5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, gamma=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.gamma = gamma

    def hybrid_forward(self, F, x, y):
        xx = F.sum(x * x, axis=1).reshape((-1, 1))
        yy = F.sum(y * y, axis=1).reshape((1, -1))
        d = F.broadcast_add(xx, yy) - 2 * F.dot(x, y, transpose_b=True)
        return F.exp(-self.gamma * d)


# %% third-fm-bias: factorisation machine whose bias is added with a plus
# inputs: [('i', (2, 3), 0, 6, 'float32')]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, fields=6, k=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Embedding(fields, 1)
            self.second = nn.Embedding(fields, k)
            self.bias = self.params.get('bias', shape=(1,), init='zeros')

    def hybrid_forward(self, F, ids, bias):
        linear = F.sum(self.first(ids), axis=1)
        v = self.second(ids)
        inter = 0.5 * F.sum(F.square(F.sum(v, axis=1)) - F.sum(F.square(v), axis=1), axis=1, keepdims=True)
        return linear + inter + bias  # breaks here


# %% third-gcn: graph convolution with a dense adjacency
# inputs: [(4, 3), ('bin', (4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        deg = F.sum(adj, axis=1, keepdims=True) + 1
        h = F.dot(adj, self.fc(x))
        return F.relu(F.broadcast_div(h, deg))


# %% third-gcn-eye: graph convolution that adds self loops of the size of the graph
# inputs: [(4, 3), ('bin', (4, 4))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.fc = nn.Dense(units, flatten=False, in_units=3)

    def hybrid_forward(self, F, x, adj):
        adj = adj + F.eye(adj.shape[0])  # breaks here
        deg = F.sum(adj, axis=1)
        inv = F.diag(F.rsqrt(deg))
        return F.dot(F.dot(F.dot(inv, adj), inv), self.fc(x))


# %% third-unet: decoder that crops the skip to the size of the upsampled
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        d = F.relu(self.down(x))
        u = self.up(d)
        u = F.Crop(*[u, x], center_crop=True)
        return self.out(F.concat(u, x, dim=1))


# %% third-unet-if: decoder that pads when the sizes differ
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.down = nn.Conv2D(channels, 3, 2, 1)
            self.up = nn.Conv2DTranspose(channels, 2, 2)
            self.out = nn.Conv2D(1, 1)

    def hybrid_forward(self, F, x):
        u = self.up(F.relu(self.down(x)))
        if u.shape[2:] != x.shape[2:]:  # breaks here
            u = F.contrib.BilinearResize2D(u, height=x.shape[2], width=x.shape[3])
        return self.out(F.concat(u, x, dim=1))


# %% third-pixelshuffle: pixel shuffle by reshape codes
# inputs: [(2, 8, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, factor=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.f = factor

    def hybrid_forward(self, F, x):
        f = self.f
        x = F.reshape(x, (0, -4, -1, f * f, 0, 0))
        x = F.reshape(x, (0, 0, -4, f, f, 0, 0))
        x = F.transpose(x, (0, 1, 4, 2, 5, 3))
        return F.reshape(x, (0, 0, -3, -3))


# %% third-channelshuffle: channel shuffle that unpacks the shape
# inputs: [(2, 4, 3, 3)]
# breaks: trace
def channel_shuffle(x, groups):
    b, c, h, w = x.shape  # breaks here
    x = x.reshape((b, groups, c // groups, h, w))
    return x.swapaxes(1, 2).reshape((b, c, h, w))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)


# %% third-channelshuffle-codes: channel shuffle by reshape codes
# inputs: [(2, 4, 3, 3)]
# works
def channel_shuffle(x, groups):
    return x.reshape((0, -4, groups, -1, -2)).swapaxes(1, 2).reshape((0, -3, -2))


class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.groups = groups
        self.conv = nn.Conv2D(4, 1, groups=groups)

    def hybrid_forward(self, F, x):
        return channel_shuffle(self.conv(x), self.groups)


# %% third-netvlad: NetVLAD with broadcast operators
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - F.broadcast_mul(centers, total)
        return F.L2Normalization(vlad.reshape((0, -1)))


# %% third-netvlad-plain: NetVLAD with a plain product
# inputs: [(2, 5, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, clusters=3, units=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.assign = nn.Dense(clusters, flatten=False)
            self.centers = self.params.get('centers', shape=(1, units, clusters), init=mx.init.Normal())

    def hybrid_forward(self, F, x, centers):
        a = F.softmax(self.assign(x), axis=-1)
        total = F.sum(a, axis=1, keepdims=True)
        vlad = F.batch_dot(x, a, transpose_a=True) - centers * total  # breaks here
        return F.L2Normalization(vlad.reshape((0, -1)))


# %% third-spp: spatial pyramid pooling
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, sizes=(1, 2, 4), **kwargs):
        super(Net, self).__init__(**kwargs)
        self.sizes = sizes
        self.fc = nn.Dense(4)

    def hybrid_forward(self, F, x):
        parts = [F.flatten(F.contrib.AdaptiveAvgPooling2D(x, output_size=s)) for s in self.sizes]
        return self.fc(F.concat(*parts, dim=1))


# %% third-aspp: ASPP whose pooled branch is resized to the input's size
# inputs: [(2, 3, 8, 8)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1)
            self.b1 = nn.Conv2D(channels, 3, padding=2, dilation=2)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1))
            self.project = nn.Conv2D(channels, 1)

    def hybrid_forward(self, F, x):
        size = x.shape[2:]  # breaks here
        pooled = F.contrib.BilinearResize2D(self.pool(x), height=size[0], width=size[1])
        return self.project(F.concat(self.b0(x), self.b1(x), pooled, dim=1))


# %% third-aspp-sized: ASPP whose pooled branch is resized to sizes of the constructor
# inputs: [(2, 3, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, height=8, width=8, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.up = dict(height=height, width=width)
        with self.name_scope():
            self.b0 = nn.Conv2D(channels, 1, in_channels=3)
            self.pool = nn.HybridSequential()
            self.pool.add(nn.GlobalAvgPool2D(), nn.Conv2D(channels, 1, in_channels=3))
            self.project = nn.Conv2D(channels, 1, in_channels=2 * channels)

    def hybrid_forward(self, F, x):
        pooled = F.contrib.BilinearResize2D(self.pool(x), **self.up)
        return self.project(F.concat(self.b0(x), pooled, dim=1))
