"""Which arrays share memory, and whether anything else sees a write to one, as MXNet does it.

Each program has statements `z += 1`. If `z = z + 1` yields another result on MXNet, something else holds the array.
Then the validation of fixes must not show that both are the same.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, List

import mxnet
import numpy
import pytest

from hybridlint import mxnet_api, validation
from hybridlint.events import InPlaceOperation
from hybridlint.interpreter import interpret
from hybridlint.module import Module

_METHODS = [
    "detach()", "as_in_context(y.context)", "astype('float32')", "astype('float32', copy=False)", "as_np_ndarray()",
    "as_nd_ndarray()", "reshape((-1, 2))", "reshape(2, -1)", "copy()", "flatten()", "squeeze()", "expand_dims(0)",
    "slice_axis(axis=0, begin=0, end=1)", "transpose()", "T", "reshape_like(y)", "broadcast_like(y)", "relu()", "sum()",
    "clip(-100, 100)", "swapaxes(0, 0)", "tostype('default')", "copyto(y.context)", "slice((0, 0, 0), (1, 1, 1))",
]  # fmt: skip
_INDICES = [
    "0", "-1", ":", "0:1", "1:", "...", "None", "0, 1", "0, 1:2", ":, 0:1", "0:1, :", ":, :", "::2", "::-1", "[0, 0]",
    "F.array([0, 0])", ":, 0", "..., 0", "0, 0, 0", ":, None", "self.n", "self.n:", ":self.n", "i", "True",
]  # fmt: skip
#: Programs whose last written name holds an array that nobody else can see.
_LOCAL = {
    "operator": "z = F.relu(y); z += 1; return y, z",
    "copy": "z = y.copy(); z += 1; return y, z",
    "function of nd": "z = F.reshape(y, (-1,)); z += 1; return y, z",
    "outputs": "a, b = F.split(y, 2, axis=1); a += 1; return a, b",
    "element of a list": "parts = [F.exp(y), F.relu(y)]; parts[0] += 1; return parts[0], parts[1]",
    "entry of a dict": "parts = {'a': F.exp(y)}; parts['a'] += 1; return parts['a']",
    "layer": "z = self.dense(y); z += 1; return z",
    "helper that returns": "z = self.twice(y); z += 1; return z",
    "two branches": "z = F.relu(y) if self.n else F.exp(y); z += 1; return z",
    "fresh in each round": "for i in range(self.m): h = F.relu(y); h += 1; z = F.exp(h)\nreturn z",
    "accumulated": "z = F.zeros_like(y)\nfor i in range(self.m): z += 1\nreturn z",
    "after a loop": "h = F.relu(y)\nfor i in range(self.m): h = F.exp(h)\nh += 1; return h",
    "rebound alias": "z = y; z = F.relu(z); z += 1; return y, z",
}
#: Programs in which something else holds the array.
_SHARED = {
    "name": "z = y; z += 1; return y",
    "two names": "z = w = F.relu(y); z += 1; return w",
    "input": "x += 1; return x, y",
    "view of an input": "z = x[0]; z += 1; return x",
    "list": "parts = [y]; z = parts[0]; z += 1; return parts[0]",
    "twice in a list": "parts = [F.exp(y)] * 2; parts[0] += 1; return parts[1]",
    "dict": "parts = {'a': y}; z = parts['a']; z += 1; return parts['a']",
    "attribute": "self.kept = y; y += 1; return self.kept",
    "closure": "z = y; get = lambda: y; z += 1; return get()",
    "nested function": "def add(t): t += 1\nadd(y); return y",
    "conditional": "z = F.exp(y) if not self.m else y; z += 1; return y",
    "branches": "z = F.exp(y)\nif self.m: z = y\nz += 1; return y",
    "earlier round": "parts = []\nfor i in range(2): z = F.relu(y); parts.append(z); z += 1\nreturn parts[0]",
    "last round": "z = y\nfor i in range(self.n): h = z; z = F.exp(z)\nh += 1; return y, h",
    "rows": "rows = [row for row in y]; z = rows[0]; z += 1; return y",
    "unpacked rows": "a, b = y; a += 1; return y",
    "view of a view": "z = y.reshape((-1, 2))[0]; z += 1; return y",
    "state of a loop": "_, z = F.contrib.foreach(lambda d, s: (d, s), y, y); z += 1; return y",
    "identity": "z = self.nothing(y); z += 1; return y",
    "empty sequential": "z = self.empty(y); z += 1; return y",
    "block of unknown code": "z = self.given(y); z += 1; return y",
    "object": "box = Box(); box.held = y; y += 1; return box.held",
    "default argument": "def get(t=y): return t\ny += 1; return get()",
    "partial": "get = functools.partial(lambda t: t, y); y += 1; return get()",
    "maximum of arrays": "z = max(y, F.zeros((1,)), key=lambda t: t.size); z += 1; return y",
    "element of a tuple": "pair = (y, 1); z, _ = pair; z += 1; return pair[0]",
    "output and list": "parts = F.split(y, 2, axis=1); a = parts[0]; a += 1; return parts[0]",
    "alias after a swap": "a, b = F.relu(y), F.exp(y)\nfor i in range(self.m): a, b = b, a\nz = a; a += 1; return z, b",
}
_PROGRAMS = {
    **{f"y.{method}": f"z = y.{method}; z += 1; return y, z" for method in _METHODS},
    **{f"y[{index}]": f"i = 0; z = y[{index}]; z += 1; return y, z" for index in _INDICES},
    **{f"base of y.{method}": f"z = y.{method}; y += 1; return y, z" for method in _METHODS},
    **{f"base of y[{index}]": f"i = 0; z = y[{index}]; y += 1; return y, z" for index in _INDICES},
    **_LOCAL,
    **_SHARED,
}
_TEXT = """\
import functools

from mxnet.gluon import HybridBlock, contrib, nn


class Box:
    pass


class Net(HybridBlock):
    def __init__(self, given=None, n=1, m=2):
        super().__init__()
        self.n, self.m = n, m
        self.dense = nn.Dense(3)
        self.nothing, self.empty = contrib.nn.Identity(), nn.HybridSequential()
        self.given = given

    def twice(self, t):
        return t * 2

    def hybrid_forward(self, F, x):
        y = F.relu(x)
"""


def _text(program: str) -> str:
    lines: List[str] = []
    for line in program.splitlines():
        if line.startswith(("for", "if", "def")):
            lines.append(line)
        else:
            lines += line.split("; ")
    return _TEXT + "".join(f"        {line}\n" for line in lines)


def _aliased(text: str) -> List[bool]:
    """Return for each write whether the interpreter finds another name of the array."""
    known = interpret(Module(text, ast.parse(text)), mxnet_api.load(mxnet_api.DEFAULT))
    assert not known.limits
    return [event.aliased for event in known.events if isinstance(event, InPlaceOperation)]


def _result(text: str, shape: Any) -> Any:
    names: Dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), names)
    net = names["Net"](given=lambda t: t)
    net.initialize(mxnet.init.One())
    data = mxnet.nd.array(numpy.arange(1.0, 1 + numpy.prod(shape)).reshape(shape))
    try:
        result = net(data)
    except Exception as error:
        return type(error).__name__
    parts = result if isinstance(result, (list, tuple)) else [result]
    return [part.asnumpy().tolist() for part in (*parts, data)]


def _is_written_by(node: ast.AugAssign) -> str:
    return f"{ast.unparse(node.target)} = {ast.unparse(node.target)} + 1"


def _without_writes(text: str) -> str:
    """Return the program with `z = z + 1` for `z += 1`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.AugAssign):
            text = text.replace(ast.get_source_segment(text, node) or "", _is_written_by(node))
    return text


@pytest.mark.parametrize("program", _PROGRAMS.values(), ids=_PROGRAMS)
def test_a_write_that_others_see_on_mxnet_is_not_replaced_safely(program: str) -> None:
    text = _text(program)
    shapes = ((2, 4, 2), (1, 4, 2), (2, 1, 2))
    if any(_result(text, shape) != _result(_without_writes(text), shape) for shape in shapes):
        assert validation.difference(text, _without_writes(text))


@pytest.mark.parametrize("program", _SHARED.values(), ids=_SHARED)
def test_the_shared_programs_are_shared_on_mxnet(program: str) -> None:
    text = _text(program)
    assert _result(text, (2, 4, 2)) != _result(_without_writes(text), (2, 4, 2))
    assert any(_aliased(text)) or program.startswith("x += 1"), "the caller alone holds an input"


@pytest.mark.parametrize("program", _LOCAL.values(), ids=_LOCAL)
def test_a_write_to_a_local_array_is_replaced_safely(program: str) -> None:
    text = _text(program)
    assert isinstance(_result(text, (2, 4, 2)), list)
    assert _result(text, (2, 4, 2)) == _result(_without_writes(text), (2, 4, 2))
    assert not validation.difference(text, _without_writes(text))
    assert _aliased(text) and not any(_aliased(text))


def test_a_certain_view_shares_memory_on_mxnet() -> None:
    """A view that is certain is one for every shape; this list is all of them."""
    for program in ("y[0]", "y[0:1]", "y[...]", "y[None]", "y[0, 1]", "y.reshape((-1, 2))", "y.detach()"):
        text = _text(f"z = {program}; z += 1; return y")
        for shape in ((2, 4, 2), (1, 2, 4)):
            assert _result(text, shape) != _result(_without_writes(text), shape), program
