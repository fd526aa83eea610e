"""The clip of a game's turning point, which is made automatically in a separate process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import av

from arbiter.record.record import Record
from arbiter.watch.turning_clip import TurningClip
from engine.initiative.examples import ROUNDS
from engine.message import Said
from tests.support.recorded_games import Writer, header, write_game


def test_it_lies_beside_the_record_until_the_game_is_put_right(tmp_path: Path) -> None:
    game, told = tmp_path / "lost.game", list[Said]()
    lost = replace(ROUNDS["basic"], plays=(*ROUNDS["basic"].plays[:10], "Mgreen"))
    with Record.create(game, header(lost)) as record:
        writer = Writer(record, lost)
        for play in lost.plays:
            writer.play(play)
        clip = TurningClip(game)
        clip.begin()
        clip.finish(told.append)
    assert clip.made and str(clip.path) in str(told[-1])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lost-clip.mp4", "lost.game"]
    with av.open(str(clip.path)) as film:
        assert film.duration > 5 * av.time_base
    again = TurningClip(game)
    again.begin()
    again.restart()
    assert clip.path.exists()  # it belongs to another game
    made_at = clip.path.stat().st_mtime_ns
    gone_on = TurningClip(game, resumed=True)
    gone_on.begin()
    gone_on.finish(told.append)
    assert gone_on.made and clip.path.stat().st_mtime_ns > made_at
    clip.restart()
    clip.begin()
    clip.close()
    assert list(tmp_path.iterdir()) == [game] and not clip.made


def test_where_there_is_none_it_is_said(tmp_path: Path) -> None:
    told = list[Said]()
    clip = TurningClip(write_game(tmp_path / "open.game", "illegal", plies=3))
    clip.begin()
    clip.finish(told.append)
    clip.close()
    assert not clip.made and [path.name for path in tmp_path.iterdir()] == ["open.game"]
    assert str(told[-1]).startswith("no clip of the turning point: ")
    assert "this game is not over" in str(told[-1])
