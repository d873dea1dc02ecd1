"""What `F.contrib.foreach`, `while_loop` and `cond` are given, and what their functions give back."""

from mxnet.gluon import HybridBlock, rnn


# %% loops-state-not-in-a-list: a state that comes back outside of its list
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, states[0] + row), x, [y])  # breaks here
        return rows


# %% loops-state-in-a-tuple: a state that comes back in a tuple
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, (states[0] * 2,)), x, [y])
        return rows


# %% loops-state-alone: one state, and no list around it
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * 2, state * 2), x, y)
        return rows, last * 1


# %% loops-several-outputs-as-data: what a split returns, as data
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(parts, state):
            return parts[0] * parts[1], state * 2
        
        parts = F.split(x, num_outputs=2, axis=1, squeeze_axis=True)
        rows, last = F.contrib.foreach(step, parts, y)  # breaks here
        return rows


# %% loops-several-outputs-listed: the same, as a list
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(parts, state):
            return parts[0] * parts[1], state * 2
        
        parts = F.split(x, num_outputs=2, axis=1, squeeze_axis=True)
        rows, last = F.contrib.foreach(step, list(parts), y)
        return rows


# %% loops-several-outputs-as-states: what a split returns, as states
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, states):
            return row * 2, [states[0] * 2, states[1] * 3]
        
        rows, last = F.contrib.foreach(step, x, F.split(y, num_outputs=2, axis=0))  # breaks here
        return rows


# %% loops-several-outputs-of-a-step: what a split returns, as the outputs of a step
# inputs: [(4, 2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return F.split(row, num_outputs=3, axis=1), state * 2
        
        rows, last = F.contrib.foreach(step, x, y)  # breaks here
        return rows[0] * 1


# %% loops-several-outputs-of-a-step-listed: the same, as a list
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return list(F.split(row, num_outputs=3, axis=1)), state * 2
        
        rows, last = F.contrib.foreach(step, x, y)
        return rows[0] * 1


# %% loops-number-as-variable: a number to count with
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [0, y], max_iterations=3)  # breaks here
        return last[1]


# %% loops-tensor-as-variable: a tensor to count with
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)
        return last[1]


# %% loops-variable-unused: a loop variable that the body passes by
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, y * 2]), [F.zeros((1,)), y * 1], max_iterations=3)  # breaks here
        return last[1]


# %% loops-variable-handed-on: a loop variable that the body hands on as it is
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: i < 3, lambda i, s: ([], [i + 1, s]), [F.zeros((1,)), y * 2], max_iterations=3)
        return last[1]


# %% loops-variable-twice: one array for two loop variables
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda a, b: a.sum() < 0, lambda a, b: ([], [a * 2, b * 3]), [y, y], max_iterations=3)  # breaks here
        return last[1]


# %% loops-one-variable: one loop variable, and no list around it
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i: i < 3, lambda i: ([], i + 1), F.zeros((1,)), max_iterations=3)
        return F.broadcast_mul(y, last)


# %% loops-one-variable-times: one loop variable, times a matrix
# inputs: [(4, 2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.while_loop(lambda i: i < 3, lambda i: (y * i, i + 1), F.zeros((1,)), max_iterations=3)  # breaks here
        return rows


# %% loops-condition-is-true: a condition that is Python's own
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: True, lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)  # breaks here
        return last[1]


# %% loops-condition-in-a-tuple: a condition and something more
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        _, last = F.contrib.while_loop(lambda i, s: (i < 3, s), lambda i, s: ([], [i + 1, s * 2]), [F.zeros((1,)), y], max_iterations=3)  # breaks here
        return last[1]


# %% loops-branch-is-a-number: a branch that returns a number
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: 0)  # breaks here


# %% loops-branch-is-none: a branch that returns nothing
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def nothing():
            return
        
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, nothing)  # breaks here


# %% loops-branch-is-a-dict: branches that return dicts
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > 0, lambda: {'a': y * 2}, lambda: {'a': y * 3})['a']  # breaks here


# %% loops-branch-with-none: a branch that returns None beside a tensor
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > 0, lambda: [y * 3, None], lambda: [y * 2, None])[0]  # breaks here


# %% loops-branch-of-no-tensor: a branch that no tensor goes into
# inputs: [(4, 2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 3, lambda: F.zeros((2, 3)))  # breaks here


# %% loops-branch-of-a-tensor-outside: the same, made outside of the branch
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        zeros = F.zeros((2, 3))
        return F.contrib.cond(y.sum() > -100, lambda: y * 3, lambda: zeros)


# %% loops-branch-arranged: branches that arrange one output in two ways
# inputs: [(4, 2, 3), (2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() < -100, lambda: [y * 2], lambda: y * 3)  # breaks here


# %% loops-branches-alike: branches that arrange two outputs alike
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        first, second = F.contrib.cond(y.sum() > 0, lambda: (y * 2, y * 1), lambda: [y * 3, y * 4])
        return first * second


# %% loops-branch-of-several-outputs: branches that return what a split does
# inputs: [(4, 2, 3), (2, 3)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        parts = F.contrib.cond(y.sum() > 0, lambda: F.split(y, num_outputs=2, axis=0), lambda: F.split(y * 2, num_outputs=2, axis=0))  # breaks here
        return parts[0] * 1


# %% loops-branch-condition-none: None as the condition
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(None, lambda: y * 3, lambda: y * 2)  # breaks here


# %% loops-branch-without-gradient: a branch that no gradient passes through
# inputs: [(4, 2, 3), (2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.zeros_like(y))  # breaks here


# %% loops-branch-with-gradient: the same, with a gradient of zero
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: y * 0)


# %% loops-branch-rounded: a branch that rounds
# inputs: [(4, 2, 3), (2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.round(y) * 2)  # breaks here


# %% loops-branch-sign: a branch that takes the sign, whose gradient is computed
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: F.sign(y) * 2)


# %% loops-branch-rounded-outside: rounded outside of the branch
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rounded = F.round(y)
        return F.contrib.cond(y.sum() > -100, lambda: y * 2, lambda: rounded * 2)


# %% loops-state-blocked: a state through which no gradient passes
# inputs: [(4, 2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * state, F.BlockGrad(state)), x, y)  # breaks here
        return rows


# %% loops-state-of-zeros: states that begin with zeros
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, state: (row * 2, F.broadcast_add(state, row * row)), x, F.zeros((2, 3)))
        return rows * 1, last * 2


# %% loops-output-compared: an output that is a comparison, beside a state that is none
# inputs: [(4, 2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row > 0, state * row
        
        rows, last = F.contrib.foreach(step, x, y)  # breaks here
        return last * 2


# %% loops-output-compared-outside: compared outside of the loop
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 1, state * row
        
        rows, last = F.contrib.foreach(step, x, y)
        return (rows > 0) * 2, last * 2


# %% loops-output-while-compared: an output of a while_loop that is a comparison
# inputs: [(4, 2, 3), (2, 3)]
# breaks: gradients
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(i, state):
            return state > 0, [i + 1, state * 2]
        
        rows, last = F.contrib.while_loop(lambda i, state: i < 3, step, [F.zeros((1,)), y], max_iterations=3)  # breaks here
        return last[1] * 2


# %% loops-cell-as-body: the last of the steps that a cell makes
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = rnn.GRUCell(3, input_size=3)

    def hybrid_forward(self, F, x, y):
        steps, states = F.contrib.foreach(self.cell, x, [y])
        return steps[-1]  # breaks here


# %% loops-cell-as-body-whole: all the steps that a cell makes, and its state
# inputs: [(4, 2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = rnn.LSTMCell(3, input_size=3)

    def hybrid_forward(self, F, x, y):
        steps, states = F.contrib.foreach(self.cell, x, [y, F.zeros_like(y)])
        return F.SequenceLast(steps * 2) + states[0]


# %% loops-cell-state-alone: the state of a cell outside of its list
# inputs: [(4, 2, 3), (2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, [states * 2]), x, y)  # breaks here
        return rows

# %% while-self-always: a condition that is always true by itself: s == s
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i == i, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs

# %% while-self-le: a condition that is always true by itself: i <= i
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i <= i, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs

# %% while-less: a condition that ends early
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i < 2, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs  # breaks here


# %% loop-without-a-step: a while_loop that takes no step gives no outputs imperatively
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outputs, _ = F.contrib.while_loop(
            lambda i, s: i < 0, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3
        )
        return outputs
