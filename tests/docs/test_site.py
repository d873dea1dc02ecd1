"""The site builds without a warning, such as one about a link that leads nowhere, and its search finds pages in a
browser, also where they are opened as files."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import urllib.parse
from pathlib import Path
from typing import List

import pytest

from .blocks import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(folder)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return folder


def test_the_manual_stays_short() -> None:
    """What a person reads from front to back; all else is looked up."""
    (assignment,) = (
        node
        for node in ast.parse((ROOT / "docs" / "conf.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "CONTENTS"
    )
    contents = ast.literal_eval(assignment.value)
    pages = [page for caption in ("Use", "Fix", "Gate", "Export") for page in contents[caption]]
    words = sum(len((ROOT / "docs" / f"{page}.md").read_text("utf-8").split()) for page in pages)
    assert words <= 12_000


@pytest.mark.slow
def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    page = (site / "quickstart.html").read_text(encoding="utf-8")
    assert 'src="http' not in page and '<link rel="stylesheet" type="text/css" href="http' not in page


def test_every_page_is_in_the_sidebar_and_rules_are_found_by_their_expressions(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    for linked in ("quickstart.html", "rules/HYB101.html", "probes/batch.html", "settings.html", "cli.html"):
        assert f'href="{linked}"' in page
    assert 'id="per-file-ignores"' in (site / "settings.html").read_text(encoding="utf-8")
    index = json.loads((site / "searchindex.js").read_text(encoding="utf-8")[len("Search.setIndex(") : -1])
    for term, code in (("x.shape", "HYB101"), ("x[0]", "HYB301"), ("x.asnumpy()", "HYB102")):
        # The search shows other entries than main ones after everything else.
        pages = [index["docnames"][page] for page, _, is_main in index["indexentries"][term] if is_main]
        assert f"rules/{code}" in pages


@pytest.mark.slow
def test_a_broken_anchor_fails_the_build(tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "conf.py", tmp_path)
    settings = (tmp_path / "conf.py").read_text(encoding="utf-8")
    (tmp_path / "conf.py").write_text(settings.replace("CONTENTS.items()", "()").replace("CONTENTS = {", "_ = {"))
    (tmp_path / "index.md").write_text("# Page\n\n[there](index.md#nowhere)\n", encoding="utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(tmp_path), str(tmp_path / "site")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment)
    assert done.returncode != 0 and "nowhere" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("chromium") and shutil.which("chromedriver")), reason="there is no browser")
def test_search_finds_a_page(site: Path, tmp_path: Path) -> None:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.wait import WebDriverWait

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))

    def titles(_: object) -> List[str]:
        return [link.text for link in browser.find_elements(By.CSS_SELECTOR, "ul.search li a")]

    try:
        browser.get(f"{(site / 'search.html').as_uri()}?q=baseline")
        # Results appear one by one.
        WebDriverWait(browser, 60).until(lambda _: any("code base" in title for title in titles(_)))
        # An expression, as it stands in a reader's code, and a code lead to the page of the rule.
        for query, title in (("x.shape", "HYB101"), ("x[0]", "HYB301"), ("hyb402", "HYB402")):
            browser.get(f"{(site / 'search.html').as_uri()}?{urllib.parse.urlencode({'q': query})}")
            WebDriverWait(browser, 60).until(lambda _, title=title: any(title in shown for shown in titles(_)[:2]))
    finally:
        browser.quit()
