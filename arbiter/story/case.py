"""A disputed move with its evidence, made from a story by pure functions, for terminal, page and file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from arbiter.record.draft_entries import DRAFT_ROUND
from arbiter.record.replay import Step
from arbiter.story.correcting import moves_of
from arbiter.story.correction_words import mark_words
from arbiter.story.readings import Marks, marks_in, none_of, readings_of
from arbiter.story.story import ENGLISH, Story, clock, legal_title, step_title, step_verdict
from arbiter.telling.found import telling_of
from arbiter.words.describe import Comment, Names
from arbiter.words.exits import UsageError
from arbiter.words.meanings import breaches_of, meanings_of
from arbiter.words.wording import Wording, titled
from engine.message import Messages

say = Messages("arbiter")


@dataclass(frozen=True)
class Shown:
    """A still of the case: entry id and name, its caption, and labelled boxes (px) in it."""

    entry: int
    name: str
    caption: str
    marks: Marks = ()


@dataclass(frozen=True)
class Case:
    """A move under dispute.

    ``notation`` is the move in notation, ``read_as`` the same in words; ``readings`` are the possible moves
    with their probabilities, best first, and ``none`` the probability of none of them (``None``: unknown);
    ``legal`` are the legal moves, with the heading ``legal_title``; ``ruling`` is what people decided, or
    empty; ``stills`` show the table before and after the move, ``clip`` the seconds around the dispute;
    ``diagrams`` are the positions before and after it (SVG).
    """

    round: int
    move: int
    title: str
    notation: str
    read_as: str
    time_s: float
    verdict: Comment
    confidence: float | None
    readings: tuple[tuple[str, float], ...]
    none: float | None
    legal_title: str
    legal: tuple[str, ...]
    corrected: str
    ruling: str
    stills: tuple[Shown, ...]
    clip: tuple[Shown, ...]
    diagrams: tuple[str, ...]
    words: Wording = ENGLISH
    disputed: bool = False
    """Whether it was disputed during the game."""

    @property
    def where(self) -> str:
        """The move's number and time."""
        key = "case_where" if self.round != DRAFT_ROUND else "case_where_draft"
        return self.words.say(key, round=self.round, move=self.move, clock=clock(self.time_s))

    @property
    def rules(self) -> Mapping[str, str]:
        """The sentences of the rules that the verdict is based on, by id."""
        return meanings_of(self.verdict.rules, self.words)

    @property
    def breaches(self) -> Mapping[str, str]:
        """For each of these rules that has a drawing, what is wrong in it, by id."""
        return breaches_of(self.verdict.rules, self.words)


def find_case(
    story: Story,
    clips: Iterable[Any] = (),
    number: int | None = None,
    move: int | None = None,
) -> Case:
    """The case of a move: the one given, or else the last disputed one, or else the last one.

    ``clips`` are the record's entries of kind ``clip``. Raises ``UsageError`` if there is no such move.
    """
    dispute = _dispute(story, number, move)
    if move is None and dispute is not None:
        number, move = int(dispute.data.get("round", 1)), int(dispute.data.get("move", 0)) or None
        dispute = dispute if move is None else _dispute(story, number, move)
    if number is None:
        number = max((step.round for step in story.steps), default=1)
    moves = moves_of(story, number)
    if not moves or (move or 1) > len(moves):
        raise UsageError(say("round_has", n=number, most=len(moves), more=move or 1))
    at = (move or len(moves)) - 1
    return _case(story, moves[at], at + 1, dispute, tuple(clips))


def _dispute(story: Story, number: int | None, move: int | None) -> Step | None:
    """The newest dispute about a move, preferably one with pictures; without ``move``, the newest of all."""
    found = list[Step]()
    for step in reversed(story.steps):
        about = int(step.data.get("round", 1)), int(step.data.get("move", 0))
        named = move is None or about == (about[0] if number is None else number, move)
        found += [step] if step.kind == "dispute" and named else []
    pictured = [] if move is None else [step for step in found if step.entry.frames]
    return next(iter(pictured or found), None)


def _case(story: Story, step: Step, move: int, dispute: Step | None, clips: Sequence[Any]) -> Case:
    notation = str(step.data.get("text", ""))
    states = [state for state in (step.before, step.after) if state is not None]
    moment, names, words = step.before, story.names, story.words
    legal = [words.tell(option["text"], names) for option in telling_of(step.game).options(moment)]
    telling = telling_of(step.game)
    return Case(
        round=step.round,
        move=move,
        title=step_title(step, names, words),
        notation=notation,
        read_as=words.tell(telling.move_words(step.play, step.before), names) if step.play else notation,
        time_s=step.entry.time_s,
        verdict=step_verdict(step, names, words),
        confidence=step.data.get("confidence"),
        readings=readings_of(step, names, words),
        none=none_of(step),
        legal_title=titled(words.tell(legal_title(moment), names)),
        legal=tuple(dict.fromkeys(legal)),  # if either may lead, most moves are legal for both
        corrected=mark_words(step, names, words),
        ruling=_ruling(story, step),
        stills=tuple(_stills(step, words)),
        clip=() if dispute is None else tuple(_clip(dispute, clips, names, words)),
        diagrams=tuple(telling.drawn(state, names, words) if step.game else "" for state in states),
        words=words,
        disputed=dispute is not None,
    )


FILMED = 0
"""The entry id of pictures from a film; the record's own ids begin with 1."""


def with_seconds(case: Case, pictures: Iterable[str]) -> Case:
    """A case with pictures from a film around the move, named by age, oldest first."""
    return replace(case, clip=tuple(Shown(FILMED, name, _aged(name, case.words)) for name in pictures))


def _ruling(story: Story, step: Step) -> str:
    """What people decided about a move, in words; empty if nothing."""
    for later in story.steps[story.steps.index(step) + 1 :]:
        if later.kind == "move":
            return ""
        if later.data.get("ruling"):
            why = step_verdict(later, story.names, story.words).sentence
            return f"{step_title(later, story.names, story.words)}. {why}"
    return ""


def _stills(step: Step, words: Wording) -> Iterable[Shown]:
    for name, marks in marks_in(step, words).items():
        if name in step.stills:
            yield Shown(*step.stills[name], words.page(name), marks)


def _clip(dispute: Step, clips: Sequence[Any], names: Names, words: Wording) -> Iterable[Shown]:
    """The pictures of a dispute, oldest first, then those taken after it."""
    yield from _pictures(dispute.entry, names, words)
    for entry in clips:
        if entry.data.get("dispute") == dispute.entry.id:
            yield from _pictures(entry, names, words)


def _pictures(entry: Any, names: Names, words: Wording) -> Iterable[Shown]:
    seen = entry.data.get("seen") or {}
    for name in sorted(entry.frames, key=age):
        units = [{**each, "words": words.tell(each["words"], names)} for each in seen.get(name) or ()]
        marks = tuple((tuple(each["box"]), mark_of(each)) for each in units)
        yield Shown(entry.id, name, _aged(name, words), marks)


def _aged(name: str, words: Wording) -> str:
    """A picture's caption: its time relative to the dispute or the move."""
    return words.say("case_now") if name == "now" else f"{name.rstrip('s')} s"


def mark_of(seen: Mapping[str, Any]) -> str:
    """The label of a box: the piece, and its probability if that is below 95 %."""
    sure = seen.get("sure")
    return str(seen["words"]) + (f" {sure:.0%}" if sure is not None and sure < 0.95 else "")


def age(name: str) -> float:
    """Seconds from the dispute to a picture, from its name: ``-2.5s``, ``now``, ``+1.0s``."""
    try:
        return float(name.rstrip("s"))
    except ValueError:
        return 0.0


def case_lines(case: Case) -> list[str]:
    """The case as lines for a terminal."""
    words = case.words
    sure = "" if case.confidence is None else f", {words.say('case_sure', sure=f'{case.confidence:.0%}')}"
    labels = [words.say(key) for key in ("case_read_as", "case_verdict", "case_rule")]
    read, verdict, rule = (f"{label:<{max(map(len, labels))}}" for label in labels)
    lines = [f"{case.where}: {case.title} ({case.notation})", "", f"{read}  {case.read_as}{sure}"]
    none = [] if case.none is None else [(words.page("none_of_these"), case.none)]
    shares = [*case.readings, *(none if case.readings else [])]
    lines += [f"{'':<{len(read)}}  {words.decimal(100 * p):>5} %  {text}" for text, p in shares]
    lines += [f"{verdict}  {case.verdict.word}. {case.verdict.sentence}".rstrip()]
    lines += [f"{rule}  [{each}] {meaning}" for each, meaning in case.rules.items()]
    lines += [f"{case.legal_title}: {', '.join(case.legal) or words.say('table_nothing')}"]
    lines += [text for text in (case.corrected, case.ruling) if text]
    kept = {"stills": len(case.stills), "clip": len(case.clip)}
    return [*lines, "", words.say("case_pictures", **kept)]


def case_json(case: Case) -> dict[str, Any]:
    """The case for the live page, without its pictures; ``diagram`` is the position before the move."""
    return {
        "round": case.round,
        "move": case.move,
        "where": case.where,
        "title": case.title,
        "read_as": case.read_as,
        "verdict": {"word": case.verdict.word, "tone": case.verdict.tone, "sentence": case.verdict.sentence},
        "rules": dict(case.rules),
        "breaches": dict(case.breaches),
        "confidence": case.confidence,
        "readings": [[text, p] for text, p in case.readings],
        "none": case.none,
        "legal_title": case.legal_title,
        "legal": list(case.legal),
        "corrected": case.corrected,
        "ruling": case.ruling,
        "diagram": case.diagrams[0] if case.diagrams else "",
        "pictures": [_shown_json(case, shown) for shown in (*case.stills, *case.clip)],
    }


def picture_key(shown: Shown) -> str:
    """The name under which a page serves a still of a case."""
    return f"case-{shown.entry}-{shown.name}"


def _shown_json(case: Case, shown: Shown) -> dict[str, Any]:
    marks = [{"box": list(box), "words": words} for box, words in shown.marks]
    clip = shown in case.clip
    return {"src": f"/kept/{picture_key(shown)}", "caption": shown.caption, "marks": marks, "clip": clip}
