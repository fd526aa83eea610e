"""What each reading of Nickel's rules says, in one sentence; the full text is in ``engine/RULES.md``."""

from __future__ import annotations

READINGS = {
    "N1": "The board holds each of five colours in each of five orientations once.",
    "N2": "The first token goes on the edge of the board.",
    "N3": "A later token goes where the pyramid shares the colour or the orientation of the one handed over.",
    "N4": "Five own tokens in a row, a column or a long diagonal win.",
    "N5": "Five own tokens in an L shape win: two arms of three, or four and one, as agreed.",
    "N6": "Who is to move and has no legal move has lost.",
    "N7": "Tokens are without limit, or so many for each player as agreed.",
    "N8": "The players take turns; without a named leader either may begin.",
    "N9": "A token that stands where none was allowed counts, and the opponent goes on.",
}
