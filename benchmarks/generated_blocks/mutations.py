"""Blocks that are made of blocks: of cases with a known outcome and the rules' own examples. What comes out is judged
anew by MXNet; most of it does not work imperatively and is thrown away."""

from __future__ import annotations

import json
import random
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

import libcst as cst
import libcst.matchers as m

from hybridlint import rules
from hybridlint.mxnet_api import load

Mutation = Callable[[random.Random, cst.Module, cst.FunctionDef, cst.FunctionDef], Tuple[cst.CSTNode, Any]]

_NUMBERS = ("0", "1", "2", "-1", "3", "0.5", "True", "None", "(1,)", "(0, -1)")
_WRAPPED = (
    "F.relu({})",
    "{}[0]",
    "({} * 2)",
    "[{}, x][0]",
    "-{}",
    "{}.reshape((-1,))",
    "F.identity({})",
    "{}.sum(axis=0)",
)
_WRAPPED += (
    "{}[:1]",
    "list({})[0]",
    "{}.expand_dims(0)",
    "F.split({}, num_outputs=1, axis=0)",
    "({} if self else x)",
    "abs({})",
)
_WRAPPED += (
    "(lambda one: one + 1)({})",
    "sum([{}, {}])",
    "F.stack({}, {})[0]",
    "{}.T",
    "F.BlockGrad({})",
    "({} > 0)",
    "{}.shape[0]",
)
_BINARY = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide, cst.Modulo, cst.Power)


def sources(file: str) -> List[Dict[str, Any]]:
    """The cases of a file, as `truth_runtime` takes them, and the examples of the rules."""
    with open(file, encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream]
    kept = [
        {key: case[key] for key in ("src", "inputs", "ctor") if case.get(key)} for case in cases if "inputs" in case
    ]
    for rule in rules.all_rules():
        for example in rule.examples:
            kept += [{"src": text, "inputs": example.inputs} for text in (example.bad, example.good)]
    return [case for case in kept if "def hybrid_forward" in case["src"]]


def mutated(cases: List[Dict[str, Any]], seed: int, count: int) -> Iterator[Dict[str, Any]]:
    """So many changed cases, the same for the same seed."""
    choose = random.Random(seed)
    number = 0
    while number < count:
        case, other = choose.choice(cases), choose.choice(cases)
        text: Optional[str] = case["src"]
        for _ in range(choose.choice([1, 1, 2])):
            text = text and _mutate(choose, text, other["src"])
        if text and text != case["src"]:
            yield {**case, "id": f"{seed}-{number}", "src": text}
            number += 1


def _mutate(choose: random.Random, text: str, other: str) -> Optional[str]:
    """One change, None where it is not possible."""
    module = cst.parse_module(text)
    functions = m.findall(module, m.FunctionDef(name=m.Name("hybrid_forward")))
    others = m.findall(cst.parse_module(other), m.FunctionDef(name=m.Name("hybrid_forward")))
    try:
        node, new = choose.choice(_MUTATIONS)(choose, module, functions[-1], others[-1])  # type: ignore[arg-type]
        changed = module.deep_replace(node, new).code  # type: ignore[union-attr]
        compile(changed, "", "exec")
    except Exception:  # there is nothing of the kind to change, or what came out is no Python
        return None
    return changed


def _expression(choose: random.Random, function: cst.FunctionDef) -> Any:
    """An expression of the body that is read."""
    return choose.choice(
        m.findall(function.body, m.Name() | m.Call() | m.BinaryOperation() | m.Subscript() | m.Attribute())
    )


def _parameters(function: cst.FunctionDef) -> List[str]:
    return [parameter.name.value for parameter in function.params.params[2:]]


def _wrap(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    node = _expression(choose, function)
    return node, cst.parse_expression(choose.choice(_WRAPPED).replace("{}", module.code_for_node(node)))


def _number(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    node = choose.choice(
        m.findall(function.body, m.Integer() | m.Float() | m.Tuple() | m.Name("True") | m.Name("None"))
    )
    return node, cst.parse_expression(choose.choice(_NUMBERS))


def _operator(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    node: Any = choose.choice(m.findall(function.body, m.BinaryOperation()))
    return node, node.with_changes(operator=choose.choice(_BINARY)())


def _called(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    """Another function of `F`, or another method."""
    node: Any = choose.choice(m.findall(function.body, m.Call(func=m.Attribute())))
    return node.func.attr, cst.Name(choose.choice([name for name in load().namespace("") if name.isidentifier()]))


def _name(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    nodes: Any = m.findall(function.body, m.Name())
    names = sorted({node.value for node in nodes} - {"F"})
    return choose.choice(nodes), cst.Name(choose.choice(names))


def _statement(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    """A statement of another block before one of this."""
    body = list(function.body.body)
    added: Any = choose.choice(other.body.body)
    if isinstance(added, cst.SimpleStatementLine) and isinstance(added.body[0], cst.Return) and added.body[0].value:
        value = added.body[0].value
        added = cst.parse_statement(f"{choose.choice(_parameters(function))} = {cst.Module([]).code_for_node(value)}")
    for mine, theirs in zip(_parameters(function), _parameters(other)):
        added = added.visit(_Renamed(theirs, mine))
    body.insert(choose.randrange(len(body)), added)
    return function.body, function.body.with_changes(body=body)


def _left_out(choose: random.Random, module: cst.Module, function: cst.FunctionDef, other: cst.FunctionDef) -> Any:
    body = list(function.body.body)
    body.pop(choose.randrange(len(body) - 1))  # what is left returns something
    return function.body, function.body.with_changes(body=body)


class _Renamed(cst.CSTTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value=self.new) if updated_node.value == self.old else updated_node


_MUTATIONS: List[Mutation] = [
    _wrap,
    _wrap,
    _wrap,
    _number,
    _operator,
    _called,
    _name,
    _statement,
    _statement,
    _left_out,
]
