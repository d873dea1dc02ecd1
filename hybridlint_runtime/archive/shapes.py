"""Which dimensions of its inputs a graph allows to change, found by inferring shapes; nothing is run."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence


def fixed_axes(
    symbol: Any, input_names: Sequence[str], shapes: Sequence[Sequence[int]], parameters: Mapping[str, Any]
) -> List[List[int]]:
    """For each input the axes that cannot be one longer: neither alone nor together with all axes of the same length.

    An axis that MXNet does not find fixed may still be so in the eyes of an operator whose shapes it cannot infer.
    """
    used = set(symbol.list_inputs())
    given = {name: tuple(shape) for name, shape in zip(input_names, shapes) if name in used}
    known = {name: tuple(shape) for name, shape in parameters.items() if shape is not None and all(n > 0 for n in shape)}
    if not _infers(symbol, given, known):
        return [[] for _ in input_names]
    allowed: Dict[int, bool] = {}
    found: List[List[int]] = []
    for name, shape in zip(input_names, shapes):
        fixed: List[int] = []
        for axis, size in enumerate(shape if name in used else ()):
            longer = tuple(n + 1 if i == axis else n for i, n in enumerate(shape))
            if _infers(symbol, {**given, name: longer}, known):
                continue
            if size not in allowed:
                together = {key: tuple(n + 1 if n == size else n for n in old) for key, old in given.items()}
                allowed[size] = _infers(symbol, together, known)
            if not allowed[size]:
                fixed.append(axis)
        found.append(fixed)
    return found


def _infers(symbol: Any, inputs: Mapping[str, Any], parameters: Mapping[str, Any]) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # `infer_shape` itself prints all arguments when it fails.
            result: Optional[Any] = symbol._infer_shape_impl(False, **inputs, **parameters)[1]
    except Exception:
        return False
    return result is not None
