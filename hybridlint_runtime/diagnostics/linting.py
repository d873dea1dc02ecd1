"""What the linter finds in the files of a model, and which rule explains a failure there."""

from __future__ import annotations

import ast
import difflib
import functools
import itertools
import linecache
import re
from typing import Dict, List, Optional, Sequence, Set, Tuple

from hybridlint import examination, files, mxnet_api
from hybridlint.explaining import ONNX, stages_of
from hybridlint.facts import Facts
from hybridlint.finding import Finding
from hybridlint.fixing import apply_fixes
from hybridlint.rules import Rule, find_rule, rules_of
from hybridlint.validation import validated

from ..report import FixDiff


def text_of(file: str) -> str:
    """Return the text of a source file; for a cell of a notebook, which has no file, the text that Python read."""
    try:
        return files.read(file).text
    except files.CannotRead:
        return "".join(linecache.getlines(file))


@functools.lru_cache(maxsize=64)
def findings_in(text: str, file: str, mxnet_version: str, around: Tuple[range, ...] = ()) -> Tuple[Finding, ...]:
    """Return the findings of all rules in a file with this text, or in the lines `around` only; there are none if it
    cannot be analysed."""
    facts = Facts(lines=frozenset(itertools.chain(*around))) if around else None
    return examination.examine(text, file, mxnet_version, facts=facts).findings


@functools.lru_cache(maxsize=64)
def _functions_in(text: str) -> Tuple[Tuple[range, str], ...]:
    """Return the lines of each function, from 1, including its decorators, and its name."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    firsts = [min([node.lineno, *(part.lineno for part in node.decorator_list)]) for node in functions]
    return tuple(
        (range(first, (node.end_lineno or node.lineno) + 1), node.name) for first, node in zip(firsts, functions)
    )


def function_around(text: str, line: int) -> Tuple[range, str]:
    """Return the lines and the name of the innermost function around a line (from 1); none and "" outside of any."""
    around = [(lines, name) for lines, name in _functions_in(text) if line in lines]
    return min(around, key=lambda function: len(function[0]), default=(range(0), ""))


@functools.lru_cache(maxsize=64)
def _definitions(text: str) -> Dict[str, Tuple[range, Set[str]]]:
    """Return the lines of each top-level class and function, and the others that it names."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return {}
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    made = {node.name: node for node in body if isinstance(node, kinds)}
    return {
        name: (
            range(node.lineno, (node.end_lineno or node.lineno) + 1),
            {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}.intersection(made),
        )
        for name, node in made.items()
    }


def used_around(text: str, line: int) -> Tuple[range, ...]:
    """Return the lines of the top-level class or function around `line`, and of those that it uses, directly or not."""
    made = _definitions(text)
    seen = [name for name, (lines, _) in made.items() if line in lines]
    for name in seen:
        seen += [other for other in made if other in made[name][1] and other not in seen]
    return tuple(made[name][0] for name in seen)


def connected_to(text: str, line: int) -> Tuple[range, ...]:
    """Return `used_around`, and the lines of those that use the class or function around `line`, directly or not."""
    made = _definitions(text)
    users = [name for name, (lines, _) in made.items() if line in lines]
    for name in users:
        users += [other for other in made if name in made[other][1] and other not in users]
    return tuple(dict.fromkeys([*used_around(text, line), *(made[name][0] for name in users)]))


def fix_of(file: str, finding: Finding) -> Optional[FixDiff]:
    """Return the changes of a finding's fix in a file, None if it has no fix."""
    if finding.fix is None:
        return None
    text = text_of(file)
    fixed = apply_fixes(text, lambda current: [finding] if current == text else [], unsafe=True).text
    diff = list(difflib.unified_diff(text.splitlines(), fixed.splitlines(), lineterm="", n=2))[2:]
    fix = validated(text, [finding])[0].fix
    if fix is None or not diff:
        return None
    return FixDiff(fix.description, fix.safe, diff, [dict(vars(edit)) for edit in fix.edits], fix.risk)


#: The stages at which something is raised; at the others two results differ.
_RAISING = ("build", "imperative run", "trace", "execution", "export", "re-import")

#: The stages at which a line is reported only if its code is the cause.
_LINE_IS_CAUSE = ("gradients", "modes", "other shapes")


def match(
    message: str, text: str, line: Optional[int], findings: Sequence[Finding], stage: str, mxnet_version: str
) -> Tuple[Optional[Rule], Optional[Finding]]:
    """Return the rule that explains a failure on `line` of `text`, and its finding, None if only the message suggests
    the rule."""
    fitting = _rules_raising(message, mxnet_version)
    known = {rule.code for rule in fitting}
    raised = bool(message.strip()) and stage in _RAISING
    function = function_around(text, line)[0] if line is not None else range(0)
    candidates = []
    for finding in findings:
        rule = find_rule(finding.code)
        here = line is not None and finding.line <= line <= max(finding.end_line, finding.line)
        inside = finding.line in function and rule.default and (stage not in _LINE_IS_CAUSE or line == function.start)
        shown = stage in stages_of(rule)
        if (stage == ONNX) != (ONNX in stages_of(rule)):
            continue  # conversion findings only explain conversion failures, and vice versa
        if stage == "gradients" and not (rule.silent or shown or rule.code in known):
            continue  # the outputs agree
        if here or inside and (rule.code in known if raised else shown):
            rank = (rule.code not in known, rule.silent == raised, not rule.default, not here)
            candidates.append((rank, abs(finding.line - (line or 0)), finding.sort_key(), finding))
    if candidates:
        finding = min(candidates, key=lambda candidate: candidate[:-1])[-1]
        return find_rule(finding.code), finding
    used = used_around(text, line) if line is not None else ()
    near = [finding for finding in findings if any(finding.line in lines for lines in used)]
    reported = {finding.code for finding in near}
    if fitting:
        rule = min(fitting, key=lambda rule: rule.code not in reported)
        return rule, _only(near, rule)
    if not raised and stage not in _LINE_IS_CAUSE:
        rules = [find_rule(code) for code in sorted(reported)]
        silent = [rule for rule in rules if rule.default and rule.silent and stage in stages_of(rule)]
        if len(silent) == 1:
            return silent[0], _only(near, silent[0])
    return None, None


def _only(findings: Sequence[Finding], rule: Rule) -> Optional[Finding]:
    """Return the first finding of the rule, None if its findings are on several lines."""
    own = [finding for finding in findings if finding.code == rule.code]
    return own[0] if len({finding.line for finding in own}) == 1 else None


def _rules_raising(message: str, mxnet_version: str) -> List[Rule]:
    """Return the rules with a pattern in the message, best first: by the length of the match, then the fewest
    patterns."""
    matches = []
    for rule in rules_of(2 if mxnet_api.load(mxnet_version).records else 1):
        lengths = [len(match.group()) for match in (re.search(p, message) for p in rule.errors) if match]
        if lengths and message.strip():
            matches.append((-max(lengths), not rule.default, len(rule.errors), rule.code, rule))
    return [match[-1] for match in sorted(matches, key=lambda match: match[:-1])]
