# Passage in English.

# What the rules say.
reading-P1 = The players take turns; without a named leader either may begin.
reading-P2 = A pyramid moves to the next rank towards the other player, straight or diagonally.
reading-P3 = A pyramid takes the other player's off the table by moving onto it, unless that is larger.
reading-P4 = Nobody moves onto a square with a pyramid of their own.
reading-P5 = The game ends when a pyramid has reached the other player's rank, or who is to move cannot.
reading-P6 = Pyramids taken count their points, reaching the other player's rank counts three.

arrived = { $who } has reached the other side
stuck = { $who } cannot move
is_over = the game is over
out_of_turn = it is { $who }'s turn
no_step = from { $start } to { $end } is no step to the next rank
own = { $who } has a pyramid on { $square } already
larger = a { $piece } cannot take a { $other_piece }, which is larger
nothing_there = { $who } has no pyramid on { $square } to move from there
too_many = a player has three pyramids at most
read_setup = cannot read { $quoted }: write a square and a pyramid, like a1=Sred
read_move = cannot read { $quoted }: write two squares, like a1-b2

deed = { $who } moves from { $start } to { $end }
lies = On { $square }: { $piece }.
points = Points: { $who } { $n }, { $other } { $n2 }.
