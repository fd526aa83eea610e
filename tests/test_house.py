"""The house keeps its directions: which package may import which, and how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OWN = ("engine", "calibration", "vision", "datasets", "arbiter", "scripts", "tests")
ALLOWED = {
    "engine": set(),
    "calibration": {"engine"},
    "vision": {"calibration", "engine"},
    "datasets": {"calibration", "engine", "vision"},
    "arbiter": {"engine", "calibration", "vision", "datasets"},
}
FILES = [path for package in OWN for path in sorted((ROOT / package).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Top-level names of everything a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_imports_go_one_way(package: str) -> None:
    for path in sorted((ROOT / package).rglob("*.py")):
        astray = (imported(path) & set(OWN)) - ALLOWED[package] - {package}
        assert not astray, f"{path.relative_to(ROOT)} may not import {sorted(astray)}"


def test_engine_needs_only_the_standard_library() -> None:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        outside = imported(path) - set(sys.stdlib_module_names) - {"engine"}
        assert not outside, f"{path.relative_to(ROOT)} imports {sorted(outside)}"


@pytest.mark.parametrize("package", ["engine", "calibration", "vision", "arbiter"])
def test_run_time_needs_no_training_packages(package: str) -> None:
    heavy = {"torch", "torchvision", "ultralytics", "mitsuba", "moderngl", "onnx", "skimage"}
    for path in sorted((ROOT / package).rglob("*.py")):
        if "training" in path.parts or path.name == "user_model.py":  # loads a user's model when asked to
            continue
        assert not imported(path) & heavy, f"{path.relative_to(ROOT)} imports {imported(path) & heavy}"


def test_types_hold() -> None:
    """mypy strict over the whole product, as pyproject.toml sets it."""
    done = subprocess.run(
        [sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_commit_is_checked_as_in_ci() -> None:
    hooks = re.findall("entry: python (.*)", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    script = ast.parse((ROOT / "scripts" / "test.py").read_text("utf-8"))
    (steps,) = (
        node.value for node in script.body if isinstance(node, ast.Assign) and _names(node) == ["STEPS"]
    )
    assert [hook.split() for hook in hooks] == [
        step for step in ast.literal_eval(steps) if "pytest" not in step
    ]


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]


def test_files_stay_short() -> None:
    long = {str(p.relative_to(ROOT)): n for p in FILES if (n := len(p.read_text("utf-8").splitlines())) > 420}
    assert not long, f"split these: {long}"


def test_functions_stay_short() -> None:
    long = []
    for path in FILES:
        if path.is_relative_to(ROOT / "tests"):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno > 45:
                long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}")
    assert not long, f"split these: {long}"
