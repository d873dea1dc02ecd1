"""What is changed in place: tensors, lists, attributes."""

import operator
from functools import reduce

import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn


# %% sweep-iadd-fresh: y += x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z += y  # breaks here
        return z


# %% sweep-iadd-input: x += 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x += 2  # breaks here
        return x * 1


# %% sweep-iadd-child: += on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h += 3  # breaks here
        return h


# %% sweep-iadd-number-tensor: a number += a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s += x
        return s


# %% sweep-iadd-number-tensor-twice: a number += a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s += x  # breaks here
        return s


# %% sweep-isub-fresh: y -= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z -= y  # breaks here
        return z


# %% sweep-isub-input: x -= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x -= 2  # breaks here
        return x * 1


# %% sweep-isub-child: -= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h -= 3  # breaks here
        return h


# %% sweep-isub-number-tensor: a number -= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s -= x
        return s


# %% sweep-isub-number-tensor-twice: a number -= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s -= x  # breaks here
        return s


# %% sweep-imul-fresh: y *= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z *= y  # breaks here
        return z


# %% sweep-imul-input: x *= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x *= 2  # breaks here
        return x * 1


# %% sweep-imul-child: *= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h *= 3  # breaks here
        return h


# %% sweep-imul-number-tensor: a number *= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s *= x
        return s


# %% sweep-imul-number-tensor-twice: a number *= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s *= x  # breaks here
        return s


# %% sweep-itruediv-fresh: y /= x on a result
# inputs: [(2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        z = x * 2
        z /= y  # breaks here
        return z


# %% sweep-itruediv-input: x /= 2 on the input
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x /= 2  # breaks here
        return x * 1


# %% sweep-itruediv-child: /= on what a child gave
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        h = self.d(x)
        h /= 3  # breaks here
        return h


# %% sweep-itruediv-number-tensor: a number /= a tensor
# inputs: [("pos", (2, 3))]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        s /= x
        return s


# %% sweep-itruediv-number-tensor-twice: a number /= a tensor, twice
# inputs: [("pos", (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        s = 2
        for _ in range(2):
            s /= x  # breaks here
        return s


# %% sweep-imod-scalar: y %= 2 on a result
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y %= 2
        return y


# %% sweep-ipow-alias: y = x; y **= 2; both used
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x
        y **= 2
        return x + y


# %% sweep-acc-none: acc = None; then a sum
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        acc = None
        for k in range(3):
            acc = x * k if acc is None else acc + x * k
        return acc


# %% sweep-acc-list-plus: a list += a list of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        outs += [x]
        outs += [x * 2, x * 3]
        return F.concat(*outs, dim=1)


# %% sweep-acc-sum-start: sum with a tensor to start with
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum([x * 2, x * 3], x)


# %% sweep-acc-str: a string += a string
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        name = "act"
        name += "_1"
        return F.relu(x, name=name)


# %% sweep-acc-branch: loss = 0; += in one of two branches
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        return loss + 1


# %% sweep-acc-branch2: loss = 0; += in both of two branches
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True
        self.second = True

    def hybrid_forward(self, F, x):
        loss = 0
        if self.first:
            loss += F.mean(x)
        if self.second:
            loss += F.sum(x)  # breaks here
        return loss


# %% sweep-iadd-dunder: y.__iadd__(x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = y.__iadd__(x)  # breaks here
        return y


# %% sweep-iadd-operator: operator.iadd(y, x)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 2
        y = operator.iadd(y, x)  # breaks here
        return y


# %% sweep-iadd-reduce: reduce(operator.iadd, parts)
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.iadd, [x * 1, x * 2, x * 3])  # breaks here


# %% sweep-add-reduce: reduce(operator.add, parts)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return reduce(operator.add, [x * 1, x * 2, x * 3])


# %% sweep-iadd-item: outs[0] += x in a list
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1, x * 2]
        outs[0] += x  # breaks here
        return outs[0] * outs[1]


# %% sweep-iadd-item-number: sizes[0] += 1 in a list of numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        sizes = [1, 2]
        sizes[0] += 1
        return x * sizes[0]


# %% sweep-iadd-attr: self.total += x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = x * 1
        self.total += x  # breaks here
        return self.total


# %% sweep-iadd-attr-number: self.total = 0; self.total += x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.total = 0
        self.total += x
        return self.total * 2


# %% sweep-iadd-closure: += in an inner function
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = x * 1
        
        def add(k):
            nonlocal total
            total += x * k  # breaks here
        
        add(2)
        return total


# %% sweep-iadd-param: x += w
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3))

    def hybrid_forward(self, F, x, w):
        y = x * 2
        y += F.broadcast_like(w, y)  # breaks here
        return y


# %% sweep-iadd-list-elem-loop: for y in list: y += 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = []
        for y in [x * 1, x * 2]:
            y += 1  # breaks here
            outs.append(y)
        return F.concat(*outs, dim=1)


# %% sweep-iadd-scalar-attr: y *= self.scale
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 0.5

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        y *= self.scale  # breaks here
        return y


# %% sweep-iadd-number: n *= 2 on a number, then times x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 3

    def hybrid_forward(self, F, x):
        n = self.n
        n *= 2
        n -= 1
        return x * n


# %% sweep-set-slice: y[1:2] = 0
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[1:2] = 0  # breaks here
        return y


# %% sweep-set-mask: y[mask] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[x > 0] = 0  # breaks here
        return y


# %% sweep-set-ell: y[...] = 0
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        y[...] = 0  # breaks here
        return y


# %% sweep-set-operator: operator.setitem(y, 0, 0)
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        operator.setitem(y, 0, 0)  # breaks here
        return y


# %% sweep-set-list-slice: outs[:1] = [y] in a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        outs[:1] = [x * 5]
        return F.concat(*outs, dim=1)


# %% sweep-set-list-row: outs[0][0] = 1 in a list of tensors
# inputs: [(4, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 1]
        outs[0][0] = 1  # breaks here
        return outs[0]


# %% sweep-set-zeros: buf = F.zeros; buf[0] = x
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = F.zeros((2, 3))
        buf[0] = 1  # breaks here
        return x * F.sum(buf)


# %% sweep-set-np-buffer: a numpy buffer filled with numbers
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        buf = np.zeros(3)
        buf[0] = 2.0
        return x * buf[0]


# %% sweep-del-list: del outs[0] in a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x, x * 2]
        del outs[0]
        return outs[0]


# %% sweep-swap: a, b = b, a
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        x, y = y * 1, x * 2
        return x - y


# %% sweep-walrus: (y := x * 2) + y
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return (y := x * 2) + y


# %% sweep-chain-assign: y = z = x * 2; y = y + 1
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y = y + 1
        return y * z


# %% sweep-alias-iadd: y = z = x * 2; y += 1
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = z = x * 2
        y += 1  # breaks here
        return y * z


# %% sweep-out-self: F.broadcast_add(x, w, out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.broadcast_mul(x, F.ones((1, 3)), out=y)  # breaks here
        return y


# %% sweep-out-random: F.random.normal(out=)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.zeros_like(x)
        F.sqrt(F.abs(x), out=y)  # breaks here
        return y + 1


# %% sweep-out-method: x.relu(out=y)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.ones_like(x)
        x.relu(out=y)  # breaks here
        return y * 2


# %% sweep-setdata-child: set_data of a child
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.set_data(self.d.weight.data() * 0.5)  # breaks here
        return self.d(x)


# %% sweep-zero-grad: zero_grad of a parameter in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.d.weight.zero_grad()
        return self.d(x)


# %% sweep-where-instead: F.where for a mask
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.where(x > 0, x, F.zeros_like(x))


# %% sweep-index-copy-fixed: F.contrib.index_copy instead of y[0] =
# inputs: [(4, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        row = F.array([0]) if False else F.zeros((1,))
        return F.contrib.index_copy(x * 1, row, F.ones((1, 3)))


# %% sweep-slice-assign-op: F._internal._slice_assign_scalar
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._slice_assign_scalar(x, scalar=5.0, begin=(0,), end=(1,))


# %% sweep-dict-update: d.update(x=...) of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {"a": x}
        made.update(a=x * 2, b=x * 3)
        return made["a"] * made["b"]


# %% sweep-dict-setdefault: d.setdefault of tensors
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        made = {}
        return made.setdefault("a", x * 2) + made["a"]


# %% sweep-list-sort-key: a list of pairs sorted by number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        pairs = [(2, x), (1, x * 3)]
        pairs.sort(key=lambda pair: pair[0])
        return pairs[0][1]


# %% sweep-list-sort: a list of tensors sorted
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        pairs = [x, y]
        pairs.sort()  # breaks here
        return pairs[0] * 1


# %% sweep-list-remove: list.remove of a tensor
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        parts.remove(y)  # breaks here
        return parts[0] * 2


# %% sweep-list-index: list.index of a tensor
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = [x, y]
        return parts[parts.index(y)] * 2  # breaks here


# %% sweep-list-insert: list.insert, reverse, extend
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x]
        parts.insert(0, x * 2)
        parts.extend((x * 3,))
        parts.reverse()
        return F.concat(*parts, dim=1)


# %% sweep-list-row-set: a row of each array in a list is written to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            one[0, :] = 0  # breaks here
            x = x + one
        return x


# %% sweep-list-sum-set: what arrays of a list were added to is written to
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, rest):
        for one in rest:
            x = x + one
        x[:] = 0  # breaks here
        return x
