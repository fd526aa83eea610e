"""The inference library does nothing but inference."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUN = """
from pathlib import Path
from vision.runtime import open_model
open_model(Path("vision/models/bands.onnx"))
"""


def test_a_network_leaves_no_trace_of_being_counted(tmp_path: Path) -> None:
    """From some version on the library counts its users: it keeps an id in a temporary file and would send it
    to its makers."""
    silent = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, env={**silent, "TMPDIR": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []
