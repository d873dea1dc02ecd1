"""Random blocks in which several names may share an array that one of them writes to.

A block makes arrays, gives them other names or views, writes to some, has other effects, and returns what it holds. Of
the *local* blocks, whose writes nobody else can see, each is right to fix; of most of the others a fix would change the
imperative result.
"""

from __future__ import annotations

import random
from typing import Dict, List, Optional

from fix_judge import Block

_HEAD = """\
import functools
import operator

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn

LOG = []
SHARED = {}


class Holder:
    def __init__(self, value):
        self.value = value

    def __iadd__(self, other):
        self.value += other
        return self

    def bump(self):
        self.value *= 2


def scale(t, by=2):
    t *= by


def fill(t):
    t[:] = 3
    return t


def bumped(t):
    t += 1
    return t


def same(t):
    return t


def view(t):
    return t.reshape((-1,))


def pure(t):
    return t * 2


class Writer(HybridBlock):
    def hybrid_forward(self, F, t):
        t += 1
        return t * 2


class Same(HybridBlock):
    def hybrid_forward(self, F, t):
        return t


class Net(HybridBlock):
    kept = None

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.flag = True
        self.off = False
        self.rate = 2
        self.history = []
        self.store = {}
        self.empty = nn.HybridSequential()
        self.fc = nn.Dense(3, in_units=3)
        self.norm = nn.LayerNorm(in_channels=3)
        self.drop = nn.Dropout(0)
        self.writer = Writer()
        self.twin = Same()
        self.apply_ = nn.HybridLambda(lambda F, t: t)
        self.scaled = nn.HybridLambda(lambda F, t: t * 2)
        self.weight = self.params.get("weight", shape=(3,), init="ones")

    @staticmethod
    def add(t):
        t += 1

    def zero(self, t):
        t[:] = 0

    def keep(self, t):
        self.last = t
        return t * 1

    @property
    def latest(self):
        return self.last

    def hybrid_forward(self, F, x, g, weight):
"""

#: Expressions that create an array of the shape (2, 3) of `{v}`, an array of that shape.
_FRESH = (
    "{v} * 1",
    "{v} + x",
    "F.relu({v})",
    "{v} - 3",
    "F.tanh({v}) * 2",
    "F.identity({v})",
    "F.elemwise_add({v}, x)",
    "self.fc({v})",
    "self.norm({v})",
    "{v}.copy()",
    "{v}.clip(-1, 1)",
    "F.broadcast_mul({v}, weight)",
    "F.concat({v}, x, dim=1).slice_axis(axis=1, begin=1, end=4)",
    "-{v}",
    "{v} > 0",
    "self.drop({v})",
    "F.reshape({v}, shape=(0, 3))",
)
#: Expressions for the same array, or one of which only the analysis knows that it is another.
_ALIASES = (
    "{v}",
    "{v}.detach()",
    "{v}.as_in_context(mx.cpu())",
    "{v}.as_in_context({v}.context)",
    "{v}.astype('float32', copy=False)",
    "{v}.reshape((-1, 3))",
    "{v}.reshape({v}.shape)",
    "{v}[:]",
    "{v}[...]",
    "same({v})",
    "self.empty({v})",
    "self.twin({v})",
    "self.apply_({v})",
    "{v} if self.flag else {v} * 1",
    "{v} * 1 if self.flag else {v}",
    "[{v}][0]",
    "({v}, x)[0]",
    "{{'a': {v}}}['a']",
    "next(iter([{v}]))",
    "Holder({v}).value",
    "(lambda t: t)({v})",
    "functools.partial(same, {v})()",
    "max([{v}], key=len)",
    "[t for t in [{v}]][0]",
    "dict(a={v}).get('a')",
    "list(map(same, [{v}]))[0]",
    "list(zip([{v}], [1]))[0][0]",
    "self.scaled({v})",
    "pure({v})",
)
#: Expressions for a part of an array, which share memory or do not.
_VIEWS = (
    "{v}[0]",
    "{v}[0:1]",
    "{v}[1]",
    "{v}[-1]",
    "{v}[0, 1:2]",
    "{v}.reshape((-1,))",
    "view({v})",
    "{v}.reshape((3, -1))",
    "{v}[:, 0:1]",
    "{v}[:, 1]",
    "F.reshape({v}, shape=(-1,))",
    "{v}.flatten()",
    "{v}.expand_dims(0)",
    "{v}.slice_axis(axis=0, begin=0, end=1)",
    "F.slice_axis({v}, axis=1, begin=0, end=2)",
    "{v}.T",
)
#: Statements that write to the array `{v}` by its own name.
_WRITES = (
    "{v} += 1",
    "{v} *= 2",
    "{v} -= 0.5",
    "{v} /= 2",
    "{v}[:] = 2",
    "{v}[:] = {v} * 2",
    "{v} += {v}",
    "F.relu({v}, out={v})",
    "F.elemwise_add({v}, {v}, out={v})",
)
#: Statements that write to it in another way.
_DISTANT = (
    "scale({v})",
    "scale(by=3, t={v})",
    "self.add({v})",
    "self.zero({v})",
    "fill({v})",
    "assert fill({v}) is not None",
    "{n} = bumped({v})",
    "self.writer({v})",
    "{v}.__setitem__(slice(None), 5)",
    "{v}.__iadd__(1)",
    "operator.iadd({v}, 1)",
    "for t in [{v}]:\n    t += 1",
    "for t in ({v}, x * 1):\n    t *= 2",
    "for _, t in enumerate([{v}]):\n    t -= 1",
    "for t in {v}:\n    t += 1",
    "{n} = [{v}, x * 1]\n{n}[0] += 1",
    "{n} = [{v}]\n{n}[-1] *= 2",
    "{n} = {{'a': {v}}}\n{n}['a'] += 1",
    "{n} = Holder({v})\n{n}.value += 1",
    "{n} = Holder({v})\n{n} += 1",
    "{n} = Holder({v})\n{n}.bump()",
    "self.buffer = {v}\nself.buffer += 1",
    "self.store['a'] = {v}\nself.store['a'] *= 2",
    "{n}, _ = {v}, x\n{n} += 1",
    "{n} = {v}\n{n} += 1",
    "{n} = {n}2 = {v}\n{n}2 -= 1",
    "{n} = {v}\n{n}[:] = 0",
    "{n} = {v}[0]\n{n} += 1",
    "{n} = {v}.reshape((-1,))\n{n}[:] = 0",
    "{n} = {v}[0:1]\n{n} *= 3",
    "def {n}():\n    {v}[:] = 0\n\n{n}()",
    "def {n}(t={v}):\n    t += 1\n\n{n}()",
    "def {n}():\n    nonlocal {v}\n    {v} += 1\n\n{n}()",
    "{n} = lambda: {v}.__iadd__(1)\n{n}()",
    "functools.partial(scale, {v})()",
    "[scale(t) for t in [{v}]]",
    "list(map(scale, [{v}]))",
    "F.relu({v} * 1, out={v})",
    "{n} = F.relu({v}, out={v})\n{n} += 1",
    "{n} = self.keep({v})\n{v} += 1\n{n} = {n} + self.last",
    "{n} = self.keep({v})\nself.latest.__iadd__(1)",
    "with autograd.pause():\n    {v} += 1",
    "with autograd.pause():\n    {n} = {v}\n    {n} *= 2",
    "with autograd.pause():\n    {v}[:] = 1",
    "if self.flag:\n    scale({v})",
    "if self.flag:\n    {n} = {v}\nelse:\n    {n} = x * 1\n{n} += 1",
    "try:\n    {v} += 1\nfinally:\n    scale({v})",
    "LOG.append({v})\nLOG[-1] += 1",
    "SHARED['a'] = {v}\nSHARED['a'] += 1",
    "({n} := {v}).__iadd__(1)",
    "{n}, *_ = [{v}, x]\n{n} += 1",
    "setattr(self, 'slot', {v})\nself.slot += 1",
    "Net.kept = {v}\nNet.kept += 1",
    "x += 1",
    "self.weight.data()[:] = 2",
    "weight += 1",
)
#: Statements with other effects.
_EFFECTS = (
    "self.history.append({v}.shape)",
    "self.history.append({v})",
    "LOG.append({v}.shape[0])",
    "print('shape', {v}.shape)",
    "assert {v}.shape[1] == 3",
    "self.count = getattr(self, 'count', 0) + {v}.shape[0]",
    "self.store['n'] = {v}.shape[0]",
    "{v}.attach_grad()",
    "{v}.wait_to_read()",
    "self.weight.set_data(self.weight.data() * 0.5)",
    "self.history.append(float({v}.sum().asscalar()))",
    "with autograd.pause():\n    {n} = {v} * 2",
    "with autograd.pause():\n    {n} = F.softmax({v})\n    {n} += 1",
    "with autograd.train_mode():\n    {n} = F.Dropout({v}, p=0.5)",
    "{n} = F.random.uniform(shape=(2, 3)).sum()",
    "{n} = F.random.normal(shape={v}.shape)",
    "if F is mx.nd:\n    scale({v})",
    "if F is mx.sym:\n    {v} = F.relu({v})",
    "if autograd.is_training():\n    {v} = F.Dropout({v}, p=0.5)",
    "{n} = F.split({v}, num_outputs=3, axis=1)\nif {n}:\n    {v} = {v} * 2",
)
#: Statements that fail while tracing and that a fix repairs without an effect.
_REPAIRS = (
    "{n} = {v}[0:1]",
    "{n} = {v}.copy()",
    "{n} = mx.nd.relu({v})",
    "{n} = nd.concat({v}, {v} * 2, dim=1)",
    "{n} = {v}.reshape(-1, 1)",
    "{n} = {v}.reshape(({v}.shape[0], -1))",
    "{n} = F.reshape({v}, ({v}.shape[0], {v}.shape[1], 1))",
    "{n} = {v}[:, 0:1] * 2",
    "{n} = {v}.detach()",
)


class _Writer:
    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.lines: List[str] = []
        self.names = iter(f"{letter}{number}" for number in range(1, 9) for letter in "abcdef")
        #: Names of arrays of the inputs' shape, and of others.
        self.whole: List[str] = []
        self.parts: List[str] = []

    def add(self, statement: str, name: str) -> str:
        new = next(self.names)
        self.lines += statement.format(v=name, n=new).split("\n")
        return new

    def assign(self, expression: str, name: str) -> str:
        return self.add("{n} = " + expression, name)

    def text(self) -> str:
        results = [self.draw.choice(self.whole)]
        results += self.draw.sample(self.whole, min(len(self.whole), self.draw.randrange(3)))
        results += [f"F.sum({name})" for name in self.draw.sample(self.parts, min(len(self.parts), 2))]
        order = list(dict.fromkeys(results))
        whole = order[0]
        if len(order) > 1 and self.draw.random() < 0.4:
            whole = ", ".join(order)
        elif len(order) > 1:
            for result in order[1:]:
                whole = f"F.broadcast_add({whole}, {result})"
        self.lines.append(f"return {whole}")
        return _HEAD + "".join(f"        {line}\n" if line else "\n" for line in self.lines)


def _local(draw: random.Random) -> str:
    """Return a block that writes to its own arrays alone, with no other reference to them."""
    writer = _Writer(draw)
    names = [writer.assign(draw.choice(_FRESH), "x")]
    written = False
    for _ in range(draw.randrange(1, 5)):
        name = draw.choice(names)
        kind = draw.random()
        if kind < 0.5 or not written:
            written = True
            statement = draw.choice(_WRITES)
            if draw.random() < 0.15:
                statement = f"if self.flag:\n    {statement}"
            elif draw.random() < 0.15:
                statement = f"for k in range(2):\n    {statement}"
            writer.add(statement, name)
        elif kind < 0.8:
            names.append(writer.assign(draw.choice(_FRESH), name))
        else:
            writer.parts.append(writer.add(draw.choice(_REPAIRS), draw.choice(["x", "g"])))
    writer.whole = names
    return writer.text()


def _shared(draw: random.Random) -> str:
    """Return a block with aliases, views, writes by all of them and effects."""
    writer = _Writer(draw)
    whole = writer.whole
    whole.append(writer.assign(draw.choice(_FRESH), draw.choice(["x", "g"])))
    for _ in range(draw.randrange(2, 6)):
        name, kind = draw.choice(whole), draw.random()
        if kind < 0.1:
            whole.append(writer.assign(draw.choice(_FRESH), name))
        elif kind < 0.35:
            whole.append(writer.assign(draw.choice(_ALIASES), name))
        elif kind < 0.5:
            writer.parts.append(writer.assign(draw.choice(_VIEWS), name))
        elif kind < 0.65:
            writer.add(draw.choice(_WRITES), draw.choice([*whole, *writer.parts]))
        elif kind < 0.85:
            writer.add(draw.choice(_DISTANT), name)
        elif kind < 0.95:
            writer.add(draw.choice(_EFFECTS), name)
        else:
            writer.parts.append(writer.add(draw.choice(_REPAIRS), name))
    return writer.text()


def make(number: int, seed: Optional[int] = None, local: float = 0.2) -> List[Block]:
    """Return `number` blocks, of which a share of `local` is local. Without a `seed` they are others each time."""
    draw = random.Random(seed)
    blocks: Dict[str, Block] = {}
    while len(blocks) < number:
        is_local = draw.random() < local
        text = (_local if is_local else _shared)(draw)
        try:
            compile(text, "<block>", "exec")
        except SyntaxError:  # `nonlocal` of a name that is bound before
            continue
        blocks[text] = Block(f"block {len(blocks)}", text, ((2, 3), (2, 3)), is_local)
    return list(blocks.values())
