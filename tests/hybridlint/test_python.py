"""What the interpreter models of Python itself: types, the standard library, NumPy's scalars, containers."""

from __future__ import annotations

import textwrap
from typing import List

import pytest

from hybridlint.analysis import analyse
from hybridlint.finding import Finding


def findings_of(body: str, before: str = "", init: str = "", arguments: str = "x") -> List[Finding]:
    """The default findings in a block with this `hybrid_forward` and `__init__`, after `before`."""
    parts = ["import mxnet as mx", "import numpy as np", "from mxnet import autograd, nd", textwrap.dedent(before)]
    parts += ["from mxnet.gluon import HybridBlock, nn, rnn", "class Net(HybridBlock):"]
    if init:
        parts += ["    def __init__(self, **kwargs):", "        super().__init__(**kwargs)"]
        parts.append(textwrap.indent(textwrap.dedent(init), " " * 8))
    parts += [f"    def hybrid_forward(self, F, {arguments}):", textwrap.indent(textwrap.dedent(body), " " * 8)]
    return [finding for finding in analyse("\n".join(parts) + "\n") if finding.default]


def codes(body: str, before: str = "", init: str = "", arguments: str = "x") -> List[str]:
    """The codes of these findings."""
    return sorted({finding.code for finding in findings_of(body, before, init, arguments)})


GUARDED = "\n    assert x.ndim == 2\nreturn x * 2"


@pytest.mark.parametrize(
    "test",
    [
        "type(x) is nd.NDArray",
        "type(x) is not mx.sym.Symbol",
        "type(x) in (nd.NDArray,)",
        "issubclass(type(x), mx.nd.NDArray)",
        "x.__class__ is nd.NDArray",
        "x.__class__.__name__ == 'NDArray'",
        "isinstance(x, Array)",
        "isinstance(*(x, Array))",
        "isinstance(x, *[Array])",
        "F in (mx.nd, mx.ndarray)",
        "F not in (mx.sym, mx.symbol)",
        "'symbol' not in F.__name__",
        "F.__name__.split('.')[-1] == 'ndarray'",
        "getattr(F, 'NDArray', None) is not None",
    ],
)
def test_a_guard_is_understood_however_it_is_written(test: str) -> None:
    before = "from mxnet.ndarray import NDArray as Array"
    assert codes(f"if {test}:{GUARDED}", before) == []
    # The same test the other way round sends the traced phase where only arrays can go.
    assert codes(f"if not ({test}):{GUARDED}", before) != []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * 2 if type(x) == nd.NDArray else x * 3", ["HYB402"]),
        ("return x * len(type(x).__name__)", ["HYB403"]),
        ("if isinstance(x, mx.sym.Symbol) or x.ndim == 2:\n    return x * 2\nraise ValueError", []),
        ("assert isinstance(x, nd.NDArray)\nreturn x * 2", ["HYB410"]),
        ("assert isinstance(x, (nd.NDArray, mx.sym.Symbol))\nreturn x * 2", []),
        # Those of `mx.np` have classes of their own, below the others.
        ("x = F.np.exp(x)\nassert isinstance(x, (mx.np.ndarray, mx.sym.numpy._Symbol))\nreturn x * 2", []),
        ("x = F.np.exp(x)\nassert isinstance(x, mx.np.ndarray)\nreturn x * 2", ["HYB410"]),
        ("assert isinstance(x, mx.sym.numpy._Symbol)\nreturn x * 2", []),
        ("if not isinstance(x, nd.NDArray):\n    raise TypeError(x)\nreturn x * 2", ["HYB410"]),
        ("if isinstance(x, np.ndarray):\n    x = F.array(x)\nreturn x * 2", []),
        ("try:\n    x.asnumpy()\nexcept Exception:\n    y = x * 2\nelse:\n    y = x * 3\nreturn y", ["HYB402"]),
        ("try:\n    x.shape\nexcept AttributeError:\n    y = x * 2\nelse:\n    y = x * 2\nreturn y", []),
        ("with contextlib.suppress(AttributeError):\n    assert x.ndim == 2\nreturn x * 2", []),
        ("with contextlib.suppress(ValueError):\n    assert x.ndim == 2\nreturn x * 2", ["HYB101"]),
        ("n = 5\nwith contextlib.suppress(Exception):\n    n = x.shape[1]\nreturn x * n", ["HYB403"]),
        ("return x * 2 if autograd.is_training() else x * 2", []),
    ],
)
def test_the_phases_are_distinguished(body: str, expected: List[str]) -> None:
    assert codes(body, "import contextlib") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return operator.add(x, x * 2)", []),
        ("return operator.iadd(x * 1, x)", ["HYB203"]),
        ("return operator.getitem(x, 0) * 2", ["HYB301"]),
        ("return x * 2 if operator.truth(x) else x", ["HYB401"]),
        ("return functools.reduce(operator.mul, [x, x * 2, x * 3])", []),
        ("return functools.reduce(operator.iadd, [x * 1, x * 2])", ["HYB203"]),
        ("return functools.reduce(lambda a, b: a * b.ndim, [x, x * 2])", ["HYB101"]),
        ("f = functools.partial(F.clip, a_min=0, a_max=1)\nreturn f(x)", []),
        ("f = functools.partial(F.multiply, x)\nreturn f(x)", ["HYB103"]),
        ("@functools.lru_cache()\ndef double(t):\n    return t * 2\nreturn double(x)", ["HYB408"]),
        ("d = collections.OrderedDict(a=x)\nreturn d['a'] * x.ndim", ["HYB101"]),
        ("rows = collections.deque([x * 2])\nreturn rows", ["HYB605"]),
        ("rows = collections.deque([x, x * 2])\nreturn rows[0] + rows[1]", []),
        ("rows = collections.deque([x])\nrows.appendleft(x * 2)\nreturn rows[0] * rows[0].ndim", ["HYB101"]),
        ("return operator.itemgetter(0)(x) * 2", ["HYB301"]),
        ("return operator.itemgetter(1)([x, x * 2]) * 2", []),
        ("a, b = operator.itemgetter('a', 'b')({'a': x, 'b': x * 2})\nreturn a * b", []),
        ("return x * operator.attrgetter('size')(x)", ["HYB101"]),
        ("return x * operator.methodcaller('asscalar')(x)", ["HYB102"]),
        ("return operator.methodcaller('sum', axis=1)(x) * 2", []),
        ("return F.add_n(*map(operator.itemgetter(0), [[x], [x * 2]]))", []),
        ("return F.add_n(*map(functools.partial(F.clip, a_min=0, a_max=1), [x, x * 2]))", []),
    ],
)
def test_the_standard_library_hands_tensors_on(body: str, expected: List[str]) -> None:
    assert codes(body, "import collections, functools, operator") == expected


@pytest.mark.parametrize(
    ("before", "init", "body", "expected"),
    [
        ("", "self.k = random.random()", "return x * self.k", []),
        ("K = random.random()", "", "return x * K", []),
        ("", "self.rng = np.random.RandomState(3)", "return x * self.rng.rand()", ["HYB501"]),
        ("RNG = random.Random(3)", "", "return x * RNG.random()", ["HYB501"]),
        ("", "", "return x * np.random.default_rng().random()", ["HYB501"]),
        ("", "", "return x * np.random.RandomState(3).rand()", []),
        ("", "", "ks = [1, 2, 3]\nrandom.shuffle(ks)\nreturn x * ks[0]", ["HYB501"]),
    ],
)
def test_a_draw_varies_where_it_is_made_anew(before: str, init: str, body: str, expected: List[str]) -> None:
    assert codes(body, f"import random\n{before}", init) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x[np.int64(1)]", ["HYB302"]),
        ("return F.split(x, num_outputs=2, axis=1)[np.int64(1)]", ["HYB303"]),
        ("return np.int64(2) * x", []),
        ("return x * np.any([1.0, 2.0])", ["HYB202"]),
        ("return x * float(np.prod((2, 3)))", []),
        ("return x[slice(0, 1)] * 2", ["HYB301"]),
        ("return x[slice(None)] * 2", []),
        ("return x.__getitem__(1)", ["HYB302"]),
        ("return x * 2 if 1.0 in x else x * 3", ["HYB401"]),
        ("p = F.split(x, num_outputs=2, axis=1)\nreturn p + p", ["HYB309"]),
        ("pair = [x, x * 2]\npair.sort()\nreturn pair[0] * 2", ["HYB401"]),
        ("pair = [(2, x), (1, x * 2)]\npair.sort(key=lambda p: p[0])\nreturn pair[0][1] * 2", []),
        ("pair = [x, x * 2]\nreturn x * pair.index(pair[1])", ["HYB401"]),
        ("pair = [x, x * 2]\nreturn x * pair.index(pair[0])", []),
        ("kept = list(filter(None, [x, x * 2]))\nreturn F.add_n(*kept)", ["HYB401"]),
        ("kept = list(filter(lambda t: t is not None, [x, x * 2]))\nreturn F.add_n(*kept)", []),
        ("return x * {}.get(x, 2)", ["HYB408"]),
        ("return x * 2 if x in {1: 2} else x", ["HYB408"]),
        ("return lambda: x", ["HYB605"]),
        ("d = dict(zip('ab', [x, x * 2]))\nreturn d['a'] * d['b'].size", ["HYB101"]),
        ("d = dict({'a': x}, b=x * 2)\nreturn d['a'] * d['b'].size", ["HYB101"]),
        ("d = {}\ny = d.setdefault('a', x * 2)\nreturn y * d['a'].size", ["HYB101"]),
        ("return x * len(str(x))", ["HYB403"]),
        ("return x * len(repr(x))", ["HYB403"]),
        ("return x * len(str(type(x)))", ["HYB403"]),
        ("return x * len(f'{x!r}')", ["HYB403"]),
        ("return x * len('%s' % x)", ["HYB403"]),
        ("return x * len('{}'.format(x))", ["HYB403"]),
        ("return x * 2 if 'NDArray' in str(x) else x * 3", ["HYB402"]),
        ("label = f'{x}'\nreturn F.relu(x, name=f'act{1}')", []),
        ("return getattr(F, f'log{2}')(x)", []),
        ("hs = [x * 3, x * 4]\nh = hs[0]\nh %= 2\nreturn h + hs[0]", ["HYB204"]),
        ("hs = [x * 3, x * 4]\nfor h in hs:\n    h %= 2\nreturn F.add_n(*hs)", ["HYB204"]),
        ("h = x * 3\nh %= 2\nhs = [h]\nreturn F.add_n(*hs)", []),
        ("try:\n    if x.sum() > 0:\n        return x * 2\nexcept Exception:\n    pass\nreturn x * 3", ["HYB402"]),
    ],
)
def test_what_python_does_with_a_tensor(body: str, expected: List[str]) -> None:
    assert codes(body) == expected


@pytest.mark.parametrize(
    ("init", "body", "expected"),
    [
        (
            "self.d = nn.Dense(3)",
            "for p in self.d.collect_params().values():\n    x = x + p.data().sum()\nreturn x",
            ["HYB110"],
        ),
        (
            "self.cell = rnn.GRUCell(3)",
            "return self.cell.unroll(4, x, begin_state=self.cell.begin_state(2), merge_outputs=True)[0]",
            ["HYB110"],
        ),
        (
            "self.cell = rnn.GRUCell(3)",
            "begin = self.cell.begin_state(2, func=F.zeros)\n"
            "return self.cell.unroll(4, x, begin_state=begin, merge_outputs=True)[0]",
            [],
        ),
    ],
)
def test_arrays_among_symbols(init: str, body: str, expected: List[str]) -> None:
    assert codes(body, init=init) == expected


@pytest.mark.parametrize(
    ("body", "instead"),
    [
        ("return x + self.d.weight.data()", "use the argument of hybrid_forward"),
        ("return F.broadcast_add(x, self.d.weight.list_data()[0])", "use the argument of hybrid_forward"),
        ("return x + self.d(nd.ones((1, 3)))", "pass a Symbol to the layer"),
        ("return x + self.d.weight.grad()", "make it an input"),
        ("return x + nd.random.uniform(shape=(2, 3))", "draw it with `F.random` or make it an input"),
        ("return x + nd.array([1, 2, 3])", "use an operator of `F` or `self.params.get_constant`"),
    ],
)
def test_an_array_that_raises_among_symbols_is_not_called_frozen_as_well(body: str, instead: str) -> None:
    (finding,) = findings_of(body, init="self.d = nn.Dense(3)")
    assert finding.code == "HYB110"
    assert finding.message.endswith(f"; {instead}")


@pytest.mark.parametrize(
    ("made", "instead"),
    [
        ("F.array([1, 2, 3])", "make it a constant: `self.params.get_constant`"),
        ("F.array([x * 1, x * 2])", "combine tensors with `F.stack(*tensors)`"),
    ],
)
def test_an_array_of_tensors_is_no_constant(made: str, instead: str) -> None:
    (finding,) = findings_of(f"return F.broadcast_add(x, {made})")
    assert finding.code == "HYB103"
    assert finding.message.endswith(f"; {instead}")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("[[1.0, 2.0, 3.0]]", ["HYB201"]),
        ("nd.array([[1.0, 2.0, 3.0]])", ["HYB201"]),
        ("np.ones((1, 3))", ["HYB201"]),
        ("nd.zeros((1, 3))", ["HYB201"]),
        ("nd.array([[1.0, 2.0], [3.0, 4.0]])", []),
        ("np.arange(3)", []),
        ("table", []),
    ],
)
def test_a_constant_has_the_shape_that_is_written(value: str, expected: List[str]) -> None:
    init = f"self.c = self.params.get_constant('c', {value})"
    assert codes("return x - c", init=init, arguments="x, c") == expected
    assert codes("return F.broadcast_sub(x, c)", init=init, arguments="x, c") == []
