"""The grammar of inputs, and that the same seed always gives the same values."""

from __future__ import annotations

import pathlib
from typing import Any, List, Tuple

import numpy as np
import pytest

from hybridlint_runtime.errors import CannotLook
from hybridlint_runtime.mxnet_compat import import_mxnet
from hybridlint_runtime.spec.inputs import parse_inputs, parse_shape_set, plan_from_values

mx = import_mxnet()


def kinds(values: Any) -> Any:
    """Arrays as (shape, dtype), everything else as it is."""
    if isinstance(values, (list, tuple)):
        return type(values)(kinds(value) for value in values)
    return (values.shape, str(values.dtype)) if isinstance(values, np.ndarray) else values


def test_a_function_keeps_its_default_batch(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "made.py"
    path.write_text("import numpy\ndef make(seed=0, batch=7):\n    return [numpy.zeros((batch, 2))]\n")
    plan = parse_inputs((), function=f"{path}:make")
    assert [plan.values(0, batch)[0].shape for batch in (None, 4)] == [(7, 2), (4, 2)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("16,1,28,28", ((16, 1, 28, 28), "float32")),
        ("data=16,1,28,28", ((16, 1, 28, 28), "float32")),
        ("data:16,1,28,28", ((16, 1, 28, 28), "float32")),
        ("2,16:int32", ((2, 16), "int32")),
        ("float16:2,16", ((2, 16), "float16")),
        ("tokens:int32:2,16:0..1000", ((2, 16), "int32")),
        ("tokens=2,16:0..1000:int64", ((2, 16), "int64")),
        ("(16, 1, 28)", ((16, 1, 28), "float32")),
        ("(2,):int32", ((2,), "int32")),
        ("5", ((5,), "float32")),
        ("5,", ((5,), "float32")),
        ("():float64", ((), "float64")),
        ("mask:bool:2,3", ((2, 3), "bool")),
        ("None", None),
        ("literal:0.5", 0.5),
        ("scale=literal:(1, 2)", (1, 2)),
        ("[2,3; 2,3:int32; None]", [((2, 3), "float32"), ((2, 3), "int32"), None]),
        ("states=[[1,2; 3,4]; 5]", [[((1, 2), "float32"), ((3, 4), "float32")], ((5,), "float32")]),
        ("[]", []),
    ],
)
def test_the_grammar(text: str, expected: Any) -> None:
    (value,) = parse_inputs([text]).values(0)
    assert kinds(value) == expected


@pytest.mark.parametrize(
    "text, message",
    [
        ("16,1,x", "'x' is not an integer"),
        ("16,,1", "'' is not an integer"),
        ("16,0,1", "at least 1, not 0"),
        ("-1,3", "at least 1, not -1"),
        ("16x1", "not an integer|neither a shape"),
        ("", "neither a shape"),
        ("tokens:int32", "has no shape"),
        ("2,3:int31", "'int31' is neither a shape nor a dtype"),
        ("2,3:5..5", "range 5..5 is empty"),
        ("2,3:float32:float16", "'float16' is neither a shape"),
        ("2,3:int8:0..1000", "int8 cannot represent this range .it represents -128 to 127"),
        ("2,3:uint8:-1..3", "uint8 cannot represent this range"),
        ("2,3:bool:0..3", "bool cannot represent this range"),
        ("2,3:int32:1.5..3", "has integer bounds"),
        ("2,3:float16:0..70000", "float16 cannot represent this range .it represents 65504"),
        ("2,3:-1e400..1", "float32 cannot represent this range"),
        ("2,3:4,5", "'4,5' is neither a shape"),
        ("[2,3", "no closing"),
        ("literal:f(x)", "not a Python literal"),
        ("no_such_file.npy", "cannot be read: No such file"),
    ],
)
def test_a_slip_is_reported(text: str, message: str) -> None:
    with pytest.raises(CannotLook, match=message) as raised:
        parse_inputs([text])
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("dtype, low, high", [("int32", 3, 7), ("float32", -2, -1), ("int8", -3, 3)])
def test_ranges_hold(dtype: str, low: int, high: int) -> None:
    (values,) = parse_inputs([f"100,10:{dtype}:{low}..{high}"]).values(5)
    assert values.min() >= low and values.max() < high
    if dtype.startswith("int"):
        assert set(np.unique(values)) == set(range(low, high))


def test_a_seed_decides_the_values() -> None:
    plan = parse_inputs(["3,4", "3:int32:0..1000", "[3,2; None]"])
    first, again, second_seed = plan.values(1), plan.values(1), plan.values(2)
    np.testing.assert_equal(first, again)
    assert not np.array_equal(first[0], second_seed[0]) and not np.array_equal(first[1], second_seed[1])


def test_another_batch_size_changes_every_first_dimension_that_is_the_batch() -> None:
    plan = parse_inputs(["4,3", "[4:int32; 7,4; ()]"])
    assert kinds(plan.values(1, batch=6)) == [
        ((6, 3), "float32"),
        [((6,), "int32"), ((7, 4), "float32"), ((), "float32")],
    ]


def test_given_arrays_stay_for_their_own_seed_and_vary_sensibly_for_others(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "values.npz"
    images, labels = np.random.RandomState(0).normal(size=(5, 2)).astype("float32"), np.arange(5)
    np.savez(path, images=images, labels=labels, mask=np.array([0.0, 1.0, 1.0, 0.0, 1.0]))
    plan = parse_inputs([f"{path}[images]", f"labels={path}[labels]", f"{path}[mask]"], seed=3)
    np.testing.assert_equal(plan.values(3), [images, labels, [0.0, 1.0, 1.0, 0.0, 1.0]])
    other_images, other_labels, other_mask = plan.values(4)
    assert not np.array_equal(images, other_images)
    assert set(other_labels) <= set(labels) and set(other_mask) <= {0.0, 1.0}
    # The same rows are drawn everywhere: a label stays with its image, up to the scaling of the image.
    np.testing.assert_array_less(np.abs(other_images / images[other_labels] - 1), 0.2001)
    assert kinds(plan.values(3, batch=7))[:2] == [((7, 2), "float32"), ((7,), "int64")]
    np.testing.assert_equal(plan.values(3, batch=7)[1], [0, 1, 2, 3, 4, 0, 1])
    assert [item.name for item in parse_inputs([str(path)]).inputs] == ["images", "labels", "mask"]
    with pytest.raises(CannotLook, match="holds no 'other': it holds images, labels, mask"):
        parse_inputs([f"{path}[other]"])


def test_files_that_hold_no_arrays(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text.npy").write_text("1 2 3")
    np.save(tmp_path / "object.npy", np.array([{}], dtype=object), allow_pickle=True)
    for name in ("text.npy", "object.npy"):
        with pytest.raises(CannotLook, match=f"{name} is not a file of NumPy arrays"):
            parse_inputs([str(tmp_path / name)])


class Sum(mx.gluon.HybridBlock):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(1,))

    def hybrid_forward(self, F: Any, tokens: Any, mask: Any = None, states: Any = None, weight: Any = None) -> Any:
        return tokens


class Plain(mx.gluon.Block):  # type: ignore[misc]
    def forward(self, first: Any, second: Any) -> Any:
        return first + second


@mx.util.use_np
class Wrapped(mx.gluon.HybridBlock):  # type: ignore[misc]
    """A class of which `use_np` has wrapped every method."""

    def hybrid_forward(self, F: Any, first: Any, second: Any) -> Any:
        return first + second


def arranged(texts: List[str], net: Any) -> List[Tuple[str, Any]]:
    return [(item.name, kinds(value)) for item, value in zip(*_both(parse_inputs(texts).arranged(net)))]


def _both(plan: Any) -> Any:
    return plan.inputs, plan.values(0)


def test_named_inputs_find_their_place_in_the_signature() -> None:
    first, second = ((1,), "float32"), ((2,), "float32")
    assert arranged(["states=1", "tokens=2"], Sum()) == [("tokens", second), ("", None), ("states", first)]
    assert arranged(["mask=1", "2"], Sum()) == [("", second), ("mask", first)]
    assert arranged(["second=1", "first=2"], Plain()) == [("first", second), ("second", first)]
    assert arranged(["second=1", "first=2"], Wrapped()) == [("first", second), ("second", first)]
    # MXNet's own names for inputs without one.
    assert arranged(["data1=1", "data0=2"], Plain()) == [("data0", second), ("data1", first)]
    assert arranged(["data=1"], mx.gluon.nn.HybridSequential()) == [("data", first)]
    with pytest.raises(CannotLook, match="takes no input 'token': its inputs are tokens, mask, states"):
        arranged(["token=1"], Sum())
    with pytest.raises(CannotLook, match="takes no input 'weight'"):
        arranged(["weight=1"], Sum())
    with pytest.raises(CannotLook, match="passed twice"):
        arranged(["mask=1", "mask=1"], Sum())


def test_values_become_arrays_of_mxnet_on_the_context() -> None:
    data, count, (state, nothing) = parse_inputs(["2,3:float16", "2:int64", "[4; None]"]).make("cpu(1)", 0)
    assert data.context == mx.cpu(1) and data.dtype == np.float16 and count.dtype == np.int64
    assert state.shape == (4,) and nothing is None


def test_values_handed_over_in_python() -> None:
    array = mx.nd.array([[1.5, 2.5]])
    plan = plan_from_values([array, (2, 3), [array, None], 0.5, "2,3:int32"], seed=1)
    first, drawn, (nested, nothing), scale, text = plan.make("cpu(0)", 1)
    assert first is not array and (first == array).asnumpy().all() and (nested == array).asnumpy().all()
    assert drawn.shape == (2, 3) and nothing is None and scale == 0.5 and text.dtype == np.int32


def test_text_within_a_list_is_read_as_on_the_command_line() -> None:
    plan = plan_from_values(["2,6:int32:0..20", ["2,2,8", ("3,1", "literal:'mean'")]])
    tokens, (first, (second, mode)) = plan.values(0)
    assert (tokens.dtype, tokens.shape, first.shape, second.shape, mode) == ("int32", (2, 6), (2, 2, 8), (3, 1), "mean")
    for text in ("mean", "state=2,3"):
        with pytest.raises(CannotLook, match=text):
            plan_from_values([[text]])


def test_inputs_from_a_function(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "making_inputs.py"
    path.write_text(
        "import numpy as np\n"
        "def both(seed, batch): return [np.full((batch or 2, 3), seed), None]\n"
        "def neither(): return np.zeros((1,))\n"
        "def fails(seed): return [][seed]\n"
        "def one_by_one():\n    yield np.zeros((2,))\n    yield 5\n"
        "def forgets(): np.zeros((1,))\n"
    )
    plan = parse_inputs((), function=f"{path}:both")
    values, nothing = plan.make("cpu(0)", 5, 4)
    assert values.shape == (4, 3) and (values == 5).asnumpy().all() and nothing is None
    assert parse_inputs((), function=f"{path}:neither").values(0)[0].shape == (1,)
    with pytest.raises(CannotLook, match="fails failed: IndexError"):
        parse_inputs((), function=f"{path}:fails").values(0)
    assert parse_inputs((), function=f"{path}:one_by_one").values(0)[1] == 5
    with pytest.raises(CannotLook, match="forgets returns None"):
        parse_inputs((), function=f"{path}:forgets").values(0)


def test_one_text_for_all_inputs_of_a_further_call() -> None:
    plan = parse_shape_set("data=8,1,28,28 lengths=8:int32 [2; 3]")
    assert [item.name for item in plan.inputs] == ["data", "lengths", ""]
