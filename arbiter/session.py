"""The session: table observations and answers in, session events out.

>>> from engine.initiative import Rules
>>> session = GameSession(Rules.basic())
>>> session.snapshot().phase
'setup'

A session watches for the set-up, then follows the round, then (in a match of two rounds) waits for the
swapped set-up (I11). It never talks to cameras, files or loudspeakers: whoever runs it records and speaks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from arbiter import reports
from arbiter.corrections import Fold, Game
from arbiter.events import (
    Answer,
    Correction,
    MatchOver,
    Notice,
    Question,
    QuestionWithdrawn,
    SessionEvent,
    SetupSeen,
)
from arbiter.evidence import Reader
from arbiter.layout import Layout
from arbiter.ledger import Ledger, Ply
from arbiter.move_list import Listed, listed
from arbiter.record import Entry
from arbiter.relabel import relabel
from arbiter.round_play import RoundPlay
from arbiter.setup_waiting import TIDYING_S, Obstacle
from arbiter.setup_waiting import TOPIC as WAITING
from arbiter.setup_watch import SetupWatch
from arbiter.tracker import Gate, Window
from arbiter.watchdog import Watchdog
from engine.game import MoveError, Seat, plain
from engine.initiative import Match, RoundResult, Rules, Setup
from engine.pieces import PALETTES, Colour
from vision.observation import TableObservation

LOST_S = 1.0
"""After this long without the camera's pose people are told."""
REMEMBERED = 12


@dataclass(frozen=True)
class Snapshot:
    """What a page shows: where the session stands right now.

    ``phase`` is ``setup``, ``play``, ``between`` (waiting for the next round's set-up) or ``over``, and
    before a match ``draft`` or ``drafted`` (waiting for the set-up that was drafted); ``state`` is the state
    (``None`` before the set-up), an illegal play that waits (``waiting``) left out; ``moves`` are those of
    the round, which people may correct; ``provisional``: the stack may still be moved for the last play;
    ``notices`` are the open ones by topic; ``recent`` the last events.
    """

    phase: str
    round: int
    rounds: int
    rules: Any
    state: Any
    last: Ply | None
    waiting: Ply | None
    provisional: bool
    totals: Mapping[Seat, int]
    question: Question | None
    notices: Mapping[str, str]
    recent: tuple[SessionEvent, ...]
    layout: Layout | None
    time_s: float
    match_over: bool
    moves: tuple[Listed, ...] = ()
    game: str = "Initiative"


class TableWatch:
    """What every session does with frames: which of them count, and what to tell of a lost camera.

    A session says in ``_look`` what it makes of the window of still table, in ``_question`` what is open, in
    ``_rebuild`` where it stands once people have put the game right, in ``_round_end`` what is over by then.
    """

    def __init__(self, game: Game) -> None:
        self._book = Fold(game)
        self._taken = 0
        self._made: Correction | None = None
        """The correction that is in the book already."""
        self._gate, self._window = Gate(), Window()
        self._notices: dict[str, str] = {}
        self._recent: deque[SessionEvent] = deque(maxlen=REMEMBERED)
        self._unregistered_since: float | None = None
        self._obstacle = Obstacle()
        self._time = 0.0
        self.watchdog = Watchdog()

    def observe(self, frame: TableObservation, later: bool = False) -> tuple[SessionEvent, ...]:
        """Takes one frame's observation, in order of time; what it means may be left to a ``later`` one."""
        self._time = frame.time_s
        events = self._camera(frame)
        resting = self._gate.resting_since is not None
        self._gate, counts = self._gate.step(frame)
        if not counts:
            self._window = Window()
            return self._out(events + self._hindered(frame) + self.watchdog.step(self._window))
        if resting != bool(frame.hands):
            self._window = Window()
        self._window = self._window.add(frame)
        seen = [*([] if later else self._look()), *self.watchdog.step(self._window)]
        return self._out(events + self._hindered(frame) + seen)

    def answer(self, question_id: int, option: int, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """Answers the open question; ``ValueError`` with one clear line when it is not open or has no such
        option."""
        if self._question is None or self._question.id != question_id:
            raise ValueError(f"question {question_id} is not open any more")
        return self._out(self._answer(option, self._time if time_s is None else time_s))

    def correct(
        self, op: str, move: int = 0, text: str = "", number: int = 0, time_s: float | None = None
    ) -> tuple[SessionEvent, ...]:
        """People put the game right (see ``Correction``); ``number`` is the round, 0 the newest.

        All after it is judged anew, and what lies on the table is taken for what the corrected game says.
        Raises ``CorrectionError`` with one clear line; nothing has changed then.
        """
        rounds = self._book.game.rounds
        number = number or (rounds[-1].number if rounds else 1)
        now = self._time if time_s is None else time_s
        event = Correction(time_s=now, round=number, op=op, move=move, text=text)
        self._book.correct(self._entry(event))
        self._made = event
        asked = self._question
        withdrawn = [] if asked is None else [QuestionWithdrawn(time_s=now, id=asked.id)]
        self._rebuild()
        return self._out([*withdrawn, event, *self._round_end()])

    def _entry(self, event: SessionEvent) -> Entry:
        self._taken += 1
        return Entry(self._taken, event.kind, event.time_s, "", event.to_json())

    def _take_recorded(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Takes what was recorded of a game into the book."""
        for kind, data in entries:
            self._taken += 1
            self._book.take(Entry(self._taken, kind, float(data.get("time_s", 0.0)), "", dict(data)))

    def _rebuild(self) -> None:
        raise NotImplementedError

    def _round_end(self) -> list[SessionEvent]:
        raise NotImplementedError

    def _look(self) -> list[SessionEvent]:
        raise NotImplementedError

    def _answer(self, option: int, now: float) -> list[SessionEvent]:
        raise NotImplementedError

    @property
    def _question(self) -> Question | None:
        raise NotImplementedError

    @property
    def _setting_up(self) -> bool:
        raise NotImplementedError

    def _hindered(self, frame: TableObservation) -> list[SessionEvent]:
        """At set-up, a notice of what keeps the table from being looked at."""
        if not self._setting_up:
            return []
        events = self._obstacle.step(frame, self._window)
        if not self._obstacle.told:
            self._notices.pop(WAITING, None)
        return list(events)

    def _camera(self, frame: TableObservation) -> list[SessionEvent]:
        """Notices for a lost and found camera pose."""
        if frame.registered:
            self._unregistered_since = None
            if self._notices.pop("camera", None) is None:
                return []
            return [Notice(time_s=frame.time_s, text="I see the table again", topic="camera", over=True)]
        if self._unregistered_since is None:
            self._unregistered_since = frame.time_s
        if frame.time_s - self._unregistered_since < LOST_S or "camera" in self._notices:
            return []
        text = "I have lost the corner markers: the camera moved or something covers them"
        return [Notice(time_s=frame.time_s, text=text, topic="camera")]

    def _out(self, events: list[SessionEvent]) -> tuple[SessionEvent, ...]:
        for event in events:
            if event is not self._made:
                self._book.take(self._entry(event))
            self._recent.append(event)
            if isinstance(event, Notice) and not event.over:
                self._notices[event.topic] = event.text
            elif isinstance(event, SetupSeen) and event.problems:
                self._notices["setup"] = "; ".join(event.problems)
            elif isinstance(event, Question) and self._setting_up:
                self._notices.pop("setup", None)
            elif isinstance(event, Answer | QuestionWithdrawn):
                self._notices.pop("question", None)
        return tuple(events)


class GameSession(TableWatch):
    """A game of Initiative at one table.

    ``palette`` are the colours that may occur (a name of ``PALETTES`` or the colours themselves),
    ``rounds`` is 2 for a match (I11) or 1. ``drafted`` is the set-up that the first round must have, if the
    players drafted it (I14), ``next_question`` the first question's number. All methods return the events
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
        super().__init__(Game(rules))
        colours = PALETTES[palette] if isinstance(palette, str) else tuple(palette)
        self._rules, self._rounds = rules, rounds
        self._reader = Reader(colours)
        self._match = Match(rules)
        self._drafted, self._first_question = drafted, next_question
        self._setup: SetupWatch | None = self._first_setup()
        self._round: RoundPlay | None = None
        self._done = False

    def _first_setup(self) -> SetupWatch:
        return SetupWatch(
            self._reader, self._rules, expected=self._drafted, next_question=self._first_question
        )

    # ----- input

    def _answer(self, option: int, now: float) -> list[SessionEvent]:
        if self._setup is not None:
            return self._setup.answer(option, now) + self._begin()
        assert self._round is not None
        return self._round.answer(option, now) + self._round_end()

    def enter(self, text: str, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """A play typed by a person (manual override); raises ``MoveError`` with one clear line if it
        cannot be."""
        playing = self._playing()
        events = playing.enter(text, self._time if time_s is None else time_s, self._window)
        return self._out(events + self._round_end())

    def take_back(self, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """The last play is taken back by word of a person; ``MoveError`` when there is none."""
        return self._out(self._playing().take_back(self._time if time_s is None else time_s, self._window))

    def _rebuild(self) -> None:
        """Begins anew with what the corrected game says."""
        from arbiter.resume import replay

        old = self._round
        game = self._book.result({"rules": plain(self._rules)}, ends=False)
        self._rules = game.game.rules
        self._match, self._done, self._round = Match(self._rules), False, None
        self._setup = self._first_setup()
        replay(self, ((entry.kind, entry.data) for entry in game.entries))
        if self._round is not None and self._book.corrected:
            self._round.layout = relabel(self._round.layout, self._round.ledger)
        if old is not None and self._round is not None and old.round == self._round.round:
            self._round.take_over(old)

    def _playing(self) -> RoundPlay:
        if self._round is None or self._round.over:
            raise MoveError("no round is being played")
        return self._round

    # ----- the machine

    def _look(self) -> list[SessionEvent]:
        if self._setup is not None:
            return self._setup.step(self._window) + self._begin()
        if self._round is None or self._done:
            return []
        return self._round.step(self._window) + self._round_end()

    def _begin(self) -> list[SessionEvent]:
        """Starts the round once it is set up, with what was played before that was read."""
        setup = self._setup
        if setup is None or setup.started is None:
            return []
        self._start(*setup.started)
        assert self._round is not None
        seen = {"frames": 2 * (self._window.last_frame,), "answered": setup.asked_first}
        return self._round.catch_up([laid.play for laid in setup.begun], self._time, seen) + self._round_end()

    def _start(self, ledger: Ledger, layout: Layout) -> None:
        question = self._setup.next_question if self._setup is not None else 1
        self._setup = None
        self._round = RoundPlay(
            ledger, layout, self._reader, len(self._match.rounds) + 1, next_question=question
        )
        self._notices.clear()

    def _round_end(self) -> list[SessionEvent]:
        """Reports a finished round and waits for the next, or ends the match."""
        playing = self._round
        if playing is None or not playing.over or self._done:
            return []
        number = playing.round
        self._finish(playing)
        common = {"time_s": self._time, "round": number}
        events: list[SessionEvent] = [reports.round_over(playing.ledger, self._match.totals, common)]
        if self._done:
            points = self._match.totals
            winner = max(Seat, key=lambda seat: points[seat]) if len(set(points.values())) > 1 else None
            totals = {seat.value: total for seat, total in points.items()}
            events.append(MatchOver(time_s=self._time, winner=reports.seat_word(winner), totals=totals))
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

    @property
    def _setting_up(self) -> bool:
        return self._setup is not None

    @property
    def _question(self) -> Question | None:
        if self._setup is not None:
            return self._setup.asked
        if self._round is None or self._round.asked is None:
            return None
        return self._round.asked.event

    # ----- output

    def snapshot(self) -> Snapshot:
        """Where the session stands, as a value that does not change any more."""
        playing = self._round
        ledger = None if playing is None else playing.ledger
        phase = "over" if self._done else "play"
        if self._setup is not None:
            phase = "setup" if self._setup.round == 1 else "between"
        last = None if ledger is None else ledger.last
        return Snapshot(
            phase=phase,
            round=len(self._match.rounds) + (0 if self._done else 1),
            rounds=self._rounds,
            rules=self._rules,
            state=None if ledger is None else ledger.state,
            last=last,
            waiting=None if ledger is None else ledger.waiting,
            provisional=last is not None and last.open_shift and last.play.shift == 0,
            totals=self._match.totals,
            question=self._question,
            notices=MappingProxyType(dict(self._notices)),
            recent=tuple(self._recent),
            layout=None if playing is None else playing.layout,
            time_s=self._time,
            match_over=self._done,
            moves=listed(self._book.game),
        )

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events (``(kind, to_json())`` in order); other kinds are
        passed over.

        Only for a session that has seen nothing yet; raises ``ValueError`` otherwise.
        """
        if self._round is not None or self._match.rounds:
            raise ValueError("only a fresh session can be resumed from a record")
        self._take_recorded(entries)
        self._rebuild()

    # what resuming sets

    def restore_round(self, ledger: Ledger, layout: Layout, next_question: int) -> None:
        """Puts a round in play as it was recorded."""
        self._start(ledger, layout)
        assert self._round is not None
        self._round.next_question = next_question
        self._round._end_of_round()

    def next_leader(self) -> Seat | None:
        """Who must lead the coming round; ``None`` in the first."""
        return self._match.next_leader()

    def restore_end(self) -> None:
        """Books the round in play as finished."""
        assert self._round is not None
        self._round.over = True
        self._finish(self._round)


__all__ = ["GameSession", "Snapshot", "TableWatch", "replace"]
