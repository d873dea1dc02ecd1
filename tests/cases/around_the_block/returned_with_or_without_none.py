"""None beside a tensor, or in its place, as the configuration has it: in a graph no output can be None."""

from mxnet.gluon import HybridBlock


# %% half-none-tuples: a tuple with None, or one without, by configuration
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.aux = False

    def hybrid_forward(self, F, x):
        y = x * 2
        return (y, y + 1) if self.aux else (y, None)


# %% half-none-tuples-named: the same by a name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        out = (x * w, w) if self.need_weights else (x * w, None)
        return out


# %% half-none-tuples-if: the same by a statement
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        if self.need_weights:
            out = x * w, w
        else:
            out = x * w, None
        return out


# %% half-none-tuples-unpacked: both parts of it returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        y, w = (x * w, w) if self.need_weights else (x * w, None)
        return y, w


# %% half-none-tuples-helper: what a helper method gives, returned as it is
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def attend(self, F, x):
        w = F.softmax(x)
        return (x * w, w) if self.need_weights else (x * w, None)

    def hybrid_forward(self, F, x):
        return self.attend(F, x)


# %% half-none-tuples-asked: None is asked for before anything is returned
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def attend(self, F, x):
        w = F.softmax(x)
        return (x * w, w) if self.need_weights else (x * w, None)

    def hybrid_forward(self, F, x):
        y, w = self.attend(F, x)
        return y if w is None else (y, w)


# %% half-none-tuples-first: only the tensor of both is used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        out = (x * w, w) if self.need_weights else (x * w, None)
        return out[0]


# %% half-none-tuples-same-test: the second part is used where the configuration makes it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        out, w = (x * w, w) if self.need_weights else (x * w, None)
        if self.need_weights:
            return out, w * 2
        return out
