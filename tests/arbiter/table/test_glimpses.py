"""Glimpses: what shows of the table while hands move, and how they separate turns if hands never leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from arbiter.events.ledger import Ply
from arbiter.events.types import MoveSeen, Question
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.table.branch import Branch
from arbiter.table.budget import AT_A_TIME, MOST, Search
from arbiter.table.explanations import played, read_change
from arbiter.table.model import Seen
from arbiter.table.play import TablePlay
from arbiter.table.readings import Reading, Readings
from arbiter.table.session import TableSession
from arbiter.table.unanswered import Following
from arbiter.table.window import Window
from calibration.markers import find_markers
from calibration.pose import solve
from engine.game import Seat
from engine.logistics import cards
from engine.logistics.model import Decline, Layout, Sow
from engine.logistics.notation import parse_move
from engine.logistics.state import Rules, State
from engine.pieces import PALETTES, Colour, Piece, Size
from tests.support.cameras import look_at
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.table_sim import CLEAN
from vision.observation import SQUARE_MM, Glimpse, TableObservation
from vision.observe.pipeline import TableWatcher
from vision.observe.units import Models
from vision.source.frames import Frame
from vision.stillness.glimpse import GRID, QUIET_S, Quiet, cells_of, hidden_squares

RULES = Rules(cards=3, trios=1)
FULL = Layout.standard(RULES)
GRID_MM = CardGrid(3, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0)
Hand = tuple[float, float, float, float]
"""The part of the table that a hand covers: from x, y to x, y (mm)."""


# ----- vision


def marked(*cells: tuple[int, int]) -> np.ndarray:
    found = np.zeros(GRID, bool)
    for at in cells:
        found[at] = True
    return found


def test_what_moved_a_moment_ago_and_what_is_next_to_it_is_no_evidence() -> None:
    quiet = Quiet().step(marked((4, 4)), 1.0)
    assert quiet.restless(1.1)[3:6, 3:6].all() and quiet.restless(1.1).sum() == 9
    assert not quiet.restless(1.1 + QUIET_S).any()


def test_the_hidden_squares_are_those_behind_the_hidden_cells() -> None:
    camera = look_at((0.0, -600.0, 500.0), (0.0, 0.0, 0.0), 60.0)
    size = camera.width, camera.height
    at = np.array([[2.5 * SQUARE_MM, 1.5 * SQUARE_MM, 0.0]])
    ((x, y),) = camera.project(at)
    hidden = hidden_squares(camera, cells_of(((x - 1, y - 1, x + 1, y + 1),), size))
    assert (2, 1) in hidden
    assert (-8, 1) not in hidden and (8, 1) not in hidden
    assert not hidden_squares(camera, marked())


# ----- play


@dataclass
class Hasty:
    """Turns without a rest between them: the next hand comes before the previous one has gone."""

    glimpses: bool

    def __post_init__(self) -> None:
        self.sim = LogisticsSim(seed=3, noise=CLEAN, fps=15.0, layout=FULL)
        self.session = TableSession(LogisticsTable(RULES, grid=GRID_MM))
        self.state, self.told = State.start(FULL, RULES), list[str]()
        self.asked = 0
        self.feed(self.sim.still(2.4))

    def feed(self, frames: Iterable[TableObservation]) -> None:
        for frame in frames:
            for event in self.session.observe(frame):
                self.asked += isinstance(event, Question)
                if isinstance(event, MoveSeen) and event.text not in ("decline", "stop"):
                    self.told.append(event.text)

    def moving(self, hands: Sequence[Hand], seconds: float) -> Iterator[TableObservation]:
        """Frames in which hands move; every third one has a glimpse of what shows beside them."""
        for number in range(round(seconds * self.sim.fps)):
            frame = next(iter(self.sim.hand(0.0, 0.0, 1.5 / self.sim.fps)))
            seen = [self.sim._see(thing) for thing in self.sim.things]
            free = tuple(u for u in seen if not any(_over(hand, u.x_mm, u.y_mm) for hand in hands))
            glimpse = Glimpse(free, frozenset(_squares(hands))) if number % 3 == 2 else None
            yield replace(frame, units=(), glimpse=glimpse if self.glimpses else None)

    def play(self, text: str) -> None:
        """Sow from the stock, one pyramid after another, and take what that captures."""
        move = parse_move(text, self.state)
        assert isinstance(move, Sow)
        before, side = self.state.layout, self.state.layout.side(move.seat)
        for count in range(1, len(move.pieces) + 1):
            x, _ = GRID_MM.place(move.seat, count)
            own = cards.sow(side, 0, move.pieces[:count])[0]
            self.feed(self.moving([reach(move.seat, x)], 0.6))
            self.sim.lay(before.with_side(move.seat, own))
            self.feed(self.moving([reach(move.seat, x)], 0.2))
        self.state = self.state.apply(move).state
        self.sim.lay(self.state.layout)
        while self.state.pending:
            assert self.state.mover is not None
            self.state = self.state.apply(Decline(self.state.mover)).state
        self.feed(self.moving([stock(Seat.NEAR), stock(Seat.FAR)], 0.5))


def reach(seat: Seat, x: float) -> Hand:
    """An arm over one of the player's cards and the stock behind it."""
    return (x - 30, -300, x + 30, -25) if seat is Seat.NEAR else (x - 30, 25, x + 30, 300)


def stock(seat: Seat) -> Hand:
    """A hand that picks from the stock."""
    return (-200, -300, 200, -110) if seat is Seat.NEAR else (-200, 110, 200, 300)


def _over(hand: Hand, x: float, y: float) -> bool:
    return hand[0] <= x <= hand[2] and hand[1] <= y <= hand[3]


def _squares(hands: Sequence[Hand]) -> Iterator[tuple[int, int]]:
    for i in range(-20, 20):
        for j in range(-20, 20):
            if any(_over(hand, (i + 0.5) * SQUARE_MM, (j + 0.5) * SQUARE_MM) for hand in hands):
                yield i, j


TURNS = (
    "near: Lred,Mblue,Mred",
    "far: Lgreen,Lyellow",
    "near: Sgreen,Sblue,Lblack",
    "far: Mred,Sblack,Mgreen",
)


@pytest.mark.parametrize("glimpses", [True, False])
def test_turns_without_a_rest_between_them_are_told_by_glimpses(glimpses: bool) -> None:
    table = Hasty(glimpses)
    for text in TURNS:
        table.play(text)
    table.feed(table.sim.still(4.0))
    exact = table.told == [text.split(": ")[1] for text in TURNS] and not table.asked
    assert exact is glimpses, table.told


def test_a_sow_seen_between_two_hands_is_not_told_until_it_cannot_grow_though_the_picture_stands_still() -> (
    None
):
    """A stream that stutters shows the table at rest for half a second while a hand fetches the third one."""
    table = Hasty(True)
    move = parse_move("near: Lred,Mblue,Mred", table.state)
    assert isinstance(move, Sow)
    before, side = table.state.layout, table.state.layout.side(Seat.NEAR)
    for count in (1, 2):
        x, _ = GRID_MM.place(Seat.NEAR, count)
        table.feed(table.moving([reach(Seat.NEAR, x)], 0.6))
        table.sim.lay(before.with_side(Seat.NEAR, cards.sow(side, 0, move.pieces[:count])[0]))
    table.feed(table.moving([stock(Seat.NEAR)], 0.4))
    table.feed(table.sim.still(0.5))
    assert not table.told
    table.sim.lay(table.state.apply(move).state.layout)
    table.feed(table.moving([reach(Seat.NEAR, GRID_MM.place(Seat.NEAR, 3)[0])], 0.4))
    table.feed(table.sim.still(2.0))
    assert table.told == ["Lred,Mblue,Mred"]


@pytest.mark.parametrize("glimpses", [True, False])
def test_turns_without_a_rest_under_an_open_question_are_told_by_glimpses(glimpses: bool) -> None:
    """Of two readings that were asked about, the one that glimpses continue from is taken."""
    table = Hasty(glimpses)
    play = table.session._play
    assert play is not None
    first, other = (parse_move(text, table.state) for text in (TURNS[0], "near: Lred,Mblue,Mgreen"))
    table.state = table.state.apply(first).state
    table.sim.lay(table.state.layout)
    window = table.sim.rested()
    seen = play._believed.table(window)
    right = replace(read_change(play.ledger, play.model, seen, False).best, probability=0.9)
    made = played(play.ledger, (other,))
    assert made is not None and right.made == (first,)
    wrong = replace(right, ledger=made[0], moves=((other, made[1][0]),), probability=0.1)
    play._ask(Readings((right, wrong), 0.0), seen)
    for text in TURNS[1:]:
        table.play(text)
    table.feed(table.sim.still(4.0))
    exact = table.told == [text.split(": ")[1] for text in TURNS] and not table.asked
    assert exact is glimpses, table.told


def test_the_readings_of_a_question_read_a_glimpse_by_turns() -> None:
    taken = [list[tuple[bool, bool]](), list[tuple[bool, bool]]()]

    def branch(into: list[tuple[bool, bool]]) -> Branch:
        def between(window: Window | None, now_s: float, reads: bool) -> list[object]:
            into.append((window is not None, reads))
            return []

        play = SimpleNamespace(between=between, over=False, asked=None)
        return Branch(play, SimpleNamespace(), 0, [], True)  # type: ignore[arg-type]

    following = Following(tuple(map(branch, taken)))
    for number in range(4):
        following.glimpse(Window() if number == 0 else None, 1.0 + number)
    assert [each[0] for each in taken[0]] == [each[0] for each in taken[1]] == [True, False, False, False]
    assert [one[1] + other[1] for one, other in zip(*taken, strict=True)] == [1, 1, 1, 1]
    assert sum(each[1] for each in taken[0]) == sum(each[1] for each in taken[1]) == 2


def test_the_readings_of_a_question_read_the_table_by_turns_each_with_all_the_steps_of_a_frame() -> None:
    """The second one once found no legal turn for lack of steps, and called what was played illegal."""
    taken = [list[bool](), list[bool]()]

    def branch(into: list[bool]) -> Branch:
        def step(window: Window) -> list[object]:
            into.append(window.budget.take(Search.TURNS, MOST[Search.TURNS]))
            return []

        play = SimpleNamespace(step=step, over=False, asked=None)
        return Branch(play, SimpleNamespace(), 0, [], True)  # type: ignore[arg-type]

    following = Following(tuple(map(branch, taken)))
    window = Window()
    for _ in range(4):
        following.step(window)
    assert taken == [[True, True], [True, True]]


@pytest.mark.parametrize(
    ("hidden", "power", "followed", "over"),
    [
        (("near stock",), False, False, False),
        (("near stock",), True, False, True),
        (("near stock",), False, True, True),
        (("far stock",), False, False, True),
    ],
)
def test_a_sow_is_not_over_while_its_hand_is_at_the_stock(
    hidden: tuple[str, ...], power: bool, followed: bool, over: bool
) -> None:
    """The next pyramid is being fetched, unless the sow's power was used or another move follows."""
    table = Hasty(True)
    own = cards.sow(table.state.layout.side(Seat.NEAR), 0, (Piece(Size.LARGE, Colour.RED),))[0]
    table.feed(table.moving([reach(Seat.NEAR, GRID_MM.place(Seat.NEAR, 1)[0])], 0.6))
    table.sim.lay(table.state.layout.with_side(Seat.NEAR, own))
    table.feed(table.moving([reach(Seat.NEAR, GRID_MM.place(Seat.NEAR, 2)[0])], 0.6))
    play = table.session._play
    assert play is not None and play._held is not None
    sow = play._held.best
    if power:
        sow = replace(sow, ledger=replace(sow.ledger, plies=(*sow.ledger.plies, Ply(Decline(Seat.NEAR)))))
    now = replace(sow, moves=sow.moves * 2) if followed else sow
    seen = replace(play._held.scene, hidden=frozenset(hidden), stale=frozenset())
    assert play._past(sow, seen, now) is over


def test_a_rest_is_read_to_the_end_though_a_hand_comes_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reading of four frames begins just before the next hand comes, and nothing is glimpsed."""
    explained = TablePlay._explained

    def slow(play: TablePlay, seen: Seen) -> Iterator[None]:
        for _ in range(4 * AT_A_TIME):
            seen.budget.made[Search.BEGUN] += 1
            yield
        return (yield from explained(play, seen))

    monkeypatch.setattr(TablePlay, "_explained", slow)
    table, red = Hasty(False), (Piece(Size.LARGE, Colour.RED),)
    x, _ = GRID_MM.place(Seat.NEAR, 1)
    own = cards.sow(table.state.layout.side(Seat.NEAR), 0, red)[0]
    table.sim.lay(table.state.layout.with_side(Seat.NEAR, own))
    table.feed(table.moving([reach(Seat.NEAR, x)], 0.2))
    table.feed(table.sim.still(1.2))
    assert table.told == []
    table.feed(table.moving([reach(Seat.FAR, x)], 0.6))
    assert table.told == ["Lred"]


@pytest.mark.parametrize(
    ("rested_s", "seat", "over"), [(0.6, Seat.FAR, True), (0.0, Seat.FAR, False), (0.6, Seat.NEAR, False)]
)
def test_a_sow_that_lay_there_without_a_hand_is_over_once_the_other_player_has_sown(
    rested_s: float, seat: Seat, over: bool
) -> None:
    """Near's next hand is over one of near's cards already, so what lies there can't be seen."""
    table = Hasty(True)
    red = (Piece(Size.LARGE, Colour.RED),)
    own = cards.sow(table.state.layout.side(Seat.NEAR), 0, red)[0]
    table.feed(table.moving([reach(Seat.NEAR, GRID_MM.place(Seat.NEAR, 1)[0])], 0.6))
    table.sim.lay(table.state.layout.with_side(Seat.NEAR, own))
    table.feed(table.moving([reach(Seat.NEAR, GRID_MM.place(Seat.NEAR, 2)[0])], 0.6))
    play = table.session._play
    assert play is not None and play._held is not None
    play._held = replace(play._held, span_s=rested_s)
    sow = play._held.best
    now = replace(sow, moves=(*sow.moves, (Sow(seat, 0, red), sow.moves[0][1])))
    seen = replace(play._held.scene, hidden=frozenset(), stale=frozenset({"near3"}))
    assert play._past(sow, seen, now) is over


@pytest.mark.parametrize("known", [True, False])
def test_a_bare_place_beside_a_hand_is_believed_where_it_looks_as_at_the_last_reading(known: bool) -> None:
    """Near takes a pyramid back from its second card just as far's hand comes near that card."""
    table = Hasty(True)
    table.play("far: Lgreen,Sgreen,Mgreen")
    sown = table.state.apply(parse_move("near: Sblue,Mblack,Myellow", table.state)).state
    table.sim.lay(sown.layout)
    table.feed(table.moving([stock(Seat.NEAR)], 0.6))
    table.sim.lay(sown.apply(parse_move("near: near2>stock", sown)).state.layout)
    hands = [(-30.0, -25.0, 30.0, 300.0)]
    frame = next(each for each in table.moving(hands, 0.4) if each.glimpse is not None)
    assert frame.glimpse is not None and table.session._play is not None
    if known:
        frame = replace(frame, glimpse=replace(frame.glimpse, differing=frozenset(_squares(hands))))
    _, seen = table.session._play._confirmed(Window.glimpsed(frame, ()))
    assert ("near2" in seen.stale) is not known
    assert ("near2" in seen.went) is known


@pytest.mark.parametrize(("after", "over"), [("far: Sred", True), ("far: near1>stock", False)])
def test_what_looks_illegal_under_a_hand_does_not_end_a_move(after: str, over: bool) -> None:
    """Near's sow goes on while far's hand comes in: an arm hid the top of a card, as if it had been taken."""
    play = Hasty(True).session._play
    assert play is not None
    sow = parse_move("near: Sblue", play.ledger.state)
    then = parse_move(after, play.ledger.state.apply(sow).state, check=False)
    first, both = played(play.ledger, (sow,)), played(play.ledger, (sow, then))
    assert first is not None and both is not None
    before = Reading(first[0], 20.0, ((sow, first[1][0]),), probability=1.0)
    best = Reading(
        both[0], 30.0, tuple(zip((sow, then), both[1], strict=True)), probability=0.99, before=before
    )
    readings, told = Readings((best,), 0.01), list[Reading]()
    play._held = SimpleNamespace(scene=None)  # type: ignore[assignment]
    for name, value in (("_kept_readings", readings), ("_with_earlier", readings), ("_past", True)):
        setattr(play, name, lambda *_, value=value: value)
    play._alike = lambda *_: False  # type: ignore[method-assign]
    play._accept_earlier = lambda reading: told.append(reading) or []  # type: ignore[method-assign]
    play._hold = lambda *_: None  # type: ignore[method-assign]
    play._understand(Window(), SimpleNamespace(changed={"near1"}))
    assert (told == [before]) is over


# ----- with the networks

FILM = Path(__file__).parents[3] / "arbiter" / "samples" / "initiative-basic.mp4"


def test_a_piece_taken_away_is_missed_while_something_else_moves() -> None:
    """The film's opening, then the same with one piece painted over and a moving disc."""
    clean = cv2.VideoCapture(str(FILM)).read()[1]
    height, width = clean.shape[:2]
    watcher = TableWatcher(
        solve(find_markers(clean), width, height).calibration, Models.load(), PALETTES["rainbow"]
    )
    watcher.glimpses = True
    before = [watcher.process(Frame(clean, i / 12, i)) for i in range(10)][-1]
    gone = max(before.units, key=lambda unit: unit.x_mm)
    x0, y0, x1, y1 = (round(v) for v in gone.bbox_px)
    mask = np.zeros((height, width), np.uint8)
    mask[y0 - 6 : y1 + 6, x0 - 6 : x1 + 6] = 255
    without = cv2.inpaint(clean, mask, 5, cv2.INPAINT_TELEA)
    after = []
    for i in range(10, 22):
        moving = cv2.circle(without.copy(), (90 + 20 * (i % 3), height // 2), 50, (120, 140, 180), -1)
        after.append(watcher.process(Frame(moving, i / 12, i)))
    glimpses = [each.glimpse for each in after if each.glimpse is not None]
    assert glimpses and not any(each.still for each in after)
    assert all(each.units is before.units for each in after), "what is known of the table at rest stays"
    for seen in glimpses:
        assert seen.hidden and not seen.same(gone.x_mm, gone.y_mm)
        at = [(unit.x_mm, unit.y_mm) for unit in seen.units]
        assert min(np.hypot(x - gone.x_mm, y - gone.y_mm) for x, y in at) > 12
        for unit in before.units:
            if unit is not gone and unit.bbox_px[0] > 260:
                assert seen.same(unit.x_mm, unit.y_mm) or unit.bbox_px[0] < 400
                assert min(np.hypot(x - unit.x_mm, y - unit.y_mm) for x, y in at) < 3
