"""These tests need MXNet: `hybridlint-runtime install`. Collecting them without it is an error that says so."""

from __future__ import annotations

import hybridlint_runtime.enable_mxnet  # noqa: F401
