"""What a card of Logistics shows: one pyramid on another of its colour, and tips that reach into it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.games.logistics.look import Fit
from arbiter.table.explanations import LOG_RESHAPED, played, read_change
from arbiter.table.model import UNTOUCHED
from arbiter.table.play import TablePlay
from arbiter.table.sites import MISFIT
from engine.game import Seat
from engine.logistics.model import Advance, Rules, Sow
from engine.logistics.notation import parse_layout
from engine.notation import parse_pieces
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, TABLE
from tests.support.simulated.logistics_trial import LogisticsTrial, facts
from tests.support.simulated.table_sim import CLEAN
from vision.track.summing import surely

SETUP = "near(stock=Sred;1=Lblue;2=Mblue,Lblue;4=Sgreen)far(stock=Sred;4=Mblack)"


def trial() -> LogisticsTrial:
    return LogisticsTrial(Rules(), 4, CLEAN, True, parse_layout(SETUP, 4))


@pytest.mark.parametrize("outline_moved", [True, False])
def test_a_pyramid_put_on_one_of_its_colour_is_known_by_the_outline(outline_moved: bool) -> None:
    """Card 1 is bare now. Card 2, where its pyramid went, is read as before."""
    table = trial()
    made = played(table.ledger, [Sow(Seat.NEAR, 1)])
    assert made is not None
    _, seen = table.read(made[0].state_if_stood.layout)
    seen = replace(seen, changed=frozenset({"near1"}), reshaped=frozenset({"near2"} if outline_moved else ()))
    fit = Fit(seen, table.model.reader, table.model.heaps, held=table.model.held)
    assert (fit.site("near2", parse_pieces("Mblue,Lblue,Lblue")) > UNTOUCHED) is outline_moved
    best = read_change(table.ledger, table.model, seen).best
    right = facts(best.ledger) == facts(made[0]) and best.worst > MISFIT
    assert (right and TablePlay._acceptable(best) and best.fit > 0) is outline_moved


def test_a_card_that_looks_different_and_has_another_outline_was_hardly_left_alone() -> None:
    """Its picture or the levels of its stack may look different by themselves, its outline not."""
    table, fits = trial(), list[float]()
    now = table.see()
    for reshaped in (frozenset[str](), frozenset({"near2"})):
        seen = replace(now, changed=frozenset({"near2"}), reshaped=reshaped)
        ranked = read_change(table.ledger, table.model, seen).ranked
        fits += [each.fit for each in ranked if each.nothing]
    assert fits[1] - fits[0] == pytest.approx(LOG_RESHAPED)


def test_a_tip_that_reaches_into_a_hidden_card_does_not_show_it() -> None:
    table = trial()
    x, y = table.model.grid.place(Seat.NEAR, 2)
    (stack,) = table.see().at("near2")
    rim = replace(stack, x_mm=x + 28.0, y_mm=y + 30.0)
    assert table.model.sort([rim]) == {"near2": (rim,)}
    assert "near2" in table.model.hidden([(x, y)], {"near2": (rim,)})
    assert "near2" not in table.model.hidden([(x, y)], {"near2": (rim, replace(stack, x_mm=x, y_mm=y))})
    assert "near2" not in table.model.hidden([(x + 28.0, y + 30.0)], {})


@pytest.mark.parametrize("altered", [True, False])
def test_what_is_overlooked_on_a_card_is_known_by_the_cards_picture(altered: bool) -> None:
    """Card 2 is sown to card 3, where it is not read, though the picture of that card is another one now."""
    setup = "near(stock=Sred;2=Sblue;4=Sgreen)far(stock=Sred;4=Mblack)"
    table = LogisticsTrial(Rules(), 4, CLEAN, True, parse_layout(setup, 4))
    made = played(table.ledger, [Sow(Seat.NEAR, 2)])
    assert made is not None
    _, seen = table.read(made[0].state_if_stood.layout)
    units = {site: there for site, there in seen.units.items() if site != "near3"}
    pictures = frozenset({"near3"} if altered else ())
    seen = replace(seen, units=units, changed=frozenset({"near2"}), altered=pictures)
    best = read_change(table.ledger, table.model, seen).best
    right = facts(best.ledger) == facts(made[0]) and best.worst > MISFIT
    assert (right and TablePlay._acceptable(best)) is altered


def test_a_shadow_on_an_empty_card_is_nothing_played() -> None:
    table = trial()
    seen = replace(table.see(), altered=frozenset({"near3"}))
    assert read_change(table.ledger, table.model, seen).best.nothing


@pytest.mark.parametrize(("levels", "whole"), [(3, True), (2, False)])
def test_a_pyramid_behind_a_card_that_looks_like_a_tower_on_it_is_the_stocks(
    levels: int, whole: bool
) -> None:
    """There are two medium green pyramids in all."""
    units, green = LogisticsSim(seed=1, noise=CLEAN, layout=FULL).units(), parse_pieces("Mgreen")[0]
    fars = [unit for unit in units if unit.y_mm > 0 and TABLE.reader.best(unit) == green]
    assert len(fars) == 1 and TABLE.grid is not None
    x, y = TABLE.grid.place(Seat.FAR, 2)
    tower = replace(fars[0], x_mm=x, y_mm=y + 30.0, levels=fars[0].levels * levels, p_levels=surely(levels))
    found = TABLE.read_setup([tower if unit is fars[0] else unit for unit in units], {})
    assert (found.setup == FULL and found.settled) is whole


def test_a_card_under_a_hand_may_show_what_a_power_has_moved_on_since() -> None:
    """Far sows three, and a power moves the small blue on at once, while a hand covers its card."""
    setup = "near(stock=Sgreen;2=Lred)far(stock=Mred,Sblue,Lred,Lblue,Sgreen)"
    table = LogisticsTrial(Rules(), 4, CLEAN, True, parse_layout(setup, 4), leader=Seat.FAR)
    sow = Sow(Seat.FAR, 0, parse_pieces("Mred,Sblue,Lred"))
    sown = played(table.ledger, [sow])
    moved = played(table.ledger, [sow, Advance(Seat.FAR, Seat.FAR, 2)])
    assert sown is not None and moved is not None
    _, then = table.read(sown[0].state_if_stood.layout)
    _, seen = table.read(moved[0].state_if_stood.layout)
    covered = replace(
        seen,
        units={**seen.units, "far2": then.at("far2")},
        changed=seen.changed | {"far2"},
        stale=frozenset({"far2"}),
    )
    best = read_change(table.ledger, table.model, covered).best
    assert facts(best.ledger) == facts(moved[0]) and best.worst > MISFIT and TablePlay._acceptable(best)
    plain = read_change(table.ledger, table.model, replace(covered, stale=frozenset())).best
    assert facts(plain.ledger) != facts(moved[0])
