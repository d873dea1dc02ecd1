"""A file as fixes see it: nodes with their parents, and edits that keep comments and formatting."""

from __future__ import annotations

import ast
import io
import tokenize
from typing import Any, Dict, Iterator, List, Optional, Sequence, Set, Tuple, Union

from hybridlint.events import AttributeRead, BinaryOperation, Event, MethodCall, OperatorCall
from hybridlint.finding import Edit
from hybridlint.fixes.correction import Edits
from hybridlint.module import Module, Span
from hybridlint.syntax import FUNCTION_DEFS, nodes_below
from hybridlint.values import Tensor, Value

#: A piece of new code: text, or a node of the file whose text is used as it is.
Part = Union[str, ast.AST]
_FUNCTIONS = (*FUNCTION_DEFS, ast.Lambda)
#: Expressions that are an operand, or have a method called, without parentheses.
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.JoinedStr)
#: Where `mx.nd` is in the full name of a function.
_IMPERATIVE = ("mxnet.nd.", "mxnet.ndarray.")
_BLOCKS = ("body", "orelse", "finalbody")
#: The words that bind names in a module, as far as a new name must not clash with them.
_FREE_NAMES = ("i", "j", "k", "n", "index")


class Source:
    """The text and tree of a file. What is asked of it costs nothing until a fix is made."""

    def __init__(self, module: Module, events: Sequence[Event] = ()) -> None:
        self.module = module
        self._events = events
        self._parents: Dict[int, ast.AST] = {}
        self._tensors: Optional[Set[int]] = None
        self._known: Optional[Dict[int, Tensor]] = None

    # The tree

    def parent(self, node: ast.AST) -> Optional[ast.AST]:
        """The node around `node`; None for the module, and for a node that the interpreter made itself."""
        if not self._parents:
            for above in ast.walk(self.module.tree):
                for below in ast.iter_child_nodes(above):
                    self._parents[id(below)] = above
        return self._parents.get(id(node))

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node`, from inside out."""
        above = self.parent(node)
        while above is not None:
            yield above
            above = self.parent(above)

    def is_editable(self, node: ast.AST) -> bool:
        """Whether `node` has text of its own in the file, outside of f-strings, whose positions are unreliable."""
        if getattr(node, "end_lineno", None) is None:
            return False
        above = list(self.around(node))
        return bool(above) and not any(isinstance(one, ast.JoinedStr) for one in above)

    def function(self, node: ast.AST) -> Optional[Any]:
        """The innermost function or lambda around `node`."""
        return next((one for one in self.around(node) if isinstance(one, _FUNCTIONS)), None)

    def shared(self, node: ast.AST) -> str:
        """A warning where `node` is in a function that is not called in one place alone: what is known of its arguments
        is known of one call."""
        for function in self.around(node):
            if isinstance(function, ast.Lambda) and parameters(function)[:1] != ["F"]:
                if any(isinstance(one, ast.Name) and one.id in parameters(function) for one in ast.walk(node)):
                    return "other calls of the function may give it other values"
            if isinstance(function, FUNCTION_DEFS):
                if function.name == "hybrid_forward":
                    return ""
                if self.module.mentions(function.name) != 2 or not self._is_called(function.name):
                    return f"other calls of `{function.name}` may give it other values"
        return ""

    def _is_called(self, name: str) -> bool:
        for one in ast.walk(self.module.tree):
            if isinstance(one, ast.Call) and name == getattr(one.func, "attr", getattr(one.func, "id", "")):
                return True
        return False

    def is_tensor(self, node: Any) -> bool:
        """Whether `node` certainly is an array of `mx.nd`: it is computed of one, or names what is."""
        if self._tensors is None:
            self._tensors = {id(event.node) for event in self._events if _gives_tensor(event)}
            self._tensors |= {key for key, one in self._operands().items() if one.certain and not one.numpy}
        if id(node) in self._tensors:
            return True
        if isinstance(node, ast.Name):
            function = self.function(node)
            if getattr(function, "name", "") == "hybrid_forward" and node.id in parameters(function)[2:]:
                return not any(one.id == node.id for one in self._stores(function)) and self._is_operand(
                    node.id, function
                )
            value = self.assigned_once(node)
            return value is not None and self.is_tensor(value)
        return isinstance(node, ast.BinOp) and (self.is_tensor(node.left) or self.is_tensor(node.right))

    def tensor(self, node: ast.AST) -> Optional[Tensor]:
        """What is known of the tensor that `node` is, where something is computed with it."""
        return self._operands().get(id(node))

    def _operands(self) -> Dict[int, Tensor]:
        """`id` of a node → the tensor that it is; of a node that is several, in loops or several calls, none."""
        if self._known is None:
            known: Dict[int, Optional[Tensor]] = {}
            for node, value in (pair for event in self._events for pair in _operands_of(event)):
                tensor = value if isinstance(value, Tensor) and value.outputs == 1 else None
                before = known.setdefault(id(node), tensor)
                if before is not tensor and (before is None or tensor is None or before.shape is not tensor.shape):
                    known[id(node)] = None
            self._known = {key: tensor for key, tensor in known.items() if tensor is not None}
        return self._known

    def _stores(self, function: Any) -> List[ast.Name]:
        return [one for one in ast.walk(function) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)]

    def _is_operand(self, name: str, function: Any) -> bool:
        """Whether something is computed of the parameter `name`."""
        for one in ast.walk(function):
            if id(one) in (self._tensors or ()):
                if any(isinstance(below, ast.Name) and below.id == name for below in ast.iter_child_nodes(one)):
                    return True
                method: Any = getattr(one, "func", None)
                if isinstance(method, ast.Attribute) and getattr(method.value, "id", "") == name:
                    return True
        return False

    def is_given(self, name: ast.Name) -> bool:
        """Whether a name still is a parameter of the function around it, with the array that a caller gives."""
        function = self.function(name)
        if function is None or name.id not in parameters(function):
            return False
        stores = [one for one in self._stores(function) if one.id == name.id]
        return all(self.statement(one).lineno >= self.statement(name).lineno for one in stores)

    def changes_in_place(self, node: ast.AST) -> bool:
        """Whether the function around `node` writes to parts of something, or changes it in place."""
        function = self.function(node)
        for one in ast.walk(function) if function is not None else ():
            stored = isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
            if stored or isinstance(one, ast.AugAssign):
                return True
        return False

    def wants_number(self, node: ast.AST) -> bool:
        """Whether a number, not a tensor, is wanted where `node` stands: `int(…)`, `range(…)`, `shape=(…)`, a text."""
        for above in self.around(node):
            if isinstance(above, (ast.stmt, ast.Lambda)):
                return False
            if isinstance(above, ast.Call) and isinstance(above.func, ast.Name) and above.func.id in _NUMBERS:
                return True
            if isinstance(above, ast.keyword) and above.arg in _SIZES or isinstance(above, (ast.Slice, ast.JoinedStr)):
                return True
            if isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mod):
                if isinstance(above.left, ast.Constant) and isinstance(above.left.value, str):
                    return True
        return False

    def may_be_repeated(self, node: ast.AST) -> bool:
        """Whether evaluating `node` twice gives the same: names, attributes, numbers and operators of `F` that draw no
        random numbers."""
        name = self.namespace(node)
        for one in ast.walk(node):
            if isinstance(one, ast.Call):
                function = one.func
                if not isinstance(function, ast.Attribute) or function.attr in _RANDOM:
                    return False
                of_operators = isinstance(function.value, ast.Name) and function.value.id == name
                if not (of_operators or self.is_tensor(one)) or function.attr.startswith(("random", "sample")):
                    return False
            elif not isinstance(one, _REPEATABLE):
                return False
        return True

    def class_of(self, node: ast.AST) -> Optional[ast.ClassDef]:
        """The innermost class around `node`."""
        return next((one for one in self.around(node) if isinstance(one, ast.ClassDef)), None)

    def statement(self, node: ast.AST) -> Any:
        """The statement that `node` is, or is part of."""
        if isinstance(node, ast.stmt):
            return node
        return next(one for one in self.around(node) if isinstance(one, ast.stmt))

    def block(self, statement: ast.stmt) -> List[ast.stmt]:
        """The list of statements that `statement` stands in."""
        above: Any = self.parent(statement)
        for name in _BLOCKS:
            statements = getattr(above, name, None)
            if isinstance(statements, list) and any(one is statement for one in statements):
                return statements
        return []

    def namespace(self, node: ast.AST) -> Optional[str]:
        """The name of `F`, the namespace of operators of both phases, where `node` stands; None where there is none."""
        for function in self.around(node):
            if not isinstance(function, _FUNCTIONS):
                continue
            names = parameters(function)
            if getattr(function, "name", "") == "hybrid_forward" and len(names) > 1:
                return names[1]
            if "F" in names:
                return "F"
        return None

    def free_name(self, *nodes: ast.AST) -> str:
        """A name for the variable of a comprehension that none of `nodes` uses."""
        used = {below.id for below in nodes_below(nodes) if isinstance(below, ast.Name)}
        return next((name for name in _FREE_NAMES if name not in used), "position")

    def assigned_once(self, name: ast.Name) -> Optional[ast.expr]:
        """The value that is assigned to a local name, where that is done once, and not in a loop."""
        function = self.function(name)
        stores = [
            one
            for one in ast.walk(function or name)
            if isinstance(one, ast.Name) and one.id == name.id and not isinstance(one.ctx, ast.Load)
        ]
        if len(stores) != 1 or function is None or name.id in parameters(function):
            return None
        statement = self.parent(stores[0])
        return statement.value if isinstance(statement, ast.Assign) and stores[0] in statement.targets else None

    def assigned(self, name: ast.Name) -> List[ast.expr]:
        """All values that are assigned to a local name, or unpacked into it and others."""
        function = self.function(name)
        values = []
        for one in ast.walk(function) if function is not None else ():
            if isinstance(one, ast.Assign):
                targets = [below for target in one.targets for below in ast.walk(target)]
                if any(isinstance(below, ast.Name) and below.id == name.id for below in targets):
                    values.append(one.value)
        return values

    # The text

    def text(self, node: ast.AST) -> str:
        """The text of `node`, with its comments and line ends."""
        return self.module.text(node)

    def operand(self, node: ast.AST) -> Tuple[Part, ...]:
        """`node` as the operand of an operator: in parentheses unless it is a name, a call or the like."""
        number = isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
        return (node,) if isinstance(node, _ATOMS) or number else ("(", node, ")")

    def receiver(self, node: ast.AST) -> Tuple[Part, ...]:
        """`node` where a method of it is called."""
        return (node,) if isinstance(node, _ATOMS) else ("(", node, ")")

    def takes_any_expression(self, node: ast.AST) -> bool:
        """Whether an operation can stand at the place of `node` without parentheses."""
        above = self.parent(node)
        if isinstance(above, (ast.Call, ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.keyword)):
            return True
        if isinstance(above, (ast.List, ast.Dict, ast.Set, ast.FormattedValue)):
            return True
        span = self.module.span(node)
        before, after = self.module.around(span)
        return before.rstrip().endswith("(") and after.lstrip().startswith(")")

    # Edits

    def replaced(self, node: ast.AST, *parts: Part) -> Edits:
        """Edits that put `parts` in the place of `node`. Where they are nodes inside of it, in their order, only what
        stands between them is edited. None where a comment would be lost."""
        if not self.is_editable(node):
            return None
        span = self.module.span(node)
        pieces = _merged(parts)
        kept = [self.module.span(part) for part in pieces if not isinstance(part, str)]
        corners = [(span.line, span.column)]
        for inner in kept:
            corners += [(inner.line, inner.column), (inner.end_line, inner.end_column)]
        corners.append((span.end_line, span.end_column))
        if corners == sorted(corners):
            return self._between(corners, pieces)
        text = "".join(part if isinstance(part, str) else self.text(part) for part in pieces)
        old = self.text(node)
        if comments_in(old) - comments_in(text):
            return None
        return (Edit(span.line, span.column, span.end_line, span.end_column, text),)

    def _between(self, corners: List[Tuple[int, int]], pieces: List[Part]) -> Edits:
        gaps = [""]
        for piece in pieces:
            if isinstance(piece, str):
                gaps[-1] += piece
            else:
                gaps.append("")
        edits: List[Edit] = []
        for number, new in enumerate(gaps):
            (line, column), (end_line, end_column) = corners[2 * number], corners[2 * number + 1]
            old = self.module.text_at(Span(line, column, end_line, end_column))
            if comments_in(old):
                if number in (0, len(gaps) - 1):
                    return None  # it may stand outside of all parentheses
                lines = old.split("\n")
                comments = [text for text in (one[one.find("#") :] for one in lines if "#" in one) if text]
                indent = lines[-1][: len(lines[-1]) - len(lines[-1].lstrip())]
                new = new.rstrip() + "  " + f"\n{indent}".join(comments) + f"\n{indent}"
            if old != new:
                edits.append(Edit(line, column, end_line, end_column, new))
        return tuple(edits)

    def inserted(self, line: int, column: int, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text`."""
        return (Edit(line, column, line, column, text),)

    def replaced_span(self, span: Span, text: str) -> Tuple[Edit, ...]:
        """An edit that puts `text` in the place of a span."""
        return (Edit(span.line, span.column, span.end_line, span.end_column, text),)

    def after(self, node: ast.AST, text: str) -> Tuple[Edit, ...]:
        """An edit that inserts `text` behind `node`."""
        span = self.module.span(node)
        return self.inserted(span.end_line, span.end_column, text)

    def start(self, node: ast.AST) -> Tuple[int, int]:
        """The line and the column where `node` begins."""
        span = self.module.whole_span(node)
        return span.line, span.column

    def below(self, statement: ast.stmt, text: str) -> Edits:
        """An edit that inserts lines below a statement; None where another one stands on its last line."""
        span = self.statement_span(statement)
        _, after = self.module.around(span)
        if after.strip()[:1] not in ("", "#"):
            return None
        return self.inserted(span.end_line, span.end_column + len(after), f"\n{text}")

    def indentation(self, statement: ast.stmt) -> Optional[str]:
        """What stands before `statement` on its line; None where that is another statement."""
        before, _ = self.module.around(self.statement_span(statement))
        return before if not before.strip() else None

    def statement_span(self, statement: ast.stmt) -> Span:
        """All of a statement; of a function, :meth:`Module.span` is that of its name."""
        return self.module.whole_span(statement)

    def removed(self, statement: ast.stmt) -> Edits:
        """Edits that remove a statement with its line, but for a comment on it; `pass` where the block has no other."""
        if not self.is_editable(statement):
            return None
        span = self.statement_span(statement)
        before, after = self.module.around(span)
        if comments_in(self.text(statement)):
            return None
        if len(self.block(statement)) < 2 or before.strip() or after.strip().startswith(";"):
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        if after.strip():
            column = span.end_column + len(after) - len(after.lstrip())
            return (Edit(span.line, span.column, span.end_line, column, ""),)
        if span.end_line == self.module.lines:
            return (Edit(span.line, span.column, span.end_line, span.end_column, "pass"),)
        return (Edit(span.line, 0, span.end_line + 1, 0, ""),)

    def replaced_statements(self, first: ast.stmt, last: ast.stmt, text: str) -> Edits:
        """Edits that put one statement in the place of those from `first` to `last`. None where a comment would be
        lost, or another statement stands on their lines."""
        start, end = self.statement_span(first), self.statement_span(last)
        old = self.text_of(Span(start.line, start.column, end.end_line, end.end_column))
        _, after = self.module.around(end)
        if (
            self.indentation(first) is None
            or after.strip()[:1] not in ("", "#")
            or comments_in(old) - comments_in(text)
        ):
            return None
        return (Edit(start.line, start.column, end.end_line, end.end_column, text),)

    def has_comment(self, statements: Sequence[ast.stmt]) -> bool:
        """Whether there is a comment among consecutive statements."""
        start, end = self.statement_span(statements[0]), self.statement_span(statements[-1])
        return bool(comments_in(self.text_of(Span(start.line, 0, end.end_line, end.end_column))))

    def text_of(self, span: Span) -> str:
        """The text of a span."""
        return self.module.text_at(span)

    def indent_step(self, statement: ast.stmt) -> str:
        """How much deeper the next block is indented than `statement`, as the function around it does."""
        function = self.function(statement)
        body = function.body if function is not None else None
        inner = self.indentation(body[0]) if isinstance(body, list) else None
        outer = self.indentation(function) if inner is not None and function is not None else None
        return inner[len(outer) :] if inner and outer is not None and inner.startswith(outer) else "    "

    # Imports

    def dotted(self, node: ast.AST) -> str:
        """The full name of `np.random.rand`, `nd.relu`; "" for what is not imported."""
        path: List[str] = []
        while isinstance(node, ast.Attribute):
            path.append(node.attr)
            node = node.value
        full = self.module.imports.get(node.id, "") if isinstance(node, ast.Name) else ""
        return ".".join([full, *path[::-1]]) if full else ""

    def imperative_operator(self, node: ast.AST) -> str:
        """The path below `mx.nd` of the function that `node` names; "" for any other."""
        full = self.dotted(node)
        return next((full[len(prefix) :] for prefix in _IMPERATIVE if full.startswith(prefix)), "")

    def imperative_module(self) -> Tuple[str, Tuple[Edit, ...]]:
        """How the file names `mx.nd`, and the edit that imports it where it does not."""
        imports = self.module.imports
        for wanted, suffix in (("mxnet", ".nd"), ("mxnet.nd", ""), ("mxnet.ndarray", "")):
            for name, full in imports.items():
                if full == wanted:
                    return name + suffix, ()
        return "mx.nd", self.import_added("import mxnet as mx")

    def import_added(self, text: str) -> Tuple[Edit, ...]:
        """An edit that imports something before the first import that there is."""
        for statement in self.module.tree.body:
            future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
            if isinstance(statement, (ast.Import, ast.ImportFrom)) and not future:
                return self.inserted(statement.lineno, 0, f"{text}\n")
        return self.inserted(1, 0, f"{text}\n")


#: Nodes that give the same each time they are evaluated.
_REPEATABLE = (
    *(ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare, ast.keyword, ast.Tuple),
    *(ast.operator, ast.unaryop, ast.cmpop, ast.expr_context),
)
#: Operators that draw random numbers.
_RANDOM = ("Dropout", "RNN", "shuffle", "LeakyReLU")

#: Functions and arguments that take numbers.
_NUMBERS = ("bool", "divmod", "float", "int", "pow", "print", "range", "round", "str")
_SIZES = ("axis", "axes", "begin", "depth", "end", "num_outputs", "reps", "repeats", "shape", "size", "step")


def lengths(array: Tensor) -> Optional[Tuple[Optional[int], ...]]:
    """The lengths of the axes of a tensor of known rank; None for those that the inputs of a call decide, whatever they
    were in the run that gave the facts. A length of 1 beside an input may become another one."""
    if array.shape is None or array.shape.dims is None:
        return None
    if array.shape.is_observed:
        return tuple(None for _ in array.shape.dims)
    return tuple(None if one == 1 and array.shape.is_of_input else one for one in array.shape.dims)


def _operands_of(event: Event) -> Iterator[Tuple[ast.AST, Value]]:
    """The nodes of what an event computes with, and their values."""
    node: Any = event.node
    if isinstance(event, BinaryOperation):
        if isinstance(node, ast.BinOp):
            yield from ((node.left, event.left), (node.right, event.right))
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from ((node.left, event.left), (node.comparators[0], event.right))
    elif isinstance(event, MethodCall) and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield node.func.value, event.tensor
    elif isinstance(event, AttributeRead) and isinstance(node, ast.Attribute):
        yield node.value, event.tensor
    elif isinstance(event, OperatorCall) and isinstance(node, ast.Call):
        yield from zip(node.args, event.arguments.positional)


def _gives_tensor(event: Event) -> bool:
    if isinstance(event, BinaryOperation):
        return any(isinstance(side, Tensor) and not side.numpy for side in (event.left, event.right))
    if isinstance(event, OperatorCall):
        return event.phase == "both" and not event.path.startswith(("np", "contrib.foreach", "contrib.while_loop"))
    if isinstance(event, MethodCall):
        made = event.name not in ("asscalar", "asnumpy", "item", "wait_to_read", "split", "attach_grad", "backward")
        return made and isinstance(event.tensor, Tensor) and not event.tensor.numpy
    return False


def parameters(function: Any) -> List[str]:
    """The names of the parameters of a function that can be given by position."""
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args)]


def literal(node: Any) -> Optional[int]:
    """The integer that is written out."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = literal(node.operand)
        return None if inner is None else -inner
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _merged(parts: Tuple[Part, ...]) -> List[Part]:
    """`parts` with neighbouring texts joined."""
    merged: List[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        else:
            merged.append(part)
    return merged


def comments_in(text: str) -> set[str]:
    """The comments in a piece of code."""
    if "#" not in text:
        return set()
    found = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.add(token.string)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # a piece of code need not be complete
    return found
