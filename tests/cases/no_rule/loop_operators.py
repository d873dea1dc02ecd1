"""Blocks that work and are like none that a rule reports: loop operators."""

import functools

from mxnet.gluon import HybridBlock

# %% sum-over-paths-with-a-body-that-is-handed-f-and-the-transitions
# inputs: [(4, 2, 3), ('bin', (4, 2))]
# clean
def forward_step(F, transitions, inputs, score):
    emission, mask = inputs
    reached = F.broadcast_add(F.expand_dims(score, axis=2), transitions)
    best = F.max(reached, axis=1) + emission
    return [], F.where(mask, best, score)


class Net(HybridBlock):
    def __init__(self, tags=3, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.transitions = self.params.get("transitions", shape=(tags, tags))

    def hybrid_forward(self, F, emissions, mask, transitions):
        start = F.zeros_like(F.sum(emissions, axis=0))
        step = functools.partial(forward_step, F, transitions)
        _, score = F.contrib.foreach(step, [emissions, mask], start)
        return F.max(score, axis=1)
