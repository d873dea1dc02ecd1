"""What a block returns, keeps and is given."""

import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, nn, rnn


# %% sweep-ret-dict: returns a dict of tensors
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"out": x * 2}  # breaks here


# %% sweep-ret-str: returns a string beside the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, "done"  # breaks here


# %% sweep-ret-bool: returns a flag beside the tensor
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, True  # breaks here


# %% sweep-ret-nested: returns lists in a tuple
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, (x * 4, x * 5)]


# %% sweep-ret-nested-none: None deep in what is returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, None]  # breaks here


# %% sweep-ret-input: returns its input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x  # breaks here


# %% sweep-ret-input-beside: returns its input beside a result
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x  # breaks here


# %% sweep-ret-input-if: the input as it is, if nothing is to be done
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.down = None

    def hybrid_forward(self, F, x):
        if self.down is not None:
            x = self.down(x)
        return x  # breaks here


# %% sweep-ret-input-list: returns the list it was given
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return x + states[0], states  # breaks here


# %% sweep-ret-input-list-rebuilt: returns a list made of the states
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return x + states[0], [s * 0.5 for s in states]


# %% sweep-ret-set-comp: returns a set
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {x * 2}  # breaks here


# %% sweep-ret-generator: returns a generator
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * k for k in range(2))  # breaks here


# %% sweep-ret-map: returns a map object
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return map(F.relu, [x, x * 2])  # breaks here


# %% sweep-ret-tuple-of-map: returns tuple(map(...))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return tuple(map(F.relu, [x, x * 2]))


# %% sweep-ret-ordereddict: returns an OrderedDict
# inputs: [(2, 3)]
# breaks: trace
from collections import OrderedDict


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return OrderedDict(a=x * 2)  # breaks here


# %% sweep-ret-dict-list: returns the values of a dict as a tuple
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x * 2, "b": x * 3}
        return tuple(made[k] for k in sorted(made))


# %% sweep-ret-deque: returns a deque
# inputs: [(2, 3)]
# breaks: trace
from collections import deque


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return deque([x * 2, x * 3])  # breaks here


# %% sweep-ret-dataclass: returns a dataclass of tensors
# inputs: [(2, 3)]
# breaks: trace
import dataclasses


@dataclasses.dataclass
class Out:
    a: object


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Out(x * 2)  # breaks here


# %% sweep-ret-dataclass-astuple: returns the fields of a dataclass
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


# %% sweep-ret-branch-none: returns a tensor in one branch only
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 0

    def hybrid_forward(self, F, x):
        if self.scale:
            return x * self.scale


# %% sweep-ret-branch-tensor: returns a tensor in the branch that is taken
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def hybrid_forward(self, F, x):
        if self.scale:
            return x * self.scale


# %% sweep-ret-same-twice: returns one result twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        return y, y


# %% sweep-ret-one-list: returns a list of one
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2]


# %% sweep-ret-empty: returns an empty tuple
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ()


# %% sweep-ret-reshaped-input: returns a view of its input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((-1,))


# %% sweep-ret-stopped: returns its input without gradient beside the result
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.BlockGrad(x)


# %% sweep-ret-param-once-more: the parameter times one
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), w * 1


# %% sweep-ret-const-param: returns a constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", [[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c), c


# %% sweep-ret-np: returns a numpy array
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, np.ones(3)  # breaks here


# %% sweep-ret-nd: returns an NDArray made in the body
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, nd.ones((1, 3))  # breaks here


# %% sweep-ret-F-const: returns a constant made by F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.ones((1, 3))


# %% sweep-ret-self-tensors: returns what it kept on itself
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mid = x * 3
        self.top = self.mid + 1
        return self.top


# %% sweep-ret-via-tuple-add: tuples of tensors joined
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * 2,) + (x * 3, x * 4)


# %% sweep-ret-child-none: a child that returns None, its result unused
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = True


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        self.c(x)
        return x * 2


# %% sweep-ret-child-dict: a child that returns a dict, used by key
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)["a"] + 1


# %% sweep-ret-child-tuple-scalar: a child that returns a number with the tensor
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 5


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        y, n = self.c(x)
        return y * n


# %% sweep-counter-list: a counter in a list, used
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [0]

    def hybrid_forward(self, F, x):
        self.steps[0] += 1
        return x * self.steps[0]  # breaks here


# %% sweep-counter-dict: a counter in a dict, used
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x / self.stats["calls"]  # breaks here


# %% sweep-counter-class: a counter on the class, used
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        Net.calls += 1
        return x * Net.calls  # breaks here


# %% sweep-counter-threshold: another branch after some calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls = self.calls + 1
        if self.calls > 1:
            return x * 2
        return x * 3


# %% sweep-counter-decay: a number that decays
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rate = 1.0

    def hybrid_forward(self, F, x):
        self.rate *= 0.9
        return x * self.rate  # breaks here


# %% sweep-counter-reset: a number that is set anew in each call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.layers = 0
        for _ in range(3):
            self.layers += 1
            x = x * self.layers
        return x


# %% sweep-counter-name: a counter that only names operators
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return F.relu(x, name="act%d" % self.calls)


# %% sweep-counter-helper: a counter moved by a helper
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def step(self):
        self.calls += 1
        return self.calls

    def hybrid_forward(self, F, x):
        return x * self.step()  # breaks here


# %% sweep-counter-log: a list of numbers, not read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.log = []

    def hybrid_forward(self, F, x):
        self.log.append(1)
        return x * 2


# %% sweep-counter-log-len: the length of a list that grows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.log = []

    def hybrid_forward(self, F, x):
        self.log.append(1)
        return x * len(self.log)  # breaks here


# %% sweep-toggle: a flag turned in each call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.even = False

    def hybrid_forward(self, F, x):
        self.even = not self.even
        return x * 2 if self.even else x * 3


# %% sweep-first-call: something done at the first call only
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ready = False

    def hybrid_forward(self, F, x):
        if not self.ready:
            self.ready = True
            return x * 2
        return x * 3


# %% sweep-first-call-same: a flag set at the first call, same mathematics
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        if self.scale is None:
            self.scale = 0.5
        return x * self.scale


# %% sweep-cycle: the next of a cycle
# inputs: [(2, 3)]
# breaks: values
import itertools


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([1.0, 2.0])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)  # breaks here


# %% sweep-pop: a number taken off a list
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [float(k) for k in range(20)]

    def hybrid_forward(self, F, x):
        return x * self.scales.pop()  # breaks here


# %% sweep-cache-dict-read-back: a dict of results, read in the same call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.kept = {}

    def hybrid_forward(self, F, x):
        self.kept["h"] = x * 2
        self.kept["out"] = self.kept["h"] + 1
        return self.kept["out"]


# %% sweep-cache-list-cleared: a list of results emptied first
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs = []
        for k in range(2):
            self.outs.append(x * k)
        return F.concat(*self.outs, dim=1)


# %% sweep-cache-list-grows: a list of results that grows from call to call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(x * 2)
        return F.add_n(*self.outs)


# %% sweep-cache-numbers: a list of numbers made once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.angles = {}

    def hybrid_forward(self, F, x):
        if 3 not in self.angles:
            self.angles[3] = [0.1 * k for k in range(3)]
        return x * sum(self.angles[3])


# %% sweep-cache-mean: a running mean kept on the block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = 0

    def hybrid_forward(self, F, x):
        self.mean = 0.9 * self.mean + 0.1 * F.mean(x)
        return F.broadcast_sub(x, self.mean)


# %% sweep-state-fresh: states made in each call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.state = F.zeros_like(x)
        for _ in range(2):
            self.state = self.state * 0.5 + x
        return self.state


# %% sweep-weight-child-data-op: F.dot with the data of a child's weight
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d.weight.data().T)  # breaks here


# %% sweep-weight-data-shape: the shape of a parameter's data
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) / self.w.data().shape[1]


# %% sweep-weight-name: the name of a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        assert self.w.name.endswith("w")
        return F.broadcast_mul(x, w)


# %% sweep-weight-norm: the norm of the weights, computed from their data
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        norm = self.w.data().norm()
        return F.broadcast_mul(x, w) / norm  # breaks here


# %% sweep-weight-grad-read: the gradient of a weight
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) + self.w.grad()  # breaks here


# %% sweep-weight-list-data: list_data() of a weight
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, self.w.list_data()[0])  # breaks here


# %% sweep-weight-gradreq: the grad_req of a weight decides
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        y = F.broadcast_mul(x, w)
        return y if self.w.grad_req == "null" else y * 2


# %% sweep-weight-collect-data: a weight out of collect_params()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        penalty = 0
        for p in self.collect_params().values():
            penalty = penalty + p.data().sum()
        return F.broadcast_add(self.d(x), penalty)  # breaks here


# %% sweep-weight-tied-arg: a child's weight as an argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3, use_bias=False)
        self.tied = self.d.weight

    def hybrid_forward(self, F, x, tied):
        return F.dot(self.d(x), tied)


# %% sweep-nd-attr-mul: an NDArray attribute times the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nd.ones((1,))

    def hybrid_forward(self, F, x):
        return F.concat(x * 2, x) + F.sum(self.c)  # breaks here


# %% sweep-nd-attr-scalar: a number taken of an NDArray attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nd.array([1.0, 2.0])

    def hybrid_forward(self, F, x):
        return x * self.c[1].asscalar()


# %% sweep-nd-attr-list: NDArrays in a list attribute
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shifts = [nd.ones((1, 3)) * k for k in range(2)]

    def hybrid_forward(self, F, x):
        for shift in self.shifts:
            x = F.broadcast_add(x, shift)  # breaks here
        return x


# %% sweep-np-attr-item: an item of a numpy array attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.array([1.0, 2.0, 3.0], dtype="float32")

    def hybrid_forward(self, F, x):
        return x * self.c[1] + self.c.sum()


# %% sweep-np-attr-float: a numpy float attribute
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.float32(3.0)

    def hybrid_forward(self, F, x):
        return x * self.c


# %% sweep-np-attr-left: a numpy float on the left
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = np.float32(3.0)

    def hybrid_forward(self, F, x):
        return self.c * x


# %% sweep-np-attr-shape: a shape from a numpy array
# inputs: [(2, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.size = np.array([3, 2])

    def hybrid_forward(self, F, x):
        return x.reshape((-1, int(self.size[0]), int(self.size[1])))


# %% sweep-const-two: two constants
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = self.params.get_constant("mean", nd.zeros((1, 3)))
        self.std = self.params.get_constant("std", nd.ones((1, 3)))

    def hybrid_forward(self, F, x, mean, std):
        return F.broadcast_div(F.broadcast_sub(x, mean), std)


# %% sweep-const-value: the value of a constant read
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", nd.ones((1, 3)))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, self.c.value)  # breaks here


# %% sweep-param-in-init-only: a number computed from shapes in __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.fan = self.w.shape[1]

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) / self.fan


# %% sweep-params-get-shape: params.get of the body, for its shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.params.get("w").shape[1]


# %% sweep-forward-keeps-shape: forward keeps the batch for hybrid_forward
# inputs: [(2, 3)]
# breaks: other shapes
class Net(HybridBlock):
    def forward(self, x):
        self.batch = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x * self.batch  # breaks here


# %% sweep-forward-keeps-rank: forward keeps the rank for hybrid_forward
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        self.rank = x.ndim
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x * self.rank


# %% sweep-F-kept: F kept on the block for a helper
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def act(self, x):
        return self.F.relu(x)

    def hybrid_forward(self, F, x):
        self.F = F
        return self.act(x)


# %% sweep-F-kept-once: F kept at the first call only
# inputs: [(2, 3)]
# breaks: execution
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.F = None

    def hybrid_forward(self, F, x):
        if self.F is None:
            self.F = F
        return self.F.relu(x)  # breaks here


# %% sweep-F-default: a helper with nd as its default
# inputs: [(2, 3)]
# breaks: trace
def act(x, F=nd):
    return F.relu(x)  # breaks here


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x)


# %% sweep-F-default-given: a helper with nd as its default, given F
# inputs: [(2, 3)]
# works
def act(x, F=nd):
    return F.relu(x)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return act(x, F)


# %% sweep-F-args-sum: sum over *args
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        return sum(args)


# %% sweep-F-args-row: a row of what came through *args
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        first, second = args
        return first[0] * 2 + F.sum(second)  # breaks here


# %% sweep-F-kwargs-shape: the shape of a parameter out of **params
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        return x * params["w"].shape[1]  # breaks here


# %% sweep-F-kwargs-len: the number of parameters in **params
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))
        self.b = self.params.get("b", shape=(1, 3))

    def hybrid_forward(self, F, x, **params):
        y = x * len(params)
        for name in sorted(params):
            y = F.broadcast_add(y, params[name])
        return y


# %% sweep-prop-tensor: a property that makes a constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @property
    def ones(self):
        return nd.ones((1, 3))

    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, self.ones)  # breaks here


# %% sweep-prop-weight: a property that gives a weight's data
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @property
    def kernel(self):
        return self.d.weight.data()

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.kernel)  # breaks here


# %% sweep-prop-child: a property that gives a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @property
    def head(self):
        return self.d

    def hybrid_forward(self, F, x):
        return self.head(x)


# %% sweep-classmethod-hf: a classmethod helper
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    GAIN = 2

    @classmethod
    def act(cls, F, x):
        return F.relu(x) * cls.GAIN

    def hybrid_forward(self, F, x):
        return self.act(F, x)


# %% sweep-static-hf-shape: a staticmethod helper that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @staticmethod
    def width(x):
        return x.shape[1]  # breaks here

    def hybrid_forward(self, F, x):
        return x * Net.width(x)


# %% sweep-super-hf-shape: the base's hybrid_forward reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Base(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[1]  # breaks here


class Net(Base):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x) + 1


# %% sweep-super-hf-overridden: the base that reads a shape is not called
# inputs: [(2, 3)]
# works
class Base(HybridBlock):
    def scale(self, x):
        return x * x.shape[1]

    def hybrid_forward(self, F, x):
        return self.scale(x) * 2


class Net(Base):
    def scale(self, x):
        return x * 3


# %% sweep-super-dense-data: a subclass of Dense that uses self.weight.data()
# inputs: [(2, 3)]
# breaks: trace
class Net(nn.Dense):
    def __init__(self, **kwargs):
        super().__init__(4, in_units=3, **kwargs)

    def hybrid_forward(self, F, x, weight, bias=None):
        return F.FullyConnected(x, self.weight.data(), bias, num_hidden=4)  # breaks here


# %% sweep-super-sequential: a subclass of HybridSequential with its own hybrid_forward
# inputs: [(2, 3)]
# works
class Net(nn.HybridSequential):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for block in self._children.values():
            x = x + block(x)
        return x


# %% sweep-kw-child-default: a child called by position, with a default left out
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        return x * 2 if mask is None else x * mask


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x) + self.c(x, x)


# %% sweep-child-float-arg: a child given a number by its parent
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, alpha):
        return x * alpha


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, 0.5) + self.c(x, 2)


# %% sweep-child-shape-arg: a child given a shape by its parent
# inputs: [(2, 6)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, shape):
        return F.reshape(x, shape=shape)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, (0, 2, 3))


# %% sweep-child-lambda-arg: a child given a function by its parent
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, act):
        return act(x)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, F.relu)


# %% sweep-child-dict-arg: a child given a dict by its parent
# inputs: [(2, 3)]
# works
class Ch(HybridBlock):
    def hybrid_forward(self, F, x, extra):
        return x * extra["scale"]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x, {"scale": 2.0})


# %% sweep-attr-is-symbol: an input kept on the block, used by a helper
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def twice(self):
        return self.x * 2

    def hybrid_forward(self, F, x):
        self.x = x
        return self.twice()


# %% sweep-attr-is-symbol-shape: an input kept on the block, its shape read by a helper
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def width(self):
        return self.x.shape[1]  # breaks here

    def hybrid_forward(self, F, x):
        self.x = x
        return x * self.width()


# %% sweep-unused-input-list: a list of which one is not used
# inputs: [[(2, 3), (2, 3)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[1] * 2 + xs[0] * 0


# %% sweep-time: the time of day
# inputs: [(2, 3)]
# breaks: values
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (time.perf_counter() % 1.0)  # breaks here


# %% sweep-time-log: the time of day, only kept
# inputs: [(2, 3)]
# works
import time


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.started = time.time()
        return x * 2
