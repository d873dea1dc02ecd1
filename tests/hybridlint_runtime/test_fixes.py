"""Fixes on MXNet: a safe one never changes an imperative result, and a fixed block hybridizes.

The cases are those of the repository, the rules' bad examples and, where HYBRIDLINT_TRUTH names a file, those in it. A
sample of them in the order of files; all with `pytest --run-slow`.
"""

from __future__ import annotations

import os
import pathlib
import textwrap
from typing import Any, Dict, List

import mxnet as mx
import numpy as np
import pytest

from hybridlint import rules
from hybridlint.analysis import analyse
from hybridlint.fixing import fix
from tests import composed_blocks
from tests.case_format import read
from tests.hybridlint_runtime import running_examples
from tests.hybridlint_runtime.running_examples import quiet
from tests.judging import fixes

OWN_CASES = pathlib.Path(__file__).parent.parent / "cases"
CASES = os.environ.get("HYBRIDLINT_TRUTH")
#: Every so many-th case is called, every so many-th checked, and every so many-th of those from elsewhere.
CALLED, CHECKED, ELSEWHERE_CHECKED = 40, 100, 16
#: The share of the decidable cases with a fix made by hand that has to be fixed.
AIM = 0.8


#: The decidable cases of the file, and blocks of several failures.
ELSEWHERE = [case for case in read(CASES) if case["label"] == "flag" and case["static"] == "decidable"] if CASES else []
COMPOSED = [composed_blocks.make(5, number) for number in range(12)]


#: Kind → cases, or the answers to those.
Answers = Dict[str, List[Dict[str, Any]]]


def flagged(every: int) -> List[Dict[str, Any]]:
    return [case for case in read(str(OWN_CASES)) if case["label"] == "flag"][::every]


def fixed(cases: List[Dict[str, Any]], unsafe: bool) -> List[Dict[str, Any]]:
    return [result for result in (fixes.fixed(case, unsafe) for case in cases) if result is not None]


def named(kind: str, cases: List[Dict[str, Any]], **more: Any) -> List[Dict[str, Any]]:
    """The cases with names that begin with `kind`."""
    return [{**case, **more, "id": f"{kind} {case['id']}"} for case in cases]


@pytest.fixture(scope="module")
def cases_by_kind(run_slow: bool) -> Answers:
    """Kind → the cases of which some are fixed."""
    return {
        "safe": flagged(1 if run_slow else CALLED),
        "all": flagged(1 if run_slow else CHECKED),
        "elsewhere": [case for case in ELSEWHERE if case.get("fixed")][:: 1 if run_slow else ELSEWHERE_CHECKED],
        "safe elsewhere": ELSEWHERE[:: 1 if run_slow else ELSEWHERE_CHECKED],
        "composed": COMPOSED,
        "safe composed": COMPOSED,
    }


@pytest.fixture(scope="module")
def answers(cases_by_kind: Answers) -> Answers:
    """Kind → what MXNet does with the cases that are fixed: a process judges all of them, one after the other. Of the
    safe fixes only the imperative results."""
    cases = []
    for kind, some in cases_by_kind.items():
        safe = kind.startswith("safe")
        cases += named(kind, fixed(some, unsafe=not safe), imperative_only=safe)
    by_kind: Answers = {kind: [] for kind in cases_by_kind}
    for answer in fixes.judged(cases):
        kind, _, name = answer["id"].rpartition(" ")
        by_kind[kind].append({**answer, "id": name})
    assert sum(map(len, by_kind.values())) == len(cases)
    return by_kind


def test_safe_fixes_leave_imperative_results_as_they_are(answers: Answers) -> None:
    assert len(answers["safe"]) >= 15
    assert {answer["id"]: answer["imperative"] for answer in answers["safe"] if fixes.is_wrong(answer)} == {}


def test_most_fixed_blocks_pass_the_check(answers: Answers) -> None:
    right = [answer for answer in answers["all"] if not fixes.is_wrong(answer)]
    passed = [answer for answer in right if answer["verdict"] == "passed"]
    assert len(right) >= 5 and len(passed) >= 0.6 * len(right), [answer["summary"] for answer in right]


if CASES is not None:

    def test_the_aim_is_reached_on_cases_from_elsewhere(cases_by_kind: Answers, answers: Answers) -> None:
        by_hand = cases_by_kind["elsewhere"]
        repaired = [
            answer for answer in answers["elsewhere"] if answer["verdict"] == "passed" and not fixes.is_wrong(answer)
        ]
        assert len(repaired) >= AIM * len(by_hand), sorted(
            {case["id"] for case in by_hand} - {answer["id"] for answer in repaired}
        )
        assert [answer for answer in answers["safe elsewhere"] if fixes.is_wrong(answer)] == []


#: The rules that have fixes.
FIXABLE = [rule for rule in rules.all_rules() if rule.fix and rule.default]


def test_safe_fixes_of_bad_examples_work_hybridized() -> None:
    seen = 0
    for rule in FIXABLE:
        for number, example in enumerate(rule.examples):
            done = fixes.fix(example.bad, selects=fixes.is_default)
            if not any(finding.code == rule.code for finding in done.fixed) or example.shown_as in ("print", "batch"):
                continue
            seen += 1
            name = f"{rule.code}_{number}"
            observed = running_examples.observe(done.text, example.inputs, name)
            assert example.shown_as not in observed.seen, (name, done.text, observed.errors)
    assert seen > 25


#: Bodies of `hybrid_forward(self, F, x, y)`, of two tensors of shape (2, 3, 4), which the fixes make traceable.
BODIES = [
    "return F.zeros((x.shape[0], 5)), F.ones(shape=(x.shape[0], x.shape[2]), dtype='float16'), x * 2",
    "return x[:, : x.shape[1] - 1, 1 : x.shape[2]], x[:, -1]",
    "return x[:, x.shape[1] - 1]",
    "return F.slice(x, begin=(0, 1), end=(2, x.shape[1])), F.slice_axis(x, axis=2, begin=0, end=x.shape[2] - 1)",
    "return F.broadcast_axis(x.slice_axis(axis=1, begin=0, end=1), axis=1, size=y.shape[2])",
    "return F.random.normal(0, 1, shape=x.shape) * 0 + x",
    "return x.reshape((y.shape[0] * y.shape[1], -1)), x.reshape((-1, x.shape[-1])), x.reshape((-1,) + x.shape[2:])",
    "z = x.expand_dims(0)\nreturn F.contrib.BilinearResize2D(z, height=z.shape[2], width=z.shape[3]) * 2",
    "a = F.stack(x, y)\nn = a.shape[2:]\na = F.relu(a)\nb = y.expand_dims(0)\n"
    "b = F.contrib.BilinearResize2D(b, height=n[0], width=n[1])\n"
    "return F.contrib.BilinearResize2D(a, height=n[0], width=n[1], align_corners=False), b",
    "a = F.stack(x, y)\nn = (5, 7) if self.prefix is None else a.shape[2:]\nb = y.expand_dims(0)\n"
    "return F.relu(F.contrib.BilinearResize2D(b, height=n[0], width=n[1])) * 2",
    "b, c, d = x.shape\nz = F.dot(x.reshape((b * c, d)), y[0].T)\nreturn z.reshape((b, c, -1)), x + y",
    "c, d = x.shape[1], x.shape[2]\nreturn x.reshape((-1, c * d))",
    "b, c, d = x.shape\nx = x.reshape((b, c * d))\nb, c, _ = y.shape\ny = y.reshape((b, c, 2, -1)) * 2\nreturn x, y",
    "z = x.sum().asnumpy()[0]\nw = x.asnumpy().mean()\nreturn y / z, y - w, y * x.max().asnumpy().item()",
    "i = F.argmax(x, axis=1)\nreturn x[F.zeros_like(i), i], x.repeat(2, axis=1)[:, : y.shape[1]]",
    "n = x.shape[2] // 2\nreturn x[:, :, :n] * F.sigmoid(x[:, :, n:]), y[:, : y.shape[1] // 3]",
    "n = x.shape[2] // 2\nreturn F.slice_axis(x, axis=2, begin=n, end=None) * 2",
    "return F.onehot_encode(F.argmax(x, axis=1)[:, 0], F.zeros((2, 3))), F.moveaxis(x, 1, 2), F.moveaxis(y, -1, -2)",
    "b, c, d = x.shape\nreturn x.reshape((b, c * d)), x.reshape((b * c, d)), x.reshape((b, c, 2, d // 2))",
    "rows = F.reshape(x, shape=(6, 4))\nz = 0\nfor i, row in enumerate(rows):\n    z = z + row * i\nreturn z",
    "rows = F.reshape(x, shape=(6, 4))\nreturn F.add_n(*[a * b for a, b in zip(rows, rows * 2)])",
    "rows = F.reshape(x, shape=(6, 4))\nreturn F.add_n(*[F.relu(rows[i]) for i in range(len(rows))])",
    "rows = F.reshape(x, shape=(-1, 4))\nreturn F.concat(*[rows[:, i] for i in range(rows.shape[1])], dim=0)",
    "if x.sum() > 0 and y.sum() > 0:\n    return x * 2\nreturn F.relu(x)",
    "z = x * 2 if x.sum() > 0 or y.sum() > 0 else -x\nreturn z",
    "if not x.max() > 100:\n    z = x + 1\nelse:\n    z = x - 1\nreturn z",
    "return F.broadcast_mul(x, (x.sum() > -100) and (y.sum() > -100)), F.broadcast_mul(x, x.sum() or y.sum())",
    "return F.broadcast_mul(x, 0 < F.relu(x).sum() < 200)",
    "return F.repeat(x, repeats=y.shape[1], axis=1), x.repeat(y.shape[2], 2), F.repeat(x, axis=0, repeats=x.shape[0])",
    "return F.tile(x, (y.shape[1], 1, 1)), F.tile(x, reps=(1, 1, y.shape[1])), x.tile((1, x.shape[1], 1))",
    "z = F.sum(x, axis=0, keepdims=True)\nreturn F.broadcast_to(z, (2, 3, x.shape[2])), z.tile((y.shape[1], 1, 1))",
    "import math\nz = x.shape[1] + 1\nreturn x / math.sqrt(x.shape[-1]), y * (1.0 / float(z)), x.sum() ** x.shape[1]",
    "z = x * 2 if x.shape[1] == 3 else y\nif len(x) > 2:\n    z = F.relu(z)\nreturn z",
    "z = 0\nfor i in range(x.shape[1]):\n    z += F.slice_axis(x, axis=1, begin=i, end=i + 1) ** 2\nreturn z",
    "z = 0\nfor i in range(x.shape[0]):\n    z = F.relu(x[i]) * 2 - x[i] + z\nreturn z",
    "z = 0\nfor row in F.relu(x):\n    z += F.dot(row, y[0].T) + 1\nreturn z",
    "z = 0\nfor row in x * y:\n    z = z + F.sqrt(F.abs(row))\nreturn z",
    "z = []\nfor i in range(x.shape[1]):\n    z.append(F.relu(F.slice_axis(x, axis=1, begin=i, end=i + 1)))\n"
    "return F.concat(*z, dim=1) * 2",
    "z = []\nfor i in range(x.shape[2]):\n    z.append(-x[:, :, i])\nreturn F.stack(*z, axis=2)",
    "z = []\nfor row in F.relu(x):\n    z.append(row ** 2)\ny = F.stack(*z)\nreturn y, F.stack(*[-z for z in x]) + 2",
    "return x.mean(axis=tuple(range(1, len(x.shape)))), F.max(x, axis=list(range(2, x.ndim)), keepdims=True)",
    "if x.sum() > 100:\n    z = x * y\n    w = x + 1\nelse:\n    w = F.relu(y)\n    z = x - y\nreturn z, w",
    "z = x * x\nif x.sum() > 99:\n    z = F.sqrt(z)\nelif y.sum() > 99:\n    z = 3\nelse:\n    z = z * y\nreturn z",
    "return F.contrib.cond(x.sum() > 100, lambda: F.tanh(x) * y, lambda: y - x)",
    "from mxnet import autograd\nwith autograd.pause():\n    z = x * y\n    k = 2\n    w = F.tanh(z) * k\nreturn w, z",
    "from mxnet import autograd\nwith autograd.pause():\n    z = x * y\n    return z, (F.tanh(z)\n        * 2)",
    "from mxnet import autograd\nwith autograd.pause():\n    z = F.Dropout(F.Dropout(x) * y)\n    z += 1\nreturn z * x",
    "if y.sum() > 900:\n    return y * 2\nz = F.Dropout(x, p=0.0)\nw = F.sqrt(z - x)\nreturn w * y",
    "if x.shape[1] != 3 or x.sum() > 900:\n    raise ValueError(f'{x.shape}')\nreturn x * y",
    "device = x.context\nz = F.zeros((1,), ctx=device)\nz[0] = 3\nreturn F.broadcast_add(x * y, z)",
    "b, c, h = x.shape\nz = F.batch_dot(F.reshape(x, (b, c, h)), y, transpose_b=True)\n"
    "return F.batch_dot(z, y.reshape((b, c, h))).reshape((-1,)).reshape((b, c, h))",
    "z = F.relu(x)\nz[:, 0] += 1\nz[:, 1:2] = 7\nz[:, 0] = y[:, 0]\nreturn z",
    "z = F.relu(x)\nw = z\nw += 1\nw %= 2\nreturn z * w",
    "s = 2.0 if (x > 0.5).asnumpy().all() else 0.5\nw = 1.0 if y.sum() > 0 else -1.0\nreturn x * s, y * w",
    "z = F.relu(x)\nz -= z.mean(axis=1, keepdims=True)\nz /= z.shape[1]\nreturn z",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_fixed_body_computes_the_same_in_both_phases(body: str) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x, y):\n"
    text = head + textwrap.indent(body, " " * 8) + "\n"
    done = fix(text, unsafe=True, selects=fixes.is_default)
    assert done.settled and not [finding for finding in analyse(done.text) if finding.default], done.text
    inputs = [mx.nd.random.normal(shape=(2, 3, 4)) for _ in "xy"]
    with quiet():
        before, after, hybrid = (made(source) for source in (text, done.text, done.text))
        hybrid.hybridize()
        expected = values(before(*(array.copy() for array in inputs)))
        for array, after_fix in zip(expected, values(after(*inputs))):
            np.testing.assert_allclose(array, after_fix, 1e-6, 1e-6, err_msg=done.text)
        for array, after_fix in zip(expected, values(hybrid(*inputs))):
            np.testing.assert_allclose(array, after_fix, 1e-5, 1e-6, err_msg=done.text)


CONSTANTS = """\
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.broadcast_mul(x, nd.array(np.arange(4) / 3))
        y = F.broadcast_mul(y, F.array([4, 3, 2, 1]))
        return F.broadcast_add(y, nd.array([1, 2, 3, 4]))
"""


def test_blocks_of_several_failures_are_fixed(answers: Answers) -> None:
    for case in COMPOSED:
        named = {item.line for item in analyse(case["src"]) if item.default}
        assert named >= set(case["failing"]), case["src"]
        assert not fixes.unsound(case), case["src"]
    green = {
        answer["id"] for answer in answers["composed"] if answer["imperative"] == "" and answer["verdict"] == "passed"
    }
    decidable = {case["id"] for case in COMPOSED if case["static"] == "decidable"}
    assert len(decidable & green) >= 0.8 * len(decidable), sorted(decidable - green)
    safe = answers["safe composed"]
    assert len(safe) > 8 and not [answer for answer in safe if fixes.is_wrong(answer)]


@pytest.mark.parametrize("constructor", ["", "    def __init__(self):\n        super().__init__()\n\n"])
def test_an_array_of_literals_becomes_a_constant_of_the_block(constructor: str) -> None:
    text = CONSTANTS.replace("    def hybrid_forward", f"{constructor}    def hybrid_forward")
    done = fix(text, unsafe=True, selects=fixes.is_default)
    assert not [finding for finding in analyse(done.text) if finding.default], done.text
    x = mx.nd.random.normal(shape=(2, 3, 4))
    before, hybrid = made(text), made(done.text)
    hybrid.hybridize()
    np.testing.assert_allclose(before(x).asnumpy(), hybrid(x).asnumpy(), 1e-6, 1e-6)


def values(outputs: Any) -> List[Any]:
    return [array.asnumpy() for array in ([outputs] if isinstance(outputs, mx.nd.NDArray) else outputs)]


def made(text: str) -> Any:
    names: Dict[str, Any] = {}
    exec(compile(text, "<fixed>", "exec"), names)
    net = names["Net"]()
    net.initialize()
    return net
