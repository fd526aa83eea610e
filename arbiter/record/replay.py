"""A record played again through the engine: every step that matters with the state before and after it.

The states are computed, not stored: set-ups and plays come from the record, everything else from the
rules. Events are those of the session (kinds ``setup``, ``move``, ``amended``, ``take_back``, ...);
unknown kinds are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from arbiter.events.game_notation import game_in, move_of, setup_of
from arbiter.record.draft_entries import DRAFT_ROUND
from arbiter.record.record import Entry, RecordError
from engine.definition import AnyGame, State
from engine.game import Event, MoveError, Seat, mover
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
MOST_MADE_ANEW = 200_000
"""Plays that are made again for corrections and what is taken back, in one record."""
PLAYED = frozenset({"move", "illegal_stood"})
"""The kinds of steps that make a play."""
REMARK_KINDS = frozenset({"said", "notice", "answer", "question_withdrawn"})


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said or noted after a step: ``kind`` is the entry's, ``text`` what was said."""

    kind: str
    time_s: float
    text: Said


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game. ``stills`` names the pictures as ``name -> (entry id, name)``.

    ``data`` is the entry's, amended for a provisional play; ``play`` and ``events`` are set when a play
    was made or taken back; ``fate`` of a play is ``stands``, ``waits`` (illegal, not taken back yet),
    ``taken_back`` or ``amended``; ``problem`` says where the record and the rules part.
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
    """The game, or the draft before it; ``None`` where none that is installed is named."""

    @property
    def ply(self) -> int:
        """The play's number in its round, 0 for steps that are no play."""
        return int(self.data.get("ply", 0))


@dataclass(frozen=True, slots=True)
class _Board:
    """The round under way: its start, the plays that count, and where they lead."""

    rules: Any
    game: AnyGame
    start: State | None = None
    plays: tuple[Any, ...] = ()
    state: State | None = None
    problem: Said | None = None
    first_leader: Seat | None = None
    round: int = 1

    def begin(self, setup: Any, number: int, corrected: bool) -> _Board:
        """A new round, or the same plays over another set-up when it was ``corrected``."""
        leader = self.first_leader.other if number > 1 and self.first_leader else None
        start = self.game.start(setup, self.rules, leader)
        return replace(
            self, start=start, plays=self.plays if corrected else (), state=start, round=number, problem=None
        )._fold()

    def with_plays(self, plays: tuple[Any, ...]) -> _Board:
        first = mover(plays[0]) if plays and self.round == 1 else None
        leader = self.first_leader or first
        board = replace(self, plays=plays, first_leader=leader)
        return board._one_more() if plays and plays[:-1] == self.plays else board._fold()

    def _one_more(self) -> _Board:
        """The last play made where the others have led, instead of all of them from the start."""
        if self.problem is not None:
            return self._fold()
        try:
            return replace(self, state=make(self.state, self.plays[-1])[0])
        except MoveError as error:
            return replace(self, problem=say("w_follow", text=error.message))

    def _fold(self) -> _Board:
        state, problem = self.start, None
        try:
            state = reduce(lambda at, play: make(at, play)[0], self.plays, state)
        except MoveError as error:
            problem = say("w_follow", text=error.message)
            state = self.state
        return replace(self, state=state, problem=problem)


def make(state: State | None, play: Any) -> tuple[State, tuple[Event, ...]]:
    """The state after a play, legal or one that stood, and what happened; ``MoveError`` when it can't be."""
    if state is None:
        raise MoveError(say("no_set_up"))
    try:
        step = state.apply(play)
    except MoveError:
        step = state.force(play)
    return step.state, step.events


def replay(header: Mapping[str, Any], entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The steps of a game in order; ``header`` gives game and rules.

    Raises ``RecordError`` for a game that is not installed.
    """
    drafted = bool((header.get("table") or {}).get("draft"))
    return _Replay(read_rules(header), read_game(header), DRAFT_ROUND if drafted else 1).run(entries)


def read_game(header: Mapping[str, Any]) -> AnyGame:
    """The game that a header names; raises ``RecordError`` when it names none that is installed."""
    if not header.get("game"):
        raise RecordError(say("record_no_game"))
    try:
        return find_game(str(header["game"]))
    except MoveError as error:
        raise RecordError(say("record_game", text=error.message)) from None


def read_rules(header: Mapping[str, Any]) -> Any:
    """The rules that a header names, of the game that it names."""
    return rules_in(header, read_game(header))


def rules_in(header: Mapping[str, Any], game: AnyGame) -> Any:
    """The rules of a game that a header names; the game's usual ones when it names none that exist."""
    rules = header.get("rules")
    try:
        return type(game.rules).from_json(dict(rules)) if rules else game.rules
    except (TypeError, ValueError):
        return game.rules


class _Replay:
    """Walks over the entries, holding the board and the steps so far."""

    def __init__(self, rules: Any, game: AnyGame, first: int) -> None:
        self.game, self.board = game, _Board(rules, game, round=first)
        self.steps: list[Step] = []
        self.made_anew = 0

    def run(self, entries: Iterable[Entry]) -> tuple[Step, ...]:
        for entry in map(_numbered, entries):
            if entry.kind in REMARK_KINDS:
                self._remark(entry)
            elif entry.kind in STEP_KINDS:
                try:
                    self._step(entry)
                except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
                    self._add(entry, problem=say("entry_unread", raw=entry.id, raw2=f"{error!r}"))
        return tuple(self.steps)

    def _step(self, entry: Entry) -> None:
        if entry.kind in ("amended", "take_back", "setup"):  # all plays are made anew
            self.made_anew += len(self.board.plays)
            if self.made_anew > MOST_MADE_ANEW:
                raise RecordError(say("file_changes"))
        if entry.kind == "setup":
            self._setup(entry)
        elif entry.kind == "move":
            self._move(entry)
        elif entry.kind == "amended":
            self._amend(entry)
        elif entry.kind == "take_back":
            self._take_back(entry)
        elif entry.kind == "illegal_stood":
            self._stood(entry)
        else:
            self._add(entry)

    def _setup(self, entry: Entry) -> None:
        before = self.board.state if entry.data.get("corrected") else None
        if not entry.data.get("problems"):
            setup = setup_of(self.game, entry.data["setup"], self.board.rules)
            self.board = replace(self.board, game=game_in(entry.data["setup"], self.game))
            corrected = bool(entry.data.get("corrected"))
            self.board = self.board.begin(setup, int(entry.data.get("round", 1)), corrected)
        self._add(entry, before=before)

    def _move(self, entry: Entry) -> None:
        play, before = self._read_play(entry), self.board.state
        if not entry.data.get("legal", True):
            self._add(entry, play=play, fate="waits")
            return
        self.board = self.board.with_plays((*self.board.plays, play))
        self._add(entry, before=before, play=play, events=_events(before, play))

    def _amend(self, entry: Entry) -> None:
        """A play is completed or corrected: in its own step while nothing was played since, else as a new
        one.
        """
        play, ply = self._read_play(entry), int(entry.data["ply"])
        before, plays = self.board.state, self.board.plays
        same = entry.data.get("changed") == "nothing"
        counts = entry.data.get("legal", True) or ply < len(plays) or (same and ply <= len(plays))
        later = plays[ply:] if counts else ()
        self.board = self.board.with_plays((*plays[: ply - 1], *((play,) if counts else ()), *later))
        earlier = self._find(ply)
        if earlier is not None and not any(step.play for step in self.steps[earlier + 1 :]):
            self._complete(earlier, entry, play, counts)
        elif not same:
            self._add(entry, before=before, play=play, fate="amended")

    def _complete(self, at: int, entry: Entry, play: Any, counts: bool) -> None:
        step = self.steps[at]
        kept, stills = {"frames"}, _stills(entry)
        if entry.data.get("changed") == "nothing":  # only the end of waiting: it shows nothing of its own
            kept |= {"legal", "reading", "reason", "observation", "stills"}
            stills = {}
        facts = {key: value for key, value in entry.data.items() if key not in kept}
        self.steps[at] = replace(
            step,
            data={**step.data, **facts},
            after=self.board.state,
            play=play,
            events=_events(step.before, play),
            fate="stands" if counts else "waits",
            problem=self.board.problem,
            stills={**step.stills, **stills},
        )

    def _take_back(self, entry: Entry) -> None:
        before, ply, earlier = self.board.state, int(entry.data["ply"]), self._find(int(entry.data["ply"]))
        play = None
        if earlier is not None:
            play = self.steps[earlier].play
            self.steps[earlier] = replace(self.steps[earlier], fate="taken_back")
        if entry.data.get("was_legal", True) or ply <= len(self.board.plays):
            self.board = self.board.with_plays(self.board.plays[: ply - 1])
        self._add(entry, before=before, play=play)

    def _stood(self, entry: Entry) -> None:
        play, before, earlier = (
            self._read_play(entry),
            self.board.state,
            self._find(int(entry.data["ply"])),
        )
        if earlier is not None:
            self.steps[earlier] = replace(self.steps[earlier], fate="stood")
        self.board = self.board.with_plays((*self.board.plays, play))
        self._add(entry, before=before, play=play, events=_events(before, play))

    def _read_play(self, entry: Entry) -> Any:
        return move_of(self.board.game, entry.data["play"], self.board.state)

    def _find(self, ply: int) -> int | None:
        """Where the latest report of a ply of this round is that was not taken back."""
        for at in range(len(self.steps) - 1, -1, -1):
            step = self.steps[at]
            live = step.kind == "move" and step.fate != "taken_back"
            if live and step.ply == ply and step.round == self.board.round:
                return at
        return None

    def _add(self, entry: Entry, before: State | None = None, **more: Any) -> None:
        facts = {"problem": self.board.problem, **more}
        self.steps.append(
            Step(
                entry,
                entry.kind,
                int(entry.data.get("round", self.board.round)),
                entry.data,
                before=before or self.board.state,
                after=self.board.state,
                stills=_stills(entry),
                game=self.board.game,
                **facts,
            )
        )

    def _remark(self, entry: Entry) -> None:
        text = entry.data.get("text") or unanswered(entry.data.get("taken", ""))
        if self.steps and not (entry.kind == "notice" and entry.data.get("over")):
            last = self.steps[-1]
            remark = Remark(entry.kind, entry.time_s, text)
            self.steps[-1] = replace(last, remarks=(*last.remarks, remark))


def _numbered(entry: Entry) -> Entry:
    """The entry without a round or a play that is no number."""
    odd = [key for key in ("round", "ply") if not isinstance(entry.data.get(key, 0), int)]
    if not odd:
        return entry
    return replace(entry, data={key: value for key, value in entry.data.items() if key not in odd})


def unanswered(taken: Said) -> Message:
    """What became of a question that nobody answered."""
    if not taken:
        return say("w_nobody_answered")
    return say("w_played_on", text=taken)


def _events(before: State | None, play: Any) -> tuple[Event, ...]:
    try:
        return make(before, play)[1]
    except MoveError:
        return ()


def _stills(entry: Entry) -> dict[str, tuple[int, str]]:
    return {name: (entry.id, name) for name in entry.frames}
