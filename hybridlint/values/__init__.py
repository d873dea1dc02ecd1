"""Abstract values: what the interpreter knows of the Python objects in `hybrid_forward`.

A value holds only what is certain; anything else is :data:`UNKNOWN`, about which no rule reports. All values are
immutable, so they can be shared and joined freely.
"""

from __future__ import annotations

from hybridlint.values.arguments import Arguments, Slice
from hybridlint.values.arrays import ImperativeArray, NumPyArray
from hybridlint.values.base import (
    NOT_KNOWN,
    UNANALYSED,
    UNKNOWN,
    UNROLLED,
    UNTAINTED,
    Change,
    Container,
    Read,
    Taint,
    Unknown,
    Value,
    Write,
    taint_among,
    with_taint,
)
from hybridlint.values.block import Block, HookHandle
from hybridlint.values.classes import Class
from hybridlint.values.function import BoundMethod, Function, Partial
from hybridlint.values.instance import Attributes, Instance, Self, Super
from hybridlint.values.lattice import (
    BOTTOM,
    Binding,
    Bound,
    Fact,
    Loop,
    alternatives,
    bindings,
    depending_on,
    given,
    join,
    join_all,
    join_names,
    widen,
    without,
)
from hybridlint.values.mapping import Mapped, key_of, value_of_key
from hybridlint.values.memory import ELSEWHERE, FOREIGN, OUTPUT, Cell, Memory
from hybridlint.values.namespace import DEFINING_MODULES, LIMITS, Foreign, Imported, Namespace, Operator, OwnModule
from hybridlint.values.operands import callee_of, operand, stored
from hybridlint.values.operations import COMPARISONS
from hybridlint.values.others import ContextManager, Opaque, RandomSource
from hybridlint.values.parameter import ParameterDict, ParameterValue, parameters_among
from hybridlint.values.phased import by_phase, certainly, sides
from hybridlint.values.plain import ANY, NONE, Plain, as_default, constant, may_be_none
from hybridlint.values.sequence import LIST_OR_TUPLE, NamedTuple, NamedTupleClass, Sequence, element_of
from hybridlint.values.tensor import SLICE, TAKES_GRADIENT, Origin, Tensor, origin, sharing_any

__all__ = [
    "ANY",
    "BOTTOM",
    "Bound",
    "COMPARISONS",
    "Change",
    "DEFINING_MODULES",
    "FOREIGN",
    "Loop",
    "Read",
    "Write",
    "UNANALYSED",
    "UNROLLED",
    "callee_of",
    "depending_on",
    "given",
    "join",
    "join_all",
    "join_names",
    "operand",
    "sharing_any",
    "sides",
    "stored",
    "widen",
    "without",
    "Arguments",
    "Slice",
    "Attributes",
    "Binding",
    "Block",
    "BoundMethod",
    "Cell",
    "Class",
    "Container",
    "ContextManager",
    "ELSEWHERE",
    "Fact",
    "Foreign",
    "Function",
    "HookHandle",
    "ImperativeArray",
    "Imported",
    "Instance",
    "LIMITS",
    "LIST_OR_TUPLE",
    "Mapped",
    "Memory",
    "NONE",
    "NOT_KNOWN",
    "NamedTuple",
    "NamedTupleClass",
    "Namespace",
    "NumPyArray",
    "OUTPUT",
    "Opaque",
    "Operator",
    "Origin",
    "OwnModule",
    "ParameterDict",
    "ParameterValue",
    "Partial",
    "Plain",
    "RandomSource",
    "SLICE",
    "Self",
    "Sequence",
    "Super",
    "TAKES_GRADIENT",
    "Taint",
    "Tensor",
    "UNKNOWN",
    "UNTAINTED",
    "Unknown",
    "Value",
    "alternatives",
    "as_default",
    "bindings",
    "by_phase",
    "certainly",
    "constant",
    "element_of",
    "key_of",
    "may_be_none",
    "origin",
    "parameters_among",
    "taint_among",
    "value_of_key",
    "with_taint",
]
