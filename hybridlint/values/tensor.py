"""Tensors: NDArrays in one phase, Symbols in the other."""

from __future__ import annotations

import ast
import collections.abc
import dataclasses
import functools
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, Optional, Tuple

from hybridlint.dataclass import dataclass, replace
from hybridlint.events import (
    BROADCASTING,
    AttributeRead,
    BinaryOperation,
    Conversion,
    Hashing,
    InPlaceOperation,
    Iteration,
    LengthOf,
    Subscript,
    TruthTest,
    UnaryOperation,
    Unpacking,
)
from hybridlint.graph import Gradient, Node, gradients
from hybridlint.graph.gradients import STOPS, THROUGH
from hybridlint.shapes import KnownDims, Shape
from hybridlint.values.arguments import Slice
from hybridlint.values.arrays import ImperativeArray
from hybridlint.values.base import UNKNOWN, UNROLLED, Mergeable, Read, Value
from hybridlint.values.function import BoundMethod
from hybridlint.values.lattice import Loop, Merge, flat, join
from hybridlint.values.memory import ELSEWHERE, FOREIGN, OUTPUT, PERHAPS, VIEWS, Memory, item_shares
from hybridlint.values.namespace import NUMPY_ARRAY, Imported
from hybridlint.values.operations import COMPARISONS, METHODS, OF_METHOD
from hybridlint.values.others import Opaque
from hybridlint.values.plain import TEXT_OF_SYMBOL, Plain, constant
from hybridlint.values.sequence import Sequence, element_of, lengths_of

if TYPE_CHECKING:
    from hybridlint.interpreter import Frame, Run
    from hybridlint.values.arguments import Arguments


@dataclass(frozen=True)
class Origin:
    """The possible sources of a tensor that no operator was applied to.

    A source is "input", "element" (of an input that is a list), "parameter", "constant" (a parameter without gradient)
    or "random". With `conditional` the tensor is computed in other configurations; with `no_list` a test has shown that
    it is no list.
    """

    kinds: FrozenSet[str]
    conditional: bool = False
    no_list: bool = False

    @property
    def kind(self) -> str:
        """The source that messages name."""
        return min(self.kinds)


def _merged_origin(first: Optional[Origin], second: Optional[Origin]) -> Optional[Origin]:
    if first is None or second is None:
        return first or second
    return Origin(first.kinds | second.kinds, first.conditional or second.conditional)


def origin(kind: str) -> Origin:
    """Return the origin of a tensor with the single source `kind`."""
    return Origin(frozenset([kind]))


@dataclass(frozen=True)
class Tensor(Mergeable):
    """An NDArray in the imperative phase and a Symbol in the traced one.

    `outputs` is the number of outputs of the Symbol: 1 for most, n for `F.split(x, n)`, None if unknown.
    `shape` is the known part of the shape. Aliases of one array have the same `identity`.
    `origin` is None for the result of an operator.
    `certain` is False if an input may also be a list.
    `description` is the noun phrase for it in messages.
    `numpy` marks arrays of `mx.np`, which have other semantics.
    `node` is its node in the traced graph; None if unknown.
    `dtype` is that of a cast; elementwise operators preserve it.
    `memory` is None for an array of its own, at the address `identity`; see :attr:`storage`.
    """

    outputs: Optional[int] = 1
    shape: Optional[Shape] = None
    identity: int = 0
    origin: Optional[Origin] = dataclasses.field(default=None, hash=False)
    certain: bool = True
    loop_rows: bool = False
    source: str = ""
    description: str = "a tensor"
    numpy: bool = False
    node: Optional[Node] = None
    elementwise_random: str = ""
    dtype: str = ""
    memory: Optional[Memory] = dataclasses.field(default=None, hash=False)

    def merged(self, other: Tensor, nodes: Merge) -> Tensor:
        identity, memory = nodes.place(self, other)
        return Tensor(
            outputs=flat(self.outputs, other.outputs, None),
            shape=self.shape and other.shape and self.shape.graph.either(self.shape, other.shape),
            identity=identity,
            origin=_merged_origin(self.origin, other.origin),
            certain=self.certain and other.certain and (self.outputs == 1) is (other.outputs == 1),
            loop_rows=self.loop_rows or other.loop_rows,
            source=flat(self.source, other.source, ""),
            description=flat(self.description, other.description, "a tensor"),
            numpy=self.numpy and other.numpy,
            node=nodes.node(self.node, other.node),
            elementwise_random=flat(self.elementwise_random, other.elementwise_random, ""),
            dtype=flat(self.dtype, other.dtype, ""),
            memory=memory,
        )

    def renumbered(self, numbers: Optional[Dict[int, int]]) -> Tensor:
        outputs = self.outputs if self.certain else None
        return replace(self, outputs=outputs, identity=0, description="", node=None, memory=None)

    holds_tensor = True

    def tensors(self) -> Iterable[Tensor]:
        return (self,)

    def nodes(self) -> Iterable[Optional[Node]]:
        return (self.node,)

    @property
    def operand_key(self) -> Any:
        return None if self.node is None or self.node.is_choice else self.node.number

    @property
    def storage(self) -> Memory:
        """The memory that it shares with its aliases and views."""
        if self.memory is not None:
            return self.memory
        return Memory(frozenset([self.identity or ELSEWHERE]), (), not self.identity, self.node)

    def is_still(self, *kinds: str) -> bool:
        """Return whether this certainly has an :class:`Origin` of one of `kinds`, and no operator was applied to it."""
        return self.origin is not None and not self.origin.conditional and self.origin.kinds <= set(kinds)

    @property
    def gradient(self) -> Gradient:
        """How a gradient flows back through it; it does if `node` is unknown."""
        return gradients.FLOWING if self.node is None else self.node.gradient

    @property
    def of_no_input(self) -> bool:  # type: ignore[override]
        return self.node is not None and not self.node.needs_input

    @property
    def dims(self) -> Optional[KnownDims]:
        """The lengths of the axes, None for an unknown one; None if the rank is unknown."""
        return None if self.shape is None else self.shape.dims

    @property
    def rank(self) -> Optional[int]:
        """The number of axes, None if it is unknown."""
        return None if self.shape is None else self.shape.rank

    @property
    def as_list(self) -> bool:
        """Whether the imperative phase has a Python list of NDArrays, one for each output of the Symbol."""
        return self.certain and self.outputs != 1

    @property
    def of_input(self) -> bool:  # type: ignore[override]
        """Whether this is a named input, in some configuration at least."""
        return bool(self.source) and self.origin is not None and "input" in self.origin.kinds

    # Elements

    selects_graph = True

    @property
    def is_anything(self) -> bool:
        """Whether it may be any structure of tensors, as the result of a block of another file."""
        return not self.certain and self.outputs is None

    @property
    def holds_one_number(self) -> bool:
        """Whether its shape is (1,), so that its first row equals the whole."""
        return self.dims == (1,) and not self.numpy

    def view(self, step: Tuple[Any, ...], may_copy: bool = False) -> Memory:
        """Return the memory of a view, which the operation `step` makes if it does not copy."""
        memory = self.storage
        if not (memory.may_be_other or may_copy) and len(memory.steps) < _MOST_STEPS:
            return replace(memory, steps=(*memory.steps, step))
        return Memory(memory.addresses, (), True)

    def memory_of_result(self, name: str, arguments: Arguments, result: Tensor) -> Optional[Memory]:
        """Return the memory of `result`, what the method `name` returns; None for an array of its own."""
        if name == "astype" and arguments.get(1, "copy") in (None, constant(True)):
            return None
        if name in VIEWS and not self.numpy or name == "detach":
            return self.view((name, result.node and result.node.number))
        return self.view((name,), may_copy=True) if name in (*VIEWS, *PERHAPS) else None

    def output(self, run: Run, number: Optional[int] = None) -> Dict[str, Any]:
        """Return the properties of output `number` (None for any of them). Its shape is known if all outputs of the
        operator have the same."""
        known = self.outputs != 1 and self.shape is not None and self.shape.is_computed
        node = run.graph.output(self.node, number)
        return {"node": node, **({"shape": self.shape} if known else {})}

    def part_of_unknown(self, run: Run) -> Tensor:
        """Return an element of the result of a block of another file: an output, a row, or again several of these."""
        return run.part(self, outputs=None, certain=False, description="an element")

    def item(self, run: Run, node: ast.AST, index: Value, frame: Frame) -> Value:
        run.emit(Subscript(node, self, index, "load"))
        run.note_loop_rows(node, self)
        if run.recording:
            index.note_index(run, node)
        run.note_taint(node, index, "index")
        if self.is_anything:
            return self.part_of_unknown(run)
        if self.holds_one_number and (isinstance(index, Slice) or index == constant(0)):
            memory = self.view(("item",))
            return replace(self, identity=run.identity(), origin=None, description="an element", memory=memory)
        item = self._item(run, index)
        if item.memory == self.storage or item is self:
            return item
        return replace(item, memory=self._memory_of_item(index, item))

    def _item(self, run: Run, index: Value) -> Tensor:
        if isinstance(index, Slice):
            return self._part(run, index)
        number = index.integer
        if self.outputs != 1 and (index.is_unknown or isinstance(index, Plain) and index.type not in _ONE):
            return run.part(self, outputs=None, certain=False, description="an element")
        known = self.output(run, number % self.outputs if number is not None and self.outputs else None)
        if self.outputs == 1 and index == constant(0) and self.shape is not None:
            known["shape"] = run.shapes.apply("first_output", [self.shape])
        return run.fresh(source=self.source, description="an element", **known)

    def _part(self, run: Run, index: Slice) -> Tensor:
        if self.outputs != 1:
            return Tensor(None, identity=run.identity(), node=run.graph.output(self.node), certain=self.certain)
        if index == Slice():
            return replace(self, identity=run.identity(), memory=self.storage)
        return self if index.is_whole else run.part(self, source=self.source, description=SLICE)

    def _memory_of_item(self, index: Value, result: Tensor) -> Optional[Memory]:
        """Return the memory of `result`, which is `self[index]`; None for an array of its own. An index of numbers and
        slices makes a view if the selected elements are contiguous, any other a copy."""
        if self.outputs != 1:  # a list of them
            number = index.integer
            if self.outputs is None or number is None:
                return self.view((OUTPUT, None), may_copy=True)
            return self.view((OUTPUT, number % self.outputs))
        parts = index.items if isinstance(index, Sequence) and index.type == "tuple" else (index,)
        shares = None if parts is None else item_shares([_kind_of_index(part) for part in parts])
        step = ("item", result.node and result.node.number)
        return None if shares is False else self.view(step, may_copy=not shares)

    def set_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, value: Value, frame: Frame) -> None:
        run.emit(Subscript(node, self, index, "store"))
        self._write_item(run, index, value)

    def _write_item(self, run: Run, index: Value, value: Value) -> None:
        """Write to `self[index]`: the new contents depend on `value`. Only NDArrays can do so: a Symbol raises."""
        before = () if index.selects_all else (self,)
        run.write_array(self, run.operation("changed", (*before, index, value)))

    def augment_item(self, run: Run, node: ast.AugAssign, index: Value, frame: Frame) -> bool:
        value = run.evaluate(node.value, frame)
        run.emit(Subscript(node, self, index, "augmented"))
        self._write_item(run, index, value)
        return True

    def delete_item(self, run: Run, node: ast.AST, holder: ast.AST, index: Value, frame: Frame) -> None:
        run.emit(Subscript(node, self, index, "delete"))

    def length(self, run: Run, node: ast.AST) -> Value:
        if self.numpy or node not in run.module.unread:
            run.emit(LengthOf(node, self))
        if self.as_list:
            return constant(self.outputs, is_literal=True) if self.outputs else Plain("int")
        return Plain("int", taint=run.recorded.of_shape(node, self))

    def iterate(self, run: Run, node: ast.AST, construct: str) -> Sequence:
        run.emit(Iteration(node, self, construct))
        run.recorded.note_rows(node, self, construct)
        run.note_loop_rows(node, self)
        if self.is_anything:
            return run.iterator(None, self.part_of_unknown(run))
        if self.outputs is not None and 1 < self.outputs <= UNROLLED:
            outputs = range(self.outputs)
            return run.iterator(tuple(run.fresh(memory=self.view((OUTPUT, i)), **self.output(run, i)) for i in outputs))
        memory = self.view(("item",), may_copy=True)
        element = run.fresh(source=self.source, description="an element", memory=memory, **self.output(run))
        return run.iterator(None, element)

    def unpack(self, run: Run, node: ast.AST, number: int, star: Optional[int]) -> List[Value]:
        """Return the outputs or rows that targets are assigned."""
        run.emit(Unpacking(node, self, number - (star is not None), star is not None))
        run.note_loop_rows(node, self)
        values: List[Value] = []
        for place in range(number):
            after_star = star is not None and place >= star
            memory = self.view((OUTPUT if self.outputs != 1 else "item", place), may_copy=after_star)
            known = self.output(run, None if after_star else place)
            part: Value = run.fresh(source=self.source, memory=memory, **known)
            if self.is_anything:
                part = self.part_of_unknown(run)
            values.append(Sequence("list", None, part) if place == star else part)
        return values

    def hash(self, run: Run, node: ast.AST) -> None:
        run.emit(Hashing(node, self))

    # Operators

    lifts = False
    tests_equality = True

    def binary(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return _operation(run, node, symbol, self, other)

    def reflected(self, run: Run, node: ast.AST, symbol: str, other: Value) -> Optional[Value]:
        return _operation(run, node, symbol, other, self)

    def unary(self, run: Run, node: ast.AST, symbol: str) -> Value:
        run.emit(UnaryOperation(node, symbol, self))
        return run.fresh(run.operation(symbol, (self,)), shape=self.shape, numpy=self.numpy)

    def converted(self, run: Run, node: ast.AST, to: str) -> Value:
        run.emit(TruthTest(node, self, "bool()") if to == "bool" else Conversion(node, self, f"{to}()"))
        return Plain(to, taint=run.recorded.of_values(node, self))

    def rounded(self, run: Run, node: ast.AST) -> Value:
        run.emit(Conversion(node, self, "round()"))
        return run.fresh(run.operation("round", (self,)), shape=self.shape) if run.recording else Plain()

    def in_place(self, run: Run, node: ast.AugAssign, symbol: str, right: Value, frame: Frame) -> Value:
        """Evaluate `target symbol= right`: the array itself, if NDArrays can be changed by this operator."""
        run.note_taint(node, right, "operand")
        method = run.api.method(f"__i{METHODS[symbol]}__")
        aliased = method is not None and run.is_aliased(self, frame, node.target)
        run.emit(InPlaceOperation(node, symbol, self, right, aliased))
        if method is None or not (method.symbolic or run.imperative_only):  # of a Symbol, Python evaluates `x = x ** y`
            return run.binary(node, symbol, self, right)
        contents = run.operation(BROADCASTING.get(symbol, symbol), (self, right), ("lhs", "rhs"))
        return replace(run.write_array(self, contents), origin=None, description="a tensor", outputs=1)

    @property
    def is_none(self) -> Optional[bool]:  # type: ignore[override]
        # A test of an input for None implies that callers may omit it.
        return None if self.of_input else False

    def is_same(self, other: Value) -> Optional[bool]:
        return True if isinstance(other, Tensor) and other.identity == self.identity else None

    def note_truth(self, run: Run, node: ast.AST, construct: str) -> None:
        run.emit(TruthTest(node, self, construct))

    def note_search(self, run: Run, node: ast.AST, item: Value) -> None:
        run.emit(Iteration(node, self, "in"))
        run.emit(TruthTest(node, self, "in"))

    def has_attribute(self, run: Run, name: str) -> Optional[Tuple[bool, bool]]:
        # A name that lists lack distinguishes the phases even if the value may be a list.
        if not self.certain and hasattr(list, name):
            return None
        method = run.api.method(name)
        return (False, False) if method is None else (method.imperative, method.symbolic)

    # Types

    def class_of(self, run: Run, node: ast.AST) -> Value:
        if not self.certain:
            return UNKNOWN
        array: Value = Imported("mxnet.ndarray.NDArray")
        if self.as_list:
            array = UNKNOWN if self.outputs is None else Imported("builtins.list")
        return run.by_phase(array, Imported("mxnet.symbol.Symbol"), run.code(node))

    def instance_of(self, run: Run, node: ast.AST, classes: FrozenSet[str]) -> Value:
        run.note_type_test(node, self, classes)
        code = run.code(node)
        sides = self._instance_of_abstract(run, classes)
        if sides is not None:
            return run.by_phase(constant(sides[0]), constant(sides[1]), code)
        arrays, symbols = bool({"NDArray", "ndarray"} & classes), bool({"Symbol", "_Symbol"} & classes)
        if self.as_list and any(map(_has_lists, classes)):
            listed = Plain("bool") if self.outputs is None else constant(True)  # an operator may have a single output
            return run.certainly(True) if symbols else run.by_phase(listed, constant(False), code)
        if not self.certain and (classes & _SEQUENCES or arrays and symbols):
            return Plain("bool", argument=self.source)
        # The classes of `mx.np` are subclasses of the others.
        if not self.numpy and any(below in classes and above not in classes for above, below in _SUBCLASSES.items()):
            return Plain("bool")
        if arrays or symbols:
            answer = constant(True) if self.certain else Plain("bool")
            return run.by_phase(answer if arrays else constant(False), answer if symbols else constant(False), code)
        unrelated = classes <= run.api.unrelated_classes and (self.certain or NUMPY_ARRAY not in classes)
        return run.certainly(False) if unrelated else Plain("bool")

    def _instance_of_abstract(self, run: Run, classes: FrozenSet[str]) -> Optional[Tuple[bool, bool]]:
        """Return, for each phase, whether this is an instance of a single class of `collections.abc`; None for other
        classes."""
        if classes == {"Hashable"} and self.certain:
            return not self.as_list, False  # Symbol defines `__eq__` but no `__hash__`
        name = next(iter(classes), "")
        if len(classes) > 1 or name not in _BY_METHOD or not self.certain:
            return None
        sides = self.has_attribute(run, _BY_METHOD[name])
        return (name != "Callable", sides[1]) if self.as_list and sides is not None else sides

    def text(self, run: Run, node: ast.AST) -> Value:
        """Evaluate `str(self)`: that of an NDArray shows its numbers, that of a Symbol its name."""
        taint = run.recorded.of_values(node)
        if taint:
            return Plain("str", taint=taint)
        return run.by_phase(Plain("str"), TEXT_OF_SYMBOL, run.code(node)) if self.certain else Plain("str")

    # Attributes and methods

    def attribute(self, run: Run, read: Read) -> Value:
        """Return the imperative value of an attribute; it matters behind a guard, where only that phase runs."""
        if not read.called:
            run.emit(AttributeRead(read.node, self, read.name))
        recorded = run.recorded.attribute(read.node, self, read.name)
        if recorded is not None:
            return recorded
        if read.name == "T":
            return run.part(self, shape=self.shape and run.shapes.apply("transpose", [self.shape]))
        if read.name == "shape":
            return lengths_of(self.dims)
        if read.name in ("size", "ndim"):
            return Plain("int")
        if read.name == "grad":
            return ImperativeArray("a gradient")
        method = run.api.method(read.name)
        return BoundMethod(self, read.name) if method is not None and method.kind == "method" else Opaque()

    def call_method(
        self, run: Run, node: ast.Call, name: str, arguments: Arguments, frame: Frame, discarded: bool = False
    ) -> Value:
        if name in OF_METHOD and len(arguments.positional) == 1:
            symbol, reflected = OF_METHOD[name]
            left, right = (self, arguments.positional[0])[:: -1 if reflected else 1]
            return run.binary(node, symbol, left, right)
        if name == "__getitem__" and len(arguments.positional) == 1:
            return run.item(node, self, arguments.positional[0], frame)
        if name in ("__len__", "__iter__", "__bool__", "__hash__"):
            return run.call(node, Imported(f"builtins.{name.strip('_')}"), arguments.after(self), frame)
        return run.call_tensor_method(node, self, name, arguments, frame, discarded)

    may_be_count = False

    def used(self, run: Run) -> Tensor:
        """Return this tensor as each use of a name sees it. It may be joined of different shapes, of which all uses of
        the name see the same one."""
        return replace(self, shape=run.shapes.joined()) if self.shape is None and self.outputs == 1 else self

    def captured(self, run: Run) -> Tensor:
        """Return this tensor as the body of a loop operator sees it, if that runs: one from outside is an input of the
        body's own graph, which computes its gradient."""
        inside = self.identity < run.graph_since
        return replace(self, node=run.graph.captured(self.node)) if inside else self

    @property
    def has_origin(self) -> bool:  # type: ignore[override]
        return bool(self.origin)

    def in_next_round(self, run: Run) -> Tensor:
        memory = Memory(self.storage.addresses, (), True)
        return replace(self, identity=run.identity(), node=run.graph.output(self.node), memory=memory)

    def in_any_round(self, before: Optional[Value], since: Loop) -> Tensor:
        shape = None if self.shape is None or self.shape.newest_input > since.shape else self.shape
        node = self.node and self.node.graph.loop(self.node, since.node)
        identity, memory = since.place(self)
        return replace(self, identity=identity, memory=memory, node=node, shape=shape)

    def part_in_any_round(self, since: Loop) -> Value:
        # A tensor that the round did not make is the same in all rounds.
        return self if 0 < self.identity <= since.identity else self.in_any_round(None, since)


#: The class of all arrays or Symbols → its subclass for those of `mx.np`.
_SUBCLASSES = {"NDArray": "ndarray", "Symbol": "_Symbol"}
#: Classes of `collections.abc` → the method that makes an object an instance.
_BY_METHOD = {"Iterable": "__iter__", "Sized": "__len__", "Callable": "__call__"}
_SEQUENCES = frozenset(["list", "tuple", "Sequence"])


def _kind_of_index(part: Value) -> str:
    """Return the kind of a part of an index, for :func:`item_shares`."""
    if isinstance(part, Plain):
        return "number" if part.type == "int" else "other"
    if isinstance(part, Slice):
        return "slice" if part.step in (None, constant(1)) else "other"
    return "array" if isinstance(part, (Tensor, Sequence)) else "unknown"


def _has_lists(name: str) -> bool:
    """Return whether a list is an instance of the class of Python with this name: `list` or one of
    `collections.abc`."""
    class_ = list if name == "list" else getattr(collections.abc, name, None)
    return isinstance(class_, type) and issubclass(list, class_)


#: The types of an index that selects one output.
_ONE = ("int", "bool")
#: The most operations that make a view of a view.
_MOST_STEPS = 8
#: The kinds of `Origin` that take a gradient.
TAKES_GRADIENT = ("input", "element", "parameter")
#: `Tensor.description` of the result of a slice.
SLICE = "a slice"


#: Operators that raise for a list, and for a list and a number; `[x] * 2` does not.
_REFUSES_LIST = ("-", "/", "//", "%", "**")
#: Operator → the number on its right that changes nothing.
_NEUTRAL = {"+": 0, "-": 0, "*": 1, "/": 1}
_REFUSES_LIST_AND_NUMBER = ("+", "<", "<=", ">", ">=")


def _operation(run: Run, node: ast.AST, symbol: str, left: Value, right: Value) -> Value:
    """Evaluate `left symbol right`, at least one of which is a tensor."""
    for side in (left, right):
        if not isinstance(side, ImperativeArray):  # an NDArray raises with a Symbol
            run.note_taint(node, side, "operand")
        run.note_operand(node, side)
        run.note_loop_rows(node, side)
    run.emit(BinaryOperation(node, symbol, left, right))
    tensors = [side for side in (left, right) if isinstance(side, Tensor)]
    others = [side for side in (left, right) if not isinstance(side, Tensor)]
    if symbol == "+" and tensors[0].as_list and others and isinstance(others[0], Sequence):
        return run.list_of(join(run.fresh(**tensors[0].output(run)), element_of(others[0])))
    # What raises while tracing has the shape of the imperative result, so that later lines are analysed.
    dims = [other.dims for other in others if isinstance(other, ImperativeArray)]
    shapes = [tensor.shape for tensor in tensors] + [run.shapes.known(known, literal=True) for known in dims if known]
    shape = shapes[0]
    if len(shapes) == 2 and shapes[0] != shapes[1]:
        shape = run.shapes.elementwise(*(item or run.shapes.unknown() for item in shapes))
    if len(shapes) == 1 and not all(other.is_elementwise for other in others):
        shape = None
    # Operands of different dtypes raise in both phases. Those of `mx.np` do not; comparing them gives booleans.
    dtype = next((tensor.dtype for tensor in tensors if tensor.dtype), "")
    if run.recording:
        boolean = symbol in ("&", "|", "^") and all(tensor.dtype == "bool" for tensor in tensors)
        dtype = "bool" if boolean or symbol in COMPARISONS else ""
    properties: Dict[str, Any] = {"shape": shape, "dtype": dtype}
    random = next((tensor.elementwise_random for tensor in tensors if tensor.elementwise_random), "")
    if random and UNKNOWN not in others:
        properties["elementwise_random"] = random
        properties["origin"] = tensors[0].origin if len(tensors) == 1 else None
    neutral = not run.recording and others[:1] == [right] and right.known and right.python_value == _NEUTRAL.get(symbol)
    made = run.operation(
        "identity" if neutral else BROADCASTING.get(symbol, symbol),
        (left,) if neutral else (left, right),
        ("lhs", "rhs"),
        backward=STOPS if symbol in COMPARISONS else THROUGH,
        is_given=not all(isinstance(other, Plain) for other in others),
    )
    return run.fresh(
        made,
        numpy=any(tensor.numpy for tensor in tensors),
        description=f"the result of `{symbol}`",
        certain=any(tensor.certain for tensor in tensors) or _refuses_lists(symbol, others),
        **properties,
    )


def _refuses_lists(symbol: str, others: List[Value]) -> bool:
    """Return whether the operator would raise if the tensor operand were a list or tuple."""
    beside = [other.type for other in others if isinstance(other, Plain)]
    if beside == ["float"] and symbol == "*" or beside in (["int"], ["float"]) and symbol in _REFUSES_LIST_AND_NUMBER:
        return True
    return symbol in _REFUSES_LIST


def sharing_any(values: Iterable[Value]) -> Memory:
    """Return the memory of what code that is not analysed returns for `values`: it may return one of them."""
    tensors = (tensor.storage for value in values for tensor in value.tensors())
    return functools.reduce(Memory.joined, tensors, FOREIGN)
