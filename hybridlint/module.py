"""What a file says of itself: its statements worth parsing, its imports, functions, classes and constants.

`ast` is free under flake8 and finds the functions and classes that matter; only those are parsed with libcst, with all
else blanked out so that line numbers stay. Positions are worked out per top-level statement, and only when asked for.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import functools
import io
import re
import tokenize
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Union

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from hybridlint.semantics import numpy_semantics

#: What a file, or a part of one, must contain to have anything to do with hybridization.
CONCERNS_HYBRIDIZATION = re.compile(r"[Hh]ybrid")

#: What sets the name of a class that no name reaches apart from its number.
SHADOWED = "#"

#: A class within a class or a function begins a line, as every class does.
_NESTED_CLASS = re.compile(r"^[ \t\f]+class\b", re.MULTILINE)

_Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Module:
    """A file, parsed as far as it concerns hybrid blocks.

    Raises `libcst.ParserSyntaxError` where libcst cannot parse a part that matters.
    """

    def __init__(self, text: str, tree: ast.Module) -> None:
        # Not `splitlines`: a form feed or U+2028 ends no line of Python.
        self._lines = list(io.StringIO(text))
        kept = _statements_that_matter(tree, self._lines)
        self.syntax = cst.parse_module(_only(self._lines, [_lines_of(statement) for statement in kept]))
        self._first_lines = _first_lines(kept)
        self._ranges: Dict[int, Mapping[cst.CSTNode, CodeRange]] = {}
        self._shifts: Dict[int, int] = {}
        self._statement_of: Dict[int, int] = {}
        self.imports: Dict[str, str] = {}
        self.functions: Dict[str, cst.FunctionDef] = {}
        self.classes: Dict[str, cst.ClassDef] = {}
        self.constants: Dict[str, List[cst.BaseExpression]] = {}
        self._collect(self.syntax.body)
        if _NESTED_CLASS.search(text):
            self._collect_nested_classes()
        self.numpy = numpy_semantics(text, self.syntax, self.classes)

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return len(self._lines)

    def _collect(self, statements: Iterable[cst.CSTNode]) -> None:
        """Note the names that top-level statements bind, also below `if`, `try` and `with`."""
        for statement in statements:
            if isinstance(statement, cst.FunctionDef):
                self.functions[statement.name.value] = statement
            elif isinstance(statement, cst.ClassDef):
                shadowed = self.classes.get(statement.name.value)
                self.classes[statement.name.value] = statement
                if shadowed is not None:
                    self._shadowed(shadowed)
            elif isinstance(statement, cst.SimpleStatementLine):
                for small in statement.body:
                    self._collect_small(small)
            elif isinstance(statement, (cst.If, cst.Try, cst.With, cst.Else, cst.Finally, cst.ExceptHandler)):
                self._collect(statement.body.body)
                for part in ("orelse", "handlers", "finalbody"):
                    inner = getattr(statement, part, None) or ()
                    self._collect(inner if isinstance(inner, Sequence) else [inner])

    def _collect_small(self, small: cst.CSTNode) -> None:
        if isinstance(small, (cst.Import, cst.ImportFrom)):
            self.imports.update(imported_names(small))
        elif isinstance(small, cst.Assign):
            for target in small.targets:
                if isinstance(target.target, cst.Name):
                    self.constants.setdefault(target.target.value, []).append(small.value)
        elif isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name) and small.value is not None:
            self.constants.setdefault(small.target.value, []).append(small.value)

    def _collect_nested_classes(self) -> None:
        """Note the classes defined inside functions: factories of blocks are common."""
        for statement in self.syntax.body:
            if isinstance(statement, (cst.FunctionDef, cst.ClassDef)):
                for node in nodes_below(statement):
                    if type(node) is cst.ClassDef and self.classes.setdefault(node.name.value, node) is not node:
                        self._shadowed(node)

    def class_key(self, node: cst.ClassDef) -> str:
        """The key of a class in `classes`: its name, unless that stands for another class."""
        name = node.name.value
        if self.classes.get(name) is node:
            return name
        return next((key for key, known in self.classes.items() if known is node), name)

    def _shadowed(self, node: cst.ClassDef) -> None:
        """Note a class whose name stands for another one elsewhere: a block like any, that no name reaches."""
        self.classes[f"{node.name.value}{SHADOWED}{len(self.classes)}"] = node

    def mentions(self, word: str) -> int:
        """How often a word stands in the code, be it as a name or in a text."""
        return self._words[word]

    def code_of(self, node: cst.CSTNode) -> str:
        """The lines of `node` without their comments."""
        place = self.position(node)
        return "\n".join(self._code[place.start.line - 1 : place.end.line])

    @functools.cached_property
    def attributes_of_self(self) -> Set[str]:
        """Every `x` that is written as `self.x` somewhere in the file."""
        return {name for line in self._code for name in _OF_SELF.findall(line)}

    def speaks_of_own(self, title: str, apart_from: Iterable[cst.ClassDef]) -> int:
        """How often the classes of the file say `self.title`, but for the outermost classes around some."""
        every, each, around = self._own
        left_out = {around[id(node)] for node in apart_from if id(node) in around}
        return every[title] - sum(each[outermost][title] for outermost in left_out)

    @functools.cached_property
    def _own(self) -> Tuple[collections.Counter[str], Dict[int, collections.Counter[str]], Dict[int, int]]:
        """The attributes of `self`, counted once: of all classes, of each outermost one; and which that is for each."""
        every: collections.Counter[str] = collections.Counter()
        each: Dict[int, collections.Counter[str]] = {}
        around: Dict[int, int] = {}
        for outermost in self.syntax.body:
            if isinstance(outermost, cst.ClassDef):
                each[id(outermost)] = collections.Counter(_OF_SELF.findall(self.code_of(outermost)))
                every.update(each[id(outermost)])
                below = (id(node) for node in nodes_below(outermost) if isinstance(node, cst.ClassDef))
                around.update(dict.fromkeys(below, id(outermost)))
        return every, each, around

    @functools.cached_property
    def _words(self) -> collections.Counter[str]:
        """How often each word stands in the code: counted once, for many are asked for."""
        return collections.Counter(word for line in self._code for word in re.findall(r"\w+", line))

    @functools.cached_property
    def _code(self) -> List[str]:
        """The lines without their comments."""
        code = list(self._lines)
        for token in tokenize.generate_tokens(iter(self._lines).__next__):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                code[line - 1] = code[line - 1][:column]
        return code

    def position(self, node: cst.CSTNode) -> CodeRange:
        """Where `node` stands in the file: lines from 1, columns from 0, in characters."""
        if not self._statement_of:
            for index, statement in enumerate(self.syntax.body):
                self._number(statement, index)
        index = self._statement_of[id(node)]
        if index not in self._ranges:
            self._ranges[index] = self._positions_in(index)
        found, shift = self._ranges[index][node], self._shifts[index]
        return CodeRange(
            start=(found.start.line + shift, found.start.column), end=(found.end.line + shift, found.end.column)
        )

    def around(self, place: CodeRange) -> Tuple[str, str, str]:
        """What stands before a place on its first line, the text of the place, and what stands after it on its last."""
        first, last = self._lines[place.start.line - 1], self._lines[place.end.line - 1]
        lines = self._lines[place.start.line - 1 : place.end.line]
        lines[-1] = last[: place.end.column]
        lines[0] = lines[0][place.start.column :]
        return first[: place.start.column], "".join(lines), last[place.end.column :].rstrip("\r\n")

    def _number(self, statement: cst.CSTNode, index: int) -> None:
        for node in nodes_below(statement):
            self._statement_of[id(node)] = index

    def _positions_in(self, index: int) -> Mapping[cst.CSTNode, CodeRange]:
        """The positions in a statement, as if it stood alone."""
        statement = self.syntax.body[index]
        alone = cst.Module(body=[statement], default_indent=self.syntax.default_indent)
        ranges: Any = MetadataWrapper(alone, unsafe_skip_copy=True).resolve(PositionProvider)
        first = statement
        if isinstance(statement, (cst.FunctionDef, cst.ClassDef)) and statement.decorators:
            first = statement.decorators[0]  # type: ignore[assignment]
        self._shifts[index] = self._first_lines[index] - ranges[first].start.line
        return ranges  # type: ignore[no-any-return]

    def code(self, node: cst.CSTNode) -> str:
        """The text of `node`, on one line."""
        return " ".join(self.syntax.code_for_node(node).split())


_OF_SELF = re.compile(r"\bself\.(\w+)")
#: Fields of each class of nodes; None for classes of other values.
_FIELDS: Dict[type, Optional[Tuple[str, ...]]] = {}


def nodes_below(node: cst.CSTNode) -> Iterator[Any]:
    """`node` and all nodes below it, in no particular order. (`CSTNode.children` runs a visitor for each node, and
    `isinstance` asks abstract base classes: both take several times as long.)"""
    stack: List[Any] = [node]
    while stack:
        current = stack.pop()
        kind = type(current)
        if kind is list or kind is tuple:
            stack.extend(current)
            continue
        if kind not in _FIELDS:
            a_node = isinstance(current, cst.CSTNode)
            _FIELDS[kind] = tuple(field.name for field in dataclasses.fields(current)) if a_node else None
        fields = _FIELDS[kind]
        if fields is not None:
            yield current
            stack.extend([getattr(current, name) for name in fields])


def imported_names(statement: Union[cst.Import, cst.ImportFrom]) -> Dict[str, str]:
    """The names that an import binds, each with the full dotted name that it stands for."""
    names: Dict[str, str] = {}
    if isinstance(statement, cst.Import):
        for alias in statement.names:
            dotted = dotted_name(alias.name) or ""
            if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                names[alias.asname.name.value] = dotted
            else:
                names[dotted.split(".")[0]] = dotted.split(".")[0]
        return names
    if isinstance(statement.names, cst.ImportStar):
        return names
    package = "." * len(statement.relative) + (dotted_name(statement.module) or "" if statement.module else "")
    for alias in statement.names:
        name = dotted_name(alias.name) or ""
        bound = alias.asname.name.value if alias.asname and isinstance(alias.asname.name, cst.Name) else name
        names[bound] = f"{package}.{name}"
    return names


def dotted_name(node: Optional[cst.CSTNode]) -> Optional[str]:
    """`a.b.c` as text; None for any other expression."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        front = dotted_name(node.value)
        return f"{front}.{node.attr.value}" if front else None
    return None


def _statements_that_matter(tree: ast.Module, lines: Sequence[str]) -> List[ast.stmt]:
    """All top-level statements but the functions and classes that no hybrid block can reach."""
    reached: Set[int] = set()
    by_name: Dict[str, List[int]] = {}
    waiting: List[int] = []
    for index, statement in enumerate(tree.body):
        for name in _changed_by(statement):
            by_name.setdefault(name, []).append(index)
        if isinstance(statement, _Definition):
            first, last = _lines_of(statement)
            if any(CONCERNS_HYBRIDIZATION.search(line) for line in lines[first - 1 : last]):
                waiting.append(index)
        elif not isinstance(statement, (ast.Expr, ast.Import, ast.ImportFrom)):
            if any(CONCERNS_HYBRIDIZATION.search(name) for name in _names_in([statement])):
                waiting.append(index)
    for index, statement in enumerate(tree.body):
        # What a decorator of the file does with a definition, a table of it, say, nobody else mentions.
        if any(name in by_name for name in _names_in(getattr(statement, "decorator_list", ()))):
            waiting.append(index)
    children = _subclasses(tree)
    while waiting:
        index = waiting.pop()
        if index in reached:
            continue
        reached.add(index)
        statement = tree.body[index]
        names = _names_in([statement])
        if isinstance(statement, ast.ClassDef):
            names |= children.get(statement.name, set())
        for name in names:
            waiting.extend(other for other in by_name.get(name, ()) if other not in reached)
    return [
        statement
        for index, statement in enumerate(tree.body)
        if index in reached
        or not isinstance(statement, _Definition + (ast.Expr,))
        or (isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant))
    ]


def _names_in(nodes: Iterable[ast.AST]) -> Set[str]:
    return {below.id for node in nodes for below in ast.walk(node) if isinstance(below, ast.Name)}


def _changed_by(statement: ast.stmt) -> Set[str]:
    """The names of the module that a statement of it defines, assigns or fills: `f`, `table`, `table[key]`,
    `table.update(…)`."""
    if isinstance(statement, _Definition):
        return {statement.name}
    if isinstance(statement, ast.Expr):
        return _names_in([statement.value.func]) if isinstance(statement.value, ast.Call) else set()
    stored = (node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store))
    return _names_in(stored)


def _subclasses(tree: ast.Module) -> Dict[str, Set[str]]:
    """Class names → names of the classes of this file that derive from them: they inherit what is wrong."""
    found: Dict[str, Set[str]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            for base in statement.bases:
                if isinstance(base, ast.Name):
                    found.setdefault(base.id, set()).add(statement.name)
    return found


def _lines_of(statement: ast.stmt) -> Tuple[int, int]:
    """First and last line of a statement, decorators included."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno] + [decorator.lineno for decorator in decorators])
    return first, statement.end_lineno or statement.lineno


def _only(lines: Sequence[str], wanted: Iterable[Tuple[int, int]]) -> str:
    """The text with every line outside of the `wanted` ranges blanked out."""
    keep = [False] * (len(lines) + 2)
    for first, last in wanted:
        for number in range(first, min(last, len(lines)) + 1):
            keep[number] = True
    return "".join(
        line if keep[number] else line[len(line.rstrip("\r\n")) :] for number, line in enumerate(lines, start=1)
    )


def _first_lines(kept: Sequence[ast.stmt]) -> List[int]:
    """The line on which each statement of the libcst module starts: it takes `a; b` for one statement."""
    first_lines: List[int] = []
    end = 0
    for statement in kept:
        first, last = _lines_of(statement)
        if first > end:
            first_lines.append(first)
        end = max(end, last)
    return first_lines
