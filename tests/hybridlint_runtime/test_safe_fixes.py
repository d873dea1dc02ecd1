"""No safe fix changes an imperative result or hides a failure, on blocks that are others in each run."""

from __future__ import annotations

import collections
import random
import textwrap
from typing import Any, Dict, List

import fix_judge
import mxnet as mx
import pytest
import writes

from hybridlint.analysis import analyse
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


#: What a fix must not forget: the body of `hybrid_forward(self, F, x, mask=None)` with what its module has beside it.
FORGOTTEN = {
    "None is false": ("if not mask:\n    return x * 2\nreturn x * mask", ""),
    "int8 wraps": ("y = F.cast(x, self.dtype)\nreturn F.cast(y * y.shape[1] + y.size, 'float32')", "DTYPE = 'int8'"),
    "int8 has no half": (
        "y = F.cast(x, self.dtype)\nreturn F.cast(y * (y.shape[1] // 2), 'float32')",
        "DTYPE = 'int8'",
    ),
    "uint8 counts no rows": ("y = F.cast(x, self.dtype).T\ny[0] = 9\nreturn F.cast(y, 'float32')", "DTYPE = 'uint8'"),
    "float16 adds in an order": ("y = F.cast(x, self.dtype).T\nreturn sum(y), F.add_n(*y)", "DTYPE = 'float16'"),
    "integers are finite": (
        "y = F.cast(x, self.dtype)\nreturn F.contrib.isfinite(y), F.contrib.isinf(y)",
        "DTYPE = 'int32'",
    ),
    "F is an array": ("return spectrum(x, x), times(x)", "def spectrum(x, F):\n    return nd.sum(x * F, axis=1)"),
    "axes from the end": (
        "y = F.expand_dims(x, axis=1)\nreturn F.slice_axis(y, axis=-1, begin=0, end=x.shape[-1])",
        "",
    ),
    "names of variables": ("n = x.shape[0]\nself.seen = sorted(locals())\nreturn x * 2", ""),
    "attributes by name": ("getattr(self, 'ones')[:] = 4\nreturn x * self.ones", ""),
    "attributes by name elsewhere": (
        "change(self)\nreturn x * self.ones",
        "def change(net):\n    setattr(net, 'ones', nd.zeros((1, 300)))",
    ),
    "a default argument": ("y = x * 1\ndef f(t=y):\n    return t\ny[:] = 0\nreturn y + f()", ""),
    "a result that is used": ("y = F.zeros_like(x)\nz = self.act(F.relu(x, out=y)) + 1\nreturn z", ""),
    "a view from a function": ("y = x * 1\nz = first(F, y)\nz += 1\nreturn y", "def first(F, t):\n    return t[0]"),
    "a view from a block": ("y = x * 1\nz = self.cut(y)\nz += 1\nreturn y", ""),
}
_MODULE = """\
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

DTYPE = "float32"


def times(x, F=2):
    return nd.relu(x) * F


class Cut(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.detach()


{beside}


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ones = nd.ones((1, 300))
        self.dtype, self.cut, self.act = DTYPE, Cut(), nn.Activation("relu")

    def hybrid_forward(self, F, x, mask=None):
{body}
"""


def test_no_safe_fix_forgets_a_dtype_a_name_or_a_caller() -> None:
    blocks = [
        fix_judge.Block(name, _MODULE.format(body=textwrap.indent(body, " " * 8), beside=beside), ((2, 300),), False)
        for name, (body, beside) in FORGOTTEN.items()
    ]
    verdicts = fix_judge.judge(blocks, lambda text: fix(text).text, lambda text: bool(analyse(text)))
    bad = {verdict.block.name: verdict.reason for verdict in verdicts if verdict.outcome in ("wrong", "hidden")}
    unusable = [verdict.block.name for verdict in verdicts if verdict.outcome == "unusable"]
    assert not bad and not unusable, (bad, unusable)


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
