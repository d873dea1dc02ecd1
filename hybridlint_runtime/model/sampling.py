"""A fixed random sample of the elements of large tensors, for comparisons of more results than fit in memory."""

from __future__ import annotations

import functools
from typing import Any, Dict, Mapping

import numpy as np

from ..structures import NDArray, copied, like, map_leaves, shape_of

#: Tensors of more elements are sampled, each with this many elements.
MOST_ELEMENTS = 2**16


def sampled(value: Any) -> Any:
    """Return a copy of `value` with every large dense tensor replaced by one of shape (MOST_ELEMENTS,), the same
    elements each time."""
    return map_leaves(_sampled, value)


def samples_by_name(values: Mapping[str, Any]) -> Dict[str, Any]:
    """Return copies of tensors by name; a large one is sampled, and its name begins with "a sample of "."""
    return {f"a sample of {name}" if is_sampled(value) else name: sampled(value) for name, value in values.items()}


def is_sampled(leaf: Any) -> bool:
    return (
        isinstance(leaf, NDArray)
        and leaf.stype == "default"
        and shape_of(leaf) is not None
        and leaf.size > MOST_ELEMENTS
    )


def _sampled(leaf: Any) -> Any:
    return like(leaf, leaf.asnumpy().reshape(-1)[_places(leaf.size)]) if is_sampled(leaf) else copied(leaf)


@functools.lru_cache(maxsize=256)
def _places(size: int) -> Any:
    return np.sort(np.random.RandomState(13).randint(size, size=MOST_ELEMENTS))
