"""The command line: `check`, `fix`, `explain`, `export`, `load`, `inspect`.

Exit codes: 0 nothing wrong, 1 something found, 2 could not look, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import os
import shutil
import sys
import traceback
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from hybridlint import about
from hybridlint.arguments import Parser, add_completion, typed_name
from hybridlint.terminal import CannotWrite, write

from . import installing
from .configuration import EXAMPLE, Settings, find_configuration, read_configuration, shard_of
from .errors import CannotLook, refused_by_machine
from .export import commands as export_commands
from .mxnet_compat import INSTALL
from .report import Report, Verdict
from .reporting.wording import counted, warnings

PROGRAM = "hybridlint-runtime"
FORMATS = ("console", "json", "junit", "sarif", "github", "html")
#: Default report format by the ending of the output file.
_FORMAT_OF_ENDING = {".html": "html", ".json": "json", ".sarif": "sarif", ".xml": "junit"}
NOTHING_WRONG, FOUND, COULD_NOT_LOOK, INTERRUPTED = 0, 1, 2, 130

_DESCRIPTION = "Runs Gluon models on MXNet: imperatively, hybridized, exported and loaded again, and compares."
_EXAMPLES = """examples:
  %(prog)s mymodel:Net --shape 16,1,28,28
  %(prog)s path/to/file.py:make_net --arg classes=10 --shape data=2,3,32,32
  %(prog)s mymodel:Tagger --input "tokens:int32:2,16:0..1000" --also-shape 4,8:int32
  %(prog)s mymodel:Net      with the inputs that [tool.hybridlint.check] of pyproject.toml lists for it
  %(prog)s                  every target that the table lists
"""
_FIX_EXAMPLES = """examples:
  %(prog)s mymodel:Net --shape 16,1,28,28
  %(prog)s path/to/file.py:make_net --shape 2,3 --unsafe-fixes --diff
"""

_SHADOW_EXAMPLES = """examples:
  %(prog)s train.py --epochs 3
  %(prog)s --every 50 --at-most 1%% --fail train.py
  %(prog)s -m mypackage.train --epochs 3
"""


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run the command with `arguments` (None: those of the process) and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Replace characters that the terminal cannot show instead of failing.
            stream.reconfigure(errors="backslashreplace")
    parsed = _parser(typed_name("hybridlint_runtime", PROGRAM)).parse_args(arguments)
    try:
        if parsed.command in ("export", "load"):
            path = find_configuration(os.getcwd())
            sys.path[:0] = read_configuration(path).common.pythonpath if path is not None else ()
        code = int(parsed.run(parsed))
        sys.stdout.flush()  # here, where a failure is reported
        return code
    except (CannotLook, CannotWrite) as error:
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        return COULD_NOT_LOOK
    except ModuleNotFoundError as error:
        print(f"{PROGRAM}: {error.name} is not installed: {INSTALL}", file=sys.stderr)
        return COULD_NOT_LOOK
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe: nothing more can be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT_LOOK
    except Exception as error:
        if refused_by_machine(error):
            with contextlib.suppress(OSError):  # do not retry at exit what could not be written
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            print(f"{PROGRAM}: this machine lacks what a check needs: {error}", file=sys.stderr)
            return COULD_NOT_LOOK
        # Python's own exit code for a traceback is 1, which here means that something was found in a model.
        traceback.print_exc()
        print(f"{PROGRAM}: this is a bug in hybridlint-runtime, not in your model; there is no result", file=sys.stderr)
        return COULD_NOT_LOOK


def _parser(program: str = PROGRAM) -> argparse.ArgumentParser:
    """Return the parser; `program` is the command as it was typed."""
    parser = Parser(prog=program, description=_DESCRIPTION)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {about.version()}")
    add_completion(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.required = True
    _add_check(commands)
    _add_fix(commands)
    explain = commands.add_parser("explain", help="explain a probe or a rule")
    explain.add_argument("what", metavar="PROBE|HYBnnn", nargs="?", help="default: list all probes")
    explain.set_defaults(run=_explain)
    export_commands.add_to(commands)
    _add_shadow(commands)
    versions = installing.VERSIONS
    install = commands.add_parser("install", help="install MXNet, also where pip cannot resolve its requirements")
    install.add_argument(
        "version", nargs="?", choices=versions, default=versions[0], help=f"{' or '.join(versions)} ({versions[0]})"
    )
    install.set_defaults(run=lambda parsed: print(installing.install(parsed.version)) or NOTHING_WRONG)
    return parser


def _add_check(commands: Any) -> None:
    check = commands.add_parser(
        "check",
        help="compare a model as it runs imperatively, hybridized and loaded again",
        epilog=_EXAMPLES,
    )
    check.set_defaults(run=_check)
    _add_model_options(check)
    add = check.add_argument_group("several targets").add_argument
    add("--jobs", type=int, metavar="N", help="number of targets to check in parallel (1)")
    add("--shard", metavar="K/N", help="only every N-th of the sorted targets, from the K-th: one shard of a CI matrix")
    add("--scheduler", default="", metavar="ADDRESS", help="check the targets on this Dask cluster: tcp://host:8786")
    add = check.add_argument_group("how to report").add_argument
    add("--format", choices=FORMATS, help="format of the report (default: from the suffix of --output, or console)")
    add("--output", action="append", metavar="FILE", help="write the report to FILE instead of to standard output")
    add(
        "--repro",
        metavar="DIR",
        help="for a failing target, write a script with saved inputs that reproduces the failure",
    )
    add("--from-shadow", metavar="FOLDER", help="check the calls that shadow saved below FOLDER")
    add("--strict", action="store_true", help="exit with 1 also for warnings")
    add("--all-blocks", action="store_true", help="show every block of the tree")
    add("--verbose", action="store_true", help="show every probe, and why some were not run")


def _add_fix(commands: Any) -> None:
    fix = commands.add_parser(
        "fix",
        help="fix the sources of a model, and keep the change if the check passes and imperative outputs are the same",
        epilog=_FIX_EXAMPLES,
    )
    fix.set_defaults(run=_fix)
    _add_model_options(fix)
    fix.add_argument(
        "--unsafe-fixes", action="store_true", help="also apply fixes that may change the imperative result"
    )
    fix.add_argument("--diff", action="store_true", help="show the changes without making them")


def _add_model_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `check` and `fix`: the targets, their inputs, and what to check."""
    add = parser.add_argument
    add(
        "targets",
        nargs="*",
        metavar="MODULE:NAME",
        help="a class, a function that returns a block, or a block; MODULE is a module or a path ending in .py; "
        "without it, all targets of pyproject.toml",
    )
    add = parser.add_argument_group("the model").add_argument
    add(
        "--pythonpath",
        action="append",
        type=os.path.abspath,
        metavar="FOLDER",
        help="import modules from this folder first (the current folder, and src in it, are always searched)",
    )
    add("--config", metavar="FILE", help="the pyproject.toml to read (the nearest one)")
    add_input = parser.add_argument_group("its inputs").add_argument
    export_commands.add_inputs(add, add_input)
    add = add_input
    add("--also-shape", action="append", metavar="INPUTS", help="all inputs of a further call, separated by spaces")
    add("--batch", type=int, metavar="N", help="the second batch size to try")
    add("--seed", type=int, metavar="N", help="for parameters, inputs and random operators (0)")
    add = parser.add_argument_group("what to check").add_argument
    add("--quick", action="store_true", default=None, help="run only the probes outputs, export and archive")
    add("--probe", action="append", metavar="NAME", help="run these probes only (see explain)")
    add("--skip", action="append", metavar="NAME", help="do not run this probe")
    add("--no-archive", dest="archive", action="store_false", default=None, help="do not run the probe archive")
    add("--onnx", action="store_true", default=None, help="also export to ONNX and compare (the probe onnx)")
    add("--calls", type=int, metavar="N", help="number of consecutive calls of the model (3)")
    add("--static-alloc", action="store_true", default=None, help="hybridize with static_alloc")
    add("--static-shape", action="store_true", default=None, help="hybridize with static_shape")
    add("--ctx", action="append", metavar="CONTEXT", help="cpu (the default), gpu, gpu(1), cpu(1), all")
    add("--require-ctx", action="append", metavar="CONTEXT", help="fail if this context was not checked")
    add = parser.add_argument_group("what may differ").add_argument
    add("--rtol", type=float, metavar="X", help="relative tolerance, for every dtype")
    add("--atol", type=float, metavar="X", help="absolute tolerance, for every dtype")
    add(
        "--tolerance",
        action="append",
        metavar="WHERE=RTOL[,ATOL]",
        help="for one dtype (float16=1e-2) or one output ([1]=1e-3,1e-5)",
    )
    add(
        "--ignore",
        action="append",
        metavar="OUTPUT=INDEX",
        help="elements of an output to ignore: [0]=3: (its rows from the fourth), [1]=... (all), =:,-1",
    )
    add(
        "--allow-undetermined",
        action="store_true",
        default=None,
        help="ignore elements that differ between imperative runs",
    )
    add = parser.add_argument_group("limits").add_argument
    add("--timeout", type=float, metavar="SECONDS", help="for each target (600)")
    add("--memory", metavar="SIZE", help="resident memory of the model's process: 512M, 2G (90%% of the free memory)")
    parser.add_argument("--quiet", action="store_true", help="no progress, and a line for each model that passes")


def _add_shadow(commands: Any) -> None:
    shadow = commands.add_parser(
        "shadow",
        help="run a training script, and compare some of its hybridized calls with imperative ones",
        epilog=_SHADOW_EXAMPLES,
    )
    shadow.set_defaults(run=lambda parsed: _shadow(shadow, parsed))
    add = shadow.add_argument
    add("--every", type=int, default=100, metavar="N", help="compare each N-th call of an outermost block (100)")
    add("--share", metavar="X%", help="compare a random share of the calls as well")
    add("--first", type=int, default=0, metavar="N", help="compare the first N calls of each signature of inputs (0)")
    add("--at-most", metavar="X%", help="the largest share of the time that comparisons may take")
    add("--gradients", action="store_true", help="compare the gradients of a backward pass too")
    add("--folder", default="hybridlint-shadow", help="where to save calls that diverge (hybridlint-shadow)")
    add("--events", metavar="FILE", help="append each divergence and the summary to FILE, as lines of JSON")
    add("--fail", action="store_true", help="exit with 1 if a call diverged and the script itself succeeded")
    add("-m", "--module", action="store_true", help="SCRIPT is the name of a module, as with python -m")
    add("script", metavar="SCRIPT", help="the script, then its own arguments")
    add("arguments", nargs=argparse.REMAINDER, metavar="...", help=argparse.SUPPRESS)


def _shadow(parser: argparse.ArgumentParser, parsed: argparse.Namespace) -> int:
    from .shadowing import script

    own, arguments = _split(parser, parsed.script, parsed.arguments)
    if own:
        print(f"shadow: {' '.join(own)} is for this command: {parsed.script} does not mention it", file=sys.stderr)
        parsed = parser.parse_args([*own, parsed.script], namespace=parsed)
    parsed.arguments = arguments
    options = ("every", "share", "first", "at_most", "gradients", "folder", "events")
    asked = {name: getattr(parsed, name) for name in options}
    return script.run(parsed.script, parsed.arguments, parsed.module, parsed.fail, **asked)


def _split(parser: argparse.ArgumentParser, script: str, arguments: List[str]) -> Tuple[List[str], List[str]]:
    """Return the options of this command directly after the script, and the script's own arguments. An option that the
    text of the script mentions is the script's."""
    text = ""
    with contextlib.suppress(OSError), open(script, encoding="utf-8", errors="replace") as stream:
        text = stream.read()
    flags = {flag: action.nargs == 0 for action in parser._actions for flag in action.option_strings}
    end = 0
    while end < len(arguments):
        flag, assigned, _ = arguments[end].partition("=")
        if flag not in flags or flag in text or flag in ("-h", "--help", "-m", "--module"):
            break
        end += 1 if flags[flag] or assigned else 2
    return arguments[:end], arguments[end:]


def _check(parsed: argparse.Namespace) -> int:
    from .processes.running import run_all
    from .reporting import refuse_unwritable, render, write_atomically
    from .reporting.console import verdict_lines
    from .spec import contexts
    from .spec.inputs import parse_inputs, parse_shape_set

    outputs = [os.path.abspath(path) for path in parsed.output or ()]
    repro = os.path.abspath(parsed.repro) if parsed.repro else None
    for path in outputs:
        refuse_unwritable(path)
    settings, configured_jobs = _settings(parsed)
    if parsed.shard is not None:
        settings = shard_of(settings, parsed.shard)
        if not settings:
            print(f"{PROGRAM}: no target is in shard {parsed.shard}", file=sys.stderr)
            return NOTHING_WRONG
    resolved = []
    for setting in settings:
        # Parse everything that needs no code to run first, so that mistakes are reported at once.
        parse_inputs(setting.input)
        for text in setting.also_shape:
            parse_shape_set(text)
        resolved.append(contexts.resolve(setting.contexts))
    jobs = [setting.job(usable or ["cpu(0)"], repro) for setting, (usable, _) in zip(settings, resolved)]
    if parsed.scheduler and repro is not None:
        raise CannotLook("--repro writes on the machine that checks a target: omit it with --scheduler")
    count = parsed.jobs if parsed.jobs is not None else configured_jobs
    if count < 1:
        raise CannotLook(f"--jobs must be at least 1, not {count}")
    runnable = [job for job, (usable, _) in zip(jobs, resolved) if usable]
    reports = iter(run_all(runnable, count, parsed.quiet, parsed.scheduler))
    finished: List[Report] = []
    for setting, job, (usable, missing) in zip(settings, jobs, resolved):
        report = next(reports) if usable else Report(str(job.target), summary=contexts.none_usable(missing))
        contexts.account(report, missing, setting.require_ctx)
        finished.append(report)

    def rendered(ending: str) -> str:
        format_ = parsed.format or _FORMAT_OF_ENDING.get(ending.lower(), "console")
        return render(finished, format_, parsed.all_blocks, bool(outputs), parsed.verbose, parsed.quiet)

    for path in outputs:
        write_atomically(path, rendered(os.path.splitext(path)[1]))
    write(verdict_lines(finished) if outputs else rendered(""))
    for report in finished:
        if report.verdict is Verdict.COULD_NOT_LOOK:
            _print_reason(report)
        elif parsed.strict and report.verdict is Verdict.PASSED and warnings(report):
            count = counted(len(warnings(report)), "warning")
            print(f"{PROGRAM}: {report.target} passed with {count}: with --strict the exit code is 1", file=sys.stderr)
    return exit_code(finished, parsed.strict)


def _fix(parsed: argparse.Namespace) -> int:
    from .fixing import fix, write
    from .processes.running import run_all
    from .reporting import render
    from .reporting.wording import failing_lines_heading
    from .spec import contexts

    settings, _ = _settings(parsed)
    code = NOTHING_WRONG
    for setting in settings:
        usable, missing = contexts.resolve(setting.contexts)
        if not usable:
            raise CannotLook(contexts.none_usable(missing))
        result = fix(setting.job(usable), lambda job: run_all([job], quiet=parsed.quiet)[0], parsed.unsafe_fixes)
        print(f"before: {_verdict(result.before)}")
        could_not_look = result.before.verdict is Verdict.COULD_NOT_LOOK
        if could_not_look:
            _print_reason(result.before)
        if could_not_look and not result.changed:
            code = code or COULD_NOT_LOOK
            continue
        if result.before.verdict is Verdict.PASSED:
            continue
        if result.before.failing_lines:
            print(f"    {failing_lines_heading(result.before.failing_lines)}")
        for file in result.changed:
            print(file.diff, end="")
        if result.after is not None:
            print(f"after: {_verdict(result.after)}")
        if not result.reason and not parsed.diff:
            write(result)
        names = ", ".join(os.path.relpath(file.path) for file in result.changed)
        if result.reason:
            code = FOUND
            if result.after is not None and result.after.verdict is not Verdict.PASSED:
                print(render([result.after], "console"), end="")
            print(f"nothing was written: {result.reason}")
        else:
            code = FOUND if parsed.diff else code
            done = "would be fixed" if parsed.diff else "fixed"
            same = "the imperative outputs are the same"
            if could_not_look:
                same = "the imperative outputs are those of the first version that runs"
            same = f"{same}, in other containers" if result.restructured else same
            print(f"{counted(result.count, 'finding')} {done} in {names}; {same}")
    return code


def _verdict(report: Report) -> str:
    return f"{report.target}: {report.verdict.value}" + (f": {report.summary}" if report.summary else "")


def exit_code(reports: Sequence[Report], strict: bool = False) -> int:
    """Return 1 if something was found in any report, else 2 if any could not be checked, else 0. If `strict`, a warning
    counts."""
    verdicts = {report.verdict for report in reports}
    if Verdict.FAILED in verdicts or strict and any(map(warnings, reports)):
        return FOUND
    return COULD_NOT_LOOK if Verdict.COULD_NOT_LOOK in verdicts else NOTHING_WRONG


def _settings(parsed: argparse.Namespace) -> Tuple[List[Settings], int]:
    """Return the settings of every target to check, and how many to check in parallel.

    A target that is named and has entries in the table is checked with these, in the folder of the table.
    """
    names = {field for field in Settings.__dataclass_fields__ if field != "target"}
    given = {name: value for name, value in vars(parsed).items() if name in names and value is not None}
    if getattr(parsed, "from_shadow", None) is not None:
        return _settings_of_cases(parsed, given), parsed.jobs or 1
    path = parsed.config or find_configuration(os.getcwd())
    if path is None:
        if not parsed.targets:
            raise CannotLook(f"pass a model: check {EXAMPLE} (no pyproject.toml was found that lists any)")
        return [Settings(target=text).updated(given, "the command line") for text in parsed.targets], 1
    configuration = read_configuration(path)
    folder = os.path.dirname(os.path.abspath(path))
    listed: List[bool] = []
    settings: List[Settings] = []
    for target in parsed.targets:
        entries = configuration.entries_of(target, folder)
        listed.append(bool(entries))
        settings += entries or [dataclasses.replace(configuration.common, target=target)]
    if any(listed) and not all(listed) and folder != os.getcwd():
        target = parsed.targets[listed.index(False)]
        raise CannotLook(f"{target} is not listed in {path} but the others are: check it on its own, or in {folder}")
    if not parsed.targets:
        settings = configuration.require_targets(path)
    if all(listed):
        os.chdir(folder)
    return [setting.updated(given, "the command line") for setting in settings], configuration.jobs


def _settings_of_cases(parsed: argparse.Namespace, given: Mapping[str, Any]) -> List[Settings]:
    from .shadowing.listing import targets_in

    if parsed.targets or parsed.input or parsed.inputs_from:
        raise CannotLook("--from-shadow has its own targets and inputs: omit the others")
    return [
        Settings(target=f"{script}:net", inputs_from=f"{script}:inputs").updated(given, "the command line")
        for script in targets_in(parsed.from_shadow)
    ]


def _print_reason(report: Report) -> None:
    summary = report.summary or "could not be checked"
    line = summary if summary.startswith(report.target) else f"{report.target}: {summary}"
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    if report.blocks is None:
        for line in report.notes:
            print(f"    {line}", file=sys.stderr)


def _explain(parsed: argparse.Namespace) -> int:
    from .explain import WIDTH, explain

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH
    write(f"{explain(parsed.what, width)}\n")
    return NOTHING_WRONG
