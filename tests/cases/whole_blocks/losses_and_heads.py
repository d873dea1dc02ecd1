"""Whole blocks: losses, and heads that detect."""

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
