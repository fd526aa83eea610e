"""docs/architecture.md: its picture matches the folders, and everything it names exists."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from arbiter.cli.main import main
from arbiter.words.exits import ILLEGAL
from engine.nickel.examples import SETUP
from engine.nickel.notation import format_setup
from scripts.architecture import PICTURE, ROOT, drawn, imports, placed, reduced, rows

PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
WALK = re.compile(r"^## (?P<title>[^\n]+)\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"\[`(?P<name>[\w.]+)`\]\(\.\./(?P<link>[\w/]+\.py)\)")
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
COUNTED = re.compile(r"\*\*(\d+) files\*\*")


def test_the_picture_is_up_to_date() -> None:
    assert PICTURE.read_text("utf-8") == drawn(), "run python scripts/architecture.py"


def test_every_arrow_points_down() -> None:
    graph = imports()
    boxes = placed(graph)
    assert len({(box.x, box.y) for box in boxes.values()}) == len(boxes) > 30
    assert all(boxes[source].y < boxes[to].y for to, sources in graph.items() for source in sources)


def test_arrows_that_follow_from_others_are_left_out(tmp_path: Path) -> None:
    graph = {"a": frozenset[str](), "b": frozenset("a"), "c": frozenset("ab")}
    assert rows(graph) == {"a": 0, "b": 1, "c": 2}
    assert reduced(graph) == [("a", "b"), ("b", "c")]
    with pytest.raises(RecursionError):
        rows({"a": frozenset("b"), "b": frozenset("a")})


def defined(path: Path) -> set[str]:
    """The names that a file defines: functions, classes, and methods as ``Class.method``."""
    found: set[str] = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, FUNCTION)}
        if isinstance(node, FUNCTION | ast.ClassDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize(("name", "link"), sorted(set(NAMED.findall(PAGE))))
def test_what_the_page_names_is_there(name: str, link: str) -> None:
    assert name in defined(ROOT / link)


WALKS = {m["title"]: m["text"] for m in WALK.finditer(PAGE) if m["title"].startswith("A walk")}


def test_every_walk_counts_its_files() -> None:
    assert len(WALKS) == 3
    for title, text in WALKS.items():
        (told,) = COUNTED.findall(text)
        assert int(told) == len({link for _, link in NAMED.findall(text)}), title


def test_a_typed_move_takes_the_walk_that_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every function named is called when a game of Nickel is judged in another language."""
    called: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        called.add((code.co_qualname, code.co_filename.removeprefix(f"{ROOT}/")))

    game = tmp_path / "game.txt"
    game.write_text(f'[Game "Nickel"]\n[Setup "{format_setup(SETUP)}"]\n[Leader "near"]\n\na1\nb1\n', "utf-8")
    sys.setprofile(note)
    try:
        code = main(["judge", str(game), "--language", "de"])
    finally:
        sys.setprofile(None)
    assert code == ILLEGAL and "b1" in capsys.readouterr().out
    assert set(NAMED.findall(WALKS["A walk: one typed move"])) - called == set()
