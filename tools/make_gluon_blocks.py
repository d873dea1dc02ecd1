"""Writes what the blocks of MXNet's Gluon are, as data, from the MXNet that is installed.

    python tools/make_gluon_blocks.py > hybridlint/mxnet_api/gluon_blocks.json

For each public block class: is it a HybridBlock, and what kind of block (a recurrent cell and a recurrent layer return
states beside their output; a sequential calls its children). Nothing of the file is typed by hand;
`tests/hybridlint_runtime/test_gluon_blocks.py` makes it again and compares.
"""

import inspect
import json
import sys
from typing import Any, Dict

import mxnet
from mxnet import gluon
from mxnet.gluon import loss, nn, rnn
from mxnet.gluon.contrib import cnn as contrib_cnn
from mxnet.gluon.contrib import nn as contrib_nn
from mxnet.gluon.contrib import rnn as contrib_rnn
from mxnet.gluon.data.vision import transforms

MODULES = {
    "gluon": gluon,
    "gluon.nn": nn,
    "gluon.rnn": rnn,
    "gluon.loss": loss,
    "gluon.contrib.nn": contrib_nn,
    "gluon.contrib.rnn": contrib_rnn,
    "gluon.contrib.cnn": contrib_cnn,
    "gluon.data.vision.transforms": transforms,
}


def kind_of(block: Any) -> str:
    """The way in which a block answers a call."""
    if issubclass(block, rnn.RecurrentCell):
        return "cell"
    if issubclass(block, rnn.rnn_layer._RNNLayer):
        return "recurrent layer"
    if issubclass(block, (contrib_nn.HybridConcurrent, contrib_nn.Concurrent)):
        return "layer"
    if issubclass(block, (nn.HybridSequential, nn.Sequential)):
        return "sequential"
    if issubclass(block, (nn.HybridLambda, nn.Lambda)):
        return "lambda"
    if block in (gluon.Block, gluon.HybridBlock, gluon.SymbolBlock):
        return "base"
    return "layer"


def main() -> None:
    """Print the data to standard output, sorted."""
    found: Dict[str, Dict[str, object]] = {}
    for module in MODULES.values():
        for name in dir(module):
            block = getattr(module, name)
            if inspect.isclass(block) and issubclass(block, gluon.Block) and not name.startswith("_"):
                found[name] = {"hybrid": issubclass(block, gluon.HybridBlock), "kind": kind_of(block)}
    json.dump({"version": mxnet.__version__, "blocks": found}, sys.stdout, indent=0, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
