"""The blocks of gluonnlp: encoders, decoders, language models, attention, samplers, losses."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict

import gluonnlp as nlp
import mxnet as mx
from gluonnlp import loss
from gluonnlp.embedding import evaluation
from gluonnlp.model import attention_cell, bert, block, lstmpcellwithclip, sampled_block, transformer

from benchmarks.ecosystem.running import both_modes, initialise, normal, positive, whole

SIZE = 8


def layers_alone() -> Dict[str, Any]:
    """Name → what makes a block, then what makes its inputs."""
    sequence, mask = normal(2, 5, SIZE), lambda: mx.nd.ones((2, 5, 5))
    lengths, nothing = (lambda: mx.nd.array([5, 3])), (lambda: None)
    embedded = whole(9, 3)
    made: Dict[str, Any] = {
        "L2Normalization": (lambda: block.L2Normalization(), normal(2, SIZE)),
        "GELU": (lambda: block.GELU(), normal(2, SIZE)),
        "GELU tanh": (lambda: block.GELU(approximate=True), normal(2, SIZE)),
        "Highway": (lambda: nlp.model.Highway(SIZE, 2), normal(2, SIZE)),
        "ConvolutionalEncoder": (
            lambda: nlp.model.ConvolutionalEncoder(SIZE, (3, 3), (2, 3), num_highway=1, output_size=4),
            normal(5, 2, SIZE),
        ),
        "ConvolutionalEncoder mask": (
            lambda: nlp.model.ConvolutionalEncoder(SIZE, (3, 3), (2, 3), output_size=None),
            normal(5, 2, SIZE),
            lambda: mx.nd.ones((5, 2)),
        ),
        "DotProductAttentionCell": (lambda: attention_cell.DotProductAttentionCell(), sequence, sequence),
        "DotProductAttentionCell mask": (
            lambda: attention_cell.DotProductAttentionCell(units=SIZE),
            sequence,
            sequence,
            sequence,
            mask,
        ),
        "DotProductAttentionCell luong": (
            lambda: attention_cell.DotProductAttentionCell(units=SIZE, luong_style=True, scaled=False),
            sequence,
            sequence,
        ),
        "DotProductAttentionCell normalized": (
            lambda: attention_cell.DotProductAttentionCell(units=SIZE, normalized=True, use_bias=False),
            sequence,
            sequence,
        ),
        "MLPAttentionCell": (lambda: attention_cell.MLPAttentionCell(SIZE), sequence, sequence),
        "MLPAttentionCell normalized": (
            lambda: attention_cell.MLPAttentionCell(SIZE, normalized=True),
            sequence,
            sequence,
            sequence,
            mask,
        ),
        "MultiHeadAttentionCell": (
            lambda: attention_cell.MultiHeadAttentionCell(
                attention_cell.DotProductAttentionCell(), SIZE, SIZE, SIZE, 2
            ),
            sequence,
            sequence,
            sequence,
            mask,
        ),
        "LSTMPCellWithClip": (
            lambda: lstmpcellwithclip.LSTMPCellWithClip(SIZE, 4, cell_clip=1, projection_clip=1, input_size=SIZE),
            normal(2, SIZE),
            lambda: [mx.nd.zeros((2, 4)), mx.nd.zeros((2, SIZE))],
        ),
        "PositionwiseFFN": (lambda: transformer.PositionwiseFFN(units=SIZE, hidden_size=SIZE), sequence),
        "PositionwiseFFN prenorm": (
            lambda: transformer.PositionwiseFFN(units=SIZE, hidden_size=SIZE, dropout=0.1, activation="gelu"),
            sequence,
        ),
        "TransformerEncoderCell": (
            lambda: transformer.TransformerEncoderCell(
                units=SIZE, hidden_size=SIZE, num_heads=2, output_attention=True
            ),
            sequence,
            mask,
        ),
        "TransformerEncoder": (lambda: _encoder(), sequence, nothing, lengths),
        "TransformerEncoder attention": (lambda: _encoder(output_attention=True, output_all_encodings=True), sequence),
        "TransformerDecoder": (
            lambda: _decoder(transformer.TransformerDecoder),
            sequence,
            lambda: [normal(2, 4, SIZE)(), mx.nd.ones((2, 4))],
            lengths,
        ),
        "TransformerDecoder attention": (
            lambda: _decoder(transformer.TransformerDecoder, output_attention=True),
            sequence,
            lambda: [normal(2, 4, SIZE)(), mx.nd.ones((2, 4))],
        ),
        "BERTEncoder": (lambda: _bert(), sequence, nothing, lengths),
        "BERTEncoder attention": (lambda: _bert(output_attention=True, output_all_encodings=True), sequence),
        "BERTModel": (
            lambda: bert.BERTModel(_bert(), vocab_size=20, token_type_vocab_size=2, units=SIZE, embed_size=SIZE),
            whole(20, 2, 5),
            whole(2, 2, 5),
            lengths,
            lambda: mx.nd.array([[0, 1], [1, 2]]),
        ),
        "BERTModel plain": (
            lambda: bert.BERTModel(
                _bert(),
                vocab_size=20,
                token_type_vocab_size=None,
                units=SIZE,
                embed_size=SIZE,
                use_pooler=False,
                use_decoder=False,
                use_classifier=False,
                use_token_type_embed=False,
            ),
            whole(20, 2, 5),
            nothing,
            lengths,
        ),
        "BERTModel all": (
            lambda: bert.BERTModel(
                _bert(output_attention=True, output_all_encodings=True),
                vocab_size=20,
                token_type_vocab_size=2,
                units=SIZE,
                embed_size=SIZE,
            ),
            whole(20, 2, 5),
            whole(2, 2, 5),
            lengths,
            lambda: mx.nd.array([[0, 1], [1, 2]]),
        ),
        "BERTClassifier": (
            lambda: bert.BERTClassifier(
                bert.BERTModel(
                    _bert(),
                    vocab_size=20,
                    token_type_vocab_size=2,
                    units=SIZE,
                    embed_size=SIZE,
                    use_decoder=False,
                    use_classifier=False,
                ),
                3,
                0.1,
            ),
            whole(20, 2, 5),
            whole(2, 2, 5),
            lengths,
        ),
        "RoBERTaClassifier": (
            lambda: bert.RoBERTaClassifier(
                bert.RoBERTaModel(_bert(), vocab_size=20, units=SIZE, embed_size=SIZE, use_decoder=False), 3, 0.1
            ),
            whole(20, 2, 5),
            lengths,
        ),
        "BeamSearchScorer": (
            lambda: nlp.model.BeamSearchScorer(),
            normal(2, 3, 7),
            normal(2, 3),
            lambda: mx.nd.array([1.0]),
        ),
        "BeamSearchScorer logits": (
            lambda: nlp.model.BeamSearchScorer(from_logits=False),
            normal(2, 3, 7),
            normal(2, 3),
            lambda: mx.nd.array([2.0]),
        ),
        "MaskedSoftmaxCrossEntropyLoss": (
            lambda: loss.MaskedSoftmaxCrossEntropyLoss(),
            normal(2, 5, 7),
            whole(7, 2, 5),
            lengths,
        ),
        "MaskedSoftmaxCrossEntropyLoss dense": (
            lambda: loss.MaskedSoftmaxCrossEntropyLoss(sparse_label=False, weight=0.5),
            normal(2, 5, 7),
            positive(2, 5, 7),
            lengths,
        ),
        "LabelSmoothing": (lambda: loss.LabelSmoothing(units=7, epsilon=0.1), whole(7, 3)),
        "LabelSmoothing dense": (lambda: loss.LabelSmoothing(sparse_label=False, units=7), positive(3, 7)),
        "ActivationRegularizationLoss": (lambda: loss.ActivationRegularizationLoss(0.1), normal(5, 2, SIZE)),
        "ActivationRegularizationLoss off": (lambda: loss.ActivationRegularizationLoss(0), normal(5, 2, SIZE)),
        "TemporalActivationRegularizationLoss": (
            lambda: loss.TemporalActivationRegularizationLoss(0.1),
            normal(5, 2, SIZE),
        ),
        "TemporalActivationRegularizationLoss off": (
            lambda: loss.TemporalActivationRegularizationLoss(0),
            normal(5, 2, SIZE),
        ),
        "CosineSimilarity": (lambda: evaluation.CosineSimilarity(), normal(3, SIZE), normal(3, SIZE)),
        "ThreeCosMul": (lambda: evaluation.ThreeCosMul(_table(9, SIZE)), embedded, embedded, embedded),
        "ThreeCosAdd": (lambda: evaluation.ThreeCosAdd(_table(9, SIZE)), embedded, embedded, embedded),
        "ThreeCosAdd unnormalized": (
            lambda: evaluation.ThreeCosAdd(_table(9, SIZE), normalize=False),
            embedded,
            embedded,
            embedded,
        ),
        "ThreeCosAdd excluding": (
            lambda: evaluation.ThreeCosAdd(_table(9, SIZE), k=2, exclude_question_words=False),
            embedded,
            embedded,
            embedded,
        ),
        "WordEmbeddingSimilarity": (lambda: evaluation.WordEmbeddingSimilarity(_table(9, SIZE)), embedded, embedded),
        "WordEmbeddingAnalogy": (
            lambda: evaluation.WordEmbeddingAnalogy(_table(9, SIZE)),
            embedded,
            embedded,
            embedded,
        ),
        "UnigramCandidateSampler": (
            lambda: nlp.data.UnigramCandidateSampler(mx.nd.array([1, 2, 3, 4])),
            lambda: mx.nd.array([[0, 1], [2, 3]], dtype="int32"),
        ),
        "StandardRNN lstm": (
            lambda: nlp.model.train.StandardRNN("lstm", 20, SIZE, SIZE, 2, tie_weights=True),
            whole(20, 5, 2),
        ),
        "StandardRNN model": (lambda: nlp.model.StandardRNN("gru", 20, SIZE, SIZE, 1, 0.1, False), whole(20, 5, 2)),
        "AWDRNN": (
            lambda: nlp.model.train.AWDRNN(
                "lstm", 20, SIZE, SIZE, 2, drop_h=0.2, drop_i=0.2, drop_e=0.1, weight_drop=0.1
            ),
            whole(20, 5, 2),
        ),
        "AWDRNN model": (
            lambda: nlp.model.AWDRNN("lstm", 20, SIZE, SIZE, 2, True, 0.1, 0.1, 0.1, 0.1, 0.1),
            whole(20, 5, 2),
        ),
        "BigRNN": (lambda: nlp.model.BigRNN(20, SIZE, SIZE, 1, SIZE, 0.1, 0.1), whole(20, 5, 2)),
    }
    for name, (make, *_) in made.items():
        if name.startswith(("StandardRNN", "AWDRNN", "BigRNN")):
            made[name] += (functools.partial(_begin_state, make),)
    return made


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a block imperatively."""
    table: Dict[str, Callable[[], Any]] = {
        name: functools.partial(_run, *parts) for name, parts in layers_alone().items()
    }
    table["TransformerOneStepDecoder"] = _one_step
    table["TransformerEncoder long"] = lambda: both_modes(_encoder(), [normal(2, 60, SIZE)()])
    table["SampledDense"] = _sampled
    table["CacheCell"] = _cache
    table["embedding models"] = _embeddings
    table["ELMoBiLM"] = _elmo
    table["BiLMEncoder"] = lambda: _bilm(False)
    table["samplers"] = _samplers
    table["HybridBeamSearchSampler"] = _hybrid_sampler
    return table


#: MXNet's backward pass of these ends the process, imperatively too.
_INFERENCE_ONLY = ("ThreeCosMul", "ThreeCosAdd", "WordEmbeddingAnalogy")


def _run(make: Callable[[], Any], *inputs: Callable[[], Any]) -> None:
    net = make()
    given = [make_input() for make_input in inputs]
    both_modes(net, given, ["inference"] if type(net).__name__ in _INFERENCE_ONLY else ["inference", "training"])


def _begin_state(make: Callable[[], Any]) -> Any:
    return make().begin_state(func=mx.nd.zeros, batch_size=2)


def _table(rows: int, columns: int) -> Any:
    return normal(rows, columns)()


def _encoder(**more: Any) -> Any:
    return transformer.TransformerEncoder(
        num_layers=2, units=SIZE, hidden_size=SIZE, num_heads=2, max_length=50, **more
    )


def _decoder(kind: Any, **more: Any) -> Any:
    return kind(num_layers=2, units=SIZE, hidden_size=SIZE, num_heads=2, max_length=50, **more)


def _bert(**more: Any) -> Any:
    return bert.BERTEncoder(num_layers=2, units=SIZE, hidden_size=SIZE, num_heads=2, max_length=50, **more)


def _one_step() -> None:
    net = initialise(_decoder(transformer.TransformerOneStepDecoder))
    states = net.init_state_from_encoder(normal(2, 4, SIZE)(), mx.nd.array([4, 2]))
    for _ in range(2):
        outputs, states, *_ = net(normal(2, SIZE)(), states)


def _sampled() -> None:
    weights = lambda: [mx.nd.array([1, 2, 3]), mx.nd.ones((3,)), mx.nd.ones((4,))]
    for kind in (sampled_block.NCEDense, sampled_block.ISDense):
        both_modes(kind(10, 3, SIZE), [normal(4, SIZE)(), weights(), whole(10, 4)()])
    for kind in (sampled_block.SparseNCEDense, sampled_block.SparseISDense):
        both_modes(kind(10, 3, SIZE), [normal(4, SIZE)(), weights(), whole(10, 4)()], ["inference"])


def _cache() -> None:
    net = nlp.model.train.StandardRNN("lstm", 20, SIZE, SIZE, 1, 0.1, False)
    cache = nlp.model.train.CacheCell(net, 20, 2, 0.6, 0.3)
    initialise(cache)
    state = cache.begin_state(func=mx.nd.zeros, batch_size=1)
    word, cached = None, None
    for _ in range(2):
        _, word, cached, state = cache(whole(20, 3, 1)(), whole(20, 3, 1)(), word, cached, state)


def _embeddings() -> None:
    from gluonnlp.model.train import CSREmbeddingModel, FasttextEmbeddingModel

    tokens = {f"t{number}": number for number in range(9)}
    both_modes(CSREmbeddingModel(tokens, SIZE), [positive(3, 9)().tostype("csr")])
    subwords = nlp.vocab.create_subword_function("NGramHashes", num_subwords=10)
    both_modes(FasttextEmbeddingModel(tokens, subwords, SIZE), [positive(3, 19)().tostype("csr")])


def _elmo() -> None:
    net = nlp.model.ELMoBiLM("lstmpc", 6, [[1, 3], [2, 3]], 4, 262, 1, "relu", 50, 6, 8, 6, 1, 3, 3)
    initialise(net)
    state = net.begin_state(func=mx.nd.zeros, batch_size=2)
    both_modes(net, [whole(200, 2, 5, 50)(), state, mx.nd.ones((2, 5))])


def _bilm(skip: bool) -> None:
    from gluonnlp.model.bilm_encoder import BiLMEncoder

    for mode, more in (("lstmpc", {"proj_size": SIZE, "cell_clip": 1, "proj_clip": 1}), ("lstm", {})):
        net = BiLMEncoder(
            mode=mode, num_layers=2, input_size=SIZE, hidden_size=SIZE, dropout=0.1, skip_connection=True, **more
        )
        initialise(net)
        state = net.begin_state(batch_size=2, func=mx.nd.zeros)
        both_modes(net, [normal(5, 2, SIZE)(), state, mx.nd.ones((2, 5)) if mode == "lstmpc" else None])


class _Decoder(mx.gluon.HybridBlock):
    """A step of a language model."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.embedding = mx.gluon.nn.Embedding(7, SIZE)
            self.cell = mx.gluon.rnn.GRUCell(SIZE, input_size=SIZE)
            self.out = mx.gluon.nn.Dense(7, flatten=False)

    def state_info(self, *args: Any) -> Any:
        return self.cell.state_info(*args)

    def hybrid_forward(self, F: Any, step: Any, states: Any) -> Any:
        output, states = self.cell(self.embedding(step), states)
        return F.log_softmax(self.out(output)), states


def _samplers() -> None:
    for kind, more in (
        (nlp.model.BeamSearchSampler, {"scorer": nlp.model.BeamSearchScorer(alpha=0.5)}),
        (nlp.model.SequenceSampler, {"temperature": 0.9}),
        (nlp.model.SequenceSampler, {"top_k": 3}),
    ):
        net = initialise(_Decoder())
        sampler = kind(beam_size=3, decoder=net, eos_id=0, max_length=4, **more)
        for hidden in vars(sampler).values():
            if isinstance(hidden, mx.gluon.HybridBlock):
                hidden.hybridize(False)
        sampler(mx.nd.array([1, 2]), net.cell.begin_state(batch_size=2))


def _hybrid_sampler() -> None:
    net = initialise(_Decoder())
    sampler = nlp.model.HybridBeamSearchSampler(2, 3, net, 0, max_length=4, vocab_size=7)
    sampler(mx.nd.array([1, 2]), net.cell.begin_state(batch_size=2))
