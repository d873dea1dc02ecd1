"""Jupyter notebooks: their code cells as one Python text, and the origin of each line.

nbformat reads every version of the format and IPython converts magics to Python. Both are large, so they belong to the
extra `notebook` and are imported only for a notebook that can contain a hybrid block.
"""

from __future__ import annotations

import bisect
import dataclasses
import difflib
import json
import re
import warnings
from typing import Any, Callable, List, Optional, Tuple

from hybridlint import files
from hybridlint.prefilter import may_hold_block

SUFFIX = ".ipynb"

_INSTALL = "reading a notebook takes nbformat and IPython: pip install 'hybridlint[notebook]'"

#: Cell magics whose cell is Python that runs in the notebook. Cells with others, such as `%%bash`, are skipped.
_PYTHON_MAGICS = {"capture", "debug", "prun", "python", "python3", "time", "timeit"}
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
#: Syntax of IPython only, at the start of a line, after an assignment, or at the end of a line.
_MAGIC = re.compile(r"^\s*[%!?,;/]|=\s*[%!]|\?\s*$", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Notebook:
    r"""`text` contains the code cells, with `\n` as line ends. `starts` has the number of each cell (from 1, including
    text cells) and its first line in `text` (from 1), in order."""

    text: str
    starts: Tuple[Tuple[int, int], ...]

    def place(self, line: int) -> Tuple[int, int]:
        """Return (cell, line in the cell), both from 1, of a line of `text`."""
        index = bisect.bisect_right([first for _, first in self.starts], line) - 1
        cell, first = self.starts[max(index, 0)]
        return cell, line - first + 1


def is_notebook(path: str) -> bool:
    return path.endswith(SUFFIX)


def parse(source: str) -> Optional[Notebook]:
    """Return the notebook in the JSON text `source`, None if it cannot contain a hybrid block.

    Raise files.CannotRead if it is not a notebook, or not a readable one in Python.
    """
    try:
        document = json.loads(source)
    except ValueError as error:
        reason = f"it is not valid JSON ({error})" if source.strip() else "it is empty"
        raise files.CannotRead(f"it is not a notebook: {reason}") from error
    if not isinstance(document, dict) or not {"cells", "worksheets"} & set(document):
        raise files.CannotRead("it is not a notebook: it has no cells")
    if not may_hold_block(source):
        return None
    language = _language(document)
    if not language.lower().startswith(("python", "ipython")):
        raise files.CannotRead(f"it is a notebook in {language}, not in Python")
    lines: List[str] = []
    starts: List[Tuple[int, int]] = []
    for number, cell in enumerate(_cells(source), 1):
        if cell.get("cell_type") == "code":
            starts.append((number, len(lines) + 1))
            lines += _python_lines(cell.get("source", ""))
    return Notebook("\n".join([*lines, ""]), tuple(starts) or ((1, 1),))


def changed(source: str, change: Callable[[str], str]) -> str:
    """Return the JSON text of the notebook `source`, whose code `change` changes; all else stays as it is.

    A cell in which a line with a magic would change stays as it is. Raise files.CannotRead.
    """
    document = json.loads(source)
    if "cells" not in document:
        raise files.CannotRead(
            "it is in a format before version 4, which is not changed: open and save it with Jupyter"
        )
    cells = [cell for cell in document["cells"] if cell.get("cell_type") == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    before = [_python_lines(text) for text in sources]
    # A comment before each cell shows where it begins in the changed text.
    marks = [f"# cell {number} of this notebook" for number in range(len(cells))]
    text = "".join(f"{mark}\n" + "".join(f"{line}\n" for line in lines) for mark, lines in zip(marks, before))
    after = change(text).split("\n")[:-1]
    if after == text.split("\n")[:-1] or [line for line in after if line in marks] != marks:
        return source
    starts = [after.index(mark) for mark in marks]
    for cell, original, old, start, end in zip(cells, sources, before, starts, [*starts[1:], len(after)]):
        lines = _restored(original.split("\n"), old, after[start + 1 : end])
        if lines is not None:
            whole = "\n".join(lines)
            cell["source"] = whole.splitlines(keepends=True) if isinstance(cell["source"], list) else whole
    indent = re.match(r"\{\r?\n( *)", source)
    text = json.dumps(document, indent=len(indent.group(1)) if indent else None, ensure_ascii=False)
    return text + ("\n" if source.endswith("\n") else "")


def _restored(original: List[str], before: List[str], after: List[str]) -> Optional[List[str]]:
    """Return the lines `after` of a cell with its `original` lines where nothing has changed.

    None if a line that is not Python in the notebook has changed.
    """
    lines: List[str] = []
    for kind, start, end, first, last in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            lines += original[start:end]
        elif before[start:end] == original[start:end]:
            lines += after[first:last]
        else:
            return None
    return lines


def _language(document: Any) -> str:
    metadata = document.get("metadata")
    if isinstance(metadata, dict):
        for table, key in (("kernelspec", "language"), ("language_info", "name")):
            entry = metadata.get(table)
            if isinstance(entry, dict) and isinstance(entry.get(key), str) and entry[key]:
                return str(entry[key])
    return "Python"


def _cells(source: str) -> Any:
    try:
        import nbformat
    except ImportError as error:
        raise files.CannotRead(_INSTALL) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings such as those for cells without an id are irrelevant here
        try:
            return nbformat.reads(source, as_version=4).cells
        except Exception as error:  # of many kinds, some of them AttributeError and KeyError
            raise files.CannotRead(f"nbformat cannot read it: {str(error).strip().splitlines()[0]}") from error


def _python_lines(cell: str) -> List[str]:
    """Return the lines of a cell as Python, with the same number and places as in the cell."""
    lines = cell.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    magic = _CELL_MAGIC.match(cell)
    if magic:
        if magic.group(1) not in _PYTHON_MAGICS:
            return [""] * len(lines)
        first = next(index for index, line in enumerate(lines) if line.strip())
        lines[first] = ""
    if not any(_MAGIC.search(line) for line in lines):
        return lines
    try:
        from IPython.core.inputtransformer2 import TransformerManager
    except ImportError as error:
        raise files.CannotRead(_INSTALL) from error
    transformed = TransformerManager().do_token_transforms([f"{line}\n" for line in lines])
    return _aligned(lines, "".join(transformed).rstrip("\n").split("\n"))


def _aligned(before: List[str], after: List[str]) -> List[str]:
    """Return `after` with empty lines where a magic of several lines became one, to preserve the places of the
    others."""
    aligned: List[str] = []
    for _, start, end, first, last in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        aligned += after[first:last] + [""] * ((end - start) - (last - first))
    return aligned
