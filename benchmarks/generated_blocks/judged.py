"""Generated blocks with MXNet's judgement, in the form of `tests.case_format`."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List, Optional, Set

from benchmarks.generated_blocks import broadcasting, flow, grammar, graphs, tries
from benchmarks.generated_blocks.block import Block
from benchmarks.generated_blocks.reference import IMPERATIVE_ERROR, OK, judge


def _each(make: Callable[[int, int], Block]) -> Callable[[int, int, int], List[Block]]:
    return lambda seed, first, count: [make(seed, number) for number in range(first, first + count)]


#: Kind → so many blocks of a seed, from a first number on.
KINDS: Dict[str, Callable[[int, int, int], List[Block]]] = {
    "broadcasting": _each(broadcasting.make),
    "flow": _each(flow.make),
    "grammar": grammar.grow,
    "graphs": _each(graphs.make),
    "tries": _each(tries.make),
}


def judged(kind: str, seed: int, count: int) -> List[Dict[str, Any]]:
    """The first `count` different blocks of a seed that this Python can read and that work imperatively, as cases.

    A block that breaks for some of the inputs that it accepts and works for others is a case only if it breaks for its
    own: it "needs-shapes"."""
    cases: List[Dict[str, Any]] = []
    sources: Set[str] = set()
    number = 0
    while len(cases) < count:
        asked = count - len(cases)
        made = KINDS[kind](seed, number, asked)
        blocks = [block for block in made if block.src not in sources and block.python <= sys.version_info[:2]]
        number += asked
        sources |= {block.src for block in blocks}
        judged_blocks = (_case(block, answer) for block, answer in zip(blocks, judge(blocks)))
        cases += [case for case in judged_blocks if case is not None]
    return cases


def _case(block: Block, answer: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    verdict = answer["verdict"]
    if verdict in (IMPERATIVE_ERROR, "CRASH"):
        return None
    works = verdict == OK
    differs = any((other == OK) != works for other in answer["varied"] if other != IMPERATIVE_ERROR)
    if works and differs:
        return None
    return {
        "id": block.id,
        "group": block.kind,
        "title": block.title,
        "src": block.src,
        "inputs": block.inputs,
        "label": "clean" if works else "flag",
        "static": None if works else "needs-shapes" if differs else "decidable",
        "verdict": verdict,
        "error": answer["error"],
        "user_line": None if works else answer["line"] or block.line,
        "python": list(block.python),
    }
