"""What is at a path is always a whole archive, the old one or the new one, whatever happens to the writer."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Iterator, List

import mxnet as mx
import pytest

from hybridlint_runtime.export.archive.errors import ArchiveError
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.reading import Archive
from hybridlint_runtime.export.archive.verifying import check_archive, check_in_fresh_process
from hybridlint_runtime.export.archive.writing import replacing, write_file

from .conftest import ROOT

# Writes archives to the path given, one after the other, each with other parameters, until it is killed.
WRITER = """
import sys
from pathlib import Path
from hybridlint_runtime.mxnet_compat import import_mxnet
mx = import_mxnet()
from hybridlint_runtime.export.archive.exporting import export_tree
net = mx.gluon.nn.Dense(200, in_units=300)
net.initialize()
x = mx.nd.ones((1, 300))
number = 0
while True:
    number += 1
    net.weight.set_data(mx.nd.ones((200, 300)) * number)
    export_tree(net, sys.argv[1], x)
    print(number, flush=True)
"""


def _dense(value: float, units: int = 20) -> Any:
    net = mx.gluon.nn.Dense(units, in_units=30)
    net.initialize(mx.init.Constant(value))
    return net


def _value(path: Path) -> float:
    """The value of every weight of an archive of `_dense`; opening it checks all of it."""
    weights = Archive(path).parameters()["weight"]
    assert float(weights.min().asscalar()) == float(weights.max().asscalar())
    return float(weights[0, 0].asscalar())


def _beside(path: Path) -> List[str]:
    return sorted(each.name for each in path.parent.iterdir() if each.name != path.name)


def test_an_archive_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "model"
    for value in (1.0, 2.0):
        export_tree(_dense(value), path, mx.nd.ones((1, 30)))
        assert _value(path) == value
    assert _beside(path) == []


def test_a_link_to_an_archive_stays_a_link(tmp_path: Path) -> None:
    export_tree(_dense(1.0), tmp_path / "model", mx.nd.ones((1, 30)))
    (tmp_path / "current").symlink_to("model")
    export_tree(_dense(2.0), tmp_path / "current", mx.nd.ones((1, 30)))
    assert (tmp_path / "current").is_symlink()
    assert _value(tmp_path / "model") == 2.0


@pytest.mark.parametrize("content", ["a file", "a folder"])
def test_what_is_no_archive_is_never_replaced(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine"
    if content == "a file":
        path.write_text("precious")
    else:
        path.mkdir()
        (path / "manifest.json").write_text('{"name": "my web app"}')
    with pytest.raises(ArchiveError, match="mine"):
        export_tree(_dense(1.0), path, mx.nd.ones((1, 30)))
    kept = path if path.is_file() else path / "manifest.json"
    assert kept.read_text() in ("precious", '{"name": "my web app"}')
    assert _beside(path) == []


def test_an_error_while_writing_leaves_the_old_archive(tmp_path: Path) -> None:
    path = tmp_path / "model"
    export_tree(_dense(1.0), path, mx.nd.ones((1, 30)))
    with pytest.raises(RuntimeError, match="in the middle"), replacing(path) as folder:
        write_file(folder / "manifest.json", b"{}")
        raise RuntimeError("in the middle")
    assert _value(path) == 1.0
    assert _beside(path) == []


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_leaves_a_whole_archive(tmp_path: Path) -> None:
    path = tmp_path / "model"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    moments = 12
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as writer:
        assert writer.stdout is not None and writer.stderr is not None
        first = writer.stdout.readline()
        assert first, writer.stderr.read().decode()
        # Stopped at moments spread over the time that one archive takes: what is there is what a kill would leave.
        for moment in range(moments):
            time.sleep(0.0037 * (moment + 1))
            writer.send_signal(signal.SIGSTOP)
            assert _value(path) >= 1.0
            writer.send_signal(signal.SIGCONT)
        time.sleep(0.01)
        writer.kill()
    assert _value(path) >= 1.0
    # The next writer removes what the killed one left.
    export_tree(_dense(0.5), path, mx.nd.ones((1, 30)))
    assert _value(path) == 0.5
    assert _beside(path) == []


#: Begins a process for each line of its standard input, and prints the exit code of each.
MOVERS = """
import os, shutil, sys
from pathlib import Path
from hybridlint_runtime.export.archive import writing

def killing(function, moment):
    def call(*args):
        global count
        for after in (False, True):
            if count == moment:
                os.kill(os.getpid(), 9)
            count += 1
            if not after:
                result = function(*args)
        return result
    return call

def move(way, moment):
    os.rename = killing(os.rename, moment)
    writing._exchange = killing(writing._exchange, moment) if way == "exchange" else (lambda first, second: False)
    with writing.replacing(Path(sys.argv[1])) as folder:
        for source in Path(sys.argv[1]).iterdir():
            (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / source.name)

count = 0
for line in sys.stdin:
    way, moment = line.split()
    process = os.fork()
    if process == 0:
        move(way, int(moment))
        os._exit(0)
    status = os.waitpid(process, 0)[1]
    print(-os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status), flush=True)
"""


def test_writers_killed_on_every_system_call_of_the_move(tmp_path: Path) -> None:
    """The move into place itself: killed right before and right after each rename."""
    path = tmp_path / "model"
    export_tree(_dense(1.0), path, mx.nd.ones((1, 30)))
    codes = []
    with subprocess.Popen(
        [sys.executable, "-c", MOVERS, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as movers:
        assert movers.stdin is not None and movers.stdout is not None
        for way in ("exchange", "rename"):
            for moment in range(5):
                print(way, moment, file=movers.stdin, flush=True)
                codes.append(int(movers.stdout.readline()))
                if path.exists():
                    assert _value(path) == 1.0
                else:  # between two renames, where the system cannot exchange: the old archive is whole, beside it
                    assert way == "rename"
                    aside = next(each for each in tmp_path.iterdir() if ".replaced-" in each.name)
                    assert _value(aside) == 1.0
                    aside.rename(path)
        movers.stdin.close()
    assert set(codes) <= {0, -signal.SIGKILL} and codes.count(-signal.SIGKILL) >= 5


def test_a_full_disk_leaves_the_old_archive(tmp_path: Path) -> None:
    """The limit on the size of a file makes `write` fail as a full disk does, for MXNet's own writer too."""
    path = tmp_path / "model"
    export_tree(_dense(1.0), path, mx.nd.ones((1, 30)))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        for limit in (0, 100, 2000, 5000, 80_000):
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, before[1]))
            with pytest.raises(ArchiveError, match="could not be written|full"):
                export_tree(_dense(2.0, units=1000), path, mx.nd.ones((1, 30)))
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            assert _value(path) == 1.0
            assert _beside(path) == []
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArchiveError, match="file/model"):
        export_tree(_dense(1.0), tmp_path / "file" / "model", mx.nd.ones((1, 30)))


@contextlib.contextmanager
def _unprivileged() -> Iterator[None]:
    """As somebody whom permissions hold for; root they do not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_is_read_only_is_named_and_left_alone() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "frozen"
        os.chmod(name, 0o755)
        folder.mkdir()
        export_tree(_dense(1.0), folder / "model", mx.nd.ones((1, 30)))
        os.chmod(folder, 0o555)
        with _unprivileged():
            for path in (folder / "model", folder / "new"):
                with pytest.raises(ArchiveError, match=rf"{path}: Permission denied"):
                    export_tree(_dense(2.0), path, mx.nd.ones((1, 30)))
            assert _value(folder / "model") == 1.0
        os.chmod(folder, 0o755)
        assert _beside(folder / "model") == []


@pytest.mark.parametrize("name", ["with space", "größe и модель", "a[b]*?", "-dash", "quote'\"s", "new\nline"])
def test_any_name_of_a_folder(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also relative to the current folder."""
    monkeypatch.chdir(tmp_path)
    for value in (1.0, 2.0):
        export_tree(_dense(value), Path(name), mx.nd.ones((1, 30)))
        assert _value(tmp_path / name) == _value(Path(name)) == value
    assert _beside(tmp_path / name) == []
    assert check_in_fresh_process(name).passed if name == "größe и модель" else check_archive(name).passed


def test_folders_on_the_way_are_made_and_links_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    export_tree(_dense(1.0), tmp_path / "link" / "deep" / "model", mx.nd.ones((1, 30)))
    assert _value(tmp_path / "real" / "deep" / "model") == 1.0
    (tmp_path / "dangling").symlink_to("later")
    export_tree(_dense(2.0), tmp_path / "dangling", mx.nd.ones((1, 30)))
    assert (tmp_path / "dangling").is_symlink() and _value(tmp_path / "later") == 2.0
    (tmp_path / "circle").symlink_to("circle")
    with pytest.raises(ArchiveError, match="circle"):
        export_tree(_dense(3.0), tmp_path / "circle", mx.nd.ones((1, 30)))


@pytest.mark.parametrize("content", ["an archive and more", "a damaged archive"])
def test_an_archive_is_replaced_whatever_became_of_it(tmp_path: Path, content: str) -> None:
    path = tmp_path / "model"
    export_tree(_dense(1.0), path, mx.nd.ones((1, 30)))
    if content == "a damaged archive":
        (path / "model.params").unlink()
        export_tree(_dense(2.0), path, mx.nd.ones((1, 30)))
        assert _value(path) == 2.0
    else:  # what a user put there is not lost
        (path / "notes.txt").write_text("precious")
        with pytest.raises(ArchiveError, match=r"notes\.txt"):
            export_tree(_dense(2.0), path, mx.nd.ones((1, 30)))
        assert (path / "notes.txt").read_text() == "precious" and _value(path) == 1.0


@pytest.mark.slow
def test_two_writers_and_a_reader(tmp_path: Path) -> None:
    """Both replace one archive while it is read: it is whole each time, or the reader fails because it was replaced."""
    path = tmp_path / "model"
    export_tree(_dense(1.0, units=200), path, mx.nd.ones((1, 30)))
    program = WRITER.replace("while True", "for _ in range(40)")
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(path)], env={**os.environ, "PYTHONPATH": str(ROOT)})
        for _ in range(2)
    ]
    reads = 0
    while any(writer.poll() is None for writer in writers):
        try:
            assert _value(path) >= 1.0
            reads += 1
        except ArchiveError as error:
            assert "was replaced while it was read" in str(error)
    assert [writer.returncode for writer in writers] == [0, 0]
    assert reads and _value(path) == 40.0
    assert _beside(path) == []
