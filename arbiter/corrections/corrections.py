"""A recorded game as corrected by people: the entries that describe it, derived from the recorded ones.

Nothing recorded changes. A correction is one more entry (``arbiter.events.types.Correction``), and
``corrected`` derives the header and the entries that a record of the corrected game would have. Rounds
without a correction are passed on unchanged, so a correction that was undone leaves no trace.

>>> corrected({}, ()).entries
()
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arbiter.corrections.adjudicate import Adjudged, adjudicate, over_facts
from arbiter.corrections.operations import OPS, Change
from arbiter.corrections.recorded_moves import CorrectionError, Item, Line
from arbiter.events.history import after_report, after_setup, reported
from arbiter.events.ledger import Ledger, Ply
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
    """A round as recorded and corrected so far; unless ``touched``, its entries are the recorded ones."""

    number: int
    ledger: Ledger
    line: Line
    touched: bool = False

    @property
    def setup(self) -> Any:
        """Its set-up."""
        return self.ledger.setup

    def over(self, setup: Any, line: Line) -> Round:
        """The round with another set-up and other items, to be judged again."""
        return replace(self, ledger=replace(self.ledger, setup=setup), line=line)


@dataclass(frozen=True)
class GameSoFar:
    """All rounds of a game, and what came before the first; ``of`` is the engine's game."""

    of: AnyGame
    rules: Any
    before: tuple[Entry, ...] = ()
    rounds: tuple[Round, ...] = ()

    @property
    def leader(self) -> Seat | None:
        """Who led the first round."""
        plies = self.rounds[0].ledger.plies if self.rounds else ()
        return mover(plies[0].play) if plies else None

    def put(self, changed: Round) -> GameSoFar:
        """The game with one round replaced."""
        rounds = tuple(changed if each.number == changed.number else each for each in self.rounds)
        return replace(self, rounds=rounds)

    def round(self, number: int) -> Round:
        """The round of a number; raises ``CorrectionError``."""
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
    """The corrected game. An impossible correction is left out, and its entry says so.

    ``ends``: a round that is over only because of a correction gets an end, as if it had been recorded. A
    draft before the match (I14) is corrected separately.
    """
    draft, match = split(entries)
    before = drafting(draft).result({}, ends=False).entries if draft else ()
    return folded(header, match).result(header, ends, outside(before))


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


def correcting(header: Mapping[str, Any], entries: Iterable[Entry], correction: Entry) -> Corrected:
    """The game or its draft with one more correction; ``CorrectionError`` says in one line why not."""
    draft, match = split(entries)
    if draft and is_drafting(correction.data):
        fold = drafting(draft)
        fold.correct(replace(correction, data=inside(correction.data)))
        return fold.result({}, ends=False)
    fold = folded(header, match)
    fold.correct(correction)
    return fold.result(header, ends=True)


class CorrectedGame:
    """Takes entries in order, also while a game is in progress, and keeps the game as it was before each
    correction in force."""

    def __init__(self, game: GameSoFar) -> None:
        self.game = game
        self.undo: list[tuple[Entry, GameSoFar]] = []

    @property
    def corrected(self) -> bool:
        """Whether some round is not told as it was recorded."""
        return any(each.touched for each in self.game.rounds)

    def take(self, entry: Entry) -> None:
        """Takes one entry. An impossible correction says so in its place; unreadable entries stay."""
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
        again = self.game.rounds[-1] if entry.data.get("corrected") and self.game.rounds else None
        number = int(entry.data.get("round", len(self.game.rounds) + 1)) if again is None else again.number
        ledger = after_setup(
            None if again is None else again.ledger,
            entry.data,
            self.game.of,
            self.game.rules,
            leader_of(number, self.game),
        )
        assert ledger is not None
        if again is not None:
            self.game = self.game.put(replace(again, ledger=ledger))
            self._add(entry)
            return
        rounds = tuple(each for each in self.game.rounds if each.number != number)
        fresh = Round(number, ledger, Line((Item((entry.id, 0), entry),)))
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
        about = reported(at.ledger, int(entry.data["ply"]))
        ledger = after_report(at.ledger, entry.kind, entry.data, item.key)
        if entry.kind == "move":
            newest = ledger.waiting or ledger.plies[-1]
            line = at.line.add(replace(item, move=newest.play))
        elif entry.kind == "amended":
            line = _amended(at.line, about, reported(ledger, int(entry.data["ply"])), item)
        else:
            line = at.line.add(replace(item, target=None if about is None else about.key))
        self.game = self.game.put(replace(at, ledger=ledger, line=line))

    def correct(self, entry: Entry) -> None:
        """Applies a correction; raises ``CorrectionError``."""
        op = str(entry.data.get("op"))
        if op == "undo":
            self._undo(entry)
            return
        if op not in OPS:
            raise CorrectionError(say("fix_unknown", raw=f"{op!r}", raw2=", ".join(OPS)))
        at = self.game.round(int(entry.data.get("round", 1)))
        leader = leader_of(at.number, self.game)
        change = Change(entry, self.game.of, self.game.rules, at.line, at.ledger, leader)
        made, before = OPS[op](change), self.game
        self.game = replace(before, rules=made.rules)
        self._rejudge(at.over(made.setup, made.line), made.renames, before)
        try:
            self._carry(at, made.setup, made.renames)
        except CorrectionError:
            self.game = before
            raise
        self.undo.append((entry, before))

    def _carry(self, at: Round, setup: Any, renames: tuple[Rename, ...]) -> None:
        """The next round is played with the same pyramids (I11), so a corrected set-up applies there too."""
        following = next((each for each in self.game.rounds if each.number == at.number + 1), None)
        if setup == at.setup or following is None:
            return
        old, wanted = at.setup.swapped(), setup.swapped()
        if any(Counter(old.inventory(s)) != Counter(following.setup.inventory(s)) for s in Seat):
            return
        there = following.over(replace(wanted, stack_size=following.setup.stack_size), following.line)
        passed = tuple((seat.other, was, now) for seat, was, now in renames)
        self.game = self.game.put(judged(there, self.game, passed)[0])

    def _rejudge(self, at: Round, renames: tuple[Rename, ...], before: GameSoFar) -> None:
        """Judges the changed round again, and the others if that changes them too."""
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

    def result(self, header: Mapping[str, Any], ends: bool, before: tuple[Entry, ...] = ()) -> Corrected:
        """The corrected game with the entries ``before`` it in front; ``ends`` as for ``corrected``."""
        game, entries = self.game, list[Entry]()
        for each in game.rounds:
            known, own = self._entries(each, ends)
            game = game.put(known)
            entries += own
        if self.corrected and game.of.rounds:
            entries = _with_totals(entries)
        rules = {"rules": plain(game.rules)} if game.rules != rules_in(header, game.of) else {}
        return Corrected({**header, **rules}, (*before, *game.before, *entries), game)

    def _entries(self, at: Round, ends: bool) -> tuple[Round, list[Entry]]:
        recorded = [item.entry for item in at.line.items]
        if not at.touched:
            return at, recorded
        try:
            known, found = judged(at, self.game)
        except CorrectionError as error:
            data = {"round": at.number, "op": "unread", "problem": str(error)}
            return at, [*recorded, replace(recorded[-1], kind="correction", data=data)]
        entries, ledger = list(found.entries), found.ledger
        over = ledger.state.outcome is not None and ledger.waiting is None
        if ends and over and not any(entry.kind == "round_over" for entry in entries):
            source = self.undo[-1][0] if self.undo else entries[-1]
            data = over_facts(ledger, at.number)
            entries.append(Entry(source.id, "round_over", entries[-1].time_s, source.wall, data))
        return known, entries


def leader_of(number: int, game: GameSoFar) -> Seat | None:
    """Who leads a round: anybody leads the first, the other player the next (I11)."""
    return game.leader.other if number > 1 and game.leader else None


def judged(at: Round, game: GameSoFar, renames: tuple[Rename, ...] = ()) -> tuple[Round, Adjudged]:
    """The round judged again, with the details; raises ``CorrectionError``."""
    ledger = Ledger(at.setup, game.rules, leader_of(at.number, game), game=game.of)
    found = adjudicate(at.number, ledger, at.line.items, renames)
    return Round(at.number, found.ledger, found.line, touched=True), found


def _with_totals(entries: list[Entry]) -> list[Entry]:
    """The entries, in which ends of rounds have the points so far, and the end of the match if it is over."""
    points, found = {seat.value: 0 for seat in Seat}, list[Entry]()
    for entry in entries:
        if entry.kind == "round_over":
            outcome = entry.data["outcome"]
            if outcome.get("winner") and outcome.get("score"):
                points[outcome["winner"]] += int(outcome["score"]["total"])
            entry = replace(entry, data={**entry.data, "totals": dict(points)})
        elif entry.kind == "match_over":
            if found and not any(each.kind == "round_over" for each in found):
                continue
            best = max(points.values())
            winners = [seat for seat, total in points.items() if total == best]
            winner = winners[0] if len(winners) == 1 else None
            entry = replace(entry, data={**entry.data, "totals": dict(points), "winner": winner})
        found.append(entry)
    return found


def _amended(line: Line, old: Ply | None, new: Ply | None, item: Item) -> Line:
    """The line after an earlier move turned out to be another one."""
    number = 0 if old is None else line.number(old.key)
    if not number or new is None:
        return line.add(item)
    known, data = line.move(number), item.entry.data
    facts = {name: value for name, value in data.items() if value or name not in ("observation", "frames")}
    facts = {**(known.facts or known.entry.data), **facts}
    return line.changed(number, facts=facts, move=new.play).add(item)
