"""Blocks that HYB602 reports, and blocks like them that work."""

from mxnet.gluon import Block, HybridBlock, nn

# %% def-keep-t-self-k-t
# inputs: [(2, 3)]
# call: (net(*xs), net.k)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def keep(t):
            self.k = t  # HYB602
        keep(x * 2)
        return x * 4

# %% for-i-self-hs-append-read
# inputs: [(2, 3)]
# call: (net(*xs), net.hs[0])
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.hs = []
        for i in range(2):
            x = F.relu(x)
            self.hs.append(x)  # HYB602
        return x * 4

# %% mean-is-kept-for-others-to-see-the-variance-goes-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mean, variance = F.moments(x, axes=(0,))  # HYB310, HYB602 # breaks: values
        return F.broadcast_mul(x, variance)

# %% only-a-child-is-hybridized-a-number-kept-on-it-per-call: only a child is hybridized, a number kept on it per call
# inputs: [(2, 3)]
# breaks: values
# hybridize: net.c.hybridize()
# needs: callers
class Ch(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = 1

    def hybrid_forward(self, F, x):
        return x * self.k


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        out = x
        for k in (2, 3):
            self.c.k = k
            out = out + self.c(x)
        return out

# %% property-that-keeps-a-tensor-for-its-reader
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.hidden)[1]
class Net(HybridBlock):
    @property
    def hidden(self):
        return self._hidden

    @hidden.setter
    def hidden(self, value):
        self._hidden = value  # HYB602

    def hybrid_forward(self, F, x):
        self.hidden = F.relu(x)
        return x * 2

# %% property-that-reads-what-the-body-stored
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.features)[1]
class Net(HybridBlock):
    @property
    def features(self):
        return self._features

    def hybrid_forward(self, F, x):
        self._features = F.relu(x)  # HYB602
        return self._features * 2

# %% public-method-gives-what-the-call-kept
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), net.regularization())[1]
class Net(HybridBlock):
    def regularization(self):
        return self._penalty * 0.1

    def hybrid_forward(self, F, x):
        hidden = F.relu(x)
        self._penalty = F.mean(F.square(hidden))  # HYB602
        return F.broadcast_mul(hidden, self._penalty)

# %% self-d-last-x-read-by-the-caller
# inputs: [(2, 3)]
# call: (net(*xs), net.d.last)
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.last = x * 2  # HYB602
        return self.d(x)

# %% self-dict-of-a-tensor-read-by-the-caller
# inputs: [(2, 3)]
# call: [net(*xs), net.seen * 1][1]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2  # HYB602 # breaks: values
        return x * 3

# %% self-l-0-x-read
# inputs: [(2, 3)]
# call: (net(*xs), net.l[0])
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = [None]

    def hybrid_forward(self, F, x):
        self.l[0] = x * 2  # HYB602
        return x * 4

# %% setattr-self-cache-x-read-by-the-caller
# inputs: [(2, 3)]
# call: (net(*xs), net.cache)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        setattr(self, "cache", x * 2)  # HYB602
        return x * 3

# %% setattr-self-o-d-1-x-2-read-by-the-caller
# inputs: [(2, 3)]
# call: (net(*xs), net.o1)
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        setattr(self, "o%d" % 1, x * 2)  # HYB602
        return x * 3

# %% setattr-under-a-name-of-a-loop
# inputs: [(2, 3)]
# call: [net(*xs), net.low * 1][1]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for name in ('low', 'high'):
            setattr(self, name, x * 2)  # HYB602 # breaks: values
        return x * 3

# %% setattr-under-a-name-that-is-computed
# inputs: [(2, 3)]
# call: [net(*xs), net.h1 * 1][1]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(2):
            setattr(self, 'h%d' % i, x * i)  # HYB602 # breaks: values
        return x * 3

# %% tensors-put-into-a-list-made-by-none-2-in-init-read-by-others
# inputs: [(2, 3)]
# call: [net(*xs), net.outs[0] * 1][1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = [None] * 2

    def hybrid_forward(self, F, x):
        self.outs[0] = x * 2  # HYB602 # breaks: values
        return x * 3

# %% what-a-hybridized-child-kept-read-by-a-plain-parent
# inputs: [(2, 3)]
# breaks: execution
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)  # HYB602
        return x * 2


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def forward(self, x):
        y = self.c(x)
        return y * self.c.attention

# %% attribute-that-init-puts-by-self-dict: an attribute that __init__ puts by self.__dict__
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.__dict__['scale'] = 2

    def hybrid_forward(self, F, x):
        return x * self.scale

# %% both-outputs-of-moments-are-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return variance, mean

# %% both-outputs-of-moments-one-of-them-by-abs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return abs(mean) + variance

# %% property-set-and-read-in-one-call
# inputs: [(2, 3)]
# clean
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

# %% self-dict-read-back-in-the-same-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2
        return self.__dict__['seen'] + 1

# %% setattr-of-a-number-under-a-name-that-is-computed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for i in range(2):
            setattr(self, 'h%d' % i, i)
        return x * 3

# %% variance-of-moments-and-the-mean-with-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        mean, variance = F.moments(x, axes=(0,))
        return F.broadcast_div(F.broadcast_sub(x, mean), F.sqrt(variance + 0.1))

# %% what-a-child-kept-read-by-the-parent
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        self.attention = F.softmax(x)
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        y = self.c(x)
        return y * self.c.attention

# %% what-self-dict-pop-takes-away
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.__dict__['seen'] = x * 2
        y = self.__dict__.pop('seen')
        return y + 1
