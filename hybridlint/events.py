"""Events: the operations on tensors in `hybrid_forward` that the interpreter records.

An event describes an operation, or a place where the interpreter itself sees that the phases differ; `symbols` knows
what it comes to while tracing. Events inside a branch that only the imperative phase takes, or inside a `try` that
catches the error, never reach the rules.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple, Union

from hybridlint.dataclass import dataclass
from hybridlint.divergences import Kind
from hybridlint.module import Module

if TYPE_CHECKING:
    from hybridlint.calls import BoundCall
    from hybridlint.values import Arguments, ImperativeArray, Taint, Tensor, Value


@dataclass(frozen=True)
class Event:
    """Base of all events. `node` is a node of the file's `ast`."""

    node: Any = dataclasses.field(compare=False)
    _module: Any = dataclasses.field(default=None, init=False, compare=False, repr=False)
    #: The node of the analysed file that calls the code of another file to which `node` belongs; else None.
    caller: Any = dataclasses.field(default=None, init=False, compare=False, repr=False)

    def found_in(self, module: Module) -> None:
        """Record the file that contains `node`, so that its source can be quoted."""
        object.__setattr__(self, "_module", module)

    def found_at(self, caller: Any) -> None:
        """Record the call `caller` by which the analysed file reaches `node`, a node of another file."""
        object.__setattr__(self, "caller", caller)

    @property
    def source(self) -> str:
        """The source text of `node` on one line."""
        return self.quote(self.node)

    def quote(self, node: Any) -> str:
        """Return the source text of `node`, a node of the same file, on one line."""
        return node if isinstance(node, str) else self.code(node)

    def code(self, node: Any) -> str:
        """Return the source text of `node`, a node of the same file, on one line."""
        module: Module = self._module
        return module.code(node)


_TEXTS_AND_FLAGS = (str, bool)


class EventKey:
    """An event as the key of a dict: equal to another of the same node with equal fields."""

    __slots__ = ("_hash", "event")

    def __init__(self, event: Event) -> None:
        self.event = event
        kind: Any = type(event)
        # The values of an event are large, and a block has many calls at one node: identities distinguish most of them.
        fields = event.__dict__
        values = [fields[name] for name in _compared_fields(kind)]
        compared = [value if value.__class__ in _TEXTS_AND_FLAGS else _identity(value) for value in values]
        self._hash = hash((kind, id(event.node), id(event.caller), *compared))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, EventKey)
            and self.event.node is other.event.node
            and self.event.caller is other.event.caller
            and self.event == other.event
        )


@functools.lru_cache(maxsize=None)
def _compared_fields(kind: Any) -> Tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind) if field.compare)


def _identity(value: Any) -> Any:
    """Return what equal fields of events have in common: the identities of values, the nodes or the types of values
    without one; 0 for others."""
    fields = getattr(value, "__dict__", {})
    if "arguments" in fields:
        fields = fields["arguments"].__dict__
    if "positional" in fields:
        return tuple([_identity(item) for item in fields["positional"]])
    return fields.get("identity") or ("node" in fields and fields["node"]) or ("type" in fields and fields["type"])


@dataclass(frozen=True)
class Observed(Event):
    """A divergence of this `kind` that the interpreter itself sees: `data` describe it, as those of a divergence, which
    raises one of `errors` if that depends on it."""

    kind: Kind
    errors: Tuple[str, ...] = ()
    data: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True)
class AttributeRead(Event):
    """A read of `tensor.name`. `called` is True if it is called at once: `tensor.name(…)`."""

    tensor: Tensor
    name: str
    called: bool = False


@dataclass(frozen=True)
class MethodCall(Event):
    """`tensor.name(arguments)`, or a method of an NDArray with a tensor as argument. `discarded` is True if the result
    is not used (an expression statement), `reads_out` if the array that is given as `out` is read afterwards."""

    tensor: Union[Tensor, ImperativeArray]
    name: str
    arguments: Arguments
    discarded: bool = False
    #: The call of the operator that the method makes; None if that is unknown.
    call: Optional[BoundCall] = dataclasses.field(default=None, compare=False)
    reads_out: bool = False


@dataclass(frozen=True)
class Subscript(Event):
    """`tensor[index]`. `context` is "load", "store", "delete" or "augmented" (`x[0] += 1`). A slice is a `Slice`,
    a tuple index a `Sequence` of type "tuple"."""

    tensor: Tensor
    index: Value
    context: str


@dataclass(frozen=True)
class TruthTest(Event):
    """A test of the truth value of `tensor`. `construct` is "if", "while", "assert", "not", "and", "or", "a conditional
    expression", "a comparison chain", "in", "bool()", "any()", "all()", "max()", "min()", "a comprehension
    condition"."""

    tensor: Tensor
    construct: str
    #: Whether None may be tested instead.
    optional: bool = False


@dataclass(frozen=True)
class Iteration(Event):
    """An iteration over `tensor`. `construct` is "for", "a comprehension", "list()", "zip()", "*", "sum()" …"""

    tensor: Tensor
    construct: str

    @property
    def subject(self) -> str:
        """The iteration as the subject of a sentence."""
        construct = self.construct if " " in self.construct else f"`{self.construct}`"
        return f"{construct} over {self.tensor.description}"


@dataclass(frozen=True)
class Unpacking(Event):
    """`a, b = tensor`. `targets` is the number of targets without a star; `starred` is True if one has a star."""

    tensor: Tensor
    targets: int
    starred: bool


@dataclass(frozen=True)
class LengthOf(Event):
    """`len(tensor)`."""

    tensor: Tensor


@dataclass(frozen=True)
class Hashing(Event):
    """`{tensor}`, `d[tensor]`, `hash(tensor)`."""

    tensor: Tensor


@dataclass(frozen=True)
class Conversion(Event):
    """`float(tensor)`, `int(tensor)`, `range(tensor)`, `round(tensor)`. `to` names the function; `math.sqrt(tensor)` is
    recorded as "float()"."""

    tensor: Tensor
    to: str


@dataclass(frozen=True)
class Printing(Event):
    """`print(tensor)`. Imperatively it prints numbers; tracing prints the name of the Symbol, once."""

    tensor: Value


@dataclass(frozen=True)
class BinaryOperation(Event):
    """`left operator right` with a tensor on at least one side. `operator` is its token ("+", "//", "==", "@" …). It is
    `thrown_away` if no output depends on the result, so that the operator is not in the graph."""

    operator: str
    left: Value
    right: Value
    thrown_away: bool = False


#: Python operator → the operator of `F` that broadcasts as that of NDArray does.
BROADCASTING = {
    "+": "broadcast_add",
    "-": "broadcast_sub",
    "*": "broadcast_mul",
    "/": "broadcast_div",
    "%": "broadcast_mod",
    "**": "broadcast_power",
    "<": "broadcast_lesser",
    "<=": "broadcast_lesser_equal",
    ">": "broadcast_greater",
    ">=": "broadcast_greater_equal",
    "==": "broadcast_equal",
    "!=": "broadcast_not_equal",
}


@dataclass(frozen=True)
class ListsJoined(Event):
    """`left + right` of two lists or tuples, in the outermost block of a graph."""

    left: Value
    right: Value


@dataclass(frozen=True)
class UnaryOperation(Event):
    """`operator tensor`: "+", "~" or "-"; and `abs(tensor)`."""

    operator: str
    tensor: Tensor


@dataclass(frozen=True)
class InPlaceOperation(Event):
    """`target operator= operand` on a tensor. `aliased` is True if another name holds the same array."""

    operator: str
    target: Value
    operand: Value
    aliased: bool = False


@dataclass(frozen=True)
class NamespaceRead(Event):
    """A read of `F.path` or `nd.path` that does not call it at once; `phase` is as in `values.Namespace`."""

    phase: str
    path: str


@dataclass(frozen=True)
class OperatorCall(Event):
    """`F.path(arguments)` (`phase` "both"), `nd.path(…)` ("imperative") or `sym.path(…)` ("symbolic").
    `discarded` is True if the result is not used, `thrown_away` if no output depends on it, so that the operator is
    not in the graph, `reads_out` if the array that is given as `out` is read afterwards."""

    phase: str
    call: BoundCall
    discarded: bool = False
    thrown_away: bool = False
    reads_out: bool = False

    path = property(operator.attrgetter("call.path"))
    arguments = property(operator.attrgetter("call.arguments"))


@dataclass(frozen=True)
class ForeignCall(Event):
    """A call of a function of another library with a tensor. `name` is its full name ("numpy.tanh"). `method` is the
    operator of F to which it delegates, as `np.sum` calls the method `sum` of its argument; otherwise ""."""

    name: str
    arguments: Arguments
    method: str = ""


@dataclass(frozen=True)
class BlockCall(Event):
    """A call of a child or another block; if `method` is "unroll", of that method of a cell."""

    block: Value
    arguments: Arguments
    method: str = ""


@dataclass(frozen=True)
class PhaseBranch(Event):
    """A condition whose outcome differs between the phases (`F is mx.nd`, `isinstance(x, NDArray)`, `hasattr(…)`,
    `callable(x)`, `try: x.shape`), with branches that yield different values, although the imperative one would trace.

    `reason` is the condition as text. `imperative` is its outcome in the imperative phase, None if unknown; it is
    `assumed` if it is only known that tracing takes the other branch. `node` is then the test of an `if`, or a
    conditional expression.
    """

    reason: str
    imperative: Optional[bool] = None
    assumed: bool = False


@dataclass(frozen=True)
class Refusal(Event):
    """A `raise` that only the traced phase reaches, or an `assert` that only it fails."""


@dataclass(frozen=True)
class TaintUse(Event):
    """A value that changes between imperative calls, and that the traced graph has as a constant, reaches a `sink`:
    "operand", "argument", "branch", "index" or "result"."""

    reason: Taint
    sink: str

    @property
    def subject(self) -> str:
        """The tainted expression as the subject of a sentence; with that of the event if a variable holds its value."""
        words = self.reason.words
        return words if words.strip("`") in self.code(self.node) else f"{words} (in `{self.source}`)"


@dataclass(frozen=True)
class ModeManager(Event):
    """`with name(…):` around operators, or a call that switches the mode ("mxnet.autograd.set_training"), or copies an
    array as `pause` would. `name` is the full name ("mxnet.autograd.pause", "name_scope"). `effect` is its effect in
    the imperative phase alone: "gradients" are stopped, of arrays of `mx.np` if `of_numpy`, the "mode" is changed, or
    ""."""

    name: str
    effect: str = ""
    of_numpy: bool = False


@dataclass(frozen=True)
class TensorKept(Event):
    """A tensor survives the call in `holder`: an attribute of the block (`self.seen = x`, `self.seen.append(x)`) or a
    mutable default argument. `read` is how `hybrid_forward` reads it: "after" (only after it was set in the same call),
    "before" (the value of the previous call) or "" (never)."""

    holder: str
    value: Value
    read: str


@dataclass(frozen=True)
class ParameterChanged(Event):
    """`self.weight.set_data(…)`, `self.collect_params().initialize()` and the like: `name` is the method, `to_tensor`
    whether the parameter is set to a tensor."""

    name: str
    to_tensor: bool = False


@dataclass(frozen=True)
class Returned(Event):
    """The result of `hybrid_forward`. For a function without a `return`, `node` is the function and `value` is NONE.
    `inlined` is True if the whole graph certainly is so small that MXNet executes it operator by operator."""

    value: Value
    inlined: bool = False


@dataclass(frozen=True)
class CondBranches(Event):
    """`F.contrib.cond(predicate, …)`, and the results of the functions of its two branches. `computed` is the name of a
    tensor that an operator computes outside of these functions, and that one of them uses; "" if there is none."""

    then: Value
    otherwise: Value
    predicate: Value
    computed: str = ""


@dataclass(frozen=True)
class LoopValues(Event):
    """A call of the loop `operator`, "foreach" or "while_loop". `given` are its data and states, or its loop variables;
    `outputs` and `after` are the outputs and states that its body returns; `condition` is the result of its condition,
    None for "foreach"."""

    operator: str
    given: Tuple[Value, ...]
    outputs: Value
    after: Value
    condition: Optional[Value] = None


@dataclass(frozen=True)
class ChildWithoutGraph(Event):
    """`child`, which is no HybridBlock, is added to the hybrid block `parent` (its class or "HybridSequential") by
    attribute, `add` or `register_child`."""

    parent: str
    child: Value


@dataclass(frozen=True)
class HybridizeCall(Event):
    """`block.hybridize(flags)`. `certain` is False if the receiver may not be a block."""

    arguments: Arguments
    certain: bool = True


@dataclass(frozen=True)
class ConstantInitializer(Event):
    """`mx.init.Constant(value)`, made in the constructor of a HybridBlock."""

    value: Optional[Value]


@dataclass(frozen=True)
class NoGraph(Event):
    """A class `name` derived from HybridBlock that only has `forward`: it is never traced."""

    name: str


@dataclass(frozen=True)
class HybridForward(Event):
    """The `hybrid_forward` of the hybrid block `name` in code for MXNet 2, which only calls `forward`. `parameters` are
    the attributes that are parameters."""

    name: str
    parameters: Tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadAsList(Event):
    """The input `name`, whose parameter is `node`, is indexed and iterated like a list, which an array can be, too."""

    name: str


@dataclass(frozen=True)
class UnusedInput(Event):
    """No output depends on the argument `name` of `hybrid_forward`."""

    name: str
