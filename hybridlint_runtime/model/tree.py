"""The tree of blocks, addressed by structural paths: the keys of `Block._children` joined with dots
("features.0.body").

Names and prefixes of blocks are not unique (`prefix=""`), structural paths are.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from ..backend import load_backend
from ..errors import ModelRaised, model_code
from ..mxnet_compat import import_mxnet

mx = import_mxnet()
_backend = load_backend()
Block = mx.gluon.Block
HybridBlock = mx.gluon.HybridBlock
SymbolBlock = mx.gluon.SymbolBlock
#: Attributes that MXNet itself sets on every block and recurrent cell; users neither read nor write them.
MXNET_ATTRIBUTES = frozenset(vars(mx.gluon.rnn.HybridRecurrentCell()))


@dataclasses.dataclass(eq=False)
class Node:
    """One registration of a block.

    `path` is "" for the root; `parent` is None for the root. `kind` is "hybrid", "plain" or "symbol" (a SymbolBlock).
    `shared_with` is the path of the first registration of the same object; the blocks below a second registration are
    not listed again.
    """

    path: str
    block: Any
    kind: str
    parent: Optional[str] = None
    shared_with: Optional[str] = None


def kind_of(block: Any) -> str:
    """Return "symbol" for a SymbolBlock, "hybrid" for any other HybridBlock, "plain" for any other Block."""
    if isinstance(block, SymbolBlock):
        return "symbol"
    return "hybrid" if isinstance(block, HybridBlock) else "plain"


def join(path: str, key: str) -> str:
    """Return the path of the child registered as `key` in the block at `path`."""
    return f"{path}.{name_in_path(key)}" if path else name_in_path(key)


def name_in_path(key: str) -> str:
    """Return the name in a path of the child registered as `key`.

    MXNet permits a child without a name, or with a dot in it, which would look like a grandchild.
    """
    return str(key).replace(".", "·") or "''"


def is_below(path: str, block: str) -> bool:
    """Return whether `path` is that of `block` or of a block inside it."""
    return not block or path == block or path.startswith(f"{block}.")


def walk_blocks(net: Any, path: str = "") -> List[Node]:
    """Return every registration of a block in `net`, which is at `path`, parents before children, in order of
    registration."""
    nodes: List[Node] = []
    first_path: Dict[int, str] = {}
    # A stack, because generated models can be deeper than Python's recursion limit.
    waiting: List[Tuple[Any, str, Optional[str]]] = [(net, path, None)]
    while waiting:
        block, path, parent = waiting.pop()
        node = Node(path, block, kind_of(block), parent, first_path.get(id(block)))
        nodes.append(node)
        if node.shared_with is None:
            first_path[id(block)] = path
            children = [(child, join(path, key), path) for key, child in _backend.children(block)]
            waiting.extend(reversed(children))
    return nodes


def blocks_of(net: Any) -> List[Any]:
    """Return the blocks of `unique_blocks` without their paths, which take most of its time."""
    return _backend.blocks_of(net)


def unique_blocks(net: Any) -> List[Node]:
    """Return the nodes of `walk_blocks` without second registrations: every block once."""
    return [node for node in walk_blocks(net) if node.shared_with is None]


def paths_by_identity(net: Any, path: str = "") -> Dict[int, str]:
    """Return `id(block)` → path of its first registration, in a net that is at `path`."""
    return {id(node.block): node.path for node in walk_blocks(net, path) if node.shared_with is None}


def hybridized_blocks(net: Any, inactive: bool = False) -> Tuple[List[str], Set[str]]:
    """Return the paths of the outermost hybridized blocks of `net`, and of all blocks at and below them.

    With `inactive`, HybridBlocks count that are not hybridized.
    """
    roots: List[str] = []
    inside: Set[str] = set()
    for node in walk_blocks(net):
        if node.kind == "plain":
            continue
        if node.parent in inside:
            inside.add(node.path)
        elif inactive or node.kind == "symbol" or node.block._active:
            inside.add(node.path)
            if node.shared_with is None:
                roots.append(node.path)
    return roots, inside


def hidden_blocks(net: Any) -> List[Tuple[str, str, Any]]:
    """Return blocks in lists, tuples, sets or dicts on attributes that are registered nowhere in the tree.

    MXNet neither initializes, saves, casts nor hybridizes them. Each is (path of the owner, location in it
    ("layers[0]"), block).
    """
    nodes = unique_blocks(net)
    known = {id(node.block) for node in nodes}
    blocks: List[Tuple[str, str, Any]] = []
    for node in nodes:
        for name, value in vars(node.block).items():
            if name in MXNET_ATTRIBUTES:
                continue
            for where, block in _blocks_within(value, name, set()):
                if id(block) not in known:
                    known.add(id(block))
                    blocks.append((node.path, where, block))
    return blocks


def alone_in_tuples(net: Any, kinds: Any) -> List[Tuple[str, Any, str, Any]]:
    """Return objects of classes `kinds` whose attribute is a tuple of nothing else, as a comma at the end of a line
    makes it.

    Each is (path of the block, block, attribute, object).
    """
    return [
        (node.path, node.block, name, value[0])
        for node in unique_blocks(net)
        for name, value in vars(node.block).items()
        if type(value) is tuple and len(value) == 1 and isinstance(value[0], kinds)
    ]


def _blocks_within(value: Any, where: str, seen: Set[int]) -> Iterator[Tuple[str, Any]]:
    if isinstance(value, Block):
        yield where, value
        return
    if not isinstance(value, (list, tuple, set, dict)) or id(value) in seen:
        return
    seen.add(id(value))
    try:
        with model_code():
            items = list(value.items() if isinstance(value, dict) else enumerate(value))
    except ModelRaised:  # a container of the user's own class
        return
    for key, item in items:
        shown = repr(key) if type(key) in (int, str) else f"<{type(key).__name__}>"
        yield from _blocks_within(item, f"{where}[{shown}]", seen)
