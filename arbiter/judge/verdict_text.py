"""Verdicts and positions as short, aligned lines, at most `WIDTH` characters wide."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from arbiter.judge.typed_game import ENGLISH, Judged, move_words, next_words, player_names, ply_verdict
from arbiter.words.meanings import meanings_of
from arbiter.words.wording import Wording
from engine.definition import AnyGame, State
from engine.game import Seat
from engine.message import Messages, Said
from engine.playback import Playback
from engine.record.plies import Ply
from engine.record.records import TextError

say = Messages("engine")

WIDTH = 100
Names = Mapping[Seat, str]
BY_SEAT = {seat: seat.value for seat in Seat}
"""The notation's own names of the seats."""


def judged_lines(judged: Judged, source: str, words: Wording = ENGLISH) -> Iterator[str]:
    """Every move of every game with its verdict, the final positions, and the readings used."""
    yield from error_lines(judged.errors, source, words)
    for index, played in enumerate(judged.rounds):
        yield from ("",) if index else ()
        yield from _round_lines(played, source, words)
    yield from _meaning_lines(_named(judged.rounds), words)


def move_lines(played: Playback, ply: Ply, words: Wording = ENGLISH) -> Iterator[str]:
    """One move in full: the position before it, the legal moves, the verdict, the position after it."""
    assert played.game is not None
    game, names = played.game, player_names(played.record, words)
    before = next_words(game, ply.before, names, words)
    yield from (_title(played, words), "", words.say("judge_before", n=ply.number, text=before))
    yield from position_lines(game, ply.before, words)
    yield from legal_lines(game, ply.before, game.brief(ply.before), words)
    yield ""
    yield from _ply_lines(game, ply, names, len(_move(game, ply)), words)
    yield from ("", words.say("judge_after", text=next_words(game, ply.after, names, words)))
    yield from position_lines(game, ply.after, words)
    yield from _meaning_lines(ply_verdict(ply, names).rules, words)


def position_lines(
    game: AnyGame, state: State, words: Wording = ENGLISH, faults: bool = True
) -> Iterator[str]:
    """A position with a line for each place, its score so far and, with ``faults``, each problem that makes
    it impossible; without for a position that is only partly known.
    """
    found: list[tuple[Said, Said]] = list(game.lines(state))
    points = game.points(state)
    if points is not None:
        found.append((say("p_score"), say("p_points", n=points[0], most=points[1])))
    found += [(say("p_problem"), problem) for problem in state.problems() if faults]
    lines = [(words.tell(label, BY_SEAT), words.tell(text, BY_SEAT)) for label, text in found]
    across = max(len(label) for label, _ in lines)
    for label, text in lines:
        yield from _hanging(f"  {label:<{across}}  ", re.sub(r",(?! )", ", ", text))


def legal_lines(game: AnyGame, state: State, moves: Sequence[Any], words: Wording = ENGLISH) -> Iterator[str]:
    """The number of legal moves, and the ``moves`` to list."""
    count = len(state.legal_moves())
    key = "j_legal_here" if len(moves) < count else "j_legal_moves"
    yield f"{words.say(key, n=count, most=len(moves))}{':' if moves else ''}"
    if moves:
        yield from _hanging("  ", "  ".join(move_words(game, move, state.to_move is None) for move in moves))


def error_lines(errors: Iterable[TextError], source: str, words: Wording = ENGLISH) -> Iterator[str]:
    """The errors, each with its place."""
    for error in errors:
        place = f":{error.place.line}:{error.place.column}" if error.place.line else ""
        yield f"{source}{place}: {words.tell(error.message, BY_SEAT)}"


def _round_lines(played: Playback, source: str, words: Wording) -> Iterator[str]:
    yield _title(played, words)
    if played.game is None or played.start is None or played.end is None:
        yield from error_lines(played.errors, source, words)
        return
    names = player_names(played.record, words)
    wide = max((len(_move(played.game, ply)) for ply in played.plies), default=0)
    for ply in played.plies:
        yield from _ply_lines(played.game, ply, names, min(wide, 40), words)
    yield from error_lines(played.errors, source, words)
    yield words.say("judge_end", text=next_words(played.game, played.end, names, words))
    yield from position_lines(played.game, played.end, words)
    bad = [str(ply.number) for ply in played.plies if ply.verdict is not None]
    some = words.say("judge_illegal", n=len(bad), numbers=", ".join(bad))
    illegal = some if bad else words.say("judge_all_legal")
    moves = words.say("j_moves", n=len(played.plies))
    yield words.say("judge_result", moves=moves, illegal=illegal, result=played.result)


def _title(played: Playback, words: Wording) -> str:
    record = played.record
    names = player_names(record, words)
    facts = [record.tag("Game") or words.say("judge_no_game"), record.tag("Event"), record.tag("Date")]
    facts.append(words.say("judge_round", n=record.tag("Round")) if record.tag("Round") else "")
    if played.game is not None and played.game.seated:
        players = {seat.value: _player(seat, names) for seat in Seat}
        facts.append(words.say("judge_against", **players))
    return ", ".join(fact for fact in facts if fact)


def _player(seat: Seat, names: Names) -> str:
    return seat.value if names[seat] == seat.value else f"{names[seat]} ({seat})"


def _ply_lines(game: AnyGame, ply: Ply, names: Names, wide: int, words: Wording) -> Iterator[str]:
    """The move, its verdict, who is next and the score; below it the reason and the legal moves."""
    verdict = ply_verdict(ply, names, words)
    word = verdict.word.upper() if ply.verdict is not None else verdict.word
    points = game.points(ply.after)
    score = "" if points is None else f"  {points[0]}:{points[1]}"
    ends = f"{next_words(game, ply.after, names, words)}{score}"
    wide_word = len(words.say("v_illegal"))
    yield f"{ply.number:>4}. {_move(game, ply):<{wide}}  {word:<{wide_word}}  {ends}"
    rules = f" [{', '.join(verdict.rules)}]" if verdict.rules else ""
    yield from _hanging("      ", f"{verdict.sentence}{rules}".strip())
    if ply.verdict is not None and ply.before.outcome is None:
        either = ply.before.to_move is None
        allowed = "  ".join(move_words(game, move, either) for move in game.brief(ply.before))
        yield from _hanging(f"      {words.say('judge_legal')}: ", allowed)


def _move(game: AnyGame, ply: Ply) -> str:
    seat = f"{ply.move.seat}:".ljust(6) if game.seated else ""
    return f"{seat}{ply.entry.text}" + (f" ${ply.entry.mark}" if ply.entry.mark else "")


def _named(rounds: Iterable[Playback]) -> Iterator[str]:
    for played in rounds:
        names = player_names(played.record)
        for ply in played.plies:
            yield from ply_verdict(ply, names).rules


def _meaning_lines(ids: Iterable[str], words: Wording) -> Iterator[str]:
    """The readings used, each with its sentence, after an empty line."""
    found = meanings_of(ids, words)
    yield from ("",) if found else ()
    for reading, meaning in found.items():
        yield from _hanging(f"{reading:<4} ", meaning)


def _hanging(start: str, text: str) -> list[str]:
    """A text with a hanging indent after ``start``; no lines for an empty text."""
    if not text:
        return []
    if len(start + text) <= WIDTH:
        return [start + text]
    indents: Any = {"initial_indent": start, "subsequent_indent": " " * len(start)}
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False, **indents)
