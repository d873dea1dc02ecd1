"""Lets real MXNet judge the functions of the packages: every `hybrid_forward` that the subjects reach, one by one.

    python benchmarks/ecosystem/judge.py FOLDER -o JUDGED [--package gluoncv] [--grep NAME ...] [--at-once 2]

FOLDER is where `environments.py` made its environments. A worker process judges many subjects; one that dies or takes
too long costs the subject it was at. What stands in a package judged earlier word for word is not judged again. The
folder JUDGED gets a file for each package, with a line of JSON for every event (see `worker.py`); it is written while
the work goes on.
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

from benchmarks.ecosystem.environments import Source, python_of, sources
from benchmarks.ecosystem.texts import Texts

#: Seconds that one subject may take.
TIMEOUT = 240.0


def judge(folder: pathlib.Path, source: Source, texts: Texts, output: pathlib.Path, grep: List[str]) -> None:
    """Write the events of all subjects of `source` to `output`."""
    python, environment = str(python_of(folder, source.environment)), _environment(folder, source)
    waiting = [name for name in _names(python, source, environment) if any(part in name for part in grep)]
    output.write_text("")
    with tempfile.TemporaryDirectory() as scratch:
        seen, repeated = os.path.join(scratch, "seen.json"), os.path.join(scratch, "repeated.json")
        pathlib.Path(repeated).write_text(json.dumps(texts.repeated_places(source)))
        while waiting:
            command = [python, str(HERE / "worker.py"), source.row, str(output), seen, repeated, *waiting]
            reason = _work(command, environment, output, scratch)
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
            print(f"{source.row}: {len(waiting)} to do", file=sys.stderr, flush=True)


def read(output: pathlib.Path) -> List[Dict[str, Any]]:
    """The events of a file; a line that a dying process left unfinished is left out."""
    lines = output.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.endswith("}") and line.startswith("{")]


def _names(python: str, source: Source, environment: Dict[str, str]) -> List[str]:
    module = f"benchmarks.ecosystem.subjects.{source.module}"
    code = f"import json; from {module} import subjects; print(json.dumps(list(subjects())))"
    done = subprocess.run(
        [python, "-c", code], cwd=HERE.parents[1], check=True, stdout=subprocess.PIPE, env=environment
    )
    names: List[str] = json.loads(done.stdout.decode().splitlines()[-1])
    return names


def _work(command: List[str], environment: Dict[str, str], output: pathlib.Path, scratch: str) -> str:
    """Run a worker to its end. Why it had to be ended, or ""."""
    with open(os.path.join(scratch, "log"), "w") as log:
        process = subprocess.Popen(command, cwd=scratch, stdout=log, stderr=log, env=environment)
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


def _environment(folder: pathlib.Path, source: Source) -> Dict[str, str]:
    path = [str(HERE.parents[1])] + ([str(source.root(folder))] if source.release else [])
    return dict(os.environ, PYTHONPATH=os.pathsep.join(path), OMP_NUM_THREADS="1", PYTHONHASHSEED="0", MPLBACKEND="agg")


def main() -> None:
    """Judge all packages, or those that are named."""
    by_row = {source.row: source for source in sources() if source.module}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--package", action="append", choices=list(by_row), default=[])
    parser.add_argument("--grep", nargs="+", default=[""], help="only subjects whose name holds one of these")
    parser.add_argument("--at-once", type=int, default=1)
    options = parser.parse_args()
    folder, output = options.folder.resolve(), options.output.resolve()
    texts = Texts(folder)
    output.mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(options.at_once) as pool:
        running = [
            pool.submit(judge, folder, by_row[row], texts, output / f"{row}.jsonl", options.grep)
            for row in options.package or by_row
        ]
        for future in running:
            future.result()


if __name__ == "__main__":
    main()
