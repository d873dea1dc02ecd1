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
