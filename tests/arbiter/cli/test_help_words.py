"""The help of the command line in every language."""

from __future__ import annotations

import re

import pytest

from arbiter.cli.examples import EXAMPLES
from arbiter.cli.help_words import COMMAND_HELP, EXITS, HALVES, commands, helps, in_words, shown
from arbiter.cli.main import build_parser, main
from arbiter.words.exits import EXIT_CODES
from arbiter.words.wording import languages, wording

OTHERS = sorted(set(languages()) - {"en"})
ALL = {"": build_parser(), **commands(build_parser())}


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit, match="0"):
        main(arguments)
    return capsys.readouterr().out


@pytest.mark.parametrize("command", ALL)
def test_every_text_of_the_help_is_in_the_phrases(command: str) -> None:
    known = helps(wording())
    left = {action.help for action in shown(ALL[command])} - known.keys()
    assert not left, f"add these to `help` in every file of phrases/: {left}"


def test_no_text_in_the_phrases_is_unused() -> None:
    used = {action.help for parser in ALL.values() for action in shown(parser)}
    titles = {group.title for parser in ALL.values() for group in parser._action_groups}
    lines = {line for parser in ALL.values() for line in (parser.epilog or "").splitlines()}
    used |= titles | lines | {meaning for _, meaning in EXIT_CODES} | {ALL[""].description}
    used |= {EXITS, HALVES, COMMAND_HELP}
    assert helps(wording()).keys() - used == {"usage: ", wording().say("help-this_help")}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", ALL)
def test_help_of_a_language_has_no_english(
    command: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [command] if command else []
    pages = [words, [command, "nickel"]] if command == "watch" else [words]
    english = "".join(told([*page, "--help"], capsys) for page in pages)
    other = "".join(told([*page, "--help", "--language", language], capsys) for page in pages)
    table, flat = helps(wording(language)), " ".join(other.split())
    assert all(line in other for line in EXAMPLES.get(command, ()))
    for action in shown(ALL[command]):
        assert table[str(action.help)] in flat
    same = set(english.splitlines()) & set(other.splitlines())
    sayings = [
        line
        for line in same
        if re.search(r"[a-z]{3} [a-z]{2}", line) and not re.match(r" *(?:arbiter|--)", line)
    ]
    assert not sayings, sayings


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("page", [*ALL, "watch initiative", "watch nickel"])
def test_help_fits_one_screen(
    page: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """40 lines of 100 columns; no colour codes when the output is not a terminal."""
    monkeypatch.setenv("COLUMNS", "100")
    found = told([*page.split(), "--help", "--language", language], capsys)
    assert len(found.splitlines()) <= 40 and max(map(len, found.splitlines())) <= 100
    assert "\x1b" not in found


@pytest.mark.parametrize("language", OTHERS)
def test_language_may_stand_before_the_command(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    hint = wording(language).say("help-this_help")
    assert hint in told(["--help"], capsys)
    assert told(["--language", language, "--help"], capsys).startswith(wording(language).say("help-usage"))
    assert main(["--language", language, "judge", "no.txt"]) != 0
    before = capsys.readouterr().err
    assert main(["judge", "no.txt", "--language", language]) != 0
    assert capsys.readouterr().err == before and "there is no" not in before


def test_a_command_without_help_is_left_as_it_is() -> None:
    parser = build_parser()
    assert in_words(parser, ["judge", "--language", "de"]).description == ALL[""].description
