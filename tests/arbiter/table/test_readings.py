"""Which readings of an earlier rest are accepted once play continues from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.events.ledger import LEGAL, Ledger, Ply, judge
from arbiter.table.explanations import played
from arbiter.table.readings import (
    LOG_OTHER_HAND,
    Reading,
    Readings,
    acceptable,
    borne_out,
    by_hands,
    certain_first_moves,
    offered,
    only_answer,
    taken_back_again,
    told_alone,
    turns,
)
from engine.game import Seat
from engine.message import Messages
from engine.nickel.state import Place
from tests.support.simulated.nickel_table import Table

FITS, MISFITS = 0.0, -6.0
say = Messages("arbiter")


def reading(square: str, worst: float, probability: float) -> Reading:
    """Near's first token on a square: legal on the edge, illegal inside."""
    ledger = Table().ready().session.ledger
    assert isinstance(ledger, Ledger)
    move = Place(Seat.NEAR, square)
    verdict = judge(ledger.state, move)
    assert verdict is not None
    return Reading(ledger, 0.0, ((move, verdict),), worst=worst, probability=probability)


@pytest.mark.parametrize(
    ("square", "worst", "probability", "made"),
    [
        ("a1", FITS, 0.95, True),
        ("a1", FITS, 0.85, True),
        ("a1", FITS, 0.6, False),
        ("a1", FITS, 0.27, False),
        ("a1", MISFITS, 0.99, False),
        ("c3", FITS, 0.92, False),
        ("c3", FITS, 0.96, True),
        ("c3", FITS, 0.71, False),
    ],
)
def test_what_an_earlier_rest_showed_is_made_true_only_if_it_was_likely(
    square: str, worst: float, probability: float, made: bool
) -> None:
    assert borne_out(reading(square, worst, probability), Readings((), 1.0)) is made


@pytest.mark.parametrize(
    ("square", "now", "made"),
    [("a1", 0.96, True), ("a1", 0.9, False), ("c3", 0.99, False)],  # an accusation needs certainty of its own
)
def test_what_was_unlikely_then_is_made_true_where_the_table_says_it_by_itself_now(
    square: str, now: float, made: bool
) -> None:
    then = reading(square, FITS, 0.3)
    assert borne_out(then, Readings((replace(then, probability=now),), 1 - now)) is made


@pytest.mark.parametrize(
    ("worst", "now", "made"), [(FITS, 0.99, True), (FITS, 0.9, False), (MISFITS, 0.99, False)]
)
def test_what_did_not_fit_then_is_made_true_where_the_table_fits_and_says_it_by_itself_now(
    worst: float, now: float, made: bool
) -> None:
    """A camera that smears shows a stone in its colour only a second after it was put down."""
    then = reading("a1", MISFITS, 0.8)
    assert borne_out(then, Readings((replace(then, worst=worst, probability=now),), 1 - now)) is made


@pytest.mark.parametrize(
    ("accused", "probability", "worst", "other", "taken"),
    [
        (True, 0.92, FITS, 0.01, True),
        (False, 0.92, FITS, 0.01, False),  # legal moves are seldom taken back
        (True, 0.88, FITS, 0.01, False),
        (True, 0.92, MISFITS, 0.01, False),
        (True, 0.92, FITS, 0.07, False),  # an alternative is plausible enough to ask about
    ],
)
def test_an_announced_illegal_move_is_taken_back_unasked_where_nothing_else_is_likely(
    accused: bool, probability: float, worst: float, other: float, taken: bool
) -> None:
    back = replace(reading("c3", worst, probability), moves=(), back=1)
    found = Readings((back, reading("a1", FITS, other)), 0.0)
    assert (only_answer(found, accused) is back) is taken


@pytest.mark.parametrize(
    ("only", "further", "other", "taken"),
    [(0.86, 0.13, 0.01, True), (0.86, 0.06, 0.08, False), (0.7, 0.29, 0.01, False)],
)
def test_it_is_taken_back_unasked_if_all_that_is_likely_begins_with_that(
    only: float, further: float, other: float, taken: bool
) -> None:
    """After it a power may have changed what nobody sees."""
    back = replace(reading("c3", FITS, only), moves=(), back=1)
    found = Readings((back, replace(reading("a1", FITS, further), back=1), reading("a1", FITS, other)), 0.0)
    assert (only_answer(found, True) is back) is taken


def test_what_is_only_half_done_is_no_answer() -> None:
    nothing = replace(reading("a1", FITS, 0.6), moves=())
    half = replace(nothing, unfinished=say("tt_again"), probability=0.3)
    assert offered(Readings((nothing, half), 0.1)) == (nothing,)


@pytest.mark.parametrize(("back", "offers"), [(1, True), (0, False)])
def test_a_take_back_is_an_answer_if_what_it_takes_back_was_announced(back: int, offers: bool) -> None:
    """An earlier look may have shown the take-back itself, with ``back`` moves taken back, or just a move."""
    before = replace(reading("a1", FITS, 0.9), back=back)
    best, taken = reading("a1", FITS, 0.8), replace(reading("a1", FITS, 0.2), back=1, before=before)
    assert offered(Readings((best, taken), 0.0)) == ((best, taken) if offers else (best,))


@pytest.mark.parametrize(
    ("probability", "worst", "accepted"),
    [(0.9995, -2.3, True), (0.9995, -2.7, False), (0.99, -2.3, False), (0.96, -1.0, True)],
)
def test_several_turns_may_depend_on_one_pyramid_that_hardly_shows(
    probability: float, worst: float, accepted: bool
) -> None:
    one = reading("a1", worst, probability)
    two = replace(one, moves=(*one.moves, (Place(Seat.FAR, "a5"), LEGAL)))
    assert two.plain and turns(two.made) == 2
    assert acceptable(two) is accepted


@pytest.mark.parametrize(
    ("probability", "worst", "told"),
    [(0.9995, -3.5, True), (0.9995, -4.5, False), (0.99, -1.0, False)],
)
def test_several_turns_that_nothing_else_comes_near_are_no_question(
    probability: float, worst: float, told: bool
) -> None:
    one = reading("a1", worst, probability)
    two = replace(one, moves=(*one.moves, (Place(Seat.FAR, "a5"), LEGAL)), before=one)
    assert (only_answer(Readings((two,), 0.0)) is two) is told


def since(before: Reading, probability: float, **more: object) -> Reading:
    """A reading after an earlier rest: its move was taken back."""
    return replace(
        Reading(before.ledger, 0.0, back=1, probability=probability, before=before), **more
    )  # the move still stands


@pytest.mark.parametrize(
    ("then", "now", "worst", "more", "told"),
    [
        (0.6, 0.99, FITS, {}, True),
        (0.6, 0.9, FITS, {}, False),  # another reading may explain both
        (0.4, 0.99, FITS, {}, False),  # it was not even the likeliest reading then
        (0.6, 0.99, MISFITS, {}, False),
        (0.6, 0.99, FITS, {"back": 0}, False),
        (0.6, 0.99, FITS, {"moves": reading("a1", FITS, 0.9).moves}, False),  # it became another move
    ],
)
def test_what_was_taken_back_is_told_where_little_else_explains_both_rests(
    then: float, now: float, worst: float, more: dict[str, object], told: bool
) -> None:
    before = reading("c3", worst, then)
    gone, nothing = since(before, now, **more), Readings((), 1.0)
    assert taken_back_again(gone, before, (before,), nothing) is told
    assert not taken_back_again(since(reading("c3", worst, then), now, **more), before, (before,), nothing)


@pytest.mark.parametrize(
    ("other", "share", "square", "told"),
    [
        ("c3", 0.15, "a1", True),
        ("c3", 0.04, "a1", False),
        ("d3", 0.15, "a1", False),  # it was another illegal move
        ("c3", 0.15, "e5", False),  # what came before it is not what lies there now
    ],
)
def test_what_was_taken_back_is_sure_though_what_came_before_it_was_open(
    other: str, share: float, square: str, told: bool
) -> None:
    """Two moves and an illegal one in one rest: who made which was open until that was taken back."""

    def chain(first: str, last: str, probability: float) -> Reading:
        moves = (*reading(first, FITS, 1.0).moves, *reading(last, FITS, 1.0).moves)
        return replace(reading(last, FITS, probability), moves=moves)

    before, beside = chain("a1", "c3", 0.45), chain("b1", other, share)
    direct = Readings((reading(square, FITS, 0.97),), 0.03)
    assert taken_back_again(since(before, 0.99), before, (before, beside), direct) is told


@pytest.mark.parametrize(
    ("probability", "square", "used"), [(0.99, "a1", True), (0.6, "a1", False), (0.99, "c3", False)]
)
def test_a_legal_move_that_the_table_tells_by_itself_does_not_wait_for_what_was_taken_back(
    probability: float, square: str, used: bool
) -> None:
    """Besides it, a move was played and taken back that was too unsure to report."""
    before = reading("c3", FITS, 0.6)
    alone = Readings((reading(square, FITS, probability),), 0.0)
    both = Readings((since(before, 0.99, ledger=alone.best.ledger),), 0.0)
    assert (told_alone(both, alone) is alone) is used
    elsewhere = replace(both.best, ledger=before.ledger.add(Ply(*reading("a5", FITS, 0.9).moves[0])))
    assert told_alone(Readings((elsewhere,), 0.0), alone) is None
    assert told_alone(alone, alone) is None


def several(squares: str, probability: float, worst: float = FITS, **more: object) -> Reading:
    """Tokens placed by both players alternately, near first."""
    ledger = Table().ready().session.ledger
    assert isinstance(ledger, Ledger)
    seats = (Seat.NEAR, Seat.FAR) * 2
    moves = [Place(seat, square) for seat, square in zip(seats, squares.split(), strict=False)]
    made = played(ledger, moves)
    assert made is not None
    verdicts = tuple(zip(moves, made[1], strict=True))
    return replace(Reading(made[0], 0.0, verdicts, worst=worst, probability=probability), **more)


@pytest.mark.parametrize(
    ("probability", "square", "used"), [(0.99, "a1", True), (0.6, "a1", False), (0.99, "b1", False)]
)
def test_a_move_that_a_glimpse_showed_first_is_no_less_certain_once_the_table_rests(
    probability: float, square: str, used: bool
) -> None:
    """On a film it was asked about: by itself it was 0.996 sure, after the glimpse 0.87."""
    before, alone = several("a1", 0.996), Readings((several(square, probability),), 0.0)
    again = replace(before, before=before, probability=0.87)
    assert (told_alone(Readings((again,), 0.13), alone) is alone) is used


@pytest.mark.parametrize(
    ("found", "first"),
    [
        pytest.param([several("a1", 0.6), several("a1 b1", 0.38)], "a1", id="what followed is open"),
        pytest.param([several("a1 b1", 0.6), several("a1 c3", 0.38)], "a1", id="either followed"),
        pytest.param([several("a1 b1", 0.5), several("a1 b1 a2", 0.47)], "a1 b1", id="two are sure"),
        pytest.param([several("a1 d3", 0.7), several("a1", 0.28)], "a1", id="an illegal one is not"),
        pytest.param([several("a1", 0.6), several("c1", 0.38)], "", id="one or the other"),
        pytest.param([several("c3", 0.98)], "", id="illegal"),
        pytest.param([several("a1", 0.6, MISFITS), several("a1 b1", 0.38)], "", id="it does not look so"),
        pytest.param([several("a1", 0.6), several("a1 b1", 0.38, back=1)], "", id="or taken back"),
    ],
)
def test_the_moves_that_everything_likely_begins_with_are_told(found: list[Reading], first: str) -> None:
    begun = certain_first_moves(Readings(tuple(found), 0.02), Table().ready().session.ledger)
    assert " ".join(move.square for move in begun.made) == first if begun else not first
    if begun is not None:
        assert len(begun.ledger.plies) == len(begun.made) and begun.ledger.waiting is None
        assert begun.probability == pytest.approx(0.97, abs=0.02)


def test_an_illegal_one_that_stands_comes_before_the_moves_that_are_told() -> None:
    start = Table().ready().session.ledger
    assert isinstance(start, Ledger)
    wrong = played(start, [Place(Seat.NEAR, "c3")])
    assert wrong is not None and wrong[0].waiting is not None
    found = []
    for squares, probability in (("a1", 0.6), ("a1 b1", 0.38)):
        moves = [Place(seat, at) for seat, at in zip((Seat.FAR, Seat.NEAR), squares.split(), strict=False)]
        made = played(wrong[0], moves)
        assert made is not None and all(verdict.legal for verdict in made[1])
        verdicts = tuple(zip(moves, made[1], strict=True))
        found.append(Reading(made[0], 0.0, verdicts, stands=True, probability=probability))
    begun = certain_first_moves(Readings(tuple(found), 0.02), wrong[0])
    assert begun is not None and [ply.play.square for ply in begun.ledger.plies] == ["c3", "a1"]


@pytest.mark.parametrize(
    ("hands", "weighed"),
    [
        ((Seat.NEAR,), (0.0, LOG_OTHER_HAND, LOG_OTHER_HAND)),
        ((Seat.FAR,), (LOG_OTHER_HAND, 0.0, LOG_OTHER_HAND)),  # an accusation of near is not helped either
        ((Seat.FAR, Seat.NEAR), (0.0, 0.0, 0.0)),
    ],
)
def test_whose_hand_was_seen_tells_legal_moves_apart(
    hands: tuple[Seat, ...], weighed: tuple[float, ...]
) -> None:
    table = Table().ready().session.ledger
    assert isinstance(table, Ledger)
    found = []
    for move in (Place(Seat.NEAR, "a1"), Place(Seat.FAR, "a1"), Place(Seat.NEAR, "c3")):
        made = played(table, [move])
        assert made is not None
        found.append(Reading(made[0], 0.0, tuple(zip((move,), made[1], strict=True))))
    assert [each.grave for each in found] == [False, False, True]
    assert tuple(each.score for each in by_hands(found, hands)) == weighed


@pytest.mark.parametrize(
    ("hands", "players", "suits"),
    [
        ("nf", "nf", True),
        ("nf", "fn", False),
        ("fnf", "fn", True),  # the first of these hands may still be leaving
        ("n", "nf", False),
        ("n", "", True),
    ],
)
def test_players_move_in_the_order_of_their_hands(hands: str, players: str, suits: bool) -> None:
    seats = {"n": Seat.NEAR, "f": Seat.FAR}
    moves = tuple((Place(seats[each], "a1"), LEGAL) for each in players)
    ledger = Table().ready().session.ledger
    assert isinstance(ledger, Ledger)
    (weighed,) = by_hands([Reading(ledger, 0.0, moves)], [seats[each] for each in hands])
    assert weighed.score == (0.0 if suits else LOG_OTHER_HAND)
