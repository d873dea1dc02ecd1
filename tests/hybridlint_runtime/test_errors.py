"""The boundary to code that may raise anything."""

from __future__ import annotations

import ast
import os
import pathlib
from typing import Any, Dict, Iterator, List, Optional

import pytest

import hybridlint_runtime
from hybridlint_runtime import folders
from hybridlint_runtime.checking import verify
from hybridlint_runtime.errors import CannotLook, ModelRaised, message_of, model_code, original, refused_by_machine
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.options import CheckOptions

mx = import_mxnet()
HybridBlock: Any = mx.gluon.HybridBlock

PACKAGE = pathlib.Path(hybridlint_runtime.__file__).parent

#: The handlers of every exception by module: where the boundary is, and where an error of this package is reported.
BROAD: Dict[str, int] = {
    "errors.py": 2,  # the boundary: model_code, and the user's __str__ in message_of
    "cli.py": 1,  # the machine lacks something; anything else is raised again
    "processes/worker.py": 1,  # reported to the supervisor
    "checking/probing.py": 1,  # the probe is broken, or the model raises
    "checking/quick.py": 1,  # recorded in Subject.faults
    "localization/engine.py": 1,  # recorded in Subject.faults
    "shadowing/session.py": 1,  # logged: the user's loop goes on
    "export/archive/loading.py": 1,  # undone, and raised again
}


def name_of(node: Optional[ast.expr]) -> str:
    """Return the last name of `node`, such as "suppress" of `contextlib.suppress`; "" without one."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def broad_handlers(source: str) -> Iterator[int]:
    """Yield the lines of handlers of every exception, and of `suppress` of them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ExceptHandler):
            kinds: List[Optional[ast.expr]] = [*node.type.elts] if isinstance(node.type, ast.Tuple) else [node.type]
        elif isinstance(node, ast.Call) and name_of(node.func) == "suppress":
            kinds = list(node.args)
        else:
            continue
        if any(kind is None or name_of(kind) in ("Exception", "BaseException") for kind in kinds):
            yield node.lineno


def test_every_exception_is_caught_only_at_the_boundary_and_where_it_is_reported() -> None:
    handlers = {
        path.relative_to(PACKAGE).as_posix(): list(broad_handlers(path.read_text(encoding="utf-8")))
        for path in PACKAGE.rglob("*.py")
    }
    assert {path: len(lines) for path, lines in handlers.items() if lines} == BROAD, handlers


def test_handlers_of_every_exception_are_found() -> None:
    texts = ("except:", "except Exception:", "except (KeyError, BaseException) as error:", "except KeyError:")
    assert [list(broad_handlers(f"try:\n    f()\n{text}\n    pass\n")) for text in texts] == [[3], [3], [3], []]
    assert list(broad_handlers("with contextlib.suppress(Exception):\n    f()\n")) == [1]


def test_what_the_model_raises_is_converted_once_and_refusals_of_the_check_are_not() -> None:
    error = ValueError("wrong")
    with pytest.raises(ModelRaised, match="wrong") as caught, model_code(), model_code():
        raise error
    assert caught.value.error is original(caught.value) is error
    with pytest.raises(CannotLook), model_code():
        raise CannotLook("no model")


class WithoutInit(HybridBlock):
    def __init__(self) -> None:
        """Do not call that of HybridBlock, which makes the dict of children."""

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x


def test_a_model_that_cannot_be_walked_is_the_users_error() -> None:
    with pytest.raises(CannotLook, match="has no attribute '_children'"):
        verify(WithoutInit, lambda context, seed, batch: [mx.nd.ones((1,))], CheckOptions())


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def test_an_exception_without_a_text_has_a_message() -> None:
    assert message_of(Unprintable()) == "a Unprintable that cannot be shown"
    with pytest.raises(ModelRaised, match="Unprintable"), model_code():
        raise Unprintable


def test_a_folder_whose_name_is_no_text_is_not_the_models_fault(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff"
    os.mkdir(folder)
    monkeypatch.setattr(folders, "parent", os.fsdecode(folder))
    with pytest.raises(OSError, match="UTF-8") as raised, folders.temporary_folder():
        pass
    assert refused_by_machine(raised.value)
    assert not os.listdir(folder)
