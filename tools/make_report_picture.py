"""Makes docs/images/report.png: the HTML report on examples/broken.py, as Chromium shows it.

    python tools/make_report_picture.py

Needs the runtime and test extras, chromium and chromedriver.
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
import tempfile

from selenium import webdriver

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "report.png"
WIDTH, HEIGHT = 1100, 1180
CHECK = ["check", "examples/broken.py:Net", "--shape", "4,2,3", "--quiet"]
ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "report.html"
        command = [sys.executable, "-m", "hybridlint_runtime", *CHECK, "--output", str(page)]
        ended = subprocess.run(command, cwd=ROOT, check=False).returncode
        if ended != 1:
            sys.exit(f"the check of a broken model ended with {ended} instead of 1")
        options = webdriver.ChromeOptions()
        options.binary_location = str(shutil.which("chromium"))
        for argument in (*ARGUMENTS, f"--user-data-dir={folder}/profile"):
            options.add_argument(argument)
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        try:
            metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            browser.get(page.as_uri())
            PICTURE.parent.mkdir(exist_ok=True)
            browser.save_screenshot(str(PICTURE))
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
