"""A thread: it folds a record's write-ahead log into its file and has what waits tried again."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from arbiter.record.files import connect

RETRY_S = 2.0
"""How often what waits for the disk is tried again."""


class Folder:
    """Folds a record's write-ahead log into its file, in a thread of its own, and has what waits for the disk
    tried again.
    """

    def __init__(self, path: Path, retry: Callable[[], bool]) -> None:
        self._path, self._retry = path, retry
        self._work = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="record", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to fold."""
        self._work.set()

    def stop(self) -> None:
        """Finish what is being folded and end."""
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
                with contextlib.suppress(sqlite3.Error):  # it stays in the log, and is tried again
                    connection = connection or connect(self._path)
                    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        finally:
            if connection is not None:
                connection.close()
