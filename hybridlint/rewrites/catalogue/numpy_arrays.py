"""What NumPy computes of the arrays that `x.asnumpy()` returns, written as operators of `F`."""

from __future__ import annotations

import ast
from typing import Any, List, NamedTuple, Optional, Sequence

from hybridlint.events import BROADCASTING
from hybridlint.mxnet_api import numpy_functions
from hybridlint.rewrites.correction import Edits
from hybridlint.rewrites.numbers import as_operand, is_own, of_threshold
from hybridlint.rewrites.rewrite import Match, Rewrite, is_tested
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import index_of
from hybridlint.values.operations import symbol_of

#: Functions of NumPy, also as methods, whose operator is another expression.
_WRITTEN = {
    "any": "{F}.max({x} != 0)",
    "all": "{F}.min({x} != 0)",
    "isnan": "{x} != {x}",
    "isinf": "{F}.abs({x}) == float('inf')",
    "linalg.norm": "{F}.norm({x})",
}
_JOINING = {"stack": ("stack", "axis"), "concatenate": ("concat", "dim")}


class _Term(NamedTuple):
    """Code of what NumPy computes. `is_array` unless it is a literal, `is_number` if NumPy returns a number."""

    code: str
    is_array: bool = True
    is_number: bool = False
    is_truth: bool = False

    @property
    def operand(self) -> str:
        """The code as an operand, in parentheses where it needs them."""
        is_operation = isinstance(ast.parse(self.code, mode="eval").body, (ast.BinOp, ast.Compare, ast.UnaryOp))
        return f"({self.code})" if is_operation and self.is_array else self.code


class _Translation(NamedTuple):
    """Translates what NumPy computes of `x.asnumpy()` and literals to operators of the namespace `name`. `leaf` is the
    code of the tensor `{x}`."""

    source: Source
    name: str
    leaf: str

    def of(self, node: Any) -> Optional[_Term]:
        """Return the term of an expression, None for anything else."""
        node = self.source.meaning(node)
        if literal(node) is not None or isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return _Term(self.source.module.code(node), is_array=False)
        if is_own(node) and not self.source.is_tensor(node):
            return _Term(self.source.module.code(node), is_array=False)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.of(node.operand)
            return None if inner is None else inner._replace(code=f"-{inner.operand}")
        if isinstance(node, ast.BinOp):
            return self._operation(node.op, node.left, node.right)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            made = self._operation(node.ops[0], node.left, node.comparators[0])
            return None if made is None else made._replace(is_truth=True)
        if isinstance(node, ast.Subscript) and literal(index_of(node)) == 0:
            return self._number(node.value)
        return self._call(node) if isinstance(node, ast.Call) else None

    def _number(self, node: ast.AST) -> Optional[_Term]:
        """Return the term of the only number of an array."""
        made = self.of(node)
        return None if made is None else made._replace(is_number=True)

    def _operation(self, operator: Any, left: Any, right: Any) -> Optional[_Term]:
        symbol, first, second = symbol_of(operator), self.of(left), self.of(right)
        if symbol not in BROADCASTING or symbol == "%" or first is None or second is None:
            return None
        is_number = all(side.is_number or not side.is_array for side in (first, second))
        if first.is_array and second.is_array:
            return _Term(f"{self.name}.{BROADCASTING[symbol]}({first.code}, {second.code})", is_number=is_number)
        return _Term(f"{first.operand} {symbol} {second.operand}", first.is_array or second.is_array, is_number)

    def _call(self, node: ast.Call) -> Optional[_Term]:
        full, function = self.source.dotted(node.func), node.func
        if isinstance(function, ast.Attribute) and not full:
            if function.attr == "asnumpy" and not node.args and self.source.is_tensor(function.value):
                return _Term(self.leaf.format(x=self.source.module.code(function.value)))
            if function.attr == "item" and not node.args:
                return self._number(function.value)
            return self._function(function.attr, [function.value, *node.args], node.keywords, is_method=True)
        if getattr(function, "id", "") == "float" and len(node.args) == 1:
            return self._number(node.args[0])
        package, _, path = full.partition(".")
        return self._function(path, node.args, node.keywords) if package == "numpy" else None

    def _function(
        self, path: str, given: Sequence[Any], keywords: Sequence[ast.keyword], is_method: bool = False
    ) -> Optional[_Term]:
        options = {item.arg or "": self.source.module.code(item.value) for item in keywords}
        parts = getattr(given[0], "elts", ()) if given and path in _JOINING and not is_method else ()
        every = [self.of(item) for item in parts or given]
        if is_method and path == "astype" and len(given) == 2 and every[0] is not None:
            dtype = getattr(given[1], "value", None) or self.source.dotted(given[1]).rpartition(".")[2]
            return _Term(f'{self.name}.cast({every[0].code}, "{dtype}")') if isinstance(dtype, str) else None
        terms: List[_Term] = [item for item in every if item is not None]
        if len(terms) < len(every) or not any(item.is_array for item in terms):
            return None
        codes = ", ".join(item.code for item in terms)
        if parts:
            operator, axis = _JOINING[path]
            return _Term(f"{self.name}.{operator}({codes}, {axis}={options.get('axis', '0')})")
        if path in _WRITTEN and len(terms) == 1 and not options:
            is_number = terms[0].is_number or path not in ("isnan", "isinf")
            code = _WRITTEN[path].format(F=self.name, x=terms[0].operand)
            return _Term(code, is_number=is_number, is_truth=path != "linalg.norm")
        described = numpy_functions.function(f"numpy.{path}")
        form = "".join("t" if item.is_array else "n" for item in terms) + "".join(f" {key}" for key in sorted(options))
        operator = "" if described is None else described.operators.get(form, "")
        is_reduction = described is not None and described.shape == "reduce" and form == "t"
        if not operator or is_method and not is_reduction:
            return None
        codes += "".join(f", {key}={value}" for key, value in options.items())
        is_number = is_reduction or all(item.is_number for item in terms if item.is_array)
        return _Term(f"{self.name}.{operator}({codes})", is_number=is_number)


class ComputedByNumPy(Rewrite):
    """Operators compute what NumPy computes of the arrays: a new array, a number, or the test of a branch."""

    rules = ("HYB102",)
    before: Any = ("nd.array(np.abs({x}.asnumpy()))", "float(np.mean({x}.asnumpy()))", "np.any({x}.asnumpy() > 1)")
    after = "F.abs(F.BlockGrad({x}))"
    description = "compute with the tensor"
    order = -2

    def applies(self, match: Match) -> bool:
        source, node, name = match.source, match.node, match.namespace
        if name is None or node is match.anchor:
            return False
        is_created = _is_created(source, node)
        translation = _Translation(source, name, f"{name}.BlockGrad({{x}})")
        match.data = None
        if is_created and len(node.args) == 1 and not node.keywords:
            match.data = translation.of(node.args[0])
        elif translation.of(source.parent(node)) is None and not _is_created(source, source.parent(node)):
            match.data = translation.of(node)
            if match.data is not None and match.data.is_truth:  # comparisons have no gradient
                match.data = translation._replace(leaf="{x}").of(node)
        return match.data is not None and match.data.is_array

    def changes(self, match: Match) -> Edits:
        source, node, term = match.source, match.node, match.data
        if _is_created(source, node):
            match.risk = "computed in the dtype and on the device of the tensor"
            is_cast = term.code.startswith(f"{match.namespace}.cast(") and term.code.endswith('"float32")')
            return source.replaced(node, term.code if is_cast else f'{match.namespace}.cast({term.code}, "float32")')
        if term.is_truth and term.is_number and is_tested(match):
            match.risk = of_threshold(match)
            return source.replaced(node, term.code)
        if not term.is_number:
            return None
        made = as_operand(match, node, term.operand, None)
        match.risk = match.risk or of_threshold(match) or "computed in the dtype of the tensor"
        return made


def _is_created(source: Source, node: Any) -> bool:
    return isinstance(node, ast.Call) and source.imperative_operator(node.func) == "array"
