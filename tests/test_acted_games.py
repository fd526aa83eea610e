"""Acted games: what is filmed agrees with the rules at every step, and nothing is lost on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets import acting_logistics, acting_nickel, acting_sanctum
from datasets.beats import BRISK, Beat, Pace, storyboard, visit_beats
from datasets.film import FilmCamera, halved, shaded
from datasets.filmed import FILMS, Filmed
from datasets.scenes import Layout, Posture, Unit
from datasets.visits import Bump, Carry, Shadow, Visit
from engine.game import Seat
from engine.games import find_game
from engine.nickel_model import SQUARES, Pyramid
from engine.pieces import Piece
from engine.sanctum_model import Owner
from scripts.film import stage, truth_of

GAMES = ("logistics", "nickel", "sanctum")


@pytest.fixture(scope="module", params=GAMES)
def filmed(request: pytest.FixtureRequest) -> Filmed:
    return FILMS[request.param]()


def pieces(laid: Layout) -> Counter[Piece]:
    return Counter(p.piece for unit in laid.units for p in unit.pieces)


def states(name: str, film: Filmed) -> list[object]:
    """The position before every visit with plies and after the last, a ply taken back undone."""
    game = find_game(name.capitalize())
    rules = type(game.rules).from_json(film.facts["rules"])
    found = [game.start(game.parse_setup(film.facts["setup"], rules), rules, Seat.NEAR)]
    kept = [found[0]]
    for visit in film.acted.visits:
        for ply in visit.plies:
            if visit.kind == "take_back":
                found.pop()
            else:
                seat = f"{visit.seat.value}: " if game.seated else ""
                found.append(found[-1].force(game.parse_move(f"{seat}{ply}", found[-1])).state)
        kept.append(found[-1])
    return kept


def test_visits_follow_one_another_and_keep_what_is_on_the_table(filmed: Filmed) -> None:
    table, everything = filmed.acted.opening, pieces(filmed.acted.opening)
    exchanges = filmed.facts["game"] == "sanctum"  # pyramids come and go there
    for visit in filmed.acted.visits:
        assert visit.before.units == table.units and visit.before.sheets is table.sheets
        for act in visit.acts:
            if isinstance(act, Carry) and not exchanges:  # something is in the hand
                during = pieces(act.during).total() + len(act.during.blocks)
                assert during < everything.total() + len(table.blocks) and pieces(act.during) <= everything
            assert exchanges or pieces(act.after) == everything
            assert len(act.after.blocks) == len(table.blocks)
        table = visit.after
    assert any(isinstance(each, Bump) for each in filmed.acted.happenings)
    assert any(isinstance(each, Shadow) for each in filmed.acted.happenings)


def test_nothing_stands_in_anything_else(filmed: Filmed) -> None:
    for visit in filmed.acted.visits:
        places = np.array([(unit.x_mm, unit.y_mm) for unit in visit.after.units])
        gaps = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1e3 * np.eye(len(places))
        assert gaps.min() > 13


def test_nickel_is_acted_as_the_rules_have_it() -> None:
    film = FILMS["nickel"]()
    for visit, state in zip(film.acted.visits, states("nickel", film)[1:], strict=True):
        for name, cell in zip(SQUARES, state.board, strict=True):  # type: ignore[attr-defined]
            x, y = acting_nickel.square_at(name)
            units = [u for u in visit.after.units if np.hypot(u.x_mm - x, u.y_mm - y) < 12]
            stones = [b for b in visit.after.blocks if np.hypot(*(b.mesh[0].mean(0)[:2] - (x, y))) < 12]
            assert (len(units), len(stones)) == ((1, 0) if isinstance(cell, Pyramid) else (0, 1))
            assert not units or acting_nickel.looks(units[0]) == cell
    last = states("nickel", film)[-1]
    assert last.outcome is not None and last.outcome.winner.value == film.facts["winner"]  # type: ignore[attr-defined]
    kinds = Counter(visit.kind for visit in film.acted.visits)
    assert kinds["illegal"] == 1 and kinds["take_back"] == 2 and kinds["knock"] == 1


def test_sanctum_is_acted_as_the_rules_have_it() -> None:
    film = FILMS["sanctum"]()
    owners = {colour: owner for owner, colour in acting_sanctum.COLOURS.items()}
    for visit, state in zip(film.acted.visits, states("sanctum", film)[1:], strict=True):
        told = Counter(each.owner for each in state.structures)  # type: ignore[attr-defined]
        tops = [(u, u.pieces[-1].piece.colour) for u in visit.after.units]
        assert Counter(owners[colour] for _, colour in tops if colour in owners) == told
        (marker,) = (u for u, colour in tops if colour is acting_sanctum.MARKER)
        assert (marker.posture is Posture.UPRIGHT) == (state.turn % 2 == 1)  # type: ignore[attr-defined]
    assert set(owners.values()) == set(Owner)


def test_logistics_is_acted_as_the_rules_have_it() -> None:
    """The actor itself compares the table with the rules after every visit; here what shows of the cards."""
    film = FILMS["logistics"]()
    for visit, state in zip(film.acted.visits, states("logistics", film)[1:], strict=True):
        for seat in Seat:
            for number, stack in enumerate(state.layout.side(seat).cards, start=1):  # type: ignore[attr-defined]
                x = (1 if seat is Seat.NEAR else -1) * (number - 2) * acting_logistics.PITCH_MM
                y = (-1 if seat is Seat.NEAR else 1) * acting_logistics.ROWS_MM / 2
                there = [u for u in visit.after.units if np.hypot(u.x_mm - x, u.y_mm - y) < 20]
                assert [tuple(p.piece for p in u.pieces) for u in there] == ([stack] if stack else [])
    assert Counter(v.kind for v in film.acted.visits)["illegal"] == 1


def test_a_script_that_the_rules_do_not_bear_out_is_refused() -> None:
    with pytest.raises(ValueError, match="is illegal by L1"):
        acting_logistics.act(steps=("play Sred,Mred,Lred,Sblue",))
    script = acting_nickel.LINE
    with pytest.raises(ValueError, match="is legal"):
        acting_nickel.act(
            acting_nickel.Script(script.setup, Seat.NEAR, (acting_nickel.Step("illegal", "d1"),))
        )


def test_the_truth_tells_when_each_hand_comes_and_goes(filmed: Filmed) -> None:
    beats, shown = storyboard(filmed.acted.opening, filmed.acted.happenings, BRISK)
    truth = truth_of(filmed, shown, len(beats), stage(filmed.facts["game"])[1][0])
    plies = [(v.kind, ply) for v in filmed.acted.visits for ply in v.plies]
    assert [(step["kind"], step["text"]) for step in truth["steps"]] == plies
    for step in (*truth["steps"], *truth["mishaps"]):
        first, last = round(step["hand_in_s"] * truth["fps"]), round(step["hand_out_s"] * truth["fps"])
        assert beats[first - 1].hand is None and all(
            beat.hand is None for beat in beats[last : last + BRISK.rest]
        )
    assert {each["kind"] for each in truth["mishaps"]} >= {"bump", "shadow"}
    assert all(step["reading"] for step in truth["steps"] if step["kind"] == "illegal")
    assert len(truth["pieces"]) == len(filmed.acted.opening.units)
    poses = [beat.pose for beat in beats]
    assert poses == sorted(poses) and poses[0] == 0 and poses[-1] == 1
    held = [beat for beat in beats if beat.held]
    assert held and all(isinstance(visit, Visit) for visit in filmed.acted.visits)


def test_a_shadow_passes_and_leaves_the_picture_as_it_was() -> None:
    picture = np.full((720, 1280, 3), 180, np.uint8)
    assert np.array_equal(shaded(picture, 0.0), picture) and np.array_equal(shaded(picture, 1.0), picture)
    assert shaded(picture, 0.5).min() < 150


def test_units_are_named_for_questions() -> None:
    film = FILMS["nickel"]()
    named = {(each["x_mm"], each["y_mm"]): each["word"] for each in film.pieces()}
    assert len(named) == 25 and "black pointing east" in named.values()
    unit: Unit = film.acted.opening.units[0]
    assert named[round(unit.x_mm, 1), round(unit.y_mm, 1)] == "black pointing east"


def test_a_film_is_photographed_from_both_places_of_the_camera() -> None:
    """One real film at a quarter of the size: a stone is put, the camera is bumped."""
    film = FILMS["nickel"]()
    scene, views = stage("nickel")
    camera = FilmCamera(scene, tuple(halved(halved(view)) for view in views), 1, still_spp=4, hand_spp=0)
    visit = film.acted.visits[0]
    beats = [Beat(film.acted.opening), *visit_beats(visit, Pace(reach=1, grip=1, carry=1, rest=1))]
    pictures = [camera.frame(beat).astype(int) for beat in beats]
    assert {picture.shape for picture in pictures} == {(180, 320, 3)}
    before, after = pictures[0], pictures[-1]
    for beat, picture in zip(beats, pictures, strict=True):
        share = (np.abs(picture - before).max(-1) > 40).mean()
        assert (share > 0.02) == (beat.hand is not None and abs(beat.hand[1]) < 300), share
    changed = np.argwhere(cv2.blur(np.abs(after - before).max(-1).astype(np.float32), (5, 5)) > 25)
    assert len(changed)
    for x, y in (acting_nickel.square_at("d1"), _grip(visit)):
        (place,) = halved(halved(views[0])).project(np.array([[x, y, 5.0]]))
        assert np.abs(changed[:, ::-1] - place).sum(1).min() < 6
    bumped = camera.frame(replace(beats[-1], pose=1.0)).astype(int)
    assert (np.abs(bumped - after).max(-1) > 40).mean() > 0.01


def _grip(visit: Visit) -> tuple[float, float]:
    """Where the first thing is put down."""
    first = visit.acts[0]
    assert isinstance(first, Carry)
    return first.end[:2]
