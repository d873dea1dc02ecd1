"""Load a model from an archive alone, or load the parameters and graphs into a new instance of the archived model.

Blocks are matched by structural path; names, prefixes and the order of creation are ignored. All differences are
reported before the model is changed, and changes are undone if anything fails.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Sequence, Union

from ...backend import load_backend
from ...model.tree import HybridBlock, SymbolBlock
from ...mxnet_compat import import_mxnet
from .archived_block import Runner, chosen, install, load_block
from .differing import changed_classes, changed_constants, changed_graphs, structural_differences
from .errors import ArchiveMismatch
from .model import Model
from .reading import Archive, BlockGraph

mx = import_mxnet()
_backend = load_backend()


def load_tree(
    path: Union[str, os.PathLike[str]],
    into: Any = None,
    ctx: Any = None,
    allow_changed: bool = False,
    block: str = "",
) -> Any:
    """Return the model in the archive at `path`.

    Without `into` it is made from the archive alone, as an `ArchivedBlock`: the root if that is a HybridBlock, or the
    HybridBlock at the structural path `block`. With `into`, a new instance of the archived model, parameters and graphs
    are loaded into it, and it is returned. This is needed for a plain Block, whose Python code is not in the archive.

    `ctx` is a context or several; the default is those of the parameters of `into`, or the current one. Everything is
    checked first, and the model is changed completely or not at all. Raise DamagedArchive if a file was changed or
    damaged, and ArchiveMismatch, with every difference, if `into` is another model, or its code has changed since:
    `allow_changed` permits the latter and uses the archived graphs.
    """
    if into is not None and block:
        raise TypeError("block= names a part to be loaded without source; into= takes the whole model")
    archive = Archive(path)
    contexts = list(ctx) if isinstance(ctx, Sequence) else None if ctx is None else [ctx]
    if into is None:
        return load_block(archive, block, contexts or [_backend.current_context()])
    graft(archive, into, contexts, allow_changed)
    return into


def graft(archive: Archive, net: Any, contexts: Optional[Sequence[Any]], allow_changed: bool) -> None:
    """Load the parameters and graphs of `archive` into `net`, completely or not at all.

    Raise ArchiveMismatch, with every difference, if `net` is not the archived model. `allow_changed` permits changed
    code, for which the archived graphs are then used; other blocks, parameters, shapes or dtypes are always errors.
    """
    model = Model(net)
    differences, parameters = structural_differences(archive, model)
    if differences:
        raise ArchiveMismatch(f"the model is not the one in {archive.folder}", differences)
    values = archive.parameters()
    if not allow_changed:
        differences = [
            *changed_classes(archive, model),
            *changed_constants(archive, parameters, values),
            *changed_graphs(archive, model, parameters, values),
        ]
        if differences:
            raise ArchiveMismatch(
                f"the code of the model is not that of {archive.folder}: load_tree(..., allow_changed=True) uses the "
                "archived graphs and constants all the same",
                differences,
            )
    blocks = {node.path: node.block for node in model.nodes}
    # Everything that can fail is done before the model is changed.
    grafts: Dict[str, List[Runner]] = {}
    for graph in archive.manifest.graphs:
        if graph.at != "call":
            own = {name: parameters[name] for name in graph.parameters}
            # With the names in the model, if these are unique, MXNet can export the block as well.
            names = {name: _backend.variable_of(parameter) for name, parameter in own.items()}
            names = names if len(set(names.values())) == len(names) else {}
            runner = Runner(BlockGraph(graph, archive.graph(graph)), own, names)
            grafts.setdefault(graph.path, []).append(runner)
    before = [(thing, dict(vars(thing))) for thing in [*parameters.values(), *blocks.values()]]
    try:
        for item in archive.manifest.parameters:
            parameter = parameters[item.name]
            _backend.restore_identity(parameter, item.original_name)
            if item.saved:
                numpy = archive.manifest.numpy and mx.util.is_np_array()
                known = parameter._data is not None or parameter._deferred_init
                own_contexts = _backend.contexts_of(parameter) if known else [_backend.current_context()]
                install(parameter, values.pop(item.name), contexts or own_contexts, numpy)
        for record in archive.manifest.blocks:
            block = blocks[record.path]
            if isinstance(block, HybridBlock):
                block._active = record.active
                block._flags = list(record.flags.items())
        for path, runners in grafts.items():
            GraftedCall(runners, blocks[path])
    except BaseException:
        for thing, attributes in before:
            vars(thing).clear()
            vars(thing).update(attributes)
        raise


class GraftedCall:
    """Replaces `HybridBlock._call_cached_op` of a block: runs the archived graph for the arguments.

    The block's own `__call__` and `forward` run as for a hybridized block. When MXNet clears the block's cached graph
    (it was hybridized again, cast, or got another child), this replacement is removed, and the block is traced from its
    source.
    """

    def __init__(self, runners: Sequence[Runner], block: Any) -> None:
        """Install this as the computation of `block`."""
        self._runners = runners
        self._block = block
        self._operators = [runner.compiled(block._flags) for runner in runners]
        first = runners[0]
        block._active = True
        if not isinstance(block, SymbolBlock):
            block._in_format, block._out_format = first.formats
            block._cached_graph = (first.inputs, first.symbol)
        block._cached_op_args = _backend.cached_arguments(block, first.symbol.list_inputs(), first.arguments)
        block._cached_op = self._operators[0]
        vars(block)["_call_cached_op"] = self

    def __call__(self, *args: Any) -> Any:
        """Return the outputs for the arguments of `forward`, nested as the model returned them."""
        block = self._block
        if block._cached_op is not self._operators[0]:
            del vars(block)["_call_cached_op"]
            return block._call_cached_op(*args)
        index, tensors = chosen(self._runners, args, getattr(block, "skip_states", None))
        return self._runners[index].run(self._operators[index], tensors)
