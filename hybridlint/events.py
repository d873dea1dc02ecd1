"""What `hybrid_forward` does with its tensors: the interpreter yields these, the rules judge them.

An event says what happens, never whether it is wrong. `node` is the syntax that does it. Events inside a branch
that only the imperative phase takes, or inside a `try` that catches the failure, never reach the rules.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
from typing import Any, FrozenSet, Optional, Tuple

from hybridlint.module import Module
from hybridlint.mxnet_api import Api
from hybridlint.values import Taint, Value

#: Quotations from the source are cut to so many characters.
_LONGEST = 60

#: Exceptions with their bases, by name. `NotImplementedForSymbol` is an `MXNetError`, which is a `RuntimeError`.
_ANY = frozenset(["Exception", "BaseException"])
_ATTRIBUTE_ERROR = _ANY | {"AttributeError"}
_TYPE_ERROR = _ANY | {"TypeError"}
_VALUE_ERROR = _ANY | {"ValueError"}
_NOT_IMPLEMENTED = _ANY | {"NotImplementedForSymbol", "MXNetError", "RuntimeError"}
_ONE_OF_THEM = (
    _ATTRIBUTE_ERROR | _TYPE_ERROR | _NOT_IMPLEMENTED | {"NotImplementedError", "IndexError", "AssertionError"}
)


@dataclasses.dataclass(frozen=True)
class Arguments:
    """The arguments of a call. `starred` says that some came from `*args` or `**kwargs` that are not known; the last
    of those given by position stands for what `*args` brings then. `named_only` says that it was `**kwargs` alone, so
    that those given by position are all."""

    positional: Tuple[Value, ...] = ()
    keywords: Tuple[Tuple[str, Value], ...] = ()
    starred: bool = False
    named_only: bool = False

    def keyword(self, name: str) -> Optional[Value]:
        return dict(self.keywords).get(name)

    def get(self, position: int, name: str) -> Optional[Value]:
        """The argument given at `position` or by `name`; None if it was left out."""
        if position < len(self.positional):
            return self.positional[position]
        return self.keyword(name)

    def after(self, *values: Value) -> Arguments:
        """These arguments with `values` before them."""
        return dataclasses.replace(self, positional=values + self.positional)

    def rest(self) -> Arguments:
        """These arguments without the first."""
        return dataclasses.replace(self, positional=self.positional[1:])

    def without(self, name: str) -> Arguments:
        """These arguments without the one given by `name`."""
        return dataclasses.replace(self, keywords=tuple(pair for pair in self.keywords if pair[0] != name))

    def all(self) -> Tuple[Value, ...]:
        return self.positional + tuple(value for _, value in self.keywords)


@dataclasses.dataclass(frozen=True)
class Event:
    """Base of all events. `node` is a node of the file's `ast`."""

    node: Any = dataclasses.field(compare=False)
    _module: Any = dataclasses.field(default=None, init=False, compare=False, repr=False)

    def found_in(self, module: Module) -> None:
        """Note the file that `node` is of, so that its source can be quoted."""
        object.__setattr__(self, "_module", module)

    @property
    def source(self) -> str:
        """The source text of `node` on one line, shortened where it is long."""
        return self.quote(self.node)

    def quote(self, node: Any) -> str:
        """The source text of `node`, which is of the same file, on one line, shortened where it is long."""
        if isinstance(node, str):
            return node
        text = self.code(node)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

    def code(self, node: Any) -> str:
        """The source text of `node`, which is of the same file, on one line."""
        module: Module = self._module
        return module.code(node)

    def exceptions(self, api: Api) -> FrozenSet[str]:
        """The exception that a Symbol raises here, with its bases; all that there are where it is not known."""
        return _ONE_OF_THEM


class EventKey:
    """An event as the key of a dict: equal to another of the same node that says the same."""

    __slots__ = ("_hash", "event")

    def __init__(self, event: Event) -> None:
        self.event = event
        self._hash = hash((type(event), id(event.node), event))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, EventKey) and self.event.node is other.event.node and self.event == other.event


def _of_member(name: str, api: Api) -> FrozenSet[str]:
    """What reading the attribute `name` of a Symbol, or calling it, raises."""
    method = api.method(name)
    if method is None or method.symbolic:
        return _NOT_IMPLEMENTED if method is not None and method.not_implemented else _ONE_OF_THEM
    return _ATTRIBUTE_ERROR


@dataclasses.dataclass(frozen=True)
class AttributeRead(Event):
    """`tensor.name`, read; `called` where it is called at once, as `tensor.name(…)`."""

    tensor: Value
    name: str
    called: bool = False

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _of_member(self.name, api)


@dataclasses.dataclass(frozen=True)
class MethodCall(Event):
    """`tensor.name(arguments)`, or the method of an NDArray that is given a tensor. `discarded` where the result is
    thrown away (an expression statement)."""

    tensor: Value
    name: str
    arguments: Arguments
    discarded: bool = False

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _of_member(self.name, api)


@dataclasses.dataclass(frozen=True)
class Subscript(Event):
    """`tensor[index]`. `context` is "load", "store", "delete" or "augmented" (`x[0] += 1`). A slice is a `Slice`,
    a tuple index a `Sequence` of type "tuple"."""

    tensor: Value
    index: Value
    context: str


@dataclasses.dataclass(frozen=True)
class Slice(Value):
    """`lower:upper:step` as an index; None where a part is left out."""

    lower: Optional[Value] = None
    upper: Optional[Value] = None
    step: Optional[Value] = None


@dataclasses.dataclass(frozen=True)
class TruthTest(Event):
    """The truth of `tensor` is asked for. `construct`: "if", "while", "assert", "not", "and", "or", "a conditional
    expression", "a comparison chain", "in", "bool()", "any()", "all()", "max()", "min()", "a comprehension
    condition"."""

    tensor: Value
    construct: str

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _NOT_IMPLEMENTED


@dataclasses.dataclass(frozen=True)
class Iteration(Event):
    """`tensor` is iterated: `construct` is "for", "a comprehension", "list()", "zip()", "*", "sum()", "sorted()" …"""

    tensor: Value
    construct: str


@dataclasses.dataclass(frozen=True)
class Unpacking(Event):
    """`a, b = tensor`: `targets` names without a star, and whether one has it."""

    tensor: Value
    targets: int
    starred: bool

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _VALUE_ERROR


@dataclasses.dataclass(frozen=True)
class LengthOf(Event):
    """`len(tensor)`."""

    tensor: Value


@dataclasses.dataclass(frozen=True)
class Hashing(Event):
    """`{tensor}`, `d[tensor]`, `hash(tensor)`."""

    tensor: Value

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _TYPE_ERROR


@dataclasses.dataclass(frozen=True)
class Conversion(Event):
    """`float(tensor)`, `int(tensor)`, `range(tensor)`, `round(tensor)`: `to` is what was asked for. As `float(tensor)`
    does `math.sqrt(tensor)` count."""

    tensor: Value
    to: str

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _TYPE_ERROR


@dataclasses.dataclass(frozen=True)
class Printing(Event):
    """`print(tensor)`: imperatively numbers, at the trace once the Symbol's name."""

    tensor: Value


@dataclasses.dataclass(frozen=True)
class BinaryOperation(Event):
    """`left operator right` with a tensor on at least one side; `operator` as written ("+", "//", "==", "@", "&" …)."""

    operator: str
    left: Value
    right: Value


#: The operator of `F` that broadcasts as `NDArray`'s own operator does.
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


@dataclasses.dataclass(frozen=True)
class ListsJoined(Event):
    """`left + right` of two lists or tuples, in the outermost block of a graph."""

    left: Value
    right: Value


@dataclasses.dataclass(frozen=True)
class UnaryOperation(Event):
    """`operator tensor`: "+", "~" or "-"; and `abs(tensor)`."""

    operator: str
    tensor: Value


@dataclasses.dataclass(frozen=True)
class InPlaceOperation(Event):
    """`target operator= operand`, target a tensor; `aliased` where another name or the caller holds the same array."""

    operator: str
    target: Value
    operand: Value
    aliased: bool = False

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _NOT_IMPLEMENTED


@dataclasses.dataclass(frozen=True)
class NamespaceRead(Event):
    """`F.path` or `nd.path` is read; `called` where it is called at once. `phase` as in `values.Namespace`."""

    phase: str
    path: str
    called: bool = False

    def exceptions(self, api: Api) -> FrozenSet[str]:
        return _ATTRIBUTE_ERROR


@dataclasses.dataclass(frozen=True)
class OperatorCall(Event):
    """`F.path(arguments)` (`phase` "both"), `nd.path(…)` ("imperative") or `sym.path(…)` ("symbolic").
    `discarded` where the result is thrown away."""

    phase: str
    path: str
    arguments: Arguments
    discarded: bool = False


@dataclasses.dataclass(frozen=True)
class FirstLeftOut(Event):
    """Of a call of the operator `path` the output `number` is used, and the first is not, which it is computed from."""

    path: str
    number: int


@dataclasses.dataclass(frozen=True)
class ForeignCall(Event):
    """A function of another library, `name` in full ("numpy.tanh"), is handed a tensor. `method` is the operator of F
    that does its work all the same: of `np.sum`, which calls the method of that name."""

    name: str
    arguments: Arguments
    method: str = ""


@dataclasses.dataclass(frozen=True)
class BlockCall(Event):
    """A child (or another block) is called with `arguments`; where `method` is "unroll", a cell goes through them."""

    block: Value
    arguments: Arguments
    method: str = ""


@dataclasses.dataclass(frozen=True)
class PhaseBranch(Event):
    """A condition whose outcome differs between the phases (`F is mx.nd`, `isinstance(x, NDArray)`, `hasattr(…)`,
    `callable(x)`, `try: x.shape`), with results that differ, although the imperative branch would also trace:
    nothing but a different meaning can come of it. `reason` is the condition in words, `imperative` its outcome in the
    imperative phase where that is known, or `assumed` because tracing takes the other branch. `node` is then the test
    of an `if`, or a conditional expression."""

    reason: str
    imperative: Optional[bool] = None
    assumed: bool = False


@dataclasses.dataclass(frozen=True)
class Refusal(Event):
    """A `raise` that only the traced phase reaches, or an `assert` that only it fails."""

    def exceptions(self, api: Api) -> FrozenSet[str]:
        if not isinstance(self.node, ast.Raise):
            return _ANY | {"AssertionError"}
        made = self.node.exc.func if isinstance(self.node.exc, ast.Call) else self.node.exc
        name = made.id if isinstance(made, ast.Name) else ""
        kind = getattr(builtins, name, None)
        return _ANY | {base.__name__ for base in kind.__mro__} if isinstance(kind, type) else _ANY | {name}


@dataclasses.dataclass(frozen=True)
class PhaseDependentRead(Event):
    """A value that differs between the phases reaches arithmetic or the result; or is indexed, though it is `missing`
    (None) while tracing."""

    reason: str
    missing: bool = False


@dataclasses.dataclass(frozen=True)
class TaintUse(Event):
    """A value that changes from call to call imperatively, and that the trace freezes, has an effect: `sink` is
    "operand", "argument", "branch", "index", "result"."""

    reason: Taint
    sink: str


@dataclasses.dataclass(frozen=True)
class SeedInCall(Event):
    """MXNet's generator of random numbers is given a seed, and operators draw from it in the same call."""


@dataclasses.dataclass(frozen=True)
class ModeManager(Event):
    """`with name(…):` around operators, `name` in full ("mxnet.autograd.pause", "name_scope"), or a call that switches
    the mode until further notice ("mxnet.autograd.set_training"). `effect` is what it does imperatively, and only
    there: "gradients" are kept back, another "mode" is followed, or "" (enters)."""

    name: str
    effect: str = ""


@dataclasses.dataclass(frozen=True)
class TensorKept(Event):
    """A tensor is kept from call to call by `holder`: an attribute of the block (`self.seen = x`,
    `self.seen.append(x)`) or the list that is a parameter's default. `read` says how the class's `hybrid_forward` reads
    it: "after" (only after it was set in the same call), "before" (state from the call before) or "" (not at all: for
    others to read)."""

    holder: str
    value: Value
    read: str


@dataclasses.dataclass(frozen=True)
class ParameterChanged(Event):
    """`self.weight.set_data(…)`, `self.collect_params().initialize()` and the like: `name` is the method."""

    name: str


@dataclasses.dataclass(frozen=True)
class Returned(Event):
    """What `hybrid_forward` returns. `kind` of a value that is neither tensor nor (nested) list of tensors is in
    `value`. For a function without a `return`, `node` is the function's name and `value` is NONE. `inlined` tells that
    the whole graph certainly is so small that MXNet runs it operator by operator."""

    value: Value
    inlined: bool = False


@dataclasses.dataclass(frozen=True)
class OnlyReturned(Event):
    """The "parameter" or "constant" `name` is returned as it came, from a graph that MXNet runs as a whole, and nothing
    computes with it."""

    kind: str
    name: str


@dataclasses.dataclass(frozen=True)
class LoopRows(Event):
    """The stacked outputs of `F.contrib.while_loop` are used: rows past the last step are uninitialised memory."""

    tensor: Value


@dataclasses.dataclass(frozen=True)
class CondBranches(Event):
    """`F.contrib.cond(predicate, …)`, and what the functions of its two branches return."""

    then: Value
    otherwise: Value
    predicate: Value


@dataclasses.dataclass(frozen=True)
class LoopArrays(Event):
    """`F.contrib.foreach` or `while_loop` with arrays that it cannot make a graph of: the body never reads its argument
    `unused`, the `part` "data", "state" or "loop variable"; or, where that is empty, one array is given twice."""

    unused: str = ""
    part: str = ""


@dataclasses.dataclass(frozen=True)
class LoopValues(Event):
    """What the loop `operator`, "foreach" or "while_loop", is `given` (data and states, or the loop variables), what
    its body gives back as `outputs` and as the states `after`, and what its `condition` returns, where it has one."""

    operator: str
    given: Tuple[Value, ...]
    outputs: Value
    after: Value
    condition: Optional[Value] = None


@dataclasses.dataclass(frozen=True)
class ChildAdded(Event):
    """`parent` (a hybrid block: the class's own name or "HybridSequential") gets `child` by attribute, `add` or
    `register_child`."""

    parent: str
    child: Value
    attribute: str


@dataclasses.dataclass(frozen=True)
class BlocksHidden(Event):
    """`self.attribute` is a list, tuple or dict of blocks that are registered nowhere; `container` is its type. Both
    are "" where a block with parameters is called that is an attribute of none: `hybrid_forward` made it, say."""

    attribute: str
    container: str


@dataclasses.dataclass(frozen=True)
class HookOnChild(Event):
    """A hybrid block registers a hook on a `child` of its own, by `method`."""

    child: Value
    method: str


@dataclasses.dataclass(frozen=True)
class HybridizeCall(Event):
    """`block.hybridize(flags)`. Not `certain` where something else may have a method of that name."""

    arguments: Arguments
    certain: bool = True


@dataclasses.dataclass(frozen=True)
class ConstantInitializer(Event):
    """`mx.init.Constant(value)`, made in the constructor of a HybridBlock."""

    value: Optional[Value]


@dataclasses.dataclass(frozen=True)
class ParameterAlone(Event):
    """A HybridBlock initializes a parameter in its constructor that is none of `self.params`."""


@dataclasses.dataclass(frozen=True)
class NoGraph(Event):
    """A class derived from HybridBlock that only has `forward`: nothing is ever traced. `name` is the class."""

    name: str


@dataclasses.dataclass(frozen=True)
class HybridForward(Event):
    """The `hybrid_forward` of a hybrid block in code for MXNet 2, which only knows `forward`. `name` is the class, and
    `parameters` are the attributes that are parameters of it."""

    name: str
    parameters: Tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class NeverInGraph(Event):
    """A block calls a layer whose sizes MXNet has to infer, and has parameters that its graph does not use: those of
    `what`, a child that nothing reads or an argument of `hybrid_forward`."""

    what: str


@dataclasses.dataclass(frozen=True)
class LengthByValues(Event):
    """A block calls a layer whose sizes MXNet has to infer, and the operator `path`, how much of which comes out the
    values of its inputs decide."""

    path: str


@dataclasses.dataclass(frozen=True)
class ReadAsList(Event):
    """The input `name`, whose parameter is `node`, is indexed and gone through as a list is; an array can be, too."""

    name: str


@dataclasses.dataclass(frozen=True)
class UnusedInput(Event):
    """The argument `name` of `hybrid_forward` is never read."""

    name: str
