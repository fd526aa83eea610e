"""The environment that the first command makes: made once, with verified hashes and visible progress."""

from __future__ import annotations

import shutil
import sys
import threading
from pathlib import Path

import pytest

from scripts.parts import environment

PIP = """
import pathlib, time
print("Collecting aiohttp==3.14.5 (from -r run.txt)")
print("  Downloading aiohttp-3.14.5.whl (1.9 MB)")
print("Collecting numpy==2.4", flush=True)
time.sleep(1.2)
print("Installing collected packages: aiohttp, numpy", flush=True)
time.sleep(0.1)
pathlib.Path("lib/python3.11/site-packages/aiohttp-3.dist-info").mkdir(parents=True)
time.sleep(1.2)
"""
"""A shortened version of what pip prints and does."""


def test_the_first_start_says_what_it_is_at_and_how_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(environment.Ticker, "EVERY_S", 0.0)
    ticker = environment.Ticker()
    environment._install([sys.executable, "-c", PIP], 2, tmp_path, ticker)
    told = list(dict.fromkeys(line.split("  ")[-1] for line in capsys.readouterr().err.splitlines()))
    assert told[-3:] == ["fetching 1 of 2: aiohttp (1.9 MB)", "fetching 2 of 2: numpy", "unpacking 1 of 2"]
    with pytest.raises(SystemExit, match="run the same command again"):
        environment._install([sys.executable, "-c", "print('no network'); exit(1)"], 2, tmp_path, ticker)
    assert "no network" in capsys.readouterr().err


def test_what_pip_takes_away_while_packages_are_counted_stops_nothing(tmp_path: Path) -> None:
    site, over = tmp_path / "lib" / "python3.11" / "site-packages", threading.Event()
    (site / "one-1.dist-info").mkdir(parents=True)
    stage = environment.Stage(9, tmp_path)

    def come_and_go() -> None:
        while not over.is_set():
            for _ in range(2):
                for name in "abcdefgh":
                    (site / name / "inside").mkdir(parents=True, exist_ok=True)
                for name in "abcdefgh":
                    shutil.rmtree(site / name)

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        assert {stage._there() for _ in range(500)} == {1}
    finally:
        over.set()
        thread.join()


def test_packages_are_counted_as_this_system_needs_them(tmp_path: Path) -> None:
    lock = tmp_path / "run.txt"
    other = "win32" if sys.platform != "win32" else "darwin"
    lock.write_text(
        "a==1 \\\n    --hash=sha256:00\n"
        "b==1 ; python_full_version < '3.12' \\\n    --hash=sha256:00\n"
        "b==2 ; python_full_version >= '3.12' \\\n    --hash=sha256:00\n"
        f"c==1 ; sys_platform == '{other}' \\\n    --hash=sha256:00\n"
        f"d==1 ; sys_platform == '{sys.platform}' \\\n    --hash=sha256:00\n"
    )
    assert environment._packages(lock) == 3


def test_scripts_environment_is_made_once_and_again_when_the_project_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []
    codes = [0]

    def install(command: list[str], *_: object) -> None:
        calls.append(command)
        if codes[0]:
            sys.exit("the installation failed")

    def create(folder: Path, **more: object) -> None:
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "bin" / "python").touch()

    monkeypatch.setattr(environment, "_works", lambda python: python.exists())
    monkeypatch.setattr(environment, "_install", install)
    monkeypatch.setattr(environment.venv, "create", create)
    (tmp_path / "pyproject.toml").write_text("one")
    python = environment.make_environment(("test",), tmp_path)
    assert python == tmp_path / ".venv" / "bin" / "python"
    assert calls.pop()[-1] == f"{tmp_path}[test]"
    assert environment.make_environment(("test",), tmp_path) == python
    assert calls == []
    environment.make_environment((), tmp_path)
    assert calls.pop()[-1] == str(tmp_path)
    (tmp_path / "requirements").mkdir()
    lock = tmp_path / "requirements" / "run.txt"
    lock.write_text("a==1 --hash=sha256:00\n")
    environment.make_environment((), tmp_path)
    project, packages = calls.pop(), calls.pop()
    assert packages[-3:] == ["--require-hashes", "-r", str(lock)]
    assert project[-4:] == ["--no-deps", "--no-build-isolation", "-e", str(tmp_path)]
    (tmp_path / "pyproject.toml").write_text("two")
    codes[0] = 1
    calls.clear()
    with pytest.raises(SystemExit):
        environment.make_environment(("test",), tmp_path)
    assert calls


def test_ci_calls_the_test_command_of_the_readme() -> None:
    root = Path(__file__).resolve().parents[2]
    assert "python3 scripts/test.py" in (root / ".ci" / "run").read_text()
    readme = (root / "README.md").read_text()
    assert readme.index("python3 scripts/start.py") < readme.index("python3 scripts/test.py")
    assert (root / ".ci" / "run").stat().st_mode & 0o111


def test_a_program_is_missed_only_where_no_other_does_its_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment.shutil, "which", lambda name: name if name == "paplay" else None)
    environment.advise({("aplay", "paplay"): "nothing is heard", ("espeak-ng",): "nothing is spoken"})
    assert capsys.readouterr().err == "note: espeak-ng is not installed: nothing is spoken\n"
