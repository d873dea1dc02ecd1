"""Blocks of random statements from a grammar of what rules report and fixes rewrite, and of what is alike.

The outcome of these blocks on MXNet is not known. `recorded_findings.py` records what the linter reports of them.
"""

from __future__ import annotations

import ast
import pathlib
import random
import re
import textwrap
from typing import Dict, Iterator, List, Match, NamedTuple

#: Lines of a name and its productions, separated by ` | `. `{name}` stands for one of them, `{name@}` for the same one
#: throughout a block. `;` ends a line of code.
_GRAMMAR = pathlib.Path(__file__).with_suffix(".txt")

_HEAD = """\
import functools
import itertools
import math
import operator
from collections import namedtuple

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn

SEEN = []
Pair = namedtuple("Pair", "one two")


def helper(F, v):
    return F.relu(v)


class Base(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x) * 2


class Net(Base):
    scale = 2

    class Inner:
        def __init__(self, one):
            self.one = one

    def __init__(self, n=2, axis=1, **kwargs):
        super().__init__(**kwargs)
        self.n, self.axis, self.count, self.last = n, axis, 0, None
        self.table, self.pair = {"a": 1, "b": [2, 3]}, Pair(1, None)
        with self.name_scope():
            self.layers = nn.HybridSequential()
            self.layers.add(nn.Dense(4, flatten=False), nn.Activation("relu"))
            self.norm = nn.BatchNorm(in_channels=3)
            self.dense = nn.Dense(4, flatten=False)
            self.w = self.params.get("w", shape=(3, 4))
            self.p = self.params.get("p", shape=(3, 4))

    def helper(self, v):
        return nd.tanh(v) * v.shape[0]

    @staticmethod
    def double(v):
        return v + v

    @property
    def halved(self):
        return self.n // 2

    def parts(self, v):
        k = yield v
        yield v if k is None else v + k

    def run(self, F, v, k=2, *more, **others):
        return F.reshape(v, (v.shape[0], -1)) * k

"""

#: Code after the class.
_TAIL = """

net = Net()
out = net(nd.ones((2, 3, 4)), nd.ones((2, 3, 4)))
print(out[0], helper(nd, out))
"""


class Statements(NamedTuple):
    """A block: `title` is its statements on one line, `src` a module with the class `Net`."""

    title: str
    src: str


def _productions() -> Dict[str, List[str]]:
    found: Dict[str, List[str]] = {}
    for line in _GRAMMAR.read_text(encoding="utf-8").splitlines():
        name, _, alternatives = line.partition(": ")
        found.setdefault(name, []).extend(alternatives.split(" | "))
    return found


def make(seed: int, count: int) -> Iterator[Statements]:
    """Make blocks that Python can read."""
    productions, choose = _productions(), random.Random(seed)
    while count:
        body = _body(productions, choose)
        try:
            compile(body.replace("return", "yield"), "block", "exec", ast.PyCF_ONLY_AST)
        except SyntaxError:
            continue
        count -= 1
        inputs = [one for one in ("y", "z=None", "w=None", "p=None") if re.search(rf"\b{one[0]}\b", body)]
        head = f"{_HEAD}    def hybrid_forward(self, {', '.join(['F', 'x', *inputs])}):\n"
        title = re.sub(r"\s*\n\s*", "; ", body)
        yield Statements(title, head + textwrap.indent(body, "        ") + "\n" + _TAIL)


def _body(productions: Dict[str, List[str]], choose: random.Random) -> str:
    chosen: Dict[str, str] = {}

    def expanded(text: str) -> str:
        return re.sub(r"(?<!\{)\{([\w ]+@?)\}(?!\})", production, text)

    def production(match: Match[str]) -> str:
        name = match[1].rstrip("@")
        text = expanded(choose.choice(productions[name]))
        return chosen.setdefault(name, text) if match[1].endswith("@") else text

    text = expanded("{lines};return {result}")
    return re.sub(r"; ?", "\n", text).replace("{{", "{").replace("}}", "}")
