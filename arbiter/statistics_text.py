"""Figures of games as lines for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arbiter.statistics import Json


def game_lines(figures: Json) -> Iterator[str]:
    """The figures of one game (``arbiter.statistics``)."""
    players = figures["players"]
    seats = f", {players['near']} (near) and {players['far']} (far)" if figures["seats"] else ""
    seconds = f", {_clock(figures['seconds'])}" if figures["seconds"] is not None else ""
    yield f"{figures['game']}{seats}{seconds}"
    yield _row("plies", figures["plies"], _pace(figures["median_s"]))
    for seat, own in figures["seats"].items():
        held = f"initiative {own['held']:.0%}" if own["held"] is not None else ""
        yield _row(f"  {players[seat]}", own["plies"], _pace(own["median_s"]), held)
    if figures["captures"]:
        yield _row("captures", figures["captures"])
    yield from _illegal(figures["illegal"])
    questions = figures["questions"]
    if questions["asked"]:
        parts = (f"{questions[name]} {name}" for name in ("answered", "withdrawn", "open") if questions[name])
        yield _row("questions", questions["asked"], ", ".join(parts))
        for text, count in questions["answers"].items():
            yield _row("", count, f"answered: {text}")
    for name in ("take_backs", "corrections", "disputes"):
        if figures[name]:
            yield _row(name.replace("_", " "), figures[name])
    for kind, count in figures["others"].items():
        yield _row(kind.replace("_", " "), count)
    for result in figures["results"]:
        yield _row(f"round {result['round']}", _result(result, players))
    for turn in figures["turning_points"]:
        yield _row("turning point", f"step {turn['index'] + 1}: {turn['title']}")


def folder_lines(figures: Json) -> Iterator[str]:
    """The figures over many games (``arbiter.statistics_folder``)."""
    kinds = ", ".join(f"{name} {count}" for name, count in figures["kinds"].items())
    yield f"{len(figures['games'])} games: {kinds or 'none'}"
    yield f"{figures['plies']} plies, {figures['captures']} captures, {figures['disputes']} disputes, " + (
        f"{figures['questions']['asked']} questions, {figures['questions']['answered']} of them answered"
    )
    if figures["players"]:
        head = ("games", "won", "lost", "drawn", "open", "points", "illegal")
        wide = max(len(name) for name in figures["players"])
        yield ""
        yield f"{'player':<{wide}}" + "".join(f"{word:>9}" for word in head)
        for name, own in figures["players"].items():
            yield f"{name:<{wide}}" + "".join(f"{own[word]:>9}" for word in head)
    if figures["illegal"]:
        yield ""
        yield "illegal plays by rule: " + ", ".join(f"{rule} {n}" for rule, n in figures["illegal"].items())
    for game, openings in figures["openings"].items():
        yield ""
        yield f"openings of {game}"
        for opening in openings:
            yield f"{opening['games']:>4}  {opening['moves']}"
    if figures["unread"]:
        yield ""
        for each in figures["unread"]:
            yield f"not read: {each['file']}: {each['reason']}"


def _row(label: str, *cells: object) -> str:
    return f"  {label:<16}" + "  ".join(str(cell) for cell in cells if cell not in ("", None))


def _pace(median_s: float | None) -> str:
    return f"median {median_s:.1f} s" if median_s is not None else ""


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d} minutes"


def _illegal(illegal: Json) -> Iterator[str]:
    total = sum(illegal["by_rule"].values())
    if not total:
        return
    rules = ", ".join(f"{rule} {count}" for rule, count in illegal["by_rule"].items())
    words = {"taken_back": "taken back", "stood": "stood", "open": "neither"}
    fates = ", ".join(f"{illegal[name]} {word}" for name, word in words.items() if illegal[name])
    yield _row("illegal plays", total, f"{rules} ({fates})")


def _result(result: Json, players: Mapping[str, str]) -> str:
    winner = f"{players[result['winner']]} wins" if result["winner"] in players else "a draw"
    points = result["points"]
    scored = ", ".join(f"{players[seat]} {points[seat]}" for seat in ("near", "far")) if points else ""
    rule = f" [{result['reading']}]" if result["reading"] else ""
    return f"{winner}: {scored}{rule}" if scored else f"{winner}{rule}"
