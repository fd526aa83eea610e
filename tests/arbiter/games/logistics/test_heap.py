"""Stocks piled up as trees: what is drawn from one, and how a game with them begins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from arbiter.events.types import SetupSeen
from arbiter.games.logistics.heap import HeapNow
from arbiter.table.session import TableSession
from engine.notation import parse_pieces
from engine.pieces import Piece
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, TABLE
from tests.support.simulated.table_sim import CLEAN
from vision.track.summing import Unit

HELD = FULL.near.stock
AT = {"red": 0.0, "blue": 40.0}


def trees(*texts: str) -> list[Unit]:
    """Trees of near's pyramids, each listed top first."""
    seen = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    alone = {TABLE.reader.pieces(unit)[0]: unit for unit in seen if unit.y_mm < 0}
    return [_tree([alone[piece] for piece in parse_pieces(text)]) for text in texts]


def _tree(units: list[Unit]) -> Unit:
    levels = tuple(unit.levels[0] for unit in units)
    share = tuple(float(n == len(levels)) for n in range(1, 6))
    place = AT[str(TABLE.reader.pieces(units[0])[0].colour)]
    return replace(units[0], x_mm=place, y_mm=-130.0, levels=levels, p_levels=share)


@pytest.mark.parametrize(
    ("left", "gone"),
    [
        (("Sred,Lred", "Sblue,Mblue,Lblue"), "Mred"),
        (("Mred,Lred", "Sblue,Mblue,Lblue"), "Sred"),
        (("Mred", "Sblue,Mblue,Lblue"), "Sred,Lred"),
        (("Sred,Mred,Lred", "Sblue"), "Mblue,Lblue"),
    ],
)
def test_what_is_drawn_out_of_a_tree_is_told(left: tuple[str, ...], gone: str) -> None:
    held = parse_pieces("Sred,Mred,Lred,Sblue,Mblue,Lblue")
    before = HeapNow(TABLE.reader, trees("Sred,Mred,Lred", "Sblue,Mblue,Lblue")).settled(held)
    assert len(before.spots) == 6 and before.hidden == 0
    now = HeapNow(TABLE.reader, trees(*left), before)
    taken = parse_pieces(gone)
    assert Counter(now.absent()) == Counter(taken)
    truth = now.fit(_less(held, taken))
    others = [_less(held, (piece,)) for piece in held if (piece,) != taken]
    assert truth > -0.5 and all(now.fit(other) < truth - 0.9 for other in (*others, held))


def _less(held: tuple[Piece, ...], taken: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(sorted((Counter(held) - Counter(taken)).elements()))


def test_a_size_misread_in_a_tree_does_not_hide_what_was_taken() -> None:
    held = parse_pieces("Sred,Mred,Lred,Sblue,Mblue,Lblue")
    red, blue = trees("Sred,Mred,Lred", "Sblue,Mblue,Lblue")
    large = replace(blue, levels=(blue.levels[0], blue.levels[2], blue.levels[2]))
    before = HeapNow(TABLE.reader, [red, large]).settled(held)
    now = HeapNow(TABLE.reader, trees("Sred,Mred,Lred", "Mblue"), before)
    truth = now.fit(_less(held, parse_pieces("Sblue,Lblue")))
    assert truth > now.fit(_less(held, parse_pieces("Sblue,Lred"))) + 2


def test_a_pyramid_put_back_where_another_was_taken_is_the_one_that_stood_elsewhere() -> None:
    """Three were sown, and the medium one was recalled to the place of the small one."""
    seen = LogisticsSim(seed=8, noise=CLEAN, layout=FULL).units()
    alone = {TABLE.reader.pieces(unit)[0]: unit for unit in seen if unit.y_mm < 0}
    back, small, other, stays = parse_pieces("Myellow,Sblack,Syellow,Sred")
    before = HeapNow(TABLE.reader, list(alone.values())).settled(tuple(sorted(alone)))
    put = replace(alone[back], x_mm=alone[small].x_mm, y_mm=alone[small].y_mm)
    rest = [unit for piece, unit in alone.items() if piece not in (back, small, other)]
    now = HeapNow(TABLE.reader, [*rest, put], before)
    assert now.fit(_less(HELD, (small, other))) > -0.5
    assert now.fit(_less(HELD, (small, stays))) < -3


@pytest.mark.parametrize("rest_s", [1.5, 2.0])
def test_a_game_begins_when_a_hand_comes_and_one_pyramid_is_out_of_sight(rest_s: float) -> None:
    """Players do not wait for a referee that has seen all but one of the thirty pyramids."""
    sim = LogisticsSim(seed=8, noise=CLEAN, layout=FULL)
    lost = max((unit for unit in sim.units() if unit.y_mm < 0), key=lambda unit: unit.x_mm)
    session, told = TableSession(TABLE), list[object]()
    for frame in (*sim.still(rest_s), *sim.hand(0.0, -130.0, 0.4)):
        units = tuple(unit for unit in frame.units if abs(unit.x_mm - lost.x_mm) > 5 or unit.y_mm > 0)
        told += session.observe(replace(frame, units=units))
    (begun,) = told
    assert isinstance(begun, SetupSeen) and not begun.problems and session.ledger is not None
    assert session.ledger.state.layout == FULL


def test_what_is_hardly_seen_is_missed_less_than_what_is_plain() -> None:
    """A red pyramid on a red stripe is overlooked at the next look; that does not mean it was taken."""
    held = parse_pieces("Sred,Lblue")
    red, blue = trees("Sred", "Lblue")
    faint = replace(red, confidence=0.6)
    losses = [
        HeapNow(TABLE.reader, [blue], HeapNow(TABLE.reader, [each, blue]).settled(held)).fit(held)
        for each in (faint, red)
    ]
    assert losses[0] > -1.5 and losses[1] < -4.0


def test_what_stood_where_nothing_was_believed_to_be_is_nothing() -> None:
    """Something was read beside a stock that was believed to be empty, and is gone."""
    seen = trees("Sred,Mred,Lred")
    before = HeapNow(TABLE.reader, seen).settled(())
    now = HeapNow(TABLE.reader, [], before)
    assert now.left_places(()) == now.gone(()) == Counter()


def test_a_pyramid_of_which_only_a_part_shows_may_have_another_size() -> None:
    """A medium red behind a large green of glass looks like a small red on another one."""
    (red,) = trees("Sred,Sred")
    for single in (0.05, 0.16, 0.45):
        unit = replace(red, p_levels=(single, 1 - single, 0.0, 0.0, 0.0))
        now = HeapNow(TABLE.reader, [unit])
        small, medium = (now.fit(parse_pieces(text)) for text in ("Sred", "Mred"))
        assert small - medium < 3.5
    alone = HeapNow(TABLE.reader, [replace(red, p_levels=(0.9, 0.1, 0.0, 0.0, 0.0))])
    assert alone.fit(parse_pieces("Sred")) - alone.fit(parse_pieces("Mred")) > 6.0
