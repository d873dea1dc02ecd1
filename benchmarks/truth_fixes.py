"""Fixes labelled cases and lets MXNet judge: is the imperative result the same, and does the block hybridize?

    python benchmarks/truth_fixes.py CASES [--safe] [--verbose]
    python benchmarks/truth_fixes.py --record [--facts]

CASES (or what the environment variable HYBRIDLINT_TRUTH names) is a file or a folder of cases: `benchmarks/cases.py`
says how they are written. Of the cases that MXNet fails, all fixes are applied, or the safe ones alone. A case is
fixed if the check passes on the fixed block, and its imperative outputs, in training too, and the gradients of its
inputs are those of the original. Exit code 0 if no safe fix changes an imperative result.

`--record` fixes the cases and generated blocks of the repository by all fixes, by the safe ones, and with the facts of
a run where these lead to another text. It stores a digest of each fixed text with MXNet's verdict, and these facts, in
`tests/fixed_cases.json`. The tests of the linter compare with it: no fix changes without being judged. `--facts` runs
all cases for their facts; without it, those that are not in the file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import sys
import tempfile
from typing import Any, Dict, Iterator, List, Optional

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import truth_runtime
from benchmarks.cases import read
from hybridlint import rules
from hybridlint.analysis import NotAnalysed
from hybridlint.facts import Facts
from hybridlint.fixing import fix

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED = ROOT / "tests" / "fixed_cases.json"
#: The results of fixes that leave the imperative result as it is.
UNCHANGED = ("the same", "the original raises")
#: The blocks of `benchmarks/composed_fixes.py` among those that are recorded.
COMPOSED_SEED, COMPOSED = 5, 210


def is_default(code: str) -> bool:
    return code.startswith("HYB0") or rules.find_rule(code).default


def fixed(case: Dict[str, Any], unsafe: bool, facts: Optional[Facts] = None) -> Optional[Dict[str, Any]]:
    """The case with its fixed block, and the `original` beside it; None where nothing is fixed."""
    try:
        done = fix(case["src"], facts, unsafe, selects=is_default)
    except NotAnalysed:
        return None
    if done.text == case["src"]:
        return None
    codes = sorted({finding.code for finding in done.fixed})
    safe = all(finding.fix is not None and finding.fix.safe for finding in done.fixed)
    made = {"src": done.text, "original": case["src"], "label": "clean", "fixed": None, "codes": codes, "safe": safe}
    return {**case, **made}


def fixable() -> List[Dict[str, Any]]:
    """The cases and generated blocks of the repository that MXNet fails, without those in the syntax of a later
    Python."""
    from benchmarks import composed_fixes

    cases = read(str(ROOT / "tests" / "cases"))
    for kind in ("flow", "grammar"):
        lines = (ROOT / "tests" / "generated" / f"{kind}.jsonl").read_text(encoding="utf-8").splitlines()
        cases += map(json.loads, lines)
    cases += [composed_fixes.make(COMPOSED_SEED, number) for number in range(COMPOSED)]
    cases = [case for case in cases if tuple(case.get("python") or ()) <= sys.version_info[:2]]
    return [case for case in cases if case["label"] == "flag"]


def recorded() -> Dict[str, Dict[str, Any]]:
    """The `key` of each of `fixable` → what `record` stores: `all`, `safe` and `facts` are each the digest of a fixed
    text and how its imperative result differs; `known` are the facts of the third."""
    answer: Dict[str, Dict[str, Any]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return answer


def variants(case: Dict[str, Any], known: Any = None) -> Dict[str, Dict[str, Any]]:
    """The case after `all` fixes, after the `safe` ones alone, and after all with the `facts` that are known, each
    where it is another text."""
    made = {"all": fixed(case, True)}
    made["safe"] = made["all"] if made["all"] is None or made["all"]["safe"] else fixed(case, False)
    if known is not None:
        made["facts"] = fixed(case, True, Facts.from_json(known))
        if made["facts"] is not None and made["all"] is not None and made["facts"]["src"] == made["all"]["src"]:
            del made["facts"]
    return {kind: one for kind, one in made.items() if one is not None}


def digest(case: Dict[str, Any]) -> str:
    """A digest of the text of a case."""
    return hashlib.sha1(case["src"].encode()).hexdigest()[:12]


def key(case: Dict[str, Any]) -> str:
    """The id and the digest of a case."""
    return f"{case['id']} {digest(case)}"


def record(again: bool) -> int:
    """Fix the cases of the repository, let MXNet judge them, and store the answers. Texts with a digest that is
    already stored are not judged again; nor are known cases run for their facts, but `again`. Return the number of safe
    fixes that change an imperative result."""
    before = recorded() if RECORDED.exists() else {}
    cases = {key(case): case for case in fixable()}
    facts = {name: stored.get("known") for name, stored in before.items()}
    facts.update(run_facts({name: case for name, case in cases.items() if again or name not in before}))
    new, stored = {}, {}
    for name, case in cases.items():
        results = dict(one for kind, one in before.get(name, {}).items() if kind != "known")
        stored[name] = entry = {}
        for kind, one in variants(case, facts.get(name)).items():
            entry[kind] = [digest(one), results.get(digest(one))]
            if entry[kind][1] is None:
                new[f"{name} {digest(one)}"] = {**one, "id": f"{name} {digest(one)}"}
        if "facts" in entry:
            entry["known"] = facts[name]
    answers = {answer["id"]: answer.get("imperative") for answer in judged(list(new.values()), imperative_only=True)}
    for name, entry in stored.items():
        for text in (entry[kind] for kind in entry if kind != "known" and entry[kind][1] is None):
            result = answers[f"{name} {text[0]}"]
            text[1] = "the original raises" if result is None else " ".join(result.split())[:80] or "the same"
    lines = [f"{json.dumps(name)}: {json.dumps(stored[name])}" for name in sorted(stored)]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    wrong = [name for name, entry in stored.items() if "safe" in entry and entry["safe"][1] not in UNCHANGED]
    counts = ", ".join(f"{sum(kind in entry for entry in stored.values())} {kind}" for kind in ("all", "safe", "facts"))
    print(f"{len(stored)} cases and blocks; fixed: {counts}; {len(new)} texts were judged")
    print(f"{len(wrong)} imperative results changed by safe fixes{': ' if wrong else ''}{' '.join(wrong)}")
    return len(wrong)


def run_facts(cases: Dict[str, Dict[str, Any]]) -> Dict[str, Any]:
    """The facts of each case that runs imperatively, as JSON values."""
    facts = {}
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cases.jsonl")
        asked = [{**case, "id": name, "probes": ["trace", "outputs"], "archive": False} for name, case in cases.items()]
        pathlib.Path(file).write_text("".join(json.dumps(case) + "\n" for case in asked), encoding="utf-8")
        for answer in truth_runtime.answers(asked, file):
            files = (answer.get("facts") or {}).get("files", ())
            for document in (one for one in files if one["file"] == f"<case {answer['id']}>"):
                facts[answer["id"]] = {part: document[part] for part in ("blocks", "lines") if part in document}
    return facts


def judged(cases: List[Dict[str, Any]], imperative_only: bool = False) -> Iterator[Dict[str, Any]]:
    """The answers to fixed cases: `imperative` says how the imperative results differ, "" where they do not, or None
    where the original raises; the `verdict` is "" where only these results were asked for, of all or in a case."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "fixed.jsonl")
        with open(file, "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps({"imperative_only": imperative_only, **case}) + "\n" for case in cases)
        yield from truth_runtime.answers(cases, file)


def is_wrong(answer: Dict[str, Any]) -> bool:
    """Whether a fix changes the imperative result."""
    return bool(answer.get("imperative"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cases", nargs="?", default=os.environ.get("HYBRIDLINT_TRUTH"))
    parser.add_argument("--safe", action="store_true", help="apply safe fixes only")
    parser.add_argument("--verbose", action="store_true", help="print what each case that is not fixed lacks")
    parser.add_argument("--record", action="store_true", help="store the fixes of the repository's cases")
    parser.add_argument("--facts", action="store_true", help="with --record: run all cases again for their facts")
    options = parser.parse_args()
    if options.record:
        return 1 if record(options.facts) else 0
    if not options.cases:
        parser.error("name a file of cases, or set HYBRIDLINT_TRUTH")
    flagged = [case for case in read(options.cases) if case["label"] == "flag" and case["static"] == "decidable"]
    changed = [one for one in (fixed(case, not options.safe) for case in flagged) if one is not None]
    repaired, wrong = set(), []
    for answer in judged(changed):
        if is_wrong(answer):
            wrong.append(answer["id"])
        elif answer["verdict"] == "passed":
            repaired.add(answer["id"])
        if options.verbose and answer["id"] not in repaired:
            print(f"{answer['id']}: {answer.get('imperative') or answer['summary']}")
    by_hand = {case["id"] for case in flagged if case.get("fixed")}
    if options.verbose:
        print("not fixed:", *sorted(case["id"] for case in flagged if case["id"] not in repaired))
    print(f"{len(flagged)} decidable cases, {len(changed)} changed, {len(repaired)} fixed")
    if by_hand:
        share = 100 * len(repaired & by_hand) / len(by_hand)
        print(f"{len(by_hand)} have a fix made by hand; of these {len(repaired & by_hand)} are fixed ({share:.0f} %)")
    print(f"{len(wrong)} imperative results changed{': ' + ' '.join(sorted(wrong)) if wrong else ''}")
    return 1 if wrong and options.safe else 0


if __name__ == "__main__":
    sys.exit(main())
