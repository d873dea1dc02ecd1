import mxnet as mx
from mxnet.gluon import HybridBlock


# %% name-bound-under-isinstance: a name under `isinstance(x, NDArray)`, read after it
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            scale = 2
        return x * scale  # breaks here


# %% name-bound-in-a-loop-under-a-test-of-f: a name bound in each turn, imperatively
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for turn in range(3):
            if F is mx.nd:
                last = turn
        return x * last  # breaks here


# %% name-bound-around-a-closure: a function reads a name of the function around it
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = 2

        def scaled(y):
            return y * scale  # breaks here

        return scaled(x)


# %% name-bound-once-and-counted-on: `+=` reads a name that only the imperative phase has bound
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = 2
        scale += 1  # breaks here
        return x * scale


# %% lengths-that-a-try-binds: a handler that passes, and lengths that are read later
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows, columns = x.shape
        except AttributeError:
            pass
        flat = F.reshape(x, shape=(-1,))
        return F.reshape(flat, shape=(rows, columns))  # breaks here


# %% name-read-under-the-same-test: bound and read by the imperative phase alone
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            columns = x.shape[1]
        y = x * 2
        if F is mx.nd:
            assert columns == 3
        return y


# %% name-bound-again-for-both: bound by one phase, then by both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = x.shape[1]
            assert scale == 3
        scale = 2
        return x * scale


# %% name-bound-on-each-side: each phase binds it in its own way
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            columns = x.shape[1]
        except AttributeError:
            columns = None
        y = x * 2
        if columns is not None:
            assert columns == 3
        return y
