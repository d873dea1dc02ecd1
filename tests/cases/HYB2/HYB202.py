"""Blocks that HYB202 reports, and blocks like them that work."""

import numpy as np
from mxnet.gluon import HybridBlock, nn

# %% answer-of-any-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = (1, 0)

    def hybrid_forward(self, F, x):
        return x * any(self.k)  # HYB202 # breaks: trace

# %% answer-of-in-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return (self.k in (2, 3)) * x  # HYB202 # breaks: trace

# %% answer-of-isinstance-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 3

    def hybrid_forward(self, F, x):
        return x + isinstance(self.k, int)  # HYB202 # breaks: trace

# %% comparison-of-python-numbers-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 2

    def hybrid_forward(self, F, x):
        return x - (self.k == 2)  # HYB202 # breaks: trace

# %% f-maximum-x-true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.maximum(x, True)  # HYB202 # breaks: trace

# %% f-power-x-true
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.power(x, True)  # HYB202 # breaks: trace

# %% f-where-x-0-x-x-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, x * False)  # HYB202 # breaks: trace

# %% flag-by-keyword
# inputs: [(2, 3)]
class Gate(HybridBlock):
    def __init__(self, active=False, **kwargs):
        super(Gate, self).__init__(**kwargs)
        self.active = active

    def hybrid_forward(self, F, x):
        return x * self.active + 1  # HYB202 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.g = Gate(active=True)

    def hybrid_forward(self, F, x):
        return self.g(x)

# %% flag-handed-to-the-constructor-of-a-base
# inputs: [(2, 3)]
class Base(HybridBlock):
    def __init__(self, keep, **kwargs):
        super(Base, self).__init__(**kwargs)
        self.keep = keep

    def hybrid_forward(self, F, x):
        return x * self.keep  # HYB202 # breaks: trace


class Net(Base):
    def __init__(self, **kwargs):
        super(Net, self).__init__(True, **kwargs)

# %% flag-that-a-hybridlambda-closes-over
# inputs: [(2, 3)]
def scaled(by):
    return nn.HybridLambda(lambda F, x: x * by)  # HYB202 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.a = scaled(2.0)
        self.b = scaled(True)

    def hybrid_forward(self, F, x):
        return self.b(self.a(x))

# %% flag-true-default-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, flag=True):
        return x * flag  # HYB202 # breaks: trace # fix: return x * float(flag)

# %% flag-with-which-the-block-makes-its-child
# inputs: [(2, 3)]
class Scale(HybridBlock):
    def __init__(self, by):
        super(Scale, self).__init__()
        self.by = by

    def hybrid_forward(self, F, x):
        return x * self.by  # HYB202 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scale(True)

    def hybrid_forward(self, F, x):
        return self.s(x)

# %% flags-that-a-loop-hands-to-children
# inputs: [(2, 3)]
class Inner(HybridBlock):
    def __init__(self, by, **kwargs):
        super(Inner, self).__init__(**kwargs)
        self.by = by

    def hybrid_forward(self, F, x):
        return x * self.by  # HYB202 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.body = nn.HybridSequential()
        for flag in (True, False):
            self.body.add(Inner(flag))

    def hybrid_forward(self, F, x):
        return self.body(x)

# %% hash-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (hash(x) != 0)  # HYB202, HYB408 # breaks: trace

# %% helper-returning-a-bool
# inputs: [(2, 3)]
def on(n):
    return n > 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * on(3)  # HYB202 # breaks: trace

# %% mode-changed-after-the-trace: a mode changed after the trace
# inputs: [(2, 3)]
# breaks: values
# between: net.mode = "sum"
# needs: callers
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "mean"

    def hybrid_forward(self, F, x):
        return F.mean(x, axis=1) if self.mode == "mean" else F.sum(x, axis=1)

# %% not-flag-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = False

    def hybrid_forward(self, F, x):
        return (not self.k) * x  # HYB202 # breaks: trace

# %% np-any-of-a-python-list-as-an-operand
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.any([0, 1])  # HYB202 # breaks: trace

# %% np-bool-true-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.bool_(True) * x  # HYB202 # breaks: trace

# %% property-returning-a-bool
# inputs: [(2, 3)]
class Net(HybridBlock):
    @property
    def deep(self):
        return True

    def hybrid_forward(self, F, x):
        return x * self.deep  # HYB202 # breaks: trace

# %% property-that-init-sets-to-a-flag
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.active = True

    @property
    def active(self):
        return self._is_active

    @active.setter
    def active(self, value):
        self._is_active = bool(value)

    def hybrid_forward(self, F, x):
        return x * self.active  # HYB202 # breaks: trace

# %% python-flag-as-a-factor
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, use_skip=True, **kwargs):
        super().__init__(**kwargs)
        self.use_skip = use_skip

    def hybrid_forward(self, F, x, skip):
        return x + skip * self.use_skip  # HYB202 # breaks: trace

# %% true-x-ew-left
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True + x  # HYB202 # breaks: trace

# %% true-x-ew-minus
# inputs: [('bin', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True - x  # HYB202 # breaks: trace

# %% true-x-ew-s-left
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return True * x  # HYB202 # breaks: trace

# %% x-a-true-a
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * {"a": True}["a"]  # HYB202 # breaks: trace

# %% x-all-k-0-for-k-in-self-ks
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        return x * all(k > 0 for k in self.ks)  # HYB202 # breaks: trace

# %% x-any-self-cs
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * any(self.cs)  # HYB202 # breaks: trace

# %% x-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - False  # HYB202 # breaks: trace

# %% x-isinstance-self-n-int
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * isinstance(self.n, int)  # HYB202 # breaks: trace

# %% x-len-self-cs-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * (len(self.cs) > 1)  # HYB202 # breaks: trace

# %% x-len-self-ks-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1]

    def hybrid_forward(self, F, x):
        return x * (len(self.ks) > 0)  # HYB202 # breaks: trace

# %% x-not-self-flag
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = False

    def hybrid_forward(self, F, x):
        return x * (not self.flag)  # HYB202 # breaks: trace

# %% x-np-all-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.all([1, 1])  # HYB202 # breaks: trace

# %% x-np-float32-2-1-numpy-bool
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (np.float32(2) > 1)  # HYB202 # breaks: trace

# %% x-np-float32-3-2-a-numpy-bool
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (np.float32(3) > 2)  # HYB202 # breaks: trace

# %% x-rsub-of-a-bool
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.__rsub__(True)  # HYB202 # breaks: trace

# %% x-self-d-is-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = None

    def hybrid_forward(self, F, x):
        return x * (self.d is None)  # HYB202 # breaks: trace

# %% x-self-m-is-none
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.m = None

    def hybrid_forward(self, F, x):
        return x * (self.m is None)  # HYB202 # breaks: trace

# %% x-self-mode-a
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "a"

    def hybrid_forward(self, F, x):
        return x + (self.mode == "a")  # HYB202 # breaks: trace

# %% x-true-ew-add
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + True  # HYB202 # breaks: trace

# %% x-true-ew-eq
# inputs: [('bin', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x == True  # HYB202 # breaks: trace

# %% x-true-ew-gt
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x > True  # HYB202 # breaks: trace

# %% x-true-ew-pow
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x ** True  # HYB202 # breaks: trace

# %% x-true-if-self-n-else-false
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 1

    def hybrid_forward(self, F, x):
        return x * (True if self.n else False)  # HYB202 # breaks: trace

# %% f-power-of-two-tensors-of-a-shape
# inputs: [('pos', (2, 3)), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.power(x, y)

# %% f-where-by-keywords
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(condition=x > 0, x=x, y=-x)

# %% f-where-for-a-mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, F.zeros_like(x))

# %% f-where-of-a-comparison-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, F.where(x > 1, x * 2, x * 3), -x)

# %% flag-as-a-branch
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, use_skip=True, **kwargs):
        super().__init__(**kwargs)
        self.use_skip = use_skip

    def hybrid_forward(self, F, x, skip):
        if self.use_skip:
            x = x + skip
        return F.relu(x)

# %% np-float32-2-x-ew-npf32-left-div
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) / x

# %% np-float32-2-x-ew-npf32-left-pow
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) ** x

# %% np-float32-2-x-ew-s-npf32-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) * x

# %% np-float32-2-x-ew-s-npf32-pow-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) ** x

# %% np-float32-2-x-ew-s-npf32-sub-left
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.float32(2) - x

# %% number-with-which-the-block-makes-its-child
# inputs: [(2, 3)]
# clean
class Gate(HybridBlock):
    def __init__(self, strength=False, **kwargs):
        super(Gate, self).__init__(**kwargs)
        self.strength = strength

    def hybrid_forward(self, F, x):
        return x * self.strength + 1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.g = Gate(strength=0.5)

    def hybrid_forward(self, F, x):
        return self.g(x)

# %% property-of-self-reading-a-tensor-attribute
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    @property
    def k(self):
        return 3
    def hybrid_forward(self, F, x):
        return x * self.k

# %% self-k-list-read-only
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        for k in self.ks:
            x = x * k
        return x

# %% x-f-maximum-1-2-two-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.maximum(1, 2)

# %% x-float-self-n-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = 2

    def hybrid_forward(self, F, x):
        return x * float(self.n > 1)

# %% x-int-self-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.flag = True

    def hybrid_forward(self, F, x):
        return x * int(self.flag)

# %% x-int-self-mode-a
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "a"

    def hybrid_forward(self, F, x):
        return x + int(self.mode == "a")

# %% x-len-self-cs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * len(self.cs)

# %% x-sum-c-1-for-c-in-self-cs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.cs = [1, 2]

    def hybrid_forward(self, F, x):
        return x * sum(c > 1 for c in self.cs)

# %% x-sum-k-1-for-k-in-self-ks
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        return x * sum(k > 1 for k in self.ks)

# %% whether-a-number-is-finite: a bool of NumPy that says whether a number is finite
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.isfinite(2.0)  # HYB202 # breaks: trace

# %% whether-all-elements-are-true: a bool of NumPy that says whether all elements are true
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * np.alltrue(np.ones(3))  # HYB202 # breaks: trace

# %% a-test-of-a-number-that-becomes-a-tensor
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean = x.mean().asscalar()  # HYB102 # breaks: trace # fix: mean = F.BlockGrad(x.mean())
        y = x * 2
        return y * (mean > 0)  # HYB202 # fix: return F.broadcast_mul(y, mean > 0)
