"""Measurements of a real MXNet 1.x, of which make_mxnet_api.py makes the tables of hybridlint.mxnet_api.

isolation   runs tasks in forked children, so that an operator that kills its process costs one answer
registry    what the C++ registry holds of an operator: its tensors and attributes
names       what mx.nd, mx.sym, NDArray and Symbol offer: names, kinds, signatures
calls       calls as text, with the shapes of their inputs, and where to find ones that work
symbolic    facts that composing and inferring symbols shows: outputs, gradients, shapes
running     facts that only running shows: do both phases of a call agree, is it random
"""
