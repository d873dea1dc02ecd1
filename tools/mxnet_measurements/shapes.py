"""Random operator calls and the shapes that MXNet gives them.

    python -m tools.mxnet_measurements.shapes FILE          # 40 calls of each operator
    python -m tools.mxnet_measurements.shapes --odd FILE    # with an attribute or operand that MXNet may refuse
    python -m tools.mxnet_measurements.shapes --search 500  # compares new calls with the shape functions

writes one call a line: [operator, shapes of the operands, attributes, shape of the first output, or null for an error].
Each operator has a random sequence of its own: those of the others stay when one is added. The linter's shape functions
are compared with these calls (`tests/hybridlint/shapes`). A search draws other calls in each run, prints the calls on
which MXNet and a shape function disagree, and exits with 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import random
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from hybridlint import mxnet_api
from hybridlint.shapes.calls import Call, Inconsistent, Undetermined, function_for
from hybridlint.shapes.dimensions import as_dimension

Dims = Tuple[int, ...]
#: An operator call: its path below `mx.nd`, the shapes of its operands, its attributes.
OperatorCall = Tuple[str, List[Dims], Dict[str, Any]]


class _Generator:
    """Draws calls, most of which MXNet accepts."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    @classmethod
    def makers(cls) -> List[str]:
        """The names of the methods that draw a call, one for each operator."""
        return sorted(name for name in dir(cls) if name.startswith("of_"))

    def odd(self, call: OperatorCall) -> OperatorCall:
        """Change an attribute or the shape of an operand."""
        path, shapes, attributes = call
        if attributes and (not shapes or self._random.random() < 0.8):
            name = self._choice(*sorted(attributes))
            changed = {**attributes, name: self._odd_value(attributes[name])}
            return path, shapes, {key: value for key, value in changed.items() if value is not None}
        place = self._random.randrange(len(shapes))
        dims = shapes[place]
        return (
            path,
            [*shapes[:place], self._choice(dims[:-1] or dims, (*dims, 2), dims[::-1]), *shapes[place + 1 :]],
            attributes,
        )

    def _odd_value(self, value: Any) -> Any:
        if isinstance(value, bool) or value is None:
            return self._choice(None, not value)
        if isinstance(value, int):
            return self._choice(0, -1, -7, 7, None, (value,), (value, value))
        if isinstance(value, float):
            return self._choice(0.0, -value, None, int(value), (value,))
        if isinstance(value, str):
            return self._choice("nothing", None)
        less = tuple(-1 if length is None else -length for length in value)
        return self._choice(
            (), None, value[:-1], (*value, *value[-1:]), value * 2, value[:1] * len(value), less, (*value[:-1], 0)
        )

    # Pieces

    def _choice(self, *values: Any) -> Any:
        return self._random.choice(values)

    def _dims(self, low: int = 1, high: int = 5) -> Dims:
        return tuple(self._choice(1, 2, 3, 4, 4, 6) for _ in range(self._random.randint(low, high)))

    def _axis(self, dims: Dims, more: int = 0) -> int:
        rank = len(dims) + more
        return self._random.randint(-rank, rank - 1) if self._random.random() < 0.95 else rank

    def _axes(self, dims: Dims) -> Tuple[int, ...]:
        count = self._random.randint(1, len(dims))
        axes = self._random.sample(range(len(dims)), count)
        return tuple(axis - len(dims) if self._random.random() < 0.3 else axis for axis in axes)

    def _flag(self) -> bool:
        return self._random.random() < 0.5

    def _some(self, attributes: Dict[str, Any]) -> Dict[str, Any]:
        return {name: value for name, value in attributes.items() if self._random.random() < 0.6}

    # Moving, inserting and removing axes

    def of_transpose(self) -> OperatorCall:
        dims = self._dims()
        order = tuple(self._random.sample(range(len(dims)), len(dims)))
        return "transpose", [dims], self._some({"axes": order})

    def of_swapaxes(self) -> OperatorCall:
        dims = self._dims()
        return "swapaxes", [dims], {"dim1": self._axis(dims), "dim2": self._axis(dims)}

    def of_expand_dims(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "expand_dims", [dims], {"axis": self._axis(dims, 1)}

    def of_squeeze(self) -> OperatorCall:
        dims = tuple(1 if self._random.random() < 0.4 else length for length in self._dims())
        ones = tuple(axis for axis, length in enumerate(dims) if length == 1)
        axis = self._choice(None, *ones, ones or None, self._axis(dims))
        return "squeeze", [dims], {} if axis is None else {"axis": axis}

    def of_flatten(self) -> OperatorCall:
        return "flatten", [self._dims()], {}

    def of_cumsum(self) -> OperatorCall:
        dims = self._dims()
        return "cumsum", [dims], self._some({"axis": self._axis(dims)})

    def of_diag(self) -> OperatorCall:
        dims = self._choice((3,), (3, 3), (2, 4, 4), (2, 3))
        return "diag", [dims], self._some({"k": self._choice(0, 1, -1)})

    # Reshaping

    def of_reshape(self) -> OperatorCall:
        dims = self._dims(2, 5)
        codes: List[int] = []
        place, inferred = 0, False
        while place < len(dims):
            code = self._choice(0, 0, "length", -1, -2, -3, -4, 1)
            if code == -1 and inferred or code == -3 and place + 1 == len(dims):
                code = 0
            if code == "length":
                codes.append(dims[place])
            elif code == 1:
                codes.append(1)
                continue
            elif code == -4:
                halves = self._choice((1, dims[place]), (-1, 1), (dims[place], -1), (2, -1))
                codes.extend((-4, *halves))
            else:
                inferred = inferred or code == -1
                codes.append(code)
            place += {-3: 2, -2: len(dims)}.get(code, 1)
        return "reshape", [dims], {"shape": tuple(codes[:12])}

    def of_reshape_of_few(self) -> OperatorCall:
        dims = self._dims(1, 4)
        shape = self._choice(
            (-1,), (0, -1), (-1, 1), (1, -1), (0, 0, 1, 1), (0, -1, 2), (0, -3), (-3, 0), (-3, -2), (-1, 2)
        )
        return "reshape", [dims], {"shape": shape, **self._some({"reverse": self._choice(0, 0, 1)})}

    def of_reshape_like(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "reshape_like", [dims, self._choice(dims[::-1], (*dims, 1))], {}

    def of_broadcast_axis(self) -> OperatorCall:
        dims = tuple(1 if self._flag() else length for length in self._dims())
        ones = tuple(axis for axis, length in enumerate(dims) if length == 1) or (0,)
        return "broadcast_axis", [dims], {"axis": ones, "size": tuple(3 for _ in ones)}

    def of_broadcast_to(self) -> OperatorCall:
        dims = self._dims(1, 4)
        shape = tuple(self._choice(length, 0) if length > 1 else self._choice(1, 3) for length in dims)
        return "broadcast_to", [dims], {"shape": shape}

    def of_broadcast_like(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "broadcast_like", [dims, tuple(3 if length == 1 else length for length in dims)], {}

    def of_broadcast_like_by_axes(self) -> OperatorCall:
        dims, like = self._dims(1, 4), self._dims(1, 4)
        axis, other = self._random.randrange(len(dims)), self._axis(like)
        dims = (*dims[:axis], 1, *dims[axis + 1 :])
        return "broadcast_like", [dims, like], {"lhs_axes": (axis,), "rhs_axes": (other,)}

    # Reductions

    def of_reduction(self) -> OperatorCall:
        dims = self._dims()
        name = self._choice("sum", "mean", "prod", "max", "min", "nansum", "nanprod")
        axis = self._choice(self._axis(dims), self._axes(dims), ())
        return name, [dims], self._some({"axis": axis, "keepdims": self._flag(), "exclude": self._flag()})

    def of_norm(self) -> OperatorCall:
        dims = self._dims(2)
        return "norm", [dims], self._some({"axis": self._axis(dims), "keepdims": self._flag()})

    def of_position(self) -> OperatorCall:
        dims = self._dims()
        name = self._choice("argmax", "argmin")
        return name, [dims], self._some({"axis": self._axis(dims), "keepdims": self._flag()})

    def of_moments(self) -> OperatorCall:
        dims = self._dims()
        return "moments", [dims], {"axes": self._axes(dims), **self._some({"keepdims": self._flag()})}

    def of_topk(self) -> OperatorCall:
        dims = self._dims()
        kind = self._choice("value", "indices", "mask")
        return "topk", [dims], self._some({"axis": self._axis(dims), "k": self._choice(1, 1, 2), "ret_typ": kind})

    def of_pick(self) -> OperatorCall:
        dims = self._dims(2)
        axis = self._random.randrange(len(dims))
        index = dims[:axis] + dims[axis + 1 :]
        return "pick", [dims, index], {"axis": axis, **self._some({"keepdims": self._flag()})}

    # Parts

    def of_split(self) -> OperatorCall:
        dims = self._dims(2)
        axis = self._random.randrange(len(dims))
        parts = self._choice(1, 2, 3, dims[axis])
        return "split", [dims], {"num_outputs": parts, "axis": axis, **self._some({"squeeze_axis": self._flag()})}

    def of_split_v2(self) -> OperatorCall:
        dims = self._dims(2)
        axis = self._random.randrange(len(dims))
        parts = self._choice(1, 2, dims[axis])
        attributes = {"indices_or_sections": parts, "axis": axis, **self._some({"squeeze_axis": self._flag()})}
        return "split_v2", [dims], attributes

    def of_slice_axis(self) -> OperatorCall:
        dims = self._dims()
        begin = self._choice(0, 0, 1, 2, -1, -2)
        end = self._choice(None, 1, 2, 3, -1)
        return "slice_axis", [dims], {"axis": self._axis(dims), "begin": begin, "end": end}

    def of_slice(self) -> OperatorCall:
        dims = self._dims()
        count = self._random.randint(1, len(dims))
        begin = tuple(self._choice(None, 0, 0, 1, -1) for _ in range(count))
        end = tuple(self._choice(None, None, 1, 2, 3, -1) for _ in range(count))
        step = tuple(self._choice(None, 1, 2) for _ in range(count))
        return "slice", [dims], {"begin": begin, "end": end, **self._some({"step": step})}

    def of_slice_like(self) -> OperatorCall:
        dims = self._dims(2, 4)
        like = tuple(max(1, length - self._choice(0, 1)) for length in dims)
        axis = self._random.randrange(len(dims))
        return "slice_like", [dims, like], self._some({"axes": (axis,)})

    def of_sequence_last(self) -> OperatorCall:
        return "SequenceLast", [self._dims(2, 4)], self._some({"axis": self._choice(0, 1)})

    def of_sequence_mask(self) -> OperatorCall:
        dims, axis = self._dims(2, 4), self._choice(0, 1)
        attributes = {"use_sequence_length": True, **({"axis": axis} if axis or self._flag() else {})}
        return "SequenceMask", [dims, (dims[1 - axis],)], attributes

    def of_sequence_reverse(self) -> OperatorCall:
        dims = self._dims(2, 4)
        return "SequenceReverse", [dims, (dims[1],)], {"use_sequence_length": True}

    # Joining

    def of_concat(self) -> OperatorCall:
        dims = self._dims()
        axis = self._random.randrange(len(dims))
        second = dims[:axis] + (self._choice(1, 2, 5),) + dims[axis + 1 :]
        shapes = [dims, *self._choice([second], [dims], [second, dims], [self._dims()])]
        return "concat", shapes, {"dim": self._choice(axis, axis - len(dims))} if axis != 1 or self._flag() else {}

    def of_stack(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "stack", [dims] * self._choice(1, 2, 3), self._some({"axis": self._axis(dims, 1)})

    def of_add_n(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "add_n", [dims] * self._choice(2, 3), {}

    def of_tile(self) -> OperatorCall:
        return (
            "tile",
            [self._dims(1, 3)],
            {"reps": tuple(self._choice(1, 1, 2, 3) for _ in range(self._choice(1, 2, 3, 4)))},
        )

    def of_repeat(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "repeat", [dims], {"repeats": self._choice(1, 2, 3), **self._some({"axis": self._axis(dims)})}

    def of_pad(self) -> OperatorCall:
        dims = self._dims(3, 5)
        width = [0, 0, 0, 0] + [self._choice(0, 1) for _ in range(2 * len(dims) - 4)]
        return "pad", [dims], {"pad_width": tuple(width), "mode": "constant"}

    def of_broadcasting(self) -> OperatorCall:
        dims = self._dims(1, 4)
        second = tuple(self._choice(length, length, 1) for length in dims)
        second = second[self._choice(0, 0, 0, 1) :] or second
        return self._choice("broadcast_add", "broadcast_mul", "broadcast_greater"), [dims, second], {}

    def of_elementwise(self) -> OperatorCall:
        dims = self._dims(1, 4)
        return "where", [dims, dims, dims], {}

    def of_one_hot(self) -> OperatorCall:
        return "one_hot", [self._dims(1, 4)], {"depth": self._choice(1, 2, 5)}

    def of_take(self) -> OperatorCall:
        dims = self._dims(1, 3)
        return "take", [dims, self._dims(1, 2)], self._some({"axis": self._axis(dims)})

    def of_gather_nd(self) -> OperatorCall:
        dims = self._dims(2, 4)
        return "gather_nd", [dims, (self._choice(1, 2), *self._dims(1, 2))], {}

    def of_up_sampling(self) -> OperatorCall:
        dims = self._choice(self._dims(4, 4), self._dims(3, 4))
        return "UpSampling", [dims], {"scale": self._choice(1, 2, 3), "sample_type": "nearest"}

    # Products

    def of_dot(self) -> OperatorCall:
        first, second = list(self._dims(1, 3)), list(self._dims(1, 3))
        attributes = self._some({"transpose_a": self._flag(), "transpose_b": self._flag()})
        first[0 if attributes.get("transpose_a") else -1] = second[-1 if attributes.get("transpose_b") else 0]
        return "dot", [tuple(first), tuple(second)], attributes

    def of_batch_dot(self) -> OperatorCall:
        first, second = list(self._dims(3, 3)), list(self._dims(3, 3))
        attributes = self._some({"transpose_a": self._flag(), "transpose_b": self._flag()})
        second[0] = first[0]
        first[1 if attributes.get("transpose_a") else 2] = second[2 if attributes.get("transpose_b") else 1]
        return "batch_dot", [tuple(first), tuple(second)], attributes

    # Making

    def of_made(self) -> OperatorCall:
        return self._choice("ones", "zeros"), [], {"shape": self._dims(1, 4)}

    def of_eye(self) -> OperatorCall:
        return "eye", [], {"N": self._choice(1, 3), **self._some({"M": self._choice(0, 2, 4)})}

    def of_arange(self) -> OperatorCall:
        attributes = self._some(
            {"stop": self._choice(7, 9), "step": self._choice(1, 2, 3), "repeat": self._choice(1, 2)}
        )
        return "arange", [], {"start": self._choice(1, 2, 5), **attributes}

    def of_arange_like(self) -> OperatorCall:
        dims = self._dims()
        return "contrib.arange_like", [dims], self._some({"axis": self._axis(dims)})

    def of_measures(self) -> OperatorCall:
        return self._choice("shape_array", "size_array"), [self._dims()], {}

    # Layers

    def of_fully_connected(self) -> OperatorCall:
        dims, units = self._dims(), self._choice(1, 3)
        flat = self._flag()
        size = 1
        for length in dims[1:]:
            size *= length
        weight = (units, size if flat else dims[-1])
        return "FullyConnected", [dims, weight], {"num_hidden": units, "no_bias": True, "flatten": flat}

    def _windows(self, count: int) -> Dict[str, Any]:
        def each(*values: int) -> Tuple[int, ...]:
            return tuple(self._choice(*values) for _ in range(count))

        return {"kernel": each(1, 2, 3), **self._some({"stride": each(1, 2, 3), "pad": each(0, 1)})}

    def of_convolution(self) -> OperatorCall:
        count = self._choice(1, 2, 2, 3)
        dims = (2, 3, *(self._choice(2, 4, 5, 6) for _ in range(count)))
        attributes = {**self._windows(count), "num_filter": self._choice(1, 2), "no_bias": True}
        if self._flag():
            attributes["dilate"] = (self._choice(1, 2),) * count
        return "Convolution", [dims, (attributes["num_filter"], 3, *attributes["kernel"])], attributes

    def of_pooling(self) -> OperatorCall:
        count = self._choice(1, 2, 2, 3)
        dims = (2, 3, *(self._choice(2, 4, 5, 6) for _ in range(count)))
        attributes = self._windows(count)
        convention = self._choice("valid", "full")
        attributes.update(self._some({"pooling_convention": convention, "global_pool": self._flag()}))
        return "Pooling", [dims], {**attributes, "pool_type": "max"}

    def of_adaptive_pooling(self) -> OperatorCall:
        size = self._choice(1, 2, (2, 3))
        return "contrib.AdaptiveAvgPooling2D", [self._dims(4, 4)], self._some({"output_size": size})

    def of_box_priors(self) -> OperatorCall:
        sizes, ratios = self._choice((0.5,), (0.2, 0.4)), self._choice((1.0,), (1.0, 2.0, 0.5))
        return "contrib.MultiBoxPrior", [self._dims(4, 4)], self._some({"sizes": sizes, "ratios": ratios})

    def of_resizing(self) -> OperatorCall:
        return "contrib.BilinearResize2D", [self._dims(4, 4)], {"height": self._choice(1, 5), "width": 4}

    def of_embedding(self) -> OperatorCall:
        return "Embedding", [self._dims(1, 4), (5, 3)], {"input_dim": 5, "output_dim": 3}


def calls(seed: object, number: int, odd: bool = False) -> Iterator[OperatorCall]:
    """Yield `number` calls of each operator, the same for the same seed. With `odd`, an attribute or operand of each is
    one that MXNet may refuse."""
    for name in _Generator.makers():
        generator = _Generator(f"{name} {seed}")
        maker: Callable[[], OperatorCall] = getattr(generator, name)
        for _ in range(number):
            yield generator.odd(maker()) if odd else maker()


def measured_shape_apart(call: OperatorCall) -> Optional[Dims]:
    """The same as `measured_shape`, in a forked process: some odd calls end the process."""
    import mxnet  # noqa: F401  # once, not in each process

    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, json.dumps(measured_shape(call)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as answers:
        answer = answers.read()
    os.waitpid(child, 0)
    return json.loads(answer or "null")


def measured_shape(call: OperatorCall) -> Optional[Dims]:
    """The shape of the first output of a call on MXNet; None where it raises."""
    import mxnet

    path, shapes, attributes = call
    if path == "reshape" and not _fits(call):
        return None
    function: Any = mxnet.nd
    for part in path.split("."):
        function = getattr(function, part)
    try:
        result = function(*(mxnet.nd.zeros(shape) for shape in shapes), **attributes)
        first = result[0] if isinstance(result, (list, tuple)) else result
        first.wait_to_read()
    except (mxnet.MXNetError, ValueError, TypeError, AssertionError, IndexError):
        return None
    return tuple(first.shape)


def _fits(call: OperatorCall) -> bool:
    """Whether `reshape` gives as many elements as there were. MXNet does not check that, and writes out of bounds."""
    import mxnet

    _, shapes, attributes = call
    try:
        _, outputs, _ = mxnet.sym.reshape(mxnet.sym.var("x"), **attributes).infer_shape(x=shapes[0])
    except mxnet.MXNetError:
        return False
    return bool(math.prod(outputs[0]) == math.prod(shapes[0]))


def operator_and_attributes(path: str, attributes: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
    """The shape function of an operator and its attributes: that of its own name, or that of its measured rule."""
    hashable = {name: _hashable(value) for name, value in attributes.items()}
    name = path.rsplit(".", 1)[-1]
    if function_for(name) is not None:
        return name, hashable
    described = mxnet_api.load("1.9.1").function(path)
    assert described is not None
    if described.shape_rule == "reduce":
        return "reduce", {"default": described.reduce_axis, **hashable}
    return described.shape_rule, hashable


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, (list, tuple)) else value


#: What a shape function computes without MXNet: the lengths, that the operands do not fit, or nothing.
INCONSISTENT, UNDETERMINED = "inconsistent", "undetermined"


def operands(path: str, shapes: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """The operands of a call that its shape function receives: of `where`, those that it chooses from."""
    return shapes[1:] if path == "where" else shapes


def computed(path: str, shapes: Sequence[Sequence[int]], attributes: Dict[str, Any]) -> Any:
    """The shape that the linter computes of operands of known shapes."""
    operator, parsed = operator_and_attributes(path, attributes)
    function = function_for(operator)
    assert function is not None, operator
    try:
        result = function.compute(Call([tuple(map(as_dimension, shape)) for shape in operands(path, shapes)], parsed))
    except Inconsistent:
        return INCONSISTENT
    except Undetermined:
        return UNDETERMINED
    assert isinstance(result, tuple)
    return [length.constant for length in result]


def disagrees(call: OperatorCall, expected: Optional[Sequence[int]]) -> bool:
    """Whether the shape function of a call contradicts the shape that MXNet computes, None where MXNet raises."""
    outcome = computed(*call)
    if outcome == INCONSISTENT:
        return expected is not None and 0 not in expected
    return outcome != UNDETERMINED and expected is not None and outcome != list(expected)


def search(number: int) -> int:
    """Compare `number` calls of each operator that no run has drawn before. Return how many disagree."""
    seed, wrong = random.SystemRandom().getrandbits(32), 0
    for odd in (False, True):
        for call in calls(seed, number, odd):
            expected = (measured_shape_apart if odd else measured_shape)(call)
            if disagrees(call, expected):
                wrong += 1
                print(f"{call}: MXNet computes {expected}, the linter {computed(*call)}")
    print(f"seed {seed}: {wrong} calls disagree")
    return wrong


def main() -> int:
    """Write measured calls to a file, or search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=40, help="how many calls of each operator")
    parser.add_argument("--odd", action="store_true")
    parser.add_argument("--search", type=int, metavar="NUMBER", help="compare so many new calls of each operator")
    options = parser.parse_args()
    if options.search:
        return 1 if search(options.search) else 0
    if options.file is None:
        parser.error("name a file, or --search")
    measure = measured_shape_apart if options.odd else measured_shape
    drawn = calls(options.seed, options.number, options.odd)
    lines = [json.dumps([*call, measure(call)], separators=(",", ":")) for call in drawn]
    options.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
