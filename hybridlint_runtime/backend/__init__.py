"""What differs between the generations of MXNet: `Backend` for 1.x, and `MXNet2`, which overrides what differs.

Everything else asks `load_backend()` and never the version.
"""

from __future__ import annotations

import functools

from ..mxnet_compat import import_mxnet
from .base import Backend


@functools.lru_cache(maxsize=1)
def load_backend() -> Backend:
    """The backend of the MXNet that is installed. Raises CannotLook if it cannot be imported."""
    mxnet = import_mxnet()
    if int(mxnet.__version__.split(".")[0]) >= 2:
        from .mxnet2 import MXNet2

        return MXNet2(mxnet)
    return Backend(mxnet)


__all__ = ["Backend", "load_backend"]
