"""The embedding examples work, in thirty lines each; docs/embedding.md shows them."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import cv2
import pytest

from engine.game import IllegalMove, Seat
from engine.notation import parse_pieces
from examples.embedding.own_game import State, best

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples" / "embedding").glob("*.py"))
GAME = """[Game "Initiative"] [Near "Alison"] [Far "Kristin"]
[Rules "variant=basic"] [Leader "near"]
[Setup "near=Sblue,Lred,Mgreen;far=Sred,2Mblue,Lgreen;stack=blue,green,black,yellow,red"]
1. alison: medium green  2. kristin: large green {?}  3. alison: Lerd
"""


def run(name: str, *words: str, **more: str) -> str:
    script = str(ROOT / "examples" / "embedding" / name)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    done = subprocess.run(
        [sys.executable, script, *words], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_shown_in_the_guide(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [node for node in ast.walk(tree) if isinstance(node, documented)]
    texts = [node.body[0] for node in nodes if ast.get_docstring(node)]
    told = {line for each in texts for line in range(each.lineno, each.end_lineno + 1)}
    lines = path.read_text("utf-8").splitlines()
    code = [line for number, line in enumerate(lines, start=1) if line.strip() and number not in told]
    assert len(code) <= 30
    assert f"(../examples/embedding/{path.name})" in (ROOT / "docs" / "embedding.md").read_text("utf-8")


def test_a_table_is_seen(tmp_path: Path) -> None:
    """A picture of the sample at set-up: each player's inventory, and the stack of smalls."""
    film = cv2.VideoCapture(str(ROOT / "arbiter" / "samples" / "initiative-basic.mp4"))
    assert cv2.imwrite(str(tmp_path / "table.png"), film.read()[1])
    near = "Sblue,Mblack,Mblue,2Mred,2Myellow,Lblue,2Lred"
    far = "Mblack,Mblue,2Mgreen,2Lblack,2Lgreen,2Lyellow"
    there = Counter(map(str, parse_pieces(f"{near},{far},Sblue,Sgreen,Sblack,Syellow,Sred")))
    lines = run("see_table.py", str(tmp_path / "table.png")).splitlines()
    seen = Counter(piece for line in lines for piece in line.split(",")[0].split(" on "))
    assert (seen & there).total() >= there.total() - 1 and (seen - there).total() <= 1


def test_a_game_is_judged(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(GAME, "utf-8")
    told = run("judge_game.py", str(tmp_path / "game.txt"))
    assert "1. medium green is legal" in told and "2. large green is not legal" in told
    assert "legal: Mblue" in told and "did you mean Lred?" in told and "Result: *" in told


def test_own_game() -> None:
    assert run("own_game.py").splitlines()[-1] == "near has taken the last"
    with pytest.raises(IllegalMove, match="At most three") as refused:
        State(2, Seat.FAR).apply(3)
    assert list(refused.value.alternatives) == [1, 2]
    for left in range(1, 40):  # the player with a won game wins whatever the other takes
        move, wins = best(State(left))
        assert not wins or all(
            best(State(left).apply(move).state.apply(other).state)[1]
            for other in State(left).apply(move).state.legal_moves()
        )
