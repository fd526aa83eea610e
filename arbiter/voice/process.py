"""The speaking process as the voice sees it: orders never wait, answers come in time or not at all."""

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
"""What names the temporary folder, by system."""


class WorkerGone(Exception):
    """The speaking process ended or stopped answering."""


class Worker:
    """The speaking process and its two pipes."""

    def __init__(self, rate: int, driver: str | None, folder: str) -> None:
        """Start the process, for which ``folder`` is the temporary one, since whoever is killed leaves things
        behind; raises ``OSError`` when it can't be.
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
        with contextlib.suppress(OSError, ValueError):  # it was closed, or is no UTF-8
            for line in self.process.stdout:
                with contextlib.suppress(ValueError):
                    message = json.loads(line)
                    if isinstance(message, dict):
                        self._answers.put(message)
        self._answers.put(None)

    def _write(self) -> None:
        """Hand orders over in a thread of its own: a process that hangs takes none."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it ended, which its answers tell
            while (message := self._orders.get()) is not None:
                self.process.stdin.write(json.dumps(message) + "\n")
                self.process.stdin.flush()
            self.process.stdin.close()

    def order(self, message: dict[str, Any]) -> None:
        """Send an order; never waits. Raises ``WorkerGone``."""
        if self.process.poll() is not None:
            raise WorkerGone(say("voice_ended"))
        self._orders.put(message)

    def answer(self, timeout_s: float) -> dict[str, Any]:
        """The next answer; raises ``WorkerGone`` when it doesn't come in time or the process ends."""
        try:
            message = self._answers.get(timeout=timeout_s)
        except queue.Empty:
            raise WorkerGone(say("voice_stopped")) from None
        if message is None:
            raise WorkerGone(say("voice_ended"))
        return message

    def stop(self) -> None:
        """End the process, and the engine and the player that it has started."""
        self._orders.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        self.kill()

    def kill(self) -> None:
        """End all of it at once."""
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # nothing of it is left
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
