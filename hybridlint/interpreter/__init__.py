"""Runs `hybrid_forward` over abstract values and yields its events; rules judge them elsewhere.

Each module imports those above it in this list only; what goes the other way goes through `Run`.

structure.py       what is known of how the file builds its blocks
store.py           what attributes, names of the module and containers hold in one call
state.py           the state of the analysis of one entry point
run.py             the state of one interpretation, and the circle from expressions to calls to statements
recording.py       tensors while deferred compute records, as MXNet 2 makes a graph
carried.py         what a call finds that the calls before it may have left
names.py           imports, globals
functions.py       functions of the file: binding their arguments, running them
classes.py         classes of the file: their bases and methods, what `__init__` puts on an instance
generators.py      generators that are sent values
control_flow.py    foreach, while_loop, cond
inputs.py          what the arguments of `hybrid_forward` are
operator_arguments.py what an operator is given, by name
layer_shapes.py    the shapes that layers, losses and cells of Gluon return
blocks.py          making and calling blocks
texts.py           what a value reads like: `str(x)`, `f"{x}"`
type_tests.py      isinstance, type(x), hasattr, getattr
indices.py         what stands between brackets, and a list or dict after an element was put there
attributes.py      `self.x`, `self.child.weight`, `F.concat`: what is read there
effects.py         what a call leaves under an attribute, or a name that outlives it, for the next one
mutation.py        what becomes of a value that is put under an attribute, or a name that outlives the call
objects.py         objects of the file's own classes that are no blocks
iteration.py       the elements of a value
array_shapes.py    the shapes of arrays that are no part of the graph
arithmetic.py      `left + right`
subscripts.py      `x[index]`
assignment.py      where values are put: names, attributes, elements, unpacking
comprehensions.py  loops in an expression
narrowing.py       what the outcome of a test tells about the names in it
conditions.py      truth in the two phases, and branches that only one of them takes
comparisons.py     `==`, `<`, `is`, `in`
matching.py        the patterns of `match`
operator_shapes.py the shapes that operators return
liveness.py        what is used of outputs and parameters
operators.py       operators of F and methods of tensors
standard.py        the standard library, where it hands tensors on
library.py         functions of other libraries
container_methods.py methods of lists and dicts
methods.py         methods of everything else but tensors: strings, blocks, parameters
builtin_functions.py `len(x)`, `zip(x, y)` and their like
calls.py           where a call goes
expressions.py     everything that has a value
phases.py          how the two phases diverge and go on
catching.py        try, contextlib.suppress
statements.py      branches, loops, with, return
entry_points.py    where a run begins
"""

from __future__ import annotations

from typing import Callable, List, Optional, Tuple

from hybridlint.events import Event
from hybridlint.facts import Facts
from hybridlint.interpreter import attributes, calls, entry_points, expressions, generators, statements
from hybridlint.interpreter.run import OutOfBudget, Run
from hybridlint.module import Module
from hybridlint.mxnet_api import Api


class _Interpretation(Run):
    variable = expressions.evaluate
    execute = statements.execute_block
    call = calls.call_value
    generator = generators.make
    elements = generators.elements
    attribute = attributes.read


def interpret(
    module: Module, api: Api, judge: Callable[[Event], str], facts: Optional[Facts] = None
) -> Tuple[List[Event], bool]:
    """The events in `module`, and whether they are all: a file may make the interpreter give up before its end.
    `judge` says what an event does to the traced phase: "raises", "silent" or ""."""
    run = _Interpretation(module, api, judge, facts)
    try:
        entry_points.run_all(run)
    except OutOfBudget:
        return list(run.events.values()), False
    return list(run.events.values()), True
