"""Facts that composing symbols and inferring their shapes shows; nothing is run."""

from __future__ import annotations

import importlib
import itertools
import json
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from . import calls
from .calls import LETTERS, Call, Callee, Shape, evaluate

mx: Any = importlib.import_module("mxnet")
Record = Dict[str, Any]

SHAPES: Sequence[Shape] = ((2, 3), (1, 3), (5,), (2, 1, 4), (2, 3, 4), (2, 3, 4, 6), (4, 4), (1, 3, 8, 8), (2, 4, 8, 8))
COMBINATIONS = 60
"""Pairs of attribute values with which a shape rule must also hold."""
_GUESSES: Sequence[Shape] = (
    *((2, 3), (2,), (2, 3, 4), (2, 3, 8, 8), (8, 8, 3), (1, 3, 4), (2, 4), (2, 5), (2, 6)),
    *((4,), (1, 8, 4), (2, 2, 8, 8), (4, 2, 6), (4, 4, 4)),
)
_MOST_GUESSES = 3000
"""Shapes to try where MXNet infers none, and how many combinations of them."""
_GUESSES_TO_RUN = 3
"""Of those that MXNet takes."""


def facts(callee: Callee, aspects: Sequence[str]) -> Record:
    """Some aspects of a callee. Keys are left out where the usual holds: see the reader for what that is.

    {"unmeasured": aspects} when MXNet accepts none of the calls tried. "calls" are calls worth running, as
    (text, shapes); "completed" are (the text of one of them, an attribute that it leaves out, what is given for it, the
    call with it).
    """
    working = next(filter(None, (list(calls.working(variant)) for variant in calls.helped(callee))), [])
    if not working:
        blind = {"calls": calls.listed(calls.blind(callee))} if "calls" in aspects else {}
        return {**blind, "unmeasured": [aspect for aspect in aspects if aspect != "calls"]}
    call = next((call for call in working if call.tensors and call.shapes), working[0])
    record: Record = {}
    if "outputs" in aspects:
        record.update(outputs_of(call))
    if "gradient" in aspects and is_differentiable(call) is not True:
        record["differentiable"] = is_differentiable(call)
    elif "gradient" in aspects and all(asks_no_gradient(call, call.tensors) for call in working):
        record["gradient"] = "stops"
    elif "gradient" in aspects:
        unasked = [name for name in call.tensors if name[0] != "*" and asks_no_gradient(call, [name])]
        record.update({"no_gradient": unasked} if unasked else {})
    if "auxiliary" in aspects:
        letters = call.symbol().list_auxiliary_states()
        if letters:
            record["aux"] = [name for letter, name in zip(LETTERS, call.tensors) if letter in letters]
    if "shape" in aspects and call.tensors:
        record.update(shape_of(call))
    if "graph" in aspects:
        record["graph"] = sorted({name for call in working for name in nodes(call.symbol())})
    if "calls" in aspects:
        taking = [name for name in call.attributes if _takes_none_in(call, name)]
        record.update({"none_in": taking} if taking else {})
        chosen = [*working, *calls.blind(callee)]
        if callee.operator:
            with_shapes = call if call.shapes or not call.tensors else _with_shapes(callee)
            chosen = [with_shapes] if with_shapes else _with_guessed_shapes(call)
            chosen += _with_more_tensors(callee, call)
        record["calls"] = calls.listed(itertools.chain.from_iterable(map(calls.variants, chosen)))
        record["completed"] = [
            (item.text, name, kind, (completed.text, completed.shapes))
            for item in chosen
            if not set(item.attributes) & set(callee.optional)
            for name, kind, completed in calls.completed(item)
        ]
    return record


def _with_shapes(callee: Callee) -> Optional[Call]:
    """A call with an optional attribute given, without which its shapes cannot be inferred: `moments` needs axes."""
    several = (call for variant in calls.helped(callee) for call in calls.working(variant))
    return next((call for call in several if call.shapes), None)


def _with_guessed_shapes(call: Call) -> List[Call]:
    """The call with shapes that MXNet takes together, where it infers none from the first: some operators ask for the
    ranks of all tensors, and those of images for three channels. Those come first whose output has a known shape."""
    letters = LETTERS[: len(call.tensors)]
    symbol = call.symbol()
    guesses = itertools.islice(itertools.product(_GUESSES, repeat=len(letters)), _MOST_GUESSES)
    answers = [(shapes, calls.inferred(symbol, dict(zip(letters, shapes)))) for shapes in guesses]
    taken = [(shapes, inferred) for shapes, inferred in answers if inferred is not None]
    taken.sort(key=lambda pair: not calls.complete(pair[1]["output"]))
    return [call._replace(shapes=shapes) for shapes, _ in taken[:_GUESSES_TO_RUN]] or [call]


def _with_more_tensors(callee: Callee, call: Call) -> List[Call]:
    """Calls that take more tensors than `call` since a flag is set, like `use_sequence_length`."""
    flags = [name for name, values in callee.optional.items() if list(values) == [False, True]]
    several = (next(calls.working(_with_required(callee, name, True)), None) for name in flags)
    return [variant for variant in several if variant is not None and len(variant.tensors) > len(call.tensors)]


def _with_required(callee: Callee, name: str, value: Any) -> Callee:
    optional = {attribute: values for attribute, values in callee.optional.items() if attribute != name}
    return callee._replace(required={**callee.required, name: [value]}, optional=optional)


def nodes(symbol: Any) -> List[str]:
    """C++ names of the operators in the graph."""
    return [node["op"] for node in json.loads(symbol.tojson())["nodes"] if node["op"] != "null"]


def graph_of(text: str) -> Optional[List[str]]:
    """The operators that an expression of F and the symbols a and b makes; None when it makes no symbol."""
    try:
        return nodes(calls.evaluate(text, mx.sym, {letter: mx.sym.var(letter) for letter in "ab"}))
    except Exception:
        return None


def _takes_none_in(call: Call, name: str) -> bool:
    """Whether the items of a tuple may be None."""
    value = call.attributes[name]
    if not isinstance(value, tuple) or not call.shapes:
        return False
    try:
        symbol = call.with_attributes(**{name: (None,) * len(value)}).symbol()
    except Exception:
        return False
    return calls.inferred(symbol, dict(zip(LETTERS, call.shapes))) is not None


# Outputs


def outputs_of(call: Call) -> Record:
    """`outputs`: how many the call has, or `outputs_rule`: what decides it."""
    if call.tensors and call.tensors[0][0] != "*":
        call = call._replace(tensors=call.tensors[:1])  # which others are allowed may depend on the attributes
    attributes = {**call.callee.required, **call.callee.optional}
    attributes = {name: values for name, values in attributes.items() if name in call.attributes or name[0] != "*"}
    usual = _count(call)
    deciding: List[str] = []
    queue: List[Call] = [call]
    while queue and len(deciding) < 3:
        start = queue.pop(0)
        before = _count(start)
        for name, values in attributes.items():
            if name in deciding:
                continue
            changed = [start.with_attributes(**{name: value}) for value in values]
            if any(_count(variant) not in (before, None) for variant in changed):
                deciding.append(name)
                queue.extend(variant for variant in changed if _count(variant) is not None)
    if not deciding:
        return {} if usual == 1 else {"outputs": usual}
    table = _table(call, deciding, attributes)
    return {"outputs": None, "outputs_rule": _simplest(deciding, table)}


def _count(call: Call) -> Optional[int]:
    try:
        return len(call.symbol().list_outputs())
    except Exception:
        return None


_LEFT_OUT = "left out"


def _table(call: Call, names: Sequence[str], attributes: Dict[str, Sequence[Any]]) -> Dict[Tuple[Any, ...], int]:
    choices = [([] if name in call.callee.required else [_LEFT_OUT]) + list(attributes[name]) for name in names]
    table: Dict[Tuple[Any, ...], int] = {}
    for values in itertools.product(*choices):
        chosen = {name: value for name, value in zip(names, values) if value is not _LEFT_OUT}
        kept = {name: value for name, value in call.attributes.items() if name not in names or name in chosen}
        count = _count(call._replace(attributes={**kept, **chosen}))
        if count is not None:
            table[values] = count
    return table


def _simplest(names: Sequence[str], table: Dict[Tuple[Any, ...], int]) -> List[Any]:
    """["attribute", name] if the number of outputs is its value, ["sections", name] if a tuple cuts instead, or
    ["table", names, [[values, outputs], …]] with null for an attribute that is left out."""
    if len(names) == 1:
        name = names[0].lstrip("*")
        numbers = {value: count for (value,), count in table.items() if type(value) is int and value > 0}
        cuts = {value: count for (value,), count in table.items() if isinstance(value, tuple)}
        if len(numbers) > 1 and all(value == count for value, count in numbers.items()):
            if cuts and all(len(value) + 1 == count for value, count in cuts.items()):
                return ["sections", name]
            return ["attribute", name]
        if len(cuts) > 1 and all(len(value) == count for value, count in cuts.items()):
            return ["length", name]
    rows = [[[None if value is _LEFT_OUT else value for value in values], count] for values, count in table.items()]
    return ["table", [name.lstrip("*") for name in names], rows]


# Gradients


def is_differentiable(call: Call) -> Optional[bool]:
    """Whether a cached graph can be made of the call: MXNet 1.x makes the gradient graph at once, in any mode."""
    if not call.tensors:
        return None
    try:
        mx.nd.CachedOp(call.symbol())
    except Exception as error:
        return False if "FGradient" in str(error) else None
    return True


def asks_no_gradient(call: Call, tensors: Sequence[str]) -> bool:
    """Whether MXNet asks no gradient of these tensors of the call: they may come from an operator that has none."""
    made = {letter: mx.sym.var(letter) for letter, _ in zip(LETTERS, call.tensors)}
    made.update(
        {letter: mx.sym.shuffle(made[letter]) for letter, name in zip(LETTERS, call.tensors) if name in tensors}
    )
    try:
        mx.nd.CachedOp(evaluate(call.text, mx.sym, made))
    except Exception:
        return False
    return bool(tensors)


# Shapes


def shape_of(call: Call) -> Record:
    """`shape`: same (the first tensor's), broadcast (of the two tensors) or reduce, with its default `axis`;
    `elementwise`: tensors of one shape are taken, others that would broadcast refused."""
    record: Record = {}
    if _takes(call, [(2, 3)] * len(call.tensors)) == (2, 3) and len(call.tensors) > 1:
        narrow = [_takes(call, shapes) for shapes in _one_narrower(len(call.tensors))]
        if not any(narrow):
            record["elementwise"] = True
        elif len(call.tensors) == 2 and all(
            _takes(call, pair) == result
            for pair, result in (
                (((2, 3), (2, 1)), (2, 3)),
                (((1, 3), (2, 1)), (2, 3)),
                (((2, 3, 4), (1, 3, 1)), (2, 3, 4)),
            )
        ):
            return {"shape": "broadcast"}
    axis = _reduces(call)
    if axis is not None:
        record.update(shape="reduce", axis=axis)
    elif _keeps(call):
        record["shape"] = "same"
    return record


def _one_narrower(count: int) -> Iterator[List[Shape]]:
    for index in range(count):
        for narrow in ((2, 1), (1, 3)):
            shapes: List[Shape] = [(2, 3)] * count
            shapes[index] = narrow
            yield shapes


def _takes(call: Call, shapes: Sequence[Shape]) -> Optional[Shape]:
    """The shape of the first output for tensors of these shapes; None when refused."""
    try:
        result = calls.inferred(call.symbol(), dict(zip(LETTERS, shapes)))
    except Exception:
        return None
    return result["output"] if result else None


def _results(call: Call) -> Iterator[Tuple[Shape, Shape]]:
    """(shape of the first tensor, shape of the first output) wherever MXNet can infer one from the other."""
    try:
        symbol = call.symbol()
    except Exception:
        return
    for shapes in calls.completions(symbol, len(call.tensors), SHAPES, every=True):
        result = calls.inferred(symbol, dict(zip(LETTERS, shapes)))
        if result:
            yield shapes[0], result["output"]


def _keeps(call: Call) -> bool:
    seen = set()
    for varied in itertools.chain([call], _variations(call)):
        for before, after in _results(varied):
            if before != after:
                return False
            seen.add(before)
        if not seen:
            return False
    return len(seen) > 1


def _variations(call: Call) -> Iterator[Call]:
    attributes = {
        name: values for name, values in {**call.callee.required, **call.callee.optional}.items() if name[0] != "*"
    }
    for name, values in attributes.items():
        for value in values:
            yield call.with_attributes(**{name: value})
    pairs = (
        {first: value, second: second_value}
        for first, second in itertools.combinations(attributes, 2)
        for value in list(attributes[first])[:4]
        for second_value in list(attributes[second])[:4]
    )
    for pair in itertools.islice(pairs, COMBINATIONS):
        yield call.with_attributes(**pair)


def _reduces(call: Call) -> Any:
    """The default axis ("all" or an int) of a reduction with `axis` and `keepdims`; None for other calls."""
    if not {"axis", "keepdims"} <= set(call.callee.optional):
        return None
    for default in ("all", -1, 0, 1):
        checks = [
            after == _reduced(before, default if axis is None else axis, keepdims)
            for keepdims in (False, True)
            for axis in (None, 0, 1)
            for before, after in _results(
                call.with_attributes(keepdims=keepdims, **({} if axis is None else {"axis": axis}))
            )
            if axis is None or axis < len(before)
        ]
        if checks and all(checks):
            return default
    return None


def _reduced(shape: Shape, axis: Any, keepdims: bool) -> Shape:
    axes = set(range(len(shape))) if axis == "all" else {axis % len(shape)}
    if keepdims:
        return tuple(1 if index in axes else size for index, size in enumerate(shape))
    return tuple(size for index, size in enumerate(shape) if index not in axes) or (1,)
