"""The name and version of the tool in its reports."""

from __future__ import annotations

from importlib import metadata

NAME = "hybridlint"
#: Address in reports that need one (`informationUri` of SARIF): MXNet's page on hybridizing.
INFORMATION_URI = (
    "https://mxnet.apache.org/versions/1.9.1/api/python/docs/tutorials/packages/gluon/blocks/hybridize.html"
)


def version() -> str:
    """Return the version of the installed distribution, "0+checkout" if the package is not installed."""
    try:
        return metadata.version(NAME)
    except metadata.PackageNotFoundError:
        return "0+checkout"
