"""How Sanctum's tracker is described: its events, its structures, and what people may correct."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from arbiter.games.sanctum.words_of_table import happened, owner_word, say
from arbiter.telling.telling import Happening, Misread, Part, Telling
from arbiter.words.describe import Names
from arbiter.words.wording import Wording, sentence, titled
from engine.message import Message, Messages, just
from engine.pieces import Size
from engine.sanctum.diagram import COLOUR
from engine.sanctum.model import Capture, Destroy, Owner, Structure, called
from engine.sanctum.notation import parse_structures
from engine.sanctum.state import State

arbiter = Messages("arbiter")


class SanctumTelling(Telling):
    typed: Mapping[str, str] = {"play": "red>town1, -town2, turn, timepiece", "set": "town1=red", "rule": ""}
    set_example = "town1=red"
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
        parts = [words.say("gains_now", name=_owner(state.holder, words))]
        for owner in Owner:
            structures = words.series(_structures(state, owner, words)) or words.say("table_nothing")
            parts.append(words.say("table_owns", owner=_owner(owner, words), structures=structures))
        deltas = {owner.value: f"{delta.total:+d}" for owner, delta in state.deltas.items()}
        parts.append(words.say("table_deltas", **deltas))
        if state.liennas:
            parts.append(words.say("table_liennas", liennas=_liennas(state, words)))
        return " ".join(sentence(part) for part in parts)

    def upcoming(self, state: State, names: Names, words: Wording) -> str:
        """Who has the initiative, and what each player has won or lost in this turn."""
        deltas = {owner.value: f"{delta.total:+d}" for owner, delta in state.deltas.items()}
        holder = words.say("gains_now", name=_owner(state.holder, words))
        return f"{sentence(holder)} {sentence(words.say('table_deltas', **deltas))}"

    def options(self, state: State | None) -> list[dict[str, Any]]:
        """Whatever may happen to any structure is listed once for all of them."""
        if state is None:
            return []
        moves = [move for move in state.legal_moves() if not isinstance(move, Capture | Destroy)]
        texts = [*(self.move_words(move, state) for move in moves), say("structures_change")]
        return [{"seat": None, "text": each, "pictures": [], "extras": []} for each in texts]

    def may_be_played(self, state: State, names: Names, words: Wording) -> str:
        each = words.join([words.tell(option["text"]) for option in self.options(state)])
        return sentence(words.tell(say("may_happen", text=each)))

    def shown(self, state: State, names: Names, words: Wording) -> dict[str, Any]:
        order = [titled(words.tell(owner_word(each))) for each in state.sequence]
        facts = [[words.say("fact_order"), words.series(order)]]
        deltas = state.deltas
        for owner in Owner:
            structures = words.series(_structures(state, owner, words)) or words.say("table_nothing")
            delta = f"{deltas[owner].total:+d}" if owner in deltas else ""
            text = words.say("fact_structures", structures=structures, delta=delta) if delta else structures
            facts.append([_owner(owner, words), text])
        if state.liennas:
            facts.append([words.say("table_liennas_label"), _liennas(state, words)])
        return {"score_title": "score_now", "scores": {}, "facts": facts, "legal": [], "options": []}

    def turn(self, state: State) -> int:
        return state.turn

    def heading(self, state: State) -> Message:
        return arbiter("tt_heading_turn", raw=self.game.name, n=state.turn)

    def standing(self, state: State) -> Message:
        return say("has", owner=str(state.holder))

    def holdings(self, state: State) -> Mapping[str, tuple[Hashable, ...]]:
        """The owner of each structure, and the structures of each owner."""
        owned = {str(owner): tuple(s.name for s in state.structures if s.owner is owner) for owner in Owner}
        return {**owned, **{each.name: (each.owner,) for each in state.structures}}

    def called_at(self, place: str) -> Message | None:
        return called(place)

    def misread(self, setup: tuple[Structure, ...], place: str, move: Any) -> Iterable[Misread]:
        """A structure may have belonged to anybody."""
        for each in setup:
            if each.name == place:
                for owner in Owner:
                    if owner is not each.owner:
                        picture = f"{Size.MEDIUM.word}-{COLOUR[owner]}"
                        yield f"{place}={owner.value}", owner_word(owner), (picture,)

    def put_right(self, setup: tuple[Structure, ...], name: str, value: str) -> Part:
        """Sets the owner of a structure, which may be a new one."""
        (found,) = parse_structures(f"{name}={value}")
        return tuple(sorted((*(each for each in setup if each.name != name), found))), None

    def setup_words(self, name: str, value: str, names: Names, words: Wording) -> str:
        return words.say(
            "correction_set_owner",
            structure=words.tell(called(name)),
            owner=words.say(f"word-{value.lower()}"),
        )


def _structures(state: State, owner: Owner, words: Wording) -> list[str]:
    names = [each.name for each in state.structures if each.owner is owner]
    return [words.tell(called(name)) for name in sorted(names, key=lambda name: (len(name), name))]


def _liennas(state: State, words: Wording) -> str:
    each = [(lienna.caster, f" {lienna.name}" if lienna.name else "") for lienna in state.liennas]
    return words.series([words.say("table_lienna", owner=_owner(by, words), name=name) for by, name in each])


def _owner(owner: Owner, words: Wording) -> str:
    return words.say(f"owner-{owner.value}")


def _said(item: Mapping[str, Any], words: Wording) -> str:
    """An event in words; empty for one that is not announced."""
    kind = item["kind"]
    name = words.tell(called(item["name"])) if "name" in item else ""
    if kind == "captured":
        owner = words.say(f"owner-{item['by']}")
        return words.say("structure_captured", owner=owner, structure=name)
    if kind == "destroyed":
        return words.say("structure_gone", structure=name)
    if kind == "built":
        owner = words.say(f"owner-{item['owner']}")
        return words.say("structure_built", owner=owner, structure=name)
    if kind == "turn_started":
        deltas = {owner: _delta(item[owner]) for owner in ("red", "blue")}
        return words.say("turn_starts", n=item["turn"], **deltas)
    if kind in ("initiative_gained", "initiative_kept"):
        key = kind.replace("initiative_gained", "gains").replace("initiative_kept", "keeps")
        return words.say(key, name=words.say(f"owner-{item['by']}"))
    return ""


def _delta(delta: Mapping[str, Any]) -> str:
    return f"{len(delta['gained']) - len(delta['lost']):+d}"
