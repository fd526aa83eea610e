"""How a draft is described to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.events.types import SessionEvent
from arbiter.games.initiative.draft import spoken, words
from arbiter.games.initiative.putting_right import stack_of, stack_set
from arbiter.games.initiative.typed import drafted
from arbiter.telling.telling import Happening, Part, Telling
from arbiter.words.describe import Names
from arbiter.words.utterance import Utterance
from arbiter.words.wording import Wording
from engine.game import Seat
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Move
from engine.initiative.drafting import DRAFT, Stack
from engine.message import Message, Messages, just
from engine.pieces import Size

own, arbiter = Messages("arbiter.games.initiative"), Messages("arbiter")


class DraftTelling(Telling):
    zone = "markers"
    typed: Mapping[str, str] = {"play": "Lred@2, take2, take2=Lred", "set": "size=small", "rule": ""}
    set_example = "stack=blue,red,... / size=small"
    happenings: Mapping[str, Happening] = {
        "taken": (lambda it: own("dr_now", who=Seat(it["seat"]), n=it["now"]), "I14"),
        "marker_closed": (lambda it: own("dr_shut", who=Seat(it["waits"]), n=it["marker"]), "I14"),
        "markers_opened": (lambda it: own("dr_open"), "I14"),
    }

    @property
    def called(self) -> Message:
        return arbiter("heading_draft")

    def phrase(self, text: str, state: Draft | None) -> Message:
        return drafted(text) or just(text)

    def move_words(self, move: Move, state: Draft | None) -> Message:
        return words.move_phrase(move)

    def deed_on(self, move: Move, setup: Stack) -> Message:
        return words.deed(move)

    def say(self, event: SessionEvent, names: Mapping[str, str], words: Wording) -> Utterance | None:
        return spoken.say(event, names, words)

    def options(self, state: Draft | None) -> list[dict[str, Any]]:
        return [] if state is None else words.options(state)

    def whole(self, state: Draft, names: Names, wording: Wording) -> str:
        return words.draft_whole(state, names, wording)

    def in_short(self, state: Draft, names: Names, wording: Wording) -> str:
        return words.draft_in_short(state, names, wording)

    def upcoming(self, state: Draft, names: Names, wording: Wording) -> str:
        return words.draft_next(state, names, wording)

    def shown(self, state: Draft, names: Names, wording: Wording) -> dict[str, Any]:
        return words.draft_shown(state, names, wording)

    def standing(self, state: Draft) -> Message:
        return words.turn_words(state)

    def put_right(self, setup: Stack, name: str, value: str) -> Part:
        """Corrects the stack that a draft begins with: its colours or the size of its pyramids."""
        if name == "stack":
            return replace(setup, colours=stack_of(value, setup.colours)), None
        sizes = {size.word: size for size in Size}
        if name != "size" or value.lower() not in sizes:
            raise CorrectionError(arbiter("fix_like", raw=f"{name}={value}", raw2=self.set_example))
        return replace(setup, size=sizes[value.lower()]), None

    def setup_words(self, name: str, value: str, names: Names, wording: Wording) -> str:
        return stack_set(name, value, wording)


TELLING = DraftTelling(DRAFT)
