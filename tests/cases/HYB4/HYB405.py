"""Blocks that HYB405 reports, and blocks like them that work."""

import contextlib
import copy

import mxnet as mx
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn

# %% autograd-set_training-in-the-body
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = autograd.set_training(True)  # HYB405
        y = F.Dropout(x, p=0.5)
        autograd.set_training(before)  # HYB405
        return y

# %% autograd-set_training-true
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = autograd.set_training(True)  # HYB405
        y = F.Dropout(x, 0.5)
        autograd.set_training(p)  # HYB405
        return y

# %% helpers-context-that-pauses-gradients
# inputs: [(2, 3)]
@contextlib.contextmanager
def frozen():
    with autograd.pause():
        yield


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        with frozen():  # HYB405 # breaks: gradients
            target = x * 2
        return self.d(x) * target

# %% pause-around-a-branch: autograd.pause around a branch that assigns
# inputs: [(4, 2)]
class Net(HybridBlock):
    def __init__(self, flag=True, **kwargs):
        super().__init__(**kwargs)
        self.flag = flag

    def hybrid_forward(self, F, x):
        z = x * 3
        with autograd.pause():  # HYB405 # breaks: gradients
            if self.flag:
                z = x * 2
        return z + x

# %% pause-around-a-dict
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405 # breaks: gradients
            parts = {"a": x * 2}
        return parts["a"] + x

# %% pause-that-renames-a-tensor-from-outside: autograd.pause that gives a tensor from outside another name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        w = x * 5
        with autograd.pause():  # HYB405 # breaks: gradients
            z = w
            y = F.relu(x)
        return y + z

# %% pause-that-returns-a-starred-tuple: autograd.pause that returns a tuple with a star
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        with autograd.pause():  # HYB405 # breaks: gradients
            return (*parts, x * 2)

# %% pause-that-returns-a-tensor-from-outside
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        w = x * 5
        with autograd.pause():  # HYB405 # breaks: gradients
            y = x * 2
            return w, y * 3

# %% pause-that-unpacks-a-tensor-from-outside
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        w = x * 5
        with autograd.pause():  # HYB405 # breaks: gradients
            y, z = x * 2, w
        return y + z

# %% pause-with-statements-before-the-return
# inputs: [(2, 3)]
class Frozen(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405 # breaks: gradients
            y = x * 2
            z = y + 1
            return z * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.frozen = Frozen()

    def hybrid_forward(self, F, x):
        return x + self.frozen(x)

# %% target-under-autograd-pause
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405
            target = F.tanh(x)
        return F.square(x - target)

# %% teacher-under-pause
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, temperature=2.0, **kwargs):
        super().__init__(**kwargs)
        self._t = temperature
        with self.name_scope():
            self.student = nn.Dense(4, in_units=3)
            self.teacher = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405 # breaks: gradients
            target = F.softmax(self.teacher(x) / self._t)
        logp = F.log_softmax(self.student(x) / self._t)
        return -F.sum(target * logp, axis=-1) * self._t**2

# %% train-mode-around-leaky-relu: train_mode around a random LeakyReLU
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.train_mode():  # HYB405 # breaks: values
            y = F.Dropout(x, p=0.5)
            z = F.LeakyReLU(y, act_type="rrelu")
        return z

# %% two-managers-in-one-with
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause(), autograd.predict_mode():  # HYB405 # breaks: gradients
            z = x * 2
        return z + x

# %% with-autograd-pause-y-x-2-return-x-y
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405
            y = x * 2
        return x + y

# %% with-autograd-predict_mode-around-a-dropout
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():  # HYB405
            return F.Dropout(x, p=0.5) * 2

# %% with-autograd-predict_mode-f-dropout-x
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():  # HYB405
            y = F.Dropout(x, 0.5)
        return y

# %% with-autograd-predict_mode-self-drop-x
# inputs: [(2, 3)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.5)

    def hybrid_forward(self, F, x):
        with autograd.predict_mode():  # HYB405
            y = self.drop(x)
        return y * 2

# %% with-autograd-record-in-the-body-ns
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():  # HYB405
            return F.Dropout(x, p=0.5) * 2

# %% dropout-created-in-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return nn.Dropout(0.5)(x)

# %% function-of-another-file-under-autograd-pause
# inputs: [(2, 3), (2, 3)]
# clean
doubled = eval("lambda F, x: F.relu(x) * 2")


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        with autograd.pause():
            sign = F.tanh(F.BlockGrad(doubled(F, x)))
        return sign + y * 2

# %% noise-in-training-only-by-dropout
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.drop = nn.Dropout(0.0)

    def hybrid_forward(self, F, x):
        return self.drop(x) * 2

# %% target-cut-off-by-stop_gradient
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = F.stop_gradient(F.tanh(x))
        return F.square(x - target)

# %% target-under-blockgrad
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        target = F.BlockGrad(F.tanh(x))
        return F.square(x - target)

# %% teacher-behind-stop_gradient
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, temperature=2.0, **kwargs):
        super().__init__(**kwargs)
        self._t = temperature
        with self.name_scope():
            self.student = nn.Dense(4, in_units=3)
            self.teacher = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        target = F.softmax(F.stop_gradient(self.teacher(x)) / self._t)
        logp = F.log_softmax(self.student(x) / self._t)
        return -F.sum(target * logp, axis=-1) * self._t**2

# %% with-autograd-pause-only-numbers
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            scale = 2 * 3
        return x * scale

# %% with-autograd-pause-python-only
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            k = 3
        return x * k

# %% with-autograd-pause-y-f-blockgrad-x-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():
            y = F.BlockGrad(x * 2)
        return x + y

# %% with-autograd-predict_mode-nothing-that-depends-on-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            return F.relu(x)

# %% with-autograd-record-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.record():
            y = x * 2
        return y

# %% y-x-y-2-both-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        y **= 2
        return x + y

# %% rows-in-a-list-without-gradient: rows collected in lists without gradient, one of which is stacked
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        with autograd.pause():  # HYB405 # breaks: gradients
            rows = []
            more = []
            for number in range(2):
                rows.append(F.relu(x) * number)
                more.append(F.exp(x))
            rows = F.stack(*rows, axis=0)
        return F.broadcast_mul(rows * 2, (x * more[0]).expand_dims(0))

# %% deepcopy-of-a-tensor-that-stops-its-gradient
# inputs: [(2, 4)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        return copy.deepcopy(y) * 2 + y  # HYB405

# %% copy-of-a-tensor-to-which-no-gradient-flows
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)

    def hybrid_forward(self, F, x):
        y = self.fc(x)
        return F.BlockGrad(copy.copy(y)) * 2 + y
