"""Values that differ between the phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.graph import Node
from hybridlint.values.arrays import ImperativeArray
from hybridlint.values.base import NOT_KNOWN, Mergeable, Value
from hybridlint.values.lattice import Merge, join
from hybridlint.values.namespace import Namespace, Operator
from hybridlint.values.others import Opaque
from hybridlint.values.plain import NONE, Plain, constant
from hybridlint.values.tensor import Tensor

if TYPE_CHECKING:
    from hybridlint.interpreter import Run


@dataclass(frozen=True)
class Phased(Mergeable):
    """A value that differs between the phases. `reason` is the expression that makes it differ, for messages."""

    differs = True

    imperative: Value
    symbolic: Value
    reason: str = ""
    guard: bool = False

    def merged(self, other: Phased, nodes: Merge) -> Phased:
        imperative = join(self.imperative, other.imperative, nodes)
        symbolic = join(self.symbolic, other.symbolic, nodes)
        return Phased(imperative, symbolic, max(self.reason, other.reason), self.guard or other.guard)

    def nodes(self) -> Iterable[Optional[Node]]:
        return self.symbolic.nodes()

    def bounded(self, depth: int) -> Value:
        return replace(self, imperative=self.imperative.bounded(depth), symbolic=self.symbolic.bounded(depth))

    is_elementwise = True

    def shown(self, run: Run) -> Iterable[Tensor]:
        return self.symbolic.shown(run)

    @property
    def lacks_array(self) -> bool:
        """Whether it is an NDArray imperatively and None while tracing."""
        return isinstance(self.imperative, ImperativeArray) and self.symbolic == NONE

    @property
    def lacks_value(self) -> bool:
        """Whether it is a number or an NDArray imperatively and None while tracing."""
        held = self.imperative
        return isinstance(held, (Plain, ImperativeArray)) and held != NONE and self.symbolic == NONE

    @property
    def has_other_meaning(self) -> bool:
        """Whether an argument has another meaning in the other phase. -1 and 3 may be the same axis, and a length in
        one branch of a guard and a reshape code in the other differ on purpose."""
        known = [value.python_value for value in sides(self) if value.known]
        numbers = [value for value in known if isinstance(value, (int, float))]
        if len(numbers) == 2:
            return numbers[0] != numbers[1] and (numbers[0] < 0) == (numbers[1] < 0)
        if all(isinstance(value, str) for value in known) and len(set(known)) == 2:
            return True
        symbolic = self.symbolic
        return not self.guard and symbolic.known and isinstance(symbolic.python_value, float)

    @property
    def is_one_number_in_each(self) -> bool:
        """Whether it certainly is another number in the other phase; False if the traced value is computed, as it may
        be equal. For arithmetic only: a shape in one branch of a guard and a reshape code in the other are meant to
        differ."""
        if isinstance(self.symbolic, Plain) and not self.symbolic.known:
            return False
        known = [side.python_value for side in sides(self)]
        if bool not in map(type, known) and known[0] == known[1] is not NOT_KNOWN:
            return False  # 2 and 2.0
        return self.imperative != self.symbolic and all(isinstance(side, (Plain, Opaque)) for side in sides(self))


def sides(value: Value) -> Tuple[Value, Value]:
    """Return the value in the imperative phase and that while tracing: twice `value` if they do not differ."""
    return (value.imperative, value.symbolic) if isinstance(value, Phased) else (value, value)


def by_phase(imperative: Value, symbolic: Value, reason: str, guard: bool = True) -> Value:
    """Return the value that is `imperative` in one phase and `symbolic` in the other; of a `Phased` argument, its value
    in that phase is taken. The same module or operator of `mx.nd` and `mx.sym` is that of `F`."""
    imperative, symbolic = sides(imperative)[0], sides(symbolic)[1]
    if imperative == symbolic:
        return imperative
    for kind in (Namespace, Operator):
        if isinstance(imperative, kind) and isinstance(symbolic, kind) and imperative.path == symbolic.path:
            if (imperative.phase, symbolic.phase) == ("imperative", "symbolic"):
                return kind("both", imperative.path)
    return Phased(imperative, symbolic, reason, guard)


_CERTAINLY = {outcome: Phased(constant(outcome), constant(outcome)) for outcome in (False, True)}


def certainly(outcome: bool) -> Phased:
    """Return the value of a test that has this outcome in both phases and every configuration."""
    return _CERTAINLY[outcome]
