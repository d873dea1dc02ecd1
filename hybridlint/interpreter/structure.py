"""What is known of how the file builds its blocks."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any, Dict, List, Optional, Set, Tuple

from hybridlint.events import Arguments
from hybridlint.syntax import FunctionDef
from hybridlint.values import Function, Value


@dataclasses.dataclass
class Structure:
    """How the file builds blocks."""

    #: What the instances of each class hold after `__init__`, and what was put under names that are not known.
    attributes: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    dynamic: Dict[str, Value] = dataclasses.field(default_factory=dict)
    #: The classes that make the blocks of each class (or HybridLambda).
    makers: Dict[Any, Set[str]] = dataclasses.field(default_factory=dict)
    #: The arguments with which the file makes the blocks of each of its classes.
    made_with: Dict[str, List[Arguments]] = dataclasses.field(default_factory=dict)
    #: Inputs of classes of the file that a block of the file gives a plain Python value.
    plain_inputs: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: Where `__init__` puts a block under an attribute, by the block.
    assigned: Dict[int, Any] = dataclasses.field(default_factory=dict)
    #: The children of each class, the blocks that some block registers, classes that register children themselves, and
    #: containers of blocks.
    children: Dict[str, List[Value]] = dataclasses.field(default_factory=dict)
    registered: Set[int] = dataclasses.field(default_factory=set)
    registers_itself: Set[str] = dataclasses.field(default_factory=set)
    containers: List[Tuple[Any, str, str, str, Value]] = dataclasses.field(default_factory=list)
    #: Functions of HybridLambdas.
    lambdas: List[Function] = dataclasses.field(default_factory=list)
    #: Attributes of classes of the file that a block of another class reads, after a call in the same graph.
    read_by_others: Set[Tuple[str, str]] = dataclasses.field(default_factory=set)
    #: What was found of the classes and functions of the file, so as to look just once.
    lineages: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    #: The classes in whose lineages a class is, itself among them.
    derived: Dict[str, List[str]] = dataclasses.field(default_factory=dict)
    class_methods: Dict[str, Dict[str, FunctionDef]] = dataclasses.field(default_factory=dict)
    hybrid: Dict[str, Optional[bool]] = dataclasses.field(default_factory=dict)
    generators: Dict[int, bool] = dataclasses.field(default_factory=dict)
    stepped: Dict[int, bool] = dataclasses.field(default_factory=dict)
    #: What the decorators of functions of the module and of classes made of them, and what bodies of classes assign.
    decorated: Dict[int, Value] = dataclasses.field(default_factory=dict)
    class_bodies: Dict[str, Dict[str, Value]] = dataclasses.field(default_factory=dict)
    #: What the methods of classes that are defined in functions close over, by class.
    enclosing: Dict[str, Any] = dataclasses.field(default_factory=dict)

    def copy(self) -> Structure:
        """One that goes on by itself: what is put into it, or taken out, this one does not get."""
        fields = {field.name: copy.copy(getattr(self, field.name)) for field in dataclasses.fields(self)}
        return Structure(**fields)
