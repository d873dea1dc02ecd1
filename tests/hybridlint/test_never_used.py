"""What a graph leaves out, beside layers whose sizes MXNet infers from it."""

from __future__ import annotations

import textwrap
from typing import List

import pytest

from hybridlint.analysis import analyse


def reported_lines(init: str, body: str, arguments: str = "x", after: str = "", base: str = "HybridBlock") -> List[str]:
    """The texts of the lines that HYB708 reports."""
    parts = ["from mxnet.gluon import HybridBlock, nn, rnn", "from other import Base", f"class Net({base}):"]
    parts += ["    def __init__(self, **kwargs):", "        super().__init__(**kwargs)"]
    parts += [textwrap.indent(textwrap.dedent(init), " " * 8), f"    def hybrid_forward(self, F, {arguments}):"]
    parts += [textwrap.indent(textwrap.dedent(body), " " * 8), textwrap.dedent(after)]
    text = "\n".join(parts) + "\n"
    lines = text.splitlines()
    return [lines[finding.line - 1].strip() for finding in analyse(text) if finding.code == "HYB708"]


FORGOTTEN = "self.head = nn.Dense(2, in_units=4)"


@pytest.mark.parametrize("layer", ["nn.Dense(4)", "nn.Conv2D(4, 3)", "nn.BatchNorm()", "rnn.LSTM(4)"])
def test_a_child_that_nothing_calls_is_reported_beside_a_layer_without_sizes(layer: str) -> None:
    assert reported_lines(f"self.body = {layer}\n{FORGOTTEN}", "return self.body(x)") == [FORGOTTEN]


@pytest.mark.parametrize("layer", ["nn.Dense(4, in_units=3)", "nn.Activation('relu')", "nn.Embedding(5, 4)"])
def test_beside_layers_whose_sizes_are_known_nothing_is_reported(layer: str) -> None:
    assert reported_lines(f"self.body = {layer}\n{FORGOTTEN}", "return self.body(x)") == []


@pytest.mark.parametrize("child", ["nn.Activation('relu')", "nn.Dropout(0.5)", "nn.Dense(4, params=self.body.params)"])
def test_a_child_without_parameters_of_its_own_is_not_reported(child: str) -> None:
    assert reported_lines(f"self.body = nn.Dense(4)\nself.head = {child}", "return self.body(x)") == []


@pytest.mark.parametrize(
    "after",
    [
        "def classify(net, x):\n    return net.head(x)",
        "def both(net):\n    return list(net._children.values())",
        "def named(net):\n    return getattr(net, 'he' + 'ad')",
    ],
)
def test_what_may_be_used_elsewhere_is_not_reported(after: str) -> None:
    assert reported_lines(f"self.body = nn.Dense(4)\n{FORGOTTEN}", "return self.body(x)", after=after) == []


def test_a_base_of_another_file_may_use_it() -> None:
    assert reported_lines(f"self.body = nn.Dense(4)\n{FORGOTTEN}", "return self.body(x)", base="Base") == []


def test_a_parameter_that_nothing_reads_is_reported_where_it_is_an_argument() -> None:
    init = "self.body = nn.Dense(4)\nself.scale = self.params.get('scale', shape=(1, 4))"
    assert reported_lines(init, "return self.body(x)", "x, scale") == ["def hybrid_forward(self, F, x, scale):"]
    assert reported_lines(init, "return F.broadcast_mul(self.body(x), scale)", "x, scale") == []


@pytest.mark.parametrize(
    "after",
    [
        "# the head comes later: net.head(x)",
        "class Other(HybridBlock):\n    def hybrid_forward(self, F, x):\n        return self.head(x)",
    ],
)
def test_a_comment_and_the_attribute_of_another_class_use_nothing(after: str) -> None:
    assert reported_lines(f"self.body = nn.Dense(4)\n{FORGOTTEN}", "return self.body(x)", after=after) == [FORGOTTEN]


@pytest.mark.parametrize(
    "after",
    [
        "class Heir(Net):\n    def hybrid_forward(self, F, x):\n        return self.head(self.body(x))",
        "class Owner(HybridBlock):\n    def hybrid_forward(self, F, x):\n        return self.net.head(x)",
    ],
)
def test_an_heir_and_an_owner_may_use_it(after: str) -> None:
    assert reported_lines(f"self.body = nn.Dense(4)\n{FORGOTTEN}", "return self.body(x)", after=after) == []
