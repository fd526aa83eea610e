"""Several cameras, or several films of one game, as one source: the frames of the leading one and the newest
ones of the others.

All times are on the first one's clock. When the leading camera falls silent or the leading film ends, another
one takes the lead, so that a game continues as long as any of them sends pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.message import Messages
from vision.source.frames import Frame, FrameSource, SourceError

say = Messages("vision")

AWAY_S = 1.5
"""A camera without a picture for this time counts as gone until the next one."""
SAME_S = 1e-6
MOST = 3


class SeveralSources(FrameSource):
    """Cameras or films; ``lead`` is the first leading one. ``offsets_s`` are added to the times of each."""

    def __init__(self, sources: Sequence[FrameSource], lead: int = 0) -> None:
        """Raises `SourceError` for a mixture of films and cameras, or for more than ``MOST``."""
        if len({source.live for source in sources}) > 1:
            raise SourceError(say("cam_mixed"))
        if len(sources) > MOST:
            raise SourceError(say("cam_many", n=MOST))
        notes = tuple(note for source in sources for note in source.notes)
        first = sources[0]
        super().__init__(first.spec, sources[lead].size, notes)
        self.sources, self.live, self.lead = tuple(sources), first.live, lead
        self.offsets_s = [source.began_s - first.began_s for source in sources]
        self.shifts_s = [0.0 if number == lead else None for number in range(len(sources))]
        """The additional delay of each one's pictures, where known."""
        self.able = {lead}
        """The numbers of those that may lead."""
        self.frozen = set[int]()
        """The numbers of those that repeat one picture."""
        self._ahead: dict[int, Frame] = {}
        self._ended: set[int] = set()
        self._time_s, self._index = -1.0, -1

    def ready(self) -> bool:
        """Whether the leading camera has a picture; a silent one loses the lead."""
        self.pass_on()
        if self.lead in self._ahead or self.sources[self.lead].ready():
            return True
        self.pass_on()
        return self.sources[self.lead].due()

    def hold(self) -> None:
        for source in self.sources:
            source.hold()

    @property
    def time_s(self) -> float:
        """The time of the frame that was read last."""
        return self._time_s

    @property
    def silent(self) -> bool:
        return all(source.silent for source in self.sources)

    def away(self, number: int) -> bool:
        """Whether a camera sends no pictures, or a film has ended."""
        return number in self._ended | self.frozen or self.sources[number].quiet_s > AWAY_S

    def pass_on(self) -> None:
        """Let another camera lead if the leading one is gone and another is available."""
        others = [n for n in sorted(self.able) if n != self.lead and not self.away(n)]
        if others and self.away(self.lead):
            self.lead = others[0]

    def read(self) -> Frame | None:
        while (frame := self._next(self.lead)) is None:
            left = sorted(self.able - self._ended)
            if not left:
                return None
            self.lead = left[0]
        self._time_s = max(frame.time_s, self._time_s + 1e-3)
        self._index += 1
        return replace(frame, time_s=self._time_s, index=self._index)

    def rewind(self) -> None:
        for source in self.sources:
            source.rewind()
        self._ahead.clear()
        self._ended.clear()
        self._time_s, self._index = -1.0, -1

    def beside(self, time_s: float) -> Iterator[tuple[int, Frame]]:
        """The new frames of the others up to that time, as far as available, with their numbers."""
        for number, source in enumerate(self.sources):
            if number == self.lead or number in self._ended:
                continue
            while number in self._ahead or source.due():
                if (frame := self._next(number)) is None:
                    break
                if frame.time_s > time_s + SAME_S:
                    self._ahead[number] = frame
                    break
                yield number, frame

    def _next(self, number: int) -> Frame | None:
        """The next frame of one of them; ``None`` once it has ended, or has failed while others have not."""
        if number in self._ahead:
            return self._ahead.pop(number)
        if number in self._ended:
            return None
        try:
            frame = self.sources[number].read()
        except SourceError:
            if self.live or len(self._ended) == len(self.sources) - 1:
                raise
            frame = None
        if frame is None:
            self._ended.add(number)
            return None
        return self._on_the_clock(number, frame)

    def _on_the_clock(self, number: int, frame: Frame) -> Frame:
        return replace(frame, time_s=frame.time_s + self.offsets_s[number])

    def close(self) -> None:
        for source in self.sources:
            source.close()
