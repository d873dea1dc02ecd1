"""Writes what the blocks of MXNet's Gluon are, as data, from the MXNet that is installed.

    python tools/make_gluon_blocks.py > hybridlint/mxnet_api/gluon_blocks.json

For each public block class, and each function of the model zoo that makes a block: is it a HybridBlock, and what kind
of block (a recurrent cell and a recurrent layer return states beside their output; a sequential calls its children)?
With `"traces": false` where it works with arrays and raises hybridized, `"traces_without"` where a flag does that, and
`"parameters": false` where it is a layer that never has any, and `"length": true` where its truth is whether it has
children. Of the functions around Gluon, those that take arrays and
no Symbols. Nothing of the file is typed by hand; `tests/hybridlint_runtime/test_gluon_blocks.py` makes it
again and compares.
"""

import contextlib
import inspect
import json
import sys
from typing import Any, Callable, Dict, Iterator, List

import hybridlint_runtime.enable_mxnet  # isort: skip  # noqa: F401
import mxnet
from mxnet import gluon, image, metric, nd
from mxnet.gluon import loss, nn, rnn
from mxnet.gluon.contrib import cnn as contrib_cnn
from mxnet.gluon.contrib import nn as contrib_nn
from mxnet.gluon.contrib import rnn as contrib_rnn
from mxnet.gluon.data.vision import transforms
from mxnet.gluon.model_zoo import vision

MODULES = {
    "gluon": gluon,
    "gluon.nn": nn,
    "gluon.rnn": rnn,
    "gluon.loss": loss,
    "gluon.contrib.nn": contrib_nn,
    "gluon.contrib.rnn": contrib_rnn,
    "gluon.contrib.cnn": contrib_cnn,
    "gluon.data.vision.transforms": transforms,
    "gluon.model_zoo.vision": vision,
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


def works(run: Callable[[], object]) -> bool:
    """Whether `run` raises nothing."""
    try:
        with contextlib.redirect_stdout(sys.stderr):  # where the inference of shapes complains
            run()
    except Exception:
        return False
    return True


def called(block: Any, inputs: List[Any], hybridize: bool, *arguments: Any, **options: Any) -> None:
    """Make a block of a class, and call it."""
    made = block(*arguments, **options)
    made.initialize()
    if hybridize:
        made.hybridize()
    made(*inputs)


def never_traces(block: Any) -> bool:
    """Whether a block that needs no arguments to be made works with arrays, and not one such call hybridized."""

    def accepts(inputs: List[Any], hybridize: bool) -> bool:
        return works(lambda: called(block, inputs, hybridize))

    tried = [[nd.ones(shape)] * count for shape in ((2, 3), (2, 3, 8, 8)) for count in (1, 2, 3)]
    imperative = [inputs for inputs in tried if accepts(inputs, False)]
    return bool(imperative) and not any(accepts(inputs, True) for inputs in imperative)


def traces_lengths(layer: Any) -> bool:
    """Whether a recurrent layer works hybridized with the lengths of the sequences, as it does with arrays."""
    states = [nd.ones((1, 2, 5)) for _ in layer(5).state_info()]
    inputs = [nd.ones((4, 2, 3)), states, nd.ones(2)]
    options = {"input_size": 3, "use_sequence_length": True}
    return works(lambda: called(layer, inputs, False, 5, **options)) <= works(
        lambda: called(layer, inputs, True, 5, **options)
    )


def never_has_parameters(block: Any) -> bool:
    """Whether a layer has no parameters, made without arguments or with one that such layers take."""
    for arguments in ((), ("relu",), (0.5,), (1,)):
        if works(lambda given=arguments: block(*given)):
            return not list(block(*arguments).collect_params())
    return False


def described(block: Any) -> Dict[str, object]:
    """What is known of a class of blocks."""
    record: Dict[str, object] = {"hybrid": issubclass(block, gluon.HybridBlock), "kind": kind_of(block)}
    if record["hybrid"] and never_traces(block):
        record["traces"] = False
    if record["kind"] == "recurrent layer" and not traces_lengths(block):
        record["traces_without"] = ["use_sequence_length"]
    if record["kind"] == "layer" and not issubclass(block, (nn.HybridSequential, nn.Sequential)):
        if never_has_parameters(block):
            record["parameters"] = False
    if hasattr(block, "__len__"):
        record["length"] = True
    return record


def calls_of_functions() -> Iterator[Any]:
    """(full name, a function of two tensors that calls it) of what is worth asking."""
    yield "mxnet.gluon.utils.split_data", lambda x, y: gluon.utils.split_data(x, 2)
    yield "mxnet.gluon.utils.split_and_load", lambda x, y: gluon.utils.split_and_load(x, [mxnet.cpu()])
    yield "mxnet.gluon.utils.clip_global_norm", lambda x, y: gluon.utils.clip_global_norm([x], 1.0)
    for name, made in sorted(vars(image).items()):
        if inspect.isfunction(made) and made.__module__ == image.imresize.__module__ and name.islower():
            for arguments in ((1,), (2, 2), ((2, 2),), ((2, 2), 0.5, (1.0, 1.0)), (0, 0, 2, 2)):
                yield f"mxnet.image.{name}", lambda x, y, call=made, given=arguments: call(x, *given)
    for name, made in sorted(vars(metric).items()):
        if inspect.isclass(made) and issubclass(made, metric.EvalMetric):
            for arguments in ((), (2,), (None,)):
                yield (
                    f"mxnet.metric.{name}.update",
                    lambda x, y, make=made, given=arguments: make(*given).update([y], [x]),
                )


def takes_arrays_only(call: Callable[[Any, Any], object]) -> bool:
    """Whether `call` works with two arrays, and not with two Symbols."""
    halves = nd.ones((2, 2)) / 2
    arrays = [(nd.ones((2, 3)), nd.ones((2, 3))), (nd.ones((2, 3)) / 3, nd.ones(2)), (halves, nd.array([0, 1]))]
    arrays += [(nd.ones((4, 4, 3)), nd.ones((4, 4, 3))), (nd.ones((3, 4, 4)), nd.ones((3, 4, 4)))]  # pictures

    def accepts(first: Any, second: Any) -> bool:
        return works(lambda: call(first, second))

    return any(accepts(*pair) for pair in arrays) and not accepts(mxnet.sym.var("x"), mxnet.sym.var("y"))


def main() -> None:
    """Print the data to standard output, sorted."""
    found: Dict[str, Dict[str, object]] = {}
    for module in MODULES.values():
        for name in dir(module):
            block = getattr(module, name)
            if name.startswith("_"):
                continue
            if inspect.isclass(block) and issubclass(block, gluon.Block):
                found[name] = described(block)
            elif module is vision and inspect.isfunction(block) and works(block) and isinstance(block(), gluon.Block):
                found[name] = described(type(block()))
    functions = sorted({name for name, call in calls_of_functions() if takes_arrays_only(call)})
    data = {"version": mxnet.__version__, "blocks": found, "take_arrays_only": functions}
    json.dump(data, sys.stdout, indent=0, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
