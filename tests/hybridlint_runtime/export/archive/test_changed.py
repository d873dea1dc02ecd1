"""A model that is not the one that was archived is distinguished, with what is different, and left as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import Block, HybridBlock, nn

from hybridlint_runtime.export.archive.errors import ArchiveMismatch
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.loading import load_tree

SOURCE = '''
from mxnet.gluon import HybridBlock, nn

def helper(F, x):
    return F.relu(x)

class Net(HybridBlock):
    """Computes."""

    def __init__(self, units=3, factor=2, **kwargs):
        super().__init__(**kwargs)
        self.layer = nn.Dense(units, in_units=4)
        self.factor = factor

    def hybrid_forward(self, F, x):
        # scaled
        return helper(F, self.layer(x)) * self.factor
'''


def _net_of(tmp_path: Path, source: str, **arguments: Any) -> Any:
    """A model of class `Net` from a file, as a user's is: the digest of its code needs a file."""
    import importlib.util

    number = len(list(tmp_path.glob("model*.py")))
    path = tmp_path / f"model{number}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location("changing_model", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    net = module.Net(**arguments)
    net.initialize()
    return net


@pytest.fixture()
def archive(tmp_path: Path) -> Path:
    export_tree(_net_of(tmp_path, SOURCE), tmp_path / "archive", mx.nd.ones((2, 4)))
    return tmp_path / "archive"


@pytest.mark.parametrize(
    "source",
    [
        SOURCE,
        SOURCE.replace("# scaled", "# multiplied by a factor"),
        SOURCE.replace('"""Computes."""', '"""Does something else, they say."""'),
        SOURCE.replace("units=3, factor=2, ", "units=3, extra=None, factor=2, "),
        SOURCE.replace(
            "return helper(F, self.layer(x)) *", "return helper(\n            F, self.layer(x)\n        ) *"
        ),
    ],
    ids=["the same", "a comment", "the docstring", "the constructor", "line breaks"],
)
def test_what_does_not_compute_may_change(archive: Path, tmp_path: Path, source: str) -> None:
    net = _net_of(tmp_path, source)
    assert load_tree(archive, into=net) is net


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        (SOURCE.replace("* self.factor", "+ self.factor"), {}, "Net.hybrid_forward of changing_model:Net has changed"),
        (SOURCE.replace("F.relu", "F.sigmoid"), {}, "relu.*in the archive and.*sigmoid.*in the model"),
        (SOURCE, {"factor": 5}, "scalar=2 and in the model with scalar=5"),
        (
            SOURCE.replace("class Net", "class Old").replace("\nclass Old", "\nclass Base")
            + "\nclass Net(Base): pass\n",
            {},
            "Base.hybrid_forward of changing_model:Net is in the model only",
        ),
    ],
    ids=["its own code", "a helper function", "an attribute", "its bases"],
)
def test_changed_code_is_refused_and_can_be_allowed(
    archive: Path, tmp_path: Path, source: str, arguments: Dict[str, Any], message: str
) -> None:
    net, x = _net_of(tmp_path, source, **arguments), mx.nd.ones((2, 4)) * 0.3
    expected = load_tree(archive)(x).asnumpy()
    before = net(x).asnumpy().tobytes()
    with pytest.raises(ArchiveMismatch, match=message) as caught:
        load_tree(archive, into=net)
    assert "allow_changed" in str(caught.value)
    assert net(x).asnumpy().tobytes() == before
    load_tree(archive, into=net, allow_changed=True)
    assert (net(x).asnumpy() == expected).all()


class Tree(Block):  # type: ignore[misc]
    def __init__(self, change: str = "") -> None:
        super().__init__()
        self.body = nn.HybridSequential()
        self.body.add(nn.Dense(4, in_units=3 if change != "shape" else 5, use_bias=change != "parameter"))
        if change == "dtype":
            self.body.cast("float16")
        if change == "more":
            self.body.add(nn.Dense(4))
        self.left = nn.Dense(2, in_units=4)
        if change != "less":
            self.right = self.left if change == "shared" else nn.Dense(2, in_units=4)
        if change == "tied":
            self.right.weight  # noqa: B018
            self.right._reg_params["weight"] = self.left.weight
            self.right.params._params.clear()
            self.right.params._params.update({"w": self.left.weight, "b": self.right.bias})
        if change == "kind":
            del self._children["right"]
            vars(self).pop("right")
            self.right = nn.Sequential()

    def forward(self, x: Any) -> Any:
        y = self.body(x)
        return self.left(y) + self.right(y)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("shape", r"body\.0\.weight has shape \(4, 3\) in the archive and \(4, 5\) in the model"),
        ("dtype", r"body\.0\.weight has dtype float32 in the archive and float16 in the model"),
        ("parameter", r"parameter body\.0\.bias is in the archive and not in the model"),
        ("more", r"body\.1 .*Dense.* is in the model and not in the archive"),
        ("less", r"right .*Dense.* is in the archive and not in the model"),
        ("shared", r"right is the same block as right in the archive, and as left in the model"),
        ("tied", r"right\.weight is the same as left\.weight in the model and another one in the archive"),
        ("kind", r"right is a hybrid block in the archive and a plain one in the model"),
    ],
)
def test_every_difference_of_structure_is_reported_and_never_allowed(tmp_path: Path, change: str, message: str) -> None:
    net = Tree()
    net.initialize()
    export_tree(net, tmp_path / "archive", mx.nd.ones((2, 3)))
    for allowed in (False, True):
        with pytest.raises(ArchiveMismatch, match=message) as caught:
            load_tree(tmp_path / "archive", into=Tree(change), allow_changed=allowed)
        assert caught.value.differences


def test_the_order_of_children_and_their_names_play_no_part(tmp_path: Path) -> None:
    class Backwards(Tree):
        def __init__(self) -> None:
            Block.__init__(self, prefix="another_")
            self.right, self.left = nn.Dense(2, in_units=4, prefix="r"), nn.Dense(2, in_units=4, prefix="")
            self.body = nn.HybridSequential(prefix="b_")
            self.body.add(nn.Dense(4, in_units=3))

    Backwards.__qualname__, Backwards.__module__ = Tree.__qualname__, Tree.__module__
    net, x = Tree(), mx.nd.ones((2, 3))
    net.initialize(mx.init.Uniform(0.5))
    export_tree(net, tmp_path / "archive", x)
    loaded = load_tree(tmp_path / "archive", into=Backwards(), allow_changed=True)
    assert (loaded(x).asnumpy() == net(x).asnumpy()).all()


def test_a_failure_while_the_model_is_changed_undoes_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hybridlint_runtime.export.archive import loading

    net, x = Tree(), mx.nd.ones((2, 3))
    net.initialize(mx.init.One())
    export_tree(net, tmp_path / "archive", x)
    target = Tree()
    target.initialize(mx.init.Constant(0.25))
    before = target(x).asnumpy().tobytes()
    install, count = loading.install, []

    def failing(*args: Any) -> None:
        count.append(1)
        if len(count) == 4:
            raise MemoryError("no memory left")
        install(*args)

    monkeypatch.setattr(loading, "install", failing)
    with pytest.raises(MemoryError):
        load_tree(tmp_path / "archive", into=target)
    assert target(x).asnumpy().tobytes() == before
    assert not target.body._active and "_call_cached_op" not in vars(target.body)


def _archived(tmp_path: Path, make: Callable[[], Any]) -> Any:
    net = make()
    net.initialize(mx.init.Uniform(0.5))
    export_tree(net, tmp_path / "archive", mx.nd.ones((2, 3)))
    return net


def test_random_operators_in_another_order_than_the_graph_are_no_change(tmp_path: Path) -> None:
    """The archived graph draws in the order of Python, by edges that MXNet's own graph lacks."""

    class Noisy(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            first, second = F.Dropout(x * 2), F.Dropout(x)
            return second + first

    _archived(tmp_path, Noisy)
    assert (load_tree(tmp_path / "archive", into=Noisy())(mx.nd.ones((2, 3))).asnumpy() == 3).all()


def test_hybridizing_again_traces_the_source(tmp_path: Path) -> None:
    class Counting(HybridBlock):  # type: ignore[misc]
        traced = 0

        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Dense(2)

        def hybrid_forward(self, F: Any, x: Any) -> Any:
            Counting.traced += 1
            return self.layer(x)

    x = mx.nd.ones((2, 3))
    net = _archived(tmp_path, Counting)
    loaded = load_tree(tmp_path / "archive", into=Counting())
    before = Counting.traced
    first = loaded(x).asnumpy()
    assert Counting.traced == before, "the archived graph runs"
    loaded.hybridize()
    assert (loaded(x).asnumpy() == first).all() and Counting.traced == before + 1
    loaded.hybridize(False)
    assert (loaded(x).asnumpy() == first).all() and (net(x).asnumpy() == first).all()


WITH_MORE = """
import functools
import mxnet as mx
from mxnet.gluon import Block, HybridBlock, nn

class Net(Block):
    def __init__(self, constant=2.0):
        super().__init__()
        self.inner = Inner(constant)
        self.scale = 3

    @staticmethod
    def prepare(x):
        return x * 2

    @property
    def shift(self):
        return 1

    def forward(self, x):
        return self.inner(self.prepare(x)) * self.scale + self.shift


class Inner(HybridBlock):
    def __init__(self, constant):
        super().__init__()
        self.layer = nn.Dense(3, in_units=4)
        self.table = self.params.get_constant("table", [[constant, 1.0, 1.0]])
        self.power = 2

    def forward(self, x):
        return super().forward(x / 2)

    def hybrid_forward(self, F, x, table):
        return F.broadcast_mul(self.layer(x) ** self.power, table)
"""


@pytest.mark.parametrize("with_inputs", [True, False], ids=["recorded", "from the caches"])
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("return x * 2", "return x * 4", r"the root: Net\.prepare of changing_model:Net has changed"),
        ("return 1", "return 5", r"the root: Net\.shift of changing_model:Net has changed"),
        ("x / 2", "x / 3", r"inner: Inner\.forward of changing_model:Inner has changed"),
        ("    @property\n", "", r"Net\.shift of .* has changed"),
        ("    @property\n", "    more = lambda self: 1\n\n    @property\n", r"Net\.more of .* model only"),
        ("self.power = 2", "self.power = 3", r"inner: its graph has .*=2 and in the model with .*=3"),
        ("[[constant, 1.0, 1.0]]", "[[constant, 1.0, 4.0]]", r"the constant inner\.table has other values"),
    ],
    ids=["a static method", "a property", "forward", "a decorator", "one more", "an attribute", "a constant"],
)  # fmt: skip
def test_all_that_computes_is_compared(
    tmp_path: Path, with_inputs: bool, before: str, after: str, message: str
) -> None:
    x = mx.nd.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    net = _net_of(tmp_path, WITH_MORE)
    if with_inputs:
        export_tree(net, tmp_path / "archive", x)
    else:
        net.hybridize()
        net(x)
        export_tree(net, tmp_path / "archive")
    load_tree(tmp_path / "archive", into=_net_of(tmp_path, WITH_MORE))
    assert WITH_MORE.count(before) == 1
    changed = _net_of(tmp_path, WITH_MORE.replace(before, after))
    with pytest.raises(ArchiveMismatch, match=message) as caught:
        load_tree(tmp_path / "archive", into=changed)
    assert len(caught.value.differences) == 1, caught.value


def test_an_attribute_of_plain_code_is_its_own_and_the_check_sees_it(tmp_path: Path) -> None:
    """Nothing of plain code is archived, so nothing old can be used: the model's attribute counts."""
    from hybridlint_runtime.export.archive.verifying import check_archive

    x = mx.nd.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    export_tree(_net_of(tmp_path, WITH_MORE), tmp_path / "archive", x)

    def scaled() -> Any:
        net = _net_of(tmp_path, WITH_MORE)
        net.scale = 30
        return net

    loaded = load_tree(tmp_path / "archive", into=_net_of(tmp_path, WITH_MORE))
    loaded_scaled = load_tree(tmp_path / "archive", into=scaled())
    assert np.allclose((loaded_scaled(x) - 1).asnumpy(), (loaded(x) - 1).asnumpy() * 10, rtol=1e-4)
    assert "the root" in check_archive(tmp_path / "archive", make_net=scaled).problems[0]


def test_code_without_a_file_is_compared_as_byte_code(tmp_path: Path) -> None:
    """As in a notebook or `python -c`."""

    def made(source: str) -> Any:
        names: Dict[str, Any] = {"__name__": "typed_in"}
        exec(compile(source, "<typed in>", "exec"), names)
        net = names["Net"]()
        net.initialize()
        return net

    source = SOURCE.replace("return helper(", "double = lambda y: y * 2\n        return double(x).sum() * 0 + helper(")
    export_tree(made(source), tmp_path / "archive", mx.nd.ones((2, 4)))
    load_tree(tmp_path / "archive", into=made(source.replace("# scaled", "# told otherwise")))
    with pytest.raises(ArchiveMismatch, match=r"Net\.hybrid_forward of typed_in:Net has changed"):
        load_tree(tmp_path / "archive", into=made(source.replace("y * 2", "y * 3")))
