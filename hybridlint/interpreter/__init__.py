"""Abstract interpretation of `hybrid_forward`: yields the events of both phases.

engine      state of an interpretation: the run, the store, the traced graph, the phases
syntax      statements and expressions of Python
library     what Python, NumPy and MXNet do: builtins, methods, operators, blocks
lifecycle   how a block is built and called: construction, entry points, state from call to call
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from hybridlint import layer_shapes
from hybridlint.events import Event
from hybridlint.facts import Facts
from hybridlint.interpreter.engine import apply, carried, functions, names, sharing, truth
from hybridlint.interpreter.engine.core import Core
from hybridlint.interpreter.engine.frames import Frame, Limit, Scope
from hybridlint.interpreter.engine.store import EntryKey, Key, Store
from hybridlint.interpreter.library import (
    blocks,
    builtin_functions,
    external,
    operators,
)
from hybridlint.interpreter.library.recording import Recording, Tracing
from hybridlint.interpreter.lifecycle import (
    classes,
    construction,
    effects,
    entry_points,
    inputs,
    instances,
    mutation,
)
from hybridlint.interpreter.syntax import expressions, statements
from hybridlint.module import Module
from hybridlint.mxnet_api import Api
from hybridlint.symbols import Divergence
from hybridlint.values import Block, certainly, operand

__all__ = ["EntryKey", "Frame", "Interpretation", "Key", "Run", "Scope", "Store", "interpret"]


class Run(Core):
    """The interpretation of one file."""

    def __init__(self, module: Module, api: Api, facts: Optional[Facts] = None, follows_blocks: bool = False) -> None:
        super().__init__(module, api, facts, follows_blocks)
        self.recorded = Recording(self) if api.records else Tracing(self)

    def vectors_of_cell(self, cell: Block) -> Dict[str, Any]:
        """Return the shape of the output and of each state of a cell, as keyword argument of `fresh`."""
        return layer_shapes.vectors_of_cell(self.shapes, cell)

    evaluate = apply.evaluate
    variable = functions.variable
    expressions = expressions.HANDLERS
    statements, forking = statements.HANDLERS, statements.FORKING
    operand = staticmethod(operand)
    iterator = apply.iterator
    iterate = apply.iterate
    item = apply.item
    chosen_by = apply.chosen_by
    binary = apply.binary
    note_operand = apply.note_operand
    text = apply.text
    plain = apply.plain
    formatted = apply.formatted
    by_phase = apply.phased
    certainly = staticmethod(certainly)
    attribute = apply.attribute
    call = apply.call
    call_unknown = apply.call_unknown
    sequence = apply.sequence
    list_of = apply.list_of
    execute = functions.execute
    recorded_output = blocks.recorded_output
    note_written_by = external.note_written_by
    exception_names = classes.exception_names
    is_true_block = classes.is_always_true
    set_attribute = apply.set_attribute
    store_attribute = mutation.store_attribute
    calls_setter = mutation.calls_setter
    note_field_set = mutation.note_field_set
    set_in_init, set_any_in_init = construction.set_attribute, construction.set_any
    store_global = mutation.store_global
    store_outside = effects.store_outside
    merge_phases = effects.merge_phases
    find_method = classes.find_method
    find_inherited = classes.find_inherited
    bound_method = classes.bound_method
    class_attributes = classes.class_attributes
    instance_attributes = construction.attributes
    inherits_parameter = classes.inherits_parameter
    is_hybrid = classes.is_hybrid
    stored_value = carried.stored_value
    is_continued = carried.is_continued
    before_stores = effects.before_stores
    before_calls_of = effects.before_calls_of
    note_field_read = effects.note_field_read
    imported = names.imported
    global_name = names.module_name
    call_imported = external.call_imported
    note_written = external.note_written
    call_function = functions.call_function
    decorated = functions.decorated
    call_operator = operators.call_operator
    call_tensor_method = operators.call_method
    call_block = blocks.call_block
    make = instances.make
    make_block = blocks.make
    make_named_tuple = instances.make_named_tuple
    call_method_of_class = blocks.call_method
    call_inherited_of_block = blocks.call_inherited
    container_base = classes.container_base
    add_children = blocks.add_children
    unroll = blocks.unroll
    register_children = construction.register_children
    rebind_receiver = mutation.rebind_receiver
    tensor_of_parameter = inputs.of_parameter
    special = classes.special
    compared_fields = instances.compared
    own_length = truth.own_length
    has_attribute = builtin_functions.has_attribute
    rebind = mutation.rebind
    store_item = mutation.store_item
    write_array = sharing.write
    is_aliased = sharing.is_aliased


class Interpretation(NamedTuple):
    """The events of a file, what of it is not analysed to its end, and how the phases differ at an event of it."""

    events: List[Event]
    limits: List[Limit]
    divergences: Callable[[Event], Tuple[Divergence, ...]]
    #: Drops the graphs, whose nodes refer to them, so that the garbage collector need not find them.
    close: Callable[[], None]


def interpret(module: Module, api: Api, facts: Optional[Facts] = None) -> Interpretation:
    """Return the interpretation of `module`, with the recorded `facts` of its blocks."""
    run = _run(module, api, facts)
    if entry_points.needs_other_blocks(run):
        run.close()
        run = _run(module, api, facts, follows_blocks=True)
    return Interpretation(list(run.events.values()), list(run.limits.values()), run.divergences, run.close)


def _run(module: Module, api: Api, facts: Optional[Facts], follows_blocks: bool = False) -> Run:
    run = Run(module, api, facts, follows_blocks)
    with run.budget_of(module.tree):
        entry_points.run_all(run)
    return run
