"""The state of an analysis is changed by the engine alone: other modules call its methods."""

from __future__ import annotations

import ast
import dataclasses
from pathlib import Path
from typing import Iterator, Set

import pytest

import hybridlint
from hybridlint.interpreter.engine import core, frames, phases, state, store

ROOT = Path(hybridlint.__file__).parent
ENGINE = ROOT / "interpreter" / "engine"
FILES = [
    file for folder in ("interpreter", "values") for file in (ROOT / folder).rglob("*.py") if ENGINE not in file.parents
]
#: Methods of lists, dicts and sets that change them.
CHANGES = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"}


def fields() -> Set[str]:
    """The names of all fields of the state: those of dataclasses of the engine, and those of a run."""
    names = {
        field.name
        for module in (frames, phases, state, store)
        for record in vars(module).values()
        if dataclasses.is_dataclass(record) and record.__module__ == module.__name__
        for field in dataclasses.fields(record)
    }
    made = ast.walk(ast.parse(Path(core.__file__).read_text(encoding="utf-8")))
    return names | {
        node.attr
        for node in made
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and getattr(node.value, "id", "") == "self"
    }


def whole(node: ast.AST) -> ast.AST:
    """The object that an element belongs to, at any depth."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def written(node: ast.AST) -> Iterator[ast.AST]:
    """The attributes and names whose object `node` writes or changes in place."""
    if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, (ast.Store, ast.Del)):
        yield whole(node)
    elif isinstance(node, ast.AugAssign):
        yield whole(node.target)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        yield whole(node.func.value)


def writes(code: str, names: Set[str]) -> Iterator[str]:
    """The writes of fields with these names, directly or through a variable, but for those of `self`."""

    def is_field(node: ast.AST) -> bool:
        return isinstance(node, ast.Attribute) and node.attr in names and getattr(node.value, "id", "") != "self"

    for function in ast.walk(ast.parse(code)):
        if isinstance(function, ast.FunctionDef):
            aliases = {
                target.id
                for node in ast.walk(function)
                if isinstance(node, ast.Assign) and is_field(node.value)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(function):
                for place in written(node):
                    in_place = not isinstance(node, ast.AugAssign)
                    if is_field(place) or in_place and isinstance(place, ast.Name) and place.id in aliases:
                        yield f"{function.name}, line {node.lineno}: {ast.dump(place)}"  # type: ignore[attr-defined]


def test_no_module_outside_of_the_engine_writes_a_field_of_the_state() -> None:
    names = fields()
    assert {"store", "names", "carried", "events", "constructed", "justified"} <= names
    found = {str(file.relative_to(ROOT)): list(writes(file.read_text(encoding="utf-8"), names)) for file in FILES}
    assert {file: places for file, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "statement",
    [
        "run.entry = entry",
        "run.spent += 1",
        "frame.scope.names[name] = value",
        "del frame.returns[1:]",
        "run.attempt.escaped.append(value)",
        "first, frame.raised = value",
        "held = run.attempt.store.values; held[key] = value",
        "held = run.attempt.exposed; held.add(key)",
    ],
)
def test_each_way_to_write_a_field_counts(statement: str) -> None:
    assert list(writes(f"def function(run, frame):\n    {statement}", fields()))


def test_fields_are_replaced_for_a_time_by_the_engine_alone() -> None:
    for file in FILES:
        names = {
            node.id for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)
        }
        assert not names & {"replacing", "setattr", "vars"}, file
