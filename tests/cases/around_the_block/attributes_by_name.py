"""What a block keeps, under other spellings of `self.name = value`."""
from mxnet.gluon import HybridBlock, nn

# %% dict-set-read: self.__dict__[...] of a tensor, read by the caller
# inputs: [(2, 3)]
# call: [net(*xs), net.seen * 1][1]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2  # breaks here
        return x * 3

# %% dict-counter: a counter by self.__dict__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__['calls'] = self.calls + 1
        return x * self.calls  # breaks here

# %% dict-counter-aug: a counter by self.__dict__, augmented
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__['calls'] += 1
        return x * self.calls  # breaks here

# %% vars-counter: a counter by vars(self)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        vars(self)['calls'] = self.calls + 1
        return x * self.calls  # breaks here

# %% object-setattr-counter: a counter by object.__setattr__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        object.__setattr__(self, 'calls', self.calls + 1)
        return x * self.calls  # breaks here

# %% super-setattr-counter: a counter by super().__setattr__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        super().__setattr__('calls', self.calls + 1)
        return x * self.calls  # breaks here

# %% setattr-counter: a counter by setattr
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        setattr(self, 'calls', self.calls + 1)
        return x * self.calls  # breaks here

# %% self-setattr-counter: a counter by self.__setattr__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__setattr__('calls', self.calls + 1)
        return x * self.calls  # breaks here

# %% dict-init-constant: an attribute that __init__ puts by self.__dict__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__dict__['scale'] = 2

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% dict-init-layer-row: a block put by self.__dict__, and the row of what it gives
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__dict__['act'] = nn.Activation('relu')

    def hybrid_forward(self, F, x):
        return self.act(x)[0]  # breaks here

# %% object-setattr-init: a layer that object.__setattr__ puts there, and a row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        object.__setattr__(self, 'act', nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.act(x)[0]  # breaks here

# %% vars-update: vars(self).update in __init__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        vars(self).update(scale=2)

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% dict-update-counter: self.__dict__.update of a counter
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__.update(calls=self.calls + 1)
        return x * self.calls  # breaks here

# %% dict-read-back: self.__dict__ read back in the same call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2
        return self.__dict__['seen'] + 1

# %% dict-read-row: a tensor read by self.__dict__, its row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = x * 2
        return self.__dict__['seen'][0]  # breaks here

# %% getattr-state-before: the tensor of the call before by getattr
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = getattr(self, 'seen', None)  # breaks here
        self.__dict__['seen'] = x * 2
        return x * 1 if before is None else x + before

# %% dict-get-state-before: the tensor of the call before by self.__dict__.get
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = self.__dict__.get('seen')  # breaks here
        self.seen = x * 2
        return x * 1 if before is None else x + before

# %% setattr-name-known: setattr under a name of a loop
# inputs: [(2, 3)]
# call: [net(*xs), net.low * 1][1]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for name in ('low', 'high'):
            setattr(self, name, x * 2)  # breaks here
        return x * 3

# %% setattr-name-unknown: setattr under a name that is computed
# inputs: [(2, 3)]
# call: [net(*xs), net.h1 * 1][1]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(2):
            setattr(self, 'h%d' % i, x * i)  # breaks here
        return x * 3

# %% setattr-name-unknown-counter: setattr of a number under a name that is computed
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(2):
            setattr(self, 'h%d' % i, i)
        return x * 3

# %% dict-pop: what self.__dict__.pop takes away
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2
        y = self.__dict__.pop('seen')
        return y + 1

# %% in-dict: 'a' in self.__dict__ as the first call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'done' in self.__dict__:
            return x * 2
        self.done = True
        return x * 3

# %% hasattr-self: hasattr(self, 'done') as the first call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, 'done'):
            return x * 2
        self.done = True
        return x * 3

# %% asked-flag-first: what the first call does, told by hasattr
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'done'):  # breaks here
            self.done = True
            return x * 3
        return x * 2

# %% asked-scale-lazily: a number that the first call puts there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'scale'):
            self.scale = 2
        return x * self.scale

# %% asked-counter: a counter that the first call makes
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'calls'):
            self.calls = 0
        self.calls += 1
        return x * self.calls  # breaks here

# %% asked-counter-getattr: a counter by getattr with a default
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.calls = getattr(self, 'calls', 0) + 1
        return x * self.calls  # breaks here

# %% asked-in-init: hasattr of what __init__ puts there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def hybrid_forward(self, F, x):
        if hasattr(self, 'scale'):
            return x * self.scale
        return x

# %% asked-never-set: hasattr of what nobody puts there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, 'scale'):
            return x * 3
        return x * 2

# %% asked-after-set: hasattr of what the same call has put there
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.scale = 2
        if hasattr(self, 'scale'):
            return x * 3
        return x * 2

# %% asked-print-once: something that is said once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'said'):
            print('hello')
            self.said = True
        return x * 2

# %% asked-mask-lazily: a mask that the first call makes of no input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'mask'):
            self.mask = F.ones((1, 3))
        return F.broadcast_mul(x, self.mask)  # breaks here

# %% asked-block-lazily: a layer without parameters that the first call makes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'act'):
            self.act = nn.Activation('relu')
        return self.act(x)

# %% asked-dict: the same by __dict__
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'done' not in self.__dict__:  # breaks here
            self.done = True
            return x * 3
        return x * 2

# %% asked-getattr-once: getattr with a default, and set to another
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, 'n', 1)
        self.n = 2
        return x * n  # breaks here

# %% asked-getattr-same: getattr with a default, and set to the same
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, 'n', 2)
        self.n = 2
        return x * n
