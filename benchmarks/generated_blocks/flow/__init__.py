"""Blocks in which a tensor goes through random pieces of Python and is then used well or wrongly.

The pieces are the cells of `pieces.py`, the uses those of `uses.py`. What the generator draws besides: how
many pieces, whether they are statements of `hybrid_forward`, of a function, of a method or of a loop, and whether a
Python number goes the same way and is used as only a number can be.
"""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import random
import re
from typing import List, Optional, Tuple

from benchmarks.generated_blocks.block import IMPORTS, Block, indented, marked

_FOLDER = pathlib.Path(__file__).parent
_CELL = re.compile(r"^# %% ([\w-]+)\n", re.MULTILINE)
_HERE = "  # here"


@dataclasses.dataclass(frozen=True)
class Cell:
    """Statements from `value` to `result`, with what they need at module level."""

    name: str
    module: str
    body: str
    python: Tuple[int, ...] = (3, 8)


@functools.lru_cache(maxsize=None)
def cells(file: str) -> Tuple[Cell, ...]:
    """The cells of one of the two files, in its order."""
    _, *parts = _CELL.split((_FOLDER / file).read_text(encoding="utf-8"))
    return tuple(_cell(name, text) for name, text in zip(parts[::2], parts[1::2]))


def _cell(name: str, text: str) -> Cell:
    version = re.search(r"^# python: (\d+)\.(\d+)\n", text, re.MULTILINE)
    if version is not None:
        text = text.replace(version.group(), "")
    module, _, body = text.rpartition("# body\n")
    module = module.replace("# module\n", "")
    return Cell(name, module.strip("\n"), body.strip("\n"), tuple(map(int, version.groups())) if version else (3, 8))


class Names:
    """Fresh names for one block, and the definitions that its pieces need at module level."""

    def __init__(self) -> None:
        self.number = 0
        self.module: List[str] = []

    def write(self, cell: Cell, value: str, result: str) -> List[str]:
        """The statements of `cell`, from the variable `value` to the variable `result`."""
        self.number += 1
        rename = functools.partial(_renamed, suffix=f"_{self.number}")
        if cell.module:
            self.module.append(rename(cell.module))
        text = rename(cell.body)
        text = re.sub(r"(?<!\.)\bvalue\b", value, text)
        return re.sub(r"\bresult\b", result, text).splitlines()


def _renamed(text: str, suffix: str) -> str:
    return re.sub(r"\b(\w+?)_u\b", rf"\1{suffix}", text)


def make(seed: int, number: int) -> Block:
    """The block of this number; the same for the same seed and number."""
    choose = random.Random(f"flow {seed} {number}")
    pieces = [choose.choice(cells("pieces.py")) for _ in range(choose.choice([2, 2, 2, 3]))]
    uses = cells("uses.py")
    wrong = [use for use in uses if not use.name.startswith(("well", "number"))]
    well = [use for use in uses if use.name.startswith("well")]
    use = choose.choice(wrong if choose.random() < 0.5 else well)
    # Twice as often where nothing else could be reported.
    with_number = choose.random() < (0.3 if use in well else 0.15)
    of_number = choose.choice([use for use in uses if use.name.startswith("number")]) if with_number else None
    first = choose.choice(_FIRST)
    # A statement in place writes into what the caller handed in: that is another failure than the one of the use.
    if use.name.startswith(("augmented", "item", "out", "attach")) and first == "x":
        first = "x * 1.5"
    layout = choose.choice(["body", *LAYOUTS])
    last = choose.choice(["3", "4", "2.0"] if of_number is not None else _RETURNED)
    return _assemble(f"flow-{seed}-{number}", pieces, use, of_number, first, layout, last)


def alone(piece: Cell, use: Cell, layout: str, first: str = "x * 1.5") -> Block:
    """A block in which the tensor `first` goes through one piece, which stands in one place, and is used."""
    return _assemble(f"{piece.name}-{use.name}-{layout}", [piece], use, None, first, layout, "return used")


#: Where the pieces stand: in `hybrid_forward`, in a function, …; "use-function": there the use is in a function.
LAYOUTS = ("body", "function", "method", "loop", "branch", "local", "use-function")
_FIRST = ("x", "x * 1.5", "F.relu(x)", "self.dense(x)", "x + x", "F.concat(x, x, dim=0)", "(x - 0.25).tanh()")
_RETURNED = ("return used", "return used * 2", "return [used]", "return F.identity(used)")


def _assemble(
    name: str, pieces: List[Cell], use: Cell, of_number: Optional[Cell], first: str, layout: str, last: str
) -> Block:
    """`last` is the number that goes the same way, if a piece uses one, and else the statement that returns."""
    names = Names()
    methods: List[str] = []
    lines: List[str] = [f"first = {first}"]
    title = " then ".join([*(piece.name for piece in pieces), use.name])
    value = "first"

    def chain(start: str, prefix: str) -> Tuple[List[str], str]:
        written: List[str] = []
        for position, piece in enumerate(pieces):
            end = f"{prefix}{position}"
            written += names.write(piece, start, end)
            start = end
        return written, start

    number_from = "number"
    if of_number is not None:
        lines.append(f"number = {last}")
    if layout in ("body", "use-function"):
        written, value = chain(value, "t")
        lines += written
        if of_number is not None:
            written, number_from = chain("number", "n")
            lines += written
    elif layout in ("loop", "branch"):
        written, end = chain("value_in", "t")
        header = "for _ in range(2):" if layout == "loop" else "if self.flag:"
        lines += ["value_in = first", header, *indented(written), f"    value_in = {end}"]
        value = "value_in"
    else:
        written, end = chain("given", "t")
        function = [*indented(written), f"    return {end}"]
        if layout == "function":
            names.module.append("\n".join(["def carry(given):", *function]))
            call = "carry"
        elif layout == "local":
            lines = ["def carry(given):", *function, *lines]
            call = "carry"
        else:
            methods.append("\n".join(["def carry(self, given):", *function]))
            call = "self.carry"
        lines.append(f"carried = {call}(first)")
        value = "carried"
        if of_number is not None:
            lines.append(f"number_carried = {call}(number)")
            number_from = "number_carried"
    used = names.write(use, value, "used")
    if layout == "use-function":
        used = names.write(use, "given", "used")
        names.module.append("\n".join(["def finish(F, given):", *indented(used), "    return used"]))
        lines.append(f"used = finish(F, {value})")
    else:
        lines += used
    if of_number is not None:
        lines += names.write(of_number, number_from, "factor")
        lines.append("return used * factor")
        title += f", {of_number.name}"
    else:
        lines.append(last)
    src, line = marked(module(names.module, methods, lines, layout == "branch"), _HERE)
    version = max([use.python, *(piece.python for piece in pieces)])
    return Block(name, "flow", f"{title} ({layout})", src, "[('pos', (2, 3))]", line, version)


_STANDARD = (
    "collections",
    "contextlib",
    "copy",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "sys",
    "types",
    "typing",
)


def module(definitions: List[str], methods: List[str], lines: List[str], branch: bool) -> str:
    """The text of a module with these definitions and a class `Net` with these methods and this `hybrid_forward`."""
    net = ["class Net(HybridBlock):"]
    text = "\n".join([*definitions, *methods, *lines])
    if branch or "self.dense" in text:
        init = ["super().__init__(**kwargs)"]
        init += ["self.flag = flag"] * branch + ["self.dense = nn.Dense(3, flatten=False)"] * ("self.dense" in text)
        net += [f"    def __init__(self, {'flag=True, ' * branch}**kwargs):", *indented(init, 2), ""]
    for method in methods:
        net += [*indented(method.splitlines()), ""]
    net += ["    def hybrid_forward(self, F, x):", *indented(lines, 2)]
    standard = [f"import {name}" for name in _STANDARD if re.search(rf"\b{name}\.", text)]
    parts = ["\n".join([*standard, IMPORTS]).strip(), *("\n" + part for part in definitions), "", "\n".join(net) + "\n"]
    return "\n\n".join(parts)
