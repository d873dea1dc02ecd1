"""The divergences that the linter finds in cases."""

from __future__ import annotations

import ast
from typing import Any, Dict, Iterable, Iterator, Tuple

from hybridlint import mxnet_api, symbols
from hybridlint.interpreter import interpret
from hybridlint.module import Module
from hybridlint.symbols import Divergence


def only_divergences(cases: Iterable[Dict[str, Any]]) -> Iterator[Tuple[Dict[str, Any], Divergence]]:
    """Yield each case that breaks and has one divergence, which is at the failing line if that is known."""
    api = mxnet_api.load(mxnet_api.DEFAULT)
    for case in cases:
        if case["label"] != "flag":
            continue
        module = Module(case["src"], ast.parse(case["src"]))
        events = interpret(module, api).events
        recorded = [(event, divergence) for event in events for divergence in symbols.divergences(event, api)]
        if len(recorded) == 1 and case["user_line"] in (None, module.span(recorded[0][0].node).line):
            yield case, recorded[0][1]
