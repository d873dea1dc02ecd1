"""Blocks that HYB605 reports, and blocks like them that work."""

import collections
from typing import NamedTuple

import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% a-dict-in-a-name-assigned-again
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "b": x * 3}  # HYB605 # breaks: trace


def total(x):
    net = Net()
    out = net(x)
    out = out["a"]
    return out

# %% a-dict-read-by-its-keys: a dict that the file reads by its keys
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "b": x * 3}  # HYB605 # breaks: trace


def total(x):
    net = Net()
    out = net(x)
    return out["a"] + out["b"]

# %% a-dict-read-by-unknown-keys: a dict that the file reads by a variable
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return dict(a=x * 2, b=x * 3)  # HYB605 # breaks: trace


def total(x):
    net = Net()
    out = net(x)
    return sum(out[key] for key in ("a", "b"))

# %% a-dict-with-one-key-twice
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "a": x * 3}  # HYB605 # breaks: trace

# %% dict-of-features-itself-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def features(self, x, found):
        found["first"] = x = self.a(x)
        found["last"] = self.b(x)
        return found

    def hybrid_forward(self, F, x):
        return self.features(x, {})  # HYB605 # breaks: trace

# %% dict-returned-by-either-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, full=True, **kwargs):
        super().__init__(**kwargs)
        self._full = full

    def hybrid_forward(self, F, x):
        if self._full:
            out = {"a": x * 2, "b": x * 3}
        else:
            out = {"a": x * 2}
        return out  # HYB605 # breaks: trace

# %% dictionary-of-intermediate-tensors-is-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return features  # HYB605 # breaks: trace

# %% heads-by-name-a-dict-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, tasks=(("age", 1), ("group", 4)), **kwargs):
        super().__init__(**kwargs)
        self._tasks = [name for name, _ in tasks]
        with self.name_scope():
            self.trunk = nn.Dense(8, activation="relu")
            for name, units in tasks:
                setattr(self, name, nn.Dense(units))

    def hybrid_forward(self, F, x):
        h = self.trunk(x)
        outputs = collections.OrderedDict()
        for name in self._tasks:
            outputs[name] = getattr(self, name)(h)
        return outputs  # HYB605 # breaks: trace

# %% losses-in-a-dict
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return {"l1": F.abs(a - b), "l2": F.square(a - b)}  # HYB605 # breaks: trace

# %% number-among-the-outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 3  # HYB605

# %% outputs-by-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.score = nn.Dense(2)
        self.place = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return {"score": self.score(x), "place": self.place(x)}  # HYB605 # breaks: trace

# %% pairs-of-tensors-not-yet-made-a-list
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return zip(xs, ys)  # HYB605

# %% return-dict-enumerate-f-split-x-3-axis-1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return dict(enumerate(F.split(x, 3, axis=1)))  # HYB605

# %% return-self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x * 2
        return self  # HYB605

# %% return-t-for-t-in
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (t for t in [x * 2, x * 3])  # HYB605

# %% return-x-2
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, ...  # HYB605

# %% return-x-2-1j
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 1j  # HYB605

# %% return-x-2-b-a
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, b"a"  # HYB605

# %% return-x-2-f-relu
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.relu  # HYB605

# %% return-x-2-np-float32-1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.float32(1)  # HYB605

# %% return-x-x-shape-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x.shape[0]  # HYB101, HYB605 # breaks: trace

# %% returns-a-dataclass-of-tensors
# inputs: [(2, 3)]
import dataclasses


@dataclasses.dataclass
class Out:
    a: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Out(x * 2)  # HYB605 # breaks: trace

# %% returns-a-deque
# inputs: [(2, 3)]
from collections import deque


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return deque([x * 2, x * 3])  # HYB605 # breaks: trace

# %% returns-a-dict-of-tensors
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"out": x * 2}  # HYB605 # breaks: trace # fix: return x * 2,

# %% returns-a-flag-beside-the-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, True  # HYB605 # breaks: trace

# %% returns-a-generator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * k for k in range(2))  # HYB605 # breaks: trace

# %% returns-a-map-object
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return map(F.relu, [x, x * 2])  # HYB605 # breaks: trace

# %% returns-a-numpy-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.ones(3)  # HYB605 # breaks: trace

# %% returns-a-string-beside-the-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, "done"  # HYB605 # breaks: trace

# %% returns-an-ndarray-made-in-the-body
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, nd.ones((1, 3))  # HYB605 # breaks: trace

# %% returns-an-ordereddict
# inputs: [(2, 3)]
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return OrderedDict(a=x * 2)  # HYB605 # breaks: trace

# %% state-with-its-number-is-returned
# inputs: [(2, 3)]
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
        return state  # HYB605 # breaks: trace

# %% tensor-and-a-python-number-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.units = 3

    def hybrid_forward(self, F, x):
        return x * 2, self.units  # HYB605 # breaks: trace

# %% text-among-the-outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, "done"]  # HYB605

# %% whether-an-input-is-an-ndarray-among-the-outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, isinstance(x, nd.NDArray)]  # HYB605

# %% whether-something-is-none-among-the-outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, self.name is not None  # HYB605

# %% dictionarys-tensors-are-returned-as-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return [features[key] for key in sorted(features)]

# %% features-by-name-within-one-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.wanted = ("first", "last")
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def features(self, x):
        found = {}
        found["first"] = x = self.a(x)
        found["last"] = self.b(x)
        return found

    def hybrid_forward(self, F, x):
        found = self.features(x)
        return [found[name] for name in self.wanted]

# %% heads-by-name-a-tuple-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, tasks=(("age", 1), ("group", 4)), **kwargs):
        super().__init__(**kwargs)
        self._tasks = [name for name, _ in tasks]
        with self.name_scope():
            self.trunk = nn.Dense(8, activation="relu")
            for name, units in tasks:
                setattr(self, name, nn.Dense(units))

    def hybrid_forward(self, F, x):
        h = self.trunk(x)
        outputs = {}
        for name in self._tasks:
            outputs[name] = getattr(self, name)(h)
        return tuple(outputs[name] for name in self._tasks)

# %% list-of-pairs-of-tensors
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return [(a * 1, b * 2) for a, b in zip(xs, ys)]

# %% map-over-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*map(F.relu, [x, x * 2]))

# %% namedtuple-of-tensors-between-blocks
# inputs: [(2, 3)]
# clean
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

# %% ordereddict-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        d = OrderedDict(a=x, b=y)
        return d['a'] + d['b']

# %% return-f-ones-1-3-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((1, 3)), x * 2

# %% return-f-split-x-3-axis-1-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (*F.split(x, 3, axis=1), x * 2)

# %% returns-a-constant-made-by-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.ones((1, 3))

# %% returns-a-list-of-one
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2]

# %% returns-its-input-without-gradient-beside-the-result
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.BlockGrad(x)

# %% returns-the-fields-of-a-dataclass
# inputs: [(2, 3)]
# clean
import dataclasses


@dataclasses.dataclass
class Out:
    a: object
    b: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = Out(x * 2, x * 3)
        return out.a, out.b

# %% returns-the-values-of-a-dict-as-a-tuple
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x * 2, "b": x * 3}
        return tuple(made[k] for k in sorted(made))

# %% returns-tuple-map
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return tuple(map(F.relu, [x, x * 2]))

# %% sum-of-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x, x * 2])

# %% sum-of-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * sum(k for k in range(3))

# %% sum-with-a-tensor-to-start-with
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x * 2, x * 3], x)

# %% a-dict-returned-from-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return {"double": x * 2}  # HYB605 # breaks: trace
        except Exception:
            return x * 2

# %% string-in-a-tuple-of-a-flag
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, labelled=True, **kwargs):
        super().__init__(**kwargs)
        self.labelled = labelled

    def hybrid_forward(self, F, x):
        if self.labelled:
            out = (x * 2, "label")
        else:
            out = x * 3
        return out  # HYB605 # breaks: trace

# %% tuple-of-tensors-of-a-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, several=True, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def hybrid_forward(self, F, x):
        if self.several:
            out = (x * 2, [x * 3])
        else:
            out = x * 3
        return out
