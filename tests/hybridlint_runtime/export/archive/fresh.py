"""Run in a fresh process: read a list of archives from standard input, load each in every way and print the results.

Standard input is JSON: {"models": path of models.py, "archives": {folder: name of the case}, "numpy": bool}. Standard
output's last line is JSON: {folder: {way: "same", or what is different}}.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import traceback
import warnings
from typing import Any, Dict


def main() -> None:
    request = json.load(sys.stdin)
    from hybridlint_runtime.mxnet_compat import import_mxnet

    mx = import_mxnet()
    from hybridlint_runtime.export.archive.verifying import make_decoys

    # Blocks of every class first: all counters differ from those of the process that wrote.
    make_decoys(mx)
    if request["numpy"]:
        mx.npx.set_np()
    spec = importlib.util.spec_from_file_location("archive_models", request["models"])
    models = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = models
    spec.loader.exec_module(models)
    results: Dict[str, Dict[str, str]] = {}
    for folder, name in request["archives"].items():
        case = {**models.CASES, **models.NUMPY_CASES}[name]
        case.make()
        results[folder] = {
            "without source": tried(without_source, folder, case),
            "onto a new instance": tried(onto_new_instance, folder, case),
            "MXNet alone": tried(mxnet_alone, folder, case),
        }
    print(json.dumps(results))


def tried(way: Any, folder: str, case: Any) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return str(way(folder, case))
    except Exception as error:
        return f"{type(error).__name__}: {error}\n{traceback.format_exc()}"


def without_source(folder: str, case: Any) -> str:
    from hybridlint_runtime.export.archive.verifying import check_archive

    result = check_archive(folder)
    if not result.passed:
        return "; ".join(result.problems)
    not_run = [call for call in result.calls if call.status == "not run"]
    if case.hybrid and not_run:
        return f"not run: {not_run[0].reason}"
    return "same"


def onto_new_instance(folder: str, case: Any) -> str:
    from hybridlint_runtime.export.archive.verifying import check_archive

    result = check_archive(folder, make_net=case.make)
    roots = [call for call in result.calls if call.path == ""]
    if not result.passed or not roots:
        return "; ".join(result.problems) or "the root was not run"
    return "same" if all(call.status == "passed" for call in roots) else f"not run: {roots[0].reason}"


def mxnet_alone(folder: str, case: Any) -> str:
    """Every graph with a recorded call, through nothing but SymbolBlock.imports."""
    import mxnet as mx
    import numpy as np

    with open(f"{folder}/manifest.json", encoding="utf-8") as stream:
        manifest = json.load(stream)
    compared = 0
    for call in manifest["calls"]:
        graphs = [graph for graph in manifest["graphs"] if graph["path"] == call["path"]]
        whole = [graph for graph in graphs if graph["at"] == "call"]
        record = manifest["graphs"][call["graph"]] if call["graph"] is not None else None
        if record is not None and record["at"] == "forward":
            same = [graph for graph in whole if graph["outputs"] == record["outputs"]]
            record = same[0] if same else None
        if record is None or call["seed"] is None:
            continue
        with mx.util.np_shape(call["numpy"]):
            arrays = mx.nd.load(f"{folder}/{call['file']}")
        inputs = [arrays[f"input:{i}"] for i in range(len(record["input_names"]))]
        if call["numpy"]:
            inputs = [each.as_np_ndarray() for each in inputs]
        used = [name for name in record["input_names"] if name not in record["unused_inputs"]]
        values = [value for name, value in zip(record["input_names"], inputs) if name in used]
        net = mx.gluon.SymbolBlock.imports(
            f"{folder}/{record['file']}", used, f"{folder}/model.params", ignore_extra=True
        )
        mx.random.seed(call["seed"])
        outputs = net(*values)
        flat = outputs if isinstance(outputs, (list, tuple)) else [outputs]
        for index, output in enumerate(flat):
            expected = arrays[f"output:{index}"].asnumpy()
            if not np.allclose(output.asnumpy(), expected, rtol=1e-3, atol=1e-3):
                return f"output {index} of {record['file']} differs"
            compared += 1
    return "same" if compared else "nothing to compare"


if __name__ == "__main__":
    main()
