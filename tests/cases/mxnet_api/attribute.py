"""Attributes of arrays, Symbols and blocks: one small use of each."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% at-attr: x.ctx
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if x.ctx == mx.cpu() else 3)  # breaks here


# %% at-prod-shape: np.prod(x.shape)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / np.prod(x.shape)  # breaks here


# %% at-shape-last: x.shape[-1] ** -0.5
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * x.shape[-1] ** -0.5  # breaks here


# %% at-hasattr-shape: hasattr(x, 'shape') chooses
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "shape") else x * 3


# %% at-hasattr-asnumpy: hasattr(x, 'asnumpy') chooses
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "asnumpy") else x * 3


# %% at-hasattr-infer: hasattr(x, 'infer_shape') chooses
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "infer_shape") else x * 3


# %% at-hasattr-harmless: hasattr(x, 'tojson') only for a check
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(x, "tojson"):
            assert x.shape[1] == 3
        return x * 2


# %% at-same-shape: x.shape == y.shape
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x.shape == y.shape:  # breaks here
            return x + y
        return F.broadcast_add(x, y)


# %% at-child-weight-shape: the shape of a child's weight
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d.weight.shape[1]


# %% at-child-weight-name: the name, type and rates of a child's weight
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        w = self.d.weight
        return self.d(x) * w.lr_mult if w.name.endswith("weight") and w.grad_req != "null" else x


# %% at-child-weight-data-shape: the shape of a child's weight data
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * self.d.weight.data().shape[1]


# %% at-child-weight-data: a child's weight data as an operand
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return F.dot(x, self.d.weight.data())  # breaks here


# %% at-running-mean: the running mean of a BatchNorm
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(self.d(x), self.d.running_mean.data().reshape((1, 3)))  # breaks here


# %% at-parameter-argument-shape: w.shape of a parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * w.shape[1]  # breaks here


# %% at-parameter-shape: self.w.shape where w is a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * self.w.shape[1]


# %% at-parameter-list: self.w.list_ctx()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * len(self.w.list_ctx())


# %% at-child-units: what a layer keeps of its arguments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._units


# %% at-type-name: type(x).__name__ with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(type(x).__name__)


# %% at-f-name: the name of F's module with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.__name__)


# %% at-children-count: len(self._children)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * len(self._children)


# %% at-attrgetter: operator.attrgetter('shape')
# inputs: [(2, 3)]
# breaks: trace
import operator


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * operator.attrgetter("shape")(x)[1]  # breaks here


# %% at-constant-tensor: the shape of what F.zeros gives
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = F.zeros((1, 3))
        return F.broadcast_add(x, z) * z.shape[1]  # breaks here


# %% at-gradless: x.list_arguments behind a check of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1 if F is mx.nd else len(x.list_arguments())
        return x * scale


# %% at-dtype-of-other: y.astype(x.dtype)
# inputs: [(2, 3), ('i', (2, 3), 0, 3, 'int32')]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x + y.astype(x.dtype)  # breaks here


# %% at-cast-of-kept: x.astype(self.k)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = "float64"

    def hybrid_forward(self, F, x):
        return x.astype(self.k) * np.dtype(self.k).itemsize


# %% at-arange-shape: F.arange(x.shape[1])
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.arange(x.shape[1]).reshape((1, -1)))  # breaks here


# %% at-slice-half: half of the columns by the shape
# inputs: [(2, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, axis=1, begin=0, end=x.shape[1] // 2) * 2  # breaks here


# %% at-dir: 'shape' in dir(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if "shape" in dir(x) else x * 3


# %% at-class-is: x.__class__ is mx.nd.NDArray
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__class__ is mx.nd.NDArray else x * 3


# %% at-issubclass: issubclass(type(x), mx.nd.NDArray)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if issubclass(type(x), mx.nd.NDArray) else x * 3


# %% at-text-length: the length of str(x)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(str(x))


# %% at-bias-none: a child's bias that is None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        return self.d(x) * (1 if self.d.bias is None else 2)


# %% at-isinstance-child: isinstance of a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2 if isinstance(self.d, nn.Dense) else x


# %% at-parameter-count: the number of parameters
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / len(self.collect_params().keys())


# %% at-active: a branch on self._active
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if self._active else x * 3


# %% at-cell-info: the shape that a cell's state_info gives
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [x])[0] * self.d.state_info()[0]["shape"][1]


# %% at-child-params-keys: the names of the parameters
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * sum(name.endswith("bias") for name in self.d.collect_params())


# %% at-weight-argument: a child's weight by its own argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.weight = self.d.weight

    def hybrid_forward(self, F, x, weight):
        return self.d(x) + F.dot(x, weight)


# %% at-ndim-assert: an assertion on x.ndim
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert x.ndim == 2, "two axes"  # breaks here
        return x * 2


# %% at-shape-star: b, *rest = x.shape
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        batch, *rest = x.shape  # breaks here
        return x.reshape((batch, -1))


# %% at-shape-swap: h, w = x.shape[2:]
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape[2:]  # breaks here
        return x * (h * w)


# %% at-dtype-compare: x.dtype == np.float32
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.dtype == np.float32 else x.astype("float32")  # breaks here


# %% at-own-names: self.name and self.prefix in a message
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(self.name + self.prefix, str)
        return x * 2


# %% at-params-count: a count of parameters' elements
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        count = sum(int(np.prod(p.shape)) for p in self.collect_params().values())
        return self.d(x) / count


# %% at-lstm-hidden: the sizes of a recurrent layer
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, num_layers=2, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d._hidden_size * self.d._num_layers


# %% half-symbol-arguments: the inputs of a Symbol, listed behind a guard and not used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = x.list_arguments() if F is mx.sym else []
        return x * 2


# %% half-symbol-internals: the internals of a Symbol, taken behind a guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            inner = x.get_internals()
        return x * 2


# %% half-symbol-name: the name of a Symbol in that of an operator, behind a guard
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = x.name + '_act' if F is mx.sym else None
        return F.relu(x) if name is None else F.relu(x, name=name)
