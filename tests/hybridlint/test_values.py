"""A kind of value is one class, and syntax refers to none: what the interpreter does with a kind that only this file
defines."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Iterator, Optional

import pytest

import hybridlint
from hybridlint import mxnet_api, values
from hybridlint.dataclass import dataclass
from hybridlint.interpreter import Run
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.module import Module
from hybridlint.values import (
    UNKNOWN,
    Plain,
    Sequence,
    Value,
    constant,
)
from hybridlint.values.base import Mergeable, Read
from hybridlint.values.lattice import flat, join
from hybridlint.values.phased import Phased


@dataclass(frozen=True)
class Temperature(Mergeable):
    """A temperature in degrees; None if unknown."""

    degrees: Optional[int] = None

    def merged(self, other: Temperature, nodes: Any) -> Temperature:
        return Temperature(flat(self.degrees, other.degrees, None))

    def binary(self, run: Any, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return Temperature(self.degrees + other.integer) if symbol == "+" else None  # type: ignore[attr-defined, operator]

    def reflected(self, run: Any, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return self.binary(run, node, symbol, other)

    def unary(self, run: Any, node: ast.AST, symbol: str) -> Value:
        return Temperature(-self.degrees) if symbol == "-" and self.degrees else UNKNOWN

    def attribute(self, run: Any, read: Read) -> Optional[Value]:
        return constant(self.degrees) if read.name == "degrees" else None

    def call_method(self, run: Any, node: Any, name: str, arguments: Any, frame: Any, discarded: bool = False) -> Value:
        return Temperature(0) if name == "frozen" else UNKNOWN

    def call(self, run: Any, node: Any, arguments: Any, frame: Any, discarded: bool) -> Value:
        return self

    def item(self, run: Any, node: ast.AST, index: Value, frame: Any) -> Value:
        return index

    def iterate(self, run: Any, node: ast.AST, construct: str) -> Sequence:
        return Sequence("iterator", (self,))

    def contains(self, item: Value) -> Optional[bool]:
        return item == constant(self.degrees)

    def text(self, run: Any, node: ast.AST) -> Value:
        return constant(f"{self.degrees} °C")

    @property
    def truth(self) -> Optional[bool]:
        return True


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("t + 1", Temperature(21)),
        ("1 + t", Temperature(21)),
        ("-t", Temperature(-20)),
        ("-phased", Phased(Temperature(-20), Temperature(-30), "F", True)),
        ("[-2.5, -True, ~True, abs(-3), +4]", Sequence("list", tuple(map(constant, (-2.5, -1, -2, 3, 4))))),
        ("t.degrees", constant(20)),
        ("t.frozen()", Temperature(0)),
        ("t()", Temperature(20)),
        ("t[3]", constant(3)),
        ("[part for part in t]", Sequence("list", (Temperature(20),))),
        ("20 in t", Plain("bool", True)),
        ("str(t)", constant("20 °C")),
        ("f'{t}!'", constant("20 °C!")),
        ("not t", Plain("bool", False)),
        ("(t if flag else t + 1)", Temperature(None)),
        ("phased + 1", Phased(Temperature(21), Temperature(31), "F", True)),
        ("phased.degrees", Phased(constant(20), constant(30), "F", True)),
        ("t.unknown", None),
        ("t * 2", UNKNOWN),
    ],
)
def test_every_operation_calls_the_method_of_the_value(expression: str, expected: Optional[Value]) -> None:
    run = Run(Module("", ast.parse("")), mxnet_api.load(mxnet_api.DEFAULT))
    warm, hot = Temperature(20), Temperature(30)
    names = {"t": warm, "flag": Plain("bool"), "phased": Phased(warm, hot, "F", True)}
    value = run.variable(ast.parse(expression, mode="eval").body, Frame(Scope(dict(names))))
    if expected is None:
        assert type(value).__name__ == "BoundMethod"
    elif isinstance(expected, Sequence):
        assert isinstance(value, Sequence) and value.items == expected.items
    else:
        assert value == expected


def test_values_of_the_kind_are_joined_by_their_own_method() -> None:
    assert join(Temperature(1), Temperature(2)) == Temperature(None)
    assert join(Temperature(1), Temperature(1)) == Temperature(1)
    assert set(join(Temperature(1), Plain("int")).values) == {Temperature(1), Plain("int")}  # type: ignore[attr-defined]


PACKAGE = Path(hybridlint.__file__).parent
SYNTAX = PACKAGE / "interpreter" / "syntax"
KINDS = {
    name for name, kind in vars(values).items() if isinstance(kind, type) and issubclass(kind, Value) and kind != Value
}
#: The kinds of what an operation expands: values that differ between the phases, and those with alternatives.
EXPANDED = {"Phased", "Variable"}


def names_in(path: Path) -> Iterator[str]:
    """The names, attributes and strings in a file: every way to ask for a class."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for field in ("id", "attr", "name", "value"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                yield name


@pytest.mark.parametrize("path", sorted(SYNTAX.glob("*.py")), ids=lambda path: str(path.stem))
def test_syntax_refers_to_no_kind_of_value(path: Path) -> None:
    assert {"Tensor", "Plain", "Block"} <= KINDS
    used = {node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert used & KINDS == set()


def test_the_engine_and_the_lattice_alone_refer_to_what_operations_expand() -> None:
    referring = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if EXPANDED & {*names_in(path)}}
    engine = {path for path in referring if path.startswith("interpreter/engine/")}
    assert engine and referring - engine == {"values/lattice.py", "values/phased.py"}
