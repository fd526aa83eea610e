"""What matters for the next move of Logistics, in words: what is due, what can be captured and sown."""

from __future__ import annotations

from arbiter.words.board_words import logistics_due
from arbiter.words.describe import Names
from arbiter.words.wording import Wording
from engine.logistics.events import Captured
from engine.logistics.game import GAME
from engine.logistics.model import Sow
from engine.logistics.state import State
from engine.message import Messages

say = Messages("arbiter")


def next_words(state: State, names: Names, words: Wording) -> str:
    """The power or extra turn that is due, what can be captured, and which cards can be sown."""
    if state.outcome is not None:
        return ""
    parts = logistics_due(state, names, words), _captures(state, names, words), _sown(state, words)
    return " ".join(part for part in parts if part)


def _captures(state: State, names: Names, words: Wording) -> str:
    """Which cards may be captured by sowing one card or one pyramid of the stock."""
    happened = (event for move in GAME.brief(state) for event in state.force(move).events)
    cards = sorted({(event.card, event.by.other) for event in happened if isinstance(event, Captured)})
    told = [words.tell(say("card_of", n=card, who=of), names) for card, of in cards]
    return words.tell(say("may_capture", raw=words.join(told))) if told else ""


def _sown(state: State, words: Wording) -> str:
    """Which cards may be sown, and whether the stock may."""
    sows = [move for move in GAME.brief(state) if isinstance(move, Sow)]
    cards = sorted({move.card for move in sows if move.card})
    stock = any(not move.card for move in sows)
    if not cards:
        return words.tell(say("may_sow_stock")) if stock else ""
    key = "may_sow_both" if stock else "may_sow_cards"
    return words.tell(say(key, raw=words.join([str(card) for card in cards]), n=len(cards)))
