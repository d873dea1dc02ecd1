"""Blocks of MXNet 2, each with what it does there: the outcomes are those of `reference` on 2.0.0b1."""

import random

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import HybridBlock

# %% ndim: return x / x.ndim
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x / x.ndim

# %% ones-like: return x + np.ones_like(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones_like(x)

# %% np-zeros-const: return x + np.zeros((1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.zeros((1,3))

# %% np-ones-const: return x + np.ones((1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3))

# %% np-arange-const: return x + np.arange(3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.arange(3)

# %% getitem: return x[:, 0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[:, 0]

# %% getitem-int: return x[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[0]

# %% unpack: a, b = x; return a + b
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        a, b = x
        return a + b

# %% onp-func: return onp.tanh(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return onp.tanh(x)

# %% np-func-on-mx: return onp.sum(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return onp.sum(x)

# %% mx-random: return x * np.random.uniform(0,1,(1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0,1,(1,3))

# %% mx-random-noshape: return x * np.random.uniform(0,1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0,1)

# %% mx-random-normal: return x + np.random.normal(0,1,size=(1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.random.normal(0,1,size=(1,3))

# %% dropout: return npx.dropout(x, p=0.5)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.dropout(x, p=0.5)

# %% nd-op: return mx.nd.relu(x.as_nd_ndarray()).as_np_ndarray()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return mx.nd.relu(x.as_nd_ndarray()).as_np_ndarray()

# %% copy: return x.copy()*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.copy()*2

# %% as-in-ctx: return x.as_in_ctx(mx.cpu())*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.as_in_ctx(mx.cpu())*2

# %% astype: return x.astype('float16')
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.astype('float16')

# %% t: return x.T
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.T

# %% cond: return npx.cond(lambda a: a.sum()>0, lambda a: a*2, lambda a: a*3, [x])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.cond(lambda a: a.sum()>0, lambda a: a*2, lambda a: a*3, [x])

# %% foreach: o, s = npx.foreach(lambda d, s: (d+s, s), x, np.zeros((3,))); return o
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        o, s = npx.foreach(lambda d, s: (d+s, s), x, np.zeros((3,)))
        return o

# %% foreach2: o, s = npx.foreach(lambda d, s: (d+s, s+d), x, x[0]*0); return o
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        o, s = npx.foreach(lambda d, s: (d+s, s+d), x, x[0]*0)
        return o

# %% where: return np.where(x > 0, x, x*2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x > 0, x, x*2)

# %% nonzero: return np.nonzero(x)[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.nonzero(x)[0]

# %% unique: return np.unique(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.unique(x)

# %% attach-grad: x.attach_grad(); return x*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        x.attach_grad()
        return x*2

# %% sort: return np.sort(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.sort(x, axis=1)

# %% argmax: return np.argmax(x, axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.argmax(x, axis=1)

# %% assert: assert x.sum() < 1e9; return x*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        assert x.sum() < 1e9
        return x*2

# %% raise: if x.sum() > 1e9:; raise ValueError; return x*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        if x.sum() > 1e9:
            raise ValueError
        return x*2

# %% wait: x.wait_to_read(); return x*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        x.wait_to_read()
        return x*2

# %% waitall: mx.nd.waitall(); return x*2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        mx.nd.waitall()
        return x*2

# %% reshape-like: return npx.reshape_like(x*2, x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.reshape_like(x*2, x)

# %% npx-reshape: return npx.reshape(x, (-2, -1))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.reshape(x, (-2, -1))

# %% split: a, b, c = np.split(x, 3, axis=1); return a+b+c
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        a, b, c = np.split(x, 3, axis=1)
        return a+b+c

# %% concat: return np.concatenate([x, x], axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.concatenate([x, x], axis=0)

# %% stack-list: return np.stack([x[i] for i in range(2)])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.stack([x[i] for i in range(2)])

# %% isinstance: return x*2 if isinstance(x, np.ndarray) else x*3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if isinstance(x, np.ndarray) else x*3

# %% ctx: return x + np.ones((1,3), ctx=x.ctx)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3), ctx=x.ctx)

# %% dtype: return x + np.ones((1,3), dtype=x.dtype)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((1,3), dtype=x.dtype)

# %% linspace: return x + np.linspace(0, 1, 3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x + np.linspace(0, 1, 3)

# %% eye: return np.dot(x, np.eye(3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.dot(x, np.eye(3))

# %% param-data: return x * self.w.data()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x * self.w.data()

# %% s-1: return x[:, -1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[:, -1]

# %% s-1-2-2-2: return x[:, :-1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[:, :-1]

# %% s-2-2: return x[::2]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[::2]

# %% s-1-2-2-2-2: return x[::-1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[::-1]

# %% s-2-2-2: return x[:2]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[:2]

# %% s-1-3: return x[:,1:3]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[:,1:3]

# %% s-0-1: return x[0, 1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[0, 1]

# %% s-0-1-2-2: return x[0:1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[0:1]

# %% s-1-1: return x[1:,-1]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x[1:,-1]

# %% x-onp-float32: return x*onp.float32(2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*onp.float32(2)

# %% param-shape: return x*self.w.shape[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.shape[0]

# %% const-param: return x*self.k.data()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.k = gluon.Constant(np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return x*self.k.data()

# %% abs: return abs(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return abs(x)

# %% neg: return -x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return -x

# %% round: return round(x.mean(),1)*x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return round(x.mean(),1)*x

# %% pow: return x**2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x**2

# %% matmul: return x @ x.T
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x @ x.T

# %% case: return x//2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x//2

# %% case-2: return x%2
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x%2

# %% case-2-2: return x==0
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x==0

# %% case-2-2-2: return ~(x>0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return ~(x>0)

# %% case-2-2-2-2: return (x>0)&(x<1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return (x>0)&(x<1)

# %% mean-float: m = x.mean(); return x - m
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        m = x.mean()
        return x - m

# %% std: return x.std(axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.std(axis=1)

# %% clip: return x.clip(0,1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.clip(0,1)

# %% flatten: return x.flatten()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.flatten()

# %% squeeze: return np.expand_dims(x,0).squeeze()
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.expand_dims(x,0).squeeze()

# %% reshape-1: return x.reshape(-1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape(-1)

# %% reshape-1-1: return x.reshape(-1,1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape(-1,1)

# %% swapaxes: return x.swapaxes(0,1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.swapaxes(0,1)

# %% repeat: return np.repeat(x,2,axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.repeat(x,2,axis=0)

# %% tile: return np.tile(x,(2,1))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.tile(x,(2,1))

# %% pad: return np.pad(x,((0,0),(1,1)))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.pad(x,((0,0),(1,1)))

# %% flip: return np.flip(x,axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.flip(x,axis=0)

# %% roll: return np.roll(x,1,axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.roll(x,1,axis=0)

# %% cumsum: return np.cumsum(x,axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.cumsum(x,axis=0)

# %% einsum: return np.einsum('ij,kj->ik',x,x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.einsum('ij,kj->ik',x,x)

# %% percentile: return np.percentile(x, 50)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.percentile(x, 50)

# %% median: return np.median(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.median(x)

# %% diff: return np.diff(x,axis=0)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.diff(x,axis=0)

# %% array-split: return np.array_split(x,2)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.array_split(x,2)

# %% split2: return np.split(x,[1],axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.split(x,[1],axis=1)

# %% hsplit: return np.hsplit(x,[1])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.hsplit(x,[1])

# %% topk: return npx.topk(x,k=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.topk(x,k=1)

# %% one-hot: return npx.one_hot(np.argmax(x,axis=1),3)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.one_hot(np.argmax(x,axis=1),3)

# %% gather: return npx.gather_nd(x,np.zeros((1,1)))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.gather_nd(x,np.zeros((1,1)))

# %% seqmask: return npx.sequence_mask(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.sequence_mask(x)

# %% arange-like: return x+npx.arange_like(x,axis=1)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x+npx.arange_like(x,axis=1)

# %% full-like: return np.full_like(x,2)+x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.full_like(x,2)+x

# %% zeros-like: return np.zeros_like(x)+x
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.zeros_like(x)+x

# %% atleast: return np.atleast_3d(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.atleast_3d(x)

# %% where2: return np.where(x>0)[0]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x>0)[0]

# %% argsort: return np.argsort(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.argsort(x)

# %% choice: return x*np.random.choice(3,(1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*np.random.choice(3,(1,3))

# %% randint: return x*np.random.randint(0,3,(1,3))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*np.random.randint(0,3,(1,3))

# %% bernoulli: return npx.random.bernoulli(prob=npx.sigmoid(x))
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return npx.random.bernoulli(prob=npx.sigmoid(x))

# %% type: return x*2 if type(x) is np.ndarray else x*3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if type(x) is np.ndarray else x*3

# %% hasattr: return x*2 if hasattr(x,'asnumpy') else x*3
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if hasattr(x,'asnumpy') else x*3

# %% onp-mean: return x-onp.mean(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x-onp.mean(x)

# %% onp-sqrt: return onp.sqrt(x*x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return onp.sqrt(x*x)

# %% onp-where: return onp.where(x>0,x,-x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return onp.where(x>0,x,-x)

# %% np-isnan: return np.isnan(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return np.isnan(x)

# %% np-ndim: return x/np.ndim(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x/np.ndim(x)

# %% lstm-with-states: states as inputs
# inputs: [(2, 3, 5), (1, 2, 4), (1, 2, 4)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.lstm = gluon.rnn.LSTM(4, input_size=5, layout="NTC")

    def forward(self, x, h, c):
        out, states = self.lstm(x, [h, c])
        return out, states

# %% cell-step: one step of a cell
# inputs: [(2, 5), (2, 4), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTMCell(4, input_size=5)

    def forward(self, x, h, c):
        out, states = self.cell(x, [h, c])
        return out, states

# %% shape-of-parameter: lengths of a parameter
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(3,), init="ones")

    def forward(self, x):
        y = x * self.scale.data().shape[0] * len(self.scale.data())
        for row in self.scale.data():
            y = y + row
        return y

# %% value-of-constant: a number read from a constant
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.level = gluon.Constant(np.array([0.7]))

    def forward(self, x):
        return x * self.level.data().item()

# %% shape-of-drawn: lengths of what no input made
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x * np.random.uniform(0, 1, (2, 3)).shape[0]

# %% type-of-number: the type of a number that was read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        n = float(x.mean())
        return np.exp(x) if isinstance(n, float) else x * 2

# %% lstm-unroll-with-states: an LSTMCell unrolled with states
# inputs: [(2, 3, 5), (2, 4), (2, 4)]
# works
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTMCell(4, input_size=5)

    def forward(self, x, h, c):
        out, last = self.cell.unroll(3, x, begin_state=[h, c], layout="NTC")
        return out

# %% copied-by-numpy: NumPy's copy, which calls that of mx.np
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return onp.copy(x) * 2

# %% converted-to-the-same-kind: as_np_ndarray, which returns the array
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def forward(self, x):
        return x.as_np_ndarray() * 2
