"""All measurements put together into the tables of one MXNet version."""

from __future__ import annotations

import collections
import importlib
import itertools
import math
import re
import zlib
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from . import calls, isolation, names, numpy_outputs, registry, running, symbolic

mx: Any = importlib.import_module("mxnet")
Record = Dict[str, Any]
_ARGUMENTS = ("b", "", "1", "(2, 3)", "0, 1", "2, 0", "1, 0, 1", "(0, 1), (1, 2)", "'float32'")
"""Arguments to try a method with, until it makes an operator; a and b are tensors."""
Operators = Dict[str, Tuple[str, registry.Operator, Record]]
"""By C++ name: (the best path below F, the registration, the record)."""
_OF_OPERATORS = ("outputs", "gradient", "auxiliary", "shape", "calls")
_OF_FUNCTIONS = ("outputs", "gradient", "shape", "graph", "calls")
"""What is measured on symbols."""
_DIFFERENCES = 8
"""Kept of one operator, one of each kind first."""


def collect(processes: int, every: int = 1) -> Dict[str, Any]:
    """The content of a data file, as hybridlint/mxnet_api/__init__.py describes it.

    With `every` = n only about one of n of the entries that have to be measured is there, always the same ones.
    """

    def chosen(name: str) -> bool:
        return zlib.crc32(name.encode()) % every == 0

    spaces = names.namespaces()
    sides = names.functions(spaces)
    records = {path: names.function_record(*pair) for path, pair in sides.items()}
    functions = {path: record for path, record in records.items() if not _measured(path, record) or chosen(path)}
    every_operator = _operators(sides)
    operators = {name: entry for name, entry in every_operator.items() if chosen(name)}
    methods = _methods(mx.nd.ones((2, 3)), mx.sym.var("a"))
    methods = {name: record for name, record in methods.items() if "only" in record or chosen(name)}
    _measure_symbolic(operators, functions, processes)
    _link_methods(methods, every_operator, records, processes)
    np_methods = _methods(mx.np.ones((2, 3)), mx.sym.var("a").as_np_ndarray())
    for module, some in (("nd", methods), ("np", np_methods)):
        _measure_results(module, some, processes)
    _measure_numpy(operators, functions, processes)
    _measure_running([*(record for _, _, record in operators.values()), *functions.values()], methods, processes)
    return {
        "version": mx.__version__,
        "namespaces": {path: {} for path in spaces},
        "hybridize": {name: {} for name in names.flags_of_hybridize()},
        "unrelated": {name: {} for name in names.unrelated_classes()},
        "operators": {name: record for name, (_, _, record) in operators.items()},
        "functions": {path: _shortened(record) for path, record in functions.items()},
        "methods": methods,
        "np_methods": np_methods,
    }


def _measure_numpy(operators: Operators, functions: Dict[str, Record], processes: int) -> None:
    """Counts the outputs of the functions below F.np and F.npx, whose operators are not measured on symbols."""
    unmeasured = {path: record for path, _, record in operators.values() if "outputs" in record.get("unmeasured", ())}
    unmeasured.update((path, record) for path, record in functions.items() if record.get("kind") == "function")
    numpy_outputs.measure(
        {path: record for path, record in unmeasured.items() if path.startswith(("np.", "npx."))}, processes
    )


def _methods(array: Any, symbol: Any) -> Dict[str, Record]:
    methods = names.methods(type(array), type(symbol))
    for name, message in names.not_implemented(array, symbol):
        methods[name]["not_implemented"] = message
    return methods


def _link_methods(
    methods: Dict[str, Record], operators: Operators, functions: Dict[str, Record], processes: int
) -> None:
    """Names in each method the function below F that makes the same operators."""
    tasks = [name for name, record in methods.items() if "only" not in record and "kind" not in record]

    def link(name: str) -> Optional[str]:
        for arguments in _ARGUMENTS:
            graph = symbolic.graph_of(f"a.{name}({arguments})")
            if not graph:
                continue
            if name in functions and symbolic.graph_of(f"F.{name}(a, {arguments})") == graph:
                return name
            return operators[graph[0]][0] if len(graph) == 1 and graph[0] in operators else None
        return None

    for name, function in zip(tasks, isolation.run_isolated(link, tasks, processes)):
        if isinstance(function, str):
            methods[name]["function"] = function


def _operators(sides: Dict[str, Tuple[Any, Any]]) -> Operators:
    """Each operator that can be reached below F: (its best path, its registration, its record)."""
    result: Operators = {}
    for path in sorted(sides, key=lambda path: (not _public(path), path.count("."), len(path), path)):
        for value in sides[path]:
            operator = registry.operator_of(value)
            if operator and operator.name not in result:
                result[operator.name] = (path, operator, _registration(operator))
    return result


def _registration(operator: registry.Operator) -> Record:
    record: Record = {}
    if operator.tensors:
        record["tensors"] = [("*" if operator.variable_tensors else "") + name for name in operator.tensors]
    if operator.attributes:
        record["attributes"] = [
            name if name in calls.of_operator("", operator).required else f"{name}={_default(type_)}"
            for name, type_ in operator.attributes
        ]
    return record


def _default(type_: str) -> str:
    """The default in MXNet's description of a type: `int, optional, default='1'`."""
    return type_.partition("default=")[2].strip("'")


def _measure_symbolic(operators: Operators, functions: Dict[str, Record], processes: int) -> None:
    subjects: List[Tuple[Record, calls.Callee, Tuple[str, ...]]] = []
    for _, (path, operator, record) in sorted(operators.items()):
        if _public(path):
            subjects.append((record, calls.of_operator(path, operator), _OF_OPERATORS))
        else:
            record["unmeasured"] = [*_OF_OPERATORS[:-1], "random", "agreement"]
    for path, record in sorted(functions.items()):
        if _measured(path, record):
            parameters = record.get("symbolic_parameters") or record.get("parameters") or []
            subjects.append((record, calls.of_function(path, parameters), _OF_FUNCTIONS))

    def measure(task: Tuple[int, Tuple[str, ...]]) -> Record:
        return symbolic.facts(subjects[task[0]][1], task[1])

    tasks: List[Tuple[int, Tuple[str, ...]]] = [(number, aspects) for number, (_, _, aspects) in enumerate(subjects)]
    answers = isolation.run_isolated(measure, tasks, processes)
    # An operator that died of one answer keeps the others: those are measured in a process each.
    again: List[Tuple[int, Tuple[str, ...]]] = [
        (number, (aspect,))
        for (number, aspects), answer in zip(tasks, answers)
        if isolation.CRASHED in answer
        for aspect in aspects
    ]
    for task, answer in zip(tasks + again, answers + isolation.run_isolated(measure, again, processes)):
        record = subjects[task[0]][0]
        if isolation.CRASHED not in answer:
            record.update(answer, unmeasured=record.get("unmeasured", []) + answer.get("unmeasured", []))
        elif task in again:
            record["unmeasured"] = record.get("unmeasured", []) + [aspect for aspect in task[1] if aspect != "calls"]
    for record, _, _ in subjects:
        if not record.get("unmeasured", True):
            del record["unmeasured"]


def _measure_running(records: List[Record], methods: Dict[str, Record], processes: int) -> None:
    """Runs the calls that the measurements on symbols left in the records, and methods with arguments of all sorts."""
    tasks: List[Tuple[Record, Tuple[str, Any]]] = []
    completed = [(record, record.pop("completed", ())) for record in records]
    measured = [record for record in records if "calls" in record]
    for record in measured:
        tasks += [(record, call) for call in record.pop("calls")]
    for name, record in methods.items():
        if not {"only", "kind", "not_implemented"} & set(record) and (name[0] != "_" or name in _OPERATORS):
            measured.append(record)
            tasks += [
                (record, (f"a.{name}({arguments})", ((2, 3), shape) if shape else ((2, 3),)))
                for arguments, shape in running.METHOD_ARGUMENTS
            ]
    answers = _run_by_record(lambda task: running.agreement(task[1]), tasks, processes)
    works: Dict[int, bool] = {}
    trained: Dict[int, bool] = {}
    zero: Dict[int, bool] = {}
    finite: Dict[int, bool] = {}
    flat: Dict[int, Dict[str, bool]] = collections.defaultdict(dict)
    for (record, (text, _)), answer in zip(tasks, answers):
        for number, name in _tensor_names(text) if "flat" in answer else ():
            flat[id(record)][name] = flat[id(record)].get(name, True) and number in answer["flat"]
        works[id(record)] = works.get(id(record), False) or answer.get("works", False)
        for fact in ("random", "list", "training", "combines"):
            if answer.get(fact):
                record[fact] = True
        if answer.get("starts") and not trained.get(id(record)):
            record["gradient"] = "starts"
        trained[id(record)] = trained.get(id(record), False) or "starts" in answer
        if "finite" in answer:
            finite[id(record)] = finite.get(id(record), True) and answer["finite"]
        zero[id(record)] = zero.get(id(record), True) and answer.get("zero", isolation.CRASHED not in answer)
        if "wrong_without_first" in answer:
            record["wrong_without_first"] = sorted(
                {*record.get("wrong_without_first", ()), *answer["wrong_without_first"]}
            )
        if "difference" in answer:
            category, error = answer["difference"]
            differences = record.setdefault("differences", [])
            if len(differences) < _DIFFERENCES and [category, error] not in [entry[1:] for entry in differences]:
                differences.append([text, category, error])
    for record in records:
        if trained.get(id(record)) and zero[id(record)] and record.get("differentiable", True):
            record.setdefault("gradient", "zero")
        without = sorted(
            name for name, always in flat[id(record)].items() if always and name not in record.get("no_gradient", ())
        )
        if without and "gradient" not in record:
            record["zero_gradient"] = without
        if finite.get(id(record)) and record.get("shape") == "same":
            record["finite"] = True
    repeatable = [task for task, answer in zip(tasks, answers) if answer.get("works") and not answer["random"]]
    _measure_rows(repeatable, processes)
    _measure_needs(completed, processes)
    for record in measured:
        if not works.get(id(record)) and "agreement" not in record.get("unmeasured", []):
            record["unmeasured"] = record.get("unmeasured", []) + ["random", "agreement"]


def _tensor_names(text: str) -> Iterator[Tuple[int, str]]:
    """Yields the numbers of the tensors that a call passes by name, and these names."""
    for name, letter in re.findall(r"(\w+)=([a-z])\b", text):
        if letter in calls.LETTERS:
            yield calls.LETTERS.index(letter), name


def _run_by_record(work: Callable[[Any], Any], tasks: Sequence[Tuple[Any, ...]], processes: int) -> List[Any]:
    """Runs tasks, which begin with a record, in a process for each record: the gradient of `SequenceLast` writes into
    memory that is not its own."""
    by_record = itertools.groupby(range(len(tasks)), key=lambda index: id(tasks[index][0]))
    groups = [list(indices) for _, indices in by_record]
    return isolation.run_isolated(work, tasks, processes, groups=groups)


def _measure_rows(tasks: List[Tuple[Record, Tuple[str, Any]]], processes: int) -> None:
    """Notes the tensors of operators that a call reads some rows of, and others not.

    Not of operators that broadcast, which read all that they are given, but for a power of zero; and not of Reshape,
    which MXNet lets drop what does not fit into the new shape.
    """
    tensors = [
        (record, name[1], text, shapes, number)
        for record, (text, shapes) in tasks
        if record.get("shape") != "broadcast" and text.startswith("F.") and not text.startswith("F.Reshape(")
        for number, shape in enumerate(shapes)
        for name in [re.search(rf"(\w+)={calls.LETTERS[number]}\b", text)]
        if name is not None and len(shape) > 0 and shape[0] > 1 and math.prod(shape) <= running.MOST_ELEMENTS
    ]
    answers = _run_by_record(lambda task: running.reads_some_rows(task[2:]), tensors, processes)
    for (record, name, *_), answer in zip(tensors, answers):
        if answer is True:
            record["selects"] = sorted({*record.get("selects", ()), name})


def _measure_results(module: str, methods: Dict[str, Record], processes: int) -> None:
    """Notes which methods of the arrays of `mx.nd` or `mx.np` keep the shape, or the array, or give something else."""
    tasks = [
        (module, name)
        for name, record in methods.items()
        if name[0] != "_" and record.get("only") != "symbolic" and record.get("kind") != "property"
    ]
    for measure in (running.result_of_method, running.kind_of_result):
        for (_, name), answer in zip(tasks, isolation.run_isolated(measure, tasks, processes)):
            if isolation.CRASHED not in answer:
                methods[name].update(answer)


def _measure_needs(completed: List[Tuple[Record, Any]], processes: int) -> None:
    """Runs the calls that fail hybridized once more with each attribute that they leave out."""
    tasks = [
        (record, name, kind, call)
        for record, others in completed
        for text, name, kind, call in others
        if any(
            failing == text and category.startswith("fails_") for failing, category, _ in record.get("differences", ())
        )
    ]
    answers = _run_by_record(lambda task: running.agreement(task[3]), tasks, processes)
    for (record, name, kind, _), answer in zip(tasks, answers):
        category = answer.get("difference", [""])[0]
        if answer.get("works") and not category.startswith("fails_"):
            record.setdefault("needs", {}).setdefault(name, kind)


_OPERATORS = {
    f"__{side}{name}__"
    for name in ("add", "sub", "mul", "div", "truediv", "mod", "pow", "eq", "ne", "lt", "le", "gt", "ge", "matmul")
    for side in ("", "r", "i")
} | {"__neg__", "__abs__", "__getitem__", "__invert__", "__copy__"}
"""Special methods that make tensors of tensors."""


def _public(path: str) -> bool:
    """Not only below F._internal or F.np, whose functions are reached through others."""
    return not path.startswith(("_internal.", "np.", "npx."))


def _measured(path: str, record: Record) -> bool:
    """A function written in Python that both sides have."""
    return record.get("kind") == "function" and "only" not in record and _public(path)


def _shortened(record: Record) -> Any:
    """An operator without any other fact is written as its name."""
    return record["operator"] if list(record) == ["operator"] else record
