"""Output in a terminal of eighty columns."""

from __future__ import annotations

import io
import sys

import pytest

from arbiter.cli.layout import keys_table
from arbiter.events.orders import KEYS_HELP
from arbiter.words.wording import wording


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_keys_leave_most_of_the_table_to_what_they_do(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = wording(language).tell(KEYS_HELP)
    seen = Terminal()
    monkeypatch.setattr(sys, "stdout", seen)
    for name, value in {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    keys_table(told)
    rows = [line.split("│")[1:3] for line in seen.getvalue().splitlines() if "│" in line]
    assert max(len(key.strip()) for key, _ in rows) <= 12 and all(does.strip() for _, does in rows)
    assert any("-150,-90" in does for _, does in rows)
