"""Set-ups read with known inventories: Nickel's board, Logistics' stocks, Initiative under noise."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from arbiter.games.initiative.setup.reading import SetupReading, read_setup
from arbiter.games.initiative.setup.worlds import initiative_inventory
from arbiter.games.nickel.inventory import nickel_inventory, pyramid_scores
from arbiter.table.inventories import may_be_hidden, piece_scores, problems
from engine.game import Seat
from engine.initiative.model import Setup
from engine.logistics.model import Layout, Rules
from engine.nickel.model import Orientation, Pyramid
from engine.pieces import PALETTES, Colour, Piece, Posture, Size
from tests.support.simulated.table_sim import CLEAN, ROUGH, Noise, TableSim
from vision.labelling.account import Account, account
from vision.labelling.inventory import Inventory, Problem
from vision.observation import LevelReading, UnitObservation
from vision.track.summing import Unit, sum_unit

RAINBOW = PALETTES["rainbow"]
TURN = {Orientation.NORTH: 90, Orientation.WEST: 180, Orientation.SOUTH: 270, Orientation.EAST: 0}


def blurred(rng: random.Random, labels: Sequence, right: object, p: float) -> dict:
    """Probabilities: ``p`` for the right label, the rest distributed at random."""
    others = {label: rng.expovariate(1.0) for label in labels if label != right}
    total = sum(others.values())
    return {right: p, **{label: (1 - p) * share / total for label, share in others.items()}}


def unit_of(rng: random.Random, piece: Piece, p: float, heading: float | None = None) -> Unit:
    """A unit summed over three frames, with about probability ``p`` for its true label."""
    hits = []
    for _ in range(3):
        colour = blurred(rng, RAINBOW, piece.colour, rng.uniform(p, 0.98))
        size = blurred(rng, list(Size), piece.size, rng.uniform(p, 0.98))
        flat = heading is not None
        hits.append(
            UnitObservation(
                0.0, 0.0, Posture.FLAT if flat else Posture.UPRIGHT, 0.1 if flat else 0.93,
                None if heading is None else (heading + rng.gauss(0, 9)) % 360,
                (LevelReading(colour, size),), {1: 1.0}, (0, 0, 9, 9), 0.9,
            )
        )  # fmt: skip
    return sum_unit(hits, RAINBOW)


def board(rng: random.Random, pyramids: Sequence[Pyramid], p: float) -> Account[Pyramid]:
    """The reading of a Nickel board with these pyramids."""
    units = [unit_of(rng, Piece(Size.SMALL, each.colour), p, TURN.get(each.orientation)) for each in pyramids]
    inventory = nickel_inventory(RAINBOW)
    return account(Problem(pyramid_scores(units, inventory.labels, RAINBOW), inventory))


def test_nickels_board_is_read_whole_where_readings_are_rough() -> None:
    right = single = 0
    for seed in range(6):
        rng = random.Random(seed)
        truth = list(nickel_inventory(RAINBOW).labels)
        rng.shuffle(truth)
        told = board(rng, truth, 0.35)
        assert told.missing == 0 and not told.doubled
        assert all(told.labels[i] == truth[i] for i in range(25) if i not in told.unreadable)
        right += sum(a == b for a, b in zip(told.labels, truth, strict=True))
        single += 25 - len(told.unreadable)
    assert right >= 0.97 * 150 and single >= 0.9 * 150


def test_nickels_missing_and_doubled_pyramids_are_named() -> None:
    rng = random.Random(3)
    truth = list(nickel_inventory(RAINBOW).labels)
    told = board(rng, truth[1:], 0.8)
    assert problems(told) == (f"I do not see {truth[0]}",)
    other = next(each for each in truth if each.colour is Colour.GREEN)
    told = board(rng, [other, *truth[1:]], 0.8)
    assert told.doubled == Counter({other: 1})
    doubled = f"there are more than there should be of {other}"
    assert problems(told)[:2] == (f"I do not see {truth[0]}", doubled)
    assert problems(board(rng, truth, 0.8)) == ()


def test_a_pyramid_that_points_the_wrong_way_is_not_passed_over() -> None:
    truth = list(nickel_inventory(RAINBOW).labels)
    told = board(random.Random(3), [truth[1], *truth[1:]], 0.8)
    assert {0, 1} & set(told.unreadable) and "cannot tell" in problems(told)[-1]


def test_both_stocks_of_logistics_and_what_may_be_hidden() -> None:
    inventory = Inventory.of(Layout.standard(Rules()).pieces.elements())
    assert inventory.size == 60 and set(inventory.counts) == {4}
    truth = [piece for piece, n in zip(inventory.labels, inventory.counts, strict=True) for _ in range(n)]
    rng = random.Random(1)
    rng.shuffle(truth)

    def told_of(pieces: list[Piece]) -> Account[Piece]:
        levels = [unit_of(rng, piece, 0.6).levels[0] for piece in pieces]
        return account(Problem(piece_scores(levels, inventory.labels, RAINBOW), inventory))

    told = told_of(truth)
    assert problems(told) == () and list(told.labels) == truth
    lost = [Piece(Size.SMALL, Colour.RED), Piece(Size.LARGE, Colour.BLUE)]
    for piece in lost:
        truth.remove(piece)
    told = told_of(truth)
    hidden = may_be_hidden(told.unseen, truth)
    assert hidden == Counter(lost[:1])
    assert problems(told, hidden) == (
        "I do not see large blue",
        "not in view, perhaps inside larger pyramids: small red",
    )


def test_a_board_cell_that_cannot_be_read_is_named_by_its_place() -> None:
    told = account(Problem(pyramid_scores([], (), RAINBOW), nickel_inventory(())))
    assert problems(told) == ()
    told = replace(told, unreadable=(7,))
    assert problems(told, where=lambda row: "c2") == ("I cannot tell for sure what these are: c2",)


def test_the_inventory_of_initiative_leaves_five_in_the_bag() -> None:
    inventory = initiative_inventory(RAINBOW, Size.MEDIUM, 20)
    counts = dict(zip(inventory.labels, inventory.counts, strict=True))
    assert inventory.size == 25 and inventory.apart == 5
    assert all(n == (1 if piece.size is Size.MEDIUM else 2) for piece, n in counts.items())


# ----- Initiative's tables, dealt at random and read through noise


def deal(rng: random.Random, palette: Sequence[Colour]) -> Setup:
    """A set-up dealt by I13."""
    colours, size = rng.sample(list(palette), 5), rng.choice(list(Size))
    bag = [Piece(s, c) for c in colours for s in Size for _ in range(2 - (s is size))]
    rng.shuffle(bag)
    rng.shuffle(colours)
    return Setup(tuple(sorted(bag[:10])), tuple(sorted(bag[10:20])), tuple(colours), size)


def outcome(setup: Setup, sim: TableSim, palette: tuple[Colour, ...]) -> str:
    """How the table was read: right, asked about, or silently wrong."""
    window = sim.rested(1.25)
    reading: SetupReading = read_setup([track.unit(palette) for track in window.present()], palette)
    if reading.setup is None or reading.problems or reading.doubts:
        return "asked"
    right = reading.setup.stack == setup.stack and reading.setup.stack_size == setup.stack_size
    for seat in Seat:
        things = sorted((t for t in sim.things if t.name == f"{seat}-inventory"), key=lambda t: t.x)
        right &= reading.setup.inventory(seat) == tuple(thing.pieces[0] for thing in things)
    return "right" if right else "wrong"


ROUGH_ALL = replace(ROUGH, drop=0.0, burst=0.0, false=0.0)
LOOKALIKES = Noise(p_right=(0.35, 0.95), wrong=0.03, bias=0.4, bias_share=0.9)
LEVELS = {
    "clean": (CLEAN, "rainbow", 8, 8),
    "rough": (ROUGH, "rainbow", 16, 0),
    "look-alikes": (LOOKALIKES, "rainbow", 8, 0),
    "all colours": (Noise(p_right=(0.7, 0.99), bias=0.1), "all", 8, 5),
    "all colours, rough": (ROUGH_ALL, "all", 8, 0),
}
"""Noise, palette, tables, and how many must be read without a question (none of the rough ones)."""


@pytest.mark.parametrize("name", LEVELS)
def test_initiatives_setup_is_read_right_or_asked_about(name: str) -> None:
    noise, palette_name, tables, least_right = LEVELS[name]
    palette, counts = PALETTES[palette_name], Counter[str]()
    for seed in range(tables):
        setup = deal(random.Random(seed), palette)
        sim = TableSim(setup, seed, noise, palette=palette, shuffle=True)
        counts[outcome(setup, sim, palette)] += 1
    assert counts["wrong"] == 0 and counts["right"] >= least_right, counts
