"""Statistics over many games: players' results, games by kind, illegal plays by rule, the commonest openings.

``folder_statistics`` gives one JSON object:

- ``games``: for each file ``file``, ``game``, ``date``, ``players``, ``plies``, ``winner``, ``points`` (by
  seat, all rounds, or null), ``illegal``, ``questions``, ``turning_points`` as far as they have been solved;
- ``kinds``: number of games by game;
- ``players``: by name ``games``, ``won``, ``lost``, ``drawn``, ``open``, ``points``, ``illegal``;
- ``illegal``: by reading; ``questions``: ``asked``, ``answered``; ``plies``, ``captures``, ``disputes``;
- ``openings``: by game the most frequent first plays, each with ``moves`` and ``games``;
- ``unread``: ``file`` and ``reason`` for each file that could not be read, or not completely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from arbiter.record.record import RecordError
from arbiter.record.salvage import open_for_reading
from arbiter.review.judgements import Judgements
from arbiter.review.source import Reviewed
from arbiter.review.spread import spread
from arbiter.review.statistics import Json, game_statistics
from arbiter.story.retelling import in_words
from arbiter.story.story import ENGLISH, Story, read_story
from arbiter.words.describe import unnamed
from arbiter.words.exits import UnreadableGame, UserError, one_line
from arbiter.words.progress import OnPart, nobody
from arbiter.words.wording import Wording, wording
from engine.message import Message, Messages

say = Messages("arbiter")

SUFFIXES = (".game", ".txt")
MOST_OPENINGS = 5


def game_files(paths: Iterable[Path | str]) -> list[Path]:
    """The given files, and for each folder the games in it (``.game`` and ``.txt``), sorted by name.

    Raises ``UserError`` if there are none.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(each for each in path.iterdir() if each.suffix in SUFFIXES and each.is_file())
        elif path.exists():
            found.append(path)
        else:
            raise UserError(say("file_neither", raw=path))
    if not found:
        raise UserError(say("file_no_games"))
    return found


def folder_statistics(
    paths: Sequence[Path | str],
    words: Wording = ENGLISH,
    solve: bool = False,
    cluster: str = "",
    on_part: OnPart = nobody,
) -> Json:
    """The statistics over the games of files and folders; with ``solve``, also the play that lost each round.

    ``cluster``: see `spread`. Raises ``UserError`` if there are no games.
    """
    files = [str(path) for path in game_files(paths)]
    work = partial(_file_statistics, language=words.language, solve=solve)
    found = dict[str, tuple[Json | None, str]]()
    for file, result in spread(work, files, cluster):
        found[file] = result
        on_part(len(found), len(files))
    games = [game for game, _ in map(found.__getitem__, files) if game is not None]
    unread = [{"file": file, "reason": found[file][1]} for file in files if found[file][1]]
    return {**added_up(games), "unread": unread}


def _file_statistics(file: str, language: str, solve: bool) -> tuple[Json | None, str]:
    """The statistics of one file, if there is a game in it, and a line about what can't be read."""
    words, path = wording(language), Path(file)
    try:
        story, line = _story_of(path)
    except (RecordError, UnreadableGame, OSError) as error:
        return None, words.tell(one_line(error))
    if not story.steps:
        return None, words.tell(say("file_quiet"))
    date = str(story.header.get("created", ""))[:10]
    named = [seat.value for seat, name in story.names.items() if name != unnamed(seat)]
    story = in_words(story, words)
    judged = Judgements().finished(story)["steps"] if solve else {}
    known = {"file": file, "date": date, "named": named}
    return {**known, **game_statistics(story, judged)}, "" if line is None else words.tell(line)


def _story_of(path: Path) -> tuple[Story, Message | None]:
    """A game's story, and a message if part of it can't be read."""
    if path.suffix == ".game":
        with open_for_reading(path) as (record, line):
            return read_story(record), line
    with Reviewed(path) as game:
        return game.story(), None


def added_up(games: Sequence[Json]) -> Json:
    """The sums over games; each is a result of `game_statistics` with its ``file`` and ``date``, and
    ``named``, the seats of players whose names are known.
    """
    rules: Counter[str] = Counter()
    for game in games:
        rules.update(game["illegal"]["by_rule"])
    return {
        "games": [_row(game) for game in games],
        "kinds": dict(sorted(Counter(game["game"] for game in games).items())),
        "players": _players(games),
        "plies": sum(game["plies"] for game in games),
        "captures": sum(game["captures"] for game in games),
        "disputes": sum(game["disputes"] for game in games),
        "illegal": dict(rules.most_common()),
        "questions": {name: sum(game["questions"][name] for game in games) for name in ("asked", "answered")},
        "openings": _openings(games),
    }


def _row(game: Json) -> Json:
    return {
        "file": game["file"],
        "game": game["game"],
        "date": game["date"],
        "players": game["players"],
        "plies": game["plies"],
        "winner": game["winner"],
        "points": _points(game),
        "illegal": sum(game["illegal"]["by_rule"].values()),
        "questions": game["questions"]["asked"],
        "turning_points": game["turning_points"],
    }


def _points(game: Json) -> dict[str, int] | None:
    scored = [result["points"] for result in game["results"] if result["points"]]
    return {seat: sum(each[seat] for each in scored) for seat in ("near", "far")} if scored else None


def _players(games: Sequence[Json]) -> Json:
    found: dict[str, dict[str, Any]] = {}
    empty = dict.fromkeys(("games", "won", "lost", "drawn", "open", "points", "illegal"), 0)
    for game in games:
        points = _points(game) or {}
        for seat, name in game["players"].items():
            if not game["seats"] or seat not in game["named"]:
                continue
            own = found.setdefault(name, dict(empty))
            own["games"] += 1
            own[_fate(game["winner"], seat)] += 1
            own["points"] += points.get(seat, 0)
            own["illegal"] += game["seats"][seat]["illegal"]
    return dict(sorted(found.items(), key=lambda item: (-item[1]["won"], item[0])))


def _fate(winner: str | None, seat: str) -> str:
    if winner is None:
        return "open"
    return "drawn" if winner == "draw" else "won" if winner == seat else "lost"


def _openings(games: Sequence[Json]) -> Json:
    by_game: dict[str, Counter[str]] = {}
    for game in games:
        if game["opening"]:
            by_game.setdefault(game["game"], Counter())[" ".join(game["opening"])] += 1
    return {
        name: [{"moves": moves, "games": count} for moves, count in found.most_common(MOST_OPENINGS)]
        for name, found in sorted(by_game.items())
    }
