"""Facts of a run decide what the text of a file leaves open."""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import pytest

from hybridlint.analysis import analyse
from hybridlint.cli import main
from hybridlint.facts import Facts, executed, read
from hybridlint.fixing import fix

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
    recorded = Facts.from_json({"blocks": {"Net": facts}}) if facts else None
    return [finding.code for finding in analyse(text, facts=recorded) if finding.default]


def tensor(*shape: int) -> Any:
    return {"kind": "tensor", "shape": list(shape), "dtype": "float32"}


@pytest.mark.parametrize(
    ("second", "expected"), [(tensor(2, 3), []), (tensor(2, 1), ["HYB201"]), (tensor(3), ["HYB201"])]
)
def test_shapes_decide_whether_operands_broadcast(second: Any, expected: List[str]) -> None:
    assert codes("return x + y", "x, y") == [], "without facts nothing is known"
    assert codes("return x + y", "x, y", inputs={"x": tensor(2, 3), "y": second}) == expected


def test_the_kind_of_an_input_is_what_the_run_saw() -> None:
    body = "return x[0] + x[1]"
    assert codes(body) == [], "most likely a list"
    assert "HYB302" in codes(body, inputs={"x": tensor(2, 3)})
    assert codes(body, inputs={"x": {"kind": "list", "items": [tensor(2, 3), tensor(2, 3)]}}) == []


def test_a_tuple_is_a_list_while_tracing() -> None:
    body = "y, *rest = {joined}; return x + y"
    inputs = {"x": tensor(2, 3), "states": {"kind": "tuple", "items": [tensor(2, 3)]}}
    assert codes(body.format(joined="(x,) + states"), "x, states", inputs=inputs) == ["HYB309"]
    assert codes(body.format(joined="(x, *states)"), "x, states", inputs=inputs) == []


def test_a_plain_input_is_no_tensor() -> None:
    body = "return x * 2 if flag > 1 else x"
    assert "HYB401" in codes(body, "x, flag")
    with_the_value = codes(body, "x, flag", inputs={"x": tensor(2, 3), "flag": {"kind": "value", "value": 3}})
    assert "HYB401" not in with_the_value


@pytest.mark.parametrize(("mode", "expected"), [("sum", []), ("first", ["HYB301"])])
def test_branches_on_attributes_are_taken(mode: str, expected: List[str]) -> None:
    body = 'return F.sum(x) if self.mode == "sum" else x[0] * 2'
    assert codes(body, inputs={"x": tensor(2, 3)}, attributes={"mode": mode}) == expected


@pytest.mark.parametrize(
    "test",
    [
        "self.n > 2",
        "not self.n % 2 == 0",
        "self.n in (3, 4)",
        "isinstance(self.n, int)",
        "len(self.mode) == 3",
        "self.mode.startswith('s')",
        "abs(-self.n) == 3",
    ],
)
def test_what_is_computed_of_attributes_is_known(test: str) -> None:
    for body, expected in (
        (f"return F.sum(x) if {test} else x[0] * 2", []),
        (f"return x[0] * 2 if {test} else x", ["HYB301"]),
    ):
        assert codes(body, inputs={"x": tensor(2, 3)}, attributes={"n": 3, "mode": "sum"}) == expected


@pytest.mark.parametrize(
    ("assigned", "is_argument"),
    [
        ("self.mode, self.n = mode, n", True),
        ("self.mode = mode; self.n = n", True),
        ("self.mode = mode", False),
        ("n = n + 1; self.n = n", False),
        ("self.n = n; self.n = 2", False),
        ("self.n = len(mode)", False),
    ],
)
def test_attributes_show_the_arguments_of_the_constructor(assigned: str, is_argument: bool) -> None:
    text = f"""\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, n, mode=None, **kwargs):
        super().__init__(**kwargs)
        {assigned}
        self.step = self.first if n > 1 else self.second

    def first(self, F, x):
        return x[0] * 2

    def second(self, F, x):
        return x * 2

    def hybrid_forward(self, F, x):
        return self.step(F, x)
"""
    reported = {}
    for n in (1, 2):
        block = {"inputs": {"x": tensor(2, 3)}, "attributes": {"n": n, "mode": "sum"}}
        reported[n] = [item.code for item in analyse(text, facts=Facts.from_json({"blocks": {"Net": block}}))]
    assert reported == {1: [] if is_argument else ["HYB301"], 2: ["HYB301"]}


def test_an_attribute_that_a_subclass_assigns_shows_no_argument() -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Base(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.step = self.first if n > 1 else self.second

    def first(self, F, x):
        return x[0] * 2

    def second(self, F, x):
        return x * 2

    def hybrid_forward(self, F, x):
        return self.step(F, x)


class Net(Base):
    def reset(self):
        self.n = 1
"""
    block = {"inputs": {"x": tensor(2, 3)}, "attributes": {"n": 1}}
    of_base = analyse(text.partition("class Net")[0], facts=Facts.from_json({"blocks": {"Base": block}}))
    assert of_base == []
    findings = analyse(text, facts=Facts.from_json({"blocks": {"Base": block, "Net": block}}))
    assert [item.code for item in findings] == ["HYB301"], "the instance may have been made with another number"


@pytest.mark.parametrize(("attributes", "expected"), [({"scale": 2}, []), ({}, ["HYB102"])])
def test_an_attribute_of_the_instance_is_there_for_hasattr(attributes: Dict[str, Any], expected: List[str]) -> None:
    text = """\
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def __init__(self, wide, **kwargs):
        super().__init__(**kwargs)
        if wide:
            self.scale = 2

    def hybrid_forward(self, F, x):
        if not hasattr(self, "scale"):
            return x.asnumpy()
        return x * 2
"""
    block = {"inputs": {"x": tensor(2, 3)}, "attributes": attributes}
    assert [item.code for item in analyse(text, facts=Facts.from_json({"blocks": {"Net": block}}))] == expected


def test_outputs_of_children() -> None:
    body = "return self.dense(x) + x"
    assert codes(body, inputs={"x": tensor(2, 4)}, children={"dense": tensor(2, 4)}) == []
    assert codes(body, inputs={"x": tensor(2, 1)}, children={"dense": tensor(2, 4)}) == ["HYB201"]


def test_facts_hold_for_calls_of_the_recorded_shapes_only() -> None:
    outer = """

class Outer(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.net = Net()

    def hybrid_forward(self, F, x):
        return self.net(F.slice_axis(x, axis=0, begin=0, end={end}))
"""
    text = BLOCK.format(parameters="x", body="return self.dense(x) * x")
    net = {"inputs": {"x": tensor(2, 4)}, "children": {"dense": tensor(2, 4)}}
    facts = Facts.from_json({"blocks": {"Net": net, "Outer": {"inputs": {"x": tensor(2, 4)}}}})
    for end in (2, 1):
        assert not [item for item in analyse(text + outer.format(end=end), facts=facts) if item.default]


def test_shapes_of_parameters_of_a_base_class() -> None:
    text = """\
from mxnet.gluon import nn


class Net(nn.Conv2D):
    def __init__(self, **kwargs):
        super().__init__(8, 1, **kwargs)
        self.mask = self.params.get("mask", shape=(8, 4, 1, 1))

    def hybrid_forward(self, F, x, weight, bias=None, mask=None):
        return super().hybrid_forward(F, x, weight * mask, bias)
"""
    for weight, expected in (((8, 4, 1, 1), []), ((8, 4, 3, 3), ["HYB201"])):
        parameters = {"weight": tensor(*weight), "mask": tensor(8, 4, 1, 1)}
        facts = Facts.from_json({"blocks": {"Net": {"inputs": {"x": tensor(2, 4, 5, 5)}, "parameters": parameters}}})
        assert [item.code for item in analyse(text, facts=facts) if item.default] == expected


@pytest.mark.parametrize(
    "test", ["type(x) in (list, tuple)", "type(x) is list", "type(x) == tuple", "issubclass(type(x), list)"]
)
def test_the_class_of_a_recorded_tensor_is_known(test: str) -> None:
    assert codes(f"return F.relu(x[-1] if {test} else x)", inputs={"x": tensor(2, 3)}) == []


def test_results_of_functions_of_other_files() -> None:
    text = f"from other import scale\n{BLOCK}".format(parameters="x", body="return scale(x) + x")
    reported = []
    for length in (4, 1):
        block = {"inputs": {"x": tensor(2, length)}, "functions": {"scale": tensor(2, 4)}}
        facts = Facts.from_json({"blocks": {"Net": block}})
        reported.append([finding.code for finding in analyse(text, facts=facts) if finding.default])
    assert reported == [[], ["HYB201"]]


def test_outputs_of_children_made_by_other_files() -> None:
    text = BLOCK.format(parameters="x", body="return self.dense(x) + x").replace("nn.Dense(4)", "other.dense_block(4)")
    facts = [
        Facts.from_json({"blocks": {"Net": {"inputs": {"x": tensor(2, length)}, "children": {"dense": tensor(2, 4)}}}})
        for length in (4, 1)
    ]
    assert [[finding.code for finding in analyse(text, facts=recorded) if finding.default] for recorded in facts] == [
        [],
        ["HYB201"],
    ]


@pytest.mark.parametrize(
    "document",
    [None, {}, {"blocks": {"Net": {"inputs": []}}}, {"blocks": {"Net": {"inputs": {"x": {"kind": "array"}}}}}]
    + [{"blocks": {"Net": {"inputs": {"x": {"kind": "tensor", "shape": "2,3"}}}}}],
)
def test_what_are_no_facts_is_refused(document: Any) -> None:
    with pytest.raises(ValueError, match="fact|shape"):
        Facts.from_json(document)


def test_each_way_in_which_a_class_is_called_counts() -> None:
    ways = [{"inputs": {"x": tensor(2, 3), "y": tensor(*shape)}} for shape in ((2, 3), (2, 1))]
    text = BLOCK.format(parameters="x, y", body="return x + y")
    assert [finding.code for finding in analyse(text, facts=Facts.from_json({"blocks": {"Net": ways}}))] == ["HYB201"]


def test_a_length_that_only_a_run_shows_is_computed_rather_than_written() -> None:
    text = BLOCK.format(parameters="x", body="return x / x.shape[1]")
    ways = [{"inputs": {"x": tensor(2, 3)}}]
    fixed = fix(text, Facts.from_json({"blocks": {"Net": ways}})).text
    assert "x.shape" not in fixed and "/ 3" not in fixed


@pytest.mark.parametrize(("second", "has_fix"), [(4, True), (8, False)])
def test_a_fix_holds_for_each_way_in_which_a_class_is_called(second: int, has_fix: bool) -> None:
    ways = [{"inputs": {"x": tensor(2, 3, 4, length)}} for length in (4, second)]
    text = BLOCK.format(parameters="x", body="return x.reshape((-1,)) * math.gcd(x.shape[3], 6)")
    (finding,) = analyse(f"import math\n{text}", facts=Facts.from_json({"blocks": {"Net": ways}}))
    assert finding.code == "HYB101" and (finding.fix is not None) is has_fix


@pytest.mark.parametrize(("rows", "has_fix"), [(2, True), (4, False)])
def test_the_length_of_another_axis_is_written_as_a_code_unless_it_differs(rows: int, has_fix: bool) -> None:
    text = BLOCK.format(parameters="x, y", body="return x.reshape((y.shape[0], -1)) + y.sum()")
    document = {"blocks": {"Net": {"inputs": {"x": tensor(2, 6), "y": tensor(rows, 3)}}}}
    fixes = [finding.fix for finding in analyse(text, facts=Facts.from_json(document)) if finding.code == "HYB101"]
    assert [fix is not None for fix in fixes] == [has_fix]


@pytest.mark.parametrize(
    ("shape", "target", "codes"),
    [
        ((2, 5, 4), "x.shape[0] * x.shape[1], -1", "(-3, -1)"),
        ((2, 6, 6), "x.shape[0], 6, -1", "(0, 6, -1)"),
        ((2, 8), "x.shape[0], -1, 2", "(0, -1, 2)"),
        ((4, 5), "x.shape[0], -1, 2", None),
        ((4, 15), "x.shape[0], -1, x.shape[1]", None),
        ((12,), "x.shape[0], -1", None),
    ],
)
def test_codes_of_reshape_fit_the_lengths_of_a_run(shape: Tuple[int, ...], target: str, codes: Optional[str]) -> None:
    text = BLOCK.format(parameters="x, y", body=f"return y.reshape(({target}))")
    document = {"blocks": {"Net": {"inputs": {"x": tensor(2, 5, 8, 1), "y": tensor(*shape)}}}}
    facts = Facts.from_json(document)
    assert fix(text, facts).text == text
    expected = text if codes is None else text.replace(f"({target})", codes)
    assert fix(text, facts, unsafe=True).text == expected


def test_shapes_of_parameters() -> None:
    text = BLOCK.format(parameters="x, scale", body="return x * scale").replace(
        "self.dense = nn.Dense(4)", "self.scale = self.params.get('scale', shape=kwargs['shape'])"
    )
    for shape, expected in ((2, 3), []), ((1, 3), ["HYB201"]):
        blocks = {"Net": {"inputs": {"x": tensor(2, 3)}, "parameters": {"scale": tensor(*shape)}}}
        assert [finding.code for finding in analyse(text, facts=Facts.from_json({"blocks": blocks}))] == expected


def test_lengths_that_are_read_are_known() -> None:
    body = "y = x.reshape((x.shape[0], -1))\n        return y * z"
    reported = codes(body, "x, z", inputs={"x": tensor(2, 3, 2), "z": tensor(2, 1)})
    assert reported == ["HYB101", "HYB201"]


def test_what_mx_nd_gives_has_a_shape() -> None:
    body = "y = mx.nd.relu(x)\n        return y * z"
    text = "import mxnet as mx\n" + BLOCK.format(parameters="x, z", body=body)
    facts = Facts.from_json({"blocks": {"Net": {"inputs": {"x": tensor(2, 3), "z": tensor(2, 1)}}}})
    assert [finding.code for finding in analyse(text, facts=facts)] == ["HYB108", "HYB201"]


def test_the_function_of_a_lambda_is_called_after_its_line() -> None:
    text = """\
from mxnet.gluon import nn


def scaled(F, x, y):
    return x * y


net = nn.HybridLambda(scaled), nn.HybridLambda(lambda F, x, y: x + y)
"""
    seen = {
        name: {"inputs": {"x": {"kind": "tensor", "shape": [2, 3]}, "y": {"kind": "tensor", "shape": shape}}}
        for name, shape in (("scaled:4", [2, 1]), ("<lambda>:8", [2, 3]))
    }
    facts = Facts.from_json({"blocks": seen})
    assert [item.code for item in analyse(text) if item.default] == []
    assert [(item.code, item.line) for item in analyse(text, facts=facts) if item.default] == [("HYB201", 5)]
    moved = facts.moved(text, f"import mxnet\n{text}")
    assert set(moved.blocks) == {"scaled:5", "<lambda>:9"}
    assert fix(text, facts, unsafe=True).text == text.replace("x * y", "F.broadcast_mul(x, y)")


def test_only_lines_that_ran_are_reported() -> None:
    text = BLOCK.format(
        parameters="x", body="if self.mode == 'sum':\n            return x[0]\n        return x.shape[0] * x"
    )
    first, second = (number for number, line in enumerate(text.splitlines(), 1) if "return" in line)
    for line in first, second:
        facts = Facts.from_json({"blocks": {"Net": {"inputs": {"x": tensor(2, 3)}}}, "lines": [first - 1, line]})
        assert [finding.line for finding in analyse(text, facts=facts)] == [line]


def test_statements_run_as_a_whole() -> None:
    text = """\
class Net:
    units = 4
    def f(
        self,
    ):
        y = g(
            1,
        )
    def h(self):
        return 1
"""
    assert executed(ast.parse(text), [7]) == {1, 2, 3, 4, 5, 6, 7, 8}


def document(path: Path, **more: Any) -> Any:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"file": str(path), "sha256": digest, "blocks": {"Net": {"inputs": {"x": tensor(2, 3)}}}, **more}


def written(path: Path, *files: Any) -> str:
    path.write_text(json.dumps({"format": "hybridlint-facts", "format_version": 1, "files": files}))
    return str(path)


def test_the_command_takes_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = tmp_path / "net.py"
    net.write_text(BLOCK.format(parameters="x, y", body="return x + y"))
    inputs = {"blocks": {"Net": {"inputs": {"x": tensor(2, 3), "y": tensor(2, 1)}}}}
    facts = written(tmp_path / "facts.json", document(net, **inputs))
    assert main(["check", "--isolated", str(net)]) == 0
    assert main(["check", "--isolated", "--facts", facts, str(net)]) == 1
    capsys.readouterr()
    assert main(["check", "--isolated", "--facts", facts]) == 1, "the files of the facts"
    assert "HYB201" in capsys.readouterr().out


def test_lines_of_a_file_that_has_changed_are_not_known(tmp_path: Path) -> None:
    net = tmp_path / "net.py"
    net.write_text("x = 1\n")
    facts = written(tmp_path / "facts.json", document(net, lines=[1]))
    assert read(facts)[str(net)].lines == frozenset([1])
    net.write_text("\nx = 1\n")
    changed = read(facts)[str(net)]
    assert changed.lines is None
    assert changed.of("Net").inputs["x"].shape == (2, 3)


def test_facts_of_several_runs_are_joined(tmp_path: Path) -> None:
    net = tmp_path / "net.py"
    net.write_text("x = 1\n")
    second_blocks = {"blocks": {"Net": {"inputs": {"x": tensor(4, 3)}}}}
    (joined,) = read(
        written(tmp_path / "facts.json", document(net, lines=[1]), document(net, lines=[2], **second_blocks))
    ).values()
    assert [block.inputs["x"].shape for block in joined.blocks["Net"]] == [(2, 3), (4, 3)]
    assert joined.lines == frozenset([1, 2])
    assert joined.of("Net").inputs == {}, "of all instances nothing is true"


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "hybridlint-facts", "format_version": 2, "files": []}'])
def test_what_holds_no_facts_is_refused_by_the_command(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "facts.json").write_text(text)
    assert main(["check", "--facts", str(tmp_path / "facts.json")]) == 2
    assert "facts.json" in capsys.readouterr().err
