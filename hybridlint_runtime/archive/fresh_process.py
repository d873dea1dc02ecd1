"""Checks an archive in a process that has never seen the model: its counters of blocks, its names and its caches are
its own.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from .. import fork_server
from ..errors import CannotLook
from ..folders import temporary_folder
from ..spec.target import Target, parse_target
from .verifying import ArchiveCheck

if TYPE_CHECKING:
    from ..model.comparing import Tolerances

#: How many blocks of each kind are made before the archive is loaded, so that the counters in MXNet's names differ from
#: any that the exporting process can have had.
_DECOYS = 3


def check_in_fresh_process(
    path: Union[str, os.PathLike[str]],
    context: str = "cpu(0)",
    target: Union[Target, str, None] = None,
    tolerances: Optional[Tolerances] = None,
    timeout: float = 300.0,
    allow_changed: bool = False,
) -> ArchiveCheck:
    """`check_archive` in a process that has imported nothing of the model (see `fork_server`), for `timeout` s.

    `target` ("mymodel:Net", or a Target with arguments of the constructor) is needed to check a plain root as a whole;
    hybrid blocks are loaded without the source of the model. A process that dies or hangs gives a result that says so.
    """
    chosen = parse_target(target) if isinstance(target, str) else target
    folder_of_archive = os.path.abspath(path)
    request: Dict[str, Any] = {
        "path": folder_of_archive,
        "context": context,
        "target": None if chosen is None else [chosen.module, chosen.attribute, dict(chosen.arguments)],
        "tolerances": None if tolerances is None else tolerances.to_json(),
        "allow_changed": allow_changed,
        "search": [entry for entry in sys.path if entry],
    }
    with temporary_folder() as folder:
        answer = Path(folder) / "answer.json"
        request["answer"] = str(answer)
        problem = fork_server.run(__name__, request, timeout)
        if not problem and answer.exists():
            return ArchiveCheck.from_json(json.loads(answer.read_text()))
    return ArchiveCheck(folder_of_archive, context, "", problem=problem or "the fresh process ended without an answer")


def main(request: Dict[str, Any]) -> None:
    """The fresh process: writes its answer to the file that `request` names."""
    # Where the module of the model was found, whoever added that to the path.
    sys.path.extend(entry for entry in request["search"] if entry not in sys.path)
    from ..mxnet_compat import import_mxnet

    mx = import_mxnet()
    make_decoys(mx)
    from ..model.comparing import Tolerances
    from .verifying import check_archive

    try:
        make_net = None
        if request["target"] is not None:
            make_net = Target(*request["target"]).factory()
        tolerances = Tolerances.from_json(request["tolerances"]) if request["tolerances"] is not None else None
        result = check_archive(request["path"], request["context"], make_net, tolerances, request["allow_changed"])
    except CannotLook as error:
        result = ArchiveCheck(request["path"], request["context"], str(mx.__version__), problem=str(error))
    answer = Path(request["answer"])
    unfinished = answer.with_suffix(".partial")
    unfinished.write_text(json.dumps(result.to_json()))
    unfinished.rename(answer)


def make_decoys(mx: Any) -> List[Any]:
    """Blocks that move the counters from which MXNet makes names."""
    layers = [mx.gluon.nn.Dense, mx.gluon.nn.HybridSequential, mx.gluon.nn.Sequential, mx.gluon.nn.BatchNorm]
    decoys = [layer(1) if layer is mx.gluon.nn.Dense else layer() for layer in layers for _ in range(_DECOYS)]
    return [*decoys, mx.gluon.nn.Conv2D(1, 1), mx.gluon.rnn.LSTM(1), mx.gluon.HybridBlock(), mx.gluon.Block()]
