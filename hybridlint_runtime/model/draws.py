"""Let graphs draw random numbers in the order in which Python calls the random operators.

A graph executes its operators in the order in which its outputs need them. With equal seeds, two dropout masks can
therefore differ between the phases although they are equal in distribution. Control dependencies between random
operators, which MXNet's graphs support, give both phases the same draws, in inference and in training.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any, Dict, Iterator, List, Mapping, Sequence

from ..backend import load_backend
from ..mxnet_compat import import_mxnet, replacing

mx = import_mxnet()
_backend = load_backend()

#: Prefixes of operators that draw whenever they run.
ALWAYS_RANDOM = (
    "_random",
    "_sample",
    "_shuffle",
    "_npi_normal",
    "_npi_uniform",
    "_npi_random",
    "_npi_choice",
    "_npi_bernoulli",
    "_npi_exponential",
    "_npi_gamma",
    "_npi_gumbel",
    "_npi_laplace",
    "_npi_logistic",
    "_npi_multinomial",
    "_npi_pareto",
    "_npi_powerd",
    "_npi_rayleigh",
    "_npi_weibull",
    "_npi_shuffle",
    "_npx__random",
    "_image_random",
)
#: Operators that may draw, some in training only.
_SOMETIMES_RANDOM = ("Dropout", "RNN", "Custom")


@contextlib.contextmanager
def drawn_in_order() -> Iterator[None]:
    """Make the random operators of graphs that blocks make draw in the order in which Python called them."""
    kind = mx.gluon.HybridBlock
    original = kind._get_graph

    def traced(block: Any, *arguments: Any) -> Any:
        if block._cached_graph:
            return original(block, *arguments)
        names: List[str] = []
        with _backend.watching_nodes(names.append) if _backend.has_symbols else contextlib.nullcontext():
            inputs, symbol = original(block, *arguments)
        block._cached_graph = inputs, in_order(symbol, names)
        return block._cached_graph

    if vars(original).get("draws_in_order"):
        yield
        return
    vars(traced)["draws_in_order"] = True
    with replacing(kind, "_get_graph", traced):
        yield


def in_order(symbol: Any, names: Sequence[str]) -> Any:
    """Return a graph that draws random numbers in the order of the `names` of its nodes; `symbol` itself if it does.

    On MXNet 2 the names are numbers in the order of recording.
    """
    document = json.loads(symbol.tojson())
    places = {name: place for place, name in enumerate(names)}
    if not _chained(document, places):
        return symbol
    ordered = _backend.symbol_from_json(json.dumps(document))
    return ordered.as_np_ndarray() if isinstance(symbol, mx.sym.np._Symbol) else ordered


def _chained(document: Dict[str, Any], places: Mapping[str, int]) -> bool:
    """Let each random operator of a graph wait for the one before; return whether any did not."""
    inside = [_chained(body, places) for node in document["nodes"] for body in node.get("subgraphs", ())]
    random = [number for number, node in enumerate(document["nodes"]) if _is_random(node)]
    wanted = sorted(random, key=lambda number: _place(document["nodes"][number]["name"], places))
    if wanted == random:
        return any(inside)
    for before, after in zip(wanted, wanted[1:]):
        document["nodes"][after].setdefault("control_deps", []).append(before)
    return True


def _place(name: str, places: Mapping[str, int]) -> int:
    number = name.rpartition("_")[2]
    return places.get(name, int(number) if not places and number.isdigit() else len(places))


def _is_random(node: Mapping[str, Any]) -> bool:
    operator, attributes = node["op"], node.get("attrs", {})
    return (
        operator.startswith(ALWAYS_RANDOM)
        or operator in _SOMETIMES_RANDOM
        or attributes.get("act_type") == "rrelu"
        or any(_is_random(inner) for body in node.get("subgraphs", ()) for inner in body["nodes"])
    )


def generator_state() -> bytes:
    """Return numbers that differ if MXNet's random generators on the CPU have drawn something else since they were
    seeded, which draws them."""
    wide = mx.nd.random.uniform(shape=(2**16,))  # one thread's generator draws at most 64 of them
    return bytes(wide.asnumpy().tobytes() + mx.nd.random.shuffle(mx.nd.arange(64)).asnumpy().tobytes())
