"""Are there inputs, parameters or blocks that the graph does not use?"""

from __future__ import annotations

from typing import Any, Dict, List, Set

from ...backend import load_backend
from ...diagnostics.source_lines import assignment_of
from ...model.artefacts import Hybridized
from ...model.parameters import owned_parameters, parameters_of
from ...model.standard import standard_of
from ...model.subject import Subject
from ...model.tree import alone_in_tuples
from ...mxnet_compat import import_mxnet
from ...report import Problem, Stage
from .base import Outcome, explained, not_run, passed, warned

mx = import_mxnet()


def run(subject: Subject) -> Outcome:
    graphs = [graph for (path, _), graph in subject.graphs.items() if path in subject.roots]
    if not graphs:
        return not_run("no graph of an outermost HybridBlock was made")
    problems: List[Problem] = []
    unused_texts = filter(is_of_unused, standard_of(subject).warnings())
    of_inputs = next((text for text in unused_texts if "input to HybridBlock" in text), None)
    used: Set[str] = set()
    for graph in graphs:
        names = set(graph.symbol.list_inputs())
        used |= names
        unused = [str(number) for number, name in enumerate(graph.input_names) if name not in names]
        if unused:
            text = f"input {', '.join(unused)} is not used by the graph; an exported model does not have it"
            problem = Problem(Stage.STRUCTURE, text, graph.path, remedy="remove the argument")
            problem.mxnet_message = of_inputs
            problems.append(explained(problem))
    call = subject.recorded.calls[-1]
    left: Dict[str, List[str]] = {}
    checked = subject.learned(Hybridized).checked
    used_parameters = {id(item) for name, item in load_backend().variables(call.block).items() if name in used}
    for node, name, parameter in owned_parameters(call.block):
        if node.path in checked and id(parameter) not in used_parameters:
            left.setdefault(node.path, []).append(name)
    alike: Dict[str, Problem] = {}
    for path, block, attribute, parameter in alone_in_tuples(call.block, mx.gluon.Parameter):
        if parameter.name in used:
            continue
        problems.append(problem_of_comma(path, block, attribute, Stage.STRUCTURE))
        left[path] = [name for name in left.get(path, ()) if not parameter.name.endswith(name)]
    left = {path: unused for path, unused in left.items() if unused}
    for path, unused in left.items():
        text = f"not used by the graph, so neither exported nor trained: {', '.join(unused)}"
        if text in alike:
            alike[text].also.append(path)
        else:
            remedy = "remove the parameter or the block; if it must stay, pass the sizes of all layers (in_units=…)"
            alike[text] = Problem(Stage.STRUCTURE, text, path, subject.class_of(path), remedy=remedy)
    problems += alike.values()
    return warned(problems) if problems else passed(parameters=len(parameters_of(call.block)))


def problem_of_comma(path: str, block: Any, attribute: str, stage: Stage) -> Problem:
    """Return the problem for a parameter in a tuple, `self.w = self.params.get("w"),`, on `attribute` of the block at
    `path`."""
    text = f"a comma makes self.{attribute} a tuple, so hybrid_forward does not get the parameter"
    location = assignment_of(block, attribute)
    return explained(Problem(stage, text, path, type(block).__name__, location, remedy="remove the comma"))


def is_of_unused(warning: str) -> bool:
    """Return whether a warning of MXNet is about what this probe reports."""
    return "not used by any computation" in warning
