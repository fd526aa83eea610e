"""Questions that the arbiter asks while it watches a film, answered at once with the film's truth."""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np

from arbiter.events.types import Question, SessionEvent
from arbiter.games.initiative.setup.questions import BEGUN
from arbiter.games.initiative.setup.things import ORDINALS
from arbiter.games.logistics.setup import ALL_THERE, EMPTY
from arbiter.kit.session import Session
from arbiter.table.frames import Snapshot
from arbiter.table.reports import LOST
from engine.message import Message, Said
from vision.observation import TableObservation

copyreg.pickle(MappingProxyType, lambda table: (MappingProxyType, (dict(table),)))

PIECES = {"setup": "pieces", "between": "pieces_between"}
"""Where the truth has what stands there, by the session's phase."""
MOST_ASKED = 12
"""So many questions in a row are answered before the film goes on."""


@dataclass(frozen=True)
class Told:
    """One ply as the arbiter reported it: ``kind`` is ``play``, ``illegal`` or ``take_back``; ``asked`` if
    people decided."""

    kind: str
    seat: str
    text: str
    reading: str = ""
    asked: bool = False
    ply: int = 0

    @property
    def step(self) -> tuple[str, str, str]:
        """What has to be right."""
        return self.kind, self.seat, self.text


@dataclass
class Log:
    """The plies told so far, folded from events in order."""

    told: list[Told] = field(default_factory=list)
    _answered_s: float = -1.0

    def take(self, kind: str, data: Mapping[str, Any]) -> None:
        """One event as records hold it."""
        if kind == "answer":
            self._answered_s = data["time_s"]
        asked = bool(data.get("answered")) or data.get("time_s") == self._answered_s
        if kind == "move" and data.get("play", {}).get("virtual"):
            return  # nobody's hand makes a virtual play
        if kind == "move" and data.get("agreed"):
            return  # the game went on from how the table lay: nothing was told
        if kind == "move":
            legal = "play" if data["legal"] else "illegal"
            self._add(Told(legal, data["seat"], data["text"], data.get("reading") or "", asked, data["ply"]))
        elif kind == "take_back":
            self._add(Told("take_back", data["seat"], data["text"], "", asked, data["ply"]))
        elif kind == "amended":
            at = max(i for i, told in enumerate(self.told) if told.text == data["before"])
            was = self.told[at]
            self.told[at] = replace(was, seat=data["seat"], text=data["text"], asked=was.asked or asked)

    def _add(self, told: Told) -> None:
        self.told.append(told)


def standing(acted: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """What was acted without what was taken back."""
    left = list[tuple[str, str, str]]()
    for kind, seat, text in acted:
        if kind == "take_back":
            left.pop()
        else:
            left.append((kind, seat, text))
    return left


def _given(said: Said, name: str) -> Any:
    """An argument of a message; ``None`` where there is none."""
    return dict(said.arguments).get(name) if isinstance(said, Message) else None


@dataclass
class Truthful:
    """A session whose questions are answered from a film's ground truth; otherwise the session itself.

    ``asked`` counts the questions.
    """

    session: Session
    truth: Mapping[str, Any]
    asked: int = 0
    log: Log = field(default_factory=Log)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)

    def observe(self, frame: TableObservation, later: bool = False) -> tuple[SessionEvent, ...]:
        """As the session's, with questions and their answers."""
        events = self._taken(self.session.observe(frame, later))
        for _ in range(MOST_ASKED):
            question = next((each for each in reversed(events) if isinstance(each, Question)), None)
            open_ = self.session.snapshot().question
            if question is None or open_ is None or open_.id != question.id:
                break
            self.asked += 1
            answer = self.session.answer(question.id, self._option(question, self.session.snapshot()))
            events = (*events, *self._taken(answer))
        return events

    def _taken(self, events: Iterable[SessionEvent]) -> tuple[SessionEvent, ...]:
        kept = tuple(events)
        for event in kept:
            self.log.take(event.kind, event.to_json())
        return kept

    def _option(self, question: Question, snapshot: Snapshot) -> int:
        if said := {ALL_THERE, EMPTY} & set(question.options):
            return question.options.index(*said)
        if question.text != BEGUN and snapshot.phase in PIECES and question.boxes:
            word, options = self._word_at(question.boxes[0], PIECES[snapshot.phase]), question.options
            if (ordinal := _given(question.text, "ordinal")) is not None and "," in word:
                word = word.split(", ")[ORDINALS.index(ordinal)]
            return next((i for i, each in enumerate(options) if str(each) == word), self._none(question))
        if question.text == LOST:
            return self._as_it_lies(question)
        acted = [(step["kind"], step["seat"], step["text"]) for step in self.truth["steps"]]
        if question.text == BEGUN:
            acted = standing(acted)
        best, most = self._none(question), 0
        for option in range(len(question.options) - 1):
            tried, log = copy.deepcopy((self.session, self.log))
            for event in tried.answer(question.id, option):
                log.take(event.kind, event.to_json())
            told = [each.step for each in log.told]
            if told == acted[: len(told)] and len(told) > most:
                best, most = option, len(told)
        return best

    def _as_it_lies(self, question: Question) -> int:
        """To go on from how it lies with whoever plays next, in a rest; else to keep waiting."""
        steps, now = self.truth["steps"], question.time_s
        resting = not any(step["hand_in_s"] <= now <= step["hand_out_s"] for step in steps)
        mover = next((step["seat"] for step in steps if step["hand_in_s"] > now), "")
        found = [i for i, each in enumerate(question.options) if _given(each, "who") == mover]
        return found[0] if resting and mover and found else self._none(question)

    @staticmethod
    def _none(question: Question) -> int:
        return len(question.options) - 1

    def _word_at(self, box: tuple[float, ...], which: str) -> str:
        """What stands at a place of the picture at first, or between the rounds."""
        camera, pieces = self.truth["camera"], self.truth.get(which, [])
        if not pieces:
            return ""
        points = np.array([(p["x_mm"], p["y_mm"], 8.0) for p in pieces])
        seen = points @ np.array(camera["rotation"]).T + np.array(camera["translation"])
        bend, still = np.array(camera.get("distortion", [0.0] * 5)), np.zeros(3)
        places = cv2.projectPoints(seen, still, still, np.array(camera["K"]), bend)[0].reshape(-1, 2)
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        away = np.hypot(*(places - middle).T)
        if away.min() > max(box[2] - box[0], box[3] - box[1]) / 2:
            return "nothing"
        return str(pieces[int(away.argmin())]["word"])
