"""A game watched in German, the choice of its voice, and changing the commentary level during the game."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import threading
import wave
from collections.abc import Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pyttsx3.engine import Engine

from arbiter.events.orders import Tune
from arbiter.pages.live import LiveServer
from arbiter.record.record import Record
from arbiter.voice.voice import RATE, Voice
from arbiter.voice.worker import Sound, chosen, synthesise, voice_for
from arbiter.watch.announcer import Announcer
from arbiter.watch.places import Settings, read_settings, write_settings
from arbiter.watch.timing import Stats
from arbiter.watch.watch import run
from arbiter.words.utterance import Priority, Utterance
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.message import Messages
from tests.support.watched_table import SimSource, options, parts, round_frames

ENGLISH = re.compile(r"\b(the|has|with|must|leads|parries|legal|initiative stack|small|large)\b")
PLAY = Utterance("Ann leads a red. Bob must parry.", "play", brief="Ann leads a red.")
TABLE = Utterance("Ann has two red.", "table", Priority.CHATTER)


def said(path: Path) -> list[str]:
    with Record.open(path, readonly=True) as record:
        return [str(entry.data["text"]) for entry in record.entries() if entry.kind == "said"]


def test_game_is_told_in_german(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(round_frames("illegal"))
    lines: list[str] = []
    assert run(options(source, ROUNDS["illegal"], path, language="de"), parts(source, lines)) == 0
    told = said(path)
    golden = Path(__file__).parents[2] / "golden" / "spoken" / "de" / "illegal.txt"
    ruling = next(line for line in golden.read_text("utf-8").splitlines() if line.startswith("ruling: "))
    assert ruling.removeprefix("ruling: ") in told
    assert not [text for text in told if ENGLISH.search(text)]
    assert told[-1] == "Kristin gewinnt die Partie, 24 zu 0."


def test_full_commentary_describes_the_table_after_a_play(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(takewhile(lambda seen: seen.time_s < 5, round_frames()))
    run(options(source, ROUNDS["basic"], path, commentary="full"), parts(source, []))
    told = said(path)
    lead = next(n for n, text in enumerate(told) if text.startswith("Alison leads a small blue"))
    assert told[lead + 1].startswith("Kristin may play ")
    assert told[1].startswith("Alison has ") and "Kristin has " in told[1]


class Spoken:
    """A voice that records what it is asked to say."""

    silent = muted = False
    status = Messages("arbiter")("voice_ready")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.languages: list[str] = []

    def say(self, utterance: Utterance) -> None:
        self.texts.append(utterance.text)

    def mute(self, muted: bool) -> None:
        self.muted = muted

    voices = ("Anna", "Bob")

    def sound(self, rate: int, volume: float, voice: str) -> None:
        """Play nothing."""

    def speak(self, language: str) -> None:
        self.languages.append(language)


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record.create(tmp_path / "a.game", {"game": "initiative"})
    yield made
    made.close()


@pytest.mark.parametrize(
    ("level", "texts"),
    [
        ("illegal", []),
        ("verdicts", [PLAY.brief]),
        ("normal", [PLAY.text]),
        ("full", [PLAY.text, TABLE.text]),
    ],
)
def test_machine_speaks_as_much_as_asked_and_the_page_gets_all(
    record: Record, level: str, texts: list[str]
) -> None:
    voice = Spoken()
    announcer = Announcer(record, voice, {Seat.NEAR: "Ann", Seat.FAR: "Bob"}, lambda line: None, Stats())
    announcer.tune(None, level)
    announcer.say(PLAY, 1.0, "move")
    announcer.describe(TABLE, 1.0)
    assert voice.texts == texts
    shown = announcer.shown()
    assert [one["texts"]["full"] for one in shown["said"]] == [TABLE.text, PLAY.text]
    assert [one["id"] for one in shown["said"]] == [2, 1] and shown["commentary"] == level
    spoken = [entry.data["spoken"] for entry in record.entries() if entry.kind == "said"]
    assert spoken == {"illegal": [False], "full": [True, True]}.get(level, [True])


def test_language_changes_while_the_game_runs(record: Record) -> None:
    voice = Spoken()
    announcer = Announcer(record, voice, {Seat.NEAR: "Ann", Seat.FAR: "Bob"}, lambda line: None, Stats())
    assert Tune("de").commentary is None
    announcer.tune("de", None)
    assert voice.languages == ["de"] and announcer.words.say("gains", name="Ann").startswith("Ann übernimmt")
    assert announcer.shown()["language"] == "de" and announcer.shown()["commentary"] == "normal"
    with pytest.raises(ValueError, match="there are: de, en"):
        announcer.tune("xx", None)


def voice(name: str, *codes: str | bytes) -> SimpleNamespace:
    return SimpleNamespace(id=name, languages=list(codes))


ESPEAK = (voice("gmw/de", "de"), voice("gmw/en-029", "en-029"), voice("gmw/en", "en-gb"))
APPLE = (voice("com.anna", "de_DE"), voice("com.alex", "en_US"))


@pytest.mark.parametrize(
    ("language", "voices", "usual", "chosen"),
    [
        ("de", ESPEAK, "gmw/en", "gmw/de"),
        ("en", ESPEAK, "gmw/en", None),
        ("en", ESPEAK, "gmw/de", "gmw/en"),
        ("de", APPLE, "com.alex", "com.anna"),
        ("de", (voice("old", b"\x05de"),), None, "old"),
        ("fr", ESPEAK, "gmw/en", None),
        ("de", (voice("none"),), "none", None),
    ],
)
def test_voice_is_chosen_by_its_language(
    language: str, voices: tuple[SimpleNamespace, ...], usual: str | None, chosen: str | None
) -> None:
    assert voice_for(language, voices, usual) == chosen


def test_engine_speaks_german_with_a_german_voice(tmp_path: Path) -> None:
    sounds = {}
    for language in ("en", "de"):
        path = tmp_path / f"{language}.wav"
        synthesise("Der Schiedsrichter spricht", path, None, Sound(175), language)
        with wave.open(str(path)) as sound:
            sounds[language] = sound.readframes(sound.getnframes())
    assert sounds["en"] != sounds["de"]


def test_a_voice_of_another_language_is_neither_offered_nor_taken() -> None:
    with contextlib.closing(Voice.start(aloud=False)) as speaker:
        assert speaker.wait_ready()
        assert "English (Scotland)" in speaker.voices and "German" not in speaker.voices
        speaker.speak("de")
        assert "German" in speaker.voices and not [name for name in speaker.voices if "English" in name]
    engine = Engine()
    known, usual = engine.getProperty("voices"), engine.getProperty("voice")
    taken = [
        chosen(Sound(175, 1.0, name), language, known, usual)
        for language, name in (("de", ""), ("de", "English (Scotland)"), ("en", "English (Scotland)"))
    ]
    assert taken[0] == taken[1] != taken[2] and str(taken[2]).lower().endswith("scotland")


def test_how_the_voice_sounds_is_kept_for_the_next_game(tmp_path: Path) -> None:
    sent, rates = threading.Event(), list[int]()
    write_settings(there := Settings(near="Ann"))

    def post(port: int) -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as page:
            body, kind = json.dumps({"rate": 240, "volume": 0.5}), {"Content-Type": "application/json"}
            page.request("POST", "/sound", body, kind)
            assert page.getresponse().status == 200
        sent.set()

    class Page(LiveServer):
        def publish(self, state: Mapping[str, Any]) -> None:
            if not rates:
                threading.Thread(target=post, args=(self.port,), daemon=True).start()
            rates.append(state["sound"]["rate"])
            super().publish(state)

    for game in ("a", "b"):
        frames = takewhile(lambda seen, game=game: seen.time_s < 1 or not sent.is_set(), round_frames())
        source, path = SimSource(frames), tmp_path / f"{game}.game"
        run(options(source, ROUNDS["basic"], path, headless=False), parts(source, [], page=Page))
        rates.append(0)
    assert rates[0] == RATE and rates[rates.index(0) + 1] == 240
    write_settings(there)  # the home page, which has the earlier settings
    assert (read_settings().rate, read_settings().volume, read_settings().near) == (240, 0.5, "Ann")
