"""Blocks of MXNet 2, each with what it does there: the outcomes are those of `reference` on 2.0.0b1."""

import random

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import HybridBlock

# %% truth: y = x*2; if y.sum() > 0:; return y+1; return y-1
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        if y.sum() > 0:
            return y+1
        return y-1

# %% float: return x - float(x.mean())
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x - float(x.mean())

# %% item: return x - x.mean().item()
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x - x.mean().item()

# %% int: return x * int(x.sum())
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * int(x.sum())

# %% asnumpy: return x * float(x.asnumpy().sum())
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * float(x.asnumpy().sum())

# %% asnumpy-arr: return x + np.array(x.asnumpy())
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x + np.array(x.asnumpy())

# %% tolist: return x * x.tolist()[0][0]
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * x.tolist()[0][0]

# %% shape0: return x / x.shape[0]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / x.shape[0]

# %% shape1: return x / x.shape[1]
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x / x.shape[1]

# %% size: return x / x.size
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / x.size

# %% len: return x / len(x)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / len(x)

# %% reshape-shape: return x.reshape((x.shape[0], -1))
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape((x.shape[0], -1))

# %% zeros-shape: return x + np.zeros(x.shape)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x + np.zeros(x.shape)

# %% arange: return x + np.arange(x.shape[1])
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x + np.arange(x.shape[1])

# %% np-array-const: return x + np.array([1.0,2.0,3.0])
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x + np.array([1.0,2.0,3.0])

# %% inplace-add: y = x*2; y += 1; return y
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        y += 1
        return y

# %% inplace-input: x += 1; return x
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        x += 1
        return x

# %% setitem: y = x*2; y[:, 0] = 1; return y
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        y[:, 0] = 1
        return y

# %% getitem-mask: return x[x > 0]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[x > 0]

# %% getitem-neg: return x[-1]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-1]

# %% getitem-arr: return x[np.array([0,1])]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[np.array([0,1])]

# %% iter: s = 0; for r in x:; s = s + r; return s
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        s = 0
        for r in x:
            s = s + r
        return s

# %% onp: return np.array(onp.tanh(x.asnumpy()))
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return np.array(onp.tanh(x.asnumpy()))

# %% print: print('val', x.sum()); return x*2
# inputs: [(2, 3)]
# breaks: print
class Net(HybridBlock):
    def forward(self, x):
        print('val', x.sum())
        return x*2

# %% random-py: return x * random.random()
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * random.random()

# %% onp-random: return x * onp.random.rand()
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * onp.random.rand()

# %% counter: self.n = getattr(self,'n',0)+1; return x * self.n
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        self.n = getattr(self,'n',0)+1
        return x * self.n

# %% attr-tensor: self.last = x*3; return x*2
# inputs: [(2, 3)]
# breaks: attributes
class Net(HybridBlock):
    def forward(self, x):
        self.last = x*3
        return x*2

# %% state: p = getattr(self,'p',None); self.p = x*1; return x if p is None else x + p
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        p = getattr(self,'p',None)
        self.p = x*1
        return x if p is None else x + p

# %% training: return x*2 if autograd.is_training() else x*3
# inputs: [(2, 3)]
# breaks: training
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if autograd.is_training() else x*3

# %% detach: return x.detach()*2
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x.detach()*2

# %% any: return x*2 if (x>0).any() else x*3
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if (x>0).any() else x*3

# %% all: return x*2 if bool((x>0).all()) else x*3
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if bool((x>0).all()) else x*3

# %% max-builtin: return max(x.sum(), x.mean())
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return max(x.sum(), x.mean())

# %% while: i=0; while x.sum() > 0 and i < 5:; x = x - 1; i += 1; return x
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        i=0
        while x.sum() > 0 and i < 5:
            x = x - 1
            i += 1
        return x

# %% returns-dict: return {'y': x*2}
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return {'y': x*2}

# %% returns-float: return x*2, 3.0
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x*2, 3.0

# %% returns-none: y = x*2
# inputs: [(2, 3)]
# breaks: parameters
class Net(HybridBlock):
    def forward(self, x):
        y = x*2

# %% returns-nested: return [x*2, (x*3, [x])]
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return [x*2, (x*3, [x])]

# %% returns-input: return x
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x

# %% mul-out: y = x*2; np.add(y, 1, out=y); return y
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        np.add(y, 1, out=y)
        return y

# %% out-other: y = np.zeros((2,3)); np.add(x, 1, out=y); return y
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = np.zeros((2,3))
        np.add(x, 1, out=y)
        return y

# %% copyto: y = x*2; x.copyto(y); return y
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        x.copyto(y)
        return y

# %% str: return x * len(str(x.sum()))
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * len(str(x.sum()))

# %% eqcmp: return x*2 if x.sum() == abs(x).sum() else x*3
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if x.sum() == abs(x).sum() else x*3

# %% try: try:; s = x.asnumpy().sum(); except Exception:; s = 0; return x*float(s)
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        try:
            s = x.asnumpy().sum()
        except Exception:
            s = 0
        return x*float(s)

# %% seed: mx.random.seed(1); return x*np.random.uniform(0,1,(2,3))
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        mx.random.seed(1)
        return x*np.random.uniform(0,1,(2,3))

# %% pause: with autograd.pause():; y = x*2; return y + x
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        with autograd.pause():
            y = x*2
        return y + x

# %% range-shape: return np.stack([x[i] for i in range(x.shape[0])])
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.stack([x[i] for i in range(x.shape[0])])

# %% int-index: return x[int(x[0,0] > 0)]
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x[int(x[0,0] > 0)]

# %% slice-shape: return x[:, :x.shape[1]//2]
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x[:, :x.shape[1]//2]

# %% broadcast-to: return np.broadcast_to(x[:1], x.shape)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.broadcast_to(x[:1], x.shape)

# %% npfull: return x + np.full((1,3), float(x.sum()))
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x + np.full((1,3), float(x.sum()))

# %% npones-batch: return x + np.ones((x.shape[0], 1))
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((x.shape[0], 1))

# %% tile-batch: return np.tile(np.ones((1,3)), (x.shape[0],1)) + x
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.tile(np.ones((1,3)), (x.shape[0],1)) + x

# %% const-attr: return x + self.c
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x + self.c

# %% param-item: return x * float(self.w.data()[0])
# inputs: [(2, 3)]
# breaks: parameters
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x * float(self.w.data()[0])

# %% s-1-2: return x[:-1]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[:-1]

# %% s-1-2-2: return x[1:]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[1:]

# %% s-2: return x[-2:]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-2:]

# %% s-none: return x[None]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[None]

# %% s: return x[..., 0]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[..., 0]

# %% s-2-2-2-2: return x[:]
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x[:]

# %% s-0-1-2: return x[[0,1]]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[[0,1]]

# %% s-true: return x[True]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[True]

# %% s-onp-arr: return x[onp.array([0,1])]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[onp.array([0,1])]

# %% s-x-0: y=x*1; return y[y>0]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        y=x*1
        return y[y>0]

# %% s-1-2-2-2-2-2: return x[-1:]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-1:]

# %% s-none-2: return x[:, None]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[:, None]

# %% s-np-newaxis: return x[np.newaxis]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[np.newaxis]

# %% x-onp: return x * onp.array([1.,2.,3.],dtype='float32')
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x * onp.array([1.,2.,3.],dtype='float32')

# %% onp-x: return onp.array([1.,2.,3.],dtype='float32')*x
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return onp.array([1.,2.,3.],dtype='float32')*x

# %% x-asnumpy: return x * x.asnumpy()
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x * x.asnumpy()

# %% param-grad: return x*self.w.grad()
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.grad()

# %% w-list-data: return x*self.w.list_data()[0]
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.list_data()[0]

# %% pow-2: x**=2; return x
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        x**=2
        return x

# %% pick: return npx.pick(x,np.zeros((x.shape[0],)))
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return npx.pick(x,np.zeros((x.shape[0],)))

# %% meshgrid: return np.meshgrid(x[0],x[0])[0]
# inputs: [(2, 3)]
# breaks: shapes
# missed: Not followed: that `np.meshgrid` records lengths.
class Net(HybridBlock):
    def forward(self, x):
        return np.meshgrid(x[0],x[0])[0]

# %% random-like: return x+np.random.normal(0,1,x.shape)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x+np.random.normal(0,1,x.shape)

# %% shuffle: np.random.shuffle(x); return x
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        np.random.shuffle(x)
        return x

# %% x-size: return x.reshape((x.size,))
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape((x.size,))

# %% item-arg: return x[x.argmax().item() % 2]
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x[x.argmax().item() % 2]

# %% as-np: return x.as_np_ndarray()
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x.as_np_ndarray()

# %% fstring: s=f'{x.sum()}'; return x*len(s)
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        s=f'{x.sum()}'
        return x*len(s)

# %% list-attr: self.seen = getattr(self,'seen',[]); self.seen.append(x); return x*len(self.seen)
# inputs: [(2, 3)]
# breaks: calls
# missed: Not followed: an attribute that `getattr` with a default reads and the first call makes.
class Net(HybridBlock):
    def forward(self, x):
        self.seen = getattr(self,'seen',[])
        self.seen.append(x)
        return x*len(self.seen)

# %% try-ret: try:; return x[np.array([0,1])]; except TypeError:; return x*2
# inputs: [(2, 3)]
# breaks: values
# missed: Not followed: that a `try` catches what recording raises.
class Net(HybridBlock):
    def forward(self, x):
        try:
            return x[np.array([0,1])]
        except TypeError:
            return x*2

# %% float-ret: return float(x.sum())
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return float(x.sum())

# %% none-in-list: return x*2, None
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x*2, None

# %% tuple-ret: return (x,x*2)
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return (x,x*2)

# %% attr-host: return np.concatenate([x, self.c.reshape((1,3))])
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return np.concatenate([x, self.c.reshape((1,3))])

# %% self-c-item: return x*float(self.c[0])
# inputs: [(2, 3)]
# breaks: error
# missed: Not followed: operators on an array that is not recorded, whose result only Python reads.
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x*float(self.c[0])

# %% self-c-sum: return x*(self.c*2)
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x*(self.c*2)

# %% onp-array-x: return x*onp.array(x).sum()
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x*onp.array(x).sum()

# %% math: import math; return x*math.exp(x.mean())
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        import math
        return x*math.exp(x.mean())

# %% sum-x: return sum(x)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return sum(x)

# %% min: return min(x[0,0],x[0,1])*x
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return min(x[0,0],x[0,1])*x

# %% sorted: return sorted([x[0,0],x[0,1]])[0]*x
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return sorted([x[0,0],x[0,1]])[0]*x

# %% any-2: return x*2 if any(r.sum()>0 for r in x) else x*3
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if any(r.sum()>0 for r in x) else x*3

# %% np-any: return x*2 if np.any(x>0) else x*3
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if np.any(x>0) else x*3

# %% np-allclose: return x*2 if np.allclose(x,abs(x)) else x*3
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if np.allclose(x,abs(x)) else x*3

# %% np-shape: return x/np.shape(x)[0]
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x/np.shape(x)[0]

# %% np-size: return x/np.size(x)
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x/np.size(x)

# %% lstm-without-states: the states are those of the batch
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.lstm = gluon.rnn.LSTM(4, input_size=5, layout="NTC")

    def forward(self, x):
        return self.lstm(x)

# %% begin-state-of-shape: begin_state of the length of x
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.gru = gluon.rnn.GRU(4, input_size=5, layout="NTC")

    def forward(self, x):
        out, _ = self.gru(x, self.gru.begin_state(x.shape[0]))
        return out

# %% unroll-without-states: a cell unrolled without states
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x):
        out, last = self.cell.unroll(3, x, layout="NTC")
        return out

# %% unroll-with-states: a cell unrolled with states
# inputs: [(2, 3, 5), (2, 4)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x, h):
        out, last = self.cell.unroll(3, x, begin_state=[h], layout="NTC")
        return out

# %% repeated-list: a list as long as a value says
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return sum([x] * (1 + int(abs(x.mean()) * 9) % 3))

# %% chosen-by-get: an entry that a value chooses by get
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return {0: x * 2, 1: -x}.get(int(x.sum()) % 2, x * 3)

# %% dict-of-shape: a dict of lengths
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * dict(enumerate(x.shape))[0]

# %% hash-of-length: the hash of a length
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * hash(x.shape[0])

# %% index-of-length: operator.index of a length
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * abs(len(range(x.shape[0])))

# %% iterator-returned: a generator expression returned
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return (item for item in [x * 2])

# %% ellipsis-of-where: an index of np.where
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x > 0, x, -x)[..., 0]

# %% guarded-input-returned: an input returned after a check of its width
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        if x.shape[1] < 3:
            raise ValueError("too narrow")
        return [x, x * 2]

# %% gru-cell-step: one step of a GRUCell
# inputs: [(2, 5), (2, 4)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x, h):
        return self.cell(x, [h])[0]

# %% sdml-loss: a loss that counts the samples
# inputs: [(2, 5), (2, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SDMLLoss()

    def forward(self, x, y):
        return self.loss(x, y)

# %% required-by-numpy: an array that NumPy copies to host memory
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x + float(onp.require(x).sum())
