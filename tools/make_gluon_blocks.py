"""Writes what the blocks of MXNet's Gluon are, as data, from the MXNet that is installed.

    python tools/make_gluon_blocks.py > hybridlint/mxnet_api/gluon_blocks.json

For each public block class, and each function of the model zoo that makes a block: is it a HybridBlock, and what kind
of block (a recurrent cell and a recurrent layer return states beside their output; a sequential calls its children)?
Of layers and cells, what making and calling them shows; `hybridlint/mxnet_api/gluon.py` describes it. The methods of
all of them. Of the functions around Gluon, those that take arrays and no Symbols. Nothing of the file is typed by hand;
`tests/hybridlint_runtime/test_gluon_blocks.py` makes it again and compares.
"""

import contextlib
import inspect
import json
import os
import sys
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

# Errors are raised by the call that causes them; few generators of random numbers are seeded faster.
os.environ.update(
    MXNET_ENGINE_TYPE="NaiveEngine",
    MXNET_CPU_PARALLEL_RAND_COPY="1",
    OMP_NUM_THREADS="1",
    DMLC_LOG_STACK_TRACE_DEPTH="1",
)

import hybridlint_runtime.enable_mxnet  # isort: skip  # noqa: F401
import mxnet
import numpy
from mxnet import autograd, gluon, image, metric, nd
from mxnet.gluon import loss, nn, rnn
from mxnet.gluon.contrib import cnn as contrib_cnn, nn as contrib_nn, rnn as contrib_rnn
from mxnet.gluon.data.vision import transforms
from mxnet.gluon.model_zoo import vision
from mxnet_measurements import isolation

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


#: No length of an input, and no divisor of one: an output of this length shows where the argument went.
UNITS = 7
#: What blocks are tried with, in this order: no argument, a number, a name, a rate, sizes.
ARGUMENTS: Sequence[Callable[[], Tuple[Any, ...]]] = (
    tuple,
    lambda: (UNITS,),
    lambda: (1,),
    lambda: ("relu",),
    lambda: (0.5,),
    lambda: (0.5, 0.5),
    lambda: (UNITS, 3),
    lambda: ((3, 8, 8), 4, 3, 3),
)
SHAPES = ((2,), (2, 1), (2, 3), (2, 3, 4), (2, 3, 5, 8), (2, 3, 5, 8, 4))
#: The shapes of one, two and three inputs, the last of which may be a vector or a column.
INPUTS = (
    *((shape,) for shape in SHAPES),
    *((*first, last) for shape in SHAPES for first in ((shape,), (shape, shape)) for last in {*SHAPES[:2], shape}),
)


class Call(NamedTuple):
    """A call that a layer or a cell accepts."""

    shape: List[int]
    """Of the first input."""
    outputs: List[List[int]]
    """The shapes of the outputs."""
    in_training: bool
    """Whether the outputs have other values in training."""
    operators: int
    """Of the graph."""


def call(made: Any, shapes: Sequence[Tuple[int, ...]]) -> Call:
    """Call a new block in inference and in training. Raises what MXNet does where it does not accept the inputs."""
    made.initialize()
    inputs = [nd.random.uniform(0.2, 0.9, shape=shape) for shape in shapes]

    def run(training: bool) -> List[Any]:
        arguments = list(inputs)
        if isinstance(made, rnn.RecurrentCell):
            made.reset()
            arguments.append(made.begin_state(batch_size=2, func=nd.zeros))
        with autograd.train_mode() if training else autograd.predict_mode():
            return [array.asnumpy() for array in flat(made(*arguments))]

    inferred = run(training=False)
    in_training = not equal(inferred, run(training=True))
    if in_training:  # random numbers differ, too, unless they are seeded
        mxnet.random.seed(1)
        again = run(training=False)
        mxnet.random.seed(1)
        in_training = not equal(again, run(training=True))
    return Call(
        list(shapes[0]), [list(output.shape) for output in inferred], in_training, operators_of(made, len(inputs))
    )


def operators_of(made: Any, inputs: int) -> int:
    """How many operators the graph of a layer has; 0 for a cell, and if it has none."""
    if not isinstance(made, gluon.HybridBlock) or isinstance(made, rnn.RecurrentCell):
        return 0
    try:
        graph = made(*[mxnet.sym.var(f"input{number}") for number in range(inputs)])
    except Exception:
        return 0
    return sum(node["op"] != "null" for node in json.loads(graph.tojson())["nodes"])


def equal(ones: List[Any], others: List[Any]) -> bool:
    return all(numpy.allclose(left, right, equal_nan=True) for left, right in zip(ones, others))


def flat(value: Any) -> List[Any]:
    """The arrays in nested lists."""
    return [part for item in value for part in flat(item)] if isinstance(value, (list, tuple)) else [value]


def shape_of(made: List[List[Call]]) -> Optional[str]:
    """The output shape of a layer or cell, as `hybridlint.mxnet_api.gluon.BlockClass` describes it; None for any other.

    It is "same" with any arguments, and one of the others with the first that it accepts."""
    calls = made[0]
    if all(len(call.outputs) > 1 and all(shape == [2, UNITS] for shape in call.outputs) for call in calls):
        return "vectors"
    if all(call.outputs == [call.shape] for variant in made for call in variant):
        return "same"
    if all(call.outputs == [[2]] for call in calls):
        return "samples"
    return "one" if all(call.outputs == [[1]] for call in calls) else None


def made_with(block: Any) -> List[Callable[[], Tuple[Any, ...]]]:
    """What makes arguments that the constructor of a block accepts: another cell, for one that changes a cell."""
    tried = [lambda: (rnn.RNNCell(UNITS), 0.5, 0.5)] if issubclass(block, rnn.ModifierCell) else ARGUMENTS
    return [arguments for arguments in tried if works(lambda make=arguments: block(*make()).collect_params())]


def calls_of(block: Any) -> Optional[List[List[Call]]]:
    """The calls that a layer or a cell accepts, for each of the arguments that make it; None if it is a base class."""
    result = []
    for arguments in made_with(block):
        calls = []
        for shapes in INPUTS if issubclass(block, gluon.HybridBlock) else INPUTS[:1]:
            with contextlib.redirect_stdout(sys.stderr):
                try:
                    calls.append(call(block(*arguments()), shapes))
                except NotImplementedError:
                    return None
                except Exception:
                    continue
        if calls:
            result.append(calls)
    return result


def measured(block: Any) -> Dict[str, object]:
    """What making and calling a layer or a cell shows."""
    record: Dict[str, object] = {}
    (answer,) = isolation.run_isolated(calls_of, [block], 1)
    if answer is None:
        return record
    calls = [] if isolation.CRASHED in answer else [[Call(*call) for call in variant] for variant in answer]
    if any(call.in_training for variant in calls for call in variant):
        record["training"] = True
    operators = max(call.operators for call in calls[0]) if calls else 0
    if operators:
        record["operators"] = operators
    if not issubclass(block, rnn.ModifierCell):
        made = [block(*variant()) for variant in made_with(block)]
        names = {name for block in made for name in block._reg_params}
        if made and not any(list(block.collect_params()) for block in made):
            record["parameters"] = []
        elif made and all(block._reg_params for block in made):
            record["parameters"] = sorted(names)
        if calls and shape_of(calls) is not None:
            record["shape"] = shape_of(calls)
    return record


def described(block: Any) -> Dict[str, object]:
    """What is known of a class of blocks."""
    record: Dict[str, object] = {"hybrid": issubclass(block, gluon.HybridBlock), "kind": kind_of(block)}
    if record["hybrid"] and never_traces(block):
        record["untraceable"] = True
    if record["kind"] == "recurrent layer" and not traces_lengths(block):
        record["untraceable_with"] = ["use_sequence_length"]
    if record["kind"] in ("layer", "cell", "recurrent layer") and not hasattr(block, "__len__"):
        if not block.__module__.startswith(vision.__name__):
            record.update(measured(block))
        parameters = inspect.signature(block).parameters.values()
        record["positional"] = [
            parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
    if hasattr(block, "__len__"):
        record["length"] = True
    return record


def methods_of(blocks: Sequence[Any]) -> List[str]:
    """The methods that a class of blocks has and a plain object has not, but for operators of Python."""
    names = {name for block in blocks for name in dir(block) if callable(getattr(block, name))}
    return sorted(name for name in names if not name.startswith("__") and not hasattr(object, name))


def calls_of_functions() -> Iterator[Any]:
    """(full name, a function of two tensors that calls it) of what is worth asking."""
    yield "mxnet.gluon.utils.split_data", lambda x, y: gluon.utils.split_data(x, 2)
    yield "mxnet.gluon.utils.split_and_load", lambda x, y: gluon.utils.split_and_load(x, [mxnet.cpu()])
    yield "mxnet.gluon.utils.clip_global_norm", lambda x, y: gluon.utils.clip_global_norm([x], 1.0)
    for name, made in sorted(vars(image).items()):
        if inspect.isfunction(made) and made.__module__ == image.imresize.__module__ and name.islower():
            for arguments in ((1,), (2, 2), ((2, 2),), ((2, 2), 0.5, (1.0, 1.0)), (0, 0, 2, 2)):
                yield f"mxnet.image.{name}", lambda x, y, call=made, constants=arguments: call(x, *constants)
    for name, made in sorted(vars(metric).items()):
        if inspect.isclass(made) and issubclass(made, metric.EvalMetric):
            for arguments in ((), (2,), (None,)):
                yield (
                    f"mxnet.metric.{name}.update",
                    lambda x, y, make=made, constants=arguments: make(*constants).update([y], [x]),
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
    result: Dict[str, Dict[str, object]] = {}
    classes: List[Any] = []
    for module in MODULES.values():
        for name in dir(module):
            block = getattr(module, name)
            if name.startswith("_"):
                continue
            if inspect.isclass(block) and issubclass(block, gluon.Block):
                classes.append(block)
                result[name] = described(block)
            elif module is vision and inspect.isfunction(block) and works(block) and isinstance(block(), gluon.Block):
                result[name] = described(type(block()))
    functions = sorted({name for name, call in calls_of_functions() if takes_arrays_only(call)})
    data = {
        "version": mxnet.__version__,
        "blocks": result,
        "methods": methods_of(classes),
        "attributes": sorted(vars(gluon.HybridBlock())),
        "take_arrays_only": functions,
    }
    json.dump(data, sys.stdout, indent=0, sort_keys=True)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
