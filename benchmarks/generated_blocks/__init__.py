"""Blocks that a generator makes, judged by MXNet and compared with the linter. `__main__` is the command.

`broadcasting`, `flow`, `grammar`, `graphs` and `tries` generate them. `reference` runs a block on MXNet, `judged` makes
cases of what comes out. Those of the tests are in `tests/generated/`.
"""
