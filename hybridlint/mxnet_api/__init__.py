"""What mx.nd and mx.sym offer, per MXNet version: read from data that tools/make_mxnet_api.py measured on real MXNet.

    api = load("1.9.1")
    api.function("contrib.isfinite").symbolic            # False: only mx.nd has it
    api.function("topk").count_outputs({"ret_typ": "both"})    # 2
    api.method("asnumpy").not_implemented                # True: raises NotImplementedForSymbol

Only measured facts are returned. Where nothing was measured an answer is None ("unknown"), and `unmeasured` names what.
"""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any, Dict, FrozenSet, Generic, List, Mapping, NamedTuple, Optional, Set, Tuple, TypeVar

from hybridlint.attributes import Unknown

VERSIONS: Tuple[str, ...] = ("1.6.0", "1.7.0", "1.8.0", "1.9.1")
"""The versions there is data for; 1.7.0 was measured on 1.7.0.post2, 1.8.0 on 1.8.0.post0."""

DEFAULT = VERSIONS[-1]
"""The version of code that is not recognized as code for another one."""

RECORDING = "2.0.0b1"
"""The version of MXNet 2 there is data for, made by tools/make_mxnet2_api.py: its graphs are recorded, not traced."""

KNOWN: Tuple[str, ...] = (*VERSIONS, RECORDING)

_FOLDER = pathlib.Path(__file__).parent
_UNMEASURED = {"unmeasured": ["outputs", "gradient", "shape", "random", "agreement"]}


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    required: bool
    kind: str
    """positional (or by keyword), keyword, var_positional or var_keyword"""
    default: Optional[str] = None
    """The default as text; None when there is none."""


class Difference(NamedTuple):
    """A call that works imperatively, and not, or otherwise, hybridized."""

    call: str
    """`F.random.normal()`; a, b, … are tensors."""
    category: str
    """no_gradient, needs_shape, fails_tracing, fails_running, fails_in_training, or silent: structure, shape, dtype,
    values, gradient"""
    error: str
    """MXNet's message, first line, or what differs."""


_T = TypeVar("_T")


class _Fact(Generic[_T]):
    """A measured fact about an entry: the value of `key` in its facts, or in its attribute `source`. Without a value it
    is `default`; None if the `aspect` could not be measured."""

    def __init__(self, key: str, default: _T, source: str = "_facts", aspect: str = "") -> None:
        self.key, self.default, self.source, self.aspect = key, default, source, aspect

    def __set_name__(self, owner: Any, name: str) -> None:
        self.name = name

    def __get__(self, entry: Any, owner: Any) -> _T:
        default = None if self.aspect and self.aspect in entry.unmeasured else self.default
        value: Any = getattr(entry, self.source).get(self.key, default)
        value = entry.__dict__[self.name] = tuple(value) if isinstance(value, list) else value
        return value  # type: ignore[no-any-return]


class _Entry:
    """What functions and methods have in common."""

    def __init__(self, name: str, record: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
        self.name = name
        self._record = record
        self._facts = facts
        self._run = facts
        """Where what was seen by running is kept; of a method that is its own record."""

    @functools.cached_property
    def imperative(self) -> bool:
        """mx.nd (NDArray) has it."""
        return self._record.get("only") != "symbolic"

    @functools.cached_property
    def symbolic(self) -> bool:
        """mx.sym (Symbol) has it."""
        return self._record.get("only") != "imperative"

    @functools.cached_property
    def imperative_parameters(self) -> Optional[Tuple[Parameter, ...]]:
        """Of the imperative side; None when it lacks the name, or Python cannot tell."""
        return self._parameters("imperative")

    @functools.cached_property
    def symbolic_parameters(self) -> Optional[Tuple[Parameter, ...]]:
        """Of the symbolic side; None when it lacks the name, or Python cannot tell."""
        return self._parameters("symbolic")

    @functools.cached_property
    def flags_that_differ(self) -> Tuple[Tuple[int, str, str, str], ...]:
        """The flags with another default in each phase: position, name, imperative and symbolic default."""
        symbolic = {parameter.name: parameter.default for parameter in self.symbolic_parameters or ()}
        return tuple(
            (position, parameter.name, str(parameter.default), str(symbolic[parameter.name]))
            for position, parameter in enumerate(self.imperative_parameters or ())
            if {parameter.default, symbolic.get(parameter.name)} == {"True", "False"}
        )

    @functools.cached_property
    def parameters(self) -> Tuple[Parameter, ...]:
        """Of the symbolic side, or of the imperative one if it is unknown."""
        return self.symbolic_parameters or self.imperative_parameters or ()

    @functools.cached_property
    def variadic(self) -> Optional[Parameter]:
        """The parameter that takes any number of positional arguments."""
        return next((parameter for parameter in self.parameters if parameter.kind == "var_positional"), None)

    @functools.cached_property
    def positional_parameters(self) -> Tuple[Parameter, ...]:
        """Those of `parameters` that can be passed by position or by name."""
        return tuple(parameter for parameter in self.parameters if parameter.kind == "positional")

    @functools.cached_property
    def defaults(self) -> Dict[str, Optional[str]]:
        """Names of `parameters` → their defaults."""
        return {parameter.name: parameter.default for parameter in self.parameters}

    @functools.cached_property
    def names_by_position(self) -> Tuple[str, ...]:
        """The parameters that can be passed by position, of the symbolic side if it is known; () if there are any
        number of them."""
        return () if self.variadic else tuple(parameter.name for parameter in self.positional_parameters)

    def _parameters(self, side: str) -> Optional[Tuple[Parameter, ...]]:
        texts = self._record.get(f"{side}_parameters", self._record.get("parameters"))
        return None if texts is None or not getattr(self, side) else _parameters(texts)

    #: Number of visible outputs, as symbols count them; None when an attribute decides, or it is unknown.
    outputs = _Fact[Optional[int]]("outputs", 1, aspect="outputs")

    @functools.cached_property
    def outputs_rule(self) -> Optional[Tuple[Any, ...]]:
        """What decides the number of outputs, None when it is fixed or unknown:

        ("attribute", name): the value of the attribute; ("length", name): the length of its tuple;
        ("sections", name): its value, or one more than the length of its tuple;
        ("table", names, {values: outputs}): by the values of these attributes, None standing for one left out; "*" is
        the number of arguments by position.
        """
        rule = self._facts.get("outputs_rule")
        if rule is None:
            return None
        if rule[0] != "table":
            return tuple(rule)
        rows = {tuple(map(_hashable, values)): outputs for values, outputs in rule[2]}
        return ("table", tuple(rule[1]), rows)

    def count_outputs(self, attributes: Mapping[str, object]) -> Optional[int]:
        """Number of outputs of a call with these attributes, by name; leave out those the call leaves out.

        A value may be `Unknown`. None when what is known does not decide it.
        """
        rule = self.outputs_rule
        if rule is None:
            return self.outputs
        if rule[0] == "table":
            given = [_hashable(attributes.get(name)) for name in rule[1]]
            possible: Set[int] = {
                outputs
                for values, outputs in rule[2].items()
                if all(isinstance(first, Unknown) or first == second for first, second in zip(given, values))
            }
            return possible.pop() if len(possible) == 1 else None
        value: Any = attributes.get(rule[1])
        if rule[0] in ("attribute", "sections") and isinstance(value, int) and not isinstance(value, bool):
            return int(value)
        if rule[0] in ("length", "sections") and isinstance(value, (tuple, list)):
            return len(value) + int(rule[0] == "sections")
        return None

    #: False: the operator registered no gradient, so that a cached graph of it cannot even be made, in any mode
    #: ("… is non-differentiable because it didn't register FGradient attribute"), when a tensor leads to it.
    differentiable = _Fact[Optional[bool]]("differentiable", True, aspect="gradient")

    #: What becomes of gradients: "stops", so that its tensors may come from operators that have none; "starts", which a
    #: loss does, whatever the gradient of its result is; "zero" in all calls tried; "" if they pass through.
    gradient = _Fact[str]("gradient", "")

    #: Names of the tensors that get no gradient although others do.
    tensors_without_gradient = _Fact[Tuple[str, ...]]("no_gradient", ())

    #: Names of the tensors whose gradient it computes, but as zero in all calls tried, although others get one.
    tensors_with_zero_gradient = _Fact[Tuple[str, ...]]("zero_gradient", ())

    #: In some of the calls tried it has other values in training than in inference.
    depends_on_mode = _Fact[bool]("training", False)

    #: Symbolically takes tensors of one shape and refuses shapes that would have to be broadcast.
    elementwise = _Fact[bool]("elementwise", False)

    #: same: the first output has the shape of the first tensor, whatever the attributes;
    #: broadcast: that of its two tensors broadcast; reduce: takes `axis` and `keepdims`; unknown.
    shape_rule = _Fact[str]("shape", "unknown")

    @functools.cached_property
    def keeps_shape(self) -> bool:
        """The first output has the shape of the first tensor, whatever the attributes."""
        return self.shape_rule == "same"

    @property
    def reduces(self) -> bool:
        """It takes `axis` and `keepdims`, and its first output lacks these axes of the first tensor."""
        return self.shape_rule == "reduce"

    #: For shape_rule "reduce": the axis when none is given, "all" or an int. Without keepdims the axis is dropped
    #: (reducing all leaves shape (1,)), with keepdims=True it has size 1.
    reduce_axis = _Fact[Any]("axis", None)

    #: In one of the calls tried, an element of the first output depends on several of the first tensor.
    combines = _Fact[bool]("combines", False)

    #: Names of an operator's tensors of which one of the calls tried reads some rows and not others.
    selects_rows_of = _Fact[Tuple[str, ...]]("selects", ())

    #: Names of its required attributes whose value is a tuple that may hold None.
    takes_none_in = _Fact[Tuple[str, ...]]("none_in", ())

    #: Of an operator of one tensor that keeps its shape: its gradient is finite at 0, ±1 and ±1000.
    has_finite_gradient = _Fact[bool]("finite", False)

    #: Draws random numbers, at least in training; None when it was not run.
    random = _Fact[Optional[bool]]("random", False, aspect="random")

    @functools.cached_property
    def differences(self) -> Tuple[Difference, ...]:
        """Calls, of those tried, that work imperatively and fail or differ hybridized."""
        return tuple(Difference(*difference) for difference in self._run.get("differences", ()))

    @property
    def fails_tracing(self) -> bool:
        """One of the calls that work imperatively raises while Symbols are traced."""
        return any(difference.category == "fails_tracing" for difference in self.differences)

    #: Optional parameters, one of which must be given for a graph → what for it, a "value" or a "tensor".
    needs = _Fact[Mapping[str, str]]("needs", {})

    #: Of MXNet 2: whether deferred compute records the calls that were tried with a tensor; None where it records some
    #: of them, or none was tried.
    recorded = _Fact[Optional[bool]]("recorded", None, "_run")

    #: Of MXNet 2: whether what it makes without a tensor (`np.zeros((2, 3))`) is recorded; None if not tried.
    made = _Fact[Optional[bool]]("made", None, "_run")

    #: Of MXNet 2: what the Python value that it gives depends on, "values", "shapes" or ""; None of an array.
    python = _Fact[Optional[str]]("python", None, "_run")

    #: Of MXNet 2: its result is the array that it was called with or of, in all calls tried.
    returns_itself = _Fact[bool]("itself", False, "_run")

    @functools.cached_property
    def unmeasured(self) -> FrozenSet[str]:
        """Aspects that could not be measured: outputs, gradient, auxiliary, shape, graph, random, agreement."""
        return frozenset(self._facts.get("unmeasured", ())) | frozenset(self._record.get("unmeasured", ()))


class Function(_Entry):
    """Something below F, by its dotted path `name`."""

    @functools.cached_property
    def kind(self) -> str:
        """operator (generated from MXNet's C++ registry), function (written in Python), module, class or constant."""
        return "operator" if "operator" in self._record else str(self._record["kind"])

    #: C++ name of the operator; aliases share it. None for what is no operator.
    operator = _Fact[Optional[str]]("operator", None, "_record")

    @functools.cached_property
    def graph(self) -> Optional[Tuple[str, ...]]:
        """C++ names of the operators that its symbolic side was seen to make; None when unknown."""
        if self.operator is not None:
            return (self.operator,)
        graph = self._facts.get("graph")
        return None if graph is None else tuple(graph)

    def _parameters(self, side: str) -> Optional[Tuple[Parameter, ...]]:
        if self.operator is None:
            return super()._parameters(side)
        if not getattr(self, side):
            return None
        tensors: List[str] = self._facts.get("tensors", [])
        attributes: List[str] = self._facts.get("attributes", [])
        if any(name.startswith("*") for name in tensors):
            return _parameters([*tensors, *attributes, "name=None", "out=None", "**kwargs"])
        rest = ["out=None", "name=None"] if side == "imperative" else ["name=None", "attr=None", "out=None"]
        return _parameters([*tensors, *attributes, *rest, "**kwargs"])

    @functools.cached_property
    def tensor_parameters(self) -> Optional[Tuple[str, ...]]:
        """Names of an operator's tensors, in order; one that takes any number starts with `*`. None if no operator."""
        return None if self.operator is None else tuple(self._facts.get("tensors", ()))

    #: Names of an operator's tensors that it writes to, as BatchNorm does to its running mean. In a graph they have to
    #: be variables: inputs or parameters.
    mutated_parameters = _Fact[Tuple[str, ...]]("aux", ())

    #: The outputs that a graph computes from memory that nobody wrote, if nothing of it uses the first output.
    wrong_without_first = _Fact[Tuple[int, ...]]("wrong_without_first", ())

    @functools.cached_property
    def never_symbolic(self) -> bool:
        """Imperatively it works, and of all calls tried none could be made with Symbols."""
        return "outputs" in self.unmeasured and self.fails_tracing

    #: Imperatively even a single output comes in a Python list. Legacy operators return a list for two or more outputs
    #: and a bare NDArray for one, so that [0] of one output means its first row, symbolically all of it.
    outputs_seen_as_list = _Fact[Optional[bool]]("list", False, aspect="random")


class Method(_Entry):
    """A method or property of NDArray and Symbol."""

    def __init__(self, name: str, record: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
        super().__init__(name, record, facts)
        self._run = record

    #: method or property
    kind = _Fact[str]("kind", "method", "_record")

    @property
    def shape_rule(self) -> str:  # type: ignore[override]
        """As that of functions; of a method that makes no operator, measured on the arrays."""
        return str(self._record.get("shape", super().shape_rule))

    #: Imperatively its result is the array, or a copy of it.
    copies = _Fact[bool]("copies", False, "_record")

    #: What it gives for an array of one number, without arguments: "none", "number" or "numpy". None for an array of
    #: MXNet, and where that is not known.
    result = _Fact[Optional[str]]("result", None, "_record")

    @property
    def not_implemented(self) -> bool:
        """Symbol has it only to raise NotImplementedForSymbol when called."""
        return "not_implemented" in self._record

    #: Path below F of the function that makes the same operators; the facts about outputs, gradient and shape are its.
    #: None when there is none: then those facts are unknown.
    function = _Fact[Optional[str]]("function", None, "_record")


class _Table:
    """One table of a data file, whose entries are parsed when asked for: the file has one entry to a line."""

    def __init__(self, lines: List[bytes]) -> None:
        self._texts = dict(line.split(b":", 1) for line in lines if line)
        self._parsed: Dict[str, Any] = {}

    def get(self, name: str) -> Any:
        """The entry, None if there is none."""
        if name not in self._parsed:
            text = self._texts.get(b'"%s"' % name.encode())
            self._parsed[name] = None if text is None else json.loads(text.rstrip(b","))
        return self._parsed[name]

    def names(self) -> Tuple[str, ...]:
        """Of all entries, sorted."""
        return tuple(name[1:-1].decode() for name in self._texts)


class Api:
    """The tables of one MXNet version."""

    def __init__(self, version: str, tables: Mapping[str, _Table]) -> None:
        self.version = version
        self.records = version == RECORDING
        """Whether graphs are recorded while `forward` runs with arrays (MXNet 2), not traced with Symbols."""
        self._tables = tables
        self._functions: Dict[str, Optional[Function]] = {}
        self._methods: Dict[Tuple[str, str], Optional[Method]] = {}

    def uses_the_batch(self, layer: str) -> bool:
        """Whether a layer or cell of Gluon computes with the batch size of the first hybridized call (MXNet 2)."""
        return self._tables["blocks"].get(layer) is not None

    def copies_arrays(self, function: str) -> bool:
        """Whether the function of NumPy copies an array into host memory, and calls none of `mx.np` (MXNet 2)."""
        return self._tables["copied"].get(function) is not None

    @functools.cached_property
    def unrelated_classes(self) -> FrozenSet[str]:
        """Names of the classes of Python and NumPy of which neither an NDArray nor a Symbol is an instance: those of
        `builtins`, `numbers` and `collections.abc`, and "numpy.ndarray"."""
        return frozenset(self._tables["unrelated"].names())

    @property
    def flags_of_hybridize(self) -> Tuple[str, ...]:
        """Names of the arguments of HybridBlock.hybridize that have an effect."""
        return self._tables["hybridize"].names()

    def function(self, path: str) -> Optional[Function]:
        """What is at a dotted path below F (`np.dot` and `npx.relu` among them); None if neither side has it."""
        if path not in self._functions:
            self._functions[path] = self._read_function(path)
        return self._functions[path]

    def _read_function(self, path: str) -> Optional[Function]:
        record = self._tables["functions"].get(path)
        if record is None:
            return None
        if isinstance(record, str):
            record = {"operator": record}
        if "operator" in record:
            return Function(path, record, self._tables["operators"].get(record["operator"]))
        measured = "graph" in record or "unmeasured" in record or self.records
        return Function(path, record, record if measured else {**record, **_UNMEASURED})

    def handed_on(self, function: Function) -> Optional[FrozenSet[str]]:
        """The attributes of the operators to which the symbolic side hands what it has no parameter for (its
        `**kwargs`); None where they are not known."""
        records = [self._tables["operators"].get(name) for name in function.graph or ()]
        if function.kind != "function" or not records or None in records:
            return None
        return frozenset(text.partition("=")[0] for record in records for text in record.get("attributes", ()))

    def method(self, name: str) -> Optional[Method]:
        """An attribute of NDArray or Symbol; None if neither has it."""
        return self._method("methods", name)

    @property
    def methods(self) -> Tuple[str, ...]:
        """Names of all attributes of NDArray or Symbol."""
        return self._tables["methods"].names()

    def np_method(self, name: str) -> Optional[Method]:
        """An attribute of mx.np.ndarray or of the symbols of NumPy semantics (`npx.set_np`); None if neither has it."""
        return self._method("np_methods", name)

    def _method(self, table: str, name: str) -> Optional[Method]:
        if (table, name) not in self._methods:
            self._methods[table, name] = self._read_method(table, name)
        return self._methods[table, name]

    def _read_method(self, table: str, name: str) -> Optional[Method]:
        record = self._tables[table].get(name)
        if record is None:
            return None
        function = self.function(record["function"]) if "function" in record else None
        facts = function._facts if function else record if self.records else _UNMEASURED
        return Method(name, record, facts)


def load(version: str = DEFAULT) -> Api:
    """The tables of an MXNet version, "1.9.1" or shorter "1.9". Raises ValueError, which names the known versions."""
    exact = next((known for known in KNOWN if known == version or known.startswith(version + ".")), None)
    if exact is None or version.count(".") < 1:
        raise ValueError(f"no data for MXNet {version!r}; known versions: {', '.join(KNOWN)}")
    return _load(exact)


@functools.lru_cache(maxsize=None)
def _load(version: str) -> Api:
    lines = (_FOLDER / f"{version}.json").read_bytes().split(b"\n")
    tables: Dict[str, _Table] = {}
    starts = [number for number, line in enumerate(lines) if line.endswith(b'":{')]
    for start in starts:
        end = next(number for number in range(start, len(lines)) if lines[number].startswith(b"}"))
        tables[lines[start][1:-3].decode()] = _Table(lines[start + 1 : end])
    return Api(version, tables)


def _parameters(texts: List[str]) -> Tuple[Parameter, ...]:
    """The parameters that the data files write as `name`, `name=default`, `*name`, `**name` and a bare `*`."""
    parameters: List[Parameter] = []
    kind = "positional"
    for text in texts:
        if text.startswith("**"):
            parameters.append(Parameter(text[2:], False, "var_keyword"))
        elif text.startswith("*"):
            kind = "keyword"
            if len(text) > 1:
                parameters.append(Parameter(text[1:], False, "var_positional"))
        else:
            name, equals, default = text.partition("=")
            parameters.append(Parameter(name, not equals, kind, default if equals else None))
    return tuple(parameters)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


__all__ = [
    "DEFAULT",
    "KNOWN",
    "RECORDING",
    "VERSIONS",
    "Api",
    "Difference",
    "Function",
    "Method",
    "Parameter",
    "load",
]
