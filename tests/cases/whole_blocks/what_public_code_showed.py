"""Constructs that were met in public repositories, written anew: cells, the shapes that a Symbol tells, rows of a loop."""

import mxnet as mx
from mxnet.gluon import HybridBlock, nn, rnn

# %% cell-state-s: the states of a cell under a name that does not say so
# inputs: [(2, 3), [(2, 3)]]
# works
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, s):
        total = x * 2 + s[0]
        return total, [total]

# %% cell-state-two: two states of a cell, taken by number from what is called memory
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# works
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, memory):
        fast, slow = F.tanh(x + memory[0]), F.sigmoid(x + memory[1])
        return fast * slow, [fast, slow]

# %% cell-input-row: the first row of the input of a cell, which is no list
# inputs: [(2, 3), [(2, 3)]]
# breaks: values
class Net(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, x, s):
        first = F.broadcast_add(s[0], F.sum(x[0]))  # breaks here
        return first, [first]

# %% take-of-one: a number beside what an index of length 1 takes
# inputs: [(5,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.zeros((1,)) + F.take(x, F.ones((1,)) * 3)

# %% take-of-several: a column beside what a written-out index of two rows takes
# inputs: [(5, 1)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.ones((1, 1)) + F.take(x, F.ones((2,)))  # breaks here

# %% while-all-rows: a loop whose condition counts up to a number that max_iterations writes out again
# inputs: [(5,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        steps = 4

        def add(total, i):
            total = total + F.take(F.BlockGrad(x), i)
            return [total], [total, i + 1]

        def goes_on(total, i):
            return i < steps

        rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=4)
        return F.broadcast_mul(rows[0], F.sum(x))

# %% while-rows-left: the same loop with more rows than steps
# inputs: [(5,)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        steps = 3

        def add(total, i):
            total = total + F.take(F.BlockGrad(x), i)
            return [total], [total, i + 1]

        def goes_on(total, i):
            return i < steps

        rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=40)
        return F.broadcast_mul(rows[0], F.sum(x))  # breaks here

# %% shape-inferred: the shape by whatever each life tells it with
# inputs: [(2, 3, 4)]
# breaks: trace
def shape_of(t):
    if isinstance(t, mx.nd.NDArray):
        return t.shape
    _, outputs, _ = t.infer_shape_partial()
    return outputs[0]

class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.reshape(x, (shape_of(x)[0], -1))

# %% shape-inferred-marked: the same in the body, of what a layer gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.body = nn.Dense(4, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.body(x)
        if isinstance(h, mx.sym.Symbol):
            width = h.infer_shape()[1][0][1]  # breaks here
        else:
            width = h.shape[1]
        return h / width

# %% shape-inferred-given: shapes that are written out, which a Symbol can be asked with
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.sym.Symbol):
            _, (shape,), _ = x.infer_shape(data=(2, 3))
            assert len(shape) == 2
        return x * 2

# %% pools-in-a-list: layers without parameters in a list
# inputs: [(2, 4, 3, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pools = []
        for _ in range(2):
            self.pools.append(nn.GlobalAvgPool2D())

    def hybrid_forward(self, F, x):
        halves = F.split(x, num_outputs=2, axis=1)
        return F.concat(*[pool(half) for pool, half in zip(self.pools, halves)], dim=1)

# %% slopes-in-a-list: activations in a list, one of which learns
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [nn.LeakyReLU(0.1), nn.PReLU()]  # breaks here
        for step in self.steps:
            step.initialize()

    def hybrid_forward(self, F, x):
        for step in self.steps:
            x = step(x)
        return x

# %% mode-count: how many rows are kept in training and in inference, two numbers of the configuration
# inputs: [(2, 5)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, kept_in_training=4, kept_else=2):
        super().__init__()
        self._in_training = max(1, kept_in_training)
        self._else = max(1, kept_else)

    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            kept = self._in_training
        else:
            kept = self._else
        return F.slice_axis(F.sort(x, axis=1), axis=1, begin=0, end=kept)  # breaks here

# %% mode-rate: one of two rates of the configuration, as an expression
# inputs: [(2, 5)]
# breaks: modes
class Net(HybridBlock):
    def __init__(self, rate=0.5, rate_else=2.0):
        super().__init__()
        self._rate = rate
        self._rate_else = rate_else

    def hybrid_forward(self, F, x):
        rate = self._rate if mx.autograd.is_training() else self._rate_else
        return x * rate  # breaks here

# %% mode-count-told: the number that depends on the mode is told only; what is used is one and the same
# inputs: [(2, 5)]
# works
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

# %% while-up-to-input: a loop that counts up to a number that is handed in as an array
# inputs: [("i", (2, 3), 0, 5, "int32"), ("i", (1,), 1, 4, "int32")]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, limit):
        def goes_on(count, total):
            return count < limit

        def add(count, total):
            return [], [count + 1, total + x]

        return F.contrib.while_loop(goes_on, add, [F.zeros((1,), dtype="int32"), x], max_iterations=5)[1][1]

# %% while-times-input: in the body of such a loop the counter is beside a tensor of several elements
# inputs: [(2, 3), ("i", (1,), 1, 4, "float32")]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, limit):
        def goes_on(count, total):
            return count < limit

        def add(count, total):
            return [], [count + 1, total + x * count]  # breaks here

        _, (_, total) = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros_like(x)], max_iterations=5)
        return F.BlockGrad(total) + x

# %% stages-shape: blocks of a kind that the caller chooses, one after the other
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
# breaks: trace
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        for units in (4, 3):
            self.stages.add(getattr(nn, kind)(units))

    def hybrid_forward(self, F, x):
        for stage in self.stages:
            x = stage(x)
            x = F.reshape(x, shape=x.shape)  # breaks here
        return x

# %% stages-whole-shape: the same blocks, called as one
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
# breaks: trace
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        self.stages.add(*[getattr(nn, kind)(units) for units in (4, 3)])

    def hybrid_forward(self, F, x):
        y = self.stages(x)
        return F.reshape(y, shape=y.shape)  # breaks here

# %% stages-several: what they give may be several outputs, which an index picks
# inputs: [(2, 4)]
# ctor: {"kind": "HybridLambda"}
# works
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.stages = nn.HybridSequential()
        for function in ("identity", lambda F, x: F.split(x, num_outputs=2, axis=1)):
            self.stages.add(getattr(nn, kind)(function))

    def hybrid_forward(self, F, x):
        both = self.stages(x)
        one, other = both
        return both[0] + one - other

# %% numbers-of-the-caller: two numbers that the caller hands in as arrays, and a full reduction
# inputs: [(2, 3), ('pos', (1,)), ('pos', (1,))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, weight, count):
        return weight / count * F.sum(x) - F.sum(F.square(x))

# %% maps-of-the-caller: the product of two inputs beside its own sum
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, gate):
        gated = x * gate
        return gated / F.sum(gated)  # breaks here

# %% constant-of-one-number: a number of the configuration in a list, as a constant
# inputs: [('pos', (2, 3))]
# ctor: {"bits": 8}
# works
class Net(HybridBlock):
    def __init__(self, bits):
        super().__init__()
        self.bits = self.params.get_constant("bits", [bits])
        self.base = self.params.get_constant("base", [2])

    def hybrid_forward(self, F, x, bits, base):
        scale = base ** (bits - F.ceil(F.log2(F.max(F.abs(x)))))
        return F.broadcast_mul(x, scale)

# %% constant-of-three-numbers: three numbers as a constant, beside a full reduction
# inputs: [('pos', (2, 3))]
# breaks: execution
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = self.params.get_constant("scale", [1, 2, 3])

    def hybrid_forward(self, F, x, scale):
        return scale / F.max(x)  # breaks here

# %% product-with-a-column: a matrix of unknown size times a column is a column
# inputs: [(3, 3), [(3, 3)]]
# ctor: {"kind": "RNNCell"}
# works
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.cell = getattr(rnn, kind)(3)
        self.column = self.params.get("column", shape=(3, 1))

    def hybrid_forward(self, F, x, states, column):
        hidden = self.cell(x, states)
        return 0.9 * column + 0.1 * F.dot(hidden[0], column)

# %% product-beside-a-row: the same product beside a row
# inputs: [(3, 3), [(3, 3)]]
# ctor: {"kind": "RNNCell"}
# breaks: execution
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.cell = getattr(rnn, kind)(3)
        self.column = self.params.get("column", shape=(3, 1))
        self.row = self.params.get("row", shape=(1, 3))

    def hybrid_forward(self, F, x, states, column, row):
        hidden = self.cell(x, states)
        return row + F.dot(hidden[0], column)  # breaks here

# %% shape-where-there-is-one: the shape of what a block of a configured kind gave, asked for where it has one
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
# works
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        features = self.body(x)
        if hasattr(features, "shape"):
            assert features.shape[1] == 4
        return F.relu(features)

# %% shape-without-asking: the same shape, not asked for first
# inputs: [(2, 3)]
# ctor: {"kind": "Dense"}
# breaks: trace
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        features = self.body(x)
        assert features.shape[1] == 4  # breaks here
        return F.relu(features)

# %% in-place-on-a-level: what a block of a configured kind gave, in a list, changed in place by a tensor
# inputs: [(2, 4), (2, 4)]
# ctor: {"kind": "Dense"}
# breaks: trace
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.laterals = nn.HybridSequential()
        for _ in range(2):
            self.laterals.add(getattr(nn, kind)(4))

    def hybrid_forward(self, F, *levels):
        sums = [lateral(levels[i]) for i, lateral in enumerate(self.laterals)]
        sums[0] += F.relu(sums[1])  # breaks here
        return sums[0] * sums[1]

# %% sum-on-a-level: the same, put there anew
# inputs: [(2, 4), (2, 4)]
# ctor: {"kind": "Dense"}
# works
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.laterals = nn.HybridSequential()
        for _ in range(2):
            self.laterals.add(getattr(nn, kind)(4))

    def hybrid_forward(self, F, *levels):
        sums = [lateral(levels[i]) for i, lateral in enumerate(self.laterals)]
        sums[0] = sums[0] + F.relu(sums[1])
        return sums[0] * sums[1]

# %% levels-added-to-a-list: a list of the block's own to which several tensors are added
# inputs: [(2, 4)]
# ctor: {"kind": "Dense"}
# works
class Net(HybridBlock):
    def __init__(self, kind):
        super().__init__()
        self.body = getattr(nn, kind)(4)

    def hybrid_forward(self, F, x):
        levels = [self.body(x)]
        levels += [F.relu(levels[0])]
        return F.concat(*levels, dim=1)

# %% label-shaped-by-gluon: a label in the shape of the prediction, by the function of Gluon's own losses
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(1.0, 0)

    def hybrid_forward(self, F, pred, label):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        return F.mean(F.abs(pred - mx.nd.round(label)), axis=0, exclude=True)  # breaks here

# %% loss-weighed-by-gluon: a loss that is weighed by the function of Gluon's own losses, beside a full reduction
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(2.0, 0)

    def hybrid_forward(self, F, pred, label):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        loss = mx.gluon.loss._apply_weighting(F, F.square(pred - label), self._weight)
        return loss / F.sum(loss)  # breaks here

# %% loss-weighed-and-scaled: the same, with the operator that broadcasts
# inputs: [(2, 3), (2, 3), ('pos', (2, 1))]
# works
class Net(mx.gluon.loss.Loss):
    def __init__(self):
        super().__init__(2.0, 0)

    def hybrid_forward(self, F, pred, label, sample_weight):
        label = mx.gluon.loss._reshape_like(F, label, pred)
        loss = mx.gluon.loss._apply_weighting(F, F.square(pred - label), self._weight, sample_weight)
        return F.broadcast_div(loss, F.sum(loss))

# %% while-up-to-a-closed-over-number: a loop that counts up to a number of the function that defines the class
# inputs: [(5,)]
# works
def make():
    steps = 4

    class Loop(HybridBlock):
        def hybrid_forward(self, F, x):
            def add(total, i):
                total = total + F.take(F.BlockGrad(x), i)
                return [total], [total, i + 1]

            def goes_on(total, i):
                return i < steps

            rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=4)
            return F.broadcast_mul(rows[0], F.sum(x))

    return Loop

Net = make()

# %% array-closed-over: an array of the function that defines the class
# inputs: [(2, 3)]
# breaks: trace
def make():
    table = mx.nd.array([[1, 2, 3]])

    class Shift(HybridBlock):
        def hybrid_forward(self, F, x):
            return F.broadcast_add(x, table)  # breaks here

    return Shift

Net = make()

# %% fold-from-a-row-of-one: foreach adds rows to a state of one number
# inputs: [(5,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(row, state):
            return row * 2, state * 0.5 + row

        _, total = F.contrib.foreach(body, x, F.zeros((1,)))
        return total * 2

# %% fold-that-divides-by-a-sum: the same, where a row is divided by its sum
# inputs: [('pos', (3, 4))]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def body(row, states):
            return row / F.sum(row), [states[0] + F.sum(row)]  # breaks here

        rows, _ = F.contrib.foreach(body, x, [F.zeros((1,))])
        return rows

# %% states-of-two-loops: states that one loop hands on, and whose first the next one takes
# inputs: [(5, 2), [(2,)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, states):
        def keep(row, states):
            return row * 2, [F.tanh(states[0] + row)]

        first, after = F.contrib.foreach(keep, rows, states)

        def add(row, states):
            return F.broadcast_add(row, after[0]), [F.sigmoid(states[0] * 2)]

        second, _ = F.contrib.foreach(add, first, states)
        return second

# %% state-alone-row: the first row of a state that is one tensor
# inputs: [(5, 2), (2, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, h):
        h = F.tanh(h)

        def step(row, state):
            return F.broadcast_add(row, F.sum(state[0])), state * 0.5  # breaks here

        out, _ = F.contrib.foreach(step, rows, h)
        return out

# %% state-handed-on-row: the first row of what a loop leaves of a state
# inputs: [(5, 2), (2, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, rows, h):
        out, last = F.contrib.foreach(lambda row, state: (row * 2, F.broadcast_add(state, row) * 0.5), rows, F.tanh(h))
        return F.broadcast_add(out, F.sum(last[0]))  # breaks here

# %% loop-over-a-list: a step is handed a row of each of several inputs
# inputs: [[(5, 2), (5, 2)]]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        def step(rows, states):
            return rows[0] * 2 + F.sigmoid(rows[1]), []

        out, _ = F.contrib.foreach(step, xs, [])
        return out

# %% optional-list: a list that may be left out, measured and gone through by number
# inputs: [(5, 2), [(3,), (2,), (1,)]]
# works
# call: net(xs[0], [mx.nd.array([0, 1, 2]), mx.nd.array([0, 1]), mx.nd.array([0])])
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rows_l=None):
        if rows_l is not None:
            assert len(rows_l) == 3
        for i in range(3):
            if rows_l is not None:
                x = F.take(x, rows_l[i], axis=0)
        return x * 2

# %% optional-tensor-row: the first row of a tensor that may be left out
# inputs: [(5, 2), (5, 2)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, mask=None):
        if mask is not None:
            x = x * mask
        if mask is not None:
            x = F.broadcast_mul(x, F.sum(mask[0]))  # breaks here
        return x

# %% weights-of-a-model: a penalty on the parameters of a model that the caller gives
# inputs: [(2, 3)]
# ctor: {'model': None}
# breaks: trace
class Penalty(mx.gluon.loss.Loss):
    def __init__(self, model=None):
        super().__init__(None, 0)
        self.model = model

    def hybrid_forward(self, F, x):
        total = 0
        for parameter in self.model.collect_params().values():
            total = total + parameter.data().abs().sum()
        return F.broadcast_add(F.sum(x, axis=1), total)  # breaks here

def Net(model):
    dense = nn.Dense(2, in_units=3)
    dense.initialize()
    return Penalty(dense)
