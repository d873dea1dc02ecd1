"""Classes of the file, and the containers of Python that they may inherit from."""

from __future__ import annotations

import ast
import collections
from typing import TYPE_CHECKING, FrozenSet, List, Optional

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.base import UNKNOWN, Change, Container, Read, Value, Write
from hybridlint.values.function import Function
from hybridlint.values.namespace import Imported
from hybridlint.values.plain import constant

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments
    from hybridlint.values.block import Block


@dataclass(frozen=True)
class Class(Value):
    """A class of the analysed file. `name` is its name there."""

    name: str

    is_none = False

    def attribute(self, run: Run, read: Read) -> Value:
        """Evaluate `Net.name`; a method is not bound."""
        method = run.find_method(self.name, read.name)
        if method is not None:
            decorators = {run.code(decorator) for decorator in method[1].decorator_list}
            bound = self if "classmethod" in decorators else None
            return Function.of_method(method, bound)
        if read.name == "__name__":
            return constant(self.name)
        value, key = run.class_attributes(self.name).get(read.name, UNKNOWN), (self.name, read.name)
        if run.constructing:
            return value
        return run.stored_value(read.node, key) or run.before_stores(read.node, key, value)

    def set_attribute(self, run: Run, write: Write) -> None:
        if run.constructing:
            run.structure.set_on_class(self.name, write.name, write.value)
        else:
            run.store_attribute(self.name, write)

    def class_names(self, node: ast.AST) -> FrozenSet[str]:
        return frozenset([self.name])

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.make(node, self.name, arguments, frame)

    takes_alternatives = True


#: The types whose methods a container may have.
_CONTAINER_TYPES = (list, tuple, dict, set, collections.defaultdict, collections.deque, collections.OrderedDict)
#: Special methods that a builtin function calls.
_BUILTIN = {"__len__": "len", "__iter__": "iter", "__reversed__": "reversed"}


class Builtin(Container):
    """A container of Python. `owner` is its class if the file defines that."""

    __slots__ = ()

    owns_methods = True
    owner: str

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        method = run.find_method(self.owner, read.name) if self.owner else None
        if method is not None:
            return run.bound_method(read.frame, self, *method)
        if not self.owner or any(hasattr(kind, read.name) for kind in _CONTAINER_TYPES):
            return None
        value = attribute_of_class(run, read, self, self.owner)
        return value or run.special(read.node, self, "__getattr__", constant(read.name)) or UNKNOWN

    def blocks(self) -> List[Block]:
        return [block for part in self.possible_parts() for block in part.blocks()]

    @property
    def holds_parameters(self) -> bool:  # type: ignore[override]
        parts = self.possible_parts()
        return bool(parts) and all(part.holds_parameters for part in parts)

    def set_attribute(self, run: Run, write: Write) -> None:
        if self.owner and write.change is Change.SET:
            run.special(write.node, self, "__setattr__", constant(write.name), write.value)

    def in_place(self, run: Run, node: ast.AugAssign, symbol: str, right: Value, frame: Frame) -> Value:
        result = super().in_place(run, node, symbol, right, frame)
        if isinstance(result, Builtin):
            result = result.at(self.identity)
            run.write(result)
        return result

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if self.owner and run.find_method(self.owner, name) is not None:
            return run.call(node, run.attribute(node, frame, self, name), arguments, frame)
        return self.call_builtin(run, node, name, arguments, frame)

    def call_builtin(self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Value:
        """Evaluate `self.name(arguments)`, past a method of that name of a subclass in the file."""
        given, plain = arguments.positional, replace(self, owner="")  # type: ignore[type-var]
        if name == "__getitem__" and len(given) == 1:
            return run.item(node, plain, given[0], frame)
        if name == "__setitem__" and len(given) == 2:
            changed = self.with_item(given[0], given[1])
            if isinstance(changed, Container):
                run.rebind_receiver(node, changed, frame)
            return constant(None)
        if name in _BUILTIN:
            return run.call(node, Imported(f"builtins.{_BUILTIN[name]}"), arguments.after(plain), frame)
        method = getattr(self, f"method_{name.strip('_')}", None)
        return UNKNOWN if method is None else method(run, node, arguments, frame)

    def method_copy(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self.at(run.identity())

    def call_inherited(
        self, run: Run, node: ast.Call, base: str, name: str, arguments: Arguments, frame: Frame
    ) -> Value:
        made_by = run.container_base(self.owner)
        if name != "__init__" or made_by is None:
            return self.call_builtin(run, node, name, arguments, frame)
        filled = run.call(node, made_by, arguments, frame)
        if isinstance(filled, Builtin):
            run.write(replace(filled, owner=self.owner, identity=self.identity))  # type: ignore[type-var]
        return constant(None)

    @property
    def owner_class(self) -> str:  # type: ignore[override]
        return self.owner


def attribute_of_class(run: Run, read: Read, receiver: Value, name: str) -> Optional[Value]:
    """Return the attribute that `receiver` has from its class `name`, through a descriptor if that is one, as a
    function is; None if the class has no such attribute."""
    value = run.class_attributes(name).get(read.name)
    if isinstance(value, Function):
        return replace(value, bound=receiver)
    described = None if value is None else run.special(read.node, value, "__get__", receiver, Class(name))
    return value if described is None else described
