"""Which changes of a block keep its imperative results. `tests/hybridlint_runtime/test_safe_fixes.py` asks MXNet."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Callable

import pytest

from hybridlint import checking, cli
from hybridlint.analysis import analyse
from hybridlint.configuration import Configuration
from hybridlint.fixing import fix
from hybridlint.validation import difference, validated

MODULE = """\
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn


def scale(t):
    t *= 2


class Holder:
    def __init__(self, value):
        self.value = value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)
        self.norm = nn.BatchNorm()
        self.body = nn.HybridSequential()
        self.flag = True

    def same(self, t):
        return t

    def hybrid_forward(self, F, x):
"""


def block(body: str) -> str:
    return MODULE + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"


#: Statements around `y += 1` of which none sees the array `y`.
LOCAL = {
    "operators": "y = x * 1\ny += 1\nreturn y",
    "a layer": "y = self.fc(x)\ny += 1\nreturn F.tanh(y)",
    "a layer that reads it": "y = x * 1\nz = self.fc(y)\ny += 1\nreturn y + z",
    "a loop": "y = F.sum(x, axis=1)\nfor k in range(3):\n    y += 1\nreturn y",
    "a branch": "y = F.identity(x)\nif self.flag:\n    y += 1\nreturn y",
    "a number first": "y = 0\nfor t in (x, x):\n    y += 1\nreturn y + x",
    "a copy": "y = x * 1\nz = y.copy()\ny += 1\nreturn y + z",
    "an operator that copies": "y = x * 1\nz = F.reshape(y, shape=(-1,))\ny += 1\nreturn F.sum(z) + y",
    "a view that is used at once": "y = x * 1\nz = y[0] * 2\ny += 1\nreturn F.broadcast_add(y, z)",
    "one of several outputs": "y, z = F.split(x, num_outputs=2, axis=1)\ny += 1\nreturn y, z",
    "a layer with statistics": "y = self.norm(x)\ny += 1\nreturn y",
    "both scopes the same": "with autograd.pause():\n    y = x * 1\n    y += 1\nreturn y",
}
#: The same, where something else sees it.
SHARED = {
    "a name": "y = x * 1\nz = y\ny += 1\nreturn z",
    "a name before": "z = x * 1\ny = z\ny += 1\nreturn z",
    "the caller": "y = x\ny += 1\nreturn y",
    "a view": "y = x * 1\nz = y[0:1]\ny += 1\nreturn z",
    "the view's array": "z = x * 1\ny = z.reshape((-1,))\ny += 1\nreturn z",
    "detach": "z = x * 1\ny = z.detach()\ny += 1\nreturn z",
    "the device": "z = x * 1\ny = z.as_in_context(mx.cpu())\ny += 1\nreturn z",
    "astype without a copy": "z = x * 1\ny = z.astype('float32', copy=False)\ny += 1\nreturn z",
    "a list": "y = x * 1\nz = [y]\ny += 1\nreturn z[0]",
    "a dict": "y = x * 1\nz = {'a': y}\ny += 1\nreturn z['a']",
    "an object": "y = x * 1\nz = Holder(y)\ny += 1\nreturn z.value",
    "an attribute": "y = x * 1\nself.kept = y\ny += 1\nreturn y",
    "a closure": "y = x * 1\nz = lambda: y\nw = y\ny += 1\nreturn w",
    "a loop variable": "z = x * 1\nfor y in [z]:\n    y += 1\nreturn z",
    "a method that returns it": "z = x * 1\ny = self.same(z)\ny += 1\nreturn z",
    "a block that may return it": "z = x * 1\ny = self.body(z)\ny += 1\nreturn z",
    "a choice": "z = x * 1\ny = z if self.flag else x * 1\ny += 1\nreturn z",
    "code that is not in the file": "from other import keep\ny = x * 1\nkeep(y)\ny += 1\nreturn y",
    "another scope of autograd": "y = x * 1\nwith autograd.pause():\n    y += 1\nreturn y * x",
    "an output by its position": "z = F.split(x, num_outputs=2, axis=1)\ny = z[0]\ny += 1\nreturn z[0]",
    "an exception": "y = x * 1\nz = y\ntry:\n    y += 1\nexcept ValueError:\n    return z\nreturn z",
}


@pytest.mark.parametrize("body", LOCAL.values(), ids=LOCAL)
def test_a_write_that_nothing_else_sees_may_be_a_binding(body: str) -> None:
    assert difference(block(body), block(body.replace("y += 1", "y = y + 1"))) == ""


@pytest.mark.parametrize("body", SHARED.values(), ids=SHARED)
def test_a_write_that_something_else_sees_may_not(body: str) -> None:
    assert difference(block(body), block(body.replace("y += 1", "y = y + 1")))


def test_a_name_of_a_closure_becomes_another_name() -> None:
    body = "y = x * 1\n\ndef clear():\n    y[:] = 0\n\nclear()\nreturn y"
    assert difference(block(body), block(body.replace("y[:] = 0", "y = F.zeros_like(y)")))


@pytest.mark.parametrize(
    "before, after",
    [
        ("print(x.shape)\nreturn x", "return x"),
        ("return x", "print(x)\nreturn x"),
        ("self.n = 1\nreturn x", "return x"),
        (
            "y = F.random.uniform(shape=(2,))\nreturn F.random.uniform(shape=(2,))",
            "return F.random.uniform(shape=(2,))",
        ),
        ("scale(x)\nreturn x", "return x"),
        ("y = x * 1\nscale(y)\nreturn y", "y = x * 1\nif F is mx.sym:\n    scale(y)\nreturn y"),
        ("assert x.shape[0] == 2\nreturn x", "return x"),
        ("y = x.detach()\nscale(y)\nreturn y", "y = F.BlockGrad(x)\nscale(y)\nreturn y"),
        ("y = F.zeros(x.shape)\nscale(y)\nreturn y + x", "y = F.zeros_like(x)\nscale(y)\nreturn y + x"),
        ("with autograd.pause():\n    y = x * 2\nreturn y + x", "y = x * 2\nreturn y + x"),
        ("y = x * 1\nz = x * 2\nreturn y", "y = x * 1\nz = x * 2\nreturn z"),
        ("a = x * 1\nb = x * 2\nreturn a, b", "a = x * 1\nb = x * 2\nreturn a"),
    ],
)
def test_effects_numbers_drawn_and_results_are_compared(before: str, after: str) -> None:
    assert difference(block(before), block(after))


@pytest.mark.parametrize(
    "before, after",
    [
        ("return nd.relu(x)", "return F.relu(x)"),
        ("return x.reshape((x.shape[0], -1))", "return x.reshape((0, -1))"),
        ("return x[...] * 2", "return x * 2"),
        ("y = x * 1\ny.clip(0, 1, out=y)\nreturn y", "y = x * 1\ny = y.clip(0, 1)\nreturn y"),
        ("return x * 2 if not x.sum() else x", "return x * 2 if x.sum() == 0 else x"),
        ("return F.stack(*map(F.relu, x))", "return F.contrib.foreach(lambda i, s: (F.relu(i), s), x, [])[0]"),
        ("n = x.shape[0]\nreturn x.reshape((n, -1))", "return x.reshape((0, -1))"),
        ("print(x.shape)\nreturn x", "if F is mx.nd:\n    print(x.shape)\nreturn x"),
        ("return max(x.sum(), x.max())", "return F.where(x.max() > x.sum(), x.max(), x.sum())"),
        ("if x.sum() > 0:\n    return x * 2\nreturn x * 3", "return F.where(x.sum() > 0, x * 2, x * 3)"),
        ("y = x * 1\nF.relu(y, out=y)\nreturn y", "y = x * 1\ny = F.relu(y)\nreturn y"),
        ("return F.stack(*[F.relu(t) for t in x])", "return F.contrib.foreach(lambda t, s: (F.relu(t), s), x, [])[0]"),
    ],
)
def test_the_equation_of_a_rewrite_is_taken_for_granted(before: str, after: str) -> None:
    assert difference(block(before), block(after)) == ""


def test_an_unsafe_fix_has_its_reason() -> None:
    text = block("y = x * 1\nz = y.reshape((-1,))\nz += 1\nreturn y")
    (finding,) = validated(text, [one for one in analyse(text) if one.code == "HYB203"])
    assert finding.fix is not None and not finding.fix.safe and "other references" in finding.fix.risk
    assert "z += 1" in fix(text).text


def _executed(text: str) -> int:
    """Return the number of lines of the package that a validation executes."""
    count = 0
    findings = analyse(text)

    def tracer(frame: object, event: str, argument: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return tracer

    sys.settrace(tracer)
    try:
        validated(text, findings)
    finally:
        sys.settrace(None)
    return count


def test_the_cost_is_linear_in_the_findings() -> None:
    sizes = [_executed(block("y = x * 1\n" + "y += x[0:1].sum()\n" * number + "return y")) for number in (10, 40)]
    assert sizes[1] < 6 * sizes[0]


def test_a_file_that_cannot_be_written_keeps_its_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "net.py"
    path.write_text(block("return x[0] * x.asscalar()"), encoding="utf-8")

    def refuses(path: str, data: bytes) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cli.files, "replace", refuses)
    assert cli.main(["fix", "--isolated", str(path)]) == 2
    printed = capsys.readouterr().out
    assert "HYB301" in printed and "HYB102" in printed and "cannot be written: Permission denied" in printed


def test_no_message_advises_code_that_another_finding_is_about() -> None:
    text = block("return x + nd.zeros(x.shape)")
    messages = {one.code: one.message for one in checking.check_text(text, "net.py", Configuration()).findings}
    assert messages.keys() == {"HYB110", "HYB101"} and "x.shape)`" not in messages["HYB110"].rpartition(";")[2]
