"""Gluon blocks."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.values.arguments import Slice
from hybridlint.values.base import UNKNOWN, Mergeable, Value, renumbered_identity
from hybridlint.values.lattice import Merge, alternatives, flat, join, join_all
from hybridlint.values.plain import Plain

if TYPE_CHECKING:
    from hybridlint.interpreter.engine.frames import Frame
    from hybridlint.interpreter.engine.run import Run
    from hybridlint.values.sequence import Sequence


@dataclass(frozen=True)
class Block(Mergeable):
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

    def renumbered(self, numbers: Dict[int, int]) -> Block:
        children = self.children and tuple(child.renumbered(numbers) for child in self.children)
        options = tuple((name, option.renumbered(numbers)) for name, option in self.options)
        identity = renumbered_identity(self.identity, numbers)
        return replace(self, identity=identity, children=children, options=options)

    def option(self, name: str) -> Optional[Value]:
        return dict(self.options).get(name)

    def possible_children(self) -> Iterator[Value]:
        """Yield the children, and each alternative of one that is not known individually."""
        for child in self.children or ():
            yield from alternatives(child)

    # Elements

    selects_graph = True
    is_block = True

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

    @property
    def is_none(self) -> Optional[bool]:
        return False


@dataclass(frozen=True, eq=False)
class HookHandle(Value):
    """The handle of a hook on a block. `event` reports the hook; it does not apply to one that is detached."""

    event: Any
