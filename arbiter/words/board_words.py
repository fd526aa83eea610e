"""The tables of Nickel, Logistics and Sanctum in words, and what players want to see at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from arbiter.words.wording import Wording, sentence
from engine.game import Seat
from engine.logistics import state as logistics
from engine.nickel import state as nickel
from engine.nickel.model import SIDE, Cell
from engine.nickel.shapes import L_SHAPES, LINES
from engine.notation import parse_pieces
from engine.pieces import Piece
from engine.sanctum import state as sanctum

Names = Mapping[Seat, str]


def counted(pieces: Iterable[Piece], words: Wording) -> str:
    """Pieces in order of size and colour, equal ones counted: ``two small red and large blue``."""
    told = [
        str(piece) if n == 1 else words.say("table_times", n=words.number(n), piece=piece)
        for piece, n in (
            (words.piece((each.size.word, each.colour.value)), n)
            for each, n in sorted(Counter(pieces).items())
        )
    ]
    return words.join(told, "and")


def piece_set(who: str, was: str, now: str, words: Wording) -> str:
    """That a player's piece was another one at set-up, both typed; raises ``MoveError`` or ``ValueError``."""
    (before,), (after,) = parse_pieces(was), parse_pieces(now)
    return words.say("correction_set_piece", name=who, was=_named(before, words), now=_named(after, words))


def _named(piece: Piece, words: Wording) -> str:
    return str(words.piece((piece.size.word, piece.colour.value)))


# ----- Nickel


def pyramid_words(colour: str, orientation: str, words: Wording) -> str:
    """A pyramid of Nickel's board: ``red pointing north``."""
    key = "standing" if orientation == "up" else "pointing"
    return words.say(key, colour=words.colour(colour), way=words.say(f"way-{orientation}"))


def _pyramid(pyramid: nickel.Pyramid, words: Wording) -> str:
    return pyramid_words(pyramid.colour.value, pyramid.orientation.value, words)


def _cell(cell: Cell, names: Names, words: Wording) -> str:
    if isinstance(cell, Seat):
        return words.say("table_token_of", name=names[cell])
    return _pyramid(cell, words) if cell is not None else words.say("table_empty")


def nickel_whole(state: nickel.State, names: Names, words: Wording) -> str:
    parts = []
    for row in reversed(range(SIDE)):
        cells = [_cell(cell, names, words) for cell in state.board[row * SIDE : (row + 1) * SIDE]]
        parts.append(words.say("table_row_of", n=row + 1, cells=words.series(cells)))
    return " ".join([*parts, nickel_next(state, names, words)]).strip()


def nickel_next(state: nickel.State, names: Names, words: Wording) -> str:
    """The squares that may be taken: what is to be matched was said with the last move."""
    squares = list(dict.fromkeys(move.square for move in state.legal_moves()))
    if not squares:
        return ""
    name = names[state.to_move] if state.to_move else ""
    return words.say("table_open" if name else "table_open_any", name=name, squares=words.join(squares))


def nickel_shown(state: nickel.State, names: Names, words: Wording) -> dict[str, Any]:
    facts = []
    if state.handed is not None and state.outcome is None:
        facts.append([words.say("fact_match"), _pyramid(state.handed, words)])
    if squares := list(dict.fromkeys(move.square for move in state.legal_moves())):
        facts.append([words.say("fact_open"), words.series(squares)])
    scores = {
        seat.value: {"total": len(state.tokens(seat)), "how": _tokens(state, seat, words)} for seat in Seat
    }
    return {"score_title": "score_tokens", "scores": scores, "facts": facts}


def _tokens(state: nickel.State, seat: Seat, words: Wording) -> str:
    """How near a seat is to a line or an L that may still be filled, and the tokens left if they are few."""
    own, taken = set(state.tokens(seat)), set(state.tokens(seat.other))
    shapes = [set(shape) for shape in (*LINES, *L_SHAPES[state.rules.l_shape])]
    best = max((len(shape & own) for shape in shapes if not shape & taken), default=0)
    line = words.say("fact_line", n=best)
    if state.rules.token_limit is None:
        return line
    return words.say("fact_left", line=line, n=state.rules.token_limit - len(own))


# ----- Logistics


def logistics_whole(state: logistics.State, names: Names, words: Wording) -> str:
    parts = []
    for seat in Seat:
        side = state.layout.side(seat)
        parts += [_cards(state, seat, names, words)]
        for key, pieces in (("table_stock", side.stock), ("table_vault", side.vault)):
            told = counted(pieces, words) or words.say("table_nothing")
            parts.append(words.say(key, name=names[seat], pieces=told))
    return " ".join(part for part in (*parts, logistics_due(state, names, words)) if part)


def _cards(state: logistics.State, seat: Seat, names: Names, words: Wording) -> str:
    told = []
    for number, stack in enumerate(state.layout.side(seat).cards, start=1):
        pieces = [str(words.piece((piece.size.word, piece.colour.value))) for piece in stack]
        on = words.series(pieces) or words.say("table_empty")
        told.append(words.say("table_card", n=number, pieces=on))
    return words.say("table_cards", name=names[seat], cards="; ".join(told))


def logistics_due(state: logistics.State, names: Names, words: Wording) -> str:
    """The power or the extra turn that is due; empty for a plain sow."""
    if state.outcome is not None or state.mover is None:
        return ""
    if state.pending:
        colours = words.join([words.colour(colour) for colour in state.pending[0]])
        return words.say("power_due", name=names[state.mover], colours=colours)
    return words.say("extra_due", name=names[state.mover]) if state.extra else ""


def logistics_shown(state: logistics.State, names: Names, words: Wording) -> dict[str, Any]:
    facts = [[words.say("fact_due"), due]] if (due := logistics_due(state, names, words)) else []
    scores = {}
    for seat in Seat:
        side = state.layout.side(seat)
        vault = counted(side.vault, words) or words.say("table_empty")
        how = words.say("fact_vault", pieces=vault)
        scores[seat.value] = {"total": state.running_score(seat).total, "how": how}
        stock = words.count("pyramids", len(side.stock))
        facts.append([words.say("fact_stock", name=names[seat]), stock])
    return {"score_title": "score_vault", "scores": scores, "facts": facts}


# ----- Sanctum


def sanctum_whole(state: sanctum.State, names: Names, words: Wording) -> str:
    parts = [words.say("gains_now", name=_owner(state.holder, words))]
    for owner in sanctum.Owner:
        structures = words.series(_structures(state, owner)) or words.say("table_nothing")
        parts.append(words.say("table_owns", owner=_owner(owner, words), structures=structures))
    deltas = {owner.value: f"{delta.total:+d}" for owner, delta in state.deltas.items()}
    parts.append(words.say("table_deltas", **deltas))
    if state.liennas:
        parts.append(words.say("table_liennas", liennas=_liennas(state, words)))
    return " ".join(sentence(part) for part in parts)


def sanctum_next(state: sanctum.State, names: Names, words: Wording) -> str:
    """Who has the initiative, and what each has won or lost since the turn began."""
    deltas = {owner.value: f"{delta.total:+d}" for owner, delta in state.deltas.items()}
    parts = (words.say("gains_now", name=_owner(state.holder, words)), words.say("table_deltas", **deltas))
    return " ".join(sentence(part) for part in parts)


def sanctum_shown(state: sanctum.State, names: Names, words: Wording) -> dict[str, Any]:
    facts = [[words.say("fact_order"), words.series([_owner(each, words) for each in state.sequence])]]
    deltas = state.deltas
    for owner in sanctum.Owner:
        structures = words.series(_structures(state, owner)) or words.say("table_nothing")
        delta = f"{deltas[owner].total:+d}" if owner in deltas else ""
        text = words.say("fact_structures", structures=structures, delta=delta) if delta else structures
        facts.append([_owner(owner, words), text])
    if state.liennas:
        facts.append([words.say("table_liennas_label"), _liennas(state, words)])
    return {"score_title": "score_now", "scores": {}, "facts": facts, "legal": [], "options": []}


def _structures(state: sanctum.State, owner: sanctum.Owner) -> list[str]:
    return [each.name for each in state.structures if each.owner is owner]


def _liennas(state: sanctum.State, words: Wording) -> str:
    each = [(lienna.caster, f" {lienna.name}" if lienna.name else "") for lienna in state.liennas]
    return words.series([words.say("table_lienna", owner=_owner(by, words), name=name) for by, name in each])


def _owner(owner: sanctum.Owner, words: Wording) -> str:
    return words.say(f"owner-{owner.value}")
