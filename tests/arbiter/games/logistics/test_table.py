"""Logistics read from rest to rest: turns, slips, unfinished moves, take-backs, misreadings."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace

import pytest

from arbiter.events.ledger import judge
from arbiter.games.logistics.card_pictures import Picture
from arbiter.games.logistics.heap import HeapLook
from arbiter.games.logistics.look import Fit
from arbiter.games.logistics.table import P_NOTHING
from arbiter.games.logistics.turns import Turn, log_prior
from arbiter.games.logistics.wrong import wrong_turns
from arbiter.table.explanations import played, read_change
from arbiter.table.play import TablePlay
from engine.game import Seat
from engine.logistics.examples import STEPS
from engine.logistics.model import Arrange, Recall, Rules, Sow, Swap
from engine.logistics.notation import parse_layout, parse_move
from engine.notation import parse_pieces
from engine.pieces import Piece
from tests.support.simulated.logistics_trial import LogisticsTrial, facts, plays
from tests.support.simulated.table_sim import CLEAN, ROUGH, Thing

STOCK, NEST, TREE = "stock=2Sred,2Mblue,Lgreen,Lred", "1=Sred,Mred,Lred", "3=Lblue,Mblue,Sblue"
FULL = f"near({STOCK};{NEST};{TREE};4=Sgreen;vault=Lblack)"
FULL += "far(stock=Sred,Mred;1=Mblack;2=Sblack,Lred,Mred,Sred;4=Sblue,Mgreen)"


def trial(text: str = FULL, seed: int = 4, stock: bool = True) -> LogisticsTrial:
    return LogisticsTrial(Rules(), seed, CLEAN, stock, parse_layout(text, 4))


@pytest.mark.parametrize(("cards", "seed", "stock"), [(3, 1, True), (4, 5, False)])
def test_whole_random_games_are_never_silently_wrong(cards: int, seed: int, stock: bool) -> None:
    table = LogisticsTrial(Rules(cards=cards, trios=1), seed, ROUGH, stock)
    for _ in range(22):
        if table.state.outcome is None:
            table.turn(table.random_turn())
    counts = table.counts
    assert counts["wrong"] == 0, table.wrong
    assert counts["not understood"] <= 1, table.asked
    assert counts["right"] >= (0.7 if stock else 0.5) * counts.total()


@pytest.mark.parametrize(("cards", "fickle"), [(3, 0.0), (6, 0.5)])
def test_pictures_taken_for_pyramids_do_not_disturb_a_game(cards: int, fickle: float) -> None:
    """A picture looks like the same pyramid for good, or like another one after every second turn."""
    pictures = ("near2", "far1")
    table = LogisticsTrial(Rules(cards=cards), 11, CLEAN, pictures=pictures, fickle=fickle)
    for _ in range(12):
        table.turn(table.random_turn())
    assert table.counts["wrong"] == 0, table.wrong
    assert table.counts["right"] >= 10, table.asked


@pytest.mark.parametrize("stock", [True, False])
def test_a_pyramid_put_on_a_picture_is_seen(stock: bool) -> None:
    """Whatever the picture was read as; if no stock shows the pyramid missing, the session asks."""
    table = trial("near(stock=Lred,Sblue)far(stock=Sred)", stock=stock)
    x, y = table.model.grid.place(Seat.NEAR, 1)
    table.model = replace(table.model, pictures=(Picture(x, y, parse_pieces("Mgreen")),))
    made = played(table.ledger, [Sow(Seat.NEAR, 0, parse_pieces("Sblue"))])
    assert made is not None
    readings, _ = table.read(made[0].state.layout)
    assert facts(readings.best.ledger) == facts(made[0]), plays(readings.best.ledger)
    assert TablePlay._acceptable(readings.best) is stock


def test_a_picture_that_looks_like_another_pyramid_is_no_move() -> None:
    table = trial("near(stock=Lred,Sblue)far(stock=Sred)")
    x, y = table.model.grid.place(Seat.NEAR, 1)
    table.model = replace(table.model, pictures=(Picture(x, y, parse_pieces("Sblue")),))
    for looks in ("Lred", "Mgreen", "Sblack"):
        shown = table.sim._put("picture", parse_pieces(looks), x, y)
        seen = table.see()
        best = read_change(table.ledger, table.model, seen).best
        assert seen.changed == {"near1"} and best.nothing and TablePlay._acceptable(best)
        table.sim.things.remove(shown)


@pytest.mark.parametrize("echo", [0.0, 0.3])
def test_the_pictured_game_is_followed(echo: float) -> None:
    """Also if every third unit is read with one level too many."""
    table = LogisticsTrial(Rules(), 2, CLEAN, leader=Seat.FAR, echo=echo)
    for step in STEPS:
        moves, state = [], table.state
        for text in step.moves:
            moves.append(parse_move(text, state))
            state = state.apply(moves[-1]).state
        table.turn(moves)
    assert table.counts == Counter(right=len(STEPS)), table.wrong + table.asked


@pytest.mark.parametrize(
    ("move", "reading"),
    [
        ("far: card1", "L14"),
        ("far: Mred", "L14"),
        ("near4>stock", "L9"),
        ("far2>next", "L9"),
        (f"table:near({STOCK};2=Sred;{TREE},Mred;4=Sgreen,Lred;vault=Lblack)", "L2"),
        (f"table:near(stock=2Sred,Mblue,Lgreen,Lred;{NEST};2=Mblue;{TREE};4=Sgreen;vault=Lblack)", "L1"),
    ],
)
def test_illegal_turns_are_called_with_their_rule(move: str, reading: str) -> None:
    table = trial()
    text = move + FULL[FULL.index("far(") :] if move.startswith("table:") else move
    made = parse_move(text, table.state, check=False)
    verdict = judge(table.state, made)
    assert verdict is not None and verdict.reading == reading
    table.turn([made])
    assert table.counts["right"] + table.counts["asked"] == 1, table.asked + table.wrong
    asked = move == "near4>stock" or (move.startswith("table:") and reading == "L1")
    assert bool(table.counts["asked"]) is asked  # what could be a single misread stack is not called illegal


def test_a_pyramid_that_shows_nowhere_is_asked_about() -> None:
    """It is missing from the stock and not seen on the card where it was sown."""
    table = trial("near(stock=Lred,Mblue,Mred,Sgreen)far(stock=Sred)")
    sow = Sow(Seat.NEAR, 0, parse_pieces("Lred,Mblue,Mred"))
    made = played(table.ledger, [sow])
    assert made is not None
    table.sim.unseen = {"near3"}
    readings, _ = table.read(made[0].state.layout)
    assert not TablePlay._acceptable(readings.best)
    offered = [plays(each.ledger) for each in readings.ranked if each.probability > 0.05]
    assert ["Lred,Mblue,Mred"] in offered


@pytest.mark.parametrize("shown", [(), parse_pieces("Mred,Mred,Sblue")])
def test_a_heap_s_look_is_read_from_older_records_too(shown: tuple[Piece, ...]) -> None:
    look = HeapLook(2, -1.5, tuple(sorted(shown)))
    assert HeapLook.from_json(json.loads(json.dumps(look.to_json()))) == look


def test_a_pyramid_of_a_heap_is_what_it_was_however_it_looks_now() -> None:
    """A black one looks green in the shade, a red one is repeatedly not seen: nobody took either of them."""
    table = trial("near(stock=Lblack,Mred,Mgreen,Sblue)far(stock=Sred,Mblue)")
    stock = table.state.layout.near.stock
    black, red = (thing_of(table, text) for text in ("Lblack", "Mred"))
    fits = []
    for looks, away in (("Lgreen", True), ("Lblack", False), ("Lyellow", True), ("Lgreen", False)):
        black.pieces, table.sim.unseen = parse_pieces(looks), {red.name} if away else set()
        seen = table.see()
        fits.append(table.model.fit("near stock", stock, seen.at("near stock")))
        table.accept(seen)
    assert fits[0] == pytest.approx(-5.0, abs=1.0) and min(fits[1:]) > -1.5, fits


@pytest.mark.parametrize("green", ["Sgreen", "Mgreen"])
def test_which_pyramid_went_back_to_the_stock_is_seen_by_where_it_stands(green: str) -> None:
    """It was sown on the first card and its power took it back at once; the stock is as large as before."""
    text = "near(stock=2Sgreen,2Mgreen,Lblue,Myellow)far(stock=Sred;3=Mblack)"
    table = trial(text)
    first = Sow(Seat.NEAR, 0, parse_pieces(f"{green},Myellow"))
    state = table.state.apply(first).state
    back = next(
        use
        for use in state.legal_moves()
        if isinstance(use, Recall) and use.owner is Seat.NEAR and use.card == 1
    )
    made = played(table.ledger, [first, back])
    assert made is not None
    thing_of(table, green).x += 300.0
    readings, _ = table.read(made[0].state_if_stood.layout)
    assert plays(readings.best.ledger) == plays(made[0])


def test_pyramids_that_change_places_under_others_are_seen() -> None:
    """No top has changed: the swapped pyramids show below the tops."""
    table = trial("near(stock=Mblack,Sblue;2=Sgreen)far(stock=Sred;1=Lblue,Sblue;2=Lred,Mgreen;4=Mred)")
    table.turn([parse_move("near: Mblack", table.state)])
    table.turn([parse_move("far1.1<>2.1", table.state)])
    assert table.counts["right"] == 2, table.asked + table.wrong


@pytest.mark.parametrize(
    "cards", ["1=Lblue,Sblue;2=Mgreen;4=Mred", "1=Lblue,Sblue;2=Lred,Mgreen;4=Mred,Lred,Sgreen"]
)
def test_all_the_swaps_that_there_are_share_one_chance(cards: str) -> None:
    """With more pyramids there are more possible swaps, but a swap is not likelier."""
    text = f"near(stock=Mblack,Sblue;2=Sgreen)far(stock=Sred;{cards})"
    after = trial(text).state.apply(Sow(Seat.NEAR, 0, parse_pieces("Mblack"))).state
    swaps = [use for use in after.legal_moves() if isinstance(use, Swap)]
    chances = [math.exp(log_prior(Turn((use,), after.apply(use).state))) for use in swaps]
    assert len(swaps) > 1 and sum(chances) <= 0.3 + 1e-9


def test_a_turn_that_nobody_saw_excuses_one_out_of_turn() -> None:
    """A pyramid is missing from near's stock and shows nowhere, then far plays: near may have played it."""
    table = trial("near(stock=Lblack,Mred,Mgreen,Sblue)far(stock=Sred,Mblue)")
    table.sim.unseen = {thing_of(table, "Sblue").name, "near1"}
    sows = [Sow(seat, 0, parse_pieces(text)) for seat, text in ((Seat.NEAR, "Sblue"), (Seat.FAR, "Mblue"))]
    made = played(table.ledger, sows)
    assert made is not None
    readings, _ = table.read(made[0].state.layout)
    offered = [plays(each.ledger) for each in readings.ranked if each.probability > 0.05]
    assert not TablePlay._acceptable(readings.best)
    assert ["Sblue", "Mblue"] in offered


def thing_of(table: LogisticsTrial, text: str) -> Thing:
    """A pyramid of near's stock."""
    there = (thing for thing in table.sim.things if thing.name.startswith("near stock"))
    return next(thing for thing in there if thing.pieces == parse_pieces(text))


def test_a_second_turn_of_the_same_player_may_follow_one_that_was_not_told_yet() -> None:
    """A power that is not due leaves the same table, but hardly anybody uses one by mistake."""
    table = trial("near(stock=Mblack;2=Lgreen)far(stock=Sred;2=Sgreen;3=Lred;4=Mblue)")
    first, again = Sow(Seat.NEAR, 0, parse_pieces("Mblack")), Sow(Seat.NEAR, 1)
    _, seen = table.read(table.state.force(first).state.force(again).state.layout)
    fit = Fit(seen, table.model.reader, table.model.heaps, held=table.model.held)
    assert (first, again) in [turn.moves for turn in wrong_turns(table.state, fit)]


def test_a_guarded_card_that_is_taken_is_illegal() -> None:
    text = "near(stock=2Sred,Mblue;2=Sblue)far(stock=Sred;2=Lred,Mred,Sred;4=Sblack)"
    table = trial(text)
    after = parse_layout(
        "near(stock=;1=Sred;2=Sblue,Sred;3=Mblue;vault=Lred,Mred,Sred)far(stock=Sred;4=Sblack)", 4
    )
    table.turn([Arrange(Seat.NEAR, after)])
    assert table.ledger.waiting is not None and table.ledger.waiting.verdict.reading == "L5"
    assert table.counts["right"] == 1, table.asked + table.wrong


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ("near(stock=2Sred;1=Lred;3=Sblue)far(stock=Sred;1=Sred)", "sown all of card 2"),
        ("near(stock=2Sred;1=Lred;2=Mred;3=Sblue)far(stock=Sred;1=Sred)", "sown all of card 2"),
        ("near(stock=2Sred;1=Lred;3=Sblue;4=Mred)far(stock=Sred;1=Sred)", "taken what the sow captures"),
    ],
)
def test_half_a_move_is_waited_for(after: str, words: str) -> None:
    table = trial("near(stock=2Sred;1=Lred;2=Mred,Sblue)far(stock=Sred;1=Sred)")
    readings, _ = table.read(parse_layout(after, 4))
    best = readings.best
    assert words in best.unfinished and best.probability > 0.95 and best.nothing is False and not best.moves


def test_a_card_that_is_being_sown_too_far_is_waited_for_too() -> None:
    table = trial("near(stock=Lyellow;2=Lred,Myellow,Sblue,Sgreen)far(stock=Sred)")
    for sown in ("3=Sgreen;4=Sblue", "3=Sgreen"):  # then the next one is in somebody's hand
        after = parse_layout(f"near(stock=Lyellow;2=Lred,Myellow;{sown})far(stock=Sred)", 4)
        best = table.read(after)[0].best
        assert "sown all of card 2" in best.unfinished and best.probability > 0.9 and not best.moves


def test_a_longer_sow_and_a_take_back_are_told() -> None:
    table = trial()
    before = table.ledger
    short, long = (Sow(Seat.NEAR, 0, parse_pieces(text)) for text in ("Mblue", "Mblue,Lgreen"))
    table.turn([short])
    longer = played(before, [long])
    assert longer is not None
    readings, _ = table.read(longer[0].state.layout)
    assert facts(readings.best.ledger) == facts(longer[0]) and readings.best.back == 1
    readings, _ = table.read(before.state.layout)
    assert facts(readings.best.ledger) == facts(before) and readings.best.probability > 0.97


def test_what_a_nest_hides_is_remembered() -> None:
    """The large moves on, and the hidden small and medium are sown as the pieces they were known to be."""
    text = "near(stock=Sred;1=Sblue,Mgreen,Lred)far(stock=3Mred;1=Sblack)"
    table = trial(text)
    table.turn([Sow(Seat.NEAR, 1)])
    assert table.counts["right"] == 1
    assert [len(stack) for stack in table.state.layout.near.cards] == [0, 1, 1, 1]


def test_one_misread_pyramid_does_not_stop_the_game() -> None:
    """A medium blue was read as black; when it is sown again the error is corrected, with a question."""
    table = trial("near(stock=Mblue,Mblack,2Sred)far(stock=2Mred)", stock=False)
    believed, true = (Sow(Seat.NEAR, 0, parse_pieces(text)) for text in ("Mblack", "Mblue"))
    far = Sow(Seat.FAR, 0, parse_pieces("Mred"))
    table.turn([believed])
    table.turn([far])
    really = played(
        trial("near(stock=Mblue,Mblack,2Sred)far(stock=2Mred)").ledger, [true, far, Sow(Seat.NEAR, 1)]
    )
    assert really is not None
    readings, _ = table.read(really[0].state.layout)
    best = readings.best
    assert facts(best.ledger) == facts(really[0]), plays(best.ledger)
    assert best.corrected == "move 1 was another one: near sows medium blue from the stock"
    assert not TablePlay._acceptable(best)


def test_a_sow_that_does_not_show_is_not_taken_for_one_that_went_back_to_a_hidden_stock() -> None:
    """The opponent's card is empty, nothing shows on the player's own: both are possible, so it is asked."""
    text = "near(stock=2Lred,2Syellow,2Mblue;2=Sgreen)far(stock=2Sred,2Mred;4=Mblack)"
    table = trial(text, stock=False)
    table.sim.unseen.add("near1")
    table.turn([parse_move("Lred", table.state)])
    assert table.counts["wrong"] == 0, table.wrong


@pytest.mark.parametrize(("sown", "sure"), [("Sblue,Mgreen", True), ("Sblue", False)])
def test_a_pyramid_on_a_picture_may_look_like_another_size(sown: str, sure: bool) -> None:
    """The picture around its foot makes it look larger. What left the stock tells which piece it is, and what
    was sown after it tells that it was sown. Otherwise it is asked about: pictures change their looks."""
    table = trial("near(stock=Lred,Sblue,2Mgreen)far(stock=Sred)")
    x, y = table.model.grid.place(Seat.NEAR, 1)
    table.model = replace(table.model, pictures=(Picture(x, y, parse_pieces("Mgreen")),))
    table.sim.lay(table.state.apply(Sow(Seat.NEAR, 0, parse_pieces(sown))).state.layout)
    looks_like(table, "near1", "Lblue")
    best = read_change(table.ledger, table.model, table.see()).best
    assert plays(best.ledger) == [sown] and TablePlay._acceptable(best) is sure


def looks_like(table: LogisticsTrial, name: str, text: str) -> None:
    """From now on the unit there is seen as these pyramids, top to bottom."""
    thing = next(thing for thing in table.sim.things if thing.name == name)
    thing.pieces = parse_pieces(text)
    thing.lookalikes = tuple((piece.colour, piece.size) for piece in thing.pieces)


def test_a_power_is_understood_beside_a_stack_that_is_misread_meanwhile() -> None:
    text = "near(stock=2Sgreen,Mgreen,Lblue,Myellow;4=Mblue,Myellow)far(stock=Sred;1=Lred,Mred;3=Mblack)"
    table = trial(text)
    first = Sow(Seat.NEAR, 0, parse_pieces("Sgreen,Myellow"))
    due = table.state.apply(first).state.legal_moves()
    back = next(use for use in due if isinstance(use, Recall) and (use.owner, use.card) == (Seat.FAR, 1))
    made = played(table.ledger, [first, back])
    assert made is not None
    table.sim.lay(made[0].state.layout)
    looks_like(table, "near4", "Mred,Myellow,Lblue")
    seen = table.see()
    best = read_change(table.ledger, table.model, seen).best
    assert "near4" in seen.changed and plays(best.ledger) == plays(made[0]), plays(best.ledger)


def test_a_stack_that_was_pushed_counts_for_what_it_shows() -> None:
    """It counts as much as what another reading puts there: it still looks the same, which is evidence."""
    table = trial("near(stock=Lblue,Mblue,Lgreen,Sred;4=Lgreen,Lblue)far(stock=Mred,Sblue,Sgreen)")
    next(thing for thing in table.sim.things if thing.name == "near4").x += 15.0
    seen = table.see()
    best = read_change(table.ledger, table.model, seen).best
    fit = table.model.fit("near4", table.state.layout.near.cards[3], seen.at("near4"))
    assert seen.changed == {"near4"} and best.nothing and fit > 10.0
    assert best.score == pytest.approx(fit + math.log(P_NOTHING), abs=0.01)


@pytest.mark.parametrize(("beside", "sure"), [("2=Sgreen", True), ("3=Sgreen", False)])
def test_a_pyramid_gone_from_the_stock_is_asked_about_where_it_may_have_been_sown(
    beside: str, sure: bool
) -> None:
    """The next card holds another unit as before, or nothing that is visible."""
    table = trial(f"near(stock=Lblack,Mred,Mgreen,Sblue;{beside})far(stock=Sred,Mblue)")
    table.sim.unseen = {thing_of(table, "Lblack").name}
    made = played(table.ledger, [Sow(Seat.NEAR, 0, parse_pieces("Mred"))])
    assert made is not None
    readings, _ = table.read(made[0].state.layout)
    assert plays(readings.best.ledger) == ["Mred"]
    assert TablePlay._acceptable(readings.best) is sure


@pytest.mark.parametrize(("unseen", "sure"), [("near3", True), ("near4", False)])
def test_a_card_that_a_sow_went_over_holds_its_pyramid_though_nothing_shows(unseen: str, sure: bool) -> None:
    """The last pyramid may still be in the player's hand."""
    table = trial("near(stock=2Sred;1=Sblue,Mgreen,Sred)far(stock=3Mred)")
    made = played(table.ledger, [Sow(Seat.NEAR, 1)])
    assert made is not None
    table.sim.unseen = {unseen}
    readings, _ = table.read(made[0].state.layout)
    best = readings.best
    told = plays(best.ledger) == ["card1"] and not best.unfinished and TablePlay._acceptable(best)
    assert told is sure


def test_what_was_taken_shows_in_an_open_vault() -> None:
    table = trial("near(stock=Sred;vault=Lblack)far(stock=Mred;1=Sblue)")
    vault, units = table.state.layout.near.vault, table.see().at("near vault")
    more = tuple(sorted((*vault, *parse_pieces("Sblue"))))
    assert table.model.fit("near vault", vault, units) == pytest.approx(0.0, abs=0.5)
    assert table.model.fit("near vault", more, units) < -2.5


def test_what_stands_close_before_another_in_a_vault_shows_as_its_second_level() -> None:
    """A small pyramid in front of a large one looks like a stack."""
    table = trial("near(stock=Sred;vault=Lblack)far(stock=Mred;1=Sblue)")
    (alone,) = table.see().at("near vault")
    more = tuple(sorted((*table.state.layout.near.vault, *parse_pieces("Sblue"))))
    two = replace(alone, levels=alone.levels * 2, p_levels=(0.05, 0.95, 0.0, 0.0, 0.0))
    fit = table.model.fit
    vault = table.state.layout.near.vault
    assert fit("near vault", more, (alone,)) - fit("near vault", vault, (alone,)) < -2.5
    assert fit("near vault", more, (two,)) - fit("near vault", vault, (two,)) > -1.5


def test_a_crossing_of_stripes_that_looks_like_a_blue_tower_does_not_hide_what_stands_on_the_card() -> None:
    table = trial("near(stock=Sred;1=Mblack)far(stock=Mred;1=Mblue)")
    (black,), (blue,) = table.see().at("near1"), table.see().at("far1")
    tower = replace(blue, levels=blue.levels * 5, p_levels=(0.0, 0.2, 0.3, 0.1, 0.4), confidence=0.5)
    seen = black, replace(tower, x_mm=black.x_mm, y_mm=black.y_mm + 54.0)
    right, wrong = (table.model.fit("near2", parse_pieces(text), seen) for text in ("Mblack", "Mblue"))
    assert right > wrong and right > table.model.fit("near2", (), seen) + 5
    alone = table.model.fit("near2", parse_pieces("Mblack"), (black,))
    assert alone - right == pytest.approx(1.0)


def test_two_skirts_of_a_tower_may_be_overlooked_at_once() -> None:
    """A small red under a small yellow, and a medium blue under a medium black, do not show."""
    tower = "Lgreen,Mblue,Mblack,Sred,Syellow"
    table = trial(f"near(stock=Sred;1={tower})far(stock=Mred;1=Lgreen;2=Mblack;3=Syellow)")
    (green,), (black,), (yellow,) = (table.see().at(f"far{card}") for card in (1, 2, 3))
    levels = (yellow.levels[0], black.levels[0], green.levels[0])
    shown = (replace(yellow, levels=levels, p_levels=(0.0, 0.05, 0.9, 0.05, 0.0)),)
    fits = {
        text: table.model.fit("near2", parse_pieces(text), shown) for text in (tower, "Lgreen,Mblack,Syellow")
    }
    assert 4 < fits["Lgreen,Mblack,Syellow"] - fits[tower] < 9
