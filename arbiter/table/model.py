"""What a game tells the table session: where its things are, what shows there, what may have happened.

A game is watched *site* by site. A site is a named place that holds something of the game: a square, a card,
a player's stock, the room in front of a player. Its *content* is what a state has there, hidden pieces
included, as any hashable value whose meaning only the model knows. From one still table to the next the
session asks the model for the readings of the change, and accepts, asks about or rejects the best
(``explanations``).

All scores are natural logarithms of likelihood ratios against knowing nothing, as in ``scoring.Reader``: 0 is
neutral, a good single piece is worth 2 to 4. The prices below are for things that should show and do not.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from arbiter.events.ledger import Ledger
from arbiter.table.budget import Budget
from arbiter.table.scoring import Reader
from arbiter.table.setup.by_hand import Choices, Thing
from arbiter.table.window import Touch, touches_since
from engine.definition import AnyGame
from engine.message import Message, Messages, Said
from engine.pieces import Piece
from vision.observation import Box, Place, Tints
from vision.track.summing import Unit

say = Messages("arbiter")

PRICES = Path(__file__).with_name("prices.json")
"""Prices that ``scripts/fitting/fit_board_prices.py`` counted on films of Nickel, Sanctum and Logistics."""
_LOG: Mapping[str, float] = json.loads(PRICES.read_text("utf-8"))["prices"]
LOG_UNSEEN, LOG_STRAY = _LOG["unseen"], _LOG["stray"]
"""The counted prices of what should show at a site and does not, and of what shows where nothing should."""
FAINT, LOG_GHOST = 0.7, -1.0
"""Less certain units are often prints, dice or glass stones; the price of one where nothing should be."""
LOG_COVERED = -0.7
"""A site changed under a hand."""
LOG_ALTERED = 3.0
"""A site looks as before, often because nothing is read there, and its picture is another one: something came
or went that was overlooked, against a shadow, or a card that was pushed."""
UNTOUCHED = -1.5
"""Least log weight against a change at a site that shows something and looks as before, outline and all."""


def stray_log(unit: Unit) -> float:
    """The price of a unit where nothing should be."""
    return LOG_GHOST if unit.confidence < FAINT else LOG_STRAY


@dataclass(frozen=True)
class Seen:
    """A still table by sites: the ``units`` (table frame, mm) of each site that shows any.

    ``changed``: sites that look different from when the present state was accepted; ``hidden``: sites that a
    resting hand covers, about which nothing is known; ``since_s``: seconds since the last move was booked;
    ``vouched``: sites that still look as they did when people said what they hold; ``stale``: sites shown as
    they were a moment ago; ``blind``: places (mm) about which nothing is known; ``touches``: hands of the
    last seconds; ``were``: the picture boxes of each site's units when the present state was accepted;
    ``went``: units that the glimpse before showed at sites that are bare now; ``shown``: what sites that
    looked different showed at rest since the present state was accepted, for those that are hidden now;
    ``reshaped``: sites at which a unit's outline lies elsewhere than then; ``budget``: what may still be
    tried in this frame to explain it; ``tints``: the colours of the table; ``pictured``: the picture of each
    site with a fixed place that is in full view; ``altered``: those of them whose picture is another one than
    when the present state was accepted, whatever was read there.
    """

    units: Mapping[str, tuple[Unit, ...]]
    changed: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    since_s: float = math.inf
    vouched: frozenset[str] = frozenset()
    stale: frozenset[str] = frozenset()
    blind: tuple[tuple[float, float], ...] = ()
    touches: tuple[Touch, ...] = ()
    were: Mapping[str, tuple[Box, ...]] = field(default_factory=dict)
    went: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    shown: Mapping[str, tuple[Unit, ...]] = field(default_factory=dict)
    reshaped: frozenset[str] = frozenset()
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    tints: Tints | None = field(default=None, compare=False, repr=False)
    pictured: Mapping[str, Tints] = field(default_factory=dict, compare=False, repr=False)
    altered: frozenset[str] = frozenset()

    def at(self, site: str) -> tuple[Unit, ...]:
        """The units of a site; empty if nothing shows."""
        return self.units.get(site, ())

    def overlooked(self, site: str, held: Any) -> bool:
        """Whether nothing shows at a site whose picture is another one than before, nor did what it ``held``:
        then something may stand there, or may have stood there and be gone."""
        return site in self.altered and not self.at(site) and not (held and self.were.get(site))

    def most_changed(self, site: str) -> float:
        """The most log weight for a change at a site that looks as before: any, if a unit's outline lies
        elsewhere, or its picture is another one."""
        if site in self.reshaped | self.altered:
            return math.inf
        return UNTOUCHED if self.at(site) or self.were.get(site) else 0.0

    def since(self, booked_s: float, now_s: float) -> Seen:
        """This scene after a move booked at ``booked_s``: only hands since then count."""
        return replace(self, since_s=now_s - booked_s, touches=touches_since(self.touches, booked_s))


@dataclass(frozen=True)
class MoveSequence:
    """Moves of the engine, in order, that may lead from a state to the table, with their ``log_prior``.

    No moves: nothing happened in the game. The session decides on legality (`ledger.judge`); a model lists
    what the pieces permit, with lower priors for mistakes. It is believed only after ``wait_s`` of still
    table. ``unfinished`` describes a half-made move: what the sites hold meanwhile, and in words what is
    missing; nothing is booked for it.
    """

    moves: tuple[Any, ...]
    log_prior: float
    wait_s: float = 0.0
    blind: bool = False
    """Whether it depends on something nobody could see, so that people must be asked."""
    unfinished: tuple[Mapping[str, Any], Message] | None = None
    sound: frozenset[str] = frozenset()
    """Sites at which a misfit is no evidence for other moves, as the model knows."""


@dataclass(frozen=True)
class Misreading:
    """A set-up that may have been there from the start, with the log prior of this misreading.

    ``text`` says so as the end of a sentence: ``the pyramid on c3 is red pointing north, not east``.
    """

    setup: Any
    log_prior: float
    text: Message


class TableModel(ABC):
    """One game at one table: immutable, every method pure.

    The layout (where sites are) is fixed at set-up. Every game must implement the abstract methods; the
    defaults of the others suit most games.
    """

    reader: Reader
    """Scores units against pieces."""
    glimpses: ClassVar[bool] = False
    """Whether it knows what a glimpse of the table, taken during movement, hides (`hidden`)."""
    growing: ClassVar[bool] = False
    """Whether a move may grow into another one (`grows`)."""
    in_order: ClassVar[bool] = False
    """Whether looks show the order of moves, in a game without turns (`not_yet`)."""
    recalls: ClassVar[bool] = False
    """Whether `others` knows which earlier moves were misread, however old; if not, the latest are tried."""

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The engine's game: start, notation, diagram."""

    # ----- where things are, and how they look

    @abstractmethod
    def sort(self, units: Sequence[Unit]) -> Mapping[str, tuple[Unit, ...]]:
        """The units of each site; units in no site are left out."""

    @abstractmethod
    def contents(self, state: Any) -> Mapping[str, Any]:
        """The content of each site in a state (always the same sites); equal contents compare equal."""

    @abstractmethod
    def fit(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        """Log likelihood ratio of ``units`` showing at a site that holds ``content``.

        A site with several unordered pieces (a stock, a vault) may be lenient; 0 is neutral.
        """

    @property
    def fixed_places(self) -> Mapping[str, Place]:
        """The middles (mm) of the sites that are always at the same place, whose picture shows whether
        something was done there."""
        return {}

    def named(self, site: str, content: Any, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The ``pieces`` read at a site's only unit (top to bottom), named as in its content; empty if it is
        no pyramid."""
        return pieces

    def place(self, site: str, pieces: tuple[Piece, ...]) -> str:
        """The name of a site, or of ``pieces`` at it, on the game's drawing."""
        return site

    def doubt(self, site: str, content: Any, units: tuple[Unit, ...], fit: float) -> float:
        """The part of a site's ``fit`` that is evidence of a misreading."""
        return fit

    def fickle(self, site: str) -> bool:
        """Whether a site may look different although nothing was done there."""
        return False

    def unlike(self, site: str, content: Any, units: tuple[Unit, ...]) -> float:
        """A log ratio, at most 0: how much more a changed site looks like something that a mistake would
        leave. Costlier than ``fit``, so only used for the likeliest readings."""
        return 0.0

    def hidden(
        self, places: Iterable[tuple[float, float]], there: Mapping[str, tuple[Unit, ...]]
    ) -> frozenset[str]:
        """The sites partly hidden if only what is ``there`` is known of these places (mm); for `glimpses`."""
        return frozenset()

    @abstractmethod
    def describe(self, site: str, content: Any, units: tuple[Unit, ...]) -> Said:
        """What is wrong at a site, as a clause: ``on c3 I see a red pointing east, not a standing red``."""

    # ----- what may have happened

    @abstractmethod
    def sequences(self, state: Any, seen: Seen) -> Iterable[MoveSequence | None]:
        """The moves that may have led from ``state`` to the table, the empty sequence included. ``None`` is a
        place to go on in the next frame, where finding more takes long.

        Impossible moves (``MalformedMove``) are left out; several moves are listed if players can make them
        between two still tables, the likelier ones first, as ``seen.budget`` limits how many are tried. Use
        ``seen.changed`` to keep the list short, and take search steps from the budget.
        """

    def grows(self, move: Any, other: Any) -> bool:
        """Whether one move may have grown into the other."""
        return False

    def not_yet(self, move: Any, seen: Seen, before: Seen) -> bool:
        """Whether the table ``before`` shows that a move now ``seen`` had not been made then."""
        return True

    def waits(self, move: Any) -> bool:
        """Whether nobody makes this move while another one is under way."""
        return False

    def begun(self, move: Any, before: Seen) -> bool:
        """Whether the table ``before`` shows that a move made later had at least begun."""
        return False

    def joined(self, state: Any, moves: Sequence[Any]) -> tuple[Any, ...]:
        """Moves seen one after the other, with partial moves joined into one."""
        return tuple(moves)

    def wait_s(self, moves: Iterable[Any]) -> float:
        """Seconds after which these moves are believed to be complete."""
        return 0.0

    def goes_on(self, ledger: Ledger) -> bool:
        """Whether the last move may still grow."""
        return False

    def on_its_way(self, state: Any, move: Any) -> bool:
        """Whether the table after an illegal move may be an intermediate state of a legal one."""
        return False

    def undone(self, ledger: Ledger, seen: Seen) -> bool:
        """Whether the last move may have been a mistake, in a game without turns."""
        return False

    def others(self, ledger: Ledger, number: int, seen: Seen) -> Iterable[Any]:
        """What ply ``number`` may have been instead."""
        before = ledger.states[number - 1]
        return (*self.game.brief(before), *self.game.slips(before))

    def same(self, state: Any) -> Hashable:
        """Equal for states that need not be distinguished, however they came about; ``None`` if their moves
        distinguish them."""
        return None

    def misreadings(self, ledger: Ledger, seen: Seen) -> Iterable[Misreading]:
        """Set-ups that may have been misread as the believed one, the likelier ones first; may be empty."""
        return ()

    def acceptances(self, state: Any, seen: Seen) -> tuple[Any, ...]:
        """The moves, usually illegal ones, by which people may accept an unexplained table as it is, one
        for each player who may be to move; none if that is unknown."""
        return ()

    def agreed(self, move: Any) -> bool:
        """Whether people who report this illegal move mean that it stands."""
        return False

    # ----- after a move

    def settle(self, state: Any, seen: Seen) -> Self:
        """The model once ``state`` is accepted, with the present places of movable things."""
        return self

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """JSON from which ``TableGame.model_of`` rebuilds the model; recorded as ``layout``."""


@dataclass(frozen=True)
class Doubt:
    """An uncertain thing at set-up; its ``answers`` are offered with their probabilities.

    ``place`` (mm) distinguishes it from other doubts; ``values`` are the pins, one for each answer.
    """

    text: Message
    place: tuple[float, float]
    answers: tuple[Message, ...]
    values: tuple[Any, ...]
    probabilities: tuple[float, ...]
    box_px: Box


Pins = Mapping[tuple[float, float], Any]
"""What people said about places (mm)."""


@dataclass(frozen=True)
class TableSetup:
    """A table at set-up: ``setup`` and ``model`` if complete, otherwise ``problems`` or ``doubts``."""

    setup: Any = None
    model: TableModel | None = None
    problems: tuple[Message, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    things: tuple[Thing, ...] = ()
    """Everything read, as shown to people."""
    presumed: Mapping[tuple[float, float], Any] = field(default_factory=dict)
    """Pins for minor problems, which are assumed once the table has lain still for long enough."""

    @property
    def settled(self) -> bool:
        """Whether nothing has to be fixed or asked."""
        return not self.problems and not self.doubts


class TableGame(ABC):
    """How a game begins at a table."""

    complete: ClassVar[bool] = False
    """Whether its first contents are known, so that faint units count if they complete it."""
    rules: Any
    """The rules agreed on."""

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The engine's game."""

    @property
    @abstractmethod
    def reader(self) -> Reader:
        """Scores units against pieces; its palette has all colours that may occur."""

    @abstractmethod
    def read_setup(self, units: Sequence[Unit], pins: Pins) -> TableSetup:
        """The reading of a still table before play."""

    def choices(self) -> Choices:
        """What people may say that each kind of thing is; empty if nothing."""
        return {}

    def meant(self, thing: Thing, what: str) -> tuple[Any, int]:
        """The pin for what people say a thing is, and the number of pyramids that show there.

        Raises ``ValueError`` in one line.
        """
        raise ValueError(say("fix_not_by_word", raw=self.game.name))

    def accepting(self, pins: Pins) -> Pins:
        """The pins, with those implied by accepting a set-up as shown."""
        return pins

    @abstractmethod
    def model_of(self, layout: Mapping[str, Any]) -> TableModel:
        """The model written by ``to_json``; raises ``ValueError``, ``KeyError`` or ``TypeError``."""


class MarkedTable(TableGame):
    """A table with a board or cards whose place people can show."""

    grid: Any
    """Where the board or the cards are, with ``to_json``; ``None`` until known."""

    @abstractmethod
    def marked(self, corners: Sequence[tuple[float, float]]) -> MarkedTable:
        """The table whose board, or all cards together, lie between these corners (mm), near left first."""
