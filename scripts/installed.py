"""Installs the wheel in an empty environment and plays the sample: ``python scripts/installed.py [WHEEL]``.

Without WHEEL it is built first. It is what ``pipx install`` and ``uv tool install`` do: an environment of its
own with the wheel and the packages that it names, from the usual index; nothing of the repository is on its
path. Needs the package ``build`` (extra ``test``). Ends with 0 when the sample is refereed to its score.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "initiative-basic"
SCORE = "far 24"
"""How the sample's round ends, as the record says it."""
WHERE = "import arbiter, pathlib; print(pathlib.Path(arbiter.__file__).parent)"
STRANGERS = ("datasets", "torch", "mitsuba")
"""What must not come along: what renders and trains stays in the repository."""


def built(folder: Path, *how: str) -> Path:
    """The wheel, built from the source archive as packagers do; nothing in the repository is touched.

    What a build notes down beside the source goes to a folder of its own: an environment that uses the
    repository itself finds its games there, and would find none while it is being written anew.
    """
    with tempfile.TemporaryDirectory() as aside:
        settings = Path(aside) / "aside.cfg"
        settings.write_text(f"[egg_info]\negg_base = {aside}\n[build]\nbuild_base = {aside}\n", "utf-8")
        subprocess.run(
            [sys.executable, "-m", "build", *how, "--outdir", str(folder), str(ROOT)],
            env={**os.environ, "DIST_EXTRA_CONFIG": str(settings)},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    (wheel,) = folder.glob("*.whl")
    return wheel


def installed(wheel: Path, folder: Path) -> Path:
    """The Python of a new environment that holds the wheel and what it needs, and nothing else."""
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    how = ("--quiet", "--disable-pip-version-check")
    subprocess.run([str(python), "-m", "pip", "install", *how, str(wheel)], check=True)
    return python


def plays(python: Path, folder: Path, environment: Mapping[str, str], film: Path | None = None) -> str:
    """The result of the sample, or of another film, as that Python's ``arbiter`` referees it, started in
    ``folder``; for a round that is still open the moves so far.

    Raises ``CalledProcessError`` where a command fails.
    """

    def told(*words: str) -> str:
        done = subprocess.run(
            [str(python), *words],
            cwd=folder,
            env={**environment, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            check=True,
        )
        return done.stdout

    samples = Path(told("-c", WHERE).strip()) / "samples"
    record = str(folder / "sample.game")
    shown = str(film or samples / f"{SAMPLE}.mp4")
    silent = ("--headless", "--no-voice", "--rounds", "1", "--rules", "basic")
    told("-m", "arbiter", "watch", "initiative", "--source", shown, *silent, "--record", record)
    judged = json.loads(told("-m", "arbiter", "judge", record, "--json"))
    (played,) = judged["rounds"]
    result = str(played["tags"]["Result"])
    return " ".join(move["text"] for move in played["moves"]) if result == "*" else result


def alone() -> dict[str, str]:
    """The environment's variables without any that lead Python elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def main(arguments: list[str]) -> int:
    """Build, install, play."""
    with tempfile.TemporaryDirectory(prefix="arbiter-installed-") as name:
        folder = Path(name)
        wheel = Path(arguments[0]).resolve() if arguments else built(folder)
        python = installed(wheel, folder / "environment")
        program = python.with_name("arbiter.exe" if os.name == "nt" else "arbiter")
        subprocess.run([str(program), "--version"], cwd=folder, env=alone(), check=True)
        for stranger in STRANGERS:
            asked = [str(python), "-c", f"import {stranger}"]
            if not subprocess.run(
                asked, cwd=folder, env=alone(), stderr=subprocess.DEVNULL, check=False
            ).returncode:
                print(f"{stranger} was installed with {wheel.name}", file=sys.stderr)
                return 1
        result = plays(python, folder, alone())
        print(f"{wheel.name}: the sample ends {result!r}")
        return 0 if result == SCORE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
