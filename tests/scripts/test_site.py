"""The documents as a site: built from the files in place, without broken links."""

from __future__ import annotations

from scripts.parts.documents import write_site


def test_the_site_holds_what_the_settings_name() -> None:
    site = write_site()
    assert site is not None
    assert "A referee for games" in (site / "index.html").read_text("utf-8")
    assert {"playing", "table", "licences"} <= {path.name for path in (site / "docs").iterdir()}
    html = (site / "docs" / "playing" / "index.html").read_text("utf-8")
    assert "fonts.googleapis" not in html
