"""Python's operators: what `left symbol right` gives for tensors, and for everything else."""

from __future__ import annotations

import ast
import operator
from typing import Any, Callable, Dict, Iterable, Tuple

from hybridlint.events import BROADCASTING, BinaryOperation, ListsJoined, PhaseDependentRead, TruthTest
from hybridlint.interpreter import array_shapes, classes, iteration, objects, texts
from hybridlint.interpreter.run import Run
from hybridlint.lattice import element_of, gradient_through, join_all
from hybridlint.values import (
    STOPPED,
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
    lacks_value,
    taint_of,
)

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


#: The methods by which an object of the file takes part.
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
#: The operator that a method of this name stands for, and whether the receiver is on its right: `x.__rsub__(1)`.
OF_METHOD = {f"__{name}__": (symbol, False) for symbol, name in METHODS.items()}
OF_METHOD.update({f"__r{name}__": (symbol, True) for symbol, name in METHODS.items()})
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
#: What raises for a list, and for a list and a number; `[x] * 2` does not.
_REFUSES_LIST = ("-", "/", "//", "%", "**")
_REFUSES_LIST_AND_NUMBER = ("+", "<", "<=", ">", ">=")


def symbol_of(node: ast.AST) -> str:
    """The operator as it is written ("+", "<=", "@")."""
    return _SYMBOLS.get(type(node), "")


_SYMBOLS: Dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.UAdd: "+", ast.USub: "-", ast.Invert: "~",
}  # fmt: skip


def operation(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    """`left symbol right`."""
    sides = (left, right)
    if isinstance(right, Instance) and not isinstance(left, Instance) and symbol in METHODS:
        return classes.special(run, node, right, f"__r{METHODS[symbol]}__", left) or UNKNOWN
    if symbol == "%" and isinstance(left, Plain) and left.type == "str" and not isinstance(right, (Plain, Phased)):
        values = right.items if isinstance(right, Sequence) and right.items is not None else (right,)
        return texts.filled_in(run, node, left, values)
    if isinstance(left, Tensor) or (isinstance(right, Tensor) and not isinstance(left, Instance)):
        return _tensor_operation(run, node, symbol, left, right)
    lacking = next((side for side in sides if isinstance(side, Phased) and lacks_value(side)), None)
    if lacking is not None and symbol not in _COMPARISONS:
        run.emit(PhaseDependentRead(node, lacking.reason, missing=True))
    if any(isinstance(side, Phased) for side in sides):
        return in_both_phases(left, right, lambda a, b: operation(run, node, symbol, a, b))
    if symbol in ("==", "!=") and _compares_tensors(run, node, left, right):
        return Plain("bool")
    if isinstance(left, Instance) and symbol in METHODS:
        return classes.special(run, node, left, f"__{METHODS[symbol]}__", right) or UNKNOWN
    if isinstance(left, Plain) and isinstance(right, Plain):
        return fold(symbol, left, right)
    if any(isinstance(side, (ImperativeArray, NumPyArray)) for side in sides):
        return _array_operation(left, right)
    if symbol == "+" and isinstance(left, Sequence) and isinstance(right, Sequence):
        if not run.entry.inner:  # inside of another graph an input stays what it is
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
    dims = array_shapes.dims_together(left, right)
    return ImperativeArray(taint=taint, dims=dims) if imperative else NumPyArray(taint, dims)


def _concatenated(run: Run, left: Sequence, right: Sequence) -> Sequence:
    if left.items is not None and right.items is not None:
        return Sequence(left.type, left.items + right.items, identity=run.identity())
    return Sequence(left.type, None, join_all(element_of(side) for side in (left, right) if side.items != ()))


def _repeated(run: Run, sequence: Value, count: Value) -> Value:
    assert isinstance(sequence, Sequence)
    if isinstance(count, Plain) and count.known and isinstance(count.value, int) and sequence.items is not None:
        if 0 <= count.value * len(sequence.items) <= iteration.UNROLLED:
            return Sequence(sequence.type, sequence.items * count.value, identity=run.identity())
    return Sequence(sequence.type, None, element_of(sequence), taint=sequence.taint or taint_of(count))


def _compares_tensors(run: Run, node: ast.AST, left: Value, right: Value) -> bool:
    """`[x, y] == [a, b]` and the like: whether Python asks a tensor whether it equals another. What is the same object
    it does not ask."""
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


def in_both_phases(left: Value, right: Value, apply: Callable[[Value, Value], Value]) -> Value:
    """`apply(left, right)` of values of which one differs between the phases."""
    source = left if isinstance(left, Phased) else right
    assert isinstance(source, Phased)
    sides = []
    for name in ("imperative", "symbolic"):
        one = getattr(left, name) if isinstance(left, Phased) else left
        other = getattr(right, name) if isinstance(right, Phased) else right
        sides.append(apply(one, other))
    if sides == [UNKNOWN, UNKNOWN]:
        return UNKNOWN
    return Phased(sides[0], sides[1], source.reason, source.guard)


def fold(symbol: str, left: Plain, right: Plain) -> Plain:
    """The Python value of `left symbol right`, computed where both are known."""
    taint = left.taint or right.taint
    compute = _FOLDED.get(symbol)
    if compute and left.known and right.known and _small(left.value) and _small(right.value):
        try:
            result = compute(left.value, right.value)
        except Exception:  # the user's own arithmetic fails in both phases alike
            return Plain(taint=taint)
        if isinstance(result, (bool, int, float, str)):
            return Plain(type(result).__name__, result, taint, written=left.written and right.written)
    if symbol in _COMPARISONS:
        return Plain("bool", taint=taint)
    if "float" in (left.type, right.type) or (symbol == "/" and left.type == right.type == "int"):
        return Plain("float", taint=taint)
    if left.type == "str" and symbol == "%":
        return Plain("str", taint=taint, pieces=texts.of_template(left))
    if "str" in (left.type, right.type) and symbol == "+":
        return Plain("str", taint=taint, pieces=texts.together(left, right))
    numbers = left.type in ("int", "bool") and right.type in ("int", "bool")
    return Plain(
        "int" if numbers and symbol != "**" else "str" if "str" in (left.type, right.type) else "", taint=taint
    )


def _small(value: Any) -> bool:
    return not isinstance(value, (int, float, str)) or (
        len(value) < 1000 if isinstance(value, str) else abs(value) < 1e6
    )


def _tensor_operation(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    for side in (left, right):
        if not isinstance(side, ImperativeArray):  # which raises, among Symbols
            run.note_taint(node, side, "operand")
        if isinstance(side, Phased) and (lacks_value(side) or _differs(side)):
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
    # Operands of different dtypes raise in both phases. Those of `mx.np` do not, and compare to truth values.
    dtype = next((tensor.dtype for tensor in tensors if tensor.dtype), "")
    if run.recording:
        dtype = "bool" if _is_truth(symbol, tensors) else ""
    properties: Dict[str, Any] = {"shape": shape, "dtype": dtype}
    random = next((tensor.elementwise_random for tensor in tensors if tensor.elementwise_random), "")
    if random and UNKNOWN not in (left, right):
        properties["elementwise_random"] = random
        properties["origin"] = tensors[0].origin if len(tensors) == 1 else None
    return run.fresh(
        gradient=STOPPED if symbol in _COMPARISONS else gradient_through(tensors),
        numpy=any(tensor.numpy for tensor in tensors),
        of_no_input=all(t.of_no_input for t in tensors)
        and (len(tensors) == 2 or {type(left), type(right)} <= {Tensor, Plain}),
        description=f"the result of `{symbol}`",
        work=run.work((BROADCASTING.get(symbol, symbol), "lhs", "rhs"), (left, right)),
        certain=any(tensor.certain for tensor in tensors) or _refuses_lists(symbol, (left, right)),
        **properties,
    )


def _is_truth(symbol: str, tensors: Iterable[Tensor]) -> bool:
    """Whether an operator gives an array of truth values of `mx.np`."""
    return symbol in _COMPARISONS or symbol in ("&", "|", "^") and all(tensor.dtype == "bool" for tensor in tensors)


def _refuses_lists(symbol: str, sides: Tuple[Value, Value]) -> bool:
    """Whether the operator would raise for a list or tuple in the place of a tensor that might be one."""
    if symbol in _REFUSES_LIST:
        return True
    beside = [side.type for side in sides if isinstance(side, Plain)]
    return (
        beside == ["float"] and symbol == "*" or beside in (["int"], ["float"]) and symbol in _REFUSES_LIST_AND_NUMBER
    )


def _differs(value: Phased) -> bool:
    """Whether a value certainly is another number in the other phase. A shape in one branch of a guard and a reshape
    code in the other are meant to differ, so only arithmetic asks. What the traced phase computes may well be the same
    number."""
    imperative, symbolic = value.imperative, value.symbolic
    if isinstance(symbolic, Plain) and not symbolic.known:
        return False
    return imperative != symbolic and all(isinstance(side, (Plain, Opaque)) for side in (imperative, symbolic))
