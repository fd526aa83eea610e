"""docs/licences.md lists what pyproject.toml needs, for what, and under which licence."""

from __future__ import annotations

import re
import tomllib

from scripts.licences import PAGE, ROOT, declared

ROW = re.compile(r"^\| \[([^]]+)\]\(\S+\) \| ([^|]+) \|(?: ([^|]+) \|)?$", re.MULTILINE)
ROWS = {name: (licence, purposes) for name, licence, purposes in ROW.findall(PAGE.read_text("utf-8"))}


def test_every_package_is_listed_with_what_it_is_for() -> None:
    listed = {name: tuple(purposes.split(", ")) for name, (_, purposes) in ROWS.items() if purposes}
    assert listed == declared(), "run python scripts/licences.py"


def test_every_licence_is_known() -> None:
    unknown = [name for name, (licence, _) in ROWS.items() if licence.strip() in ("", "UNKNOWN")]
    assert not unknown
    closed = [name for name, (licence, _) in ROWS.items() if re.search("propriet|commercial", licence, re.I)]
    assert not closed


def test_the_licence_is_the_one_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "AGPL-3.0-only"
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert text.split()[:5] == ["GNU", "AFFERO", "GENERAL", "PUBLIC", "LICENSE"]
    assert "Version 3, 19 November 2007" in text
