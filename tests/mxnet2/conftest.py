"""These tests need MXNet 2: the extra `runtime-mxnet2` and `hybridlint-runtime install 2.0.0b1`."""

from __future__ import annotations

import hybridlint_runtime.enable_mxnet  # noqa: F401
