"""What Initiative brings: its plays in words, its rounds and matches, the draft before them, its photo."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from arbiter.events.ledger import Ply
from arbiter.events.types import RoundOver, SessionEvent
from arbiter.games.initiative import spoken, words
from arbiter.games.initiative.describe import judge, options, play_words, running_scores, title
from arbiter.games.initiative.draft.markers import MarkerRow
from arbiter.games.initiative.draft.session import DraftedSession
from arbiter.games.initiative.draft.telling import TELLING as DRAFTED
from arbiter.games.initiative.photo import read_position, shown
from arbiter.games.initiative.putting_right import check_setup, misread, put_right, stack_set
from arbiter.games.initiative.session import GameSession
from arbiter.games.initiative.typed import play
from arbiter.kit.kit import Asked, Facts, Flags, Kit
from arbiter.kit.photo import Shown
from arbiter.kit.session import Session
from arbiter.telling.telling import Misread, Part, Telling
from arbiter.words.describe import Finding, Names
from arbiter.words.exits import UsageError
from arbiter.words.pieces import piece_set
from arbiter.words.utterance import Utterance
from arbiter.words.wording import Wording
from engine.game import Event, Seat
from engine.initiative.game import GAME
from engine.initiative.model import SWITCHES, Play, Rules, Setup
from engine.initiative.state import State
from engine.message import Message, Messages, as_sentence, just
from engine.notation import format_piece
from engine.pieces import PALETTES, Piece
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

arbiter = Messages("arbiter")


class InitiativeKit(Kit):
    typed: Mapping[str, str] = {
        "play": "Mblue, Myellow/Mblack+2, Sblue!",
        "set": "near.Sblue=Sblack, stack=blue,red,...",
        "rule": "calling=false",
    }
    set_example = "near.Sblue=Sblack / stack=blue,red,..."
    score_title = arbiter("w_score_now")
    flags = frozenset({"draft"})
    asked = (
        Asked("variant", (("advanced", ("--rules", "advanced")), ("basic", ("--rules", "basic")))),
        Asked("rounds", (("2", ("--rounds", "2")), ("1", ("--rounds", "1")))),
        Asked("draft", (("no", ()), ("yes", ("--draft",)))),
    )

    @property
    def phases(self) -> tuple[Telling, ...]:
        return (DRAFTED, self)

    # ----- words

    def phrase(self, text: str, state: State | None) -> Message:
        return play(text) or just(text)

    def move_words(self, move: Play, state: State | None) -> Message:
        return play_words(move)

    def story_title(self, move: Play, before: State | None) -> Message:
        if before is None:
            return arbiter("t_plays", who=move.seat, text=play_words(move))
        return title(before, move)

    def verdict(self, before: State, move: Play, after: State, events: Iterable[Event]) -> Finding:
        return judge(before, move, after)

    def say(self, event: SessionEvent, names: Mapping[str, str], words: Wording) -> Utterance | None:
        if isinstance(event, RoundOver) and "score" not in event.outcome:
            return super().say(event, names, words)
        return spoken.say(event, names, words)

    def pictures(self, move: Play, state: State) -> list[str]:
        return [f"{piece.size.word}-{piece.colour}" for piece in move.pieces]

    def options(self, state: State | None) -> list[dict[str, Any]]:
        return options(state)

    def scores(self, state: State | None) -> dict[str, dict[str, Any]]:
        return running_scores(state)

    def whole(self, state: State, names: Names, wording: Wording) -> str:
        return words.whole(state, names, wording)

    def in_short(self, state: State, names: Names, wording: Wording) -> str:
        return words.in_short(state, names, wording)

    def with_turn(self, state: State, names: Names, wording: Wording) -> str:
        return words.with_turn(state, names, wording)

    def next_up(self, state: State, names: Names, wording: Wording) -> str:
        return words.next_up(state, names, wording)

    def page(self, state: State, names: Names, wording: Wording, illegal: Ply | None) -> dict[str, Any]:
        made = {**super().page(state, names, wording, illegal), **words.page(state, names, wording)}
        return {key: value for key, value in made.items() if key != "heading"}

    def standing(self, state: State) -> Message:
        return words.standing(state)

    def turn(self, state: State) -> int:
        return state.turn

    def variant(self, rules: Rules) -> Message:
        return arbiter(f"w_rules_{rules.variant}")

    def setup_told(
        self, state: State | None, facts: Mapping[str, Any], names: Names, wording: Wording
    ) -> str:
        return " ".join(as_sentence(wording.tell(said, names)) for said in words.setup_told(state, facts))

    # ----- putting right

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        """The pyramids of each kind that a player holds, each row, each play by its number, and the stack."""
        held = {
            f"{seat} {format_piece(piece)}": (piece,) * state.inventories[seat].count(piece)
            for seat in Seat
            for piece in state.inventories[seat]
        }
        plays = {f"play {n}": (play,) for n, play in enumerate(state.history, start=1)}
        rows = {f"{seat} row": tuple(state.rows[seat]) for seat in Seat}
        return {**held, **rows, **plays, "stack": tuple(enumerate(state.stack))}

    def misread(self, setup: Setup, place: str, move: Play | None) -> Iterable[Misread]:
        return misread(setup, place, move)

    def put_right(self, setup: Setup, name: str, value: str) -> Part:
        return put_right(setup, name, value)

    def exchanged(self, old: Play, new: Play) -> Iterable[tuple[Piece, Piece]]:
        yield old.piece, new.piece
        if new.sacrifice is not None:
            yield old.sacrifice or old.piece, new.sacrifice

    def check_setup(self, setup: Setup, rules: Rules) -> None:
        check_setup(setup)

    def setup_words(self, name: str, value: str, names: Names, wording: Wording) -> str:
        seat, dot, place = name.partition(".")
        return piece_set(names[Seat(seat)], place, value, wording) if dot else stack_set(name, value, wording)

    # ----- at a table

    def agreed(self, flags: Flags) -> Rules:
        """The rule set; raises `UsageError` for switches that the game does not have (I12)."""
        if flags.get("option"):
            raise UsageError(arbiter("use_option"))
        if flags["rules"] == "advanced":
            switches = dict.fromkeys(flags["without"], False)
            return Rules.advanced(swap=flags["swap"], exhaustion=flags["exhaustion"], **switches)
        if flags["without"] or flags["swap"] != "up_to":
            raise UsageError(arbiter("use_basic"))
        return Rules.basic(exhaustion=flags["exhaustion"])

    def asking_for(self, rules: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """Basic rules have no switches; of advanced rules, only those switched off are given (I12)."""
        if rules.get("variant") == "basic":
            rules = {name: value for name, value in rules.items() if name not in SWITCHES}
        said = {"variant": "--rules"}
        return {
            name: ("--without", name) if name in SWITCHES else (said.get(name, f"--{name}"), str(value))
            for name, value in rules.items()
            if name not in SWITCHES or not value
        }

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``draft``: true if the set-up is drafted first."""
        return {"draft": True} if flags.get("draft") else {}

    def check(self, rules: Rules, palette: str, facts: Facts) -> None:
        """Its table has no facts to check."""

    def session(self, rules: Rules, palette: str, rounds: int, facts: Facts) -> Session:
        """A match, with a draft first if ``facts`` say so; ``grid`` says where the draft's markers lie."""
        if not facts.get("draft"):
            return GameSession(rules, palette, rounds)
        row = MarkerRow.from_json(facts["grid"]) if "grid" in facts else None
        return DraftedSession(rules, palette, rounds, row)

    def photo(
        self, rules: Rules, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        return shown(read_position(seen, PALETTES[palette], rules))


KIT = InitiativeKit(GAME)
