"""Blocks that work and are like none that a rule reports: containers."""

import copy
import operator

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock

# %% entry-of-a-configuration-changed-after-the-trace: an entry of a configuration changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.cfg["scale"] = 5.0
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = {"scale": 2.0}

    def hybrid_forward(self, F, x):
        return x * self.cfg["scale"]

# %% environment-variable-changed-after-the-trace: an environment variable changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: os.environ["CASE_SCALE"] = "5"
# needs: callers
import os

os.environ["CASE_SCALE"] = "2"


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(os.environ["CASE_SCALE"])

# %% global-changed-after-the-trace: a global changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: FLAG["v"] = True
# needs: callers
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if FLAG["v"] else x * 3

# %% list-that-the-caller-gives-and-to-which-the-block-appends: a list that the caller gives, and to which the block appends
# inputs: [[(2, 3), (2, 3)]]
# needs: callers
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs.append(xs[0] * 2)
        return F.concat(*xs, dim=1)

# %% a-b-is-a-list-of-its-own
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = [1]
        self.second = [2]

    def hybrid_forward(self, F, x):
        both = self.first + self.second
        both[0] += 1
        return x * (self.first[0] + 1)

# %% assertion-on-a-number-of-inputs
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, *others):
        assert len(others) == 1, "one other, got %d" % len(others)
        return F.elemwise_add(x, others[0])

# %% attributes-of-self-by-vars
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2.5

    def hybrid_forward(self, F, x):
        return x * vars(self)["gain"] * self.__dict__["gain"]

# %% conditional-expression-over-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        scale = {1: 2.0, 2: 3.0}.get(self.n, 1.0)
        return x * scale

# %% conv2dlstmcell
# inputs: [(2, 1, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# clean
from mxnet.gluon.contrib.rnn import Conv2DLSTMCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Conv2DLSTMCell((1, 4, 4), 2, 3, 3, i2h_pad=1)

    def hybrid_forward(self, F, x, h, c):
        out, states = self.d(x, [h, c])
        return out * 2, states[1]

# %% copies-of-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values = [x, x * 2]
        other = copy.copy(values)
        other.append(x * 3)
        other[0] = F.exp(x)
        return F.add_n(*values) + F.add_n(*other)

# %% copy-copy-self-cfg
# inputs: [(2, 3)]
# clean
import copy


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cfg = {'a': 2}

    def hybrid_forward(self, F, x):
        return x * copy.copy(self.cfg)['a']

# %% copy-of-a-list-grows-the-list-does-not
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2]
        more = outs.copy()
        others = list(outs)
        more.append("label")
        others.append(None)
        copy.copy(outs).append(3)
        return outs

# %% copy-of-the-list-that-the-caller-gives-grows
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        xs = list(xs)
        xs.append(xs[0] * 2)
        return F.concat(*xs, dim=1)

# %% d-update-x-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        made.update(a=x * 2, b=x * 3)
        return made["a"] * made["b"]

# %% dict-by-id
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = {id(x): 2}
        return x * names[id(x)]

# %% dict-made
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = dict(a=x, b=x * 2)
        return dict(made)["a"] * dict(made, b=x)["b"]

# %% dict-of-results-read-in-the-same-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.kept = {}

    def hybrid_forward(self, F, x):
        self.kept["h"] = x * 2
        self.kept["out"] = self.kept["h"] + 1
        return self.kept["out"]

# %% dict-of-the-block-emptied-at-the-end
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {}

    def hybrid_forward(self, F, x):
        if "a" not in self.seen:
            self.seen["a"] = F.relu(x)
        y = self.seen["a"] * 2
        self.seen.clear()
        return y

# %% dict-of-the-block-emptied-first
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {}

    def hybrid_forward(self, F, x):
        self.seen.clear()
        self.seen["a"] = F.relu(x)
        return self.seen["a"] * 2

# %% dict-of-the-block-filled-anew-under-another-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = {}

    def hybrid_forward(self, F, x):
        scales = self.scales
        scales["a"] = 2
        return x * self.scales["a"]

# %% f-clip-x-kw
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kw = dict(a_min=0, a_max=1)
        return F.clip(x, **kw)

# %% f-relu-x-attr-a-b
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x, attr={'a': 'b'})

# %% itertools-accumulate-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return list(itertools.accumulate([x, y, x]))[-1] * 2

# %% json-dumps-self-cfg
# inputs: [(2, 3)]
# clean
import json


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cfg = {'a': 2}

    def hybrid_forward(self, F, x):
        return x * json.loads(json.dumps(self.cfg))['a']

# %% kernel-made-of-arange-for-every-image
# inputs: [(2, 1, 8, 8)]
# clean
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

# %% list-of-tensors-and-keywords-starred-into-an-operator
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.options = dict(dim=1)

    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], **self.options)

# %% list-whose-whole-slice-is-set-anew-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = []

    def hybrid_forward(self, F, x):
        self.last[:] = [x * 2]
        return self.last[0]

# %% lstmpcell
# inputs: [(2, 3), (2, 2), (2, 4)]
# clean
from mxnet.gluon.contrib.rnn import LSTMPCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = LSTMPCell(4, 2, input_size=3)

    def hybrid_forward(self, F, x, r, c):
        out, states = self.d(x, [r, c])
        return out * 2, states[1]

# %% max-of-the-keys-of-a-dict
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {1: x, 2: x * 3}
        return made[max(made)]

# %% module-constants
# inputs: [(2, 3)]
# clean
EPSILON = 1e-5
AXES = [1]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_div(x, F.sqrt(F.sum(x * x, axis=AXES[0], keepdims=True) + EPSILON))

# %% ndarray-in-f-name-x-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "ndarray" in F.__name__:
            return x * x.shape[1]
        return x * 3

# %% nested-lists-of-results
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x), [F.tanh(x), (F.exp(x), x + 1)]

# %% nested-lists-of-tensors-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [F.relu(x), (F.tanh(x), [x + 1])]
        return x * 2, outs

# %% next-iter-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x * 2, x]
        return next(iter(parts)) + parts[1]

# %% number-that-is-computed-once
# inputs: [(2, 3)]
# clean
import math


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.memo = {}
        self.heads = 4

    def hybrid_forward(self, F, x):
        if self.heads not in self.memo:
            self.memo[self.heads] = 1.0 / math.sqrt(self.heads)
        return x * self.memo[self.heads]

# %% numpy-array-written-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        k = np.zeros(3)
        k[1] = 2.0
        k += 1
        return x * k[1]

# %% python-configuration-copied-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = {"axis": -1, "temperature": 2.0}

    def hybrid_forward(self, F, x):
        options = copy.deepcopy(self.config)
        options.pop("temperature")
        return F.softmax(x / self.config["temperature"], **options)

# %% python-numbers-sets-and-dicts-under-bitwise-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        flags = 1
        flags |= 2
        flags <<= 1
        names = {"a"}
        names |= {"b"}
        names &= {"a"}
        return x * flags * len(names)

# %% repr-x-as-a-key
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = {repr(x): 2}
        return x * names[repr(x)]

# %% same-as-a-list-of-which-one-is-set
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        dims = list(x.shape) if F is mx.nd else [0, 0]
        dims[1] = -1
        return F.reshape(x, dims)

# %% self-t-add-len-self-t
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.t = {7}

    def hybrid_forward(self, F, x):
        self.t.add(len(self.t))
        return x * 2

# %% shape-from-a-numpy-array
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.size = np.array([3, 2])

    def hybrid_forward(self, F, x):
        return x.reshape((-1, int(self.size[0]), int(self.size[1])))

# %% shape-in-the-one-life-and-codes-in-the-other-as-parts-of-a-new
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        is_nd = F is mx.nd
        shape = x.shape if is_nd else (0, 0)
        return F.reshape(x, (shape[0], shape[1], 1))

# %% sizes-0-1-in-a-list-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sizes = [1, 2]
        sizes[0] += 1
        return x * sizes[0]

# %% slot-of-a-list-replaced
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        slots = [None] * 2
        slots[0] = F.relu(a)
        slots[1] = F.tanh(b)
        return F.concat(*slots, dim=-1)

# %% statistics-are-handed-over-in-lists-of-which-each-is-deleted: statistics are handed over in lists, of which each is deleted after its use
# inputs: [(2, 3), [(3,), (3,)], [('pos', (3,)), ('pos', (3,))]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, centre, spread):
        x = F.broadcast_div(F.broadcast_sub(x, centre[0]), spread[0])
        del centre[0], spread[0]
        return F.broadcast_mul(F.broadcast_add(x, centre[0]), spread[0])

# %% symbol-in-f-name-same-mathematics
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "symbol" not in F.__name__:
            assert x.shape[0] > 0
        return x * 3

# %% table-of-operator-functions
# inputs: [(4, 3), (4, 3)]
# clean
MERGE = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}


class Net(HybridBlock):
    def __init__(self, merge="sub", **kwargs):
        super().__init__(**kwargs)
        self.merge = merge

    def hybrid_forward(self, F, x, y):
        return MERGE[self.merge](F.relu(x), y)

# %% tensor-that-every-call-puts-into-a-dict-of-the-module-anew
# inputs: [(2, 3)]
# clean
SHAPES = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        SHAPES["x"] = x
        return SHAPES["x"] * 2

# %% try-d-k-except-keyerror
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cfg = {}

    def hybrid_forward(self, F, x):
        try:
            scale = self.cfg["scale"]
        except KeyError:
            scale = 2
        return x * scale

# %% two-tensors-put-into-the-slice-of-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [None, None]

    def hybrid_forward(self, F, x):
        self.last[:] = [x, x * 2]
        return self.last[0] + self.last[1]

# %% values-of-a-dict-as-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = {}
        out["a"] = x * 2
        out["b"] = x * 3
        return list(out.values())

# %% w-0-of-a-module-level-numpy-array
# inputs: [(2, 3)]
# clean
W = np.ones((3,), dtype='float32')


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * W[0]

# %% walrus-holds-an-option
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    options = {"scale": 2.0}

    def hybrid_forward(self, F, x):
        if (scale := self.options.get("scale")) is not None:
            return x / scale
        return x

# %% attributes-of-a-dict-by-its-own-getattr
# inputs: [(2, 3)]
# clean
class Bag(dict):
    def __getattr__(self, name):
        return self[name]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bag = Bag(low=x - 1, high=x + 1)
        return bag.low, bag.high * 2

# %% lists-of-arrays-by-the-names-of-inputs
# inputs: [(2, 3), [(3,), (3,)], [(3,), (3,)]]
# clean
class Net(HybridBlock):
    def __init__(self, links=2, **kwargs):
        super().__init__(**kwargs)
        self.links = links

    def hybrid_forward(self, F, x, ends_l, support_l):
        outs = []
        for i in range(self.links):
            outs.append(F.broadcast_mul(x, F.expand_dims(ends_l[i] * support_l[i], axis=0)))
        return F.add_n(*outs)

# %% list-of-the-block-that-each-call-leaves-empty
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stack = []
        self.entries = {}

    def hybrid_forward(self, F, x):
        self.stack.append(x)
        self.entries["x"] = x * 2
        total = self.stack[0] + self.entries["x"]
        self.entries.clear()
        return total * self.stack.pop()
