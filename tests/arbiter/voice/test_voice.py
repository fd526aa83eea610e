"""The voice with the real speech engine: sound is measured, processes are really killed."""

from __future__ import annotations

import array
import contextlib
import itertools
import math
import os
import signal
import sys
import tempfile
import threading
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter.voice import process as processes
from arbiter.voice import voice as voices
from arbiter.voice import worker
from arbiter.voice.phrases import say
from arbiter.voice.process import Worker
from arbiter.voice.voice import Voice
from arbiter.voice.wave import VoiceOut, read_index
from arbiter.words.utterance import Priority, Utterance
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from tests.support.spoken_rounds import round_events


def play(text: str, topic: str = "play") -> Utterance:
    return Utterance(text, topic)


def samples(wav: Path, start_s: float, end_s: float) -> array.array[int]:
    with wave.open(str(wav)) as sound:
        rate = sound.getframerate()
        sound.setpos(round(start_s * rate))
        return array.array("h", sound.readframes(round((end_s - start_s) * rate)))


def loudness(wav: Path, start_s: float, end_s: float) -> float:
    found = samples(wav, start_s, end_s)
    return math.sqrt(sum(value * value for value in found) / len(found))


def seconds(wav: Path) -> float:
    with wave.open(str(wav)) as sound:
        return sound.getnframes() / sound.getframerate()


def until(check: Callable[[], bool], timeout_s: float = 10.0) -> bool:
    end = time.monotonic() + timeout_s
    while not check() and time.monotonic() < end:
        time.sleep(0.01)
    return check()


def test_whole_round_is_recorded_in_order_and_every_utterance_sounds(tmp_path: Path) -> None:
    wav = tmp_path / "round.wav"
    told = [say(event, INITIATIVE, ROUNDS["basic"].names) for event in round_events(ROUNDS["basic"])]
    texts = [said.text for said in told if said]
    voice = Voice.start(wav=wav, aloud=False)
    for said in told:
        if said:
            voice.say(said)
    voice.close()
    index = read_index(wav)
    assert [spoken.text for spoken in index] == texts
    assert voice.spoken == index
    for spoken, after in itertools.pairwise(index):
        assert loudness(wav, spoken.start_s, spoken.end_s) > 500
        assert spoken.end_s < after.start_s
        assert max(map(abs, samples(wav, spoken.end_s + 0.01, after.start_s - 0.01))) == 0
        assert 0.03 < (spoken.end_s - spoken.start_s) / len(spoken.text) < 0.2
    assert seconds(wav) > index[-1].end_s


def test_saying_never_waits(tmp_path: Path) -> None:
    voice = Voice.start(wav=tmp_path / "a.wav", aloud=False)
    longest = 0.0
    for number in range(200):
        began = time.perf_counter()
        voice.say(play(f"number {number}"))
        longest = max(longest, time.perf_counter() - began)
    voice.close(0.1)
    assert longest < 1.0  # much shorter than a sentence, even on a busy machine


def test_sound_file_is_whole_while_the_voice_still_runs(tmp_path: Path) -> None:
    wav = tmp_path / "a.wav"
    voice = Voice.start(wav=wav, aloud=False)
    voice.say(play("Alison leads a small blue."))
    assert voice.wait(10)
    assert seconds(wav) == pytest.approx(read_index(wav)[0].end_s + 0.4, abs=0.01)
    voice.say(play("Kristin parries."))
    voice.close()
    assert len(read_index(wav)) == 2


def test_live_voice_says_the_newest_of_a_topic_only(tmp_path: Path) -> None:
    wav = tmp_path / "a.wav"
    voice = Voice.start(wav=wav, aloud=False, keep_all=False)
    for number in range(50):
        voice.say(play(f"number {number}"))
    voice.say(Utterance("That is illegal.", "ruling", Priority.RULING))
    voice.close()
    texts = [spoken.text for spoken in read_index(wav)]
    assert texts[-2:] == ["number 49", "That is illegal."]
    assert len(texts) < 10


def test_correction_is_spoken_once(tmp_path: Path) -> None:
    wav = tmp_path / "a.wav"
    voice = Voice.start(wav=wav, aloud=False)
    correction = Utterance("Correction: a small blue.", "play/correction", supersedes="play")
    for said in (correction, correction, play("Next."), correction):
        voice.say(said)
    voice.close()
    assert [s.text for s in read_index(wav)] == [
        "Correction: a small blue.",
        "Next.",
        "Correction: a small blue.",
    ]


def test_muted_voice_says_nothing_and_speaks_again_afterwards(tmp_path: Path) -> None:
    wav = tmp_path / "a.wav"
    voice = Voice.start(wav=wav, aloud=False)
    assert voice.wait_ready()
    voice.mute(True)
    assert str(voice.status) == "muted"
    voice.say(play("Not heard."))
    voice.mute(False)
    voice.say(play("Heard."))
    voice.close()
    assert [spoken.text for spoken in read_index(wav)] == ["Heard."]


def test_killed_process_is_started_again_and_nothing_is_lost(tmp_path: Path) -> None:
    wav = tmp_path / "a.wav"
    reports: list[str] = []
    voice = Voice.start(wav=wav, aloud=False, report=lambda line: reports.append(str(line)))
    voice.say(play("Before."))
    assert voice.wait(10)
    first = voice.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    voice.say(play("After."))
    voice.close()
    assert [spoken.text for spoken in read_index(wav)] == ["Before.", "After."]
    assert "voice: the speaking process ended; starting it again" in reports
    assert not voice.silent


def test_process_that_dies_twice_running_is_reported_and_saying_goes_on(tmp_path: Path) -> None:
    reports: list[str] = []
    voice = Voice.start(aloud=False, report=lambda line: reports.append(str(line)))
    assert voice.wait_ready()
    killed: list[int] = []
    for number in range(2):
        assert until(lambda: voice.process_id not in (None, *killed))
        assert voice.process_id is not None
        killed.append(voice.process_id)
        os.kill(killed[-1], signal.SIGKILL)
        if number == 0:
            voice.say(play("Never finished."))
    assert until(lambda: voice.silent)
    assert str(voice.status).startswith("no voice: the speaking process ended, twice; ")
    voice.say(play("Shown only."))
    voice.close()


NO_VOICE = (
    ("nonsense", "no voice: No module named 'pyttsx3.drivers.nonsense'; the announcements are shown as text"),
    (
        "dummy",
        "no voice: 'DummyDriver' object has no attribute 'save_to_file'; the announcements are shown as text",
    ),
)


@pytest.mark.parametrize(("driver", "status"), NO_VOICE)
def test_machine_without_a_voice_gets_one_clear_line(driver: str, status: str) -> None:
    reports: list[str] = []
    voice = Voice.start(driver=driver, report=lambda line: reports.append(str(line)))
    assert not voice.wait_ready()
    for number in range(3):
        voice.say(play(f"number {number}"))
    voice.close()
    assert str(voice.status) == status
    assert reports == [status]


def test_missing_sound_player_is_reported_and_the_recording_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    wav = tmp_path / "a.wav"
    voice = Voice.start(wav=wav, aloud=True)
    voice.say(play("One."))
    voice.say(play("Two."))
    voice.close()
    assert voice.silent
    assert str(voice.status).startswith("no voice: no program to play sound; install alsa-utils (aplay); ")
    assert [spoken.text for spoken in read_index(wav)] == ["One.", "Two."]


def fake_player(folder: Path, script: str) -> None:
    player = folder / "aplay"
    player.write_text(f"#!/bin/sh\n{script}\n")
    player.chmod(0o755)


def test_sound_device_that_does_not_answer_is_reported_with_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_player(tmp_path, "echo no soundcards found >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    voice = Voice.start()
    voice.say(play("One."))
    voice.close()
    assert str(voice.status).startswith("no voice: no sound device answers (aplay: no soundcards found); ")


def children(pid: int) -> list[int]:
    """The processes in a process group as Linux lists them, without the leader."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[2]) == pid and int(stat.parent.name) != pid and fields[0] != "Z":
                found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_voice_that_is_lost_for_good_is_tried_again_with_the_next_utterance(
    fault: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voices, "ANSWER_S", 0.5)
    monkeypatch.setattr(voices, "SIGN_S", 0.0)
    monkeypatch.setattr(voices, "READY_S", 4.0)
    monkeypatch.setattr(voices, "FIRST_PAUSE_S", 0.2)
    reports: list[str] = []
    voice = Voice.start(aloud=False, report=lambda line: reports.append(str(line)))
    assert voice.wait_ready()
    hit: list[int] = []
    while not voice.silent and len(hit) < 9:
        assert until(lambda: voice.silent or voice.process_id not in (None, *hit), 20)
        if not voice.silent and voice.process_id is not None:
            hit.append(voice.process_id)
            os.kill(hit[-1], fault)
            voice.say(play("Never finished."))
    assert voice.silent
    assert sum("no voice" in line for line in reports) == 1
    monkeypatch.setattr(voices, "ANSWER_S", 15.0)
    end = time.monotonic() + 20
    while voice.silent and time.monotonic() < end:
        voice.say(play("Back."))
        time.sleep(0.1)
    assert not voice.silent
    assert voice.wait(10)
    voice.close(0.0)


def speaking() -> tuple[Voice, int]:
    """A voice whose player is running, and the speaking process."""
    voice = Voice.start()
    assert voice.wait_ready()
    first = voice.process_id
    assert first is not None
    voice.say(play("One."))
    assert until(lambda: bool(children(first)))
    return voice, first


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as Linux does")
def test_a_player_that_hangs_is_ended_with_its_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_player(tmp_path, "trap '' TERM; sleep 60 & wait; sleep 60")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(voices, "ANSWER_S", 1.0)
    monkeypatch.setattr(voices, "SIGN_S", 0.0)
    voice, first = speaking()
    voice.close(0.0)
    assert until(lambda: not children(first))


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as Linux does")
def test_a_voice_that_is_killed_leaves_nothing_temporary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spare = tmp_path / "tmp"
    spare.mkdir()
    fake_player(tmp_path, "sleep 60")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("TMPDIR", str(spare))
    monkeypatch.setattr(tempfile, "tempdir", str(spare))
    voice, first = speaking()
    os.kill(first, signal.SIGKILL)
    voice.close(0.0)
    assert list(spare.iterdir()) == []


def test_a_player_that_hangs_alone_is_told_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_player(tmp_path, "trap '' TERM; exec sleep 60")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(worker, "PATIENCE_S", 0.3)
    with wave.open(str(tmp_path / "a.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(800))
    assert worker.play(tmp_path / "a.wav", threading.Event()) == "the sound player hangs (aplay)"


def test_orders_to_a_process_that_hangs_never_wait(tmp_path: Path) -> None:
    made = Worker(175, None, str(tmp_path))
    try:
        assert made.answer(20.0)["ready"]
        os.kill(made.process.pid, signal.SIGSTOP)
        began = time.monotonic()
        for _ in range(5000):
            made.order({"do": "cut", "more": "x" * 100})
        assert time.monotonic() - began < 20
    finally:
        made.kill()
    assert made.process.poll() is not None


def test_what_is_no_answer_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    noisy = tmp_path / "noisy"
    noisy.write_text("#!/bin/sh\necho noise; echo '[1]'; echo '{\"ready\": true}'; sleep 20\n")
    noisy.chmod(0o755)
    monkeypatch.setattr(processes.sys, "executable", str(noisy))
    made = Worker(175, None, str(tmp_path))
    try:
        assert made.answer(5.0) == {"ready": True}
    finally:
        made.kill()


def test_a_sound_file_that_can_no_longer_be_written_costs_the_recording_alone(tmp_path: Path) -> None:
    reports: list[str] = []
    voice = Voice.start(wav=tmp_path / "a.wav", aloud=False, report=lambda line: reports.append(str(line)))
    assert voice.wait_ready()
    assert voice._out is not None

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    voice._out.append = full  # type: ignore[method-assign]
    voice.say(play("One."))
    voice.say(play("Two."))
    voice.close()
    assert [line for line in reports if "can't be written" in line] == [
        "no voice: the sound file can't be written (there is no room left); "
        "the announcements are shown as text"
    ]


def test_correction_cuts_what_is_being_said_and_muting_cuts_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "played"
    fake_player(tmp_path, f"echo started >> {log}; exec sleep 20")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    voice = Voice.start()

    def lines() -> int:
        return len(log.read_text().splitlines()) if log.exists() else 0

    voice.say(Utterance("That is illegal.", "ruling", Priority.RULING))
    assert until(lambda: lines() == 1)
    voice.say(Utterance("Alison takes it back.", "play", supersedes="ruling"))
    assert until(lambda: lines() == 2, 5)
    voice.mute(True)
    assert voice.wait(5)
    voice.close()


def test_empty_recording_is_a_valid_wav(tmp_path: Path) -> None:
    out = VoiceOut(tmp_path / "a.wav")
    out.close()
    assert seconds(tmp_path / "a.wav") == 0
    assert read_index(tmp_path / "a.wav") == ()


def test_recording_where_nothing_can_be_written_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Voice.start(wav=tmp_path / "missing" / "a.wav")


@pytest.mark.parametrize(("text", "topic"), [("", "play"), ("  ", "play"), ("Hello", "")])
def test_empty_utterances_are_refused(text: str, topic: str) -> None:
    with pytest.raises(ValueError, match="an utterance needs"):
        Utterance(text, topic)
