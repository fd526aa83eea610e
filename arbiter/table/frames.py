"""What every session does with frames: which of them count, notices about the camera, and the book."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from arbiter.camera.cards_watch import CardTable
from arbiter.corrections.corrections import CorrectedGame, GameSoFar
from arbiter.corrections.move_list import Listed, listed
from arbiter.events.ledger import Ply
from arbiter.events.types import (
    Answer,
    Correction,
    Notice,
    Question,
    QuestionWithdrawn,
    SessionEvent,
    SetByHand,
    SetupSeen,
)
from arbiter.record.record import Entry
from arbiter.table.layout import Layout, Spot
from arbiter.table.model import TableModel
from arbiter.table.setup.asking import AsksAtSetup
from arbiter.table.setup.by_hand import Shown
from arbiter.table.setup.session import SetUpByHand
from arbiter.table.setup.unanswered import UnansweredSetup
from arbiter.table.setup.waiting import TOPIC as WAITING
from arbiter.table.setup.waiting import Obstacle
from arbiter.table.unanswered import PlaysOn
from arbiter.table.watchdog import Watchdog
from arbiter.table.window import Gate, Touches, Window
from calibration.table_frame import Axes
from engine.definition import AnyGame
from engine.game import Seat
from engine.message import Messages, Said, together
from vision.colour.colours import Certain
from vision.observation import TableObservation

say = Messages("arbiter")

LOST_S = 1.0
"""Seconds without the camera's pose before people are told."""
REMEMBERED = 12


@dataclass(frozen=True)
class Snapshot:
    """The present state of a session, for a page.

    ``phase`` is ``setup``, ``play``, ``between`` (waiting for the next round's set-up) or ``over``, and
    before a match ``draft`` or ``drafted`` (waiting for the drafted set-up). ``state`` (``None`` before the
    set-up) excludes an illegal play that is ``waiting``; ``moves`` are those of the round, which people may
    correct; ``provisional``: the stack may still be moved for the last play; ``notices`` are the open ones by
    topic; ``recent`` the latest events; ``set_up`` what has been read so far; ``known`` what the accepted
    set-up of a board or of cards says about the pieces, until the first move; ``spots`` where pieces are
    believed to be, those moved last with their number, ``last_ply``; ``book`` the game with its corrections;
    ``model`` where its places are, in a game with a ``TableModel``.
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
    notices: Mapping[str, Said]
    recent: tuple[SessionEvent, ...]
    layout: Layout | None
    time_s: float
    match_over: bool
    game: AnyGame
    moves: tuple[Listed, ...] = ()
    set_up: Shown | None = None
    known: tuple[Certain, ...] = ()
    spots: tuple[Spot, ...] = ()
    last_ply: int = 0
    book: GameSoFar | None = None
    model: TableModel | None = None


class PlainTable:
    """The defaults of a session without cards or turning towards the players, read only at rest."""

    def place(self, table: CardTable) -> None:
        """Takes the table after a look for its cards (see ``arbiter.camera.cards_watch``)."""

    @property
    def seats(self) -> Axes | None:
        """The frame (present mm) that suits where the players sit; ``None`` while the present one does."""
        return None

    def seated(self) -> None:
        """The table is seen in that frame from now on."""

    @property
    def looking(self) -> CardTable | None:
        """The table while its cards are searched for in pictures: before a game with cards begins."""
        return None

    @property
    def glimpses(self) -> bool:
        """Whether the model knows what a glimpse of the table hides."""
        return False


class TableWatch(PlainTable, SetUpByHand, UnansweredSetup):
    """What every session does with frames: which of them count, and what to say about a lost camera.

    ``_setup`` watches until the table is set up, ``_play`` from then on. A session implements ``_look``,
    which reads the window of still table; ``_rebuild``, after people corrected the game; and ``_round_end``,
    which reports what is over.
    """

    _setup: AsksAtSetup | None = None
    _play: PlaysOn | None = None

    def __init__(self, game: GameSoFar) -> None:
        self._book = CorrectedGame(game)
        self._taken = 0
        self._made: Correction | None = None
        """The correction already in the book."""
        self._gate, self._window, self._touches = Gate(), Window(), Touches()
        self._notices: dict[str, Said] = {}
        self._recent: deque[SessionEvent] = deque(maxlen=REMEMBERED)
        self._unregistered_since: float | None = None
        self._obstacle = Obstacle()
        self._time = 0.0
        self._cut_short = False
        """Whether the previous frame ended a rest that was too short to be read."""
        self.watchdog = Watchdog()

    def observe(self, frame: TableObservation, later: bool = False) -> tuple[SessionEvent, ...]:
        """Takes the observation of the next frame; with ``later`` its reading is left to a later one."""
        self._time = frame.time_s
        events = self._camera(frame)
        if frame.unread and frame.still:
            self._touches = self._touches.step(frame)
            return self._announce(events)  # what it shows comes with a later frame
        resting = self._gate.resting_since is not None
        self._gate, counts = self._gate.step(frame)
        self._touches = self._touches.step(frame)
        if not counts:
            seen = self._interrupted() if self._window.frames else []
            self._cut_short = self._window.frames > 0 and not self._window.ready
            self._window = Window(touches=self._touches.seen)
            self.watchdog.step(self._window)
            seen += [] if later else self._between(frame)
            seen = self._second_thoughts(frame, seen) + self._played_on(frame, True)
            return self._announce(events + self._obstacle_notice(frame) + seen)
        if resting != bool(frame.hands):
            self._window = Window(touches=self._touches.seen)
        self._window = self._window.add(frame)
        seen = [] if later or self.plays_on else self._look()
        seen = self._second_thoughts(frame, seen) + self._played_on(frame, False)
        clear = any(not isinstance(event, Question) for event in seen)
        seen += self.watchdog.step(self._window, clear)
        return self._announce(events + self._obstacle_notice(frame) + seen)

    def answer(self, question_id: int, option: int, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """Answers the open question; ``ValueError``, in one line, if it is not open or has no such option."""
        if self._question is None or self._question.id != question_id:
            raise ValueError(say("question_gone", n=question_id))
        branch = None if self._branches is None else self._branches.at(option)
        if branch is not None:
            self._time = self._time if time_s is None else time_s
            text = self._question.options[option]
            said = Answer(time_s=self._time, id=question_id, option=option, text=text)
            return self._announce([said, *self._adopted(branch), *self._round_end()])
        return self._announce(self._answer(option, self._time if time_s is None else time_s))

    def correct(
        self, op: str, move: int = 0, text: str = "", number: int = 0, time_s: float | None = None
    ) -> tuple[SessionEvent, ...]:
        """People correct the game (see ``Correction``); ``number`` is the round, 0 the latest.

        Everything after it is judged again, and the table is assumed to show the corrected game. Raises
        ``CorrectionError``, in one line, and changes nothing then.
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
        return self._announce([*withdrawn, event, *self._round_end()])

    def _entry(self, event: SessionEvent) -> Entry:
        self._taken += 1
        return Entry(self._taken, event.kind, event.time_s, "", event.to_json())

    def _take_recorded(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Enters recorded events into the book."""
        for kind, data in entries:
            self._taken += 1
            self._book.take(Entry(self._taken, kind, float(data.get("time_s", 0.0)), "", dict(data)))

    def _rebuild(self) -> None:
        raise NotImplementedError

    def _round_end(self) -> list[SessionEvent]:
        raise NotImplementedError

    def _look(self) -> list[SessionEvent]:
        raise NotImplementedError

    def mark(self, corners: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
        """People say that the board, or all cards together, lie between these corners (mm), near left first.

        Returns the place as JSON, for the table's facts. Raises ``ValueError`` in one line.
        """
        raise ValueError(say("page_no_zone"))

    def _between(self, frame: TableObservation) -> list[SessionEvent]:
        """What is read from a frame with movement: nothing, unless a session uses glimpses."""
        return []

    def _stands(self, rules: Any, **own: Any) -> Snapshot:
        """The present state, with the fields that only this session has (``own``)."""
        ledger = None if self._play is None else self._play.ledger
        return Snapshot(
            rules=rules,
            state=None if ledger is None else ledger.state,
            last=None if ledger is None else ledger.last,
            waiting=None if ledger is None else ledger.waiting,
            question=self._question,
            notices=MappingProxyType(dict(self._notices)),
            recent=tuple(self._recent),
            time_s=self._time,
            moves=listed(self._book.game),
            book=self._book.game,
            set_up=self.set_up,
            last_ply=0 if ledger is None else ledger.last_number,
            **own,
        )

    # ----- asking

    @property
    def setting_up(self) -> bool:
        """Whether the session is waiting for a set-up."""
        return self._setup is not None

    @property
    def _question(self) -> Question | None:
        """The open question."""
        asking = self._play if self._setup is None else self._setup
        return None if asking is None or asking.asked is None else asking.asked.event

    def _interrupted(self) -> list[SessionEvent]:
        """The events when a rest ends: none, unless something about the set-up is open."""
        return [] if self._setup is None else self._setup.interrupted(self._window) + self._start_if_ready()

    def _answer(self, option: int, now: float) -> list[SessionEvent]:
        if self._setup is not None:
            return self._setup.answer(option, now) + self._start_if_ready()
        assert self._play is not None
        return self._take_heir(self._play.answer(option, now)) + self._round_end()

    def _take_heir(self, events: list[SessionEvent]) -> list[SessionEvent]:
        """Passes on the events of play, which its heir continues if a branch took its place."""
        if self._play is not None and self._play.heir is not None:
            self._play = self._play.heir
        return events

    def _become(self, other: Any) -> None:
        """Continues from the state of another session of the same table; keeps its own book, clock and
        knowledge of the frames."""
        self._setup, self._play = other._setup, other._play
        self._window, self._gate = other._window, other._gate
        self._notices, self._unregistered_since = other._notices, other._unregistered_since
        self._cut_short = other._cut_short

    def _obstacle_notice(self, frame: TableObservation) -> list[SessionEvent]:
        """At set-up, a notice about what prevents looking at the table."""
        if not self.setting_up or self.plays_on:
            return []
        events = self._obstacle.step(frame, self._window)
        if not self._obstacle.reported:
            self._notices.pop(WAITING, None)
        return list(events)

    def _camera(self, frame: TableObservation) -> list[SessionEvent]:
        """Notices when the camera's pose is lost and found."""
        if frame.registered:
            self._unregistered_since = None
            if self._notices.pop("camera", None) is None:
                return []
            return [Notice(time_s=frame.time_s, text=say("see_again"), topic="camera", over=True)]
        if self._unregistered_since is None:
            self._unregistered_since = frame.time_s
        if frame.time_s - self._unregistered_since < LOST_S or "camera" in self._notices:
            return []
        text = say("lost_markers")
        return [Notice(time_s=frame.time_s, text=text, topic="camera")]

    def _announce(self, events: list[SessionEvent]) -> tuple[SessionEvent, ...]:
        for event in events:
            if event is not self._made:
                self._book.take(self._entry(event))
            self._recent.append(event)
            if isinstance(event, Notice) and not event.over:
                self._notices[event.topic] = event.text
            elif isinstance(event, SetupSeen) and event.problems:
                self._notices["setup"] = together(event.problems)
            elif isinstance(event, SetByHand) or (isinstance(event, Question) and self.setting_up):
                self._notices.pop("setup", None)
            elif isinstance(event, Answer | QuestionWithdrawn):
                self._notices.pop("question", None)
        return tuple(events)
