"""Blocks that HYB413 reports, and blocks like them that work."""

import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock


# %% name-bound-under-isinstance
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            scale = 2
        return x * scale  # HYB413 # breaks: trace

# %% name-bound-in-a-loop-under-a-test-of-f: a name bound in each turn, imperatively
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for turn in range(3):
            if F is mx.nd:
                last = turn
        return x * last  # HYB413 # breaks: trace

# %% name-bound-around-a-closure: a function reads a name of the function around it
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = 2

        def scaled(y):
            return y * scale  # HYB413 # breaks: trace

        return scaled(x)

# %% name-bound-once-and-counted-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = 2
        scale += 1  # HYB413 # breaks: trace
        return x * scale

# %% lengths-that-a-try-binds: a handler that passes, and lengths that are read later
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows, columns = x.shape
        except AttributeError:
            pass
        flat = F.reshape(x, shape=(-1,))
        return F.reshape(flat, shape=(rows, columns))  # HYB413 # breaks: trace

# %% name-read-under-the-same-test: bound and read by the imperative phase alone
# inputs: [(2, 3)]
# clean
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
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            scale = x.shape[1]
            assert scale == 3
        scale = 2
        return x * scale

# %% name-bound-on-each-side: each phase binds it in its own way
# inputs: [(2, 3)]
# clean
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

# %% element-of-a-list-that-one-phase-fills: a list is empty while tracing
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lengths = []
        if F is mx.nd:
            lengths.append(x.shape[0])
        return x * lengths[0]  # HYB413 # breaks: trace

# %% list-of-another-length-unpacked: one element more in the imperative phase
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = [2]
        if isinstance(x, nd.NDArray):
            scales.append(3)
        one, other = scales  # HYB413 # breaks: trace
        return x * one * other

# %% table-by-the-name-of-f: a dict that knows one of the two modules
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {"mxnet.ndarray": 2}
        return x * scales[F.__name__]  # HYB413 # breaks: trace

# %% attribute-of-an-object-that-one-phase-sets: an object of the call without an attribute
# inputs: [(2, 3)]
class Box:
    pass


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        box = Box()
        if F is mx.nd:
            box.scale = 2
        return x * box.scale  # HYB413 # breaks: trace

# %% attribute-of-self-that-one-phase-sets: the block has the attribute after an imperative call only
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows_seen = x.shape[0]
        return x * self.rows_seen  # HYB413 # breaks: trace

# %% attribute-of-self-read-by-one-phase: set and read by the imperative phase alone
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        if F is mx.nd:
            self.width_of_last = x.shape[1]
            assert self.width_of_last == 3
        return y

# %% element-with-a-default: `get` has a value for the phase that has none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {}
        if F is mx.nd:
            scales["all"] = 2
        return x * scales.get("all", 2)

# %% error-of-one-phase-caught: the handler computes for the graph what the body computes for arrays
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {"mxnet.ndarray": 2}
        try:
            scale = scales[F.__name__]
        except KeyError:
            scale = 2
        return x * scale

# %% list-tested-before-it-is-read: a list that is filled by one phase and read where it is not empty
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        lengths = []
        y = x * 2
        if F is mx.nd:
            lengths.append(x.shape[1])
        if lengths:
            assert lengths[0] == 3
        return y

# %% tables-for-both-modules: a dict with equal values for the two names of F
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {"mxnet.ndarray": 2, "mxnet.symbol": 2}
        return x * scales[F.__name__]

# %% largest-of-a-list-that-one-phase-fills
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sizes = []
        if isinstance(x, nd.NDArray):
            sizes.append(x.shape[1])
        return x * max(sizes)  # HYB413 # breaks: trace

# %% largest-with-a-default: the largest of such a list, with a default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sizes = []
        if F is mx.nd:
            sizes.append(3)
        return x * max(sizes, default=3)

# %% list-of-another-length-unpacked-with-a-star
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = [2]
        if isinstance(x, nd.NDArray):
            scales.append(3)
        first, *rest = scales
        return x * first
