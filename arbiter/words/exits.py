"""Exit codes, and the errors that they belong to."""

from __future__ import annotations

import importlib.util
import shlex
import sys

from engine.message import Message, Messages, just, message_of, of_system

say = Messages("arbiter")

OK, FAILED, USAGE, CALIBRATION, SOURCE, ILLEGAL, UNREADABLE, PARTED, INTERRUPTED = 0, 1, 2, 3, 4, 5, 6, 7, 130

EXIT_CODES: tuple[tuple[int, str], ...] = (
    (OK, "done"),
    (FAILED, "the job could not go on"),
    (USAGE, "the command line makes no sense"),
    (CALIBRATION, "the table cannot be placed"),
    (SOURCE, "no frames or no picture"),
    (ILLEGAL, "the game has an illegal move"),
    (UNREADABLE, "the game's text cannot be read"),
    (PARTED, "the record and its footage part"),
    (INTERRUPTED, "interrupted by Ctrl-C"),
)
"""Every exit code with its meaning, for the help."""

_BY_ERROR: dict[str, int] = {
    "arbiter.words.exits.UserError": FAILED,
    "arbiter.words.exits.UsageError": USAGE,
    "arbiter.words.exits.UnreadableGame": UNREADABLE,
    "vision.source.frames.SourceError": SOURCE,
    "calibration.camera.CalibrationError": CALIBRATION,
    "vision.pose.freeview.NotEnoughUnits": CALIBRATION,
    "arbiter.record.record.RecordError": FAILED,
    "arbiter.pages.access.PageError": FAILED,
    "vision.runtime.ModelError": FAILED,
    "vision.colour.colours.ColourSetError": FAILED,
    "builtins.OSError": FAILED,
}
"""By full name, so that the modules need not be imported at the start."""


class UserError(Exception):
    """The job can't go on; the message is one line that says what to do."""


class UsageError(UserError):
    """The user's request makes no sense; the message is one line."""


class UnreadableGame(UserError):
    """A text or a file in which there is no game; the message is one line."""


def installing(packages: str) -> str:
    """The command that adds packages to this program's own environment, by its pip, or by uv, whose
    environments have none. The shell's own ``pip`` might install them elsewhere.
    """
    own = f'"{sys.executable}"' if sys.platform == "win32" else shlex.quote(sys.executable)
    if importlib.util.find_spec("pip") is not None:
        return f"{own} -m pip install {packages}"
    return f"uv pip install --python {own} {packages}"


def exit_code(error: BaseException) -> int | None:
    """The exit code for an error that a user can meet; ``None`` for a fault in the program."""
    names = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__)
    return next((_BY_ERROR[name] for name in names if name in _BY_ERROR), None)


def one_line(error: BaseException) -> Message:
    """An error's message, in one line."""
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return say("file_neither", raw=error.filename)
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return say("of_file", path=error.filename, text=of_system(error))
    if isinstance(error, OSError) and error.strerror:
        return of_system(error)
    said = message_of(error)
    return said if str(said).strip() else just(type(error).__name__)
