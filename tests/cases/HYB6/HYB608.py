"""Blocks that HYB608 reports, and blocks like them that work."""

from mxnet.gluon import HybridBlock

# %% condition-that-ends-early
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i < 2, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs  # HYB608 # breaks: values

# %% loop-whose-condition-reads-what-gets-a-gradient
# inputs: [(2, 3)]
# needs: callers
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(i, total):
            return total, (i + 1, total * x)

        _, (_, total) = F.contrib.while_loop(  # breaks: gradients
            lambda i, total: F.sum(total) < 1e9, step, (F.zeros((1,)), F.ones_like(x)), max_iterations=3
        )
        return total

# %% same-loop-with-more-rows-than-steps
# inputs: [(5,)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        steps = 3

        def add(total, i):
            total = total + F.take(F.BlockGrad(x), i)
            return [total], [total, i + 1]

        def goes_on(total, i):
            return i < steps

        rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=40)
        return F.broadcast_mul(rows[0], F.sum(x))  # HYB608 # breaks: values

# %% while_loop-that-takes-no-step-gives-no-outputs-imperatively
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outputs, _ = F.contrib.while_loop(
            lambda i, s: i < 0, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3
        )
        return outputs  # HYB608

# %% condition-that-is-always-true-by-itself-i-i
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i <= i, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs

# %% condition-that-is-always-true-by-itself-s-s
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs, _ = F.contrib.while_loop(lambda i, s: i == i, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=3)
        return outs

# %% loop-that-counts-up-to-a-number-of-the-function-that-defines-the
# inputs: [(5,)]
# clean
def make():
    steps = 4

    class Loop(HybridBlock):
        def hybrid_forward(self, F, x):
            def add(total, i):
                total = total + F.take(F.BlockGrad(x), i)
                return [total], [total, i + 1]

            def goes_on(total, i):
                return i < steps

            rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=4)
            return F.broadcast_mul(rows[0], F.sum(x))

    return Loop

Net = make()

# %% loop-whose-condition-counts-up-to-a-number-that-max_iterations: a loop whose condition counts up to a number that max_iterations writes out again
# inputs: [(5,)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        steps = 4

        def add(total, i):
            total = total + F.take(F.BlockGrad(x), i)
            return [total], [total, i + 1]

        def goes_on(total, i):
            return i < steps

        rows, _ = F.contrib.while_loop(goes_on, add, [F.zeros((1,)), F.zeros((1,))], max_iterations=4)
        return F.broadcast_mul(rows[0], F.sum(x))

# %% written-rows-gathered: rows that the steps wrote are gathered by their indices
# inputs: [(1, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        rows, _ = F.contrib.while_loop(
            lambda i, s: i < 3, lambda i, s: (s, (i + 1, s * 2)), (F.zeros((1,)), x), max_iterations=5
        )
        return F.gather_nd(rows, F.ones((1, 2)))
