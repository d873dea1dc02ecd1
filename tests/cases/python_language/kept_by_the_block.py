"""What a block keeps, under names that take more than one step to reach."""
import collections
import itertools

import mxnet as mx
from mxnet.gluon import HybridBlock

# %% kept-try-counter: a counter in a try that does not fail
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0

    def hybrid_forward(self, F, x):
        try:
            self.calls += 1
        except AttributeError:
            self.calls = 1
        return x * self.calls  # breaks here

# %% kept-try-set-anew: what a try sets anew in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            self.scale = 2
        except AttributeError:
            self.scale = 3
        return x * self.scale

# %% kept-try-shape: what a try notes of a shape, which a Symbol does not have
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.width = 1

    def hybrid_forward(self, F, x):
        try:
            self.width = x.shape[1]
        except AttributeError:
            pass
        return x * self.width  # breaks here

# %% kept-if-else-branches: each branch sets what the other one has for itself
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, double=True, **kwargs):
        super().__init__(**kwargs)
        self.double = double
        self.scale = 1

    def hybrid_forward(self, F, x):
        if self.double:
            self.scale = 2
        else:
            self.scale = 3
        return x * self.scale

# %% kept-if-one-branch-counts: a branch starts to count where the other goes on
# inputs: [(2, 3)]
# breaks: values
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
        return x * self.calls  # breaks here

# %% kept-if-tensor-in-one-branch: a branch keeps a tensor that the other reads from the call before
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.calls = 0
        self.seen = None

    def hybrid_forward(self, F, x):
        self.calls += 1
        if self.calls % 2 == 1:
            self.seen = x * 2
            return x
        return x + self.seen

# %% kept-by-class-of-self: a counter that the class holds, read from the instance
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        self.__class__.calls = self.calls + 1
        return x * self.calls  # breaks here

# %% kept-by-type-of-self: a counter that the class holds, by its type
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * self.calls  # breaks here

# %% kept-by-type-read-there: a counter that the class holds, read from the class
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * type(self).calls  # breaks here

# %% kept-by-class-same: the class is given the same value in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    scale = 1

    def hybrid_forward(self, F, x):
        type(self).scale = 2
        return x * self.scale

# %% kept-by-class-unread: a counter of the class that nothing of the block reads
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    calls = 0

    def hybrid_forward(self, F, x):
        type(self).calls += 1
        return x * 2

# %% kept-by-class-tensor: a tensor that the class keeps from call to call
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    last = None

    def hybrid_forward(self, F, x):
        previous = type(self).last  # breaks here
        type(self).last = x * 2
        return x if previous is None else x + previous

# %% kept-in-dict-of-lists: tensors in a list of a dict, that grows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"].append(x * 2)
        total = x
        for part in self.groups["a"]:  # breaks here
            total = total + part
        return total

# %% kept-in-dict-of-lists-length: the length of a list in a dict, that grows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"].append(1)
        return x * len(self.groups["a"])  # breaks here

# %% kept-in-dict-of-numbers: a number in a dict, that grows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = {"a": 0}

    def hybrid_forward(self, F, x):
        self.counts["a"] += 1
        return x * self.counts["a"]  # breaks here

# %% kept-in-list-of-numbers: a number in a list, that grows
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.counts = [0, 0]

    def hybrid_forward(self, F, x):
        self.counts[1] += 1
        return x * self.counts[1]  # breaks here

# %% kept-in-defaultdict: tensors in a defaultdict of the block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = collections.defaultdict(list)

    def hybrid_forward(self, F, x):
        self.groups["a"].append(x * 2)
        return F.add_n(*self.groups["a"])  # breaks here

# %% groups-of-call: a defaultdict of lists, made and filled in the call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        groups["a"].append(x)
        groups["b"].append(x * 2)
        groups["a"].append(x * 3)
        return F.add_n(*groups["a"]) + groups["b"][0]

# %% groups-of-call-rows: the first row of a tensor in a defaultdict
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        groups["a"].append(x * 2)
        return groups["a"][0][0]  # breaks here

# %% groups-of-call-shape: the shape of a tensor in a defaultdict
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = collections.defaultdict(list)
        for name, value in (("a", x), ("b", x * 2)):
            groups[name].append(value)
        return groups["b"][0] * groups["a"][0].shape[0]  # breaks here

# %% setdefault-append-shape: the shape of a tensor that setdefault put away
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        groups.setdefault("a", []).append(x)
        return x * groups["a"][0].shape[1]  # breaks here

# %% setdefault-append-works: lists that setdefault makes
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        groups = {}
        for name, value in (("a", x), ("b", x * 2), ("a", x * 3)):
            groups.setdefault(name, []).append(value)
        return F.add_n(*groups["a"]) + groups["b"][0]

# %% setdefault-append-kept: tensors that setdefault puts away on the block
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {}

    def hybrid_forward(self, F, x):
        self.groups.setdefault("a", []).append(x * 2)
        return F.add_n(*self.groups["a"])  # breaks here

# %% next-of-constant: the first of a constant iterator
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = [2, 3]

    def hybrid_forward(self, F, x):
        return x * next(iter(self.scales))

# %% next-of-repeat: an endless iterator of one number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.repeat(2)

    def hybrid_forward(self, F, x):
        return x * next(self.scales)

# %% next-of-cycle-of-one: an endless cycle of one number
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([2])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)

# %% next-of-cycle: an endless cycle of two numbers
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = itertools.cycle([2, 3])

    def hybrid_forward(self, F, x):
        return x * next(self.scales)  # breaks here

# %% refused-and-caught: a raise of the traced life, caught around the helper
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def helper(self, F, x):
        if F is mx.sym:
            raise ValueError("not to be traced")  # breaks here
        return x * 2

    def hybrid_forward(self, F, x):
        try:
            return self.helper(F, x)
        except ValueError:
            return x * 3

# %% refused-in-try: a raise of the traced life, caught where it is
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        try:
            if F is mx.sym:
                raise ValueError("not to be traced")  # breaks here
            y = x * 2
        except ValueError:
            y = x * 3
        return y

# %% kept-by-alias: a list of the block, changed under another name
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seen = []

    def hybrid_forward(self, F, x):
        seen = self.seen
        seen.append(1)
        return x * len(self.seen)  # breaks here

# %% kept-by-alias-works: a dict of the block, filled anew under another name
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scales = {}

    def hybrid_forward(self, F, x):
        scales = self.scales
        scales["a"] = 2
        return x * self.scales["a"]

# %% module-dict-counter: a number in a dict of the module
# inputs: [(2, 3)]
# breaks: values
STATE = {"step": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE["step"] += 1
        return x * STATE["step"]  # breaks here

# %% guarded-shape-kept: a shape that only the imperative life keeps, asked for its truth
# inputs: [(2, 3)]
# breaks: values
from mxnet import nd


class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.shape = None

    def hybrid_forward(self, F, x):
        if F is nd:
            self.shape = x.shape
        return x * (self.shape[1] if self.shape else 1)  # breaks here

# %% hasattr-kept-operator: an operator's output, kept once and found by hasattr
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, "eye"):
            self.eye = F.eye(3)
        return F.dot(x, self.eye)  # breaks here

# %% deque-rotates: a deque that is turned at each call
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.queue = collections.deque([1.0, 2.0, 3.0])

    def hybrid_forward(self, F, x):
        self.queue.rotate(1)
        return x * self.queue[0]  # breaks here

# %% dict-get-and-set: a number taken from a dict of the block, or 1, and put back raised
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {}

    def hybrid_forward(self, F, x):
        a = self.state.get("a", 1)
        self.state["a"] = a + 1
        return x * a  # breaks here

# %% dict-pop-and-set: a number popped from a dict of the block, and put back raised
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {}

    def hybrid_forward(self, F, x):
        a = self.state.pop("a", 0)
        self.state["a"] = a + 1
        return x * self.state["a"]  # breaks here

# %% list-slice-filled-anew: a list whose whole slice is set anew in every call
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = []

    def hybrid_forward(self, F, x):
        self.last[:] = [x * 2]
        return self.last[0]

# %% dict-read-and-raised: a number read from a dict of the block, and put back raised
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.state = {"n": 0}

    def hybrid_forward(self, F, x):
        n = self.state["n"]
        self.state["n"] = n + 1
        return x * n  # breaks here

# %% module-dict-read-and-raised: the same of a dict of the module
# inputs: [(2, 3)]
# breaks: values
STATE = {"n": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        n = STATE["n"] + 1
        STATE["n"] = n
        return x * n  # breaks here

# %% module-dict-updated: update() of a dict of the module with what was in it
# inputs: [(2, 3)]
# breaks: values
STATE = {"n": 0}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE.update(n=STATE["n"] + 1)
        return x * STATE["n"]  # breaks here

# %% module-dict-filled-once: a constant put into a dict of the module once
# inputs: [(2, 3)]
# works
STATE = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if "n" not in STATE:
            STATE["n"] = 3
        return x * STATE["n"]

# %% module-dict-set-anew: an entry that every call sets to the same number
# inputs: [(2, 3)]
# works
STATE = {"n": 2, "m": 3}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        STATE["n"] = 3
        return x * STATE["n"] * STATE["m"]

# %% module-dict-tensor-anew: a tensor that every call puts into a dict of the module anew
# inputs: [(2, 3)]
# works
SHAPES = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        SHAPES["x"] = x
        return SHAPES["x"] * 2

# %% list-slice-of-two: two tensors put into the slice of a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [None, None]

    def hybrid_forward(self, F, x):
        self.last[:] = [x, x * 2]
        return self.last[0] + self.last[1]

# %% hasattr-kept-ones: ones that are kept once, found by hasattr
# inputs: [(2, 3)]
# breaks: trace
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if not hasattr(self, "ones"):
            self.ones = F.ones((1, 3))
        return F.broadcast_add(x, self.ones)  # breaks here

# %% guarded-width-or: a width that only the imperative life keeps, or 1
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.width = 0

    def hybrid_forward(self, F, x):
        if F is mx.nd:
            self.width = x.shape[1]
        return x * (self.width or 1)  # breaks here

# %% guarded-shape-in-a-name: a shape that only the imperative life has, asked for its truth
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        shape = None
        if F is mx.nd:
            shape = x.shape
        return x * (shape[1] if shape else 1)  # breaks here

# %% guarded-shape-noted: a shape that only the imperative life notes, and nobody reads
# inputs: [(2, 3)]
# works
from mxnet import nd


SHAPES = {}


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if F is nd:
            SHAPES["x"] = x.shape
        return x * 2

# %% nested-dict-raised: a number in a dict of a dict of the block, raised through a name for it
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.config = {"scale": 2, "nested": {"n": 0}}

    def hybrid_forward(self, F, x):
        nested = self.config["nested"]
        nested["n"] = nested["n"] + 1
        return x * nested["n"]  # breaks here

# %% tuple-put-back-otherwise: a pair of numbers, put back with others
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = (0, 1)

    def hybrid_forward(self, F, x):
        a, b = self.pair
        self.pair = (b, a + b)
        return x * b  # breaks here

# %% dict-reset-and-raised: an entry of a dict that every call sets to 0 and raises
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0}

    def hybrid_forward(self, F, x):
        self.cache["n"] = 0
        self.cache["n"] += 2
        return x * self.cache["n"]

# %% dict-updated-and-raised: the same by update() and in a loop
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0}

    def hybrid_forward(self, F, x):
        self.cache.update(n=0)
        for _ in range(3):
            self.cache["n"] += 2
        return x * self.cache["n"]

# %% dict-entry-from-another: an entry of a dict, computed from another that stays
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.cache = {"n": 0, "m": 2}

    def hybrid_forward(self, F, x):
        self.cache["n"] = self.cache["m"] * 2
        return x * self.cache["n"]

# %% dict-entry-put-back: an entry of a dict, changed and put back
# inputs: [(2, 3)]
# works
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

# %% nested-list-counter: a number in a list of lists
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.rows = [[0, 0], [0, 0]]

    def hybrid_forward(self, F, x):
        self.rows[0][1] += 1
        return x * self.rows[0][1]  # breaks here

# %% list-items-swapped: two numbers of a list, swapped
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.pair = [0, 1]

    def hybrid_forward(self, F, x):
        self.pair[0], self.pair[1] = self.pair[1], self.pair[0]
        return x * self.pair[0]  # breaks here

# %% dict-of-lists-anew: a list with a tensor that every call puts into a dict
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.groups = {"a": [], "b": []}

    def hybrid_forward(self, F, x):
        self.groups["a"] = [x]
        return self.groups["a"][0] * 2

# %% module-number-in-steps: a number of the module, raised in two statements of a function
# inputs: [(2, 3)]
# breaks: values
STEP = 0


def advance():
    global STEP
    step = STEP + 1
    STEP = step
    return step


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * advance()  # breaks here

# %% module-number-once: a number of the module that the first call sets
# inputs: [(2, 3)]
# works
SCALE = None


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        global SCALE
        if SCALE is None:
            SCALE = 3
        return x * SCALE

# %% module-dict-memo: numbers that a function keeps by what they were made of
# inputs: [(2, 3)]
# works
CACHE = {}


def length(n):
    if n not in CACHE:
        CACHE[n] = n * 2
    return CACHE[n]


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return x * length(3)

# %% module-number-set-late: a number of the module that is read, then set
# inputs: [(2, 3)]
# breaks: values
SCALE = 2


class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        global SCALE
        y = x * SCALE  # breaks here
        SCALE = 3
        return y

# %% list-items-set-anew: two tensors put into the two places of a list
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.last = [None, None]

    def hybrid_forward(self, F, x):
        self.last[0] = x
        self.last[1] = x * 2
        return self.last[0] + self.last[1]

# %% default-dict-filled-once: a default that is a dict, in which a constant is put once
# inputs: [(2, 3)]
# works
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        return self.scaled(x)

    def scaled(self, x, cache={}):
        if "n" not in cache:
            cache["n"] = 2
        return x * cache["n"]

# %% hasattr-last: what the call before left, found by hasattr
# inputs: [(2, 3)]
# breaks: values
class Net(HybridBlock):
    def hybrid_forward(self, F, x):
        if hasattr(self, "last"):
            x = x + self.last  # breaks here
        self.last = x
        return x * 2
