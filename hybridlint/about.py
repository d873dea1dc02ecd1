"""The name and version that the tool gives of itself."""

from __future__ import annotations

from importlib import metadata

NAME = "hybridlint"
#: Where reports that need an address lead (`informationUri` of SARIF): MXNet's own page on what hybridizing does.
INFORMATION_URI = (
    "https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html"
)


def version() -> str:
    """The version of the installed distribution; "0+checkout" where the package is used without being installed."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+checkout"
