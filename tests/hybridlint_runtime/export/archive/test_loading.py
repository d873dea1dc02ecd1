"""What can be done with a model that came out of an archive."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon
from mxnet.gluon import HybridBlock, nn, rnn

from hybridlint_runtime.export.archive.errors import ArchiveError, ArchiveMismatch
from hybridlint_runtime.export.archive.exporting import export_tree
from hybridlint_runtime.export.archive.loading import load_tree
from hybridlint_runtime.export.archive.reading import Archive
from hybridlint_runtime.export.archive.verifying import check_archive, check_in_fresh_process
from hybridlint_runtime.model.recording import record

from .conftest import HERE, load_models

MODELS = load_models()


def _sequential() -> Any:
    net = nn.HybridSequential()
    inner = nn.HybridSequential()
    inner.add(nn.Dense(5, activation="relu"), nn.BatchNorm())
    net.add(nn.Dense(4), inner, nn.Dense(2))
    net.initialize(mx.init.Uniform(0.5))
    return net


@pytest.fixture(scope="module")
def x() -> Any:
    return mx.nd.array(np.random.RandomState(0).randn(3, 6))


@pytest.fixture(scope="module")
def net(x: Any) -> Any:
    made = _sequential()
    made(x)
    return made


@pytest.fixture(scope="module")
def archive(net: Any, x: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("loading") / "model"
    export_tree(net, path, x)
    return path


def _same(left: Any, right: Any) -> bool:
    return bool(np.allclose(left.asnumpy(), right.asnumpy(), rtol=1e-5, atol=1e-6))


@pytest.mark.parametrize("block", ["0", "1", "1.0", "1.0.act", "1.1", "2"])
def test_any_hybrid_subtree_comes_back_alone(archive: Path, net: Any, x: Any, block: str) -> None:
    layers = list(net._children.values())
    entering = x if block == "0" else layers[0](x)
    original = net
    for key in block.split("."):
        if key == "1" and original is layers[1]:
            entering = original._children["0"](entering)
        if key == "act":
            entering = mx.nd.FullyConnected(entering, original.weight.data(), original.bias.data(), num_hidden=5)
        original = original._children[key]
        if original is layers[2]:
            entering = layers[1](entering)
    loaded = load_tree(archive, block=block)
    assert _same(loaded(entering), original(entering))
    expected = set(original._collect_params_with_prefix())
    assert set(loaded._collect_params_with_prefix()) == expected


def test_a_block_that_is_not_there_is_named(archive: Path) -> None:
    with pytest.raises(ArchiveMismatch, match="no block 'nowhere'"):
        load_tree(archive, block="nowhere")


def test_parameter_files_are_exchanged_with_the_original(archive: Path, net: Any, x: Any, tmp_path: Path) -> None:
    loaded = load_tree(archive)
    loaded.save_parameters(str(tmp_path / "params"))
    original = _sequential()
    original.load_parameters(str(tmp_path / "params"))
    assert _same(original(x), net(x))
    net.save_parameters(str(tmp_path / "params"))
    loaded.load_parameters(str(tmp_path / "params"))
    assert _same(loaded(x), net(x))


@pytest.mark.parametrize("way", ["without source", "onto a new instance"])
def test_it_can_be_trained_like_the_original(archive: Path, x: Any, way: str) -> None:
    def trained(model: Any) -> Any:
        trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.1})
        for _ in range(3):
            with autograd.record():
                loss = (model(x) ** 2).sum()
            loss.backward()
            trainer.step(3)
        mx.nd.waitall()
        return model(x)

    original = _sequential()
    original(x)
    load_tree(archive, into=original)
    original.hybridize()
    loaded = load_tree(archive) if way == "without source" else load_tree(archive, into=_sequential())
    assert _same(trained(loaded), trained(original))


def test_gradients_flow_to_constants_never(tmp_path: Path) -> None:
    case = MODELS.CASES["Constants"]
    model = case.make()
    case.prepare(model)
    export_tree(model, tmp_path / "model", *case.calls()[0])
    loaded = load_tree(tmp_path / "model")
    assert {type(parameter) for parameter in loaded.collect_params().values()} == {gluon.Constant}


@pytest.mark.filterwarnings("ignore:Cannot decide type:UserWarning")
def test_it_can_be_hybridized_with_flags_cast_and_exported_by_mxnet(
    archive: Path, net: Any, x: Any, tmp_path: Path
) -> None:
    loaded = load_tree(archive)
    loaded.hybridize(static_alloc=True, static_shape=True)
    assert _same(loaded(x), net(x)) and _same(loaded(x), net(x))
    loaded.export(str(tmp_path / "again"))
    again = gluon.SymbolBlock.imports(
        str(tmp_path / "again-symbol.json"), ["data"], str(tmp_path / "again-0000.params")
    )
    assert _same(again(x), net(x))
    loaded.cast("float64")
    assert loaded(x.astype("float64")).dtype == np.float64


def test_it_can_be_a_child_of_another_block(archive: Path, net: Any, x: Any) -> None:
    class Around(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = load_tree(archive), load_tree(archive)

        def hybrid_forward(self, F: Any, data: Any) -> Any:
            return self.first(data) + 2 * self.second(data)

    around = Around()
    assert _same(around(x), net(x) * 3)
    around.hybridize()
    assert _same(around(x), net(x) * 3)


def test_it_can_be_archived_again(archive: Path, net: Any, x: Any, tmp_path: Path) -> None:
    export_tree(load_tree(archive), tmp_path / "second", x)
    assert _same(load_tree(tmp_path / "second")(x), net(x))


def test_several_contexts(archive: Path, net: Any, x: Any) -> None:
    contexts = [mx.cpu(0), mx.cpu(1)]
    loaded = load_tree(archive, ctx=contexts)
    for context in contexts:
        outputs = loaded(x.as_in_context(context))
        assert outputs.ctx == context and _same(outputs, net(x))
    on_second_context = load_tree(archive, into=_sequential(), ctx=mx.cpu(1))
    assert on_second_context(x.as_in_context(mx.cpu(1))).ctx == mx.cpu(1)


def test_a_model_on_several_contexts_is_archived(x: Any, tmp_path: Path) -> None:
    model = nn.Dense(3, in_units=6)
    model.initialize(ctx=[mx.cpu(1), mx.cpu(2)])
    model.weight._data[1][:] += 1
    inputs = x.as_in_context(mx.cpu(1))
    export_tree(model, tmp_path / "model", inputs)
    weight = Archive(tmp_path / "model").parameters()["weight"].asnumpy()
    copies = [copy.asnumpy() for copy in model.weight._data]
    assert np.allclose(weight, (copies[0] + copies[1]) / 2)


def test_other_batch_sizes_and_bucketed_lengths(tmp_path: Path) -> None:
    """One graph serves all buckets, as asked for in the discussion of MXNet's #19535."""

    class Tagger(HybridBlock):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.embedding, self.lstm = nn.Embedding(20, 8), rnn.LSTM(8, layout="NTC", bidirectional=True)
            self.output = nn.Dense(5, flatten=False)

        def hybrid_forward(self, F: Any, tokens: Any) -> Any:
            return self.output(self.lstm(self.embedding(tokens)))

    tagger = Tagger()
    tagger.initialize(mx.init.Uniform(0.5))
    manifest = export_tree(tagger, tmp_path / "tagger", mx.nd.ones((2, 10)))
    loaded = load_tree(tmp_path / "tagger")
    for batch, length in ((1, 1), (2, 10), (7, 5), (3, 40)):
        tokens = mx.nd.array(np.random.RandomState(length).randint(0, 20, (batch, length)))
        assert _same(loaded(tokens), tagger(tokens))
    assert manifest.graphs[0].fixed_axes == [[]]


def test_export_states_which_sizes_cannot_change(tmp_path: Path) -> None:
    class Bound(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.broadcast_add(F.reshape(x, (2, 12)), F.ones((2, 12)))

    manifest = export_tree(Bound(), tmp_path / "bound", mx.nd.ones((2, 3, 4)))
    assert manifest.graphs[0].fixed_axes == [[0, 1, 2]]
    assert any("axis 0" in note for note in manifest.notes)
    dense = nn.Dense(2)
    dense.initialize()
    manifest = export_tree(dense, tmp_path / "dense", mx.nd.ones((2, 3)))
    assert manifest.graphs[0].fixed_axes == [[1]] and manifest.notes == []


def test_graphs_that_blocks_hold_already(net: Any, x: Any, tmp_path: Path) -> None:
    model = _sequential()
    model.hybridize()
    expected = model(x)
    export_tree(model, tmp_path / "held")
    assert _same(load_tree(tmp_path / "held")(x), expected)
    assert _same(load_tree(tmp_path / "held", into=_sequential())(x), expected)
    check = check_archive(tmp_path / "held")
    assert check.verdict == "not proven" and "no call of it was recorded" in check.problems[0]
    assert any("no call was recorded" in note for note in Archive(tmp_path / "held").manifest.notes)


def test_without_inputs_and_without_graphs_it_names_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="give export_tree the inputs"):
        export_tree(_sequential(), tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_a_recording_made_before(net: Any, x: Any, tmp_path: Path) -> None:
    export_tree(net, tmp_path / "recorded", recording=record(net, [x]))
    assert check_archive(tmp_path / "recorded").passed


def test_arguments_of_another_structure_are_refused(archive: Path, x: Any) -> None:
    with pytest.raises(ValueError, match=r"for the arguments \(tensor\) and none for \(tensor, tensor\)"):
        load_tree(archive)(x, x)


def test_named_tuples_keep_their_fields(tmp_path: Path) -> None:
    case = MODELS.CASES["NamedTupleOutput"]
    model = case.make()
    export_tree(model, tmp_path / "model", *case.calls()[0])
    outputs = load_tree(tmp_path / "model")(*case.calls()[0])
    assert type(outputs) is tuple and outputs[0]._fields == ("mean", "spread")
    assert _same(outputs[0].spread, model(*case.calls()[0])[0].spread)


def test_what_is_kept_of_blocks_and_parameters(tmp_path: Path) -> None:
    case = MODELS.CASES["NeverCalled"]
    model = case.make()
    case.prepare(model)
    model.used.dense.weight.lr_mult = 0.5
    model.used.dense.bias.grad_req = "null"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.used.hybridize(static_alloc=True, inline_limit=7)
    export_tree(model, tmp_path / "model", *case.calls()[0])
    manifest = Archive(tmp_path / "model").manifest
    blocks = {block.path: block for block in manifest.blocks}
    assert blocks["idle"].note == "never called in the recorded run" and blocks["used"].note == ""
    assert blocks["used"].active and blocks["used"].flags["static_alloc"] and blocks["used"].flags["inline_limit"] == 7
    parameters = {parameter.name: parameter for parameter in manifest.parameters}
    assert not parameters["idle.dense.weight"].saved and parameters["used.dense.weight"].lr_mult == 0.5
    loaded = load_tree(tmp_path / "model", into=case.make())
    assert loaded.used._flags == model.used._flags and loaded.used._active
    assert loaded.idle.dense.weight._data is None


def test_a_parameter_that_is_shared_stays_one(tmp_path: Path) -> None:
    case = MODELS.CASES["TiedWeights"]
    model = case.make()
    case.prepare(model)
    (tokens,) = case.calls()[0]
    manifest = export_tree(model, tmp_path / "model", tokens)
    shared = next(parameter for parameter in manifest.parameters if len(parameter.paths) == 2)
    assert shared.paths == ["embedding.weight", "output.weight"]
    loaded = load_tree(tmp_path / "model", into=case.make())
    assert loaded.embedding.weight is loaded.output.weight
    loaded.embedding.weight.set_data(loaded.embedding.weight.data() * 2)
    model.embedding.weight.set_data(model.embedding.weight.data() * 2)
    assert _same(loaded(tokens), model(tokens))


def test_a_fresh_process_checks_a_plain_root_with_its_source(tmp_path: Path) -> None:
    case = MODELS.CASES["PlainAndHybrid"]
    model = case.make()
    case.prepare(model)
    export_tree(model, tmp_path / "model", *case.calls()[0])
    result = check_in_fresh_process(tmp_path / "model", target=f"{HERE / 'models.py'}:PlainAndHybrid")
    assert result.passed, result.problems
    assert {call.path for call in result.calls if call.status == "passed"} >= {"", "encoder", "middle.first", "head"}


@pytest.mark.slow
def test_a_fresh_process_that_hangs_or_dies_is_reported(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import os, time\ndef hang():\n    time.sleep(600)\n"
        "def killed():\n    os.kill(os.getpid(), 9)\ndef leaves():\n    os._exit(3)\n"
    )
    for name, message in (("hang", "ended after 6 s"), ("killed", "SIGKILL"), ("leaves", "exit code 3")):
        result = check_in_fresh_process(
            archive, target=f"{tmp_path / 'bad.py'}:{name}", timeout=6 if name == "hang" else 300
        )
        assert not result.passed and message in result.problem and result.problems == [result.problem]


def test_a_value_that_changed_fails_the_check(archive: Path, net: Any, x: Any, tmp_path: Path) -> None:
    """A recorded output that the graph does not give: parameters written anew behind the archive's back."""
    import shutil

    from hybridlint_runtime.export.archive.manifest import _checksum
    from hybridlint_runtime.export.archive.params_file import write_arrays

    path = tmp_path / "model"
    shutil.copytree(archive, path)
    manifest = json.loads((path / "manifest.json").read_text())
    name = manifest["calls"][0]["file"]
    arrays = mx.nd.load(str(path / name))
    arrays["output:0"] = arrays["output:0"] + 0.01
    record_of = write_arrays(path / name, arrays, numpy=False)
    manifest["files"][name] = {"size": record_of.size, "sha256": record_of.sha256}
    manifest["checksum"] = _checksum(manifest)
    (path / "manifest.json").write_text(json.dumps(manifest))
    result = check_archive(path)
    assert not result.passed and "as recorded" in result.problems[0]


def _trained(model: Any, x: Any, steps: int = 3) -> Any:
    trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    for _ in range(steps):
        with autograd.record():
            loss = (model(x) ** 2).sum()
        loss.backward()
        trainer.step(3)
    mx.nd.waitall()
    return model(x)


def _same_as_original(archive: Path, x: Any) -> Any:
    original = load_tree(archive, into=_sequential())
    original.hybridize(False)
    return original


@pytest.mark.parametrize("state", ["new", "initialised", "run", "hybridized", "trained", "on another context"])
def test_it_is_put_onto_a_model_in_any_state(archive: Path, net: Any, x: Any, state: str) -> None:
    target = nn.HybridSequential()
    inner = nn.HybridSequential()
    inner.add(nn.Dense(5, activation="relu"), nn.BatchNorm())
    target.add(nn.Dense(4), inner, nn.Dense(2))
    if state != "new":
        target.initialize(mx.init.One(), ctx=mx.cpu(1) if state == "on another context" else mx.cpu())
    if state == "run":
        target(x)
    if state == "hybridized":
        target.hybridize(static_alloc=True)
        target(x)
    if state == "trained":
        _trained(target, x)
    load_tree(archive, into=target, ctx=mx.cpu())
    assert _same(target(x), net(x))
    assert _same(_trained(target, x), _trained(_same_as_original(archive, x), x))


def test_gradients_are_wanted_as_they_were(tmp_path: Path, x: Any) -> None:
    model = _sequential()
    model(x)
    model[0].weight.grad_req = "null"
    model[2].weight.grad_req = "add"
    export_tree(model, tmp_path / "model", x)
    loaded = load_tree(tmp_path / "model")
    assert {p.grad_req for p in (loaded._reg_params["0.weight"],)} == {"null"}
    assert loaded._reg_params["2.weight"].grad_req == "add"
    gradients = []
    for each in (model, loaded):
        for _ in range(2):
            with autograd.record():
                loss = (each(x) ** 2).sum()
            loss.backward()
        gradients.append(each._collect_params_with_prefix()["2.weight"].grad())
    assert _same(*gradients)


def test_training_goes_on_over_several_contexts(archive: Path, x: Any) -> None:
    contexts = [mx.cpu(0), mx.cpu(1)]
    trained = []
    for model in (load_tree(archive, ctx=contexts), load_tree(archive, into=_sequential(), ctx=contexts)):
        trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.1})
        with autograd.record():
            losses = [(model(part) ** 2).sum() for part in gluon.utils.split_and_load(x[:2], contexts)]
        autograd.backward(losses)
        trainer.step(2)
        parameters = model._collect_params_with_prefix()
        assert [str(c) for c in parameters["0.weight"].list_ctx()] == ["cpu(0)", "cpu(1)"]
        trained.append([parameters["2.weight"].data(context) for context in contexts])
    assert all(_same(trained[0][0], weight) for weight in (trained[0][1], *trained[1]))


@pytest.mark.parametrize("name", ["weight of another shape", "another dtype", "damaged"])
def test_a_model_is_untouched_if_it_does_not_fit(archive: Path, x: Any, tmp_path: Path, name: str) -> None:
    import shutil

    path = tmp_path / "model"
    shutil.copytree(archive, path)
    target = _sequential()
    if name == "weight of another shape":
        target = nn.HybridSequential()
        inner = nn.HybridSequential()
        inner.add(nn.Dense(5, activation="relu"), nn.BatchNorm())
        target.add(nn.Dense(4), inner, nn.Dense(3))
        target.initialize()
    if name == "another dtype":
        target.cast("float64")
    if name == "damaged":
        (path / "model.params").write_bytes((path / "model.params").read_bytes()[:-1])
    x = x.astype("float64") if name == "another dtype" else x
    target.hybridize()
    before = target(x)
    parameters = {key: (p, p._data, p._grad, p.data().asnumpy()) for key, p in target.collect_params().items()}
    operators = [block._cached_op for block in (target, *target._children.values())]
    with pytest.raises(ArchiveError):
        load_tree(path, into=target)
    for key, (parameter, data, gradient, values) in parameters.items():
        assert target.collect_params()[key] is parameter and parameter._data is data and parameter._grad is gradient
        assert (parameter.data().asnumpy() == values).all()
    assert [block._cached_op for block in (target, *target._children.values())] == operators
    assert (target(x).asnumpy() == before.asnumpy()).all()


class _Attention(HybridBlock):  # type: ignore[misc]
    """Self-attention over the steps that lengths leave, written without a shape."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(20, 8)
        self.query, self.key, self.value = (nn.Dense(8, flatten=False) for _ in range(3))

    def hybrid_forward(self, F: Any, tokens: Any, lengths: Any) -> Any:
        x = self.embedding(tokens)
        scores = F.batch_dot(self.query(x), self.key(x), transpose_b=True)
        weights = F.softmax(
            scores, axis=-1, length=F.broadcast_like(F.expand_dims(lengths, 1), tokens), use_length=True
        )
        return F.batch_dot(weights, self.value(x))


@pytest.mark.filterwarnings("ignore:Cannot decide type:UserWarning")
@pytest.mark.parametrize("way", ["without source", "onto a new instance", "MXNet alone"])
def test_attention_over_bucketed_lengths(tmp_path: Path, way: str) -> None:
    """Exported at one bucket, run at others: batch and length change, each and both."""

    def call(batch: int, length: int) -> Any:
        draw = np.random.RandomState(length)
        tokens = mx.nd.array(draw.randint(0, 20, (batch, length)))
        return tokens, mx.nd.array(draw.randint(1, length + 1, (batch,)), dtype="int32")

    model = _Attention()
    model.initialize(mx.init.Uniform(0.5))
    manifest = export_tree(model, tmp_path / "model", *call(2, 10))
    (graph,) = manifest.graphs
    assert graph.fixed_axes == [[], []] and manifest.notes == []
    if way == "MXNet alone":
        files = [str(tmp_path / "model" / name) for name in (graph.file, "model.params")]
        loaded = gluon.SymbolBlock.imports(files[0], graph.input_names, files[1], ignore_extra=True)
    else:
        loaded = load_tree(tmp_path / "model", into=_Attention() if way == "onto a new instance" else None)
    for batch, length in ((2, 10), (1, 1), (5, 10), (2, 7), (3, 40)):
        assert _same(loaded(*call(batch, length)), model(*call(batch, length)))


def test_export_states_that_a_batch_is_hard_coded(tmp_path: Path, capsys: Any) -> None:
    from hybridlint_runtime.export.archive.inspecting import described

    class Bound(HybridBlock):  # type: ignore[misc]
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            return F.concat(x, F.zeros((2, 1)), dim=1)

    manifest = export_tree(Bound(), tmp_path / "model", mx.nd.ones((2, 3)))
    assert manifest.graphs[0].fixed_axes == [[0]] and manifest.graphs[0].limited_axes == [[]]
    (note,) = manifest.notes
    assert "the root runs at the recorded sizes only of data axis 0" in note
    assert note in described(tmp_path / "model") and "axis 0 cannot change" in described(tmp_path / "model")
    with pytest.raises(mx.base.MXNetError):
        load_tree(tmp_path / "model")(mx.nd.ones((3, 3))).wait_to_read()
