"""The linter on generated blocks that MXNet has judged; `python benchmarks/generated_blocks` makes more of them."""

from __future__ import annotations

from typing import Any, Dict

import pytest

from benchmarks import truth_static
from benchmarks.generated_blocks import broadcasting, flow
from benchmarks.generated_blocks.__main__ import TESTED, accepted, disagreements, stored

MAKERS = {"broadcasting": broadcasting.make, "flow": flow.make}


@pytest.fixture(scope="module", params=sorted(TESTED))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_linter_agrees_with_mxnet_but_for_what_is_accepted(kind: str) -> None:
    outcomes = truth_static.judge(stored(kind))
    assert len(outcomes) == TESTED[kind][1]
    assert sorted(set(disagreements(outcomes)) - set(accepted()[kind])) == []


def test_most_blocks_are_decided_by_the_file_and_both_labels_occur(kind: str) -> None:
    cases = stored(kind)
    flags = [case for case in cases if case["label"] == "flag"]
    assert sum(case["static"] == "decidable" for case in flags) >= len(cases) * 0.25
    assert sum(case["label"] == "clean" for case in cases) >= len(cases) * 0.1


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_the_stored_blocks_are_those_of_the_generator(kind: str) -> None:
    def made(case: Dict[str, Any]) -> str:
        _, seed, number = case["id"].split("-")
        return MAKERS[kind](int(seed), int(number)).src

    cases = stored(kind)
    assert {case["id"].split("-")[1] for case in cases} == {str(TESTED[kind][0])}
    different = [case["id"] for case in cases if made(case) != case["src"]]
    assert different == [], "the generator has changed: python benchmarks/generated_blocks --remake --accept"
