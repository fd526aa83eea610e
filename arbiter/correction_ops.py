"""What each correction does to a round of Initiative: set-up, rules and line in, the same out.

All raise ``CorrectionError`` with one clear line for what can't be done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.adjudicate import Rename, adjudicate
from arbiter.inventories import OF_A_KIND
from arbiter.ledger import judge
from arbiter.line import CorrectionError, Item, Key, Line
from arbiter.misread import renamed, within_count
from arbiter.record import Entry
from engine.game import MoveError, Seat
from engine.games import GAMES
from engine.initiative import Play, Rules, Setup, State
from engine.notation_initiative import format_play, parse_play
from engine.notation_pieces import parse_pieces
from engine.pieces import Colour, Piece

INITIATIVE = GAMES["Initiative"]


@dataclass(frozen=True)
class Change:
    """A correction (its entry) and the round that it is about; ``counted`` are the moves that count."""

    entry: Entry
    rules: Rules
    setup: Setup
    line: Line
    counted: tuple[Key, ...]
    leader: Seat | None

    @property
    def data(self) -> Mapping[str, Any]:
        """What the correction says."""
        return self.entry.data

    @property
    def number(self) -> int:
        """The move that it is about; without one the last that was put on the table and not taken back."""
        if self.data.get("move"):
            return int(self.data["move"])
        if 0 < int(self.data.get("ply", 0)) <= len(self.counted):
            return self.line.number(self.counted[int(self.data["ply"]) - 1])
        gone = {item.target for item in self.line.items if item.entry.kind == "take_back"}
        for number in range(self.line.count, 0, -1):
            item = self.line.move(number)
            if not item.move.virtual and item.key not in gone and not refused(item):
                return number
        raise CorrectionError("nothing was played yet")

    def before(self, number: int) -> State:
        """The position before a move, an illegal one that waits then having stood."""
        end = self.line.place(number) if number <= self.line.count else len(self.line.items)
        items = self.line.items[:end]
        round_ = int(self.data.get("round", 1))
        return adjudicate(round_, self.setup, self.rules, self.leader, items).ledger.state_if_stood

    def play(self, state: State, seat: Seat | None) -> Play:
        """The play that the correction's text means in a position."""
        text = str(self.data.get("text", ""))
        if seat is not None and not text.lower().startswith(tuple(Seat)):
            text = f"{seat}: {text}"
        try:
            play = parse_play(text, state, check=False)
        except MoveError as error:
            raise CorrectionError(error.message) from error
        if play.virtual:
            raise CorrectionError("virtual plays follow by themselves: leave them out")
        if judge(state, play) is None:
            raise CorrectionError(_impossible(state, play))
        return play


@dataclass(frozen=True)
class Made:
    """A round as corrected, with pieces that later moves may have to be read as."""

    rules: Rules
    setup: Setup
    line: Line
    renames: tuple[Rename, ...] = ()


def refused(item: Item) -> bool:
    """Whether people refused a move."""
    return item.ruling is not None and item.ruling.data["op"] == "refuse"


def _impossible(state: State, play: Play) -> str:
    try:
        state.check(play)
    except MoveError as error:
        return error.message
    return "this play could not be"


def _made(change: Change, line: Line, renames: tuple[Rename, ...] = ()) -> Made:
    return Made(change.rules, change.setup, line, renames)


def _replace(change: Change) -> Made:
    """Another move was made; where it takes a piece that a later one has, the two change places."""
    item = _real(change)
    play = change.play(change.before(change.number), item.move.seat)
    if play == item.move:
        raise CorrectionError(f"move {change.number} is {format_play(play)} already")
    swaps = [(play.piece, item.move.piece)]
    if play.sacrifice is not None:
        swaps.append((play.sacrifice, item.move.sacrifice or item.move.piece))
    renames = tuple((play.seat, new, old) for new, old in swaps if new != old)
    data = {**change.data, "was": format_play(item.move)}
    return _made(change, change.line.changed(change.number, move=play, change=data), renames)


def _insert(change: Change) -> Made:
    """A move that was not seen; without a number after the last one."""
    number = int(change.data.get("move", 0)) or change.line.count + 1
    if number != change.line.count + 1:
        change.line.place(number)
    play = change.play(change.before(number), None)
    time_s = change.entry.time_s
    entry = Entry(change.entry.id, "move", time_s, change.entry.wall, {"confidence": 1.0, "answered": True})
    item = Item((change.entry.id, 0), entry, play, change={**change.data, "move": number})
    return _made(change, change.line.insert(number, item))


def _delete(change: Change) -> Made:
    """A move that never was."""
    item = _real(change)
    data = {**change.data, "was": format_play(item.move), "seat": item.move.seat.value}
    entry = replace(item.entry, kind="correction", data=data, wall=change.entry.wall)
    at = change.line.place(change.number)
    items = [Item(item.key, entry) if place == at else each for place, each in enumerate(change.line.items)]
    kept = tuple(each for each in items if each.target != item.key)
    return _made(change, Line(kept))


def _back(change: Change) -> Made:
    """The last play that lies on the table was taken back."""
    line = change.line
    state = adjudicate(int(change.data["round"]), change.setup, change.rules, change.leader, line.items)
    waiting = state.ledger.waiting is not None
    real = [key for key in state.counted if not line.move(line.number(key)).move.virtual]
    key = state.latest[len(state.counted) + 1] if waiting else (real[-1] if real else None)
    if key is None:
        raise CorrectionError("nothing was played yet: there is nothing to take back")
    entry = replace(change.entry, kind="take_back", data={})
    item = Item((change.entry.id, 0), entry, target=key, change=change.data)
    return _made(change, line.insert(line.count + 1, item))


def _set(change: Change) -> Made:
    """Pieces at set-up were others; the plays of a piece that is not there then are those of the other."""
    setup, renames = change.setup, list[Rename]()
    for part in str(change.data.get("text", "")).split():
        name, _, value = part.partition("=")
        if name.lower() == "stack":
            setup = replace(setup, stack=_stack(value, setup))
            continue
        seat, before, after = _spot(name, value)
        if before not in setup.inventory(seat):
            raise CorrectionError(f"{seat} has no {before} at set-up")
        setup = renamed(setup, seat, before, after)
        renames.append((seat, before, after))
    if setup == change.setup:
        raise CorrectionError("say what is to be set, such as near.Sblue=Sblack or stack=blue,red,...")
    if not within_count(setup):
        many = _too_many(setup)
        raise CorrectionError(
            f"then there would be more than two pyramids that are {many} (I13): name the other one as well"
        )
    return Made(change.rules, setup, _told(change), tuple(renames))


def _too_many(setup: Setup) -> Piece:
    pieces = [*setup.near, *setup.far]
    if setup.stack_size is not None:
        pieces += [Piece(setup.stack_size, colour) for colour in setup.stack]
    return next(piece for piece in pieces if pieces.count(piece) > OF_A_KIND)


def _spot(name: str, value: str) -> tuple[Seat, Piece, Piece]:
    seat, _, piece = name.partition(".")
    try:
        found = Seat(seat.lower())
        (before,), (after,) = parse_pieces(piece), parse_pieces(value)
    except (MoveError, ValueError) as error:
        raise CorrectionError(f"cannot read {name}={value}: write it like near.Sblue=Sblack") from error
    return found, before, after


def _stack(value: str, setup: Setup) -> tuple[Colour, ...]:
    try:
        colours = tuple(Colour(word.lower()) for word in value.split(","))
    except ValueError:
        colours = ()
    if len(set(colours)) != len(colours) or len(colours) != len(setup.stack):
        raise CorrectionError(f"the stack is {len(setup.stack)} different colours from the top, with commas")
    return colours


def _rule(change: Change) -> Made:
    """Other rule options were played."""
    text = str(change.data.get("text", ""))
    try:
        rules = INITIATIVE.parse_rules(f"{INITIATIVE.format_rules(change.rules)} {text}")
    except MoveError as error:
        raise CorrectionError(error.message) from error
    if rules == change.rules:
        raise CorrectionError(f"the rules are so already: {INITIATIVE.format_rules(rules)}")
    return Made(rules, change.setup, _told(change))


def _told(change: Change) -> Line:
    """The line with the correction told after its set-up."""
    entry = replace(change.entry, time_s=change.line.items[0].entry.time_s)
    items = change.line.items
    return Line((items[0], Item((change.entry.id, 0), entry), *items[1:]))


def _allow(change: Change) -> Made:
    """An illegal play counts all the same."""
    item = _real(change)
    if any(each.target == item.key and each.entry.kind == "take_back" for each in change.line.items):
        raise CorrectionError(f"move {change.number} was taken back: insert it where it is to count")
    verdict = judge(change.before(change.number), item.move)
    if verdict is not None and verdict.legal:
        raise CorrectionError(f"move {change.number} is legal: there is nothing to overrule")
    return _made(change, change.line.changed(change.number, ruling=change.entry))


def _refuse(change: Change) -> Made:
    """A play, legal or not, does not count."""
    item = _real(change)
    if any(each.target == item.key and each.entry.kind == "take_back" for each in change.line.items):
        raise CorrectionError(f"move {change.number} was taken back already")
    return _made(change, change.line.changed(change.number, ruling=change.entry))


def _real(change: Change) -> Item:
    item = change.line.move(change.number)
    if item.move.virtual:
        raise CorrectionError(f"move {change.number} is a virtual play: it follows from the one before it")
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
"""Every correction but ``undo``."""
