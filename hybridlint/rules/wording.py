"""How rules look at values and speak of source text."""

from __future__ import annotations

from typing import Any, Optional

import libcst as cst

from hybridlint.mxnet_api import Api, Method
from hybridlint.values import Plain, Tensor, Value

_EMPTY = cst.Module(body=[])
_LONGEST = 60


def source(node: Any) -> str:
    """The source text of `node` on one line, shortened where it is long."""
    if isinstance(node, str):
        return node
    text = " ".join(_EMPTY.code_for_node(node).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def given_to(node: Any, words: str) -> str:
    """The expression that `words` name, as the subject of a sentence at `node`, to which it may have come by a name."""
    code = " ".join(_EMPTY.code_for_node(node).split())
    return words if words.strip("`") in code else f"what {words} gave to `{source(node)}`"


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


def parenthesized(node: Any) -> Any:
    """`node`, in parentheses unless it is a name, a number, a call or the like."""
    if isinstance(node, (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float)) or node.lpar:
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def construct(words: str) -> str:
    """A construct of Python as the uses name it ("if", "zip()", "a comprehension"), for a sentence."""
    return words if " " in words else f"`{words}`"
