"""What `python -m hybridlint_runtime` and the command `hybridlint-runtime` run.

Only here can be said in one line that a package is missing which the command line itself needs: it is imported below.
"""

from __future__ import annotations

import sys

from .errors import CannotLook
from .mxnet_compat import INSTALL, import_mxnet


def main() -> int:
    """Run the command with the arguments of the process; its exit code."""
    try:
        from . import cli
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("hybridlint"):
            raise
        print(f"hybridlint-runtime: {_what_is_missing(error)}", file=sys.stderr)
        return 2
    return cli.main()


def _what_is_missing(error: ModuleNotFoundError) -> str:
    """MXNet and NumPy come first: what installs them installs the others too."""
    try:
        import_mxnet()
    except CannotLook as reason:
        return str(reason)
    return f"{error.name} is not installed: {INSTALL}"


if __name__ == "__main__":
    sys.exit(main())
