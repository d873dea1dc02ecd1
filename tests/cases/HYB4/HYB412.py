"""Blocks that HYB412 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% condition-and-something-more
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: (i < 3, s), lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)  # HYB412 # breaks: trace
        return last[1]

# %% condition-that-is-pythons-own
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: True, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)  # HYB412 # breaks: trace
        return last[1]

# %% number-to-count-with
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [0, y], max_iterations=3)  # HYB412 # breaks: trace
        return last[1]

# %% state-of-a-cell-outside-of-its-list
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, [states * 2]), x, y)  # HYB412 # breaks: trace
        return rows

# %% state-that-comes-back-outside-of-its-list
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, states[0] + row), x, [y])  # HYB412 # breaks: trace
        return rows

# %% what-a-split-returns-as-data
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(parts, state):
            return parts[0] * parts[1], state * 2
        
        parts = F.split(x, num_outputs=2, axis=1, squeeze_axis=True)
        rows, last = F.contrib.foreach(step, parts, y)  # HYB412 # breaks: trace
        return rows

# %% what-a-split-returns-as-states
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, states):
            return row * 2, [states[0] * 2, states[1] * 3]
        
        rows, last = F.contrib.foreach(step, x, F.split(y, num_outputs=2, axis=0))  # HYB412 # breaks: trace
        return rows

# %% what-a-split-returns-as-the-outputs-of-a-step
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return F.split(row, num_outputs=3, axis=1), state * 2
        
        rows, last = F.contrib.foreach(step, x, y)  # HYB412 # breaks: execution
        return rows[0] * 1

# %% same-as-a-list-loops-several-outputs-listed
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(parts, state):
            return parts[0] * parts[1], state * 2
        
        parts = F.split(x, num_outputs=2, axis=1, squeeze_axis=True)
        rows, last = F.contrib.foreach(step, list(parts), y)
        return rows

# %% same-as-a-list-loops-several-outputs-of-step-listed
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return list(F.split(row, num_outputs=3, axis=1)), state * 2
        
        rows, last = F.contrib.foreach(step, x, y)
        return rows[0] * 1

# %% state-that-comes-back-in-a-tuple
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, (states[0] * 2,)), x, [y])
        return rows

# %% tensor-to-count-with
# inputs: [(4, 2, 3), (2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)
        return last[1]

# %% what-a-split-returns-as-outputs-that-nobody-uses
# inputs: [(4, 2, 3), (2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return F.split(row, num_outputs=2, axis=0), state * 2

        parts, last = F.contrib.foreach(step, x, y)  # HYB412 # breaks: execution
        return last
