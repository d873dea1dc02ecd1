"""Blocks of random statements from a grammar of what rules report and fixes rewrite, and of what is alike.

The outcome of these blocks on MXNet is not known. `recorded_findings.py` records what the linter reports of them.
"""

from __future__ import annotations

import ast
import pathlib
import random
import re
import textwrap
from typing import Any, Dict, Iterator, List, Match, NamedTuple

#: Lines of a name and its productions, separated by ` | `. `{name}` stands for one of them, `{name@}` for the same one
#: throughout a block. `;` ends a line of code.
_GRAMMAR = pathlib.Path(__file__).with_suffix(".txt")

#: Kinds of blocks → the names of their statements in `hybrid_forward` and in `__init__`: of all sorts, with random
#: children, calls of Python's library, operators with unusual arguments, comments and unusual line breaks, and code
#: that is like what fixes rewrite.
KINDS = {
    "random": ("lines", ""),
    "random-children": ("using", "init"),
    "random-calls": ("python lines", ""),
    "random-operators": ("odd lines", ""),
    "random-layouts": ("layout lines", ""),
    "random-near": ("near lines", ""),
}

_HEAD = """\
import collections
import contextlib
import copy
import dataclasses
import functools
import heapq
import itertools
import json
import logging
import math
import operator
import os
import pickle
import queue
import random
import threading
import time
import types
import typing
import uuid
import warnings
from collections import namedtuple

import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn

from others import OTHER

SEEN = []
Pair = namedtuple("Pair", "one two")"""

#: Functions and classes of which a module has those that it uses, by name. `Many` follows its base.
_PARTS = {
    "helper": """\
def helper(F, v):
    return F.relu(v)""",
    "Record": """\
@dataclasses.dataclass
class Record:
    one: object
    two: int = dataclasses.field(default=2)
    three: list = dataclasses.field(default_factory=list)""",
    "built": """\
def built(units=2, activation=None):
    made = nn.HybridSequential()
    made.add(nn.Dense(units, flatten=False))
    if activation:
        made.add(nn.Activation(activation))
    return made""",
    "Base": """\
class Base(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.relu(x) * 2""",
    "Two": """\
class Two(HybridBlock):
    def __init__(self, n=1, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.inner = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x, y=None):
        return self.inner(x) * self.n, x if y is None else y""",
    "Many": """\
class Many(Base):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x, *others):
        return super().hybrid_forward(F, x) + sum(others) * self.units""",
    "Stack": """\
class Stack(nn.HybridSequential):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        for i in range(n):
            self.add(nn.Dense(2 + i, flatten=False))""",
    "Plain": """\
class Plain(gluon.Block):
    def forward(self, x):
        return x * x.shape[0]""",
}

_NET = """\
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
            self.scaled = nn.HybridLambda(lambda F, v: F.relu(v) * 2)
            self.norm = nn.BatchNorm(in_channels=3)
            self.dense = nn.Dense(4, flatten=False)
            self.w = self.params.get("w", shape=(3, 4))
            self.p = self.params.get("p", shape=(3, 4))

{init}
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
print({read}, helper(nd, out))
"""


class Statements(NamedTuple):
    """The statements of a block: those in `__init__` and `hybrid_forward`, and what code after the class `read`s."""

    init: str
    body: str
    read: str

    @property
    def title(self) -> str:
        """All of them on one line."""
        return re.sub(r"\s*\n\s*", "; ", "\n".join(filter(None, self)))

    @property
    def net(self) -> str:
        """The class `Net` and the code after it."""
        inputs = [one for one in ("y", "z=None", "w=None", "p=None") if re.search(rf"\b{one[0]}\b", self.body)]
        net = _NET.replace("{init}\n", textwrap.indent(self.init, "        ") + "\n" if self.init else "")
        net += f"    def hybrid_forward(self, {', '.join(['F', 'x', *inputs])}):\n"
        return net + textwrap.indent(self.body, "        ") + "\n" + _TAIL.format(read=self.read)

    @property
    def head(self) -> str:
        """What the module has before the class `Net`: imports, and the functions and classes that are used."""
        parts = [part for name, part in _PARTS.items() if re.search(rf"\b{name}\b", self.net)]
        return "\n\n\n".join([_HEAD, *parts, ""])

    @property
    def src(self) -> str:
        """The module."""
        return self.head + self.net

    @property
    def line(self) -> int:
        """The line on which the class `Net` begins."""
        return self.head.count("\n") + 1


class _Grammar:
    """Expands names to productions, of which it prefers those that it has chosen least often: each occurs."""

    def __init__(self, seed: int) -> None:
        self._choose = random.Random(seed)
        #: Name → how often each production was chosen, and its text.
        self._productions: Dict[str, List[List[Any]]] = {}
        self._chosen: Dict[str, str] = {}
        for line in _GRAMMAR.read_text(encoding="utf-8").splitlines():
            name, _, alternatives = line.partition(": ")
            self._productions.setdefault(name, []).extend([0, text] for text in alternatives.split(" | "))

    def expanded(self, text: str) -> str:
        """Expand a text to lines of code."""
        self._chosen = {}
        code = re.sub("; ?", "\n", self._expanded(text))
        return code.replace("{{", "{").replace("}}", "}")

    def _expanded(self, text: str) -> str:
        return re.sub(r"(?<!\{)\{([\w ]+@?)\}(?!\})", self._production, text)

    def _production(self, match: Match[str]) -> str:
        name = match[1].rstrip("@")
        production = min(self._productions[name], key=lambda one: (one[0], self._choose.random()))
        production[0] += 1
        text = self._expanded(production[1])
        return self._chosen.setdefault(name, text) if match[1].endswith("@") else text


def make(kind: str, seed: int, count: int) -> Iterator[Statements]:
    """Make blocks of a kind that Python can read."""
    start, init = KINDS[kind]
    grammar = _Grammar(seed)
    while count:
        body, read = grammar.expanded(f"{{{start}}};return {{result}}"), grammar.expanded("{read}")
        built = grammar.expanded(f"{{{init}}}") if init else ""
        try:
            for code in (body, built):
                compile(code.replace("return", "yield"), "block", "exec", ast.PyCF_ONLY_AST)
        except SyntaxError:
            continue
        count -= 1
        yield Statements(built, body, read)
