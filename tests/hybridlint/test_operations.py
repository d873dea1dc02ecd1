"""Operations are sound and monotone: the result for a value that may be one of two stands for what Python computes of
either, and includes the result for each."""

from __future__ import annotations

import ast
import contextlib
import copy
import itertools
import random
import sys
from typing import Any, Dict, Iterator, Tuple

import pytest
from abstraction import abstract, describes

from hybridlint import mxnet_api
from hybridlint.dataclass import replace
from hybridlint.interpreter import Run
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.module import Module
from hybridlint.values import (
    UNKNOWN,
    Container,
    Plain,
    Value,
)
from hybridlint.values.lattice import Variable, includes, join, join_all
from hybridlint.values.phased import Phased

#: The number of pairs of values, and second operands, for each operation.
COUNT = 60

#: `v` is one of two values, `w` is known. Left out is what the interpreter assumes: that a loop runs, that `zip` ends
#: with the list whose length is known, and that Python raises no TypeError.
OPERATIONS = """
v[0]
v[-1]
v[1:]
v[::-1]
v["a"]
v[w]
v + w
v - w
v * 2
v // 2
v % 2
-v
not v
v == w
v != w
v < w
v >= w
v is None
v is w
v in w
v not in w
v and w
v or w
v if w else 1
w if v else 1
[v, *w]
(*v, w)
{"a": v, **w}
{**v, "a": 1}
[part for part in v]
[part for part in v if part]
{part: w for part in v}
len(v)
bool(v)
str(v)
int(v)
abs(v)
list(v)
tuple(v)
dict(v)
isinstance(v, list)
isinstance(v, (int, dict))
sorted(v)
sum(v)
max(v)
min(v)
max(v, w)
any(v)
all(v)
list(enumerate(v))
list(reversed(v))
list(range(v))
list(map(str, v))
list(filter(None, v))
v.get("a")
v.get("b", w)
list(v.items())
list(v.keys())
list(v.values())
v.copy()
v.index(1)
v.count(1)
v.upper()
f"{v}"
"{}".format(v)
(lambda one, *others: others)(*v)
(lambda a=None, **others: a)(**v)
[one for one, *others in [v]]
(seen := v) or [seen]
1 < len(v) < 3
(lambda made: [made.append(w), made])(list(v))
(lambda made: [made.insert(1, w), made])(list(v))
(lambda made: [made.extend(w), made])(list(v))
(lambda made: [made.pop(), made])(list(v))
(lambda made: [made.pop(0), made])(list(v))
(lambda made: [made.remove(1), made])(list(v))
(lambda made: [made.reverse(), made])(list(v))
(lambda made: [made.sort(), made])(list(v))
(lambda made: [made.clear(), made])(list(v))
(lambda made: [made.update(w), made])(dict(v))
(lambda made: [made.update(a=w), made])(dict(v))
(lambda made: [made.setdefault("a", w), made])(dict(v))
(lambda made: [made.pop("a"), made])(dict(v))
(lambda made: [made.pop("b", w), made])(dict(v))
(lambda made: [made.popitem(), made])(dict(v))
(lambda made: [made.clear(), made])(dict(v))
""".strip().splitlines()

PROGRAMS = """
result = list(v)
result[0:1] = w

result = list(v)
result[::2] = [w] * len(result[::2])

result = list(v)
del result[0]

result = dict(v)
del result["a"]

result = dict(v)
result["a"] = w

result = list(v)
result[0] = w

result = list(v)
result += w

result = list(v)
alias = result
alias.append(w)

first, *rest = v
result = [first, rest, w]

*rest, last = v
result = [rest, last]

(one, other), last = v, w
result = [one, other, last]

result = w
for part in v:
    if part:
        result = part
        break
else:
    result = "none"

result = []
for part in v:
    if part is None:
        continue
    result.append(part)

result = {}
for number, part in enumerate(v):
    result[number] = part

result = []
rest = list(v)
while rest:
    result.append(rest.pop())

result = 0
while result < len(v):
    result += 1

try:
    result = list(v)[0]
except IndexError:
    result = w

try:
    result = dict(v)["a"]
except KeyError:
    result = "missing"

try:
    result = list(v).pop()
except IndexError as error:
    result = w
finally:
    w = None

if v:
    result = v
else:
    result = w

if isinstance(v, (list, tuple)):
    result = len(v)
elif v is None:
    result = w
else:
    result = v

if v is not None and v != []:
    result = [v]
else:
    result = []

def changed(items, more=w):
    items.append(more)
    return items
result = [changed(list(v)), changed(list(v), 2)]

def counted(count=0):
    def step(by):
        nonlocal count
        count += by
        return count
    return step
step = counted()
step(len(v))
result = step(1)

def parts(of):
    for part in of:
        yield part
    yield w
result = list(parts(v))

def parts(of):
    yield from of
    return w
result = [*parts(v)]

class Box:
    def __init__(self, held):
        self.held = held
box = Box(v)
box.more = box.held
box.held = w
result = [box.held, box.more]

class Box:
    held = v
    def __getitem__(self, key):
        return self.held[key]
result = Box()[0]

match v:
    case [first, *rest]:
        result = [first, rest]
    case {"a": found}:
        result = found
    case None | True:
        result = "constant"
    case str() as text:
        result = text
    case _:
        result = w

match v:
    case [1, second]:
        result = second
    case [only]:
        result = only
    case {"b": found, **rest}:
        result = [found, rest]
    case 0 | 2 as number:
        result = number
    case int(number) | float(number):
        result = -number
    case [*_, last] if last:
        result = last
    case other:
        result = [other]
""".strip().split("\n\n")
if sys.version_info < (3, 10):
    PROGRAMS = [program for program in PROGRAMS if not program.startswith("match ")]

OPERANDS = [None, True, 0, 2, 1.5, "a", "", [], [1], [2, 1], [None], [[]], ["a", "b"], (), (1,), (1, "a")]
OPERANDS += [{}, {"a": 1}, {"b": []}, {"a": None, "b": 2}]
SECOND_OPERANDS = [None, 1, "a", [], [1, 2], {"a": 2}]


def interpreted(operation: str, names: Dict[str, Value]) -> Value:
    """The value of an expression of these names, or of `result` after some statements."""
    text = operation if "\n" in operation else f"result = {operation}"
    tree = ast.parse(text)
    run = Run(Module(text, tree), mxnet_api.load(mxnet_api.DEFAULT))
    scope = Scope(dict(names))
    run.execute(tree.body, Frame(scope))
    return run.load(scope.names["result"])


def computed_by_python(operation: str, names: Dict[str, Any]) -> Any:
    if "\n" not in operation:
        return eval(operation, names)
    exec(operation, names)
    return names["result"]


def computable(operation: str) -> Iterator[Tuple[Any, Any, Any, Any]]:
    """Random first operands, alternatives to them, second operands, and what Python computes of the first and second.

    Python raises no error for them."""
    cases = [
        (first, alternative, second)
        for first, alternative in itertools.product(OPERANDS, OPERANDS)
        for second in SECOND_OPERANDS
    ]
    for first, alternative, second in random.Random(1).sample(cases, len(cases)):
        with contextlib.suppress(Exception):
            result = computed_by_python(operation, {"v": copy.deepcopy(first), "w": copy.deepcopy(second)})
            yield first, alternative, second, result


def figure(operation: str) -> Tuple[int, int]:
    """How many objects of :data:`OPERANDS` the results may be, for one value and for a join of two. Raises
    AssertionError if they are not what Python computes."""
    alone, joined, computed = 0, 0, 0
    for first, alternative, second, result in itertools.islice(computable(operation), COUNT):
        names = {"v": abstract(first), "w": abstract(second)}
        value = interpreted(operation, names)
        assert describes(value, result), (first, second)
        alone += sum(describes(value, concrete) for concrete in OPERANDS)
        names["v"] = join(abstract(first), abstract(alternative))
        value = interpreted(operation, names)
        assert describes(value, result), (first, alternative, second)
        joined += sum(describes(value, concrete) for concrete in OPERANDS)
        computed += 1
    assert computed > 9
    return alone, joined


@pytest.mark.parametrize("operation", [*OPERATIONS, *PROGRAMS])
def test_an_operation_is_sound(operation: str) -> None:
    figure(operation)


def comparable(value: Value) -> Value:
    """`value` without what is no part of the order: addresses, the pieces of strings, and phases that agree."""
    if isinstance(value, Phased) and value.imperative == value.symbolic:
        return comparable(value.imperative)
    if isinstance(value, Variable):
        return join_all(comparable(binding.value) for binding in value.bindings)
    if isinstance(value, Container):
        return value.mapped(comparable).at(0)
    return replace(value, pieces=()) if isinstance(value, Plain) else value


def holds_unknown(value: Value) -> bool:
    """Whether a part of `value` is UNKNOWN: what was not computed is not compared."""
    if isinstance(value, Container):
        rest = value.rest()
        return any(holds_unknown(part) for _, part in value.parts()) or rest is not None and holds_unknown(rest)
    return value == UNKNOWN or isinstance(value, Variable) and any(map(holds_unknown, value.values))


@pytest.mark.sample(2)
@pytest.mark.parametrize("operation", [*OPERATIONS, *PROGRAMS])
def test_an_operation_is_monotone(operation: str) -> None:
    """Left out is None: it may be a default that is replaced later, and an operation that it cannot have leaves it out
    of a join."""
    compared, choose = 0, random.Random(2)
    for first, alternative, second, _ in itertools.islice(computable(operation), COUNT):
        third = choose.choice(OPERANDS)
        if "None" in repr((first, alternative, third)):
            continue
        values = [abstract(first), join(abstract(first), abstract(alternative))]
        values.append(join(values[1], abstract(third)))
        results = [comparable(interpreted(operation, {"v": value, "w": abstract(second)})) for value in values]
        for before, after in zip(results, results[1:]):
            assert holds_unknown(before) or includes(after, before), (first, alternative, third, second)
        compared += 1
    assert compared > 9
