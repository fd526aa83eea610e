"""The parent's side of the speaking process: sending orders never blocks, answers have a time limit."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from engine.message import Messages

say = Messages("arbiter")

TEMPORARY = ("TMPDIR", "TEMP", "TMP")
"""The environment variables that set the temporary folder, on the various systems."""


class WorkerGone(Exception):
    """The speaking process ended or stopped answering."""


class Worker:
    """The speaking process and its two pipes."""

    def __init__(self, rate: int, driver: str | None, folder: str) -> None:
        """Start the process with ``folder`` as its temporary folder, because a killed process leaves files
        behind; raises ``OSError``.
        """
        command = [sys.executable, "-m", "arbiter.voice.worker", str(rate)]
        root = str(Path(__file__).resolve().parents[2])
        paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [*command, driver] if driver else command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": paths, **dict.fromkeys(TEMPORARY, folder)},
            start_new_session=True,
        )
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._orders: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # the pipe was closed, or it is not UTF-8
            for line in self.process.stdout:
                with contextlib.suppress(ValueError):
                    message = json.loads(line)
                    if isinstance(message, dict):
                        self._answers.put(message)
        self._answers.put(None)

    def _write(self) -> None:
        """Write orders in a thread of its own, because a process that hangs does not read them."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it ended, as the end of its answers shows
            while (message := self._orders.get()) is not None:
                self.process.stdin.write(json.dumps(message) + "\n")
                self.process.stdin.flush()
            self.process.stdin.close()

    def order(self, message: dict[str, Any]) -> None:
        """Send an order without blocking. Raises ``WorkerGone``."""
        if self.process.poll() is not None:
            raise WorkerGone(say("voice_ended"))
        self._orders.put(message)

    def answer(self, timeout_s: float) -> dict[str, Any]:
        """The next answer; raises ``WorkerGone`` if it doesn't come in time or the process ends."""
        try:
            message = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise WorkerGone(say("voice_stopped")) from None
        if message is None:
            raise WorkerGone(say("voice_ended"))
        return message

    def stop(self) -> None:
        """End the process, and the engine and player that it has started."""
        self._orders.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        self.kill()

    def kill(self) -> None:
        """End the process and its children at once."""
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # the process group has ended already
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
