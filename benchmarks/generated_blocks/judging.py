"""What MXNet and the linter say of a block, and where they disagree.

Whether `x + y` breaks depends on the shapes that come in, which no file shows. So a disagreement counts as decidable
from the file only if MXNet says the same with all other inputs and settings that it is tried with and that the block
takes.
"""

from __future__ import annotations

import ast
import dataclasses
import json
import os
import random
import re
import tempfile
from typing import Any, Dict, List, Optional, Sequence, Set

from benchmarks import truth_runtime
from hybridlint.analysis import analyse
from hybridlint.finding import Finding

#: The probes that ask what a user of the block would notice; the others ask about callers and MXNet.
PROBES = ["trace", "outputs", "batch", "gradients", "parameters_changed", "frozen_attributes", "inputs_in_place"]
#: Asked as well of what may look at the mode.
MODES = ("autograd", "Dropout", "BatchNorm")
#: What MXNet says where the block is right: the gradient of an operator that has a graph of its own.
_OF_MXNET = ("in_attrs->size() == bwd_input_eid.size()",)
#: What takes longer never ends.
SECONDS = 30
_OTHER_BRANCH = ("HYB402", "HYB403", "HYB404")
#: What these speak of is seen elsewhere than in what the block returns: what it prints, and leaves on itself.
_BESIDE = ("HYB407", "HYB601", "HYB602")
BREAKS, WORKS, NEVER = "breaks", "works", "does not work imperatively"


@dataclasses.dataclass
class Verdict:
    """MXNet's word on one block: `state` one of BREAKS, WORKS, NEVER; `stages` where it broke, `line` the first line
    that raised while it was traced, `message` what it said."""

    state: str
    stages: Set[str] = dataclasses.field(default_factory=set)
    line: Optional[int] = None
    message: str = ""


@dataclasses.dataclass
class Comparison:
    """One block, and what both said of it. `sometimes` if MXNet's word depends on what the file does not show; None if
    it was not asked."""

    case: Dict[str, Any]
    verdict: Verdict
    findings: List[Finding]
    sometimes: Optional[bool] = None

    @property
    def disagreement(self) -> str:
        """ "missed", "false alarm", "other line", or "" where they agree."""
        if self.verdict.state == BREAKS and not self.findings:
            return "missed"
        if self.verdict.state == WORKS and any(finding.code not in _BESIDE for finding in self.findings):
            return "false alarm"
        if self.verdict.state == BREAKS and self.verdict.line is not None:
            text = self.case["src"].splitlines()[self.verdict.line - 1].strip()
            lines = {finding.line for finding in self.findings}
            # MXNet names the function where it knows no line; and after another branch was taken anything may happen.
            known = not text.startswith("def ") and not any(f.code in _OTHER_BRANCH for f in self.findings)
            if known and self.verdict.line not in lines:
                return "other line"
        return ""

    @property
    def kind(self) -> str:
        """The same for disagreements that look alike."""
        if self.disagreement == "false alarm":
            said = " ".join(sorted({finding.code for finding in self.findings}))
        else:
            said = f"{'/'.join(sorted(self.verdict.stages))}: {_masked(self.verdict.message)}"
        return f"{self.disagreement}: {said}"


def _masked(message: str) -> str:
    message = re.sub(r"`[^`]*`|'[^']*'|\"[^\"]*\"|<[^>]*>|\[[^\]]*\]|\([^)]*\)", "…", message)
    return re.sub(r"[\d.e+-]*\d", "0", message)[:110]


def probes_for(case: Dict[str, Any]) -> List[str]:
    """The probes to run on a case."""
    body = case["src"].partition("class ")[2]
    return [*PROBES, "modes"] if any(word in body for word in MODES) else PROBES


def judge(cases: Sequence[Dict[str, Any]]) -> List[Verdict]:
    """MXNet's word on every case, in order, from processes that may die."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cases.jsonl")
        numbered = [{**case, "id": str(number), "probes": probes_for(case)} for number, case in enumerate(cases)]
        with open(file, "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(case) + "\n" for case in numbered)
        truth_runtime.SECONDS_PER_CASE = SECONDS
        answers = {answer["id"]: answer for answer in truth_runtime.answers(numbered, file)}
    return [_verdict(answers[case["id"]]) for case in numbered]


def _verdict(answer: Dict[str, Any]) -> Verdict:
    if answer["verdict"] == "could not look":
        return Verdict(NEVER, message=answer["summary"])
    if answer["verdict"] == "passed":
        return Verdict(WORKS)
    problems = answer.get("problems", [])
    lines = [problem["line"] for problem in problems if problem["stage"] == "trace" and problem["line"]]
    message = problems[0]["message"] if problems else answer["summary"]
    stages = {problem["stage"] for problem in problems} or {answer["verdict"]}
    return Verdict(BREAKS, stages, lines[0] if lines else None, message)


def compare(cases: Sequence[Dict[str, Any]]) -> List[Comparison]:
    """Both words on every case that works imperatively."""
    judged = zip(cases, judge(cases))
    return [linted(case, verdict) for case, verdict in judged if verdict.state != NEVER]


def linted(case: Dict[str, Any], verdict: Verdict, sometimes: Optional[bool] = None) -> Comparison:
    """The linter's word beside MXNet's."""
    return Comparison(case, verdict, [finding for finding in analyse(case["src"]) if finding.default], sometimes)


def ask_again(comparisons: Sequence[Comparison]) -> None:
    """Find out for every disagreement whether MXNet's word depends on what the file does not show."""
    asked = [c for c in comparisons if c.disagreement in ("missed", "false alarm") and c.sometimes is None]
    questions = [(c, other) for c in asked for other in variations(c.case)]
    for comparison in asked:
        comparison.sometimes = any(words in comparison.verdict.message for words in _OF_MXNET)
    for (comparison, _), verdict in zip(questions, judge([other for _, other in questions])):
        if verdict.state not in (NEVER, comparison.verdict.state):
            comparison.sometimes = True


def to_json(comparison: Comparison) -> Dict[str, Any]:
    """A comparison as JSON values, without the linter's word."""
    verdict = dataclasses.asdict(comparison.verdict)
    return {
        **comparison.case,
        "verdict": {**verdict, "stages": sorted(verdict["stages"])},
        "sometimes": comparison.sometimes,
    }


def from_json(data: Dict[str, Any]) -> Comparison:
    """What `to_json` gave, linted anew."""
    verdict = Verdict(**{**data["verdict"], "stages": set(data["verdict"]["stages"])})
    return linted(
        {key: value for key, value in data.items() if key not in ("verdict", "sometimes")}, verdict, data["sometimes"]
    )


def variations(case: Dict[str, Any]) -> List[Dict[str, Any]]:
    """The same block, made and called in other ways."""
    choose = random.Random(case["src"])
    specs = ast.literal_eval(case["inputs"])
    found = [{**case, "ctor": {**case.get("ctor", {}), **ctor}} for ctor in case.get("ctors", ())]
    if case.get("optional"):
        found.append({**case, "inputs": repr([*specs[:-1], None])})
    if None in specs:
        found.append({**case, "inputs": repr([specs[0] if spec is None else spec for spec in specs])})
    mixed = [(2, 3), (3,), (1, 3), (1, 2, 3)]
    for shapes in [[(2, 3)], [(2, 3, 4)], [(1, 1)], [(2,)], [(1,)], [(3,)], mixed, mixed, None, None]:
        changed = [_reshaped(spec, shapes, choose) for spec in specs]
        if changed != specs:
            found.append({**case, "inputs": repr(changed)})
    return found


def _reshaped(spec: Any, shapes: Optional[List[Any]], choose: random.Random) -> Any:
    """A specification of the same kind with one of `shapes`, or with other lengths at random."""
    if isinstance(spec, list):
        inner = [_reshaped(item, shapes, choose) for item in spec]
        return inner[:1] * len(inner)
    if not isinstance(spec, tuple) or spec and spec[0] in ("raw", "tup"):
        return spec
    if spec and isinstance(spec[0], str):
        return (spec[0], _reshaped(spec[1], shapes, choose), *spec[2:])
    if shapes is not None:
        return choose.choice(shapes)
    return tuple(choose.choice([length, length, 1, 2, 3, 4]) for length in spec)
