"""Tensors where Python requires a sequence: outputs as a list, rows as the outputs of `F.split`, loops over rows."""

from __future__ import annotations

import ast
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Tuple

from hybridlint.module import Span
from hybridlint.rewrites.correction import Edits, Part, together
from hybridlint.rewrites.elementwise import is_elementwise
from hybridlint.rewrites.rewrite import Condition, Match, Rewrite, at, has_dtype, is_name, rank_above
from hybridlint.rewrites.source import Source, lengths, literal, parameters
from hybridlint.syntax import names_stored
from hybridlint.values import Tensor

_ROWS_OF_ONE = "of a tensor of one axis, rows of length 1 are stacked"
_ORDER = "adds in another order, which may change the last digits"
_EXTREMES = "of a tensor of several axes it takes the extreme of each column"


#: Whether sums of the tensor `x` in another order differ by less than what is called the same.
_is_exact = has_dtype("x", "float32", "float64", "int32", "int64")


class _OfRows(Rewrite):
    """Python where the tensor itself is the sequence."""

    rules = ("HYB304",)
    consumes = False


class ListedOutputs(Rewrite):
    """Several outputs are a list imperatively, and one Symbol while tracing; `list` makes one of both."""

    rules = ("HYB102", "HYB205", "HYB303", "HYB309")
    before = ("{x}.pop()", "{x}[-1]")
    after = "list({x})"
    description = "make the outputs a list first"
    order = -1

    def applies(self, match: Match) -> bool:
        node: Any = match.node
        node = getattr(node, "func", node)
        match.data = getattr(node, "value", None)
        is_list = getattr(getattr(match.event, "tensor", None), "as_list", False)
        return match.node is match.anchor and match.data is not None and bool(is_list)

    def changes(self, match: Match) -> Edits:
        value = match.data
        if isinstance(value, ast.Name):
            value = match.source.assigned_once(value)
            if not isinstance(value, ast.Call):
                return None
        if not match.event.tensor.outputs:  # type: ignore[union-attr]
            match.risk = "where the operator has one output, the list holds its rows"
        return match.source.replaced(value, "list(", value, ")")


class ListedOperand(Rewrite):
    """Lists are joined in both phases."""

    rules = ("HYB309",)
    before = "{x} + {y}"
    after = "list({x}) + {y}"
    description = "make the outputs a list first"

    def changes(self, match: Match) -> Edits:
        sides = [getattr(getattr(match.event, side, None), "as_list", False) for side in ("left", "right")]
        left, right = (f"list({{{name}}})" if listed else f"{{{name}}}" for name, listed in zip("xy", sides))
        return match.replaced(f"{left} + {right}") if any(sides) else None


class SplitUnpacked(Rewrite):
    """The rows of a tensor are the outputs of `split` along the first axis."""

    rules = ("HYB305",)
    before = "{rows} = {x}"
    after = "{rows} = F.split({x}, num_outputs={count}, axis=0, squeeze_axis={squeezes})"
    description = "use `F.split` for `{x}`"
    consumes = False

    def applies(self, match: Match) -> bool:
        return super().applies(match) and match.parts["rows"] is match.anchor

    def changes(self, match: Match) -> Edits:
        event: Any = match.event
        if event.starred or isinstance(match.parts["x"], (ast.Tuple, ast.List)):
            return None
        return _split(match, match.parts["x"], event.tensor, event.targets)


def _split(match: Match, node: ast.AST, array: Any, count: int) -> Edits:
    """Return the change that splits a tensor into its rows."""
    if match.namespace is None or count < 2:
        return None
    name, source = match.namespace, match.source
    head = f"{name}.split("
    code = f", num_outputs={count}, axis=0"
    if array.rank is not None:
        return source.replaced(node, head, node, f"{code}, squeeze_axis={array.rank != 1})")
    if not source.is_tensor(node):
        match.risk = match.risk or "assumes that it is a tensor, not a list"
    row = source.free_name(node)  # `squeeze` keeps the axis of a row of one axis, `squeeze_axis` does not
    return source.replaced(node, f"[{name}.squeeze({row}, axis=0) for {row} in {head}", node, f"{code})]")


class SingleRow(Rewrite):
    """The only row of a tensor is the tensor without its first axis."""

    rules = ("HYB304", "HYB305")
    before = ("({row},) = {x}", "[{row}] = {x}")
    after = "{row} = F.squeeze({x}, axis=0)"
    consumes = False
    order = -1


def _is_unpacked(match: Match) -> bool:
    """Whether the finding is about `x` of `*x`."""
    return match.parts["x"] in (match.anchor, getattr(match.anchor, "value", None))


class JoinedRows(Rewrite):
    """The rows of a tensor, joined along one of their axes, are the tensor with two axes merged."""

    rules = ("HYB304",)
    before = "F.concat(*{x}, dim=<axis>)"
    after = "F.reshape(<data>, shape=(<codes>))"
    variants = (
        {"axis": "0", "data": "{x}", "codes": "-3, -2"},
        {"axis": "1", "data": "F.swapaxes({x}, 0, 1)", "codes": "0, -3, -2"},
    )
    safe_if = (lambda match: rank_above("x", int(match.variant["axis"]) + 1)(match),)
    risk = "raises for a tensor of too few axes"
    conditions = (_is_unpacked,)
    order = -1
    inputs = ({"x": (2, 3, 4)},)


class RestackedRows(_OfRows):
    """The rows of a tensor, stacked again or added up."""

    before = "F.<join>(*{x})"
    after = "<code>"
    variants = ({"join": "stack", "code": "F.identity({x})"}, {"join": "add_n", "code": "F.sum({x}, axis=0)"})
    conditions = (_is_unpacked,)
    safe_if = (rank_above("x", 1), lambda match: match.variant["join"] == "stack" or _is_exact(match))
    risk = _ROWS_OF_ONE
    order = -1
    inputs = ({"x": (2, 3)},)


class SplitRows(_OfRows):
    """The rows of a tensor are the outputs of `split` along the first axis."""

    before = ("for {row} in {x}: {body}",)
    description = "use `F.split`"
    order = 2

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor

    def changes(self, match: Match) -> Edits:
        event: Any = match.event
        array = event.tensor
        dims, node = array.dims, match.node
        if not dims or dims[0] is None or isinstance(node, (ast.Tuple, ast.List)):
            return None
        if isinstance(node, ast.Call) and event.construct in ("enumerate()", "zip()"):
            node = _iterated(match.source, node, array)
        if (lengths(array) or dims)[0] is None:
            match.risk = f"holds for inputs of {dims[0]} rows only"
        match.description = f"use `{match.namespace}.split` for `{match.source.module.code(node)}`" if node else ""
        return None if node is None else _split(match, node, array, dims[0])


def _iterated(source: Source, call: ast.Call, array: Tensor) -> Optional[ast.expr]:
    """Return the argument of `zip` or `enumerate` that is `array`, if that has a name, or else the first tensor.
    Results of `split` are lists already."""
    named = [argument for argument in call.args if source.module.code(argument) == array.source]
    operations = [(argument, source.operation(argument)) for argument in call.args]
    whole = [argument for argument, made in operations if made is None or made.path != "SliceChannel"]
    return next(iter([*named, *filter(source.is_tensor, whole)]), None)


class ReducedRows(_OfRows):
    """Python's function over the rows of a tensor is an operator along the first axis."""

    before = "<reduce>({x})"
    after = "F.<reduce>({x}, axis=0)"
    variants = (
        {"reduce": "min", "may": _EXTREMES},
        {"reduce": "max", "may": _EXTREMES},
        {"reduce": "sum", "may": _ORDER},
    )
    conditions = (lambda match: match.anchor in (match.node, match.parts["x"]),)
    order = -1
    safe_if = (lambda match: match.variant["reduce"] == "sum" and _is_exact(match),)
    risk = "<may>"
    inputs = ({"x": (4,)},)


class ReversedRows(_OfRows):
    """The rows in reverse order."""

    before = ("F.stack(*reversed(list({x})))", "F.stack(*list(reversed({x})))", "F.stack(*reversed({x}))")
    after = "F.reverse({x}, axis=0)"
    risk = _ROWS_OF_ONE
    inputs = ({"x": (3, 4)},)


class MappedRows(_OfRows):
    """A function of each row is the body of `foreach`."""

    before = ("F.stack(*map({f}, {x}))", "F.stack(*list(map({f}, {x})))")
    after = "F.contrib.foreach(lambda {row}, states: ({f}({row}), states), {x}, [])[0]"
    derived = {"row": lambda match: match.source.free_name(match.node)}
    inputs = ({"x": (3, 4), "f": "F.relu"},)


def _of_rows(*names: str) -> Condition:
    """Whether `term` is computed from the row `t` element by element, and the tensor may be evaluated again."""

    def holds(match: Match) -> bool:
        leaves = _leaves(match)
        return (
            bool(leaves)
            and is_elementwise(match.source, match.parts["term"], leaves)
            and all(match.source.may_be_repeated(match.parts[name]) for name in names)
        )

    return holds


def _leaves(match: Match) -> List[ast.AST]:
    name = getattr(match.parts["t"], "id", None)
    return [node for node in ast.walk(match.parts["term"]) if isinstance(node, ast.Name) and node.id == name]


def _with(match: Match, template: str, leaves: List[ast.AST], part: Part) -> Edits:
    """Return the change to a template with `part` in the place of `leaves`."""
    return together(match.replaced(template), *(match.source.replaced(leaf, part) for leaf in leaves))


#: What is computed of each row, which is only stacked: as an argument, or as a list.
_STACKED = ("F.stack(*[{term} for {t} in {x}])", "F.stack(*({term} for {t} in {x}))")
_LISTED = ("for {t} in {x}:\n    {parts}.append({term})", "{parts} = [{term} for {t} in {x}]")
_RANGE = "range({x}.shape[{a}])"


class AllRowsAtOnce(_OfRows):
    """What is computed of each row element by element, also in a list that is only stacked, can be computed of all
    rows."""

    before: Any = (*_STACKED, *_LISTED)
    after = "{term}"
    description = "compute with all rows at once"
    conditions = (is_name("t"), _of_rows("x"))
    safe_if = (rank_above("x", 1),)
    risk = _ROWS_OF_ONE
    order = -1
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = ({"x": (3, 4), "t": "t", "term": "F.relu(t) * 2"},)

    def changes(self, match: Match) -> Edits:
        return _joined(match, "F.stack(*{parts})", dict.fromkeys(_leaves(match), match.parts["x"]))


class ForeachRow(_OfRows):
    """What is computed of each row, also in a list that is only stacked, is the body of `foreach`."""

    before: Any = (*_STACKED, *_LISTED)
    after = "F.contrib.foreach(lambda {t}, states: ({term}, states), {x}, [])[0]"
    conditions: ClassVar[Tuple[Condition, ...]] = (is_name("t"), lambda match: bool(_leaves(match)))
    order = 1
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = ({"x": (3, 4), "t": "t", "term": "F.softmax(t)"},)

    def changes(self, match: Match) -> Edits:
        return _foreach(match, match.parts["t"].id, match.text("x"), {})


def _keeps_statistics(match: Match) -> bool:
    """Whether the term calls `BatchNorm`, which `foreach` cannot train."""
    layers = filter(None, map(match.source.layer, ast.walk(match.parts["term"])))
    return any(layer.type.endswith("BatchNorm") for layer in layers)


def _foreach(match: Match, row: str, rows: str, parts: Mapping[Any, Part]) -> Edits:
    made = f"{match.namespace}.contrib.foreach(lambda {row}, states: ({{}}, states), {rows}, [])[0]"
    return None if _keeps_statistics(match) else _joined(match, "F.stack(*{parts})", parts, made)


class ForeachRows(ForeachRow):
    """What is computed of each row of several tensors is `foreach` with a list of those whose rows are used."""

    before = tuple(code.replace("{x}", "zip(*{xs})") for code in ForeachRow.before)
    after = "F.contrib.foreach(lambda {row}, states: ({term}, states), [*{xs}], [])[0]"
    conditions = ()
    risk = "assumes that the tensors are of one length"
    inputs = ()

    def changes(self, match: Match) -> Edits:
        row = match.source.free_name(match.node)
        names = [getattr(item, "id", "") for item in getattr(match.parts["t"], "elts", ())]
        rows = dict(zip(names, map(match.source.module.code, match.parts["xs"])))
        used = [node for node in ast.walk(match.parts["term"]) if isinstance(node, ast.Name) and node.id in rows]
        several = list(dict.fromkeys(rows[node.id] for node in used))
        parts = {node: f"{row}[{several.index(rows[node.id])}]" for node in used}
        return _foreach(match, row, f"[{', '.join(several)}]", parts) if used and "" not in names else None


_ADDED = ("{total} = {total} + {term}", "{total} = {term} + {total}", "{total} += {term}")


_ADDED_ONE_BY_ONE = (
    "{total} = {total} + F.sum(F.contrib.foreach(lambda {t}, states: ({term}, states), {x}, [])[0], axis=0)"
)


class AddedRows(_OfRows):
    """A loop that adds up what is computed of each row is a sum along the first axis: of all rows at once, or of what
    `foreach` computes of each."""

    before = tuple(f"for {{t}} in {{x}}:\n    {added}" for added in _ADDED)
    after = "{total} = {total} + F.sum({term}, axis=0)"
    conditions = (is_name("t"), is_name("total"), lambda match: bool(_leaves(match)))
    order = -1
    risk = _ORDER

    def changes(self, match: Match) -> Edits:
        if _of_rows("x")(match):
            return _with(match, self.after, _leaves(match), match.parts["x"])
        return None if _keeps_statistics(match) else match.replaced(_ADDED_ONE_BY_ONE)


def _joined(match: Match, joined: str, replaced: Mapping[Any, Part], made: str = "{}") -> Edits:
    """Return the changes of the call `joined` of what is computed of each row: it becomes the term, with some parts
    `replaced`, in the code `made`. The match is the call, or a loop that appends to `parts = []`, or a
    comprehension, the only use of whose list is the call."""
    source = match.source
    text = source.with_parts(match.parts["term"], replaced)
    if "\n" in text:
        return None
    if isinstance(match.node, ast.Call):
        is_same = joined.startswith(f"F.{match.node.func.attr}(")  # type: ignore[attr-defined]
        return source.replaced(match.node, made.format(text)) if is_same else None
    parts: Any = match.parts["parts"]
    before: Any = source.assigned_once(parts) if isinstance(parts.ctx, ast.Load) else match.node.value
    uses = [item for item in source.names(source.scope(match.node)).get(parts.id, ()) if item is not parts]
    uses = [use for use in uses if isinstance(use.ctx, ast.Load)]
    is_empty = isinstance(before, ast.List) and not before.elts
    call = next((node for node in source.around(uses[0]) if isinstance(node, ast.Call)), None) if uses else None
    if not (is_empty or isinstance(before, ast.ListComp)) or call is None or len(uses) != 1:
        return None
    following, used = source.following(match.node), source.statement(call)
    between = following[: following.index(used)] if used in following else [used]
    names = {node.id for node in ast.walk(match.node) if isinstance(node, ast.Name)}
    names -= {parts.id, match.namespace or ""}
    if any(getattr(node, "id", "") in names for item in between for node in ast.walk(item)):
        return None  # what the term is computed from may have changed
    removed = (source.removed(item) for item in dict.fromkeys((source.statement(before), match.node)))
    is_joined = at(joined, call, source, parts=parts) is not None
    return together(*removed, source.replaced(call, made.format(text))) if is_joined else None


# Loops over positions

_POSITIONS = (
    tuple((f"{{x}}[{':, ' * axis}{{i}}{', :' * after}]", axis, False) for axis in range(4) for after in range(3))
    + tuple(
        (code, None, keeps)
        for code, keeps in (
            ("F.squeeze(F.slice_axis({x}, axis={a}, begin={i}, end={i} + 1), axis={a})", False),
            ("F.slice_axis({x}, axis={a}, begin={i}, end={i} + 1)", True),
        )
    )
    + tuple((f"{{x}}[{':, ' * axis}{{i}}:{{i}} + 1]", axis, True) for axis in range(4))
)


class AddedPositions(Rewrite):
    """A loop that adds up what is computed of each position of an axis is a sum along this axis."""

    rules = ("HYB101", "HYB306")
    before = tuple(f"for {{i}} in range({{x}}.shape[{{a}}]):\n    {added}" for added in _ADDED)
    after = "{total} = {total} + F.sum({term}, axis={a})"
    conditions = (is_name("i"), is_name("total"))
    risk = _ORDER

    def changes(self, match: Match) -> Edits:
        positions, places = _positions(match), _places(match)
        if positions is None and places is not None and not places[1] and match.number("a") == 0:
            return _with(match, _ADDED_ONE_BY_ONE.replace("{t}", "{i}"), places[0], match.parts["i"].id)
        if positions is None:
            return None
        options = ", keepdims=True)" if positions[1] else ")"
        return _with(match, f"{self.after[:-1]}{options}", positions[0], match.parts["x"])


class AllPositionsAtOnce(Rewrite):
    """What is computed of each position of an axis element by element, also in a list that is only stacked, can be
    computed of the whole tensor."""

    rules = ("HYB101", "HYB306")
    before: Any = (
        f"F.stack(*[{{term}} for {{i}} in {_RANGE}], axis={{a}})",
        *(code.replace("{x}", _RANGE).replace("{t}", "{i}") for code in _LISTED),
    )
    after = "{term}"
    description = "compute with all rows at once"
    conditions = (is_name("i"),)
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = (
        {"x": (3, 4), "a": "1", "i": "i", "term": "F.relu(x[:, i]) * 2"},
    )

    def changes(self, match: Match) -> Edits:
        leaves, keeps = _positions(match) or ([], False)
        axis = match.number("a")
        joined = f"F.concat(*{{parts}}, dim={axis})" if keeps else f"F.stack(*{{parts}}, axis={axis})"
        return _joined(match, joined, dict.fromkeys(leaves, match.parts["x"])) if leaves else None


class AllSlicesAtOnce(AllPositionsAtOnce):
    """What is computed of each slice of length 1 element by element can be computed of the whole tensor."""

    before = ("F.concat(*[{term} for {i} in range({x}.shape[{a}])], dim={a})",)
    inputs = ({"x": (3, 4), "a": "1", "i": "i", "term": "F.relu(x[:, i : i + 1]) * 2"},)


class ForeachPosition(AllPositionsAtOnce):
    """What is computed of each position of one of the first two axes is the body of `foreach`."""

    after = "F.contrib.foreach(lambda {i}, states: ({term}, states), {x}, [])[0]"
    description = "use `F.contrib.foreach`"
    order = 1
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = ({"x": (3, 4), "a": "0", "i": "i", "term": "F.softmax(x[i])"},)

    def changes(self, match: Match) -> Edits:
        source, index, axis, name = match.source, match.parts["i"], match.number("a"), match.namespace
        leaves, keeps = _places(match) or ([], False)
        if not leaves or keeps or axis not in (0, 1):
            return None
        joined = f"F.stack(*{{parts}}, axis={axis})"
        widened = at("F.expand_dims({term}, axis={a})", match.parts["term"], source, a=match.parts["a"])
        if widened is not None:  # joined along the axis that is added to each
            match.parts["term"], joined = widened.parts["term"], f"F.concat(*{{parts}}, dim={axis})"
        text = source.text(match.parts["x"])
        rows = f"{name}.swapaxes({text}, 0, 1)" if axis else text
        made = f"{name}.contrib.foreach(lambda {index.id}, states: ({{}}, states), {rows}, [])[0]"
        made = f"{name}.swapaxes({made}, 0, 1)" if axis else made
        return _joined(match, joined, dict.fromkeys(leaves, index.id), made)


def _positions(match: Match) -> Optional[Tuple[List[ast.AST], bool]]:
    """Return the places in a term that is computed element by element of position `i`, as `_places` does."""
    places = _places(match)
    if places is None or not is_elementwise(match.source, match.parts["term"], places[0]):
        return None
    if not places[1] and match.number("a") == 0 and not rank_above("x", 1)(match):
        match.risk = _ROWS_OF_ONE
    return places


def _places(match: Match) -> Optional[Tuple[List[ast.AST], bool]]:
    """Return the places in a term of position `i` of the axis, the only ones with `i`, and whether they keep the
    axis."""
    term, index = match.parts["term"], match.parts["i"]
    leaves: Dict[ast.AST, bool] = {}
    inside: List[ast.AST] = []
    for node in ast.walk(term):
        if any(node is item for item in inside):
            continue
        for code, axis, keeps in _POSITIONS:
            parts = {"x": match.parts["x"], "a": match.parts["a"]}
            if axis is not None and axis != match.number("a"):
                continue
            result = at(code, node, match.source, **parts)
            if result is not None and getattr(result.parts["i"], "id", "") == index.id:
                leaves[node] = keeps
                inside += list(ast.walk(node))
                break
    names = [part for part in ast.walk(term) if isinstance(part, ast.Name) and part.id == index.id]
    if len(set(leaves.values())) != 1 or any(not any(name is below for below in inside) for name in names):
        return None
    return (list(leaves), next(iter(leaves.values()))) if (literal(match.parts["a"]) or 0) >= 0 else None


# Loops that carry tensors


class CarriedForeach(Rewrite):
    """A loop whose rounds compute tensors from those of the round before is `foreach`, with these as its states."""

    rules = ("HYB101", "HYB304", "HYB306")
    before = ("for {i} in {x}:\n    {h} = {term}",)
    after = "def step({i}, {h}):\n    {h} = {term}\n    return {h}, {h}\n_, {h} = F.contrib.foreach(step, {x}, {h})"
    risk = "assumes that each round starts with tensors"
    consumes = False
    order = 2

    def applies(self, match: Match) -> bool:
        loop = match.node
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name) or loop.orelse:
            return False
        ranged = at("range({x}.shape[{a}])", loop.iter, match.source)
        match.parts.update(ranged.parts if ranged is not None else {"x": loop.iter, "a": ast.Constant(0)})
        match.parts.update(i=loop.target, term=ast.Module(loop.body, []))
        is_own = match.anchor is loop.iter if ranged is None else match.anchor in ast.walk(loop.iter)
        return is_own and all(isinstance(item, (ast.Assign, ast.AugAssign, ast.Expr)) for item in loop.body)

    def changes(self, match: Match) -> Edits:
        source, loop, name, row = match.source, match.node, match.namespace, match.parts["i"].id
        leaves, keeps = ([], False) if match.anchor is loop.iter else _places(match) or ([], True)
        indent, inner = source.indentation(loop), source.indentation(loop.body[0])
        if keeps or match.number("a") not in (0, 1) or None in (name, indent, inner) or _keeps_statistics(match):
            return None
        every = [node for node in ast.walk(source.scope(loop)) if isinstance(node, ast.Name)]
        before = [node for node in every if node.lineno < loop.lineno and not isinstance(node.ctx, ast.Load)]
        stored, known = names_stored(loop.body), {*parameters(source.scope(loop)), *(node.id for node in before)}
        used = {node.id for node in every if node.lineno > loop.end_lineno and isinstance(node.ctx, ast.Load)}
        states, values = sorted(stored & known), [source.value_of(node) for node in before if node.id in stored]
        if not states or (stored - known) & used or any(isinstance(item, (ast.Constant, ast.List)) for item in values):
            return None
        last, end = loop.body[-1], source.module.whole_span(loop.body[-1])
        added = at("{parts}.append({term})", last.value, source)
        if source.module.around(end)[1].strip() or added is not None and any(leaf in ast.walk(last) for leaf in leaves):
            return None
        listed = states[0] if len(states) == 1 else f"[{', '.join(states)}]"
        given = listed if len(states) == 1 else "states"
        unpacked = "" if given == listed else f"{', '.join(states)} = states\n{inner}"
        result, outputs = states[0], "_"
        if added is not None:
            result, outputs = source.text(added.parts["term"]), source.text(added.parts["parts"])
        text, step = match.text("x"), "step" if all(node.id != "step" for node in every) else "each"
        rows = f"{name}.swapaxes({text}, 0, 1)" if match.number("a") else text
        closing = (
            f"return {result}, {listed}\n{indent}{outputs}, {listed} = {name}.contrib.foreach({step}, {rows}, {listed})"
        )
        start, iterated = source.start(loop), source.module.span(loop.iter)
        return together(
            source.replaced_span(Span(*start, iterated.end_line, iterated.end_column), f"def {step}({row}, {given})"),
            source.inserted(*source.start(loop.body[0]), unpacked) if unpacked else (),
            source.inserted(end.end_line, end.end_column, f"\n{inner}{closing}")
            if added is None
            else source.replaced_span(end, closing),
            *(source.replaced(leaf, row) for leaf in leaves),
            () if added is None else _stacked(match, added.parts["parts"]),
        )


def _stacked(match: Match, parts: Any) -> Edits:
    """Return the changes after which a list of tensors, filled in a loop and stacked, is the stacked tensor."""
    source = match.source
    listed: Any = source.assigned_once(parts) if isinstance(parts, ast.Name) else None
    uses = [use for use in source.names(source.scope(parts)).get(getattr(parts, "id", ""), ()) if use is not parts]
    call: Any = next((node for node in source.around(uses[-1]) if isinstance(node, ast.Call)), None) if uses else None
    made = at("F.stack(*{parts}, axis={k})", call, source, parts=parts)
    is_filled = len(uses) == 2 and isinstance(listed, ast.List) and not listed.elts
    if not is_filled or made is None or made.number("k") not in (0, 1):
        return None
    stacked = f"{match.namespace}.swapaxes({parts.id}, 0, 1)" if made.number("k") else parts.id
    return together(source.removed(source.statement(listed)), source.replaced(call, stacked))
