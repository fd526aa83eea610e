"""What people tell the arbiter while it watches, from page or terminal, passed to the watching thread."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from engine.message import Messages, Said, message_of

say = Messages("arbiter")

KEYS_HELP = say("watch_keys")


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question (``None``: the open one) with the option of this index."""

    question: int | None
    option: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """Keep the last seconds because somebody doubts them, or the move of this number (0: the last one)."""

    move: int = 0


@dataclass(frozen=True, slots=True)
class Mute:
    """Fall silent or speak again; ``None`` toggles."""

    muted: bool | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """Take the last play back."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a typed play."""

    text: str


@dataclass(frozen=True, slots=True)
class Say:
    """Say what stands at a thing, by its name, or at a place, during set-up.

    A place is in mm, or ``in_picture`` as fractions of its width and height.
    """

    what: str
    at: str | tuple[float, float]
    in_picture: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the set-up as shown, so that play begins."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place the table by the corners of a rectangle: fractions of the picture's width and height, in order
    around it, and the lengths of its sides in mm."""

    corners: tuple[tuple[float, float], ...]
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark the corners of the board, or of all cards together: fractions of the picture's width and height,
    near left first, then around it; in mm of the table if ``in_mm``."""

    corners: tuple[tuple[float, float], ...]
    in_mm: bool = False


@dataclass(frozen=True, slots=True)
class Tune:
    """Set the language, and how much of the commentary the machine speaks (see ``arbiter.voice.commentary``);
    ``None`` leaves a setting unchanged."""

    language: str | None = None
    commentary: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer somebody who cannot see: what is on the ``table``, what is ``legal``, whose ``turn`` it is, or
    the last words ``again``."""

    what: str


@dataclass(frozen=True, slots=True)
class Speak:
    """Set the voice: words per minute, loudness 0 to 1, its name (empty: the usual one for the language), and
    whether to speak a sentence as a test."""

    rate: int
    volume: float
    voice: str = ""
    try_it: bool = False


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the game (see ``arbiter.events.types.Correction``); move 0 is the last one."""

    op: str
    move: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Renew:
    """Replace the link of the players, or of those who only look on; the old one becomes invalid."""

    looking_on: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """Stop watching."""


Order = (
    Choose
    | Dispute
    | Mute
    | Back
    | Enter
    | Say
    | Accept
    | Place
    | Mark
    | Correct
    | Tune
    | Ask
    | Speak
    | Renew
    | Quit
)
_LETTERS: dict[str, Order] = {
    "d": Dispute(),
    "m": Mute(),
    "b": Back(),
    "p": Accept(),
    "q": Quit(),
    "t": Ask("table"),
    "l": Ask("legal"),
    "w": Ask("turn"),
    "r": Ask("again"),
    "allow": Correct("allow"),
    "refuse": Correct("refuse"),
    "undo": Correct("undo"),
    "revoke players": Renew(False),
    "revoke viewers": Renew(True),
}


def parse_line(line: str) -> Order | None:
    """The order given by a typed line; ``None`` for an empty line or a call for help."""
    text = line.strip()
    if not text or text in ("?", "h", "help"):
        return None
    if text.isdecimal():
        return Choose(None, int(text) - 1)
    return _LETTERS.get(text.lower()) or _correction(text) or _corners(text) or Enter(text)


def _corners(text: str) -> Mark | None:
    """The typed corners of the board or the cards: ``corners`` and their x and y, mm."""
    word, _, rest = text.partition(" ")
    if word.lower() != "corners":
        return None
    try:
        numbers = [float(each) for each in rest.split(",")]
    except ValueError:
        return Mark((), True)  # too few corners: reported when the order is carried out
    return Mark(tuple(zip(numbers[::2], numbers[1::2], strict=False)), True)


def _correction(text: str) -> Correct | None:
    """A typed correction: ``correct``, the operation, the move's number if any, and the rest."""
    word, _, rest = text.partition(" ")
    if word.lower() != "correct":
        return None
    op, _, rest = rest.strip().partition(" ")
    number, _, after = rest.strip().partition(" ")
    return Correct(op, int(number), after) if number.isdecimal() else Correct(op, 0, rest.strip())


class Orders:
    """A queue of orders from any thread to the watching one."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[tuple[Order, Future[None]]] = queue.Queue()
        self._closed = False

    def post(self, order: Order) -> Future[None]:
        """Leaves an order; the future says when it was carried out, or what was wrong with it."""
        done: Future[None] = Future()
        self._waiting.put((order, done))
        if self._closed:
            self.close()
        return done

    def ask(self, order: Order, timeout_s: float = 8.0) -> None:
        """Waits for an order to be carried out; raises what was wrong with it, or ``Busy`` if nobody got to
        it in time: it is then dropped, so that repeating it does not carry it out twice."""
        done = self.post(order)
        try:
            done.result(timeout_s)
        except TimeoutError:
            if done.cancel():
                raise Busy(say("page_busy")) from None
            done.result()  # it is already being carried out, which will end

    def close(self) -> None:
        """Nobody watches any more: waiting and later orders are refused."""
        self._closed = True
        self.carry_out(_refuse)

    def carry_out(self, do: Callable[[Order], None], wait_s: float = 0.0) -> None:
        """Carries out waiting orders, or one that comes within ``wait_s`` (watching thread only)."""
        try:
            item = self._waiting.get(timeout=wait_s) if wait_s > 0 else self._waiting.get_nowait()
            while True:
                _carry_out(do, *item)
                item = self._waiting.get_nowait()
        except queue.Empty:
            return


def _refuse(order: Order) -> None:
    raise ValueError(say("page_stopped"))


def _carry_out(do: Callable[[Order], None], order: Order, done: Future[None]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        do(order)
    except Stop:
        done.set_result(None)
        raise
    except Exception as error:
        done.set_exception(error)
    except BaseException:  # Ctrl-C in the middle of it
        done.set_exception(ValueError(say("page_stopped")))
        raise
    else:
        done.set_result(None)


class Busy(Exception):
    """An order was not taken."""


class Stop(Exception):
    """Somebody asked to stop watching."""


def read_lines(descriptor: int) -> Iterator[str]:
    """The lines typed into a terminal.

    They are read without Python's buffers: their lock, held by a thread that waits here for ever, would crash
    the interpreter at exit.
    """
    rest = b""
    while chunk := os.read(descriptor, 1024):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)


def listen(lines: Iterable[str], orders: Orders, tell: Callable[[Said], None]) -> threading.Thread:
    """Reads typed lines in a thread of its own; complaints and help go to ``tell``."""

    def run() -> None:
        for line in lines:
            order = parse_line(line)
            if order is None:
                tell(KEYS_HELP)
                continue
            done = orders.post(order)
            done.add_done_callback(lambda done: _complain(tell, done.exception()))

    thread = threading.Thread(target=run, name="keys", daemon=True)
    thread.start()
    return thread


def _complain(tell: Callable[[Said], None], error: BaseException | None) -> None:
    if isinstance(error, Exception):
        tell(message_of(error))
