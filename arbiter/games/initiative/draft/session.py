"""A draft followed by the match played with what was drafted: one session, one record, one page (I14).

First the table is watched as a draft. Once both players have ten pyramids, the table must become the match's
set-up; then the match is played like any other. Until it begins, people can still correct the draft or take
its last move back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arbiter.events.types import Question, QuestionWithdrawn, RoundOver, SessionEvent, SetupSeen
from arbiter.games.initiative.draft.markers import MarkerRow, is_paper
from arbiter.games.initiative.draft.setup import DraftTable
from arbiter.games.initiative.draft.table import DraftModel
from arbiter.games.initiative.session import GameSession
from arbiter.record.draft_entries import DRAFT_ROUND, inside, is_drafting
from arbiter.table.frames import PlainTable, Snapshot
from arbiter.table.session import TableSession
from arbiter.table.setup.by_hand import Place, Shown
from arbiter.table.watchdog import Watchdog
from engine.initiative.model import Rules
from engine.message import Messages
from engine.pieces import PALETTES
from vision.observation import Box, TableObservation

say = Messages("arbiter.games.initiative")

Events = tuple[SessionEvent, ...]
PHASES = {"setup": "setup", "play": "draft", "over": "drafted"}


class DraftedSession(PlainTable):
    """Like `GameSession`, preceded by a draft, whose events belong to round 0.

    ``palette`` is a name of ``PALETTES``; ``rounds`` is 2 for a match (I11) or 1; ``row`` says where the
    markers lie, if people have shown that.
    """

    def __init__(
        self, rules: Rules, palette: str = "rainbow", rounds: int = 2, row: MarkerRow | None = None
    ) -> None:
        self._rules, self._palette, self._rounds = rules, palette, rounds
        self._draft = TableSession(DraftTable(PALETTES[palette], grid=row or MarkerRow()))
        self._game: GameSession | None = None
        self._match_began = False
        self._asked = 0
        """The number of the last question."""
        self._time = 0.0

    # ----- input

    def observe(self, frame: TableObservation, later: bool = False) -> Events:
        """See `arbiter.games.initiative.session.TableWatch.observe`."""
        self._time = frame.time_s
        if self._game is not None:
            return self._of_game(self._game.observe(self._without_markers(frame), later))
        return self._of_draft(self._draft.observe(frame, later))

    @property
    def watchdog(self) -> Watchdog:
        """What was ignored in the last frame."""
        return self._now.watchdog

    def _without_markers(self, frame: TableObservation) -> TableObservation:
        """A frame of the match without those markers of the draft that look like pyramids."""
        model = self._draft.model
        papers = model.papers if isinstance(model, DraftModel) else ()
        units = tuple(each for each in frame.units if not is_paper(papers, each.x_mm, each.y_mm))
        return frame if len(units) == len(frame.units) else replace(frame, units=units)

    def answer(self, question_id: int, option: int, time_s: float | None = None) -> Events:
        """Answers the open question; ``ValueError`` if it is not open or has no such option."""
        return self._call(lambda now: now.answer(question_id, option, time_s))

    def enter(self, text: str, time_s: float | None = None) -> Events:
        """A move typed by a person; ``MoveError`` if it is impossible."""
        return self._call(lambda now: now.enter(text, time_s))

    def say(
        self, what: str, at: str | Place, box_px: Box | None = None, time_s: float | None = None
    ) -> Events:
        """People say what stands somewhere at set-up: see `arbiter.table.setup.session.SetUpByHand`."""
        return self._call(lambda now: now.say(what, at, box_px, time_s))

    def accept(self, time_s: float | None = None) -> Events:
        """People accept the set-up as shown; ``ValueError`` if it cannot be played."""
        return self._call(lambda now: now.accept(time_s))

    @property
    def set_up(self) -> Shown | None:
        """The set-up of the draft or of the match, as shown to people."""
        return self._now.set_up

    def take_back(self, time_s: float | None = None) -> Events:
        """Takes back the last move, even one that ended the draft; ``MoveError`` if there is none."""
        now = self._time if time_s is None else time_s
        if self._match_began and self._game is not None:
            return self._of_game(self._game.take_back(now))
        return self._back_to_draft(self._draft.take_back(now), now)

    def correct(
        self, op: str, move: int = 0, text: str = "", number: int = 0, time_s: float | None = None
    ) -> Events:
        """People correct the match or, before it begins, the draft; ``CorrectionError`` if impossible."""
        now = self._time if time_s is None else time_s
        if self._match_began and self._game is not None:
            return self._of_game(self._game.correct(op, move, text, number, now))
        return self._back_to_draft(self._draft.correct(op, move, text, 0, now), now)

    def mark(self, corners: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
        """The draft's markers lie between these corners (mm), near left first: see `TableSession.mark`."""
        if self._game is not None:
            raise ValueError(say("page_no_markers"))
        return self._draft.mark(corners)

    # ----- from the draft to the match

    @property
    def _now(self) -> GameSession | TableSession:
        """The session that watches at present."""
        return self._draft if self._game is None else self._game

    def _call(self, act: Callable[[GameSession | TableSession], Events]) -> Events:
        """The events of something done with the session that watches at present."""
        events = act(self._now)
        return self._of_draft(events) if self._game is None else self._of_game(events)

    def _of_draft(self, events: Sequence[SessionEvent]) -> Events:
        noted = self._noted(each for each in map(_outside, events) if not isinstance(each, RoundOver))
        self._hand_over()
        return noted

    def _of_game(self, events: Sequence[SessionEvent]) -> Events:
        self._match_began |= any(isinstance(each, SetupSeen) and not each.problems for each in events)
        return self._noted(events)

    def _noted(self, events: Iterable[SessionEvent]) -> Events:
        noted = tuple(events)
        self._asked = max([self._asked, *(each.id for each in noted if isinstance(each, Question))])
        return noted

    def _hand_over(self) -> None:
        """Starts waiting for the match's set-up once the draft is over."""
        ledger = self._draft.ledger
        if ledger is None or ledger.waiting is not None or ledger.state.setup is None:
            self._game = None
        elif self._game is None:
            drafted = ledger.state.setup
            self._game = GameSession(self._rules, self._palette, self._rounds, drafted, self._asked + 1)

    def _back_to_draft(self, events: Sequence[SessionEvent], time_s: float) -> Events:
        """The events of a change to the draft, after which the match's set-up is no longer waited for."""
        open_ = None if self._game is None else self._game.snapshot().question
        withdrawn = [] if open_ is None else [QuestionWithdrawn(time_s=time_s, id=open_.id)]
        self._game = None
        self._draft.ask_from(self._asked + 1)
        return (*withdrawn, *self._of_draft(events))

    # ----- output

    def snapshot(self) -> Snapshot:
        """The present state; during the draft ``state`` is a ``Draft`` and ``round`` 0."""
        if self._match_began and self._game is not None:
            return self._game.snapshot()
        draft = self._draft.snapshot()
        now = draft if self._game is None else self._game.snapshot()
        return replace(
            draft,
            phase=PHASES[draft.phase],
            round=DRAFT_ROUND,
            rounds=self._rounds,
            rules=self._rules,
            question=now.question,
            notices=now.notices,
            time_s=max(draft.time_s, now.time_s),
            match_over=False,
            set_up=self.set_up,
        )

    # ----- continuing a record

    def resume(self, entries: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Rebuilds the session from recorded events in order; ``ValueError`` unless it is fresh."""
        known = tuple(entries)
        asked = [(kind, data) for kind, data in known if kind == Question.kind]
        self._asked = max((int(data["id"]) for _, data in asked), default=0)
        self._draft.resume((kind, inside(data)) for kind, data in known if is_drafting(data))
        self._draft.ask_from(self._asked + 1)
        self._hand_over()
        if self._game is not None:
            self._game.resume((kind, data) for kind, data in known if not is_drafting(data))
            self._match_began = self._game.snapshot().phase != "setup"


def _outside(event: SessionEvent) -> SessionEvent:
    """An event of the draft as it is reported to the outside."""
    return replace(event, round=DRAFT_ROUND) if hasattr(event, "round") else event  # type: ignore[call-arg]
