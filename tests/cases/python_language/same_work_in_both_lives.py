"""Guards around the same work in other words, and around loops that run as often as one life says."""
import mxnet as mx
from mxnet.gluon import HybridBlock, nn

# %% guard-same-op-method: x.relu() in the nd branch, F.relu(x) in the other
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return x.relu()
        return F.relu(x)

# %% guard-same-op-kwarg: the same operator with arguments in another order
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return F.clip(x, a_min=0, a_max=1)
        return F.clip(x, a_max=1, a_min=0)

# %% guard-nd-namespace: nd.relu in the nd branch, F.relu in the other
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = F.relu(x)
        return y + 1

# %% guard-nd-sym: mx.nd.relu and mx.sym.relu
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = mx.sym.relu(x)
        return y + 1

# %% guard-other-op: another operator in the nd branch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            return x.sigmoid()
        return F.relu(x)

# %% guard-other-arg: the same operator with another number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            return x.clip(0, 1)
        return F.clip(x, 0, 2)

# %% guard-plus-method: x + y as a method of F in the other
# inputs: [(2, 3), (2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if F is mx.nd:
            return x + y
        return F.broadcast_add(x, y)

# %% guard-mean-sum: mean in one, sum divided in the other
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return x.mean()
        return F.mean(x)

# %% guard-just-shape-if: a length by the nd branch, and `if n`
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 0
        if n:  # breaks here
            return x * 2
        return x * 3

# %% guard-just-shape-range: a length by the nd branch, and range(n)
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 1
        y = x * 1
        for _ in range(n):  # breaks here
            y = y * 2
        return y

# %% guard-just-stmt-range: the same, by statements
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1
        if F is mx.nd:
            n = x.shape[0]
        y = x * 1
        for _ in range(n):  # breaks here
            y = y * 2
        return y

# %% guard-just-range-same: a length that is the same in both, gone through
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 2 if F is mx.nd else 2
        y = x * 1
        for _ in range(n):
            y = y * 2
        return y

# %% guard-range-print: a loop over the imperative length that only notes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 0
        for i in range(n):
            self.seen = i
        return x * 2

# %% guard-if-debug: a number of the nd branch that only an assert asks
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else None
        if n is not None:
            assert n > 0
        return x * 2

# %% guard-list-repeat: [x] * n of the imperative length
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 1
        return sum([x] * n)  # breaks here

# %% guard-hasattr-range: getattr(x, 'ndim', 1) as a count
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        y = x * 1
        for _ in range(getattr(x, 'ndim', 1)):  # breaks here
            y = y * 2
        return y

# %% same-work-ifexp: the same operator in two spellings, by a conditional expression
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tanh() if F is mx.nd else F.tanh(x)

# %% same-work-ifexp-other: two operators, by a conditional expression
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x.tanh() if F is mx.nd else F.relu(x)  # breaks here

# %% same-work-layer-logged: the same layer in both, one of them notes it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.seen = 'nd'
            y = self.a(x)
        else:
            y = self.a(x)
        return y * 2

# %% same-work-other-layer: another layer in the nd branch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = nn.Dense(3, in_units=3)
        self.b = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            y = self.a(x)
        else:
            y = self.b(x)
        return y * 2

# %% same-work-concat: concat in two spellings
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.concat(x, x * 2, dim=1)
        else:
            y = F.concat(x, x * 2, dim=1)
        return y

# %% same-work-lists: lists of the same in both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            ys = [x.relu(), x.sigmoid()]
        else:
            ys = [F.relu(x), F.sigmoid(x)]
        return ys[0] + ys[1]

# %% same-work-lists-other: a list in another order
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            ys = [x.sigmoid(), x.relu()]
        else:
            ys = [F.relu(x), F.sigmoid(x)]
        return ys[0] + 2 * ys[1]

# %% same-work-helper: a helper that gets the module
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def scaled(self, F, x):
        return F.relu(x) * 2

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return self.scaled(mx.nd, x)
        return self.scaled(F, x)

# %% same-work-unknown-number: another attribute in the nd branch
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, n=2, m=3, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.m = m

    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            return x * self.n
        return x * self.m

# %% same-work-dict: one of two functions by F
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return {mx.nd: mx.nd.relu, mx.sym: mx.sym.relu}[F](x) + 1

# %% same-work-isinstance: the same by isinstance
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if isinstance(x, mx.nd.NDArray):
            y = mx.nd.softmax(x, axis=-1)
        else:
            y = mx.sym.softmax(x, axis=-1)
        return y * 2

# %% same-work-default-axis: softmax with its default axis written out
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.softmax(x, axis=-1)
        else:
            y = F.softmax(x)
        return y * 2

# %% same-work-random: random numbers drawn in both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = x + mx.nd.random.normal(0, 0.0001, shape=(2, 3)) * 0
        else:
            y = x + F.random.normal(0, 0.0001, shape=(2, 3)) * 0
        return y * 2

# %% same-work-rest: the nd branch leaves, the other goes on
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            return (x * 2).relu()
        y = x * 2
        z = F.relu(y)
        return z

# %% same-work-rest-other: the nd branch leaves, the other goes on with something else
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:  # breaks here
            return (x * 2).relu()
        y = x * 2
        z = F.tanh(y)
        return z

# %% same-work-try: a Symbol's way when a shape fails
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
            y = x.relu()
        except AttributeError:
            y = F.relu(x)
        return y * 2

# %% same-work-sym-row: the row of what mx.sym makes
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is mx.nd:
            y = mx.nd.relu(x)
        else:
            y = mx.sym.relu(x)
        return y[0] + 1  # breaks here

# %% count-by-life-comp: a list as long as the imperative life says
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else 3
        ys = [x * i for i in range(n)]  # breaks here
        return sum(ys)

# %% count-by-life-same: a range of the same length in both
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 3 if F is mx.nd else 3
        for i in range(n):
            x = x * 2
        return x

# %% count-by-life-from: a range from 1 by life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        y = x * 1
        for i in range(1, n):  # breaks here
            y = y * 2
        return y

# %% count-by-life-max: max of a number that differs by life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = max(1, 4 if F is mx.nd else 3)
        return x * n  # breaks here

# %% count-by-life-max-same: max of a number that differs by life, and covers it
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = max(5, 4 if F is mx.nd else 3)
        return x * n

# %% imp-n-try: a number of the imperative life by try, in a range
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = 1
        y = x * 1
        for _ in range(n):  # breaks here
            y = y * 2
        return y

# %% imp-n-try-if: a number of the imperative life by try, in an if
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = x.shape[0]
        except AttributeError:
            n = 0
        if n > 1:  # breaks here
            return x * 2
        return x * 3

# %% imp-n-index: a list picked from by a number of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 0
        return x * [2, 3][n]  # breaks here

# %% imp-n-slice: a list cut by a number of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 2
        return sum([x, x * 2][:n])  # breaks here

# %% imp-n-pow: a power by a number of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1 if F is mx.nd else 2
        return x ** n  # breaks here

# %% imp-n-helper: a helper that tells the number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def width(self, F, x):
        return x.shape[1] if F is mx.nd else 1

    def hybrid_forward(self, F, x):
        return x * self.width(F, x)  # breaks here

# %% imp-n-kept: the number kept on self
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.n = x.shape[0] if F is mx.nd else 1
        return x * self.n  # breaks here

# %% imp-n-compare-known: a number by life, compared so that it is the same
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        if n > 2:
            return x * 2
        return x * 3

# %% imp-n-compare-other: a number by life, compared so that it differs
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 3
        if n > 3:  # breaks here
            return x * 2
        return x * 3

# %% imp-n-mod: a number by life, modulo
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 5 if F is mx.nd else 3
        return x * (n % 2 + 1)

# %% imp-n-not: `not n` of a number of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 0
        if not n:  # breaks here
            return x * 2
        return x * 3

# %% imp-n-and: `n and m` of a number of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, m=True, **kwargs):
        super().__init__(**kwargs)
        self.m = m

    def hybrid_forward(self, F, x):
        n = 4 if F is mx.nd else 0
        if n and self.m:  # breaks here
            return x * 2
        return x * 3

# %% imp-n-list-len: the length of a list of one life
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x, x * 2] if F is mx.nd else [x]  # breaks here
        return x * len(ys)

# %% imp-n-list-append: a list that one life appends to
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x * 1]
        if F is mx.nd:  # breaks here
            ys.append(x * 2)
        return x * len(ys)

# %% imp-n-list-sum: a list that one life appends to, summed
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ys = [x * 1]
        if F is mx.nd:  # breaks here
            ys.append(x * 2)
        return sum(ys)

# %% imp-n-dropped: a number by life that only an error message tells
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[0] if F is mx.nd else -1
        if n == 0:
            raise ValueError('empty: %d' % n)
        return x * 2

# %% imp-n-reshape: a length by life, or -1
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = x.shape[1] if F is mx.nd else -1
        return x.reshape((2, n)) * 2

# %% imp-n-operator: a number by life given to an operator
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = 1.0 if F is mx.nd else 0.5
        return F.clip(x, -n, n)  # breaks here
