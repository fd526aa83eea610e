"""The types of Initiative: rule options, set-up, plays, scores, outcomes and events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from engine.game import Event, Seat
from engine.message import Message, Messages
from engine.pieces import Colour, Piece, Size

say = Messages("engine.initiative")

Swap = Literal["up_to", "exact"]
Exhaustion = Literal["draw", "initiative"]
Variant = Literal["basic", "advanced"]
SWITCHES = ("sacrifice", "pummeling", "calling")
"""The rules that the basic variant does without (I12)."""


@dataclass(frozen=True)
class Rules:
    """The rule options in force (readings I3, I5, I12).

    The basic variant refuses the three switches; use `basic` or `advanced`. Raises ``ValueError`` with one
    clear line for a combination that does not exist.
    """

    variant: Variant = "advanced"
    sacrifice: bool = True
    pummeling: bool = True
    calling: bool = True
    swap: Swap = "up_to"
    exhaustion: Exhaustion = "draw"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("variant", self.variant, get_args(Variant)),
            ("swap", self.swap, get_args(Swap)),
            ("exhaustion", self.exhaustion, get_args(Exhaustion)),
        ):
            if value not in known:
                raise ValueError(say("rule_is", raw=name, list=known, raw2=f"{value!r}"))
        on = [name for name in SWITCHES if getattr(self, name)]
        if self.variant == "basic" and on:
            raise ValueError(say("rule_basic", list=tuple(on)))

    @classmethod
    def basic(cls, exhaustion: Exhaustion = "draw") -> Rules:
        """Attack and parry only (I12)."""
        return cls("basic", sacrifice=False, pummeling=False, calling=False, exhaustion=exhaustion)

    @classmethod
    def advanced(
        cls,
        *,
        sacrifice: bool = True,
        pummeling: bool = True,
        calling: bool = True,
        swap: Swap = "up_to",
        exhaustion: Exhaustion = "draw",
    ) -> Rules:
        """The advanced game, each of its three rules switchable (I12)."""
        return cls("advanced", sacrifice, pummeling, calling, swap, exhaustion)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Rules:
        """Rules from options by name; others are as usual in the named variant (I12)."""
        usual = dict.fromkeys(SWITCHES, False) if data.get("variant") == "basic" else {}
        return cls(**usual | data)


@dataclass(frozen=True)
class Setup:
    """What lies on the table before the first play (I13).

    ``near`` and ``far`` are the inventories as multisets, ``stack`` the colours of the initiative stack from
    top to bottom, ``stack_size`` the size of its pieces, if known.
    """

    near: tuple[Piece, ...]
    far: tuple[Piece, ...]
    stack: tuple[Colour, ...]
    stack_size: Size | None = None

    def inventory(self, seat: Seat) -> tuple[Piece, ...]:
        """One seat's pieces."""
        return self.near if seat is Seat.NEAR else self.far

    def swapped(self) -> Setup:
        """The second round's set-up: the inventories change hands (I11)."""
        return Setup(self.far, self.near, self.stack, self.stack_size)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """The set-up written by `engine.game.plain`."""
        size = data.get("stack_size")
        return cls(
            tuple(piece_from_json(piece) for piece in data["near"]),
            tuple(piece_from_json(piece) for piece in data["far"]),
            tuple(Colour(colour) for colour in data["stack"]),
            None if size is None else Size[size.upper()],
        )


@dataclass(frozen=True)
class Play:
    """One attack or parry.

    ``sacrifice`` lies under ``piece``; ``shift`` is how many slots the played colour moves on the initiative
    stack, up positive (I4, I5); ``call`` lays the piece flat (I8); ``virtual`` plays the last placed pyramid
    again (I7). Plays with equal pieces are equal, as inventories are multisets.
    """

    seat: Seat
    piece: Piece
    sacrifice: Piece | None = None
    shift: int = 0
    call: bool = False
    virtual: bool = False

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that leave the inventory: none for a virtual play."""
        if self.virtual:
            return ()
        return (self.piece,) if self.sacrifice is None else (self.piece, self.sacrifice)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Play:
        """The play written by `engine.game.plain`."""
        under = data.get("sacrifice")
        return cls(
            Seat(data["seat"]),
            piece_from_json(data["piece"]),
            None if under is None else piece_from_json(under),
            int(data.get("shift", 0)),
            bool(data.get("call", False)),
            bool(data.get("virtual", False)),
        )


def piece_from_json(data: dict[str, Any]) -> Piece:
    """A piece from ``{"size": "small", "colour": "blue"}``; ``ValueError`` or ``KeyError`` otherwise."""
    return Piece(Size[str(data["size"]).upper()], Colour(data["colour"]))


@dataclass(frozen=True)
class Score:
    """The parts of a score (I10).

    ``total`` = ``pyramids`` × ``pips`` × 2^``calls`` × 2^``virtual_plays``; ``winning`` is the piece with the
    pips.
    """

    pyramids: int
    pips: int
    calls: int
    virtual_plays: int
    total: int
    winning: Piece


@dataclass(frozen=True)
class Outcome:
    """How a round ended; a draw has neither winner nor score (I3)."""

    winner: Seat | None
    reason: Message
    reading: str
    score: Score | None


@dataclass(frozen=True)
class Led(Event):
    """An attack was played."""

    kind: ClassVar[str] = "led"
    play: Play


@dataclass(frozen=True)
class Parried(Event):
    """An attack was parried with ``play``."""

    kind: ClassVar[str] = "parried"
    play: Play
    attack: Play


@dataclass(frozen=True)
class InitiativeGained(Event):
    """The defender ``by`` gained the initiative (I2)."""

    kind: ClassVar[str] = "initiative_gained"
    by: Seat


@dataclass(frozen=True)
class InitiativeKept(Event):
    """The leader ``by`` kept the initiative."""

    kind: ClassVar[str] = "initiative_kept"
    by: Seat


@dataclass(frozen=True)
class StackMoved(Event):
    """``colour`` moved on the initiative stack, up positive; both orders run top to bottom (I5)."""

    kind: ClassVar[str] = "stack_moved"
    colour: Colour
    slots: int
    before: tuple[Colour, ...]
    after: tuple[Colour, ...]


@dataclass(frozen=True)
class Called(Event):
    """The leader ``by`` called ``colour`` (I8)."""

    kind: ClassVar[str] = "called"
    colour: Colour
    by: Seat


@dataclass(frozen=True)
class Pummeled(Event):
    """``seat`` has an empty inventory and played ``piece``, the last placed, virtually (I7)."""

    kind: ClassVar[str] = "pummeled"
    seat: Seat
    piece: Piece


@dataclass(frozen=True)
class RoundEnded(Event):
    """The round is over."""

    kind: ClassVar[str] = "round_ended"
    outcome: Outcome
