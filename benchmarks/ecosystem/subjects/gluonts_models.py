"""The networks of gluonts: each estimator trained for two batches on a tiny data set, then used for one forecast."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, List, Tuple

import mxnet as mx
import numpy as np
import pandas as pd
from gluonts.dataset.common import ListDataset
from gluonts.mx import block as blocks, distribution, representation
from gluonts.mx.trainer import Trainer
from gluonts.mx.util import get_hybrid_forward_input_names

from benchmarks.ecosystem.running import both_modes, initialise, normal, positive

LENGTH, CONTEXT, HORIZON = 220, 12, 4


def subjects() -> Dict[str, Callable[[], Any]]:
    """Name → a function that builds and runs a network imperatively."""
    table: Dict[str, Callable[[], Any]] = {}
    for name, (path, more) in _ESTIMATORS.items():
        table[name] = functools.partial(_train, path, more)
    for name, (make, *inputs) in layers_alone().items():
        table[name if name.startswith("output ") else f"block {name}"] = functools.partial(_block, make, inputs)
    return table


_OUTPUTS = (
    "StudentTOutput",
    "GaussianOutput",
    "NegativeBinomialOutput",
    "LaplaceOutput",
    "GammaOutput",
    "BetaOutput",
    "PoissonOutput",
    "UniformOutput",
    "LogitNormalOutput",
    "DeterministicOutput",
    "GenParetoOutput",
    "ZeroInflatedPoissonOutput",
    "OneInflatedBetaOutput",
    "CategoricalOutput",
    "BinnedOutput",
    "PiecewiseLinearOutput",
    "MultivariateGaussianOutput",
    "LowrankMultivariateGaussianOutput",
    "DirichletOutput",
    "DirichletMultinomialOutput",
    "EmpiricalDistributionOutput",
    "ISQFOutput",
    "MixtureDistributionOutput",
    "NanMixtureOutput",
)
_MODEL = "gluonts.mx.model."
_ESTIMATORS: Dict[str, Any] = {
    "SimpleFeedForward": (_MODEL + "simple_feedforward.SimpleFeedForwardEstimator", {}),
    "SimpleFeedForward batch normalised": (
        _MODEL + "simple_feedforward.SimpleFeedForwardEstimator",
        {"batch_normalization": True, "mean_scaling": False},
    ),
    "DeepAR": (_MODEL + "deepar.DeepAREstimator", {"num_cells": 6, "num_parallel_samples": 3}),
    "DeepAR gru": (
        _MODEL + "deepar.DeepAREstimator",
        {
            "num_cells": 6,
            "cell_type": "gru",
            "scaling": False,
            "dropoutcell_type": "VariationalDropoutCell",
            "num_parallel_samples": 3,
            "alpha": 0.1,
            "beta": 0.1,
        },
    ),
    "DeepAR zoneout": (
        _MODEL + "deepar.DeepAREstimator",
        {"num_cells": 6, "dropoutcell_type": "RNNZoneoutCell", "num_parallel_samples": 3},
    ),
    "DeepAR variational zoneout": (
        _MODEL + "deepar.DeepAREstimator",
        {
            "num_cells": 6,
            "dropoutcell_type": "VariationalZoneoutCell",
            "num_parallel_samples": 3,
            "impute_missing_values": True,
        },
    ),
    "WaveNet": (
        _MODEL + "wavenet.WaveNetEstimator",
        {"num_bins": 8, "n_residue": 4, "n_skip": 4, "dilation_depth": 2, "n_stacks": 1, "num_parallel_samples": 3},
    ),
    "MQCNN": (
        _MODEL + "seq2seq.MQCNNEstimator",
        {"quantiles": [0.1, 0.5, 0.9], "channels_seq": [4, 4], "dilation_seq": [1, 2], "kernel_size_seq": [3, 3]},
    ),
    "MQCNN scaled": (
        _MODEL + "seq2seq.MQCNNEstimator",
        {
            "quantiles": [0.1, 0.5, 0.9],
            "channels_seq": [4],
            "dilation_seq": [1],
            "kernel_size_seq": [3],
            "scaling": True,
            "add_time_feature": True,
            "add_age_feature": True,
        },
    ),
    "MQRNN": (_MODEL + "seq2seq.MQRNNEstimator", {"quantiles": [0.1, 0.5, 0.9]}),
    "MQRNN incremental": (_MODEL + "seq2seq.MQRNNEstimator", {"quantiles": [0.1, 0.5, 0.9], "is_iqf": True}),
    "MQRNN distribution": (
        _MODEL + "seq2seq.MQRNNEstimator",
        {"distr_output": distribution.GaussianOutput(), "quantiles": None},
    ),
    "Seq2Seq rnn": (
        _MODEL + "seq2seq.RNN2QRForecaster",
        {
            "cardinality": [1],
            "embedding_dimension": 2,
            "encoder_rnn_layer": 1,
            "encoder_rnn_num_hidden": 4,
            "decoder_mlp_layer": [4],
            "decoder_mlp_static_dim": 2,
        },
    ),
    "Transformer": (
        _MODEL + "transformer.TransformerEstimator",
        {"model_dim": 8, "num_heads": 2, "num_parallel_samples": 3},
    ),
    "Transformer plain": (
        _MODEL + "transformer.TransformerEstimator",
        {
            "model_dim": 8,
            "num_heads": 2,
            "num_parallel_samples": 3,
            "pre_seq": "n",
            "post_seq": "r",
            "act_type": "softrelu",
        },
    ),
    "TFT": (_MODEL + "tft.TemporalFusionTransformerEstimator", {"hidden_dim": 8, "num_heads": 2}),
    "NBEATS": (
        _MODEL + "n_beats.NBEATSEstimator",
        {
            "num_stacks": 1,
            "widths": [8],
            "num_blocks": [2],
            "num_block_layers": [2],
            "expansion_coefficient_lengths": [3],
        },
    ),
    "NBEATS trend": (
        _MODEL + "n_beats.NBEATSEstimator",
        {
            "num_stacks": 2,
            "stack_types": ["T", "S"],
            "widths": [8, 8],
            "num_blocks": [1, 1],
            "num_block_layers": [2, 2],
            "expansion_coefficient_lengths": [3, 3],
            "sharing": [True, True],
            "loss_function": "sMAPE",
            "scale": True,
        },
    ),
    "DeepState": (
        _MODEL + "deepstate.DeepStateEstimator",
        {
            "cardinality": [1],
            "use_feat_static_cat": False,
            "num_cells": 4,
            "num_parallel_samples": 3,
            "past_length": CONTEXT,
            "num_periods_to_train": 1,
        },
    ),
    "DeepFactor": (
        _MODEL + "deep_factor.DeepFactorEstimator",
        {
            "num_hidden_global": 4,
            "num_layers_global": 1,
            "num_factors": 2,
            "num_hidden_local": 3,
            "num_layers_local": 1,
        },
    ),
    "GaussianProcess": (
        _MODEL + "gp_forecaster.GaussianProcessEstimator",
        {"cardinality": 1, "num_parallel_samples": 3, "max_iter_jitter": 2},
    ),
    "Canonical rnn": (_MODEL + "canonical.CanonicalRNNEstimator", {"num_parallel_samples": 3, "num_cells": 4}),
    "LSTNet": (
        _MODEL + "lstnet.LSTNetEstimator",
        {
            "multivariate": 2,
            "num_series": 2,
            "skip_size": 2,
            "ar_window": 3,
            "channels": 4,
            "kernel_size": 3,
            "rnn_num_cells": 4,
            "skip_rnn_num_cells": 4,
        },
    ),
    "DeepVAR": (
        _MODEL + "deepvar.DeepVAREstimator",
        {"multivariate": 2, "target_dim": 2, "num_cells": 4, "num_layers": 1, "num_parallel_samples": 3, "rank": 1},
    ),
    "GPVAR": (
        _MODEL + "gpvar.GPVAREstimator",
        {
            "multivariate": 2,
            "target_dim": 2,
            "num_cells": 4,
            "num_layers": 1,
            "num_parallel_samples": 3,
            "rank": 1,
            "target_dim_sample": 2,
        },
    ),
    "DeepRenewal": (
        _MODEL + "renewal.DeepRenewalProcessEstimator",
        {"intermittent": True, "num_cells": 4, "num_layers": 1, "num_parallel_samples": 3},
    ),
    "SelfAttention": (
        "gluonts.nursery.san.SelfAttentionEstimator",
        {"model_dim": 8, "ffn_dim_multiplier": 1, "num_heads": 2, "num_layers": 1, "kernel_sizes": [3, 5]},
    ),
}


def networks() -> Dict[str, Tuple[Callable[[], Any], Callable[[], List[Any]]]]:
    """Name → what makes the network that an estimator trains, and what makes a batch for it."""
    return {
        name: (functools.partial(_network, path, more), functools.partial(_batch, path, more))
        for name, (path, more) in _ESTIMATORS.items()
    }


def _network(path: str, more: Dict[str, Any]) -> Any:
    return _estimator(path, more)[0].create_training_network()


def _batch(path: str, more: Dict[str, Any]) -> List[Any]:
    estimator, data = _estimator(path, more)
    prepared = estimator.create_transformation().apply(data)
    batch = next(iter(estimator.create_training_data_loader(prepared)))
    return [batch[name] for name in get_hybrid_forward_input_names(type(estimator.create_training_network()))]


def _train(path: str, more: Dict[str, Any]) -> None:
    estimator, data = _estimator(path, more)
    predictor = estimator.train(data)
    net = getattr(predictor, "prediction_net", None)
    if net is not None:
        net.hybridize(False)
    for _ in zip(range(1), predictor.predict(data)):
        pass


def _estimator(path: str, more: Dict[str, Any]) -> Tuple[Any, Any]:
    """The estimator, and data to train it with."""
    module, name = path.rsplit(".", 1)
    kind = getattr(__import__(module, fromlist=[name]), name)
    more = dict(more)
    multivariate, intermittent = more.pop("multivariate", 0), more.pop("intermittent", False)
    taken = inspect.signature(kind.__init__).parameters
    common = {"prediction_length": HORIZON, "context_length": CONTEXT, "freq": "H"}
    given = {key: value for key, value in common.items() if key in taken}
    trainer = Trainer(epochs=1, num_batches_per_epoch=2, hybridize=False, ctx=mx.cpu())
    try:
        estimator = kind(**given, trainer=trainer, batch_size=4, **more)
    except TypeError as error:  # not every estimator has it
        if "batch_size" not in str(error):
            raise
        estimator = kind(**given, trainer=trainer, **more)
    return estimator, _data(multivariate, intermittent)


def _data(multivariate: int, intermittent: bool) -> Any:
    random = np.random.RandomState(0)
    items = []
    for number in range(4):
        values = random.uniform(1, 9, size=(multivariate, LENGTH) if multivariate else LENGTH)
        if intermittent:
            values = np.floor(values) * (random.uniform(size=LENGTH) < 0.5)
        items.append(
            {
                "start": pd.Period("2020-01-01 00:00", "H"),
                "target": values,
                "feat_static_cat": [0],
                "feat_static_real": [0.5],
                "item_id": str(number),
            }
        )
    return ListDataset(items, freq="H", one_dim_target=not multivariate)


def _output(name: str) -> Any:
    """The projection to the arguments of a distribution."""
    from gluonts.mx.distribution.nan_mixture import NanMixtureOutput

    options: Dict[str, Any] = {
        "CategoricalOutput": {"num_cats": 4},
        "BinnedOutput": {"bin_centers": mx.nd.array([0.1, 0.5, 0.9])},
        "PiecewiseLinearOutput": {"num_pieces": 3},
        "MultivariateGaussianOutput": {"dim": 2},
        "LowrankMultivariateGaussianOutput": {"dim": 3, "rank": 2},
        "DirichletOutput": {"dim": 3},
        "DirichletMultinomialOutput": {"dim": 3, "n_trials": 4},
        "EmpiricalDistributionOutput": {"num_samples": 5, "distr_output": distribution.GaussianOutput()},
        "DeterministicOutput": {"value": 1.0},
        "ISQFOutput": {"num_pieces": 3, "qk_x": [0.1, 0.5, 0.9]},
        "MixtureDistributionOutput": {"distr_outputs": [distribution.GaussianOutput(), distribution.StudentTOutput()]},
        "NanMixtureOutput": {"distr_output": distribution.GaussianOutput()},
    }
    kind = NanMixtureOutput if name == "NanMixtureOutput" else getattr(distribution, name)
    return kind(**options.get(name, {})).get_args_proj()


def layers_alone() -> Dict[str, Any]:
    """Name → what makes a block, then what makes its inputs."""
    from gluonts.mx.block import (
        cnn,
        decoder,
        dropout,
        enc2dec,
        encoder,
        feature,
        mlp,
        quantile_output,
        regularization,
        rnn,
        scaler,
        sndense,
        snmlp,
    )

    series, observed, static = normal(2, 12, 1), (lambda: mx.nd.ones((2, 12, 1))), normal(2, 3)
    dynamic = normal(2, 12, 2)
    made: Dict[str, Any] = {
        "MLP": (lambda: mlp.MLP([4, 3], flatten=False), normal(2, 5, 3)),
        "SNDense": (lambda: sndense.SNDense(4, in_units=3), normal(2, 3)),
        "SNDense flat": (lambda: sndense.SNDense(4, in_units=3, flatten=False, activation="relu"), normal(2, 5, 3)),
        "SNMLPBlock": (lambda: snmlp.SNMLPBlock(3, 4, 3, num_power_iter=1), normal(2, 3)),
        "RNN": (lambda: rnn.RNN("lstm", 4, 1), dynamic),
        "RNN bidirectional": (lambda: rnn.RNN("gru", 4, 1, bidirectional=True), dynamic),
        "CausalConv1D": (lambda: cnn.CausalConv1D(3, 3, dilation=2, activation="relu"), normal(2, 2, 12)),
        "DilatedCausalGated": (lambda: cnn.DilatedCausalGated(3, 3, 3, 2), normal(2, 3, 12)),
        "ResidualSequential": (lambda: _residual(cnn), normal(2, 3, 12)),
        "MLPEncoder": (lambda: encoder.MLPEncoder([4, 3]), series, static, dynamic),
        "RNNEncoder": (lambda: encoder.RNNEncoder("lstm", 4, 1, False), series, static, dynamic),
        "RNNEncoder static": (
            lambda: encoder.RNNEncoder("gru", 4, 1, True, use_static_feat=True, use_dynamic_feat=True),
            series,
            static,
            dynamic,
        ),
        "HierarchicalCausalConv1DEncoder": (
            lambda: encoder.HierarchicalCausalConv1DEncoder([1, 2], [3, 3], [4, 4], True),
            series,
            static,
            dynamic,
        ),
        "HierarchicalCausalConv1DEncoder static": (
            lambda: encoder.HierarchicalCausalConv1DEncoder(
                [1], [3], [4], False, use_static_feat=True, use_dynamic_feat=True
            ),
            series,
            static,
            dynamic,
        ),
        "MLPDecoder": (lambda: decoder.ForkingMLPDecoder(4, 3, [5]), normal(2, 12, 5), normal(2, 12, 4, 2)),
        "OneShotDecoder": (lambda: decoder.OneShotDecoder(4, [5], 3), normal(2, 6), normal(2, 4, 2)),
        "FeatureEmbedder": (lambda: feature.FeatureEmbedder([3, 4], [2, 2]), lambda: mx.nd.array([[0, 1], [2, 3]])),
        "FeatureEmbedder one": (lambda: feature.FeatureEmbedder([3], [2]), lambda: mx.nd.array([[0], [2]])),
        "FeatureAssembler": (
            lambda: feature.FeatureAssembler(12, embed_static=None),
            normal(2, 1),
            normal(2, 2),
            normal(2, 12, 1),
            normal(2, 12, 2),
        ),
        "QuantileLoss": (lambda: quantile_output.QuantileLoss([0.1, 0.5]), normal(2, 3), normal(2, 3, 2)),
        "QuantileLoss weighted": (
            lambda: quantile_output.QuantileLoss([0.1, 0.5], quantile_weights=[0.5, 0.5]),
            normal(2, 3),
            normal(2, 3, 2),
            lambda: mx.nd.ones((2, 3)),
        ),
        "QuantileOutput": (lambda: quantile_output.QuantileOutput([0.1, 0.5]).get_quantile_proj(), normal(2, 3, 4)),
        "IncrementalQuantileOutput": (
            lambda: quantile_output.IncrementalQuantileOutput([0.1, 0.5]).get_quantile_proj(),
            normal(2, 3, 5, 4),
        ),
        "ActivationRegularizationLoss": (lambda: regularization.ActivationRegularizationLoss(0.1), normal(2, 5, 3)),
        "ActivationRegularizationLoss off": (lambda: regularization.ActivationRegularizationLoss(0.0), normal(2, 5, 3)),
        "TemporalActivationRegularizationLoss": (
            lambda: regularization.TemporalActivationRegularizationLoss(0.1),
            normal(2, 5, 3),
        ),
        "MeanScaler": (lambda: scaler.MeanScaler(), series, observed),
        "MeanScaler kept": (lambda: scaler.MeanScaler(keepdims=True, minimum_scale=0.1), series, observed),
        "MinMaxScaler": (lambda: scaler.MinMax(), series, observed),
        "NOPScaler": (lambda: scaler.NOPScaler(), series, observed),
        "PassThroughEnc2Dec": (lambda: enc2dec.PassThroughEnc2Dec(), normal(2, 3), normal(2, 12, 4), normal(2, 4, 2)),
        "FutureFeatIntegratorEnc2Dec": (
            lambda: enc2dec.FutureFeatIntegratorEnc2Dec(),
            normal(2, 3),
            normal(2, 12, 4),
            normal(2, 12, 4, 2),
        ),
        "MeanScaling": (
            lambda: representation.MeanScaling(),
            normal(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
        "DimExpansion": (
            lambda: representation.DimExpansion(),
            normal(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
        "CustomBinning": (
            lambda: representation.CustomBinning(np.array([0.1, 0.5, 0.9])),
            positive(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
        "LocalAbsoluteBinning": (
            lambda: representation.LocalAbsoluteBinning(4),
            positive(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
        "GlobalRelativeBinning": (
            lambda: _fitted(representation.GlobalRelativeBinning(4)),
            positive(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: mx.nd.ones((2, 1)),
            lambda: [],
        ),
        "RepresentationChain": (
            lambda: representation.RepresentationChain([representation.MeanScaling(), representation.DimExpansion()]),
            normal(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
        "Embedding": (
            lambda: representation.Embedding(4, 3),
            lambda: mx.nd.array([[0, 1], [2, 3]]),
            lambda: mx.nd.ones((2, 2)),
            lambda: None,
            lambda: [],
        ),
        "DiscretePIT": (
            lambda: representation.DiscretePIT(4),
            lambda: mx.nd.array([[0, 1], [2, 3]]),
            lambda: mx.nd.ones((2, 2)),
            lambda: None,
            lambda: [],
        ),
        "HybridRepresentation": (
            lambda: representation.HybridRepresentation([representation.MeanScaling(), representation.MeanScaling()]),
            normal(2, 12),
            lambda: mx.nd.ones((2, 12)),
            lambda: None,
            lambda: [],
        ),
    }
    for name in ("RNNZoneoutCell", "VariationalZoneoutCell"):
        cell = lambda name=name: getattr(dropout, name)(
            mx.gluon.rnn.RNNCell(5, input_size=5), zoneout_outputs=0.5, zoneout_states=0.5
        )
        made[name] = (cell, normal(2, 5), lambda: [mx.nd.zeros((2, 5))])
    made.update({f"output {name}": (lambda name=name: _output(name), normal(2, 3, 5)) for name in _OUTPUTS})
    return made


def _block(make: Callable[[], Any], inputs: Any) -> None:
    both_modes(initialise(make()), [make_input() for make_input in inputs])


def _residual(cnn: Any) -> Any:
    net = cnn.ResidualSequential()
    net.add(cnn.DilatedCausalGated(3, 3, 3, 1))
    net.add(cnn.DilatedCausalGated(3, 3, 3, 1))
    return net


def _fitted(made: Any) -> Any:
    made.initialize_from_array(np.random.RandomState(0).uniform(1, 9, size=100))
    return made


assert blocks
