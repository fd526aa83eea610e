"""A truncated record: everything before the cut is recovered, even if indexes after it are gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest

from arbiter.record.examination import examine
from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import salvage
from arbiter.record.scattered import Scattered, columns, varint

PAGE = 4096
HEADER = {"game": "nickel", "rules": {}, "players": {"near": "Ann", "far": "Bob"}}
WHOLE = re.compile(rb'\{"mark":"m(\d{5})m","pad":"x*","end":1\}')


def still(number: int) -> bytes:
    return b"\xff\xd8" + Random(number).randbytes(300 + 900 * (number % 9)) + b"\xff\xd9"


@cache
def written(folder: Path, entries: int, pad: int, stills: bool) -> bytes:
    path = folder / "a.game"
    with Record.create(path, HEADER) as record:
        for begin in range(0, entries, 50):
            with record.together():
                for number in range(begin, min(begin + 50, entries)):
                    data = {"mark": f"m{number:05d}m", "pad": "x" * (pad + number % 90), "end": 1}
                    pictures = {"after": still(number)} if stills and number % 3 == 0 else {}
                    record.append("move", number / 2, data, pictures)
    return path.read_bytes()


@pytest.fixture(scope="module")
def write(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, int, bool], bytes]:
    return lambda *how: written(tmp_path_factory.mktemp("w"), *how)


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8, 0.97])
@pytest.mark.parametrize(("entries", "pad", "stills"), [(300, 20, True), (700, 2600, False)])
def test_what_lies_before_the_cut_is_saved(
    share: float, entries: int, pad: int, stills: bool, write: Callable[..., bytes], tmp_path: Path
) -> None:
    raw = write(entries, pad, stills)
    cut = raw[: int(len(raw) * share)]
    (tmp_path / "cut.game").write_bytes(cut)
    there = {int(found[1]) for found in WHOLE.finditer(cut[: len(cut) // PAGE * PAGE])}
    found = salvage(tmp_path / "cut.game", tmp_path / "saved.game")
    with Record.open(tmp_path / "saved.game", readonly=True) as record:
        saved = {int(str(entry.data["mark"])[1:6]): entry for entry in record.entries("move")}
        assert record.header["players"] == HEADER["players"]
        pictured = [number for number, entry in saved.items() if entry.frames]
        for number in pictured:
            assert record.frame(saved[number].id, "after") == still(number)
    assert there and there <= saved.keys()
    assert all(entry.id == number + 1 and entry.data["end"] == 1 for number, entry in saved.items())
    begun = [number for number in there if stills and number % 3 == 0 and still(number)[:200] in cut]
    assert len(set(begun) - set(pictured)) <= 2  # entries whose last page is after the cut
    assert found.entries == len(saved)
    assert not examine(tmp_path / "saved.game").wrong


def test_a_lying_page_is_not_believed(write: Callable[..., bytes], tmp_path: Path) -> None:
    """Entries that do not match their checksums are left out, and false page headers cost no time."""
    raw = bytearray(write(300, 20, True))
    dice = Random(3)
    for page in range(2, len(raw) // PAGE):
        if raw[page * PAGE] == 0x0D and page % 2:
            at = page * PAGE + 8
            raw[at : at + 60] = dice.randbytes(60)  # where the page's rows are
        elif page % 5 == 0:
            raw[page * PAGE + 3000] ^= 0x41
    path = tmp_path / "a.game"
    path.write_bytes(raw)
    with closing(Scattered(path, len(raw))) as lying:
        for number in lying.ids:
            facts = lying.entry(number)
            assert facts is None or facts.data["mark"] == f"m{number - 1:05d}m"
            for name in sorted(lying.names[number]):
                assert lying.still(number, name) in (None, still(number - 1))


@pytest.mark.parametrize("size", [0, 1, 300, 511])
def test_a_page_size_that_cannot_be_is_left_alone(size: int, tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b"SQLite format 3\0" + size.to_bytes(2, "big") + b"\x0d" * 5000)
    with closing(Scattered(path, 5018)) as lying:
        assert lying.ids == [] and lying.header == {}
    with pytest.raises(RecordError):
        salvage(path, tmp_path / "b.game")


def test_numbers_and_rows_are_read_as_the_format_has_them() -> None:
    assert varint(b"\x81\x00", 0) == (128, 2)
    assert varint(b"\xff" * 9, 0) == ((1 << 64) - 1, 9)
    assert varint(b"", 0) == (0, 0)
    row = bytes([7, 0, 1, 7, 8, 9, 19]) + b"\xfe" + b"\x3f\xf8" + bytes(6) + b"abc"
    assert columns(row, True) == [None, -2, 1.5, 0, 1, "abc"]
    assert columns(row[:-1], True) is None
    assert columns(b"\x00", True) is None
