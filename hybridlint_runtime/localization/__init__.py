"""Localize a divergence: the block, the operator of its graph, the user's line.

engine.py               the search: the first step of a sequence that diverges, one by one or by bisection
outputs.py              the calls of blocks, and the operators of the first that diverges; two equal imperative runs
operators.py            the operators of a graph: another value, a failure, an unknown shape
gradients.py            the blocks of a training step
static_memory.py        the loop of a graph with statically planned memory
mode_queries.py         calls of `mx.autograd` during tracing, which the graph does not repeat
lockstep.py             every statement that fails while tracing, not only the first
side_effects.py         the lines of an imperative call, for the first that changes stored state
"""
