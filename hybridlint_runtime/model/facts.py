"""The facts of one imperative run about the user's blocks, for the linter. `hybridlint.facts` describes the format."""

from __future__ import annotations

import ast
import contextlib
import functools
import gc
import inspect
import json
import linecache
import math
import os
import sys
from types import CodeType, FrameType
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, Optional, Set, Tuple

from hybridlint import facts

from ..backend import load_backend
from ..diagnostics.source_lines import is_user_file
from ..mxnet_compat import import_mxnet
from ..structures import NDArray, dtype_name, shape_of
from .recording import Call, Recording
from .tree import HybridBlock

mx = import_mxnet()

#: Maximum number of different calls described per class or function.
_MOST_WAYS = 32
#: Longer lists are not described.
_MOST_ITEMS = 64
#: Attributes that every HybridBlock has.
_OF_GLUON = frozenset(vars(HybridBlock()))


class Observation:
    """A record of what ran while `watching()` was active: calls of `hybrid_forward` with NDArrays, and lines of the
    user's files."""

    def __init__(self) -> None:
        #: Function of the user's → its lines that ran; None for other functions.
        self._lines: Dict[CodeType, Optional[Set[int]]] = {}
        #: Block → the facts of each of its calls.
        self._calls: Dict[int, Tuple[Any, List[Dict[str, Any]]]] = {}
        #: Function → the blocks whose `hybrid_forward` it is.
        self._forwards: Dict[CodeType, Set[int]] = {}
        #: Function that another file's code calls → the facts of its calls, each with the blocks that are called then.
        self._helpers: Dict[CodeType, List[Tuple[Set[int], Dict[str, Any]]]] = {}
        #: `hybrid_forward` that runs → the facts of its call.
        self._running: Dict[FrameType, Dict[str, Any]] = {}
        #: HybridLambda → its function.
        self._lambdas: Dict[int, CodeType] = {}
        self._notes_calls = False

    @contextlib.contextmanager
    def watching(self, calls: bool = False) -> Iterator[None]:
        """Record the lines that run, and `calls` if requested.

        A debugger or a coverage tool, which uses the same hook, takes precedence: nothing is recorded then.
        """
        if sys.gettrace() is not None:
            yield
            return
        self._notes_calls = calls
        sys.settrace(self._called)
        try:
            yield
        finally:
            if sys.gettrace() == self._called:  # the model may have set its own hook
                sys.settrace(None)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Optional[Callable[..., Any]]:
        code = frame.f_code
        if code not in self._lines:
            # The garbage collector calls its callbacks at times that have nothing to do with the model.
            of_gc = any(getattr(callback, "__code__", None) is code for callback in gc.callbacks)
            self._lines[code] = set() if is_user_file(code.co_filename) and not of_gc else None
        lines = self._lines[code]
        if lines is None:
            return None
        call = self._begun(frame) if self._notes_calls else None
        caller = None
        if call is not None:
            self._running[frame] = call[1]
        elif self._notes_calls:
            self._note_helper(frame)
            caller = self._caller(frame)

        def watch(frame: FrameType, event: str, argument: Any) -> Any:
            if event == "line":
                lines.add(frame.f_lineno)
            elif event == "return" and caller is not None:
                _note_result(caller, frame.f_code.co_name, argument)
            elif event == "return" and call is not None:
                del self._running[frame]
                now = _attributes(call[0])
                attributes = call[1]["attributes"]
                call[1]["attributes"] = {name: attributes[name] for name in attributes if _same(attributes, now, name)}
            return watch

        return watch

    def _begun(self, frame: FrameType) -> Optional[Tuple[Any, Dict[str, Any]]]:
        """Return the block whose imperative call begins, and the facts of the call."""
        code, caller = frame.f_code, frame.f_back
        of_lambda = caller is not None and caller.f_code is _FORWARD_OF_LAMBDA
        if not of_lambda and code.co_name != "hybrid_forward":
            return None
        names, given = inspect.getargs(code), frame.f_locals
        own = [*([caller.f_locals["self"]] if of_lambda and caller else []), *(given[name] for name in names.args[:2])]
        if len(own) < 2 or not isinstance(own[0], HybridBlock) or own[1] is not mx.nd:
            return None
        block = own[0]
        if of_lambda:
            self._lambdas[id(block)] = code
        titles = [*names.args[1 if of_lambda else 2 :], *filter(None, [names.varargs])]
        call = {
            "inputs": _described({name: given[name] for name in titles if name not in block._reg_params}),
            "parameters": _described({name: given[name] for name in titles if name in block._reg_params}),
            "attributes": _attributes(block),
        }
        self._calls.setdefault(id(block), (block, []))[1].append(call)
        self._forwards.setdefault(frame.f_code, set()).add(id(block))
        return block, call

    def _caller(self, frame: FrameType) -> Optional[Dict[str, Any]]:
        """Return the facts of the `hybrid_forward` that calls a function of another file, outside of branches by phase;
        None if it is called elsewhere."""
        outer = frame.f_back
        if outer is None or outer.f_code.co_filename == frame.f_code.co_filename:
            return None
        of_one_phase = outer.f_lineno in _lines_of_one_phase(outer.f_code.co_filename)
        return None if of_one_phase else self._running.get(outer)

    def _note_helper(self, frame: FrameType) -> None:
        """Record the arguments of a function that code of another file calls in an imperative `hybrid_forward`, if all
        of them can be described and no branch by phase is around the call."""
        code, caller = frame.f_code, frame.f_back
        if caller is None or caller.f_code.co_filename == code.co_filename or "self" in code.co_varnames[:1]:
            return
        if code.co_name not in frame.f_globals:
            return
        arguments = inspect.getargs(code)
        given = {name: frame.f_locals[name] for name in arguments.args if frame.f_locals[name] is not mx.nd}
        described = _described(given)
        if arguments.varargs or arguments.varkw or len(described) < len(given):
            return
        blocks: Set[int] = set()
        while caller is not None and not blocks:
            if caller.f_lineno in _lines_of_one_phase(caller.f_code.co_filename):
                return
            blocks = self._forwards.get(caller.f_code, set())
            caller = caller.f_back
        of_call = {"inputs": described, "parameters": {}, "attributes": {}, "children": {}}
        self._helpers.setdefault(code, []).append((blocks, of_call))

    def document(self, recording: Recording, is_traced: Callable[[str], bool]) -> Dict[str, Any]:
        """Return the facts as JSON values, with the outputs of children from `recording`, made at the same time.

        Blocks that `hybridize()` does not reach are omitted: `is_traced` is called with the path of each.
        """
        traced = {key for key, path in recording.paths.items() if is_traced(path)}
        outputs = _outputs_of_children(recording)
        result: Dict[str, Dict[str, Dict[str, Any]]] = {}
        for key, (block, calls) in self._calls.items():
            for call in calls if key in traced else ():
                known = {**call, "children": outputs.get(key, {})}
                results = {name: fact for name, fact in known.pop("functions", {}).items() if fact is not None}
                if results:
                    known["functions"] = results
                code = self._lambdas.get(key)
                for file, name in _classes(block) if code is None else [_place(code)]:
                    _add(result.setdefault(file, {}).setdefault(name, {}), known)
        for code, calls_of_helper in self._helpers.items():
            for callers, known in calls_of_helper:
                if not traced.isdisjoint(callers):
                    file, name = _place(code)
                    _add(result.setdefault(file, {}).setdefault(name, {}), known)
        lines: Dict[str, Set[int]] = {}
        for code, ran in self._lines.items():
            if ran and not (code in self._forwards and traced.isdisjoint(self._forwards[code])):
                lines.setdefault(code.co_filename, set()).update(ran)
        documents = []
        for file in {**result, **lines}:
            blocks = {name: list(ways.values()) for name, ways in result.get(file, {}).items()}
            known_lines = {"lines": sorted(lines[file])} if file in lines else {}
            documents.append({**facts.of_file(_shown(file), blocks), **known_lines})
        return facts.document(documents)


def _add(ways: Dict[str, Dict[str, Any]], known: Dict[str, Any]) -> None:
    """Add the facts of a call to those of the other calls of its class. The last of :data:`_MOST_WAYS` contains what is
    common to all further calls."""
    key = json.dumps(known, sort_keys=True)
    if key in ways:
        return
    if len(ways) == _MOST_WAYS:
        _, last = ways.popitem()
        known = {
            part: {name: fact for name, fact in last.get(part, {}).items() if of_part.get(name, ...) == fact}
            for part, of_part in known.items()
        }
        key = ""
    ways[key] = known


#: The method of HybridLambda that calls its function.
_FORWARD_OF_LAMBDA = getattr(mx.gluon.nn.HybridLambda, load_backend().traced_method).__code__


#: Names in a test that distinguishes the phases.
_OF_PHASES = {"F", "isinstance", "hasattr", "type"}


@functools.lru_cache(maxsize=None)
def _lines_of_one_phase(file: str) -> FrozenSet[int]:
    """Return the lines of `file` in branches that one phase may not execute."""
    if not is_user_file(file):
        return frozenset()
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):  # it has changed since it was imported
        return frozenset()
    lines: Set[int] = set()
    for above in ast.walk(tree):
        for node in ast.iter_child_nodes(above):
            if not isinstance(node, (ast.If, ast.IfExp)):
                continue
            if _OF_PHASES.isdisjoint(getattr(part, "id", "") for part in ast.walk(node.test)):
                continue
            leaves = isinstance(node, ast.If) and isinstance(node.body[-1], (ast.Return, ast.Raise))
            last: Any = above if leaves else node
            lines.update(range(node.lineno, (getattr(last, "end_lineno", None) or node.lineno) + 1))
    return frozenset(lines)


def _place(code: CodeType) -> Tuple[str, str]:
    """Return the file of a function, and its name in the facts."""
    return code.co_filename, facts.name_of_function(code.co_name, code.co_firstlineno)


def _attributes(block: Any) -> Dict[str, Any]:
    """Return the attributes of a block that are its own and have a JSON form."""
    own = vars(block).items()
    return {name: value for name, value in own if name not in _OF_GLUON and (value is None or _is_plain(value))}


def _note_result(call: Dict[str, Any], name: str, value: Any) -> None:
    """Record the result of a function, if it is a tensor or a tuple of tensors, and the same in all calls."""
    parts = value if isinstance(value, tuple) else (value,)
    fact = _fact(value) if all(isinstance(part, NDArray) for part in parts) else None
    known = call.setdefault("functions", {}).setdefault(name, fact)
    if known != fact:
        call["functions"][name] = None


def _same(before: Dict[str, Any], now: Dict[str, Any], name: str) -> bool:
    return name in now and type(before[name]) is type(now[name]) and bool(before[name] == now[name])


def _classes(block: Any) -> Iterator[Tuple[str, str]]:
    """Yield file and name of the class of `block`, and of its bases in other files of the user's."""
    seen: Set[str] = set()
    for owner in type(block).__mro__:
        file = _file_of(owner)
        if file and is_user_file(file) and file not in seen:
            seen.add(file)
            yield file, owner.__name__


def _file_of(owner: type) -> str:
    """Return the file in which a class is defined: that of one of its functions."""
    for value in vars(owner).values():
        code = getattr(inspect.unwrap(value) if callable(value) else value, "__code__", None)
        if (
            isinstance(code, CodeType)
            and code.co_filename
            and getattr(value, "__qualname__", "").startswith(owner.__qualname__)
        ):
            return code.co_filename
    return getattr(sys.modules.get(owner.__module__), "__file__", None) or ""


def _outputs_of_children(recording: Recording) -> Dict[int, Dict[str, Any]]:
    """Return `id` of a block → attribute of a child → what the child returned, if all its calls there returned the same
    kind."""
    outputs: Dict[int, Dict[str, Any]] = {}
    #: Completed calls whose caller has not completed.
    pending: List[Call] = []
    for call in recording.calls:
        below = []
        while pending and pending[-1].depth > call.depth:
            below.append(pending.pop())
        pending.append(call)
        attributes = {id(value): name for name, value in vars(call.block).items() if isinstance(value, HybridBlock)}
        known = outputs.setdefault(id(call.block), {})
        for child in below:
            name = attributes.get(id(child.block))
            if name is not None and child.depth == call.depth + 1:
                described = _fact(child.outputs)
                if known.setdefault(name, described) != described:
                    known[name] = None
    return {key: {name: fact for name, fact in known.items() if fact is not None} for key, known in outputs.items()}


def _described(values: Dict[str, Any]) -> Dict[str, Any]:
    known = {name: _fact(value) for name, value in values.items()}
    return {name: fact for name, fact in known.items() if fact is not None}


def _fact(value: Any) -> Optional[Dict[str, Any]]:
    """Return a value as JSON, None if it has no such form."""
    if isinstance(value, NDArray):
        shape = shape_of(value)
        known = {} if shape is None else {"shape": list(shape)}
        return {"kind": "tensor", **known, "dtype": dtype_name(value)}
    if isinstance(value, (list, tuple)) and len(value) <= _MOST_ITEMS:
        items = [_fact(item) for item in value]
        return None if None in items else {"kind": "list" if isinstance(value, list) else "tuple", "items": items}
    if value is None or _is_plain(value):
        return {"kind": "value", "value": value}
    return None


def _is_plain(value: Any) -> bool:
    return type(value) in (bool, int, str) or type(value) is float and math.isfinite(value)


def _shown(file: str) -> str:
    """Return the path of `file`, relative to the current folder if it is below it."""
    if file.startswith("<"):
        return file
    try:
        relative = os.path.relpath(file)
    except OSError:  # the current folder was removed
        return file
    return os.path.abspath(file) if relative.startswith(os.pardir) else relative
