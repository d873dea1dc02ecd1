"""A rewrite: one declaration that is document, test and code of a fix.

`before` and `after` are Python with `{names}` for the parts that are quoted. One spelling of a call stands for all:
`F.f(x)`, `nd.f(x)` and `x.f()`, arguments by position or by name, default values, `len(x.shape)` for `x.ndim`, and
names that are assigned once for their values. Everything else that decides is a question to the analysis.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import re
import types
from typing import Any, Callable, ClassVar, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple, Union

from hybridlint.events import Event
from hybridlint.mxnet_api import Api
from hybridlint.rewrites import proofs
from hybridlint.rewrites.correction import Change, Correction, Edits, Part, Replacement
from hybridlint.rewrites.source import Operation, Source, literal, operation
from hybridlint.syntax import FUNCTION_DEFS, same_code
from hybridlint.values import Tensor

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_MARK = "_part_"
_NO_FACTS: Mapping[str, Any] = types.MappingProxyType({})
#: Parts that are all arguments of a call.
_LISTS = (f"{_MARK}xs", f"{_MARK}rest")
_OPERATOR = re.compile(r"\bF(?=\.)")
#: The modules of Python in patterns.
_MODULES = {"math": "math", "np": "numpy"}
#: The kinds of patterns that match nodes of several kinds: placeholders, and numbers with a sign.
_OF_ANY_KIND = {ast.Name, ast.UnaryOp}
_FIRST_ARGUMENT = re.compile(r"F\.(\w+)\(\{(\w+)\}(?:, )?")


class Match:
    """A place that a rewrite applies to: `node` is the code before, and the parts are nodes or lists of nodes."""

    def __init__(
        self,
        source: Source,
        node: Any,
        anchor: ast.AST,
        event: Optional[Event],
        variant: Mapping[str, str],
        facts: Mapping[str, Any],
    ) -> None:
        self.source, self.node, self.anchor = source, node, anchor
        self.event, self.variant = event, variant
        #: What the rule that reports the finding knows beside its event.
        self.facts = facts
        self.parts: Dict[str, Any] = {}
        #: What may change, and what is done, as far as the changes decide.
        self.risk = self.description = ""
        #: What :meth:`Rewrite.applies` has computed.
        self.data: Any = None

    @functools.cached_property
    def namespace(self) -> Optional[str]:
        """The name of the namespace of operators at the node of the finding, None if there is none."""
        return self.source.namespace(self.anchor)

    def tensor(self, name: str) -> Optional[Tensor]:
        """Return the abstract tensor of a part, None if it is not known to be one."""
        return self.source.tensor(self.parts[name])

    def rank(self, name: str) -> Optional[int]:
        return self.source.rank(self.parts[name])

    def number(self, name: str) -> Optional[int]:
        """Return the value of a part that is an integer literal."""
        return literal(self.parts.get(name))

    def text(self, name: str) -> str:
        """Return the code of a part on one line."""
        return self.source.module.code(self.parts[name])

    def described(self, edits: Edits, description: str = "", risk: str = "") -> Edits:
        """Return changes, and keep what they do and what may change, if they can be made."""
        if edits:
            self.description, self.risk = description or self.description, risk or self.risk
        return edits

    def replaced(self, template: str, node: Optional[ast.AST] = None, **parts: Part) -> Edits:
        """Return the change that puts a template in the place of the match, or of `node`; None if it needs a namespace
        of operators, `F`, and there is none, or the place has no text of its own."""
        place: Any = node or self.node
        if not self.source.is_editable(place) or self.namespace is None and _OPERATOR.search(template):
            return None
        called, function = _FIRST_ARGUMENT.match(template), getattr(place, "func", None)
        if called and isinstance(function, ast.Attribute) and function.attr == called[1]:
            if function.value is self.parts.get(called[2]):
                template = f"{{{called[2]}}}.{called[1]}({template[called.end() :]}"
        return (filled(self.source, place, template, {**self.parts, **parts}, self.namespace or ""),)


#: A question to the analysis about a match.
Condition = Callable[[Match], bool]


def filled(source: Source, node: ast.AST, template: str, parts: Mapping[str, Part], namespace: str) -> Replacement:
    """Return the replacement of `node` by a template with `{names}` of `parts`."""
    named = {f"{_MARK}{name}": part for name, part in parts.items() if f"{{{name}}}" in template}
    code = _PLACEHOLDER.sub(rf"{_MARK}\1", template)
    return Replacement(node, _OPERATOR.sub(namespace, code), named)


#: All rewrites, in the order of definition.
CATALOGUE: List[Rewrite] = []


class Rewrite:
    """Base of all rewrites. The docstring states why the code after equals that before.

    The catalogue holds each subclass that has `before`; the page of each of its rules shows it, and a test runs it on
    MXNet.
    """

    #: The rules whose findings it fixes.
    rules: ClassVar[Tuple[str, ...]] = ()
    #: The code before, in one or several forms, and after. A `<word>` in any text is that of `variants`.
    before: Union[str, Tuple[str, ...]] = ()
    after: str = ""
    variants: ClassVar[Tuple[Mapping[str, str], ...]] = ({},)
    #: What is done, as an imperative; by default, the operators that are used.
    description: str = ""
    #: Without these there is no fix.
    conditions: ClassVar[Tuple[Condition, ...]] = ()
    #: With these the imperative result is the same; without one of them, `risk` states what may change. A rewrite with
    #: a risk and no such condition is always unsafe.
    safe_if: ClassVar[Tuple[Condition, ...]] = ()
    risk: str = ""
    #: Of several rewrites the one with the lower number is tried first; those above 0 only where no other applies.
    order: ClassVar[int] = 0
    #: Whether it applies to what a name was, even where that has been assigned since.
    of_past: ClassVar[bool] = False
    #: Whether it applies to the name of such a value, too.
    of_names: ClassVar[bool] = False
    #: Whether the code after no longer contains the node of the finding; else the node is used in another way.
    consumes: ClassVar[bool] = True
    #: Whether it holds for arrays of `mx.np` too.
    of_numpy: ClassVar[bool] = False
    #: Whether nothing that is known of the arguments of the function decides.
    of_any_call: ClassVar[bool] = False
    #: Parts of the code after that are computed from the match: their code, None for no fix.
    derived: ClassVar[Mapping[str, Callable[[Match], Optional[str]]]] = {}
    #: Values of the parts for the proof: shapes of tensors, and code.
    inputs: ClassVar[Tuple[Mapping[str, Any], ...]] = ()

    def __init_subclass__(cls) -> None:
        CATALOGUE.extend(cls(variant) for variant in cls.variants if cls.before)

    def __init__(self, variant: Mapping[str, str]) -> None:
        for name in ("before", "after", "description", "risk"):
            text = getattr(self, name)
            made = [
                re.sub(r"<(\w+)>", lambda word: variant[word.group(1)], item)
                for item in ([text] if isinstance(text, str) else text)
            ]
            setattr(self, name, tuple(made) if name == "before" else made[0])
        self.variant = variant

    def applies(self, match: Match) -> bool:
        """Return whether the node of a match is the code before, and bind the parts. Rewrites that compute what they
        apply to override it."""
        form = _canonical(match.source, match.node, self.of_past)
        return any(_matches(code, match, self.of_past) for code in self.codes(form, match.source))

    def codes(self, form: ast.AST, source: Source) -> List[str]:
        """Return the code before, in the forms that may be that of a node with this `form`."""
        return [code for code in self.before if _may_match(_pattern(code), form, source)]

    @functools.cached_property
    def kinds(self) -> FrozenSet[type]:
        """The kinds of nodes that the code before is of; none if it may be of any."""
        kinds = {_pattern(code).__class__ for code in self.before}
        computed = type(self).applies is not Rewrite.applies
        return frozenset() if computed or kinds & _OF_ANY_KIND else frozenset(kinds)

    def changes(self, match: Match) -> Edits:
        """Return the changes; None if there are none after all. Rewrites that compute their code override it."""
        derived = {name: compute(match) for name, compute in self.derived.items()}
        if None in derived.values():
            return None
        return match.replaced(self.after, **derived)  # type: ignore[arg-type]

    def corrected(self, match: Match) -> Optional[Correction]:
        """Return the correction of a match that meets the conditions; None if there is none after all."""
        edits = self.changes(match)
        if not edits:
            return None

        def with_parts(text: str) -> str:
            return _PLACEHOLDER.sub(lambda name: match.text(name.group(1)), text)

        safe = bool(self.safe_if) and all(condition(match) for condition in self.safe_if)
        operators = dict.fromkeys(re.findall(r"\bF(\.[\w.]+)", self.after))
        used = " and ".join(f"`{match.namespace}{operator}`" for operator in operators)
        described = match.description or with_parts(self.description) or f"use {used}"
        return Correction(edits, described, match.risk or ("" if safe else with_parts(self.risk)))


class Computed(Rewrite):
    """A rewrite of the node of a finding whose changes are computed; `before` and `after` are an example."""

    consumes = False

    def applies(self, match: Match) -> bool:
        return match.node is match.anchor


@functools.lru_cache(maxsize=None)
def of_rule(code: str) -> Tuple[Rewrite, ...]:
    """Return the rewrites of a rule, in the order in which they are tried."""
    from hybridlint.rewrites import catalogue

    del catalogue  # importing it fills the list
    return tuple(sorted((item for item in CATALOGUE if code in item.rules), key=lambda item: item.order))


@functools.lru_cache(maxsize=None)
def _pattern(code: str) -> ast.AST:
    tree = ast.parse(_PLACEHOLDER.sub(rf"{_MARK}\1", code)).body[0]
    return tree.value if isinstance(tree, ast.Expr) else tree


@functools.lru_cache(maxsize=None)
def _operation_of(pattern: ast.Call, api: Api) -> Optional[Operation]:
    return operation(pattern, api, "F")


def rewritten(code: str, event: Event, source: Source, facts: Mapping[str, Any] = _NO_FACTS) -> Optional[Correction]:
    """Return the correction of a finding of the rule `code`: by the first rewrite that applies to the node of `event`,
    to an expression or statement around it, or to all uses of the name that it is assigned to."""
    made = _best(code, event.node, source, event, 0, facts) or _last(code, event.node, source, event, facts)
    is_refused = made is not None and source.module.numpy.everywhere and any(map(_writes_classic, made.edits))
    return None if is_refused else made


#: An operator that raises for arrays of `mx.np`.
_CLASSIC_OPERATOR = re.compile(r"\bF\.(?!np\b|npx\b)\w")


def _writes_classic(change: Change) -> bool:
    texts = (change.template, *change.parts.values()) if isinstance(change, Replacement) else (change.text,)
    return any(isinstance(text, str) and _CLASSIC_OPERATOR.search(text) for text in texts)


def _best(
    code: str, node: ast.AST, source: Source, event: Optional[Event], depth: int, facts: Mapping[str, Any] = _NO_FACTS
) -> Optional[Correction]:
    rewrites = [candidate for candidate in of_rule(code) if candidate.order <= 0 and (candidate.consumes or not depth)]
    made = _applied(rewrites, node, source, event, facts)
    return made if made is not None or depth > 3 or _of_numpy(event) else _by_names(code, node, source, depth)


def _last(
    code: str, node: ast.AST, source: Source, event: Optional[Event], facts: Mapping[str, Any] = _NO_FACTS
) -> Optional[Correction]:
    """Return the correction by the first rewrite that applies of those for which no other does, a safe one first."""
    made = (
        _applied([candidate for candidate in of_rule(code) if candidate.order == order], node, source, event, facts)
        for order in sorted({candidate.order for candidate in of_rule(code) if candidate.order > 0})
    )
    corrections = [item for item in made if item is not None]
    return min(corrections, key=lambda item: bool(item.risk), default=None)


def _applied(
    rewrites: Sequence[Rewrite], anchor: ast.AST, source: Source, event: Optional[Event], facts: Mapping[str, Any]
) -> Optional[Correction]:
    """Return the correction by the first rewrite whose match contains `anchor` outside of its parts, a safe one
    first."""
    corrections: List[Correction] = []
    if _of_numpy(event):
        rewrites = [rewrite for rewrite in rewrites if rewrite.of_numpy]
    if event is None:  # the others are about the node of the finding, not about a use of its value
        rewrites = [rewrite for rewrite in rewrites if rewrite.consumes]
    for node in (anchor, *source.around(anchor)):
        if node is not anchor and isinstance(node, (*FUNCTION_DEFS, ast.ClassDef, ast.Lambda, ast.Module)):
            break
        is_name = isinstance(node, ast.Name)
        forms = {of_past: _canonical(source, node, of_past) for of_past in (False, True)}
        for rewrite in rewrites:
            form = forms[rewrite.of_past]
            if rewrite.kinds and form.__class__ not in rewrite.kinds:
                continue
            if rewrite.kinds and not rewrite.codes(form, source):
                continue
            if is_name and rewrite.order <= 0 and rewrite.consumes and not rewrite.of_names:
                continue  # the name of a value is changed where it is used
            match = Match(source, node, anchor, event, rewrite.variant, facts)
            if not rewrite.applies(match) or rewrite.consumes and not _consumed(match):
                continue
            if not all(condition(match) for condition in rewrite.conditions):
                continue
            made = rewrite.corrected(match)
            if made is None:
                continue
            made = dataclasses.replace(made, of_any_call=rewrite.of_any_call)
            if not made.risk:
                return made
            corrections.append(made)
    return corrections[0] if corrections else None


def _of_numpy(event: Optional[Event]) -> bool:
    """Return whether an event is about an array of `mx.np`, for which most rewrites do not hold."""
    return getattr(getattr(event, "tensor", None), "numpy", False)


def at(code: str, node: ast.AST, source: Source, **parts: Any) -> Optional[Match]:
    """Return the match of a pattern at a node, with some of the parts given; None if there is none."""
    match = Match(source, node, node, None, {}, {})
    match.parts.update(parts)
    return match if _Matcher(match).matches(_pattern(code), node) else None


def around(code: str, anchor: ast.AST, source: Source) -> Optional[Match]:
    """Return the match of a pattern at the innermost node around `anchor`, None if there is none in its statement."""
    for node in (anchor, *source.around(anchor)):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            break
        match = Match(source, node, anchor, None, {}, {})
        if _matches(code, match):
            return match
    return None


def _matches(code: str, match: Match, stale: bool = False) -> bool:
    match.parts.clear()
    return _Matcher(match, stale).matches(_pattern(code), match.node)


def _may_match(pattern: ast.AST, form: ast.AST, source: Source) -> bool:
    """Return whether a node with this form may match a pattern: whether it is of its kind, and calls its operator. Most
    do not, and this is a small part of comparing them."""
    if pattern.__class__ in _OF_ANY_KIND or pattern.__class__ is not form.__class__:
        return pattern.__class__ in _OF_ANY_KIND
    wanted = _operation_of(pattern, source.api) if isinstance(pattern, ast.Call) else None
    made = source.operation(form) if wanted is not None else None
    return wanted is None or made is not None and made.path == wanted.path


def _consumed(match: Match) -> bool:
    """Return whether the code after no longer contains the node that a finding is about."""
    parts = (item for part in match.parts.values() for item in (part if isinstance(part, list) else [part]))
    return all(below is not match.anchor for part in parts for below in ast.walk(part))


def _by_names(code: str, node: ast.AST, source: Source, depth: int, keeps_name: bool = True) -> Optional[Correction]:
    """Return the correction of the uses of names whose values contain `node`: of those that can be rewritten. The
    assignment stays if there are others. With `keeps_name` none if a name is only used as a number."""
    statement = source.statement(node)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or not source.is_editable(node):
        return None
    target: Any = statement.targets[0]
    names = [target] if isinstance(target, ast.Name) else list(getattr(target, "elts", ()))
    if not all(isinstance(name, ast.Name) for name in names):
        return None
    used = [source.uses_of(name) for name in names]
    uses = [use for several in used for use in several or ()]
    made = {
        use: _best(code, use, source, None, depth + 1) for use in uses if source.meaning(use, stale=True) is not use
    }
    if isinstance(target, ast.Name) and not any(made.values()):
        return None  # the name stays, for a number or a tensor
    for use in uses:
        made[use] = made.get(use) or _last(code, use, source, None)
    every = [item for item in made.values() if item is not None]
    if not every:
        return None
    partial = None in used or len(every) < len(uses) or any(item.is_partial for item in every)
    removed = () if partial else source.removed(statement)
    if removed is None:
        return None
    changes = dict.fromkeys(change for item in every for change in item.edits)
    described = "; ".join(dict.fromkeys(item.description for item in every))
    risk = "; ".join(dict.fromkeys(item.risk for item in every if item.risk))
    return Correction((*removed, *changes), described, risk, all(item.of_any_call for item in every), partial)


def _canonical(source: Source, node: Any, stale: bool) -> Any:
    """Return the form of an expression that patterns have."""
    return _signed(source.meaning(node, stale))


def _signed(pattern: Any) -> Any:
    number = literal(pattern) if isinstance(pattern, ast.UnaryOp) else None
    return pattern if number is None else ast.Constant(number)


@dataclasses.dataclass
class _Matcher:
    """Compares a pattern with code, and binds the parts."""

    match: Match
    stale: bool = False

    def matches(self, pattern: Any, node: Any) -> bool:
        """Return whether `node` has the form of `pattern`."""
        name = pattern.id[len(_MARK) :] if isinstance(pattern, ast.Name) and pattern.id.startswith(_MARK) else ""
        if name:
            return node is not None and self._bound(name, node)
        if isinstance(pattern, ast.AST):
            form = _canonical(self.match.source, node, self.stale) if isinstance(node, ast.AST) else None
            return form is not None and self._node_matches(_signed(pattern), form)
        if isinstance(pattern, list):
            if len(pattern) == 1 and isinstance(pattern[0], ast.Starred):
                inner: Any = pattern[0].value
                if isinstance(inner, ast.Name) and inner.id in _LISTS:
                    return self._bound(inner.id[len(_MARK) :], node)
            same = isinstance(node, list) and len(pattern) == len(node)
            return same and all(self.matches(first, second) for first, second in zip(pattern, node))
        return type(pattern) is type(node) and bool(pattern == node)

    def _node_matches(self, pattern: Any, node: Any) -> bool:
        if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
            wanted = _operation_of(pattern, self.match.source.api)
            if wanted is not None:
                made = self.match.source.operation(node)
                return made is not None and self._operation_matches(wanted, made)
            if pattern.keywords:
                return self.matches(pattern.func, node.func) and self._arguments_match(pattern, node)
        if isinstance(pattern, ast.Attribute) and getattr(pattern.value, "id", "") in _MODULES:
            return self.match.source.dotted(node) == f"{_MODULES[pattern.value.id]}.{pattern.attr}"  # type: ignore[attr-defined]
        if type(pattern) is not type(node):
            return False
        if isinstance(pattern, ast.Constant):
            return type(pattern.value) is type(node.value) and bool(pattern.value == node.value)
        fields = (name for name in pattern._fields if name not in ("ctx", "kind", "type_comment"))
        return all(self.matches(getattr(pattern, name), getattr(node, name)) for name in fields)

    def _arguments_match(self, pattern: ast.Call, node: ast.Call) -> bool:
        given = {argument.arg: argument.value for argument in node.keywords}
        if not self.matches(pattern.args, node.args):
            return False
        for argument in pattern.keywords:
            if argument.arg is None:
                rest: Any = [ast.keyword(name, value) for name, value in given.items()]
                return self._bound(argument.value.id[len(_MARK) :], rest)  # type: ignore[attr-defined]
            if argument.arg not in given or not self.matches(argument.value, given.pop(argument.arg)):
                return False
        return not given

    def _operation_matches(self, wanted: Operation, made: Operation) -> bool:
        if wanted.path != made.path:
            return False
        given = dict(made.arguments)
        rest = wanted.arguments.get(None)
        for name, pattern in wanted.arguments.items():
            if name is None:
                continue
            if name not in given:
                default = made.default(name)
                if default is None or not self.matches(pattern, ast.Constant(default)):
                    return False
            elif not self.matches(pattern, given.pop(name)):
                return False
        if rest is not None:
            named: Any = [ast.keyword(name, value) for name, value in given.items()]
            return self._bound(rest.id[len(_MARK) :], named)
        return all(made.is_default(name, value) for name, value in given.items())

    def _bound(self, name: str, node: Any) -> bool:
        parts = self.match.parts
        if name not in parts:
            parts[name] = node
            return True
        bound = parts[name]
        if isinstance(bound, ast.Name) and isinstance(node, ast.Name):
            return bound.id == node.id
        numbers = literal(bound), literal(node)
        if None not in numbers:
            rank = self.match.rank("x") if "x" in parts else None
            same = numbers[0] == numbers[1]
            return same or rank is not None and (numbers[0] - numbers[1]) % rank == 0  # type: ignore[operator]
        return same_code(bound, node) and self.match.source.may_be_repeated(node)


# Questions to the analysis


def rank_above(name: str, least: int) -> Condition:
    """Whether the tensor certainly has more than `least` axes."""
    return lambda match: proofs.least_rank(match.source, match.parts[name]) > least


def has_dtype(name: str, *dtypes: str) -> Condition:
    """Whether the tensor certainly has one of these dtypes."""
    return lambda match: proofs.dtype(match.source, match.parts[name]) in dtypes


def is_tensor(*names: str) -> Condition:
    """Whether the parts certainly are arrays of `mx.nd`."""
    return lambda match: all(match.source.is_tensor(match.parts[name]) for name in names)


def is_integer(*names: str) -> Condition:
    """Whether the parts are integer literals."""
    return lambda match: all(match.number(name) is not None for name in names)


def is_repeatable(*names: str) -> Condition:
    """Whether evaluating the parts twice has the same result and no effect."""
    return lambda match: all(match.source.may_be_repeated(match.parts[name]) for name in names)


def is_hyperparameter(name: str) -> Condition:
    """Whether the part, if there is one, consists of attributes of `self` and literals, the same throughout a call."""

    def holds(match: Match) -> bool:
        nodes = list(ast.walk(match.parts[name])) if name in match.parts else []
        names = [node.id for node in nodes if isinstance(node, ast.Name)]
        return names.count("self") == len(names) and not any(isinstance(node, ast.Call) for node in nodes)

    return holds


def named_only(name: str, *keywords: str) -> Condition:
    """Whether the other arguments have these names only."""
    return lambda match: all(part.arg in keywords for part in match.parts[name])


def is_name(name: str) -> Condition:
    """Whether the part is a name."""
    return lambda match: isinstance(match.parts[name], ast.Name)


def is_tested(match: Match) -> bool:
    """Whether the match is the test of a branch."""
    return isinstance(match.source.parent(match.node), (ast.IfExp, ast.If))


def is_anchor(match: Match) -> bool:
    """Whether the match is the node of the finding."""
    return match.node is match.anchor
