#!/usr/bin/env python3
"""Writes what mx.nd and mx.sym of the installed MXNet 1.x offer: one data file of hybridlint.mxnet_api.

Run it with a Python that has MXNet (1.6.0, 1.7.0.post2, 1.8.0.post0 or 1.9.1, with numpy < 1.24):

    python tools/make_mxnet_api.py              # writes hybridlint/mxnet_api/<version>.json
    python tools/make_mxnet_api.py -o FILE

Everything in the file is read from, or measured on, that MXNet; the same MXNet always gives the same file.
hybridlint/mxnet_api/__init__.py reads it and documents it; mxnet_measurements/ does the measuring.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import pathlib
import sys
from typing import List, Optional

# For speed, with thousands of tiny calls of which many are refused: no threads, few generators, no stack traces.
# Without oneDNN's recurrent layers, which since 1.7 drop nothing out.
os.environ.update(
    OMP_NUM_THREADS="1",
    MXNET_ENGINE_TYPE="NaiveEngine",
    MXNET_CPU_PARALLEL_RAND_COPY="1",
    MXNET_CPU_TEMP_COPY="1",
    DMLC_LOG_STACK_TRACE_DEPTH="1",
    MXNET_USE_MKLDNN_RNN="0",
)

with contextlib.suppress(ImportError):  # restores what later versions of Python and NumPy removed
    importlib.import_module("hybridlint_runtime.enable_mxnet")

from mxnet_measurements import collecting
from mxnet_measurements.writing import DATA, text_of


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file to write (default: in hybridlint/mxnet_api)")
    parser.add_argument("-j", "--processes", type=int, default=os.cpu_count() or 1, help="processes that measure")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="measure only one of about N: a sample")
    options = parser.parse_args(arguments)
    if options.every > 1 and options.output is None:
        parser.error("a sample is no data file: give --output")
    tables = collecting.collect(options.processes, options.every)
    output = options.output or DATA / f"{tables['version']}.json"
    output.write_text(text_of(tables), encoding="utf-8")
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
