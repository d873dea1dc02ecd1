"""Makes small what MXNet and the linter disagree on: statements are left out, expressions replaced by their parts."""

from __future__ import annotations

import itertools
from typing import Any, Dict, Iterator, List, Sequence

import libcst as cst

from benchmarks.generated_blocks.judging import Comparison, compare
from hybridlint.analysis import analyse

#: How often something is left out, and how many attempts are judged at a time for each block.
ROUNDS, WIDTH = 20, 6


def shrink(comparisons: Sequence[Comparison]) -> List[Comparison]:
    """The same disagreements, in as few words as were found."""
    current = list(comparisons)
    waiting = [_attempts(comparison) for comparison in current]
    for _ in range(ROUNDS):
        asked = {number: list(itertools.islice(attempts, WIDTH)) for number, attempts in enumerate(waiting)}
        found: Dict[str, Comparison] = {}
        for comparison in compare([case for cases in asked.values() for case in cases]):
            if comparison.kind == current[int(comparison.case["of"])].kind:
                found.setdefault(comparison.case["of"], comparison)
        if not any(asked.values()):
            break
        for name, comparison in found.items():
            current[int(name)] = comparison
            waiting[int(name)] = _attempts(comparison)
    return current


def _attempts(comparison: Comparison) -> Iterator[Dict[str, Any]]:
    """Smaller cases of which the linter says the same."""
    for source in _smaller(comparison.case["src"]):
        findings = {finding.code for finding in analyse(source) if finding.default}
        if findings == {finding.code for finding in comparison.findings}:
            yield {**comparison.case, "src": source}


def _smaller(source: str) -> Iterator[str]:
    """Sources with something less, those with the most less first."""
    module = cst.parse_module(source)
    seen = {source}
    for node, instead in [*_statements(module), *_expressions(module)]:
        changed = module.deep_replace(node, instead) if instead is not None else module.deep_remove(node)
        try:
            text = changed.code  # type: ignore[union-attr]
            compile(text, "", "exec")
        except Exception:
            continue
        if text not in seen and "class Net" in text and "def hybrid_forward" in text:
            seen.add(text)
            yield text


class _Collecting(cst.CSTVisitor):
    def __init__(self) -> None:
        self.statements: List[Any] = []
        self.expressions: List[Any] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self.statements.append(node)
        elif isinstance(node, cst.BaseExpression):
            self.expressions.append(node)
        return True


def _collected(module: cst.Module) -> _Collecting:
    found = _Collecting()
    module.visit(found)
    return found


def _statements(module: cst.Module) -> Iterator[Any]:
    for node in _collected(module).statements:
        if isinstance(node, cst.SimpleStatementLine) and isinstance(node.body[0], (cst.Import, cst.ImportFrom)):
            continue
        if isinstance(node, (cst.If, cst.For, cst.With, cst.While)):
            yield node, cst.FlattenSentinel(node.body.body)
        yield node, None


def _expressions(module: cst.Module) -> Iterator[Any]:
    for node in _collected(module).expressions:
        if isinstance(
            node, (cst.Call, cst.BinaryOperation, cst.Comparison, cst.Subscript, cst.IfExp, cst.List, cst.Tuple)
        ):
            for child in _parts(node):
                yield node, child
        if isinstance(node, cst.Call):
            for argument in node.args[1:] if not node.args or not node.args[0].keyword else node.args:
                kept = [other for other in node.args if other is not argument]
                kept[-1:] = [kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)] if kept else []
                yield node, node.with_changes(args=kept)


def _parts(node: Any) -> Iterator[cst.BaseExpression]:
    if isinstance(node, cst.Call):
        if isinstance(node.func, cst.Attribute) and not (
            isinstance(node.func.value, cst.Name) and node.func.value.value in ("F", "self")
        ):
            yield node.func.value
        yield from (argument.value for argument in node.args)
    elif isinstance(node, cst.BinaryOperation):
        yield from (node.left, node.right)
    elif isinstance(node, cst.Comparison):
        yield node.left
    elif isinstance(node, cst.Subscript):
        yield node.value
    elif isinstance(node, cst.IfExp):
        yield from (node.body, node.orelse)
    elif isinstance(node, (cst.List, cst.Tuple)):
        yield from (element.value for element in node.elements)
