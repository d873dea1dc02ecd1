"""The HTML report in Chromium, as whoever opens it sees it."""

from __future__ import annotations

import pathlib
import re
import shutil
from typing import Iterator, List, Tuple

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By

from hybridlint_runtime.report import BlockResult, ProbeResult, Problem, Report, SourceLocation, Stage, Status, Verdict
from hybridlint_runtime.reporting import render

#: What a browser asks of the network by itself is switched off; a root user has no sandbox.
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def block(path: str, status: Status, *children: BlockResult) -> BlockResult:
    return BlockResult(path, "Dense", "hybrid", results={"cpu(0)": {"trace": status}}, children=list(children))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A report of two targets; of one the first of 300 layers is broken, two levels down."""
    source = "y = '<script>document.title = 1</script>'" + "long" * 99
    problem = Problem(
        Stage.TRACE,
        "'Symbol' object has no attribute 'shape'",
        block="body.0.act",
        location=SourceLocation("net.py", 12, "hybrid_forward", source),
        remedy="use reshape codes",
        details={"tolerance": 1e-5},
    )
    broken = block("body.0", Status.PASSED, block("body.0.act", Status.FAILED))
    layers = [block(f"body.{n}", Status.PASSED, block(f"body.{n}.act", Status.PASSED)) for n in range(1, 300)]
    failed = Report(
        "pkg.models:Net",
        Verdict.FAILED,
        "failed: trace",
        blocks=block("", Status.PASSED, block("body", Status.PASSED, broken, *layers)),
        probes=[
            ProbeResult("trace", "cpu(0)", Status.FAILED, problems=[problem]),
            ProbeResult("mxnet_warnings", "cpu(0)", Status.WARNED),
            ProbeResult("batch", "cpu(0)", Status.NOT_RUN, "the probe 'trace' failed"),
            ProbeResult("static_memory", "cpu(0)", Status.PASSED),
        ],
        problems=[problem],
    )
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(render([failed, Report("other:Net", summary="no such file")], "html"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def browser(page: pathlib.Path) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (*ARGUMENTS, f"--user-data-dir={page.parent / 'profile'}"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.get(page.as_uri())
        yield driver
    finally:
        driver.quit()


def test_it_runs_nothing_loads_nothing_and_complains_of_nothing(browser: webdriver.Chrome) -> None:
    assert browser.title == "hybridlint: failed"
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert browser.execute_script("return document.scripts.length") == 0
    assert browser.get_log("browser") == []


def shown(browser: webdriver.Chrome) -> List[str]:
    """The blocks of the tree that can be seen."""
    script = (
        "return [...document.querySelectorAll('.tree li')].filter(li => li.checkVisibility()).map(li => li.innerText)"
    )
    return [text.splitlines()[0] for text in browser.execute_script(script)]


def test_the_tree_is_open_where_a_block_failed_and_opens_where_one_clicks(browser: webdriver.Chrome) -> None:
    names = shown(browser)
    assert any("act" in name and "trace" in name for name in names)
    assert sum("act" in name for name in names) == 1
    browser.find_elements(By.CSS_SELECTOR, ".tree details:not([open]) > summary")[0].click()
    assert sum("act" in name for name in shown(browser)) == 2


def test_a_target_of_the_list_leads_to_its_section(browser: webdriver.Chrome) -> None:
    browser.find_element(By.LINK_TEXT, "other:Net").click()
    heading = browser.find_element(By.CSS_SELECTOR, ":target")
    assert heading.text == "other:Net could not look"
    top = browser.execute_script("return arguments[0].getBoundingClientRect().top", heading)
    assert 0 <= top < browser.execute_script("return innerHeight")


@pytest.mark.parametrize("width", [320, 1400])
def test_it_fits_the_width_of_the_screen(browser: webdriver.Chrome, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    assert browser.execute_script("return innerWidth") == width
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines 2.1 define it, of a colour as the browser computes it."""
    channels = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colour_can_be_read(browser: webdriver.Chrome, scheme: str) -> None:
    """A contrast of 4.5 to 1, which the guidelines ask of text."""
    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    background = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 18, 18)"}[scheme]  # of Chromium's own style sheet
    colours: List[Tuple[str, str]] = browser.execute_script(
        "return ['passed', 'failed', 'warned', 'not-run', 'could-not-look', 'dim'].map("
        "name => [name, getComputedStyle(document.querySelector('.' + name)).color])"
    )
    for name, colour in colours:
        dark, light = sorted([luminance(colour), luminance(background)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, colour)
