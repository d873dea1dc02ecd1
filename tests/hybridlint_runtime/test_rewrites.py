"""Each rewrite of the catalogue on MXNet: the code after computes what the code before does.

The rewrite is applied to the code before, so that the test proves the pattern, what is written, and the document at
once. Both are run imperatively, with gradients and in training; what is written also hybridized, and with other
lengths.
"""

from __future__ import annotations

import ast
import random
import re
import textwrap
import zlib
from typing import Any, Dict, Iterator, List, Mapping, Tuple

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd

from hybridlint import mxnet_api
from hybridlint.editing import applied
from hybridlint.finding import Finding, Fix
from hybridlint.fixing import fix
from hybridlint.interpreter import interpret
from hybridlint.module import Module
from hybridlint.rewrites.rewrite import CATALOGUE, Match, Rewrite, of_rule
from hybridlint.rewrites.source import Source

of_rule("HYB101")  # fills the catalogue

#: Sums are computed in another order.
_TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}


def proofs() -> Iterator[Tuple[Rewrite, str, Mapping[str, Any]]]:
    for rewrite in CATALOGUE:
        for parts in rewrite.inputs:
            rank = int(rewrite.variant.get("rank", 9))
            shown = {name: part[:rank] if isinstance(part, tuple) else part for name, part in parts.items()}
            for before in rewrite.before:
                if "{parts}" not in before:  # a list, which another statement stacks
                    yield rewrite, before, shown


def filled(code: str, parts: Mapping[str, Any]) -> str:
    """Return a pattern as Python, with tensors as the parameters of their names."""
    code = re.sub(r"(?:, )?\*\*\{rest\}", "", code)
    code = re.sub(r"\*\{xs\}", lambda _: ", ".join(parts["xs"]), code)
    values = {name: name if isinstance(part, tuple) else str(part) for name, part in parts.items()}
    return re.sub(r"\{(\w+)\}", lambda name: values[name[1]], code)


def module(code: str, tensors: List[str]) -> str:
    """Return a module with a block that computes `code`, an expression, an assignment or a `return`."""
    recorded = ", ".join(f"{name} * 1" for name in tensors)  # so that each input has a gradient
    if not code.startswith("return "):
        try:
            ast.parse(code, mode="eval")
            code = f"return {code}, {recorded}"
        except SyntaxError:
            target = code.split()[0]
            code = f"{target} = {target} * 1\n{code}\nreturn {target}, {recorded}"
    head = "import math\n\nimport mxnet as mx\nimport numpy as np\nfrom mxnet.gluon import HybridBlock\n\n\n"
    head += "class Net(HybridBlock):\n"
    return f"{head}    def hybrid_forward(self, F, {', '.join(tensors)}):\n{textwrap.indent(code, ' ' * 8)}\n"


def block(text: str) -> Any:
    names: Dict[str, Any] = {}
    exec(compile(text, "net.py", "exec"), names)  # the text is that of this test
    return names["Net"]()


def rewritten(rewrite: Rewrite, text: str) -> str:
    """Return the text after the first change that the rewrite makes."""
    api = mxnet_api.load(mxnet_api.DEFAULT)
    file = Module(text, ast.parse(text))
    source = Source(file, api, interpret(file, api).events)
    for node in ast.walk(file.tree):
        for anchor in ast.walk(node) if hasattr(node, "lineno") else ():
            match = Match(source, node, anchor, None, rewrite.variant, {})
            if not rewrite.applies(match) or not all(condition(match) for condition in rewrite.conditions):
                continue
            edits = source.rendered(rewrite.changes(match) or ())
            if edits:
                return applied(text, [Finding("HYB101", 1, 0, "", fix=Fix(edits, False, ""))])
    raise AssertionError(f"it does not apply to {text}")


def outcome(net: Any, values: List[np.ndarray], training: bool, records: bool) -> List[np.ndarray]:
    """Return the outputs and the gradients of the inputs; outputs alone unless MXNet `records` the code before, which
    it does not if that writes in place."""
    inputs = [nd.array(value, dtype=value.dtype) for value in values]
    if not records:
        return [output.asnumpy() for output in net(*inputs)]
    for array in inputs:
        array.attach_grad()
    with autograd.record(train_mode=training):
        result = net(*inputs)
        outputs = list(result) if isinstance(result, (list, tuple)) else [result]
        weights = [nd.arange(1, output.size + 1).reshape(output.shape) for output in outputs]
        total = sum((output * weight).sum() for output, weight in zip(outputs, weights))
    total.backward()
    return [array.asnumpy() for array in (*outputs, *(array.grad for array in inputs))]


def shapes(parts: Mapping[str, Any], rng: random.Random) -> List[Tuple[int, ...]]:
    """Return the shapes of the tensors, each length changed to the same other one wherever it stands."""
    lengths: Dict[int, int] = {1: 1}
    named = [shape for shape in parts.values() if isinstance(shape, tuple)]
    for length in sorted({length for shape in named for length in shape}):
        lengths.setdefault(length, length * rng.choice((1, 2)))
    return [tuple(lengths[size] for size in shape) for shape in named]


@pytest.mark.parametrize(
    ("rewrite", "before", "parts"),
    [pytest.param(*proof, id=f"{type(proof[0]).__name__}-{proof[1]}") for proof in proofs()],
)
def test_the_code_after_computes_what_the_code_before_does(
    rewrite: Rewrite, before: str, parts: Mapping[str, Any]
) -> None:
    tensors = [name for name, shape in parts.items() if isinstance(shape, tuple)]
    text = module(filled(before, parts), tensors)
    written = rewritten(rewrite, text)
    assert not rewrite.after or rewrite.derived or filled(rewrite.after, parts).split("(")[0][2:] in written
    records = not any(isinstance(node, ast.AugAssign) for node in ast.walk(ast.parse(text)))
    rng = random.Random(zlib.crc32(text.encode()))
    generator = np.random.default_rng(rng.randrange(2**32))
    fixed = block(written)
    hybrid = block(fix(written, unsafe=True).text)  # what is written may be one step of several
    hybrid.hybridize()
    fixed_lengths = any(isinstance(shape, str) and re.search(r"\d", shape) for shape in parts.values())
    for attempt in range(3):
        named = [shape for shape in parts.values() if isinstance(shape, tuple)]
        chosen = named if not attempt or fixed_lengths else shapes(parts, rng)
        values = [generator.uniform(0.5, 2, shape).astype("float32") for shape in chosen]
        for training in (False, True):
            expected = outcome(block(text), values, training, records)
            for net in (fixed, hybrid):
                made = outcome(net, values, training, records)
                assert [(array.shape, array.dtype) for array in made] == [
                    (array.shape, array.dtype) for array in expected
                ]
                for computed, correct in zip(made, expected):
                    np.testing.assert_allclose(computed, correct, **_TOLERANCE)
    mx.nd.waitall()
