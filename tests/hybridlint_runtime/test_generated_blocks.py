"""The generators and the judge of generated blocks, on MXNet."""

from __future__ import annotations

import pytest

from benchmarks.generated_blocks import reference
from benchmarks.generated_blocks.__main__ import TESTED, stored
from benchmarks.generated_blocks.block import IMPORTS, Block
from benchmarks.generated_blocks.judged import KINDS, judged

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
def test_the_judge_says_what_mxnet_does() -> None:
    blocks = [Block(body, "own", "one", f"{NET}{body}\n", "[('pos', (2, 3))]") for body, _, _ in JUDGED]
    answers = reference.judge(blocks)
    assert [(answer["id"], answer["verdict"], answer["line"]) for answer in answers] == JUDGED


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_stored_judgements_are_those_of_mxnet(kind: str) -> None:
    readable = stored(kind)
    fields = ("id", "src", "label", "static", "verdict", "user_line")
    expected = [[case[field] for field in fields] for case in readable[:6]]
    assert [[case[field] for field in fields] for case in judged(kind, TESTED[kind][0], 6)] == expected
