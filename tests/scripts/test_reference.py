"""The API reference has no unresolved types; making it reports any that are."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.reference import write


def test_the_reference_links_types(tmp_path: Path) -> None:
    """Links in a package, a dataclass that extends one of another module, and a named tuple."""
    assert write(("engine.nickel", "arbiter.table.play", "vision.labelling.account"), tmp_path) == []
    page = (tmp_path / "arbiter" / "table" / "play.html").read_text("utf-8")
    assert "Reads a game off the table and asks when unsure" in page
    assert "arbiter.events.ledger.Ledger" in page


def test_an_unknown_type_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_types.py").write_text('"""Odd."""\ndef f(x: "Nobody") -> None:\n    """Does."""\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    (told,) = write(("odd_types",), tmp_path / "pages")
    assert "Nobody" in told
