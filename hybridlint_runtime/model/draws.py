"""Let graphs draw random numbers in the order in which Python calls the random operators.

A graph executes the operators that its outputs need, in the order in which they need them. With equal seeds, two
dropout masks can therefore differ between the phases although they are equal in distribution. Control dependencies
between random operators, which MXNet's graphs support, give both phases the same draws, in inference and in training.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import json
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from ..backend import load_backend
from ..mxnet_compat import import_mxnet, replacing

mx = import_mxnet()
_backend = load_backend()

#: The name and the Symbol of an operator in a graph.
_Named = Tuple[str, Any]

#: Names of operators that draw whenever they run, in graphs and as functions that MXNet generates. A density does not
#: draw, nor does the gamma function, which has the name of the distribution.
_ALWAYS = re.compile(
    r"_*(np[ix]_+)?(image_)?(random_(?!pdf_)|sample_|shuffle$|(normal|uniform|exponential|poisson|bernoulli|binomial"
    r"|(generalized_)?negative_binomial|multinomial|categorical|choice|randint|gumbel|laplace|logistic|pareto|powerd"
    r"|rayleigh|weibull)(_n|_like)?$)|_npi_gamma$"
)
#: Operators that may draw in addition: in training only, with some attributes, or in their graphs.
_MAY_DRAW = ("Dropout", "RNN", "Custom", "LeakyReLU", "_foreach", "_while_loop", "_cond")
#: Names of recurrent layers, in small letters.
RECURRENT = ("rnn", "npx_rnn", "_npx_rnn")


@functools.lru_cache(maxsize=None)
def always_draws(operator: str) -> bool:
    """Return whether an operator of this name draws random numbers whenever it runs."""
    return _ALWAYS.match(operator) is not None


def draws(operator: str, attributes: Mapping[str, str], training: bool) -> bool:
    """Return whether an operator draws from MXNet's random numbers with these attributes."""
    name = operator.lower()
    if "dropout" in name:
        return (training or attributes.get("mode") == "always") and float(attributes.get("p", 0.5)) > 0
    if name in RECURRENT:
        return training and float(attributes.get("p", 0)) > 0
    if name in ("leakyrelu", "leaky_relu", "_npx_leaky_relu"):
        return attributes.get("act_type") == "rrelu"
    return always_draws(operator)


@contextlib.contextmanager
def drawn_in_order() -> Iterator[None]:
    """Make the random operators of graphs that blocks make draw in the order in which Python called them."""
    kind = mx.gluon.HybridBlock
    original = kind._get_graph

    def traced(block: Any, *arguments: Any) -> Any:
        if block._cached_graph:
            return original(block, *arguments)
        nodes: List[_Named] = []
        with _composed(nodes) if _backend.has_symbols else contextlib.nullcontext():
            inputs, symbol = original(block, *arguments)
        block._cached_graph = inputs, in_order(symbol, nodes)
        return block._cached_graph

    if vars(original).get("draws_in_order"):
        yield
        return
    vars(traced)["draws_in_order"] = True
    with replacing(kind, "_get_graph", traced):
        yield


@contextlib.contextmanager
def _composed(nodes: List[_Named]) -> Iterator[None]:
    """Append the name and the Symbol of every operator of MXNet 1.x that is called, in this order."""
    compose = mx.sym.Symbol._compose

    def composing(symbol: Any, *inputs: Any, name: Optional[str] = None, **named: Any) -> None:
        compose(symbol, *inputs, name=name, **named)
        nodes.append((name or symbol.name, symbol))

    with replacing(mx.sym.Symbol, "_compose", composing):
        yield


def in_order(symbol: Any, nodes: Sequence[_Named]) -> Any:
    """Return a graph that draws random numbers in the order of `nodes`; `symbol` itself if it does.

    It also draws those numbers that no output depends on. On MXNet 2, which has no `nodes`, the names in the graph are
    numbers in the order of recording. Calls of one block may give nodes the same name: these are taken in the order of
    the graph, and the graph is not changed if that contradicts its edges. Nor is one with casts of AMP, which MXNet
    removes when it writes a graph: it loses control dependencies then.
    """
    text = symbol.tojson()
    unused = _unused_draws(symbol, text, nodes)
    operators = re.findall(r'"op": "(\w+)"', text)
    if not unused and sum(name in _MAY_DRAW or always_draws(name) for name in operators) < 2:
        return symbol
    document = json.loads(mx.sym.Group([symbol, *unused]).tojson() if unused else text)
    places: Dict[str, List[int]] = collections.defaultdict(list)
    for place, (name, _) in enumerate(nodes):
        places[name].append(place)
    if not _chained(document, places, bool(unused)) or any(node["op"] == "amp_cast" for node in document["nodes"]):
        return symbol
    document["heads"] = document["heads"][: len(symbol.list_outputs())]
    return changed_to(document, symbol)


def without_order(symbol: Any) -> Any:
    """Return the graph that MXNet itself makes instead of `symbol`, which draws in the order of Python."""
    text = symbol.tojson()
    if '"control_deps"' not in text:
        return symbol
    document = json.loads(text)
    for node in document["nodes"]:
        node.pop("control_deps", None)
    return changed_to(document, symbol)


def changed_to(document: Any, symbol: Any) -> Any:
    """Return the Symbol of a changed graph, of the kind of `symbol`."""
    loaded = _backend.symbol_from_json(json.dumps(document))
    return loaded.as_np_ndarray() if isinstance(symbol, mx.sym.np._Symbol) else loaded


def _unused_draws(symbol: Any, text: str, nodes: Sequence[_Named]) -> List[Any]:
    """Return the random operators among `nodes` that the graph `symbol`, which `text` describes, does not have."""
    if len(nodes) == text.count('"op": "') - text.count('"op": "null"'):
        return []
    inputs = set(symbol.list_inputs())
    return [
        node
        for name, node in nodes
        if f'"name": "{name}"' not in text
        and inputs.issuperset(node.list_inputs())
        and _is_random(json.loads(node.tojson())["nodes"][-1])
    ]


def _chained(document: Dict[str, Any], places: Mapping[str, List[int]], always: bool = False) -> bool:
    """Let each random operator of a graph wait for the one before; return whether any did not, or `always`."""
    nodes = document["nodes"]
    inside = [_chained(body, places) for node in nodes for body in node.get("subgraphs", ())]
    random = [number for number, node in enumerate(nodes) if _is_random(node)]
    met: Dict[str, int] = collections.Counter()
    place_of: Dict[int, int] = {}
    for number in random:
        name = nodes[number]["name"]
        numbered = name.rpartition("_")[2]
        own = places.get(name) or [int(numbered) if not places and numbered.isdigit() else number]
        place_of[number] = own[min(met[name], len(own) - 1)]
        met[name] += 1
    wanted = sorted(random, key=place_of.__getitem__)
    edges = {after: before for before, after in zip(wanted, wanted[1:])}
    if wanted == random and not always or _has_cycle(nodes, edges):
        return any(inside)
    for after, before in edges.items():
        nodes[after]["control_deps"] = [before]
    return True


def _has_cycle(nodes: Sequence[Mapping[str, Any]], edges: Mapping[int, int]) -> bool:
    """Return whether the graph has a cycle with these further `edges` from a node to one that it waits for."""
    awaited = {
        number: {source for source, *_ in node["inputs"]} | ({edges[number]} if number in edges else set())
        for number, node in enumerate(nodes)
    }
    done: Set[int] = set()
    waiting = list(range(len(nodes)))
    while waiting:
        left: List[int] = []
        for number in waiting:
            if awaited[number] <= done:
                done.add(number)
            else:
                left.append(number)
        if len(left) == len(waiting):
            return True
        waiting = left
    return False


def _is_random(node: Mapping[str, Any]) -> bool:
    operator, attributes = node["op"], node.get("attrs", {})
    return (
        draws(operator, attributes, training=True)
        or operator == "Custom"
        or any(_is_random(inner) for body in node.get("subgraphs", ()) for inner in body["nodes"])
    )


def generator_state() -> int:
    """Return a number that differs if MXNet's random generators on the CPU have drawn something else since they were
    seeded, which draws from them."""
    wide = mx.nd.random.uniform(shape=(2**16,))  # one thread's generator draws at most 64 of them
    return hash(wide.asnumpy().tobytes() + mx.nd.random.shuffle(mx.nd.arange(64)).asnumpy().tobytes())
