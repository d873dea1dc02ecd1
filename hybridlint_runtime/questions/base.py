"""The declaration of a probe: one question about a model, with its documentation and its examples."""

from __future__ import annotations

import dataclasses
from typing import Optional, Sequence, Tuple

from ..report import Stage


@dataclasses.dataclass(frozen=True)
class Example:
    """A module with a class `Net`, and its inputs: shapes of float32 tensors, with a batch of 2 as the first dimension.

    The module may define `call(net, inputs)`, `between(net)` and `hybridize(net)` (see `scenario.Scenario`). `also` are
    the shapes of one further call, if there is one.
    """

    source: str
    inputs: Tuple[Tuple[int, ...], ...] = ((2, 3),)
    also: Tuple[Tuple[int, ...], ...] = ()


def net(
    *body: str,
    takes: str = "x",
    holds: Sequence[str] = (),
    children: Sequence[str] = (),
    imports: Sequence[str] = (),
    methods: Sequence[str] = (),
    after: Sequence[str] = (),
    inputs: Tuple[Tuple[int, ...], ...] = ((2, 3),),
    also: Tuple[Tuple[int, ...], ...] = (),
) -> Example:
    """Return the example of a HybridBlock whose `hybrid_forward` takes the inputs `takes` and consists of the lines
    `body`.

    `holds` are lines of `__init__`, `children` those inside its name scope; `imports` are lines before that of Gluon,
    `methods` those of another method, `after` those after the class.
    """
    uses_layers = any("nn." in line for line in (*body, *holds, *children))
    lines = [*imports, f"from mxnet.gluon import HybridBlock{', nn' if uses_layers else ''}", "", ""]
    lines += ["class Net(HybridBlock):"]
    if holds or children:
        lines += ["    def __init__(self, **kwargs):", "        super().__init__(**kwargs)"]
        lines += [f"        {line}" for line in holds]
        lines += ["        with self.name_scope():"] if children else []
        lines += [*(f"            {line}" for line in children), ""]
    lines += [*(f"    {line}" for line in methods), ""] if methods else []
    lines += [f"    def hybrid_forward(self, F, {takes}):", *(f"        {line}" for line in body)]
    lines += ["", "", *after] if after else []
    return Example("\n".join(["", *lines, ""]), inputs, also)


@dataclasses.dataclass(frozen=True)
class Probe:
    """One question about a model, which `checking.probes` answers in the module of its `name`.

    `title` names it in reports, `asks` is the question, `why` explains the failure and how MXNet causes it. `bad` is a
    model that fails this probe (and passes all earlier ones), or `no_bad` why there is none; `good` is the same model
    written correctly; `remedy` is what to write. `needs` names probes that must have passed before, `after` those that
    only have to run before. `shares` names what the probe uses from `Subject.once`, which is dropped when no remaining
    probe shares it. `trains` is True for a probe that runs the model in training, `default` False for one that only
    runs when it is named. `reproduced_by` is the part of the script of `--repro` that shows a failure; "" if it needs
    more than MXNet and one device, or hardly appears in outputs.
    """

    name: str
    title: str
    stage: Stage
    asks: str
    why: str
    remedy: str
    bad: Optional[Example] = None
    no_bad: str = ""
    good: Optional[Example] = None
    needs: Tuple[str, ...] = ("trace", "blocks", "outputs")
    after: Tuple[str, ...] = ()
    trains: bool = False
    shares: Tuple[str, ...] = ()
    default: bool = True
    reproduced_by: str = "outputs"
