"""Programs on known values: the interpreter computes the values that Python computes, or values that include them."""

from __future__ import annotations

import ast
import collections
import random
import re
from typing import Any, Dict, List, Tuple

import pytest

from hybridlint import mxnet_api
from hybridlint.events import ForeignCall
from hybridlint.interpreter import interpret
from hybridlint.module import Module
from hybridlint.values import NOT_KNOWN, Mapped, Plain, Sequence, Unknown, Value, alternatives

#: The last statement of each program. The interpreter records calls of other libraries with a tensor.
SEEN = "other.see(x, {})"


def interpreted(functions: str, body: List[str], names: List[str]) -> Dict[str, Value]:
    """The values of these names after `body`."""
    lines = ["from collections import deque", "import other", "from mxnet.gluon import HybridBlock", functions]
    lines += ["class Net(HybridBlock):", "    def hybrid_forward(self, F, x):"]
    lines += [f"        {line}" for line in (*body, SEEN.format(", ".join(names)), "return x")]
    text = "\n".join(lines) + "\n"
    events, complete = interpret(Module(text, ast.parse(text)), mxnet_api.load(mxnet_api.DEFAULT), lambda event: "")
    assert complete
    (seen,) = [event for event in events if isinstance(event, ForeignCall) and event.name == "other.see"]
    return dict(zip(names, seen.arguments.positional[1:]))


def includes(value: Value, real: Any) -> bool:
    """Whether `real` is among the objects that `value` stands for."""
    return any(_is(one, real) for one in alternatives(value))


def _is(value: Value, real: Any) -> bool:
    if isinstance(value, Unknown):
        return True
    if isinstance(value, Plain):
        of_type = value.type in ("", type(real).__name__)
        return of_type and (value.value is NOT_KNOWN or (type(value.value), value.value) == (type(real), real))
    if isinstance(value, Sequence):
        if value.type != type(real).__name__:
            return False
        if value.items is None:
            return (not value.nonempty or len(real) > 0) and all(includes(value.element, one) for one in real)
        return len(value.items) == len(real) and all(map(includes, value.items, real))
    assert isinstance(value, Mapped), value
    known = dict(value.entries)
    if not isinstance(real, dict) or not known.keys() <= real.keys():
        return False
    rest = [one for key, one in real.items() if key not in known]
    return all(includes(known[key], real[key]) for key in known) and (
        not rest if value.element is None else all(includes(value.element, one) for one in rest)
    )


def is_exact(value: Value) -> bool:
    """Whether `value` stands for one object."""
    if isinstance(value, Plain):
        return value.known
    if isinstance(value, Sequence):
        return value.items is not None and all(map(is_exact, value.items))
    return isinstance(value, Mapped) and value.element is None and all(is_exact(one) for _, one in value.entries)


#: Statements with containers, a place {i}, numbers {n}, {m} and keys {k}, {j}; {r} is a new name.
STATEMENTS = """\
items.append({n})
items.append([{n}])
items.insert({i}, {n})
items.extend([{n}, {m}])
items.extend(line)
items += [{n}]
items[{i}] = {n}
items = items[{i}:]
items = items[:{i}]
items = [*items, {n}]
items = items + [{n}]
items = [one for one in items]
items.reverse()
items.clear()
del items[{i}]
{r} = items.pop()
{r} = items.pop({i})
{r} = items[{i}]
{r} = len(items)
{r} = items.copy()
{r} = items
{r} = list(reversed(items))
{r} = tuple(items)
{r}, *rest = items
line.append({n})
line.appendleft({n})
line.extend([{n}, {m}])
line.extendleft([{n}, {m}])
line.clear()
{r} = line.pop()
{r} = line.popleft()
{r} = line[{i}]
{r} = list(line)
{r} = len(line)
table[{k}] = {n}
table[{k}] = items
table.update({{{k}: {n}}})
table.update(a={n})
table.update([({k}, {n})])
table.setdefault({k}, {n})
table.clear()
del table[{k}]
{r} = table.get({k})
{r} = table.get({k}, {n})
{r} = table.pop({k})
{r} = table.pop({k}, {n})
{r} = table.pop({k}, None)
{r} = table.popitem()
{r} = table[{k}]
{r} = table.setdefault({j}, {n})
{r} = list(table)
{r} = list(table.keys())
{r} = list(table.values())
{r} = list(table.items())
{r} = table.copy()
{r} = {{**table, {k}: {n}}}
{r} = len(table)
""".splitlines()
#: Statements after which the values need not be known exactly.
VAGUE = """\
items.remove({n})
items.sort()
items.sort(reverse=True)
{r} = items.index({n})
{r} = items.count({n})
{r} = {n} in items
{r} = {k} in table
line.rotate({n})
group.add({n})
group.discard({n})
group.update(items)
group.clear()
{r} = group.pop()
{r} = group.copy()
{r} = sorted(group)
{r} = len(group)
""".splitlines()
START = ["items = [1, 2]", "line = deque([3, 4], maxlen={n})", "table = {{'a': 5, 'b': 6}}", "group = {{1, 2}}"]


def program(seed: str, statements: List[str]) -> Tuple[List[str], Dict[str, Any]]:
    """A program of these statements that raises nothing, and the values of its names in the end."""
    choose = random.Random(seed)
    names: Dict[str, Any] = {}
    body: List[str] = []
    for statement in START + choose.choices(statements, k=12):
        parts = {"i": choose.randint(-3, 3), "n": choose.randint(1, 4), "m": choose.randint(5, 9)}
        parts.update(k=choose.choice(["'a'", "'b'", "2"]), j=choose.choice(["'c'", "3"]), r=f"r{len(body)}")
        line = statement.format(**parts)
        try:
            exec(line, {"deque": collections.deque}, names)
        except (IndexError, KeyError, TypeError, ValueError):
            continue
        body.append(line)
    return body, names


@pytest.mark.parametrize("seed", range(200))
def test_methods_of_containers_compute_what_python_computes(seed: int) -> None:
    body, names = program(f"exact {seed}", STATEMENTS)
    values = interpreted("", body, list(names))
    assert [name for name in names if not includes(values[name], names[name])] == [], "\n".join(body)
    assert [name for name in names if name != "group" and not is_exact(values[name])] == [], "\n".join(body)


@pytest.mark.parametrize("seed", range(100))
def test_where_values_are_not_known_they_include_those_of_python(seed: int) -> None:
    body, names = program(f"vague {seed}", STATEMENTS + 3 * VAGUE)
    values = interpreted("", body, list(names))
    assert [name for name in names if not includes(values[name], names[name])] == [], "\n".join(body)


class Other:
    """A library that the interpreter does not know."""

    def __init__(self, choose: random.Random) -> None:
        self.key, self.count = (lambda: choose.choice("abce")), (lambda: choose.randint(0, 3))


def calls(seed: str, arguments: List[str]) -> Tuple[str, List[str], Dict[str, Any]]:
    """Functions of the file, calls of them with these arguments that raise nothing, and the results."""
    choose = random.Random(seed)
    names: Dict[str, Any] = {}
    functions = ""
    body = ["pair, table = [1, 2], {'b': 3, 'c': 4}", "many = [5] * other.count()", "named = {other.key(): 6}"]
    environment = {"other": Other(choose)}
    for line in body:
        exec(line, environment, names)
    for number in range(6):
        defaults = choose.randint(0, 3)
        parameters = [f"{name}={place}" if place >= defaults else name for place, name in enumerate("abc")]
        parameters = parameters[: choose.randint(0, 3)]
        star = choose.choice(["", "*rest", "*"])
        parameters += [star, choose.choice(["d", "d=7"])] if star else []
        parameters += choose.choice([[], ["**more"]])
        returned = ", ".join(re.findall(r"\w+", re.sub("=.", "", " ".join(parameters))))
        function = f"def f{number}({', '.join(parameters)}):\n    return [{returned}]\n"
        functions += function
        exec(function, environment)
        for again in range(6):
            given = sorted(choose.sample(arguments, choose.randint(0, 4)), key=arguments.index)
            call = f"r{number}{again} = f{number}({', '.join(given)})"
            try:
                exec(call, environment, names)
            except TypeError:
                continue
            body.append(call)
    return functions, body, names


KNOWN = ["1", "2", "*pair", "a=3", "b=4", "c=5", "d=6", "e=7", "**table"]


@pytest.mark.parametrize("seed", range(40))
def test_calls_bind_their_arguments_as_python_does(seed: int) -> None:
    functions, body, names = calls(f"known {seed}", KNOWN)
    results = [name for name in names if name.startswith("r")]
    values = interpreted(functions, body, results)
    assert [name for name in results if not includes(values[name], names[name])] == [], functions + "\n".join(body)
    assert [name for name in results if not is_exact(values[name])] == [], functions + "\n".join(body)


@pytest.mark.parametrize("seed", range(40))
def test_calls_with_arguments_that_are_not_known_bind_those_of_python(seed: int) -> None:
    functions, body, names = calls(f"not known {seed}", [*KNOWN[:2], "*many", *KNOWN[3:], "**named"])
    results = [name for name in names if name.startswith("r")]
    values = interpreted(functions, body, results)
    assert [name for name in results if not includes(values[name], names[name])] == [], functions + "\n".join(body)
