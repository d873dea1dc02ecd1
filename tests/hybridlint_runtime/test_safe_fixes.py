"""No safe fix changes an imperative result or hides a failure, on blocks that are others in each run."""

from __future__ import annotations

import collections
import random
from typing import Any, Dict, List

import fix_judge
import mxnet as mx
import pytest
import writes

from hybridlint.fixing import fix
from hybridlint_runtime.structures import arrays


def test_no_safe_fix_of_a_random_block_is_wrong_or_hides_a_failure(run_slow: bool) -> None:
    seed = random.SystemRandom().randrange(10**6)
    _, verdicts = fix_judge.judged(400 if run_slow else 30, seed)
    outcomes = collections.Counter(verdict.outcome for verdict in verdicts)
    bad = [verdict for verdict in verdicts if verdict.outcome in ("wrong", "hidden")]
    assert not bad, f"seed {seed}: {bad[0].reason}\n{bad[0].block.text}\nfixed:\n{bad[0].fixed}"
    assert outcomes["fixed"], "nothing is fixed"


def test_blocks_that_share_nothing_are_fixed() -> None:
    seed = random.SystemRandom().randrange(10**6)
    blocks, verdicts = fix_judge.judged(20, seed, local=1.0)
    fixed = [verdict for verdict in verdicts if verdict.outcome == "fixed"]
    assert len(fixed) >= 0.95 * len(blocks), f"seed {seed}: {[block.text for block in blocks][:1]}"


def test_the_judge_sees_a_change_of_results_and_a_hidden_failure() -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    body = {
        "        y = x * 1\n        z = y\n        z += 1\n        return y\n": ("z += 1", "z = z + 1", "wrong"),
        "        return x[0] + x\n": ("x[0] + x", "x[0] + x * 1", "hidden"),
        "        return x * 1\n": ("* 1", "+ 0", "fixed"),
    }
    for text, (before, after, outcome) in body.items():
        block = fix_judge.Block("net", head + text, ((2, 3),), True)
        (verdict,) = fix_judge.judge([block], lambda code: code.replace(before, after), lambda code: False)  # noqa: B023
        assert verdict.outcome == outcome, verdict


def imperative(text: str) -> object:
    """Return what two imperative calls return, or the error of the first."""
    names: Dict[str, Any] = {}
    exec(compile(text, "net.py", "exec"), names)
    mx.random.seed(1)
    net, x = names["Net"](), mx.nd.array([[1, 2], [3, 4]])
    net.initialize(mx.init.One())
    results: List[Any] = []
    for _ in range(2):
        results.append([array.asnumpy().tolist() for array in arrays(net(x))])
    return [*results, x.asnumpy().tolist()]


#: Where a write and a binding have the same outputs in these calls, or the file alone does not run.
NOT_SEEN = {"an attribute", "an exception", "another scope of autograd", "code that is not in the file"}


@pytest.mark.parametrize("name", [*writes.LOCAL, *sorted(writes.SHARED.keys() - NOT_SEEN)])
def test_a_write_is_a_binding_where_mxnet_sees_no_difference(name: str) -> None:
    body = {**writes.LOCAL, **writes.SHARED}[name]
    text = writes.block(body)
    expected = imperative(text)
    assert imperative(fix(text).text) == expected
    assert (imperative(writes.block(body.replace("y += 1", "y = y + 1"))) == expected) == (name in writes.LOCAL)
