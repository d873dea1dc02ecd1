"""Blocks that HYB404 reports, and blocks like them that work."""

import mxnet as mx
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn

# %% auxiliary-output-in-training-alone
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.main = nn.Dense(3, in_units=3)
        self.aux = nn.Dense(3, in_units=3)

    @staticmethod
    def in_training():
        return autograd.is_training()

    def hybrid_forward(self, F, x):
        out = self.main(x)
        if self.in_training():  # HYB404
            return out + 0.3 * self.aux(x)
        return out

# %% batch-statistics-in-training-only
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get("mean", shape=(1, 4), init="zeros", differentiable=False)
            self.out = nn.Dense(2, in_units=4)

    def hybrid_forward(self, F, x, mean):
        if autograd.is_training():  # HYB404 # breaks: modes
            centre = F.mean(x, axis=0, keepdims=True)
        else:
            centre = mean
        return self.out(F.broadcast_sub(x, centre))

# %% from-mxnet-autograd-import-is_training
# inputs: [(2, 3)]
# breaks: modes
from mxnet.autograd import is_training


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 3 if is_training() else x * 2  # HYB404

# %% how-many-rows-are-kept-in-training-and-in-inference-two-numbers
# inputs: [(2, 5)]
class Net(HybridBlock):
    def __init__(self, kept_in_training=4, kept_else=2):
        super().__init__()
        self._in_training = max(1, kept_in_training)
        self._else = max(1, kept_else)

    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():  # HYB404 # breaks: modes
            kept = self._in_training
        else:
            kept = self._else
        return F.slice_axis(F.sort(x, axis=1), axis=1, begin=0, end=kept)

# %% if-not-autograd-is_recording
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not autograd.is_recording():  # HYB404
            x = x * 5
        return x * 2

# %% if-not-autograd-is_training-return-early
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not autograd.is_training():  # HYB404
            return x * 2
        return x * 3

# %% mode-or-flag-before-two-statements
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = False

    def hybrid_forward(self, F, x):
        if not autograd.is_training() or self.flag:  # HYB404 # breaks: modes
            x = x + 1
            return x * 2
        return x * 3

# %% mode-or-flag-with-else
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = False

    def hybrid_forward(self, F, x):
        if not autograd.is_training() or self.flag:  # HYB404 # breaks: modes
            return x * 2
        else:
            y = x * 3
        return y

# %% mode-or-flag-without-return
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = False

    def hybrid_forward(self, F, x):
        y = x * 2
        if not autograd.is_training() or self.flag:  # HYB404 # breaks: modes
            y = x * 3
        return y

# %% noise-in-training-only-by-autograd-is_training
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():  # HYB404 # breaks: modes
            return x * 2
        return x * 1.0

# %% norm-that-asks-for-the-mode
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.mean = self.params.get('mean', shape=(1, units), init='zeros', grad_req='null')

    def hybrid_forward(self, F, x, mean):
        if autograd.is_training():  # HYB404
            return F.broadcast_sub(x, x.mean(axis=0, keepdims=True))
        return F.broadcast_sub(x, mean)

# %% one-of-two-rates-of-the-configuration-as-an-expression
# inputs: [(2, 5)]
class Net(HybridBlock):
    def __init__(self, rate=0.5, rate_else=2.0):
        super().__init__()
        self._rate = rate
        self._rate_else = rate_else

    def hybrid_forward(self, F, x):
        rate = self._rate if mx.autograd.is_training() else self._rate_else  # HYB404 # breaks: modes
        return x * rate

# %% p-0-5-if-is_training-else-0
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2.0 if autograd.is_training() else 1.0  # HYB404
        return x * s

# %% property-that-asks-autograd
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.noise = 0.5

    @property
    def strength(self):
        return self.noise if autograd.is_training() else 0.0  # HYB404

    def hybrid_forward(self, F, x):
        return x * (1 + self.strength)

# %% self-a-x-if-autograd-is_training-else-self-b-x
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.a(x) if autograd.is_training() else self.b(x)  # HYB404

# %% self-f-f-x-autograd-is_training
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def f(self, F, x, training):
        return x * 2 if training else x * 3

    def hybrid_forward(self, F, x):
        return self.f(F, x, autograd.is_training())  # HYB404

# %% both-branches-the-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            return x * 2
        return x * 2

# %% number-that-depends-on-the-mode-is-told-only-what-is-used-is-one
# inputs: [(2, 5)]
# clean
class Net(HybridBlock):
    def __init__(self, kept_in_training=4, kept_else=2, begin=1):
        super().__init__()
        self._in_training = kept_in_training
        self._else = kept_else
        self._begin = begin

    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            told = self._in_training
            begin = self._begin
        else:
            told = self._else
            begin = self._begin
        self.told = "%d rows" % told
        return F.slice_axis(x, axis=1, begin=begin, end=3)

# %% self-f-x-f-f
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def f(self, x, F=None):
        return F.relu(x)

    def hybrid_forward(self, F, x):
        return self.f(x, F=F)

# %% self-mode-autograd-is_training
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.mode = autograd.is_training()
        return x * 2

# %% t-autograd-is_training-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        t = autograd.is_training()
        return x * 2

# %% returns-early-in-inference-or-without-noise
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, noise=0.5, **kwargs):
        super().__init__(**kwargs)
        self.noise = noise

    def hybrid_forward(self, F, x):
        if not autograd.is_training() or self.noise <= 0:  # HYB404 # breaks: modes
            return x * 2
        gain = 1 / (1 + self.noise)
        scaled = F.tanh(x) * gain
        return scaled

# %% dropout-returned-in-training-only
# inputs: [(2, 4)]
# breaks: modes
# missed: a first call in training is right, and MXNet skips a Dropout in inference by itself
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.5)

    def hybrid_forward(self, F, x):
        y = x * 2
        if autograd.is_training():
            return self.drop(y)
        return y

# %% dropout-and-a-factor-returned-in-training-only
# inputs: [(2, 4)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.5)

    def hybrid_forward(self, F, x):
        y = x * 2
        if autograd.is_training():  # HYB404
            return self.drop(y) * 3
        return y

# %% name-of-the-mode-that-nothing-reads
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        phase = "fit" if autograd.is_training() else "predict"
        steps = 1
        if autograd.is_training():
            steps = 3
        return x * 2

# %% name-of-the-mode-chooses-a-function
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        phase = "predict"
        if autograd.is_training():  # HYB404 # breaks: modes
            phase = "fit"
        return {"fit": F.tanh, "predict": F.relu}[phase](x)

# %% mode-decides-what-an-attribute-is
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.debug, self.scale = True, 2

    def hybrid_forward(self, F, x):
        if autograd.is_training():  # HYB404
            self.scale = 3
        else:
            self.scale = 4
        return x * self.scale

# %% mode-decides-what-an-unused-name-is
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.debug, self.scale = True, 2

    def hybrid_forward(self, F, x):
        name = "training"
        if self.debug and autograd.is_training():
            name = "inference"
        assert name
        return x * 2

# %% stochastic-depth-that-returns-its-input
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, rate=0.0, **kwargs):
        super().__init__(**kwargs)
        self.rate = rate

    def hybrid_forward(self, F, x):
        if self.rate == 0.0 or not autograd.is_training():
            return F.identity(x)
        return F.Dropout(x, p=self.rate, axes=(1, 2))

# %% mode-as-the-default-of-an-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, train=None):
        if train is None:
            train = autograd.is_training()  # HYB404 # breaks: modes
        return x * 2 if train else x * 1

# %% mode-as-the-default-of-an-argument-in-an-expression
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, train=None):
        train = autograd.is_training() if train is None else train  # HYB404 # breaks: modes
        if train:
            x = x + 1
        return x * 2

# %% mode-as-the-default-of-an-argument-of-a-helper
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)

    def scaled(self, x, train=None):
        if train is None:
            train = autograd.is_training()  # HYB404 # breaks: modes
        return x * 2 if train else x * 1

# %% mode-that-a-helper-is-given
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x, True)

    def scaled(self, x, train=None):
        if train is None:
            train = autograd.is_training()
        return x * 2 if train else x * 1

# %% mode-as-the-default-of-an-argument-of-one-outcome
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, train=None):
        if train is None:
            train = autograd.is_training()
        return x * 2 if train else x * 2
