"""Blocks grown from a grammar of operators, statements, children, parameters and state.

`program` grows a block by running it as it is written; `calls`, `expressions`, `statements` and `surroundings` are the
grammar. Growing takes MXNet, and may end the process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any, Dict, List

from benchmarks.generated_blocks.block import ROOT, Block, Variation


def grow(seed: int, first: int, count: int) -> List[Block]:
    """The blocks of these numbers; those that ended the process that grew them are left out."""
    cases: Dict[int, Any] = {}
    end, begin = first + count, first
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "grown")
        while begin < end:
            command = [sys.executable, "-m", "benchmarks.generated_blocks.grammar.surroundings"]
            subprocess.run(
                [*command, str(seed), str(begin), str(end), out],
                env={**os.environ, "PYTHONPATH": ROOT, "OMP_NUM_THREADS": "1"},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            with open(out, encoding="utf-8") as stream:
                lines = [json.loads(line) for line in stream]
            cases = {line["number"]: line.get("case") for line in lines}
            begin = max(cases) + 1
    return [_block(f"grammar-{seed}-{number}", case) for number, case in sorted(cases.items()) if case is not None]


def _block(name: str, case: Dict[str, Any]) -> Block:
    variations = tuple(Variation(inputs, ctor) for inputs, ctor in case["variations"])
    return Block(name, "grammar", "grown", case["src"], case["inputs"], variations=variations)
