"""`python -m hybridlint_runtime` and the command `hybridlint-runtime`.

The command line is imported inside `main`, so that a missing package is reported in one line.
"""

from __future__ import annotations

import sys

from .errors import CannotLook
from .mxnet_compat import INSTALL, import_mxnet


def main() -> int:
    """Run the command with the arguments of the process and return its exit code."""
    try:
        from . import cli
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("hybridlint"):
            raise
        print(f"hybridlint-runtime: {_missing(error)}", file=sys.stderr)
        return 2
    return cli.main()


def _missing(error: ModuleNotFoundError) -> str:
    """Return what to install. MXNet and NumPy come first: their installation installs the others too."""
    try:
        import_mxnet()
    except CannotLook as reason:
        return str(reason)
    return f"{error.name} is not installed: {INSTALL}"


if __name__ == "__main__":
    sys.exit(main())
