"""What people decided in a recorded game, and how it is repeated when the game is watched again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, replace

from arbiter.events.orders import Accept, Back, Choose, Correct, Enter, Order, Orders, Say
from arbiter.events.types import AS_SHOWN, same_option
from arbiter.record.record import Entry
from arbiter.table.frames import Snapshot
from engine.game import Seat
from engine.message import Said
from vision.source.frames import Frame

PATIENCE_S = 4.0
"""A decision that could not be repeated within this time is given up."""
STEP_S = 0.1


@dataclass(frozen=True)
class Decision:
    """Something that a person decided: an answer (the option's text), a typed move, a take-back, a
    correction, or at set-up what stands in a place or that the set-up is right as shown.

    ``time_s`` is when it was decided; for a correction made after the game, the end of the recording.
    """

    entry: Entry
    kind: str
    text: Said
    time_s: float


def by_people(entry: Entry) -> bool:
    """Whether an entry was decided by a person rather than seen by the camera."""
    if entry.kind == "setup":
        return bool(entry.data.get("accepted") or entry.data.get("said"))
    if entry.kind == "take_back":
        observation = entry.data.get("observation") or {}
        return "none_of_these" in observation and observation["none_of_these"] is None
    return bool(entry.data.get("answered"))


def decisions(entries: Iterable[Entry]) -> Iterator[Decision]:
    """The decisions of a recorded game, in order."""
    answered_s, now = None, 0.0
    for entry in entries:
        now = max(now, entry.time_s)
        if entry.kind == "answer":
            answered_s = entry.time_s
        decided = entry.kind in ("move", "take_back") and by_people(entry) and entry.time_s != answered_s
        if decided or entry.kind in ("answer", "correction", "set_by_hand"):
            text = entry.data.get("what" if entry.kind == "set_by_hand" else "text", "")
            yield Decision(entry, entry.kind, text, now)


class Repeat:
    """Posts the decisions as orders while the frames are watched; ``due_s`` says when each was made.

    ``missed`` holds the decisions that could not be repeated.
    """

    def __init__(
        self, made: Iterable[Decision], due_s: Callable[[Decision], float], now: Callable[[], Snapshot]
    ) -> None:
        self.missed: list[Decision] = []
        self._waiting = deque((due_s(each), each) for each in made)
        self._now = now
        self._posted: list[tuple[Decision, Future[None]]] = []

    def frames(self, frames: Iterable[Frame], orders: Orders) -> Iterator[Frame]:
        """The frames, each after the decisions that were made before it.

        The last frame is repeated until every decision has been posted or given up.
        """
        last = None
        for last in frames:
            self._give(last.time_s, orders)
            yield last
        while last is not None and self._waiting:
            last = replace(last, time_s=last.time_s + STEP_S, index=last.index + 1)
            self._give(last.time_s, orders)
            yield last
        self.missed += [each for each, done in self._posted if done.exception() is not None]

    def _give(self, time_s: float, orders: Orders) -> None:
        while self._waiting and self._waiting[0][0] < time_s:
            due, decision = self._waiting[0]
            order = self._order(decision)
            if order is None and time_s - due < PATIENCE_S:
                return
            self._waiting.popleft()
            if order is None:
                self.missed.append(decision)
                continue
            self._posted.append((decision, orders.post(order)))
            return

    def _order(self, decision: Decision) -> Order | None:
        """The order that repeats a decision; ``None`` while no question offers the same option."""
        if decision.kind == "move":
            seat = decision.entry.data.get("seat")
            return Enter(f"{seat}: {decision.text}" if seat in set(Seat) else str(decision.text))
        if decision.kind == "take_back":
            return Back()
        if decision.kind == "correction":
            data = decision.entry.data
            return Correct(str(data["op"]), int(data.get("move", 0)), str(decision.text))
        if decision.kind == "set_by_hand":
            return self._at_set_up(decision)
        question = self._now().question
        if question is None:
            return None
        alike = (at for at, option in enumerate(question.options) if same_option(option, decision.text))
        return next((Choose(question.id, at) for at in alike), None)

    def _at_set_up(self, decision: Decision) -> Order | None:
        """The order that repeats a decision about the set-up; ``None`` until it can be carried out."""
        shown = self._now().set_up
        if shown is None:
            return None
        if decision.text == AS_SHOWN:
            return None if shown.refusal else Accept()
        x, y = (float(value) for value in decision.entry.data["place"])
        return Say(str(decision.text), (x, y))
