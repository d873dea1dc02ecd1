"""The only place where the runtime queries the linter for the rule that explains a failure."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from ..backend import load_backend
from ..report import FixDiff, SourceLocation, Stage
from .source_lines import forward_of, location_at


class Explanation(NamedTuple):
    """The rule (`HYBnnn`) that explains a failure, with its remedy.

    `location` is the line of the failure, or the line of the finding if only the function of the failure is known.
    `finding` is the line of the finding if it differs from that of the failure. `fix` is the linter's fix for the
    finding.
    """

    rule: str
    remedy: str
    location: Optional[SourceLocation]
    finding: Optional[SourceLocation] = None
    fix: Optional[FixDiff] = None


def rule_for(
    message: str, location: Optional[SourceLocation], stage: Stage, only_findings: bool = False
) -> Optional[Explanation]:
    """Return the explanation of `message` at `location`, None if no rule explains it.

    `message` is that of MXNet or Python, "" if nothing was raised. `only_findings` excludes rules that the message
    alone suggests.

    Findings on that line precede those elsewhere in the same function, which must match the message, or manifest at
    that stage if nothing was raised. Otherwise the message decides: of the matching rules, one that is reported in code
    used by the class around the line. If nothing was raised, it is the only rule there that manifests at that stage.
    The first line of a function represents the whole function.
    """
    from hybridlint.explaining import remedy_of  # imports the linter, which most checks do not need

    from . import linting

    version = load_backend().api_version
    text = linting.text_of(location.file) if location is not None else ""
    around = linting.connected_to(text, location.line) if location is not None else ()
    findings = linting.findings_in(text, location.file, version, around) if location is not None else ()
    line = location.line if location is not None else None
    rule, finding = linting.match(message, text, line, findings, stage.value, version)
    if rule is None or only_findings and finding is None:
        return None
    if location is None or finding is None:
        return Explanation(rule.code, remedy_of(rule), location)
    same = (item for item in findings if (item.code, item.line) == (finding.code, finding.line) and item.fix)
    fix = linting.fix_of(location.file, next(same, finding))
    if finding.line == location.line:
        return Explanation(rule.code, remedy_of(rule), location, fix=fix)
    place = location_at(location.file, finding.line, linting.function_around(text, finding.line)[1])
    if location.source.startswith(("def ", "async def ", "@")):
        return Explanation(rule.code, remedy_of(rule), place, fix=fix)
    return Explanation(rule.code, remedy_of(rule), location, place, fix)


def imperative_rule_for(message: str, location: Optional[SourceLocation], only_findings: bool) -> Optional[Explanation]:
    """Return the explanation of what the model raises while it is built or runs imperatively.

    Of the rules about what hybridize() changes, those explain it that are about children and parameters, and those
    about tracing: to infer shapes, MXNet traces in an imperative call too.
    """
    result = rule_for(message, location, Stage.IMPERATIVE, only_findings)
    if result is None or not (result.rule.startswith("HYB7") or any(part in message for part in _OF_TRACING)):
        return None
    return result


#: Parts of messages that only tracing raises, and of what no phase can do: MXNet 2 builds no block of MXNet 1.
_OF_TRACING = ("Symbol", "Deferred initialization failed", "operand type", "'hybrid_forward' interface")


def line_with_rule(block: Any, stage: Stage) -> Optional[SourceLocation]:
    """Return the line in the forward function of `block` with a finding that manifests at `stage`, None if there is
    none."""
    head = forward_of(block)
    result = rule_for("", head, stage) if head is not None else None
    return result.location if result is not None else None


def has_silent_finding(location: Optional[SourceLocation]) -> bool:
    """Return whether the linter reports that the line at `location` silently diverges."""
    from hybridlint.rules import find_rule

    result = rule_for("", location, Stage.MODES) if location is not None else None
    return result is not None and result.finding is None and find_rule(result.rule).silent


_ONEDNN = (
    "oneDNN, with which MXNet computes on a CPU, refuses this graph: set MXNET_MKLDNN_ENABLED=0 in the environment "
    "before MXNet is imported, or use other numbers of channels"
)
_FLOAT16 = "MXNet computes float16 on GPUs only: check with --ctx gpu, or cast to bfloat16 or float32 on CPUs"
_SUPER = "call super().__init__() first in the constructor: it creates the dicts of children and parameters"
#: Part of MXNet's message → what to write instead, for failures where the linter has no finding on a line of the
#: user's.
_REMEDIES = {
    "is not presented, in operator _npx_": (
        "MXNet 2.0.0b1 cannot load a graph with npx.cond, npx.foreach or npx.while_loop: use np.where or a loop of a "
        "fixed length, or ship the code with the parameters"
    ),
    "Unknown input to HybridBlock": (
        "put the blocks of a list or dict in a HybridSequential, or call self.register_child(block) for each"
    ),
    "argument structure of HybridBlock does not match": (
        "always pass the same arguments (a mask of ones for no mask), or keep one block for each structure, sharing "
        "parameters"
    ),
    "they have different Parameters with the same name": (
        "a deep copy has the same parameter names: create a second block with its constructor, or share the "
        "parameters with params=other.params"
    ),
    "ensure that you have activated numpy semantics": (
        "call npx.set_np() before the model is made, as at the head of its module; the inputs are mx.np arrays then"
    ),
    **{f"object has no attribute '{name}'": _SUPER for name in ("_children", "_params", "_scope", "_reg_params")},
    "could not construct a sub-memory": _ONEDNN,
    "could not create a primitive": _ONEDNN,
    "could not execute a primitive": _ONEDNN,
    "control dep not found in graph": (
        "sum the branches with F.add_n(x, *branches): MXNet 1.9.1 cannot run a graph that adds seven or more results "
        "of an array to it in turn"
    ),
    "Operator _foreach inferring shapes failed": (
        "use F.where, or a loop of a fixed length, in the body of F.contrib.foreach: in a graph, MXNet 1.9.1 cannot "
        "infer the shapes of F.contrib.cond and F.contrib.while_loop there"
    ),
    "Expected row sparse storage type": (
        "declare the parameter with grad_stype='row_sparse': a graph adds the gradients of several sparse products of "
        "one weight as row_sparse"
    ),
    "FP16 gemm on cpu not implemented": _FLOAT16,
    "float16 fully connected layer is currently": _FLOAT16,
    "Failed to allocate CPU Memory": "pass smaller shapes (--shape): this process cannot get as much memory",
    "inputs of the subgraph don't have unique names": "pass F.identity(x) for each further use of one array",
    "Assigning to NDArrays that are already in a computational graph": (
        "let the condition of F.contrib.while_loop read only what needs no gradient, such as a count of steps: MXNet "
        "1.9.1 cannot train the loop otherwise"
    ),
}


#: The same for messages that mean something else where the model is not hybridized.
_REMEDIES_HYBRIDIZED = {
    **_REMEDIES,
    "'list' object has no attribute": (
        "a hybridized block returns a list instead of a namedtuple or another sequence class: unpack its items by "
        "position, a, b = net(x)"
    ),
}


def remedy_for(message: str, hybridized: bool = True) -> Optional[str]:
    """Return what to write instead for a message of MXNet that no rule explains, None if unknown."""
    remedies = _REMEDIES_HYBRIDIZED if hybridized else _REMEDIES
    return next((remedy for part, remedy in remedies.items() if part in message), None)
