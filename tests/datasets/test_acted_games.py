"""Acted games agree with the rules at every step, and no piece is lost."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.acting import initiative as acting
from datasets.acting import logistics as acting_logistics
from datasets.acting import nickel as acting_nickel
from datasets.acting import sanctum as acting_sanctum
from datasets.acting.films import FILMS, Filmed, filmed
from datasets.film.beats import Beat, Pace, storyboard, visit_beats
from datasets.film.frames import FilmCamera, shaded, smaller
from datasets.film.visits import Bump, Carry, Shadow, Visit
from datasets.scene.scenes import Layout, Unit
from engine.game import Seat
from engine.games import find_game
from engine.nickel.model import SQUARES, Orientation, Pyramid
from engine.pieces import Piece, Posture
from engine.sanctum.model import Owner
from scripts.film import stage, truth_of

NAMES = ("logistics", "nickel", "sanctum", "initiative-1", "advanced-1", "draft-3", "sanctum-1", "match-1")


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def film(name: str) -> Filmed:
    return filmed(name)


def pieces(laid: Layout) -> Counter[Piece]:
    return Counter(p.piece for unit in laid.units for p in unit.pieces)


def states(name: str, film: Filmed) -> list[object]:
    """The position before each visit with plies, and the last one; plies taken back are undone."""
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


def test_visits_follow_one_another_and_keep_what_is_on_the_table(name: str, film: Filmed) -> None:
    table, everything = film.acted.opening, pieces(film.acted.opening)
    exchanges = name.startswith(("sanctum", "draft"))  # pyramids come and go there
    for visit in film.acted.visits:
        assert visit.before.units == table.units and visit.before.sheets is table.sheets
        for act in visit.acts:
            if isinstance(act, Carry) and not exchanges:  # something is in a hand
                during = pieces(act.during).total() + len(act.during.blocks)
                assert during < everything.total() + len(table.blocks) and pieces(act.during) <= everything
            assert exchanges or pieces(act.after) <= everything  # a stack may be away for a while
            assert len(act.after.blocks) == len(table.blocks)
        assert exchanges or pieces(visit.after) == everything
        table = visit.after
    assert any(isinstance(each, Bump) for each in film.acted.happenings)
    assert any(isinstance(each, Shadow) for each in film.acted.happenings)


def test_nothing_stands_in_anything_else(film: Filmed) -> None:
    for visit in film.acted.visits:
        places = np.array([(unit.x_mm, unit.y_mm) for unit in visit.after.units])
        gaps = np.linalg.norm(places[:, None] - places[None], axis=-1) + 1e3 * np.eye(len(places))
        assert gaps.min() > 13


def looks(unit: Unit) -> Pyramid:
    """The Nickel pyramid that a unit represents, by how it lies."""
    colour = unit.pieces[0].piece.colour
    if unit.posture is Posture.UPRIGHT:
        return Pyramid(colour, Orientation.UP)
    heading = unit.heading_deg - acting_nickel.TURN_DEG
    off = {way: abs((heading - at + 180) % 360 - 180) for way, at in acting_nickel.HEADINGS_DEG.items()}
    return Pyramid(colour, min(off, key=lambda way: off[way]))


def test_nickel_is_acted_as_the_rules_have_it() -> None:
    film = FILMS["nickel"]()
    for visit, state in zip(film.acted.visits, states("nickel", film)[1:], strict=True):
        for name, cell in zip(SQUARES, state.board, strict=True):  # type: ignore[attr-defined]
            x, y = acting_nickel.square_at(name)
            units = [u for u in visit.after.units if np.hypot(u.x_mm - x, u.y_mm - y) < 12]
            stones = [b for b in visit.after.blocks if np.hypot(*(b.mesh[0].mean(0)[:2] - (x, y))) < 12]
            assert (len(units), len(stones)) == ((1, 0) if isinstance(cell, Pyramid) else (0, 1))
            assert not units or looks(units[0]) == cell
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
    """The actor compares table and rules after every visit; this test checks what is visible on the cards."""
    film = FILMS["logistics"]()
    for visit, state in zip(film.acted.visits, states("logistics", film)[1:], strict=True):
        for seat in Seat:
            for number, stack in enumerate(state.layout.side(seat).cards, start=1):  # type: ignore[attr-defined]
                x = (1 if seat is Seat.NEAR else -1) * (number - 2) * acting_logistics.PITCH_MM
                y = (-1 if seat is Seat.NEAR else 1) * acting_logistics.ROWS_MM / 2
                there = [u for u in visit.after.units if np.hypot(u.x_mm - x, u.y_mm - y) < 20]
                assert [tuple(p.piece for p in u.pieces) for u in there] == ([stack] if stack else [])
    assert Counter(v.kind for v in film.acted.visits)["illegal"] == 1


@pytest.mark.parametrize("name", ["initiative", "advanced", "draft", "match", "sanctum"])
def test_games_made_up_from_a_number_have_every_slip_and_mishap(name: str) -> None:
    for seed in range(1, 4):
        film = filmed(f"{name}-{seed}")
        kinds = Counter(each.kind for each in film.acted.happenings)
        assert kinds["illegal"] == (name != "sanctum")
        assert kinds["take_back"] == 2 - (name == "sanctum")
        for mishap in ("bump", "shadow", "knock", "topple", "right"):
            assert kinds[mishap] == 1
        plain = {visit.kind for visit in film.acted.visits if not visit.plies}
        assert plain <= {"knock", "topple", "right", "collect", "put_away"}
        again = filmed(f"{name}-{seed}").acted
        assert [visit.plies for visit in again.visits] == [visit.plies for visit in film.acted.visits]


@pytest.mark.parametrize("name", ["initiative-1", "advanced-1", "draft-3"])
def test_initiative_is_acted_as_the_rules_have_it(name: str) -> None:
    """The final table agrees with the facts recorded about the end."""
    film = filmed(name)
    last = film.acted.visits[-1].after
    (stack,) = (unit for unit in last.units if (unit.x_mm, unit.y_mm) == acting.STACK_AT)
    assert [p.piece.colour for p in reversed(stack.pieces)] == film.facts["final_stack"]
    rows = [unit for unit in last.units if 20 < abs(unit.y_mm) < 70 and unit is not stack]
    played = (visit for visit in film.acted.visits if visit.plies and not set(visit.plies[0]) & {"@", "t"})
    acted = Counter(visit.kind for visit in played)
    assert len(rows) == acted["play"] + acted["illegal"] - acted["take_back"]
    assert pieces(last).total() == 25


def test_between_the_rounds_of_a_match_the_inventories_change_hands_and_the_stack_is_put_back() -> None:
    film = filmed("match-1")
    visits = film.acted.visits
    kinds = [visit.kind for visit in visits]
    first, over = film.acted.opening, visits[kinds.index("collect")].before
    between = visits[kinds.index("put_away")].after
    for side in (-1, 1):
        here, there = (
            Counter(p.piece for unit in laid.units if unit.y_mm * turn > 90 for p in unit.pieces)
            for laid, turn in ((first, side), (between, -side))
        )
        assert here == there and here.total() == 10
    stacks = [
        [p.piece for unit in laid.units if (unit.x_mm, unit.y_mm) == acting.STACK_AT for p in unit.pieces]
        for laid in (first, over, between)
    ]
    assert stacks[0] == stacks[2] and stacks[0] != stacks[1]
    assert len(film.facts["pieces_between"]) == len(between.units) == 21
    assert sum(film.facts["totals"].values()) > film.facts["score"]


def test_films_that_there_are_not_are_told() -> None:
    with pytest.raises(ValueError, match="there is no film 'chess-1': films are basic"):
        filmed("chess-1")


def test_a_script_that_the_rules_do_not_bear_out_is_refused() -> None:
    with pytest.raises(ValueError, match="is illegal by L1"):
        acting_logistics.act(steps=("play Sred,Mred,Lred,Sblue",))
    script = acting_nickel.LINE
    with pytest.raises(ValueError, match="is legal"):
        acting_nickel.act(
            acting_nickel.Script(script.setup, Seat.NEAR, (acting_nickel.Step("illegal", "d1"),))
        )


def test_the_truth_tells_when_each_hand_comes_and_goes(name: str, film: Filmed) -> None:
    beats, shown = storyboard(film.acted.opening, film.acted.happenings, film.pace)
    truth = truth_of(film, shown, len(beats), stage(name)[1][0])
    plies = [(v.kind, ply) for v in film.acted.visits for ply in v.plies]
    assert [(step["kind"], step["text"]) for step in truth["steps"]] == plies
    for step in (*truth["steps"], *truth["mishaps"]):
        first, last = round(step["hand_in_s"] * truth["fps"]), round(step["hand_out_s"] * truth["fps"])
        assert beats[first - 1].hand is None and all(
            beat.hand is None for beat in beats[last : last + film.pace.rest]
        )
    assert {each["kind"] for each in truth["mishaps"]} >= {"bump", "shadow"}
    assert all(step["reading"] for step in truth["steps"] if step["kind"] == "illegal")
    assert len(truth["pieces"]) == len(film.acted.opening.units) + len(film.things)
    poses = [beat.pose for beat in beats]
    assert poses == sorted(poses) and poses[0] == 0 and poses[-1] == 1
    held = [beat for beat in beats if beat.held]
    assert held and all(isinstance(visit, Visit) for visit in film.acted.visits)


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
    """One real film at a quarter of the size: a stone is placed, then the camera is bumped."""
    film = FILMS["nickel"]()
    scene, views = stage("nickel")
    camera = FilmCamera(scene, tuple(smaller(view, 4) for view in views), 1, still_spp=4, hand_spp=0)
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
        (place,) = smaller(views[0], 4).project(np.array([[x, y, 5.0]]))
        assert np.abs(changed[:, ::-1] - place).sum(1).min() < 6
    bumped = camera.frame(replace(beats[-1], pose=1.0)).astype(int)
    assert (np.abs(bumped - after).max(-1) > 40).mean() > 0.01


def _grip(visit: Visit) -> tuple[float, float]:
    """Where the first thing is put down."""
    first = visit.acts[0]
    assert isinstance(first, Carry)
    return first.end[:2]
