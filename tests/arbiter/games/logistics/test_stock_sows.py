"""Which sows from the stock are told where a power has moved on or taken back what was sown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from arbiter.games.logistics.look import Fit
from arbiter.games.logistics.stock_sows import seen_stock_sows
from arbiter.games.logistics.table import LogisticsModel
from arbiter.games.logistics.turns import Turn, put_back_log
from arbiter.table.model import Seen
from engine.game import Seat
from engine.logistics.model import Layout, Sow
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from engine.notation import parse_pieces
from engine.pieces import Colour
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, TABLE
from tests.support.simulated.table_sim import CLEAN
from vision.track.summing import Unit


def units(layout: Layout) -> list[Unit]:
    return LogisticsSim(seed=8, noise=CLEAN, layout=layout).units()


def played(state: State, *texts: str) -> State:
    """The state after these moves."""
    for text in texts:
        state = state.apply(parse_move(text, state)).state
    return state


def begun() -> State:
    """A game in which near moves next, facing three pyramids."""
    table = Play()
    table.play("far: Lgreen,Sgreen,Mgreen")
    return table.state


def settled(state: State) -> LogisticsModel:
    """The table's model once this state was accepted."""
    found = TABLE.read_setup(units(FULL), {})
    assert found.model is not None
    model = found.model.settle(state, Seen(found.model.sort(units(state.layout))))
    assert isinstance(model, LogisticsModel)
    return model


def without(heap: Sequence[Unit], pieces: str) -> tuple[Unit, ...]:
    """A heap of which these pyramids were taken; the others stay where they are."""
    taken = parse_pieces(pieces)
    return tuple(unit for unit in heap if TABLE.reader.best(unit) not in taken)


def test_what_a_hand_may_hide_on_a_card_is_not_told_for_what_came_to_the_vault() -> None:
    """A capture brings the opponent's pyramid to the vault; one like it from the stock is no likelier."""
    before = begun()
    after = played(before, "near: Sblue,Mblack,Myellow", "near: near3>stock")
    model = settled(before)
    seen = Seen(
        model.sort(units(after.layout)),
        frozenset({"near1", "near2", "far3", "near vault"}),
        hidden=frozenset({"near stock"}),
        stale=frozenset({"near3"}),
    )
    first = [each.moves[0] for each in model.sequences(before, seen) if each.moves]
    sown = {move.pieces[2] for move in first if isinstance(move, Sow) and len(move.pieces) > 2}
    assert not sown


def test_a_card_that_looks_like_two_sizes_alike_is_told_by_the_other_cards() -> None:
    """A yellow pyramid moves on to a card where its size is plain; that of another yellow one is not."""
    before = begun()
    after = played(before, "near: Myellow,Syellow,Sred", "near: near2>next")
    model = settled(before)
    now = dict(model.sort(units(after.layout)))
    (one,) = now["near1"]
    level = replace(one.levels[0], size=np.array([0.7, 0.6, -3.0]))
    now["near1"] = (replace(one, levels=(level,)),)
    now["near stock"] = without(model.sort(units(before.layout))["near stock"], "Myellow,Syellow,Sred")
    told = [each.moves for each in model.sequences(before, Seen(now, frozenset(now)))]
    sown = {moves[0].pieces for moves in told if len(moves) == 2 and isinstance(moves[0], Sow)}
    assert parse_pieces("Myellow,Syellow,Sred") in sown


def test_what_went_on_to_the_vault_is_told_by_the_vault() -> None:
    """Of the red tree in the stock the medium one seems to lack; in the vault the small one stands."""
    before = begun()
    after = played(before, "near: Myellow,Syellow,Sred", "near: near3>next")
    model = settled(before)
    now = dict(model.sort(units(after.layout)))
    now["near stock"] = without(model.sort(units(before.layout))["near stock"], "Myellow,Syellow,Mred")
    told = [each.moves for each in model.sequences(before, Seen(now, frozenset(now)))]
    sown = {moves[0].pieces for moves in told if len(moves) == 2 and isinstance(moves[0], Sow)}
    assert parse_pieces("Myellow,Syellow,Sred") in sown


@pytest.mark.parametrize("showed", ["Mblack", "Sred"])
def test_what_was_taken_back_is_what_its_card_showed_a_moment_ago(showed: str) -> None:
    before = begun()
    model = settled(before)
    prices = []
    for text in ("Mblack", "Sred"):
        sow = parse_move(f"near: Sblue,{text},Myellow", before)
        sown = before.apply(sow).state
        back = parse_move("near: near2>stock", sown)
        after = sown.apply(back).state
        shown = replace(before.layout.near, cards=((), parse_pieces(showed), ()))
        was = model.sort(units(replace(before.layout, near=shown)))
        seen = Seen(model.sort(units(after.layout)), went={"near2": was["near2"]})
        fit = Fit(seen, TABLE.reader, model.heaps, model.pictures, model.held)
        prices.append(put_back_log(Turn((sow, back), after), fit))
    assert (prices[0] > prices[1] + 3) is (showed == "Mblack") and max(prices) == 0.0


def likelier(unit: Unit, colour: Colour, than: Colour, log: float) -> Unit:
    """The unit with one colour of its top likelier than another one."""
    one, other = (TABLE.reader.palette.index(each) for each in (colour, than))
    colours = unit.levels[0].colour.copy()
    colours[one] = colours[other] + log
    return replace(unit, levels=(replace(unit.levels[0], colour=colours), *unit.levels[1:]))


def test_what_left_its_place_in_the_stock_is_tried_on_a_card_that_looks_more_like_another() -> None:
    """In the dark a translucent blue pyramid on a yellow one is read as black, and the others look a little
    more like another colour; those that are meant stand in the stock."""
    table = Play()
    for text in ("near: Sred,Lyellow", "far: Mred"):
        table.play(text)
    believed, sow = table.session._play._believed, parse_move("near: Lred,Mblue,Sgreen", table.state)
    table.sim.lay(table.state.apply(sow).state.layout)
    now = dict(believed.model.sort(table.sim.units()))
    now["near1"] = (likelier(now["near1"][0], Colour.BLUE, Colour.RED, 2.0),)
    now["near3"] = (likelier(now["near3"][0], Colour.YELLOW, Colour.GREEN, 2.0),)
    now["near2"] = (likelier(now["near2"][0], Colour.BLACK, Colour.BLUE, 9.0),)
    fit = Fit(Seen(now, frozenset(now)), TABLE.reader, believed.model.heaps, held=believed.model.held)
    assert sow.pieces in set(seen_stock_sows(table.state, Seat.NEAR, fit))
