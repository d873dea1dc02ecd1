"""Translation validation: what a fix changes in imperative execution.

A fix replaces expressions and statements by others that compute the same; each rewrite is proven on MXNet. Whether the
result is the same *where it is written* depends on the code around it: an alias sees what `y += 1` writes, and not what
`y = y + 1` binds. So every function that a fix changes is executed symbolically, before and after, with arrays as
objects: what it returns, the writes to what others hold, its other effects in their order, and the random numbers that
it draws must be the same on every path. What cannot be shown is not safe, for the reason that is returned.

The technique is that of Pnueli, Siegel and Singerman: *Translation Validation* (1998).
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, Dict, FrozenSet, List, Mapping, Sequence, Tuple

from hybridlint import mxnet_api
from hybridlint.editing import applied, universal, without_overlaps
from hybridlint.finding import Finding
from hybridlint.mxnet_api import Api
from hybridlint.validation.alignment import Alignment, align
from hybridlint.validation.execution import FAILS, MOST_PATHS, Execution, Outcome
from hybridlint.validation.file import File
from hybridlint.validation.terms import NotShown, Term, Terms

_WRITES = "what other references to the array see may change"
_RESULTS = "what the function returns, stores or shows may change"
_Paths = Dict[FrozenSet[Tuple[Term, bool]], Outcome]


def shown(text: str, findings: Sequence[Finding]) -> List[Finding]:
    """Return those of `findings` whose safe fixes, which do not overlap, together keep the imperative results."""
    alone = [item for item, reason in _reasons(text, findings) if not reason]
    return alone if len(alone) == len(findings) or not difference(text, applied(text, alone)) else alone[:1]


def validated(text: str, findings: Sequence[Finding]) -> List[Finding]:
    """Return `findings` with fixes that are called safe only where they are shown to keep the imperative results."""
    reasons: Dict[int, str] = {}
    waiting = [finding for finding in findings if finding.fix is not None and finding.fix.safe and finding.fix.edits]
    while waiting:
        together = without_overlaps(waiting)
        reasons.update((id(item), reason) for item, reason in _reasons(text, together))
        waiting = [item for item in waiting if id(item) not in reasons]
    return [
        dataclasses.replace(finding, fix=dataclasses.replace(finding.fix, safe=False, risk=reasons[id(finding)]))
        if finding.fix is not None and reasons.get(id(finding))
        else finding
        for finding in findings
    ]


def _reasons(text: str, findings: Sequence[Finding]) -> List[Tuple[Finding, str]]:
    """Return the reason against each of `findings`, whose fixes do not overlap, "" if there is none: by bisection."""
    reason = difference(text, applied(text, findings)) if findings else ""
    if not reason or len(findings) == 1:
        return [(finding, reason) for finding in findings]
    middle = len(findings) // 2
    return [*_reasons(text, findings[:middle]), *_reasons(text, findings[middle:])]


def difference(before: str, after: str) -> str:
    """Return why the imperative results of two versions of a file are not shown to be the same, "" if they are."""
    try:
        old, new = ast.parse(universal(before)), ast.parse(universal(after))
    except SyntaxError:
        return "the result is not Python"
    versions = _Versions(File(old), File(new), align(old, new), mxnet_api.load(mxnet_api.DEFAULT))
    pending = dict.fromkeys(versions.aligned.original)
    for function in pending:
        reason = versions.difference(function)
        if reason:
            return reason
    return versions.difference_of_callers()


@dataclasses.dataclass(frozen=True)
class _Versions:
    """Two versions of a file."""

    old: File
    new: File
    aligned: Alignment
    api: Api
    #: The functions whose results share memory with other arrays in one version only.
    sharing: List[str] = dataclasses.field(default_factory=list)

    def difference_of_callers(self) -> str:
        """Return why the results of functions that call those of `sharing` are not shown to be the same."""
        for function in self.sharing:  # which grows
            if function.endswith("forward") and self.old.calls_unknown_block():
                return _WRITES
            for caller in self.old.callers(function):
                reason = "" if caller in self.sharing else self._difference(caller, is_coarse=False)
                if reason:
                    return reason
        return ""

    def difference(self, function: str) -> str:
        """Return why the results of a function are not shown to be the same, "" if they are."""
        if function.count(".") > 1:
            return "a class inside of another is not followed"
        reason = self._difference(function, is_coarse=False)
        return reason and self._difference(function, is_coarse=True) and reason

    def _difference(self, function: str, is_coarse: bool) -> str:
        terms = Terms()
        try:
            original, writes = self._paths(self.old, self.aligned.original, function, terms, is_coarse)
            fixed, other_writes = self._paths(self.new, self.aligned.fixed, function, terms, is_coarse)
        except NotShown as error:
            return str(error)
        except RecursionError:
            return "it is nested too deeply"
        except Exception as error:  # a fix that hybridlint itself fails to follow is not shown to be safe
            return f"hybridlint itself failed to follow it ({type(error).__name__})"
        if all(outcome[0] == FAILS for outcome in original.values()):
            return "the original function seems to fail always"
        pairs = [(outcome, fixed.get(path)) for path, outcome in original.items() if outcome[0] != FAILS]
        if any(other is None or one[:-1] != other[:-1] for one, other in pairs):
            return _WRITES if writes != other_writes else _RESULTS
        if any(one != other for one, other in pairs):
            if function.startswith("<"):  # nothing is known of who calls a lambda
                return _WRITES
            self.sharing.append(function)
        return ""

    def _paths(
        self, file: File, changed: Mapping[str, Any], function: str, terms: Terms, is_coarse: bool
    ) -> Tuple[_Paths, int]:
        """Return the outcome of every path through a function, by the decisions on it, and the number of writes."""
        pending: List[Dict[Term, bool]] = [{}]
        paths: _Paths = {}
        writes = 0
        while pending:
            run = Execution(file, self.api, terms, self.aligned, dict(pending.pop()), is_coarse)
            outcome = run.run(changed.get(function) or file.definition(function), function.rpartition(".")[0])
            paths[frozenset(run.decisions.items())] = outcome
            writes += run.writes
            taken = dict(run.decisions)
            for term in reversed(run.open):
                pending.append({**taken, term: False})
                del taken[term]
            if len(paths) + len(pending) > MOST_PATHS:
                raise NotShown("it has too many branches")
        return paths, writes
