"""Blocks of MXNet 2 out of a grammar: statements and expressions, drawn at random, most of them recorded faithfully.

`make(seed, number)` always gives the same block. What becomes of it, MXNet decides: see `reference`.
"""

from __future__ import annotations

import random
from typing import Callable, Dict, List, Tuple

HEAD = """\
import math
import random

import numpy as onp
import mxnet as mx
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import HybridBlock, nn

"""

#: What a line of `__init__` is, by the attribute that needs it.
ATTRIBUTES = {
    "scale": 'self.scale = gluon.Parameter("scale", shape=(3,), init="ones")',
    "table": "self.table = gluon.Constant(np.array([0.5, 1.5, 2.5]))",
    "shift": "self.shift = np.array([1.0, 2.0, 3.0])",
    "factor": "self.factor = 1.5",
    "calls": "self.calls = 0",
    "flag": "self.flag = True",
    "seen": "self.seen = []",
    "previous": "self.previous = None",
    "dense": "self.dense = nn.Dense(3, flatten=False, in_units=3)",
    "norm": "self.norm = nn.LayerNorm(in_channels=3)",
    "drop": "self.drop = nn.Dropout(0.5)",
    "body": "self.body = nn.HybridSequential()\nself.body.add(nn.Dense(3, in_units=3, flatten=False), nn.Dropout(0.2))",
}

#: Expressions of shape (batch, width); `{e}` is another one, `{s}` an array of one number.
FAITHFUL = (
    "np.tanh({e})", "np.sin({e})", "npx.relu({e})", "npx.sigmoid({e})", "np.abs({e})", "{e} + {e}", "{e} * {e}",
    "{e} - 2", "{e} / 3.0", "np.maximum({e}, {e})", "np.where({e} > 0, {e}, {e})",
    "{e} - {e}.mean(axis=1, keepdims=True)", "npx.softmax({e}, axis=-1)", "np.concatenate([{e}, {e}], axis=1)[:, :3]",
    "np.flip({e}, axis=1)", "{e}.T.T", "npx.reshape({e}, (-2, -2))", "np.expand_dims({e}, 1).squeeze(1)",
    "{e} * self.scale.data()", "{e} + self.table.data()", "self.dense({e})", "self.norm({e})", "self.body({e})",
    "{e} * self.factor", "{e} * {s}", "{e} - {s}", "{e}.clip(-1, 1)", "np.cumsum({e}, axis=0)",
    "np.sort({e}, axis=1)", "{e} * np.ones((1, 3))", "{e} + np.zeros_like({e})", "{e} ** 2",
    "np.stack([{e}, {e}]).sum(axis=0)", "np.minimum({e}, 1.5)", "({e} if self.flag else {e} * 2)", "{e}.copy()",
    "np.broadcast_to({s}, (1, 3)) + {e}", "np.einsum('ij,jk->ik', {e}, np.eye(3))",
    "npx.leaky_relu({e}, act_type='elu')", "{e} * math.sqrt(2)", "np.repeat({e}, 2, axis=0)[::2]", "{e} * {e}.ndim",
    "({e} > 0) * {e}", "-{e}", "abs({e})", "{e} @ np.eye(3)", "{e} * sum([1, 2])", "sum([{e}, {e}])",
    "{e} + np.random.uniform(0, 1, (1, 3))", "self.drop({e})", "np.tile({e}, (1, 2))[:, 3:]",
    "npx.cond(lambda a: a.sum() > 0, lambda a: a * 2, lambda a: a * 3, [{e}])", "np.split({e}, 3, axis=1)[0] + {e}",
)  # fmt: skip
#: Arrays of one number.
SCALARS = ("{e}.sum()", "{e}.mean()", "{e}[0, 0]", "np.max({e})", "({e} * {e}).sum()", "np.abs({e}).mean()")
#: Numbers that Python reads from an array.
NUMBERS = (
    "float({s})", "{s}.item()", "int({s} * 3)", "{e}.shape[0]", "{e}.shape[1]", "len({e})", "{e}.size",
    "{e}.asnumpy().mean()", "{e}.tolist()[0][0]", "random.random()", "onp.random.rand()", "math.tanh({s})",
    "float({e}.asnumpy()[0, 1])", "len({e}.shape)", "float(self.scale.data().sum())", "self.calls",
    "round(float({s}), 1)", "max({e}.shape)", "bool({s} > 0.6)", "np.shape({e})[0]",
)  # fmt: skip
#: Expressions of which some are not recorded, or not as they are.
DOUBTFUL = (
    "{e} * {p}", "{e} + {p}", "{e} + np.ones({e}.shape)", "{e} + np.array([1.0, 2.0, 3.0])", "{e} + self.shift",
    "{e}.detach()", "{e} * max({s}, {s})", "({e} if {s} > 0.6 else {e} * 2)", "{e}[1:]", "{e}[-1] + {e}",
    "{e}[0] + {e}", "{e}[:, None][:, 0]", "{e}[{e} > 0]", "{e} + onp.ones((1, 3), dtype='float32')",
    "np.where(np.isclose({e}, {e}), {e}, 1)", "{e}.reshape(({e}.shape[0], -1))", "{e}.reshape((-1, 3))",
    "{e} * (2 if autograd.is_training() else 3)", "np.stack([row for row in {e}])", "onp.tanh({e})",
    "{e} * (3 if {e}.shape[1] > 3 else 2)", "np.full((1, 3), {p}) + {e}", "{e} + np.arange({e}.shape[1])",
    "{e}[..., 0:3]", "{e}[:, -1:] + {e}", "np.array({e}.asnumpy()) * 2", "{e}[[0, 1]]", "{e} * self.scale.grad()",
    "np.take({e}, np.argmax({e}, axis=1), axis=1)[:, :2]", "sorted([{s}, {s}])[0] * {e}",
    "{e} * any(row.sum() > 0 for row in {e})", "np.zeros(({e}.shape[0], 3)) + {e}", "{e}[: {e}.shape[0]]",
    "{e} * np.random.uniform(0, 1, {e}.shape)", "{e}.astype('float32')", "np.linspace(0, 1, {e}.shape[1]) + {e}",
    "{e} * len(str({s}))",
)  # fmt: skip
#: Statements; `{v}` is a name, `{n}` the number of the statement, and a body is indented by four.
STATEMENTS = (
    "{v} = {e}", "{v} = {e}", "{v} = {e}", "{v} = {d}", "a{n}, b{n} = {e}, {e}\n{v} = a{n} + b{n}",
    "if {s} > 0.6:\n    {v} = {e}", "if self.flag:\n    {v} = {e}",
    "if float({s}) > 0:\n    {v} = {e}\nelse:\n    {v} = {e}", "for i in range(2):\n    {v} = {v} + {e}",
    "for i in range({v}.shape[0]):\n    {v} = {v} + 1", "{v} += 1", "{v} = {v} + {p}", "{v} *= {e}", "{v}[:, 0] = 1",
    "print({s})", "self.calls += 1", "self.seen.append({e})", "self.last = {e}", "self.last = 3",
    "assert {v}.shape[1] >= 3", "assert {v}.ndim == 2", "if {v}.shape[1] < 3:\n    raise ValueError('too narrow')",
    "if {v}.ndim < 4:\n    {v} = {e}", "while {s} > 4:\n    {v} = {v} / 2", "p{n} = {p}\n{v} = {v} * p{n}",
    "p{n} = {p}", "s{n} = {v}.shape\n{v} = {v} / s{n}[0]", "n{n}, m{n} = {v}.shape\n{v} = {v} * m{n}",
    "with autograd.pause():\n    c{n} = {e}\n{v} = {v} + c{n}",
    "rows = [{v}[i] for i in range(2)]\n{v} = np.stack(rows)",
    "total{n} = 0\nfor row in {v}:\n    total{n} = total{n} + row\n{v} = {v} + total{n}", "{v} = self.helper({v})",
    "f = lambda t: {fe}\n{v} = f({v})", "values{n} = {{'a': {e}}}\n{v} = values{n}['a']",
    "if {v} is not None:\n    {v} = {e}", "try:\n    {v} = {v} * float({s})\nexcept ValueError:\n    pass",
    "mask = {v} > 0\n{v} = np.where(mask, {v}, 0)",
    "if self.previous is not None:\n    {v} = {v} + self.previous\nself.previous = {v} * 1",
    "np.add({v}, 1, out={v})", "mx.random.seed(3)\n{v} = {v} + np.random.normal(0, 1, (1, 3))",
    "h{n} = {v}.asnumpy()\n{v} = {v} * float(h{n}.max())",
    "{v} = npx.foreach(lambda d, s: (d + s, s), {v}, {v}[0] * 0)[0]",
)  # fmt: skip
RETURNS = (
    "return {v}", "return {v}", "return {v}", "return {v}, {e}", "return [{v}, {v} * 2]", "return {d}",
    "return {v} if {s} > 0.6 else {v} * 2", "return {v}, {p}", "return {{'out': {v}}}", "return {v}, None",
    "return {v}.sum()", "return self.helper({v})",
)  # fmt: skip
HELPERS = (
    "return {fe}", "return {fe}", "return t * float(t.mean())", "return t / t.shape[0]",
    "if t.sum() > 0:\n    return t * 2\nreturn t", "return t * self.factor", "return self.dense(t)",
)  # fmt: skip


class _Maker:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        self.names = ["x"]
        #: Of so many pieces in a hundred it is doubtful whether they are recorded.
        self.doubt = self.random.choice((0, 0, 10, 25, 60))

    def filled(self, template: str, depth: int, number: int = 0) -> str:
        """`template` with something drawn for each of its fields."""
        out, rest = "", template
        name = self.random.choice(self.names)
        fields: Dict[str, Callable[[], str]] = {
            "{e}": lambda: self.expression(depth),
            "{d}": lambda: self.filled(self.random.choice(DOUBTFUL), depth - 1),
            "{s}": lambda: self.filled(self.random.choice(SCALARS), depth - 1),
            "{p}": lambda: self.filled(self.random.choice(NUMBERS), depth - 1),
            "{v}": lambda: name,
            "{n}": lambda: str(number),
            "{fe}": lambda: self.of_t(),
        }
        while rest:
            field = next((field for field in fields if rest.startswith(field)), None)
            if field is None:
                out, rest = out + rest[0], rest[1:]
            else:
                out, rest = out + fields[field](), rest[len(field) :]
        return out.replace("{{", "{").replace("}}", "}")

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.random.choice(self.names)
        doubtful = self.random.randrange(100) < self.doubt
        return f"({self.filled(self.random.choice(DOUBTFUL if doubtful else FAITHFUL), depth - 1)})"

    def of_t(self) -> str:
        outer, self.names = self.names, ["t"]
        text = self.expression(1)
        self.names = outer
        return text

    def statement(self, number: int) -> str:
        risky = self.random.randrange(100) < self.doubt
        template = (
            self.random.choice(STATEMENTS)
            if risky or self.random.random() < 0.3
            else self.random.choice(STATEMENTS[:4])
        )
        return self.filled(template, 2, number)


def make(seed: int, number: int) -> Dict[str, str]:
    """The block of this number: its `id`, `src`, and `inputs`."""
    maker = _Maker(f"mxnet2 {seed} {number}")
    body: List[str] = []
    if maker.random.random() < 0.4:
        maker.names.append("y")
    arguments = ", ".join(maker.names)
    inputs = ", ".join("(2, 3)" for _ in maker.names)
    for position in range(maker.random.randint(1, 4)):
        body += maker.statement(position).split("\n")
    for name in maker.names[1:]:
        body.append(f"x = x + {name}")  # what is computed is used
    maker.names = ["x"]
    body += maker.filled(maker.random.choice(RETURNS if maker.doubt else RETURNS[:5]), 1).split("\n")
    helper = maker.filled(maker.random.choice(HELPERS if maker.doubt > 10 else HELPERS[:2]), 1).split("\n")
    text = "\n".join(body)
    methods: List[Tuple[str, List[str]]] = []
    if "self.helper" in text:
        methods.append(("helper(self, t)", helper))
    methods.append((f"forward(self, {arguments})", body))
    whole = "\n".join(line for _, lines in methods for line in lines)
    needed = [line for name, line in ATTRIBUTES.items() if f"self.{name}" in whole]
    source = f"{HEAD}\nclass Net(HybridBlock):\n"
    if needed:
        source += "    def __init__(self):\n        super().__init__()\n"
        source += "".join(f"        {line}\n" for text in needed for line in text.split("\n")) + "\n"
    source += "\n".join(
        f"    def {head}:\n" + "".join(f"        {line}\n" for line in lines) for head, lines in methods
    )
    return {"id": f"grammar-{seed}-{number}", "src": source, "inputs": f"[{inputs}]"}
