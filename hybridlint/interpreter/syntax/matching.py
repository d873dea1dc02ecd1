"""`match`, as the chain of `if` statements that is equivalent to it."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, List

from hybridlint.interpreter.engine.look_ups import once

if TYPE_CHECKING:
    from hybridlint.interpreter import Run

#: The name of the subject in the tests of the cases.
_SUBJECT = "__match_subject__"
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
    """Return expressions, all of which are true if `pattern` matches the expression `subject`. They bind its names."""
    kind = type(pattern).__name__
    if kind == "MatchValue":
        return [f"{subject} == {run.code(pattern.value)}"]
    if kind == "MatchSingleton":
        return [f"{subject} is {pattern.value}"]
    if kind == "MatchOr":
        sides = (" and ".join(_tests(run, side, subject)) or "True" for side in pattern.patterns)
        return [" or ".join(f"({side})" for side in sides)]
    if kind == "MatchSequence":
        return _tests_of_sequence(run, pattern.patterns, subject)
    if kind == "MatchMapping":
        keys = [run.code(key) for key in pattern.keys]
        tests = [f"isinstance({subject}, dict)", *(f"{key} in {subject}" for key in keys)]
        for key, part in zip(keys, pattern.patterns):
            tests += _tests(run, part, f"{subject}[{key}]")
        rest = f"{{k: v for k, v in {subject}.items() if k not in [{', '.join(keys)}]}}"
        return tests + _binding(pattern.rest, rest)
    if kind == "MatchClass":
        title = run.code(pattern.cls)
        tests = [f"isinstance({subject}, {title})"]
        for place, part in enumerate(pattern.patterns):
            tests += _tests(run, part, subject if title in _WHOLE else f"{subject}[{place}]")
        for name, part in zip(pattern.kwd_attrs, pattern.kwd_patterns):
            tests += _tests(run, part, f"{subject}.{name}")
        return tests
    inner = [] if pattern.pattern is None else _tests(run, pattern.pattern, subject)
    return inner + _binding(pattern.name, subject)


def _tests_of_sequence(run: Run, patterns: List[Any], subject: str) -> List[str]:
    star = next((place for place, part in enumerate(patterns) if type(part).__name__ == "MatchStar"), len(patterns))
    after = len(patterns) - star - 1
    length = f"len({subject})"
    tests = [f"isinstance({subject}, (list, tuple))", f"{length} {'==' if after < 0 else '>='} {star + max(after, 0)}"]
    for place, part in enumerate(patterns):
        if place == star:
            tests += _binding(part.name, f"list({subject}[{star}:{length} - {after}])")
        else:
            tests += _tests(run, part, f"{subject}[{place if place < star else place - len(patterns)}]")
    return tests


def _binding(name: str, value: str) -> List[str]:
    """Return an expression that is true and binds `name`, if that is one."""
    return [f"[{name} := {value}]"] if name else []
