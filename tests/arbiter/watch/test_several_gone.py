"""Two cameras, one of which drops out during a game, and what can be done with such a game later.

Films of both run through the real pipeline.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import pytest
from distributed import LocalCluster

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.watch import loop
from arbiter.watch.options import WatchOptions
from arbiter.watch.watch import Parts, run
from arbiter.words.exits import FAILED
from engine.game import Seat
from scripts.films import expected_steps, rules_of, truth_of
from vision.source.frames import Frame, FrameSource
from vision.source.opening import open_source
from vision.source.several import SeveralSources

FILM = Path(__file__).parents[2] / "support" / "films" / "pair.mp4"
BESIDE = FILM.with_name("pair-beside.mp4")
TRUTH = truth_of(FILM)
STEPS = expected_steps(TRUTH)
TICK_S = 1 / 30


@dataclass
class Clock:
    """The clock of two cameras; it advances while the source waits for one of them."""

    now_s: float = 0.0


class Webcam(FrameSource):
    """A film sent like a camera's, with silence during some intervals (from, to), s."""

    live = True

    def __init__(self, film: Path, clock: Clock, gone: Sequence[tuple[float, float]]) -> None:
        self._film, self._clock, self._gone = open_source(str(film)), clock, gone
        super().__init__(film.name, self._film.size)
        self._ahead, self._box = self._film.read(), None
        self._last_s = -math.inf if any(start < 0 for start, _ in gone) else 0.0

    def due(self) -> bool:
        """Take what has arrived by now; only the newest picture is kept."""
        while self._ahead is not None and self._ahead.time_s <= self._clock.now_s:
            if not any(start <= self._ahead.time_s < end for start, end in self._gone):
                self._box, self._last_s = self._ahead, self._ahead.time_s
            self._ahead = self._film.read()
        return self._box is not None

    def ready(self) -> bool:
        if not self.due():
            self._clock.now_s += TICK_S
        return self.due() or self._ahead is None

    def read(self) -> Frame | None:
        while not self.ready():
            pass
        frame, self._box = self._box, None
        return frame

    @property
    def quiet_s(self) -> float:
        self.due()
        return self._clock.now_s - self._last_s

    def close(self) -> None:
        self._film.close()


def asked(source: FrameSource, record: Path, **more: Any) -> WatchOptions:
    players = {Seat(seat): name for seat, name in TRUTH["names"].items()}
    return WatchOptions(
        "initiative", source, players, "rainbow", rules_of(TRUTH), 1, record,
        voice=False, headless=True, **more,
    )  # fmt: skip


def told(path: Path) -> list[tuple[str, str, str]]:
    """The plies in a record, in the form in which films list them."""
    with Record.open(path, readonly=True) as record:
        return [
            ("play" if entry.data["legal"] else "illegal", entry.data["seat"], entry.data["text"])
            for entry in record.entries("move")
        ]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The record of a game seen by two cameras: the second comes late, the first is missing during plies two
    to four, and the second after that, independent of this machine's speed."""
    path, clock = tmp_path_factory.mktemp("gone") / "pair.game", Clock()
    cameras = [Webcam(FILM, clock, [(4.6, 8.35)]), Webcam(BESIDE, clock, [(-1, 0.5), (8.7, math.inf)])]
    with pytest.MonkeyPatch.context() as patch, SeveralSources(cameras) as source:
        patch.setattr(loop, "LATE_S", math.inf)
        assert run(asked(source, path), Parts(tell=lambda line: None)) == 0
    yield path


def test_a_camera_that_drops_out_costs_nothing_and_is_used_once_it_is_back(played: Path) -> None:
    assert told(played) == list(STEPS)
    with Record.open(played, readonly=True) as record:
        entries = list(record.entries())
    leads = [entry.data["lead"] for entry in entries if entry.kind == "header" and "lead" in entry.data]
    assert leads == [1, 0] and not [entry for entry in entries if entry.kind == "question"]
    assert [str(entry.data["text"]) for entry in entries if entry.kind == "notice"] == [
        "no picture comes from camera 2: the game goes on with the others",
        "camera 2 sees this table, too",
        "no picture comes from camera 1: the game goes on with the others",
        "camera 1 is back",
        "no picture comes from camera 2: the game goes on with the others",
    ]


def test_an_archive_without_films_is_verified_on_its_stills_by_two_workers(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played.with_name("broken.game").write_bytes(b"no game")
    with LocalCluster(2, threads_per_worker=1, dashboard_address=None, silence_logs=60) as cluster:
        code = main(["verify", str(played.parent), "--cluster", cluster.scheduler_address])
    told = sorted(capsys.readouterr().out.splitlines())
    assert code == FAILED and told[0].startswith("broken.game: ") and len(told) == 3, told
    assert told[1:] == [
        "pair.game against the stills in pair.game: 7 steps agree, 6 of them plies",
        "they agree",
    ]


def cut(film: Path, target: Path, end_s: float) -> None:
    """The beginning of a film as a separate film with identical pictures."""
    with av.open(str(film)) as whole, av.open(str(target), "w") as part:
        stream = whole.streams.video[0]
        kept = part.add_stream_from_template(stream)
        for packet in whole.demux(stream):
            if packet.dts is not None and packet.pts * stream.time_base < end_s:
                packet.stream = kept
                part.mux(packet)


def test_resuming_correcting_and_verifying_use_both_films(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    films = [tmp_path / "front.mp4", tmp_path / "beside.mp4"]

    def so_far(end_s: float) -> None:
        for film, target in zip((FILM, BESIDE), films, strict=True):
            cut(film, target, end_s)

    quiet = ["--headless", "--no-voice"]
    both = [word for film in films for word in ("--source", str(film))]
    so_far(4.6)
    assert main(["watch", "initiative", *both, *quiet, "--record", "a.game"]) == 0
    assert len(told(tmp_path / "a.game")) == 1
    so_far(8.6)
    assert main(["watch", "initiative", *quiet, "--resume", "a.game"]) == 0
    assert told(tmp_path / "a.game") == list(STEPS[:4])
    with Record.open(tmp_path / "a.game", readonly=True) as record:
        views = [str(e.data["text"]) for e in record.entries("notice") if "camera 2" in str(e.data["text"])]
    assert views == ["camera 2 sees this table, too"] * 2
    capsys.readouterr()
    assert main(["correct", "a.game", "--move", "3", "--replace", "Mgreen"]) == 0
    assert main(["verify", "a.game"]) == 0
    said = capsys.readouterr().out
    assert "front.mp4" in said and "beside.mp4" in said and "they agree" in said
