"""The functions and classes of other modules that the interpreter knows, by their full dotted names.

Most are written in Python, which the interpreter runs in their place (:func:`definition`). Functions of the interpreter
itself are decorated with :func:`coded`.

Each module here is named after the one whose functions it models, and is read, not imported: `itertools.py` models
`itertools`. A definition behaves as the original does for the values that it returns; `chain_from_iterable` models
`chain.from_iterable`. It uses other definitions of its module and builtins, no decorator and no `yield`. Functions of
`operator` that are one operator of Python are made from a table.
"""

from __future__ import annotations

import ast
import builtins
import functools
import pathlib
from typing import Any, Callable, Dict, FrozenSet, List, Optional, Pattern, Tuple, TypeVar

#: Function of `operator` → its operator; most have a form that works in place, `iadd`.
_BINARY = {
    **{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@"},
    **{"and_": "&", "or_": "|", "xor": "^", "concat": "+"},
}
_COMPARING = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "is_": "is", "is_not": "is not"}
_UNARY = {"neg": "-", "pos": "+", "inv": "~", "invert": "~", "not_": "not "}

_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_FOLDER = pathlib.Path(__file__).parent

_Coded = TypeVar("_Coded", bound=Callable[..., Any])
_CODED: Dict[str, Any] = {}
_FAMILIES: List[Tuple[Pattern[str], Any]] = []


def coded(*names: str, family: Optional[Pattern[str]] = None) -> Callable[[_Coded], _Coded]:
    """Decorate a function that evaluates calls of the functions with these full dotted names, or of a `family` of them.

    It gets the run, the node of the call, the name, the arguments and the frame.
    """

    def register(function: _Coded) -> _Coded:
        for name in names:
            if name in _CODED or definition(name) is not None:
                raise ValueError(f"{name} has two models")
            _CODED[name] = function
        if family is not None:
            _FAMILIES.append((family, function))
        return function

    return register


@functools.lru_cache(maxsize=None)
def function(dotted: str) -> Any:
    """Return the function that evaluates calls of the one with this full dotted name; None if there is none."""
    fitting = (function for pattern, function in _FAMILIES if pattern.match(dotted))
    return _CODED.get(dotted) or next(fitting, None)


def definition(dotted: str) -> Optional[Any]:
    """Return the function or class that models the one with this full dotted name; None if there is none.

    :func:`name_of` returns the name for each node of it. The nodes have no position in the analysed file.
    """
    module, _, name = dotted.partition(".")
    return _definitions(module).get(name.replace(".", "_")) if name and module in _modules() else None


def name_of(node: ast.AST) -> str:
    """Return the dotted name of the definition to which `node` belongs; "" for a node of the analysed file."""
    return getattr(node, "overlay", "")


@functools.lru_cache(maxsize=None)
def _modules() -> FrozenSet[str]:
    return frozenset(file.stem for file in _FOLDER.glob("*.py")) - {"__init__"}


def source(module: str) -> str:
    """Return the text of the models of a module."""
    text = (_FOLDER / f"{module}.py").read_text(encoding="utf-8")
    if module != "operator":
        return text
    functions = {f"{name}(a, b)": f"a {operator} b" for name, operator in {**_BINARY, **_COMPARING}.items()}
    functions.update({f"{name}(a)": f"{operator}a" for name, operator in _UNARY.items()})
    text += "".join(f"def {title}:\n    return {result}\n" for title, result in functions.items())
    in_place = {f"i{name.rstrip('_')}": operator for name, operator in _BINARY.items()}
    return text + "".join(f"def {name}(a, b):\n    a {symbol}= b\n    return a\n" for name, symbol in in_place.items())


@functools.lru_cache(maxsize=None)
def _definitions(module: str) -> Dict[str, Any]:
    definitions: Dict[str, Any] = {}
    tree = ast.parse(source(module))
    # Names of the analysed file have no dot.
    qualified = {name: f"builtins.{name}" for name in dir(builtins)}
    qualified.update({item.name: f"{module}.{item.name}" for item in tree.body if isinstance(item, _DEFINITIONS)})
    for statement in tree.body:
        if isinstance(statement, _DEFINITIONS):
            definitions[statement.name] = statement
            for node in ast.walk(statement):
                if isinstance(node, ast.Name) and node.id in qualified:
                    node.id = qualified[node.id]
                node.overlay = f"{module}.{statement.name}"  # type: ignore[attr-defined]
                if hasattr(node, "lineno"):
                    node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
                    node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    return definitions
