"""Blocks with one to five different failures, with generated names, axes and numbers."""

from __future__ import annotations

import random
import textwrap
from typing import Any, Dict, List, Tuple

#: A failure: its lines, which compute `{r}` from `{v}`, a tensor of shape (2, 3, 4) with positive numbers, and lines of
#: the constructor. A line that fails ends with `#!`. `{n}` is a small number, `{t}`, `{u}` are names, `{a}` is an axis.
FAILURES: Dict[str, Tuple[str, str]] = {
    "nd function": ("{r} = mx.nd.relu({v}) * {n}  #!", ""),
    "nd function of an import": ("{r} = nd.concat({v}, {v} + 1, dim=1)  #!", ""),
    "nd-only function": ("{r} = F.add({v}, {n})  #!", ""),
    "nd-only method": ("{t} = {v}.copy()  #!\n{r} = {t} * 2", ""),
    "detach": ("{r} = {v}.detach() * {v}  #!", ""),
    "transposed": ("{t} = F.reshape({v}, (-1, 4))\n{r} = {t}.T  #!", ""),
    "broadcasting": ("{r} = {v} / {v}.sum(axis={a}, keepdims=True)  #!", ""),
    "broadcasting a mean": ("{t} = F.mean({v}, axis={a}, keepdims=True)\n{r} = {v} - {t}  #!", ""),
    "comparison that broadcasts": ("{r} = {v} > {v}.mean(axis={a}, keepdims=True)  #!", ""),
    "reshape by lengths": ("{r} = {v}.reshape(({v}.shape[0], -1))  #!", ""),
    "reshape by unpacked lengths": ("b, c, d = {v}.shape  #!\n{r} = {v}.reshape((b, c * d))", ""),
    "reshape by a named length": ("{t} = {v}.shape[0]  #!\n{r} = F.reshape({v}, shape=({t}, 2, -1))", ""),
    "reshape by a product": ("{r} = F.reshape({v}, ({v}.shape[0] * {v}.shape[1], 4))  #!", ""),
    "reshape by positions": ("{r} = {v}.reshape(-1, 2)  #!", ""),
    "reshape like": ("{t} = {v}.reshape((0, -1))\n{r} = {t}.reshape({v}.shape)  #!", ""),
    "zeros of a shape": ("{r} = F.zeros({v}.shape) + {v}  #!", ""),
    "ones of a length": ("{r} = F.ones(({v}.shape[0], 5))  #!", ""),
    "arange of a length": ("{r} = F.arange({v}.shape[1]) * {n}  #!", ""),
    "slice to a length": ("{r} = {v}[:, : {v}.shape[1] - 1]  #!", ""),
    "slice axis to a length": ("{r} = F.slice_axis({v}, axis=1, begin=1, end={v}.shape[1])  #!", ""),
    "tile by a length": ("{t} = {v}.sum(axis=0, keepdims=True)\n{r} = F.tile({t}, ({v}.shape[0], 1, 1))  #!", ""),
    "repeat by a length": ("{t} = F.ones((1, 4))\n{r} = F.repeat({t}, repeats={v}.shape[0], axis=0)  #!", ""),
    "broadcast to a shape": ("{r} = F.broadcast_to({v}.mean(axis=1, keepdims=True), {v}.shape)  #!", ""),
    "divided by a length": ("{r} = {v}.sum(axis=1) / {v}.shape[1]  #!", ""),
    "scaled by the root of a length": ("{r} = {v} / math.sqrt({v}.shape[-1])  #!", ""),
    "size": ("{r} = {v} / {v}.size  #!", ""),
    "loop over an axis": (
        "{t} = []\nfor i in range({v}.shape[1]):  #!\n    {t}.append(F.slice_axis({v}, axis=1, begin=i, end=i + 1))\n"
        "{r} = F.concat(*{t}, dim=1)",
        "",
    ),
    "loop over rows": ("{t} = F.reshape({v}, (6, 4))\n{r} = 0\nfor row in {t}:  #!\n    {r} = {r} + row * {n}", ""),
    "loop over rows of an input": ("{r} = 0\nfor row in {v}:  #!\n    {r} = {r} + row * {n}", ""),
    "stack of a comprehension": ("{r} = F.stack(*[F.relu(one) * {n} for one in {v}])  #!", ""),
    "first": ("{r} = {v}[0]  #!", ""),
    "last": ("{r} = {v}[:, -1]  #!", ""),
    "column": ("{r} = {v}[:, {a}]  #!", ""),
    "slice": ("{r} = {v}[:, 1:]  #!", ""),
    "ellipsis": ("{r} = {v}[..., 0]  #!", ""),
    "new axis": ("{r} = {v}[:, None]  #!", ""),
    "step": ("{r} = {v}[:, ::2]  #!", ""),
    "several items": ("{r} = {v}[:, 0, 1:3]  #!", ""),
    "asscalar": ("{t} = {v}.sum().asscalar()  #!\n{r} = {v} / {t}", ""),
    "float of asscalar": ("{r} = {v} * float({v}.max().asscalar())  #!", ""),
    "asnumpy": ("{t} = float({v}.asnumpy().mean())  #!\n{r} = {v} - {t}", ""),
    "context": ("{r} = {v}.as_in_context({v}.context) + {n}  #!", ""),
    "maximum": ("{r} = max({v}.sum(), {v}.max())  #!", ""),
    "maximum of a number": ("{r} = max({v}.sum(), {n})  #!", ""),
    "in place": ("{r} = F.relu({v})\n{r} += {n}  #!", ""),
    "in place twice": ("{r} = {v} * 1\n{r} *= 2  #!\n{r} -= {v}  #!", ""),
    "item assignment": ("{r} = F.relu({v})\n{r}[:, 0] = {n}  #!", ""),
    "slice assignment": ("{r} = {v} * 1\n{r}[:, 1:] = 0  #!", ""),
    "masked assignment": ("{r} = {v} * 1\n{r}[{v} > 1] = {n}  #!", ""),
    "whole assignment": ("{r} = {v} * 1\n{r}[:] = {n}  #!", ""),
    "truth": ("if {v}.sum() > {n}:  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "truth of other tensors": (
        "{t} = F.tanh({v})\nif {v}.sum() > 20:  #!\n    {r} = {t}\nelse:\n    {r} = {v} - {t}",
        "",
    ),
    "truth of one branch": ("{r} = F.tanh({v})\nif {v}.mean() > 1:  #!\n    {r} = {r} * {n}", ""),
    "conditional expression": ("{r} = {v} * 2 if {v}.max() > 1 else {v}  #!", ""),
    "not": ("{r} = {v} if not {v}.max() > 9 else -{v}  #!", ""),
    "and": ("{r} = {v} if {v}.max() > 1 and {v}.min() > 0 else -{v}  #!", ""),
    "chain": ("{r} = F.broadcast_mul({v}, 0 < {v}.sum() < {n})  #!", ""),
    "assert": ("assert {v}.shape[1] == 3  #!\n{r} = {v} * {n}", ""),
    "assert of values": ("assert {v}.sum() > 0  #!\n{r} = {v} * {n}", ""),
    "print": ("print({v}.shape)  #!\n{r} = {v} * {n}", ""),
    "list of blocks": (
        "{r} = {v}\nfor layer in self.{u}:\n    {r} = layer({r})",
        "self.{u} = [nn.Dense(4, use_bias=False, flatten=False, in_units=4) for _ in range(2)]  #!\n"
        "for layer in self.{u}:\n    layer.initialize(mx.init.One())",
    ),
    "constant": ("{r} = F.broadcast_mul({v}, self.{u})  #!", "self.{u} = mx.nd.array([1.0, 2, 3, {n}])"),
    "data of a parameter": (
        "{r} = F.broadcast_add({v}, self.{u}.data())  #!",
        "self.{u} = self.params.get('{u}', shape=(4,), init='ones')",
    ),
    "dtype": ("{r} = ({v} > 1).astype({v}.dtype)  #!", ""),
    "device": ("{r} = F.ones((2, 3), ctx={v}.context) * {n}  #!\n{r} = {r} + F.sum({v}, axis=2)", ""),
    "numpy constant": ("{r} = F.broadcast_mul({v}, mx.nd.array(np.arange(4)))  #!", ""),
    "pause": ("with autograd.pause():  #!\n    {t} = F.exp(-{v})\n{r} = {v} * {t}", ""),
    "pause of several": (
        "with autograd.pause():  #!\n    {t} = F.exp(-{v})\n    {u} = {t} * {n}\n{r} = {v} * {u} + {t}",
        "",
    ),
    "unpacked rows": ("{t}, {u} = F.reshape({v}, (2, -1))  #!\n{r} = {t} - {u}", ""),
    "outputs as a list": ("{t} = F.split({v}, num_outputs=3, axis=1)\n{r} = {t}[-1] + {t}[0]  #!", ""),
    "length of a tensor": ("{r} = {v} / len({v})  #!", ""),
    "out": ("{r} = F.zeros_like({v})\nF.relu({v}, out={r})  #!", ""),
    "cond of a computed tensor": (
        "{t} = F.tanh({v})\n{r} = F.contrib.cond({v}.sum() > 20, lambda: {t} * 2, lambda: {t} * 3)  #!",
        "",
    ),
    "wait": ("{r} = {v} * {n}\n{r}.wait_to_read()  #!", ""),
    "phase": ("if F is mx.nd:  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "square root of a number": ("{r} = {v} / np.sqrt({v}.shape[2])  #!", ""),
    "reshape by lengths of another": ("{t} = F.relu({v})\n{r} = {t}.reshape(({v}.shape[0], -1))  #!", ""),
    "reshape by lengths of another rank": (
        "{t} = F.expand_dims({v}, axis=1)\n{r} = {t}.reshape(({v}.shape[0], {v}.shape[1], -1))  #!",
        "",
    ),
    "split by lengths of another": (
        "{t} = F.reshape({v}, (-1, 4))\n{r} = {t}.reshape(({v}.shape[0], {v}.shape[1], -1))  #!",
        "",
    ),
    "split by a length and a quotient": (
        "{t} = F.reshape({v}, (-1, 4))\n{r} = F.reshape({t}, shape=(-1, {v}.shape[1], {v}.shape[2]))  #!",
        "",
    ),
    "product of lengths of another": (
        "{t} = F.relu({v})\n{r} = F.reshape({t}, ({v}.shape[0] * {v}.shape[1], {v}.shape[2]))  #!",
        "",
    ),
    "last lengths of another": (
        "{t} = F.reshape({v}, (2, 1, 3, 4))\n{r} = {t}.reshape((-1, {v}.shape[1], {v}.shape[2]))  #!",
        "",
    ),
    "flat to lengths of another": (
        "{t} = F.reshape({v}, (-1,))\n{r} = {t}.reshape(({v}.shape[0], {v}.shape[1], {v}.shape[2]))  #!",
        "",
    ),
    "number of another split": (
        "{t} = F.reshape({v}, (-1, 12))\n{r} = {t}.reshape((0, {v}.shape[1], {v}.shape[2]))  #!",
        "",
    ),
    "quotient split": ("{r} = {v}.reshape(({v}.shape[0], {v}.shape[1], 2, {v}.shape[2] // 2))  #!", ""),
    "split by a quotient": ("{r} = {v}.reshape(({v}.shape[0], {v}.shape[1], int({v}.shape[2] / 2), 2))  #!", ""),
    "quotient of lengths": ("{r} = {v}.reshape(({v}.shape[0], -1, {v}.shape[2] // 2))  #!", ""),
    "remaining lengths": ("{r} = {v}.reshape(({v}.shape[0], 1, *{v}.shape[1:]))  #!", ""),
    "sum of lengths": ("{r} = {v}.reshape((-1,) + {v}.shape[2:])  #!", ""),
    "product and remaining lengths": ("{r} = {v}.reshape(({v}.shape[0] * {v}.shape[1],) + {v}.shape[2:])  #!", ""),
    "lengths as arguments": ("{r} = {v}.reshape({v}.shape[0], -1)  #!", ""),
    "integer lengths": ("{r} = {v}.reshape((int({v}.shape[0]), -1))  #!", ""),
    "last length": ("{r} = {v}.reshape((-1, {v}.shape[-1]))  #!", ""),
    "first lengths": ("{r} = {v}.reshape({v}.shape[:2] + (2, 2))  #!", ""),
    "unpacked lengths of another": (
        "b, c, d = {v}.shape  #!\n{t} = F.transpose({v}, (0, 2, 1))\n{r} = {t}.reshape((b, -1))",
        "",
    ),
    "unpacked lengths merged and split": (
        "b, c, d = {v}.shape  #!\n{t} = F.reshape({v}, (b * c, -1))\n{t} = F.relu({t})\n{r} = {t}.reshape((b, c, -1))",
        "",
    ),
    "two named lengths": ("b, c = {v}.shape[0], {v}.shape[1]  #!\n{r} = {v}.reshape((b, c, 2, -1))", ""),
    "unpacked lengths not used": ("b, _, _ = {v}.shape  #!\n{r} = {v}.reshape((b, -1))", ""),
    "number of axes": ("{r} = {v} * {v}.ndim  #!", ""),
    "number of lengths": ("{r} = {v} * len({v}.shape)  #!", ""),
    "known length": ("{t} = F.reshape({v}, (-1, 6))\n{r} = {t} * {t}.shape[1]  #!", ""),
    "known lengths": ("{t} = F.reshape({v}, (-1, 6, 2))\n{r} = F.sum({t}) + F.ones({t}.shape[1:])  #!", ""),
    "lengths after the first": ("{r} = F.ones({v}.shape[1:]) * {n}  #!", ""),
    "all axes but the first": ("{r} = {v}.mean(axis=tuple(range(1, len({v}.shape))))  #!", ""),
    "all axes but two": ("{r} = F.sum({v}, axis=list(range(2, {v}.ndim)))  #!", ""),
    "repeated by a method": ("{t} = F.ones((1, 4)) * {n}\n{r} = {t}.repeat(repeats={v}.shape[1], axis=0)  #!", ""),
    "tiled by a method": ("{t} = {v}.sum(axis=1, keepdims=True)\n{r} = {t}.tile((1, {v}.shape[1], 1))  #!", ""),
    "first half": ("{r} = {v}[:, :, : {v}.shape[2] // 2]  #!", ""),
    "both halves": ("{t} = {v}.shape[2] // 2  #!\n{r} = {v}[:, :, :{t}] - {v}[:, :, {t}:]", ""),
    "second half of slice_axis": ("{r} = F.slice_axis({v}, axis=2, begin={v}.shape[2] // 2, end=None)  #!", ""),
    "slice to a length of another": (
        "{t} = F.slice_axis({v}, axis=1, begin=0, end=2)\n"
        "{r} = F.slice({v}, begin=(None, None), end=(None, {t}.shape[1]))  #!",
        "",
    ),
    "slice axis to a length of another": (
        "{t} = F.slice_axis({v}, axis=1, begin=0, end=2)\n"
        "{r} = F.slice_axis({v}, axis=1, begin=0, end={t}.shape[1])  #!",
        "",
    ),
    "slice before the last": ("{r} = F.slice({v}, begin=(0, 0), end=(None, {v}.shape[1] - 1))  #!", ""),
    "last by a length": ("{r} = {v}[:, {v}.shape[1] - 1]  #!", ""),
    "broadcast axis to a length": (
        "{t} = F.mean({v}, axis=1, keepdims=True)\n{r} = F.broadcast_axis({t}, axis=1, size={v}.shape[1])  #!",
        "",
    ),
    "length of known rows": ("{t} = F.reshape({v}, (6, 4))\n{r} = {t} / len({t})  #!", ""),
    "comparison of a length": ("{r} = {v}\nif {v}.shape[1] > {n}:  #!\n    {r} = {v} * 2", ""),
    "negative length": ("{r} = -{v}.shape[1] * {v}  #!", ""),
    "power of a length": ("{r} = {v} * (1.0 / {v}.shape[1]) ** 0.5  #!", ""),
    "logarithm of a length": ("{r} = {v} * math.log({v}.shape[1] + 1)  #!", ""),
    "float of a length": ("{r} = {v} - float({v}.shape[2])  #!", ""),
    "length and hyperparameter": ("{r} = {v} * ({v}.shape[1] + self.deep)  #!", ""),
    "named length of operands": ("{t} = {v}.shape[1]  #!\n{r} = {v} / {t} + {v} * {t}", ""),
    "product of lengths": ("{r} = {v} / ({v}.shape[0] * {v}.shape[1])  #!", ""),
    "mean of two axes": ("{r} = F.sum({v}, axis=(0, 1)) / ({v}.shape[0] * {v}.shape[1])  #!", ""),
    "mean by a named length": ("{t} = {v}.shape[1]  #!\n{r} = {v}.sum(axis=1, keepdims=True) / {t}", ""),
    "mean of all": ("{r} = F.sum({v}) / {v}.size  #!", ""),
    "mean of a power": ("{r} = F.sum(F.square({v}), axis={a}) / {v}.shape[{a}]  #!", ""),
    "sum over positions": ("{r} = 0\nfor i in range({v}.shape[1]):  #!\n    {r} = {r} + {v}[:, i] * {n}", ""),
    "sum over slices": (
        "{r} = 0\nfor i in range({v}.shape[1]):  #!\n    {r} += F.relu(F.slice_axis({v}, axis=1, begin=i, end=i + 1))",
        "",
    ),
    "sum over squeezed slices": (
        "{r} = 0\nfor i in range({v}.shape[0]):  #!\n"
        "    {r} = F.exp(F.squeeze(F.slice_axis({v}, axis=0, begin=i, end=i + 1), axis=0)) + {r}",
        "",
    ),
    "stack over positions": (
        "{t} = []\nfor i in range({v}.shape[1]):  #!\n    {t}.append({v}[:, i] * {n})\n{r} = F.stack(*{t}, axis=1)",
        "",
    ),
    "sum over softmax of rows": ("{r} = 0\nfor row in {v}:  #!\n    {r} = {r} + F.softmax(row)", ""),
    "stack over rows": ("{t} = []\nfor row in {v}:  #!\n    {t}.append(F.relu(row) + {n})\n{r} = F.stack(*{t})", ""),
    "stack of softmax of rows": ("{r} = F.stack(*[F.softmax(one) for one in {v}])  #!", ""),
    "stack of a map": ("{r} = F.stack(*map(F.softmax, {v}))  #!", ""),
    "stack of reversed rows": ("{r} = F.stack(*reversed(list({v})))  #!", ""),
    "stack of pairs of rows": (
        "{t} = F.tanh({v})\n{r} = F.stack(*[one * other for one, other in zip({v}, {t})])  #!",
        "",
    ),
    "sum of rows": ("{r} = sum({v})  #!", ""),
    "maximum of rows": ("{r} = max(F.reshape({v}, (-1,)))  #!", ""),
    "numbered rows": (
        "{t} = F.reshape({v}, (2, 12))\n{r} = 0\nfor i, row in enumerate({t}):  #!\n    {r} = {r} + row * (i + {n})",
        "",
    ),
    "pairs of rows": (
        "{t} = F.reshape({v}, (3, 8))\n{r} = 0\nfor i, row in zip((3, {n}, 1), {t}):  #!\n    {r} = {r} + row * i",
        "",
    ),
    "zeros of shape and dtype": ("{r} = F.zeros(shape={v}.shape, dtype={v}.dtype) + {v}  #!", ""),
    "ones of shape and device": ("{r} = F.ones({v}.shape, ctx={v}.context) * {v}  #!", ""),
    "normal of a shape": ("{r} = F.random.normal(0, {n}, shape={v}.shape) * 0 + {v}  #!", ""),
    "uniform of a shape": ("{r} = F.random.uniform(low={n}, high={n}, shape={v}.shape) * {v}  #!", ""),
    "full of a length": ("{r} = F.full(({v}.shape[0], 3), {n})  #!", ""),
    "zeros of two lengths": ("{r} = F.zeros(shape=({v}.shape[0], {v}.shape[1])) + {n}  #!", ""),
    "broadcast to a length": ("{t} = F.ones((1, 4)) * {n}\n{r} = F.broadcast_to({t}, ({v}.shape[0], 4))  #!", ""),
    "nd array": ("{r} = {v} + nd.ones((2, 3, 4)) * {n}  #!", ""),
    "nd random": ("{r} = F.broadcast_mul({v}, nd.random.uniform({n}, {n}, shape=(1, 1, 4)))  #!", ""),
    "random of numpy": ("{r} = {v} * np.random.uniform({n}, {n})  #!", ""),
    "random normal of numpy": ("{r} = {v} + 0 * np.random.normal(loc={n}, scale=1.0)  #!", ""),
    "random number of Python": ("{t} = random.uniform({n}, {n})\n{r} = {v} * {t}  #!", ""),
    "random scalar": ("{r} = {v} * nd.random.uniform({n}, {n}, shape=(1,)).asscalar()  #!", ""),
    "kind of tensor": ("if isinstance({v}, mx.nd.NDArray):  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "phase expression": ("{r} = {v} * 2 if F is mx.nd else {v} * 3  #!", ""),
    "phase of Symbols": ("{r} = {v} * 2\nif F is mx.sym:  #!\n    {r} = {r} + {n}", ""),
    "name of the module": ("{r} = {v} * 3 if F.__name__ == 'mxnet.symbol' else {v} * 2  #!", ""),
    "attribute with a default": ("{r} = {v} * getattr({v}, 'ndim', 5)  #!", ""),
    "exception": ("try:\n    {t} = {v}.shape[1]\nexcept AttributeError:\n    {t} = {n}\n{r} = {v} * {t}  #!", ""),
    "elif": (
        "if not self.deep:\n    {r} = {v}\nelif {v}.sum() > {n}:  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3",
        "",
    ),
    "any": ("if any(F.reshape({v}, (-1,)) > 1):  #!\n    {r} = {v} * 2\nelse:\n    {r} = {v} * 3", ""),
    "or": ("{r} = {v} if {v}.max() < 1 or {v}.min() > 0 else -{v}  #!", ""),
    "or as a value": ("{r} = F.broadcast_mul({v}, {v}.sum() or {v}.max())  #!", ""),
    "early return": ("if {v}.sum() > 900:  #!\n    return {v} * 2\n{r} = {v} * 3", ""),
    "mode": ("{r} = {v}\nif autograd.is_training():  #!\n    {r} = {v} * 2", ""),
    "mode expression": ("{r} = {v} * 2 if not autograd.is_training() else {v} * 3  #!", ""),
    "early return by mode": (
        "if autograd.is_training() or self.deep > 1:  #!\n    return {v} * 2\n{r} = {v} * 3",
        "",
    ),
    "two assignments by a truth": (
        "if {v}.sum() > {n}:  #!\n    {r} = {v} * 2\n    {t} = {v}\nelse:\n    {r} = {v} * 3\n    {t} = -{v}\n"
        "{r} = {r} + {t}",
        "",
    ),
    "number by a truth": ("if {v}.sum() > {n}:  #!\n    {t} = F.log({v})\nelse:\n    {t} = 1\n{r} = {v} * {t}", ""),
    "minimum": ("{r} = min({v}.sum(), {v}.max() * {n})  #!", ""),
    "name scope": ("with self.name_scope():  #!\n    {t} = {v} + {n}  # a scope\n    {r} = {t} * {v}", ""),
    "train mode": ("with autograd.train_mode():  #!\n    {r} = F.Dropout({v}, p=0.0)", ""),
    "pause of a branch": (
        "with autograd.pause():  #!\n    if self.deep:\n        {t} = F.exp(-{v})\n    else:\n        {t} = {v}\n"
        "    {t} += {n}\n{r} = {v} * {t}",
        "",
    ),
    "pause of a tuple": (
        "with autograd.pause():  #!\n    {t}, {u} = F.exp(-{v}), {v} * {n}\n{r} = {v} * {t} + {u}",
        "",
    ),
    "pause of a loop": (
        "with autograd.pause():  #!\n    {t} = {v}\n    for _ in range(2):\n        {t} = F.tanh({t})\n{r} = {v} * {t}",
        "",
    ),
    "pause of Dropout": ("with autograd.pause():  #!\n    {t} = F.Dropout({v} * {n}, p=0.5)\n{r} = {v} * {t}", ""),
    "print over lines": ("print(\n    {v}.shape,  # its shape\n    {v}.mean().asscalar(),  #!\n)\n{r} = {v} * {n}", ""),
    "list of outputs": ("{t} = F.split({v}, num_outputs=3, axis=1)\n{t}.reverse()  #!\n{r} = {t}[0] - {t}[1]", ""),
    "resize to the lengths": (
        "{t} = F.expand_dims({v}, axis=0)\n{u} = F.contrib.BilinearResize2D({t} * 2, height=2, width=2)\n"
        "{r} = F.contrib.BilinearResize2D({u}, height={t}.shape[2], width={t}.shape[3])  #!",
        "",
    ),
    "resize by a name": (
        "{t} = F.expand_dims({v}, axis=0)\n{u} = {t}.shape[2:]  #!\n"
        "{r} = F.contrib.BilinearResize2D(F.relu({t}), height={u}[0], width={u}[1], align_corners=False)",
        "",
    ),
    "resize by a choice": (
        "{t} = F.expand_dims({v}, axis=0)\n{u} = (2, 2) if not self.deep else {t}.shape[2:]  #!\n"
        "{r} = F.contrib.BilinearResize2D(F.relu({t}), height={u}[0], width={u}[1])",
        "",
    ),
    "random array of numpy": ("{r} = F.broadcast_add({v}, 0 * nd.array(np.random.randn(2, 1, 4)))  #!", ""),
    "random array of a size": (
        "{r} = F.broadcast_add({v}, 0 * nd.array(np.random.uniform(0, {n}, size=(2, 1, 4))))  #!",
        "",
    ),
    "truth of rows": ("{r} = {v} * 2 if all({v}[0, 0] > 0) else {v}  #!", ""),
    "slice within a length": ("{r} = {v}[:, 1 : {v}.shape[1]]  #!", ""),
    "positions as tensors": ("{t} = F.zeros((2,), dtype='int32')\n{r} = {v}[{t}, {t}]  #!", ""),
    "pause of a list": (
        "with autograd.pause():  #!\n    {t} = []\n    {t}.append(F.exp(-{v}))\n{r} = {v} * {t}[0]",
        "",
    ),
    "kind expression": ("{r} = {v} * 2 if isinstance({v}, mx.nd.NDArray) else {v} * 3  #!", ""),
    "arguments with comments": (
        "{r} = F.relu(\n    F.add(  #!\n        {v},  # the tensor\n        {n},\n    )\n)",
        "",
    ),
    "pause of a joined list": (
        "with autograd.pause():  #!\n    {t} = []\n    {t}.append(F.exp(-{v}))\n    {u} = F.concat(*{t}, dim=0)\n"
        "{r} = {v} * {u}",
        "",
    ),
    "not as a value": ("{r} = {v} * (1 - (not {v}.sum()))  #!", ""),
    "early return before Dropout": (
        "if {v}.sum() > 900:  #!\n    return {v} * 2\n{t} = F.Dropout({v}, p=0.5)\n{r} = {t} * 3",
        "",
    ),
    "square root by a truth": ("{r} = F.sqrt({v} - {v}) if {v}.sum() > {n} else {v}  #!", ""),
    "constants by a truth": ("{t} = F.ones((2, 3))\n{r} = {t} if {v}.sum() > {n} else F.zeros((2, 3))  #!", ""),
    "zeros of a shape in a dtype": ("{r} = F.zeros({v}.shape, dtype='float32') + {v}  #!", ""),
    "truth of an input": ("if {v}.sum() > {n}:  #!\n    {v} = {v} * 2\n{r} = {v} * 3", ""),
    "assignment by its own mask": ("{r} = {v} * 1\n{r}[{r} > 1] = {n}  #!", ""),
    "product by its own mask": ("{r} = {v} * 1\n{r}[{r} > 1] *= {n}  #!", ""),
    "early return before a square root": (
        "if {v}.sum() > 900:  #!\n    return {v} * 2\n{t} = F.sqrt({v} - 0.1)\n{r} = {t} * 3",
        "",
    ),
}
#: Failures whose fix needs the shapes of a run.
NEED_SHAPES = frozenset(
    [
        "flat to lengths of another",
        "last lengths of another",
        "lengths after the first",
        "number of another split",
        "number of lengths",
        "quotient of lengths",
        "remaining lengths",
        "split by a length and a quotient",
    ]
)
_NAMES = ("alpha", "beta", "gate", "hidden", "inner", "key", "query", "part", "score", "state", "value", "weight")
_IMPORTS = """\
import math
import random

import mxnet as mx
import numpy as np
from mxnet import autograd, nd
from mxnet.gluon import HybridBlock, nn
"""


def make(seed: int, number: int) -> Dict[str, Any]:
    """Return the block of this number as a case; `failing` are its failing lines."""
    choose = random.Random(f"composed fixes {seed} {number}")
    # Each failure is in a block of every so many in a row.
    order = random.Random(f"composed fixes {seed}").sample(sorted(FAILURES), len(FAILURES))
    others = [title for title in order if title != order[number % len(order)]]
    titles = [order[number % len(order)], *choose.sample(others, choose.choice([0, 1, 2, 3, 4]))]
    names = [f"{name}{suffix}" for name in choose.sample(_NAMES, len(_NAMES)) for suffix in ("", "_b")]
    lines, constructor, helpers = ["total = F.sum(x)  # of all"], [], []  # type: Tuple[List[str], List[str], List[str]]
    for place, title in enumerate(titles):
        body, init = FAILURES[title]
        substitutions = {
            "v": f"value_{place}" if choose.random() < 0.7 else "x",
            "r": f"result_{place}",
            **dict(zip("tu", (names.pop(), names.pop()))),
            "n": choose.choice([2, 3, 0.5]),
            "a": choose.choice([0, 1]),
        }
        if substitutions["v"] != "x":
            lines.append(
                f"{substitutions['v']} = {choose.choice(['F.relu(x)', 'F.sqrt(x)', 'x * 2', 'F.exp(x)'])} + {place}"
            )
        written = textwrap.dedent(body).format(**substitutions).split("\n")
        written = [f"# {title}", *written]
        form = "returning helper" if "return" in body else choose.choice(["plain", "plain", "branch", "helper", "loop"])
        if form == "branch":
            lines += [
                f"{substitutions['r']} = {substitutions['v']}",
                "if self.deep:  # a hyperparameter",
                *_indented(written),
            ]
        elif form == "loop":
            lines += [f"{substitutions['r']} = {substitutions['v']}", "for _ in range(1):", *_indented(written)]
        elif form == "returning helper" or form == "helper" and "self." not in body and "np." not in body:
            helpers += [
                f"def step_{place}(self, F, {substitutions['v']}):",
                *_indented([*written, f"return {substitutions['r']}"]),
                "",
            ]
            lines.append(f"{substitutions['r']} = self.step_{place}(F, {substitutions['v']})")
        else:
            lines += written
        constructor += init.format(**substitutions).split("\n") if init else []
        lines.append(f"total = total + F.sum({substitutions['r']})")
    lines.append("return total")
    net = [
        "class Net(HybridBlock):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.deep = True",
    ]
    net += [*_indented(constructor, 2), "", "    def hybrid_forward(self, F, x):", *_indented(lines, 2), ""]
    src = _IMPORTS + "\n\n" + "\n".join([*net, *_indented(helpers)]).rstrip() + "\n"
    # A parameter is an argument of `hybrid_forward`.
    arguments = [line.split("params.get('")[1].split("'")[0] for line in constructor if "params.get(" in line]
    src = src.replace("(self, F, x):", f"(self, F, {', '.join(['x', *arguments])}):", 1)
    failing = [place for place, line in enumerate(src.split("\n"), 1) if line.endswith("#!")]
    return {
        "id": f"composed-{seed}-{number}",
        "title": ", ".join(titles),
        "src": src.replace("  #!\n", "\n"),
        "inputs": "[('pos', (2, 3, 4))]",
        "label": "flag",
        "static": "decidable" if NEED_SHAPES.isdisjoint(titles) else "needs-shapes",
        "verdict": "",
        "failing": failing,
    }


def _indented(lines: List[str], times: int = 1) -> List[str]:
    return [f"{'    ' * times}{line}" if line else line for line in lines]
