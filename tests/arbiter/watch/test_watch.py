"""The watch loop on simulated tables: what it records, says and shows, how it ends and resumes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from arbiter.events.orders import KEYS_HELP
from arbiter.events.types import EVENTS, event_from_json
from arbiter.record.record import Record
from arbiter.voice import phrases
from arbiter.watch.timing import Stats
from arbiter.watch.watch import run
from arbiter.words.exits import UserError
from calibration.store import from_json
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME
from tests.support.watched_rounds import entries, standing, watch
from tests.support.watched_table import SimSource, options, parts, round_frames
from vision.observation import TableObservation
from vision.source.frames import SourceError


@pytest.fixture(scope="module")
def illegal(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """The round with an illegal parry and a take-back: the printed lines and the record."""
    folder = tmp_path_factory.mktemp("illegal")
    return watch("illegal", folder), folder / "a.game"


def test_record_holds_the_round(illegal: tuple[list[str], Path]) -> None:
    found = entries(illegal[1])
    assert standing(found) == list(ROUNDS["illegal"].plays)
    kinds = [entry.kind for entry in found if entry.kind != "said"]
    moves = [entry for entry in found if entry.kind == "move"]
    assert kinds[0] == "setup" and kinds[-3:] == ["round_over", "match_over", "ended"]
    assert [(m.data["text"], m.data["reading"]) for m in moves if not m.data["legal"]] == [("Myellow", "I1")]
    assert kinds.count("take_back") == 1
    assert found[-1].data["how"] == "finished"


def test_everything_said_is_recorded_and_shown_in_order(illegal: tuple[list[str], Path]) -> None:
    lines, path = illegal
    found = entries(path)
    names = {seat.value: name for seat, name in ROUNDS["illegal"].names.items()}
    events = [event_from_json(entry.kind, entry.data) for entry in found if entry.kind in EVENTS]
    wanted = [said.text for event in events if (said := phrases.say(event, GAME, names))]
    assert [entry.data["text"] for entry in found if entry.kind == "said"] == wanted
    told = [line for line in lines if line[:7].strip()[:1].isdigit() and "  " in line]
    assert [line.split("  ", 1)[1] for line in (line.strip() for line in told)] == wanted
    assert not any(entry.data["spoken"] for entry in found if entry.kind == "said")
    assert lines[-2:] == [
        "final result: Alison 0, Kristin 24",
        f"record: {path}  (see it: arbiter review {path})",
    ]


def test_stills_show_the_table_before_and_after(illegal: tuple[list[str], Path]) -> None:
    found = entries(illegal[1])
    moves = [entry for entry in found if entry.kind in ("move", "take_back")]
    with Record.open(illegal[1], readonly=True) as record:
        for move in moves:
            for name, index in zip(("before", "after"), move.data["frames"], strict=True):
                picture = cv2.imdecode(np.frombuffer(record.frame(move.id, name), np.uint8), cv2.IMREAD_COLOR)
                age = (index - round(float(picture.mean()))) % 256
                assert age <= 3, f"{name} of {move.data['text']} is {age} frames too old"


def test_header(illegal: tuple[list[str], Path]) -> None:
    with Record.open(illegal[1], readonly=True) as record:
        header = record.header
    assert header["players"] == {"near": "Alison", "far": "Kristin"}
    assert (header["game"], header["rounds"], header["source"]) == ("initiative", 1, "sim.mp4")
    assert from_json(header["calibration"]).camera.width == 64


def test_times_are_measured(tmp_path: Path) -> None:
    stats, source = Stats(), SimSource(takewhile(lambda seen: seen.time_s < 12, round_frames()))
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), parts(source, []), stats) == 0
    assert stats.ready_s is not None and 0 < stats.ready_s < 60
    assert len(stats.frames) == 95
    assert any(frame.hands for frame in stats.frames) and any(frame.still for frame in stats.frames)
    waits = [handover.video_s for handover in stats.handovers if handover.kind == "move"]
    assert len(waits) == 3
    assert all(wait is not None and 0.3 < wait < 5 for wait in waits)


# ----- how it ends


def test_unplugged_camera(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(round_frames(), live=True, broken_at=70, spec="camera 0")
    with pytest.raises(SourceError) as error:
        run(options(source, ROUNDS["basic"], path), parts(source, []))
    assert "\n" not in str(error.value)
    for words in ("camera 0 has sent no picture", str(path), f"arbiter watch initiative --resume {path}"):
        assert words in str(error.value)
    assert not path.with_name("a.game-wal").exists()
    found = entries(path)
    assert standing(found) == ["Sblue", "Mblue"]
    assert found[-1].kind == "ended" and found[-1].data["how"] == "source"


def test_interrupted(tmp_path: Path) -> None:
    def press(number: int) -> None:
        if number == 70:
            raise KeyboardInterrupt

    source = SimSource(round_frames(), before=press)
    lines: list[str] = []
    assert run(options(source, ROUNDS["basic"], tmp_path / "a.game"), parts(source, lines)) == 130
    assert entries(tmp_path / "a.game")[-1].data["how"] == "interrupted"
    assert lines[-3].startswith("not over yet: Alison 0, Kristin 0")
    assert "--resume" in lines[-1]


def test_who_gave_no_names_is_not_told_them(tmp_path: Path) -> None:
    source, lines = SimSource(()), list[str]()
    run(options(source, ROUNDS["basic"], tmp_path / "a.game", named=False), parts(source, lines))
    assert "Initiative, basic rules, 1 round" in lines


def test_a_fault_still_closes_the_record(tmp_path: Path) -> None:
    def fail(number: int) -> None:
        if number == 70:
            raise RuntimeError("a fault")

    source = SimSource(round_frames(), before=fail)
    with pytest.raises(RuntimeError):
        run(options(source, ROUNDS["basic"], tmp_path / "a.game"), parts(source, []))
    assert entries(tmp_path / "a.game")[-1].data["how"] == "fault"


# ----- resuming


CHILD = """
import sys, time
sys.path[:0] = {paths!r}
from pathlib import Path
from tests.support.watched_table import SimSource, options, parts, round_frames
from arbiter.watch.watch import run, print_line
from engine.initiative.examples import ROUNDS
source = SimSource(round_frames({name!r}), before=lambda number: time.sleep({nap}))
code = run(options(source, ROUNDS[{name!r}], Path({path!r})), parts(source, [], tell=print_line))
sys.exit(code)
"""


def start_child(
    name: str, path: Path, lines: int, nap: float = 0.0
) -> tuple[subprocess.Popen[str], list[str]]:
    """A process that watches a round, and the first lines it printed."""
    root = str(Path(__file__).parents[3])
    program = CHILD.format(paths=[root], name=name, path=str(path), nap=nap)
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background shell ignores it
    )
    assert child.stdout is not None
    return child, [child.stdout.readline() for _ in range(lines)]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c(how: signal.Signals, tmp_path: Path) -> None:
    child, _ = start_child("basic", tmp_path / "a.game", 5, nap=0.02)
    child.send_signal(how)
    rest, _ = child.communicate(timeout=20)
    assert child.returncode == 130
    assert [path.name for path in tmp_path.iterdir()] == ["a.game"]
    assert "Traceback" not in rest and f"--resume {tmp_path / 'a.game'}" in rest
    assert entries(tmp_path / "a.game")[-1].data["how"] == "interrupted"
    assert not (tmp_path / "a.game-wal").exists()


def begun_with(setting: str) -> list[str]:
    """The processes with a given environment entry, which their children inherit."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if setting.encode() in path.read_bytes():
                found.append(path.parent.name)
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_a_game_that_is_told_to_end_leaves_no_process_and_nothing_temporary(tmp_path: Path) -> None:
    root, spare, system = str(Path(__file__).parents[3]), tmp_path / "tmp", tmp_path / "system"
    spare.mkdir()
    system.mkdir(mode=0o700)  # where the system's sound server keeps its own files
    program = CHILD.format(paths=[root], name="basic", path=str(tmp_path / "a.game"), nap=0.02)
    aloud = f"a.game'), voice=True, voice_out=Path({str(tmp_path / 'a.wav')!r}))"
    program = program.replace("a.game'))", aloud)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(spare), "XDG_RUNTIME_DIR": str(system)},
    ) as child:
        assert child.stdout is not None
        for _ in range(5):
            child.stdout.readline()
        assert len(begun_with(str(spare))) > 1
        child.send_signal(signal.SIGTERM)
        child.communicate(timeout=30)
    assert child.returncode == 130 and (tmp_path / "a.wav").stat().st_size > 44
    assert list(spare.iterdir()) == [] and not begun_with(str(spare))


def test_a_closed_terminal_ends_the_game_in_order(tmp_path: Path) -> None:
    child, _ = start_child("basic", tmp_path / "a.game", 5, nap=0.02)
    assert child.stdout is not None
    child.stdout.close()
    child.send_signal(signal.SIGHUP)
    assert child.wait(20) in (130, 120)  # 120 is Python's exit code for output that could not be flushed
    assert entries(tmp_path / "a.game")[-1].data["how"] == "interrupted"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_typed_in_a_terminal(tmp_path: Path) -> None:
    """Keys work, and the thread waiting for more of them does not disturb the end."""
    ours, theirs = os.openpty()
    root = str(Path(__file__).parents[3])
    program = CHILD.format(paths=[root], name="basic", path=str(tmp_path / "a.game"), nap=0.01)
    program = program.replace("tell=print_line", "tell=print_line, keys=typed_lines")
    program = program.replace("run, print_line", "run, print_line, typed_lines")
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=-1, stderr=subprocess.STDOUT, text=True
    ) as child:
        os.write(ours, b"?\nd\n")
        said, _ = child.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert child.returncode == 0
    assert "Fatal" not in said and "Traceback" not in said
    assert said.count(str(KEYS_HELP)) == 2
    assert "dispute" in [entry.kind for entry in entries(tmp_path / "a.game")]


@pytest.mark.parametrize(("name", "lines"), [("sacrifice", 8), ("illegal", 10)])
def test_killed_and_gone_on_with(tmp_path: Path, name: str, lines: int) -> None:
    path = tmp_path / "a.game"
    child, heard = start_child(name, path, lines)
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    before = entries(path)
    said = [entry.data["text"] for entry in before if entry.kind == "said"]
    assert heard[-1].split("  ", 1)[1].strip().split("  ")[-1] in said

    source = SimSource(round_frames(name))
    told: list[str] = []
    asked = options(source, ROUNDS["pummel"], path, resume=path, players={}, rounds=2)
    assert run(asked, parts(source, told)) == 0
    found = entries(path)
    assert standing(found) == list(ROUNDS[name].plays)
    assert [entry.data for entry in found[: len(before)]] == [entry.data for entry in before]
    times = [entry.time_s for entry in found]
    assert times == sorted(times)
    assert any("Going on. " in line for line in told)
    score = next(entry for entry in found if entry.kind == "round_over").data["outcome"]["score"]
    assert score["total"] == ROUNDS[name].score


@pytest.mark.parametrize("kind", ["move", "round_over"])
def test_what_one_frame_brings_is_recorded_as_one(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill between the last play, the end of the round and the result leaves all of them or none."""
    append, path = Record.append, tmp_path / "a.game"

    def killed(self: Record, what: str, time_s: float, *rest: Any) -> int:
        number = append(self, what, time_s, *rest)
        if time_s > 46 and what == kind:
            raise RuntimeError("killed")
        return number

    monkeypatch.setattr(Record, "append", killed)
    source = SimSource(round_frames())
    with pytest.raises(RuntimeError):
        run(options(source, ROUNDS["basic"], path), parts(source, []))
    monkeypatch.undo()
    assert standing(entries(path)) == list(ROUNDS["basic"].plays[:-1])
    source = SimSource(round_frames())
    assert run(options(source, ROUNDS["basic"], path, resume=path), parts(source, [])) == 0
    found = entries(path)
    assert standing(found) == list(ROUNDS["basic"].plays)
    assert [entry.kind for entry in found].count("round_over") == 1


def test_a_camera_goes_on_after_the_recorded_time(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    everything = list(round_frames())
    cut = next(n for n, seen in enumerate(everything) if seen.time_s > 15 and seen.hands)
    first = SimSource(everything[:cut], spec="camera 0")
    assert run(options(first, ROUNDS["basic"], path), parts(first, [])) == 0
    again = SimSource(shifted(everything[cut:]), live=True, spec="camera 0")
    asked = options(again, ROUNDS["basic"], path, resume=path)
    assert run(asked, parts(again, [])) == 0
    found = entries(path)
    assert standing(found) == list(ROUNDS["basic"].plays)
    assert [entry.time_s for entry in found] == sorted(entry.time_s for entry in found)
    with pytest.raises(UserError, match="is over"):
        run(asked, parts(again, []))


def shifted(observations: list[TableObservation]) -> Iterator[TableObservation]:
    """The observations as from a camera that was just switched on."""
    began = observations[0].time_s
    for number, seen in enumerate(observations):
        yield TableObservation(
            seen.time_s - began, number, seen.units, seen.hands, seen.still, seen.registered
        )


def test_rules_and_names_come_from_the_record(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    source = SimSource(takewhile(lambda seen: seen.time_s < 6, round_frames()))
    assert run(options(source, ROUNDS["basic"], path), parts(source, [])) == 0
    source = SimSource(())
    lines: list[str] = []
    more = {"resume": path, "players": {}, "palette": "xeno", "rounds": 2}
    assert run(options(source, ROUNDS["call"], path, **more), parts(source, lines)) == 0
    assert "Initiative, basic rules, 1 round: Alison (near side) and Kristin (far side)" in lines
    assert any("Going on. Kristin must parry" in line for line in lines)
    header = json.loads(json.dumps(entries(path)[-1].to_json()))
    assert header["kind"] == "ended"


@pytest.mark.parametrize(("home", "code"), [("", 0), ("http://127.0.0.1:1/", 130)])
def test_ctrl_c_after_a_game_ends_the_home_page_too(home: str, code: int, tmp_path: Path) -> None:
    def frames() -> Iterator[TableObservation]:
        yield from round_frames()
        raise KeyboardInterrupt

    source = SimSource(frames(), live=True)
    asked = options(source, ROUNDS["basic"], tmp_path / "a.game", headless=False, home=home)
    assert run(asked, parts(source, [])) == code
    assert entries(tmp_path / "a.game")[-1].data["how"] == "finished"
