"""The site: `sphinx-build -W docs FOLDER` builds it, and fails on a link or an anchor that leads nowhere.

The pages are plain Markdown, which code hosts show as well. So the sidebar is defined here, and a link to a file
outside docs/, such as a module, becomes its text: the site does not hold that file.
"""

import posixpath
import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

project = "hybridlint"
author = "The hybridlint maintainers"
release = metadata.version("hybridlint")
extensions = ["myst_parser"]
root_doc = "README"
exclude_patterns = ["conf.py"]
html_theme = "furo"
html_title = f"hybridlint {release}"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
# Anchors as code hosts make them, so that a link works in both places.
myst_heading_anchors = 4


#: The sidebar: caption → pages.
CONTENTS = {
    "Start": [
        "quickstart",
        "tutorial",
        "after-hybridize",
        "adoption",
        "faq",
        "comparison",
        "not-seen-statically",
        "glossary",
        "changelog",
    ],
    "Linter": ["rules/README", "fixes", "configuration", "json-format", "accuracy", "ecosystem"],
    "Runtime": [
        "runtime",
        "layouts",
        "shadow",
        "probes/README",
        "report-format",
        "facts-format",
        "cost",
        "real-models",
        "mxnet2",
        "mxnet2-migration",
        "mxnet2-accuracy",
        "mxnet2-zoo",
    ],
    "Archive and ONNX": ["archive", "archive-format", "archive-zoo", "onnx", "onnx-operators", "onnx-models"],
    "Both": ["integrations", "exit-codes"],
    "Developers": [
        "contributing",
        "developers/analyser",
        "developers/values",
        "developers/store",
        "developers/conditions",
        "developers/calls",
        "developers/main-loop",
        "developers/overlays",
        "developers/graph",
        "developers/shapes",
        "developers/symbols",
        "developers/recording",
        "developers/facts",
        "developers/measurements",
        "developers/ablation",
    ],
}
#: Files of the repository that are pages of the site.
PAGES = {"README.md": "README.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}

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
    if docname == root_doc:
        for caption, pages in CONTENTS.items():
            text += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n"
    elif docname.startswith(("rules/", "probes/")) and not docname.endswith("/README"):
        text = f"---\norphan: true\n---\n\n{text}"  # linked from an index, and not in the sidebar
    content[0] = text


def setup(app):
    app.connect("source-read", _prepare)
    return {"parallel_read_safe": True}
