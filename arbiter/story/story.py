"""The steps of a recorded game as the review page, the text and the film show them: titles, verdicts,
options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from arbiter.corrections.corrections import corrected
from arbiter.record.record import Record, RecordError
from arbiter.record.replay import Step, read_game, read_rules, replay
from arbiter.story.correction_words import correction_title, correction_verdict, mark_words, ruled
from arbiter.story.timeline import marks_of
from arbiter.story.translation import told, told_verdict
from arbiter.telling.found import telling_of
from arbiter.words.describe import (
    Comment,
    Names,
    read_names,
    score_words,
    sentence,
    stack_words,
)
from arbiter.words.sentences import Said, meanings_of
from arbiter.words.wording import Wording, wording
from engine.game import GameState, Seat
from engine.initiative.model import Score, piece_from_json

ENGLISH = wording()


@dataclass(frozen=True, slots=True)
class Story:
    """A recorded game: its header, the players' names and its steps, and the words that it is told in."""

    header: Mapping[str, Any]
    names: Names
    steps: tuple[Step, ...]
    words: Wording = ENGLISH


def read_story(record: Record) -> Story:
    """The story that a record tells, as people put it right."""
    game = corrected(record.header, record.entries())
    return Story(game.header, read_names(game.header), replay(game.header, game.entries))


def step_title(step: Step, names: Names, words: Wording = ENGLISH) -> str:
    """What happened at a step, in a few words."""
    if step.kind == "correction" or step.data.get("ruling"):
        return correction_title(step, names, words)
    teller = _TITLES.get(step.kind)
    title = teller(step, names) if teller else step.kind.replace("_", " ").capitalize()
    return told(title, names, words)


def step_verdict(step: Step, names: Names, words: Wording = ENGLISH) -> Comment:
    """What the arbiter made of a step."""
    if step.kind in _IN_WORDS:
        return _IN_WORDS[step.kind](step, names, words)
    if step.data.get("ruling"):
        return ruled(step, names, words)
    legal = step.kind == "move" and step.data.get("legal", True)
    made = _legal(step, names) if legal else _VERDICTS.get(step.kind, _other)(step, names)
    return told_verdict(made, names, words)


def step_json(step: Step, index: int, names: Names, words: Wording = ENGLISH) -> dict[str, Any]:
    """A step as the review page gets it (see ``pages/static/review.js``)."""
    verdict = step_verdict(step, names, words)
    moment = step.before if step.play is not None and step.kind != "take_back" else step.after
    seat = step.data.get("seat")
    return {
        "index": index,
        "entry": step.entry.id,
        "kind": step.kind,
        "round": step.round,
        "turn": getattr(moment, "turn", 0),
        "at_s": round(step.entry.time_s, 2),
        "clock": clock(step.entry.time_s) if step.entry.wall else "",
        "marks": list(marks_of(step)),
        "wall": step.entry.wall,
        "seat": seat,
        "who": names[Seat(seat)] if seat in set(Seat) else None,
        "title": step_title(step, names, words),
        "fate": step.fate,
        "verdict": {
            "tone": verdict.tone,
            "word": verdict.word,
            "rules": list(verdict.rules),
            "meanings": meanings_of(verdict.rules, words),
            "sentence": verdict.sentence,
        },
        "confidence": step.data.get("confidence") if step.play else None,
        "options": _options(step, moment, names, words),
        "options_empty": told(_no_options(moment), names, words),
        "legal_title": told(legal_title(moment, names), names, words),
        "to_move": _value(step.after.to_move) if step.after else None,
        "leader": _holder(step),
        "diagram": step.after is not None,
        "scores": _scores(step, names, words),
        "score_title": told(telling_of(step.game).score_title, names, words),
        "stills": {name: f"still/{number}/{name}" for name, (number, _) in step.stills.items()},
        "remarks": [
            {"kind": remark.kind, "clock": clock(remark.time_s), "text": remark.text}
            for remark in step.remarks
        ],
        "problem": told(step.problem, names, words) if step.problem else None,
        "corrected": mark_words(step, names, words),
        "boxes": seen_marks(step, names, words),
    }


def seen_marks(step: Step, names: Names, words: Wording = ENGLISH) -> dict[str, list[dict[str, Any]]]:
    """What was seen in each picture of a dispute: boxes (px) with words, by the picture's name."""
    seen = step.data.get("seen") or {}
    return {
        name: [{"box": each["box"], "words": told(each["words"], names, words)} for each in units]
        for name, units in seen.items()
    }


def _holder(step: Step) -> str | None:
    """Who has the initiative after a step, in a game that has one."""
    holder = step.game.holder(step.after) if step.game is not None and step.after is not None else None
    return None if holder is None else str(holder)


def _options(step: Step, moment: Any, names: Names, words: Wording) -> list[dict[str, Any]]:
    found = telling_of(step.game).options(moment)
    return [{**option, "text": told(option["text"], names, words)} for option in found]


def _scores(step: Step, names: Names, words: Wording) -> dict[str, dict[str, Any]]:
    scores = telling_of(step.game).scores(step.after)
    return {seat: {**score, "how": told(score["how"], names, words)} for seat, score in scores.items()}


def _value(seat: Seat | None) -> str | None:
    return seat.value if seat is not None else None


def legal_title(moment: GameState[Any] | None, names: Names) -> str:
    """The heading over what is legal in a position."""
    if moment is None or moment.to_move is None:
        return "Legal here"
    return f"Legal for {names[moment.to_move]}"


def _no_options(moment: Any) -> str:
    over = moment is not None and moment.outcome is not None
    return "Nothing: the round is over." if over else "Nothing is known to be legal here."


def story_json(story: Story) -> dict[str, Any]:
    """The whole game as the review page gets it."""
    header, words = story.header, story.words
    name = str(header.get("game", "game")).capitalize()
    variant = told(_variant(header), story.names, words)
    day = str(header.get("created", ""))[:10]
    facts = (name, variant, day, source_name(str(header.get("source") or "")))
    return {
        "title": f"{story.names[Seat.FAR]} – {story.names[Seat.NEAR]}",
        "subtitle": " · ".join(fact for fact in facts if fact),
        "names": {seat.value: name for seat, name in story.names.items()},
        "timed": bool(header.get("timed", True)),
        "rounds": max((step.round for step in story.steps), default=1),
        "steps": [step_json(step, index, story.names, words) for index, step in enumerate(story.steps)],
    }


def _variant(header: Mapping[str, Any]) -> str:
    """Which kind of game the rules make; empty for a game that is not installed."""
    try:
        return telling_of(read_game(header)).variant(read_rules(header))
    except RecordError:
        return ""


def source_name(source: str) -> str:
    """Where a game was watched from, to show to others: without folders, and of a stream only the machine."""
    return urlsplit(source).hostname or "" if "://" in source else re.split(r"[\\/]", source)[-1]


def clock(time_s: float) -> str:
    """Seconds as minutes and seconds: ``1:05.2``."""
    tenths = round(max(time_s, 0) * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _play_title(step: Step, names: Names) -> Said:
    if step.play is None:
        return f"A play: {step.data.get('text', '')}"
    return telling_of(step.game).story_title(step.play, step.before, names)


def _what(step: Step) -> str:
    """The play of a step in words."""
    if not step.play:
        return str(step.data.get("text", "the play"))
    return telling_of(step.game).move_words(step.play, step.before or step.after)


def _deed(step: Step) -> Said:
    """Who did what; empty where there is no play or it is told in another way."""
    return telling_of(step.game).deed_words(step.play) if step.play else ""


def who_words(seat: object, names: Names) -> str:
    """The name of the one who moved; some moves belong to nobody at the table."""
    return names[Seat(str(seat))] if seat in set(Seat) else str(seat or "").capitalize()


def _amended_title(step: Step, names: Names) -> str:
    if step.play is None:  # what it was can't be read
        return f"A play: {step.data.get('text', '')}"
    if done := _deed(step):
        return f"Corrected: {done}"
    return f"Corrected: {who_words(step.data.get('seat'), names)} played {_what(step)}"


def _take_back_title(step: Step, names: Names) -> str:
    if done := _deed(step):
        return f"{done}: taken back"
    who = who_words(step.data.get("seat"), names)
    return f"{who} takes back {_what(step)}" if who else f"{_what(step)} is taken back"


def _stood_title(step: Step, names: Names) -> str:
    if done := _deed(step):
        return f"{done}: it stands"
    who = who_words(step.data.get("seat"), names)
    return f"{who}'s {_what(step)} stands" if who else f"{_what(step)} stands"


def _winner_title(step: Step, names: Names) -> str:
    outcome = step.data.get("outcome", step.data)
    winner = outcome.get("winner")
    what = "Match" if step.kind == "match_over" else f"Round {step.round}"
    return f"{what} over: {names[Seat(winner)]} wins" if winner else f"{what} over: a draw"


_TITLES: dict[str, Callable[[Step, Names], Said]] = {
    "setup": lambda step, names: "Set-up not ready yet" if step.data.get("problems") else "Set-up",
    "move": _play_title,
    "amended": _amended_title,
    "take_back": _take_back_title,
    "illegal_stood": _stood_title,
    "stack_mismatch": lambda step, names: "The initiative stack is not as expected",
    "stack_restored": lambda step, names: "The initiative stack is as expected again",
    "question": lambda step, names: "The arbiter asks",
    "dispute": lambda step, names: "Disputed",
    "round_over": _winner_title,
    "match_over": _winner_title,
}


def _legal(step: Step, names: Names) -> Comment:
    if step.play is None or step.before is None or step.after is None:
        return Comment("note", "Recorded", step.problem or "")
    return telling_of(step.game).verdict(step.before, step.play, step.after, step.events, names)


def _illegal(step: Step, names: Names) -> Comment:
    fates = {"taken_back": " It was taken back.", "stood": " It stood, and the game went on."}
    reason = sentence(str(step.data.get("reason") or "the rules don't allow it"), names)
    return Comment("bad", "Illegal", reason + fates.get(step.fate, ""), _rule(step))


def _amended(step: Step, names: Names) -> Comment:
    """A play of earlier that turned out to be another one."""
    before = telling_of(step.game).phrase(
        str(step.data.get("before", "another play")), step.before or step.after
    )
    words = f"Read as {before} at first."
    if step.data.get("legal", True):
        return Comment("undo", "Corrected", words)
    reason = sentence(str(step.data.get("reason") or "the rules don't allow it"), names)
    return Comment("bad", "Corrected, illegal", f"{words} {reason}", _rule(step))


def _take_back(step: Step, names: Names) -> Comment:
    if not step.data.get("seat"):
        return Comment("undo", "Taken back", "It has not happened.")
    player = names[step.after.to_move] if step.after and step.after.to_move else "The same player"
    if step.data.get("was_legal", True):
        return Comment("undo", "Taken back", f"The play was legal; it is {player}'s turn again.")
    return Comment("undo", "Taken back", f"The illegal play is undone; it is {player}'s turn again.")


def _stood(step: Step, names: Names) -> Comment:
    reason = sentence(str(step.data.get("reason") or "the rules don't allow it"), names)
    return Comment("bad", "Illegal, stands", f"{reason} Nobody took it back, so it counts.", _rule(step))


def _question(step: Step, names: Names, words: Wording) -> Comment:
    answers = [remark.text for remark in step.remarks if remark.kind in {"answer", "question_withdrawn"}]
    choices = " / ".join(told(str(option), names, words) for option in step.data.get("options", ()))
    end = words.say("not_answered")
    if answers:
        end = words.say("question_answered", text=told(answers[-1], names, words))
    text = told(sentence(str(step.data.get("text", "")), names), names, words)
    return Comment("ask", told("Question", names, words), f"{text} ({choices}) {end}")


ACCEPTED = "The players said that it is right as it was shown."


def _setup(step: Step, names: Names, words: Wording) -> Comment:
    problems = step.data.get("problems") or ()
    if problems:
        why = " ".join(sentence(str(problem), names) for problem in problems)
        return told_verdict(Comment("ask", "Not ready", why), names, words)
    ready = told("Ready", names, words)
    said = told(ACCEPTED, names, words) if step.data.get("accepted") else ""
    why = telling_of(step.game).setup_told(step.after, step.data, names, words)
    return Comment("note", ready, f"{said} {why}".strip())


def _stack(step: Step, names: Names) -> Comment:
    if step.kind == "stack_restored":
        return Comment("good", "In order", f"From the top: {stack_words(tuple(step.data.get('stack', ())))}.")
    expected, seen = (stack_words(tuple(step.data.get(key, ()))) for key in ("expected", "seen"))
    return Comment("ask", "Look here", f"Expected from the top: {expected}. On the table: {seen}.", ("I5",))


def _over(step: Step, names: Names) -> Comment:
    totals = step.data.get("totals") or {}
    match = (
        f" The match: {names[Seat.NEAR]} {totals.get('near', 0)}, {names[Seat.FAR]} {totals.get('far', 0)}."
        if totals
        else ""
    )
    outcome = step.data.get("outcome")
    if not outcome:
        return Comment("end", "Match over", match.strip(), ("I11",))
    reason = sentence(str(outcome.get("reason", "")), names)
    score = outcome.get("score")
    how = ""
    if outcome.get("winner") and score:
        made = Score(**{**score, "winning": piece_from_json(score["winning"])})
        how = f" {names[Seat(outcome['winner'])]} scores {score_words(made)}."
    elif points := outcome.get("points"):
        how = f" {names[Seat.NEAR]} {points['near']}, {names[Seat.FAR]} {points['far']}."
    rules = (str(outcome["reading"]),) if outcome.get("reading") else ()
    return Comment("end", "Round over", f"{reason}{how}{match}", (*rules, *(("I10",) if how else ())))


def _other(step: Step, names: Names) -> Comment:
    if step.kind == "dispute":
        return Comment("ask", "Disputed", "Somebody asked to look again; the last seconds are kept.")
    return Comment("note", "Noted", str(step.data.get("text", "")))


_VERDICTS: Mapping[str, Callable[[Step, Names], Comment]] = {
    "move": _illegal,
    "amended": _amended,
    "take_back": _take_back,
    "illegal_stood": _stood,
    "stack_mismatch": _stack,
    "stack_restored": _stack,
    "round_over": _over,
    "match_over": _over,
}
_IN_WORDS: Mapping[str, Callable[[Step, Names, Wording], Comment]] = {
    "question": _question,
    "setup": _setup,
    "correction": correction_verdict,
}
"""What is put together of more than one sentence, or of words that people see in their own language."""


def _rule(step: Step) -> tuple[str, ...]:
    return (str(step.data["reading"]),) if step.data.get("reading") else ()
