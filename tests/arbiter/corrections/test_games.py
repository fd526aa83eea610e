"""Corrections in Nickel, Logistics and Sanctum: in a record, on the command line, and during a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.cli.main import main
from arbiter.corrections.recorded_moves import CorrectionError
from arbiter.events.types import MoveSeen, RoundOver
from arbiter.record.record import Record
from arbiter.story.correcting import append_correction
from arbiter.story.records import story_records
from arbiter.story.story import Story, read_story, step_title, step_verdict
from arbiter.table.session import TableSession
from engine.game import Seat
from engine.nickel.examples import GAMES as NICKEL_GAMES
from engine.nickel.examples import SETUP
from engine.nickel.notation import format_setup
from engine.playback import play_record
from engine.record.records import Mark
from tests.support.played_games import GAMES
from tests.support.recorded_games import write_any_game
from tests.support.simulated.nickel_table import Table, opening, slip_of
from tests.support.simulated.sanctum_sim import Table as SanctumTable


def recorded(path: Path, name: str) -> Path:
    setup, moves, rules = GAMES[name]
    return write_any_game(path, name, setup, moves, rules)


def told(record: Record) -> list[tuple[str, str]]:
    story = read_story(record)
    return [(step_title(step, story.names), step_verdict(step, story.names).word) for step in story.steps]


def sound(story: Story) -> bool:
    """Whether the story follows the rules, and its text plays through to the same end."""
    (text,) = story_records(story)
    played = play_record(text)
    end = story.steps[-1].after
    return played.errors == () and not any(step.problem for step in story.steps) and played.end == end


CASES = [
    ("Nickel", "replace", 2, "d2", "Alison takes b1", "Illegal"),
    ("Nickel", "insert", 3, "e3", "Alison takes e3", "Illegal"),
    ("Nickel", "delete", 2, "", "Kristin takes c1: taken out", "Corrected"),
    ("Nickel", "set", 0, "c3=Nyellow", "The set-up is put right: c3: yellow pointing north", "Corrected"),
    (
        "Nickel",
        "rule",
        0,
        "l_shape=4+2",
        "Other rules: an L is four in line and one beside the end",
        "Corrected",
    ),
    ("Nickel", "refuse", 1, "", "Alison takes a1: refused by the players", "Overruled"),
    ("Nickel", "allow", 5, "", "Kristin takes a3: allowed by the players", "Overruled"),
    ("Nickel", "back", 0, "", "Alison takes b2: taken back", "Taken back"),
    ("Logistics", "replace", 1, "Sblue,Mblue", "Alison sows small blue, medium blue from the stock", "Legal"),
    (
        "Logistics",
        "insert",
        2,
        "far: Lgreen",
        "Kristin sows small green from the stock: it stands",
        "Illegal, stands",
    ),
    ("Logistics", "delete", 2, "", "Kristin sows small green from the stock: taken out", "Corrected"),
    (
        "Logistics",
        "rule",
        0,
        "tree_power=any",
        "Other rules: a capturing tree has the power of any of its three",
        "Corrected",
    ),
    ("Logistics", "refuse", 3, "", "Kristin sows medium yellow from the stock", "Illegal"),
    ("Logistics", "back", 0, "", "Kristin sows medium yellow from the stock: taken back", "Taken back"),
    ("Sanctum", "replace", 3, "red>town2", "Red captures town 2", "Legal"),
    ("Sanctum", "insert", 2, "timepiece", "Adriel's Timepiece is used", "Legal"),
    ("Sanctum", "delete", 2, "", "Blue captures town 1: taken out", "Corrected"),
    ("Sanctum", "set", 0, "town1=blue", "The set-up is put right: town 1 is blue", "Corrected"),
    ("Sanctum", "refuse", 3, "", "Town 2 is destroyed: refused by the players", "Overruled"),
    ("Sanctum", "allow", 5, "", "Blue captures town 1: allowed by the players", "Overruled"),
    ("Sanctum", "back", 0, "", "Red builds town 9: taken back", "Taken back"),
]


@pytest.mark.parametrize(("name", "op", "move", "text", "title", "word"), CASES)
def test_a_correction_tells_another_game_and_changes_nothing_recorded(
    tmp_path: Path, name: str, op: str, move: int, text: str, title: str, word: str
) -> None:
    with Record.open(recorded(tmp_path / "a.game", name)) as record:
        was, kept = told(record), list(record.entries())
        assert (title, word) not in was
        append_correction(record, read_story(record), op, 1, move, text)
        assert list(record.entries())[: len(kept)] == kept
        assert (title, word) in told(record) and sound(read_story(record))
        append_correction(record, read_story(record), "undo", 1, 0, "")
        assert told(record) == was


def test_pieces_sown_for_each_other_change_places(tmp_path: Path) -> None:
    """Near's first sow was the other small pyramid, so the later sow was of the one recorded first (L1)."""
    setup, _, rules = GAMES["Logistics"]
    path = write_any_game(
        tmp_path / "a.game", "Logistics", setup, ("near: Sred", "Sgreen", "Sblue", "Syellow"), rules
    )
    with Record.open(path) as record:
        append_correction(record, read_story(record), "replace", 1, 1, "Sblue")
        titles = [title for title, _ in told(record)]
        assert titles[1:4] == [
            f"{who} sows small {colour} from the stock"
            for who, colour in (("Alison", "blue"), ("Kristin", "green"), ("Alison", "red"))
        ]
        assert sound(read_story(record))


def test_a_game_that_ends_otherwise(tmp_path: Path) -> None:
    """Without the last token there is no line and the game continues; with it the game is over again (N4)."""
    game = NICKEL_GAMES["line"]
    moves = [move.square for move in game.states()[-1].history]
    moves[0] = f"{game.leader}: {moves[0]}"
    path = write_any_game(tmp_path / "a.game", "Nickel", format_setup(SETUP), tuple(moves))
    with Record.open(path) as record:
        assert told(record)[-1][1] == "Round over"
        append_correction(record, read_story(record), "delete", 1, len(moves), "")
        assert told(record)[-1][1] == "Corrected"
        append_correction(record, read_story(record), "insert", 1, 0, moves[-1])
        assert told(record)[-1][1] == "Round over" and sound(read_story(record))


REFUSED = [
    ("Nickel", "replace", 2, "zz", "write a square"),
    ("Nickel", "replace", 2, "c1", "move 2 is that already: far takes c1"),
    ("Nickel", "replace", 2, "a1", "there is a token on a1"),
    ("Nickel", "set", 0, "c3=Nwhite", "white is a sixth colour"),
    ("Nickel", "set", 0, "z9=Nred", "not a square"),
    ("Nickel", "set", 0, "c3=what", "write it like c3=Nred"),
    ("Nickel", "set", 0, "c3", "write it like c3=Nred"),
    ("Nickel", "rule", 0, "pace=2", "no rule option"),
    ("Nickel", "rule", 0, "l_shape=3+3", "the rules are so already"),
    ("Nickel", "allow", 1, "", "move 1 is legal"),
    ("Nickel", "allow", 3, "", "was taken back"),
    ("Logistics", "delete", 1, "", "then move 2 .near sows card 1. could not be: there is nothing"),
    ("Logistics", "set", 0, "near.2=Lred", "the set-up could not be: of red there are"),
    ("Logistics", "set", 0, "near.9=Lred", "near has cards 1 to 3, not 9"),
    ("Logistics", "set", 0, "near.Spink=Sred", "near has no small pink in the stock"),
    ("Logistics", "set", 0, "card2=Lred", "write it like near.Sblue=Sblack"),
    ("Logistics", "rule", 0, "cards=4", "each side needs 4 cards"),
    ("Sanctum", "replace", 1, "red>town8", "there is no structure called town8"),
    ("Sanctum", "set", 0, "town1=mine", "write it like town1=red"),
    ("Sanctum", "rule", 0, "pace=2", "there are none"),
]


@pytest.mark.parametrize(("name", "op", "move", "text", "words"), REFUSED)
def test_what_cannot_be_is_refused_and_not_written(
    tmp_path: Path, name: str, op: str, move: int, text: str, words: str
) -> None:
    with Record.open(recorded(tmp_path / "a.game", name)) as record:
        count = len(list(record.entries()))
        with pytest.raises(CorrectionError, match=words):
            append_correction(record, read_story(record), op, 1, move, text)
        assert len(list(record.entries())) == count


@pytest.mark.parametrize(
    ("language", "told_turn", "count"),
    [("en", "+ A turn starts: Legal [S3]. ", "one step told otherwise"),
     ("de", "+ Ein Zug beginnt: Erlaubt [S3]. ", "ein Schritt anders erzählt")],
)  # fmt: skip
def test_a_turn_put_in_tells_what_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, told_turn: str, count: str
) -> None:
    """A line that repeats an existing line is a change too."""
    path = str(recorded(tmp_path / "a.game", "Sanctum"))
    for _ in range(2):
        assert main(["--language", language, "correct", path, "--insert", "turn"]) == 0
        out = capsys.readouterr().out.splitlines()
        assert len([line for line in out if line.startswith(told_turn)]) == 1, out
        assert count in out[-1], out


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "then move 4 (Alison takes d1) could not be"), ("de", "dann wäre Zug 4 (Alison nimmt d1)")],
)
def test_a_refusal_names_the_players(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, said: str
) -> None:
    path = str(recorded(tmp_path / "a.game", "Nickel"))
    assert main(["--language", language, "correct", path, "--move", "2", "--replace", "d1"]) != 0
    assert said in capsys.readouterr().err


def test_cli_corrects_and_judges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(recorded(tmp_path / "a.game", "Nickel"))
    assert main(["correct", path, "--move", "5", "--allow"]) == 0
    assert "+ Kristin takes a3: allowed by the players: Overruled [N3]." in capsys.readouterr().out
    assert main(["judge", path, "--move", "5"]) == 5
    assert "far:  a3 $allowed" in capsys.readouterr().out
    with Record.open(path) as record:
        (text,) = story_records(read_story(record))
    assert [ply.entry.mark for ply in play_record(text).plies][4] is Mark.ALLOWED
    assert main(["correct", path, "--set", "c3=Nwhite"]) != 0
    assert "sixth colour" in capsys.readouterr().err


def test_a_watched_game_goes_on_from_what_was_put_right() -> None:
    """The arbiter read c1 instead of d1: once corrected, the table matches and the game continues."""
    table = Table(1)
    opening(table)
    slip = slip_of(table.state(), "no_match")
    table.feed(table.sim.place(slip.seat, slip.square))
    legal = table.state().legal_moves()[0]
    table.events += table.session.correct("replace", 2, legal.square)
    assert table.session.snapshot().waiting is None and table.state().history[-1].square == legal.square
    assert [move.text for move in table.session.snapshot().moves] == ["d1", legal.square]
    assert table.feed(table.sim.still(2.0)) == []
    table.events += table.session.correct("undo")
    assert table.session.snapshot().waiting is not None
    table.events += table.session.correct("allow")
    assert table.state().history[-1] == slip
    (seen,) = table.feed(table.sim.place(Seat.NEAR, table.state().legal_moves()[0].square))
    assert isinstance(seen, MoveSeen) and seen.legal and seen.ply == 3
    fresh = TableSession(table.session._table)
    fresh.resume((event.kind, event.to_json()) for event in table.events)
    assert fresh.ledger == table.session.ledger
    with pytest.raises(CorrectionError, match="there is no move 9"):
        table.session.correct("delete", 9)


def test_a_watched_game_ends_and_goes_on_by_corrections() -> None:
    """With one token each the game is over; by the usual rules it is not (N6, N7)."""
    table = Table(1)
    opening(table)
    table.session.correct("rule", text="token_limit=1")
    second = table.state().legal_moves()[0]
    *_, over = table.feed(table.sim.place(second.seat, second.square))
    assert isinstance(over, RoundOver) and table.session.snapshot().match_over
    assert not any(isinstance(event, RoundOver) for event in table.session.correct("back"))
    assert not table.session.snapshot().match_over and len(table.state().history) == 1
    table.session.correct("undo")
    table.session.correct("rule", text="token_limit=none")
    assert not table.session.snapshot().match_over and len(table.state().history) == 2
    third = table.state().legal_moves()[0]
    (seen,) = table.feed(table.sim.place(third.seat, third.square))
    assert isinstance(seen, MoveSeen) and seen.legal


def test_a_structure_that_was_put_in_keeps_its_place() -> None:
    """A new structure that was overlooked is entered by hand and tracked from then on."""
    from engine.pieces import Colour

    table = SanctumTable(4)
    table.feed(table.sim.change("new", Colour.RED, 20, -150))
    table.session.correct("delete", 1)
    assert table.state().owner_of("town7") is None
    table.session.correct("insert", text="+red.keep")
    (seen,) = table.feed(table.sim.change("new", Colour.BLUE))
    assert isinstance(seen, MoveSeen) and seen.text == "blue>keep"
