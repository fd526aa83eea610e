"""Disputes: the clip in the record, the case as text and as a file, overruling during the game."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import replace
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
from arbiter.story.case import age, find_case
from arbiter.story.story import read_story, step_title
from arbiter.watch import watch
from arbiter.watch.disputes import Disputes
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.message import Message, Messages
from engine.notation import parse_pieces
from tests.support.recorded_games import Writer, disputed, header, write_game
from tests.support.streams.small_films import filmed
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


def test_what_either_may_lead_with_is_told_once(tmp_path: Path) -> None:
    with Record.open(write_game(tmp_path / "a.game", "basic")) as record:
        legal = find_case(read_story(record), move=1).legal
    assert "medium blue" in legal and len(set(legal)) == len(legal)


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
    assert gone.past and not gone.pictures  # pictures are kept for five minutes


def shades(frames: Iterable[bytes]) -> list[bool]:
    """Whether each picture is bright."""
    return [bool(decode(picture).mean() > 128) for picture in frames]


def test_the_seconds_of_a_move_that_nobody_disputed_are_out_of_the_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, page = write_game(tmp_path / "a.game", "basic"), tmp_path / "case.html"
    with Record.open(path, readonly=True) as record:
        at_s = next(iter(record.entries("move"))).time_s
    assert main(["dispute", str(path), "--move", "1"]) == 0
    assert "2 of the move, 0 of the seconds around" in capsys.readouterr().out
    filmed(tmp_path / "sample.mp4", at_s - 2, at_s + 30)
    assert main(["dispute", str(path), "--move", "1", "--html", str(page)]) == 0
    assert "2 of the move, 13 of the seconds around" in capsys.readouterr().out
    html = page.read_text("utf-8")
    clip = re.search("<section class=clip>(.*?)</section>", html, re.S)
    assert clip is not None and "-4.5 s" in clip[1] and "+1.5 s" in clip[1]
    found = [base64.b64decode(data) for data in re.findall('base64,([^"]+)"', clip[1])]
    assert shades(found) == [False] * 5 + [True] * 8  # two seconds before it was reported


@pytest.mark.parametrize(
    ("language", "told"), [("en", "gathering what the move was"), ("de", "gesammelt wird, wonach der Zug")]
)
def test_how_far_the_looking_through_a_film_is_can_be_seen(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    told: str,
) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path, readonly=True) as record:
        at_s = next(iter(record.entries("move"))).time_s
    filmed(tmp_path / "sample.mp4", at_s - 2, at_s + 30)
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    assert main(["dispute", str(path), "--move", "1", "--language", language]) == 0
    shown = capsys.readouterr().err
    parts = [int(part) for part in re.findall(r"(\d+)%", shown)]
    assert told in shown and parts == sorted(parts) and parts[-1] == 100


def kept_of(tmp_path: Path, number: int) -> tuple[Message, dict[str, bytes]]:
    """What is said about a move disputed after six minutes, and which pictures are kept."""
    with Record.open(write_game(tmp_path / "a.game", "basic", plies=2)) as record:
        disputes = Disputes(record)
        for at in range(0, 720):
            frame = Frame(np.zeros((36, 64, 3), np.uint8), at / 2, at)
            disputes.add(frame, TableObservation(frame.time_s, at, (), (), True, True), True)
        moves = [Listed(n, "near", "Sblue", "counts", True, time_s=s) for n, s in ((1, 20.0), (2, 200.0))]
        snapshot = replace(GameSession(ROUNDS["basic"].rules).snapshot(), moves=tuple(moves))
        told = disputes.mark(snapshot, number, 360.0)
        (entry,) = record.entries("dispute")
        assert entry.data["move"] == number
        return told, {name: record.frame(entry.id, name) for name in entry.frames}


def test_of_a_camera_five_minutes_are_kept_and_what_is_gone_is_said(tmp_path: Path) -> None:
    told, pictures = kept_of(tmp_path, 1)
    assert pictures == {} and "without slow motion" in str(told) and "five minutes" in str(told)


def test_the_file_says_why_there_is_no_slow_motion(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.game", "basic", plies=2)
    with Record.open(path) as record:
        record.append("dispute", 360.0, {"round": 1, "move": 1, "text": "near: Sblue"})
    for move, why in ((1, "last five minutes"), (2, "nobody disputed it")):
        page = tmp_path / f"{move}.html"
        assert main(["dispute", str(path), "--move", str(move), "--html", str(page)]) == 0
        assert "No slow motion: " in page.read_text("utf-8") and why in page.read_text("utf-8")


def test_what_is_gone_is_taken_out_of_the_film_that_is_watched(tmp_path: Path) -> None:
    filmed(tmp_path / "sample.mp4", 19.0, 60.0)
    told, pictures = kept_of(tmp_path, 1)
    ordered = sorted(pictures, key=age)
    assert ordered[0] == "-4.5s" and ordered[-1] == "+1.5s" and "without" not in str(told)
    assert shades(pictures[name] for name in ordered) == [False] * 7 + [True] * 6


def test_a_later_move_has_the_pictures_that_were_kept(tmp_path: Path) -> None:
    told, pictures = kept_of(tmp_path, 2)
    assert len(pictures) == 13 and "without" not in str(told)


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
    """The illegal play is disputed, then the players allow it, and the session continues from there."""
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
    """A session and the record of its events agree about a correction; so does the resumed session."""
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
