"""Which sows from the stock are told where a power has moved on or taken back what was sown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from arbiter.games.logistics import turns
from arbiter.games.logistics.look import Fit
from arbiter.games.logistics.stock_sows import seen_stock_sows
from arbiter.games.logistics.table import LogisticsModel
from arbiter.games.logistics.turns import Turn, put_back_log
from arbiter.table.budget import AT_A_TIME
from arbiter.table.model import Seen
from engine.game import Seat
from engine.logistics.model import Layout, Recall, Sow
from engine.logistics.notation import parse_move
from engine.logistics.state import State
from engine.notation import parse_pieces
from engine.pieces import Colour
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, TABLE, table_of
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
    first = [each.moves[0] for each in filter(None, model.sequences(before, seen)) if each.moves]
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
    told = [each.moves for each in filter(None, model.sequences(before, Seen(now, frozenset(now))))]
    sown = {moves[0].pieces for moves in told if len(moves) == 2 and isinstance(moves[0], Sow)}
    assert parse_pieces("Myellow,Syellow,Sred") in sown


def test_what_went_on_to_the_vault_is_told_by_the_vault() -> None:
    """Of the red tree in the stock the medium one seems to lack; in the vault the small one stands."""
    before = begun()
    after = played(before, "near: Myellow,Syellow,Sred", "near: near3>next")
    model = settled(before)
    now = dict(model.sort(units(after.layout)))
    now["near stock"] = without(model.sort(units(before.layout))["near stock"], "Myellow,Syellow,Mred")
    told = [each.moves for each in filter(None, model.sequences(before, Seen(now, frozenset(now))))]
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


PLIES = """near: Lyellow,Myellow,Lgreen,Mred; far: Sgreen,Lblack,Myellow,Mred; far: near3>next
near: Mblue,Lred,Sgreen,Mgreen; far: Mgreen,Lred,Sblue; near: Sred,Sblack,Sblue,Syellow
far: Lyellow,Lblue,Mblue,Mblack; far: near2>stock; near: card2; near: near4>stock
far: Lgreen,Sred; near: Lblue,Mblack,Myellow,Sblack"""


def test_an_illegal_sow_is_weighed_against_turns_that_left_no_trace() -> None:
    """A power is due, and near sows a card. That far has sown and taken back one pyramid meanwhile, with a
    capture that the sow covers, would leave the same table if far's vault doesn't show."""
    table = Play(table_of(4))
    for text in PLIES.replace("\n", "; ").split("; "):
        table.play(text)
    wrong = parse_move("near: card1", table.state, check=False)
    table.sim.lay(table.state.force(wrong).state.layout)
    believed = table.session._play._believed
    now = believed.model.sort(table.sim.units())
    seen = Seen(now, frozenset(f"near{card}" for card in (1, 2, 3, 4)), hidden=frozenset({"far vault"}))
    told = {each.moves: each.log_prior for each in filter(None, believed.model.sequences(table.state, seen))}
    fours = ((moves[2], log) for moves, log in told.items() if len(moves) == 4)
    back = [log for third, log in fours if isinstance(third, Recall) and third.owner is Seat.FAR]
    assert (wrong,) in told and back and max(back) < told[wrong,] - 2


BANDS = (
    ("red", 4.6, "black", -5.8, -8.2, (3.2, -8.4, -8.4)),
    ("yellow", 4.2, "black", -0.2, -1.4, (3.1, -1.2, -1.2)),
    ("blue", -0.7, "black", 3.9, -1.5, (-0.3, -2.6, 1.7)),
    ("black", 4.7, "blue", -0.8, -0.8, (-1.1, -1.1, 3.2)),
)
"""What was read of such a tower on a film: each band's likeliest colours, the other ones, and the sizes."""


def test_a_pyramid_on_a_tower_of_which_not_every_band_is_read_is_told() -> None:
    """A small red one on a small black one on four more: the band of the black one isn't read."""
    table, heap = Play(), "Mblack,Lblack,Lblue,Syellow,Sblack"
    side = replace(table.state.layout.far, cards=(parse_pieces(heap), (), ()))
    state = replace(table.state, layout=replace(table.state.layout, far=side))
    table.sim.lay(state.layout)
    model = table.session._play._believed.model
    now = dict(model.sort(table.sim.units()))
    (tower,) = now["far1"]
    levels = []
    for band, (colour, log, other, its_log, rest, sizes) in zip(tower.levels, BANDS, strict=False):
        logs = {colour: log, other: its_log}
        colours = np.array([logs.get(each.value, rest) for each in TABLE.reader.palette])
        levels.append(replace(band, colour=colours, size=np.array(sizes)))
    now["far1"] = (replace(tower, levels=tuple(levels), p_levels=(0.0, 0.0, 0.02, 0.83, 0.15)),)
    seen = Seen(now, frozenset({"far1"}), hidden=frozenset({"far stock"}))
    fit = Fit(seen, TABLE.reader, model.heaps, held={"far1": parse_pieces(heap)})
    assert parse_pieces("Sred") in set(seen_stock_sows(state, Seat.FAR, fit))


@pytest.mark.parametrize(("on", "tried"), [("Lred", True), ("Lyellow", False)])
def test_a_small_one_that_hardly_shows_on_a_large_one_of_its_colour_is_tried(on: str, tried: bool) -> None:
    """Nothing has come to the third card, as it looks, and a hand hides the stock."""
    start, sow = State.start(FULL, TABLE.rules), Sow(Seat.NEAR, 0, parse_pieces("Mblue,Mgreen,Sred"))
    side = replace(FULL.near, cards=((), (), parse_pieces(on)))
    state = replace(start, layout=replace(FULL, near=side))
    model = settled(state)
    now = dict(model.sort(units(state.force(sow).state.layout)))
    now["near3"] = model.sort(units(state.layout))["near3"]
    seen = Seen(now, frozenset({"near1", "near2"}), hidden=frozenset({"near stock"}))
    fit = Fit(seen, TABLE.reader, model.heaps, held=model.held)
    assert (sow.pieces in set(seen_stock_sows(state, Seat.NEAR, fit))) is tried


@pytest.mark.parametrize("alike", [turns.ALIKE, 100.0])
def test_a_power_and_then_the_next_turn_are_tried_though_other_powers_come_as_near(
    alike: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was captured stands in the vault. What was sown last was taken back at once, and the large ones of
    the reply stand on what other captures would have left. It is no later turn of the sow."""
    monkeypatch.setattr(turns, "ALIKE", alike)
    table = Play()
    table.play("near: Mblue,Sgreen,Lyellow")
    before = table.state
    after = played(before, "far: Sgreen,Sblue,Myellow", "far: far3>stock", "near: Lred,Lblue,Syellow")
    model = settled(before)
    now = dict(model.sort(units(after.layout)))
    for site, colour in (("far1", Colour.GREEN), ("far2", Colour.BLUE)):
        now[site] = (likelier(now[site][0], Colour.BLACK, colour, -2.0),)
    changed = {"far1", "far2", "far stock", "far vault", "near1", "near2", "near3", "near stock"}
    told = [each.moves for each in filter(None, model.sequences(before, Seen(now, frozenset(changed))))]
    assert any([*map(type, moves)] == [Sow, Recall, Sow] and moves[1].card == 3 for moves in told)


def test_a_search_that_takes_long_pauses_often_enough_for_frames() -> None:
    """Three turns were made, and one card of each player is bare though it should not be."""
    before = begun()
    model, after = settled(before), played(before, "near: Sblue", "far: Mred", "near: Lblue")
    now = dict(model.sort(units(after.layout)))
    now["near1"] = now["far1"] = ()
    seen = Seen(now, frozenset(now))
    made, steps = seen.budget.made, [0]
    for _ in model.sequences(before, seen):
        steps.append(made.total())
    assert steps[-1] > 500
    assert max(then - first for first, then in pairwise(steps)) < AT_A_TIME / 2
