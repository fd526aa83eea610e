"""Logistics: the pictured example, every reading as a table of cases, the three kinds of error."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.game import IllegalMove, MalformedMove, Seat
from engine.logistics import cards
from engine.logistics.examples import STEPS, PicturedStep, example_states
from engine.logistics.notation import format_layout, parse_layout, parse_move
from engine.logistics.state import (
    Advance,
    Arrange,
    Decline,
    Layout,
    Problem,
    Reclaim,
    Rules,
    Score,
    Sow,
    State,
    Stop,
)
from engine.notation import parse_pieces
from engine.pieces import Piece

NEAR, FAR = Seat.NEAR, Seat.FAR


def position(near: str, far: str, mover: Seat = NEAR, **options: object) -> State:
    rules = Rules(**{"cards": 4, "trios": 1, **options})  # type: ignore[arg-type]
    return State.start(parse_layout(f"near({near})far({far})", rules.cards), rules, mover)


def play(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(parse_move(text, state)).state
    return state


def kinds(state: State, text: str) -> list[str]:
    return [event.kind for event in state.apply(parse_move(text, state)).events]


def test_the_pictured_example() -> None:
    states = example_states()
    full = Layout.standard(Rules()).pieces
    for step, state in zip(STEPS, states[1:], strict=True):
        shown = layout_of(step)
        for seat in Seat:
            assert state.layout.side(seat).cards == shown.side(seat).cards
            assert state.layout.side(seat).vault == shown.side(seat).vault
        assert state.layout.pieces == full and not state.pending
    assert [state.extra for state in states] == [False] * 6 + [True] * 4
    assert [state.to_move for state in states] == [FAR, NEAR, FAR, NEAR, FAR, *[NEAR] * 5]


def layout_of(step: PicturedStep) -> Layout:
    sides = []
    for seat, words in ((NEAR, step.near), (FAR, step.far)):
        *stacks, vault = words.split("|")
        placed = ";".join(f"{card}={stack}" for card, stack in enumerate(stacks, start=1))
        sides.append(f"{seat}({placed};vault={vault})")
    return parse_layout("".join(sides), 4)


def test_the_last_extra_play_of_the_example() -> None:
    """After step 9 one more sow reaches the vault; sowing the small black would capture and end the turn."""
    state = example_states()[-1]
    after = play(state, "card4")
    assert after.extra and after.to_move is NEAR
    assert kinds(after, "card3") == ["sown", "captured"]
    assert [m for m in after.suggestions if isinstance(m, Sow) and m.card] == [Sow(NEAR, 3)]


@pytest.mark.parametrize(
    ("cards_a_side", "most"),
    [(3, 3), (4, 4), (10, 4)],
)
def test_stock_sows(cards_a_side: int, most: int) -> None:
    rules = Rules(cards=cards_a_side)
    state = State.start(Layout.standard(rules), rules, NEAR)
    state.check(Sow(NEAR, 0, parse_pieces("Sred," * most)[:2] + parse_pieces("Mred,Lred")[: most - 2]))
    with pytest.raises(IllegalMove) as caught:
        state.check(Sow(NEAR, 0, parse_pieces("Sred,Sblue,Mred,Lred,Lblue")[: most + 1]))
    assert (caught.value.reading, caught.value.code) == ("L1", "too_many")
    assert all(isinstance(move, Sow) and len(move.pieces) == 1 for move in caught.value.alternatives)


def test_stock_sows_are_counted() -> None:
    """Ordered choices of up to four pyramids from fifteen kinds, with two of each kind."""
    state = State.start(Layout.standard(Rules()), Rules(), NEAR)
    counts = [0] * 5
    for move in state.legal_moves():
        assert isinstance(move, Sow)
        counts[len(move.pieces)] += 1
    three = 15**3 - 15
    four = 15**4 - 15 * 14 * 4 - 15
    assert counts == [0, 15, 15**2, three, four]


@pytest.mark.parametrize(
    ("stack", "card", "units", "legal"),
    [
        ("Sred", 4, 1, True),
        ("Sred,Sblue", 4, 2, False),
        ("Sred,Sblue", 3, 2, True),
        ("Lred,Mblue,Sgreen", 4, 1, True),
        ("Sred,Lred,Mblue,Sgreen", 4, 2, False),
        ("Sred,Lred,Mblue,Sgreen", 3, 2, True),
        ("Lred,Mblue,Sgreen,Sred", 2, 4, False),
        ("Lred,Mblue,Sgreen,Sred", 1, 4, True),
        ("Lred,Mblue,Sgreen,Lred,Mblue,Sgreen", 1, 4, True),
        ("Sgreen,Mblue,Lred", 2, 3, True),
    ],
)
def test_units_and_steps_to_the_vault(stack: str, card: int, units: int, legal: bool) -> None:
    state = position(f"stock=Lblack;{card}={stack}", "stock=Lblack")
    assert len(cards.units_of(state.layout.near.cards[card - 1])) == units
    assert (Sow(NEAR, card) in state.legal_moves()) == legal
    if not legal:
        with pytest.raises(IllegalMove, match="the vault is") as caught:
            state.check(Sow(NEAR, card))
        assert (caught.value.reading, caught.value.code) == ("L2", "too_far")


@pytest.mark.parametrize(
    ("card", "stack", "after"),
    [
        (1, "Sred,Mblue,Sgreen", "2=Sgreen;3=Mblue;4=Sred"),
        (1, "Sred,Lred,Mblue,Sgreen", "2=Lred,Mblue,Sgreen;3=Sred"),
        (1, "Sgreen,Mblue,Lred", "2=Lred;3=Mblue;4=Sgreen"),
        (4, "Lred,Mblue,Sgreen", "vault=Sgreen,Mblue,Lred"),
    ],
)
def test_sowing_goes_top_down(card: int, stack: str, after: str) -> None:
    state = play(position(f"stock=Lblack;{card}={stack}", "stock=Lblack"), f"card{card}")
    expected = parse_layout(f"near(stock=Lblack;{after})far()", 4).near
    assert state.layout.near == expected


@pytest.mark.parametrize(
    ("near", "far", "move", "captured", "power"),
    [
        # the last unit on an empty card opposite an occupied one (L4)
        ("stock=Sred", "stock=Lred;4=Sblue,Mblue", "Sred", "Sblue,Mblue", ("red",)),
        ("stock=Sred;1=Sgreen", "stock=Lred;4=Sblue", "Sred", "", ()),
        ("stock=Sred,Sblue", "stock=Lred;4=Sblue", "Sred,Sblue", "", ()),
        ("stock=Lred;3=Syellow", "stock=Lred;1=Sblue,Lblue", "card3", "Sblue,Lblue", ("yellow",)),
        # a tree guards, a tree with something on top does not (L5)
        ("stock=Sred", "stock=Lred;4=Lblue,Mblue,Sblue", "Sred", "", ()),
        ("stock=Sred", "stock=Lred;4=Sred,Lblue,Mblue,Sblue", "Sred", "", ()),
        ("stock=Sred", "stock=Lred;4=Lblue,Mblue,Sblue,Sred", "Sred", "Lblue,Mblue,Sblue,Sred", ("red",)),
        # pink has no power (L9)
        ("stock=Spink", "stock=Lred;4=Sblue", "Spink", "Sblue", ()),
        # a tree captures with its small's colour (L6)
        ("stock=Lred;3=Lred,Mblue,Sgreen", "stock=Lred;1=Sblue", "card3", "Sblue", ("green",)),
        # a nest opposite a tree (L7), not opposite anything else, not by a large in a tree
        ("stock=Lred;1=Sblue,Mblue", "stock=Lred;4=Lblue,Mblue,Sblue", "Lred", "Lblue,Mblue,Sblue", ("red",)),
        ("stock=Lred;1=Sblue,Mblue", "stock=Lred;4=Lblue,Mblue", "Lred", "", ()),
        ("stock=Mred;1=Sblue,Mblue", "stock=Lred;4=Lblue,Mblue,Sblue", "Mred", "", ()),
        (
            *("stock=Lred;1=Lred,Mred,Sred;2=Sblue,Mblue", "stock=Lred;3=Lblue,Mblue,Sblue"),
            *("card1", "", ()),
        ),
    ],
)
def test_captures(near: str, far: str, move: str, captured: str, power: tuple[str, ...]) -> None:
    state = position(near, far)
    after = state.apply(parse_move(move, state)).state
    gained = after.layout.near.vault
    assert gained == tuple(sorted(parse_pieces(captured)))
    assert tuple(colour.value for pending in after.pending for colour in pending) == power
    assert after.to_move is (NEAR if power else FAR)


def test_any_colour_of_a_capturing_tree_when_so_agreed() -> None:
    state = position("stock=Lred;3=Lred,Mblue,Sgreen", "stock=Lred;1=Sblue,Lpink", tree_power="any")
    after = play(state, "card3")
    assert [colour.value for colour in after.pending[0]] == ["green", "blue", "red"]
    used = {type(move).__name__ for move in after.legal_moves()}
    assert used == {"Reclaim", "Swap", "Advance", "Decline"}


def test_nest_and_last_unit_capture_in_one_sow() -> None:
    """All captures first, the nest's before the last unit's, then the powers in that order (L8)."""
    state = position(
        "stock=Lred,Sblack;1=Sblue,Mblue", "stock=Lred;4=Lblue,Mblue,Sblue;3=Sgreen,Mgreen;1=Sred,Lred"
    )
    step = state.apply(parse_move("Lred,Sblack", state))
    assert [event.kind for event in step.events] == ["sown", "nest_made", "captured", "captured"]
    after = step.state
    assert after.layout.near.vault == tuple(sorted(parse_pieces("Lblue,Mblue,Sblue,Sgreen,Mgreen")))
    assert [pending[0].value for pending in after.pending] == ["red", "black"]
    with pytest.raises(IllegalMove) as caught:
        after.check(Sow(NEAR, 1))
    assert (caught.value.reading, caught.value.code) == ("L8", "power_due")
    end = play(after, "near1>next")
    assert end.layout.near.cards[1] == parse_pieces("Sblack,Lred") and end.to_move is NEAR
    assert kinds(end, "decline") == ["power_declined"]
    assert play(end, "decline").to_move is FAR


def test_a_nest_ends_the_turn_even_when_the_last_unit_falls_into_the_vault() -> None:
    near = "stock=Lblack;3=Sred,Lgreen;4=Sblue,Mblue"
    state = position(near, "stock=Lred;1=Lblue,Mblue,Sblue")
    step = state.apply(parse_move("card3", state))
    assert [event.kind for event in step.events] == ["sown", "nest_made", "vaulted", "captured"]
    assert step.state.pending and play(step.state, "decline").to_move is FAR


@pytest.mark.parametrize(
    ("colour", "text", "near", "far"),
    [
        (
            "green",
            "near.Lgreen>stock",
            "stock=Lgreen;1=Sgreen;2=Sblue;vault=Mred",
            "stock=Lred;3=Mblack,Lyellow",
        ),
        ("cyan", "far.Sred>stock", None, "stock=Lred,Sred;3=Mblack,Lyellow"),
        ("yellow", "far3>stock", None, "stock=Lred,Lyellow;3=Mblack"),
        ("clear", "near1>stock", "stock=Sclear;2=Sblue;vault=Lgreen,Mred", None),
        ("red", "far3>next", None, "stock=Lred;3=Mblack;4=Lyellow"),
        ("orange", "near1>next", "2=Sblue,Sorange;vault=Lgreen,Mred", None),
        ("blue", "near1.1<>2.1", "1=Sblue;2=Sblue;vault=Lgreen,Mred", None),
        ("purple", "near2.1<>1.1", "1=Sblue;2=Spurple;vault=Lgreen,Mred", None),
        ("black", "far3.1<>3.2", None, "stock=Lred;3=Lyellow,Mblack"),
        ("white", "decline", None, None),
    ],
)
def test_powers(colour: str, text: str, near: str | None, far: str | None) -> None:
    far_before = "stock=Lred;3=Mblack,Lyellow;4=Mred;vault=Sred"
    state = play(position(f"stock=S{colour};2=Sblue;vault=Lgreen", far_before), f"S{colour}")
    after = play(state, text).layout
    far_after = far if far and ("Sred" in far) else f"{far or 'stock=Lred;3=Mblack,Lyellow'};vault=Sred"
    near_after = near or f"1=S{colour};2=Sblue;vault=Lgreen,Mred"
    assert after == parse_layout(f"near({near_after})far({far_after})", 4)


def test_powers_act_on_single_pyramids_and_do_nothing_else() -> None:
    """They break a tree, reach a vault, complete a tree; never a capture, a nest or an extra turn (L9)."""
    state = position("stock=Sred,Lred", "stock=Lred;4=Mred;2=Lblue,Mblue;1=Sblue")
    due = play(state, "Sred")
    made = due.apply(parse_move("far1>next", due))
    assert [event.kind for event in made.events] == ["power_used", "tree_made"]
    state = position("stock=Sred;4=Mgreen", "stock=Lred;4=Mred")
    into_vault = play(state, "Sred", "near4>next")
    assert into_vault.to_move is FAR and not into_vault.extra
    assert into_vault.layout.near.vault == parse_pieces("Mgreen,Mred")


def test_extra_turn_may_be_stopped_and_lapses() -> None:
    state = position("stock=Sred;4=Sblue", "stock=Lred")
    assert kinds(state, "card4") == ["sown", "vaulted", "extra_turn"]
    assert kinds(play(state, "card4"), "stop") == ["stopped"]
    bare = position("4=Sblue", "stock=Lred")
    assert kinds(bare, "card4") == ["sown", "vaulted", "extra_turn_lapsed"]


def test_skipping_and_the_end() -> None:
    """A player who cannot sow is skipped, until neither can; stacks that are too high stay (L10)."""
    state = position("4=Sblue,Sred,Sgreen;vault=Lred", "1=Lred", FAR)
    assert kinds(state, "card1") == ["sown", "turn_skipped"]
    state = play(state, "card1", "card2", "card3")
    step = state.apply(parse_move("card4", state))
    assert [event.kind for event in step.events] == ["sown", "vaulted", "extra_turn_lapsed", "game_ended"]
    outcome = step.state.outcome
    assert outcome is not None and (outcome.winner, outcome.reading) == (None, "L10")
    assert step.state.legal_moves() == () and step.state.to_move is None
    with pytest.raises(IllegalMove, match="over") as caught:
        step.state.check(Stop(NEAR))
    assert caught.value.code == "game_over"
    with pytest.raises(MalformedMove, match="over"):
        step.state.force(Stop(NEAR))


def test_third_repetition_ends_the_game() -> None:
    """The same table with the same player to move counts, including the first position (L13, L16)."""
    state = position("stock=Lgreen,Sred", "stock=Sblue,Mblue", NEAR)
    loop = Layout(state.layout.near, state.layout.far)
    for _ in range(2):
        assert state.outcome is None
        state = state.force(Arrange(state.mover or NEAR, loop)).state
        state = state.force(Arrange(state.mover or NEAR, loop)).state
    assert state.outcome is not None and state.outcome.reading == "L13"


def test_capture_and_take_back_go_round_until_the_third_time() -> None:
    """Six legal moves lead back to the start; after going round twice the vaults decide (L13, L11)."""
    rules = Rules(cards=3)
    table = parse_layout("near(1=Sgreen)far(1=Sgreen;2=Sgreen)", 3)
    rest = Layout.standard(rules).pieces - table.pieces
    layout = Layout(table.near.with_vault(*rest.elements()), table.far)
    state = State.start(layout, rules, NEAR)
    assert state.status() == Problem.NONE
    moves = ["card1", "near.Sgreen>stock", "card1", "far.Sgreen>stock", "Sgreen", "Sgreen"]
    for text in (*moves, *moves):
        assert state.outcome is None
        state = state.apply(parse_move(text, state)).state
    assert state.layout == layout and state.seen.count((layout, NEAR)) == 3
    assert state.outcome is not None and state.status() == Problem.NONE
    assert (state.outcome.winner, state.outcome.reading) == (NEAR, "L13")


@pytest.mark.parametrize(
    ("vault", "score"),
    [
        ("", Score(0, 0, 0)),
        ("Sred,Mred,Lred", Score(1, 0, 0)),
        ("Sred,Mred,Lblue", Score(0, 1, 0)),
        ("2Sred,Mred,Mblue,Lred,Lblue,Sblack", Score(1, 1, 1)),
        ("9Sred", Score(0, 0, 9)),
    ],
)
def test_scores(vault: str, score: Score) -> None:
    assert cards.score_vault(parse_pieces(vault)) == score


def best_by_trying(vault: tuple[Piece, ...]) -> int:
    """The best arrangement over every choice of trees."""
    best = len(vault)
    for three in combinations(range(len(vault)), 3):
        tree = [vault[index] for index in three]
        if len({piece.size for piece in tree}) == 3:
            rest = tuple(piece for index, piece in enumerate(vault) if index not in three)
            worth = 7 if len({piece.colour for piece in tree}) == 1 else 5
            best = max(best, worth + best_by_trying(rest))
    return best


@pytest.mark.parametrize(
    "vault",
    [
        "Sred,Mred,Lred,Sblue,Mblue",
        "Sred,Mred,Lblue,Sblue,Mblue,Lred,Sblack",
        "2Sred,2Mred,2Lblue,Lred,Sblue",
    ],
)
def test_scores_are_the_best_of_all_arrangements(vault: str) -> None:
    pieces = parse_pieces(vault)
    assert cards.score_vault(pieces).total == best_by_trying(pieces)


def test_either_may_begin_when_nobody_was_named() -> None:
    state = State.start(Layout.standard(Rules()), Rules())
    assert state.to_move is None and state.outcome is None
    assert state.apply(Sow(FAR, 0, parse_pieces("Sred"))).state.to_move is NEAR


def test_out_of_turn_that_stood_passes_the_turn_on() -> None:
    state = State.start(Layout.standard(Rules()), Rules(), NEAR)
    assert state.force(Sow(FAR, 0, parse_pieces("Sred"))).state.to_move is NEAR
    too_many = state.force(Sow(NEAR, 0, parse_pieces("Sred,Sblue,Sgreen,Syellow,Sblack,Lred"))).state
    assert too_many.layout.near.vault == parse_pieces("Sblack,Lred") and not too_many.extra


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        ("near(stock=Sred)far(stock=Sred)", Problem.NEAR_STOCK | Problem.FAR_STOCK),
        ("near(stock=Sred;1=Mred)far(stock=Lred)", Problem.NUMBER),
        ("near(stock=Sred;1=Mred)far()", Problem.NUMBER | Problem.UNEVEN),
    ],
)
def test_status(layout: str, problem: Problem) -> None:
    state = State.start(parse_layout(layout, 4), Rules(trios=1), NEAR)
    assert state.status() == problem and len(state.problems()) >= len(list(problem))
    standard = State.start(Layout.standard(Rules(), "rainbow", "xeno"), Rules(), NEAR)
    assert standard.status() == Problem.NONE
    lost = State(standard.rules, standard.setup, state.layout, NEAR)
    assert lost.status() == Problem.PIECES_LOST


def test_layout_text_is_exact() -> None:
    for state in example_states():
        assert parse_layout(format_layout(state.layout), 4) == state.layout


@pytest.mark.parametrize("bad", [{"cards": 2}, {"cards": 11}, {"trios": 0}, {"tree_power": "none"}])
def test_rules_that_do_not_exist(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not"):
        Rules(**bad)  # type: ignore[arg-type]


def test_power_targets_are_all_there() -> None:
    """Green after a capture may target each kind in either vault once, or nothing."""
    state = play(position("stock=Sgreen;2=Sblue;vault=2Lgreen", "stock=Lred;4=Mred;vault=Sred"), "Sgreen")
    assert set(state.legal_moves()) == {
        Reclaim(NEAR, NEAR, Piece(*_key("Lgreen"))),
        Reclaim(NEAR, NEAR, Piece(*_key("Mred"))),
        Reclaim(NEAR, FAR, Piece(*_key("Sred"))),
        Decline(NEAR),
    }
    red = play(position("stock=Sred;2=Sblue", "stock=Lred;4=Mred"), "Sred")
    assert set(red.legal_moves()) == {Advance(NEAR, NEAR, 1), Advance(NEAR, NEAR, 2), Decline(NEAR)}


def _key(word: str) -> tuple[object, object]:
    (piece,) = parse_pieces(word)
    return piece.size, piece.colour
