"""The commands `export`, `load` and `inspect`: their arguments, and thin functions over archives and ONNX."""

from __future__ import annotations

import argparse
import json
from typing import Any, List, Optional, Sequence, Tuple

NOTHING_WRONG, FOUND, NOT_PROVEN = 0, 1, 2

_EXAMPLE_OF_EXPORT = """example:
  %(prog)s mymodel:Net --shape 16,1,28,28 --parameters net.params --output archive
"""
_EXAMPLES_OF_LOAD = """examples:
  %(prog)s archive --check                      of a hybrid root, without its source
  %(prog)s archive --check --into mymodel:Net   into a new instance of the model

exit codes: 0 the archive loads, and with --check everything compared is the same; 1 something differs; 2 the archive
cannot be loaded, or nothing could be compared
"""


def add_to(commands: Any) -> None:
    """Add the commands to the subparsers of the command line."""
    exporting = commands.add_parser(
        "export",
        help="write a model, with the graphs of its HybridBlocks, to an archive",
        epilog=_EXAMPLE_OF_EXPORT,
    )
    exporting.add_argument("target", metavar="MODULE:NAME")
    path = exporting.add_argument("path", metavar="PATH", help="the folder to write; an archive there is replaced")

    class Output(argparse.Action):
        """Sets PATH, which as an optional positional argument could only follow the target directly."""

        def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
            path.required = False
            namespace.output = values

    exporting.add_argument("--output", action=Output, metavar="PATH", help="the same as PATH")
    add_inputs(exporting.add_argument, exporting.add_argument)
    exporting.add_argument(
        "--parameters", metavar="FILE", help="a file that save_parameters wrote (default: initialize the parameters)"
    )
    exporting.add_argument("--ctx", default="cpu(0)", metavar="CONTEXT", help="where to run the model (cpu(0))")
    exporting.add_argument("--seed", type=int, default=0, metavar="N")
    exporting.add_argument(
        "--onnx", action="store_true", help="write ONNX instead: one file for each outermost HybridBlock"
    )
    exporting.add_argument("--batch", type=int, metavar="N", help="with --onnx, the other batch size to compare at (5)")
    exporting.add_argument("--opset", type=int, choices=(12, 13), default=13, help="with --onnx (13)")
    exporting.set_defaults(run=_export)

    loading = commands.add_parser("load", help="load an archive and report the result", epilog=_EXAMPLES_OF_LOAD)
    loading.add_argument("path", metavar="PATH")
    loading.add_argument(
        "--check", action="store_true", help="load in a fresh process, and compare with the recorded outputs"
    )
    loading.add_argument(
        "--into", metavar="MODULE:NAME", help="the source of the model; required if its root is a plain Block"
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

    inspecting = commands.add_parser("inspect", help="verify an archive or ONNX files, and list the contents")
    inspecting.add_argument("path", metavar="PATH")
    inspecting.add_argument("--format", choices=("text", "json"), default="text")
    inspecting.set_defaults(run=_inspect)


def add_inputs(add: Any, add_input: Any) -> None:
    """Add the options for the arguments of a constructor, and for the inputs of a model."""
    add("--arg", action="append", metavar="KEY=VALUE", help="an argument of the constructor, as a Python literal")
    add_input(
        "--shape",
        "--input",
        dest="input",
        action="append",
        metavar="INPUT",
        help="one input: 16,1,28,28  data=16,1,28,28  2,16:int32  tokens:int32:2,16:0..1000  [2,3; 2,3]  None  "
        "values.npy  values.npz[key]  literal:0.5",
    )
    add_input(
        "--inputs-from",
        metavar="FILE.py:FUNCTION",
        help="a function that returns all inputs; it may take seed and batch",
    )


def _export(parsed: argparse.Namespace) -> int:
    """Build, initialize and run a model, write an archive or ONNX files, print a summary and return the exit code."""
    from ..diagnostics.failures import BlockFailure
    from ..errors import CannotLook
    from ..spec.inputs import to_context

    if (parsed.path is None) == (parsed.output is None):
        raise CannotLook("pass the folder to write, once: export MODULE:NAME --output PATH")
    path = parsed.path or parsed.output
    context = _usable([parsed.ctx])[0]
    net, plan = _built(parsed, context)
    with to_context(context):
        try:
            if parsed.onnx:
                return _written_as_onnx(net, path, plan, context, parsed.seed, parsed.batch, parsed.opset)
            return _archived(net, path, plan, context, parsed.seed)
        except BlockFailure as error:
            where = f" at {error.location.file}:{error.location.line}" if error.location else ""
            what = f"{parsed.target} cannot be {'exported' if parsed.onnx else 'archived'}"
            raise CannotLook(f"{what}: {error.path or 'the root'}{where}: {error}") from error


def _archived(net: Any, path: str, plan: Any, context: str, seed: int) -> int:
    from .archive.exporting import export_tree
    from .archive.inspecting import counted

    manifest = export_tree(net, path, *plan.make(context, seed), seed=seed)
    size = sum(item.size for item in manifest.files.values())
    print(
        f"{path}: {counted(manifest.blocks, 'block')}, {counted(manifest.parameters, 'parameter')}, "
        f"{counted(manifest.graphs, 'graph')}, {size} bytes"
    )
    for note in manifest.notes:
        print(f"note: {note}")
    return NOTHING_WRONG


def _written_as_onnx(net: Any, path: str, plan: Any, context: str, seed: int, batch: Optional[int], opset: int) -> int:
    """Write the files and print their contents. Print the faults and return 1 if a graph is not the same in ONNX."""
    from .onnx.exporting import NotTheSame, export_onnx as written
    from .onnx.verifying import UNDECIDED

    given = plan.make(context, seed)
    try:
        files = written(net, path, *given, another=_another(plan, context, seed, batch), opset=opset, seed=seed)
    except NotTheSame as error:
        for block, fault in error.faults:
            print(f"{block or 'the root'}: {fault.message}")
            if fault.location is not None:
                print(f"  at {fault.location.file}:{fault.location.line}: {fault.location.source}")
            if fault.node:
                print(f"  operator {fault.node}")
            if fault.advice:
                print(f"  instead: {fault.advice}")
        print("nothing was written")
        return FOUND
    for file in files:
        at = " and ".join(map(str, file.batches))
        compared = f"compared at batch {at}, largest difference {file.largest:g}"
        if file.undecided:
            compared += f"; {UNDECIDED} ({file.undecided})"
        if file.random:
            compared = f"not compared: {file.random} draws random numbers"
        print(f"{file.path}: {', '.join(file.inputs)} -> {', '.join(file.outputs)}; {file.size} bytes; {compared}")
    return NOTHING_WRONG


def _another(plan: Any, context: str, seed: int, batch: Optional[int]) -> Any:
    """Return the arguments of another batch size, None if the inputs have no batch."""
    from ..errors import ModelRaised, model_code

    shapes = [value.shape for value in plan.values(seed) if hasattr(value, "shape")]
    sizes = {shape[0] for shape in shapes if shape}
    wanted = batch or next(size for size in (5, 7) if size not in sizes)
    try:
        with model_code():
            return plan.make(context, seed + 1, wanted)
    except ModelRaised:  # the user's function may not support other batch sizes
        return None


def _built(parsed: argparse.Namespace, context: str) -> Tuple[Any, Any]:
    """Return the model with its parameters on `context`, and the plan of its inputs. Raise CannotLook."""
    from .. import fork_server
    from ..diagnostics.failures import essential
    from ..errors import CannotLook
    from ..model.parameters import initialise
    from ..model.recording import seed_all
    from ..mxnet_compat import import_mxnet
    from ..spec.inputs import parse_inputs, to_context
    from ..spec.target import parse_target

    if not parsed.input and parsed.inputs_from is None:
        raise CannotLook("pass the inputs of the model: --shape 16,1,28,28, once for each argument, or --inputs-from")
    mx = import_mxnet()
    if parsed.onnx:
        fork_server.fork_server()  # which then need not import MXNet again
    plan = parse_inputs(parsed.input or (), parsed.seed, parsed.inputs_from or "")
    seed_all(parsed.seed)
    net = parse_target(parsed.target, parsed.arg or ()).factory()()
    device = to_context(context)
    with device:
        if parsed.parameters is not None:
            try:
                net.load_parameters(parsed.parameters, ctx=device)
            except (AssertionError, OSError, ValueError, mx.base.MXNetError) as error:
                raise CannotLook(f"{parsed.parameters} cannot be loaded: {essential(str(error))}") from error
        try:
            initialise(net, device)
        except AssertionError as error:  # two parameters have the same name
            text = f"{parsed.target} has no parameters that MXNet can collect: {essential(str(error))}"
            raise CannotLook(text) from error
    return net, plan.arranged(net)


def _load(parsed: argparse.Namespace) -> int:
    """Load an archive, with `--check` in a fresh process for each context. Print the result and return the exit code.

    Raise CannotLook.
    """
    from ..errors import CannotLook
    from ..spec.inputs import to_context
    from ..spec.target import parse_target
    from .archive.inspecting import counted
    from .archive.loading import load_tree
    from .archive.reading import Archive
    from .archive.verifying import check_in_fresh_process

    path, as_json = parsed.path, parsed.format == "json"
    target = parse_target(parsed.into, parsed.arg) if parsed.into is not None else None
    contexts = _usable(parsed.ctx or ["cpu(0)"])
    if not parsed.check:
        net = target.factory()() if target is not None else None
        for context in contexts:
            loaded = load_tree(path, net, ctx=to_context(context), allow_changed=parsed.allow_changed)
            print(
                json.dumps({"path": path, "loaded": repr(loaded)})
                if as_json
                else f"{path}: loaded on {context}\n{loaded!r}"
            )
        return NOTHING_WRONG
    if not parsed.timeout > 0:
        raise CannotLook(f"--timeout must be more than 0 s, not {parsed.timeout:g}")
    Archive(path)
    results = [
        check_in_fresh_process(path, context, target, timeout=parsed.timeout, allow_changed=parsed.allow_changed)
        for context in contexts
    ]
    if as_json:
        print(json.dumps([result.to_json() for result in results], indent=1))
    for result in results if not as_json else ():
        if result.problem:
            continue
        compared = [call for call in result.calls if call.status != "not run"]
        print(
            f"{path} on {result.context}: {result.verdict}, {len(compared)} of {counted(result.calls, 'call')} compared"
        )
        for call in result.calls:
            detail = (
                f"{counted(range(call.tensors), 'tensor')}, largest difference {call.largest:g}"
                if call.status == "passed"
                else call.reason
            )
            print(f"  {call.path or '(root)'}: {call.status}{', ' + detail if detail else ''}")
        for problem in result.problems:
            print(f"  {problem}")
    problems = [result.problem for result in results if result.problem]
    if problems:
        raise CannotLook(problems[0])
    verdicts = {result.verdict for result in results}
    if "failed" in verdicts:
        return FOUND
    return NOT_PROVEN if "not proven" in verdicts else NOTHING_WRONG


def _inspect(parsed: argparse.Namespace) -> int:
    """Verify an archive or ONNX files and print the contents. Return the exit code. Raise CannotLook."""
    from .archive import inspecting
    from .onnx import inspecting as of_onnx

    path, as_json = parsed.path, parsed.format == "json"
    files = of_onnx.onnx_files(path)
    if not files:
        print(json.dumps(inspecting.contents(path), indent=1) if as_json else inspecting.described(path))
    elif as_json:
        print(json.dumps([of_onnx.contents(file) for file in files], indent=1))
    else:
        print("\n\n".join(map(of_onnx.described, files)))
    return NOTHING_WRONG


def _usable(contexts: Sequence[str]) -> List[str]:
    """Return the contexts by MXNet's names. Raise CannotLook if one cannot be used."""
    from ..errors import CannotLook
    from ..spec import contexts as known

    usable, missing = known.resolve(contexts)
    asked = {known.normalised(text) for text in contexts if text.strip() != "all"}
    for context in asked & set(missing):
        raise CannotLook(f"{context} cannot be used: {missing[context]}")
    return usable
