"""Writes a recorded game in the common text format (``engine/NOTATION.md``), one record for each round.

The moves are those of the recording, with marks for what became of them; verdicts, video times, notices and
questions become comments, and people's decisions rulings.
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
from arbiter.telling.found import telling_of
from arbiter.words.wording import Wording
from engine.definition import AnyGame
from engine.game import Seat
from engine.message import Messages, as_sentence
from engine.playback import play_record
from engine.record.records import Comment, Entry, Item, Mark, Record, Ruling

say = Messages("arbiter")


def story_records(story: Story) -> tuple[Record, ...]:
    """The records of a story's rounds, in order; a game without steps gives one record with tags only.

    Replaying a record gives the states of the recording. Marks that would contradict the rules are adjusted:
    a play that stood and turned out to be legal has none.
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
    """The last state of the draft; ``None`` if nothing was drafted."""
    states: list[Any] = [step.after for step in steps if step.round == DRAFT_ROUND]
    return next((state for state in reversed(states) if state is not None and state.history), None)


def _settled(record: Record) -> Record:
    """The record with `Mark.STOOD` on exactly those illegal moves that count."""
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
    start = next((step.after for step in ready if not step.data.get("corrected")), None)
    last = steps[-1].after if steps else None
    tags: Mapping[str, object] = {
        "Date": str(header.get("created", "????-??-??"))[:10].replace("-", "."),
        "Near": story.names[Seat.NEAR],
        "Far": story.names[Seat.FAR],
        "Game": game.name,
        "Rules": game.format_rules(rules),
        "Setup": game.format_setup(_setup(story, steps)) if ready else None,
        "Leader": start.to_move if start else None,
        "Result": game.result(last) if last else "*",
        "Round": number,
        "Palette": header.get("palette"),
        "Source": source_name(str(header.get("source") or "")),
    }
    return ((name, str(value)) for name, value in tags.items() if value)


def _setup(story: Story, steps: list[Step]) -> Any:
    """The set-up of a round, as last corrected; ``None`` before there is one."""
    ready = [step for step in steps if _is_start(step)]
    if not ready:
        return None
    return setup_of(read_game(story.header), ready[-1].data["setup"], read_rules(story.header))


def _is_start(step: Step) -> bool:
    return step.kind == "setup" and not step.data.get("problems") and not step.problem


class _Writer:
    """Collects the items of one round; mutable, because later steps change earlier entries."""

    def __init__(self, names: Mapping[Seat, str], game: AnyGame, words: Wording) -> None:
        self.names, self.game, self.words = names, game, words
        self.items: list[Item] = []
        self.counted: list[int] = []
        """Indices of the plays that count, in order."""
        self.latest: dict[int, int] = {}
        """Index of the newest play with each ply number."""

    def take(self, step: Step) -> None:
        """Take a step: its play or its change of an earlier one, then its verdict and remarks."""
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
                text = self.words.tell(remark.text, self.names)
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
        """Replace an earlier play; an illegal one counts if another was played since, else it waits."""
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
    """The verdict on a step with its rules and the video time; an answer is a ruling."""
    at = f"@{clock(step.entry.time_s)}"
    answers = [remark.text for remark in step.remarks if remark.kind == "answer"]
    if step.kind == "question" and answers:
        asked, answer = (words.tell(text, names) for text in (step.data.get("text", ""), answers[-1]))
        return Ruling(f"{as_sentence(asked)} {as_sentence(answer)} {at}")
    verdict = step_verdict(step, names, words)
    if step.kind == "correction" or step.data.get("ruling"):
        return Ruling(f"{step_title(step, names, words)}. {verdict.sentence} {at}")
    parts = [f"{verdict.word}: {verdict.sentence}" if verdict.sentence else verdict.word]
    if step.kind == "move" and step.data.get("before"):
        before = telling_of(step.game).phrase(str(step.data["before"]), step.before or step.after)
        parts.append(as_sentence(words.tell(say("w_read_as", text=before), names)))
    if step.data.get("corrected"):
        parts.append(mark_words(step, names, words))
    if step.fate == "waits":
        parts.append(as_sentence(words.say("w_waited")))
    if step.problem:
        parts.append(as_sentence(words.tell(step.problem, names)))
    if verdict.rules:
        parts.append(f"[{', '.join(verdict.rules)}]")
    return Comment(" ".join((*parts, at)))
