"""pytest plugin: the fixture `assert_hybridizable`, which needs no import and imports MXNet only when it is called.

def test_net(assert_hybridizable):
    assert_hybridizable(Net, (16, 1, 28, 28))

A test with the argument `shadow_case` runs once for each call that `hybridlint_runtime.shadow` has saved:

def test_saved_calls(shadow_case):
    shadow_case.check()
"""

from __future__ import annotations

import os
from typing import Any, Callable, Iterator, List

import pytest


@pytest.fixture(scope="session")
def assert_hybridizable() -> Callable[..., Any]:
    """As `hybridlint_runtime.assert_hybridizable`: fails the test unless the check passes, and returns the report.

    The failure has a line for each problem; the whole report is a section of the failed test.
    """

    def check(net_or_factory: Any, *inputs: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        from .api import check

        report = check(net_or_factory, *inputs, **options)
        _require_pass(report)
        return report

    return check


def pytest_configure(config: pytest.Config) -> None:
    """Ignore what MXNet 1.9.1 itself causes when it is imported: names of NumPy and distutils that are deprecated."""
    config.addinivalue_line("filterwarnings", r"ignore::DeprecationWarning:mxnet\.")


#: The tests that run: the innermost is the last.
_running: List[pytest.Item] = []


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note the test that runs, for its report."""
    _running.append(item)
    yield
    _running.pop()


def _require_pass(report: Any) -> None:
    __tracebackhide__ = True
    from .report import Verdict

    if report.verdict is not Verdict.PASSED:
        if _running:
            _running[-1].add_report_section("call", "hybridlint", str(report))
        raise AssertionError("\n".join(_failure(report)))


def _failure(report: Any) -> Iterator[str]:
    """Yield the verdict, and for each problem the line that fails, with its fix if that changes this line only."""
    yield f"{report.target}: {report.verdict.value}: {report.summary}"
    yield from report.notes if report.blocks is None else ()
    for problem in report.problems:
        place = problem.location
        where = f"{os.path.relpath(place.file)}:{place.line}: " if place else f"{problem.block or 'the model'}: "
        yield f"{where}{problem.message}{f' ({problem.rule})' if problem.rule else ''}"
        changed = [line for line in problem.fix.diff if line.startswith(("-", "+"))] if problem.fix else []
        if len(changed) == 2:
            yield from (f"  {line[0]} {line[1:].strip()}" for line in changed)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the folder of saved calls."""
    group = parser.getgroup("hybridlint")
    group.addoption(
        "--from-shadow",
        metavar="FOLDER",
        default="hybridlint-shadow",
        help="the saved calls for tests with the argument shadow_case (hybridlint-shadow)",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with the argument `shadow_case` for each saved call; skip it if there is none."""
    if "shadow_case" in metafunc.fixturenames:
        from .shadowing.listing import cases_in

        cases = cases_in(metafunc.config.getoption("--from-shadow"))
        metafunc.parametrize("shadow_case", map(ShadowCase, cases), ids=map(os.path.basename, cases))


class ShadowCase:
    """A saved call in `folder`."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def check(self) -> None:
        """Check the saved block with its inputs in a process of its own; fail the test unless the check passes."""
        __tracebackhide__ = True
        from .api import Report
        from .configuration import Settings
        from .processes.running import run_all
        from .shadowing.listing import targets_in

        (script,) = targets_in(self.folder)
        job = Settings(target=f"{script}:net", inputs_from=f"{script}:inputs").job(["cpu(0)"])
        (report,) = run_all([job], quiet=True)
        _require_pass(Report(**vars(report)))
