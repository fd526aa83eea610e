"""Write the documents as a site, into ``out/site``: ``python scripts/site.py [--alone]``.

Needs the extra ``docs``. Zensical, the successor of Material for MkDocs, makes it from the files where they
are: what ``mkdocs.yml`` names and what those point to is laid out under ``out/documents`` with its paths, so
that links lead where they lead in the repository. The API reference goes into it (``scripts/reference.py``),
unless ``--alone``. Ends with 1 for a link that leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "mkdocs.yml"
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)|(?:src|href)=\"(?![a-z]+:)([^\"#]+)\"")


def wanted() -> Iterator[Path]:
    """The documents of the site, and the files that they point to."""
    settings = SETTINGS.read_text("utf-8")
    for name in sorted(set(re.findall(r"[\w/.-]+\.(?:md|svg)\b", settings))):
        document = ROOT / name
        yield document
        for link in LINK.findall(document.read_text("utf-8")) if name.endswith(".md") else ():
            target = (document.parent / (link[0] or link[1])).resolve()
            if target.is_file():
                yield target


def lay_out(folder: Path) -> None:
    """Copy all of it, each file under its own path."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in set(wanted()):
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def main(arguments: Sequence[str]) -> int:
    """Write the site; the exit code."""
    lay_out(ROOT / "out" / "documents")
    asked = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", str(SETTINGS)]
    done = subprocess.call(asked, cwd=ROOT)
    if done == 0 and "--alone" not in arguments:
        folder = ROOT / "out" / "site" / "reference"
        done = subprocess.call(
            [sys.executable, str(ROOT / "scripts" / "reference.py"), str(folder)], cwd=ROOT
        )
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
