"""Work in the background: a low-priority child process that does not outlive its parent."""

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
_PARENT_CHECK_S = 2.0


def give_way(niceness: int) -> None:
    """Run at a lower priority from now on.

    If Linux groups processes by session (sched(7), autogroup), niceness only counts within a session, so the
    process gets its own session, with the same niceness.
    """
    os.nice(niceness)
    with contextlib.suppress(OSError):  # it is a session leader already
        os.setsid()
    if _GROUP.exists():
        with contextlib.suppress(OSError):  # a kernel without autogroups, or a container that forbids it
            _GROUP.write_text(str(niceness))


def _child(parent: int, niceness: int, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    give_way(niceness)

    def exit_with_parent() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_CHECK_S)
        os._exit(1)

    threading.Thread(target=exit_with_parent, daemon=True).start()
    work(*arguments)


def in_background(work: Callable[..., Any], *arguments: Any, niceness: int = LOWEST) -> int:
    """Call ``work`` in a child process, wait for it and return the exit code (0 if ``work`` returned).

    ``work`` and its arguments must be picklable. An interrupt ends the child as well.
    """
    process = get_context("spawn").Process(
        target=_child, args=(os.getpid(), niceness, work, arguments), daemon=True
    )
    process.start()
    try:
        process.join()
    except BaseException:
        process.terminate()
        process.join()
        raise
    return int(process.exitcode or 0)
