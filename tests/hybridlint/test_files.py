"""Finding, reading and replacing files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import List, Tuple

import pytest

from hybridlint import files


def listing(*paths: Path, excluded: Tuple[str, ...] = files.EXCLUDED) -> Tuple[List[str], List[Tuple[str, str]]]:
    problems: List[Tuple[str, str]] = []
    listed = list(files.python_files([str(p) for p in paths], excluded, lambda *problem: problems.append(problem)))
    return listed, problems


def test_walks_folders_but_not_into_other_peoples_code(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "notes.txt", "sub/c.py", ".git/d.py", "__pycache__/e.py", "env/lib/f.py", "venv/g.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    listed, problems = listing(tmp_path)
    assert [os.path.relpath(path, tmp_path) for path in listed] == ["a.py", "b.py", os.path.join("sub", "c.py")]
    assert not problems


def test_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("")
    assert listing(tmp_path, path, path)[0] == [str(path)]


def test_a_named_file_need_not_end_in_py(tmp_path: Path) -> None:
    script = tmp_path / "train"
    script.write_text("")
    assert listing(script) == ([str(script)], [])


def test_what_is_not_there_or_empty_is_reported(tmp_path: Path) -> None:
    missing, empty = tmp_path / "missing", tmp_path / "empty"
    empty.mkdir()
    listed, problems = listing(missing, empty)
    assert listed == [] and [path for path, _ in problems] == [str(missing), str(empty)]


#: Drops the privilege of root to read everything.
_AS_ANYBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]


def test_a_folder_without_permission_is_not_missing(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "a.py").write_text("")
    closed.chmod(0)
    command = [sys.executable, "-m", "hybridlint", "check", "--isolated", "closed", "closed/a.py"]
    ran = subprocess.run(
        [*(_AS_ANYBODY if os.geteuid() == 0 else []), *command], cwd=tmp_path, capture_output=True, text=True
    )
    closed.chmod(0o700)
    assert ran.stdout.splitlines() == [
        "closed: HYB001 not analysed: it cannot be listed: Permission denied",
        "closed/a.py: HYB001 not analysed: it cannot be read: Permission denied",
        "No file was analysed; 2 paths could not be analysed.",
    ]
    assert ran.returncode == 2


def test_excluded_files_are_left_out_even_when_given(tmp_path: Path) -> None:
    path = tmp_path / "generated.py"
    path.write_text("")
    assert listing(path, excluded=("generated.py",)) == ([], [])


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é = 1\n".encode(), "é = 1\n"),
        (b"\xef\xbb\xbfa = 1\r\nb = 2\r", "a = 1\nb = 2\n"),
        (b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", "# -*- coding: latin-1 -*-\ns = 'é'\n"),
        (b"", ""),
    ],
)
def test_reading_and_writing_are_inverse(data: bytes, text: str) -> None:
    source = files.decode(data)
    assert source.text == text
    assert source.encoded(source.original) == data


@pytest.mark.parametrize(
    ("data", "line", "word"),
    [
        (b"a = 1\nb = 2\nc = 3\ns = '\xe9'\n", 4, "UTF-8"),
        (b"s = '\xe9'\n", 1, "UTF-8"),
        (b"# coding: klingon\n", 1, "klingon"),
        (b"# coding: ascii\n\ns = '\xe9'\n", 3, "ascii"),
    ],
)
def test_bytes_that_are_no_text_are_reported_with_their_line(data: bytes, line: int, word: str) -> None:
    with pytest.raises(files.CannotRead) as caught:
        files.decode(data)
    assert caught.value.line == line and word in caught.value.reason


def test_replacing_keeps_mode_and_link_and_leaves_nothing_behind(tmp_path: Path) -> None:
    real, link = tmp_path / "real.py", tmp_path / "link.py"
    real.write_text("old")
    real.chmod(0o751)
    link.symlink_to(real)
    files.replace(str(link), b"new")
    assert real.read_bytes() == b"new" and link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o751
    assert sorted(os.listdir(tmp_path)) == ["link.py", "real.py"]


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")
    path.chmod(0o444)
    code = "from hybridlint.files import replace; replace('a.py', b'new')"
    command = [*(_AS_ANYBODY if os.geteuid() == 0 else []), sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode != 0 and ran.stderr.endswith("PermissionError: [Errno 13] Permission denied: 'a.py'\n")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["a.py"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_stays_theirs(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")
    os.chown(path, 1234, 4321)
    files.replace(str(path), b"new")
    assert (path.stat().st_uid, path.stat().st_gid, path.read_text()) == (1234, 4321, "new")


def test_a_failed_replacement_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError):
        files.replace(str(path), b"new")
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["a.py"]


def test_a_report_goes_into_a_pipe_that_stands_behind_standard_output(tmp_path: Path) -> None:
    code = "import sys; from hybridlint.files import replace; replace('/dev/stdout', b'whole'); sys.exit(3)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (3, b"whole", b"")
