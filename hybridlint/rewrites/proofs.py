"""What must hold of the tensors at a node, since otherwise the function raises: dtypes, ranks, and equal lengths.

MXNet raises for operands of two dtypes, for an axis that a tensor lacks, and for `b, c = x.shape` of three axes. So
each operation that certainly runs in an execution that evaluates a node is evidence about the tensors there. A rewrite
that is right for those tensors is right: what raises has no result to keep.
"""

from __future__ import annotations

import ast
from typing import Any, Dict, Hashable, Iterable, Iterator, List, Optional, Tuple

from hybridlint.rewrites.elementwise import keeps_shape_and_dtype
from hybridlint.rewrites.source import Source, literal
from hybridlint.syntax import FUNCTION_DEFS, index_of

#: Operators whose operands and result are of one dtype.
_OF_ONE_DTYPE = frozenset(
    (
        *("add_n", "concat", "Concat", "stack", "dot", "batch_dot", "linalg_gemm2", "FullyConnected"),
        *("Convolution", "Deconvolution", "maximum", "minimum", "elemwise_add", "elemwise_sub", "elemwise_mul"),
        *("elemwise_div", "broadcast_add", "broadcast_sub", "broadcast_mul", "broadcast_div", "broadcast_mod"),
        *("broadcast_power", "broadcast_maximum", "broadcast_minimum", "broadcast_equal", "broadcast_not_equal"),
        *("broadcast_greater", "broadcast_greater_equal", "broadcast_lesser", "broadcast_lesser_equal", "where"),
    )
)
#: Operators whose result is of the dtype of their first operand, beside those that keep its shape.
_OF_FIRST_DTYPE = frozenset(
    (
        *("sum", "mean", "max", "min", "prod", "nansum", "norm", "reshape", "Reshape", "reshape_like", "flatten"),
        *("Flatten", "transpose", "swapaxes", "SwapAxis", "expand_dims", "squeeze", "slice", "slice_axis"),
        *("slice_like", "split", "SliceChannel", "tile", "repeat", "reverse", "flip", "take", "pick"),
        *("broadcast_like", "broadcast_to", "broadcast_axis", "broadcast_axes", "softmax", "log_softmax"),
        *("Pooling", "Dropout", "pad", "contrib.arange_like", "contrib.div_sqrt_dim", "zeros_like", "ones_like"),
        *("BlockGrad", "stop_gradient", "identity"),
    )
)
#: Operators that raise for integers, measured with 8 to 64 bits.
OF_FLOATING = frozenset(
    (
        *("dot", "batch_dot", "linalg_gemm2", "FullyConnected", "softmax", "log_softmax", "Dropout", "LayerNorm"),
        *("L2Normalization", "LeakyReLU", "Activation", "Pooling"),
    )
)
#: Functions that create an array of numbers that are given, and others that draw them.
CREATING = frozenset(("zeros", "ones", "full", "arange", "eye", "linspace"))
_DRAWING = frozenset(
    (*("random.normal", "random.uniform", "random_normal", "random_uniform", "_random_normal", "_random_uniform"),)
)
#: Operators that raise for an axis that the tensor lacks.
OF_AXIS = frozenset(
    (
        *("sum", "mean", "max", "min", "prod", "softmax", "log_softmax", "concat", "Concat", "slice_axis", "split"),
        *("SliceChannel", "squeeze", "argmax", "argmin"),
    )
)
#: Layers whose result is of the dtype of their input, since their parameters are, or they have none.
_LAYERS = (
    *("Conv1D", "Conv2D", "Conv3D", "Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose", "Dense", "BatchNorm"),
    *("LayerNorm", "InstanceNorm", "GroupNorm", "Activation", "LeakyReLU", "PReLU", "Dropout", "Flatten"),
)
_WITH_WEIGHTS = ("Conv", "Dense")
_FLOATING = ("dtype", "floating")
#: What :func:`dtype` returns for numbers with a floating point.
FLOATING = ("floating", "float16", "float32", "float64")


def certain(source: Source, node: ast.AST) -> Iterator[ast.AST]:
    """Yield expressions that are evaluated in each execution that evaluates `node` and does not raise."""
    own = source.statement(node)
    is_caught = any(isinstance(part, ast.Try) for part in source.around(node))
    later = own if getattr(source.scope(node), "name", "") == "hybrid_forward" and not is_caught else None
    for statement in (own, *source.around(own)):
        if isinstance(statement, (*FUNCTION_DEFS, ast.Lambda)):
            return
        if not isinstance(statement, ast.stmt):
            continue
        yield from _parts(statement, shallow=statement is not later)
        block = source.block(statement)
        place = next((number for number, item in enumerate(block) if item is statement), 0)
        for item in block[:place]:
            yield from _parts(item)
        for item in block[place:] if statement is later else ():
            yield from _parts(item)
            if any(isinstance(below, (ast.Return, ast.Break, ast.Continue, ast.Yield)) for below in ast.walk(item)):
                break


def _parts(node: Any, shallow: bool = False) -> Iterator[ast.AST]:
    """Yield the expressions that are certainly evaluated where `node` is, of a compound statement those before its
    body."""
    if isinstance(node, (*FUNCTION_DEFS, ast.ClassDef, ast.Lambda, ast.comprehension, ast.Try)):
        return
    inner: List[Any] = list(ast.iter_child_nodes(node))
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        inner = [node.test]
    elif isinstance(node, (ast.For, ast.AsyncFor)):
        inner = [node.iter]
    elif isinstance(node, ast.With) and shallow:
        inner = list(node.items)
    elif isinstance(node, ast.BoolOp):
        inner = node.values[:1]
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        inner = [node.generators[0].iter]
    if isinstance(node, ast.expr):
        yield node
    for item in inner:
        yield from _parts(item)


class _Dtypes:
    """The classes of expressions of equal dtype (union-find)."""

    def __init__(self, source: Source, nodes: Iterable[Any]) -> None:
        self._source = source
        self._above: Dict[Hashable, Hashable] = {}
        #: Id of a node → the node, and a member of its class.
        self._members: Dict[int, Tuple[Any, Hashable]] = {}
        for node in sorted(nodes, key=lambda node: node.lineno):  # values before their uses: no deep recursion
            self.of(node)

    def find(self, key: Hashable) -> Hashable:
        while key in self._above:
            key = self._above[key]
        return key

    def _union(self, *keys: Hashable) -> Hashable:
        result = {self.find(key): None for key in keys if key is not None}
        first, *others = sorted(result, key=_rank_of) or [None]
        self._above.update(dict.fromkeys(others, first))
        return first

    def of(self, node: Any) -> Hashable:
        """Return the class of an expression, None for a number."""
        if id(node) not in self._members:
            self._members[id(node)] = node, self._of(node)
        return self._members[id(node)][1]

    def _of(self, node: Any) -> Hashable:
        meaning = self._source.meaning(node, stale=True)
        if isinstance(meaning, ast.Name):
            return self._of_name(meaning)
        if isinstance(node, ast.Name):  # by the class of its value, known from an earlier statement
            return self.of(meaning)
        node = meaning
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else []
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sides = [node.left, node.comparators[0]]
        if sides:
            tensors = [side for side in sides if self._source.tensor(side) is not None]
            return self._union(*map(self.of, tensors)) if tensors else id(node)
        if isinstance(node, ast.UnaryOp):
            return self.of(node.operand)
        if isinstance(node, ast.Constant):
            return None
        if isinstance(node, ast.Subscript) and not isinstance(node.value, ast.Attribute):
            return self.of(node.value)
        if isinstance(node, ast.Attribute) and node.attr == "T":
            return self.of(node.value)
        return self._of_call(node) if isinstance(node, ast.Call) else id(node)

    def _of_name(self, node: ast.Name) -> Hashable:
        definitions = self._source.definitions(node)
        if len(definitions) != 1:
            return ("name", node.id, *sorted(map(id, definitions))) if definitions else id(node)
        (definition,) = definitions
        above = self._source.parent(definition)
        if isinstance(above, ast.AugAssign) and isinstance(definition, ast.Name):
            return self._of_name(definition)
        unpacked = self._source.parent(above) if isinstance(above, (ast.Tuple, ast.List)) else None
        if isinstance(unpacked, ast.Assign):
            made = self._source.operation(unpacked.value)
            return self.of(unpacked.value) if made is not None and made.path in ("split", "SliceChannel") else id(node)
        return id(definition)

    def _of_call(self, node: ast.Call) -> Hashable:
        source = self._source
        layer = source.layer(node)
        if layer is not None:
            name = layer.type.rpartition(".")[2]
            if name not in _LAYERS or not node.args:
                return id(node)
            return self._union(self.of(node.args[0]), _FLOATING if name.startswith(_WITH_WEIGHTS) else None)
        made = source.operation(node)
        if made is None:
            return id(node)
        if made.path in CREATING | _DRAWING or made.path in ("cast", "Cast"):
            dtype = made.arguments.get("dtype")
            value = "float32" if dtype is None else getattr(dtype, "value", None)
            return ("dtype", value) if isinstance(value, str) else id(node)
        named = [
            part
            for argument in made.arguments.values()
            for part in (argument if isinstance(argument, list) else [argument])
        ]
        floating = _FLOATING if made.path in OF_FLOATING else None
        if made.path in _OF_ONE_DTYPE:
            names = made.function.tensor_parameters or ()
            if not any(item.startswith("*") for item in names):
                named = [made.arguments[name] for name in names if name in made.arguments and name != "condition"]
            keys = [self.of(part) for part in named if not isinstance(part, ast.Starred)]
            return self._union(*keys, floating) or id(node)
        operand = self._union(self.of(named[0]), floating) if named else None
        keeps = keeps_shape_and_dtype(made.function) or made.path in _OF_FIRST_DTYPE or floating is not None
        return operand if keeps and not {"dtype", "out_dtype"} & {*made.arguments} else id(node)


def _rank_of(key: Hashable) -> int:
    """The most specific key represents its class."""
    return 2 if not isinstance(key, tuple) or key[0] != "dtype" else int(key == _FLOATING)


def _dtypes(source: Source, node: ast.AST) -> _Dtypes:
    statement = source.statement(node)
    if statement not in source.dtypes:
        source.dtypes[statement] = _Dtypes(source, certain(source, node))
    dtypes: _Dtypes = source.dtypes[statement]
    return dtypes


def dtype(source: Source, node: ast.AST) -> str:
    """Return the dtype that a tensor certainly has, "floating" for any of floating point, "" for an unknown one."""
    known = getattr(source.tensor(node), "dtype", "")
    dtypes = _dtypes(source, node)
    key = dtypes.find(dtypes.of(node))
    return known or (str(key[1]) if isinstance(key, tuple) and key[0] == "dtype" else "")


def have_one_dtype(source: Source, node: ast.AST, *others: ast.AST) -> bool:
    """Return whether tensors that are used in one statement certainly have the same dtype."""
    dtypes = _dtypes(source, node)
    keys = {dtypes.find(dtypes.of(item)) for item in (node, *others)}
    return len(keys) == 1 and None not in keys


def least_rank(source: Source, node: ast.AST) -> int:
    """Return a number of axes that a tensor certainly has, 1 if nothing is known."""
    array = source.tensor(node)
    least = 1
    shape = None if array is None else array.shape
    if shape is not None:
        least = shape.rank or least
    for item in certain(source, node):
        if isinstance(item, ast.Attribute) and item.attr == "shape" and _is_same(source, item.value, node):
            least = max(least, _axes_read(source, item))
        made = source.operation(item) if isinstance(item, ast.Call) else None
        axis = None if made is None else literal(made.arguments.get("axis", made.arguments.get("dim")))
        if made is not None and axis is not None and made.path in OF_AXIS:
            data = made.arguments.get("data", ())
            if any(_is_same(source, part, node) for part in (data if isinstance(data, list) else [data])):
                least = max(least, axis + 1, -axis)
    return least


def known_rank(source: Source, node: ast.AST) -> Optional[int]:
    """Return the number of axes of a tensor, also by `b, c, h = x.shape`; None for an unknown one."""
    rank = source.rank(node)
    for item in certain(source, node) if rank is None else ():
        if isinstance(item, ast.Attribute) and item.attr == "shape" and _is_same(source, item.value, node):
            above: Any = source.parent(item)
            names = getattr(above.targets[0], "elts", ()) if isinstance(above, ast.Assign) else ()
            if names and above.value is item and not any(isinstance(name, ast.Starred) for name in names):
                return len(names)
    return rank


def _axes_read(source: Source, shape: ast.Attribute) -> int:
    """Return how many axes `x.shape[2]` and `b, c, h = x.shape` need."""
    above: Any = source.parent(shape)
    if isinstance(above, ast.Assign) and above.value is shape and isinstance(above.targets[0], (ast.Tuple, ast.List)):
        elements = above.targets[0].elts
        return len(elements) - any(isinstance(element, ast.Starred) for element in elements)
    axis = literal(index_of(above)) if isinstance(above, ast.Subscript) and above.value is shape else None
    return 1 if axis is None else axis + 1 if axis >= 0 else -axis


def _is_same(source: Source, first: ast.AST, second: ast.AST) -> bool:
    """Return whether two names have the same value."""
    if not (isinstance(first, ast.Name) and isinstance(second, ast.Name)):
        return False
    definitions = source.definitions(first)
    return bool(definitions) and first.id == second.id and definitions.keys() == source.definitions(second).keys()
