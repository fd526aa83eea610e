"""Stills of recorded games as training pictures: only confirmed pieces, labelled by projecting solids."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arbiter.events.types import NONE_OF_THESE, TakeBack
from arbiter.record.record import Entry, Record, RecordError
from arbiter.record.replay import replay
from arbiter.record.schema import from_text, to_text
from arbiter.record.stills import Stills
from arbiter.review import confirmed as because
from arbiter.review.confirmed import confirmed
from arbiter.review.harvest import harvest
from calibration.white import WhiteReference
from datasets.scene.scenes import flat, upright
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.pieces import Colour, Piece, Posture, Size
from tests.support.cameras import look_at
from tests.support.drawn_table import Drawn
from tests.support.drawn_table import label as drawn_label
from tests.support.watched_rounds import watch
from vision.labelling.labels import KnownUnit, label, paper_bgr
from vision.source.frames import Frame
from vision.training.reader_data import labelled_white
from vision.training.samples import read_sample

Entries = list[Entry]
Change = Callable[[Entries], Entries]


@pytest.fixture(scope="module")
def basic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("basic")
    watch("basic", folder)
    return folder / "a.game"


def read(path: Path) -> tuple[dict[str, Any], Entries]:
    with Record.open(path, readonly=True) as record:
        return record.header, list(record.entries())


def after(ply: int, kind: str, before: bool = False, **data: Any) -> Change:
    """The record with one more entry right after (or ``before``) the play of a ply."""

    def change(entries: Entries) -> Entries:
        at = next(i for i, e in enumerate(entries) if e.kind == "move" and e.data["ply"] == ply)
        entry = Entry(1000 + ply, kind, entries[at].time_s, "", {"round": 1, "ply": ply, **data})
        at += 0 if before else 1
        return [*entries[:at], entry, *entries[at:]]

    return change


def play(ply: int, alter: Callable[[dict[str, Any]], None]) -> Change:
    """Change the data of a play."""

    def change(entries: Entries) -> Entries:
        def altered(entry: Entry) -> Entry:
            if entry.kind != "move" or entry.data["ply"] != ply:
                return entry
            data = from_text(to_text(entry.data))
            alter(data)
            return replace(entry, data=data)

        return [altered(entry) for entry in entries]

    return change


def spot(**facts: Any) -> Callable[[dict[str, Any]], None]:
    """A change of the first spot of a play's layout."""
    return lambda data: data["observation"]["layout"]["spots"][0].update(facts)


def both(*changes: Change) -> Change:
    def change(entries: Entries) -> Entries:
        for each in changes:
            entries = each(entries)
        return entries

    return change


def corrected(entries: Entries) -> Entries:
    """After the fifth play the set-up turns out to have been misread."""
    setup = next(entry for entry in entries if entry.kind == "setup")
    data = {key: value for key, value in setup.data.items() if key != "stills"}
    return after(5, "setup", **{**data, "corrected": True})(entries)


GREEN = [{"size": "small", "colour": "green"}]
ALL = tuple(range(16))
CHANGES: dict[str, tuple[Change, tuple[int, ...], dict[str, int]]] = {
    "as it is": (lambda entries: entries, ALL, {}),
    "disputed": (after(5, "dispute", text=""), ALL[:5], {because.DOUBTED: 11}),
    "disputed before a play": (after(1, "dispute", True, text=""), (), {because.DOUBTED: 16}),
    "asked, nobody answered": (after(5, "question", True, id=1), (*ALL[:5], *ALL[6:]), {because.DOUBTED: 1}),
    "asked and answered": (
        both(after(5, "question", True, id=1), after(5, "answer", True, text="a play")), ALL, {},
    ),
    "asked, none of these": (
        both(after(5, "question", True, id=1), after(5, "answer", True, text=NONE_OF_THESE)),
        (*ALL[:5], *ALL[6:]), {because.DOUBTED: 1},
    ),
    "wrong stack": (
        both(after(5, "stack_mismatch"), after(7, "stack_restored")),
        (*ALL[:5], *ALL[8:]), {because.STACK: 3},
    ),
    "set-up corrected": (corrected, ALL[6:], {because.REPLACED: 6}),
    "no rest": (
        play(5, lambda data: data["stills"]["after"].update(rest=False)),
        (*ALL[:5], *ALL[6:]), {because.NO_REST: 1},
    ),
    "no stills": (play(5, lambda data: data.pop("stills")), (*ALL[:5], *ALL[6:]), {because.NO_REST: 1}),
    "another piece": (play(5, spot(pieces=GREEN)), (*ALL[:5], *ALL[6:]), {because.DIFFERENT: 1}),
    "a piece missing": (
        play(5, lambda data: data["observation"]["layout"]["spots"].pop()),
        (*ALL[:5], *ALL[6:]), {because.DIFFERENT: 1},
    ),
    "a stray thing": (play(5, spot(zone="other", seat=None)), (*ALL[:5], *ALL[6:]), {because.UNKNOWN: 1}),
    "a lost piece": (play(5, spot(lost=True)), (*ALL[:5], *ALL[6:]), {because.UNKNOWN: 1}),
    "a fallen piece": (play(5, spot(p_upright=0.02)), (*ALL[:5], *ALL[6:]), {because.POSTURE: 1}),
    "an opened stack": (
        play(5, lambda data: data["observation"].update(stack=None)),
        (*ALL[:5], *ALL[6:]), {because.LOOSE: 1},
    ),
    "no layout": (
        play(5, lambda data: data["observation"].pop("layout")),
        (*ALL[:5], *ALL[6:]), {because.UNKNOWN: 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_only_what_is_confirmed_is_kept(basic: Path, name: str) -> None:
    change, kept, left_out = CHANGES[name]
    header, entries = read(basic)
    wanted = [entry.id for entry in entries if entry.kind in ("setup", "move")]
    found, reasons = confirmed(replay(header, change(entries)))
    assert [one.still[0] for one in found] == [wanted[number] for number in kept]
    assert +reasons == Counter(left_out)


@pytest.mark.parametrize("name", ["basic", "sacrifice", "call", "illegal"])
def test_the_units_are_those_of_the_acted_round(name: str, tmp_path: Path) -> None:
    """Every still has all 25 pieces except invisible ones, and no play that was taken back."""
    watch(name, tmp_path)
    header, entries = read(tmp_path / "a.game")
    found, _ = confirmed(replay(header, entries))
    setup = ROUNDS[name].setup
    everything = Counter((*setup.near, *setup.far, *(Piece(Size.SMALL, c) for c in setup.stack)))
    assert len(found) >= 12
    for one in found:
        assert Counter(piece for unit in one.units for piece in unit.pieces) == everything
    slips = [entry.id for entry in entries if entry.kind == "move" and not entry.data["legal"]]
    assert not set(slips) & {one.still[0] for one in found}
    calls = sum(unit.heading_deg is not None for unit in found[-1].units)
    last = [step.after for step in replay(header, entries) if step.after][-1]
    assert calls == sum(each.call for seat in Seat for each in last.rows[seat])


def test_the_record_says_how_pieces_lie_and_what_the_stills_show(basic: Path) -> None:
    _, entries = read(basic)
    moves = [entry.data for entry in entries if entry.kind == "move"]
    assert all(move["stills"]["after"]["rest"] for move in moves)
    assert all(move["stills"]["after"]["frame"] <= move["frames"][1] for move in moves)
    spots = [each for move in moves for each in move["observation"]["layout"]["spots"]]
    assert min(each["p_upright"] for each in spots) > 0.9


@pytest.mark.parametrize(("frames", "shown", "rest"), [((3, 11), 4, False), ((3, 21), 20, True)])
def test_a_still_of_an_earlier_rest_does_not_count(frames: tuple[int, int], shown: int, rest: bool) -> None:
    """A hand that may rest is in view in frames 5 to 19; the nearest still without it shows the old table."""
    stills = Stills()
    for number in range(24):
        picture = np.full((9, 16, 3), number, np.uint8)
        stills.add(Frame(picture, number / 5, number), rest=not 5 <= number < 20)
    back = TakeBack(time_s=4, round=1, ply=1, seat="near", text="Sred", was_legal=True, frames=frames)
    kept = stills.of(back)
    assert (kept["after"].frame, kept["after"].rest) == (shown, rest)
    assert (kept["before"].frame, kept["before"].rest) == (2, True)


CAMERA = look_at([30, -420, 400], [0, 0, 0], 60, 640, 480)
RED, BLUE = Piece(Size.SMALL, Colour.RED), Piece(Size.LARGE, Colour.BLUE)
MIDDLE = Piece(Size.MEDIUM, Colour.GREEN)
UNITS = {
    "one": ((MIDDLE,), None),
    "stack": ((BLUE, MIDDLE, RED), None),
    "nest": ((RED, BLUE), None),
    "lying": ((BLUE,), 130.0),
}


@pytest.mark.parametrize("name", UNITS)
def test_labels_are_those_of_the_data_set(name: str) -> None:
    pieces, heading = UNITS[name]
    found = label(CAMERA, (200, 200, 200), [KnownUnit(40, -30, pieces, heading)], "a.jpg", "x")["units"][0]
    posture = Posture.UPRIGHT if heading is None else Posture.FLAT
    drawn = drawn_label(Drawn(40, -30, pieces, posture, heading or 22.0), CAMERA)
    for field in ("apex_px", "base_px"):
        np.testing.assert_allclose(found[field], drawn[field], atol=0.02)
    np.testing.assert_allclose(found["bbox_px"], drawn["bbox_px"], atol=0.02 if heading else 2.5)
    placed = (flat(40, -30, pieces, heading) if heading else upright(40, -30, pieces)).pieces
    assert [piece["hidden"] for piece in found["pieces"]] == [each.hidden for each in placed]
    assert found["visible"] == 1.0 and found["pieces"][-1]["visible"] == 1.0
    assert all(piece["visible"] < 0.7 for piece in found["pieces"][:-1])


def test_what_stands_behind_shows_less() -> None:
    near, far = KnownUnit(30, -60, (BLUE,)), KnownUnit(30, -38, (RED,))
    units = label(CAMERA, (200, 200, 200), [far, near, KnownUnit(9000, 0, (RED,))], "a.jpg", "x")["units"]
    assert len(units) == 2 and units[0]["visible"] < 0.5 and units[1]["visible"] == 1.0


def test_the_seen_box_is_taken_and_the_white_comes_back(tmp_path: Path) -> None:
    white = WhiteReference(np.array([0.8, 1.1, 1.4]))
    unit = KnownUnit(0, 0, (RED,), box_px=(300.0, 200.0, 330.0, 700.0))
    facts = label(CAMERA, paper_bgr(white), [unit], "a.jpg", "x")
    (tmp_path / "a.json").write_text(json.dumps(facts))
    sample = read_sample(tmp_path / "a.json")
    assert sample.units[0].bbox_px == (300.0, 200.0, 330.0, 480)
    np.testing.assert_allclose(labelled_white(sample).gain_bgr, white.gain_bgr, rtol=0.03)


def test_refusals_in_a_line(basic: Path, tmp_path: Path) -> None:
    harvest([basic], tmp_path / "out")
    with pytest.raises(RecordError, match="is there already and is kept: choose another folder with -o"):
        harvest([basic], tmp_path / "out")
    with pytest.raises(RecordError, match="two records are called a: harvest them into folders"):
        harvest([basic, tmp_path / "a.game"], tmp_path / "other")
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match=r"can't write to .*file: .*choose another folder with -o"):
        harvest([basic], tmp_path / "file")
    with Record.create(tmp_path / "b.game", {"game": "initiative"}) as record:
        _, entries = read(basic)
        with Record.open(basic, readonly=True) as whole:
            for entry in entries[:1]:
                record.restore(entry, {name: whole.frame(entry.id, name) for name in entry.frames})
    with pytest.raises(RecordError, match="the camera's place is not known"):
        harvest([tmp_path / "b.game"], tmp_path / "out")


def test_the_header_is_that_of_the_moment(tmp_path: Path) -> None:
    with Record.create(tmp_path / "a.game", {"calibration": {"width": 1}}) as record:
        first = record.append("move", 1.0, {})
        record.amend_header(2.0, {"calibration": {"width": 2}})
        second = record.append("move", 3.0, {})
        places = [record.header_at(at)["calibration"]["width"] for at in (first, second, None)]
    assert places == [1, 2, 2]
