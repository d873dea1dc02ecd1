"""Runs subjects in this process and writes what became of each call, a line of JSON each. Started by `judge.py`.

    python worker.py ROW OUTPUT SEEN REPEATED NAME...

ROW is one of `environments.sources()`; OUTPUT is appended to; SEEN is a file with what earlier workers have shown;
REPEATED is a file with the places of what other packages have shown.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
import pathlib
import sys
import traceback
import warnings
from typing import Any, Dict, Iterator, List, Optional, TextIO, Tuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from hybridlint_runtime.mxnet_compat import import_mxnet

mx = import_mxnet()

from benchmarks.ecosystem.environments import shown, sources
from benchmarks.ecosystem.function_calls import Call, Recorder
from benchmarks.ecosystem.isolated import Verdict, judge_both_modes, judge_call
from hybridlint_runtime.model import facts
from hybridlint_runtime.structures import describe


def main(row: str, output: str, seen_path: str, repeated_path: str, *names: str) -> None:
    """Judge the subjects `names` of the package `row`."""
    warnings.simplefilter("ignore")
    source = next(item for item in sources() if item.row == row)
    subjects = importlib.import_module(f"benchmarks.ecosystem.subjects.{source.module}").subjects()
    repeated = json.loads(pathlib.Path(repeated_path).read_text())
    seen: Dict[str, Any] = json.loads(pathlib.Path(seen_path).read_text()) if os.path.exists(seen_path) else {}
    with open(output, "a", encoding="utf-8") as file:
        for name in names:
            _write(file, event="begin", subject=name)
            recorder = Recorder(lambda kind: _worth_judging(kind, source.package, repeated), seen)
            error = ""
            try:
                mx.random.seed(0)
                recorder.record(subjects[name])
            except Exception as failure:
                error = f"{type(failure).__name__}: {failure}"[:400]
                place = traceback.extract_tb(failure.__traceback__)[-1]
                error += f" ({shown(place.filename)}:{place.lineno})"
            for call in recorder.kept:
                _write(file, event="call", subject=name, **_judged(call))
            for pair in _both_modes(recorder.kept):
                _write(file, event="call", subject=name, **_judged(*pair))
            seen = recorder.state()
            pathlib.Path(seen_path).write_text(json.dumps(seen))
            _write(file, event="end", subject=name, error=error, calls=len(recorder.kept))
            recorder.kept.clear()
            gc.collect()


def _worth_judging(kind: type, package: str, repeated: List[Tuple[str, int, int]]) -> bool:
    if kind.__module__.split(".")[0] != package:
        return False
    path, line = _place(kind)
    return not any(path == file and first <= line <= last for file, first, last in repeated)


def _place(kind: Any) -> Tuple[str, int]:
    function = inspect.unwrap(kind.hybrid_forward)
    return shown(inspect.getsourcefile(function) or ""), function.__code__.co_firstlineno


def _both_modes(calls: List[Call]) -> Iterator[Tuple[Call, Call]]:
    """Pairs of a call in inference and one in training of the same block, with arguments of another structure."""
    for inference in calls:
        for training in calls:
            if inference.block is training.block and training.training and not inference.training:
                if describe(inference.args) != describe(training.args):
                    yield inference, training


def _judged(call: Call, training: Optional[Call] = None) -> Dict[str, Any]:
    kind = type(call.block)
    path, line = _place(kind)
    common = {
        "class": f"{kind.__module__}.{kind.__qualname__}",
        "path": path,
        "line": line,
        "training": call.training,
        "configuration": call.configuration,
    }
    try:
        if training is None:
            verdict = judge_call(call)
        else:
            verdict = judge_both_modes(call, training) or Verdict("not judged", error="runs in both modes")
    except Exception:
        return dict(common, outcome="not judged", error="the judge failed: " + traceback.format_exc()[-600:])
    return dict(
        common,
        facts=_facts(call),
        outcome=verdict.outcome,
        stage=verdict.stage,
        error=verdict.error,
        lines=verdict.lines,
        executed=sorted(verdict.footprint.executed),
        functions=sorted(verdict.footprint.functions),
        whole=verdict.whole,
        whole_error=verdict.whole_error,
    )


def _facts(call: Call) -> Dict[str, Any]:
    """The facts of a call for the linter, as `hybridlint.facts` describes them, with the class that they are of."""
    block = call.block
    owner = next(kind for kind in type(block).__mro__ if "hybrid_forward" in vars(kind))
    names = inspect.getfullargspec(inspect.unwrap(owner.hybrid_forward)).args[2:]
    attributes = {id(value): name for name, value in vars(block).items() if isinstance(value, mx.gluon.HybridBlock)}
    children = {attributes.get(id(child.block)): child.outputs for child in call.children or ()}
    parameters = {
        name: parameter.data() for name, parameter in block._reg_params.items() if parameter._data is not None
    }
    return {
        "class": next(kind for kind in type(block).__mro__ if kind.__module__ == owner.__module__).__qualname__,
        "inputs": facts._described(dict(zip(names, call.args))),
        "parameters": facts._described(parameters),
        "attributes": facts._attributes(block),
        "children": facts._described({name: value for name, value in children.items() if name}),
    }


def _write(file: TextIO, **event: Any) -> None:
    file.write(json.dumps(event) + "\n")
    file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
