"""Bodies of `hybrid_forward` that write to an array: `LOCAL`, of which nothing else sees the array, and `SHARED`.

The tests of the validation read them, and `tests/hybridlint_runtime/test_safe_fixes.py` lets MXNet judge them.
"""

from __future__ import annotations

import textwrap

MODULE = """\
import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn


def scale(t):
    t *= 2


class Holder:
    def __init__(self, value):
        self.value = value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc = nn.Dense(3)
        self.norm = nn.BatchNorm()
        self.body = nn.HybridSequential()
        self.flag = True

    def same(self, t):
        return t

    def hybrid_forward(self, F, x):
"""


def block(body: str) -> str:
    return MODULE + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"


#: Statements around `y += 1` of which none sees the array `y`.
LOCAL = {
    "operators": "y = x * 1\ny += 1\nreturn y",
    "a layer": "y = self.fc(x)\ny += 1\nreturn F.tanh(y)",
    "a layer that reads it": "y = x * 1\nz = self.fc(y)\ny += 1\nreturn y, z",
    "a loop": "y = F.sum(x, axis=1)\nfor k in range(3):\n    y += 1\nreturn y",
    "a branch": "y = F.identity(x)\nif self.flag:\n    y += 1\nreturn y",
    "a number first": "y = 0\nfor t in (x, x):\n    y += 1\nreturn y + x",
    "a copy": "y = x * 1\nz = y.copy()\ny += 1\nreturn y + z",
    "an operator that copies": "y = x * 1\nz = F.reshape(y, shape=(-1,))\ny += 1\nreturn F.sum(z) + y",
    "a view that is used at once": "y = x * 1\nz = y[0] * 2\ny += 1\nreturn F.broadcast_add(y, z)",
    "one of several outputs": "y, z = F.split(x, num_outputs=2, axis=1)\ny += 1\nreturn y, z",
    "a layer with statistics": "y = self.norm(x)\ny += 1\nreturn y",
    "both scopes the same": "with autograd.pause():\n    y = x * 1\n    y += 1\nreturn y",
}
#: The same, where something else sees it.
SHARED = {
    "a name": "y = x * 1\nz = y\ny += 1\nreturn z",
    "a name before": "z = x * 1\ny = z\ny += 1\nreturn z",
    "the caller": "y = x\ny += 1\nreturn y",
    "a view": "y = x * 1\nz = y[0:1]\ny += 1\nreturn z",
    "the view's array": "z = x * 1\ny = z.reshape((-1,))\ny += 1\nreturn z",
    "detach": "z = x * 1\ny = z.detach()\ny += 1\nreturn z",
    "the device": "z = x * 1\ny = z.as_in_context(mx.cpu())\ny += 1\nreturn z",
    "astype without a copy": "z = x * 1\ny = z.astype('float32', copy=False)\ny += 1\nreturn z",
    "a list": "y = x * 1\nz = [y]\ny += 1\nreturn z[0]",
    "a dict": "y = x * 1\nz = {'a': y}\ny += 1\nreturn z['a']",
    "an object": "y = x * 1\nz = Holder(y)\ny += 1\nreturn z.value",
    "an attribute": "y = x * 1\nself.kept = y\ny += 1\nreturn y",
    "a closure": "y = x * 1\nz = lambda: y\nw = y\ny += 1\nreturn w",
    "a loop variable": "z = x * 1\nfor y in [z]:\n    y += 1\nreturn z",
    "a method that returns it": "z = x * 1\ny = self.same(z)\ny += 1\nreturn z",
    "a block that may return it": "z = x * 1\ny = self.body(z)\ny += 1\nreturn z",
    "a choice": "z = x * 1\ny = z if self.flag else x * 1\ny += 1\nreturn z",
    "code that is not in the file": "from other import keep\ny = x * 1\nkeep(y)\ny += 1\nreturn y",
    "another scope of autograd": "y = x * 1\nwith autograd.pause():\n    y += 1\nreturn y * x",
    "an output by its position": "z = F.split(x, num_outputs=2, axis=1)\ny = z[0]\ny += 1\nreturn z[0]",
    "a generator": "y = x * 1\nz = (t * 2 for t in [y])\ny += 1\nreturn y, next(z)",
    "a function that is mapped": "y = x * 1\nz = map(lambda t: t * 2, [y])\ny += 1\nreturn y, next(z)",
    "an exception": "y = x * 1\nz = y\ntry:\n    y += 1\nexcept ValueError:\n    return z\nreturn z",
}
