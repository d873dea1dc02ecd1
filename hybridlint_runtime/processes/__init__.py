"""The process in which a model runs, its supervisor, and the report that follows from how it ends."""
