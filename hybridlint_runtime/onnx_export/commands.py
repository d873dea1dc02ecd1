"""`export --onnx`, and `inspect` of ONNX files."""

from __future__ import annotations

import json
from typing import Any, Optional, Sequence

from ..errors import ModelRaised, model_code
from ..spec.inputs import InputPlan
from .advice import advice_for
from .exporting import NotTheSame, export_onnx
from .inspecting import contents, described
from .verifying import UNDECIDED

NOTHING_WRONG, FOUND = 0, 1


def export(net: Any, path: str, plan: InputPlan, context: str, seed: int, batch: Optional[int], opset: int) -> int:
    """Write the files and print their contents. Print the faults and return 1 if a graph is not the same in ONNX."""
    given = plan.make(context, seed)
    try:
        files = export_onnx(net, path, *given, another=_another(plan, context, seed, batch), opset=opset, seed=seed)
    except NotTheSame as error:
        for block, fault in error.faults:
            print(f"{block or 'the root'}: {fault.message}")
            if fault.location is not None:
                print(f"  at {fault.location.file}:{fault.location.line}: {fault.location.source}")
            if fault.node:
                print(f"  operator {fault.node}")
            advice = advice_for(fault.operator, fault.kind)
            if advice:
                print(f"  instead: {advice}")
        print("nothing was written")
        return FOUND
    for file in files:
        at = " and ".join(map(str, file.batches))
        compared = f"compared at batch {at}, largest difference {file.largest:g}"
        if file.undecided:
            compared += f"; {UNDECIDED} ({file.undecided})"
        if file.random:
            compared = f"not compared: {file.random} draws random numbers"
        print(f"{file.path}: {', '.join(file.inputs)} -> {', '.join(file.outputs)}; {file.size} bytes; {compared}")
    return NOTHING_WRONG


def _another(plan: InputPlan, context: str, seed: int, batch: Optional[int]) -> Optional[Sequence[Any]]:
    """Return the arguments of another batch size, None if the inputs have no batch."""
    shapes = [value.shape for value in plan.values(seed) if hasattr(value, "shape")]
    sizes = {shape[0] for shape in shapes if shape}
    wanted = batch or next(size for size in (5, 7) if size not in sizes)
    try:
        with model_code():
            return plan.make(context, seed + 1, wanted)
    except ModelRaised:  # the user's function may not support other batch sizes
        return None


def inspect(files: Sequence[str], as_json: bool) -> int:
    """Print the contents of ONNX files. Raise CannotLook for one that is not valid."""
    if as_json:
        print(json.dumps([contents(file) for file in files], indent=1))
    else:
        print("\n\n".join(described(file) for file in files))
    return NOTHING_WRONG
