"""The rule that CONTRIBUTING.md shows is all that a rule needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"

PROGRAM = """\
import sys
import hybridlint.rules
hybridlint.rules.__path__.append(sys.argv[1])
from hybridlint import cli
sys.path.append(sys.argv[3])
from tools import make_pages
assert "rules/HYB999.md" in make_pages.rule_pages()
assert cli.main(["explain", "length-is-one"]) == 0
print("the report follows")
sys.exit(cli.main(["check", "--isolated", "--format", "json", "--select", "HYB999", sys.argv[2]]))
"""


def test_one_module_is_a_rule(tmp_path: Path) -> None:
    (module,) = re.findall(r"(?ms)^```python\n(.*?)^```$", CONTRIBUTING.read_text(encoding="utf-8"))
    rules = tmp_path / "more_rules"
    rules.mkdir()
    (rules / "a_new_family.py").write_text(module, encoding="utf-8")
    bad, good = re.findall(r'(?ms)(?:bad|good)="""\\\n(.*?)"""', module)
    (tmp_path / "bad.py").write_text(bad)
    (tmp_path / "good.py").write_text(good)
    for name, code in (("bad.py", 1), ("good.py", 0)):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(rules), str(tmp_path / name), str(CONTRIBUTING.parent)],
            capture_output=True,
            encoding="utf-8",
            timeout=300,
        )
        assert done.returncode == code, done.stdout + done.stderr
        explained, report = done.stdout.split("the report follows\n")
        assert "HYB999: length-is-one" in explained
        assert [item["code"] for item in json.loads(report)["findings"]] == ["HYB999"] * code
