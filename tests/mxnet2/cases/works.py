"""Blocks of MXNet 2, each with what it does there: the outcomes are those of `reference` on 2.0.0b1."""

import random

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import HybridBlock

# %% ndim
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x / x.ndim

# %% ones-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones_like(x)

# %% np-zeros-const
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.zeros((1,3))

# %% np-ones-const
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3))

# %% np-arange-const
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.arange(3)

# %% getitem
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[:, 0]

# %% getitem-int
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[0]

# %% unpack
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        a, b = x
        return a + b

# %% onp-func
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return onp.tanh(x)

# %% np-func-on-mx
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return onp.sum(x)

# %% mx-random
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0,1,(1,3))

# %% mx-random-noshape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0,1)

# %% mx-random-normal
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.random.normal(0,1,size=(1,3))

# %% dropout
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.dropout(x, p=0.5)

# %% nd-op
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return mx.nd.relu(x.as_nd_ndarray()).as_np_ndarray()

# %% copy
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.copy()*2

# %% as-in-ctx
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.as_in_ctx(mx.cpu())*2

# %% astype
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.astype('float16')

# %% t
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.T

# %% cond
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.cond(lambda a: a.sum()>0, lambda a: a*2, lambda a: a*3, [x])

# %% foreach
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        o, s = npx.foreach(lambda d, s: (d+s, s), x, np.zeros((3,)))
        return o

# %% foreach2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        o, s = npx.foreach(lambda d, s: (d+s, s+d), x, x[0]*0)
        return o

# %% where
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x > 0, x, x*2)

# %% nonzero
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.nonzero(x)[0]

# %% unique
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.unique(x)

# %% attach-grad
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        x.attach_grad()
        return x*2

# %% sort
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.sort(x, axis=1)

# %% argmax
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.argmax(x, axis=1)

# %% assert
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        assert x.sum() < 1e9
        return x*2

# %% raise
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        if x.sum() > 1e9:
            raise ValueError
        return x*2

# %% wait
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        x.wait_to_read()
        return x*2

# %% waitall
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        mx.nd.waitall()
        return x*2

# %% reshape-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.reshape_like(x*2, x)

# %% npx-reshape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.reshape(x, (-2, -1))

# %% split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        a, b, c = np.split(x, 3, axis=1)
        return a+b+c

# %% concat
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.concatenate([x, x], axis=0)

# %% stack-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.stack([x[i] for i in range(2)])

# %% isinstance
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if isinstance(x, np.ndarray) else x*3

# %% ctx
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3), ctx=x.ctx)

# %% dtype
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3), dtype=x.dtype)

# %% linspace
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x + np.linspace(0, 1, 3)

# %% eye
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.dot(x, np.eye(3))

# %% param-data
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x * self.w.data()

# %% s-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[:, -1]

# %% s-1-2-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[:, :-1]

# %% s-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[::2]

# %% s-1-2-2-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[::-1]

# %% s-2-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[:2]

# %% s-1-3
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[:,1:3]

# %% s-0-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[0, 1]

# %% s-0-1-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[0:1]

# %% s-1-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x[1:,-1]

# %% x-onp-float32
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*onp.float32(2)

# %% param-shape
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.shape[0]

# %% const-param
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.k = gluon.Constant(np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return x*self.k.data()

# %% abs
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return abs(x)

# %% neg
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return -x

# %% round
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return round(x.mean(),1)*x

# %% pow
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x**2

# %% matmul
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x @ x.T

# %% case
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x//2

# %% case-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x%2

# %% case-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x==0

# %% case-2-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return ~(x>0)

# %% case-2-2-2-2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return (x>0)&(x<1)

# %% mean-float
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        m = x.mean()
        return x - m

# %% std
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.std(axis=1)

# %% clip
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.clip(0,1)

# %% flatten
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.flatten()

# %% squeeze
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.expand_dims(x,0).squeeze()

# %% reshape-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape(-1)

# %% reshape-1-1
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape(-1,1)

# %% swapaxes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.swapaxes(0,1)

# %% repeat
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.repeat(x,2,axis=0)

# %% tile
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.tile(x,(2,1))

# %% pad
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.pad(x,((0,0),(1,1)))

# %% flip
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.flip(x,axis=0)

# %% roll
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.roll(x,1,axis=0)

# %% cumsum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.cumsum(x,axis=0)

# %% einsum
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.einsum('ij,kj->ik',x,x)

# %% percentile
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.percentile(x, 50)

# %% median
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.median(x)

# %% diff
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.diff(x,axis=0)

# %% array-split
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.array_split(x,2)

# %% split2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.split(x,[1],axis=1)

# %% hsplit
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.hsplit(x,[1])

# %% topk
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.topk(x,k=1)

# %% one-hot
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.one_hot(np.argmax(x,axis=1),3)

# %% gather
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.gather_nd(x,np.zeros((1,1)))

# %% seqmask
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.sequence_mask(x)

# %% arange-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x+npx.arange_like(x,axis=1)

# %% full-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.full_like(x,2)+x

# %% zeros-like
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.zeros_like(x)+x

# %% atleast
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.atleast_3d(x)

# %% where2
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x>0)[0]

# %% argsort
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.argsort(x)

# %% choice
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*np.random.choice(3,(1,3))

# %% randint
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*np.random.randint(0,3,(1,3))

# %% bernoulli
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return npx.random.bernoulli(prob=npx.sigmoid(x))

# %% type
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if type(x) is np.ndarray else x*3

# %% hasattr
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if hasattr(x,'asnumpy') else x*3

# %% onp-mean
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x-onp.mean(x)

# %% onp-sqrt
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return onp.sqrt(x*x)

# %% onp-where
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return onp.where(x>0,x,-x)

# %% np-isnan
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return np.isnan(x)

# %% np-ndim
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x/np.ndim(x)

# %% lstm-with-states
# inputs: [(2, 3, 5), (1, 2, 4), (1, 2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.lstm = gluon.rnn.LSTM(4, input_size=5, layout="NTC")

    def forward(self, x, h, c):
        out, states = self.lstm(x, [h, c])
        return out, states

# %% cell-step
# inputs: [(2, 5), (2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTMCell(4, input_size=5)

    def forward(self, x, h, c):
        out, states = self.cell(x, [h, c])
        return out, states

# %% shape-of-parameter
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(3,), init="ones")

    def forward(self, x):
        y = x * self.scale.data().shape[0] * len(self.scale.data())
        for row in self.scale.data():
            y = y + row
        return y

# %% value-of-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.level = gluon.Constant(np.array([0.7]))

    def forward(self, x):
        return x * self.level.data().item()

# %% shape-of-drawn
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0, 1, (2, 3)).shape[0]

# %% type-of-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        n = float(x.mean())
        return np.exp(x) if isinstance(n, float) else x * 2

# %% lstm-unroll-with-states
# inputs: [(2, 3, 5), (2, 4), (2, 4)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTMCell(4, input_size=5)

    def forward(self, x, h, c):
        out, last = self.cell.unroll(3, x, begin_state=[h, c], layout="NTC")
        return out

# %% copied-by-numpy
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return onp.copy(x) * 2

# %% converted-to-the-same-kind
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x.as_np_ndarray() * 2

# %% number-searched-in-a-constant-array
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        return x * np.searchsorted(np.array([0.0, 1.0, 2.0]), 1.5)

# %% layers-in-list-registered
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.layers = [gluon.nn.Dense(3) for _ in range(2)]
        for layer in self.layers:
            self.register_child(layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% layers-in-list-and-sequential
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.layers = [gluon.nn.Dense(3), gluon.nn.Dense(3)]
        self.body = gluon.nn.HybridSequential()
        self.body.add(*self.layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% layers-in-list-without-parameters
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.layers = [gluon.nn.Activation("relu"), gluon.nn.Identity()]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return gluon.nn.Activation("tanh")(x)

# %% hybrid-children
# inputs: [(2, 3)]
# clean
class Act(HybridBlock):
    def forward(self, x):
        return npx.relu(x)

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.act = Act()
        self.loss = gluon.loss.L2Loss()
        self.body = gluon.nn.HybridSequential()
        self.body.add(gluon.nn.HybridLambda("relu"), gluon.nn.HybridConcatenate(axis=1))
        self.body[1].add(gluon.nn.Dense(3), gluon.nn.Identity())

    def forward(self, x):
        y = self.act(self.body(x))
        return self.loss(y, y * 2)

# %% plain-block-in-list
# inputs: [(2, 3)]
# clean
class Act(gluon.Block):
    def forward(self, x):
        return npx.relu(x)

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.acts = [Act()]

    def forward(self, x):
        return self.acts[0](x)

# %% hook-on-child-that-does-nothing
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = gluon.nn.Dense(3)
        self.dense.register_forward_hook(lambda block, inputs, outputs: None)

    def forward(self, x):
        return self.dense(x)

# %% parameter-created-alone
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(3,))
        self.scale.initialize()

    def forward(self, x):
        return x * self.scale.data()

# %% parameters-in-list-and-attributes
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.weights = []
        for i in range(2):
            setattr(self, f"w{i}", gluon.Parameter(f"w{i}", shape=(3,)))
            self.weights.append(getattr(self, f"w{i}"))

    def forward(self, x):
        for weight in self.weights:
            x = x * weight.data()
        return x

# %% parameters-in-list-registered
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.weights = [gluon.Parameter(f"w{i}", shape=(3,)) for i in range(2)]
        for i, weight in enumerate(self.weights):
            self._reg_params[f"w{i}"] = weight

    def forward(self, x):
        for weight in self.weights:
            x = x * weight.data()
        return x

# %% parameters-of-a-child-in-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = gluon.nn.Dense(3, in_units=3)
        self.weights = [self.dense.weight]

    def forward(self, x):
        return self.dense(x) * self.weights[0].data()[0]

# %% child-that-nothing-calls
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.features = gluon.nn.Dense(4)
        self.auxiliary = gluon.nn.Dense(2)

    def forward(self, x):
        return self.features(x)
