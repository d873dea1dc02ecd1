"""Python's binary operators, on tensors and on other values."""

from __future__ import annotations

import ast
import operator
from typing import Any, Callable, Dict, Iterable, Tuple

from hybridlint.events import BROADCASTING, BinaryOperation, ListsJoined, PhaseDependentRead, TruthTest
from hybridlint.graph.gradients import STOPS, THROUGH
from hybridlint.interpreter.engine import traced
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import array_shapes, objects, texts
from hybridlint.interpreter.lifecycle import classes
from hybridlint.interpreter.syntax import iteration
from hybridlint.queries import lacks_value
from hybridlint.values import (
    UNKNOWN,
    ImperativeArray,
    Instance,
    Mapped,
    NumPyArray,
    Opaque,
    Phased,
    Plain,
    Sequence,
    Tensor,
    Unknown,
    Value,
    element_of,
    taint_of,
)
from hybridlint.values.lattice import join_all

_FOLDED: Dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}


#: The names of the special methods of the operators, without underscores.
METHODS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "|": "or",
    "&": "and",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
METHODS.update({"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"})
#: The operator of each special method, and whether the receiver is the right operand: `x.__rsub__(1)`.
OF_METHOD = {f"__{name}__": (symbol, False) for symbol, name in METHODS.items()}
OF_METHOD.update({f"__r{name}__": (symbol, True) for symbol, name in METHODS.items()})
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
#: Operators that raise for a list, and for a list and a number; `[x] * 2` does not.
_REFUSES_LIST = ("-", "/", "//", "%", "**")
_REFUSES_LIST_AND_NUMBER = ("+", "<", "<=", ">", ">=")


def symbol_of(node: ast.AST) -> str:
    """Return the symbol of an operator node ("+", "<=", "@"); "" if it has none."""
    return _SYMBOLS.get(type(node), "")


_SYMBOLS: Dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip


def operation(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    """Evaluate `left symbol right`."""
    # The outcome of a test that is the same in both phases is a plain value.
    left, right = sides = tuple(
        side.symbolic if isinstance(side, Phased) and side.imperative == side.symbolic else side
        for side in (left, right)
    )
    if isinstance(right, Instance) and not isinstance(left, Instance) and symbol in METHODS:
        return classes.special(run, node, right, f"__r{METHODS[symbol]}__", left) or UNKNOWN
    if symbol == "%" and isinstance(left, Plain) and left.type == "str" and not isinstance(right, (Plain, Phased)):
        values = right.items if isinstance(right, Sequence) and right.items is not None else (right,)
        return texts.formatted(run, node, left, values)
    if isinstance(left, Tensor) or (isinstance(right, Tensor) and not isinstance(left, Instance)):
        return _tensor_operation(run, node, symbol, left, right)
    lacking = next((side for side in sides if isinstance(side, Phased) and lacks_value(side)), None)
    if lacking is not None and symbol not in _COMPARISONS:
        run.emit(PhaseDependentRead(node, lacking.reason, missing=True))
    if any(isinstance(side, Phased) for side in sides):
        return run.lift(lambda one, other: operation(run, node, symbol, one, other), left, right)
    if symbol in ("==", "!=") and _compares_tensors(run, node, left, right):
        return Plain("bool")
    if isinstance(left, Instance) and symbol in METHODS:
        return classes.special(run, node, left, f"__{METHODS[symbol]}__", right) or UNKNOWN
    if isinstance(left, Plain) and isinstance(right, Plain):
        return fold(symbol, left, right)
    if any(isinstance(side, (ImperativeArray, NumPyArray)) for side in sides):
        return _array_operation(left, right)
    if symbol == "+" and isinstance(left, Sequence) and isinstance(right, Sequence):
        if not run.entry.inner:  # inside another graph, tracing does not turn tuples into lists
            run.emit(ListsJoined(node, left, right))
        return _concatenated(run, left, right)
    if symbol == "|" and isinstance(left, Mapped) and isinstance(right, Mapped):
        rest = [side.element for side in (left, right) if side.element is not None]
        entries = tuple({**dict(left.entries), **dict(right.entries)}.items())
        return Mapped(entries, join_all(rest) if rest else None, run.identity())
    if symbol == "*" and any(isinstance(side, Sequence) for side in sides):
        return _repeated(run, *sides) if isinstance(left, Sequence) else _repeated(run, right, left)
    for one, other in (sides, sides[::-1]):
        if isinstance(one, Opaque) and isinstance(other, (Opaque, Plain)):
            return one
    return UNKNOWN


def _array_operation(left: Value, right: Value) -> Value:
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    taint = taint_of(left) or taint_of(right)
    imperative = isinstance(left, ImperativeArray) or isinstance(right, ImperativeArray)
    dims = array_shapes.dims_broadcast(left, right)
    return ImperativeArray(taint=taint, dims=dims) if imperative else NumPyArray(taint, dims)


def _concatenated(run: Run, left: Sequence, right: Sequence) -> Sequence:
    if left.items is not None and right.items is not None:
        return Sequence(left.type, left.items + right.items, identity=run.identity())
    return Sequence(left.type, None, join_all(element_of(side) for side in (left, right) if side.items != ()))


def _repeated(run: Run, sequence: Value, count: Value) -> Value:
    assert isinstance(sequence, Sequence)
    if isinstance(count, Plain) and count.known and isinstance(count.value, int) and sequence.items is not None:
        if count.value * len(sequence.items) <= iteration.UNROLLED:
            return Sequence(sequence.type, sequence.items * count.value, identity=run.identity())
    return Sequence(sequence.type, None, element_of(sequence), taint=sequence.taint or taint_of(count))


def _compares_tensors(run: Run, node: ast.AST, left: Value, right: Value) -> bool:
    """Return whether `left == right` compares different tensors inside lists or objects, as in `[x, y] == [a, b]`, and
    record the truth test. Python does not compare an object with itself."""
    pairs: Iterable[Tuple[Value, Value]] = ()
    if isinstance(left, Instance) and isinstance(right, Instance):
        pairs = objects.compared(run, left, right)
    elif isinstance(left, Sequence) and isinstance(right, Sequence) and left.items and right.items:
        pairs = zip(left.items, right.items) if len(left.items) == len(right.items) else ()
    for one, other in pairs:
        if isinstance(one, Tensor) and isinstance(other, Tensor):
            if one.identity != other.identity:
                run.emit(TruthTest(node, one, "=="))
                return True
        elif _compares_tensors(run, node, one, other):
            return True
    return False


def fold(symbol: str, left: Plain, right: Plain) -> Plain:
    """Evaluate `left symbol right` of plain values; fold it if both are known constants."""
    taint = left.taint or right.taint
    compute = _FOLDED.get(symbol)
    if symbol == "%" and isinstance(left.value, str) and texts.is_wide(left.value):
        compute = None
    if compute and left.known and right.known and _small(left.value) and _small(right.value):
        try:
            result = compute(left.value, right.value)
        except Exception:  # it raises in both phases
            return Plain(taint=taint)
        if isinstance(result, int) and result.bit_length() > _MOST_BITS:
            return Plain("int", taint=taint)
        if isinstance(result, (bool, int, float, str)):
            return Plain(type(result).__name__, result, taint, is_literal=left.is_literal and right.is_literal)
    if symbol in _COMPARISONS:
        return Plain("bool", taint=taint)
    if "float" in (left.type, right.type) or (symbol == "/" and left.type == right.type == "int"):
        return Plain("float", taint=taint)
    if left.type == "str" and symbol == "%":
        return Plain("str", taint=taint, pieces=texts.of_template(left))
    if "str" in (left.type, right.type) and symbol == "+":
        return Plain("str", taint=taint, pieces=texts.concatenated(left, right))
    numbers = left.type in ("int", "bool") and right.type in ("int", "bool")
    return Plain(
        "int" if numbers and symbol != "**" else "str" if "str" in (left.type, right.type) else "", taint=taint
    )


#: The most bits of an integer that is computed. Python prints no more than 4,300 digits.
_MOST_BITS = 1024


def _small(value: Any) -> bool:
    return not isinstance(value, (int, float, str)) or (
        len(value) < 1000 if isinstance(value, str) else abs(value) < 1e6
    )


def _tensor_operation(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    for side in (left, right):
        if not isinstance(side, ImperativeArray):  # an NDArray raises with a Symbol
            run.note_taint(node, side, "operand")
        if isinstance(side, Phased) and (lacks_value(side) or _certainly_differs(side)):
            run.emit(PhaseDependentRead(node, side.reason, missing=lacks_value(side)))
        run.note_loop_rows(node, side)
    run.emit(BinaryOperation(node, symbol, left, right))
    tensors = [side for side in (left, right) if isinstance(side, Tensor)]
    shape = tensors[0].shape
    if len(tensors) == 2 and tensors[0].shape != tensors[1].shape:
        sides = [tensor.shape or run.shapes.unknown() for tensor in tensors]
        shape = run.shapes.elementwise(*sides)
    if len(tensors) == 1 and not isinstance(left if tensors[0] is right else right, (Plain, NumPyArray, Phased)):
        shape = None
    # Operands of different dtypes raise in both phases. Those of `mx.np` do not; comparing them gives booleans.
    dtype = next((tensor.dtype for tensor in tensors if tensor.dtype), "")
    if run.recording:
        dtype = "bool" if _gives_booleans(symbol, tensors) else ""
    properties: Dict[str, Any] = {"shape": shape, "dtype": dtype}
    random = next((tensor.elementwise_random for tensor in tensors if tensor.elementwise_random), "")
    if random and UNKNOWN not in (left, right):
        properties["elementwise_random"] = random
        properties["origin"] = tensors[0].origin if len(tensors) == 1 else None
    made = traced.operation(
        run.graph,
        BROADCASTING.get(symbol, symbol),
        (left, right),
        ("lhs", "rhs"),
        backward=STOPS if symbol in _COMPARISONS else THROUGH,
        is_given=len(tensors) == 1 and not {type(left), type(right)} <= {Tensor, Plain},
    )
    return run.fresh(
        made,
        numpy=any(tensor.numpy for tensor in tensors),
        description=f"the result of `{symbol}`",
        certain=any(tensor.certain for tensor in tensors) or _refuses_lists(symbol, (left, right)),
        **properties,
    )


def _gives_booleans(symbol: str, tensors: Iterable[Tensor]) -> bool:
    """Return whether an operator gives a boolean array of `mx.np`."""
    return symbol in _COMPARISONS or symbol in ("&", "|", "^") and all(tensor.dtype == "bool" for tensor in tensors)


def _refuses_lists(symbol: str, sides: Tuple[Value, Value]) -> bool:
    """Return whether the operator would raise if the tensor operand were a list or tuple."""
    if symbol in _REFUSES_LIST:
        return True
    beside = [side.type for side in sides if isinstance(side, Plain)]
    return (
        beside == ["float"] and symbol == "*" or beside in (["int"], ["float"]) and symbol in _REFUSES_LIST_AND_NUMBER
    )


def _certainly_differs(value: Phased) -> bool:
    """Return whether a value certainly is another number in the other phase; False if the traced value is computed,
    since it may be equal. For arithmetic only: a shape in one branch of a guard and a reshape code in the other are
    meant to differ."""
    imperative, symbolic = value.imperative, value.symbolic
    if isinstance(symbolic, Plain) and not symbolic.known:
        return False
    return imperative != symbolic and all(isinstance(side, (Plain, Opaque)) for side in (imperative, symbolic))
