"""Functions of NumPy of lists of tensors, and of the numbers of tensors. Those of tensors are found by their measured
results: see `namespaces`."""

from __future__ import annotations

import ast
from typing import Any, Optional, Tuple

from hybridlint import numpy_functions
from hybridlint.rewrites.catalogue.operators import JoinedArrays
from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.numbers import as_operand
from hybridlint.rewrites.rewrite import Match, Rewrite
from hybridlint.rewrites.source import Source
from hybridlint.syntax import is_number

#: The risk of an operator in the place of a function of NumPy.
NO_OBJECTS = "the result is an NDArray, where NumPy may return an array of objects"


class JoinedByNumPy(Rewrite):
    """`concat` joins tensors along an axis, `stack` along a new one."""

    rules = ("HYB109",)
    before = ("np.<join>([*{xs}], axis={a})", "np.<join>([*{xs}], {a})", "np.<join>([*{xs}])")
    after = "F.<operator>(*{xs}, <name>={axis})"
    variants = (
        {"join": "concatenate", "operator": "concat", "name": "dim"},
        {"join": "stack", "operator": "stack", "name": "axis"},
    )
    derived = JoinedArrays.derived
    consumes = False
    risk = NO_OBJECTS


class ComputedByNumPy(Rewrite):
    """What NumPy computes of the numbers of tensors is computed by operators. It has no gradient."""

    rules = ("HYB102",)
    before = ("nd.array(np.exp({x}.asnumpy()))", "float(np.mean({x}.asnumpy()))")
    after = "F.exp(F.BlockGrad({x}))"
    description = "compute with operators"
    risk = "the operators compute in the dtype of the tensor"
    order = 1

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor and isinstance(match.node, ast.Call) and match.namespace is not None

    def changes(self, match: Match) -> Edits:
        source: Source = match.source
        node: Any = match.node
        for above in source.around(match.node):
            if not isinstance(above, ast.Call):
                continue
            made = source.operation(above)
            if (made is not None and made.path == "array") and above.args:
                code = _converted(match, above.args[0])
                return None if code is None else source.replaced(above, code[0])
            if not source.dotted(above.func).startswith("numpy."):
                break
            node = above
        code = _converted(match, node) if node is not match.node else None
        known = source.api.function(code[1]) if code is not None else None
        is_number = known is not None and known.reduces and isinstance(node, ast.Call) and len(node.args) == 1
        return as_operand(match, node, code[0], None) if code is not None and is_number else None


def _converted(match: Match, node: Any) -> Optional[Tuple[str, str]]:
    """Return operators that compute what an expression computes with NumPy, and the name of the outermost."""
    source, name = match.source, match.namespace
    if isinstance(node, ast.Name):
        node = source.meaning(node)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    if node.func.attr == "asnumpy" and not node.args:
        return f"{name}.BlockGrad({source.text(node.func.value)})", "BlockGrad"
    function = source.dotted(node.func).partition(".")[2]
    known = numpy_functions.function(f"numpy.{function}")
    made = [_converted(match, argument) for argument in node.args]
    form = "".join(
        "n" if is_number(argument) else "t" if part is not None else "s" for argument, part in zip(node.args, made)
    )
    form += "".join(sorted(f" {argument.arg}" for argument in node.keywords))
    operator = known.operators.get(form) if known is not None else None
    if operator is None:
        return None
    given = [source.text(argument) if part is None else part[0] for argument, part in zip(node.args, made)]
    given += [f"{argument.arg}={source.text(argument.value)}" for argument in node.keywords]
    return f"{name}.{operator}({', '.join(given)})", operator
