"""The lock files: they hold what ``pyproject.toml`` asks for, every package with its hashes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import lock
from scripts.parts.locked import FOLDER, LOCKS, lock_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("extras", "name"), LOCKS.items())
def test_what_is_asked_for_is_locked_with_hashes(extras: tuple[str, ...], name: str) -> None:
    text = (ROOT / FOLDER / name).read_text("utf-8")
    assert lock.missing(extras, text) == []
    assert lock_of(extras, ROOT) == ROOT / FOLDER / name
    parts = re.split(r"\n(?=\S)", text)
    assert all("--hash=sha256:" in part for part in parts if "==" in part)
    assert "://" not in text


def test_what_is_not_locked_is_found() -> None:
    text = (ROOT / FOLDER / "run.txt").read_text("utf-8")
    assert lock.missing((), text.replace("\naiohttp==", "\nsomething=="))[0].startswith("aiohttp")
    assert lock.missing((), re.sub(r"\npillow==[\d.]+", "\npillow==1.0", text)) == ["pillow>=10.1"]
    assert lock_of(("train",), ROOT) is None
