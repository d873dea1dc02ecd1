"""What a block keeps, draws, or returns."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% sa-loss-child: a loss of Gluon as a child
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.L2Loss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)


# %% sa-loss-in-body: a loss of Gluon made in the body
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return gluon.loss.L1Loss()(x, y)


# %% sa-softmax-ce: SoftmaxCrossEntropyLoss with sparse labels
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)


# %% sa-triplet: TripletLoss and CosineEmbeddingLoss
# inputs: [(2, 3), (2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.TripletLoss()

    def hybrid_forward(self, F, x, y, z):
        return self.d(x, y, z)


# %% sa-ctc-loss: gluon.loss.CTCLoss
# inputs: [(2, 4, 5), ('i', (2, 2), 1, 4, 'float32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.CTCLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)


# %% sa-metric: a metric updated in the body
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Accuracy()

    def hybrid_forward(self, F, x, y):
        self.k.update([y], [x])  # breaks here
        return x * 2


# %% sa-metric-number: a metric read in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.metric.Loss()

    def hybrid_forward(self, F, x):
        return x * (self.k.num_inst + 1)


# %% sa-cast: self.cast in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.cast("float32")
        return self.d(x)


# %% sa-constant: a Constant as an argument
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c):
        return F.broadcast_mul(x, c)


# %% sa-constant-data: the data of a Constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.data())  # breaks here


# %% sa-constant-value: the value of a Constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", mx.nd.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, c=None):
        return F.broadcast_mul(x, self.c.value)  # breaks here


# %% sa-shared: a layer with the parameters of another
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3, params=self.d.params)

    def hybrid_forward(self, F, x):
        return self.e(self.d(x))


# %% sa-parameter-loop: the parameters gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        for p in self.collect_params().values():
            assert p.shape == (1, 3)
        return F.broadcast_mul(x, w)


# %% sa-parameter-loop-data: the data of the parameters gone through
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        penalty = 0
        for p in self.collect_params().values():
            penalty = penalty + (p.data() ** 2).sum()
        return F.broadcast_mul(x, w), penalty * 2


# %% sa-begin-state: begin_state of a cell with a batch size
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2)
        return self.d(x, state)[0]  # breaks here


# %% sa-begin-state-func: begin_state with func=F.zeros
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(3, input_size=3)

    def hybrid_forward(self, F, x):
        state = self.d.begin_state(batch_size=2, func=F.zeros)
        return self.d(x, state)[0]


# %% sa-unroll-list: cell.unroll with merge_outputs=False
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, states = self.d.unroll(3, x, layout="NTC", merge_outputs=False)
        return outputs[-1] * 2, states[0]


# %% sa-unroll-valid: cell.unroll with valid_length
# inputs: [(2, 3, 4), ('i', (2,), 1, 3, 'int32')]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=4)

    def hybrid_forward(self, F, x, n):
        outputs, states = self.d.unroll(3, x, merge_outputs=True, valid_length=n)
        return outputs * 2, states[0]


# %% sa-unroll-shape: cell.unroll over x.shape[1]
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(x.shape[1], x, merge_outputs=True)[0]  # breaks here


# %% sa-unroll-default: cell.unroll's outputs without merge_outputs
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.RNNCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x)
        return outputs[0] * 2


# %% sa-cell-reset: cell.reset() in the body
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.ZoneoutCell(rnn.RNNCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        self.d.reset()
        return self.d.unroll(3, x, merge_outputs=True)[0]


# %% sa-bidirectional: BidirectionalCell unrolled
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.BidirectionalCell(rnn.GRUCell(3, input_size=4), rnn.GRUCell(3, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2


# %% sa-residual: ResidualCell in a HybridSequentialRNNCell
# inputs: [(2, 3, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.HybridSequentialRNNCell()
        self.d.add(rnn.ResidualCell(rnn.GRUCell(4, input_size=4)))

    def hybrid_forward(self, F, x):
        out, states = self.d.unroll(3, x, merge_outputs=True)
        return out * 2, states[0]


# %% sa-lstm-batch-first: LSTM in NTC, last step by slice_axis
# inputs: [(2, 5, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x).slice_axis(axis=1, begin=-1, end=None) * 2


# %% sa-lstm-ntc-index: LSTM in NTC, last step by index
# inputs: [(2, 5, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, layout="NTC", input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, -1] * 2  # breaks here


# %% sa-lstm-states-list: LSTM's states unpacked
# inputs: [(5, 2, 3), (1, 2, 4), (1, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(4, input_size=3)

    def hybrid_forward(self, F, x, h, c):
        out, (h, c) = self.d(x, [h, c])
        return out * 2, h + c


# %% sa-gru-state-row: the first layer of a GRU's state
# inputs: [(5, 2, 3), (1, 2, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(4, input_size=3)

    def hybrid_forward(self, F, x, h):
        out, states = self.d(x, h)
        return states[0][0] * 2


# %% sa-state-info: state_info of a cell
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTMCell(3, input_size=3)

    def hybrid_forward(self, F, x):
        states = [F.zeros_like(x) for _ in self.d.state_info(2)]
        return self.d(x, states)[0]


# %% sa-weight-var: weight.var() behind a check of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3, use_bias=False)

    def hybrid_forward(self, F, x):
        w = self.d.weight.data() if F is mx.nd else self.d.weight.var()
        return self.d(F.dot(x, w))


# %% sa-two-kinds: isinstance with both kinds of tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, (mx.nd.NDArray, mx.sym.Symbol))
        return x * 2


# %% sa-type-is: type(x) is mx.nd.NDArray with different maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if type(x) is mx.nd.NDArray else x * 3


# %% sa-assert-nd: an assertion that x is an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, mx.nd.NDArray)  # breaks here
        return x * 2


# %% sa-raise-unless-nd: an error unless x is an NDArray
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.nd.NDArray):
            raise TypeError(type(x))  # breaks here
        return x * 2


# %% sa-class-counter: a counter of the class in the maths
# inputs: [(2, 3)]
# breaks: values
class Counted:
    calls = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        Counted.calls += 1
        return x * Counted.calls


# %% sa-class-constant: a constant of a class in the maths
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    scale = 2.5

    def hybrid_forward(self, F, x):
        return x * self.scale


# %% sa-property-data: a property that gives the data of a parameter
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, self.now)  # breaks here

    @property
    def now(self):
        return self.w.data()


# %% sa-static-shape: a static helper that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / self.width(x)

    @staticmethod
    def width(t):
        return t.shape[1]  # breaks here


# %% sa-lambda-shape: a lambda that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = lambda t: t.shape[1]  # breaks here
        return x / width(x)


# %% sa-var-args: hybrid_forward with *args
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        return args[0] * args[1]


# %% sa-return-count: a number among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, 3


# %% sa-return-text: a text among the outputs
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, "done"]


# %% sa-return-nested: nested lists of outputs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, (x * 3, [x * 4])]


# %% sa-return-one-tuple: a tuple of one output
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * 2,)


# %% sa-collect-shape: shapes of the parameters by name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        weight = list(self.d.collect_params(".*weight").values())[0]
        return self.d(x) / weight.shape[0]


# %% sa-params-get: a child's weight by name, its data
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d.params.get("weight").data())  # breaks here


# %% sa-sdml: SDMLLoss
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SDMLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)  # breaks here


# %% sa-poisson: PoissonNLLLoss
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.PoissonNLLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)


# %% sa-loss-weighted: a loss with weights of samples, averaged
# inputs: [(2, 3), ('bin', (2, 3)), ('pos', (2, 1))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SigmoidBCELoss()

    def hybrid_forward(self, F, x, y, w):
        return self.d(x, y, w).mean()


# %% sa-huber: HuberLoss, HingeLoss and LogisticLoss
# inputs: [(2, 3), ('bin', (2, 3))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.HuberLoss()
        self.e = gluon.loss.HingeLoss()
        self.f = gluon.loss.LogisticLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y) + self.e(x, y) + self.f(x, y)


# %% sa-set-data-between: a weight set between two calls
# inputs: [(2, 3)]
# between: net.d.weight.set_data(mx.nd.ones((3, 3)))
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sa-lr-mult: a rate of a parameter set in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.lr_mult = 0.5
        return self.d(x)


# %% sa-optional-input: an input with the default None
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y=None):
        if y is None:
            y = F.ones_like(x)
        return x + y


# %% sa-loop-kept: the layers of a list by names
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.names = ["d"]

    def hybrid_forward(self, F, x):
        for name in self.names:
            x = getattr(self, name)(x)
        return x


# %% sa-lstm-begin: LSTM with begin_state of mx.nd
# inputs: [(4, 2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, self.d.begin_state(2))[0]  # breaks here


# %% sa-lstm-begin-zeros: LSTM with states of F.zeros
# inputs: [(4, 2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.LSTM(5, input_size=3)

    def hybrid_forward(self, F, x):
        return self.d(x, [F.zeros((1, 2, 5)), F.zeros((1, 2, 5))])[0] * 2


# %% sa-lstm-out-only: out = LSTM(x, states), then out[0]
# inputs: [(4, 2, 3), (1, 2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x, h):
        result = self.d(x, h)
        return result[0] * 2


# %% sa-lstm-len: len of what LSTM gives without states
# inputs: [(4, 2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x):
        out = self.d(x)
        return out / len(out)


# %% sa-cell-loop: a cell over the steps of a split
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        outputs = []
        for step in F.split(x, num_outputs=3, axis=1, squeeze_axis=True):
            out, states = self.d(step, states)
            outputs.append(out)
        return F.stack(*outputs, axis=1)


# %% sa-cell-loop-index: a cell over x[:, t]
# inputs: [(2, 3, 4), (2, 5)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(x[:, t], states)  # breaks here
        return out * 2


# %% sa-cell-loop-slice: a cell over slice_axis
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        states = [h]
        for t in range(3):
            out, states = self.d(F.slice_axis(x, axis=1, begin=t, end=t + 1).reshape((0, -1)), states)
        return out * 2


# %% sa-unroll-nd-begin: cell.unroll with begin_state of mx.nd
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, begin_state=self.d.begin_state(2), merge_outputs=True)[0]  # breaks here


# %% sa-unroll-begin: cell.unroll with an input as its state
# inputs: [(2, 3, 4), (2, 5)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x, h):
        return self.d.unroll(3, x, begin_state=[h], merge_outputs=True)[0] * 2


# %% sa-unroll-merged-len: len of merged outputs
# inputs: [(2, 3, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(5, input_size=4)

    def hybrid_forward(self, F, x):
        outputs, _ = self.d.unroll(3, x, merge_outputs=True)
        return outputs / len(outputs)


# %% sa-weight-norm: a weight divided by its norm
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(4, 3))

    def hybrid_forward(self, F, x, w):
        return F.FullyConnected(x, F.broadcast_div(w, F.norm(w, axis=1, keepdims=True)), no_bias=True, num_hidden=4)


# %% sa-weight-item: one element of a parameter argument
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        return x * w[0] + w[1]  # breaks here


# %% sa-weight-split: elements of a parameter argument by split
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2,))

    def hybrid_forward(self, F, x, w):
        a, b = F.split(w, num_outputs=2, axis=0)
        return F.broadcast_add(F.broadcast_mul(x, a), b)


# %% sa-alpha-scalar: a learned number as an operand
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return x * w


# %% sa-alpha-asscalar: a learned number read from the parameter
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * float(w.asscalar())  # breaks here
