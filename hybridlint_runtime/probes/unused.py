"""Are there inputs, parameters or blocks that the graph does not use?"""

from __future__ import annotations

from typing import Dict, List, Set

from ..model.parameters import parameters_of
from ..model.subject import Subject
from ..model.tree import unique_blocks
from ..report import Problem, Stage
from .base import Example, Outcome, Probe, not_run, passed, warned


def _run(subject: Subject) -> Outcome:
    graphs = [graph for (path, _), graph in subject.graphs.items() if path in subject.roots]
    if not graphs:
        return not_run("no graph of an outermost HybridBlock was made")
    problems: List[Problem] = []
    used: Set[str] = set()
    for graph in graphs:
        names = set(graph.symbol.list_inputs())
        used |= names
        unused = [str(number) for number, name in enumerate(graph.input_names) if name not in names]
        if unused:
            text = f"input {', '.join(unused)} is not used by the graph; an exported model does not have it"
            problems.append(Problem(Stage.STRUCTURE, text, graph.path, remedy="leave the argument out"))
    call = subject.recorded.calls[-1]
    alike: Dict[str, Problem] = {}
    for node in unique_blocks(call.block):
        if node.path not in subject.checked:
            continue
        unused = [name for name, parameter in node.block._reg_params.items() if parameter.name not in used]
        if not unused:
            continue
        text = f"not used by the graph, so neither exported nor trained: {', '.join(unused)}"
        if text in alike:
            alike[text].also.append(node.path)
        else:
            remedy = "remove the parameter or the block; give its shape (in_units=) if it must stay"
            alike[text] = Problem(Stage.STRUCTURE, text, node.path, type(node.block).__name__, remedy=remedy)
    problems += alike.values()
    return warned(problems) if problems else passed(parameters=len(parameters_of(call.block)))


PROBE = Probe(
    name="unused",
    stage=Stage.STRUCTURE,
    asks="Is every input and every parameter used by the graph?",
    why=(
        "MXNet warns of unused inputs, leaves them out of the exported model, and silently does not export unused"
        " parameters."
    ),
    remedy="Remove what is not used.",
    run=_run,
    bad=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2
""",
        inputs=((2, 3), (2, 3)),
    ),
    good=Example(
        """
from mxnet.gluon import HybridBlock


class Net(HybridBlock):
    def hybrid_forward(self, F, x, y):
        return x * 2 + y
""",
        inputs=((2, 3), (2, 3)),
    ),
    needs=("trace",),
)
