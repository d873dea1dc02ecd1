"""Blocks that HYB601 reports, and blocks like them that work."""

import collections
import functools

from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% cache-keyed-by-a-constant
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if 'ones' not in self.cache:
            self.cache['ones'] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache['ones'])  # HYB601 # breaks: trace

# %% cache-keyed-by-f-of-what-the-input-gives
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F not in self.cache:
            self.cache[F] = x * 2
        return x + self.cache[F]  # HYB601 # breaks: values

# %% decorator-that-keeps-results-after-an-imperative-run
# inputs: [(2, 3)]
# breaks: trace
def memoised(function):
    kept = {}

    @functools.wraps(function)
    def wrapper(self, F, x):
        if "out" not in kept:
            kept["out"] = function(self, F, x)  # HYB601
        return kept["out"]

    return wrapper


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    @memoised
    def core(self, F, x):
        return F.relu(self.d(x))

    def hybrid_forward(self, F, x):
        return self.core(F, x) * 2

# %% deque-maxlen-1-on-self-read-before-it-is-filled
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        before = self.last[0] if self.last else None  # HYB601 # breaks: values
        self.last.append(x * 2)
        return x * 3 if before is None else x + before

# %% f-kept-at-the-first-call-only
# inputs: [(2, 3)]
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.F = None

    def hybrid_forward(self, F, x):
        if self.F is None:
            self.F = F
        return self.F.relu(x)  # HYB601 # breaks: execution

# %% intermediate-kept-on-the-block-hybridize-false-after-the-trace
# inputs: [(2, 3)]
# between: net.hybridize(False)
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = None

    def hybrid_forward(self, F, x):
        out = x * 2 if self.last is None else x * 2 + self.last * 0  # HYB601 # breaks: execution
        self.last = x
        return out

# %% keys-and-values-kept-in-a-dict-between-calls
# inputs: [(2, 1, 4)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}
        with self.name_scope():
            self.key = nn.Dense(units, flatten=False, in_units=units)

    def hybrid_forward(self, F, x):
        key = self.key(x)
        if "key" in self.cache:  # HYB601
            key = key + 0.5 * self.cache["key"]  # HYB601
        self.cache["key"] = key
        return F.softmax(key)

# %% last-input-is-kept-and-added-to-the-next
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {"previous": None}

    def hybrid_forward(self, F, x):
        previous = self.state.get("previous")  # HYB601
        self.state["previous"] = x
        if previous is None:
            return x * 1
        return x - F.stop_gradient(previous).sum().asscalar()  # HYB102

# %% last-output-mixed-into-the-next-after-an-imperative-run
# inputs: [(2, 3)]
# breaks: trace
class Smoother:
    def __init__(self, alpha):
        self.alpha = alpha
        self.last = None

    def __call__(self, value):
        if self.last is None:
            self.last = value
        self.last = self.alpha * value + (1 - self.alpha) * self.last  # HYB601
        return self.last


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.smooth = Smoother(0.9)

    def hybrid_forward(self, F, x):
        return self.smooth(self.d(x))

# %% list-of-results-that-grows-from-call-to-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(x * 2)  # HYB601
        return F.add_n(*self.outs)  # HYB601

# %% list-of-the-block-emptied-at-the-end-on-one-way-only
# inputs: [(2, 12)]
# breaks: values
# ctor: {'keep': True}
class Net(HybridBlock):
    def __init__(self, keep=False, **kwargs):
        super().__init__(**kwargs)
        self.keep = keep
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))  # HYB601
        y = F.add_n(*self.outs)  # HYB601
        if self.keep:
            return y
        self.outs.clear()
        return y

# %% list-of-the-block-emptied-only-when-it-is-long
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))  # HYB601
        y = F.add_n(*self.outs)  # HYB601
        if len(self.outs) > 1:  # HYB601
            self.outs.clear()
        return y

# %% losses-collected-on-the-block
# inputs: [(2, 3)]
# call: [net(*xs), net.history[-1] * 1]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.history = []

    def hybrid_forward(self, F, x):
        loss = F.mean(x ** 2)
        self.history.append(loss)  # HYB601 # breaks: values
        return loss

# %% mask-made-once
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._mask = None

    def hybrid_forward(self, F, x):
        if self._mask is None:
            self._mask = F.ones_like(x) * 0.5
        return x * self._mask  # HYB601

# %% mask-that-the-first-call-makes-of-no-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'mask'):
            self.mask = F.ones((1, 3))
        return F.broadcast_mul(x, self.mask)  # HYB601 # breaks: trace

# %% masks-kept-by-length
# inputs: [(2, 4, 4)]
# breaks: trace
# between: net.hybridize(False)
class MaskCache:
    def __init__(self):
        self.masks = {}

    def get(self, F, length):
        if length not in self.masks:  # HYB601
            steps = F.arange(length)
            self.masks[length] = F.broadcast_lesser_equal(steps.reshape((1, -1)), steps.reshape((-1, 1)))
        return self.masks[length]  # HYB601


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.cache = MaskCache()

    def hybrid_forward(self, F, scores):
        mask = self.cache.get(F, self.length)
        return F.broadcast_mul(scores, F.expand_dims(mask, axis=0))

# %% memory-bank-that-keeps-features-after-an-imperative-run
# inputs: [(2, 3)]
# breaks: trace
class Bank:
    def __init__(self, size):
        self.items = collections.deque(maxlen=size)

    def push(self, value):
        self.items.append(value)  # HYB601

    def mean(self, F):
        return F.add_n(*self.items) / len(self.items)  # HYB601


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.bank = Bank(2)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        feature = self.d(x)
        self.bank.push(feature)
        return feature - self.bank.mean(F)

# %% memory-that-is-read-and-then-written
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, slots=3, units=4, **kwargs):
        super().__init__(**kwargs)
        self.memory = collections.deque(maxlen=slots)
        with self.name_scope():
            self.key = nn.Dense(units, in_units=units)

    def hybrid_forward(self, F, x):
        key = self.key(x)
        self.memory.append(key)
        read = sum(self.memory) / len(self.memory)  # HYB601 # breaks: values
        return F.concat(x, read, dim=1)

# %% mutable-default-argument-that-keeps-the-tensors-of-earlier-calls
# inputs: [(2, 3)]
class Net(HybridBlock):
    def blend(self, x, history=[]):
        history.append(x)  # HYB601 # breaks: values
        return x / len(history)

    def hybrid_forward(self, F, x):
        return self.blend(F.relu(x))

# %% never-none-again
# inputs: [(2, 12)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.hidden = None

    def hybrid_forward(self, F, x):
        if self.hidden is None:
            self.hidden = F.relu(x)
        return self.hidden * 2  # HYB601

# %% norm-with-running-statistics-kept-on-self
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, momentum=0.9, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.momentum = momentum
        self.running = 0.0

    def hybrid_forward(self, F, x):
        mean = x.mean(axis=0, keepdims=True)
        self.running = self.momentum * self.running + (1 - self.momentum) * mean  # HYB601
        return F.broadcast_sub(x, self.running)  # HYB601

# %% object-keeps-the-last-output
# inputs: [(2, 3)]
class Memory:
    def __init__(self):
        self.last = None


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.memory = Memory()

    def hybrid_forward(self, F, x):
        memory = self.memory
        if memory.last is not None:
            x = x + memory.last  # HYB601 # breaks: trace
        memory.last = x
        return x

# %% ones-that-are-kept-once-found-by-hasattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, "ones"):
            self.ones = F.ones((1, 3))
        return F.broadcast_add(x, self.ones)  # HYB601 # breaks: trace

# %% operators-output-kept-once-and-found-by-hasattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, "eye"):
            self.eye = F.eye(3)
        return F.dot(x, self.eye)  # HYB601 # breaks: trace

# %% output-of-a-block-made-elsewhere-is-kept-for-the-next-call
# inputs: [(2, 3)]
Pair = type("Pair", (HybridBlock,), {"hybrid_forward": lambda self, F, x: (x * 2, x * 3)})


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = Pair()
        self.last = None

    def hybrid_forward(self, F, x):
        y = x if self.last is None else x + self.last  # HYB601 # breaks: values
        _, self.last = self.pair(x)
        return y * 2

# %% recorder-that-keeps-what-passes
# inputs: [(2, 3)]
# breaks: values
# call: (net(*xs), len(net.recorder.kept))
class Recorder:
    def __init__(self):
        self.kept = []

    def __call__(self, name, value):
        self.kept.append((name, value))  # HYB601
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.recorder = Recorder()
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.recorder("a", self.a(x))
        return self.recorder("b", self.b(h))

# %% running-mean-kept-by-hand
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self, momentum=0.9, **kwargs):
        super().__init__(**kwargs)
        self._momentum = momentum
        self._running = None

    def hybrid_forward(self, F, x):
        mean = F.mean(x, axis=0, keepdims=True)
        if self._running is None:
            self._running = mean
        else:
            self._running = self._momentum * self._running + (1 - self._momentum) * mean
        return F.broadcast_sub(x, self._running)  # HYB601 # breaks: values

# %% running-mean-kept-on-the-block-cache
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.mean = 0

    def hybrid_forward(self, F, x):
        self.mean = 0.9 * self.mean + 0.1 * F.mean(x)  # HYB601
        return F.broadcast_sub(x, self.mean)  # HYB601

# %% running-mean-kept-on-the-block-st-ema
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ema = nd.zeros((3,))

    def hybrid_forward(self, F, x):
        batch = F.mean(x, axis=0)
        self.ema = 0.9 * self.ema + 0.1 * batch  # HYB601 # breaks: trace
        return F.broadcast_sub(x, self.ema)

# %% self-l-self-l-x-read
# inputs: [(2, 3)]
# call: (net(*xs), net.l[-1])
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = []

    def hybrid_forward(self, F, x):
        self.l = self.l + [x * 2]  # HYB601
        return x * 4

# %% tensor-made-at-the-first-use-the-net-called-before-it-is
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._mask = None

    def hybrid_forward(self, F, x):
        if self._mask is None:
            self._mask = F.ones((1, 3)) * 2
        return F.broadcast_mul(x, self._mask)  # HYB601 # breaks: trace

# %% tensor-of-the-call-before-by-getattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = getattr(self, 'seen', None)  # HYB601 # breaks: values
        self.__dict__['seen'] = x * 2
        return x * 1 if before is None else x + before

# %% tensor-of-the-call-before-by-self-dict-get
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = self.__dict__.get('seen')  # HYB601 # breaks: values
        self.seen = x * 2
        return x * 1 if before is None else x + before

# %% tensor-of-the-call-before-in-a-list-made-by-none-2
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = [None] * 2

    def hybrid_forward(self, F, x):
        before = self.outs[0]  # HYB601 # breaks: values
        self.outs[0] = x * 2
        return x * 3 if before is None else x + before

# %% tensor-that-the-class-keeps-from-call-to-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    last = None

    def hybrid_forward(self, F, x):
        previous = type(self).last  # HYB601 # breaks: trace
        type(self).last = x * 2
        return x if previous is None else x + previous

# %% tensors-in-a-defaultdict-of-the-block
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = collections.defaultdict(list)

    def hybrid_forward(self, F, x):
        self.groups["a"].append(x * 2)
        return F.add_n(*self.groups["a"])  # HYB601 # breaks: values

# %% tensors-in-a-list-of-a-dict-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"].append(x * 2)
        total = x
        for part in self.groups["a"]:  # HYB601 # breaks: values
            total = total + part
        return total

# %% tensors-kept-in-a-dict-by-their-length-the-net-called-before-it
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._masks = {}

    def mask(self, F, length):
        if length not in self._masks:  # HYB601
            self._masks[length] = F.ones((1, length)) * 2
        return self._masks[length]  # HYB601

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, self.mask(F, 3))

# %% tensors-that-setdefault-puts-away-on-the-block
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {}

    def hybrid_forward(self, F, x):
        self.groups.setdefault("a", []).append(x * 2)
        return F.add_n(*self.groups["a"])  # HYB601 # breaks: values

# %% what-the-call-before-left-found-by-hasattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, "last"):
            x = x + self.last  # HYB601 # breaks: values
        self.last = x
        return x * 2

# %% cache-keyed-by-f-filled-with-tensors-of-no-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F not in self.cache:
            self.cache[F] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[F])

# %% cache-keyed-by-f-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F.__name__ not in self.cache:
            self.cache[F.__name__] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[F.__name__])

# %% cache-keyed-by-type-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if type(x) not in self.cache:
            self.cache[type(x)] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[type(x)])

# %% d-setdefault-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {}
        return made.setdefault("a", x * 2) + made["a"]

# %% default-argument-that-is-computed-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def blend(self, x, weights=(0.5, 0.25)):
        return sum(x * w for w in weights) / len(weights)

    def hybrid_forward(self, F, x):
        return self.blend(F.relu(x))

# %% del-self-hidden-at-the-end
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def helper(self, F):
        return self.hidden * 2

    def hybrid_forward(self, F, x):
        self.hidden = F.relu(x)
        y = self.helper(F)
        del self.hidden
        return y

# %% deque-maxlen-1-on-self-what-is-put-in-is-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        self.last.append(x * 2)
        return self.last[0] + 1

# %% deque-of-the-block-emptied-first
# inputs: [(2, 3)]
# clean
import collections


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = collections.deque()

    def hybrid_forward(self, F, x):
        self.outs.clear()
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% f-eye-with-rows-columns-and-a-diagonal
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.dot(x, F.eye(3, 4, 1))

# %% f-kept-on-the-block-for-a-helper
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def act(self, x):
        return self.F.relu(x)

    def hybrid_forward(self, F, x):
        self.F = F
        return self.act(x)

# %% flag-set-at-the-first-call-same-mathematics
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        if self.scale is None:
            self.scale = 0.5
        return x * self.scale

# %% global-list-that-keeps-tensors
# inputs: [(2, 3)]
# differs: len(KEPT)
KEPT = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        KEPT.append(x)  # HYB601
        return F.add_n(*KEPT[-1:]) * 2  # HYB601

# %% if-self-scale-is-none-self-scale-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        if self.scale is None:
            self.scale = 2
        return x * self.scale

# %% list-of-results-emptied-first
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs = []
        for k in range(2):
            self.outs.append(x * k)
        return F.concat(*self.outs, dim=1)

# %% list-of-the-block-emptied-at-the-end
# inputs: [(2, 3)]
# clean
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

# %% list-of-the-block-emptied-by-a-helper
# inputs: [(2, 12)]
# clean
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

# %% list-of-the-block-emptied-by-a-slice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs[:] = []
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% list-of-the-block-emptied-by-del
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        del self.outs[:]
        self.outs.append(F.relu(x))
        return self.outs[0] * 2

# %% memory-bank-of-one-call
# inputs: [(2, 3)]
# clean
class Bank:
    def __init__(self, size):
        self.items = collections.deque(maxlen=size)

    def push(self, value):
        self.items.append(value)

    def mean(self, F):
        return F.add_n(*self.items) / len(self.items)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        bank = Bank(2)
        for _ in range(3):
            x = self.d(x)
            bank.push(x)
        return bank.mean(F)

# %% memory-that-is-a-parameter
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, slots=3, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.slots = self.params.get("slots", shape=(slots, units))
            self.key = nn.Dense(units, in_units=units)

    def hybrid_forward(self, F, x, slots):
        key = F.L2Normalization(self.key(x))
        score = F.dot(key, F.L2Normalization(slots), transpose_b=True)
        best = F.argmax(score, axis=1)
        read = F.dot(F.softmax(score * 5), slots)
        return F.concat(x, read, F.one_hot(best, 3), dim=1)

# %% new-list-at-the-end
# inputs: [(2, 12)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.append(F.relu(x))
        y = F.add_n(*self.outs)
        self.outs = []
        return y

# %% none-again-at-the-end
# inputs: [(2, 12)]
# clean
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

# %% numbers-kept-by-length
# inputs: [(2, 4)]
# clean
class TableCache:
    def __init__(self):
        self.tables = {}

    def get(self, length):
        if length not in self.tables:
            self.tables[length] = [1.0 / (k + 1) for k in range(length)]
        return self.tables[length]


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length
        self.cache = TableCache()

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=self.length, axis=1)
        weights = self.cache.get(self.length)
        return F.concat(*[part * weight for part, weight in zip(parts, weights)], dim=1)

# %% recorder-of-one-call-its-tensors-returned
# inputs: [(2, 3)]
# clean
class Recorder:
    def __init__(self):
        self.kept = []

    def __call__(self, name, value):
        self.kept.append((name, value))
        return value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        recorder = Recorder()
        h = recorder("a", self.a(x))
        recorder("b", self.b(h))
        return [value for _, value in recorder.kept]

# %% self-outs-clear-then-append
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = []

    def hybrid_forward(self, F, x):
        self.outs.clear()
        self.outs.append(x * 2)
        self.outs.append(x * 3)
        return F.add_n(*self.outs)

# %% smoother-that-lives-for-one-call
# inputs: [(2, 3)]
# clean
class Smoother:
    def __init__(self, alpha):
        self.alpha = alpha
        self.last = None

    def __call__(self, value):
        if self.last is None:
            self.last = value
        self.last = self.alpha * value + (1 - self.alpha) * self.last
        return self.last


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        smooth = Smoother(0.9)
        for _ in range(3):
            x = smooth(self.d(x))
        return x

# %% tensor-made-anew-at-each-call-is-no-cache
# inputs: [(2, 3)]
# hybridize: net(mx.nd.ones((2, 3))); net.hybridize()
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self._mask = F.ones((1, 3)) * 2
        return F.broadcast_mul(x, self._mask)

# %% list-by-getattr-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.seen = getattr(self, "seen", []) + [x]  # HYB601
        return F.add_n(*self.seen)  # HYB601 # breaks: values

# %% list-by-getattr-set-anew
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        scales = getattr(self, "scales", [1.0, 2.0])
        self.last = [x * scale for scale in scales]
        return F.add_n(*self.last)

# %% mean-of-each-batch-under-a-flag-of-the-constructor
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, centred=True, **kwargs):
        super().__init__(**kwargs)
        self.centred = centred

    def hybrid_forward(self, F, x):
        if self.centred:
            mean = F.mean(x, axis=0, keepdims=True)
            x = F.broadcast_sub(x, mean)
        return F.relu(x)
