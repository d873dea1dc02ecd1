"""Case files: blocks, each with what MXNet does to it and what the linter reports, beside the code.

A file is Python in cells. What stands before the first cell belongs to every case:

    # %% rows-summed
    # inputs: [(2, 3)]
    class Net(HybridBlock):
        def hybrid_forward(self, F, x):
            return sum(row for row in x)  # HYB304 # breaks: trace

A cell begins with its name; `# %% name: title` if the name does not describe it. Comments at the end of a line state
what happens there:

- `HYB304`: the linter reports this rule; more rules follow after commas;
- `breaks: STAGE`: MXNet fails here, in this stage, one of `STAGES`;
- `fix: TEXT`: `hybridlint fix --unsafe-fixes` makes this line of it; TEXT is compared as Python.

Comments above the code state what holds for the whole case:

- `inputs`: a list of shapes and other inputs (see `tests.running_cases.tensors`); a leading 2 is the batch;
- `clean`: it works in both phases, and the linter reports nothing; or `breaks: STAGE`, where no line is the cause;
- `missed: WHY`, if the linter does not report what breaks; `reported: WHY`, if it reports what works;
- `differs` for a case that works but leaves something else behind: an expression of `net` and the inputs `xs` whose
  value after three calls is not the same imperatively and hybridized, so that a finding is right;
- `later-numpy` if NumPy 1.24 and later, which refuse the nested arrays that earlier ones make of a tensor, change the
  outcome: to `clean`, to a stage, or to `raises`, where the imperative run does;
- `needs: shapes` or `needs: callers` if the file alone does not decide what breaks;
- `from: PACKAGE` if it was reduced from real code;
- `archive` if the case is also written to an archive and loaded in a process of its own, which takes seconds;
- if it takes one of its own: `call`, an expression of `net` and the inputs `xs`; `between`, a statement that runs
  between two calls; `ctor`, the arguments of `Net`; `hybridize`, a statement instead of `net.hybridize()`.

A file is named after the rule that the linter reports there, and holds the cases that work and are like those; the
files of `no_rule/` hold what works and is like none. A name states what the case is about.
"""

from __future__ import annotations

import ast
import io
import json
import pathlib
import re
import tokenize
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

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

_KEYS = ("inputs", "clean", "breaks", "missed", "reported", "differs", "later-numpy", "needs", "from", "archive")
_KEYS += ("call", "between", "ctor", "hybridize")
_WITHOUT_VALUE = ("clean", "archive")
_CELL = re.compile(r"^# %% (?P<name>[\w-]+)(?:: (?P<title>.+))?\n", re.MULTILINE)
_HEADER = re.compile(r"# (?P<key>[a-z-]+)(?:: (?P<value>.+))?$")
_CODES = re.compile(r"#\s*(?P<codes>HYB\d{3}(?:, HYB\d{3})*)\s*(?=#|$)")
_BREAKS = re.compile(r"#\s*breaks: (?P<stage>[\w -]+?)\s*(?=#|$)")
_FIX = re.compile(r"#\s*fix: (?P<text>.+)$")
_FORMER = {
    "works": "`# works` is written `# clean`",
    "breaks here": "`# breaks here` is written `# CODE # breaks: STAGE`: the rule, and the stage",
}


class Expected(NamedTuple):
    """What a case states of one line."""

    line: int
    codes: Tuple[str, ...] = ()
    stage: str = ""
    fix: str = ""


class Cell(NamedTuple):
    """A case as its file states it. Lines are those of `src`; the first of the cell itself is `first` in the file."""

    file: pathlib.Path
    first: int
    name: str
    title: str
    src: str
    header: Dict[str, str]
    expected: List[Expected]

    @property
    def stage(self) -> str:
        """The stage in which the block breaks; "" if it works."""
        return self.header.get("breaks") or next(
            (expectation.stage for expectation in self.expected if expectation.stage), ""
        )

    @property
    def line(self) -> Optional[int]:
        """The line at which the block breaks; None if no line is the cause."""
        return next((expectation.line for expectation in self.expected if expectation.stage), None)


def read(path: str) -> List[Dict[str, Any]]:
    """The cases of a file, or of all files in a folder and below. A JSON file has a case in each line.

    Raises ValueError for a cell that does not state what is expected of it."""
    place = pathlib.Path(path)
    if place.is_dir():
        return [case for file in sorted(place.rglob("*.py")) for case in map(_case, cells(file))]
    if place.suffix == ".py":
        return [_case(cell) for cell in cells(place)]
    return [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines() if line.strip()]


def sample(folder: pathlib.Path, every: int) -> List[Dict[str, Any]]:
    """Every `every`-th case of a folder, in the order of files and labels, so that each has its share."""
    files = (sorted(read(str(file)), key=lambda case: str(case["label"])) for file in sorted(folder.rglob("*.py")))
    return [case for cases in files for case in cases][::every]


def cells(file: pathlib.Path, stages: Tuple[str, ...] = tuple(VERDICTS)) -> Iterator[Cell]:
    """The cells of a file. Raises ValueError, with file and line, for one that is not in this format."""
    text = file.read_text(encoding="utf-8")
    starts = list(_CELL.finditer(text))
    for start, after in zip(starts, [*starts[1:], None]):
        first = text.count("\n", 0, start.start()) + 1
        body = text[start.end() : after.start() if after else len(text)]
        try:
            yield _cell(file, first, start, text[: starts[0].start()], body, stages)
        except (KeyError, ValueError, SyntaxError) as error:
            reason = f"it lacks `# {error.args[0]}`" if isinstance(error, KeyError) else error
            raise ValueError(
                f"{file}:{first}: case {start['name']}: {reason}. tests/case_format.py describes the format"
            ) from error


def _cell(
    file: pathlib.Path, first: int, start: re.Match[str], prelude: str, body: str, stages: Tuple[str, ...]
) -> Cell:
    header: Dict[str, str] = {}
    for line in body.splitlines():
        if not line.startswith("#"):
            break
        match = _HEADER.match(line)
        key = match["key"] if match else ""
        if match is None or key not in _KEYS or (match["value"] is None) is not (key in _WITHOUT_VALUE):
            raise ValueError(_FORMER.get(key, f"`{line}` is none of {', '.join(_KEYS)}"))
        header[key] = match["value"] or ""
    source = prelude + body.rstrip() + "\n"
    expected = list(_expected(source, prelude.count("\n")))
    cell = Cell(file, first, start["name"], start["title"] or "", source, header, expected)
    ast.literal_eval(header["inputs"])
    if sum(("clean" in header, "differs" in header, "breaks" in header, cell.line is not None)) != 1:
        raise ValueError("it has to state once whether it is `# clean`, `# differs: …` or `# breaks: STAGE`")
    if cell.stage and cell.stage not in stages:
        raise ValueError(f"`{cell.stage}` is no stage: {', '.join(stages)}")
    reported = any(expectation.codes for expectation in expected)
    if "clean" in header and reported is not ("reported" in header):
        raise ValueError("a clean case expects a rule if it is `# reported: WHY`, and only then")
    if cell.stage and not (reported or "needs" in header or "missed" in header):
        raise ValueError("what breaks expects a rule on a line, such as `# HYB101`, unless it is `# missed: WHY`")
    return cell


def _expected(source: str, above: int) -> Iterator[Expected]:
    """What the comments below the first `above` lines state."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or token.start[0] <= above or not token.line[: token.start[1]].strip():
            continue
        text = token.string
        if text.endswith("# breaks here"):
            raise ValueError(_FORMER["breaks here"])
        fix = _FIX.search(text)
        text = text[: fix.start()] if fix else text
        codes, breaks = _CODES.search(text), _BREAKS.search(text)
        if codes or breaks or fix:
            yield Expected(
                token.start[0],
                tuple(codes["codes"].split(", ")) if codes else (),
                breaks["stage"] if breaks else "",
                fix["text"] if fix else "",
            )


def _case(cell: Cell) -> Dict[str, Any]:
    """The case as a JSON value, as those of HYBRIDLINT_TRUTH are."""
    header = cell.header
    case: Dict[str, Any] = {
        "id": cell.name,
        "title": cell.title or cell.name,
        "src": cell.src,
        "fixed": None,
        "inputs": header["inputs"],
        "user_line": cell.line,
        "expected": cell.expected,
        "place": f"{cell.file.parent.name}/{cell.file.name}:{cell.first}",
    }
    if cell.stage:
        needs = header.get("needs")
        static = f"needs-{needs}" if needs else "decidable"
        case.update(label="flag", verdict=VERDICTS[cell.stage], static=static)
    else:
        case.update(label="differs" if "differs" in header else "clean", verdict="OK", static=None)
    if "later-numpy" in header:
        case["later_numpy"] = {**VERDICTS, "clean": "OK", "raises": "RAISES"}[header["later-numpy"]]
    if "archive" in header:
        case["archive"] = True
    if "ctor" in header:
        case["ctor"] = ast.literal_eval(header["ctor"])
    reason = header.get("missed") or header.get("reported")
    if reason:
        case["disagreement"] = reason
    case.update({key: header[key] for key in ("call", "between", "hybridize", "differs", "from") if key in header})
    return case
