"""Where a divergence begins: the block, the operator of its graph, the user's line.

engine.py               the search: the first step of a sequence that diverges, judged step by step or by bisection
outputs.py              the calls of blocks, and in the first that diverges its operators; two equal imperative runs
operators.py            the operators of a graph: another value, one that cannot be run, one without a shape
gradients.py            the blocks of a training step
gradient_steps.py       the gradients that pass at each operator, in both phases
forwarded_gradients.py  an input that gets the gradient of the output as it is
static_memory.py        the operators of a graph whose memory is planned for good
mode_queries.py         calls of `mx.autograd` while a graph is made, which the graph does not repeat
lockstep.py             every statement that fails while tracing, not only the first
side_effects.py         the lines of an imperative call, for the first that changes what is held
"""
