"""What is around a body: inputs, attributes, children, parameters, helpers; and the whole module that comes of it."""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from typing import Any, Dict, Iterator, List, Optional, Tuple

import hybridlint_runtime.enable_mxnet  # noqa: F401  # isort: skip

import mxnet as mx
import numpy as np

from benchmarks.generated_blocks.grammar.expressions import tensor
from benchmarks.generated_blocks.grammar.program import IMPORTS, Discard, Program, indented, quietly
from benchmarks.generated_blocks.grammar.statements import grow, returned
from benchmarks.running_cases import tensors

#: Attributes that are set from an argument of `__init__`: its default and what else it may be.
CONFIGURATION: Dict[str, Tuple[Any, ...]] = {
    "units": (4, 3, 2),
    "flag": (True, False),
    "kind": ("first", "second"),
    "scale": (0.5, 2.0, None),
}
_STATE = {"counter": "0", "seen": "[]", "table": "{}", "last": "None"}
_CHILDREN = {
    "dense": ["nn.Dense(4, flatten=False)", "nn.Dense(3)", "nn.Dense(4, activation='relu', use_bias=False)"],
    "conv": [
        "nn.Conv1D(3, kernel_size=1)",
        "nn.Conv2D(3, kernel_size=1)",
        "nn.Conv2D(4, 3, padding=1, use_bias=False)",
    ],
    "norm": ["nn.LayerNorm()", "nn.BatchNorm()", "nn.InstanceNorm()"],
    "act": ["nn.Activation('relu')", "nn.LeakyReLU(0.1)", "nn.PReLU()", "nn.HybridLambda('tanh')", "nn.Dropout(0.0)"],
    "body": ["nn.HybridSequential()"],
    "layers": ["nn.HybridSequential()"],
    "pool": ["nn.GlobalAvgPool2D()", "nn.MaxPool2D(2)", "nn.AvgPool1D(2)", "nn.Flatten()"],
    "child": ["Child()"],
    "loss": ["gluon.loss.L2Loss()", "gluon.loss.SoftmaxCrossEntropyLoss()"],
    "cell": ["rnn.LSTMCell(4)", "rnn.GRUCell(3)"],
    "lstm": ["rnn.LSTM(3)", "rnn.GRU(4, layout='NTC')"],
}
_SHAPES = [
    (2, 3),
    (2, 3),
    (2, 4),
    (2, 3, 4),
    (2, 3, 4),
    (2, 1),
    (2,),
    (2, 3, 4, 4),
    (2, 2),
    (3, 3),
    (2, 1, 4),
    (4,),
    (1, 3),
    (2, 4, 4),
]


def make_case(seed: int, number: int) -> Dict[str, Any]:
    """The block of this number, its inputs and its variations. The same for the same seed and number."""
    choose = random.Random(f"{seed} {number}")
    while True:
        try:
            return _case(choose)
        except Discard:
            continue


def _case(choose: random.Random) -> Dict[str, Any]:
    inputs = _inputs(choose)
    parameters = (
        {"weight": choose.choice([(1, 4), (3,), (1, 3), (4, 3), (1,), (3, 4)])} if choose.random() < 0.3 else {}
    )
    odd = choose.choices([0, 1, 2], [35, 55, 10])[0]
    attributes = _attributes(choose, parameters)
    child = _child(choose)
    names: Dict[str, Any] = {"__name__": "case"}
    skeleton = IMPORTS + "\n" + child + "\n\n" + _class(attributes, "self, F, x", ["return x"], [])
    mx.random.seed(0)
    with quietly():
        exec(skeleton, names)
        net = names["Net"]()
        net.initialize()
    names.update(self=net, F=mx.nd)
    program = Program(choose, names, odd)
    random_numbers = np.random.RandomState(0)
    for name, spec in inputs.items():
        names[name] = tensors(spec, 2, random_numbers, "cpu(0)")
    for name in parameters:
        names[name] = net.params.get(name).data()
    program.locals = [*inputs, *parameters]
    grow(program, choose.choice([1, 2, 2, 3, 3, 4, 5]))
    lines = [*program.lines, "return " + returned(program)]
    return _assembled(program, inputs, list(parameters), attributes, child, lines)


def _inputs(choose: random.Random) -> Dict[str, Any]:
    """Name → specification, as `running_cases.tensors` takes it."""
    found: Dict[str, Any] = {}
    first = choose.choice(_SHAPES)
    for name in ["x", "y", "other"][: choose.choice([1, 1, 2, 2, 3])]:
        shape = first if choose.random() < 0.6 else choose.choice(_SHAPES)
        # An integer division by zero ends the process: whole numbers are floats, mostly.
        whole = ("i", shape, 0, 3, "float32") if choose.random() < 0.7 else ("i", shape, 1, 3, "int32")
        found[name] = choose.choice([shape] * 4 + [("pos", shape)] * 4 + [whole])
    if choose.random() < 0.15:
        found["states"] = [first] * choose.choice([1, 2, 3])
    if choose.random() < 0.2:
        found["mask"] = choose.choice([None, ("bin", first), first])
    return found


def _attributes(choose: random.Random, parameters: Dict[str, Any]) -> Dict[str, str]:
    """Attribute → the lines of `__init__` that set it."""
    found = {}
    for name in CONFIGURATION:
        found[name] = f"self.{name} = {name}"
    for name, text in _STATE.items():
        found[name] = f"self.{name} = {text}"
    for name, options in _CHILDREN.items():
        found[name] = f"self.{name} = {choose.choice(options)}"
    layers = choose.choice(["nn.Dense(4, flatten=False)", "nn.Activation('tanh')", "nn.LayerNorm()"])
    found["layers"] += f"\nfor _ in range(2):\n    self.layers.add({layers})"
    found["body"] += "\nself.body.add(nn.Dense(3, flatten=False))\nself.body.add(nn.Activation('relu'))"
    for name, shape in parameters.items():
        found[name] = f"self.{name} = self.params.get({name!r}, shape={shape}, init='ones')"
    return found


def _child(choose: random.Random) -> str:
    """A block that `Net` may have as its child."""
    child = Program(choose, {"F": mx.nd, "self": None, "mx": mx, "np": np}, 0)
    shape = choose.choice(_SHAPES)
    child.names.update(x=mx.nd.ones(shape), self=_Bare())
    child.locals = ["x"]
    body = tensor(child, 2).text
    return "\n".join(["class Child(HybridBlock):", "    def hybrid_forward(self, F, x):", f"        return {body}"])


class _Bare:
    """The `self` of a block without attributes."""


def _class(attributes: Dict[str, str], signature: str, body: List[str], methods: List[str]) -> str:
    lines = ["class Net(HybridBlock):"]
    if attributes:
        given = [name for name in CONFIGURATION if name in attributes]
        arguments = ", ".join(["self", *(f"{name}={CONFIGURATION[name][0]!r}" for name in given), "**kwargs"])
        init = ["super().__init__(**kwargs)", *(line for text in attributes.values() for line in text.splitlines())]
        lines += indented([f"def __init__({arguments}):", *indented(init), ""])
    for method in methods:
        lines += indented([*method.splitlines(), ""])
    lines += indented([f"def hybrid_forward({signature}):", *indented(body)])
    return "\n".join(lines) + "\n"


def _assembled(
    program: Program,
    inputs: Dict[str, Any],
    parameters: List[str],
    attributes: Dict[str, str],
    child: str,
    lines: List[str],
) -> Dict[str, Any]:
    """The whole module, with what its body needs and nothing else."""
    methods, functions = _needed(lines, program.methods, program.functions)
    text = "\n".join([*lines, *methods, *functions])
    used = {
        name: made for name, made in attributes.items() if re.search(rf"\bself\.{name}\b", text) or name in parameters
    }
    wanted = [name for name in inputs if re.search(rf"\b{name}\b", "\n".join(lines))] or list(inputs)[:1]
    signature = ["self", "F", *(f"{name}=None" if name == "mask" else name for name in wanted)]
    if parameters:
        signature = (
            [part for part in signature if part != "mask=None"] + parameters + ["mask=None"] * ("mask" in wanted)
        )
    parts = [IMPORTS, *(f"\n{function}\n" for function in functions)]
    if "child" in used:
        parts.append(f"\n{child}\n")
    source = "\n".join([*parts, "", _class(used, ", ".join(signature), lines, methods)])
    configured = [name for name in CONFIGURATION if name in used]
    ctors = [
        dict(zip(configured, values)) for values in itertools.product(*(CONFIGURATION[name] for name in configured))
    ]
    specs = [inputs[name] for name in wanted]
    variations = [(repr(changed), {}) for changed in _other_inputs(program.choose, specs, "mask" in wanted)]
    variations += [(repr(specs), ctor) for ctor in program.choose.sample(ctors[1:], min(len(ctors) - 1, 8))]
    return {"src": source, "inputs": repr(specs), "variations": variations}


def _other_inputs(choose: random.Random, specs: List[Any], optional: bool) -> Iterator[List[Any]]:
    """Other inputs for a block that takes `specs`; the last may be left out if it is `optional`."""
    if optional:
        yield [*specs[:-1], None]
    if None in specs:
        yield [specs[0] if spec is None else spec for spec in specs]
    mixed = [(2, 3), (3,), (1, 3), (1, 2, 3)]
    for shapes in [[(2, 3)], [(2, 3, 4)], [(1, 1)], [(2,)], [(1,)], [(3,)], mixed, mixed, None, None]:
        yield [_reshaped(spec, shapes, choose) for spec in specs]


def _reshaped(spec: Any, shapes: Optional[List[Any]], choose: random.Random) -> Any:
    """A specification of the same kind with one of `shapes`, or with other lengths at random."""
    if isinstance(spec, list):
        inner = [_reshaped(item, shapes, choose) for item in spec]
        return inner[:1] * len(inner)
    if not isinstance(spec, tuple):
        return spec
    if spec and isinstance(spec[0], str):
        return (spec[0], _reshaped(spec[1], shapes, choose), *spec[2:])
    if shapes is not None:
        return choose.choice(shapes)
    return tuple(choose.choice([length, length, 1, 2, 3, 4]) for length in spec)


def _needed(lines: List[str], methods: List[str], functions: List[str]) -> Tuple[List[str], List[str]]:
    """The helpers that the body, or a helper that it needs, calls."""
    text, kept = "\n".join(lines), set()
    names = {re.match(r"def (\w+)", helper).group(1): helper for helper in [*functions, *methods]}  # type: ignore[union-attr]
    while True:
        found = [name for name in names if name not in kept and re.search(rf"\b{name}\(", text)]
        if not found:
            break
        kept.update(found)
        text += "\n".join(names[name] for name in found)
    return [names[n] for n in names if n in kept and n.startswith("_")], [
        names[n] for n in names if n in kept and not n.startswith("_")
    ]


def main(seed: str, begin: str, end: str, out: str) -> None:
    """Append the blocks of these numbers to `out`; each number first, for the process may end at any of them."""
    with open(out, "a", encoding="utf-8") as stream:
        for number in range(int(begin), int(end)):
            stream.write(json.dumps({"number": number}) + "\n")
            stream.flush()
            stream.write(json.dumps({"number": number, "case": make_case(int(seed), number)}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
