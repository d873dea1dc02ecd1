"""One list, dict or object under several names: what is changed in place under one of them is changed under all."""

from __future__ import annotations

import dataclasses
from typing import Optional

from hybridlint.containers import CONTAINERS, containers_in, replaced
from hybridlint.interpreter.run import Scope
from hybridlint.joining import join
from hybridlint.values import Value


def follow(scope: Optional[Scope], changed: Value) -> None:
    """Let every name of `scope`, and of those around it, that holds the container `changed` hold what it is now."""
    if not isinstance(changed, CONTAINERS) or not changed.identity:
        return
    while scope is not None and not scope.lasting:
        for name, value in list(scope.names.items()):
            if changed.identity in containers_in((value,)):
                scope.names[name] = replaced(value, changed)
        scope = scope.outer


def perhaps_follow(scope: Scope, before: Value, changed: Value) -> None:
    """The same, where the container `before` is perhaps the one that was `changed`."""
    if isinstance(before, CONTAINERS):
        either = join(before, changed)
        if isinstance(either, CONTAINERS):
            follow(scope, dataclasses.replace(either, identity=before.identity))
