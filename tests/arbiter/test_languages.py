"""Other languages: every key with its placeholders, rounds in German, no sentence left in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from arbiter.voice.phrases import say
from arbiter.words.sentences import Untold, meaning, recognised, retell, tell
from arbiter.words.wording import Wording, languages, wording
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from engine.playback import play_record
from engine.readings import READINGS
from tests.support.golden_games import GOLDENS
from tests.support.pseudo import NAME, pseudo_language
from tests.support.spoken_rounds import round_events

ROOT = Path(__file__).parents[2]
SPOKEN = Path(__file__).parent.parent / "golden" / "spoken"
NAMES = {"near": "Alison", "far": "Kristin"}
OTHERS = sorted(set(languages()) - {"en"})
ENGLISH, GERMAN = wording("en"), wording("de")


def slots(text: str) -> set[str]:
    """The names of a sentence's slots, whatever form they ask for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", sorted(ROUNDS))
def test_round_is_told_in_german_as_in_the_golden(name: str) -> None:
    told = [say(event, INITIATIVE, ROUNDS[name].names, "de") for event in round_events(ROUNDS[name])]
    lines = [f"{said.topic}: {said.text}" for said in told if said is not None]
    assert len(lines) == len(told)
    assert lines == (SPOKEN / "de" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


SAMPLES = {
    "who": "near",
    "other": "far",
    "piece": "large blue",
    "under": "small red",
    "colour": "green",
    "size": "medium",
    "list": "red, blue",
    "text": "no slot",
    "raw": "x7",
    "pyramid": "standing red",
    "square": "a1",
    "structure": "town1",
    "typed": "card2",
    "way": "up",
    "compass": "north",
    "owner": "red",
    "ordinal": "first",
}
SECOND = {"colour2": "yellow", "text2": "not larger", "list2": "black, white"}
SECOND["pyramid2"] = "blue pointing east"


def sample(template: str) -> str:
    """An English sentence with something in every slot."""
    values = {}
    for number, slot in enumerate(sorted(slots(template)), start=2):
        kind = slot.rstrip("0123456789")
        values[slot] = SECOND.get(slot) or SAMPLES.get(kind) or str(number)
    return template.format(**values)


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("key", sorted(recognised("en")["sentences"]))
def test_sentence_is_recognised_and_retold(key: str, language: str) -> None:
    english = sample(recognised("en")["sentences"][key])
    told = tell(english, NAMES, wording(language))
    assert "{" not in told
    if language == "en":
        seats = re.sub(r"\bnear\b", "Alison", re.sub(r"\bfar\b", "Kristin", english))
        assert told.lower() == seats.lower()
    else:
        template = recognised(language)["sentences"][key]
        fixed = [text for text, *_ in Formatter().parse(template)]
        assert all(text.strip().lower() in told.lower() for text in fixed)


def engine_sentences() -> Iterator[str]:
    """What the engine says of illegal moves and of ends along every golden game."""
    for record in GOLDENS.values():
        played = play_record(record)
        assert played.end is not None
        for state in (*(ply.before for ply in played.plies), played.end):
            plausible = getattr(state, "plausible_illegal_moves", tuple)
            yield from (error.message for _, error in plausible())
        yield from (ply.verdict.message for ply in played.plies if ply.verdict is not None)
        if played.end.outcome is not None:
            yield played.end.outcome.reason


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_that_the_engine_says_stays_english(language: str) -> None:
    said = set(engine_sentences())
    assert len(said) > 100
    left = []
    for text in sorted(said):
        try:
            tell(text, NAMES, wording(language))
        except Untold:
            left.append(text)
    assert not left, f"phrases/en.json has no sentence for: {left[:5]}"


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
UNSAID = ("ValueError", "MoveError", "UserError", "KeyError")
"""Errors that no player hears of."""


def said_in(path: Path) -> Iterator[str]:
    """The pieces of two words and more between the slots of every sentence that a module makes."""
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
def test_every_sentence_made_in_the_code_has_a_template(path: Path) -> None:
    known = [text for each in recognised("en")["sentences"].values() for text, *_ in Formatter().parse(each)]
    joined = "\n".join(known).lower()
    left = [text for text in said_in(path) for part in text.split(": ") if part.lower() not in joined]
    assert not left, f"{path.name}: add a sentence to every file in phrases/ for {left}"


RETOLD = (
    (
        "a large yellow attacks and near still has a large pyramid: the parry must be large",
        "eine große gelbe greift an und Alison hat noch eine große Pyramide: die Parade muss groß sein",
    ),
    ("near must parry the medium blue before far plays again",
     "Alison muss erst die mittlere blaue parieren, bevor Kristin wieder spielt"),
    ("What is the third pyramid from the left of far's inventory?",
     "Was ist die dritte Pyramide von links im Vorrat von Kristin?"),
    ("I cannot read the order of the initiative stack. "
     "What is the order of the initiative stack, from the top?",
     "Ich kann die Reihenfolge im Initiativestapel nicht lesen. "
     "Wie ist die Reihenfolge im Initiativestapel, von oben?"),
    ("I cannot go on: What is the pyramid on c3? Put it in a better light or exchange it",
     "So geht es nicht weiter: Was ist die Pyramide auf c3? In besseres Licht stellen oder austauschen"),
    ("far plays small red sacrificing large blue, calling its colour, then the last play is taken back",
     "Kristin spielt eine kleine rote und opfert eine große blaue und ruft ihre Farbe, "
     "dann das letzte Spiel wird zurückgenommen"),
    ("I cannot follow the table: near's small red on large blue is gone from its place",
     "Ich kann dem Tisch nicht folgen: von Alison kleine rote auf der großen blauen ist nicht mehr am Platz"),
    ("Alison wins 36 (9 pyramids × 2 points × 2 for a call). Far has neither a medium nor a blue pyramid "
     "to parry the medium blue.",
     "Alison gewinnt 36 (9 Pyramiden × 2 Punkte × 2 für einen Ruf). Kristin hat weder eine mittlere noch "
     "eine blaue Pyramide, um die mittlere blaue zu parieren."),
    ("blue, green, black", "blau, grün, schwarz"),
    ("no rule of this house", "no rule of this house"),
    ("no rule of this house. Near must wait.", "no rule of this house. Alison muss warten."),
)  # fmt: skip


@pytest.mark.parametrize(("text", "german"), RETOLD)
def test_retold_in_german(text: str, german: str) -> None:
    assert retell(text, NAMES, GERMAN) == german
    assert retell("near must wait", NAMES, ENGLISH) == "Alison must wait"


def test_readings_have_a_meaning_in_every_language() -> None:
    assert meaning("I9", ENGLISH) == str(READINGS["I9"])
    assert meaning("I9", GERMAN).startswith("Jeder Ruf") and meaning("X1", GERMAN) == ""


def test_language_is_added_by_files_alone(tmp_path: Path) -> None:
    with pseudo_language(tmp_path) as code:
        assert languages()[code] == NAME
        made: Wording = wording(code)
        assert made.say("gains", name="Ann") == "Ann ｔａｋｅｓ ｔｈｅ ｉｎｉｔｉａｔｉｖｅ."
        assert tell("near must wait", {Seat.NEAR: "Ann", Seat.FAR: "Bob"}, made) == "Ann ｍｕｓｔ ｗａｉｔ"
    assert NAME not in languages().values()


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (
            "move 2 was near's a5, not far's a5, then far plays c2 (illegal, N3)",
            "Zug 2 war ein anderer: Alison nimmt a5, dann Kristin nimmt c2 (regelwidrig, N3)",
        ),
        (
            "move 1 was near's Sred,Mblue, not near's Sred",
            "Zug 1 war ein anderer: Alison sät aus dem Vorrat: kleine rote, mittlere blaue",
        ),
    ],
)
def test_readings_of_several_parts_are_told_part_by_part(english: str, german: str) -> None:
    assert retell(english, NAMES, GERMAN) == german
