"""Readings of a change on the table of any game with a ``TableModel``: what each says, how likely it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.events.ledger import Ledger, Verdict
from arbiter.table.held_readings import shares
from arbiter.table.model import TableModel
from arbiter.table.sites import MISFIT
from arbiter.table.thresholds import ACCEPT, ACCEPT_GRAVE, CLEAR, WORTH_ASKING
from engine.game import mover
from engine.message import Message, Said

LIKELY_THEN, PLAIN_THEN = 0.9, 0.8
"""So likely must a reading of an earlier rest have been that is made true for what goes on from it, and one
that says nothing but that legal moves were made."""
GONE_THEN = 0.5
"""The same where it was taken back since, which shows what it was."""
LOG_NONE = -8.0
"""Something else happened."""
BLIND = 2 * MISFIT
"""How badly something counts to fit that nobody could see."""
ALONE = 0.999
"""A legal turn so likely may rest on a site that fits it hardly better than what nobody could see: nothing
else that the rules allow or people do by mistake comes near."""
CLEAR_FIT = -1.0
"""A reading is as plain as can be if no site fits it worse."""
MOSTLY = 0.5
"""It says that it is lost rather than ask, if it was none of the readings with this probability."""
MOST_AT_ONCE = 3
"""More turns than these from one rest (in games without turns: moves) are only ever asked about: too many
others lead to the same table."""


@dataclass(frozen=True)
class Reading:
    """One reading: ``back`` plies are taken back, a waiting one ``stands``, then ``moves`` are made.

    ``ledger`` is where it leads to; ``corrected`` says in words what had been misread (``setup`` tells
    whether that was the set-up); ``worst`` is the least of the fits of the sites that it rests on;
    ``wait_s`` and ``unfinished`` (the words) are those of the `MoveSequence`.
    """

    ledger: Ledger
    score: float
    moves: tuple[tuple[Any, Verdict], ...] = ()
    back: int = 0
    stands: bool = False
    corrected: Said | None = None
    setup: bool = False
    ply: int = 0
    worst: float = 0.0
    wait_s: float = 0.0
    unfinished: Message | None = None
    blind: bool = False
    """Whether it rests on what nobody could see."""
    agreed: bool = False
    """Whether its move stands, legal or not, because people say so."""
    probability: float = 0.0
    fit: float = 0.0
    """What the table says for it, the prior left out."""
    before: Reading | None = None
    """The reading of an earlier rest that it goes on from (``held``)."""
    until_s: float = -math.inf
    """Till when it is not believed, by what an earlier rest showed of it."""
    fresh: int = 0
    """How many of its moves the last look at the table has added to what one before showed, if one did."""
    looks: int = 1
    """How many looks at the table told its moves from each other."""

    @property
    def holds(self) -> bool:
        """Whether later play may go on from it: it says that something was played, and rests on nothing that
        was read before."""
        made = self.set_back or (bool(self.moves) and not self.back)
        return made and not (self.corrected or self.before is not None)

    @property
    def key(self) -> tuple[int, tuple[Any, ...]]:
        """What it takes back and makes."""
        return self.back, self.made

    @property
    def set_back(self) -> bool:
        """Whether what is taken back accuses nobody: in games without turns a mark was set back."""
        return self.back > 0 and not self.ledger.game.seated

    @property
    def nothing(self) -> bool:
        """Whether it says that nothing of the game changed."""
        return not (self.moves or self.back or self.corrected or self.unfinished)

    @property
    def grave(self) -> bool:
        """Whether it takes something back or calls a move illegal."""
        return self.back > 0 or any(not verdict.legal for _, verdict in self.moves)

    @property
    def plain(self) -> bool:
        """Whether it says nothing but that legal moves were made."""
        return bool(self.moves) and not (self.grave or self.stands or self.corrected or self.unfinished)

    @property
    def made(self) -> tuple[Any, ...]:
        """The moves that it makes."""
        return tuple(move for move, _ in self.moves)


@dataclass(frozen=True)
class Readings:
    """All readings worth a thought, best first, and the probability that it was none of them."""

    ranked: tuple[Reading, ...]
    none: float

    @property
    def best(self) -> Reading:
        """The likeliest."""
        return self.ranked[0]


def posterior(found: Iterable[Reading], model: TableModel, log_before: float = 0.0) -> Readings | None:
    """The probabilities of readings by their scores, with that of none of them; ``None`` if none is worth a
    thought. ``log_before`` is the log weight of all that explained an earlier look: what nobody can explain
    has then come after that."""
    close, none = shares(found, LOG_NONE + log_before)
    ranked = tuple(sorted(_merged(close, model), key=lambda each: -each.probability))
    return Readings(ranked, none) if ranked else None


def finished_unseen(readings: Readings) -> Readings | None:
    """The readings without half-made moves, if it may be that one was finished and part of it does not show;
    ``None`` if not."""
    done = [each for each in readings.ranked if not each.unfinished]
    if not any(each.moves and not each.grave and each.probability > readings.none for each in done):
        return None
    total = sum(each.probability for each in done) + readings.none
    shares = tuple(replace(each, probability=each.probability / total) for each in done)
    return Readings(shares, readings.none / total)


def acceptable(best: Reading) -> bool:
    """Whether a reading is sure enough to be made true unasked."""
    alone = best.plain and best.probability >= ALONE and turns(best.made) == 1 and not best.blind
    if best.corrected or best.worst < (BLIND if alone else MISFIT) or (best.back and best.before):
        return False
    if steps(best.made) > MOST_AT_ONCE * best.looks + (steps(best.before.made) if best.before else 0):
        return False
    return best.probability >= (ACCEPT_GRAVE if best.grave else ACCEPT)


def gone_again(best: Reading, before: Reading) -> bool:
    """Whether what an earlier rest showed was there, though it was not sure then, since nearly nothing else
    explains both that rest and the table from which it was taken back."""
    if best.before is not before or not best.back or best.moves or before.worst < MISFIT:
        return False
    return best.probability >= ACCEPT_GRAVE and before.probability >= GONE_THEN


def taken_back_since(readings: Readings, as_it_lies: Readings) -> Readings | None:
    """How the table reads ``as_it_lies`` where the likeliest only takes back something that an earlier rest
    showed, not surely enough to be told, and both come to the same; else ``None``."""
    best, alone = readings.best, as_it_lies.best
    if best.before is None or not best.back or best.moves or not (alone.plain and acceptable(alone)):
        return None
    same = best.ledger.state_if_stood == alone.ledger.state_if_stood
    return as_it_lies if same and best.ledger.waiting is None else None


def borne_out(before: Reading, as_it_lies: Readings) -> bool:
    """Whether what an earlier rest showed is made true since play goes on from it: it fits all that was seen
    then and was likely by itself, as sure as what is told if it accuses somebody, or the table ``as_it_lies``
    now says by itself that it begins with those legal moves."""
    if before.worst < MISFIT:
        return False
    if before.grave:
        return before.probability >= ACCEPT_GRAVE
    likely = before.probability >= (PLAIN_THEN if before.plain else LIKELY_THEN)
    return likely or (before.plain and _share(as_it_lies, before.made) >= ACCEPT_GRAVE)


def surely_begun(readings: Readings, ledger: Ledger) -> Reading | None:
    """Where the last of several turns may yet become a longer one, the turns before it as a reading of their
    own, if nearly all readings begin with them; ``None`` if there are none."""
    best = readings.best
    if not best.plain or best.back or best.wait_s <= 0 or turns(best.made) < 2 or best.worst < MISFIT:
        return None
    last = next(i for i, move in reversed(list(enumerate(best.made))) if move.seat is not best.made[-1].seat)
    begun = best.made[: last + 1]
    share = _share(readings, begun)
    return (
        None if share < ACCEPT or steps(begun) > MOST_AT_ONCE else _beginning(best, ledger, last + 1, share)
    )


def surely_first(readings: Readings, ledger: Ledger) -> Reading | None:
    """The legal moves with which nearly all readings begin, as a reading of their own, where what came after
    them is not sure enough to be told; ``None`` if there are none."""
    best = readings.best
    if best.back or best.corrected or best.unfinished or best.worst < MISFIT:
        return None
    legal = next((i for i, (_, verdict) in enumerate(best.moves) if not verdict.legal), len(best.moves))
    for count in range(legal, 0, -1):
        share = _share(readings, best.made[:count])
        if share >= ACCEPT:
            return None if steps(best.made[:count]) > MOST_AT_ONCE else _beginning(best, ledger, count, share)
    return None


def _share(readings: Readings, begun: tuple[Any, ...]) -> float:
    """The probability of all readings that begin with these moves."""
    alike = (each for each in readings.ranked if each.made[: len(begun)] == begun)
    return sum(each.probability for each in alike if not (each.back or each.corrected))


def _beginning(best: Reading, ledger: Ledger, count: int, share: float) -> Reading:
    """The first moves of a reading by themselves."""
    kept = len(ledger.plies) + (ledger.waiting is not None) + count  # a waiting one stands first
    states = best.ledger.states[: kept + 1]
    then = replace(best.ledger, plies=best.ledger.plies[:kept], waiting=None).knowing(states)
    wait_s = best.wait_s if count == len(best.moves) else 0.0
    return replace(best, ledger=then, moves=best.moves[:count], wait_s=wait_s, before=None, probability=share)


def offered(readings: Readings) -> tuple[Reading, ...]:
    """The readings that may be asked about; one that takes back what was never told may not."""
    likely = (each for each in readings.ranked if each.probability >= WORTH_ASKING)
    return tuple(each for each in likely if not (each.back and each.before))


def worth_asking(readings: Readings) -> bool:
    """Whether there is anything to ask about: not where it was most likely something else, nor where several
    turns are made out of what does not look like them."""
    best = readings.best
    if readings.none >= MOSTLY or (turns(best.made) > 2 and best.worst < BLIND):
        return False
    return any(not each.nothing for each in offered(readings))


def certain(readings: Readings) -> Reading | None:
    """The only reading that there is to offer, where it is one move and so sure that to ask would be to ask
    nothing; ``None`` if there is none."""
    worth = offered(readings)
    if len(worth) != 1 or len(worth[0].moves) != 1:
        return None
    best = worth[0]
    odd = best.back or best.corrected or best.blind or best.before is not None or best.worst < BLIND
    return None if odd or best.probability < (ACCEPT_GRAVE if best.grave else ACCEPT) else best


def idle(ranked: Sequence[Reading]) -> bool:
    """Whether of some readings the likeliest is that nothing was played and no likely one a legal move."""
    likely = [each for each in ranked if each.probability >= WORTH_ASKING]
    return bool(likely) and likely[0].nothing and not any(each.plain and each.moves for each in likely)


def clear(best: Reading) -> bool:
    """Whether nothing else comes near a reading and every site fits it."""
    return best.probability >= CLEAR and best.worst >= CLEAR_FIT


def turns(made: Sequence[Any]) -> int:
    """How many turns moves are, one player after the other; none in games without turns."""
    seats = [mover(move) for move in made]
    return sum(one is not other for one, other in zip(seats, [None, *seats], strict=False))


def steps(made: Sequence[Any]) -> int:
    """How many turns moves are; in games without turns how many moves."""
    return turns(made) or len(made)


def _merged(readings: Iterable[Reading], model: TableModel) -> list[Reading]:
    """Each way to the same plies, or to what the model takes for the same, once, with the probabilities
    together and the plainest of the words."""
    found: dict[Any, Reading] = {}
    for each in sorted(readings, key=lambda each: -each.score):
        key = _same(each.ledger, model), each.ledger.setup, _accused(each.ledger, model), each.unfinished
        other = found.get(key)
        share = each.probability + (other.probability if other else 0.0)
        found[key] = replace(other or each, probability=share)
    return list(found.values())


def _same(ledger: Ledger, model: TableModel) -> Any:
    """What is equal for ledgers that need not be told apart."""
    same = model.same(ledger.state)
    return tuple(ply.play for ply in ledger.plies) if same is None else same


def _accused(ledger: Ledger, model: TableModel) -> Any:
    """What is equal for illegal moves that wait and need not be told apart: they left the same table."""
    if ledger.waiting is None or model.same(ledger.state) is None:
        return ledger.waiting
    contents = model.contents(ledger.state_if_stood)
    return ledger.waiting.play.seat, tuple(sorted(contents.items()))
