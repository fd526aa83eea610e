"""``arbiter judge``: whether each move of a game is legal, and why."""

from __future__ import annotations

import argparse
import json

from arbiter.words.exits import UsageError
from engine.message import Messages

say = Messages("arbiter")


def run(options: argparse.Namespace) -> int:
    """Print the verdicts; the exit code shows illegal moves and unreadable texts.

    Raises ``UsageError`` for a move or a round that does not exist.
    """
    if options.game is not None:
        return _photograph(options)
    if options.rules is not None:
        raise UsageError(say("use_rules"))
    from arbiter.cli.layout import lines, progress
    from arbiter.cli.terminal import warn, words_for
    from arbiter.judge.solved import solved_json, solved_lines
    from arbiter.judge.typed_game import find_ply, judge_records
    from arbiter.judge.verdict_json import judged_json, move_json
    from arbiter.judge.verdict_text import judged_lines, move_lines
    from arbiter.story.files import read_records

    found = read_records(options.file, options.language)
    words = words_for(options)
    judged = judge_records(found)
    if options.move is None:
        if options.round is not None:
            raise UsageError(say("use_round"))
        file = options.file
        shown = judged_json(judged, file) if options.json else judged_lines(judged, file, words)
    else:
        at = find_ply(judged, options.round or 1, options.move)
        shown = move_json(judged, options.file, *at) if options.json else move_lines(*at, words)
    if found.warning:
        warn(found.warning, words)
    if options.solve:
        which = judged, options.round or 1, options.move
        with progress(words.say("progress_solve")) as on_part:
            if isinstance(shown, dict):
                shown["solved"] = solved_json(*which, on_part)
            else:
                shown = iter([*shown, *solved_lines(*which, words, on_part)])
    if isinstance(shown, dict):
        print(json.dumps(shown, ensure_ascii=False, indent=1, default=str))
    else:
        lines(shown, {words.say("v_illegal").upper(): "bold red", f"  {words.say('v_legal')} ": "green"})
    return judged.exit_code


def _photograph(options: argparse.Namespace) -> int:
    """Describe the position in one picture; returns 5 if it is impossible or shows an illegal play.

    Raises `UsageError` for an unknown game, ``SourceError`` for an unreadable picture, ``NotEnoughUnits`` for
    one without a table and ``ModelError`` if the detector is missing.
    """
    from arbiter.cli.commands.calibrate import read_picture
    from arbiter.cli.commands.watch import table_facts
    from arbiter.cli.layout import progress
    from arbiter.cli.terminal import warn
    from arbiter.judge.photo_games import shown_lines
    from arbiter.kit.catalog import kit_named
    from arbiter.words.exits import ILLEGAL, OK
    from arbiter.words.wording import wording
    from engine.game import MoveError
    from engine.games import find_game
    from engine.pieces import PALETTES
    from vision.cards.cards import CardsSeen, find_cards
    from vision.observe.see import see
    from vision.observe.units import Models
    from vision.pose.photo import focal_prior

    if options.move or options.round or options.solve or options.json:
        raise UsageError(say("use_photo"))
    try:
        game = find_game(options.game)
        rules = game.parse_rules(options.rules or "")
    except MoveError as error:
        raise UsageError(error.message) from error
    options.game = game.name.lower()
    facts, words = table_facts(options), wording(options.language or "en")
    picture = read_picture(options.file)
    height, width = picture.shape[:2]
    palette = PALETTES[options.palette]
    with progress(words.say("progress_see")):
        sight = see(picture, Models.load(), None, palette, focal_prior(options.file, width, height))
    for remark in sight.remarks:
        warn(remark, words)
    kit = kit_named(options.game)
    cards = find_cards(picture, sight.camera) if kit.cards else CardsSeen()
    shown = kit.photo(rules, options.palette, facts, sight.units, cards)
    print("\n".join(shown_lines(shown, words)))
    return ILLEGAL if shown.problems or shown.illegal else OK
