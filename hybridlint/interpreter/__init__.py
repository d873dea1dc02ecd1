"""Abstract interpretation of `hybrid_forward`: yields the events of both phases.

Each module imports only modules above it in this list; calls in the other direction are methods of `Run`.

structure.py       how the file builds its blocks
store.py           the abstract store: attributes, globals and containers in one call
state.py           the state of the analysis of one entry point
traced.py          nodes of the traced graph
run.py             the state of one interpretation, and the recursion between expressions, calls and statements
sharing.py         arrays that several places hold, and writes to them
recording.py       tensors under deferred compute, by which MXNet 2 traces
carried.py         reads of state that earlier calls may have changed
names.py           imports, globals
functions.py       functions of the file: binding their arguments, running them
classes.py         classes of the file: bases, methods, attributes
construction.py    the attributes after `__init__`
control_flow.py    foreach, while_loop, cond
inputs.py          inference of the arguments of `hybrid_forward`
evidence.py        evidence whether inputs are tensors or lists
operator_arguments.py arguments of an operator, by name
layer_shapes.py    the shapes that layers, losses and cells of Gluon return
blocks.py          creating and calling blocks
texts.py           values as strings: `str(x)`, `f"{x}"`
type_tests.py      isinstance, type(x), hasattr, getattr
indices.py         indices, and lists and dicts after an element was assigned
attributes.py      attribute reads: `self.x`, `self.child.weight`, `F.concat`
effects.py         side effects: values that a call stores for the next one
phases.py          the two phases after they diverge
mutation.py        stores to attributes, and to names that outlive the call
objects.py         instances of the file's own classes that are not blocks
iteration.py       the elements of a value
array_shapes.py    the shapes of arrays outside the graph
arithmetic.py      `left + right`
subscripts.py      `x[index]`
assignment.py      assignment to names, attributes and elements, unpacking
narrowing.py       refinement of names by the outcome of a test
conditions.py      truth values in the two phases, and branches that only one of them takes
comprehensions.py  comprehensions and generator expressions
comparisons.py     `==`, `<`, `is`, `in`
operator_shapes.py the shapes that operators return
liveness.py        what the outputs of the graph are computed from
operators.py       operators of F and methods of tensors
standard.py        functions of the standard library that need values of the interpreter
library.py         functions of other libraries
dict_methods.py    methods of dicts
sequence_methods.py methods of lists, tuples, sets and deques
container_methods.py methods of lists, tuples, sets, deques and dicts, also inherited ones
block_methods.py   methods of blocks
methods.py         methods of other values: strings, parameters
builtin_functions.py `len(x)`, `zip(x, y)` and other builtins
calls.py           dispatch of calls by callee
expressions.py     evaluation of expressions
catching.py        try, contextlib.suppress
statements.py      branches, loops, with, return
entry_points.py    entry points of the analysis
"""

from __future__ import annotations

from typing import List, Optional, Tuple

from hybridlint.events import Event
from hybridlint.facts import Facts
from hybridlint.interpreter import attributes, calls, entry_points, expressions, statements
from hybridlint.interpreter.run import Limit, Run
from hybridlint.module import Module
from hybridlint.mxnet_api import Api


class _Interpretation(Run):
    variable = expressions.evaluate
    execute = statements.execute_block
    call = calls.call_value
    attribute = attributes.read


def interpret(module: Module, api: Api, facts: Optional[Facts] = None) -> Tuple[List[Event], List[Limit]]:
    """Return the events of `module`, and the blocks that are not analysed to their end."""
    run = _Interpretation(module, api, facts)
    with run.budget_of(module.tree):
        entry_points.run_all(run)
    return list(run.events.values()), list(run.limits.values())
