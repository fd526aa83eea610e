"""Records of Nickel, Logistics and Sanctum against their own footage, with or without corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arbiter.cli.main import main
from arbiter.record.record import Record
from arbiter.story.correcting import append_correction
from arbiter.story.story import read_story
from arbiter.watch.verify import colours_of, verified_lines, verify
from arbiter.watch.watch import run
from arbiter.words.exits import UserError
from engine.definition import NoRules
from engine.initiative.examples import ROUNDS
from engine.nickel.model import Rules
from tests.support.simulated.nickel_sim import NickelSim, board
from tests.support.simulated.sanctum_sim import SanctumSim
from tests.support.watched_boards import NAMES, nickel_frames, sanctum_frames
from tests.support.watched_logistics import OUTLINE, RULES, frames
from tests.support.watched_table import SimEyes, SimSource, options, parts
from vision.observation import TableObservation

Film = Callable[[], Iterator[TableObservation]]


def nickel_film() -> Iterator[TableObservation]:
    return nickel_frames(NickelSim(board(1), 1), 3)


def sanctum_film() -> Iterator[TableObservation]:
    return sanctum_frames(SanctumSim(seed=1, marker=True))


def recorded(path: Path, game: str, rules: Any, film: Film, **table: Any) -> Path:
    source = SimSource(film())
    asked = options(source, ROUNDS["basic"], path, game=game, rules=rules, players=NAMES, table=table)
    assert run(asked, parts(source, [])) == 0
    return path


GAMES: list[tuple[str, Any, Film, dict[str, Any]]] = [
    ("nickel", Rules(), nickel_film, {}),
    ("logistics", RULES, frames, {"outline": OUTLINE}),
    ("sanctum", NoRules(), sanctum_film, {"marker": "yellow"}),
]


@pytest.mark.parametrize(("game", "rules", "film", "table"), GAMES, ids=[game[0] for game in GAMES])
def test_the_same_footage_gives_the_same_game(
    tmp_path: Path, game: str, rules: Any, film: Film, table: dict[str, Any]
) -> None:
    path = recorded(tmp_path / "a.game", game, rules, film, **table)
    source = SimSource(film())
    with Record.open(path, readonly=True) as record:
        found = verify(record, source, parts(source, []))
    assert found.same and sum(bool(fact.step.ply) for fact in found.agreed) >= 2, list(
        verified_lines(found, "a.game")
    )


def test_corrections_are_made_again(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.game", "nickel", Rules(), nickel_film)
    with Record.open(path) as record:
        for op, move, text in (("replace", 3, "b1"), ("refuse", 4, "")):
            append_correction(record, read_story(record), op, 1, move, text)
        source = SimSource(nickel_film())
        found = verify(record, source, parts(source, []))
        assert found.same and found.missed == ()
        assert [fact.text for fact in found.people if "b1" in fact.text] == ["far b1"]
        append_correction(record, read_story(record), "delete", 1, 4, "")
        other = SimSource(nickel_frames(NickelSim(board(1), 1), 2))
        found = verify(record, other, parts(other, []))
    assert [made.kind for made in found.missed] == ["correction", "correction"]  # there is no move 4 in it


def test_the_colours_of_the_set_are_used_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learnt, used = tmp_path / "set.json", list[Path | None]()
    path = recorded(tmp_path / "a.game", "nickel", Rules(), nickel_film)
    assert colours_of({}) is None
    with pytest.raises(UserError, match="say where with --colours"):
        colours_of({"colours": str(learnt)})
    assert main(["verify", str(path), "--colours", str(learnt)]) == 1
    assert "say where with --colours" in capsys.readouterr().err
    learnt.write_text("{}")
    source = SimSource(nickel_film())

    def eyes(calibration: Any, palette: str, colours: Path | None = None) -> SimEyes:
        used.append(colours)
        return SimEyes(source)

    with Record.open(path, readonly=True) as record:
        chosen = colours_of({"colours": str(learnt)})
        assert verify(record, source, parts(source, [], eyes=eyes), chosen).same
    assert used == [learnt]
