# What the rules say, by the ids in engine/RULES.md.
reading-I1 = A parry has the attacking size while the defender holds any, else the attacking colour; with neither the round is lost.
reading-I2 = The parry takes the initiative with the same size and a colour higher on the stack, or with the same colour and a larger size.
reading-I3 = When both inventories are empty after a parry the round ends, drawn unless the holder of the initiative was agreed to win.
reading-I4 = With any play one more pyramid may be sacrificed under it; without a sacrifice the stack stays.
reading-I5 = The played colour moves on the stack by up to as many slots as the sacrifice has pips, or by just that many, as agreed.
reading-I6 = A parry is judged by the whole inventory, the pyramid that is sacrificed with it included.
reading-I7 = A player with nothing left plays the last placed pyramid again; only then is a play virtual.
reading-I8 = The leader may call a colour with a small pyramid laid flat; the parry must have that colour and may not sacrifice it.
reading-I9 = Every call of the round doubles the score of whoever wins it.
reading-I10 = A round scores the winner's pyramids times the winning pips, doubled for each call and each virtual play.
reading-I11 = A match is two rounds with the inventories swapped; the higher total wins.
reading-I12 = Sacrifice, pummeling and calling are played only where they were agreed.
reading-I13 = Of two trios of five colours one piece of each colour makes the stack, ten go to each player and five stay in the bag.
reading-I14 = In a draft the players take rows from three markers until each has ten pyramids.
reading-I15 = The leader plays and the other parries, one play each; nobody plays out of turn.
reading-I16 = An illegal play that stands counts as if it were allowed.
reading-I17 = A round lost for want of a parry goes on when an illegal parry stands.
reading-I18 = A colour that is not on the stack ranks below all others and cannot move.
reading-I19 = A draw or take of the draft that stood is carried out, and the draft goes on.
call_in_parry = only the leader may call a colour: the parry must stand
call_not_small = only a small pyramid may call a colour, not a { $size } one
call_off = colours are not called in this game: the pyramid must stand
called_colour = { $colour } was called: the parry must be { $colour }
called_none = { $colour } was called and { $who } has no { $colour } pyramid
cannot_move = { $colour } is not on the stack { $list } and cannot move
draft_as_many = { $who } has room for { $n ->
    [one] one more and must take one
   *[other] { $n } more and must take as many
    }
draft_bag = there is no { $piece } left in the bag
draft_bag_had = { $n ->
    [one] one { $piece }
   *[other] { $n } { $piece }
    } too many: the bag had { $most } of them
draft_both_ten = both players have ten pyramids
draft_closed = marker { $n } is closed until both players have taken a row
draft_full = marker { $n } has two pyramids: no more may be put there
draft_marker_empty = there is nothing at marker { $n }
draft_marker_many = marker { $n } has { $most } pyramids: put { $more } at another marker
draft_no_marker = there is no marker { $n }: they are 1 to 3
draft_no_piece = there is no such { $piece } at marker { $n } to keep
draft_no_room = no marker has room: { $who } must take a row
draft_put_back = { $who } has { $n } pyramids: put { $most ->
    [one] one
   *[other] { $most }
    } back, ten are the limit
draft_ten = { $who } has ten pyramids and must stop
draft_ten_limit = { $who } has room for { $n ->
    [0] no more
    [one] one more
   *[other] { $n } more
    }, not for { $most }: ten are the limit
draft_wait_row = { $who } has taken a row and must wait
draft_whether_kept = { $who } has room for { $n ->
    [one] one
   *[other] { $n }
    } more: say whether { $text } is kept
draft_whole = the row at marker { $n } must be taken whole
draft_whose_turn = { $text }: it is { $who }'s turn
exhausted = both inventories are empty and { $who } holds the initiative
exhausted_draw = both inventories are empty and every attack was parried
has_none = { $who } has no { $piece } in the inventory
match_both = a match has { $n } rounds, and both are played
must_lead = { $who } must lead and has no pyramid left
no_pyramid_left = { $who } has no pyramid left to parry the { $piece }
only_one = { $who } has only one { $piece } left
out_of_turn_lead = { $who } has the initiative and leads; { $other } must wait
out_of_turn_parry = { $who } must parry the { $piece } before { $other } plays again
pieces_lost = { $who } does not have the pyramids of the set-up: { $text }
replay_alone = a virtual play goes without a sacrifice, a call or a move on the stack
sacrifice_off = sacrifices are not made in this game: play one pyramid alone
sacrificed_called_colour = { $colour } was called: { FORM($colour, form: "a") } pyramid cannot be sacrificed
shift_alone = { $colour } moves on the initiative stack only with a sacrifice
shift_end = { $colour } cannot move { $n } { WORD($way) }: the initiative stack ends before that
shift_exact = this sacrifice moves { $colour } by { $slots }, no other number
slots_none = no slot
stack_five_colours = the initiative stack needs five different colours, not: { $list }
virtual = { $who } still has pyramids and must play one of them
read_draft_open = the draft is not over: of ten pyramids near has { $n }, far { $most }
read_draft_size = a draft needs to know how large the stack's pyramids are: write size=small in the Setup tag
read_draw = write a draw like Lred@2 or a take like take2
read_in = cannot read { $raw } in { $raw2 } as a pyramid: { $text }
read_of_action = action { $n } of the draft, { $raw }: { $text }
read_typed = write a size and a colour, like Mblue or Myellow/Mblack+2
wrong_size = a { $piece } attacks and { $who } still has a { $size } pyramid: the parry must be { $size }
wrong_colour = a { $piece } attacks and { $who } has no { $size } pyramid: the parry must be { $colour }
pummeled = { $who }'s pummeled { $under } cannot parry the { $piece }
called_pummeled = { $colour } was called and { $who }'s pummeled { $under } has another colour
neither = { $who } has neither a { $size } nor { FORM($colour, form: "a") } pyramid to parry the { $piece }
cannot_replay = { $who } cannot play the { $piece } virtually: { $who } placed the { $under } last
cannot_replay_none = { $who } cannot play the { $piece } virtually: { $who } has placed nothing yet
shift = a { $size } sacrifice moves { $colour } by at most { $n ->
    [one] one slot
   *[other] { WORDS($n) } slots
    }
slots_up = { $n } up
slots_down = { $n } down
foreign = { $who } has { LIST($list, last: "and") } pyramids but the initiative stack has no such colour: exchange them
too_many_ten = { $who } has { $n } pyramids instead of ten: put { $most ->
    [one] one
   *[other] { $most }
    } back into the bag
too_few_ten = { $who } has { $n ->
    [0] no pyramids
    [one] one pyramid
   *[other] { $n } pyramids
    } instead of ten: draw { $most ->
    [one] one
   *[other] { $most }
    } more
too_many_alike = there are { $n } { $piece } pyramids: two trios have two, so exchange { $most ->
    [one] one
   *[other] { $most }
    }
too_many_alike_stack = there are { $n } { $piece } pyramids, one of them on the stack: two trios have two, so exchange { $most ->
    [one] one
   *[other] { $most }
    }
stack_not_five = the initiative stack has { $n ->
    [0] no pyramids
    [one] one pyramid
   *[other] { $n } pyramids
    }: build it of five, one of each colour
stack_repeats = { $colour } is on the initiative stack { $n ->
    [2] twice
   *[other] { $n } times
    }: each of the five colours belongs there once
stack_changed = the initiative stack is { $list }: build it of the colours that it began with, { $list2 }
draft_over = the draft is over: both players have ten pyramids
draft_kept = the { LIST($list, last: "and") }
read_far = { $raw } does not say how far { $colour } moves: { LIST($list, last: "or") }
read_neither = neither player has a pyramid that fits { $raw }
read_has_no = { $who } has no pyramid that fits { $raw }
read_draft_gives = the draft gives { $who } { $raw }, the Setup tag { $raw2 }
rule_is = { $raw } is { LIST($list, last: "or") }, not { $raw2 }
rule_basic = the basic game has no { $list } (I12): choose the advanced game for it
read_draft = cannot read { $raw }: a draft begins with stack=blue,green,...;size=small
d_attack = Turn { $n }: { $who } attacks with { FORM($piece, form: "a") }, { $other } parries
d_attack_call = Turn { $n }: { $who } attacks with { FORM($piece, form: "a") } and calls its colour, { $other } parries
d_leads = Turn { $n }: { $who } leads
d_either = Turn { $n }: either player may lead
d_draw = The round is a draw
d_wins = { $who } wins the round: { $n } { $n ->
    [one] pyramid
   *[other] pyramids
    } × { $most }{ $raw } = { $more } { $more ->
    [one] point
   *[other] points
    }
d_has = { $who } ◆ has the initiative
d_may = { $piece }, may be played now
d_may_legend = may be played now
d_last = last play
d_winning = winning pyramid
d_gained = gained the initiative
d_stack = Initiative stack
d_highest = highest on top
d_level = { $n } from the top: { $colour }
d_virtual = { $text }, played virtually
d_called = { $text }, colour called
dd_may = may be taken or filled
dd_title = Initiative, draft
dd_over = The draft is over: { $text }
dd_either = Draft: either player may begin and draw
dd_must = Draft: { $who } must take a row
dd_draws = Draft: { $who } draws a pyramid
dd_draws_or = Draft: { $who } draws a pyramid or takes a row
dd_done = { $who } has ten pyramids and is done
dd_waits = { $who } has taken a row and waits
dd_hand = { $who }: { $n } of { $most }
dd_hand_moves = { $who }: { $n } of { $most } ◆ is to move
dd_closed = closed
dd_full = full
dd_bag = Bag: { $n } { $n ->
    [one] pyramid
   *[other] pyramids
    }
dd_none = no { $size }: roll again
p_stack = stack
p_has = { $who } has
p_row = { $who } row
p_nothing_left = nothing left
p_empty = empty
p_attack = attack
p_calls = calls
p_sized = { $list } ({ $size })
p_closed = { $text } (closed)
p_marker = marker { $n }
