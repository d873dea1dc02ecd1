"""How precise the interpreter is on the programs of the tests, and the shape functions on measured calls, as figures
that are recorded.

    python tests/hybridlint/precision.py    # records the figures; see what has changed with `git diff`

The tests of soundness accept a result that stands for too much. With these figures a loss of precision shows as well,
and so does a gain.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Dict

RECORDED = Path(__file__).with_name("precision.json")


def is_as_recorded(program: str, figure: Any) -> bool:
    """Whether the figure of a program is the recorded one. Earlier versions of Python compute less of some programs."""
    return sys.version_info < (3, 10) or json.loads(RECORDED.read_text(encoding="utf-8")).get(program) == figure


def main() -> None:
    import test_known_values
    import test_operations
    from shapes import test_shape_functions

    parts = (test_operations, test_known_values, test_shape_functions)
    figures: Dict[str, Any] = {name: figure for part in parts for name, figure in part.figures().items()}
    lines = (f"{json.dumps(program)}: {json.dumps(figure)}" for program, figure in figures.items())
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
