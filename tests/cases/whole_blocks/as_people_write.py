"""How blocks are written in public repositories: losses, heads, helpers, guards and state, as they stand there."""
import functools
import math

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, nn, rnn
from mxnet.gluon.loss import Loss, _apply_weighting, _reshape_like

# %% people-fan-in-of-arrays: the fan-in is counted where the weight is no Symbol, and kept
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._fan_in = 0
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3))

    def hybrid_forward(self, F, x, weight):
        if not isinstance(weight, mx.sym.Symbol) and not self._fan_in:
            self._fan_in = weight.shape[1]
        return F.dot(x, weight, transpose_b=True) + self._fan_in  # breaks here

# %% people-size-of-arrays: the size is taken down where the image is an array, and used below
# inputs: [(2, 3, 4, 4), ('bin', (2, 1, 4, 4))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._size = None

    def hybrid_forward(self, F, image, mask):
        if isinstance(image, nd.NDArray):
            self._size = image.shape
        channels = self._size[1]  # breaks here
        return image * F.repeat(mask, channels, axis=1)

# %% people-gain-of-arrays: a number that only the imperative life sets
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 1.0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.gain = 1.0 / x.shape[1]
        return x * self.gain  # breaks here

# %% people-size-taken-down: a size that is taken down for others to read, and never used here
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = x.shape
        return F.relu(x)

# %% people-size-set-again: what the imperative life took down is set again for both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 1.0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.gain = x.shape[1]
        self.gain = 3.0
        return x * self.gain

# %% people-groups-or-one: groups of channels, or the whole in a list of one
# inputs: [(2, 4, 5)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, groups=1, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self._groups, axis=1) if self._groups > 1 else [x]
        flat = [part.reshape((part.shape[0], -1)) for part in parts]  # breaks here
        return F.concat(*flat, dim=1)

# %% people-groups-by-code: the same with reshape's own codes
# inputs: [(2, 4, 5)]
# works
class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self._groups, axis=1) if self._groups > 1 else [x]
        return F.concat(*[part.reshape((0, -1)) for part in parts], dim=1)

# %% people-groups-both-split: data and kernel in groups, side by side
# inputs: [(2, 4, 6)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, groups=2, **kwargs):
        super().__init__(**kwargs)
        self._groups = groups
        with self.name_scope():
            self.kernel = self.params.get("kernel", shape=(4, 3))

    def hybrid_forward(self, F, x, kernel):
        data = F.split(x, self._groups, axis=1) if self._groups > 1 else [x]
        kernels = F.split(kernel, self._groups, axis=0) if self._groups > 1 else [kernel]
        sums = []
        for one, weight in zip(data, kernels):
            sums.append(one.sum() + weight.reshape((weight.shape[0], -1)).sum())  # breaks here
        return F.concat(*sums, dim=0)

# %% people-options-spread: a helper that is handed its options out of a dict
# inputs: [(2, 3, 6)]
# breaks: trace
def windows(F, x, width, step):
    length = x.shape[2]  # breaks here
    return F.stack(*[F.slice_axis(x, axis=2, begin=at, end=at + width) for at in range(0, length - width + 1, step)])


class Net(HybridBlock):
    def __init__(self, width=2, step=2, **kwargs):
        super().__init__(**kwargs)
        self._options = {"width": width, "step": step}

    def hybrid_forward(self, F, x):
        return windows(F, x, **self._options)

# %% people-kwargs-parameters: parameters taken out of the keywords
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mix = self.params.get("mix", shape=(1,), init=mx.init.Zero())

    def hybrid_forward(self, F, x, *args, **kwargs):
        flat = F.reshape(x, shape=(0, 0, -1))
        share = F.softmax(F.batch_dot(flat, flat, transpose_a=True))
        seen = F.reshape_like(F.batch_dot(flat, share), x, lhs_begin=2, lhs_end=None, rhs_begin=2, rhs_end=None)
        return F.broadcast_mul(kwargs["mix"], seen) + x

# %% people-more-inputs: further inputs taken out of the arguments
# inputs: [(2, 4, 3, 3), (2, 3, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.lateral = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x, *args):
        fine = args[0]
        return F.contrib.BilinearResize2D(x, like=fine, mode="like") + self.lateral(fine)

# %% people-token-for-each: a class token for each of a batch
# inputs: [(2, 5, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.token = self.params.get("token", shape=(1, 1, units))

    def hybrid_forward(self, F, patches, **parameters):
        token = F.broadcast_to(parameters["token"], shape=(patches.shape[0], 0, 0))  # breaks here
        return F.concat(token, patches, dim=1)

# %% people-token-broadcast: the same along the batch of another tensor
# inputs: [(2, 5, 4)]
# works
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.token = self.params.get("token", shape=(1, 1, units))

    def hybrid_forward(self, F, patches, token):
        return F.concat(F.broadcast_like(token, patches, lhs_axes=(0,), rhs_axes=(0,)), patches, dim=1)

# %% people-box-corners: corners taken out of boxes by index
# inputs: [('pos', (2, 4)), ('pos', (2, 4))]
# breaks: trace
class Net(Loss):
    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, boxes, truth):
        area = boxes[:, 2] * boxes[:, 3]  # breaks here
        return F.abs(area - F.slice_axis(truth, axis=1, begin=2, end=3).reshape((-1,)))

# %% people-box-split: the same, split
# inputs: [('pos', (2, 3, 4)), ('pos', (2, 3, 4))]
# works
class Net(Loss):
    def __init__(self, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F, boxes, truth):
        left, top, right, bottom = F.split(boxes, num_outputs=4, axis=-1, squeeze_axis=True)
        area = F.maximum(right - left, 0.0) * F.maximum(bottom - top, 0.0)
        return F.mean(F.abs(area - F.sum(truth, axis=-1)), axis=self._batch_axis, exclude=True)

# %% people-hard-negatives: a number of negatives counted out of the arrays
# inputs: [('pos', (2, 5)), ('bin', (2, 5))]
# breaks: trace
class Net(Loss):
    def __init__(self, ratio=3, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._ratio = ratio

    def hybrid_forward(self, F, loss, positive):
        with autograd.pause():
            most = int(F.sum(positive).asscalar()) * self._ratio  # breaks here
        rank = (loss * (1 - positive)).argsort(axis=1, is_ascend=False).argsort(axis=1)
        return F.sum(loss * (positive + (rank < most)), axis=1)

# %% people-hard-negatives-ranked: the same within the graph
# inputs: [('pos', (2, 5)), ('bin', (2, 5))]
# works
class Net(Loss):
    def __init__(self, ratio=3, weight=None, batch_axis=0, **kwargs):
        super().__init__(weight, batch_axis, **kwargs)
        self._ratio = ratio

    def hybrid_forward(self, F, loss, positive):
        most = F.sum(positive, axis=1, keepdims=True) * self._ratio
        rank = F.argsort(F.argsort(loss * (1 - positive), axis=1, is_ascend=False), axis=1)
        return F.sum(loss * (positive + F.broadcast_lesser(rank, most)), axis=1)

# %% people-heatmap-focal: a focal loss by where, normed by a clipped count
# inputs: [(2, 1, 4, 4), ('bin', (2, 1, 4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, power=2, **kwargs):
        super().__init__(**kwargs)
        self._power = power

    def hybrid_forward(self, F, heat, truth):
        heat = F.sigmoid(heat)
        peak = truth == 1
        loss = F.where(peak, F.power(1 - heat, self._power) * F.log(heat), F.power(heat, self._power) * F.log(1 - heat))
        return -F.sum(loss) / F.sum(peak).clip(1, 1e30)

# %% people-ohem-dtype: labels cast to the type of the scores
# inputs: [(2, 3, 4), ('i', (2, 4), 0, 3, 'float32')]
# breaks: trace
class Net(Loss):
    def __init__(self, **kwargs):
        super().__init__(None, 0, **kwargs)

    def hybrid_forward(self, F, scores, label):
        chance = F.SoftmaxOutput(scores, label.astype(scores.dtype), multi_output=True)  # breaks here
        return -F.mean(F.pick(F.log(chance), label, axis=1), axis=1)

# %% people-pose-in-pieces: heads by name, of a list of pieces
# inputs: [(2, 3, 6, 4)]
# works
class Net(HybridBlock):
    def __init__(self, pieces=3, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        for number in range(pieces):
            setattr(self, "head%d" % number, nn.Dense(2))

    def hybrid_forward(self, F, x):
        parts = x.split(num_outputs=self._pieces, axis=2)
        return [getattr(self, "head%d" % number)(part) for number, part in enumerate(parts)]

# %% people-attended-pieces: a share of the map for each piece
# inputs: [(2, 3, 4, 4)]
# breaks: execution
# needs: shapes
class Net(HybridBlock):
    def __init__(self, pieces=2, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        self.body = nn.Conv2D(5, 1)
        self.score = nn.Conv2D(pieces, 1)

    def hybrid_forward(self, F, x):
        x = self.body(x)
        shares = self.score(x).softmax(axis=1).split(num_outputs=self._pieces, axis=1)
        return F.concat(*[share * x for share in shares], dim=1)  # breaks here

# %% people-attended-broadcast: the same, broadcast
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, pieces=2, **kwargs):
        super().__init__(**kwargs)
        self._pieces = pieces
        self.body = nn.Conv2D(5, 1, in_channels=3)
        self.score = nn.Conv2D(pieces, 1, in_channels=5)

    def hybrid_forward(self, F, x):
        x = self.body(x)
        shares = self.score(x).softmax(axis=1).split(num_outputs=self._pieces, axis=1)
        return F.concat(*[F.broadcast_mul(share, x) for share in shares], dim=1)

# %% people-variance-by-shape: a helper that counts what a variance is over
# inputs: [(2, 3, 4, 4)]
# breaks: trace
def variance(x, axes):
    count = np.prod([x.shape[axis] for axis in axes])  # breaks here
    return (x * x).sum(axes, keepdims=True) / count


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt(variance(x, (2, 3)) + 1e-5))

# %% people-search-choice: a branch of a search chosen by a tensor
# inputs: [(2, 4), ('i', (1,), 0, 2, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.narrow = nn.Dense(3)
        self.wide = nn.Dense(3)

    def hybrid_forward(self, F, x, choice):
        if choice == 0:  # breaks here
            return self.narrow(x)
        return self.wide(x)

# %% people-search-channels: a mask of channels, cut and put onto the map
# inputs: [(2, 4, 3, 3), (1, 6)]
# works
class Net(HybridBlock):
    def __init__(self, channels=4, **kwargs):
        super().__init__(**kwargs)
        self._channels = channels

    def hybrid_forward(self, F, x, mask):
        mask = F.slice(mask, begin=(None, None), end=(None, self._channels))
        return F.broadcast_mul(x, F.reshape(mask, shape=(1, self._channels, 1, 1)))

# %% people-sequential-two: a HybridSequential that hands a second input to some of its blocks
# inputs: [(2, 4), (2, 3)]
# works
class Gate(HybridBlock):
    def hybrid_forward(self, F, x, gate):
        return x * gate


class Gated(nn.HybridSequential):
    def hybrid_forward(self, F, x, gate):
        for block in self._children.values():
            x = block(x, gate) if isinstance(block, Gate) else block(x)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Gated()
        self.body.add(nn.Dense(3), Gate(), nn.Dense(2))

    def hybrid_forward(self, F, x, gate):
        return self.body(x, gate)

# %% people-keeps-latent: the latent of the last call, kept for whoever asks
# inputs: [(2, 3)]
# breaks: execution
# needs: callers
# call: (net(*xs), net.latent.shape)[0]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.latent = None
        self.encode = nn.Dense(2)

    def hybrid_forward(self, F, x):
        self.latent = self.encode(x)
        return F.relu(self.latent)

# %% people-named-outputs: outputs by name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.score = nn.Dense(2)
        self.place = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return {"score": self.score(x), "place": self.place(x)}  # breaks here

# %% people-steps-of-input: a controller that goes through the steps of its input
# inputs: [(4, 2, 3), (1, 2, 3)]
# breaks: values
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, steps, state):
        seen = []
        for step in steps:  # breaks here
            state = F.broadcast_add(F.reshape(step, (-1, 2, 3)), state)
            seen.append(state)
        return F.concat(*seen, dim=0)

# %% people-crf-foreach: a sum over paths, with a body that is handed F and the transitions
# inputs: [(4, 2, 3), ('bin', (4, 2))]
# works
def forward_step(F, transitions, inputs, score):
    emission, mask = inputs
    reached = F.broadcast_add(F.expand_dims(score, axis=2), transitions)
    best = F.max(reached, axis=1) + emission
    return [], F.where(mask, best, score)


class Net(HybridBlock):
    def __init__(self, tags=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def hybrid_forward(self, F, emissions, mask, transitions):
        start = F.zeros_like(F.sum(emissions, axis=0))
        step = functools.partial(forward_step, F, transitions)
        _, score = F.contrib.foreach(step, [emissions, mask], start)
        return F.max(score, axis=1)

# %% people-weight-of-child: a penalty on the weight of a child, asked for by life
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decode = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        weight = self.decode.weight.data() if F is mx.nd else self.decode.weight.var()
        return self.decode(x), F.sum(F.abs(weight))

# %% people-window-constant: a window of numbers, kept as an array
# inputs: [('pos', (2, 3, 6, 6))]
# breaks: trace
class Net(Loss):
    def __init__(self, size=3, **kwargs):
        super().__init__(None, 0, **kwargs)
        self._size = size
        self.window = nd.ones((3, 1, size, size)) / size**2

    def hybrid_forward(self, F, image):
        return F.Convolution(image, self.window, kernel=(self._size,) * 2, num_filter=3, num_group=3, no_bias=True)  # breaks here

# %% people-arange-kernel: a kernel made of arange, for every image
# inputs: [(2, 1, 8, 8)]
# works
class Net(HybridBlock):
    def __init__(self, factor=2, **kwargs):
        super().__init__(**kwargs)
        self._factor = factor

    def hybrid_forward(self, F, image):
        half = self._factor // 2
        line = (half + 1 - F.abs(half - F.arange(0, 2 * half + 1))) / (2 * half + 1)
        kernel = F.broadcast_mul(F.expand_dims(line, axis=0), F.expand_dims(line, axis=1))
        size = 2 * half + 1
        options = dict(kernel=(size, size), stride=(self._factor,) * 2, pad=(half, half), num_filter=1, no_bias=True)
        return F.Convolution(data=image, weight=F.reshape(kernel, (1, 1, size, size)), **options)

# %% people-states-begun: a call that begins the states of whichever life it is
# inputs: [(5, 2, 3)]
# works
class Encoder(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.LSTM(4)

    def __call__(self, inputs, states=None):
        if states is None:
            if isinstance(inputs, nd.NDArray):
                states = self.layer.begin_state(batch_size=inputs.shape[1])
            else:
                states = self.layer.begin_state(func=mx.sym.zeros)
        return super().__call__(inputs, states)

    def hybrid_forward(self, F, inputs, states=None):
        output, states = self.layer(inputs, states)
        return output, states


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.encoder = Encoder()

    def hybrid_forward(self, F, inputs):
        output, states = self.encoder(inputs)
        return F.sum(output, axis=0) + F.sum(states[0], axis=0)

# %% people-normed-by-lists: the mean of the data, handed to Constant as a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, mean=(0.1, 0.2, 0.3), **kwargs):
        super().__init__(**kwargs)
        mean = nd.array(mean)
        with self.name_scope():
            self.mean = self.params.get(
                "mean",
                shape=mean.shape,
                init=mx.init.Constant(mean.asnumpy().tolist()),  # breaks here
                differentiable=False,
            )

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)

# %% people-normed-by-arrays: the same, handed to it as an array
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, mean=(0.1, 0.2, 0.3), **kwargs):
        super().__init__(**kwargs)
        mean = nd.array(mean)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=mean.shape, init=mx.init.Constant(mean), differentiable=False)

    def hybrid_forward(self, F, x, mean):
        return F.broadcast_sub(x, mean)

# %% people-bias-of-tuple: the bias of a layer begins with a tuple of numbers
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(2, in_units=3, bias_initializer=mx.init.Constant((0.1, 0.9)))  # breaks here

    def hybrid_forward(self, F, x):
        return self.head(x)

# %% people-bias-of-prior: the bias of a layer begins with one number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, prior=0.01, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(2, in_units=3, bias_initializer=mx.init.Constant(-math.log((1 - prior) / prior)))

    def hybrid_forward(self, F, x):
        return self.head(x)
