"""``arbiter legal``: whose turn it is in a position, what is legal there, and whether it is possible."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from arbiter.words.exits import UnreadableGame, UsageError
from engine.message import Messages, Said
from engine.playback import Playback, play_record
from engine.record.parser import parse_record
from engine.record.records import Record, TextError

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Print the position at the end of the text and its legal moves, and write its diagram if asked to.

    Raises ``UnreadableGame`` if there is no position, ``UsageError`` for options that exclude each other and
    ``OSError`` if the diagram can't be written.
    """
    from arbiter.cli.terminal import warn
    from arbiter.judge.typed_game import Judged, next_words, player_names
    from arbiter.judge.verdict_json import errors_json, legal_json, position_json
    from arbiter.judge.verdict_text import error_lines, legal_lines, position_lines
    from arbiter.telling.found import telling_for
    from arbiter.words.wording import wording

    words = wording(options.language or "en")
    source, played, errors, warning = _position(options)
    errors = (*errors, *played.errors)
    game, state = played.game, played.end
    if game is None or state is None:
        raise UnreadableGame(warning or "; ".join(error_lines(errors, source, words)))
    if warning:
        warn(warning, words)
    moves = state.legal_moves() if options.all else game.brief(state)
    names = player_names(played.record, words)
    if options.svg:
        Path(options.svg).write_text(telling_for(state).drawn(state, names, words), encoding="utf-8")
    if options.json:
        shown = {"game": game.name, "errors": errors_json(errors), **position_json(game, state)}
        shown["legal_moves"] = legal_json(game, state, moves)
        print(json.dumps(shown, ensure_ascii=False, indent=1, default=str))
    else:
        print("\n".join(error_lines(errors, source, words)), end="\n" if errors else "")
        key = "judge_impossible" if state.problems() else "judge_possible"
        print(words.say(key, game=game.name, text=next_words(game, state, names, words)))
        print("\n".join((*position_lines(game, state, words), *legal_lines(game, state, moves, words))))
    return Judged((played,), errors).exit_code


def _position(options: argparse.Namespace) -> tuple[str, Playback, tuple[TextError, ...], Said | None]:
    """The source's name for error messages, the game that leads to the position, errors in the text, and a
    message about a damaged record.
    """
    from arbiter.story.files import read_records

    if options.game is None:
        if len(options.words) != 1 or options.setup or options.rules or options.leader:
            raise UsageError(say("use_file"))
        found = read_records(options.words[0])
        if not found.records:
            raise UnreadableGame(say("of_file", path=options.words[0], text=found.errors[0].located))
        return options.words[0], play_record(found.records[-1]), found.errors, found.warning
    given = {"Game": options.game, "Rules": options.rules, "Setup": options.setup, "Leader": options.leader}
    record, errors = parse_record(" ".join(options.words))
    tags = tuple((name, value) for name, value in given.items() if value)
    return "moves", play_record(Record(tags, record.items)), errors, None
