"""The judge of generated blocks, and its stored judgements, on MXNet."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.case_format import read
from tests.judging import mxnet1
from tests.judging.block import IMPORTS, Block

GENERATED = Path(__file__).parents[1] / "generated"

NET = IMPORTS + "\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n        "


JUDGED = [
    ("return x * 2", "OK", None),
    ("return x * x.shape[0]", "ERROR_ON_TRACE", 9),
    ("return x[0]", "SILENT_DIVERGENCE", None),
    ("return x - x.mean(axis=1, keepdims=True)", "ERROR_ON_EXECUTE", None),
    ("return x * (2 if not hasattr(x, 'shape') or x.shape[0] == 2 else 3)", "SHAPE_SPECIALISED", None),
    ("with autograd.pause():\n            y = x * 2\n        return x + y", "GRAD_DIVERGENCE", None),
    ("import os\n        os.abort()", "CRASH", None),
    ("return x.no_such_method()", "IMPERATIVE_ERROR", 9),
]


@pytest.mark.slow
def test_the_judge_reports_what_mxnet_does() -> None:
    blocks = [Block(body, "own", "one", f"{NET}{body}\n", "[('pos', (2, 3))]") for body, _, _ in JUDGED]
    answers = mxnet1.judge(blocks)
    assert [(answer["id"], answer["verdict"], answer["line"]) for answer in answers] == JUDGED


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["broadcasting", "flow", "grammar", "graphs", "tries"])
def test_stored_judgements_are_those_of_mxnet(kind: str) -> None:
    stored = read(str(GENERATED / f"{kind}.jsonl"))
    cases = [case for case in stored if tuple(case["python"]) <= sys.version_info[:2]][:6]
    answers = mxnet1.judge([Block(case["id"], kind, case["title"], case["src"], case["inputs"]) for case in cases])
    assert [answer["verdict"] for answer in answers] == [case["verdict"] for case in cases]
