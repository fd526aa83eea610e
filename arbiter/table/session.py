"""The session of any game with a ``TableModel``: observations and answers in, session events out.

It is set up, played and over, with the same methods and events as
`arbiter.games.initiative.session.GameSession`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from arbiter.camera.cards_watch import CardTable
from arbiter.corrections.corrections import GameSoFar
from arbiter.events.history import playable
from arbiter.events.ledger import Ledger
from arbiter.events.reports import game_over
from arbiter.events.types import EVENTS, Notice, Question, SessionEvent
from arbiter.table.frames import Snapshot, TableWatch
from arbiter.table.model import MarkedTable, TableGame, TableModel
from arbiter.table.play import TablePlay
from arbiter.table.setup.certain import certain_at_setup
from arbiter.table.setup.watch import TableSetupWatch
from arbiter.table.sites import Looks, see
from arbiter.table.unanswered import ASSUMED, LIKELIEST
from arbiter.table.window import Window
from engine.game import MoveError, plain
from engine.message import Messages
from vision.colour.colours import Certain
from vision.observation import Glimpse, TableObservation

say = Messages("arbiter")


class TableSession(TableWatch):
    """One game at one table. All methods return the events they caused, oldest first."""

    def __init__(self, table: TableGame) -> None:
        super().__init__(GameSoFar(table.game, table.rules))
        self._table = table
        self._setup: TableSetupWatch | None = TableSetupWatch(table)
        self._play: TablePlay | None = None
        self._end_reported = False
        self._known: tuple[Certain, ...] = ()

    # ----- input

    def enter(self, text: str, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """A move typed by a person or, at set-up, what stands somewhere; raises ``MoveError`` or
        ``ValueError``, in one line, if it is impossible."""
        if self._setup is not None and self.set_up is not None:
            return self.put_right(text)
        if self._play is None or self._play.over:
            raise MoveError(say("no_game_now"))
        now = self._time if time_s is None else time_s
        return self._announce(self._play.enter(text, now, self._window) + self._round_end())

    def take_back(self, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """Takes back the last move, even one that ended the game; ``MoveError`` if there is none."""
        if self._play is None:
            raise MoveError(say("no_game_now"))
        now = self._time if time_s is None else time_s
        events = self._play.take_back(now, self._window)
        self._end_reported = False
        return self._announce(events + self._round_end())

    def mark(self, corners: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
        """See `TableWatch.mark`."""
        if not isinstance(self._table, MarkedTable):
            raise ValueError(say("no_board", raw=self._table.game.name))
        self._table = marked = self._table.marked(corners)
        grid = marked.grid
        if self._setup is not None:
            self._setup.mark(self._table)
        elif self._play is not None:
            self._play.model = replace(self._play.model, grid=grid)  # type: ignore[type-var]
            self._play.take_over(self._play.ledger, self._window)
        facts: Mapping[str, Any] = grid.to_json()
        return {"grid": facts}

    @property
    def looking(self) -> CardTable | None:
        """The table while its cards are searched for in pictures: before a game with cards begins."""
        table = self._table
        return table if self._setup is not None and isinstance(table, CardTable) and table.looking else None

    def place(self, table: CardTable) -> None:
        """Takes the table after a look for its cards (see ``arbiter.camera.cards_watch``)."""
        if self.looking is not None and self._setup is not None:
            self._table = self._setup.table = table  # type: ignore[assignment]

    # ----- following the game

    def _look(self) -> list[SessionEvent]:
        if self._setup is not None:
            return self._setup.step(self._window) + self._begin(self._window)
        if self._play is None or self._play.over:
            return []
        return self._take_heir(self._play.step(self._window)) + self._round_end()

    @property
    def glimpses(self) -> bool:
        """Whether the model knows what a glimpse of the table hides."""
        play = self._play
        if play is None and self._branches is not None:
            return any(branch.session.glimpses for branch in self._branches.branches)
        return play is not None and play.model.glimpses

    def _between(self, frame: TableObservation) -> list[SessionEvent]:
        if self._play is None or not self.glimpses:
            return []
        if self._cut_short and frame.glimpse is None and self._play.model.in_order:
            frame = replace(frame, glimpse=Glimpse(frame.units, frozenset()))  # as read at the last rest
        seen = None if frame.glimpse is None else Window.glimpsed(frame, self._touches.seen)
        return self._play.between(seen, frame.time_s) + self._round_end()

    def _begin(self, window: Window) -> list[SessionEvent]:
        """Starts the game if it is set up; ``window`` is the table of the accepted set-up."""
        if self._setup is not None and self._setup.started is not None:
            setup, model = self._setup.started
            shown = self.set_up
            self._known = () if shown is None else certain_at_setup(shown.things)
            self._start(Ledger(setup, self._table.rules, game=self._table.game), model)
            assert self._play is not None
            self._play.looks = Looks.of(see(window, model, Looks()), model.reader)
        return []

    def _start_if_ready(self) -> list[SessionEvent]:
        return [] if self._setup is None else self._begin(self._setup.window_asked_of)

    def _start(self, ledger: Ledger, model: TableModel) -> None:
        question = self._setup.next_question if self._setup is not None else 1
        self._setup = None
        over = ledger.state.outcome is not None and ledger.waiting is None
        share = LIKELIEST if model.in_order else ASSUMED
        self._play = TablePlay(ledger, model, next_question=question, over=over, at_length=share)
        self._notices.clear()

    def _round_end(self) -> list[SessionEvent]:
        if self._play is None or not self._play.over or self._end_reported:
            return []
        self._end_reported = True
        return [game_over(self._play.ledger, time_s=self._time, round=1)]

    def _announce(self, events: list[SessionEvent]) -> tuple[SessionEvent, ...]:
        for event in events:
            if isinstance(event, Notice) and event.over:
                self._notices.pop(event.topic, None)
        return super()._announce(events)

    def ask_from(self, number: int) -> None:
        """Numbers the next question."""
        asking = self._play or self._setup
        assert asking is not None
        asking.next_question = number

    def _become(self, other: Any) -> None:
        super()._become(other)
        self._table, self._end_reported, self._known = other._table, other._end_reported, other._known

    # ----- output

    @property
    def ledger(self) -> Ledger | None:
        """The game so far; ``None`` before the set-up."""
        return None if self._play is None else self._play.ledger

    @property
    def model(self) -> TableModel | None:
        """The table's model; ``None`` before the set-up."""
        return None if self._play is None else self._play.model

    def snapshot(self) -> Snapshot:
        """The present state as an immutable value."""
        ledger, over = self.ledger, self._play is not None and self._play.over
        return self._stands(
            self._table.rules,
            phase="setup" if ledger is None else "over" if over else "play",
            round=1,
            rounds=1,
            provisional=False,
            totals=MappingProxyType({}),
            layout=None,
            match_over=over,
            model=self.model,
            game=self._table.game,
            spots=() if self._play is None else self._play.spots,
            known=self._known if ledger is not None and not ledger.plies else (),
        )

    # ----- continuing a record

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events (``(kind, to_json())`` in order); other kinds are
        skipped. Raises ``ValueError`` unless the session is fresh."""
        if self._play is not None:
            raise ValueError("only a fresh session can be resumed from a record")
        known = tuple(entries)
        self._take_recorded(known)
        ledger, layout = self._recorded()
        if ledger is None or layout is None:
            return
        self._start(ledger, self._table.model_of(layout))
        assert self._play is not None
        asked = (int(data["id"]) for kind, data in known if kind == Question.kind)
        self._play.next_question = max(asked, default=0) + 1

    def _recorded(self) -> tuple[Ledger | None, Mapping[str, Any] | None]:
        """The ledger and the latest layout in the book; adopts the rules in force there."""
        header = {"game": self._table.game.name, "rules": plain(self._table.rules)}
        game = self._book.result(header, ends=False)
        self._table = replace(self._table, rules=game.game.rules)  # type: ignore[type-var]
        ledger = playable(game.game.rounds[-1].ledger) if game.game.rounds else None
        layout = None
        for entry in game.entries:
            if entry.kind in EVENTS:
                seen = entry.data.get("observation") or {}
                layout = entry.data.get("layout") or seen.get("layout") or layout
        self._end_reported = any(entry.kind == "round_over" for entry in game.entries)
        return ledger, layout

    def _rebuild(self) -> None:
        """Continues from the corrected game, on the present table."""
        ledger, _ = self._recorded()
        if self._play is not None and ledger is not None:
            self._play.take_over(ledger, self._window)
