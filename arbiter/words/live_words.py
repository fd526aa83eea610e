"""The live page's state in the players' language: what `arbiter.pages.live_state` says in English, retold."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from typing import Any

from arbiter.words.sentences import ENGLISH, retell
from arbiter.words.wording import Wording

_SHOWN = re.compile(r">([^<>]*[a-z]{2}[^<>]*)</")
Retell = Callable[[str], str]


def localised(state: Mapping[str, Any], words: Wording) -> dict[str, Any]:
    """A copy of the page's state with every sentence in the language of ``words``."""
    if words.language == ENGLISH:
        return dict(state)

    def told(text: str) -> str:
        return retell(text, state["names"], words)

    made = dict(state)
    for key in ("heading", "waiting", "say", "attack", "over"):
        made[key] = told(state[key]) if state.get(key) else state.get(key)
    for key in ("legal", "notices"):
        made[key] = [told(text) for text in state.get(key, ())]
    made["options"] = [{**option, "text": told(option["text"])} for option in state.get("options", ())]
    scores = state.get("scores", {})
    made["scores"] = {seat: {**score, "how": _maybe(told, score["how"])} for seat, score in scores.items()}
    if state.get("illegal"):
        illegal = state["illegal"]
        made["illegal"] = {**illegal, "title": told(illegal["title"]), "reason": told(illegal["reason"])}
    if state.get("question"):
        question = state["question"]
        options = [told(option) for option in question["options"]]
        made["question"] = {**question, "text": told(question["text"]), "options": options}
    if state.get("svg"):
        made["svg"] = drawn(state["svg"], told)
    return made


def drawn(svg: str, told: Retell) -> str:
    """A diagram with the words in it retold."""
    return _SHOWN.sub(lambda found: f">{html.escape(told(html.unescape(found[1])), quote=False)}</", svg)


def _maybe(told: Retell, text: str) -> str:
    return told(text) if text else text
