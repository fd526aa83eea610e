"""The documents as a site: made from the files where they are, with every link leading somewhere."""

from __future__ import annotations

from scripts.site import ROOT, main


def test_the_site_holds_what_the_settings_name() -> None:
    assert main(["--alone"]) == 0
    site = ROOT / "out" / "site"
    assert "A referee for games" in (site / "index.html").read_text("utf-8")
    assert {"playing", "table", "licences"} <= {path.name for path in (site / "docs").iterdir()}
    html = (site / "docs" / "playing" / "index.html").read_text("utf-8")
    assert "fonts.googleapis" not in html
