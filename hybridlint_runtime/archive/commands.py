"""The commands `export`, `load` and `inspect`: their arguments, and thin functions over the archive."""

from __future__ import annotations

import argparse
import json
from typing import Any, List, Optional, Sequence

NOTHING_WRONG, FOUND = 0, 1


def add_to(commands: Any) -> None:
    """Add the commands to the subparsers of the command line."""
    exporting = commands.add_parser("export", help="write a model, with the graphs of its HybridBlocks, to an archive")
    exporting.add_argument("target", metavar="MODULE:NAME")
    exporting.add_argument("path", metavar="PATH", help="the folder to write; an archive there is replaced")
    exporting.add_argument(
        "--arg", action="append", default=[], metavar="KEY=VALUE", help="an argument of the constructor"
    )
    exporting.add_argument(
        "--shape", "--input", dest="input", action="append", default=[], metavar="INPUT", help="as for check"
    )
    exporting.add_argument(
        "--parameters", metavar="FILE", help="what save_parameters wrote; without it they are initialised"
    )
    exporting.add_argument("--ctx", default="cpu(0)", metavar="CONTEXT", help="where to run the model (cpu(0))")
    exporting.add_argument("--seed", type=int, default=0, metavar="N")
    exporting.set_defaults(run=_export)

    loading = commands.add_parser("load", help="load an archive and say what came of it")
    loading.add_argument("path", metavar="PATH")
    loading.add_argument(
        "--check", action="store_true", help="in a fresh process, and compare with the recorded outputs"
    )
    loading.add_argument(
        "--into", metavar="MODULE:NAME", help="the source of the model: needed where its root is a plain Block"
    )
    loading.add_argument(
        "--arg", action="append", default=[], metavar="KEY=VALUE", help="an argument of its constructor"
    )
    loading.add_argument("--ctx", action="append", metavar="CONTEXT", help="cpu(0), gpu(0), … (cpu(0))")
    loading.add_argument(
        "--allow-changed", action="store_true", help="use the archived graphs of classes that have changed"
    )
    loading.add_argument("--timeout", type=float, default=300.0, metavar="SECONDS", help="for each fresh process (300)")
    loading.add_argument("--format", choices=("text", "json"), default="text")
    loading.set_defaults(run=_load)

    inspecting = commands.add_parser("inspect", help="verify an archive and say what is in it")
    inspecting.add_argument("path", metavar="PATH")
    inspecting.add_argument("--format", choices=("text", "json"), default="text")
    inspecting.set_defaults(run=_inspect)


def export(
    target: str,
    path: str,
    inputs: Sequence[str],
    arguments: Sequence[str] = (),
    parameters: Optional[str] = None,
    context: str = "cpu(0)",
    seed: int = 0,
) -> int:
    """Build, initialise, run and archive a model. Prints a summary; returns the exit code. Raises CannotLook."""
    from ..errors import CannotLook
    from ..failures import BlockFailure
    from ..inputs import parse_inputs, to_context
    from ..mxnet_compat import import_mxnet
    from ..parameters import initialise
    from ..recording import seed_all
    from ..target import parse_target
    from .exporting import export_tree

    mx = import_mxnet()
    plan = parse_inputs(list(inputs), seed)
    seed_all(seed)
    net = parse_target(target, arguments).factory()()
    device = to_context(context)
    with device:
        if parameters is not None:
            try:
                net.load_parameters(parameters, ctx=device)
            except (AssertionError, OSError, ValueError, mx.base.MXNetError) as error:
                raise CannotLook(f"{parameters} cannot be loaded: {str(error).splitlines()[0]}") from error
        initialise(net, device)
        try:
            given = plan.arranged(net).make(context, seed)
            manifest = export_tree(net, path, *given, seed=seed)
        except BlockFailure as error:
            where = f" at {error.location.file}:{error.location.line}" if error.location else ""
            raise CannotLook(f"{target} cannot be archived: {error.path or 'the root'}{where}: {error}") from error
    size = sum(item.size for item in manifest.files.values())
    print(
        f"{path}: {len(manifest.blocks)} blocks, {len(manifest.parameters)} parameters, {len(manifest.graphs)} graphs, "
        f"{size} bytes"
    )
    for note in manifest.notes:
        print(f"note: {note}")
    return NOTHING_WRONG


def load(
    path: str,
    check: bool = False,
    into: Optional[str] = None,
    arguments: Sequence[str] = (),
    contexts: Sequence[str] = ("cpu(0)",),
    allow_changed: bool = False,
    timeout: float = 300.0,
    as_json: bool = False,
) -> int:
    """Load an archive, with `check` in a fresh process for each context. Prints the result; returns the exit code.
    Raises CannotLook.
    """
    from ..errors import CannotLook
    from ..inputs import to_context
    from ..target import parse_target
    from .fresh_process import check_in_fresh_process
    from .loading import load_tree
    from .reading import Archive

    target = parse_target(into, arguments) if into is not None else None
    if not check:
        net = target.factory()() if target is not None else None
        for context in contexts:
            loaded = load_tree(path, net, ctx=to_context(context), allow_changed=allow_changed)
            print(
                json.dumps({"path": path, "loaded": repr(loaded)})
                if as_json
                else f"{path}: loaded on {context}\n{loaded!r}"
            )
        return NOTHING_WRONG
    Archive(path)
    results = [
        check_in_fresh_process(path, context, target, timeout=timeout, allow_changed=allow_changed)
        for context in contexts
    ]
    if as_json:
        print(json.dumps([result.to_json() for result in results], indent=1))
    for result in results if not as_json else ():
        print(f"{path} on {result.context}: {'passed' if result.passed else 'failed'} ({result.seconds:.1f} s)")
        for call in result.calls:
            detail = (
                f"{call.tensors} tensors, largest difference {call.largest:g}"
                if call.status == "passed"
                else call.reason
            )
            print(f"  {call.path or '(root)'}: {call.status}{', ' + detail if detail else ''}")
        for problem in result.problems:
            print(f"  {problem}")
    problems = [result.problem for result in results if result.problem]
    if problems:
        raise CannotLook(problems[0])
    return NOTHING_WRONG if all(result.passed for result in results) else FOUND


def inspect(path: str, as_json: bool = False) -> int:
    """Verify an archive and print what is in it. Returns the exit code. Raises CannotLook."""
    from .inspecting import contents, described

    print(json.dumps(contents(path), indent=1) if as_json else described(path))
    return NOTHING_WRONG


def _export(parsed: argparse.Namespace) -> int:
    return export(parsed.target, parsed.path, parsed.input, parsed.arg, parsed.parameters, parsed.ctx, parsed.seed)


def _load(parsed: argparse.Namespace) -> int:
    contexts: List[str] = parsed.ctx or ["cpu(0)"]
    as_json = parsed.format == "json"
    return load(
        parsed.path, parsed.check, parsed.into, parsed.arg, contexts, parsed.allow_changed, parsed.timeout, as_json
    )


def _inspect(parsed: argparse.Namespace) -> int:
    return inspect(parsed.path, parsed.format == "json")
