"""Inference of the arguments of `hybrid_forward`: tensors, lists of tensors, parameters, or unknown values.

An input is a tensor unless there is evidence against it. The first run over the function collects the evidence from all
uses of the input; the next run starts with the decision.
"""

from __future__ import annotations

import ast
import re
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, ContextManager, Dict, List, Optional

from hybridlint.graph.gradients import STARTS, STOPS
from hybridlint.interpreter.engine import functions
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.lifecycle import classes
from hybridlint.queries import is_number_or_text
from hybridlint.shapes import Shape, definitely_differ
from hybridlint.syntax import Parameter, is_literal, is_number, parameters
from hybridlint.values import (
    LIST_OR_TUPLE,
    NONE,
    UNKNOWN,
    Arguments,
    Function,
    Mapped,
    Namespace,
    Origin,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Tensor,
    Value,
    alternatives,
    callee_of,
    constant,
    join,
    join_all,
    origin,
    parameters_among,
)

if TYPE_CHECKING:
    from hybridlint.facts import ValueFact
    from hybridlint.interpreter import Run

NAMESPACE = Namespace("both")


def bind_inputs(run: Run, name: Optional[str], node: Any, frame: Frame, skip: int) -> List[str]:
    """Bind the parameters of an entry point (`hybrid_forward`, or the function of a HybridLambda) from position `skip`,
    which is `F`, on. Return the names of the inputs."""
    declared = parameters(node)
    # MXNet 2 passes no parameters.
    attributes = run.instance_attributes(name) if name is not None and not run.recording else {}
    positional = declared.positional
    names: List[str] = []
    seen = run.facts.of(name)
    without_states = False
    if name is not None and classes.is_cell(run, name):
        # A cell is called with an input and the list of its states, whatever their names.
        without_states = _has_no_states(run, name)
        if not without_states:
            states = [parameter.name for parameter in positional[skip + 2 : skip + 3]]
            run.learn(lists=run.entry.lists.union(states))
    for position, parameter in enumerate(positional):
        title = parameter.name
        if position < skip:
            continue
        if position == skip + 2 and without_states and not run.recording:
            frame.scope.assign(title, Sequence("list", ()))
            continue
        if position == skip and not run.recording:
            frame.scope.assign(title, NAMESPACE)
            continue
        fact = seen.inputs.get(title)
        is_own = isinstance(callee_of(attributes.get(title, UNKNOWN)), ParameterValue)
        if fact is not None and not is_own:
            frame.scope.assign(title, of_fact(run, fact, title))
            names.append(title)
            continue
        value = _argument(run, parameter, attributes.get(title), name)
        plain = (name, title) in run.structure.plain_inputs
        is_default = functions.has_mutable_default(parameter)
        frame.scope.assign(title, Plain("", argument=title) if plain else value, is_default)
        if not is_own:
            names.append(title)
    for parameter in declared.keyword_only:
        frame.scope.assign(parameter.name, _argument(run, parameter, attributes.get(parameter.name), name))
    if declared.star is not None:
        title = declared.star.name
        run.learn(star_input=title)
        element = _tensor(run, title, certain=run.entry.star_input_is_tensors)
        # A block is called with one input at least.
        inputs = Sequence("tuple", None, element, nonempty=not names)
        if title in seen.inputs:
            inputs = Sequence("tuple", tuple(of_fact(run, item, title) for item in seen.inputs[title].items))
        frame.scope.assign(title, inputs)
    if declared.star_star is not None:
        entries = tuple(
            (key, _parameter_tensor(run, key, value)) for key, value in parameters_among(attributes).items()
        )
        # Those of computed names: `setattr(self, f"w{i}", self.params.get(…))`.
        dynamic = UNKNOWN if name is None else classes.dynamic_attribute(run, name)
        others = [of_parameter(run, value) for value in alternatives(dynamic) if isinstance(value, ParameterValue)]
        frame.scope.assign(declared.star_star.name, Mapped(entries, join_all(others)))
    return names


def of_fact(run: Run, fact: ValueFact, title: str) -> Value:
    """Return the value of a recorded fact: the input `title` or a part of it, or (`title` is "") a child's output."""
    if fact.kind == "value":
        return constant(fact.value, is_literal=True)
    if fact.kind in ("list", "tuple"):
        # A tuple arrives as a list in the traced phase.
        kind = LIST_OR_TUPLE if title and fact.kind == "tuple" else fact.kind
        return Sequence(kind, tuple(of_fact(run, item, title) for item in fact.items), source=title)
    known: Dict[str, Any] = {} if fact.shape is None else {"shape": run.shapes.known(fact.shape)}
    return _tensor(run, title, dtype=fact.dtype, **known) if title else run.fresh(dtype=fact.dtype, **known)


def _has_no_states(run: Run, name: str) -> bool:
    """Return whether `state_info` of a cell returns no states."""
    declared = classes.find_method(run, name, "state_info")
    if declared is None:
        return any(title.endswith(".DropoutCell") for title in classes.foreign_names(run, name))
    owner, node = declared
    method = Function(node, id(node), None, Self(name), owner)
    with run.before_calls(), run.apart():
        states = run.call_function(node, method, Arguments((Plain("int"),)), Frame(Scope()))
    return states.items == ()


def _tensor(run: Run, name: str, **properties: Any) -> Tensor:
    node = run.graph.given()
    return run.fresh(node, origin=origin("input"), source=name, description=f"input `{name}`", **properties)


def _parameter_tensor(run: Run, name: str, value: ParameterValue) -> Tensor:
    # A parameter of unknown shape may hold a single number.
    shape = shape_of_parameter(run, value)
    node = run.graph.given(STARTS if value.trained else STOPS)
    kind = "parameter" if value.trained else "constant"
    return run.fresh(node, origin=origin(kind), source=name, description=f"parameter `{name}`", shape=shape)


def of_parameter(run: Run, value: ParameterValue) -> Tensor:
    """Return the tensor of a parameter of a block."""
    return _parameter_tensor(run, value.name, value)


def _argument(run: Run, parameter: Parameter, attribute: Optional[Value], owner: Optional[str]) -> Value:
    name = parameter.name
    own = attribute and callee_of(attribute)
    if isinstance(own, ParameterValue):
        always = owner is not None and attribute is own and classes.always_has(run, owner, name)
        return _or_none(_parameter_tensor(run, name, own), parameter.default is not None and not always)
    annotated = _annotation(run, parameter)
    default = parameter.default
    if isinstance(default, (ast.List, ast.Tuple)) and default.elts and all(map(is_number, default.elts)):
        return Plain("", argument=name)  # a size, for example
    optional = default is not None and is_literal(default, None)
    if annotated == "list" or annotated != "plain" and name in run.entry.lists:
        return _or_none(_list_of_tensors(run, name, default), optional)
    if annotated == "plain" or run.entry.guessed and name in run.entry.ambiguous:
        return Plain("", argument=name)
    if name in run.entry.ambiguous:
        return _or_none(_tensor(run, name, certain=False), optional)
    if default is not None:
        if optional:
            return _or_none(_tensor(run, name), optional)
        if isinstance(default, (ast.List, ast.Tuple)):
            return _list_of_tensors(run, name, default)
        flag = is_literal(default, True, False)
        return Plain("bool" if flag else "", argument=name)
    return _tensor(run, name)


def _or_none(value: Value, optional: bool) -> Value:
    """Return `value`; if it is `optional`, the join with None."""
    return join(value, NONE) if optional else value


def _list_of_tensors(run: Run, name: str, default: Optional[ast.expr] = None) -> Sequence:
    # An element may itself be a list. A default list or tuple is the same object in both phases, unlike a passed one.
    source = "" if isinstance(default, (ast.List, ast.Tuple)) else name
    element = run.fresh(
        run.graph.given(),
        origin=Origin(frozenset(["element"]), conditional=name in run.entry.tested_lists),
        source=name,
        description=f"an element of `{name}`",
        certain=False,
    )
    return Sequence(LIST_OR_TUPLE, None, element, source=source)


def _annotation(run: Run, parameter: Parameter) -> str:
    if parameter.annotation is None:
        return ""
    text = run.code(parameter.annotation).strip("\"'")
    if re.search(r"\b([Ll]ist|[Tt]uple|Sequence|Iterable)\b", text):
        return "list" if re.match(r"(Optional\[)?(typing\.)?([Ll]ist|[Tt]uple|Sequence|Iterable)\b", text) else ""
    if re.fullmatch(r"(Optional\[)?(int|float|bool|str|dict|Dict.*)\]?", text):
        return "plain"
    return ""


def with_namespace_and_parameters(run: Run, name: str, node: Any, arguments: Arguments) -> Arguments:
    """Return the arguments that Gluon passes to `hybrid_forward` of a block called with `arguments`."""
    attributes = run.instance_attributes(name)
    declared = parameters(node)
    titles = [parameter.name for parameter in (*declared.positional, *declared.keyword_only)]
    for title, given_here in list(zip(titles[2:], arguments.positional)) + list(arguments.keywords):
        if is_number_or_text(given_here):
            run.structure.note_plain_input(name, title)
    given = {key for key, _ in arguments.keywords}
    of_block = [
        (title, _or_none(_parameter_tensor(run, title, value), value is not attributes[title]))
        for title in titles
        for value in [callee_of(attributes.get(title, UNKNOWN))]
        if isinstance(value, ParameterValue) and title not in given
    ]
    return Arguments((NAMESPACE,) + arguments.positional, arguments.keywords + tuple(of_block), arguments.starred)


def facts_of_call(run: Run, name: str, node: Any, arguments: Arguments) -> ContextManager[None]:
    """Analyse a call of a block of class `name` by another block with the facts of those recorded calls that may be
    this one. A run need not record every call."""
    known = run.facts.blocks.get(name, ())
    if not known:
        return nullcontext()
    titles = (parameter.name for parameter in parameters(node).positional[1:])
    given = {**dict(zip(titles, arguments.positional)), **dict(arguments.keywords)}
    fitting = tuple(
        call
        for call in known
        if not any(_contradicts(run, given[title], fact) for title, fact in call.inputs.items() if title in given)
    )
    return run.with_facts(run.facts.only(name, *fitting) if len(fitting) < len(known) else run.facts)


def _contradicts(run: Run, value: Value, fact: ValueFact) -> bool:
    """Return whether `value` is certainly not the one that was recorded."""
    if isinstance(value, Sequence):
        return fact.kind in ("tensor", "value")
    if fact.kind != "tensor":
        return isinstance(value, Tensor) and value.certain
    if value.shape is None or fact.shape is None:
        return False
    return definitely_differ(value.shape, run.shapes.known(fact.shape))


def shape_of_parameter(run: Run, value: ParameterValue) -> Shape:
    """Return the shape of a parameter, as far as its declaration gives it."""
    dims = value.known_dims
    return run.shapes.unknown(literal=True) if dims is None else run.shapes.known(dims, literal=True)
