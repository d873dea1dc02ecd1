"""Random blocks and edited cases that reach what no other block of the tests reaches.

    python benchmarks/corpus.py [--seed 2] [--count 500]    # adds what new blocks reach to tests/generated/corpus.jsonl

Random blocks mostly reach what others reach too. As fuzzers do, this retains those that reach something new: a
conditional jump in the byte code of the linter, in a direction that no recorded block takes. It makes `--count` blocks
of each kind, without facts and with them, and edits every case once. Blocks on which the linter or one of its rules
fails are printed; the exit code is 1 then. `recorded_findings.py` records the findings of the corpus.

Delete the file to make the corpus from scratch. Needs Python 3.12 or later, for `sys.monitoring`, and ten minutes.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import sys
import traceback
from types import CodeType
from typing import Any, Dict, Iterator, Set, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from benchmarks import perturbed_cases, random_statements
from benchmarks.recorded_findings import CORPUS, ROOT, Block, is_stable, lines, sources


class Branches:
    """The directions of the conditional jumps of the linter that were taken. `new` counts them; set it to 0 first."""

    def __init__(self) -> None:
        self.new = 0
        #: A code object and the offset of a jump in it → where it led.
        self._taken: Dict[Tuple[CodeType, int], Set[int]] = {}
        monitoring: Any = sys.monitoring  # type: ignore[attr-defined]
        monitoring.use_tool_id(monitoring.PROFILER_ID, "corpus")
        monitoring.register_callback(monitoring.PROFILER_ID, monitoring.events.BRANCH, self._jumped)
        monitoring.set_events(monitoring.PROFILER_ID, monitoring.events.BRANCH)
        self._disable = monitoring.DISABLE

    def _jumped(self, code: CodeType, offset: int, to: int) -> Any:
        if not code.co_filename.startswith(str(ROOT / "hybridlint")):
            return self._disable
        taken = self._taken.setdefault((code, offset), set())
        self.new += to not in taken
        taken.add(to)
        return self._disable if len(taken) > 1 else None


def candidates(seed: int, count: int) -> Iterator[Dict[str, str]]:
    """Random blocks and edited cases, in the format of the corpus."""
    for kind in random_statements.KINDS:
        for block in random_statements.make(kind, seed, count):
            document = block._asdict()
            yield document
            yield {**document, "facts": "of a run"}
    for case in perturbed_cases.make(seed):
        if is_stable(case["src"]):
            yield {"id": f"{case['id']}-edited-{seed}", "src": case["src"]}


def main() -> int:
    """Add the blocks that reach something new."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500, help="how many blocks of each kind")
    options = parser.parse_args()
    branches = Branches()
    CORPUS.touch()
    for analysed in sources().values():
        analysed()
    added = failed = 0
    for document in candidates(options.seed, options.count):
        block = Block.from_json(document)
        branches.new = 0
        try:
            list(lines(block.findings()))
        except Exception:
            failed += 1
            print(f"the linter fails: {block.name}\n{traceback.format_exc()}")
            continue
        if branches.new:
            added += 1
            with CORPUS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(document) + "\n")
    print(f"{added} blocks added, {failed} on which the linter fails")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
