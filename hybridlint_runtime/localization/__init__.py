"""What is to blame for a failure: which block, which operator of it, which line of the user's.

outputs.py           where values or structure part, or a graph cannot be run
gradients.py         where gradients part, or a training step fails
gradients_inside.py  the gradient that passes at each operator, in either life
static_memory.py     the operator that memory planned for good disturbs
localizing.py        the first operator of a graph that gives something else
autograd_calls.py    where a block speaks with `mx.autograd`, which a graph never hears
side_effects.py      the line that changes what a block keeps
"""
