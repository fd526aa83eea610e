"""What the engine says: messages as values, put into words only where somebody reads or hears them.

A message is the id of an entry in a package's ``messages/LANGUAGE.ftl`` with its arguments. Nobody has to
parse words to learn what was meant, and another language needs no code. ``str(message)`` is plain English
from that package's ``en.ftl``, for people who use the engine alone.

>>> from engine.seats import Seat
>>> say = Messages("engine")
>>> str(say("must_wait", who=Seat.NEAR))
'near must wait'
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from pathlib import Path
from typing import Any, Union

from engine.fluent import Entry, Function, evaluate, read_entries
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat

Argument = Union[str, int, float, Seat, Colour, Size, Piece, "Message", tuple["Argument", ...]]
"""What a message can hold: players by their seats, pieces and colours, numbers, lists, other messages; and
words that are the same in every language, such as a file's name or something typed."""
Tell = Callable[["Message"], str]
"""Puts a message into words; ``str`` does so in English."""
Said = Union["Message", str]
"""A message, or finished words, as in old records."""
COMMON = "engine"
"""The package whose file also has the words for pieces, numbers and players."""
MOST_SAID = 500
"""The most characters quoted from a library's error."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said, not yet in words.

    ``package`` has the words of ``id`` in its folder ``messages``; ``arguments`` are pairs of name and value.
    ``english`` is its English when it was recorded, for ids that no longer exist.
    """

    package: str
    id: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    english: str = field(default="", compare=False)

    def __str__(self) -> str:
        return _english(self, "")

    def to_json(self) -> dict[str, Any]:
        """The message as JSON values, with its English for people who read a record without this program."""
        given = {name: _to_json(value) for name, value in self.arguments}
        return {"message": f"{self.package}:{self.id}", "arguments": given, "english": str(self)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Message:
        """The message from `to_json`; raises ``ValueError`` for anything else."""
        package, _, name = str(data["message"]).partition(":")
        try:
            pairs = tuple((str(key), _from_json(value)) for key, value in data["arguments"].items())
        except (KeyError, AttributeError, TypeError) as error:
            raise ValueError(f"{name} is no message") from error
        return cls(package, name, pairs, str(data.get("english", "")))


class Messages:
    """Makes the messages of a package; called with an id and named arguments."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, id: str, /, **arguments: object) -> Message:
        """The message of an id. Values that no message can hold are converted: an error to its message, a
        path to its name."""
        return Message(self.package, id, tuple((name, _held(value)) for name, value in arguments.items()))


def _held(value: object) -> Argument:
    if isinstance(value, Message | str | int | float | Piece):
        return value
    if isinstance(value, list | tuple):
        return tuple(map(_held, value))
    return message_of(value) if isinstance(value, Exception) else str(value)


def just(thing: Argument) -> Message:
    """A message that is only that thing."""
    return Message(COMMON, "just", (("it", thing),))


def in_a_row(things: Iterable[Argument]) -> Message:
    """Several things, separated by commas."""
    return Message(COMMON, "in_a_row", (("list", tuple(things)),))


def pile(pieces: Sequence[Argument]) -> Message:
    """Stacked pyramids, the top one first: ``small red on large blue``."""
    *upper, lowest = pieces
    made = just(lowest)
    for piece in reversed(upper):
        made = Message(COMMON, "pile", (("piece", piece), ("text", made)))
    return made


def together(parts: Iterable[Said]) -> Message:
    """Several things that hold at once: ``one; the other``."""
    said = (part if isinstance(part, Message) else just(part) for part in parts)
    return reduce(lambda one, other: Message(COMMON, "and_also", (("text", one), ("text2", other))), said)


def sentences(parts: Iterable[Message]) -> Message:
    """Several sentences in a row, each with a capital and a full stop."""
    return Message(COMMON, "sentences", (("list", tuple(parts)),))


def as_recorded(text: str) -> Message:
    """Words recorded before messages were values, kept as they are."""
    return Message(COMMON, "as_recorded", (("text", text),))


def in_a_line(error: BaseException) -> str:
    """An error's own words in one line, cut to a maximum length."""
    return " ".join(str(error).split())[:MOST_SAID]


def message_of(error: BaseException) -> Message:
    """The message with which an error was raised, or else its words in one line."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Message) else as_recorded(in_a_line(error))


def of_system(error: OSError) -> Message:
    """The system's message about a file, in our own words for the usual faults."""
    key = _SYSTEM.get(error.errno or 0)
    return Message(COMMON, key) if key else just(error.strerror or str(error))


_SYSTEM = {
    errno.ENOENT: "os_none",
    errno.EACCES: "os_denied",
    errno.EISDIR: "os_folder",
    errno.ENOTDIR: "os_no_folder",
    errno.ENOSPC: "os_full",
    errno.EROFS: "os_read_only",
    errno.EEXIST: "os_exists",
}


def is_message(data: object) -> bool:
    """Whether JSON values are a message."""
    return isinstance(data, Mapping) and "message" in data and "arguments" in data


def read_back(value: object) -> Message | str:
    """What was said, from a record: a message, or words from before messages were values."""
    if isinstance(value, Message):
        return value
    return Message.from_json(value) if isinstance(value, Mapping) and is_message(value) else str(value or "")


def text_of(package: str, language: str) -> str | None:
    """The text of a package's file in a language; ``None`` if it has none.

    Only loaded packages are searched: packages are named in records, which may come from anybody.
    """
    top, *below = package.split(".")
    if not all(part.isidentifier() for part in below):
        return None
    places = getattr(sys.modules.get(top), "__path__", ())
    found = (Path(place, *below, "messages", f"{language}.ftl") for place in places)
    try:
        return next((file.read_text("utf-8") for file in found if file.is_file()), None)
    except (OSError, UnicodeDecodeError):
        if language == "en":
            raise
        return None  # a broken file only affects its language, which falls back to English


@cache
def _entries(package: str) -> Mapping[str, Entry]:
    own = read_entries(text_of(package, "en") or "")
    return own if package == COMMON else {**_entries(COMMON), **own}


def _english(value: Argument, form: str) -> str:
    """A value in English, in the named grammatical form if it has that."""
    if isinstance(value, Message):
        entries = _entries(value.package)
        entry = entries.get(value.id)
        if entry is None:
            return value.english or value.id
        return evaluate(entry.forms.get(form, entry.value), dict(value.arguments), entries, FUNCTIONS)
    if isinstance(value, Piece):
        entry = _entries(COMMON)["piece"]
        held = {"size": value.size, "colour": value.colour}
        return evaluate(entry.forms.get(form, entry.value), held, _entries(COMMON), FUNCTIONS)
    if isinstance(value, Colour | Size | Seat):
        entry = _entries(COMMON)[entry_of(value)]
        return evaluate(entry.forms.get(form, entry.value), {}, _entries(COMMON), FUNCTIONS)
    if isinstance(value, tuple):
        return ", ".join(_english(each, form) for each in value)
    return str(value)


def entry_of(value: Colour | Size | Seat) -> str:
    """The id of a word in the common file: ``colour-red``, ``size-small``, ``seat-near``."""
    word = value.word if isinstance(value, Size) else value.value
    return f"{type(value).__name__.lower()}-{word}"


def as_sentence(text: str) -> str:
    """The text with an initial capital and a final full stop."""
    text = text.strip()
    ended = text if text.endswith((".", "?", "!")) else text + "."
    return ended[:1].upper() + ended[1:]


def _all(value: Argument) -> tuple[Argument, ...]:
    return value if isinstance(value, tuple) else (value,)


def _series(value: Argument, last: str = "", form: str = "") -> str:
    words = [_english(each, form) for each in value] if isinstance(value, tuple) else [_english(value, form)]
    if not last or len(words) < 2:
        return ", ".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _in_words(value: int) -> str:
    entry = _entries(COMMON).get(f"number-{value}")
    return str(value) if entry is None else evaluate(entry.value, {}, {}, {})


FUNCTIONS: Mapping[str, Function] = {
    "SHOWN": lambda value: _english(value, ""),
    "FORM": lambda value, form: _english(value, form),
    "LIST": _series,
    "WORDS": _in_words,
    "SENTENCES": lambda value: " ".join(as_sentence(_english(each, "")) for each in _all(value)),
    "WORD": lambda value: str(say_word(value)),
}
"""The functions of a file: ``FORM($piece, form: "a")``, ``LIST($pieces, last: "and")``, ``WORDS($n)``."""


def say_word(word: str) -> Message:
    """A single word that languages translate, such as ``up``; unknown words stay as they are."""
    known = f"word-{word}"
    return Message(COMMON, known) if known in _entries(COMMON) else as_recorded(word)


def _to_json(value: Argument) -> Any:
    if isinstance(value, Message):
        return value.to_json()
    if isinstance(value, Piece):
        return {"size": value.size.word, "colour": value.colour.value}
    if isinstance(value, Size):
        return {"size": value.word}
    if isinstance(value, Colour | Seat):
        return {type(value).__name__.lower(): value.value}
    if isinstance(value, tuple):
        return [_to_json(each) for each in value]
    return value


def _from_json(value: Any) -> Argument:
    if isinstance(value, list | tuple):
        return tuple(_from_json(each) for each in value)
    if not isinstance(value, Mapping):
        return value  # type: ignore[no-any-return]
    if is_message(value):
        return Message.from_json(value)
    if "seat" in value:
        return Seat(value["seat"])
    colour = Colour(value["colour"]) if "colour" in value else None
    size = Size[value["size"].upper()] if "size" in value else None
    if size is None:
        return colour if colour is not None else str(value)
    return size if colour is None else Piece(size, colour)
