"""Blocks that HYB606 reports, and blocks like them that work."""

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock, nn, rnn

# %% as_nd_ndarray-of-the-input-returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.as_nd_ndarray()  # HYB606

# %% as_nd_ndarray-twice-and-beside-another
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x.as_nd_ndarray().as_nd_ndarray()
        return y, y * 2  # HYB606

# %% constant-of-which-nobody-asks-the-gradient
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get_constant("deviation", [0.5, 0.5])

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation  # HYB606 # breaks: gradients

# %% contrib-identity-returned
# inputs: [(2, 3)]
# breaks: gradients
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = Identity()

    def hybrid_forward(self, F, x):
        return self.i(x)  # HYB606

# %% contrib-identity-returns-the-input
# inputs: [(2, 3)]
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.same = Identity()

    def hybrid_forward(self, F, x):
        return self.same(x)  # HYB606 # breaks: gradients

# %% dict-comprehension-over-a-list-an-element-returned
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {i: v for i, v in enumerate(xs)}
        return d[0] * 1, d[1]  # HYB606 # breaks: gradients

# %% element-of-a-list-input-returned
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * 1, xs[1]  # HYB606 # breaks: gradients

# %% enumerate-over-a-list-the-last-returned
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        for i, v in enumerate(xs):
            last = v
        return last, xs[0] * 2  # HYB606 # breaks: gradients

# %% hybridlambda-by-the-name-of-its-operator-beside-the-input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda('relu')

    def hybrid_forward(self, F, x):
        return self.i(x), x  # HYB606

# %% hybridlambda-that-gives-its-input-back-returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x)  # HYB606

# %% hybridsequential-of-one-layer-beside-the-input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridSequential()
        self.i.add(nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.i(x), x  # HYB606

# %% input-as-it-came
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x  # HYB606 # breaks: gradients

# %% input-comes-back-beside-what-a-small-child-makes-of-it
# inputs: [(2, 3)]
class Half(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.half = Half()

    def hybrid_forward(self, F, x):
        return self.half(x), x  # HYB606 # breaks: gradients

# %% input-handed-on-as-it-came
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x, skip):
        return F.relu(x), skip  # HYB606

# %% list-filtered-by-number
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        ys = [v for i, v in enumerate(xs) if i != 1]
        return ys[0], xs[1] * 2  # HYB606 # breaks: gradients

# %% map-of-the-identity-over-a-list
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return list(map(lambda v: v, xs)) + [xs[0] * 2]  # HYB606 # breaks: gradients

# %% only-a-parameter-returned
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return x * 2, w  # HYB606 # breaks: gradients

# %% parameter-returned-as-it-came
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.reshape((1, 3))), w  # HYB606 # breaks: gradients

# %% policy-that-returns-its-deviation-a-parameter-as-it-is
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation  # HYB606 # breaks: gradients

# %% return-f-broadcast_mul-x-w-w
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), [w]  # HYB606

# %% return-x-s3-ret-tuple1
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x,)  # HYB606

# %% returns-its-input
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x  # HYB606 # breaks: gradients # fix: return F.identity(x)

# %% returns-its-input-beside-a-result
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x  # HYB606 # breaks: gradients

# %% returns-the-list-it-was-given
# inputs: [(2, 3), [(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return x + states[0], states  # HYB606 # breaks: gradients

# %% same-beside-another-output
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x), x * 2  # HYB606

# %% same-once
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x * 2)

    def hybrid_forward(self, F, x):
        return self.i(x), x  # HYB606

# %% sorted-by-index-an-element-returned
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        s = sorted(enumerate(xs), key=lambda p: p[0])
        return s[0][1] * 1, s[1][1]  # HYB606 # breaks: gradients

# %% truth-of-a-list-of-outputs
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[0] * 2 if parts else x  # HYB401, HYB606 # breaks: trace

# %% values-of-a-dict-comprehension
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {'v%d' % i: v for i, v in enumerate(xs)}
        return list(d.values()) + [xs[0] * 2]  # HYB606 # breaks: gradients

# %% zip-over-a-list-an-element-returned
# inputs: [[(2, 3), (2, 3)]]
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        pairs = list(zip(xs, [1, 2]))
        return pairs[0][0] * 2, pairs[1][0]  # HYB606 # breaks: gradients

# %% absolute-value-by-an-operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.abs(x)

# %% and-beside-what-three-of-them-make
# inputs: [(2, 3)]
# clean
class Half(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.half = Half()

    def hybrid_forward(self, F, x):
        return self.half(self.half(self.half(x))), x

# %% another
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.transpose(x) * 2

# %% as_nd_ndarray-of-a-relu-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x).as_nd_ndarray()

# %% assert-len-states-2
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        assert len(states) == 2
        return x + states[0] * states[1]

# %% constant-beside-one-operator
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.deviation = self.params.get_constant("deviation", [0.5, 0.5])

    def hybrid_forward(self, F, x, deviation):
        return F.tanh(x), deviation

# %% contrib-hybridconcurrent-of-dense-and-identity
# inputs: [(2, 3)]
# clean
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = HybridConcurrent(axis=1)
        self.c.add(nn.Dense(2), Identity())

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% contrib-identity-with-something-after-it
# inputs: [(2, 3)]
# clean
from mxnet.gluon.contrib.nn import Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.same = Identity()

    def hybrid_forward(self, F, x):
        return self.same(x) + 1

# %% function-of-numpy-that-calls-the-method-of-what-it-is-given
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - np.mean(x)

# %% hybridconcurrent
# inputs: [(2, 3)]
# clean
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.both = HybridConcurrent(axis=1)
        self.both.add(nn.Dense(4, in_units=3), Identity())

    def hybrid_forward(self, F, x):
        return self.both(x)

# %% hybridlambda-of-one-operator-three-times-beside-the-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x * 2)

    def hybrid_forward(self, F, x):
        return self.i(self.i(self.i(x))), x

# %% hybridlambda-of-three-operators-beside-the-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: F.relu(F.relu(x * 2)))

    def hybrid_forward(self, F, x):
        return self.i(x), x

# %% hybridsequential-of-three-layers-beside-the-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridSequential()
        self.i.add(nn.Activation('relu'), nn.Activation('relu'), nn.Activation('relu'))

    def hybrid_forward(self, F, x):
        return self.i(x), x

# %% layer-of-three-operators-beside-the-input
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.swish = nn.Swish()

    def hybrid_forward(self, F, x):
        return self.swish(x), x

# %% list-of-which-one-is-not-used
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[1] * 2 + xs[0] * 0

# %% list-then-a-tuple
# inputs: [(2, 3), (2, 3)]
# clean
# call: net(list(xs) if FLAG["v"] else tuple(xs))
# between: FLAG["v"] = True
FLAG = {"v": False}


class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * xs[1]

# %% map-that-doubles-each
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return list(map(lambda v: v * 2, xs))

# %% mx-np-arrays-a-row-of-them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2

# %% mx-np-arrays-an-operator-of-npx
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.relu(x) * 2

# %% one-element-by-a-tuple
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        place = (0, 1)
        return x[place]

# %% one-that-computes-with-it-as-well
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return F.broadcast_mul(mean, deviation), deviation

# %% one-that-makes-an-output-of-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, F.identity(deviation)

# %% outputs-of-a-split-by-letter
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = dict(zip("abc", F.split(x, num_outputs=3, axis=1)))
        return parts["a"] + parts["c"]

# %% parameter-returned-beside-a-branch-that-uses-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        return F.contrib.cond(F.sum(w) > -1e9, lambda: w * x, lambda: x), w

# %% parameter-returned-through-identity
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(3,))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w.reshape((1, 3))), F.identity(w)

# %% parameter-that-is-returned-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.body = nn.Dense(4, activation="relu")
            self.head = nn.Dense(2)
            self.deviation = self.params.get("deviation", shape=(2,), init="ones")

    def hybrid_forward(self, F, x, deviation):
        mean = F.tanh(self.head(self.body(x)))
        return mean, deviation, deviation

# %% parameter-times-one
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), w * 1

# %% parameter-with-grad_req-null-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3), grad_req="null")

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w), w

# %% pixelshuffle2d
# inputs: [(2, 4, 3, 3)]
# clean
from mxnet.gluon.contrib.nn import PixelShuffle2D


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = PixelShuffle2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2

# %% raise-unless-the-list-fits
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        if len(xs) != 2:
            raise ValueError("two of them")
        return xs[0] * xs[1]

# %% return-f-broadcast_mul-x-w-len-repr-self-w-0-and-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * (len(repr(self.w)) > 0 and 2)

# %% returns-a-list-made-of-the-states
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        return x + states[0], [s * 0.5 for s in states]

# %% returns-one-result-twice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        return y, y

# %% same-around-what-is-computed
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.i = nn.HybridLambda(lambda F, x: x)

    def hybrid_forward(self, F, x):
        return self.i(x * 2)

# %% states-that-may-be-left-out-are-asked-for-and-are-not
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        if states is None:
            states = [F.zeros_like(x), F.ones_like(x)]
        return x + states[0] * states[1]

# %% tuple-of-one-output
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (x * 2,)

# %% type-xs-is-list-of-a-list-input
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return xs[0] * xs[1] if type(xs) is list else xs

# %% use_np-x-0
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0]

# %% use_np-x-x-0
# inputs: [(2, 3)]
# call: net(*[v.as_np_ndarray() for v in xs])
# clean
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * (x > 0)

# %% values-of-a-dict-comprehension-each-doubled
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        d = {'v%d' % i: v * 2 for i, v in enumerate(xs)}
        return list(d.values())

# %% input-returned-twice-beside-two-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 * 3, x, x

# %% input-returned-twice-beside-one-operator
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x, x  # HYB606 # breaks: gradients

# %% parameter-used-in-a-result-that-is-thrown-away
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        doubled = w * 2
        return F.tanh(x) * 3 + 1, w  # HYB606 # breaks: gradients

# %% parameter-used-in-a-result-that-is-returned
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))

    def hybrid_forward(self, F, x, w):
        doubled = w * 2
        return F.tanh(x) * 3 + doubled, w

# %% parameter-that-another-output-is-computed-from-in-a-loop: a parameter that is returned, and used in a loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(2, 3))
        self.steps = 2

    def hybrid_forward(self, F, x, w):
        a = b = c = x
        for _ in range(self.steps):
            a, b, c = b, c, w * 2
        return a + F.tanh(x), b * c, w

# %% constant-beside-operators-that-are-thrown-away: a constant beside one operator, while others are thrown away
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        a = x + 1
        b = a * 2
        return x * 3, c

# %% constant-beside-operators-that-are-used
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = self.params.get_constant("c", [[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, c):
        a = x + 1
        b = a * 2
        return b * 3, c  # HYB606 # breaks: gradients

# %% input-beside-operators-that-are-thrown-away: an input beside one operator, while others are thrown away
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        a = x + 1
        b = a * 2
        return x * 3, y  # HYB606 # breaks: gradients

# %% input-beside-two-equal-operators: an input beside a sum of two equal operators, of which the graph has one
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.exp(x) + F.exp(x), y  # HYB606 # breaks: gradients

# %% input-beside-two-different-operators
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.exp(x) + F.tanh(x), y

# %% input-beside-an-operator-of-an-operator
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.exp(F.exp(x)), y  # HYB606 # breaks: gradients

# %% input-beside-one-output-twice: an input beside an operator that is returned twice
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.exp(x), F.exp(x), y  # HYB606 # breaks: gradients

# %% input-beside-one-output-three-times: an input beside an operator that is returned three times
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.exp(x), F.exp(x), F.exp(x), y

# %% input-beside-either-of-two-operators: an input beside either of two operators, returned twice
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.doubled = True

    def hybrid_forward(self, F, x, y):
        if self.doubled:
            z = x * 2
        else:
            z = x * 3
        return z, z, y  # HYB606 # breaks: gradients

# %% input-beside-operators-of-branches
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.doubled = True

    def hybrid_forward(self, F, x, y):
        if self.doubled:
            z = F.tanh(x * 2)
        else:
            z = x * 3
        return z * z, y

# %% input-returned-beside-a-loop-whose-result-is-thrown-away
# inputs: [(2, 3), (2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def __init__(self, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x, y):
        z = x
        for _ in range(self.steps):
            z = z * 2
        return x * 3, y  # HYB606

# %% input-returned-beside-the-result-of-a-loop
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, steps=4, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x, y):
        z = x
        for _ in range(self.steps):
            z = z * 2
        return z, y

# %% constant-beside-operators-of-either-branch: a constant returned beside operators, of which each branch of a configuration has as many
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, doubled=True, **kwargs):
        super().__init__(**kwargs)
        self.doubled = doubled
        self.scale = self.params.get_constant("scale", [[1.0, 2.0, 3.0]])

    def hybrid_forward(self, F, x, scale):
        if self.doubled:
            y = -x
        else:
            y = x * 3
        return y, y, y, scale  # HYB606 # breaks: gradients

# %% states-of-a-cell-that-has-none
# inputs: [(2, 4), []]
# clean
class Net(rnn.HybridRecurrentCell):
    def state_info(self, batch_size=0):
        info = []
        return info

    def hybrid_forward(self, F, x, states):
        return F.relu(x), states

# %% states-of-a-dropout-cell
# inputs: [(2, 4), []]
# clean
class Net(rnn.DropoutCell):
    def __init__(self, **kwargs):
        super().__init__(0.0, **kwargs)

    def hybrid_forward(self, F, x, states):
        return F.relu(x), states

# %% input-in-a-list-that-is-filled
# inputs: [(2, 4)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        features = []
        for _ in range(2):
            features.append(x)
            x = self.fc(x)
        return features  # HYB606 # breaks: gradients
