"""The site: `sphinx-build -W docs FOLDER` builds it, and fails on a link or an anchor that leads nowhere.

The pages are plain Markdown, which code hosts show as well. So the sidebar is defined here, and a link to a file
outside docs/, such as a module, becomes its text: the site does not hold that file. Some pages are written from the
code here, and are not part of the repository.
"""

import posixpath
import re
import sys
from importlib import metadata
from pathlib import Path

from hybridlint.analysis import analyse
from hybridlint.explaining import meaning_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
from tools import make_pages  # noqa: E402

project = "hybridlint"
author = "The hybridlint maintainers"
release = metadata.version("hybridlint")
extensions = ["myst_parser"]
root_doc = "index"
exclude_patterns = ["conf.py"]
html_theme = "furo"
html_title = f"hybridlint {release}"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
# Anchors as code hosts make them, so that a link works in both places.
myst_heading_anchors = 4


#: The sidebar: caption → pages, by what a reader wants to do.
CONTENTS = {
    "Use": [
        "quickstart",
        "tutorial",
        "after-hybridize",
        "runtime",
        "layouts",
        "shadow",
        "mxnet2",
        "mxnet2-migration",
        "faq",
    ],
    "Fix": ["fixes", "not-seen-statically"],
    "Gate": ["adoption", "configuration", "integrations"],
    "Export": ["archive", "onnx"],
    "Rules and probes": ["rules/README", "probes/README"],
    "Reference": [
        "cli",
        "settings",
        "exit-codes",
        "environment",
        "fixes-list",
        "onnx-operators",
        "report-format",
        "json-format",
        "facts-format",
        "archive-format",
        "glossary",
        "comparison",
        "measurements/README",
        "changelog",
    ],
    "Develop": ["contributing", "developers/README"],
}
#: Files of the repository that are pages of the site.
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def _prepare(app, docname, content):
    """Replace the links of a page that lead outside of docs/; append the sidebar to the first page."""
    sources = {Path(page).stem: source for source, page in PAGES.items() if source != "README.md"}
    source = sources.get(docname, f"docs/{docname}")
    text = (ROOT / source).read_text(encoding="utf-8") if docname in sources else content[0]

    def site_link(match):
        label, target, anchor = match.group(1), match.group(2), match.group(3) or ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if "://" in target:
            return match.group(0)
        if path in PAGES:
            return f"[{label}](/{PAGES[path]}{anchor})"
        if path.startswith("docs/"):
            return f"[{label}](/{path[len('docs/') :]}{anchor})"
        return label if (ROOT / path).exists() else match.group(0)

    text = _LINK.sub(site_link, text)
    folder, _, name = docname.rpartition("/")
    if docname == root_doc:
        for caption, pages in CONTENTS.items():
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"
    elif folder and name == "README":
        text += "\n```{toctree}\n:hidden:\n:glob:\n\n*\n```\n"
    elif folder == "rules":
        entries = "".join(f"```{{index}} ! single: {term}\n```\n\n" for term in search_terms(name))
        text = f"{entries}{text}"
    content[0] = text


def search_terms(code):
    """Return what a reader may search for to find a rule: its name, and the expressions that it reports.

    The search of Sphinx splits `x.shape` into words, of which each is on most pages. It matches index entries whole,
    and ranks main ones (`!`) with the other results.
    """
    meaning = meaning_of(code)
    terms = [meaning.name, *re.findall(r"`([^`]+)`", meaning.summary)]
    for example in meaning.rule.examples if meaning.rule else ():
        lines = example.bad.split("\n")
        for finding in analyse(example.bad):
            if finding.code == code and finding.end_line == finding.line:
                terms.append(lines[finding.line - 1][finding.column : finding.end_column])
    return [term for term in dict.fromkeys(terms) if len(term) <= 40 and not re.search(r"[;,!|\n]", term)]


def _write_pages(app):
    for path, text in make_pages.pages_of_the_site().items():
        page = Path(app.srcdir) / path
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def setup(app):
    app.connect("builder-inited", _write_pages)
    app.connect("source-read", _prepare)
    return {"parallel_read_safe": True}
