"""Python's builtin functions: the events that they cause for tensors, and their results."""

from __future__ import annotations

import ast
import builtins
import itertools
from typing import TYPE_CHECKING, Callable, FrozenSet, Iterable, List, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.events import Conversion, Iteration, TruthTest
from hybridlint.interpreter.engine import apply, truth
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.lifecycle import classes
from hybridlint.overlays import coded
from hybridlint.queries import all_literal, integer_of
from hybridlint.syntax import last_part
from hybridlint.values import (
    BOTTOM,
    NONE,
    NOT_KNOWN,
    UNKNOWN,
    UNROLLED,
    UNTAINTED,
    Arguments,
    Attributes,
    Change,
    Class,
    Function,
    Imported,
    Instance,
    Mapped,
    Namespace,
    Operator,
    OwnModule,
    Plain,
    Self,
    Sequence,
    Slice,
    Taint,
    Tensor,
    Value,
    Write,
    by_phase,
    certainly,
    constant,
    element_of,
    join,
    join_all,
    operand,
    sharing_any,
    sides,
    taint_among,
    with_taint,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Key, Run


_Builtin = Callable[["Run", ast.Call, str, Arguments, Frame], Value]


def _in_each_phase(function: _Builtin) -> _Builtin:
    """Decorate a builtin that is applied in each phase. Those of elements and indices are not: `Run.iterate` and
    `Run.item` expand what differs between the phases."""

    def lifted(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
        return run.lift_call(lambda given: function(run, node, name, given, frame), arguments, node)

    return lifted


@coded("builtins.setattr", "builtins.object.__setattr__")
def _setattr(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Run `setattr(…)`, or `object.__setattr__(…)`, which bypasses `Block.__setattr__`."""
    registers = name == "builtins.setattr"
    if len(arguments.positional) == 3 and node.args:
        receiver, key, value = arguments.positional
        with frame.assigning_from(node.args[-1]):
            if key.string is None:
                receiver.set_any_attribute(run, node, value, registers)
            else:
                run.set_attribute(receiver, Write(node, node.args[0], frame, key.string, value, Change.SET, registers))
    return NONE


@coded(*(f"builtins.{name}" for name in dir(builtins) if classes.is_exception(name)))
def _exception(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return classes.make_exception(run, last_part(name), arguments)


@coded("builtins.len")
@_in_each_phase
def _len(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return run.special(node, arguments.first, "__len__") or arguments.first.length(run, node)


@coded("builtins.range")
@_in_each_phase
def _range(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    known: List[int] = []
    for value in arguments.positional:
        if isinstance(value, Tensor):
            run.emit(Conversion(node, value, "range()"))
            taint = run.recorded.of_values(node)
            if taint:
                return Sequence("iterator", None, Plain("int", taint=taint), taint=taint)
        if value.integer is not None and not value.any_taint:
            known.append(value.integer)
    if known and len(known) == len(arguments.positional) and (len(known) < 3 or known[2] != 0):
        numbers = range(*known)
        if not numbers[UNROLLED:]:  # `len` fails for more than a machine integer
            literal = all_literal(*arguments.positional)
            return Sequence("iterator", tuple(constant(number, literal) for number in numbers))
    taint = taint_among(arguments.positional)
    start, step = _start_and_step(arguments)
    index = Plain("int", taint=taint, position=((id(node), step), start) if start is not None and step else None)
    return Sequence("iterator", None, index, taint=taint)


def _start_and_step(arguments: Arguments) -> Tuple[Optional[int], Optional[int]]:
    """Return the first number of a `range` with these arguments, and its step; None for one that is unknown."""
    given = arguments.positional
    if arguments.starred:
        return None, None
    return integer_of(given[0]) if len(given) > 1 else 0, integer_of(given[2]) if len(given) > 2 else 1


@coded("builtins.print")
@_in_each_phase
def _print(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    apply.note_shown(run, node, arguments.positional)
    for value in arguments.positional:
        run.recorded.note_printed(node, value)
    return NONE


@coded("builtins.vars")
@_in_each_phase
def _vars(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return run.attribute(node, frame, arguments.positional[0], "__dict__") if arguments.positional else UNKNOWN


@coded("builtins.globals")
@_in_each_phase
def _globals(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return Attributes(OwnModule())


@coded("builtins.locals")
@_in_each_phase
def _locals(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return Mapped(tuple((name, value) for name, value in frame.scope.names.items() if name.isidentifier()))


@coded("builtins.set", "builtins.frozenset")
def _set(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `set(…)`; a frozenset is treated as a set."""
    made = _sequence(run, node, "builtins.set", arguments, frame)
    made.hash_each(run, node)
    return made


def _sequence(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Sequence:
    kind = last_part(name)
    if not arguments.positional:
        return Sequence(kind, (), identity=run.identity())
    result = run.iterate(node, arguments.positional[0], f"{kind}()")
    return Sequence(kind, result.items, result.element, result.source, result.taint, run.identity())


coded("builtins.list", "builtins.tuple")(_in_each_phase(_sequence))


@coded("builtins.zip")
def _zip(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    tensors = [value for value in arguments.positional if isinstance(value, Tensor)]
    if len(tensors) < len(arguments.positional):
        # Zipped with blocks or numbers, a tensor is more likely a list of tensors than the rows of one.
        for value in tensors:
            run.note_type_test(node, value, {"list"})
    columns = [run.iterate(node, value, "zip()") for value in arguments.positional]
    if columns and all(column.items is not None for column in columns):
        rows = zip(*(column.items or () for column in columns))
        if not arguments.starred:
            return _iterator(run, tuple(Sequence("tuple", tuple(row)) for row in rows))
        if len({len(column.items or ()) for column in columns}) == 1:  # `zip(*pairs)`
            return _iterator(run, tuple(Sequence("tuple", None, join_all(row)) for row in rows))
    row = Sequence("tuple", tuple(element_of(column) for column in columns))
    if arguments.starred:
        row = Sequence("tuple", None, join_all(element_of(column) for column in columns))
    return Sequence("iterator", None, row)


@coded("builtins.enumerate")
def _enumerate(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.first
    result = run.iterate(node, value, "enumerate()")
    start = arguments.get(1, "start") or constant(0)
    if result.items is not None and start.known:
        written = not run.constructing
        numbers = (Plain("int", number, is_literal=written) for number in itertools.count(start.integer or 0))
        pairs = tuple(
            Sequence("tuple", (replace(number, of_blocks=item.is_block), item))
            for number, item in zip(numbers, result.items)
        )
        return _iterator(run, pairs)
    written_start = integer_of(start)
    position = None if written_start is None else ((id(node), 1), written_start)
    number = Plain("int", of_blocks=result.element.is_block, position=position)
    return Sequence("iterator", None, Sequence("tuple", (number, result.element)))


@coded("builtins.reversed")
def _reversed(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.first
    given = run.special(node, value, "__reversed__")
    if given is not None:
        return run.iterate(node, given, "reversed()")
    result = run.iterate(node, value, "reversed()")
    items = None if result.items is None else tuple(reversed(result.items))
    return Sequence("iterator", items, result.element, taint=result.taint, identity=run.identity())


@coded("builtins.sorted")
def _sorted(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.first
    result = run.iterate(node, value, "sorted()")
    items = result.sorted_items(run, node, "sorted()", arguments, frame)
    return Sequence("list", items, element_of(result), taint=result.taint)


@coded("builtins.map")
def _map(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) < 2:
        return Sequence("iterator")
    columns = [run.iterate(node, value, "map()") for value in arguments.positional[1:]]
    function = arguments.positional[0]
    if len(columns) == 1 and columns[0].items is not None and len(columns[0].items) <= UNROLLED:
        results = tuple(run.call(node, function, Arguments((item,)), frame) for item in columns[0].items)
        return _iterator(run, results)
    row, loop = tuple(element_of(column) for column in columns), run.loop(node)
    result = run.call(node, function, Arguments(row), frame)
    return Sequence("iterator", None, run.part_in_any_round(result, loop))


@coded("builtins.filter")
def _filter(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2:
        return Sequence("iterator")
    element = element_of(run.iterate(node, arguments.positional[1], "filter()"))
    function = arguments.positional[0]
    tested = operand(element) if function == NONE else UNKNOWN
    if isinstance(function, (Function, Operator)):
        tested = operand(run.call(node, function, Arguments((element,)), frame))
    tested.note_truth(run, node, "filter()")
    return Sequence("iterator", None, element)


def _iterator(run: Run, items: Tuple[Value, ...]) -> Sequence:
    """Return an iterator over `items`, which iterating exhausts."""
    return Sequence("iterator", items, identity=run.identity())


@coded("builtins.slice")
def _slice(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    given = [None if value == NONE else value for value in arguments.positional]
    return Slice(None, given[0]) if len(given) == 1 else Slice(*given) if 2 <= len(given) <= 3 else UNKNOWN


@coded("builtins.sum")
@_in_each_phase
def _sum(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.first
    result = run.iterate(node, value, "sum()")
    items = result.items if result.items is not None else (result.element, result.element)
    start: Value = arguments.get(1, "start") or constant(0)
    total = start
    for item in items:
        total = run.binary(node, "+", total, operand(item))
    if result.items is None and isinstance(total, Plain):
        total = join(start, replace(total, value=NOT_KNOWN))
    return with_taint(total, total.any_taint or value.any_taint)


@coded("builtins.max", "builtins.min")
@_in_each_phase
def _extreme(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    which = last_part(name)
    values = list(arguments.positional)
    if len(values) == 1:
        result = run.iterate(node, values[0], f"{which}()")
        if isinstance(values[0], Tensor):
            return element_of(result)
        values = list(result.items if result.items is not None else (result.element, result.element))
    default = arguments.keyword("default")
    if not values and default is None:
        run.raise_error("ValueError")
        return BOTTOM
    if default is not None and not values:
        return default
    # Of equal elements, Python returns the first.
    candidates = Sequence("list", tuple(values if which == "min" else values[::-1]))
    order = candidates.sorted_items(run, node, f"{which}()", arguments, frame)
    if arguments.keyword("key") not in (None, NONE):
        return join_all(values) if not order else order[0] if which == "min" else order[-1]
    if len(values) > 1 and any(isinstance(value, Tensor) for value in values):
        return run.fresh(memory=sharing_any(values))
    plain = [value for value in values if isinstance(value, Plain)]
    if plain and len(plain) == len(values):
        taint = taint_among((*arguments.positional, *values))
        numbers = [value.value for value in plain if value.known]
        if len(numbers) == len(values) and all(isinstance(number, (int, float)) for number in numbers):
            chosen = max(numbers) if which == "max" else min(numbers)
            return Plain(type(chosen).__name__, chosen, taint)
        types = {value.type for value in plain}
        return Plain(types.pop() if len(types) == 1 else "", taint=taint)
    return join_all(values)


@coded("builtins.any", "builtins.all")
def _quantifier(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    which = last_part(name)
    value = arguments.first
    with run.apart():
        result = run.iterate(node, value, f"{which}()")
    each: List[Value] = []
    for item in map(operand, result.possible_items()):
        if isinstance(item, Tensor):
            run.emit(TruthTest(node, item, f"{which}()"))
            return Plain("bool", taint=run.recorded.of_values(node))
        each.append(item)
        if result.items is not None and truth.settled_truth(item) is (which == "any"):
            break  # decides it
    if any(imperative != symbolic for imperative, symbolic in map(sides, each)):
        return run.lift(lambda *values: _reduced(which, values), *each)
    outcomes = {truth.settled_truth(item) for item in each}
    decides = which == "any"
    if len(outcomes) == 1 and None not in outcomes:
        _retract_iteration(run, node)
    if None in outcomes or result.items is None and decides in outcomes:  # there may be no elements
        return Plain("bool", taint=value.any_taint)
    return certainly(decides if decides in outcomes else not decides)


def _retract_iteration(run: Run, node: ast.Call) -> None:
    """Remove the event that the comprehension passed to `any` or `all` iterates over a tensor whose rows and outputs
    it treats alike; not if Symbols cannot be iterated over."""
    clauses = node.args[0].generators if node.args and isinstance(node.args[0], _COMPREHENSIONS) else []
    iterated = [clause.iter for clause in clauses]
    run.retract(
        lambda event: (
            isinstance(event, Iteration)
            and event.node in iterated
            and not any(divergence.raises for divergence in run.divergences(event))
        )
    )


_COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp)


def _reduced(which: str, values: Iterable[Value]) -> Value:
    """Evaluate `any` or `all` of some values of one phase."""
    decisive = which == "any"
    known = [bool(value.python_value) if value.known else None for value in values]
    if decisive in known:
        return constant(decisive)
    return Plain("bool") if None in known else constant(not decisive)


@coded("builtins.int", "builtins.float", "builtins.bool")
@_in_each_phase
def _convert(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    to = last_part(name)
    value = arguments.positional[0] if arguments.positional else constant({"int": 0, "float": 0.0}.get(to, False))
    return run.special(node, value, f"__{to}__") or value.converted(run, node, to)


@coded("builtins.str", "builtins.repr", "builtins.format")
@_in_each_phase
def _to_text(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) == 1 and not arguments.starred:
        return run.text(node, arguments.positional[0])
    return run.formatted(node, UNKNOWN, arguments.positional)


@coded("builtins.abs")
@_in_each_phase
def _abs(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return arguments.first.unary(run, node, "abs")


@coded("builtins.hash")
@_in_each_phase
def _hash(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    arguments.first.hash(run, node)
    return Plain("int", taint=taint_among(arguments.positional))


@coded("builtins.next")
@_in_each_phase
def _next(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    default = arguments.positional[1] if len(arguments.positional) > 1 else None
    return arguments.first.next(run, node, default, frame)


@coded("builtins.iter")
def _iter(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return arguments.first.iterator(run, node)


@coded("builtins.round")
@_in_each_phase
def _round(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return arguments.first.rounded(run, node)


# Types and attributes by name, which differ between NDArray and Symbol, so that a block can distinguish the phases.


@coded("builtins.isinstance")
@_in_each_phase
def _isinstance(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2 or arguments.starred:
        return Plain("bool")
    return arguments.first.instance_of(run, node, _classes(node, arguments))


def _classes(node: ast.Call, arguments: Arguments) -> FrozenSet[str]:
    """Return the names of the classes that a call of `isinstance` or `issubclass` passes last, in whatever way."""
    return arguments.positional[1].class_names(node.args[-1] if node.args else node)


@coded("builtins.issubclass")
@_in_each_phase
def _issubclass(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `issubclass(type(x), classes)`."""
    tested = arguments.first
    if len(arguments.positional) != 2 or not isinstance(tested, Imported):
        return Plain("bool")
    is_one = tested.title in _classes(node, arguments)
    return constant(is_one, is_literal=True) if is_one or tested.title in ("NDArray", "Symbol") else Plain("bool")


@coded("builtins.type")
@_in_each_phase
def _type(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return arguments.first.class_of(run, node) if len(arguments.positional) == 1 else UNKNOWN


@coded("builtins.callable")
@_in_each_phase
def _callable(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return arguments.first.instance_of(run, node, frozenset(["Callable"]))


@coded("builtins.dir")
@_in_each_phase
def _dir(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dir(x)`: the methods of NDArray in one phase, those of Symbol in the other."""
    value = arguments.first
    if not isinstance(value, Tensor) or not value.certain:
        return UNKNOWN
    methods = [method for method in map(run.api.method, run.api.methods) if method is not None]
    sides = (
        Sequence("list", tuple(constant(method.name) for method in methods if method.imperative)),
        Sequence("list", tuple(constant(method.name) for method in methods if method.symbolic)),
    )
    return run.by_phase(sides[0], sides[1], run.code(node))


@coded("builtins.hasattr")
@_in_each_phase
def _hasattr(run: Run, node: ast.AST, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `hasattr(value, name)`."""
    if len(arguments.positional) != 2 or arguments.positional[1].string is None:
        return Plain("bool")
    value, title = arguments.positional[0], arguments.positional[1].string
    if isinstance(value, Self):
        run.attribute(node, frame, value, title)  # an earlier call may have set it
        run.ignore_read(node)
        here = (value.name, title) in run.attempt.store.defined
        if not run.constructing and (here or classes.always_has(run, value.name, title)):
            return constant(True, is_literal=True)
        if _may_be_missing(run, (value.name, title), UNKNOWN):
            taint = (value.name, title) in run.attempt.store.carried.varying
            return Plain("bool", taint=Taint("carried", f"`{run.code(node)}`") if taint else UNTAINTED)
    sides = value.has_attribute(run, title)
    if sides is None:
        return Plain("bool")
    return run.by_phase(constant(sides[0]), constant(sides[1]), run.code(node))


def _may_be_missing(run: Run, key: Key, instead: Value) -> bool:
    """Return whether only an earlier call can have set the attribute `key` of `self`, and record `instead` as the
    default of the read."""
    is_set = run.constructing or key in run.attempt.store.values
    if is_set or run.instance_attributes(key[0]).get(key[1]) is not None:
        return False
    run.attempt.note_exposed(key, instead)
    return True


@coded("builtins.getattr")
@_in_each_phase
def _getattr(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `getattr(value, name, default)`."""
    if len(arguments.positional) < 2:
        return UNKNOWN
    value, title = arguments.positional[0], arguments.positional[1].string
    if title is None:
        return _getattr_by_unknown_name(run, node, frame, value, arguments.positional[1])
    sides = value.has_attribute(run, title) if len(arguments.positional) == 3 else None
    if sides is not None and sides[0] != sides[1]:
        default = arguments.positional[2]
        with run.apart():
            there = run.attribute(node, frame, value, title)
        return by_phase(there if sides[0] else default, there if sides[1] else default, run.code(node), guard=False)
    if isinstance(value, (Self, Class)):
        attribute = run.attribute(node, frame, value, title)
        otherwise = arguments.positional[2] if len(arguments.positional) == 3 else UNKNOWN
        key = (value.name, title)
        unset = attribute in (UNKNOWN, BOTTOM, run.attempt.store.carried.left_in(key))
        if unset and isinstance(otherwise, (Plain, Sequence)) and otherwise != NONE:
            missing = _may_be_missing(run, key, otherwise)
            # Unless it is set elsewhere; of another value at most the type of the default is known.
            if isinstance(otherwise, Sequence):
                first_call = missing and not run.attempt.store.carried.holds_tensor(key)
                return otherwise if first_call else Sequence(otherwise.type)
            return Plain(otherwise.type, default=otherwise.value)
        return attribute if not attribute.is_unknown else classes.dynamic_attribute(run, value.name)
    if len(arguments.positional) == 3 and sides is None:
        return UNKNOWN
    return run.attribute(node, frame, value, title)


def _getattr_by_unknown_name(run: Run, node: ast.Call, frame: Frame, value: Value, name: Value) -> Value:
    """Evaluate `getattr(value, name)` with a name that is at most partly known: `getattr(self, "_" + self.kind)`."""
    if isinstance(value, (Namespace, Tensor)) and isinstance(name, Plain) and name.default not in (None, NOT_KNOWN):
        return run.attribute(node, frame, value, name.default)
    values: List[Value] = []
    dynamic = run.structure.of(value.name).dynamic if isinstance(value, Self) else None
    if dynamic is not None:
        values.append(dynamic)
    if isinstance(value, (Self, Instance)) and isinstance(name, Plain) and any(name.pieces):
        titles = {
            title: None for current in classes.lineage(run, value.name) for title in classes.methods(run, current)
        }
        fitting = [title for title in titles if not title.startswith("__") and name.may_be(title)]
        values.extend(run.attribute(node, frame, value, title, called=True) for title in fitting)
    return join_all(values)


def has_attribute(run: Run, node: ast.AST, holder: Value, name: Value) -> Value:
    """Evaluate `hasattr(holder, name)` for `name in vars(holder)`."""
    return _hasattr(run, node, "builtins.hasattr", Arguments((holder, name)), Frame(Scope()))  # type: ignore[arg-type]
