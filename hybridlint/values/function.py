"""Functions and methods."""

from __future__ import annotations

import ast
import dataclasses
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple

from hybridlint import overlays
from hybridlint.dataclass import dataclass, replace
from hybridlint.syntax import parameters
from hybridlint.values.arguments import Arguments
from hybridlint.values.base import Read, Value, Write
from hybridlint.values.plain import Plain

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run


@dataclass(frozen=True)
class Function(Value):
    """A function, method or lambda of the analysed file. `scope` is its enclosing scope; `bound` is its `self`.
    `defaults` are the values of its defaults that are no literals, if it is defined in a function."""

    node: Any = dataclasses.field(compare=False)
    key: int
    scope: Any = dataclasses.field(compare=False, default=None)
    bound: Optional[Value] = None
    owner: Optional[str] = None
    defaults: Tuple[Tuple[str, Value], ...] = ()

    selects_graph = True

    is_none = False

    truth = True

    @classmethod
    def of_method(cls, method: Tuple[str, Any], bound: Optional[Value]) -> Function:
        """Return a method, given as the name of its class and its definition, that is bound to `bound`."""
        owner, node = method
        return cls(node, id(node), None, bound, owner)

    def attribute(self, run: Run, read: Read) -> Optional[Value]:
        overlay = overlays.name_of(self.node)
        if overlay:
            return run.imported(f"{overlay}.{read.name}")
        if read.called:
            return None
        key = (str(self.key), read.name)
        return run.stored_value(read.node, key) or run.before_stores(read.node, key, Plain())

    def set_attribute(self, run: Run, write: Write) -> None:
        run.store_attribute(str(self.key), write)

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.call_function(node, self, arguments, frame)

    def accepts(self, arguments: Arguments) -> bool:
        """Return whether the signature accepts `arguments`."""
        if arguments.starred:
            return True
        declared = parameters(self.node)
        given = len(arguments.positional) + (self.bound is not None)
        if given > len(declared.positional) and declared.star is None:
            return False
        named = {name for name, _ in arguments.keywords}
        left = [*declared.positional[given:], *declared.keyword_only]
        if declared.star_star is None and not named <= {parameter.name for parameter in left}:
            return False
        return all(parameter.default is not None or parameter.name in named for parameter in left)

    takes_alternatives = True


@dataclass(frozen=True)
class BoundMethod(Value):
    """The method `name` of `receiver`, not yet called."""

    receiver: Value
    name: str

    def parts(self) -> Iterable[Tuple[Any, Value]]:
        return (("receiver", self.receiver),)

    def possible_parts(self) -> List[Value]:
        return [self.receiver]

    def with_parts(self, changed: Dict[Any, Value]) -> BoundMethod:
        return replace(self, receiver=changed.get("receiver", self.receiver))

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return self.receiver.call_method(run, node, self.name, arguments, frame, discarded)


@dataclass(frozen=True)
class Partial(Value):
    """`functools.partial(callee, …)`. `arguments` are the bound arguments, as `Arguments`."""

    callee: Value
    arguments: Any
    hides_tensors = True

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        bound: Arguments = self.arguments
        named = {**dict(bound.keywords), **dict(arguments.keywords)}
        together = Arguments(bound.positional + arguments.positional, tuple(named.items()), arguments.starred)
        return run.call(node, self.callee, together, frame, discarded)
