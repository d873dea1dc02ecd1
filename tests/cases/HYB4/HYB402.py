"""Blocks that HYB402 reports, and blocks like them that work."""

import collections
import collections.abc
import contextlib

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn

# %% a-tensor-that-the-test-of-a-loop-narrows
# inputs: [(2, 3)]
# ctor: {"steps": 2}
# clean
class Net(HybridBlock):
    def __init__(self, steps, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        for _ in range(self.steps):
            if isinstance(x, mx.nd.NDArray):
                operators = __import__("mxnet.ndarray", fromlist=["relu"])
            else:
                operators = __import__("mxnet.symbol", fromlist=["relu"])
            x = operators.relu(x)
        return x

# %% all-isinstance-t-nd-ndarray-for-t-in-xs
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] + xs[1] if all(isinstance(t, nd.NDArray) for t in xs) else xs[0] - xs[1]  # HYB402

# %% an-f-string-with-the-tensor-chooses-a-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        text = f"{x}"
        return x * 2 if "NDArray" in text else x * 3  # HYB402 # breaks: values # fix: return x * 2

# %% another-attribute-in-the-nd-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, n=2, m=3, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.m = m

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            return x * self.n
        return x * self.m

# %% another-axis-by-isinstance
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):  # HYB402 # breaks: values
            y = mx.nd.softmax(x, axis=0)
        else:
            y = mx.sym.softmax(x, axis=-1)
        return y * 2

# %% another-layer-in-the-nd-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            y = self.a(x)
        else:
            y = self.b(x)
        return y * 2

# %% another-operator-in-the-nd-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            return x.sigmoid()
        return F.relu(x)

# %% branch-on-self-active
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if self._active else x * 3  # HYB402

# %% concat-in-another-order
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            y = mx.nd.concat(x * 2, x, dim=1)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y

# %% concat-on-another-axis
# inputs: [(3, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            y = mx.nd.concat(x, x * 2, dim=0)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y.sum(axis=1)

# %% contextlib-suppress-around-a-return
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(AttributeError, TypeError):
            return x * x.shape[0]  # HYB402 # breaks: values
        return x * 5

# %% dtype-by-getattr-compared-with-a-type-of-numpy
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kind = getattr(x, "dtype", None)
        if kind == np.float32:  # HYB402 # breaks: values
            x = F.exp(x)
        return F.sum(x, axis=1)

# %% f-name-decides
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if F.__name__ == "mxnet.ndarray" else x * 3  # HYB402 # breaks: values

# %% f-variable-behind-a-check-of-f
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c = F.Variable("c", shape=(1,), init=mx.init.One()) if F is mx.sym else F.ones((1,))  # HYB402
        return F.broadcast_mul(x, c)

# %% getattr-f-array-none
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = getattr(F, 'array', None)
        return x * 2 if f is None else x * 3  # HYB402

# %% getattr-x-shape-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = getattr(x, "shape", None)
        return x * 2 if shape else x * 3  # HYB402 # breaks: values

# %% graph-has-a-factor-of-1-0005
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        y = self.body(x)
        return y * 1.0005 if F.__name__.endswith('symbol') else y * 1.0  # HYB402

# %% handler-that-returns-something-else
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.context  # HYB402
        except AttributeError:
            return x * 3
        return x * 2

# %% hasattr-f-array
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(F, "array") else x * 3  # HYB402 # breaks: values

# %% hasattr-f-var-with-different-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(F, "var"):  # HYB402
            return x * 3
        return x * 2

# %% hasattr-x-infer_shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'infer_shape') else x * 3  # HYB402 # breaks: values

# %% hasattr-x-iter-at
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, '__iter__') else x * 3  # HYB402 # breaks: values

# %% hasattr-x-iter-at-2
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "__iter__") else x  # HYB402

# %% hasattr-x-shape-decides
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'shape') else x * 3  # HYB402 # breaks: values

# %% hasattr-x-t
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "T") else x * 3  # HYB402

# %% helper-that-gets-another-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def scaled(self, F, x, n):
        return F.relu(x) * n

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            return self.scaled(mx.nd, x, 2)
        return self.scaled(F, x, 3)

# %% if-self-active
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if self._active:  # HYB402
            return x * 3
        return x * 2

# %% isinstance-asks-whether-a-split-is-a-list
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        if isinstance(parts, (list, tuple)):  # HYB402 # breaks: values
            return F.concat(parts[1], parts[0], dim=1)
        return F.concat(parts[0], parts[1], dim=1)

# %% isinstance-guard-whose-sides-differ
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, nd.NDArray):  # HYB402 # breaks: values
            return F.broadcast_add(x, F.mean(x, axis=0, keepdims=True))
        return F.broadcast_add(x, F.mean(x, axis=1, keepdims=True))

# %% isinstance-x-collections-abc-hashable
# inputs: [(2, 3)]
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Hashable) else x * 3  # HYB402 # breaks: values

# %% isinstance-x-collections-abc-iterable
# inputs: [(2, 3)]
# breaks: values
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Iterable) else x * 3  # HYB402

# %% isinstance-x-mx-sym-symbol-with-different-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, mx.sym.Symbol) else x * 3  # HYB402

# %% isinstance-xs-tuple-of-a-tuple-input
# inputs: [('tup', (2, 3), (2, 3))]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] + xs[1] if isinstance(xs, tuple) else xs[0] - xs[1]  # HYB402

# %% issubclass-type-x-mx-nd-ndarray
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if issubclass(type(x), mx.nd.NDArray) else x * 3  # HYB402

# %% length-by-the-nd-branch-and-if-n
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 0
        if n:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% length-of-a-list-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x, x * 2] if F is mx.nd else [x]  # HYB402 # breaks: values
        return x * len(ys)

# %% list-cut-by-a-number-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 2
        return sum([x, x * 2][:n])  # HYB402 # breaks: values

# %% list-in-another-order
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            ys = [x.sigmoid(), x.relu()]
        else:
            ys = [F.relu(x), F.sigmoid(x)]
        return ys[0] + 2 * ys[1]

# %% list-that-one-life-appends-to
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x * 1]
        if F is mx.nd:  # HYB402 # breaks: values
            ys.append(x * 2)
        return x * len(ys)

# %% list-that-one-life-appends-to-summed
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x * 1]
        if F is mx.nd:  # HYB402 # breaks: values
            ys.append(x * 2)
        return sum(ys)

# %% method-that-a-guard-picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        f = self._nd if F is mx.nd else self._sym
        return f(x)  # HYB402

    def _nd(self, x):
        return x + 1

    def _sym(self, x):
        return x * 2

# %% n-and-m-of-a-number-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, m=True, **kwargs):
        super().__init__(**kwargs)
        self.m = m

    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 0
        if n and self.m:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% name-of-a-method-that-a-guard-picks
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        kind = "nd" if F is mx.nd else "sym"
        return getattr(self, "_" + kind)(x)  # HYB402

    def _nd(self, x):
        return x * 2

    def _sym(self, x):
        return x * 3

# %% nd-branch-leaves-the-other-goes-on-with-something-else
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            return (x * 2).relu()
        y = x * 2
        z = F.tanh(y)
        return z

# %% not-n-of-a-number-of-one-life
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 0
        if not n:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% number-by-life-compared-so-that-it-differs
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        if n > 3:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% item-assigned-in-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1.5
        try:
            y[0] = 5  # HYB402 # breaks: values
        except TypeError:
            pass
        return y * 2

# %% in-place-by-another-name-in-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1.5
        try:
            same = y
            same += 1  # HYB402 # breaks: values
        except Exception:
            pass
        return y * 2

# %% number-of-the-imperative-life-by-try-in-an-if
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = 0
        if n > 1:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% operator-that-a-guard-picks
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        op = F.relu if F is mx.nd else F.sigmoid
        return op(x)  # HYB402 # breaks: values

# %% parts-0-if-type-parts-list-else-parts-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] if type(parts) == list else parts[1] * 1  # HYB402 # breaks: values

# %% raise-of-the-traced-life-caught-around-the-helper
# inputs: [(2, 3)]
class Net(HybridBlock):
    def helper(self, F, x):
        if F is mx.sym:
            raise ValueError("not to be traced")  # HYB402 # breaks: values
        return x * 2

    def hybrid_forward(self, F, x):
        try:
            return self.helper(F, x)
        except ValueError:
            return x * 3

# %% raise-of-the-traced-life-caught-where-it-is
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            if F is mx.sym:
                raise ValueError("not to be traced")  # HYB402 # breaks: values
            y = x * 2
        except ValueError:
            y = x * 3
        return y

# %% same-operator-with-another-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # HYB402 # breaks: values
            return x.clip(0, 1)
        return F.clip(x, 0, 2)

# %% shape-in-dir-x-at
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 'shape' in dir(x) else x * 3  # HYB402 # breaks: values

# %% shape-that-is-asked-for-only-to-see-what-comes
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.shape  # HYB402
            y = x * 2
        except AttributeError:
            y = x * 3
        return y

# %% shortcut-that-only-ndarrays-take
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[0] > 1:  # HYB402 # breaks: values
            return F.relu(x)
        return F.tanh(x)

# %% symbol-in-str-f
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'symbol' in str(F):  # HYB402
            return x * 3
        return x * 2

# %% two-operators-by-a-conditional-expression
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tanh() if F is mx.nd else F.relu(x)  # HYB402 # breaks: values

# %% type-x-is-mx-nd-ndarray-with-different-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if type(x) is mx.nd.NDArray else x * 3  # HYB402

# %% type-x-module
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 'ndarray' in type(x).__module__ else x * 3  # HYB402 # breaks: values

# %% type-x-name-ndarray
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if type(x).__name__ == 'NDArray' else x * 3  # HYB402 # breaks: values

# %% what-a-handler-raises-another-one-catches
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def scaled(self, x):
        try:
            x.context
        except AttributeError as error:
            raise TypeError("an array is needed") from error  # HYB402
        return x * 2

    def hybrid_forward(self, F, x):
        try:
            return self.scaled(x)
        except TypeError:
            return x * 3

# %% what-the-handler-changes-was-there-before
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        try:
            x.shape  # HYB402
        except AttributeError:
            y = x + 1
        return y * 2

# %% x-2-x-3-f-is-mx-sym
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, x * 3][F is mx.sym]  # HYB402 # breaks: values

# %% x-class-compared
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x.__class__ is nd.NDArray:  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% x-class-is-mx-nd-ndarray
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__class__ is mx.nd.NDArray else x * 3  # HYB402

# %% x-class-name: x.__class__.__name__
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if x.__class__.__name__ == "NDArray" else x * 3  # HYB402 # breaks: values

# %% argmax-of-what-a-child-gives-under-pause
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.a = nn.Dense(3, in_units=3)
            self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = self.a(x).argmax(axis=1)
        return F.pick(self.b(x), y)

# %% asnumpy-in-dir-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if "asnumpy" in dir(x) else x * 3

# %% attribute-set-to-what-it-was
# inputs: [(2, 3)]
# clean
# between: net.flag = True
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if self.flag else x * 3

# %% concat-in-two-spellings
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.concat(x, x * 2, dim=1)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y

# %% contextlib-suppress-of-something-else
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with contextlib.suppress(KeyError):
            x = x * {"scale": 2}["scale"]
        return x * 1

# %% f-is-mx-nd-and-x-shape-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd and x.shape[1] == 3:
            return x * 2
        return x * 2

# %% flag-changed-and-changed-back-between-the-calls
# inputs: [(2, 3)]
# clean
# between: net.flag = not net.flag; net.flag = not net.flag
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * 2 if self.flag else x * 3

# %% getattr-x-shape-none-unused
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.shape = getattr(x, "shape", None)
        return x * 2

# %% handler-that-returns-the-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            x.context
        except AttributeError:
            return x * 2
        return x * 2

# %% hasattr-self-missing
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(self, 'missing') else x * 3

# %% hasattr-x-asnumpy-chooses
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "asnumpy") else x * 3

# %% hasattr-x-astype
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, "astype") else x * 3

# %% hasattr-x-len
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, '__len__') else x * 3

# %% hasattr-x-reshape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if hasattr(x, 'reshape') else x * 3

# %% helper-that-gets-the-module
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def scaled(self, F, x):
        return F.relu(x) * 2

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return self.scaled(mx.nd, x)
        return self.scaled(F, x)

# %% isinstance-guard-whose-sides-do-the-same-maths
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            return F.reshape(x, shape=(-1,))
        return x.reshape((x.size,))

# %% isinstance-x-collections-abc-sized
# inputs: [(2, 3)]
# clean
import collections.abc


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if isinstance(x, collections.abc.Sized) else x * 3

# %% isinstance-x-mx-sym-symbol-same-mathematics
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            return F.relu(x) * 2
        return nd.relu(x) * 2

# %% keepdims-by-a-number-in-one-life
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.sum(x, axis=1, keepdims=1)
        else:
            y = F.sum(x, axis=1, keepdims=True)
        return y * 2

# %% length-by-life-or-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[1] if F is mx.nd else -1
        return x.reshape((2, n)) * 2

# %% list-parts-index-1-if-false-else-parts-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).index(1) if False else parts[1] * 1

# %% lists-of-the-same-in-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            ys = [x.relu(), x.sigmoid()]
        else:
            ys = [F.relu(x), F.sigmoid(x)]
        return ys[0] + ys[1]

# %% mean-in-one-sum-divided-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return x.mean()
        return F.mean(x)

# %% module-by-the-kind-of-the-tensor
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ops = mx.nd if isinstance(x, mx.nd.NDArray) else mx.sym
        return ops.relu(x) * 2

# %% nd-branch-leaves-the-other-goes-on
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return (x * 2).relu()
        y = x * 2
        z = F.relu(y)
        return z

# %% number-by-life-compared-so-that-it-is-the-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        if n > 2:
            return x * 2
        return x * 3

# %% number-by-life-that-only-an-error-message-tells
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else -1
        if n == 0:
            raise ValueError('empty: %d' % n)
        return x * 2

# %% number-of-the-nd-branch-that-only-an-assert-asks
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else None
        if n is not None:
            assert n > 0
        return x * 2

# %% number-written-with-and-without-a-point
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = x * 2
        else:
            y = x * 2.0
        return y + 1

# %% numbers-made-by-one-that-f-lacks-in-a-block-of-no-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.broadcast_add(x, mx.nd.ones((1, 3)))
        else:
            y = F.broadcast_add(x, F.ones((1, 3)))
        return y * 2

# %% reshape-by-a-length-in-the-nd-branch-by-a-code-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.reshape(x, shape=(x.shape[0], -1))
        else:
            y = F.reshape(x, shape=(0, -1))
        return y * 2

# %% same-by-isinstance
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            y = mx.nd.softmax(x, axis=-1)
        else:
            y = mx.sym.softmax(x, axis=-1)
        return y * 2

# %% same-layer-in-both-one-of-them-notes-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = 'nd'
            y = self.a(x)
        else:
            y = self.a(x)
        return y * 2

# %% same-operator-in-two-spellings-by-a-conditional-expression
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tanh() if F is mx.nd else F.tanh(x)

# %% same-operator-with-arguments-in-another-order
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return F.clip(x, a_min=0, a_max=1)
        return F.clip(x, a_max=1, a_min=0)

# %% size-that-is-taken-down-for-others-to-read-and-never-used-here
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = x.shape
        return F.relu(x)

# %% sum-with-its-default-written-out-in-one-life
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.sum(x, axis=1, keepdims=False)
        else:
            y = F.sum(x, axis=1)
        return y * 2

# %% item-assigned-in-a-try-and-by-an-operator-in-the-handler
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1.5
        try:
            y[:, 0] = 5
        except TypeError:
            first = F.slice_axis(y, axis=1, begin=0, end=1)
            y = F.concat(first * 0 + 5, F.slice_axis(y, axis=1, begin=1, end=None), dim=1)
        return y * 2

# %% item-assigned-in-a-try-and-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1.5
        try:
            y[0] = 5
        except TypeError:
            pass
        return x * 2

# %% try-x-shape-0-except-attributeerror-pass-unused
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = None
        return x * 2

# %% what-mx-nd-alone-has-and-its-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.add(x, x)
        else:
            y = F.broadcast_add(x, x)
        return y * 2

# %% x-relu-in-the-nd-branch-f-relu-x-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return x.relu()
        return F.relu(x)

# %% configured-test-and-a-type-test-decide-a-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, exact=True, **kwargs):
        super().__init__(**kwargs)
        self.exact = exact

    def hybrid_forward(self, F, x):
        if self.exact and isinstance(x, nd.NDArray):  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% configured-test-or-a-type-test-decide-a-branch
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, exact=False, **kwargs):
        super().__init__(**kwargs)
        self.exact = exact

    def hybrid_forward(self, F, x):
        if self.exact or isinstance(x, nd.NDArray):  # HYB402 # breaks: values
            return x * 2
        return x * 3

# %% operands-of-a-sum-and-a-product-in-another-order
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if F is mx.nd:
            return F.broadcast_add(F.broadcast_mul(x, y), x)
        return x + F.broadcast_mul(y, x)

# %% operands-of-a-difference-in-another-order
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if F is mx.nd:  # HYB402 # breaks: values
            return F.broadcast_sub(x, y)
        return F.broadcast_sub(y, x)

# %% options-that-one-phase-adds: `**options` holds an axis imperatively only
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        options = {}
        if isinstance(x, nd.NDArray):
            options["axis"] = 0
        return F.sum(x, **options)  # HYB402 # breaks: values

# %% options-with-a-context: `**options` holds what a graph does not need
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        options = {"shape": (2, 3)}
        if isinstance(x, nd.NDArray):
            options["ctx"] = x.context
        return x + F.ones(**options)

# %% imperative-break: the imperative phase breaks out of a loop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            if F is mx.nd:  # HYB402 # breaks: values
                break
            x = x + i + 1
        return x * 2

# %% continue-while-imperative: a round ends early while imperative
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        for i in range(3):
            if isinstance(x, nd.NDArray):  # HYB402 # breaks: values
                continue
            y = y * 2
        return y

# %% break-while-tracing: tracing leaves a loop after a round
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            x = F.relu(x) + 1
            if F is mx.sym:  # HYB402 # breaks: values
                break
        return x

# %% break-in-one-phase-and-else: a loop whose `else` only tracing reaches
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            if F is mx.nd:  # HYB402 # breaks: values
                x = x + 1
                break
        else:
            x = x * 2
        return x

# %% while-true-left-at-two-places: `while True` that each phase leaves at another `break`
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        while True:
            x = x + 1
            if F is mx.nd:  # HYB402 # breaks: values
                break
            x = x * 2
            break
        return x

# %% flag-that-one-phase-sets-ends-the-loop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        done = False
        for i in range(3):
            if F is mx.nd:
                done = True
            if done:  # HYB402 # breaks: values
                break
            x = x + 1
        return x * 2

# %% continue-where-nothing-follows: `continue` in one phase where nothing follows
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.layers = nn.HybridSequential()
        for i in range(3):
            self.layers.add(nn.Dense(3))

    def hybrid_forward(self, F, x):
        for layer in self.layers:
            x = layer(x)
            if F is mx.nd:
                continue
        return x

# %% both-phases-break-after-the-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            if F is mx.nd:
                x = F.relu(x)
                break
            else:
                x = F.relu(x)
                break
        return x

# %% imperative-check-then-continue: shapes are checked and printed, then the round ends
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            if isinstance(x, nd.NDArray):
                assert x.shape[0] == 2
                continue
        return x * 2

# %% break-in-the-last-round: the imperative phase breaks in the last round
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(3):
            x = F.relu(x)
            if i == 2 and F is mx.nd:
                break
        return x

# %% layer-and-a-number-by-phase-spread
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        chosen = (self.doubled, 1) if F is nd else (self.tripled, 1)
        return self.applied(x, *chosen)

    def applied(self, x, function, times):
        return function(x) * times  # HYB402

    def doubled(self, x):
        return x * 2

    def tripled(self, x):
        return x * 3

# %% outputs-tested-for-a-sequence
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3)
        if isinstance(parts, collections.abc.Sequence):  # HYB402 # breaks: values
            return parts[0] * 2
        return parts[1] * 2

# %% function-that-always-raises-within-a-try: a function that always raises while tracing, within a try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            if F is mx.sym:
                refuse()
        except TypeError:
            return x * 3
        return x * 2

def refuse():
    raise TypeError("only arrays")  # HYB402 # breaks: values

# %% differing-tensor-that-is-not-used: a tensor that differs between the phases and is not used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(x, "shape"):
            b = F.sigmoid(x)
        else:
            b = x * 2
        return F.relu(x)

# %% differing-tensor-that-is-replaced: a tensor that differs between the phases and is replaced
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        b = F.sigmoid(x) if F is mx.nd else x * 2
        for step in range(2):
            b = x * step
        return b

# %% differing-tensor-that-a-list-holds: a tensor that differs between the phases, in a list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        held = []
        if hasattr(x, "shape"):  # HYB402 # breaks: values
            held.append(F.sigmoid(x))
        else:
            held.append(x * 2)
        return F.relu(x) + held[0]

# %% differing-tensor-in-the-body-of-a-loop: a tensor that differs between the phases, in the body of a loop operator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(row, state):
            if hasattr(row, "shape"):  # HYB402 # breaks: values
                scaled = row * 3
            else:
                scaled = row * 2
            return scaled, state + 1
        rows, states = F.contrib.foreach(body, x, F.zeros((1,)))
        return rows

# %% split-made-a-list-where-it-is-none
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        if not isinstance(parts, list):
            parts = list(parts)
        return parts[0] + parts[1]

# %% split-of-as-many-parts-as-the-constructor-asks-for
# inputs: [(2, 4)]
# clean
# from: gluoncv
class Net(HybridBlock):
    def __init__(self, count=2, **kwargs):
        super().__init__(**kwargs)
        self.count = count

    def hybrid_forward(self, F, x):
        def cut(whole, number):
            parts = F.split(whole, num_outputs=number, axis=1)
            if isinstance(parts, list):
                return parts
            elif self.count > 1:
                return list(parts)
            else:
                return [parts]

        return F.stack(*[part * 2 for part in cut(x, self.count)], axis=0)

# %% split-that-tracing-wraps-in-a-list
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, count=2, **kwargs):
        super().__init__(**kwargs)
        self.count = count

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self.count, axis=1)
        if not isinstance(parts, list):  # HYB402
            parts = [parts]
        return F.stack(*[part * 2 for part in parts], axis=0)  # breaks: trace

# %% handler-that-substitutes-nothing
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        try:
            y = y / y.shape[1]  # HYB402
        except AttributeError:
            pass
        return y

# %% suppressed-error-of-a-symbol
# inputs: [(2, 4)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        with contextlib.suppress(AttributeError):
            y = y * y.shape[1]  # HYB402
        return y

# %% handler-that-prints-and-substitutes-nothing
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        try:
            size = y.shape
        except AttributeError:
            print("traced")
        return y

# %% handler-that-returns-a-substitute
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        try:
            n = y.shape[1]
        except AttributeError:
            return F.mean(y, axis=1)
        return F.sum(y, axis=1) / n

# %% change-in-place-with-other-work-in-the-handler
# inputs: [(2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, z):
        y = x * 2
        try:
            y -= z  # HYB402
        except Exception:
            y = y * 3
        return y

# %% elemwise-operator-in-the-branch-of-symbols
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, z):
        if F is mx.nd:
            y = x + z
        else:
            y = F.elemwise_add(x, z)
        return y

# %% list-test-of-outputs-in-one-mode-only
# inputs: [(1, 3)]
class Net(HybridBlock):
    def __init__(self, batch=2, **kwargs):
        super().__init__(**kwargs)
        self.batch = batch

    def hybrid_forward(self, F, x):
        size = self.batch if autograd.is_training() else 1  # HYB404 # breaks: modes
        if autograd.is_training():  # HYB404 # breaks: modes
            return x * size
        rows = F.split(x, axis=0, num_outputs=size, squeeze_axis=True)
        if not isinstance(rows, list):
            rows = [rows]
        return F.stack(*[F.relu(row) for row in rows], axis=0)

# %% list-or-tensor-of-a-flag-no-array-and-no-list
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, several=False, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def hybrid_forward(self, F, x):
        out = [x * 2, x * 3] if self.several else x * 4
        if not isinstance(out, (nd.NDArray, list)):  # HYB402
            out = out * 5
        return out

# %% list-or-tensor-of-a-flag-with-a-shape
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, several=False, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def hybrid_forward(self, F, x):
        out = [x * 2, x * 3] if self.several else x * 4
        if hasattr(out, "shape"):  # HYB402
            out = out * 5
        return out

# %% list-or-tensor-of-a-flag-with-a-method-of-lists
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, several=False, **kwargs):
        super().__init__(**kwargs)
        self.several = several

    def hybrid_forward(self, F, x):
        out = [x * 2, x * 3] if self.several else x * 4
        if hasattr(out, "append"):
            out = F.add_n(*out)
        return out * 2

# %% tuple-made-a-list
# inputs: [("tup", (2, 3), (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        if isinstance(xs, tuple):
            xs = list(xs)
        return F.concat(*xs, dim=1)

# %% tuple-made-another-list
# inputs: [("tup", (2, 3), (2, 4))]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        if isinstance(xs, tuple):  # HYB402 # breaks: values
            xs = list(xs)
            xs.reverse()
        return F.concat(*xs, dim=1)

# %% gradient-stopped-for-arrays-only-in-bfloat16
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        if F is mx.nd:  # HYB402 # breaks: gradients
            y = F.BlockGrad(y)
        return F.amp_cast(y, dtype="bfloat16")
