"""Calls of Python's builtins and of other libraries: what they ask of a tensor, and what the trace freezes."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional

import libcst as cst

from hybridlint.interpreter import calls, conditions, expressions, iteration, methods, names
from hybridlint.interpreter.run import Frame, Run
from hybridlint.uses import Arguments, Conversion, ForeignCall, Hashing, LengthOf, Printing, TruthTest
from hybridlint.values import (
    NONE,
    UNKNOWN,
    Block,
    BoundMethod,
    Frozen,
    Function,
    ImperativeArray,
    Imported,
    Mapped,
    Namespace,
    NumPyArray,
    Opaque,
    Operator,
    Plain,
    Self,
    Sequence,
    Tensor,
    TwoLives,
    Unknown,
    Value,
    constant,
    contains_tensor,
    frozen_among,
    frozen_reason,
    join_all,
)

#: Functions that answer differently from call to call.
_VARIES = re.compile(
    r"^(random|numpy\.random|secrets)\.(?!seed|set_state|RandomState|Random|default_rng|Generator)\w+"
    r"|^time\.\w+|^datetime\.(datetime|date)\.(now|today|utcnow)|^os\.(urandom|getpid)|^uuid\.uuid[14]"
    r"|^mxnet\.autograd\.is_(training|recording)|^mxnet\.random\.(?!seed)\w+"
)
#: The mode managers of autograd, and Gluon's name scope.
_MANAGERS = frozenset(["pause", "record", "train_mode", "predict_mode"])


def call(run: Run, node: cst.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """A call of the imported or builtin function `name` (its full dotted name)."""
    if name.startswith("builtins."):
        handler = _BUILTINS.get(name[len("builtins.") :])
        return UNKNOWN if handler is None else handler(run, node, arguments, frame)
    if _VARIES.match(name):
        return _varying(run, node, name)
    if name.startswith("mxnet.autograd.") and names.last(name) in _MANAGERS:
        return Opaque(name)
    if name in ("collections.namedtuple", "typing.NamedTuple"):
        return Opaque("namedtuple " + _fields(arguments))
    if name in ("copy.copy", "copy.deepcopy") and len(arguments.positional) == 1:
        return arguments.positional[0]
    if name == "functools.partial" and arguments.positional:
        return UNKNOWN
    if name == "functools.reduce" and len(arguments.positional) >= 2:
        return _reduce(run, node, arguments, frame)
    if name.startswith(("itertools.", "operator.")):
        return _iterated(run, node, name, arguments)
    if any(map(contains_tensor, arguments.all())):
        run.emit(ForeignCall(node, name, arguments))
        if not name.startswith(("numpy.", "math.", "scipy.")):
            run.unknown_call(*arguments.all())
        if any(isinstance(value, Tensor) for value in arguments.all()) and name.startswith("numpy."):
            return run.fresh(description=f"the result of `{run.code(node)}`", certain=False)
        return UNKNOWN
    if name.startswith(("numpy.", "math.")):
        return _numeric(run, name, arguments)
    if name.startswith("mxnet.") and names.last(name) in ("cpu", "gpu", "cpu_pinned", "current_context", "Context"):
        return Opaque("a context")
    if any(isinstance(value, Namespace) for value in arguments.all()):
        run.unknown_call(*arguments.all())
    if name.startswith("mxnet.") or any(isinstance(value, Unknown) for value in arguments.all()):
        return UNKNOWN
    frozen = frozen_among(arguments.all())
    return Opaque(f"the result of `{run.code(node)}`", frozen) if frozen else UNKNOWN


def _varying(run: Run, node: cst.Call, name: str) -> Value:
    reason = Frozen("mode" if name.startswith("mxnet.autograd.") else "drawn", f"`{run.code(node)}`")
    if reason.kind == "mode":
        return Plain("bool", frozen=reason)
    if name.startswith("numpy.random."):
        return NumPyArray(reason) if node.args else Plain("float", frozen=reason)
    return (
        Opaque(f"the result of {reason.words}", reason)
        if name.startswith(("uuid", "datetime"))
        else Plain("", frozen=reason)
    )


def _fields(arguments: Arguments) -> str:
    if len(arguments.positional) < 2:
        return ""
    fields = arguments.positional[1]
    if isinstance(fields, Plain) and isinstance(fields.value, str):
        return " ".join(fields.value.replace(",", " ").split())
    if isinstance(fields, Sequence) and fields.items is not None:
        return " ".join(str(item.value) for item in fields.items if isinstance(item, Plain))
    return ""


def _numeric(run: Run, name: str, arguments: Arguments) -> Value:
    frozen = frozen_among(arguments.all())
    scalars = all(isinstance(value, Plain) for value in arguments.all())
    if any(isinstance(value, (Unknown, Block, TwoLives)) for value in arguments.all()):
        return UNKNOWN
    if name.startswith("math."):
        return Plain("float", frozen=frozen)
    last = names.last(name)
    if last in ("bool_", "bool8"):
        return NumPyArray(frozen) if not scalars else Plain("numpy.bool_", frozen=frozen)
    if scalars and (last in _NUMPY_SCALARS or re.fullmatch(r"u?int\d+|float\d+", last)):
        return Plain("float", frozen=frozen)
    if any(isinstance(value, ImperativeArray) for value in arguments.all()):
        return UNKNOWN
    return NumPyArray(frozen)


_NUMPY_SCALARS = frozenset(
    ["sqrt", "log", "log2", "exp", "ceil", "floor", "prod", "isscalar", "abs", "power", "tanh", "sin", "cos", "maximum"]
    + ["minimum", "round", "sign", "isnan", "isinf"]
)


def _iterated(run: Run, node: cst.Call, name: str, arguments: Arguments) -> Value:
    elements = []
    for value in arguments.positional:
        if isinstance(value, (Tensor, Sequence)):
            elements.append(iteration.iterate(run, node, value, f"{name}()").joined())
    return Sequence("iterator", None, join_all(elements) if elements and name == "itertools.chain" else UNKNOWN)


def _reduce(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    element = iteration.iterate(run, node, arguments.positional[1], "reduce()").joined()
    function = arguments.positional[0]
    if isinstance(function, (Function, Operator)):
        return calls.call_value(run, node, function, Arguments((element, element)), frame)
    return UNKNOWN


# Builtins


def _len(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor):
        run.emit(LengthOf(node, value))
        return constant(value.outputs) if value.as_list and value.outputs else Plain("int")
    if isinstance(value, Sequence) and value.items is not None:
        return Plain("int", len(value.items), value.frozen)
    if isinstance(value, Mapped) and value.element is None:
        return constant(len(value.entries))
    return Plain("int", frozen=frozen_reason(value))


def _range(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    known: List[int] = []
    for value in arguments.positional:
        if isinstance(value, Tensor):
            run.emit(Conversion(node, value, "range()"))
        if isinstance(value, Plain) and type(value.value) is int and not value.frozen:
            known.append(value.value)
    if known and len(known) == len(arguments.positional) and (len(known) < 3 or known[2] != 0):
        numbers = range(*known)
        if len(numbers) <= iteration.UNROLLED:
            return Sequence("iterator", tuple(constant(number) for number in numbers))
    frozen = frozen_among(arguments.positional)
    return Sequence("iterator", None, Plain("int", frozen=frozen), frozen=frozen)


def _print(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    for value in arguments.positional:
        if contains_tensor(value) and isinstance(value, Tensor):
            run.emit(Printing(node, value))
    return NONE


def _isinstance(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2 or arguments.starred:
        return Plain("bool")
    value = arguments.positional[0]
    classes = set(conditions.class_names(node.args[1].value))
    code = run.code(node)
    arrays = {"NDArray", "ndarray"} & classes
    symbols = {"Symbol"} & classes
    sequences = {"list", "tuple", "Sequence"} & classes
    if isinstance(value, Tensor):
        run.note_type_test(value, classes)
        if value.as_list and value.outputs != 1 and "list" in classes:
            return (
                TwoLives(constant(True), constant(False), code, guard=True)
                if not symbols
                else conditions.certainly(True)
            )
        if not value.certain and sequences:
            return Plain("bool", argument=value.source)
        if "ndarray" in classes and not value.numpy and "NDArray" not in classes:
            return Plain("bool")
        if arrays or symbols:
            if value.optional or not value.certain:
                if arrays and symbols:
                    return Plain("bool", argument=value.source)
                side = Plain("bool")
                return TwoLives(
                    side if arrays else constant(False), side if symbols else constant(False), code, guard=True
                )
            return TwoLives(constant(bool(arrays)), constant(bool(symbols)), code, guard=True)
        plain = classes <= {
            "list",
            "tuple",
            "dict",
            "str",
            "int",
            "float",
            "bool",
            "set",
            "Number",
            "Integral",
            "Sequence",
        }
        return conditions.certainly(False) if plain else Plain("bool")
    if isinstance(value, Sequence):
        if classes == {"tuple"} and value.type == "list or tuple":
            # A tuple that the caller passes arrives as a list in the traced life.
            return TwoLives(Plain("bool"), constant(False), code, guard=True)
        if value.type in ("list", "tuple", "list or tuple"):
            kinds = set(value.type.split(" or "))
            if kinds <= classes:
                return conditions.certainly(True)
            if not kinds & classes and classes <= {"list", "tuple", "dict", "str", "int", "float", "NDArray", "Symbol"}:
                return conditions.certainly(False)
    return Plain("bool", frozen=frozen_reason(value), argument=value.argument if isinstance(value, Plain) else "")


def _hasattr(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2 or not isinstance(arguments.positional[1], Plain):
        return Plain("bool")
    value, name = arguments.positional[0], arguments.positional[1].value
    sides = _has(run, value, name)
    if sides is None:
        return Plain("bool")
    return TwoLives(constant(sides[0]), constant(sides[1]), run.code(node), guard=True)


def _has(run: Run, value: Value, name: Any) -> Optional[Any]:
    """Whether `value` has the attribute `name`, in each life."""
    if not isinstance(name, str):
        return None
    if isinstance(value, Tensor) and value.certain and not value.optional:
        method = run.api.method(name)
        return (False, False) if method is None else (method.imperative, method.symbolic)
    if isinstance(value, Namespace) and value.life == "both":
        function = run.api.function(f"{value.path}.{name}" if value.path else name)
        return (False, False) if function is None else (function.imperative, function.symbolic)
    return None


def _getattr(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    value, name = arguments.positional[0], arguments.positional[1]
    if not (isinstance(name, Plain) and isinstance(name.value, str) and name.known):
        if isinstance(value, Self):
            return run.dynamic.get(value.name, UNKNOWN)
        return UNKNOWN
    sides = _has(run, value, name.value) if len(arguments.positional) == 3 else None
    if sides is not None and sides[0] != sides[1]:
        default = arguments.positional[2]
        with run.hidden():
            there = expressions.attribute(run, node, frame, value, name.value)
        return TwoLives(there if sides[0] else default, there if sides[1] else default, run.code(node))
    if isinstance(value, Self) and len(arguments.positional) == 2:
        found = names.attribute_of_self(run, node, frame, value, name.value)
        return found if found != UNKNOWN else run.dynamic.get(value.name, UNKNOWN)
    if len(arguments.positional) == 3 and sides is None:
        return UNKNOWN
    return expressions.attribute(run, node, frame, value, name.value)


def _setattr(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    return methods.set_attribute(run, node, arguments)


def _type(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
    if isinstance(value, Tensor) and value.certain and not value.optional:
        array, symbol = Imported("mxnet.ndarray.NDArray"), Imported("mxnet.symbol.Symbol")
        return TwoLives(array, symbol, run.code(node), guard=True)
    return UNKNOWN


def _callable(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor) and value.certain and not value.optional:
        return TwoLives(constant(False), constant(True), run.code(node), guard=True)
    return Plain("bool")


def _sequence_of(kind: str) -> Callable[[Run, cst.Call, Arguments, Frame], Value]:
    def build(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
        if not arguments.positional:
            return Sequence(kind, (), identity=run.identity())
        value = arguments.positional[0]
        if kind == "tuple" and isinstance(value, Sequence) and value.type.startswith("namedtuple"):
            return value
        found = iteration.iterate(run, node, value, f"{kind}()")
        if kind == "set":
            for item in found.items or (found.element,):
                if isinstance(item, Tensor):
                    run.emit(Hashing(node, item))
        return Sequence(kind, found.items, found.element, frozen=found.frozen)

    return build


def _zip(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    tensors = [value for value in arguments.positional if isinstance(value, Tensor)]
    if len(tensors) < len(arguments.positional):
        # Beside blocks or numbers goes a list of tensors, not the rows of one.
        for value in tensors:
            run.note_type_test(value, {"list"})
    columns = [iteration.iterate(run, node, value, "zip()") for value in arguments.positional]
    lengths = {len(column.items) for column in columns if column.items is not None}
    if columns and all(column.items is not None for column in columns) and not arguments.starred:
        rows = zip(*(column.items or () for column in columns))
        return Sequence("iterator", tuple(Sequence("tuple", tuple(row)) for row in rows))
    row = Sequence("tuple", tuple(column.joined() for column in columns))
    if arguments.starred:
        row = Sequence("tuple", None, join_all(column.joined() for column in columns))
    elif lengths:
        shortest = min(lengths)
        if shortest <= iteration.UNROLLED:
            rows_of = [
                Sequence(
                    "tuple",
                    tuple(c.items[i] if c.items is not None and i < len(c.items) else c.joined() for c in columns),
                )
                for i in range(shortest)
            ]
            return Sequence("iterator", tuple(rows_of))
    return Sequence("iterator", None, row)


def _enumerate(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    found = iteration.iterate(run, node, value, "enumerate()")
    if found.items is not None:
        pairs = tuple(Sequence("tuple", (constant(i), item)) for i, item in enumerate(found.items))
        return Sequence("iterator", pairs)
    return Sequence("iterator", None, Sequence("tuple", (Plain("int"), found.element)))


def _reversed(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    found = iteration.iterate(run, node, value, "reversed()")
    items = None if found.items is None else tuple(reversed(found.items))
    return Sequence("iterator", items, found.element, frozen=found.frozen)


def _sorted(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    found = iteration.iterate(run, node, value, "sorted()")
    return Sequence("list", None, found.joined(), frozen=found.frozen)


def _map(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) < 2:
        return Sequence("iterator")
    columns = [iteration.iterate(run, node, value, "map()") for value in arguments.positional[1:]]
    function = arguments.positional[0]
    if not isinstance(function, (Function, Operator, Block, BoundMethod)):
        return Sequence("iterator")
    if len(columns) == 1 and columns[0].items is not None and len(columns[0].items) <= iteration.UNROLLED:
        results = tuple(calls.call_value(run, node, function, Arguments((item,)), frame) for item in columns[0].items)
        return Sequence("iterator", results)
    row = tuple(column.joined() for column in columns)
    return Sequence("iterator", None, calls.call_value(run, node, function, Arguments(row), frame))


def _filter(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2:
        return Sequence("iterator")
    return Sequence("iterator", None, iteration.iterate(run, node, arguments.positional[1], "filter()").joined())


def _sum(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    found = iteration.iterate(run, node, value, "sum()")
    items = found.items if found.items is not None else (found.element, found.element)
    total: Value = arguments.get(1, "start") or constant(0)
    for item in items:
        total = expressions.operation(run, node, "+", total, item)
    return total


def _extreme(which: str) -> Callable[[Run, cst.Call, Arguments, Frame], Value]:
    def build(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
        values = list(arguments.positional)
        if len(values) == 1:
            found = iteration.iterate(run, node, values[0], f"{which}()")
            if isinstance(values[0], Tensor):
                return found.joined()
            values = list(found.items if found.items is not None else (found.element, found.element))
        for value in values:
            if isinstance(value, Tensor) and len(values) > 1:
                run.emit(TruthTest(node, value, f"{which}()"))
                return run.fresh()
        if values and all(isinstance(value, Plain) for value in values):
            frozen = frozen_among(values)
            numbers = [value.value for value in values if isinstance(value, Plain) and value.known]
            if len(numbers) == len(values) and all(isinstance(number, (int, float)) for number in numbers):
                chosen = max(numbers) if which == "max" else min(numbers)
                return Plain(type(chosen).__name__, chosen, frozen)
            types = {value.type for value in values if isinstance(value, Plain)}
            return Plain(types.pop() if len(types) == 1 else "", frozen=frozen)
        return UNKNOWN

    return build


def _quantifier(which: str) -> Callable[[Run, cst.Call, Arguments, Frame], Value]:
    def build(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
        value = arguments.positional[0] if arguments.positional else UNKNOWN
        with run.hidden():
            found = iteration.iterate(run, node, value, f"{which}()")
        element = found.joined()
        if isinstance(element, Tensor):
            run.emit(TruthTest(node, element, f"{which}()"))
        return Plain("bool", frozen=frozen_reason(value))

    return build


def _convert(to: str) -> Callable[[Run, cst.Call, Arguments, Frame], Value]:
    def build(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
        value = arguments.positional[0] if arguments.positional else constant({"int": 0, "float": 0.0}.get(to, False))
        if isinstance(value, Tensor):
            if to == "bool":
                run.emit(TruthTest(node, value, "bool()"))
            else:
                run.emit(Conversion(node, value, f"{to}()"))
            return Plain(to)
        if isinstance(value, TwoLives):
            return value
        if isinstance(value, Plain) and value.known and isinstance(value.value, (bool, int, float, str)):
            try:
                return Plain(to, {"int": int, "float": float, "bool": bool}[to](value.value), value.frozen)
            except (ValueError, OverflowError):
                return Plain(to, frozen=value.frozen)
        return Plain(to, frozen=frozen_reason(value))

    return build


def _text(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    return Plain("str", frozen=frozen_among(arguments.positional))


def _abs(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor):
        return run.fresh(shape=value.shape, gradient=value.gradient)
    if isinstance(value, Plain) and value.known and isinstance(value.value, (int, float)):
        return Plain(value.type, abs(value.value), value.frozen)
    return value if isinstance(value, (Plain, NumPyArray, ImperativeArray)) else UNKNOWN


def _hash(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    for value in arguments.positional:
        if isinstance(value, Tensor):
            run.emit(Hashing(node, value))
    return Plain("int")


def _dictionary(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    if arguments.positional or arguments.starred:
        return Mapped((), UNKNOWN)
    return Mapped(arguments.keywords)


def _next(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Sequence) and value.items is not None and value.items:
        return value.items[0]
    return value.joined() if isinstance(value, Sequence) else UNKNOWN


def _iter(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    return iteration.iterate(run, node, value, "iter()")


def _identity(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    return Plain("int")


def _round(run: Run, node: cst.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor):
        run.emit(Conversion(node, value, "round()"))
    return Plain("", frozen=frozen_reason(value))


_BUILTINS: Dict[str, Callable[[Run, cst.Call, Arguments, Frame], Value]] = {
    "len": _len,
    "range": _range,
    "print": _print,
    "isinstance": _isinstance,
    "hasattr": _hasattr,
    "getattr": _getattr,
    "setattr": _setattr,
    "type": _type,
    "callable": _callable,
    "list": _sequence_of("list"),
    "tuple": _sequence_of("tuple"),
    "set": _sequence_of("set"),
    "frozenset": _sequence_of("set"),
    "zip": _zip,
    "enumerate": _enumerate,
    "reversed": _reversed,
    "sorted": _sorted,
    "map": _map,
    "filter": _filter,
    "sum": _sum,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "any": _quantifier("any"),
    "all": _quantifier("all"),
    "int": _convert("int"),
    "float": _convert("float"),
    "bool": _convert("bool"),
    "str": _text,
    "repr": _text,
    "format": _text,
    "abs": _abs,
    "hash": _hash,
    "dict": _dictionary,
    "next": _next,
    "iter": _iter,
    "id": _identity,
    "round": _round,
}
