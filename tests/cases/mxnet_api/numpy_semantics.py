"""Arrays of mx.np: what their symbols have as well, and what the arrays alone have."""

import math

import mxnet as mx
import numpy as np
from mxnet.gluon import HybridBlock


# %% np-only-shape: the shape of an array as a function of mx.np
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * F.np.shape(x)[1]  # breaks here


# %% np-only-nonzero: the places that are not zero, as mx.np has them
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.nonzero(x)[0]  # breaks here


# %% npx-nonzero: the places that are not zero, as mx.npx has them in both lives
# inputs: [('pos', (2, 3))]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.npx.nonzero(x)


# %% np-only-multinomial: counts drawn by a function that no graph has
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + F.np.random.multinomial(1, [0.0, 0.0, 1.0])  # breaks here


# %% np-both-flip: a function of mx.np that both lives have
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.flip(x, axis=1) + F.np.fliplr(x)


# %% np-ndim-called: the number of axes, asked of mx.np itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x + mx.np.ndim(x)  # breaks here


# %% np-index-list: rows by a list of numbers
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[[0, 1]]  # breaks here


# %% np-index-tuple: one element by a tuple
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        place = (0, 1)
        return x[place]


# %% np-float: a Python number made of a tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * float(x.sum())  # breaks here


# %% np-int: a whole number made of a tensor
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * int(x.sum())  # breaks here


# %% np-math: a root that Python takes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x / math.sqrt(x.max() + 10)  # breaks here


# %% np-math-number: a root of a number
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x, x.T) / math.sqrt(3)


# %% np-abs: the absolute value by Python's own function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return abs(x)  # breaks here


# %% np-abs-function: the absolute value by an operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.abs(x)


# %% np-round: rounded by Python's own function
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return round(x[0, 0]) * x  # breaks here


# %% np-matmul-of-rows: the product of two rows, by a sign
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x[0] @ x[1]  # breaks here


# %% np-matmul-function: the product of two rows, by an operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.matmul(x[0], x[1])


# %% np-method-broadcast-to: a method that symbols have only to refuse
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: trace
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.broadcast_to((4, 2, 3))  # breaks here


# %% np-function-broadcast-to: the same by an operator
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.np.broadcast_to(x, (4, 2, 3))


# %% np-in-place-alias: another name of what is changed in place
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        kept = y
        y %= 1  # breaks here
        return kept + y


# %% np-out: where a result goes
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: values
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = F.np.zeros((2, 3))
        F.np.add(x, x, out=y)  # breaks here
        return y + x


# %% np-input-returned: an input as it came
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: gradients
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x  # breaks here


# %% np-numpy-mean: a function of NumPy that calls the method of what it is given
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x - np.mean(x)


# %% np-numpy-transpose: another
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# works
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.transpose(x) * 2


# %% np-numpy-dot: a function of NumPy that computes by itself
# inputs: [(2, 3)]
# call: net(xs[0].as_np_ndarray())
# breaks: execution
@mx.util.use_np
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return np.dot(x, x.T)  # breaks here
