"""More of what the interpreter follows: what blocks that a grammar made have shown. Each was run on MXNet 1.9.1."""

from __future__ import annotations

import textwrap
from typing import List

import pytest

from hybridlint.analysis import analyse


def codes(body: str, arguments: str = "x", init: str = "") -> List[str]:
    """The codes of the default findings for a block with this `hybrid_forward`."""
    parts = ["import contextlib", "import mxnet as mx", "from mxnet import autograd, nd"]
    parts += ["from mxnet.gluon import HybridBlock, nn, rnn", "class Net(HybridBlock):"]
    if init:
        parts += ["    def __init__(self, n=2, flag=True, **kwargs):", "        super().__init__(**kwargs)"]
        parts.append(textwrap.indent(init, " " * 8))
    parts += [f"    def hybrid_forward(self, F, {arguments}):", textwrap.indent(body, " " * 8)]
    return sorted({finding.code for finding in analyse("\n".join(parts) + "\n") if finding.default})


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # What a Symbol refuses is no AttributeError: the handler does not catch it.
        ("try:\n    y = x.detach()\nexcept AttributeError:\n    y = F.BlockGrad(x)\nreturn y * 2", ["HYB102"]),
        ("try:\n    y = x.detach()\nexcept mx.base.MXNetError:\n    y = F.BlockGrad(x)\nreturn y * 2", []),
        ("try:\n    n = x.shape[0]\nexcept RuntimeError:\n    n = 0\nreturn x.reshape((n, -1))", ["HYB101"]),
        ("try:\n    x += 1\nexcept TypeError:\n    x = x + 1\nreturn x * 2", ["HYB203"]),
        ("with contextlib.suppress(AttributeError):\n    x.asnumpy()\nreturn x * 2", ["HYB102"]),
        ("with contextlib.suppress(RuntimeError):\n    x.asnumpy()\nreturn x * 2", []),
    ],
)
def test_a_handler_catches_what_it_names(body: str, expected: List[str]) -> None:
    assert codes(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x.sum() + F.sum(2 * F.random.normal())", ["HYB207"]),
        ("return x * 2, F.random.normal().transpose()", ["HYB207"]),
        ("return F.concat(F.random.normal(), x, dim=0)", ["HYB207"]),
        ("return F.dot(F.random.normal(), x)", ["HYB207"]),
        ("return F.where(x > 0, x, F.random.normal())", []),
        ("return F.add_n(x, F.random.normal())", []),
        ("return F.sum(x + F.random.normal(shape=(1, 1)))", ["HYB201"]),
    ],
)
def test_a_random_number_without_a_shape_needs_a_neighbour(body: str, expected: List[str]) -> None:
    assert codes(body) == expected


ROWS = "a, b = F.contrib.while_loop(lambda i: i < 3, lambda i: ([x * 2], [i + 1]), [F.zeros((1,))], 5)\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # Rows that no step has written, wherever they are returned.
        (ROWS + "return a, x * 2", ["HYB608"]),
        (ROWS + "return x * 2, [a[0]]", ["HYB608"]),
        (ROWS + "return b, x * 2", []),
        # A loop that counts up to the last row has written them all.
        (ROWS.replace("5", "3") + "return a, x * 2", []),
        # The body of a loop is one operator of the graph, however many it has itself.
        ("o, s = F.contrib.foreach(lambda d, s: ((d - 3) * 3 + s, s * 2), x, y)\nreturn o, s, x", ["HYB606"]),
        ("o, s = F.contrib.foreach(lambda d, s: ((d - 3) * 3 + s, s * 2), x, y)\nreturn o + 1, s * 2, x", []),
        # A row has the shape of the rest, and the rows have that shape again.
        ("o, s = F.contrib.foreach(lambda d, s: (d * 2, s), F.ones((1, 3)), F.ones((1, 3)))\nreturn o * s + x", []),
        ("o, s = F.contrib.foreach(lambda d, s: (d * 2, s), F.ones((4, 3)), x)\nreturn o * F.ones((4, 1))", ["HYB201"]),
        # What the body of a loop is given, it has to use.
        ("return F.contrib.foreach(lambda d, s: (s * 2, s), x, y)[0]", ["HYB411"]),
        ("return F.contrib.foreach(lambda d, s: (d * 2, y), x, y)[0]", ["HYB411"]),
        ("return F.contrib.foreach(lambda d, s: (d * 2, s), x, x)[0]", ["HYB411"]),
        ("return F.contrib.foreach(lambda d, s: (d * 2, s), x, F.identity(x))[0]", []),
        ("return F.contrib.foreach(lambda d, s: (d * 2, s), x, [])[0]", []),
        ("return F.contrib.foreach(lambda d, _: (d * 2, []), x, [])[0]", []),
    ],
)
def test_loops_that_are_operators(body: str, expected: List[str]) -> None:
    assert codes(body, "x, y") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x * 2, states", ["HYB606"]),
        ("return x * 2, [states]", ["HYB606"]),
        ("return self.layer(x), F.identity(states)", []),
        ("x = F.relu(x + 1) * 2 - x\nreturn x, states", []),
    ],
)
def test_what_may_be_a_list_is_untouched_all_the_same(body: str, expected: List[str]) -> None:
    assert codes(body, "x, states", "self.layer = nn.Dense(2)") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # A Symbol has neither `__ipow__` nor `__imod__`: Python falls back on the operator.
        ("y = x * 0.5\ny **= True\nreturn y", ["HYB202"]),
        ("y = x * 0.5\ny %= x.sum(axis=1, keepdims=True)\nreturn y", ["HYB201"]),
        ("y = x * 0.5\ny **= 2\nreturn y", []),
        # Shapes go through `where` and `transpose`.
        ("e = x.argmax()\nreturn F.where(e, e, e) + e", []),
        ("w = F.transpose(F.ones((1, 4)))\nreturn w * F.ones((4, 1)), x * 2", []),
        ("w = F.transpose(F.ones((1, 4)), axes=(1, 0))\nreturn w * F.ones((1, 4)), x * 2", ["HYB201"]),
    ],
)
def test_operators_in_place_and_shapes(body: str, expected: List[str]) -> None:
    assert codes(body) == expected


@pytest.mark.parametrize(
    ("bins", "expected"),
    [("4", ["HYB107"]), ("bins=4", ["HYB107"]), ("4, (0, 1)", []), ("y", []), ("bins=somewhere.edges(4)", [])],
)
def test_a_histogram_needs_a_range_or_its_edges(bins: str, expected: List[str]) -> None:
    body = f"counts, edges = F.histogram(x, {bins})\nreturn [x * 2, F.BlockGrad(counts), F.BlockGrad(edges)]"
    assert codes(body, "x, y") == expected
