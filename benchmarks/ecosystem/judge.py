"""Lets real MXNet judge the functions of the packages: every `hybrid_forward` that the subjects reach, one by one.

    python benchmarks/ecosystem/judge.py FOLDER -o JUDGED [--subjects mxnet_layers] [--grep NAME] [--at-once 2]

FOLDER is where `environments.py` made its environments. A worker process judges many subjects; one that dies or takes
too long costs the subject it was at. The folder JUDGED gets a file for each module of subjects, with a line of JSON for
every event (see `worker.py`); it is written while the work goes on.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, List

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from benchmarks.ecosystem.environments import python_of

#: Module of subjects → the environment that it needs.
MODULES = {
    "mxnet_layers": "python3.11",
    "gluoncv_models": "python3.11",
    "gluoncv2_models": "python3.11",
    "gluonnlp_models": "python3.8",
    "gluonts_models": "python3.8",
    "sockeye_models": "python3.8",
}
#: Seconds that one subject may take.
TIMEOUT = 240.0


def judge(folder: pathlib.Path, module: str, output: pathlib.Path, grep: str) -> None:
    """Write the events of all subjects of `module` to `output`."""
    python = str(python_of(folder, MODULES[module]))
    waiting = [name for name in _names(python, module) if grep in name]
    output.write_text("")
    with tempfile.TemporaryDirectory() as scratch:
        seen = os.path.join(scratch, "seen.json")
        while waiting:
            command = [python, str(HERE / "worker.py"), module, str(output), seen, *waiting]
            reason = _work(command, output, scratch)
            events = read(output)
            ended = {event["subject"] for event in events if event["event"] == "end"}
            begun = [
                event["subject"] for event in events if event["event"] == "begin" and event["subject"] not in ended
            ]
            lost = begun or ([] if ended.intersection(waiting) else waiting[:1])
            with open(output, "a", encoding="utf-8") as file:
                for name in lost:
                    end = {"event": "end", "subject": name, "error": reason or "the process died", "calls": 0}
                    file.write("\n" + json.dumps(end) + "\n")
            waiting = [name for name in waiting if name not in ended and name not in lost]
            print(f"{module}: {len(waiting)} to do", file=sys.stderr, flush=True)


def read(output: pathlib.Path) -> List[Dict[str, Any]]:
    """The events of a file; a line that a dying process left unfinished is left out."""
    lines = output.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.endswith("}") and line.startswith("{")]


def _names(python: str, module: str) -> List[str]:
    code = (
        f"import json; from benchmarks.ecosystem.subjects.{module} import subjects; print(json.dumps(list(subjects())))"
    )
    done = subprocess.run(
        [python, "-c", code], cwd=HERE.parents[1], check=True, stdout=subprocess.PIPE, env=_environment()
    )
    names: List[str] = json.loads(done.stdout.decode().splitlines()[-1])
    return names


def _work(command: List[str], output: pathlib.Path, scratch: str) -> str:
    """Run a worker to its end. Why it had to be ended, or ""."""
    with open(os.path.join(scratch, "log"), "w") as log:
        process = subprocess.Popen(command, cwd=scratch, stdout=log, stderr=log, env=_environment())
        size, since = -1, time.monotonic()
        while process.poll() is None:
            time.sleep(0.5)
            if output.stat().st_size != size:
                size, since = output.stat().st_size, time.monotonic()
            elif time.monotonic() - since > TIMEOUT:
                process.kill()
                process.wait()
                return f"ended after {TIMEOUT:.0f} s without a result"
    last = pathlib.Path(scratch, "log").read_text(errors="replace").strip().splitlines()[-1:]
    return f"the process ended with {process.returncode}: {''.join(last)[:200]}" if process.returncode else ""


def _environment() -> Dict[str, str]:
    return dict(os.environ, PYTHONPATH=str(HERE.parents[1]), OMP_NUM_THREADS="1", PYTHONHASHSEED="0", MPLBACKEND="agg")


def main() -> None:
    """Judge all modules of subjects, or those asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--subjects", action="append", choices=sorted(MODULES), default=[])
    parser.add_argument("--grep", default="", help="only subjects whose name holds this")
    parser.add_argument("--at-once", type=int, default=1)
    options = parser.parse_args()
    modules = options.subjects or list(MODULES)
    options.output.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        running = [
            pool.submit(
                judge, options.folder.resolve(), module, options.output.resolve() / f"{module}.jsonl", options.grep
            )
            for module in modules
        ]
        for future in running:
            future.result()


if __name__ == "__main__":
    main()
