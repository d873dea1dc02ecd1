"""What a run knows of the blocks of a file, for :func:`hybridlint.analysis.analyse`.

With facts the analysis does not guess: inputs have the kinds, shapes and dtypes that the run saw, and branches on the
configuration of an instance are taken. The JSON form is

    {"blocks": {"Net": {"inputs": {"x": {"kind": "tensor", "shape": [2, 3], "dtype": "float32"},
                                   "states": {"kind": "list", "items": [{"kind": "tensor", "shape": [2, 4]}]},
                                   "mask": {"kind": "value", "value": null}},
                        "attributes": {"units": 4, "use_bias": true},
                        "children": {"dense": {"kind": "tensor", "shape": [2, 4]}}}}}

`children` are the outputs of the blocks that `hybrid_forward` calls by their attributes. Whatever is left out is not
known.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping, Optional, Tuple

#: The kinds of :class:`ValueFact`.
KINDS = ("tensor", "list", "tuple", "value")


@dataclasses.dataclass(frozen=True)
class ValueFact:
    """One value: a tensor with its shape (None if it was not seen) and dtype, a list or tuple with its items, or a
    plain Python value (None, bool, int, float or str)."""

    kind: str
    shape: Optional[Tuple[int, ...]] = None
    dtype: str = ""
    items: Tuple[ValueFact, ...] = ()
    value: Any = None

    @classmethod
    def from_json(cls, document: Any) -> ValueFact:
        """Raises ValueError for what is no such value."""
        if not isinstance(document, dict) or document.get("kind") not in KINDS:
            raise ValueError(f"a fact needs a kind, one of {', '.join(KINDS)}: {document!r}")
        shape = document.get("shape")
        if shape is not None and not (isinstance(shape, list) and all(type(length) is int for length in shape)):
            raise ValueError(f"a shape is a list of integers: {shape!r}")
        return cls(
            document["kind"],
            None if shape is None else tuple(shape),
            str(document.get("dtype", "")),
            tuple(map(cls.from_json, document.get("items", ()))),
            document.get("value"),
        )


@dataclasses.dataclass(frozen=True)
class BlockFacts:
    """What a run knows of the instances of one class."""

    inputs: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)
    attributes: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    children: Mapping[str, ValueFact] = dataclasses.field(default_factory=dict)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> BlockFacts:
        """Raises ValueError for what is no such document."""
        values = {part: document.get(part, {}) for part in ("inputs", "attributes", "children")}
        if not all(isinstance(value, dict) for value in values.values()):
            raise ValueError("the facts of a block are objects: inputs, attributes, children")
        return cls(
            {name: ValueFact.from_json(fact) for name, fact in values["inputs"].items()},
            dict(values["attributes"]),
            {name: ValueFact.from_json(fact) for name, fact in values["children"].items()},
        )


@dataclasses.dataclass(frozen=True)
class Facts:
    """What a run knows, by the names of classes."""

    blocks: Mapping[str, BlockFacts] = dataclasses.field(default_factory=dict)

    @classmethod
    def from_json(cls, document: Any) -> Facts:
        """Facts from their JSON form. Raises ValueError for anything else."""
        if not isinstance(document, dict) or not isinstance(document.get("blocks"), dict):
            raise ValueError("facts are an object with the key `blocks`")
        return cls({name: BlockFacts.from_json(block) for name, block in document["blocks"].items()})

    def of(self, name: Optional[str]) -> BlockFacts:
        """The facts of a class; none where nothing is known."""
        return self.blocks.get(name or "", BlockFacts())
