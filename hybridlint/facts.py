"""Facts that a run has recorded of the blocks of a file, for :func:`hybridlint.analysis.analyse`.

With facts, inputs have the kinds, shapes and dtypes of the run, and branches on the configuration of an instance are
decided. `docs/facts-format.md` describes the JSON form; the facts of one file are

    {"blocks": {"Net": [{"inputs": {"x": {"kind": "tensor", "shape": [2, 3], "dtype": "float32"},
                                    "states": {"kind": "list", "items": [{"kind": "tensor", "shape": [2, 4]}]},
                                    "mask": {"kind": "value", "value": null}},
                         "parameters": {"weight": {"kind": "tensor", "shape": [4, 3], "dtype": "float32"}},
                         "attributes": {"units": 4, "use_bias": true},
                         "children": {"dense": {"kind": "tensor", "shape": [2, 4]}}}]},
     "lines": [7, 8, 12]}

A class has one object for each way in which the run called its instances; a single one needs no list. The function of a
HybridLambda, and one that code of another file calls, has a key of its name and line, "scale:7" or "<lambda>:7".
`children` are the outputs of the blocks that `hybrid_forward` calls, by attribute; `functions` are the results of the
functions of other files that it calls, by name. `lines`, from 1, are those that the run executed: with them, findings
in code that did not run are dropped. Anything missing is unknown.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import hashlib
import json
import os
from typing import Any, Dict, FrozenSet, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from hybridlint.dataclass import dataclass

#: The kinds of :class:`ValueFact`.
KINDS = ("tensor", "list", "tuple", "value")

#: `format` and `format_version` of a document with the facts of several files.
FORMAT, FORMAT_VERSION = "hybridlint-facts", 1

_REPORT = "hybridlint-runtime-report"
_PARTS = ("inputs", "parameters", "attributes", "children", "functions")


class CannotReadFacts(Exception):
    """A file contains no facts, or facts in another version of the format. The message gives the reason."""


@dataclass(frozen=True)
class ValueFact:
    """One value: a tensor with its shape (None if unknown) and dtype, a list or tuple with its items, or a plain Python
    value (None, bool, int, float or str)."""

    kind: str
    shape: Optional[Tuple[int, ...]] = None
    dtype: str = ""
    items: Tuple[ValueFact, ...] = ()
    value: Any = None

    @classmethod
    def from_json(cls, document: Any) -> ValueFact:
        """Return the value with this JSON form. Raises ValueError for anything else."""
        if not isinstance(document, dict) or document.get("kind") not in KINDS:
            raise ValueError(f"a fact needs a kind, one of {', '.join(KINDS)}: {document!r}")
        shape = document.get("shape")
        if shape is not None and not (isinstance(shape, list) and all(type(length) is int for length in shape)):
            raise ValueError(f"a shape is a list of integers: {shape!r}")
        return cls(
            document["kind"],
            None if shape is None else tuple(shape),
            str(document.get("dtype", "")),
            tuple(map(cls.from_json, document.get("items", ()))),
            document.get("value"),
        )


@dataclass(frozen=True)
class BlockFacts:
    """The facts of the instances of one class that a run called in one way."""

    inputs: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)
    parameters: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)
    attributes: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    children: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)
    functions: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)

    @classmethod
    def from_json(cls, document: Any) -> BlockFacts:
        """Return the facts with this JSON form. Raises ValueError for anything else."""
        values: Dict[str, Any] = {
            part: document.get(part, {}) if isinstance(document, dict) else None for part in _PARTS
        }
        if not all(isinstance(value, dict) for value in values.values()):
            raise ValueError(f"the facts of a block are objects: {', '.join(_PARTS)}")
        facts = {
            part: {name: ValueFact.from_json(fact) for name, fact in values[part].items()}
            for part in _PARTS
            if part != "attributes"
        }
        return cls(attributes=dict(values["attributes"]), **facts)

    def common(self, other: BlockFacts) -> BlockFacts:
        """Return the facts that are the same in both."""

        def equal(part: str) -> Dict[str, Any]:
            mine, theirs = getattr(self, part), getattr(other, part)
            return {name: mine[name] for name in mine if name in theirs and mine[name] == theirs[name]}

        return BlockFacts(**{part: equal(part) for part in _PARTS})


#: The facts of a class of which nothing is known.
_NO_FACTS = BlockFacts()


@dataclass(frozen=True)
class Facts:
    """The facts of one file: class name → one item for each way in which instances were called; and the lines that the
    run executed, None if unknown."""

    blocks: Mapping[str, Tuple[BlockFacts, ...]] = dataclasses.field(default_factory=dict)
    lines: Optional[FrozenSet[int]] = None

    @classmethod
    def from_json(cls, document: Any) -> Facts:
        """Return the facts with this JSON form. Raises ValueError for anything else."""
        if not isinstance(document, dict) or not isinstance(document.get("blocks"), dict):
            raise ValueError("facts are an object with the key `blocks`")
        lines = document.get("lines")
        if lines is not None and not (isinstance(lines, list) and all(type(line) is int for line in lines)):
            raise ValueError("the lines of facts are a list of numbers")
        return cls(
            {
                name: tuple(map(BlockFacts.from_json, known if isinstance(known, list) else [known]))
                for name, known in document["blocks"].items()
            },
            None if lines is None else frozenset(lines),
        )

    @property
    def function_lines(self) -> FrozenSet[int]:
        """The lines on which the functions in these facts begin."""
        return frozenset(int(line) for name in self.blocks for _, colon, line in [name.partition(":")] if colon)

    def of(self, name: Optional[str]) -> BlockFacts:
        """Return the facts that are the same for every instance of class `name`; none if nothing is known."""
        if name not in self._common:
            known = self.blocks.get(name or "", ())
            self._common[name] = functools.reduce(BlockFacts.common, known) if known else _NO_FACTS
        return self._common[name]

    @functools.cached_property
    def _common(self) -> Dict[Optional[str], BlockFacts]:
        """The results of `of`, which the analysis asks for at each call and attribute."""
        return {}

    def only(self, name: str, *blocks: BlockFacts) -> Facts:
        """Return these facts with `blocks` as the only facts of class `name`."""
        return dataclasses.replace(self, blocks={**self.blocks, name: blocks})

    def moved(self, before: str, after: str) -> Facts:
        """Return these facts of the text `before` with the line numbers of the text `after`, in which lines that ran
        were fixed."""
        functions = {name: int(line) for name in self.blocks for _, colon, line in [name.partition(":")] if colon}
        if self.lines is None and not functions or before == after:
            return self
        ran = self.lines or frozenset()
        lines: Set[int] = set()
        names: Dict[str, str] = {}
        texts = before.splitlines(), after.splitlines()
        for kind, start, end, to, until in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
            for name, line in functions.items():
                if start < line <= end:
                    names[name] = name_of_function(name.partition(":")[0], line - start + to)
            if kind == "equal":
                lines.update(line - start + to for line in range(start + 1, end + 1) if line in ran)
            elif not ran.isdisjoint(range(start + 1, max(end, start + 1) + 1)):
                lines.update(range(to + 1, until + 1))
        blocks = {names.get(name, name): known for name, known in self.blocks.items()}
        return Facts(blocks, None if self.lines is None else frozenset(lines))

    def joined(self, other: Facts) -> Facts:
        """Return the facts of two runs of the same file."""
        names = {**self.blocks, **other.blocks}
        blocks = {
            name: (
                *self.blocks.get(name, ()),
                *(b for b in other.blocks.get(name, ()) if b not in self.blocks.get(name, ())),
            )
            for name in names
        }
        lines = None if self.lines is None or other.lines is None else self.lines | other.lines
        return Facts(blocks, lines)


def name_of_function(name: str, line: int) -> str:
    """Return the key in facts of a function that begins on `line`; `name` of a lambda is "<lambda>"."""
    return f"{name}:{line}"


def document(files: Sequence[Mapping[str, Any]]) -> Dict[str, Any]:
    """Return the JSON form of the facts of several files, each made by :func:`of_file`."""
    return {"format": FORMAT, "format_version": FORMAT_VERSION, "files": list(files)}


def of_file(path: str, blocks: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the JSON form of facts of the file at `path`."""
    return {"file": path, "sha256": digest_of_file(path), "blocks": dict(blocks)}


def read(path: str) -> Dict[str, Facts]:
    """Return the real path of each source file → its facts, from the JSON file `path`: a report of
    `hybridlint-runtime check` or a document of facts.

    Paths in it are relative to the current folder. The executed lines of a file that has changed since are unknown.
    Raises CannotReadFacts.
    """
    try:
        with open(path, encoding="utf-8") as stream:
            document = json.load(stream)
    except OSError as error:
        raise CannotReadFacts(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CannotReadFacts(f"{path} is not valid JSON: {error}") from error
    result: Dict[str, Facts] = {}
    try:
        for item in (item for part in _documents(document) for item in part["files"]):
            file, facts = os.path.realpath(item["file"]), Facts.from_json(item)
            if digest_of_file(file) != item.get("sha256"):
                facts = dataclasses.replace(facts, lines=None)
            result[file] = result[file].joined(facts) if file in result else facts
    except (KeyError, TypeError, ValueError) as error:
        raise CannotReadFacts(f"{path} holds no facts of a run: {error}") from error
    return result


def _documents(document: Any) -> List[Any]:
    """Return the documents of facts in a JSON document. Raises ValueError if it is neither a report nor facts."""
    if isinstance(document, dict) and document.get("format") == _REPORT:
        return [report["facts"] for report in document["reports"] if report.get("facts")]
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError("make them with `hybridlint-runtime check MODEL --format json --output FILE`")
    if document.get("format_version") != FORMAT_VERSION:
        raise ValueError(f"format version {document.get('format_version')!r} is not {FORMAT_VERSION}")
    return [document]


def digest_of_file(path: str) -> Optional[str]:
    """Return the SHA-256 of a source file in hexadecimal; None if it cannot be read."""
    try:
        with open(path, "rb") as stream:
            return hashlib.sha256(stream.read()).hexdigest()
    except OSError:
        return None


def executed(tree: ast.Module, lines: Iterable[int]) -> Set[int]:
    """Return the lines of all statements of which a run executed one of `lines`, of those outside of functions, and of
    docstrings.

    A compound statement counts with its header alone. The header of a function counts if its body ran.
    """
    seen = set(lines)
    numbers: Set[int] = set()
    for statement, inside in _statements(tree.body, False):
        header = _header(statement)
        ran = seen.intersection(header)
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            ran = seen.intersection(range(statement.body[0].lineno, (statement.end_lineno or 0) + 1))
        elif not inside or isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            ran = set(header)
        if ran:
            numbers.update(header)
    return numbers


def _statements(body: Iterable[ast.stmt], inside: bool) -> Iterator[Tuple[ast.stmt, bool]]:
    """Yield every statement in `body` and below, and whether it is inside of a function."""
    for statement in body:
        yield statement, inside
        below = inside or isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
        for part in _bodies(statement):
            yield from _statements(part, below)


def _bodies(statement: ast.AST) -> Iterator[List[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        part = getattr(statement, name, None)
        if isinstance(part, list):
            yield part
    for handler in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield handler.body


def _header(statement: ast.stmt) -> range:
    """Return the lines of a statement without those of the statements in it."""
    first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
    below = [part[0].lineno for part in _bodies(statement) if part]
    last = min(below) - 1 if below else (statement.end_lineno or statement.lineno)
    return range(first, max(last, statement.lineno) + 1)
