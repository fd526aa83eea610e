"""A round of any game judged again from its set-up, its rules and the moves of its line.

What was recorded with each move (pictures, evidence, time) stays; verdicts, numbers and turns follow from the
rules as they are now. Initiative's virtual plays (I7) and the end of the round follow automatically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError, Item, Line, virtual
from arbiter.events import reports
from arbiter.events.game_notation import named_move, seat_of, setup_json
from arbiter.events.ledger import LEGAL, Key, Ledger, Ply, Verdict, possible
from arbiter.events.types import SessionEvent
from arbiter.record.record import Entry
from arbiter.telling.found import telling_of
from arbiter.telling.telling import Rename
from engine.game import MoveError, mover
from engine.message import Messages

say = Messages("arbiter")

OWN = frozenset({"observation", "frames", "confidence", "answered", "time_s"})
"""The fields that a recorded move keeps."""
GONE = frozenset({"settled", "changed", "before", "provisional"})
"""The fields that only apply to a move that is not complete."""


@dataclass(frozen=True)
class Adjudged:
    """A round judged again: its line with virtual plays where they are due, the ledger at its end, whose
    plies have the keys of the line's items, and the entries that describe it."""

    line: Line
    ledger: Ledger
    entries: tuple[Entry, ...]


def adjudicate(
    number: int, ledger: Ledger, items: Iterable[Item], renames: tuple[Rename, ...] = ()
) -> Adjudged:
    """Judges a round from the ledger's beginning; a move that the pieces no longer allow is tried with
    ``renames``.

    Raises ``CorrectionError`` if it is impossible even so.
    """
    return _Walk(number, ledger, renames).run(tuple(items))


@dataclass
class _Walk:
    """One pass over a round's items."""

    number: int
    ledger: Ledger
    renames: tuple[Rename, ...]
    waits: Item | None = None
    items: list[Item] = field(default_factory=list)
    out: list[Entry] = field(default_factory=list)
    stood: dict[Key, Entry] = field(default_factory=dict)
    virtual: list[Item] = field(default_factory=list)

    def run(self, items: tuple[Item, ...]) -> Adjudged:
        self.stood = {item.target: item.entry for item in items if item.target and _is(item, "illegal_stood")}
        self.virtual = [item for item in items if virtual(item)]
        for item in items:
            if item.move is not None:
                if not virtual(item):
                    self._move(item)
            elif _is(item, "take_back"):
                self._take_back(item)
            else:
                self._other(item)
        return Adjudged(Line(tuple(self.items)), self.ledger, tuple(self.out))

    def _other(self, item: Item) -> None:
        """Items that are not moves. Ends of rounds are described anew, and a corrected set-up is merged into
        the first one."""
        entry, kind = item.entry, item.entry.kind
        self.items.append(item)
        if kind == "setup" and not entry.data.get("problems"):
            if not entry.data.get("corrected"):
                setup = setup_json(self.ledger.game, self.ledger.setup)
                self.out.append(replace(entry, data={**entry.data, "setup": setup}))
        elif kind == "round_over":
            if self.ledger.state.outcome is not None:
                self.out.append(replace(entry, data={**entry.data, **over_facts(self.ledger, self.number)}))
        elif kind not in ("amended", "illegal_stood"):
            self.out.append(entry)

    def _move(self, item: Item) -> None:
        if self.ledger.waiting is not None:
            self._stand()
        if self.ledger.state.outcome is not None:
            self._moot(item)
            return
        item, verdict = self._judged(item)
        self.items.append(item)
        number = self._add(item, verdict)
        self._emit(item, self._seen(item.entry, number))
        if item.ruling is not None and item.ruling.data["op"] == "refuse":
            self._refuse(item, number)
        elif verdict.legal:
            self._virtual_plays(item)
        else:
            self.waits = item
            if item.ruling is not None:
                self._stand()

    def _add(self, item: Item, verdict: Verdict = LEGAL) -> int:
        """Adds an item's move to the ledger and returns the number of its ply."""
        number = len(self.ledger.plies) + 1
        self.ledger = self.ledger.add(Ply(item.move, verdict, key=item.key, number=number))
        return number

    def _judged(self, item: Item) -> tuple[Item, Verdict]:
        """The item with its verdict, renamed if it is impossible as it is."""
        state, fault = self.ledger.state, None
        was = self.ledger.game.format_move(item.move)
        for play in (item.move, *_renamed(item.move, self.renames)):
            try:
                verdict = possible(state, play)
            except MoveError as error:
                fault = fault or error.message
                continue
            follows = {"op": "follows", "was": was, "by": "people"}
            changed = item if play == item.move else replace(item, move=play, change=follows)
            return changed, verdict
        number = sum(each.move is not None for each in self.items) + 1
        seat, game = seat_of(item.move), self.ledger.game
        words = telling_of(game).title(seat, game.format_move(item.move))
        raise CorrectionError(say("fix_then", n=number, text2=words, text=fault or ""))

    def _refuse(self, item: Item, number: int) -> None:
        """Takes back what people refused."""
        ply = self.ledger.last
        assert ply is not None and item.ruling is not None
        self.ledger = self.ledger.take_back()
        entry = replace(item.ruling, time_s=item.entry.time_s, frames=())
        event = self._took_back(entry, number, ply)
        self._write(entry, event, {"ruling": item.ruling.data})

    def _stand(self) -> None:
        """The waiting play counts, because the game continued or people allow it."""
        item = self.waits
        assert item is not None
        self.ledger, self.waits = self.ledger.stand(), None
        source = replace(item.ruling or self.stood.get(item.key, item.entry), frames=())
        entry = replace(source, time_s=item.entry.time_s if item.ruling else source.time_s)
        facts = {"ruling": item.ruling.data} if item.ruling else {}
        self._write(entry, self._stood(entry), facts)
        self._virtual_plays(item)

    def _take_back(self, item: Item) -> None:
        plies = (*self.ledger.plies, *filter(None, (self.ledger.waiting,)))
        ply = next((each for each in plies if each.key == item.target), None)
        if ply is None:
            return  # what it took back no longer exists
        self.ledger, self.waits = self.ledger.with_plies(ply.number - 1), None
        self.items.append(item)
        self._emit(item, self._took_back(item.entry, ply.number, ply))

    def _moot(self, item: Item) -> None:
        """A move after the end of the round stays in the line but no longer counts."""
        self.items.append(item)
        was = named_move(self.ledger.game, item.move)
        data = {"round": self.number, "op": "moot", "was": was, "seat": seat_of(item.move)}
        self.out.append(replace(item.entry, kind="correction", data=data))

    def _virtual_plays(self, after: Item) -> None:
        for play in due(self.ledger):
            near = (after.key[0], after.key[1] + 1)
            fresh = Item(near, replace(after.entry, data={}, frames=()))
            old = self.virtual.pop(0) if self.virtual else fresh
            after = replace(old, move=play)
            self.items.append(after)
            self._emit(after, self._seen(after.entry, self._add(after)))

    def _seen(self, entry: Entry, number: int) -> SessionEvent:
        return reports.move_seen(self.ledger, number, **self._common(entry), confidence=1.0)

    def _took_back(self, entry: Entry, number: int, ply: Ply) -> SessionEvent:
        return reports.took_back(self.ledger, number, ply, **self._common(entry))

    def _stood(self, entry: Entry) -> SessionEvent:
        return reports.illegal_stood(self.ledger, **self._common(entry))

    def _common(self, entry: Entry) -> dict[str, Any]:
        return {"time_s": entry.time_s, "round": self.number}

    def _emit(self, item: Item, event: SessionEvent) -> None:
        entry = item.entry if item.facts is None else replace(item.entry, data=dict(item.facts))
        self._write(entry, event, {"corrected": dict(item.change)} if item.change else {})

    def _write(self, entry: Entry, event: SessionEvent, more: Mapping[str, Any]) -> None:
        kept = {key: value for key, value in entry.data.items() if key not in GONE}
        if entry.kind == "correction":
            kept = {}
        facts = {key: value for key, value in event.to_json().items() if key not in OWN or key not in kept}
        self.out.append(replace(entry, kind=event.kind, data={**kept, **facts, **more}))


def due(ledger: Ledger) -> Iterator[Any]:
    """The moves that follow without a choice, one after the other."""
    state = ledger.state
    while ledger.waiting is None and (move := ledger.game.follows(state)) is not None:
        yield move
        state = state.apply(move).state


def over_facts(ledger: Ledger, number: int) -> dict[str, Any]:
    """The data of a round's end; the points of a match are added where all rounds are known."""
    totals: dict[str, Any] = {"totals": {}} if ledger.game.rounds else {}
    return reports.game_over(ledger, time_s=0.0, round=number, **totals).to_json()


def _is(item: Item, kind: str) -> bool:
    return item.entry.kind == kind


def _renamed(move: Any, renames: Iterable[Rename]) -> Iterator[Any]:
    """The move with a piece replaced by another, at each place where it names it."""
    for seat, before, after in renames:
        if mover(move) is not seat:
            continue
        for name in (each.name for each in fields(move)):
            held = getattr(move, name)
            if held == before:
                yield replace(move, **{name: after})
            elif isinstance(held, tuple) and before in held:
                at = held.index(before)
                yield replace(move, **{name: (*held[:at], after, *held[at + 1 :])})
