"""HYB4 and HYB6: arguments and results of the functions of `F.contrib.foreach`, `while_loop` and `cond`."""

from __future__ import annotations

from typing import Iterator

from hybridlint.events import LoopValues
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.symbols import Kind
from hybridlint.symbols.loops import stopped_tensor


class CondBranchOutputs(Rule):
    code = "HYB409"
    name = "cond-branch-outputs"
    summary = "branches of `F.contrib.cond` with outputs that a graph cannot hold"
    after_hybridize = (
        "Raises `ValueError: Number of outputs differs between then-branch and else-branch`, or `AssertionError: cond "
        "outputs must be (nested) list of Symbol` where a branch returns a number or None, or the condition is a "
        "Python bool. Silent where the branches nest their outputs differently: all are nested as in the first."
    )
    why = (
        "Imperatively `F.contrib.cond` runs one branch. A graph holds both. They must return outputs of the same "
        "structure, each computed from a tensor, and the condition must be a tensor."
    )
    instead = (
        "The same outputs, in the same lists, from both branches; `x * 0` for one that a branch lacks. Where Python "
        "knows the condition, `if`."
    )
    messages = {
        Kind.CONDITION_IS_NO_TENSOR: (
            "`F.contrib.cond` raises after hybridize(): its condition is not a tensor; use `if`, or a tensor as the "
            "condition"
        ),
        Kind.CONDITION_NOT_FLOAT32: (
            "the condition of `F.contrib.cond` is {event.predicate.dtype}, which raises after hybridize(); cast to "
            "float32"
        ),
        Kind.NOT_RETURNABLE: (
            "a branch of `F.contrib.cond` returns {what}, which raises after hybridize(); return tensors"
        ),
        Kind.OUTPUTS_IN_BRANCH: (
            "a branch of `F.contrib.cond` returns {what}, which raises after hybridize(); return tensors"
        ),
        Kind.BRANCH_WITHOUT_INPUT: (
            "a branch of `F.contrib.cond` uses no outer tensor, which raises after hybridize(); write `x * 0` or the "
            "like"
        ),
        Kind.BRANCHES_OF_UNEQUAL_LENGTH: (
            "branches of `F.contrib.cond` return {then} and {otherwise} outputs, which raises after hybridize(); "
            "return equally many"
        ),
        Kind.BRANCHES_NESTED_DIFFERENTLY: (
            "branches of `F.contrib.cond` nest their outputs differently, silently ignored after hybridize(); nest "
            "them alike"
        ),
    }
    errors = (
        r"Number of outputs differs between then-branch and else-branch",
        r"cond outputs must be \(nested\) list of Symbol",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: x * 2, lambda: [x * 3, x])
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > 0, lambda: [x * 2, x * 1], lambda: [x * 3, x * 1])
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.double = True

    def hybrid_forward(self, F, x):
        return F.contrib.cond(self.double, lambda: x * 2, lambda: x * 3)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.double = True

    def hybrid_forward(self, F, x):
        return x * 2 if self.double else x * 3
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: 0)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: x * 0)
""",
            inputs="[(2, 3)]",
        ),
    )


class ArraysOfLoop(Rule):
    code = "HYB411"
    name = "loop-arrays"
    summary = "array that the body of a loop operator does not use, or gets twice"
    after_hybridize = (
        "Raises `AssertionError: the data arrays have to be used in the loop body`, or the state arrays; `ValueError: "
        "The 2-th loop_var doesn't involve into the computation`; or `The inputs of the subgraph don't have unique "
        "names`."
    )
    why = (
        "`F.contrib.foreach` and `while_loop` trace their body into a graph and look up its inputs by name. An array "
        "that the body does not compute with is missing there, and one that is passed twice is there twice under one "
        "name. Imperatively the body is a plain function."
    )
    instead = "Pass what the body needs and nothing else; `[]` for no states. `F.identity(x)` is another array."
    messages = {
        Kind.ARGUMENT_UNUSED: (
            "the body of `F.contrib.{loop}` does not use `{unused}`, which raises after hybridize(); use it or omit it"
        ),
        Kind.ARRAY_PASSED_TWICE: (
            "a loop of `F.contrib` gets one array twice, which raises after hybridize(); pass `F.identity(…)` once"
        ),
    }
    errors = (
        r"the (data|state) arrays have to be used in the loop body",
        r"The \d+-th loop_var doesn't involve into the computation",
        r"The inputs of the subgraph don't have unique names",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 2, y

        rows, last = F.contrib.foreach(step, x, y)
        return rows
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 2, state

        rows, last = F.contrib.foreach(step, x, y)
        return rows
""",
            inputs="[(4, 3), (3,)]",
        ),
    )


class ValuesOfLoop(Rule):
    code = "HYB412"
    name = "loop-values"
    summary = "Python value as a state, condition or output of a loop operator"
    after_hybridize = (
        "Raises `AssertionError: while loop_vars must be (nested) list of Symbol`, `AssertionError: The input and "
        "output loop_vars have different format`, `ValueError: Return of cond must be a Symbol`; for an operator of "
        "several outputs another error, such as `IndexError: list index out of range`."
    )
    why = (
        "Imperatively `F.contrib.foreach` and `while_loop` accept whatever the body returns, such as a Python number "
        "as a counter. In a graph each state and the condition must be a Symbol, and the states must be returned in "
        "the structure in which they were passed. The result of `F.split` is a list imperatively and one Symbol while "
        "tracing."
    )
    instead = (
        "`F.zeros((1,))` as a counter, `i < n` of it as the condition, the states in the lists in which they were "
        "passed, and `list(F.split(…))`."
    )
    messages = {
        Kind.LOOP_CONDITION_IS_NO_TENSOR: (
            "`F.contrib.{event.operator}` raises after hybridize(): its condition is not a tensor; compare a loop "
            "variable"
        ),
        Kind.NOT_LOOPABLE: "`F.contrib.{event.operator}` gets {what}, which raises after hybridize(); pass tensors",
        Kind.SEVERAL_OUTPUTS_RETURNED: (
            "the body of `F.contrib.{event.operator}` returns a Symbol of several outputs, which raises after "
            "hybridize(); make it a list"
        ),
        Kind.STATES_RESTRUCTURED: (
            "the body of `F.contrib.{event.operator}` restructures its states, which raises after hybridize(); return "
            "the lists it was given"
        ),
    }
    errors = (
        r"(while loop_vars|foreach (input|states)) must be \(nested\) list of Symbol",
        r"The input and output loop_vars have different format",
        r"Return of cond must be a Symbol",
    )
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(count, state):
            return [], [count + 1, state * 2]

        _, (_, state) = F.contrib.while_loop(lambda count, state: count < 3, step, [0, x], max_iterations=3)
        return state
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        def step(count, state):
            return [], [count + 1, state * 2]

        count = F.zeros((1,))
        _, (_, state) = F.contrib.while_loop(lambda count, state: count < 3, step, [count, x], max_iterations=3)
        return state
""",
            inputs="[(2, 3)]",
        ),
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, states[0] + row), x, [y])
        return rows
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        rows, last = F.contrib.foreach(lambda row, states: (row * 2, [states[0] + row]), x, [y])
        return rows
""",
            inputs="[(4, 2, 3), (2, 3)]",
        ),
    )


class BranchWithoutGradient(Rule):
    code = "HYB610"
    name = "branch-without-gradient"
    summary = "branch of `cond` through which no gradient flows"
    after_hybridize = (
        "Raises in `backward`: `MXNetError: Check failed: in_attrs->size() == bwd_input_eid.size() (3 vs. 2)`."
    )
    why = (
        "The backward pass of `F.contrib.cond` requires the gradient of every output of both branches. A branch "
        "through which none flows (`F.zeros_like`, `F.BlockGrad`, a comparison, a rounding) has no such gradient, and "
        "a loss (`F.make_loss`) does not use it. Imperatively only the branch that runs matters."
    )
    instead = (
        "`x * 0` for `F.zeros_like(x)`; `+ x * 0` to an output without a gradient; or compute what needs no gradient "
        "outside of the branch."
    )
    messages = {
        Kind.GRADIENT_STOPS: (
            "{tensor.description} stops gradients in `F.contrib.cond`: `backward` raises after hybridize(); add `x * 0`"
        ),
    }
    errors = (r"in_attrs->size\(\) == bwd_input_eid\.size\(\)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: F.zeros_like(x))
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.contrib.cond(x.sum() > -100, lambda: x * 2, lambda: x * 0)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )


class GradientThroughCond(Rule):
    code = "HYB611"
    name = "gradient-through-cond"
    summary = "tensor computed outside of `F.contrib.cond` and used in a branch"
    after_hybridize = "Silent: its gradient contains uninitialized memory."
    why = (
        "The backward pass of `F.contrib.cond` writes the gradients of what the executed branch uses. To a graph, a "
        "tensor that an operator computes outside is another input of each branch, and the gradient of the input of "
        "the other branch is memory that was never written. Imperatively there is no other branch. Inputs and "
        "parameters of the block are right if both branches use them, unless the block is a child of a hybridized "
        "one, where they are computed, too."
    )
    instead = (
        "`F.where` with the condition broadcast to the rows of a branch. It computes both branches, and its gradient "
        "is the same in both phases."
    )
    fix = "safe"
    messages = {
        Kind.GRADIENT_THROUGH_COND: (
            "the gradient of `{event.computed}` through `F.contrib.cond` is silently uninitialized memory after "
            "hybridize(); use `F.where`"
        ),
    }
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        return F.contrib.cond(x.sum() > 0, lambda: y * 2, lambda: y * 3)
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.tanh(x)
        return F.where(F.broadcast_like(x.sum() > 0, y, lhs_axes=(0,), rhs_axes=(0,)), y * 2, y * 3)
""",
            inputs="[(2, 3)]",
            shown_as="gradients",
        ),
    )


class LoopWithoutGradient(Rule):
    code = "HYB908"
    name = "loop-without-gradient"
    summary = "loop operator through whose states no gradient flows"
    after_hybridize = (
        "Raises in `backward`: `MXNetError: Check failed: in_attrs->size() == bwd_input_eid.size() (6 vs. 5)`."
    )
    why = (
        "As with [HYB610](HYB610.md), the backward pass of `F.contrib.foreach` and `while_loop` requires the gradient "
        "of every output and state that the body returns. Many loops that return a comparison or the index of a "
        "maximum decode, and are never trained."
    )
    instead = "Compute what needs no gradient outside of the loop, from the outputs of all steps; or add `x * 0` to it."
    about = (LoopValues,)
    errors = (r"in_attrs->size\(\) == bwd_input_eid\.size\(\)",)
    examples = (
        Example(
            bad="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row > 0, state * row

        above, last = F.contrib.foreach(step, x, y)
        return above * 2, last * 2
""",
            good="""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        def step(row, state):
            return row * 1, state * row

        rows, last = F.contrib.foreach(step, x, y)
        return (rows > 0) * 2, last * 2
""",
            inputs="[(4, 2, 3), (2, 3)]",
            shown_as="gradients",
        ),
    )

    def judge(self, loop_values: LoopValues, api: Api) -> Iterator[Report]:
        stopped = stopped_tensor((loop_values.outputs, loop_values.after))
        if stopped is not None:
            yield Report(
                f"{stopped.description} stops gradients in `F.contrib.{loop_values.operator}`: `backward` raises after "
                "hybridize(); add `x * 0`"
            )
