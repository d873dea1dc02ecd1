"""A symbol file (`-symbol.json`) as plain JSON: validated before MXNet's parser reads it, renamed, and split.

The format is nnvm's (`nnvm/src/pass/saveload_json.cc`): `nodes` in topological order, each with `op` ("null" for a
variable), `name`, `attrs` (strings), `inputs` ([node, output, version]) and, for control flow, `subgraphs`;
`arg_nodes`, the variables; `node_row_ptr`, cumulative numbers of outputs; `heads`, the outputs of the graph.

MXNet's parser trusts a symbol file: an operator with too few inputs, or an output that an operator does not have,
causes an access beyond an array, and the process ends. So `outputs_of` queries MXNet for every operator separately,
with its attributes; for control flow, whose bodies it cannot be queried about, the numbers are compared here.
"""

from __future__ import annotations

import functools
import itertools
import json
from typing import Any, Callable, Dict, List, Mapping, Sequence, Set, Tuple

from ...backend import load_backend
from ...diagnostics.failures import headline
from ...mxnet_compat import import_mxnet
from . import strict_json
from .errors import ArchiveError, DamagedArchive

mx = import_mxnet()

Graph = Dict[str, Any]
#: Operators that store the address of a Python callback as text (`_Native`, `_NDArray`), read a file (`_cvimread`), or
#: depend on state outside of a file: they could access memory, or files, of the process. Exported Gluon models do not
#: contain them.
_FORBIDDEN_OPERATORS = frozenset(
    {"_Native", "_NDArray", "_CustomFunction", "_cvimread", "_npi_cvimread", "_CachedOp", "_CachedOpThreadSafe"}
)
_FORBIDDEN_PREFIXES = ("_backward", "_FusedOp", "_TensorRT")
#: Attributes that MXNet writes beside the nodes: numbers. For a version before 1.0 it would rewrite the graph.
_GRAPH_ATTRIBUTES = ("mxnet_version", "is_np_shape")
_OLDEST_MXNET = 10000
#: MXNet reads the numbers of an entry as 32 bits.
_LARGEST_NUMBER = (1 << 31) - 1
#: An operator with more outputs than this is rejected.
_MOST_OUTPUTS = 1 << 16
#: Attributes of variables that MXNet stores for training from scratch: names of initializers of one process
#: ("Constant_c_140041"), and a storage type for which SymbolBlock rejects the graph.
_TRANSIENT_ATTRIBUTES = ("__init__", "__storage_type__")
_DEEPEST = 16


def parse_graph(data: bytes, where: str) -> Graph:
    """Return the graph in `data`, fully validated. Raise DamagedArchive, naming `where`."""
    graph: Graph = strict_json.parse(data, where)
    try:
        _check_graph(graph, 0)
        _expect("mxnet_version" in graph.get("attrs", {}), "does not name the MXNet that wrote it")
    except ValueError as error:
        raise DamagedArchive(f"{where}{':' if str(error).startswith('node') else ''} {error}") from error
    return graph


def variables(graph: Graph) -> List[str]:
    """Return the names of the variables of the graph, in order, each once."""
    return list(dict.fromkeys(node["name"] for node in graph["nodes"] if node["op"] == "null"))


def operators(graph: Graph) -> Set[str]:
    """Return the operators of the graph, including those of control flow bodies."""
    result: Set[str] = set()
    for node in graph["nodes"]:
        if node["op"] != "null":
            result.add(node["op"])
        for body in node.get("subgraphs", []):
            result |= operators(body)
    return result


def with_names(graph: Graph, names: Mapping[str, str]) -> Graph:
    """Return the graph with its variables renamed, without attributes that depend on the process that made them."""
    nodes: List[Dict[str, Any]] = []
    for node in graph["nodes"]:
        if node["op"] == "null":
            node = {**node, "name": names.get(node["name"], node["name"])}
            if "attrs" in node:
                kept = {key: value for key, value in node["attrs"].items() if key not in _TRANSIENT_ATTRIBUTES}
                node = {**node, "attrs": kept}
        nodes.append(node)
    return {**graph, "nodes": nodes}


def without_attributes_of_variables(graph: Graph) -> Graph:
    """Return the graph without the attributes of its variables."""
    nodes = [{**node, "attrs": {}} if node["op"] == "null" else node for node in graph["nodes"]]
    return {**graph, "nodes": nodes}


def part(graph: Graph, outputs: Sequence[Sequence[int]], inputs: Sequence[Tuple[Sequence[int], str]]) -> Graph:
    """Return the part of `graph` that computes the entries `outputs`, with variables in place of the entries `inputs`.

    An entry is [node, output]; each of `inputs` has the name of its variable.
    """
    nodes: List[Dict[str, Any]] = []
    given = {}
    for entry, name in inputs:
        given[tuple(entry)] = len(nodes)
        nodes.append({"op": "null", "name": name, "inputs": []})
    old_nodes = graph["nodes"]
    new_index: Dict[int, int] = {}
    needed: Set[int] = set()
    waiting = [entry[0] for entry in outputs if tuple(entry) not in given]
    while waiting:
        index = waiting.pop()
        if index in needed:
            continue
        needed.add(index)
        waiting.extend(entry[0] for entry in old_nodes[index]["inputs"] if tuple(entry[:2]) not in given)

    def moved(entry: Sequence[int]) -> List[int]:
        replaced = given.get(tuple(entry[:2]))
        return [replaced, 0, 0] if replaced is not None else [new_index[entry[0]], *entry[1:]]

    for index in sorted(needed):
        old = old_nodes[index]
        new_index[index] = len(nodes)
        nodes.append({**old, "inputs": [moved(entry) for entry in old["inputs"]]})
    heads = [moved([*entry, 0]) for entry in outputs]
    rest = {key: value for key, value in graph.items() if key not in ("nodes", "arg_nodes", "node_row_ptr", "heads")}
    sizes = graph.get("node_row_ptr")
    old_of = {new: old for old, new in new_index.items()}
    counts = [sizes[old_of[i] + 1] - sizes[old_of[i]] if sizes and i in old_of else 1 for i in range(len(nodes))]
    return {
        "nodes": nodes,
        "arg_nodes": [i for i, node in enumerate(nodes) if node["op"] == "null"],
        "node_row_ptr": [0, *itertools.accumulate(counts)],
        "heads": heads,
        **rest,
    }


def to_bytes(graph: Graph) -> bytes:
    """Return the graph as the bytes of a symbol file, in UTF-8: MXNet's parser does not support \\u escapes."""
    return (json.dumps(graph, ensure_ascii=False) + "\n").encode("utf-8")


def to_symbol(graph: Graph) -> Any:
    """Return the graph as a Symbol. Raise ArchiveError if MXNet rejects it although it was validated."""
    try:
        return load_backend().symbol_from_json(json.dumps(graph, ensure_ascii=False))
    except mx.base.MXNetError as error:
        raise ArchiveError(f"MXNet cannot load a graph of the archive: {headline(str(error))}") from error


def _check_graph(graph: Any, depth: int) -> None:
    """Raise ValueError, whose message continues the name of the graph, if it is not valid."""
    _expect(depth <= _DEEPEST, f"has graphs within graphs more than {_DEEPEST} deep")
    _expect(isinstance(graph, dict), "is no graph")
    unknown = set(graph) - {"nodes", "arg_nodes", "node_row_ptr", "heads", "attrs"}
    _expect(not unknown, f"has unknown fields: {', '.join(sorted(unknown))[:80]}")
    _check_attributes(graph.get("attrs", {}))
    nodes, heads, pointers = (graph.get(field) for field in ("nodes", "heads", "node_row_ptr"))
    _expect(isinstance(nodes, list) and len(nodes) > 0, "has no nodes")
    for index, node in enumerate(nodes):
        try:
            _check_node(node, index, depth)
        except ValueError as error:
            raise ValueError(f"node {index} {error}") from error
    for field in ("arg_nodes", "heads", "node_row_ptr"):
        _expect(isinstance(graph.get(field, []), list), f"has no list of {field}")
    variables_at = [index for index, node in enumerate(nodes) if node["op"] == "null"]
    listed = graph.get("arg_nodes", [])
    same = listed == variables_at and all(type(number) is int for number in listed)
    _expect(same, "lists other arg_nodes than its variables")
    _expect(isinstance(heads, list) and len(heads) > 0, "has no outputs")
    _expect(_is_row_pointer(pointers, len(nodes)), "has a node_row_ptr that does not fit its nodes")
    for entry in [*heads, *(entry for node in nodes for entry in node["inputs"])]:
        outputs = pointers[entry[0] + 1] - pointers[entry[0]] if _is_entry(entry, len(nodes)) else 0
        _expect(outputs > 0 and entry[1] < outputs, f"refers to {entry!r}, which is no output of a node")


def _check_attributes(attributes: Any) -> None:
    _expect(isinstance(attributes, dict), "has attrs that are no object")
    for name, value in attributes.items():
        sound = isinstance(value, list) and len(value) == 2 and value[0] == "int" and type(value[1]) is int
        _expect(name in _GRAPH_ATTRIBUTES and sound, f"has the attribute {name[:80]!r}: {str(value)[:80]}")
        least = _OLDEST_MXNET if name == "mxnet_version" else 0
        _expect(least <= value[1] < 1 << 20, f"has the attribute {name}={value[1]}")


def _check_node(node: Any, index: int, depth: int) -> None:
    _expect(isinstance(node, dict), "is no node")
    _expect(set(node) <= {"op", "name", "attrs", "inputs", "subgraphs", "control_deps"}, "has unknown fields")
    operator, name = node.get("op"), node.get("name")
    _expect(_is_text(operator) and _is_text(name), "has no op or no name")
    forbidden = operator in _FORBIDDEN_OPERATORS or operator.startswith(_FORBIDDEN_PREFIXES)
    _expect(not forbidden, f"is {operator}, which no exported model holds")
    attributes, inputs, bodies = node.get("attrs", {}), node.get("inputs"), node.get("subgraphs", [])
    sound = isinstance(attributes, dict) and all(_is_text(text) for pair in attributes.items() for text in pair)
    _expect(sound, "has attributes that are no strings")
    _expect(isinstance(inputs, list), "has no list of inputs")
    for entry in inputs:
        _expect(_is_entry(entry, index), f"has the input {entry!r}, which does not come before it")
    _expect(operator != "null" or not inputs, "is a variable with inputs")
    awaited = node.get("control_deps", [])  # of random operators: see `model.draws`
    sound = isinstance(awaited, list) and all(type(number) is int and 0 <= number < index for number in awaited)
    _expect(sound, "waits for nodes that do not come before it")
    _expect(isinstance(bodies, list), "has subgraphs that are no list")
    for number, body in enumerate(bodies):
        try:
            _check_graph(body, depth + 1)
        except ValueError as error:
            raise ValueError(f"subgraph {number}: {error}") from error


def _is_text(value: Any) -> bool:
    """Return whether MXNet accepts this string: UTF-8 without a zero byte."""
    if not isinstance(value, str) or "\0" in value:
        return False
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # an unpaired surrogate
        return False
    return True


def _is_entry(entry: Any, nodes: int) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) in (2, 3)
        and all(type(number) is int and 0 <= number <= _LARGEST_NUMBER for number in entry)
        and entry[0] < nodes
    )


def _is_row_pointer(pointers: Any, nodes: int) -> bool:
    return (
        isinstance(pointers, list)
        and len(pointers) == nodes + 1
        and all(type(number) is int for number in pointers)
        and pointers[0] == 0
        and all(0 <= two - pointer <= _MOST_OUTPUTS for pointer, two in zip(pointers, pointers[1:]))
    )


#: Operators of oneDNN partitions, whose computation is a body. MXNet cannot be queried about them separately.
_PARTITION = "_sg_"


def outputs_of(graph: Graph, where: str) -> List[int]:
    """Return the number of outputs of each node of the graph.

    Raise DamagedArchive, naming `where` and the node, if an operator does not have the inputs or outputs in the graph.
    """
    pointers = graph["node_row_ptr"]
    outputs: List[int] = []
    for index, node in enumerate(graph["nodes"]):
        # Versions of MXNet count unreferenced outputs differently, such as what a Pooling stores for its gradient.
        count = pointers[index + 1] - pointers[index]
        for number, body in enumerate(node.get("subgraphs", [])):
            outputs_of(body, f"{where}: subgraph {number} of node {index}")
        try:
            for before, output, *_ in node["inputs"]:
                _expect(output < outputs[before], f"refers to output {output} of node {before}, which has none such")
            outputs.append(_outputs_of_node(node, count))
        except ValueError as error:
            raise DamagedArchive(f"{where}: node {index} {error}") from error
    for before, output, *_ in graph["heads"]:
        if output >= outputs[before]:
            raise DamagedArchive(f"{where} gives output {output} of node {before}, which has none such")
    return outputs


def _outputs_of_node(node: Mapping[str, Any], count: int) -> int:
    if node["op"] == "null":
        return 1
    if node["op"] in _CONTROL_FLOW:
        _check_control_flow(node, count)
        return count
    if node["op"].startswith(_PARTITION):
        _expect(len(node.get("subgraphs", [])) == 1, "has no body")
        return count
    _expect(not node.get("subgraphs"), f"is {node['op']}, which has no body")
    return _outputs(node["op"], tuple(sorted(node.get("attrs", {}).items())), len(node["inputs"]))


@functools.lru_cache(maxsize=4096)
def _outputs(operator: str, attributes: Tuple[Tuple[str, str], ...], inputs: int) -> int:
    """Return the number of outputs of the operator in MXNet. Raise ValueError if it rejects the attributes or
    inputs."""
    own = {key: value for key, value in attributes if not key.startswith("__")}
    if "num_args" in own and own["num_args"] != str(inputs):
        raise ValueError(f"is {operator} with num_args={own['num_args']} and {inputs} inputs")
    try:
        symbol = _alone(operator, own, inputs)
        wanted = len(symbol.list_inputs())
        pointers = json.loads(symbol.tojson())["node_row_ptr"]
    except mx.base.MXNetError as error:
        raise ValueError(f"is {operator}, and MXNet refuses it: {headline(str(error))}") from error
    if wanted != inputs:
        raise ValueError(f"is {operator} with {inputs} inputs, where it takes {wanted}")
    return int(pointers[-1]) - int(pointers[-2])


def _alone(operator: str, attributes: Mapping[str, str], inputs: int) -> Any:
    """Return the operator with a variable for each input. MXNet adds variables for inputs that are missing."""
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


def _check_control_flow(node: Mapping[str, Any], given: int) -> None:
    """Compare the numbers of inputs, outputs and positions that MXNet uses unchecked."""
    attributes, bodies, inputs = node.get("attrs", {}), node.get("subgraphs", []), len(node["inputs"])
    check, count = _CONTROL_FLOW[node["op"]]
    _expect(len(bodies) == count, f"is {node['op']} with {len(bodies)} bodies, where it has {count}")
    for name, number, whose in (("num_args", inputs + count, "inputs"), ("num_outputs", given, "outputs")):
        _expect(_integer(attributes, name) == number, f"is {node['op']} with other {name} than its {whose}")
    check(attributes, bodies, inputs, given)


def _foreach(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    places = [_places(attributes, name) for name in ("in_data_locs", "in_state_locs", "remain_locs")]
    data, (body,) = _integer(attributes, "num_out_data"), bodies
    fits = sorted(sum(places, [])) == list(range(inputs)) == list(range(len(body["arg_nodes"])))
    _expect(fits, "has other places than its body")
    _expect(len(body["heads"]) == outputs, "has other outputs than its body")
    _expect(0 <= data <= outputs and len(places[1]) == outputs - data, "has other states than its body")


def _while_loop(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    _check_body(_places(attributes, "cond_input_locs"), bodies[0], inputs, 1)
    _check_body(_places(attributes, "func_input_locs"), bodies[1], inputs, outputs)
    states, data = _places(attributes, "func_var_locs"), _integer(attributes, "num_out_data")
    _expect(0 <= data <= outputs and len(states) == outputs - data, "has other states than its body")
    inside = range(len(bodies[1]["arg_nodes"]))
    _expect(len(set(states).intersection(inside)) == len(states), "has states outside of its body")


def _cond(attributes: Mapping[str, str], bodies: Sequence[Graph], inputs: int, outputs: int) -> None:
    for kind, body, heads in zip(("cond", "then", "else"), bodies, (1, outputs, outputs)):
        _check_body(_places(attributes, f"{kind}_input_locs"), body, inputs, heads)


def _check_body(places: Sequence[int], body: Graph, inputs: int, outputs: int) -> None:
    fits = len(places) == len(body["arg_nodes"]) and all(0 <= place < inputs for place in places)
    _expect(fits, "has other places than its body")
    _expect(len(body["heads"]) == outputs, "has other outputs than its body")


#: The operators whose attributes specify which inputs their bodies take (src/operator/control_flow.cc): how to check
#: these, and the number of bodies.
_CONTROL_FLOW: Dict[str, Tuple[Callable[..., None], int]] = {
    "_foreach": (_foreach, 1),
    "_while_loop": (_while_loop, 2),
    "_cond": (_cond, 3),
}


def _places(attributes: Mapping[str, str], name: str) -> List[int]:
    """Parse `"[0, 2]"` or `"(0, 2)"`."""
    text = attributes.get(name, "").strip()
    if text[:1] + text[-1:] not in ("[]", "()"):
        raise ValueError(f"has {name}={text[:40]!r}, which is no list of places")
    return [_integer({name: part}, name) for part in text[1:-1].split(",") if part.strip()]


def _integer(attributes: Mapping[str, str], name: str) -> int:
    text = attributes.get(name, "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"has {name}={text[:40]!r}, which is no number")
    return int(text)


def _expect(condition: bool, problem: str) -> None:
    if not condition:
        raise ValueError(problem)
