"""Everything that the documents refer to exists: files, tests, scripts and their options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("arbiter", "datasets", "docs", "engine", "vision")
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(each for folder in FOLDERS for each in (ROOT / folder).rglob("*.md")))
)
TEXTS = {name: (ROOT / name).read_text("utf-8") for name in DOCUMENTS}
COMMANDS = sorted(
    {
        line.split("#")[0].strip()
        for text in TEXTS.values()
        for line in re.findall(r"^python3? [^\n]+", text, re.MULTILINE)
    }
)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", TEXTS[name])
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_paths_named_are_there(name: str) -> None:
    named = re.findall(
        r"`((?:arbiter|calibration|datasets|engine|scripts|tests|vision)/[\w./]+)`", TEXTS[name]
    )
    code = re.findall(r"`([\w/]+\.py)`", TEXTS[name])
    plain = [path for path in (*named, *code) if "/G" not in path]
    known = ROOT, (ROOT / name).parent, ROOT / "scripts"
    assert [path for path in plain if not any((folder / path).exists() for folder in known)] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_name_scripts_tests_and_options_that_there_are(command: str) -> None:
    _, *words = shlex.split(command)
    if words[0] == "-m":
        assert words[1] in ("pytest", "ruff", "mypy", "venv", "build")
        assert all((ROOT / word).exists() for word in words if word.startswith("tests"))
    else:
        source = (ROOT / words[0]).read_text("utf-8")
        assert [word for word in words if word.startswith("--") and f'"{word}"' not in source] == []
