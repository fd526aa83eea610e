"""Records: exact round trips, golden playthroughs of every game, errors with their places, mutated texts."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter.words.wording import wording
from engine.game import MalformedMove, Seat
from engine.games import GAMES, find_game
from engine.initiative.state import Rules
from engine.nickel import state as nickel
from engine.playback import play_record
from engine.record.parser import parse_record, parse_records
from engine.record.records import Comment, Entry, Mark, Record, Ruling, write_record, write_records
from engine.sanctum.model import Owner
from engine.sanctum.state import State as Sanctum
from scripts.parts.mutations import mutated, random_pool
from scripts.parts.played_texts import Tally, try_text
from tests.support.golden_games import DELTAS, GOLDENS, transcript

GOLDEN = Path(__file__).parents[2] / "golden"
QUICK = settings(
    max_examples=80, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def games_without_golden(games: Iterable[str]) -> set[str]:
    """The games without a golden playthrough."""
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN.glob("record_*.txt")]
    return set(games) - {parse_records(text).records[0].tag("Game") for text in texts if "\nresult " in text}


def test_every_game_has_a_golden_playthrough() -> None:
    assert games_without_golden(GAMES) == set()
    assert games_without_golden([*GAMES, "Zendo"]) == {"Zendo"}
    assert {path.stem for path in GOLDEN.glob("record_*.txt")} == {f"record_{name}" for name in GOLDENS}


@pytest.mark.parametrize("name", GOLDENS)
def test_golden(name: str) -> None:
    """The text and every move's verdict and events; UPDATE_GOLDEN=1 rewrites them."""
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
    assert says in str(error.message)


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
    assert says in str(errors[0].message)


def test_reading_goes_on_after_errors() -> None:
    record, errors = parse_record('[Game "Nickel"\n1. near: d1 $wrong {open\nfar: a5 a4')
    assert len(errors) == 3 and [entry.text for entry in record.entries] == ["d1", "a5 a4"]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. Sblue/Mred up 2", ["Sblue/Mred up 2"]),
        ("1. Sblue/Mred up 2 2. Mred", ["Sblue/Mred up 2", "Mred"]),
        ("1. medium yellow\n  on medium black\n up 2 {high} $stood\n2. Mred", None),
        (
            "1. medium yellow\n  on medium black\n up 2 $stood {high}\n2. Mred",
            ["medium yellow on medium black up 2", "Mred"],
        ),
        ("near: Sblue / Mred up 2 far: m red", ["near Sblue / Mred up 2", "far m red"]),
        ("Sblue up\nMred\n\n(Lblue)", ["Sblue up", "Mred", "(Lblue)"]),
        ("d1 {one} d2 $back d3", ["d1", "d2", "d3"]),
        ("1. near: d1 far: d2 3. d3", ["near d1", "far d2", "d3"]),
        ("1.\nd1\n2.\nfar:\nd2", ["d1", "far d2"]),
    ],
)
def test_a_move_is_all_up_to_the_next_number_seat_mark_or_remark(text: str, moves: list[str] | None) -> None:
    """A move without a number ends at the end of its line."""
    parsed = parse_records(text)
    if moves is None:
        assert "a mark follows the move" in str(parsed.errors[0].message)
        return
    assert parsed.errors == ()
    (record,) = parsed.records
    shown = [f"{entry.seat or ''} {entry.text}".strip() for entry in record.entries]
    assert shown == moves and parse_records(write_record(record)).records == (record,)


def test_what_follows_a_move_is_not_dropped() -> None:
    """``Sblue/Mred up 2`` moves blue two up or is an error; it is never played without the stack move."""
    tags = {"Game": "Initiative", "Leader": "near"}
    tags["Setup"] = "near=Syellow,Mblack,Lred;far=Mblue,Syellow;stack=blue,green,black,yellow,red"
    head = write_record(Record(tuple(tags.items())))
    played = play_record(parse_record(f"{head}1. Syellow/Mblack up 2 2. Syellow")[0])
    assert played.errors == () and [ply.move.shift for ply in played.plies] == [2, 0]
    played = play_record(parse_record(f"{head}1. Syellow/Mblack sideways 2")[0])
    assert played.plies == () and "cannot read 'Syellow/Mblack sideways 2'" in str(played.errors[0].message)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("1. d1 2. d2 3. d3", []),
        ("1. d1 3. d2 4. d3 5. d4", [7]),
        ("1. d1 2. d2 2. d3 3. d4 4. d5", [13]),
        ("1. d1 2. d2 2. d3 4. d4 5. d5", [13]),
        ("1. d1 2. d2 d3 4. d4", [16]),
        ("7. d1 8. d2 9. d3", [1]),
        ("1. d1 9. d2 3. d3 3. d4", [7, 19]),
        (f"1. d1 {'9' * 5000}. d2 3. d3", [7]),
    ],
)
def test_a_wrong_number_is_told_once(text: str, columns: list[int]) -> None:
    errors = parse_records(text).errors
    assert [error.place.column for error in errors if "this is move" in str(error.message)] == columns


@pytest.mark.parametrize(
    ("near", "far", "text", "seats"),
    [
        ("Alison", "Kristin", "kristin: d1 Alison: d2 near: d3", ["far", "near", "near"]),
        ("Ann Lee", "Ann  Fox", "ann fox: d1 ANN LEE: d2", ["far", "near"]),
        ("Ann Lee", "Beryl Fox", "beryl: d1 ann: d2 Ann Lee: d3", ["far", "near", "near"]),
        ("J.R. #1 (x+)", "\u00c9va", "j.r. #1 (x+): d1 \u00c9VA: d2 j.r.: d3", ["near", "far", "near"]),
        ("far", "near", "far: d1 near: d2", ["far", "near"]),
        ("Ann", "ann", "near: d1 far: d2", ["near", "far"]),
        ("table", "Lienna", "table:near() {x} lienna:red", [None, None]),
    ],
)
def test_players_are_seats(near: str, far: str, text: str, seats: list[str | None]) -> None:
    parsed = parse_records(f'[Near "{near}"]\n[Far "{far}"]\n{text}')
    assert parsed.errors == () and [entry.seat for entry in parsed.records[0].entries] == seats
    assert parse_records(write_records(parsed.records)).records == parsed.records
    for word in ("alison", "kristin") if near == "Alison" else ():
        with pytest.raises(ValueError, match="cannot be written"):
            write_record(replace(parsed.records[0], items=(Entry(f"{word}:d1"),)))


LOGISTICS = {"Game": "Logistics", "Setup": "near(stock=Sred)far(stock=Sred)"}
SANCTUM = {"Game": "Sanctum", "Setup": "town1=red"}
NICKEL = {"Game": "Nickel", "Setup": GOLDENS["nickel_line"].tag("Setup")}
NAMED = {"Near": "Alison", "Far": "Kristin"}
MISSPELT = [
    ({"Game": "Initative"}, "", "there is no game called 'Initative': did you mean Initiative?"),
    ({"Game": "", "Gmae": "Initiative"}, "", "there is no tag Gmae: did you mean Game?"),
    ({"Setup": "", "Setpu": "x"}, "", "there is no tag Setpu: did you mean Setup?"),
    ({"Rules": "calings=no"}, "", "Initiative has no rule option 'calings=no': did you mean calling?"),
    ({"Leader": "neer"}, "", "the Leader tag is near or far, not 'neer': did you mean near?"),
    ({"Setup": "naer=Sred;far=Sred;stack=red"}, "", "cannot read 'naer=sred': did you mean near?"),
    ({"Setup": "near=Srde;far=Sred;stack=red"}, "", "cannot read 'srde' as a pyramid: did you mean Sred?"),
    ({"Setup": "near=Sred;far=Sred;stack=red,bleu"}, "", "cannot read 'red,bleu': did you mean blue?"),
    ({}, "near: Sbleu", "cannot read 'sbleu' in 'near: Sbleu' as a pyramid: did you mean Sblue?"),
    ({}, "smal blue", "cannot read 'smal blue' in 'smal blue' as a pyramid: did you mean small?"),
    ({}, "near: Sblue/Mred donw 1", "cannot read 'near: Sblue/Mred donw 1': did you mean down?"),
    (NAMED, "krisitn: Sred", "nobody is called krisitn: did you mean kristin?"),
    ({}, "naer: Sred", "nobody is called naer: did you mean near?"),
    (LOGISTICS, "stpo", "cannot read 'stpo': did you mean stop?"),
    (LOGISTICS, "near: crad3", "cannot read 'crad3': did you mean card?"),
    (LOGISTICS, "Sbalck", "cannot read 'sbalck' as a pyramid: did you mean Sblack?"),
    (LOGISTICS, "near1>nxt", "cannot read 'near1>nxt': did you mean next?"),
    (SANCTUM, "timepice", "cannot read 'timepice': did you mean timepiece?"),
    (SANCTUM, "blue>twon1", "there is no structure called twon1: did you mean town1?"),
    ({**SANCTUM, "Setup": "town1=bleu"}, "", "cannot read 'town1=bleu': did you mean blue?"),
    (NICKEL, "near: erde", "cannot read 'near: erde': did you mean Ered?"),
]


@pytest.mark.parametrize(("tags", "move", "says"), MISSPELT)
def test_a_misspelt_word_gets_a_suggestion(tags: dict[str, str], move: str, says: str) -> None:
    usual = {"Game": "Initiative", "Setup": "near=Sblue,Mred;far=Sred;stack=blue,red", "Leader": "near"}
    head = tuple((name, value) for name, value in {**usual, **tags}.items() if value)
    played = play_record(parse_record(write_record(Record(head)) + (move and f"1. {move}"))[0])
    assert str(played.errors[0].message) == (move and "move 1: ") + says
    told = wording("de").tell(played.errors[0].message)
    assert told.endswith("gemeint?") and "did you" not in told


def test_a_misspelt_mark_gets_a_suggestion() -> None:
    (error,) = parse_records("1. d1 $stod").errors
    assert str(error.message) == "cannot read the mark $stod: did you mean $stood?"


def test_players_are_seats_of_their_own_game_only() -> None:
    first, second = parse_records('[Near "Alison"]\nalison: d1\n[Near "Beryl"]\nalison: d1').records
    assert [first.entries[0].seat, second.entries[0].seat] == [Seat.NEAR, None]


def test_several_records() -> None:
    records = tuple(GOLDENS.values())
    parsed = parse_records(write_records(records))
    assert parsed.errors == () and parsed.records == records
    assert f"{len(records)} records" in str(parse_record(write_records(records))[1][-1].message)
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


@pytest.mark.parametrize("bad", ["", "a  b", " a", "a{", "12.", "a 2. b", "near:d1", "a far:b", 'a"'])
def test_moves_that_cannot_be_written(bad: str) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        write_record(Record((), (Entry(bad),)))
    with pytest.raises(ValueError, match="not a tag name"):
        write_record(Record(((bad + " ", "x"),)))


def test_the_basic_variant_needs_no_other_word() -> None:
    game = GAMES["Initiative"]
    assert game.parse_rules("variant=basic") == Rules.basic()
    assert game.parse_rules("exhaustion=initiative variant=basic") == Rules.basic("initiative")
    assert game.parse_rules("variant=advanced calling=false") == Rules.advanced(calling=False)
    with pytest.raises(MalformedMove, match="the basic game has no sacrifice"):
        game.parse_rules("variant=basic sacrifice=true")


@pytest.mark.parametrize("name", GAMES)
def test_rules_text(name: str) -> None:
    game = GAMES[name]
    assert game.parse_rules(game.format_rules(game.rules)) == game.rules == game.parse_rules("")
    assert find_game(name.upper()) is game
    for bad in ("x=1", "cards=ten", "sacrifice=2", "="):
        with pytest.raises(MalformedMove):
            game.parse_rules(bad)


def test_mutated_records_do_not_crash() -> None:
    """Errors are collected and nothing else is raised; whatever was read survives a round trip."""
    pool, tally = [*GOLDENS.values(), *random_pool(4)], Tally()
    for number in range(500):
        try_text(mutated(pool, random.Random(f"20/{number}")), tally)
    assert tally.reached > 250 and set(tally.plies) == set(GAMES) and tally.illegal > 500


def test_sanctum_plays_without_seats() -> None:
    played = play_record(GOLDENS["sanctum_turns"])
    assert isinstance(played.end, Sanctum) and played.end.holder is Owner.RED and played.end.turn == 3


@pytest.mark.parametrize("name", DELTAS)
def test_structure_deltas(name: str) -> None:
    """The complete table of the rule text."""
    played = play_record(GOLDENS[f"sanctum_{name}"])
    assert isinstance(played.end, Sanctum) and played.end.holder == DELTAS[name][1]
