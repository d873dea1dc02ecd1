"""Which calls of operators convert to ONNX: converted, checked, run by ONNX Runtime and compared with MXNet."""

from __future__ import annotations

import importlib
import importlib.metadata
import itertools
import json
import re
import warnings
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy

from hybridlint_runtime.export.onnx.converting import OPSET, OPSETS, NotConvertible, convert, has_converter
from hybridlint_runtime.export.onnx.graphs import value_of
from hybridlint_runtime.export.onnx.operators import ADJUSTMENTS
from hybridlint_runtime.model.draws import draws

from . import calls, collecting, isolation, names
from .calls import LETTERS, Shape, evaluate

mx: Any = importlib.import_module("mxnet")

_SIGNS = ("+", "-", "*", "/", "%", "**", "==", "!=", ">", ">=", "<", "<=")

OK = "converts"
NO_CONVERTER = "no converter"
REFUSED = "refused"
REJECTED = "rejected"
NOT_LOADED = "not loaded"
NOT_RUN = "not run"
DIFFERS = "differs"
BATCH = "other batch"
#: Calls of one operator that are measured, at most.
_CALLS = 40
_RANDOM = "random"
_HALF = "float16"
#: Operators that make the inputs of a written call, all of which convert.
_PREPARING = {"Concat", "Cast", "floor", "_mul_scalar", "_plus_scalar", "elemwise_add"}


#: Tensors that are parameters of layers, and so weights in the file.
_PARAMETERS = re.compile(r"\b(?:weight|bias|gamma|beta|(?:moving|running)_(?:mean|var)|parameters)=([a-z])\b")
#: Tensors of lengths, of which 0 is none: MXNet then reads memory in front of the tensor.
_LENGTHS = re.compile(r"\bsequence_length=([a-z])\b")
#: Rows of class, score, two corners, and another number.
_BOXES = "F.concat(F.floor(4 * a), b, c, c + 0.4 * d, a, dim=-1)"
_OF_BOXES: Sequence[Shape] = ((2, 9, 1), (2, 9, 1), (2, 9, 2), (2, 9, 2))
#: Calls that no registration describes: operators of Python between tensors and numbers, methods, and what needs
#: arguments that fit each other.
_WRITTEN: Sequence[Tuple[str, Sequence[Shape]]] = (
    *((f"a {sign} {number}", ((2, 3),)) for sign in _SIGNS for number in ("2", "0.5")),
    *((f"{number} {sign} a", ((2, 3),)) for sign in ("+", "-", "*", "/", "%", "**") for number in ("2", "0.5")),
    *((f"a {sign} b", ((2, 3), (2, 3))) for sign in _SIGNS),
    *((f"F.{name}(a, b)", ((2, 3), (2, 3))) for name in ("maximum", "minimum")),
    *((f"F.{name}(a, 0.5)", ((2, 3),)) for name in ("maximum", "minimum")),
    *(
        (f"F.reshape(a, shape={shape})", ((2, 3, 4),))
        for shape in ("(0, -1)", "(-1, 4)", "(0, 0, 2, 2)", "(-2,)", "(0, -3)", "(-4, 1, -1, 0, 0)", "(2, -3)", "(-1,)")
    ),
    ("F.reshape(a, shape=(-1, 0), reverse=True)", ((2, 3, 4),)),
    ("F.UpSampling(a, scale=2, sample_type='nearest')", ((2, 3, 4, 4),)),
    ("F.UpSampling(a, b, scale=2, sample_type='bilinear', num_filter=3)", ((2, 3, 4, 4), (3, 1, 4, 4))),
    ("F.contrib.BilinearResize2D(a, height=5, width=7)", ((2, 3, 4, 4),)),
    ("F.contrib.MultiBoxPrior(a, sizes=(0.5, 0.2), ratios=(1, 2))", ((2, 3, 4, 4),)),
    ("F.contrib.MultiBoxDetection(a, b, c)", ((2, 3, 4), (2, 16), (1, 4, 4))),
    (f"F.contrib.box_nms({_BOXES}, overlap_thresh=0.2, id_index=0)", _OF_BOXES),
    (f"F.contrib.box_nms({_BOXES}, overlap_thresh=0.2, valid_thresh=0.4, topk=5)", _OF_BOXES),
    (f"F.contrib.box_nms({_BOXES}, overlap_thresh=0.2, in_format='center', out_format='corner')", _OF_BOXES),
    ("F.contrib.box_decode(a, b)", ((2, 3, 4), (1, 3, 4))),
    ("F.contrib.box_decode(a, b, format='corner', clip=0.5)", ((2, 3, 4), (1, 3, 4))),
    ("F.contrib.ROIAlign(a, F.concat(0 * b, c, 3 + 4 * c, dim=1), (2, 2), 1.0)", ((2, 3, 8, 8), (5, 1), (5, 2))),
    ("F.contrib.ROIAlign(a, F.concat(0 * b, c, 3 + 4 * c, dim=1), (2, 2), 0.5, 2)", ((2, 3, 8, 8), (5, 1), (5, 2))),
    ("F.ROIPooling(a, F.concat(0 * b, c, 3 + 4 * c, dim=1), (2, 2), 1.0)", ((2, 3, 8, 8), (5, 1), (5, 2))),
    ("F.reshape_like(a, b)", ((2, 6), (2, 3, 2))),
    ("F.reshape_like(a, b, lhs_begin=1, lhs_end=2, rhs_begin=1, rhs_end=3)", ((2, 6), (2, 3, 2))),
    ("F.softmax(a, F.cast(4 * b, 'int32'), use_length=True)", ((2, 3, 4), (2, 3))),
    ("F.amp_multicast(a, b, num_outputs=2)", ((2, 3), (2, 3))),
    ("F.argmax_channel(a)", ((2, 3),)),
    ("F.khatri_rao(a, b)", ((2, 3), (4, 3))),
    ("F.linalg.potrf(F.linalg.syrk(a) + F.eye(3))", ((3, 3),)),
    ("F.SequenceLast(a)", ((4, 2, 3),)),
    ("F.SequenceLast(a, 1 + 3 * b, use_sequence_length=True)", ((4, 2, 3), (2,))),
    ("F.contrib.foreach(lambda x, s: (x + s, s), a, b)[0]", ((4, 2, 3), (2, 3))),
    ("F.contrib.interleaved_matmul_selfatt_qk(a, heads=2)", ((4, 2, 24),)),
    ("F.contrib.interleaved_matmul_selfatt_valatt(a, b, heads=2)", ((4, 2, 24), (4, 4, 4))),
    ("F.SequenceMask(a, b, use_sequence_length=True)", ((4, 2, 3), (2,))),
    ("F.SequenceReverse(a, b, use_sequence_length=True)", ((4, 2, 3), (2,))),
)


class Task(NamedTuple):
    """One call of an operator, with the shapes of its tensors."""

    operator: str
    text: str
    shapes: Tuple[Shape, ...]
    attributes: Dict[str, Any]


def tasks(processes: int, chosen: Optional[Sequence[str]] = None) -> List[Task]:
    """Typical calls of every operator below F that a user can reach, or of those `chosen`, those with the fewest
    arguments first."""
    operators = collecting._operators(names.functions(names.namespaces()))
    callees = [
        (name, calls.of_operator(path, operator))
        for name, (path, operator, _) in sorted(operators.items())
        if collecting._public(path) and (not chosen or name in chosen)
    ]

    def of_one(number: int) -> List[List[Any]]:
        name, callee = callees[number]
        made: Dict[Tuple[str, Tuple[Shape, ...]], List[Any]] = {}
        for helped in calls.helped(callee):
            for call in itertools.islice(calls.working(helped), 2):
                for variant in calls.variants(call):
                    if len(variant.shapes) == len(variant.tensors):
                        entry = [name, variant.text, variant.shapes, dict(variant.attributes)]
                        made.setdefault((variant.text, variant.shapes), entry)
        return list(itertools.islice(made.values(), _CALLS))

    answers = isolation.run_isolated(of_one, list(range(len(callees))), processes)
    return [
        Task(name, text, tuple(map(tuple, shapes)), {key: _tuples(value) for key, value in attributes.items()})
        for answer in answers
        if isolation.CRASHED not in answer
        for name, text, shapes, attributes in answer
    ] + [Task(_only_operator(text, len(shapes)), text, tuple(shapes), {}) for text, shapes in _WRITTEN]


def _tuples(value: Any) -> Any:
    """`value` with tuples for the lists that JSON made of them."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _only_operator(text: str, count: int) -> str:
    """The operator that an expression consists of, besides what prepares its inputs; "" if there are several."""
    try:
        made = evaluate(text, mx.sym, {letter: mx.sym.var(letter) for letter in LETTERS[:count]})
    except Exception:  # what MXNet refuses is no call
        return ""
    group = mx.sym.Group(list(made) if isinstance(made, (list, mx.sym.Symbol)) and len(made) > 1 else [made])
    nodes = json.loads(group.tojson(remove_amp_cast=False))["nodes"]
    operators = [node["op"] for node in nodes if node["op"] != "null"]
    return operators[-1] if len(operators) == 1 or set(operators[:-1]) <= _PREPARING else ""


def measure(work: Sequence[Task], opsets: Sequence[int], processes: int) -> List[Dict[str, str]]:
    """For each task: opset as text → what became of it. Without an entry where MXNet itself does not run the call."""

    def outcomes_of(number: int) -> Dict[str, str]:
        return outcomes(work[number], opsets)

    answers = isolation.run_isolated(outcomes_of, list(range(len(work))), processes)
    return [answer if isolation.CRASHED not in answer else {} for answer in answers]


def outcomes(task: Task, opsets: Sequence[int]) -> Dict[str, str]:
    """What becomes of one call in each of `opsets`, and, where it converts, in float16: a category, and after ": " the
    message; "" where MXNet does not run it in float16."""
    warnings.simplefilter("ignore")
    import logging

    logging.disable(logging.CRITICAL)
    tensors = {letter: mx.sym.var(letter) for letter in LETTERS[: len(task.shapes)]}
    try:
        symbol = evaluate(task.text, mx.sym, tensors)
        if not isinstance(symbol, mx.sym.Symbol):
            symbol = mx.sym.Group(list(symbol))
    except Exception:  # what MXNet refuses is no call
        return {}
    runs = []
    for shapes in (task.shapes, _another_batch(task.text, task.shapes)):
        for content in ("float32", "int32"):
            run = _run(symbol, shapes, content, task.text) if shapes is not None else None
            if run is not None and (not runs or content == runs[0][2]):
                runs.append((*run, content))
                break
        else:
            break
    if not runs:
        return {}
    nodes = json.loads(symbol.tojson(remove_amp_cast=False))["nodes"]
    if any(draws(node["op"], node.get("attrs", {}), training=False) for node in nodes):
        return {_RANDOM: ""}
    if not _repeats(symbol, runs[0]) or _resizes(task, runs[0]):  # it reads memory that is not its own, or drops values
        return {}
    if not all(output.size for output in runs[0][1]):  # such as a convolution whose padding is larger than its input
        return {}
    parameters = _PARAMETERS.findall(task.text)
    answer = {str(opset): _outcome(symbol, runs, opset, parameters) for opset in opsets}
    if runs[0][2] == "float32" and answer[str(OPSET)] == OK:
        half = _in_half(symbol, runs, ()) or _in_half(symbol, runs, parameters)
        answer.update({_HALF: _outcome(symbol, half, OPSET, parameters)} if half else {_HALF: ""})
    return answer


def _in_half(symbol: Any, runs: Sequence[Any], as_they_are: Sequence[str]) -> List[Any]:
    """`runs` of float16, but for the tensors `as_they_are`; none where MXNet does not run that on a CPU."""
    result = []
    for inputs, _, _ in runs:
        halves = {name: array if name in as_they_are else array.astype("float16") for name, array in inputs.items()}
        try:
            result.append((halves, _computed(symbol, halves), _HALF))
        except Exception:
            return []
    return result


def _another_batch(text: str, shapes: Sequence[Shape]) -> Optional[Tuple[Shape, ...]]:
    """`shapes` with twice the first dimension, wherever it is that of the first tensor."""
    if not shapes or not shapes[0]:
        return None
    batch = shapes[0][0]
    fixed = {LETTERS.index(name) for name in _PARAMETERS.findall(text)}
    return tuple(
        (2 * batch, *shape[1:]) if shape and shape[0] == batch and number not in fixed else shape
        for number, shape in enumerate(shapes)
    )


def _run(symbol: Any, shapes: Sequence[Shape], content: str, text: str) -> Optional[Tuple[Dict[str, Any], List[Any]]]:
    # One generator for each: a parameter is the same at every batch size.
    values = [numpy.random.RandomState(number).uniform(0.2, 0.9, shape) for number, shape in enumerate(shapes)]
    values = [numpy.array(4 * value if content == "int32" else value, content) for value in values]
    inputs = dict(zip(LETTERS, values))
    for name in _LENGTHS.findall(text):
        inputs[name] = inputs[name] + numpy.array(1, content)
    try:
        return inputs, _computed(symbol, inputs)
    except Exception:
        return None


def _computed(symbol: Any, inputs: Dict[str, Any]) -> List[Any]:
    arrays = {name: mx.nd.array(value, dtype=value.dtype) for name, value in inputs.items()}
    with mx.autograd.predict_mode():
        outputs = mx.nd.CachedOp(symbol)(*[arrays[name] for name in symbol.list_inputs()])
    outputs = outputs if isinstance(outputs, list) else [outputs]
    return [output.asnumpy() for output in outputs]


def _repeats(symbol: Any, run: Any) -> bool:
    inputs, outputs, _ = run
    mx.random.seed(1)
    return all(map(_same, outputs, _computed(symbol, inputs)))


def _resizes(task: Task, run: Any) -> bool:
    """Whether a call of Reshape gives another number of values than it gets, which MXNet does not check."""
    inputs, outputs, _ = run
    return task.operator == "Reshape" and outputs[0].size != inputs["a"].size


def _outcome(symbol: Any, runs: Sequence[Any], opset: int, parameters: Sequence[str]) -> str:
    import onnx
    import onnxruntime

    input_names = [name for name in runs[0][0] if name not in parameters]
    inputs = [value_of(name, [run[0][name] for run in runs], name) for name in input_names]
    outputs = [value_of(f"output_{number}", arrays) for number, arrays in enumerate(zip(*(run[1] for run in runs)))]
    values = {name: mx.nd.array(runs[0][0][name], dtype=runs[0][0][name].dtype) for name in parameters}
    try:
        model = convert(symbol, values, inputs, outputs, opset).complete()
    except NotConvertible as error:
        reason = error.refusals[0].reason
        return NO_CONVERTER if "no converter" in reason else f"{REFUSED}: {_short(reason)}"
    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:
        return f"{REJECTED}: {_short(str(error))}"
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    except Exception as error:
        return f"{NOT_LOADED}: {_short(str(error))}"
    for number, (arrays, expected, _) in enumerate(runs):
        where = f"{BATCH}: " if number else ""
        try:
            outputs = session.run(None, {name: arrays[name] for name in input_names})
        except Exception as error:
            return f"{where or NOT_RUN + ': '}{_short(str(error))}"
        for left, right in zip(expected, outputs):
            if left.dtype != right.dtype:
                return f"{where or DIFFERS + ': '}dtype {right.dtype} instead of {left.dtype}"
            if left.shape != right.shape:
                return f"{where or DIFFERS + ': '}shape {right.shape} instead of {left.shape}"
            if not _same(left, right):
                return f"{where or DIFFERS + ': '}values"
    return OK


def _same(left: Any, right: Any) -> bool:
    relative, absolute = (1e-2, 1e-2) if left.dtype == numpy.float16 else (1e-3, 1e-5)
    return left.shape == right.shape and numpy.allclose(left, right, rtol=relative, atol=absolute, equal_nan=True)


def _short(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    return text[:150]


def collect(processes: int, chosen: Optional[Sequence[str]] = None) -> Dict[str, Any]:
    """The content of the data file; of the operators `chosen`, if any are."""
    work = [task for task in tasks(processes, chosen) if not chosen or task.operator in chosen]
    answers = measure(work, OPSETS, processes)
    functions = {
        name: path
        for name, (path, _, _) in collecting._operators(names.functions(names.namespaces())).items()
        if collecting._public(path)
    }
    operators: Dict[str, Any] = {}
    for name in sorted({task.operator for task in work} - {""}):
        mine = [(task, answer) for task, answer in zip(work, answers) if task.operator == name]
        rows = [(task, answer) for task, answer in mine if answer and _RANDOM not in answer]
        if not rows and any(answer for _, answer in mine):
            operators[name] = {"function": functions.get(name, ""), "random": True}
        if rows:
            opsets = {str(opset): _summary([(task, row[str(opset)]) for task, row in rows]) for opset in OPSETS}
            operators[name] = {"function": functions.get(name, ""), "opsets": opsets}
            halves = [row[_HALF] for _, row in rows if _HALF in row]
            if halves:
                operators[name][_HALF] = _summary_in_half(halves)
    for name in sorted(set(functions) - set(operators)):
        if not chosen or name in chosen:
            # MXNet makes no graph of it, or nothing is known of what it takes.
            if not has_converter(name):
                opsets = {str(opset): {"calls": 0, "converted": 0, "reason": NO_CONVERTER} for opset in OPSETS}
                operators[name] = {"function": functions[name], "opsets": opsets}
            elif draws(name, {}, training=False):
                operators[name] = {"function": functions[name], "random": True}
    written = [[task.text, answer] for task, answer in zip(work, answers) if not task.operator and answer]
    return {
        # Not imported here: ONNX Runtime that is imported before a fork waits for ever in the child.
        "measured_with": {name: importlib.metadata.version(name) for name in ("mxnet", "onnx", "onnxruntime")},
        "operators": dict(sorted(operators.items())),
        "expressions": dict(written),
        "adjustments": [[sorted(item.names), item.fault] for item in dict.fromkeys(ADJUSTMENTS.values())],
    }


def _summary(rows: Sequence[Tuple[Task, str]]) -> Dict[str, Any]:
    """What became of the calls of one operator in one opset (see `hybridlint.mxnet_api.onnx_conversion.Conversion`)."""
    good = [task for task, answer in rows if answer == OK]
    bad = [(task, answer) for task, answer in rows if answer != OK]
    record: Dict[str, Any] = {"calls": len(rows), "converted": len(good)}
    if not good:
        record["reason"] = min((answer for _, answer in bad), key=len)
        return record
    arguments: Dict[Tuple[str, str], str] = {}
    examples: Dict[str, str] = {}
    for task, answer in bad:
        guilty = [name for name in task.attributes if _converts_otherwise(task, name, good)]
        for name in guilty:
            arguments.setdefault((name, repr(task.attributes[name])), answer)
        if not guilty:
            examples.setdefault(answer, f"{task.text} of {', '.join(map(str, task.shapes))}")
    if arguments:
        record["arguments"] = [[name, value, answer] for (name, value), answer in sorted(arguments.items())]
    if examples:
        record["examples"] = [[text, answer] for answer, text in examples.items()][:4]
    return record


def _summary_in_half(answers: Sequence[str]) -> Dict[str, Any]:
    """What became in float16 of the calls that convert in float32: how many MXNet runs, how many of these convert, what
    is wrong with the others."""
    bad = [answer for answer in answers if answer not in ("", OK)]
    record: Dict[str, Any] = {"calls": sum(map(bool, answers)), "converted": answers.count(OK)}
    if bad:
        record["reason"] = min(bad, key=len)
    return record


def _converts_otherwise(task: Task, name: str, good: Sequence[Task]) -> bool:
    """Whether the same call, with another value of the argument `name` or without it, converts."""

    def others(call: Task) -> Dict[str, Any]:
        return {key: value for key, value in call.attributes.items() if key != name}

    return any(call.shapes == task.shapes and others(call) == others(task) for call in good)
