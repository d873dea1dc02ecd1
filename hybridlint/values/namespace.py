"""Modules and their functions."""

from __future__ import annotations

from hybridlint.dataclass import dataclass
from hybridlint.values.base import Value


@dataclass(frozen=True)
class Namespace(Value):
    """A module of operators. `phase` is "both" for `F`, "imperative" for `mx.nd`, "symbolic" for `mx.sym`; `path` is
    the dotted path below it ("", "contrib", "random" …)."""

    phase: str
    path: str = ""


@dataclass(frozen=True)
class Operator(Value):
    """A function of a :class:`Namespace`, not yet called."""

    phase: str
    path: str


@dataclass(frozen=True)
class Imported(Value):
    """Anything imported, by its full dotted name ("numpy.tanh", "mxnet.autograd", "mxnet.gluon.nn.Dense")."""

    name: str


@dataclass(frozen=True)
class Foreign(Value):
    """An instance of an imported class, such as `mx.metric.Accuracy()`. `name` is the full name of the class."""

    name: str


@dataclass(frozen=True)
class OwnModule(Value):
    """The module object of the analysed file."""
