"""A source file: its relevant statements, imports, functions, classes and constants.

Only the part of the syntax tree that a hybrid block can reach is visited. Positions and source text of a node are
computed on demand.
"""

from __future__ import annotations

import ast
import bisect
import collections
import functools
import io
import re
import sys
from typing import Any, Container, Dict, Iterable, List, Optional, Sequence, Set, Tuple

from hybridlint import neighbours
from hybridlint.dataclass import dataclass
from hybridlint.numpy_semantics import numpy_semantics
from hybridlint.prefilter import may_hold_block
from hybridlint.syntax import FUNCTION_DEFS, FunctionDef, imported_names, names_among, nodes_below

#: Separates the name of a shadowed class from its number, in keys of `Module.classes`.
SHADOWED = "#"

#: The beginning of a class nested in a class or a function.
_NESTED_CLASS = re.compile(r"\n[ \t\f]+class\b")
#: The keyword `del`. The search is for its letters, which is much faster than one for `\bdel\b`.
_DELETES = re.compile(r"del(?<=\bdel)\b")

_Definition = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Span:
    """A range of a file: lines from 1, columns from 0, in characters."""

    line: int
    column: int
    end_line: int
    end_column: int


#: Every character of ASCII that is in no word → a space.
_SPACES = {code: " " for code in range(128) if not re.match(r"\w", chr(code))}


class Module:
    """A file, as far as it concerns hybrid blocks. `tree` is its `ast`; functions that begin on the lines `called` are
    reached from other files. `path` is its path, "" if it has none."""

    def __init__(self, text: str, tree: ast.Module, called: Container[int] = (), path: str = "") -> None:
        self._text = text
        self._path = path
        # Not `splitlines`: a form feed or U+2028 ends no line of Python.
        self._lines = list(io.StringIO(text))
        self._tree = tree
        #: The numbers of the lines about hybridization, in order.
        candidates = ((number, line) for number, line in enumerate(self._lines, 1) if "ybrid" in line or "(F" in line)
        self._concerned = [number for number, line in candidates if may_hold_block(line)]
        self._below: Dict[int, List[Any]] = {}
        self.body: List[ast.stmt] = self._relevant_statements(called)
        self._spans: Dict[int, Span] = {}
        self._in_f_string: Dict[int, ast.AST] = {}
        self.imports: Dict[str, str] = {}
        self.functions: Dict[str, FunctionDef] = {}
        self.classes: Dict[str, ast.ClassDef] = {}
        self.constants: Dict[str, List[ast.expr]] = {}
        self._collect(self.body)
        if _NESTED_CLASS.search(text):
            self._collect_nested_classes()
        if sys.version_info < (3, 12) and _F_STRING.search(text):
            self._find_f_strings()
        self.numpy = numpy_semantics(text, self.body, self.classes)

    def _nodes(self, statement: ast.stmt) -> List[Any]:
        """Return a statement of the module and all nodes below it."""
        key = id(statement)
        if key not in self._below:
            self._below[key] = nodes_below(statement)
        return self._below[key]

    @functools.cached_property
    def _all_nodes(self) -> List[Any]:
        return [node for statement in self._tree.body for node in self._nodes(statement)]

    def _relevant_statements(self, called: Container[int]) -> List[ast.stmt]:
        """Return all top-level statements but the functions and classes that no hybrid block can reach."""
        reached: Set[int] = set()
        by_name: Dict[str, List[int]] = {}
        waiting: List[int] = []
        names: Dict[int, Set[str]] = {}
        for index, statement in enumerate(self._tree.body):
            for name in _names_changed_by(statement):
                by_name.setdefault(name, []).append(index)
            if isinstance(statement, _Definition):
                if _lines_of(statement)[0] in called or self.concerns_hybridization(statement):
                    waiting.append(index)
            elif not isinstance(statement, (ast.Expr, ast.Import, ast.ImportFrom)):
                names[index] = _names_in(self._nodes(statement))
                if any(map(may_hold_block, names[index])):
                    waiting.append(index)
        for index, statement in enumerate(self._tree.body):
            # A decorator of the file may register a definition that no other code mentions.
            decorators = getattr(statement, "decorator_list", ())
            if decorators and any(name in by_name for name in _names_in(nodes_below(decorators))):
                waiting.append(index)
        if self._path:
            derived = neighbours.hybrid_classes(self._path, self._tree)
            waiting.extend(index for index, item in enumerate(self._tree.body) if getattr(item, "name", "") in derived)
        children = _subclasses(self._tree)
        while waiting:
            index = waiting.pop()
            if index in reached:
                continue
            reached.add(index)
            statement = self._tree.body[index]
            mentioned = names.get(index) or self._words_of(statement)
            if isinstance(statement, ast.ClassDef):
                mentioned |= children.get(statement.name, set())
            for name in mentioned & by_name.keys():
                waiting.extend(by_name[name])
        return [
            statement
            for index, statement in enumerate(self._tree.body)
            if index in reached
            or not isinstance(statement, _Definition + (ast.Expr,))
            or (isinstance(statement, ast.Expr) and not isinstance(statement.value, ast.Constant))
        ]

    def _words_of(self, statement: ast.stmt) -> Set[str]:
        """Return the words on the lines of a statement: all names in it, and those in comments and strings."""
        first, last = _lines_of(statement)
        text = "".join(self._lines[first - 1 : last])
        # Several times as fast as the regular expression.
        return set(text.translate(_SPACES).split() if text.isascii() else re.findall(r"\w+", text))

    @property
    def tree(self) -> ast.Module:
        """The tree of the whole file."""
        return self._tree

    @property
    def lines(self) -> int:
        """The number of lines of the file."""
        return len(self._lines)

    @property
    def characters(self) -> int:
        """The number of characters of the file."""
        return sum(map(len, self._lines))

    def _collect(self, statements: Iterable[ast.AST]) -> None:
        """Record the names that top-level statements bind, including those in `if`, `try` and `with`."""
        for statement in statements:
            if isinstance(statement, FUNCTION_DEFS):
                self.functions[statement.name] = statement
            elif isinstance(statement, ast.ClassDef):
                shadowed = self.classes.get(statement.name)
                self.classes[statement.name] = statement
                if shadowed is not None:
                    self._shadowed(shadowed)
            elif isinstance(statement, (ast.Import, ast.ImportFrom)):
                self.imports.update(imported_names(statement))
            elif isinstance(statement, ast.Assign):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        self.constants.setdefault(target.id, []).append(statement.value)
            elif isinstance(statement, ast.AnnAssign):
                if isinstance(statement.target, ast.Name) and statement.value is not None:
                    self.constants.setdefault(statement.target.id, []).append(statement.value)
            elif isinstance(statement, (ast.If, ast.Try, ast.With, ast.AsyncWith, ast.ExceptHandler)):
                for part in ("body", "orelse", "handlers", "finalbody"):
                    self._collect(getattr(statement, part, ()))

    def _collect_nested_classes(self) -> None:
        """Record the classes defined inside functions: factories of blocks are common."""
        for statement in self.body:
            if isinstance(statement, _Definition):
                for node in self._nodes(statement):
                    if type(node) is ast.ClassDef and self.classes.setdefault(node.name, node) is not node:
                        self._shadowed(node)

    def own_classes(self) -> List[Tuple[str, ast.ClassDef]]:
        """Return the keys and nodes of the classes of this file. Those of other files, whose keys have a dot, join
        `classes` where this one uses them."""
        return [(key, node) for key, node in self.classes.items() if "." not in key]

    def class_key(self, node: ast.ClassDef) -> str:
        """Return the key of a class in `classes`: its name, unless that is bound to another class."""
        if self.classes.get(node.name) is node:
            return node.name
        return next((key for key, known in self.classes.items() if known is node), node.name)

    def _shadowed(self, node: ast.ClassDef) -> None:
        """Record a class whose name is bound to another class: it is analysed, but no name refers to it."""
        self.classes[f"{node.name}{SHADOWED}{len(self.classes)}"] = node

    def _find_f_strings(self) -> None:
        """Record the nodes inside f-strings: before Python 3.12 they have no reliable positions."""
        for statement in self.body:
            for node in self._nodes(statement):
                if node.__class__ is ast.JoinedStr:
                    for below in nodes_below(node.values):
                        self._in_f_string.setdefault(id(below), node)

    def resolved(self, dotted: str) -> str:
        """Return the full dotted name of an import, followed through the files beside this one."""
        return neighbours.resolved(self._path, dotted) if self._path and "." in dotted else dotted

    def star_import(self, name: str) -> Optional[str]:
        """Return the full dotted name of what `from module import *` of a file beside this one binds to `name`; None if
        none does."""
        return neighbours.star_name(self._path, self._stars, name) if self._path and self._stars else None

    @functools.cached_property
    def _stars(self) -> Tuple[str, ...]:
        """The modules of which all names are imported."""
        return tuple(
            "." * statement.level + (statement.module or "")
            for statement in self.body
            if isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names)
        )

    def mentions(self, word: str) -> int:
        """Return how often `word` occurs in the code, as a name or in a string."""
        if word not in self._text:
            return 0
        return self._names[word] + (self._words_in_texts[word] if word in self._texts else 0)

    @functools.cached_property
    def unread(self) -> Set[ast.AST]:
        """The values that statements discard, or assign to names that nothing else mentions."""
        statements = [node for node in self._all_nodes if node.__class__ in (ast.Expr, ast.Assign)]
        named = [
            (node.value, [getattr(target, "id", "") for target in getattr(node, "targets", ())]) for node in statements
        ]
        return {value for value, names in named if all(self.mentions(name) == 1 for name in names)}

    def concerns_hybridization(self, statement: ast.stmt) -> bool:
        """Return whether a statement, decorators included, contains a word about hybridization outside of its
        docstring."""
        first, last = _lines_of(statement)
        text: Any = statement.body[0] if isinstance(statement, FUNCTION_DEFS) else None
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            return _any_between(self._concerned, first, text.lineno - 1) or _any_between(
                self._concerned, (text.end_lineno or first) + 1, last
            )
        return _any_between(self._concerned, first, last)

    @functools.cached_property
    def attributes_of_self(self) -> Set[str]:
        """Every `x` of a `self.x` in a class or function of the file."""
        in_functions = [_attributes_of({"self"}, nodes_below(function)) for function in self.functions.values()]
        return set(self._attribute_counts[0]).union(*in_functions)

    def uses_of_own(self, title: str, apart_from: Iterable[ast.ClassDef]) -> int:
        """Return how often `self.title` occurs in the file, outside of the outermost classes around `apart_from`."""
        every, each, around = self._attribute_counts
        left_out = {around[id(node)] for node in apart_from if id(node) in around}
        return every[title] - sum(each[outermost][title] for outermost in left_out)

    @functools.cached_property
    def loop_targets(self) -> Set[str]:
        """The names that `for` statements assign."""
        targets = [node.target for node in self._all_nodes if node.__class__ is ast.For]
        return {name.id for name in nodes_below(targets) if name.__class__ is ast.Name}

    @functools.cached_property
    def operators_of_f(self) -> collections.Counter[str]:
        """The number of occurrences of `F.x`, by `x`, by whatever name a `hybrid_forward` has for `F`."""
        functions = [node for node in self._all_nodes if node.__class__ in FUNCTION_DEFS]
        forwards = [node.args.args for node in functions if node.name == "hybrid_forward"]
        namespaces = {"F", *(argument.arg for arguments in forwards for argument in arguments[1:2])}
        return collections.Counter(_attributes_of(namespaces, self._all_nodes))

    @functools.cached_property
    def _attribute_counts(self) -> Tuple[collections.Counter[str], Dict[int, collections.Counter[str]], Dict[int, int]]:
        """The counts of attributes of `self` in all classes; those in each outermost class, by id; and the id of each
        class → that of the outermost class around it."""
        every: collections.Counter[str] = collections.Counter()
        each: Dict[int, collections.Counter[str]] = {}
        around: Dict[int, int] = {}
        for outermost in self.body:
            if isinstance(outermost, ast.ClassDef):
                nodes = self._nodes(outermost)
                each[id(outermost)] = collections.Counter(_attributes_of({"self"}, nodes))
                every.update(each[id(outermost)])
                around.update({id(node): id(outermost) for node in nodes if node.__class__ is ast.ClassDef})
        return every, each, around

    @functools.cached_property
    def hybridizes_again(self) -> bool:
        """Whether the file hybridizes a block several times, by the name of the block, or in a loop."""
        called: collections.Counter[str] = collections.Counter()
        for statement in self._tree.body:
            nodes = self._nodes(statement)
            calls: List[Any] = [node for node in nodes if node.__class__ is ast.Call]
            calls = [call for call in calls if getattr(call.func, "attr", "") == "hybridize"]
            loops = [node for node in nodes if node.__class__ in (ast.For, ast.While)] if calls else []
            repeated = {id(below) for loop in loops for below in nodes_below(loop.body)}
            for node in calls:
                called[ast.dump(node.func.value)] += 1 + (id(node) in repeated)
        return any(number > 1 for number in called.values())

    @functools.cached_property
    def deleted_attributes(self) -> Set[str]:
        """The attributes that the file deletes, of whatever object."""
        if not _DELETES.search(self._text):
            return set()
        attributes = [node for node in self._all_nodes if node.__class__ is ast.Attribute]
        return {node.attr for node in attributes if isinstance(node.ctx, ast.Del)}

    def is_set_once(self, title: str) -> bool:
        """Return whether the file has one assignment to an attribute `title`, in a method or in the body of a class,
        and names it in no other way than to read it as an attribute."""
        stored, loaded = self._attribute_uses[title, False], self._attribute_uses[title, True]
        return stored + self._class_attributes[title] == 1 and self.mentions(title) == 1 + loaded

    def sets_attribute(self, title: str) -> bool:
        """Return whether the file has an assignment to an attribute `title`."""
        return self._attribute_uses[title, False] > 0

    @functools.cached_property
    def _attribute_uses(self) -> collections.Counter[Tuple[str, bool]]:
        """The number of times that each attribute is read (True), and assigned or deleted (False)."""
        attributes = [node for node in self._all_nodes if node.__class__ is ast.Attribute]
        return collections.Counter([(node.attr, node.ctx.__class__ is ast.Load) for node in attributes])

    @functools.cached_property
    def _class_attributes(self) -> collections.Counter[str]:
        """The number of assignments to each name in the bodies of classes."""
        bodies = (statement for node in self.classes.values() for statement in node.body)
        nodes = (node for statement in bodies if isinstance(statement, ast.Assign) for node in statement.targets)
        return collections.Counter(target.id for target in nodes if isinstance(target, ast.Name))

    @functools.cached_property
    def _names(self) -> collections.Counter[str]:
        """The number of occurrences of each name in the code."""
        return collections.Counter(names_among(self._all_nodes))

    @functools.cached_property
    def _texts(self) -> str:
        """The strings in the code."""
        constants = [node for node in self._all_nodes if node.__class__ is ast.Constant]
        return "\n".join([node.value for node in constants if node.value.__class__ is str])

    @functools.cached_property
    def _words_in_texts(self) -> collections.Counter[str]:
        """The number of occurrences of each word in the strings."""
        return collections.Counter(re.findall(r"\w+", self._texts))

    def span(self, node: ast.AST) -> Span:
        """Return the span of `node`; for a function or class, that of its name."""
        key = id(node)
        if key not in self._spans:
            self._spans[key] = self._span(node)
        return self._spans[key]

    def _span(self, node: Any) -> Span:
        node = self._in_f_string.get(id(node), node)
        if isinstance(node, _Definition):
            line, column = node.lineno, self._column_of(node.lineno, node.col_offset)
            name = re.compile(rf"\b(def|class)\s+(?={re.escape(node.name)}\b)").search(self._lines[line - 1], column)
            column = name.end() if name else column
            return Span(line, column, line, column + len(node.name))
        return self.whole_span(node)

    def whole_span(self, node: Any) -> Span:
        """Return the span of `node`; for a function or class, with its body."""
        column = self._column_of(node.lineno, node.col_offset)
        return Span(node.lineno, column, node.end_lineno, self._column_of(node.end_lineno, node.end_col_offset))

    def _column_of(self, line: int, offset: int) -> int:
        """Return the column in characters of an offset in bytes of UTF-8."""
        text = self._lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="ignore"))

    def around(self, span: Span) -> Tuple[str, str]:
        """Return the text before a span on its first line, and the text after it on its last."""
        first, last = self._lines[span.line - 1], self._lines[span.end_line - 1]
        return first[: span.column], last[span.end_column :].rstrip("\r\n")

    def text(self, node: ast.AST) -> str:
        """Return the source text of `node`; of a name, which the interpreter may have made itself, the identifier."""
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Slice) and not hasattr(node, "lineno"):  # no position in Python 3.8
            parts = [node.lower, node.upper] + ([node.step] if node.step is not None else [])
            return ":".join("" if part is None else self.text(part) for part in parts)
        if id(node) in self._in_f_string and hasattr(ast, "unparse"):
            return ast.unparse(node)
        place: Any = node
        line: str = self._lines[place.lineno - 1]
        if place.lineno == place.end_lineno and line.isascii() and not isinstance(node, _Definition):
            return line[place.col_offset : place.end_col_offset]
        return self.text_at(self.span(node))

    def text_at(self, span: Span) -> str:
        """Return the text of a span."""
        lines = self._lines[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column]
        lines[0] = lines[0][span.column :]
        return "".join(lines)

    def code(self, node: ast.AST) -> str:
        """Return the source text of `node`, or of a node of another file, on one line."""
        if neighbours.file_of(node):
            return neighbours.code(node)
        return " ".join(self.text(node).split())


_F_STRING = re.compile(r"""[fF][rR]?["']""")


def _any_between(numbers: Sequence[int], first: int, last: int) -> bool:
    """Return whether one of the sorted `numbers` is from `first` to `last`, inclusive."""
    place = bisect.bisect_left(numbers, first)
    return place < len(numbers) and numbers[place] <= last


def _attributes_of(names: Container[str], nodes: Iterable[Any]) -> List[str]:
    """Return every `x` of a `name.x` among `nodes`, for each of `names`."""
    of_names: List[Any] = [
        node for node in nodes if node.__class__ is ast.Attribute and node.value.__class__ is ast.Name
    ]
    return [node.attr for node in of_names if node.value.id in names]


def _names_in(nodes: Iterable[Any]) -> Set[str]:
    return {node.id for node in nodes if node.__class__ is ast.Name}


def _names_changed_by(statement: ast.stmt) -> Set[str]:
    """Return the names of the module that a top-level statement defines, assigns or mutates: `f`, `table`,
    `table[key]`, `table.update(…)`."""
    if isinstance(statement, _Definition):
        return {statement.name}
    if isinstance(statement, ast.Expr):
        return _names_in(nodes_below(statement.value.func)) if isinstance(statement.value, ast.Call) else set()
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return set()
    stored = [node for node in nodes_below(statement) if isinstance(getattr(node, "ctx", None), ast.Store)]
    return _names_in(nodes_below(stored))


def _subclasses(tree: ast.Module) -> Dict[str, Set[str]]:
    """Return class names → names of the classes of this file that derive from them and inherit their errors."""
    subclasses: Dict[str, Set[str]] = {}
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            for base in statement.bases:
                if isinstance(base, ast.Name):
                    subclasses.setdefault(base.id, set()).add(statement.name)
    return subclasses


def _lines_of(statement: ast.stmt) -> Tuple[int, int]:
    """Return the first and last line of a statement, decorators included."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno] + [decorator.lineno for decorator in decorators])
    return first, statement.end_lineno or statement.lineno
