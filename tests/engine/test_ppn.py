"""The Piecepack export: goldens, and every table read back by an independent reader and compared."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.game import MalformedMove, Seat
from engine.games import GAMES
from engine.initiative import state as initiative
from engine.initiative.draft import roll_setup
from engine.logistics import state as logistics
from engine.nickel import examples as examples_nickel
from engine.nickel import state as nickel
from engine.nickel.model import SQUARES, Orientation, Pyramid
from engine.pieces import PALETTES, Colour, Piece, Size
from engine.playback import play_record, record_of
from engine.ppn import ppn_text
from engine.record.parser import parse_record
from engine.record.records import Comment, Entry, Mark, Record, Ruling
from scripts.parts.random_games import random_move
from tests.support.golden_games import GOLDENS
from tests.support.ppn_reader import ANGLES, Lying, PpnError, read_ppn

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES_EACH = 12
SUIT = dict(zip("RKGBYW", ("red", "black", "green", "blue", "yellow", "white"), strict=True))
Table = tuple[Lying, ...]
Heaps = dict[str, list[Piece]]


def heaps(table: Table) -> Heaps:
    """The pyramids of each place, bottom to top."""
    found: Heaps = {}
    for lying in table:
        if lying.piece == "▲":
            found.setdefault(lying.place, []).append(Piece(lying.rank, Colour(SUIT[lying.suit])))
    return found


def compare_initiative(state: initiative.State, table: Table) -> None:
    there = heaps(table)
    flat = {lying.place: lying.angle for lying in table if lying.side == "face"}
    longest = max(len(state.setup.near), len(state.setup.far))
    stack = there.pop(f"{chr(ord('a') + longest + 1)}4")
    assert [piece.colour for piece in reversed(stack)] == list(state.stack)
    for seat, row, inventory, angle in ((Seat.NEAR, "3", "1", 0), (Seat.FAR, "5", "7", 180)):
        for column, play in enumerate(state.rows[seat]):
            place = f"{chr(ord('a') + column)}{row}"
            assert there.pop(place) == list(reversed(play.pieces))
            assert flat.pop(place, None) == (angle if play.call else None)
        left = [there.pop(place) for place in list(there) if place[1:] == inventory]
        assert Counter(piece for heap in left for piece in heap) == Counter(state.inventories[seat])
    assert there == {} and flat == {}


def compare_logistics(state: logistics.State, table: Table) -> None:
    there = heaps(table)
    cards = state.rules.cards
    for seat in Seat:
        side = state.layout.side(seat)
        for card, stack in enumerate(side.cards, start=1):
            column = card if seat is Seat.NEAR else cards + 1 - card
            place = f"{chr(ord('a') + column)}{'5' if seat is Seat.NEAR else '7'}"
            assert there.pop(place, []) == list(stack)
        rows = {"1", "2", "3"} if seat is Seat.NEAR else {"9", "10", "11"}
        heaped = {place: heap for place, heap in there.items() if place[1:] in rows}
        for columns, pieces in (("abcdef", side.stock), ("ijklmn", side.vault)):
            found = [piece for place, heap in heaped.items() if place[0] in columns for piece in heap]
            assert Counter(found) == Counter(pieces)
        for place in heaped:
            del there[place]
    assert there == {}


def compare_nickel(state: nickel.State, table: Table) -> None:
    on = {place: [lying for lying in table if lying.place == place] for place in SQUARES}
    for square, cell in zip(SQUARES, state.board, strict=True):
        if isinstance(cell, Seat):
            assert [(each.piece, each.suit) for each in on[square]] == [
                ("c", "S" if cell is Seat.NEAR else "M")
            ]
        else:
            assert list(map(as_pyramid, on[square])) == ([cell] if cell else [])
    aside = [as_pyramid(lying) for lying in table if lying.place in ("i1", "i5")]
    assert Counter(aside) == Counter(state.discarded)
    handed = [
        as_pyramid(lying) for lying in table if lying.place == ("g1" if state.mover is Seat.NEAR else "g5")
    ]
    assert handed == ([state.handed] if state.handed else [])


def as_pyramid(lying: Lying) -> Pyramid:
    ways = dict(
        zip("^<v>", (Orientation.NORTH, Orientation.WEST, Orientation.SOUTH, Orientation.EAST), strict=True)
    )
    way = {ANGLES[sign]: orientation for sign, orientation in ways.items()}[lying.angle]
    return Pyramid(Colour(SUIT[lying.suit]), way if lying.side == "face" else Orientation.UP)


COMPARE = {"Initiative": compare_initiative, "Logistics": compare_logistics, "Nickel": compare_nickel}


def assert_tables(record: Record) -> None:
    """Assert that after every move the notation's table equals that of the state."""
    (game,) = read_ppn(ppn_text([record]))
    played = play_record(record)
    compare = COMPARE[record.tag("Game")]
    compare(played.start, game.tables["setup."])
    assert len(game.tables) == 1 + len(record.entries)
    for ply in played.plies:
        compare(ply.after, game.tables[f"{ply.number}."])


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    """UPDATE_GOLDEN=1 rewrites the files."""
    text, path = ppn_text([GOLDENS[name]]), GOLDEN / f"{name}.ppn"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    if GOLDENS[name].tag("Game") in COMPARE:
        assert_tables(GOLDENS[name])


@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_any_round_of_initiative(seed: int) -> None:
    """Random rounds with sacrifices, calls, virtual plays and plays that stood."""
    dice = Random(seed)
    swap = dice.choice(("up_to", "exact"))
    setup = roll_setup(tuple(dice.sample(PALETTES["rainbow"], 5)), dice.choice(list(Size)), dice)
    state = initiative.State.start(setup, initiative.Rules.advanced(swap=swap), Seat.NEAR)
    first, plays = state, []
    while state.outcome is None:
        bad = state.plausible_illegal_moves() if dice.random() < 0.2 else ()
        plays.append(dice.choice(bad)[0] if bad else dice.choice(state.legal_moves()))
        state = state.force(plays[-1]).state
    assert_tables(record_of(GAMES["Initiative"], first.setup, first.rules, first.leader, plays))


@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_any_game_of_logistics(seed: int) -> None:
    """Random games with sows, captures, powers, overlong sows that stood, and rearrangements."""
    dice = Random(seed)
    rules = logistics.Rules(cards=dice.randint(3, 10), tree_power=dice.choice(("top", "any")))
    first = state = logistics.State.start(logistics.Layout.standard(rules), rules, Seat.FAR)
    moves = []
    while state.outcome is None and len(moves) < 60:
        bad = state.plausible_illegal_moves() if dice.random() < 0.1 else ()
        swapped = state.layout.side(Seat.NEAR).with_card(1, state.layout.near.cards[0][::-1])
        arranged = logistics.Arrange(state.mover, state.layout.with_side(Seat.NEAR, swapped))
        choices = [dice.choice(bad)[0]] if bad else [random_move(state, dice)]
        moves.append(arranged if dice.random() < 0.05 else choices[0])
        state = state.force(moves[-1]).state
    assert_tables(record_of(GAMES["Logistics"], first.setup, rules, Seat.FAR, moves))


@pytest.mark.parametrize("seed", range(GAMES_EACH))
def test_any_game_of_nickel(seed: int) -> None:
    dice = Random(seed)
    first = state = nickel.State.start(examples_nickel.SETUP, nickel.Rules(), Seat.NEAR)
    moves = []
    while state.outcome is None:
        bad = state.plausible_illegal_moves() if dice.random() < 0.2 else ()
        bad = tuple(move for move, _ in bad if isinstance(state.at(move.square), Pyramid))
        moves.append(dice.choice(bad or state.legal_moves()))
        state = state.force(moves[-1]).state
    assert_tables(record_of(GAMES["Nickel"], first.setup, first.rules, Seat.NEAR, moves))


def test_position_with_tokens_and_a_pyramid_to_match() -> None:
    state = examples_nickel.GAMES["line"].states()[4]
    setup = nickel.Setup(state.board, state.handed)
    assert_tables(record_of(GAMES["Nickel"], setup, state.rules, state.mover, [state.legal_moves()[0]]))


def test_swaps_keep_their_heights() -> None:
    """Blue captures: two pyramids on near's cards change places, on one card and on two."""
    setup = "near(stock=Sred;1=Sblue;3=Sred,Mgreen,Lblack)far(stock=Sred;3=Myellow)"
    for swap in ("near3.1<>3.3", "near3.2<>2.1"):
        text = f'[Game "Logistics"][Setup "{setup}"][Leader "near"] 1. card1 2. {swap}'
        record, errors = parse_record(text)
        assert errors == () and play_record(record).errors == ()
        assert_tables(record)


def test_remarks_and_moves_not_made_are_comments() -> None:
    items = (
        Comment("before {anything}\nelse"),
        Entry("Sblue", Seat.NEAR),
        Ruling("a ---\n... hard one"),
        Entry("Mred", Seat.FAR, Mark.REFUSED),
        Entry("Sblue", Seat.FAR),
    )
    golden = GOLDENS["initiative_basic"]
    tags = (("Event", 'Tuesday: "late" # {x}'), *golden.tags, ("SetUp", "chess"), ("Near2", "Ünal"))
    (game,) = read_ppn(ppn_text([Record(tags, items)]))
    assert game.metadata["Event"] == 'Tuesday: "late" # {x}' and game.metadata["Near2"] == "Ünal"
    assert game.metadata["SetUp"] == "None" and "Setup" not in game.metadata
    assert game.comments["setup."] == ["before (anything) else"]
    assert game.comments["1."] == ["near: Sblue", "Ruling: a --- ... hard one"]
    assert game.moves["2."] == game.moves["3."] == []
    assert "far: Mred $refused" in game.comments["2."][0]
    assert game.comments["3."] == ["far: Sblue: cannot be read, left out"]


def test_several_records_are_several_games() -> None:
    games = read_ppn(ppn_text([GOLDENS["initiative_basic"], GOLDENS["nickel_line"]]))
    assert [game.metadata["GameType"] for game in games] == ["Initiative", "Nickel"]


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"Game": "Chess"}, "no game called"),
        ({"Setup": "near=Spurple;far=Sred;stack=red"}, "no purple pyramids, only red, black"),
        ({"Setup": "near=Sred;far=Sred;stack=clear"}, "no clear pyramids"),
    ],
)
def test_what_the_notation_cannot_hold(tags: dict[str, str], says: str) -> None:
    head = {**dict(GOLDENS["initiative_basic"].tags), **tags}
    with pytest.raises(MalformedMove, match=says):
        ppn_text([Record(tuple(head.items()))])


@pytest.mark.parametrize("token", ["a1", "▲X1@a1", "▲R4@a1", "▲R1@", "b1-a2", "2a1-b1", "a1[3]-%a1[1]", "{"])
def test_the_reader_refuses_what_is_not_in_the_notation(token: str) -> None:
    text = f"---\nSetUp: None\nMovetextParser: Icehouse\n...\nsetup. ▲R1@a1\n1. {token}\n"
    with pytest.raises(PpnError):
        read_ppn(text)
