"""Programs on known values: the interpreter computes the values that Python computes, or values that include them."""

from __future__ import annotations

import ast
import collections
import contextlib
import copy
import functools
import itertools
import operator
import random
import re
import sys
from typing import Any, Dict, List, Tuple

import pytest
from abstraction import describes

from hybridlint import mxnet_api
from hybridlint.events import ForeignCall
from hybridlint.interpreter import interpret
from hybridlint.module import Module
from hybridlint.values import Mapped, Plain, Sequence, Value

LIBRARIES: Dict[str, Any] = {
    module.__name__: module for module in (collections, contextlib, copy, functools, itertools, operator)
}
IMPORTS = [f"import {name}" for name in LIBRARIES] + ["from collections import deque"]
LIBRARIES["deque"] = collections.deque
#: The last statement of each program. The interpreter records calls of other libraries with a tensor.
SEEN = "other.see(x, {})"


def interpreted(functions: str, body: List[str], names: List[str]) -> Dict[str, Value]:
    """The values of these names after `body`."""
    lines = [*IMPORTS, "import other", "from mxnet.gluon import HybridBlock", functions]
    lines += ["class Net(HybridBlock):", "    def hybrid_forward(self, F, x):"]
    lines += [f"        {line}" for line in (*body, SEEN.format(", ".join(names)), "return x")]
    text = "\n".join(lines) + "\n"
    interpretation = interpret(Module(text, ast.parse(text)), mxnet_api.load(mxnet_api.DEFAULT))
    assert not interpretation.limits
    (seen,) = [event for event in interpretation.events if isinstance(event, ForeignCall) and event.name == "other.see"]
    return dict(zip(names, seen.arguments.positional[1:]))


def is_exact(value: Value) -> bool:
    """Whether `value` stands for one object."""
    if isinstance(value, Plain):
        return value.known
    if isinstance(value, Sequence):
        return value.items is not None and all(map(is_exact, value.items))
    return isinstance(value, Mapped) and value.element is None and all(is_exact(entry) for _, entry in value.entries)


#: Statements with containers, a place {i}, numbers {n}, {m} and keys {k}, {j}; {r} is a new name. "; " separates lines.
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
{r} = {n} + {i} * {m}
{r} = {m} // {n} - {m} % {n}
{r} = {i} ** 2
{r} = {n} < {m} <= 7
{r} = {n} == {i} or {m} != 6
{r} = not ({n} < {i}) and {m} > 6
{r} = {n} and {i}
{r} = 0 or 'a' or {n}
{r} = items and table
{r} = {m} in (5, 6, {n})
{r} = {n} not in [1, {n}]
{r} = {n} * (1, {m})
{r} = [{m}] * {i}
{r} = items[::-1]
{r} = items[{i}:{n}]
{r} = items[{i}::2]
{r} = (1, {n}, {m})[{i}]
table |= {{'a': {n}}}
{r} = table | {{'a': {n}}}
{r} = 'a-b-c'.split('-')
{r} = 'a-b-c'.split('-', 1)
{r} = f'{{{n}}}-{{{m}}}'
{r} = '{{}}:{{}}'.format({n}, {m})
{r} = 'c'.upper() + 'x' * {n}
{r} = 'c'.startswith('c')
{r} = ' a '.strip()
{r} = 'abc'.replace('b', 'x')
{r} = 'abc'.find('c')
{r} = str({n}) + str({m})
{r} = int('{n}') + int({m}.5)
{r} = float({n})
{r} = bool({i})
{r} = abs({i})
{r} = min({n}, {i}), max({n}, {m})
{r} = min([{n}, {m}, 2])
{r} = sum([{n}, {m}], 1)
{r} = list(range({n}))
{r} = list(range({i}, {m}, 2))
{r} = tuple(range({m}, {n}, -1))
{r} = list(zip(items, [{n}, {m}]))
{r} = list(enumerate([{n}, {m}], {i}))
{r} = list(enumerate(line))
{r} = list(map(lambda one: one + {n}, [1, {m}]))
{r} = dict(zip('ab', [{n}, {m}]))
{r} = dict(table, a={n})
{r} = dict([('a', {n})])
{r} = dict.fromkeys(['a', 'c'], {n})
{r} = sorted([{m}, {n}, {i}])
{r} = sorted([{m}, {n}, {i}], key=lambda one: -one)
{r} = next(iter([{n}, {m}]))
{r} = next(iter([]), {n})
{r} = [one + two for one in [1, {n}] for two in (3, {m})]
{r} = [one for pair in [[1, {n}], [{m}]] for one in pair]
{r}, (second, *third) = {n}, [{m}, 1, {i}]
*first, {r} = [{n}, {m}, {i}]
{r} = second = [{n}]; second.append({m})
{r} = [[{n}]] * 2; {r}[0].append({m})
{r} = [1, {n}]; alias = {r}; alias += [{m}]
{r} = (1,); alias = {r}; alias += ({n},)
{r} = 0; for one in [1, {n}, {m}]:;     {r} += one
{r} = []; for one in range({n}):;     {r}.append(one);     if one == 1:;         break
{r} = 0; while {r} < {n}:;     {r} += 2
{r} = 0; for one in [{n}, {m}]:;     if one > 7:;         break; else:;     {r} = 1
{r} = {n}; if {r} > {i}:;     {r} = 'more'; elif {r} == 2:;     {r} = 'two'
try:;     {r} = items[{m}]; except IndexError:;     {r} = {n}
try:;     {r} = table['z']; except (KeyError, ValueError):;     {r} = {n}; else:;     {r} = {m}
{r} = []; try:;     {r}.append({n}); finally:;     {r}.append({m})
{r} = []; with contextlib.suppress(KeyError):;     {r}.append({n});     table['z'];     {r}.append({m})
def inner(one, two={n}):;     return [two, one]; {r} = inner({m})
def inner():;     nonlocal_ = [{n}];     return nonlocal_; {r} = inner(), inner()
{r} = (lambda one, *rest: (rest, one))({n}, {m}, 1)
def inner():;     yield {n};     yield {m}; {r} = list(inner())
{r} = [*items, *(1, {n})], {{**table, 'z': {m}}}
{r} = list(itertools.chain([{n}], items))
{r} = list(itertools.islice([{n}, {m}, 1], {n}))
{r} = functools.reduce(lambda one, two: one * 2 + two, [1, {n}, {m}])
{r} = functools.partial(max, {n})({m})
{r} = collections.OrderedDict([('a', {n})])['a']
{r} = collections.defaultdict(list); {r}['a'].append({n})
made = collections.defaultdict(lambda: {n}); {r} = [made['a'], made['b'], len(made), list(made)]
{r} = copy.copy(items); {r}.append({n})
{r} = operator.add({n}, {m})
{r} = operator.itemgetter(1)([{n}, {m}])
{r} = (second := {n}) + second
""".splitlines()
#: Statements after which the values need not be known exactly.
VAGUE = """\
{r} = {{one: {n} for one in 'ab'}}
items[{i}:{n}] = [{m}]
{r} = list(filter(None, [0, {n}, {i}]))
{r} = copy.deepcopy([items]); {r}[0].append({n})
items.remove({n})
items *= 2
{r} = items * {i}
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
{r} = -{n} if {n} > {m} else +{m}
{r} = items == [1, 2]
{r} = None is not table.get('a')
{r} = 'abcdef'[{i}:{n}]
{r} = '-'.join(['a', 'c'])
{r} = '%d/%s' % ({n}, 'c')
{r} = 'ab'.endswith(('b', 'x'))
{r} = divmod({m}, {n})
{r} = round({m} / {n}, 1)
{r} = len(range({i}, {m}))
{r} = sorted([{m}, {n}, {i}], reverse=True)
{r} = any([{i}, 0])
{r} = all([{i}, 1])
{r} = isinstance({n}, int), isinstance(items, (list, dict)), isinstance('a', str)
{r} = type({n}) is int
{r} = hasattr(table, 'keys')
{r} = callable(len)
{r} = [one * {n} for one in [1, {m}, {i}] if one > {n}]
{r} = []; for one in range({m}):;     if one % 2:;         continue;     {r}.append(one)
{r} = []; if other.flag():;     {r}.append({n}); else:;     {r} = [{m}]
{r} = {n}; if other.flag():;     {r} = None
{r} = {{}}; if other.flag():;     {r}['a'] = {n}
{r} = {n} if other.flag() else [{m}]
{r} = [{n}]; for one in range(other.count()):;     {r}.append({m})
{r} = table.get(other.key(), {n})
items.insert(other.count(), {n})
{r} = items.pop(other.count())
{r} = items[other.count()]
items[other.count()] = {n}
{r} = items[other.count():]
del items[other.count()]
{r} = {n} + other.count()
{r} = other.count() or {n}
{r} = [other.count()] * other.count()
{r} = 0; try:;     {r} = int('x'); except ValueError as error:;     {r} = {n}
{r} = list(itertools.product([1, {n}], [{m}]))
{r} = collections.Counter('aab')['a']
{r} = {n} @ 1 if {n} > 9 else ~{n}
{r} = {n} << 2 | 1 ^ {m} & 3
""".splitlines()
if sys.version_info >= (3, 10):
    VAGUE += """\
match [{n}, {m}]:;     case [1, last]:;         {r} = last;     case [*_, last]:;         {r} = [last]
match (1, [{n}, {m}]):;     case 1, [head, *more]:;         {r} = [head, more];     case _:;         {r} = 0
match items:;     case []:;         {r} = 'empty';     case list() as held:;         {r} = len(held)
match table:;     case {{'a': one, **rest}}:;         {r} = one;     case _:;         {r} = 0
match {n}:;     case 1 | 2:;         {r} = 'a';     case int(one) if one > 3:;         {r} = one;     case _: {r} = 9
""".splitlines()
START = ["items = [1, 2]", "line = deque([3, 4], maxlen={n})", "table = {{'a': 5, 'b': 6}}", "group = {{1, 2}}"]


class Other:
    """A library without a model in the interpreter."""

    def __init__(self, choose: random.Random) -> None:
        self.key, self.count = (lambda: choose.choice("abce")), (lambda: choose.randint(0, 3))
        self.flag = lambda: choose.random() < 0.5


def program(seed: str, statements: List[str]) -> Tuple[List[str], Dict[str, Any]]:
    """A program of these statements that raises nothing, and the values of its names in the end."""
    choose = random.Random(seed)
    names: Dict[str, Any] = {}
    body: List[str] = []
    environment = {**LIBRARIES, "other": Other(choose)}
    for statement in START + choose.choices(statements, k=12):
        parts = {"i": choose.randint(-3, 3), "n": choose.randint(1, 4), "m": choose.randint(5, 9)}
        parts.update(k=choose.choice(["'a'", "'b'", "2"]), j=choose.choice(["'c'", "3"]), r=f"r{len(body)}")
        lines = statement.format(**parts).split("; ")
        before = copy.deepcopy(names)
        try:
            exec("\n".join(lines), environment, names)
        except (IndexError, KeyError, TypeError, ValueError, ZeroDivisionError, StopIteration):
            names = before
            continue
        body += lines
    return body, {name: value for name, value in names.items() if not callable(value) and name != "error"}


@pytest.mark.parametrize("seed", range(200))
def test_statements_compute_what_python_computes(seed: int) -> None:
    body, names = program(f"exact {seed}", STATEMENTS)
    values = interpreted("", body, list(names))
    assert [name for name in names if not describes(values[name], names[name])] == [], "\n".join(body)
    assert [name for name in names if name != "group" and not is_exact(values[name])] == [], "\n".join(body)


def vague(seed: int) -> List[str]:
    """The names whose values are not known exactly, after checking that they include those of Python."""
    body, names = program(f"vague {seed}", STATEMENTS + 3 * VAGUE)
    values = interpreted("", body, list(names))
    assert [name for name in names if not describes(values[name], names[name])] == [], "\n".join(body)
    return [name for name in names if not is_exact(values[name])]


@pytest.mark.parametrize("seed", range(100))
def test_where_values_are_not_known_they_include_those_of_python(seed: int) -> None:
    vague(seed)


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
    assert [name for name in results if not describes(values[name], names[name])] == [], functions + "\n".join(body)
    assert [name for name in results if not is_exact(values[name])] == [], functions + "\n".join(body)


def vague_calls(seed: int) -> List[str]:
    """The results that are not known exactly, after checking that they include those of Python."""
    functions, body, names = calls(f"not known {seed}", [*KNOWN[:2], "*many", *KNOWN[3:], "**named"])
    results = [name for name in names if name.startswith("r")]
    values = interpreted(functions, body, results)
    assert [name for name in results if not describes(values[name], names[name])] == [], functions + "\n".join(body)
    return [name for name in results if not is_exact(values[name])]


@pytest.mark.parametrize("seed", range(40))
def test_calls_with_arguments_that_are_not_known_bind_those_of_python(seed: int) -> None:
    vague_calls(seed)


CLASSES = """\
import dataclasses


class Pair:
    __match_args__ = ("first", "second")

    def __init__(self, first, second):
        self.first, self.second, self.third = first, second, 7


@dataclasses.dataclass
class Record:
    one: object
    two: object = 2


class Child(Pair):
    pass
"""
SUBJECTS = """\
1
2.5
'a'
None
True
[1, 2]
(1, 2, 3)
[]
[[1, 2], 'a']
{'a': 1, 'b': [2]}
{}
Pair(1, 2)
Pair([1], 'a')
Child(1, 3)
Record(1)
Record('a', [2])
'ab'
""".splitlines()
PATTERNS = """\
1
2 | 'a' | 2.5
None
True
[]
[a]
[a, b]
(a, *b)
[1, *_, a]
[[a, b], c]
[_, _]
{'a': a}
{'a': 1, **a}
{'b': [a], 'a': b}
Pair(a, b)
Pair(1, second=a)
Pair(third=a)
Child(a, 3)
Child() | Record()
Record(a)
Record(one='a', two=a)
Record(a, [b])
int()
int(a)
str(a) | float(a)
list() as a
[1 | 2 as a, b]
a if a == 1
[a, b] if a != b
a
""".splitlines()


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python has no `match`")
@pytest.mark.parametrize("seed", range(8))
def test_what_python_assigns_in_a_match_is_included(seed: int) -> None:
    choose = random.Random(f"match {seed}")
    names: Dict[str, Any] = {}
    environment: Dict[str, Any] = {}
    exec(CLASSES, environment)
    body: List[str] = []
    for number in range(8):
        lines = ["a = b = c = 0", f"match {choose.choice(SUBJECTS)}:"]
        for case, pattern in enumerate(choose.sample(PATTERNS[:-1], 4)):
            lines += [f"    case {pattern}:", f"        r{number} = [{case}, a, b, c]"]
        lines += ["    case _:", f"        r{number} = [a, b, c]"]
        exec("\n".join(lines), environment, names)
        body += lines
    results = [name for name in names if name.startswith("r")]
    values = interpreted(CLASSES, body, results)
    assert [name for name in results if not describes(values[name], names[name])] == [], "\n".join(body)
