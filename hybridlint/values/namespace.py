"""Modules and their functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, FrozenSet, Optional, Tuple

from hybridlint.dataclass import dataclass
from hybridlint.events import ForeignCall, NamespaceRead
from hybridlint.syntax import last_part
from hybridlint.values.base import UNKNOWN, Read, Value, Write
from hybridlint.values.plain import Plain, constant

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments


#: The name of NumPy's own array class, which no array of MXNet is an instance of.
NUMPY_ARRAY = "numpy.ndarray"
#: Builtins whose result distinguishes the alternatives of an argument, none of which raises.
_TYPE_TESTS = frozenset(f"builtins.{name}" for name in ("isinstance", "hasattr", "type", "callable"))
#: The submodules `mx.nd.ndarray` and `mx.sym.symbol`, which define NDArray and Symbol. `F` is never one of them.
DEFINING_MODULES = ("ndarray", "symbol")


@dataclass(frozen=True)
class Namespace(Value):
    """A module of operators. `phase` is "both" for `F`, "imperative" for `mx.nd`, "symbolic" for `mx.sym`; `path` is
    the dotted path below it ("", "contrib", "random" …)."""

    phase: str
    path: str = ""

    compares_by_identity = True

    is_none = False

    truth = True

    def is_same(self, other: Value) -> Optional[bool]:
        return False if isinstance(other, Imported) and other.name.startswith("mxnet.") else None

    def has_attribute(self, run: Run, name: str) -> Optional[Tuple[bool, bool]]:
        function = run.api.function(f"{self.path}.{name}" if self.path else name) if self.phase == "both" else None
        if function is not None:
            return function.imperative, function.symbolic
        return (False, False) if self.phase == "both" else None

    def text(self, run: Run, node: ast.AST) -> Value:
        return self.name_in_phases(run, run.code(node), "<module '{}'>")

    def name_in_phases(self, run: Run, reason: str, form: str = "{}") -> Value:
        """Return the name of this module of operators, formatted with `form`."""
        sides = [constant(form.format(f"mxnet.{name}.{self.path}".rstrip("."))) for name in ("ndarray", "symbol")]
        if self.phase == "both":
            return run.by_phase(sides[0], sides[1], reason)
        return sides[0] if self.phase == "imperative" else sides[1]

    def attribute(self, run: Run, read: Read) -> Value:
        path = f"{self.path}.{read.name}" if self.path else read.name
        if read.name == "__name__":
            return self.name_in_phases(run, "F.__name__")
        value, function = self.member(run, path), run.api.function(path)
        is_missing = self.phase == "both" and function is not None and not function.symbolic
        # The call of a function is an event of its own.
        if not read.called and path not in DEFINING_MODULES and (is_missing or not isinstance(value, Namespace)):
            run.emit(NamespaceRead(read.node, self.phase, path))
        return value

    def member(self, run: Run, path: str) -> Value:
        """Return what is at `path` in this module."""
        if path in DEFINING_MODULES:
            return Imported(f"mxnet.{path}.{path}")
        function = run.api.function(path)
        kind = "" if function is None else function.kind
        if kind == "module":
            return Namespace(self.phase, path)
        if kind == "class" and self.phase != "both":
            return Imported(f"mxnet.{'ndarray' if self.phase == 'imperative' else 'symbol'}.{last_part(path)}")
        return Operator(self.phase, path)


@dataclass(frozen=True)
class Operator(Value):
    """A function of a :class:`Namespace`, not yet called."""

    phase: str
    path: str

    selects_graph = True

    is_none = False

    def class_names(self, node: ast.AST) -> FrozenSet[str]:
        return frozenset([last_part(self.path)])

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.call_operator(node, self, arguments, frame, discarded)


@dataclass(frozen=True)
class Imported(Value):
    """Anything imported, by its full dotted name ("numpy.tanh", "mxnet.autograd", "mxnet.gluon.nn.Dense")."""

    name: str

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        """Evaluate `Generic[T]` and `list[int]`, which stand for the class itself."""
        return self if self.name.startswith(("typing.", "builtins.", "collections.abc.")) else UNKNOWN

    @property
    def is_new_axis(self) -> bool:  # type: ignore[override]
        return self.name == "numpy.newaxis"

    compares_by_identity = True

    is_none = False

    truth = True

    def is_same(self, other: Value) -> Optional[bool]:
        if not isinstance(other, Imported):
            return other.is_same(self) if isinstance(other, Namespace) else None
        if "mxnet" in self.name and "mxnet" in other.name:
            return self.title == other.title
        builtin = "builtins" in (self.name.split(".")[0], other.name.split(".")[0])
        return self.name == other.name if builtin else None

    @property
    def title(self) -> str:
        """The last part of the name."""
        return last_part(self.name)

    def class_names(self, node: ast.AST) -> FrozenSet[str]:
        return frozenset([self.name if self.name == NUMPY_ARRAY else self.title])

    def text(self, run: Run, node: ast.AST) -> Value:
        return constant(f"<class '{self.name}'>") if self.title[:1].isupper() else super().text(run, node)

    def attribute(self, run: Run, read: Read) -> Value:
        return run.imported(f"{self.name}.{read.name}")

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.call_imported(node, self.name, arguments, frame)

    @property
    def takes_alternatives(self) -> bool:  # type: ignore[override]
        """Whether it is a builtin whose result distinguishes the alternatives of an argument."""
        return self.name in _TYPE_TESTS


#: Classes of NumPy whose attributes are numbers: the limits of a dtype.
LIMITS = frozenset(["numpy.finfo", "numpy.iinfo"])


@dataclass(frozen=True)
class Foreign(Value):
    """An instance of an imported class, such as `mx.metric.Accuracy()`. `name` is the full name of the class."""

    name: str

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        if self.name in LIMITS:
            return Plain("number")
        return None if read.called else UNKNOWN

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if any(value.holds_tensor for value in arguments.all()):
            run.emit(ForeignCall(node, f"{self.name}.{name}", arguments))
            run.note_written(node, f"{self.name}.{name}", arguments)
        return run.of_unknown_method(arguments)


@dataclass(frozen=True)
class OwnModule(Value):
    """The module object of the analysed file."""

    def attribute(self, run: Run, read: Read) -> Value:
        return run.global_name(read.node, read.name)

    def set_attribute(self, run: Run, write: Write) -> None:
        run.store_global(write.node, write.name, write.value, write.frame, write.change)
