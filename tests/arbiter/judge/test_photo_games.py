"""What one picture tells about Nickel, Logistics and Sanctum, from simulated observations."""

from __future__ import annotations

import pytest

from arbiter.judge.photo_games import shown_lines
from arbiter.kit.catalog import kit_named
from arbiter.kit.photo import Shown
from arbiter.words.wording import wording
from engine.game import Seat
from engine.logistics.model import Layout
from engine.logistics.notation import parse_move
from engine.logistics.state import State as LogisticsState
from engine.nickel.model import SQUARES, Orientation, Place, Pyramid, Rules
from engine.nickel.state import State
from engine.pieces import Colour
from tests.support.simulated.logistics_sim import LogisticsSim
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.photographed import nickel
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.simulated.table_sim import CLEAN as STILL
from tests.support.watched_logistics import OUTLINE, RULES
from vision.cards.cards import CardsSeen

TOKENS = {"tokens": ["white", "pink"]}


def lines(shown: Shown) -> str:
    return "\n".join(shown_lines(shown, wording()))


def test_a_board_of_nickel_that_is_whole() -> None:
    sim = NickelSim(board(1), 1)
    shown = nickel(sim)
    ((_, state),) = shown.states
    assert state.board == sim.setup.board and shown.problems == () and "32 legal moves" in lines(shown)


def test_a_second_of_a_kind_and_a_missing_one_are_told() -> None:
    sim = NickelSim(board(1), 1)
    red = [Pyramid(Colour.RED, way) for way in (Orientation.EAST, Orientation.NORTH)]
    square = SQUARES[sim.setup.board.index(red[1])]
    sim.things.remove(sim.thing(square))
    sim.lay(square, red[0])
    shown = nickel(sim)
    assert any("a second red pointing east, and nowhere the red pointing north" in p for p in shown.problems)
    sim.things.remove(sim.thing("a1"))
    assert any("nothing is on a1" in problem for problem in nickel(sim).problems)


@pytest.mark.parametrize("facts", [{}, TOKENS], ids=["stones", "pyramids"])
def test_nickel_under_way_says_what_may_be_matched(facts: dict[str, object]) -> None:
    colours = {Seat.NEAR: Colour.WHITE, Seat.FAR: Colour.PINK} if facts else {}
    sim = NickelSim(board(1), 1, tokens=colours)
    state = State.start(sim.setup, Rules(), Seat.NEAR)
    for square in ("d1", "b1"):
        move = Place(state.mover or Seat.NEAR, square)
        list(sim.place(move.seat, square))
        state = state.apply(move).state
    shown = nickel(sim, **facts)
    assert shown.problems == ()
    heading, found = next((h, s) for h, s in shown.states if s.handed == state.handed)
    assert heading == f"if near was handed the {state.handed}:" and found.mover is Seat.NEAR
    assert {m.square for m in found.legal_moves()} == {m.square for m in state.legal_moves()}
    assert any("handed over last" in doubt for doubt in shown.doubts)
    assert any("whose the tokens on b1, d1" in doubt for doubt in shown.doubts) is not bool(facts)
    if facts:
        assert found.board == state.board


def test_no_board() -> None:
    sim = NickelSim(board(1), 1)
    sim.things = sim.things[:9]
    assert nickel(sim).problems[0].startswith("I see no board") and nickel(sim).states == ()


def logistics(layout: Layout, **facts: object) -> Shown:
    sim = LogisticsSim(seed=3, noise=STILL, layout=layout)
    units = list(sim.still(0.3))[-1].units
    return kit_named("logistics").photo(RULES, "rainbow", facts, units, CardsSeen())


def test_logistics_at_set_up_and_under_way() -> None:
    state = LogisticsState.start(Layout.standard(RULES), RULES)
    shown = logistics(state.layout, outline=OUTLINE)
    assert shown.problems == () and shown.states[0][1].layout == state.layout
    for text in ("near: Sred,Mblue", "far: Sgreen", "near: card1"):
        state = state.apply(parse_move(text, state)).state
    shown = logistics(state.layout, outline=OUTLINE)
    assert [heading for heading, _ in shown.states] == ["if it is near's turn:", "if it is far's turn:"]
    assert all(found.layout == state.layout for _, found in shown.states)
    assert "near 2      Mblue, Sred" in lines(shown) and "whose turn it is" in lines(shown)


def test_logistics_says_what_is_missing() -> None:
    layout = Layout.standard(RULES)
    stock = layout.near.stock[1:]
    near = type(layout.near)(stock, layout.near.cards)
    shown = logistics(Layout(near, layout.far), outline=OUTLINE)
    assert shown.states == () and shown.problems == (f"near's stock: I do not see {layout.near.stock[0]}",)
    assert logistics(layout).problems[0].startswith("I see no cards")


def test_sanctum_by_colours() -> None:
    kit, units = kit_named("sanctum"), list(SanctumSim(seed=1).still(0.3))[-1].units
    shown = kit.photo(None, "rainbow", {}, units, CardsSeen())
    assert "town 2: red, on near's side, left" in lines(shown) and "structures  town1=neutral" in lines(shown)
    assert kit.photo(None, "rainbow", {}, (), CardsSeen()).problems[0].startswith("I see no structures")
    missing = kit.photo(None, "rainbow", {"marker": "yellow"}, units, CardsSeen())
    assert missing.states or "turn marker" in missing.problems[0]
