"""Shapes as nodes of a graph, each the result of an operator on other shapes, evaluated lazily.

An input of unknown rank is considered at each rank from 1 to 6. A *hypothesis* fixes the unknowns: the ranks of inputs
and the unknown axis of an operator. Shapes computed from the same inputs share their hypotheses; a hypothesis under
which an operator would raise is dropped.
"""

from __future__ import annotations

import itertools
from typing import (
    Dict,
    FrozenSet,
    Hashable,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

from hybridlint.shapes import decisions
from hybridlint.shapes.calls import Call, Inconsistent, Undetermined, function_for
from hybridlint.shapes.decisions import Dims, Facts
from hybridlint.shapes.dimensions import Dimension, as_dimension, variable

#: The ranks at which an input of unknown rank is considered.
RANKS = range(1, 7)
#: Those that are assumed only if no other is possible.
RARE_RANKS = (6,)
#: The most hypotheses about one shape; a shape with more of them is unknown.
MOST_HYPOTHESES = 48
#: The most joint hypotheses about the operands of one operator.
MOST_JOINED = 192
#: The most facts in one hypothesis.
MOST_FACTS = 40
#: Operators that may show that a length of their operands is not 1.
_WITNESSES = ("softmax", "log_softmax", "slice_axis", "elementwise")
#: The most shapes of which a joined one may be any.
MOST_ALTERNATIVES = 2

#: The assumptions, sorted: number of a node → the rank of an input, or the axis of an operator.
Choices = Tuple[Tuple[int, int], ...]
#: The lengths of a shape; None for an unknown one.
KnownDims = Tuple[Optional[int], ...]


class Hypothesis(NamedTuple):
    """A shape under one set of assumptions. `dims` is None if the shape function cannot determine it; `is_doubtful`
    marks assumptions under which the code works but would be pointless."""

    choices: Choices
    dims: Optional[Dims]
    facts: Facts
    is_doubtful: bool = False


class Joint(NamedTuple):
    """The shapes of several operands under consistent assumptions."""

    choices: Choices
    shapes: Tuple[Optional[Dims], ...]
    facts: Facts
    is_doubtful: bool


_Row = TypeVar("_Row", Hypothesis, Joint)

_NO_JOINS: FrozenSet[int] = frozenset()


class Shape:
    """A node of a :class:`ShapeGraph`. Equal nodes of one graph are the same object."""

    __slots__ = (
        "graph", "number", "operator", "operands", "attributes", "is_of_input", "newest_input", "joins", "_hypotheses",
    )  # fmt: skip

    def __init__(
        self,
        graph: ShapeGraph,
        number: int,
        operator: str,
        operands: Tuple[Shape, ...],
        attributes: Mapping[str, object],
    ) -> None:
        self.graph = graph
        self.number = number
        self.operator = operator
        self.operands = operands
        self.attributes = attributes
        is_input = operator == "input"
        self.is_of_input = _is_of_input(operator, operands, attributes)
        """Whether it depends on lengths of inputs, rather than on parameters and literal shapes alone."""
        self.newest_input: int = number if is_input else max([item.newest_input for item in operands], default=0)
        """The number of the last input on which it depends; 0 if there is none."""
        self.joins: FrozenSet[int] = frozenset([number]) if attributes.get("joined") else _NO_JOINS
        """The numbers of the joins of several shapes on which it depends."""
        for operand in operands:
            if operand.joins:
                self.joins |= operand.joins
        self._hypotheses: Optional[Tuple[Hypothesis, ...]] = None

    @property
    def hypotheses(self) -> Tuple[Hypothesis, ...]:
        """All hypotheses that are consistent with the operators that computed the shape; never empty."""
        pending = [self]
        while pending:
            node = pending[-1]
            if node._hypotheses is not None:
                pending.pop()
                continue
            missing = [operand for operand in node.operands if operand._hypotheses is None]
            if missing:
                pending.extend(missing)
            else:
                node._hypotheses = _evaluate(node)
        assert self._hypotheses is not None
        return self._hypotheses

    @property
    def is_computed(self) -> bool:
        """Whether an operator that is not elementwise computed it: the source determines its axes."""
        if self.operator == "elementwise":
            return any(operand.is_computed for operand in self.operands)
        if self.operator == "either":
            return all(operand.is_computed for operand in self.operands)
        return self.operator != "input"

    @property
    def is_observed(self) -> bool:
        """Whether it depends on lengths observed in a run, which may be others in another run."""
        return any(node.operator == "known" and not node.attributes["literal"] for node in self._origins())

    @property
    def is_exact(self) -> bool:
        """Whether it holds in the imperative phase, too, and for all inputs: no operands are assumed to be of one
        shape, and none was observed or joined."""
        return not any(
            node.operator in ("elementwise", "either") or node.joins or node.operator == "known" and node.is_of_input
            for node in self._origins()
        )

    @property
    def sources(self) -> FrozenSet[int]:
        """The numbers of the inputs and known shapes on which it depends."""
        return frozenset(node.number for node in self._origins() if not node.operands)

    def _origins(self) -> Iterator[Shape]:
        """Yield the shape and all that it is computed from."""
        pending, seen = [self], {self.number}
        while pending:
            node = pending.pop()
            yield node
            pending.extend(operand for operand in node.operands if operand.number not in seen)
            seen.update(operand.number for operand in node.operands)

    @property
    def is_open(self) -> bool:
        """Whether nothing is known about it, not even the rank."""
        return self.operator == "input" and self.attributes.get("rank") is None

    @property
    def rank(self) -> Optional[int]:
        """The number of axes; None unless all hypotheses agree on it."""
        ranks = {None if hypothesis.dims is None else len(hypothesis.dims) for hypothesis in self.hypotheses}
        return ranks.pop() if len(ranks) == 1 else None

    @property
    def dims(self) -> Optional[KnownDims]:
        """The lengths of the axes, None for an unknown one; None if the rank is unknown."""
        if self.rank is None:
            return None
        columns = zip(*(hypothesis.dims or () for hypothesis in self.hypotheses))
        lengths = [{length.constant for length in column} for column in columns]
        return tuple(length.pop() if len(length) == 1 else None for length in lengths)


def _is_of_input(operator: str, operands: Tuple[Shape, ...], attributes: Mapping[str, object]) -> bool:
    if operator in ("input", "known"):
        return not attributes.get("literal")
    if operator == "prepend_axis":
        return True  # the number of steps of a loop
    if operator == "arange_like" and attributes.get("axis") is not None:
        return False  # a table of positions
    return any(operand.is_of_input for operand in operands)


class ShapeGraph:
    """A factory of shapes, with one node for each distinct operation."""

    def __init__(self) -> None:
        self._nodes: Dict[Hashable, Shape] = {}
        self.witnesses: List[Shape] = []
        """The results of operators that may show that a length of their operands is not 1."""
        self.decided: Dict[Tuple[int, int], bool] = {}
        """Numbers of two shapes → whether they definitely differ."""
        self._number = 0

    def clear(self) -> None:
        """Drop all shapes. The graph is not to be used again."""
        self.__dict__.clear()

    def unknown(self, rank: Optional[int] = None, literal: bool = False) -> Shape:
        """Return a new shape of which at most the rank is known. That of a parameter is `literal`."""
        return self._new("input", (), {"rank": rank, "literal": literal})

    def joined(self) -> Shape:
        """Return a new shape that is one of several, which may have been written in the source."""
        return self._new("input", (), {"joined": True})

    def either(self, first: Shape, second: Shape) -> Optional[Shape]:
        """Return a shape that is one of the two; None for more than `MOST_ALTERNATIVES`."""
        parts = [
            part for shape in (first, second) for part in (shape.operands if shape.operator == "either" else [shape])
        ]
        operands = {part.number: part for part in parts}
        if len(operands) == 1:
            return first
        if len(operands) > MOST_ALTERNATIVES:
            return None
        return self._node("either", tuple(operands[number] for number in sorted(operands)), {})

    def known(self, dims: Sequence[Union[int, Dimension, None]], literal: bool = False) -> Shape:
        """Return a shape of known rank. None is an unknown length; `literal` lengths are written in the source."""
        if None not in dims:
            return self._node("known", (), {"dims": tuple(dims), "literal": literal})
        return self._new("known", (), {"dims": tuple(dims), "literal": literal})

    def apply(
        self,
        operator: str,
        operands: Iterable[Shape],
        attributes: Optional[Mapping[str, object]] = None,
    ) -> Shape:
        """Return the output shape of `operator` for operands of these shapes. `attributes` have MXNet's names; UNKNOWN
        is an attribute with an unknown value. The shape is unknown for an operator without a shape function."""
        given = tuple(operands)
        function = function_for(operator)
        if function is None:
            return self.unknown()
        return self._node(operator, given, attributes or {})

    def elementwise(self, first: Shape, second: Shape) -> Shape:
        """Return the output shape of an operator that broadcasts imperatively and requires equal shapes in a graph."""
        return first if first is second else self._node("elementwise", (first, second), {})

    def _node(self, operator: str, operands: Tuple[Shape, ...], attributes: Mapping[str, object]) -> Shape:
        try:
            key = (operator, tuple([operand.number for operand in operands]), tuple(sorted(attributes.items())))
            node = self._nodes.get(key)
        except TypeError:  # an attribute that cannot be hashed
            return self._new(operator, operands, attributes)
        if node is None:
            node = self._nodes[key] = self._new(operator, operands, attributes)
        return node

    def _new(self, operator: str, operands: Tuple[Shape, ...], attributes: Mapping[str, object]) -> Shape:
        self._number += 1
        made = Shape(self, self._number, operator, operands, attributes)
        if operator in _WITNESSES:
            self.witnesses.append(made)
        return made


def _evaluate(node: Shape) -> Tuple[Hypothesis, ...]:
    if node.operator == "input":
        return _of_input(node, node.attributes.get("rank"))
    if node.operator == "known":
        return _of_known(node)
    if node.operator == "either":
        result = _of_either(node)
    else:
        result = _of_elementwise(node) if node.operator == "elementwise" else _of_operator(node)
    if not result or len(result) > MOST_HYPOTHESES or all(item.dims is None for item in result):
        return _of_input(node, None)
    return tuple(result) if node.is_of_input else tuple(map(_literal, result))


def _literal(hypothesis: Hypothesis) -> Hypothesis:
    """Mark lengths of 1 as literal: the shape does not depend on an input."""
    if hypothesis.dims is None or decisions.ONE not in hypothesis.dims:
        return hypothesis
    return hypothesis._replace(
        dims=tuple(d.with_origin("literal") if d == decisions.ONE else d for d in hypothesis.dims)
    )


def _of_input(node: Shape, rank: object) -> Tuple[Hypothesis, ...]:
    if isinstance(rank, int):
        return (Hypothesis((), _variables(node, rank), frozenset()),)
    axes = _variables(node, RANKS[-1])
    return tuple(Hypothesis(((node.number, rank),), axes[:rank], frozenset(), rank in RARE_RANKS) for rank in RANKS)


def _variables(node: Shape, rank: int) -> Dims:
    """Return the lengths of the axes of an input, which are named after it: `3.0`, `3.1`, …"""
    return tuple(variable(f"{node.number}.{axis}") for axis in range(rank))


def are_axes_of_one_input(first: Dimension, second: Dimension) -> bool:
    """Return whether two lengths are those of two axes of one input, which are equal by coincidence alone."""
    if first.variable is None or second.variable is None or first == second:
        return False
    (one, _, _), (other, _, _) = first.variable.partition("."), second.variable.partition(".")
    return one == other


def _of_known(node: Shape) -> Tuple[Hypothesis, ...]:
    given = node.attributes["dims"]
    assert isinstance(given, tuple)
    origin = "literal" if node.attributes["literal"] else ""
    dims = tuple(
        variable(f"{node.number}.{axis}") if length is None else as_dimension(length)
        for axis, length in enumerate(given)
    )
    dims = tuple(dim.with_origin(origin) if dim == decisions.ONE else dim for dim in dims)
    return (Hypothesis((), dims, frozenset()),)


def _of_operator(node: Shape) -> List[Hypothesis]:
    function = function_for(node.operator)
    assert function is not None
    hypotheses: List[Hypothesis] = []
    for row in joint(node.operands, function.alike):
        call = Call(row.shapes, node.attributes, row.facts, str(node.number), rank_is_open=bool(row.choices))
        try:
            results = function.compute(call)
        except Inconsistent:
            continue
        except Undetermined:
            hypotheses.append(Hypothesis(row.choices, None, row.facts, row.is_doubtful))
            continue
        doubtful = row.is_doubtful or call.is_doubtful
        if not isinstance(results, list):
            hypotheses.append(Hypothesis(row.choices, results, _limited(call.facts), doubtful))
            continue
        for number, dims in enumerate(results):
            chosen = tuple(sorted((*row.choices, (node.number, number))))
            hypotheses.append(Hypothesis(chosen, dims, _limited(call.facts), doubtful))
    return hypotheses


def _of_either(node: Shape) -> List[Hypothesis]:
    """Return one hypothesis for each rank, with new lengths where the sides differ; those of both sides where one has a
    length of 1, which broadcasts."""
    of_rank: Dict[int, List[Hypothesis]] = {}
    for hypothesis in itertools.chain.from_iterable(operand.hypotheses for operand in node.operands):
        if hypothesis.dims is None:
            return []
        of_rank.setdefault(len(hypothesis.dims), []).append(hypothesis)
    hypotheses: List[Hypothesis] = []
    for rank, several in of_rank.items():
        columns = [set(column) for column in zip(*(item.dims or () for item in several))]
        if any(decisions.ONE in column and len(column) > 1 for column in columns):
            hypotheses += several
            continue
        dims = tuple(
            next(iter(column)) if len(column) == 1 else variable(f"{node.number}.{rank}.{axis}")
            for axis, column in enumerate(columns)
        )
        facts = frozenset.intersection(*(item.facts for item in several))
        hypotheses.append(Hypothesis((), dims, facts, all(item.is_doubtful for item in several)))
    if len(hypotheses) == 1:
        return hypotheses
    return [
        item._replace(choices=tuple(sorted((*item.choices, (node.number, number)))))
        for number, item in enumerate(hypotheses)
    ]


def _limited(facts: Facts) -> Facts:
    return facts if len(facts) <= MOST_FACTS else frozenset(sorted(facts, key=repr)[:MOST_FACTS])


def _of_elementwise(node: Shape) -> List[Hypothesis]:
    """Return hypotheses with equal shapes if these are possible (otherwise the graph raises here), or else
    broadcast."""
    rows = joint(node.operands)
    rows = list(_likely(rows)) or rows
    equal: List[Hypothesis] = []
    for choices, (first, second), facts, doubtful in rows:
        if first is None or second is None:
            equal.append(Hypothesis(choices, first or second, facts, doubtful))
        elif decisions.may_be_equal(first, second, facts):
            dims, more = decisions.merged(first, second, node.number)
            equal.append(Hypothesis(choices, dims, _limited(facts.union(more)), doubtful))
    if equal:
        return equal
    different: List[Hypothesis] = []
    for choices, (first, second), facts, doubtful in rows:
        together = None if first is None or second is None else decisions.broadcast(first, second, facts)
        if together is not None:
            different.append(Hypothesis(choices, together, facts, doubtful))
    return different


def joint(operands: Sequence[Shape], alike: bool = False) -> List[Joint]:
    """Return the consistent combinations of the hypotheses of all operands. With `alike`, operands of different ranks
    are inconsistent. The result is empty if there are too many."""
    rows = [Joint((), (), frozenset(), False)]
    for operand in operands:
        rows = list(itertools.islice(_joint_with(rows, operand, alike), MOST_JOINED + 1))
        if len(rows) > MOST_JOINED:
            return []
    return rows


def _joint_with(rows: List[Joint], operand: Shape, alike: bool = False) -> Iterator[Joint]:
    """Yield the consistent combinations of `rows` with the hypotheses of another operand."""
    hypotheses = operand.hypotheses
    for choices, shapes, facts, doubtful in rows:
        rank = len(shapes[0]) if alike and shapes and shapes[0] is not None else None
        for hypothesis in hypotheses:
            if rank is not None and hypothesis.dims is not None and len(hypothesis.dims) != rank:
                continue
            both = choices or hypothesis.choices
            if hypothesis.choices and hypothesis.choices != both:
                pairs = {*choices, *hypothesis.choices}
                if len(dict(pairs)) < len(pairs):
                    continue  # two ranks of one input
                both = tuple(sorted(pairs))
            known = facts | hypothesis.facts if hypothesis.facts else facts
            yield Joint(both, (*shapes, hypothesis.dims), known, doubtful or hypothesis.is_doubtful)


def _likely(rows: Iterable[_Row]) -> Iterator[_Row]:
    """Yield the hypotheses that are not doubtful."""
    return (row for row in rows if not row.is_doubtful)


def definitely_differ(first: Shape, second: Shape) -> bool:
    """Return whether an elementwise operator on these two certainly has to broadcast: under no hypothesis the shapes
    may be equal, and under one at least they can be broadcast with one another.

    Shapes that cannot be broadcast are no divergence: they raise imperatively as well.
    """
    if first is second or first.is_open and second.is_open:
        return False
    # A join may be any shape, also one that happens to be that on the other side, unless it is a source of both.
    if any(shape.joins and not _is_constant(shape) for shape in (first, second)):
        if first.joins != second.joins or first.sources != second.sources:
            return False
    pair = (min(first.number, second.number), max(first.number, second.number))
    decided = first.graph.decided
    if pair not in decided:
        decided[pair] = _always_differ(first, second)
    return decided[pair]


def is_refuted(first: Shape, second: Shape) -> bool:
    """Return whether an elementwise operator on these two has to broadcast because a later operator would be pointless
    or raise otherwise: the shapes are equal only if a length is 1, over which that operator computes a softmax, of
    which it selects another part, or which is opposite a longer one."""
    made = first.graph.elementwise(first, second)
    later = [item for item in first.graph.witnesses if item.number > made.number]
    if not later or made is first or any(shape.joins for shape in (first, second)):
        return False
    rows = list(_likely(made.hypotheses)) or list(made.hypotheses)
    if not all(row.dims and any(length.assumed_by == made.number for length in row.dims) for row in rows):
        return False
    return any(_is_pointless(item, made.number) for item in later)


def _is_pointless(witness: Shape, number: int) -> bool:
    """Return whether a witness is pointless under each likely hypothesis, because the shape `number` requires a length
    to be 1."""
    if witness.operator == "elementwise":
        pairs = [row for row in _likely(joint(witness.operands)) if None not in row.shapes]
        return bool(pairs) and all(_is_opposite_longer(row, number) for row in pairs)
    axis = witness.attributes.get("axis", -1)
    begin, end = witness.attributes.get("begin", 1), witness.attributes.get("end")
    if not isinstance(axis, int) or not begin and end in (1, None):
        return False
    rows = [row for row in _likely(witness.operands[0].hypotheses) if row.dims is not None]
    inside = (-len(row.dims or ()) <= axis < len(row.dims or ()) for row in rows)
    return bool(rows) and all(inside) and all((row.dims or ())[axis].assumed_by == number for row in rows)


def _is_opposite_longer(row: Joint, number: int) -> bool:
    """Return whether a length that the shape `number` requires to be 1 is opposite one that is not 1."""
    knowledge = decisions.knowledge_of(row.facts)
    left, right = (dims or () for dims in row.shapes)
    pairs = [pair[::step] for pair in zip(left, right) for step in (1, -1)]
    return any(item.assumed_by == number and not knowledge.can_be_one(other) for item, other in pairs)


def _is_constant(shape: Shape) -> bool:
    """Return whether a shape is the same under all hypotheses."""
    dims = shape.hypotheses[0].dims
    known = dims is not None and all(length.constant is not None for length in dims)
    return known and all(row.dims == dims for row in shape.hypotheses)


def _always_differ(first: Shape, second: Shape) -> bool:
    if any(map(_may_be_equal, itertools.islice(_likely(_joint_with(joint([first]), second)), MOST_JOINED))):
        return False  # as most shapes, under one of the first hypotheses
    rows = joint((first, second))
    likely = list(_likely(rows))
    if not likely and any(map(_may_be_equal, rows)):
        return False
    return any(
        left is not None and right is not None and decisions.may_broadcast(left, right, facts)
        for _, (left, right), facts, _ in likely or rows
    )


def _may_be_equal(row: Joint) -> bool:
    left, right = row.shapes
    return left is None or right is None or decisions.may_be_equal(left, right, row.facts)


def may_be_equal(first: Shape, second: Shape) -> bool:
    """Return whether two shapes can be equal without a coincidence."""
    return first is second or any(map(_may_be_equal, joint((first, second))))


def may_differ(first: Shape, second: Shape) -> bool:
    """Return whether an elementwise operator on these two may have to broadcast."""
    return first is not second and any(
        left is None or right is None or left != right for _, (left, right), _, _ in _joint_with(joint([first]), second)
    )


def have_equal_length(first: Shape, axis: int, second: Shape, other: int) -> bool:
    """Return whether `axis` of the first shape is certainly as long as the axis `other` of the second."""
    rows = joint((first, second))
    return bool(rows) and all(
        item is not None and two is not None and axis < len(item) and other < len(two) and item[axis] == two[other]
        for _, (item, two), _, _ in rows
    )
