"""Small models, one for each cause of failures of exported Gluon models, and their inputs.

`CASES` maps a name to a Case. The same file is loaded by the tests and by the fresh processes that they start.
"""

from __future__ import annotations

import collections
import dataclasses
from typing import Any, Callable, Dict, List, Sequence, Tuple

import mxnet as mx
import numpy as np
from mxnet import autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, nn, rnn

Pair = collections.namedtuple("Pair", ["mean", "spread"])


def array(*shape: int, dtype: str = "float32") -> Any:
    """An array with a different value in every place."""
    size = int(np.prod(shape))
    return mx.nd.array((np.arange(size).reshape(shape) * 0.37 % 1.0) - 0.4, dtype=dtype)


@dataclasses.dataclass
class Case:
    """`make()` gives a new model; `calls()` the arguments of each call; `prepare(net)` initialises it.

    `hybrid` states that it comes back without its source; `plain_mxnet` that SymbolBlock.imports alone can run it.
    """

    make: Callable[[], Any]
    calls: Callable[[], List[Tuple[Any, ...]]]
    prepare: Callable[[Any], None] = lambda net: net.initialize(mx.init.Uniform(0.5))
    hybrid: bool = True
    plain_mxnet: bool = True


CASES: Dict[str, Case] = {}


def case(*calls: Callable[[], Sequence[Any]], **options: Any) -> Callable[[type], type]:
    """Enter a class into CASES, under its name."""

    def enter(kind: type) -> type:
        CASES[kind.__name__] = Case(kind, lambda: [tuple(call()) for call in calls], **options)
        return kind

    return enter


class Layer(HybridBlock):
    """A Dense layer and a nonlinearity."""

    def __init__(self, units: int = 4, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(units, flatten=False)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.tanh(self.dense(x))


@case(lambda: [array(2, 3)], hybrid=False)
class PlainAndHybrid(Block):
    """Plain Blocks and HybridBlocks within each other; numbers steer the plain ones."""

    class Inner(Block):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = Layer(5), Layer(4)

        def forward(self, x: Any) -> Any:
            y = self.first(x)
            return self.second(y) if float(y.sum().asscalar()) > -1e9 else y

    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.middle = Layer(3), self.Inner()
        self.head = nn.HybridSequential()
        self.head.add(nn.Dense(6, activation="relu"), nn.Dense(2))

    def forward(self, x: Any) -> Any:
        return self.head(self.middle(self.encoder(x))), x.shape[0]


@case(lambda: [array(2, 4)])
class ChildTwice(HybridBlock):
    """One child under two names."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Layer(4)
        self.second = self.first

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.second(self.first(x))


@case(lambda: [array(2, 4)], hybrid=False)
class ChildUnderTwoParents(Block):
    """One block under a plain and a hybrid parent."""

    def __init__(self) -> None:
        super().__init__()
        shared = Layer(4)
        self.left, self.right = nn.Sequential(), nn.HybridSequential()
        self.left.add(shared)
        self.right.add(shared, Layer(4))

    def forward(self, x: Any) -> Any:
        return self.left(x) + self.right(x)


@case(lambda: [array(2, 4)])
class SharedParameters(HybridBlock):
    """Two layers of one ParameterDict."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.first = nn.Dense(4, in_units=4)
            self.second = nn.Dense(4, in_units=4, params=self.first.params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.second(F.tanh(self.first(x)))


@case(lambda: [mx.nd.array([[1, 2, 0], [3, 4, 1]])])
class TiedWeights(HybridBlock):
    """The embedding is also the output layer's weight."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = nn.Embedding(5, 4)
            self.output = nn.Dense(5, in_units=4, flatten=False, params=self.embedding.params)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.output(self.embedding(x))


@case(lambda: [array(2, 3)])
class Constants(HybridBlock):
    """`get_constant`, used and not used."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = self.params.get_constant("scale", [[1.0, 2.0, 3.0]])
        self.never = self.params.get_constant("never", [7.0])

    def hybrid_forward(self, F: Any, x: Any, scale: Any, never: Any) -> Any:
        return F.broadcast_mul(x, scale)


@case(lambda: [array(2, 3)])
class OwnParameters(HybridBlock):
    """Parameters of its own beside children; one of them is called like a graph's input."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.layer = Layer(3)
            self.data = self.params.get("data", shape=(1, 3))

    def hybrid_forward(self, F: Any, x: Any, data: Any) -> Any:
        return F.broadcast_add(self.layer(x), data)


@case(lambda: [array(2, 3)])
class EmptyPrefixes(HybridBlock):
    """`prefix=""` all the way: names of blocks identify nothing."""

    def __init__(self) -> None:
        super().__init__(prefix="")
        self.body = nn.HybridSequential(prefix="")
        with self.body.name_scope():
            self.body.add(nn.Dense(4), nn.Dense(3))
        self.tail = nn.HybridSequential(prefix="")
        self.tail.add(nn.Dense(2))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.tail(self.body(x))


def _initialise_apart(net: Any) -> None:
    net.first.initialize(mx.init.Uniform(0.5))
    net.second.initialize(mx.init.Uniform(0.5))


@case(lambda: [array(2, 3)], hybrid=False, prepare=_initialise_apart)
class ClashingPrefixes(Block):
    """Two different layers of the same prefix: their parameters have the same names."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(3, in_units=3, prefix="same_"), nn.Dense(3, in_units=3, prefix="same_")

    def forward(self, x: Any) -> Any:
        return self.second(self.first(x))


@case(lambda: [array(2, 3)], prepare=_initialise_apart)
class ClashingPrefixesInside(HybridBlock):
    """The same within a HybridBlock, where MXNet refuses to hybridize."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Dense(3, in_units=3, prefix="same_"), nn.Dense(3, in_units=3, prefix="same_")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.second(self.first(x))


@case(lambda: [array(2, 3)])
class SymbolBlockChild(HybridBlock):
    """A graph as a child."""

    def __init__(self) -> None:
        super().__init__()
        data = mx.sym.var("data")
        graph = mx.sym.FullyConnected(mx.sym.tanh(data), num_hidden=4, name="imported")
        self.base = SymbolBlock(graph, data)
        self.head = nn.Dense(2)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.head(self.base(x))


@case(lambda: [array(2, 3)], hybrid=False)
class SymbolBlockBelowPlain(Block):
    """A graph as a child of a plain Block."""

    def __init__(self) -> None:
        super().__init__()
        data = mx.sym.var("data")
        self.base = SymbolBlock(mx.sym.FullyConnected(data, num_hidden=4, name="imported"), data)

    def forward(self, x: Any) -> Any:
        return self.base(x) * 2


CASES["LstmWithoutStates"] = Case(lambda: rnn.LSTM(4, num_layers=2), lambda: [(array(5, 2, 3),)])
CASES["LstmWithStates"] = Case(lambda: rnn.LSTM(4), lambda: [(array(5, 2, 3), [array(1, 2, 4), array(1, 2, 4) * 2])])
CASES["LstmBoth"] = Case(
    lambda: rnn.LSTM(4), lambda: [(array(5, 2, 3),), (array(5, 2, 3), [array(1, 2, 4), array(1, 2, 4) * 2])]
)
# Not a GRU: with lengths MXNet 1.9.1 cannot run one, it takes them for the state of the cell.
CASES["BidirectionalLstmWithLengths"] = Case(
    lambda: rnn.LSTM(4, bidirectional=True, use_sequence_length=True),
    lambda: [(array(5, 2, 3), None, mx.nd.array([3, 5]))],
)


@case(lambda: [array(2, 5, 3)])
class RecurrentInside(HybridBlock):
    """A recurrent layer without states inside a HybridBlock."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = rnn.LSTM(4, layout="NTC")

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.max(self.lstm(x), axis=1)


@case(lambda: [array(2, 5, 3)])
class RecurrentCells(HybridBlock):
    """Cells, stacked, in both directions, unrolled within a graph."""

    def __init__(self) -> None:
        super().__init__()
        stacked = rnn.HybridSequentialRNNCell()
        stacked.add(rnn.LSTMCell(4, input_size=3))
        stacked.add(rnn.ResidualCell(rnn.GRUCell(4, input_size=4)))
        self.stacked = stacked
        self.both = rnn.BidirectionalCell(rnn.RNNCell(3, input_size=4), rnn.RNNCell(3, input_size=4))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        outputs, states = self.stacked.unroll(5, x, layout="NTC", merge_outputs=True)
        return self.both.unroll(5, outputs, layout="NTC", merge_outputs=True)[0], states


@case(lambda: [array(2, 5, 3)], hybrid=False)
class RecurrentBelowPlain(Block):
    """A recurrent layer called with and without states by a plain Block."""

    def __init__(self) -> None:
        super().__init__()
        self.gru = rnn.GRU(4, layout="NTC")

    def forward(self, x: Any) -> Any:
        outputs, states = self.gru(x, self.gru.begin_state(batch_size=x.shape[0]))
        return self.gru(x) + outputs, states


def _train(net: Any) -> None:
    net.initialize(mx.init.Uniform(0.5))
    for step in range(3):
        with autograd.record():
            net(array(4, 3, 5, 5) * (step + 1))
    mx.nd.waitall()


@case(lambda: [array(2, 3, 5, 5)], prepare=_train)
class TrainedBatchNorm(HybridBlock):
    """Auxiliary states that are no longer 0 and 1."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.conv, self.norm = nn.Conv2D(4, 3), nn.BatchNorm()

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.norm(self.conv(x))


@case(lambda: [array(2, 3), None, array(2, 3) * 2], plain_mxnet=True)
class NoneBetween(HybridBlock):
    """None between two tensors."""

    def hybrid_forward(self, F: Any, x: Any, mask: Any, y: Any) -> Any:
        return x - 2 * y if mask is None else x * mask - y


@case(lambda: [array(2, 3), None])
class NoneAtTheEnd(HybridBlock):
    """An optional argument that is not given."""

    def hybrid_forward(self, F: Any, x: Any, bias: Any = None) -> Any:
        return x * 3 if bias is None else x + bias


@case(lambda: [array(2, 3), [array(2, 3) * 2, [array(2, 3) * 3, array(2, 3) * 4]]])
class NestedInputsAndOutputs(HybridBlock):
    """Lists within lists go in, tuples and lists come out."""

    def hybrid_forward(self, F: Any, x: Any, nested: Any) -> Any:
        a, (b, c) = nested
        return (x + a, [b - c, (c * a,)], F.split(x, num_outputs=3, axis=1))


@case(lambda: [array(2, 3)])
class NamedTupleOutput(HybridBlock):
    """A namedtuple within a tuple."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return Pair(F.mean(x, axis=1), F.max(x, axis=1) - F.min(x, axis=1)), x


@case(lambda: [Pair(array(2, 3), [array(2, 3) * 2])], plain_mxnet=True)
class NamedTupleInput(HybridBlock):
    """A namedtuple goes in."""

    def hybrid_forward(self, F: Any, pair: Any) -> Any:
        mean, (spread,) = pair
        return mean - spread


@case(lambda: [array(2, 3)])
class ListOfOne(HybridBlock):
    """A list with one tensor, which `SymbolBlock.imports` gives back bare."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return [F.relu(x)]


@case(lambda: [array(2, 3), array(2, 4), array(2, 5)])
class UnusedInputAndParameter(HybridBlock):
    """The second input and one parameter lead nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Dense(2)
        self.unused = self.params.get("unused", shape=(3, 3))

    def hybrid_forward(self, F: Any, x: Any, y: Any, z: Any, unused: Any) -> Any:
        return F.concat(self.layer(x), z, dim=1)


@case(lambda: [array(2, 3)], lambda: [array(2, 3), array(2, 3) * 2], lambda: [[array(2, 3), array(2, 3) * 3]])
class TwoStructures(HybridBlock):
    """Called with one tensor, with two, and with a list."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F: Any, x: Any, y: Any = None) -> Any:
        if isinstance(x, list):
            return self.layer(x[0]) - x[1]
        return self.layer(x) if y is None else self.layer(x) + y


@case(lambda: [array(2, 3)], hybrid=False)
class NeverCalled(Block):
    """One child is not called, and its parameters are never initialised."""

    def __init__(self) -> None:
        super().__init__()
        self.used, self.idle = Layer(4), Layer(4)

    def forward(self, x: Any) -> Any:
        return self.used(x)


@case(lambda: [array(2, 3)])
class NeverCalledInside(HybridBlock):
    """The same below a HybridBlock, whose graph it is no part of."""

    def __init__(self) -> None:
        super().__init__()
        self.used, self.idle = Layer(4), Layer(4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.used(x)


@case(lambda: [array(2, 3)])
class Deferred(HybridBlock):
    """Shapes are known after the first call only."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.HybridSequential()
        self.layers.add(nn.Dense(4), nn.LayerNorm(), nn.Dense(2))

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.layers(x)


def _half(net: Any) -> None:
    net.initialize(mx.init.Uniform(0.5))
    net.cast("float16")


@case(lambda: [array(2, 3, 6, 6, dtype="float16")], prepare=_half)
class Float16(HybridBlock):
    """A model cast to float16, whose BatchNorm stays float32."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm()
        self.scale = self.params.get("scale", shape=(1, 3, 1, 1))

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        return F.broadcast_mul(self.norm(x), scale)


@case(lambda: [array(2, 3), mx.nd.array([[1], [2]], dtype="int32")])
class MixedDtypes(HybridBlock):
    """float64, int32 and uint8 beside float32."""

    def __init__(self) -> None:
        super().__init__()
        self.double = self.params.get("double", shape=(1, 3), dtype="float64")
        self.table = self.params.get_constant("table", mx.nd.array([[0], [3], [5]], dtype="uint8"))

    def hybrid_forward(self, F: Any, x: Any, index: Any, double: Any, table: Any) -> Any:
        return F.broadcast_mul(F.cast(x, "float64"), double), F.take(F.cast(table, "int32"), index)


def _with_sparse(net: Any) -> None:
    net.initialize(mx.init.Uniform(0.5))
    rows = mx.nd.sparse.row_sparse_array((array(2, 4), [1, 3]), shape=(6, 4))
    net.table._data[0][:] = rows


@case(lambda: [mx.nd.array([1, 3])], hybrid=False, prepare=_with_sparse)
class SparseParameter(Block):
    """A row_sparse parameter, which only plain Blocks can hold."""

    def __init__(self) -> None:
        super().__init__()
        self.table = self.params.get("table", shape=(6, 4), stype="row_sparse", grad_stype="row_sparse")
        self.layer = Layer(4)

    def forward(self, rows: Any) -> Any:
        table = self.table._data[0].tostype("default")
        return self.layer(mx.nd.take(table, rows))


@case(lambda: [mx.nd.array([[1, 3], [0, 1]])])
class SparseGradient(HybridBlock):
    """An embedding whose gradient is row_sparse."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(6, 4, sparse_grad=True)

    def hybrid_forward(self, F: Any, tokens: Any) -> Any:
        return F.sum(self.embedding(tokens), axis=1)


@case(lambda: [mx.nd.sparse.csr_matrix(np.eye(3, 4)).astype("float32")], plain_mxnet=True)
class SparseInput(HybridBlock):
    """A csr matrix goes in."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(4, 2))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.sparse.dot(x, weight)


@case(lambda: [array(3, 2, 4), array(2, 4)])
class ControlFlow(HybridBlock):
    """A loop whose body uses a parameter of the block and a layer inside."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Dense(4, in_units=4)
        self.scale = self.params.get("scale", shape=(1, 4))

    def hybrid_forward(self, F: Any, x: Any, state: Any, scale: Any) -> Any:
        def body(step: Any, held: Any) -> Any:
            new = self.layer(F.broadcast_mul(step, scale)) + held
            return new, new

        return F.contrib.foreach(body, x, state)


@case(lambda: [array(2, 3)])
class AlwaysRandom(HybridBlock):
    """Draws random numbers in inference too."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Dropout(x, p=0.5, mode="always") + F.random.uniform_like(x)


@case(lambda: [array(2, 3)], hybrid=False)
class OverriddenForward(HybridBlock):
    """`forward` prepares with NDArrays what `hybrid_forward` then uses: the root cannot come back without this code."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Dense(4, flatten=False)

    def forward(self, x: Any, *args: Any) -> Any:
        return super().forward(x * x.shape[0], *args)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.layer(x) + 1


@case(lambda: [array(2, 3)], hybrid=False)
class ForwardOnly(HybridBlock):
    """A HybridBlock without hybrid_forward, which hybridize() does not change."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = Layer(4)

    def forward(self, x: Any) -> Any:
        return self.layer(x) * float(x.shape[0])


@case(lambda: [array(2, 3)], hybrid=False)
class CalledByKeyword(Block):
    """A child that takes its arguments by name, as an overridden `__call__` allows."""

    class Attention(HybridBlock):
        def __call__(self, query: Any, key: Any = None) -> Any:
            return super().__call__(query, query if key is None else key)

        def hybrid_forward(self, F: Any, query: Any, key: Any) -> Any:
            return F.softmax(query) * key

    def __init__(self) -> None:
        super().__init__()
        self.attention = self.Attention()

    def forward(self, x: Any) -> Any:
        return self.attention(key=x * 2, query=x)


@case(lambda: [array(2, 3)], hybrid=False)
class ReachesInside(Block):
    """A plain Block calls a child of its hybrid child."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.HybridSequential()
        self.body.add(Layer(3), Layer(3))

    def forward(self, x: Any) -> Any:
        return self.body(x) + self.body[1](x)


@case(lambda: [array(2, 3)], hybrid=False)
class DictOutput(Block):
    """A plain Block that returns a dict."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = Layer(2)

    def forward(self, x: Any) -> Any:
        return {"scores": self.layer(x), "count": x.shape[0], "rest": [None, Pair(x, "text")]}


@case(lambda: [array(2, 3)])
class NamesInOtherScripts(HybridBlock):
    """Attributes need not be ASCII."""

    def __init__(self) -> None:
        super().__init__()
        self.größe = self.params.get("größe", shape=(1, 3))
        self.слой = nn.Dense(2)

    def hybrid_forward(self, F: Any, x: Any, größe: Any) -> Any:
        return self.слой(F.broadcast_mul(x, größe))


@case(lambda: [array(2, 3)])
class Identity(HybridBlock):
    """Returns what it was given, and a parameter as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = self.params.get("weight", shape=(2, 2))

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return x, weight


@mx.util.use_np
class NumpyNet(HybridBlock):
    """NumPy semantics, and an output without dimensions, which classic files cannot hold."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4)
        self.scale = self.params.get("scale", shape=(1,), init="ones")

    def hybrid_forward(self, F: Any, x: Any, scale: Any) -> Any:
        y = F.npx.relu(self.dense(x)) * scale
        return y, F.np.sum(y)


@mx.util.use_np
class NumpyLayer(HybridBlock):
    """NumPy semantics, with shapes that are the same without them."""

    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.np.tanh(self.dense(x))


@mx.util.use_np
class NumpyBelowPlain(Block):
    """A plain Block that hands NumPy arrays on."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = NumpyLayer(), NumpyNet()

    def forward(self, x: Any) -> Any:
        return self.second(self.first(x))[0]


#: Models of NumPy semantics: they are made, run and loaded while `npx.set_np()` is on, or off.
NUMPY_CASES: Dict[str, Case] = {
    kind.__name__: Case(kind, lambda: [(array(2, 3).as_np_ndarray(),)], hybrid=kind is not NumpyBelowPlain)
    for kind in (NumpyNet, NumpyLayer, NumpyBelowPlain)
}
