"""What a file defines: functions, classes and imports."""

from __future__ import annotations

import ast
from typing import Any, Dict, Iterator, List, Set, Tuple

from hybridlint.syntax import FUNCTION_DEFS, imported_names, nodes_below

BUILTINS = frozenset(dir(__import__("builtins")))
#: Layers of Gluon whose result may be their input, or that call unknown blocks.
OPEN_LAYERS = ("Concurrent", "Identity", "Lambda", "Sequential")


class File:
    """The functions, classes and imports of one version of a file."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {statement.name: statement for statement in tree.body if isinstance(statement, FUNCTION_DEFS)}
        self.classes = {statement.name: statement for statement in tree.body if isinstance(statement, ast.ClassDef)}
        self.imports: Dict[str, str] = {}
        self._made: Dict[str, Dict[str, Set[str]]] = {}
        for statement in tree.body:
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                self.imports.update(imported_names(statement))

    def method(self, owner: str, name: str) -> Tuple[Any, str]:
        """Return a method of a class, and the class of the file that defines it; None if none does."""
        seen = set()
        while owner in self.classes and owner not in seen:
            seen.add(owner)
            for statement in self.classes[owner].body:
                if isinstance(statement, FUNCTION_DEFS) and statement.name == name:
                    return statement, owner
            bases = [base.id for base in self.classes[owner].bases if isinstance(base, ast.Name)]
            owner = bases[0] if bases else ""
        return None, ""

    def definition(self, name: str) -> Any:
        """Return the function or method of a qualified name."""
        owner, _, function = name.rpartition(".")
        return self.method(owner, function)[0] if owner else self.functions[function]

    def callers(self, name: str) -> Iterator[str]:
        """Yield the qualified names of the functions that may call another one."""
        owner, _, function = name.rpartition(".")
        for caller, node in self._definitions():
            for part in ast.walk(node):
                called = getattr(part, "attr", getattr(part, "id", ""))
                made = self.made(caller.rpartition(".")[0], called) if owner else ""
                if called == function or made and self.method(made, function)[1] == owner:
                    yield caller
                    break

    def calls_unknown_block(self) -> bool:
        """Return whether a method calls an attribute, or an element of it, that may be any block of the file."""
        for caller, node in self._definitions():
            owner = caller.rpartition(".")[0]
            for call in (part for part in ast.walk(node) if isinstance(part, ast.Call) and part.args):
                function: Any = call.func.value if isinstance(call.func, ast.Subscript) else call.func
                if isinstance(function, ast.Name) and isinstance(call.func, ast.Name):
                    known = {*self.functions, *self.classes, *self.imports, *BUILTINS}
                    if function.id not in known:
                        return True
                elif isinstance(getattr(function, "value", None), ast.Name) and function.value.id == "self":
                    made = self.made(owner, function.attr)
                    if self.method(owner, function.attr)[0] is None and (not made or made.endswith(OPEN_LAYERS)):
                        return True
        return False

    def _definitions(self) -> Iterator[Tuple[str, Any]]:
        """Yield the functions and methods by their qualified names."""
        yield from self.functions.items()
        for class_ in self.classes.values():
            for item in class_.body:
                if isinstance(item, FUNCTION_DEFS):
                    yield f"{class_.name}.{item.name}", item

    def full_name(self, node: ast.AST) -> str:
        """Return the full name of an imported function or class, "" for anything else."""
        path: List[str] = []
        while isinstance(node, ast.Attribute):
            path.append(node.attr)
            node = node.value
        start = self.imports.get(node.id, "") if isinstance(node, ast.Name) else ""
        return ".".join([start, *path[::-1]]) if start else ""

    def made(self, owner: str, attribute: str) -> str:
        """Return the class of which `self.attribute` always is an instance: its name in the file or full name."""
        if owner not in self._made:
            self._made[owner] = self._classes_made(owner)
        made = self._made[owner].get(attribute, set())
        return next(iter(made)) if len(made) == 1 else ""

    def _classes_made(self, owner: str) -> Dict[str, Set[str]]:
        """Return the classes of what a class assigns to each attribute; "" for anything but an instance."""
        classes: Dict[str, Set[str]] = {}
        for node in nodes_below(self.classes[owner]) if owner in self.classes else ():
            for target in node.targets if isinstance(node, ast.Assign) else ():
                if isinstance(target, ast.Attribute):
                    function = node.value.func if isinstance(node.value, ast.Call) else node.value
                    own = function.id if isinstance(function, ast.Name) and function.id in self.classes else ""
                    classes.setdefault(target.attr, set()).add(own or self.full_name(function))
        return classes

    def has_parameter(self, owner: str, name: str) -> bool:
        """Return whether the constructor of a class creates the parameter `name`."""
        constructor, _ = self.method(owner, "__init__")
        calls = () if constructor is None else (node for node in ast.walk(constructor) if isinstance(node, ast.Call))
        given = ((call.func, call.args[0]) for call in calls if call.args)
        return any(
            getattr(function, "attr", "") == "get" and getattr(first, "value", None) == name
            for function, first in given
        )

    def is_block(self, name: str) -> bool:
        return self.method(name, "hybrid_forward")[0] is not None or self.method(name, "forward")[0] is not None
