"""The model under check: its tree of blocks, the recorded runs, and their comparison."""
