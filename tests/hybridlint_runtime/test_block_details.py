"""What a report shows of each block and around each problem, from real runs."""

from __future__ import annotations

import itertools
import pathlib
import re
import runpy
from typing import Any, Dict, List

import pytest

import hybridlint_runtime
from hybridlint.rules import Rule, rules_of
from hybridlint.rules.base import Example
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.report import BlockResult, Report, Verdict, walk

mx = import_mxnet()
HybridBlock = mx.gluon.HybridBlock
nn = mx.gluon.nn
FEW = ["trace", "blocks", "outputs"]


class Shared(HybridBlock):  # type: ignore[misc]
    """Calls one of its children twice."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Dense(4, activation="relu", in_units=3)
        self.twice = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.twice(self.twice(self.first(x))) * 2


class Otherwise(HybridBlock):  # type: ignore[misc]
    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * (2 if isinstance(x, mx.nd.NDArray) else 3)


def blocks_of(net: Any, *shapes: Any) -> Dict[str, BlockResult]:
    report = hybridlint_runtime.check(net, *shapes, probes=[*FEW, "cost"])
    assert report.blocks is not None
    return {block.path: block for block in walk(report.blocks)}


@pytest.fixture(scope="module")
def blocks() -> Dict[str, BlockResult]:
    return blocks_of(Shared, (2, 3))


def test_shapes_and_parameters(blocks: Dict[str, BlockResult]) -> None:
    first = blocks["first"]
    assert (first.inputs, first.outputs) == (["float32[2, 3]"], ["float32[2, 4]"])
    assert first.own_parameters == {"weight": "float32[4, 3]", "bias": "float32[4]"}
    assert blocks[""].own_parameters == {}


def test_times_and_differences(blocks: Dict[str, BlockResult]) -> None:
    for block in blocks.values():
        figures = block.measured["cpu(0)"]
        assert figures["imperative_s"] > 0 and figures["hybridized_s"] > 0
        assert figures["difference"] <= figures["tolerance"]
    # A parent takes as long as its children, at least.
    children = sum(blocks[path].measured["cpu(0)"]["imperative_s"] for path in ("first", "twice"))
    assert blocks[""].measured["cpu(0)"]["imperative_s"] >= children


def test_a_block_that_differs_is_beyond_its_tolerance() -> None:
    figures = blocks_of(Otherwise, (2, 3))[""].measured["cpu(0)"]
    assert figures["difference"] > figures["tolerance"]


def test_the_graph_of_a_block_has_one_node_for_each_child(blocks: Dict[str, BlockResult]) -> None:
    graph = blocks[""].graph
    assert graph is not None
    names = [(node["kind"], node["name"]) for node in graph["nodes"]]
    assert names == [("input", "data"), ("block", "first"), ("block", "twice"), ("operator", "_mul_scalar")]
    assert graph["edges"] == [[0, 1], [1, 2], [2, 3]]
    (last,) = [node for node in graph["nodes"] if node.get("output")]
    assert last["name"] == "_mul_scalar" and last["attributes"] == {"scalar": "2"}
    assert last["line"].startswith(__file__)
    dense = blocks["first"].graph
    assert dense is not None
    assert [len(node["parameters"]) for node in dense["nodes"]] == [0, 2, 0]
    assert [node["name"] for node in dense["nodes"]] == ["data", "FullyConnected", "first.act"]


def test_a_graph_that_nobody_could_read_is_left_out() -> None:
    class Long(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            for _ in range(700):
                x = F.negative(x)
            return x

    assert blocks_of(Long, (2, 3))[""].graph is None


def _raising(rule: Rule) -> List[Example]:
    """The examples of a rule with a safe fix that raise when they are called with plain arrays."""
    if rule.fix != "safe":
        return []
    return [example for example in rule.examples if example.shown_as == "error" and re.match(r"\[\(\d", example.inputs)]


@pytest.mark.sample(4)
@pytest.mark.parametrize("rule", [rule for rule in rules_of(1) if _raising(rule)], ids=lambda rule: rule.code)
def test_a_problem_shows_its_line_and_the_fix_of_the_linter(rule: Rule, tmp_path: pathlib.Path) -> None:
    """On the examples of the rules that have a fix. What is shown as the fix fixes the example."""
    example = _raising(rule)[0]

    def checked(name: str, text: str) -> Report:
        path = tmp_path / name
        path.write_text(text)
        return hybridlint_runtime.check(runpy.run_path(str(path))["Net"], *eval(example.inputs), probes=FEW)

    (problem,) = [problem for problem in checked("bad.py", example.bad).problems if problem.rule == rule.code]
    assert problem.location is not None and problem.excerpt is not None and problem.fix is not None
    shown = problem.excerpt.lines[problem.location.line - problem.excerpt.first_line]
    assert shown.strip() == problem.location.source
    hunks = itertools.groupby(problem.fix.diff, key=lambda line: line[0] in "-+")
    fixed = example.bad
    for lines in [list(group) for changed, group in hunks if changed]:
        before, after = ("".join(f"{line[1:]}\n" for line in lines if line[0] == sign) for sign in "-+")
        assert before in fixed
        fixed = fixed.replace(before, after)
    assert checked("fixed.py", fixed).verdict is Verdict.PASSED
