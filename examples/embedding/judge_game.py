"""Judges every move of a game in notation: ``python judge_game.py game.txt`` (engine/NOTATION.md).

Needs only `engine`, which needs only the standard library.
"""

import sys
from pathlib import Path

from engine import parse_records, play_record
from engine.readings import READINGS


def main(path: str) -> None:
    """Print the moves of every round with their verdicts and the legal alternatives."""
    for record in parse_records(Path(path).read_text("utf-8")).records:
        played = play_record(record)
        for number, ply in enumerate(played.plies, start=1):
            move = f"{number:>3}. {ply.entry.text}"
            if ply.verdict is None:
                print(move, "is legal")
                continue
            instead = ", ".join(map(played.game.format_move, ply.verdict.alternatives))
            print(f"{move} is not legal: {ply.verdict}; legal: {instead}")
            print("    ", READINGS[ply.verdict.reading])
        for error in played.errors:
            print("cannot be read:", error)
        print("Result:", played.result)


if __name__ == "__main__":
    main(sys.argv[1])
