"""Titles, verdicts and options of a recorded game's steps, for the review page, the text and the film."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from arbiter.corrections.growing import GrowingGame
from arbiter.record.record import Record, RecordError
from arbiter.record.replay import Step, read_game, read_rules
from arbiter.story.correction_words import correction_title, correction_verdict, mark_words, ruled
from arbiter.story.readings import marks_in, none_of, readings_of
from arbiter.story.timeline import marks_of
from arbiter.story.translation import comment_of, recorded_message
from arbiter.telling.found import telling_of
from arbiter.words.describe import Comment, Finding, Names, read_names, score_words, stack_words
from arbiter.words.meanings import breaches_of, meanings_of
from arbiter.words.wording import Wording, titled, wording
from engine.game import GameState, Seat
from engine.initiative.model import Score, piece_from_json
from engine.message import Message, Messages, Said, as_recorded, as_sentence, just

say = Messages("arbiter")
ENGLISH = wording()


@dataclass(frozen=True, slots=True)
class Story:
    """A recorded game: its header, the players' names, its steps, and the wording of its language."""

    header: Mapping[str, Any]
    names: Names
    steps: tuple[Step, ...]
    words: Wording = ENGLISH


def read_story(record: Record) -> Story:
    """The story of a record, with people's corrections."""
    growing = GrowingGame(record.header)
    for entry in record.entries():
        growing.take(entry)
    game, steps = growing.steps(ends=True)
    return Story(game.header, read_names(game.header), steps)


def step_title(step: Step, names: Names, words: Wording = ENGLISH) -> str:
    """What happened at a step, in a few words."""
    if step.kind == "correction" or step.data.get("ruling"):
        return correction_title(step, names, words)
    teller = _TITLES.get(step.kind)
    title = words.tell(teller(step), names) if teller else step.kind.replace("_", " ")
    return titled(title)


def step_verdict(step: Step, names: Names, words: Wording = ENGLISH) -> Comment:
    """The arbiter's comment on a step."""
    if step.kind in _IN_WORDS:
        return _IN_WORDS[step.kind](step, names, words)
    if step.data.get("ruling"):
        return ruled(step, names, words)
    legal = step.kind == "move" and step.data.get("legal", True)
    made = _legal(step) if legal else _VERDICTS.get(step.kind, _other)(step)
    return comment_of(made, names, words)


def step_json(step: Step, index: int, names: Names, words: Wording = ENGLISH) -> dict[str, Any]:
    """A step for the review page (see ``pages/static/review.js``)."""
    moment = step.before if step.play is not None and step.kind != "take_back" else step.after
    seat = _seat(step)
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
        "who": None if seat is None else names[seat],
        "title": step_title(step, names, words),
        "fate": step.fate,
        "verdict": _verdict_json(step_verdict(step, names, words), words),
        "confidence": step.data.get("confidence") if step.play else None,
        "options": _options(step, moment, names, words),
        "options_empty": as_sentence(words.tell(_no_options(moment), names)),
        "legal_title": titled(words.tell(legal_title(moment), names)),
        "to_move": _value(step.after.to_move) if step.after else None,
        "leader": holder_after(step),
        "diagram": step.after is not None,
        "scores": telling_of(step.game).scores_told(step.after, names, words),
        "score_title": titled(words.tell(telling_of(step.game).score_title)),
        "stills": {name: f"still/{number}/{name}" for name, (number, _) in step.stills.items()},
        "remarks": [
            {"kind": remark.kind, "clock": clock(remark.time_s), "text": words.tell(remark.text, names)}
            for remark in step.remarks
        ],
        "problem": words.tell(step.problem, names) if step.problem else None,
        "corrected": mark_words(step, names, words),
        "readings": readings_of(step, names, words),
        "none": none_of(step),
        "boxes": seen_marks(step, names, words),
    }


def _verdict_json(verdict: Comment, words: Wording) -> dict[str, Any]:
    return {
        "tone": verdict.tone,
        "word": verdict.word,
        "rules": list(verdict.rules),
        "meanings": meanings_of(verdict.rules, words),
        "breaches": breaches_of(verdict.rules, words),
        "sentence": verdict.sentence,
    }


def seen_marks(step: Step, names: Names, words: Wording = ENGLISH) -> dict[str, list[dict[str, Any]]]:
    """Labelled boxes (px) by a picture's name: the detections in a dispute's pictures, or the pieces that
    vanished and appeared in a move.
    """
    if step.kind == "move":
        marks = marks_in(step, words)
        return {name: [{"box": box, "words": text} for box, text in found] for name, found in marks.items()}
    seen = step.data.get("seen") or {}
    return {
        name: [{"box": each["box"], "words": words.tell(each["words"], names)} for each in units]
        for name, units in seen.items()
    }


def _seat(step: Step) -> Seat | None:
    """Whose step it is; ``None`` if the record names no valid seat."""
    seat = step.data.get("seat")
    return Seat(seat) if isinstance(seat, str) and seat in set(Seat) else None


def holder_after(step: Step) -> str | None:
    """The seat that has the initiative after a step; ``None`` in a game without one."""
    holder = step.game.holder(step.after) if step.game is not None and step.after is not None else None
    return None if holder is None else str(holder)


def _options(step: Step, moment: Any, names: Names, words: Wording) -> list[dict[str, Any]]:
    found = telling_of(step.game).options(moment)
    return [{**option, "text": words.tell(option["text"], names)} for option in found]


def _value(seat: Seat | None) -> str | None:
    return seat.value if seat is not None else None


def legal_title(moment: GameState[Any] | None) -> Message:
    """The heading over the legal moves in a position."""
    if moment is None or moment.to_move is None:
        return say("w_legal_here")
    return say("w_legal_for", who=moment.to_move)


def _no_options(moment: Any) -> Message:
    over = moment is not None and moment.outcome is not None
    return say("w_over_options" if over else "w_no_options")


def story_json(story: Story) -> dict[str, Any]:
    """The whole game for the review page."""
    header, words = story.header, story.words
    name = str(header.get("game", "game")).capitalize()
    variant = words.tell(_variant(header), story.names)
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


def _variant(header: Mapping[str, Any]) -> Message | None:
    """The variant of the game; ``None`` for a game without variants or one that is not installed."""
    try:
        return telling_of(read_game(header)).variant(read_rules(header))
    except RecordError:
        return None


def source_name(source: str) -> str:
    """The name of a game's source to show to others: a file without its folder, a stream's host only."""
    return urlsplit(source).hostname or "" if "://" in source else re.split(r"[\\/]", source)[-1]


def clock(time_s: float) -> str:
    """Seconds as minutes and seconds: ``1:05.2``."""
    tenths = round(max(time_s, 0) * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _play_title(step: Step) -> Message:
    if step.play is None:
        return say("t_play", typed=str(step.data.get("text", "")))
    return telling_of(step.game).story_title(step.play, step.before)


def _what(step: Step) -> Message:
    """The play of a step in words."""
    if not step.play:
        return just(str(step.data.get("text", "")))
    return telling_of(step.game).move_words(step.play, step.before or step.after)


def _done(step: Step, by_seat: str, deed: str, nobody: str) -> Message:
    """A title for a change of a move: ``deed`` in games whose moves are told as who did what, or else
    ``by_seat``, or ``nobody`` if the seat is unknown.
    """
    if step.play and (done := telling_of(step.game).deed_words(step.play)):
        return say(deed, text=done)
    seat = _seat(step)
    if seat is not None:
        return say(by_seat, who=seat, text=_what(step))
    return say(nobody, text=_what(step))


def _winner_title(step: Step) -> Message:
    outcome = step.data.get("outcome", step.data)
    winner = outcome.get("winner")
    how: dict[str, Any] = {"who": Seat(winner)} if winner else {}
    ended = "won" if winner else "drawn"
    if step.kind == "match_over":
        return say(f"t_match_{ended}", **how)
    return say(f"t_round_{ended}", n=step.round, **how)


def _disputed(step: Step) -> Message:
    """The title of a dispute, with the disputed move."""
    seat, _, text = str(step.data.get("text", "")).partition(": ")
    return say("t_disputed", text=telling_of(step.game).title(seat, text)) if text else say("v_disputed")


_TITLES: dict[str, Callable[[Step], Message]] = {
    "setup": lambda step: say("t_setup_not" if step.data.get("problems") else "t_setup"),
    "move": _play_title,
    "amended": lambda step: _done(step, "t_corrected", "t_corrected_deed", "t_corrected_deed"),
    "take_back": lambda step: _done(step, "t_takes_back", "t_deed_back", "t_deed_back"),
    "illegal_stood": lambda step: _done(step, "t_stands", "t_deed_stands", "t_deed_stands"),
    "stack_mismatch": lambda step: say("t_stack_odd"),
    "stack_restored": lambda step: say("t_stack_right"),
    "question": lambda step: say("t_asks"),
    "dispute": _disputed,
    "unreadable": lambda step: say("t_unreadable"),
    "round_over": _winner_title,
    "match_over": _winner_title,
}


def _reason(step: Step) -> Message:
    return recorded_message(step.data, "reason", say("rules_forbid"))


def _legal(step: Step) -> Finding:
    if step.play is None or step.before is None or step.after is None:
        return Finding("note", say("v_recorded"), (_message(step.problem),) if step.problem else ())
    return telling_of(step.game).verdict(step.before, step.play, step.after, step.events)


def _message(said: Said) -> Message:
    return said if isinstance(said, Message) else as_recorded(said)


def _illegal(step: Step) -> Finding:
    fates = {"taken_back": (say("w_taken_back"),), "stood": (say("w_stood_on"),)}
    return Finding("bad", say("v_illegal"), (_reason(step), *fates.get(step.fate, ())), _rule(step))


def _amended(step: Step) -> Finding:
    """The comment on an earlier play that turned out to be another one."""
    before = telling_of(step.game).phrase(str(step.data.get("before", "")), step.before or step.after)
    words = say("w_read_as", text=before)
    if step.data.get("legal", True):
        return Finding("undo", say("v_corrected"), (words,))
    return Finding("bad", say("v_corrected_illegal"), (words, _reason(step)), _rule(step))


def _take_back(step: Step) -> Finding:
    back = say("v_back")
    if not step.data.get("seat"):
        return Finding("undo", back, (say("w_not_happened"),))
    key = "w_undone_legal" if step.data.get("was_legal", True) else "w_undone"
    if step.after and step.after.to_move:
        return Finding("undo", back, (say(key, who=step.after.to_move),))
    return Finding("undo", back, (say(f"{key}_same"),))


def _stood(step: Step) -> Finding:
    return Finding("bad", say("v_stands"), (_reason(step), say("w_counts")), _rule(step))


def _question(step: Step, names: Names, words: Wording) -> Comment:
    answers = [remark.text for remark in step.remarks if remark.kind in {"answer", "question_withdrawn"}]
    choices = " / ".join(words.tell(option, names) for option in step.data.get("options", ()))
    end = words.say("not_answered")
    if answers:
        end = words.say("question_answered", text=words.tell(answers[-1], names))
    text = as_sentence(words.tell(step.data.get("text", ""), names))
    return Comment("ask", titled(words.say("v_question")), f"{text} ({choices}) {end}")


def _setup(step: Step, names: Names, words: Wording) -> Comment:
    problems = step.data.get("problems") or ()
    if problems:
        said = tuple(_message(problem) for problem in problems)
        return comment_of(Finding("ask", say("v_not_ready"), said), names, words)
    accepted = (say("w_accepted"),) if step.data.get("accepted") else ()
    made = comment_of(Finding("note", say("v_ready"), accepted), names, words)
    why = telling_of(step.game).setup_told(step.after, step.data, names, words)
    return replace(made, sentence=f"{made.sentence} {why}".strip())


def _stack(step: Step) -> Finding:
    if step.kind == "stack_restored":
        right = say("w_from_top", text=stack_words(step.data.get("stack", ())))
        return Finding("good", say("v_in_order"), (right,))
    expected, seen = (stack_words(step.data.get(key, ())) for key in ("expected", "seen"))
    said = (say("w_expected", text=expected), say("w_on_table", text=seen))
    return Finding("ask", say("v_look"), said, ("I5",))


def _points(key: str, totals: Mapping[str, Any]) -> Message:
    near, far = (int(totals.get(seat, 0)) for seat in Seat)
    return say(key, who=Seat.NEAR, n=near, other=Seat.FAR, most=far)


def _over(step: Step) -> Finding:
    totals = step.data.get("totals") or {}
    match = (_points("w_match", totals),) if totals else ()
    outcome = step.data.get("outcome")
    if not outcome:
        return Finding("end", say("v_match_over"), match, ("I11",))
    reason = (_message(outcome["reason"]),) if outcome.get("reason") else ()
    score = outcome.get("score")
    how: tuple[Message, ...] = ()
    if outcome.get("winner") and score:
        made = Score(**{**score, "winning": piece_from_json(score["winning"])})
        how = (say("scores", who=Seat(outcome["winner"]), text=score_words(made)),)
    elif points := outcome.get("points"):
        how = (_points("w_points", points),)
    rules = (str(outcome["reading"]),) if outcome.get("reading") else ()
    return Finding("end", say("v_round_over"), (*reason, *how, *match), (*rules, *(("I10",) if how else ())))


def _other(step: Step) -> Finding:
    if step.kind == "dispute":
        return Finding("ask", say("v_disputed"), (say("w_look_again"),))
    text = step.data.get("text")
    return Finding("note", say("v_noted"), (_message(text),) if text else ())


_VERDICTS: Mapping[str, Callable[[Step], Finding]] = {
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
"""Comments made from more than one sentence, or from texts that are translated already."""


def _rule(step: Step) -> tuple[str, ...]:
    return (str(step.data["reading"]),) if step.data.get("reading") else ()
