"""The standard execution of a model in each phase, which most probes begin with."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from . import parameters
from .comparing import compare_each
from .state import BlockTexts, countable
from .steps import MOST_CALLS, Execution, Step, standard_step
from .subject import FirstCall, Subject


class StandardExecutions:
    """The standard executions of `subject`, each made when it is first needed.

    `infers_shapes` is whether the hybridized one inferred the shapes of parameters that the model leaves open.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.infers_shapes = False
        self._executions: Dict[bool, Execution] = {}
        #: Whether an execution changed state that Python code may count.
        self._counts = False

    def steps(self) -> List[Step]:
        """Return the calls of a standard execution, alternating between two inputs.

        There are as many as the options specify, and more, up to MOST_CALLS, while an imperative call changes a number,
        flag or text of a block.
        """
        made = len(self.execution(hybridized=False).results)
        return [standard_step(number) for number in range(max(made, self._subject.options.calls))]

    def _steps_while_changing(
        self, net: Any, first: int = 0, before: Optional[Dict[Tuple[str, str], str]] = None
    ) -> Iterator[Step]:
        """Yield the calls of a standard imperative execution of `net`, each after the previous one was made.

        They begin with the `first`-th, where `before` is what Python may count.
        """
        for number in range(first, max(MOST_CALLS, self._subject.options.calls)):
            if number >= self._subject.options.calls:
                now = countable(net)
                if now == before:
                    return
                before = now
            elif number == self._subject.options.calls - 1:
                before = countable(net)
            yield standard_step(number)

    def execution(self, hybridized: bool) -> Execution:
        """Return the standard execution of the model, which is cached."""
        if hybridized not in self._executions:
            self._executions[hybridized] = self._hybrid_execution() if hybridized else self._plain_execution()
            if len(self._executions) == 2:
                self._share_values()
        return self._executions[hybridized]

    def _share_values(self) -> None:
        """Let the nets of both executions and the recorded net share values, if neither execution wrote to them."""
        nets = self._subject.nets
        called = [execution.net for execution in self._executions.values()]
        nets.reads_only = all(parameters.equal(net, nets.values or {}) for net in called)
        if nets.reads_only:
            for net in (nets.recorded, *called):
                nets.lend(net)

    def _plain_execution(self) -> Execution:
        """Return that of the recorded net, which is as before the recorded run; of a fresh one if calls change it."""
        subject = self._subject
        if not subject.makes_children and subject.scenario.between is None:
            subject.nets.restore_shared()
            execution = self._standard_execution(subject.net, first=subject.first_call)
            unchanged = execution.failure is None and not execution.changes and not self._counts
            if unchanged and parameters.equal(subject.net, subject.nets.values or {}):
                return execution
            subject.start_again()
            self._counts = False
        return self._standard_execution(subject.nets.fresh())

    def _hybrid_execution(self) -> Execution:
        steps = self.steps()  # before a net is made: this runs another one
        return self._inferring_execution() or self._standard_execution(self._subject.nets.fresh(), steps)

    def _standard_execution(self, net: Any, known: Sequence[Step] = (), first: Optional[FirstCall] = None) -> Execution:
        """Call `net` hybridized with the `known` steps; imperatively, if there are none, after its `first` call."""
        made = [] if first is None else [first.result]
        texts, before = (BlockTexts(net), countable(net)) if first is None else (first.texts, first.counted)
        steps = known or self._steps_while_changing(net, len(made), before)
        with self._subject.observed.watching():
            execution = self._subject.execute(steps, bool(known), net, first=len(made))
        execution.results[:0] = made
        execution.changes = texts.changes()
        self._counts |= countable(net) != before
        return execution

    def _inferring_execution(self) -> Optional[Execution]:
        """Return the standard hybridized execution of a net with open shapes, which the probe `deferred` needs.

        None if the model leaves none open, or if the execution differs from the imperative one in anything.
        """
        subject = self._subject
        if not subject.open_shapes or subject.makes_children:
            return None
        plain = self.execution(hybridized=False)
        if plain.failure is not None or plain.changes or self._counts:
            return None
        execution = self._standard_execution(subject.nets.with_open_shapes(), self.steps())
        self.infers_shapes = (
            execution.failure is None
            and not execution.changes
            and not any(result.warnings for result in execution.results)
            and bool(compare_each(plain.outputs(), execution.outputs(), subject.strict_tolerances()))
        )
        return execution if self.infers_shapes else None

    def warnings(self) -> List[str]:
        """Return MXNet's warnings in the standard hybridized execution that the imperative one lacks."""
        hybrid = self.execution(hybridized=True)
        plain = {text for result in self.execution(hybridized=False).results for text in result.warnings}
        called = [text for result in hybrid.results for text in result.warnings if text not in plain]
        return list(dict.fromkeys([*hybrid.warnings, *called]))

    @property
    def continues(self) -> bool:
        """Return whether further calls of the nets of the standard executions are equivalent to those of new nets.

        They are not if the user changes the net between calls, if memory is planned for the first shapes, or if calls
        change parameters, attributes or variables of modules.
        """
        subject = self._subject
        planned = subject.options.static_alloc or subject.options.static_shape
        if subject.scenario.between is not None or planned or subject.makes_children:
            return False
        executions = [self.execution(hybridized) for hybridized in (False, True)]
        if self._counts:
            return False
        return bool(subject.nets.reads_only) and all(
            execution.failure is None and not execution.changes for execution in executions
        )


def standard_of(subject: Subject) -> StandardExecutions:
    return subject.once("standard", lambda: StandardExecutions(subject))
