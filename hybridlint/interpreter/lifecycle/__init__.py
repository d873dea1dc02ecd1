"""How a block is built and called: construction, entry points, state from call to call."""
