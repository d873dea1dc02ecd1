"""Blocks that HYB607 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% chosen-logit-of-each-row: the chosen logit of each row
# inputs: [(2, 3), ("i", (2,), 0, 3, "int32")]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, logits, label):
        return -F.batch_take(F.log_softmax(logits), label)  # breaks here

# %% cnt-edges-f-histogram: cnt, edges = F.histogram(...)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c, e = F.histogram(x, bins=3, range=(0, 1))
        return c

# %% f-all_finite: F.all_finite
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x) * 2

# %% f-all_finite-x: F.all_finite(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x)  # breaks here

# %% f-batch_take: F.batch_take
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i) * 2

# %% f-batch_take-of-a-blocked-gradient: F.batch_take of a blocked gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(F.BlockGrad(x), i) + x.sum(axis=1)

# %% f-batch_take-x-i-fn-batch-take: F.batch_take(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.batch_take(x, y)  # breaks here

# %% f-batch_take-x-i-fn-batch-take-2: F.batch_take(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i)

# %% f-contrib-backward_gradientmultiplier-x: F.contrib.backward_gradientmultiplier(x)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.backward_gradientmultiplier(x, scalar=2.0)  # breaks here

# %% f-contrib-backward_gradientmultiplier-x-scalar-2-0: F.contrib.backward_gradientmultiplier(x, scalar=2.0)
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.backward_gradientmultiplier(x, scalar=2.0)

# %% f-histogram-with-a-number-of-bins: F.histogram with a number of bins
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, 4, (-2, 2))
        return counts.astype("float32") + edges.slice_axis(axis=0, begin=0, end=4)

# %% f-histogram-x-bins-3-range-0-1: F.histogram(x, bins=3, range=(0, 1))
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.histogram(x, bins=3, range=(0, 1))[0]  # breaks here

# %% f-multi_all_finite-x-y-num_arrays-2-fn-all-finite: F.multi_all_finite(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_all_finite(x, y, num_arrays=2)

# %% f-multi_all_finite-x-y-num_arrays-2-fn-multiallfinite: F.multi_all_finite(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_all_finite(x, y, num_arrays=2)  # breaks here

# %% f-multi_sum_sq-x-y-num_arrays-2: F.multi_sum_sq(x, y, num_arrays=2)
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_sum_sq(x, y, num_arrays=2)

# %% f-shuffle-x: F.shuffle(x)
# inputs: [(30, 2)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x)  # breaks here

# %% histogram-of-activations: a histogram of activations
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4, range=(-2, 2))  # breaks here
        return x * 2, F.BlockGrad(counts)

# %% hybridlambda-shuffle: HybridLambda("shuffle")
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("shuffle")

    def hybrid_forward(self, F, x):
        return self.l(x)

# %% loss-of-an-operator-without-a-gradient: a loss of an operator without a gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.make_loss(F.batch_take(x, i))  # breaks here

# %% negatives-from-the-batch-shuffled: negatives from the batch, shuffled
# inputs: [(4, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, anchor):
        negative = F.shuffle(anchor)
        return F.sum(F.square(anchor) + 0 * negative, axis=1)  # breaks here

# %% one-of-two-shuffles-stopped: the gradient of one of two shuffles is stopped
# inputs: [(4, 2)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(F.shuffle(x))
        z = F.shuffle(x)
        return y, z  # breaks here

# %% x-argmax_channel: x.argmax_channel()
# inputs: [(2, 4)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax_channel()  # breaks here

# %% f-choose_element_0index: F.choose_element_0index
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.choose_element_0index(x, i) * 2

# %% f-contrib-gradientmultiplier: F.contrib.gradientmultiplier
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0) * 2

# %% f-contrib-gradientmultiplier-x-scalar-1-fn-ct-gradmult: F.contrib.gradientmultiplier(x, scalar=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0)

# %% f-contrib-gradientmultiplier-x-scalar-1-fn-gradmult: F.contrib.gradientmultiplier(x, scalar=-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0)

# %% f-crop-x-y-num_args-2: F.Crop(x, y, num_args=2)
# inputs: [(2, 1, 4, 4), (2, 1, 2, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2)

# %% f-internal-and-f-op: F._internal and F.op
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._mul_scalar(F.op.relu(x), scalar=2.0)

# %% f-internal-plus_scalar-x-scalar-2: F._internal._plus_scalar(x, scalar=2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._plus_scalar(x, scalar=2.0)

# %% f-internal-plus_scalar-x-scalar-2-0: F._internal._plus_scalar(x, scalar=2.0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._plus_scalar(x, scalar=2.0)

# %% f-pick-x-i-fn-batch-take-ok: F.pick(x, i)
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.pick(x, i)

# %% f-pick-at-an-index-without-a-gradient: F.pick at an index that has no gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pick(x, F.argmax_channel(x))

# %% f-round-of-an-operator-without-a-gradient: F.round of an operator without a gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.round(F.batch_take(x, i)) * 2

# %% f-scatter_nd-data-idx-shape: F.scatter_nd(data, idx, shape)
# inputs: [(2,), ('i', (1, 2), 0, 2, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.scatter_nd(x, i, shape=(4,))

# %% f-shuffle-x-0: F.shuffle(x) > 0
# inputs: [(4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x) > 0

# %% f-smooth_l1-and-softmax-with-a-temperature: F.smooth_l1 and softmax with a temperature
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.smooth_l1(x, scalar=2.0) + F.softmax(x, axis=1, temperature=2.0)

# %% f-stop_gradient-f-shuffle-x: F.stop_gradient(F.shuffle(x))
# inputs: [(4, 2)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stop_gradient(F.shuffle(x)) + x

# %% f-where-on-an-operator-without-a-gradient: F.where on an operator without a gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.where(F.batch_take(x, i), x * 2, x)

# %% f-where-on-blockgrad-all_finite: F.where on BlockGrad(all_finite)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.BlockGrad(F.all_finite(x).reshape((1, 1))))
