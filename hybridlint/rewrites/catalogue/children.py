"""Children: blocks that must be registered, and plain ones with a hybrid counterpart."""

from __future__ import annotations

import ast
from typing import Any, List

from hybridlint.rewrites.catalogue import parameters
from hybridlint.rewrites.catalogue.parameters import constructor_line
from hybridlint.rewrites.correction import Edits, together
from hybridlint.rewrites.rewrite import Computed, Match
from hybridlint.rewrites.source import Source


class RegisteredBlocks(Computed):
    """The blocks of a list are children when they are registered."""

    rules = ("HYB702",)
    before = ("self.blocks = [{a}, {b}]",)
    after = "self.blocks = [{a}, {b}]\nfor block in self.blocks:\n    self.register_child(block)"

    def changes(self, match: Match) -> Edits:
        """Register the blocks of a list that is an attribute."""
        event, source = match.event, match.source  # type: Any, Source
        node: Any = event.node
        if match.facts.get("container") not in ("list", "tuple"):
            return None
        statement: Any = source.statement(node)
        attribute = match.facts["attribute"]
        made = statement if isinstance(statement, ast.Assign) else parameters.assignment(source, node, attribute)
        if made is None or _holds_plain_block(source, made.value):
            return None
        last = _last_filling(source, made, attribute)
        body = f"{source.indent_step(made)}self.register_child(block)"
        return match.described(
            source.below(last, f"for block in self.{attribute}:", body),
            "register the blocks",
            "their parameters become parameters of the block, with its name",
        )


class OwnBlock(Computed):
    """A layer that is created in each call becomes a child."""

    rules = ("HYB702",)
    before = ("f = nn.Dense(3)\nf.initialize()\nreturn f({x})",)
    after = "return self.f({x})"
    order = -1

    def changes(self, match: Match) -> Edits:
        source, function = match.source, getattr(match.node, "func", None)  # type: Source, Any
        made = source.assigned_once(function) if isinstance(function, ast.Name) else None
        class_ = source.class_of(match.node)
        if not isinstance(made, ast.Call) or class_ is None or not source.dotted(made.func).startswith("mxnet.gluon."):
            return None
        own = source.names(made)
        if any(name not in source.module.imports and name != "self" for name in own) or function.id in _own_attributes(
            class_
        ):
            return None
        changes = [constructor_line(source, function, f"self.{function.id} = {source.module.code(made)}")]
        for use in source.names(source.scope(function))[function.id]:
            statement: Any = source.statement(use)
            called: Any = statement.value.func if isinstance(getattr(statement, "value", None), ast.Call) else None
            is_set_up = getattr(called, "attr", "") in ("initialize", "hybridize") and called.value is use
            is_made = isinstance(use.ctx, ast.Store)
            changes.append(
                source.removed(statement) if is_set_up or is_made else source.replaced(use, f"self.{use.id}")
            )
        edits = together(*changes)
        return match.described(edits, "make it a child of the block", "its parameters are created once, and trained")


class HybridCounterpart(Computed):
    """The container of the same arguments that can be hybridized."""

    rules = ("HYB701",)
    before = ("nn.Sequential()",)
    after = "nn.HybridSequential()"

    def changes(self, match: Match) -> Edits:
        """Write `nn.HybridSequential()` for `nn.Sequential()`, where the child is constructed."""
        event, source = match.event, match.source  # type: Any, Source
        class_ = source.class_of(event.node)
        statements = [source.statement(event.node), *(parameters.assignments(source, event.node) if class_ else ())]
        calls_made = [node for statement in statements for node in ast.walk(statement) if isinstance(node, ast.Call)]
        for call in calls_made:
            full = source.dotted(call.func)
            module, _, name = full.rpartition(".")
            if not module.startswith(_GLUON) or name not in _HYBRID or name == "Lambda" and not _names_operator(call):
                continue
            new = f"Hybrid{name}"
            if isinstance(call.func, ast.Attribute):
                return match.described(source.replaced(call.func, call.func.value, f".{new}"), f"use `{new}`")
            added = () if source.module.imports.get(new) else source.import_added(f"from {module} import {new}")
            return match.described((*added, *(source.replaced(call.func, new) or ())), f"use `{new}`")
        return None


def _names_operator(call: ast.Call) -> bool:
    """`Lambda("relu")`: a function of one's own would be given `F` as well."""
    return [type(argument) for argument in call.args] == [ast.Constant]


def _last_filling(source: Source, made: ast.Assign, attribute: str) -> ast.stmt:
    """Return the last statement beside the assignment of an attribute that mentions it: there the list is complete."""
    block: List[ast.stmt] = source.block(made)
    return [item for item in block[block.index(made) :] if attribute in _own_attributes(item)][-1]


def _own_attributes(node: ast.AST) -> List[str]:
    every = (part for part in ast.walk(node) if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name))
    return [item.attr for item in every if item.value.id == "self"]  # type: ignore[attr-defined]


_GLUON = ("mxnet.gluon.nn", "mxnet.gluon.contrib.nn")
#: Containers and blocks that have a hybrid counterpart with the same arguments.
_HYBRID = ("Sequential", "Concurrent", "Lambda")


def _holds_plain_block(source: Source, node: ast.AST) -> bool:
    """Return whether blocks are constructed that are not HybridBlocks, which cannot be children of one."""
    made = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    classes = [source.module.classes[name] for name in made if name in source.module.classes]
    bases = [getattr(base, "attr", getattr(base, "id", "")) for class_ in classes for base in class_.bases]
    called = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return bool({"Block", "Sequential"} & set(bases) or {"Lambda", "Sequential"} & (called | made))
