"""What stands at the path of an archive after its writer was killed, ran out of disk, or met another writer.

    python benchmarks/archive_interrupted.py [--kills 300] [--writes 60]

Every archive found is opened, which verifies all of it. A writer is killed (SIGKILL) at a random moment of writing a
new archive, and of replacing one; two writers replace one archive while it is read all the time. With the right to
mount (root, or Linux with user namespaces) a file system of one megabyte is filled up until from 0 bytes to more than
enough are left, and an archive is written and replaced there. Prints a line for each; ends with 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

from hybridlint_runtime.mxnet_compat import import_mxnet

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
UNITS, INPUTS = 150, 200
#: Bytes of the file system that is filled up, and of one of its pages.
DISK, PAGE = 1 << 20, 4096


def export(path: Path, value: float) -> None:
    """Write an archive whose weights are all `value`."""
    mx = import_mxnet()

    from hybridlint_runtime.export.archive import export_tree

    net = mx.gluon.nn.Dense(UNITS, in_units=INPUTS)
    net.initialize(mx.init.Constant(value))
    export_tree(net, path, mx.nd.ones((1, INPUTS)))


def value_at(path: Path) -> Optional[float]:
    """The value of the archive at `path`, None if nothing is there. Raises if it is not whole."""
    from hybridlint_runtime.export.archive import Archive

    if not path.exists():
        return None
    weights = Archive(path).parameters()["weight"].asnumpy()
    if weights.min() != weights.max():
        raise AssertionError(f"{path} mixes {weights.min()} and {weights.max()}")
    return float(weights.min())


def forked(work: Callable[[], None]) -> int:
    """Do `work` in a child process; its number. Importing MXNet again would take seconds."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return child


def kills(count: int, replacing: bool) -> str:
    """Kill `count` writers, each at a random moment."""
    with tempfile.TemporaryDirectory() as name:
        path, draw = Path(name) / "model", random.Random(replacing)
        taken: List[float] = []
        for _ in range(5):
            if not replacing:
                shutil.rmtree(path, ignore_errors=True)
            started = time.perf_counter()
            os.waitpid(forked(lambda: export(path, 1.0)), 0)
            taken.append(time.perf_counter() - started)
        longest = sorted(taken)[2]
        found: Dict[str, int] = {"killed": 0, "unfinished folder": 0, "old": 0, "new": 0, "none": 0}
        before: Optional[float] = 1.0
        for number in range(count):
            if not replacing:
                shutil.rmtree(path, ignore_errors=True)
                before = None
            value = float(number + 2)
            child = forked(lambda value=value: export(path, value))  # type: ignore[misc]
            time.sleep(draw.random() * longest)
            os.kill(child, signal.SIGKILL)
            found["killed"] += os.WIFSIGNALED(os.waitpid(child, 0)[1])
            found["unfinished folder"] += any(".partial-" in each for each in os.listdir(name))
            after = value_at(path)
            if after not in (before, value):
                raise AssertionError(f"{after} is at the path, where {before} was and {value} was written")
            found["new" if after == value else "old" if after is not None else "none"] += 1
            before = after
        export(path, 0.5)
        if value_at(path) != 0.5 or os.listdir(name) != ["model"]:
            raise AssertionError(f"the next writer left {os.listdir(name)}")
    return ", ".join(f"{number} {what}" for what, number in found.items() if number)


def two_writers(writes: int) -> str:
    """Two processes replace one archive `writes` times each; this one opens it all the time."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "model"
        export(path, 1.0)

        def write(value: float) -> None:
            for _ in range(writes):
                export(path, value)

        children = [forked(lambda value=value: write(value)) for value in (2.0, 3.0)]  # type: ignore[misc]
        reads, replaced, ended = 0, 0, 0
        while ended < len(children):
            try:
                if value_at(path) not in (1.0, 2.0, 3.0):
                    raise AssertionError("something else was read")
                reads += 1
            except Exception as error:
                if "was replaced while" not in str(error):
                    raise
                replaced += 1
            child, status = os.waitpid(-1, os.WNOHANG)
            if child:
                ended += 1
                if status:
                    raise AssertionError("a writer failed")
        if os.listdir(name) != ["model"]:
            raise AssertionError(f"they left {os.listdir(name)}")
    return f"{2 * writes} writes, {reads} archives read whole, {replaced} times told that it was replaced meanwhile"


def full_disk() -> str:
    """Write and replace an archive on a disk with 0 bytes left, one page more, and so on until there is enough."""
    from hybridlint_runtime.export.archive import ArchiveError

    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", name], check=True)
        path, ballast = Path(name) / "model", Path(name) / "ballast"
        refused: List[int] = []
        try:
            for replacing in (False, True):
                left = 0
                while True:
                    ballast.unlink(missing_ok=True)
                    shutil.rmtree(path, ignore_errors=True)
                    if replacing:
                        export(path, 1.0)
                    with open(ballast, "wb") as stream:
                        free = os.statvfs(name)
                        stream.write(bytes(max(free.f_bavail * free.f_frsize - left, 0)))
                    try:
                        export(path, 2.0)
                    except ArchiveError:
                        refused.append(left)
                    else:
                        break
                    if value_at(path) != (1.0 if replacing else None):
                        raise AssertionError(f"with {left} bytes left, {value_at(path)} is at the path")
                    if sorted(os.listdir(name)) != ["ballast", *(["model"] if replacing else [])]:
                        raise AssertionError(f"with {left} bytes left, there is {os.listdir(name)}")
                    left += PAGE
                if value_at(path) != 2.0:
                    raise AssertionError("the archive that could be written is another one")
        finally:
            subprocess.run(["umount", "-l", name], check=True)
    return f"{len(refused)} times refused, with 0 to {max(refused)} bytes left, the old archive or none at the path"


def main() -> int:
    """All of it, or one step within a namespace of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--writes", type=int, default=60)
    parser.add_argument("--step", choices=["full_disk"])
    parsed = parser.parse_args()
    steps: Dict[str, Callable[[], Any]] = {
        "killed while writing": lambda: kills(parsed.kills, False),
        "killed while replacing": lambda: kills(parsed.kills, True),
        "two writers": lambda: two_writers(parsed.writes),
    }
    if parsed.step:
        steps = {"full disk": full_disk}
    from hybridlint_runtime.export.archive import export_tree  # noqa: F401  # before the forks, so that none has to import it

    lost = False
    for name, step in steps.items():
        try:
            print(f"{name}: {step()}", flush=True)
        except AssertionError as error:
            lost = True
            print(f"{name}: LOST: {error}", flush=True)
    if not parsed.step:
        # A namespace of its own: what is mounted there is seen by nobody else and ends with it.
        command = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [*command, sys.executable, "-W", "ignore", __file__, "--step", "full_disk"], env=environment, check=False
        )
        lost = lost or done.returncode != 0
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
