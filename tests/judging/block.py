"""A generated block: a module with a class `Net`, and how it is called."""

from __future__ import annotations

import dataclasses
import os
from typing import Any, Dict, Optional, Tuple

#: The repository.
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

IMPORTS = """\
import mxnet as mx
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet.gluon import HybridBlock, nn, rnn
"""


@dataclasses.dataclass(frozen=True)
class Variation:
    """Another way to make and call a block: the inputs, and the arguments of `Net`."""

    inputs: str
    ctor: Dict[str, Any] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Block:
    """`inputs` is the text of a list of specifications, as `tests.case_format` describes them. The outcome is decidable
    from the file if it is the same for all `variations` that the block accepts. `line` is the line of `src` that the
    generator means to fail, `python` the first version of Python that can read it."""

    id: str
    kind: str
    title: str
    src: str
    inputs: str
    line: Optional[int] = None
    python: Tuple[int, ...] = (3, 8)
    variations: Tuple[Variation, ...] = ()
