"""A drafted match from first frame to record: hand-over to the round, Draft tag, review, resuming."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from threading import Event

import pytest

from arbiter.cli.commands.watch import table_facts
from arbiter.cli.main import build_parser, main
from arbiter.events.types import EVENTS, MoveSeen, Notice, Question, SessionEvent, SetupSeen, event_from_json
from arbiter.games.initiative.draft.session import DraftedSession
from arbiter.games.initiative.setup.watch import LEFT_OVER
from arbiter.kit.catalog import session_of
from arbiter.pages.live_view import page_state
from arbiter.record.record import Record
from arbiter.review.statistics import game_statistics
from arbiter.story.case import find_case
from arbiter.story.records import drafted, story_records
from arbiter.story.story import Story, read_story, story_json
from arbiter.voice.phrases import say
from arbiter.watch import watch
from arbiter.words.exits import UsageError
from arbiter.words.wording import wording
from engine.game import Seat, plain
from engine.initiative.draft import Draft
from engine.initiative.draft_model import Draw, Move, Take
from engine.initiative.draft_notation import parse_draft
from engine.initiative.examples import ROUNDS
from engine.initiative.game import GAME as INITIATIVE
from engine.initiative.model import Play, Rules
from engine.pieces import Colour, Piece, Size
from engine.playback import play_record
from engine.record.parser import parse_records
from tests.support.simulated.draft_sim import PLACES, DraftSim, stack_of
from tests.support.watched_table import SimSource, options, parts
from tests.support.words import texts
from vision.observation import TableObservation

NAMES = {Seat.NEAR: "Alison", Seat.FAR: "Kristin"}
SEED = 1


class Film:
    """A drafted match, acted: a random draft with a slip taken back, the markers cleared, then two plays.

    ``draft`` is the truth; ``answer`` maps the text of each question to its answer.
    """

    def __init__(self, seed: int = SEED) -> None:
        self.sim = DraftSim(stack=stack_of(seed), seed=seed)
        self.dice = random.Random(seed)
        self.draft = Draft.start(self.sim.stack.colours, self.sim.stack.size, Seat.NEAR)

    def frames(self) -> Iterator[TableObservation]:
        yield from self.sim.still(1.5)
        while self.draft.setup is None:
            if len(self.draft.history) == 4:
                slip = next(self._slips())
                yield from self.sim.act(slip)
                yield from self.sim.undo(slip)
            yield from self.step(self.move())
        yield from self.sim.still(6.0)
        yield from self.put_away()
        leader = self.dice.choice(self.draft.near)
        yield from self.sim.play(Play(Seat.NEAR, leader))
        yield from self.sim.still(1.0)

    def _slips(self) -> Iterator[Move]:
        """Slips: pyramids put at a marker that is full or closed."""
        for marker in {1, 2, 3} - set(self.draft.open_rows):
            yield Draw(self.draft.mover or Seat.NEAR, next(iter(self.draft.bag)), marker)

    def move(self) -> Move:
        moves = self.draft.legal_moves()
        takes = [move for move in moves if isinstance(move, Take)]
        draws = [move for move in moves if isinstance(move, Draw)]
        early = len(self.draft.history) < 4
        if takes and (not draws or (self.dice.random() < 0.4 and not early)):
            return self.dice.choice(takes)
        beside = [move for move in draws if move.marker == 1]
        return self.dice.choice(beside if early and beside else draws)

    def step(self, move: Move) -> Iterator[TableObservation]:
        self.draft = self.draft.apply(move).state
        return self.sim.act(move)

    def put_away(self, pause: float = 4.5) -> Iterator[TableObservation]:
        """The pieces left at the markers go into the bag; the pieces taken become the inventories."""
        yield from self.sim.hand(0, 0)
        self.sim.things = [thing for thing in self.sim.things if not thing.name.startswith("marker")]
        for seat in Seat:
            for thing in self.sim.lying(str(seat)):
                thing.name = f"{seat}-inventory"
        yield from self.sim.still(pause)


class Table:
    """A session at a film's table; the only question, who begins, is answered with near."""

    def __init__(self, film: Film) -> None:
        self.session = DraftedSession(Rules.basic())
        self.film, self.events = film, list[SessionEvent]()

    def feed(self, frames: Iterable[TableObservation]) -> list[SessionEvent]:
        before = len(self.events)
        for frame in frames:
            self.events += self.session.observe(frame)
            question = self.session.snapshot().question
            if question is not None:
                self.events += self.session.answer(question.id, 0)
        return self.events[before:]

    def again(self) -> Table:
        """The same table with a session resumed from what was recorded."""
        other = Table(deepcopy(self.film))
        other.events = list(self.events)
        other.session.resume((event.kind, event.to_json()) for event in self.events)
        return other


@pytest.fixture(scope="module")
def over() -> Table:
    """A session whose draft has just ended."""
    table = Table(Film(2))
    table.feed(table.film.sim.still(1.5))
    while table.film.draft.setup is None:
        table.feed(table.film.step(table.film.move()))
    assert table.session.snapshot().phase == "drafted"
    return table


def test_a_draft_is_handed_over_to_its_match(over: Table) -> None:
    table = over.again()
    draft, snapshot = table.film.draft, table.session.snapshot()
    assert snapshot.state == draft and (snapshot.round, snapshot.match_over) == (0, False)
    (told,) = table.feed(table.film.sim.still(6.0))
    assert isinstance(told, SetupSeen) and told.problems == (LEFT_OVER,) and told.round == 1
    (begun,) = table.feed(table.film.put_away())
    assert isinstance(begun, SetupSeen) and not begun.problems and begun.round == 1
    snapshot = table.session.snapshot()
    assert (snapshot.phase, snapshot.round, snapshot.game.name) == ("play", 1, "Initiative")
    setup = snapshot.state.setup
    assert Counter(setup.near) == Counter(draft.near) and Counter(setup.far) == Counter(draft.far)
    assert (setup.stack, setup.stack_size) == (draft.stack, draft.stack_size)


def test_a_marker_that_looks_like_a_pyramid_is_none_in_the_match_either() -> None:
    table = Table(Film(2))
    table.film.sim._put("paper", (Piece(Size.SMALL, Colour.YELLOW),), PLACES[2], 1)
    table.feed(table.film.sim.still(4.0))
    table.feed(table.film.frames())
    (asked,) = [each for each in table.events if isinstance(each, Question) and "the marker" in each.text]
    assert asked.options[0] == "the marker itself"
    begun = [each for each in table.events if isinstance(each, SetupSeen) and not each.problems]
    assert [each.round for each in begun] == [0, 1]
    (play,) = [each for each in table.events if isinstance(each, MoveSeen) and each.round == 1]
    assert play.legal and not any(isinstance(each, Notice) for each in table.events)


def test_another_set_up_than_the_one_drafted_is_told(over: Table) -> None:
    table = over.again()
    near, far = (table.film.sim.lying(str(seat))[0] for seat in Seat)
    near.x, near.y, far.x, far.y = far.x, far.y, near.x, near.y
    near.name, far.name = far.name, near.name
    told = table.feed(table.film.put_away(8.0))
    lines = [line for each in told if isinstance(each, SetupSeen) for line in texts(each.problems)]
    assert lines and all("are not those that were drafted: near lacks" in line for line in lines)
    assert table.session.snapshot().phase == "drafted"


def test_the_end_of_a_draft_is_taken_back_by_word(over: Table) -> None:
    table = over.again()
    events = table.session.take_back()
    assert [event.kind for event in events] == ["take_back"] and events[0].to_json()["round"] == 0
    snapshot = table.session.snapshot()
    assert snapshot.phase == "draft" and snapshot.state.history == table.film.draft.history[:-1]


@pytest.mark.parametrize("part", [0.05, 0.3, 0.8])
def test_going_on_with_a_record_in_the_middle(over: Table, part: float) -> None:
    events = over.events[: round(part * len(over.events))]
    session = DraftedSession(Rules.basic())
    session.resume((event.kind, event.to_json()) for event in events)
    told = [event for event in events if isinstance(event, MoveSeen)]
    state = session.snapshot().state
    assert session.snapshot().phase == "draft" and len(state.history) == len(told)
    assert state.history == over.film.draft.history[: len(told)]


def test_the_draft_is_put_right_by_word_while_its_match_is_set_up(over: Table) -> None:
    table = over.again()
    draft = table.film.draft
    number, was = next((n, m) for n, m in enumerate(draft.history, 1) if isinstance(m, Draw))
    other = next(piece for piece in draft.bag if piece != was.piece)
    word = f"{other.size.word} {other.colour.value} at {was.marker}"
    events = table.session.correct("replace", number, word)
    assert [event.kind for event in events] == ["correction"] and events[0].to_json()["round"] == 0
    assert table.session.snapshot().state.history[number - 1] == Draw(was.seat, other, was.marker)
    again = DraftedSession(Rules.basic())
    again.resume((event.kind, event.to_json()) for event in [*table.events, *events])
    assert again.snapshot().state == table.session.snapshot().state


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_shows_the_draft(language: str) -> None:
    table, words = Table(Film(2)), wording(language)
    waiting = page_state(table.session.snapshot(), NAMES, words)
    assert waiting["svg"] == ""
    table.feed(table.film.sim.still(1.5))
    for _ in range(6):
        table.feed(table.film.step(table.film.move()))
    shown = page_state(table.session.snapshot(), NAMES, words)
    assert shown["svg"].startswith("<svg") and shown["scores"].keys() == {"near", "far"}
    assert [label for label, _ in shown["facts"]][:3] == [words.say("draft_marker", n=n) for n in (1, 2, 3)]
    assert shown["legal"] and shown["say"].startswith(tuple(NAMES.values()))
    english = ("marker", "draws", "draft", "taken", "closed", "full", "Bag", "may be", "last move")
    said = " ".join([shown["say"], shown["heading"], *shown["legal"], shown["table"], shown["svg"]])
    plain = "".join(part.rpartition("<")[0] for part in said.split(">"))
    found = [word for word in english if word.lower() in plain.lower().replace("marke", "")]
    assert language == "en" or not found, plain


# ----- watched from the first frame to the last


class Typed:
    """Types one line into the terminal before a frame, and holds the film until the line has been read."""

    def __init__(self, line: str, frame: int) -> None:
        self.line, self.frame = line, frame
        self.due, self.taken = Event(), Event()

    def lines(self) -> Iterator[str]:
        self.due.wait()
        yield self.line
        self.taken.set()

    def before(self, number: int) -> None:
        if number == self.frame:
            self.due.set()
            assert self.taken.wait(60)


FIRST_DRAW = 33
"""By this frame somebody has drawn a pyramid and the arbiter asks who."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Film, list[str]]:
    """A drafted match with a slip watched into a record, and the lines printed."""
    path, film, lines = tmp_path_factory.mktemp("draft") / "a.game", Film(), list[str]()
    typed = Typed("1", FIRST_DRAW)
    source = SimSource(film.frames(), before=typed.before)
    facts = {"rules": Rules.basic(), "rounds": 2, "table": {"draft": True}, "players": NAMES}
    asked = options(source, ROUNDS["basic"], path, **facts)
    assert watch.run(asked, parts(source, lines, keys=typed.lines)) == 0
    return path, film, lines


@pytest.fixture(scope="module")
def match(watched: tuple[Path, Film, list[str]]) -> tuple[Path, Film]:
    return watched[:2]


def test_a_draft_and_its_match_are_one_game(watched: tuple[Path, Film, list[str]]) -> None:
    path, _, lines = watched
    told = "\n".join(lines)
    assert "Near puts" not in told and "One: Alison puts" in told
    assert lines.index(next(line for line in lines if "The draft is over" in line)) < lines.index(
        next(line for line in lines if "Ready. The stack" in line)
    )
    assert any(line.startswith("in the middle of round 1 of 2") for line in lines)
    with Record.open(path, readonly=True) as record:
        assert record.header["table"] == {"draft": True}
        rounds = [entry.data["round"] for entry in record.entries() if "round" in entry.data]
    assert rounds == sorted(rounds) and set(rounds) == {0, 1}


def written(path: Path, events: Iterable[SessionEvent]) -> Path:
    facts = {"game": "initiative", "rules": plain(Rules.basic()), "rounds": 2, "table": {"draft": True}}
    facts["players"] = {seat.value: name for seat, name in NAMES.items()}
    with Record.create(path, facts) as record:
        for event in events:
            record.append(event.kind, event.time_s, event.to_json())
    return path


def story_of(path: Path) -> Story:
    with Record.open(path, readonly=True) as record:
        return read_story(record)


def test_record_is_written_with_the_draft_tag(match: tuple[Path, Film], tmp_path: Path) -> None:
    path, film = match
    text = tmp_path / "a.txt"
    assert main(["export", str(path), "--format", "text", "-o", str(text)]) == 0
    (record,) = parse_records(text.read_text()).records
    played = play_record(record)
    assert not played.errors and len(played.plies) == 1
    start = Draft.start(film.draft.stack, film.draft.stack_size, Seat.NEAR)
    assert parse_draft(str(record.tag("Draft")), start) == film.draft
    assert main(["judge", str(path)]) == 0


def test_an_interrupted_draft_is_written_as_a_comment(match: tuple[Path, Film], tmp_path: Path) -> None:
    with Record.open(match[0], readonly=True) as record:
        known = [event_from_json(e.kind, e.data) for e in record.entries() if e.kind in EVENTS]
    story = story_of(written(tmp_path / "b.game", known[:12]))
    (record,) = story_records(story)
    assert not record.tag("Draft") and not record.tag("Setup")
    assert "The draft as far as it was read: near:" in record.items[0].text
    assert drafted(story.steps) is not None


def test_draft_is_reviewed_step_by_step(match: tuple[Path, Film]) -> None:
    story = story_of(match[0])
    shown = story_json(story)
    assert not [step["problem"] for step in shown["steps"] if step["problem"]]
    drafts = [step for step in shown["steps"] if step["round"] == 0]
    assert all(step["diagram"] for step in drafts[1:]) and drafts[0]["title"] == "Set-up"
    (slip,) = [step for step in drafts if step["verdict"]["word"] == "Illegal"]
    assert slip["verdict"]["rules"] == ["I14"] and slip["fate"] == "taken_back"
    taken = [step for step in drafts if "row of marker" in step["title"]]
    assert taken and "has to wait" in taken[0]["verdict"]["sentence"]
    assert [step["round"] for step in shown["steps"] if step["kind"] == "setup"] == [0, 1, 1]
    figures = game_statistics(story)
    assert (figures["rounds"], figures["plies"]) == (1, 1)
    assert figures["illegal"]["by_rule"] == {"I14": 1}


def of_match(story: Story) -> list[tuple[str, object]]:
    played = [(step.kind, step.after) for step in story.steps if step.round > 0]
    return [(kind, after) for kind, after in played if not isinstance(after, Draft)]


def test_the_draft_of_a_finished_file_is_put_right(match: tuple[Path, Film], tmp_path: Path) -> None:
    path = tmp_path / "b.game"
    shutil.copy(match[0], path)
    before = story_of(path)
    assert main(["correct", str(path), "--round", "0", "--move", "1", "--refuse"]) == 0
    after = story_of(path)
    rulings = [
        step.data["ruling"]["op"] for step in after.steps if step.round == 0 and step.data.get("ruling")
    ]
    assert rulings == ["refuse"] and not [step.problem for step in after.steps if step.problem]
    assert of_match(after) == of_match(before)
    assert main(["correct", str(path), "--round", "0", "--undo"]) == 0
    told = [(step.kind, step.after) for step in story_of(path).steps if step.kind != "correction"]
    assert told == [(step.kind, step.after) for step in before.steps]


def test_a_move_of_the_draft_is_disputed(match: tuple[Path, Film]) -> None:
    story = story_of(match[0])
    case = find_case(story, number=0, move=2)
    assert case.where.startswith("Draft, move 2, ") and case.title.startswith("Kristin: ")
    assert main(["dispute", str(match[0]), "--round", "0", "--move", "2"]) == 0
    with pytest.raises(UsageError, match="there is no move 9"):
        find_case(story, number=1, move=9)


def test_everything_of_a_draft_is_said(match: tuple[Path, Film]) -> None:
    with Record.open(match[0], readonly=True) as record:
        events = [event_from_json(e.kind, e.data) for e in record.entries() if e.kind in EVENTS]
    names = {seat.value: name for seat, name in NAMES.items()}
    told = {code: [say(event, INITIATIVE, names, code) for event in events] for code in ("en", "de")}
    english = " ".join(each.text for each in told["en"] if each)
    for part in (
        "The draft begins. The stack, from the top: ",
        "Alison puts a ",
        "Kristin draws for marker 1, 2 or 3, or takes a row.",
        "Marker 1 is full.",
        "That is not legal: marker 1 has two pyramids: no more may be put there.",
        " takes back: ",
        "is closed and",
        "All markers are open again.",
        "The draft is over: both have ten pyramids.",
        "Put the pyramids that are left at the markers into the bag.",
    ):
        assert part in english, part
    german = " ".join(each.text for each in told["de"] if each)
    assert "marker" not in german and "pyramids" not in german and "Marke 1 ist voll." in german


def test_watching_a_draft_is_asked_for_on_the_command_line(tmp_path: Path) -> None:
    parser = build_parser()
    record = str(tmp_path / "a.game")
    asked = parser.parse_args(["watch", "initiative", "--draft", "--palette", "xeno", "--record", record])
    assert table_facts(asked) == {"draft": True}
    session = session_of("initiative", Rules.basic(), "xeno", 1, {"draft": True})
    assert isinstance(session, DraftedSession) and session.snapshot().rounds == 1
    with pytest.raises(UsageError, match="only initiative has --draft"):
        table_facts(parser.parse_args(["watch", "nickel", "--draft", "--record", record]))
