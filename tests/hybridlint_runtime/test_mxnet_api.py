"""The tables of what mx.nd and mx.sym offer, and their reader, against the MXNet that is installed."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
from typing import Any, Dict, List, Tuple

import mxnet as mx
import pytest

from hybridlint import mxnet_api
from hybridlint.attributes import UNKNOWN
from hybridlint.rewrites.proofs import OF_FLOATING

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAKER = ROOT / "tools" / "make_mxnet_api.py"


def namespaces(api: mxnet_api.Api) -> Tuple[str, ...]:
    """The dotted paths of the modules that both sides have; "" is F itself."""
    return api._tables["namespaces"].names()


def namespace(api: mxnet_api.Api, path: str) -> List[str]:
    """The names in a namespace, of either side."""
    start = path + "." if path else ""
    names = (name for name in api._tables["functions"].names() if name.startswith(start))
    return [name[len(start) :] for name in names if "." not in name[len(start) :]]


@pytest.fixture(scope="module")
def api() -> mxnet_api.Api:
    return mxnet_api.load("1.9.1")


@pytest.fixture(scope="module")
def remade(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, Any]:
    """A sample of the tables, measured again on the installed MXNet."""
    output = tmp_path_factory.mktemp("made") / "sample.json"
    subprocess.run([sys.executable, "-W", "ignore", str(MAKER), "--every", "40", "-o", str(output)], check=True)
    tables: Dict[str, Any] = json.loads(output.read_text())
    return tables


@pytest.mark.slow
def test_committed_data_is_what_the_installed_mxnet_states(remade: Dict[str, Any]) -> None:
    committed = json.loads((ROOT / "hybridlint" / "mxnet_api" / f"{mx.__version__}.json").read_text())
    assert list(remade) == list(committed)
    for section, entries in remade.items():
        if isinstance(entries, dict):
            assert entries == {name: committed[section].get(name) for name in entries}, section
    assert len(remade["functions"]) > len(committed["functions"]) * 0.9
    assert len(remade["operators"]) > 5 and len(remade["methods"]) > 50


@pytest.mark.parametrize("version", mxnet_api.VERSIONS)
def test_every_entry_of_every_version_can_be_read(version: str) -> None:
    api = mxnet_api.load(version)
    assert api.version == version
    assert "" in namespaces(api) and "contrib" in namespaces(api)
    text = (ROOT / "hybridlint" / "mxnet_api" / f"{version}.json").read_bytes()
    assert len(text) < 400 * 1024
    tables = json.loads(text)
    functions = [api.function(path) for path in tables["functions"]]
    methods = [api.method(name) for name in tables["methods"]]
    for entry in [*functions, *methods, *(api.np_method(name) for name in tables["np_methods"])]:
        assert entry is not None
        for name, attribute in vars(type(entry)).items():
            if isinstance(attribute, property):
                getattr(entry, name)
        entry.count_outputs({})
    for path in namespaces(api):
        for name in namespace(api, path):
            assert api.function(f"{path}.{name}" if path else name) is not None


def test_names_are_on_the_sides_where_mxnet_has_them(api: mxnet_api.Api) -> None:
    for path in ("", "contrib", "random", "linalg", "image", "sparse"):
        sides = [getattr(root, path) if path else root for root in (mx.nd, mx.sym)]
        for name in namespace(api, path):
            function = api.function(f"{path}.{name}" if path else name)
            assert function is not None
            assert (function.imperative, function.symbolic) == tuple(hasattr(side, name) for side in sides), name


def test_methods_are_on_the_sides_where_mxnet_has_them(api: mxnet_api.Api) -> None:
    symbol = mx.sym.var("x")
    for name in sorted(set(dir(mx.nd.NDArray)) | set(dir(mx.sym.Symbol))):
        method = api.method(name)
        if method is None:
            continue
        for present, side in ((method.imperative, mx.nd.NDArray), (method.symbolic, mx.sym.Symbol)):
            assert present == any(name in vars(base) for base in side.__mro__), name
        if method.not_implemented and not name.startswith("__"):
            with pytest.raises(mx.base.NotImplementedForSymbol):
                getattr(symbol, name)()


@pytest.mark.parametrize(
    ("path", "attributes"),
    [
        ("split", {"num_outputs": 3}),
        ("split", {"num_outputs": 1}),
        ("split_v2", {"indices_or_sections": 2}),
        ("split_v2", {"indices_or_sections": (1, 2)}),
        ("topk", {"ret_typ": "both"}),
        ("topk", {}),
        ("BatchNorm", {"output_mean_var": True}),
        ("random.multinomial", {"get_prob": False}),
        ("RNN", {"mode": "lstm", "state_outputs": True, "state_size": 2, "num_layers": 1}),
        ("RNN", {"mode": "gru", "state_outputs": True, "state_size": 2, "num_layers": 1}),
        ("RNN", {"mode": "lstm", "state_size": 2, "num_layers": 1}),
    ],
)
def test_outputs_are_as_many_as_a_symbol_lists(api: mxnet_api.Api, path: str, attributes: Dict[str, Any]) -> None:
    function = api.function(path)
    assert function is not None
    maker: Any = mx.sym
    for part in path.split("."):
        maker = getattr(maker, part)
    assert function.count_outputs(attributes) == len(maker(mx.sym.var("x"), **attributes).list_outputs())


def test_an_unknown_attribute_leaves_open_only_what_it_decides(api: mxnet_api.Api) -> None:
    topk, split = api.function("topk"), api.function("split")
    assert topk is not None and split is not None
    assert topk.count_outputs({"k": UNKNOWN}) == 1
    assert topk.count_outputs({"ret_typ": UNKNOWN}) is None
    assert split.count_outputs({"num_outputs": UNKNOWN}) is None


def test_parameters_name_what_a_call_by_position_would_fill(api: mxnet_api.Api) -> None:
    reshape, concat = api.function("reshape"), api.function("concat")
    assert reshape is not None and concat is not None
    sides = ((reshape.imperative_parameters, mx.nd.reshape), (reshape.symbolic_parameters, mx.sym.reshape))
    for parameters, made in sides:
        assert parameters is not None
        names = made.__code__.co_varnames[: made.__code__.co_argcount]
        assert tuple(parameter.name for parameter in parameters if parameter.kind == "positional") == names
    assert concat.tensor_parameters == ("*data",)
    assert concat.symbolic_parameters is not None
    assert concat.symbolic_parameters[0].kind == "var_positional"


def test_versions_may_be_shortened_and_others_are_refused_by_name() -> None:
    assert mxnet_api.load("1.7").version == "1.7.0"
    assert mxnet_api.load() is mxnet_api.load("1.9")
    for wrong in ("1.5", "1", "", "1.9.10", "3.0"):
        with pytest.raises(ValueError, match="1.6.0, 1.7.0, 1.8.0, 1.9.1"):
            mxnet_api.load(wrong)


def test_unknown_names_are_none(api: mxnet_api.Api) -> None:
    assert api.function("no_such_operator") is None
    assert api.function("contrib.no_such_operator") is None
    assert api.method("no_such_method") is None


def test_what_was_not_measured_is_unknown_and_not_usual(api: mxnet_api.Api) -> None:
    for function in (api.function("contrib.isnan"), api.function("np.unique")):
        assert function is not None and "outputs" in function.unmeasured
        assert function.outputs is None and function.differentiable is None and function.random is None
        assert function.shape_rule == "unknown" and not function.keeps_shape


def test_differences_are_what_mxnet_raises(api: mxnet_api.Api) -> None:
    shuffle = api.function("shuffle")
    assert shuffle is not None and shuffle.differentiable is False
    with pytest.raises(mx.MXNetError, match="FGradient") as raised:
        mx.nd.CachedOp(mx.sym.shuffle(mx.sym.var("x")))
    assert shuffle.differences[0].error.split(": ", 1)[1] in str(raised.value)


def test_operators_ask_for_the_gradients_that_the_data_names(api: mxnet_api.Api) -> None:
    seen: Dict[bool, int] = {True: 0, False: 0}
    for name in namespace(api, ""):
        function = api.function(name)
        assert function is not None
        if "gradient" in function.unmeasured or function.differentiable is False or function.mutated_parameters:
            continue
        variables = {tensor: mx.sym.var(tensor) for tensor in function.tensor_parameters or ()}
        for tensor in variables:
            with_shuffle = {**variables, tensor: mx.sym.shuffle(variables[tensor])}  # which has no gradient
            asks = False
            try:
                mx.nd.CachedOp(getattr(mx.sym, name)(**with_shuffle))
            except mx.MXNetError as error:
                asks = "FGradient" in str(error)
                if not asks:
                    continue  # other arguments are required
            assert asks != (function.gradient == "stops" or tensor in function.tensors_without_gradient), (name, tensor)
            seen[asks] += 1
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    ("path", "tensor", "others", "attributes"),
    [
        ("take", "a", {"indices": (0, 0)}, {}),
        ("where", "x", {"condition": ((1, 1), (0, 0)), "y": ((0, 0), (0, 0))}, {}),
        ("where", "condition", {"x": ((1, 1), (2, 2)), "y": ((0, 0), (0, 0))}, {}),
        ("SequenceMask", "data", {"sequence_length": (1, 1)}, {"use_sequence_length": True}),
        ("broadcast_mul", "lhs", {"rhs": ((1, 1), (0, 0))}, {}),
        ("reverse", "data", {}, {"axis": 0}),
    ],
)
def test_rows_that_a_call_does_not_read_are_known(
    api: mxnet_api.Api, path: str, tensor: str, others: Dict[str, Any], attributes: Dict[str, Any]
) -> None:
    function = api.function(path)
    assert function is not None

    def result(last: float) -> Any:
        arrays = {name: mx.nd.array(values) for name, values in others.items()}
        return getattr(mx.nd, path)(**arrays, **attributes, **{tensor: mx.nd.array([[1, 1], [last, last]])}).asnumpy()

    reads = any((result(0) != result(last)).any() for last in (1, float("nan")))
    assert (tensor in function.selects_rows_of) == (not reads)


@pytest.mark.parametrize(("path", "attribute"), [("slice", "begin"), ("reshape", "shape"), ("tile", "reps")])
def test_tuples_that_may_hold_none_are_known(api: mxnet_api.Api, path: str, attribute: str) -> None:
    function = api.function(path)
    assert function is not None
    required = {"begin": (1, 1), "end": (2, 2)} if path == "slice" else {}
    try:
        getattr(mx.nd, path)(mx.nd.ones((3, 3)), **{**required, attribute: (None, 1)}).wait_to_read()
        takes = True
    except (mx.MXNetError, ValueError, TypeError):
        takes = False
    assert (attribute in function.takes_none_in) == takes


#: Operator → the shapes of its tensors, where it takes more than one, and its attributes.
CALLS: Dict[str, Tuple[List[Tuple[int, ...]], Dict[str, Any]]] = {
    "dot": ([(2, 2), (2, 2)], {}),
    "batch_dot": ([(2, 2, 2), (2, 2, 2)], {}),
    "linalg_gemm2": ([(2, 2), (2, 2)], {}),
    "FullyConnected": ([(2, 2), (3, 2)], {"no_bias": True, "num_hidden": 3}),
    "LayerNorm": ([(2, 2), (2,), (2,)], {}),
    "Activation": ([(2, 2)], {"act_type": "relu"}),
    "Pooling": ([(1, 1, 2, 2)], {"kernel": (2, 2)}),
}


@pytest.mark.parametrize("name", sorted(OF_FLOATING))
def test_operators_that_prove_floating_point_raise_for_integers(name: str) -> None:
    shapes, attributes = CALLS.get(name, ([(2, 2)], {}))
    for dtype in ("float32", "uint8", "int8", "int32", "int64"):
        tensors = [mx.nd.ones(shape, dtype=dtype) for shape in shapes]
        if dtype == "float32":
            getattr(mx.nd, name)(*tensors, **attributes).wait_to_read()
        else:
            with pytest.raises((mx.MXNetError, TypeError)):
                getattr(mx.nd, name)(*tensors, **attributes).wait_to_read()
