"""Print what CHANGELOG.md says of a release: ``python .github/release_notes.py v0.1.0``.

A tag such as ``v0.1.0`` is what gives the packages their version; the section of that version, or of what is
unreleased without an argument, is what the release is told with. Ends with 1 where there is none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"


def notes(changelog: str, version: str) -> str | None:
    """The text below the heading of a version (``0.1.0``), up to the next one; ``None`` without any."""
    parts = re.split(r"(?m)^## \[([^]]+)\].*$", changelog)
    found = dict(zip(parts[1::2], parts[2::2], strict=True)).get(version)
    return found.strip() if found and found.strip() else None


def main(arguments: list[str]) -> int:
    """Print them."""
    version = (arguments or ["Unreleased"])[0].removeprefix("v")
    found = notes(CHANGELOG.read_text("utf-8"), version)
    if found is None:
        print(f"CHANGELOG.md has no section [{version}]: write it before the tag", file=sys.stderr)
        return 1
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
