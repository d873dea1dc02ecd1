"""Which changes of a block keep its imperative results. MXNet judges them in `test_safe_fixes.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Callable

import pytest
from writes import LOCAL, SHARED, block

from hybridlint import checking, cli
from hybridlint.analysis import analyse
from hybridlint.configuration import Configuration
from hybridlint.editing import applied
from hybridlint.fixing import fix
from hybridlint.validation import difference, terms, validated


@pytest.mark.parametrize("body", LOCAL.values(), ids=LOCAL)
def test_a_write_that_nothing_else_sees_may_be_a_binding(body: str) -> None:
    bound = block(body.replace("y += 1", "y = y + 1"))
    assert difference(block(body), bound) == ""
    if not body.startswith("y = 0"):  # where `y` may be a number, nothing is reported
        assert "y += 1" not in fix(block(body)).text


@pytest.mark.parametrize("body", SHARED.values(), ids=SHARED)
def test_a_write_that_something_else_sees_may_not(body: str) -> None:
    bound = block(body.replace("y += 1", "y = y + 1"))
    assert difference(block(body), bound)
    assert fix(block(body)).text != bound
    for finding in validated(block(body), analyse(block(body))):
        if finding.fix is not None and finding.fix.safe:
            assert applied(block(body), [finding]) != bound


def test_a_read_that_is_left_out_binds_no_array() -> None:
    before = block("b, c = x.shape\ny = F.reshape(z, (b, c))\ny += 1\nreturn y")
    assert difference(before, block("y = F.reshape_like(z, x)\ny += 1\nreturn y")) == ""
    assert difference(before, block("y = z\ny += 1\nreturn y"))


def test_a_loop_of_an_unknown_length_makes_one_round_too() -> None:
    body = "h, z = x * 1, x * 2\ny = z\nfor name in self.names:\n    h = z\n    z = F.exp(z)\n{}\nreturn y, h"
    assert difference(block(body.format("h += 1")), block(body.format("h = h + 1")))


def test_a_gradient_is_attached_to_an_object_and_not_to_its_memory() -> None:
    body = "y = x * 2\nz = {}\n{}\nreturn y, z"
    assert difference(block(body.format("y[...]", "y.attach_grad()")), block(body.format("y", "y.attach_grad()")))
    assert not difference(block(body.format("y[...]", "y.wait_to_read()")), block(body.format("y", "y.wait_to_read()")))


@pytest.mark.parametrize(
    "rest",
    [
        "try:\n    y = self.a(y)\nexcept ValueError:\n    y = x\nreturn y",
        "by_name = {name: self.a(y) for name in self.names}\nreturn by_name",
        "for name in self.names:\n    if name:\n        return y\n    if self.a:\n        break\nreturn y * 2",
        "\n".join(f"if self.a[{number}]:\n    y = self.a(y)" for number in range(8)) + "\nreturn y",
    ],
)
def test_code_that_is_the_same_is_not_followed(rest: str) -> None:
    before, after = (block(f"y = {part}\n{rest}") for part in ("nd.relu(x)", "F.relu(x)"))
    assert difference(before, after) == ""


@pytest.mark.parametrize(
    "body", ["return self.mapped(lambda y: {}, x)", "f = lambda y: {}\nreturn f(x)", "self.f = lambda y: {}\nreturn x"]
)
def test_a_lambda_is_compared_by_itself(body: str) -> None:
    before, after = (block(body.format(part)) for part in ("nd.relu(y) * x", "F.relu(y) * x"))
    assert difference(before, after) == ""
    alias, copy = (block(body.format(part)) for part in ("y.detach()", "F.BlockGrad(y)"))
    assert difference(alias, copy)


@pytest.mark.parametrize(
    "kept",
    ["self.kept += [y]", "self.kept += y", "self.kept.extend([y])", "vars(self)['kept'] = y", "self.kept()[0] = y"],
)
def test_a_container_of_the_block_holds_what_is_added(kept: str) -> None:
    written, bound = (block(f"y = F.relu(x)\n{kept}\n{part}\nreturn x") for part in ("y += 1", "y = y + 1"))
    assert difference(written, bound)


def test_the_transpose_of_a_vector_is_the_array_itself() -> None:
    before = block("y = x * 1\nz = y.T\ny += 1\nreturn z")
    assert difference(before, before.replace("y += 1", "y = y + 1"))
    assert difference(block("return x.T"), block("return x.transpose()")) == ""


def test_an_import_in_a_function_binds_a_name() -> None:
    of_mxnet, of_others = (block(f"import {name} as G\nreturn F.relu(x)") for name in ("mxnet.ndarray", "others"))
    assert difference(of_mxnet, block("return F.relu(x)")) == ""
    assert difference(of_others, block("return F.relu(x)"))


@pytest.mark.parametrize("write", ["operator.iadd(y, 1)", "operator.setitem(y, 0, 1)"])
def test_a_function_of_operator_may_write(write: str) -> None:
    before, after = (
        "import operator\n" + block(f"y = x * 1\nz = {part}\n{write}\nreturn z")
        for part in ("y[0:1]", "F.slice_axis(y, axis=0, begin=0, end=1)")
    )
    assert difference(before, after)
    assert not difference(before.replace(write, "operator.add(y, 1)"), after.replace(write, "operator.add(y, 1)"))


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
        ("with autograd.pause():\n    return x", "with autograd.pause():\n    return F.identity(x)"),
        (  # the gradient of `y * y` reads the new values of `y`
            "y = x * 2\nz = y * y\nwith autograd.pause():\n    y += 1\nreturn z",
            "y = x * 2\nz = y * y\nwith autograd.pause():\n    y = y + 1\nreturn z",
        ),
        (
            "with autograd.pause():\n    y = x * 2\nz = x * y\nwith autograd.pause():\n    y += 1\nreturn z",
            "with autograd.pause():\n    y = x * 2\nz = x * y\nwith autograd.pause():\n    y = y + 1\nreturn z",
        ),
        (
            "self.kept = x[0:1]\nself.kept += 1\nreturn x * 2",
            "self.kept = F.slice_axis(x, axis=0, begin=0, end=1)\nself.kept += 1\nreturn x * 2",
        ),
        ("y = x * 1\nz = x * 2\nreturn y", "y = x * 1\nz = x * 2\nreturn z"),
        ("a = x * 1\nb = x * 2\nreturn a, b", "a = x * 1\nb = x * 2\nreturn a"),
        (  # unknown code may write to an array, and read the other
            "y = x * 1\nz = y.reshape((-1,))\nreturn unknown(y, z)",
            "y = x * 1\nz = F.reshape(y, (-1,))\nreturn unknown(y, z)",
        ),
        ("return unknown(x[0:1])", "return unknown(F.slice_axis(x, axis=0, begin=0, end=1))"),
        (
            "y = x * 1\nz = y[0:1]\ntry:\n    z += 1\n    y = y * 2\nexcept ValueError:\n    pass\nreturn y",
            "y = x * 1\nz = F.slice_axis(y, axis=0, begin=0, end=1)\n"
            "try:\n    z += 1\n    y = y * 2\nexcept ValueError:\n    pass\nreturn y",
        ),
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
        ("z = x[0:1]\nz += 1\nreturn nd.relu(x)", "z = x[0:1]\nz += 1\nreturn F.relu(x)"),
        (
            "with autograd.pause():\n    z = x * 2\n    z += 1\nreturn x + z",
            "with autograd.pause():\n    z = x * 2\n    z = z + 1\nreturn x + z",
        ),
        ("z = []\nz.append(x)\nreturn nd.relu(z[0])", "z = []\nz.append(x)\nreturn F.relu(z[0])"),
        ("z = [x]\nz.extend([x])\nreturn nd.relu(z[1])", "z = [x]\nz.extend([x])\nreturn F.relu(z[1])"),
        ("return F.stack(*[F.relu(t) for t in x])", "return F.contrib.foreach(lambda t, s: (F.relu(t), s), x, [])[0]"),
    ],
)
def test_the_equation_of_a_rewrite_is_taken_for_granted(before: str, after: str) -> None:
    assert difference(block(before), block(after)) == ""


def test_an_unsafe_fix_has_its_reason() -> None:
    text = block("y = x * 1\nz = y.reshape((-1,))\nz += 1\nreturn y")
    (finding,) = validated(text, [candidate for candidate in analyse(text) if candidate.code == "HYB203"])
    assert finding.fix is not None and not finding.fix.safe and "other references" in finding.fix.risk
    assert "z += 1" in fix(text).text


def test_a_division_by_a_tensor_is_safe_only_for_a_floating_dtype() -> None:
    divisors = {"x": False, "F.abs(x)": False, "F.softmax(x)": True, "F.cast(x, dtype='float32')": True}
    for divisor, safe in divisors.items():
        (finding,) = analyse(block(f"y = {divisor}\nreturn y.shape[1] / y"))
        assert finding.fix is not None and finding.fix.safe is safe, divisor


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


@pytest.mark.parametrize(
    ("body", "code"), [("return x + nd.zeros(x.shape)", "HYB110"), ("y = F.relu(x)\nreturn y[: x.shape[0]]", "HYB302")]
)
def test_no_message_advises_code_that_another_finding_is_about(body: str, code: str) -> None:
    findings = checking.check_text(block(body), "net.py", Configuration()).findings
    messages = {finding.code: finding.message for finding in findings}
    assert messages.keys() == {code, "HYB101"} and "x.shape" not in messages[code].rpartition(";")[2]


PARAMETER = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.params.get("scale", shape=(3,))

    def hybrid_forward(self, F, x, scale):
        return x * self.params.get("scale").data()
"""


def test_a_read_of_a_parameter_by_its_name_may_become_the_argument() -> None:
    assert "return x * scale" in fix(PARAMETER).text


def test_a_layer_that_becomes_a_child_is_set_up_by_the_owner_of_the_block() -> None:
    text = block("gate = nn.Dense(3)\ngate.initialize()\ngate.hybridize()\nreturn x * gate(x)").replace(
        "import HybridBlock", "import HybridBlock, nn"
    )
    fixed = fix(text, unsafe=True).text
    assert "return x * self.gate(x)" in fixed and "initialize" not in fixed and "hybridize" not in fixed


WALK = """\
def walk(tree, result):
    for item in tree:
        if isinstance(item, list):
            walk(item, result)
        else:
            result.append(item)
    return result


"""


def test_a_recursion_that_branches_ends() -> None:
    text = WALK + block("return nd.relu(walk([x, [x]], [])[1])")
    assert difference(text, text.replace("nd.relu", "F.relu")) == ""  # the same code is not followed


LAYER = """\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)

    def hybrid_forward(self, F, x):
        return x.reshape((self.dense(x).shape[0], -1))
"""


def test_the_first_call_of_a_layer_is_not_left_out() -> None:
    without = LAYER.replace("self.dense(x).shape[0]", "0")
    assert difference(LAYER, without) and fix(LAYER).text != without
    again = "h = self.dense(x)\n        return "
    assert difference(LAYER.replace("return ", again), without.replace("return ", again)) == ""


def test_each_function_has_a_budget_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    text = block("return nd.relu(x)")
    monkeypatch.setattr(terms, "MOST_STEPS", 60)
    classes = text + text[text.index("class") :].replace("Net", "Other").replace("relu", "tanh")
    assert difference(classes, classes.replace("nd.", "F.")) == ""
    monkeypatch.setattr(terms, "MOST_STEPS", 5)
    assert "too many steps" in difference(classes, classes.replace("nd.", "F."))
