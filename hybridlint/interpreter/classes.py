"""Classes of the file: their bases and methods, and the attributes that `__init__` sets."""

from __future__ import annotations

import ast
import builtins
import collections
from contextlib import contextmanager
from typing import Any, Dict, FrozenSet, Iterator, List, Optional, Set, Tuple

from hybridlint import gluon
from hybridlint.dataclass import replace
from hybridlint.events import Arguments, BlocksHidden, ChildAdded
from hybridlint.facts import BlockFacts
from hybridlint.interpreter import functions, names
from hybridlint.interpreter.run import Frame, Run, Scope
from hybridlint.interpreter.store import Store
from hybridlint.lattice import join, operand
from hybridlint.syntax import COMPOUND, FUNCTION_DEFS, FunctionDef, nodes_below, parameters
from hybridlint.values import (
    UNKNOWN,
    Block,
    Class,
    ContextManager,
    Function,
    ImperativeArray,
    Imported,
    Instance,
    Mapped,
    Operator,
    ParameterValue,
    Plain,
    Self,
    Sequence,
    Taint,
    Value,
    constant,
)

#: Containers of Python that a class of the file may inherit from, by qualified name.
_CONTAINERS = frozenset(
    ["builtins.list", "builtins.dict", "builtins.set", "builtins.tuple"]
    + ["collections.defaultdict", "collections.deque"]
)
#: Bases from outside the file that are not blocks.
_PLAIN = ("object", "ABC")
#: Maximum number of sets of constructor arguments of a class that are analysed one by one.
_CONFIGURATIONS = 4


def bases(run: Run, name: str) -> List[Value]:
    """Return the bases of a class of the file."""
    node = run.module.classes.get(name)
    if node is None:
        return []
    if name not in run.structure.bases:
        frame = Frame(Scope())
        with run.apart():
            found = [run.evaluate(base, frame) for base in node.bases if not isinstance(base, ast.Starred)]
        run.structure.bases[name] = found
    return run.structure.bases[name]


def lineage(run: Run, name: str) -> List[str]:
    """Return the class and its bases within the file, nearest first."""
    if name not in run.structure.lineages:
        found: List[str] = []
        waiting = [name]
        while waiting:
            current = waiting.pop(0)
            if current in found or current not in run.module.classes:
                continue
            found.append(current)
            waiting.extend(base.name for base in bases(run, current) if isinstance(base, Class))
        run.structure.lineages[name] = found
    return run.structure.lineages[name]


def related(run: Run, name: str) -> List[ast.ClassDef]:
    """Return the class, its subclasses, and the bases of all of these, within the file."""
    derived = run.structure.derived
    if not derived:
        for other in list(run.module.classes):
            for one in lineage(run, other):
                derived.setdefault(one, []).append(other)
    return [run.module.classes[one] for other in derived.get(name, ()) for one in lineage(run, other)]


def foreign_bases(run: Run, name: str) -> List[Value]:
    """Return the bases from outside the file, inherited ones included."""
    return [base for current in lineage(run, name) for base in bases(run, current) if not isinstance(base, Class)]


def container_base(run: Run, name: str) -> Optional[Imported]:
    """Return the container of Python that a class of the file inherits from; None if there is none."""
    found = (base for base in foreign_bases(run, name) if isinstance(base, Imported) and base.name in _CONTAINERS)
    return next(found, None)


def is_hybrid(run: Run, name: str) -> Optional[bool]:
    """Return whether a class of the file is a HybridBlock; None if a base is unknown."""
    if name not in run.structure.hybrid:
        run.structure.hybrid[name] = None  # ends a recursion of the class into itself
        run.structure.hybrid[name] = _is_hybrid(run, name)
    return run.structure.hybrid[name]


def _is_hybrid(run: Run, name: str) -> Optional[bool]:
    answers: List[Optional[bool]] = []
    for base in foreign_bases(run, name):
        if not isinstance(base, Imported):
            answers.append(None)
            continue
        known = gluon.block(base.name)
        if known is not None:
            answers.append(bool(known["hybrid"]))
        elif names.last(base.name) == "HybridBlock":
            answers.append(True)
        elif names.last(base.name) not in _PLAIN:
            answers.append(None)
    if True in answers:
        return True
    if None in answers:
        return None
    return False if answers else None


def is_plain(run: Run, name: str) -> bool:
    """Return whether a class of the file certainly has no block among its bases."""
    return all(isinstance(base, Imported) and names.last(base.name) in _PLAIN for base in foreign_bases(run, name))


def is_block(run: Run, name: str) -> bool:
    """Return whether a class of the file certainly is a block, hybrid or not."""
    if is_hybrid(run, name):
        return True
    return any(isinstance(base, Imported) and gluon.is_block(base.name) for base in foreign_bases(run, name))


def is_layer(run: Run, name: str) -> bool:
    """Return whether a class of the file inherits from a layer of Gluon."""
    return not {"layer", "cell", "recurrent layer"}.isdisjoint(_kinds_of_bases(run, name))


def is_cell(run: Run, name: str) -> bool:
    """Return whether a class of the file inherits from a recurrent cell of Gluon."""
    return "cell" in _kinds_of_bases(run, name)


def _kinds_of_bases(run: Run, name: str) -> Set[str]:
    """Return the kinds of the blocks of Gluon from which a class of the file inherits."""
    return {gluon.kind(base.name) for base in foreign_bases(run, name) if isinstance(base, Imported)}


def is_always_true(run: Run, block: Block) -> bool:
    """Return whether a block is always true: unlike a Sequential, it defines neither `__len__` nor `__bool__`."""
    bases: List[Value] = foreign_bases(run, block.type) if block.local else [Imported(block.type)]
    known = [gluon.block(base.name) if isinstance(base, Imported) else None for base in bases]
    own = block.local and any(find_method(run, block.type, name) for name in ("__bool__", "__len__"))
    return not own and all(base is not None and not base.get("length") for base in known)


def methods(run: Run, name: str) -> Dict[str, FunctionDef]:
    """Return the methods in the body of a class of the file, functions assigned to another name included."""
    if name not in run.structure.class_methods:
        node = run.module.classes.get(name)
        found: Dict[str, FunctionDef] = {}
        for statement in node.body if node is not None else ():
            if isinstance(statement, FUNCTION_DEFS) and not _accessor_kind(statement):
                found[statement.name] = statement
            elif isinstance(statement, ast.Assign):
                found.update(_aliased_methods(run, statement, found))
        run.structure.class_methods[name] = found
    return run.structure.class_methods[name]


def _accessor_kind(function: FunctionDef) -> str:
    """Return "setter" or "deleter" if `function` is that accessor of a property, else ""."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            return decorator.attr
    return ""


def _aliased_methods(
    run: Run, statement: ast.Assign, defined: Dict[str, FunctionDef]
) -> Iterator[Tuple[str, FunctionDef]]:
    """Yield the methods that `hybrid_forward = body` in a class defines."""
    if isinstance(statement.value, ast.Name):
        function = defined.get(statement.value.id) or run.module.functions.get(statement.value.id)
        for target in statement.targets:
            if function is not None and isinstance(target, ast.Name):
                yield target.id, function


def find_method(run: Run, name: str, method: str) -> Optional[Tuple[str, FunctionDef]]:
    """Return the class of the file that defines `method`, which `name` has or inherits, and the method; else None."""
    for current in lineage(run, name):
        node = methods(run, current).get(method)
        if node is not None:
            return current, node
    return None


def find_setter(run: Run, name: str, attribute: str) -> Optional[Tuple[str, FunctionDef]]:
    """Return the setter of a property and the class of the file that defines it, as :func:`find_method` does."""
    for current in lineage(run, name):
        for node in run.module.classes[current].body:
            if isinstance(node, FUNCTION_DEFS) and node.name == attribute and _accessor_kind(node) == "setter":
                return current, node
    return None


def bound_method(run: Run, frame: Frame, receiver: Value, owner: str, node: FunctionDef) -> Value:
    """Return the method `node` of class `owner`, bound to `receiver`; for a property, the result of calling it."""
    decorators = {names.last(run.code(decorator)) for decorator in node.decorator_list}
    if "staticmethod" in decorators:
        return Function(node, id(node), None, None, owner)
    function = functions.decorated(run, Function(node, id(node), None, None, owner))
    if not isinstance(function, Function):
        return function  # Python binds only functions
    function = replace(function, bound=receiver)
    if "property" in decorators or "cached_property" in decorators:
        return functions.call_function(run, node, function, functions.NO_ARGUMENTS, frame)
    return function


def special(run: Run, node: ast.AST, receiver: Value, name: str, *arguments: Value) -> Optional[Value]:
    """Return the result of a special method (`__len__`, `__getitem__`, `__add__`, …) of `receiver`; None if its class
    is not of the file or does not define it."""
    called = special_on_object(run, node, receiver, name, *arguments)
    return None if called is None else called[0]


def special_on_object(
    run: Run, node: ast.AST, receiver: Value, name: str, *arguments: Value
) -> Optional[Tuple[Value, Value]]:
    """Call a special method as :func:`special` does. Return its result, and the receiver after the call."""
    owner = receiver.name if isinstance(receiver, Instance) else owner_of(receiver)
    found = find_method(run, owner, name) if owner else None
    if found is None:
        return None
    method = Function(found[1], id(found[1]), None, None, found[0])
    return functions.call_on_object(run, node, method, receiver, Arguments(arguments), Frame(Scope()))


def owner_of(container: Value) -> str:
    """Return the name of the class of the file that a list or dict is an instance of; "" if it is of a builtin type."""
    return container.owner if isinstance(container, (Sequence, Mapped)) else ""


def entered(run: Run, node: ast.AST, manager: Value) -> Value:
    """Return the value that a `with` binds to its target."""
    if isinstance(manager, ContextManager):
        return manager.value
    return special(run, node, manager, "__enter__") or manager


# Attributes that __init__ sets


def run_definition(run: Run, name: str, node: ast.ClassDef) -> None:
    """Run what Python runs when a class is defined: `__init_subclass__` of a base, and the decorators."""
    outer, run.constructing = run.constructing, True
    for current in lineage(run, name)[1:]:
        hook = methods(run, current).get("__init_subclass__")
        if hook is not None:
            frame = Frame(Scope())
            given = tuple(
                (argument.arg, run.evaluate(argument.value, frame))
                for argument in node.keywords
                if argument.arg is not None
            )
            function = Function(hook, id(hook), None, Class(name), current)
            functions.call_function(run, node, function, Arguments((), given), frame)
            break
    functions.apply_decorators(run, node, Class(name), None)
    run.constructing = outer


def class_attributes(run: Run, name: str) -> Dict[str, Value]:
    """Return the attributes that the body of a class of the file and those of its bases assign."""
    found: Dict[str, Value] = {}
    for current in reversed(lineage(run, name)):
        found.update(_class_body(run, current))
    return found


def _class_body(run: Run, name: str) -> Dict[str, Value]:
    if name not in run.structure.class_bodies:
        run.structure.class_bodies[name] = {}  # ends a recursion of the class into itself
        own = {title: Function(method, id(method), None, None, name) for title, method in methods(run, name).items()}
        frame = Frame(Scope({}, Scope(dict(own))))
        outer, run.constructing = run.constructing, True
        for statement in run.module.classes[name].body:
            if not isinstance(statement, COMPOUND):
                with run.apart():
                    run.execute([statement], frame)
        run.constructing = outer
        run.structure.class_bodies[name] = frame.scope.names
        for attribute, value in list(frame.scope.names.items()):
            node = run.module.classes[name]
            if special(run, node, value, "__set_name__", Class(name), constant(attribute)) is not None:
                frame.scope.names[attribute] = run.load(value)
    return run.structure.class_bodies[name]


def store_on_class(run: Run, name: str, attribute: str, value: Value) -> None:
    """Run `Net.attribute = value` outside `hybrid_forward`."""
    _class_body(run, name)[attribute] = value


def attributes(run: Run, name: str) -> Dict[str, Value]:
    """Return the attributes of an instance of a class of the file after `__init__`."""
    if name not in run.structure.attributes:
        _construct(run, name, _always_passed(run, name))
        _apply_facts(run, name)
    return run.structure.attributes[name]


def _apply_facts(run: Run, name: str) -> None:
    """Set the attributes of a class and the shapes of its parameters to the recorded facts, except attributes that
    change between calls."""
    held, seen = run.structure.attributes[name], run.facts.of(name)
    for key, fact in seen.parameters.items():
        before = held.get(key)
        known = before if isinstance(before, ParameterValue) else ParameterValue(key)  # a base class made it
        held[key] = replace(known, dims=fact.shape)
    for key, value in seen.attributes.items():
        before = held.get(key)
        if not (isinstance(before, Plain) and before.taint):
            held[key] = constant(value, is_literal=True)


def _construct(run: Run, name: str, arguments: Arguments) -> None:
    """Run `__init__` of a class of the file with `arguments`."""
    run.structure.attributes[name] = class_attributes(run, name)
    found = find_method(run, name, "__init__")
    if found is not None:
        outer = (run.constructing, run.attempt.store, run.loops, run.calling, run.building)
        run.constructing, run.attempt.store, run.loops, run.calling, run.building = True, Store(), 0, [], name
        try:
            frame = Frame(Scope(outlives_call=True), instance=name, owner=found[0])
            functions.bind(run, found[1], frame, Self(name), arguments, missing=Plain())
            run.execute(found[1].body, frame)
        finally:
            run.constructing, run.attempt.store, run.loops, run.calling, run.building = outer
    _taint_set_by_forward(run, name)


def _constructor_arguments(run: Run, name: str) -> List[Arguments]:
    """Return the distinct sets of arguments with which the file creates blocks of a class. Arguments that are not
    constants are unknown. Empty if a call has starred arguments."""
    found: List[Arguments] = []
    for make in run.structure.made_with.get(name, ()):
        if make.starred:
            return []
        positional = tuple(map(_known_argument, make.positional))
        known = Arguments(positional, tuple((key, _known_argument(value)) for key, value in make.keywords))
        if known not in found:
            found.append(known)
    return found


def _known_argument(value: Value) -> Value:
    known = isinstance(value, (Function, ImperativeArray, Operator)) or _is_written_constant(value)
    return value if known else Plain()


def _is_written_constant(value: Value) -> bool:
    """Return whether a value is a known number, string or bool, or a list of these."""
    if isinstance(value, Sequence):
        return bool(value.items) and all(map(_is_written_constant, value.items or ()))
    return isinstance(value, Plain) and value.known and value.type != "NoneType" and not value.is_literal


def _always_passed(run: Run, name: str) -> Arguments:
    """Return, as unknown values, the arguments of `__init__` that every call in the file passes."""
    found = find_method(run, name, "__init__")
    makes = _constructor_arguments(run, name)
    if found is None or not makes:
        return functions.NO_ARGUMENTS
    titles = [parameter.name for parameter in parameters(found[1]).positional][1:]
    given = [title for place, title in enumerate(titles) if all(make.get(place, title) is not None for make in makes)]
    return Arguments((), tuple((title, Plain()) for title in given))


def configurations(run: Run, name: str) -> List[Arguments]:
    """Return the sets of constructor arguments of a class that the file passes and that contain a constant; none if
    there are more than :data:`_CONFIGURATIONS`."""
    makes = [make for make in _constructor_arguments(run, name) if any(value != Plain() for value in make.all())]
    return makes if len(makes) <= _CONFIGURATIONS else []


@contextmanager
def with_arguments(run: Run, name: str, arguments: Arguments) -> Iterator[None]:
    """Analyse a class of the file with the attributes that `__init__` sets for `arguments`, so that tests of them are
    decided."""
    with _constructed(run, name, arguments):
        run.one_configuration = True
        try:
            yield
        finally:
            run.one_configuration = False


@contextmanager
def with_facts(run: Run, name: str, block: BlockFacts) -> Iterator[None]:
    """Analyse a class of the file with the recorded facts of one instance, `block`."""
    facts = run.facts
    run.facts = facts.only(name, block)
    try:
        passed = {**dict(_always_passed(run, name).keywords), **dict(_passed_by_facts(run, name, block))}
        run.one_configuration = True
        with _constructed(run, name, Arguments((), tuple(passed.items()))):
            run.one_configuration = False  # of the instance only, not of the file
            _apply_facts(run, name)
            yield
    finally:
        run.facts, run.one_configuration = facts, False


def _passed_by_facts(run: Run, name: str, block: BlockFacts) -> Iterator[Tuple[str, Value]]:
    """Yield the constructor arguments of an instance that its attributes show: `n` of `self.n = n`, where neither is
    assigned anywhere else in the class."""
    found = find_method(run, name, "__init__")
    if found is None:
        return
    own = parameters(found[1])
    passed = {parameter.name for parameter in (*own.positional, *own.keyword_only)}
    stored = collections.Counter(map(_stored_key, nodes_below(run.module.classes[found[0]].body)))
    for node in nodes_below(found[1].body):
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
    return names.attribute_key(node) or (node.id if isinstance(node, ast.Name) else "")


@contextmanager
def _constructed(run: Run, name: str, arguments: Arguments) -> Iterator[None]:
    structure, events = run.structure, run.events
    run.structure, run.events = structure.copy(), {}
    run.structure.children[name] = []
    _construct(run, name, arguments)
    run.events = events
    try:
        yield
    finally:
        structure.read_by_others |= run.structure.read_by_others
        run.structure = structure


def _taint_set_by_forward(run: Run, name: str) -> None:
    """Taint the attributes that an overridden `forward` sets for `hybrid_forward`, as in `self.n = x.shape[0]`: the
    traced graph has the first value as a constant."""
    found = find_method(run, name, "forward")
    if found is None or find_method(run, name, "hybrid_forward") is None:
        return
    lazy = _lazy_initialization(found[1])
    for node in nodes_below(found[1]):
        if not isinstance(node, ast.Assign) or node in lazy or _depends_on_rank_only(node.value):
            continue
        for target in node.targets:
            key = names.attribute_key(target)
            if key is not None and key.startswith("self."):
                attribute = key[len("self.") :]
                run.structure.attributes[name][attribute] = Plain(
                    "", taint=Taint("carried", f"`self.{attribute}`, which `forward` sets,")
                )


def _lazy_initialization(function: FunctionDef) -> Set[ast.Assign]:
    """Return the assignments that only the first call executes: those below `if self.x is None:`, `if not self.x:`,
    `if not hasattr(self, "x"):` or `if "x" not in self._children:`, where one of them sets `self.x`."""
    found: Set[ast.Assign] = set()
    for branch in nodes_below(function):
        if isinstance(branch, ast.If):
            made = [node for node in nodes_below(branch.body) if isinstance(node, ast.Assign)]
            present = [node for node in made if not isinstance(node.value, ast.Constant) or node.value.value]
            keys = [names.attribute_key(target) or "" for node in present for target in node.targets]
            if any(key.startswith("self.") and _is_missing(branch.test, key[len("self.") :]) for key in keys):
                found.update(made)
    return found


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
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
        return len(node.args) > 1 and _is_constant(node.args[1], attribute)
    return names.attribute_key(node) == f"self.{attribute}"


def _is_constant(node: ast.AST, value: Optional[str]) -> bool:
    return isinstance(node, ast.Constant) and node.value == value


def _depends_on_rank_only(node: ast.AST) -> bool:
    """Return whether an expression depends on constants and the rank of an array alone: `x.ndim`, `len(x.shape)`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "ndim"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        measured = node.args[0] if node.args else None
        return isinstance(measured, ast.Attribute) and measured.attr == "shape"
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return all(_depends_on_rank_only(part) for part in _operands(node))
    return isinstance(node, ast.Constant)


def _operands(node: Any) -> List[ast.AST]:
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return [node.left, *node.comparators]


def set_by_name_in_init(
    run: Run, node: ast.AST, owner: str, attribute: Optional[str], value: Value, registers: bool
) -> None:
    """Run `setattr(self, attribute, value)` in `__init__`; `attribute` is None if the name is unknown. `registers` is
    False for an assignment that does not register a block as a child, such as one to `__dict__`."""
    if attribute is None:
        if registers:
            registered_child(run, node, owner, value)
        held = run.structure.dynamic
        held[owner] = join(held[owner], value) if owner in held else value
    elif registers:
        set_in_init(run, node, owner, attribute, value, changed=False)
    else:
        _set_attribute(run, owner, attribute, value, changed=False)


def set_in_init(run: Run, node: ast.AST, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """Run `self.attribute = value` in `__init__`; `changed` if the object was changed in place."""
    _set_attribute(run, owner, attribute, value, changed)
    value = operand(value)
    hybrid = is_hybrid(run, owner)
    if hybrid and isinstance(value, Block):
        run.note_structure(ChildAdded(node, owner, value, attribute))
    if isinstance(value, Block):
        run.structure.registered.add(value.identity)
        run.structure.assigned[value.identity] = node
        run.structure.children.setdefault(owner, []).append(value)
    if hybrid and isinstance(value, (Sequence, Mapped)) and blocks_in(value):
        container = value.type if isinstance(value, Sequence) else "dict"
        if container != "iterator":
            run.structure.containers.append((node, owner, attribute, container, value))


def _set_attribute(run: Run, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """Set the attribute of the instances of a class; join with an earlier value unless it was `changed` in place."""
    held = run.structure.attributes.setdefault(owner, {})
    known = held.get(attribute)
    if (
        known is None
        or changed
        or known == value
        or isinstance(known, Block)
        and isinstance(value, Block)
        and known.identity == value.identity
    ):
        held[attribute] = value
    else:
        held[attribute] = join(known, value)


def registered_child(run: Run, node: ast.AST, owner: str, child: Value) -> None:
    """Run `self.register_child(child)`, `self.add(child)` or `setattr(self, name, child)` in `__init__`."""
    run.structure.registered.update(block.identity for block in blocks_in(child))
    run.structure.children.setdefault(owner, []).append(child)
    if is_hybrid(run, owner) and isinstance(child, Block):
        run.note_structure(ChildAdded(node, owner, child, ""))


def blocks_in(value: Value) -> List[Block]:
    if isinstance(value, Block):
        return [value]
    if isinstance(value, Sequence):
        return [block for item in (value.items or (value.element,)) for block in blocks_in(item)]
    if isinstance(value, Mapped):
        items = [item for _, item in value.entries] + ([value.element] if value.element else [])
        return [block for item in items for block in blocks_in(item)]
    return []


def _without_parameters(block: Block) -> bool:
    """Return whether a block is a layer of Gluon without parameters."""
    known = None if block.local else gluon.block(block.type)
    return known is not None and known.get("parameters") is False


def note_hidden_blocks(run: Run) -> None:
    """Record an event for each list or dict of blocks that `__init__` does not register, unless none of the blocks has
    parameters."""
    # The join of the iterations of a loop holds blocks of unknown identity; the first iterations hold known ones.
    registered = {
        (owner, attribute)
        for _, owner, attribute, _, value in run.structure.containers
        if any(block.identity in run.structure.registered for block in blocks_in(value))
    }
    for node, owner, attribute, container, value in run.structure.containers:
        blocks = blocks_in(value)
        if owner in run.structure.registers_itself or (owner, attribute) in registered:
            continue
        if run.structure.attributes.get(owner, {}).get(attribute) is None or all(map(_without_parameters, blocks)):
            continue
        run.note_structure(BlocksHidden(node, attribute, container))


def dynamic_attribute(run: Run, name: str) -> Value:
    """Return the join of the values set under unknown names, as by `setattr(self, "fc%d" % i, …)`."""
    return run.structure.dynamic.get(name, UNKNOWN)


# Exceptions


def exception_names(run: Run, raised: Value) -> FrozenSet[str]:
    """Return the names of the class of an exception and of its bases; none if the class is unknown."""
    if isinstance(raised, Imported):
        kind = getattr(builtins, names.last(raised.name), None)
        return frozenset(base.__name__ for base in kind.__mro__) if isinstance(kind, type) else frozenset()
    if not isinstance(raised, (Instance, Class)):
        return frozenset()
    own = lineage(run, raised.name)
    if not own:
        return exception_names(run, Imported(f"builtins.{raised.name}"))
    outside = [exception_names(run, base) for base in foreign_bases(run, raised.name)]
    return frozenset(own).union(*outside)


def is_exception(title: str) -> bool:
    """Return whether a builtin is an exception class."""
    kind = getattr(builtins, title, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)
