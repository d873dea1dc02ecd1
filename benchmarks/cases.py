"""Blocks with a known outcome, as a file of them is written.

A file is either JSON, one case a line (`id`, `src`, `inputs`, `label`, `verdict` …), or Python in cells, which is how
the cases of this repository stand in `tests/cases/`:

    # %% rows-summed: the rows of a tensor, gone through
    # inputs: [(2, 3)]
    # breaks: trace
    class Net(HybridBlock):
        def hybrid_forward(self, F, x):
            return sum(row for row in x)  # breaks here

What stands before the first cell belongs to every case. A cell begins with its name and title, and says in comments

- `inputs`: a list of shapes and other inputs (see `benchmarks.running_cases.tensors`); a leading 2 is the batch;
- `works`, or `breaks` and the stage in which it does;
- `differs` for a case that works but leaves something else behind: an expression of `net` and the inputs `xs` whose
  value after three calls is not the same imperatively and hybridized, so that a finding is right;
- `later-numpy` if NumPy 1.24 and later, which refuse the nested arrays that earlier ones make of a tensor, change the
  outcome: to `works`, to a stage, or to `raises`, where the imperative run does;
- `needs: shapes` or `needs: callers` if that cannot be decided from the file alone;
- `archive` if the case is also written to an archive and loaded in a process of its own, which takes seconds;
- if it takes one of its own: `call`, an expression of `net` and the inputs `xs`; `between`, a statement that runs
  between two calls; `ctor`, the arguments of `Net`; `hybridize`, a statement instead of `net.hybridize()`.

The line to blame bears the comment `# breaks here`.

A file is named after the rule that the linter reports there, and holds the cases that work and are like those; the
files of `no_rule/` hold what works and is like none. A name says what the case is about, as its title does.
"""

from __future__ import annotations

import ast
import json
import pathlib
import re
from typing import Any, Dict, Iterator, List

#: The stage in which a block breaks → the verdict of a case.
VERDICTS = {
    "trace": "ERROR_ON_TRACE",
    "execution": "ERROR_ON_EXECUTE",
    "values": "SILENT_DIVERGENCE",
    "other shapes": "SHAPE_SPECIALISED",
    "modes": "TRAIN_FORWARD_DIVERGENCE",
    "gradients": "GRAD_DIVERGENCE",
    "export": "EXPORT_ERROR",
    "re-import": "REIMPORT_DIVERGENCE",
}

_CELL = re.compile(r"^# %% (?P<id>[\w-]+): (?P<title>.+)\n", re.MULTILINE)
_WHAT = "inputs|works|breaks|differs|later-numpy|needs|archive|call|between|ctor|hybridize"
_SAID = re.compile(rf"^# (?P<what>{_WHAT})(: (?P<value>.+))?$")
_BLAMED = "# breaks here"


def read(path: str) -> List[Dict[str, Any]]:
    """The cases of a file, or those of all files in a folder and below.

    Raises ValueError for a cell that does not say what is known of it."""
    place = pathlib.Path(path)
    if place.is_dir():
        return [case for file in sorted(place.rglob("*.py")) for case in _cells(file)]
    if place.suffix == ".py":
        return list(_cells(place))
    return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines() if line.strip()]


def sample(folder: pathlib.Path, every: int) -> List[Dict[str, Any]]:
    """Every `every`-th case of a folder, in the order of files and labels, so that each has its share."""
    files = (sorted(read(str(file)), key=lambda case: str(case["label"])) for file in sorted(folder.rglob("*.py")))
    return [case for cases in files for case in cases][::every]


def _cells(file: pathlib.Path) -> Iterator[Dict[str, Any]]:
    prelude, *parts = _CELL.split(file.read_text(encoding="utf-8"))
    for name, title, text in zip(parts[::3], parts[1::3], parts[2::3]):
        try:
            yield _case(name, title, prelude, text)
        except (KeyError, ValueError, SyntaxError) as error:
            raise ValueError(f"{file}, cell {name}: {error}") from error


def _case(name: str, title: str, prelude: str, text: str) -> Dict[str, Any]:
    said = {}
    for line in text.splitlines():
        match = _SAID.match(line)
        if match is None:
            break
        said[match["what"]] = match["value"] or ""
    source = prelude + text.rstrip() + "\n"
    case = {"id": name, "title": title, "src": source, "fixed": None, "inputs": said["inputs"]}
    ast.literal_eval(said["inputs"])
    if ("works" in said) == ("breaks" in said):
        raise ValueError("it has to say either `works` or `breaks: STAGE`")
    if "works" in said:
        case.update(label="differs" if "differs" in said else "clean", verdict="OK", static=None)
    else:
        needs = said.get("needs")
        case.update(label="flag", verdict=VERDICTS[said["breaks"]], static=f"needs-{needs}" if needs else "decidable")
    if "later-numpy" in said:
        case["later_numpy"] = {**VERDICTS, "works": "OK", "raises": "RAISES"}[said["later-numpy"]]
    if "archive" in said:
        case["archive"] = True
    if "ctor" in said:
        case["ctor"] = ast.literal_eval(said["ctor"])
    case.update({what: said[what] for what in ("call", "between", "hybridize", "differs") if what in said})
    blamed = [number for number, line in enumerate(source.splitlines(), 1) if line.endswith(_BLAMED)]
    case["user_line"] = blamed[0] if blamed else None
    return case
