"""Blocks that HYB309 reports, and blocks like them that work."""

import copy
import operator
from functools import reduce

from mxnet.gluon import HybridBlock, rnn

# %% cell-unroll-over-the-outputs-of-a-split
# inputs: [(2, 3, 4)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        steps = F.split(x, num_outputs=3, axis=1, squeeze_axis=True)
        return self.d.unroll(3, steps, merge_outputs=True)[0] * 2  # HYB309 # breaks: trace

# %% f-split-pop
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, num_outputs=3, axis=1).pop() * 2  # HYB309 # breaks: trace

# %% f-topk-ret_typ-both-2
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ='both') * 2  # HYB309 # breaks: trace

# %% input-that-is-a-tuple-added-to-a-tuple
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        everything = (x,) + states  # HYB309 # breaks: trace
        return F.concat(*everything, dim=1)

# %% outputs-of-a-split-and-one-more
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1) + [x]  # HYB309 # breaks: trace
        return F.concat(*parts, dim=1)

# %% parts-parts-f-split
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = []
        parts += F.split(x, 3, axis=1)  # HYB309 # breaks: trace
        return parts[-1]

# %% parts-pop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return parts.pop() * 1  # HYB309 # breaks: trace

# %% tuple-added-to-an-input-that-is-one
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = feats + (x,)  # HYB309 # breaks: trace
        return F.concat(*seq, dim=1)

# %% unroll-over-a-list-from-f-split
# inputs: [(2, 4, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, F.split(x, 4, axis=1, squeeze_axis=True), merge_outputs=True)  # HYB309 # breaks: trace
        return outs

# %% x-split-and-append
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = x.split(num_outputs=2, axis=1)
        parts.append(x)  # HYB309 # breaks: trace
        return F.concat(*parts, dim=1)

# %% cell-unroll-over-a-list-of-the-outputs-of-a-split
# inputs: [(2, 3, 4)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = rnn.GRUCell(3, input_size=4)

    def hybrid_forward(self, F, x):
        steps = list(F.split(x, num_outputs=3, axis=1, squeeze_axis=True))
        return self.d.unroll(3, steps, merge_outputs=True)[0] * 2

# %% copy-copy-of-a-list-of-tensors
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = copy.copy([x, x * 2])
        parts.append(x * 3)
        return F.add_n(*parts)

# %% f-concat-parts-dim-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*parts, dim=0)

# %% f-concat-reversed-parts-dim-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return F.concat(*reversed(parts), dim=1)

# %% f-topk-x-ret_typ-both-returned
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.topk(x, k=2, ret_typ='both')

# %% input-that-is-a-list-added-to-a-list
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, states):
        everything = [x] + states
        return F.concat(*everything, dim=1)

# %% list-added-to-an-input-that-is-one
# inputs: [(2, 3), [(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = feats + [x]
        return F.concat(*seq, dim=1)

# %% list-f-split-and-one-more
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = list(F.split(x, num_outputs=3, axis=1)) + [x]
        return F.concat(*parts, dim=1)

# %% list-insert-reverse-extend
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = [x]
        parts.insert(0, x * 2)
        parts.extend((x * 3,))
        parts.reverse()
        return F.concat(*parts, dim=1)

# %% list-parts-pop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return list(parts).pop() * 1

# %% new-tuple-of-both
# inputs: [(2, 3), ('tup', (2, 3), (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, feats):
        seq = (*feats, x)
        return F.concat(*seq, dim=1)

# %% parts-parts-extend-f-split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = []
        parts.extend(F.split(x, 3, axis=1))
        return parts[-1]

# %% python-number-counted-up
# inputs: [[(2, 3), (2, 3)]]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, xs):
        n = 0
        parts = []
        for x in xs:
            n += 1
            parts.append(x * n)
        return F.concat(*parts, dim=0)

# %% reduce-operator-mul-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return reduce(operator.mul, parts) * 1

# %% rest-last-f-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        *rest, last = F.split(x, num_outputs=3, axis=1)
        return last + rest[0]

# %% sum-f-split
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return sum(F.split(x, num_outputs=3, axis=1))

# %% sum-parts
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=3, axis=1)
        return sum(parts) * 1

# %% unroll-over-list-f-split
# inputs: [(2, 4, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cell = rnn.GRUCell(4, input_size=3)

    def hybrid_forward(self, F, x):
        outs, _ = self.cell.unroll(4, list(F.split(x, 4, axis=1, squeeze_axis=True)), merge_outputs=True)
        return outs

# %% x-f-topk-x-k-2-ret_typ-mask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.topk(x, k=2, ret_typ='mask')

# %% x-topk-k-2-ret_typ-mask-x
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.topk(k=2, ret_typ='mask') * x

# %% x-topk-ret_typ-both-k-2-unpack
# inputs: [(2, 4)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        v, i = x.topk(ret_typ='both', k=2)
        return v * i

# %% outputs-joined-to-a-list-that-is-passed-on
# inputs: [(2, 6)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        parts = F.split(x, num_outputs=2, axis=1)
        parts = parts + [x]  # HYB309 # breaks: trace
        return F.concat(*parts, dim=1)
