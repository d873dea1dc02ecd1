"""The linter on generated blocks that MXNet has judged; `python benchmarks/generated_blocks` makes more of them."""

from __future__ import annotations

import sys
from typing import Any, Dict, List

import pytest

from benchmarks import truth_static
from benchmarks.generated_blocks import broadcasting, flow
from benchmarks.generated_blocks.__main__ import TESTED, accepted, disagreements, stored
from benchmarks.generated_blocks.block import Block
from hybridlint.analysis import analyse

MAKERS = {"broadcasting": broadcasting.make, "flow": flow.make}


@pytest.fixture(scope="module", params=sorted(TESTED))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def outcomes(kind: str) -> List[truth_static.Outcome]:
    return truth_static.judge(stored(kind))


def test_the_linter_agrees_with_mxnet_but_for_what_is_accepted(kind: str, outcomes: List[truth_static.Outcome]) -> None:
    assert len(outcomes) >= 0.8 * TESTED[kind][1], "others have `match`, which an older Python cannot read"
    assert sorted(set(disagreements(outcomes)) - set(accepted()[kind])) == []


def test_most_blocks_are_decided_by_the_file_and_both_labels_occur(kind: str) -> None:
    cases = stored(kind)
    flags = [case for case in cases if case["label"] == "flag"]
    assert sum(case["static"] == "decidable" for case in flags) >= len(cases) * 0.25
    assert sum(case["label"] == "clean" for case in cases) >= len(cases) * 0.1


def _unlike_mxnet(block: Block, breaks: bool) -> bool:
    lines = {finding.line for finding in analyse(block.src) if finding.default}
    return block.line not in lines if breaks else bool(lines)


def _cells(file: str) -> List[flow.Cell]:
    return [cell for cell in flow.cells(file) if cell.python <= sys.version_info[:2]]


#: Use of a tensor → where the tensor comes from, and whether the use breaks. A name of a type is certain only if the
#: value cannot be None; the type of an input is tested because a list may be passed instead.
USES = {
    "shape": ("x * 1.5", True),
    "type-is-array": ("x * 1.5", True),
    "type-name": ("x * 1.5", True),
    "well-relu": ("x * 1.5", False),
    "well-isinstance-list": ("x", False),
}


def test_a_tensor_is_followed_through_every_piece_of_python_alone(run_slow: bool) -> None:
    """Each hands on what it is given, which then breaks or works by its use. Uses and layouts take turns."""
    uses = {use.name: use for use in _cells("uses.py")}
    wrong = {
        f"{piece.name}, {name}"
        for turn, piece in enumerate(_cells("pieces.py")[:: 1 if run_slow else 2])
        for layout in (flow.LAYOUTS if run_slow else flow.LAYOUTS[turn % len(flow.LAYOUTS) :][:1])
        for name, (first, breaks) in list(USES.items())[0 if run_slow else turn % 2 :: 1 if run_slow else 2]
        if _unlike_mxnet(flow.alone(piece, uses[name], layout, first), breaks)
    }
    assert sorted(wrong - set(accepted()["pieces"])) == []


def test_every_use_of_a_tensor_is_judged_wherever_it_stands(run_slow: bool) -> None:
    piece = _cells("pieces.py")[0]
    wrong = {
        use.name
        for use in _cells("uses.py")
        for layout in flow.LAYOUTS[:: 1 if run_slow else 2]
        if not use.name.startswith("number")
        and _unlike_mxnet(flow.alone(piece, use, layout), breaks=not use.name.startswith("well"))
    }
    assert sorted(wrong - set(accepted()["uses"])) == []


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_the_stored_blocks_are_those_of_the_generator(kind: str) -> None:
    def made(case: Dict[str, Any]) -> str:
        _, seed, number = case["id"].split("-")
        return MAKERS[kind](int(seed), int(number)).src

    cases = stored(kind)
    assert {case["id"].split("-")[1] for case in cases} == {str(TESTED[kind][0])}
    different = [case["id"] for case in cases if made(case) != case["src"]]
    assert different == [], "the generator has changed: python benchmarks/generated_blocks --remake --accept"
