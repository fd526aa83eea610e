"""Mutated records for fuzzing the parser and the rules: seeded, without input or output.

A record is split into tags and moves, some of them are changed, and it is written again with its moves
numbered, so that most texts get past the parser to the rules. In some texts single characters are changed in
addition or instead.

>>> pool = random_pool(1)
>>> mutated(pool, Random(7)) == mutated(pool, Random(7))
True
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.games import GAMES
from engine.initiative.draft_notation import format_draft
from engine.notation import format_piece
from engine.pieces import Colour, Piece, Size
from engine.playback import record_of
from engine.record.records import Mark, Record, write_record
from scripts.parts.random_games import playout, random_draft, random_start, rule_sets

ODD_TEXTS = '99999999999 -1 +0 ٣ ² Ⅷ é ſ İ ß \u212a 😀 e\u0301 \ud7ff \\ %s { } [ " $ // >> <> .. ,, = ;'
ODD = (*ODD_TEXTS.split(" "), "9" * 5000, "\u200b", "\u2028", "\0")
"""Extreme numbers, digits and letters of other scripts, misplaced characters."""

SIGNS = (*string.printable, *ODD, "near:", "far:", "$back", "$stood", '[Game "Nickel"]')
MADE_UP_TEXTS = """
stop decline card1 card2 card3 card4 card11 near1>next far2>next far3>stock near.Sred>stock far.Lblue>stock
near1.1<>2.1 far1.1<>1.1 far1.2<>1.1 table:near()far() Sred Sred,Sred,Sred,Sred
Mblue/Sred+1 Mblue! Sgreen! (Lblue) Mred-3 Lblack/Lred M red
a1 c3 e5 e6 Ered
turn timepiece red>town1 -town1 +blue.town1 neutral>town1 lienna:red lienna:blue:other unlienna:blue
unlienna:red
"""
MADE_UP = (*MADE_UP_TEXTS.split(), "Sblue/Mred up 2", "red east 2.", "Ann: Mblue", ",".join(["S"] * 50))
"""Invented moves of every game."""

RULES = {name: tuple(rule_sets(name)) for name in GAMES}
_WORD = re.compile(f"[SML](?:{'|'.join(Colour)})")
_NUMBER = re.compile(r"\d+")


@dataclass
class Draft:
    """A record being edited: ``tags`` are (name, value), ``moves`` are (seat, text, mark)."""

    tags: list[tuple[str, str]]
    moves: list[tuple[str, str, str]]

    @classmethod
    def of(cls, record: Record) -> Draft:
        """The tags and moves of a record, without remarks."""
        moves = [(each.seat or "", each.text, each.mark or "") for each in record.entries]
        return cls(list(record.tags), moves)

    def text(self) -> str:
        """The record as text, which may be invalid."""
        lines = [f'[{name} "{value}"]' for name, value in self.tags]
        for number, (seat, move, mark) in enumerate(self.moves, start=1):
            lines.append(f"{number}. {seat and seat + ': '}{move}{mark and ' $' + mark}")
        return "\n".join(lines) + "\n"


Change = Callable[[Draft, Random, Sequence[Record]], None]


def random_pool(games: int) -> list[Record]:
    """Records of random games of each kind (Initiative with a draft); one in seven moves is illegal."""
    found = []
    for name in GAMES:
        for seed in range(games):
            dice = Random(seed)
            start, tags = random_start(name, dice), []
            if name == "Initiative":
                drafted = random_draft(dice)
                start, tags = replace(start, setup=drafted.setup), [("Draft", format_draft(drafted))]
            moves = [move for move, _ in playout(start, dice, slips=1 / 7)]
            found.append(record_of(start.game, start.setup, start.rules, start.leader, moves, tags))
    return found


def mutated(pool: Sequence[Record], dice: Random) -> str:
    """The text of one record with a few changes of moves, tags or characters."""
    record, kind = dice.choice(pool), dice.random()
    if kind < 0.25:
        return _signs(write_record(record), dice, pool, dice.randint(1, 8))
    draft = Draft.of(record)
    for _ in range(dice.randint(1, 4)):
        dice.choice(CHANGES)(draft, dice, pool)
    return _signs(draft.text(), dice, pool, dice.randint(1, 2) if kind > 0.9 else 0)


def _signs(text: str, dice: Random, pool: Sequence[Record], times: int) -> str:
    """A text with characters changed, dropped, doubled or swapped, or with a piece of another record."""
    signs = list(text)
    for _ in range(times):
        spot, change = dice.randrange(len(signs) + 1), dice.randrange(5)
        if change == 0:
            signs[spot:spot] = dice.choice(SIGNS)
        elif change == 1:
            del signs[spot : spot + dice.randint(1, 12)]
        elif change == 2:
            signs[spot:spot] = signs[spot : spot + dice.randint(1, 40)]
        elif change == 3 and signs:
            other, spot = dice.randrange(len(signs)), min(spot, len(signs) - 1)
            signs[spot], signs[other] = signs[other], signs[spot]
        else:
            strange = write_record(dice.choice(pool))
            start = dice.randrange(len(strange))
            signs[spot:spot] = strange[start : start + dice.randint(1, 60)]
    return "".join(signs)


def _any_move(draft: Draft, dice: Random) -> int:
    """The index of a move; adds one if there is none."""
    if not draft.moves:
        draft.moves.append(("", dice.choice(MADE_UP), ""))
    return dice.randrange(len(draft.moves))


def _swap_moves(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    one, two = _any_move(draft, dice), _any_move(draft, dice)
    draft.moves[one], draft.moves[two] = draft.moves[two], draft.moves[one]


def _drop_move(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    del draft.moves[_any_move(draft, dice)]


def _double_move(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    draft.moves.insert(_any_move(draft, dice), draft.moves[_any_move(draft, dice)])


def _strange_moves(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    """Insert moves from another record, of the same game or another."""
    strange, spot = Draft.of(dice.choice(pool)).moves, _any_move(draft, dice)
    start = dice.randrange(len(strange) + 1)
    draft.moves[spot:spot] = strange[start : start + dice.randint(1, 6)]


def _made_up_move(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    seat = dice.choice(["near", "far", ""])
    draft.moves.insert(_any_move(draft, dice), (seat, dice.choice(MADE_UP), ""))


def _other_piece(text: str, dice: Random) -> str:
    """A text with one pyramid replaced."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    word, piece = dice.choice(words), Piece(dice.choice(list(Size)), dice.choice(list(Colour)))
    return text[: word.start()] + format_piece(piece) + text[word.end() :]


def _other_number(text: str, dice: Random) -> str:
    """A text with one number replaced, or with an odd text in front of it."""
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return dice.choice(ODD) + text
    number = dice.choice(numbers)
    other = dice.choice(ODD) if dice.random() < 0.2 else str(dice.randint(0, 12))
    return text[: number.start()] + other + text[number.end() :]


def _odd_text(text: str, dice: Random) -> str:
    """A text with an odd text inserted, sometimes a very long one."""
    if dice.random() < 0.02:
        return (text + dice.choice(["", ","])) * dice.randint(100, 2000)
    spot = dice.randrange(len(text) + 1)
    return text[:spot] + dice.choice(ODD) + text[spot:]


REWRITES = (_other_piece, _other_number, _odd_text)


def _rewrite_move(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    spot = _any_move(draft, dice)
    seat, text, mark = draft.moves[spot]
    draft.moves[spot] = (seat, dice.choice(REWRITES)(text, dice), mark)


def _change_seat(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    spot = _any_move(draft, dice)
    _, text, mark = draft.moves[spot]
    draft.moves[spot] = (dice.choice(["near", "far", "", "NEAR", "east"]), text, mark)


def _change_mark(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    spot = _any_move(draft, dice)
    seat, text, _ = draft.moves[spot]
    draft.moves[spot] = (seat, text, dice.choice(["", *Mark, "STOOD", "gone"]))


def _drop_tag(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    if draft.tags:
        del draft.tags[dice.randrange(len(draft.tags))]


def _set_tag(draft: Draft, name: str, value: str) -> None:
    draft.tags = [*(tag for tag in draft.tags if tag[0] != name), (name, value)]


def _change_rules(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    """Set other rules, of this game or another, or one option with an odd value."""
    name = dict(draft.tags).get("Game")
    rules = dice.choice(RULES[name if name in GAMES and dice.random() < 0.7 else dice.choice(list(GAMES))])
    if dice.random() < 0.3 and rules:
        pairs = rules.split()
        name = dice.choice(pairs).partition("=")[0]
        rules = " ".join([*pairs, f"{name}={dice.choice([*ODD, 'none', 'true', '0', '1', '999999'])}"])
    _set_tag(draft, "Rules", rules)


def _change_setup(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    """Replace a pyramid in the set-up or draft, drop or double a part of it, or insert something odd."""
    tags = dict(draft.tags)
    name = "Draft" if "Draft" in tags and dice.random() < 0.7 else "Setup"
    parts = re.split(r"([,;/()| ])", tags.get(name, ""))
    spot, kind = dice.randrange(len(parts)), dice.random()
    if kind < 0.25:
        parts[spot : spot + 2] = []
    elif kind < 0.5:
        parts[spot:spot] = parts[spot : spot + 2]
    else:
        parts = [dice.choice(REWRITES)("".join(parts), dice)]
    _set_tag(draft, name, "".join(parts))


def _strange_tag(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    name, value = dice.choice(dice.choice(pool).tags)
    _set_tag(draft, name, value)


def _odd_tag(draft: Draft, dice: Random, pool: Sequence[Record]) -> None:
    name = dice.choice(
        ["Game", "Rules", "Setup", "Draft", "Leader", "Result", "Event", "É", "Re\u017fult", "_"]
    )
    _set_tag(draft, name, _odd_text(dict(draft.tags).get(name, ""), dice))


CHANGES: tuple[Change, ...] = (
    *(_swap_moves, _drop_move, _double_move, _strange_moves, _made_up_move, _rewrite_move, _rewrite_move),
    *(_swap_moves, _drop_move, _double_move, _strange_moves, _made_up_move, _rewrite_move, _rewrite_move),
    *(_change_seat, _change_mark, _change_seat, _change_mark),
    *(_drop_tag, _change_rules, _change_setup, _strange_tag, _odd_tag),
)
"""All changes; those of moves are repeated to make them more frequent, because they reach the rules."""
