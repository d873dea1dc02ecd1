"""Gluon blocks."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.divergences import Kind
from hybridlint.events import HybridizeCall, Observed, ParameterChanged
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import last_part, only_computes
from hybridlint.values.arguments import Slice
from hybridlint.values.arrays import ImperativeArray
from hybridlint.values.base import UNKNOWN, Mergeable, Read, Unknown, Value, Write, renumbered_identity
from hybridlint.values.function import BoundMethod, Function
from hybridlint.values.lattice import Loop, Merge, alternatives, flat, join, join_all
from hybridlint.values.mapping import Mapped
from hybridlint.values.namespace import Operator
from hybridlint.values.others import ContextManager
from hybridlint.values.parameter import ParameterDict, ParameterValue
from hybridlint.values.plain import NONE, Plain, constant

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments
    from hybridlint.values.sequence import Sequence


class AnyBlock(Value):
    """A Gluon block, held by another or running."""

    __slots__ = ()

    takes_alternatives = True

    def call_own(self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame) -> Optional[Value]:
        """Evaluate the method `name` that Gluon defines; None if that is not known."""
        method = getattr(self, f"method_{name.strip('_')}", None)
        return None if method is None else method(run, node, arguments, frame)

    def method_collect_params(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return ParameterDict()

    def method_hybridize(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        run.emit(HybridizeCall(node, arguments))
        return NONE

    def method_name_scope(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return ContextManager("name_scope")


@dataclass(frozen=True)
class Block(Mergeable, AnyBlock):
    """A Gluon block held by another.

    `type` is the full dotted name of its class ("mxnet.gluon.nn.Dense") or, with `local`, the name of a class of the
    analysed file. `hybrid` is None if unknown. `children` are the blocks of a Sequential, if known; with
    `children_vary` they are some of them, in any order, since they were added in a loop or under a condition. `options`
    are the constant arguments of its constructor.
    """

    type: str
    local: bool = False
    hybrid: Optional[bool] = None
    children: Optional[Tuple[Value, ...]] = None
    options: Tuple[Tuple[str, Value], ...] = ()
    function: Optional[Value] = None
    identity: int = 0
    children_vary: bool = False

    def is_like(self, other: Value) -> bool:
        return isinstance(other, Block) and (self.type, self.local) == (other.type, other.local)

    def merged(self, other: Block, nodes: Merge) -> Block:
        """Join two blocks of one class. Children of unlike lists become one child with alternatives."""
        others = dict(other.options)
        options = {(name, join(option, others[name], nodes)) for name, option in self.options if name in others}
        vary = self.children_vary or other.children_vary
        children: Optional[Tuple[Value, ...]] = None
        if self.children is not None and other.children is not None:
            vary = vary or len(self.children) != len(other.children)
            if not vary:
                children = tuple(join(*pair, nodes) for pair in zip(self.children, other.children))
            elif self.children or other.children:
                children = (join_all(self.children + other.children, nodes),)
            else:
                children = ()
        return Block(
            self.type,
            self.local,
            flat(self.hybrid, other.hybrid, None),
            children,
            tuple(sorted(options, key=lambda option: option[0])),
            flat(self.function, other.function, None),
            flat(self.identity, other.identity, 0),
            vary and children is not None,
        )

    def bounded(self, depth: int) -> Value:
        children = self.children and tuple(child.bounded(depth - 1) for child in self.children)
        return replace(self, children=children) if depth else UNKNOWN

    def renumbered(self, numbers: Optional[Dict[int, int]]) -> Block:
        children = self.children and tuple(child.renumbered(numbers) for child in self.children)
        options = tuple((name, option.renumbered(numbers)) for name, option in self.options)
        identity = renumbered_identity(self.identity, numbers)
        return replace(self, identity=identity, children=children, options=options)

    def is_same(self, other: Value) -> Optional[bool]:
        return True if isinstance(other, Block) and self.identity == other.identity else None

    def option(self, name: str) -> Optional[Value]:
        for title, value in self.options:
            if title == name:
                return value
        return None

    def possible_children(self) -> Iterator[Value]:
        """Yield the children, and each alternative of one that is not known individually."""
        for child in self.children or ():
            yield from alternatives(child)

    # Elements

    selects_graph = True
    is_block = True

    def blocks(self) -> List[Block]:
        return [self]

    def children_iterator(self, run: Run) -> Sequence:
        """Return the children of a Sequential. If none are known, code outside the file adds them."""
        if self.children and not self.children_vary:
            return run.iterator(self.children)
        if self.children:
            return run.iterator(None, join_all(self.children))
        return run.iterator(None, Block("", hybrid=True) if self.hybrid else UNKNOWN)

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        return self.children_iterator(run)

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        run.note_selection(node)
        run.note_taint(node, index, "index")
        if isinstance(index, Slice) and self.children:
            selected = index.python()
            if selected is None or self.children_vary:
                return replace(self, children_vary=True, identity=0)
            return replace(self, children=self.children[selected], identity=0)
        if not isinstance(index, Plain):
            return replace(self, children=None)
        children = self.children_iterator(run)
        if children.items is None or not isinstance(index.value, int):
            return join_all(children.possible_items())
        place = children.place(index)
        return UNKNOWN if place is None else children.items[place]

    is_none = False

    # Attributes and methods

    owns_methods = True

    def attribute(self, run: Run, read: Read) -> Value:
        """Evaluate `self.child.name`."""
        name, key = read.name, (self.type, read.name)
        stored = run.stored_value(read.node, key)
        if stored is not None:  # by a call of the child in this graph, or from outside
            run.structure.note_read_by_others(key)
            return stored
        if self.local:
            method = run.find_method(self.type, name)
            if method is not None:
                return run.bound_method(read.frame, self, *method)
            value = run.instance_attributes(self.type).get(name)
            if value is not None and run.constructing:
                return value
            if value is not None:
                return run.before_calls_of(read, key, value)
        if name == "_children":
            held = self.children or (run.structure.of(self.type).children if self.local else ())
            vary = self.local or self.children_vary or not held
            entries = () if vary else tuple((str(number), child) for number, child in enumerate(held))
            return Mapped(entries, join_all(held) if vary else None)
        known = None if self.local else gluon.block(self.type)
        if name in (gluon.common_parameters() if known is None or known.parameters is None else known.parameters):
            return ParameterValue(name, registered=True)
        if name == "params":
            return ParameterDict()
        return BoundMethod(self, name) if gluon.is_block_method(name) else UNKNOWN

    def set_attribute(self, run: Run, write: Write) -> None:
        run.store_attribute(self.type, write)

    def call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame, discarded: bool) -> Value:
        return run.call_block(node, self, arguments, frame)

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        method = run.find_method(self.type, name) if self.local else None
        if method is not None:
            return run.call_method_of_class(node, self.type, method, arguments, frame)
        result = self.call_own(run, node, name, arguments, frame)
        if result is not None:
            return result
        value = run.attribute(node, frame, self, name)
        known = not isinstance(value, (Unknown, BoundMethod))
        return run.call(node, value, arguments, frame) if known else run.of_unknown_method(arguments)

    def method_add(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        if isinstance(node.func, ast.Attribute):
            filled = run.add_children(node, self, arguments, bool(frame.configured))
            run.rebind(node.func.value, filled, frame)
        return NONE

    method_register_child = method_append = method_insert = method_add

    def method_register_forward_hook(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._hooked(run, node, "register_forward_hook", arguments)

    def method_register_forward_pre_hook(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Value:
        return self._hooked(run, node, "register_forward_pre_hook", arguments)

    def _hooked(self, run: Run, node: ast.Call, name: str, arguments: Arguments) -> Value:
        """Register a hook by the method `name`."""
        owner, hook = run.building, arguments.first
        harmless = isinstance(hook, Function) and only_computes(hook.node)
        hybrid = owner and run.is_hybrid(owner) and (run.recording or not run.find_method(owner, "forward"))
        if not hybrid or harmless:
            return UNKNOWN
        event = Observed(node, Kind.HOOK_ON_CHILD, data={"method": name})
        run.note_structure(event)
        return HookHandle(event)

    def method_initialize(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        if run.constructing:
            return None
        if arguments.get(3, "force_reinit") not in (None, constant(False)):
            run.emit(ParameterChanged(node, "initialize"))
        return NONE

    def method_unroll(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        """Evaluate `cell.unroll(length, inputs, …)`."""
        known = not run.constructing and gluon.kind(self.type) == "cell"
        return run.unroll(node, self, arguments) if known else None

    def method_begin_state(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        if gluon.kind(self.type) not in ("cell", "recurrent layer"):
            return None
        function = arguments.get(1, "func")
        phase = "imperative" if function is None else function.phase if isinstance(function, Operator) else ""
        if run.recording:
            for value in arguments.all():
                run.note_taint(node, value, "argument")
        if run.recording or phase == "both":
            return run.list_of(run.fresh(**run.vectors_of_cell(self)))
        return run.list_of(ImperativeArray(f"`{run.code(node)}`") if phase == "imperative" else UNKNOWN)

    def method_call(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        known = self.local or gluon.kind(self.type)
        return run.call_block(node, self, arguments, frame) if known else None

    method_forward = method_call

    def method_hybrid_forward(self, run: Run, node: ast.Call, arguments: Arguments, frame: Frame) -> Optional[Value]:
        return self.method_call(run, node, arguments.rest(), frame)

    def is_always_true(self, run: Run) -> bool:
        return run.is_true_block(self)

    # Parameters

    @property
    def has_parameters(self) -> bool:
        """Whether a layer or cell of Gluon certainly has parameters: its own, or those of a cell that it changes."""
        known = None if self.local else gluon.block(self.type)
        if known is None or known.parameters is not None:
            return known is not None and bool(known.parameters)
        return any(isinstance(value, Block) and value.has_parameters for _, value in self.options)

    @property
    def infers_sizes(self) -> bool:
        """Whether a layer of Gluon certainly has parameters whose sizes MXNet infers from the first input."""
        sizes = ("in_units", "in_channels", "input_size", "params")
        given = any(name in sizes for name, _ in self.options)
        return not given and last_part(self.type) not in ("Embedding", "PReLU") and self.has_parameters

    def in_any_round(self, before: Optional[Value], since: Loop) -> Value:
        made = self.identity > since.identity
        grown = isinstance(before, Block) and (before.identity, before.children) != (self.identity, self.children)
        if not self.children or not (made or grown):
            return replace(self, identity=0) if made else self
        vary = self.children_vary or not made
        parts = (join_all(self.children),) if vary else self.children
        children = tuple(part.part_in_any_round(since) for part in parts)
        return replace(self, children=children, children_vary=vary, identity=0 if made else self.identity)


@dataclass(frozen=True, eq=False)
class HookHandle(Value):
    """The handle of a hook on a block. `event` reports the hook; it does not apply to one that is detached."""

    event: Any

    owns_methods = True

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if name == "detach" and run.constructing:
            run.retract(lambda event: event is self.event)
        return UNKNOWN
