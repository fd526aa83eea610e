# What the rules say, by the ids in engine/RULES.md.
reading-N1 = The board holds each of five colours in each of five orientations once.
reading-N2 = The first token goes on the edge of the board.
reading-N3 = A later token goes where the pyramid shares the colour or the orientation of the one handed over.
reading-N4 = Five own tokens in a row, a column or a long diagonal win.
reading-N5 = Five own tokens in an L shape win: two arms of three, or four and one, as agreed.
reading-N6 = A player who is to move and has no legal move has lost.
reading-N7 = Tokens are without limit, or so many for each player as agreed.
reading-N8 = The players take turns; without a named leader either may begin.
reading-N9 = A token that stands where none was allowed counts, and the opponent goes on.
all_tokens = { $who } has played { $n ->
    [one] the only token
   *[other] all { $n } tokens
    }
bad_square = there is no square { $raw }: they are a1 to e5
edge = the first token goes on the edge of the board, not on { $square }
empty = nothing is on { LIST($list, last: "and") }: all 25 squares need a pyramid
few_colours = the board has { $n ->
    [one] one colour
   *[other] { $n } colours
    }: it needs five
handed = handed over
has_token = { $square } already has a token of { $who }'s
line = { $who } has five tokens in a straight line
no_begin = the board has no pyramid to begin with
no_hand = there is no pyramid on { $square } to hand over
no_move = { $who } has no legal move: { $text }
no_pyramid = no pyramid on the board matches the { $pyramid }
no_square = no square is open
no_token = { $who } has no token left to play
shape = { $who } has an L shape
token_there = there is a token on { $square }, no pyramid to hand over
pyramid_lying = { $colour } pointing { WORD($compass) }
pyramid_up = standing { $colour }
read_board = a board has five rows of five cells, like Ered,Nblue,... with / between rows
read_direction = write its direction and colour, like Ered
read_square = write a square, a1 to e5
sixth = { $colour } is a sixth colour: exchange the { $pyramid } on { LIST($list, last: "and") }
doubled = the { $pyramid } is there { $n ->
    [2] twice
   *[other] { $n } times
    }, on { LIST($list, last: "and") }: there must be one
missing = the { $pyramid } is missing: put one there
missing_turn = the { $pyramid } is missing: turn one that is { $pyramid2 }
no_match = the { $pyramid } on { $square } shares neither colour nor orientation with the { $pyramid2 }
pieces_lost = the pyramids on and off the board are not those of the set-up: { $text }
rule_l_shape = l_shape is 3+3, 4+2 or both, not { $raw }
rule_tokens = a player has at least one token, not { $n }
d_open = open
dn_won = winning shape
dn_nobody = Nobody can begin on this board
dn_stuck = { $who } wins: { $other } has no legal move
dn_line = { $who } wins with a line
dn_shape = { $who } wins with an L shape
dn_anywhere = { $who } plays anywhere
dn_begins = { $who } begins, on the edge of the board
dn_takes_standing = { $who } takes a { $colour } pyramid or a standing one
dn_takes = { $who } takes a { $colour } pyramid or one pointing { WORD($compass) }
dn_on = { $square }: { $pyramid }
dn_token = { $square }: token of { $who }
dn_played = { $n } played
dn_played_of = { $n } of { $most } played
dn_before = before { $who }: { $pyramid }
dn_handed = handed to { $who }
dn_north = N
p_row = row { $n }
p_match = to match
