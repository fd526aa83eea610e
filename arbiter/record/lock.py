"""A lock so that only one program at a time writes a record; it ends with its holder, even if that is
killed."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

ENDING = "-lock"


class Locked(Exception):
    """Somebody else holds the lock."""


class Lock:
    """Held from construction until `release`, by a small file ``FILE-lock`` beside the record.

    Raises `Locked`, and ``OSError`` if no file can be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + ENDING)
        while True:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            if not _taken(self._file):
                os.close(self._file)
                raise Locked
            if _still_there(self._path, self._file):
                return
            os.close(self._file)  # its last holder has just removed it

    def release(self) -> None:
        """Release the lock; may be called once."""
        if sys.platform == "win32":  # an open file can't be removed there
            os.close(self._file)
        with contextlib.suppress(OSError):  # somebody else has it open, and will use it next
            self._path.unlink(missing_ok=True)
        if sys.platform != "win32":
            os.close(self._file)


def held(path: Path) -> bool:
    """Whether a program holds the record at ``path`` open for writing; changes nothing."""
    try:
        file = os.open(path.with_name(path.name + ENDING), os.O_RDWR)
    except OSError:
        return False
    try:
        return not _taken(file)
    finally:
        os.close(file)


def _taken(file: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _still_there(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(file))
    except FileNotFoundError:
        return False
