"""The structure of the code: imports run one way, files are short, shared code knows no particular game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import house

ROOT = Path(__file__).resolve().parent.parent
TYPES = ["-m", "mypy"]
PRODUCT = ("engine", "calibration", "vision", "datasets", "arbiter")
ALLOWED = {
    "engine": set(),
    "calibration": {"engine"},
    "vision": {"calibration", "engine"},
    "datasets": {"calibration", "engine", "vision"},
    "arbiter": {"engine", "calibration", "vision"},
}
ROOMS = (
    # the rules
    "engine.pieces engine.seats engine.fluent",
    "engine.message",
    "engine.game engine.amends",
    "engine.notation engine.solver",
    "engine.record",
    "engine.definition",
    "engine.drawing",
    "engine.initiative engine.logistics engine.nickel engine.sanctum",
    "engine",
    # from frames to pieces
    "calibration",
    "vision.observation vision.runtime vision.pictures vision.lettering vision.steps",
    "vision.source vision.stillness vision.cards",
    "vision.detect vision.read",
    "vision.fit vision.pose",
    "vision.colour vision.track",
    "vision.labelling vision.observe",
    "vision.several",
    "vision.training",
    "vision",
    # rendered tables
    "datasets.scene datasets.cameras",
    "datasets.picture",
    "datasets.film",
    "datasets.acting",
    "datasets.opengl",
    "datasets.povray",
    "datasets",
    # from pieces to what is said about a game
    "arbiter.words",
    "arbiter.events",
    "arbiter.telling",
    "arbiter.camera",
    "arbiter.record",
    "arbiter.corrections",
    "arbiter.table",
    "arbiter.kit",
    "arbiter.games.initiative arbiter.games.logistics arbiter.games.nickel arbiter.games.sanctum",
    "arbiter.games arbiter.voice",
    "arbiter.story",
    "arbiter.judge",
    "arbiter.review",
    "arbiter.pages",
    "arbiter.stream",
    "arbiter.watch",
    "arbiter.hall",
    "arbiter.home",
    "arbiter.cli",
    "arbiter",
)
"""Every room, in the order of the data: a room imports from earlier rows, not later ones or neighbours."""


def read(*folders: str) -> house.Files:
    """The Python files in some folders, by path."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


FILES = read(*PRODUCT, "scripts", "tests")
BUILT = {path: text for path, text in FILES.items() if path.split("/")[0] in PRODUCT}
TESTED = {path: text for path, text in FILES.items() if path.startswith("tests/")}


@pytest.fixture(scope="module")
def edges() -> house.Graph:
    """Who imports whom in the product; computed once, and only if these tests run."""
    return house.graph(BUILT)


def top_imports(text: str) -> set[str]:
    """Top-level names of all of a file's imports."""
    return {name.split(".")[0] for name, _ in house.imported(text)}


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_imports_go_one_way(package: str) -> None:
    for path in (path for path in BUILT if path.startswith(f"{package}/")):
        astray = (top_imports(BUILT[path]) & {*PRODUCT, "scripts", "tests"}) - ALLOWED[package] - {package}
        assert not astray, f"{path} may not import {sorted(astray)}"


def test_rooms_import_from_earlier_rooms_only(edges: house.Graph) -> None:
    assert not house.roomless(edges, ROOMS)
    assert not house.against_the_order(edges, ROOMS)
    made = house.graph(
        {"a/x.py": "from b import y", "a/z.py": "", "b/y.py": "import c.w", "c/w.py": "import a.z"}
    )
    assert house.against_the_order(made, ["a", "b c"]) == ["a.x -> b.y", "b.y -> c.w"]
    assert house.roomless(made, ["a", "b"]) == ["c.w"]


def test_nothing_imports_in_a_circle() -> None:
    scripts = {path: text for path, text in FILES.items() if not path.startswith("tests/")}
    assert not house.circles(house.graph(scripts))
    later = "def f():\n    from b import x\n"
    made = {
        "a.py": later,
        "b.py": "if TYPE_CHECKING:\n    import c\n",
        "c.py": "from a import f",
        "d.py": "import a",
    }
    assert house.circles(house.graph(made)) == [["a", "b", "c"]]


def test_no_game_imports_another(edges: house.Graph) -> None:
    assert not house.other_games(edges)
    made = {
        "arbiter/games/nickel/x.py": "from engine.sanctum import y",
        "engine/sanctum/y.py": "import engine.z",
    }
    assert house.other_games(house.graph(made)) == ["arbiter.games.nickel.x -> engine.sanctum.y"]


def test_games_are_told_apart_in_their_own_folders_only() -> None:
    shared = {path: text for path, text in BUILT.items() if not path.startswith("datasets/")}
    assert not house.knowing_games(shared)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ('found = game.name == "Nickel"', 1),
        ('"Logistics" in names', 1),
        ('if game.name in ("Draft", "Sanctum"): pass', 1),
        ('WAYS = {"Nickel": one, "Sanctum": other}', 1),
        ('usual = GAMES["Initiative"]; find_game("Nickel")', 2),
        ("from engine.nickel.state import State\nisinstance(x, State | int)", 1),
        ("from engine.nickel.state import State\nWAYS = {State: 1}", 1),
        ("from engine.sanctum import state as sanctum\nisinstance(x, sanctum.State)", 1),
        ("from engine.game import Seat\nisinstance(x, Seat)", 0),
        ('print("Nickel"); GAMES[name]; {"nickel": 1}', 0),
    ],
)
def test_what_tells_games_apart_is_found(text: str, times: int) -> None:
    assert house.knowing_games({"arbiter/words/x.py": text}) == (
        {"arbiter/words/x.py": times} if times else {}
    )
    assert not house.knowing_games({"arbiter/games/nickel/x.py": text, "engine/sanctum/y.py": text})


def test_no_folder_is_crowded() -> None:
    assert not house.crowded([*FILES], 25)
    assert house.crowded([f"a/b/{at}.py" for at in range(4)], 3) == {"a/b": 4}


def test_every_folder_says_what_lives_there() -> None:
    assert not house.unexplained(BUILT | TESTED)
    long = '"""One,\ntwo,\nthree lines."""'
    made = {"a/__init__.py": '"""This."""', "b/x.py": "", "c/__init__.py": long, "d/__init__.py": "import x"}
    assert house.unexplained(made) == ["b", "c", "d"]


def test_no_test_imports_another() -> None:
    assert not house.tests_that_import_tests(FILES)
    made = {"tests/test_x.py": "from tests.support import y", "tests/test_y.py": "from tests import test_x"}
    assert house.tests_that_import_tests(made) == ["tests/test_y.py: tests"]


def test_engine_needs_only_the_standard_library() -> None:
    for path in (path for path in BUILT if path.startswith("engine/")):
        outside = top_imports(BUILT[path]) - set(sys.stdlib_module_names) - {"engine"}
        assert not outside, f"{path} imports {sorted(outside)}"


@pytest.mark.parametrize("package", ["engine", "calibration", "vision", "arbiter"])
def test_run_time_needs_no_training_packages(package: str) -> None:
    heavy = {"torch", "torchvision", "ultralytics", "mitsuba", "moderngl", "onnx", "skimage"}
    for path in (path for path in BUILT if path.startswith(f"{package}/")):
        if "/training/" in path or path.endswith("/user_model.py"):  # loads a user's model on request
            continue
        assert not top_imports(BUILT[path]) & heavy, f"{path} imports {top_imports(BUILT[path]) & heavy}"


def test_types_hold() -> None:
    """mypy strict over the whole product, as pyproject.toml sets it."""
    done = subprocess.run([sys.executable, *TYPES], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_commit_is_checked_as_in_ci() -> None:
    hooks = re.findall("entry: python (.*)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    script = ast.parse((ROOT / "scripts" / "test.py").read_text("utf-8"))
    (steps,) = (
        node.value for node in script.body if isinstance(node, ast.Assign) and _names(node) == ["STEPS"]
    )
    before = [step for step in ast.literal_eval(steps) if "pytest" not in step]
    assert [hook.split() for hook in hooks] == [*before, TYPES]


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def test_files_stay_short() -> None:
    long = {path: n for path, text in FILES.items() if (n := len(text.splitlines())) > 420}
    assert not long, f"split these: {long}"


def test_functions_stay_short() -> None:
    long = []
    for path, text in FILES.items():
        if path.startswith("tests/"):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno > 45:
                long.append(f"{path}:{node.lineno} {node.name}")
    assert not long, f"split these: {long}"
