"""Facts of a run decide what the text of a file leaves open."""

from __future__ import annotations

from typing import Any, List

import pytest

from hybridlint.analysis import analyse
from hybridlint.facts import Facts

BLOCK = """\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, mode="sum", **kwargs):
        super().__init__(**kwargs)
        self.mode = mode
        self.dense = nn.Dense(4)

    def hybrid_forward(self, F, {parameters}):
        {body}
"""


def codes(body: str, parameters: str = "x", **facts: Any) -> List[str]:
    text = BLOCK.format(parameters=parameters, body=body)
    known = Facts.from_json({"blocks": {"Net": facts}}) if facts else None
    return [finding.code for finding in analyse(text, facts=known) if finding.default]


def tensor(*shape: int) -> Any:
    return {"kind": "tensor", "shape": list(shape), "dtype": "float32"}


@pytest.mark.parametrize(("second", "found"), [(tensor(2, 3), []), (tensor(2, 1), ["HYB201"]), (tensor(3), ["HYB201"])])
def test_shapes_decide_whether_operands_broadcast(second: Any, found: List[str]) -> None:
    assert codes("return x + y", "x, y") == [], "without facts nothing is known"
    assert codes("return x + y", "x, y", inputs={"x": tensor(2, 3), "y": second}) == found


def test_the_kind_of_an_input_is_what_the_run_saw() -> None:
    body = "return x[0] + x[1]"
    assert codes(body) == [], "most likely a list"
    assert "HYB302" in codes(body, inputs={"x": tensor(2, 3)})
    assert codes(body, inputs={"x": {"kind": "list", "items": [tensor(2, 3), tensor(2, 3)]}}) == []


def test_a_plain_input_is_no_tensor() -> None:
    body = "return x * 2 if flag > 1 else x"
    assert "HYB401" in codes(body, "x, flag")
    known = codes(body, "x, flag", inputs={"x": tensor(2, 3), "flag": {"kind": "value", "value": 3}})
    assert "HYB401" not in known


@pytest.mark.parametrize(("mode", "found"), [("sum", []), ("first", ["HYB301"])])
def test_branches_on_attributes_are_taken(mode: str, found: List[str]) -> None:
    body = 'return F.sum(x) if self.mode == "sum" else x[0] * 2'
    assert codes(body, inputs={"x": tensor(2, 3)}, attributes={"mode": mode}) == found


def test_outputs_of_children() -> None:
    body = "return self.dense(x) + x"
    assert codes(body, inputs={"x": tensor(2, 4)}, children={"dense": tensor(2, 4)}) == []
    assert codes(body, inputs={"x": tensor(2, 1)}, children={"dense": tensor(2, 4)}) == ["HYB201"]


@pytest.mark.parametrize(
    "document",
    [None, {}, {"blocks": {"Net": {"inputs": []}}}, {"blocks": {"Net": {"inputs": {"x": {"kind": "array"}}}}}]
    + [{"blocks": {"Net": {"inputs": {"x": {"kind": "tensor", "shape": "2,3"}}}}}],
)
def test_what_are_no_facts_is_refused(document: Any) -> None:
    with pytest.raises(ValueError, match="fact|shape"):
        Facts.from_json(document)
