"""Which blocks Gluon ships, and how each answers a call (`mxnet_api/gluon_blocks.json`, made from real MXNet)."""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any, Dict, FrozenSet, Optional

_DATA = pathlib.Path(__file__).parent / "mxnet_api" / "gluon_blocks.json"


@functools.lru_cache(maxsize=1)
def _data() -> Dict[str, Any]:
    return json.loads(_DATA.read_text("utf-8"))  # type: ignore[no-any-return]


def block(name: str) -> Optional[Dict[str, Any]]:
    """`{"hybrid": bool, "kind": str}` of the class with this full dotted name ("mxnet.gluon.nn.Dense"), with
    `"traces": False` where it works with arrays alone, `"traces_without": [flag]` where it does if a flag is set,
    `"parameters": False` where it has none, and `"length": True` where it has a length; None if MXNet has no such
    block. Only names below `mxnet.gluon` are known."""
    if not name.startswith("mxnet.gluon") and not name.startswith("gluon"):
        return None
    return _data()["blocks"].get(name.rsplit(".", 1)[-1])  # type: ignore[no-any-return]


def is_block(name: str) -> bool:
    return block(name) is not None


@functools.lru_cache(maxsize=1)
def _arrays_only() -> FrozenSet[str]:
    return frozenset(_data()["take_arrays_only"])


def takes_arrays_only(name: str) -> bool:
    """Whether what is called by this full dotted name ("mxnet.gluon.utils.split_data", "mxnet.metric.Accuracy.update")
    takes arrays, and no Symbols."""
    return name in _arrays_only()
