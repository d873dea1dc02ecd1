"""Classes of the file: their bases and methods, and what `__init__` puts on an instance."""

from __future__ import annotations

import ast
import builtins
import dataclasses
from contextlib import contextmanager
from typing import Any, Dict, FrozenSet, Iterator, List, Optional, Tuple

from hybridlint import gluon
from hybridlint.events import Arguments, BlocksHidden, ChildAdded
from hybridlint.facts import BlockFacts
from hybridlint.interpreter import functions, names
from hybridlint.interpreter.run import Frame, Run, Scope
from hybridlint.interpreter.store import Store
from hybridlint.lattice import join
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

#: Containers of Python of which a class of the file may be a subclass, by their names in full.
_CONTAINERS = frozenset(
    ["builtins.list", "builtins.dict", "builtins.set", "builtins.tuple"]
    + ["collections.OrderedDict", "collections.defaultdict", "collections.deque"]
)
#: Bases outside of the file that make no block of a class.
_PLAIN = ("object", "ABC")
#: In so many ways may the file make blocks of a class for each of them to be followed.
_CONFIGURATIONS = 4


def bases(run: Run, name: str) -> List[Value]:
    """The bases of a class of the file."""
    node = run.module.classes.get(name)
    if node is None:
        return []
    frame = Frame(Scope())
    with run.apart():
        return [run.evaluate(base, frame) for base in node.bases if not isinstance(base, ast.Starred)]


def lineage(run: Run, name: str) -> List[str]:
    """The class and its bases within the file, nearest first."""
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


def kin(run: Run, name: str) -> List[ast.ClassDef]:
    """The class, its bases, the classes that are derived from it, and their bases, within the file."""
    derived = run.structure.derived
    if not derived:
        for other in run.module.classes:
            for one in lineage(run, other):
                derived.setdefault(one, []).append(other)
    return [run.module.classes[one] for other in derived.get(name, ()) for one in lineage(run, other)]


def foreign_bases(run: Run, name: str) -> List[Value]:
    """The bases outside of the file."""
    return [base for current in lineage(run, name) for base in bases(run, current) if not isinstance(base, Class)]


def container_base(run: Run, name: str) -> Optional[Imported]:
    """The container of Python that a class of the file is a subclass of, if it is one."""
    found = (base for base in foreign_bases(run, name) if isinstance(base, Imported) and base.name in _CONTAINERS)
    return next(found, None)


def is_hybrid(run: Run, name: str) -> Optional[bool]:
    """Whether a class of the file is a HybridBlock; None where a base is not known."""
    if name not in run.structure.hybrid:
        run.structure.hybrid[name] = None  # for a class that asks for itself
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
    """Whether a class of the file certainly is no block by itself."""
    return all(isinstance(base, Imported) and names.last(base.name) in _PLAIN for base in foreign_bases(run, name))


def is_block(run: Run, name: str) -> bool:
    """Whether a class of the file certainly is a block of any kind."""
    if is_hybrid(run, name):
        return True
    return any(isinstance(base, Imported) and gluon.is_block(base.name) for base in foreign_bases(run, name))


def is_layer(run: Run, name: str) -> bool:
    """Whether a class of the file is derived from a layer of Gluon."""
    known = [gluon.block(base.name) for base in foreign_bases(run, name) if isinstance(base, Imported)]
    return any(block is not None and block["kind"] in ("layer", "cell", "recurrent layer") for block in known)


def is_cell(run: Run, name: str) -> bool:
    """Whether a class of the file is derived from a recurrent cell of Gluon."""
    known = [gluon.block(base.name) for base in foreign_bases(run, name) if isinstance(base, Imported)]
    return any(block is not None and block["kind"] == "cell" for block in known)


def is_always_true(run: Run, block: Block) -> bool:
    """Whether a block is one for certain, and its truth that of any object: no length, as that of a Sequential is."""
    bases: List[Value] = foreign_bases(run, block.type) if block.local else [Imported(block.type)]
    known = [gluon.block(base.name) if isinstance(base, Imported) else None for base in bases]
    own = block.local and any(find_method(run, block.type, name) for name in ("__bool__", "__len__"))
    return not (own or block.optional) and all(base is not None and not base.get("length") for base in known)


def methods(run: Run, name: str) -> Dict[str, FunctionDef]:
    """The methods that a class of the file defines itself, or takes from the functions of the module."""
    if name not in run.structure.class_methods:
        node = run.module.classes.get(name)
        found: Dict[str, FunctionDef] = {}
        for statement in node.body if node is not None else ():
            if isinstance(statement, FUNCTION_DEFS) and not _accessor(statement):
                found[statement.name] = statement
            elif isinstance(statement, ast.Assign):
                found.update(_taken(run, statement, found))
        run.structure.class_methods[name] = found
    return run.structure.class_methods[name]


def _accessor(function: FunctionDef) -> str:
    """ "setter" or "deleter" for the function by which a property is set or deleted; it bears the property's name."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Attribute) and decorator.attr in ("setter", "deleter"):
            return decorator.attr
    return ""


def _taken(run: Run, statement: ast.Assign, defined: Dict[str, FunctionDef]) -> Iterator[Tuple[str, FunctionDef]]:
    """`hybrid_forward = body` in a class: a function under another name."""
    if isinstance(statement.value, ast.Name):
        function = defined.get(statement.value.id) or run.module.functions.get(statement.value.id)
        for target in statement.targets:
            if function is not None and isinstance(target, ast.Name):
                yield target.id, function


def find_method(run: Run, name: str, method: str) -> Optional[Tuple[str, FunctionDef]]:
    """A method by name, own or inherited within the file, with the class that defines it."""
    for current in lineage(run, name):
        node = methods(run, current).get(method)
        if node is not None:
            return current, node
    return None


def find_setter(run: Run, name: str, attribute: str) -> Optional[Tuple[str, FunctionDef]]:
    """The function by which a property of a class of the file is set, as :func:`find_method` does."""
    for current in lineage(run, name):
        for node in run.module.classes[current].body:
            if isinstance(node, FUNCTION_DEFS) and node.name == attribute and _accessor(node) == "setter":
                return current, node
    return None


def bound_method(run: Run, frame: Frame, receiver: Value, owner: str, node: FunctionDef) -> Value:
    """The method `node` of class `owner`, read from `receiver`: a property is called."""
    decorators = {names.last(run.code(decorator)) for decorator in node.decorator_list}
    if "staticmethod" in decorators:
        return Function(node, id(node), None, None, owner)
    function = functions.decorated(run, Function(node, id(node), None, None, owner))
    if not isinstance(function, Function):
        return function  # Python binds functions alone
    function = dataclasses.replace(function, bound=receiver)
    if "property" in decorators or "cached_property" in decorators:
        return functions.call_function(run, node, function, functions.NO_ARGUMENTS, frame)
    return function


def special(run: Run, node: ast.AST, receiver: Value, name: str, *arguments: Value) -> Optional[Value]:
    """What `__len__`, `__getitem__`, `__add__` and the like give of an object whose class in the file has them."""
    called = special_on_object(run, node, receiver, name, *arguments)
    return None if called is None else called[0]


def special_on_object(
    run: Run, node: ast.AST, receiver: Value, name: str, *arguments: Value
) -> Optional[Tuple[Value, Value]]:
    """The same, and the object as the method leaves it."""
    owner = receiver.name if isinstance(receiver, Instance) else owner_of(receiver)
    found = find_method(run, owner, name) if owner else None
    if found is None:
        return None
    method = Function(found[1], id(found[1]), None, None, found[0])
    return functions.call_on_object(run, node, method, receiver, Arguments(arguments), Frame(Scope()))


def owner_of(container: Value) -> str:
    """The class of the file of which a list or dict is an instance; "" if it is of none."""
    return container.owner if isinstance(container, (Sequence, Mapped)) else ""


def entered(run: Run, node: ast.AST, manager: Value) -> Value:
    """What a `with` binds to its name."""
    if isinstance(manager, ContextManager):
        return manager.value
    return special(run, node, manager, "__enter__") or manager


# What __init__ puts on self


def defined(run: Run, name: str, node: ast.ClassDef) -> None:
    """What a class of the module does as it is defined: its bases hear of it, its decorators get it."""
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
    """What the body of a class of the file assigns, and those of its bases."""
    found: Dict[str, Value] = {}
    for current in reversed(lineage(run, name)):
        found.update(_class_body(run, current))
    return found


def _class_body(run: Run, name: str) -> Dict[str, Value]:
    if name not in run.structure.class_bodies:
        run.structure.class_bodies[name] = {}  # for a class that asks for itself
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


def store_on_class(run: Run, name: str, attribute: str, value: Value, changed: bool) -> None:
    """`Net.attribute = value` before `hybrid_forward` runs; `changed` where its object was changed in place, which may
    be that of a base."""
    holders = [current for current in lineage(run, name) if changed and attribute in _class_body(run, current)]
    _class_body(run, holders[0] if holders else name)[attribute] = value


def attributes(run: Run, name: str) -> Dict[str, Value]:
    """What instances of a class of the file hold after `__init__`."""
    if name not in run.structure.attributes:
        _construct(run, name, _always_given(run, name))
        _see_attributes(run, name)
    return run.structure.attributes[name]


def _see_attributes(run: Run, name: str) -> None:
    """Give the instances of a class the attributes that a run has seen, but for what changes between calls, and its
    parameters their shapes."""
    held, seen = run.structure.attributes[name], run.facts.of(name)
    for key, fact in seen.parameters.items():
        before = held.get(key)
        if isinstance(before, ParameterValue):
            held[key] = dataclasses.replace(before, dims=fact.shape)
    for key, value in seen.attributes.items():
        before = held.get(key)
        if not (isinstance(before, Plain) and before.taint):
            held[key] = constant(value, written=True)


def _construct(run: Run, name: str, arguments: Arguments) -> None:
    """Run `__init__` of a class of the file with `arguments`."""
    run.structure.attributes[name] = class_attributes(run, name)
    found = find_method(run, name, "__init__")
    if found is not None:
        outer = (run.constructing, run.attempt.store, run.loops, run.calling, run.building)
        run.constructing, run.attempt.store, run.loops, run.calling, run.building = True, Store(), 0, [], name
        try:
            frame = Frame(Scope(lasting=True), instance=name, owner=found[0])
            functions.bind(run, found[1], frame, Self(name), arguments, missing=Plain())
            run.execute(found[1].body, frame)
        finally:
            run.constructing, run.attempt.store, run.loops, run.calling, run.building = outer
    _stored_by_forward(run, name)


def _makes(run: Run, name: str) -> List[Arguments]:
    """What `__init__` of a class gets wherever the file makes a block of it, as far as it is written out."""
    found: List[Arguments] = []
    for make in run.structure.made_with.get(name, ()):
        if make.starred:
            return []
        positional = tuple(map(_as_written, make.positional))
        known = Arguments(positional, tuple((key, _as_written(value)) for key, value in make.keywords))
        if known not in found:
            found.append(known)
    return found


def _as_written(value: Value) -> Value:
    known = isinstance(value, (Function, ImperativeArray, Operator)) or _is_written_out(value)
    return value if known else Plain()


def _is_written_out(value: Value) -> bool:
    """Whether a value is a number, a text or a flag that is known, or a list of such."""
    if isinstance(value, Sequence):
        return bool(value.items) and all(map(_is_written_out, value.items or ()))
    return isinstance(value, Plain) and value.known and value.type != "NoneType" and not value.written


def _always_given(run: Run, name: str) -> Arguments:
    """The arguments of `__init__` that have their default nowhere in the file, as values that are not known."""
    found = find_method(run, name, "__init__")
    makes = _makes(run, name)
    if found is None or not makes:
        return functions.NO_ARGUMENTS
    titles = [parameter.name for parameter in parameters(found[1]).positional][1:]
    given = [title for place, title in enumerate(titles) if all(make.get(place, title) is not None for make in makes)]
    return Arguments((), tuple((title, Plain()) for title in given))


def configurations(run: Run, name: str) -> List[Arguments]:
    """The ways in which the file makes blocks of a class, as far as they are written out; none where they are many."""
    makes = [make for make in _makes(run, name) if any(value != Plain() for value in make.all())]
    return makes if len(makes) <= _CONFIGURATIONS else []


@contextmanager
def made_with(run: Run, name: str, arguments: Arguments) -> Iterator[None]:
    """Let the instances of a class of the file hold what `__init__` puts on them when it gets `arguments`, and nothing
    else: tests of it are decided."""
    with _constructed(run, name, arguments):
        run.one_configuration = True
        try:
            yield
        finally:
            run.one_configuration = False


@contextmanager
def seen_as(run: Run, name: str, block: BlockFacts) -> Iterator[None]:
    """Let the instances of a class of the file be what a run has seen of one of them."""
    facts = run.facts
    run.facts = facts.only(name, block)
    try:
        with _constructed(run, name, _always_given(run, name)):
            _see_attributes(run, name)
            yield
    finally:
        run.facts = facts


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


def _stored_by_forward(run: Run, name: str) -> None:
    """An overridden `forward` that sets `self.n = x.shape[0]` for `hybrid_forward`: the trace keeps the first value."""
    found = find_method(run, name, "forward")
    if found is None or find_method(run, name, "hybrid_forward") is None:
        return
    for node in nodes_below(found[1]):
        if not isinstance(node, ast.Assign) or _same_for_all_arrays(node.value):
            continue
        for target in node.targets:
            key = names.attribute_key(target)
            if key is not None and key.startswith("self."):
                attribute = key[len("self.") :]
                run.structure.attributes[name][attribute] = Plain(
                    "", taint=Taint("carried", f"`self.{attribute}`, which `forward` sets,")
                )


def _same_for_all_arrays(node: ast.AST) -> bool:
    """Whether an expression is a constant, or asks an array for no more than its rank: `x.ndim`, `len(x.shape)`."""
    if isinstance(node, ast.Attribute):
        return node.attr == "ndim"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        asked = node.args[0] if node.args else None
        return isinstance(asked, ast.Attribute) and asked.attr == "shape"
    if isinstance(node, (ast.BinOp, ast.Compare)):
        return all(_same_for_all_arrays(part) for part in _operands(node))
    return isinstance(node, ast.Constant)


def _operands(node: Any) -> List[ast.AST]:
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    return [node.left, *node.comparators]


def constructed_by_name(
    run: Run, node: ast.AST, owner: str, attribute: Optional[str], value: Value, registers: bool
) -> None:
    """`setattr(self, attribute, value)` in `__init__`, where the name may be unknown; or what `registers` no block."""
    if attribute is None:
        if registers:
            registered_child(run, node, owner, value)
        held = run.structure.dynamic
        held[owner] = join(held[owner], value) if owner in held else value
    elif registers:
        constructed(run, node, owner, attribute, value, changed=False)
    else:
        _hold(run, owner, attribute, value, changed=False)


def constructed(run: Run, node: ast.AST, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """`self.attribute = value` in `__init__`."""
    _hold(run, owner, attribute, value, changed)
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


def _hold(run: Run, owner: str, attribute: str, value: Value, changed: bool) -> None:
    """Let the instances of a class have the attribute."""
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
    """`self.register_child(child)`, `self.add(child)` or `setattr(self, name, child)` in `__init__`."""
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
    """Whether a block is a layer of Gluon that has nothing to be found."""
    known = None if block.local else gluon.block(block.type)
    return known is not None and known.get("parameters") is False


def note_hidden_blocks(run: Run) -> None:
    """Yield an event for each list or dict of blocks that `__init__` registers nowhere: of blocks with parameters,
    or children."""
    for node, owner, attribute, container, value in run.structure.containers:
        blocks = blocks_in(value)
        if owner in run.structure.registers_itself or any(
            block.identity in run.structure.registered for block in blocks
        ):
            continue
        if run.structure.attributes.get(owner, {}).get(attribute) is None or all(map(_without_parameters, blocks)):
            continue
        run.note_structure(BlocksHidden(node, attribute, container))


def dynamic_attribute(run: Run, name: str) -> Value:
    """What `setattr(self, "fc%d" % i, …)` may have put under a name that is not known."""
    return run.structure.dynamic.get(name, UNKNOWN)


# exceptions


def exception_names(run: Run, raised: Value) -> FrozenSet[str]:
    """The names of the class of an exception and of its bases; none where it is not known."""
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
    """Whether a builtin is a class of exceptions."""
    kind = getattr(builtins, title, None)
    return isinstance(kind, type) and issubclass(kind, BaseException)
