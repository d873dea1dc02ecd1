"""How rules look at values and speak of source text."""

from __future__ import annotations

from typing import Any, Optional

from hybridlint.mxnet_api import Api, Method
from hybridlint.uses import Use
from hybridlint.values import Plain, Tensor, Value


def given_to(use: Use, words: str) -> str:
    """The expression that `words` name, as the subject of a sentence at a use, to which it may have come by a name."""
    return words if words.strip("`") in use.code(use.node) else f"what {words} gave to `{use.source}`"


def tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """`value` where it is a classic array: NDArray in one life and Symbol in the other. With `numpy`, also where it is
    one of `mx.np`."""
    return value if isinstance(value, Tensor) and (numpy or not value.numpy) else None


def certain_tensor(value: Optional[Value], numpy: bool = False) -> Optional[Tensor]:
    """`value` where it is an array and cannot as well be a list of arrays; `numpy` as for :func:`tensor`."""
    found = tensor(value, numpy)
    return found if found is not None and found.certain else None


def method_of(array: Optional[Tensor], name: str, api: Api) -> Optional[Method]:
    """The attribute or method `name` of an array, as its semantics have it."""
    if array is None:
        return None
    return api.np_method(name) if array.numpy else api.method(name)


def known(value: Optional[Value]) -> Any:
    """The Python value that `value` certainly is; None for anything else (and for None itself)."""
    return value.value if isinstance(value, Plain) and value.known and not value.frozen else None


def construct(words: str) -> str:
    """A construct of Python as the uses name it ("if", "zip()", "a comprehension"), for a sentence."""
    return words if " " in words else f"`{words}`"
