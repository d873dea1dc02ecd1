"""Blocks in which a tensor is used within a `try`, whose handler catches what tracing raises or does not.

The uses are those of `flow`, good and bad, but for those that silently compute something else: nothing uses their
result here. What the generator draws besides: which exceptions are caught, and where the `try` stands.
"""

from __future__ import annotations

import random
from typing import List

from benchmarks.generated_blocks import flow
from benchmarks.generated_blocks.block import Block, indented

#: Uses that raise nothing while tracing.
_SILENT = (
    *("except-taken-while-tracing", "first-row", "hasattr", "isinstance-array", "iterated", "length", "list-of-rows"),
    *("range-of-length", "reshape-numbers", "rows", "rows-enumerated", "rows-in-comprehension", "rows-starred"),
    *("rows-zipped", "slice-in-loop", "sum-of-rows", "type-is-array", "type-name", "while-rows"),
)
_CAUGHT = (
    *("AttributeError", "TypeError", "NotImplementedError", "ValueError", "IndexError", "KeyError", "RuntimeError"),
    *("Exception", "(TypeError, ValueError)", "mx.MXNetError", "mx.base.NotImplementedForSymbol", ""),
)
_PLACES = ("body", "function", "else", "finally", "return", "suppress", "nested", "raises")


def make(seed: int, number: int) -> Block:
    """The block of this number; the same for the same seed and number."""
    choose = random.Random(f"tries {seed} {number}")
    uses = [use for use in flow.cells("uses.py") if use.name not in _SILENT and not use.name.startswith("number")]
    use = choose.choice(uses)
    caught, place = choose.choice(_CAUGHT), choose.choice(_PLACES)
    if place == "suppress":
        caught = caught or "Exception"
    names = flow.Names()
    body = [line.replace("  # here", "") for line in names.write(use, "value", "used")]
    handler = f"except {caught}:" if caught else "except:"
    lines = ["value = x * 1.5", *_statements(place, names, body, handler, caught)]
    text = flow.module(names.module, [], lines, branch=False)
    return Block(
        f"tries-{seed}-{number}",
        "tries",
        f"{use.name}, {caught} ({place})",
        text,
        "[('pos', (2, 3))]",
        None,
        use.python,
    )


def _statements(place: str, names: flow.Names, body: List[str], handler: str, caught: str) -> List[str]:
    attempt = ["try:", *indented(body)]
    if place == "function":
        names.module.append("\n".join(["def attempt(F, value):", *indented(body), "    return used"]))
        attempt = ["try:", "    attempt(F, value)"]
    if place == "suppress":
        return [f"with contextlib.suppress({caught.strip('()')}):", *indented(body), "return value * 2"]
    if place == "else":
        return [*attempt, handler, "    result = value * 2", "else:", "    result = value * 2", "return result + 1"]
    if place == "finally":
        result = ["finally:", "    result = result * 2", "return result + 1"]
        return ["result = value", *attempt, handler, "    pass", *result]
    if place == "return":
        return [*attempt, "    return value * 2", handler, "    return value * 2"]
    if place == "nested":
        inner = ["try:", *indented(attempt), *indented(["except KeyError:", "    pass"]), handler, "    pass"]
        return [*inner, "return value * 2"]
    last = "    raise ValueError('no array')" if place == "raises" else "    pass"
    return [*attempt, handler, last, "return value * 2"]
