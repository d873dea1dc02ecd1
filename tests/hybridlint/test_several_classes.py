"""What the interpreter follows across the classes of a file: objects that are no blocks, children, state anywhere."""

from __future__ import annotations

import textwrap
from typing import List

import pytest

from hybridlint.analysis import analyse

HEAD = "from mxnet import nd\nfrom mxnet.gluon import HybridBlock, nn, rnn\n"


def codes(text: str) -> List[str]:
    """The codes of the default findings in a module."""
    return sorted({finding.code for finding in analyse(HEAD + textwrap.dedent(text)) if finding.default})


def net(body: str, init: str = "pass", arguments: str = "x") -> str:
    """A block `Net`."""
    return "\n".join(
        [
            "class Net(HybridBlock):",
            "    def __init__(self, **kwargs):",
            "        super().__init__(**kwargs)",
            textwrap.indent(init, " " * 8),
            f"    def hybrid_forward(self, F, {arguments}):",
            textwrap.indent(body, " " * 8),
            "",
        ]
    )


PAIR = """
class Pair:
    def __init__(self, first, second=2):
        self.first = first
        self.second = second

    def scaled(self, factor):
        return self.first * factor

    def width(self):
        return self.first.shape[1]

    def __call__(self, t):
        return nd.relu(t)

    @property
    def twice(self):
        return self.second * 2

"""


@pytest.mark.parametrize(
    ("init", "body", "expected"),
    [
        ("pass", "pair = Pair(x * 2)\nreturn pair.first * pair.second", []),
        ("pass", "pair = Pair(x * 2)\nreturn pair.first.ndim * x", ["HYB101"]),
        ("pass", "return Pair(x).scaled(3)", []),
        ("pass", "return x * Pair(x).width()", ["HYB101"]),
        ("pass", "pair = Pair(x * 1)\npair.first += x\nreturn pair.first", ["HYB203"]),
        ("self.pair = Pair(1)", "return self.pair(x)", ["HYB108"]),
        ("self.pair = Pair(1)", "return x * self.pair.scaled(3) * self.pair.twice", []),
        ("self.pair = Pair(1)", "return x * self.pair.scaled(x).ndim", ["HYB101"]),
        ("pass", "pair = SimpleNamespace(total=x * 1)\npair.total += x\nreturn pair.total", ["HYB203"]),
    ],
)
def test_objects_of_the_file_are_followed(init: str, body: str, expected: List[str]) -> None:
    assert codes("from types import SimpleNamespace\n" + PAIR + net(body, init)) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("size = Size(x)\nreturn size.values * size.scale", []),
        ("size = Size(x)\nreturn x * size.values.ndim", ["HYB101"]),
        ("size = Size(values=x, scale=3)\nreturn size.values * (size.scale > 2)", ["HYB202"]),
    ],
)
def test_dataclasses_are_followed(body: str, expected: List[str]) -> None:
    before = "import dataclasses\n@dataclasses.dataclass\nclass Size:\n    values: object\n    scale: int = 2\n"
    assert codes(before + net(body)) == expected


COUNTER = """
class Counter:
    def __init__(self):
        self.count = 0

    def next(self):
        self.count += 1
        return self.count

    def fresh(self):
        self.count = 3
        return self.count

"""


@pytest.mark.parametrize(
    ("before", "init", "body", "expected"),
    [
        (COUNTER, "self.counter = Counter()", "return x * self.counter.next()", ["HYB503"]),
        (COUNTER, "self.counter = Counter()", "return x * self.counter.fresh()", []),
        (COUNTER, "pass", "return x * Counter().next()", []),
        (COUNTER.replace("def next", "def __call__"), "self.c = Counter()", "return x * self.c()", ["HYB503"]),
        ("CALLS = []\n", "pass", "CALLS.append(1)\nreturn x * len(CALLS)", ["HYB503"]),
        ("CALLS = []\n", "pass", "CALLS.append(1)\nreturn x * 2", []),
        ("", "self.seen = {}", "self.seen['h'] = x * 2\nreturn self.seen['h'] + x", []),
        ("", "self.seen = {}", "self.seen['h'] = x * 2\nreturn x * 3", ["HYB602"]),
        (
            "",
            "self.seen = {}",
            "if 'h' in self.seen:\n    x = x + self.seen['h']\nself.seen['h'] = x\nreturn x * 2",
            ["HYB601"],
        ),
        (
            "import collections\n",
            "self.seen = collections.deque(maxlen=2)",
            "self.seen.append(x)\nreturn F.add_n(*self.seen)",
            ["HYB601"],
        ),
        ("import itertools\n", "self.c = itertools.cycle([1, 2])", "return x * next(self.c)", ["HYB501"]),
        ("import itertools\nC = itertools.count()\n", "pass", "return x * next(C)", ["HYB501"]),
        ("import itertools\n", "pass", "return x * next(itertools.count(2))", []),
        ("", "self.seen = {'calls': 0}", "self.seen['calls'] += 1\nreturn x * self.seen['calls']", ["HYB503"]),
        ("", "self.seen = {'calls': 0}", "self.seen['calls'] = 1\nreturn x * self.seen['calls']", []),
        ("", "self.seen = {'calls': 0}", "self.seen['calls'] += 1\nreturn x * 2", []),
        ("", "pass", "Net.calls += 1\nreturn x * Net.calls", ["HYB503"]),
        ("", "pass", "type(self).calls += 1\nreturn x * self.calls", ["HYB503"]),
        ("", "pass", "Net.calls = 1\nreturn x * Net.calls", []),
    ],
)
def test_state_is_found_wherever_it_is_kept(before: str, init: str, body: str, expected: List[str]) -> None:
    text = net(body, init).replace("class Net(HybridBlock):\n", "class Net(HybridBlock):\n    calls = 0\n\n")
    assert codes(before + text) == expected


def test_what_forward_sets_is_stale_without_a_constructor_too() -> None:
    text = """
    class Net(HybridBlock):
        def forward(self, x):
            self.batch = x.shape[0]
            return super().forward(x)

        def hybrid_forward(self, F, x):
            return x * self.batch
    """
    assert codes(text) == ["HYB503"]


RETURNS = {
    "return x": ["HYB606"],
    "return x * 2, None": ["HYB604"],
    "return {'double': x * 2}": ["HYB605"],
}


@pytest.mark.parametrize("body", RETURNS)
def test_what_a_part_of_another_graph_returns_is_no_output(body: str) -> None:
    part = f"class Part(HybridBlock):\n    def hybrid_forward(self, F, x):\n        {body}\n\n"
    used = "y = self.part(x)\nreturn x * 2"
    assert codes(part) == RETURNS[body]
    assert codes(part + net(used, "self.part = Part()")) == []
    # Made elsewhere as well, it may be hybridized on its own.
    assert codes(part + net(used, "self.part = Part()") + "part = Part()\n") == RETURNS[body]
    # Inside a block without a graph it has its own.
    plain = net(used, "self.part = Part()").replace("def hybrid_forward(self, F, x)", "def forward(self, x)")
    assert RETURNS[body][0] in codes(part + plain)


@pytest.mark.parametrize("test", ["isinstance(xs, tuple)", "type(xs) is tuple"])
def test_a_tuple_stays_one_inside_another_graph(test: str) -> None:
    part = f"class Part(HybridBlock):\n    def hybrid_forward(self, F, xs):\n        if {test}:\n"
    part += "            return xs[0] * 2\n        return xs[0] + xs[1]\n\n"
    assert codes(part) == ["HYB402"]
    assert codes(part + net("return self.part((x, x * 2))", "self.part = Part()")) == []


def test_a_lambda_inside_a_block_may_hand_its_input_on() -> None:
    assert codes(net("return self.same(x) * 2", "self.same = nn.HybridLambda(lambda F, x: x)")) == []
    assert codes("same = nn.HybridLambda(lambda F, x: x)\n") == ["HYB606"]


def test_an_input_is_the_argument_of_the_parent() -> None:
    part = "class Part(HybridBlock):\n    def hybrid_forward(self, F, x, flag):\n"
    part += "        return x * 2 if flag else x * 3\n\n"
    assert codes(part) == ["HYB401"]
    assert codes(part + net("return self.part(x, True)", "self.part = Part()")) == []
    assert codes(part + net("return self.part(x, x > 0)", "self.part = Part()")) == ["HYB401"]


def test_an_input_is_a_list_where_it_is_handed_on_as_one() -> None:
    cell = """
class Cell(rnn.HybridRecurrentCell):
    def hybrid_forward(self, F, inputs, states):
        out = inputs + states[0]
        return out, [out]

"""
    handing_on = net("out, s = self.cell(x, s)\nreturn out", "self.cell = Cell()", "x, s")
    assert codes(cell + handing_on) == []
    rows = "class Part(HybridBlock):\n    def hybrid_forward(self, F, x, y):\n        return x + y[0]\n\n"
    assert codes(rows + net("return self.part(x, s)", "self.part = Part()", "x, s")) == ["HYB301"]


def test_what_is_kept_on_another_class_is_named_by_it() -> None:
    text = "class Masks:\n    kept = {}\n\n" + net("Masks.kept['last'] = F.relu(x)\nreturn x * 2")
    (message,) = [finding.message for finding in analyse(HEAD + text) if finding.code == "HYB602"]
    assert message.startswith("`Masks.kept` silently holds a Symbol")


def test_what_goes_wrong_in_any_configuration_is_reported_once() -> None:
    """Of any number of rows an index raises, of one row it silently gives the whole tensor."""
    rows = """
        class Rows(HybridBlock):
            def __init__(self, count, **kwargs):
                super().__init__(**kwargs)
                self.count = count

            def hybrid_forward(self, F, x):
                total = 0
                for i in range(self.count):
                    total = total + x[i]
                return total
    """
    assert codes(textwrap.dedent(rows) + net("return self.rows(x)", "self.rows = Rows(1)")) == ["HYB302"]
