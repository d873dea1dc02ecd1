"""The settings of a check, and where they come from.

`[tool.hybridlint.check]` in `pyproject.toml` has the names of the command's long options as keys. Those beside
`targets` apply to every target; each table in `targets` has a `target` and its own settings; the command line overrides
both. A target that is named on the command line and has entries in `targets` is checked with these::

    [tool.hybridlint.check]
    timeout = 120

    [[tool.hybridlint.check.targets]]
    target = "mymodel:Net"
    shape = "16,1,28,28"
    arg = {classes = 10}
"""

from __future__ import annotations

import contextlib
import dataclasses
import difflib
import os
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from hybridlint import pyproject

from .errors import CannotLook
from .mxnet_compat import DTYPES
from .processes.reproduction import folder_for
from .questions import refuse_unknown
from .spec.importing import shown_path
from .spec.job import Job
from .spec.options import TOLERANCES, CheckOptions, Tolerance, elements
from .spec.target import Target, parse_target

#: Example of a model on the command line.
EXAMPLE = "mymodel:Net --shape 16,1,28,28"

_SIZE = re.compile(r"(?P<number>\d+(\.\d+)?)\s*(?P<unit>[KMGT]?)(iB|B)?$", re.IGNORECASE)
#: The path of an output: "[1]", "[0][2]", or "" if there is only one.
_PLACE = re.compile(r"(\[\d+\])*$")
_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


@dataclasses.dataclass(frozen=True)
class Settings:
    """The settings for one target. Names are those of the command's long options; `None` is the default.

    `pythonpath` are folders that precede all others in the module search path, absolute except in a table.
    `memory` is a size such as "2G", `timeout` in seconds. `rtol` and `atol` apply to every dtype, `tolerance` to one
    dtype or one output ("float16=1e-2", "[1]=1e-3,1e-5"). `ignore` is the part of an output that is not compared
    ("[0]=3:").
    """

    target: str = ""
    pythonpath: Tuple[str, ...] = ()
    arg: Tuple[str, ...] = ()
    input: Tuple[str, ...] = ()
    inputs_from: str = ""
    also_shape: Tuple[str, ...] = ()
    ctx: Tuple[str, ...] = ()
    require_ctx: Tuple[str, ...] = ()
    probe: Tuple[str, ...] = ()
    skip: Tuple[str, ...] = ()
    seed: int = 0
    batch: Optional[int] = None
    rtol: Optional[float] = None
    atol: Optional[float] = None
    tolerance: Tuple[str, ...] = ()
    ignore: Tuple[str, ...] = ()
    calls: int = 3
    allow_undetermined: bool = False
    timeout: float = 600.0
    memory: Optional[str] = None
    static_alloc: bool = False
    static_shape: bool = False
    archive: bool = True
    onnx: bool = False
    quick: bool = False

    def updated(self, values: Mapping[str, Any], where: str) -> Settings:
        """Return these settings updated with `values`. Raise CannotLook, which names `where`, for an invalid one."""
        known = {field.name: field for field in dataclasses.fields(self)}
        changed: Dict[str, Any] = {}
        for key, value in values.items():
            name = _NAMES.get(key, key).replace("-", "_")
            if name not in known:
                near = difflib.get_close_matches(key, [*known, *_NAMES], n=1)
                raise CannotLook(f"{where} has no setting {key!r}" + (f": did you mean {near[0]!r}?" if near else ""))
            changed[name] = _fitting(known[name].default, value, f"{key} in {where}")
        # Inputs in one form replace those of an outer setting in another form.
        if changed.get("input"):
            changed.setdefault("inputs_from", "")
        elif changed.get("inputs_from"):
            changed.setdefault("input", ())
        return dataclasses.replace(self, **changed)

    def below(self, folder: str) -> Settings:
        """Return these settings with the folders of `pythonpath` relative to `folder`."""
        return dataclasses.replace(self, pythonpath=tuple(os.path.join(folder, path) for path in self.pythonpath))

    @property
    def contexts(self) -> Tuple[str, ...]:
        """The contexts to check, including those that are required."""
        return (*(self.ctx or ("cpu",)), *self.require_ctx)

    def job(self, contexts: List[str], repro: Optional[str] = None) -> Job:
        """Return the check of this target on `contexts`, which must be usable. Scripts that reproduce failures go below
        `repro`.

        Raise CannotLook for an invalid setting.
        """
        target: Target = parse_target(self.target, self.arg)
        if not self.input and not self.inputs_from:
            raise CannotLook(f"{target} needs inputs: pass --shape 16,1,28,28 (or --inputs-from)")
        if not self.timeout > 0:
            raise CannotLook(f"--timeout must be more than 0 s, not {self.timeout:g}")
        if self.calls < 1:
            raise CannotLook(f"--calls must be at least 1, not {self.calls}")
        if self.batch is not None and self.batch < 1:
            raise CannotLook(f"--batch must be at least 1, not {self.batch}")
        refuse_unknown([*self.probe, *self.skip])
        for folder in self.pythonpath:
            if not os.path.isdir(folder):
                raise CannotLook(f"--pythonpath {shown_path(folder)} is not a folder")
        if self.quick and self.probe:
            raise CannotLook("--quick selects the probes outputs, export and archive: omit --probe")
        for name, value in (("--rtol", self.rtol), ("--atol", self.atol)):
            if value is not None and not 0 <= value < float("inf"):
                raise CannotLook(f"{name} must be a number from 0, not {value:g}")
        tolerances = dict(map(parse_tolerance, self.tolerance))
        usual = {name: value for name, value in (("relative", self.rtol), ("absolute", self.atol)) if value is not None}
        of_all = {dtype: dataclasses.replace(each, **usual) for dtype, each in TOLERANCES.items()} if usual else {}
        same = {field.name for field in dataclasses.fields(CheckOptions)}.intersection(vars(self))
        options = CheckOptions(
            contexts=contexts,
            probes=list(self.probe) or None,
            skip=list(self.skip),
            tolerances={**of_all, **{where: value for where, value in tolerances.items() if where in DTYPES}},
            output_tolerances={where: value for where, value in tolerances.items() if where not in DTYPES},
            ignored=dict(map(parse_ignored, self.ignore)),
            **{name: getattr(self, name) for name in same - {"skip"}},
        )
        memory = parse_size(self.memory) if self.memory is not None else None
        return Job(
            target,
            self.input,
            self.inputs_from,
            self.also_shape,
            options,
            timeout=self.timeout,
            memory=memory,
            repro=folder_for(repro, str(target)) if repro is not None else "",
            search=self.pythonpath,
        )


def shard_of(settings: Sequence[Settings], text: str) -> List[Settings]:
    """Return shard `"3/16"`: the third, 19th, 35th ... of `settings` sorted by target, so that sixteen shards cover
    each once.

    Raise CannotLook for text of another form.
    """
    part, slash, parts = text.partition("/")
    if not slash or not part.isdecimal() or not parts.isdecimal() or not 1 <= int(part) <= int(parts):
        raise CannotLook(f"--shard {text!r} is not of the form 3/16, with a number from 1 to the number of shards")
    return sorted(settings, key=repr)[int(part) - 1 :: int(parts)]


#: Aliases of settings.
_NAMES = {"shape": "input", "inputs": "input", "shapes": "input", "args": "arg"}


def parse_tolerance(text: str) -> Tuple[str, Tolerance]:
    """Parse `"float16=1e-2"` or `"[1]=1e-3,1e-5"`.

    Return a dtype or the path of an output ("" if there is only one), and the relative and absolute tolerance; the
    second defaults to the first. Raise CannotLook.
    """
    where, equals, values = text.strip().rpartition("=")
    try:
        relative, *rest = (float(value) for value in values.split(","))
        (absolute,) = rest or [relative]
    except ValueError:
        relative = absolute = -1.0
    known = where in DTYPES or _PLACE.match(where) is not None
    if not equals or not known or not 0 <= relative < float("inf") or not 0 <= absolute < float("inf"):
        raise CannotLook(f"--tolerance {text!r} is not of the form float16=1e-2 or [1]=1e-3,1e-5")
    return where, Tolerance(relative, absolute)


def parse_ignored(text: str) -> Tuple[str, str]:
    """Parse `"[0]=3:"`. Return the path of an output ("" if there is only one) and the index of the elements to ignore.

    Raise CannotLook.
    """
    where, equals, index = text.strip().partition("=")
    try:
        elements(index)
    except ValueError:
        equals = ""
    if not equals or _PLACE.match(where) is None:
        raise CannotLook(f"--ignore {text!r} is not of the form [0]=3: (rows from the fourth of the first output)")
    return where, index


def parse_size(text: str) -> int:
    """Convert `"512M"` to bytes (units of 1024). Raise CannotLook for anything else."""
    match = _SIZE.match(text.strip())
    if match is None or float(match.group("number")) == 0:
        raise CannotLook(f"--memory {text!r} is not a size: write 512M or 2G")
    return int(float(match.group("number")) * _UNITS[match.group("unit").upper()])


def find_configuration(folder: str) -> Optional[str]:
    """Return the pyproject.toml of `folder`, as the linter finds it. Raise CannotLook if one cannot be read."""
    with _refusing():
        return pyproject.find(folder)


@dataclasses.dataclass(frozen=True)
class Configuration:
    """[tool.hybridlint.check]: the common settings, the entries of `targets`, and the number of parallel checks.

    Empty if there is no such table.
    """

    common: Settings
    targets: List[Settings]
    jobs: int = 1

    def entries_of(self, target: str, folder: str) -> List[Settings]:
        """Return the entries for `target`, whose path is relative to the current folder; paths in entries are relative
        to `folder`."""
        wanted = _absolute(target, os.getcwd())
        return [entry for entry in self.targets if _absolute(entry.target, folder) == wanted]

    def require_targets(self, path: str) -> List[Settings]:
        """Return the entries. Raise CannotLook, which names `path`, if there are none."""
        if not self.targets:
            raise CannotLook(
                f"pass a model, such as {EXAMPLE}, or list models in {path}: "
                '[[tool.hybridlint.check.targets]] with target = "mymodel:Net"'
            )
        return self.targets


def read_configuration(path: str) -> Configuration:
    """Read the table [tool.hybridlint.check] of the file at `path`.

    Raise CannotLook if the file cannot be read or has invalid settings.
    """
    with _refusing():
        table = (pyproject.read_table(path) or {}).get("check", {})
    if not isinstance(table, dict):
        raise CannotLook(f"tool.hybridlint.check of {path} must be a table, not {table!r}")
    table = dict(table)
    where = f"[tool.hybridlint.check] of {os.path.basename(path)}"
    targets, jobs = table.pop("targets", []), table.pop("jobs", 1)
    if not isinstance(targets, list):
        raise CannotLook(f"targets in {where} must be a list, not {targets!r}")
    if not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1:
        raise CannotLook(f"jobs in {where} must be an integer of at least 1, not {jobs!r}")
    folder = os.path.dirname(os.path.abspath(path))
    common = Settings().updated(table, where).below(folder)
    entries = [
        _entry(common, item, f"target {index} in {where}").below(folder) for index, item in enumerate(targets, 1)
    ]
    return Configuration(common, entries, jobs)


def _entry(common: Settings, item: Any, where: str) -> Settings:
    values = {"target": item} if isinstance(item, str) else item
    if not isinstance(values, dict) or not isinstance(values.get("target"), str):
        raise CannotLook(f'{where} names no model: it needs target = "mymodel:Net"')
    return common.updated(values, where)


def _absolute(target: str, folder: str) -> str:
    """Return `target` with an absolute path of its file; one that names a module is unchanged."""
    module, _, attribute = target.rpartition(":")
    is_file = module.endswith(".py") or os.sep in module
    return f"{os.path.realpath(os.path.join(folder, module)) if is_file else module}:{attribute}"


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Raise CannotLook where the configuration is invalid."""
    try:
        yield
    except pyproject.ConfigurationError as error:
        raise CannotLook(str(error)) from error


def _fitting(default: Any, value: Any, where: str) -> Any:
    """Return `value` in the type of the setting whose default is `default`."""
    if isinstance(default, tuple):
        if isinstance(value, dict):
            return tuple(
                f"{key}={item!r}" if not isinstance(item, str) else f"{key}={item}" for key, item in value.items()
            )
        items = value if isinstance(value, (list, tuple)) else [value]
        if all(isinstance(item, str) for item in items):
            return tuple(items)
        raise CannotLook(f"{where} must be a string or a list of strings, not {value!r}")
    if isinstance(default, bool) or isinstance(value, bool):
        if isinstance(default, bool) and isinstance(value, bool):
            return value
        raise CannotLook(f"{where} is not valid: {value!r}")
    if isinstance(default, str) and not isinstance(value, str):
        raise CannotLook(f"{where} must be a string, not {value!r}")
    if isinstance(default, (int, float)) and not isinstance(value, (int, float)):
        raise CannotLook(f"{where} must be a number, not {value!r}")
    return value
