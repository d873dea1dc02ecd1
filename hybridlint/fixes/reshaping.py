"""Targets of `reshape` that contain lengths of a tensor, written with the codes of `reshape`.

MXNet processes the target and the axes of the input in parallel: 0 copies the next axis, -1 is inferred, -2 copies all
remaining axes, -3 merges two, and `-4, a, -1` splits one. A number and -1 also consume an axis. With `reverse=True` it
processes both from the end.
"""

from __future__ import annotations

import ast
import dataclasses
import types
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint.finding import Edit
from hybridlint.fixes import calls
from hybridlint.fixes.correction import Correction, correction
from hybridlint.fixes.source import Part, Source, literal
from hybridlint.syntax import index_of, same_code
from hybridlint.values import Tensor

#: Returns the axis of the reshaped tensor whose length a node is; None for anything else.
AxisOf = Callable[[Any], Optional[int]]
_DESCRIPTION = "use the codes of `reshape`"


@dataclasses.dataclass(frozen=True)
class _Target:
    """The target of a call of `reshape`: `whole` is its node, None if lengths are separate arguments.

    `elements` may contain slices `x.shape[2:]` of lengths.
    """

    call: ast.Call
    data: Any
    elements: List[Any]
    whole: Optional[ast.AST] = None


def of_shape(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Correct `x.shape` in a target: `x.reshape((x.shape[0], -1))` → `x.reshape((0, -1))`."""
    target = _target(source, node)
    if target is None:
        return _like(source, node)
    rank = array.rank

    def axis_of(element: Any, data: Any = target.data) -> Optional[int]:
        shape = element.value if isinstance(element, ast.Subscript) else None
        if not isinstance(shape, ast.Attribute) or shape.attr != "shape":
            return None  # `y.size[0]` is an element of its own
        return axis(element, shape) if data is None or same_code(shape.value, data) else None

    same = same_code(node.value, target.data)
    edits = _edits(source, target, axis_of, rank if same else None)
    if edits is not None:
        return correction(edits, _DESCRIPTION)
    risk = f"assumes that `{source.module.code(node.value)}` is as long on the axes that are kept"
    dims = _dims(source, target.data)
    if dims is not None:
        return correction(_by_lengths(source, target, dims), _DESCRIPTION, risk)
    edits = _edits(source, target, lambda element: axis_of(element, None), source.rank(target.data))
    return correction(edits, _DESCRIPTION, risk)


def axis(above: Any, node: ast.AST) -> Optional[int]:
    """Return the number in `node[number]`."""
    if not isinstance(above, ast.Subscript) or above.value is not node:
        return None
    return literal(index_of(above))


def _target(source: Source, node: ast.AST) -> Optional[_Target]:
    """Return the target of `reshape` that contains `node`."""
    inner: Any = node
    for above in source.around(node):
        if isinstance(above, ast.Call):
            if isinstance(above.func, ast.Name) and above.func.id in ("int", "tuple") and len(above.args) == 1:
                inner = above
                continue
            if not isinstance(above.func, ast.Attribute) or above.func.attr != "reshape":
                return None
            function = source.namespace(above)
            of_module = isinstance(above.func.value, ast.Name) and above.func.value.id == function
            of_module = of_module or bool(source.dotted(above.func.value))
            data = above.args[0] if of_module and above.args else above.func.value
            named = [one.value for one in above.keywords if one.arg == "shape"]
            given = [*(above.args[1:] if of_module else above.args), *named]
            if len(above.keywords) > len(named) or data is inner:
                return None
            if len(given) == 1:
                single = not (of_module or named) and axis(given[0], getattr(given[0], "value", given[0])) is not None
                elements = given if single else _elements(given[0])
                return _Target(above, data, elements, given[0]) if elements else None
            return _Target(above, data, given) if not of_module and len(given) > 1 else None
        if isinstance(above, (ast.Lambda, ast.stmt)):
            return None
        if not isinstance(above, ast.keyword):
            inner = above
    return None


def _elements(node: Any) -> List[Any]:
    """Return the elements of a tuple, or of a sum of tuples; [] for anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _elements(node.left), _elements(node.right)
        return [*left, *right] if left and right else []
    if isinstance(node, (ast.Tuple, ast.List)):
        return [one.value if isinstance(one, ast.Starred) and _slice(one.value) else one for one in node.elts]
    return [node] if _slice(node) else []


def _slice(node: Any) -> Optional[ast.Slice]:
    """Return the slice in `x.shape[2:]`."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        index = index_of(node)
        return index if isinstance(index, ast.Slice) and index.step is None else None
    return None


# Codes


@dataclasses.dataclass(frozen=True)
class _Size:
    """The abstract value of an element: the product of the lengths of `axes`, divided by `divisor`.

    `rest` is the first axis of `x.shape[rest:]`. `unknown` is set for lengths that are not such a product, `other` if
    the element contains no length.
    """

    axes: Tuple[int, ...] = ()
    divisor: Any = None
    rest: Optional[int] = None
    unknown: bool = False
    other: bool = False


def _size(node: Any, axis_of: AxisOf) -> _Size:
    found = axis_of(node)
    if found is not None:
        return _Size((found,))
    part = _slice(node)
    if part is not None:
        first = literal(part.lower) if part.upper is None else None
        return _Size(rest=first) if first is not None and first >= 0 else _Size(unknown=True)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int" and node.args:
        return _size(node.args[0], axis_of)
    if isinstance(node, ast.BinOp):
        left, right = _size(node.left, axis_of), _size(node.right, axis_of)
        if isinstance(node.op, ast.Mult) and left.axes and right.axes and not (left.divisor or right.divisor):
            return _Size((*left.axes, *right.axes))
        if isinstance(node.op, (ast.FloorDiv, ast.Div)) and left.axes and not left.divisor and right.other:
            return _Size(left.axes, node.right)
    names_lengths = any(
        isinstance(one, ast.Attribute)
        and one.attr in ("shape", "size", "ndim")
        and not (isinstance(one.value, ast.Name) and one.value.id == "self")
        or axis_of(one) is not None
        for one in ast.walk(node)
    )
    return _Size(unknown=True) if names_lengths else _Size(other=True)


def _codes(elements: Sequence[Any], sizes: Sequence[_Size], simple: bool) -> Optional[Dict[int, str]]:
    """Return the codes of the elements, by position; None if there are none.

    `simple` uses only 0 and -1. In a code, `{}` is the element itself.
    """
    codes: Dict[int, str] = {}
    inferred = [position for position, one in enumerate(elements) if literal(one) == -1]
    passed = position = 0
    while position < len(elements):
        size, number = sizes[position], literal(elements[position])
        following = sizes[position + 1] if position + 1 < len(elements) else _Size(other=True)
        if number is not None and number < -1 or isinstance(elements[position], ast.Starred):
            return None
        if size.rest is None and _slice(elements[position]) is not None:
            return None  # `x.shape[:2]` stands for several axes
        if size.axes == (passed,) and size.divisor is None:
            codes[position], passed = "0", passed + 1
        elif not simple and size.axes == (passed, passed + 1) and size.divisor is None:
            codes[position], passed = "-3", passed + 2
        elif not simple and _splits(elements, sizes, position, passed):
            factor = size.other
            codes[position], codes[position + 1] = ("-4, {}", "-1") if factor else ("-4, -1", "{}")
            inferred.append(position)
            passed, position = passed + 1, position + 1
        elif (
            not simple
            and following.rest == passed + 2
            and (number == -1 or size.axes or size.unknown)
            and all(codes.get(before) in ("0", "-3") for before in range(position))
        ):
            # All other axes are copied, so that this element is the product of the two that remain.
            codes[position], passed = "-3", passed + 2
            inferred = [one for one in inferred if one != position]
        elif size.rest is not None:
            if simple or size.rest != passed or position + 1 < len(elements):
                return None
            codes[position] = "-2"
        elif size.other:
            passed += 1
        else:
            codes[position], passed = "-1", passed + 1
            inferred.append(position)
        position += 1
    return codes if len(inferred) < 2 else None


def _splits(elements: Sequence[Any], sizes: Sequence[_Size], position: int, axis: int) -> bool:
    """Return whether two elements are `a, x.shape[axis] // a`, or the reverse."""
    if position + 1 == len(elements):
        return False
    for factor, quotient in ((position, position + 1), (position + 1, position)):
        size = sizes[quotient]
        if sizes[factor].other and size.axes == (axis,) and size.divisor is not None:
            if same_code(size.divisor, elements[factor]) and (literal(elements[factor]) or 1) > 0:
                return True
    return False


def _from_start(sizes: Sequence[_Size], rank: Optional[int]) -> List[_Size]:
    """Return the sizes with axes counted from the first one; those counted from the end are unknown unless the rank is
    known."""
    if rank is None:
        unknown = [min(one.axes, default=0) < 0 for one in sizes]
        return [dataclasses.replace(one, axes=(), unknown=True) if end else one for one, end in zip(sizes, unknown)]
    return [dataclasses.replace(one, axes=tuple(sorted(axis % rank for axis in one.axes))) for one in sizes]


def _from_end(sizes: Sequence[_Size], rank: Optional[int]) -> Optional[List[_Size]]:
    """Return the sizes in reverse order with axes counted from the last one, which is 0."""
    if any(one.rest is not None for one in sizes):
        return None
    found = []
    for one in reversed(sizes):
        if rank is None and max(one.axes, default=-1) >= 0:
            one = dataclasses.replace(one, axes=(), unknown=True)
        else:
            counted = (axis - rank if rank is not None and axis >= 0 else axis for axis in one.axes)
            one = dataclasses.replace(one, axes=tuple(sorted(-1 - axis for axis in counted)))
        found.append(one)
    return found


def _edits(source: Source, target: _Target, axis_of: AxisOf, rank: Optional[int]) -> Optional[Tuple[Edit, ...]]:
    """Return edits that write codes in a target; none if there are no codes for it, or they change nothing."""
    elements = target.elements
    sizes = [_size(one, axis_of) for one in elements]
    if rank is not None and any(not -rank <= axis < rank for one in sizes for axis in one.axes):
        return None
    for codes, backwards in _attempts(elements, sizes, rank):
        if codes:
            return _written(source, target, codes, backwards)
    return None


def _attempts(
    elements: Sequence[Any], sizes: Sequence[_Size], rank: Optional[int]
) -> Iterator[Tuple[Optional[Dict[int, str]], bool]]:
    """Yield the codes from the first axis on, then those from the last, simple ones first."""
    forwards = _from_start(sizes, rank)
    yield _codes(elements, forwards, simple=True), False
    backwards = None if _copies(elements) else _from_end(sizes, rank)
    codes = None if backwards is None else _codes(elements[::-1], backwards, simple=True)
    reverse = codes and {len(elements) - 1 - position: code for position, code in codes.items()}
    if reverse and any(code == "0" for code in reverse.values()):
        yield reverse, True
    yield _codes(elements, forwards, simple=False), False


def _copies(elements: Sequence[Any]) -> bool:
    """Return whether a target has a 0 already, which would copy another axis if it counted from the end."""
    return any(literal(one) == 0 for one in elements)


# By lengths that are known


def _dims(source: Source, node: Any) -> Optional[Tuple[int, ...]]:
    """Return the lengths of the axes of a tensor if all are known."""
    array = source.tensor(node)
    dims = None if array is None else array.dims
    return None if dims is None or None in dims else dims  # type: ignore[return-value]


def _by_lengths(
    source: Source, target: _Target, dims: Tuple[int, ...], names: Mapping[str, int] = types.MappingProxyType({})
) -> Optional[Tuple[Edit, ...]]:
    """Return edits that write codes for lengths of other tensors that were equal in this run. `names` stand for
    lengths."""
    values = source.integers(target.call)
    if any(isinstance(one, ast.Starred) or _slice(one) for one in target.elements) or len(values) != len(
        target.elements
    ):
        return None

    def axis_of(node: Any) -> Optional[int]:
        return names.get(node.id) if isinstance(node, ast.Name) else None

    lengths = [None if _size(node, axis_of).other else value for node, value in zip(target.elements, values)]
    codes = _matched(target.elements, values, lengths, dims, splits=True)
    if codes is not None:
        return _written(source, target, codes)
    if _copies(target.elements):
        return None
    reverse = _matched(target.elements[::-1], values[::-1], lengths[::-1], dims[::-1], splits=False)
    if reverse is None:
        return None
    return _written(source, target, {len(lengths) - 1 - place: code for place, code in reverse.items()}, backwards=True)


def _matched(
    elements: Sequence[Any],
    values: Sequence[int],
    lengths: Sequence[Optional[int]],
    dims: Sequence[int],
    splits: bool,
) -> Optional[Dict[int, str]]:
    """Return codes, by position, with which every element has its value; None if there are none. Elements whose
    length in `lengths` is None stay as they are."""

    def go_on(place: int, passed: int, inferred: bool) -> Optional[Dict[int, str]]:
        """Return the codes from `place` on, after `passed` axes; `inferred` if there is a -1 already."""
        if place == len(elements):
            return {}
        length, last = lengths[place], place + 1 == len(elements)
        following = None if last else lengths[place + 1]
        left, right = (dims[one] if one < len(dims) else 0 for one in (passed, passed + 1))
        ways: List[Tuple[Dict[int, str], int, int, bool, bool]] = []  # codes, elements, axes, whether -1 is new, fits
        if literal(elements[place]) == -1:
            ways += [({}, 1, 1, True, True), ({place: "0"}, 1, 1, False, last and passed + 1 == len(dims))]
        elif length is None:
            ways.append(({}, 1, 1, False, True))
            split = bool(splits and left and following and left == values[place] * following)
            ways.append(({place: "-4, {}", place + 1: "-1"}, 2, 1, True, split))
        else:
            ways += [({place: "0"}, 1, 1, False, left == length), ({place: "-3"}, 1, 2, False, left * right == length)]
            split = splits and not last and following is None and left == length * values[place + 1]
            ways += [({place: "-4, -1"}, 2, 1, True, split), ({place: "-1"}, 1, 1, True, True)]
        for codes, taken, axes, new, fits in ways:
            found = go_on(place + taken, passed + axes, inferred or new) if fits and not (new and inferred) else None
            if found is not None:
                return {**codes, **found}
        return None

    return None if any((literal(one) or 0) < -1 for one in elements) else go_on(0, 0, False)


def _written(
    source: Source, target: _Target, codes: Dict[int, str], backwards: bool = False
) -> Optional[Tuple[Edit, ...]]:
    """Return edits that write codes, by position, in a target; with `reverse=True` if they count `backwards`."""

    def parts(position: int) -> List[Part]:
        before, itself, after = codes.get(position, "{}").partition("{}")
        return [before, *([target.elements[position], after] if itself else [])]

    if isinstance(target.whole, ast.BinOp) or any(map(_slice, target.elements)):
        joined: List[Part] = []
        for position in range(len(target.elements)):
            joined += [", " if position else "", *parts(position)]
        made = [None if target.whole is None else source.replaced(target.whole, "(", *joined, ")")]
    else:
        made = [source.replaced(target.elements[position], *parts(position)) for position in codes]
    if backwards:
        made.append(calls.argument_added(source, target.call, "reverse=True"))
    return None if None in made else tuple(edit for edits in made for edit in edits or ())


def _like(source: Source, node: ast.Attribute) -> Optional[Correction]:
    """Write `F.reshape_like(y, x)` for `y.reshape(x.shape)`."""
    name, above = source.namespace(node), source.parent(node)
    if not isinstance(above, ast.Call) or not isinstance(above.func, ast.Attribute) or above.func.attr != "reshape":
        return None
    if name is None or above.keywords or source.dotted(above.func.value):
        return None  # a function of `mx.nd` or NumPy is reported on its own
    of_module = isinstance(above.func.value, ast.Name) and above.func.value.id == name
    data = above.args[0] if of_module else above.func.value
    if len(above.args) != 1 + of_module or above.args[-1] is not node:
        return None
    edits = source.replaced(above, f"{name}.reshape_like(", data, ", ", node.value, ")")
    return correction(edits, f"use `{name}.reshape_like`")


# Names of lengths


def of_names(node: ast.Attribute, array: Tensor, source: Source) -> Optional[Correction]:
    """Correct `b, c, h, w = x.shape` together with all targets of `reshape` that use these names."""
    statement: Any = source.statement(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    names = names_of_lengths(statement, node)
    uses = source.uses(statement, names) if names else None
    if not names or not uses or not isinstance(node.value, ast.Name):
        return None
    edits: Dict[Tuple[int, int], Edit] = {}
    risks: List[str] = []
    seen = set()
    rank = array.rank
    if isinstance(statement.targets[0], (ast.Tuple, ast.List)) and statement.value is node:
        rank = len(statement.targets[0].elts)
    for one, assigned in uses.items():
        target = _target(source, one)
        if target is None:
            return None
        if id(target.call) in seen:
            continue
        seen.add(id(target.call))
        unchanged = node.value.id not in assigned
        if unchanged and isinstance(target.data, ast.Name) and target.data.id == node.value.id:
            made = correction(_edits(source, target, lambda one: names.get(getattr(one, "id", "")), rank), _DESCRIPTION)
        else:
            made = _of_other(source, target, node.value, names)
        if made is None:
            return None
        risks.append(made.risk)
        edits.update({(edit.line, edit.column): edit for edit in made.edits})
    removed = source.removed(statement) if edits else None
    if removed is None:
        return None
    return correction((*removed, *edits.values()), _DESCRIPTION, "; ".join(dict.fromkeys(filter(None, risks))))


def in_target(name: ast.Name, array: ast.Name, names: Dict[str, int], source: Source) -> Optional[Correction]:
    """Correct the whole target of `reshape` that contains `name`, by the `names` of the lengths of another `array`."""
    target = _target(source, name)
    same = target is not None and isinstance(target.data, ast.Name) and target.data.id == array.id
    return None if target is None or same else _of_other(source, target, array, names)


def _of_other(source: Source, target: _Target, array: ast.Name, names: Dict[str, int]) -> Optional[Correction]:
    """Correct a target that reshapes another tensor than `array`, by the `names` of the lengths of `array`."""
    count = _unmerged(source, target, names)
    if count is not None:
        risk = f"assumes that the first axis is the product of {count} axes of `{array.id}`"
        return correction(_like_rows(source, target, array, count), _DESCRIPTION, risk)
    dims = _dims(source, target.data)
    if dims is not None and source.integers(target.call):
        made = _by_lengths(source, target, dims, names)
    else:
        made = _edits(source, target, lambda one: names.get(getattr(one, "id", "")), source.rank(target.data))
    return correction(made, _DESCRIPTION, f"assumes that the axes that are kept are as long as in `{array.id}`")


def _unmerged(source: Source, target: _Target, names: Dict[str, int]) -> Optional[int]:
    """Return n for a target `(b, t, -1)` of the first n lengths and one more element, if the function merges these axes
    somewhere: then the reshaped tensor probably has the merged axis."""
    *first, last = [getattr(one, "id", "") for one in target.elements]
    count = len(first)
    if [names.get(one) for one in first] != list(range(count)) or last in names:
        return None
    scope = source.scope(target.call)
    products = (source.module.code(one) for one in ast.walk(scope) if isinstance(one, ast.BinOp))
    return count if " * ".join(first) in products else None


def _like_rows(source: Source, target: _Target, array: ast.AST, count: int) -> Optional[Tuple[Edit, ...]]:
    """Return edits that write `F.reshape_like`, which splits the first axis as the first axes of `array`."""
    name = source.namespace(target.call)
    if name is None or literal(target.elements[-1]) != -1:
        return None
    axes = f"lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end={count}"
    return source.replaced(target.call, f"{name}.reshape_like(", target.data, f", {source.text(array)}, {axes})")


def names_of_lengths(statement: ast.Assign, node: ast.Attribute) -> Optional[Dict[str, int]]:
    """Return the names that `b, c = x.shape`, `h, w = x.shape[2:]` or `b = x.shape[0]` assigns, with their axes; None
    for anything else."""
    target: Any = statement.targets[0]
    cut = _slice(statement.value)
    first = 0 if cut is None or cut.lower is None else literal(cut.lower)
    whole = statement.value is node or cut is not None and getattr(statement.value, "value", None) is node
    if whole and isinstance(target, (ast.Tuple, ast.List)):
        names = [one.id for one in target.elts if isinstance(one, ast.Name)]
        if first is None or first < 0 or len(names) < len(target.elts):
            return None
        return {name: number for number, name in enumerate(names, first) if name != "_"}
    if isinstance(statement.value, ast.Tuple) and isinstance(target, ast.Tuple):
        found: Dict[str, int] = {}
        for name, value in zip(target.elts, statement.value.elts):
            of_same = isinstance(value, ast.Subscript) and same_code(value.value, node)
            number = axis(value, value.value) if of_same else None  # type: ignore[attr-defined]
            if number is None or not isinstance(name, ast.Name):
                return None
            found[name.id] = number
        return found if len(target.elts) == len(statement.value.elts) == len(found) else None
    number = axis(statement.value, node)
    return {target.id: number} if number is not None and isinstance(target, ast.Name) else None
