"""Blocks that HYB607 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock, nn

# %% chosen-logit-of-each-row
# inputs: [(2, 3), ("i", (2,), 0, 3, "int32")]
class Net(HybridBlock):
    def hybrid_forward(self, F, logits, label):
        return -F.batch_take(F.log_softmax(logits), label)  # HYB607 # breaks: execution

# %% cnt-edges-f-histogram
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        c, e = F.histogram(x, bins=3, range=(0, 1))
        return c  # HYB607

# %% f-all_finite
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x) * 2  # HYB607

# %% f-all_finite-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.all_finite(x)  # HYB607 # breaks: execution

# %% f-batch_take
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i) * 2  # HYB607

# %% f-batch_take-of-a-blocked-gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(F.BlockGrad(x), i) + x.sum(axis=1)  # HYB607

# %% f-batch_take-x-i-fn-batch-take
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.batch_take(x, y)  # HYB607 # breaks: execution

# %% f-batch_take-x-i-fn-batch-take-2
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.batch_take(x, i)  # HYB607

# %% f-contrib-backward_gradientmultiplier-x
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.backward_gradientmultiplier(x, scalar=2.0)  # HYB607 # breaks: execution

# %% f-histogram-with-a-number-of-bins
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, 4, (-2, 2))
        return counts.astype("float32") + edges.slice_axis(axis=0, begin=0, end=4)  # HYB607

# %% f-histogram-x-bins-3-range-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.histogram(x, bins=3, range=(0, 1))[0]  # HYB607 # breaks: execution

# %% f-multi_all_finite-x-y-num_arrays-2-fn-multiallfinite
# inputs: [(2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_all_finite(x, y, num_arrays=2)  # HYB607 # breaks: execution

# %% f-multi_sum_sq-x-y-num_arrays-2
# inputs: [(2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.multi_sum_sq(x, y, num_arrays=2)  # HYB607

# %% f-shuffle-x
# inputs: [(30, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x)  # HYB607 # breaks: execution # fix: return F.BlockGrad(F.shuffle(x))

# %% histogram-of-activations
# inputs: [(2, 3)]
# missed: Not followed: whether each of several outputs of an operator without a gradient is returned through `F.BlockGrad`; a graph asks for the gradient as long as one is not.
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counts, edges = F.histogram(x, bins=4, range=(-2, 2))  # breaks: execution
        return x * 2, F.BlockGrad(counts)

# %% hybridlambda-shuffle
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = nn.HybridLambda("shuffle")

    def hybrid_forward(self, F, x):
        return self.l(x)  # HYB607

# %% loss-of-an-operator-without-a-gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.make_loss(F.batch_take(x, i))  # HYB607 # breaks: execution

# %% negatives-from-the-batch-shuffled
# inputs: [(4, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, anchor):
        negative = F.shuffle(anchor)
        return F.sum(F.square(anchor) + 0 * negative, axis=1)  # HYB607 # breaks: execution

# %% one-of-two-shuffles-stopped
# inputs: [(4, 2)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.BlockGrad(F.shuffle(x))
        z = F.shuffle(x)
        return y, z  # HYB607 # breaks: execution

# %% x-argmax_channel
# inputs: [(2, 4)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.argmax_channel()  # HYB607 # breaks: execution

# %% f-choose_element_0index
# inputs: [(2, 3), ('i', (2,), 0, 3, 'float32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.choose_element_0index(x, i) * 2

# %% f-contrib-gradientmultiplier
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0) * 2

# %% f-contrib-gradientmultiplier-x-scalar-1-fn-ct-gradmult
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.gradientmultiplier(x, scalar=-1.0)

# %% f-crop-x-y-num_args-2
# inputs: [(2, 1, 4, 4), (2, 1, 2, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.Crop(x, y, num_args=2)

# %% f-internal-and-f-op
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._mul_scalar(F.op.relu(x), scalar=2.0)

# %% f-internal-plus_scalar-x-scalar-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F._internal._plus_scalar(x, scalar=2.0)

# %% f-pick-x-i-fn-batch-take-ok
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.pick(x, i)

# %% f-pick-at-an-index-without-a-gradient: F.pick at an index that has no gradient
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.pick(x, F.argmax_channel(x))

# %% f-round-of-an-operator-without-a-gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.round(F.batch_take(x, i)) * 2

# %% f-scatter_nd-data-idx-shape
# inputs: [(2,), ('i', (1, 2), 0, 2, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.scatter_nd(x, i, shape=(4,))

# %% f-shuffle-x-0
# inputs: [(4, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.shuffle(x) > 0

# %% f-smooth_l1-and-softmax-with-a-temperature
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.smooth_l1(x, scalar=2.0) + F.softmax(x, axis=1, temperature=2.0)

# %% f-stop_gradient-f-shuffle-x
# inputs: [(4, 2)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.stop_gradient(F.shuffle(x)) + x

# %% f-where-on-an-operator-without-a-gradient
# inputs: [(2, 3), ('i', (2,), 0, 3, 'int32')]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, i):
        return F.where(F.batch_take(x, i), x * 2, x)

# %% f-where-on-blockgrad-all_finite
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.BlockGrad(F.all_finite(x).reshape((1, 1))))
