"""Functions of the standard library that need values of the interpreter; `hybridlint/overlays/` has the others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, List, Tuple

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.overlays import coded
from hybridlint.values import (
    NONE,
    UNKNOWN,
    UNTAINTED,
    Arguments,
    Instance,
    Mapped,
    NamedTupleClass,
    NumPyArray,
    Partial,
    RandomSource,
    Sequence,
    Taint,
    Tensor,
    Value,
    as_default,
    element_of,
    with_taint,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

# functools


@coded("functools.partial")
def _partial(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if not arguments.positional or arguments.starred:
        return UNKNOWN
    return Partial(arguments.positional[0], arguments.rest())


# collections, copy


@coded("collections.namedtuple")
def _namedtuple(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    return NamedTupleClass(_fields(arguments))


def _fields(arguments: Arguments) -> Tuple[str, ...]:
    fields = arguments.positional[1] if len(arguments.positional) > 1 else UNKNOWN
    if fields.string is not None:
        return tuple(fields.string.replace(",", " ").split())
    if fields.items is not None:
        return tuple(item.string for item in fields.items if item.string is not None)
    return ()


@coded("builtins.dict")
def _dictionary(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Mapped:
    """Evaluate `dict(…)`, or a constructor with the same arguments."""
    given = arguments.positional[0] if arguments.positional else Mapped()
    if arguments.starred:
        known = given.entries if isinstance(given, Mapped) and arguments.named_only else ()
        return Mapped(tuple((key, as_default(value)) for key, value in known), UNKNOWN, run.identity())
    if isinstance(given, Mapped):
        return Mapped(given.entries + arguments.keywords, given.element, run.identity())
    iterated = run.iterate(node, given, f"{run.code(node.func)}()")
    pairs = iterated.items
    entries: List[Tuple[Any, Value]] = []
    for pair in pairs or ():
        if pair.items is not None and len(pair.items) == 2:
            key, value = pair.items
            if key.known:
                entries.append((key.python_value, value))
    if pairs is None or len(entries) < len(pairs):
        pair = element_of(iterated)
        items = pair.items or ()
        return Mapped((), items[1] if len(items) == 2 else UNKNOWN, run.identity())
    return Mapped(tuple(entries) + arguments.keywords, None, run.identity())


@coded("collections.defaultdict")
def _with_default(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `collections.defaultdict(factory, …)`."""
    if arguments.starred or not arguments.positional:
        return _dictionary(run, node, name, arguments, frame)
    factory, *others = arguments.positional
    given = _dictionary(run, node, name, Arguments(tuple(others), arguments.keywords), frame)
    made = run.call(node, factory, Arguments(()), frame)
    return replace(given, default=made) if given.element is None else given


@coded("builtins.dict.fromkeys")
def _from_keys(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dict.fromkeys(keys, value)`."""
    if arguments.starred or not arguments.positional:
        return UNKNOWN
    keys = run.iterate(node, arguments.positional[0], "fromkeys()")
    keys.hash_each(run, node)
    held = arguments.get(1, "value") or NONE
    known = [key.python_value for key in keys.items or () if key.known]
    if keys.items is None or len(known) < len(keys.items):
        return Mapped((), held, run.identity())
    return Mapped(tuple(dict.fromkeys(known, held).items()), None, run.identity())


@coded("collections.deque")
def _deque(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    result = run.iterate(node, arguments.positional[0], "deque()") if arguments.positional else Sequence()
    known = result.items if arguments.positional else ()
    length = arguments.get(1, "maxlen") or NONE
    most = None if length == NONE else length.integer or 0
    if most == 0 and known:
        known = None  # `maxlen` is unknown, and so are the remaining elements
    elif most is not None and known:
        known = known[-most:]
    element = element_of(result) if known is None else UNKNOWN
    return Sequence("deque", known, element, identity=run.identity(), most=most)


@coded("copy.copy", "copy.deepcopy")
def _copy(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    value = arguments.positional[0] if len(arguments.positional) == 1 else UNKNOWN
    if isinstance(value, Tensor) and value.node is not None and not run.recording:
        return run.fresh(run.graph.paused(value.node, [node]), shape=value.shape, numpy=value.numpy, dtype=value.dtype)
    if name == "copy.deepcopy":
        return run.of_unknown_call(node, arguments.all())
    return value.at(run.identity())


@coded("types.SimpleNamespace", "threading.local")
def _namespace(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if arguments.starred or arguments.positional:
        return UNKNOWN
    return Instance("", arguments.keywords, run.identity())


@coded("dataclasses.replace")
def _replaced(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `dataclasses.replace(value, field=…)`."""
    value = arguments.first
    if not isinstance(value, Instance) or arguments.starred:
        return UNKNOWN
    return value.with_parts(dict(arguments.keywords)).at(run.identity())


# random


@coded("random.Random", "numpy.random.RandomState", "numpy.random.default_rng", "numpy.random.Generator")
def _random_source(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    if not run.constructing and any(value != NONE for value in arguments.all()):
        return UNKNOWN  # every call makes and seeds it, and gets the same numbers
    return RandomSource(f"`{run.code(node)}`")


@coded("itertools.count")
def _counting(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.count()`, whose position changes between calls if the block or the module holds it."""
    return RandomSource(f"`{run.code(node)}`") if run.constructing else Sequence("iterator")


@coded("itertools.cycle")
def _cycling(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `itertools.cycle(…)`; its position changes like that of `itertools.count()`."""
    cycled = arguments.first
    items = cycled.items
    if items and all(item == items[0] for item in items):
        return Sequence("endless iterator", None, items[0])
    if run.constructing:
        return RandomSource(f"`{run.code(node)}`")
    return Sequence("iterator", None, element_of(run.iterate(node, cycled, "itertools.cycle()")))


@coded("random.shuffle", "numpy.random.shuffle")
def _shuffle(run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `random.shuffle(values)`: the order of the list changes between calls."""
    value = arguments.first
    if isinstance(value, Tensor):
        run.iterate(node, value, "shuffle()")
    if isinstance(value, (Sequence, NumPyArray)) and node.args:
        same = run.constructing or run.attempt.seeded
        reason = UNTAINTED if same else Taint("drawn", f"`{run.code(node)}`")
        if isinstance(value, Sequence):
            value = Sequence(value.type, None, with_taint(element_of(value), reason), identity=value.identity)
        run.rebind(node.args[0], with_taint(value, reason), frame)
    return NONE
