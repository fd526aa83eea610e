"""Compares the arbiter's result for a film with the acting: plies right, asked, wrong, missed; alarms."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import SequenceMatcher

from scripts.parts.truthful import Reported

Step = tuple[str, str, str]
"""The action (``play``, ``illegal``, ``take_back``), the seat, and the play in notation."""


@dataclass(frozen=True)
class FilmScore:
    """Counts of one film or of several.

    ``plies`` is the number of acted plies, including take-backs. Of these, ``right`` were reported correctly,
    ``asked`` were reported after a question that was answered with the truth, ``wrong`` were reported as
    something else, and ``missed`` were not reported. Reports without an acted ply also count as wrong.
    ``caught`` of the ``illegal`` plies were reported as illegal with the right rule; ``alarms`` are other
    plies reported as illegal. ``questions`` includes those of the set-up.
    """

    plies: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    illegal: int = 0
    caught: int = 0
    alarms: int = 0
    questions: int = 0
    notices: int = 0
    delays_s: tuple[float, ...] = ()

    def __add__(self, other: FilmScore) -> FilmScore:
        return FilmScore(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def perfect(self) -> bool:
        """Whether all plies are right or asked, all illegal ones caught, and there is no false alarm."""
        return not self.wrong and not self.missed and not self.alarms and self.caught == self.illegal

    def figures(self) -> dict[str, float]:
        """The figures for a baseline."""
        kept = ("right", "asked", "wrong", "missed", "caught", "alarms", "questions", "notices")
        return {name: getattr(self, name) for name in kept}

    def row(self, name: str) -> str:
        """One line of the table."""
        delay = f"{statistics.median(self.delays_s):7.2f}" if self.delays_s else "      -"
        return (
            f"{name:18} {self.plies:5d} {self.right:5d} {self.asked:5d} {self.wrong:5d} {self.missed:6d} "
            f"{self.caught:4d}/{self.illegal:<3d} {self.alarms:6d} "
            f"{self.questions:9d} {self.notices:7d} {delay}"
        )


HIGH, LOW = ("right", "caught"), ("wrong", "missed", "alarms")
"""Figures of a baseline that must not fall, and those that must not rise."""


def worse_than(now: Mapping[str, float], before: Mapping[str, float]) -> list[str]:
    """Lines on figures that got worse; more questions show in fewer ``right`` plies."""
    fell = [name for name in HIGH if now[name] < before[name]]
    rose = [name for name in LOW if now[name] > before[name]]
    return [f"  {name}: {now[name]:.0f}, was {before[name]:.0f}" for name in (*fell, *rose)]


HEADER = "video              plies right asked wrong missed  caught  alarms questions notices seconds"


def scored(
    acted: Sequence[Step],
    readings: Sequence[str],
    reported: Sequence[Reported],
    questions: int = 0,
    notices: int = 0,
    delays_s: tuple[float, ...] = (),
) -> FilmScore:
    """The counts of one film; ``readings`` are the rules that the acted steps break, "" for legal ones."""
    right = asked = wrong = missed = caught = 0
    matched = set[int]()
    matcher = SequenceMatcher(None, list(acted), [each.step for each in reported], autojunk=False)
    for what, first, last, begin, end in matcher.get_opcodes():
        if what != "equal":
            wrong += end - begin
            missed += max(0, (last - first) - (end - begin))
            continue
        for i, j in zip(range(first, last), range(begin, end), strict=True):
            matched.add(j)
            asked += reported[j].asked
            right += not reported[j].asked
            caught += acted[i][0] == "illegal" and readings[i] in ("", reported[j].reading)
    alarms = sum(each.kind == "illegal" and j not in matched for j, each in enumerate(reported))
    illegal = sum(kind == "illegal" for kind, _, _ in acted)
    counts = (len(acted), right, asked, wrong, missed, illegal, caught, alarms)
    return FilmScore(*counts, questions, notices, delays_s)
