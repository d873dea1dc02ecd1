"""Blocks that work and are like none that a rule reports: several outputs."""

from mxnet.gluon import HybridBlock

# %% f-split-x-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.split(x, 3)[0]

# %% one-step-of-a-beam-search
# inputs: [(2, 3, 5), (2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, beam=3, vocabulary=5, **kwargs):
        super().__init__(**kwargs)
        self._beam = beam
        self._vocabulary = vocabulary

    def hybrid_forward(self, F, logits, scores):
        candidates = F.broadcast_add(F.log_softmax(logits), F.expand_dims(scores, axis=-1))
        flat = F.reshape(candidates, shape=(0, -1))
        values, indices = F.topk(flat, k=self._beam, ret_typ="both", axis=1)
        beams = F.floor(indices / self._vocabulary)
        words = indices - beams * self._vocabulary
        return values, F.BlockGrad(beams), F.BlockGrad(words)
