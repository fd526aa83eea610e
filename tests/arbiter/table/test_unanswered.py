"""An unanswered question: playing on from its first option answers it if nothing else explains the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from arbiter.events.asking import AskedReadings
from arbiter.events.types import MoveSeen, Question, QuestionWithdrawn, SessionEvent, event_from_json
from arbiter.games.logistics.card_grid import CardGrid
from arbiter.games.logistics.setup import LogisticsTable
from arbiter.record.replay import unanswered
from arbiter.table.branch import Branch
from arbiter.table.explanations import played
from arbiter.table.play import GONE_ASKED, TablePlay
from arbiter.table.readings import Reading, Readings
from arbiter.table.session import TableSession
from arbiter.table.thresholds import ACCEPT, WORTH_ASKING
from arbiter.table.unanswered import ASSUMED, Following
from arbiter.table.window import Window
from arbiter.telling.found import telling_of
from arbiter.voice.phrases import say
from arbiter.words.wording import wording
from engine.game import Seat
from engine.games import game_named
from engine.initiative.game import GAME as INITIATIVE
from engine.logistics.model import Layout
from engine.logistics.model import Rules as LogisticsRules
from engine.logistics.notation import parse_move
from engine.logistics.state import State as LogisticsState
from engine.nickel.model import SQUARES
from engine.pieces import Colour, Piece, Size
from tests.support.simulated.logistics_sim import PITCH, ROW_Y, LogisticsSim
from tests.support.simulated.sanctum_sim import Table as Sanctum
from tests.support.simulated.table_sim import Noise
from tests.support.simulated.unanswered import MISREAD, Nickel, question, told

NAMES = {"near": "Ann", "far": "Bo"}


def test_a_misread_token_that_nobody_answers_about_is_followed() -> None:
    table = Nickel()
    asked = question(table.play("a3", Colour.RED))
    taken = f"far takes a3, {table.sim.setup.board[SQUARES.index('a3')]}"
    assert asked.options[0] == taken
    assert table.feed(table.sim.still(20.0)) == [], "time alone answers nothing"
    withdrawn, *moves = table.play("e3")
    assert isinstance(withdrawn, QuestionWithdrawn) and withdrawn.taken == taken
    assert told(moves) == [("move", "a3"), ("move", "e3")]
    assert told(table.play("a4")) == [("move", "a4")]
    assert table.session.snapshot().state == table.state


def test_the_question_can_be_answered_until_the_next_move_is_read() -> None:
    table = Nickel()
    asked = question(table.play("a3", Colour.RED))
    assert table.feed(table.sim.place(Seat.NEAR, "e3", 0.6)) == []
    answer, *moves = table.session.answer(asked.id, 0)
    assert told([answer]) == [("answer", asked.options[0])]
    assert [(event.text, event.answered) for event in moves] == [("a3", True), ("e3", False)]


def test_a_token_taken_away_again_is_no_answer() -> None:
    table = Nickel()
    before = table.session.snapshot().state
    question(table.play("a3", Colour.RED))
    (withdrawn,) = table.feed(table.sim.back("a3", 4.0))
    assert isinstance(withdrawn, QuestionWithdrawn) and not withdrawn.taken
    assert table.session.snapshot().state == before


def test_an_illegal_move_played_on_stays_asked() -> None:
    """Far's token is read as one of near's, which would be out of turn."""
    table = Nickel()
    slip = next(m for m, error in table.state.plausible_illegal_moves() if error.code == "no_match")
    asked = question(table.play(slip.square, Colour.RED))
    assert "illegal" in asked.options[0]
    events = table.play(table.state.legal_moves()[0].square)
    assert not any(isinstance(event, QuestionWithdrawn) and event.taken for event in events)
    assert not any(event.kind == "move" for event in events)


def test_an_illegal_move_that_was_asked_about_and_taken_back_is_told() -> None:
    """The only other reading was that nothing was played, but a hand came and put the piece back."""
    table = Nickel()
    slip = next(m for m, error in table.state.plausible_illegal_moves() if error.code == "no_match")
    asked = question(table.play(slip.square, Colour.RED))
    assert len(asked.options) == 2 and asked.probabilities[0] > GONE_ASKED
    withdrawn, *events = table.feed(table.sim.back(slip.square, 4.0))
    assert isinstance(withdrawn, QuestionWithdrawn) and not withdrawn.taken
    assert told(events) == [("move", slip.square), ("take_back", slip.square)]
    assert [event.reading for event in events if isinstance(event, MoveSeen)] == ["N3"]


def test_what_was_asked_about_and_taken_back_is_told_though_something_else_looks_odd() -> None:
    """A square has looked doubtful since before the question, as it still does."""
    table = Nickel()
    slip = next(m for m, error in table.state.plausible_illegal_moves() if error.code == "no_match")
    question(table.play(slip.square, Colour.RED))
    play = table.session._play
    assert play is not None and play.looks is not None
    odd = next(square for square in SQUARES if square != slip.square)
    play.looks = replace(play.looks, doubted=frozenset({odd}))
    withdrawn, *events = table.feed(table.sim.back(slip.square, 4.0))
    assert isinstance(withdrawn, QuestionWithdrawn) and not withdrawn.taken
    assert told(events) == [("move", slip.square), ("take_back", slip.square)]


@pytest.mark.parametrize(("rival", "calm"), [(0.0, True), (0.06, False)])
def test_that_nothing_was_played_is_believed_if_only_none_of_these_speaks_against_it(
    monkeypatch: pytest.MonkeyPatch, rival: float, calm: bool
) -> None:
    table = Nickel()
    play = table.session._play
    assert play is not None and play.looks is not None
    play.looks = replace(play.looks, doubted=frozenset({"a1"}))
    move = table.state.legal_moves()[0]
    made = played(play.ledger, (move,))
    assert made is not None
    idle = Reading(play.ledger, 0.0, probability=0.85 - rival)
    other = Reading(made[0], 0.0, ((move, made[1][0]),), probability=rival)
    ranked = (idle, other) if rival else (idle,)
    monkeypatch.setattr(TablePlay, "_kept_readings", lambda self, *seen: Readings(ranked, 0.15))
    table.feed([*table.sim.hand(-300.0, 0.0), *table.sim.still(0.4)])
    assert play.looks.doubted
    table.feed(table.sim.still(0.6))
    assert (not play.looks.doubted) is calm


def slipped() -> tuple[Nickel, TablePlay, AskedReadings]:
    """A table on which an illegal move is asked about."""
    table = Nickel()
    slip = next(m for m, error in table.state.plausible_illegal_moves() if error.code == "no_match")
    question(table.play(slip.square, Colour.RED))
    play = table.session._play
    assert play is not None and play.asked is not None
    return table, play, play.asked


def assert_told_once_back(table: Nickel, slip: Reading, told_then: bool) -> None:
    """The illegal move is taken back: it is told, and that it was, or nothing is."""
    (move,) = slip.made
    withdrawn, *events = table.feed(table.sim.back(move.square, 4.0))
    assert isinstance(withdrawn, QuestionWithdrawn) and not withdrawn.taken
    assert told(events) == ([("move", move.square), ("take_back", move.square)] if told_then else [])


@pytest.mark.parametrize(
    ("likely", "told_then"),
    [((0.9, 0.09), True), ((0.7, 0.29), True), ((0.61, 0.38), True), ((0.55, 0.0), False)],
)
def test_of_an_illegal_and_a_legal_move_asked_about_the_illegal_one_is_told_once_it_is_taken_back(
    likely: tuple[float, float], told_then: bool
) -> None:
    """Hardly anybody takes back what is legal."""
    table, play, asked = slipped()
    (one,) = asked.readings
    move = play.ledger.state.legal_moves()[0]
    made = played(play.ledger, (move,))
    assert made is not None and made[1][0].legal
    legal = replace(one, ledger=made[0], moves=((move, made[1][0]),), probability=likely[1])
    play.asked = replace(asked, readings=(replace(one, probability=likely[0]), legal))
    assert_told_once_back(table, one, told_then)


@pytest.mark.parametrize(
    ("likely", "told_then"), [((0.8, 0.08), True), ((0.6, 0.3), False), ((0.55, 0.06), False)]
)
def test_of_two_illegal_moves_asked_about_one_taken_back_is_told_if_by_far_the_likelier(
    likely: tuple[float, float], told_then: bool
) -> None:
    table, play, asked = slipped()
    (one,) = asked.readings
    both = tuple(replace(one, probability=share) for share in likely)
    play.asked = replace(asked, readings=both)
    assert_told_once_back(table, one, told_then)


def test_a_question_waits_until_the_table_is_read_in_several_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else what was taken back after an illegal move would not be told."""
    table = Nickel()
    slip = next(m for m, error in table.state.plausible_illegal_moves() if error.code == "no_match")
    question(table.play(slip.square, Colour.RED))
    play = table.session._play
    assert play is not None and play.asked is not None
    monkeypatch.setattr(TablePlay, "_kept_readings", lambda *_: None)
    assert play._unanswered(play.asked, play.asked.table, play._window) == [] and play.asked is not None


def test_what_was_seen_under_a_question_is_not_forgotten_when_it_is_gone_again() -> None:
    """The turn marker lies during the rest in which the order is asked about, and stands again after the next
    turn. "Only a structure was removed" explains the last table, but not the one before."""
    table = Sanctum(marker=True)
    table.feed(table.sim.still(3.0))
    things = {thing.name: thing for thing in table.sim.things}
    table.sim.things.remove(things["town2"])
    things["marker"].heading = 40.0
    question(table.feed([*table.sim.hand(-90.0, -40.0), *table.sim.still(2.5)]))
    events = table.feed([*table.sim.turn(), *table.sim.change("town1", Colour.RED), *table.sim.turn()])
    moves = [event.text for event in events if isinstance(event, MoveSeen)]
    assert sorted(moves[:2]) == ["-town2", "turn"] and moves[2:] == ["turn", "red>town1", "turn"]


def test_without_turns_a_question_that_nothing_can_settle_does_not_silence_the_game() -> None:
    """The marker was touched and is hidden, so no later move shows whether a turn started. After four moves
    the session takes the likelier answer and says so."""
    table = Sanctum(marker=True)
    table.feed([*table.sim.still(3.0), *table.sim.change("town1", Colour.BLUE)])
    marker = next(thing for thing in table.sim.things if thing.name == "marker")
    table.feed(table.sim.hand(marker.x, marker.y))
    table.sim.things.remove(marker)
    table.feed(table.sim.still(0.7))
    asked = question(table.feed([*table.sim.change("town2", Colour.BLUE), *table.sim.still(2.0)]))
    assert asked.probabilities[0] < ASSUMED
    events = [
        e
        for n in range(3, 7)
        for e in table.feed([*table.sim.change(f"town{n}", None), *table.sim.still(2.0)])
    ]
    (withdrawn,) = (event for event in events if isinstance(event, QuestionWithdrawn))
    assert withdrawn.assumed and withdrawn.taken == asked.options[0]
    assert [event.text for event in events if isinstance(event, MoveSeen)][:3] == [
        "turn",
        "blue>town2",
        "-town3",
    ]


@pytest.mark.parametrize(("share", "ends", "taken"), [(0.9, True, 0), (0.9, False, None), (0.8, True, None)])
def test_after_the_last_move_the_likelier_order_is_taken(share: float, ends: bool, taken: int | None) -> None:
    """Nothing will be played that could tell whether the small or the medium one was played first."""
    found = followed(share, ends=ends).assumed(ASSUMED)
    assert (None if found is None else found.option) == taken


@pytest.mark.parametrize("likelier", [0.93, 0.8])
def test_a_very_unlikely_reading_is_not_taken_because_nothing_follows_from_the_others(
    likelier: float,
) -> None:
    """Something that was played since may have been misread."""
    found = followed(likelier, lost=True).confirmed
    assert (found is None) is (likelier > 0.9) and (found is None or found.option == 1)


@pytest.mark.parametrize(
    ("fits", "later_s", "taken"),
    [
        ((44.0, 34.0), 0.0, 0),
        ((34.0, 44.0), 0.0, 1),  # though it was half as likely when asked about
        ((38.0, 34.0), 0.0, None),
        ((44.0, 34.0), 2.0, None),  # booked at another moment: another table
    ],
)
def test_what_was_played_since_decides_if_it_fits_one_reading_far_better(
    fits: tuple[float, float], later_s: float, taken: int | None
) -> None:
    """Of two reds one was sown; when the other one is sown too, its size says which."""
    found = followed(0.67, fits=fits, later_s=later_s).confirmed
    assert (None if found is None else found.option) == taken


def test_how_well_each_booked_move_fits_is_kept() -> None:
    table = Nickel()
    for square in ("a3", "a5"):
        assert [event.kind for event in table.play(square)] == ["move"]
    fits = table.session._play.borne
    assert len(fits) == 3 and min(fits) > 5.0


def followed(
    likelier: float,
    ends: bool = False,
    lost: bool = False,
    fits: tuple[float, float] = (0.0, 0.0),
    later_s: float = 0.0,
) -> Following:
    """One move later, the two readings of a question; from the likelier one nothing follows if it is lost.
    The move ``fits`` each of them so well (log); in the second one it was booked ``later_s``."""
    first = MoveSeen(
        time_s=9.0, round=1, ply=4, seat="far", text="Lyellow", play={}, legal=True, confidence=0.9
    )
    branches = []
    for option, probability in enumerate((likelier, 1 - likelier)):
        ledger, stuck = SimpleNamespace(state_if_stood=SimpleNamespace(key=option)), lost and not option
        facts = {"over": ends, "gave_up": stuck, "asked": None, "ledger": ledger, "borne": (fits[option],)}
        last = replace(first, time_s=first.time_s + later_s * option)
        play = SimpleNamespace(**facts, step=lambda window, last=last, told=not stuck: [last] if told else [])
        reading = SimpleNamespace(plain=True, nothing=False, agreed=False, made=(), probability=probability)
        branches.append(Branch(play, reading, option, [], True))
    following = Following(tuple(branches))
    for _ in branches:
        following.step(Window(first_s=8.0, last_s=9.0))
    return following


RULES = LogisticsRules(cards=3, trios=1)
RED, GREEN = (f"far sows large {colour} from the stock" for colour in ("red", "green"))
BLUE = "near sows large blue from the stock"
CARDS = CardGrid(3, 0.0, 0.0, PITCH, 2 * ROW_Y, 88.0)


def logistics(texts: Iterable[str], noise: Noise, held: bool) -> tuple[list[SessionEvent], bool]:
    """All events of the turns, and whether the session's table is the true one.

    Far's large green looks red from its first sow on. ``held``: far holds the large red meanwhile.
    """
    layout, red = Layout.standard(RULES), Piece(Size.LARGE, Colour.RED)
    sim = LogisticsSim(seed=3, fps=15.0, layout=layout)
    session, state = TableSession(LogisticsTable(RULES, grid=CARDS)), LogisticsState.start(layout, RULES)
    log = [event for frame in sim.still(2.4) for event in session.observe(frame)]
    for text in texts:
        state = state.force(parse_move(text, state, check=False)).state
        log += [event for frame in sim.hand(0.0, 0.0, 0.2) for event in session.observe(frame)]
        sim.lay(state.layout)
        if text == "far: Lgreen":
            green = next(thing for thing in sim.things if thing.name == "far1")
            green.lookalikes, sim.noise = ((red.colour, red.size),), noise
            stock = [each for each in sim.things if each.name.startswith("far stock") and held]
            sim.unseen = {each.name for each in stock if each.pieces == (red,)}
        log += [event for frame in sim.still(4.0) for event in session.observe(frame)]
    shown = session.snapshot().state
    return log, shown is not None and shown.layout == state.layout


def test_in_logistics_a_doubtful_head_is_not_taken_and_play_tells_what_it_was() -> None:
    """Red having been sown is the first option but not a sure one, so playing on does not confirm it."""
    turns = ("near: Mblack", "far: Lgreen", "near: Lblue", "far: card1", "near: card1")
    log, right = logistics(turns, MISREAD, held=False)
    (asked,) = (event for event in log if isinstance(event, Question))
    assert asked.options[:2] == (RED, GREEN) and WORTH_ASKING < asked.probabilities[0] < ACCEPT
    assert [e.taken for e in log if isinstance(e, QuestionWithdrawn)] == [""]  # the following moves settle it
    moves = [text for kind, text in told(log) if kind == "move"]
    assert moves == ["Mblack", "Lgreen", "Lblue", "card1", "card1"] and right


def test_two_close_readings_stay_asked_however_play_goes_on() -> None:
    log, _ = logistics(("near: Mblack", "far: Lgreen", "near: Lblue"), Noise(bias_share=1.0), held=True)
    first, second = (event for event in log if isinstance(event, Question))
    assert {GREEN, RED} <= set(first.options)
    close = f"{GREEN}, then {BLUE}", f"{RED}, then {BLUE}"
    assert all(any(option.startswith(each) for option in map(str, second.options)) for each in close)
    assert [event.taken for event in log if isinstance(event, QuestionWithdrawn)] == [""]
    assert [text for kind, text in told(log) if kind == "move"] == ["Mblack"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "You play on from it, so I take it: Ann takes a4."),
        ("de", "Ihr spielt damit weiter, also gilt: Ann nimmt a4."),
    ],
)
def test_it_is_said_and_kept_with_the_record(language: str, text: str) -> None:
    event = QuestionWithdrawn(time_s=3.0, id=1, taken=telling_of(game_named("Nickel")).title("near", "a4"))
    assert event_from_json(event.kind, event.to_json()) == event
    utterance = say(event, INITIATIVE, NAMES, language)
    assert utterance is not None and utterance.text == text


def test_the_review_tells_what_was_taken() -> None:
    text = unanswered(telling_of(game_named("Nickel")).title("near", "a4"))
    assert text == "nobody answered and play went on, so it was taken: near takes a4"
    german = wording("de").tell(text, NAMES)
    assert german.startswith("niemand antwortete und es ging weiter, also galt: Ann") and "a4" in german
