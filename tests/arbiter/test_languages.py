"""Other languages: every key has its placeholders, rounds in German, no sentence left in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.voice.phrases import say
from arbiter.words.meanings import meaning
from arbiter.words.wording import Wording, languages, wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from engine.message import Messages
from engine.readings import READINGS
from tests.support.pseudo import NAME, pseudo_language
from tests.support.spoken_rounds import round_events

ROOT = Path(__file__).parents[2]
SPOKEN = Path(__file__).parent.parent / "golden" / "spoken"
NAMES = {"near": "Alison", "far": "Kristin"}
OTHERS = sorted(set(languages()) - {"en"})
ENGLISH, GERMAN = wording("en"), wording("de")


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_round_is_told_in_german_as_in_the_golden(name: str) -> None:
    told = [say(event, INITIATIVE, ROUNDS[name].names, "de") for event in round_events(ROUNDS[name])]
    lines = [f"{said.topic}: {said.text}" for said in told if said is not None]
    assert len(lines) == len(told)
    assert lines == (SPOKEN / "de" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def in_room(folder: str, *names: str) -> list[Path]:
    return [ROOT / folder / f"{name}.py" for name in names]


SPEAKING = (
    *sorted((ROOT / "engine").rglob("*verdict.py")),
    *sorted((ROOT / "engine").rglob("*status.py")),
    *in_room("engine", "nickel/state", "initiative/draft", "logistics/slips"),
    *in_room("arbiter/games/initiative", "session", "reports", "round/play"),
    *in_room("arbiter/games/initiative/setup", "reading", "watch", "questions", "things"),
    *in_room("arbiter/games/initiative/draft", "setup", "table"),
    *in_room("arbiter/games/logistics", "setup", "table", "turns", "wrong", "look", "card_grid"),
    *in_room("arbiter/games", "nickel/setup", "nickel/table", "sanctum/table"),
    *in_room("arbiter/table", "inventories", "play", "explanations", "reports", "session"),
    *in_room("arbiter/table/setup", "watch", "waiting", "offer", "by_hand"),
    *in_room("arbiter", "watch/registration", "pages/live_state", "telling/telling"),
    *in_room("arbiter/games/initiative", "words", "draft/words"),
)
TYPED = {"beside the board", "new structures", "turn marker"}
"""Names of table places in layouts."""
UNSAID = ("ValueError", "MoveError", "UserError", "KeyError")
"""Errors that players never see."""


def said_in(path: Path) -> Iterator[str]:
    """Fragments of two or more words between the slots of every sentence that a module builds."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        unsaid = isinstance(node, ast.Raise) and getattr(getattr(node.exc, "func", None), "id", "") in UNSAID
        if docstring or unsaid or isinstance(node, ast.Subscript):
            skipped |= {id(inner) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            text = node.value.strip(" ,:;.?()")
            if " " in text and not re.search(r"[{}<>=|^/\\_]", text):
                yield text


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: path.stem)
def test_no_sentence_is_made_in_the_code(path: Path) -> None:
    """Words belong in the message files; packages that tell players something return messages."""
    assert [text for text in said_in(path) if text not in TYPED] == []


def test_readings_have_a_meaning_in_every_language() -> None:
    assert meaning("I9", ENGLISH) == str(READINGS["I9"])
    assert meaning("I9", GERMAN).startswith("Jeder Ruf") and meaning("X1", GERMAN) == ""


def test_language_is_added_by_files_alone(tmp_path: Path) -> None:
    with pseudo_language(tmp_path) as code:
        assert languages()[code] == NAME
        made: Wording = wording(code)
        assert made.say("gains", name="Ann") == "Ann ｔａｋｅｓ ｔｈｅ ｉｎｉｔｉａｔｉｖｅ."
        waits = Messages("engine")("must_wait", who=Seat.NEAR)
        assert made.tell(waits, {Seat.NEAR: "Ann"}) == "Ann ｍｕｓｔ ｗａｉｔ"
    assert NAME not in languages().values()
