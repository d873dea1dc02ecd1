"""Whether the operators of a graph take and give what the graph says.

MXNet's parser believes a symbol file: an operator with too few inputs, or an output that an operator does not have, is
later looked for past the end of an array, and the process ends. So MXNet is asked about every operator, by itself and
with its attributes; of control flow, whose bodies it cannot be asked about, the numbers are compared here.
"""

from __future__ import annotations

import functools
import json
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from ..mxnet_compat import import_mxnet
from .errors import DamagedArchive
from .graph_file import Graph

mx = import_mxnet()

#: The operators whose attributes say which inputs their bodies take (src/operator/control_flow.cc).
_CONTROL_FLOW = ("_foreach", "_while_loop", "_cond")
#: Operators of oneDNN partitions, which hold what they compute as a body. MXNet cannot be asked about them alone.
_PARTITION = "_sg_"


def outputs_of(graph: Graph, where: str) -> List[int]:
    """How many outputs each node of the graph has. Raises DamagedArchive, naming `where` and the node, if an operator
    does not take or give what the graph says.
    """
    pointers = graph["node_row_ptr"]
    outputs: List[int] = []
    for index, node in enumerate(graph["nodes"]):
        # Versions of MXNet count differently what nothing refers to: what a Pooling keeps for its gradient.
        said = pointers[index + 1] - pointers[index]
        for number, body in enumerate(node.get("subgraphs", [])):
            outputs_of(body, f"{where}: subgraph {number} of node {index}")
        try:
            for before, output, *_ in node["inputs"]:
                _require(output < outputs[before], f"refers to output {output} of node {before}, which has none such")
            outputs.append(_outputs_of_node(node, said))
        except ValueError as error:
            raise DamagedArchive(f"{where}: node {index} {error}") from error
    for before, output, *_ in graph["heads"]:
        if output >= outputs[before]:
            raise DamagedArchive(f"{where} gives output {output} of node {before}, which has none such")
    return outputs


def _outputs_of_node(node: Mapping[str, Any], said: int) -> int:
    if node["op"] == "null":
        return 1
    if node["op"] in _CONTROL_FLOW:
        _check_control_flow(node, said)
        return said
    if node["op"].startswith(_PARTITION):
        _require(len(node.get("subgraphs", [])) == 1, "has no body")
        return said
    _require(not node.get("subgraphs"), f"is {node['op']}, which has no body")
    return _outputs(node["op"], tuple(sorted(node.get("attrs", {}).items())), len(node["inputs"]))


@functools.lru_cache(maxsize=4096)
def _outputs(operator: str, attributes: Tuple[Tuple[str, str], ...], inputs: int) -> int:
    """How many outputs MXNet says the operator has. Raises ValueError if it does not take these attributes or so many
    inputs.
    """
    own = {key: value for key, value in attributes if not key.startswith("__")}
    if "num_args" in own and own["num_args"] != str(inputs):
        raise ValueError(f"is {operator} with num_args={own['num_args']} and {inputs} inputs")
    try:
        symbol = _alone(operator, own, inputs)
        wanted = len(symbol.list_inputs())
        pointers = json.loads(symbol.tojson())["node_row_ptr"]
    except mx.base.MXNetError as error:
        raise ValueError(f"is {operator}, and MXNet refuses it: {_reason(error)}") from error
    if wanted != inputs:
        raise ValueError(f"is {operator} with {inputs} inputs, where it takes {wanted}")
    return int(pointers[-1]) - int(pointers[-2])


def _alone(operator: str, attributes: Mapping[str, str], inputs: int) -> Any:
    """The operator with a variable for each input. MXNet adds variables for inputs that are missing."""
    from ctypes import byref

    base = mx.base
    kind, made = base.OpHandle(), base.SymbolHandle()
    base.check_call(base._LIB.NNGetOpHandle(base.c_str(operator), byref(kind)))
    keys, values = base.c_str_array(list(attributes)), base.c_str_array(list(attributes.values()))
    base.check_call(
        base._LIB.MXSymbolCreateAtomicSymbol(kind, base.mx_uint(len(attributes)), keys, values, byref(made))
    )
    symbol = mx.sym.Symbol(made)
    symbol._compose(*(mx.sym.var(f"input{number}") for number in range(inputs)), name="operator")
    return symbol


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    return (lines or ["no reason given"])[-1][:200]


def _check_control_flow(node: Mapping[str, Any], given: int) -> None:
    """Compare the numbers of inputs, outputs and places that MXNet uses without looking."""
    attributes, bodies, inputs = node.get("attrs", {}), node.get("subgraphs", []), len(node["inputs"])
    check: Dict[str, Callable[..., None]] = {"_foreach": _foreach, "_while_loop": _while_loop, "_cond": _cond}
    count = 2 if node["op"] == "_while_loop" else 3 if node["op"] == "_cond" else 1
    _require(len(bodies) == count, f"is {node['op']} with {len(bodies)} bodies, where it has {count}")
    _require(_number(attributes, "num_args") == inputs + count, f"is {node['op']} with other num_args than its inputs")
    _require(_number(attributes, "num_outputs") == given, f"is {node['op']} with other num_outputs than its outputs")
    check[node["op"]](attributes, bodies, inputs, given)


def _foreach(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    places = [_places(attributes, f"in_{kind}_locs") for kind in ("data", "state")] + [
        _places(attributes, "remain_locs")
    ]
    data = _number(attributes, "num_out_data")
    _require(
        sorted(sum(places, [])) == list(range(inputs)) == list(range(_variables(bodies[0]))),
        "has other places than its body",
    )
    _require(len(bodies[0]["heads"]) == outputs, "has other outputs than its body")
    _require(0 <= data <= outputs and len(places[1]) == outputs - data, "has other states than its body")


def _while_loop(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    _check_body(_places(attributes, "cond_input_locs"), bodies[0], inputs, 1)
    _check_body(_places(attributes, "func_input_locs"), bodies[1], inputs, outputs)
    states, data = _places(attributes, "func_var_locs"), _number(attributes, "num_out_data")
    _require(0 <= data <= outputs and len(states) == outputs - data, "has other states than its body")
    _require(
        len(set(states)) == len(states) and all(0 <= place < _variables(bodies[1]) for place in states),
        "has states outside of its body",
    )


def _cond(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    for kind, body, heads in zip(("cond", "then", "else"), bodies, (1, outputs, outputs)):
        _check_body(_places(attributes, f"{kind}_input_locs"), body, inputs, heads)


def _check_body(places: Sequence[int], body: Graph, inputs: int, outputs: int) -> None:
    _require(
        len(places) == _variables(body) and all(0 <= place < inputs for place in places),
        "has other places than its body",
    )
    _require(len(body["heads"]) == outputs, "has other outputs than its body")


def _variables(body: Graph) -> int:
    return len(body["arg_nodes"])


def _places(attributes: Mapping[str, str], name: str) -> List[int]:
    """`"[0, 2]"` or `"(0, 2)"` as numbers."""
    text = attributes.get(name, "").strip()
    if text[:1] + text[-1:] not in ("[]", "()"):
        raise ValueError(f"has {name}={text[:40]!r}, which is no list of places")
    return [_integer(part, name) for part in text[1:-1].split(",") if part.strip()]


def _number(attributes: Mapping[str, str], name: str) -> int:
    return _integer(attributes.get(name, ""), name)


def _integer(text: str, name: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"has {name}={text[:40]!r}, which is no number")
    return int(text)


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise ValueError(problem)
