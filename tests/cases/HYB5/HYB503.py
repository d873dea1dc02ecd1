"""Blocks that HYB503 reports, and blocks like them that work."""

import collections
import copy
import dataclasses
import functools
import random
import types

import mxnet as mx
import numpy as np
from mxnet import nd
from mxnet.gluon import HybridBlock, nn

# %% a-in-self-dict-as-the-first-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'done' in self.__dict__:  # HYB503
            return x * 2
        self.done = True
        return x * 3

# %% another-branch-after-some-calls
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls = self.calls + 1
        if self.calls > 1:  # HYB503
            return x * 2
        return x * 3

# %% batch-of-one-is-special-and-the-first-has-two: a batch of one is special, and the first has two
# inputs: [(2, 3)]
# needs: callers
# breaks: other shapes
class Net(HybridBlock):
    def forward(self, x):
        self.single = len(x) == 1
        return super().forward(x)

    def hybrid_forward(self, F, x):
        y = F.relu(x)
        return y if not self.single else y + 1

# %% branch-keeps-a-tensor-that-the-other-reads-from-the-call-before
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0
        self.seen = None

    def hybrid_forward(self, F, x):
        self.calls += 1
        if self.calls % 2 == 1:  # HYB503
            self.seen = x * 2
            return x
        return x + self.seen  # HYB601

# %% branch-starts-to-count-where-the-other-goes-on
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, reset=False, **kwargs):
        super().__init__(**kwargs)
        self.reset = reset
        self.calls = 0

    def hybrid_forward(self, F, x):
        if self.reset:
            self.calls = 0
        else:
            self.calls += 1
        return x * self.calls  # HYB503 # breaks: values

# %% call-counting
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def __call__(self, *args):
        self.n += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * self.n  # HYB503

# %% call-counts-by-a-helper-hybrid_forward-branches
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def _count(self):
        self.n += 1
    def __call__(self, *args):
        self._count()
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        if self.n > 1:  # HYB503
            return x * 2
        return x * 3

# %% call-counts-in-a-dict
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}
    def __call__(self, *args):
        self.stats['n'] += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * self.stats['n']  # HYB503

# %% callback-that-counts-its-calls
# inputs: [(2, 3)]
# breaks: values
class Warmup:
    def __init__(self, steps):
        self.steps = steps
        self.done = 0

    def factor(self):
        self.done = min(self.done + 1, self.steps)
        return self.done / self.steps


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warmup = Warmup(4)
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        factor = self.warmup.factor()
        return self.d(x) * factor  # HYB503

# %% calls-append-1-len-calls
# inputs: [(2, 3)]
# breaks: values
CALLS = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        CALLS.append(1)
        return x * len(CALLS)  # HYB503

# %% class-as-a-decorator-that-counts-the-calls-of-a-helper
# inputs: [(2, 3)]
class Counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args) * self.calls  # HYB503 # breaks: values


@Counted
def activate(F, x):
    return F.relu(x)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return activate(F, x)

# %% closure-with-nonlocal-counts-the-calls-across-forwards
# inputs: [(2, 3)]
def make_schedule(start):
    step = 0

    def schedule():
        nonlocal step
        step += 1
        return start * 0.5 ** step

    return schedule


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = make_schedule(1.0)

    def hybrid_forward(self, F, x):
        return x * self.schedule()  # HYB503 # breaks: values

# %% configuration-that-a-call-changes
# inputs: [(2, 3)]
@dataclasses.dataclass
class Schedule:
    rate: float = 1.0
    decay: float = 0.5

    def step(self):
        self.rate *= self.decay
        return self.rate


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        rate = self.schedule.step()
        return self.d(x) * rate + x  # HYB503 # breaks: values

# %% counter-by-a-local-name
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        c = self.a
        c.step()
        return x * self.a.n  # HYB503 # breaks: values

# %% counter-by-getattr-with-a-default
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.calls = getattr(self, 'calls', 0) + 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-object-setattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        object.__setattr__(self, 'calls', self.calls + 1)
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-self-dict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__['calls'] = self.calls + 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-self-dict-augmented
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__['calls'] += 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-self-setattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__setattr__('calls', self.calls + 1)
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-setattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        setattr(self, 'calls', self.calls + 1)
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-super-setattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        super().__setattr__('calls', self.calls + 1)
        return x * self.calls  # HYB503 # breaks: values

# %% counter-by-vars-self
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        vars(self)['calls'] = self.calls + 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-in-a-dict-used
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x / self.stats["calls"]  # HYB503 # breaks: values

# %% counter-in-a-list: a counter in a list that an attribute holds
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0

    def __call__(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter()]

    def hybrid_forward(self, F, x):
        return x * self.counters[0]()  # HYB503 # breaks: values

# %% counter-in-a-list-used
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = [0]

    def hybrid_forward(self, F, x):
        self.steps[0] += 1
        return x * self.steps[0]  # HYB503 # breaks: values

# %% counter-in-a-try-that-does-not-fail
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        try:
            self.calls += 1
        except AttributeError:
            self.calls = 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-in-an-object-that-the-block-holds
# inputs: [(2, 3)]
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
        return x * self.holder.counter.n  # HYB503 # breaks: values

# %% counter-moved-by-a-helper
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def step(self):
        self.calls += 1
        return self.calls

    def hybrid_forward(self, F, x):
        return x * self.step()  # HYB503 # breaks: values

# %% counter-of-the-block-updated
# inputs: [(2, 3)]
from collections import Counter


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = Counter()

    def hybrid_forward(self, F, x):
        self.seen.update(['a'])
        return x * self.seen['a']  # HYB503 # breaks: values

# %% counter-of-the-class: a counter of the class
# inputs: [(2, 3)]
# call: (net(*xs), Net.calls)
# breaks: values
# needs: callers
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * 2

# %% counter-of-the-class-in-the-maths
# inputs: [(2, 3)]
# breaks: values
class Counted:
    calls = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        Counted.calls += 1
        return x * Counted.calls  # HYB503

# %% counter-of-the-class-reached-by-class
# inputs: [(2, 3)]
class Net(HybridBlock):
    calls = 1

    def hybrid_forward(self, F, x):
        self.__class__.calls += 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-of-the-module
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1
        return self.n


COUNTER = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * COUNTER.up()  # HYB503 # breaks: values

# %% counter-of-the-module-counts
# inputs: [(2, 3)]
# breaks: values
from collections import Counter
STATS = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['n']  # HYB503

# %% counter-on-the-class-used
# inputs: [(2, 3)]
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        Net.calls += 1
        return x * Net.calls  # HYB503 # breaks: values

# %% counter-that-a-function-of-init-closes-over
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        count = [0]
        def step():
            count[0] += 1
            return count[0]
        self.step = step

    def hybrid_forward(self, F, x):
        return x * self.step()  # HYB503

# %% counter-that-a-helper-gets
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def bump(self, c):
        c.n += 1

    def hybrid_forward(self, F, x):
        self.bump(self.a)
        return x * self.a.n  # HYB503 # breaks: values

# %% counter-that-an-attribute-holds
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter()

    def hybrid_forward(self, F, x):
        return x * self.counter.up()  # HYB503 # breaks: values

# %% counter-that-ends-as-another-number
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.level = 1

    def hybrid_forward(self, F, x):
        self.level += 2
        x = F.tanh(x) * self.level  # HYB503 # breaks: values
        self.level -= 1
        return x

# %% counter-that-matters-from-the-sixth-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x * (2 if self.calls > 5 else 1)  # HYB503

# %% counter-that-the-class-holds-by-its-type
# inputs: [(2, 3)]
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-that-the-class-holds-read-from-the-class
# inputs: [(2, 3)]
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * type(self).calls  # HYB503 # breaks: values

# %% counter-that-the-class-holds-read-from-the-instance
# inputs: [(2, 3)]
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        self.__class__.calls = self.calls + 1
        return x * self.calls  # HYB503 # breaks: values

# %% counter-that-the-first-call-makes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'calls'):
            self.calls = 0
        self.calls += 1
        return x * self.calls  # HYB503 # breaks: values

# %% counters-in-a-dict-one-stepped-and-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {'a': Counter(), 'b': Counter()}

    def hybrid_forward(self, F, x):
        self.counters['a'].step()
        return x * self.counters['a'].n  # HYB503 # breaks: values

# %% counters-in-a-list-each-stepped-one-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        for c in self.counters:
            c.step()
        return x * self.counters[1].n  # HYB503 # breaks: values

# %% counters-in-a-list-one-counted-and-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        return x * self.counters[0].n  # HYB503 # breaks: values

# %% counters-in-a-list-one-stepped-all-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        for c in self.counters:
            x = x * (c.n + 1)  # HYB503 # breaks: values
        return x

# %% defaultdict-of-the-module-counts
# inputs: [(2, 3)]
# breaks: values
from collections import defaultdict
STATS = defaultdict(int)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['n']  # HYB503

# %% deque-maxlen-2-of-numbers-its-length
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=2)

    def hybrid_forward(self, F, x):
        self.last.append(3)
        return x * len(self.last)  # HYB503 # breaks: values

# %% deque-of-numbers-that-grows-summed
# inputs: [(2, 3)]
# breaks: values
import collections


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.recent = collections.deque(maxlen=4)

    def hybrid_forward(self, F, x):
        self.recent.append(1.5)
        return x * sum(self.recent)  # HYB503

# %% deque-that-is-rotated-in-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque([1, 2])

    def hybrid_forward(self, F, x):
        self.last.rotate(1)
        return x * self.last[0]  # HYB503 # breaks: values

# %% deque-that-is-turned-at-each-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.queue = collections.deque([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        self.queue.rotate(1)
        return x * self.queue[0]  # HYB503 # breaks: values

# %% dict-entry-that-the-next-call-finds-otherwise
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'first': True}

    def hybrid_forward(self, F, x):
        y = x * 2 if self.stats['first'] else x * 3  # HYB503
        self.stats['first'] = False
        return y

# %% dict-of-the-block-counts-by-another-name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        stats = self.stats
        stats['n'] += 1
        return x * stats['n']  # HYB503

# %% dict-of-the-block-counts-key-from-the-block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'a': 0}
        self.k = 'a'

    def hybrid_forward(self, F, x):
        self.stats[self.k] += 1
        return x * self.stats['a']  # HYB503

# %% dict-updated-with-what-it-held
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        self.stats.update(n=self.stats['n'] + 1)
        return x * self.stats['n']  # HYB503

# %% entries-of-a-list-counted-in-a-loop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        for i in range(2):
            self.last[i] += 1
        return x * self.last[1]  # HYB503 # breaks: values

# %% entry-read-before-it-is-set-to-another
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        y = x * self.last[0]  # HYB503 # breaks: values
        self.last[0] = 3
        return y

# %% factor-that-grows-in-the-first-ten-calls-within-a-dict
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {'calls': 0}

    def hybrid_forward(self, F, x):
        self.state['calls'] = min(self.state['calls'] + 1, 10)
        return x * (1.0 if self.state['calls'] < 9 else 0.5)  # HYB503

# %% finally-restores-a-setting-the-state-stays-in-between
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        try:
            return x * (self.calls + 1)  # HYB503 # breaks: values
        finally:
            self.calls += 1

# %% first-call-does-a-warm-up
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warm = False

    def hybrid_forward(self, F, x):
        if not self.warm:  # HYB503
            self.warm = True
            return x * 0.1
        return F.relu(x)

# %% flag-turned-in-each-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.even = False

    def hybrid_forward(self, F, x):
        self.even = not self.even
        return x * 2 if self.even else x * 3  # HYB503

# %% forward-appends-to-a-list-hybrid_forward-measures-it
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = []
    def forward(self, x):
        self.calls.append(1)
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x * len(self.calls)  # HYB503

# %% forward-does-more-than-hybrid_forward: forward does more than hybrid_forward
# inputs: [(2, 3)]
# breaks: re-import
# needs: callers
class Net(HybridBlock):
    def forward(self, x):
        return super().forward(x) * 2

    def hybrid_forward(self, F, x):
        return F.relu(x)

# %% forward-keeps-the-batch-for-hybrid_forward
# inputs: [(2, 3)]
class Net(HybridBlock):
    def forward(self, x):
        self.batch = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x * self.batch  # HYB503 # breaks: other shapes

# %% forward-keeps-the-batch-hybrid_forward-multiplies-by-it
# inputs: [(2, 3)]
# breaks: other shapes
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.batch = 1
    def forward(self, x):
        self.batch = x.shape[0]
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x / self.batch  # HYB503

# %% forward-stores-x-shape-0
# inputs: [(2, 3)]
class Net(HybridBlock):
    def forward(self, x):
        self.n = x.shape[0]
        return super(Net, self).forward(x)
    def hybrid_forward(self, F, x):
        return x * self.n  # HYB503 # breaks: other shapes

# %% getattr-with-a-default-and-set-to-another
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, 'n', 1)
        self.n = 2
        return x * n  # HYB503 # breaks: values

# %% global-dict-counts-a-helpers
# inputs: [(2, 3)]
# breaks: values
STATS = {'n': 0}
def bump():
    STATS['n'] += 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        bump()
        return x * STATS['n']  # HYB503

# %% global-dict-get-and-put-back
# inputs: [(2, 3)]
# breaks: values
STATS = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] = STATS.get('n', 0) + 1
        return x * STATS['n']  # HYB503

# %% hasattr-self-done-as-the-first-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, 'done'):  # HYB503
            return x * 2
        self.done = True
        return x * 3

# %% helper-counts-an-entry-of-the-list-that-it-gets
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def bump(self, counts):
        counts[0] += 1

    def hybrid_forward(self, F, x):
        self.bump(self.last)
        return x * self.last[0]  # HYB503 # breaks: values

# %% helper-with-slots-keeps-a-frozen-number-between-forwards
# inputs: [(2, 3)]
class Momentum:
    __slots__ = ("value",)

    def __init__(self):
        self.value = 1.0

    def step(self):
        self.value *= 0.9
        return self.value


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.momentum = Momentum()

    def hybrid_forward(self, F, x):
        return x * self.momentum.step()  # HYB503 # breaks: values

# %% if-self-first-self-first-false
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        if self.first:  # HYB503
            self.first = False
            return x * 3
        return x * 2

# %% if-self-first-self-first-false-x-x-10
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = True

    def hybrid_forward(self, F, x):
        if self.first:  # HYB503
            self.first = False
            x = x * 10
        return x * 2

# %% largest-of-numbers-that-grow
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(self.factors[-1] * 2)
        return x * max(self.factors)  # HYB503

# %% length-of-a-list-in-a-dict-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"].append(1)
        return x * len(self.groups["a"])  # HYB503 # breaks: values

# %% length-of-a-list-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.log = []

    def hybrid_forward(self, F, x):
        self.log.append(1)
        return x * len(self.log)  # HYB503 # breaks: values

# %% list-as-a-default-argument
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def note(self, k, seen=[]):  # noqa: B006
        seen.append(k)
        return len(seen)

    def hybrid_forward(self, F, x):
        return x * self.note(2)  # HYB503

# %% list-in-a-dict-which-grows-and-is-measured
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {'a': [], 'b': []}

    def hybrid_forward(self, F, x):
        self.seen['a'].append(1)
        return x * len(self.seen['a'])  # HYB503 # breaks: values

# %% list-in-an-object-in-a-list-which-grows-and-is-measured
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].seen.append(1)
        return x * len(self.counters[0].seen)  # HYB503 # breaks: values

# %% list-in-an-object-which-grows-and-is-measured
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.c = Counter()

    def hybrid_forward(self, F, x):
        self.c.seen.append(1)
        return x * len(self.c.seen)  # HYB503 # breaks: values

# %% list-kept-in-a-default-argument
# inputs: [(2, 3)]
class Net(HybridBlock):
    def scale(self, memo=[1.0]):
        memo.append(memo[-1] * 0.5)
        return memo[-1]

    def hybrid_forward(self, F, x):
        return x * self.scale()  # HYB503 # breaks: values

# %% list-made-by-0-2-in-init-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0] * 2

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * self.counts[0]  # HYB503 # breaks: values

# %% list-made-by-a-b-in-init-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0, 1] + [2]

    def hybrid_forward(self, F, x):
        self.counts[2] += 1
        return x * self.counts[2]  # HYB503 # breaks: values

# %% list-made-by-a-comprehension-in-init-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0 for _ in range(2)]

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * self.counts[0]  # HYB503 # breaks: values

# %% list-of-lists-of-numbers-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1], [2, 3]]

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[0][1]  # HYB503 # breaks: values

# %% list-of-numbers-reversed-in-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.reverse()
        return x * self.sizes[0]  # HYB503 # breaks: values

# %% list-of-numbers-that-grows-gone-through
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(2.0)
        for factor in self.factors:  # HYB503
            x = x * factor  # HYB503
        return x

# %% list-of-one-list-twice-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1]] * 2

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[1][1]  # HYB503 # breaks: values

# %% list-of-the-block-changed-under-another-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []

    def hybrid_forward(self, F, x):
        seen = self.seen
        seen.append(1)
        return x * len(self.seen)  # HYB503 # breaks: values

# %% list-under-a-local-name-an-entry-counted
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        last = self.last
        last[0] += 1
        return x * self.last[0]  # HYB503 # breaks: values

# %% loop-as-often-as-the-block-was-called
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0

    def hybrid_forward(self, F, x):
        self.n += 1
        for _ in range(self.n):  # HYB503
            x = F.tanh(x)
        return x

# %% loop-over-a-list-that-grows-with-every-call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = []

    def hybrid_forward(self, F, x):
        self.ks.append(1)
        for _ in self.ks:  # HYB503
            x = F.tanh(x)
        return x

# %% module-counter-dict
# inputs: [(2, 3)]
# breaks: values
STATE = {'n': 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE['n'] += 1
        return x * STATE['n']  # HYB503

# %% module-list-that-grows-with-each-forward
# inputs: [(2, 3)]
HISTORY = []


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        HISTORY.append(1)
        if len(HISTORY) % 2:  # HYB503 # breaks: values
            return x * 2
        return x * 3

# %% ndarray-on-self-that-counts-read-as-a-number
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n += 1
        return x * self.n.asscalar()  # HYB503

# %% number-in-a-dict-of-a-dict-of-the-block-raised-through-a-name
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = {"scale": 2, "nested": {"n": 0}}

    def hybrid_forward(self, F, x):
        nested = self.config["nested"]
        nested["n"] = nested["n"] + 1
        return x * nested["n"]  # HYB503 # breaks: values

# %% number-in-a-dict-of-the-module
# inputs: [(2, 3)]
STATE = {"step": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE["step"] += 1
        return x * STATE["step"]  # HYB503 # breaks: values

# %% number-in-a-dict-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = {"a": 0}

    def hybrid_forward(self, F, x):
        self.counts["a"] += 1
        return x * self.counts["a"]  # HYB503 # breaks: values

# %% number-in-a-dict-that-is-counted-up
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x * self.stats["calls"]  # HYB503

# %% number-in-a-list-of-lists
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rows = [[0, 0], [0, 0]]

    def hybrid_forward(self, F, x):
        self.rows[0][1] += 1
        return x * self.rows[0][1]  # HYB503 # breaks: values

# %% number-in-a-list-that-grows
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0, 0]

    def hybrid_forward(self, F, x):
        self.counts[1] += 1
        return x * self.counts[1]  # HYB503 # breaks: values

# %% number-inserted-into-a-list-in-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.insert(0, len(self.sizes))
        return x * self.sizes[0]  # HYB503 # breaks: values

# %% number-of-calls-weights-the-result
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return x / self.calls  # HYB503 # breaks: values

# %% number-of-the-module-raised-in-two-statements-of-a-function
# inputs: [(2, 3)]
STEP = 0


def advance():
    global STEP
    step = STEP + 1
    STEP = step
    return step


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * advance()  # HYB503 # breaks: values

# %% number-of-the-module-that-is-read-then-set
# inputs: [(2, 3)]
SCALE = 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        global SCALE
        y = x * SCALE  # HYB503 # breaks: values
        SCALE = 3
        return y

# %% number-popped-from-a-dict-of-the-block-and-put-back-raised
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {}

    def hybrid_forward(self, F, x):
        a = self.state.pop("a", 0)
        self.state["a"] = a + 1
        return x * self.state["a"]  # HYB503 # breaks: values

# %% number-read-from-a-dict-of-the-block-and-put-back-raised
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {"n": 0}

    def hybrid_forward(self, F, x):
        n = self.state["n"]
        self.state["n"] = n + 1
        return x * n  # HYB503 # breaks: values

# %% number-taken-from-a-dict-of-the-block-or-1-and-put-back-raised
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {}

    def hybrid_forward(self, F, x):
        a = self.state.get("a", 1)
        self.state["a"] = a + 1
        return x * a  # HYB503 # breaks: values

# %% number-taken-off-a-list
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [float(k) for k in range(20)]

    def hybrid_forward(self, F, x):
        return x * self.scales.pop()  # HYB503 # breaks: values

# %% number-that-decays
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rate = 1.0

    def hybrid_forward(self, F, x):
        self.rate *= 0.9
        return x * self.rate  # HYB503 # breaks: values

# %% numbers-gathered-in-a-list-never-emptied
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.numbers = []

    def hybrid_forward(self, F, x):
        self.numbers.append(2)
        return x * len(self.numbers)  # HYB503

# %% object-in-a-dict-counts
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {"train": Counter(), "test": Counter()}

    def hybrid_forward(self, F, x):
        self.counters["train"].n += 1
        return x * self.counters["train"].n  # HYB503 # breaks: values

# %% object-in-an-object-counted
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


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
        return x * self.a.inner.n  # HYB503 # breaks: values

# %% object-is-replaced-by-one-made-of-it
# inputs: [(2, 3)]
class Counter:
    def __init__(self, n):
        self.n = n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counter = Counter(0)

    def hybrid_forward(self, F, x):
        self.counter = Counter(self.counter.n + 1)
        return x * self.counter.n  # HYB503 # breaks: values

# %% object-of-the-module-counted
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


COUNTER = Counter()


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        COUNTER.step()
        return x * COUNTER.n  # HYB503 # breaks: values

# %% object-of-the-module-counts-by-its-method
# inputs: [(2, 3)]
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
        return x * CALLS.n  # HYB503 # breaks: values

# %% object-that-counts-changed-by-a-function-of-the-file
# inputs: [(2, 3)]
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
        return x * self.counter.n  # HYB503 # breaks: values

# %% object-that-counts-under-a-local-name
# inputs: [(2, 3)]
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
        return x * self.counter.n  # HYB503 # breaks: values

# %% of-objects-in-a-list-one-counts
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].n += 1
        return x * self.counters[0].n  # HYB503 # breaks: values

# %% of-two-objects-of-a-class-the-one-that-counts-is-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls, self.scale = Counter(), Counter()

    def hybrid_forward(self, F, x):
        self.calls.n += 1
        return x * self.calls.n + self.scale.n  # HYB503 # breaks: values

# %% one-counter-under-two-names
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = self.a

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * self.b.n  # HYB503 # breaks: values

# %% pair-of-numbers-put-back-with-others
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = (0, 1)

    def hybrid_forward(self, F, x):
        a, b = self.pair
        self.pair = (b, a + b)
        return x * b  # HYB503 # breaks: values

# %% parent-that-counts-up-a-number-of-its-child
# inputs: [(2, 3)]
# breaks: values
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.by = 1.0

    def hybrid_forward(self, F, x):
        return x * self.by  # HYB503


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        self.s.by = self.s.by + 1
        return self.s(x)

# %% parent-that-switches-its-child
# inputs: [(2, 3)]
# breaks: values
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.on = False

    def hybrid_forward(self, F, x):
        return x * 2 if self.on else x * 3  # HYB503


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        y = self.s(x)
        self.s.on = not self.s.on
        return y

# %% property-setter-counts
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._step = 0

    @property
    def step(self):
        return self._step

    @step.setter
    def step(self, value):
        self._step = value

    def hybrid_forward(self, F, x):
        self.step = self.step + 1
        return x * self.step  # HYB503

# %% property-that-counts
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._calls = 0

    @property
    def temperature(self):
        self._calls += 1
        return max(0.1, 1.0 - 0.2 * self._calls)

    def hybrid_forward(self, F, x):
        return F.softmax(x / self.temperature)  # HYB503 # breaks: values

# %% random-number-put-into-a-list-and-read-in-the-next-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1]

    def hybrid_forward(self, F, x):
        y = x * self.last[0]  # HYB503 # breaks: values
        self.last[0] = random.random()
        return y

# %% return-x-self-l-pop
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.l = [5, 4, 3, 2, 1, 7, 8, 9, 4, 5, 6]

    def hybrid_forward(self, F, x):
        return x * self.l.pop()  # HYB503

# %% rows-that-the-body-of-a-loop-collects
# inputs: [(5, 3), (3,)]
# breaks: execution
class Net(HybridBlock):
    def hybrid_forward(self, F, x, s):
        seen = []
        def body(d, st):
            seen.append(d * 2)
            return d + st[0], [st[0] * 1]
        out, last = F.contrib.foreach(body, x, [s])
        return out, F.add_n(*seen)  # HYB503

# %% same-by-dict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if 'done' not in self.__dict__:  # HYB503 # breaks: values
            self.done = True
            return x * 3
        return x * 2

# %% same-by-slice
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n[:] = self.n + 1
        return x * float(self.n.asnumpy()[0])  # HYB503

# %% same-of-a-dict-of-the-module
# inputs: [(2, 3)]
STATE = {"n": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = STATE["n"] + 1
        STATE["n"] = n
        return x * n  # HYB503 # breaks: values

# %% same-with-nonlocal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        n = 0
        def step():
            nonlocal n
            n += 1
            return n
        self.step = step

    def hybrid_forward(self, F, x):
        return x * self.step()  # HYB503

# %% schedule-that-another-object-keeps
# inputs: [(2, 3)]
class Schedule:
    def __init__(self):
        self.step = 0

    def next(self):
        self.step += 1
        return 1.0 / self.step


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()

    def hybrid_forward(self, F, x):
        return x * self.schedule.next()  # HYB503 # breaks: values

# %% self-a-self-b-self-b-self-a
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a, self.b = 1, 2

    def hybrid_forward(self, F, x):
        self.a, self.b = self.b, self.a
        return x * self.a  # HYB503

# %% self-b-1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.b += 1
        return x * float(self.b[0])  # HYB503

# %% self-b-np-roll-self-b-1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.array([1., 2., 3.])

    def hybrid_forward(self, F, x):
        self.b = np.roll(self.b, 1)
        return x * float(self.b[0])  # HYB503

# %% self-b-self-b-1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.b = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.b[:] = self.b + 1
        return x * float(self.b[0])  # HYB503

# %% self-buf-0-1-numpy-buffer-in-the-maths
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.buf[0] += 1
        return x * float(self.buf[0])  # HYB503

# %% self-dict-update-of-a-counter
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.__dict__.update(calls=self.calls + 1)
        return x * self.calls  # HYB503 # breaks: values

# %% self-ks-pop
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.ks = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]

    def hybrid_forward(self, F, x):
        return x * self.ks.pop()  # HYB503 # breaks: values

# %% self-s-n-1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.s = {"n": 0}

    def hybrid_forward(self, F, x):
        self.s["n"] += 1
        return x * self.s["n"]  # HYB503

# %% self-step-1-anneal
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.step = 0

    def hybrid_forward(self, F, x):
        self.step += 1
        return x * (0.5 ** self.step)  # HYB503

# %% setter-of-a-base-class-counts
# inputs: [(2, 3)]
# breaks: values
class Counted(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._count = 0

    @property
    def count(self):
        return self._count

    @count.setter
    def count(self, value):
        self._count = value


class Net(Counted):
    def hybrid_forward(self, F, x):
        self.count += 1
        return x * self.count  # HYB503

# %% simplenamespace-counts
# inputs: [(2, 3)]


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = types.SimpleNamespace(step=0, scale=2.0)

    def hybrid_forward(self, F, x):
        state = self.state
        state.step += 1
        return x * state.step  # HYB503 # breaks: values

# %% something-done-at-the-first-call-only
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ready = False

    def hybrid_forward(self, F, x):
        if not self.ready:  # HYB503
            self.ready = True
            return x * 2
        return x * 3

# %% state-machine-that-goes-on-from-call-to-call
# inputs: [(2, 3)]
# breaks: values
class Machine:
    ORDER = {"warm": "run", "run": "cool", "cool": "warm"}

    def __init__(self):
        self.state = "warm"

    def advance(self):
        self.state = self.ORDER[self.state]
        return self.state


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.machine = Machine()

    def hybrid_forward(self, F, x):
        state = self.machine.advance()
        if state == "run":  # HYB503
            return x * 2
        if state == "cool":  # HYB503
            return x * 0.5
        return x * 1

# %% temperature-that-falls-with-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, start=2.0, decay=0.9, **kwargs):
        super().__init__(**kwargs)
        self.temperature = start
        self.decay = decay

    def hybrid_forward(self, F, x):
        y = F.softmax(x / self.temperature)  # HYB503 # breaks: values
        self.temperature = max(0.5, self.temperature * self.decay)
        return y

# %% two-counters-both-counted-one-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        self.b.step()
        return x * self.b.n  # HYB503 # breaks: values

# %% two-counters-the-counted-one-read
# inputs: [(2, 3)]
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * (self.a.n + self.b.n)  # HYB503 # breaks: values

# %% two-entries-of-a-list-exchanged-in-every-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last[0], self.last[1] = self.last[1], self.last[0]
        return x * self.last[0]  # HYB503 # breaks: values

# %% two-numbers-of-a-list-swapped
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = [0, 1]

    def hybrid_forward(self, F, x):
        self.pair[0], self.pair[1] = self.pair[1], self.pair[0]
        return x * self.pair[0]  # HYB503 # breaks: values

# %% update-of-a-dict-of-the-module-with-what-was-in-it
# inputs: [(2, 3)]
STATE = {"n": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE.update(n=STATE["n"] + 1)
        return x * STATE["n"]  # HYB503 # breaks: values

# %% warm-up-that-counts-the-calls-in-a-dictionary
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 0, "warmup": warmup}

    def _factor(self):
        self.state["step"] += 1
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()  # HYB503 # breaks: values

# %% what-is-popped-is-put-in-front
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last.insert(0, self.last.pop())
        return x * self.last[0]  # HYB503 # breaks: values

# %% what-the-first-call-does-told-by-hasattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'done'):  # HYB503 # breaks: values
            self.done = True
            return x * 3
        return x * 2

# %% array-kept-on-self-is-written
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = mx.nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.k += 1
        return x * 2

# %% call-counts-what-nothing-reads
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def __call__(self, *args):
        self.n += 1
        return super().__call__(*args)
    def hybrid_forward(self, F, x):
        return x * 2

# %% calls-are-counted-for-whoever-reads-the-count
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return F.relu(x)

# %% child-that-the-first-forward-makes
# inputs: [(2, 6)]
# archive
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.first = nn.Dense(4)

    def forward(self, x):
        if 'second' not in self._children:
            self.second = nn.Dense(3)
            self.second.initialize()
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.second(self.first(x))

# %% child-that-the-first-forward-makes-where-the-attribute-is-none
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.second = None

    def forward(self, x):
        if self.second is None and x is not None:
            self.second = nn.Dense(3)
            self.second.initialize()
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.second(x)

# %% child-that-the-first-forward-makes-and-a-flag
# inputs: [(2, 6)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.complete = False

    def forward(self, x):
        if not self.complete:
            self.second = nn.Dense(3)
            self.second.initialize()
            self.complete = True
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return self.second(x)

# %% number-of-rows-that-forward-sets-whenever-it-changes
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rows = None

    def forward(self, x):
        if self.rows != x.shape[0]:
            self.rows = x.shape[0]
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x * self.rows  # HYB503 # breaks: other shapes

# %% class-as-a-decorator-that-calls-the-helper-twice
# inputs: [(2, 3)]
# clean
class Twice:
    def __init__(self, function):
        self.function = function
        self.times = 2

    def __call__(self, F, x):
        for _ in range(self.times):
            x = self.function(F, x)
        return x


@Twice
def activate(F, x):
    return F.relu(x) + 1


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return activate(F, x)

# %% class-attribute-read-through-the-type
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    gain = 3

    def hybrid_forward(self, F, x):
        return x * type(self).gain + self.__class__.gain

# %% class-is-given-the-same-value-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    scale = 1

    def hybrid_forward(self, F, x):
        type(self).scale = 2
        return x * self.scale

# %% constant-put-into-a-dict-of-the-module-once
# inputs: [(2, 3)]
# clean
STATE = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "n" not in STATE:
            STATE["n"] = 3
        return x * STATE["n"]

# %% constant-returned-untouched
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k = self.params.get_constant("k", [[1., 2., 3.]])

    def hybrid_forward(self, F, x, k):
        return F.broadcast_mul(x, k), k

# %% copy-of-a-configuration-is-changed
# inputs: [(2, 3)]
# clean
@dataclasses.dataclass
class Schedule:
    rate: float = 1.0
    decay: float = 0.5


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.schedule = Schedule()
        self.d = nn.Dense(3, in_units=3)

    def hybrid_forward(self, F, x):
        schedule = dataclasses.replace(self.schedule)
        for _ in range(3):
            x = self.d(x) * schedule.rate + x
            schedule.rate = schedule.rate * schedule.decay
        return x

# %% copy-of-an-object-counts
# inputs: [(2, 3)]
# clean


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

# %% copy-of-the-list-an-entry-counted
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 0]

    def hybrid_forward(self, F, x):
        last = list(self.last)
        last[0] += 1
        return x * (self.last[0] + last[0])

# %% counter-of-the-class-that-nothing-of-the-block-reads
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * 2

# %% counter-that-ends-as-it-began
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.level = 1

    def hybrid_forward(self, F, x):
        for _ in range(3):
            x = F.tanh(x) * self.level
            self.level *= 2
        self.level = 1
        return x

# %% counter-that-only-names-operators
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        self.calls += 1
        return F.relu(x, name="act%d" % self.calls)

# %% counters-in-a-dict-one-stepped-the-other-read
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = {'a': Counter(), 'b': Counter()}

    def hybrid_forward(self, F, x):
        self.counters['a'].step()
        return x * (self.counters['b'].n + 1)

# %% counters-in-a-list-one-counted-the-other-read
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].step()
        return x * (self.counters[1].n + 1)

# %% counters-in-a-list-stepped-none-read
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        for c in self.counters:
            c.step()
        return x * 2

# %% deque-maxlen-1-of-a-number-its-length
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = collections.deque(maxlen=1)

    def hybrid_forward(self, F, x):
        self.last.append(3)
        return x * len(self.last)

# %% dict-of-the-block-counts-another-key-is-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0, 'scale': 2}

    def hybrid_forward(self, F, x):
        self.stats['n'] += 1
        return x * self.stats['scale']

# %% dict-of-the-block-set-to-the-same-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.stats = {'n': 0}

    def hybrid_forward(self, F, x):
        self.stats['n'] = 5
        return x * self.stats['n']

# %% entries-of-a-list-set-in-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [0, 0]

    def hybrid_forward(self, F, x):
        for i in range(2):
            self.last[i] = i + 2
        return x * self.last[1]

# %% entry-of-a-dict-changed-and-put-back
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {"n": 3}

    def hybrid_forward(self, F, x):
        old = self.state["n"]
        self.state["n"] = 1
        y = x * self.state["n"]
        self.state["n"] = old
        return y

# %% entry-of-a-dict-computed-from-another-that-stays
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0, "m": 2}

    def hybrid_forward(self, F, x):
        self.cache["n"] = self.cache["m"] * 2
        return x * self.cache["n"]

# %% entry-of-a-dict-that-every-call-sets-to-0-and-raises
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0}

    def hybrid_forward(self, F, x):
        self.cache["n"] = 0
        self.cache["n"] += 2
        return x * self.cache["n"]

# %% entry-set-to-the-same-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        self.last[0] = 3
        return x * self.last[0]

# %% entry-that-every-call-sets-to-the-same-number
# inputs: [(2, 3)]
# clean
STATE = {"n": 2, "m": 3}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE["n"] = 3
        return x * STATE["n"] * STATE["m"]

# %% factor-that-is-computed-of-a-dictionary
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, warmup=4, **kwargs):
        super().__init__(**kwargs)
        self.dense = nn.Dense(3)
        self.state = {"step": 1, "warmup": warmup}

    def _factor(self):
        return min(1.0, self.state["step"] / self.state["warmup"])

    def hybrid_forward(self, F, x):
        return self.dense(x) * self._factor()

# %% field-changes-and-another-one-is-read
# inputs: [(2, 3)]
# clean
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

# %% forward-keeps-the-rank-for-hybrid_forward
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def forward(self, x):
        self.rank = x.ndim
        return super().forward(x)

    def hybrid_forward(self, F, x):
        return x * self.rank

# %% forward-sets-the-same-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = 0
    def forward(self, x):
        self.n = 3
        return super().forward(x)
    def hybrid_forward(self, F, x):
        return x * self.n

# %% getattr-with-a-default-and-set-to-the-same
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = getattr(self, 'n', 2)
        self.n = 2
        return x * n

# %% global-dict-counts-another-key-is-read
# inputs: [(2, 3)]
# clean
STATS = {'n': 0, 'scale': 2}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATS['n'] += 1
        return x * STATS['scale']

# %% hasattr-of-what-init-puts-there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = 2

    def hybrid_forward(self, F, x):
        if hasattr(self, 'scale'):
            return x * self.scale
        return x

# %% hasattr-of-what-nobody-puts-there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, 'scale'):
            return x * 3
        return x * 2

# %% hasattr-of-what-the-same-call-has-put-there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.scale = 2
        if hasattr(self, 'scale'):
            return x * 3
        return x * 2

# %% helper-with-slots-made-anew-in-each-forward
# inputs: [(2, 3)]
# clean
class Momentum:
    __slots__ = ("value",)

    def __init__(self):
        self.value = 1.0

    def step(self):
        self.value *= 0.9
        return self.value


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        momentum = Momentum()
        for _ in range(3):
            x = F.tanh(x) * momentum.step()
        return x

# %% if-not-self-built-self-built-true
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.built = False

    def hybrid_forward(self, F, x):
        if not self.built:
            self.built = True
        return x * 2

# %% list-in-a-dict-grows-another-is-measured
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = {'a': [], 'b': []}

    def hybrid_forward(self, F, x):
        self.seen['a'].append(1)
        return x * (len(self.seen['b']) + 1)

# %% list-in-an-object-grows-that-of-another-is-measured
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counters = [Counter(), Counter()]

    def hybrid_forward(self, F, x):
        self.counters[0].seen.append(1)
        return x * (len(self.counters[1].seen) + 1)

# %% list-of-lists-of-numbers-another-entry-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.grid = [[0, 1], [2, 3]]

    def hybrid_forward(self, F, x):
        self.grid[0][1] += 1
        return x * self.grid[1][0]

# %% list-of-numbers-not-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.log = []

    def hybrid_forward(self, F, x):
        self.log.append(1)
        return x * 2

# %% list-of-numbers-reversed-and-put-back
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.reverse()
        y = x * self.sizes[0]
        self.sizes.reverse()
        return y

# %% list-of-numbers-sorted-in-the-body
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.sizes = [3, 2]

    def hybrid_forward(self, F, x):
        self.sizes.sort()
        return x * self.sizes[0]

# %% list-of-numbers-that-grows-beside-one-that-does-not
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.factors = [1.0]

    def hybrid_forward(self, F, x):
        self.factors.append(2.0)
        for factor in (1.0, 2.0):
            x = x * factor
        return x

# %% list-with-a-tensor-that-every-call-puts-into-a-dict
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"] = [x]
        return self.groups["a"][0] * 2

# %% loop-over-a-list-that-every-call-makes-anew
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = []

    def hybrid_forward(self, F, x):
        self.ks = [1]
        self.ks.append(2)
        for _ in self.ks:
            x = F.tanh(x)
        return x

# %% loop-over-a-shuffled-list-whose-elements-nothing-uses
# inputs: [(2, 3)]
# clean
import random


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        ks = [1, 2, 3]
        random.shuffle(ks)
        for _ in ks:
            x = F.tanh(x)
        return x

# %% loop-over-the-numbers-of-a-configuration
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.ks = [1, 2, 3]

    def hybrid_forward(self, F, x):
        for _ in self.ks:
            x = F.tanh(x)
        return x

# %% hasattr-of-what-the-call-has-set
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        before = getattr(self, "calls", 0)
        self.calls = 1
        return x * 2 if hasattr(self, "calls") else x * 3

# %% lru_cache-around-a-counter
# inputs: [(2, 3)]
# clean
CALLS = []


@functools.lru_cache()
def count():
    CALLS.append(1)
    return len(CALLS)


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * count()

# %% ndarray-on-self-set-to-the-same-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n[:] = 3
        return x * self.n.asscalar()

# %% ndarray-on-self-that-counts-and-nothing-reads-it
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = nd.zeros((1,))

    def hybrid_forward(self, F, x):
        self.n += 1
        return x * 2

# %% none-as-a-default-argument
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def note(self, k, seen=None):
        seen = [] if seen is None else seen
        seen.append(k)
        return len(seen)

    def hybrid_forward(self, F, x):
        return x * self.note(2)

# %% number-in-a-dict-that-is-counted-up-and-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.stats = {"calls": 0}

    def hybrid_forward(self, F, x):
        self.stats["calls"] += 1
        return x * 2

# %% number-of-the-module-that-the-first-call-sets
# inputs: [(2, 3)]
# clean
SCALE = None


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        global SCALE
        if SCALE is None:
            SCALE = 3
        return x * SCALE

# %% number-that-a-function-of-init-closes-over
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        n = 3
        self.step = lambda: n

    def hybrid_forward(self, F, x):
        return x * self.step()

# %% number-that-the-first-call-puts-there
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'scale'):
            self.scale = 2
        return x * self.scale

# %% numbers-gathered-in-a-list-emptied-first
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.numbers = []

    def hybrid_forward(self, F, x):
        self.numbers.clear()
        self.numbers.append(2)
        return x * len(self.numbers)

# %% object-in-an-object-is-counted-another-one-read
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


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

# %% object-that-each-call-makes-anew
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()

    def hybrid_forward(self, F, x):
        self.a = Counter()
        self.a.step()
        return x * self.a.n

# %% object-that-each-call-makes-anew-and-keeps
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        self.counter = Counter()
        self.counter.n += 1
        return x * self.counter.n

# %% object-that-each-call-makes-counts
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self):
        self.n = 0


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        counter = Counter()
        for _ in range(3):
            counter.n += 1
        return x * counter.n

# %% objects-of-two-classes-with-one-field-name
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


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

# %% of-two-objects-of-a-class-one-counts
# inputs: [(2, 3)]
# clean
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

# %% other-counter-of-such-an-object-is-read
# inputs: [(2, 3)]
# clean
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

# %% other-of-the-objects-of-a-list-is-read
# inputs: [(2, 3)]
# clean
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

# %% parent-that-sets-a-number-of-its-child
# inputs: [(2, 3)]
# clean
class Scaled(HybridBlock):
    def __init__(self, **kwargs):
        super(Scaled, self).__init__(**kwargs)
        self.by = 1.0

    def hybrid_forward(self, F, x):
        return x * self.by


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.s = Scaled()

    def hybrid_forward(self, F, x):
        self.s.by = 3.0
        return self.s(x)

# %% random-number-put-into-a-list-another-entry-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 2]

    def hybrid_forward(self, F, x):
        y = x * self.last[1]
        self.last[0] = random.random()
        return y

# %% same-by-update-and-in-a-loop
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0}

    def hybrid_forward(self, F, x):
        self.cache.update(n=0)
        for _ in range(3):
            self.cache["n"] += 2
        return x * self.cache["n"]

# %% same-the-other-entry-read
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0] * 2

    def hybrid_forward(self, F, x):
        self.counts[0] += 1
        return x * (self.counts[1] + 2)

# %% self-buf-0-1-numpy-buffer-unused
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.buf = np.zeros(2)

    def hybrid_forward(self, F, x):
        self.buf[0] += 1
        return x * 2

# %% shape-in-init-of-an-nd-constant
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.n = nd.ones((2, 3)).shape[1]

    def hybrid_forward(self, F, x):
        return x * self.n

# %% slice-of-the-list-an-entry-counted
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [1, 0]

    def hybrid_forward(self, F, x):
        last = self.last[:]
        last[0] += 1
        return x * (self.last[0] + last[0])

# %% something-that-is-said-once
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'said'):
            print('hello')
            self.said = True
        return x * 2

# %% two-counters-one-counted-by-hand
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.n += 1
        return x * (self.b.n + 1)

# %% two-counters-one-counted-the-other-read
# inputs: [(2, 3)]
# clean
class Counter:
    def __init__(self, start=0):
        self.n = start
        self.seen = []

    def step(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = Counter()
        self.b = Counter()

    def hybrid_forward(self, F, x):
        self.a.step()
        return x * (self.b.n + 1)

# %% two-states-the-one-that-is-not-filled-is-read-before
# inputs: [(2, 3)]
# clean
class State:
    def __init__(self):
        self.h = None


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.a = State()
        self.b = State()

    def hybrid_forward(self, F, x):
        y = x * 1 if self.b.h is None else x * self.b.h
        self.a.h = x * 2
        return y

# %% two-tensors-put-into-the-two-places-of-a-list
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [None, None]

    def hybrid_forward(self, F, x):
        self.last[0] = x
        self.last[1] = x * 2
        return self.last[0] + self.last[1]

# %% what-a-try-sets-anew-in-every-call
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            self.scale = 2
        except AttributeError:
            self.scale = 3
        return x * self.scale

# %% counter-of-the-class-by-getattr
# inputs: [(2, 3)]
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        Net.calls = getattr(Net, "calls", 0) + 1
        return x * Net.calls  # HYB503 # breaks: values

# %% none-that-the-first-call-replaces
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        if self.seen is None:  # HYB503
            self.seen = 1
        else:
            x = x * 2
        return x * 3

# %% none-or-zero-and-one-more
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        self.seen = (self.seen or 0) + 1
        return x * self.seen  # HYB503 # breaks: values

# %% none-or-a-number-that-stays
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        self.seen = self.seen or 4
        return x * self.seen

# %% none-filled-by-the-first-call-in-two-names
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = None

    def hybrid_forward(self, F, x):
        seen = self.seen
        if seen is None:
            seen = self.seen = 4
        return x * seen

# %% counter-selects-the-entry-of-a-dict
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = []

    def hybrid_forward(self, F, x):
        self.calls.append(1)
        return {0: x * 2, 1: x * 5}[len(self.calls) % 2] + 1  # HYB503 # breaks: values

# %% memo-of-a-number-of-the-constructor-through-a-name
# inputs: [(2, 3)]
# ctor: {"n": 2}
# clean
class Net(HybridBlock):
    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n, self.k = n, None

    def hybrid_forward(self, F, x):
        k = self.k
        if k is None:
            k = self.k = self.n * 2
        return x * k

# %% memo-of-a-literal-whose-earlier-value-is-not-used
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        scale = self.scale
        if scale is None:
            self.scale = 2.0
        return x * self.scale

# %% counter-that-is-none-before-the-first-call
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.n = None

    def hybrid_forward(self, F, x):
        if self.n is None:
            self.n = 0
        self.n += 1
        return x * self.n  # HYB503 # breaks: values

# %% entry-of-a-dict-in-a-closure
# inputs: [(2, 3)]
def counted():
    state = {'calls': 0}

    def add(x):
        state['calls'] += 1
        return x + state['calls']  # HYB503 # breaks: values

    return add


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add = counted()

    def hybrid_forward(self, F, x):
        return self.add(x)

# %% entry-of-a-dict-in-a-closure-set-anew
# inputs: [(2, 3)]
# clean
def counted():
    state = {'calls': 0}

    def add(x):
        state['calls'] = 5
        return x + state['calls']

    return add


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.add = counted()

    def hybrid_forward(self, F, x):
        return self.add(x)

# %% counts-in-a-try-that-begins-with-a-missing-attribute
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            self.calls += 1
        except AttributeError:
            self.calls = 1
        return x * 0.9 ** self.calls  # HYB503

# %% counts-from-a-name-that-a-try-reads
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            n = self.n
        except AttributeError:
            n = 1
        self.n = n + 1
        return x + n  # HYB503

# %% counts-after-hasattr
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, 'n'):
            self.n = 0
        self.n += 1
        return F.softmax(x / self.n)  # HYB503

# %% counts-from-none-in-one-expression
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.step = None

    def hybrid_forward(self, F, x):
        self.step = 1 if self.step is None else self.step + 1
        return x * self.step  # HYB503

# %% counts-in-a-dict-of-defaults
# inputs: [(2, 3)]
# breaks: values
DEFAULTS = {'decay': 0.9, 'step': 0}


class Net(HybridBlock):
    def __init__(self, **cfg):
        super().__init__()
        self.cfg = dict(DEFAULTS, **cfg)

    def hybrid_forward(self, F, x):
        self.cfg['step'] += 1
        return x * self.cfg['decay'] ** self.cfg['step']  # HYB503

# %% next-of-an-object-that-counts
# inputs: [(2, 3)]
# breaks: values
class Steps:
    def __init__(self):
        self.n = 0

    def __next__(self):
        self.n += 1
        return self.n


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.steps = Steps()

    def hybrid_forward(self, F, x):
        return x / next(self.steps)  # HYB503

# %% repeats-a-list-as-often-as-it-was-called
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = []

    def hybrid_forward(self, F, x):
        self.calls.append(1)
        return F.concat(*([x] * len(self.calls)), dim=0).sum()  # HYB503

# %% constant-that-a-try-keeps
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def hybrid_forward(self, F, x):
        try:
            scale = self.scale
        except AttributeError:
            scale = self.scale = self.units ** -0.5
        return x * scale

# %% constant-that-hasattr-keeps
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, 'scale'):
            scale = self.scale
        else:
            scale = self.scale = 3
        return x * scale

# %% calls-counted-in-a-try-for-nothing
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            self.calls += 1
        except AttributeError:
            self.calls = 1
        return x * 2

# %% number-kept-by-a-conditional-expression
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, width=2.0, **kwargs):
        super().__init__(**kwargs)
        self.width = width
        self.scale = None

    def hybrid_forward(self, F, x):
        self.scale = self.width ** -0.5 if self.scale is None else self.scale
        return x * self.scale

# %% number-changed-by-a-conditional-expression
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, width=2.0, **kwargs):
        super().__init__(**kwargs)
        self.width = width
        self.scale = None

    def hybrid_forward(self, F, x):
        self.scale = self.width if self.scale is None else self.scale * 2  # HYB503
        return x * self.scale  # HYB503 # breaks: values

# %% temperature-annealed-in-training
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self):
        super().__init__()
        self.temperature = 1.0

    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            self.temperature = max(self.temperature * 0.9, 0.1)
        return F.softmax(x / self.temperature)  # HYB503 # breaks: modes

# %% greatest-of-what-is-there-and-a-number
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = 0

    def hybrid_forward(self, F, x):
        self.seen = max(self.seen, 2)
        return x + self.seen

# %% greatest-of-what-is-there-and-a-number-read-before
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = 0

    def hybrid_forward(self, F, x):
        y = x + self.seen  # HYB503 # breaks: values
        self.seen = max(self.seen, 2)
        return y

# %% number-put-between-two-bounds
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.limit = 5

    def hybrid_forward(self, F, x):
        self.limit = max(0, min(self.limit, 3))
        return F.clip(x, 0, self.limit)

# %% number-that-falls-to-a-bound
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.tau = 4.0

    def hybrid_forward(self, F, x):
        self.tau = max(0.5, self.tau * 0.5)
        return x / self.tau  # HYB503 # breaks: values

# %% scale-that-every-call-but-the-first-sets
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warm = False
        self.scale = 1.0

    def hybrid_forward(self, F, x):
        if self.warm:
            self.scale = 2.0
        else:
            self.warm = True
        return x * self.scale  # HYB503 # breaks: values

# %% scale-that-the-first-call-alone-sets
# inputs: [(2, 3)]
# clean
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.warm = False
        self.scale = 1.0

    def hybrid_forward(self, F, x):
        if not self.warm:
            self.scale = 2.0
            self.warm = True
        return x * self.scale

# %% scale-that-begins-in-the-first-call-and-falls-in-the-others
# inputs: [(2, 3)]
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = None

    def hybrid_forward(self, F, x):
        if self.scale is None:
            self.scale = 1.0
        else:
            self.scale = self.scale * 0.9
        return x * self.scale  # HYB503 # breaks: values
