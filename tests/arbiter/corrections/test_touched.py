"""Corrections offered for a place in the drawing: each can be made and does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.corrections.corrections import corrected
from arbiter.corrections.touched import Offer, Touched, touched
from arbiter.record.record import Record
from arbiter.story.correcting import append_correction
from arbiter.story.story import read_story, step_title
from arbiter.telling.found import telling_of
from arbiter.words.wording import wording
from engine.game import Seat
from engine.games import GAMES
from tests.support.drawn_svg import read
from tests.support.played_games import GAMES as PLAYED
from tests.support.recorded_games import write_any_game, write_game

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}


def recorded(path: Path, name: str) -> Path:
    return write_game(path, "illegal") if name == "Initiative" else write_any_game(path, name, *PLAYED[name])


def pointed(path: Path, place: str, to: str = "", **more: int) -> Touched:
    with Record.open(path, readonly=True) as record:
        return touched(corrected(record.header, record.entries()).game, place, to, **more)


def words_of(offers: tuple[Offer, ...]) -> list[str]:
    return [wording().tell(offer.words, NAMES) for offer in offers]


def made(path: Path, found: Touched, offer: Offer) -> str:
    """The move that an offer enters into the record, as the story then shows it."""
    with Record.open(path) as record:
        append_correction(record, read_story(record), offer.op, found.round, offer.move, offer.text)
        story = read_story(record)
    moves = [step for step in story.steps if step.kind == "move"]
    return step_title(moves[(offer.move or len(moves)) - 1], story.names)


def test_a_play_that_was_another_is_put_right_by_choosing_it(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Initiative")
    found = pointed(path, "play 2")
    assert (found.number, wording().tell(found.title, NAMES)) == (2, "Kristin: medium blue")
    green = next(offer for offer in found.instead if offer.text == "far: Lgreen")
    assert not green.legal and green.pictures == ("large-green",)
    assert made(path, found, green) == "Kristin parries with large green"


def test_a_pyramid_misread_at_set_up_changes_places_with_the_other_players(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Initiative")
    found = pointed(path, "near Lred")
    assert found.number == 0 and not found.instead
    black = next(offer for offer in found.misread if offer.text.startswith("near.Lred=Lblack"))
    with Record.open(path) as record:
        append_correction(record, read_story(record), black.op, 1, 0, black.text)
        story = read_story(record)
    assert not any(step.problem for step in story.steps)


def test_a_token_dragged_to_another_square_is_the_move_to_there(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Nickel")
    at = pointed(path, "b2")
    assert at.newest and at.number and at.title is not None
    last = pointed(path, "b2", "c2")
    assert [offer.op for offer in last.instead] == ["replace"] and "c2" in last.instead[0].text
    assert "takes c2" in made(path, last, last.instead[0])


def test_an_open_square_offers_to_be_played_and_a_square_its_pyramid(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Nickel")
    found = pointed(path, "e5")
    assert found.number == 0 and len(found.misread) == 24
    assert all(offer.text.startswith("e5=") for offer in found.misread)


def test_a_card_offers_what_was_played_on_it_and_a_stock_what_may_be(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Logistics")
    sown = pointed(path, "near stock Sblue")
    assert sown.misread and any(offer.op == "insert" for offer in sown.now)
    assert pointed(path, "far1").number


def test_a_structure_dragged_to_its_new_owner_is_taken(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Sanctum")
    found = pointed(path, "town1", "red")
    assert [offer.op for offer in found.now] == ["insert"] and found.now[0].text == "red>town1"
    assert made(path, found, found.now[0]).lower().startswith("red")


def test_a_review_points_into_the_past(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Nickel")
    early = pointed(path, "b2", until=1)
    assert early.number == 0 and all(offer.move == 2 for offer in early.now)
    assert pointed(path, "", number=1).number == 1


def test_nothing_is_offered_for_what_is_not_there(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "Nickel")
    assert pointed(path, "z9") == Touched(1)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_lies_on_the_table_is_at_places_that_the_drawing_has(tmp_path: Path, name: str) -> None:
    with Record.open(recorded(tmp_path / "a.game", name), readonly=True) as record:
        steps = [step for step in read_story(record).steps if step.after is not None]
    telling = telling_of(GAMES[name])
    for step in steps:
        svg = read(telling.drawn(step.after, NAMES, wording()))
        drawn = {found for rect in svg.iter() if (found := rect.get("data-place"))}
        held = {place for place, things in telling.holdings(step.after).items() if things}
        assert held <= drawn, held - drawn
