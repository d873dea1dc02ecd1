"""HYB807, HYB808, HYB813, HYB814, HYB816: what raises, because deferred compute cannot record it."""

from __future__ import annotations

from typing import Dict, Iterator

from hybridlint.events import (
    InPlaceOperation,
    Subscript,
)
from hybridlint.mxnet_api import Api
from hybridlint.rules.base import Example, Report, Rule
from hybridlint.rules.mxnet2.base import net
from hybridlint.symbols import Divergence, Kind
from hybridlint.values import ImperativeArray

_IN_PLACE = (
    "Raises `MXNetError: … Inplace operations (+=, -=, x[:]=, etc) are not supported when recording in deferred "
    "compute mode`."
)
#: What is not recorded → the operator that is.
_RECORDED: Dict[str, str] = {"detach": "`npx.stop_gradient`"}


class ArrayNotRecorded(Rule):
    code = "HYB807"
    name = "array-not-recorded"
    summary = "array that deferred compute has not recorded"
    after_hybridize = (
        "Raises `MXNetError: … All inputs to deferred compute recording must be ndarrays recorded previously`."
    )
    why = (
        "An operator can be recorded if its arrays are inputs, parameters, or results of operators that were "
        "recorded in the same call. `np.array([…])`, an array that `__init__` created, a NumPy array, and the "
        "gradient of a parameter are none of these. `np.zeros`, `np.ones`, `np.full` and `np.arange` are operators "
        "and can be used."
    )
    instead = (
        "`gluon.Constant(value)` as an attribute of the block, and `self.constant.data()` in `forward`; for arrays "
        "of one value `np.full` or a Python number."
    )
    about = (Kind.ARRAY_NOT_RECORDED,)
    errors = (
        r"All inputs to deferred compute recording must",
        r"output_arrays for GetDeferredCompute",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return x * np.array([1.0, 2.0, 3.0])
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Constant(np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return x * self.scale.data()
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.shift = np.ones((1, 3))

    def forward(self, x):
        return np.exp(x) + self.shift
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x) + np.ones((1, 3))
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        array = divergence.data["array"]
        words = "a NumPy array"
        if isinstance(array, ImperativeArray):
            words = array.description if "`" in array.description else "an array created outside of `forward`"
        yield Report(f"{words} raises after hybridize(): it is not recorded; make it a `gluon.Constant` of the block")


class InPlaceWhileRecording(Rule):
    code = "HYB808"
    name = "in-place-while-recording"
    summary = "operator that writes into an array, as `y += 1` and `y[:, 0] = 1` do"
    after_hybridize = _IN_PLACE
    why = (
        "A graph has no arrays to write into. `+=`, assignment to elements, `out=`, `copyto` and `np.random.shuffle` "
        "change an array in place."
    )
    instead = (
        "`y = y + 1`; `np.where(mask, a, b)`, `np.concatenate` or `npx.index_update` instead of an assignment to "
        "elements."
    )
    about = (Kind.WRITTEN_WHILE_RECORDING,)
    errors = (r"Inplace operations \(",)
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        y = npx.relu(x)
        y += 1
        return y
"""),
            good=net("""\
    def forward(self, x):
        return npx.relu(x) + 1
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        y = np.exp(x)
        y[:, 0] = 1
        return y
"""),
            good=net("""\
    def forward(self, x):
        y = np.exp(x)
        return np.concatenate([np.ones_like(y[:, :1]), y[:, 1:]], axis=1)
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        event = divergence.event
        instead = "use what the operator returns"
        if isinstance(event, InPlaceOperation):
            instead = f"write `y = y {event.operator} …`"
        elif isinstance(event, Subscript):
            instead = "use `np.where` or `np.concatenate`"
        yield Report(f"`{event.source}` raises after hybridize(): it writes into an array; {instead}")


class OutputNotAnArray(Rule):
    code = "HYB813"
    name = "output-not-an-array"
    summary = "output of `forward` that is neither an array nor a list of arrays"
    after_hybridize = (
        "Raises `ValueError: When hybridized, the input of HybridBlock output must be (nested) list of Symbol or "
        "NDArray`, or `AttributeError: 'NoneType' object has no attribute 'handle'`."
    )
    why = (
        "The outputs of a graph are arrays, in lists and tuples that may be nested. Numbers, strings, dicts and None "
        "cannot be outputs."
    )
    instead = "A tuple of arrays, which the caller puts into a dict; `np.full((1,), number)` for a number."
    messages = {
        Kind.OUTPUT_NOT_AN_ARRAY: "{kind} among the outputs raises after hybridize(); return only arrays",
    }
    errors = (
        r"the input of HybridBlock output must be",
        r"'NoneType' object has no attribute 'handle'",
    )
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return {"exp": np.exp(x)}
"""),
            good=net("""\
    def forward(self, x):
        return [np.exp(x)]
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.exp(x), None
"""),
            good=net("""\
    def forward(self, x):
        return np.exp(x), x * 2
"""),
            inputs="[(2, 3)]",
        ),
    )


class OperatorNotRecorded(Rule):
    code = "HYB814"
    name = "operator-not-recorded"
    summary = "function that deferred compute does not record"
    after_hybridize = (
        "Raises `ValueError: All inputs to deferred compute recording must be ndarrays recorded previously` where "
        "the result is used."
    )
    why = (
        "MXNet 2 passes calls of functions that it lacks, such as `np.cov` and `np.isclose`, on to NumPy, which "
        "computes with copies. `x.detach()` is not recorded either. The list of functions was measured on 2.0.0b1 by "
        "calling each in a hybridized block: `tools/make_mxnet2_api.py`."
    )
    instead = (
        "Operators that are recorded: `npx.stop_gradient(x)` for `x.detach()`, `np.abs(x - y) < 1e-5` for "
        "`np.isclose(x, y)`."
    )
    messages = {
        Kind.OPERATOR_NOT_RECORDED: (
            "`{event.source}` raises after hybridize(): `{name}` is not recorded; use {instead}"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def forward(self, x):
        return npx.relu(x.detach())
"""),
            good=net("""\
    def forward(self, x):
        return npx.relu(npx.stop_gradient(x))
"""),
            inputs="[(2, 3)]",
        ),
        Example(
            bad=net("""\
    def forward(self, x):
        return np.where(np.isclose(x, np.ones_like(x)), x, -x)
"""),
            good=net("""\
    def forward(self, x):
        return np.where(np.abs(x - 1) < 1e-5, x, -x)
"""),
            inputs="[(2, 3)]",
        ),
    )

    def judge(self, divergence: Divergence, api: Api) -> Iterator[Report]:
        yield self.report(divergence, instead=_RECORDED.get(divergence.data["name"], "other operators"))


class ParameterSetWhileRecording(Rule):
    code = "HYB816"
    name = "parameter-set-while-recording"
    summary = "parameter that `forward` sets with `set_data`"
    after_hybridize = _IN_PLACE
    why = "`set_data` writes into the array of the parameter, and a graph has no arrays to write into."
    instead = (
        "Set parameters outside of `forward`: in the training loop, or in a Trainer. `nn.BatchNorm` maintains running "
        "values."
    )
    messages = {
        Kind.PARAMETER_SET: (
            "`{event.source}` raises after hybridize(): it writes into the parameter; set it outside of `forward`"
        ),
    }
    examples = (
        Example(
            bad=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        self.scale.set_data(self.scale.data() * 2)
        return np.exp(x) * self.scale.data()
"""),
            good=net("""\
    def __init__(self):
        super().__init__()
        self.scale = Parameter("scale", shape=(1, 3), init="ones")

    def forward(self, x):
        return np.exp(x) * self.scale.data() * 2
"""),
            inputs="[(2, 3)]",
        ),
    )
