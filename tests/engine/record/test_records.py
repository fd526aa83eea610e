"""Records: exact round trips, golden playthroughs of every game, errors with their places, mutated texts."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import MalformedMove, Seat
from engine.games import GAMES, find_game
from engine.nickel import state as nickel
from engine.playback import play_record
from engine.record.parser import parse_record, parse_records
from engine.record.records import Comment, Entry, Mark, Record, Ruling, write_record, write_records
from engine.sanctum.model import Owner
from engine.sanctum.state import State as Sanctum
from scripts.fuzz_records import Tally, try_text
from scripts.mutations import mutated, random_pool
from tests.support.golden_games import DELTAS, GOLDENS, transcript

GOLDEN = Path(__file__).parents[2] / "golden"
QUICK = settings(
    max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def games_without_golden(games: Iterable[str]) -> set[str]:
    """The games of which no golden file has a playthrough."""
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN.glob("record_*.txt")]
    return set(games) - {parse_records(text).records[0].tag("Game") for text in texts if "\nresult " in text}


def test_every_game_has_a_golden_playthrough() -> None:
    assert games_without_golden(GAMES) == set()
    assert games_without_golden([*GAMES, "Zendo"]) == {"Zendo"}
    assert {path.stem for path in GOLDEN.glob("record_*.txt")} == {f"record_{name}" for name in GOLDENS}


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    """The text and every move's verdict and events; UPDATE_GOLDEN=1 writes them anew."""
    text = write_record(GOLDENS[name])
    record, errors = parse_record(text)
    assert errors == () and record == GOLDENS[name] and write_record(record) == text
    played = play_record(record)
    assert played.errors == () and len(played.plies) == len(record.entries)
    shown = text + "\n" + "\n".join(transcript(played)) + "\n"
    path = GOLDEN / f"record_{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("initiative_basic", "far 24"),
        ("initiative_sacrifice", "near 9"),
        ("initiative_call", "near 36"),
        ("initiative_illegal", "far 24"),
        ("initiative_pummel", "near 960"),
        ("initiative_fourteen", "near 14"),
        ("initiative_three", "near 3"),
        ("logistics_example", "*"),
        ("logistics_nest", "*"),
        ("logistics_round_and_round", "draw 0-0"),
        ("nickel_l_shape", "near"),
        ("nickel_line", "far"),
        ("sanctum_turns", "*"),
    ],
)
def test_results(name: str, result: str) -> None:
    assert play_record(GOLDENS[name]).result == GOLDENS[name].tag("Result") == result


def test_a_slip_that_was_taken_back_has_its_verdict() -> None:
    (slip,) = [ply for ply in play_record(GOLDENS["initiative_illegal"]).plies if ply.verdict]
    assert slip.verdict is not None and slip.verdict.reading == "I1"
    assert slip.before is slip.after and not slip.counts and slip.events == ()


def nickel_text(*moves: str, **tags: str) -> str:
    head = {"Game": "Nickel", "Setup": GOLDENS["nickel_line"].tag("Setup"), "Leader": "near", **tags}
    return write_record(Record(tuple(head.items()))) + "\n".join(moves)


@pytest.mark.parametrize(
    ("mark", "verdict", "errors", "tokens"),
    [
        ("", "N2", 0, 1),
        ("$stood", "N2", 0, 1),
        ("$back", "N2", 0, 0),
        ("$allowed", "N2", 0, 1),
        ("$refused", "N2", 0, 0),
    ],
)
def test_marks_of_an_illegal_move(mark: str, verdict: str, errors: int, tokens: int) -> None:
    record, found = parse_record(nickel_text(f"1. near: c3 {mark}"))
    assert found == ()
    played = play_record(record)
    (ply,) = played.plies
    assert ply.verdict is not None and ply.verdict.reading == verdict and len(played.errors) == errors
    assert isinstance(played.end, nickel.State) and len(played.end.tokens(Seat.NEAR)) == tokens


@pytest.mark.parametrize(
    ("moves", "line", "column", "says"),
    [
        (("near: d1 $stood",), 5, 1, "marked as illegal and is legal"),
        (("near: z9",), 5, 1, "cannot read"),
        (
            (
                "near: d1",
                "  far: d1 $stood",
            ),
            6,
            3,
            "there is a token on d1",
        ),
    ],
)
def test_errors_of_playing(moves: tuple[str, ...], line: int, column: int, says: str) -> None:
    record, found = parse_record(nickel_text(*moves))
    assert found == ()
    (error,) = play_record(record).errors
    assert (error.place.line, error.place.column) == (line, column) and says in str(error)


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"Game": "Chess"}, "no game called"),
        ({"Rules": "l_shape=five"}, "l_shape is"),
        ({"Rules": "token_limit=many"}, "cannot be"),
        ({"Rules": "colour=red"}, "no rule option"),
        ({"Setup": ""}, "no Setup tag"),
        ({"Setup": "Ered"}, "five rows"),
        ({"Leader": "east"}, "near or far"),
        ({"Result": "far"}, "Result tag says far"),
    ],
)
def test_errors_of_tags(tags: dict[str, str], says: str) -> None:
    (error,) = play_record(parse_record(nickel_text(**tags))[0]).errors
    assert says in error.message


@pytest.mark.parametrize(
    ("text", "places", "says"),
    [
        ("d1 $foo", [(1, 4)], "cannot read the mark"),
        ("$back", [(1, 1)], "follows the move"),
        ("1. d1 3. e1", [(1, 7)], "this is move 2"),
        ("near:\nfar: d1", [(1, 1)], "no move follows"),
        ("d1\n {open\nd2", [(2, 2)], "not closed"),
        ("d1 {a {b\n{c\nd2 {e\\}\nd3", [(1, 4), (2, 1), (3, 4)], "not closed"),
        ('[Game "x]\nd1', [(1, 1)], "cannot read this tag"),
        ('[Game "x"]\n[Game "y"]', [(2, 1)], "twice"),
        ('[Re\u017fult "x"]', [(1, 1)], "cannot read this tag"),
        ('d1 " ]', [(1, 4), (1, 6)], "cannot read"),
    ],
)
def test_errors_of_reading(text: str, places: list[tuple[int, int]], says: str) -> None:
    errors = parse_records(text).errors
    assert [(error.place.line, error.place.column) for error in errors] == places
    assert says in errors[0].message


def test_reading_goes_on_after_errors() -> None:
    record, errors = parse_record('[Game "Nickel"\n1. near: d1 $wrong {open\nfar: a5 a4')
    assert len(errors) == 3 and [entry.text for entry in record.entries] == ["d1", "a5", "a4"]


def test_several_records() -> None:
    records = tuple(GOLDENS.values())
    parsed = parse_records(write_records(records))
    assert parsed.errors == () and parsed.records == records
    assert f"{len(records)} records" in parse_record(write_records(records))[1][-1].message
    assert parse_record("") == (Record(), ())


words = st.text(alphabet=st.characters(codec="utf-8"), max_size=12)
marks = st.one_of(st.none(), st.sampled_from(Mark))
entries = st.builds(
    Entry,
    st.sampled_from(
        ["Mblue", "(Lblue)", "Sblue!", "near(1=Sred)far()", "near1.2<>3.1", "-town1", "lienna:red"]
    ),
    st.one_of(st.none(), st.sampled_from(Seat)),
    marks,
)
records = st.builds(
    Record,
    st.dictionaries(st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True), words, max_size=4).map(
        lambda tags: tuple(tags.items())
    ),
    st.lists(st.one_of(entries, st.builds(Comment, words), st.builds(Ruling, words)), max_size=8).map(tuple),
)


@QUICK
@given(records)
def test_records_come_back_exactly(record: Record) -> None:
    text = write_record(record)
    again, errors = parse_record(text)
    assert errors == () and again == record and write_record(again) == text


@pytest.mark.parametrize("bad", ["", "a b", "a{", "12.", "near:d1", 'a"'])
def test_moves_that_cannot_be_written(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write_record(Record((), (Entry(bad),)))
    with pytest.raises(ValueError, match="no tag name"):
        write_record(Record(((bad + " ", "x"),)))


@pytest.mark.parametrize("name", GAMES)
def test_rules_text(name: str) -> None:
    game = GAMES[name]
    assert game.parse_rules(game.format_rules(game.rules)) == game.rules == game.parse_rules("")
    assert find_game(name.upper()) is game
    for bad in ("x=1", "cards=ten", "sacrifice=2", "="):
        with pytest.raises(MalformedMove):
            game.parse_rules(bad)


def test_mutated_records_do_not_crash() -> None:
    """Errors are collected; nothing else comes out, and what was read is written and read again."""
    pool, tally = [*GOLDENS.values(), *random_pool(4)], Tally(seed=20)
    for number in range(500):
        try_text(mutated(pool, random.Random(f"20/{number}")), tally)
    assert tally.reached > 250 and set(tally.plies) == set(GAMES) and tally.illegal > 500


def test_sanctum_plays_without_seats() -> None:
    played = play_record(GOLDENS["sanctum_turns"])
    assert isinstance(played.end, Sanctum) and played.end.holder is Owner.RED and played.end.turn == 3


@pytest.mark.parametrize("name", DELTAS)
def test_structure_deltas(name: str) -> None:
    """The whole table of the rule text."""
    played = play_record(GOLDENS[f"sanctum_{name}"])
    assert isinstance(played.end, Sanctum) and played.end.holder == DELTAS[name][1]
