"""Blocks that nobody wrote: grown by a grammar or by mutation, judged by MXNet, and compared with the linter.

`program` grows a block by running it as it is written, `calls`, `expressions`, `statements` and `surroundings` are the
grammar, `mutations` changes blocks that there are, `judging` asks MXNet and the linter, `shrinking` makes small what
they disagree on. `__main__` is the command.
"""
