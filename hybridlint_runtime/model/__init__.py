"""The model under check: its tree of blocks, the recorded runs, and whether two of them agree."""
