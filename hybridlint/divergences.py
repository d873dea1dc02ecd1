"""The table of divergences: how the phases can differ, and the exceptions of which tracing raises one."""

from __future__ import annotations

import builtins
import dataclasses
import enum
import functools
from typing import Any, FrozenSet, Mapping, Tuple

from hybridlint.dataclass import dataclass

#: Exception of MXNet → its base.
_BASES = {"NotImplementedForSymbol": "MXNetError", "MXNetError": "RuntimeError"}


@functools.lru_cache(maxsize=None)
def with_bases(*names: str) -> FrozenSet[str]:
    """Return the names of exceptions, of Python, MXNet or the file, and of their bases."""
    result = {"Exception", "BaseException"}
    for name in names:
        while name in _BASES:
            result.add(name)
            name = _BASES[name]
        kind = getattr(builtins, name, None)
        result.update(base.__name__ for base in kind.__mro__) if isinstance(kind, type) else result.add(name)
    return frozenset(result)


class Outcome(enum.Enum):
    """What a divergence comes to."""

    RAISES = "hybrid_forward raises while tracing"
    FAILS = "hybrid_forward returns a graph, which MXNet rejects or fails to execute"
    DIFFERS = "nothing is raised, and the result is another"


_RAISES, _FAILS, _DIFFERS = Outcome
_ANY_ERROR = ("AssertionError", "AttributeError", "IndexError", "NotImplementedForSymbol", "TypeError", "ValueError")


@enum.unique
class Kind(enum.Enum):
    """A way in which the phases differ: the outcome, a description that quotes the names of its data, and the names of
    the exceptions of which one is raised, if they are known and do not depend on the operation."""

    # members
    MISSING_ATTRIBUTE = _RAISES, "a Symbol has no such attribute", "AttributeError"
    MISSING_METHOD = _RAISES, "a Symbol has no such method, or one that raises NotImplementedForSymbol"
    NO_SHAPE = _DIFFERS, "`infer_shape()` without arguments infers nothing: no shape of an input is known yet"
    # functions
    MISSING_FUNCTION = _RAISES, "`mx.sym` has no such function; it may get `arguments`", "AttributeError"
    FUNCTION_WITHOUT_GRAPH = _RAISES, "the function of `mx.sym` always raises", "MXNetError"
    IMPERATIVE_FUNCTION = _RAISES, "a function of `mx.nd` gets a Symbol"
    FUNCTION_OF_AUTOGRAD = _DIFFERS, "an `autograd.Function` loses its `backward`, unless its `forward` raises"
    ARRAYS_ONLY = _RAISES, "a function of Gluon that reads the values of arrays gets Symbols"
    FUNCTION_OF_NUMPY = _FAILS, "most functions of NumPy return an array of Symbols, which MXNet rejects"
    ARRAY_AMONG_SYMBOLS = _RAISES, "`array`, an NDArray in both phases, is an operand beside Symbols"
    BLOCK_WITHOUT_GRAPH = _RAISES, "the `block` of Gluon, which has some flag or other, works imperatively only"
    # signatures
    ARGUMENTS_OF_METHOD = _RAISES, "for the reason `problem`: parameters are `imperative`", "MXNetError", "TypeError"
    ARGUMENTS_OF_FUNCTION = _RAISES, "for the reason `problem`: also `symbolic` parameters", "MXNetError", "TypeError"
    DEFAULT_DIFFERS = (
        _DIFFERS,
        "`name` is left out, whose imperative `default` is another than `symbolic`",
    )
    ARGUMENT_NEEDED = _FAILS, "the operator of a graph does not know the `default` of `name`, which is left out"
    ARGUMENT_REQUIRED = _RAISES, "the function infers `name`, which is left out, from values of an array", "ValueError"
    # arithmetic
    SHAPES_DIFFER = _FAILS, "an elementwise operator gets other shapes; `operator` broadcasts"
    BOOLEAN_OPERAND = _RAISES, "the operand on the `side` of a Symbol is a bool"
    CHANGE_IN_PLACE = _RAISES, "Symbols have no `+=` and its like", "NotImplementedForSymbol"
    CHANGE_OF_ALIAS = _DIFFERS, "`%=` binds the name to a new Symbol; the array does not change for `alias`"
    MISSING_OPERATOR = _RAISES, "a Symbol of `mx.np` has no special method `method`", "AttributeError", "TypeError"
    MISSING_AXES = _FAILS, "the operand that is broadcast lacks as many axes as are `missing`"
    OUT_IGNORED = _DIFFERS, "an operator of `mx.sym` returns its result and does not write it to `out`"
    # random_numbers
    SHAPE_NOT_INFERRED = _FAILS, "no shape can be inferred for the random numbers `code`"
    NUMBER_PER_ELEMENT = _DIFFERS, "the random number `code` is drawn for each element that it is combined with"
    # subscripts
    WHOLE_TENSOR = _DIFFERS, "the index picks the only output: the whole tensor, not a row"
    NO_SUCH_OUTPUT = _RAISES, "the index, of rows, picks an output that is none, or is not accepted by a Symbol"
    OUTPUTS_INDEXED = _RAISES, "a Symbol does not accept the index of one of its outputs, such as a negative number"
    BEYOND_BASIC_INDEXING = _RAISES, "a Symbol of `mx.np` takes integers and slices only", "IndexError", "TypeError"
    LAST_ROW = _FAILS, "a Symbol of `mx.np` reads -1 as an empty slice"
    ITEM_ASSIGNED = _RAISES, "a Symbol has no `__setitem__` and no `__delitem__`", "TypeError"
    # sequences
    WHOLE_INSTEAD_OF_ROWS = _DIFFERS, "iterating over a Symbol yields its only output"
    WHOLE_UNPACKED = _DIFFERS, "unpacking a Symbol yields its only output"
    NOT_ITERABLE = _RAISES, "a Symbol of `mx.np` cannot be iterated over", "TypeError"
    TOO_FEW_TO_UNPACK = _RAISES, "a Symbol of one output is unpacked to several targets", "ValueError"
    NUMBER_OF_OUTPUTS = _DIFFERS, "`len` of a Symbol is the number of its outputs"
    NO_LENGTH = _RAISES, "a Symbol of `mx.np` has no length", "TypeError"
    NO_HASH = _RAISES, "a Symbol cannot be hashed", "TypeError"
    TUPLE_IS_LIST = _RAISES, "an input that is a tuple is a list, which cannot be added to a tuple", "TypeError"
    OUTPUTS_ARE_NO_STEPS = _RAISES, "`unroll` of a cell gets one Symbol as its list of steps", "AssertionError"
    NO_LIST_METHOD = _RAISES, "the outputs of an operator are one Symbol, without methods of a list", "AttributeError"
    OUTPUTS_NOT_JOINED = _RAISES, "the outputs of an operator, one Symbol, are added to a list or repeated"
    # reshaping
    DIMENSION_LOST = _DIFFERS, "the dimensions after the first are read as flags, and lost"
    DIMENSION_REFUSED = _RAISES, "the dimensions after the first are read as other arguments, and refused"
    # control_flow
    NO_TRUTH_VALUE = _RAISES, "a Symbol has no truth value", "NotImplementedForSymbol"
    SYMBOL_PRINTED = _DIFFERS, "a Symbol is printed, once, not the numbers of an array in each call"
    GRADIENTS_NOT_STOPPED = _DIFFERS, "`autograd.pause()` does not stop the gradients of a graph"
    SCOPE_IGNORED = _DIFFERS, "the scope, which is called `name`, has no effect on the operators of a graph"
    NAME_SCOPE_ENTERED = _FAILS, "tracing has entered the name scope already: Gluon raises when it leaves that"
    PHASE_BRANCH = _DIFFERS, "a condition differs, and its branches yield different values"
    PHASE_DEPENDENT_READ = _DIFFERS, "a value that differs because of `reason` is an operand or the result"
    NONE_READ = _RAISES, "a value that is None while tracing because of `reason` is indexed"
    REFUSAL = _RAISES, "only tracing reaches a `raise`, or fails an `assert`"
    MISSING_READ = _RAISES, "a name, an element or an attribute is bound in the imperative phase alone"
    # loops
    CONDITION_IS_NO_TENSOR = _RAISES, "the condition of `cond` is a Python value"
    CONDITION_NOT_FLOAT32 = _FAILS, "the condition of `cond` has another data type than float32"
    NOT_RETURNABLE = _RAISES, "a branch of `cond` returns `what`, which cannot be part of a graph"
    OUTPUTS_IN_BRANCH = _FAILS, "a branch of `cond` returns one Symbol of several outputs"
    BRANCH_WITHOUT_INPUT = _FAILS, "a branch of `cond` uses no tensor from outside of it"
    BRANCHES_OF_UNEQUAL_LENGTH = _RAISES, "the branches of `cond` return `then` and `otherwise` outputs"
    BRANCHES_NESTED_DIFFERENTLY = _DIFFERS, "the branches of `cond` nest lists differently; a graph has one structure"
    GRADIENT_STOPS = _DIFFERS, "no gradient passes through `tensor`, which a branch of `cond` returns: backward raises"
    GRADIENT_THROUGH_COND = _DIFFERS, "the gradient of what is computed outside of `cond` is uninitialized memory"
    LOOP_CONDITION_IS_NO_TENSOR = _RAISES, "the condition of a loop is a Python value"
    NOT_LOOPABLE = _RAISES, "a loop gets `what`, which cannot be part of a graph"
    SEVERAL_OUTPUTS_RETURNED = _FAILS, "the body of a loop returns one Symbol of several outputs in place of a list"
    STATES_RESTRUCTURED = _RAISES, "the body of `foreach` returns its states in lists of another structure"
    ARGUMENT_UNUSED = _RAISES, "the body of the `loop` does not read its argument `unused`"
    ARRAY_PASSED_TWICE = _RAISES, "a loop gets one array twice"
    LOOP_ROWS = _DIFFERS, "rows of `while_loop` after the last step are uninitialized memory"
    # outputs
    NO_OUTPUT = _FAILS, "an empty list is returned"
    NONE_RETURNED = _FAILS, "None is among the outputs"
    NO_TENSOR_RETURNED = _FAILS, "`kind`, such as a dict, is among the outputs"
    RETURNED_UNCHANGED = _DIFFERS, "`array`, an input or a parameter, is an output: `backward` raises"
    NO_GRADIENT = _FAILS, "MXNet creates the gradient of the graph, and the operator `name` has none"
    OF_NO_INPUT = _FAILS, "the outputs depend on no input"
    ONLY_RETURNED = (
        _DIFFERS,
        "nothing but the output depends on the `part`, parameter or constant, of this `name`",
    )
    FIRST_LEFT_OUT = _DIFFERS, "the output `number` is computed from the first one, which is not"
    # state
    SYMBOL_READ_LATER = _DIFFERS, "the next call reads the Symbol that tracing has stored"
    NAMESPACE_READ_LATER = _DIFFERS, "the next call reads the `F`, or an operator of it, of another phase"
    SYMBOL_LEFT = _DIFFERS, "tracing stores a Symbol that the block does not read"
    DRAWN = _DIFFERS, "a random number, or the time, is a constant of the graph"
    PARAMETER_READ = _DIFFERS, "the data of a parameter is a constant of the graph"
    GRADIENT_READ = _DIFFERS, "the gradient of a parameter is a constant of the graph"
    LAYER_RESULT_READ = _DIFFERS, "what a layer computes outside of the graph is a constant of it"
    CARRIED = _DIFFERS, "an attribute or a global that changes from call to call is a constant of the graph"
    MODE_READ = _DIFFERS, "the mode of autograd is a constant of the graph"
    SEED_IN_CALL = _DIFFERS, "the seed is set while tracing only"
    PARAMETER_CHANGED = _DIFFERS, "a parameter is changed while tracing only"
    PARAMETER_SET_TO_SYMBOL = _RAISES, "`set_data` reads the shape of a Symbol", "AttributeError"
    # structure
    BLOCK_NOT_REGISTERED = _FAILS, "a block with parameters that is called is not a child"
    BLOCKS_HIDDEN = (
        _FAILS,
        "blocks with parameters in the `container` that is `attribute` are not children",
    )
    PARAMETER_WITH_COMMA = _FAILS, "the tuple of one parameter in `attribute` is no parameter of the block"
    PARAMETERS_HIDDEN = (
        _FAILS,
        "parameters in the `container` that is `attribute` are not those of the block",
    )
    PARAMETER_ALONE = _FAILS, "the block has not registered a parameter"
    HOOK_ON_CHILD = _DIFFERS, "the hook of a child, set by `method`, runs while tracing only"
    NEVER_IN_GRAPH = _FAILS, "the graph, from which sizes are inferred, does not use the parameters of `what`"
    LENGTH_BY_VALUES = _FAILS, "the shape of the result of `path`, which depends on values, cannot be inferred"
    # recording, of MXNet 2
    VALUE_READ = _DIFFERS, "a number read from a tensor is a constant of the graph"
    BRANCH_BY_VALUE = _DIFFERS, "a branch that depends on the values of a tensor is that of the first call"
    SHAPE_READ = _DIFFERS, "a length read from a tensor is a constant of the graph"
    CHOSEN_ONCE = _DIFFERS, "`max` and its like choose by the values of the first call"
    INDEX_NOT_RECORDED = _RAISES, "a part of the index is not recorded: `part` is None, Ellipsis, bool or array"
    SELECTION_OF_FIRST_CALL = _DIFFERS, "a mask selects as many elements as in the first call"
    ROWS_OF_FIRST_CALL = _DIFFERS, "an index from the end of the first axis selects the rows of the first call"
    ARRAY_NOT_RECORDED = _RAISES, "`array` is an operand of a recorded operator or an output, and not recorded"
    WRITTEN_WHILE_RECORDING = _RAISES, "deferred compute refuses to write to an array"
    OUTPUT_NOT_AN_ARRAY = _FAILS, "`kind`, such as a dict, is among the outputs, which must be arrays"
    OPERATOR_NOT_RECORDED = _RAISES, "the operator or method `name` is not recorded"
    PARAMETER_SET = _RAISES, "`set_data` writes to a parameter"
    ARRAY_READ_LATER = _DIFFERS, "the next call reads the array of the first call"
    ARRAY_OF_FIRST_CALL = _DIFFERS, "the block holds the array of the first call"
    PRINTED_ONCE = _DIFFERS, "printing happens in the first call only"
    INPUT_RETURNED = _DIFFERS, "`array`, an input, is returned unchanged: its gradient differs"
    PAUSE_NOT_RECORDED = _DIFFERS, "`autograd.pause()` does not stop the gradients of a recorded graph"
    SCOPE_NOT_RECORDED = _DIFFERS, "a scope of `autograd` is not recorded"

    def __init__(self, outcome: Outcome, description: str, *errors: str) -> None:
        self.outcome, self.description, self.errors = outcome, description, errors or _ANY_ERROR

    def at(self, event: Any, *errors: str, **data: Any) -> Divergence:
        """Return the divergence of this kind at `event`, which raises one of `errors`, if that depends on it."""
        return Divergence(self, event, data, errors or self.errors)


@dataclass(frozen=True)
class Divergence:
    """A difference between the phases at `event`. `data` describes it to the rules and their rewrites, such as the
    operator to use."""

    kind: Kind
    event: Any
    data: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    errors: Tuple[str, ...] = _ANY_ERROR

    @property
    def raises(self) -> bool:
        """Whether `hybrid_forward` raises an error while tracing, which its code could catch."""
        return self.kind.outcome is _RAISES

    @property
    def exceptions(self) -> FrozenSet[str]:
        """The names of the exceptions of which tracing may raise one, and of their bases."""
        return with_bases(*self.errors)
