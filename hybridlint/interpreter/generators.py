"""Generators that receive values: each step runs the body from its beginning to the next `yield`.

Before a step, the changes that the generator made in earlier steps are undone; running them again makes each change
exactly once.
"""

from __future__ import annotations

import ast
from typing import List, Optional, Tuple

from hybridlint.events import Arguments
from hybridlint.interpreter import functions
from hybridlint.interpreter.run import Frame, Run, Scope, Suspended
from hybridlint.interpreter.state import Suspension
from hybridlint.lattice import join_all
from hybridlint.values import NONE, UNKNOWN, Function, Generator, Sequence, Value

#: Maximum number of steps of a generator that are interpreted, and of those of generators that run in a step of another
#: one of the same function.
_MOST_STEPS = 16
_MOST_NESTED_STEPS = 128
_METHODS = ("send", "throw", "close", "__next__", "__iter__")


def make(run: Run, function: Function, frame: Frame) -> Generator:
    """Return the generator that a call of `function` creates, with its arguments bound in `frame`."""
    made = Generator(function, tuple(frame.scope.names.items()), run.identity(), frame.instance or "")
    run.attempt.suspended[made.identity] = Suspension()
    return made


def step(run: Run, generator: Generator, sent: Value, thrown: bool = False) -> Optional[Value]:
    """Return what the generator yields next after `sent` is sent, or `thrown`, into it; None if it ends. If a loop of
    an unknown number of rounds yields, it never ends: this is then what any round yields."""
    progress = run.attempt.suspended.setdefault(generator.identity, Suspension())
    if progress.ended or len(progress.sent) >= _MOST_STEPS:
        return progress.rest if progress.ended else UNKNOWN
    function = generator.function
    if function.key in run.calling:
        run.attempt.recursions[function.key] += 1
        if run.attempt.recursions[function.key] > _MOST_NESTED_STEPS:
            return UNKNOWN
    progress.sent.append((sent, thrown))
    frame = Frame(
        Scope(dict(generator.names), function.scope),
        instance=generator.instance or None,
        owner=function.owner,
        resuming=progress.sent,
    )
    before = run.attempt.store.heap
    run.attempt.store.reset(progress.changed, progress.base)
    depth = run.depth()
    run.calling.append(function.key)
    try:
        functions.run_body(run, function.node.body, frame)
        progress.ended, progress.result = True, frame.result()
        progress.rest = join_all(frame.yields) if frame.yields_vary and frame.yields else None
        return progress.rest
    except Suspended:
        return frame.yields[-1]
    finally:
        progress.varies = frame.yields_vary
        run.unwind(depth)
        heap = run.attempt.store.heap
        for address, held in heap.items():
            if before.get(address) is not held and address not in progress.changed:
                progress.changed.add(address)
                first = before.get(address, run.attempt.store.initial.get(address))
                if first is not None:
                    progress.base[address] = first


def steps(run: Run, generator: Generator) -> Tuple[Tuple[Value, ...], Value]:
    """Return the values that a generator yields from here to its end, or in the first steps if there are too many, and
    its return value."""
    found: List[Value] = []
    while len(found) < _MOST_STEPS:
        value = step(run, generator, NONE)
        if value is not None:
            found.append(value)
        progress = run.attempt.suspended[generator.identity]
        if progress.ended:
            return tuple(found), progress.result
    return tuple(found), UNKNOWN


def elements(run: Run, generator: Value) -> Tuple[Sequence, Value]:
    """Return an iterator over the remaining values of a generator, and its return value."""
    assert isinstance(generator, Generator)
    found, result = steps(run, generator)
    progress = run.attempt.suspended[generator.identity]
    if progress.varies or not progress.ended:
        return Sequence("iterator", None, join_all(found), identity=run.identity()), result
    return Sequence("iterator", found, identity=run.identity()), result


def call_method(run: Run, node: ast.Call, generator: Generator, name: str, arguments: Arguments, frame: Frame) -> Value:
    """Evaluate `generator.send(value)` and the other methods of a generator."""
    if name not in _METHODS:
        return UNKNOWN
    if name == "__iter__":
        return generator
    if name == "close":
        run.attempt.suspended[generator.identity].ended = True
        return NONE
    given = arguments.positional[0] if arguments.positional else NONE
    return next_value(run, generator, step(run, generator, given, name == "throw"))


def next_value(run: Run, generator: Generator, value: Optional[Value], default: Optional[Value] = None) -> Value:
    """Return the result of `next` for the `value` that a step yielded. If the generator has ended (None), return
    `default` or raise `StopIteration`."""
    if value is not None:
        return value
    if default is not None:
        return default
    run.raise_error("StopIteration", ("value", run.attempt.suspended[generator.identity].result))
    return UNKNOWN
