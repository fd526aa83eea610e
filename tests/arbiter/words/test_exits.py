"""The answer to a missing package is a command that works in the environment that lacks it."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOLD = "from arbiter.words.exits import installing; print(installing('networkx'))"


@pytest.mark.skipif(sys.platform == "win32", reason="quoted for a POSIX shell")
@pytest.mark.parametrize("pip", [True, False])
def test_packages_are_added_where_the_program_runs(tmp_path: Path, pip: bool) -> None:
    folder = tmp_path / "a place"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    if pip:
        (site,) = folder.glob("lib/python*/site-packages")
        (site / "pip.py").write_text("")
    done = subprocess.run([str(python), "-c", TOLD], cwd=ROOT, capture_output=True, text=True, check=True)
    wanted = f"'{python}' -m pip install" if pip else f"uv pip install --python '{python}'"
    assert done.stdout == f"{wanted} networkx\n"
