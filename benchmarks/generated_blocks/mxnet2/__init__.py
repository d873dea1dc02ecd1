"""Generated blocks of MXNet 2, judged by it and compared with the linter. `__main__` is the command.

`grammar`, `sketches` and `combinations` make blocks, in ways that have nothing in common. `reference` runs a block on
MXNet 2.
"""
