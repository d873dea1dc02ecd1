"""How many arrays the functions of F.np and F.npx give, in both phases."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Optional, Set

from . import isolation
from .calls import evaluate

mx: Any = importlib.import_module("mxnet")
Record = Dict[str, Any]
_ARGUMENTS = (
    "a", "a, b", "[a, b]", "a, 1", "a, axis=1", "a, 0, 1", "a, (1, 0)", "a, (3, 2)", "a, b, 1", "a > 0, a, b",
    "s", "s, s",
    "'ij,ij->i', a, b", "(2, 3)", "3", "1, 3", "0, 1, (2, 3)", "(2, 3), 2", "a, 'relu'", "a, act_type='relu'",
    "a, b, a", "a, i, 1", "i, 3", "a, w, num_hidden=4, no_bias=True", "q, k, kernel=(3, 3), num_filter=2, no_bias=True",
    "q, kernel=(2, 2), pool_type='max'", "q, g, g, g, g", "q, g, g", "a, i", "i, a, 2, 3", "a, ((0, 0), (1, 1))",
    "a, 0.5",
)  # fmt: skip
"""What a function is called with: `s` is square, `i` are integers, `q` are images; `w`, `k` and `g` are weights."""
_SHAPES = {
    "a": (2, 3),
    "b": (2, 3),
    "s": (3, 3),
    "i": (2,),
    "q": (2, 4, 6, 6),
    "w": (4, 3),
    "k": (2, 4, 3, 3),
    "g": (4,),
}


def measure(records: Dict[str, Record], processes: int) -> None:
    """Notes the number of outputs in the records of those functions, by their path, that have the same in all calls."""
    paths = [path for path, record in records.items() if "only" not in record]
    for path, answer in zip(paths, isolation.run_isolated(_number_of_outputs, paths, processes)):
        if isinstance(answer, int):
            record = records[path]
            record["outputs"] = answer
            others = record.get("unmeasured", ["gradient", "shape", "random", "agreement"])
            record["unmeasured"] = [aspect for aspect in others if aspect != "outputs"]


def _number_of_outputs(path: str) -> Optional[int]:
    counts: Set[Optional[int]] = set()
    mx.npx.set_np()
    arrays = {name: mx.np.ones(shape, dtype="int32" if name == "i" else "float32") for name, shape in _SHAPES.items()}
    symbols = {name: mx.sym.var(name).as_np_ndarray() for name in _SHAPES}
    for arguments in _ARGUMENTS:
        text = f"F.{path}({arguments})"
        try:
            imperative, symbolic = evaluate(text, mx.nd, dict(arrays)), evaluate(text, mx.sym, dict(symbols))
            mx.nd.waitall()
        except Exception:  # these are no arguments of it
            continue
        sides = {_count(imperative), _count(symbolic)}
        if sides != {None}:  # not a number, made of numbers
            counts.add(sides.pop() if len(sides) == 1 else None)
    return counts.pop() if len(counts) == 1 else None


def _count(result: Any) -> Optional[int]:
    if isinstance(result, mx.sym.Symbol):
        return len(result.list_outputs())
    if isinstance(result, mx.nd.NDArray):
        return 1
    items: List[Any] = list(result) if isinstance(result, (list, tuple)) else []
    # A list of one array is not an array: an argument decides how many there are.
    return len(items) if len(items) > 1 and all(_count(item) == 1 for item in items) else None
