"""Lists, dicts and objects in one another, of which calls change one entry."""
import collections
import random

from mxnet.gluon import HybridBlock


class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class State:
    def __init__(self):
        self.h = None

# %% two-counters-one-used: two counters, one counted, the other read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * (self.b.n + 1)

# %% two-counters-counted-read: two counters, the counted one read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * (self.a.n + self.b.n)  # breaks here

# %% two-counters-other-field: two counters, both counted, one read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        self.b.step()
        return x * self.b.n  # breaks here

# %% two-counters-direct: two counters, one counted by hand
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.n += 1
        return x * (self.b.n + 1)

# %% two-states-one-set: two states, one filled, the other asked
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        self.a.h = x * 2
        y = self.a.h + 1
        return y if self.b.h is None else y + 2

# %% two-states-other-before: two states, the one that is not filled is read before
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        y = x * 1 if self.b.h is None else x * self.b.h
        self.a.h = x * 2
        return y

# %% two-counters-alias: one counter under two names
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = self.a

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * self.b.n  # breaks here

# %% two-counters-list: counters in a list, one counted, the other read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        return x * (self.counters[1].n + 1)

# %% two-counters-list-counted: counters in a list, one counted and read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        return x * self.counters[0].n  # breaks here

# %% two-states-put-back: a state that is filled and emptied
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        self.a.h = x * 2
        y = self.a.h + 1
        self.a.h = None
        return y if self.b.h is None else y + 2

# %% two-counters-name: a counter by a local name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        c = self.a
        c.step()
        return x * self.a.n  # breaks here

# %% two-counters-helper: a counter that a helper gets
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def bump(self, c):
        c.n += 1

    def hybrid_forward(self, F, x):
        self.bump(self.a)
        return x * self.a.n  # breaks here

# %% nest-list-loop-step: counters in a list, each stepped, one read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        for c in self.counters:
            c.step()
        return x * self.counters[1].n  # breaks here

# %% nest-list-loop-read: counters in a list, one stepped, all read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        for c in self.counters:
            x = x * (c.n + 1)  # breaks here
        return x

# %% nest-list-unread: counters in a list, stepped, none read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        for c in self.counters:
            c.step()
        return x * 2

# %% nest-dict-two: counters in a dict, one stepped, the other read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {'a': Counter(), 'b': Counter()}

    def hybrid_forward(self, F, x):
        self.counters['a'].step()
        return x * (self.counters['b'].n + 1)

# %% nest-dict-read: counters in a dict, one stepped and read
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {'a': Counter(), 'b': Counter()}

    def hybrid_forward(self, F, x):
        self.counters['a'].step()
        return x * self.counters['a'].n  # breaks here

# %% nest-list-in-object: a list in an object, which grows and is measured
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Counter()

    def hybrid_forward(self, F, x):
        self.c.seen.append(1)
        return x * len(self.c.seen)  # breaks here

# %% nest-list-in-object-in-list: a list in an object in a list, which grows and is measured
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].seen.append(1)
        return x * len(self.counters[0].seen)  # breaks here

# %% nest-list-in-object-other: a list in an object grows, that of another is measured
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].seen.append(1)
        return x * (len(self.counters[1].seen) + 1)

# %% nest-list-in-dict: a list in a dict, which grows and is measured
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {'a': [], 'b': []}

    def hybrid_forward(self, F, x):
        self.seen['a'].append(1)
        return x * len(self.seen['a'])  # breaks here

# %% nest-list-in-dict-other: a list in a dict grows, another is measured
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {'a': [], 'b': []}

    def hybrid_forward(self, F, x):
        self.seen['a'].append(1)
        return x * (len(self.seen['b']) + 1)

# %% nest-list-of-lists: a list of lists of numbers, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1], [2, 3]]

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[0][1]  # breaks here

# %% nest-list-of-lists-other: a list of lists of numbers, another entry read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1], [2, 3]]

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[1][0]

# %% nest-list-of-lists-same: a list of one list twice, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1]] * 2

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[1][1]  # breaks here

# %% entry-random: a random number put into a list, and read in the next call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1]

    def hybrid_forward(self, F, x):
        y = x * self.last[0]  # breaks here
        self.last[0] = random.random()
        return y

# %% entry-other-random: a random number put into a list, another entry read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        y = x * self.last[1]
        self.last[0] = random.random()
        return y

# %% entry-set-same: an entry set to the same in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last[0] = 3
        return x * self.last[0]

# %% entry-read-then-set: an entry read before it is set to another
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        y = x * self.last[0]  # breaks here
        self.last[0] = 3
        return y

# %% entry-swap: two entries of a list exchanged in every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last[0], self.last[1] = self.last[1], self.last[0]
        return x * self.last[0]  # breaks here

# %% entry-rotate: a deque that is rotated in every call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque([1, 2])

    def hybrid_forward(self, F, x):
        self.last.rotate(1)
        return x * self.last[0]  # breaks here

# %% entry-pop-insert: what is popped is put in front
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last.insert(0, self.last.pop())
        return x * self.last[0]  # breaks here

# %% entry-loop-set: entries of a list set in a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        for i in range(2):
            self.last[i] = i + 2
        return x * self.last[1]

# %% entry-loop-count: entries of a list counted in a loop
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        for i in range(2):
            self.last[i] += 1
        return x * self.last[1]  # breaks here

# %% entry-local-name: a list under a local name, an entry counted
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        last = self.last
        last[0] += 1
        return x * self.last[0]  # breaks here

# %% entry-copy: a copy of the list, an entry counted
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 0]

    def hybrid_forward(self, F, x):
        last = list(self.last)
        last[0] += 1
        return x * (self.last[0] + last[0])

# %% entry-slice-copy: a slice of the list, an entry counted
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 0]

    def hybrid_forward(self, F, x):
        last = self.last[:]
        last[0] += 1
        return x * (self.last[0] + last[0])

# %% entry-helper: a helper counts an entry of the list that it gets
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def bump(self, counts):
        counts[0] += 1

    def hybrid_forward(self, F, x):
        self.bump(self.last)
        return x * self.last[0]  # breaks here

# %% object-two-classes: objects of two classes with one field name
# inputs: [(2, 3)]
# works
class Other:
    def __init__(self):
        self.n = 1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Other()

    def hybrid_forward(self, F, x):
        self.a.n += 1
        return x * (self.b.n + 1)

# %% object-made-anew: an object that each call makes anew
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()

    def hybrid_forward(self, F, x):
        self.a = Counter()
        self.a.step()
        return x * self.a.n

# %% object-field-object: an object in an object, counted
# inputs: [(2, 3)]
# breaks: values
class Outer:
    def __init__(self):
        self.inner = Counter()
        self.other = Counter()


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Outer()

    def hybrid_forward(self, F, x):
        self.a.inner.step()
        return x * self.a.inner.n  # breaks here

# %% object-field-object-other: an object in an object is counted, another one read
# inputs: [(2, 3)]
# works
class Outer:
    def __init__(self):
        self.inner = Counter()
        self.other = Counter()


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Outer()

    def hybrid_forward(self, F, x):
        self.a.inner.step()
        return x * (self.a.other.n + 1)

# %% object-module: an object of the module, counted
# inputs: [(2, 3)]
# breaks: values
COUNTER = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        COUNTER.step()
        return x * COUNTER.n  # breaks here

# %% mult-list-state-other: the same, the other entry read
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0] * 2

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * (self.counts[1] + 2)
