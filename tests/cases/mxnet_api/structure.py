"""Children, parameters and other parts of which blocks are made."""
import mxnet as mx
import numpy as np
from mxnet import nd, gluon, autograd
from mxnet.gluon import Block, HybridBlock, SymbolBlock, Parameter, nn, rnn


# %% sc-layers: many layers of nn
# inputs: [(2, 4, 6, 6)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(
            nn.Conv2D(4, 3, in_channels=4),
            nn.LayerNorm(axis=1, in_channels=4),
            nn.SELU(),
            nn.GELU(),
            nn.Swish(),
            nn.ELU(),
            nn.ReflectionPad2D(1),
            nn.GlobalAvgPool2D(),
            nn.Flatten(),
        )

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-iterate-sequential: the layers of a HybridSequential gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        for k, layer in enumerate(self.d):
            x = layer(x) * (k + len(self.d))
        return x


# %% sc-slice-sequential: self.d[1:] called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[1:](self.d[:1](x))


# %% sc-first-weight-shape: self.d[0].weight.shape
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) / self.d[0].weight.shape[0]


# %% sc-first-weight-data: self.d[0].weight.data()
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) + F.dot(x, self.d[0].weight.data())  # breaks here


# %% sc-children-values: self._children.values() called
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        for child in self._children.values():
            x = child(x)
        return x


# %% sc-hybrid-lambda-name: HybridLambda of a name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda("tanh")

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-hybrid-lambda: HybridLambda of a function of F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.relu(x) * 2)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-hybrid-lambda-row: HybridLambda that takes the first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: x[0] * 2)

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-hybrid-lambda-nd: HybridLambda that calls mx.nd
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: mx.nd.relu(x))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-hybrid-concurrent: HybridConcurrent and Identity
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(Identity(), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-pixel-shuffle: PixelShuffle2D
# inputs: [(2, 4, 3, 3)]
# works
from mxnet.gluon.contrib.nn import PixelShuffle2D


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = PixelShuffle2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-conv-lstm: Conv2DLSTMCell
# inputs: [(2, 1, 4, 4), (2, 2, 4, 4), (2, 2, 4, 4)]
# works
from mxnet.gluon.contrib.rnn import Conv2DLSTMCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Conv2DLSTMCell((1, 4, 4), 2, 3, 3, i2h_pad=1)

    def hybrid_forward(self, F, x, h, c):
        out, states = self.d(x, [h, c])
        return out * 2, states[1]


# %% sc-variational: VariationalDropoutCell
# inputs: [(2, 3, 4)]
# works
from mxnet.gluon.contrib.rnn import VariationalDropoutCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = VariationalDropoutCell(rnn.GRUCell(4, input_size=4))

    def hybrid_forward(self, F, x):
        return self.d.unroll(3, x, merge_outputs=True)[0] * 2


# %% sc-symbol-block: a SymbolBlock as a child
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x) + 1


# %% sc-symbol-block-row: the first row of a SymbolBlock
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock(mx.sym.relu(data) * 2, data)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1


# %% sc-symbol-block-two: a SymbolBlock of two outputs
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        data = mx.sym.var("data")
        self.d = SymbolBlock([mx.sym.relu(data), mx.sym.tanh(data)], data)

    def hybrid_forward(self, F, x):
        a, b = self.d(x)
        return a * 2 + b


# %% sc-batchnorm-row: the first row of nn.BatchNorm
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2


# %% sc-dense-in-dict: layers in a dict and in a child too
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(3, in_units=3)
        self.d = {"first": self.first}

    def hybrid_forward(self, F, x):
        return self.d["first"](x) * 2


# %% sc-register-child: register_child by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = [nn.Dense(3, in_units=3), nn.Dense(3, in_units=3)]
        for layer in self.d:
            self.register_child(layer)

    def hybrid_forward(self, F, x):
        for layer in self.d:
            x = layer(x)
        return x


# %% sc-pre-hook: a pre-hook that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_pre_hook(lambda block, inputs: inputs[0].shape)  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-apply: apply() in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        self.apply(lambda block: block.prefix)
        return self.d(x)


# %% sc-embedding-weight: Embedding with the data of its weight
# inputs: [('i', (2, 3), 0, 5, 'float32')]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Embedding(5, 4)

    def hybrid_forward(self, F, x):
        return F.dot(self.d(x), self.d.weight.data(), transpose_b=True)  # breaks here


# %% sc-layernorm-layer: nn.LayerNorm over another axis
# inputs: [(2, 4, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.LayerNorm(axis=1, in_channels=4)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-np-block: mx.np arrays, an operator of npx
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.relu(x) * 2


# %% sc-np-block-index: mx.np arrays, a row of them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] * 2


# %% sc-np-block-broadcast: mx.np arrays that broadcast
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - x.mean(axis=1, keepdims=True)


# %% sc-np-block-shape: mx.np arrays, their shape
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.zeros(x.shape) + x  # breaks here


# %% sc-np-block-reshape: mx.np arrays, reshape(-1, 3)
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.reshape(-1, 3, 1).sum(axis=(1, 2))


# %% sc-unhybridized-child: a child hybridized with False
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.hybridize(False)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-children-items: names and children gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.e = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        out = {name: child(x) for name, child in self._children.items()}
        return out["0"] + 2 * out["1"] if "0" in out else out["d"] + 2 * out["e"]


# %% sc-sequential-of-lambda: a HybridSequential with a HybridLambda that reads a shape
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.HybridLambda(lambda F, t: t / t.shape[1]))  # breaks here

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-static-alloc: hybridized with static memory
# inputs: [(2, 3)]
# hybridize: net.hybridize(static_alloc=True, static_shape=True)
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-transforms: a transform of gluon.data as a child
# inputs: [('pos', (2, 3, 4, 4))]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Normalize((0.5, 0.5, 0.5), (0.1, 0.1, 0.1))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-transforms-cast: transforms.Cast
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = gluon.data.vision.transforms.Cast("float64")

    def hybrid_forward(self, F, x):
        return self.d(x).astype("float32")


# %% sc-nested-sequential: self.d[0][1](x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.e = nn.HybridSequential()
        self.e.add(nn.Activation("relu"), nn.Dense(3, in_units=3))
        self.d.add(self.e)

    def hybrid_forward(self, F, x):
        return self.d[0][1](x) * 2


# %% sc-lstmp: LSTMPCell
# inputs: [(2, 3), (2, 2), (2, 4)]
# works
from mxnet.gluon.contrib.rnn import LSTMPCell


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = LSTMPCell(4, 2, input_size=3)

    def hybrid_forward(self, F, x, r, c):
        out, states = self.d(x, [r, c])
        return out * 2, states[1]


# %% sc-deformable: DeformableConvolution
# inputs: [(2, 1, 5, 5)]
# works
from mxnet.gluon.contrib.cnn import DeformableConvolution


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = DeformableConvolution(2, (3, 3), in_channels=1)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-hook-number: a hook that keeps a number of calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.calls = 0
        self.d.register_forward_hook(self.count)

    def hybrid_forward(self, F, x):
        y = self.d(x)
        return y * self.calls

    def count(self, block, inputs, output):
        self.calls += 1


# %% sc-hook-shape: a hook that reads the shape of an output
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(3, in_units=3)
        self.d.register_forward_hook(self.check)

    def hybrid_forward(self, F, x):
        return self.d(x)

    def check(self, block, inputs, output):
        assert output.shape[1] == 3


# %% sc-inner-class-shape: a child that divides by its width
# inputs: [(2, 3)]
# breaks: trace
class Scale(HybridBlock):
    def hybrid_forward(self, F, t):
        return t / t.shape[1]  # breaks here


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Scale()

    def hybrid_forward(self, F, x):
        return self.d(x)


# %% sc-inner-class-two: a child of two outputs, the second taken
# inputs: [(2, 3)]
# works
class Two(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2, t * 3


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = Two()

    def hybrid_forward(self, F, x):
        return self.d(x)[1] + 1


# %% sc-inner-class-one: a child of one output, its first row
# inputs: [(2, 3)]
# breaks: values
class One(HybridBlock):
    def hybrid_forward(self, F, t):
        return t * 2


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = One()

    def hybrid_forward(self, F, x):
        return self.d(x)[0] + 1


# %% sc-model-zoo: a block of the model zoo as a child
# inputs: [(2, 3, 8, 8)]
# works
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-model-zoo-row: the first row of a block of the model zoo
# inputs: [(2, 3, 8, 8)]
# breaks: values
from mxnet.gluon.model_zoo.vision.resnet import BasicBlockV1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = BasicBlockV1(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2


# %% sc-residual: a residual block with a stride
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = nn.Conv2D(3, 3, padding=1, in_channels=3)
        self.n = nn.BatchNorm(in_channels=3)

    def hybrid_forward(self, F, x):
        return F.Activation(self.n(self.c(x)) + x, act_type="relu")


# %% sc-squeeze: squeeze and excitation without broadcasting
# inputs: [(2, 3, 4, 4)]
# breaks: execution
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return x * F.sigmoid(self.c(self.p(x)))


# %% sc-squeeze-broadcast: squeeze and excitation with broadcast_mul
# inputs: [(2, 3, 4, 4)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p = nn.GlobalAvgPool2D()
        self.c = nn.Conv2D(3, 1, in_channels=3)

    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, F.sigmoid(self.c(self.p(x))))


# %% sc-flatten-shape: flattened by the shape
# inputs: [(2, 3, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.Dense(2, in_units=12)

    def hybrid_forward(self, F, x):
        return self.d(x.reshape((x.shape[0], x.shape[1] * x.shape[2])))  # breaks here


# %% sc-concurrent-index: the branches of a HybridConcurrent called one by one
# inputs: [(2, 3)]
# works
from mxnet.gluon.contrib.nn import HybridConcurrent


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = HybridConcurrent(axis=1)
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(2, in_units=3))

    def hybrid_forward(self, F, x):
        return F.concat(*[branch(x) for branch in self.d], dim=1)


# %% sc-sequential-insert: what a HybridSequential gives, first row
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Activation("relu"))

    def hybrid_forward(self, F, x):
        return self.d(x)[0] * 2


# %% sc-sequential-tensor-index: a layer chosen by a tensor
# inputs: [('pos', (2, 3))]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridSequential()
        self.d.add(nn.Dense(3, in_units=3), nn.Dense(3, in_units=3))

    def hybrid_forward(self, F, x):
        return self.d[int(x.sum().asscalar()) % 2](x) * 2  # breaks here


# %% sc-maxpool-index: the largest of a pooled map by [0]
# inputs: [(2, 1, 4, 4)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.MaxPool2D(2)

    def hybrid_forward(self, F, x):
        return self.d(x)[:, 0] * 2  # breaks here


# %% sc-prelu-lambda: HybridLambda of an operator with arguments
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.d = nn.HybridLambda(lambda F, x: F.LeakyReLU(x, act_type="leaky", slope=0.3))

    def hybrid_forward(self, F, x):
        return self.d(x) * 2


# %% sc-null-gradient: a parameter without a gradient
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = self.params.get("w", shape=(1, 3), grad_req="null")

    def hybrid_forward(self, F, x, w):
        return F.broadcast_mul(x, w) * 2


# %% sc-batchnorm-state: F.BatchNorm with the parameters of the block
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.gamma = self.params.get("gamma", shape=(3,), init="ones")
        self.beta = self.params.get("beta", shape=(3,), init="zeros")
        self.mean = self.params.get("mean", shape=(3,), init="zeros", grad_req="null")
        self.variance = self.params.get("variance", shape=(3,), init="ones", grad_req="null")

    def hybrid_forward(self, F, x, gamma, beta, mean, variance):
        return F.BatchNorm(x, gamma, beta, mean, variance, fix_gamma=False) * 2
