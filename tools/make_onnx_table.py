#!/usr/bin/env python3
"""Writes which operators of the installed MXNet convert to ONNX: hybridlint/mxnet_api/onnx_conversion.json.

Run it with a Python that has MXNet 1.9.1 and the extra `onnx`:

    python tools/make_onnx_table.py              # some 5 minutes on two cores
    python tools/make_onnx_table.py -o FILE

Of every operator below F typical calls are made, converted with `hybridlint_runtime.export.onnx`, checked by
onnx.checker, run by ONNX Runtime at two batch sizes and compared with MXNet, for each opset.
hybridlint/mxnet_api/onnx_conversion.py reads the file; mxnet_measurements/onnx_conversion.py does the measuring.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from typing import List, Optional

# For speed, with thousands of tiny calls: no threads, few generators, no stack traces.
os.environ.update(
    OMP_NUM_THREADS="1",
    MXNET_ENGINE_TYPE="NaiveEngine",
    MXNET_CPU_PARALLEL_RAND_COPY="1",
    MXNET_CPU_TEMP_COPY="1",
    DMLC_LOG_STACK_TRACE_DEPTH="1",
)
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from mxnet_measurements import onnx_conversion
from mxnet_measurements.writing import DATA, text_of

FILE = DATA / "onnx_conversion.json"


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=FILE)
    parser.add_argument("-j", "--processes", type=int, default=os.cpu_count() or 1, help="processes that measure")
    parser.add_argument("--operators", nargs="*", help="these only, by their C++ names; prints what it finds")
    options = parser.parse_args(arguments)
    measured = onnx_conversion.collect(options.processes, options.operators)
    if options.operators:
        print(text_of(measured))
        return 0
    options.output.write_text(text_of(measured), encoding="utf-8")
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
