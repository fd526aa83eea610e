"""A third-party game: installed, watched from a film to its score, judged, drawn and reviewed.

Its package is installed like any other, and everything runs through the command line in separate processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from datasets.film.beats import Pace, storyboard
from datasets.film.frames import FilmCamera, smaller
from datasets.film.visits import Acted, Carry, Visit, away, carry_unit, grip_of, held_unit
from datasets.scene.scenes import Layout, Unit, upright
from engine.game import Seat
from engine.notation import parse_pieces
from scripts.film import encode, stage

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "passage"
SETUP = "a1=Sred;b1=Mred;c1=Lred;a3=Lblue;b3=Mblue;c3=Sblue"
PLAYED = ("a1-b2", "b3-b2", "c1-b2", "c3-c2", "b2-b3")
"""Two captures, then near reaches far's rank: 5 to 1."""
TEXT = f'[Game "passage"] [Near "Ann"] [Far "Bob"] [Leader "near"]\n[Setup "{SETUP}"]\n'
PACE = Pace(reach=4, grip=1, carry=5, rest=12, start=30)


def middle(square: str) -> tuple[float, float]:
    return ("abc".index(square[0]) - 1) * 80.0, (int(square[1]) - 2) * 80.0


def acted() -> Acted:
    """The game as hands play it: a captured pyramid is removed, then the capturing one takes its place."""
    there = {}
    for part in SETUP.split(";"):
        square, _, piece = part.partition("=")
        there[square] = upright(*middle(square), parse_pieces(piece), 20.0 * len(there))
    opening, visits = Layout(tuple(there.values())), list[Visit]()
    for number, text in enumerate(PLAYED):
        visits.append(_visit(list(Seat)[number % 2], text, there))
    return Acted(opening, tuple(visits))


def _visit(seat: Seat, text: str, there: dict[str, Unit]) -> Visit:
    """One visit of a hand for a move; ``there`` is the table, which is updated."""
    before, (start, end) = Layout(tuple(there.values())), text.split("-")
    acts = list[Carry]()
    if end in there:
        gone = there.pop(end)
        bare = Layout(tuple(there.values()))
        out = away(seat, gone.x_mm)
        acts.append(Carry(held_unit(gone), grip_of(gone), out, bare, bare, unit=gone))
    moved = there.pop(start)
    during = Layout(tuple(there.values()))
    there[end] = upright(*middle(end), tuple(placed.piece for placed in moved.pieces), 35.0)
    acts.append(carry_unit(moved, there[end], during, Layout(tuple(there.values()))))
    return Visit(seat, "play", (text,), before, tuple(acts))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed in ``site``."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(EXAMPLE, folder / "source")
    how = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder / "site"))
    subprocess.run([sys.executable, "-m", "pip", "install", *how, str(folder / "source")], check=True)
    return folder


@pytest.fixture(scope="module")
def watched(place: Path) -> Path:
    """The record of the filmed game."""
    scene, (large, _) = stage("basic")
    view, game = smaller(large, 5 / 3), acted()  # as wide as the finder's input
    beats, _ = storyboard(game.opening, game.happenings, PACE)
    camera = FilmCamera(scene, (view,), 7, still_spp=4, hand_spp=0)
    encode("passage", camera, beats, view, place / "film.mp4", 25, preset="veryfast")
    record = place / "film.game"
    told = ("--headless", "--no-voice", "--players", "Ann", "Bob", "--record", str(record))
    done = arbiter(place, "watch", "passage", "--source", str(place / "film.mp4"), *told)
    assert done.returncode == 0, done.stdout + done.stderr
    return record


def arbiter(place: Path, *words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(ROOT), str(place / "site")))
    return subprocess.run(
        [sys.executable, "-m", "arbiter", *words],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=place,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_film_is_watched_to_its_score(place: Path, watched: Path) -> None:
    told = arbiter(place, "judge", str(watched)).stdout
    moves = [
        line.split()[:3] for line in told.splitlines() if line.strip()[:2] in ("1.", "2.", "3.", "4.", "5.")
    ]
    seats = ("near:", "far:")
    assert moves == [[f"{at + 1}.", seats[at % 2], move] for at, move in enumerate(PLAYED)], told
    assert "5 moves, all legal. Result: near 5-1" in told
    exported = arbiter(place, "export", str(watched), "--format", "text", "-o", "out.txt")
    assert exported.returncode == 0
    assert '[Result "near 5-1"]' in (place / "out.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Ann moves from a1 to b2"), ("de", "Ann zieht von a1 nach b2")]
)
def test_it_is_reviewed_as_a_page(place: Path, watched: Path, language: str, title: str) -> None:
    page = place / f"{language}.html"
    done = arbiter(place, "share", str(watched), "-o", str(page), "--language", language)
    assert done.returncode == 0, done.stderr
    text = page.read_text("utf-8")
    assert title in text and '"diagram/1/after.svg"' in text and "Passage" in text


def test_a_typed_game_is_judged_and_drawn(place: Path) -> None:
    slip = arbiter(place, "judge", "-", text=f"{TEXT} 1. a1-b2 2. c3-b2 3. b1-b2 4. a3-b2 5. c1-b2 6. b3-a2")
    assert slip.returncode == 0 and "6 moves, all legal" in slip.stdout
    larger = arbiter(place, "judge", "-", text=f"{TEXT} 1. b1-b2 2. c3-b2 {{?}} 3. c1-c2")
    assert larger.returncode == 5
    assert "a small blue cannot take a medium red, which is larger" in larger.stdout.lower()
    assert "P3   A pyramid takes the other player's off the table" in larger.stdout
    odd = arbiter(place, "judge", "-", text=f"{TEXT} 1. a1-b9")
    assert odd.returncode == 6 and "write two squares, like a1-b2" in odd.stdout
    drawn = place / "drawn.svg"
    legal = arbiter(place, "legal", "-", "--svg", str(drawn), text=f"{TEXT} 1. a1-b2")
    assert legal.returncode == 0 and "b3-b2" in legal.stdout and "far to move" not in legal.stdout
    svg = drawn.read_text("utf-8")
    assert svg.count("<polygon") == 6 and "<title>small red</title>" in svg


def test_what_the_rules_say_is_in_german_too(place: Path) -> None:
    told = arbiter(place, "judge", "-", "--language", "de", text=f"{TEXT} 1. b1-b2 2. c3-b2").stdout
    assert "P3   Eine Pyramide nimmt die des Gegners vom Tisch" in told


def test_a_package_that_is_broken_is_left_out_and_named(place: Path, tmp_path: Path) -> None:
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[pyramid_arbiter.games]\nbroken = nowhere.at_all:GAME\n")
    script = "from engine.games import GAMES, find_game; print(*GAMES); find_game('broken')"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["Initiative", "Logistics", "Nickel", "Sanctum"]
    assert "the game 'broken' cannot be loaded: nowhere.at_all:GAME" in done.stderr


def test_nothing_of_the_product_names_it() -> None:
    folders = ("engine", "calibration", "vision", "datasets", "arbiter", "scripts")
    kinds = {".py", ".ftl", ".json", ".js", ".html", ".css", ".toml"}
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in kinds]
    files.append(ROOT / "pyproject.toml")
    assert not [path for path in files if "passage" in path.read_text("utf-8").lower()]
