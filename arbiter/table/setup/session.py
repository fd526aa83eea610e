"""What people may do with a set-up in every session: correct it by hand, and accept it as shown."""

from __future__ import annotations

from arbiter.events.types import SessionEvent
from arbiter.table.setup.asking import AsksAtSetup
from arbiter.table.setup.by_hand import Place, Shown
from engine.game import MoveError
from engine.message import Messages
from vision.observation import Box

say = Messages("arbiter")

SET_UP = say("set_up_already")


class SetUpByHand:
    """Part of a session; ``_setup`` watches for its set-up and is ``None`` once that was accepted."""

    _setup: AsksAtSetup | None
    _time: float

    def say(
        self, what: str, at: str | Place, box_px: Box | None = None, time_s: float | None = None
    ) -> tuple[SessionEvent, ...]:
        """People say what stands somewhere at set-up: at a named thing, or at a place (mm).

        ``box_px`` is that place in the picture. ``ValueError`` says in one line why that is impossible.
        """
        watch = self._watching()
        return self._announce(watch.say(what, at, box_px, self._time if time_s is None else time_s))

    def accept(self, time_s: float | None = None) -> tuple[SessionEvent, ...]:
        """People accept the set-up as shown, and play begins. ``ValueError`` as for `say`."""
        watch = self._watching()
        events = watch.accept(self._time if time_s is None else time_s)
        return self._announce(events + self._start_if_ready())

    @property
    def set_up(self) -> Shown | None:
        """The set-up as shown; ``None`` while there is none, and after play has begun."""
        return None if self._setup is None else self._setup.offer.shown

    def put_right(self, text: str) -> tuple[SessionEvent, ...]:
        """Takes a line typed at set-up: ``near.3=Lred``; ``ValueError`` or ``MoveError`` in one line."""
        name, sign, what = text.partition("=")
        if not sign:
            raise MoveError(say("setup_typed", quoted=f"{text!r}"))
        return self.say(what, name.strip())

    def _watching(self) -> AsksAtSetup:
        if self._setup is None:
            raise ValueError(SET_UP)
        return self._setup

    def _start_if_ready(self) -> list[SessionEvent]:
        raise NotImplementedError

    def _announce(self, events: list[SessionEvent]) -> tuple[SessionEvent, ...]:
        raise NotImplementedError
