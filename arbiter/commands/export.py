"""``arbiter export``: a game as text, Piecepack notation, JSON or video."""

from __future__ import annotations

import argparse
import sys


def run(options: argparse.Namespace) -> int:
    """Write the file and say where it is."""
    from arbiter.export import export

    target, warning = export(options.file, options.format, options.output)
    if warning:
        print(f"arbiter: {warning}", file=sys.stderr)
    print(f"written to {target}")
    return 0
