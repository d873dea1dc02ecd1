"""Whole blocks whose trouble sits in Python: objects, configurations, caches, callbacks, registries."""

import abc
import contextlib
import dataclasses
import enum
import math
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn


# %% around-config-dataclass-scale: an encoder set up by a dataclass, the scale from its fields
# inputs: [(2, 4, 6)]
# works
@dataclasses.dataclass
class Config:
    units: int = 6
    heads: int = 2
    dropout: float = 0.0
    scaled: bool = True


class Attention(HybridBlock):
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        with self.name_scope():
            self.query = nn.Dense(config.units, flatten=False, in_units=config.units)
            self.key = nn.Dense(config.units, flatten=False, in_units=config.units)

    def hybrid_forward(self, F, x):
        scores = F.batch_dot(self.query(x), self.key(x), transpose_b=True)
        if self.config.scaled:
            scores = scores / math.sqrt(self.config.units // self.config.heads)
        return F.batch_dot(F.softmax(scores), x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = Config()
        self.attention = Attention(self.config)

    def hybrid_forward(self, F, x):
        return self.attention(x) + x


# %% around-config-dataclass-shape: the same, the scale from the last axis
# inputs: [(2, 4, 6)]
# breaks: trace
@dataclasses.dataclass
class Config:
    units: int = 6
    scaled: bool = True


class Attention(HybridBlock):
    def __init__(self, config, **kwargs):
        super().__init__(**kwargs)
        self.config = config
        with self.name_scope():
            self.query = nn.Dense(config.units, flatten=False, in_units=config.units)
            self.key = nn.Dense(config.units, flatten=False, in_units=config.units)

    def scale_of(self, keys):
        if not self.config.scaled:
            return 1.0
        return math.sqrt(keys.shape[-1])  # breaks here

    def hybrid_forward(self, F, x):
        keys = self.key(x)
        scores = F.batch_dot(self.query(x), keys, transpose_b=True)
        return F.batch_dot(F.softmax(scores / self.scale_of(keys)), x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.attention = Attention(Config())

    def hybrid_forward(self, F, x):
        return self.attention(x) + x


# %% around-config-array: a configuration that holds an array of anchors
# inputs: [(2, 3)]
# breaks: trace
@dataclasses.dataclass
class Anchors:
    sizes: Tuple[float, ...] = (1.0, 2.0, 3.0)

    def as_array(self):
        return nd.array(self.sizes).reshape((1, -1))


class Net(HybridBlock):
    def __init__(self, anchors=None, **kwargs):
        super().__init__(**kwargs)
        self.anchors = anchors or Anchors()
        self.table = self.anchors.as_array()

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.table)  # breaks here


# %% around-config-array-const: the same, the array as a constant
# inputs: [(2, 3)]
# works
@dataclasses.dataclass
class Anchors:
    sizes: Tuple[float, ...] = (1.0, 2.0, 3.0)

    def as_array(self):
        return nd.array(self.sizes).reshape((1, -1))


class Net(HybridBlock):
    def __init__(self, anchors=None, **kwargs):
        super().__init__(**kwargs)
        self.anchors = anchors or Anchors()
        self.table = self.params.get_constant("table", self.anchors.as_array())

    def hybrid_forward(self, F, x, table):
        return F.broadcast_mul(x, table) + len(self.anchors.sizes)


# %% around-config-mutated: a configuration that a call changes
# inputs: [(2, 3)]
# breaks: values
@dataclasses.dataclass
class Schedule:
    rate: float = 1.0
    decay: float = 0.5

    def step(self):
        self.rate *= self.decay
        return self.rate


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        rate = self.schedule.step()
        return self.d(x) * rate + x  # breaks here


# %% around-config-copied: a copy of a configuration is changed
# inputs: [(2, 3)]
# works
@dataclasses.dataclass
class Schedule:
    rate: float = 1.0
    decay: float = 0.5


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        schedule = dataclasses.replace(self.schedule)
        for _ in range(3):
            x = self.d(x) * schedule.rate + x
            schedule.rate = schedule.rate * schedule.decay
        return x


# %% around-config-namedtuple: hyper-parameters in a NamedTuple
# inputs: [(2, 3, 8, 8)]
# works
class Stage(NamedTuple):
    channels: int
    kernel: int
    pool: bool = False


class Net(HybridBlock):
    STAGES = (Stage(4, 3), Stage(6, 3, True))

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.HybridSequential()
        channels = 3
        for stage in self.STAGES:
            self.body.add(nn.Conv2D(stage.channels, stage.kernel, padding=stage.kernel // 2, in_channels=channels))
            channels = stage.channels

    def hybrid_forward(self, F, x):
        for stage, layer in zip(self.STAGES, self.body):
            x = F.relu(layer(x))
            if stage.pool:
                x = F.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
        return x


# %% around-config-namedtuple-out: a NamedTuple of tensors between blocks
# inputs: [(2, 3)]
# works
class State(NamedTuple):
    value: object
    step: int


class Update(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, value, step):
        return self.d(value) / (step + 1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.update = Update()

    def hybrid_forward(self, F, x):
        state = State(x, 0)
        for _ in range(3):
            state = State(self.update(state.value, state.step), state.step + 1)
        return state.value


# %% around-config-namedtuple-returned: the state with its number is returned
# inputs: [(2, 3)]
# breaks: trace
class State(NamedTuple):
    value: object
    step: int


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        state = State(x, 0)
        for _ in range(3):
            state = state._replace(value=self.d(state.value), step=state.step + 1)
        return state  # breaks here


# %% around-config-enum: an enum chooses the pooling
# inputs: [(2, 4, 6)]
# works
class Pool(enum.Enum):
    MEAN = "mean"
    MAX = "max"
    FIRST = "first"


class Net(HybridBlock):
    def __init__(self, pool=Pool.MAX, **kwargs):
        super().__init__(**kwargs)
        self.pool = pool
        self.out = nn.Dense(5, in_units=6)

    def hybrid_forward(self, F, x):
        if self.pool is Pool.MEAN:
            pooled = F.mean(x, axis=1)
        elif self.pool is Pool.MAX:
            pooled = F.max(x, axis=1)
        else:
            pooled = F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)
        return self.out(pooled)


# %% around-config-enum-bad: an enum chooses the pooling, one of which takes a row
# inputs: [(2, 4, 6)]
# breaks: trace
# ctor: {"pool": "first"}
class Pool(enum.Enum):
    MEAN = "mean"
    FIRST = "first"


class Net(HybridBlock):
    def __init__(self, pool="mean", **kwargs):
        super().__init__(**kwargs)
        self.pool = Pool(pool)
        self.out = nn.Dense(5, in_units=6)

    def hybrid_forward(self, F, x):
        if self.pool is Pool.MEAN:
            return self.out(F.mean(x, axis=1))
        return self.out(x[:, 0])  # breaks here


# %% around-registry-decorator: activations in a registry, each given F
# inputs: [(2, 3)]
# works
ACTIVATIONS: Dict[str, Callable] = {}


def register(name):
    def add(function):
        ACTIVATIONS[name] = function
        return function

    return add


@register("swish")
def swish(F, x):
    return x * F.sigmoid(x)


@register("mish")
def mish(F, x):
    return x * F.tanh(F.log(1 + F.exp(x)))


class Net(HybridBlock):
    def __init__(self, activation="mish", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[activation]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(F, self.d(x))


# %% around-registry-decorator-nd: activations in a registry, of nd
# inputs: [(2, 3)]
# breaks: trace
ACTIVATIONS: Dict[str, Callable] = {}


def register(name):
    def add(function):
        ACTIVATIONS[name] = function
        return function

    return add


@register("swish")
def swish(x):
    return x * nd.sigmoid(x)  # breaks here


class Net(HybridBlock):
    def __init__(self, activation="swish", **kwargs):
        super().__init__(**kwargs)
        self.act = ACTIVATIONS[activation]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.act(self.d(x))


# %% around-registry-classes: blocks in a registry of classes
# inputs: [(2, 3)]
# works
class Registry:
    def __init__(self):
        self._made = {}

    def register(self, cls):
        self._made[cls.__name__.lower()] = cls
        return cls

    def create(self, name, *args, **kwargs):
        return self._made[name](*args, **kwargs)


HEADS = Registry()


@HEADS.register
class Linear(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, head="linear", **kwargs):
        super().__init__(**kwargs)
        self.head = HEADS.create(head, 4)

    def hybrid_forward(self, F, x):
        return self.head(F.relu(x))


# %% around-registry-classes-bad: blocks in a registry of classes, one of which reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Registry:
    def __init__(self):
        self._made = {}

    def register(self, cls):
        self._made[cls.__name__.lower()] = cls
        return cls

    def create(self, name, *args, **kwargs):
        return self._made[name](*args, **kwargs)


HEADS = Registry()


@HEADS.register
class Averaged(HybridBlock):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(units, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / x.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, head="averaged", **kwargs):
        super().__init__(**kwargs)
        self.head = HEADS.create(head, 4)

    def hybrid_forward(self, F, x):
        return self.head(F.relu(x))


# %% around-cache-masks: masks kept by length
# inputs: [(2, 4, 4)]
# breaks: trace
# between: net.hybridize(False)
class MaskCache:
    def __init__(self):
        self.masks = {}

    def get(self, F, length):
        if length not in self.masks:
            steps = F.arange(length)
            self.masks[length] = F.broadcast_lesser_equal(steps.reshape((1, -1)), steps.reshape((-1, 1)))
        return self.masks[length]


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.cache = MaskCache()

    def hybrid_forward(self, F, scores):
        mask = self.cache.get(F, self.length)
        return F.broadcast_mul(scores, F.expand_dims(mask, axis=0))


# %% around-cache-masks-plain: numbers kept by length
# inputs: [(2, 4)]
# works
class TableCache:
    def __init__(self):
        self.tables = {}

    def get(self, length):
        if length not in self.tables:
            self.tables[length] = [1.0 / (k + 1) for k in range(length)]
        return self.tables[length]


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.cache = TableCache()

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self.length, axis=1)
        weights = self.cache.get(self.length)
        return F.concat(*[part * weight for part, weight in zip(parts, weights)], dim=1)


# %% around-cache-last-output: the last output, mixed into the next, after an imperative run
# inputs: [(2, 3)]
# breaks: trace
class Smoother:
    def __init__(self, alpha):
        self.alpha = alpha
        self.last = None

    def __call__(self, value):
        if self.last is None:
            self.last = value
        self.last = self.alpha * value + (1 - self.alpha) * self.last
        return self.last


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.smooth = Smoother(0.9)

    def hybrid_forward(self, F, x):
        return self.smooth(self.d(x))


# %% around-cache-last-fresh: a smoother that lives for one call
# inputs: [(2, 3)]
# works
class Smoother:
    def __init__(self, alpha):
        self.alpha = alpha
        self.last = None

    def __call__(self, value):
        if self.last is None:
            self.last = value
        self.last = self.alpha * value + (1 - self.alpha) * self.last
        return self.last


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        smooth = Smoother(0.9)
        for _ in range(3):
            x = smooth(self.d(x))
        return x


# %% around-recorder-list: a recorder that keeps what passes
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), len(net.recorder.kept))
class Recorder:
    def __init__(self):
        self.kept = []

    def __call__(self, name, value):
        self.kept.append((name, value))
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.recorder = Recorder()
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.recorder("a", self.a(x))
        return self.recorder("b", self.b(h))


# %% around-recorder-local: a recorder of one call, its tensors returned
# inputs: [(2, 3)]
# works
class Recorder:
    def __init__(self):
        self.kept = []

    def __call__(self, name, value):
        self.kept.append((name, value))
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        recorder = Recorder()
        h = recorder("a", self.a(x))
        recorder("b", self.b(h))
        return [value for _, value in recorder.kept]


# %% around-recorder-shapes: a recorder of shapes
# inputs: [(2, 3)]
# breaks: trace
class Recorder:
    def __init__(self):
        self.kept = {}

    def note(self, name, value):
        self.kept[name] = value.shape  # breaks here
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.recorder = Recorder()
        self.a = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.recorder.note("a", self.a(x)) * 2


# %% around-callbacks-list: callbacks that change the tensor
# inputs: [(2, 3)]
# works
class Scale:
    def __init__(self, k):
        self.k = k

    def __call__(self, F, x):
        return x * self.k


class Clip:
    def __call__(self, F, x):
        return F.clip(x, -1, 1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.callbacks = [Scale(3), Clip(), Scale(0.5)]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        x = self.d(x)
        for callback in self.callbacks:
            x = callback(F, x)
        return x


# %% around-callbacks-list-bad: callbacks, of which one looks at the largest number
# inputs: [(2, 3)]
# breaks: trace
class Scale:
    def __init__(self, k):
        self.k = k

    def __call__(self, F, x):
        return x * self.k


class Guard:
    def __call__(self, F, x):
        if F.max(x) > 100:  # breaks here
            return F.zeros_like(x)
        return x


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.callbacks = [Scale(3), Guard()]
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        x = self.d(x)
        for callback in self.callbacks:
            x = callback(F, x)
        return x


# %% around-callback-counted: a callback that counts its calls
# inputs: [(2, 3)]
# breaks: values
class Warmup:
    def __init__(self, steps):
        self.steps = steps
        self.done = 0

    def factor(self):
        self.done = min(self.done + 1, self.steps)
        return self.done / self.steps


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warmup = Warmup(4)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        factor = self.warmup.factor()
        return self.d(x) * factor


# %% around-callback-none: callbacks that are none
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, on_hidden=None, **kwargs):
        super().__init__(**kwargs)
        self.on_hidden = on_hidden
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        hidden = F.relu(self.a(x))
        if self.on_hidden is not None:
            self.on_hidden(hidden)
        return self.b(hidden)


# %% around-machine-states: a state machine over layers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, plan=("linear", "act", "linear", "stop"), **kwargs):
        super().__init__(**kwargs)
        self.plan = plan
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        position = 0
        while True:
            step = self.plan[position]
            if step == "stop":
                break
            elif step == "linear":
                x = self.d(x)
            elif step == "act":
                x = F.tanh(x)
            else:
                raise ValueError("what is %s" % step)
            position += 1
        return x


# %% around-machine-states-kept: a state machine that goes on from call to call
# inputs: [(2, 3)]
# breaks: values
class Machine:
    ORDER = {"warm": "run", "run": "cool", "cool": "warm"}

    def __init__(self):
        self.state = "warm"

    def advance(self):
        self.state = self.ORDER[self.state]
        return self.state


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.machine = Machine()

    def hybrid_forward(self, F, x):
        state = self.machine.advance()
        if state == "run":
            return x * 2
        if state == "cool":
            return x * 0.5
        return x * 1


# %% around-machine-halting: a loop that ends when the tensor says so
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(1, in_units=3)
        self.limit = 5

    def hybrid_forward(self, F, x):
        remaining, steps = 1.0, 0
        while steps < self.limit:
            halting = F.sigmoid(self.d(x)).mean()
            if halting * (steps + 1) > remaining:  # breaks here
                break
            x = x * 1.5
            steps += 1
        return x * 1


# %% around-context-scope: a context manager that names operators
# inputs: [(2, 3)]
# works
class Scope:
    def __init__(self, prefix):
        self.prefix = prefix
        self.count = 0

    def __enter__(self):
        self.count = 0
        return self

    def __exit__(self, *error):
        return False

    def name(self, kind):
        self.count += 1
        return "%s_%s%d" % (self.prefix, kind, self.count)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with Scope("block") as scope:
            x = F.relu(x, name=scope.name("relu"))
            return F.tanh(x, name=scope.name("tanh"))


# %% around-context-swallow: a context manager that swallows what tracing raises
# inputs: [(2, 3)]
# breaks: values
class Lenient:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, AttributeError)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1.0
        with Lenient():
            scale = float(x.shape[1])
        return x * scale


# %% around-context-generator: a generator as a context manager around operators
# inputs: [(2, 3)]
# works
@contextlib.contextmanager
def scaled(owner, factor):
    before = owner.factor
    owner.factor = factor
    try:
        yield owner
    finally:
        owner.factor = before


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.factor = 1.0
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with scaled(self, 3.0):
            y = self.d(x) * self.factor
        return y + x * self.factor


# %% around-context-pause: a helper's context that pauses gradients
# inputs: [(2, 3)]
# breaks: gradients
@contextlib.contextmanager
def frozen():
    with autograd.pause():
        yield


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with frozen():  # breaks here
            target = x * 2
        return self.d(x) * target


# %% around-property-setter: a property with a setter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._gain = 1.0
        self.gain = 2.0

    @property
    def gain(self):
        return self._gain

    @gain.setter
    def gain(self, value):
        if value <= 0:
            raise ValueError("a gain is positive")
        self._gain = float(value)

    def hybrid_forward(self, F, x):
        return F.relu(x) * self.gain


# %% around-property-setter-stale: a property with a setter, set after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.gain = 5.0
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._gain = 1.0

    @property
    def gain(self):
        return self._gain

    @gain.setter
    def gain(self, value):
        self._gain = float(value)

    def hybrid_forward(self, F, x):
        return F.relu(x) * self.gain


# %% around-property-setter-clears: a property whose setter clears the graph
# inputs: [(2, 3)]
# works
# between: net.gain = 5.0
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._gain = 1.0

    @property
    def gain(self):
        return self._gain

    @gain.setter
    def gain(self, value):
        self._gain = float(value)
        self._clear_cached_op()

    def hybrid_forward(self, F, x):
        return F.relu(x) * self.gain


# %% around-property-counter: a property that counts
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._calls = 0

    @property
    def temperature(self):
        self._calls += 1
        return max(0.1, 1.0 - 0.2 * self._calls)

    def hybrid_forward(self, F, x):
        return F.softmax(x / self.temperature)  # breaks here


# %% around-property-mode: a property that asks autograd
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.noise = 0.5

    @property
    def strength(self):
        return self.noise if autograd.is_training() else 0.0

    def hybrid_forward(self, F, x):
        return x * (1 + self.strength)


# %% around-call-override-inner: a child whose __call__ reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Padded(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=4)

    def __call__(self, x, *args):
        if x.shape[1] < 4:  # breaks here
            x = nd.concat(x, nd.zeros((x.shape[0], 4 - x.shape[1])), dim=1)
        return super().__call__(x, *args)

    def hybrid_forward(self, F, x):
        return self.d(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = Padded()

    def hybrid_forward(self, F, x):
        return self.body(x) * 2


# %% around-call-override-list: __call__ takes one tensor or several
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def __call__(self, *inputs):
        if len(inputs) == 1:
            inputs = (inputs[0], inputs[0])
        return super().__call__(*inputs)

    def hybrid_forward(self, F, x, y):
        return self.d(x) + self.d(y)


# %% around-template-method: a base with hooks that subclasses fill
# inputs: [(2, 3)]
# works
class Layer(HybridBlock):
    def before(self, F, x):
        return x

    def after(self, F, x):
        return x

    def transform(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.after(F, self.transform(F, self.before(F, x)))


class Net(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def transform(self, F, x):
        return self.d(x)

    def after(self, F, x):
        return F.relu(x) * 2


# %% around-template-method-bad: a base with hooks, one filled with a row
# inputs: [(4, 3)]
# breaks: values
class Layer(HybridBlock):
    def after(self, F, x):
        return x

    def transform(self, F, x):
        raise NotImplementedError

    def hybrid_forward(self, F, x):
        return self.after(F, self.transform(F, x))


class Net(Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def transform(self, F, x):
        return self.d(x)

    def after(self, F, x):
        return x[0] * 2  # breaks here


# %% around-abstract-strategy: a strategy object with an abstract base
# inputs: [(2, 3)]
# works
class Norm(abc.ABC):
    @abc.abstractmethod
    def apply(self, F, x):
        """Normalise."""


class MeanNorm(Norm):
    def apply(self, F, x):
        return F.broadcast_sub(x, F.mean(x, axis=1, keepdims=True))


class L2Norm(Norm):
    def __init__(self, eps=1e-6):
        self.eps = eps

    def apply(self, F, x):
        return F.broadcast_div(x, F.sqrt(F.sum(F.square(x), axis=1, keepdims=True) + self.eps))


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norms = [MeanNorm(), L2Norm()]

    def hybrid_forward(self, F, x):
        for norm in self.norms:
            x = norm.apply(F, x)
        return x


# %% around-abstract-strategy-bad: a strategy that subtracts without broadcasting
# inputs: [(2, 3)]
# breaks: execution
class Norm(abc.ABC):
    @abc.abstractmethod
    def apply(self, F, x):
        """Normalise."""


class MeanNorm(Norm):
    def apply(self, F, x):
        return x - F.mean(x, axis=1, keepdims=True)  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = MeanNorm()

    def hybrid_forward(self, F, x):
        return self.norm.apply(F, x) * 2

# %% strategy-of-a-dict: an object of a class that a dict of the module holds, called
# inputs: [(2, 3)]
# breaks: values
class Strategy:
    def __call__(self, F, x):
        raise NotImplementedError


class First(Strategy):
    def __call__(self, F, x):
        return x[0]  # breaks here


class Mean(Strategy):
    def __call__(self, F, x):
        return F.mean(x, axis=0)


STRATEGIES = {"first": First, "mean": Mean}


class Net(HybridBlock):
    def __init__(self, strategy="first", **kwargs):
        super().__init__(**kwargs)
        self.strategy = STRATEGIES[strategy]()

    def hybrid_forward(self, F, x):
        return self.strategy(F, x)

# %% strategy-of-two: an object of one of two classes, of which one reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Sized:
    def run(self, F, x):
        return x * x.shape[0]  # breaks here


class Mean:
    def run(self, F, x):
        return F.mean(x, axis=0)


class Net(HybridBlock):
    def __init__(self, sized=True, **kwargs):
        super().__init__(**kwargs)
        self.strategy = Sized() if sized else Mean()

    def hybrid_forward(self, F, x):
        return self.strategy.run(F, x)

# %% strategy-of-two-works: an object of one of two classes, neither of which does what a Symbol cannot
# inputs: [(2, 3)]
# works
class Sized:
    scale = 3

    def run(self, F, x):
        return x * self.scale


class Mean:
    scale = 2

    def run(self, F, x):
        return F.mean(x, axis=0)


class Net(HybridBlock):
    def __init__(self, sized=True, **kwargs):
        super().__init__(**kwargs)
        self.strategy = Sized() if sized else Mean()

    def hybrid_forward(self, F, x):
        return self.strategy.run(F, x) * self.strategy.scale

# %% layer-of-a-dict: a layer that a dict holds, called with as many inputs as it takes
# inputs: [(2, 3)]
# works
class LayerA(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class LayerB(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y


LAYERS = {"a": LayerA, "b": LayerB}


class Net(HybridBlock):
    def __init__(self, kind="a", **kwargs):
        super().__init__(**kwargs)
        self.kind = kind
        self.layer = LAYERS[kind]()

    def hybrid_forward(self, F, x):
        if self.kind == "a":
            return self.layer(x)
        return self.layer(x, x * 2)
