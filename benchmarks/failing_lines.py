"""How many failing lines of a model one check names, on generated models with three to five of them.

    python benchmarks/failing_lines.py [--seed 7] [--count 40] [--show]

Each model computes with several of the wrong uses of `generated_blocks/flow/uses.py`, one after the other in one
`hybrid_forward`; each of them fails on its own, and MXNet raises at the first. Prints how many of the failing lines are
at problems of the check, how many it lists in all, and how many it lists that do not fail. `--show` prints the models
of which a line is missing or wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import sys
import tempfile
from typing import Any, Dict, List

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import truth_runtime
from benchmarks.generated_blocks.block import IMPORTS, indented
from benchmarks.generated_blocks.flow import Names, cells

_HERE = "  # here"
_STANDARD = ("copy", "functools", "itertools", "math", "operator")


def make(seed: int, number: int) -> Dict[str, Any]:
    """The model of this number, as a case; the same for the same seed and number. `failing` are its failing lines."""
    choose = random.Random(f"failing lines {seed} {number}")
    uses = cells("uses.py")
    wrong = [use for use in uses if not use.name.startswith(("well", "number")) and use.body.count(_HERE) == 1]
    # That fails a second time, in the backward pass: at the line that returns it.
    wrong = [use for use in wrong if use.name != "no-gradient"]
    well = [use for use in uses if use.name.startswith("well")]
    chosen = choose.sample(wrong, choose.choice([3, 4, 5]))
    names = Names()
    lines = ["total = F.sum(x)"]
    for place, use in enumerate(item for pair in zip(chosen, choose.choices(well, k=len(chosen))) for item in pair):
        lines.append(f"value_{place} = F.relu(x) + {place}")
        lines += names.write(use, f"value_{place}", f"result_{place}")
        lines.append(f"total = F.broadcast_add(total, F.sum(result_{place}))")
    lines.append("return total")
    text = "\n".join([*names.module, *lines])
    standard = [f"import {name}" for name in _STANDARD if f"{name}." in text]
    net = ["class Net(HybridBlock):", "    def hybrid_forward(self, F, x):", *indented(lines, 2)]
    src = "\n\n\n".join(["\n".join([*standard, IMPORTS]).strip(), *names.module, "\n".join(net) + "\n"])
    failing = [place for place, line in enumerate(src.split("\n"), 1) if line.endswith(_HERE)]
    return {
        "id": f"failing-lines-{seed}-{number}",
        "title": ", ".join(use.name for use in chosen),
        "src": src.replace(f"{_HERE}\n", "\n"),
        "inputs": "[('pos', (2, 3))]",
        "label": "flag",
        "verdict": "",
        "failing": failing,
        "probes": ["trace"],
        "archive": False,
    }


def checked(cases: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """What one check says of each case."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cases.jsonl")
        pathlib.Path(file).write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
        return list(truth_runtime.answers(cases, file))


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--show", action="store_true", help="print the models of which a line is missing or wrong")
    options = parser.parse_args()
    cases = {case["id"]: case for case in (make(options.seed, number) for number in range(options.count))}
    models = owed = raised = proven = named = wrong = 0
    for answer in checked(list(cases.values())):
        case = cases[answer["id"]]
        if answer["verdict"] != "failed":  # it does not run imperatively
            if options.show:
                print(f"{answer['id']}: {case['title']}: {answer['verdict']}: {answer['summary']}")
            continue
        failing, listed = set(case["failing"]), {line for line, _ in answer["failing_lines"]}
        proven += len(failing & {line for line, shown in answer["failing_lines"] if shown})
        models += 1
        owed += len(failing)
        raised += len(failing & {problem["line"] for problem in answer["problems"]})
        named += len(failing & listed)
        wrong += len(listed - failing)
        if options.show and failing != listed:
            source = case["src"].split("\n")
            print(f"{answer['id']}: {case['title']}")
            for mark, lines in (("missing", failing - listed), ("wrong", listed - failing)):
                for line in sorted(lines):
                    print(f"    {mark}: {line}: {source[line - 1].strip()}")
    print(f"{models} models: {named} of {owed} failing lines named, {proven} of them proven, {raised} by problems")
    print(f"{wrong} lines named that do not fail")
    return 0 if named == owed and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
