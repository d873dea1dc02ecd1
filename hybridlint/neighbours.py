"""Names that a file imports from the files beside it, which are read and never run.

A file that is missing, unreadable or no Python changes nothing. What is read is kept while the process lasts.

What such a file defines has a key, "~linalg.solve", by which its code also refers to the globals of that file. Nodes
have the positions of their own file.
"""

from __future__ import annotations

import ast
import builtins
import collections
import functools
import os
import re
from typing import Any, Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Set, Tuple

from hybridlint import files
from hybridlint.dataclass import dataclass
from hybridlint.syntax import FUNCTION_DEFS, children, imported_names, names_bound, names_stored, nodes_below

#: The most files through which a name is followed.
_MOST_FILES = 6
#: Folders of installed packages.
_INSTALLED = frozenset(["site-packages", "dist-packages"])
#: Packages whose functions are measured: their files are not read.
_DESCRIBED = frozenset(["mxnet", "numpy"])
#: The most files whose content is compared to decide whether a cached result is valid.
_MOST_IMPORTED = 512


class _Statement(NamedTuple):
    """The first and the last line of a statement. Syntax trees are parsed when they are needed, since trees that are
    retained burden the garbage collector of flake8."""

    first: int
    last: int


@dataclass(frozen=True)
class Names:
    """What a file binds at its top level: the names that it imports, as dotted names; those that it defines otherwise,
    with the statements; the modules of which it imports all names; and `__all__`, None if there is none."""

    imports: Dict[str, str]
    defined: Dict[str, List[_Statement]]
    stars: Tuple[str, ...]
    exported: Optional[Tuple[str, ...]]


def resolved(path: str, dotted: str, depth: int = 0) -> str:
    """Return the full dotted name of what the file `path` imports as `dotted`, followed through the files beside it:
    "mxnet.nd" for ".common.nd" if `common.py` imports that, a key if it defines it. Return `dotted` if no such file has
    it."""
    parts = dotted.lstrip(".").split(".")
    level = len(dotted) - len(dotted.lstrip("."))
    folder = os.path.dirname(os.path.abspath(path))
    for end in range(len(parts) - 1, 0, -1):
        file = _file(folder, level, tuple(parts[:end]))
        if file:
            result = name_in(file, parts[end], depth + 1)
            return dotted if result is None else ".".join([result, *parts[end + 1 :]])
    module = _file(folder, level, tuple(parts)) if any(parts) else ""
    return _key(module) if module else dotted


@functools.lru_cache(maxsize=4096)
def name_in(file: str, name: str, depth: int = 0) -> Optional[str]:
    """Return the full dotted name of what the top level of `file` imports as `name`, or the key of what it defines;
    None if it has no such name."""
    names = _names(file) if depth < _MOST_FILES else None
    if names is None:
        return None
    if name in names.defined:
        return f"{_key(file)}.{name}"
    if name in names.imports:
        return resolved(file, names.imports[name], depth)
    return star_name(file, names.stars, name, depth + 1)


@functools.lru_cache(maxsize=1024)
def _files_of(path: str, modules: Tuple[str, ...]) -> List[str]:
    """Return the files of those of `modules`, the last first, that lie beside the file `path`."""
    parts = [tuple(part for part in module.lstrip(".").split(".") if part) for module in modules]
    levels = [len(module) - len(module.lstrip(".")) for module in modules]
    folder = os.path.dirname(os.path.abspath(path))
    return [file for file in map(_file, [folder] * len(modules), levels, parts) if file][::-1]


def star_name(path: str, modules: Tuple[str, ...], name: str, depth: int = 0) -> Optional[str]:
    """Return the full dotted name of what `from module import *` binds to `name` in the file `path`, for the last of
    the `modules` that has it; None if none has."""
    for file in _files_of(path, modules):
        names = _names(file)
        if names is None or depth >= _MOST_FILES:
            continue
        if name in names.exported if names.exported is not None else not name.startswith("_"):
            result = name_in(file, name, depth + 1)
            if result is not None:
                return result
    return None


_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^#\n]*))|import[ \t]+([^#\n]+))", re.MULTILINE
)


def imported_files(path: str, text: str) -> List[str]:
    """Return the files beside `path`, with the source `text`, that it imports, directly or through others of them."""
    result: Dict[str, None] = {}
    pending = _imports(path, text)
    while pending and len(result) < _MOST_IMPORTED:
        file = pending.pop()
        if file not in result:
            result[file] = None
            pending.extend(_imports_of(file))
    return sorted(result)


@functools.lru_cache(maxsize=4096)
def _imports_of(file: str) -> Tuple[str, ...]:
    return tuple(_imports(file, "".join(_lines(file))))


def _imports(path: str, text: str) -> List[str]:
    """Return the files beside `path` that its source `text` may import: modules, and names of packages."""
    imports: List[str] = []
    folder = os.path.dirname(os.path.abspath(path))
    for match in _IMPORT.finditer(text):
        names = [name.split()[0] for name in (match[2] or match[3] or match[4] or "").split(",") if name.split()]
        modules = (
            names if match[4] else [match[1], *(f"{match[1]}{'' if match[1].endswith('.') else '.'}{n}" for n in names)]
        )
        for module in modules:
            parts = tuple(part for part in module.lstrip(".").split(".") if part)
            level = len(module) - len(module.lstrip("."))
            # Of `import a.b` the package `a` is imported, too.
            imports.extend(
                filter(None, (_file(folder, level, parts[:end]) for end in range(level == 0, len(parts) + 1)))
            )
    return imports


@functools.lru_cache(maxsize=4096)
def _file(folder: str, level: int, parts: Tuple[str, ...]) -> str:
    """Return the file of a module that a file in `folder` imports: relatively, from that folder, or from that around
    its package; "" if there is none."""
    folders = [folder]
    if level:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        folders = [folder]
    else:
        own = ""
        while os.path.isfile(os.path.join(folder, "__init__.py")):
            folder, own = os.path.split(folder)
            folders.append(folder)
        # Installed packages lie side by side, and none is part of another.
        if os.path.basename(folder) in _INSTALLED and parts[:1] != (own,):
            folders.remove(folder)
    for item in folders:
        base = os.path.join(item, *parts)
        for file in (f"{base}.py", os.path.join(base, "__init__.py")):
            if (level or len(parts)) and os.path.isfile(file):
                return "" if _package(os.path.dirname(file)) in _DESCRIBED else file
    return ""


@functools.lru_cache(maxsize=1024)
def _package(folder: str) -> str:
    """Return the name of the outermost package that `folder` is of; "" if it is none."""
    name = ""
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
    return name


@functools.lru_cache(maxsize=1024)
def _names(file: str) -> Optional[Names]:
    tree = _parsed("".join(_lines(file)))
    return None if tree is None else _names_of(tree)


def _parsed(text: str) -> Optional[ast.Module]:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _names_of(tree: ast.Module) -> Names:
    imports: Dict[str, str] = {}
    defined: Dict[str, List[_Statement]] = {}
    stars: List[str] = []
    exported: Optional[Tuple[str, ...]] = None
    pending: List[Any] = list(tree.body)
    while pending:
        statement = pending.pop(0)
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            imports.update(imported_names(statement))
            if isinstance(statement, ast.ImportFrom) and any(alias.name == "*" for alias in statement.names):
                stars.append("." * statement.level + (statement.module or ""))
        elif isinstance(statement, (*FUNCTION_DEFS, ast.ClassDef)):
            first = min(item.lineno for item in (statement, *statement.decorator_list))
            defined[statement.name] = [_Statement(first, statement.end_lineno or 0)]
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    alias = _dotted(statement.value, imports)
                    exported = _strings(statement.value) if target.id == "__all__" else exported
                    if alias:
                        imports[target.id] = alias
                    else:
                        lines = _Statement(statement.lineno, statement.end_lineno or 0)
                        defined.setdefault(target.id, []).append(lines)
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            pending[:0] = [item for part in ("body", "orelse", "finalbody") for item in getattr(statement, part, ())]
    return Names(imports, defined, tuple(stars), exported)


@functools.lru_cache(maxsize=1024)
def _definitions(file: str, name: str) -> List[Any]:
    """Return the functions, the classes and the assigned expressions that a file binds to `name`, in which the names of
    globals are keys."""
    names = _names(file)
    nodes = [_parsed_lines(file, names, lines) for lines in names.defined.get(name, ())] if names else []
    return [getattr(node, "value", node) for node in nodes]


def _parsed_lines(file: str, names: Names, lines: _Statement) -> Any:
    """Return a statement of a file."""
    text = _lines(file)[lines.first - 1 : lines.last]
    # Below `if 1:` an indented statement has the columns of its own file; the empty lines are those before it.
    indented = text[0][:1].isspace()
    text[:0] = ["\n"] * (lines.first - 1 - indented) + ["if 1:\n"] * indented
    node: Any = ast.parse("".join(text)).body[0]
    node = node.body[0] if indented else node
    _bind(file, [node], frozenset(dir(builtins)).difference(names.imports, names.defined))
    return node


def _dotted(node: ast.expr, imports: Dict[str, str]) -> str:
    """Return the full dotted name of `mx.nd`, where `mx` is imported; "" for any other expression."""
    parts: List[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return ".".join([imports[node.id], *parts]) if isinstance(node, ast.Name) and node.id in imports else ""


def _strings(node: ast.expr) -> Optional[Tuple[str, ...]]:
    items = node.elts if isinstance(node, (ast.List, ast.Tuple)) else []
    result = tuple(item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str))
    return result if items and len(result) == len(items) else None


# Definitions


#: File → its key, and the reverse.
_KEYS: Dict[str, str] = {}
_FILES: Dict[str, str] = {}


def _key(file: str) -> str:
    """Return the first part of the keys of what `file` defines."""
    if file not in _KEYS:
        folder, name = os.path.split(file[: -len(".py")])
        key = "~" + (os.path.basename(folder) if name == "__init__" else name).replace(".", "_")
        while key in _FILES:
            key += "_"
        _KEYS[file], _FILES[key] = key, file
    return _KEYS[file]


def is_key(dotted: str) -> bool:
    """Return whether this is the key of what another file defines, or of a global that its code reads."""
    return dotted.startswith("~")


def look_up(key: str) -> Tuple[List[Any], str]:
    """Return what defines the global with this key: its function or class, or the expressions assigned to it; or the
    full dotted name of what it is imported from; and nothing if the file has no such global."""
    module, _, name = key.partition(".")
    file = _FILES[module]
    names = _names(file)
    if names is None or "." in name:
        return [], ""
    if name in names.defined:
        return _definitions(file, name), ""
    if name in names.imports:
        return [], resolved(file, names.imports[name])
    return [], star_name(file, names.stars, name) or ""


def hybrid_classes(path: str, tree: ast.Module) -> Set[str]:
    """Return the names of the classes at the top level of the file `path` that derive from hybrid blocks of files
    beside it."""
    names = _names_of(tree)

    def is_hybrid(base: ast.expr) -> bool:
        dotted = _dotted(base, names.imports)
        key = resolved(path, dotted) if dotted else None
        if not dotted and isinstance(base, ast.Name):
            key = star_name(path, names.stars, base.id)
        return key is not None and is_key(key) and _is_hybrid(key)

    return {node.name for node in tree.body if isinstance(node, ast.ClassDef) and any(map(is_hybrid, node.bases))}


def _is_hybrid(key: str, depth: int = 0) -> bool:
    """Return whether a key is that of a class which derives from a hybrid block, as the names of its bases show."""
    nodes, dotted = look_up(key) if "." in key and depth < _MOST_FILES else ([], "")
    if not nodes:
        return is_key(dotted) and _is_hybrid(dotted, depth + 1)
    for base in getattr(nodes[0], "bases", ()):
        parts: List[str] = []
        while isinstance(base, ast.Attribute):
            parts.insert(0, base.attr)
            base = base.value
        name = base.id if isinstance(base, ast.Name) else ""
        if "Hybrid" in (parts or [name.rpartition(".")[2]])[-1]:
            return True
        followed = ".".join([look_up(name)[1] or name, *parts]) if is_key(name) else ""
        if is_key(followed) and _is_hybrid(followed, depth + 1):
            return True
    return False


def file_of(node: Any) -> str:
    """Return the path of the file that `node` belongs to; "" for a node of the analysed file."""
    return getattr(node, "neighbour", "")


def times_set(file: str, title: str) -> int:
    """Return how often the classes of a file assign to an attribute `title`."""
    return _attributes_set(file)[title]


@functools.lru_cache(maxsize=256)
def _attributes_set(file: str) -> collections.Counter[str]:
    tree = _parsed("".join(_lines(file)))
    nodes = [] if tree is None else nodes_below(tree)
    targets = [node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    bodies = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    of_classes = [target for part in bodies if isinstance(part, ast.Assign) for target in part.targets]
    return collections.Counter([*targets, *(item.id for item in of_classes if isinstance(item, ast.Name))])


def lines_of(key: str) -> int:
    """Return the number of lines of the file of a key."""
    return len(_lines(_FILES[key.partition(".")[0]]))


def code(node: Any) -> str:
    """Return the source text of a node of another file on one line."""
    if not hasattr(node, "lineno"):
        return node.id if isinstance(node, ast.Name) else ""
    lines = [line.encode() for line in _lines(file_of(node))[node.lineno - 1 : node.end_lineno]]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return " ".join(b"".join(lines).decode(errors="replace").split())


@functools.lru_cache(maxsize=64)
def _lines(file: str) -> List[str]:
    try:
        return files.read(file).text.splitlines(keepends=True)
    except (files.CannotRead, OSError):
        return []


def _bind(file: str, nodes: Iterable[Any], local: FrozenSet[str]) -> None:
    """Rename the globals in the code `nodes` of `file`: all names that are not `local`."""
    for node in nodes:
        if file_of(node):
            continue
        node.neighbour = file
        if isinstance(node, ast.Name):
            if node.id not in local:
                node.id = f"{_key(file)}.{node.id}"
        elif isinstance(node, ast.Global):
            node.names = [f"{_key(file)}.{name}" for name in node.names]
        elif isinstance(node, (*FUNCTION_DEFS, ast.Lambda)):
            outside = [*getattr(node, "decorator_list", ()), *node.args.defaults, *node.args.kw_defaults]
            _bind(file, filter(None, outside), local)
            _bind(file, children(node), local | _bound_in(node))
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            _bind(file, children(node), local | names_stored([generator.target for generator in node.generators]))
        elif isinstance(node, ast.ClassDef):
            _bind(file, [*node.decorator_list, *node.bases, *node.keywords], local)
            own = local | names_bound(node.body)
            for statement in node.body:
                # The names of a class are not those of its methods.
                _bind(file, [statement], local if isinstance(statement, FUNCTION_DEFS) else own)
        else:
            _bind(file, children(node), local)


def _bound_in(function: Any) -> Set[str]:
    """Return the names that are local to a function."""
    body = function.body if isinstance(function.body, list) else [function.body]
    return {node.arg for node in nodes_below(function.args) if isinstance(node, ast.arg)} | names_bound(body)
