"""What Python does with objects: operators, items, attributes, as the imperative phase does them."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

from hybridlint.validation.effects import Effects, Raised
from hybridlint.validation.objects import Cell, Const, Function, Items, Lazy, Method, Mutable, Path
from hybridlint.validation.terms import NotShown, Term
from hybridlint.values.memory import item_shares

MOST_ROUNDS = 16
#: The rounds of a loop over something unknown that makes any: an array may take as many to come back by another name.
UNKNOWN_ROUNDS = 3

#: Attributes of an array that are not arrays of its memory.
FACTS = ("shape", "size", "ndim", "dtype", "context", "ctx", "stype")


class Operations(Effects):
    """Operations on objects."""

    def call(self, function: Any, positional: List[Any], named: Dict[str, Any]) -> Any:
        raise NotImplementedError

    def binary(self, operator: str, left: Any, right: Any) -> Any:
        items = [self.known_items(item) if isinstance(item, Items) else None for item in (left, right)]
        if operator == "Add" and None not in items:
            return Items(left.kind, [*items[0], *items[1]])  # type: ignore[misc]
        if any(isinstance(item, Items) for item in (left, right)) and not _are_shapes(left, right):
            return self.unknown_call(self.terms("operator", operator), [left, right])
        return self.cell(self.terms("operation", operator, self.content(left), self.content(right)), left, right)

    def _compared(self, operator: str, left: Any, right: Any) -> Any:
        if operator in ("Is", "IsNot"):
            same = self._identical(left, right)
            if same is not None:
                return Const(same == (operator == "Is"))
        return self.cell(self.terms("comparison", operator, self.content(left), self.content(right)), left, right)

    def _identical(self, left: Any, right: Any) -> Optional[bool]:
        if isinstance(left, Path) and isinstance(right, Path):
            return left.name == right.name
        if isinstance(left, Const) and isinstance(right, Const):
            return left.value is right.value
        for first, second in ((left, right), (right, left)):
            if isinstance(first, Mutable) and (first.name is None or first is second):
                return first is second
        return None

    def item(self, holder: Any, index: Any) -> Any:
        """Return `holder[index]`. Of an array that is a view, even if that depends on the shape."""
        is_dict = getattr(holder, "keys", None) is not None
        items = self.known_items(holder) if isinstance(holder, (Items, Const)) and not is_dict else None
        if items is not None and isinstance(index, Const) and isinstance(index.value, (int, slice)):
            try:
                result = items[index.value]
            except (IndexError, TypeError):
                raise Raised() from None
            return Items(getattr(holder, "kind", "tuple"), result) if isinstance(result, list) else result
        if _is_entry(holder, index):
            if index.value not in holder.keys:
                raise Raised()
            return holder.items[holder.keys.index(index.value)]
        if isinstance(holder, Cell) and holder.role in ("array", "unknown"):
            content = self.operation("item", holder, index)
            parts = index.items if isinstance(index, Items) and index.kind == "tuple" else (index,)
            if item_shares([getattr(part, "kind", "unknown").replace("list", "array") for part in parts]) is False:
                return self.cell(content, holder, index)
            return self.view(holder, self.terms("item", self.content(index)), content)
        if isinstance(holder, Items) and holder.name is None:
            made = self.cell(self.terms("item", self.content(holder), self.content(index)), *holder.items)
            for part in holder.items:
                if isinstance(part, Cell):
                    made.memory = made.memory.joined(part.memory)
                    if part.name is not None and made.name is None:
                        made.name = self.terms("item of", part.name)
                        self.escaped.append(made)
            return made
        return self.known(self.terms("item", self.identity(holder), self.content(index), self.world), "unknown")

    def set_attribute(self, holder: Any, name: str, value: Any) -> None:
        self.effect("set", self.identity(holder), name, self.content(value))
        self.escape(value, self.world)
        self.havoc()

    def identity(self, value: Any) -> Term:
        """Return a term for an object that both versions know."""
        name = value.name if isinstance(value, Mutable) else None
        return self.content(value) if name is None else self.terms("named", name)

    def set_item(self, holder: Any, index: Any, value: Any) -> None:
        is_position = isinstance(index, Const) and type(index.value) is int and getattr(holder, "keys", None) is None
        if isinstance(holder, Items) and holder.name is None and is_position:
            if not -len(holder.items) <= index.value < len(holder.items):
                raise Raised()
            holder.items[index.value] = value
        elif _is_entry(holder, index):
            if index.value not in holder.keys:
                holder.keys.append(index.value)
                holder.items.append(value)
            holder.items[holder.keys.index(index.value)] = value
        elif isinstance(holder, Cell) and holder.role in ("array", "unknown"):
            self.write(holder, self.terms("set item", holder.content, self.content(index), self.content(value)))
            if holder.role != "array":  # it may be a dict or a list, which holds the value
                self.escape(value, self.world)
        else:
            held = self._held(holder)
            self.effect("set item", self.identity(holder), self.content(index), self.content(value), held)
            self.escape(holder, self.terms("holder", self.world))
            self.escape(value, self.world)
            self.havoc()

    def in_place(self, operator: str, current: Any, value: Any) -> Any:
        """Return the result of `current += value`, which is `current` if that is an array."""
        if isinstance(current, Cell):
            self.write(current, self.operation(operator, current, value))
            current.is_recorded = self.cell(current.content, current, value).is_recorded
            if current.role != "array":  # it may be a list, which holds the elements
                self.escape(value, self.world)
            return current
        if not isinstance(current, Const) and getattr(current, "kind", "") != "tuple":
            raise NotShown("an object is changed in place")
        return self.binary(operator, current, value)

    def operation(self, operator: str, *operands: Any) -> Term:
        return self._scoped(self.terms("operation", operator, *map(self.content, operands)))

    def iterate(self, value: Any) -> Iterator[Any]:
        """Yield the elements of a value; of an unknown one, none or a few."""
        if isinstance(value, Lazy):
            yield from value.values
            return
        items = self.known_items(value)
        if items is not None:
            if len(items) > MOST_ROUNDS:
                raise NotShown("a loop makes too many rounds")
            yield from items
            return
        content = self.content(value)
        for number in range(UNKNOWN_ROUNDS):
            if not self.choose(self.terms("has elements", content, number)):
                return
            yield self.item(value, Cell(self.terms("position", number), self.scope))

    def known_items(self, value: Any) -> Optional[List[Any]]:
        if isinstance(value, Lazy):
            return list(value.values)
        if isinstance(value, Items) and value.name is None:
            return list(value.items) if value.keys is None else [Const(key) for key in value.keys]
        if isinstance(value, Const) and isinstance(value.value, (str, tuple, range)):
            return [Const(item) for item in value.value]
        return None

    # Attributes

    def attribute(self, holder: Any, name: str) -> Any:
        if isinstance(holder, Path) and holder.name.startswith("class "):
            return self.known(self.terms("attribute", holder.name, name, self.world), "object")
        if isinstance(holder, Path):
            return Path(f"{holder.name}.{name}")
        if isinstance(holder, Cell) and holder.role.startswith("self:"):
            return self._of_self(holder, holder.role[5:], name)
        if isinstance(holder, Cell) and holder.role in ("array", "unknown"):
            if name in FACTS:
                return self.cell(self.terms("fact", name, holder.content))
            if name == "T":  # of one axis it is the array itself
                return self.view(holder, self.terms("T"), self.terms("operation", "transpose", holder.content))
        return Method(holder, name)

    def _of_class(self, holder: Any, class_: str, name: str) -> Any:
        method, owner = self.file.method(class_, name)
        is_plain = method is not None and not method.decorator_list
        return Function(method, None, owner, [holder]) if is_plain else Method(holder, name)

    def _of_self(self, holder: Cell, class_: str, name: str) -> Any:
        result = self._of_class(holder, class_, name)
        if not isinstance(result, Method):
            return result
        if name == "name_scope":
            return result
        if name == "params":
            return self.known(self.terms("attribute", holder.name, name), f"params:{class_}")
        made = self.file.made(class_, name)
        known = self.terms("attribute", holder.name, name, self.terms("layer") if made else self.world)
        return self.known(known, f"self:{made}" if self.file.is_block(made) else f"layer:{made}" if made else "object")


def _is_entry(holder: Any, index: Any) -> bool:
    """Return whether an index is the key of a dict with known keys."""
    return getattr(holder, "keys", None) is not None and holder.name is None and isinstance(index, Const)


def _are_shapes(*sides: Any) -> bool:
    """Return whether operands are tuples of constants and arrays, or attributes of these: `(n,) + x.shape[2:]`."""
    return all(
        isinstance(side, Cell)
        and side.role == "array"
        or isinstance(side, Items)
        and side.kind == "tuple"
        and all(isinstance(item, Const) or isinstance(item, Cell) and item.role == "array" for item in side.items)
        for side in sides
    )
