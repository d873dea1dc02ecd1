"""pytest plugin: the fixture `assert_hybridizable`, which needs no import and imports MXNet only when it is called.

def test_net(assert_hybridizable):
    assert_hybridizable(Net, (16, 1, 28, 28))
"""

from __future__ import annotations

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
