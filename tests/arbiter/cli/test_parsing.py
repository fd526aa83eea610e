"""How a command line is interpreted before it is parsed."""

from __future__ import annotations

import pytest

from arbiter.cli.parsing import with_home


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("", "home"),
        ("--share --port 8123", "home --share --port 8123"),
        ("--debug --language de --no-browser", "--debug --language de home --no-browser"),
        ("judge a.game", "judge a.game"),
        ("--language de judge a.game", "--language de judge a.game"),
        ("--language de --hel", "--language de --hel"),
        ("--version", "--version"),
        ("--language", "--language"),
    ],
)
def test_without_a_command_options_are_those_of_the_home_page(line: str, meant: str) -> None:
    assert with_home(line.split()) == meant.split()
