"""From text to findings: what the interpreter follows, where findings stand, and what happens when it cannot go on."""

from __future__ import annotations

import ast
import gc
import textwrap
import tracemalloc
from typing import List, Tuple

import pytest

from hybridlint.analysis import NotAnalysed, analyse
from hybridlint.interpreter.engine import core


def block(body: str, before: str = "", init: str = "", arguments: str = "x") -> str:
    """A module with one block: its `hybrid_forward` and, where given, its `__init__` and what stands before it."""
    parts = ["import mxnet as mx", "from mxnet import autograd, nd", "from mxnet.gluon import HybridBlock, nn, rnn"]
    parts += [textwrap.dedent(before), "class Net(HybridBlock):"]
    if init:
        parts += ["    def __init__(self, n=2, **kwargs):", "        super().__init__(**kwargs)"]
        parts.append(textwrap.indent(textwrap.dedent(init), " " * 8))
    parts += [f"    def hybrid_forward(self, F, {arguments}):", textwrap.indent(textwrap.dedent(body), " " * 8)]
    return "\n".join(parts) + "\n"


#: What a squeeze-and-excitation block does with the pooled features.
EXCITATION = """
    self.pool, self.body = nn.GlobalAvgPool2D(), nn.HybridSequential()
    self.body.add(nn.Conv2D(2, 1, activation='relu'), nn.Conv2D(4, kernel_size=1))
"""


def codes(text: str) -> List[str]:
    """The codes of the default findings."""
    return sorted({finding.code for finding in analyse(text) if finding.default})


def test_an_analysis_is_freed_without_the_garbage_collector() -> None:
    """The collector is off during an analysis: in a cycle, all values of every file would remain until it runs."""
    gc.collect()
    gc.disable()
    try:
        assert codes(block("return x.asnumpy()"))
        assert not [remaining for remaining in gc.get_objects() if isinstance(remaining, core.Core)]
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # Values are followed through names, helpers, containers and closures.
        ("y = x\nz = y\nreturn F.relu(z) * z.ndim", ["HYB101"]),
        ("pair = [x, x * 2]\nreturn x * pair[1].asscalar()", ["HYB102"]),
        ("def inner(t):\n    return t * x.size\nreturn inner(x)", ["HYB101"]),
        ("f = lambda t: t + x.T\nreturn f(x)", ["HYB101"]),
        ("table = {'a': x}\nfor name, t in table.items():\n    x = x * t.size\nreturn x", ["HYB101"]),
        ("first, *rest = F.split(x, num_outputs=3, axis=1)\nreturn rest[0] * rest[1].ndim", ["HYB101"]),
        ("o, s = F.contrib.foreach(lambda d, st: (d * st[0].size, st), x, [x * 1])\nreturn o", ["HYB101"]),
        ("return (y := x * 2) * y.ndim", ["HYB101"]),
        # Guards make a branch imperative; what comes after is traced again.
        ("if F is mx.nd:\n    print(x.shape)\nreturn x * 2", []),
        ("if F is not mx.nd:\n    pass\nelse:\n    print(x.shape)\nreturn x * 2", []),
        ("if isinstance(x, nd.NDArray) and x.shape[0] > 1:\n    assert x.ndim == 2\nreturn x * 2", []),
        ("if hasattr(x, 'shape'):\n    assert x.shape[0]\nreturn x * x.size", ["HYB101"]),
        ("if F is mx.sym:\n    return x * 2\nreturn x * x.shape[1] / x.shape[1] * 2", []),
        ("try:\n    n = x.shape[0]\nexcept AttributeError:\n    n = 0\nreturn x.reshape((n, -1))", []),
        # Python values are followed far enough to pass what works.
        ("n = 3\nif n > 2:\n    n += 1\nreturn x * n", []),
        ("scale = [1, 2]\nscale[0] *= 2\nreturn x * scale[0]", []),
        ("return x * (len([1, 2]) > 1)", ["HYB202"]),
        # Several outputs are reported from rows.
        ("a, b = F.split(x, num_outputs=2, axis=1)\nreturn a + b", []),
        ("return F.topk(x, k=2, ret_typ='both')[1]", []),
        ("return F.topk(x, k=2)[0]", ["HYB301"]),
        # The body of a loop runs once while tracing.
        (
            "n = 0\ndef body(d, st):\n    nonlocal n\n    n += 1\n    return d * n, st\n"
            "return F.contrib.foreach(body, x, [])[0]",
            ["HYB503"],
        ),
        ("return F.contrib.cond(True, lambda: x * 2, lambda: x * 3)", ["HYB409"]),
        ("return F.contrib.cond(x.sum() > 0, lambda: x * 2, lambda: x * 3)", []),
        # What comes back as it came has no gradient, however it is written.
        ("return x[:]", ["HYB606"]),
        ("return x[0:]", ["HYB606"]),
        ("return x[:] * 1", []),
        ("return ()", ["HYB604"]),
        # A block that is made in the body is no child.
        ("d = nn.Dense(3)\nd.initialize()\nreturn d(x)", ["HYB702"]),
        ("return nn.Activation('relu')(x)", []),
        ("self.d = nn.Dense(3)\nself.d.initialize()\nreturn self.d(x)", []),
        # A graph needs an input that something comes of.
        ("return F.zeros((2, 3)) * 2", ["HYB609"]),
        ("return F.concat(*[F.arange(3), F.random.uniform(shape=(3,))], dim=0)", ["HYB609"]),
        ("return F.zeros((1, 3)), x * 2", []),
        ("return F.broadcast_add(F.arange(3), x)", []),
        ("return F.zeros_like(x)", []),
        # Shapes that can be derived.
        ("return x / F.sum(x, axis=1, keepdims=True)", ["HYB201"]),
        ("m = x.mean(axis=(1,), keepdims=True)\nreturn x - m", ["HYB201"]),
        ("m = x.mean(axis=1, keepdims=True)\nreturn F.broadcast_sub(x, m)", []),
        ("return x.sum(axis=1) / x.mean(axis=1)", []),
        ("return x - F.slice_axis(x, axis=1, begin=0, end=1)", ["HYB201"]),
        ("return x - F.slice_axis(x, axis=1, begin=-1, end=None)", ["HYB201"]),
        ("return x - F.slice_axis(x, axis=1, begin=0, end=2)", []),
        ("return F.expand_dims(x, 1) * F.expand_dims(x * 2, 0)", ["HYB201"]),
        ("return x.sum(axis=1, keepdims=True) + F.sum(x.transpose(), axis=0, keepdims=True)", ["HYB201"]),
        ("return x.sum(axis=1, keepdims=True) + F.sum(x * 2, axis=1, keepdims=True)", []),
        ("return x.sum(axis=1, keepdims=True) + F.sum(x * 2, axis=-1, keepdims=True)", []),
        # One number, times something that is not known: mostly another number.
        ("return F.zeros((1,)) + unknown / F.sum(x * x)", []),
        ("return F.expand_dims(x, 1) * F.expand_dims(x * 2, 1)", []),
        # The last of a class's own state is not that of the call before.
        ("self.seen = []\nself.seen.append(x * 2)\nreturn self.seen[0] + x", []),
    ],
)
def test_what_is_followed(body: str, expected: List[str]) -> None:
    assert codes(block(body)) == expected


@pytest.mark.parametrize(
    ("init", "body", "expected"),
    [
        ("self.body = nn.Dense(3)", "return x * self.body(x).ndim", ["HYB101"]),
        ("self.body = nn.HybridSequential()\nself.body.add(nn.Dense(3))", "return self.body(x)[0]", ["HYB301"]),
        ("for i in range(n):\n    setattr(self, 'fc%d' % i, nn.Dense(3))", "return self.fc0(x)", []),
        ("self.cell = rnn.LSTMCell(3)", "o, s = self.cell(x, [x, x])\nreturn s[0]", []),
        ("self.lstm = rnn.LSTM(3)", "return self.lstm(x)[0]", ["HYB301"]),
        ("self.scale = 2", "return x * self.scale if self.scale > 1 else x * 3", []),
        ("self.table = nd.ones((2, 3))", "return x * self.table", ["HYB110"]),
        ("self.table = nd.random.uniform(shape=(2, 3))", "return x * self.table", ["HYB110"]),
        ("self.factor = float(nd.random.uniform(shape=1).asscalar())", "return x * self.factor", []),
        ("self.flag = n > 1", "if self.flag:\n    return x.T\nreturn x * 2", ["HYB101"]),
        ("self.pool = nn.GlobalAvgPool2D()", "return x * self.pool(x)", ["HYB201"]),
        ("self.gate = nn.Dense(1)", "return x * F.sigmoid(self.gate(x))", ["HYB201"]),
        ("self.gate = nn.Dense(3)", "return x * F.sigmoid(self.gate(x))", []),
        ("self.one, self.two = nn.Dense(1), nn.Dense(1)", "return self.one(x) * self.two(x)", []),
        (EXCITATION, "return x * self.body(self.pool(x))", ["HYB201"]),
        (EXCITATION, "return x * F.sigmoid(self.body(self.pool(x)) + 3) / 6", ["HYB201"]),
        (EXCITATION, "return F.broadcast_mul(x, self.body(self.pool(x)))", []),
        (EXCITATION, "y = self.pool(x)\nreturn y * self.body(y)", []),
        (EXCITATION, "return x + self.body(x)", []),
        # What the first call alone draws is the same in every call, in both phases.
        ("self.k = None", "import random\nif self.k is None:\n    self.k = random.random()\nreturn x * self.k", []),
        ("pass", "import random\nif not hasattr(self, 'k'):\n    self.k = random.random()\nreturn x * self.k", []),
        (
            "pass",
            "import numpy as np\nif 'k' not in vars(self):\n    self.k = np.random.rand()\nreturn x * self.k",
            [],
        ),
        ("self.k = None", "import time\nk = self.k\nif k is None:\n    k = self.k = time.time()\nreturn x * k", []),
    ],
)
def test_what_init_puts_on_self(init: str, body: str, expected: List[str]) -> None:
    assert codes(block(body, init=init)) == expected


@pytest.mark.parametrize(
    ("arguments", "body", "expected"),
    [
        ("states", "return states[0] * 2", []),
        ("x", "return x[0] * 2", ["HYB301"]),
        ("x", "h, c = x[0], x[1]\nreturn h + c", []),
        ("x: list", "return x[0] * x[0]", []),
        ("x, states=None", "if states is None:\n    return x * 2\nreturn x + states", []),
        ("x, *others", "return F.concat(x, *others, dim=1)", []),
        ("hc", "h, c = hc\nreturn h + c", []),
        ("xs: list", "return xs", ["HYB606"]),
        ("xs: list", "return xs[0]", ["HYB606"]),
        ("xs: list", "return [t * 2 for t in xs]", []),
        ("x, states", "for _ in range(9):\n    x = F.relu(x + states[0] + states[1])\nreturn x, states", []),
        ("x", "if isinstance(x, (list, tuple)):\n    x = F.concat(*x, dim=1)\nreturn x * 2", []),
        ("x, n=2", "for _ in range(n):\n    x = x * 2\nreturn x", []),
    ],
)
def test_what_inputs_are(arguments: str, body: str, expected: List[str]) -> None:
    assert codes(block(body, arguments=arguments)) == expected


def place(text: str) -> Tuple[int, int]:
    """Line and column of the only finding."""
    (finding,) = [finding for finding in analyse(text) if finding.default]
    return finding.line, finding.column


def test_findings_stand_where_the_text_has_them() -> None:
    text = block("return F.relu(x) * x.ndim", before="def unrelated():\n    return 1\n\n\nTABLE = {\n    'a': 1,\n}\n")
    line, column = place(text)
    assert text.splitlines()[line - 1][column:].startswith("x.ndim")


def test_positions_do_not_depend_on_who_parsed() -> None:
    text = "# -*- coding: utf-8 -*-\n\n" + block("größe = 'ä'; return x * x.ndim")
    assert analyse(text) == analyse(text, tree=ast.parse(text))
    line, column = place(text)
    assert text.splitlines()[line - 1][column:].startswith("x.ndim")


def test_decorated_and_nested_classes() -> None:
    text = "from mxnet.gluon import HybridBlock\n\n\ndef make():\n    @register\n    class Net(HybridBlock):\n"
    text += "        @wrap\n        def hybrid_forward(self, F, x):\n            return x * x.ndim\n"
    assert place(text)[0] == 9


def test_annotated_names_of_a_module_are_constants() -> None:
    text = """\
from mxnet.gluon import HybridBlock

SETTINGS = type("Settings", (), {{}})
SETTINGS.axis: int = 0
AXIS: int
{constant}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[AXIS]
"""
    assert [item.code for item in analyse(text.format(constant="AXIS: int = 0")) if item.default] == ["HYB301"]
    assert [item.code for item in analyse(text.format(constant="AXIS: int = 1")) if item.default] == ["HYB302"]


def test_loops_within_loops_do_not_hide_what_follows() -> None:
    loops = "".join(" " * 4 * depth + f"for i{depth} in range(8):\n" for depth in range(7))
    assert codes(block(loops + " " * 28 + "x = x + 1\nreturn x[0]")) == ["HYB301"]


def test_giving_up_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "BUDGET", 5)
    monkeypatch.setattr(core, "BUDGET_PER_LINE", 0)
    (finding,) = analyse(block("y = x * 2\nreturn y[0]"))
    assert finding.code == "HYB001" and "not analysed to the end" in finding.message


_OTHER = """

class Other(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0]
"""
_CHAIN = "".join(f"def f{i}(F, x):\n    return f{i + 1}(F, x)\n" for i in range(80))


@pytest.mark.parametrize(
    ("lines", "around", "reason"),
    [
        ("return x" + " + 1" * 1500, "", "limit of recursion"),
        ("return f0(F, x)", _CHAIN + "def f80(F, x):\n    return x.shape\n", "calls are nested"),
        ("return f(F, x, 99)", "def f(F, x, n):\n    return f(F, x, n - 1) if n else x.shape\n", "calls itself"),
        ("return f(F, x, 20)", "def f(F, x, n):\n    return f(F, x, n - 1) if n else x * 2\n", ""),
        ("return x" + " + 1" * 200, "", ""),
        ("return f0(F, x)", _CHAIN.replace("f20(", "g(") + "def f19(F, x):\n    return x * 2\n", ""),
    ],
)
def test_a_block_that_is_not_analysed_to_its_end_is_reported(lines: str, around: str, reason: str) -> None:
    text = block(lines) + _OTHER + around
    of_limit = [finding for finding in analyse(text) if finding.code == "HYB001"]
    assert [finding.code for finding in analyse(text) if finding.default] == ["HYB001"] * bool(reason) + ["HYB301"]
    assert all(
        finding.message.startswith("`Net` is not analysed") and reason in finding.message for finding in of_limit
    )


@pytest.mark.parametrize(
    "before",
    [
        "n = 7 ** 10000",
        "n = 1 if 10 ** 300 > 1 else 2",
        "n = len(range(10 ** 20))",
        "n = [i for i in range(10 ** 30)]",
        "n = " + " if x is None else ".join(map(str, range(150))),
        "if self.k == 0:\n    n = 0\n" + "".join(f"elif self.k == {i}:\n    n = {i}\n" for i in range(1, 200)),
        f"n = {list(range(20000))}[7]",
        "n = (" + "lambda: (" * 30 + "2" + ")" * 31 + "()" * 30,
    ],
)
def test_what_is_large_does_not_hide_a_finding(before: str) -> None:
    assert codes(block(f"{before.rstrip()}\nreturn x.shape")) == ["HYB101"]


def test_what_a_driver_costs_is_no_limit_of_a_block() -> None:
    loops = "".join(" " * 4 * depth + f"for i{depth} in range(8):\n" for depth in range(9))
    driver = "def walk(a):\n    return [walk(b) for b in a]\n" + loops + " " * 36 + "net = walk([[Net()], [Net()]])\n"
    assert codes(block("return x.shape") + "\n" + driver) == ["HYB101"]


def test_a_syntax_error_is_reported_with_its_place() -> None:
    with pytest.raises(NotAnalysed, match="not Python") as raised:
        analyse("import mxnet\n\nclass Net(HybridBlock:\n    pass\n")
    assert raised.value.line == 3 and raised.value.column > 0


def test_what_libcst_cannot_parse_is_analysed() -> None:
    assert codes(block("(y): int = 3\nreturn x[0] * y")) == ["HYB301"]


def test_a_place_in_an_f_string_is_on_its_line() -> None:
    (finding,) = analyse(block('y = F.relu(x)\nname = f"é {x.shape}"\nreturn F.identity(y, name=name)'))
    assert finding.code == "HYB101" and "x.shape" in finding.message
    assert "é" in block('y = F.relu(x)\nname = f"é {x.shape}"').splitlines()[finding.line - 1]


def test_recursion_of_the_user_ends() -> None:
    walk = "def walk(F, x, n):\n    return x if n == 0 else walk(F, x * x.ndim, n - 1)"
    text = block("return walk(F, x, 3)", before=walk)
    assert codes(text) == ["HYB101"]


def test_recursion_in_loops_does_not_hide_what_follows() -> None:
    loops = "".join("    " * depth + f"for item in stack{depth}:\n" for depth in range(1, 5))
    calls = "".join("    " * 5 + f"net += grow(stack, depth + {step})\n" for step in range(8))
    grow = f"def grow(stack, depth):\n    net = []\n{loops}{calls}    return net"
    assert codes(block("grow(self.stack, 0)\nreturn x[0]", before=grow)) == ["HYB301"]


def test_mxnet_versions_are_known_by_name() -> None:
    with pytest.raises(ValueError, match="1.9.1"):
        analyse(block("return x * 2"), mxnet_version="0.12")


@pytest.mark.parametrize(
    ("forward", "expected"),
    [
        ("return x * 2", ["HYB704"]),
        ("y = self.child.forward(x)\nreturn y", ["HYB704"]),
        # A base that hands on to HybridBlock, and one that its subclasses fill in, are never run as they are.
        ("return super().forward(x)", []),
        ("return mx.gluon.HybridBlock.forward(self, x)", []),
        ("'''Subclasses compute.'''\nraise NotImplementedError", []),
    ],
)
def test_a_forward_that_makes_no_graph(forward: str, expected: List[str]) -> None:
    head = "import mxnet as mx\nclass Net(mx.gluon.HybridBlock):\n    def forward(self, x):\n"
    assert codes(head + textwrap.indent(forward, " " * 8) + "\n") == expected


@pytest.mark.parametrize(
    ("index", "begin", "end"),
    [(":3", "0", "3"), ("-self.n:", "-self.n", "None"), ("1:self.n + 2", "1", "self.n + 2"), ("None:2", "0", "2")],
)
def test_the_bounds_of_a_slice_are_kept_in_what_is_proposed(index: str, begin: str, end: str) -> None:
    (finding,) = analyse(block(f"return x[{index}] * 2", init="self.n = n"))
    assert f"`F.slice_axis(x, axis=0, begin={begin}, end={end})`" in finding.message


@pytest.mark.parametrize(
    "expression",
    [
        "boom()",
        "[boom(i) for i in range(3)]",
        "sorted([x], key=boom)",
        "(lambda one: boom(one))(x)",
        "F.contrib.foreach(lambda data, state: boom(data, state), x, F.zeros_like(x))",
        "next(one for one in [x] if boom())",
        "getattr(self, boom(), None)",
        "self.raising",
        "self.dense(boom())",
    ],
)
def test_what_follows_a_call_that_always_raises_is_not_reported(expression: str) -> None:
    text = block(f"y = {expression}\nreturn x[0:1]", init="self.dense = nn.Dense(3)")
    text += "\n    @property\n    def raising(self):\n        boom()\n"
    text += "\n\ndef boom(*values):\n    raise ValueError(values)\n"
    assert codes(text) == []
    assert "HYB301" in codes(text.replace("raise ValueError(values)", "print(len(values))"))


@pytest.mark.parametrize(
    "long",
    [
        '"{:>90000000}".format("a")',
        '"{:{w}}".format("a", w=90000000)',
        '"%90000000d" % 1',
        '"a".ljust(90000000)',
        '"a".zfill(90000000)',
        '"\\t".expandtabs(90000000)',
        '"a" * 90000000',
        '("a" * 999).replace("a", "b" * 999).replace("b", "c" * 999)',
    ],
)
def test_no_long_string_is_made(long: str) -> None:
    text = block(f"return getattr(F, {long})(x)")
    tracemalloc.start()
    try:
        analyse(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 50_000_000


@pytest.mark.parametrize("sliced", ["x[:10**18]", "x[:10**18:7]", "F.split(x, num_outputs=2)[:10**18]"])
def test_a_slice_of_any_length_is_judged_at_once(sliced: str) -> None:
    (code,) = codes(block(f"return {sliced} * 2"))
    assert code in ("HYB302", "HYB303")


@pytest.mark.parametrize(
    ("scope", "inside", "returned", "expected"),
    [
        # A pause matters where a gradient would pass through what is computed under it.
        ("pause", "y = x * 2", "x * y", ["HYB405"]),
        ("pause", "y = F.relu(self.dense(F.BlockGrad(x)))", "x + y", ["HYB405"]),
        ("pause", "y = F.BlockGrad(x * 2)", "x * y", []),
        ("pause", "y = x * 2", "x * F.BlockGrad(y)", []),
        ("pause", "y = F.sign(x) * (x > 0)", "x * y", []),
        ("pause", "y = F.ones_like(x) * 2", "x * y", []),
        ("pause", "y = helper(F, x)", "x * y", []),
        ("pause", "y = F.BlockGrad(self.given(x * 2))", "x * y", []),
        ("pause", "y = x * 2", "self.given(y)", ["HYB405"]),
        # It leaves training, too; and a mode matters to what computes otherwise in it.
        ("pause", "y = F.Dropout(F.BlockGrad(x))", "x * y", ["HYB405"]),
        ("train_mode", "y = F.Dropout(x)", "y", ["HYB405"]),
        ("train_mode", "y = self.dense(x)", "y", []),
        ("predict_mode", "y = self.drop(x)", "y", ["HYB405"]),
        ("predict_mode", "y = self.body(x)", "y", ["HYB405"]),
        ("predict_mode", "y = self.given(x)", "y", []),
        ("record", "y = self.norm(x)", "y", ["HYB405"]),
        ("record", "y = F.relu(x)", "y", []),
    ],
)
def test_scopes_of_autograd_that_matter(scope: str, inside: str, returned: str, expected: List[str]) -> None:
    init = """
        self.dense, self.drop, self.norm = nn.Dense(3, in_units=3), nn.Dropout(0.5), nn.BatchNorm(in_channels=3)
        self.body = nn.HybridSequential()
        for _ in range(n):
            self.body.add(nn.Dense(3, in_units=3), nn.Dropout(0.5))
        self.given = n
    """
    text = block(f"with autograd.{scope}():\n    {inside}\nreturn {returned}", "from other import helper", init)
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("body", "operators"),
    [
        (
            "with autograd.pause():\n    y = x * 2\nreturn x * y",
            ("F.BlockGrad", "F.BlockGrad` on `x.as_nd_ndarray()"),
        ),
        ("return x * x.detach()", ("F.BlockGrad", "F.BlockGrad` on `x.as_nd_ndarray()")),
        ("return x * x.copy()", ("F.identity", "F.np.copy")),
    ],
)
def test_operators_for_arrays_of_mx_np_are_those_that_take_them(body: str, operators: Tuple[str, str]) -> None:
    for before, operator in zip(("", "mx.npx.set_np()"), operators):
        (finding,) = analyse(block(body, before))
        assert finding.message.endswith(f"use `{operator}`")


def test_a_name_does_not_decide_why_a_value_is_frozen() -> None:
    for name in ("steps", "is_training", "data", "random_state"):
        text = block(f"self.{name} += 1\nreturn x * self.{name}", init=f"self.{name} = 0")
        assert codes(text) == ["HYB503"], name


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # `mx.nd.ndarray` is the module that defines NDArray, and `F` in neither phase.
        ("return x.reshape(x.shape) if F is nd.ndarray else F.relu(x)", []),
        ("if isinstance(x, nd.ndarray.NDArray):\n    print(x.shape)\nreturn x * 2", []),
        ("return x + mx.nd.ndarray.zeros(3)", ["HYB110"]),
        # An input may be one number; what is reduced may not be what it is reduced to.
        ("return y * F.sum(x)", []),
        ("return F.exp(y) * F.sum(x * x)", []),
        ("return F.exp(x) / F.sum(F.exp(x))", ["HYB201"]),
        ("return x / (F.sum(x * x) + 1)", ["HYB201"]),
        ("return (x - y) / F.sum(y)", ["HYB201"]),
        ("total = sum([F.sum(x), F.sum(y)])\nreturn unknown(3) * y - total", []),
        ("return y * F.sum(x) - F.sum(y * y * x)", []),
        # What is picked by the index of a list that is handed over, is of a list as well.
        ("return sum([params[i] * y[i] for i in range(len(params))])", []),
        # The first row of one number is that number.
        ("return F.sum(x)[0] * x.mean()[0:1] * F.size_array(y)[0]", []),
        ("for one in F.sum(x):\n    y = F.broadcast_add(y, one)\nreturn y * float(len(F.sum(x)))", []),
        ("return F.sum(x)[-1] * 2", ["HYB302"]),
        ("return F.sum(x, axis=0)[0] * 2", ["HYB301"]),
        # What no array has, something else has.
        ("w = y.data()\nreturn x * w * y.shape[0]", []),
        # A list has no `transpose`.
        ("tokens = y.transpose()\nfor token in y:\n    x = x + token\nreturn x + tokens", ["HYB304"]),
        # A block that refuses.
        ("if F is mx.sym:\n    raise ValueError('imperative only')\nreturn x * x.shape[0]", ["HYB410"]),
        ("if not isinstance(x, nd.NDArray):\n    raise TypeError\nreturn x * 2", ["HYB410"]),
        ("assert F is nd, 'imperative only'\nreturn x * 2", ["HYB410"]),
        ("assert isinstance(x, (nd.NDArray, mx.sym.Symbol))\nreturn x * 2", []),
        ("if F is mx.nd:\n    pass\nelif F is mx.sym:\n    pass\nelse:\n    raise ValueError\nreturn x * 2", []),
        ("if F is mx.nd and x.shape[0] > 9:\n    raise ValueError\nreturn x * 2", []),
    ],
)
def test_idioms_of_published_code(body: str, expected: List[str]) -> None:
    assert codes(block(body, arguments="x, y, params=()")) == expected


@pytest.mark.parametrize(
    "call",
    [
        "print(x)",
        "print(str(x))",
        'print(f"{x}")',
        'print("%s" % x)',
        'print("x =", "{}".format(x))',
        "print('x: ' + str(x))",
    ],
)
def test_a_tensor_may_be_printed_as_text(call: str) -> None:
    assert codes(block(f"{call}\nreturn x * 2")) == ["HYB407"]


def test_an_index_of_outputs_may_be_a_slice() -> None:
    init = "self.part = kwargs.pop('part')"
    assert codes(block("return F.concat(*x.split(num_outputs=9, axis=1)[self.part], dim=1)", init=init)) == []
    assert codes(block("return x.split(num_outputs=9, axis=1)[self.part].ndim * x", init=init)) == ["HYB101"]
    assert codes(block("return F.concat(*x.split(num_outputs=9, axis=1)[3], dim=1)")) == ["HYB304"]


def test_a_callable_from_outside_returns_a_tensor() -> None:
    for returned, expected in (("y * y.shape[0]", ["HYB101"]), ("y[0] + len(y)", [])):
        text = block(f"y = self.loss(x)\nreturn {returned}", init="self.loss = loss")
        assert codes(text.replace("n=2", "loss")) == expected


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("self.scale is None", []),
        ("not self.scale is not None", []),
        ("self.scale is None and self.n > 1", []),
        ("self.n > 1", ["HYB401"]),
        ("self.scale is not None", ["HYB401"]),
    ],
)
def test_a_tensor_of_one_configuration_is_none_in_the_other(test: str, expected: List[str]) -> None:
    body = f"""
        factor = self.factor(F, x)
        if {test}:
            if factor > 0.5:
                return x * 2
        return x * 3
    """
    before = """
        class Base(HybridBlock):
            def __init__(self, n, scale=None, **kwargs):
                super().__init__(**kwargs)
                self.n = n
                self.scale = scale
                self.fixed = 0.5

            def factor(self, F, x):
                if self.scale is not None:
                    factor = F.sum(x)
                else:
                    factor = self.fixed
                return factor
    """
    assert codes(block(body, before=before).replace("class Net(HybridBlock)", "class Net(Base)")) == expected


def test_classes_of_the_same_name_are_all_analysed() -> None:
    first, second = (
        f"class Net(mx.gluon.HybridBlock):\n    def hybrid_forward(self, F, x):\n        {line}\n"
        for line in ("return x.ndim * x", "return x.size * x")
    )
    nested = "".join(f"def test_{i}():\n" + textwrap.indent(text, "    ") for i, text in enumerate((first, second)))
    for text in ("import mxnet as mx\n" + first + second, "import mxnet as mx\n" + nested):
        assert [finding.message.split("`")[1] for finding in analyse(text)] == ["x.ndim", "x.size"]


@pytest.mark.parametrize("switch", ["@use_np", "@mx.util.use_np", "npx.set_np()", "F.np", ""])
@pytest.mark.parametrize(
    ("body", "numpy", "classic"),
    [
        ("return x[:, 0] * 2", [], ["HYB302"]),
        ("return x[0] * 2", [], ["HYB301"]),
        ("return x.reshape(-1, 1)", [], ["HYB307"]),
        ("return x * True", [], ["HYB202"]),
        ("return x / x.sum(axis=1, keepdims=True)", [], ["HYB201"]),
        ("return x[:, None] * 2", ["HYB302"], ["HYB302"]),
        ("return x[-1] * x[:, -1]", ["HYB302"], ["HYB302"]),
        ("return x[-2] * x[-1:]", [], ["HYB302"]),
        ("return x[..., 0] * 2", ["HYB302"], ["HYB302"]),
        ("return x[x > 0]", ["HYB302"], ["HYB302"]),
        ("return x * x.shape[0]", ["HYB101"], ["HYB101"]),
        ("return x * x.sum().item()", ["HYB102"], []),
        ("return x if x.sum() > 0 else -x", ["HYB401"], ["HYB401"]),
        ("x = x * 2\nx += 1\nreturn x", ["HYB203"], ["HYB203"]),
        ("x = x * 2\nx[0] = 1\nreturn x", ["HYB205"], ["HYB205"]),
        ("return x * len(x)", ["HYB306"], ["HYB306"]),
        ("return sum(r for r in x * 2)", ["HYB304"], ["HYB304"]),
        ("a, b = x\nreturn a + b", ["HYB305"], ["HYB305"]),
    ],
)
def test_arrays_of_numpy_semantics(switch: str, body: str, numpy: List[str], classic: List[str]) -> None:
    text = block(body)
    if switch == "F.np":
        text = block("F.np.exp(x)\n" + body)
    elif switch.startswith("@"):
        text = text.replace("class Net", f"{switch}\nclass Net")
    elif switch:
        text = text.replace("class Net", f"mx.{switch}\nclass Net")
    assert codes(text) == (numpy if switch else classic)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return mx.np.exp(x)", ["HYB108"]),
        ("return mx.npx.relu(x)", ["HYB108"]),
        ("return mx.numpy.concatenate([x, x], axis=1)", ["HYB108"]),
        ("return x + mx.np.ones((3,))", ["HYB110"]),
        ("return F.np.exp(x) * mx.np.pi * mx.np.sqrt(4.0)", []),
        ("return F.np.exp(x) if mx.npx.is_np_array() else x * 2", []),
    ],
)
def test_functions_of_mx_np_are_of_the_imperative_phase(body: str, expected: List[str]) -> None:
    assert codes("import mxnet as mx\nmx.npx.set_np()\n" + block(body)) == expected


def test_what_a_function_does_to_the_arrays_of_a_block_shows_their_kind() -> None:
    helper = "def shifted(F, x):\n    return F.np.exp(x[:, 0]) - x[0:1, 1]"
    assert codes(block("return shifted(F, x)", before=helper)) == []


def test_numpy_semantics_of_one_test_are_not_those_of_the_next() -> None:
    classic = block("return x[:, 0] * 2")
    nested = "@use_np\ndef test_one():\n" + textwrap.indent(classic, "    ")
    assert codes(nested) == []
    assert codes(nested + "def test_two():\n" + textwrap.indent(classic, "    ")) == ["HYB302"]
    assert codes("def test_one():\n    mx.npx.set_np()\n" + textwrap.indent(classic, "    ")) == []


@pytest.mark.parametrize(
    ("init", "body", "expected"),
    [
        # Squeeze and excite: what is pooled to lengths of 1 has them still after these layers.
        (
            "self.a, self.b = nn.GlobalAvgPool2D(), nn.Conv2D(4, 1)",
            "return x * self.b(self.a(x)).sigmoid()",
            ["HYB201"],
        ),
        (
            "self.b = nn.Conv2D(4, kernel_size=(1, 1))",
            "w = F.mean(x, axis=(2, 3), keepdims=True)\nreturn x + self.b(w)",
            ["HYB201"],
        ),
        (
            "self.a, self.b = nn.GlobalAvgPool2D(), nn.Dense(4)",
            "w = self.b(self.a(x))\nreturn x * w.expand_dims(2).expand_dims(3)",
            ["HYB201"],
        ),
        (
            "self.a = nn.HybridSequential()\nself.a.add(nn.GlobalAvgPool2D(), nn.Conv2D(4, 1), nn.PReLU())",
            "return x * self.a(x)",
            ["HYB201"],
        ),
        ("self.a = nn.GlobalAvgPool2D()", "return self.a(x) * self.a(F.relu(x))", []),
        ("self.a, self.b = nn.GlobalAvgPool2D(), nn.Conv2D(4, 1)", "y = self.a(x)\nreturn y * self.a(self.b(y))", []),
        # These may bring other lengths back, or are not always there.
        ("self.a, self.b = nn.GlobalAvgPool2D(), nn.Conv2DTranspose(4, 7)", "return x * self.b(self.a(x))", []),
        ("self.b = nn.Conv2D(4, 1)", "return x * self.b(x)", []),
        (
            "self.a = nn.HybridSequential()\nif n - 2:\n    self.a.add(nn.GlobalAvgPool2D())\n"
            "self.a.add(nn.Conv2D(4, 1))",
            "return x * self.a(x)",
            [],
        ),
    ],
)
def test_lengths_of_one_through_layers(init: str, body: str, expected: List[str]) -> None:
    assert codes(block(body, init=init)) == expected


@pytest.mark.parametrize("test", ["type(x) in (list, tuple)", "type(x) is list", "isinstance(x, (list, tuple))"])
def test_an_input_that_may_be_a_list_may_be_tested_for_it(test: str) -> None:
    assert codes(block(f"y = x[-1] if {test} else x\nreturn F.relu(y)")) == []


def test_a_block_is_never_called_without_an_input() -> None:
    loop = "{} states:\n    return F.add_n(*[state * 2 for state in states])\nreturn F.zeros(1)"
    assert codes(block(loop.format("if"), arguments="*states")) == []
    assert codes(block("if not states:\n    return F.zeros(1)\nreturn F.add_n(*states)", arguments="*states")) == []
    assert codes(block(loop.format("if"), arguments="x, *states")) == ["HYB609"]


@pytest.mark.parametrize("condition", ["i in self.kept", "self.kept"])
def test_what_the_constructor_leaves_empty_is_filled_by_whoever_builds_the_block(condition: str) -> None:
    init = "self.kept = []\nself.net = nn.HybridSequential()"
    body = "found = []\nfor i, layer in enumerate(self.net):\n    x = layer(x)\n    if {}:\n        found.append(x)\n"
    assert codes(block(body.format(condition) + "return found", init=init)) == []
    assert codes(block("found = []\nreturn found", init=init)) == ["HYB604"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if False:\n    x.asnumpy()\nreturn x * 2", []),
        ("if 0:\n    x.asnumpy()\nelse:\n    x = x * x.size\nreturn x", ["HYB101"]),
        ("return x * 2 if True else x.asscalar()", []),
        ("if self.flag:\n    x.asnumpy()\nreturn x * 2", []),
    ],
)
def test_what_no_configuration_reaches_is_not_looked_at(body: str, expected: List[str]) -> None:
    assert codes(block(body, init="self.flag = False")) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("predictor.hybridize(batch=3)", []),
        ("predictor.hybridize(static_aloc=True)", ["HYB703"]),
        ("mx.gluon.nn.Dense(3).hybridize(batch=3)", ["HYB703"]),
    ],
)
def test_other_objects_may_have_flags_of_their_own(call: str, expected: List[str]) -> None:
    assert codes(f"import mxnet as mx\n\n\ndef run(predictor):\n    {call}\n") == expected


@pytest.mark.parametrize("use", ["TOWERS = [_tower]", "TOWERS = [_tower(3)]", "", "def other():\n    return _tower(3)"])
def test_a_private_function_is_run_whether_or_not_it_is_called(use: str) -> None:
    text = f"""\
from mxnet.gluon import nn


def _tower(width):
    tower = nn.HybridSequential()
    tower.add(nn.HybridLambda(lambda F, x: x.asnumpy() * width))
    return tower


{use}
"""
    assert [(finding.code, finding.line) for finding in analyse(text) if finding.default] == [("HYB102", 6)]


def test_the_uses_of_one_number_on_a_line_are_one_finding() -> None:
    body = "a = random.random()\nb = x * a + x / a\nreturn b - a"
    findings = [item.line for item in analyse(block(body, "import random\n")) if item.default]
    assert len(findings) == len(set(findings)) == 2


@pytest.mark.parametrize("test", ["USE", "self.use"])
def test_what_a_constructor_decides_by_configuration_may_be_otherwise(test: str) -> None:
    assignment = "self.scale = lambda x: x if x.sum() > 0 else x * 2"
    init = f"self.use = True\nif {test}:\n    self.scale = nn.Dense(3)\nelse:\n    {assignment}"
    assert codes(block("return self.scale(x)", "USE = True\n", init)) == ["HYB401"]
