"""Classes of the file: their bases, methods and attributes."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterator, List, Optional, Tuple

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.frames import Frame, Scope
from hybridlint.interpreter.engine.look_ups import once
from hybridlint.mxnet_api import gluon
from hybridlint.syntax import COMPOUND, FUNCTION_DEFS, FunctionDef, last_part
from hybridlint.values import (
    UNKNOWN,
    Arguments,
    Block,
    Class,
    Function,
    Imported,
    Instance,
    Sequence,
    Value,
)

if TYPE_CHECKING:
    from hybridlint.interpreter import Run
    from hybridlint.module import Module

#: Containers of Python that a class of the file may inherit from, by qualified name.
_CONTAINERS = frozenset(
    ["builtins.list", "builtins.dict", "builtins.set", "builtins.tuple"]
    + ["collections.defaultdict", "collections.deque"]
)
#: Bases from outside the file that are not blocks.
_PLAIN = ("object", "ABC")


@once()
def bases(run: Run, name: str) -> List[Value]:
    """Return the bases of a class of the file."""
    node = run.module.classes.get(name)
    if node is None:
        return []
    with run.apart():
        frame = Frame(Scope())
        return [run.evaluate(base, frame) for base in node.bases if not isinstance(base, ast.Starred)]


def _own_bases(run: Run, name: str) -> List[str]:
    """Return the names of the bases of a class that are of the file."""
    return [base.name for base in bases(run, name) if isinstance(base, Class)]


@once()
def lineage(run: Run, name: str) -> List[str]:
    """Return the class and its bases within the file, nearest first."""
    result: Dict[str, None] = {}
    waiting = [name]
    for current in waiting:
        if current not in result and current in run.module.classes:
            result[current] = None
            waiting.extend(_own_bases(run, current))
    return list(result)


@once()
def _derived(run: Run, module: Module) -> Dict[str, List[str]]:
    """Return the classes of the file, each with its subclasses, itself included."""
    derived: Dict[str, List[str]] = {}
    for other in list(module.classes):
        for ancestor in lineage(run, other):
            derived.setdefault(ancestor, []).append(other)
    return derived


def has_heirs(run: Run, name: str) -> bool:
    """Return whether a class of the file derives from another of it."""
    return len(_derived(run, run.module).get(name, ())) > 1


def related(run: Run, name: str) -> List[ast.ClassDef]:
    """Return the class, its subclasses, and the bases of all of these, within the file."""
    kin = dict.fromkeys(_derived(run, run.module).get(name, ()))
    waiting = list(kin)
    for current in waiting:
        waiting += [base for base in _own_bases(run, current) if base in run.module.classes and base not in kin]
        kin.update(dict.fromkeys(waiting))
    return [run.module.classes[item] for item in kin]


@once()
def foreign_bases(run: Run, name: str) -> List[Value]:
    """Return the bases from outside the file, inherited ones included."""
    every = (base for current in lineage(run, name) for base in bases(run, current))
    return [base for base in every if not isinstance(base, Class)]


@once()
def foreign_names(run: Run, name: str) -> List[str]:
    """Return the full names of the bases from outside the file; "" for one that is unknown."""
    return [base.name if isinstance(base, Imported) else "" for base in foreign_bases(run, name)]


def container_base(run: Run, name: str) -> Optional[Imported]:
    """Return the container of Python that a class of the file inherits from; None if there is none."""
    return next((Imported(title) for title in foreign_names(run, name) if title in _CONTAINERS), None)


@once(meanwhile=lambda name: None)
def is_hybrid(run: Run, name: str) -> Optional[bool]:
    """Return whether a class of the file is a HybridBlock; None if a base is unknown."""
    answers: List[Optional[bool]] = []
    for title in foreign_names(run, name):
        known = gluon.block(title)
        if known is not None:
            answers.append(known.hybrid)
        elif last_part(title) not in _PLAIN:
            answers.append(True if last_part(title) == "HybridBlock" else None)
    if True in answers:
        return True
    if None in answers:
        return None
    return False if answers else None


def has_base_alone(run: Run, name: str) -> bool:
    """Return whether a class of the file has no other base from outside the file than HybridBlock, Block and object."""
    return all(last_part(title) in _PLAIN or gluon.kind(title) == "base" for title in foreign_names(run, name))


def is_plain(run: Run, name: str) -> bool:
    """Return whether a class of the file certainly has no block among its bases."""
    return all(last_part(title) in _PLAIN for title in foreign_names(run, name))


def is_block(run: Run, name: str) -> bool:
    """Return whether a class of the file certainly is a block, hybrid or not."""
    return bool(is_hybrid(run, name)) or any(map(gluon.is_block, foreign_names(run, name)))


def inherits_parameter(run: Run, name: str, attribute: str) -> bool:
    """Return whether a class of the file inherits this parameter from a layer or a cell of Gluon."""
    known = map(gluon.block, foreign_names(run, name))
    return any(base is not None and attribute in (base.parameters or ()) for base in known)


def is_cell(run: Run, name: str) -> bool:
    """Return whether a class of the file inherits from a recurrent cell of Gluon."""
    return any(gluon.kind(title) == "cell" for title in foreign_names(run, name))


def is_always_true(run: Run, block: Block) -> bool:
    """Return whether a block is always true: unlike a Sequential, it defines neither `__len__` nor `__bool__`."""
    known = map(gluon.block, foreign_names(run, block.type) if block.local else [block.type])
    own = block.local and any(find_method(run, block.type, name) for name in ("__bool__", "__len__"))
    return not own and all(base is not None and not base.length for base in known)


@once()
def methods(run: Run, name: str) -> Dict[str, FunctionDef]:
    """Return the methods in the body of a class of the file, functions assigned to another name included."""
    node = run.module.classes.get(name)
    result: Dict[str, FunctionDef] = {}
    for statement in node.body if node is not None else ():
        if isinstance(statement, FUNCTION_DEFS) and not _accessor_kind(statement):
            result[statement.name] = statement
        elif isinstance(statement, ast.Assign):
            result.update(_aliased_methods(run, statement, result))
    return result


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
    return _methods_by_name(run, name).get(method)


def find_inherited(run: Run, name: str, base: str, method: str) -> Optional[Tuple[str, FunctionDef]]:
    """Return the method that `super()` finds for an instance of class `name` in a method of its class `base`, as
    :func:`find_method` does."""
    order = lineage(run, name)
    after = order[order.index(base) + 1 :] if base in order else []
    return next(((owner, methods(run, owner)[method]) for owner in after if method in methods(run, owner)), None)


@once()
def _methods_by_name(run: Run, name: str) -> Dict[str, Tuple[str, FunctionDef]]:
    """Return the methods that a class of the file has or inherits, each with the class that defines it."""
    lines = ((owner, methods(run, owner)) for owner in reversed(lineage(run, name)))
    return {title: (owner, node) for owner, own in lines for title, node in own.items()}


def find_setter(run: Run, name: str, attribute: str) -> Optional[Tuple[str, FunctionDef]]:
    """Return the setter of a property and the class of the file that defines it, as :func:`find_method` does."""
    setters = _setters(run, run.module)
    owners = (owner for owner in lineage(run, name) if (owner, attribute) in setters) if setters else ()
    return next(((owner, setters[owner, attribute]) for owner in owners), None)


@once()
def _setters(run: Run, module: Module) -> Dict[Tuple[str, str], FunctionDef]:
    """Return the setters of properties, by class and name of the property."""
    bodies = ((owner, statement) for owner, node in module.classes.items() for statement in node.body)
    return {
        (owner, statement.name): statement
        for owner, statement in bodies
        if isinstance(statement, FUNCTION_DEFS) and _accessor_kind(statement) == "setter"
    }


def bound_method(run: Run, frame: Frame, receiver: Value, owner: str, node: FunctionDef) -> Value:
    """Return the method `node` of class `owner`, bound to `receiver`; for a property, the result of calling it."""
    decorators = {last_part(run.code(decorator)) for decorator in node.decorator_list}
    if "staticmethod" in decorators:
        return Function(node, id(node), None, None, owner)
    function = run.decorated(Function(node, id(node), None, None, owner))
    if not isinstance(function, Function):
        return function  # Python binds only functions
    function = replace(function, bound=receiver)
    if "property" in decorators or "cached_property" in decorators:
        return run.call_function(node, function, Arguments(), frame)
    return function


def special(run: Run, node: Any, receiver: Value, name: str, *arguments: Value) -> Optional[Value]:
    """Return the result of a special method (`__len__`, `__getitem__`, `__add__`, …) of `receiver`; None if its class
    is not of the file or does not define it."""
    owner = receiver.owner_class
    if not owner:
        return None
    method = find_method(run, owner, name)
    if method is None:
        assigned = class_attributes(run, owner).get(name)
        if not isinstance(assigned, Imported):
            return None
        # `__getattr__ = dict.__getitem__`
        return run.call(node, assigned, Arguments((receiver, *arguments)), Frame(Scope()))
    bound = Function.of_method(method, receiver)
    return run.call_function(node, bound, Arguments(arguments), Frame(Scope()))


# Attributes that __init__ sets


def class_attributes(run: Run, name: str) -> Dict[str, Value]:
    """Return the attributes that the body of a class of the file and those of its bases assign."""
    attributes: Dict[str, Value] = {}
    for current in reversed(lineage(run, name)):
        attributes.update(_class_body(run, current))
        attributes.update(run.structure.set_on_classes.get(current, {}))
    return attributes


@once(meanwhile=lambda name: {})
def _class_body(run: Run, name: str) -> Dict[str, Value]:
    own = {title: Function(method, id(method), None, None, name) for title, method in methods(run, name).items()}
    frame = Frame(Scope({}, Scope(dict(own))))
    for statement in run.module.classes[name].body:
        if not isinstance(statement, COMPOUND):
            with run.before_calls(), run.apart():
                run.execute([statement], frame)
    return frame.scope.names


def always_has(run: Run, name: str, attribute: str) -> bool:
    """Return whether every instance of a class of the file has an attribute when a call begins."""
    held = run.instance_attributes(name)
    is_of_class = attribute in class_attributes(run, name) or find_method(run, name, attribute)
    return bool(is_of_class) or attribute in held and attribute in run.structure.of(name).always_set


def dynamic_attribute(run: Run, name: str) -> Value:
    """Return the join of the values set under unknown names, as by `setattr(self, "fc%d" % i, …)`."""
    return run.structure.of(name).dynamic or UNKNOWN


def exception_names(run: Run, raised: Value) -> FrozenSet[str]:
    """Return the names of the class of an exception and of its bases; none if the class is unknown."""
    if isinstance(raised, Imported):
        return frozenset(base.__name__ for base in _builtin_class(last_part(raised.name)).__mro__)
    if not isinstance(raised, (Instance, Class)):
        return frozenset()
    own = lineage(run, raised.name)
    if not own:
        return exception_names(run, Imported(f"builtins.{raised.name}"))
    outside = [exception_names(run, base) for base in foreign_bases(run, raised.name)]
    return frozenset(own).union(*outside)


def is_exception(title: str) -> bool:
    """Return whether a builtin is an exception class."""
    return issubclass(_builtin_class(title), BaseException)


def _builtin_class(title: str) -> type:
    """Return a builtin class; `object` for anything else."""
    value = getattr(builtins, title, None)
    return value if isinstance(value, type) else object


def make_exception(run: Run, name: str, arguments: Arguments) -> Instance:
    """Return an exception of class `name`, whose `args` are `arguments`."""
    given = Sequence("tuple", None if arguments.starred else arguments.positional)
    return Instance(name, (("args", given),), run.identity())
