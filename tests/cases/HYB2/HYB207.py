"""Blocks that HYB207 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% f-broadcast_mul-x-f-random-uniform-0-1
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.uniform(0.5, 1))  # HYB207 # breaks: execution

# %% f-contrib-uniform-without-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.contrib.uniform()  # HYB207 # breaks: execution

# %% f-random-exponential-without-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.exponential(1.0)  # HYB207 # breaks: execution

# %% f-random-gamma-without-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.gamma(2.0, 1.0)  # HYB207 # breaks: execution

# %% f-random-negative_binomial-3-0-5
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.negative_binomial(3, 0.5)  # HYB207

# %% f-random-poisson-3-without-shape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.poisson(3.0)  # HYB207 # breaks: execution

# %% f-random-randint-0-5-without-shape-fn
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.randint(0, 5)  # HYB207

# %% f-random-randint-0-5-without-shape-fn-noshape
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * 2, F.random.randint(0, 5)  # HYB207 # breaks: execution

# %% f-random-randint-without-a-shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randint(0, 5).astype("float32").reshape((1, 1)))  # HYB207

# %% x-plus-f-random-exponential-without-a-shape
# inputs: [(2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.exponential(1.0) * 0)  # HYB207

# %% f-random-gamma-2-1-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.random.gamma(2.0, 1.0, (1, 3)))

# %% f-random-gamma-poisson-and-exponential-with-shapes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.gamma(2, 1, shape=(1, 3)) + F.random.exponential(1.0, shape=(1, 3)))

# %% f-random-poisson-of-tensors
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.poisson(x, shape=(2,)) * 0 + 1

# %% f-random-randint-0-5-shape-1-3-fn
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.randint(0, 5, shape=(1, 3)), x * 2

# %% f-random-randint-0-5-shape-1-3-fn-ok
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.random.randint(0, 5, shape=(1, 3)).astype("float32"))

# %% f-softmax-with-axis-and-dtype-by-name
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.softmax(x, axis=0, dtype="float64").astype("float32") + F.softmin(x, axis=0)

# %% random-number-without-a-shape-in-a-try
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            return F.broadcast_mul(x, F.random.uniform(0.5, 1))  # HYB207 # breaks: execution
        except Exception:
            return x * 2
