"""Nickel: the pictured board, both wins, every reading as a table of cases, the set-up check."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, Seat
from engine.nickel.examples import GAMES, SETUP
from engine.nickel.notation import format_setup, parse_move, parse_pyramid, parse_setup
from engine.nickel.shapes import L_SHAPES, LINES
from engine.nickel.state import EDGE, SQUARES, Orientation, Place, Problem, Pyramid, Rules, Setup, State
from engine.pieces import Colour
from tests.support.words import texts

NEAR, FAR = Seat.NEAR, Seat.FAR
PICTURED = ("EWUWS", "USUSS", "NSNUW", "WNUEN", "EWEEN")


def with_tokens(near: str = "", far: str = "", rules: Rules | None = None, mover: Seat = NEAR) -> State:
    """The pictured board with these tokens; only the pyramid of the last one has to be matched."""
    board = list(SETUP.board)
    for seat, names in ((NEAR, near), (FAR, far)):
        for name in names.split():
            board[SQUARES.index(name)] = seat
    handed = SETUP.board[SQUARES.index((near or far).split()[-1])]
    assert isinstance(handed, Pyramid)
    return State.start(Setup(tuple(board), handed), rules or Rules(), mover)


def test_the_pictured_orientations() -> None:
    for rank, row in zip("54321", PICTURED, strict=True):
        for file, letter in zip("abcde", row, strict=True):
            cell = SETUP.board[SQUARES.index(f"{file}{rank}")]
            assert isinstance(cell, Pyramid) and cell.orientation.value[0].upper() == letter


def test_the_example_game() -> None:
    """First any edge square; then red or pointing east, as the text says of the first pyramid handed over."""
    start, first, second = GAMES["example"].states()
    assert {move.square for move in start.legal_moves()} == EDGE and len(EDGE) == 16
    red_or_east = {
        name
        for name, cell in zip(SQUARES, SETUP.board, strict=True)
        if isinstance(cell, Pyramid) and (cell.colour is Colour.RED or cell.orientation is Orientation.EAST)
    }
    assert {move.square for move in first.legal_moves()} == red_or_east - {"d1"}
    assert first.to_move is FAR and second.to_move is NEAR
    assert second.discarded == (parse_pyramid("Ered"),) and second.handed == parse_pyramid("Eyellow")
    kinds = [event.kind for event in first.apply(Place(FAR, "a5")).events]
    assert kinds == ["token_placed", "discarded", "handed_over"]


@pytest.mark.parametrize("name", ["l_shape", "line"])
def test_both_wins(name: str) -> None:
    game = GAMES[name]
    *before, end = game.states()
    assert all(state.outcome is None for state in before)
    assert end.outcome is not None
    assert (end.outcome.winner, end.outcome.reading) == (game.winner, game.reading)
    assert end.legal_moves() == () and end.to_move is None
    last = before[-1].apply(end.history[-1])
    assert last.events[-1].kind == "game_ended"


def test_the_pictured_l_shape() -> None:
    end = GAMES["l_shape"].states()[-1]
    assert set(end.tokens(NEAR)) == {"b3", "c3", "d3", "d2", "d1"}
    assert set(end.tokens(FAR)) == {"a5", "c5", "d4", "e4", "a3"}


def test_shapes_are_as_many_as_the_readings_say() -> None:
    assert len(set(LINES)) == 12 and all(len(set(line)) == 5 for line in LINES)
    assert len(L_SHAPES["3+3"]) == 36 and len(L_SHAPES["4+2"]) == 64 and len(L_SHAPES["both"]) == 100


@pytest.mark.parametrize(
    ("near", "l_shape", "reading"),
    [
        ("a1 b1 c1 d1 e1", "3+3", "N4"),
        ("a1 b2 c3 d4 e5", "3+3", "N4"),
        ("a5 b4 c3 d2 e1", "3+3", "N4"),
        ("c1 c2 c3 c4 c5", "4+2", "N4"),
        ("a1 b1 c1 a2 a3", "3+3", "N5"),
        ("a1 b1 c1 a2 a3", "4+2", None),
        ("a1 b1 c1 d1 d2", "3+3", None),
        ("a1 b1 c1 d1 d2", "4+2", "N5"),
        ("a1 b1 c1 d1 d2", "both", "N5"),
        ("c3 d3 e3 c4 c5", "both", "N5"),
        ("a1 b1 c1 d1", "both", None),
        ("a1 b1 c1 b2 b3", "both", None),
    ],
)
def test_winning_shapes(near: str, l_shape: str, reading: str | None) -> None:
    state = with_tokens(near, "", Rules(l_shape=l_shape), FAR)  # type: ignore[arg-type]
    assert (state.outcome.reading if state.outcome else None) == reading


def test_no_legal_move_loses() -> None:
    """All remaining pyramids share nothing with the one handed over (N6)."""
    keep = {name for name, cell in zip(SQUARES, SETUP.board, strict=True) if not _matches(cell)}
    gone = [name for name in SQUARES if name not in keep]
    state = with_tokens("", " ".join(name for name in gone if name != "d1"))
    assert state.outcome is None or state.outcome.shapes
    board = tuple(None if cell is not None and _matches(cell) else cell for cell in SETUP.board)
    stuck = State.start(Setup(board, parse_pyramid("Ered")), Rules(), NEAR)
    assert stuck.outcome is not None
    assert (stuck.outcome.winner, stuck.outcome.reading) == (FAR, "N6") and stuck.legal_moves() == ()
    with pytest.raises(IllegalMove) as caught:
        stuck.check(Place(NEAR, sorted(keep)[0]))
    assert caught.value.code == "no_match"
    after = stuck.force(Place(NEAR, sorted(keep)[0])).state
    assert after.outcome is None and after.to_move is FAR


def _matches(cell: object) -> bool:
    return isinstance(cell, Pyramid) and cell.matches(parse_pyramid("Ered"))


def test_token_limit() -> None:
    state = with_tokens("a1 b3", "e5", Rules(token_limit=2))
    assert state.outcome is not None and (state.outcome.winner, state.outcome.reading) == (FAR, "N6")
    assert with_tokens("a1 b3", "e5", Rules(token_limit=3)).outcome is None


@pytest.mark.parametrize(
    ("moves", "text", "reading", "code"),
    [
        ("", "c3", "N2", "not_on_edge"),
        ("d1", "far: e1", "N3", "no_match"),
        ("d1", "d1", "N3", "occupied"),
        ("d1", "near: a5", "N8", "out_of_turn"),
        ("e4 b3 d4 d3 a5 d1 c5 c3 a3 d2", "b1", "N5", "game_over"),
    ],
)
def test_illegal_moves(moves: str, text: str, reading: str, code: str) -> None:
    state = State.start(SETUP, Rules(), FAR if "e4" in moves else NEAR)
    for square in moves.split():
        state = state.apply(parse_move(square, state)).state
    with pytest.raises(IllegalMove) as caught:
        parse_move(text, state)
    assert (caught.value.reading, caught.value.code) == (reading, code)
    assert caught.value.alternatives == state.legal_moves() and str(caught.value).endswith(f"[{reading}]")


@pytest.mark.parametrize("text", ["", "f6", "d", "33", "near:", "blorange"])
def test_malformed_moves(text: str) -> None:
    with pytest.raises(MalformedMove, match="cannot read"):
        parse_move(text, State.start(SETUP, Rules(), NEAR))


def test_a_square_may_be_named_by_its_pyramid() -> None:
    state = State.start(SETUP, Rules(), NEAR)
    assert parse_move("red east", state) == parse_move("ered", state) == Place(NEAR, "d1")
    with pytest.raises(AmbiguousMove, match="could be") as caught:
        parse_move("ubl", state, check=False)
    assert {move.square for move in caught.value.alternatives} == {"c2", "c4"}
    either = State.start(SETUP, Rules())
    assert parse_move("far: d1", either) == Place(FAR, "d1")
    with pytest.raises(AmbiguousMove):
        parse_move("d1", either)


def test_moves_that_stood() -> None:
    start = State.start(SETUP, Rules(), NEAR)
    after = start.force(Place(NEAR, "c3")).state
    assert after.to_move is FAR and after.handed == parse_pyramid("Nred")
    twice = after.force(Place(NEAR, "a1")).state
    assert twice.to_move is FAR and twice.discarded == (parse_pyramid("Nred"),)
    with pytest.raises(MalformedMove, match="token"):
        after.force(Place(FAR, "c3"))
    with pytest.raises(MalformedMove, match="over"):
        GAMES["line"].states()[-1].force(Place(NEAR, "a1"))


def test_every_illegal_square_is_plausible() -> None:
    for state in GAMES["line"].states()[:-1]:
        bad = {move for move, _ in state.plausible_illegal_moves()}
        assert not bad & set(state.legal_moves())
        pyramids = sum(isinstance(cell, Pyramid) for cell in state.board)
        assert len(bad) + len(state.legal_moves()) == 2 * pyramids


@pytest.mark.parametrize(
    ("square", "cell", "problem", "says"),
    [
        (
            "d1",
            "Eblue",
            Problem.MISSING | Problem.DOUBLED,
            ("the blue pointing east is there twice, on d1 and d2", "red pointing east is missing"),
        ),
        (
            "d1",
            "Eorange",
            Problem.MISSING | Problem.WRONG_COLOURS,
            ("orange is a sixth", "red pointing east is missing"),
        ),
        (
            "a5",
            "-",
            Problem.MISSING | Problem.NOT_25,
            ("nothing is on a5", "yellow pointing east is"),
        ),
        (
            "d3",
            "Ured",
            Problem.MISSING | Problem.DOUBLED,
            ("the standing red is there twice, on d3 and c5", "standing yellow is missing"),
        ),
        ("d1", "Ered", Problem.NONE, ()),
    ],
)
def test_set_up_check(square: str, cell: str, problem: Problem, says: tuple[str, ...]) -> None:
    board = list(SETUP.board)
    board[SQUARES.index(square)] = None if cell == "-" else parse_pyramid(cell)
    state = State.start(Setup(tuple(board)), Rules(), NEAR)
    assert state.status() == problem
    for words in says:
        assert any(words in line for line in texts(state.problems())), state.problems()


def test_pieces_lost_and_four_colours() -> None:
    state = GAMES["line"].states()[3]
    assert state.status() == Problem.NONE
    assert replace(state, discarded=()).status() == Problem.PIECES_LOST
    four = tuple(
        cell if isinstance(cell, Pyramid) and cell.colour is not Colour.RED else None for cell in SETUP.board
    )
    found = State.start(Setup(four), Rules(), NEAR).status()
    assert Problem.WRONG_COLOURS in found and Problem.NOT_25 in found


def test_setup_text_is_exact_and_refuses_the_rest() -> None:
    for state in GAMES["l_shape"].states():
        setup = Setup(state.board, state.handed)
        assert parse_setup(format_setup(setup)) == setup
    for bad in ("", "Ered", "/".join(["Ered,Ered"] * 5), format_setup(SETUP).replace("Ered", "Xred")):
        with pytest.raises(MalformedMove):
            parse_setup(bad)


@pytest.mark.parametrize("bad", [{"l_shape": "5"}, {"token_limit": 0}])
def test_rules_that_do_not_exist(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not"):
        Rules(**bad)  # type: ignore[arg-type]


def test_starts_that_do_not_exist() -> None:
    with pytest.raises(ValueError, match="25"):
        State.start(Setup(SETUP.board[:24]), Rules())
    with pytest.raises(ValueError, match="who"):
        State.start(Setup(SETUP.board, parse_pyramid("Ered")), Rules())


def test_a_game_never_draws() -> None:
    """Random games end with a shape or with a stuck player."""
    dice = random.Random(5)
    for _ in range(60):
        state = State.start(SETUP, Rules(l_shape=dice.choice(["3+3", "4+2", "both"])), NEAR)
        while state.outcome is None:
            state = state.apply(dice.choice(state.legal_moves())).state
        assert state.outcome.winner is not None and state.outcome.reading in ("N4", "N5", "N6")


PERFT = (16, 128, 896, 5888)
"""Numbers of games of 1 to 4 moves on the example board; `naive_count` counts them independently."""


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(state.apply(move).state, depth - 1) for move in state.legal_moves())


def naive_count(board: dict[tuple[int, int], str], handed: str | None, depth: int) -> int:
    """Count games on pairs of letters by place; four moves are too few for a winning shape."""
    if depth == 0:
        return 1
    total = 0
    for (column, row), pair in board.items():
        edge = min(column, row) == 0 or max(column, row) == 4
        if edge if handed is None else any(a == b for a, b in zip(pair, handed, strict=True)):
            rest = {place: other for place, other in board.items() if place != (column, row)}
            total += naive_count(rest, pair, depth - 1)
    return total


def test_perft() -> None:
    text = format_setup(SETUP).replace("black", "kblack")
    board = {
        (column, row): word[:2]
        for row, line in enumerate(text.split("/"))
        for column, word in enumerate(line.split(","))
    }
    start = State.start(SETUP, Rules(), NEAR)
    assert tuple(perft(start, depth) for depth in range(1, 5)) == PERFT
    assert tuple(naive_count(board, None, depth) for depth in range(1, 5)) == PERFT
