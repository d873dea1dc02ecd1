"""Forward dataflow analysis of a graph."""

from __future__ import annotations

from typing import Any, Callable, Generic, List, Sequence as SequenceOf, TypeVar

_T = TypeVar("_T")


class Dataflow(Generic[_T]):
    """An analysis that computes the result of each node from the results of its operands, when it is asked for.

    `transfer` returns the result of a node from those of all nodes, by their numbers. It is monotone and starts at
    `bottom`. The nodes are numbered in the order in which they are made, so that
    only the operands of a loop node can have greater numbers; with such nodes the results are a fixed point.
    """

    def __init__(self, nodes: SequenceOf[Any], bottom: _T, transfer: Callable[[Any, SequenceOf[_T]], _T]) -> None:
        self._nodes = nodes
        self._bottom = bottom
        self._transfer = transfer
        self._results: List[_T] = []

    def of(self, node: Any) -> _T:
        """Return the result of `node`."""
        if node.number >= len(self._results):
            self._extend()
        result: _T = self._results[node.number]
        return result

    @property
    def computed(self) -> int:
        """The number of nodes whose results are computed: the first ones."""
        return len(self._results)

    def forget_from(self, number: int) -> None:
        """Forget the results of the nodes from this number on, because one of them has another operand."""
        del self._results[number:]

    def _extend(self) -> None:
        first = len(self._results)
        added = self._nodes[first:]
        self._results.extend([self._bottom] * len(added))
        results, transfer = self._results, self._transfer
        for node in added:
            results[node.number] = transfer(node, results)
        if any(node.is_loop for node in added):
            while self._sweep(added):
                pass

    def _sweep(self, nodes: SequenceOf[Any]) -> bool:
        """Compute the results of `nodes` again. Return whether one has changed."""
        results, changed = self._results, False
        for node in nodes:
            result = self._transfer(node, results)
            changed = changed or result != results[node.number]
            results[node.number] = result
        return changed
