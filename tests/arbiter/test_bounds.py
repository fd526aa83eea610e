"""The worst case of every search, in steps: the work per frame is bounded whatever lies on the table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, permutations, product

import pytest

from arbiter.events.ledger import judge
from arbiter.events.types import Notice, SessionEvent
from arbiter.games.initiative.session import GameSession
from arbiter.games.initiative.setup.late_start import ENOUGH, RowPyramid, _Orders
from arbiter.kit.catalog import session_of
from arbiter.kit.session import Session
from arbiter.table.budget import MOST, Budget, Search
from arbiter.table.watchdog import CUT, Watchdog
from arbiter.table.window import Window
from engine.definition import NoRules
from engine.game import Seat
from engine.initiative.examples import ROUNDS, SETUP
from engine.initiative.model import Play, Rules, Setup
from engine.initiative.state import State
from engine.logistics.model import Layout
from engine.logistics.model import Rules as LogisticsRules
from engine.nickel.model import Rules as NickelRules
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.draft_sim import DraftSim, stack_of
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.table_session import Table
from tests.support.simulated.table_sim import CLEAN, Noise, TableSim, Thing
from vision.observation import TableObservation
from vision.track.summing import Unit

Frames = Iterator[TableObservation]


# ----- how a round began


def laid(play: Play, x_mm: float, since_s: float) -> RowPyramid:
    """A pyramid in a row."""
    return RowPyramid(play, Unit(x_mm, 0.0, 1.0, None, (), (), (0.0, 0.0, 1.0, 1.0), 1), since_s)


def rows_of(count: int, together: int) -> list[RowPyramid]:
    """The pyramids of ``count`` legal plays, ``together`` of which come at a time."""
    state, found, dice = State.start(SETUP, Rules.basic(), Seat.NEAR), list[RowPyramid](), random.Random(2)
    places = dict.fromkeys(Seat, 0.0)
    while len(found) < count and state.outcome is None:
        play = dice.choice(state.legal_moves())
        places[play.seat] += 40.0
        found.append(laid(play, places[play.seat], float(len(found) // together)))
        state = state.apply(play).state
    return found


def every_order(things: list[RowPyramid], leader: Seat) -> set[tuple[int, ...]]:
    """All legal orders; plays that came at the same time may run along their row in either direction."""
    times = sorted({each.since_s for each in things})
    groups = [[i for i, each in enumerate(things) if each.since_s == time] for time in times]
    found = set[tuple[int, ...]]()
    for parts in product(*(permutations(group) for group in groups)):
        order = tuple(chain(*parts))
        state: State | None = State.start(SETUP, Rules.basic(), leader)
        for part in parts:
            for seat in Seat:
                row = [things[i].unit.x_mm for i in part if things[i].play.seat is seat]
                state = state if row in (sorted(row), sorted(row, reverse=True)) else None
        for i in order:
            verdict = None if state is None else judge(state, things[i].play)
            legal = state is not None and verdict is not None and verdict.legal
            state = state.apply(things[i].play).state if legal and state is not None else None
        if state is not None:
            found.add(order)
    return found


@pytest.mark.parametrize(("count", "together"), [(5, 1), (6, 2), (6, 3), (7, 7)])
def test_the_orders_are_those_of_trying_them_all(count: int, together: int) -> None:
    things = rows_of(count, together)
    number = {id(each): i for i, each in enumerate(things)}
    for leader in Seat:
        found = _Orders(things, Budget()).firsts(State.start(SETUP, Rules.basic(), leader))
        orders = [tuple(number[id(each)] for each in way) for way in found]
        wanted = every_order(things, leader)
        assert set(orders) <= wanted and len(set(orders)) == len(orders)
        for first in {order[0] for order in wanted}:
            alike = sum(order[0] == first for order in wanted)
            assert sum(order[0] == first for order in orders) == min(ENOUGH, alike)


@pytest.mark.parametrize("together", [1, 2, 5, 20])
def test_a_long_round_began_is_found_in_few_steps(together: int) -> None:
    things, budget = rows_of(20, together), Budget()
    assert len(things) >= 12
    search = _Orders(things, budget)
    assert search.firsts(State.start(SETUP, Rules.basic(), Seat.NEAR)) and not search.cut
    assert budget.made[Search.BEGUN] <= 8 * 20 * 4


# ----- whole tables


def jumbled(sim: TableSim, seed: int, by_mm: float = 60.0) -> None:
    """Every unit has been pushed somewhere else."""
    dice = random.Random(seed)
    for thing in sim.things:
        thing.x, thing.y = thing.x + dice.uniform(-by_mm, by_mm), thing.y + dice.uniform(-by_mm, by_mm)


def relooked(sim: TableSim, seed: int, by_mm: float = 0.0) -> None:
    """Every unit looks like another one."""
    dice = random.Random(seed)
    for thing in sim.things:
        if len(thing.pieces) < 5:
            thing.lookalikes = tuple(
                (dice.choice(sim.palette), dice.choice(list(Size))) for _ in thing.pieces
            )
    sim.noise = Noise(bias_share=1e6)


def littered(sim: TableSim, seed: int, count: int = 60) -> None:
    """The most units the finder ever finds, everywhere, some several levels high."""
    dice = random.Random(seed)
    for number in range(count):
        piece = Piece(dice.choice(list(Size)), dice.choice(sim.palette))
        at = dice.uniform(-350, 350), dice.uniform(-230, 230)
        looks = ((piece.colour, piece.size),) * dice.choice((1, 1, 2, 3))
        sim.things.append(Thing(f"litter {number}", (piece,) * len(looks), *at, None, looks))


def swept(sim: TableSim, seed: int) -> None:
    """Everything except the stack is gone."""
    sim.things = [thing for thing in sim.things if thing.name == "stack"]


def played_at_once(sim: TableSim, seed: int) -> None:
    """All pyramids of both players stand in the rows; every third one is hidden."""
    dice = random.Random(seed)
    for seat in Seat:
        own = [thing for thing in sim.things if thing.name == f"{seat}-inventory"]
        dice.shuffle(own)
        for number, thing in enumerate(own):
            thing.x, thing.y = -150.0 + 32 * number, 45.0 if seat is Seat.FAR else -45.0
            if number % 3 == 2:
                sim.things.remove(thing)


def begun(rules: Rules, example: str, count: int) -> tuple[TableSim, Session]:
    """A round of Initiative after a number of plays."""
    table = Table(rules)
    for text in ROUNDS[example].plays[:count]:
        table.play(text, 1.5)
    return table.sim, table.session


def initiative() -> tuple[TableSim, Session]:
    return begun(Rules.basic(), "basic", 6)


def advanced() -> tuple[TableSim, Session]:
    return begun(Rules.advanced(), "pummel", 4)


def logistics() -> tuple[TableSim, Session]:
    rules = LogisticsRules(cards=6, tree_power="any")
    grid = {"count": 6, "x_mm": 0, "y_mm": 0, "pitch_mm": PITCH, "rows_mm": 2 * ROW_Y, "deep_mm": 88.0}
    sim = LogisticsSim(layout=Layout.standard(rules), seed=3)
    return sim, watched(sim, session_of("logistics", rules, "rainbow", 1, {"grid": {**grid, "turn_deg": 0}}))


def nickel() -> tuple[TableSim, Session]:
    sim = NickelSim(board(3), 5)
    session = watched(sim, session_of("nickel", NickelRules(), "rainbow", 1, {}))
    for number, square in enumerate(("a1", "b3", "c5")):
        for frame in sim.place(list(Seat)[number % 2], square, 1.5):
            session.observe(frame)
    return sim, session


def sanctum() -> tuple[TableSim, Session]:
    sim, dice = TableSim(Setup((), (), ()), 4), random.Random(2)
    sim.things = []
    for number in range(40):
        piece = Piece(Size.SMALL, dice.choice((Colour.RED, Colour.BLUE, Colour.GREEN)))
        sim._put("town", (piece,), -270.0 + number % 10 * 60, -150.0 + number // 10 * 80)
    sim._put("marker", (Piece(Size.LARGE, Colour.YELLOW),), 0, 250)
    return sim, watched(sim, session_of("sanctum", NoRules(), "rainbow", 1, {"marker": "yellow"}))


def draft() -> tuple[TableSim, Session]:
    sim = DraftSim(stack=stack_of(4), seed=4)
    return sim, watched(sim, session_of("initiative", Rules.advanced(), "rainbow", 1, {"draft": True}))


def watched(sim: TableSim, session: Session) -> Session:
    for frame in sim.still(2.0):
        session.observe(frame)
    return session


GAMES: Mapping[str, Callable[[], tuple[TableSim, Session]]] = {
    each.__name__: each for each in (initiative, advanced, logistics, nickel, sanctum, draft)
}
HARM: Mapping[str, Callable[[TableSim, int], None]] = {
    each.__name__: each for each in (jumbled, relooked, littered, swept)
}


def most_made(session: Session, frames: Frames) -> Mapping[Search, int]:
    """The most steps that each search took in any frame; questions stay unanswered."""
    most, inner = dict.fromkeys(Search, 0), getattr(session, "_draft", session)
    for frame in frames:
        session.observe(frame)
        made = inner._window.budget.made
        most = {search: max(most[search], made[search]) for search in Search}
    return most


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("game", GAMES)
def test_no_frame_tries_more_than_its_budget(game: str, harm: str) -> None:
    sim, session = GAMES[game]()
    assert session.snapshot().state is not None
    HARM[harm](sim, 1)
    made = most_made(session, chain(sim.hand(0, 0), sim.still(2.5)))
    assert all(made[search] <= MOST[search] for search in Search)
    assert session.snapshot().state is not None  # it goes on


def test_what_is_left_out_has_a_name_and_is_told_once() -> None:
    sim, session = advanced()
    played_at_once(sim, 1)
    events, cut = [], set[Search]()
    for frame in chain(sim.hand(0, 0), sim.still(6.0)):
        events += session.observe(frame)
        cut |= set(session.watchdog.cut)
    told = [event for event in events if isinstance(event, Notice) and event.topic == "cut"]
    assert cut and len(told) <= 1  # none where it was clear anyway what had happened


def test_people_are_told_of_what_was_left_out_unless_all_was_clear() -> None:
    budget = Budget()
    while budget.take(Search.MISREAD):
        pass
    watchdog = Watchdog()
    windows = [replace(Window(), budget=budget, last_s=at) for at in (1.0, 2.0, 3.0, 63.0)]
    told = [
        watchdog.step(window, clear)
        for window, clear in zip(windows, (True, False, False, False), strict=True)
    ]
    assert [[event.text for event in each] for each in told] == [[], [CUT], [], [CUT]]
    assert watchdog.cut == budget.cut


def test_what_is_understood_beside_something_else_has_as_many_steps_and_what_is_cut_is_told() -> None:
    budget = Budget()
    while budget.take(Search.TURNS):
        pass
    beside = budget.separate()
    assert [beside.take(Search.TURNS) for _ in range(MOST[Search.TURNS] + 1)].count(False) == 1
    assert budget.made == beside.made and budget.cut[Search.TURNS] == 2


def test_a_frame_that_comes_late_is_taken_in_and_judged_with_the_next() -> None:
    sim, session = TableSim(SETUP, 5, CLEAN), GameSession(Rules.basic(), rounds=1)
    events = list[SessionEvent]()
    for number, frame in enumerate(sim.still(3.0)):
        events += session.observe(frame, later=number % 2 == 0)
    assert [event.kind for event in events] == ["setup"]
