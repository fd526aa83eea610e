"""Makes training pictures of recorded games: stills confirmed by the game, labelled as in ``datasets``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter.record.record import Record, RecordError
from arbiter.record.salvage import open_or_salvage
from arbiter.review.confirmed import Confirmed, confirmed
from arbiter.story.story import read_story
from arbiter.words.progress import OnPart, counted, nobody
from arbiter.words.wording import Wording
from calibration.camera import CalibrationError
from calibration.store import from_json
from engine.message import Messages, Said, of_system
from vision.labelling.labels import label, paper_bgr
from vision.observe.units import white_of
from vision.observe.white import find_white
from vision.pictures import PictureError, decode

say = Messages("arbiter")


@dataclass(frozen=True)
class Harvest:
    """The result for one record: pictures and pieces written, stills left out by reason, and a warning."""

    path: Path
    pictures: int
    pieces: int
    left_out: Counter[Said]
    warning: Said | None = None

    def line(self, words: Wording) -> str:
        """The result in one line."""
        counts = sorted(self.left_out.items(), key=str)
        left = tuple(say("left_out", n=count, text=reason) for reason, count in counts if count)
        key = "harvest_left" if left else "harvest_line"
        return words.tell(say(key, raw=self.path, n=self.pictures, most=self.pieces, list=left))


def harvest(paths: Sequence[Path], folder: Path, on_part: OnPart = nobody) -> tuple[Harvest, ...]:
    """Write the confirmed stills of the records to ``folder`` as ``RECORD-ENTRY.jpg`` and ``.json``.

    Raises ``RecordError`` for records with the same name, an existing label, and an unreadable record.
    """
    twice = [name for name, count in Counter(path.stem for path in paths).items() if count > 1]
    if twice:
        raise RecordError(say("harvest_twice", raw=twice[0]))
    return tuple(_of_record(path, folder, on_part) for path in paths)


def _of_record(path: Path, folder: Path, on_part: OnPart) -> Harvest:
    record, warning = open_or_salvage(path)
    with record:
        found, left_out = confirmed(read_story(record).steps)
        each = [
            _write(record, one, folder, f"{path.stem}-{one.still[0]:05d}") for one in counted(found, on_part)
        ]
    pieces = [count for count in each if count is not None]
    return Harvest(path, len(pieces), sum(pieces), left_out, warning)


def _write(record: Record, one: Confirmed, folder: Path, name: str) -> int | None:
    """Write picture and label, the label last; returns its number of pieces, `None` for a broken still."""
    label_path, picture = folder / f"{name}.json", folder / f"{name}.jpg"
    if label_path.exists():
        raise RecordError(say("harvest_there", raw=label_path))
    try:
        jpeg = record.frame(*one.still)
        image = decode(jpeg)
    except (PictureError, RecordError):
        return None
    try:
        calibration = from_json(record.header_at(one.still[0]).get("calibration"))
        calibration = calibration.for_size(image.shape[1], image.shape[0])
    except CalibrationError as error:
        raise RecordError(say("harvest_no_camera", raw=record.path, text=error)) from error
    white = paper_bgr(white_of(image, calibration) or find_white(image)[0].white)
    facts = label(calibration.camera, white, one.units, picture.name, "harvest")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        picture.write_bytes(jpeg)
        label_path.write_text(json.dumps(facts), encoding="utf-8")
    except OSError as error:
        raise RecordError(say("harvest_folder", raw=folder, system=of_system(error))) from error
    return sum(len(unit["pieces"]) for unit in facts["units"])
