"""A recorded game in the text format of every game (``engine/NOTATION.md``): one record a round.

The moves are those of the recording with what became of them as marks; verdicts, video times, notices and
questions are comments, and what a person decided is a ruling.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from arbiter.events.game_notation import setup_of
from arbiter.record.draft_entries import DRAFT_ROUND
from arbiter.record.replay import Step, read_game, read_rules
from arbiter.story.correction_words import mark_words
from arbiter.story.story import Story, clock, source_name, step_title, step_verdict
from arbiter.story.translation import told
from arbiter.telling.found import telling_of
from arbiter.words.wording import Wording
from engine.definition import AnyGame
from engine.game import Seat
from engine.message import Messages, as_sentence
from engine.playback import play_record
from engine.record.records import Comment, Entry, Item, Mark, Record, Ruling

say = Messages("arbiter")


def story_records(story: Story) -> tuple[Record, ...]:
    """The records of a story's rounds, in order; a game without a step gives one with tags only.

    Playing a record through gives the states of the recording. Wherever the marks and the rules would part,
    the marks are put right: a play that stood and turned out to be legal has none.
    """
    rounds = sorted({step.round for step in story.steps} - {DRAFT_ROUND} or {1})
    return tuple(_settled(_record(story, number)) for number in rounds)


def _record(story: Story, number: int) -> Record:
    steps = [step for step in story.steps if step.round == number]
    writer = _Writer(story.names, read_game(story.header), story.words)
    for step in steps:
        writer.take(step)
    tags, items = tuple(_tags(story, steps, number)), tuple(writer.items)
    draft, game = drafted(story.steps) if number == 1 else None, read_game(story.header)
    if draft is None or game.drafted is None:
        return Record(tags, items)
    text, setup = game.drafted.format(draft), _setup(story, steps)
    if setup is not None and not any(game.drafted.faults(text, setup)):
        return Record((*tags, ("Draft", text)), items)
    return Record(tags, (Comment(f"The draft as far as it was read: {text}"), *items))


def drafted(steps: Iterable[Step]) -> Any:
    """The draft as it stood when the match began, or stands; ``None`` where nothing was drafted."""
    states: list[Any] = [step.after for step in steps if step.round == DRAFT_ROUND]
    return next((state for state in reversed(states) if state is not None and state.history), None)


def _settled(record: Record) -> Record:
    """The record with `Mark.STOOD` on just those illegal moves that count."""
    verdicts = {ply.number: ply.verdict for ply in play_record(record).plies if ply.counts}
    items, number = list[Item](), 0
    for item in record.items:
        if isinstance(item, Entry):
            number += 1
            if number in verdicts:
                stood = Mark.ALLOWED if item.mark is Mark.ALLOWED else Mark.STOOD
                item = replace(item, mark=stood if verdicts[number] else None)
        items.append(item)
    return replace(record, items=tuple(items))


def _tags(story: Story, steps: list[Step], number: int) -> Iterator[tuple[str, str]]:
    header, game, rules = story.header, read_game(story.header), read_rules(story.header)
    ready = [step for step in steps if _is_start(step)]
    begun = next((step.after for step in ready if not step.data.get("corrected")), None)
    last = steps[-1].after if steps else None
    tags: Mapping[str, object] = {
        "Date": str(header.get("created", "????-??-??"))[:10].replace("-", "."),
        "Near": story.names[Seat.NEAR],
        "Far": story.names[Seat.FAR],
        "Game": game.name,
        "Rules": game.format_rules(rules),
        "Setup": game.format_setup(_setup(story, steps)) if ready else None,
        "Leader": begun.to_move if begun else None,
        "Result": game.result(last) if last else "*",
        "Round": number,
        "Palette": header.get("palette"),
        "Source": source_name(str(header.get("source") or "")),
    }
    return ((name, str(value)) for name, value in tags.items() if value)


def _setup(story: Story, steps: list[Step]) -> Any:
    """The set-up of a round as it was in the end; ``None`` before it."""
    ready = [step for step in steps if _is_start(step)]
    return (
        setup_of(read_game(story.header), ready[-1].data["setup"], read_rules(story.header))
        if ready
        else None
    )


def _is_start(step: Step) -> bool:
    return step.kind == "setup" and not step.data.get("problems") and not step.problem


class _Writer:
    """The items of one round; lives only while it is written, because later steps change earlier entries."""

    def __init__(self, names: Mapping[Seat, str], game: AnyGame, words: Wording) -> None:
        self.names, self.game, self.words = names, game, words
        self.items: list[Item] = []
        self.counted: list[int] = []
        """Which items are the plays that count, in order."""
        self.latest: dict[int, int] = {}
        """Which item is the newest play of a ply number."""

    def take(self, step: Step) -> None:
        """One step: its play or what it changes, then its verdict and remarks."""
        if step.kind == "move" and step.play is not None:
            self._move(step)
        elif step.kind == "amended" and step.play is not None:
            self._amend(step)
        elif step.kind == "take_back":
            self._take_back(step.ply, Mark.REFUSED if step.data.get("ruling") else Mark.BACK)
        elif step.kind == "illegal_stood" and step.play is not None:
            self._stood(step)
        if not _is_start(step) or step.data.get("corrected"):
            self.items.append(_remark(step, self.names, self.words))
        for remark in step.remarks:
            if remark.kind == "notice":
                text = told(remark.text, self.names, self.words)
                self.items.append(Comment(f"{self.words.say('notice')}: {text} @{clock(remark.time_s)}"))

    def _move(self, step: Step) -> None:
        assert step.play is not None
        legal = bool(step.data.get("legal", True))
        mark = None if legal else Mark.BACK
        self.latest[step.ply] = len(self.items)
        if legal:
            self.counted.append(len(self.items))
        self.items.append(self._entry(step, mark))

    def _entry(self, step: Step, mark: Mark | None) -> Entry:
        seat = step.play.seat if self.game.seated else None
        return Entry(self.game.format_move(step.play), seat, mark)

    def _amend(self, step: Step) -> None:
        """A play of earlier was another one: with a play since then it stays, else an illegal one waits."""
        assert step.play is not None
        at = step.ply - 1
        counts = bool(step.data.get("legal", True)) or step.ply < len(self.counted)
        if step.ply not in self.latest:
            return
        item = self.counted[at] if at < len(self.counted) else self.latest[step.ply]
        self.items[item] = self._entry(step, None if counts else Mark.BACK)
        self.counted[at:] = [item, *self.counted[at + 1 :]] if counts else []

    def _take_back(self, ply: int, mark: Mark) -> None:
        waits = ply > len(self.counted) and ply in self.latest
        for item in [self.latest[ply]] if waits else self.counted[ply - 1 :]:
            entry = self.items[item]
            assert isinstance(entry, Entry)
            self.items[item] = replace(entry, mark=mark)
        del self.counted[ply - 1 :]

    def _stood(self, step: Step) -> None:
        assert step.play is not None
        entry = self._entry(step, Mark.ALLOWED if step.data.get("ruling") else Mark.STOOD)
        item = self.latest.get(step.ply, len(self.items))
        self.items[item : item + 1] = [entry]
        self.counted.append(item)


def _remark(step: Step, names: Mapping[Seat, str], words: Wording) -> Item:
    """What the arbiter made of a step, the rules it rests on and the video time; an answer is a ruling."""
    at = f"@{clock(step.entry.time_s)}"
    answers = [remark.text for remark in step.remarks if remark.kind == "answer"]
    if step.kind == "question" and answers:
        asked, answer = (told(text, names, words) for text in (step.data.get("text", ""), answers[-1]))
        return Ruling(f"{as_sentence(asked)} {as_sentence(answer)} {at}")
    verdict = step_verdict(step, names, words)
    if step.kind == "correction" or step.data.get("ruling"):
        return Ruling(f"{step_title(step, names, words)}. {verdict.sentence} {at}")
    parts = [f"{verdict.word}: {verdict.sentence}" if verdict.sentence else verdict.word]
    if step.kind == "move" and step.data.get("before"):
        before = telling_of(step.game).phrase(str(step.data["before"]), step.before or step.after)
        parts.append(as_sentence(told(say("w_read_as", text=before), names, words)))
    if step.data.get("corrected"):
        parts.append(mark_words(step, names, words))
    if step.fate == "waits":
        parts.append(as_sentence(words.say("w_waited")))
    if step.problem:
        parts.append(as_sentence(told(step.problem, names, words)))
    if verdict.rules:
        parts.append(f"[{', '.join(verdict.rules)}]")
    return Comment(" ".join((*parts, at)))
