"""The diagram: well-formed, complete, marked, and the same text for the same state."""

from __future__ import annotations

import pytest

from engine.game import Seat
from engine.initiative.diagram import DiagramOptions, initiative_svg
from engine.initiative.examples import ROUNDS
from engine.initiative.notation import parse_play
from engine.initiative.state import State
from tests.support.drawn_svg import marks, read, tooltips


@pytest.mark.parametrize("name", ROUNDS)
def test_every_piece_is_drawn_in_every_state(name: str) -> None:
    for state in ROUNDS[name].states():
        words = tooltips(initiative_svg(state))
        for seat in Seat:
            for piece in set(state.inventories[seat]):
                assert words[str(piece)] + words[f"{piece}, may be played now"] > 0
        assert sum(count for word, count in words.items() if "from the top" in word) == 5
        row = sum(len(plays) for plays in state.rows.values())
        left = len(state.near) + len(state.far)
        virtual = sum(state.virtual_plays.values())
        assert words.total() == left + row + virtual + 5


def test_legal_pieces_are_marked_and_only_these() -> None:
    state = ROUNDS["basic"].states()[7]
    words = tooltips(initiative_svg(state))
    assert {word for word in words if "may be played" in word} == {"large red, may be played now"}
    plain = initiative_svg(state, options=DiagramOptions(legal=False))
    assert not any("may be played" in word for word in tooltips(plain))


def test_sacrifice_call_and_virtual_play_are_said_and_drawn() -> None:
    state = ROUNDS["call"].start()
    called = state.apply(parse_play("sb!/lr-1", state)).state
    svg = initiative_svg(called)
    assert tooltips(svg)["small blue on large red, colour called"] == 1
    assert ">SB/LR-1!<" in svg and svg.count("class='hollow'") == 2
    pummel = initiative_svg(ROUNDS["pummel"].states()[-1])
    assert tooltips(pummel)["large blue, played virtually"] == 5
    assert pummel.count("class='ghost'") == 5 and ">(LB)<" in pummel
    assert "stroke-dasharray='4 3'" in pummel


def test_a_flat_piece_points_at_the_opponent() -> None:
    """The tip of a called piece lies on the opponent's side of its base."""
    start = ROUNDS["call"].start()
    for seat, way in ((Seat.NEAR, -1), (Seat.FAR, 1)):
        setup = start.setup if seat is Seat.NEAR else start.setup.swapped()
        state = State.start(setup, start.rules, seat)
        svg = initiative_svg(state.apply(parse_play("sb!", state)).state)
        group = svg[svg.index("class='hollow'") :].split("<polygon", 2)[1]
        corners = [tuple(map(float, pair.split(","))) for pair in group.split("'")[1].split()]
        assert (corners[1][1] - corners[0][1]) * way > 0


@pytest.mark.parametrize(
    ("index", "headline"),
    [
        (0, "Turn 1: Alison leads"),
        (7, "Turn 4: Kristin attacks with a large yellow, Alison parries"),
        (-1, "Kristin wins the round: 8 pyramids × 3 = 24 points"),
    ],
)
def test_headline(index: int, headline: str) -> None:
    round_ = ROUNDS["basic"]
    assert f">{headline}<" in initiative_svg(round_.states()[index], round_.names)


def test_names_and_caption_are_escaped() -> None:
    svg = initiative_svg(
        ROUNDS["basic"].start(), {Seat.NEAR: "<Al & i'son>"}, options=DiagramOptions(caption="a < b")
    )
    read(svg)
    assert "&lt;Al &amp; i'son&gt;" in svg and "a &lt; b" in svg


def test_the_last_play_is_marked_where_asked() -> None:
    state = ROUNDS["basic"].states()[4]
    marked = [initiative_svg(state, last=play) for play in (None, *state.history)]
    assert marked[0] == marked[-1] and len(set(marked[1:])) == len(state.history)


def test_same_state_same_text_and_no_ids() -> None:
    state = ROUNDS["sacrifice"].states()[8]
    assert initiative_svg(state) == initiative_svg(state)
    assert " id=" not in initiative_svg(state)


def test_the_last_shift_is_marked_on_the_stack() -> None:
    """Turn 4 of the sacrifice example moves red up three slots; the previous play moved nothing."""
    before, after = ROUNDS["sacrifice"].states()[7:9]
    assert "stack" not in marks(initiative_svg(before), "last")
    svg = initiative_svg(after)
    assert "stack" in marks(svg, "last") and ">3 up<" in svg
    older = initiative_svg(after, last=after.history[4])
    assert "stack" not in marks(older, "last")


def test_a_pummeled_pyramid_is_marked_while_its_virtual_play_is_due() -> None:
    state = ROUNDS["pummel"].states()[-2]
    due = state.virtual_move
    assert due is not None and len(marks(initiative_svg(state), "legal")) == 1
    assert marks(initiative_svg(state, options=DiagramOptions(legal=False)), "legal") == []


def test_whoever_gained_the_initiative_is_marked() -> None:
    """The picture of the basic round has a black stone at turns 1, 2 and 3, one for each gaining parry."""
    svg = initiative_svg(ROUNDS["basic"].states()[-1], options=DiagramOptions(legend=False))
    assert svg.count(">◆<") == 3
