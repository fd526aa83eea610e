"""The session: table observations and answers in, session events out.

>>> from engine.initiative.state import Rules
>>> session = GameSession(Rules.basic())
>>> session.snapshot().phase
'setup'

A session watches for the set-up, then follows the round and, in a match of two rounds, waits for the swapped
set-up (I11). It knows no cameras, files or loudspeakers: whoever runs it records and speaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from arbiter.corrections.corrections import GameSoFar
from arbiter.events.ledger import Ledger
from arbiter.events.reports import game_over, seat_word
from arbiter.events.types import MatchOver, SessionEvent
from arbiter.games.initiative.relabel import relabel
from arbiter.games.initiative.resume import restore
from arbiter.games.initiative.round.play import RoundPlay
from arbiter.games.initiative.setup.watch import SetupWatch
from arbiter.table.frames import Snapshot, TableWatch
from arbiter.table.layout import Layout, Spot, Zone
from arbiter.table.scoring import Reader
from arbiter.table.setup.waiting import TIDYING_S, Obstacle
from arbiter.table.window import Window
from calibration.table_frame import Axes
from engine.game import MoveError, Seat, plain
from engine.initiative.game import GAME
from engine.initiative.match import Match, RoundResult
from engine.initiative.model import Rules, Setup
from engine.message import Messages
from engine.notation import format_piece
from engine.pieces import PALETTES, Colour, Piece, Size
from vision.observation import TableObservation

say = Messages("arbiter.games.initiative")


class GameSession(TableWatch):
    """A game of Initiative at one table.

    ``palette`` gives the colours that may occur (a name of ``PALETTES`` or the colours themselves);
    ``rounds`` is 2 for a match (I11) or 1. ``drafted`` is the set-up that the first round must have, if the
    players drafted it (I14); ``next_question`` is the first question's number. All methods return the events
    they caused, oldest first.
    """

    def __init__(
        self,
        rules: Rules,
        palette: str | tuple[Colour, ...] = "rainbow",
        rounds: int = 2,
        drafted: Setup | None = None,
        next_question: int = 1,
    ) -> None:
        if rounds not in (1, 2):
            raise ValueError(f"a match has 1 or 2 rounds, not {rounds}")
        super().__init__(GameSoFar(GAME, rules))
        colours = PALETTES[palette] if isinstance(palette, str) else tuple(palette)
        self._rules, self._rounds = rules, rounds
        self._reader = Reader(colours)
        self._match = Match(rules)
        self._drafted, self._first_question = drafted, next_question
        self._setup: SetupWatch | None = self._first_setup()
        self._play: RoundPlay | None = None
        self._done = False

    def _first_setup(self) -> SetupWatch:
        first = self._first_question
        return SetupWatch(self._reader, self._rules, expected=self._drafted, next_question=first)

    # ----- input

    def enter(self, text: str, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """A play typed by a person or, at set-up, what stands somewhere; ``MoveError`` or ``ValueError``."""
        if self._setup is not None and self.set_up is not None:
            return self.put_right(text)
        playing = self._playing()
        events = playing.enter(text, self._time if time_s is None else time_s, self._window)
        return self._announce(events + self._round_end())

    def take_back(self, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """Takes the last play back on a person's word; ``MoveError`` if there is none."""
        now = self._time if time_s is None else time_s
        return self._announce(self._playing().take_back(now, self._window))

    def _rebuild(self) -> None:
        """Starts again from what the corrected game says."""
        old = self._play
        game = self._book.result({"rules": plain(self._rules)}, ends=False)
        self._rules = game.game.rules
        self._match, self._done, self._play = Match(self._rules), False, None
        self._setup = self._first_setup()
        restore(self, game)
        if self._play is not None and self._book.corrected:
            self._play.layout = relabel(self._play.layout, self._play.ledger)
        if old is not None and self._play is not None and old.round == self._play.round:
            self._play.take_over(old)

    def _playing(self) -> RoundPlay:
        if self._play is None or self._play.over:
            raise MoveError(say("no_round"))
        return self._play

    # ----- following the game

    @property
    def seats(self) -> Axes | None:
        """The frame that suits where the players sit, while the table is seen in another one."""
        return None if self._setup is None else self._setup.seats

    def seated(self) -> None:
        """The table is seen in that frame from now on."""
        if self._setup is not None:
            self._setup.seats = None
        self._window = Window(touches=self._touches.seen)

    def _look(self) -> list[SessionEvent]:
        if self._setup is not None:
            return self._setup.step(self._window) + self._start_if_ready()
        if self._play is None or self._done:
            return []
        return self._take_heir(self._play.step(self._window)) + self._round_end()

    @property
    def glimpses(self) -> bool:
        """Whether the stack may be moved more than once before the table rests."""
        return self._play is not None and self._play.watches_stack

    def _between(self, frame: TableObservation) -> list[SessionEvent]:
        if self._play is None or not self.glimpses:
            return []
        seen = None if frame.glimpse is None else Window.glimpsed(frame, self._touches.seen)
        return self._play.between(seen, frame.time_s, frame.frame_index)

    def _start_if_ready(self) -> list[SessionEvent]:
        """Starts the round once it is set up, including plays made before the set-up was read."""
        setup = self._setup
        if setup is None or setup.started is None:
            return []
        self._start(*setup.started)
        assert self._play is not None
        self._play.overlook(self._window)
        seen = {"frames": 2 * (self._window.last_frame,), "answered": setup.asked_first}
        return self._play.catch_up([laid.play for laid in setup.made], self._time, seen) + self._round_end()

    def _start(self, ledger: Ledger, layout: Layout) -> None:
        question = self._setup.next_question if self._setup is not None else 1
        self._setup = None
        number = len(self._match.rounds) + 1
        self._play = RoundPlay(ledger, layout, self._reader, number, next_question=question)
        self._notices.clear()

    def _round_end(self) -> list[SessionEvent]:
        """Reports a finished round, and waits for the next or ends the match."""
        playing = self._play
        if playing is None or not playing.over or self._done:
            return []
        number = playing.round
        self._finish(playing)
        common = {"time_s": self._time, "round": number}
        points = self._match.totals
        totals = {seat.value: total for seat, total in points.items()}
        events: list[SessionEvent] = [game_over(playing.ledger, totals=totals, **common)]
        if self._done:
            winner = max(Seat, key=lambda seat: points[seat]) if len(set(points.values())) > 1 else None
            events.append(MatchOver(time_s=self._time, winner=seat_word(winner), totals=totals))
        return events

    def _finish(self, playing: RoundPlay) -> None:
        """Books a finished round."""
        outcome = playing.ledger.state.outcome
        assert outcome is not None
        leader = playing.ledger.plies[0].play.seat
        self._match = self._match.add(RoundResult(playing.ledger.setup, leader, outcome))
        self._done = len(self._match.rounds) >= self._rounds
        if not self._done:
            self._obstacle = Obstacle(TIDYING_S)
            self._setup = SetupWatch(
                self._reader,
                self._rules,
                len(self._match.rounds) + 1,
                self._match.next_setup(),
                self._match.next_leader(),
                playing.next_question,
            )

    def _become(self, other: Any) -> None:
        super()._become(other)
        self._rules, self._match, self._done = other._rules, other._match, other._done

    # ----- output

    def snapshot(self) -> Snapshot:
        """The present state as an immutable value."""
        playing = self._play
        phase = "over" if self._done else "play"
        if self._setup is not None:
            phase = "setup" if self._setup.round == 1 else "between"
        last = None if playing is None else playing.ledger.last
        return self._stands(
            self._rules,
            phase=phase,
            round=len(self._match.rounds) + (0 if self._done else 1),
            rounds=self._rounds,
            provisional=last is not None and last.open_shift and last.play.shift == 0,
            totals=self._match.totals,
            layout=None if playing is None else playing.layout,
            match_over=self._done,
            game=GAME,
            spots=() if playing is None else _spots(playing),
        )

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events (``(kind, to_json())`` in order); other kinds are
        skipped. ``ValueError`` unless the session is fresh."""
        if self._play is not None or self._match.rounds:
            raise ValueError("only a fresh session can be resumed from a record")
        self._take_recorded(entries)
        self._rebuild()

    # called while resuming

    def restore_round(self, ledger: Ledger, layout: Layout, next_question: int) -> None:
        """Puts a round in play as it was recorded."""
        self._start(ledger, layout)
        assert self._play is not None
        self._play.next_question = next_question
        self._play.end_if_over()

    def restore_end(self) -> None:
        """Books the round in play as finished."""
        assert self._play is not None
        self._play.over = True
        self._finish(self._play)


def _spots(playing: RoundPlay) -> tuple[Spot, ...]:
    """The believed contents of the table, the initiative stack last."""
    layout, state = playing.layout, playing.ledger.state_if_stood
    size = state.setup.stack_size or Size.SMALL
    stack = tuple(Piece(size, colour) for colour in state.stack)
    x, y = layout.stack_xy
    spots = (replace(spot, place=_place(spot)) for spot in layout.spots)
    return (*spots, Spot(0, Zone.OTHER, None, x, y, stack, (0.0, 0.0, 0.0, 0.0), place="stack"))


def _place(spot: Spot) -> str:
    """The name of a place on the drawing: a play by its number, an inventory spot by its kind of piece."""
    if spot.ply is not None:
        return f"play {spot.ply}"
    held = spot.zone is Zone.INVENTORY and spot.pieces
    return f"{spot.seat} {format_piece(spot.pieces[0])}" if held else ""
