"""Malicious files: refused quickly, with one line, and without exhausting memory."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import struct
import subprocess
import sys
import zlib
from argparse import Namespace
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image

import arbiter
from arbiter.cli.main import _complain, main
from arbiter.cli.shown import plain_output, shown
from arbiter.record.record import Record, RecordError
from arbiter.words import catalogue as catalogues
from arbiter.words.wording import languages, wording
from calibration.camera import CalibrationError
from calibration.store import read
from engine.bounded import read_json
from tests.support.recorded_games import change, write_game
from vision import pictures
from vision.colour.colours import ColourSetError, read_colours

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
from arbiter.cli.main import main
code = main(sys.argv[1:])
status = open("/proc/self/status").read()  # the most since this program began: ru_maxrss has the parent's too
print(status.split("VmHWM:")[1].split()[0], file=sys.stderr)
sys.exit(code)
"""
WATCHED = ("watch", "nickel", "--headless", "--no-voice", "--source")


def refused(home: Path, *words: str, code: int = 4) -> tuple[list[str], int]:
    """The message of a command that refuses a file, and its peak memory, kB."""
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
    )
    *lines, peak_kb = done.stderr.splitlines()
    assert done.returncode == code
    return lines, int(peak_kb)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def large_png(side: int) -> bytes:
    """A picture of this many pixels in a small file."""
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(3 * side + 1) * 64, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg() -> bytes:
    made = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (90, 160, 3), np.uint8)).save(made, "JPEG")
    return made.getvalue()


@pytest.mark.parametrize(
    ("side", "said"),
    [
        (20_000, "far too many pixels"),
        (8_000, "8000x8000 pixels, and more than 40 million are too many"),
    ],
)
def test_a_picture_is_measured_before_it_is_decoded(side: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(large_png(side))
    lines, peak_kb = refused(tmp_path, "see", str(path))
    assert lines == [f"arbiter: {path} cannot be read as a picture: {said}"]
    assert peak_kb < 600_000


@pytest.mark.parametrize("lying", [False, True])
def test_a_film_is_measured_before_its_pictures_are_kept(lying: bool, tmp_path: Path) -> None:
    """It used to take 8 GB, because two dozen pictures are kept before a game begins."""
    path, side = tmp_path / "large.avi", 7000
    made = io.BytesIO()
    Image.new("L", (side, side), 90).save(made, "JPEG", quality=30)
    with av.open(str(path), "w") as film:
        stream = film.add_stream("mjpeg", rate=12)
        stream.width, stream.height, stream.pix_fmt = side, side, "yuvj420p"
        for number in range(12):
            packet = av.Packet(made.getvalue())
            packet.stream, packet.pts, packet.dts = stream, number, number
            film.mux(packet)
    if lying:
        path.write_bytes(path.read_bytes().replace(side.to_bytes(4, "little"), (64).to_bytes(4, "little")))
    lines, peak_kb = refused(tmp_path, *WATCHED, str(path))
    assert len(lines) == 1 and "7000x7000 pixels: more than 40 million are too many" in lines[0]
    assert peak_kb < 1_000_000


def deep_png(side: int) -> bytes:
    """A complete black picture of 16 bits and four channels; it compresses well, as all rows are equal."""
    row, packer = bytes(8 * side + 1), zlib.compressobj()
    first = packer.compress(row) + packer.flush(zlib.Z_FULL_FLUSH)
    other = packer.compress(row) + packer.flush(zlib.Z_FULL_FLUSH)
    size = len(row) * side
    sums = struct.pack(">HH", size % 65521, 1)  # only zeros
    head = struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 0)
    rows = first + other * (side - 1) + b"\x03\x00" + sums
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("sides", "code", "said"),
    [
        ([12_000], 4, "they are broken, or larger than 40 million pixels"),
        ([64] * 5 + [12_000] * 2, 3, "fewer than two standing pieces"),
    ],
)
def test_each_picture_of_a_film_is_measured_before_it_is_decoded(
    sides: list[int], code: int, said: str, tmp_path: Path
) -> None:
    """It used to take 2 GB, or 6 if the large ones came later: they were decoded to learn their size."""
    path = tmp_path / "deep.mov"
    with av.open(str(path), "w") as film:
        stream = film.add_stream("png", rate=5)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "rgba64be"
        for number, side in enumerate(sides):
            packet = av.Packet(deep_png(side))
            packet.stream, packet.pts, packet.dts = stream, number, number
            film.mux(packet)
    lines, peak_kb = refused(tmp_path, *WATCHED, str(path), code=code)
    assert len(lines) == 1 and said in lines[0]
    assert peak_kb < 600_000


BROKEN = {
    "cut.jpg": jpeg()[:-900],
    "noise.jpg": jpeg()[:300] + os.urandom(2000),
    "cut.png": large_png(50)[:-30],
    "profile.png": large_png(50)[:33] + chunk(b"iCCP", b"bad\0\0" + b"x" * 40) + large_png(50)[33:],
    "nothing.png": b"",
    "words.png": b"this is no picture",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_picture_is_one_line_and_no_library_adds_to_it(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(BROKEN[name])
    assert main(["see", str(tmp_path / name)]) in (3, 4)
    err = capfd.readouterr().err.splitlines()
    assert len(err) == 1
    assert err[0].startswith("arbiter: ")


def test_pictures_are_read_as_they_were() -> None:
    colours = np.random.default_rng(1).integers(0, 255, (20, 30, 3), np.uint8)
    made = io.BytesIO()
    Image.fromarray(colours).save(made, "PNG")
    assert (pictures.decode(made.getvalue()) == colours[..., ::-1]).all()
    assert pictures.size_of(made.getvalue()) == (30, 20)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 5000,
        "[[" * 40 + "]]" * 40,
        "1" * 5000,
        "1e999",
        "NaN",
        "-Infinity",
        "9" * 18,
        "",
    ],
)
def test_json_is_bounded(text: str) -> None:
    with pytest.raises(ValueError, match=r".+") as caught:
        read_json(text)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 200


CALIBRATION = {
    "version": 1, "width": 1280, "height": 720, "K": [[900, 0, 640], [0, 900, 360], [0, 0, 1]],
    "distortion": [0, 0, 0, 0], "rvec": [2, 0, 0], "tvec": [0, 0, 600], "reprojection_error_px": 0.2,
    "markers": {},
}  # fmt: skip


@pytest.mark.parametrize(
    "change_to",
    [{"width": 10**15}, {"height": 0}, {"K": [[1e300, 0, 0], [0, 1, 0], [0, 0, 1]]}, {"markers": {"x": 1}},
     {"markers": [1]}, {"tvec": [1e12, 0, 0]}, {"distortion": [1e200] * 5}, {"rvec": "abc"}, {"version": [1]},
     {"K": {}}, {"reprojection_error_px": None}, {"K": [[900, 0, 640], [0, 900, 360], [0, 0, 0]]}],
)  # fmt: skip
def test_a_calibration_is_of_some_camera(change_to: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(json.dumps({**CALIBRATION, **change_to}))
    with pytest.raises(CalibrationError) as caught:
        read(path)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["[" * 50_000, "", "[]", '{"version": 1, "colours": {"red": 3}}', '{"version": {}}']
)
def test_a_file_of_colours_is_refused_in_a_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text(text)
    with pytest.raises(ColourSetError):
        read_colours(tmp_path / "c.json")


@pytest.mark.parametrize("command", ["judge", "legal", "review", "export"])
def test_what_is_no_text_or_far_too_long_is_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = {"export": ["--format", "ppn"], "review": ["--no-browser"]}.get(command, [])
    long, pipe = tmp_path / "long.txt", tmp_path / "pipe.txt"
    long.write_bytes(b"a" * 3_000_000)
    os.mkfifo(pipe)
    for path in (long, pipe):
        assert main([command, str(path), *more]) != 0
        out = capsys.readouterr()
        assert len(out.err.splitlines()) == 1, out.err
        assert not out.out


HOSTILE_SQL = [
    "CREATE VIEW extra AS SELECT 1",
    "CREATE TRIGGER more AFTER INSERT ON entries BEGIN SELECT 1; END",
    "CREATE TABLE other (a)",
    "CREATE INDEX slow ON entries(data)",
]


@pytest.mark.parametrize("sql", HOSTILE_SQL)
def test_a_record_with_a_schema_of_its_own_is_refused(sql: str, tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    change(path, sql)
    with pytest.raises(RecordError, match="its tables are not those of a record"):
        Record.open(path, readonly=True)
    with pytest.raises(RecordError, match="its tables are not those of a record"):
        Record.open(path)


def test_a_view_that_never_ends_is_not_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i AS id, 'move' AS kind, "
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DROP TABLE entries")
        connection.execute(
            f"CREATE VIEW entries AS {endless} 0.0 AS time_s, '' AS wall, '' AS data, '' AS sum, '' AS chain "
            "FROM n"
        )
        connection.commit()
    assert main(["statistics", str(path)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_takes_too_long_in_a_record_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    monkeypatch.setattr("arbiter.record.guard.STEPS", 10)
    with Record.open(path, readonly=True) as record:
        monkeypatch.setattr("arbiter.record.guard.time.monotonic", iter(range(0, 10_000, 9)).__next__)
        with pytest.raises(RecordError):
            list(record.entries())


NAMES = ["\x1b[2J\x1b]0;title\x07", "a\rb", "\u202etxt.exe", "x\x9b31my", "line\nline\nline", "z" * 5000]


@pytest.mark.parametrize("name", NAMES)
def test_escapes_in_names_are_shown_not_obeyed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_game(tmp_path / "a.game", "basic")
    with Record.open(path) as record:
        record.amend_header(0.0, {"players": {"near": name, "far": "Kristin"}})
    assert main(["judge", str(path)]) == 0
    out = capsys.readouterr().out
    assert not any(sign in out for sign in "\x1b\x07\r\x9b\u202e")
    assert max(map(len, out.splitlines())) < 1000
    assert main(["export", str(path), "--format", "text", "-o", str(tmp_path / "a.txt")]) == 0


def test_what_is_shown_of_a_sign() -> None:
    assert shown("Grün ◆ führt\n") == "Grün ◆ führt\n"
    assert shown("\x1b[31m\x7f\u202e") == "␛[31m<7f><202e>"
    made = io.StringIO()
    with contextlib.redirect_stdout(made), plain_output():
        print("\x1b[0m")
    assert made.getvalue() == "␛[0m\n"
    narrow = io.TextIOWrapper(io.BytesIO(), "cp1252", newline="")
    with contextlib.redirect_stdout(narrow), plain_output():
        print("Łukasz führt", flush=True)
    assert narrow.buffer.getvalue() == "?ukasz führt\n".encode("cp1252")  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(600_000, 30), (20, 90_000), (1, 1)])
def test_a_picture_that_is_all_length_is_refused(
    size: tuple[int, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Image.new("RGB", size).save(tmp_path / "narrow.png")
    assert main(["see", str(tmp_path / "narrow.png")]) == 4
    told = capsys.readouterr().err
    assert f"{size[0]}x{size[1]} pixels" in told and told.count("\n") == 1


def test_a_fault_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert _complain(ValueError("resize.cpp:4020: error:\n> Overload resolution failed:\n"), Namespace()) == 1
    told = capsys.readouterr().err
    assert "Overload resolution failed" in told and told.count("\n") == 1


SPOILT = {
    "no text": b"\xff\xfe\x00",
    "empty": b"",
    "open": b"name = { $who\ngains = {\n  [",
    "round and round": b"name = { name }\ngains = { name }",
    "more and more": b"".join(b"l%d = %s\n" % (n, b"{ l%d }" % (n + 1) * 9) for n in range(40))
    + b"gains = { l0 }",
    "without what is put in": b"help-everywhere = { help-everywhere }",
    "deep": b"gains = " + b"{" * 50_000,
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_broken_phrase_file_costs_that_language_alone(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "de.ftl").write_bytes(SPOILT[how])
    monkeypatch.setattr(arbiter, "__path__", [str(tmp_path), *arbiter.__path__])  # its messages come first
    caches = catalogues.catalogue, languages
    for cache in caches:
        cache.cache_clear()
    try:
        path = write_game(tmp_path / "a.game", "basic")
        assert main(["judge", str(path), "--language", "de"]) == 0
        assert main(["--language", "de", "doctor", str(path)]) == 0
        assert wording("de").say("gains", name="Ann") == wording("en").say("gains", name="Ann")
        with pytest.raises(SystemExit, match="0"):
            main(["--language", "de", "--help"])
        assert set(languages()) == {"de", "en"}
        assert not capsys.readouterr().err
    finally:
        for cache in caches:
            cache.cache_clear()


LONG = {
    "moves": '[Game "Sanctum"]\n[Setup "turns"]\n' + "turn\n" * 9000,
    "tags": "\n".join(f'[T{number} "x"]' for number in range(40_000)),
    "words": "a " * 200_000,
    "brace": "{" * 400_000,
    "seats": '[Game "Initiative"]\n' + "near: " * 60_000,
}


@pytest.mark.parametrize("name", LONG)
def test_a_text_that_never_ends_is_read_in_the_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(LONG[name])
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "judge", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 5, 6), done.stderr[-500:]
    assert "fault in the program" not in done.stderr
    assert int(done.stderr.splitlines()[-1]) < 600_000


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    Image.new("RGB", (7000, 5500), (100, 120, 140)).save(tmp_path / "large.png")
    found = pictures.read(tmp_path / "large.png")
    assert max(found.shape) == pictures.LARGEST_SIDE
    assert (found == (140, 120, 100)).all()


def test_a_list_that_is_too_long_for_a_message_is_shortened() -> None:
    told = wording("de").say("judge_illegal", numbers=", ".join(map(str, range(2000))), n=2000)
    assert "…" in told
