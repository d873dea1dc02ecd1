"""Blocks that HYB403 reports, and blocks like them that work."""

import contextlib

import mxnet as mx
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% 2-3-f-is-mx-sym
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * [2, 3][F is mx.sym]  # HYB403 # breaks: values

# %% activation-that-a-dict-of-both-modules-picks
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        op = {mx.nd: "relu", mx.sym: "sigmoid"}[F]
        return F.Activation(x, act_type=op)  # HYB403 # breaks: values

# %% activation-that-a-guard-picks
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        act = "relu" if F is mx.nd else "tanh"
        return F.Activation(x, act)  # HYB403 # breaks: values

# %% contextlib-suppress-around-an-attribute
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1
        with contextlib.suppress(AttributeError):
            scale = x.shape[1]
        return x * scale  # HYB403 # breaks: values

# %% contextlib-suppress-around-x-shape
# inputs: [(2, 3)]
# breaks: values
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        width = 7
        with contextlib.suppress(AttributeError):
            width = x.shape[1]
        return x * width  # HYB403

# %% contextlib-suppress-leaves-the-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = 1
        with contextlib.suppress(AttributeError):
            rows = x.shape[0]
        return F.sum(x, axis=0) / rows  # HYB403 # breaks: values

# %% error-caught-where-a-shape-is-not-known
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            width = x.shape[1]
        except Exception:
            width = 1
        return x / width  # HYB403 # breaks: values

# %% f-f-ns-format
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (3 if 'symbol' in f'{F}' else 2)  # HYB403 # breaks: values

# %% fan-in-is-counted-where-the-weight-is-no-symbol-and-kept
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._fan_in = 0
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(4, 3))

    def hybrid_forward(self, F, x, weight):
        if not isinstance(weight, mx.sym.Symbol) and not self._fan_in:
            self._fan_in = weight.shape[1]
        return F.dot(x, weight, transpose_b=True) + self._fan_in  # HYB403 # breaks: values

# %% function-answers-with-another-number-while-tracing
# inputs: [(4, 3)]
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / rows_of(F, x)  # HYB403 # breaks: values

# %% get-of-a-dict-by-the-name-of-f
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = {"mxnet.ndarray": 2}
        return x * scales.get(F.__name__, 3)  # HYB403 # breaks: values

# %% getattr-with-a-default-on-a-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = getattr(x, "shape", (1, 3))
        return x * shape[0]  # HYB403 # breaks: values

# %% getattr-x-ndim-1-as-a-count
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        for _ in range(getattr(x, 'ndim', 1)):  # HYB403 # breaks: values
            y = y * 2
        return y

# %% getattr-x-t-x
# inputs: [(3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(x, 'T', x) * 2  # HYB403 # breaks: values

# %% guard-with-another-number-on-the-symbolic-side
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not isinstance(x, mx.sym.Symbol):
            rows = x.shape[0]
        else:
            rows = 1
        return F.sum(x, axis=0) / rows  # HYB403 # breaks: values

# %% hasattr-chooses-between-two-values
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1.0 / 3 if hasattr(x, "context") else 1.0
        return x * scale  # HYB403 # breaks: values

# %% helper-that-tells-the-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def width(self, F, x):
        return x.shape[1] if F is mx.nd else 1

    def hybrid_forward(self, F, x):
        return x * self.width(F, x)  # HYB403 # breaks: values

# %% len-str-x-used-in-arithmetic
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(str(x))  # HYB403 # breaks: values

# %% len-x-class-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(x.__class__.__name__)  # HYB403 # breaks: values

# %% length-by-the-nd-branch-and-range-n
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 1
        y = x * 1
        for _ in range(n):  # HYB403 # breaks: values
            y = y * 2
        return y

# %% length-that-only-imperative-calls-put-on-the-block-within-a
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            self.rows = x.shape[0]
        return F.broadcast_add(x, F.ones((self.rows, 1)))  # HYB403 # breaks: trace

# %% list-as-long-as-the-imperative-life-says
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 3
        ys = [x * i for i in range(n)]  # HYB403 # breaks: values
        return sum(ys)

# %% list-picked-from-by-a-number-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 0
        return x * [2, 3][n]  # HYB403 # breaks: values

# %% max-of-a-number-that-differs-by-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = max(1, 4 if F is mx.nd else 3)
        return x * n  # HYB403 # breaks: values

# %% mx-nd-2-mx-sym-3-f
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {mx.nd: 2, mx.sym: 3}[F]  # HYB403 # breaks: values

# %% name-of-fs-module-with-different-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(F.__name__)  # HYB403

# %% nd-ndarray-symbol-type-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {nd.NDArray: 2, mx.sym.Symbol: 3}[type(x)]  # HYB403 # breaks: values

# %% noise-that-the-first-imperative-call-draws-and-a-graph-has-not
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.noise = None

    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray) and self.noise is None:
            self.noise = mx.nd.ones(x.shape)
        return x * 2 + self.noise  # HYB403 # breaks: trace

# %% number-by-life-given-to-an-operator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1.0 if F is mx.nd else 0.5
        return F.clip(x, -n, n)  # HYB403 # breaks: values

# %% number-kept-on-self
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.n = x.shape[0] if F is mx.nd else 1
        return x * self.n  # HYB403 # breaks: values

# %% number-of-the-imperative-life-by-try-in-a-range
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = 1
        y = x * 1
        for _ in range(n):  # HYB403 # breaks: values
            y = y * 2
        return y

# %% number-that-only-the-imperative-life-sets
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 1.0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.gain = 1.0 / x.shape[1]
        return x * self.gain  # HYB403 # breaks: values

# %% one-less-than-such-a-length
# inputs: [(4, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return x / (self.rows - 1)  # HYB403 # breaks: trace

# %% own-exception-carries-a-number-out-of-a-nested-function
# inputs: [(2, 3)]
class Unknown(Exception):
    pass


class Net(HybridBlock):
    def rows(self, x):
        if not hasattr(x, "shape"):
            raise Unknown("no shape")
        return x.shape[0]

    def hybrid_forward(self, F, x):
        try:
            rows = self.rows(x)
        except Unknown:
            rows = 1
        return F.sum(x, axis=0) / rows  # HYB403 # breaks: values

# %% power-by-a-number-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 2
        return x ** n  # HYB403 # breaks: values

# %% range-from-1-by-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        y = x * 1
        for i in range(1, n):  # HYB403 # breaks: values
            y = y * 2
        return y

# %% same-as-the-shape-of-what-is-drawn
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        noise = F.random.uniform(0, 1, shape=(self.rows, 3))  # HYB403 # breaks: trace
        return x + 0 * noise

# %% same-by-statements
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1
        if F is mx.nd:
            n = x.shape[0]
        y = x * 1
        for _ in range(n):  # HYB403 # breaks: values
            y = y * 2
        return y

# %% same-given-to-a-method
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return x.reshape((self.rows, -1)) * 2  # HYB403 # breaks: trace

# %% same-noise-handed-to-an-operator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, strength=0.1):
        super().__init__()
        self.strength = strength
        self.drawn = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            if self.drawn is None:
                self.drawn = mx.nd.ones(x.shape)
        return x + self.strength * F.broadcast_mul(x, self.drawn)  # HYB403 # breaks: execution

# %% same-without-asking
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        total = self.seen.sum()  # HYB403 # breaks: trace
        return x * 2 if F is mx.sym else x * 2 + 0 * total

# %% shape-in-the-one-life-and-two-ones-in-the-other-unpacked
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h, w = x.shape if F is mx.nd else (1, 1)
        return x * h * w  # HYB403 # breaks: values

# %% shape-that-only-the-imperative-life-has-asked-for-its-truth
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = None
        if F is mx.nd:
            shape = x.shape
        return x * (shape[1] if shape else 1)  # HYB403 # breaks: values

# %% shape-that-only-the-imperative-life-keeps-asked-for-its-truth
# inputs: [(2, 3)]
from mxnet import nd


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shape = None

    def hybrid_forward(self, F, x):
        if F is nd:
            self.shape = x.shape
        return x * (self.shape[1] if self.shape else 1)  # HYB403 # breaks: values

# %% size-is-taken-down-where-the-image-is-an-array-and-used-below
# inputs: [(2, 3, 4, 4), ('bin', (2, 1, 4, 4))]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._size = None

    def hybrid_forward(self, F, image, mask):
        if isinstance(image, nd.NDArray):
            self._size = image.shape
        channels = self._size[1]  # HYB403 # breaks: trace
        return image * F.repeat(mask, channels, axis=1)

# %% str-f
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (3 if 'symbol' in str(F) else 2)  # HYB403 # breaks: values

# %% such-an-array-given-to-a-layer
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None
        self.dense = nn.Dense(2)

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        return self.dense(x) + self.dense(self.seen)  # HYB403 # breaks: trace

# %% true-2-false-3-f-is-mx-nd
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {True: 2, False: 3}[F is mx.nd]  # HYB403 # breaks: values

# %% try-k-x-asnumpy-sum-except-k-1-0
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            k = float(x.asnumpy().sum())
        except Exception:
            k = 1.0
        return x * k  # HYB403

# %% try-the-shape-except-says-one-row
# inputs: [(2, 3)]
class Net(HybridBlock):
    def rows(self, x):
        try:
            return x.shape[0]
        except AttributeError:
            return 1

    def hybrid_forward(self, F, x):
        return F.sum(x, axis=0) / self.rows(x)  # HYB403 # breaks: values

# %% try-with-else-around-a-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[1]
        except AttributeError:
            n = 1
        else:
            n = n + 1
        return x * n  # HYB403 # breaks: values

# %% try-x-ndim-except-other-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            k = x.ndim
        except Exception:
            k = 5
        return x * k  # HYB403

# %% try-x-shape-except-attributeerror-other-mathematics
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            scale = x.shape[1]
        except AttributeError:
            scale = 1
        return x * scale  # HYB403

# %% two-numbers-that-a-guard-picks-unpacked
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        a, b = (2, 3) if F is mx.nd else (4, 5)
        return x * a + b  # HYB403 # breaks: values

# %% two-sides-of-f-is-mx-nd-differ-in-the-axis
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = 0 if F is mx.nd else 1
        return F.softmax(x, axis=axis)  # HYB403 # breaks: values

# %% type-x-name-with-different-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * len(type(x).__name__)  # HYB403

# %% what-a-try-notes-of-a-shape-which-a-symbol-does-not-have
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.width = 1

    def hybrid_forward(self, F, x):
        try:
            self.width = x.shape[1]
        except AttributeError:
            pass
        return x * self.width  # HYB403 # breaks: values

# %% width-that-only-the-imperative-life-keeps-or-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.width = 0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.width = x.shape[1]
        return x * (self.width or 1)  # HYB403 # breaks: values

# %% x-n-of-the-imperative-length
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 1
        return sum([x] * n)  # HYB403 # breaks: values

# %% array-that-only-imperative-calls-put-there-summed-only-where-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = mx.nd.ones((2, 3))
        if self.seen is not None:
            self.total = self.seen.sum() - 1
        return x * 2

# %% axis-counted-from-the-end-in-one-life-from-the-start-in-the
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = x.ndim - 1 if F is mx.nd else -1
        return F.softmax(x, axis=axis)

# %% contextlib-suppress-attributeerror-x-shape
# inputs: [(2, 3)]
# clean
import contextlib


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(AttributeError):
            s = x.shape
        return x * 2

# %% divmod-of-python-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 7

    def hybrid_forward(self, F, x):
        a, b = divmod(self.k, 2)
        return x * a + b

# %% function-answers-with-a-number-or-with-an-operator-for-it
# inputs: [(4, 3)]
# clean
def rows_of(F, x):
    if F is mx.nd:
        return x.shape[0]
    return F.sum(F.ones_like(F.slice_axis(x, axis=1, begin=0, end=1)), axis=0)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return F.sum(x, axis=0) / rows_of(F, x)
        return F.broadcast_div(F.sum(x, axis=0), rows_of(F, x))

# %% getattr-x-relu
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return getattr(x, "relu")() * 2

# %% how-many-rows-there-are-or-none-from-a-function-that-tries
# inputs: [(2, 3)]
# clean
def rows(x):
    try:
        return x.shape[0]
    except AttributeError:
        return None


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = rows(x)
        if n is None:
            return F.mean(x, axis=0)
        return F.sum(x, axis=0) / n

# %% length-that-is-the-same-in-both-gone-through
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 2 if F is mx.nd else 2
        y = x * 1
        for _ in range(n):
            y = y * 2
        return y

# %% length-that-is-used-after-and
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        last = self.rows - 1 if self.rows else 0
        ok = self.rows is None or self.rows - 1 >= last
        return x * 2 if ok else x * 2

# %% loop-over-the-imperative-length-that-only-notes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 0
        for i in range(n):
            self.seen = i
        return x * 2

# %% max-of-a-number-that-differs-by-life-and-covers-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = max(5, 4 if F is mx.nd else 3)
        return x * n

# %% method-that-asks-for-the-shape-and-the-codes-of-reshape-where-it
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def rows(self, x):
        return x.reshape((x.shape[0], -1)) * 2

    def hybrid_forward(self, F, x):
        try:
            return self.rows(x)
        except AttributeError:
            return x.reshape((0, -1)) * 2

# %% mx-nd-2-mx-sym-2-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {mx.nd: 2, mx.sym: 2}[F]

# %% number-by-life-modulo
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 5 if F is mx.nd else 3
        return x * (n % 2 + 1)

# %% one-of-two-functions-by-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {mx.nd: mx.nd.relu, mx.sym: mx.sym.relu}[F](x) + 1

# %% range-of-the-same-length-in-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 3 if F is mx.nd else 3
        for i in range(n):
            x = x * 2
        return x

# %% same-as-the-end-of-a-slice-which-may-be-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        return F.slice(x, begin=(0, 1), end=(self.rows, 3)) * 2

# %% same-axis-named-from-either-end
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        axis = -1 if F is mx.nd else 1
        return F.softmax(x, axis=axis)

# %% shape-that-only-the-imperative-life-notes-and-nobody-reads
# inputs: [(2, 3)]
# clean
from mxnet import nd


SHAPES = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is nd:
            SHAPES["x"] = x.shape
        return x * 2

# %% such-a-length-used-only-where-it-is-there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.rows = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.rows = x.shape[0]
        if self.rows is not None:
            assert self.rows - 1 >= 0
        return x * 2

# %% symbols-way-when-a-shape-fails
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
            y = x.relu()
        except AttributeError:
            y = F.relu(x)
        return y * 2

# %% try-the-ndarrays-way-except-does-the-same-maths
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            rows = x.shape[0]
        except AttributeError:
            return F.mean(x, axis=0)
        return F.sum(x, axis=0) / rows

# %% try-x-shape-except-attributeerror-same-mathematics
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            assert x.shape[1] == 3
        except AttributeError:
            pass
        return x * 2

# %% what-the-imperative-life-took-down-is-set-again-for-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 1.0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.gain = x.shape[1]
        self.gain = 3.0
        return x * self.gain

# %% x-class-name-at-classname: x.__class__.__name__
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.__class__.__name__
        return x * 2

# %% x-list_arguments-behind-a-check-of-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scale = 1 if F is mx.nd else len(x.list_arguments())
        return x * scale

# %% comprehension-by-type: a comprehension keeps arrays only
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        arrays = [one for one in (x, 1.0) if isinstance(one, nd.NDArray)]
        return x * (len(arrays) + 1)  # HYB403 # breaks: values

# %% comprehension-of-what-has-a-method: both phases keep the tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kept = [one for one in (x, 1.0) if hasattr(one, "reshape")]
        return x * (len(kept) + 1)

# %% comprehension-of-the-other-types: a comprehension drops arrays and symbols alike
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kept = [one for one in (x, 1.0) if not isinstance(one, (nd.NDArray, mx.sym.Symbol))]
        return x * (len(kept) + 1)

# %% while-of-one-phase: rounds of a loop that tracing never enters
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rounds = 0
        while isinstance(x, nd.NDArray) and rounds < 2:
            rounds += 1
        return x * (rounds + 1)  # HYB403 # breaks: values

# %% rounds-that-one-phase-runs: how many rounds a loop runs, by phase
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 0
        while True:
            n += 1
            if F is mx.sym or n > 3:
                break
        return x * n  # HYB403 # breaks: values

# %% nonlocal-of-one-phase: an inner function sets a nonlocal name in one phase
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1

        def inner():
            nonlocal n
            if F is mx.nd:
                n = 2

        inner()
        return x * n  # HYB403 # breaks: values

# %% nonlocal-number-of-rows: a nonlocal name has a number of rows where there is one
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = 1

        def count():
            nonlocal rows
            with contextlib.suppress(AttributeError):
                rows = x.shape[0]

        count()
        return x / rows  # HYB403 # breaks: values

# %% nonlocal-counts-in-both-phases: an inner function counts its calls
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        calls = 0

        def scaled(v):
            nonlocal calls
            if F is mx.nd:
                assert v.shape[0] == 2
            calls += 1
            return v * calls

        return scaled(x) + scaled(x)

# %% array-yielded-by-a-machine-with-states: a generator yields None in its first state and the array in its second
# inputs: [(2, 3)]
# missed: Not followed: a generator step by step, and what is sent to it.
def machine(item):
    state = "first"
    while True:
        if state == "first":
            state = "second"
            yield None
        else:
            yield item


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        running = machine(x)
        next(running)
        y = next(running)
        return x * (2 if type(y).__name__ == "NDArray" else 3)  # breaks: values
