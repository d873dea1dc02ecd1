"""The state of an interpretation: the run, the store, the graph, the phases."""
