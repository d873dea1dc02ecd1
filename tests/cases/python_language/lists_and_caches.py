"""Lists that are made, put in order and searched; deques that drop what they held; caches."""
import collections
import functools

from mxnet.gluon import HybridBlock

# %% mult-list-set: a list made by [0] * 3, whose items are set
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [0] * 3
        for i in range(3):
            outs[i] = x * i
        return outs[0] + outs[1] + outs[2]

# %% mult-list-row: the row of an item of a list made by [None] * 3
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [None] * 3
        for i in range(3):
            outs[i] = x * i
        return outs[1][0]  # breaks here

# %% mult-list-state: a list made by [0] * 2 in __init__, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0] * 2

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * self.counts[0]  # breaks here

# %% mult-list-kept: tensors put into a list made by [None] * 2 in __init__, read by others
# inputs: [(2, 3)]
# call: [net(*xs), net.outs[0] * 1][1]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = [None] * 2

    def hybrid_forward(self, F, x):
        self.outs[0] = x * 2  # breaks here
        return x * 3

# %% mult-list-kept-before: the tensor of the call before in a list made by [None] * 2
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.outs = [None] * 2

    def hybrid_forward(self, F, x):
        before = self.outs[0]  # breaks here
        self.outs[0] = x * 2
        return x * 3 if before is None else x + before

# %% plus-list-state: a list made by a + b in __init__, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0, 1] + [2]

    def hybrid_forward(self, F, x):
        self.counts[2] += 1
        return x * self.counts[2]  # breaks here

# %% plus-list-local: a list made by a + b, one item set, a row of another
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x] + [x * 2]
        outs[0] = x * 3
        return outs[1][0]  # breaks here

# %% plus-list-copy: a + b is a list of its own
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = [1]
        self.second = [2]

    def hybrid_forward(self, F, x):
        both = self.first + self.second
        both[0] += 1
        return x * (self.first[0] + 1)

# %% mult-list-alias: [[]] * 2 holds one list twice
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [[]] * 2
        outs[0].append(x * 2)
        outs[1].append(x * 3)
        return outs[0][1]

# %% comp-list-state: a list made by a comprehension in __init__, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0 for _ in range(2)]

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * self.counts[0]  # breaks here

# %% sort-kept: a list of numbers, sorted in the body
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.sort()
        return x * self.sizes[0]

# %% reverse-kept: a list of numbers, reversed in every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.reverse()
        return x * self.sizes[0]  # breaks here

# %% reverse-twice: a list of numbers, reversed and put back
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.reverse()
        y = x * self.sizes[0]
        self.sizes.reverse()
        return y

# %% insert-kept: a number inserted into a list in every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.insert(0, len(self.sizes))
        return x * self.sizes[0]  # breaks here

# %% insert-local-row: a row of what was inserted into a list
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2]
        outs.insert(0, x * 3)
        return outs[0][0]  # breaks here

# %% count-same: [x, x].count(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x, x].count(x)
        return x * n

# %% count-once: [x].count(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x].count(x)
        return x * (n + 1)

# %% count-other: [x * 2].count(x)
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [x * 2].count(x)  # breaks here
        return x * n

# %% in-same: x in [x]
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x in [x]:
            return x * 2
        return x * 3

# %% in-same-second: x in [y, x]
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        if x in [y, x]:  # breaks here
            return x * 2
        return y * 3

# %% index-first: [x, y].index(x)
# inputs: [(1,), (1,)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return [x, y][[x, y].index(x)] * 2 + y

# %% index-second: [x, y].index(y)
# inputs: [(1,), (1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        n = [x, y].index(y)  # breaks here
        return x * n + y

# %% remove-first: outs.remove(outs[0])
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2, x * 3]
        outs.remove(outs[0])
        return outs[0]

# %% remove-second: outs.remove(outs[1])
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        outs = [x * 2, x * 3]
        outs.remove(outs[1])  # breaks here
        return outs[0]

# %% in-tuple-number-and-tensor: x in (1, x)
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if x in (1, x):  # breaks here
            return x * 2
        return x * 3

# %% in-number-before-tensor: a number that is found before the tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 1 in [1, x]:
            return x * 2
        return x * 3

# %% in-number-after-tensor: a number looked for in a list with a tensor
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 1 in [x, 1]:  # breaks here
            return x * 2
        return x * 3

# %% count-number: a number counted in a list with a tensor
# inputs: [(1,)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [1, x].count(1)  # breaks here
        return x * n

# %% index-number: the place of a number before a tensor
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = [1, x].index(1)
        return x * (n + 1)

# %% deque-one: deque(maxlen=1) of the call, its last element
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque(maxlen=1)
        d.append(x)
        d.append(x * 2)
        return d[0]

# %% deque-one-kept: deque(maxlen=1) on self, what is put in is read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        self.last.append(x * 2)
        return self.last[0] + 1

# %% deque-one-kept-before: deque(maxlen=1) on self, read before it is filled
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        before = self.last[0] if self.last else None  # breaks here
        self.last.append(x * 2)
        return x * 3 if before is None else x + before

# %% deque-one-count: deque(maxlen=1) of a number, its length
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        self.last.append(3)
        return x * len(self.last)

# %% deque-two-count: deque(maxlen=2) of numbers, its length
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=2)

    def hybrid_forward(self, F, x):
        self.last.append(3)
        return x * len(self.last)  # breaks here

# %% deque-two-last: deque(maxlen=2) of the call, its first element
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque(maxlen=2)
        for i in range(3):
            d.append(x * i)
        return d[0]

# %% deque-two-dropped: deque(maxlen=1) of the call, the row of what is left
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        d = collections.deque([1], maxlen=1)
        d.append(x * 2)
        return d[0][0]  # breaks here

# %% cache-by-f: a cache keyed by F, filled with tensors of no input
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F not in self.cache:
            self.cache[F] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[F])

# %% cache-by-f-name: a cache keyed by F.__name__
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F.__name__ not in self.cache:
            self.cache[F.__name__] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[F.__name__])

# %% cache-by-f-input: a cache keyed by F, of what the input gives
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if F not in self.cache:
            self.cache[F] = x * 2
        return x + self.cache[F]  # breaks here

# %% cache-by-type: a cache keyed by type(x)
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if type(x) not in self.cache:
            self.cache[type(x)] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache[type(x)])

# %% cache-by-name: a cache keyed by a constant
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {}

    def hybrid_forward(self, F, x):
        if 'ones' not in self.cache:
            self.cache['ones'] = F.ones((1, 3))
        return F.broadcast_mul(x, self.cache['ones'])  # breaks here

# %% lru-number: an lru_cache around a function of numbers
# inputs: [(2, 3)]
# works
@functools.lru_cache()
def scale(n):
    return n * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * scale(3)

# %% lru-tensor: an lru_cache around a function of a tensor
# inputs: [(2, 3)]
# breaks: trace
@functools.lru_cache(maxsize=None)
def scale(x):
    return x * 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return scale(x)  # breaks here

# %% lru-random: an lru_cache around a random number
# inputs: [(2, 3)]
# works
import random


@functools.lru_cache()
def draw():
    return random.random()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * draw()

# %% lru-random-arg: the same, with an argument
# inputs: [(2, 3)]
# works
import random


@functools.lru_cache()
def draw(n):
    return random.random() * n


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * draw(3)

# %% lru-f: an lru_cache around a function that gets F
# inputs: [(2, 3)]
# works
@functools.lru_cache()
def ones(F):
    return F.ones((1, 3))


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return F.broadcast_mul(x, ones(F))

# %% lru-counter: an lru_cache around a counter
# inputs: [(2, 3)]
# works
CALLS = []


@functools.lru_cache()
def count():
    CALLS.append(1)
    return len(CALLS)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * count()
