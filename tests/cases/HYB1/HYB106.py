"""Blocks that HYB106 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% f-random-multinomial-f-softmax-x-shape-2
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), shape=2)  # HYB106

# %% f-random-multinomial-p
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x))  # HYB106 # breaks: values

# %% f-random-multinomial-p-shape-4
# inputs: [('pos', (2, 3))]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), shape=4)  # HYB106 # breaks: values

# %% token-sampled-from-the-logits
# inputs: [(2, 5)]
class Net(HybridBlock):
    def hybrid_forward(self, F, logits):
        token = F.random.multinomial(F.softmax(logits))  # HYB106 # breaks: trace
        return token * 0 + 1

# %% f-random-multinomial-f-softmax-x-get_prob-true-0
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.random.multinomial(F.softmax(x), get_prob=True)[0]

# %% f-random-normal-mu-sigma-shape-4-tensors
# inputs: [(2,), ('pos', (2,))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.random.normal(x, y, shape=4)

# %% f-sample_multinomial-p-shape-4
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.sample_multinomial(F.softmax(x), shape=4)
