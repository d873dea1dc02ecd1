"""The model under check: its tree of blocks, what it is made to do, what was recorded of that, and whether two
recordings say the same."""
