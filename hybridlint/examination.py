"""The results of the analysis of one text, whatever happens. Entry point of both flake8 and the command."""

from __future__ import annotations

import ast
import dataclasses
import os
import traceback
from typing import Optional, Tuple

from hybridlint.facts import Facts
from hybridlint.finding import Finding
from hybridlint.prefilter import may_concern
from hybridlint.results import CouldNotLook
from hybridlint.selection import COULD_NOT_LOOK, Selects, everything


@dataclasses.dataclass(frozen=True)
class Examination:
    """The results of the analysis of a text, before any suppression."""

    findings: Tuple[Finding, ...] = ()
    could_not_look: Tuple[CouldNotLook, ...] = ()


def examine(
    text: str,
    path: str,
    mxnet_version: Optional[str],
    tree: Optional[ast.Module] = None,
    selects: Selects = everything,
    facts: Optional[Facts] = None,
    for_messages: bool = False,
) -> Examination:
    r"""Return the results for the source `text` (line ends `\n`) of the file `path`. Never raises.

    Findings with a code that `selects` does not select may be missing, because they are not computed. `facts` are those
    of a run of its blocks. With `for_messages` findings may lack a fix that no message shows: one that is not safe, or
    that changes several lines.
    """
    if facts is None and not may_concern(text):
        return Examination()
    # Imported here, because most files have no hybrid block.
    from hybridlint import analysis

    try:
        findings = analysis.analyse(
            text,
            tree=tree,
            mxnet_version=mxnet_version,
            selects=selects,
            for_messages=for_messages,
            facts=facts,
            path=path,
        )
    except analysis.NotAnalysed as error:
        return Examination((), (CouldNotLook(path, error.reason, error.line, error.column),))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # libcst's parser is native: its panics are not derived from Exception
        return Examination((), (_internal_failure(path, error),))
    failures = tuple(
        CouldNotLook(path, finding.message, finding.line, finding.column, finding.code)
        for finding in findings
        if finding.code in COULD_NOT_LOOK
    )
    return Examination(tuple(finding for finding in findings if finding.code not in COULD_NOT_LOOK), failures)


def _internal_failure(path: str, error: BaseException) -> CouldNotLook:
    frames = traceback.extract_tb(error.__traceback__)
    # The innermost line of this package is the most informative.
    own = [frame for frame in frames if os.sep + "hybridlint" + os.sep in frame.filename]
    place = f" at {os.path.basename(own[-1].filename)}:{own[-1].lineno}" if own else ""
    lines = str(error).strip().splitlines()
    reason = (
        f"hybridlint itself failed on this file: {type(error).__name__}{': ' + lines[0] if lines else ''}{place}; "
        "please report it with the file and the output of `hybridlint check --traceback FILE`"
    )
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return CouldNotLook(path, reason, code="HYB002", traceback=text)
