"""Expressions: what a piece of `hybrid_forward` evaluates to, and the uses that it makes on the way."""

from __future__ import annotations

import ast
import functools
import operator
from typing import Any, Callable, Dict, List, Tuple

import libcst as cst

from hybridlint.interpreter import assignment, calls, conditions, iteration, names, objects, subscripts, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.shapes import Shape, may_be_one_number, shape_of_two
from hybridlint.uses import (
    AttributeUse,
    BinaryOperation,
    FrozenUse,
    Hashing,
    LifeValue,
    LoopRows,
    NamespaceUse,
    UnaryOperation,
)
from hybridlint.values import (
    STILL,
    STOPPED,
    UNKNOWN,
    Block,
    BoundMethod,
    Class,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Namespace,
    NumPyArray,
    Opaque,
    Operator,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    constant,
    frozen_reason,
    gradient_through,
    join_all,
)


def evaluate(run: Run, node: cst.CSTNode, frame: Frame) -> Value:
    """The value of the expression `node`."""
    run.spend()
    handler = _HANDLERS.get(type(node))
    return UNKNOWN if handler is None else handler(run, node, frame)


# Names and attributes


def _name(run: Run, node: cst.Name, frame: Frame) -> Value:
    return names.look_up(run, node.value, frame)


def _attribute(run: Run, node: cst.Attribute, frame: Frame) -> Value:
    receiver = evaluate(run, node.value, frame)
    refined = names.refined_attribute(node, frame)
    if refined is not None:
        return refined
    return attribute(run, node, frame, receiver, node.attr.value)


def attribute(run: Run, node: cst.CSTNode, frame: Frame, receiver: Value, name: str, called: bool = False) -> Value:
    """`receiver.name`, read by `node`."""
    if isinstance(receiver, Tensor):
        if name == "__class__":
            return type_tests.type_of(run, node, receiver)
        if not called:
            run.emit(AttributeUse(node, receiver, name))
        return _attribute_of_tensor(run, receiver, name)
    if isinstance(receiver, Namespace):
        return _attribute_of_namespace(run, node, receiver, name, called)
    if isinstance(receiver, Imported):
        return names.imported(f"{receiver.name}.{name}")
    if isinstance(receiver, Self):
        return names.attribute_of_self(run, node, frame, receiver, name)
    if isinstance(receiver, Block):
        return names.attribute_of_block(run, receiver, name)
    if isinstance(receiver, Instance):
        return objects.attribute(run, node, frame, receiver, name)
    if isinstance(receiver, Class):
        return names.attribute_of_class(run, receiver, name)
    if isinstance(receiver, TwoLives):
        one, other = (
            attribute(run, node, frame, side, name, called=True) for side in (receiver.imperative, receiver.symbolic)
        )
        return TwoLives(one, other, receiver.reason, receiver.guard) if one != other else one
    if isinstance(receiver, ImperativeArray) and not called:
        return receiver if name in ("T", "grad") else Opaque(f"the {name} of an NDArray")
    if isinstance(receiver, ParameterValue) and name == "shape":
        dims = (
            None if receiver.dims is None else tuple(Plain("int") if d is None else constant(d) for d in receiver.dims)
        )
        return Sequence("tuple", dims, Plain("int"))
    if isinstance(receiver, NumPyArray) and not called:
        return receiver if name in ("T", "flat", "real", "imag") else Opaque(f"the {name} of a NumPy array")
    if isinstance(receiver, Plain) and not receiver.known and not called:
        return Plain("", frozen=receiver.frozen)
    if isinstance(receiver, Opaque):
        return Opaque(receiver.description, receiver.frozen)
    if isinstance(receiver, Unknown):
        method = run.api.method(name)
        if method is not None and (method.not_implemented or not method.symbolic):
            run.unknown_calls += 1  # what only an NDArray has: reason enough for a guard
        return UNKNOWN
    if (
        isinstance(receiver, Sequence)
        and not called
        and receiver.items is not None
        and receiver.type.startswith("namedtuple")
    ):
        fields = receiver.type.split()[1:]
        if name in fields:
            return receiver.items[fields.index(name)]
    return BoundMethod(receiver, name)


def _attribute_of_tensor(run: Run, tensor: Tensor, name: str) -> Value:
    """What an attribute is imperatively: it matters behind a guard, where only that life goes on."""
    if name == "T":
        return run.fresh()
    if name in ("shape",):
        return Sequence("tuple", None, Plain("int"))
    if name in ("size", "ndim"):
        return Plain("int")
    if name == "grad":
        return ImperativeArray("a gradient")
    method = run.api.method(name)
    if method is not None and method.kind == "method":
        return BoundMethod(tensor, name)
    return Opaque(f"the {name} of a tensor")


def _attribute_of_namespace(run: Run, node: cst.CSTNode, receiver: Namespace, name: str, called: bool) -> Value:
    path = f"{receiver.path}.{name}" if receiver.path else name
    if name == "__name__":
        symbolic = constant("mxnet.symbol" + ("." + receiver.path if receiver.path else ""))
        imperative = constant("mxnet.ndarray" + ("." + receiver.path if receiver.path else ""))
        if receiver.life == "both":
            return TwoLives(imperative, symbolic, "F.__name__", guard=True)
        return imperative if receiver.life == "imperative" else symbolic
    if path in names.DEFINING_MODULES:
        return Imported(f"mxnet.{path}.{path}")
    function = run.api.function(path)
    if function is not None and function.kind == "module":
        if receiver.life == "both" and not function.symbolic:
            run.emit(NamespaceUse(node, receiver.life, path, called))
        return Namespace(receiver.life, path)
    run.emit(NamespaceUse(node, receiver.life, path, called))
    if path in names.TYPES and receiver.life != "both":
        return Imported(f"mxnet.{'ndarray' if receiver.life == 'imperative' else 'symbol'}.{path}")
    return Operator(receiver.life, path)


# Literals and displays


def _number(run: Run, node: Any, frame: Frame) -> Value:
    return constant(_literal(node.value))


@functools.lru_cache(maxsize=4096)
def _literal(text: str) -> Any:
    return ast.literal_eval(text)


def _string(run: Run, node: Any, frame: Frame) -> Value:
    value = _literal(node.value) if isinstance(node, cst.SimpleString) else node.evaluated_value
    return constant(value) if value is not None else Plain("str")


def _formatted(run: Run, node: cst.FormattedString, frame: Frame) -> Value:
    frozen = STILL
    for part in node.parts:
        if isinstance(part, cst.FormattedStringExpression):
            frozen = frozen or frozen_reason(evaluate(run, part.expression, frame))
    return Plain("str", frozen=frozen)


def _ellipsis(run: Run, node: cst.Ellipsis, frame: Frame) -> Value:
    return constant(...)


def display(run: Run, kind: str, elements: Any, frame: Frame) -> Sequence:
    """The list, tuple or set that `elements` make: those of a display, or the positional arguments of a call."""
    found: List[Value] = []
    known = True
    for element in elements:
        value = evaluate(run, element.value, frame)
        if not (isinstance(element, cst.StarredElement) or getattr(element, "star", "") == "*"):
            found.append(value)
            continue
        if isinstance(value, Tensor) and len(elements) > 1:
            # `F.concat(x, *others)`: beside whole tensors goes a list of tensors, not the rows of one.
            run.note_type_test(value, {"list"})
        inner = iteration.iterate(run, element, value, "*")
        known = known and inner.items is not None
        found.extend(inner.items if inner.items is not None else (inner.element,))
    if not known:
        return Sequence(kind, None, join_all(found))
    return Sequence(kind, tuple(found), identity=run.identity() if kind == "list" else 0)


def _list(run: Run, node: cst.List, frame: Frame) -> Value:
    return display(run, "list", node.elements, frame)


def _tuple(run: Run, node: cst.Tuple, frame: Frame) -> Value:
    return display(run, "tuple", node.elements, frame)


def _set(run: Run, node: cst.Set, frame: Frame) -> Value:
    result = display(run, "set", node.elements, frame)
    for value in result.items or ():
        if isinstance(value, Tensor):
            run.emit(Hashing(node, value))
    return result


def _dict(run: Run, node: cst.Dict, frame: Frame) -> Value:
    entries: List[Tuple[Any, Value]] = []
    others: List[Value] = []
    for element in node.elements:
        value = evaluate(run, element.value, frame)
        if not isinstance(element, cst.DictElement):
            others.append(UNKNOWN)
            continue
        key = evaluate(run, element.key, frame)
        if isinstance(key, Tensor):
            run.emit(Hashing(element.key, key))
        if isinstance(key, Plain) and key.known:
            entries.append((key.value, value))
        else:
            others.append(value)
    return Mapped(tuple(entries), join_all(others) if others else None)


# Operators


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

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def symbol_of(node: cst.CSTNode) -> str:
    """The operator as it is written ("+", "<=", "@")."""
    return _SYMBOLS.get(type(node), "")


_SYMBOLS: Dict[type, str] = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.FloorDivide: "//", cst.Modulo: "%",
    cst.Power: "**", cst.MatrixMultiply: "@", cst.BitAnd: "&", cst.BitOr: "|", cst.BitXor: "^", cst.LeftShift: "<<",
    cst.RightShift: ">>", cst.LessThan: "<", cst.LessThanEqual: "<=", cst.GreaterThan: ">", cst.GreaterThanEqual: ">=",
    cst.Equal: "==", cst.NotEqual: "!=", cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*",
    cst.DivideAssign: "/", cst.FloorDivideAssign: "//", cst.ModuloAssign: "%", cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@", cst.BitAndAssign: "&", cst.BitOrAssign: "|", cst.BitXorAssign: "^",
    cst.LeftShiftAssign: "<<", cst.RightShiftAssign: ">>", cst.Plus: "+", cst.Minus: "-", cst.BitInvert: "~",
}  # fmt: skip


def _binary(run: Run, node: cst.BinaryOperation, frame: Frame) -> Value:
    left, right = evaluate(run, node.left, frame), evaluate(run, node.right, frame)
    return operation(run, node, symbol_of(node.operator), left, right)


def operation(run: Run, node: cst.CSTNode, symbol: str, left: Value, right: Value) -> Value:
    """`left symbol right`."""
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        if isinstance(left, Plain) and left.type == "str" and symbol == "%":
            return Plain("str")
        return _tensor_operation(run, node, symbol, left, right)
    if isinstance(left, TwoLives) or isinstance(right, TwoLives):
        return in_both_lives(left, right, lambda a, b: operation(run, node, symbol, a, b))
    if isinstance(left, ImperativeArray) or isinstance(right, ImperativeArray):
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return UNKNOWN
        return ImperativeArray(frozen=frozen_reason(left) or frozen_reason(right))
    if isinstance(left, Plain) and isinstance(right, Plain):
        return fold(symbol, left, right)
    if isinstance(left, Plain) and left.type == "str" and symbol == "%":
        return Plain("str", frozen=frozen_reason(left) or frozen_reason(right))
    if isinstance(left, NumPyArray) or isinstance(right, NumPyArray):
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return UNKNOWN
        return NumPyArray(frozen_reason(left) or frozen_reason(right))
    if isinstance(left, Sequence) and isinstance(right, Sequence) and symbol == "+":
        if left.items is not None and right.items is not None:
            return Sequence(left.type, left.items + right.items)
        return Sequence(left.type, None, join_all(v.joined() for v in (left, right) if v.items != ()))
    for sequence, count in ((left, right), (right, left)):
        if isinstance(sequence, Sequence) and symbol == "*":
            if isinstance(count, Plain) and count.known and isinstance(count.value, int) and sequence.items is not None:
                if 0 <= count.value * len(sequence.items) <= iteration.UNROLLED:
                    return Sequence(sequence.type, sequence.items * count.value)
            return Sequence(sequence.type, None, sequence.joined(), frozen=sequence.frozen)
    if isinstance(left, Opaque) and isinstance(right, (Opaque, Plain)):
        return left
    if isinstance(right, Opaque) and isinstance(left, Plain):
        return right
    return UNKNOWN


def in_both_lives(left: Value, right: Value, apply: Callable[[Value, Value], Value]) -> Value:
    """`apply(left, right)` of values of which one differs between the lives."""
    source = left if isinstance(left, TwoLives) else right
    assert isinstance(source, TwoLives)
    sides = []
    for name in ("imperative", "symbolic"):
        one = getattr(left, name) if isinstance(left, TwoLives) else left
        other = getattr(right, name) if isinstance(right, TwoLives) else right
        sides.append(apply(one, other))
    return TwoLives(sides[0], sides[1], source.reason, source.guard)


def fold(symbol: str, left: Plain, right: Plain) -> Plain:
    """The Python value of `left symbol right`, computed where both are known."""
    frozen = left.frozen or right.frozen
    compute = _FOLDED.get(symbol)
    if compute and left.known and right.known and _small(left.value) and _small(right.value):
        try:
            result = compute(left.value, right.value)
        except Exception:  # the user's own arithmetic fails in both lives alike
            return Plain(frozen=frozen)
        if isinstance(result, (bool, int, float, str)):
            return Plain(type(result).__name__, result, frozen)
    if symbol in _COMPARISONS:
        return Plain("bool", frozen=frozen)
    if "float" in (left.type, right.type) or (symbol == "/" and left.type == right.type == "int"):
        return Plain("float", frozen=frozen)
    numbers = left.type in ("int", "bool") and right.type in ("int", "bool")
    return Plain(
        "int" if numbers and symbol != "**" else "str" if "str" in (left.type, right.type) else "", frozen=frozen
    )


def _small(value: Any) -> bool:
    return not isinstance(value, (int, float, str)) or (
        len(value) < 1000 if isinstance(value, str) else abs(value) < 1e6
    )


def _tensor_operation(run: Run, node: cst.CSTNode, symbol: str, left: Value, right: Value) -> Value:
    for side in (left, right):
        note_frozen(run, node, side, "operand")
        if isinstance(side, TwoLives) and _differs(side):
            run.emit(LifeValue(node, side.reason))
        note_loop_rows(run, node, side)
    run.emit(BinaryOperation(node, symbol, left, right))
    tensors = [side for side in (left, right) if isinstance(side, Tensor)]
    shape = tensors[0].shape
    if len(tensors) == 2 and tensors[0].shape != tensors[1].shape:
        shape = shape_of_two(run.identity(), tensors[0].shape, tensors[1].shape)
    if len(tensors) == 1 and not isinstance(left if tensors[0] is right else right, (Plain, NumPyArray, TwoLives)):
        shape = Shape(None, run.identity(), given=may_be_one_number(shape))
    properties: Dict[str, Any] = {"shape": shape} if shape is not None else {}
    random = next((tensor.elementwise_random for tensor in tensors if tensor.elementwise_random), "")
    if random:
        properties["elementwise_random"] = random
        properties["untouched"] = tensors[0].untouched if len(tensors) == 1 else ""
    return run.fresh(
        gradient=STOPPED if symbol in _COMPARISONS else gradient_through(tensors),
        numpy=any(tensor.numpy for tensor in tensors),
        of_no_input=all(t.of_no_input for t in tensors)
        and (len(tensors) == 2 or {type(left), type(right)} <= {Tensor, Plain}),
        description=f"the result of `{symbol}`",
        certain=all(tensor.certain for tensor in tensors),
        **properties,
    )


def _differs(value: TwoLives) -> bool:
    """Whether a value certainly is another number in the other life. A shape in one branch of a guard and a reshape
    code in the other are meant to differ, so only arithmetic asks."""
    sides = (value.imperative, value.symbolic)
    if all(isinstance(side, Plain) and side.known for side in sides):
        return sides[0] != sides[1]
    return all(isinstance(side, (Plain, Opaque)) for side in sides)


def note_frozen(run: Run, node: cst.CSTNode, value: Value, sink: str) -> None:
    """Yield a use if `value` changes from call to call imperatively, and only there."""
    reason = frozen_reason(value)
    if reason:
        run.emit(FrozenUse(node, reason, sink))


def note_loop_rows(run: Run, node: cst.CSTNode, value: Value) -> None:
    """Yield a use if `value` are the stacked outputs of a `while_loop`."""
    if isinstance(value, Tensor) and value.loop_rows:
        run.emit(LoopRows(node, value))


def _unary(run: Run, node: cst.UnaryOperation, frame: Frame) -> Value:
    value = evaluate(run, node.expression, frame)
    if isinstance(node.operator, cst.Not):
        return conditions.negated(run, node, value, frame)
    symbol = symbol_of(node.operator)
    if isinstance(value, Tensor):
        run.emit(UnaryOperation(node, symbol, value))
        return run.fresh(shape=value.shape, gradient=value.gradient, numpy=value.numpy)
    if isinstance(value, Plain) and value.known and isinstance(value.value, (bool, int, float)) and symbol == "-":
        return Plain("float" if value.type == "float" else "int", -value.value, value.frozen)
    return Plain(value.type, frozen=value.frozen) if isinstance(value, Plain) else value


def _boolean(run: Run, node: cst.BooleanOperation, frame: Frame) -> Value:
    return conditions.boolean_operation(run, node, frame)


def _comparison(run: Run, node: cst.Comparison, frame: Frame) -> Value:
    return conditions.comparison(run, node, frame)


def _conditional(run: Run, node: cst.IfExp, frame: Frame) -> Value:
    return conditions.conditional_expression(run, node, frame)


def _named(run: Run, node: cst.NamedExpr, frame: Frame) -> Value:
    value = evaluate(run, node.value, frame)
    assignment.assign(run, node.target, value, frame)
    return value


# Subscripts


def _subscript(run: Run, node: cst.Subscript, frame: Frame) -> Value:
    receiver = evaluate(run, node.value, frame)
    return subscripts.subscript(run, node, receiver, subscripts.index_of(run, node, frame), frame)


def _lambda(run: Run, node: cst.Lambda, frame: Frame) -> Value:
    return Function(node, id(node), frame.scope, None, frame.owner)


def _call(run: Run, node: cst.Call, frame: Frame) -> Value:
    return calls.call(run, node, frame)


def _await(run: Run, node: cst.Await, frame: Frame) -> Value:
    evaluate(run, node.expression, frame)
    return UNKNOWN


_HANDLERS: Dict[type, Any] = {
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.Integer: _number,
    cst.Float: _number,
    cst.Imaginary: _number,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _string,
    cst.FormattedString: _formatted,
    cst.Ellipsis: _ellipsis,
    cst.List: _list,
    cst.Tuple: _tuple,
    cst.Set: _set,
    cst.Dict: _dict,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.BooleanOperation: _boolean,
    cst.Comparison: _comparison,
    cst.IfExp: _conditional,
    cst.NamedExpr: _named,
    cst.Subscript: _subscript,
    cst.ListComp: iteration.comprehension,
    cst.SetComp: iteration.comprehension,
    cst.GeneratorExp: iteration.comprehension,
    cst.DictComp: iteration.dict_comprehension,
    cst.Lambda: _lambda,
    cst.Call: _call,
    cst.Await: _await,
}
