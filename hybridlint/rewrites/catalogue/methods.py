"""Methods that only an NDArray has: copies, moves, and what makes numbers of an array."""

from __future__ import annotations

import ast
from typing import Any

from hybridlint.rewrites import statements
from hybridlint.rewrites.catalogue.attributes import is_on_current
from hybridlint.rewrites.catalogue.truth import is_single
from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.numbers import as_operand, of_threshold
from hybridlint.rewrites.proofs import have_one_dtype
from hybridlint.rewrites.rewrite import Match, Rewrite, at, is_name, is_tensor
from hybridlint.syntax import same_code
from hybridlint.values import Tensor


class ImperativeOnly(Rewrite):
    """An assertion or a message has no result: hybridized, it is omitted."""

    rules = ("HYB101", "HYB102", "HYB401")
    before = "print({x}.asnumpy())"
    after = "if F is mx.nd:\n    print({x}.asnumpy())"
    description = "do it in imperative execution only"
    consumes = False
    order = -2
    of_numpy = True

    def applies(self, match: Match) -> bool:
        tests = getattr(match.event, "construct", "assert") not in ("assert", "if")
        return isinstance(match.node, ast.stmt) and match.node is match.source.statement(match.anchor) and not tests

    def changes(self, match: Match) -> Edits:
        return statements.guarded(match.source, match.node)


class OmittedMethod(Rewrite):
    """Waiting for a result changes nothing, and what a graph gets has its gradient from outside."""

    rules = ("HYB102", "HYB103")
    before = "<call>()"
    description = "omit it"
    variants = (
        {"call": "{x}.wait_to_read", "changed": ""},
        {"call": "F.waitall", "changed": ""},
        {"call": "{x}.attach_grad", "changed": "`{x}` has no gradient of its own"},
    )
    risk = "<changed>"
    order = -3
    of_numpy = True

    def changes(self, match: Match) -> Edits:
        statement = match.source.parent(match.node)
        return match.source.removed(statement) if isinstance(statement, ast.Expr) else None


class _OfMethod(Rewrite):
    """A method that only an NDArray has."""

    rules = ("HYB102",)


class Copied(_OfMethod):
    """An operator copies the array as the method does."""

    before = "{x}.copy()"
    after = "F.identity({x})"
    inputs = ({"x": (2, 3)},)


class CopiedInto(_OfMethod):
    """The copy of an array, as the array that it is copied into."""

    before = "{x}.copyto({y})"
    after = "{y} = F.identity({x})"
    description = "assign the copy"
    conditions = (is_name("y"), lambda match: isinstance(match.source.parent(match.node), ast.Expr))
    safe_if = (is_tensor("y"), lambda match: have_one_dtype(match.source, match.parts["x"], match.parts["y"]))
    risk = "assumes that `{y}` is an array of the dtype of `{x}`"

    def changes(self, match: Match) -> Edits:
        return match.replaced(self.after, match.source.statement(match.node))


class Detached(_OfMethod):
    """`BlockGrad` stops the gradient. It copies, where `detach` shares the memory."""

    before = "{x}.detach()"
    after = "F.BlockGrad({x})"
    inputs = ({"x": (2, 3)},)


class CastStorage(_OfMethod):
    """An operator changes the storage type."""

    before = "{x}.tostype({stype})"
    after = "F.cast_storage({x}, {stype})"
    risk = "a graph may have no gradient for the storage type"
    safe_if = (lambda match: getattr(match.parts["stype"], "value", "") == "default",)
    inputs = ({"x": (2, 3), "stype": "'default'"},)


def _is_own_device(match: Match) -> bool:
    """Whether the array is on the device already: of itself, or of another array on the current one."""
    source, array = match.source, match.parts["x"]
    devices = (at(f"{{y}}.{name}", match.parts["device"], source) for name in ("context", "ctx"))
    other = next((device.parts["y"] for device in devices if device is not None), None)
    return other is not None and (
        same_code(other, array) or is_on_current(source, other) and is_on_current(source, array)
    )


class OmittedMove(_OfMethod):
    """A Symbol has no device."""

    before = "{x}.<move>({device})"
    after = "{x}"
    description = "omit it"
    variants = tuple({"move": move} for move in ("as_in_context", "as_in_ctx", "copyto", "to_device"))
    conditions = (lambda match: not isinstance(match.event.arguments.get(0, "other"), Tensor),)  # type: ignore[union-attr]
    safe_if = (_is_own_device,)
    risk = "the result stays on the device of the array"


class ReadNumber(_OfMethod):
    """A number in arithmetic with tensors may be a tensor of one element. A number has no gradient."""

    before = ("{x}.<read>()",)
    variants = ({"read": "asscalar"}, {"read": "item"})
    description = "compute with the tensor"

    def changes(self, match: Match) -> Edits:
        source, whole, name = match.source, match.node, match.namespace
        above: Any = source.parent(whole)
        if isinstance(above, ast.Call) and getattr(above.func, "id", "") == "float":
            whole, above = above, source.parent(above)
        number = f"{name}.BlockGrad({_single(match)})"
        made = as_operand(match, whole, number, match.parts["x"]) if name is not None else None
        if made is not None or source.wants_number(whole) or name is None:
            match.risk = match.risk or of_threshold(match)
            return made
        match.risk = f"the result of `{self.variant['read']}` is a tensor, with its shape and dtype"
        return source.replaced(whole, number)


def _single(match: Match) -> str:
    """Return code of the only element of a tensor, with one axis."""
    array, text = match.parts["x"], match.source.text(match.parts["x"])
    dims = getattr(getattr(match.event, "tensor", None), "dims", None)
    return text if dims == (1,) or is_single(match.source, array) else f"{match.namespace}.reshape({text}, shape=(1,))"


def _is_output(match: Match) -> bool:
    """Whether the match is returned, alone or among others."""
    for above in match.source.around(match.node):
        if not isinstance(above, (ast.Tuple, ast.List)):
            return isinstance(above, ast.Return)
    return False


class ReturnedArray(_OfMethod):
    """A graph returns tensors, which the caller converts."""

    before = "{x}.<read>()"
    after = "{x}"
    description = "return the tensor"
    variants = ({"read": "asnumpy"}, {"read": "asscalar"})
    conditions = (_is_output,)
    risk = "the caller gets an NDArray"
    of_names = True
    order = -1
