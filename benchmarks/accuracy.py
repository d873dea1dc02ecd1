"""Measures how often the linter is right, and writes the page of figures.

    python benchmarks/accuracy.py [--write docs/measurements/accuracy.md] [--every-case]
    python benchmarks/accuracy.py --row CASES [--transform NAME]

Runs the linter on the cases of `tests/cases`, on a ninth of them in each of nine rewritten forms (on all of them with
`--every-case`), and on the generated blocks of `tests/generated`. Needs no MXNet, which judged all of these before.
With `--row`, prints the figures of a folder of `tests/cases`, or of a file or folder of other cases, and where the
linter disagrees with them.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import Any, Callable, Dict, List, Optional

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.processes import commit  # noqa: E402
from tests.case_format import read  # noqa: E402
from tests.judging import mxnet2_outcomes  # noqa: E402
from tests.judging.linter import Outcome, judge  # noqa: E402
from tests.transformations import TRANSFORMATIONS  # noqa: E402

CASES = ROOT / "tests" / "cases"
GENERATED_BLOCKS = ROOT / "tests" / "generated"

HEAD = """\
<!-- Made by `python benchmarks/accuracy.py --write docs/measurements/accuracy.md`. -->

# Accuracy

    python benchmarks/accuracy.py --write docs/measurements/accuracy.md

The figures are those of commit {commit}. All are of the default rules on blocks that MXNet 1.9.1 ran imperatively and
hybridized. *Breaks* means that a block works imperatively and raises, or does something else, after `hybridize()`, and
that the file alone shows this.
[Another page](ecosystem.md) has the figures on released packages.

## Cases

Hand-written blocks, each about one construct, in a folder for each family of [rules](../rules/README.md);
`no_rule` has those that belong to no rule."""

GENERATED = """\
Blocks of `tests/generated`, drawn at random and judged by MXNet:

- *broadcasting*: an axis of length one meets a longer one after a chain of operators;
- *flow*: a tensor passes through several Python constructs and is then used correctly or incorrectly;
- *grammar*: operators, statements, children, parameters and state, drawn at random;
- *graphs*: operators of which some are thrown away, with outputs that gradients reach or not;
- *tries*: a tensor is used within a `try`, whose handler catches what tracing raises, or does not."""

MXNET2 = """\
The cases of `tests/mxnet2/cases` and the generated blocks, by what MXNet 2.0.0b1 does with them:"""

HEADER = "| {} | breaks | found | line known | on that line | works | reported |\n|---|---|---|---|---|---|---|"

REWRITTEN_HEADER = "| rewritten by | breaks | found | works | reported |\n|---|---|---|---|---|"


def row(name: str, outcomes: List[Outcome], lines_known: bool = True) -> str:
    """The figures of some cases, as a row of Markdown."""
    owed = [o for o in outcomes if o.label == "flag" and o.static == "decidable"]
    lines = [o for o in outcomes if o.right_line is not None]
    clean = [o for o in outcomes if o.label == "clean"]
    figures = [len(owed), sum(not o.missed for o in owed)]
    figures += [len(lines), sum(bool(o.right_line) for o in lines)] if lines_known else []
    figures += [len(clean), sum(o.false_alarm for o in clean)]
    return f"| {name} | {' | '.join(map(str, figures))} |"


def undecidable(outcomes: List[Outcome]) -> str:
    """What is found of the cases that the file alone does not decide."""
    rows = ["| depends on | breaks | found | found with the opt-in rules |", "|---|---|---|---|"]
    for static in ("needs-shapes", "needs-callers"):
        some = [o for o in outcomes if o.label == "flag" and o.static == static]
        by_default, opted = sum(bool(o.findings) for o in some), sum(bool(o.findings or o.opt_in) for o in some)
        rows.append(f"| the {static.partition('-')[2]} | {len(some)} | {by_default} | {opted} |")
    return "\n".join(rows)


def rewritten(cases: List[Dict[str, Any]], every: bool) -> List[str]:
    """A row for each way to rewrite a block."""
    rows = []
    for turn, name in enumerate(sorted(TRANSFORMATIONS)):
        chosen = cases if every else cases[turn :: len(TRANSFORMATIONS)]
        outcomes = judge(chosen, TRANSFORMATIONS[name])
        first_sentence = (TRANSFORMATIONS[name].__doc__ or "").partition(".")[0]
        rows.append(row(f"`{name}`: {first_sentence}", outcomes, lines_known=False))
    return rows


def outcomes_of_mxnet2() -> List[mxnet2_outcomes.Outcome]:
    """The linter on the blocks for MXNet 2."""
    cases = [
        case
        for file in sorted((ROOT / "tests" / "mxnet2" / "cases").glob("*.py"))
        for case in mxnet2_outcomes.read_cells(file)
    ]
    return mxnet2_outcomes.compare([*cases, *read(str(GENERATED_BLOCKS / "mxnet2.jsonl"))])


def page(every: bool) -> str:
    """The page."""
    cases = {folder.name: read(str(folder)) for folder in sorted(CASES.iterdir()) if folder.is_dir()}
    outcomes = {name: judge(some) for name, some in cases.items()}
    together = [outcome for some in outcomes.values() for outcome in some]
    parts = [
        HEAD.format(commit=commit()),
        "\n".join([HEADER.format("cases"), *(row(f"`{n}`", o) for n, o in outcomes.items()), row("all", together)]),
    ]
    parts += ["Cases that the file alone does not decide:", undecidable(together)]
    parts += [
        "## The same cases, rewritten",
        "A rewrite that preserves the meaning of a block must not change the verdict.",
    ]
    all_cases = [case for some in cases.values() for case in some]
    parts.append("\n".join([REWRITTEN_HEADER, *rewritten(all_cases, every)]))
    parts += [
        "## Generated blocks",
        GENERATED,
    ]
    files = [GENERATED_BLOCKS / f"{kind}.jsonl" for kind in ("broadcasting", "flow", "grammar", "graphs", "tries")]
    parts.append("\n".join([HEADER.format("kind"), *(row(file.stem, judge(read(str(file)))) for file in files)]))
    parts += ["## MXNet 2", MXNET2, mxnet2_outcomes.table(outcomes_of_mxnet2())]
    wrong = [o for o in together if o.missed or o.false_alarm]
    parts.append("## Where the linter and the cases disagree")
    parts.append(
        f"They disagree on {len(wrong)} cases. "
        f"The reason of {sum(bool(o.reason) for o in wrong)} is known: the file does not decide it, the label "
        "depends on the configuration or the caller, or the interpreter does not follow it."
    )
    return "\n\n".join(parts) + "\n"


def print_row(name: str, transform: Optional[Callable[[str], Optional[str]]]) -> int:
    """Print the figures of a folder of `tests/cases`, or of the cases in a path, and where the linter disagrees with
    them. Return 1 if the reason of a disagreement is not known."""
    folder = CASES / name
    outcomes = judge(read(str(folder) if folder.exists() else name), transform)
    print(row(f"`{name}`", outcomes))
    for outcome in outcomes:
        found = ", ".join(f"{finding.code}:{finding.line}" for finding in outcome.findings)
        if outcome.missed or outcome.false_alarm:
            print(f"{'missed' if outcome.missed else 'false alarm'}: {outcome.name}: {outcome.reason} {found}")
        elif outcome.right_line is False:
            print(f"other line: {outcome.name}: {found}")
    return 1 if any((o.missed or o.false_alarm) and not o.reason for o in outcomes) else 0


def main() -> int:
    """Print or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=pathlib.Path, help="the file to write")
    parser.add_argument("--every-case", action="store_true", help="rewrite every case in every way")
    parser.add_argument("--row", metavar="CASES", help="print the row of these cases only, and the disagreements")
    parser.add_argument("--transform", choices=sorted(TRANSFORMATIONS), help="rewrite the cases of the row first")
    options = parser.parse_args()
    if options.row:
        return print_row(options.row, TRANSFORMATIONS.get(options.transform))
    text = page(options.every_case)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
