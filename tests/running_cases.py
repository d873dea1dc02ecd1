"""Runs a case through the check.

Nothing else is here: the check reads every file of which it runs a function that is not MXNet's, and this is one.
"""

from __future__ import annotations

import ast
import linecache
import os
from typing import Any, Dict, List, Optional

from hybridlint_runtime.mxnet_compat import import_mxnet

#: Whether every case is also written to an archive and loaded in a process of its own, which takes seconds each; else
#: only those that state it.
WITH_ARCHIVE = bool(os.environ.get("HYBRIDLINT_TRUTH_ARCHIVE"))


def tensors(spec: Any, batch: int, random: Any, context: str) -> Any:
    """One input specification as the reference makes it: a leading dimension of 2 is the batch."""
    mx = import_mxnet()

    if spec is None:
        return None
    if isinstance(spec, list):
        return [tensors(item, batch, random, context) for item in spec]
    kind, rest = "f", (spec,)
    if isinstance(spec, tuple) and spec and isinstance(spec[0], str):
        kind, rest = spec[0], spec[1:]
    if kind == "raw":
        return rest[0]
    if kind == "tup":
        return tuple(tensors(item, batch, random, context) for item in rest)
    shape = tuple(rest[0])
    if shape and shape[0] == 2:
        shape = (batch, *shape[1:])
    if kind == "i":
        low, high, dtype = (*rest[1:], *(0, 3, "int32")[len(rest) - 1 :])
        values = random.randint(low, high, size=shape).astype(dtype)
    elif kind == "bin":
        values = random.randint(0, 2, size=shape).astype("float32")
    elif kind == "pos":
        values = random.uniform(0.5, 1.5, size=shape).astype("float32")
    else:
        values = random.normal(size=shape).astype({"f": "float32", "f16": "float16", "f64": "float64"}[kind])
    device, _, number = context.rstrip(")").partition("(")
    return mx.nd.array(values, dtype=values.dtype, ctx=mx.Context(device, int(number or 0)))


def verify_case(case: Dict[str, Any]) -> Any:
    """The report on one case."""
    mx = import_mxnet()
    import numpy as np

    from hybridlint_runtime.checking import verify
    from hybridlint_runtime.spec.options import CheckOptions, Scenario

    file = f"<case {case['id']}>"
    source = case["src"]
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    modules: Dict[int, Dict[str, Any]] = {}
    kept: List[Any] = []

    code = compile(source, file, "exec", dont_inherit=True)

    def make_net() -> Any:
        namespace: Dict[str, Any] = {"__name__": "case"}
        exec(code, namespace)
        net = namespace["Net"](**case.get("ctor", {}))
        modules[id(net)] = namespace
        kept.append(net)
        return net

    def environment(net: Any, **more: Any) -> Dict[str, Any]:
        return {**modules[id(net)], "net": net, "mx": mx, "autograd": mx.autograd, **more}

    def make_inputs(context: str, seed: int, batch: Optional[int]) -> List[Any]:
        random = np.random.RandomState(seed)
        specs = ast.literal_eval(case["inputs"])
        return [tensors(spec, batch or case.get("b1", 2), random, context) for spec in specs]

    def run(code: str) -> Any:
        return lambda net: exec(code, environment(net))

    def call(net: Any, inputs: Any) -> Any:
        return eval(case["call"], environment(net, xs=list(inputs)))

    scenario = Scenario(
        call=call if case.get("call") else Scenario().call,
        between=run(case["between"]) if case.get("between") else None,
        hybridize=run(case["hybridize"]) if case.get("hybridize") else None,
    )
    archive = case.get("archive", WITH_ARCHIVE) and not case.get("noexport")
    options = CheckOptions(archive=archive, onnx=case.get("onnx", False), probes=case.get("probes"))
    return verify(make_net, make_inputs, options, scenario=scenario)
