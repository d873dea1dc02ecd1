"""Blocks that work and are like none that a rule reports: classes."""

import dataclasses
import math
import weakref

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% attribute-deleted-by-a-method
# inputs: [(2, 3)]
# clean
class Box:
    value = 1

    def put(self, value):
        self.value = value

    def reset(self):
        del self.value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        box = Box()
        box.put(x)
        box.reset()
        return x * box.value

# %% dataclasses-of-two-kinds-compared
# inputs: [(2, 3)]
# clean
@dataclasses.dataclass
class A:
    value: object


@dataclasses.dataclass
class B:
    value: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if A(x) == B(x * 2) else x * 3

# %% object-filled-by-a-loop
# inputs: [(2, 3)]
# clean
class Box:
    def __init__(self):
        self.values = []

    def put(self, value):
        self.values.append(value)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        box = Box()
        for i in range(3):
            box.put(x * i)
        return F.concat(*box.values, dim=0)

# %% object-filled-by-an-inner-function
# inputs: [(2, 3)]
# clean
class Box:
    def __init__(self):
        self.value = None

    def put(self, value):
        self.value = value
        return self


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        box = Box()

        def fill():
            box.put(x * 2)

        fill()
        return box.value + x

# %% object-of-the-module-that-computes
# inputs: [(2, 3)]
# clean
class Scale:
    def __init__(self):
        self.factor = 3

    def times(self, value):
        return value * self.factor


SCALE = Scale()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return SCALE.times(x)

# %% objects-without-eq-compared
# inputs: [(2, 3)]
# clean
class A:
    def __init__(self, value):
        self.value = value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if A(x) == A(x * 2) else x * 3

# %% property-with-a-setter-set-after-the-trace: a property with a setter, set after the trace
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

# %% base-that-keeps-what-it-has-made-for-the-rest-of-the-call
# inputs: [(2, 3)]
# clean
class Steps(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.made = {}

    def hybrid_forward(self, F, x):
        self.made["double"] = x * 2
        self.made["last"] = self.made["double"] + 1
        return self.made["last"]


class Net(Steps):
    def hybrid_forward(self, F, *args):
        return super().hybrid_forward(F, *args)

# %% block-of-mx-nps-arrays-inside-of-one-that-says-nothing-of-them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
import mxnet as mx


@mx.util.use_np
class First(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2 - x.mean(axis=1, keepdims=True)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = First()

    def hybrid_forward(self, F, x):
        return self.first(x)

# %% call-of-a-block-inside-which-is-part-of-the-graph
# inputs: [(2, 3)]
# clean
class Twice(HybridBlock):
    def __call__(self, x):
        return super().__call__(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.twice = Twice()

    def hybrid_forward(self, F, x):
        return self.twice(x) + 1

# %% child-that-has-forward-alone-is-a-part-of-the-graph-of-its
# inputs: [(2, 3)]
# clean
class Inner(HybridBlock):
    def forward(self, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.inner = Inner()

    def hybrid_forward(self, F, x):
        return self.inner(x)

# %% classmethod-helper
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    GAIN = 2

    @classmethod
    def act(cls, F, x):
        return F.relu(x) * cls.GAIN

    def hybrid_forward(self, F, x):
        return self.act(F, x)

# %% context-manager-that-names-operators
# inputs: [(2, 3)]
# clean
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

# %% enum-decides
# inputs: [(2, 3)]
# clean
import enum


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


class Net(HybridBlock):
    def __init__(self, mode=Mode.MEAN, **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1) if self.mode is Mode.MEAN else F.sum(x, axis=1)

# %% helper-that-refers-to-its-block
# inputs: [(2, 3)]
# clean
class Helper:
    def __init__(self, owner):
        self.owner = weakref.ref(owner)

    def __call__(self, F, x):
        return F.relu(x) * self.owner().gain


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2.0
        self.helper = Helper(self)

    def hybrid_forward(self, F, x):
        return self.helper(F, x)

# %% iterator-object-over-layers-and-their-options
# inputs: [(2, 3)]
# clean
class Plan:
    def __init__(self, *steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.plan = Plan(("relu", 1.0), ("tanh", 0.5))

    def hybrid_forward(self, F, x):
        for act, weight in self.plan:
            x = F.Activation(x, act_type=act) * weight
        return x / len(self.plan)

# %% members-compared
# inputs: [(2, 3)]
# clean
import enum


class Kind(enum.Enum):
    A = "a"
    B = "b"


class Net(HybridBlock):
    def __init__(self, kind="b", **kwargs):
        super().__init__(**kwargs)
        self.kind = Kind(kind)

    def hybrid_forward(self, F, x):
        if self.kind == Kind.A:
            return x * 2
        return F.relu(x) * {"a": 1, "b": 2}[self.kind.value]

# %% mode-with-which-a-child-is-made
# inputs: [(2, 3)]
# clean
class Pool(HybridBlock):
    def __init__(self, mode, **kwargs):
        super(Pool, self).__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        if self.mode == "mean":
            return F.mean(x, axis=1)
        elif self.mode == "max":
            return F.max(x, axis=1)
        raise ValueError(self.mode)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Pool("max")

    def hybrid_forward(self, F, x):
        return self.p(x)

# %% object-with-operators-of-its-own
# inputs: [(2, 3)]
# clean
class Dual:
    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a = Dual(x, F.ones_like(x))
        b = a * a + a
        return b.value, b.slope

# %% objects-field-is-changed-and-put-back
# inputs: [(2, 3)]
# clean
class Settings:
    def __init__(self):
        self.scale = 2.0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.settings = Settings()

    def hybrid_forward(self, F, x):
        before = self.settings.scale
        self.settings.scale = before * 2
        y = x * self.settings.scale
        self.settings.scale = before
        return y

# %% operator-methods-of-a-helper-that-broadcast
# inputs: [(2, 3)]
# clean
class Wrapped:
    def __init__(self, F, data):
        self.F = F
        self.data = data

    def __add__(self, other):
        return Wrapped(self.F, self.F.broadcast_add(self.data, other.data))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = Wrapped(F, F.mean(x, axis=1, keepdims=True))
        return (Wrapped(F, x) + mean).data

# %% operator-that-python-registers-which-a-fresh-process-does-not
# inputs: [(2, 6)]
# archive
# clean
class Doubling(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] * 2)

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * 2)


@mx.operator.register('doubling_of_a_case')
class DoublingProperties(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Doubling()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x, op_type='doubling_of_a_case')

# %% property-gives-a-number-from-the-constructor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self._units = units

    @property
    def scale(self):
        return 1.0 / math.sqrt(self._units)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% property-that-init-sets
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rate=0.5, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, value):
        if not 0 <= value < 1:
            raise ValueError(value)
        self._rate = value

    def hybrid_forward(self, F, x):
        return x * self.rate

# %% property-whose-setter-clears-the-graph
# inputs: [(2, 3)]
# clean
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

# %% property-with-a-setter
# inputs: [(2, 3)]
# clean
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

# %% property-with-a-setter-that-the-body-never-calls
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._scale = 0.5

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = float(value)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% setter-that-tests-what-it-gets
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "relu"

    @property
    def mode(self):
        return self._mode

    @mode.setter
    def mode(self, value):
        assert value in ("relu", "tanh"), value
        self._mode = value

    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type=self.mode)
