"""Which operators convert to ONNX: read from data that tools/make_onnx_table.py measured on real MXNet.

    conversion("_linalg_inverse").reason            # "no converter": of no call that was tried
    conversion("Dropout").argument("mode", "always")      # "refused: …": of every call with this argument
    ALTERNATIVES["_linalg_gemm"].instead            # what to write where another operator does the same

The exported file has opset 13. The data describes `hybridlint-runtime export --onnx`, which fixes some faults of
MXNet's own converter.
"""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any, Dict, Mapping, NamedTuple, Optional, Tuple

OPSET = 13
OPSETS = (12, 13)
_FILE = pathlib.Path(__file__).with_name("onnx_conversion.json")


class Conversion(NamedTuple):
    """One operator in one opset. `calls` of it were tried, and `converted` of them compute the same in ONNX Runtime.

    `reason` is what is wrong with all others where none did, else ""; where no function converts the operator, no call
    is needed to know. `arguments` maps (name, value as text) to what is wrong with every call that has it; `examples`
    are (call, what is wrong) for failures that no single argument explains. What is wrong is a category, and after ": "
    the message.
    """

    calls: int
    converted: int
    reason: str
    arguments: Mapping[Tuple[str, str], str]
    examples: Tuple[Tuple[str, str], ...]

    def argument(self, name: str, value: Any) -> str:
        """What is wrong with every call that gives `name` this value, or ""."""
        return self.arguments.get((name, repr(value)), "")


class Alternative(NamedTuple):
    """What to write instead of an operator that does not convert. `bad` and `good` are expressions of the tensors a, b,
    … of these shapes that compute the same; they are empty where there is no expression."""

    instead: str
    bad: str = ""
    good: str = ""
    shapes: Tuple[Tuple[int, ...], ...] = ()


@functools.lru_cache(maxsize=None)
def table() -> Dict[str, Any]:
    """The whole data file: "measured_with", and "operators": name → {"function", "opsets": {opset: record}}."""
    result: Dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return result


@functools.lru_cache(maxsize=None)
def conversion(operator: str, opset: int = OPSET) -> Optional[Conversion]:
    """What was measured of an operator, by its C++ name; None if nothing was."""
    record = table()["operators"].get(operator, {}).get("opsets", {}).get(str(opset))
    if record is None:
        return None
    arguments = {(name, value): reason for name, value, reason in record.get("arguments", ())}
    examples = tuple((call, reason) for call, reason in record.get("examples", ()))
    return Conversion(record["calls"], record["converted"], record.get("reason", ""), arguments, examples)


_UNROLL = "a `for` over `range` of a fixed number of steps, with `F.slice_axis`"
_OF_PLACES = "`F.one_hot` and `F.broadcast_mul`"
_OUTSIDE = "draw them outside of the model and make them an input"

#: By the C++ name of the operator. Every pair of expressions is run by a test.
ALTERNATIVES: Dict[str, Alternative] = {
    "_linalg_gemm": Alternative(
        "`F.linalg.gemm2(a, b) + c`",
        "F.linalg.gemm(a, b, c)",
        "F.linalg.gemm2(a, b) + c",
        ((2, 3, 4), (2, 4, 5), (2, 3, 5)),
    ),
    "_linalg_extractdiag": Alternative(
        f"{_OF_PLACES}, and a sum",
        "F.linalg.extractdiag(a)",
        "F.sum(F.broadcast_mul(a, F.one_hot(F.arange(4), 4)), axis=-1)",
        ((4, 4),),
    ),
    "diag": Alternative(
        f"{_OF_PLACES}, and a sum",
        "F.diag(a)",
        "F.sum(F.broadcast_mul(a, F.one_hot(F.arange(4), 4)), axis=-1)",
        ((4, 4),),
    ),
    "_linalg_makediag": Alternative(
        _OF_PLACES,
        "F.linalg.makediag(a)",
        "F.broadcast_mul(F.expand_dims(a, axis=-1), F.one_hot(F.arange(3), 3))",
        ((2, 3),),
    ),
    "_linalg_sumlogdiag": Alternative(
        f"{_OF_PLACES}, sums and `F.log`",
        "F.linalg.sumlogdiag(a)",
        "F.sum(F.log(F.sum(F.broadcast_mul(a, F.one_hot(F.arange(4), 4)), axis=-1)), axis=-1)",
        ((2, 4, 4),),
    ),
    "rint": Alternative("`F.round`, which rounds halves away from zero", "F.rint(a)", "F.round(a)", ((2, 3),)),
    "argmax_channel": Alternative("`F.argmax(a, axis=1)`", "F.argmax_channel(a)", "F.argmax(a, axis=1)", ((2, 3),)),
    "batch_take": Alternative("`F.pick(a, b)`", "F.batch_take(a, F.cast(b, 'int32'))", "F.pick(a, b)", ((2, 3), (2,))),
    "softmax_cross_entropy": Alternative(
        "`-F.sum(F.pick(F.log_softmax(a), b))`",
        "F.softmax_cross_entropy(a, b)",
        "-F.sum(F.pick(F.log_softmax(a), b))",
        ((2, 3), (2,)),
    ),
    "_image_flip_top_bottom": Alternative(
        "`F.flip(a, axis=0)`", "F.image.flip_top_bottom(a)", "F.flip(a, axis=0)", ((4, 5, 3),)
    ),
    "BatchNorm_v1": Alternative("`F.BatchNorm`"),
    "Convolution_v1": Alternative(
        "`F.Convolution`",
        "F.Convolution_v1(a, b, kernel=(1, 1), num_filter=4, no_bias=True)",
        "F.Convolution(a, b, kernel=(1, 1), num_filter=4, no_bias=True)",
        ((2, 3, 5, 5), (4, 3, 1, 1)),
    ),
    "Pooling_v1": Alternative(
        "`F.Pooling`",
        "F.Pooling_v1(a, kernel=(2, 2), pool_type='max')",
        "F.Pooling(a, kernel=(2, 2), pool_type='max')",
        ((2, 3, 4, 4),),
    ),
    "_contrib_SparseEmbedding": Alternative(
        "`F.Embedding`",
        "F.contrib.SparseEmbedding(a, b, input_dim=3, output_dim=2)",
        "F.Embedding(a, b, input_dim=3, output_dim=2)",
        ((2, 3), (3, 2)),
    ),
    "cast_storage": Alternative(
        "nothing: ONNX knows dense tensors only", "F.cast_storage(a, 'default')", "a * 1", ((2, 3),)
    ),
    "_contrib_BatchNormWithReLU": Alternative("`F.relu(F.BatchNorm(…))`"),
    "_image_to_tensor": Alternative("`F.transpose(F.cast(x, 'float32') / 255, axes=(2, 0, 1))`"),
    "_image_resize": Alternative("`F.contrib.BilinearResize2D`"),
    "_foreach": Alternative(_UNROLL),
    "_while_loop": Alternative(f"{_UNROLL} and `F.where`"),
    "_cond": Alternative("both branches and `F.where`"),
    "Custom": Alternative("the operation in operators of `F`"),
    "_contrib_MultiBoxDetection": Alternative("`F.contrib.box_decode` and `F.contrib.box_nms`"),
    "SVMOutput": Alternative("the model without its loss"),
    "_random_normal_like": Alternative(_OUTSIDE),
    "_random_exponential_like": Alternative(_OUTSIDE),
    "_random_gamma_like": Alternative(_OUTSIDE),
    "_random_poisson_like": Alternative(_OUTSIDE),
    "_shuffle": Alternative(_OUTSIDE),
}
