"""What each correction does to a round of any game: takes set-up, rules and line, and returns new ones.

All of them raise ``CorrectionError`` with one clear line for something impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.corrections.adjudicate import Adjudged, adjudicate
from arbiter.corrections.recorded_moves import CorrectionError, Item, Line, virtual
from arbiter.corrections.setup import put_right
from arbiter.events.game_notation import seat_of
from arbiter.events.ledger import Ledger, judge, possible
from arbiter.record.record import Entry
from arbiter.telling.found import telling_of
from arbiter.telling.telling import Rename
from engine.definition import AnyGame
from engine.game import MoveError, Seat
from engine.message import Messages, message_of

say = Messages("arbiter")


@dataclass(frozen=True)
class Change:
    """A correction (its entry) and the round that it is about."""

    entry: Entry
    game: AnyGame
    rules: Any
    line: Line
    ledger: Ledger
    leader: Seat | None

    @property
    def setup(self) -> Any:
        """The round's set-up."""
        return self.ledger.setup

    @property
    def data(self) -> Mapping[str, Any]:
        """The data of the correction."""
        return self.entry.data

    @property
    def number(self) -> int:
        """The move that it is about: by default the last one that lies on the table."""
        if self.data.get("move"):
            return int(self.data["move"])
        if 0 < int(self.data.get("ply", 0)) <= len(self.ledger.plies):
            return self.line.number(self.ledger.plies[int(self.data["ply"]) - 1].key)
        gone = {item.target for item in self.line.items if item.entry.kind == "take_back"}
        for number in range(self.line.count, 0, -1):
            item = self.line.move(number)
            if not virtual(item) and item.key not in gone and not refused(item):
                return number
        raise CorrectionError(say("nothing_yet"))

    def judged(self, items: tuple[Item, ...]) -> Adjudged:
        """The round judged up to these items."""
        ledger = Ledger(self.setup, self.rules, self.leader, game=self.game)
        return adjudicate(int(self.data.get("round", 1)), ledger, items)

    def before(self, number: int) -> Any:
        """The position before a move; an illegal one that waits is assumed to stand."""
        end = self.line.place(number) if number <= self.line.count else len(self.line.items)
        return self.judged(self.line.items[:end]).ledger.state_if_stood

    def play(self, state: Any, seat: str) -> Any:
        """The move meant by the correction's text in a position, by ``seat`` unless it names another."""
        text = str(self.data.get("text", ""))
        if seat and not text.lower().startswith(tuple(Seat)):
            text = f"{seat}: {text}"
        try:
            play = self.game.parse_move(text, state)
        except MoveError as error:
            raise CorrectionError(error.message) from error
        if getattr(play, "virtual", False):
            raise CorrectionError(say("fix_virtuals"))
        try:
            possible(state, play)
        except MoveError as error:
            raise CorrectionError(error.message) from error
        return play


@dataclass(frozen=True)
class Made:
    """A corrected round, with renamings that later moves may need."""

    rules: Any
    setup: Any
    line: Line
    renames: tuple[Rename, ...] = ()


def refused(item: Item) -> bool:
    """Whether people refused a move."""
    return item.ruling is not None and item.ruling.data["op"] == "refuse"


def _made(change: Change, line: Line, renames: tuple[Rename, ...] = ()) -> Made:
    return Made(change.rules, change.setup, line, renames)


def _replace(change: Change) -> Made:
    """Another move was made; if it uses a piece that a later move uses, the two pieces are exchanged."""
    item = _real(change)
    play = change.play(change.before(change.number), seat_of(item.move))
    was = change.game.format_move(item.move)
    if play == item.move:
        words = telling_of(change.game).title(seat_of(item.move), was)
        raise CorrectionError(say("fix_same", n=change.number, text=words))
    pairs = telling_of(change.game).exchanged(item.move, play)
    renames = tuple((play.seat, new, old) for old, new in pairs if old != new)
    data = {**change.data, "was": was}
    return _made(change, change.line.changed(change.number, move=play, change=data), renames)


def _insert(change: Change) -> Made:
    """A move was not seen; without a number it comes after the last one."""
    number = int(change.data.get("move", 0)) or change.line.count + 1
    if number != change.line.count + 1:
        change.line.place(number)
    play = change.play(change.before(number), "")
    time_s = change.entry.time_s
    entry = Entry(change.entry.id, "move", time_s, change.entry.wall, {"confidence": 1.0, "answered": True})
    item = Item((change.entry.id, 0), entry, play, change={**change.data, "move": number})
    return _made(change, change.line.insert(number, item))


def _delete(change: Change) -> Made:
    """A move was never made."""
    item = _real(change)
    data = {**change.data, "was": change.game.format_move(item.move), "seat": seat_of(item.move)}
    entry = replace(item.entry, kind="correction", data=data, wall=change.entry.wall)
    at = change.line.place(change.number)
    items = [Item(item.key, entry) if place == at else each for place, each in enumerate(change.line.items)]
    kept = tuple(each for each in items if each.target != item.key)
    return _made(change, Line(kept))


def _back(change: Change) -> Made:
    """The last play on the table was taken back."""
    line = change.line
    last = change.judged(line.items).ledger.last
    if last is None:
        raise CorrectionError(say("fix_no_back"))
    entry = replace(change.entry, kind="take_back", data={})
    item = Item((change.entry.id, 0), entry, target=last.key, change=change.data)
    return _made(change, line.insert(line.count + 1, item))


def _set(change: Change) -> Made:
    """Pieces at set-up were others; plays of a piece that no longer exists become plays of the other."""
    setup, renames = put_right(change.game, change.setup, change.rules, str(change.data.get("text", "")))
    return Made(change.rules, setup, _after_setup(change), renames)


def _rule(change: Change) -> Made:
    """Other rule options were in force."""
    text = str(change.data.get("text", ""))
    try:
        rules = change.game.parse_rules(f"{change.game.format_rules(change.rules)} {text}")
        change.game.start(change.setup, rules, change.leader)
    except MoveError as error:
        raise CorrectionError(error.message) from error
    except ValueError as error:
        raise CorrectionError(message_of(error)) from error
    if rules == change.rules:
        raise CorrectionError(say("fix_same_rules", raw=change.game.format_rules(rules) or say("no_options")))
    return Made(rules, change.setup, _after_setup(change))


def _after_setup(change: Change) -> Line:
    """The line with the correction placed after the set-up."""
    entry = replace(change.entry, time_s=change.line.items[0].entry.time_s)
    items = change.line.items
    return Line((items[0], Item((change.entry.id, 0), entry), *items[1:]))


def _allow(change: Change) -> Made:
    """An illegal play counts all the same."""
    item = _real(change)
    if any(each.target == item.key and each.entry.kind == "take_back" for each in change.line.items):
        raise CorrectionError(say("fix_insert", n=change.number))
    verdict = judge(change.before(change.number), item.move)
    if verdict is not None and verdict.legal:
        raise CorrectionError(say("fix_legal", n=change.number))
    return _made(change, change.line.changed(change.number, ruling=change.entry))


def _refuse(change: Change) -> Made:
    """A play, legal or not, does not count."""
    item = _real(change)
    if any(each.target == item.key and each.entry.kind == "take_back" for each in change.line.items):
        raise CorrectionError(say("fix_back_already", n=change.number))
    return _made(change, change.line.changed(change.number, ruling=change.entry))


def _real(change: Change) -> Item:
    item = change.line.move(change.number)
    if virtual(item):
        raise CorrectionError(say("fix_virtual", n=change.number))
    return item


OPS: Mapping[str, Callable[[Change], Made]] = {
    "replace": _replace,
    "insert": _insert,
    "delete": _delete,
    "back": _back,
    "set": _set,
    "rule": _rule,
    "allow": _allow,
    "refuse": _refuse,
}
"""Every correction except ``undo``."""
