"""What an object that outlives the call keeps from call to call: which of several, under which name."""
import copy
import types

from mxnet.gluon import HybridBlock


# %% two-counters-one-counted: of two objects of a class one counts
# inputs: [(2, 3)]
# works
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls, self.scale = Counter(), Counter()
        self.scale.n = 2

    def hybrid_forward(self, F, x):
        self.calls.n += 1
        return x * self.scale.n


# %% two-counters-other-read: of two objects of a class the one that counts is read
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls, self.scale = Counter(), Counter()

    def hybrid_forward(self, F, x):
        self.calls.n += 1
        return x * self.calls.n + self.scale.n  # breaks here


# %% counter-by-another-name: an object that counts, under a local name
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter()

    def hybrid_forward(self, F, x):
        counter = self.counter
        counter.n += 1
        return x * self.counter.n  # breaks here


# %% counter-in-a-function: an object that counts, changed by a function of the file
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


def count(counter):
    counter.n += 1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter()

    def hybrid_forward(self, F, x):
        count(self.counter)
        return x * self.counter.n  # breaks here


# %% counter-in-a-list: of objects in a list one counts
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].n += 1
        return x * self.counters[0].n  # breaks here


# %% counter-in-a-list-other: the other of the objects of a list is read
# inputs: [(2, 3)]
# works
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].n += 1
        return x * (1 + self.counters[1].n)


# %% counter-in-a-dict: an object in a dict counts
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {"train": Counter(), "test": Counter()}

    def hybrid_forward(self, F, x):
        self.counters["train"].n += 1
        return x * self.counters["train"].n  # breaks here


# %% counter-made-anew: an object is replaced by one made of it
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self, n):
        self.n = n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter(0)

    def hybrid_forward(self, F, x):
        self.counter = Counter(self.counter.n + 1)
        return x * self.counter.n  # breaks here


# %% counter-made-in-the-call: an object that each call makes counts
# inputs: [(2, 3)]
# works
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counter = Counter()
        for _ in range(3):
            counter.n += 1
        return x * counter.n


# %% counter-kept-from-the-call: an object that each call makes anew and keeps
# inputs: [(2, 3)]
# works
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.counter = Counter()
        self.counter.n += 1
        return x * self.counter.n


# %% object-of-the-module-counts: an object of the module counts by its method
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0

    def count(self):
        self.n += 1
        return self.n


CALLS = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        CALLS.count()
        return x * CALLS.n  # breaks here


# %% object-field-read-elsewhere: a field changes, and another one is read
# inputs: [(2, 3)]
# works
class Statistics:
    def __init__(self):
        self.calls = 0
        self.scale = 2.0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.statistics = Statistics()

    def hybrid_forward(self, F, x):
        self.statistics.calls += 1
        return x * self.statistics.scale


# %% object-copied-before: a copy of an object counts
# inputs: [(2, 3)]
# works


class Counter:
    def __init__(self):
        self.n = 1


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter()

    def hybrid_forward(self, F, x):
        counter = copy.copy(self.counter)
        counter.n += 1
        return x * counter.n * self.counter.n


# %% object-keeps-a-tensor: an object keeps the last output
# inputs: [(2, 3)]
# breaks: trace
class Memory:
    def __init__(self):
        self.last = None


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.memory = Memory()

    def hybrid_forward(self, F, x):
        memory = self.memory
        if memory.last is not None:
            x = x + memory.last  # breaks here
        memory.last = x
        return x


# %% object-in-an-object: a counter in an object that the block holds
# inputs: [(2, 3)]
# breaks: values
class Counter:
    def __init__(self):
        self.n = 0


class Holder:
    def __init__(self):
        self.counter = Counter()
        self.spare = Counter()


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.holder = Holder()

    def hybrid_forward(self, F, x):
        self.holder.counter.n += 1
        return x * self.holder.counter.n  # breaks here


# %% object-in-an-object-spare: the other counter of such an object is read
# inputs: [(2, 3)]
# works
class Counter:
    def __init__(self):
        self.n = 1


class Holder:
    def __init__(self):
        self.counter = Counter()
        self.spare = Counter()


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.holder = Holder()

    def hybrid_forward(self, F, x):
        self.holder.counter.n += 1
        return x * self.holder.spare.n


# %% namespace-counts: a SimpleNamespace counts
# inputs: [(2, 3)]
# breaks: values


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = types.SimpleNamespace(step=0, scale=2.0)

    def hybrid_forward(self, F, x):
        state = self.state
        state.step += 1
        return x * state.step  # breaks here


# %% object-put-back: an object's field is changed and put back
# inputs: [(2, 3)]
# works
class Settings:
    def __init__(self):
        self.scale = 2.0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.settings = Settings()

    def hybrid_forward(self, F, x):
        before = self.settings.scale
        self.settings.scale = before * 2
        y = x * self.settings.scale
        self.settings.scale = before
        return y
