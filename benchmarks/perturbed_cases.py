"""The cases of the tests, each with one edit: what is almost one of them.

    python benchmarks/perturbed_cases.py [--seed 1] [--every 10] [--show 20]

An edit changes a number, an operator, a name, an argument or a statement of a case, chosen by the seed and the id of
the case. What MXNet does with the result is not known: most conditions of a rule or a fix decide about such blocks.
`recorded_findings.py` records what the linter reports of some of them. This command lets MXNet judge every so many-th
and prints where the linter disagrees: as for any sample, look at each before you believe either.
"""

from __future__ import annotations

import argparse
import ast
import collections
import difflib
import json
import pathlib
import sys
import tempfile
import warnings
import zlib
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple, TypeVar

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import truth_runtime
from benchmarks.cases import read
from hybridlint.analysis import analyse
from hybridlint.finding import Finding

CASES = pathlib.Path(__file__).resolve().parent.parent / "tests" / "cases"
_COMPARISONS = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">",
    ast.Gt: "<=",
    ast.LtE: "==",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
_OPERATORS = {ast.Add: "*", ast.Sub: "+", ast.Mult: "-", ast.Div: "//", ast.FloorDiv: "/", ast.Mod: "/", ast.Pow: "*"}
#: Names that stand for what they are called everywhere.
_FIXED = {"F", "self", "mx", "nd", "np", "nn", "rnn", "gluon", "super", "HybridBlock", "Block", "Net"}
_Option = TypeVar("_Option", bound=object)
#: A place, as the first line, the byte in it, and the same of the end.
_Place = Tuple[int, int, int, int]


class Edit(NamedTuple):
    """Replaces the text of a place by one of several."""

    kind: str
    place: _Place
    texts: Tuple[str, ...]


class _Source:
    """The text of a module, by the places of syntax nodes."""

    def __init__(self, text: str) -> None:
        self.lines = [line.encode() for line in text.split("\n")]

    def text(self, node: Any) -> str:
        return self.at(_place(node))

    def at(self, place: _Place) -> str:
        line, column, end_line, end_column = place
        if line == end_line:
            return self.lines[line - 1][column:end_column].decode()
        inner = self.lines[line : end_line - 1]
        return b"\n".join([self.lines[line - 1][column:], *inner, self.lines[end_line - 1][:end_column]]).decode()

    def edited(self, place: _Place, text: str) -> str:
        line, column, end_line, end_column = place
        changed = self.lines[line - 1][:column] + text.encode() + self.lines[end_line - 1][end_column:]
        return b"\n".join([*self.lines[: line - 1], changed, *self.lines[end_line:]]).decode()


def perturbed(case: Dict[str, Any], names: Dict[str, Tuple[str, ...]], seed: int = 1) -> Optional[str]:
    """The text of a case after one edit; None where nothing can be edited. `names` are those of attributes that may
    replace each other: see `attributes`."""
    source = _Source(case["src"])
    by_kind: Dict[str, List[Edit]] = collections.defaultdict(list)
    for edit in set(_edits(case["src"], source, names)):
        by_kind[edit.kind].append(edit)
    for turn in range(20 if by_kind else 0):
        name = f"{seed} {case['id']} {turn}"
        edit = _chosen(name, by_kind[_chosen(name, by_kind)])
        text = source.edited(edit.place, _chosen(name, edit.texts))
        if text != case["src"] and _is_python(text):
            return text
    return None


def _chosen(name: str, options: Iterable[_Option]) -> _Option:
    """One of several options, by a hash of each: another case or attribute changes few choices."""
    return min(options, key=lambda option: (zlib.crc32(f"{name} {option}".encode()), str(option)))


def _is_python(text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except SyntaxError:
            return False
    return True


def attributes(cases: List[Dict[str, Any]]) -> Dict[str, Tuple[str, ...]]:
    """The attributes that cases read of `F`, of `self`, of `nn` and of anything else."""
    found: Dict[str, Set[str]] = collections.defaultdict(set)
    for case in cases:
        for node in ast.walk(ast.parse(case["src"])):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found[_group(node)].add(node.attr)
    return {group: tuple(sorted(names)) for group, names in found.items()}


def _group(node: ast.Attribute) -> str:
    base = node.value.id if isinstance(node.value, ast.Name) else ""
    return base if base in ("F", "self", "nn") else ""


def _edits(text: str, source: _Source, names: Dict[str, Tuple[str, ...]]) -> Iterator[Edit]:
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, (ast.FunctionDef, ast.Lambda)):
            bound = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)} - _FIXED
            bound |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)} - _FIXED
            waiting: List[ast.AST] = [*function.body] if isinstance(function, ast.FunctionDef) else [function.body]
            while waiting:
                node = waiting.pop()
                if not isinstance(node, ast.JoinedStr):  # places in it depend on the version of Python
                    waiting.extend(ast.iter_child_nodes(node))
                    if isinstance(node, (ast.expr, ast.stmt)):
                        yield from _edits_of(node, source, {**names, "bound": tuple(sorted(bound))})


def _place(node: Any) -> _Place:
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


def _between(one: Any, other: Any) -> _Place:
    return (one.end_lineno, one.end_col_offset, other.lineno, other.col_offset)


def _edits_of(node: Any, source: _Source, names: Dict[str, Tuple[str, ...]]) -> Iterator[Edit]:
    place, text = _place(node), source.text(node)
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield Edit("constant", place, (str(not node.value),))
        elif isinstance(node.value, int):
            yield Edit("constant", place, (str(node.value + 1), str(-node.value), "0", "None"))
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        operator = _COMPARISONS[type(node.ops[0])]
        yield Edit("comparison", _between(node.left, node.comparators[0]), (f" {operator} ",))
    elif isinstance(node, ast.BoolOp):
        operator = " or " if isinstance(node.op, ast.And) else " and "
        yield Edit("condition", _between(node.values[0], node.values[1]), (operator,))
        yield Edit("condition", place, tuple(map(source.text, node.values)))
    elif isinstance(node, ast.UnaryOp):
        yield Edit("operator", place, (source.text(node.operand),))
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield Edit("operator", _between(node.left, node.right), (f" {_OPERATORS[type(node.op)]} ",))
        yield Edit("operator", place, (source.text(node.left), source.text(node.right)))
    elif isinstance(node, ast.Call):
        given = [*node.args, *(one.value for one in node.keywords)]
        if len(node.args) > 1:
            one, other = node.args[:2]
            swapped = f"{source.text(other)}, {source.text(one)}"
            yield Edit("arguments", (*_place(one)[:2], *_place(other)[2:]), (swapped,))
        if len(given) > 1:
            yield Edit("arguments", (*_place(given[-2])[2:], *_place(given[-1])[2:]), ("",))
        if isinstance(node.func, ast.Attribute):
            yield Edit("call", place, (source.text(node.func.value),))
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        begin = node.end_col_offset - len(node.attr.encode())
        yield Edit("attribute", (node.end_lineno, begin, *place[2:]), names[_group(node)])
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names["bound"]:
        yield Edit("name", place, names["bound"])
    elif isinstance(node, ast.Subscript):
        yield Edit("subscript", place, (source.text(node.value),))
    elif isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load) and text[:1] in ("(", "["):
        inner = text[1:-1]
        yield Edit("display", place, (f"[{inner}]" if text[0] == "(" else f"({inner},)",))
        if len(node.elts) > 1:
            yield Edit("display", (*_place(node.elts[-2])[2:], *_place(node.elts[-1])[2:]), ("",))
    elif isinstance(node, ast.IfExp):
        yield Edit("branch", place, (source.text(node.body), source.text(node.orelse)))
    elif isinstance(node, (ast.If, ast.While)):
        yield Edit("branch", _place(node.test), (f"not ({source.text(node.test)})",))
    elif isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)) and not text.startswith("super("):
        yield Edit("statement", place, ("pass",))
    elif isinstance(node, ast.Return) and node.value is not None:
        value = source.text(node.value)
        yield Edit("return", _place(node.value), (f"({value}, {value})", f"[{value}]"))


def make(seed: int = 1, every: int = 1) -> Iterator[Dict[str, Any]]:
    """Every so many-th case of the tests after one edit, with what it was `before`."""
    cases = read(str(CASES))
    names = attributes(cases)
    for case in cases:
        text = perturbed(case, names, seed) if zlib.crc32(case["id"].encode()) % every == 0 else None
        if text is not None:
            yield {**case, "src": text, "before": case["src"], "fixed": None}


class Verdict(NamedTuple):
    """What MXNet does with a block, in words of the check, and the default findings of the linter."""

    case: Dict[str, Any]
    answer: Dict[str, Any]
    findings: List[Finding]

    def disagreement(self) -> str:
        """Return "" where both agree, or where nothing is known: the block does not run imperatively, or differs in
        what no output shows."""
        if self.answer["verdict"] == "passed" and self.findings and "differs" not in self.case:
            return "false"
        return "missed" if self.answer["verdict"] == "failed" and not self.findings else ""


def verdicts(cases: List[Dict[str, Any]]) -> Iterator[Verdict]:
    """MXNet's judgement of cases beside that of the linter."""
    by_id = {case["id"]: case for case in cases}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "perturbed.jsonl"
        file.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
        for answer in truth_runtime.answers(cases, str(file)):
            case = by_id[answer["id"]]
            yield Verdict(case, answer, [item for item in analyse(case["src"]) if item.default])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="edit every so many-th case only")
    parser.add_argument("--show", type=int, default=20, help="print so many disagreements of each kind")
    options = parser.parse_args()
    judged = list(verdicts(list(make(options.seed, options.every))))
    counts = collections.Counter(str(one.answer["verdict"]) for one in judged)
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    for kind in ("false", "missed"):
        wrong = [one for one in judged if one.disagreement() == kind]
        print(f"{len(wrong)} {kind}")
        for one in wrong[: options.show]:
            before, after = one.case["before"].splitlines(), one.case["src"].splitlines()
            print(f"\n{one.case['id']}: {one.answer['summary']}")
            print(*list(difflib.unified_diff(before, after, lineterm="", n=2))[3:], sep="\n")
            print(*(f"{item.line}: {item.code} {item.message}" for item in one.findings), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
