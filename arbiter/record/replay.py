"""Replays a record through the engine: the steps of a game, each with the state before and after it.

The states are computed, not stored: set-ups and plays come from the record, everything else from the
rules. Events are those of the session (kinds ``setup``, ``move``, ``amended``, ``take_back``, ...);
unknown kinds are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.history import after_report, after_setup, next_leader, reported
from arbiter.events.ledger import Ledger
from arbiter.record.draft_entries import DRAFT_ROUND
from arbiter.record.record import Entry, RecordError
from engine.definition import AnyGame, State
from engine.game import Event, MoveError
from engine.games import find_game
from engine.message import Message, Messages, Said

say = Messages("arbiter")

STEP_KINDS = frozenset(
    {
        "setup",
        "move",
        "amended",
        "take_back",
        "illegal_stood",
        "stack_mismatch",
        "stack_restored",
        "question",
        "round_over",
        "match_over",
        "dispute",
        "correction",
    }
)
MOST_REPLAYED = 200_000
"""Most plays replayed because of corrections and take-backs in one record."""
PLAYED = frozenset({"move", "illegal_stood"})
"""The kinds of steps that are plays."""
REMARK_KINDS = frozenset({"said", "notice", "answer", "question_withdrawn"})


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said or noted after a step; ``kind`` is the entry's."""

    kind: str
    time_s: float
    text: Said


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game. ``stills`` names the pictures as ``name -> (entry id, name)``.

    ``data`` is the entry's, amended for a provisional play; ``play`` and ``events`` are set if a play was
    made or taken back; ``fate`` of a play is ``stands``, ``waits`` (illegal, not taken back yet), ``stood``,
    ``taken_back`` or ``amended``; ``problem`` says how the record contradicts the rules.
    """

    entry: Entry
    kind: str
    round: int
    data: Mapping[str, Any]
    before: State | None = None
    after: State | None = None
    play: Any = None
    events: tuple[Event, ...] = ()
    fate: str = "stands"
    problem: Said | None = None
    stills: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    game: AnyGame | None = None
    """The game, or the draft before it."""

    @property
    def ply(self) -> int:
        """The play's number in its round; 0 for steps that are not plays."""
        return int(self.data.get("ply", 0))


def replay(header: Mapping[str, Any], entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps of a game in order; ``header`` gives game and rules.

    Raises ``RecordError`` for a game that is not installed.
    """
    found = Replay(header)
    for entry in entries:
        found.take(entry)
    return tuple(found.steps)


def read_game(header: Mapping[str, Any]) -> AnyGame:
    """The game that a header names; raises ``RecordError`` if it names no installed one."""
    if not header.get("game"):
        raise RecordError(say("record_no_game"))
    try:
        return find_game(str(header["game"]))
    except MoveError as error:
        raise RecordError(say("record_game", text=error.message)) from None


def read_rules(header: Mapping[str, Any]) -> Any:
    """The rules that a header names, for the game that it names."""
    return rules_in(header, read_game(header))


def rules_in(header: Mapping[str, Any], game: AnyGame) -> Any:
    """The rules that a header names for a game; the game's default rules if they are missing or invalid."""
    rules = header.get("rules")
    try:
        return type(game.rules).from_json(dict(rules)) if rules else game.rules
    except (TypeError, ValueError):
        return game.rules


class Replay:
    """Takes a game's entries in order and collects its steps."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        self.header, self._rules, self._game = header, read_rules(header), read_game(header)
        self._round = DRAFT_ROUND if (header.get("table") or {}).get("draft") else 1
        self._ledger: Ledger | None = None
        self._first: Ledger | None = None
        """The first round."""
        self._state: State | None = None
        self._problem: Said | None = None
        self._replayed = 0
        self.steps: list[Step] = []

    def take(self, entry: Entry) -> None:
        """Take the next entry; raises ``RecordError`` for more changes than any game has."""
        entry = _numbered(entry)
        if entry.kind in REMARK_KINDS:
            self._remark(entry)
        elif entry.kind in _TAKEN or entry.kind in STEP_KINDS:
            try:
                _TAKEN.get(entry.kind, Replay._add)(self, entry)
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
                self._add(entry, problem=say("entry_unread", raw=entry.id, raw2=f"{error!r}"))

    def _setup(self, entry: Entry) -> None:
        again = bool(entry.data.get("corrected"))
        before = self._state if again else None
        if not entry.data.get("problems"):
            self._round = int(entry.data.get("round", 1))
            leader = next_leader(self._first) if self._round > 1 else None
            self._stand(after_setup(self._ledger, entry.data, self._game, self._rules, leader))
        self._add(entry, before=before)

    def _move(self, entry: Entry) -> None:
        before = self._state
        play = self._follow(entry)
        if entry.data.get("legal", True):
            self._add(entry, before=before, play=play, events=_events(before, play))
        else:
            self._add(entry, play=play, fate="waits")

    def _stood(self, entry: Entry) -> None:
        before, earlier = self._state, self._reported(entry)
        play = self._follow(entry)
        if earlier is not None:
            self.steps[earlier] = replace(self.steps[earlier], fate="stood")
        self._add(entry, before=before, play=play, events=_events(before, play))

    def _amend(self, entry: Entry) -> None:
        """A play is completed or corrected: in its own step if nothing was played since, else in a new
        step."""
        before, earlier, number = self._state, self._reported(entry), int(entry.data["ply"])
        play = self._follow(entry)
        counts = self._ledger is not None and number <= len(self._ledger.plies)
        if earlier is not None and not any(step.play for step in self.steps[earlier + 1 :]):
            self._complete(earlier, entry, play, counts)
        elif entry.data.get("changed") != "nothing":
            self._add(entry, before=before, play=play, fate="amended")

    def _complete(self, at: int, entry: Entry, play: Any, counts: bool) -> None:
        step = self.steps[at]
        kept, stills = {"frames"}, _stills(entry)
        if entry.data.get("changed") == "nothing":  # only the waiting ended: there is no new evidence
            kept |= {"legal", "reading", "reason", "observation", "stills"}
            stills = {}
        facts = {key: value for key, value in entry.data.items() if key not in kept}
        self.steps[at] = replace(
            step,
            data={**step.data, **facts},
            after=self._state,
            play=play,
            events=_events(step.before, play),
            fate="stands" if counts else "waits",
            problem=self._problem,
            stills={**step.stills, **stills},
        )

    def _take_back(self, entry: Entry) -> None:
        before, earlier, play = self._state, self._reported(entry), None
        if earlier is not None:
            play = self.steps[earlier].play
            self.steps[earlier] = replace(self.steps[earlier], fate="taken_back")
        if self._ledger is not None:
            self._stand(after_report(self._ledger, entry.kind, entry.data))
        self._add(entry, before=before, play=play)

    def _follow(self, entry: Entry) -> Any:
        """Apply the report of a play to the ledger; returns the play. Its key is the index of its step."""
        if self._ledger is None:
            raise MoveError(say("no_set_up"))
        ledger = after_report(self._ledger, entry.kind, entry.data, (len(self.steps), 0))
        self._stand(ledger)
        amended = reported(ledger, int(entry.data["ply"])) if entry.kind == "amended" else None
        return (amended or ledger.waiting or ledger.plies[-1]).play

    def _stand(self, ledger: Ledger | None) -> None:
        """Take over a ledger and its state; the state stays as before if the pieces do not allow that."""
        self._ledger, self._problem = ledger, None
        if ledger is None:
            return
        if self._round == 1:
            self._first = ledger
        unplayed = ledger.unplayed
        try:
            self._state = ledger.state
        except MoveError as error:
            self._problem = say("w_follow", text=error.message)
        self._replayed += max(0, unplayed - ledger.unplayed - 1)
        if self._replayed > MOST_REPLAYED:
            raise RecordError(say("file_changes"))

    def _reported(self, entry: Entry) -> int | None:
        """The index of the step that first reported the ply that an entry is about."""
        ply = reported(self._ledger, int(entry.data["ply"]))
        return None if ply is None or ply.key is None else ply.key[0]

    def _add(self, entry: Entry, before: State | None = None, **more: Any) -> None:
        facts = {"problem": self._problem, **more}
        self.steps.append(
            Step(
                entry,
                entry.kind,
                int(entry.data.get("round", self._round)),
                entry.data,
                before=before or self._state,
                after=self._state,
                stills=_stills(entry),
                game=self._game if self._ledger is None else self._ledger.game,
                **facts,
            )
        )

    def _lengthen(self, entry: Entry) -> None:
        """Add the pictures taken after a dispute to those of its step."""
        for at, step in enumerate(self.steps):
            if step.kind == "dispute" and step.entry.id == entry.data.get("dispute"):
                seen = {**(step.data.get("seen") or {}), **(entry.data.get("seen") or {})}
                stills = {**step.stills, **_stills(entry)}
                self.steps[at] = replace(step, data={**step.data, "seen": seen}, stills=stills)

    def _remark(self, entry: Entry) -> None:
        text = entry.data.get("text") or unanswered(entry.data.get("taken", ""))
        if self.steps and not (entry.kind == "notice" and entry.data.get("over")):
            last = self.steps[-1]
            remark = Remark(entry.kind, entry.time_s, text)
            self.steps[-1] = replace(last, remarks=(*last.remarks, remark))


_TAKEN: Mapping[str, Callable[[Replay, Entry], None]] = {
    "setup": Replay._setup,
    "move": Replay._move,
    "amended": Replay._amend,
    "take_back": Replay._take_back,
    "illegal_stood": Replay._stood,
    "clip": Replay._lengthen,
}


def _numbered(entry: Entry) -> Entry:
    """The entry without a round or a ply that is not a number."""
    wrong = [key for key in ("round", "ply") if not isinstance(entry.data.get(key, 0), int)]
    if not wrong:
        return entry
    return replace(entry, data={key: value for key, value in entry.data.items() if key not in wrong})


def unanswered(taken: Said) -> Message:
    """The remark on a question that nobody answered; ``taken`` is the reading that was assumed, if any."""
    return say("w_played_on", text=taken) if taken else say("w_nobody_answered")


def _events(before: State | None, play: Any) -> tuple[Event, ...]:
    try:
        return () if before is None else before.force(play).events
    except MoveError:
        return ()


def _stills(entry: Entry) -> dict[str, tuple[int, str]]:
    return {name: (entry.id, name) for name in entry.frames}
