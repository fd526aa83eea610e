"""What Sanctum brings: its structures in words, what people may say of them, its table and its photograph."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from arbiter.games.sanctum.photo import read_sanctum
from arbiter.games.sanctum.setup import SanctumTable
from arbiter.games.sanctum.words_of_table import happened, owner_word, say
from arbiter.kit.kit import Facts, Flags, Kit
from arbiter.kit.photo import Shown, units_of
from arbiter.telling.telling import Happening, Misread, Part
from arbiter.words import board_words
from arbiter.words.describe import Names
from arbiter.words.wording import Wording
from engine.message import Message, Messages, just
from engine.pieces import PALETTES, Size, colours_named
from engine.sanctum.diagram import COLOUR
from engine.sanctum.game import GAME
from engine.sanctum.model import Owner, Structure
from engine.sanctum.notation import parse_structures
from engine.sanctum.state import State
from vision.cards.cards import CardsSeen
from vision.observation import UnitObservation

arbiter = Messages("arbiter")


class SanctumKit(Kit):
    typed: Mapping[str, str] = {"play": "red>town1, -town2, turn, timepiece", "set": "town1=red", "rule": ""}
    set_example = "town1=red"
    flags = frozenset({"turn_marker"})
    happenings: Mapping[str, Happening] = {
        "initiative_gained": (lambda it: say("takes", owner=str(it["by"]), text=it["reason"]), "S3"),
        "initiative_kept": (lambda it: say("keeps", owner=str(it["by"]), text=it["reason"]), "S3"),
    }

    def phrase(self, text: str, state: State | None) -> Message:
        return happened(text) or just(text)

    def deed(self, seat: str, text: str) -> Message | None:
        return happened(text)

    def parts_said(self, event: Any, names: Mapping[str, str], words: Wording) -> list[str]:
        return [text for item in event.engine_events if (text := _said(item, words))]

    def whole(self, state: State, names: Names, words: Wording) -> str:
        return board_words.sanctum_whole(state, names, words)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        return board_words.sanctum_next(state, names, words)

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        """What may happen is not listed: players want the order of play."""
        return board_words.sanctum_shown(state, names, words)

    def turn(self, state: State) -> int:
        return state.turn

    def heading(self, state: State) -> Message:
        return arbiter("tt_heading_turn", raw=self.game.name, n=state.turn)

    def standing(self, state: State) -> Message:
        return say("has", owner=str(state.holder))

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        """Whose each structure is, and each owner's."""
        owned = {str(owner): tuple(s.name for s in state.structures if s.owner is owner) for owner in Owner}
        return {**owned, **{each.name: (each.owner,) for each in state.structures}}

    def misread(self, setup: tuple[Structure, ...], place: str, move: Any) -> Iterable[Misread]:
        """A structure may have been anybody's."""
        for each in setup:
            if each.name == place:
                for owner in Owner:
                    if owner is not each.owner:
                        picture = f"{Size.MEDIUM.word}-{COLOUR[owner]}"
                        yield f"{place}={owner.value}", owner_word(owner), (picture,)

    def put_right(self, setup: tuple[Structure, ...], name: str, value: str) -> Part:
        """Whose a structure is, a new one included."""
        (found,) = parse_structures(f"{name}={value}")
        return tuple(sorted((*(each for each in setup if each.name != name), found))), None

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        return words.say("correction_set_owner", structure=name, owner=words.say(f"word-{value.lower()}"))

    def facts(self, flags: Flags) -> dict[str, Any]:
        """``marker``: the turn marker's colour."""
        return {"marker": str(flags["turn_marker"]).lower()} if flags.get("turn_marker") else {}

    def table(self, rules: Any, palette: str, facts: Facts) -> SanctumTable:
        """The turn ``marker`` may be known."""
        marker = facts.get("marker")
        return SanctumTable(PALETTES[palette], colours_named([marker])[0] if marker else None)

    def photo(
        self, rules: Any, palette: str, facts: Facts, seen: Sequence[UnitObservation], cards: CardsSeen
    ) -> Shown:
        table = self.table(rules, palette, facts)
        return read_sanctum(table, units_of(table, seen))


def _said(item: Mapping[str, Any], words: Wording) -> str:
    """An event as it is said; empty for one that is not worth it."""
    kind = item["kind"]
    if kind == "captured":
        owner = words.say(f"owner-{item['by']}")
        return words.say("structure_captured", owner=owner, structure=item["name"])
    if kind == "destroyed":
        return words.say("structure_gone", structure=item["name"])
    if kind == "built":
        owner = words.say(f"owner-{item['owner']}")
        return words.say("structure_built", owner=owner, structure=item["name"])
    if kind == "turn_started":
        deltas = {owner: _delta(item[owner]) for owner in ("red", "blue")}
        return words.say("turn_starts", n=item["turn"], **deltas)
    if kind in ("initiative_gained", "initiative_kept"):
        key = kind.replace("initiative_gained", "gains").replace("initiative_kept", "keeps")
        return words.say(key, name=words.say(f"owner-{item['by']}"))
    return ""


def _delta(delta: Mapping[str, Any]) -> str:
    return f"{len(delta['gained']) - len(delta['lost']):+d}"


KIT = SanctumKit(GAME)
