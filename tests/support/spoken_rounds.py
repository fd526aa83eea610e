"""The example rounds as session events, for tests of announcements."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.events import types as ev
from engine.game import IllegalMove, plain
from engine.initiative.examples import ExampleRound
from engine.initiative.model import Play
from engine.initiative.notation import format_play, parse_play
from engine.initiative.state import State
from engine.notation import format_piece


def replies(state: State) -> tuple[str, ...]:
    """The plain plays that are legal now, in typed form."""
    found = (Play(p.seat, p.piece, virtual=p.virtual) for p in state.legal_moves())
    return tuple(dict.fromkeys(format_play(play) for play in found))


def move(state: State, play: Play, ply: int) -> tuple[ev.MoveSeen, State]:
    """A legal play as the session reports it, and the state after it."""
    step = state.apply(play)
    after = step.state
    event = ev.MoveSeen(
        time_s=float(ply),
        round=1,
        ply=ply,
        seat=play.seat.value,
        text=format_play(play),
        play=plain(play),
        legal=True,
        confidence=1.0,
        engine_events=tuple(plain(item) for item in step.events),
        replies=replies(after),
        to_move=after.to_move,
        leader=after.leader,
        stack=tuple(after.stack),
    )
    return event, after


def illegal(state: State, text: str, ply: int) -> ev.MoveSeen:
    """An illegal play as the session reports it."""
    play = parse_play(text, state, check=False)
    try:
        state.check(play)
    except IllegalMove as error:
        return ev.MoveSeen(
            time_s=float(ply),
            round=1,
            ply=ply,
            seat=play.seat.value,
            text=format_play(play),
            play=plain(play),
            legal=False,
            confidence=1.0,
            reading=error.reading,
            reason=error.message,
            alternatives=tuple(format_piece(piece) for piece in state.legal_pieces()),
        )
    raise AssertionError(f"{text} is legal")


def round_events(example: ExampleRound) -> Iterator[ev.SessionEvent]:
    """Everything that a session reports about an example round."""
    state = example.start()
    yield ev.SetupSeen(time_s=0.0, round=1, setup=plain(example.setup))
    ply = 0
    for step in example.steps:
        ply += step.kind != "take_back"
        if step.kind == "illegal":
            yield illegal(state, step.text, ply)
        elif step.kind == "take_back":
            yield ev.TakeBack(
                time_s=float(ply), round=1, ply=ply, seat=step.seat.value, text=step.text, was_legal=False
            )
            ply -= 1
        else:
            event, state = move(state, parse_play(step.text, state), ply)
            yield event
    assert state.outcome is not None
    totals = {state.outcome.winner: state.outcome.score.total} if state.outcome.score else {}
    yield ev.RoundOver(time_s=float(ply), round=1, outcome=plain(state.outcome), totals=totals)
