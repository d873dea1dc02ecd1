"""`match`, as the chain of `if` statements that is equivalent to it; a pattern for a list or dict is not followed."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, List

from hybridlint.interpreter.engine.look_ups import once

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: The names of the subject in the tests of the cases, and of what no pattern decides.
_SUBJECT, _UNKNOWN = "__match_subject__", "__match_unknown__"
#: The classes of which a positional pattern matches the object itself.
_WHOLE = frozenset(["bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple"])


@once()
def chain_of(run: Run, node: Any) -> List[ast.stmt]:
    """Return the statements that a `match` is equivalent to. They are the same at every call."""
    chain: List[ast.stmt] = []
    for case in reversed(node.cases):
        tests = _tests(run, case.pattern, _SUBJECT)
        tests += [run.code(case.guard)] if case.guard is not None else []
        test = ast.parse(" and ".join(f"({test})" for test in tests) or "True", mode="eval").body
        for part in ast.walk(test):
            ast.copy_location(part, case.pattern)
        chain = [ast.copy_location(ast.If(test=test, body=case.body, orelse=chain), case.pattern)]
    subject = ast.copy_location(ast.Name(id=_SUBJECT, ctx=ast.Store()), node.subject)
    return [ast.copy_location(ast.Assign(targets=[subject], value=node.subject), node), *chain]


def _tests(run: Run, pattern: Any, subject: str) -> List[str]:
    """Return expressions, all of which are true if `pattern` matches the expression `subject`. They bind its names;
    those of a pattern for a list or dict are bound to unknown values."""
    kind = type(pattern).__name__
    if kind == "MatchValue":
        return [f"{subject} == {run.code(pattern.value)}"]
    if kind == "MatchAs":
        inner = [] if pattern.pattern is None else _tests(run, pattern.pattern, subject)
        return inner + ([f"[{pattern.name} := {subject}]"] if pattern.name else [])
    if kind == "MatchClass":
        title = run.code(pattern.cls)
        tests = [f"isinstance({subject}, {title})"]
        for place, part in enumerate(pattern.patterns):
            tests += _tests(run, part, subject if title in _WHOLE else f"{subject}[{place}]")
        for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns):
            tests += _tests(run, part, f"{subject}.{name}")
        return tests
    names = [getattr(part, "rest", None) or getattr(part, "name", None) for part in ast.walk(pattern)]
    return [_UNKNOWN, *(f"[{name} := {_UNKNOWN}]" for name in names if name)]
