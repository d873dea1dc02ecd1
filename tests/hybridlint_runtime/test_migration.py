"""The model of the migration page for MXNet 1.x gives what is stored; tests/mxnet2/test_migration.py has the other."""

from __future__ import annotations

import pytest

from tests.migration import differs, outputs


@pytest.mark.parametrize("hybridize", [False, True])
def test_the_model_for_mxnet_1_gives_what_is_stored(hybridize: bool) -> None:
    assert differs(outputs(hybridize)) < 1e-5
