"""Functions of the standard library: operator, functools, itertools, collections, copy, random."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import operator
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from hybridlint.events import Arguments, InPlaceOperation, LengthOf, TruthTest
from hybridlint.interpreter import arithmetic, assignment, iteration, mutation, names, subscripts
from hybridlint.interpreter.run import Frame, Run
from hybridlint.lattice import element_of, join_all
from hybridlint.queries import with_taint
from hybridlint.values import (
    NONE,
    UNKNOWN,
    UNTAINTED,
    BoundMethod,
    Container,
    ContextManager,
    Foreign,
    Imported,
    Instance,
    Mapped,
    NamedTupleClass,
    Partial,
    Plain,
    RandomSource,
    Sequence,
    Taint,
    Tensor,
    Value,
    constant,
)

Handler = Callable[[Run, ast.Call, Arguments, Frame], Value]


# operator


def _operation(symbol: str) -> Handler:
    def apply(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if len(arguments.positional) != 2 or arguments.starred:
            return UNKNOWN
        return arithmetic.operation(run, node, symbol, *arguments.positional)

    return apply


def _in_place(symbol: str) -> Handler:
    def apply(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if len(arguments.positional) != 2 or arguments.starred:
            return UNKNOWN
        first, second = arguments.positional
        if not isinstance(first, Tensor):
            return arithmetic.operation(run, node, symbol, first, second)
        run.emit(InPlaceOperation(node, symbol, first, second, False))
        return run.fresh(gradient=first.gradient)

    return apply


def _truth(construct: str) -> Handler:
    def apply(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        for value in arguments.positional:
            if isinstance(value, Tensor):
                run.emit(TruthTest(node, value, construct))
        return Plain("bool")

    return apply


def _getitem(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) != 2:
        return UNKNOWN
    return subscripts.subscript(run, node, arguments.positional[0], arguments.positional[1], frame)


def _setitem(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) == len(node.args) == 3:
        assignment.store_element(run, node, node.args[0], *arguments.positional, frame)
    return NONE


def _delitem(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) == len(node.args) == 2:
        assignment.delete_element(run, node, node.args[0], *arguments.positional, frame)
    return NONE


def _length_hint(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    for value in arguments.positional[:1]:
        if isinstance(value, Tensor):
            run.emit(LengthOf(node, value))
    return Plain("int")


def _callable_factory(name: str) -> Handler:
    """Return the handler of a function that returns a callable: `operator.itemgetter(1)`, `numpy.vectorize(f)`."""

    def make(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return UNKNOWN if arguments.starred else Partial(Imported(f"{name}()"), arguments)

    return make


def _item_got(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    *keys, receiver = arguments.positional
    items = tuple(subscripts.subscript(run, node, receiver, key, frame) for key in keys)
    return items[0] if len(items) == 1 else Sequence("tuple", items)


def _attribute_got(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    *titles, receiver = arguments.positional
    if len(titles) != 1 or not isinstance(titles[0], Plain) or not isinstance(titles[0].value, str):
        return UNKNOWN
    for title in titles[0].value.split("."):
        receiver = run.attribute(node, frame, receiver, title)
    return receiver


def _method_called(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    # The receiver comes last, after the arguments of its method.
    title, *given, receiver = arguments.positional
    if not isinstance(title, Plain):
        return UNKNOWN
    callee = BoundMethod(receiver, str(title.value))
    return run.call(node, callee, Arguments(tuple(given), arguments.keywords), frame)


# functools


def _reduce(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    found = iteration.iterate(run, node, arguments.positional[1], "reduce()")
    items = list(found.items) if found.items is not None else [found.element, found.element]
    items[:0] = arguments.positional[2:3]
    if not items or len(items) > iteration.UNROLLED:
        return UNKNOWN
    result = items[0]
    for item in items[1:]:
        result = run.call(node, arguments.positional[0], Arguments((result, item)), frame)
    return result


def _partial(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if not arguments.positional or arguments.starred:
        return UNKNOWN
    return Partial(arguments.positional[0], arguments.rest())


def _partial_method(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    made = _partial(run, node, arguments, frame)
    return dataclasses.replace(made, of_method=True) if isinstance(made, Partial) else made


def _cast(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    return arguments.get(1, "val") or UNKNOWN


# itertools


#: Functions of itertools that yield elements of their arguments, and those that yield tuples of them.
_YIELD_ELEMENTS = frozenset(["chain", "cycle", "islice", "takewhile", "dropwhile", "filterfalse", "compress"])
_IN_TUPLES = frozenset(["product", "zip_longest", "permutations", "combinations", "pairwise"])


#: The most elements of an iterator that are known individually.
_LONGEST = 64

_Elements = Optional[List[Value]]


def _columns(run: Run, node: ast.Call, values: Iterable[Value], name: str) -> Optional[List[List[Value]]]:
    """Return the elements of each of `values`; None if those of one are unknown."""
    found: List[List[Value]] = []
    for value in values:
        known = isinstance(value, (Sequence, Mapped)) and (not isinstance(value, Sequence) or value.items is not None)
        items = iteration.iterate(run, node, value, f"itertools.{name}()").items if known else None
        if items is None:
            return None
        found.append(list(items))
    return found


def _chained(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    columns = _columns(run, node, arguments.positional, "chain")
    return None if columns is None else [item for column in columns for item in column]


def _chained_from(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    outer = _columns(run, node, arguments.positional[:1], "chain.from_iterable")
    return _chained(run, node, Arguments(tuple(outer[0])), frame) if outer else None


def _accumulated(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    columns = _columns(run, node, arguments.positional[:1], "accumulate")
    if not columns or len(columns[0]) > iteration.UNROLLED:
        return None
    function, initial = arguments.get(1, "func") or NONE, arguments.keyword("initial")
    totals: List[Value] = [] if initial in (None, NONE) else [initial]
    for item in columns[0]:
        if not totals:
            totals.append(item)
        elif function == NONE:
            totals.append(arithmetic.operation(run, node, "+", totals[-1], item))
        else:
            totals.append(run.call(node, function, Arguments((totals[-1], item)), frame))
    return totals


def _in_pairs(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    columns = _columns(run, node, arguments.positional[:1], "pairwise")
    if not columns:
        return None
    return [Sequence("tuple", pair) for pair in zip(columns[0], columns[0][1:])]


def _zipped(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    columns = _columns(run, node, arguments.positional, "zip_longest")
    if columns is None:
        return None
    filling = arguments.keyword("fillvalue") or NONE
    return [Sequence("tuple", row) for row in itertools.zip_longest(*columns, fillvalue=filling)]


def _sliced(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    numbers = [value.value for value in arguments.positional[1:] if isinstance(value, Plain) and value.known]
    columns = _columns(run, node, arguments.positional[:1], "islice")
    if not columns or not numbers or len(numbers) < len(arguments.positional) - 1:
        return None
    try:
        return list(itertools.islice(columns[0], *numbers))
    except (TypeError, ValueError):  # raised in both phases
        return None


def _starred(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> _Elements:
    columns = _columns(run, node, arguments.positional[1:2], "starmap")
    if not columns or len(columns[0]) > iteration.UNROLLED:
        return None
    rows = _columns(run, node, columns[0], "starmap")
    return None if rows is None else [run.call(node, arguments.positional[0], Arguments(tuple(r)), frame) for r in rows]


#: Functions of itertools whose elements are known if those of their arguments are.
_EXACT: Dict[str, Callable[[Run, ast.Call, Arguments, Frame], _Elements]] = {
    "chain": _chained,
    "from_iterable": _chained_from,
    "accumulate": _accumulated,
    "pairwise": _in_pairs,
    "zip_longest": _zipped,
    "islice": _sliced,
    "starmap": _starred,
}


def _tee(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.tee(values, n)`: `n` iterators over the same elements."""
    given = arguments.positional[0] if arguments.positional else UNKNOWN
    found = iteration.iterate(run, node, given, "itertools.tee()")
    number = arguments.get(1, "n") or constant(2)
    if not isinstance(number, Plain) or type(number.value) is not int or number.value > iteration.UNROLLED:
        return UNKNOWN
    copies = (Sequence("iterator", found.items, found.element, identity=run.identity()) for _ in range(number.value))
    return Sequence("tuple", tuple(copies))


def _grouped(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.groupby(values, key)`, whose groups are unknown."""
    given = arguments.positional[0] if arguments.positional else UNKNOWN
    element = element_of(iteration.iterate(run, node, given, "itertools.groupby()"))
    key = arguments.get(1, "key") or NONE
    named = element if key == NONE else run.call(node, key, Arguments((element,)), frame)
    group = Sequence("iterator", None, element, identity=run.identity())
    return Sequence("iterator", None, Sequence("tuple", (named, group)), identity=run.identity())


def iterated(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Return the iterator that the function `name` of itertools makes."""
    exact = _EXACT.get(names.last(name))
    if exact is not None and not arguments.starred:
        made = exact(run, node, arguments, frame)
        if made is not None and len(made) <= _LONGEST:
            return Sequence("iterator", tuple(made), identity=run.identity())
    elements = [
        element_of(iteration.iterate(run, node, value, f"{name}()"))
        for value in arguments.positional
        if isinstance(value, (Tensor, Sequence))
    ]
    function = names.last(name)
    if not elements:
        return Sequence("iterator")
    if function in _YIELD_ELEMENTS:
        return Sequence("iterator", None, join_all(elements))
    if function in _IN_TUPLES:
        several = len(elements) > 1 and not arguments.starred
        row = Sequence("tuple", tuple(elements)) if several else Sequence("tuple", None, join_all(elements))
        return Sequence("iterator", None, row)
    if function == "from_iterable":
        return iteration.iterate(run, node, elements[0], f"{name}()")
    if function == "starmap" and isinstance(elements[0], Sequence) and elements[0].items is not None:
        return Sequence("iterator", None, run.call(node, arguments.positional[0], Arguments(elements[0].items), frame))
    return Sequence("iterator")


# collections, copy


def _namedtuple(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    return NamedTupleClass(_fields(arguments))


def _fields(arguments: Arguments) -> Tuple[str, ...]:
    fields = arguments.positional[1] if len(arguments.positional) > 1 else UNKNOWN
    if isinstance(fields, Plain) and isinstance(fields.value, str):
        return tuple(fields.value.replace(",", " ").split())
    if isinstance(fields, Sequence) and fields.items is not None:
        return tuple(str(item.value) for item in fields.items if isinstance(item, Plain))
    return ()


def dictionary(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Mapped:
    """Evaluate `dict(…)`, or a constructor with the same arguments."""
    if arguments.starred:
        return Mapped((), UNKNOWN, run.identity())
    given = arguments.positional[0] if arguments.positional else Mapped()
    if isinstance(given, Mapped):
        return Mapped(given.entries + arguments.keywords, given.element, run.identity())
    iterated = iteration.iterate(run, node, given, f"{run.code(node.func)}()")
    pairs = iterated.items
    entries: List[Tuple[Any, Value]] = []
    for pair in pairs or ():
        if isinstance(pair, Sequence) and pair.items is not None and len(pair.items) == 2:
            key, value = pair.items
            if isinstance(key, Plain) and key.known:
                entries.append((key.value, value))
    if pairs is None or len(entries) < len(pairs):
        pair = element_of(iterated)
        items = pair.items if isinstance(pair, Sequence) and pair.items is not None else ()
        return Mapped((), items[1] if len(items) == 2 else UNKNOWN, run.identity())
    return Mapped(tuple(entries) + arguments.keywords, None, run.identity())


def _with_default(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `collections.defaultdict(factory, …)`."""
    if arguments.starred or not arguments.positional:
        return dictionary(run, node, arguments, frame)
    factory, *others = arguments.positional
    given = dictionary(run, node, Arguments(tuple(others), arguments.keywords), frame)
    made = run.call(node, factory, Arguments(()), frame)
    return dataclasses.replace(given, default=made) if given.element is None else given


def _counter(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    for value in arguments.positional:
        iteration.hash_each(run, node, iteration.iterate(run, node, value, "Counter()"))
    return Mapped((), Plain("int"), run.identity())


def from_keys(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dict.fromkeys(keys, value)`."""
    if arguments.starred or not arguments.positional:
        return UNKNOWN
    keys = iteration.iterate(run, node, arguments.positional[0], "fromkeys()")
    iteration.hash_each(run, node, keys)
    held = arguments.get(1, "value") or NONE
    known = [key.value for key in keys.items or () if isinstance(key, Plain) and key.known]
    if keys.items is None or len(known) < len(keys.items):
        return Mapped((), held, run.identity())
    return Mapped(tuple(dict.fromkeys(known, held).items()), None, run.identity())


def _deque(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    found = iteration.iterate(run, node, arguments.positional[0], "deque()") if arguments.positional else Sequence()
    known = found.items if arguments.positional else ()
    length = arguments.get(1, "maxlen") or NONE
    most = None if length == NONE else length.value if isinstance(length, Plain) and type(length.value) is int else 0
    if most == 0 and known:
        known = None  # `maxlen` is unknown, and so are the remaining elements
    elif most is not None and known:
        known = known[-most:]
    element = element_of(found) if known is None else UNKNOWN
    return Sequence("deque", known, element, identity=run.identity(), most=most)


def _copy(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
    return value.at(run.identity()) if isinstance(value, Container) else value


def _deep_copy(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    return _copied_deeply(run, arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN)


def _copied_deeply(run: Run, value: Value) -> Value:
    if not isinstance(value, Container):
        return value
    return value.mapped(lambda part: _copied_deeply(run, part)).at(run.identity())


def _namespace(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    if arguments.starred or arguments.positional:
        return UNKNOWN
    return Instance("", arguments.keywords, run.identity())


def _chain_map(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `collections.ChainMap(first, second)`, in which keys of the first take precedence."""
    if arguments.starred or not all(isinstance(value, Mapped) for value in arguments.positional):
        return UNKNOWN
    merged = Mapped()
    for value in arguments.positional[::-1]:
        merged = arithmetic.operation(run, node, "|", merged, value)  # type: ignore[assignment]
    return merged


def _null_context(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    return ContextManager(value=arguments.get(0, "enter_result") or NONE)


def _replaced(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dataclasses.replace(value, field=…)`."""
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if not isinstance(value, Instance) or arguments.starred:
        return UNKNOWN
    return value.with_parts(dict(arguments.keywords)).at(run.identity())


def _itself(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    return arguments.positional[0] if arguments.positional else UNKNOWN


# random


def _random_source(name: str) -> Handler:
    def make(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        seeded = any(value != NONE for value in arguments.all())
        return RandomSource(f"`{run.code(node)}`", afresh=seeded and not run.constructing)

    return make


def draw(run: Run, node: ast.Call, source: RandomSource, name: str) -> Value:
    """Evaluate `source.name(…)`: a random number, which is the same in every call if that made and seeded the
    source."""
    if name in ("seed", "shuffle") or source.afresh:
        return UNKNOWN
    if run.constructing:
        return Plain()  # drawn once, so that both phases have the same number
    return Plain("", taint=Taint("drawn", f"`{run.code(node)}`"))


def _counting(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.count()`, whose position changes between calls if the block or the module holds it."""
    return RandomSource(f"`{run.code(node)}`") if run.constructing else Sequence("iterator")


def _cycling(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.cycle(…)`; its position changes like that of `itertools.count()`."""
    cycled = arguments.positional[0] if arguments.positional else UNKNOWN
    items = cycled.items if isinstance(cycled, Sequence) else None
    if items and all(item == items[0] for item in items):
        return Sequence("endless iterator", None, items[0])
    if run.constructing:
        return RandomSource(f"`{run.code(node)}`")
    return iterated(run, node, "itertools.cycle", arguments, frame)


def _repeating(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.repeat(value, times)`, which does not iterate over `value`."""
    if arguments.starred or not arguments.positional:
        return UNKNOWN
    times = arguments.get(1, "times")
    if times is None:
        return Sequence("endless iterator", None, arguments.positional[0])
    if isinstance(times, Plain) and type(times.value) is int and not times.taint and times.value <= iteration.UNROLLED:
        return Sequence("iterator", arguments.positional[:1] * times.value)
    return Sequence("iterator", None, arguments.positional[0])


def _shuffle(run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `random.shuffle(values)`: the order of the list changes between calls."""
    value = arguments.positional[0] if arguments.positional else UNKNOWN
    if isinstance(value, Tensor):
        iteration.iterate(run, node, value, "shuffle()")
    if isinstance(value, Sequence) and node.args:
        same = run.constructing or run.attempt.seeded
        reason = UNTAINTED if same else Taint("drawn", f"`{run.code(node)}`")
        shuffled = Sequence(value.type, None, with_taint(element_of(value), reason), identity=value.identity)
        mutation.rebind(run, node.args[0], with_taint(shuffled, reason), frame)
    return NONE


HANDLERS: Dict[str, Handler] = {
    "functools.reduce": _reduce,
    "functools.partial": _partial,
    "functools.partialmethod": _partial_method,
    "typing.cast": _cast,
    "contextlib.ExitStack": lambda run, node, arguments, frame: Foreign("contextlib.ExitStack"),
    "collections.namedtuple": _namedtuple,
    "typing.NamedTuple": _namedtuple,
    "collections.OrderedDict": dictionary,
    "collections.defaultdict": _with_default,
    "collections.Counter": _counter,
    "collections.deque": _deque,
    "types.SimpleNamespace": _namespace,
    "threading.local": _namespace,
    "copy.copy": _copy,
    "copy.deepcopy": _deep_copy,
    "random.shuffle": _shuffle,
    "numpy.random.shuffle": _shuffle,
    "itertools.count": _counting,
    "itertools.cycle": _cycling,
    "itertools.repeat": _repeating,
    "itertools.tee": _tee,
    "itertools.groupby": _grouped,
    "collections.ChainMap": _chain_map,
    "contextlib.nullcontext": _null_context,
    "dataclasses.replace": _replaced,
    "types.MappingProxyType": _itself,
    "operator.getitem": _getitem,
    "operator.setitem": _setitem,
    "operator.delitem": _delitem,
    "operator.itemgetter()": _item_got,
    "operator.attrgetter()": _attribute_got,
    "operator.methodcaller()": _method_called,
    "operator.length_hint": _length_hint,
    "operator.truth": _truth("truth()"),
    "operator.not_": _truth("not"),
}
for _factory in ("operator.itemgetter", "operator.attrgetter", "operator.methodcaller", "numpy.vectorize"):
    HANDLERS[_factory] = _callable_factory(_factory)
for _source in ("random.Random", "numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator"):
    HANDLERS[_source] = _random_source(_source)
for _symbol, _names in {
    "+": ("add", "iadd"), "-": ("sub", "isub"), "*": ("mul", "imul"), "/": ("truediv", "itruediv"),
    "//": ("floordiv", "ifloordiv"), "%": ("mod", "imod"), "**": ("pow", "ipow"), "@": ("matmul", "imatmul"),
    "<": ("lt",), "<=": ("le",), ">": ("gt",), ">=": ("ge",), "==": ("eq",), "!=": ("ne",),
}.items():  # fmt: skip
    for _name in _names:
        assert hasattr(operator, _name)
        HANDLERS[f"operator.{_name}"] = _in_place(_symbol) if _name[0] == "i" else _operation(_symbol)
