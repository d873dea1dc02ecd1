"""The structure of the file's blocks: attributes, children and constructor arguments, and caches of look-ups."""

from __future__ import annotations

import copy
import dataclasses
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Set, Tuple

if TYPE_CHECKING:
    from hybridlint.syntax import FunctionDef
    from hybridlint.values import Arguments, Function, Value


@dataclasses.dataclass
class Structure:
    """How the file builds blocks."""

    #: The attributes of the instances of each class after `__init__`; the join of those with unknown names.
    attributes: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    dynamic: Dict[str, Value] = dataclasses.field(default_factory=dict)
    #: The attributes of each class that every path through `__init__` sets.
    always_set: Dict[str, Set[str]] = dataclasses.field(default_factory=dict)
    #: Class (or HybridLambda) → the classes that make blocks of it.
    makers: Dict[Any, Set[str]] = dataclasses.field(default_factory=dict)
    #: The constructor arguments of the blocks of each class of the file.
    made_with: Dict[str, List[Arguments]] = dataclasses.field(default_factory=dict)
    #: Inputs of classes of the file to which a block of the file passes a plain Python value.
    plain_inputs: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: Identity of a block → the node at which `__init__` assigns it to an attribute.
    assigned: Dict[int, Any] = dataclasses.field(default_factory=dict)
    #: The children of each class, the registered blocks, the classes that call `register_child`, and the containers of
    #: blocks.
    children: Dict[str, List[Value]] = dataclasses.field(default_factory=dict)
    registered: Set[int] = dataclasses.field(default_factory=set)
    registers_itself: Set[str] = dataclasses.field(default_factory=set)
    containers: List[Tuple[Any, str, str, str, Value]] = dataclasses.field(default_factory=list)
    #: Classes of blocks that follow another block in a HybridSequential, which computes their input.
    following: Set[str] = dataclasses.field(default_factory=set)
    #: Functions of HybridLambdas.
    lambdas: List[Function] = dataclasses.field(default_factory=list)
    #: Attributes of classes of the file that a block of another class reads, after a call in the same graph.
    read_by_others: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: Caches of look-ups in classes and functions.
    bases: Dict[str, List[Value]] = dataclasses.field(default_factory=dict)
    lineages: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    #: Class → its subclasses, including itself.
    derived: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    #: Class → its bases from outside the file, inherited ones included.
    foreign_bases: Dict[str, List[Value]] = dataclasses.field(default_factory=dict)
    class_methods: Dict[str, Dict[str, FunctionDef]] = dataclasses.field(default_factory=dict)
    #: Class and name of a property → its setter; None until the first look-up.
    setters: Optional[Dict[Tuple[str, str], FunctionDef]] = None
    hybrid: Dict[str, Optional[bool]] = dataclasses.field(default_factory=dict)
    generators: Dict[int, bool] = dataclasses.field(default_factory=dict)
    #: The results of decorators of functions and classes, and the assignments in the bodies of classes.
    decorated: Dict[int, Value] = dataclasses.field(default_factory=dict)
    class_bodies: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    #: Class and constructor arguments → the attributes, the children, and the attributes that are always set.
    specialised: Dict[Any, Tuple[Dict[str, Value], List[Value], Set[str]]] = dataclasses.field(default_factory=dict)
    #: Class defined in a function → the enclosing scope of its methods.
    enclosing: Dict[str, Any] = dataclasses.field(default_factory=dict)

    def copy(self) -> Structure:
        """Return an independent copy."""
        fields = {field.name: copy.copy(getattr(self, field.name)) for field in dataclasses.fields(self)}
        return Structure(**fields)
