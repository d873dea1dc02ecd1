"""Make MXNet 1.x importable on every supported Python and NumPy, for code that imports it directly.

    import hybridlint_runtime.enable_mxnet  # noqa: F401
    import mxnet as mx

The first line must be executed before the first import of MXNet: at the top of a script, or in `conftest.py`. It raises
CannotLook, with what to install, if MXNet cannot be imported. `hybridlint-runtime check` does not need it.
"""

from __future__ import annotations

from .mxnet_compat import import_mxnet

import_mxnet()
