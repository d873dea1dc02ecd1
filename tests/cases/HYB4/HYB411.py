"""Blocks that HYB411 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% loop-variable-that-the-body-passes-by
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, y * 2]), [F.zeros((1,)), y * 1], max_iterations=3)  # HYB411 # breaks: trace
        return last[1]

# %% one-array-for-two-loop-variables
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda a, b: a.sum() < 0, lambda a, b: ([], [a * 2, b * 3]), [y, y], max_iterations=3)  # HYB411 # breaks: trace
        return last[1]

# %% loop-variable-that-the-body-hands-on-as-it-is
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s]), [F.zeros((1,)), y * 2], max_iterations=3)
        return last[1]

# %% while_loop-for-its-last-state
# inputs: [('pos', (2, 3))]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        _, state = F.contrib.while_loop(
            lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), x], max_iterations=5
        )
        return state[1] * 2
