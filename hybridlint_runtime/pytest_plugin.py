"""pytest plugin: the fixture `assert_hybridizable`, which needs no import and imports MXNet only when it is called.

def test_net(assert_hybridizable):
    assert_hybridizable(Net, (16, 1, 28, 28))

A test with the argument `shadow_case` runs once for each call that `hybridlint_runtime.shadow` has saved:

def test_saved_calls(shadow_case):
    shadow_case.check()
"""

from __future__ import annotations

import os
from typing import Any, Callable

import pytest


@pytest.fixture(scope="session")
def assert_hybridizable() -> Callable[..., Any]:
    """`hybridlint_runtime.assert_hybridizable`: fails the test with the report unless the check passes. Returns the
    report."""

    def check(net_or_factory: Any, *inputs: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        from .api import assert_hybridizable

        return assert_hybridizable(net_or_factory, *inputs, **options)

    return check


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
        from .report import Verdict
        from .shadowing.listing import targets_in

        (script,) = targets_in(self.folder)
        job = Settings(target=f"{script}:net", inputs_from=f"{script}:inputs").job(["cpu(0)"])
        (report,) = run_all([job], quiet=True)
        if report.verdict is not Verdict.PASSED:
            raise AssertionError(str(Report(**vars(report))))
