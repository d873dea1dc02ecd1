"""One recorded call of a block, executed alone: its own code runs, its children give what they gave in the recording.

So a function is judged by what it does itself. Imperatively and as a graph it gets the same arguments and the same
children; what it returns, what it hands to its children, and the gradients of both are compared.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple

import mxnet as mx
import numpy as np
from mxnet.gluon.block import _regroup

from benchmarks.ecosystem.environments import shown
from benchmarks.ecosystem.function_calls import Call
from hybridlint_runtime.diagnostics.source_lines import is_layer_file, is_user_file, lines_of_error
from hybridlint_runtime.model.calls import watching
from hybridlint_runtime.model.comparing import Tolerances
from hybridlint_runtime.model.judging import Runs, judge, nudge
from hybridlint_runtime.model.recording import imperative, seed_all
from hybridlint_runtime.model.state import BlockStates
from hybridlint_runtime.model.tracing import NoGraph, TracedGraph, TraceFailure, trace
from hybridlint_runtime.structures import NDArray, Symbol, arrays, copied, is_floating, leaves, like, map_leaves, wait

Place = Tuple[str, int]


@dataclasses.dataclass
class Footprint:
    """What ran while the graph was made: the lines, and the `hybrid_forward`s by file and first line."""

    executed: Set[Place] = dataclasses.field(default_factory=set)
    functions: Set[Place] = dataclasses.field(default_factory=set)


@dataclasses.dataclass
class Verdict:
    """`outcome` is "runs", "fails", "differs" or "not judged". `stage` is where it broke: "trace", "run",
    "gradient", "values", "mode", "state". `lines` are the places in package files, outermost first, where the error
    passed. `whole`: the children had to run as well; `whole_error`: what happened then where it broke, too."""

    outcome: str
    stage: str = ""
    error: str = ""
    lines: List[Place] = dataclasses.field(default_factory=list)
    footprint: Footprint = dataclasses.field(default_factory=Footprint)
    whole: bool = False
    whole_error: str = ""


class OtherCalls(BaseException):
    """The block called its children otherwise than in the recording."""


class _Children:
    """Stands in for the children of a block during one phase."""

    def __init__(self, call: Call, symbolic: bool) -> None:
        self.call, self.symbolic = call, symbolic
        self.arguments: List[Any] = []
        self.variables: Dict[str, Any] = {}
        self._inside = False

    def __call__(self, block: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any], run: Any) -> Any:
        if not self._inside:
            self._inside = True
            return run()
        if self.call.children is None:
            return run()
        number = len(self.arguments)
        if number >= len(self.call.children) or self.call.children[number].block is not block:
            raise OtherCalls(f"call {number} of a child is of {type(block).__name__}")
        self.arguments.append([list(args), kwargs])
        outputs = copied(self.call.children[number].outputs)
        places = iter(range(10**6))
        return map_leaves(lambda leaf: self._output(f"child{number}_{next(places)}", leaf), outputs)

    def finish(self) -> None:
        if self.call.children is not None and len(self.arguments) != len(self.call.children):
            raise OtherCalls(f"{len(self.arguments)} calls of children, {len(self.call.children)} recorded")

    def _output(self, name: str, leaf: Any) -> Any:
        if not isinstance(leaf, NDArray):
            return leaf
        self.variables[name] = leaf
        if self.symbolic:
            return mx.sym.identity(mx.sym.var(name))
        if is_floating(leaf) and mx.autograd.is_recording():
            leaf.attach_grad()
        return mx.nd.identity(leaf)


@dataclasses.dataclass
class PhaseResults:
    """The results of one phase: everything that is compared, and the gradients if they could be computed."""

    values: Any
    gradients: Dict[str, Any]
    gradient_error: Optional[BaseException] = None


class Graph:
    """The graph of a call: outputs, and as further outputs what it hands to its children."""

    def __init__(self, call: Call, arguments: Sequence[Any], footprint: Footprint) -> None:
        self.call = call
        self._footprint = footprint
        #: Kept while gradients may be asked for: MXNet's backward pass looks at them without holding them.
        self._operators: List[Any] = []
        self.traced: Optional[TracedGraph] = None
        self._children = _Children(call, symbolic=True)
        states = BlockStates(call.block)
        try:
            with _mode(call.training, call.recording), watching(self._children), self._watching_lines():
                self._make(arguments)
            self._children.finish()
        finally:
            states.restore()

    def _make(self, arguments: Sequence[Any]) -> None:
        try:
            self.traced = trace(self.call.block, arguments)
        except TraceFailure as failure:
            if "the input of HybridBlock input must be" not in str(failure):
                raise
            self._make_inside_a_parent(arguments)
            return
        self.data = dict(zip(self.traced.input_names, range(len(self.traced.input_names))))
        self.outputs: Any = _regroup(list(self.traced.symbol), self.traced.output_format)

    def _make_inside_a_parent(self, arguments: Sequence[Any]) -> None:
        """With arguments that no cached graph takes, only a parent that is traced can call the block."""
        self.data = {}

        def variable(leaf: Any) -> Any:
            if not isinstance(leaf, NDArray):
                return leaf
            name = f"data{len(self.data)}"
            self.data[name] = len(self.data)
            return mx.sym.var(name)

        with imperative(self.call.block):
            self.outputs = self.call.block(*map_leaves(variable, tuple(arguments)))

    @contextlib.contextmanager
    def _watching_lines(self) -> Iterator[None]:
        def enter(frame: Any, event: str, argument: Any) -> Any:
            code = frame.f_code
            if not _of_a_package(code.co_filename):
                return None
            if code.co_name == "hybrid_forward":
                self._footprint.functions.add((shown(code.co_filename), code.co_firstlineno))
            return line

        def line(frame: Any, event: str, argument: Any) -> Any:
            if event == "line":
                self._footprint.executed.add((shown(frame.f_code.co_filename), frame.f_lineno))
            return line

        before = sys.gettrace()
        sys.settrace(enter)
        try:
            yield
        finally:
            sys.settrace(before)

    def run(self, arguments: Sequence[Any]) -> Tuple[Any, Dict[str, Any]]:
        """The values (as `PhaseResults.values`) and the arrays that were fed, by name."""
        block = self.call.block
        if self.traced is None:
            outputs = self._execute(*arguments)
        else:  # the road of a hybridized block: what a `forward` does around the graph is done again
            with imperative(block):
                block._active = True
                vars(block)["_call_cached_op"] = self._execute
                try:
                    outputs = block(*arguments)
                finally:
                    del vars(block)["_call_cached_op"]
        return wait([outputs, self._handed_on]), self._fed

    def _execute(self, *arguments: Any) -> Any:
        structure = _expanded([self.outputs, self._children.arguments])
        graph = mx.sym.Group(self._wrapped(structure))
        flat = arrays(list(arguments))
        fed: Dict[str, Any] = {name: flat[number] for name, number in self.data.items()}
        fed.update({name: leaf.copy() for name, leaf in self._children.variables.items()})
        parameters = dict(self.call.block.collect_params().items())
        names = graph.list_inputs()
        for name in names:
            if name not in fed and name not in parameters:
                raise AssertionError(f"Unknown input to HybridBlock: {name}")
        if mx.autograd.is_recording():
            for name in self._children.variables:
                if is_floating(fed[name]):
                    fed[name].attach_grad()
        data = tuple(i for i, name in enumerate(names) if name in fed)
        held = tuple(i for i, name in enumerate(names) if name not in fed)
        operator = mx.nd.CachedOp(graph, [("data_indices", data), ("param_indices", held)])
        self._operators.append(operator)
        results = operator(*[fed[name] if name in fed else parameters[name].data() for name in names])
        results = iter([results] if isinstance(results, NDArray) else list(results))
        outputs, self._handed_on = map_leaves(
            lambda leaf: next(results) if isinstance(leaf, Symbol) else leaf, structure
        )
        self._fed = fed
        return outputs

    def _wrapped(self, structure: Any) -> List[Any]:
        outputs, handed_on = structure
        symbols = [leaf for _, leaf in leaves(outputs) if isinstance(leaf, Symbol)]
        # An input handed on to a child would be an output that no operator made, which has no gradient.
        return symbols + [mx.sym.identity(leaf) for _, leaf in leaves(handed_on) if isinstance(leaf, Symbol)]


def _expanded(value: Any) -> Any:
    """Symbols of several outputs as lists, which is what they are imperatively."""
    return map_leaves(
        lambda leaf: list(leaf) if isinstance(leaf, Symbol) and len(leaf.list_outputs()) > 1 else leaf, value
    )


def judge_call(call: Call) -> Verdict:
    """How the function of `call` fares when it is hybridized: alone, and where it then breaks, with its children."""
    alone = _judge(call)
    if alone.outcome not in ("fails", "differs"):
        return alone
    whole = _judge(dataclasses.replace(call, children=None))
    if whole.outcome == "runs":
        return dataclasses.replace(whole, whole=True)
    return dataclasses.replace(alone, lines=alone.lines or whole.lines, whole_error=whole.error)


def _judge(call: Call) -> Verdict:
    footprint = Footprint()
    try:
        expected = _run_imperatively(call, call.training, call.args)
    except (Exception, OtherCalls) as error:
        return Verdict("not judged", error=f"alone it does not run imperatively: {_brief(error)}")
    try:
        graph = Graph(call, copied(call.args), footprint)
    except OtherCalls as error:
        return Verdict("differs", "trace", str(error), footprint=footprint)
    except NoGraph as error:
        return Verdict("not judged", error=str(error))
    except Exception as error:
        cause = error.__cause__ if isinstance(error, TraceFailure) and error.__cause__ else error
        return Verdict("fails", "trace", _brief(cause), _places(cause), footprint)
    return dataclasses.replace(_compared(call, graph, expected), footprint=footprint)


def _compared(call: Call, graph: Graph, expected: PhaseResults) -> Verdict:
    try:
        got = _run_hybridized(call, graph, call.training, call.args)
    except Exception as error:
        return Verdict("fails", "run", _brief(error), _named(graph, str(error)))
    difference = _difference(call, graph, expected, got, call.training)
    if difference:
        return Verdict("differs", "values", difference)
    if "storage_type_num_unknown_nodes" in str(got.gradient_error):
        # MXNet refuses the backward pass of some graphs that it takes as parts of larger ones: nothing to compare.
        expected = dataclasses.replace(expected, gradient_error=got.gradient_error)
    if got.gradient_error is not None and expected.gradient_error is None:
        return Verdict("fails", "gradient", _brief(got.gradient_error), _named(graph, str(got.gradient_error)))
    if expected.gradient_error is None:
        difference = _difference(call, graph, expected, got, call.training, gradients=True)
        if difference:
            return Verdict("differs", "gradient", difference)
    return _second_call(call, graph) or _in_the_other_mode(call, graph)


def _second_call(call: Call, graph: Graph) -> Optional[Verdict]:
    """What differs in a second call, of a block that changes its own attributes in the first. None if nothing does."""
    states = BlockStates(call.block)

    def calls(hybridized: bool, seeds: Sequence[int]) -> List[Any]:
        try:
            variants = [call.args, nudge(call.args, 1)]
            if hybridized:
                return [_run_hybridized(call, graph, call.training, variants[1], False, seed).values for seed in seeds]
            _run_imperatively(call, call.training, variants[0], False, 7, keep_state=True)
            if not states.changes():
                return []
            return [_run_imperatively(call, call.training, variants[1], False, seed).values for seed in seeds]
        finally:
            states.restore()

    try:
        expected = calls(False, [8])
    except (Exception, OtherCalls):
        return None
    if not expected:
        return None
    got = calls(True, [8])
    runs = Runs(
        repeat=calls, nudged=lambda number: (calls(False, [8])[0], calls(False, [8])[0]), seed=8, first=expected[0]
    )
    comparison = judge(expected[0], got[0], Tolerances(), runs).comparison
    if comparison or not comparison.tensors:
        return None
    return Verdict("differs", "state", f"in the second call {comparison.differences[0].message}")


def judge_both_modes(inference: Call, training: Call) -> Optional[Verdict]:
    """A block that is called with other arguments in training than in inference: hybridized, and called in both."""
    block = inference.block
    states = BlockStates(block)
    try:
        block.hybridize()
        block(*copied(inference.args))
        mx.nd.waitall()
        with mx.autograd.record():
            block(*copied(training.args))
        mx.nd.waitall()
        return None
    except Exception as error:
        message = str(error)
        # Other errors come up in one mode alone, too.
        return Verdict("fails", "mode", _brief(error)) if "argument structure" in message else None
    finally:
        block.hybridize(False)
        states.restore()


def _in_the_other_mode(call: Call, graph: Graph) -> Verdict:
    """The graph of one mode, run in the other: does it do what the block does there?"""
    training = not call.training
    try:
        expected = _run_imperatively(call, training, call.args, gradients=False)
    except OtherCalls as error:
        return Verdict(
            "differs", "mode", f"{'in training' if training else 'in inference'} it calls other children: {error}"
        )
    except Exception:
        return Verdict("runs")
    try:
        got = _run_hybridized(call, graph, training, call.args, gradients=False)
    except Exception as error:
        return Verdict("fails", "mode", _brief(error), _named(graph, str(error)))
    difference = _difference(call, graph, expected, got, training)
    return Verdict("differs", "mode", difference) if difference else Verdict("runs")


def _difference(
    call: Call, graph: Graph, expected: PhaseResults, got: PhaseResults, training: bool, gradients: bool = False
) -> str:
    part = "gradients" if gradients else "values"

    def live(hybridized: bool, arguments: Sequence[Any], seed: int) -> Any:
        if hybridized:
            return getattr(_run_hybridized(call, graph, training, arguments, gradients, seed), part)
        return getattr(_run_imperatively(call, training, arguments, gradients, seed), part)

    runs = Runs(
        repeat=lambda hybridized, seeds: [live(hybridized, call.args, seed) for seed in seeds],
        nudged=lambda number: (live(False, call.args, 7), live(False, nudge(call.args, number), 7)),
        seed=7,
        first=getattr(expected, part),
    )
    judgement = judge(getattr(expected, part), getattr(got, part), Tolerances(), runs)
    if judgement.comparison:
        return ""
    messages = [d.message for d in judgement.comparison.differences]
    return "" if messages == ["there is no output that could be compared"] else messages[0]


def _run_imperatively(
    call: Call,
    training: bool,
    arguments: Sequence[Any],
    gradients: bool = True,
    seed: int = 7,
    keep_state: bool = False,
) -> PhaseResults:
    block, inputs = call.block, copied(tuple(arguments))
    children = _Children(call, symbolic=False)
    recording = call.recording and gradients
    states = BlockStates(block)
    with _parameters_kept(block):
        seed_all(seed)
        try:
            with _mode(training, recording), imperative(block), watching(children):
                if recording:
                    for leaf in arrays(inputs):
                        if is_floating(leaf):
                            leaf.attach_grad()
                fed = {f"data{number}": leaf for number, leaf in enumerate(arrays(inputs))}
                before = list(arrays(inputs))
                outputs = block(*inputs)
                children.finish()
                values = wait([outputs, children.arguments])
        finally:
            if not keep_state:
                states.restore()
        fed = {f"data{number}": leaf for number, leaf in enumerate(before)}
        fed.update(children.variables)
        return _with_gradients(block, values, fed, recording)


def _run_hybridized(
    call: Call, graph: Graph, training: bool, arguments: Sequence[Any], gradients: bool = True, seed: int = 7
) -> PhaseResults:
    recording = call.recording and gradients
    with _parameters_kept(call.block):
        seed_all(seed)
        inputs = copied(tuple(arguments))
        with _mode(training, recording):
            if recording:
                for leaf in arrays(inputs):
                    if is_floating(leaf):
                        leaf.attach_grad()
            values, fed = graph.run(inputs)
        fed = {
            **{name: leaf for name, leaf in fed.items() if name not in graph.data},
            **{f"data{number}": leaf for number, leaf in enumerate(arrays(inputs))},
        }
        return _with_gradients(call.block, values, fed, recording)


def _with_gradients(block: Any, values: Any, fed: Dict[str, Any], recording: bool) -> PhaseResults:
    plain = copied(values)
    if not recording:
        return PhaseResults(plain, {}, RuntimeError("not recorded"))
    random, loss = np.random.RandomState(9), None
    with mx.autograd.record():
        for leaf in fed.values():
            # Where the imperative phase records nothing at all, gradients are zero and not an error.
            if is_floating(leaf):
                term = (mx.nd.zeros_like(leaf) * leaf).astype("float32").sum()
                loss = term if loss is None else loss + term
        for _, leaf in leaves(values):
            if isinstance(leaf, NDArray) and is_floating(leaf):
                term = (leaf * like(leaf, random.uniform(0.5, 1.5, size=leaf.shape))).astype("float32").sum()
                loss = term if loss is None else loss + term
    if loss is None:
        return PhaseResults(plain, {}, RuntimeError("nothing to differentiate"))
    try:
        loss.backward()
        mx.nd.waitall()
    except Exception as error:
        return PhaseResults(plain, {}, error)
    gradients = {name: leaf.grad.copy() for name, leaf in sorted(fed.items()) if leaf.grad is not None}
    for name, parameter in block.collect_params().items():
        if parameter.grad_req != "null" and parameter._grad_stype == "default":
            gradients[name] = parameter.grad().copy()
    return PhaseResults(plain, gradients)


@contextlib.contextmanager
def _parameters_kept(block: Any) -> Iterator[None]:
    """Values as before afterwards (running statistics change); gradients start from zero."""
    parameters = [p for p in block.collect_params().values() if p._data is not None and p._stype == "default"]
    values = [p.data().copy() for p in parameters if p.grad_req == "null"]
    for parameter in parameters:
        if parameter.grad_req != "null":
            parameter.zero_grad()
    try:
        yield
    finally:
        for parameter, value in zip([p for p in parameters if p.grad_req == "null"], values):
            parameter.data()[:] = value


@contextlib.contextmanager
def _mode(training: bool, recording: bool) -> Iterator[None]:
    scope: Any = mx.autograd.record(train_mode=training) if recording else None
    if scope is None:
        scope = mx.autograd.train_mode() if training else mx.autograd.predict_mode()
    with scope:
        yield


def _places(error: BaseException) -> List[Place]:
    return [(shown(line.file), line.line) for line in lines_of_error(error) if _of_a_package(line.file)]


def _named(graph: Graph, message: str) -> List[Place]:
    location = graph.traced.line_of(message) if graph.traced is not None else None
    return [(shown(location[1].file), location[1].line)] if location is not None else []


def _of_a_package(file: str) -> bool:
    return "site-packages" in file and (is_user_file(file) or is_layer_file(file))


def _brief(error: BaseException) -> str:
    from hybridlint_runtime.diagnostics.failures import essential

    text = essential(str(error).strip() or repr(error)).splitlines()[0]
    return f"{type(error).__name__}: {text}"[:300]
