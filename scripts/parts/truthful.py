"""Answers the arbiter's questions about a film at once, from the film's ground truth."""

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
"""The key of the pieces on the table in the ground truth, by the session's phase."""
MOST_ASKED = 12
"""The number of consecutive questions that are answered before the next frame."""


@dataclass(frozen=True)
class Reported:
    """One reported ply: ``kind`` is ``play``, ``illegal`` or ``take_back``; ``asked`` if an answer decided
    it.
    """

    kind: str
    seat: str
    text: str
    reading: str = ""
    asked: bool = False
    ply: int = 0

    @property
    def step(self) -> tuple[str, str, str]:
        """The part that is compared with the truth."""
        return self.kind, self.seat, self.text


@dataclass
class Log:
    """The plies reported so far, from events in order."""

    plies: list[Reported] = field(default_factory=list)
    _answered_s: float = -1.0

    def take(self, kind: str, data: Mapping[str, Any]) -> None:
        """Process one event, with its data as in records."""
        if kind == "answer":
            self._answered_s = data["time_s"]
        asked = bool(data.get("answered")) or data.get("time_s") == self._answered_s
        if kind == "move" and data.get("play", {}).get("virtual"):
            return  # virtual plays are not made by hand
        if kind == "move" and data.get("agreed"):
            return  # the players agreed to continue from the table's state: no play was reported
        if kind == "move":
            legal = "play" if data["legal"] else "illegal"
            self._add(
                Reported(legal, data["seat"], data["text"], data.get("reading") or "", asked, data["ply"])
            )
        elif kind == "take_back":
            self._add(Reported("take_back", data["seat"], data["text"], "", asked, data["ply"]))
        elif kind == "amended":
            at = max(i for i, ply in enumerate(self.plies) if ply.text == data["before"])
            was = self.plies[at]
            self.plies[at] = replace(was, seat=data["seat"], text=data["text"], asked=was.asked or asked)

    def _add(self, ply: Reported) -> None:
        self.plies.append(ply)


def standing(acted: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The acted plies without those that were taken back."""
    left = list[tuple[str, str, str]]()
    for kind, seat, text in acted:
        if kind == "take_back":
            left.pop()
        else:
            left.append((kind, seat, text))
    return left


def _argument(message: Said, name: str) -> Any:
    """An argument of a message; ``None`` if it has no such argument."""
    return dict(message.arguments).get(name) if isinstance(message, Message) else None


@dataclass
class Truthful:
    """A session whose questions are answered from a film's ground truth.

    ``asked`` counts the questions.
    """

    session: Session
    truth: Mapping[str, Any]
    asked: int = 0
    log: Log = field(default_factory=Log)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)

    def observe(self, frame: TableObservation, later: bool = False) -> tuple[SessionEvent, ...]:
        """Like the session's method; the events include the answers and what follows from them."""
        events = self._logged(self.session.observe(frame, later))
        for _ in range(MOST_ASKED):
            question = next((each for each in reversed(events) if isinstance(each, Question)), None)
            open_ = self.session.snapshot().question
            if question is None or open_ is None or open_.id != question.id:
                break
            self.asked += 1
            answer = self.session.answer(question.id, self._option(question, self.session.snapshot()))
            events = (*events, *self._logged(answer))
        return events

    def _logged(self, events: Iterable[SessionEvent]) -> tuple[SessionEvent, ...]:
        kept = tuple(events)
        for event in kept:
            self.log.take(event.kind, event.to_json())
        return kept

    def _option(self, question: Question, snapshot: Snapshot) -> int:
        if said := {ALL_THERE, EMPTY} & set(question.options):
            return question.options.index(*said)
        if question.text != BEGUN and snapshot.phase in PIECES and question.boxes:
            word, options = self._word_at(question.boxes[0], PIECES[snapshot.phase]), question.options
            if (ordinal := _argument(question.text, "ordinal")) is not None and "," in word:
                word = word.split(", ")[ORDINALS.index(ordinal)]
            return next(
                (i for i, each in enumerate(options) if str(each) == word), self._last_option(question)
            )
        if question.text == LOST:
            return self._continue_or_wait(question)
        acted = [(step["kind"], step["seat"], step["text"]) for step in self.truth["steps"]]
        if question.text == BEGUN:
            acted = standing(acted)
        best, most = self._last_option(question), 0
        for option in range(len(question.options) - 1):
            trial, log = copy.deepcopy((self.session, self.log))
            for event in trial.answer(question.id, option):
                log.take(event.kind, event.to_json())
            reported = [each.step for each in log.plies]
            if reported == acted[: len(reported)] and len(reported) > most:
                best, most = option, len(reported)
        return best

    def _continue_or_wait(self, question: Question) -> int:
        """Without a hand on the table the option to continue from its state with the next player, otherwise
        the last option, to wait.
        """
        steps, now = self.truth["steps"], question.time_s
        resting = not any(step["hand_in_s"] <= now <= step["hand_out_s"] for step in steps)
        mover = next((step["seat"] for step in steps if step["hand_in_s"] > now), "")
        found = [i for i, each in enumerate(question.options) if _argument(each, "who") == mover]
        return found[0] if resting and mover and found else self._last_option(question)

    @staticmethod
    def _last_option(question: Question) -> int:
        return len(question.options) - 1

    def _word_at(self, box: tuple[float, ...], which: str) -> str:
        """The truth's word for the unit in a box of the picture; ``which`` is a value of PIECES."""
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
