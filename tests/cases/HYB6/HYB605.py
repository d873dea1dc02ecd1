"""Blocks that HYB605 reports, and blocks like them that work."""

import collections
from typing import NamedTuple

import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% a-dict-in-a-name-assigned-again: a dict in a name that is assigned again
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "b": x * 3}  # breaks here


def total(x):
    net = Net()
    out = net(x)
    out = out["a"]
    return out

# %% a-dict-read-by-its-keys: a dict that the file reads by its keys
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "b": x * 3}  # breaks here


def total(x):
    net = Net()
    out = net(x)
    return out["a"] + out["b"]

# %% a-dict-read-by-unknown-keys: a dict that the file reads by a variable
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return dict(a=x * 2, b=x * 3)  # breaks here


def total(x):
    net = Net()
    out = net(x)
    return sum(out[key] for key in ("a", "b"))

# %% a-dict-with-one-key-twice: a dict with one key twice
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2, "a": x * 3}  # breaks here

# %% dict-of-features-itself-returned: the dict of features itself returned
# inputs: [(2, 3)]
# breaks: trace
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
        return self.features(x, {})  # breaks here

# %% dict-returned-by-either-branch: a dict returned by either branch
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, full=True, **kwargs):
        super().__init__(**kwargs)
        self._full = full

    def hybrid_forward(self, F, x):
        if self._full:
            out = {"a": x * 2, "b": x * 3}
        else:
            out = {"a": x * 2}
        return out  # breaks here

# %% dictionary-of-intermediate-tensors-is-returned: a dictionary of intermediate tensors is returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return features  # breaks here

# %% heads-by-name-a-dict-returned: heads by name, a dict returned
# inputs: [(2, 3)]
# breaks: trace
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
        return outputs  # breaks here

# %% losses-in-a-dict: the losses in a dict
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, a, b):
        return {"l1": F.abs(a - b), "l2": F.square(a - b)}  # breaks here

# %% number-among-the-outputs: a number among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 3

# %% outputs-by-name: outputs by name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.score = nn.Dense(2)
        self.place = nn.Dense(4)

    def hybrid_forward(self, F, x):
        return {"score": self.score(x), "place": self.place(x)}  # breaks here

# %% pairs-of-tensors-not-yet-made-a-list: pairs of tensors, not yet made a list
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return zip(xs, ys)

# %% return-dict-enumerate-f-split-x-3-axis-1: return dict(enumerate(F.split(x, 3, axis=1)))
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return dict(enumerate(F.split(x, 3, axis=1)))

# %% return-self: return self
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x * 2
        return self

# %% return-t-for-t-in: return (t for t in ...)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (t for t in [x * 2, x * 3])

# %% return-x-2: return x * 2, ...
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, ...

# %% return-x-2-1j: return x * 2, 1j
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 1j

# %% return-x-2-b-a: return x * 2, b"a"
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, b"a"

# %% return-x-2-f-relu: return x * 2, F.relu
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.relu

# %% return-x-2-np-float32-1: return x * 2, np.float32(1)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.float32(1)

# %% return-x-x-shape-0: return x, x.shape[0]
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x.shape[0]  # breaks here

# %% returns-a-dataclass-of-tensors: returns a dataclass of tensors
# inputs: [(2, 3)]
# breaks: trace
import dataclasses


@dataclasses.dataclass
class Out:
    a: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Out(x * 2)  # breaks here

# %% returns-a-deque: returns a deque
# inputs: [(2, 3)]
# breaks: trace
from collections import deque


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return deque([x * 2, x * 3])  # breaks here

# %% returns-a-dict-of-tensors: returns a dict of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"out": x * 2}  # breaks here

# %% returns-a-flag-beside-the-tensor: returns a flag beside the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, True  # breaks here

# %% returns-a-generator: returns a generator
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * k for k in range(2))  # breaks here

# %% returns-a-map-object: returns a map object
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return map(F.relu, [x, x * 2])  # breaks here

# %% returns-a-numpy-array: returns a numpy array
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.ones(3)  # breaks here

# %% returns-a-string-beside-the-tensor: returns a string beside the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, "done"  # breaks here

# %% returns-an-ndarray-made-in-the-body: returns an NDArray made in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, nd.ones((1, 3))  # breaks here

# %% returns-an-ordereddict: returns an OrderedDict
# inputs: [(2, 3)]
# breaks: trace
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return OrderedDict(a=x * 2)  # breaks here

# %% state-with-its-number-is-returned: the state with its number is returned
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

# %% tensor-and-a-python-number-returned: a tensor and a python number returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.units = 3

    def hybrid_forward(self, F, x):
        return x * 2, self.units  # breaks here

# %% text-among-the-outputs: a text among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, "done"]

# %% whether-an-input-is-an-ndarray-among-the-outputs: whether an input is an NDArray, among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, isinstance(x, nd.NDArray)]

# %% whether-something-is-none-among-the-outputs: whether something is None, among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, self.name is not None

# %% dictionarys-tensors-are-returned-as-a-list: a dictionary's tensors are returned as a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        features = {"low": F.relu(x), "high": F.tanh(x)}
        features.update(both=features["low"] + features["high"])
        return [features[key] for key in sorted(features)]

# %% features-by-name-within-one-call: features by name within one call
# inputs: [(2, 3)]
# works
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

# %% heads-by-name-a-tuple-returned: heads by name, a tuple returned
# inputs: [(2, 3)]
# works
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

# %% list-of-pairs-of-tensors: a list of pairs of tensors
# inputs: [[(2, 3), (2, 3)], [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs, ys):
        return [(a * 1, b * 2) for a, b in zip(xs, ys)]

# %% map-over-a-list-of-tensors: map over a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*map(F.relu, [x, x * 2]))

# %% namedtuple-of-tensors-between-blocks: a NamedTuple of tensors between blocks
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

# %% ordereddict-of-tensors: OrderedDict of tensors
# inputs: [(2, 3), (2, 3)]
# works
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        d = OrderedDict(a=x, b=y)
        return d['a'] + d['b']

# %% return-f-ones-1-3-x-2: return F.ones((1, 3)), x * 2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((1, 3)), x * 2

# %% return-f-split-x-3-axis-1-x-2: return (*F.split(x, 3, axis=1), x * 2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (*F.split(x, 3, axis=1), x * 2)

# %% returns-a-constant-made-by-f: returns a constant made by F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.ones((1, 3))

# %% returns-a-list-of-one: returns a list of one
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2]

# %% returns-its-input-without-gradient-beside-the-result: returns its input without gradient beside the result
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.BlockGrad(x)

# %% returns-the-fields-of-a-dataclass: returns the fields of a dataclass
# inputs: [(2, 3)]
# works
import dataclasses


@dataclasses.dataclass
class Out:
    a: object
    b: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        out = Out(x * 2, x * 3)
        return out.a, out.b

# %% returns-the-values-of-a-dict-as-a-tuple: returns the values of a dict as a tuple
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x * 2, "b": x * 3}
        return tuple(made[k] for k in sorted(made))

# %% returns-tuple-map: returns tuple(map(...))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return tuple(map(F.relu, [x, x * 2]))

# %% sum-of-a-list-of-tensors: sum of a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x, x * 2])

# %% sum-of-numbers: sum of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * sum(k for k in range(3))

# %% sum-with-a-tensor-to-start-with: sum with a tensor to start with
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x * 2, x * 3], x)

# %% a-dict-returned-from-a-try: a dict is returned from a try
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return {"double": x * 2}  # breaks here
        except Exception:
            return x * 2
