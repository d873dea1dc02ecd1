"""Blocks that work and are like none that a rule reports: branches."""

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn

# %% a-method-decides-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def deep(self):
        return False

    def hybrid_forward(self, F, x):
        if not self.deep():
            y = x * 2
        if self.deep():
            return x
        return y

# %% an-attribute-is-none-or-not
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, deep=False, **kwargs):
        super().__init__(**kwargs)
        self.deep = deep

    def hybrid_forward(self, F, x):
        if self.deep is not None:
            n = 2
        if self.deep is None:
            n = 3
        return x * n

# %% input-as-it-is-if-nothing-is-to-be-done
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.down = None

    def hybrid_forward(self, F, x):
        if self.down is not None:
            x = self.down(x)
        return x  # HYB606 # breaks: gradients

# %% returns-a-tensor-in-one-branch-only
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 0

    def hybrid_forward(self, F, x):  # HYB604
        if self.scale:
            return x * self.scale

# %% each-branch-sets-what-the-other-one-has-for-itself
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, double=True, **kwargs):
        super().__init__(**kwargs)
        self.double = double
        self.scale = 1

    def hybrid_forward(self, F, x):
        if self.double:
            self.scale = 2
        else:
            self.scale = 3
        return x * self.scale

# %% f-contrib-index_copy-instead-of-y-0
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        row = F.array([0]) if False else F.zeros((1,))
        return F.contrib.index_copy(x * 1, row, F.ones((1, 3)))

# %% getattr-self-n-none-memo
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, "_n", None)
        if n is None:
            self._n = n = 3
        return x * n

# %% hasattr-self-gain
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gain = 2

    def hybrid_forward(self, F, x):
        return x * self.gain if hasattr(self, "gain") else x * 3

# %% if-mx-context-num_gpus-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.context.num_gpus() > 0:
            return x * 3
        return x * 2

# %% in-that-identity-decides
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        if y in [y, None]:
            return y + 1
        return y

# %% inputs-of-a-symbol-listed-behind-a-guard-and-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        names = x.list_arguments() if F is mx.sym else []
        return x * 2

# %% inspect-ismodule-f
# inputs: [(2, 3)]
# clean
import inspect


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if inspect.ismodule(F) else x * 3

# %% isinstance-x-np-ndarray
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nd.array(x) if isinstance(x, np.ndarray) else x * 2

# %% mx-context-num_gpus
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (2 if mx.context.num_gpus() == 0 else 3)

# %% mx-sym-var-in-the-body-under-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.sym:
            v = mx.sym.var('q')
        return x * 2

# %% name-of-a-symbol-in-that-of-an-operator-behind-a-guard
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = x.name + '_act' if F is mx.sym else None
        return F.relu(x) if name is None else F.relu(x, name=name)

# %% not-x-is-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if not (x is None) else 0

# %% number-chosen-by-a-flag
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = True

    def hybrid_forward(self, F, x):
        return x + (1 if self.k else 0)

# %% one-of-two-lists-grows
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, deep=True, **kwargs):
        super().__init__(**kwargs)
        self._deep = deep

    def hybrid_forward(self, F, x):
        deep, flat = [], []
        (deep if self._deep else flat).append(x * 2)
        return deep + flat

# %% returns-a-tensor-in-the-branch-that-is-taken
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def hybrid_forward(self, F, x):
        if self.scale:
            return x * self.scale

# %% self-t-autograd-is_training-in-init
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.t = autograd.is_training()

    def hybrid_forward(self, F, x):
        return x * 2 if self.t else x * 3

# %% shapes-that-are-written-out-which-a-symbol-can-be-asked-with
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            _, (shape,), _ = x.infer_shape(data=(2, 3))
            assert len(shape) == 2
        return x * 2

# %% state-that-is-filled-and-emptied
# inputs: [(2, 3)]
# clean
class State:
    def __init__(self):
        self.h = None


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        self.a.h = x * 2
        y = self.a.h + 1
        self.a.h = None
        return y if self.b.h is None else y + 2

# %% two-comparisons-multiplied-as-a-mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    low, high = -1, 1

    def hybrid_forward(self, F, x):
        if self.low < 0 < self.high:
            return x * (x > self.low) * (x < self.high)
        return x

# %% two-states-one-filled-the-other-asked
# inputs: [(2, 3)]
# clean
class State:
    def __init__(self):
        self.h = None


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        self.a.h = x * 2
        y = self.a.h + 1
        return y if self.b.h is None else y + 2

# %% version-of-mxnet
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if mx.__version__ >= "1.5" else x * 3

# %% x-name-if-f-is-mx-sym
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.name if F is mx.sym else 'array'
        return x * 2

# %% literal-attribute-decides
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.quiet = True

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        if not self.quiet:
            print(y.shape)
        return y

# %% no-output-is-none
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x)
        bad = any(row is None for row in y)
        return y if not bad else y * 0

# %% last-of-a-list-unless-the-output-is-no-list
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        y = self.dense(x)
        return y if not isinstance(y, list) else y[-1]

# %% test-for-an-operator-that-f-lacks
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(F, "no_such_operator"):
            return x.reshape((x.shape[0], -1))
        return F.relu(x)

# %% and-false-after-a-test-of-the-mode
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, debug=False, **kwargs):
        super().__init__(**kwargs)
        self.debug = debug

    def hybrid_forward(self, F, x):
        if autograd.is_training() and False:
            return x * 3
        if self.debug and False:
            x = x[0]
        return x * 2

# %% int-in-one-phase-and-the-equal-float-in-the-other
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        power = 2 if F is mx.nd else 2.0
        return x ** power + x * power
