"""The inputs of a model: `--shape` and similar options → NumPy values → MXNet arrays, determined by the seed.

The grammar of one input (`--shape` and `--input` are two spellings of one option):

* `16,1,28,28`, `data=16,1,28,28`, `2,16:int32`, `tokens:int32:2,16:0..1000`: fields separated by `:`, a name first,
  then a shape, a dtype and a range of values in any order; `()` is a shape without dimensions, `5,` one dimension of 5;
* `values.npy`, `values.npz[key]`, `values.npz` (all its arrays, by name if they have one);
* `[2,3; 2,3:int32; [4; 5]]`: a nested list of inputs; `None`; `literal:0.5`: a Python value passed unchanged.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import os
import re
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

import numpy

from ..backend import load_backend
from ..errors import CannotLook, ModelRaised, model_code
from ..mxnet_compat import DTYPES, import_mxnet
from .contexts import normalised
from .importing import describe, user_frames
from .target import load_function

_DIMENSIONS = re.compile(r"-?\w+(,-?\w*)*$")
_FILE = re.compile(r"(?P<path>.+\.np[yz])(\[(?P<key>[^\]]+)\])?$")
_NUMBER = r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?"
_RANGE = re.compile(rf"(?P<low>{_NUMBER})\.\.(?P<high>{_NUMBER})$", re.IGNORECASE)
_NAMED = re.compile(r"(?P<name>[A-Za-z_]\w*)=(?P<value>.*)$", re.DOTALL)

_EXAMPLE = "write it as 16,1,28,28 or data=16,1,28,28 or tokens:int32:2,16:0..1000"


@dataclasses.dataclass(frozen=True)
class RandomArray:
    """An array with new random values for every seed.

    Without a range, floats are drawn from the standard normal distribution, integers from 0 to 9, bools from both
    values. With a range, floats are uniform in [low, high), integers from low to high - 1.
    """

    shape: Tuple[int, ...]
    dtype: str = "float32"
    low: Optional[float] = None
    high: Optional[float] = None

    def draw(self, random: numpy.random.RandomState, shape: Tuple[int, ...]) -> Any:
        if numpy.dtype(self.dtype).kind == "f":
            if self.low is None or self.high is None:
                return numpy.asarray(random.normal(size=shape)).astype(self.dtype)
            return numpy.asarray(random.uniform(self.low, self.high, size=shape)).astype(self.dtype)
        top = 2 if self.dtype == "bool" else 10
        low, high = (0, top) if self.low is None or self.high is None else (int(self.low), int(self.high))
        return numpy.asarray(random.randint(low, high, size=shape)).astype(self.dtype)


@dataclasses.dataclass(frozen=True, eq=False)
class GivenArray:
    """An array from the user (`values`). For seeds other than the plan's it is varied: see `InputPlan.values`."""

    values: Any
    origin: str = ""


@dataclasses.dataclass(frozen=True)
class GivenValue:
    """None, or another Python value passed unchanged."""

    value: Any


@dataclasses.dataclass(frozen=True)
class Nested:
    """A list of inputs passed as one argument; a tuple if `is_tuple`."""

    items: Tuple[Spec, ...]
    is_tuple: bool = False


Spec = Any  # RandomArray, GivenArray, GivenValue or Nested; mypy has no recursive alias on the oldest Python


@dataclasses.dataclass(frozen=True)
class Input:
    """One argument of the model. `name` is empty if the argument is identified by its position only."""

    spec: Spec
    name: str = ""


#: Maximum number of calls whose arguments are cached.
_DRAWN_MOST = 8


@dataclasses.dataclass(frozen=True)
class InputPlan:
    """All arguments of one call, or a function of the user's that makes them (`maker`)."""

    inputs: Tuple[Input, ...] = ()
    seed: int = 0
    maker: Optional[Callable[..., Any]] = None
    _drawn: Dict[Tuple[int, Optional[int]], List[Any]] = dataclasses.field(default_factory=dict, compare=False)

    def values(self, seed: int, batch: Optional[int] = None) -> List[Any]:
        """Return the arguments as NumPy arrays, None, Python values and nested lists of them.

        `batch` replaces the first dimension of every array whose first dimension equals that of the first array. An
        array from the user is unchanged for the plan's own seed. For other seeds its rows are resampled (the same rows
        in all such arrays) and floats that are not whole numbers are scaled by 0.8 to 1.2, so that masks, indices and
        lengths remain valid.
        """
        if self.maker is not None:
            return _call_maker(self.maker, seed, batch)
        if (seed, batch) in self._drawn:
            return list(self._drawn[seed, batch])
        random = numpy.random.RandomState(seed % 2**32)
        own_batch = self._batch()
        rows = None
        if own_batch is not None and (batch not in (None, own_batch) or seed != self.seed):
            count = own_batch if batch is None else batch
            rows = random.randint(0, own_batch, size=count) if seed != self.seed else numpy.arange(count) % own_batch

        def value_of(spec: Spec) -> Any:
            if isinstance(spec, Nested):
                items = [value_of(item) for item in spec.items]
                return tuple(items) if spec.is_tuple else items
            if isinstance(spec, RandomArray):
                if batch is None or spec.shape[:1] != (own_batch,):
                    return spec.draw(random, spec.shape)
                return spec.draw(random, (batch, *spec.shape[1:]))
            return given(spec.values) if isinstance(spec, GivenArray) else spec.value

        def given(values: Any) -> Any:
            if rows is not None and values.shape[:1] == (own_batch,):
                values = values[rows]
            is_varied = seed != self.seed and values.dtype.kind == "f" and values.size
            if is_varied and not numpy.array_equal(values, numpy.rint(values)):
                values = (values * random.uniform(0.8, 1.2, size=values.shape)).astype(values.dtype)
            return numpy.array(values)

        values = [value_of(item.spec) for item in self.inputs]
        # The model may change other values that are passed to it.
        if all(isinstance(value, numpy.ndarray) for value in values):
            while len(self._drawn) >= _DRAWN_MOST:
                self._drawn.pop(next(iter(self._drawn)))
            self._drawn[seed, batch] = list(values)
        return values

    def make(self, context: str, seed: int, batch: Optional[int] = None) -> List[Any]:
        """Return the arguments as MXNet arrays on `context` ("cpu(0)"): `mx.np` arrays under NumPy semantics."""
        return [to_mxnet(value, context) for value in self.values(seed, batch)]

    def arranged(self, net: Any) -> InputPlan:
        """Return this plan with named inputs at their positions in the signature of `net`.

        Unnamed arguments between them are None. Raise CannotLook for a name that is not an argument of `net`.
        """
        if self.maker is not None or not any(item.name for item in self.inputs):
            return self
        names, open_ended = signature(net)
        if open_ended and not names:
            return self
        return dataclasses.replace(self, inputs=tuple(_arrange(self.inputs, names, type(net).__name__)))

    def described(self) -> List[str]:
        """Return a description of each argument on one line: `tokens: int32 (2, 16) in 0..1000`."""
        if self.maker is not None:
            return [f"from {getattr(self.maker, '__name__', 'a function')}"]
        return [(f"{item.name}: " if item.name else "") + _described(item.spec) for item in self.inputs]

    def _batch(self) -> Optional[int]:
        shapes = [shape for item in self.inputs for shape in _shapes(item.spec) if shape]
        return shapes[0][0] if shapes else None


def parse_inputs(texts: Sequence[str], seed: int = 0, function: str = "") -> InputPlan:
    """Return the plan for `--shape`/`--input` texts, or for the function `file.py:make_inputs`, which is called with
    the parameters `seed` and `batch`, if it has them. Raise CannotLook with the part that cannot be parsed."""
    if function:
        return InputPlan((), seed, load_function(function))
    inputs: List[Input] = []
    for text in texts:
        inputs.extend(_parse_argument(text))
    return InputPlan(tuple(inputs), seed)


def parse_shape_set(text: str, seed: int = 0) -> InputPlan:
    """Parse one `--also-shape`: all inputs of a further call, separated by spaces: `data=8,1,28,28 mask=8,28`."""
    return parse_inputs(_split(text, " "), seed)


def plan_from_values(values: Sequence[Any], seed: int = 0) -> InputPlan:
    """Return a plan that passes `values`: MXNet or NumPy arrays, None, Python values, nested lists and tuples of them.

    A tuple of integers is a shape: `(16, 1, 28, 28)`. A string is parsed as on the command line, also inside a list; a
    string argument of the model is written `"literal:'mean'"`. Raise CannotLook for other strings.
    """
    inputs: List[Input] = []
    for value in values:
        inputs.extend(_parse_argument(value) if isinstance(value, str) else [Input(_given(value))])
    return InputPlan(tuple(inputs), seed)


def to_mxnet(value: Any, context: str) -> Any:
    """Convert every array in `value` to an MXNet array on `context` ("gpu(1)"); other values are unchanged."""
    from ..structures import NDArray, map_leaves, moved

    device = to_context(context)

    def converted(leaf: Any) -> Any:
        if isinstance(leaf, NDArray):
            return moved(leaf, device)
        if not isinstance(leaf, numpy.ndarray):
            return leaf
        if leaf.dtype.name not in DTYPES:
            raise CannotLook(f"an input has dtype {leaf.dtype}, which MXNet arrays do not support: {', '.join(DTYPES)}")
        return load_backend().array(leaf, device, leaf.dtype, import_mxnet().util.is_np_array())

    return map_leaves(converted, value)


def to_context(text: str) -> Any:
    """Convert `"gpu(1)"` to `mx.gpu(1)`."""
    kind, _, number = normalised(text).rstrip(")").partition("(")
    return load_backend().context(kind, int(number))


def signature(net: Any) -> Tuple[List[str], bool]:
    """Return the names of the arguments of `net`, and whether it takes any number of them."""
    parameters = _arguments_of(net)
    names = [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL]
    return names, len(names) < len(parameters)


def wrong_number(net: Any, given: int) -> str:
    """Return `Net takes 1 input (x), 2 were given`, "" if it can be called with `given` arguments."""
    names, takes_any = signature(net)
    least = sum(parameter.default is parameter.empty for parameter in _arguments_of(net)) - takes_any
    if least <= given and (takes_any or given <= len(names)):
        return ""
    numbers = str(least) if least == len(names) else f"{least} or more" if takes_any else f"{least} to {len(names)}"
    takes = f"{type(net).__name__} takes {numbers} input{'' if numbers == '1' else 's'} ({', '.join(names)})"
    return f"{takes}, {given} {'was' if given == 1 else 'were'} given"


def _arguments_of(net: Any) -> List[inspect.Parameter]:
    """Return the positional arguments of a call of `net`, without its own parameters: the inputs of a graph from a
    file."""
    symbol_block = import_mxnet().gluon.SymbolBlock
    if isinstance(net, symbol_block) and type(net).forward is symbol_block.forward:
        names = [variable.name for variable in net._cached_graph[0]]
        if all(map(str.isidentifier, names)):
            return [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in names]
    function, skipped = load_backend().signature_of(net)
    own = set(getattr(net, "_reg_params", {}))
    kinds = (
        inspect.Parameter.POSITIONAL_ONLY,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        inspect.Parameter.VAR_POSITIONAL,
    )
    parameters = list(inspect.signature(function).parameters.values())[skipped:]
    return [parameter for parameter in parameters if parameter.kind in kinds and parameter.name not in own]


def _call_maker(maker: Callable[..., Any], seed: int, batch: Optional[int]) -> List[Any]:
    accepted = inspect.signature(maker).parameters
    offered: Dict[str, Any] = {"seed": seed}
    if batch is not None or "batch" in accepted and accepted["batch"].default is inspect.Parameter.empty:
        offered["batch"] = batch  # a default of the user's stays
    takes_all = any(parameter.kind is parameter.VAR_KEYWORD for parameter in accepted.values())
    name = getattr(maker, "__name__", "the function that makes the inputs")
    try:
        with model_code():
            made = maker(**{key: value for key, value in offered.items() if takes_all or key in accepted})
            if isinstance(made, Iterator):  # a generator raises here, not when it is called
                made = list(made)
    except ModelRaised as raised:
        raise CannotLook(f"{name} failed: {describe(raised.error)}", user_frames(raised.error)) from raised.error
    if made is None:
        raise CannotLook(f"{name} returns None: it must return the list of arguments")
    return list(made) if isinstance(made, (list, tuple)) else [made]


def _arrange(inputs: Sequence[Input], names: Sequence[str], class_name: str) -> List[Input]:
    placed: List[Optional[Input]] = [None] * max(len(names), len(inputs))
    for item in inputs:
        if item.name:
            place = _place(item.name, names, class_name)
            if placed[place] is not None:
                raise CannotLook(f"the input {item.name!r} is passed twice")
            placed[place] = item
    free = (index for index, item in enumerate(placed) if item is None)
    for item in inputs:
        if not item.name:
            placed[next(free)] = item
    while placed and placed[-1] is None:
        placed.pop()
    return [item if item is not None else Input(GivenValue(None)) for item in placed]


def _place(name: str, names: Sequence[str], class_name: str) -> int:
    """Return the position of argument `name`: by the signature, or by MXNet's names `data`, `data0`, `data1` ...."""
    if name in names:
        return names.index(name)
    given_by_mxnet = re.match(r"data(\d*)$", name)
    place = int(given_by_mxnet.group(1) or 0) if given_by_mxnet else len(names)
    if place >= len(names):
        raise CannotLook(f"{class_name} takes no input {name!r}: its inputs are {', '.join(names) or 'none'}")
    return place


def _parse_argument(text: str) -> List[Input]:
    """Parse the inputs of one option: a `.npz` file gives one for each of its arrays."""
    named = _NAMED.match(text.strip())
    name, value = (named.group("name"), named.group("value").strip()) if named else ("", text.strip())
    file = _FILE.match(value)
    if file is not None and value.endswith(".npz"):
        if name:
            raise CannotLook(f"{text!r}: write {value}[KEY] to choose the array of the file for {name!r}")
        arrays = _read_arrays(value)
        return [Input(GivenArray(array, value), "" if key.startswith("arr_") else key) for key, array in arrays.items()]
    if not name and ":" in value and not value.startswith("["):
        first, rest = value.split(":", 1)
        if first.isidentifier() and first not in DTYPES and first not in ("None", "literal"):
            name, value = first, rest
    return [Input(_parse_spec(value, text), name)]


def _parse_spec(value: str, whole: str) -> Spec:
    value = value.strip()
    if value == "None":
        return GivenValue(None)
    if value.startswith("["):
        if not value.endswith("]"):
            raise CannotLook(f"{whole!r}: the list has no closing ]")
        return Nested(tuple(_parse_spec(item, whole) for item in _split(value[1:-1], ";")))
    if value.startswith("literal:"):
        try:
            return GivenValue(ast.literal_eval(value[len("literal:") :].strip()))
        except (ValueError, SyntaxError) as error:
            raise CannotLook(f"{whole!r}: {value[len('literal:') :]!r} is not a Python literal") from error
    file = _FILE.match(value)
    if file is not None:
        arrays = _read_arrays(file.group("path"))
        key = file.group("key") or ""
        if key not in arrays:
            raise CannotLook(f"{file.group('path')} holds no {key!r}: it holds {', '.join(arrays)}")
        return GivenArray(arrays[key], value)
    return _parse_array(value, whole)


def _parse_array(value: str, whole: str) -> RandomArray:
    shape: Optional[Tuple[int, ...]] = None
    dtype: Optional[str] = None
    low: Optional[float] = None
    high: Optional[float] = None
    for field in (part.strip() for part in value.split(":")):
        span = _RANGE.match(field)
        if field.startswith("(") and field.endswith(")") and field != "()":  # a shape as Python writes it
            field = field[1:-1].replace(" ", "")
        if field in DTYPES and dtype is None:
            dtype = field
        elif span is not None:
            low, high = float(span.group("low")), float(span.group("high"))
            if low >= high:
                raise CannotLook(f"{whole!r}: the range {field} is empty")
        elif shape is None and field == "()":
            shape = ()
        elif shape is None and _DIMENSIONS.match(field) and not field.isidentifier():
            shape = tuple(_dimension(part, whole) for part in field.rstrip(",").split(","))
        else:
            raise CannotLook(
                f"{whole!r}: {field!r} is neither a shape nor a dtype ({', '.join(DTYPES)}) nor a range: {_EXAMPLE}"
            )
    if shape is None:
        raise CannotLook(f"{whole!r} has no shape: {_EXAMPLE}")
    array = RandomArray(shape, dtype or "float32", low, high)
    _refuse_unfit_range(array, whole)
    return array


def _refuse_unfit_range(array: RandomArray, whole: str) -> None:
    """Raise CannotLook if the dtype cannot represent the range: integers would wrap around silently."""
    if array.low is None or array.high is None:
        return
    kind = numpy.dtype(array.dtype)
    if kind.kind == "f":
        limit = float(numpy.finfo(kind).max)
        fits, largest = max(abs(array.low), abs(array.high)) <= limit, f"{limit:g}"
    else:
        bounds = (0, 1) if kind.kind == "b" else (numpy.iinfo(kind).min, numpy.iinfo(kind).max)
        if array.low != int(array.low) or array.high != int(array.high):
            raise CannotLook(f"{whole!r}: a range of {array.dtype} has integer bounds")
        fits, largest = bounds[0] <= array.low and array.high - 1 <= bounds[1], f"{bounds[0]} to {bounds[1]}"
    if not fits:
        raise CannotLook(f"{whole!r}: {array.dtype} cannot represent this range (it represents {largest})")


def _dimension(text: str, whole: str) -> int:
    try:
        size = int(text)
    except ValueError:
        raise CannotLook(f"{whole!r} is not a shape: {text!r} is not an integer; {_EXAMPLE}") from None
    if size < 1:
        raise CannotLook(f"{whole!r} is not a shape: a dimension is at least 1, not {size}")
    return size


def _split(text: str, separator: str) -> List[str]:
    """Split `text` at separators outside brackets and drop empty parts."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _read_arrays(path: str) -> Mapping[str, Any]:
    """Return the arrays of a `.npy` file (under the key "") or a `.npz` file without executing anything in it."""
    try:
        with model_code():  # NumPy raises ValueError, EOFError, KeyError or zipfile's own for files it cannot read
            loaded = numpy.load(path, allow_pickle=False)
            arrays = {"": loaded} if isinstance(loaded, numpy.ndarray) else {key: loaded[key] for key in loaded.files}
    except ModelRaised as raised:
        error = raised.error
        if isinstance(error, OSError):
            raise CannotLook(f"{path} cannot be read: {error.strerror or error}") from error
        raise CannotLook(f"{path} is not a file of NumPy arrays: {describe(error)}") from error
    if not arrays:
        raise CannotLook(f"{path} holds no arrays")
    return arrays


def _given(value: Any) -> Spec:
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(item, int) and not isinstance(item, bool) for item in value)
    ):
        return RandomArray(value)
    if isinstance(value, (list, tuple)):
        return Nested(tuple(_given(item) for item in value), isinstance(value, tuple))
    if isinstance(value, str):
        return _given_text(value)
    if isinstance(value, numpy.ndarray):
        return GivenArray(value, "given")
    if hasattr(value, "asnumpy"):
        return GivenArray(value.asnumpy(), "given")
    return GivenValue(value)


def _given_text(text: str) -> Spec:
    """Parse the only input in a string inside a list. Raise CannotLook for a name, which only arguments have."""
    inputs = _parse_argument(text)
    if len(inputs) != 1 or inputs[0].name:
        raise CannotLook(f"{text!r} within a list must describe one input without a name, such as 2,6:int32")
    return inputs[0].spec


def _shapes(spec: Spec) -> List[Tuple[int, ...]]:
    if isinstance(spec, Nested):
        return [shape for item in spec.items for shape in _shapes(item)]
    if isinstance(spec, RandomArray):
        return [spec.shape]
    return [spec.values.shape] if isinstance(spec, GivenArray) else []


def _described(spec: Spec) -> str:
    if isinstance(spec, Nested):
        inner = ", ".join(_described(item) for item in spec.items)
        return f"({inner})" if spec.is_tuple else f"[{inner}]"
    if isinstance(spec, RandomArray):
        span = "" if spec.low is None else f" in {spec.low:g}..{spec.high:g}"
        return f"{spec.dtype} {spec.shape}{span}"
    if isinstance(spec, GivenArray):
        origin = os.path.basename(spec.origin)
        return f"{spec.values.dtype} {spec.values.shape}" + (f" from {origin}" if origin != "given" else ", given")
    return repr(spec.value)
