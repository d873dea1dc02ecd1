"""The codes of `reshape` for targets that contain lengths of tensors.

MXNet processes the target and the axes of the input in parallel: 0 copies the next axis, -1 is inferred, -2 copies all
remaining axes, -3 merges two, and `-4, a, -1` splits one. A number and -1 also consume an axis. With `reverse=True` it
processes both from the end. This is computed, not matched: the elements are products of lengths, and each is compared
with the axes that are due.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.proofs import known_rank, least_rank
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import Source, length_of, literal
from hybridlint.shapes import are_axes_of_one_input, joint
from hybridlint.shapes.decisions import may_be_equal
from hybridlint.shapes.dimensions import Dimension, as_dimension, product
from hybridlint.syntax import index_of, is_number, same_code

#: Returns the axis of the reshaped tensor whose length a node is; None for anything else.
AxisOf = Callable[[Any], Optional[int]]
_Equals = Callable[[Any, int, int], bool]
#: Layers whose result has the shape of their input.
_KEEPS_SHAPE = ("Dropout", "Activation", "LeakyReLU", "LayerNorm")


class ReshapeCodes(Rewrite):
    """The codes of `reshape` stand for lengths: 0 for that of the axis in its place, -1 for the one that follows from
    the others, -3 for the product of two."""

    rules = ("HYB101", "HYB306")
    before = ("F.reshape({x}, ({x}.shape[0], {x}.shape[1] * {x}.shape[2], -1))",)
    after = "F.reshape({x}, (0, -3, -1))"
    description = "use the codes of `reshape`"
    inputs = ({"x": (2, 3, 4, 5)},)

    def applies(self, match: Match) -> bool:
        match.data = _target(match.source, match.node)
        elements = match.data.elements if match.data is not None else ()
        return any(below is match.anchor for element in elements for below in ast.walk(element))

    def changes(self, match: Match) -> Edits:
        source, target = match.source, match.data
        match.risk = _risk_of_slices(source, target.call)
        of = _length(source, _within(match.anchor, target, source))
        edits = _edits(source, target, _axis_of(source, target.data, True))
        if of is None:  # perhaps a name of what is computed from lengths
            return edits if _replace(edits, match.anchor) else None
        array, _, is_current = of
        if edits or is_current and same_code(array, target.data):
            return edits
        shape = source.unpacked_shape(target.elements, stale=True)
        if shape is not None:
            made = "F.reshape_like({data}, {array})"
            return match.replaced(made, data=target.data, array=shape.value) if is_current else None
        match.risk = f"assumes that the axes that are kept are as long as in `{source.module.code(array)}`"
        assumed = _axis_of(source, target.data, True, None)
        return _like_rows(match, target, array, assumed) or _edits(source, target, assumed)


class AxisSplitIntoThree(ReshapeCodes):
    """An axis that is split into three is split twice into two, as in the pixel shuffle of Gluon."""

    before = ("F.reshape({x}, ({x}.shape[0], {x}.shape[1] // 6, 2, 3, {x}.shape[2]))",)
    after = "F.reshape(F.reshape({x}, (0, -4, -1, 2 * 3, 0)), (0, 0, -4, 2, 3, 0))"
    inputs = ({"x": (2, 12, 5)},)

    def changes(self, match: Match) -> Edits:
        return _split_twice(match, match.data, _axis_of(match.source, match.data.data, True))


class ReshapeLike(Rewrite):
    """The whole shape of another tensor is that of `reshape_like`."""

    rules = ("HYB101",)
    before = "F.reshape({y}, {x}.shape)"
    after = "F.reshape_like({y}, {x})"
    inputs = ({"y": (3, 4), "x": (4, 3)},)


class FirstAxisSplitLike(Rewrite):
    """The first axis is split into those of another tensor, whatever the ranks are."""

    rules = ("HYB101",)
    before = ("F.reshape({y}, {x}.shape[:{n}] + {y}.shape[1:])", "F.reshape({y}, (*{x}.shape[:{n}], *{y}.shape[1:]))")
    after = "F.reshape_like({y}, {x}, lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end={n})"
    conditions = (lambda match: (literal(match.parts["n"]) or 0) > 0,)
    safe_if = (lambda match: least_rank(match.source, match.parts["x"]) >= (literal(match.parts["n"]) or 0),)
    risk = "raises where `{x}` has fewer axes"
    inputs = ({"y": (6, 5), "x": (2, 3, 4), "n": "2"},)


class RowsFlattened(Rewrite):
    """A tensor has as many elements as its first axis, times those of a row."""

    rules = ("HYB101",)
    before = ("F.reshape({x}, ({x}.shape[0], <row>))", "F.reshape({x}, (-1, <row>))")
    after = "F.reshape({x}, (0, -1))"
    description = "use the codes of `reshape`"
    variants = ({"row": "{x}.size // {x}.shape[0]"}, {"row": "int({x}.size / {x}.shape[0])"})
    inputs = ({"x": (2, 3, 4)},)


class AxisOfOne(Rewrite):
    """An axis of length 1 before or behind all others needs no rank."""

    rules = ("HYB101",)
    before = ("F.reshape({x}, <target>)",)
    after = "F.expand_dims({x}, axis=<axis>)"
    variants = (
        {"target": "{x}.shape + (1,)", "axis": "-1"},
        {"target": "(*{x}.shape, 1)", "axis": "-1"},
        {"target": "(1,) + {x}.shape", "axis": "0"},
        {"target": "(1, *{x}.shape)", "axis": "0"},
    )
    inputs = ({"x": (2, 3)},)


def _replace(edits: Edits, node: ast.AST) -> bool:
    """Return whether a node is replaced, and not quoted."""
    changes: Any = edits or ()
    replaced = {id(below) for change in changes for below in ast.walk(change.node)}
    parts = [item for change in changes for part in change.parts.values() for item in _listed(part)]
    quoted = {id(below) for part in parts if isinstance(part, ast.AST) for below in ast.walk(part)}
    return id(node) in replaced - quoted


def _listed(part: Part) -> List[Any]:
    return part if isinstance(part, list) else [part]


@dataclasses.dataclass(frozen=True)
class _Target:
    """The target of a call of `reshape`: `whole` is its node, None if lengths are separate arguments.

    `elements` may contain slices `x.shape[2:]` of lengths.
    """

    call: ast.Call
    data: Any
    elements: List[Any]
    whole: Optional[ast.AST] = None


def _target(source: Source, call: Any) -> Optional[_Target]:
    """Return the target of a call of `reshape`."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "reshape":
        return None
    of_module = isinstance(call.func.value, ast.Name) and call.func.value.id == source.namespace(call)
    of_module = of_module or bool(source.dotted(call.func.value))
    data = call.args[0] if of_module and call.args else call.func.value
    named = [argument.value for argument in call.keywords if argument.arg == "shape"]
    given = [*(call.args[1:] if of_module else call.args), *named]
    if len(call.keywords) > len(named) or not given:
        return None
    if len(given) > 1:
        return None if of_module else _Target(call, data, given)
    elements = _elements(given[0])
    length = None if elements or of_module or named else _length(source, given[0])
    if length is not None and length[1] is not None:
        return _Target(call, data, given, given[0])
    return _Target(call, data, elements, given[0]) if elements else None


def _within(anchor: ast.AST, target: _Target, source: Source) -> Any:
    """Return the length that contains `anchor`: `x.shape[0]` for its `x.shape`."""
    above = source.parent(anchor)
    return above if isinstance(above, ast.Subscript) and above.value is anchor else anchor


def _length(source: Source, element: Any) -> Optional[Tuple[Any, Optional[int], bool]]:
    """Return the tensor and the axis of a length `x.shape[axis]`, by whatever name, and whether the tensor is unchanged
    since; of `x.shape[2:]` the axis is None."""
    meaning = source.meaning(element, stale=True)
    shape = source.meaning(meaning.value, stale=True) if isinstance(meaning, ast.Subscript) else meaning
    if not isinstance(shape, ast.Attribute) or shape.attr != "shape":
        return None
    index = index_of(meaning) if isinstance(meaning, ast.Subscript) else None
    axis = literal(index)
    is_current = not isinstance(element, ast.Name) or source.meaning(element) is not element
    is_cut = index is None or isinstance(index, ast.Slice)
    return (shape.value, axis, is_current) if is_cut or axis is not None else None


def _axis_of(source: Source, data: Any, *accepted: Optional[bool]) -> AxisOf:
    """Return what returns the axis of `data` that an element is the length of, for another tensor if its length is
    that of the axis: True if it certainly is, None if it may be."""

    def axis_of(element: Any) -> Optional[int]:
        length = _length(source, element)
        if length is None or length[2] and same_code(length[0], data):
            return None if length is None else length[1]
        return length[1] if _are_equal(source, length[0], data, length[1]) in accepted else None

    return axis_of


def _elements(node: Any) -> List[Any]:
    """Return the elements of a tuple, or of a sum of tuples; [] for anything else."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _elements(node.left), _elements(node.right)
        return [*left, *right] if left and right else []
    if isinstance(node, (ast.Tuple, ast.List)):
        return [
            part
            for element in node.elts
            for part in _lengths(element.value if isinstance(element, ast.Starred) else element, element)
        ]
    return _lengths(node, node) if _slice(node) else []


def _lengths(node: Any, element: Any) -> List[Any]:
    """Return the lengths in a slice `x.shape[:2]`; `element` itself for anything else, or a slice without an end."""
    part = _slice(node)
    first, end = (0, None) if part is None else (literal(part.lower) if part.lower else 0, literal(part.upper))
    if part is None or first is None or end is None or first < 0 or end <= first:
        return [element if part is None else node]
    return [length_of(node.value, axis) for axis in range(first, end)]


def _slice(node: Any) -> Optional[ast.Slice]:
    """Return the slice in `x.shape[2:]`."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        index = index_of(node)
        return index if isinstance(index, ast.Slice) and index.step is None else None
    return None


def _risk_of_slices(source: Source, call: ast.Call) -> str:
    """Return what may change because a slice of a shape is cut where the tensor has fewer axes, and codes are not."""
    for node in ast.walk(call):
        part = _slice(node)
        bounds = [] if part is None else [literal(end) or 0 for end in (part.lower, part.upper)]
        array = getattr(getattr(node, "value", None), "value", None)
        if bounds and max(bounds) > least_rank(source, array):  # type: ignore[arg-type]
            return f"raises where `{source.module.code(array)}` has fewer axes"  # type: ignore[arg-type]
    return ""


# Codes


@dataclasses.dataclass(frozen=True)
class _Size:
    """The abstract value of an element: the product of the lengths of `axes`, divided by `divisor`.

    `rest` is the first axis of `x.shape[rest:]`, `several` is set for other slices. `unknown` is set for lengths that
    are not such a product, `other` if the element contains no length.
    """

    axes: Tuple[int, ...] = ()
    divisor: Any = None
    rest: Optional[int] = None
    several: bool = False
    unknown: bool = False
    other: bool = False


def _size(source: Source, node: Any, axis_of: AxisOf) -> _Size:
    part = _slice(node)
    result = axis_of(node) if part is None else None
    if result is not None:
        return _Size((result,))
    if part is not None:
        first = literal(part.lower) if part.upper is None else None
        return _Size(rest=first) if first is not None and first >= 0 else _Size(several=True)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int" and node.args:
        return _size(source, node.args[0], axis_of)
    if isinstance(node, ast.BinOp):
        left, right = _size(source, node.left, axis_of), _size(source, node.right, axis_of)
        if isinstance(node.op, ast.Mult) and left.axes and right.axes and not (left.divisor or right.divisor):
            return _Size((*left.axes, *right.axes))
        if isinstance(node.op, (ast.FloorDiv, ast.Div)) and left.axes and not left.divisor and right.other:
            return _Size(left.axes, node.right)
    names_lengths = any(
        isinstance(inner, ast.Attribute)
        and inner.attr in ("shape", "size", "ndim")
        and not (isinstance(inner.value, ast.Name) and inner.value.id == "self")
        or axis_of(inner) is not None
        or isinstance(inner, ast.Name)
        and _length(source, inner) is not None
        for inner in ast.walk(node)
    )
    return _Size(unknown=True) if names_lengths else _Size(other=True)


def _codes(
    elements: Sequence[Any],
    sizes: Sequence[_Size],
    simple: bool,
    equals: _Equals = lambda *_: False,
) -> Optional[Dict[int, str]]:
    """Return the codes of the elements, by position; None if there are none.

    `simple` uses only 0 and -1. In a code, `{}` is the element itself. `equals` returns whether an element is the
    product of a number of axes from one on.
    """
    codes: Dict[int, str] = {}
    inferred = [position for position, element in enumerate(elements) if literal(element) == -1]
    passed = position = 0
    while position < len(elements):
        size, number = sizes[position], literal(elements[position])
        following = sizes[position + 1] if position + 1 < len(elements) else _Size(other=True)
        if number is not None and number < -1 or isinstance(elements[position], ast.Starred) or size.several:
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
            passed, position = passed + 1, position + 1
        elif (
            not simple
            and following.rest == passed + 2
            and (number == -1 or size.axes or size.unknown)
            and all(codes.get(before) in ("0", "-3") for before in range(position))
        ):
            # All other axes are copied, so that this element is the product of the two that remain.
            codes[position], passed = "-3", passed + 2
            inferred = [item for item in inferred if item != position]
        elif equals(elements[position], passed, 1):
            codes[position], passed = "0", passed + 1
            inferred = [item for item in inferred if item != position]
        elif not simple and equals(elements[position], passed, 2):
            codes[position], passed = "-3", passed + 2
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
    # Unless all axes but that which is split are copied, the sizes may agree though the factor does not divide its
    # length; and MXNet writes a length that it infers after -4 to a wrong place.
    is_split = any(code.startswith("-4") for code in codes.values())
    return None if len(inferred) > 1 or is_split and (inferred or len(codes) < len(elements)) else codes


def _split_twice(match: Match, target: _Target, axis_of: AxisOf) -> Edits:
    """Return the change of a target that splits an axis into three, such as `(b, c // (r * r), r, r, h, w)`, to two
    calls of `reshape`, of which each splits one into two."""
    source, elements = match.source, target.elements
    meanings = map(source.meaning, elements)
    named = [value if isinstance(value, ast.BinOp) else item for item, value in zip(elements, meanings)]
    sizes = _from_start([_size(source, element, axis_of) for element in named], source.rank(target.data))
    for place, number in itertools.product(range(len(elements) - 2), range(3)):
        size, others = sizes[place + number], [place + item for item in range(3) if item != number]
        outside = [*sizes[:place], *sizes[place + 3 :]]
        axes = [item for item in range(len(elements) - 2) if item != place]
        factors = [elements[item] for item in others]
        numbers = [literal(item) or 1 for item in factors]
        is_divided = size.divisor is not None and min(numbers) > 0
        is_product = is_divided and _is_product_of(source, size.divisor, factors)
        is_copied = [item.axes for item in outside if item.divisor is None] == [(axis,) for axis in axes]
        if not (is_product and is_copied and size.axes == (place,) and all(sizes[item].other for item in others)):
            continue
        before, after = "0, " * place, ", 0" * (len(elements) - place - 3)
        codes = ["{a}", "{b}"]
        codes.insert(number, "-1")
        split = "-4, -1, {a} * {b}" if number == 0 else "-4, {a}, -1"
        made = f"F.reshape({{data}}, ({before}{split}{after}))"
        made = f"F.reshape({made}, ({before}0, -4, {', '.join(codes[1:])}{after}))"
        return match.replaced(made, data=target.data, a=elements[others[0]], b=elements[others[1]])
    return None


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
        unknown = [min(size.axes, default=0) < 0 for size in sizes]
        return [dataclasses.replace(size, axes=(), unknown=True) if end else size for size, end in zip(sizes, unknown)]
    return [dataclasses.replace(size, axes=tuple(sorted(axis % rank for axis in size.axes))) for size in sizes]


def _from_end(sizes: Sequence[_Size], rank: Optional[int]) -> Optional[List[_Size]]:
    """Return the sizes in reverse order with axes counted from the last one, which is 0."""
    if any(size.rest is not None for size in sizes):
        return None
    result = []
    for size in reversed(sizes):
        if rank is None and max(size.axes, default=-1) >= 0:
            size = dataclasses.replace(size, axes=(), unknown=True)
        else:
            counted = (axis - rank if rank is not None and axis >= 0 else axis for axis in size.axes)
            size = dataclasses.replace(size, axes=tuple(sorted(-1 - axis for axis in counted)))
        result.append(size)
    return result


def _edits(source: Source, target: _Target, axis_of: AxisOf) -> Edits:
    """Return edits that write codes in a target; none if there are no codes for it, or they change nothing."""
    elements, rank = target.elements, source.rank(target.data)
    sizes = [_size(source, element, axis_of) for element in elements]
    if rank is not None and any(not -rank <= axis < rank for size in sizes for axis in size.axes):
        return None
    axes = _axes(source, target.data)

    def equals(element: Any, first: int, count: int) -> bool:
        return _is_product(source, element, axes[first : first + count]) or _equals(
            source, target.data, element, first, count
        )

    def equals_from_end(element: Any, first: int, count: int) -> bool:
        return _is_product(source, element, axes[::-1][first : first + count])

    inferred = _without_inferred(elements, sizes, known_rank(source, target.data))
    attempts = _attempts(elements, sizes, rank, equals, equals_from_end)
    for codes, backwards in itertools.chain(attempts, [(inferred and _codes(elements, inferred, False), False)]):
        if codes and backwards is False and _leaves_axes(elements, codes, rank):
            continue
        merged = [1 + (code == "-3") for code in (codes or {}).values() if code in ("0", "-3")]
        if codes and len(merged) == len(elements) and rank not in (None, sum(merged)):
            codes = None if backwards or sum(merged) > (rank or 0) else {**codes, len(elements) - 1: "-1"}
        if codes:
            return _written(source, target, codes, backwards)
    return None


def _leaves_axes(elements: Sequence[Any], codes: Mapping[int, str], rank: Optional[int]) -> bool:
    """Return whether the codes copy more axes than a tensor has, or fewer though nothing takes the rest."""
    written = [codes.get(position) or str(literal(element)) for position, element in enumerate(elements)]
    if rank is None or "-2" in written or any(code.startswith("-4") for code in written):
        return False
    passed = 0
    for code in written:
        passed += 2 if code == "-3" else 1
        if code in ("0", "-3") and passed > rank:
            return True
    return passed != rank and {"0", "-3"}.issuperset(written)


def _axes(source: Source, node: Any) -> List[Any]:
    """Return the code of the length of each axis of a tensor, as another `reshape` has given it: None for an unknown
    length, [] if that is not known."""
    node = source.meaning(node)
    target, made = _target(source, node), source.operation(node)
    if target is not None:
        is_plain = not any(isinstance(item, ast.Starred) or _slice(item) for item in target.elements)
        return [None if (literal(item) or 1) < 1 else item for item in target.elements] if is_plain else []
    layer = source.layer(node)
    if layer is not None and layer.type.endswith((*_KEEPS_SHAPE, "Dense")) and len(node.args) == 1:
        axes = _axes(source, node.args[0])
        if layer.type.endswith("Dense"):  # which merges all axes but the first by default
            return [axes[0], None] if len(axes) == 2 else []
        return axes
    if isinstance(node, ast.BinOp) and _is_number(source, node.right):
        return _axes(source, node.left)
    if made is not None and made.path == "batch_dot":
        return _axes_of_product(source, made.arguments)
    data = made.arguments.get("data") if made is not None else None
    if made is None or not isinstance(data, ast.AST):  # a list for `*data`
        return []
    axes = _axes(source, data)
    if made.path == "transpose":
        order = [literal(item) for item in getattr(made.arguments.get("axes"), "elts", ())]
        return [axes[item] for item in order if item is not None] if sorted(order) == [*range(len(axes))] else []  # type: ignore[type-var]
    if made.path in ("swapaxes", "SwapAxis"):
        pair = [literal(made.arguments.get(name)) for name in ("dim1", "dim2")]
        first, second = (-1 if item is None or not 0 <= item < len(axes) else item for item in pair)
        if min(first, second) < 0:
            return []
        axes[first], axes[second] = axes[second], axes[first]
        return axes
    return axes if made.function.keeps_shape else []


def _is_number(source: Source, node: Any) -> bool:
    called = source.dotted(node.func) if isinstance(node, ast.Call) else ""
    return is_number(node) or called.startswith("math.")


def _axes_of_product(source: Source, arguments: Mapping[Any, Any]) -> List[Any]:
    """Return the code of the lengths of the axes of a product of batches of matrices."""
    left, right = (_axes(source, arguments.get(name)) for name in ("lhs", "rhs"))
    flags = [getattr(arguments.get(f"transpose_{side}"), "value", False) for side in "ab"]
    if not len(left) == len(right) == 3 or not all(isinstance(flag, bool) for flag in flags):
        return []
    return [left[0], left[2 if flags[0] else 1], right[1 if flags[1] else 2]]


def _is_product_of(source: Source, product: Any, factors: Sequence[Any]) -> bool:
    """Return whether a divisor is the product of two factors, or the square of equal ones."""
    product = source.meaning(product)
    numbers = [literal(item) for item in (product, *factors)]
    if None not in numbers:
        return numbers[0] == numbers[1] * numbers[2]  # type: ignore[operator]
    if isinstance(product, ast.BinOp) and isinstance(product.op, ast.Pow) and literal(product.right) == 2:
        return all(_is_product(source, product.left, [item]) for item in factors)
    return any(_is_product(source, product, pair) for pair in (factors, factors[::-1]))


def _is_product(source: Source, element: Any, axes: Sequence[Any]) -> bool:
    """Return whether an element is the product of lengths, by the same names."""
    if len(axes) > 1 and isinstance(element, ast.BinOp) and isinstance(element.op, ast.Mult):
        return _is_product(source, element.left, axes[:-1]) and _is_product(source, element.right, axes[-1:])
    if len(axes) == 2:  # `c` of `c // 4` and `4`: a remainder would make the target larger than the tensor
        for whole, part in (axes, axes[::-1]):
            if isinstance(whole, ast.BinOp) and isinstance(whole.op, ast.FloorDiv) and part is not None:
                if same_code(whole.right, part) and _is_product(source, element, [whole.left]):
                    return True
    if len(axes) != 1 or axes[0] is None or not same_code(element, axes[0]):
        return False
    names = ([part for part in ast.walk(node) if isinstance(part, ast.Name)] for node in (element, axes[0]))
    return all(
        source.definitions(first).keys() == source.definitions(second).keys() != set() or first.id == "self"
        for first, second in zip(*names)
    )


def _equals(source: Source, data: Any, element: Any, first: int, count: int) -> bool:
    """Return whether an element is certainly the product of the lengths of `count` axes of a tensor from `first` on."""
    lengths = {node: _length(source, node) for node in ast.walk(element)}
    arrays = [data, *(length[0] for length in lengths.values() if length is not None)]
    shapes: List[Any] = [getattr(source.tensor(array), "shape", None) for array in arrays]
    if len(arrays) < 2 or None in shapes or not all(shape.is_exact for shape in shapes):
        return False

    def value(node: Any, dims: Any) -> Dimension:
        length = lengths.get(node)
        if length is not None and length[1] is not None:
            return dims[arrays.index(length[0])][length[1]]  # type: ignore[no-any-return]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return value(node.left, dims) * value(node.right, dims)
        if literal(node) is None:
            raise IndexError
        return as_dimension(literal(node) or 0)

    rows = [row.shapes for row in joint(shapes)]
    try:
        return bool(rows) and all(
            first + count <= len(dims[0]) and value(element, dims) == product(dims[0][first : first + count])  # type: ignore[arg-type, index]
            for dims in rows
        )
    except (IndexError, TypeError):
        return False


def _attempts(
    elements: Sequence[Any], sizes: Sequence[_Size], rank: Optional[int], equals: _Equals, equals_from_end: _Equals
) -> Iterator[Tuple[Optional[Dict[int, str]], bool]]:
    """Yield the codes from the first axis on, then those from the last, simple ones first."""
    forwards = _from_start(sizes, rank)
    yield _codes(elements, forwards, True, equals), False
    copies = any(literal(element) == 0 for element in elements)  # another axis, if it counted from the end
    backwards = None if copies else _from_end(sizes, rank)
    codes = None if backwards is None else _codes(elements[::-1], backwards, True, equals_from_end)
    reverse = codes and {len(elements) - 1 - position: code for position, code in codes.items()}
    if reverse and any(code == "0" for code in reverse.values()):
        yield reverse, True
    yield _codes(elements, forwards, False, equals), False


def _without_inferred(elements: Sequence[Any], sizes: Sequence[_Size], rank: Optional[int]) -> Optional[List[_Size]]:
    """Return the sizes where -1 is the product of all axes that no other element is."""
    if rank is None:
        return None
    sizes = _from_start(sizes, rank)
    named = [axis for size in sizes for axis in size.axes]
    is_rest = [literal(element) == -1 for element in elements]
    if len(set(named)) < len(named) or not all(
        rest or size.axes and size.divisor is None for rest, size in zip(is_rest, sizes)
    ):
        return None
    others = _Size(tuple(axis for axis in range(rank) if axis not in named))
    return [others if rest else size for rest, size in zip(is_rest, sizes)]


def _are_equal(source: Source, left: Any, right: Any, axis: Optional[int]) -> Optional[bool]:
    """Return whether an axis of two tensors is certainly, or cannot be, of one length; None if it may be."""
    first, second = (getattr(source.tensor(array), "shape", None) for array in (left, right))
    if axis is None or first is None or second is None:
        return None
    rows = joint([first, second])
    shapes: List[Any] = [row.shapes for row in rows if None not in row.shapes]
    least = max(-axis if axis < 0 else axis + 1, least_rank(source, left))
    pairs = [(own[axis], its[axis]) for own, its in shapes if len(own) >= least and -len(its) <= axis < len(its)]
    if not pairs or len(shapes) < len(rows):
        return None
    if all(item == two for item, two in pairs) and (first is second or first.is_exact and second.is_exact):
        return True
    if all(are_axes_of_one_input(item, two) for item, two in pairs):
        return False
    return None if any(may_be_equal((item,), (two,), frozenset()) for item, two in pairs) else False


def _tuple_parts(node: Any) -> List[Any]:
    return [
        getattr(part, "value", part) if isinstance(part, ast.Starred) else part
        for part in getattr(node, "elts", [node])
    ]


def _written(source: Source, target: _Target, codes: Dict[int, str], backwards: bool = False) -> Edits:
    """Return changes that write codes, by position, in a target; with `reverse=True` if they count `backwards`."""

    def parts(position: int) -> List[Part]:
        before, itself, after = codes.get(position, "{}").partition("{}")
        return [before, *([target.elements[position], after] if itself else [])]

    # Separate lengths become a tuple: of several arguments Symbols read the first alone.
    rebuilt = target.whole is None or isinstance(target.whole, ast.BinOp)
    rebuilt = rebuilt or any(_slice(part) for part in _tuple_parts(target.whole))
    if rebuilt or any("," in code for code in codes.values()):
        joined: List[Part] = []
        for position in range(len(target.elements)):
            joined += [", " if position else "", *parts(position)]
        comma = ",)" if len(target.elements) == 1 else ")"
        head, tail = (["("], comma) if target.whole is not None else ([target.call.func, "(("], f"{comma})")
        made = [source.replaced(target.whole or target.call, *head, *joined, tail)]
    else:
        made = [source.replaced(target.elements[position], *parts(position)) for position in codes]
    if backwards:
        made.append(source.called(target.call, *target.call.args, *target.call.keywords, "reverse=True"))
    return together(*made)


def _like_rows(match: Match, target: _Target, array: Any, axis_of: AxisOf) -> Edits:
    """Return the change of a target `(b, t, -1)` of the first lengths of `array` to `F.reshape_like`, which splits the
    first axis as these axes, if the function merges them somewhere: then the reshaped tensor probably has the merged
    axis."""
    *first, last = target.elements
    count = len(first)
    if [axis_of(item) for item in first] != list(range(count)) or literal(last) != -1 or count < 2:
        return None
    products = (node for node in ast.walk(match.source.scope(target.call)) if isinstance(node, ast.BinOp))
    axes = _axes(match.source, target.data)
    is_inferred = len(axes) == 2 == count and axes[0] is None  # by `x.reshape((-1, c))`
    if not is_inferred and not any(_is_product(match.source, node, first) for node in products):
        return None
    is_product = count == 2 and len(axes) == 2 and _is_product(match.source, axes[0], first)
    risk = f"assumes that the first axis is the product of {count} axes of `{match.source.module.code(array)}`"
    match.risk = "" if is_product else risk
    ends = f"lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end={count}"
    return match.replaced(f"F.reshape_like({{data}}, {{array}}, {ends})", data=target.data, array=array)
