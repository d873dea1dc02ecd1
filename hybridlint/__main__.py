"""`python -m hybridlint`."""

from __future__ import annotations

import sys

from hybridlint.cli import main

if __name__ == "__main__":
    sys.exit(main())
