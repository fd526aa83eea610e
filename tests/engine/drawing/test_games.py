"""Diagrams of Logistics, Nickel and Sanctum: well-formed, complete, marked, the same for the same state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.drawing.page import labelled_stack
from engine.drawing.shapes import Box
from engine.game import Seat
from engine.games import GAMES
from engine.initiative.examples import ROUNDS
from engine.logistics.diagram import card_x, logistics_svg
from engine.logistics.examples import NAMES, example_states
from engine.logistics.notation import parse_layout
from engine.logistics.notation import parse_move as parse_logistics
from engine.logistics.state import Layout, Rules, State
from engine.nickel.diagram import nickel_svg
from engine.nickel.examples import GAMES as NICKEL
from engine.nickel.state import Orientation, Place
from engine.notation import parse_pieces
from engine.sanctum.diagram import sanctum_svg
from engine.sanctum.notation import parse_move, parse_structures
from engine.sanctum.state import State as Sanctum
from tests.support.drawn_svg import marks, outside, pyramids, read, tooltips


def some_states() -> Iterator[tuple[str, Any]]:
    yield from (("Initiative", state) for state in ROUNDS["call"].states())
    yield from (("Logistics", state) for state in example_states())
    yield from (("Nickel", state) for game in NICKEL.values() for state in game.states())
    yield "Sanctum", Sanctum.start(parse_structures("town1=red,town2=blue,colony=green"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_diagram(name: str) -> None:
    states = [state for game, state in some_states() if game == name]
    assert states
    for state in states:
        svg = GAMES[name].svg(state, {Seat.NEAR: "<Al & Bo>"})
        read(svg)
        assert svg == GAMES[name].svg(state, {Seat.NEAR: "<Al & Bo>"}) and "Al & Bo" not in svg


def test_every_pyramid_of_logistics_is_drawn() -> None:
    for state in example_states():
        words = tooltips(logistics_svg(state, NAMES))
        for seat in Seat:
            side = state.layout.side(seat)
            for card, stack in enumerate(side.cards, start=1):
                assert f"{seat} card {card}: {', '.join(map(str, stack)) or 'empty'}" in words
            for piece in set(side.stock):
                count = side.stock.count(piece)
                assert (f"{count} {piece}" if count > 1 else str(piece)) in words


def test_facing_cards_are_drawn_opposite_each_other() -> None:
    for cards in (3, 4, 10):
        for card in range(1, cards + 1):
            assert card_x(Seat.NEAR, card, cards) == card_x(Seat.FAR, cards + 1 - card, cards)
    assert card_x(Seat.NEAR, 1, 4) < card_x(Seat.NEAR, 2, 4)


LAST_MARKS = (
    [],
    ["far1", "far2", "far3", "far stock"],
    ["far3", "far stock"],
    ["far1", "far2"],
    ["near1", "near2"],
    ["far1", "far2", "far3", "far stock"],
    ["near4", "near vault"],
    ["near3", "near4", "near vault"],
    ["near4", "near vault"],
    ["near2", "near3", "near4", "near vault"],
)
LEGAL_MARKS = (
    ["far stock"],
    ["near stock"],
    ["far1", "far stock"],
    ["near2", "near3", "near stock"],
    ["far2", "far3", "far4", "far stock"],
    ["near2", "near3", "near4", "near stock"],
    ["near2", "near3", "near stock"],
    ["near2", "near4", "near stock"],
    ["near2", "near stock"],
    ["near3", "near4", "near stock"],
)


def test_marks_of_logistics() -> None:
    """The pictured steps: where the last move came from and landed, and what reached a vault or a stock."""
    for state, last, legal in zip(example_states(), LAST_MARKS, LEGAL_MARKS, strict=True):
        svg = logistics_svg(state)
        assert sorted(marks(svg, "last")) == sorted(last) and sorted(marks(svg, "legal")) == sorted(legal)


def position(near: str, far: str, *moves: str) -> State:
    state = State.start(parse_layout(f"near({near})far({far})", 4), Rules(), Seat.NEAR)
    for move in moves:
        state = state.apply(parse_logistics(move, state)).state
    return state


NEAR_SIDE = "stock=Sred,S{};2=Mblue,Mred;vault=2Lred"
FAR_SIDE = "stock=Sred;4=Lgreen;1=Lgreen,Sblack;vault=Lred"


@pytest.mark.parametrize(
    ("colour", "targets", "says"),
    [
        ("red", ["far1", "near1", "near2"], "red moves the top of a card one card forward"),
        ("yellow", ["far1", "near1", "near2"], "yellow takes the top of a card back to the stock"),
        ("blue", ["near1", "near2"], "blue swaps two pyramids on the player's own cards"),
        ("black", ["far1"], "black swaps two pyramids on the opponent's cards"),
        ("green", ["far vault", "near vault"], "green takes a pyramid out of a vault"),
    ],
)
def test_a_power_shows_its_targets(colour: str, targets: list[str], says: str) -> None:
    state = position(NEAR_SIDE.format(colour), FAR_SIDE, f"S{colour}")
    svg = logistics_svg(state, {Seat.NEAR: "Ann"})
    assert sorted(marks(svg, "legal")) == sorted(targets) and f"Ann may use a power, {says}<" in svg
    assert set(marks(svg, "last")) == {"far4", "near1", "near stock", "near vault"}
    assert ">captured 1<" in svg and "Last move: Ann sows 1 from the stock and captures<" in svg


@pytest.mark.parametrize(
    ("colour", "power", "last", "says"),
    [
        ("red", "far1>next", ["far1", "far2"], "moves the top of Bo's card 1 forward"),
        (
            "yellow",
            "near2>stock",
            ["near2", "near stock"],
            "takes the top of Ann's card 2 back to the stock",
        ),
        ("blue", "near1.1<>2.1", ["near1", "near2"], "swaps two pyramids on Ann's cards"),
        ("green", "far.Lred>stock", ["far stock", "far vault"], "takes the large red out of Bo's vault"),
        ("black", "decline", [], "does not use the power"),
    ],
)
def test_a_power_used_is_marked(colour: str, power: str, last: list[str], says: str) -> None:
    state = position(NEAR_SIDE.format(colour), FAR_SIDE, f"S{colour}", power)
    svg = logistics_svg(state, {Seat.NEAR: "Ann", Seat.FAR: "Bo"})
    assert sorted(marks(svg, "last")) == sorted(last) and f"Last move: Ann {says}" in svg


def test_trees_and_nests_are_named_and_a_hidden_pyramid_shows() -> None:
    svg = logistics_svg(position("1=Sred,Mblue,Lgreen;2=Lred,Mred,Sred;3=Mred,Lred", "stock=Sred"))
    assert svg.count(">tree<") == 1 and svg.count(">nest<") == 1
    assert ">LG(SR MB)<" in svg and ">LR(MR)<" in svg and pyramids(svg)["SR"] == 3


@pytest.mark.parametrize(
    ("pieces", "letters"),
    [
        ("Lred,Mred,Sred", ["LR", "MR", "SR"]),
        ("Sred,Mred,Lred,Sblue", ["LR(SR MR)", "SB"]),
        ("Lred,Sred,Mred", ["LR", "MR(SR)"]),
        ("Sred,Sblue", ["SR", "SB"]),
        ("Mred,Sred,Sblue,Sgreen,Lred", ["MR", "LR(SR SB SG)"]),
    ],
)
def test_letters_of_a_stack(pieces: str, letters: list[str]) -> None:
    """Letters run bottom to top; hidden pyramids follow in the brackets of the larger one."""
    drawn = "".join(labelled_stack(parse_pieces(pieces), 0, 0, Box(0, 0, 60, 100)))
    assert re.findall(r"<text [^>]*>([^<]*)<", drawn) == letters


@pytest.mark.parametrize("cards", range(3, 11))
def test_logistics_of_every_length(cards: int) -> None:
    state = State.start(Layout.standard(Rules(cards=cards), "xeno", "rainbow"), Rules(cards=cards))
    svg = logistics_svg(state)
    width = float(read(svg).attrib["viewBox"].split()[2])
    right = max(card_x(seat, card, cards) for seat in Seat for card in (1, cards))
    assert right < width - 176 and "Either player may begin" in svg


def test_high_stacks_stay_on_their_card() -> None:
    """Forty pyramids on one card are drawn above its lower edge, none above the board."""
    layout = parse_layout(f"near(1={','.join(['40Sred'])})far(stock=Sred)", 3)
    svg = logistics_svg(State.start(layout, Rules(cards=3), Seat.FAR))
    assert pyramids(svg)["SR"] == 41 and outside(svg) == []


@pytest.mark.parametrize(
    ("near", "headline"),
    [
        ("stock=Sred", "Ann sows"),
        ("4=Sred;vault=Lred,Mred", "Ann sows"),
    ],
)
def test_headlines_of_logistics(near: str, headline: str) -> None:
    state = State.start(parse_layout(f"near({near})far(stock=Sblue)", 4), Rules(), Seat.NEAR)
    assert headline in logistics_svg(state, {Seat.NEAR: "Ann"})
    over = State.start(parse_layout("near(vault=Lred,Mred,Sred)far(vault=Sred)", 4), Rules(), Seat.NEAR)
    assert "Ann wins 7 to 1" in logistics_svg(over, {Seat.NEAR: "Ann"})


@pytest.mark.parametrize("name", ["line", "l_shape"])
def test_nickel_marks(name: str) -> None:
    *before, end = NICKEL[name].states()
    for state in before:
        svg = nickel_svg(state)
        assert set(marks(svg, "legal")) == {move.square for move in state.legal_moves()}
        assert marks(svg, "last") == [move.square for move in state.history[-1:]] and not marks(svg, "won")
    assert end.outcome is not None
    assert set(marks(nickel_svg(end), "won")) == set(end.outcome.shapes[0])
    assert marks(nickel_svg(end, last=Place(Seat.NEAR, "a1")), "last") == ["a1"]


def test_nickel_says_what_is_asked_for() -> None:
    states = NICKEL["line"].states()
    assert "Ann begins, on the edge of the board<" in nickel_svg(states[0], {Seat.NEAR: "Ann"})
    assert "Ann takes a yellow pyramid or one pointing east<" in nickel_svg(states[2], {Seat.NEAR: "Ann"})
    limited = replace(states[3], rules=replace(states[3].rules, token_limit=6))
    assert ">2 of 6 played<" in nickel_svg(limited) and ">2 played<" in nickel_svg(states[3])


def test_nickel_shows_every_square() -> None:
    state = NICKEL["line"].states()[4]
    words = tooltips(nickel_svg(state))
    for cell, name in zip(
        state.board, (f"{file}{rank}" for rank in "12345" for file in "abcde"), strict=True
    ):
        assert f"{name}: {cell}" in words or f"{name}: token of {cell}" in words
    assert any(word.startswith("before Near player: ") for word in words)


def test_flat_pyramids_turn_with_their_orientation() -> None:
    """They are drawn pointing up, which is north, and then turned clockwise."""
    svg = nickel_svg(NICKEL["line"].states()[0])
    for way, turn in (
        (Orientation.NORTH, 0),
        (Orientation.EAST, 90),
        (Orientation.SOUTH, 180),
        (Orientation.WEST, 270),
    ):
        for part in svg.split("<title>")[1:]:
            if part.split("<")[0].endswith(f"pointing {way}"):
                assert f"rotate({turn} " in part.split("</g>")[0]


def test_sanctum_columns_follow_the_sequence() -> None:
    state = Sanctum.start(parse_structures("town1=red,town2=blue,colony=green,camp=red"))
    svg = sanctum_svg(state)
    assert "red has the initiative" in svg and svg.index("1. red") < svg.index("2. blue") < svg.index(
        "3. neutral"
    )
    for text in ("lienna:blue", "blue>town1"):
        state = state.apply(parse_move(text, state)).state
    svg = sanctum_svg(state)
    assert "1. blue" in svg and "Lienna keeps it there" in svg and "structure delta +1" in svg
    assert "town 1, blue, changed" in tooltips(svg) and marks(svg, "last") == ["town1"]
    assert ">+town 1<" in svg and ">−town 1<" in svg and ">Last: blue captured town 1<" in svg
