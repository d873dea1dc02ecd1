"""`match` statements: whether a pattern matches a value, and the names that it binds."""

from __future__ import annotations

import ast
import functools
from typing import Any, Callable, Dict, List, Optional, Tuple

from hybridlint.events import TruthTest
from hybridlint.interpreter import classes, conditions, objects, type_tests
from hybridlint.interpreter.run import Frame, Run
from hybridlint.lattice import element_of, join
from hybridlint.values import (
    UNKNOWN,
    Class,
    Imported,
    Instance,
    Mapped,
    NamedTuple,
    Plain,
    Sequence,
    Tensor,
    Unknown,
    Value,
    Variable,
    certainly,
)

#: Whether a pattern matches, None if unknown; and the names that it binds if it does.
Outcome = Tuple[Optional[bool], Dict[str, Value]]
_NO_MATCH: Outcome = (False, {})


def match(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    """Match `value` against `pattern`."""
    if isinstance(value, Variable):
        return _of_alternatives(run, pattern, value, frame)
    handler = _HANDLERS.get(type(pattern).__name__)
    return (None, {}) if handler is None else handler(run, pattern, value, frame)


def _of_alternatives(run: Run, pattern: Any, value: Variable, frame: Frame) -> Outcome:
    """Match a variable: a pattern matches for certain if it matches each alternative."""
    outcomes = [match(run, pattern, one, frame) for one in value.values]
    fitting = [names for fits, names in outcomes if fits is not False]
    if not fitting:
        return _NO_MATCH
    certain = all(fits for fits, _ in outcomes)
    return (True if certain else None), functools.reduce(_joined_names, fitting)


def _joined_names(first: Dict[str, Value], second: Dict[str, Value]) -> Dict[str, Value]:
    return {name: join(one, second[name]) for name, one in first.items() if name in second}


def _of_value(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    wanted = run.evaluate(pattern.value, frame)
    for side in (value, wanted):
        if isinstance(side, Tensor):
            run.emit(TruthTest(pattern.value, side, "match"))
            return None, {}
    if isinstance(value, Plain) and isinstance(wanted, Plain) and value.known and wanted.known:
        certain = conditions.is_certain(run, value)
        return (value.value == wanted.value if certain else None), {}
    differ = isinstance(value, (Sequence, Mapped, Instance)) and isinstance(wanted, Plain)
    return (False if differ else None), {}


def _of_singleton(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    """Match None, True or False, which Python compares by identity."""
    if isinstance(value, (Tensor, Sequence, Mapped, Instance)):
        return _NO_MATCH
    certain = isinstance(value, Plain) and value.known and conditions.is_certain(run, value)
    return (getattr(value, "value", None) is pattern.value if certain else None), {}


def _of_as(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    outcome, names = (True, {}) if pattern.pattern is None else match(run, pattern.pattern, value, frame)
    return outcome, names if pattern.name is None else {**names, pattern.name: value}


def _of_or(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    fitting: List[Dict[str, Value]] = []
    for part in pattern.patterns:
        outcome, names = match(run, part, value, frame)
        if outcome is not False:
            fitting.append(names)
        if outcome:
            break
    if not fitting:
        return _NO_MATCH
    return (True if outcome else None), functools.reduce(_joined_names, fitting)


def _of_sequence(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    patterns = pattern.patterns
    star = next((place for place, part in enumerate(patterns) if type(part).__name__ == "MatchStar"), None)
    if isinstance(value, (Plain, Tensor, Mapped, Instance)) and value != Plain():
        return _NO_MATCH
    items = value.items if isinstance(value, Sequence) else None
    if items is None:
        each = element_of(value) if isinstance(value, Sequence) else UNKNOWN
        parts: List[Value] = [Sequence("list", None, each) if place == star else each for place in range(len(patterns))]
        outcome: Optional[bool] = None
    else:
        least = len(patterns) - (star is not None)
        if len(items) < least or star is None and len(items) > least:
            return _NO_MATCH
        behind = 0 if star is None else len(patterns) - star - 1
        parts = list(items)
        if star is not None:
            middle = Sequence("list", items[star : len(items) - behind], identity=run.identity())
            parts = [*items[:star], middle, *items[len(items) - behind :]]
        outcome = True
    return _match_each(run, patterns, parts, frame, outcome)


def _match_each(run: Run, patterns: List[Any], parts: List[Value], frame: Frame, outcome: Optional[bool]) -> Outcome:
    """Match each of `parts` against its pattern; `outcome` is that of the pattern around them."""
    bound: Dict[str, Value] = {}
    for part_pattern, part in zip(patterns, parts):
        fits, names = match(run, part_pattern, part, frame)
        if fits is False:
            return _NO_MATCH
        outcome = outcome if fits else None
        bound.update(names)
    return outcome, bound


def _of_star(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    return True, {} if pattern.name is None else {pattern.name: value}


def _of_mapping(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    if not isinstance(value, Mapped):
        return (None, dict.fromkeys(_captured(pattern), UNKNOWN)) if isinstance(value, Unknown) else _NO_MATCH
    outcome: Optional[bool] = True
    parts: List[Value] = []
    keys: List[Any] = []
    for key_node in pattern.keys:
        key = run.evaluate(key_node, frame)
        found = value.get(key.value) if isinstance(key, Plain) and key.known else UNKNOWN
        if found is None:
            return _NO_MATCH
        if found is value.element or isinstance(found, Unknown):
            outcome = None
        keys.append(getattr(key, "value", None))
        parts.append(found)
    outcome, bound = _match_each(run, pattern.patterns, parts, frame, outcome)
    if outcome is not False and pattern.rest is not None:
        rest = tuple((key, held) for key, held in value.entries if key not in keys)
        bound[pattern.rest] = Mapped(rest, value.element, run.identity())
    return outcome, bound


def _of_class(run: Run, pattern: Any, value: Value, frame: Frame) -> Outcome:
    asked = run.evaluate(pattern.cls, frame)
    fits = _is_instance(run, pattern.cls, value, asked)
    if fits is False:
        return _NO_MATCH
    if isinstance(asked, Imported):  # `int(x)`: the only positional pattern of a builtin matches the value itself
        positions: List[Value] = [value]
    else:
        positions = [run.attribute(pattern, frame, value, name) for name in _match_args(run, value, frame)]
    if len(pattern.patterns) > len(positions):
        return None, dict.fromkeys(_captured(pattern), UNKNOWN)
    named = [run.attribute(pattern, frame, value, name) for name in pattern.kwd_attrs]
    parts = [*positions[: len(pattern.patterns)], *named]
    return _match_each(run, [*pattern.patterns, *pattern.kwd_patterns], parts, frame, fits)


def is_wildcard(case: Any) -> bool:
    """Return whether a case is `case _:`."""
    is_as = type(case.pattern).__name__ == "MatchAs"
    return is_as and case.pattern.pattern is None and case.pattern.name is None and case.guard is None


def by_type(run: Run, pattern: Any, value: Value, frame: Frame) -> conditions.Condition:
    """Return whether class patterns without parts (`nd.NDArray()`, `nd.NDArray() | list()`) match a tensor in each
    phase, and bind its name to it; unknown for other patterns and values."""
    if not isinstance(value, Tensor):
        return conditions.Condition()
    if type(pattern).__name__ == "MatchAs" and pattern.pattern is not None:
        condition = by_type(run, pattern.pattern, value, frame)
        if condition.by_phase:
            frame.scope.names[pattern.name] = value
        return condition
    parts = pattern.patterns if type(pattern).__name__ == "MatchOr" else [pattern]
    if not all(type(one).__name__ == "MatchClass" and not (one.patterns or one.kwd_attrs) for one in parts):
        return conditions.Condition()
    titles = (type_tests.class_titles(run.evaluate(one.cls, frame), one.cls) for one in parts)
    asked = frozenset(title for several in titles for title in several)
    return conditions.condition_of(run, pattern, type_tests.instance_of(run, pattern, value, asked), "match")


def _is_instance(run: Run, node: ast.AST, value: Value, asked: Value) -> Optional[bool]:
    if isinstance(asked, Class) and isinstance(value, (Instance, Sequence, Mapped)):
        owner = value.name if isinstance(value, Instance) else classes.owner_of(value)
        return asked.name in classes.lineage(run, owner)
    titles = type_tests.class_titles(asked, node)
    if isinstance(value, Plain) and value.type and len(titles) == 1:
        return value.type in titles or value.type == "bool" and "int" in titles
    if isinstance(value, (Instance, Mapped)):
        return "dict" in titles if isinstance(value, Mapped) else None
    answer = type_tests.instance_of(run, node, value, titles)
    return next((fits for fits in (True, False) if answer == certainly(fits)), None)


def _match_args(run: Run, value: Value, frame: Frame) -> Tuple[str, ...]:
    """Return the attributes that the positional patterns of a class pattern match."""
    if isinstance(value, NamedTuple):
        return value.fields
    if not isinstance(value, Instance):
        return ()
    declared = classes.class_attributes(run, value.name).get("__match_args__")
    if isinstance(declared, Sequence) and declared.items is not None:
        return tuple(str(item.value) for item in declared.items if isinstance(item, Plain))
    return tuple(objects.fields(run, value.name, frame))


def _captured(pattern: Any) -> List[str]:
    """Return the names that a pattern binds."""
    names = [getattr(node, field, None) for node in ast.walk(pattern) for field in ("name", "rest")]
    return [name for name in names if isinstance(name, str)]


_HANDLERS: Dict[str, Callable[[Run, Any, Value, Frame], Outcome]] = {
    "MatchValue": _of_value,
    "MatchSingleton": _of_singleton,
    "MatchAs": _of_as,
    "MatchOr": _of_or,
    "MatchSequence": _of_sequence,
    "MatchStar": _of_star,
    "MatchMapping": _of_mapping,
    "MatchClass": _of_class,
}
