"""The HTML report in Chromium, as whoever opens it sees it."""

from __future__ import annotations

import base64
import pathlib
import re
import shutil
from typing import Any, Dict, Iterator, List, Tuple

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

from hybridlint_runtime.report import (
    BlockResult,
    Excerpt,
    FixDiff,
    ProbeResult,
    Problem,
    Report,
    SourceLocation,
    Stage,
    Status,
    Verdict,
)
from hybridlint_runtime.reporting import render

#: Requests of the browser's own to the network are switched off; a root user has no sandbox.
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
LAYERS = 300
GRAPH: Dict[str, Any] = {
    "nodes": [
        {"kind": "input", "name": "data", "parameters": []},
        {"kind": "operator", "name": "FullyConnected", "parameters": ["dense0_weight", "dense0_bias"]},
        {"kind": "block", "name": "body.7.act", "parameters": [], "output": True},
    ],
    "edges": [[0, 1], [1, 2]],
}
SCRIPT = "y = '<script>document.title = 1</script>'" + "long" * 99


def block(path: str, status: Status, *children: BlockResult, **more: Any) -> BlockResult:
    results = {"cpu(0)": {"trace": status}}
    return BlockResult(path, "Dense", "hybrid", calls=1, results=results, children=list(children), **more)


def failed_report() -> Report:
    """Of 300 layers the first is broken, two levels down; the eighth has all that the panel of a block can show."""
    problem = Problem(
        Stage.TRACE,
        "'Symbol' object has no attribute 'shape'",
        block="body.0.act",
        location=SourceLocation("net.py", 12, "hybrid_forward", SCRIPT.strip()),
        remedy="use `reshape` codes",
        details={"largest_difference": 1e-3, "allowed_difference": 1e-5},
        rule="HYB101",
        excerpt=Excerpt(11, ["def hybrid_forward(self, F, x):", f"    {SCRIPT}", ""]),
        fix=FixDiff("write the codes", True, ["@@ -12 +12 @@", "-    x.shape", "+    x.codes"]),
    )
    broken = block("body.0", Status.PASSED, block("body.0.act", Status.FAILED))
    layers = [block(f"body.{n}", Status.PASSED, block(f"body.{n}.act", Status.PASSED)) for n in range(1, LAYERS)]
    seventh = layers[6]
    seventh.inputs, seventh.outputs, seventh.graph = ["float32[2, 3]"], ["float32[2, 4]"], GRAPH
    seventh.own_parameters = {"weight": "float32[4, 3]"}
    seventh.measured = {"cpu(0)": {"imperative_s": 0.002, "hybridized_s": 0.001, "difference": 1e-3, "tolerance": 1e-5}}
    return Report(
        "pkg.models:Net",
        Verdict.FAILED,
        "failed: trace",
        blocks=block("", Status.PASSED, block("body", Status.PASSED, broken, *layers)),
        probes=[
            ProbeResult("trace", "cpu(0)", Status.FAILED, problems=[problem], title="Tracing", question="Can it?"),
            ProbeResult("mxnet_warnings", "cpu(0)", Status.WARNED),
            ProbeResult("batch", "cpu(0)", Status.NOT_RUN, "the probe 'trace' failed"),
            ProbeResult("static_memory", "cpu(0)", Status.PASSED),
        ],
        problems=[problem],
        timings={"cpu(0)": {"imperative_s": 0.004, "hybridized_s": 0.001}},
    )


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    reports = [Report("fine:Net", Verdict.PASSED), Report("other:Net", summary="no such file"), failed_report()]
    path.write_text(render(reports, "html"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def chromium(page: pathlib.Path) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for argument in (*ARGUMENTS, f"--user-data-dir={page.parent / 'profile'}"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture
def browser(chromium: webdriver.Chrome, page: pathlib.Path) -> webdriver.Chrome:
    """The page, opened anew on a wide screen."""
    show_at(chromium, 1400)
    chromium.get("about:blank")
    chromium.get(page.as_uri())
    # On a busy machine the driver may return while the page is still being read.
    WebDriverWait(chromium, 60).until(lambda driver: driver.execute_script("return document.readyState") == "complete")
    return chromium


def show_at(browser: webdriver.Chrome, width: int) -> None:
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def shown(browser: webdriver.Chrome) -> List[str]:
    """The rows of the tree that can be seen."""
    script = "return [...document.querySelectorAll('.row')].filter(r => r.checkVisibility()).map(r => r.innerText)"
    return [" ".join(text.split()) for text in browser.execute_script(script)]


def panel(browser: webdriver.Chrome) -> str:
    return str(browser.find_element(By.CSS_SELECTOR, ".panel").text)


def press(browser: webdriver.Chrome, *keys: str) -> None:
    for key in keys:
        browser.switch_to.active_element.send_keys(key)


def test_it_loads_nothing_and_runs_nothing_of_the_models(browser: webdriver.Chrome) -> None:
    assert browser.title == "hybridlint: failed"
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert browser.get_log("browser") == []
    assert SCRIPT in browser.find_element(By.CSS_SELECTOR, ".source .hit").text


def test_a_problem_comes_first_with_its_source_and_its_fix(browser: webdriver.Chrome) -> None:
    (finding,) = browser.find_elements(By.CSS_SELECTOR, ".finding")
    blocks = browser.find_element(By.CSS_SELECTOR, ".blocks")
    assert finding.location["y"] < blocks.location["y"]
    assert [number.text for number in finding.find_elements(By.CSS_SELECTOR, ".source .number")] == ["11", "12"]
    assert finding.find_element(By.CSS_SELECTOR, ".diff .added").text == "+    x.codes"
    assert finding.find_element(By.CSS_SELECTOR, ".remedy code").text == "reshape"
    assert "difference 0.001, tolerance 1e-05" in finding.text
    assert "ndarray-attribute" in finding.find_element(By.CSS_SELECTOR, "summary").text


@pytest.mark.slow
def test_the_tree_is_open_where_a_block_failed(browser: webdriver.Chrome) -> None:
    rows = shown(browser)
    assert len(rows) == 3 + LAYERS and sum("act" in row for row in rows) == 1
    assert rows[3].startswith("✗") and "act" in rows[3] and "trace" in rows[3]
    # Selected from the start: what failed.
    assert "body.0.act" in panel(browser) and "1. trace" in panel(browser)


@pytest.mark.slow
def test_clicking_a_block_shows_it_and_clicking_again_opens_it(browser: webdriver.Chrome) -> None:
    row = browser.find_element(By.CSS_SELECTOR, "#t1-b16 > .row")
    row.click()
    for text in ("body.7", "float32[2, 3]", "float32[4, 3]", "2.00 ms", "1.00 ms", "difference 0.001, tolerance 1e-05"):
        assert text in panel(browser)
    assert browser.find_elements(By.CSS_SELECTOR, ".panel .plot.beyond")
    row.click()
    assert sum("act" in text for text in shown(browser)) == 2


@pytest.mark.slow
def test_a_graph_is_drawn_on_demand(browser: webdriver.Chrome) -> None:
    browser.find_element(By.CSS_SELECTOR, "#t1-b16 > .row").click()
    assert not browser.find_elements(By.CSS_SELECTOR, ".drawing")
    press(browser, "g")
    nodes = browser.find_elements(By.CSS_SELECTOR, ".drawing g")
    assert [" ".join(node.text.split()) for node in nodes] == ["data", "FullyConnected weight, bias", "body.7.act"]
    tops = [node.rect["y"] for node in nodes]
    assert tops == sorted(tops) and len(browser.find_elements(By.CSS_SELECTOR, ".drawing svg > path")) == 2
    child = nodes[2].find_element(By.CSS_SELECTOR, "text")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", child)
    child.click()
    assert "body.7.act" in panel(browser)


@pytest.mark.slow
def test_the_tree_can_be_walked_with_keys(browser: webdriver.Chrome) -> None:
    browser.find_element(By.CSS_SELECTOR, "#t1-b0 > .row").click()
    press(browser, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert "body.0 Dense" in panel(browser)
    press(browser, Keys.ARROW_LEFT)
    assert not any("act" in row for row in shown(browser))
    press(browser, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert len(shown(browser)) == 2
    press(browser, Keys.ARROW_RIGHT, Keys.END)
    assert f"body.{LAYERS - 1} Dense" in panel(browser)
    press(browser, "n")
    assert browser.switch_to.active_element.get_attribute("id") == "t1-p1"


@pytest.mark.slow
def test_a_block_is_found_by_its_name(browser: webdriver.Chrome) -> None:
    press(browser, "/")
    press(browser, "123.ACT")
    assert [row.split()[-2] for row in shown(browser) if "act" in row] == ["act"] and len(shown(browser)) == 4
    press(browser, *[Keys.BACKSPACE] * len("123.ACT"))
    assert len(shown(browser)) == 3 + LAYERS


@pytest.mark.slow
def test_probes_that_did_not_run_fold_into_one_line(browser: webdriver.Chrome) -> None:
    (folded,) = [each for each in browser.find_elements(By.TAG_NAME, "details") if "not run" in each.text]
    assert folded.text == "– 1 probe not run"
    folded.find_element(By.TAG_NAME, "summary").click()
    assert "the probe 'trace' failed" in folded.text
    first = browser.find_element(By.CSS_SELECTOR, ".probes li")
    assert "Tracing Can it?" in first.text
    first.find_element(By.LINK_TEXT, "what it found").click()
    assert browser.find_element(By.CSS_SELECTOR, ":target").get_attribute("id") == "t1-p1"
    first.find_element(By.LINK_TEXT, "trace").click()
    assert "A Symbol has no shape" in browser.find_element(By.CSS_SELECTOR, ":target").text


@pytest.mark.slow
def test_a_target_of_the_overview_leads_to_its_section(browser: webdriver.Chrome) -> None:
    overview = browser.find_elements(By.CSS_SELECTOR, ".overview code")
    assert [target.text for target in overview] == ["pkg.models:Net", "other:Net", "fine:Net"]
    browser.find_element(By.PARTIAL_LINK_TEXT, "other:Net").click()
    section = browser.find_element(By.CSS_SELECTOR, ":target")
    assert "could not look" in section.text and "no such file" in section.text
    top = browser.execute_script("return arguments[0].getBoundingClientRect().top", section)
    assert 0 <= top < browser.execute_script("return innerHeight")


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 1400])
def test_it_fits_the_width_of_the_screen(browser: webdriver.Chrome, page: pathlib.Path, width: int) -> None:
    show_at(browser, width)
    browser.get(page.as_uri())
    browser.find_element(By.CSS_SELECTOR, "#t1-b16 > .row").click()
    press(browser, "g")
    assert browser.execute_script("return innerWidth") == width
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_it_can_be_printed(browser: webdriver.Chrome) -> None:
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not browser.find_element(By.CSS_SELECTOR, ".tools").is_displayed()
        assert browser.find_element(By.CSS_SELECTOR, ".finding").is_displayed()
        # Nothing is cut off at the edge of the paper.
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 1400
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines 2.1 define it, of a colour as the browser computes it."""
    channels = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


#: Every text of the page with the colour behind it.
COLOURS = """
const behind = (node) => {
  for (; node; node = node.parentElement) {
    const colour = getComputedStyle(node).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
  }
};
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = new Map();
while (texts.nextNode()) {
  const node = texts.currentNode.parentElement;
  if (!texts.currentNode.data.trim() || node.closest("script, .twist") || !node.checkVisibility()) continue;
  const pair = [getComputedStyle(node).color, behind(node)];
  found.set(pair.join(), [node.tagName + "." + node.className, ...pair]);
}
return [...found.values()];
"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(browser: webdriver.Chrome, scheme: str) -> None:
    """A contrast of 4.5 to 1, which the guidelines ask of text."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    colours: List[Tuple[str, str, str]] = browser.execute_script(COLOURS)
    assert len(colours) > 10
    for name, colour, background in colours:
        dark, light = sorted([luminance(colour), luminance(background)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, colour, background)
