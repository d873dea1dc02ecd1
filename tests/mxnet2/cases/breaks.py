"""Blocks of MXNet 2, each with what it does there: the outcomes are those of `reference` on 2.0.0b1."""

import random

import mxnet as mx
import numpy as onp
from mxnet import autograd, gluon, np, npx
from mxnet.gluon import HybridBlock

# %% truth
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        if y.sum() > 0:  # HYB802
            return y+1
        return y-1

# %% float
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x - float(x.mean())  # HYB803

# %% item
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x - x.mean().item()  # HYB803

# %% int
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * int(x.sum())  # HYB803

# %% asnumpy
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * float(x.asnumpy().sum())  # HYB803

# %% asnumpy-arr
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x + np.array(x.asnumpy())  # HYB803, HYB807

# %% tolist
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * x.tolist()[0][0]  # HYB803

# %% shape0
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / x.shape[0]  # HYB804

# %% shape1
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x / x.shape[1]  # HYB804

# %% size
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / x.size  # HYB804

# %% len
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x / len(x)  # HYB804

# %% reshape-shape
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape((x.shape[0], -1))  # HYB804

# %% zeros-shape
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x + np.zeros(x.shape)  # HYB804

# %% arange
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x + np.arange(x.shape[1])  # HYB804

# %% np-array-const
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x + np.array([1.0,2.0,3.0])  # HYB807

# %% inplace-add
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        y += 1  # HYB808
        return y

# %% inplace-input
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        x += 1  # HYB808
        return x

# %% setitem
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        y[:, 0] = 1  # HYB808
        return y

# %% getitem-mask
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[x > 0]  # HYB810

# %% getitem-neg
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-1]  # HYB810

# %% getitem-arr
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[np.array([0,1])]  # HYB809

# %% iter
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        s = 0
        for r in x:  # HYB804
            s = s + r
        return s

# %% onp
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return np.array(onp.tanh(x.asnumpy()))  # HYB807

# %% print
# inputs: [(2, 3)]
# breaks: print
class Net(HybridBlock):
    def forward(self, x):
        print('val', x.sum())  # HYB812
        return x*2

# %% random-py
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * random.random()  # HYB805

# %% onp-random
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * onp.random.rand()  # HYB805

# %% counter
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        self.n = getattr(self,'n',0)+1
        return x * self.n  # HYB805

# %% attr-tensor
# inputs: [(2, 3)]
# breaks: attributes
class Net(HybridBlock):
    def forward(self, x):
        self.last = x*3  # HYB811
        return x*2

# %% state
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        p = getattr(self,'p',None)  # HYB811
        self.p = x*1
        return x if p is None else x + p

# %% training
# inputs: [(2, 3)]
# breaks: training
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if autograd.is_training() else x*3  # HYB806

# %% detach
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x.detach()*2  # HYB814

# %% any
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if (x>0).any() else x*3  # HYB802

# %% all
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if bool((x>0).all()) else x*3  # HYB802

# %% max-builtin
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return max(x.sum(), x.mean())  # HYB802

# %% while
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        i=0
        while x.sum() > 0 and i < 5:  # HYB802
            x = x - 1
            i += 1
        return x

# %% returns-dict
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return {'y': x*2}  # HYB813

# %% returns-float
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x*2, 3.0  # HYB813

# %% returns-none
# inputs: [(2, 3)]
# breaks: parameters
class Net(HybridBlock):
    def forward(self, x):  # HYB813
        y = x*2

# %% returns-nested
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return [x*2, (x*3, [x])]  # HYB817

# %% returns-input
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x  # HYB817

# %% mul-out
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        np.add(y, 1, out=y)  # HYB808
        return y

# %% out-other
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = np.zeros((2,3))
        np.add(x, 1, out=y)  # HYB808
        return y

# %% copyto
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        y = x*2
        x.copyto(y)  # HYB808
        return y

# %% str
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * len(str(x.sum()))  # HYB803

# %% eqcmp
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if x.sum() == abs(x).sum() else x*3  # HYB802

# %% try
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        try:
            s = x.asnumpy().sum()
        except Exception:
            s = 0
        return x*float(s)  # HYB803

# %% seed
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        mx.random.seed(1)  # HYB815
        return x*np.random.uniform(0,1,(2,3))

# %% pause
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        with autograd.pause():  # HYB818
            y = x*2
        return y + x

# %% dropout-in-predict-mode
# inputs: [(2, 3)]
# breaks: training
class Net(HybridBlock):
    def forward(self, x):
        with autograd.predict_mode():  # HYB818
            return npx.dropout(x, p=0.5) + x

# %% range-shape
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.stack([x[i] for i in range(x.shape[0])])  # HYB804

# %% int-index
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x[int(x[0,0] > 0)]  # HYB803

# %% slice-shape
# inputs: [(2, 3)]
# breaks: shapes
class Net(HybridBlock):
    def forward(self, x):
        return x[:, :x.shape[1]//2]  # HYB804

# %% broadcast-to
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.broadcast_to(x[:1], x.shape)  # HYB804

# %% npfull
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x + np.full((1,3), float(x.sum()))  # HYB803

# %% npones-batch
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x + np.ones((x.shape[0], 1))  # HYB804

# %% tile-batch
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return np.tile(np.ones((1,3)), (x.shape[0],1)) + x  # HYB804

# %% const-attr
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x + self.c  # HYB807

# %% param-item
# inputs: [(2, 3)]
# breaks: parameters
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x * float(self.w.data()[0])  # HYB803

# %% s-1-2
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[:-1]  # HYB810

# %% s-1-2-2
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[1:]  # HYB810

# %% s-2
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-2:]  # HYB810

# %% s-none
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[None]  # HYB809

# %% s
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[..., 0]  # HYB809

# %% s-2-2-2-2
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x[:]  # HYB817

# %% s-0-1-2
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[[0,1]]  # HYB809

# %% s-true
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[True]  # HYB809

# %% s-onp-arr
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[onp.array([0,1])]  # HYB809

# %% s-x-0
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        y=x*1
        return y[y>0]  # HYB810

# %% s-1-2-2-2-2-2
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x[-1:]  # HYB810

# %% s-none-2
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[:, None]  # HYB809

# %% s-np-newaxis
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x[np.newaxis]  # HYB809

# %% x-onp
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x * onp.array([1.,2.,3.],dtype='float32')  # HYB807

# %% onp-x
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return onp.array([1.,2.,3.],dtype='float32')*x  # HYB807

# %% x-asnumpy
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x * x.asnumpy()  # HYB803

# %% param-grad
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.grad()  # HYB807

# %% w-list-data
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.w = gluon.Parameter("w", shape=(3,), init="ones")

    def forward(self, x):
        return x*self.w.list_data()[0]  # HYB807

# %% pow-2
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        x**=2  # HYB808
        return x

# %% pick
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return npx.pick(x,np.zeros((x.shape[0],)))  # HYB804

# %% meshgrid: return np.meshgrid(x[0],x[0])[0]
# inputs: [(2, 3)]
# breaks: shapes
# missed: Not followed: that `np.meshgrid` records lengths.
class Net(HybridBlock):
    def forward(self, x):
        return np.meshgrid(x[0],x[0])[0]

# %% random-like
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x+np.random.normal(0,1,x.shape)  # HYB804

# %% shuffle
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        np.random.shuffle(x)  # HYB808
        return x  # HYB817

# %% x-size
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x.reshape((x.size,))  # HYB804

# %% item-arg
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x[x.argmax().item() % 2]  # HYB803

# %% as-np
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return x.as_np_ndarray()  # HYB817

# %% fstring
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        s=f'{x.sum()}'
        return x*len(s)  # HYB803

# %% list-attr: self.seen = getattr(self,'seen',[]); self.seen.append(x); return x*len(self.seen)
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        self.seen = getattr(self,'seen',[])
        self.seen.append(x)
        return x*len(self.seen)  # HYB805

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

# %% float-ret
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return float(x.sum())  # HYB813

# %% none-in-list
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return x*2, None  # HYB813

# %% tuple-ret
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        return (x,x*2)  # HYB817

# %% attr-host
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return np.concatenate([x, self.c.reshape((1,3))])  # HYB807

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

# %% self-c-sum
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.c = np.array([1.0, 2.0, 3.0])

    def forward(self, x):
        return x*(self.c*2)  # HYB807

# %% onp-array-x
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x*onp.array(x).sum()  # HYB803

# %% math
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        import math
        return x*math.exp(x.mean())  # HYB803

# %% sum-x
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return sum(x)  # HYB804

# %% min
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return min(x[0,0],x[0,1])*x  # HYB802

# %% sorted
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return sorted([x[0,0],x[0,1]])[0]*x  # HYB802

# %% any-2
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if any(r.sum()>0 for r in x) else x*3  # HYB802, HYB804

# %% np-any
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if np.any(x>0) else x*3  # HYB802

# %% np-allclose
# inputs: [('pos', (2, 3))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x*2 if np.allclose(x,abs(x)) else x*3  # HYB802

# %% np-shape
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x/np.shape(x)[0]  # HYB804

# %% np-size
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x/np.size(x)  # HYB804

# %% lstm-without-states
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.lstm = gluon.rnn.LSTM(4, input_size=5, layout="NTC")

    def forward(self, x):
        return self.lstm(x)  # HYB804

# %% begin-state-of-shape
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.gru = gluon.rnn.GRU(4, input_size=5, layout="NTC")

    def forward(self, x):
        out, _ = self.gru(x, self.gru.begin_state(x.shape[0]))  # HYB804
        return out

# %% unroll-without-states
# inputs: [(2, 3, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x):
        out, last = self.cell.unroll(3, x, layout="NTC")  # HYB804
        return out

# %% unroll-with-states
# inputs: [(2, 3, 5), (2, 4)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x, h):
        out, last = self.cell.unroll(3, x, begin_state=[h], layout="NTC")  # HYB804
        return out

# %% repeated-list
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return sum([x] * (1 + int(abs(x.mean()) * 9) % 3))  # HYB803

# %% chosen-by-get
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return {0: x * 2, 1: -x}.get(int(x.sum()) % 2, x * 3)  # HYB803

# %% dict-of-shape
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * dict(enumerate(x.shape))[0]  # HYB804

# %% hash-of-length
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * hash(x.shape[0])  # HYB804

# %% index-of-length
# inputs: [(2, 3)]
# breaks: batch
class Net(HybridBlock):
    def forward(self, x):
        return x * abs(len(range(x.shape[0])))  # HYB804

# %% iterator-returned
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return (item for item in [x * 2])  # HYB813

# %% ellipsis-of-where
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        return np.where(x > 0, x, -x)[..., 0]  # HYB809

# %% guarded-input-returned
# inputs: [(2, 3)]
# breaks: gradients
class Net(HybridBlock):
    def forward(self, x):
        if x.shape[1] < 3:
            raise ValueError("too narrow")
        return [x, x * 2]  # HYB817

# %% gru-cell-step
# inputs: [(2, 5), (2, 4)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.GRUCell(4, input_size=5)

    def forward(self, x, h):
        return self.cell(x, [h])[0]  # HYB804

# %% sdml-loss
# inputs: [(2, 5), (2, 5)]
# breaks: batch
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.loss = gluon.loss.SDMLLoss()

    def forward(self, x, y):
        return self.loss(x, y)  # HYB804

# %% required-by-numpy
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x + float(onp.require(x).sum())  # HYB803

# %% function-that-mxnet-passes-on-to-numpy
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        spread = np.ptp(x, axis=1, keepdims=True)  # HYB814
        return x / (spread + 1)

# %% function-of-numpy-that-reduces-to-a-number
# inputs: [(2, 3)]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x - np.nanmax(x)  # HYB803

# %% number-searched-in-an-array
# inputs: [("pos", (4,))]
# breaks: calls
class Net(HybridBlock):
    def forward(self, x):
        return x * np.searchsorted(np.cumsum(x), 1.5)  # HYB803

# %% layers-in-list
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.layers = [gluon.nn.Dense(3) for _ in range(2)]  # HYB702
        for layer in self.layers:
            layer.initialize()

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% blocks-of-the-file-in-dict
# inputs: [(2, 3)]
# breaks: error
class Scale(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(3,))

    def forward(self, x):
        return x * self.scale.data()

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.heads = {"a": Scale(), "b": Scale()}  # HYB702
        for head in self.heads.values():
            head.initialize()

    def forward(self, x):
        return [self.heads[name](x) for name in ("a", "b")]

# %% layer-of-each-call
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def forward(self, x):
        dense = gluon.nn.Dense(3)
        dense.initialize(mx.init.One())
        return dense(x)  # HYB702

# %% plain-child
# inputs: [(2, 3)]
# breaks: construction
class Act(gluon.Block):
    def forward(self, x):
        return npx.relu(x)

class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.act = Act()  # HYB701

    def forward(self, x):
        return self.act(x)

# %% plain-layer-in-sequential
# inputs: [(2, 3)]
# breaks: construction
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.body = gluon.nn.HybridSequential()
        self.body.add(gluon.nn.Lambda("relu"))  # HYB701

    def forward(self, x):
        return self.body(x)

# %% hook-on-child
# inputs: [(2, 3)]
# breaks: print
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = gluon.nn.Dense(3)
        self.dense.register_forward_hook(self.show)  # HYB705

    def show(self, block, inputs, outputs):
        print("called")

    def forward(self, x):
        return self.dense(x)

# %% parameters-in-list
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.weights = [gluon.Parameter("w%d" % i, shape=(3,)) for i in range(2)]  # HYB707
        for weight in self.weights:
            weight.initialize()

    def forward(self, x):
        for weight in self.weights:
            x = x * weight.data()
        return x

# %% constants-in-dict
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.means = {"a": gluon.Constant(np.ones((3,)))}  # HYB707
        self.means["a"].initialize()

    def forward(self, x):
        return x - self.means["a"].data()

# %% parameter-with-comma
# inputs: [(2, 3)]
# breaks: error
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.scale = gluon.Parameter("scale", shape=(3,)),  # HYB707
        self.scale[0].initialize()

    def forward(self, x):
        return x * self.scale[0].data()
