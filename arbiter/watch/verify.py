"""Checks a record against its own footage: the game is watched again, and differences are reported.

The footage goes through the whole pipeline and a new session, and people's decisions in the recorded game are
repeated at the same times. Then the two games are compared step by step.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from arbiter.camera.framing import recorded
from arbiter.camera.several import SeveralEyes
from arbiter.events.game_notation import setup_text
from arbiter.events.orders import Orders
from arbiter.record.footage import StillsSource, lead_of, sources_of
from arbiter.record.record import Record
from arbiter.record.replay import Step, read_game, read_rules
from arbiter.story.story import Story, clock, read_story
from arbiter.watch.announcer import Announcer
from arbiter.watch.decisions import Decision, Repeat, by_people, decisions
from arbiter.watch.loop import WatchLoop
from arbiter.watch.options import WatchOptions
from arbiter.watch.preparation import open_game
from arbiter.watch.table import Table
from arbiter.watch.timing import Stats
from arbiter.watch.watch import Parts, looking
from arbiter.words.describe import read_names
from arbiter.words.exits import UserError
from arbiter.words.progress import OnPart, nobody
from arbiter.words.wording import Wording, wording
from calibration.store import Calibration
from engine.games import game_of
from engine.message import Messages, Said
from vision.source.frames import Frame, FrameSource
from vision.source.several import SeveralSources

say = Messages("arbiter")

ENGLISH = wording()
COMPARED = frozenset({"setup", "move", "amended", "take_back", "illegal_stood", "round_over", "match_over"})


@dataclass(frozen=True)
class Fact:
    """One recorded step of a game; facts of two records are the same if their keys are."""

    step: Step
    text: str
    people: bool

    @property
    def key(self) -> tuple[str, int, int, str]:
        """What two facts are compared by."""
        return self.step.kind, self.step.round, self.step.ply, self.text

    def words(self, say: Wording) -> str:
        """The step's place and content, in a few words."""
        kind = say.say(f"verify_kind-{self.step.kind}")
        slots = {"round": self.step.round, "ply": self.step.ply, "kind": kind}
        text = _told(self.step, say)
        return say.say("verify_ply" if self.step.ply else "verify_step", text=text, **slots).rstrip()


@dataclass(frozen=True)
class Parting:
    """A difference: facts that only the record has, and what the replay has in their place."""

    recorded: tuple[Fact, ...]
    replayed: tuple[Fact, ...]

    @property
    def time_s(self) -> float:
        """When it happened: in the record's time, or else in the replay's."""
        return (self.recorded or self.replayed)[0].step.entry.time_s


@dataclass(frozen=True)
class Verified:
    """The result of a comparison.

    ``agreed`` facts are in both; ``people`` were decided by people in the record (some of them are agreed
    too); ``missed`` decisions could not be repeated in the replay; ``problems`` are times and messages where
    the record contradicts the rules.
    """

    source: Said
    agreed: tuple[Fact, ...]
    partings: tuple[Parting, ...]
    people: tuple[Fact, ...]
    missed: tuple[Decision, ...]
    problems: tuple[tuple[float, Said], ...]

    @property
    def same(self) -> bool:
        """Whether record and replay agree in everything seen, and the record follows the rules."""
        return not self.partings and not self.problems


def verify(
    record: Record,
    source: FrameSource,
    parts: Parts | None = None,
    colours: Path | None = None,
    on_part: OnPart = nobody,
) -> Verified:
    """Watch the footage again and compare; raises what watching raises.

    ``source`` is left open for the caller to close; ``colours`` is the file of the set's colours.
    """
    parts = parts or Parts()
    story = read_story(record)
    with tempfile.TemporaryDirectory(prefix="arbiter-verify-") as folder:
        again, missed = _watch(record, source, Path(folder) / "again.game", parts, colours, on_part)
    return compare(story, again, _called(source), missed)


def _called(source: FrameSource) -> Said:
    """The name of the footage."""
    if isinstance(source, SeveralSources):
        return ", ".join(each.spec for each in source.sources)
    return source.called if isinstance(source, StillsSource) else source.spec


def compare(story: Story, again: Story, source: Said, missed: Iterable[Decision] = ()) -> Verified:
    """Compare two stories of one game; the first is the record's."""
    recorded, replayed = tuple(facts(story)), tuple(facts(again))
    matcher = SequenceMatcher(None, [f.key for f in recorded], [f.key for f in replayed], autojunk=False)
    agreed: list[Fact] = []
    partings: list[Parting] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            agreed += recorded[a:b]
        elif not (a < b and all(fact.people for fact in recorded[a:b])):
            partings.append(Parting(recorded[a:b], replayed[c:d]))
    people = tuple(fact for fact in recorded if fact.people)
    problems = dict.fromkeys((step.entry.time_s, step.problem) for step in story.steps if step.problem)
    return Verified(source, tuple(agreed), tuple(partings), people, tuple(missed), tuple(problems))


def facts(story: Story) -> Iterator[Fact]:
    """The facts of a story that are compared, in order."""
    for step in story.steps:
        if step.kind in COMPARED and not (step.kind == "setup" and step.data.get("problems")):
            decided = bool(step.data.get("ruling")) or isinstance(step.data.get("corrected"), Mapping)
            yield Fact(step, _text(step), decided or by_people(step.entry))


def _text(step: Step) -> str:
    """The text that a step is compared by."""
    if step.kind == "setup":
        return json.dumps(step.data.get("setup"), sort_keys=True, default=str)
    return _told(step, wording())


def _told(step: Step, say: Wording) -> str:
    """A step in words; a set-up in the game's notation."""
    if step.kind == "setup":
        game, setup = game_of(step.after), step.data.get("setup") or {}
        return str(setup) if game is None else setup_text(game, setup)
    if step.kind in ("round_over", "match_over"):
        outcome = step.data.get("outcome") or step.data
        score, winner = (outcome.get("score") or {}).get("total"), outcome.get("winner")
        won = say.say("verify_wins", who=winner) if winner else say.say("verify_draw")
        return f"{won}{'' if score is None else f' {score}'}"
    legal = step.data.get("legal", True)
    illegal = "" if legal else f" ({say.say('verify_illegal', rule=step.data.get('reading'))})"
    return f"{step.data.get('seat')} {step.data.get('text')}{illegal}"


def _watch(
    record: Record, source: FrameSource, target: Path, parts: Parts, colours: Path | None, on_part: OnPart
) -> tuple[Story, tuple[Decision, ...]]:
    """Watch the game again into a new record; returns its story and the decisions that were missed."""
    options = _options(record, source, target, colours)
    stills = source if isinstance(source, StillsSource) else None
    placed = parts.place(source, None, _known(record, source))
    framing, eyes = looking(options, replace(parts, tell=lambda line: None), placed.calibration)
    game = open_game(options, framing)
    with game.record:
        stats, orders = Stats(), Orders()
        announcer = Announcer(game.record, None, options.players, lambda line: None, stats)
        several = eyes if isinstance(eyes, SeveralEyes) else None
        table = Table(eyes, framing, game.session, announcer, game.record, orders, stats, several=several)
        loop = WatchLoop(table, lambda line: None)
        repeat = Repeat(
            decisions(record.entries()),
            lambda made: stills.due_s(made.entry.id) if stills else made.time_s,
            lambda: loop.snapshot,
        )
        loop.run(repeat.frames(_with_progress(placed.frames, record, stills, on_part), orders))
        return read_story(game.record), tuple(repeat.missed)


def _known(record: Record, source: FrameSource) -> Calibration | None:
    """The leading camera's calibration at the start, from the record; ``None`` if its film is not used."""
    header, name = record.header_at(0), Path(source.spec).name
    several = len(sources_of(header)) > 1 and not isinstance(source, StillsSource)
    if several and name != Path(sources_of(header)[lead_of(header)]).name:
        return None
    return recorded(header, sent=not isinstance(source, StillsSource))


def _with_progress(
    frames: Iterable[Frame], record: Record, stills: StillsSource | None, on_part: OnPart
) -> Iterator[Frame]:
    """The frames; each reports the progress towards the record's last entry."""
    last = max((entry.time_s for entry in record.entries()), default=0.0)
    most = stills.shots[-1].end_s if stills else last
    for frame in frames:
        on_part(min(frame.time_s, most), most)
        yield frame


def _options(record: Record, source: FrameSource, target: Path, colours: Path | None) -> WatchOptions:
    """Options to watch the recorded game again, without a page or a voice."""
    header = record.header
    return WatchOptions(
        game=read_game(header).name.lower(),
        source=source,
        players=read_names(header),
        palette=str(header.get("palette", "rainbow")),
        rules=read_rules(header),
        rounds=int(header.get("rounds", 1)),
        table=header.get("table") or {},
        record=target,
        colours=colours,
        voice=False,
        headless=True,
    )


def colours_of(header: Mapping[str, Any], given: Path | str | None = None) -> Path | None:
    """The file of the set's colours: the one ``given``, else the one that the header names.

    Raises ``UserError`` if the file does not exist.
    """
    path = given or header.get("colours")
    if not path:
        return None
    if not Path(path).is_file():
        raise UserError(say("file_no_colours", raw=path))
    return Path(path)


def verified_lines(found: Verified, name: str, say: Wording = ENGLISH) -> Iterator[str]:
    """The result as lines for the terminal."""
    plies, source = sum(bool(fact.step.ply) for fact in found.agreed), say.tell(found.source)
    yield say.say("verify_head", name=name, source=source, steps=len(found.agreed), plies=plies)
    agreed = set(map(id, found.agreed))
    for fact in found.people:
        key = "verify_people" if id(fact) in agreed else "verify_people_not"
        yield f"  {clock(fact.step.entry.time_s)}  {say.say(key, what=fact.words(say))}"
    for made in found.missed:
        yield f"  {clock(made.entry.time_s)}  {say.say('verify_missed', what=say.tell(made.text))}"
    for number, parting in enumerate(found.partings):
        head = say.say("verify_then" if number else "verify_first", what=_several(parting.recorded, say))
        yield f"  {clock(parting.time_s)}  {head}"
        yield f"           {say.say('verify_replay', what=_several(parting.replayed, say))}"
    for time_s, problem in found.problems:
        yield f"  {say.say('verify_rules', what=f'{clock(time_s)} {say.tell(problem)}')}"
    yield say.say("verify_agree" if found.same else "verify_part")


def _several(found: tuple[Fact, ...], say: Wording) -> str:
    if not found:
        return say.say("verify_nothing")
    shown = "; ".join(_short(fact.words(say)) for fact in found[:4])
    return shown if len(found) <= 4 else say.say("verify_more", what=shown, n=len(found) - 4)


def _short(words: str) -> str:
    return words if len(words) <= 90 else f"{words[:87]}..."
