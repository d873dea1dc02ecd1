"""Blocks that HYB304 reports, and blocks like them that work."""

import collections
import functools
import itertools
import operator
from typing import List, Optional

import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn, rnn

# %% 1-in-x
# inputs: [('pos', (3,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 1 in x else x * 3  # HYB401 # breaks: trace

# %% 2-in-x
# inputs: [("pos", (3,))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2 if 2 in x else x  # HYB401 # breaks: trace

# %% a-sum-unpacked-to-one-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (a,) = F.sum(x)
        return F.broadcast_mul(x, a)

# %% a-x-of-one-row
# inputs: [(1, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (a,) = x  # HYB304 # breaks: values
        return a * 2

# %% best-path-gone-through-by-rows
# inputs: [(2, 4, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.trans = self.params.get("trans", shape=(3, 3))

    def hybrid_forward(self, F, x, trans):
        score = None
        for step in F.swapaxes(x, 0, 1):  # HYB304
            if score is None:
                score = step
                continue
            total = F.broadcast_add(score.expand_dims(2), trans.expand_dims(0))
            score = F.max(total, axis=1) + step
        return F.max(score, axis=1)

# %% builtin-sum-of-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x * 2)  # HYB304 # breaks: values

# %% builtin-sum-of-the-rows
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x) * 0.5  # HYB304 # breaks: values

# %% builtin-sum-over-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.exp(x))  # HYB304 # breaks: values

# %% chain-of-tensors
# inputs: [(4, 3), (4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*itertools.chain(x, y))  # HYB304 # breaks: values

# %% decoder-stepped-over-the-rows-of-the-input
# inputs: [(3, 2, 4), (2, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, hidden=4, **kwargs):
        super(Net, self).__init__(**kwargs)
        with self.name_scope():
            self.cell = rnn.GRUCell(hidden, input_size=4)

    def hybrid_forward(self, F, inputs, h):
        outputs, states = [], [h]
        for token in inputs:  # HYB304
            out, states = self.cell(token, states)
            outputs.append(out)
        return F.stack(*outputs, axis=0), states[0]

# %% embeddings-one-field-possible
# inputs: [('i', (2, 1), 0, 5, 'float32')]
class Net(HybridBlock):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.table = nn.Embedding(5, units)

    def hybrid_forward(self, F, fields):
        vectors = [self.table(column) for column in F.split(fields, num_outputs=1, axis=1)]  # HYB304 # breaks: values
        total = vectors[0]
        for v in vectors[1:]:
            total = total + v
        return total

# %% enumerate-over-the-time-steps-of-a-transposed-input
# inputs: [(2, 5, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.decay = 0.9

    def hybrid_forward(self, F, x):
        steps = F.transpose(x, axes=(1, 0, 2))
        total = 0
        for index, step in enumerate(steps, 1):  # HYB304 # breaks: values
            total = total + step * self.decay ** index
        return total

# %% f-concat-self-c-x-dim-0
# inputs: [(2, 3)]
# breaks: values
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return F.concat(*self.c(x), dim=0)  # HYB304

# %% f-concat-x
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)  # HYB304

# %% f-split-2-repeats-the-list
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*(F.split(x, num_outputs=3, axis=1) * 2), dim=1)  # HYB309 # breaks: trace

# %% f-stack-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*x)  # HYB304 # breaks: values

# %% f-x-unpack-args
# inputs: [(2, 3)]
def add(a, b):
    return a + b


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return add(*x)  # HYB304 # breaks: trace

# %% first-row-and-the-rest
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = x  # HYB304 # breaks: trace
        return first + rest[0]

# %% for-row-in-x-break
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        for row in x:  # HYB304 # breaks: values
            break
        return row * 2

# %% functools-reduce-over-the-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, x * 2)  # HYB304 # breaks: values

# %% generator-expression-over-the-tensors-rows-passed-on
# inputs: [(4, 3)]
def strongest(F, rows):
    return functools.reduce(F.maximum, rows)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.abs(row) for row in x))  # HYB304 # breaks: values

# %% generator-method-over-rows
# inputs: [(4, 3)]
class Net(HybridBlock):
    def each(self, x):
        for row in x:  # HYB304 # breaks: values
            yield row * 2

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))

# %% helper-class-iterates-over-its-tensor
# inputs: [(4, 3)]
class Sequence:
    def __init__(self, steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)  # HYB304 # breaks: values


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state

# %% input-that-is-called-inputs-and-gone-through
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, inputs):
        return F.relu(inputs) * sum(row.sum() for row in inputs)  # HYB304 # breaks: execution

# %% islice-of-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*itertools.islice(x, 2))  # HYB304 # breaks: values

# %% islice-of-a-tensors-rows
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice(F.exp(x), 2)  # HYB304 # breaks: values
        return F.add_n(*first_two)

# %% iter-x-next
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(x)) * 2  # HYB304 # breaks: values

# %% iterator-object-over-the-rows-of-a-tensor
# inputs: [(4, 3)]
class Rows:
    def __init__(self, tensor):
        self.tensor = tensor

    def __iter__(self):
        for row in self.tensor:  # HYB304 # breaks: values
            yield row * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        total = 0
        for row in Rows(self.d(x)):
            total = total + row
        return total

# %% itertools-chain-of-a-tensor-and-a-list
# inputs: [(3, 4), (4,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain(x, [y]))  # HYB304 # breaks: execution

# %% itertools-islice-x-1
# inputs: [(4, 3)]
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(itertools.islice(x, 1))  # HYB304 # breaks: values

# %% list-comprehension-over-rows
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = [F.softmax(row, axis=0) for row in x]  # HYB304 # breaks: values
        return F.stack(*rows, axis=0)

# %% losses-weighted-by-learned-uncertainties
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def __init__(self, tasks=2, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.log_var = self.params.get("log_var", shape=(tasks,), init=mx.init.Normal(0.5))

    def hybrid_forward(self, F, a, b, log_var):
        losses = [F.mean(F.square(a)), F.mean(F.abs(b))]
        total = 0
        for loss, s in zip(losses, log_var):  # HYB304 # breaks: execution
            total = total + F.exp(-s) * loss + s
        return total

# %% map-of-two-iterables-one-of-them-a-tensor
# inputs: [(3, 4), (3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows = map(lambda a, b: a * b, F.tanh(x), F.sin(y))  # HYB304 # breaks: values
        return F.stack(*rows, axis=0)

# %% max-of-rows-with-a-key
# inputs: [(4,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * max(x, key=lambda one: 0)  # HYB304 # breaks: values

# %% max-x
# inputs: [(4,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max(x)  # HYB304 # breaks: values

# %% next-iter-x
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(x)) * 2  # HYB304

# %% np-random-shuffle-of-what-an-operator-gives
# inputs: [(4, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        h = F.relu(x)
        np.random.shuffle(h)  # HYB304
        return h * 2

# %% outputs-are-one-tensor-where-lengths-are-given-and-gone-through
# inputs: [(2, 4, 3), ("i", (2,), 1, 5, "float32")]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.LSTMCell(5, input_size=3)

    def hybrid_forward(self, F, x, lengths):
        outputs, _ = self.cell.unroll(4, x, valid_length=lengths)
        return [output * 2 for output in outputs]  # HYB304 # breaks: values

# %% parts-of-a-split-and-one-more
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*(parts + [x]), dim=1)  # HYB309 # breaks: trace

# %% random-shuffle-of-a-tensor
# inputs: [(4, 3)]
# breaks: values
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        random.shuffle(x)  # HYB304
        return x * 2

# %% reduce-over-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.add, x)  # HYB304 # breaks: values

# %% reversed-time-steps-of-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed(x))  # HYB304 # breaks: values
        return F.stack(*backwards, axis=0)

# %% row-for-row-in-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * 2 for row in x])  # HYB304 # breaks: values # fix: return x * 2

# %% rows-of-an-element-divided
# inputs: [[(2, 3), (2, 3)]]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        scaled = feats[0] - feats[1]
        return F.stack(*[row * 2 for row in scaled], axis=0)  # HYB304

# %% rows-of-what-the-body-made-whatever-its-name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = F.relu(x)
        return F.stack(*[row * 2 for row in rows], axis=0)  # HYB304

# %% rows-subtracted-in-a-loop
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x[0] * 0
        for row in x:
            total -= row  # HYB203 # breaks: trace
        return total

# %% running-sum-over-the-rows
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*itertools.accumulate(x), axis=0)  # HYB304 # breaks: values

# %% stacked-rows-of-two-loops
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * k for row in x for k in (1, 2)])  # HYB304 # breaks: values

# %% stacked-rows-with-a-condition
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * 2 for row in x if True])  # HYB304 # breaks: values

# %% starred-unpacking-of-a-tensor
# inputs: [(3, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.exp(x)  # HYB304 # breaks: values
        return head

# %% sum-of-a-comprehension-over-rows
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(row * row for row in x)  # HYB304 # breaks: values

# %% sum-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x)  # HYB304 # breaks: values

# %% sum-x-adds-up-the-rows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x)  # HYB304

# %% tensor-starred-into-an-operator
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*x, dim=0)  # HYB304 # breaks: values

# %% tensor-unpacked-into-a-list-display
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows = [*x]  # HYB304 # breaks: values
        return rows[0] * 2

# %% tuple-x
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*tuple(x))  # HYB304 # breaks: values

# %% type-hints-say-list-the-tensors-list-is-measured
# inputs: [(3, 4)]
class Net(HybridBlock):
    def pool(self, F, rows: "nd.NDArray") -> "nd.NDArray":
        total: Optional[object] = None
        count: int = 0
        for row in rows:  # HYB304 # breaks: values
            total = row if total is None else total + row
            count += 1
        return total / count

    def hybrid_forward(self, F, x):
        return self.pool(F, x)

# %% windows-over-the-rows-of-a-tensor
# inputs: [(4, 3)]
def windows(parts, size):
    queue = []
    for part in parts:  # HYB304 # breaks: values
        queue.append(part)
        if len(queue) == size:
            yield list(queue)
            queue.pop(0)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        means = [F.add_n(*window) for window in windows(self.d(x), 1)]
        return F.stack(*means)

# %% x-star-list
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*[*x])  # HYB304 # breaks: values

# %% yield-from-a-tensor
# inputs: [(4, 3)]
class Net(HybridBlock):
    def rows(self, x):
        yield from x  # HYB304 # breaks: values

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(r) for r in self.rows(x)])

# %% zip-range-3-x
# inputs: [(4, 3)]
# missed: Not decidable from the file: `zip(range(4), x)` works in both phases if the input is a list, as the code reads.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*[row * k for k, row in zip(range(4), x)])  # breaks: values

# %% a-b-c-x-x-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        (a, b), c = [[x, x * 2], x * 3]
        return a * b + c

# %% best-path-through-tags
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.tags = 3
        self.length = 4
        self.trans = self.params.get("trans", shape=(3, 3))

    def hybrid_forward(self, F, x, trans):
        steps = F.split(x, num_outputs=self.length, axis=1, squeeze_axis=True)
        score = steps[0]
        for t in range(1, self.length):
            total = F.broadcast_add(score.expand_dims(2), trans.expand_dims(0))
            best = F.max(total, axis=1)
            score = best + steps[t]
        return F.max(score, axis=1)

# %% block-handed-to-the-constructor-of-a-child
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def __init__(self, body, **kwargs):
        super().__init__(**kwargs)
        self.body = body

    def hybrid_forward(self, F, x):
        return self.body(x) * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch(nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.c(x)

# %% builtin-sum-over-generator-of-weighted-tensors
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(w * F.exp(x * w) for w in (0.1, 0.2))

# %% chain-of-lists-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.add_n(*itertools.chain([x], [x * 2, x * 3]))

# %% f-concat-list-parts-x-dim-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*(list(parts) + [x]), dim=1)

# %% f-concat-self-c-x-dim-1
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, x * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return F.concat(*self.c(x), dim=1)

# %% f-concat-x-dim-1-fn-one
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, dim=1) * 2

# %% f-concat-x-dim-1-fn-one-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(x, dim=1)

# %% f-concat-x-x
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*[x, x * 2], dim=0)

# %% f-split-2
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*F.split(x, num_outputs=3, axis=1)[::2], dim=1)

# %% f-stack-xs-of-a-list
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        return F.stack(*xs)

# %% f-x-y
# inputs: [(2, 3), (2, 3)]
# clean
def add(a, b):
    return a + b


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return add(*[x, y])

# %% functools-reduce-lambda-a-b-a-b-x-y-x
# inputs: [(2, 3), (2, 3)]
# clean
from functools import reduce


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return reduce(lambda a, b: a * b, [x, y, x])

# %% functools-reduce-over-a-list-of-tensors
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return functools.reduce(operator.mul, [x, x + 1, x + 2], x * 2)

# %% functools-reduce-over-a-python-list-of-tensors
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return functools.reduce(operator.add, [x, y, x * y])

# %% generator-expression-over-scales-passed-on
# inputs: [(4, 3)]
# clean
def strongest(F, heads):
    return functools.reduce(F.maximum, heads)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return strongest(F, (F.sin(x * k) for k in (1, 2, 3)))

# %% generator-method-over-children
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def each(self, x):
        for k in range(3):
            yield x * k

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))

# %% helper-class-iterates-over-a-list-of-tensors
# inputs: [(4, 3)]
# clean
class Sequence:
    def __init__(self, *steps):
        self.steps = steps

    def __iter__(self):
        return iter(self.steps)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        state = None
        for step in Sequence(x, x * 2, x * 3):
            state = F.tanh(step) if state is None else F.tanh(step + state)
        return state

# %% islice-of-a-list-of-tensors
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first_two = itertools.islice([x, F.exp(x), F.sin(x)], 2)
        return F.add_n(*first_two)

# %% itertools-chain-of-lists-of-tensors
# inputs: [(3, 4), (3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.add_n(*itertools.chain([x, x * 2], (y,)))

# %% itertools-chain-x-y
# inputs: [(2, 3), (2, 3)]
# clean
import itertools


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return sum(itertools.chain([x], [y]))

# %% lambda-a-b-a-b-x-y
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return (lambda a, b: a * b)(x, y)

# %% len-xs-on-a-list-input
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(x) / len(x)

# %% list-called-rows-gone-through
# inputs: [[(3,), (3,)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, rows):
        return F.stack(*[F.relu(row) for row in rows], axis=0)

# %% map-of-two-lists
# inputs: [(3, 4), (3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        products = map(lambda a, b: a * b, [F.tanh(x), x], [F.sin(y), 2])
        return F.stack(*products, axis=0)

# %% map-over-the-outputs-of-a-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*map(F.tanh, F.split(x, num_outputs=3, axis=1)), dim=1)

# %% max-x-ew-list-single
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return max([x]) * 2

# %% next-iter-f-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return next(iter(F.split(x, num_outputs=3, axis=1))) * 2

# %% one-or-several-inputs
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, (list, tuple)):
            x = F.concat(*x, dim=1)
        return F.relu(x)

# %% parts-of-a-split-starred-into-a-list-with-one-more
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.concat(*[*parts, x], dim=1)

# %% reversed-f-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.concat(*reversed(F.split(x, num_outputs=3, axis=1)), dim=1)

# %% reversed-list-of-tensors
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        backwards = list(reversed([x, x + 1]))
        return F.stack(*backwards, axis=0)

# %% starred-unpacking-of-a-split
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        head, *tail = F.split(F.exp(x), num_outputs=4, axis=1)
        return head * F.add_n(*tail)

# %% sum-over-args
# inputs: [(2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, *args):
        return sum(args)

# %% type-hints-say-list-and-a-list-it-is
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def pool(self, F, rows: List["nd.NDArray"]) -> "nd.NDArray":
        total: Optional[object] = None
        count: int = 0
        for row in rows:
            total = row if total is None else total + row
            count += 1
        return total / count

    def hybrid_forward(self, F, x):
        return self.pool(F, [x, x * x])

# %% windows-over-a-split-sequence
# inputs: [(2, 4, 3)]
# clean
def windows(parts, size):
    queue = collections.deque(maxlen=size)
    for part in parts:
        queue.append(part)
        if len(queue) == size:
            yield list(queue)


class Net(HybridBlock):
    def __init__(self, length=4, **kwargs):
        super().__init__(**kwargs)
        self.length = length

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=self.length, axis=1, squeeze_axis=True)
        means = [F.add_n(*window) / 2 for window in windows(list(steps), 2)]
        return F.stack(*means, axis=1)

# %% yield-from-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def each(self, x):
        yield from [x, x * 2]

    def hybrid_forward(self, F, x):
        return F.add_n(*self.each(x))

# %% yield-from-a-list-of-tensors-gen
# inputs: [(4, 3)]
# clean
class Net(HybridBlock):
    def powers(self, x):
        yield x
        yield from [x * x, x * x * x]

    def hybrid_forward(self, F, x):
        return F.add_n(*[F.tanh(p) for p in self.powers(x)])

# %% rows-of-an-mx-np-array: a loop over the rows of an mx.np array
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for row in x:  # HYB304 # breaks: trace
            total = total + row
        return total

# %% rows-of-two-tensors-multiplied-and-stacked
# inputs: [(2, 4), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows = []
        for a, b in zip(F.relu(x), F.relu(y)):  # HYB304 # breaks: values
            rows.append(a * b)
        return F.stack(*rows)

# %% rows-of-two-tensors-of-which-one-is-unused
# inputs: [(2, 4), (2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.stack(*[F.softmax(b) for a, b in zip(F.relu(x), F.relu(y))])  # HYB304 # breaks: values # fix: return F.contrib.foreach(lambda i, states: (F.softmax(i[0]), states), [F.relu(y)], [])[0]

# %% parts-of-a-split-into-one-by-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, groups=1, **kwargs):
        super().__init__(**kwargs)
        self.groups = groups

    def hybrid_forward(self, F, x):
        return F.stack(*F.split(x, num_outputs=self.groups, axis=1), axis=0) * 2  # HYB304 # breaks: values

# %% parts-of-a-split-into-three-by-default
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, groups=3, **kwargs):
        super().__init__(**kwargs)
        self.groups = groups

    def hybrid_forward(self, F, x):
        return F.stack(*F.split(x, num_outputs=self.groups, axis=1), axis=0) * 2
