"""Compare two results: structure first, then dtype, then shape, then values.

Results are nested lists, tuples and dicts of tensors and of anything else a model returns. Hybridizing turns every
tuple into a list, for all models; this is not counted as a difference.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ..backend import load_backend
from ..errors import CannotLook
from ..mxnet_compat import DTYPES, import_mxnet
from ..spec.options import TOLERANCES, Tolerance, elements
from ..structures import NDArray, describe_arrays, dtype_name, leaves, numpy_view, size_of

mx = import_mxnet()

#: Rounding of a few operators: some tens of units in the last place. For larger differences, the rounding of the model
#: is measured. TOLERANCES apply to other dtypes.
ROUNDING: Mapping[str, Tolerance] = {
    "float32": Tolerance(relative=2e-5, absolute=2e-6),
    "float64": Tolerance(relative=1e-9, absolute=1e-10),
}
#: Lower bound of the typical size of outputs in comparisons.
_SMALLEST_SCALE = 1e-2
#: Arrays are compared in parts of this many elements, which fit in the caches of a processor.
_PART = 2**16
_EXACT = Tolerance(relative=0.0, absolute=0.0)
#: A difference up to this many times the effect of a rounding-sized change of the input on the imperative output is
#: rounding.
AMPLIFICATION = 20.0
#: An effect of only some nudges is a jump, such as a `relu` that changes its sign: other jumps are about as large.
JUMP = 3.0


@dataclasses.dataclass
class Difference:
    """One difference, as text and figures. `kind` is "structure", "type", "dtype", "shape", "values" or "nothing".

    `where` is the path of the output ("" a single one, "[1]" the second); `details` contains figures by name.
    """

    kind: str
    where: str
    message: str
    details: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Comparison:
    """The result of a comparison.

    `differences` are in the order of outputs; `tensors` and `others` count what was compared; `largest` is the largest
    absolute difference (0.0 if none), `masked` counts undetermined elements, which were excluded.
    """

    differences: List[Difference] = dataclasses.field(default_factory=list)
    tensors: int = 0
    others: int = 0
    largest: float = 0.0
    masked: int = 0

    def __bool__(self) -> bool:
        return not self.differences

    def add(self, other: Comparison) -> None:
        """Add what another comparison found."""
        self.differences += other.differences
        self.tensors += other.tensors
        self.others += other.others
        self.largest = max(self.largest, other.largest)

    @property
    def nothing(self) -> bool:
        return any(difference.kind == "nothing" for difference in self.differences)


@dataclasses.dataclass
class Tolerances:
    """The permitted differences of values. `by_output` (path → Tolerance) precedes `by_dtype`, which precedes
    TOLERANCES.

    `baseline` is called on demand, because it needs runs: it returns for each path of an output the largest movement of
    the imperative output under a rounding-sized change of the input, {} if that could not be measured. With
    `only_rounding`, ROUNDING replaces TOLERANCES, unless the baseline has no movement. `ignored` are the elements that
    are not compared, by path, as `options.elements` parses them.
    """

    by_dtype: Mapping[str, Tolerance] = dataclasses.field(default_factory=dict)
    by_output: Mapping[str, Tolerance] = dataclasses.field(default_factory=dict)
    baseline: Optional[Callable[[], Mapping[str, Movement]]] = None
    ignored: Mapping[str, str] = dataclasses.field(default_factory=dict)
    only_rounding: bool = False

    def of(self, where: str, dtype: str) -> Tolerance:
        rounding = ROUNDING.get(dtype) if self.only_rounding else None
        return self._given(where, dtype) or rounding or TOLERANCES.get(dtype, _EXACT)

    def unmeasured(self, where: str, dtype: str) -> Tolerance:
        """Return the tolerance for the output at `where` if its movement is unknown."""
        return self._given(where, dtype) or TOLERANCES.get(dtype, _EXACT)

    def _given(self, where: str, dtype: str) -> Optional[Tolerance]:
        return self.by_output.get(where) or self.by_dtype.get(dtype)

    def masked(self, where: str, shape: Sequence[int], mask: Any = None) -> Any:
        """Return `mask`, a boolean array or None, joined with the ignored elements of the output at `where`.

        Raise CannotLook if the index does not fit the shape.
        """
        if where not in self.ignored:
            return mask
        joined = np.zeros(shape, dtype=bool)
        try:
            joined[elements(self.ignored[where])] = True
        except IndexError as error:
            text = (
                f"the elements to ignore, {where}={self.ignored[where]}, do not fit an output of shape {tuple(shape)}"
            )
            raise CannotLook(text) from error
        return joined if mask is None else joined | mask


@dataclasses.dataclass
class Movement:
    """The `largest` absolute change of an element, and the `share` of elements (0 to 1) that changed."""

    largest: float
    share: float


def compare(
    imperative: Any,
    other: Any,
    tolerances: Optional[Tolerances] = None,
    names: Sequence[str] = ("imperatively", "hybridized"),
    masks: Optional[Mapping[str, Any]] = None,
    described: bool = True,
) -> Comparison:
    """Compare the result of the imperative run with that of another run. Nothing to compare is a difference.

    `names` are the names of the two runs in messages. `masks` maps a path to a boolean array that is True for
    undetermined elements of the imperative output; those are not compared. If not `described`, differences of values
    have no text, which takes as long as several comparisons.
    """
    result = Comparison()
    left, right = leaves(imperative), leaves(other)
    if [where for where, _ in left] != [where for where, _ in right]:
        text = f"the outputs are {describe_arrays(imperative)} {names[0]}, {describe_arrays(other)} {names[1]}"
        result.differences.append(Difference("structure", "", text))
        return result
    for (where, a), (_, b) in zip(left, right):
        pair = _Leaves(where, tolerances or Tolerances(), names, (masks or {}).get(where), result, described)
        difference = pair.difference(a, b)
        if difference is not None:
            result.differences.append(difference)
    if not result.tensors and not result.others and not result.differences:
        result.differences.append(Difference("nothing", "", "there is no output that could be compared"))
    return result


def compare_each(
    imperative: Iterable[Any],
    other: Iterable[Any],
    tolerances: Optional[Tolerances] = None,
    names: Sequence[str] = ("imperatively", "hybridized"),
    masks: Optional[Mapping[str, Any]] = None,
) -> Comparison:
    """Compare the results of calls one after the other, up to the first that differs."""
    total = Comparison()
    for before, after in zip(imperative, other):
        comparison = compare(before, after, tolerances, names, masks)
        total.add(comparison)
        if not comparison:
            break
    return total


#: What must be equal before values are compared: kind of the difference, verb of the message, property of a tensor.
_PROPERTIES: Sequence[Tuple[str, str, Callable[[Any], Any]]] = (
    ("dtype", "has dtype", dtype_name),
    ("shape", "has shape", lambda tensor: tensor.shape),
    (
        "type",
        "is",
        lambda tensor: "a NumPy array of MXNet" if isinstance(tensor, mx.np.ndarray) else "a classic NDArray",
    ),
    ("type", "is stored as", lambda tensor: tensor.stype),
)


class _Leaves(NamedTuple):
    """The comparison of the leaves at `where` in the results of the runs `names`; `result` counts what is compared."""

    where: str
    tolerances: Tolerances
    names: Sequence[str]
    mask: Any
    result: Comparison
    described: bool

    def difference(self, a: Any, b: Any) -> Optional[Difference]:
        """Return how two leaves differ, None if they do not."""
        if type(a) is not type(b) and not (isinstance(a, NDArray) and isinstance(b, NDArray)):
            return self._differing("type", "is", _brief(a), _brief(b))
        tensors = _tensor(a), _tensor(b)
        if tensors[0] is not None:
            self.result.tensors += 1
            return self._of_tensors(*tensors)
        if a is None or isinstance(a, (bool, int, complex, str, bytes)):
            self.result.others += 1
            if a != b:
                return self._differing("values", "is", repr(a), repr(b))
        return None

    def _differing(self, kind: str, verb: str, first: Any, second: Any) -> Difference:
        text = f"{self._output} {verb} {first} {self.names[0]}, {second} {self.names[1]}"
        return Difference(kind, self.where, text)

    @property
    def _output(self) -> str:
        return f"output {self.where}" if self.where else "the output"

    def _of_tensors(self, a: Any, b: Any) -> Optional[Difference]:
        for kind, verb, of in _PROPERTIES:
            if of(a) != of(b):
                return self._differing(kind, verb, of(a), of(b))
        raw = numpy_view(a), numpy_view(b)
        mask = self.mask if self.mask is not None and self.mask.shape == a.shape else None
        mask = self.tolerances.masked(self.where, a.shape, mask)
        if raw[0].size == 0 or (mask is None and np.array_equal(*raw)):
            return None
        tolerance = self.tolerances.of(self.where, dtype_name(a))
        if mask is not None:
            self.result.masked += int(mask.sum())
        largest, within = _scan(*raw, mask, tolerance)
        self.result.largest = max(self.result.largest, largest)
        if within:
            return None
        baseline = self.tolerances.baseline
        if baseline is None and not self.described:
            return Difference("values", self.where, "")
        movement = baseline().get(self.where) if baseline else None
        if movement is not None and tolerance is not _EXACT and largest <= AMPLIFICATION * movement.largest:
            return None
        if baseline is not None and (movement is None or not movement.largest):
            tolerance = self.tolerances.unmeasured(self.where, dtype_name(a))
        left, right = (values.astype(np.float64) for values in raw)
        gap = _gap(left, right) if mask is None else np.where(mask, 0.0, _gap(left, right))
        bad = gap > _allowed(left, tolerance)
        if not bad.any():
            return None
        if movement is not None and tolerance is _EXACT:
            # Of class numbers and counts, rounding flips some, by any amount.
            if movement.share > 0 and float(bad.mean()) <= AMPLIFICATION * movement.share:
                return None
        return self._of_values(left, right, np.where(bad, gap, -1.0), tolerance, movement)

    def _of_values(
        self, left: Any, right: Any, gap: Any, tolerance: Tolerance, movement: Optional[Movement]
    ) -> Difference:
        """Return the difference of two arrays; `gap` is negative where it is allowed."""
        index = np.unravel_index(int(np.argmax(gap)), left.shape)
        first, second, worst = float(left[index]), float(right[index]), float(gap[index])
        place, bad = "".join(f"[{int(i)}]" for i in index), gap >= 0
        text = (
            f"{self._output} differs in {int(bad.sum())} of {bad.size} elements: {place or 'its value'} is "
            f"{first:.6g} {self.names[0]}, {second:.6g} {self.names[1]}"
        )
        details: Dict[str, Any] = {
            "largest_difference": worst if np.isfinite(worst) else str(worst),
            "share_of_elements": round(float(bad.mean()), 6),
            "relative_tolerance": tolerance.relative,
            "absolute_tolerance": tolerance.absolute,
            "allowed_difference": float(_allowed(left, tolerance)[index]),
            "shape": list(left.shape),
        }
        if movement is not None:
            details["movement_under_rounding"] = movement.largest
        return Difference("values", self.where, text, details)


def _tensor(leaf: Any) -> Any:
    """Return `leaf` as an NDArray if it is one, or a NumPy float or array, which a plain Block may make of one; else
    None."""
    if isinstance(leaf, NDArray):
        return leaf
    values = np.asarray(leaf) if isinstance(leaf, (float, np.ndarray, np.generic)) else None
    if values is None or values.dtype.kind not in "biuf":
        return None
    dtype = values.dtype if values.dtype.name in DTYPES else np.dtype("float64")
    return load_backend().array(np.atleast_1d(values).astype(dtype), mx.cpu(), dtype, numpy_kind=False)


def _scan(left: Any, right: Any, mask: Any, tolerance: Tolerance) -> Tuple[float, bool]:
    """Return the largest difference of two arrays of equal shape, and whether all are within `tolerance`.

    In parts, because whole arrays of float64 take several times the memory of the arrays, and more time.
    """
    scale = _scale(left)
    largest, within = 0.0, True
    flat: List[Any] = [item if item is None else item.reshape(-1) for item in (left, right, mask)]
    for part, before, after in _parts(*flat[:2]):
        gap = _gap(before, after)
        if mask is not None:
            gap[flat[2][part]] = 0.0
        furthest = float(gap.max())
        largest = max(largest, furthest)
        # The least tolerance is that of zero; a number that is not finite has no other gap than 0 and infinity.
        if within and furthest > tolerance.absolute * scale:
            within = not bool((gap > _allowed(before, tolerance, scale)).any())
    return largest, within


def _gap(left: Any, right: Any) -> Any:
    """Return |left - right|: 0 where both are the same NaN or infinity, infinite where only one is."""
    with np.errstate(invalid="ignore", over="ignore"):
        gap = np.abs(left - right)
        if np.isfinite(gap.sum()):  # the usual case, in one pass
            return gap
    same = (left == right) | (np.isnan(left) & np.isnan(right))
    return np.where(same, 0.0, np.where(np.isnan(gap), np.inf, gap))


def _brief(value: Any) -> str:
    if isinstance(value, NDArray):
        return f"a tensor {describe_arrays(value)}"
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"


def undetermined(first: Any, second: Any) -> Dict[str, Any]:
    """Return path → boolean array, True where two runs that must be equal differ. Paths without such elements are
    omitted.

    Given two imperative runs with the same seed and inputs, these elements depend on neither: memory that no operator
    wrote, such as the rows of `while_loop` after its last step.
    """
    masks: Dict[str, Any] = {}
    left, right = dict(leaves(first)), dict(leaves(second))
    for where, a in left.items():
        a, b = _tensor(a), _tensor(right.get(where))
        if a is not None and b is not None and a.shape == b.shape and size_of(a):
            views = numpy_view(a), numpy_view(b)
            mask = None if np.array_equal(*views) else _differing(*views)
            if mask is not None and mask.any():
                masks[where] = mask
    return masks


def with_another(known: Mapping[str, Movement], another: Mapping[str, Movement]) -> Dict[str, Movement]:
    """Return the `known` movement for each path, or that of `another` nudge if it is much larger."""
    part = JUMP / AMPLIFICATION
    merged = dict(known)
    for where, jump in another.items():
        before = known.get(where, Movement(0.0, 0.0))
        merged[where] = Movement(max(before.largest, part * jump.largest), max(before.share, part * jump.share))
    return merged


def movement_between(outputs: Any, moved: Any, masks: Optional[Mapping[str, Any]] = None) -> Dict[str, Movement]:
    """Return how far `moved` is from `outputs` for each path; paths that cannot be compared are omitted.

    Elements where `masks` is True are ignored.
    """
    movements: Dict[str, Movement] = {}
    right = dict(leaves(moved))
    for where, a in leaves(outputs):
        a, b = _tensor(a), _tensor(right.get(where))
        if a is not None and b is not None and a.shape == b.shape and size_of(a):
            mask = (masks or {}).get(where)
            movements[where] = _movement(
                numpy_view(a), numpy_view(b), mask if mask is not None and mask.shape == a.shape else None
            )
    return movements


def _movement(left: Any, right: Any, mask: Any) -> Movement:
    """Return the largest finite difference of two arrays, and the share of elements that differ, both without those of
    `mask`."""
    largest, differing = 0.0, 0
    flat: List[Any] = [item if item is None else item.reshape(-1) for item in (left, right, mask)]
    for part, before, after in _parts(*flat[:2]):
        gap = _gap(before, after)
        if mask is not None:
            gap[flat[2][part]] = 0.0
        differing += int(np.count_nonzero(gap))
        largest = max(largest, float(gap.max(where=np.isfinite(gap), initial=0.0)))
    return Movement(largest, differing / left.size)


def _parts(left: Any, right: Any) -> Iterator[Tuple[slice, Any, Any]]:
    """Yield the parts of two flat arrays in which they are compared: the place, and the numbers as float32 or
    float64."""
    kind = np.float32 if left.dtype == right.dtype == np.float32 else np.float64
    for begin in range(0, left.size, _PART):
        part = slice(begin, begin + _PART)
        yield part, left[part].astype(kind, copy=False), right[part].astype(kind, copy=False)


def _differing(left: Any, right: Any) -> Any:
    """Return a boolean array, True for elements that are neither equal nor both NaN."""
    return (left != right) & ((left == left) | (right == right))


def furthest(imperative: Any, other: Any, tolerances: Tolerances) -> Optional[Tuple[float, float]]:
    """Return the largest absolute difference of values relative to its tolerance, and the tolerance at that element.

    None if no two tensors of equal shapes and dtypes could be compared.
    """
    result: List[Tuple[float, float]] = []
    for (where, a), (_, b) in zip(leaves(imperative), leaves(other)):
        a, b = _tensor(a), _tensor(b)
        if a is None or b is None or a.shape != b.shape or dtype_name(a) != dtype_name(b) or not size_of(a):
            continue
        tolerance = tolerances.of(where, dtype_name(a))
        left, right = (numpy_view(each).reshape(-1) for each in (a, b))
        scale = _scale(left)
        end = 1 if np.array_equal(left, right) else left.size
        for _, before, after in _parts(left[:end], right[:end]):
            gap, allowed = _gap(before, after), _allowed(before, tolerance, scale)
            with np.errstate(divide="ignore", invalid="ignore"):
                worst = int(np.argmax(np.where(gap > 0, gap / allowed, 0.0)))
            result.append((float(gap[worst]), float(allowed[worst])))
    return max(result, key=lambda pair: pair[0] / pair[1] if pair[1] else pair[0], default=None)


def _scale(left: Any) -> float:
    """Return the root mean square of the finite elements of `left`, at least _SMALLEST_SCALE, or 1 if there are
    none."""
    total, count = 0.0, 0
    flat = left.reshape(-1)
    for begin in range(0, flat.size, _PART):
        part = flat[begin : begin + _PART].astype(np.float64)
        with np.errstate(over="ignore", invalid="ignore"):
            # Not `np.dot`, whose second thread waits actively for the next part.
            squares = float(np.einsum("i,i", part, part))
            if not np.isfinite(squares):
                part = part[np.isfinite(part)]
                squares = float(np.sum(part**2))
        total += squares
        count += part.size
    return max(_SMALLEST_SCALE, float(np.sqrt(total / count))) if count else 1.0


def _allowed(left: Any, tolerance: Tolerance, scale: Optional[float] = None) -> Any:
    """Return the tolerated deviation from `left`, elementwise, where it belongs to an output of this `scale`."""
    scale = _scale(left) if scale is None else scale
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(left), tolerance.absolute * scale + tolerance.relative * np.abs(left), 0.0)
