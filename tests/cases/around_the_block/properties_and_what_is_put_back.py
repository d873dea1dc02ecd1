"""Properties with setters, what others read of a block, and what a call puts back before it ends."""

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import Block, HybridBlock, Parameter, SymbolBlock, nn, rnn

# %% setter-kept: a property that keeps a tensor for its reader
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.hidden)[1]
class Net(HybridBlock):
    @property
    def hidden(self):
        return self._hidden

    @hidden.setter
    def hidden(self, value):
        self._hidden = value

    def hybrid_forward(self, F, x):
        self.hidden = F.relu(x)
        return x * 2

# %% setter-init: a property that __init__ sets
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, rate=0.5, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, value):
        if not 0 <= value < 1:
            raise ValueError(value)
        self._rate = value

    def hybrid_forward(self, F, x):
        return x * self.rate

# %% setter-flag: a property that __init__ sets to a flag
# inputs: [(2, 3)]
# breaks: trace
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
        return x * self.active  # breaks here

# %% setter-scratch: a property set and read in one call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    @property
    def hidden(self):
        return self._hidden

    @hidden.setter
    def hidden(self, value):
        self._hidden = value * 2

    def hybrid_forward(self, F, x):
        self.hidden = F.relu(x)
        return self.hidden + x

# %% setter-inherited: the setter of a base class counts
# inputs: [(2, 3)]
# breaks: values
class Counted(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._count = 0

    @property
    def count(self):
        return self._count

    @count.setter
    def count(self, value):
        self._count = value


class Net(Counted):
    def hybrid_forward(self, F, x):
        self.count += 1
        return x * self.count

# %% getter-of-setter: a property with a setter that the body never calls
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._scale = 0.5

    @property
    def scale(self):
        return self._scale

    @scale.setter
    def scale(self, value):
        self._scale = float(value)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% read-by-method: a public method gives what the call kept
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.regularization())[1]
class Net(HybridBlock):
    def regularization(self):
        return self._penalty * 0.1

    def hybrid_forward(self, F, x):
        hidden = F.relu(x)
        self._penalty = F.mean(F.square(hidden))
        return F.broadcast_mul(hidden, self._penalty)

# %% read-by-helper: a helper that the call itself makes use of
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def scaled(self):
        return self._hidden * 0.1

    def hybrid_forward(self, F, x):
        self._hidden = F.relu(x)
        return self.scaled() + self._hidden

# %% only-reset: a public method that only forgets it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def reset(self):
        self._hidden = None

    def hybrid_forward(self, F, x):
        self._hidden = F.relu(x)
        return self._hidden * 2

# %% cleared-dict: a dict of the block, emptied first
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {}

    def hybrid_forward(self, F, x):
        self.seen.clear()
        self.seen["a"] = F.relu(x)
        return self.seen["a"] * 2

# %% cleared-last: a list of the block, emptied at the end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        self.outs.append(F.tanh(x))
        y = F.add_n(*self.outs)
        self.outs.clear()
        return y

# %% cleared-too-late: a list of the block, emptied only when it is long
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        y = F.add_n(*self.outs)
        if len(self.outs) > 1:
            self.outs.clear()
        return y

# %% cleared-deque: a deque of the block, emptied first
# inputs: [(2, 3)]
# works
import collections


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = collections.deque()

    def hybrid_forward(self, F, x):
        self.outs.clear()
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% cleared-numbers: numbers gathered in a list, emptied first
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.numbers = []

    def hybrid_forward(self, F, x):
        self.numbers.clear()
        self.numbers.append(2)
        return x * len(self.numbers)

# %% not-cleared-numbers: numbers gathered in a list, never emptied
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.numbers = []

    def hybrid_forward(self, F, x):
        self.numbers.append(2)
        return x * len(self.numbers)

# %% del-all: a list of the block, emptied by del
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        del self.outs[:]
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% set-all: a list of the block, emptied by a slice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs[:] = []
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% emptied-one-way: a list of the block, emptied at the end on one way only
# inputs: [(2, 12)]
# breaks: values
# ctor: {'keep': True}
class Net(HybridBlock):
    def __init__(self, keep=False, **kwargs):
        super().__init__(**kwargs)
        self.keep = keep
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        y = F.add_n(*self.outs)
        if self.keep:
            return y
        self.outs.clear()
        return y

# %% emptied-in-helper: a list of the block, emptied by a helper
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def flush(self, F):
        y = F.add_n(*self.outs)
        self.outs.clear()
        return y

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        return self.flush(F)

# %% emptied-by-new: a new list at the end
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        y = F.add_n(*self.outs)
        self.outs = []
        return y

# %% forgotten-at-the-end: None again at the end
# inputs: [(2, 12)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = None

    def hybrid_forward(self, F, x):
        if self.hidden is None:
            self.hidden = F.relu(x)
        y = self.hidden * 2
        self.hidden = None
        return y

# %% forgotten-never: never None again
# inputs: [(2, 12)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = None

    def hybrid_forward(self, F, x):
        if self.hidden is None:
            self.hidden = F.relu(x)
        return self.hidden * 2

# %% cleared-dict-last: a dict of the block, emptied at the end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {}

    def hybrid_forward(self, F, x):
        if "a" not in self.seen:
            self.seen["a"] = F.relu(x)
        y = self.seen["a"] * 2
        self.seen.clear()
        return y

# %% setter-guarded: a setter that tests what it gets
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mode = "relu"

    @property
    def mode(self):
        return self._mode

    @mode.setter
    def mode(self, value):
        assert value in ("relu", "tanh"), value
        self._mode = value

    def hybrid_forward(self, F, x):
        return F.Activation(x, act_type=self.mode)

# %% setter-row: a setter that takes a row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    @property
    def first(self):
        return self._first

    @first.setter
    def first(self, value):
        self._first = value[0] * 2

    def hybrid_forward(self, F, x):
        self.first = F.relu(x)
        return self.first * 3

# %% st-list-cleared: self.outs.clear() then append
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.clear()
        self.outs.append(x * 2)
        self.outs.append(x * 3)
        return F.add_n(*self.outs)

# %% st-property-tensor: property that reads what the body stored
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.features)[1]
class Net(HybridBlock):
    @property
    def features(self):
        return self._features

    def hybrid_forward(self, F, x):
        self._features = F.relu(x)
        return self._features * 2

# %% st-property-setter: property setter counts
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._step = 0

    @property
    def step(self):
        return self._step

    @step.setter
    def step(self, value):
        self._step = value

    def hybrid_forward(self, F, x):
        self.step = self.step + 1
        return x * self.step

# %% try-finally-reset: put back in finally
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mask = None

    def attend(self, F, x):
        return x * self.mask if self.mask is not None else x * 1

    def hybrid_forward(self, F, x):
        try:
            self.mask = x > 0
            return self.attend(F, x)
        finally:
            self.mask = None

# %% del-attr: del self.hidden at the end
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def helper(self, F):
        return self.hidden * 2

    def hybrid_forward(self, F, x):
        self.hidden = F.relu(x)
        y = self.helper(F)
        del self.hidden
        return y

# %% getter-shape: a property that reads a shape of what is kept
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    @property
    def width(self):
        return self._x.shape[1]  # breaks here

    def hybrid_forward(self, F, x):
        self._x = F.relu(x)
        return self._x / self.width
