"""Targets: what is found, and the one line that states why something is not."""

from __future__ import annotations

import pathlib
import textwrap
import warnings
from typing import Any

import pytest

from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.target import copy_of, load_function, parse_target, require_hybrid

mx = import_mxnet()

MODELS = """
    import mxnet as mx
    from mxnet.gluon import HybridBlock, nn

    class Net(HybridBlock):
        def __init__(self, classes=3, activation=None, **kwargs):
            super().__init__(**kwargs)
            self.fc = nn.Dense(classes, activation=activation)

        def hybrid_forward(self, F, x):
            return self.fc(x)

    def make_net(classes=3):
        return Net(classes)

    def make_number():
        return 7

    def fails():
        return helper()

    def helper():
        raise RuntimeError("no weights here")

    def fails_because():
        try:
            open("no/such/file")
        except OSError as error:
            raise RuntimeError("no weights here") from error

    def misuses_a_container():
        net = nn.HybridSequential()
        net.register_child(nn.Dense(2), "a", "b")
        return net

    Größe = Net

    class Zoo:
        net = Net(4)

    class OnlyPlain(mx.gluon.Block):
        def forward(self, x):
            return x

    ANSWER = 42
"""


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("models") / "target_models.py"
    path.write_text(textwrap.dedent(MODELS), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    "attribute, arguments, units",
    [
        ("Net", [], 3),
        ("Net", ["classes=5", "activation=relu"], 5),
        ("make_net", ["classes=2"], 2),
        ("Zoo.net", [], 4),
    ],
)
def test_classes_functions_and_blocks_make_blocks(models: str, attribute: str, arguments: Any, units: int) -> None:
    make = parse_target(f"{models}:{attribute}", arguments).factory()
    first, second = make(), make()
    assert first is not second and first.fc is not second.fc
    assert first.fc._units == second.fc._units == units


def test_a_name_that_the_locale_cannot_decode(models: str) -> None:
    name = "Größe".encode().decode("ascii", "surrogateescape")
    assert type(parse_target(f"{models}:{name}").factory()()).__name__ == "Net"


def test_a_module_on_the_current_path(models: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(pathlib.Path(models).parent)
    make = parse_target("target_models:Net", ["classes=7"]).factory()
    assert make().fc._units == 7
    zoo = parse_target("mxnet.gluon.model_zoo.vision:squeezenet1_0", ["classes=10"]).factory()
    assert isinstance(zoo(), mx.gluon.HybridBlock)


@pytest.mark.parametrize(
    "target, arguments, expected_text",
    [
        ("Net", [], "write Net:Net"),
        ("{models}:", [], "names no model|not the name"),
        ("{models}:Net()", [], "not the name of a class"),
        ("a-b:Net", [], "neither a module nor a .py file"),
        ("no_such_module_anywhere:Net", [], "no module 'no_such_module_anywhere'"),
        ("mxnet.no_such_part:Net", [], "no module 'mxnet.no_such_part'"),
        ("{models}.py:Net", [], "No such file"),
        ("{models}:Nett", [], "did you mean 'Net'"),
        ("{models}:Zoo.other", [], "Zoo has no 'other'"),
        ("{models}:ANSWER", [], "is of type int"),
        ("{models}:Zoo.net", ["classes=3"], "takes no --arg"),
        ("{models}:Net", ["classes"], "KEY=VALUE"),
    ],
)
def test_what_is_no_target_is_reported(models: str, target: str, arguments: Any, expected_text: str) -> None:
    with pytest.raises(CannotLook, match=expected_text):
        parse_target(target.format(models=models), arguments).factory()


def test_a_constructor_that_fails_shows_the_users_lines(models: str) -> None:
    with pytest.raises(CannotLook, match="cannot be built: RuntimeError: no weights here") as raised:
        parse_target(f"{models}:fails").factory()()
    assert [line.split(": ", 1)[1] for line in raised.value.details] == [
        "return helper()",
        'raise RuntimeError("no weights here")',
    ]
    with pytest.raises(CannotLook) as raised:
        parse_target(f"{models}:fails_because").factory()()
    assert raised.value.details[0].startswith("caused by FileNotFoundError: ")
    with pytest.raises(CannotLook, match="--arg KEY=VALUE"):
        parse_target(f"{models}:Net", ["no_such=1"]).factory()()
    with pytest.raises(CannotLook, match=r"takes from 2 to 3 positional arguments but 4 were given\n") as raised:
        parse_target(f"{models}:misuses_a_container").factory()()
    assert not any("HYB" in line for line in raised.value.details)
    with pytest.raises(CannotLook, match="returns an object of type int, not"):
        parse_target(f"{models}:make_number").factory()()


@pytest.mark.parametrize(
    "content, expected_text",
    [
        (b"", "is empty"),
        (b"  \n\n", "is empty"),
        (b"class Net(:\n", r"broken\.py:1 is not (valid )?Python"),
        (b"x = 1\n\n<html>\n", r"broken\.py:3 is not (valid )?Python"),
        ("# caf\u00e9\nx = 1\n".encode("latin-1"), "is not UTF-8"),
        (b"\x00\x01\x02\x00", "null bytes|is not (valid )?Python"),
        (b"import no_such_module_at_all\n", "cannot be imported: ModuleNotFoundError: .*no_such_module_at_all"),
        (b"x = 1\ny = x.upper()\n", "cannot be imported: AttributeError"),
    ],
)
def test_a_file_that_does_not_import_is_reported(tmp_path: pathlib.Path, content: bytes, expected_text: str) -> None:
    path = tmp_path / "broken.py"
    path.write_bytes(content)
    with pytest.raises(CannotLook, match=expected_text) as raised:
        parse_target(f"{path}:Net").factory()
    assert "\n" not in raised.value.message
    assert not any("importlib" in line for line in raised.value.details)


def test_an_import_error_shows_the_users_lines_only(tmp_path: pathlib.Path) -> None:
    (tmp_path / "shell_helper_module.py").write_text("import json\n\n\ndef load():\n    return json.loads('{')\n")
    path = tmp_path / "outer.py"
    path.write_text("import shell_helper_module\n\nCONFIGURATION = shell_helper_module.load()\n")
    with pytest.raises(CannotLook, match="JSONDecodeError") as raised:
        parse_target(f"{path}:Net").factory()
    assert [line.rsplit("/", 1)[-1] for line in raised.value.details] == [
        "outer.py:3: CONFIGURATION = shell_helper_module.load()",
        "shell_helper_module.py:5: return json.loads('{')",
    ]


def test_unreadable_targets(tmp_path: pathlib.Path) -> None:
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(CannotLook, match="cannot be read: Is a directory"):
        parse_target(f"{tmp_path}/folder.py:Net").factory()
    (tmp_path / "notes.txt").write_text("Net = 1")
    with pytest.raises(CannotLook, match="must end in .py"):
        parse_target(f"{tmp_path}/notes.txt:Net").factory()


def test_a_model_without_hybrid_blocks(models: str) -> None:
    net = parse_target(f"{models}:OnlyPlain").factory()()
    with pytest.raises(CannotLook, match="contains no HybridBlock"):
        require_hybrid(net, "OnlyPlain")
    net.child = mx.gluon.nn.Dense(2)
    require_hybrid(net, "OnlyPlain")


def test_a_copy_leaves_a_trained_and_traced_net_alone() -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3), mx.gluon.nn.Dense(2))
    net.initialize()
    net.hybridize()
    inputs = mx.nd.random.normal(shape=(4, 5))
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd")
    with mx.autograd.record():
        loss = net(inputs).sum()
    loss.backward()
    trainer.step(4)
    expected = net(inputs).asnumpy()
    duplicate = copy_of(net)
    assert (duplicate(inputs).asnumpy() == expected).all()
    duplicate[0].weight.set_data(duplicate[0].weight.data() * 0)
    assert (net(inputs).asnumpy() == expected).all()
    net.handle = open(__file__)  # noqa: SIM115 - something that cannot be copied
    with pytest.raises(CannotLook, match="cannot be copied"):
        copy_of(net)
    net.handle.close()


def test_a_copy_of_a_symbol_block_keeps_its_graph(tmp_path: pathlib.Path) -> None:
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    net.hybridize()
    inputs = mx.nd.ones((2, 4))
    expected = net(inputs).asnumpy()
    net.export(str(tmp_path / "net"))
    files = [str(tmp_path / name) for name in ("net-symbol.json", "net-0000.params")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # MXNet does not know the dtype of the input
        loaded = mx.gluon.SymbolBlock.imports(files[0], ["data"], files[1])
    assert (copy_of(loaded)(inputs).asnumpy() == expected).all()
    loaded(inputs)
    assert (copy_of(loaded)(inputs).asnumpy() == expected).all()


def test_a_function_that_makes_inputs(models: str) -> None:
    assert load_function(f"{models}:make_number")() == 7
    with pytest.raises(CannotLook, match="not a function"):
        load_function(f"{models}:ANSWER")
