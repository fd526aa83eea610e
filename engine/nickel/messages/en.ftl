# What the rules say, by the ids in engine/RULES.md.
reading-N1 = The board holds each of five colours in each of five orientations once.
reading-N2 = The first token goes on the edge of the board.
reading-N3 = A later token goes where the pyramid shares the colour or the orientation of the one handed over.
reading-N4 = Five own tokens in a row, a column or a long diagonal win.
reading-N5 = Five own tokens in an L shape win: two arms of three, or four and one, as agreed.
reading-N6 = Who is to move and has no legal move has lost.
reading-N7 = Tokens are without limit, or so many for each player as agreed.
reading-N8 = The players take turns; without a named leader either may begin.
reading-N9 = A token that stands where none was allowed counts, and the opponent goes on.
