"""Levels of commentary: how many of the announcements a listener wants to hear."""

from __future__ import annotations

from typing import Any

from arbiter.words.utterance import Utterance

LEVELS = ("illegal", "verdicts", "normal", "full")
"""From the quietest: illegal plays and questions only; every play's verdict too; also the legal moves and
notices; also descriptions of the table, for players who can't see it.
"""
USUAL = "normal"
TABLE = "table"
"""The topic of descriptions of the table."""
_HEARD = {
    "illegal": {"ruling", "question"},
    "verdicts": {"ruling", "question", "play", "round", "match"},
}


def heard(utterance: Utterance, level: str) -> str:
    """The text that is spoken of an utterance at a level, perhaps empty; raises ``KeyError`` for an unknown
    level.
    """
    topic = utterance.topic.split("/")[0]
    if level == "full":
        return utterance.text
    if level == "normal":
        return "" if topic == TABLE else utterance.text
    if topic not in _HEARD[level]:
        return ""
    return utterance.brief or utterance.text


def said_json(number: int, utterance: Utterance) -> dict[str, Any]:
    """An utterance for the page: its running number, its topic, and its text at each level."""
    texts = {level: heard(utterance, level) for level in LEVELS}
    return {"id": number, "topic": utterance.topic, "supersedes": utterance.supersedes, "texts": texts}
