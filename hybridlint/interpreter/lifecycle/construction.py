"""Construction of blocks: the attributes after `__init__`, for arguments of the file or of a run."""

from __future__ import annotations

import ast
import collections
import copy
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, Iterator, List, Mapping, Optional, Set, Tuple

from hybridlint.dataclass import replace
from hybridlint.divergences import Kind
from hybridlint.events import ChildWithoutGraph, Observed
from hybridlint.interpreter.engine import functions
from hybridlint.interpreter.engine.frames import Frame, OutOfBudget, Scope
from hybridlint.interpreter.engine.state import BlockContainer
from hybridlint.interpreter.lifecycle import classes
from hybridlint.mxnet_api import gluon
from hybridlint.queries import is_number_or_text
from hybridlint.syntax import FunctionDef, attribute_key, children, nodes_below, parameters
from hybridlint.values import (
    ANY,
    NONE,
    UNKNOWN,
    Arguments,
    Block,
    Change,
    Function,
    ImperativeArray,
    Mapped,
    Operator,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Taint,
    Value,
    Write,
    alternatives,
    constant,
    join,
    operand,
    parameters_among,
)

if TYPE_CHECKING:
    from hybridlint.facts import BlockFacts
    from hybridlint.interpreter import Run

#: Maximum number of sets of constructor arguments of a class that are analysed one by one.
_CONFIGURATIONS = 4


def attributes(run: Run, name: str) -> Mapping[str, Value]:
    """Return the attributes of an instance of a class of the file after `__init__`."""
    known = run.structure.constructed.get(name)
    if known is None or not known.begun:
        try:
            _construct(run, name, _always_passed(run, name))
        except (OutOfBudget, RecursionError):
            run.structure.construct(name, begun=False)  # the class itself is analysed with a budget of its own
            raise
        _apply_facts(run, name)
        known = run.structure.of(name)
    return known.attributes


def _apply_facts(run: Run, name: str) -> None:
    """Set the attributes of a class and the shapes of its parameters to the recorded facts, except attributes that
    change between calls."""
    seen, before_facts = run.facts.of(name), run.structure.of(name)
    held = dict(before_facts.attributes)
    for key, fact in seen.parameters.items():
        before = held.get(key)
        known = before if isinstance(before, ParameterValue) else ParameterValue(key)  # a base class made it
        held[key] = replace(known, dims=fact.shape)
    for key, value in seen.attributes.items():
        before = held.get(key)
        if not (isinstance(before, Plain) and before.taint):
            held[key] = constant(value, is_literal=True)
    always = before_facts.always_set.union(seen.parameters, seen.attributes)
    run.structure.construct(name, attributes=held, always_set=always)


def _construct(run: Run, name: str, arguments: Arguments, missing: Value = ANY) -> None:
    """Run `__init__` of a class of the file with `arguments`; `missing` as in `functions.bind`."""
    run.structure.construct(name, attributes=classes.class_attributes(run, name), begun=True)
    method = classes.find_method(run, name, "__init__")
    if method is not None:
        frame = Frame(Scope(outlives_call=True), instance=name, owner=method[0])
        with run.construction_of(name):
            functions.bind(run, method[1], frame, Self(name), arguments, missing=missing)
            functions.run_body(run, method[1].body, frame)
            run.structure.construct(name, always_set=_always_set(run, name))
    _taint_set_by_forward(run, name)


def _always_set(run: Run, name: str) -> FrozenSet[str]:
    """Return the attributes that every path through `__init__` sets, which has just run, and that the file does not
    delete."""
    defined = frozenset(key for owner, key in run.attempt.store.defined if owner == name)
    return defined - run.module.deleted_attributes


def _constructor_arguments(run: Run, name: str) -> List[Arguments]:
    """Return the distinct sets of arguments with which the file creates blocks of a class. Arguments that are not
    constants are unknown. Empty if a call has starred arguments."""
    arguments: List[Arguments] = []
    for make in run.structure.made_with.get(name, ()):
        if make.starred:
            return []
        positional = tuple(map(_known_argument, make.positional))
        known = Arguments(positional, tuple((key, _known_argument(value)) for key, value in make.keywords))
        if known not in arguments:
            arguments.append(known)
    return arguments


def _known_argument(value: Value) -> Value:
    known = isinstance(value, (Block, Function, ImperativeArray, Operator)) or is_number_or_text(value, known=True)
    return value if known else ANY


def _always_passed(run: Run, name: str) -> Arguments:
    """Return, as unknown values, the arguments of `__init__` that every call in the file passes."""
    method = classes.find_method(run, name, "__init__")
    makes = _constructor_arguments(run, name)
    if method is None or not makes:
        return functions.NO_ARGUMENTS
    titles = [parameter.name for parameter in parameters(method[1]).positional][1:]
    given = [title for place, title in enumerate(titles) if all(make.get(place, title) is not None for make in makes)]
    return Arguments((), tuple((title, ANY) for title in given))


def configurations(run: Run, name: str) -> List[Arguments]:
    """Return the sets of constructor arguments of a class that the file passes and that contain a constant; none if
    there are more than :data:`_CONFIGURATIONS`."""
    makes = [make for make in _constructor_arguments(run, name) if any(value != ANY for value in make.all())]
    return makes if len(makes) <= _CONFIGURATIONS else []


def is_made_by_defaults(run: Run, name: str) -> bool:
    """Return whether the file passes no arguments to a class and derives no other from it, and its constructor needs
    none: the lengths are then those in its defaults, unless other files pass others."""
    method = classes.find_method(run, name, "__init__")
    if (
        method is None
        or classes.has_heirs(run, name)
        or run.structure.made_with.get(name, ()) not in ((), (Arguments(),))
    ):
        return False
    declared = parameters(method[1])
    defaults = [parameter.default for parameter in (*declared.positional[1:], *declared.keyword_only)]
    return None not in defaults and any(map(_is_length, defaults))


def _is_length(default: Optional[ast.expr]) -> bool:
    """Return whether a default is a positive integer, or several."""
    if isinstance(default, (ast.Tuple, ast.List)):
        return bool(default.elts) and all(map(_is_length, default.elts))
    return isinstance(default, ast.Constant) and type(default.value) is int and default.value > 0


def outcome(run: Run, name: str) -> Tuple[Dict[str, Value], List[Value]]:
    """Return the attributes and children that `__init__` of a class leaves; equal ones differ in identities alone."""
    numbers: Dict[int, int] = {}
    held = {key: value.renumbered(numbers) for key, value in attributes(run, name).items()}
    return held, [child.renumbered(numbers) for child in run.structure.of(name).children]


@contextmanager
def with_facts(run: Run, name: str, block: BlockFacts) -> Iterator[None]:
    """Analyse a class of the file with the recorded facts of one instance, `block`."""
    passed = {**dict(_always_passed(run, name).keywords), **dict(_passed_by_facts(run, name, block))}
    with run.with_facts(run.facts.only(name, block)), ExitStack() as stack:
        with run.of_configuration():  # of the instance only, not of the file
            stack.enter_context(constructed(run, name, Arguments((), tuple(passed.items()))))
        _apply_facts(run, name)
        yield


def _passed_by_facts(run: Run, name: str, block: BlockFacts) -> Iterator[Tuple[str, Value]]:
    """Yield the constructor arguments of an instance that its attributes show: `n` of `self.n = n`, where neither is
    assigned anywhere else in the class and its bases."""
    method = classes.find_method(run, name, "__init__")
    if method is None:
        return
    own = parameters(method[1])
    passed = {parameter.name for parameter in (*own.positional, *own.keyword_only)}
    bodies = [run.module.classes[owner].body for owner in classes.lineage(run, name)]
    stored = collections.Counter(_stored_key(node) for body in bodies for node in nodes_below(body))
    for node in nodes_below(method[1].body):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            sides = [side.elts if isinstance(side, ast.Tuple) else [side] for side in (target, node.value)]
            for attribute, value in zip(*sides):
                key, title = _stored_key(attribute), getattr(value, "id", "")
                if key.startswith("self.") and stored[key] == 1 and title in passed and not stored[title]:
                    if key[len("self.") :] in block.attributes:
                        yield title, constant(block.attributes[key[len("self.") :]])


def _stored_key(node: ast.AST) -> str:
    """Return "n" or "self.n" for a node that assigns or deletes it, "" for any other node."""
    if not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        return ""
    return attribute_key(node) or str(getattr(node, "id", ""))


@contextmanager
def specialised(run: Run, block: Block) -> Iterator[None]:
    """Call `block`, of a class of the file, with the attributes that `__init__` sets for its own arguments, if it is
    known individually. What `**` may pass is unknown, what nothing passes is the default."""
    structure, name = run.structure, block.type
    passed = {title: _known_argument(value) for title, value in block.options}
    if not block.identity or run.facts.blocks or "params" in passed:
        yield
        return
    missing = passed.pop("**", UNKNOWN)
    key = name, (missing, *passed.items())
    for_arguments = structure.specialised.get(key)
    if for_arguments is None:
        with constructed(run, name, Arguments((), tuple(passed.items())), missing):
            own = run.structure
        for_arguments = structure.specialise(key, own)
    of_class = structure.of(name)
    structure.restore(name, for_arguments)
    try:
        with run.of_configuration():
            yield
    finally:
        structure.restore(name, of_class)


@contextmanager
def constructed(run: Run, name: str, arguments: Arguments, missing: Value = ANY) -> Iterator[None]:
    """Analyse a class of the file with the attributes that `__init__` sets for `arguments`."""
    structure, own = run.structure, copy.copy(run.structure)
    own.construct(name, children=())
    with run.building_as(own):
        with run.without_events():
            _construct(run, name, arguments, missing)
        yield
    structure.note_read_by_others(*own.read_by_others)


def _taint_set_by_forward(run: Run, name: str) -> None:
    """Taint the attributes that an overridden `forward` sets for `hybrid_forward`, as in `self.n = x.shape[0]`: the
    traced graph has the first value as a constant."""
    method = classes.find_method(run, name, "forward")
    if method is None or classes.find_method(run, name, "hybrid_forward") is None:
        return
    lazy = _lazy_initialization(method[1])
    for node in nodes_below(method[1]):
        if not isinstance(node, ast.Assign) or node in lazy or _depends_on_rank_only(node.value):
            continue
        for target in node.targets:
            key = attribute_key(target)
            if key is not None and key.startswith("self."):
                attribute = key[len("self.") :]
                reason = Taint("carried", f"`self.{attribute}`, which `forward` sets,")
                run.structure.set_attribute(name, attribute, Plain("", taint=reason))


def _lazy_initialization(function: FunctionDef) -> Set[ast.Assign]:
    """Return the assignments that only the first call executes: those below `if self.x is None:`, `if not self.x:`,
    `if not hasattr(self, "x"):` or `if "x" not in self._children:`, where one of them sets `self.x`."""
    result: Set[ast.Assign] = set()
    for branch in nodes_below(function):
        if isinstance(branch, ast.If):
            made = [node for node in nodes_below(branch.body) if isinstance(node, ast.Assign)]
            present = [node for node in made if not isinstance(node.value, ast.Constant) or node.value.value]
            keys = [attribute_key(target) or "" for node in present for target in node.targets]
            if any(key.startswith("self.") and _is_missing(branch.test, key[len("self.") :]) for key in keys):
                result.update(made)
    return result


def _is_missing(test: ast.AST, attribute: str) -> bool:
    """Return whether `test` is true only if an attribute of `self` does not exist, or is None or false."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(_is_missing(part, attribute) for part in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _looks_up(test.operand, attribute)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Is):
        return _looks_up(test.left, attribute) and _is_constant(test.comparators[0], None)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn) and _is_constant(test.left, attribute)


def _looks_up(node: ast.AST, attribute: str) -> bool:
    """Return whether an expression is `self.x`, `getattr(self, "x", …)` or `hasattr(self, "x")`."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr"):
        return len(node.args) > 1 and _is_constant(node.args[1], attribute)
    return attribute_key(node) == f"self.{attribute}"


def _is_constant(node: ast.AST, value: Optional[str]) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _depends_on_rank_only(node: ast.AST) -> bool:
    """Return whether an expression depends on constants and the rank of an array alone: `x.ndim`, `len(x.shape)`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "ndim"
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len":
        return any(getattr(measured, "attr", "") == "shape" for measured in node.args)
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return all(map(_depends_on_rank_only, children(node)))
    return isinstance(node, ast.Constant)


def set_any(run: Run, owner: str, node: ast.AST, value: Value, registers: bool) -> None:
    """Run `setattr(self, name, value)` with an unknown name in `__init__`; `registers` as in `Write`."""
    if registers:
        registered_child(run, node, owner, value)
    held = run.structure.of(owner).dynamic
    run.structure.construct(owner, dynamic=value if held is None else join(held, value))


def set_attribute(run: Run, owner: str, write: Write) -> None:
    """Run `self.name = value` in `__init__`."""
    node, attribute, value, changed = write.node, write.name, write.value, write.change is not Change.SET
    if not write.registers:
        _set_attribute(run, owner, attribute, value, changed)
        return
    if attribute == "_children":
        run.structure.note_own_registration(owner)
        for child in value.blocks():
            registered_child(run, node, owner, child)
        return
    _set_attribute(run, owner, attribute, value, changed)
    run.attempt.store.define((owner, attribute))
    value = operand(value)
    hybrid = classes.is_hybrid(run, owner)
    if hybrid:
        note_child(run, node, owner, value)
    if isinstance(value, Block):
        run.structure.assign(value, node)
        run.structure.add_child(owner, value)
    if hybrid and isinstance(value, (Sequence, Mapped)) and (value.blocks() or value.holds_parameters):
        if value.type != "iterator":
            run.structure.note_container(BlockContainer(node, owner, attribute, value.type or "dict", value))


def _set_attribute(run: Run, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """Set the attribute of the instances of a class; join with an earlier value unless it was `changed` in place."""
    known = run.structure.of(owner).attributes.get(attribute)
    if not (known is None or changed or known == value or known.is_same(value)):
        value = join(known, value)
    run.structure.set_attribute(owner, attribute, value)


def registered_child(run: Run, node: ast.AST, owner: str, child: Value) -> None:
    """Run `self.register_child(child)`, `self.add(child)` or `setattr(self, name, child)` in `__init__`."""
    run.structure.add_child(owner, child)
    if classes.is_hybrid(run, owner):
        note_child(run, node, owner, child)


def note_child(run: Run, node: ast.AST, parent: str, child: Value) -> None:
    """Record that a block which is no HybridBlock is added to the hybrid block `parent`."""
    if child.hybrid is False:
        run.note_structure(ChildWithoutGraph(node, parent, child))


def _without_parameters(run: Run, block: Value) -> bool:
    """Return whether a block certainly has no parameters: a layer of Gluon, or an instance of a class of the file with
    no attributes but such layers and constants."""
    if not isinstance(block, Block):
        return isinstance(block, Plain)
    if not block.local:
        known = gluon.block(block.type)
        return known is not None and (known.parameters == () or known.kind == "lambda" and known.hybrid)
    if not classes.has_base_alone(run, block.type) or run.structure.of(block.type).dynamic is not None:
        return False
    return all(_without_parameters(run, held) for held in attributes(run, block.type).values())


def note_hidden_blocks(run: Run) -> None:
    """Record an event for each list or dict of blocks that `__init__` does not register, unless none of the blocks has
    parameters."""
    # The join of the iterations of a loop holds blocks of unknown identity; the first iterations hold known ones. Those
    # that are always unknown are read from attributes with computed names, which registers them.
    settled = {
        (owner, attribute)
        for _, owner, attribute, _, value in run.structure.containers
        if any(block.identity in run.structure.registered for block in value.blocks())
    }
    for node, owner, attribute, container, value in run.structure.containers:
        blocks = value.blocks()
        if not blocks:
            _note_hidden_parameters(run, node, owner, attribute, container, value)
            continue
        registered = owner in run.structure.registers_itself or (owner, attribute) in settled
        if registered or not any(block.identity for block in blocks):
            continue
        replaced = run.structure.of(owner).attributes.get(attribute) is None
        if replaced or all(_without_parameters(run, block) for block in blocks):
            continue
        run.note_structure(Observed(node, Kind.BLOCKS_HIDDEN, data={"attribute": attribute, "container": container}))
        settled.add((owner, attribute))  # report a container once


def _note_hidden_parameters(run: Run, node: Any, owner: str, attribute: str, container: str, value: Value) -> None:
    """Record a list, tuple or dict of parameters that a traced block holds, unless they are attributes with computed
    names, too, or it reads their Symbols by `var`, or registers them itself."""
    held, dynamic = run.structure.of(owner).attributes, classes.dynamic_attribute(run, owner)
    if held.get(attribute) is None or any(
        isinstance(alternative, ParameterValue) for alternative in alternatives(dynamic)
    ):
        return
    forward, words = ("forward", ("params", "_reg_params")) if run.recording else ("hybrid_forward", ("var",))
    if any(map(run.module.mentions, words)) or classes.find_method(run, owner, forward) is None:
        return
    known = parameters_among(held).values()
    if value.items and all(item in known for item in value.items):
        return
    alone = value.type == "tuple" and len(value.items or ()) == 1
    kind = Kind.PARAMETER_WITH_COMMA if alone else Kind.PARAMETERS_HIDDEN
    run.note_structure(Observed(node, kind, data={"attribute": attribute, "container": container}))


def is_inner(run: Run, made: Any) -> bool:
    """Return whether only hybrid blocks of the file create the blocks of a class (or around a function). They are then
    always part of another block's graph, and may return values that cannot be outputs of a graph."""
    makers = run.structure.makers.get(made, frozenset())
    return bool(makers) and all(
        bool(maker)
        and maker != made
        and classes.is_hybrid(run, maker) is True
        and (run.recording or classes.find_method(run, maker, "forward") is None)
        for maker in makers
    )


def has_own_parameters(run: Run, block: Value) -> bool:
    """Return whether a block or one of its children certainly has parameters."""
    if not isinstance(block, Block) or block.option("params") is not None:
        return False
    held: Iterable[Value] = block.possible_children()
    if block.local:
        held = attributes(run, block.type).values()
    return block.has_parameters or any(
        isinstance(value, ParameterValue) or has_own_parameters(run, value) for value in held
    )


def register_children(run: Run, node: ast.Call, owner: str, name: str, arguments: Arguments) -> Value:
    """Run `self.register_child(block)` or `self.add(block)` in `__init__`."""
    run.structure.note_own_registration(owner)
    for child in arguments.positional:
        if name == "add" and (run.loops or run.structure.of(owner).children):
            run.structure.follow(*child.blocks())
        registered_child(run, node, owner, child)
    return NONE
