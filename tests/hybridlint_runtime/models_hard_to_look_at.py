"""Models that work in both phases, and hold or do what gets in the way of whoever looks at them."""

import itertools
import sys
import threading
import types
import weakref

import mxnet as mx
from mxnet.gluon import HybridBlock, nn


class Touchy:
    """Raises at whatever is asked of it."""

    def _refuse(self, *args, **kwargs):
        raise RuntimeError("do not touch")

    __eq__ = __repr__ = __str__ = __bool__ = __len__ = __iter__ = __deepcopy__ = __copy__ = __reduce_ex__ = _refuse
    __hash__ = object.__hash__


class TouchyNumber(int):
    __repr__ = __str__ = __eq__ = __format__ = Touchy._refuse
    __hash__ = int.__hash__


class TouchyText(str):
    __repr__ = __str__ = __eq__ = __format__ = Touchy._refuse
    __hash__ = str.__hash__


class TouchyList(list):
    copy = clear = extend = __len__ = Touchy._refuse


class TouchyDict(dict):
    copy = clear = update = values = __len__ = Touchy._refuse


class AnswersAll:
    def __getattr__(self, name):
        return self

    def __call__(self, *args, **kwargs):
        return self


class Plain(HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = nn.Dense(3, flatten=False)

    def hybrid_forward(self, F, x):
        return F.relu(self.dense(x))


class HoldsTouchy(Plain):
    def __init__(self):
        super().__init__()
        self.single, self.many, self.keyed, self.key = Touchy(), [Touchy()], {"a": Touchy()}, {Touchy(): 1}
        self.set = {Touchy()}


class HoldsTouchyNumbers(Plain):
    def __init__(self):
        super().__init__()
        self.number, self.text, self.keys = TouchyNumber(3), TouchyText("three"), {TouchyText("four"): TouchyNumber(4)}


class ReadsTouchyNumbers(HoldsTouchyNumbers):
    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x * (self.number + 0) if self.text is not None else x)


class HoldsTouchyContainers(Plain):
    def __init__(self):
        super().__init__()
        self.list, self.dict = TouchyList(), TouchyDict()


class HoldsWhatAnswersAll(Plain):
    def __init__(self):
        super().__init__()
        self.anything = AnswersAll()


class HoldsWhatCannotBeCopied(Plain):
    def __init__(self):
        super().__init__()
        self.lock, self.local, self.event = threading.RLock(), threading.local(), threading.Event()
        self.file = sys.__stderr__
        self.reference, self.module = weakref.ref(self), types
        self.generator, self.method = (n for n in range(3)), self.hybrid_forward


class HoldsItself(Plain):
    def __init__(self):
        super().__init__()
        self.all = {self, (self, self)}


class HoldsMuch(Plain):
    def __init__(self):
        super().__init__()
        self.numbers = list(range(20000))
        self.table = {n: str(n) for n in range(5000)}
        self.array = mx.nd.ones((1000, 1000))


class HasPropertiesThatRaise(Plain):
    @property
    def shape(self):
        raise RuntimeError("not known yet")

    @property
    def weight(self):
        raise KeyError("weight")


class AnswersForAll(Plain):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return AnswersAll()


class Slotted(Plain):
    __slots__ = ("kept",)

    def __init__(self):
        super().__init__()
        object.__setattr__(self, "kept", 2.0)

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x * self.kept)


class RefusesToBeShown(Plain):
    __repr__ = __str__ = Touchy._refuse


class RefusesToBeCompared(Plain):
    __eq__ = __bool__ = Touchy._refuse
    __hash__ = HybridBlock.__hash__

    def __len__(self):
        raise RuntimeError("do not touch")


class RefusesNewAttributes(Plain):
    ready = False

    def __init__(self):
        super().__init__()
        self.ready = True

    def __setattr__(self, name, value):
        if self.ready:
            raise AttributeError(f"{name} is not to be set")
        super().__setattr__(name, value)


class HasItsOwnHybridize(Plain):
    def hybridize(self, active=True):
        super().hybridize(active)


class ReturnsFromHybridize(Plain):
    def hybridize(self, active=True, **flags):
        super().hybridize(active, **flags)
        return self


class HasItsOwnExport(Plain):
    def export(self, folder):
        raise NotImplementedError("not this one")


class HasItsOwnInference(Plain):
    def infer_shape(self, x):
        self.dense.weight.shape = (3, x.shape[-1])

    def cast(self, dtype):
        raise TypeError("stays float32")

    def collect_params(self, select=None):
        return super().collect_params(select)


class CalledWithMore(Plain):
    def __call__(self, *inputs):
        return super().__call__(*inputs)


class RegistersTwice(Plain):
    def __init__(self):
        super().__init__()
        self.again = self.dense
        self.register_child(self.dense, "third")


class DeletesItself(Plain):
    def hybrid_forward(self, F, x):
        self.temporary = 3
        del self.temporary
        return super().hybrid_forward(F, x)


class RunsOut(Plain):
    def __init__(self):
        super().__init__()
        self.scales = iter([1.0] * 99)

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x * next(self.scales))


class RunsOutAtOnce(RunsOut):
    def __init__(self):
        super().__init__()
        self.scales = iter([1.0] * 2)


class Repeats(Plain):
    def __init__(self):
        super().__init__()
        self.scales = itertools.repeat(2.0)

    def hybrid_forward(self, F, x):
        return super().hybrid_forward(F, x * next(self.scales))


class CallsInThreads(Plain):
    def forward(self, x):
        results = []
        thread = threading.Thread(target=lambda: results.append(super(CallsInThreads, self).forward(x)))
        thread.start()
        thread.join()
        return results[0]


class HasAMetaclassOfItsOwn(Plain, metaclass=type("Meta", (type,), {"__repr__": Touchy._refuse})):
    pass


class CountsItsAttributes(Plain):
    def __getattribute__(self, name):
        return super().__getattribute__(name)


class NamedOddly(Plain):
    def __init__(self):
        super().__init__()
        vars(self)["no name"] = 3
        vars(self)[""] = mx.sym.var("x")
        self.register_child(nn.Activation("relu"), "a.b")
        self.register_child(nn.Activation("relu"), "")
        self.register_child(nn.Activation("relu"), 5)
