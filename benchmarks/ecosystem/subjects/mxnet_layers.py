"""Layers, losses, cells and models of MXNet itself."""

from __future__ import annotations

from typing import Any, Callable, Dict, Sequence

import mxnet as mx
from mxnet.gluon import contrib, loss, nn, rnn
from mxnet.gluon.model_zoo import vision

from benchmarks.ecosystem.running import both_modes, normal, positive, whole

Subject = Callable[[], Any]


def _layer(make: Callable[[], Any], *inputs: Callable[[], Any]) -> Subject:
    return lambda: both_modes(make(), [make_input() for make_input in inputs])


def subjects() -> Dict[str, Subject]:
    """Name → a function that builds the layer or model and runs it imperatively."""
    table: Dict[str, Subject] = {}
    flat, image = normal(3, 5), normal(2, 4, 9, 9)
    simple = {
        "Dense": (lambda: nn.Dense(4), flat),
        "Dense relu": (lambda: nn.Dense(4, activation="relu", use_bias=False, flatten=False), flat),
        "Dropout": (lambda: nn.Dropout(0.5), flat),
        "Dropout 0": (lambda: nn.Dropout(0.0), flat),
        "Dropout axes": (lambda: nn.Dropout(0.5, axes=(1,)), flat),
        "Embedding": (lambda: nn.Embedding(10, 4), whole(10, 3, 5)),
        "Flatten": (lambda: nn.Flatten(), image),
        "LayerNorm": (lambda: nn.LayerNorm(), flat),
        "GroupNorm": (lambda: nn.GroupNorm(2), image),
        "InstanceNorm": (lambda: nn.InstanceNorm(), image),
        "InstanceNorm axis": (lambda: nn.InstanceNorm(axis=2), image),
        "BatchNorm": (lambda: nn.BatchNorm(), image),
        "BatchNorm axis": (lambda: nn.BatchNorm(axis=-1, scale=False), flat),
        "BatchNormReLU": (lambda: nn.BatchNormReLU(), image),
        "HybridLambda": (lambda: nn.HybridLambda("tanh"), flat),
        "HybridLambda function": (lambda: nn.HybridLambda(lambda F, x: F.relu(x)), flat),
        "Identity": (lambda: contrib.nn.Identity(), flat),
        "PReLU": (lambda: nn.PReLU(), image),
        "SELU": (lambda: nn.SELU(), flat),
        "ELU": (lambda: nn.ELU(), flat),
        "GELU": (lambda: nn.GELU(), flat),
        "Swish": (lambda: nn.Swish(), flat),
        "LeakyReLU": (lambda: nn.LeakyReLU(0.1), flat),
        "Activation": (lambda: nn.Activation("relu"), flat),
        "ReflectionPad2D": (lambda: nn.ReflectionPad2D(2), image),
        "Conv1D": (lambda: nn.Conv1D(4, 3), normal(2, 4, 9)),
        "Conv2D": (lambda: nn.Conv2D(4, 3, activation="relu"), image),
        "Conv2D no bias": (lambda: nn.Conv2D(4, 3, use_bias=False), image),
        "Conv3D": (lambda: nn.Conv3D(4, 3), normal(1, 2, 5, 5, 5)),
        "Conv1DTranspose": (lambda: nn.Conv1DTranspose(4, 3), normal(2, 4, 9)),
        "Conv2DTranspose": (lambda: nn.Conv2DTranspose(4, 3), image),
        "Conv3DTranspose": (lambda: nn.Conv3DTranspose(4, 3), normal(1, 2, 5, 5, 5)),
        "contrib DeformableConvolution": (lambda: contrib.cnn.DeformableConvolution(4, (3, 3), (1, 1), (1, 1)), image),
        "contrib ModulatedDeformableConvolution": (
            lambda: contrib.cnn.ModulatedDeformableConvolution(4, (3, 3), (1, 1), (1, 1)),
            image,
        ),
        "SyncBatchNorm": (lambda: contrib.nn.SyncBatchNorm(num_devices=1), image),
        "PixelShuffle1D": (lambda: contrib.nn.PixelShuffle1D(2), normal(2, 4, 6)),
        "PixelShuffle2D": (lambda: contrib.nn.PixelShuffle2D((2, 2)), image),
        "PixelShuffle3D": (lambda: contrib.nn.PixelShuffle3D(2), normal(1, 8, 3, 3, 3)),
    }
    for pool in ("MaxPool", "AvgPool"):
        for dimensions, make_input in ((1, normal(2, 4, 9)), (2, image), (3, normal(1, 2, 5, 5, 5))):
            simple[f"{pool}{dimensions}D"] = (lambda p=pool, d=dimensions: getattr(nn, f"{p}{d}D")(2), make_input)
            name = f"Global{pool}{dimensions}D"
            simple[name] = (lambda n=name: getattr(nn, n)(), make_input)
    for name, (make, make_input) in simple.items():
        table[name] = _layer(make, make_input)
    table["HybridConcurrent"] = lambda: both_modes(_concurrent(contrib.nn.HybridConcurrent(axis=1)), [flat()])
    table["HybridSequential"] = lambda: both_modes(_concurrent(nn.HybridSequential()), [flat()])
    for name, inputs in _loss_inputs().items():
        table[f"loss {name}"] = lambda n=name, i=inputs: _losses(n, i)
    for name in ("RNN", "LSTM", "GRU"):
        table[f"rnn {name}"] = lambda n=name: _recurrent_layer(n)
    for name, make in _cells().items():
        table[f"cell {name}"] = lambda m=make: _cell(m())
    for kind in ("RNN", "LSTM", "GRU"):
        for dimensions in (1, 2, 3):
            table[f"Conv{dimensions}D{kind}Cell"] = lambda k=kind, d=dimensions: _convolutional_cell(k, d)
    for name in (
        "resnet18_v1",
        "resnet18_v2",
        "resnet50_v1",
        "resnet50_v2",
        "vgg11",
        "vgg11_bn",
        "mobilenet0.25",
        "mobilenetv2_0.25",
        "alexnet",
        "squeezenet1.0",
        "squeezenet1.1",
        "densenet121",
        "inceptionv3",
    ):
        side = (
            299
            if name == "inceptionv3"
            else 224
            if name in ("alexnet", "densenet121", "squeezenet1.0", "squeezenet1.1")
            else 64
        )
        table[f"zoo {name}"] = lambda n=name, s=side: both_modes(vision.get_model(n), [normal(1, 3, s, s)()])
    table.update(_transforms())
    return table


def _concurrent(net: Any) -> Any:
    net.add(nn.Dense(3), nn.Dense(4))
    return net


def _loss_inputs() -> Dict[str, Sequence[Callable[[], Any]]]:
    pair = (normal(3, 5), normal(3, 5))
    return {
        "L1Loss": pair,
        "L2Loss": pair,
        "HuberLoss": pair,
        "HingeLoss": pair,
        "SquaredHingeLoss": pair,
        "LogisticLoss": (normal(3), lambda: mx.nd.array([1, -1, 1])),
        "SigmoidBinaryCrossEntropyLoss": (normal(3, 5), positive(3, 5)),
        "SoftmaxCrossEntropyLoss": (normal(3, 5), whole(5, 3)),
        "KLDivLoss": (positive(3, 5), positive(3, 5)),
        "CTCLoss": (normal(2, 6, 4), lambda: mx.nd.array([[1, 0, 2], [1, 1, -1]])),
        "TripletLoss": (normal(3, 5), normal(3, 5), normal(3, 5)),
        "PoissonNLLLoss": (positive(3, 5), whole(6, 3, 5)),
        "CosineEmbeddingLoss": (normal(3, 5), normal(3, 5), lambda: mx.nd.array([1, -1, 1])),
        "SDMLLoss": pair,
    }


_LOSS_OPTIONS: Dict[str, Sequence[Dict[str, Any]]] = {
    "SigmoidBinaryCrossEntropyLoss": ({"from_sigmoid": True},),
    "SoftmaxCrossEntropyLoss": ({"sparse_label": False, "from_logits": True},),
    "KLDivLoss": ({"from_logits": False},),
    "CTCLoss": ({"layout": "TNC"},),
    "LogisticLoss": ({"label_format": "binary"},),
    "PoissonNLLLoss": ({"from_logits": False, "compute_full": True}, {"compute_full": True}),
}


def _losses(name: str, inputs: Sequence[Callable[[], Any]]) -> None:
    both_modes(getattr(loss, name)(), [make() for make in inputs])
    if name not in ("CTCLoss", "CosineEmbeddingLoss", "TripletLoss", "SDMLLoss", "PoissonNLLLoss"):
        both_modes(getattr(loss, name)(weight=0.5), [make() for make in inputs] + [positive(3, 1)()])
    for options in _LOSS_OPTIONS.get(name, ()):
        given = [make() for make in inputs]
        if options == {"layout": "TNC"}:
            given[0] = normal(6, 2, 4)()
        if options == {"sparse_label": False, "from_logits": True}:
            given[1] = positive(3, 5)()
        both_modes(getattr(loss, name)(**options), given)
    if name == "SigmoidBinaryCrossEntropyLoss":
        both_modes(loss.SigmoidBinaryCrossEntropyLoss(), [make() for make in inputs] + [None, positive(1, 5)()])
    if name == "CTCLoss":
        lengths = [mx.nd.array([6, 5]), mx.nd.array([3, 2])]
        both_modes(loss.CTCLoss(), [make() for make in inputs] + lengths)


def _recurrent_layer(name: str) -> None:
    for options in ({}, {"bidirectional": True, "num_layers": 2}, {"layout": "NTC", "dropout": 0.2}):
        net = getattr(rnn, name)(4, **options)
        both_modes(net, [normal(5, 2, 3)()])
        states = net.begin_state(batch_size=5 if options.get("layout") == "NTC" else 2)
        both_modes(net, [normal(5, 2, 3)(), states])
    if name == "LSTM":
        net = rnn.LSTM(4, projection_size=3)
        both_modes(net, [normal(5, 2, 3)(), net.begin_state(batch_size=2)], ["inference"])  # all there is on a CPU


def _cells() -> Dict[str, Callable[[], Any]]:
    def stack(kind: Any) -> Any:
        net = kind()
        net.add(rnn.LSTMCell(3))
        net.add(rnn.GRUCell(3))
        return net

    return {
        "RNNCell": lambda: rnn.RNNCell(3),
        "LSTMCell": lambda: rnn.LSTMCell(3),
        "GRUCell": lambda: rnn.GRUCell(3),
        "LSTMCell activation": lambda: rnn.LSTMCell(3, activation="relu", recurrent_activation="sigmoid"),
        "HybridSequentialRNNCell": lambda: stack(rnn.HybridSequentialRNNCell),
        "DropoutCell": lambda: rnn.DropoutCell(0.5),
        "DropoutCell 0": lambda: rnn.DropoutCell(0.0),
        "ZoneoutCell": lambda: rnn.ZoneoutCell(rnn.RNNCell(5, input_size=5), 0.5, 0.5),
        "ResidualCell": lambda: rnn.ResidualCell(rnn.GRUCell(5, input_size=5)),
        "BidirectionalCell": lambda: rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.LSTMCell(3)),
        "LSTMPCell": lambda: contrib.rnn.LSTMPCell(4, 3),
        "VariationalDropoutCell": lambda: contrib.rnn.VariationalDropoutCell(
            rnn.LSTMCell(3, input_size=5), 0.3, 0.3, 0.3
        ),
    }


def _cell(net: Any) -> None:
    net.initialize()
    if not isinstance(net, rnn.BidirectionalCell):
        states = net.begin_state(batch_size=2, func=mx.nd.zeros)
        for _ in range(2):
            net.reset()
            both_modes(net, [normal(2, 5)(), states])
    net.reset()
    net.unroll(3, normal(2, 3, 5)(), layout="NTC", merge_outputs=True)


def _convolutional_cell(kind: str, dimensions: int) -> None:
    make = getattr(contrib.rnn, f"Conv{dimensions}D{kind}Cell")
    shape = (2,) + (6,) * dimensions
    net = make(input_shape=shape, hidden_channels=3, i2h_kernel=3, h2h_kernel=3, i2h_pad=1)
    net.initialize()
    both_modes(net, [normal(2, *shape)(), net.begin_state(batch_size=2)])


def _transforms() -> Dict[str, Subject]:
    from mxnet.gluon.data.vision import transforms

    picture = lambda: mx.nd.random.randint(0, 255, (8, 9, 3)).astype("uint8")
    made = {
        "Cast": lambda: transforms.Cast("float16"),
        "ToTensor": lambda: transforms.ToTensor(),
        "Resize": lambda: transforms.Resize(4),
        "CenterCrop": lambda: transforms.CenterCrop(4),
        "RandomFlipLeftRight": lambda: transforms.RandomFlipLeftRight(),
        "RandomFlipTopBottom": lambda: transforms.RandomFlipTopBottom(),
        "RandomBrightness": lambda: transforms.RandomBrightness(0.3),
        "RandomContrast": lambda: transforms.RandomContrast(0.3),
        "RandomSaturation": lambda: transforms.RandomSaturation(0.3),
        "RandomHue": lambda: transforms.RandomHue(0.3),
        "RandomColorJitter": lambda: transforms.RandomColorJitter(0.3, 0.3, 0.3, 0.3),
        "RandomLighting": lambda: transforms.RandomLighting(0.3),
        "CropResize": lambda: transforms.CropResize(1, 1, 4, 4),
        "RandomResizedCrop": lambda: transforms.RandomResizedCrop(4),
    }
    table: Dict[str, Subject] = {f"transform {name}": _layer(make, picture) for name, make in made.items()}
    table["transform Normalize"] = _layer(lambda: transforms.Normalize(0.5, 0.2), positive(3, 8, 9))
    return table
