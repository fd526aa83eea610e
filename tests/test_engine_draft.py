"""Setting up Initiative by die and by drafting (I13, I14)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import IllegalMove, MalformedMove, Seat
from engine.initiative import Problem, Rules, State
from engine.initiative_draft import INVENTORY, Draft, Draw, Move, Take, bag_of, roll_setup
from engine.notation_pieces import parse_pieces
from engine.pieces import PALETTES, Piece, Size

NEAR, FAR = Seat.NEAR, Seat.FAR
STACK = PALETTES["rainbow"]


def piece(word: str) -> Piece:
    return parse_pieces(word)[0]


def play(draft: Draft, *moves: Move) -> Draft:
    for move in moves:
        draft = draft.apply(move).state
    return draft


def begun() -> Draft:
    """Near and far have put one and two pyramids down; near is to move."""
    draft = Draft.start(STACK, Size.SMALL, NEAR)
    return play(
        draft,
        Draw(NEAR, piece("Lred"), 1),
        Draw(FAR, piece("Lblue"), 2),
        Draw(NEAR, piece("Mred"), 2),
        Draw(FAR, piece("Mblue"), 3),
    )


@pytest.mark.parametrize("seed", range(20))
def test_dealt_by_die(seed: int) -> None:
    size = list(Size)[seed % 3]
    setup = roll_setup(STACK, size, Random(seed))
    assert State.start(setup, Rules.advanced(), NEAR).status() == Problem.NONE
    assert setup == roll_setup(STACK, size, Random(seed))
    left = bag_of(STACK, size) - Counter((*setup.near, *setup.far))
    assert left.total() == 5


def test_order_of_a_draft() -> None:
    draft = begun()
    assert draft.to_move is NEAR and draft.open_rows == (1, 3) and draft.full_takes == (1, 2, 3)
    draft = play(draft, Take(NEAR, 2))
    assert draft.hand(NEAR) == parse_pieces("Mred,Lblue")
    assert draft.to_move is FAR and draft.closed == {2} and draft.open_rows == (1, 3)
    draft = play(draft, Draw(FAR, piece("Lgreen"), 1), Draw(FAR, piece("Mgreen"), 3))
    assert draft.to_move is FAR and draft.must_take
    step = draft.apply(Take(FAR, 3))
    assert [event.kind for event in step.events] == ["taken", "markers_opened"]
    assert step.state.to_move is NEAR and step.state.open_rows == (2, 3)
    assert step.state.rows[0] == parse_pieces("Lred,Lgreen")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Draw(FAR, piece("Lgreen"), 1), "out_of_turn"),
        (Take(FAR, 1), "out_of_turn"),
        (Draw(NEAR, piece("Lgreen"), 2), "full"),
        (Take(NEAR, 2, parse_pieces("Mred")), "partial"),
    ],
)
def test_illegal(move: Move, code: str) -> None:
    draft = begun()
    with pytest.raises(IllegalMove) as caught:
        draft.check(move)
    assert (caught.value.reading, caught.value.code) == ("I14", code)
    assert caught.value.alternatives == draft.legal_moves()
    assert everything(draft.force(move).state) == everything(draft)


@pytest.mark.parametrize("move", [Draw(FAR, piece("Lgreen"), 2), Take(FAR, 2)])
def test_a_taken_marker_is_closed(move: Move) -> None:
    draft = replaced_row(play(begun(), Take(NEAR, 2)))
    with pytest.raises(IllegalMove, match="closed") as caught:
        draft.check(move)
    assert caught.value.code == "closed"


def replaced_row(draft: Draft) -> Draft:
    return draft.force(Draw(FAR, piece("Lblack"), 2)).state


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Draw(NEAR, piece("Lred"), 4), "no marker 4"),
        (Draw(NEAR, piece("Lpink"), 1), "no large pink left"),
        (Take(NEAR, 1, parse_pieces("Lgreen")), "must come from marker 1"),
    ],
)
def test_malformed(move: Move, says: str) -> None:
    with pytest.raises(MalformedMove, match=says):
        begun().check(move)


def test_an_empty_row_cannot_be_taken_and_a_row_of_one_can() -> None:
    draft = Draft.start(STACK, Size.SMALL)
    with pytest.raises(MalformedMove, match="nothing at marker 1"):
        draft.check(Take(NEAR, 1))
    assert all(isinstance(move, Draw) for move in draft.legal_moves()) and draft.to_move is None
    assert Take(NEAR, 1) in begun().legal_moves()


def test_ten_is_the_limit_and_the_rest_stays() -> None:
    """With nine and a row of two one is chosen; whoever has ten counts as having taken."""
    bag = sorted(bag_of(STACK, Size.SMALL).elements())
    nine, row, rest = tuple(bag[:9]), tuple(bag[9:11]), bag[11:]
    draft = Draft(STACK, Size.SMALL, NEAR, nine, (), (row, (), ()))
    takes = [move for move in draft.legal_moves() if isinstance(move, Take)]
    assert takes == [Take(NEAR, 1, (each,)) for each in dict.fromkeys(row)]
    with pytest.raises(MalformedMove, match="room for 1"):
        draft.check(Take(NEAR, 1))
    after = play(draft, takes[0])
    assert len(after.near) == INVENTORY and len(after.rows[0]) == 1 and after.to_move is FAR
    after = play(after, Draw(FAR, rest[0], 2), Take(FAR, 2))
    assert after.to_move is FAR and after.closed == frozenset() and after.waiting is None
    assert Take(FAR, 1) in after.legal_moves()


def everything(draft: Draft) -> Counter[Piece]:
    return draft.bag + Counter((*draft.near, *draft.far, *(each for row in draft.rows for each in row)))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False))
def test_every_draft_ends_with_ten_each(dice: Random) -> None:
    size = dice.choice(list(Size))
    draft = Draft.start(STACK, size, dice.choice([None, *Seat]))
    while draft.setup is None:
        legal = draft.legal_moves()
        assert legal and len(set(legal)) == len(legal)
        takes = [move for move in legal if isinstance(move, Take)]
        move = dice.choice(takes if takes and dice.random() < 0.3 else list(legal))
        before = draft.to_move
        draft = draft.apply(move).state
        assert everything(draft) == bag_of(STACK, size)
        assert max(len(draft.near), len(draft.far)) <= INVENTORY and max(map(len, draft.rows)) <= 2
        assert before in (None, move.seat) and hash(draft) == hash(draft)
    assert draft.legal_moves() == () and draft.to_move is None
    assert State.start(draft.setup, Rules.advanced(), NEAR).status() == Problem.NONE
    with pytest.raises(MalformedMove, match="over"):
        draft.force(Draw(NEAR, sorted(draft.bag)[0], 1))


def test_stack_must_be_five_colours() -> None:
    with pytest.raises(ValueError, match="five"):
        Draft.start(STACK[:4], Size.SMALL)
