"""Blocks that HYB410 reports, and blocks like them that work."""

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import HybridBlock, rnn

# %% assert-isinstance-x-nd-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, nd.NDArray)  # HYB410 # breaks: trace
        return x * 2

# %% assert-not-isinstance-x-mx-sym-symbol
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert not isinstance(x, mx.sym.Symbol)  # HYB410 # breaks: trace
        return x * 2

# %% assertion-that-x-is-an-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, mx.nd.NDArray)  # HYB410 # breaks: trace
        return x * 2

# %% check-that-it-is-an-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, nd.NDArray):
            raise TypeError("an NDArray is needed")  # HYB410 # breaks: trace
        return x + 1

# %% error-unless-x-is-an-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.nd.NDArray):
            raise TypeError(type(x))  # HYB410 # breaks: trace
        return x * 2

# %% f-in-mx-nd-assert
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F in (mx.nd,)  # HYB410 # breaks: trace
        return x * 2

# %% handler-that-says-it-in-other-words
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            raise ValueError("an array is needed")  # HYB410 # breaks: trace
        return x * 2

# %% isinstance-x-nd-ndarray-else-raise
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, nd.NDArray):
            raise TypeError('array expected')  # HYB410 # breaks: trace
        return x * 2

# %% lengths-of-sequences-for-gru
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)  # HYB410 # breaks: trace

# %% lengths-of-sequences-for-rnn
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.RNN(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)  # HYB410 # breaks: trace

# %% sdmlloss
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SDMLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)  # HYB410 # breaks: trace

# %% f-in-mx-nd
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F in (mx.nd,):
            return x * x.shape[1]
        return x * 3

# %% f-in-mx-nd-mx-sym
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert F in (mx.nd, mx.sym)
        return x * 2

# %% gluon-loss-ctcloss
# inputs: [(2, 4, 5), ('i', (2, 2), 1, 4, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.CTCLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% huberloss-hingeloss-and-logisticloss
# inputs: [(2, 3), ('bin', (2, 3))]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.HuberLoss()
        self.e = gluon.loss.HingeLoss()
        self.f = gluon.loss.LogisticLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y) + self.e(x, y) + self.f(x, y)

# %% isinstance-with-both-kinds-of-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, (mx.nd.NDArray, mx.sym.Symbol))
        return x * 2

# %% isinstance-x-nd-ndarray-mx-sym-symbol
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        assert isinstance(x, (nd.NDArray, mx.sym.Symbol))
        return x * 2

# %% last-outputs-of-a-gru-by-sequencelast
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.GRU(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        return F.SequenceLast(self.layer(x), lengths, use_sequence_length=True)

# %% last-valid-step
# inputs: [(4, 2, 3), ("i", (2,), 1, 4, "float32")]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, seq, lengths):
        return F.SequenceLast(seq, sequence_length=lengths, use_sequence_length=True)

# %% lengths-of-sequences-for-lstm
# inputs: [(4, 2, 3), ("i", (2,), 1, 5, "float32")]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layer = rnn.LSTM(5, input_size=3, use_sequence_length=True)

    def hybrid_forward(self, F, x, lengths):
        return self.layer(x, sequence_length=lengths)

# %% loss-of-gluon-as-a-child
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.L2Loss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% loss-with-weights-of-samples-averaged
# inputs: [(2, 3), ('bin', (2, 3)), ('pos', (2, 1))]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SigmoidBCELoss()

    def hybrid_forward(self, F, x, y, w):
        return self.d(x, y, w).mean()

# %% mx-nd-if-isinstance-x-nd-ndarray-else-mx-sym-relu-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        M = mx.nd if isinstance(x, nd.NDArray) else mx.sym
        return M.relu(x)

# %% poissonnllloss
# inputs: [('pos', (2, 3)), ('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.PoissonNLLLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% softmaxcrossentropyloss-with-sparse-labels
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.SoftmaxCrossEntropyLoss()

    def hybrid_forward(self, F, x, y):
        return self.d(x, y)

# %% tripletloss-and-cosineembeddingloss
# inputs: [(2, 3), (2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.loss.TripletLoss()

    def hybrid_forward(self, F, x, y, z):
        return self.d(x, y, z)

# %% function-that-always-raises: a function that always raises, called while tracing
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            refuse("only arrays")
        return x * 2

def refuse(message):
    raise TypeError(message)  # HYB410 # breaks: trace

# %% method-that-always-raises: a method that always raises, called while tracing
# inputs: [(2, 3)]
class Net(HybridBlock):
    def refuse(self, reason):
        message = f"only arrays: {reason}"
        raise TypeError(message)  # HYB410 # breaks: trace

    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            self.refuse("rows are counted")
        return x * 2

# %% function-that-calls-one-that-raises: a function that calls one that always raises, while tracing
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is not mx.nd:
            check(x)
        return x * 2

def check(x):
    scaled = x * 2
    refuse(scaled)
    return scaled

def refuse(x):
    raise TypeError("only arrays")  # HYB410 # breaks: trace

# %% function-that-raises-for-a-configuration
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, mode="sum", **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def hybrid_forward(self, F, x):
        if self.mode == "sum":
            y = F.sum(x, axis=1)
        elif self.mode == "mean":
            y = F.mean(x, axis=1)
        else:
            refuse(self.mode)
        return y * 2

def refuse(mode):
    raise ValueError(f"unknown mode {mode}")

# %% function-that-raises-for-some-arrays
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            check(x)
        return x * 2

def check(x):
    if x.shape[1] != 3:
        raise ValueError("three columns are expected")
