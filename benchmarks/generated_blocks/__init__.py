"""Blocks that a generator makes, judged by MXNet and compared with the linter. `__main__` is the command.

Three generators make them: `broadcasting`, `flow` and `grammar`. `reference` runs a block on MXNet, `judged` makes
cases of what comes out. Those of the tests are in `tests/generated/`.
"""
