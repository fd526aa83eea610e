"""Updates the lock files, all packages with their hashes for every system: ``python scripts/lock.py``.

``start.py``, ``test.py`` and CI install only locked packages. uv (extra ``dev``) finds the newest versions
that ``pyproject.toml`` allows; run the tests before committing the locks. ``--check`` changes nothing; its
exit status is 1 if a lock lacks a package of ``pyproject.toml``.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.parts.locked import FOLDER, LOCKS

ROOT = Path(__file__).resolve().parent.parent
_PIN = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)", re.MULTILINE)
BUILD = ("setuptools>=77.0.3", "setuptools-scm>=8")
"""The build requirements of the project itself, which are locked too."""


def compile_lock(extras: Sequence[str], target: Path) -> None:
    """Update one lock file. Ends the program if uv fails."""
    options = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--quiet"]
    wanted = [word for name in extras for word in ("--extra", name)]
    command = [sys.executable, "-m", "uv", "pip", "compile", *options, "--upgrade", "--no-emit-index-url"]
    more = "\n".join(BUILD)
    places = ["pyproject.toml", "-", *wanted, "-o", str(target)]
    done = subprocess.run([*command, *places], cwd=ROOT, input=more, text=True, check=False)
    if done.returncode:
        sys.exit(f"{target.name} could not be renewed, see above")


def pins(lock: str) -> dict[str, str]:
    """The versions in a lock file by package."""
    return dict(_PIN.findall(lock))


def missing(extras: Sequence[str], lock: str) -> list[str]:
    """The requirements of ``pyproject.toml`` that a lock lacks or has in a version that is not allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*BUILD, *project["dependencies"]]
    wanted += [each for name in extras for each in project["optional-dependencies"][name]]
    held, left = pins(lock), []
    for each in map(Requirement, wanted):
        version = held.get(re.sub(r"[-_.]+", "-", each.name).lower())
        if version is None or Version(version) not in each.specifier:
            left.append(str(each))
    return left


def main(arguments: list[str]) -> int:
    """Update, or check."""
    left = []
    for extras, name in LOCKS.items():
        path = ROOT / FOLDER / name
        if "--check" not in arguments:
            compile_lock(extras, path)
        left += [f"{name}: {each}" for each in missing(extras, path.read_text("utf-8"))]
    print("\n".join(left) if left else "the locks hold what pyproject.toml asks for")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
