"""The check as Python functions, in this process. `import hybridlint_runtime` exports them without importing MXNet."""

from __future__ import annotations

import time
from typing import Any, Callable, Mapping, Optional, Sequence, Union

from . import report as reports
from .errors import CannotLook
from .report import Problem, Stage, Verdict
from .spec.options import CheckOptions, Scenario


class Report(reports.Report):
    """The results of a check, as plain data that can be printed."""

    def __str__(self) -> str:
        """Return the verdict on a line of its own, then the output of `--format console`, without colours."""
        from .reporting import render

        # Test runners show only the first line if there is little room.
        verdict = f"{self.target}: {self.verdict.value}: {self.summary}"
        notes = self.notes if self.blocks is None else []
        return "\n".join([verdict, *notes, render([self], "console", to_file=True)])

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Print the report as the result of a cell of IPython or a notebook."""
        printer.text(str(self))


def check(
    net_or_factory: Any,
    *inputs: Any,
    ctx: Union[str, Sequence[str]] = "cpu",
    require_ctx: Union[str, Sequence[str]] = (),
    seed: int = 0,
    also_inputs: Sequence[Sequence[Any]] = (),
    call: Optional[Callable[[Any, Sequence[Any]], Any]] = None,
    between: Optional[Callable[[Any], None]] = None,
    hybridize: Optional[Callable[[Any], None]] = None,
    on_event: Callable[[Mapping[str, Any]], None] = lambda event: None,
    **options: Any,
) -> Report:
    """Check a model in this process and return the same report as `check --format json`.

    `net_or_factory` is a Block (copies of it are checked, it is not modified), a class or function that makes one, or a
    string such as "mymodel:Net". `inputs` are MXNet or NumPy arrays, tuples of integers (a shape, drawn from the
    standard normal distribution), strings in the grammar of `--input`, None, Python values, or nested lists of those.
    `also_inputs` are the inputs of further calls, each a sequence like `inputs`.

    `call(net, inputs)` replaces `net(*inputs)`; `between(net)` is called between the first call and the next, to change
    an attribute or replace a child; `hybridize(net)` replaces `net.hybridize()`. `options` are the other fields of
    `CheckOptions`: `probes`, `skip`, `tolerances`, `archive` and so on.

    Nothing protects this process from a model that crashes or never ends: use the command for that. For a model that
    cannot be checked, the verdict is COULD_NOT_LOOK. Raise CannotLook if MXNet or NumPy cannot be imported, with what
    to install, and TypeError for an unknown option.
    """
    from .mxnet_compat import import_mxnet

    mxnet = import_mxnet()
    from .spec import contexts
    from .spec.inputs import plan_from_values
    from .spec.target import factory_of, parse_target, require_hybrid

    began, started = time.monotonic(), reports.now()
    asked, required = _as_list(ctx), _as_list(require_ctx)
    try:
        usable, missing = contexts.resolve([*asked, *required])
        if not usable:
            report = Report(_name(net_or_factory), summary=contexts.none_usable(missing))
            contexts.account(report, missing, required)
            return report
        chosen = CheckOptions(contexts=usable, seed=seed, **options)
        target = parse_target(net_or_factory) if isinstance(net_or_factory, str) else None
        name = _name(net_or_factory)
        if target is not None:
            make_net = target.factory()
        else:
            make_net = factory_of(net_or_factory, name, "pass a function that provides them", {})
        net = net_or_factory if isinstance(net_or_factory, mxnet.gluon.Block) else make_net()
        require_hybrid(net, name)
        # The first call of a check uses the seed after the given one; see `Subject.inputs`.
        plan = plan_from_values(inputs, seed + 1).arranged(net)
        further = [plan_from_values(values, seed + 1).arranged(net) for values in also_inputs]
        chosen.also_shapes = [*chosen.also_shapes, *(other.make for other in further)]

        from .checking import verify

        scenario = Scenario(call or Scenario().call, between, hybridize)
        result = verify(make_net, plan.make, chosen, on_event, scenario, source=target)
    except CannotLook as error:
        return Report(_name(net_or_factory), summary=error.message, notes=error.details, seed=seed)
    report = Report(**vars(result))
    report.started, report.seconds = started, round(time.monotonic() - began, 3)
    report.target = _name(net_or_factory)
    report.inputs = plan.described()
    contexts.account(report, missing, required)
    return report


def assert_hybridizable(net_or_factory: Any, *inputs: Any, **options: Any) -> Report:
    """Raise AssertionError with the report as text unless the check of `net_or_factory` passes.

    The arguments are those of `check`. It also raises for a model that could not be checked.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    report = check(net_or_factory, *inputs, **options)
    if report.verdict is not Verdict.PASSED:
        raise AssertionError(str(report))
    return report


def _name(net_or_factory: Any) -> str:
    if isinstance(net_or_factory, str):
        return net_or_factory
    return str(getattr(net_or_factory, "__qualname__", "") or type(net_or_factory).__name__)


def _as_list(value: Union[str, Sequence[str]]) -> Sequence[str]:
    return [value] if isinstance(value, str) else list(value)


__all__ = ["CannotLook", "CheckOptions", "Problem", "Report", "Stage", "Verdict", "assert_hybridizable", "check"]
