"""Statistics of games as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from arbiter.review.statistics import Json
from arbiter.words.wording import Wording, wording

ENGLISH = wording()


def game_lines(figures: Json, words: Wording = ENGLISH) -> Iterator[str]:
    """The statistics of one game (``arbiter.review.statistics``)."""
    players, pace = figures["players"], partial(_pace, words)
    seats = f", {words.say('stat_players', **players)}" if figures["seats"] else ""
    seconds = ""
    if figures["seconds"] is not None:
        seconds = f", {words.say('stat_minutes', clock=_clock(figures['seconds']))}"
    yield f"{figures['game']}{seats}{seconds}"
    yield _row(words.say("stat_plies"), figures["plies"], pace(figures["median_s"]))
    for seat, own in figures["seats"].items():
        held = ""
        if own["held"] is not None:
            held = words.say("stat_initiative", share=f"{own['held']:.0%}")
        yield _row(f"  {players[seat]}", own["plies"], pace(own["median_s"]), held)
    if figures["captures"]:
        yield _row(words.say("stat_captures"), figures["captures"])
    yield from _illegal(figures["illegal"], words)
    questions = figures["questions"]
    if questions["asked"]:
        kinds = [name for name in ("answered", "withdrawn", "open") if questions[name]]
        parts = (words.say(f"stat_{name}", n=questions[name]) for name in kinds)
        yield _row(words.say("stat_questions"), questions["asked"], ", ".join(parts))
        for text, count in questions["answers"].items():
            yield _row("", count, words.say("stat_answer", text=text))
    for name in ("take_backs", "corrections", "disputes"):
        if figures[name]:
            yield _row(words.say(f"stat_{name}"), figures[name])
    for kind, count in figures["others"].items():
        yield _row(kind.replace("_", " "), count)
    for result in figures["results"]:
        yield _row(words.say("stat_round", n=result["round"]), _result(result, players, words))
    for turn in figures["turning_points"]:
        yield _row(
            words.say("stat_turning"), words.say("stat_step", n=turn["index"] + 1, title=turn["title"])
        )


def folder_lines(figures: Json, words: Wording = ENGLISH) -> Iterator[str]:
    """The statistics over many games (``arbiter.review.statistics_folder``)."""
    kinds = ", ".join(f"{name} {count}" for name, count in figures["kinds"].items())
    yield words.say("stat_games", n=len(figures["games"]), kinds=kinds or words.say("stat_none"))
    sums = {name: figures[name] for name in ("plies", "captures", "disputes")}
    yield words.say("stat_sums", **sums, **figures["questions"])
    if figures["players"]:
        head = ("games", "won", "lost", "drawn", "open", "points", "illegal")
        titles = [words.page(f"f_{word}").lower() for word in head]
        across = [max(9, len(title) + 2) for title in titles]
        wide = max(len(name) for name in figures["players"])
        yield ""
        columns = zip(titles, across, strict=True)
        yield f"{words.say('stat_player'):<{wide}}" + "".join(f"{title:>{n}}" for title, n in columns)
        for name, own in figures["players"].items():
            yield f"{name:<{wide}}" + "".join(
                f"{own[word]:>{n}}" for word, n in zip(head, across, strict=True)
            )
    if figures["illegal"]:
        yield ""
        rules = ", ".join(f"{rule} {n}" for rule, n in figures["illegal"].items())
        yield words.say("stat_by_rule", rules=rules)
    for game, openings in figures["openings"].items():
        yield ""
        yield words.say("stat_openings", game=game)
        for opening in openings:
            yield f"{opening['games']:>4}  {opening['moves']}"
    turned = [(game["file"], turn) for game in figures["games"] for turn in game["turning_points"]]
    if turned:
        yield ""
    for file, turn in turned:
        at = words.say("stat_step", n=turn["index"] + 1, title=turn["title"])
        yield f"{words.say('stat_turning')}  {file}: {at}"
    if figures["unread"]:
        yield ""
        for each in figures["unread"]:
            yield words.say("stat_unread", file=each["file"], reason=each["reason"])


def _row(label: str, *cells: object) -> str:
    return f"  {label:<16}" + "  ".join(str(cell) for cell in cells if cell not in ("", None))


def _pace(words: Wording, median_s: float | None) -> str:
    return words.say("stat_median", seconds=words.decimal(median_s)) if median_s is not None else ""


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _illegal(illegal: Json, words: Wording) -> Iterator[str]:
    total = sum(illegal["by_rule"].values())
    if not total:
        return
    rules = ", ".join(f"{rule} {count}" for rule, count in illegal["by_rule"].items())
    known = [name for name in ("taken_back", "stood", "open") if illegal[name]]
    fates = ", ".join(f"{illegal[name]} {words.page(f'f_fate_{name}')}" for name in known)
    yield _row(words.say("stat_illegal"), total, f"{rules} ({fates})")


def _result(result: Json, players: Mapping[str, str], words: Wording) -> str:
    winner = words.page("f_draw")
    if result["winner"] in players:
        winner = words.say("stat_wins", name=players[result["winner"]])
    points = result["points"]
    scored = ", ".join(f"{players[seat]} {points[seat]}" for seat in ("near", "far")) if points else ""
    rule = f" [{result['reading']}]" if result["reading"] else ""
    return f"{winner}: {scored}{rule}" if scored else f"{winner}{rule}"
