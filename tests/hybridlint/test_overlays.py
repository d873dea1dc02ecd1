"""The models of the standard library compute what the originals do."""

from __future__ import annotations

import ast
import functools
import importlib
import pathlib
import pkgutil
import random
import re
import sys
import types
from typing import Any, Dict, List

import pytest

from hybridlint import overlays
from hybridlint.analysis import analyse

FOLDER = pathlib.Path(overlays.__file__).parent
MODULES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")

#: What is compared. `a` and `b` are lists of small numbers, `n` is a number, `f` and `odd` are functions.
EXPRESSIONS = """
list(itertools.chain(a, b)), list(itertools.chain())
list(itertools.chain.from_iterable([a, b]))
list(itertools.islice(a, n)), list(itertools.islice(a, 1, n + 2)), list(itertools.islice(a, 0, None, 2))
list(itertools.takewhile(odd, a))
list(itertools.compress(a, b))
[list(copy) for copy in itertools.tee(a)], [list(copy) for copy in itertools.tee(a, n)]
list(itertools.starmap(f, zip(a, b)))
list(itertools.accumulate(a)), list(itertools.accumulate(a, f)), list(itertools.accumulate(a, initial=n))
list(itertools.pairwise(a))
list(itertools.product(a, b)), list(itertools.product(a, repeat=2))
list(itertools.combinations(a, 2)), list(itertools.combinations(a, n))
functools.reduce(f, a, n), functools.reduce(f, [n])
operator.add(n, 2), operator.sub(n, 2), operator.mul(n, 2), operator.truediv(n, 2), operator.floordiv(n, 2)
operator.mod(n, 2), operator.pow(n, 2), operator.lt(n, 2), operator.le(n, 2), operator.gt(n, 2), operator.ge(n, 2)
operator.eq(n, 2), operator.ne(n, 2), operator.and_(n, 2), operator.or_(n, 2), operator.xor(n, 2)
operator.matmul(Product(), n), operator.imatmul(Product(), n)
operator.concat(a, b), operator.contains(a, n)
operator.is_(n, None), operator.is_not(n, None), operator.getitem(a, 0)
operator.iadd(n, 2), operator.isub(n, 2), operator.imul(n, 2), operator.itruediv(n, 2), operator.ifloordiv(n, 2)
operator.imod(n, 2), operator.ipow(n, 2), operator.iand(n, 2), operator.ior(n, 2), operator.ixor(n, 2)
operator.iconcat(a[:], b), operator.neg(n), operator.pos(n), operator.abs(-n), operator.inv(n), operator.invert(n)
operator.not_(n), operator.truth(n), operator.length_hint(a)
changed(a, lambda copy: operator.setitem(copy, 0, n)), changed(a, lambda copy: operator.delitem(copy, 0))
operator.itemgetter(0)(a), operator.itemgetter(0, -1)(a)
operator.attrgetter("real")(n), operator.attrgetter("real", "imag.real")(n)
operator.methodcaller("count", n)(a), operator.methodcaller("index", a[0], 0)(a)
list(collections.OrderedDict(first=n, second=2)), ordered(collections.OrderedDict)
typing.cast(int, n)
list(collections.UserList(a)), counted(collections.Counter)
exit_stack(contextlib.ExitStack()), closed(contextlib.closing)
dispatched(functools.singledispatch(lambda first, *others: "other"))
functools.total_ordering(Record) is Record
described(builtins.property)
builtins.staticmethod(f).__get__(None, list)(n, 2)
"""

HELPERS = """
def f(first, second): return 2 * first - second
def odd(number): return number % 2 == 1
def ordered(kind):
    made = kind(first=1, second=2, third=3)
    made.move_to_end("first")
    made.move_to_end("second", last=False)
    return list(made), made.popitem(), made.popitem(last=False), list(made)
def counted(kind):
    counts = kind([2, 2, 3], other=5)
    counts.update({2: 1})
    counts.subtract([3, 3], other=1)
    counts["new"] += 2
    return sorted(counts.values()), counts[2], counts["missing"], kind("ab") == kind(a=1, b=1)
def exit_stack(stack):
    seen = []
    class Manager:
        def __enter__(self): return 4
        def __exit__(self, *raised): seen.append("left")
    with stack as entered:
        seen.append(entered is stack)
        entered.callback(seen.append, "called")
        entered.push(lambda *raised: seen.append("pushed"))
        seen.append(entered.enter_context(Manager()))
    return seen
def closed(manager):
    seen = []
    class Thing:
        def close(self): seen.append("closed")
    with manager(Thing()) as thing: seen.append(type(thing).__name__)
    return seen
class Product:
    def __matmul__(self, other): return "product", other
def changed(items, change):
    copy = list(items)
    change(copy)
    return copy
def dispatched(function):
    function.register(str)(lambda first, *others: "string")
    function.register(list, lambda first, *others: others)
    return function("a"), function([], 1, 2), function(3)
def described(kind):
    class Thing:
        number = kind(lambda self: self.held + 1, lambda self, held: setattr(self, "held", held))
    thing = Thing()
    thing.number = 4
    return thing.number

class Record:
    def __lt__(self, other): return self.number < other.number
"""


def _lines() -> List[str]:
    lines = [line for line in EXPRESSIONS.splitlines() if line]
    return [line for line in lines if sys.version_info >= (3, 10) or "pairwise" not in line]


@functools.lru_cache(maxsize=None)
def _model(name: str) -> types.ModuleType:
    module = types.ModuleType(name)
    exec(overlays.source(name), vars(module))
    return module


def _evaluated(line: str, modelled: bool, seed: int) -> Any:
    numbers = random.Random(seed)
    names: Dict[str, Any] = {
        module: _model(module) if modelled else importlib.import_module(module) for module in MODULES
    }
    exec(HELPERS, names)
    names["a"] = [numbers.randrange(4) for _ in range(numbers.randrange(3, 6))]
    names["b"] = [numbers.randrange(4) for _ in range(numbers.randrange(1, 6))]
    names["n"] = numbers.randrange(1, 4)
    return eval(line, names)


@pytest.mark.sample(2)
@pytest.mark.parametrize("line", _lines())
def test_a_model_computes_what_the_original_does(line: str) -> None:
    modelled = line.replace("chain.from_iterable", "chain_from_iterable")
    for seed in range(20):
        assert _evaluated(modelled, True, seed) == _evaluated(line, False, seed), seed


@pytest.mark.parametrize("module", MODULES)
def test_each_model_is_of_something_in_its_module_and_is_compared(module: str) -> None:
    definitions = ast.parse(overlays.source(module)).body[1:]
    assert definitions
    for definition in definitions:
        assert isinstance(definition, (ast.FunctionDef, ast.ClassDef)) and not definition.decorator_list
        name = definition.name.replace("chain_from", "chain.from")
        assert re.search(rf"\b{module}\.{name}\b", EXPRESSIONS)
        # Python 3.10 is the first to have `itertools.pairwise`.
        if definition.name != "pairwise" or sys.version_info >= (3, 10):
            real: Any = importlib.import_module(module)
            for part in name.split("."):
                real = getattr(real, part)
            assert callable(real)


@pytest.mark.parametrize("call", ["itertools.chain(x, [x])", "functools.reduce(min, x)", "operator.add(x, True)"])
def test_what_a_model_does_is_reported_where_the_file_calls_it(call: str) -> None:
    source = f"""\
import functools, itertools, operator
from mxnet.gluon import HybridBlock

class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        x = F.relu(x)
        y = list([
            {call}])
        return F.relu(x)
"""
    findings = analyse(source)
    assert findings and {finding.line for finding in findings} == {8}
    assert all(call.partition("(")[0].partition(".")[2] in finding.message for finding in findings)


def test_a_function_has_one_model() -> None:
    for name in ("builtins.len", "itertools.chain"):
        with pytest.raises(ValueError, match=re.escape(name)):
            overlays.coded(name)(len)


@pytest.mark.parametrize("folder", ["engine", "library", "lifecycle"])
def test_no_other_table_has_functions_by_name(folder: str) -> None:
    package = importlib.import_module(f"hybridlint.interpreter.{folder}")
    modules = [
        importlib.import_module(f"{package.__name__}.{info.name}") for info in pkgutil.iter_modules(package.__path__)
    ]
    tables = [
        f"{module.__name__}.{name}"
        for module in modules
        for name, table in vars(module).items()
        if name[:2] != "__" and isinstance(table, (dict, tuple, list))
        for item in (table.items() if isinstance(table, dict) else table)
        if isinstance(item, tuple) and item and isinstance(item[0], (str, re.Pattern)) and any(map(callable, item[1:]))
    ]
    assert modules and tables == []
