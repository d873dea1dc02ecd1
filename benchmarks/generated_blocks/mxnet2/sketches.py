"""Blocks of MXNet 2 as people write models: a sketch of a model, with one change made to it.

Each sketch is a small model that works. A change replaces one of its operations, or adds one, as code tends to say it:
in place, in a method, a function, a lambda, a comprehension. `make(seed, number)` always gives the same block.
"""

from __future__ import annotations

import random
import re
from typing import Dict, List, NamedTuple, Tuple

HEAD = """\
import random
import time

import mxnet as mx
import numpy
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn

"""


class Sketch(NamedTuple):
    """`@` marks an array that a change may be made to, as a whole expression; `%` where lines may be added for `h`."""

    inputs: str
    source: str


SKETCHES = (
    Sketch(
        "[(2, 6)]",
        """\
class Net(gluon.HybridBlock):
    def __init__(self, units=6):
        super().__init__()
        self.inner = nn.Dense(units * 2, activation="relu", flatten=False, in_units=units)
        self.outer = nn.Dense(units, flatten=False, in_units=units * 2)

    def forward(self, data):
        h = @(self.inner(data))
        %
        h = self.outer(h)
        return @(data + h)
""",
    ),
    Sketch(
        "[(2, 4, 6)]",
        """\
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.query = nn.Dense(6, flatten=False, use_bias=False, in_units=6)
        self.key = nn.Dense(6, flatten=False, use_bias=False, in_units=6)

    def attend(self, q, k):
        scores = npx.batch_dot(q, k, transpose_b=True)
        return npx.softmax(@(scores * 0.4), axis=-1)

    def forward(self, sequence):
        q, k = self.query(sequence), self.key(sequence)
        h = @(self.attend(q, k))
        %
        return npx.batch_dot(h, sequence)
""",
    ),
    Sketch(
        "[(2, 3, 8, 8)]",
        """\
class Residual(gluon.HybridBlock):
    def __init__(self, channels):
        super().__init__()
        self.conv = nn.Conv2D(channels, 3, padding=1, in_channels=channels)

    def forward(self, image):
        h = npx.relu(self.conv(image))
        %
        return @(image + h)


class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.blocks = nn.HybridSequential()
        for _ in range(2):
            self.blocks.add(Residual(3))

    def forward(self, image):
        h = @(self.blocks(image))
        return h.mean(axis=(2, 3))
""",
    ),
    Sketch(
        "[(2, 5), (2, 5)]",
        """\
class Net(gluon.HybridBlock):
    def __init__(self, margin=0.5):
        super().__init__()
        self.margin = margin

    @staticmethod
    def _distance(one, other):
        return np.sqrt(((one - other) ** 2).sum(axis=-1) + 1e-6)

    def forward(self, anchor, positive):
        h = @(anchor - positive)
        %
        loss = np.maximum(self._distance(h, positive) - self.margin, 0)
        return @(loss)
""",
    ),
    Sketch(
        "[(2, 6)]",
        """\
class Base(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.gate = gluon.Parameter("gate", shape=(1,), init="ones")

    def transform(self, h):
        raise NotImplementedError

    def forward(self, features):
        h = self.transform(features)
        %
        return @(h * npx.sigmoid(self.gate.data()))


class Net(Base):
    def transform(self, h):
        parts = [np.tanh(h), np.sin(h), npx.relu(h)]
        return @(sum(parts))
""",
    ),
    Sketch(
        "[(2, 4, 6)]",
        """\
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = nn.Dense(6, flatten=False, in_units=6)
        self.steps = 3

    def forward(self, sequence):
        h = sequence.mean(axis=1)
        for _ in range(self.steps):
            h = np.tanh(@(self.cell(h)))
        %
        return @(h)
""",
    ),
)

#: Changes to an array `A` that are recorded as they are.
HARMLESS = (
    "npx.relu(A)", "A * 2", "np.where(A > 0, A, A * 0.1)", "A - A.mean()", "np.clip(A, -3, 3)", "A * A.ndim",
    "A / np.abs(A).max()", "npx.dropout(A, p=0.3)", "A * np.random.uniform(0.9, 1.1, (1,))", "np.copy(A)",
    "A + np.zeros_like(A)", "A.astype('float32')",
)  # fmt: skip
#: Changes that are not.
HARMFUL = (
    "A * float(A.mean())", "A / A.shape[0]", "A / len(A)", "A.reshape(A.shape)", "A * random.random()",
    "A * numpy.random.uniform()", "A * A.max().item()", "A + np.ones(A.shape)", "A.detach()",
    "A * (1 if autograd.is_training() else 2)", "A * (time.time() % 7)", "(A if A.sum() > 0 else -A)",
    "np.array(A.asnumpy())", "A + np.array(1.0)", "np.stack(list(A))", "A * int(A.sum() > 0)", "A[1:]", "A[-1]",
    "A * A.asnumpy().std()", "A[..., 0]", "A[None]",
)  # fmt: skip
#: How code says a change `C` of an array: the lines before, the expression, and what the class has besides.
WAYS: Tuple[Tuple[str, str, str], ...] = (
    ("", "C", ""),
    ("", "self._changed(A)", "    def _changed(self, value):\n        return {C:value}\n"),
    ("", "_changed(A)", "def _changed(value):\n    result = {C:value}\n    return result\n"),
    ("", "(lambda value: {C:value})(A)", ""),
    ("", "[{C:item} for item in [A]][0]", ""),
)
#: Lines that are added, of an array `h`.
LINES_HARMLESS = (
    "assert h.ndim >= 1", "if h.shape[0] == 0:\n    raise ValueError('empty')", "h = h + 0",
    "if h is None:\n    h = 1", "names = ['a', 'b']\nh = h * len(names)",
    "extra = {'scale': 2.0}\nh = h * extra['scale']",
)  # fmt: skip
LINES_HARMFUL = (
    "if h.sum() > 0:\n    h = h * 2", "h += 1", "print(h.mean())", "self.last = h",
    "with autograd.pause():\n    h = h * 1", "rows = h.shape[0]\nh = h / rows",
    "self.count = getattr(self, 'count', 0) + 1\nh = h * self.count", "h[:] = 0",
    "norm = float(np.abs(h).sum())\nif norm > 9:\n    h = h / norm",
    "threshold = h.mean().item()\nh = np.where(h > threshold, h, 0)", "n, *_ = h.shape\nh = h * n",
    "while float(np.abs(h).max()) > 1:\n    h = h * 0.5",
    "history = []\nfor row in h:\n    history.append(row)\nh = h + sum(history)",
)  # fmt: skip


def _named(template: str, change: str) -> str:
    """`template` with `{C:name}` replaced by the change of what bears that name."""
    return re.sub(r"\{C:(\w+)\}", lambda match: re.sub(r"\bA\b", match.group(1), change), template)


def make(seed: int, number: int) -> Dict[str, str]:
    """The block of this number: its `id`, `src`, and `inputs`."""
    drawn = random.Random(f"sketches {seed} {number}")
    sketch = drawn.choice(SKETCHES)
    places = [match.start() for match in re.finditer("@\\(", sketch.source)]
    harm = drawn.random() < 0.5
    source, extra = sketch.source, ""
    if drawn.random() < 0.6:
        place = drawn.choice(places)
        end = _closing(source, place + 1)
        change = drawn.choice(HARMFUL if harm else HARMLESS)
        _, way, extra = drawn.choice(WAYS)
        array = source[place + 1 : end + 1]
        text = _named(way, change)
        text = f"({change})" if text == "C" else text
        changed = re.sub(r"\bA\b", lambda match: array, text)
        source = source[:place] + changed + source[end + 1 :]
        source = source.replace("        %\n", "")
        extra = _named(extra, change)
    else:
        lines = drawn.choice(LINES_HARMFUL if harm else LINES_HARMLESS).split("\n")
        source = source.replace("        %\n", "".join(f"        {line}\n" for line in lines), 1)
    source = source.replace("@(", "(").replace("        %\n", "")
    if extra.startswith("def "):
        source = f"{extra}\n\n{source}"
    elif extra:
        source = _in_each_class(source, extra)
    return {"id": f"sketches-{seed}-{number}", "src": f"{HEAD}\n{source}", "inputs": sketch.inputs}


def _closing(text: str, place: int) -> int:
    """Where the bracket that opens at `place` closes."""
    depth = 0
    for position in range(place, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return position
    raise ValueError("a bracket is not closed")


def _in_each_class(source: str, method: str) -> str:
    classes: List[str] = re.split(r"(?m)^(?=class )", source)
    return "".join(f"{text.rstrip()}\n\n{method}\n\n" if text.startswith("class ") else text for text in classes)
