"""A recorded game as people put it right: the entries that tell it, made of the recorded ones.

Nothing recorded changes: a correction is one more entry (``arbiter.events.types.Correction``), and
``corrected`` makes of header and entries those that a record of the corrected game would have. Rounds without
a correction are handed on as they are, so a correction that was undone leaves no trace in the story.

>>> corrected({}, ()).entries
()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.corrections.adjudicate import Adjudged, adjudicate, over_facts
from arbiter.corrections.operations import OPS, Change
from arbiter.corrections.recorded_moves import CorrectionError, Item, Key, Line
from arbiter.events.game_notation import move_of, setup_of
from arbiter.events.ledger import Ledger
from arbiter.record.draft_entries import inside, is_drafting, outside, split
from arbiter.record.record import Entry
from arbiter.record.replay import read_game, read_rules, rules_in
from arbiter.telling.telling import Rename
from engine.definition import AnyGame
from engine.game import Seat, mover, plain
from engine.initiative.drafting import DRAFT
from engine.message import Messages

say = Messages("arbiter")

ROUND_KINDS = frozenset({"move", "amended", "take_back", "illegal_stood", "round_over"})


@dataclass(frozen=True)
class Round:
    """A round as recorded and corrected so far; one that is not ``touched`` is told as it was recorded."""

    number: int
    setup: Any
    line: Line
    counted: tuple[Key, ...] = ()
    latest: Mapping[int, Key] = field(default_factory=dict)
    touched: bool = False


@dataclass(frozen=True)
class GameSoFar:
    """All rounds of a game, and what came before the first; ``of`` is which game the engine has for it."""

    of: AnyGame
    rules: Any
    before: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def leader(self) -> Seat | None:
        """Who led the first round."""
        if not self.rounds:
            return None
        line = self.rounds[0].line
        counted = set(self.rounds[0].counted)
        first = next((item.move for item in line.items if item.key in counted), None)
        return mover(first)

    def put(self, changed: Round) -> GameSoFar:
        """The game with a round changed."""
        rounds = tuple(changed if each.number == changed.number else each for each in self.rounds)
        return replace(self, rounds=rounds)

    def round(self, number: int) -> Round:
        """A round; raises ``CorrectionError``."""
        for each in self.rounds:
            if each.number == number:
                return each
        raise CorrectionError(say("round_number", n=number, most=len(self.rounds)))


@dataclass(frozen=True)
class Corrected:
    """Header and entries of the corrected game, and the game itself."""

    header: Mapping[str, Any]
    entries: tuple[Entry, ...]
    game: GameSoFar


def corrected(header: Mapping[str, Any], entries: Iterable[Entry], ends: bool = True) -> Corrected:
    """The corrected game. A correction that can't be made is left out and says so.

    ``ends``: a round that is over only by a correction gets its end, as if it had been recorded. A draft
    before it (I14) is put right by itself.
    """
    draft, match = split(entries)
    found = folded(header, match).result(header, ends)
    if not draft:
        return found
    told = outside(drafting(draft).result({}, ends=False).entries)
    return replace(found, entries=(*told, *found.entries))


def drafting(entries: Iterable[Entry]) -> CorrectedGame:
    """The fold of a draft."""
    fold = CorrectedGame(GameSoFar(DRAFT, DRAFT.rules))
    for entry in entries:
        fold.take(entry)
    return fold


def folded(header: Mapping[str, Any], entries: Iterable[Entry]) -> CorrectedGame:
    """The fold of a recorded game."""
    fold = CorrectedGame(GameSoFar(read_game(header), read_rules(header)))
    for entry in entries:
        fold.take(entry)
    return fold


def correcting(
    header: Mapping[str, Any], entries: Iterable[Entry], correction: Entry, ends: bool = True
) -> Corrected:
    """The game, or its draft, with one more correction; ``CorrectionError`` says in a line why it can't be
    made.
    """
    draft, match = split(entries)
    if draft and is_drafting(correction.data):
        fold = drafting(draft)
        fold.correct(replace(correction, data=inside(correction.data)))
        return fold.result({}, ends=False)
    fold = folded(header, match)
    fold.correct(correction)
    return fold.result(header, ends)


class CorrectedGame:
    """Takes entries in order, those of a game in progress too; keeps the game as it was before each
    correction that stands.
    """

    def __init__(self, game: GameSoFar) -> None:
        self.game = game
        self.undo: list[tuple[Entry, GameSoFar]] = []

    @property
    def corrected(self) -> bool:
        """Whether a round is not told as it was recorded."""
        return any(each.touched for each in self.game.rounds)

    def take(self, entry: Entry) -> None:
        """Takes one entry; a correction that can't be made says so in its place, what can't be read stays."""
        try:
            if entry.kind == "correction":
                self.correct(entry)
            elif entry.kind == "setup" and not entry.data.get("problems"):
                self._setup(entry)
            elif entry.kind in ROUND_KINDS and self.game.rounds:
                self._in_round(entry)
            else:
                self._add(entry)
        except (CorrectionError, KeyError, TypeError, ValueError) as error:
            problem = {"problem": str(error)} if entry.kind == "correction" else {}
            self._add(replace(entry, data={**entry.data, **problem}))

    def _setup(self, entry: Entry) -> None:
        setup = setup_of(self.game.of, entry.data["setup"], self.game.rules)
        if entry.data.get("corrected") and self.game.rounds:
            self.game = self.game.put(replace(self.game.rounds[-1], setup=setup))
            self._add(entry)
            return
        number = int(entry.data.get("round", len(self.game.rounds) + 1))
        rounds = tuple(each for each in self.game.rounds if each.number != number)
        fresh = Round(number, setup, Line((Item((entry.id, 0), entry),)))
        self.game = replace(self.game, rounds=(*rounds, fresh))

    def _add(self, entry: Entry) -> None:
        if not self.game.rounds:
            self.game = replace(self.game, before=(*self.game.before, entry))
            return
        last = self.game.rounds[-1]
        self.game = self.game.put(replace(last, line=last.line.add(Item((entry.id, 0), entry))))

    def _in_round(self, entry: Entry) -> None:
        numbers = {each.number for each in self.game.rounds}
        number = int(entry.data.get("round", 0))
        at = self.game.round(number if number in numbers else self.game.rounds[-1].number)
        item = Item((entry.id, 0), entry)
        if entry.kind == "round_over":
            self.game = self.game.put(replace(at, line=at.line.add(item)))
            return
        if entry.kind in ("move", "amended"):
            item = replace(item, move=move_of(self.game.of, entry.data["play"], self._start(at)))
        add = {"move": _moved, "amended": _amended, "take_back": _taken_back, "illegal_stood": _stood}
        self.game = self.game.put(add[entry.kind](at, item, int(entry.data["ply"])))

    def _start(self, at: Round) -> Any:
        """The position before the first move: a typed move can be read in it, whatever was played since."""
        return self.game.of.start(at.setup, self.game.rules, None)

    def correct(self, entry: Entry) -> None:
        """Makes a correction; raises ``CorrectionError``."""
        op = str(entry.data.get("op"))
        if op == "undo":
            self._undo(entry)
            return
        if op not in OPS:
            raise CorrectionError(say("fix_unknown", raw=f"{op!r}", raw2=", ".join(OPS)))
        at = self.game.round(int(entry.data.get("round", 1)))
        leader = leader_of(at.number, self.game)
        change = Change(entry, self.game.of, self.game.rules, at.setup, at.line, at.counted, leader)
        made, before = OPS[op](change), self.game
        self.game = replace(before, rules=made.rules)
        self._rejudge(replace(at, setup=made.setup, line=made.line), made.renames, before)
        try:
            self._carry(at, made.setup, made.renames)
        except CorrectionError:
            self.game = before
            raise
        self.undo.append((entry, before))

    def _carry(self, at: Round, setup: Any, renames: tuple[Rename, ...]) -> None:
        """The next round is played with the same pyramids (I11): what was put right holds there too."""
        following = next((each for each in self.game.rounds if each.number == at.number + 1), None)
        if setup == at.setup or following is None:
            return
        old, wanted = at.setup.swapped(), setup.swapped()
        if any(Counter(old.inventory(s)) != Counter(following.setup.inventory(s)) for s in Seat):
            return
        there = replace(following, setup=replace(wanted, stack_size=following.setup.stack_size))
        passed = tuple((seat.other, was, now) for seat, was, now in renames)
        self.game = self.game.put(judged(there, self.game, passed)[0])

    def _rejudge(self, at: Round, renames: tuple[Rename, ...], before: GameSoFar) -> None:
        """Judges the changed round anew, and the others where that changes them too."""
        try:
            self.game = self.game.put(judged(at, self.game, renames)[0])
            if self.game.rules != before.rules or self.game.leader is not before.leader:
                for each in self.game.rounds:
                    if each.number != at.number:
                        self.game = self.game.put(judged(each, self.game)[0])
        except CorrectionError:
            self.game = before
            raise

    def _undo(self, entry: Entry) -> None:
        if not self.undo:
            raise CorrectionError(say("fix_none"))
        undone, before = self.undo.pop()
        now = self.game
        self.game = before
        for each in now.rounds:
            later = [item for item in each.line.since(undone.id) if item.entry.kind != "correction"]
            old = next((r for r in before.rounds if r.number == each.number), None)
            if old is None:
                self.game = replace(self.game, rounds=(*self.game.rounds, each))
            elif later:
                grown = replace(old, line=old.line.add(*later))
                moved = any(item.move is not None or item.target is not None for item in later)
                self.game = self.game.put(judged(grown, self.game)[0] if moved else grown)

    def result(self, header: Mapping[str, Any], ends: bool) -> Corrected:
        """The corrected game; ``ends`` as for ``corrected``."""
        game = self.game
        told = [entry for each in game.rounds for entry in self._told(each, ends)]
        if self.corrected and game.of.rounds:
            told = _with_totals(told)
        rules = {"rules": plain(game.rules)} if game.rules != rules_in(header, game.of) else {}
        return Corrected({**header, **rules}, (*game.before, *told), game)

    def _told(self, at: Round, ends: bool) -> list[Entry]:
        if not at.touched:
            return [item.entry for item in at.line.items]
        try:
            found = judged(at, self.game)[1]
        except CorrectionError as error:
            last = at.line.items[-1].entry
            data = {"round": at.number, "op": "unread", "problem": str(error)}
            return [*(item.entry for item in at.line.items), replace(last, kind="correction", data=data)]
        told, ledger = list(found.entries), found.ledger
        over = ledger.state.outcome is not None and ledger.waiting is None
        if ends and over and not any(entry.kind == "round_over" for entry in told):
            source = self.undo[-1][0] if self.undo else told[-1]
            data = over_facts(ledger, at.number)
            told.append(Entry(source.id, "round_over", told[-1].time_s, source.wall, data))
        return told


def leader_of(number: int, game: GameSoFar) -> Seat | None:
    """Who leads a round: whoever will in the first, then the other (I11)."""
    return game.leader.other if number > 1 and game.leader else None


def judged(at: Round, game: GameSoFar, renames: tuple[Rename, ...] = ()) -> tuple[Round, Adjudged]:
    """The round judged anew, and what came of it; raises ``CorrectionError``."""
    ledger = Ledger(at.setup, game.rules, leader_of(at.number, game), game=game.of)
    found = adjudicate(at.number, ledger, at.line.items, renames)
    known = replace(at, line=found.line, counted=found.counted, latest=found.latest, touched=True)
    return known, found


def _with_totals(entries: list[Entry]) -> list[Entry]:
    """The ends of rounds with the points of the match so far, and of the match if it still is over."""
    points, told = {seat.value: 0 for seat in Seat}, list[Entry]()
    for entry in entries:
        if entry.kind == "round_over":
            outcome = entry.data["outcome"]
            if outcome.get("winner") and outcome.get("score"):
                points[outcome["winner"]] += int(outcome["score"]["total"])
            entry = replace(entry, data={**entry.data, "totals": dict(points)})
        elif entry.kind == "match_over":
            if told and not any(each.kind == "round_over" for each in told):
                continue
            best = max(points.values())
            winners = [seat for seat, total in points.items() if total == best]
            winner = winners[0] if len(winners) == 1 else None
            entry = replace(entry, data={**entry.data, "totals": dict(points), "winner": winner})
        told.append(entry)
    return told


def _moved(at: Round, item: Item, ply: int) -> Round:
    counted = (*at.counted, item.key) if item.entry.data.get("legal", True) else at.counted
    return replace(at, line=at.line.add(item), counted=counted, latest={**at.latest, ply: item.key})


def _amended(at: Round, item: Item, ply: int) -> Round:
    """An earlier move turns out to be another one; a waiting one may count by that, or wait again."""
    key = at.counted[ply - 1] if ply <= len(at.counted) else at.latest.get(ply)
    number, play = 0 if key is None else at.line.number(key), item.move
    item = replace(item, move=None)
    if key is None or not number:
        return replace(at, line=at.line.add(item))
    data, old = item.entry.data, at.line.move(number)
    same = data.get("changed") == "nothing" and ply <= len(at.counted)
    stays = data.get("legal", True) or ply < len(at.counted) or same
    counted = (*at.counted[: ply - 1], key, *at.counted[ply:]) if stays else at.counted[: ply - 1]
    new = {name: value for name, value in data.items() if value or name not in ("observation", "frames")}
    facts = {**(old.facts or old.entry.data), **new}
    line = at.line.changed(number, facts=facts, move=play).add(item)
    return replace(at, line=line, counted=counted)


def _taken_back(at: Round, item: Item, ply: int) -> Round:
    key = at.counted[ply - 1] if ply <= len(at.counted) else at.latest.get(ply)
    counted = at.counted[: ply - 1]
    return replace(at, line=at.line.add(replace(item, target=key)), counted=counted)


def _stood(at: Round, item: Item, ply: int) -> Round:
    key = at.latest.get(ply)
    counted = at.counted if key is None else (*at.counted, key)
    return replace(at, line=at.line.add(replace(item, target=key)), counted=counted)
