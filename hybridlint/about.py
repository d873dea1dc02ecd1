"""The name and version of the tool in its reports."""

from __future__ import annotations

import functools
from importlib import metadata

NAME = "hybridlint"
#: The label of the address of the documentation in `[project.urls]` of pyproject.toml.
_LABEL = "Documentation"
#: Address in reports that need one (`informationUri` of SARIF): MXNet's page on hybridizing.
INFORMATION_URI = (
    "https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html"
)


@functools.lru_cache(maxsize=None)
def _base() -> str:
    try:
        urls = metadata.metadata(NAME).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    labels = (url.partition(",") for url in urls)
    return next((url.strip().rstrip("/") + "/" for label, _, url in labels if label.strip() == _LABEL), "")


def documentation(page: str = "") -> str:
    """Return the address of a page of the documentation, "" if the distribution was built without one."""
    return _base() and _base() + page


def version() -> str:
    """Return the version of the installed distribution, "0+checkout" if the package is not installed."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+checkout"
