"""A new game in the style of the engine: "Last", in which the player who takes the last pyramid wins.

Players take turns and remove one to three pyramids from a heap. ``examples/passage`` is a complete game with
words, a drawing and a watched table; the commands find it as a package.
"""

from dataclasses import dataclass, replace

from engine import IllegalMove, Seat, Step
from engine.game import Fault
from engine.message import just

TAKEN_OUT = "At most three may be taken at once, and no more than there are."


@dataclass(frozen=True)
class State:
    """The number of pyramids left, and the player to move."""

    left: int
    to_move: Seat = Seat.NEAR

    @property
    def winner(self) -> Seat | None:
        """The player who took the last pyramid."""
        return self.to_move.other if self.left == 0 else None

    def legal_moves(self) -> tuple[int, ...]:
        """The numbers that may be taken."""
        return tuple(range(1, min(3, self.left) + 1))

    def apply(self, move: int) -> Step["State"]:
        """Take this number; raises `IllegalMove` if the rule forbids it."""
        if move not in self.legal_moves():
            raise IllegalMove(Fault("X1", "too_many", just(TAKEN_OUT)), move, self.legal_moves)
        return Step(replace(self, left=self.left - move, to_move=self.to_move.other), ())


def best(state: State) -> tuple[int, bool]:
    """The best move, and whether it wins: leave the other a multiple of four."""
    return (state.left % 4, True) if state.left % 4 else (1, False)


if __name__ == "__main__":
    state = State(21)
    while state.winner is None:
        move, _ = best(state)
        print(f"{state.to_move} takes {move} of {state.left}")
        state = state.apply(move).state
    print(state.winner, "has taken the last")
