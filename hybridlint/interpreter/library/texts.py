"""Strings: the text of a value in each phase, in `str(x)`, `f"{x}"` and `"%s" % x`."""

from __future__ import annotations

import ast
import re
from typing import Iterable, Iterator, Tuple

from hybridlint.events import Printing
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import recording
from hybridlint.interpreter.lifecycle import classes
from hybridlint.interpreter.syntax import names
from hybridlint.values import (
    Imported,
    Mapped,
    Namespace,
    Phased,
    Plain,
    Tensor,
    Value,
    constant,
    taint_among,
    taint_of,
    tensors_in,
)

#: A placeholder of a template.
_PLACEHOLDER = re.compile(r"%[a-z]|\{[^{}]*\}")
#: A width or precision of four digits, or one that is an argument, in a template of `%` or `str.format`.
_WIDE = re.compile(r"%[^a-zA-Z%]*(\d{4}|\*)|\{[^{}]*:[^{}]*(\d{4}|\{)")
#: The abstract text of a Symbol.
_TEXT_OF_SYMBOL = constant("<Symbol>")


def is_wide(template: str) -> bool:
    """Return whether a template may be formatted as a string that is much longer."""
    return bool(_WIDE.search(template))


def pieces(value: Plain) -> Tuple[str, ...]:
    """Return the known parts of a string."""
    known = isinstance(value.value, str) and value.known
    return (value.value,) if known else value.pieces or ("", "")


def concatenated(left: Plain, right: Plain) -> Tuple[str, ...]:
    """Return the known parts of `left + right`."""
    one, other = pieces(left), pieces(right)
    return one[:-1] + (one[-1] + other[0],) + other[1:]


def of_template(template: Plain) -> Tuple[str, ...]:
    """Return the known parts of the string that `template`, with its `%s` or `{}`, is formatted to."""
    return tuple(_PLACEHOLDER.split(template.value)) if isinstance(template.value, str) and template.known else ()


def may_be(value: Plain, wanted: str) -> bool:
    """Return whether a string with some known parts may be `wanted`."""
    return re.fullmatch(".*".join(map(re.escape, pieces(value))), wanted) is not None


def note_shown(run: Run, node: ast.AST, values: Iterable[Value]) -> None:
    """Record the tensors that a call prints, logs or writes to a file, directly or in a string."""
    for value in values:
        for tensor in _tensors_shown(run, value):
            run.emit(Printing(node, tensor))


def _tensors_shown(run: Run, value: Value) -> Iterator[Tensor]:
    if isinstance(value, Mapped):
        for _, item in value.entries:
            yield from _tensors_shown(run, item)
    elif isinstance(value, Phased):
        if value.symbolic == _TEXT_OF_SYMBOL:
            yield run.fresh(description="a tensor in a text")
    else:
        yield from tensors_in(value)


def text(run: Run, node: ast.AST, value: Value) -> Value:
    """Evaluate `str(value)`: that of an NDArray shows its numbers, that of a Symbol its name."""
    if isinstance(value, Tensor) and run.recording:
        return Plain("str", taint=recording.of_values(run, node))
    if isinstance(value, Tensor) and value.certain:
        return Phased(Plain("str"), _TEXT_OF_SYMBOL, run.code(node), guard=True)
    if isinstance(value, Phased):
        return run.lift(lambda side: text(run, node, side), value)
    for method in ("__str__", "__repr__"):
        written = classes.special(run, node, value, method)
        if written is not None:
            return written
    if isinstance(value, Namespace):
        return names.of_module(value, run.code(node), "<module '{}'>")
    if isinstance(value, Imported) and names.last(value.name)[:1].isupper():
        return constant(f"<class '{value.name}'>")
    if isinstance(value, Plain) and value.known and isinstance(value.value, (str, bool, int, float)):
        return Plain("str", str(value.value), value.taint)
    inside = value.pieces if isinstance(value, Plain) else ()
    return Plain("str", taint=taint_of(value), pieces=inside)


def formatted(run: Run, node: ast.AST, template: Value, given: Iterable[Value]) -> Value:
    """Return the string that `template` is formatted to with the values `given`: `"%s" % x`, `"{}".format(x)`."""
    texts = [text(run, node, value) for value in (template, *given)]
    different = next((one for one in texts if isinstance(one, Phased)), None)
    known = of_template(template) if isinstance(template, Plain) else ()
    return Plain("str", taint=taint_among(texts), pieces=known) if different is None else different
