"""Logistics moves put into words in questions, titles, disputes and lists; records keep them as typed."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from arbiter.corrections.move_list import Listed
from arbiter.events.types import Question
from arbiter.games.logistics.typed import deed
from arbiter.pages.live_state import move_rows
from arbiter.pages.live_view import page_state
from arbiter.record.record import Record
from arbiter.story.case import case_lines, find_case
from arbiter.story.correcting import append_correction
from arbiter.story.retelling import in_words
from arbiter.story.story import read_story, step_title, step_verdict
from arbiter.telling.found import telling_of
from arbiter.voice.phrases import say
from arbiter.words.wording import Wording, wording
from engine.game import Seat
from engine.games import find_game
from engine.initiative.game import GAME as INITIATIVE
from engine.message import Message, just
from engine.playback import play_record
from tests.support.golden_games import GOLDENS
from tests.support.played_games import GAMES
from tests.support.recorded_games import write_any_game
from tests.support.tables_in_words import LOGISTICS, NAMES, SEATS, snapshot

ENGLISH, GERMAN = wording("en"), wording("de")


def listed(seat: str, text: str, words: Wording) -> str:
    return words.tell(telling_of(find_game("logistics")).title(seat, text), SEATS)


TYPED = re.compile(
    r"\bcard\d|[<>]|\b[SML](?:red|orange|yellow|green|cyan|blue|purple|pink|black|white|clear)"
)

OPTIONS = [
    (deed(Seat.NEAR, "card1"), "Alison sows card 1", "Alison sät Karte 1"),
    (deed(Seat.NEAR, "Sred,Mblue"), "Alison sows small red, medium blue from the stock",
     "Alison sät aus dem Vorrat: kleine rote, mittlere blaue"),
    (deed(Seat.FAR, "near2>next"), "Kristin moves the top of Alison's card 2 forward",
     "Kristin setzt die oberste von Karte 2 von Alison weiter"),
    (deed(Seat.FAR, "far.Mblue>stock"), "Kristin takes the medium blue out of Kristin's vault",
     "Kristin holt die mittlere blaue aus dem Tresor von Kristin"),
    (deed(Seat.NEAR, "near1.2<>3.1", exact=True),
     "Alison swaps two pyramids on Alison's cards (card 1, level 2 and card 3, level 1)",
     "Alison tauscht zwei Pyramiden auf den Karten von Alison (Karte 1, Ebene 2 und Karte 3, Ebene 1)"),
    (deed(Seat.NEAR, "stop"), "Alison stops", "Alison hört auf"),
    (deed(Seat.NEAR, "decline"), "Alison does not use the power", "Alison nutzt die Kraft nicht"),
    (deed(Seat.FAR, "table:near(stock=Sred)far()"), "Kristin rearranges the table",
     "Kristin ordnet den Tisch um"),
]  # fmt: skip


@pytest.mark.parametrize(("option", "english", "german"), OPTIONS)
def test_option_of_a_question_is_shown_in_words(option: Message, english: str, german: str) -> None:
    asked = Question(time_s=1.0, id=1, text=just("What happened?"), options=(option, just("none of these")))
    for words, expected in ((ENGLISH, english), (GERMAN, german)):
        shown = page_state(snapshot(LOGISTICS, "Logistics", question=asked), NAMES, words)["question"]
        assert shown["options"][0] == expected
        said = say(asked, INITIATIVE, SEATS, words.language)
        assert said is not None and expected in said.text
    assert asked.options[0] == option


@pytest.mark.parametrize("record", [name for name in GOLDENS if name.startswith("logistics")])
def test_no_two_moves_that_are_legal_at_once_read_the_same(record: str) -> None:
    game = find_game("logistics")
    for ply in play_record(GOLDENS[record]).plies:
        typed = [(move.seat.value, game.format_move(move)) for move in game.brief(ply.before)]
        for words in (ENGLISH, GERMAN):
            told = [listed(seat, text, words) for seat, text in typed]
            assert len(set(told)) == len(set(typed))
            assert not [text for text in told if TYPED.search(text)]
        title = telling_of(game).move_title(ply.move, ply.before)
        assert title == deed(ply.move.seat, game.format_move(ply.move), exact=True)


def test_list_of_moves_has_words_beside_the_typed_form() -> None:
    moves = [Listed(1, "near", "Sred,Mblue", "counts", True), Listed(2, "far", "near2>next", "back", False)]
    rows = move_rows(moves, lambda seat, text: listed(seat, text, GERMAN))
    assert [row["words"] for row in rows] == [
        "Alison sät aus dem Vorrat: kleine rote, mittlere blaue",
        "Kristin setzt die oberste von Karte 2 von Alison weiter",
    ]
    assert [row["text"] for row in rows] == [asdict(move)["text"] for move in moves]


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A game with a question that was answered, and an illegal move after it."""
    setup, moves, rules = GAMES["Logistics"]
    path = write_any_game(tmp_path / "a.game", "Logistics", setup, moves, rules)
    options = [deed(Seat.NEAR, "card1"), deed(Seat.NEAR, "Lblack"), just("none of these")]
    with Record.open(path) as record:
        asked = {"time_s": 50.0, "round": 1, "id": 1, "text": "What happened?", "options": options}
        record.append("question", 50.0, {**asked, "probabilities": [0.6, 0.3, 0.1]})
        record.append("answer", 51.0, {"time_s": 51.0, "id": 1, "option": 0, "text": options[0]})
    return path


def stories(path: Path) -> dict[str, Any]:
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
    return {words.language: in_words(story, words) for words in (ENGLISH, GERMAN)}


def test_titles_and_questions_of_a_story_are_in_words(recorded: Path) -> None:
    found = stories(recorded)
    titles = {
        code: [step_title(each, told.names, told.words) for each in told.steps]
        for code, told in found.items()
    }
    english, german = (" | ".join(titles[code]) for code in ("en", "de"))
    assert not TYPED.search(english) and not TYPED.search(german)
    assert "Alison sows card 1" in english and "Alison sät Karte 1" in german
    assert ": taken back" in english and ": zurückgenommen" in german
    for code, option in (("en", "Alison sows card 1"), ("de", "Alison sät Karte 1")):
        told = found[code]
        asked = next(step for step in told.steps if step.kind == "question")
        sentence = step_verdict(asked, told.names, told.words).sentence
        assert sentence.count(option) == 2 and not TYPED.search(sentence)


RULED = [
    ("refuse", 3, "", "Alison sows card 1: refused by the players",
     "Alison sät Karte 1: von den Spielern verworfen"),
    ("delete", 2, "", "Kristin sows small green from the stock: taken out",
     "Kristin sät aus dem Vorrat: kleine grüne: gestrichen"),
]  # fmt: skip


@pytest.mark.parametrize(("op", "move", "text", "english", "german"), RULED)
def test_rulings_are_titled_in_words(
    recorded: Path, op: str, move: int, text: str, english: str, german: str
) -> None:
    with Record.open(recorded) as record:
        append_correction(record, read_story(record), op, 1, move, text)
    found = stories(recorded)
    for code, expected in (("en", english), ("de", german)):
        told = found[code]
        assert expected in [step_title(step, told.names, told.words) for step in told.steps]


def test_a_dispute_says_in_words_how_the_table_was_read(recorded: Path) -> None:
    with Record.open(recorded) as record:
        append_correction(record, read_story(record), "replace", 1, 1, "Sblue,Mblue")
    for code, read, was in (
        ("en", "card 1", "small red, medium blue"),
        ("de", "Karte 1", "kleine rote, mittlere blaue"),
    ):
        lines = case_lines(find_case(stories(recorded)[code], (), 1, 3))
        assert any(f"  {read}" in line for line in lines) and "(card1)" in lines[0]
        assert was in "\n".join(case_lines(find_case(stories(recorded)[code], (), 1, 1)))
