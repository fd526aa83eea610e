"""Faults in set-ups: each sentence says what is wrong and what to do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.amends import amends
from engine.game import Seat
from engine.games import GAMES
from engine.initiative import state as initiative
from engine.initiative.examples import ROUNDS
from engine.logistics import state as logistics
from engine.logistics.model import Layout
from engine.nickel import state as nickel
from engine.nickel.examples import SETUP as BOARD
from engine.nickel.notation import format_setup, parse_pyramid
from engine.notation import parse_pieces
from engine.pieces import Piece
from engine.sanctum import state as sanctum
from tests.support.words import texts

ROUND = ROUNDS["basic"].setup
GOOD = GAMES["Initiative"].format_setup(ROUND)
FULL = Layout.standard(logistics.Rules())
SIZED = "2{0}red,2{0}yellow,2{0}green,2{0}blue"
STOCK = f"{SIZED.format('S')},{SIZED.format('M')},{SIZED.format('L')},2Sblack,2Mblack"


def problems(game: str, setup: str, rules: str = "") -> tuple[str, ...]:
    """The faults of a set-up given as in a record."""
    played = GAMES[game]
    options = played.parse_rules(rules)
    return texts(played.start(played.parse_setup(setup, options), options, Seat.NEAR).problems())


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        (("", ""), ()),
        (("near=Sblue,", "near="), ("near has 9 pyramids instead of ten: draw one more",)),
        (
            ("near=Sblue,", "near=Sblue,Sred,"),
            ("near has 11 pyramids instead of ten: put one back into the bag",),
        ),
        (
            ("black,yellow,red;", "black,yellow;"),
            (
                "the initiative stack has 4 pyramids: build it of five, one of each colour",
                "near has red pyramids but the initiative stack has no such colour: exchange them",
            ),
        ),
        (
            ("black,yellow,red;", "black,yellow,blue;"),
            (
                "blue is on the initiative stack twice: each of the five colours belongs there once",
                "near has red pyramids but the initiative stack has no such colour: exchange them",
            ),
        ),
        (
            ("near=Sblue,", "near=Spink,"),
            ("near has pink pyramids but the initiative stack has no such colour: exchange them",),
        ),
        (
            ("near=Sblue,", "near=Mgreen,"),
            ("there are 3 medium green pyramids: two trios have two, so exchange one",),
        ),
        (
            ("size=small", "size=medium"),
            tuple(
                f"there are 3 medium {colour} pyramids, one of them on the stack: two trios have two, so "
                "exchange one"
                for colour in ROUND.stack
            ),
        ),
    ],
)
def test_initiative(change: tuple[str, str], lines: tuple[str, ...]) -> None:
    text = GOOD.replace(*change, 1)
    assert set(problems("Initiative", text)) == set(lines)


def test_initiative_on_the_table() -> None:
    state = initiative.State.start(ROUND, initiative.Rules())
    lost = replace(state, near=state.near[1:], stack=(*ROUND.stack[:4], ROUND.stack[0]))
    assert texts(lost.problems()) == (
        "near does not have the pyramids of the set-up: add 1 small blue",
        "the initiative stack is blue, green, black, yellow, blue: build it of the colours that it began "
        "with, blue, green, black, yellow, red",
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"near(stock={STOCK},2Lblack)far(stock={STOCK},2Lblack)", ()),
        (
            f"near(stock={STOCK},Lblack)far(stock={STOCK},2Lblack)",
            ("near's stock must have 2 of each size in each of its colours: add 1 large black",),
        ),
        (
            f"near(stock={STOCK},3Lblack)far(stock={STOCK},Lblack,Lpink)",
            (
                "near's stock must have 2 of each size in each of its colours: take away 1 large black",
                "far's stock must have 2 of each size in each of its colours: add 1 large black, "
                "take away 1 large pink",
            ),
        ),
        (
            "near(stock=2Sred,2Mred,2Lred)far(stock=Sred)",
            (
                "near's stock has 1 of five colours: add 2 of each size in 4 more colours",
                "far's stock must have 2 of each size in each of its colours: add 1 small red, 2 medium red "
                "and 2 large red",
                "far's stock has 1 of five colours: add 2 of each size in 4 more colours",
            ),
        ),
        (
            f"near(stock={STOCK},Lblack;1=Lblack)far(stock={STOCK},Lblack)",
            (
                "of black there are 4 small, 4 medium, 3 large on the table: each size must be there "
                "2 times, or 4 times if both players have black",
                "there are 59 pyramids on the table and two stocks have 60: add 1",
            ),
        ),
    ],
)
def test_logistics(text: str, lines: tuple[str, ...]) -> None:
    assert problems("Logistics", text) == lines


def test_logistics_on_the_table() -> None:
    state = logistics.State.start(FULL, logistics.Rules(), Seat.NEAR)
    fewer = replace(FULL.near, stock=FULL.near.stock[1:])
    assert texts(replace(state, layout=Layout(fewer, FULL.far)).problems()) == (
        f"the table does not have the pyramids of the set-up: add 1 {FULL.near.stock[0]}",
    )


@pytest.mark.parametrize(
    ("square", "cell", "lines"),
    [
        ("d1", "Ered", ()),
        (
            "d1",
            "Eblue",
            (
                "the blue pointing east is there twice, on d1 and d2: there must be one",
                "the red pointing east is missing: put one there",
            ),
        ),
        (
            "d1",
            "Nred",
            (
                "the red pointing north is there twice, on d1 and c3: there must be one",
                "the red pointing east is missing: turn one that is red pointing north",
            ),
        ),
        (
            "d1",
            "Epink",
            (
                "pink is a sixth colour: exchange the pink pointing east on d1",
                "the red pointing east is missing: put one there",
            ),
        ),
        (
            "d1",
            None,
            (
                "nothing is on d1: all 25 squares need a pyramid",
                "the red pointing east is missing: put one there",
            ),
        ),
        ("d1", Seat.NEAR, ()),
    ],
)
def test_nickel(square: str, cell: Any, lines: tuple[str, ...]) -> None:
    board = list(BOARD.board)
    board[nickel.SQUARES.index(square)] = parse_pyramid(cell) if type(cell) is str else cell
    assert problems("Nickel", format_setup(nickel.Setup(tuple(board)))) == lines


def test_nickel_of_four_colours_and_with_lost_pyramids() -> None:
    red = parse_pyramid("Ered").colour
    board = tuple(
        None if isinstance(cell, nickel.Pyramid) and cell.colour is red else cell for cell in BOARD.board
    )
    assert problems("Nickel", format_setup(nickel.Setup(board))) == (
        "nothing is on d1, b3, c3, c5 and d5: all 25 squares need a pyramid",
        "the board has 4 colours: it needs five",
    )
    state = nickel.State.start(BOARD, nickel.Rules(), Seat.NEAR)
    moved = state.apply(nickel.Place(Seat.NEAR, "d1")).state
    assert texts(replace(moved, handed=parse_pyramid("Epink")).problems()) == (
        "the pyramids on and off the board are not those of the set-up: add 1 red pointing east, "
        "take away 1 pink pointing east",
    )


@pytest.mark.parametrize(
    ("structures", "lines"),
    [
        ((("town1", "red"),), ()),
        ((), ("no structure is on the table: begin with at least one, like town1=red",)),
        (
            (("town1", "red"), ("town1", "blue")),
            ("2 structures are called town1: give each a name of its own",),
        ),
        (
            (("Town!", "red"),),
            ("'Town!' is not a name for a structure: use small letters, digits and underscores",),
        ),
    ],
)
def test_sanctum(structures: tuple[tuple[str, str], ...], lines: tuple[str, ...]) -> None:
    state = sanctum.State.start(sanctum.Structure(name, sanctum.Owner(owner)) for name, owner in structures)
    assert texts(state.problems()) == lines and bool(state.status()) == bool(lines)


@pytest.mark.parametrize(
    ("found", "wanted", "words"),
    [
        ("Sred", "Sred", "nothing"),
        ("Sred", "2Sred", "add 1 small red"),
        ("Sred,Mred", "", "take away 1 small red and 1 medium red"),
        (
            "Lpink",
            "Sred,Sblue,Mred,Mblue,2Lred,3Lblue",
            "add 1 small blue, 1 small red, 1 medium blue, 1 medium red and 5 more, take away 1 large pink",
        ),
    ],
)
def test_amends(found: str, wanted: str, words: str) -> None:
    def counted(text: str) -> Counter[Piece]:
        return Counter(parse_pieces(text))

    now, then = counted(found), counted(wanted)
    assert str(amends(now, then)) == words
