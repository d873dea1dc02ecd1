"""Blocks that HYB303 reports, and blocks like them that work."""

import itertools

import numpy as np
from mxnet.gluon import HybridBlock

# %% f-add_n-parts-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:-1])  # HYB303 # breaks: trace

# %% f-split-1
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=2, axis=1)[-1] * 2  # HYB303 # breaks: trace # fix: return list(F.split(x, num_outputs=2, axis=1))[-1] * 2

# %% f-split-np-int64-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[np.int64(1)]  # HYB303 # breaks: trace

# %% f-split-t-3-axis-1-for-t-in-x-y-1-1
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [F.split(t, 3, axis=1) for t in (x, y)][1][-1] + x.sum(axis=1, keepdims=True)  # HYB303 # breaks: trace

# %% f-split_v2-1
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, (1, 2), axis=1)[-1] * 2  # HYB303 # breaks: trace # fix: return list(F.split_v2(x, (1, 2), axis=1))[-1] * 2

# %% f-split_v2-x-3-axis-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split_v2(x, 3, axis=1)[-1]  # HYB303 # breaks: trace

# %% for-i-in-range-3-0-parts-i
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return F.add_n(*[p[i] for i in range(-3, 0)])  # HYB303 # breaks: trace

# %% last-output-of-moments
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[-1]  # HYB303 # breaks: trace

# %% last-part-by-1
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        return F.relu(parts[0]) - parts[-1]  # HYB303 # breaks: trace

# %% parts-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[-1] * 1  # HYB303 # breaks: trace

# %% parts-np-int64-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[np.int64(1)] * 1  # HYB303 # breaks: trace

# %% parts-of-a-split-in-reverse-by-a-slice-with-a-negative-step
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*parts[::-1], dim=1)  # HYB303 # breaks: trace

# %% self-c-x-0-1-f-split-inside-a-pair
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1), x.sum(axis=1, keepdims=True)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[0][-1] + self.c(x)[1]  # HYB303 # breaks: trace

# %% self-c-x-1-of-a-child-returning-f-split-x2-m1
# inputs: [(2, 3)]
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[-1]  # HYB303 # breaks: trace

# %% topk-both-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[-1] * 1  # HYB303 # breaks: trace

# %% two-children-made-with-two-negative-indices
# inputs: [(2, 6)]
class Pick(HybridBlock):
    def __init__(self, which, **kwargs):
        super(Pick, self).__init__(**kwargs)
        self.which = which

    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1)[self.which]  # HYB303 # breaks: trace


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.p = Pick(-1)
        self.q = Pick(-2)

    def hybrid_forward(self, F, x):
        return self.p(x) * self.q(x)

# %% x-split-num_outputs-3-1-method-m1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[-1] * 2  # HYB303 # breaks: trace

# %% x-split-num_outputs-3-axis-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[-1]  # HYB303 # breaks: trace

# %% x-split_v2-3-axis-1-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split_v2(3, axis=1)[-1]  # HYB303 # breaks: trace

# %% zip-parts-1-parts-1-of-f-split
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = F.split(x, 3, axis=1)
        return F.concat(*[b - a for a, b in zip(p[:-1], p[1:])], dim=1)  # HYB303 # breaks: trace

# %% builtin-sum-of-the-parts
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.split(x, num_outputs=4, axis=1))

# %% child-that-returns-a-list-the-last-taken
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
        return self.c(x)[-1] + self.c(x)[0]

# %% f-add_n-p-i-for-i-p-in-enumerate-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * i for i, p in enumerate(parts)])

# %% f-add_n-p-k-for-p-k-in-zip-parts-1-2-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[p * k for p, k in zip(parts, (1, 2, 3))])

# %% f-add_n-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:])

# %% f-add_n-parts-0-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[0:2])

# %% f-add_n-parts-2-split-from2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[2:])

# %% f-add_n-parts-2-split-step2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[::2])

# %% f-add_n-parts-2-split-to2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*parts[:2])

# %% f-concat-of-starred-parts-in-another-order
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = F.split(x, num_outputs=4, axis=1)
        return F.concat(*rest, first, dim=1)

# %% f-slice_like-x-y-axes-0
# inputs: [(4, 3), (3, 5)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.slice_like(x, y, axes=(0,))

# %% f-split-2-i-in-enumerate-of-two
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2]

    def hybrid_forward(self, F, x):
        p = F.split(x, 2, axis=1)
        return F.add_n(*[p[i] * k for i, k in enumerate(self.ks)])

# %% f-split-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)[True]

# %% first-rest-f-split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, *rest = F.split(x, num_outputs=3, axis=1)
        return first * rest[-1]

# %% halves-of-a-map-which-is-as-it-came-multiplied-by-one-another
# inputs: [(2, 6, 4, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        content, gate = F.split(x, num_outputs=2, axis=1)
        return content * F.sigmoid(gate)

# %% indices-of-topk-alone
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[1]

# %% input-that-is-a-tuple-turned-round
# inputs: [('tup', (2, 3), (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, feats):
        return F.concat(*feats[::-1], dim=1)

# %% m-v-f-moments-x-axes-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        m, v = F.moments(x, axes=1)
        return m + v

# %% maps-put-together-the-other-way-around
# inputs: [[(2, 3), (2, 4)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, maps):
        return F.concat(*maps[::-1], dim=1)

# %% mean-of-moments
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(x, axes=(0,))[0]

# %% outputs-of-moments-are-gone-through
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        total = 0
        for part in F.moments(x, axes=(0,)):
            total = total + part
        return total

# %% outputs-of-moments-stacked
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*F.moments(x, axes=(0,)))

# %% parts-len-parts-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts[len(parts) - 1] * 1

# %% parts-of-a-split-in-a-list-reversed
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=4, axis=1))
        return F.concat(*parts[::-1], dim=1)

# %% running-sum-over-the-parts-of-a-split
# inputs: [(3, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=4, axis=1)
        return F.concat(*itertools.accumulate(parts), dim=1)

# %% self-c-x-1-of-a-child-returning-f-split-x2
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3, axis=1)


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)[1]

# %% self-c-x-a-of-a-child-returning-a-dict
# inputs: [(2, 3)]
# clean
class Ch(HybridBlock):
    def hybrid_forward(self, F, x):
        return {"a": x * 2}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Ch()

    def hybrid_forward(self, F, x):
        return self.c(x)["a"]

# %% slices-of-a-tuple-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = (x, x * 2, x * 3)
        return F.add_n(*parts[1:])

# %% split_v2-at-the-batch
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        first, rest = F.split_v2(x, (1,), axis=0)
        return F.broadcast_add(first, rest)

# %% topk-ret_typ-both-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ="both")[1] * 1

# %% topk-with-both-outputs-under-gradients
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, k=2, ret_typ="both", axis=-1)
        return values * 2

# %% tuple-parts-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return tuple(parts)[-1] * 1

# %% values-indices-topk-both
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        values, indices = F.topk(x, k=2, ret_typ="both")
        return values + indices

# %% x-split-num_outputs-3-1-method
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.split(num_outputs=3, axis=1)[1] * 2

# %% x-split-num_outputs-3-axis-1-squeeze_axis-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stack(*x.split(num_outputs=3, axis=1, squeeze_axis=True), axis=0)

# %% zip-of-the-parts-of-a-split-and-scales
# inputs: [(3, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [1.0, 2.0, 3.0]

    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.add_n(*[part * scale for scale, part in zip(self.scales, parts)])

# %% zip-parts-parts-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        p = list(F.split(x, 3, axis=1))
        return F.concat(*[b - a for a, b in zip(p, p[1:])], dim=1)

# %% parts-from-the-last-on-of-a-hyperparameter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        parts, total = F.split(x, num_outputs=self.steps, axis=1), 0
        for step in range(self.steps):
            total = total + parts[-1 - step] * step  # HYB303 # breaks: trace
        return total

# %% parts-before-those-of-a-hyperparameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, steps=3, **kwargs):
        super().__init__(**kwargs)
        self.steps = steps

    def hybrid_forward(self, F, x):
        parts, total = F.split(x, num_outputs=self.steps, axis=1), 0
        for step in range(self.steps):
            total = total + (parts[step - 1] if step > 0 else parts[0])
        for step in range(1, self.steps):
            total = total + parts[step - 1] * parts[self.steps - step]
        for step in range(2, self.steps):
            total = total + parts[step - 2]
        return total

# %% last-part-where-there-are-other-than-three
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*reversed(parts), dim=1) if len(parts) == 3 else parts[-1]
