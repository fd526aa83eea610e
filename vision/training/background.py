"""Work in the background: a child process that gives way to all others and does not outlive its parent."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

LOWEST = 19
_GROUP = Path("/proc/self/autogroup")
_LOOKS_S = 2.0


def give_way(niceness: int) -> None:
    """Run at a lower priority from now on.

    Where Linux groups processes by session (sched(7), autogroup), niceness counts within a session only: the
    process gets a session of its own, and that is made nice as well.
    """
    os.nice(niceness)
    with contextlib.suppress(OSError):  # a session's leader has one already
        os.setsid()
    if _GROUP.exists():
        with contextlib.suppress(OSError):  # a kernel without such groups, or a container that forbids it
            _GROUP.write_text(str(niceness))


def _child(parent: int, niceness: int, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    give_way(niceness)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOKS_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    work(*given)


def in_background(work: Callable[..., Any], *given: Any, niceness: int = LOWEST) -> int:
    """Call ``work`` in a child process, wait for it and return its exit code (0: it came back).

    ``work`` and what it is given must be picklable. An interrupt ends the child as well.
    """
    process = get_context("spawn").Process(
        target=_child, args=(os.getpid(), niceness, work, given), daemon=True
    )
    process.start()
    try:
        process.join()
    except BaseException:
        process.terminate()
        process.join()
        raise
    return int(process.exitcode or 0)
