"""Disputes: the clip in the record, the case as text and as a file, overruling while the game is played."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from arbiter.cli.main import main
from arbiter.corrections.move_list import Listed
from arbiter.events.orders import Correct, Dispute, parse_line
from arbiter.games.initiative.session import GameSession
from arbiter.pages.live_case import disputed_move
from arbiter.record.clip import AFTER_S, Clips
from arbiter.record.record import Record
from arbiter.record.stills import STEP_S, Stills, crop
from arbiter.story.case import find_case
from arbiter.story.story import read_story, step_title
from arbiter.watch import watch
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.message import Messages
from engine.notation import parse_pieces
from tests.support.recorded_games import Writer, disputed, header, write_game
from tests.support.watched_table import SimSource, options, parts, round_frames
from vision.observation import TableObservation
from vision.pictures import decode
from vision.source.frames import Frame

say = Messages("arbiter.games.initiative")


def test_cli_tells_the_disputed_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = disputed(tmp_path / "a.game")
    assert main(["dispute", str(path)]) == 5
    out = capsys.readouterr().out
    assert out.startswith("Round 1, move 8,") and "Alison parries with medium yellow" in out
    assert "[I1] A parry has the attacking size" in out and "Legal for Alison: large red" in out
    assert "2 of the move, 3 of the seconds around" in out
    assert main(["dispute", str(path), "--move", "2"]) == 0
    assert main(["dispute", str(path), "--move", "99"]) == 2
    assert "there is no move 99" in capsys.readouterr().err


def test_readings_too_unlikely_to_tell_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, game = tmp_path / "a.game", ROUNDS["basic"]
    readings = [
        (say("plays", who=Seat.NEAR, piece=parse_pieces("Sblue")[0]), 0.9871),
        (say("nothing_played"), 0.0125),
        (say("plays", who=Seat.NEAR, piece=parse_pieces("Lred")[0]), 0.0004),
    ]
    seen = {"readings": [{"text": text, "probability": share} for text, share in readings]}
    with Record.create(path, header(game)) as record:
        writer = Writer(record, game)
        move = writer.move(parse_play("Sblue", writer.state), True)
        observation = {**seen, "none_of_these": 0.00001}
        record.append("move", 9.0, {**move.to_json(), "ply": 1, "observation": observation})
    assert main(["dispute", str(path), "--language", "de"]) == 0
    out = capsys.readouterr().out
    assert "  98,7 %  Alison spielt" in out and "   1,2 %  " in out and out.count(" %  ") == 2


def test_the_last_move_that_somebody_made_is_doubted_unless_another_is_named() -> None:
    moves = [Listed(n, "near", "Sblue", "counts", True, virtual=n == 3) for n in (1, 2, 3)]
    found = [disputed_move(moves, number) for number in (0, 1, 3, 9)]
    assert [move and move.number for move in found] == [2, 1, 2, 2] and disputed_move([]) is None


def test_the_page_is_one_file_and_asks_for_nothing(tmp_path: Path) -> None:
    page = tmp_path / "case.html"
    path = disputed(tmp_path / "a.game")
    assert main(["dispute", str(path), "--html", str(page)]) == 5
    html = page.read_text("utf-8")
    assert html.count("data:image/jpeg;base64,") == 5
    links = [link for link in re.findall(r'(?:src|href)="([^"]*)"', html) if not link.startswith("data:")]
    assert links == [] and "medium yellow 71%" in html and "Rule I1" in html
    assert main(["dispute", str(path), "--html", str(page)]) == 1


def test_a_text_is_disputed_without_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_game(tmp_path / "a.game", "illegal")
    assert main(["export", str(path), "--format", "text"]) == 0
    assert main(["dispute", str(tmp_path / "a.txt")]) == 5
    assert "Before move 8" in capsys.readouterr().out
    assert main(["dispute", str(tmp_path / "a.txt"), "--html", str(tmp_path / "b.html")]) == 2


def test_clip_has_the_seconds_before_and_after() -> None:
    clips, stills = Clips(), Stills()
    picture = np.zeros((36, 64, 3), np.uint8)
    ends = []
    for number in range(160):
        frame = Frame(picture, number / 10, number)
        stills.add(frame, True)
        ends.append(clips.add(frame, TableObservation(frame.time_s, number, (), (), True, True)))
        if number == 100:
            before = clips.before(stills)
            clips.follow(7, frame.time_s)
    assert len(before.pictures) >= 12 and set(before.facts["seen"]) == set(before.pictures)
    (end,) = [clip for clip in ends if clip is not None]
    assert end.facts["dispute"] == 7 and len(end.pictures) == round(AFTER_S / STEP_S)
    assert next(iter(end.pictures)) == "+0.5s"


def test_an_earlier_move_has_its_own_seconds_and_not_those_of_the_dispute() -> None:
    clips, stills = Clips(), Stills()
    for number in range(3400):
        frame = Frame(np.full((36, 64, 3), number // 14, np.uint8), number / 10, number)
        stills.add(frame, True)
        clips.add(frame, TableObservation(frame.time_s, number, (), (), True, True))
    clip = clips.around(200.0, frame.time_s, stills)
    assert clip.past and next(iter(clip.pictures)) == "-4.5s" and [*clip.pictures][-1] == "+1.5s"
    grey = [int(decode(picture).mean()) for picture in clip.pictures.values()]
    assert grey == [round((2000 + 10 * float(name[:-1])) // 14) for name in clip.pictures]
    last, gone = clips.around(frame.time_s - 3, frame.time_s, stills), clips.around(2.0, frame.time_s, stills)
    assert not last.past and "now" in last.pictures and "now" in last.facts["seen"]
    assert gone.past and not gone.pictures  # kept for five minutes


def test_a_move_disputed_twice_is_shown_by_the_pictures_that_there_are(tmp_path: Path) -> None:
    path = disputed(tmp_path / "a.game")
    with Record.open(path) as record:
        record.append("dispute", 99.0, {"round": 1, "move": 8, "text": "near: Myellow"})
        assert len(find_case(read_story(record), record.entries("clip")).clip) == 3


def test_crops_stay_in_the_picture() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    assert max(crop(picture, (180.0, 80.0, 199.0, 99.0)).shape) == 220
    assert crop(picture, (400.0, 400.0, 420.0, 420.0)).size == 0


def test_typed_orders() -> None:
    assert parse_line("allow") == Correct("allow") and parse_line("undo") == Correct("undo")
    assert parse_line("correct replace 5 Lred") == Correct("replace", 5, "Lred")
    assert parse_line("correct set near.Sblue=Sblack") == Correct("set", 0, "near.Sblue=Sblack")
    assert parse_line("d") == Dispute()


def test_watched_game_is_disputed_and_overruled(tmp_path: Path) -> None:
    """After the illegal play: a dispute, then the players allow it; the session goes on from there."""
    path, orders = tmp_path / "a.game", []

    class Ordered(SimSource):
        def read(self):  # type: ignore[no-untyped-def]
            frame = super().read()
            if frame is not None and not orders and waits(path):
                orders.append("sent")
                keys.extend(["d", "allow"])
            return frame

    keys: list[str] = []

    def waits(path: Path) -> bool:
        with Record.open(path, readonly=True) as record:
            return any(not entry.data["legal"] for entry in record.entries("move"))

    source = Ordered(round_frames("illegal"))
    from arbiter.watch import loop as loop_module

    class Loop(loop_module.WatchLoop):
        def _carry_out(self, wait_s: float = 0.0) -> None:
            while keys:
                order = parse_line(keys.pop(0))
                assert order is not None
                self._obey(order)
            super()._carry_out(wait_s)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watch, "WatchLoop", Loop)
        watch.run(options(source, ROUNDS["illegal"], path), parts(source, []))
    with Record.open(path) as record:
        (dispute,) = record.entries("dispute")
        (correction,) = record.entries("correction")
        story = read_story(record)
    assert dispute.data["move"] == 8 and dispute.data["text"] == "near: Myellow" and "now" in dispute.frames
    assert correction.data["op"] == "allow" and correction.data["by"] == "people"
    titles = [step_title(step, story.names) for step in story.steps]
    assert "The players allow Alison's medium yellow" in titles


def test_a_session_is_corrected_like_its_record() -> None:
    """What a session makes of a correction is what a record of its events tells; resuming gives it again."""
    from tests.support.simulated.table_session import Table

    table = Table(ROUNDS["basic"].rules)
    for text in ("Sblue", "Mblue", "Lgreen"):
        table.play(text)
    before = table.session.snapshot()
    table.events += table.session.correct("replace", 2, "Mblack")
    after = table.session.snapshot()
    assert [move.text for move in after.moves] == ["Sblue", "Mblack", "Lgreen"]
    assert after.state is not None and str(after.state.history[1].piece) == "medium black"
    fresh = GameSession(ROUNDS["basic"].rules, rounds=1)
    fresh.resume((event.kind, event.to_json()) for event in table.events)
    assert fresh.snapshot().state == after.state and fresh.snapshot().waiting == after.waiting
    table.events += table.session.correct("undo")
    assert table.session.snapshot().state == before.state
