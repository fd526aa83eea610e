"""Films of board and card games: pieces are drawn as the game knows them, the last move in bold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.look import card_site, heap_site
from arbiter.games.logistics.table import LogisticsModel
from arbiter.games.nickel.table import NickelModel
from arbiter.games.sanctum.table import SanctumModel
from arbiter.record.record import Record
from arbiter.review.film import Picture, scenes
from arbiter.review.film_overlay import overlaid, spots_of
from arbiter.story.story import Story, read_story
from arbiter.table.layout import Spot, Zone
from arbiter.table.scoring import Reader
from arbiter.watch import watch
from calibration.camera import Camera, square_pixel_matrix
from engine.definition import NoRules
from engine.game import Seat
from engine.initiative.examples import ROUNDS
from engine.nickel.model import Orientation, Pyramid, Rules
from engine.pieces import PALETTES, Colour, Piece, Size
from engine.sanctum.model import Owner
from tests.support.simulated.nickel_sim import GRID, NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.watched_boards import nickel_frames
from tests.support.watched_logistics import OUTLINE, frames
from tests.support.watched_logistics import RULES as CARDS
from tests.support.watched_table import SimSource, options, parts
from vision.observation import TableObservation


def nickel() -> Iterator[TableObservation]:
    """Two tokens, pyramids of pink and white."""
    tokens = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK}
    return nickel_frames(NickelSim(board(1), 1, tokens=tokens), 1)


def sanctum() -> Iterator[TableObservation]:
    """A green town is captured by red."""
    sim = SanctumSim()
    yield from sim.still(2.0)
    yield from sim.change("town1", Colour.RED)


def logistics() -> Iterator[TableObservation]:
    """The first sow."""
    return islice(frames(), 23)


GAMES: dict[str, tuple[Callable[[], Iterator[TableObservation]], Any, dict[str, Any]]] = {
    "nickel": (nickel, Rules(), {"tokens": ["white", "pink"]}),
    "sanctum": (sanctum, NoRules(), {}),
    "logistics": (logistics, CARDS, {"outline": OUTLINE}),
}
STANDS = {"nickel": (25, 26), "sanctum": (6, 6), "logistics": (30, 30)}
MOVED = {"nickel": {Colour.WHITE, Colour.GREEN}, "sanctum": {Colour.RED}, "logistics": {Colour.RED}}


def told(path: Path, game: str) -> tuple[Story, list[Picture]]:
    """The story of a game's start, watched into a record, and the pictures of its film."""
    made, rules, facts = GAMES[game]
    source = SimSource(made())
    asked = options(source, ROUNDS["basic"], path, game=game, rules=rules)
    asked.table.update(facts)
    assert watch.run(asked, parts(source, [])) == 0
    with Record.open(path, readonly=True) as record:
        story = read_story(record)
        return story, [scene.picture for scene in scenes(record, story) if scene.picture is not None]


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_there_is_drawn(tmp_path: Path, game: str) -> None:
    story, pictures = told(tmp_path / "a.game", game)
    setup, move = (next(step for step in story.steps if step.kind == kind) for kind in ("setup", "move"))
    before, after = spots_of(setup), spots_of(move)
    assert before is not None and after is not None
    assert (len(before), len(after)) == STANDS[game]
    assert {spot.ply for spot in before} == {None}
    assert {spot.pieces[0].colour for spot in after if spot.ply == 1} == MOVED[game]
    assert pictures and all(len(np.unique(picture)) > 20 for picture in pictures)  # the stills are plain grey


def test_pieces_are_called_what_the_game_has_there() -> None:
    """A place read differently shows what people said it is, or no pyramid at all."""
    reader, looks = Reader(PALETTES["rainbow"]), (Piece(Size.SMALL, Colour.BLUE),)
    red, green = Piece(Size.LARGE, Colour.RED), Piece(Size.SMALL, Colour.GREEN)
    board_of_stones = NickelModel(GRID, reader)
    tokens = NickelModel(GRID, reader, {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK})
    cards = LogisticsModel(CardGrid(3, 0.0, 0.0, 60.0, 90.0, 88.0), reader)
    towns = SanctumModel((), reader)
    cases = (
        (board_of_stones, "a1", Pyramid(Colour.RED, Orientation.UP), [Colour.RED]),
        (board_of_stones, "a1", Seat.NEAR, []),
        (board_of_stones, "a1", None, [Colour.BLUE]),
        (tokens, "a1", Seat.FAR, [Colour.PINK]),
        (cards, card_site(Seat.NEAR, 1), (red, green), [Colour.GREEN, Colour.RED]),
        (cards, heap_site(Seat.NEAR, "vault"), (green, red), [Colour.BLUE]),
        (towns, "town1", Owner.RED, [Colour.RED]),
        (towns, "town1", Owner.NEUTRAL, [Colour.BLUE]),
    )
    for model, site, content, colours in cases:
        assert [piece.colour for piece in model.named(site, content, looks)] == colours, (site, content)


def test_the_last_move_is_bold() -> None:
    camera = Camera(
        square_pixel_matrix(1200, 1280, 720), np.zeros(5), (np.pi, 0, 0), (0, 0, 900), 1280, 720, 0
    )
    picture = np.full((720, 1280, 3), 120, np.uint8)
    piece = (Piece(Size.LARGE, Colour.RED),)
    spots = [Spot(i, Zone.OTHER, None, x, 0, piece, (0, 0, 1, 1)) for i, x in enumerate((-150, 150))]

    def inked(*plies: int | None) -> tuple[int, int]:
        made = tuple(replace(spot, ply=ply) for spot, ply in zip(spots, plies, strict=True))
        changed = (overlaid(picture, made, camera) != picture).any(axis=-1)
        return int(changed[:, :640].sum()), int(changed[:, 640:].sum())

    plain, bold = inked(None, None), inked(1, 2)
    assert bold[0] == plain[0] and bold[1] > plain[1] + 100
