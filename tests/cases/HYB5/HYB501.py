"""Blocks that HYB501 reports, and blocks like them that work."""

import itertools
import os
import random
import time

import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% augmentation-drawn-in-the-block
# inputs: [(2, 3)]
class Augment:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def draw(self):
        return random.uniform(self.low, self.high)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.augment = Augment(0.5, 1.5)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        factor = self.augment.draw()
        return self.d(x * factor)  # HYB501 # breaks: values

# %% clock-in-the-body
# inputs: [(2, 3)]
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.time() % 10)  # HYB501 # breaks: values

# %% clock-in-the-maths
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        return x * (start % 1)  # HYB501 # breaks: values

# %% clock-seeds-a-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        phase = time.time_ns() % 9973
        return x + phase  # HYB501 # breaks: values

# %% crop-at-a-random-place
# inputs: [(2, 3, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = np.random.randint(0, 1000) / 1000.0
        return x + start  # HYB501 # breaks: values

# %% datetime-now-microsecond
# inputs: [(2, 3)]
import datetime


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * datetime.datetime.now().microsecond  # HYB501 # breaks: values

# %% depth-chosen-by-a-python-random-number
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, layers=4, keep=0.5, **kwargs):
        super().__init__(**kwargs)
        self._keep = keep
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(layers):
                self.layers.add(nn.Dense(4, in_units=4, activation="tanh"))

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            if random.random() < self._keep:  # HYB501 # breaks: values
                x = x + layer(x)
        return x

# %% endless-counter-on-the-block
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.counter)  # HYB501 # breaks: values

# %% endless-cycle-of-two-numbers
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([2, 3])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)  # HYB501 # breaks: values

# %% f-dropout-x-p-random-random
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.clip(x, 0, random.random())  # HYB501

# %% itertools-count-kept-on-self
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.k)  # HYB501

# %% layer-drop-if-random-random-p-return-x
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if random.random() < 0.5:  # HYB501
            return x * 1
        return self.d(x)

# %% layers-skipped-at-random
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rate = 0.5
        self.generator = random.Random(1)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def keep(self):
        return self.generator.random() > self.rate

    def hybrid_forward(self, F, x):
        for layer in (self.a, self.b):
            if self.keep():  # HYB501
                x = x + layer(x)
        return x * 2

# %% list-made-of-a-random-number-of-tensors
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[x * 2 for _ in range(random.randint(1, 9))])  # HYB501

# %% loop-that-runs-a-random-number-of-times
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for _ in range(random.randint(1, 9)):  # HYB501
            x = x * 1.5
        return x

# %% mx-random-uniform-0-1-1-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(0, 1, (1, 3)))  # HYB501 # breaks: trace

# %% mx-random-uniform-in-the-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        keep = mx.random.uniform(shape=(1, 3)) > 0
        return F.broadcast_mul(x, keep)  # HYB501 # breaks: trace

# %% mx-random-uniform-of-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(0, 1, shape=(1, 3)))  # HYB501 # breaks: trace

# %% mx-random-uniform-shape-1-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, mx.random.uniform(shape=(1, 3)))  # HYB501 # breaks: trace

# %% next-counter-global-itertools-count
# inputs: [(2, 3)]
import itertools
COUNTER = itertools.count(1)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * next(COUNTER)  # HYB501 # breaks: values

# %% next-of-a-counter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x / next(self.steps)  # HYB501 # breaks: values

# %% next-of-a-cycle
# inputs: [(2, 3)]
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([1.0, 2.0])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)  # HYB501 # breaks: values

# %% next-self-counter
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = itertools.count(1)

    def hybrid_forward(self, F, x):
        return x * next(self.counter)  # HYB501

# %% noise-drawn-by-numpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + float(np.random.normal())  # HYB501 # breaks: values

# %% noise-of-the-operating-system
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (1 + os.urandom(1)[0] / 255)  # HYB501 # breaks: values

# %% np-random-choice-1-2-3
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.choice([1.0, 2.0, 3.0, 4.0, 5.0])  # HYB501 # breaks: values

# %% np-random-default_rng-random
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.default_rng().random()  # HYB501 # breaks: values

# %% np-random-randint-frozen-shift
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.random.randint(0, 100)  # HYB501 # breaks: values

# %% number-drawn-by-nd: a number that nd.random.uniform draws
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * nd.random.uniform(shape=(1,)).asscalar()  # HYB501 # breaks: values

# %% os-urandom-1-0
# inputs: [(2, 3)]
import os


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * int.from_bytes(os.urandom(4), 'big')  # HYB501 # breaks: values

# %% python-order-shuffled-in-the-body
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.split(x, num_outputs=4, axis=0)
        order = [0, 1, 2, 3]
        random.shuffle(order)
        return F.concat(*[rows[i] for i in order], dim=0)  # HYB501 # breaks: values

# %% pythons-random-chooses-a-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = random.choice([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])
        return x * scale  # HYB501 # breaks: values

# %% pythons-random-numbers-for-a-drop-path
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = np.random.uniform(0.5, 1.5)
        return x * scale  # HYB501 # breaks: values

# %% random-choice-f-relu-f-tanh
# inputs: [(2, 3)]
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return random.choice([F.relu, F.tanh, F.exp, F.sin, F.cos])(x)  # HYB501 # breaks: values

# %% random-choice-layers
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return random.choice([self.a, self.b])(x)  # HYB501

# %% random-choice-of-a-layer
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return random.choice([self.d, F.relu, F.tanh, F.negative])(x)  # HYB501

# %% random-number-of-tensors-summed
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x * 2 for _ in range(random.randint(1, 9)))  # HYB501

# %% random-shuffle-list-of-parts
# inputs: [(2, 6)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=6, axis=1))
        random.shuffle(parts)
        return F.concat(*parts, dim=1)  # HYB501

# %% random-shuffle-of-a-list-of-layers
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        order = [F.relu, F.tanh, F.sigmoid, F.negative]
        random.shuffle(order)
        return order[0](x) * 2  # HYB501

# %% random-uniform-0-1
# inputs: [(2, 3)]
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.uniform(0, 1)  # HYB501 # breaks: values

# %% return-x-next-self-it
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.it = (i for i in range(1, 100))

    def hybrid_forward(self, F, x):
        return x * next(self.it)  # HYB501

# %% scheduled-sampling-drawn-in-python
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
            inp = steps[t] if random.random() < self.ratio else out  # HYB501
        return F.stack(*outputs, axis=1)

# %% secrets-randbelow
# inputs: [(2, 3)]
import secrets


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * secrets.randbelow(10 ** 6)  # HYB501 # breaks: values

# %% self-r-random-random-3-self-r-random
# inputs: [(2, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.r = random.Random(3)

    def hybrid_forward(self, F, x):
        return x * self.r.random()  # HYB501

# %% self-rng-rand-in-the-body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rng = np.random.RandomState(0)

    def hybrid_forward(self, F, x):
        return x * float(self.rng.rand())  # HYB501

# %% stochastic-depth-by-a-python-coin
# inputs: [(2, 4)]
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
            x = x + y * keep  # HYB501 # breaks: values
        return x

# %% stochastic-depth-drawn-in-python
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, p=0.5, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = p
        self.body = nn.Dense(3)

    def hybrid_forward(self, F, x):
        if np.random.uniform() < self.p:  # HYB501
            return x + self.body(x)
        return x * 1.0

# %% tensor-mixed-with-its-rows-in-a-drawn-order
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        order = np.random.permutation(4).tolist()
        rows = F.split(x, num_outputs=4, axis=0)
        other = F.concat(*[rows[i] for i in order], dim=0)  # HYB501 # breaks: values
        return 0.7 * x + 0.3 * other

# %% time-as-an-operand
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (int(time.time() * 1000) % 100)  # HYB501

# %% time-of-day
# inputs: [(2, 3)]
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.perf_counter() % 1.0)  # HYB501 # breaks: values

# %% uniform-numbers-of-a-shape: np.random.uniform with a shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        noise = np.random.uniform(0, 1, (2, 3))
        return x + nd.array(noise)  # HYB110, HYB501 # breaks: trace

# %% x-time-time
# inputs: [(2, 3)]
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.time() % 1.0)  # HYB501 # breaks: values

# %% clock-is-read-for-a-log-that-nobody-returns
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        y = F.relu(x)
        assert time.perf_counter() >= start
        return y

# %% drop-path-by-dropout-with-axes
# inputs: [(2, 3, 4)]
# clean
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

# %% endless-cycle-of-one-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([2])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)

# %% endless-iterator-of-one-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.repeat(2)

    def hybrid_forward(self, F, x):
        return x * next(self.scales)

# %% f-random-normal-mu-sigma-tensors
# inputs: [(2,), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y)

# %% f-random-normal-x-y
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y)

# %% f-random-uniform-0-1-shape-1-3-dtype-float64
# inputs: [('f64', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.uniform(0, 1, shape=(1, 3), dtype='float64'))

# %% f-uniform-and-f-random_uniform-with-a-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.uniform(0, 1, shape=(1, 3)) - F.random_uniform(0, 1, shape=(1, 3)))

# %% f-uniform-shape-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.uniform(shape=(1, 3)))

# %% first-of-a-constant-iterator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [2, 3]

    def hybrid_forward(self, F, x):
        return x * next(iter(self.scales))

# %% generator-of-numpy-seeded-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.RandomState(3).rand()

# %% generator-with-its-seed-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = random.Random(3).random() + np.random.RandomState(0).rand()
        return x * scale

# %% list-of-a-random-number-of-numbers-for-its-first
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ks = [i for i in range(random.randint(1, 9))]
        return x * 2

# %% loop-that-runs-a-random-number-of-times-and-does-nothing
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for _ in range(random.randint(1, 9)):
            pass
        return x * 2

# %% np-random-randomstate-0-rand-the-same-every-time
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.random.RandomState(0).rand()

# %% np-random-seed-0-then-rand-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        np.random.seed(0)
        return x * np.random.rand()

# %% number-drawn-in-init
# inputs: [(2, 3)]
# clean
class Augment:
    def __init__(self, low, high):
        self.factor = random.Random(3).uniform(low, high)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.augment = Augment(0.5, 1.5)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x * self.augment.factor)

# %% number-taken-of-an-ndarray-attribute
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nd.array([1.0, 2.0])

    def hybrid_forward(self, F, x):
        return x * self.c[1].asscalar()

# %% python-order-from-a-generator-with-its-seed
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.split(x, num_outputs=4, axis=0)
        order = np.random.RandomState(3).permutation(4).tolist()
        return F.concat(*[rows[i] for i in order], dim=0)

# %% pythons-random-in-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        rng = random.Random(0)
        self.scale = rng.choice([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% r-random-random-unused
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        r = random.random()
        return x * 2

# %% random-random-0-random
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.Random(0).random()

# %% random-random-3-made-in-the-body
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * random.Random(3).random()

# %% tensor-mixed-with-its-rows-turned-round
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        other = F.flip(x, axis=0)
        return 0.7 * x + (1 - 0.7) * other

# %% time-measured-not-used
# inputs: [(2, 3)]
# clean
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        start = time.perf_counter()
        y = x * 2
        self.took = time.perf_counter() - start
        return y

# %% time-of-day-only-kept
# inputs: [(2, 3)]
# clean
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.started = time.time()
        return x * 2

# %% time-perf_counter-difference-printed-only
# inputs: [(2, 3)]
# clean
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = time.perf_counter()
        y = x * 2
        t = time.perf_counter() - t
        return y

# %% x-np-int32-2-ew-s-npint
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + np.int32(2)

# %% layer-left-out-at-random
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2 if np.random.rand() < 0.5 else x  # HYB501 # breaks: values
        return y + 1

# %% random-number-looked-up-in-a-tuple
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if random.randrange(2) in (0, 3):  # HYB501 # breaks: values
            return x * 2
        return x * 3

# %% number-looked-up-in-a-list-of-random-ones
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        drawn = [random.randrange(4), random.randrange(4)]
        return x * 3 if 0 not in drawn else x * 2  # HYB501 # breaks: values

# %% sum-of-numbers-drawn-together
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * sum(random.sample(range(100), 5))  # HYB501 # breaks: values

# %% children-in-a-shuffled-order
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4, in_units=4)
        self.second = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        layers = [self.first, self.second]
        random.shuffle(layers)
        for layer in layers:  # HYB501
            x = F.relu(layer(x))
        return x

# %% as-many-children-as-a-random-number
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4, in_units=4)
        self.second = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        for layer in [self.first, self.second][: random.randint(1, 2)]:  # HYB501
            x = F.relu(layer(x))
        return x

# %% scale-drawn-by-every-call-but-the-first-too
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = None

    def hybrid_forward(self, F, x):
        if self.gain is None:
            self.gain = 1.0
        else:
            self.gain = random.uniform(0.5, 1.5)
        return x * self.gain  # HYB501 # breaks: values

# %% attribute-that-a-draw-sets
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 1

    def hybrid_forward(self, F, x):
        self.scale = 2
        if random.random() < 0.5:
            self.scale = 3
        return x * self.scale  # HYB501 # breaks: values

# %% iterator-in-an-object-of-the-block
# inputs: [(2, 3)]
# breaks: values
class Schedule:
    def __init__(self, values):
        self.values = iter(values)
        self.current = None

    def advance(self):
        self.current = next(self.values, self.current)
        return self.current


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.temperature = Schedule([1.0, 0.5, 0.25])

    def hybrid_forward(self, F, x):
        return F.softmax(x / self.temperature.advance())  # HYB501

# %% iterator-that-an-object-makes-in-each-call
# inputs: [(2, 3)]
# clean
class Schedule:
    def __init__(self, values):
        self.values = values

    def restart(self):
        self.steps = iter(self.values)

    def advance(self):
        return next(self.steps)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule([1.0, 0.5, 0.25])

    def hybrid_forward(self, F, x):
        self.schedule.restart()
        return x * self.schedule.advance() + self.schedule.advance()

# %% draw-beside-the-mode-in-one-test
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.autograd.is_training() and random.random() < 0.9:  # HYB501 # breaks: modes
            x = x * 2
        return x + 1

# %% numpy-array-of-the-block-shuffled-before-it-orders-columns
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.order = np.arange(4)

    def hybrid_forward(self, F, x):
        np.random.shuffle(self.order)
        return F.concat(*[F.slice_axis(x, axis=1, begin=int(i), end=int(i) + 1) for i in self.order], dim=1)  # HYB501
