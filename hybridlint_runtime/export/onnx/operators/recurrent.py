"""The recurrent layers of gluon.rnn, which are one operator."""

from __future__ import annotations

from typing import List

from .building import Builder, adjusts

#: Mode → (ONNX operator, order of the gates in ONNX as indices in MXNet's order). MXNet: i, f, c, o of LSTM and r, z, n
#: of GRU (docs of F.RNN); ONNX: i, o, f, c and z, r, h.
_MODES = {
    "lstm": ("LSTM", (0, 3, 1, 2)),
    "gru": ("GRU", (1, 0, 2)),
    "rnn_tanh": ("RNN", (0,)),
    "rnn_relu": ("RNN", (0,)),
}
_FAULT = (
    "MXNet converts only one or two layers, and two only if inputs have as many channels as states; only one "
    "direction, except for one layer of LSTM; and only models that return their states"
)


@adjusts("RNN", fault=_FAULT)
def _rnn(build: Builder) -> List[str]:
    """`parameters` is one vector: for every layer and direction the weights of inputs and states, then all biases."""
    mode = build.attribute("mode")
    if build.attribute("use_sequence_length", False):
        raise NotImplementedError("use_sequence_length=True: mask the outputs with F.SequenceMask")
    if build.attribute("projection_size") is not None:
        raise NotImplementedError("projection_size: unroll gluon.contrib.rnn.LSTMPCell")
    if build.attribute("lstm_state_clip_min") is not None or build.attribute("lstm_state_clip_max") is not None:
        raise NotImplementedError("states of an LSTM that are clipped")
    if build.shapes[0] is None:
        raise NotImplementedError("the number of channels of its input is not known")
    kind, order = _MODES[mode]
    size, layers = int(build.attribute("state_size")), int(build.attribute("num_layers"))
    directions = 2 if build.attribute("bidirectional", False) else 1
    channels = [build.shapes[0][2]] + [size * directions] * (layers - 1)
    used = 0

    def gates(each: int, *shape: int) -> str:
        """Return the next weights or biases, `each` for a gate, with the gates in the order of ONNX."""
        nonlocal used
        starts = [used + gate * each for gate in order]
        pieces = [build.slice(build.inputs[1], first, first + each) for first in starts]
        used += each * len(order)
        return build.op("Reshape", _stacked(build, pieces), build.integers(1, len(order) * size, *shape))

    both = range(directions)
    weights = [[(gates(size * width, width), gates(size * size, size)) for _ in both] for width in channels]
    biases = [[(gates(size), gates(size)) for _ in both] for _ in channels]
    states = [_states(build, place, layers, directions) for place in range(2, 4 if mode == "lstm" else 3)]
    more = {"linear_before_reset": 1} if kind == "GRU" else {}
    if kind == "RNN":
        more["activations"] = [mode[4:].capitalize()] * directions  # type: ignore[assignment]
    data, last = build.inputs[0], []
    for layer in range(layers):
        w, r = (_stacked(build, [pair[place] for pair in weights[layer]]) for place in (0, 1))
        b = _stacked(build, [build.op("Concat", *pair, axis=1) for pair in biases[layer]])
        names = [f"{build.name}_layer{layer}_{part}" for part in ("y", "h", "c")[: 1 + len(states)]]
        direction = "bidirectional" if directions == 2 else "forward"
        # The fifth input, the lengths of the sequences, is absent.
        given = [data, w, r, b, "", *(state[layer] for state in states)]
        build.op(kind, *given, outputs=names, hidden_size=size, direction=direction, **more)
        last.append(names[1:])
        turned = build.op("Transpose", names[0], perm=[0, 2, 1, 3])  # direction after batch
        data = build.op("Reshape", turned, build.integers(0, 0, -1))
    return [data, *(build.op("Concat", *names, axis=0) for names in zip(*last))]


def _stacked(build: Builder, parts: List[str]) -> str:
    return build.op("Concat", *parts, axis=0) if len(parts) > 1 else parts[0]


def _states(build: Builder, place: int, layers: int, directions: int) -> List[str]:
    """Return the first state of each layer. A state of batch 1, as `begin_state` makes it while tracing, is
    broadcast."""
    size = int(build.attribute("state_size"))
    shape = build.op("Concat", build.integers(layers * directions), build.length(1), build.integers(size), axis=0)
    whole = build.op("Expand", build.inputs[place], shape)
    if layers == 1:
        return [whole]
    return [build.slice(whole, layer * directions, (layer + 1) * directions) for layer in range(layers)]
