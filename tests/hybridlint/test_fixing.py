"""Fixes are applied until nothing changes, and never spoil a file."""

from __future__ import annotations

import ast
import codecs
import io
import json
import os
import pathlib
import random
import re
import stat
import subprocess
import sys
import textwrap
import tokenize
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

import pytest

from hybridlint import checking, cli, files
from hybridlint.analysis import analyse
from hybridlint.configuration import Configuration
from hybridlint.finding import Edit, Finding, Fix
from hybridlint.fixing import MOST_ROUNDS, apply_fixes, fix
from hybridlint.mxnet_api import RECORDING
from hybridlint.rules import Rule, all_rules
from tests.judging import fixes

Find = Callable[[str], List[Finding]]


def finder(pattern: str, replacement: str, safe: bool = True, code: str = "HYB201") -> Find:
    """Finds `pattern` on each line, and replaces it by `replacement` (as `re.Match.expand` does)."""

    def find(text: str) -> List[Finding]:
        findings = []
        for number, line in enumerate(text.split("\n"), 1):
            for match in re.finditer(pattern, line):
                edit = Edit(number, match.start(), number, match.end(), match.expand(replacement))
                repair = Fix((edit,), safe, "repair it")
                findings.append(Finding(code, number, match.start(), "wrong", number, match.end(), repair))
        return findings

    return find


@pytest.mark.parametrize(
    "head", ["", '"""A net."""\n', '"""A net."""\n\nfrom __future__ import annotations\n\n', "import os\n"]
)
def test_an_import_is_added_before_the_first_one(head: str) -> None:
    block = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_add(x, F.array([1, 2, 3]))
"""
    fixed = fix(head + block, unsafe=True).text
    before, _, after = fixed.partition("import mxnet as mx\n")
    assert after.startswith("import os\n" if head == "import os\n" else "from mxnet.gluon import HybridBlock\n")
    assert before + after[: len(head) - len(before)] == head


@pytest.mark.parametrize(
    ("call", "fixed"),
    [
        ("np.tanh(x)", "F.tanh(x)"),
        ("np.absolute(x)", "F.abs(x)"),
        ("np.maximum(x, 0)", "F.maximum(x, 0)"),
        ("np.maximum(x, y)", "F.broadcast_maximum(x, y)"),
        ("np.maximum(x, self.least)", "F.maximum(x, self.least)"),
        ("np.subtract(x, y)", "F.broadcast_sub(x, y)"),
        ("np.tile(x, (2, 1))", "F.tile(x, (2, 1))"),
        ("np.tile(x, reps=2)", "np.tile(x, reps=2)"),
        ("np.rint(x)", "np.rint(x)"),  # halves are rounded otherwise
        ("np.sort(x)", "np.sort(x)"),  # F.sort needs an axis in a graph
    ],
)
def test_a_function_of_numpy_becomes_the_operator_that_equals_it_in_this_form(call: str, fixed: str) -> None:
    block = f"""import numpy as np
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, least, **kwargs):
        super().__init__(**kwargs)
        self.least = least

    def hybrid_forward(self, F, x, y):
        return x + y, {call}
"""
    assert fix(block, unsafe=True).text == block.replace(call, fixed)


def test_nested_findings_are_fixed_from_round_to_round() -> None:
    done = apply_fixes("y = f(f(f(a)))\n", finder(r"f\((\w+)\)", r"g_\1"))
    assert done.text == "y = g_g_g_a\n" and len(done.fixed) == 3 and done.settled


def test_overlapping_findings_lose_nothing() -> None:
    def both(text: str) -> List[Finding]:
        return [*finder(r"f\((.*)\)", r"g(\1)")(text), *finder(r"\ba\b", "b")(text)]

    assert apply_fixes("y = f(f(a) + a)\n", both).text == "y = g(g(b) + b)\n"


def test_of_two_overlapping_parts_of_a_line_the_inner_one_is_fixed_first() -> None:
    text = """import math

from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape((x.shape[0], -1)) / math.sqrt(x.shape[1])
"""
    (finding,) = analyse(text)
    assert finding.fix is not None and [edit.text for edit in finding.fix.edits] == ["0"]
    assert ".shape" not in fix(text, unsafe=True).text


@pytest.mark.parametrize(("value", "is_omitted"), [("x.shape, x.dtype", True), ("self.noted(x.shape), x.dtype", False)])
def test_an_unused_read_is_omitted_if_it_has_no_effect(value: str, is_omitted: bool) -> None:
    text = f"""from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape, dtype = {value}
        return F.relu(x)
"""
    assert ("dtype = " not in fix(text, unsafe=True).text) is is_omitted


def test_unsafe_fixes_need_the_option() -> None:
    find = finder("old", "new", safe=False)
    assert apply_fixes("old = 1\n", find).text == "old = 1\n"
    assert apply_fixes("old = 1\n", find, unsafe=True).text == "new = 1\n"


@pytest.mark.parametrize(
    ("called", "repeated"),
    [
        ("F.exp(x)", True),
        ("x.exp()", True),
        ("F.Dropout(x)", False),
        ("F.shuffle(x)", False),
        ("x.shuffle()", False),
        ("F.sample_uniform(x, x)", False),
        ("F.random.uniform(0, 1, shape=(2, 3))", False),
        ("F.BatchNorm(x, g, b, m, v)", False),
    ],
)
def test_a_call_that_may_give_something_else_is_not_repeated(called: str, repeated: bool) -> None:
    text = f"""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, g, b, m, v):
        return 0 < {called} < 1
"""
    product = f"(0 < {called}) * ({called} < 1)"
    assert fix(text, unsafe=True).text == (text.replace(f"0 < {called} < 1", product) if repeated else text)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_are_kept_and_taken_over(newline: str) -> None:
    text = newline.join(["a = 1", "old = 2", "b = 3", ""])
    expected = newline.join(["a = 1", "new = 2", "more = 2", "b = 3", ""])
    assert apply_fixes(text, finder("old = 2", "new = 2\nmore = 2")).text == expected


def test_a_file_of_mixed_line_ends_is_changed_where_it_is_fixed_only() -> None:
    assert apply_fixes("a = 1\r\nold = 2\nb = 3\r", finder("old", "new")).text == "a = 1\r\nnew = 2\nb = 3\r"


def test_an_edit_over_several_lines() -> None:
    edit = Edit(1, 4, 3, 1, "f(a)")
    once = [Finding("HYB201", 1, 4, "wrong", fix=Fix((edit,), True, "join"))]
    done = apply_fixes("y = f(\n    a\n)\nz = 1\n", lambda text: once if "f(\n" in text else [])
    assert done.text == "y = f(a)\nz = 1\n"


def test_a_fix_that_would_spoil_the_text_is_left_out_alone() -> None:
    def find(text: str) -> List[Finding]:
        return [*finder("bad", "class (")(text), *finder("old", "new")(text)]

    assert apply_fixes("a = bad\nb = old\n", find).text == "a = bad\nb = new\n"


def test_fixes_that_never_end_are_ended() -> None:
    def last_line(text: str) -> List[Finding]:
        count = text.count("\n")
        return finder(f"x{count}$", f"x{count}\nx{count + 1}")(text)

    undoing = apply_fixes("a = 1\n", lambda text: finder("a", "b")(text) + finder("b", "a", code="HYB202")(text))
    growing = apply_fixes("x1\n", last_line)
    assert not undoing.settled and not growing.settled and len(growing.fixed) == MOST_ROUNDS


@pytest.mark.parametrize("wrapping", [r"f(\g<0>)", r"\g<0>b", r"\g<0>\n"])
def test_a_fix_that_keeps_its_finding_is_not_applied(wrapping: str) -> None:
    def find(text: str) -> List[Finding]:
        return [*finder("a+", wrapping)(text), *finder("old", "new")(text)]

    text = "\u00e9 = 1; x = aa; y = old\nz = old\n"
    done = apply_fixes(text, find)
    assert done.settled and done.text == text.replace("old", "new") and len(done.fixed) == 2
    assert apply_fixes(done.text, find).text == done.text


def fixable_rules() -> List[Rule]:
    return [rule for rule in all_rules() if rule.fix]


@pytest.mark.parametrize("rule", fixable_rules(), ids=lambda rule: rule.code)
def test_every_fixable_rule_has_an_example_that_is_fixed_for_good(rule: Rule) -> None:
    chosen = Configuration(select=("HYB", rule.code), mxnet_version=None if rule.generation == 1 else RECORDING)
    applied = 0
    for example in rule.examples:
        bad = textwrap.dedent(example.bad)

        def find(text: str) -> Tuple[Finding, ...]:
            result = checking.check_text(text, "a.py", chosen)
            assert not result.could_not_look, text
            return result.findings

        done = apply_fixes(bad, find, unsafe=rule.fix == "unsafe")
        assert done.settled
        assert apply_fixes(done.text, find, unsafe=rule.fix == "unsafe").text == done.text
        if any(item.code == rule.code for item in done.fixed):
            applied += 1
            assert not any(item.code == rule.code for item in find(done.text)), done.text
    assert applied


def fixable() -> Tuple[str, str]:
    """A module with something that has a safe fix, and the line that it is on."""
    for rule in fixable_rules():
        for example in rule.examples:
            text = textwrap.dedent(example.bad).strip() + "\n"
            findings = checking.check_text(text, "a.py", Configuration()).findings
            if len(findings) == 1 and findings[0].fix and findings[0].fix.safe:
                return text, text.split("\n")[findings[0].line - 1]
    raise AssertionError("no rule has a safe fix")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        ("return F.add(x, 2)", "return x + 2"),
        ("y = F.add(x, 2) * 3", "y = (x + 2) * 3"),
        ("return F.relu(F.add(x, 2))", "return F.relu(x + 2)"),
        ("return F.concat(x, F.add(x, 2), dim=1)", "return F.concat(x, x + 2, dim=1)"),
        ("return F.power(F.add(x, 2), 2)", "return F.power(x + 2, 2)"),
        ("return [F.add(x, 2)]", "return [x + 2]"),
        ("return -F.add(x, 2)", "return -(x + 2)"),
        (
            "if True:\n    return F.concat(x,\n                    x).reshape(\n        -1, 2)",
            "if True:\n    return F.concat(x,\n                    x).reshape(\n        (-1, 2))",
        ),
    ],
)
def test_a_fix_looks_as_if_written_by_hand(written: str, fixed: str) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text, expected = (head + textwrap.indent(body, "        ") + "\n" for body in (written, fixed))
    assert (
        apply_fixes(text, lambda source: checking.check_text(source, "net.py", Configuration()).findings).text
        == expected
    )


@pytest.mark.parametrize(
    ("written", "fixed"),
    [
        (
            "h = x[:, 0]\nouts = []\nfor t in range(x.shape[1]):\n    h = F.tanh(h + x[:, t])\n    outs.append(h)\n"
            "return F.stack(*outs, axis=1)",
            "h = F.squeeze(F.slice_axis(x, axis=1, begin=0, end=1), axis=1)\ndef step(t, h):\n    h = F.tanh(h + t)\n"
            "    return h, h\nouts, h = F.contrib.foreach(step, F.swapaxes(x, 0, 1), h)\nreturn F.swapaxes(outs, 0, 1)",
        ),
        (
            "c, h = x[0], x[1]\nfor t in range(x.shape[0]):\n    c = c * x[t]\n    h = h + c\nreturn h",
            "c, h = F.squeeze(F.slice_axis(x, axis=0, begin=0, end=1), axis=0), "
            "F.squeeze(F.slice_axis(x, axis=0, begin=1, end=2), axis=0)\n"
            "def step(t, states):\n    c, h = states\n    c = c * t\n    h = h + c\n    return c, [c, h]\n"
            "_, [c, h] = F.contrib.foreach(step, x, [c, h])\nreturn h",
        ),
        (
            "x = F.relu(x)\nrows = []\nfor a, b in zip(x, x * 2):\n    rows.append(a * b)\nreturn F.stack(*rows)",
            "x = F.relu(x)\nreturn F.contrib.foreach(lambda i, states: (i[0] * i[1], states), [x, x * 2], [])[0]",
        ),
        (
            "n = x.shape[1] // 3\nreturn F.tanh(x[:, n:2 * n]) * x[:, 2 * n:]",
            "return F.tanh(F.split(x, num_outputs=3, axis=1)[1]) * F.split(x, num_outputs=3, axis=1)[2]",
        ),
        ("n = x.shape[1] // 3\nreturn x[:, n:3 * n]", None),
    ],
)
def test_loops_and_parts_become_operators(written: str, fixed: Optional[str]) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    done = fix(head + textwrap.indent(written, " " * 8) + "\n", unsafe=True).text
    assert "F.split" not in done if fixed is None else done == head + textwrap.indent(fixed, " " * 8) + "\n"


def test_a_branch_with_a_comment_is_left_as_it_is() -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x.sum() > 0:
            z = x * y
        else:
            z = (  # the difference
                x - y
            )
        return z
"""
    assert fix(text, unsafe=True).text == text


def test_a_hyperparameter_by_mode_is_no_tensor() -> None:
    text = """\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if autograd.is_training():
            n = self.training_rows
        else:
            n = self.rows * 2
        m = self.training_rows if x.sum() > 0 else self.rows
        return F.slice_axis(x, axis=0, begin=m, end=n)
"""
    assert fix(text, unsafe=True).text == text


@pytest.mark.parametrize(
    "body",
    [
        "b, c, d = x.shape\nif self.prefix:\n    b = 7\nreturn x.reshape((b, -1))",
        "b, c, d = x.shape\nb += 1\nreturn x.reshape((b, -1))",
        "b, c, d = x.shape\nx = x.expand_dims(0)\nreturn b * x",
        "return x.reshape((x.shape[0] // 2, 2, -1))",  # MXNet infers 1 after -4
        "y = x.transpose((1, 0, 2))\nreturn y.reshape((x.shape[0], -1))",
        "n = x.shape[0]\nx = x.swapaxes(0, 2)\nreturn x.reshape((n, -1))",
    ],
)
def test_a_length_that_may_be_another_number_is_not_written_as_a_code_of_reshape(body: str) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text = head + textwrap.indent(body, " " * 8) + "\n"
    assert fix(text, unsafe=True).text == text


@pytest.mark.parametrize(
    ("body", "safe"),
    [
        ("return x / x.shape[1]", True),
        ("return x * -float(x.shape[1])", True),
        ("return x / math.sqrt(x.shape[-1])", True),
        ("y = x + F.ones((2, 3))\nreturn y * (y.shape[1] * 3)", True),
        ("return x * (x.shape[1] * 3)", False),
        ("n = x.shape[1] * 3\nreturn x * n", False),
        ("return x * math.sqrt(x.shape[1])", False),
    ],
)
def test_arithmetic_with_a_length_is_safe_where_no_step_rounds(body: str, safe: bool) -> None:
    head = "import math\n\nfrom mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n"
    text = f"{head}    def hybrid_forward(self, F, x):\n{textwrap.indent(body, ' ' * 8)}\n"
    assert ".shape[" not in fix(text, unsafe=True).text
    assert (".shape[" not in fix(text).text) is safe


@pytest.mark.parametrize(
    ("outputs", "safe"), [("x", True), ("x * y, y", True), ("x * 2, y", False)], ids=["first", "operand", "may be None"]
)
def test_an_input_that_may_be_none_is_not_copied_by_a_safe_fix(outputs: str, safe: bool) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x, y):\n"
    text = f"{head}        return {outputs}\n"
    assert "F.identity" in fix(text, unsafe=True).text
    assert ("F.identity" in fix(text).text) is safe


@pytest.mark.parametrize(
    ("body", "safe"), [("", False), ("b, c = x.shape\n        ", True)], ids=["any rank", "matrix"]
)
def test_a_slice_of_a_shape_is_cut_where_the_tensor_has_fewer_axes(body: str, safe: bool) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text = f"{head}        {body}return x.reshape(x.shape[:2] + (-1,))\n"
    assert "(0, 0, -1)" in fix(text, unsafe=True).text
    assert ("(0, 0, -1)" in fix(text).text) is safe


def test_an_assignment_stays_as_long_as_a_number_of_it_is_used() -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    lines = ["b, c, d = x.shape", "n = c // 6", "x = x.reshape((b, n, 2, 3, d))", "return x.reshape((n, -1))"]
    text = head + "".join(f"        {line}\n" for line in lines)
    assert "b, c, d = x.shape\n        n = c // 6\n" in fix(text, unsafe=True).text != text


def test_lines_of_a_call_stay_aligned_where_a_scope_goes() -> None:
    head = "from mxnet import autograd\nfrom mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n"
    before = "        with autograd.pause():\n            return F.concat(x,\n                            x)\n"
    after = "        return F.BlockGrad(F.concat(x,\n                                    x))\n"
    head += "    def hybrid_forward(self, F, x):\n"
    assert fix(head + before, unsafe=True).text == head + after


@pytest.mark.parametrize(("units", "offered"), [(3, True), (4, False)])
def test_no_tensor_chooses_between_layers_of_other_sizes(units: int, offered: bool) -> None:
    text = f"""\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(3)
        self.second = nn.Dense({units})

    def hybrid_forward(self, F, x):
        if x.sum() > 0:
            return self.first(x)
        return self.second(x)
"""
    assert ("F.where" in fix(text, unsafe=True).text) is offered


@pytest.mark.parametrize(
    ("semantics", "body"),
    [
        ("import mxnet as mx\n\nmx.npx.set_np()\n", "b, c = x.shape\nreturn x.reshape(b, -1)"),
        ("", "b, c = x.shape\nreturn F.np.reshape(x, (b, -1))"),
        ("import mxnet as mx\n\nmx.npx.set_np()\n", "with mx.autograd.pause():\n    y = F.npx.relu(x)\nreturn x * y"),
    ],
)
def test_arrays_of_numpy_get_no_classic_code(semantics: str, body: str) -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text = semantics + head + textwrap.indent(body, " " * 8) + "\n"
    assert fix(text, unsafe=True).text == text


def test_no_tensor_chooses_between_texts() -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text = head + '        self.kind = "hot" if x.max() > 10 else "cold"\n        return x * 2\n'
    assert "F.where" not in fix(text, unsafe=True).text


def test_names_of_lengths_are_rewritten_use_by_use() -> None:
    head = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    lines = ["b, c, d = x.shape", "y = x.reshape((b, -1))", "c = 7", "return y, x.reshape((b, c)){}"]
    body = textwrap.indent("\n".join(lines), " " * 8) + "\n"
    unpacked = head + body.format(", self.scale(d)")
    fixed = unpacked.replace("reshape((b, -1))", "reshape((0, -1))").replace("reshape((b, c))", "reshape((0, c))")
    assert fix(unpacked, unsafe=True).text == fixed
    whole = fixed.replace(", self.scale(d)", "").replace("        b, c, d = x.shape\n", "")
    assert fix(head + body.format(""), unsafe=True).text == whole


def test_another_name_on_the_same_line_is_assigned_too() -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.relu(x); z = y; y += 1
        return y * z
"""
    assert fix(text, unsafe=True).text == text.replace("y += 1", "z = y = y + 1")


def test_lines_of_mixed_ends_keep_theirs() -> None:
    text = """\
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.norm = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_sub(x, self.norm.running_mean.data())
"""
    lines = text.splitlines()
    mixed = "".join(line + ("\r\n" if "BatchNorm" in line else "\n") for line in lines)
    done = fix(mixed, unsafe=True).text.splitlines(keepends=True)
    assert [line for line in done if line.endswith("\r\n")] == [
        "        self.norm = nn.BatchNorm(in_channels=3)\r\n",
        "        self.norm_running_mean = self.norm.running_mean\r\n",
    ]


def test_a_namedtuple_becomes_a_tuple_with_its_readers() -> None:
    text = """\
from collections import namedtuple

from mxnet.gluon import HybridBlock

Pair = namedtuple("Pair", "one two")


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return Pair(F.relu(x), two=-x)


net = Net()
pair = net(1)
print(pair.two, pair[0], net(2).one)
first, second = net(3)
"""
    done = fix(text, unsafe=True, selects=lambda code: code == "HYB910")
    expected = text.replace("Pair(F.relu(x), two=-x)", "F.relu(x), -x").replace("pair.two", "pair[1]")
    assert done.text == expected.replace("net(2).one", "net(2)[0]")


@pytest.mark.parametrize(
    ("statement", "fixed"),
    [
        ("seen = t", True),
        ("'a remark'", True),
        ("del t", False),
        ("return t", False),
        ("yield t", False),
        ("later = lambda: t", False),
        ("self.t = t", False),
        ("other.append(t)", False),
    ],
)
def test_a_pause_becomes_operators_where_its_results_leave_by_names_alone(statement: str, fixed: bool) -> None:
    text = f"""\
from mxnet import autograd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, other):
        with autograd.pause():
            t = F.exp(x)
            {statement}
            y = F.tanh(x)
        return x + y
"""
    done = fix(text, unsafe=True, selects=lambda code: code == "HYB405")
    assert ("BlockGrad" in done.text) == fixed, done.text


def test_methods_and_functions_get_f_where_there_is_one() -> None:
    text = """\
from mxnet import nd
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    @property
    def norm(self):
        return self._norm(
            self.w.data(), 2
        )

    def hybrid_forward(self, F, x, w):
        return F.broadcast_add(x, self._norm(w, 3)) + squashed(x)

    def _norm(self, w: nd.NDArray, power) -> nd.NDArray:
        return nd.relu(w) ** power


def squashed(x):
    return nd.tanh(x)


print(squashed(nd.ones((2, 3))))
"""
    done = fix(text, unsafe=True)
    assert not [finding for finding in analyse(done.text) if finding.default]
    for line in (
        "return self._norm(\n            self.w.data(), 2\n",
        "return F.broadcast_add(x, self._norm(w, 3, F=F)) + squashed(x, F=F)",
        "def _norm(self, w: nd.NDArray, power, F=nd) -> nd.NDArray:\n        return F.relu(w) ** power",
        "def squashed(x, F=nd):\n    return F.tanh(x)",
        "print(squashed(nd.ones((2, 3))))",
    ):
        assert line in done.text


def test_the_command_fixes_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, _ = fixable()
    path = folder / "a.py"
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    path.write_bytes(data)
    path.chmod(0o640)
    assert cli.main(["fix", "a.py"]) == 0
    assert "Fixed 1 problem." in capsys.readouterr().out
    fixed = path.read_bytes()
    assert fixed != data and fixed.startswith(b"\xef\xbb\xbf")
    assert fixed.count(b"\n") == fixed.count(b"\r\n") and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert cli.main(["fix", "a.py"]) == 0 and path.read_bytes() == fixed
    assert os.listdir(folder) == ["a.py"]


def test_a_line_with_noqa_is_not_touched(folder: Path) -> None:
    text, line = fixable()
    path = folder / "a.py"
    for suppressed in (text.replace(line, f"{line}  # noqa"), f"# flake8: noqa\n{text}"):
        path.write_text(suppressed)
        assert cli.main(["fix", "a.py"]) == 0 and path.read_text() == suppressed
    path.write_text(text)
    code = checking.check_text(text, "a.py", Configuration()).findings[0].code
    assert cli.main(["fix", "--ignore", code, "a.py"]) == 0 and path.read_text() == text


@pytest.mark.parametrize("argument", ["a.py", ".", "./", "below/..", "absolute"])
def test_a_difference_is_a_patch_and_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], argument: str
) -> None:
    text, _ = fixable()
    path = folder / "a.py"
    path.write_text(text)
    (folder / "below").mkdir()
    assert cli.main(["fix", "--diff", str(path) if argument == "absolute" else argument]) == 1
    assert path.read_text() == text
    patch = capsys.readouterr().out
    assert patch.startswith("--- a/a.py\n+++ b/a.py\n")
    assert cli.main(["fix", "a.py"]) == 0
    fixed = path.read_text()
    path.write_text(text)
    subprocess.run(["patch", "-p1"], input=patch, encoding="utf-8", cwd=folder, check=True, capture_output=True)
    assert path.read_text() == fixed
    capsys.readouterr()
    assert cli.main(["fix", "--diff", "a.py"]) == 0
    assert capsys.readouterr().out == ""


def test_standard_input_is_fixed_to_standard_output(folder: Path) -> None:
    text, _ = fixable()
    (folder / "a.py").write_text(text)
    command = [sys.executable, "-m", "hybridlint", "fix", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, cwd=folder, timeout=300)
    assert cli.main(["fix", "a.py"]) == 0
    assert done.returncode == 0 and done.stdout == (folder / "a.py").read_bytes()


def test_what_cannot_be_read_is_left_as_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.py").write_text("class Hybrid(:\n")
    (folder / "b.py").write_bytes(b"# hybrid \xe9\n")
    assert cli.main(["fix", "a.py", "b.py", "c.py"]) == 2
    assert (folder / "a.py").read_text() == "class Hybrid(:\n" and (folder / "b.py").read_bytes() == b"# hybrid \xe9\n"
    message = capsys.readouterr().out
    assert all(name in message for name in ("a.py:1:", "b.py:1:", "c.py:"))


def test_a_file_that_changes_while_it_is_fixed_is_left_as_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = fixable()
    (folder / "a.py").write_text(text)
    apply = cli.fixing.apply_fixes

    def apply_slowly(*arguments: object) -> object:
        (folder / "a.py").write_text("# saved by an editor\n" + text)
        return apply(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(cli.fixing, "apply_fixes", apply_slowly)
    assert cli.main(["fix", "a.py"]) == 2
    assert (folder / "a.py").read_text() == "# saved by an editor\n" + text
    assert "changed meanwhile" in capsys.readouterr().out


def test_a_failing_disk_leaves_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, _ = fixable()
    (folder / "a.py").write_text(text)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(["fix", "a.py"]) == 2
    assert (folder / "a.py").read_text() == text and "No space left" in capsys.readouterr().out


#: Blocks drawn at random, of which MXNet fails many.
GENERATED = pathlib.Path(__file__).parents[1] / "generated"


def written(text: str, choose: random.Random) -> bytes:
    """`text` with comments, tabs, line ends, encoding and byte order mark as some file has them."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE and choose.random() < 0.4 and "#" not in lines[token.start[0] - 1]:
            lines[token.start[0] - 1] += f"{choose.choice(['  ', ' ', chr(9)])}# {choose.random():.6f} é"
    if choose.random() < 0.3:
        lines = [re.sub("^ +", lambda match: "\t" * (len(match[0]) // 4), line) for line in lines]
    encoding = choose.choice(["utf-8", "utf-8-sig", "latin-1"])
    if encoding == "latin-1":
        lines.insert(0, "# -*- coding: latin-1 -*-")
    newline = choose.choice(["\n", "\r\n", "\r"])
    return (newline.join(lines) + choose.choice([newline, ""])).encode(encoding)


def comments(text: str) -> List[str]:
    """The comments of a file: a fix that joins two lines writes theirs after each other."""
    return [comment.strip() for comment in re.findall("#[^#\r\n]*", text)]


@pytest.mark.slow
def test_generated_files_are_fixed_for_good_and_keep_their_form(folder: Path, run_slow: bool) -> None:
    choose = random.Random("files to fix")
    cases = [
        json.loads(line)
        for name in ("flow", "grammar")
        for line in (GENERATED / f"{name}.jsonl").read_text().splitlines()
    ]
    readable = [case for case in cases if tuple(case["python"]) <= sys.version_info[:2]]
    sources = [case["src"] for case in readable if case["label"] == "flag"]
    path, changed = folder / "net.py", 0
    for source in choose.sample(sources, len(sources) if run_slow else 60):
        before = written(source, choose)
        path.write_bytes(before)
        cli.main(["fix", "--unsafe-fixes", "net.py"])
        after = path.read_bytes()
        if after == before:
            continue
        changed += 1
        ends, new_ends = (set(re.findall(b"\r\n|\r|\n", data)) for data in (before, after))
        assert new_ends == ends
        assert after.startswith(codecs.BOM_UTF8) is before.startswith(codecs.BOM_UTF8)
        assert after.endswith((b"\r", b"\n")) is before.endswith((b"\r", b"\n"))
        ast.parse(after)
        old, new = files.decode(before).text, files.decode(after).text
        assert sorted(comments(old)) == sorted(set(comments(new))), old + new
        cli.main(["fix", "--unsafe-fixes", "net.py"])
        assert path.read_bytes() == after, old
    assert changed > 25


def halved(text: str) -> str:
    """`text` with half of the indentation."""
    return re.sub(r"(?m)^ +", lambda spaces: " " * (len(spaces.group()) // 2), text)


def test_a_fix_keeps_to_the_indentation_of_the_file(breaking: List[Dict[str, Any]], run_slow: bool) -> None:
    compared = 0
    for case in breaking[:: 1 if run_slow else 16]:
        text = case["src"]
        if all(len(spaces) % 4 == 0 for spaces in re.findall(r"(?m)^ +", text)):
            done = fix(text, unsafe=True, selects=fixes.is_default).text
            compared += done.count("\n") != text.count("\n")
            assert fix(halved(text), unsafe=True, selects=fixes.is_default).text == halved(done), text
    assert compared > 5


@pytest.fixture(scope="module")
def breaking() -> List[Dict[str, Any]]:
    """The cases and generated blocks that MXNet fails."""
    return fixes.fixable()


def test_a_layer_named_like_a_method_of_arrays_is_no_operator() -> None:
    text = """\
from mxnet import autograd
from mxnet.gluon import HybridBlock, nn


class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm()

    def hybrid_forward(self, F, x):
        with autograd.predict_mode():
            y = self.norm(x)
        return y
"""
    assert fix(text, unsafe=True).text == text  # the layer depends on the mode, `x.norm()` does not


@pytest.mark.parametrize(
    "line",
    [
        "F.random.uniform(0, 1, out=y)",  # of the shape of `y`
        "F.full((2, 3), 5, out=y)",
        "y = F.relu(x, y)",  # a graph ignores `out`
        "y = x * 2 if mode == 'a' else x * 3",  # no array is compared with a string
        "y = F.dropout(x, p=random.random())",  # a probability is no tensor
        "y = F.clip(x, 0, 2 * random.random())",
        "while random.random() > 0.3: y = y + 1",  # no operator decides how often
        "for _ in range(2):\n            if random.random() > 0.3: continue\n            y = y + 1",
    ],
)
def test_what_has_no_counterpart_is_not_fixed(line: str) -> None:
    text = (
        "import random\nfrom mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n"
        "    def hybrid_forward(self, F, x, mode):\n"
    )
    text += f"        y = x * 1\n        {line}\n        return y * 2\n"
    assert fix(text, unsafe=True).text == text


def test_a_device_is_left_out_safely_where_it_is_the_current_one() -> None:
    text = """\
import mxnet as mx
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        z = F.zeros((2, 3), ctx=x.context)
        return F.broadcast_add(x, z)
"""
    assert "F.zeros((2, 3))" in fix(text).text
    within = text.replace("        z =", "        with mx.cpu(1):\n            z =")
    assert "F.zeros((2, 3))" not in fix(within).text and "F.zeros((2, 3))" in fix(within, unsafe=True).text


@pytest.mark.parametrize("line", ["y[0] = 0", "y[:2] += 3", "y[-1] = 3"])
def test_rows_are_assigned_safely_whatever_their_number(line: str) -> None:
    text = "from mxnet.gluon import HybridBlock\n\n\nclass Net(HybridBlock):\n    def hybrid_forward(self, F, x):\n"
    text += f"        y = x * 2\n        {line}\n        return y\n"
    assert "y = F.where(" in fix(text).text
