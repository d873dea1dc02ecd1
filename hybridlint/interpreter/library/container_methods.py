"""Methods of lists, tuples, sets, deques and dicts; those that a class of the file inherits from them too."""

from __future__ import annotations

import ast
from typing import Union

from hybridlint.dataclass import replace
from hybridlint.interpreter.engine.frames import Frame
from hybridlint.interpreter.engine.run import Run
from hybridlint.interpreter.library import dict_methods, sequence_methods
from hybridlint.interpreter.syntax import mutation
from hybridlint.values import NONE, Arguments, Imported, Mapped, Sequence, Value

#: Special methods that a builtin function calls.
_BUILTIN = {"__len__": "len", "__iter__": "iter", "__reversed__": "reversed"}


def call(
    run: Run, node: ast.Call, receiver: Union[Sequence, Mapped], name: str, arguments: Arguments, frame: Frame
) -> Value:
    """Evaluate `receiver.name(arguments)`, past a method of that name of a subclass in the file."""
    given = arguments.positional
    plain = replace(receiver, owner="")
    if name == "__getitem__" and len(given) == 1:
        return run.item(node, plain, given[0], frame)
    if name == "__setitem__" and len(given) == 2:
        changed = receiver.with_item(given[0], given[1])
        if isinstance(changed, (Sequence, Mapped)):
            mutation.rebind_receiver(run, node, changed, frame)
        return NONE
    if name in _BUILTIN:
        return run.call(node, Imported(f"builtins.{_BUILTIN[name]}"), Arguments((plain,)), frame)
    if isinstance(receiver, Sequence):
        return sequence_methods.call(run, node, receiver, name, arguments, frame)
    return dict_methods.call(run, node, receiver, name, arguments, frame)
