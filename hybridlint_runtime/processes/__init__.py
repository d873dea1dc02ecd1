"""The process in which a model runs, the one that keeps it, and what is left when it ends."""
