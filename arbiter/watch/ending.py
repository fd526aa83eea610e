"""Makes a game end as after Ctrl-C when the system stops the program or its terminal closes."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def signals_as_ctrl_c() -> Iterator[None]:
    """Within this context the first of ``SIGNALS`` raises ``KeyboardInterrupt``; later ones are ignored, so
    that they don't disturb the tidying up. Does nothing outside the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def end(number: int, frame: FrameType | None) -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in SIGNALS:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
