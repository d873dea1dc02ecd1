"""An archive to a model."""

from __future__ import annotations

import os
from typing import Any, List, Optional, Sequence, Union

from ..backend import load_backend
from .archived_block import load_block
from .grafting import graft
from .reading import Archive


def load_tree(
    path: Union[str, os.PathLike[str]],
    into: Any = None,
    ctx: Any = None,
    allow_changed: bool = False,
    block: str = "",
) -> Any:
    """The model in the archive at `path`.

    Without `into` it is made of the archive alone, as an `ArchivedBlock`: the root if that is a HybridBlock, or the
    HybridBlock at the structural path `block`. With `into`, a new instance of the model that was archived, parameters
    and graphs are put onto it, and it is returned: the way for a plain Block, whose Python code an archive does not
    hold.

    `ctx` is a context or several; by default those that the parameters of `into` have, or the current one.
    Everything is checked first and the model is changed at the end, whole or not at all. Raises DamagedArchive if a
    file is not what was written, and ArchiveMismatch, with every difference, if `into` is another model, or its code
    has changed since: the latter `allow_changed` accepts, using the archived graphs.
    """
    if into is not None and block:
        raise TypeError("block= names a part to be loaded without source; into= takes the whole model")
    archive = Archive(path)
    contexts = _contexts(ctx)
    if into is None:
        return load_block(archive, block, contexts or [load_backend().current_context()])
    graft(archive, into, contexts, allow_changed)
    return into


def _contexts(ctx: Any) -> Optional[List[Any]]:
    if ctx is None:
        return None
    return list(ctx) if isinstance(ctx, Sequence) else [ctx]
