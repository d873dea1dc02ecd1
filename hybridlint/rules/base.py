"""A rule: one class that holds its code, its texts, its examples and its messages.

Its documentation page, `hybridlint explain` and its tests come from this one place: every bad example is run on MXNet
and must fail or diverge, every good one must pass; the linter must report the first and not the second.
"""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Iterator, Mapping, Optional, Tuple, Type, Union

from hybridlint.events import Event
from hybridlint.mxnet_api import Api
from hybridlint.symbols import Divergence, Kind

#: What a rule is about: a kind of divergence, or a type of event.
About = Union[Kind, Type[Event]]

#: How a bad example goes wrong, which the test that runs it verifies.
SHOWN_AS = {
    "error": "the first hybridized call raises",
    "values": "the hybridized outputs differ in values, shape or number",
    "calls": "the first hybridized call agrees, a later one differs",
    "parameters": "the hybridized outputs do not change when the parameters do",
    "batch": "the hybridized block is wrong or fails at another batch size",
    "training": "inference agrees, the outputs in training mode differ",
    "gradients": "the outputs agree, `backward` fails or the gradients differ",
    "gradients of parameters": "the outputs agree, `backward` fails if parameters alone have gradients",
    "attributes": "an attribute of the block holds a Symbol after tracing",
    "later": "the block no longer works after `hybridize(False)`",
    "print": "something else is printed, or in the first call only",
    "construction": "the block cannot be created",
    "no graph": "`hybridize()` has no effect: there is no graph, and `export` fails",
    "no flag": "the flag has no effect, without an error or a warning",
    "warning": "the outputs agree, and MXNet warns",
    "export": "`export` fails, or the exported model computes something else",
    "child alone": "the block works while its parent is hybridized, and fails when it alone is",
    "memory": "uninitialized memory is among the outputs",
    "both": "it fails with and without `hybridize()`",
    "onnx": "the outputs agree, and the block does not convert to ONNX, or computes something else there",
}


@dataclasses.dataclass(frozen=True)
class Example:
    """A complete module with a class `Net`. `inputs` are the shapes (float32, drawn from a normal distribution) or the
    specifications, as a Python literal, that `Net` is called with: see `tests/hybridlint_runtime/running_examples.py`.
    `shown_as` is a key of :data:`SHOWN_AS`: what goes wrong with the bad one. `inputs_of_good` where they differ."""

    bad: str
    good: str
    inputs: str
    shown_as: str = "error"
    inputs_of_good: str = ""


@dataclasses.dataclass(frozen=True)
class Report:
    """One finding of a rule: the message, the node that it is about (by default that of the event), and what the
    rewrites of the rule have to know beside the event."""

    message: str
    node: Optional[Any] = None
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


class Rule:
    """Base of all rules. The class attributes describe it, `messages` what `symbols` has found."""

    code: ClassVar[str]
    name: ClassVar[str]
    #: What the rule reports, in one line of at most 80 characters: a noun phrase.
    summary: ClassVar[str]
    #: One sentence: what happens after `hybridize()`. Begins with "Raises" or "Silent:".
    after_hybridize: ClassVar[str]
    #: Why MXNet does so; a paragraph or two of Markdown.
    why: ClassVar[str]
    #: What to write instead; Markdown.
    instead: ClassVar[str]
    examples: ClassVar[Tuple[Example, ...]]
    #: "safe", "unsafe" or "": the best fix that the rule has.
    fix: ClassVar[str] = ""
    #: Regular expressions of what MXNet or Python raises, so that the runtime half can name the rule.
    errors: ClassVar[Tuple[str, ...]] = ()
    #: What the rule reports → the message: a template with `{event}`, the data of a divergence and words of `judge`.
    messages: ClassVar[Mapping[About, str]] = {}
    #: What else `judge` reports: divergences whose message it composes, and events that may be harmless.
    about: ClassVar[Tuple[About, ...]] = ()

    #: Whether a rule about MXNet 1.x holds on MXNet 2 as well.
    holds_on_mxnet2: ClassVar[bool] = False

    @property
    def subjects(self) -> Tuple[About, ...]:
        """All that the rule is about."""
        return (*self.messages, *self.about)

    @property
    def silent(self) -> bool:
        """Whether nothing is raised, and the result is another."""
        return self.after_hybridize.startswith("Silent")

    @property
    def default(self) -> bool:
        """Whether the rule is selected unless the user excludes it. Those of HYB9 must be asked for."""
        return not self.code.startswith("HYB9")

    @property
    def generation(self) -> int:
        """The generation of MXNet that the rule is about: 1 for 1.x, 2 for 2.0."""
        return 2 if self.code.startswith("HYB8") else 1

    def judge(self, subject: Any, api: Api) -> Iterator[Report]:
        """Yield the reports on `subject`, a divergence or an event that the rule is about; none if all is well."""
        yield self.report(subject)

    def report(self, subject: Union[Divergence, Event], **words: Any) -> Report:
        """Return the report on `subject` with the message of `messages`, which may contain `words`."""
        if isinstance(subject, Event):
            return Report(self.messages[type(subject)].format(event=subject, **words))
        facts = {**subject.data, **words}
        return Report(self.messages[subject.kind].format(event=subject.event, **facts), facts=facts)
