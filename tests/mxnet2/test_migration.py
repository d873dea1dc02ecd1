"""The model of the migration page for MXNet 2 gives what the one for 1.x gave on MXNet 1.9.1."""

from __future__ import annotations

import pytest

from hybridlint.analysis import analyse
from hybridlint.mxnet_api import RECORDING
from tests.migration import differs, outputs, sources


@pytest.mark.parametrize("hybridize", [False, True])
def test_the_model_for_mxnet_2_gives_the_same_as_that_for_1(hybridize: bool) -> None:
    assert differs(outputs(hybridize)) < 1e-5


def test_the_linter_passes_each_on_its_generation_and_reports_the_old_one_on_mxnet_2() -> None:
    before, after = sources()
    assert [finding.code for finding in analyse(before)] == []
    assert [finding.code for finding in analyse(after)] == []
    assert "HYB801" in [finding.code for finding in analyse(before, mxnet_version=RECORDING)]
