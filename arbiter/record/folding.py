"""A thread that checkpoints a record's write-ahead log and retries writes that wait for the disk."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from arbiter.record.files import connect

RETRY_S = 2.0
"""How often waiting writes are retried."""


class Checkpointer:
    """Copies a record's write-ahead log into its file, in a thread of its own.

    ``retry`` retries writes that wait for the disk, and returns whether any still do.
    """

    def __init__(self, path: Path, retry: Callable[[], bool]) -> None:
        self._path, self._retry = path, retry
        self._work = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Checkpoint soon: something was written."""
        self._work.set()

    def stop(self) -> None:
        """Finish the current checkpoint and end the thread."""
        self._stopped = True
        self._work.set()
        self._thread.join()

    def _run(self) -> None:
        connection: sqlite3.Connection | None = None
        waits = False
        try:
            while not self._stopped:
                self._work.wait(RETRY_S if waits else None)
                self._work.clear()
                waits = not self._stopped and self._retry()
                with contextlib.suppress(sqlite3.Error):  # it stays in the log and is tried again
                    connection = connection or connect(self._path)
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            if connection is not None:
                connection.close()
