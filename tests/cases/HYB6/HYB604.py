"""Blocks that HYB604 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% both-parts-of-it-returned
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        y, w = (x * w, w) if self.need_weights else (x * w, None)
        return y, w  # HYB604

# %% none-deep-in-what-is-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, None]  # HYB604 # breaks: trace

# %% placeholder-beside-the-result
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, aux=False, **kwargs):
        super().__init__(**kwargs)
        self.aux = aux

    def hybrid_forward(self, F, x):
        aux = F.tanh(x) if self.aux else None
        return F.relu(x), aux  # HYB604 # breaks: trace

# %% return
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x * 2
        return ()  # HYB604

# %% returns-an-empty-tuple
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return ()  # HYB604

# %% same-by-a-name
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        out = (x * w, w) if self.need_weights else (x * w, None)
        return out  # HYB604

# %% same-by-a-statement
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
        return out  # HYB604

# %% tuple-with-none-or-one-without-by-configuration
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.aux = False

    def hybrid_forward(self, F, x):
        y = x * 2
        return (y, y + 1) if self.aux else (y, None)  # HYB604

# %% what-a-helper-method-gives-returned-as-it-is
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
        return self.attend(F, x)  # HYB604

# %% nested-lists-of-outputs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return [x * 2, (x * 3, [x * 4])]

# %% none-is-asked-for-before-anything-is-returned
# inputs: [(2, 3)]
# clean
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

# %% only-the-tensor-of-both-is-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.need_weights = False

    def hybrid_forward(self, F, x):
        w = F.softmax(x)
        out = (x * w, w) if self.need_weights else (x * w, None)
        return out[0]

# %% returns-lists-in-a-tuple
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, [x * 3, (x * 4, x * 5)]

# %% second-part-is-used-where-the-configuration-makes-it
# inputs: [(2, 3)]
# clean
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

# %% none-beside-an-output-in-a-try: None is returned beside an output from a try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return x * 2, None  # HYB604 # breaks: trace
        except Exception:
            return x * 2

# %% yields-in-a-loop-and-behind-it
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):  # HYB604 # breaks: trace
        for scale in (1, 2):
            yield x * scale
        yield F.relu(x)

# %% none-of-a-flag-filtered
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, auxiliary=False, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(3) if auxiliary else None

    def hybrid_forward(self, F, x):
        aux = self.head(x) if self.head is not None else None
        outputs = [x * 2, aux]
        return [output for output in outputs if output is not None]

# %% none-of-a-flag-replaced-if-any
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, auxiliary=False, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(3) if auxiliary else None

    def hybrid_forward(self, F, x):
        if self.head is not None:
            aux = self.head(x)
        else:
            aux = None
        outputs = [x * 2, aux]
        if any(output is None for output in outputs):
            outputs = outputs[:1]
        return outputs

# %% none-of-a-flag-tested-before
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, auxiliary=False, **kwargs):
        super().__init__(**kwargs)
        self.head = nn.Dense(3) if auxiliary else None

    def hybrid_forward(self, F, x):
        y = x * 2
        if self.head is not None:
            aux = self.head(x)
        else:
            aux = None
        if aux is not None:
            y = y + aux
        outputs = [y, aux]
        return outputs  # HYB604 # breaks: trace
