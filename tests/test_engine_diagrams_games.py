"""Diagrams of Logistics, Nickel and Sanctum: well-formed, complete, marked, the same for the same state."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Any

import pytest

from engine.diagram_logistics import card_x, logistics_svg
from engine.diagram_nickel import nickel_svg
from engine.diagram_page import LAST, LEGAL, WON
from engine.diagram_sanctum import sanctum_svg
from engine.examples import ROUNDS
from engine.examples_logistics import NAMES, example_states
from engine.examples_nickel import GAMES as NICKEL
from engine.game import Seat
from engine.games import GAMES
from engine.logistics import Layout, Rules, State
from engine.nickel import Orientation, Place
from engine.notation_logistics import parse_layout
from engine.notation_sanctum import parse_move, parse_structures
from engine.sanctum import State as Sanctum

SVG = "{http://www.w3.org/2000/svg}"


def tooltips(svg: str) -> list[str]:
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return [title.text or "" for group in groups for title in group.findall(f"{SVG}title")]


def frames(svg: str, stroke: str) -> int:
    """Large frames of one stroke: the legend's swatches are 16 wide."""
    rects = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    return sum(rect.get("stroke") == stroke and rect.get("width") != "16" for rect in rects)


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
        ElementTree.fromstring(svg)
        assert svg == GAMES[name].svg(state, {Seat.NEAR: "<Al & Bo>"}) and " id=" not in svg
        assert "<script" not in svg and "Al & Bo" not in svg


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


def test_marks_of_logistics() -> None:
    states = example_states()
    assert [frames(logistics_svg(state), LAST) for state in states] == [0, 3, 1, 2, 2, 3, 1, 1, 1, 1]
    assert [frames(logistics_svg(state), LEGAL) for state in states] == [0, 0, 1, 2, 3, 3, 2, 2, 1, 2]


@pytest.mark.parametrize("cards", range(3, 11))
def test_logistics_of_every_length(cards: int) -> None:
    state = State.start(Layout.standard(Rules(cards=cards), "xeno", "rainbow"), Rules(cards=cards))
    svg = logistics_svg(state)
    width = float(ElementTree.fromstring(svg).attrib["viewBox"].split()[2])
    right = max(card_x(seat, card, cards) for seat in Seat for card in (1, cards))
    assert right < width - 176 and "Either player may begin" in svg


def test_high_stacks_stay_on_their_card() -> None:
    """Forty pyramids on one card are drawn above its lower edge, none above the board."""
    layout = parse_layout(f"near(1={','.join(['40Sred'])})far(stock=Sred)", 3)
    svg = logistics_svg(State.start(layout, Rules(cards=3), Seat.FAR))
    places = [float(part.split(" ")[1].split(")")[0]) for part in svg.split("translate(")[1:]]
    assert len(places) == 41 and all(60 <= place <= 700 for place in places)


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


def test_nickel_marks() -> None:
    for name, won in (("line", 5), ("l_shape", 5)):
        *before, end = NICKEL[name].states()
        for state in before:
            hidden = (
                sum(move.square == state.history[-1].square for move in state.legal_moves())
                if state.history
                else 0
            )
            assert frames(nickel_svg(state), LEGAL) == len(state.legal_moves()) - hidden
            assert frames(nickel_svg(state), LAST) == bool(state.history)
        assert frames(nickel_svg(end), WON) == won - 1 and frames(nickel_svg(end), LAST) == 1
        assert frames(nickel_svg(end, last=Place(Seat.NEAR, "a1")), WON) == won


def test_nickel_shows_every_square() -> None:
    state = NICKEL["line"].states()[4]
    words = tooltips(nickel_svg(state))
    for cell, name in zip(
        state.board, (f"{file}{rank}" for rank in "12345" for file in "abcde"), strict=True
    ):
        assert f"{name}: {cell}" in words or f"{name}: token of {cell}" in words
    assert any(word.startswith("before Near player: ") for word in words)


def test_flat_pyramids_turn_with_their_orientation() -> None:
    """Drawn pointing up the picture, which is north, and turned clockwise from there."""
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
    assert "1. blue" in svg and "Lienna keeps it" in svg and "structure delta +1" in svg
    assert "town1, blue, changed" in tooltips(svg) and frames(svg, LAST) == 1
