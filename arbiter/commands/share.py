"""``arbiter share``: a game as one HTML file to send to people."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Write the file; raises what `arbiter.share.share` raises."""
    from arbiter.share import share
    from arbiter.wording import wording

    target = Path(options.output) if options.output else Path(options.file).with_suffix(".html")
    warning = share(options.file, target, options.megabytes, language=options.language)
    if warning:
        print(f"arbiter: {warning}", file=sys.stderr)
    size = f"{target.stat().st_size / 1e6:.1f} MB"
    print(wording(options.language or "en").say("file_ready", path=target, size=size))
    return 0
