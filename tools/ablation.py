"""What each mechanism of the analyser is worth: replaces one after the other, and prints what is lost.

    python tools/ablation.py                        # a row for each module and class
    python tools/ablation.py phases values.Mapped   # rows whose names contain one of these
    python tools/ablation.py --functions carried    # a row for each function as well
    python tools/ablation.py --write docs/developers/ablation.md

The product has no switches: a module is replaced from outside, by functions whose results mean "nothing is known". A
value class is replaced by UNKNOWN, an event or divergence is dropped. Compared are the default findings in released
packages, which pip downloads, the verdicts on the cases that MXNet has judged, and the fixes on both.

Cases written since `SINCE` count only if they were reduced from real code (`# from: …`): a case written for a mechanism
does not pay for it. HYBRIDLINT_TRUTH may name a file of further cases. Where nothing of this changes, the later cases
and the rules' examples are tried, and those that change are named: they judge the mechanism, and nothing else does.
"""

from __future__ import annotations

import argparse
import ast
import collections
import dataclasses
import enum
import functools
import gc
import importlib
import inspect
import itertools
import multiprocessing
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import types
from typing import Any, Callable, Counter, Dict, FrozenSet, Iterable, Iterator, List, NamedTuple, Optional, Set, Tuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from hybridlint import analysis, overlays, rules, symbols, validation, values  # noqa: E402
from hybridlint.events import Event  # noqa: E402
from hybridlint.interpreter import Run  # noqa: E402
from hybridlint.mxnet_api import RECORDING  # noqa: E402
from hybridlint.symbols import Divergence, Kind  # noqa: E402
from tests.case_format import cells, read  # noqa: E402
from tests.judging.mxnet2 import ORDER  # noqa: E402
from tools import packages  # noqa: E402

#: The commit after which a new case has to come from real code to count.
SINCE = "cde4b390"
#: The packages and modules of the analyser, each module of which has a row.
ANALYSER = ("interpreter", "values", "events", "symbols", "shapes", "graph", "gluon", "numpy_functions")
FIXES = ("rewrites",)
#: What shows that a fix is safe: compared with it are the fixes alone.
VALIDATION = ("validation",)
#: A row ends after so many differences: the mechanism pays.
ENOUGH = 25
#: So many late cases are named for a row without differences.
JUDGES = 3

#: Line, column and code of a default finding → its edits, and whether they are safe; None without a fix.
Findings = Dict[Tuple[int, int, str], Optional[Tuple[Any, bool]]]


class Subject(NamedTuple):
    """A text to analyse. `label` is that of a judged case, "" for real code. One that is `late` is no part of the
    figures; `rule` is the code of the rule whose example it is."""

    name: str
    text: str
    label: str = ""
    line: Optional[int] = None
    mxnet_version: Optional[str] = None
    late: bool = False
    rule: str = ""


@dataclasses.dataclass
class Row:
    """What the absence of a mechanism changes."""

    name: str
    lines: int
    reached: int = 0
    lost: int = 0
    gained: int = 0
    missed: int = 0
    false: int = 0
    right: int = 0
    fixes_lost: int = 0
    fixes_gained: int = 0
    fails_real: int = 0
    fails_cases: int = 0
    judges: List[str] = dataclasses.field(default_factory=list)
    errors: Counter[str] = dataclasses.field(default_factory=collections.Counter)

    def differences(self, real: bool) -> int:
        """How much differs in real code, or in cases, without the fixes."""
        if real:
            return self.lost + self.gained + self.fails_real
        return self.missed + self.false + self.right + self.fails_cases

    @property
    def weight(self) -> int:
        """How much differs at all."""
        return self.differences(True) + self.differences(False) + self.fixes_lost + self.fixes_gained


class Mechanism(NamedTuple):
    """Something that `replace` takes out of the running process. Each of `traces` shows that an analysis uses it: the
    identity of a code object, a type of event or divergence, the name of an overlay. Without any, all may use it."""

    name: str
    lines: int
    traces: FrozenSet[Any]
    replace: Callable[[], None]
    is_validation: bool = False


# What stands in for a function


def _returning(value: Any) -> types.CodeType:
    """The code of a function that returns `value` for any arguments: a constant, so that no global is needed."""
    return _with_constant((lambda *args, **kwargs: 1234567).__code__, value)


def _with_constant(code: types.CodeType, value: Any) -> types.CodeType:
    return code.replace(co_consts=tuple(value if constant == 1234567 else constant for constant in code.co_consts))


def _raising(error: type) -> types.CodeType:
    def raising(*args: Any, **kwargs: Any) -> Any:
        raise 1234567  # type: ignore[misc]  # noqa: B016 (replaced below)

    return _with_constant(raising.__code__, error)


def _yielding_nothing(*args: Any, **kwargs: Any) -> Iterator[Any]:
    return
    yield


def _entering_nothing(*args: Any, **kwargs: Any) -> Iterator[Any]:
    yield


def _neutral(function: types.FunctionType, manages_context: bool) -> Optional[types.CodeType]:
    """The code that stands in for a function, by what it is declared to return; None if there is none."""
    declared = function.__annotations__.get("return", "Any")
    declared = declared if isinstance(declared, str) else getattr(declared, "__name__", str(declared))
    if manages_context:
        return _entering_nothing.__code__
    if inspect.isgeneratorfunction(function):
        return _yielding_nothing.__code__
    if ".shapes.functions." in f"{function.__module__}." and declared in ("Result", "Dims"):
        from hybridlint.shapes.calls import Undetermined

        return _raising(Undetermined)
    if declared == "Outcome":
        return _returning((None, {}))
    for pattern, code in _NEUTRAL:
        if re.match(rf"(?:{pattern})$", declared):
            return code
    return None


_NEUTRAL: List[Tuple[str, types.CodeType]] = [
    (r"None|Optional\[.*|Any|object|Edits", _returning(None)),
    (r"Value", _returning(values.UNKNOWN)),
    (r"Taint", _returning(values.UNTAINTED)),
    (r"bool", _returning(False)),
    (r"str", _returning("")),
    (r"int", _returning(0)),
    (r"Tuple\[\w+, \.\.\.\]|Iterator\[.*|Iterable\[.*", _returning(())),
    (r"FrozenSet\[.*", _returning(frozenset())),
    (r"List\[.*", (lambda *args, **kwargs: []).__code__),
    (r"Dict\[.*", (lambda *args, **kwargs: {}).__code__),
    (r"Set\[.*", (lambda *args, **kwargs: {*()}).__code__),
]


def _functions(module: types.ModuleType) -> Dict[str, Tuple[types.FunctionType, bool]]:
    """Name → the function of a module below its decorators, and whether it makes a context manager; also the methods
    of its classes, but for those with a row of their own."""
    members = dict(vars(module))
    for title, kind in vars(module).items():
        if isinstance(kind, type) and kind.__module__ == module.__name__ and not issubclass(kind, _OF_THEIR_OWN):
            members.update((f"{title}.{name}", value) for name, value in vars(kind).items() if name[:2] != "__")
    result = {}
    for name, value in members.items():
        function, manages = getattr(value, "fget", value), False
        while hasattr(function, "__wrapped__"):
            manages = manages or "contextlib" in getattr(function, "__code__", function).__repr__()
            function = function.__wrapped__
        if isinstance(function, types.FunctionType) and function.__code__.co_filename == module.__file__:
            result[name] = (function, manages)
    return result


def _swap(function: types.FunctionType, code: types.CodeType) -> None:
    """Replace a function wherever it is referred to: in tables, in other modules, as a method."""
    if len(code.co_freevars) == len(function.__code__.co_freevars):
        function.__code__ = code


# The mechanisms


def _modules(names: Iterable[str]) -> Iterator[types.ModuleType]:
    for name in names:
        try:
            module = importlib.import_module(f"hybridlint.{name}")
        except ModuleNotFoundError:
            continue
        yield module
        for info in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
            yield importlib.import_module(info.name)


def mechanisms(functions: bool) -> Iterator[Mechanism]:
    """Every module and class of the analyser and of the fixes, the overlays, and what crosses modules."""
    for module in _modules((*ANALYSER, *FIXES, *VALIDATION)):
        title = module.__name__.partition(".")[2]
        if title in _NOT_REPLACED:
            continue
        replaceable = {
            name: (function, code)
            for name, (function, manages) in _functions(module).items()
            for code in [_neutral(function, manages)]
            if code is not None
        }
        if replaceable and not title.startswith(("values", "events")):
            codes = frozenset(id(function.__code__) for function, _ in replaceable.values())
            swap = functools.partial(_swap_all, list(replaceable.values()))
            yield Mechanism(title, _lines(module), codes, swap, title.startswith(VALIDATION))
        for name, pair in replaceable.items() if functions else ():
            code = frozenset([id(pair[0].__code__)])
            yield Mechanism(f"{title}.{name}", _lines(pair[0]), code, functools.partial(_swap_all, [pair]))
        yield from _classes(module, title)
    for kind in Kind:
        yield Mechanism(f"symbols.{kind.name}", 1, frozenset([kind]), functools.partial(_drop_kind, kind))
    for module_name in sorted(overlays._modules()):
        nothing = functools.partial(_without_overlay, module_name)
        lines = (ROOT / "hybridlint" / "overlays" / f"{module_name}.py").read_text(encoding="utf-8").count("\n")
        yield Mechanism(f"overlays.{module_name}", lines, frozenset([module_name]), nothing)
    for name, replace in CROSSING.items():
        yield Mechanism(name, 0, frozenset(), replace)


def _classes(module: types.ModuleType, title: str) -> Iterator[Mechanism]:
    for name, kind in vars(module).items():
        if not isinstance(kind, type) or kind.__module__ != module.__name__ or kind in _BASES:
            continue
        initializer = vars(kind).get("__init__")
        codes = frozenset([id(initializer.__code__)] if isinstance(initializer, types.FunctionType) else [])
        if issubclass(kind, values.Value):
            yield Mechanism(f"{title}.{name}", _lines(kind), codes, functools.partial(_as_unknown, kind))
        elif issubclass(kind, Event):
            yield Mechanism(f"{title}.{name}", _lines(kind), frozenset([kind]), functools.partial(_drop, kind))


_BASES = (values.Value, values.Unknown, values.Container, Event)
#: Modules that are not replaced: without value numbers, no loop of the validation ends.
_NOT_REPLACED = ("validation.terms",)
#: Classes that are not replaced method by method.
_OF_THEIR_OWN = (values.Value, Event, BaseException, enum.Enum)


def _lines(item: Any) -> int:
    if isinstance(item, types.ModuleType):
        return pathlib.Path(str(item.__file__)).read_text(encoding="utf-8").count("\n")
    return len(inspect.getsourcelines(item)[0])


def _swap_all(pairs: List[Tuple[types.FunctionType, types.CodeType]]) -> None:
    for function, code in pairs:
        _swap(function, code)


def _as_unknown(kind: Any) -> None:
    kind.__new__ = lambda *args, **kwargs: values.UNKNOWN


def _drop(kind: type) -> None:
    """Record no event of a type."""
    record, note = Run.emit, Run.note_structure

    def emit(run: Run, event: Event) -> None:
        if not isinstance(event, kind):
            record(run, event)

    def note_structure(run: Run, event: Event) -> None:
        if not isinstance(event, kind):
            note(run, event)

    Run.emit, Run.note_structure = emit, note_structure  # type: ignore[method-assign]


def _drop_kind(kind: Kind) -> None:
    """Find no divergence of a kind."""
    original = symbols.divergences
    symbols.divergences = lambda event, api: tuple(item for item in original(event, api) if item.kind is not kind)


def _without_overlay(name: str) -> None:
    definition = overlays.definition
    overlays.definition = lambda dotted: None if dotted.partition(".")[0] == name else definition(dotted)


def _set(module: str, **changed: Any) -> Callable[[], None]:
    """What sets attributes of a module of the interpreter. Raises AttributeError for one that it does not have."""

    def replace() -> None:
        target = importlib.import_module(f"hybridlint.interpreter.{module}")
        for name, value in changed.items():
            getattr(target, name)
            setattr(target, name, value)

    return replace


def _joined_rounds() -> None:
    """Follow no loop round by round, and no sequence of more than one element."""
    for module in list(sys.modules.values()):
        if hasattr(module, "UNROLLED") and module.__name__.startswith("hybridlint."):
            module.UNROLLED = 1  # type: ignore[attr-defined]


def _no_overlays() -> None:
    overlays.definition = lambda dotted: None


def _emit_all() -> None:
    Run.emit_if_live = lambda run, event, differing: run.emit(event)  # type: ignore[method-assign]


def _no_divergence_in_try() -> None:
    catching = importlib.import_module("hybridlint.interpreter.syntax.catching")
    catching._raises = lambda run, event: False


#: Name → what replaces a mechanism that is spread over modules, or is a number.
CROSSING: Dict[str, Callable[[], None]] = {
    "all overlays": _no_overlays,
    "events only if an output depends on them": _emit_all,
    "divergence in `try`": _no_divergence_in_try,
    "sequences and loops by element": _joined_rounds,
    "constructor configurations": _set("lifecycle.construction", _CONFIGURATIONS=0),
    "several attempts at an entry point": _set("lifecycle.entry_points", _ATTEMPTS=1),
}


# Comparing


def subjects(folder: pathlib.Path) -> List[Subject]:
    """The judged cases, the examples of the rules, the real files."""
    ids = _ids_at(SINCE)
    cases = read(str(ROOT / "tests" / "cases"))
    late = {case["id"] for case in cases if ids is not None and case["id"] not in ids and "from" not in case}
    for file in sorted({*(ROOT / "tests" / "generated").glob("*.jsonl")} - {ROOT / "tests/generated/mxnet2.jsonl"}):
        generated = read(str(file))
        late.update(case["id"] for case in generated)
        cases += generated
    if os.environ.get("HYBRIDLINT_TRUTH"):
        cases += read(os.environ["HYBRIDLINT_TRUTH"])
    chosen = []
    for case in cases:
        label = {"flag": "flag", "differs": "flag", "clean": "clean"}.get(case["label"])
        if label and case.get("static") in (None, "decidable"):
            chosen.append(Subject(case["id"], case["src"], label, case.get("user_line"), late=case["id"] in late))
    for file in sorted((ROOT / "tests" / "mxnet2" / "cases").glob("*.py")):
        for cell in cells(file, ORDER):
            label = "flag" if cell.stage else "clean"
            chosen.append(Subject(f"MXNet 2: {cell.name}", cell.src, label, cell.line, RECORDING))
    for rule in rules.all_rules():
        version = RECORDING if rule.generation == 2 else None
        for example in rule.examples:
            for label, text in (("flag", example.bad), ("clean", example.good)):
                chosen.append(Subject(f"example of {rule.code}", text, label, None, version, True, rule.code))
    real = [Subject(name, text) for name, text in packages.hybrid_files(folder).items()]
    return [subject for subject in (*chosen, *real) if _is_python(subject.text)]


def _ids_at(commit: str) -> Optional[Set[str]]:
    """The names of the cases at a commit; None without the history."""
    command = ["git", "-C", str(ROOT), "grep", "-h", "^# %% ", commit, "--", "tests/cases"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    return {line[len("# %% ") :].partition(":")[0] for line in done.stdout.splitlines()} or None


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def findings(subject: Subject, validate: bool = False) -> Findings:
    """The default findings in a text, and those of the rule whose example it is, with their fixes. With `validate`,
    those are safe that are shown to be."""
    items = [
        finding
        for finding in analysis.analyse(subject.text, mxnet_version=subject.mxnet_version)
        if finding.default or finding.code == subject.rule
    ]
    return {
        (item.line, item.column, item.code): None if item.fix is None else (item.fix.edits, item.fix.safe)
        for item in (validation.validated(subject.text, items) if validate else items)
    }


def is_right(subject: Subject, reported: Findings) -> bool:
    """Whether the verdict on a judged case is MXNet's, on the line that fails where that is known."""
    if subject.label == "clean":
        return not reported
    return any(subject.line in (None, line) for line, _, _ in reported)


class Baseline(NamedTuple):
    """The findings in each subject, before and after the validation of their fixes, and what its analysis used: see
    `Mechanism.traces`. `places` are the files and first lines of the code objects."""

    findings: List[Findings]
    validated: List[Findings]
    used: List[Set[Any]]
    places: Dict[int, Tuple[str, int]]


def baseline(chosen: List[Subject]) -> Baseline:
    """Analyse all subjects, as the analyser is."""
    result = Baseline([], [], [], {})
    used: Set[Any] = set()
    emit, note, divergences, definition = Run.emit, Run.note_structure, symbols.divergences, overlays.definition

    def noted_emit(run: Run, event: Event) -> None:
        used.add(type(event))
        emit(run, event)

    def noted_structure(run: Run, event: Event) -> None:
        used.add(type(event))
        note(run, event)

    def noted_divergences(event: Event, api: Any) -> Tuple[Divergence, ...]:
        result = divergences(event, api)
        used.update(item.kind for item in result)
        return result

    def noted_definition(dotted: str) -> Optional[Any]:
        result = definition(dotted)
        if result is not None:
            used.add(dotted.partition(".")[0])
        return result

    def note_code(frame: types.FrameType, event: str, _: Any) -> None:
        if event == "call":
            used.add(id(frame.f_code))
            result.places[id(frame.f_code)] = frame.f_code.co_filename, frame.f_code.co_firstlineno

    Run.emit, Run.note_structure = noted_emit, noted_structure  # type: ignore[method-assign]
    symbols.divergences, overlays.definition = noted_divergences, noted_definition
    try:
        for subject in chosen:
            used.clear()
            sys.setprofile(note_code)
            try:
                result.findings.append(findings(subject))
                has_safe = any(fix is not None and fix[1] for fix in result.findings[-1].values())
                result.validated.append(findings(subject, True) if has_safe else result.findings[-1])
            finally:
                sys.setprofile(None)
            result.used.append(set(used))
    finally:
        Run.emit, Run.note_structure = emit, note  # type: ignore[method-assign]
        symbols.divergences, overlays.definition = divergences, definition
    return result


def measure(mechanism: Mechanism, chosen: List[Subject], before: Baseline) -> Row:
    """The row of a mechanism. Replaces it in this process for good."""
    row = Row(mechanism.name, mechanism.lines)
    try:
        mechanism.replace()
    except (AttributeError, TypeError) as error:
        row.errors[f"it cannot be replaced ({error})"] += 1
        return row
    for cache in [item for item in gc.get_objects() if isinstance(item, functools._lru_cache_wrapper)]:
        if cache.__module__.startswith("hybridlint") and "mxnet_api" not in cache.__module__:
            cache.cache_clear()
    reached = [
        position
        for position, used in enumerate(before.used)
        if not mechanism.traces or not mechanism.traces.isdisjoint(used)
    ]
    row.reached = sum(not chosen[position].late for position in reached)
    # Those with findings first: they show soonest that a mechanism pays.
    ordered = sorted(reached, key=lambda position: -len(before.findings[position]))
    for position in ordered:
        real = not chosen[position].label
        fixes = row.fixes_lost + row.fixes_gained if mechanism.name.startswith((*FIXES, *VALIDATION)) else 0
        if chosen[position].late or max(row.differences(real), fixes) >= ENOUGH:
            continue
        old = (before.validated if mechanism.is_validation else before.findings)[position]
        try:
            new = findings(chosen[position], mechanism.is_validation)
        except Exception as error:
            row.errors[" ".join(f"{type(error).__name__}: {error}".split())] += 1
            row.fails_real += real
            row.fails_cases += not real
            continue
        _compare(row, chosen[position], old, new)
    if not row.weight:
        olds = before.validated if mechanism.is_validation else before.findings
        late = ((chosen[position], olds[position]) for position in ordered if chosen[position].late)
        changed = (subject.name for subject, old in late if _changes(subject, old, mechanism.is_validation))
        row.judges = list(itertools.islice(changed, JUDGES))
    return row


def _changes(subject: Subject, old: Findings, validate: bool) -> bool:
    """Whether the findings in a subject are others now. An error is no judgement: the code relies on the mechanism."""
    try:
        return findings(subject, validate) != old
    except Exception:
        return False


def _compare(row: Row, subject: Subject, old: Findings, new: Findings) -> None:
    if subject.label:
        was, is_now = is_right(subject, old), is_right(subject, new)
        row.missed += was and not is_now and subject.label == "flag"
        row.false += was and not is_now and subject.label == "clean"
        row.right += is_now and not was
    else:
        row.lost += len(old.keys() - new.keys())
        row.gained += len(new.keys() - old.keys())
    for key in old.keys() & new.keys():
        row.fixes_lost += old[key] is not None and old[key] != new[key]
        row.fixes_gained += old[key] is None and new[key] is not None


HEAD = """\
| mechanism | lines | reached | real: lost / gained | cases: missed / false / right | fixes: other / new |
|---|---|---|---|---|---|"""


def shown(row: Row) -> str:
    """A row of Markdown."""
    cells = [f"`{row.name}`", str(row.lines or ""), str(row.reached), f"{row.lost} / {row.gained}"]
    cells += [f"{row.missed} / {row.false} / {row.right}", f"{row.fixes_lost} / {row.fixes_gained}"]
    for column, real, fails in ((3, True, row.fails_real), (4, False, row.fails_cases)):
        cells[column] += f", {fails} fail" if fails else ""
        cells[column] += " +" if row.differences(real) >= ENOUGH else ""
    return f"| {' | '.join(cells)} |"


_STATE: Dict[str, Any] = {}


def _measure(number: int) -> Row:
    return measure(_STATE["mechanisms"][number], _STATE["subjects"], _STATE["baseline"])


def _baseline(numbers: range) -> Baseline:
    return baseline([_STATE["subjects"][number] for number in numbers])


def errors_of(rows: Iterable[Row]) -> str:
    """A line of Markdown for each row with errors: how many, and the most frequent."""
    lines = [
        f"- `{row.name}`: {sum(row.errors.values())}, most often `{row.errors.most_common(1)[0][0][:100]}`"
        for row in rows
        if row.errors
    ]
    return "\n".join(lines) or "None."


def judges_of(rows: Iterable[Row]) -> str:
    """A line of Markdown for each row without differences: the late cases that judge the mechanism."""
    lines = [f"- `{row.name}`: {', '.join(row.judges) or 'none'}" for row in rows if not row.weight]
    return "\n".join(lines) or "None."


def sizes(texts: List[Subject], before: Baseline) -> str:
    """A row of Markdown for each part of the linter: its statements, and who runs the functions that they are in."""
    ran: Dict[str, Set[Any]] = {"real code": set(), "cases alone": set()}
    places = {item: (os.path.realpath(file), line) for item, (file, line) in before.places.items()}
    for subject, used in zip(texts, before.used):
        runs = ran["cases alone" if subject.label else "real code"]
        runs.update(places[item] for item in used if item in places)
    folder = pathlib.Path(analysis.__file__).parent
    parts: Dict[str, Counter[str]] = collections.defaultdict(collections.Counter)
    for file in sorted(folder.rglob("*.py")):
        part = file.relative_to(folder).parts
        counts = parts["/".join(part[:-1][:2]) or "entry points"]
        outside = ast.parse(file.read_text(encoding="utf-8"))
        counts["all"] += _statements(outside)
        for function in _outermost(outside):
            first = min([function.lineno, *(item.lineno for item in function.decorator_list)])
            place = os.path.realpath(file), first
            runner = next((name for name, runs in ran.items() if place in runs), "neither")
            counts[runner] += _statements(function)
    columns = ("all", *ran, "neither")
    parts["the linter"] = sum(parts.values(), collections.Counter())
    rows = [f"| {part} | {' | '.join(str(counts[name]) for name in columns)} |" for part, counts in parts.items()]
    return "\n".join([f"| part | {' | '.join(columns)} |", "|---|" + "---|" * len(columns), *rows])


def _statements(tree: ast.AST) -> int:
    """The number of statements without docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = list(ast.walk(tree))
    documents = sum(isinstance(node, documented) and ast.get_docstring(node) is not None for node in nodes)
    return sum(isinstance(node, ast.stmt) for node in nodes) - documents


def _outermost(tree: Any) -> Iterator[Any]:
    """The functions and methods of a module, but for those inside of others."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        else:
            yield from _outermost(node)


def main() -> int:
    """Print the table, those that change least first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names of mechanisms; all without any")
    parser.add_argument("--functions", action="store_true", help="a row for each function as well")
    parser.add_argument("--packages", type=pathlib.Path, default=packages.FOLDER, help="where packages are unpacked")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--write", type=pathlib.Path, help="write a page of the documentation")
    options = parser.parse_args()
    rules.all_rules()
    chosen = [
        mechanism
        for mechanism in mechanisms(options.functions)
        if not options.names or any(name in mechanism.name for name in options.names)
    ]
    texts = subjects(options.packages)
    _STATE.update(mechanisms=chosen, subjects=texts)
    before = Baseline([], [], [], {})
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        for part in pool.imap(_baseline, [range(n, min(n + 40, len(texts))) for n in range(0, len(texts), 40)]):
            before.findings.extend(part.findings)
            before.validated.extend(part.validated)
            before.used.extend(part.used)
            before.places.update(part.places)
    _STATE.update(baseline=before)
    rows = []
    # Forked for each: what was replaced is whole again in the next.
    with multiprocessing.get_context("fork").Pool(options.jobs, maxtasksperchild=1) as pool:
        for row in pool.imap_unordered(_measure, range(len(chosen)), chunksize=1):
            rows.append(row)
            print(shown(row), flush=True)
    rows.sort(key=lambda row: (row.weight, -row.lines))
    real = [position for position, subject in enumerate(texts) if not subject.label]
    late = sum(subject.late for subject in texts)
    summary = (
        f"{len(real)} files of released packages with {sum(len(before.findings[n]) for n in real)} findings, "
        f"{len(texts) - len(real) - late} judged cases; {late} later cases and examples of rules."
    )
    parts = {"summary": summary, "table": "\n".join([HEAD, *map(shown, rows)])}
    parts.update(judges=judges_of(rows), errors=errors_of(rows), sizes=sizes(texts, before))
    print("", *parts.values(), sep="\n\n")
    if options.write:
        options.write.write_text(PAGE.format(commit=_commit(), since=SINCE, **parts), encoding="utf-8")
    return 0


def _commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, encoding="utf-8").stdout.strip()


PAGE = """\
# What each mechanism is worth

A mechanism of the analyser pays for itself, or goes. Each row replaces one by "nothing is known" and shows what
changes. Rows that change least come first. Names are those of commit {commit}, at which this was measured by

    python tools/ablation.py --write docs/developers/ablation.md

{summary}

- *reached*: files and cases whose analysis runs the mechanism; those alone are analysed again;
- *real*: findings by file, line, column and code;
- *cases*: those that are now missed, falsely reported, or judged as MXNet does. A failing line that is not reported is
  a miss;
- *fixes*: findings without their fix or with another one, and findings with a new fix;
- *fail*: analyses that raise an error without the mechanism, which shows only that code relies on it.

Neither real code nor cases are compared further after 25 differences, shown as `+`; nothing is without a rewrite or the
validation of fixes after 25 fixes.

{table}

## Judges of rows without a difference

Cases written since {since} for a mechanism, and the examples of rules, are no part of the table. For each row in which
nothing changes, the first of them that change without it. MXNet has judged them all. What is known of other files, and
of a run, is not measured here: `tests/hybridlint/test_neighbours.py` and `test_facts.py` judge it.
`interpreter.engine.loops` changes nothing by design: it ends loops early, which is a tenth of the work on GluonCV.

{judges}

## Size

The statements of the linter, docstrings not counted: all, and those in functions that run for the real files, for
judged cases alone, and for neither, which are the command line, the reports and what guards against broken input. The
rest are outside of functions.

{sizes}

## Errors

{errors}
"""


if __name__ == "__main__":
    sys.exit(main())
