"""Blocks of MXNet 2 as combinations: what Python gets to know × how it is passed on × what it is used for × where.

A block makes one to three steps. Each step takes an array `h` and returns another. Its parts are drawn independently,
so that most combinations are of no hand-written list. `make(seed, number)` always gives the same block.
"""

from __future__ import annotations

import random
import textwrap
from typing import Callable, Dict, List, NamedTuple, Sequence

HEAD = """\
import collections
import contextlib
import functools
import itertools
import math
import operator
import random
import time
import types

import mxnet as mx
import numpy
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn

Pair = collections.namedtuple("Pair", "first second")


def passed_on(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def apply(function, *args):
    return function(*args)
"""

#: What a line of a constructor is, by the attribute that needs it.
ATTRIBUTES = {
    "weight": 'self.weight = gluon.Parameter("weight", shape=(1,), init="ones")',
    "level": "self.level = gluon.Constant(np.array([0.7]))",
    "layer": "self.layer = nn.Dense(3, flatten=False, in_units=3)",
    "norm": "self.norm = nn.BatchNorm(axis=-1, in_channels=3)",
    "factor": "self.factor = 1.5",
    "names": 'self.names = ["a", "b"]',
    "options": 'self.options = {"scale": 2.0, "flag": True}',
    "steps": "self.steps = 0",
    "seen": "self.seen = []",
    "ticket": "self.ticket = itertools.count(1)",
    "bias": "self.bias = np.array([0.5])",
    "last": "self.last = None",
}

#: Arrays that are looked at.
LOOKED_AT = (
    "h", "h", "np.tanh(h)", "(h * h)", "npx.relu(h)", "npx.softmax(h, axis=-1)", "self.layer(h)", "h[:, 0]", "h[0]",
    "h.mean(axis=-1)", "np.concatenate([h, h], axis=-1)", "self.weight.data()", "self.level.data()", "(h > 0)",
    "np.ones_like(h)", "np.random.uniform(0, 1, (2, 3))", "np.expand_dims(h, 0)",
)  # fmt: skip
#: Numbers that no call changes.
FIXED = (
    "2", "self.factor", "len(self.names)", "self.options['scale']", "{a}.ndim", "len({a}.shape)", "math.sqrt(2)",
    "sum(i for i in range(3))", "len('text')", "(1 if {a}.ndim > 1 else 4)", "float(isinstance({a}, np.ndarray))",
    "(3 if str({a}.dtype) == 'float32' else 2)", "int(self.options['flag'])", "max(self.factor, 1)",
    "(2 if {a} is not None else 3)", "numpy.float32(1.25).item()", "len(range(3))", "operator.add(1, 2)",
    "numpy.linspace(0, 1, 3).sum()", "(0.5 if hasattr({a}, 'asnumpy') else 7)", "len(inspected({a}))",
)  # fmt: skip
#: Numbers that depend on values, lengths, the mode, or on how often the block was called.
VARYING = (
    "float({a}.sum())", "{a}.max().item()", "int({a}.mean() * 10)", "{a}.asnumpy().mean()", "bool({a}.sum() > 0.1)",
    "float(numpy.sum({a}.asnumpy()))", "round({a}.mean().item(), 3)", "len(str(float({a}.sum())))",
    "{a}.reshape(-1).tolist()[0]", "math.floor({a}.sum())", "float(f'{{float({a}.mean()):.3f}}')",
    "sum({a}.reshape(-1).tolist())", "float(max({a}.reshape(-1).tolist()))", "numpy.asarray({a}.asnumpy()).std()",
    "{a}.shape[0]", "{a}.shape[-1]", "len({a})", "{a}.size", "math.prod({a}.shape)", "max({a}.shape)",
    "len({a}.asnumpy())", "sum(1 for _ in {a})", "len(list({a}))", "({a}.shape[0] + 1) // 2", "np.shape({a})[0]",
    "next(iter({a}.shape))", "dict(enumerate({a}.shape))[0]", "Pair({a}.shape, 1).first[0]", "{a}.shape[::-1][-1]",
    "random.random()", "random.choice([1, 2, 3, 4, 5, 6, 7])", "numpy.random.rand()",
    "(time.perf_counter() * 1e6 % 97)", "next(self.ticket)", "autograd.is_training()", "autograd.is_recording()",
    "float(self.weight.data().sum())", "self.weight.data().item()", "operator.index({a}.shape[0])",
    "numpy.random.RandomState().rand()", "(1 if {a}.sum() > 0.1 else 3)",
    "float({a}.sum() > 0.1 and {a}.max() > 0.2)", "int(not {a}.sum() > 0.1)",
    "len([v for v in {a}.reshape(-1).tolist() if v > 0])", "float({a}.asnumpy().any())", "hash({a}.shape[0])",
)  # fmt: skip
#: How a number is passed on: the lines before, and the expression.
PASSED_ON = (
    "{n}", "{n}", "{n}", "[{n}][0]", "({n}, 0)[0]", "{{'n': {n}}}['n']", "Pair({n}, 1).first", "abs({n})",
    "types.SimpleNamespace(n={n}).n", "(lambda n={n}: n)()", "apply(abs, {n})", "sum([{n}])", "max({n}, -99)",
    "n = {n}|n", "n, _ = {n}, 1|n", "n = m = {n}|m", "numbers = []\nnumbers.append({n})|numbers.pop()",
    "table = {{}}\ntable['n'] = {n}|table['n']", "(n, (m,)) = (1, ({n},))|m", "n = 0\nn += {n}|n", "float({n})",
    "self.n = {n}|self.n", "n = {n}\nn = n + 1\nm = n|m", "numbers = [{n}] * 2\nfirst, *rest = numbers|rest[0]",
    "next(n for n in [{n}])", "functools.reduce(operator.add, [{n}, 1])", "getattr(Pair({n}, 2), 'first')",
    "if (n := {n}) is None:\n    n = 1|n", "try:\n    n = {n}\nfinally:\n    m = 1|n * m",
)  # fmt: skip
#: What a number is used for: lines that set `h`.
USES = (
    "h = h * {n}", "h = {n} - h", "h = np.where(h > {n}, h, h * 2)", "h = h + np.full((1, 3), {n})",
    "h = h if {n} > 1.2 else -h", "h = [h, -h, h * 2][int({n}) % 3]", "h = {{0: h, 1: -h}}.get(int({n}) % 2, h)",
    "for _ in range(int(abs({n})) % 4):\n    h = h + 1", "h = np.clip(h, -abs({n}), abs({n}))", "h = h * ({n} > 1.2)",
    "if {n} > 1.2:\n    h = np.exp(h)\nelse:\n    h = np.sin(h)",
    "h = getattr(np, 'sin' if {n} > 1.2 else 'tanh')(h)", "h = sum([h] * (1 + int(abs({n})) % 3))",
    "h = np.full_like(h, {n}) + h", "h = npx.leaky_relu(h, slope=0.1 + abs({n}) / 9)", "h = h / (1 + abs({n}))",
    "k = {n}\nwhile k > 3:\n    h = h * 0.5\n    k = k - 3", "h = h + (h, h * 2)[{n} > 1.2]",
    "with contextlib.suppress(ValueError):\n    h = h * {n}", "h = np.power(np.abs(h) + 1, {n} % 2)",
    "h = functools.reduce(lambda a, b: a + b * {n}, [h, h])", "h = h * numpy.float32({n}).item()",
    "for i in itertools.takewhile(lambda i: i < {n}, range(3)):\n    h = h - i", "h = np.multiply(h, {n})",
)  # fmt: skip
#: What leaves the graph as it is, whatever the number.
NO_USES = (
    "_ = {n}", "assert {n} is not None", "if {n} is None:\n    h = h * 2", "h = (h, {n})[0]",
    "text = str({n})\nh = h * 2", "h = h if isinstance({n}, (bool, int, float)) else -h",
    "if callable({n}):\n    raise ValueError('odd')", "self.noted = {n}",
)  # fmt: skip
#: Steps on arrays alone that are recorded as they are.
RECORDED = (
    "h = np.tanh(h) + h", "h = h - h.mean(axis=-1, keepdims=True)", "h = self.layer(h)", "h = self.norm(h)",
    "h = h * self.weight.data()", "h = h + self.level.data()", "h = np.where(h > 0, h, 0.1 * h)",
    "h = npx.dropout(h, p=0.5)", "h = np.maximum(h, 0.2)", "a, b = np.split(h, [1], axis=-1)\nh = h * a",
    "h = sum([h, h * 2])", "pairs = {{'a': h, 'b': h * 2}}\nh = pairs['a'] + pairs.pop('b')",
    "h, other = np.sin(h), h\nh = h + other", "first, *rest = [h, h * 2, h * 3]\nh = first + rest[-1]",
    "h = functools.reduce(np.add, [h, h])", "h = np.stack([h, h]).sum(axis=0)", "h = h.astype('float32')",
    "parts = [h]\nparts.append(h * 2)\nh = parts[0] - parts[1]", "h = npx.reshape(npx.reshape(h, (-1,)), (-1, 3))",
    "h = np.random.normal(0, 1, (1, 3)) + h", "h = h[:, 0:1] + h", "h = np.copy(h)", "h = h * np.ones((1, 3))",
    "del_ = h * 2\nh = del_ + 1\ndel del_", "h = npx.cond(lambda a: a.sum() > 0, lambda a: a * 2, lambda a: a, [h])",
    "h = np.take(h, np.zeros((1,), dtype='int32'), axis=1) + h", "h = (lambda a, *more: a + sum(more))(h, h, h)",
    "if self.options['flag']:\n    h = h + 1", "h = h + np.zeros_like(h)", "h = h.T.T",
    "h = npx.stop_gradient(h) * 2", "for name in self.names:\n    h = h + len(name)", "h = h @ np.eye(3)",
    "h = h[:, -1:] * h",
)  # fmt: skip
#: Steps on arrays alone most of which are not.
NOT_RECORDED = (
    "h = h * np.array([1.0, 2.0, 3.0])", "h = h + self.bias", "h = h * 2\nh[:, 0] = 1", "h = h * 2\nh -= h.mean()",
    "h = h[h > 0]", "h = h[None][0]", "h = h[..., 0]", "h = h.detach() + h", "h = h[-1] + h", "h = h[1:]",
    "h = numpy.exp(h)", "h = np.stack([row for row in h])", "h = sum(row for row in h) + h",
    "for i, row in enumerate(h):\n    h = h + row * i", "h = np.stack(list(h))", "h = np.add(h, 1, out=h)",
    "h = h.reshape(h.shape)", "h = h + np.ones(h.shape)", "h = np.concatenate([h, h])[: len(h)]",
    "h = h + np.arange(h.shape[-1])", "h = h * np.random.uniform(0, 1, h.shape)", "self.last = h * 1",
    "self.seen.append(h * 1)", "h = h if self.last is None else h + self.last\nself.last = h * 1", "print(h.sum())",
    "mx.random.seed(5)\nh = h + np.random.normal(0, 1, (1, 3))", "h = np.array(h.asnumpy()) + h",
    "with autograd.pause():\n    k = h * 1\nh = h + k", "self.weight.set_data(self.weight.data() * 2)",
    "h = max(h.sum(), h.mean()) * h", "h = sorted([h.sum(), h.mean()])[0] + h",
    "h = h * any(v > 0.5 for v in h.sum(0))", "h = h[[0, 1]]", "h = h[np.argmax(h, axis=0)]",
    "h = h + numpy.ones((1, 3), dtype='float32')", "h = h[:-1]", "h = h.swapaxes(0, 1).reshape(h.shape)",
    "h, _ = h, self.steps\nself.steps += 1\nh = h + self.steps", "h = np.where(np.isclose(h, h), h, 0)",
    "h = np.split(h, h.shape[0])[0] + h", "h = h[0] if h.sum() > 0 else h[1]",
    "h = np.vstack([h[i] for i in range(len(h))])", "h = np.broadcast_to(h.mean(), h.shape)", "h = h[slice(1, None)]",
    "a, b = h\nh = a + b", "h = np.concatenate([*h])", "h = zip(h, h).__next__()[0]", "h = h * (h.mean() > 0).item()",
)  # fmt: skip
#: What `forward` returns.
ENDINGS = (
    "return h", "return h", "return h", "return h", "return h, h * 2", "return [h, [h + 1, h * 3]]",
    "return h.sum(axis=-1)",
)  # fmt: skip
DOUBTFUL_ENDINGS = (
    "return {'out': h}", "return h, None", "return h, h.shape[0]", "return h, x", "return x", "return Pair(h, h * 2)",
    "return float(h.sum())", "return h.asnumpy()", "return (item for item in [h])", "return h, self.weight.data()",
)  # fmt: skip


class Program:
    """What a block consists of while its steps are placed."""

    def __init__(self) -> None:
        self.functions: List[str] = []
        self.classes: List[str] = []
        self.bases = ["gluon.HybridBlock"]
        self.methods: List[str] = []
        self.forward: List[str] = []
        self.constructor: List[str] = []


def _function(head: str, body: Sequence[str], *, last: str = "return h") -> str:
    return f"def {head}:\n" + textwrap.indent("\n".join([*body, last]), "    ")


def _class(name: str, base: str, lines: Sequence[str], methods: Sequence[str]) -> str:
    """A class with the attributes that its methods need, and with more `lines` of the constructor."""
    text = "\n\n".join(methods)
    needed = [line for attribute, line in ATTRIBUTES.items() if f"self.{attribute}" in text]
    start = [] if base == "object" else ["super().__init__()"]
    constructor = ["def __init__(self):\n" + textwrap.indent("\n".join([*start, *needed, *lines] or ["pass"]), "    ")]
    return f"class {name}({base}):\n" + textwrap.indent("\n\n".join([*constructor, *methods]), "    ")


def _inline(opening: str, closing: str = "") -> Callable[[Program, int, List[str]], None]:
    def place(program: Program, number: int, body: List[str]) -> None:
        program.forward += [opening, textwrap.indent("\n".join(body), "    ")] if opening else body
        program.forward += [closing] if closing else []

    return place


def _method(call: str, decorator: str = "", last: str = "return h") -> Callable[[Program, int, List[str]], None]:
    def place(program: Program, number: int, body: List[str]) -> None:
        head = f"step{number}(self, h)"
        program.methods.append(f"{decorator}{_function(head, body, last=last)}")
        program.forward.append(call.format(f"self.step{number}", name=f"step{number}", number=number))

    return place


def _of_module(program: Program, number: int, body: List[str]) -> None:
    program.functions.append(_function(f"step{number}(self, h)", body))
    program.forward.append(f"h = step{number}(self, h)")


def _closure(program: Program, number: int, body: List[str]) -> None:
    program.forward += [_function(f"step{number}(h)", body), f"h = step{number}(h)"]


def _child(call: str, kind: str = "gluon.HybridBlock", made: str = "{}()") -> Callable[..., None]:
    def place(program: Program, number: int, body: List[str]) -> None:
        name = f"Child{number}"
        method = _function("forward(self, h)", body)
        program.classes.append(_class(name, kind, [], [method]))
        program.constructor += made.replace("{0}", f"child{number}").format(name).split("\n")
        program.forward.append(call.format(f"self.child{number}"))

    return place


def _inherited(program: Program, number: int, body: List[str]) -> None:
    name = f"Base{number}"
    program.classes.append(_class(name, program.bases[-1], [], [_function(f"step{number}(self, h)", body)]))
    program.bases.append(name)
    program.forward.append(f"h = self.step{number}(h)")


#: Where a step is.
PLACES: Dict[str, Callable[[Program, int, List[str]], None]] = {
    "inline": _inline(""),
    "if": _inline("if self.options['flag']:"),
    "loop": _inline("for _ in range(1):"),
    "loop with else": _inline("for _ in range(1):", "else:\n    h = h * 1"),
    "try": _inline("try:", "except KeyError:\n    pass"),
    "with": _inline("with contextlib.suppress(KeyError):"),
    "method": _method("h = {}(h)"),
    "keyword": _method("h = {}(h=h)"),
    "starred": _method("h = {}(*[h])"),
    "dictionary": _method("h = {}(**{{'h': h}})"),
    "decorated": _method("h = {}(h)", "@passed_on\n"),
    "mapped": _method("h = list(map({}, [h]))[0]"),
    "comprehension": _method("h = [{}(item) for item in [h]][0]"),
    "generator": _method("h = next({}(h))", last="yield h"),
    "partial": _method("h = functools.partial({}, h)()"),
    "table of functions": _method("h = {{'step': {}}}['step'](h)"),
    "lambda": _method("h = (lambda value: {}(value))(h)"),
    "attribute": _method("h = getattr(self, '{name}')(h)"),
    "computed attribute": _method("h = getattr(self, f'step{{{number}}}')(h)"),
    "function": _of_module,
    "closure": _closure,
    "child": _child("h = {}(h)", made="self.{0} = {}()"),
    "sequential": _child("h = {}(h)", made="self.{0} = nn.HybridSequential()\nself.{0}.add({}())"),
    "inherited": _inherited,
}


def make(seed: int, number: int) -> Dict[str, str]:
    """The block of this number: its `id`, `src`, and `inputs`."""
    drawn = random.Random(f"combinations {seed} {number}")
    doubt = drawn.choice((0, 0.3, 0.6, 0.9))
    program = Program()
    for position in range(drawn.randint(1, 3)):
        place = PLACES[drawn.choice(list(PLACES))]
        place(program, position, _step(drawn, doubt))
    endings = DOUBTFUL_ENDINGS if drawn.random() < doubt * 0.3 else ENDINGS
    forward = ["h = x * 1", *program.forward, drawn.choice(endings)]
    methods = [*program.methods, "def forward(self, x):\n" + textwrap.indent("\n".join(forward), "    ")]
    net = _class("Net", program.bases[-1], program.constructor, methods)
    parts = [*program.functions, *program.classes, net]
    text = "\n\n\n".join(parts) + "\n"
    if "inspected(" in text:
        text = _function("inspected(value)", [], last="return [type(value).__name__, value.dtype]") + "\n\n\n" + text
    return {"id": f"combinations-{seed}-{number}", "src": f"{HEAD}\n\n{text}", "inputs": "[(2, 3)]"}


def _step(drawn: random.Random, doubt: float) -> List[str]:
    """The lines of a step, which set `h`."""
    doubtful = drawn.random() < doubt
    if drawn.random() < 0.35:
        return drawn.choice(NOT_RECORDED if doubtful else RECORDED).replace("{{", "{").replace("}}", "}").split("\n")
    varying = doubtful or drawn.random() < 0.2  # of which nothing may come
    read = NamedExpression.of(drawn.choice(VARYING if varying else FIXED), a=drawn.choice(LOOKED_AT))
    passed = NamedExpression.of(drawn.choice(PASSED_ON), n=read.text)
    use = drawn.choice(USES if doubtful or not varying else NO_USES)
    return [*passed.before, *use.format(n=f"({passed.text})" if " " in passed.text else passed.text).split("\n")]


class NamedExpression(NamedTuple):
    """Lines, and an expression after them."""

    before: List[str]
    text: str

    @classmethod
    def of(cls, template: str, **fields: str) -> NamedExpression:
        lines, _, text = template.format(**fields).rpartition("|")
        return cls(lines.split("\n") if lines else [], text)
