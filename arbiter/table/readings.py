"""Readings of a change on the table, for any game with a ``TableModel``: what each says, how likely it is."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.events.ledger import Ledger, Verdict
from arbiter.table.held_readings import shares
from arbiter.table.model import TableModel
from arbiter.table.sites import MISFIT
from arbiter.table.thresholds import ACCEPT, ACCEPT_GRAVE, CLEAR, WORTH_ASKING
from engine.game import Seat, mover
from engine.message import Message, Said

LIKELY_THEN, PLAIN_THEN = 0.9, 0.8
"""Least probability of an earlier rest's reading to be accepted because play continues from it, and of one
that says only that legal moves were made."""
GONE_THEN = 0.5
"""The same if it was taken back since, which confirms what it was."""
GONE = 0.9
"""Least probability to report a move taken back before it was called: to leave it out is just as wrong."""
P_TAKE_BACK = 0.06
P_WAITING_BACK = 0.5
"""An announced illegal play is mostly taken back."""
LOG_NONE = -8.0
"""Log score of ``none of these``."""
LOG_OTHER_HAND = math.log(0.1)
"""A player's move although only the other player's hands were seen, or first. Of 50 moves on films the arms
belie 2; but somebody may play for both."""
BLIND = 2 * MISFIT
"""The fit that something counts as if nobody could see it."""
ALONE = 0.999
"""A legal turn of this probability may depend on a site that fits little better than something nobody could
see: no other move, legal or mistaken, comes near."""
OVERLOOKED = -2.5
"""The same for several turns: so a card fits on which one pyramid does not show on a larger of its colour."""
CLEAR_FIT = -1.0
"""A reading is clear only if no site fits worse than this."""
TAKEN_BACK = 0.9
"""Least probability of the take-back of an announced illegal move, if nothing else is worth asking."""
ONLY_BACK = 0.75
"""The same if all that is likely begins with that take-back."""
MOSTLY = 0.5
"""With this probability of ``none of these``, the session gives up rather than ask."""
NEARLY = 0.5
"""Of something asked about before and passed over, this share of the likeliest reading is enough to believe
that nothing was played."""
UNRIVALLED = 0.8
"""Least probability that nothing was played, against ``none of these`` alone."""
MOST_AT_ONCE = 3
"""More turns than this from one rest (more moves, in games without turns) are only ever asked about: too many
others lead to the same table."""


@dataclass(frozen=True)
class Reading:
    """One reading: ``back`` plies are taken back, a waiting one ``stands``, then ``moves`` are made.

    ``ledger`` is the result; ``corrected`` says in words what had been misread (``setup``: whether that was
    the set-up); ``worst`` is the lowest fit of the sites that it depends on; ``wait_s`` and ``unfinished``
    (the words) are those of the `MoveSequence`.
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
    """Whether it depends on something nobody could see."""
    agreed: bool = False
    """Whether its move stands, legal or not, because people say so."""
    probability: float = 0.0
    alone: float | None = None
    """Its probability by its own look, if earlier ones were weighed with it."""
    fit: float = 0.0
    """The table's evidence for it, without the prior."""
    before: Reading | None = None
    """The earlier rest's reading from which it continues (``held``)."""
    until_s: float = -math.inf
    """The time until which it is not believed, because of what an earlier rest showed."""
    fresh: int = 0
    """How many of its moves were added by the last look, if it continues from an earlier one."""
    looks: int = 1
    """How many looks at the table separated its moves from each other."""

    @property
    def holds(self) -> bool:
        """Whether later readings may continue from it: something was played, nothing is corrected or held."""
        made = self.set_back or (bool(self.moves) and not self.back)
        return made and not (self.corrected or self.before is not None)

    @property
    def key(self) -> tuple[int, tuple[Any, ...]]:
        """What it takes back and plays."""
        return self.back, self.made

    @property
    def set_back(self) -> bool:
        """Whether it takes something back without accusing anybody: without turns, a mark was set back."""
        return self.back > 0 and not self.ledger.game.seated

    @property
    def nothing(self) -> bool:
        """Whether it says that the game did not change."""
        return not (self.moves or self.back or self.corrected or self.unfinished)

    @property
    def grave(self) -> bool:
        """Whether it takes something back or calls a move illegal."""
        return self.back > 0 or any(not verdict.legal for _, verdict in self.moves)

    @property
    def plain(self) -> bool:
        """Whether it says only that legal moves were made."""
        return bool(self.moves) and not (self.grave or self.stands or self.corrected or self.unfinished)

    @property
    def made(self) -> tuple[Any, ...]:
        """Its moves."""
        return tuple(move for move, _ in self.moves)


@dataclass(frozen=True)
class Readings:
    """All readings that matter, best first, and the probability of ``none of these``."""

    ranked: tuple[Reading, ...]
    none: float

    @property
    def best(self) -> Reading:
        """The likeliest reading."""
        return self.ranked[0]


def posterior(found: Iterable[Reading], model: TableModel, log_before: float = 0.0) -> Readings | None:
    """The readings with their probabilities, and that of ``none of these``; ``None`` if no reading comes near
    it. ``log_before`` is the log weight of everything that explained an earlier look: what nobody can explain
    must then have come after it."""
    close, none = shares(found, LOG_NONE + log_before)
    ranked = tuple(sorted(_merged(close, model), key=lambda each: -each.probability))
    return Readings(ranked, none) if ranked else None


def by_hands(found: Sequence[Reading], hands: Sequence[Seat]) -> list[Reading]:
    """The readings, weighed by from whose side ``hands`` were seen, one after the other: the players who move
    must be among them in that order. This only tells legal moves apart and never speaks for an accusation."""
    logs = [0.0 if _among(_players(each.made), hands) else LOG_OTHER_HAND for each in found]
    least = min((log for each, log in zip(found, logs, strict=True) if each.plain), default=0.0)
    logs = [min(log, least) if each.grave else log for each, log in zip(found, logs, strict=True)]
    return [replace(each, score=each.score + log) for each, log in zip(found, logs, strict=True)]


def _among(players: Sequence[Seat], hands: Iterable[Seat]) -> bool:
    left = iter(hands)
    return all(player in left for player in players)


def finished_unseen(readings: Readings) -> Readings | None:
    """The readings without half-made moves, if one of those may have been finished with a part that does not
    show; ``None`` if not."""
    done = [each for each in readings.ranked if not each.unfinished]
    if not any(each.moves and not each.grave and each.probability > readings.none for each in done):
        return None
    total = sum(each.probability for each in done) + readings.none
    shares = tuple(replace(each, probability=each.probability / total) for each in done)
    return Readings(shares, readings.none / total)


def acceptable(best: Reading) -> bool:
    """Whether a reading is sure enough to be accepted unasked."""
    if best.corrected or best.worst < _least_fit(best) or (best.back and best.before):
        return False
    if steps(best.made) > MOST_AT_ONCE * best.looks + (steps(best.before.made) if best.before else 0):
        return False
    return best.probability >= (ACCEPT_GRAVE if best.grave else ACCEPT)


def _least_fit(best: Reading) -> float:
    """The least fit of the sites that a reading may depend on to be accepted unasked."""
    if not best.plain or best.blind or best.probability < ALONE:
        return MISFIT
    return BLIND if turns(best.made) == 1 else OVERLOOKED


def taken_back_again(best: Reading, before: Reading, then: Iterable[Reading], direct: Readings) -> bool:
    """Whether an earlier rest's reading, unsure at that time, is confirmed by its take-back: hardly anything
    else explains both that rest and the present table. If what came before that move was open ``then``, the
    ``direct`` readings of the present table tell: it still lies there."""
    if best.before is not before or not best.back or best.moves or before.worst < MISFIT:
        return False
    if best.probability < ACCEPT_GRAVE:
        return False
    if before.probability >= GONE_THEN:
        return True
    alike = sum(each.probability for each in then if each.made[-1:] == before.made[-1:])
    return alike >= GONE_THEN and _share(direct, before.made[: -best.back]) >= ACCEPT


def surely_gone(readings: Sequence[Reading], rest: float = 0.0) -> bool:
    """Whether the first of the ``readings`` of a table, an illegal move, was made, now that what lay there is
    gone: that is mostly taken back, a legal move seldom. The ``rest`` is the probability of all else, which
    may be illegal too."""
    best, weights = readings[0], [each.probability * _p_gone(each) for each in readings]
    called = best.grave and len(best.moves) == 1 and not best.back
    return called and weights[0] >= GONE * (sum(weights) + rest * P_WAITING_BACK)


def _p_gone(reading: Reading) -> float:
    """How probably a table that a reading explains looks as before soon after."""
    if reading.nothing or reading.unfinished or (reading.back and not reading.moves):
        return 1.0
    return P_WAITING_BACK if reading.grave and len(reading.moves) == 1 else P_TAKE_BACK


def told_alone(readings: Readings, direct: Readings) -> Readings | None:
    """The ``direct`` readings of the present table alone, if the best one only takes back what an earlier
    rest showed (too unsure to be announced), or adds nothing to it, and both come to the same; otherwise
    ``None``. What repeats itself is no less certain for that."""
    best, alone = readings.best, direct.best
    if best.before is None or not (alone.plain and acceptable(alone)):
        return None
    more = bool(best.moves) if best.back else best.made != best.before.made
    if more:
        return None
    same = best.ledger.state_if_stood == alone.ledger.state_if_stood
    return direct if same and best.ledger.waiting is None else None


def borne_out(before: Reading, direct: Readings) -> bool:
    """Whether an earlier rest's reading is accepted because play continues from it: it fits what was seen
    then and was likely on its own (as certain as usual if it accuses somebody), or the ``direct`` readings of
    the present table begin with its legal moves anyway (and that fits, if it did not then)."""
    begun = before.plain and _share(direct, before.made) >= ACCEPT_GRAVE
    if before.worst < MISFIT:
        return begun and direct.best.worst >= MISFIT
    if before.grave:
        return before.probability >= ACCEPT_GRAVE
    return begun or before.probability >= (PLAIN_THEN if before.plain else LIKELY_THEN)


def certain_earlier_turns(readings: Readings, ledger: Ledger) -> Reading | None:
    """If the last of several turns may still grow: the turns before it as a reading of their own, provided
    nearly all readings begin with them; otherwise ``None``."""
    best = readings.best
    if not best.plain or best.back or best.wait_s <= 0 or turns(best.made) < 2 or best.worst < MISFIT:
        return None
    last = next(i for i, move in reversed(list(enumerate(best.made))) if move.seat is not best.made[-1].seat)
    earlier = best.made[: last + 1]
    share = _share(readings, earlier)
    if share < ACCEPT or steps(earlier) > MOST_AT_ONCE:
        return None
    return _beginning(best, ledger, last + 1, share)


def certain_first_moves(readings: Readings, ledger: Ledger) -> Reading | None:
    """The legal moves with which nearly all readings begin, as a reading of their own, if later moves are too
    unsure to be announced; otherwise ``None``."""
    best = readings.best
    if best.back or best.corrected or best.unfinished or best.worst < MISFIT:
        return None
    legal = next((i for i, (_, verdict) in enumerate(best.moves) if not verdict.legal), len(best.moves))
    for count in range(legal, 0, -1):
        share = _share(readings, best.made[:count])
        if share >= ACCEPT:
            return None if steps(best.made[:count]) > MOST_AT_ONCE else _beginning(best, ledger, count, share)
    return None


def _share(readings: Readings, first: tuple[Any, ...]) -> float:
    """The probability of all readings that begin with these moves."""
    alike = (each for each in readings.ranked if each.made[: len(first)] == first)
    return sum(each.probability for each in alike if not (each.back or each.corrected))


def _beginning(best: Reading, ledger: Ledger, count: int, share: float) -> Reading:
    """The first moves of a reading, as a reading."""
    kept = len(ledger.plies) + (ledger.waiting is not None) + count  # a waiting move stands first
    states = best.ledger.states[: kept + 1]
    then = replace(best.ledger, plies=best.ledger.plies[:kept], waiting=None).with_states(states)
    wait_s = best.wait_s if count == len(best.moves) else 0.0
    return replace(best, ledger=then, moves=best.moves[:count], wait_s=wait_s, before=None, probability=share)


def offered(readings: Readings) -> tuple[Reading, ...]:
    """The readings that may be asked about; not those that take back what was never announced, nor what is
    only half done."""
    likely = (each for each in readings.ranked if each.probability >= WORTH_ASKING)
    return tuple(each for each in likely if not (each.unfinished or _unannounced_back(each)))


def _unannounced_back(each: Reading) -> bool:
    """Whether a reading takes back what only an earlier look showed."""
    return bool(each.back) and each.before is not None and each.back != each.before.back


def worth_asking(readings: Readings) -> bool:
    """Whether to ask: not if none of the readings is probably right, nor if several turns are read from sites
    that do not look like them."""
    best = readings.best
    if readings.none >= MOSTLY or (turns(best.made) > 2 and best.worst < BLIND):
        return False
    return any(not each.nothing for each in offered(readings))


def only_answer(readings: Readings, accused: bool = False) -> Reading | None:
    """The only reading to offer, if it is too certain to ask about: a single move, several legal ones that
    nothing else comes near, or the usual take-back of a move announced as illegal (``accused``); otherwise
    ``None``."""
    worth = offered(readings)
    if accused and worth and _surely_back(worth, readings):
        return worth[0]
    if len(worth) != 1 or worth[0].corrected:
        return None
    best = worth[0]
    several = len(best.moves) != 1 or best.before is not None
    least = ALONE if several else ACCEPT_GRAVE if best.grave else ACCEPT
    doubtful = best.back or best.blind or best.worst < BLIND or (several and not best.plain)
    return None if doubtful or best.probability < least else best


def _surely_back(worth: Sequence[Reading], readings: Readings) -> bool:
    """Whether the last move was surely taken back and most probably nothing else was done, by the readings
    ``worth`` asking about and all others: powers that change what nobody sees fit as well, each a little."""
    best = worth[0]
    if best.back != 1 or best.moves or best.corrected or best.worst < MISFIT:
        return False
    if len(worth) == 1 and best.probability >= TAKEN_BACK:
        return True
    back = sum(each.probability for each in readings.ranked if each.back == 1)
    return back >= ACCEPT_GRAVE and best.probability >= ONLY_BACK


def likely_idle(ranked: Sequence[Reading]) -> Reading | None:
    """The reading that nothing was played, if it is the likeliest or nearly so and no likely one says that a
    legal move was; ``None`` otherwise."""
    likely = [each for each in ranked if each.probability >= WORTH_ASKING]
    idle = next((each for each in likely if each.nothing), None)
    if idle is None or any(each.plain for each in likely):
        return None
    return idle if idle.probability >= NEARLY * likely[0].probability else None


def unrivalled(readings: Readings) -> bool:
    """Whether nothing was played unless something that no reading explains was, and every site fits that."""
    best, *others = readings.ranked
    rival = any(each.probability >= WORTH_ASKING for each in others)
    return best.nothing and best.worst >= MISFIT and best.probability >= UNRIVALLED and not rival


def clear(best: Reading) -> bool:
    """Whether a reading has no serious rival and every site fits it."""
    return best.probability >= CLEAR and best.worst >= CLEAR_FIT


def turns(made: Sequence[Any]) -> int:
    """How many turns the moves are, one player after the other; 0 in games without turns."""
    return len(_players(made))


def _players(made: Sequence[Any]) -> list[Seat]:
    """Who moves, turn by turn; nobody in games without turns."""
    seats = (mover(move) for move in made)
    return [seat for seat, _ in itertools.groupby(seats) if seat is not None]


def steps(made: Sequence[Any]) -> int:
    """How many turns the moves are; in games without turns, how many moves."""
    return turns(made) or len(made)


def _merged(readings: Iterable[Reading], model: TableModel) -> list[Reading]:
    """Readings that lead to the same plies, or to what the model treats as the same, merged: their
    probabilities added, the best of them kept."""
    found: dict[Any, Reading] = {}
    for each in sorted(readings, key=lambda each: -each.score):
        key = _same(each.ledger, model), each.ledger.setup, _accused(each.ledger, model), each.unfinished
        other = found.get(key)
        share = each.probability + (other.probability if other else 0.0)
        found[key] = replace(other or each, probability=share)
    return list(found.values())


def _same(ledger: Ledger, model: TableModel) -> Any:
    """Equal for ledgers that need not be distinguished."""
    same = model.same(ledger.state)
    return tuple(ply.play for ply in ledger.plies) if same is None else same


def _accused(ledger: Ledger, model: TableModel) -> Any:
    """Equal for waiting illegal moves that left the same table and need not be distinguished."""
    if ledger.waiting is None or model.same(ledger.state) is None:
        return ledger.waiting
    contents = model.contents(ledger.state_if_stood)
    return ledger.waiting.play.seat, tuple(sorted(contents.items()))
