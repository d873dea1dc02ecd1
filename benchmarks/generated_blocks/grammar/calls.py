"""Calls of MXNet's operators, drawn from the linter's own tables: any function with any of its arguments."""

from __future__ import annotations

import functools
import re
from typing import Any, Callable, Dict, List, Optional, Tuple

from benchmarks.generated_blocks.grammar.program import Discard, Program, Term, is_list, is_tensor
from hybridlint.mxnet_api import Parameter, load

#: Files, other processes, whole-network updates, arrays of other kinds; and what leaves memory unwritten.
_LEFT_OUT = re.compile(
    r"load|save|waitall|dlpack|numpy|Custom|imdecode|_update|reset_arrays|multi_|mp_|dgl|quant|calib|gen_|utils|registe"
    r"|empty|image\.|csr|row_sparse|edge_id|getnnz|cast_storage|box_|MultiBox|Proposal|intgemm|boolean_mask|hawkes"
    r"|random_generalized|Deformable|RNN|foreach|while_loop|cond$|rand_zipfian|isfinite|isinf|isnan|from_|Variable|Group"
    r"|lamb|lars|ctc|CTC|count_sketch|fft|adabelief|mrcnn|RROI|ROI|PSROI|allclose|register|CachedOp|choose_el|fill_el"
    r"|as_np|as_nd|get_|indexing_|onehot_encode|IdentityAttach|Correlation|SpatialTransformer|GridGenerator|Bilinear"
)
#: What most blocks are made of, drawn as often as all others together.
_COMMON = (
    ["reshape", "transpose", "expand_dims", "squeeze", "flatten", "concat", "stack", "split", "slice_axis", "slice"]
    + ["mean", "sum", "max", "norm", "softmax", "log_softmax", "relu", "sigmoid", "tanh", "exp", "dot", "batch_dot"]
    + ["broadcast_add", "broadcast_mul", "broadcast_sub", "broadcast_div", "where", "take", "pick", "one_hot", "clip"]
    + [
        "zeros_like",
        "ones_like",
        "zeros",
        "ones",
        "full",
        "arange",
        "topk",
        "argmax",
        "tile",
        "repeat",
        "L2Normalization",
    ]
    + ["swapaxes", "Activation", "FullyConnected", "LayerNorm", "SequenceMask", "BlockGrad", "cast", "broadcast_to"]
    + ["broadcast_like", "random.uniform", "random.normal", "linalg.gemm2", "Dropout", "split_v2", "broadcast_axis"]
    + ["slice_like", "contrib.arange_like", "moments", "sort", "argsort", "flip", "square", "Pooling", "Pad", "add_n"]
)


@functools.lru_cache(maxsize=None)
def _functions() -> Tuple[str, ...]:
    api = load()
    found = []
    for space in ("", "contrib", "linalg", "random", "image"):
        for name in api.namespace(space):
            path = f"{space}.{name}" if space else name
            function = api.function(path)
            if function is None or _LEFT_OUT.search(path) or function.kind != "function" or name.startswith("_"):
                continue
            if function.imperative and function.imperative_parameters is not None:
                found.append(path)
    return tuple(found)


@functools.lru_cache(maxsize=None)
def _methods() -> Tuple[str, ...]:
    api = load()
    names = [n for n in api.methods if not n.startswith("_") and not _LEFT_OUT.search(n)]
    chosen = []
    for name in names:
        method = api.method(name)
        if method is not None and method.kind == "method" and method.imperative and method.symbolic:
            chosen.append(name)
    return tuple(chosen)


@functools.lru_cache(maxsize=None)
def _imperative_methods() -> Tuple[str, ...]:
    """Methods and properties that a Symbol does not have, or refuses."""
    api = load()
    names = [n for n in api.methods if not n.startswith("_") and not _LEFT_OUT.search(n)]
    return tuple(n for n in names if not api.method(n).symbolic or api.method(n).not_implemented)  # type: ignore


def operator_call(program: Program, tensor: Callable[[], Term]) -> Term:
    """`F.name(…)` or `x.name(…)` of tensors that `tensor` gives."""
    if program.chance(0.3):
        return _method_call(program, tensor(), program.one_of(_methods()))
    path = program.one_of(_COMMON) if program.chance(0.6) else program.one_of(_functions())
    function = load().function(path)
    if function is None:
        raise Discard
    if (not function.symbolic or function.differentiable is False) and not program.oddly(0.3):
        raise Discard
    arguments = _arguments(program, function, function.imperative_parameters or (), tensor)
    return program.term(f"F.{path}({arguments})")


def _method_call(program: Program, receiver: Term, name: str) -> Term:
    method = load().method(name)
    parameters = method.imperative_parameters if method is not None else None
    if method is None or parameters is None:
        raise Discard
    function = load().function(name)
    if any(p.kind == "var_positional" for p in parameters) and function is not None:
        parameters = function.imperative_parameters or ()
        if not parameters or parameters[0].kind != "positional":
            raise Discard

    def others() -> Term:
        return receiver if program.chance(0.5) else program.one_of(program.having(is_tensor))

    arguments = _arguments(program, method, parameters[1:], others, receiver)
    return program.term(f"{receiver.bare}.{name}({arguments})")


def imperative_attribute(program: Program, receiver: Term) -> Term:
    """What an NDArray alone has: `x.shape`, `x.asnumpy()`."""
    name = program.one_of(["shape", "shape", "size", "ndim", "T", "asnumpy", "asscalar", *_imperative_methods()])
    method = load().method(name)
    if method is not None and method.kind == "method":
        return _method_call(program, receiver, name)
    return program.term(f"{receiver.bare}.{name}")


def _tensor_names(function: Any) -> Dict[str, bool]:
    """The arguments of an operator that are tensors; whether as many as wanted."""
    names = getattr(function, "tensor_parameters", None) or ("data", "lhs", "rhs", "x", "a", "A", "B", "index")
    return {name.lstrip("*"): name.startswith("*") for name in names}


def _arguments(
    program: Program,
    function: Any,
    parameters: Tuple[Parameter, ...],
    tensor: Callable[[], Term],
    first: Optional[Term] = None,
) -> str:
    """The text between the parentheses."""
    tensors = _tensor_names(function)
    parts: List[str] = []
    for parameter in parameters:
        if parameter.kind in ("var_keyword",) or parameter.name in ("out", "name", "ctx", "workspace"):
            continue
        several = tensors.get(parameter.name) or parameter.kind == "var_positional"
        if several:
            lists = program.having(is_list)
            if lists and program.chance(0.4):
                parts.append("*" + program.one_of(lists).text)
            else:
                first = tensor()
                parts.append(first.text)
                parts += [_alike(program, first, tensor).text for _ in range(program.choose.randrange(3))]
        elif parameter.name in tensors and not any("=" in part for part in parts):
            if not parameter.required and program.chance(0.6):
                continue
            if first is None:
                first = tensor()
                chosen = first
            else:
                chosen = _alike(program, first, tensor)
            by_name = bool(parts) and program.chance(0.2)
            parts.append(f"{parameter.name}={chosen.text}" if by_name else chosen.text)
        else:
            common = parameter.name in ("axis", "axes", "keepdims", "num_outputs")
            wanted = 0.9 if parameter.name == "shape" else 0.5 if common else 0.12
            if not parameter.required and not program.chance(wanted):
                continue
            value = argument(program, parameter, first)
            keyword = not parameter.required or parameter.kind == "keyword" or program.chance(0.7)
            if not keyword and not any("=" in part for part in parts):
                parts.append(value)
            else:
                parts.append(f"{parameter.name}={value}")
    return ", ".join(parts)


def _alike(program: Program, first: Term, tensor: Callable[[], Term]) -> Term:
    """A further operand, of the same shape if there is one."""
    if program.chance(0.7):
        return program.one_of(program.having(lambda v: is_tensor(v) and v.shape == first.value.shape) or [first])
    return tensor()


def argument(program: Program, parameter: Parameter, tensor: Optional[Term]) -> str:
    """A value for an argument that is no tensor, by its name and its default."""
    shape = tensor.value.shape if tensor is not None and is_tensor(tensor.value) else (2, 3)
    maker = _VALUES.get(parameter.name)
    if maker is not None:
        return str(maker(program, shape))
    default = parameter.default or ""
    if default in ("True", "False", "0", "1"):
        return str(program.one_of(["True", "False", default]))
    if re.fullmatch(r"-?\d+", default):
        return str(int(default) + program.one_of([0, 1, 2]))
    if re.fullmatch(r"-?[\d.e+-]+", default):
        return default
    if parameter.required:
        return str(program.one_of(["1", "2", "0.5", "(1, 1)"]))
    raise Discard


def _axis(program: Program, shape: Tuple[int, ...]) -> Any:
    return program.choose.randrange(-len(shape), len(shape))


def _axis_or_axes(program: Program, shape: Tuple[int, ...]) -> Any:
    if len(shape) > 1 and program.chance(0.2):
        return tuple(sorted(program.choose.sample(range(len(shape)), 2)))
    return None if program.chance(0.05) else _axis(program, shape)


def permutation(program: Program, shape: Tuple[int, ...]) -> Any:
    axes = list(range(len(shape)))
    program.choose.shuffle(axes)
    return tuple(axes)


def shape_for(program: Program, shape: Tuple[int, ...]) -> Tuple[int, ...]:
    """A shape that `reshape` can take to, often."""
    size = 1
    for length in shape:
        size *= length
    options: List[Tuple[int, ...]] = [
        (-1,),
        (0, -1),
        (-1, shape[-1]),
        (size,),
        shape,
        (1, *shape),
        (*shape, 1),
        (0, 0, -1),
    ]
    options += [(-1, 1), (1, -1), (0, -1, 1), (-3, 0), (-2,), (-2, 1), (0, -4, 1, -1, 0), (shape[0], -1), shape[::-1]]
    chosen: Tuple[int, ...] = program.one_of(options)
    return chosen


def _shape(program: Program, shape: Tuple[int, ...]) -> Any:
    return program.one_of(
        [shape, (1,) * len(shape), (*shape[:-1], 1), shape[-1:], shape_for(program, shape), (2, 3), (1,)]
    )


def _divisor(program: Program, shape: Tuple[int, ...]) -> Any:
    return program.one_of([length for length in shape if length <= 6])


def _positions(low: bool) -> Callable[[Program, Tuple[int, ...]], Any]:
    def make(program: Program, shape: Tuple[int, ...]) -> Any:
        if low:
            return tuple(program.one_of([0, 0, None, 1]) for _ in shape)
        return tuple(program.one_of([length, None, max(length - 1, 1)]) for length in shape)

    return make


def _choice(*options: Any) -> Callable[[Program, Tuple[int, ...]], Any]:
    return lambda program, shape: repr(program.one_of(options))


_VALUES: Dict[str, Callable[[Program, Tuple[int, ...]], Any]] = {
    "axis": _axis_or_axes,
    "axes": permutation,
    "dim": _axis,
    "dim1": _axis,
    "dim2": _axis,
    "dim0": _axis,
    "a_axis": _axis,
    "shape": _shape,
    "newshape": lambda program, shape: shape_for(program, shape),
    "num_outputs": _divisor,
    "indices_or_sections": lambda program, shape: program.one_of([_divisor(program, shape), (1,), (1, 2)]),
    "begin": _positions(True),
    "end": _positions(False),
    "size": lambda program, shape: program.one_of([2, 3, shape]),
    "depth": _choice(3, 4, 5),
    "k": _choice(1, 2),
    "ret_typ": _choice("value", "indices", "mask", "both"),
    "act_type": _choice("relu", "sigmoid", "tanh", "softrelu", "softsign", "leaky", "elu"),
    "mode": _choice("constant", "edge", "clip", "wrap"),
    "dtype": _choice("float32", "float32", "int32", "float64", "float16"),
    "keepdims": _choice(True, True, False, 1),
    "squeeze_axis": _choice(True, False),
    "reps": _choice((2, 1), (1, 2), (2,), 2),
    "repeats": _choice(2, 3),
    "scalar": _choice(2, 0.5, 3.0),
    "a_min": _choice(0, -1.0),
    "a_max": _choice(1, 2.0),
    "num_hidden": _choice(3, 4),
    "num_filter": _choice(2, 4),
    "kernel": _choice((1,), (1, 1), (2, 2)),
    "stride": _choice((1, 1), (2, 2)),
    "pool_type": _choice("max", "avg"),
    "pad_width": lambda program, shape: (0, 0) * max(len(shape) - 2, 2) + (1, 1) * (len(shape) - 2),
    "global_pool": _choice(True),
    "p": _choice(0.5, 0.0),
    "val": _choice(0.5, 2, 1),
    "start": _choice(0, 1),
    "stop": _choice(4, 6, None),
    "low": _choice(0, 0.0, 1),
    "high": _choice(1.0, 3, 2),
    "N": _choice(3, 4),
    "value": _choice(0, -1.0, 2),
    "lhs_axes": _choice((0,)),
    "is_ascend": _choice(True, False),
    "transpose_a": _choice(True, False),
    "transpose_b": _choice(True, False),
    "no_bias": _choice(True),
    "normalization": _choice("batch", "valid"),
    "ord": _choice(1, 2),
    "block_size": _choice(1, 2),
    "scale": _choice(1, 2, 0.5),
    "sample_type": _choice("nearest"),
    "min_bias": _choice(0.5),
    "max_bias": _choice(2.0),
}
