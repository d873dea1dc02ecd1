"""Where control goes in a function, and what it leaves for the next call: what is written out, loops, defaults, flags,
decorators; and what that reports of lengths."""

from __future__ import annotations

import sys
import textwrap
from typing import List, Optional

import pytest

from hybridlint.analysis import analyse


def findings_in(
    body: str, before: str = "", init: str = "pass", arguments: str = "x", decorator: str = "", methods: str = ""
) -> List[str]:
    """The default findings, as code and the line's text, in a block with this `hybrid_forward` and `__init__`."""
    parts = ["import contextlib, functools", "import mxnet as mx", "from mxnet import nd", textwrap.dedent(before)]
    parts += ["from mxnet.gluon import HybridBlock, nn", "class Net(HybridBlock):", "    flag = False"]
    parts += ["    def __init__(self, n=2, given=None, **kwargs):", "        super().__init__(**kwargs)"]
    parts.append(textwrap.indent(textwrap.dedent(init), " " * 8))
    parts.append(methods)
    parts += [f"    {decorator}"] if decorator else []
    parts += [f"    def hybrid_forward(self, F, {arguments}):", textwrap.indent(textwrap.dedent(body), " " * 8)]
    lines = ("\n".join(parts) + "\n").splitlines()
    findings = [finding for finding in analyse("\n".join(lines) + "\n") if finding.default]
    return sorted({f"{finding.code} {lines[finding.line - 1].strip()}" for finding in findings})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("n = 1\nif n == 1:\n    return x * 2\nreturn x[0] * x.size", []),
        ("debug = False\nif debug:\n    print(x.size)\nreturn x * 2", []),
        ("mode = 'a' + 'b'\nreturn x * 2 if mode == 'ab' else x.asnumpy()", []),
        ("n = 0\nn += 1\nif not n:\n    return x * x.size\nreturn x * 2", []),
        ("for i in range(3):\n    if i > 2:\n        x = x * x.size\n    x = x + i\nreturn x", []),
        ("def half(t, exact=False):\n    return t / t.size if exact else t / 2\nreturn half(x)", []),
        (
            "def half(t, exact=False):\n    return t / t.size if exact else t / 2\nreturn half(x, exact=True)",
            ["HYB101 return t / t.size if exact else t / 2"],
        ),
        ("if self.flag:\n    return x * x.size\nreturn x * 2", []),
        # What another configuration may have, and what changes in a loop of unknown length, is certain of nothing.
        ("if LEVEL > 2:\n    return x * x.size\nreturn x * 2", ["HYB101 return x * x.size"]),
        (
            "i = 0\nfor layer in self.many:\n    i += 1\n    if i == 7:\n        x = x * x.size\nreturn x * 2",
            ["HYB101 x = x * x.size"],
        ),
    ],
)
def test_what_is_written_out_in_the_body_decides_a_branch(body: str, expected: List[str]) -> None:
    assert findings_in(body, "LEVEL = 1", "self.many = nn.HybridSequential()") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for i in range(3):\n    if i == 1:\n        break\nelse:\n    x = x * x.size\nreturn x * 2", []),
        ("for i in range(3):\n    x = x + i\nelse:\n    x = x * x.size\nreturn x", ["HYB101 x = x * x.size"]),
        (
            "for i in range(3):\n    if i == self.n:\n        break\nelse:\n    x = x * x.size\nreturn x * 2",
            ["HYB101 x = x * x.size"],
        ),
        ("for i in range(3):\n    if i < 9:\n        continue\n    x = x * x.size\nreturn x * 2", []),
        (
            "for i in range(3):\n    y = x if i else x.size\n    if i == 0:\n        break\nreturn x * 2",
            ["HYB101 y = x if i else x.size"],
        ),
        (
            "y = 1\nfor i in range(3):\n    if i == self.n:\n        y = x\n        break\nreturn x * y.size",
            ["HYB101 return x * y.size"],
        ),
        ("for i in range(2):\n    return x * 2\nreturn x.asnumpy()", []),
    ],
)
def test_loops_that_are_left(body: str, expected: List[str]) -> None:
    assert findings_in(body, init="self.n = n") == expected


@pytest.mark.parametrize(
    ("before", "arguments", "body", "expected"),
    [
        ("", "x, seen=[]", "seen.append(x)\nreturn F.add_n(*seen)", ["HYB601 seen.append(x)"]),
        (
            "def keep(t, seen=[]):\n    seen.append(t)\n    return seen",
            "x",
            "return F.add_n(*keep(x))",
            ["HYB601 seen.append(t)"],
        ),
        (
            "def once(t, seen={}):\n    return seen.setdefault('t', t * 2)",
            "x",
            "return once(x) + x",
            ["HYB601 return seen.setdefault('t', t * 2)"],
        ),
        (
            "def count(calls=[0]):\n    calls[0] += 1\n    return calls[0]",
            "x",
            "return x * count()",
            ["HYB503 return x * count()"],
        ),
        # A copy is not kept, nor what the caller hands over, nor what nobody changes.
        (
            "def keep(t, seen=[]):\n    seen = list(seen)\n    seen.append(t)\n    return seen",
            "x",
            "return F.add_n(*keep(x), x)",
            [],
        ),
        ("def keep(t, seen=[]):\n    seen.append(t)\n    return seen", "x", "return F.add_n(*keep(x, [x]))", []),
        ("def scaled(t, by=[2, 3]):\n    return t * by[0]", "x", "return scaled(x)", []),
    ],
)
def test_a_default_is_made_once(before: str, arguments: str, body: str, expected: List[str]) -> None:
    assert findings_in(body, before, arguments=arguments) == expected


MAKER = """
    def make():
        calls, seen, fixed = 0, {}, 1

        def count():
            nonlocal calls
            calls += 1
            return calls

        def once(t):
            if "t" not in seen:
                seen["t"] = t * 2
            return seen["t"]

        def same():
            nonlocal fixed
            fixed = 3
            return fixed

        return count, once, same
"""


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        (
            "SEEN = {}",
            "if 'a' not in SEEN:\n    SEEN['a'] = x * 2\nreturn SEEN['a'] + x",
            ["HYB601 if 'a' not in SEEN:", "HYB601 return SEEN['a'] + x"],
        ),
        ("LAST = None", "global LAST\nLAST = x * 2\nreturn x * 3", ["HYB602 LAST = x * 2"]),
        (
            "LAST = None",
            "global LAST\ny = x if LAST is None else x + LAST\nLAST = x * 2\nreturn y * 3",
            ["HYB601 y = x if LAST is None else x + LAST"],
        ),
        (MAKER, "return x * self.made[0]()", ["HYB503 return x * self.made[0]()"]),
        (MAKER, "return x + self.made[1](x)", ['HYB601 seen["t"] = t * 2']),
        (MAKER, "return x * self.made[2]()", []),
        # Made in the call, it is gone with it.
        (MAKER, "return x * make()[0]() + make()[1](x)", []),
    ],
)
def test_what_outlives_the_call(before: str, body: str, expected: List[str]) -> None:
    assert findings_in(body, before, "self.made = make()" if "def make" in before else "pass") == expected


@pytest.mark.parametrize(
    ("init", "body", "expected"),
    [
        (
            "self.ready = False",
            "if not self.ready:\n    self.ready = True\n    x = x * 2\nreturn x + 1",
            ["HYB503 if not self.ready:"],
        ),
        ("self.k = 1", "y = x * self.k\nself.k = 2\nreturn y", ["HYB503 y = x * self.k"]),
        # Found and left as it was, or of no consequence.
        ("self.k = 2", "y = x * self.k\nself.k = 2\nreturn y", []),
        ("self.k = 0", "if self.k == 0:\n    self.k = 8\nreturn x * self.k", []),
        ("self.ready = False", "if not self.ready:\n    self.ready = True\nreturn x + 1", []),
    ],
)
def test_a_flag_that_the_first_call_sets(init: str, body: str, expected: List[str]) -> None:
    assert findings_in(body, init=init) == expected


def test_a_layer_that_is_left_out_by_chance() -> None:
    body = (
        "for layer in self.many:\n    if random.random() < 0.5:\n        continue\n    x = layer(x)\nreturn F.relu(x)"
    )
    assert findings_in(body, "import random", "self.many = nn.HybridSequential()") == [
        "HYB501 if random.random() < 0.5:"
    ]


AROUND = """
    def measured(function):
        @functools.wraps(function)
        def wrapper(self, F, t):
            assert {}
            return function(self, F, t)
        return wrapper

    def scaled(factor):
        def decorate(function):
            def wrapper(*args):
                *others, t = args
                return function(*others, t * factor)
            return wrapper
        return decorate

    @scaled(2)
    def helper(t):
        return t * t.size
"""


@pytest.mark.parametrize(
    ("decorator", "test", "body", "expected"),
    [
        ("@measured", "t.size", "return x * 2", ["HYB101 assert t.size"]),
        ("@measured", "F is not None", "return x * 2", []),
        ("@measured", "F", "return x.T", ["HYB101 return x.T"]),
        ("@measured", "F", "return {'a': x * 2}", ["HYB605 return function(self, F, t)"]),
        ("@scaled(2)", "F", "return x.T", ["HYB101 return x.T"]),
        ("@scaled(2)", "F", "return x", []),
        ("@functools.lru_cache(None)", "F", "return x.T", ["HYB101 return x.T"]),
        ("", "F", "return helper(x)", ["HYB101 return t * t.size"]),
    ],
)
def test_decorators_of_the_file_are_applied(decorator: str, test: str, body: str, expected: List[str]) -> None:
    assert findings_in(body, AROUND.format(test), decorator=decorator) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a = F.slice_axis(x, axis=1, begin=0, end=1)\nreturn a * F.slice_axis(x, axis=1, begin=1, end=4)", True),
        ("return x.slice_axis(-1, -3, None) * x.slice_axis(-1, -1, None)", True),
        ("return F.slice_axis(x, axis=1, begin=0, end=4) * F.slice_axis(x, axis=1, begin=4, end=8)", False),
        ("return F.slice_axis(x, axis=1, begin=0, end=1) * F.slice_axis(x, axis=2, begin=0, end=4)", False),
        ("mean, var = F.moments(x, axes=(1,), keepdims=True)\nreturn x - mean", True),
        ("found = F.moments(x, axes=(1,), keepdims=True)\nreturn found[0] / F.sqrt(found[1] + 1e-5)", False),
        ("return F.linalg.syrk(x) + F.eye(3).expand_dims(0)", True),
        ("return F.dot(x, F.eye(3)) + F.eye(3)", False),
        ("return x + F.ones(3).reshape((1, -1))", True),
        ("mask = x != 0\nreturn self.embed(x) * mask.expand_dims(-1)", True),
        ("mask = x != 0\nreturn self.embed(x) * self.embed(x * mask)", False),
        ("return F.one_hot(x, 3) * x.expand_dims(-1)", True),
        ("return self.gate(x) * self.several(x)", True),
        ("y = x * self.several(F.relu(x))\nreturn y * self.gate(y)", True),
        ("return self.gate(x) * self.gate(F.relu(x)) + self.gate(x)", False),
        ("return self.several(x) * self.several(F.relu(x)) + self.several(x)", False),
        ("return x * 2 + F.zeros((3, 4), stype='default')", "HYB105"),
        ("return x * 2 + F.zeros((3, 4), ctx=None)", False),
    ],
)
def test_lengths_that_are_written_out(body: str, expected: object) -> None:
    code = expected if isinstance(expected, str) else "HYB201"
    init = "self.embed, self.gate, self.several = nn.Embedding(3, 4), nn.Dense(1, in_units=3), nn.Dense(5, in_units=3)"
    assert {finding.split()[0] for finding in findings_in(body, init=init)} == ({code} if expected else set())


@pytest.mark.parametrize("name", ["state", "states", "y"])
def test_what_is_left_out_is_none_whether_list_or_tensor(name: str) -> None:
    body = f"if {name} is None:\n    return x * x.size\nreturn x + {name}" + "[0]" * (name == "states")
    assert findings_in(body, arguments=f"x, {name}=None") == ["HYB101 return x * x.size"]


def test_the_fields_of_a_namedtuple_that_is_a_class() -> None:
    before = "from typing import NamedTuple\nclass Pair(NamedTuple):\n    a: object\n    b: object = None\n"
    assert findings_in("p = Pair(b=x * 2, a=x)\nreturn p.a * p.b.size", before) == ["HYB101 return p.a * p.b.size"]
    assert findings_in("a, b = Pair(x, 2)\nreturn a * b", before) == []


SCORES = """
    self.kind = n
    self.given = given or nd.relu
    self.score = {1: self.plain, 2: self.scaled}[n]
    self.rates = iter([0.1, 0.2])
    self.table = {"a": lambda t: t * 2, "b": lambda t: t.asnumpy()}
    self.many = nn.HybridSequential()
    self.many.add(nn.Dense(3), nn.Dense(3))
"""
METHODS = """
    def plain(self, t):
        return t * 2

    def scaled(self, t):
        return t / t.size

    @functools.cached_property
    def window(self):
        return nd.array([[1.0, 2.0]])

"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # Which function it is, the configuration decides, or chance.
        ("return self.score(x)", ["HYB101 return t / t.size"]),
        (
            "return self.table[self.kind](x) * 2",
            ['HYB102 self.table = {"a": lambda t: t * 2, "b": lambda t: t.asnumpy()}'],
        ),
        (
            "f = F.sin if self.kind else F.array\nreturn f(x)",
            ["HYB103 f = F.sin if self.kind else F.array", "HYB103 return f(x)"],
        ),
        ("return self.given(x) * 2", ["HYB108 return self.given(x) * 2"]),
        ("return self.many[random.randrange(2)](x)", ["HYB501 return self.many[random.randrange(2)](x)"]),
        ("return random.choice([self.plain, F.sin])(x)", ["HYB501 return random.choice([self.plain, F.sin])(x)"]),
        ("return self.many[self.kind](x)", []),
        # What stays on the block between calls.
        ("return x * next(self.rates)", ["HYB501 return x * next(self.rates)"]),
        ("return F.broadcast_mul(x, self.window)", ["HYB110 return F.broadcast_mul(x, self.window)"]),
        # None with one configuration only.
        ("y = F.relu(x) if self.kind else None\nreturn x * 2, y", ["HYB604 return x * 2, y"]),
        ("y = None\nif self.kind:\n    y = F.relu(x)\nreturn x * 2, y", ["HYB604 return x * 2, y"]),
        ("y = F.relu(x) if self.kind else None\nif self.kind:\n    return x * 2, y\nreturn x * 2", []),
        ("y = F.relu(x) if self.kind else None\nreturn x * 2 if y is None else y", []),
    ],
)
def test_what_a_configuration_or_chance_decides(body: str, expected: List[str]) -> None:
    assert findings_in(body, "import random", SCORES, methods=METHODS) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * 2 if y == None else x + y", []),
        ("if y != None:\n    x = x + y\nreturn F.relu(x)", []),
        ("low, high = sorted([x, y], key=lambda t: t.asscalar())\nreturn low * 2", ["HYB102"]),
        ("low, high = sorted([x, y])\nreturn low + high", ["HYB401"]),
        ("pair = [x, y]\npair.sort(key=lambda t: t.sum())\nreturn pair[0] * 2", ["HYB401"]),
        ("pair = [(1, x), (0, y)]\nreturn sorted(pair, key=lambda p: p[0])[0][1] * 2", []),
        (
            "n = F.shape_array(x).astype('float32')\nreturn F.sum(x) / F.slice_axis(n, axis=0, begin=1, end=2)",
            [],
        ),
        ("return x - F.mean(x, axis=self.kind, keepdims=True)", ["HYB201"]),
        ("return F.mean(x, axis=self.kind, keepdims=True) * F.max(x, axis=self.kind, keepdims=True)", []),
    ],
)
def test_comparing_and_reducing(body: str, expected: List[str]) -> None:
    codes = {finding.split()[0] for finding in findings_in(body, init="self.kind = n", arguments="x, y=None")}
    assert sorted(codes) == expected


OBJECTS = """
    class Box:
        def __init__(self, value):
            self.value = value

        def __len__(self):
            return self.value.shape[0]

        def __getitem__(self, index):
            return self.value[index]

        def __iter__(self):
            yield self.value
            yield self.value.T

        def __sub__(self, other):
            return Box(self.value - other.value)

        def __rmul__(self, factor):
            return Box(factor * self.value)

        def __enter__(self):
            return self.value

        def __exit__(self, *args):
            pass

        def mean(self):
            return Box(self.value.mean(axis=1, keepdims=True))
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x / len(Box(x))", ["HYB101 return self.value.shape[0]"]),
        ("return Box(x)[1] * 2", ["HYB302 return self.value[index]"]),
        ("return Box([x, x * 2])[1] * 2", []),
        ("a, b = Box(x)\nreturn a * 2", ["HYB101 yield self.value.T"]),
        ("a = Box(F.relu(x))\nreturn (a - a.mean()).value", ["HYB201 return Box(self.value - other.value)"]),
        ("a = Box(F.relu(x))\nreturn (a - Box(x * 2)).value", []),
        ("return (2 * Box(x)).value * x.ndim", ["HYB101 return (2 * Box(x)).value * x.ndim"]),
        ("with Box(x) as y:\n    return y * y.size", ["HYB101 return y * y.size"]),
    ],
)
def test_special_methods_of_objects(body: str, expected: List[str]) -> None:
    assert findings_in(body, OBJECTS) == expected


GENERATORS = """
    def doubled(ts):
        for t in ts:
            yield t * 2

    def both(t):
        yield t
        yield t * 2

    def noted(seen, t):
        seen.append(t)
        got = yield t
        seen.append(got)
        yield t * 2

    def scaled(t, by):
        return t * by

    def turned(t, to):
        return t.T

    def all_of(t):
        yield from both(t)
        yield t.T

    @contextlib.contextmanager
    def entered(t):
        yield t * 2

    def halve(F, t, depth):
        if depth == 0:
            return t / t.size
        return halve(F, t * 2, depth - 1)

    def counted(t):
        counted.calls += 1
        return t * counted.calls

    class Twice:
        def __call__(self, function):
            def wrapper(block, F, t):
                return function(block, F, t) / t.size
            return wrapper
"""


@pytest.mark.parametrize(
    ("decorator", "body", "expected"),
    [
        ("", "return F.add_n(*doubled([x, x * 3]))", []),
        (
            "",
            "return x * sum(t.ndim for t in doubled([x, x * 3]))",
            ["HYB101 return x * sum(t.ndim for t in doubled([x, x * 3]))"],
        ),
        ("", "a, b = both(x)\nreturn a * b", []),
        ("", "a, b = both(x)\nreturn a * b.ndim", ["HYB101 return a * b.ndim"]),
        ("", "seen = []\ng = noted(seen, x)\na = next(g)\nb = next(g)\nreturn a * b if len(seen) == 2 else x.size", []),
        ("", "return (scaled if self.prefix else turned)(x, by=2)", []),
        ("", "return (scaled if self.prefix else turned)(x, to=2)", ["HYB101 return t.T"]),
        ("", "return F.add_n(*all_of(x))", ["HYB101 yield t.T"]),
        ("", "with entered(x) as y:\n    return y * y.ndim", ["HYB101 return y * y.ndim"]),
        ("", "return halve(F, x, 3)", ["HYB101 return t / t.size"]),
        ("", "return counted(x)", ["HYB503 return t * counted.calls"]),
        ("@Twice()", "return x * 2", ["HYB101 return function(block, F, t) / t.size"]),
    ],
)
def test_generators_recursion_and_functions_as_objects(decorator: str, body: str, expected: List[str]) -> None:
    assert findings_in(body, GENERATORS, decorator=decorator) == expected


def test_a_list_that_the_body_of_a_loop_fills() -> None:
    body = "seen = []\ndef step(t, s):\n    seen.append(t)\n    return t, s\nout, _ = F.contrib.foreach(step, x, [])\n"
    assert findings_in(body + "return F.concat(out, F.stack(*seen), dim=0)") == [
        "HYB503 return F.concat(out, F.stack(*seen), dim=0)"
    ]
    assert findings_in(body + "return out") == []


def test_loop_variables_that_a_caller_hands_in_may_be_a_list() -> None:
    loop = (
        "_, end = F.contrib.while_loop(lambda i, s: i < 5, lambda i, s: ([], [i + 1, s * 2]), {}, max_iterations=9)\n"
    )
    assert findings_in(loop.format("x") + "return end[1] * 2") == []
    assert findings_in(loop.format("x * 2") + "return end[1] * 2") == ["HYB302 return end[1] * 2"]


def test_a_column_and_the_row_that_it_becomes() -> None:
    body = "xx = F.sum(x, axis=2, keepdims=True)\nreturn xx + F.transpose(xx, axes={})"
    assert findings_in(body.format("(0, 2, 1)")) == ["HYB201 return xx + F.transpose(xx, axes=(0, 2, 1))"]
    assert findings_in(body.format("(1, 0, 2)")) == []


@pytest.mark.parametrize(
    ("made", "body", "expected"),
    [
        (
            "nn.Dense(3)",
            "for layer in self.many:\n    x = layer(x)\nreturn x / x.shape[1]",
            "HYB101 return x / x.shape[1]",
        ),
        (
            "nn.Dense(3)",
            "return getattr(self, 'fc' + self.names[0])(x).T",
            "HYB101 return getattr(self, 'fc' + self.names[0])(x).T",
        ),
        ("nn.Dense(3)", "for layer in self.many:\n    x = layer(x)\nreturn F.softmax(x)", None),
        ("part()", "for layer in self.many:\n    a, b = layer(x)\n    x = a + b\nreturn F.softmax(x)", None),
    ],
)
def test_blocks_that_a_loop_makes_are_of_one_type(made: str, body: str, expected: Optional[str]) -> None:
    init = f"self.names, self.many = given, nn.HybridSequential()\nfor name in given:\n    self.many.add({made})\n"
    init += f"    setattr(self, 'fc' + name, {made})"
    assert findings_in(body, "from parts import part", init) == ([expected] if expected else [])


@pytest.mark.parametrize("test, expected", [("is None", []), ("is not None", ["HYB401 elif delta > 0:"])])
def test_a_helper_decides_the_configuration_of_its_argument(test: str, expected: List[str]) -> None:
    methods = f"""
    def scale(self, F, weight):
        if self.given is not None:
            return F.sum(weight)
        return self.n

    def terms(self, F, x, delta):
        if not (self.given {test}):
            return x * 2
        elif delta > 0:
            x = x * 3
        return x
"""
    body = "return self.terms(F, x, self.scale(F, x))"
    assert findings_in(body, init="self.n, self.given = n, given", methods=methods) == expected


def test_an_operator_that_is_named_like_a_method_of_loggers_writes_nothing() -> None:
    methods = "    def logged(self, F, x):\n        return F.log(x)\n"
    body = "return self.chosen(F, F.log(x)) + getattr(self, self.n).log(x)"
    assert findings_in(body, init="self.n, self.chosen = n, self.logged", methods=methods) == []


@pytest.mark.parametrize(
    "side", ["if self.n:\n    items.append(x)", "if self.n:\n    pass\nelse:\n    items.append(x)"]
)
def test_a_list_that_one_branch_fills_is_filled_under_all_of_its_names(side: str) -> None:
    body = f"items = []\nalias = items\n{side}\nreturn x * alias[0].size"
    assert findings_in(body, init="self.n = n") == ["HYB101 return x * alias[0].size"]


@pytest.mark.parametrize(
    ("test", "is_lazy"),
    [
        ("self.rows is None", True),
        ("not self.rows", True),
        ("not hasattr(self, 'rows')", True),
        ("getattr(self, 'rows', None) is None", True),
        ("'rows' not in self.__dict__", True),
        ("self.flag and self.rows is None", True),
        ("self.other is None", False),
        ("not hasattr(self, 'other')", False),
        ("hasattr(self, 'rows')", False),
        ("getattr(self, 'other', 'rows') is None", False),
        ("self.rows is not None", False),
        ("'other' not in self.__dict__", False),
        ("self.flag or self.rows is None", False),
    ],
)
def test_what_forward_sets_in_the_first_call_alone_is_no_state(test: str, is_lazy: bool) -> None:
    body = f"if {test}:\n    self.rows = x.shape[0]\nreturn super().forward(x)"
    forward = "    def forward(self, x):\n" + textwrap.indent(body, " " * 8)
    expected = [] if is_lazy else ["HYB503 return x * self.rows"]
    assert findings_in("return x * self.rows", init="self.rows = self.other = None", methods=forward) == expected


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python has no `match`")
@pytest.mark.parametrize(
    ("cases", "expected"),
    [
        (["case 1:", "    pass"], ["HYB102 return y.asnumpy()"]),
        (["case 1:", "    return x"], ["HYB102 return y.asnumpy()"]),
        (["case 1:", "    return x", "case _:", "    return y"], []),
        (["case 1:", "    return x", "case n if n:", "    return y"], ["HYB102 return y.asnumpy()"]),
        (["case [z]:", "    pass"], ["HYB102 return y.asnumpy()"]),
    ],
)
def test_a_match_is_left_by_each_case_that_does_not_return(cases: List[str], expected: List[str]) -> None:
    body = "\n".join(["y = x * 2", "match self.n:", *(f"    {line}" for line in cases), "return y.asnumpy()"])
    assert findings_in(body, init="self.n = 1") == expected


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python has no `match`")
@pytest.mark.parametrize(
    ("subject", "pattern", "expected"),
    [
        ("[1, x]", "[2, y]", []),
        ("x", "y", ["HYB102 return y.asnumpy()"]),
        ("x", "mx.nd.NDArray() as y", []),
        ("x", "mx.sym.Symbol() as y", ["HYB102 return y.asnumpy()"]),
        ("F", "mx.sym", ["HYB102 return y.asnumpy()"]),
    ],
)
def test_a_match_binds_what_its_patterns_select(subject: str, pattern: str, expected: List[str]) -> None:
    body = f"y = x * 2\nmatch {subject}:\n    case {pattern}:\n        return y.asnumpy()\nreturn x * 2"
    assert [line for line in findings_in(body, before="import mxnet as mx") if "HYB102" in line] == expected
