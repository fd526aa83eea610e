"""Logistics on a real table (L1 to L16): cards, vaults and stocks as the sites of a `TableModel`.

What a card holds is remembered, including everything that a larger pyramid hides; a hidden change shows only
when it is uncovered, and then the earlier move is corrected.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from arbiter.events.ledger import Ledger
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.card_pictures import LOG_MISREAD, Picture, missized, picture_at, with_looks
from arbiter.games.logistics.heap import HeapLook, HeapNow
from arbiter.games.logistics.look import (
    FITS,
    HINT,
    Fit,
    card_contents,
    card_site,
    contents_of,
    fit_card,
    heap_site,
    is_heap,
    is_vault,
    likely_pieces,
    site_parts,
)
from arbiter.games.logistics.shown_layout import shown_layout
from arbiter.games.logistics.turn_priors import (
    P_WRONG,
    out_of_turn,
    unseen_prior,
    wait_for_longer_s,
    went_unseen,
    wrong_with_priors,
)
from arbiter.games.logistics.turns import Chain, Turn, chains, log_prior, put_back, put_back_log, turn_search
from arbiter.games.logistics.wrong import (
    between,
    half_made,
    passing_over,
    unseen_turns,
    wrong_sows,
)
from arbiter.table.model import LOG_UNSEEN, MoveSequence, Seen, TableModel
from arbiter.table.scoring import Reader
from arbiter.table.stack_scoring import Stack, visible
from engine.definition import AnyGame
from engine.game import Seat
from engine.logistics import cards, powers
from engine.logistics.game import GAME
from engine.logistics.model import Arrange, Decline, Move, Sow, Stop, Swap
from engine.logistics.state import State
from engine.message import Message, Messages, pile
from engine.notation import format_piece
from engine.pieces import Piece
from vision.observation import Place
from vision.track.summing import Unit

say = Messages("arbiter.games.logistics")

TALL = 1.0
"""Log units by which a card may look less like its stack, for each pyramid beyond three."""
MIDDLE_MM = 25.0
"""A card's pyramids stand within this distance of its centre."""
P_NOTHING, P_LEGAL, P_HALF = 0.2, 0.6, 0.1
P_TWO, P_THREE = 0.05, 0.005
"""Both players have had a turn since the table was last read; one of them has had another one."""
NOTHING_LACKS = 2.0
"""Illegal turns are weighed even against legal ones if a heap lacks a pyramid that these have put there."""
WORTH = 15.0
"""Turns that score this far below the best are ignored."""
MOST = 24
MOST_BEFORE_WRONG = 4
"""The most legal turns, those that look most like the table, that are followed by an illegal move."""
MEMORY = 24
"""How many of the last plies are examined when something was misread."""


@dataclass(frozen=True)
class LogisticsModel(TableModel):
    """A `TableModel`; ``heaps`` says how each vault and stock looked when last accepted, ``held`` what was on
    the cards then, ``pictures`` which prints on the cards look like pyramids."""

    grid: CardGrid
    reader: Reader
    heaps: Mapping[str, HeapLook] = field(default_factory=dict)
    pictures: tuple[Picture, ...] = ()
    held: Mapping[str, Stack] = field(default_factory=dict)
    _asked: list[tuple[LogisticsModel, Seen, Fit]] = field(default_factory=list, compare=False, repr=False)
    """The table last asked about, with its `Fit`, because many positions ask about the same table."""
    _heaps_now: dict[str, tuple[LogisticsModel, tuple[Unit, ...], HeapNow]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """The heaps as last compared with how they looked before, for the same reason."""

    @property
    def game(self) -> AnyGame:
        return GAME

    # ----- where things are and how they look

    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, list[Unit]] = {}
        for unit in units:
            site = self.grid.site(unit.x_mm, unit.y_mm)
            if site is None or (is_heap(site) and picture_at(self.pictures, unit)):
                continue
            found.setdefault(site, []).append(unit)
        return {site: tuple(there) for site, there in found.items()}

    glimpses = True
    growing = True
    recalls = True

    def hidden(
        self, places: Iterable[tuple[float, float]], there: Mapping[str, tuple[Unit, ...]]
    ) -> frozenset[str]:
        """The heaps, and the cards of which nothing around the centre is seen, at places (mm) where nothing
        is known except what is ``there``: a tip that reaches into a card from the next one does not count."""

        def central(x_mm: float, y_mm: float) -> bool:
            return self.grid.off(x_mm, y_mm) < MIDDLE_MM

        seen = {site for site, units in there.items() if any(central(u.x_mm, u.y_mm) for u in units)}
        found = ((self.grid.site(*at), at) for at in places)
        return frozenset(
            site
            for site, at in found
            if site is not None and (is_heap(site) or (site not in seen and central(*at)))
        )

    @property
    def fixed_places(self) -> Mapping[str, Place]:
        return self.grid.places

    def contents(self, state: State) -> Mapping[str, Stack]:
        return contents_of(state.layout)

    def fit(self, site: str, content: Stack, units: tuple[Unit, ...]) -> float:
        if is_heap(site):
            return self._heap(site, units).fit(content)
        return fit_card(self.reader, units, content, self.pictures)

    def named(self, site: str, content: Stack, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return pieces if is_heap(site) else visible(content)

    def place(self, site: str, pieces: tuple[Piece, ...]) -> str:
        return f"{site} {format_piece(pieces[0])}" if is_heap(site) and len(pieces) == 1 else site

    def doubt(self, site: str, content: Stack, units: tuple[Unit, ...], fit: float) -> float:
        """A card's fit, but not lower than ``LOG_MISREAD`` if something new on a picture looks like another
        size: the picture may cause that. A heap's fit covers many pyramids, so only one that left its place
        in full view, when something was taken, is evidence of a misreading."""
        if not is_heap(site):
            printed = [unit for unit in units if picture_at(self.pictures, unit)]
            new = content != self.held.get(site)
            unsized = new and any(missized(self.reader, unit, content) for unit in printed)
            return min(fit, LOG_MISREAD) if unsized and len(printed) == len(units) else fit
        before = self.heaps.get(site)
        touched = before is not None and before.held != content
        return LOG_UNSEEN if touched and self._heap(site, units).gone(content) else 0.0

    def _heap(self, site: str, units: tuple[Unit, ...]) -> HeapNow:
        known = self._heaps_now.get(site)
        if known is None or known[0] is not self or known[1] is not units:
            now = HeapNow(self.reader, units, self.heaps.get(site))
            known = self._heaps_now[site] = self, units, now
        return known[2]

    def unlike(self, site: str, content: Stack, units: tuple[Unit, ...]) -> float:
        """How much more than `FITS` a card would fit better without its top pyramid, or with one of the
        visible ones added, as a value of at most 0."""
        if is_heap(site) or any(picture_at(self.pictures, unit) for unit in units):
            return 0.0
        tops = {self.reader.best(unit, level) for unit in units for level in range(len(unit.levels[:2]))}
        others = {content[:-1], *((*content, top) for top in tops)} - {content}
        best = max((self.fit(site, other, units) for other in others), default=0.0)
        slack = FITS + TALL * max(0, len(content) - 3)
        return min(0.0, slack - best + self.fit(site, content, units))

    def fickle(self, site: str) -> bool:
        """Whether it is a card: a picture or a stack's levels may look different though nothing was done."""
        return not is_heap(site)

    def settle(self, state: State, seen: Seen) -> LogisticsModel:
        contents = contents_of(state.layout)
        heaps = {
            site: HeapNow(self.reader, seen.at(site), self.heaps.get(site)).settled(contents[site])
            for site in contents
            if is_heap(site) and site not in seen.hidden
        }
        piled = {site: replace(look, shown=(), spots=()) for site, look in heaps.items() if is_vault(site)}
        held = card_contents(state.layout)
        known = [site for site in held if site not in seen.changed | seen.stale]
        empty = [site for site in known if not held[site]]
        bare = [unit for site in empty for unit in seen.at(site)]
        pictures = with_looks(self.pictures, bare, self.reader)
        return replace(self, heaps={**self.heaps, **heaps, **piled}, pictures=pictures, held=held)

    # ----- what may have happened

    def same(self, state: State) -> tuple[Any, ...]:
        """Equal for states that the rules need not distinguish, however they came about."""
        return state.layout, state.to_move, state.pending, state.extra

    def sequences(self, state: State, seen: Seen) -> Iterable[MoveSequence | None]:
        fit = self._fit_of(seen)
        yield MoveSequence((), math.log(P_NOTHING))
        turns = yield from turn_search(state, fit)
        legal = [(turn, math.log(P_LEGAL) + log_prior(turn) + put_back_log(turn, fit)) for turn in turns]
        explained = yield from self._best(state, legal, fit)
        if fit.explains(state.layout):
            return
        for layout, text, often in half_made(state, fit):
            half = MoveSequence((), math.log(P_HALF * often), unfinished=(contents_of(layout), text))
            yield None if fit.differing(layout) else half
        if explained:
            return
        several = yield from chains(state, fit, (math.log(P_TWO), math.log(P_THREE)))
        known = {turn.moves for turn, _ in legal}
        more = [
            (each.turn, math.log(P_LEGAL) + each.log_prior + put_back_log(each.turn, fit))
            for each in several
            if each.turn.moves not in known
        ]
        if (yield from self._best(state, [m for m in more if not put_back(m[0])], fit, slack=NOTHING_LACKS)):
            return
        yield from self._best(state, [m for m in more if put_back(m[0])], fit)
        wrong = yield from wrong_with_priors(state, fit)
        if (yield from self._best(state, wrong, fit)):
            return
        yield from self._best(state, self._wrong_after(several, fit), fit)
        if any(out_of_turn(state, turn) for turn, _ in wrong):
            unseen = [(turn, unseen_prior(state, turn, fit)) for turn in unseen_turns(state, fit)]
            yield from self._best(state, unseen, fit, unseen=True)

    def _fit_of(self, seen: Seen) -> Fit:
        if not self._asked or self._asked[0][0] is not self or self._asked[0][1] is not seen:
            self._asked[:] = [(self, seen, Fit(seen, self.reader, self.heaps, self.pictures, self.held))]
        return self._asked[0][2]

    def _best(
        self,
        state: State,
        turns: Sequence[tuple[Turn, float]],
        fit: Fit,
        unseen: bool = False,
        slack: float = FITS,
    ) -> Generator[MoveSequence, None, bool]:
        """The best turns, each resulting table once; returns whether the best one explains everything, with
        ``slack`` log units for each heap."""
        roughly = sorted(turns, key=lambda item: -item[1] - fit.cards(item[0].state.layout))[: 2 * MOST]
        scored = [(prior + self._looks(state, turn, fit), prior, turn) for turn, prior in roughly]
        scored.sort(key=lambda item: -item[0])
        known = set[tuple[Any, ...]]()
        for score, prior, turn in scored[:MOST]:
            after = turn.state
            key = self.same(after)
            if key not in known and score > scored[0][0] - WORTH:
                known.add(key)
                wait_s = wait_for_longer_s(state, turn)
                blind = unseen or went_unseen(turn, fit.seen) or self._on_pictures(turn, fit.seen)
                sound = self._sound(turn, fit) | self._passed(state, turn, fit)
                yield MoveSequence(turn.moves, prior, wait_s=wait_s, blind=blind, sound=sound)
        if not scored:
            return False
        best = scored[0][2]
        return fit.explains(best.state.layout, slack) and fit.shown_then(state, best.moves) > -slack

    @staticmethod
    def _looks(state: State, turn: Turn, fit: Fit) -> float:
        """How much the table looks like the result of a turn, and what is hidden like some moment of it."""
        return fit.layout(turn.state.layout) + fit.shown_then(state, turn.moves)

    @staticmethod
    def _wrong_after(several: Sequence[Chain], fit: Fit) -> list[tuple[Turn, float]]:
        """The legal turns that look most like the table, each with an illegal move of the next player."""
        ended = [each for each in several if not (each.turn.state.pending or each.turn.state.extra)]
        ended.sort(key=lambda each: -each.log_prior - fit.cards(each.turn.state.layout))
        return [
            (Turn((*each.turn.moves, *wrong.moves), wrong.state), each.log_prior + math.log(P_TWO * P_WRONG))
            for each in ended[:MOST_BEFORE_WRONG]
            for wrong in wrong_sows(each.turn.state, fit)
        ]

    def _sound(self, turn: Turn, fit: Fit) -> frozenset[str]:
        """The stock that was sown from, if whatever else is missing there cannot have been sown too, as it
        would show on the next card."""
        sow = turn.moves[0]
        if not isinstance(sow, Sow) or sow.card:
            return frozenset()
        site, further = card_site(sow.seat, len(sow.pieces) + 1), fit.seen
        there = [unit for unit in further.at(site) if not picture_at(self.pictures, unit)]
        shows = bool(there) and site not in further.changed | further.hidden
        last = len(sow.pieces) >= turn.state.rules.most_from_stock
        return frozenset({heap_site(sow.seat, "stock")} if shows or last else ())

    def _passed(self, state: State, turn: Turn, fit: Fit) -> frozenset[str]:
        """The only card of a sow that shows nothing, or only a picture, if later cards of the sow do, or
        something else was done after it: players put down in order what they hold."""
        sow, contents = turn.moves[0], card_contents(turn.state.layout)
        if not isinstance(sow, Sow):
            return frozenset()
        side = state.layout.side(sow.seat)
        count = len(cards.units_of(side.cards[sow.card - 1]) if sow.card else sow.pieces)
        reach = range(sow.card + 1, min(sow.card + count, len(side.cards)) + 1)
        sites = [card_site(sow.seat, card) for card in reach]
        bare = [site for site in sites if contents[site] and self._only_pictures(fit.seen.at(site))]
        if len(bare) != 1 or bare[0] in fit.seen.hidden:
            return frozenset()
        later = sites[sites.index(bare[0]) + 1 :]
        went_on = any(not isinstance(move, Stop | Decline) for move in turn.moves[1:])
        put = went_on or any(fit.site(site, contents[site]) > FITS for site in later)
        vaulted = sow.card + count > len(side.cards) and self._grew(state, turn, fit)
        return frozenset(bare if put or vaulted else ())

    def _grew(self, state: State, turn: Turn, fit: Fit) -> bool:
        """Whether the vault of the player who sowed shows what the turn put there."""
        seat = turn.moves[0].seat
        site = heap_site(seat, "vault")
        was, now = (each.layout.side(seat).vault for each in (state, turn.state))
        known = site in fit.seen.changed and was != now
        return known and fit.site(site, now) > max(-FITS, fit.site(site, was) + HINT)

    def _only_pictures(self, units: tuple[Unit, ...]) -> bool:
        return all(picture_at(self.pictures, unit) for unit in units)

    def _on_pictures(self, turn: Turn, seen: Seen) -> bool:
        """Whether something was sown from a stock out of view to a card that may show only a picture."""
        sow = turn.moves[0]
        if not isinstance(sow, Sow) or sow.card or seen.at(heap_site(sow.seat, "stock")):
            return False
        sown = (seen.at(card_site(sow.seat, number)) for number in range(1, len(sow.pieces) + 1))
        return any(there and self._only_pictures(there) for there in sown)

    def goes_on(self, ledger: Ledger) -> bool:
        """Whether the last move was a sow from the stock that may still grow longer."""
        last = ledger.plies[-1].play if ledger.plies and ledger.waiting is None else None
        return isinstance(last, Sow) and 0 < len(last.pieces) < ledger.rules.most_from_stock

    def grows(self, move: Move, other: Move) -> bool:
        """Whether one sow from the stock may have grown into the other."""
        if not (isinstance(move, Sow) and isinstance(other, Sow)) or move.card or other.card:
            return False
        return move.seat is other.seat and other.pieces[: len(move.pieces)] == move.pieces

    def on_its_way(self, state: State, move: Move) -> bool:
        """Whether the table after an illegal move may be an intermediate state of a legal one."""
        return any(between(then, state.force(move).state.layout) for then in passing_over(state))

    def acceptances(self, state: State, seen: Seen) -> tuple[Move, ...]:
        """The moves that accept the table as it is, first the one with near to move next."""
        found = shown_layout(state.layout, self._fit_of(seen), self.reader)
        return () if found is None or state.outcome else tuple(Arrange(mover.other, found) for mover in Seat)

    def agreed(self, move: Move) -> bool:
        """Whether people who report this move mean that it stands."""
        return isinstance(move, Arrange)

    def others(self, ledger: Ledger, number: int, seen: Seen) -> Iterable[Move]:
        """What ply ``number`` may have been instead, given what looks wrong now: a sow of other pyramids, or
        a swap of hidden ones that nobody could see."""
        play, before = ledger.plies[number - 1].play, ledger.states[number - 1]
        if number <= len(ledger.plies) - MEMORY:
            return
        strangers, believed = self._strangers(ledger, seen)
        if isinstance(play, Sow) and play.card == 0:
            yield from _other_sows(play, before, strangers, believed)
        elif isinstance(play, Decline | Swap):
            for name in powers.names_of(before.pending[0]) if before.pending else ():
                if name.startswith("swap"):
                    yield from powers.uses(before.layout, play.seat, name)

    def _strangers(self, ledger: Ledger, seen: Seen) -> tuple[set[Piece], set[Piece]]:
        """The kinds that show on changed cards but are not believed to be there, and those believed to be
        there or just sown from there."""
        sites = [site for site in seen.changed if not is_heap(site)]
        units = [unit for site in sites for unit in seen.at(site)]
        contents = contents_of(ledger.state_if_stood.layout)
        believed = {piece for site in sites for piece in contents.get(site, ())}
        return likely_pieces(units, self.reader, 1) - believed, believed

    # ----- words

    def describe(self, site: str, content: Stack, units: tuple[Unit, ...]) -> Message:
        seat, heap, card = site_parts(site)
        if heap:
            return say(f"{heap}_odd", who=seat)
        sees = tuple(pile(self.reader.pieces(unit)) for unit in units)
        wants = visible(content)
        return say(
            "see_not",
            who=seat,
            card=card,
            list=sees or (say("nothing"),),
            text=pile(wants) if wants else say("nothing"),
        )

    def to_json(self) -> dict[str, Any]:
        heaps = {site: look.to_json() for site, look in self.heaps.items()}
        prints = [picture.to_json() for picture in self.pictures]
        return {"cards": self.grid.to_json(), "heaps": heaps, **({"prints": prints} if prints else {})}


def _other_sows(play: Sow, before: State, strangers: set[Piece], believed: set[Piece]) -> Iterator[Sow]:
    """The sow with one of its pyramids replaced by another one of the stock."""
    stock = list(before.layout.side(play.seat).stock)
    for piece in play.pieces:
        if piece in stock:
            stock.remove(piece)
    for at, piece in enumerate(play.pieces):
        for other in strangers & set(stock):
            if piece in believed:
                yield Sow(play.seat, 0, (*play.pieces[:at], other, *play.pieces[at + 1 :]))
