begun = The round has begun before I had read the set-up. Which play was the first?
cannot_follow = I cannot follow the table: { $text }
dr_empty = only the initiative stack stands on the table before a draft: put the rest in the bag
dr_gone = the row of marker { $n } is gone: put it on the side of whoever takes it
dr_in_the_way = the initiative stack stands where a row will lie: put it aside, left or right of the markers
dr_left_over = put the pyramids that are left at the markers into the bag
dr_marker = What lies at marker { $n }, the marker itself or a pyramid?
dr_marker_itself = the marker itself
dr_pyramid = a pyramid
dr_size = the stack's pyramids are { $size }, not { $size2 }
dr_stack = What is the order of the initiative stack, from the top, and how large are its pyramids?
dr_swapped = each has what the other drafted: change the inventories
earlier_play = { $who }'s play { $n } was { $text }, not { $text2 }
fallen = { $text } has fallen over
first_order = put the initiative stack back in its first order, from the top: { $list }
gone = { $text } is gone from its place
illegal_stands = the illegal play stands
instead_of = { $who } has { $n ->
    [0] no pyramids
    [one] one pyramid
   *[other] { $n } pyramids
    } instead of { $most }
more_than_two = there seem to be more than two { $piece } pyramids
no_kind = pyramid { $n } from the left of { $who }'s inventory is of no kind that is left
no_stack = I see no initiative stack: put five pyramids of different colours on each other
not_changed_hands = the inventories have not changed hands yet
nothing_played = nothing was played
nothing_yet = nothing was played yet
number = number { $n }
on_top = { $who } has pyramids on top of each other: set them apart
plays_back = { $n ->
    [one] the last play is
   *[other] the last { $n } plays are
    } taken back
stack_short = I can make out { $n ->
    [0] none
    [one] only one
   *[other] only { $n }
    } of the stack's five pyramids
stack_unsure = I cannot read the order of the initiative stack
taken_back = the last play is taken back
the_initiative_stack = the initiative stack
too_many_singles = there are { $n } pyramids in the inventories; there can be at most { $most }
what_happened = I am not sure what was played. What happened?
which_level = What is the { WORD($ordinal) } colour of the initiative stack, from the top?
no_round = no round is being played
page_no_markers = the draft is over: there are no markers to be shown
page_no_question = no question is open
page_no_row = these corners are not a row of markers across the middle: near left first, then round it
setup_size = cannot read { $quoted }: a size is small, medium or large
above = { $colour } is above { $colour2 } on the stack
and_also = { $text }; { $text2 }
below = { $colour } is below { $colour2 } on the stack
colour_larger = the same colour and larger than { $piece }
dr_at = { $piece } at marker { $n }
dr_drawn = a drawn pyramid at marker { $n }
dr_draws = { $who } draws a pyramid
dr_may = { $who } draws a pyramid or takes a row
dr_must = { $who } must take a row
dr_other = the inventories are not those that were drafted: { $text }
dr_puts = { $who } puts { $piece } at marker { $n }
dr_row = the row of marker { $n }
dr_takes = { $who } takes the row of marker { $n }
drawn = drawn
drawn_because = the round is drawn: { $text }
gains_because = { $who } gains the initiative: { $text }
has_piece = { $who } has { $piece }
it_moves = it moves { $text }
it_stays = it stays where it is
keeps_because = { $who } keeps the initiative: { $text }
lacks = { $who } lacks { $list }
leads_with_initiative = { $who } has the initiative and leads
lost_round = lost the round
missing_pyramid = a pyramid of { $who }'s that I do not see
neither_nor = neither that size nor that colour
new_here = something like a { $piece } is new on { $who }'s side
none_left_same_colour = no { $size } left, and the same colour
not_larger = not larger
nth_pyramid = the { WORD($ordinal) } pyramid from the left of { $who }'s inventory
other_inventories = the inventories are not those of the first round: { $text }
play_calling = { $text }, calling { $colour }
play_on = { $piece } on { $under }
play_virtual = { $text } again (virtually)
plays = { $who } plays { $piece }
plays_calling = { $text }, calling its colour
plays_illegal = { $text } (illegal, { $raw })
plays_sacrificing = { $who } plays { $piece } sacrificing { $under }
sacrificing_slots = sacrificing { $piece } lets { $colour } move { $n ->
    [one] 1 slot
   *[other] { $n } slots
    } at most; { $text }
same_pyramid = the same pyramid
same_size = the same size
score_calls = { $n } for { $most ->
    [one] a call
   *[other] { $most } calls
    }
score_factors = { $text } × { $text2 }
score_how = { $n } ({ $text })
score_points = { $n } { $n ->
    [one] point
   *[other] points
    }
score_pyramids = { $n } { $n ->
    [one] pyramid
   *[other] pyramids
    }
score_virtuals = { $n } for { $most ->
    [one] a virtual play
   *[other] { $most } virtual plays
    }
t_leads = { $who } leads { $text }
t_parries = { $who } parries with { $text }
took_for = { $text }, which at set-up I took for { $piece }
was_called = { $colour } was called
something = something
and_so = { $text }, { $text2 }
and_then = { $text }; then { $text2 }
dr_count = at marker { $n } I count { $most } instead of { $more }
dr_count_side = on { $who }'s side I count { $most } instead of { $more }
dr_either = either player may begin
dr_ended = the draft is over: put away what is left, and the match begins
dr_instead = at marker { $n } I see a { $piece } instead of a { $piece2 }
dr_instead_side = on { $who }'s side I see a { $piece } instead of a { $piece2 }
dr_none = at marker { $n } nothing has changed
dr_none_side = on { $who }'s side nothing has changed
dr_of = { LIST($list, last: "and") } of marker { $n }
dr_takes_of = { $who } takes { LIST($list, last: "and") } of marker { $n }
numbered_pyramid = the pyramid number { $n } from the left of { $who }'s inventory
not_without = I cannot go on without { $text }: put it in a better light or exchange it
thing_of = { $who }'s { $text }
the_thing = the { $text }
what_is = What is { $text }?
what_colour = What colour is { $text }?
what_size = What size is { $text }?
what_order = { $text }. What is the order of the initiative stack, from the top?
stack_sized = { $list } ({ $size })
in_row_already = { $who } has pyramids in the row already: put them back till I have read the set-up
wins_score = { $who } wins { $score }
play_shift_up = { $text }, { $colour } up { $n }
play_shift_down = { $text }, { $colour } down { $n }
slots_up = { $n } up
slots_down = { $n } down
dr_now = { $who } has { WORDS($n) } of ten pyramids
dr_shut = marker { $n } is closed and { $who } has to wait
dr_open = all markers are open again
photo_hidden = sacrifices under a pyramid of the same size or larger, and what was called, cannot be seen
photo_inventory = { $who }'s inventory: { $list }
photo_leader = who led first cannot be told, and it matters: both are given
photo_legal_setup = a legal set-up: either player may lead
photo_order = no order of the plays in the rows fits the pieces: one of them may be misread
photo_order_sure = the order of the stack ({ $raw } sure)
photo_pyramid = pyramid { $n } from the left on { $who }'s side: { LIST($list, last: "or") }
photo_rows = the rows are taken as laid from near's left to right, the stack as it was from the start
photo_stack = stack from the top: { $list }
photo_if_led = if { $who } led:
photo_leads = { $who } leads; { $other } has the initiative [I2]
photo_legal = legal: { $list }
photo_legal_none = legal: nothing
photo_must = { $who } must parry the { $piece }; { $other } has the initiative [I2]
photo_over = over: { $text } [{ $raw }]
photo_illegal = illegal: play { $n }, { $who } { $piece }: { $text } [{ $raw }]
photo_row = row: { $list }
