"""A correction: changes of a file, and whether the imperative result stays the same."""

from __future__ import annotations

import ast
import dataclasses
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from hybridlint.finding import Edit

#: What a name in a template stands for: a node of the file, code, or a list of arguments or elements.
Part = Union[str, ast.AST, List[Any]]


@dataclasses.dataclass(frozen=True)
class Replacement:
    """Code for the place of `node`: `template`, in which the names of `parts` stand for these."""

    node: ast.AST
    template: str
    parts: Mapping[str, Part] = dataclasses.field(default_factory=dict, compare=False)


Change = Union[Edit, Replacement]
#: Changes that belong together, or None where one of them cannot be made.
Edits = Optional[Tuple[Change, ...]]


@dataclasses.dataclass(frozen=True)
class Correction:
    """The changes of a fix.

    `description` states what is done, as an imperative. `risk` states in one line what may change in imperative
    execution; it is empty for a safe fix, whose imperative result is the same for all inputs. With `of_any_call` that
    holds whatever the function is called with. If it `is_partial`, names of the number remain that is rewritten.
    """

    edits: Tuple[Change, ...]
    description: str
    risk: str = ""
    of_any_call: bool = False
    is_partial: bool = False


def together(*several: Edits) -> Edits:
    """Return all changes of `several`, None if one of them cannot be made."""
    return None if None in several else tuple(change for edits in several for change in edits or ())


def replacement(node: ast.AST, parts: Sequence[Part]) -> Replacement:
    """Return the replacement of `node` by code that consists of text and nodes, in this order."""
    named = {f"_part_{number}": part for number, part in enumerate(parts) if not isinstance(part, str)}
    texts = (part if isinstance(part, str) else f"_part_{number}" for number, part in enumerate(parts))
    return Replacement(node, "".join(texts), named)
