"""The documentation of codes: for the terminal, for the documentation pages, and for reports.

The rules contain their own texts. Those of the two codes for files that were not analysed are here.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import re
import textwrap
from typing import Any, Dict, FrozenSet, List, Optional, Set, Tuple

from hybridlint import about, fixing
from hybridlint.rewrites.rewrite import of_rule
from hybridlint.rules import Rule, all_rules, find_rule
from hybridlint.rules.base import SHOWN_AS
from hybridlint.symbols import Kind

#: Maximum width, and the default if that of the terminal is unknown.
_WIDTH = 100


@dataclasses.dataclass(frozen=True)
class Meaning:
    """The meaning of a code. The texts are Markdown; `rule` is None for the codes that no rule reports."""

    code: str
    name: str
    summary: str
    after_hybridize: str
    why: str
    instead: str
    rule: Optional[Rule] = None

    @property
    def default(self) -> bool:
        return self.rule is None or self.rule.default

    @property
    def silent(self) -> bool:
        return self.rule is not None and self.rule.silent

    @property
    def url(self) -> str:
        """The address of the page of this code, "" if the documentation has none."""
        return about.documentation(f"rules/{self.code}.html")

    @property
    def traits(self) -> List[str]:
        """Key properties, a sentence each."""
        if self.rule is None:
            return ["The exit code is 2."]
        fixes = {
            "safe": "`hybridlint fix` fixes it where it can; the imperative result stays the same.",
            "unsafe": "`hybridlint fix --unsafe-fixes` fixes it where it can; review what it changed.",
            "": "There is no automatic fix.",
        }
        parts = [fixes[self.rule.fix]]
        if self.silent:
            parts.insert(0, "**Silent**: nothing is raised, but the result differs.")
        if not self.default:
            parts.insert(0, f"Off by default: `--extend-select {self.code}`.")
        return parts

    @property
    def markdown(self) -> str:
        """The whole page."""
        parts = [f"# {self.code}: {self.name}", self.after_hybridize, " ".join(self.traits)]
        parts += ["## Why", textwrap.dedent(self.why).strip(), "## Instead", textwrap.dedent(self.instead).strip()]
        for number, example in enumerate(self.rule.examples if self.rule else (), 1):
            parts.append("## Example" if number == 1 else f"## Example {number}")
            parts += [f"What goes wrong: {SHOWN_AS[example.shown_as]}.", _code(example.bad)]
            fixed, shown = _fixes_of(self.code, example.bad)
            parts += shown
            # The diff shows the good block already where the fix writes it.
            if ast.dump(ast.parse(fixed)) != ast.dump(ast.parse(example.good)):
                parts += ["Write instead:", _code(example.good)]
            parts.append(f"Tested on MXNet with {_inputs(example.inputs)}.")
            if example.inputs_of_good:
                parts[-1] = f"{parts[-1][:-1]}; the second block with {_inputs(example.inputs_of_good)}."
        if self.rule:
            rewrites = _rewrites_of(self.code)
            if rewrites:
                rows = ["| Before | After | Why |", "|---|---|---|", *rewrites]
                parts += [
                    "## Fixes",
                    "Of the [rewrites](../developers/rewrites.md) of this rule, the first that applies is made.",
                    "\n".join(rows),
                ]
            parts += ["## When to ignore", _when_to_ignore(self.rule)]
            related = _related(self.rule)
            if related:
                parts += [
                    "## See also",
                    "\n".join(f"- [{item.code}]({item.code}.md): {item.summary}" for item in related),
                ]
        return "\n\n".join(parts) + "\n"

    @property
    def text(self) -> str:
        """The whole page for a terminal, without Markdown syntax."""
        return plain(self.markdown)


@functools.lru_cache(maxsize=None)
def _fixes_of(code: str, bad: str) -> Tuple[str, List[str]]:
    """Return a bad example after `hybridlint fix`, and the changes as a diff, [] if there are none."""
    before = textwrap.dedent(bad).strip() + "\n"
    for unsafe in (False, True):
        after = fixing.fix(before, unsafe=unsafe, selects=lambda item: item == code or find_rule(item).default)
        if any(finding.code == code for finding in after.fixed):
            break
    else:
        return before, []
    lines = difflib.unified_diff(before.splitlines(), after.text.splitlines(), lineterm="", n=1)
    risks = dict.fromkeys(finding.fix.risk for finding in after.fixed if finding.fix and finding.fix.risk)
    command = f"`hybridlint fix{' --unsafe-fixes' if unsafe else ''}` changes"
    noted = f"{command} it to the following. It is unsafe: {'; '.join(risks)}." if risks else f"{command} it to:"
    return after.text, [noted, "```diff\n" + "\n".join(list(lines)[3:]) + "\n```"]


def _rewrites_of(code: str) -> List[str]:
    """Return a row of a table for each rewrite of a rule; of a table of operators, for its first."""
    first = {type(item): item for item in reversed(of_rule(code)) if item.after}
    return [
        f"| {_shown(item.before[0])} | {_shown(item.after)} | {' '.join((item.__doc__ or '').split())} |"
        for item in reversed(list(first.values()))
    ]


def _shown(pattern: str) -> str:
    lines = re.sub(r"[{}]", "", pattern).replace("|", "\\|").split("\n")
    return " ".join(f"`{line.strip()}`" for line in lines)


def _when_to_ignore(rule: Rule) -> str:
    if rule.code.startswith("HYB91"):
        return "The model is never exported to ONNX." if ONNX in stages_of(rule) else "Only your own code reads it."
    if not rule.default:
        return (
            "`hybridlint-runtime check` passes with inputs that reach the line. The rule is off by default because it "
            "may be wrong where shapes or values are not known."
        )
    if rule.generation == 2:
        return "The code is for MXNet 1.x: set `mxnet-version`. Or the block is never hybridized."
    return (
        "The block is never hybridized: derive it from `gluon.Block`, whose code is not traced. Or no configuration "
        "that you hybridize reaches the line: `# noqa` with the code, and a check of the model."
    )


@functools.lru_cache(maxsize=None)
def _mentioned() -> Dict[str, FrozenSet[str]]:
    """Code of a rule → the codes that its texts name."""
    return {rule.code: frozenset(re.findall(r"HYB\d{3}", f"{rule.why} {rule.instead}")) for rule in all_rules()}


def _related(rule: Rule) -> List[Rule]:
    """Return the rules that name this one in their texts, and those about the same divergence; not those it names."""
    named = _mentioned()[rule.code]
    about = [subject for subject in rule.subjects if isinstance(subject, Kind)]
    return [
        other
        for other in all_rules()
        if other is not rule and other.code not in named
        if rule.code in _mentioned()[other.code] or set(about) & set(other.subjects)
    ][:5]


ONNX = "ONNX"

#: Kind of an example → the stages at which it manifests.
_STAGES: Dict[str, Tuple[str, ...]] = {
    "values": ("values", "structure", "other shapes", "modes"),
    "calls": ("values", "structure"),
    "parameters": ("values",),
    "memory": ("values",),
    "batch": ("other shapes",),
    "training": ("modes",),
    "gradients": ("gradients",),
    "gradients of parameters": ("gradients",),
    "attributes": ("state",),
    "later": ("state",),
    "print": ("state", "execution"),
    "no graph": ("export",),
    "onnx": (ONNX,),
}


def stages_of(rule: Rule) -> Set[str]:
    """Return the stages of `hybridlint_runtime.report.Stage` at which a finding of the rule manifests."""
    return {stage for example in rule.examples for stage in _STAGES.get(example.shown_as, ())}


_KINDS = {"pos": "positive", "i": "integers"}


def _inputs(text: str) -> str:
    """Return the inputs of an example as text: "inputs of shape (2, 3) and (3,) (positive)"."""
    shapes = [_shape(described) for described in ast.literal_eval(text)]
    if len(shapes) == 1:
        return f"an input of shape {shapes[0]}"
    return f"inputs of shape {', '.join(shapes[:-1])} and {shapes[-1]}"


def _shape(described: Any) -> str:
    if described is None or not isinstance(described[0], str):
        return str(described)
    kind, *arguments = described
    if kind == "tup":
        return f"({', '.join(map(_shape, arguments))})"
    return f"{arguments[0]} ({_KINDS[kind]})"


_NOT_ANALYSED = Meaning(
    "HYB001",
    "not-analysed",
    "file, or part of one, that could not be analysed",
    "Unknown: the file was not analysed.",
    "The file does not exist or cannot be read; it is not in UTF-8, nor in the encoding that its cookie declares; it "
    "is not Python, or not of the version that runs hybridlint; or it nests loops and calls so deeply that the "
    "analysis runs out of its budget. All other files are checked. flake8 itself reports what it cannot read or parse "
    "as E902 and E999.",
    "Correct the file, or run hybridlint with the Python version that the file is written for. `per-file-ignores` "
    "with `HYB001` accepts that a file of valid Python is not analysed to its end; `exclude` skips a file.",
)
_FAILED = Meaning(
    "HYB002",
    "hybridlint-failed",
    "file on which hybridlint itself failed",
    "Unknown: hybridlint itself failed on this file, so findings may be missing.",
    "This is a bug of hybridlint. All other files are checked.",
    "Please report it, with the file and the output of `hybridlint check --traceback FILE`. Until it is fixed, "
    "`per-file-ignores` with `HYB002` accepts it for a file.",
)


@functools.lru_cache(maxsize=None)
def meanings() -> Tuple[Meaning, ...]:
    """Return all codes, in order."""
    of_rules = [
        Meaning(
            rule.code,
            rule.name,
            rule.summary,
            rule.after_hybridize,
            f"{rule.why} The rule holds on MXNet 2 as well." if rule.holds_on_mxnet2 else rule.why,
            rule.instead,
            rule,
        )
        for rule in all_rules()
    ]
    return (_NOT_ANALYSED, _FAILED, *of_rules)


def meaning_of(code: str) -> Meaning:
    """Return the meaning of `code`. Raise KeyError if there is no such code."""
    return {meaning.code: meaning for meaning in meanings()}[code]


def find(code: str) -> Optional[Meaning]:
    """Return the meaning of `code`, or of the rule of that name; None if there is none."""
    return next((meaning for meaning in meanings() if code.upper() == meaning.code or code == meaning.name), None)


def explain(code: str, width: Optional[int] = None) -> str:
    """Return the page on `code`, or on the rule of that name, in lines of `width` columns. Raise KeyError if there is
    none."""
    meaning = find(code)
    if meaning is None:
        raise KeyError(code)
    return plain(meaning.markdown, min(width or _WIDTH, _WIDTH))


def document(code: str) -> Dict[str, Any]:
    """Return the meaning of `code`, or of the rule of that name, as JSON values."""
    meaning = find(code)
    assert meaning is not None
    return {
        "code": meaning.code,
        "name": meaning.name,
        "summary": meaning.summary,
        "default": meaning.default,
        "silent": meaning.silent,
        "fix": meaning.rule.fix or None if meaning.rule else None,
        "url": meaning.url or None,
        "markdown": meaning.markdown,
    }


def suggestion(code: str) -> str:
    """Return a suggestion for `code`, which is neither a code nor the name of a rule."""
    family = [meaning.code for meaning in meanings() if meaning.code.startswith(code.upper()[:4])]
    if re.fullmatch(r"(?i)HYB\d*", code):
        # A code with another number is another rule: none is closer than the others.
        first = f"the codes that begin with {code.upper()[:4]} are" if len(code) > 3 and family else "the codes are"
        codes = family or [meaning.code for meaning in meanings()]
        return f"{first} {', '.join(codes)}" if len(codes) < 20 else "`hybridlint rules` lists them"
    near = difflib.get_close_matches(code.lower(), [meaning.name for meaning in meanings()], n=3, cutoff=0.7)
    return f"did you mean {', '.join(near)}?" if near else "`hybridlint rules` lists them"


def _code(source: str) -> str:
    return f"```python\n{textwrap.dedent(source).strip()}\n```"


def plain(markdown: str, width: int = _WIDTH) -> str:
    """Render Markdown for a terminal: code indented, headings underlined, paragraphs of `width` columns."""
    parts: List[str] = []
    for block in re.split(r"(?ms)^(```(?:python|diff)\n.*?\n```)$", markdown):
        if block.startswith("```"):
            parts.append(textwrap.indent(block.split("\n", 1)[1].rsplit("\n", 1)[0], "    "))
            continue
        for paragraph in filter(None, (part.strip() for part in block.split("\n\n"))):
            parts.append(_plain_paragraph(paragraph, width))
    return "\n\n".join(parts) + "\n"


def _plain_paragraph(paragraph: str, width: int) -> str:
    heading = re.match(r"#+ (.*)", paragraph)
    text = _unmarked(heading.group(1) if heading else paragraph)
    if heading:
        return f"{text}\n{('=' if paragraph.startswith('# ') else '-') * len(text)}"
    if text.startswith("|"):
        return _plain_rows(text, width)
    items = re.split(r"(?m)^(?=[-*] )", text)
    hanging = "  " if text.startswith(("- ", "* ")) else ""
    return "\n".join(
        textwrap.fill(
            " ".join(item.split()), width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        )
        for item in (items if hanging else [text])
        if item.strip()
    )


def _plain_rows(table: str, width: int) -> str:
    """Return the rows of a table of code before, code after and prose as indented code and paragraphs."""
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.splitlines()[2:]]
    parts = []
    for *codes, prose in rows:
        before, after = (code.strip().replace("` `", "\n").replace("`", "").replace("\\|", "|") for code in codes)
        code = "\n".join([*(f"- {line}" for line in before.split("\n")), *(f"+ {line}" for line in after.split("\n"))])
        parts += [textwrap.indent(code, "    "), textwrap.fill(prose.strip(), width, break_long_words=False)]
    return "\n\n".join(parts)


def without_links(markdown: str) -> str:
    """Replace each link to a page of the documentation by its text."""
    return re.sub(r"\[([^]]+)\]\([^)]+\.md[^)]*\)", r"\1", markdown)


def remedy_of(rule: Rule) -> str:
    """Return the rule's remedy as one line without links."""
    return without_links(" ".join(textwrap.dedent(rule.instead).split()))


def _unmarked(text: str) -> str:
    text = re.sub(r"(?<![\w*`])\*(\w+)\*(?![\w*`])", r"\1", without_links(text))
    # `**kwargs` and `x ** 2` are not emphasis.
    return re.sub(r"\*\*(\w(?:[^*`]*[^\s*`])?)\*\*(?!\w)", r"\1", text)
