"""Logistics frame by frame: the set-up announced, turns, an illegal one taken back, resuming."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arbiter.events.types import MoveSeen, Question, SetupSeen, TakeBack
from arbiter.games.logistics.look import Fit
from arbiter.games.logistics.setup import ALL_THERE, LogisticsTable
from arbiter.games.logistics.stock_sows import seen_stock_sows
from arbiter.table.model import Seen
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.logistics.model import Advance, Layout, Recall, Side, Sow
from engine.logistics.notation import parse_move
from engine.notation import parse_pieces
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.logistics_table import FULL, RULES, TABLE
from tests.support.simulated.table_sim import CLEAN
from tests.support.words import texts
from vision.observation import UnitObservation
from vision.track.summing import SIZES, Unit

RED, LARGE_BLUE = Piece(Size.SMALL, Colour.RED), Piece(Size.LARGE, Colour.BLUE)


def test_a_game_from_the_set_up_on() -> None:
    table = Play()
    assert [event.kind for event in table.events] == ["setup"]
    assert isinstance(table.events[0], SetupSeen) and not table.events[0].problems
    (move,) = table.play("near: Sred,Mblue,Lblack")
    assert isinstance(move, MoveSeen) and move.legal
    assert (move.text, move.to_move) == ("Sred,Mblue,Lblack", "far")
    before = table.state
    (wrong,) = table.play("near: card3")
    assert isinstance(wrong, MoveSeen) and (wrong.legal, wrong.reading) == (False, "L14")
    table.state = before
    (back,) = table.lay(before.layout)
    assert isinstance(back, TakeBack) and not back.was_legal
    (reply,) = table.play("far: Sgreen")
    assert isinstance(reply, MoveSeen) and reply.text == "Sgreen" and reply.legal
    shown = table.session.snapshot()
    assert shown.state is not None and shown.state.layout == table.state.layout
    again = TableSession(TABLE)
    again.resume([(event.kind, event.to_json()) for event in (*table.events, move, wrong, back, reply)])
    resumed = again.snapshot().state
    assert resumed is not None and resumed.layout == table.state.layout


def test_a_sow_whose_last_pyramid_does_not_show_is_asked_about_once_it_stands() -> None:
    """The sow may be unfinished, but hands have been away for two seconds."""
    table = Play()
    for text in ("near: Mblack", "far: Lgreen", "near: Lblue", "far: card1"):
        table.play(text)
    table.sim.unseen = {"near3"}
    assert table.play("near: card1") == []
    (asked,) = table.feed(1.0)
    assert isinstance(asked, Question) and "near sows card 1" in asked.options


def test_two_turns_between_two_rests_are_told_together() -> None:
    table = Play()
    table.play("near: Sred")
    first = table.state.apply(parse_move("far: Sgreen", table.state)).state
    table.state = first.apply(parse_move("near: card1", first)).state
    events = [*table.lay(table.state.layout), *table.feed(3.0)]
    moves = [event.text for event in events if isinstance(event, MoveSeen)]
    shown = table.session.snapshot().state
    assert moves == ["Sgreen", "card1"] and shown is not None and shown.layout == table.state.layout


def test_a_pyramid_that_a_power_covers_in_the_turn_that_sows_it_is_told_where_it_was_sown() -> None:
    """The small red is hidden: it was sown on card 2, and the green one of card 1 was put over it."""
    table = Play()
    model = TABLE.read_setup(table.sim.units(), {}).model
    assert model is not None
    table.play("near: Mblue,Syellow,Mred")
    before = table.state
    sown = before.apply(parse_move("far: Mgreen,Sred,Lred", before)).state
    moved = sown.apply(parse_move("far: far1>next", sown)).state
    assert moved.layout.far.cards[:2] == ((), parse_pieces("Sred,Mgreen"))
    model = model.settle(before, Seen(model.sort(table.sim.units())))
    table.sim.lay(moved.layout)
    changed = frozenset({"far1", "far2", "far3", "near1", "far vault", "far stock"})
    seen = Seen(model.sort(table.sim.units()), changed)
    fit = Fit(seen, TABLE.reader, model.heaps, model.pictures, model.held)
    assert parse_pieces("Mgreen,Sred,Lred") in set(seen_stock_sows(before, Seat.FAR, fit))
    table.state = moved
    events = [*table.lay(moved.layout), *table.feed(3.0)]
    moves = [event.text for event in events if isinstance(event, MoveSeen)]
    assert moves == ["Mgreen,Sred,Lred", "far1>next"]


def test_a_pyramid_that_went_on_to_the_vault_is_told_though_a_hand_hides_where_it_was_sown() -> None:
    """A hand covers far's third card and stock; the vault shows the captured pieces and a small red."""
    table = Play()
    model = TABLE.read_setup(table.sim.units(), {}).model
    assert model is not None
    table.play("near: Mblue,Syellow,Mred")
    before = table.state
    model = model.settle(before, Seen(model.sort(table.sim.units())))
    sown = before.apply(parse_move("far: Mgreen,Sblack,Sred", before)).state
    moved = sown.apply(parse_move("far: far3>next", sown)).state
    assert Counter(moved.layout.far.vault) == Counter(parse_pieces("Mblue,Sred"))
    table.sim.lay(moved.layout)
    sites = model.sort(table.sim.units())
    stale = frozenset({"far3", "near1", "near2", "near3"})
    seen = Seen(sites, frozenset({"far1", "far2", "far vault"}), frozenset({"far stock"}), stale=stale)
    sows = [
        set(
            seen_stock_sows(
                before, Seat.FAR, Fit(each, TABLE.reader, model.heaps, model.pictures, model.held)
            )
        )
        for each in (seen, replace(seen, units={site: sites[site] for site in sites if site != "far vault"}))
    ]
    assert [parse_pieces("Mgreen,Sblack,Sred") in each for each in sows] == [True, False]
    told = [[type(move) for move in each.moves] for each in filter(None, model.sequences(before, seen))]
    assert [Sow, Advance] in told


def test_a_second_sow_is_illegal_though_a_capture_that_shows_nowhere_would_make_it_legal() -> None:
    """L8: near sows again. Far may have captured the small blue meanwhile, but it is not in far's vault."""

    def side(stock: str, cards: tuple[str, ...], vault: str) -> Side:
        piles = tuple(parse_pieces(each) if each else () for each in cards)
        return Side(tuple(sorted(parse_pieces(stock))), piles, tuple(sorted(parse_pieces(vault))))

    near = ("Lgreen,Lblue", "Myellow,Sgreen,Lblack,Lyellow", "Sblue")
    layout = Layout(
        side("Sblack,Syellow,Mblack,Mblue,Mgreen", near, "Mblack,Mgreen,Mred,Lred"),
        side(
            "Sblack,Sblue,Sgreen,Syellow,Mblue,Lblue,Lgreen,Lred",
            ("", "Lblack,Lyellow,Myellow", "Sred"),
            "Sred,Mred",
        ),
    )
    table = Play()
    model = TABLE.read_setup(table.sim.units(), {}).model
    assert model is not None
    before = replace(table.state, layout=layout, mover=Seat.NEAR, pending=((Colour.BLUE,),))
    table.sim.lay(layout)
    model = model.settle(before, Seen(model.sort(table.sim.units())))
    again = Sow(Seat.NEAR, 1)
    table.sim.lay(before.force(again).state.layout)
    seen = Seen(model.sort(table.sim.units()), frozenset({"near1", "near2", "near3"}))
    told = [each.moves for each in filter(None, model.sequences(before, seen))]
    assert (again,) in told and any(len(moves) == 4 for moves in told)


def test_what_is_not_understood_is_told_though_nobody_rests_for_long() -> None:
    """Unknown pyramids appear on the cards, and hands return before the session gives up on the table."""
    table = Play()
    green = Piece(Size.SMALL, Colour.GREEN)
    strange = replace(FULL, far=replace(FULL.far, cards=((green,), (), (green,))), near=replace(
        FULL.near, cards=((green,) * 2, (RED,) * 2, ()), vault=(LARGE_BLUE,) * 3
    ))  # fmt: skip
    events = [event for _ in range(6) for event in table.lay(strange)]
    assert [event.kind for event in events] in (["notice"], ["question"])


def test_things_that_come_and_go_do_not_silence_it() -> None:
    """A pyramid of the player's stock is seen in only two of five frames: the move is plain and is reported
    even though nothing rests for long."""
    table = Play()
    table.state = table.state.apply(parse_move("near: Sred,Mblue,Lblack", table.state)).state
    events = table.lay(table.state.layout)
    assert [event.kind for event in events] == ["move"]
    reply = parse_move("far: Sgreen", table.state)
    table.sim.lay(table.state.apply(reply).state.layout)
    flickering = [
        replace(frame, units=frame.units if frame.frame_index % 5 in (0, 2) else without_one(frame.units))
        for frame in (*table.sim.hand(0.0, 0.0, 0.2), *table.sim.still(8.0))
    ]
    events = [event for frame in flickering for event in table.session.observe(frame)]
    (told,) = events
    assert isinstance(told, MoveSeen) and told.legal and told.text == "Sgreen"


def without_one(seen: tuple[UnitObservation, ...]) -> tuple[UnitObservation, ...]:
    """All units except the leftmost pyramid of far's stock."""
    lacking = min((each for each in seen if each.y_mm > 120.0), key=lambda each: each.x_mm)
    return tuple(unit for unit in seen if unit is not lacking)


def units(layout: Layout) -> list[Unit]:
    return LogisticsSim(seed=8, noise=CLEAN, layout=layout).units()


def with_stock(take: Piece | None = None, add: Piece | None = None) -> Layout:
    stock = Counter(FULL.near.stock)
    stock.subtract([take] if take else [])
    stock.update([add] if add else [])
    return replace(FULL, near=replace(FULL.near, stock=tuple(sorted(stock.elements()))))


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        (with_stock(take=RED), ("near's stock: I do not see small red",)),
        (
            with_stock(take=RED, add=LARGE_BLUE),
            (
                "near's stock: I do not see small red",
                "near's stock: there are more than there should be of large blue",
            ),
        ),
        (
            replace(with_stock(take=RED), far=Side(FULL.far.stock, ((), (RED,), ()))),
            (
                "take the pyramids off far's card 2: the cards begin empty",
                "near's stock: I do not see small red",
            ),
        ),
    ],
)
def test_what_is_wrong_with_a_set_up(layout: Layout, says: tuple[str, ...]) -> None:
    found = TABLE.read_setup(units(layout), {})
    assert found.setup is None and texts(found.problems) == says


def test_a_set_up_that_is_whole_or_out_of_view() -> None:
    found = TABLE.read_setup(units(FULL), {})
    assert found.problems == found.doubts == () and found.setup == FULL
    assert (
        found.model is not None and TABLE.model_of(found.model.to_json()).to_json() == found.model.to_json()
    )
    assert TABLE.read_setup([], {}).setup == FULL
    unmarked = LogisticsTable(RULES)
    assert str(unmarked.read_setup([], {}).problems[0]).startswith("I see no cards")


def test_both_seats_have_their_own_stock() -> None:
    """A pyramid lying with the other stock is missing from its own and surplus there."""
    far = Side(tuple(sorted((*FULL.far.stock, RED))), FULL.far.cards)
    found = TABLE.read_setup(units(Layout(with_stock(take=RED).near, far)), {})
    assert found.problems[0] == "near's stock: I do not see small red"
    assert any(line.startswith(f"{Seat.FAR}'s stock: there are more") for line in texts(found.problems))


@pytest.mark.parametrize("seems", ["below", "above", "twice"])
def test_a_pyramid_of_a_stock_that_seems_to_be_two_is_one_if_it_is_then_whole(seems: str) -> None:
    """A stripe of the cloth at its foot, a highlight at its tip, or its own edge in the dark is read as a
    second pyramid."""
    seen = units(FULL)
    stock = [unit for unit in seen if unit.y_mm < 0]
    one, other = stock[4], stock[7]
    blurred = replace(one.levels[0], size=np.zeros(3))
    levels = {
        "below": (*one.levels, *other.levels),
        "above": (*other.levels, *one.levels),
        "twice": (blurred, *one.levels),
    }[seems]
    two = replace(one, levels=levels, p_levels=(0.2, 0.7, 0.1, 0.0, 0.0))
    found = TABLE.read_setup([two if unit is one else unit for unit in seen], {})
    assert found.problems == found.doubts == () and found.setup == FULL


def test_a_pyramid_that_seems_to_be_two_is_not_asked_about_for_want_of_another() -> None:
    """One pyramid is hidden, and one in the dark is read as two of the same colour: no question asks which
    piece the upper one is."""
    seen = units(FULL)
    stock = [unit for unit in seen if unit.y_mm < 0]
    one, hidden = stock[6], stock[12]
    blurred = replace(one.levels[0], size=np.array([0.3, 0.6, -0.9]))
    two = replace(one, levels=(blurred, *one.levels), p_levels=(0.4, 0.54, 0.06, 0.0, 0.0))
    found = TABLE.read_setup([two if unit is one else unit for unit in seen if unit is not hidden], {})
    assert [doubt.answers for doubt in found.doubts] == [(ALL_THERE,)] and len(found.presumed) == 1


@pytest.mark.parametrize(("confidence", "whole"), [(0.5, True), (0.95, False)])
def test_a_faint_pyramid_too_many_is_left_out_of_a_stock(confidence: float, whole: bool) -> None:
    seen = units(with_stock(add=LARGE_BLUE))
    blue = TABLE.reader.palette.index(LARGE_BLUE.colour)
    near = [i for i, unit in enumerate(seen) if unit.y_mm < 0]
    extra = max(near, key=lambda i: seen[i].levels[0].kinds()[blue, SIZES.index(LARGE_BLUE.size)])
    seen[extra] = replace(seen[extra], confidence=confidence)
    found = TABLE.read_setup(seen, {})
    assert (found.setup == FULL and not found.problems) is whole
    assert whole or texts(found.problems) == (
        "near's stock: there are more than there should be of large blue",
    )


@pytest.mark.parametrize("split", [0, 2])
def test_a_faint_thing_too_many_is_left_out_though_a_fainter_pyramid_is_needed(split: int) -> None:
    """A mug beside the stock is read as another large blue one, a little less faintly than one of the row,
    half hidden by its neighbour; pyramids of the row may be read as two besides."""
    seen = units(with_stock(add=LARGE_BLUE))
    blue = TABLE.reader.palette.index(LARGE_BLUE.colour)
    near = [i for i, unit in enumerate(seen) if unit.y_mm < 0]
    extra = max(near, key=lambda i: seen[i].levels[0].kinds()[blue, SIZES.index(LARGE_BLUE.size)])
    hidden = min(near, key=lambda i: seen[i].levels[0].kinds()[blue, SIZES.index(LARGE_BLUE.size)])
    seen[extra] = replace(seen[extra], confidence=0.61)
    seen[hidden] = replace(seen[hidden], confidence=0.6)
    for i in [i for i in near if i not in (extra, hidden)][:split]:
        seen[i] = replace(seen[i], levels=seen[i].levels * 2, p_levels=(0.2, 0.8, 0.0, 0.0, 0.0))
    found = TABLE.read_setup(seen, {})
    assert found.problems == found.doubts == () and found.setup == FULL


@pytest.mark.parametrize(("p_one", "doubtful", "whole"), [(0.1, 0, True), (0.1, 2, True), (0.001, 0, False)])
def test_a_pyramid_read_as_two_does_not_forbid_a_stock_that_is_whole(
    p_one: float, doubtful: int, whole: bool
) -> None:
    """It does not matter whether this pyramid and another one are certain to be there."""
    seen = units(FULL)
    blue = TABLE.reader.palette.index(LARGE_BLUE.colour)
    near = [i for i, unit in enumerate(seen) if unit.y_mm < 0]
    split = max(near, key=lambda i: seen[i].levels[0].kinds()[blue, SIZES.index(LARGE_BLUE.size)])
    twice, odds = seen[split].levels * 2, (p_one, 1 - p_one, 0.0, 0.0, 0.0)
    seen[split] = replace(seen[split], levels=twice, p_levels=odds)
    for i in sorted(near, key=lambda i: i != split)[:doubtful]:
        seen[i] = replace(seen[i], confidence=0.7)
    found = TABLE.read_setup(seen, {})
    assert (found.setup == FULL and not found.problems) is whole


@pytest.mark.parametrize(("p_one", "whole"), [(0.02, True), (0.002, False)])
def test_several_pyramids_read_as_two_on_a_reddish_table_are_a_whole_stock(p_one: float, whole: bool) -> None:
    """Red shows below some of them, once with nearly all evidence for a pyramid; yet fifteen places hold each
    of the fifteen exactly once."""
    seen = units(FULL)
    red = units(with_stock(add=Piece(Size.LARGE, Colour.RED)))
    below = next(unit for unit in red if TABLE.reader.pieces(unit) == (Piece(Size.LARGE, Colour.RED),))
    near = [i for i, unit in enumerate(seen) if unit.y_mm < 0]
    for odds, i in zip((0.5, 0.3, 0.2, 0.1, p_one), near[3:], strict=False):
        levels, p_levels = (*seen[i].levels, *below.levels), (odds, 1 - odds, 0.0, 0.0, 0.0)
        seen[i] = replace(seen[i], levels=levels, p_levels=p_levels)
    found = TABLE.read_setup(seen, {})
    assert (found.setup == FULL and not found.problems) is whole


def test_people_may_say_that_a_stock_is_all_there() -> None:
    """One of the pyramids does not show: the session says so, then asks whether it is there."""
    seen = units(with_stock(take=RED))
    (asked,) = TABLE.read_setup(seen, {}).doubts
    assert asked.text == "I do not see all of near's stock as it should be. Is it all there?"
    found = TABLE.read_setup(seen, {asked.place: asked.values[0]})
    assert found.problems == found.doubts == () and found.setup == FULL


def test_people_may_say_that_the_cards_are_empty_when_no_stock_is_in_view() -> None:
    court = Layout(Side((), ((), (RED,), ())), Side((), ((), (), ())))
    found = TABLE.read_setup(units(court), {})
    (asked,) = found.doubts
    assert texts(found.problems) == ("take the pyramids off near's card 2: the cards begin empty",)
    assert asked.text == "I see something on the cards. Are they empty but for what is printed on them?"
    told = TABLE.read_setup(units(court), {asked.place: asked.values[0]})
    assert told.problems == told.doubts == () and told.setup == FULL and told.model is not None
    assert told.model.fit("near2", (), told.model.sort(units(court))["near2"]) > -1.0


def test_pictures_on_cards_are_no_pyramids_while_the_stocks_are_whole() -> None:
    """A court card looks like a pyramid, which is remembered; a real pyramid put there is still seen."""
    court = replace(FULL, near=replace(FULL.near, cards=((), (RED,), ())))
    found = TABLE.read_setup(units(court), {})
    assert found.setup == FULL and found.model is not None
    model = TABLE.model_of(found.model.to_json())
    shown = model.sort(units(court))["near2"]
    assert model.fit("near2", (), shown) > -1.0
    over = replace(FULL, near=replace(FULL.near, cards=((), (LARGE_BLUE,), ())))
    assert len(model.sort(units(over))["near2"]) == 1


@pytest.mark.parametrize("size", ["S", "M", "L"])
def test_what_was_sown_and_taken_back_at_once_is_what_lies_otherwise(size: str) -> None:
    """Which of three yellow pyramids captured and went back to the stock shows only by their places there."""
    table = Play()
    table.play("far: Lgreen,Sgreen,Mgreen")
    for text in (f"near: Sblue,Mblack,{size}yellow", "near: near3>stock"):
        move = parse_move(text, table.state)
        table.state = table.state.apply(move).state
    things = [thing for thing in table.sim.things if thing.name.startswith("near stock")]
    piece = parse_pieces(f"{size}yellow")[0]
    back = next(thing for thing in things if thing.pieces == (piece,))
    taken = next(thing for thing in things if thing.pieces == parse_pieces("Sblue"))
    back.x, back.y = taken.x + 2.0, taken.y - 3.0
    events = [*table.lay(table.state.layout), *table.feed(2.0)]
    moves = [event.text for event in events if isinstance(event, MoveSeen)]
    assert moves == [f"Sblue,Mblack,{size}yellow", "near3>stock"]


def test_what_came_from_a_stock_under_a_hand_and_went_back_is_not_told_unseen() -> None:
    """Any pyramid of its colour would look the same until the stock is visible."""
    table = Play()
    table.play("far: Lgreen,Sgreen,Mgreen")
    before = table.state
    for text in ("near: Sblue,Mblack,Myellow", "near: near3>stock"):
        table.state = table.state.apply(parse_move(text, table.state)).state
    found = TABLE.read_setup(units(FULL), {})
    assert found.model is not None
    model = found.model.settle(before, Seen(found.model.sort(units(before.layout))))
    now = model.sort(units(table.state.layout))
    changed = frozenset({"near1", "near2", "far3", "near vault"})
    for stale in (frozenset({"near stock"}), frozenset[str]()):
        told = filter(None, model.sequences(before, Seen(now, changed, stale=stale)))
        back = [each for each in told if [type(move) for move in each.moves] == [Sow, Recall]]
        assert back and {each.blind for each in back} == {bool(stale)}
