"""What the nesting of a value states."""

from __future__ import annotations

from typing import Any

import pytest

from hybridlint_runtime.export.archive import nesting

KEPT = ["tensor", None, {"value": "other"}, {"dict": {"other": "tensor"}}, {"list": ["tensor", {"tuple": [None]}]}]
OTHER = {"other": "builtins.set"}


@pytest.mark.parametrize("form", KEPT, ids=nesting.shown)
def test_a_word_in_a_value_or_a_key_keeps_nothing_out(form: Any) -> None:
    assert nesting.is_kept(form)


@pytest.mark.parametrize("form", [OTHER, {"list": ["tensor", OTHER]}, {"dict": {"a": OTHER}}], ids=nesting.shown)
def test_what_is_of_another_kind_is_not_kept_at_any_depth(form: Any) -> None:
    assert not nesting.is_kept(form)
