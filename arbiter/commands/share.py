"""``arbiter share``: a game as one HTML file to send to people."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def run(options: argparse.Namespace) -> int:
    """Write the file; raises what `arbiter.share.share` raises."""
    from arbiter.share import share

    target = Path(options.output) if options.output else Path(options.file).with_suffix(".html")
    warning = share(options.file, target, options.megabytes, language=options.language)
    if warning:
        print(f"arbiter: {warning}", file=sys.stderr)
    size = f"{target.stat().st_size / 1e6:.1f} MB"
    print(f"{target} is ready ({size}): it opens in any browser, without a network")
    return 0
