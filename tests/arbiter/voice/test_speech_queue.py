"""What waits, what goes stale and what is dropped, as a table."""

from __future__ import annotations

import pytest

from arbiter.voice.speech_queue import Waiting
from arbiter.words.utterance import Priority, Utterance


def said(text: str, topic: str, supersedes: str | None = None) -> Utterance:
    return Utterance(text, topic, Priority.PLAY, supersedes)


CASES = (
    ([said("a", "play"), said("b", "play")], "b"),
    ([said("a", "play"), said("b", "ruling")], "ab"),
    ([said("a", "play"), said("b", "play/stack")], "ab"),
    ([said("a", "play"), said("b", "play/stack"), said("c", "play")], "c"),
    ([said("a", "ruling"), said("b", "play", "ruling")], "b"),
    ([said("a", "notice/camera"), said("b", "notice/table")], "ab"),
    ([said("a", "play", "ruling"), said("a", "play", "ruling")], "a"),
)


@pytest.mark.parametrize(("news", "texts"), CASES)
def test_newer_news_supersedes_older(news: list[Utterance], texts: str) -> None:
    waiting = Waiting()
    for item in news:
        waiting = waiting.add(item)
    assert "".join(item.text for item in waiting.items) == texts


def test_everything_is_kept_for_a_recording() -> None:
    waiting = Waiting()
    for number in range(100):
        waiting = waiting.add(said(str(number), "play"), None)
    assert [item.text for item in waiting.items] == [str(number) for number in range(100)]


def test_correction_spoken_already_is_not_taken_in_again() -> None:
    correction = said("a", "play", "ruling")
    _, rest = Waiting().add(correction).take()
    assert rest.add(correction).items == ()


def test_beyond_the_limit_the_least_important_oldest_goes() -> None:
    waiting = Waiting().add(Utterance("result", "round", Priority.RESULT))
    for number in range(5):
        waiting = waiting.add(Utterance(str(number), f"notice/{number}", Priority.NOTICE), limit=3)
    assert [item.text for item in waiting.items] == ["result", "3", "4"]


def test_taking_gives_the_oldest_and_nothing_cannot_be_taken() -> None:
    waiting = Waiting().add(said("a", "play")).add(said("b", "ruling"))
    first, rest = waiting.take()
    assert first.text == "a"
    assert rest.put_back(first).items == waiting.items
    with pytest.raises(IndexError):
        Waiting().take()
