"""The nodes of a traced graph. Equal operations on equal operands are one node (hash-consing)."""

from __future__ import annotations

from typing import AbstractSet, Any, Dict, FrozenSet, Hashable, Iterable, Iterator, List, Optional, Tuple

from hybridlint.graph import gradients
from hybridlint.graph.dataflow import Dataflow
from hybridlint.graph.gradients import HAS_PARAMETERS, STARTS, STOPS, THROUGH, ZERO, Backward, Gradient

#: A tensor that may be the result of more nodes than this is of an unknown node.
MOST_ALTERNATIVES = 16

#: The operators of nodes that stand for one of their operands.
_EITHER, _LOOP = "either", "loop"
_OUTPUT = "output"
#: The operator whose outputs are the rows of its operand.
ROWS = "rows"
#: The operators of nodes with the same value as their operand.
_PAUSE, _BLOCK = "pause", "block"


class Node:
    """An operation of a graph and its operands.

    `output` is the number of the output of its operand that an "output" node selects, None for any.
    `operators` is the number of operators of MXNet that it is: 0 for a parameter, 2 for a layer with an activation.
    With `is_given` it depends on values from outside of the graph, with `is_open` it may depend on any node besides its
    operands.
    """

    __slots__ = (
        "graph", "number", "operator", "operands", "operators", "output",
        "backward", "is_given", "is_open", "is_loop", "is_choice", "loop",
    )  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        number: int,
        operator: str,
        operands: Tuple[Node, ...],
        backward: Backward,
        is_given: bool,
        is_open: bool,
        operators: int,
        output: Optional[int],
    ) -> None:
        self.graph = graph
        self.number = number
        self.operator = operator
        self.operands = operands
        self.backward = backward
        self.is_given = is_given
        self.is_open = is_open
        self.operators = operators
        self.output = output
        self.is_loop = operator == _LOOP
        """Whether it is what a loop has computed so far, in any of its rounds."""
        self.is_choice = self.is_loop or operator == _EITHER
        """Whether it stands for one of its operands."""
        self.loop: Any = None
        """The outermost loop that makes it, so that it may stand for any number of operators; None if there is none."""

    @property
    def is_repeated(self) -> bool:
        """Whether a loop makes it."""
        return self.loop is not None

    def is_from_earlier_round(self, operand: Node) -> bool:
        """Return whether `operand` is what earlier rounds of the loop that makes this node have computed."""
        return self.loop is not None and self.graph.joined_in(operand) is self.loop

    @property
    def has_same_outputs(self) -> bool:
        """Whether its outputs are those of its operands."""
        return self.is_choice or self.operator == _PAUSE

    @property
    def computed(self) -> Node:
        """The node that it is apart from `autograd.pause` around it."""
        return self.operands[0].computed if self.operator == _PAUSE else self

    @property
    def selects(self) -> bool:
        """Whether it is an output of its operand."""
        return self.operator == _OUTPUT

    @property
    def alternatives(self) -> FrozenSet[Node]:
        """The nodes that it stands for; itself alone, unless branches are joined in it."""
        return frozenset(self.operands) if self.operator == _EITHER else frozenset([self])

    @property
    def gradient(self) -> Gradient:
        """How a gradient flows back through its result."""
        return self.graph.gradients.of(self)

    @property
    def needs_input(self) -> bool:
        """Whether it may depend on an input or a parameter of the block."""
        return any(node.is_given for node in self._ancestors())

    def derives_from(self, nodes: AbstractSet[Node]) -> bool:
        """Return whether it is one of `nodes` or is computed from one."""
        return any(node in nodes for node in self._ancestors())

    def _ancestors(self) -> Iterator[Node]:
        """Yield the node and all that it is computed from."""
        pending, seen = [self], {self}
        while pending:
            node = pending.pop()
            yield node
            pending.extend(operand for operand in node.operands if operand not in seen)
            seen.update(node.operands)


class Graph:
    """A factory of nodes, and the analyses of them."""

    def __init__(self) -> None:
        self.nodes: List[Node] = []
        self._known: Dict[Hashable, Node] = {}
        #: Whether the nodes that are made are those of a graph inside of another, as the body of a `foreach` has one.
        self.is_inside = False
        #: Whether a node was made within `with autograd.pause():`.
        self.has_pauses = False
        #: Whether an operator without a registered gradient is among the nodes.
        self.lacks_gradients = False
        self._loops: Dict[Node, Any] = {}
        self.gradients: Dataflow[Gradient] = Dataflow(self.nodes, gradients.STOPPED, gradients.transfer)
        self._anything = self.unknown()

    def clear(self) -> None:
        """Drop all nodes. The graph is not to be used again."""
        self.__dict__.clear()

    def given(self, backward: Backward = STARTS) -> Node:
        """Return a new input or parameter."""
        return self._new("given", (), backward, is_given=True)

    def unknown(self, backward: Backward = STARTS) -> Node:
        """Return a new node about which nothing is known."""
        return self._new("unknown", (), backward, is_given=True, is_open=True)

    def apply(
        self,
        operator: str,
        operands: Iterable[Optional[Node]] = (),
        key: Optional[Hashable] = None,
        backward: Backward = THROUGH,
        is_given: bool = False,
        is_open: bool = False,
        operators: int = 0,
    ) -> Node:
        """Return the node of `operator` on `operands`, of which an unknown one is None: a new node if `key` is None,
        otherwise the one of `operator` with this key."""
        if key is not None:
            key = operator, key
            result = self._known.get(key)
            if result is not None:
                return result
        there = tuple([operand or self._anything for operand in operands])
        made = self._new(operator, there, backward, is_given, is_open, 0 if self.is_inside else operators)
        if key is not None:
            self._known[key] = made
        return made

    def captured(self, node: Optional[Node]) -> Node:
        """Return `node` as the graph of a loop's body has it, as an input that takes a gradient."""
        return self.apply("captured", [node], (node,), HAS_PARAMETERS, is_given=True)

    def without_gradient(self, node: Node) -> Node:
        """Return `node` as an operator has it that asks no gradient of it."""
        return self.apply("no gradient", [node], (node,), STOPS)

    def with_zero_gradient(self, node: Node) -> Node:
        """Return `node` as an operator has it that gives it a gradient of zero."""
        return self.apply("zero gradient", [node], (node,), ZERO)

    def paused(self, node: Node, scopes: Iterable[Any]) -> Node:
        """Return `node` as it is computed within `with autograd.pause():` statements, the `scopes`."""
        self.has_pauses = True
        stopped = frozenset(scopes)
        return self.apply(_PAUSE, [node], (node, stopped), Backward(paused=stopped))

    def called(self, key: Optional[Hashable], result: Optional[Node]) -> Node:
        """Return the node for what the call of a block returns: `result`, or that of an earlier call with this key."""
        made = self._anything if result is None else result
        return made if key is None else self._known.setdefault((_BLOCK, key), made)

    def output(self, node: Optional[Node], number: Optional[int] = None) -> Node:
        """Return output `number` of an operator; None for any of them."""
        if node is None:
            return self.unknown()
        if number is None or node.is_choice:
            return self._new(_OUTPUT, (node,), THROUGH, output=number)
        key = _OUTPUT, node, number
        if key not in self._known:
            self._known[key] = self._new(_OUTPUT, (node,), THROUGH, output=number)
        return self._known[key]

    def either(self, first: Node, second: Node) -> Optional[Node]:
        """Return the join of two nodes: the one or the other; None if there are too many alternatives."""
        both = _without_repeated(first.alternatives | second.alternatives)
        if len(both) == 1:
            return next(iter(both))
        if len(both) > MOST_ALTERNATIVES:
            return None
        key = _EITHER, both
        if key not in self._known:
            self._known[key] = self._new(_EITHER, _in_order(both), THROUGH)
        return self._known[key]

    def loop(self, node: Node, loop: Any) -> Node:
        """Return a new node for what `loop` computes in any of its rounds: `node`, and what is added to it."""
        made = self._new(_LOOP, _in_order(node.alternatives), THROUGH)
        self._loops[made] = loop
        return made

    def widened(self, before: Node, after: Node, loop: Any) -> Node:
        """Return the node of `loop` for `before`, the state before a round, with `after`, that after it, added. It is
        the same node in all rounds. What a loop inside of it computes has one node, too."""
        known = self._loops.get(before)
        if known is None or known is not loop and known is not self._loops.get(after):
            before = self.loop(before, loop)
        added = after.alternatives - {before, *before.operands}
        if added:
            before.operands += _in_order(added)
            self._changed(before)
        return before

    def note_loop(self, since: int, loop: Any) -> None:
        """Record that `loop` has made the nodes from this number on, in any number of rounds."""
        for node in self.nodes[since:]:
            node.loop = loop

    def joined_in(self, node: Node) -> Any:
        """Return the loop of which `node` is what its rounds have computed; None if it is no such node."""
        return self._loops.get(node)

    def _changed(self, node: Node) -> None:
        """Forget what was computed of `node` and those that may depend on it: all later nodes, and the loops of which
        one of them is an operand."""
        number = node.number
        if number >= self.gradients.computed:
            return
        for loop in reversed(self._loops):
            if loop.number < number and max(operand.number for operand in loop.operands) >= number:
                number = loop.number
        self.gradients.forget_from(number)

    def _new(
        self,
        operator: str,
        operands: Tuple[Node, ...],
        backward: Backward,
        is_given: bool = False,
        is_open: bool = False,
        operators: int = 0,
        output: Optional[int] = None,
    ) -> Node:
        made = Node(self, len(self.nodes), operator, operands, backward, is_given, is_open, operators, output)
        if backward.missing:
            self.lacks_gradients = True
        self.nodes.append(made)
        return made


def _in_order(nodes: FrozenSet[Node]) -> Tuple[Node, ...]:
    return tuple(sorted(nodes, key=lambda node: node.number))


def _without_repeated(nodes: FrozenSet[Node]) -> FrozenSet[Node]:
    """Return `nodes` without those that one of a loop among them stands for."""
    return nodes.difference(*(node.operands for node in nodes if node.is_loop))
