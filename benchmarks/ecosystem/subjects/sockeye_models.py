"""The blocks of sockeye: a small transformer in training and in inference, losses, the blocks of the beam search."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Tuple

import mxnet as mx
from sockeye import beam_search, constants, data_io, decoder, encoder, layers, loss, model, scoring, transformer

from benchmarks.ecosystem.running import both_modes, initialise, normal, positive, whole

SIZE = 8
_VOCABULARY = {"<pad>": 0, "<unk>": 1, "<s>": 2, "</s>": 3, **{f"w{number}": number for number in range(4, 11)}}


def layers_alone() -> Dict[str, Any]:
    """Name → what makes a block, then what makes its inputs."""
    lengths = lambda: mx.nd.array([5, 3])
    return {
        "LHUC": (lambda: layers.LHUC(SIZE), normal(2, SIZE)),
        "WeightNormalization": (lambda: layers.WeightNormalization(SIZE), normal(SIZE, 4)),
        "OutputLayer": (lambda: layers.OutputLayer(SIZE, 11), normal(2, 5, SIZE), lambda: None),
        "LengthRatio": (lambda: layers.LengthRatio(SIZE, 2), normal(2, 5, SIZE), lengths),
        "PlainDotAttention": (
            lambda: layers.PlainDotAttention(),
            normal(5, 2, SIZE),
            normal(5, 2, 2 * SIZE),
            lambda: mx.nd.full((2, 5), 4, dtype="int32"),
        ),
        "ProjectedDotAttention": (
            lambda: layers.ProjectedDotAttention("p_", SIZE, "float32"),
            normal(5, 2, SIZE),
            normal(5, 2, SIZE),
            lambda: mx.nd.full((2, 5), 4, dtype="int32"),
        ),
        "MultiHeadSelfAttention": (lambda: layers.MultiHeadSelfAttention("a_", SIZE, 2, SIZE), normal(5, 2, SIZE)),
        "MultiHeadAttention": (
            lambda: layers.MultiHeadAttention("a_", SIZE, 2, SIZE, 0.1, depth_key_value=SIZE),
            normal(5, 2, SIZE),
            normal(4, 2, SIZE),
        ),
        "PositionalEmbeddings fixed": (lambda: _positions("fixed"), normal(2, 5, SIZE), lambda: None),
        "PositionalEmbeddings learned": (lambda: _positions("learned"), normal(2, 5, SIZE), lambda: None),
        "PositionalEmbeddings steps": (lambda: _positions("fixed"), normal(2, 1, SIZE), whole(9, 2, 1)),
        "SSRU training": (lambda: layers.SSRU(SIZE, False), normal(5, 2, SIZE), normal(1, 2, SIZE)),
        "SSRU inference": (lambda: layers.SSRU(SIZE, True), normal(1, 2, SIZE), normal(1, 2, SIZE)),
        "AutoRegressiveBias": (lambda: transformer.AutoRegressiveBias(), normal(2, 5, SIZE)),
        "TransformerProcessBlock rn": (
            lambda: transformer.TransformerProcessBlock("rn", 0.1, "t_", SIZE),
            normal(2, 5, SIZE),
            normal(2, 5, SIZE),
        ),
        "TransformerProcessBlock n": (
            lambda: transformer.TransformerProcessBlock("n", 0.0, "t_", SIZE),
            normal(2, 5, SIZE),
            lambda: None,
        ),
        "TransformerProcessBlock d": (
            lambda: transformer.TransformerProcessBlock("d", 0.0, "t_", SIZE),
            normal(2, 5, SIZE),
            lambda: None,
        ),
        "TransformerProcessBlock nothing": (
            lambda: transformer.TransformerProcessBlock("", 0.1, "t_", SIZE),
            normal(2, 5, SIZE),
            lambda: None,
        ),
        "TransformerFeedForward": (
            lambda: transformer.TransformerFeedForward(SIZE, SIZE, "relu", 0.1, "f_", "float32"),
            normal(2, 5, SIZE),
        ),
        "TransformerFeedForward glu": (
            lambda: transformer.TransformerFeedForward(SIZE, SIZE, "swish1", 0.0, "f_", "float32", use_glu=True),
            normal(2, 5, SIZE),
        ),
        "TransformerEncoderBlock": (
            lambda: transformer.TransformerEncoderBlock(_configuration(), "e_", "float32"),
            normal(5, 2, SIZE),
            lambda: mx.nd.full((4, 5), 4, dtype="int32"),
        ),
        "TransformerEncoderBlock lhuc": (
            lambda: transformer.TransformerEncoderBlock(_configuration(use_lhuc=True), "e_", "float32"),
            normal(5, 2, SIZE),
            lambda: mx.nd.full((4, 5), 4, dtype="int32"),
        ),
        "TransformerEncoder": (
            lambda: encoder.TransformerEncoder(_configuration(), "te_"),
            normal(2, 5, SIZE),
            lengths,
        ),
        "CrossEntropyLoss": (lambda: loss.CrossEntropyLoss(), *_scored(normal(2, 5, 11), whole(11, 2, 5))),
        "CrossEntropyLoss smooth": (
            lambda: loss.CrossEntropyLoss(label_smoothing=0.1),
            *_scored(normal(2, 5, 11), whole(11, 2, 5)),
        ),
        "CrossEntropyLossWithoutSoftmaxOutput": (
            lambda: loss.CrossEntropyLossWithoutSoftmaxOutput(label_smoothing=0.1, num_labels=11),
            *_scored(normal(2, 5, 11), whole(11, 2, 5)),
        ),
        "CrossEntropyLossWithoutSoftmaxOutput sharp": (
            lambda: loss.CrossEntropyLossWithoutSoftmaxOutput(),
            *_scored(normal(2, 5, 11), whole(11, 2, 5)),
        ),
        "PoissonLoss": (lambda: loss.PoissonLoss(), *_scored(positive(4), whole(5, 4))),
        "MSELoss": (lambda: loss.MSELoss(), *_scored(positive(4), whole(5, 4))),
        "UpdateScores": (lambda: beam_search.UpdateScores(), normal(4, 11), *_update()),
        "LengthPenalty": (lambda: beam_search.LengthPenalty(1.0, 5.0), positive(4, 1)),
        "LengthPenalty alpha": (lambda: beam_search.LengthPenalty(0.7, 0.0), positive(4, 1)),
        "LengthPenalty plain": (lambda: beam_search.LengthPenalty(1.0, 0.0), positive(4, 1)),
        "LengthPenalty off": (lambda: beam_search.LengthPenalty(0.0), positive(4, 1)),
        "BrevityPenalty": (lambda: beam_search.BrevityPenalty(0.5), positive(4, 1), positive(4, 1)),
        "BrevityPenalty off": (lambda: beam_search.BrevityPenalty(0.0), positive(4, 1), positive(4, 1)),
        "CandidateScorer": (
            lambda: beam_search.CandidateScorer(1.0, 1.0, 0.5),
            positive(4, 1),
            positive(4, 1),
            positive(4, 1),
        ),
        "CandidateScorer no brevity": (
            lambda: beam_search.CandidateScorer(1.0, 0.0, 0.0),
            positive(4, 1),
            positive(4, 1),
            positive(4, 1),
        ),
        "TopK": (lambda: beam_search.TopK(2), normal(4, 11), lambda: mx.nd.array([0, 0, 22, 22], dtype="int32")),
        "SampleK": (
            lambda: beam_search.SampleK(3),
            normal(4, 11),
            normal(4, 11),
            lambda: mx.nd.zeros((4,), dtype="int32"),
            lambda: mx.nd.array([0, 1, 2, 3], dtype="int32"),
        ),
        "SortNormalizeAndUpdateFinished": (
            lambda: beam_search.SortNormalizeAndUpdateFinished(
                "float32", 0, 3, beam_search.CandidateScorer(1.0, 0.0, 0.0)
            ),
            lambda: mx.nd.array([1, 0, 3, 2], dtype="int32"),
            lambda: mx.nd.array([4, 3, 5, 6], dtype="int32"),
            lambda: mx.nd.zeros((4,), dtype="int32"),
            normal(4, 1),
            lambda: mx.nd.ones((4,), dtype="int32"),
            lambda: mx.nd.ones((4, 1)),
        ),
        "SortStates": (
            lambda: beam_search.SortStates(["ds"], "sort_"),
            lambda: mx.nd.array([1, 0, 3, 2]),
            normal(1, 4, 3),
            normal(4, 2, 3),
        ),
        "GreedyTop1": (lambda: beam_search.GreedyTop1(), normal(1, 11)),
        "BatchScorer": (
            lambda: scoring.BatchScorer(beam_search.CandidateScorer(1.0, 0.0, 0.0)),
            normal(2, 5, 11),
            whole(11, 2, 5),
            positive(2),
            positive(2),
            positive(2),
        ),
    }


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a block imperatively."""
    table: Dict[str, Callable[[], Any]] = {
        name: lambda make=make, inputs=inputs: both_modes(make(), [make_input() for make_input in inputs])
        for name, (make, *inputs) in layers_alone().items()
    }
    for kind in (constants.TRANSFORMER_TYPE, getattr(constants, "SSRU_TRANSFORMER", constants.TRANSFORMER_TYPE)):
        for inference_only in (False, True):
            table[f"model {kind} {'inference' if inference_only else 'training'}"] = lambda k=kind, i=inference_only: (
                _model(k, i)
            )
    table["model factors"] = lambda: _model(constants.TRANSFORMER_TYPE, False, factors=True)
    table["beam search"] = lambda: _search(2)
    table["greedy search"] = lambda: _search(1)
    return table


def _scored(output: Callable[[], Any], label: Callable[[], Any]) -> Any:
    """What losses take: dicts with the output and the label by name."""
    names = (constants.LOGITS_NAME, constants.LENRATIO_NAME)
    labels = (constants.TARGET_LABEL_NAME, constants.LENRATIO_LABEL_NAME)
    return lambda: {name: output() for name in names}, lambda: {name: label() for name in labels}


def _update() -> Any:
    return (
        lambda: mx.nd.zeros((4,), dtype="int32"),
        lambda: mx.nd.zeros((4,), dtype="int32"),
        normal(4, 1),
        lambda: mx.nd.ones((4,), dtype="int32"),
        lambda: mx.nd.full((4,), 9, dtype="int32"),
        lambda: None,
        normal(4, 10),
        normal(4, 11),
    )


def _positions(kind: str) -> Any:
    return layers.PositionalEmbeddings(kind, SIZE, 20, "pos_", True, False)


def _configuration(**more: Any) -> Any:
    given: Dict[str, Any] = dict(
        model_size=SIZE,
        attention_heads=2,
        feed_forward_num_hidden=SIZE,
        act_type="relu",
        num_layers=2,
        dropout_attention=0.1,
        dropout_act=0.1,
        dropout_prepost=0.1,
        positional_embedding_type="fixed",
        preprocess_sequence="n",
        postprocess_sequence="dr",
        max_seq_len_source=20,
        max_seq_len_target=20,
        depth_key_value=SIZE,
    )
    return transformer.TransformerConfig(**{**given, **more})


def _made(kind: str, inference_only: bool, factors: bool = False) -> Any:
    more = [
        encoder.FactorConfig(vocab_size=7, num_embed=SIZE, combine=combine, share_embedding=False)
        for combine in ("sum", "average")
    ]
    source = encoder.EmbeddingConfig(11, SIZE, 0.1, factor_configs=more if factors else None)
    target = encoder.EmbeddingConfig(11, SIZE, 0.1)
    described = model.ModelConfig(
        config_data=data_io.DataConfig(
            data_statistics=None,
            max_seq_len_source=20,
            max_seq_len_target=20,
            num_source_factors=3 if factors else 1,
            num_target_factors=1,
        ),
        vocab_source_size=11,
        vocab_target_size=11,
        config_embed_source=source,
        config_embed_target=target,
        config_encoder=_configuration(),
        config_decoder=_configuration(decoder_type=kind, use_lhuc=factors),
        config_length_task=layers.LengthRatioConfig(2, 1.0),
        weight_tying_type="trg_softmax",
    )
    net = model.SockeyeModel(described, inference_only=inference_only)
    return initialise(net)


def networks() -> Dict[str, Tuple[Callable[[], Any], Callable[[], List[Any]]]]:
    """Name → what makes a whole model as it is trained, and what makes a batch for it."""
    return {
        "model transformer": (lambda: _made(constants.TRANSFORMER_TYPE, False), _batch),
        "model ssru": (lambda: _made(constants.SSRU_TRANSFORMER, False), _batch),
        "model factors": (lambda: _made(constants.TRANSFORMER_TYPE, False, factors=True), lambda: _batch(factors=3)),
    }


def _batch(factors: int = 1) -> List[Any]:
    source = mx.nd.random.randint(1, 7, (2, 5, factors)).astype("float32")
    target = mx.nd.random.randint(1, 7, (2, 4, 1)).astype("float32")
    return [source, mx.nd.array([5, 3]), target, mx.nd.array([4, 2])]


def _model(kind: str, inference_only: bool, factors: bool = False) -> None:
    net = _made(kind, inference_only, factors)
    source, lengths, target, target_lengths = _batch(3 if factors else 1)
    if inference_only:
        states, _ = net.encode_and_initialize(source, lengths)
        step = mx.nd.ones((2, 1))
        for _ in range(2):
            step_output, states, *_ = net.decode_step(step, states)
        return
    net(source, lengths, target, target_lengths)
    with mx.autograd.record():
        net(source, lengths, target, target_lengths)
    assert isinstance(net.decoder, decoder.Decoder)


def _search(beam: int) -> None:
    net = _made(constants.TRANSFORMER_TYPE, True)
    search = beam_search.get_search_algorithm(
        models=[net],
        beam_size=beam,
        context=mx.cpu(),
        vocab_target=_VOCABULARY,
        output_scores=beam > 1,
        greedy=beam == 1,
        scorer=beam_search.CandidateScorer(1.0, 0.0, 0.0),
        hybridize=False,
        constant_length_ratio=-1.0 if beam == 1 else 0.0,
    )
    source = mx.nd.random.randint(3, 11, (1, 5, 1)).astype("float32")
    search(source, mx.nd.array([5]), None, [None], None, mx.nd.array([8], dtype="int32"))
