"""The semantics of Symbols: what an operation that works on arrays comes to while tracing.

For each event that the interpreter records, :func:`divergences` finds how the phases differ: tracing raises, or
silently computes something else. The interpreter needs it where code catches errors or tests the phase; the rules
describe divergences to the user. Their kinds are those of `hybridlint.divergences`.

members.py         attributes and methods
functions.py       functions that mx.sym lacks, and those of other libraries
signatures.py      arguments
arithmetic.py      Python's operators, out=, broadcast_to
random_numbers.py  random numbers without a shape
subscripts.py      x[index]
sequences.py       iteration, unpacking, len, lists of outputs
reshaping.py       reshape with several arguments
control_flow.py    truth values, scopes, print
loops.py           F.contrib.cond, foreach, while_loop
outputs.py         what hybrid_forward returns
state.py           what a call leaves to the next one
recording.py       MXNet 2, which records arrays
"""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterable, Mapping, Tuple, Type

from hybridlint import events
from hybridlint.divergences import Divergence, Kind, Outcome
from hybridlint.events import Event
from hybridlint.mxnet_api import Api
from hybridlint.symbols import (
    arithmetic,
    control_flow,
    functions,
    loops,
    members,
    outputs,
    random_numbers,
    recording,
    reshaping,
    sequences,
    signatures,
    state,
    subscripts,
)

__all__ = ["SEMANTICS", "Divergence", "Kind", "Outcome", "divergences"]

#: Finds how the phases differ at an event.
_Semantics = Callable[[Any, Api], Iterable[Divergence]]


def _always(kind: Kind) -> Tuple[_Semantics]:
    """Return the semantics of events at which the phases differ in this way, as the interpreter has seen."""
    return (lambda event, api: [kind.at(event)],)


#: Type of event → its semantics in MXNet 1.
_OF_SYMBOLS: Mapping[Type[Event], Tuple[_Semantics, ...]] = {
    events.AttributeRead: (members.attribute, sequences.list_method),
    events.BinaryOperation: (
        functions.array_among_symbols,
        arithmetic.shapes_differ,
        arithmetic.boolean_operand,
        arithmetic.missing_operator,
        sequences.outputs_joined,
    ),
    events.BlockCall: (functions.array_among_symbols, functions.block_without_graph, sequences.steps),
    events.CondBranches: (loops.branches,),
    events.Conversion: (arithmetic.missing_operator,),
    events.ForeignCall: (functions.foreign_function,),
    events.Hashing: (sequences.hashing,),
    events.InPlaceOperation: (arithmetic.change_in_place, arithmetic.change_of_alias),
    events.Iteration: (sequences.iteration,),
    events.LengthOf: (sequences.length,),
    events.ListsJoined: (sequences.lists_joined,),
    events.LoopValues: (loops.loop,),
    events.MethodCall: (
        members.method,
        signatures.arguments_of_method,
        signatures.argument_needed,
        functions.array_among_symbols,
        members.inferred_shape,
        arithmetic.out_ignored,
        random_numbers.shape_not_inferred,
        random_numbers.number_per_element,
        arithmetic.missing_axes,
        reshaping.reshape,
        sequences.list_method,
    ),
    events.ModeManager: (control_flow.scope,),
    events.NamespaceRead: (functions.missing_function,),
    events.Observed: (lambda event, api: [event.kind.at(event, *event.errors, **event.data)],),
    events.OperatorCall: (
        functions.missing_function,
        signatures.arguments_of_function,
        signatures.default_differs,
        signatures.argument_needed,
        functions.imperative_function,
        functions.array_among_symbols,
        arithmetic.shapes_differ,
        arithmetic.boolean_operand,
        arithmetic.out_ignored,
        random_numbers.shape_not_inferred,
        random_numbers.number_per_element,
    ),
    events.ParameterChanged: (
        lambda event, api: [(Kind.PARAMETER_SET_TO_SYMBOL if event.to_tensor else Kind.PARAMETER_CHANGED).at(event)],
    ),
    events.PhaseBranch: _always(Kind.PHASE_BRANCH),
    events.Printing: (control_flow.printing,),
    events.Refusal: (control_flow.refusal,),
    events.Returned: (
        random_numbers.shape_not_inferred,
        outputs.kinds,
        outputs.unchanged,
        outputs.gradients,
        outputs.inputs,
    ),
    events.Subscript: (subscripts.item_assigned, subscripts.index),
    events.TaintUse: (state.taint_use,),
    events.TensorKept: (state.kept,),
    events.TruthTest: (control_flow.truth_value,),
    events.UnaryOperation: (arithmetic.missing_operator,),
    events.Unpacking: (sequences.unpacking,),
}

#: Divergences that the interpreter sees in both generations of MXNet.
_IN_BOTH = (
    Kind.BLOCK_NOT_REGISTERED,
    Kind.BLOCKS_HIDDEN,
    Kind.HOOK_ON_CHILD,
    Kind.PARAMETER_WITH_COMMA,
    Kind.PARAMETERS_HIDDEN,
    Kind.SEED_IN_CALL,
)

#: Type of event → its semantics in MXNet 2.
_OF_RECORDED_ARRAYS: Mapping[Type[Event], Tuple[_Semantics, ...]] = {
    events.BinaryOperation: (recording.array_not_recorded,),
    events.BlockCall: (recording.array_not_recorded,),
    events.InPlaceOperation: (recording.writing,),
    events.MethodCall: (recording.array_not_recorded, recording.writing, recording.operator),
    events.ModeManager: (recording.scope,),
    events.OperatorCall: (recording.array_not_recorded, recording.writing, recording.operator),
    events.ParameterChanged: (recording.parameter_changed,),
    events.Printing: _always(Kind.PRINTED_ONCE),
    events.Returned: (recording.array_not_recorded, recording.kinds, recording.inputs),
    events.Observed: (lambda event, api: [event.kind.at(event, **event.data)] if event.kind in _IN_BOTH else [],),
    events.Subscript: (recording.writing, recording.index),
    events.TaintUse: (state.taint_use,),
    events.TensorKept: (recording.kept,),
    events.TruthTest: (recording.choice,),
}

#: Generation of MXNet → the semantics of each type of event.
SEMANTICS = {1: _OF_SYMBOLS, 2: _OF_RECORDED_ARRAYS}


def divergences(event: Event, api: Api) -> Tuple[Divergence, ...]:
    """Return how the phases differ at `event` in the version of MXNet that `api` describes; none if they agree."""
    semantics = SEMANTICS[2 if api.records else 1].get(event.__class__, ())
    return tuple(itertools.chain.from_iterable([find(event, api) for find in semantics]))
