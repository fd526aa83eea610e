# Words that the rules of every game put into their sentences.

## Players, where no names are known
seat-near = near
seat-far = far

## Colours, sizes and pyramids; the forms after a point are for sentences that ask for them
colour-red = red
    .a = a red
colour-orange = orange
    .a = an orange
colour-yellow = yellow
    .a = a yellow
colour-green = green
    .a = a green
colour-cyan = cyan
    .a = a cyan
colour-blue = blue
    .a = a blue
colour-purple = purple
    .a = a purple
colour-pink = pink
    .a = a pink
colour-black = black
    .a = a black
colour-white = white
    .a = a white
colour-clear = clear
    .a = a clear
size-small = small
    .a = a small
size-medium = medium
    .a = a medium
size-large = large
    .a = a large
piece = { $size } { $colour }
    .a = { FORM($size, form: "a") } { $colour }

## Numbers in words; higher ones are given in digits
number-0 = no
number-1 = one
number-2 = two
number-3 = three
number-4 = four
number-5 = five
number-6 = six
number-7 = seven
number-8 = eight
number-9 = nine
number-10 = ten
number-11 = eleven
number-12 = twelve
number-13 = thirteen
number-14 = fourteen
number-15 = fifteen
number-16 = sixteen
number-17 = seventeen
number-18 = eighteen
number-19 = nineteen
number-20 = twenty

## Lists and numbers
comma = ,{ " " }
and = { " " }and{ " " }
or = { " " }or{ " " }
point = { "." }

## Single words
word-up = up
word-down = down
word-north = north
word-east = east
word-south = south
word-west = west
word-red = red
word-blue = blue
word-neutral = neutral
word-first = first
word-second = second
word-third = third
word-fourth = fourth
word-fifth = fifth
word-sixth = sixth
word-seventh = seventh
word-eighth = eighth
word-ninth = ninth
word-tenth = tenth

## Whose turn it is

## What was recorded by an earlier version, in its own words
as_recorded = { $text }
did_you_mean = did you mean { $raw }?
read_at = line { $n }, column { $most }: { $text }
read_comment = this comment is not closed: write { "}" } at its end
read_draft_tag = the Draft tag: { $text }
read_here = cannot read { $raw } here
read_mark_follows = a mark follows the move that it belongs to, once
read_marked = move { $n } is marked as illegal and is legal
read_no_draft = { $raw } has no draft: leave the Draft tag out
read_no_setup = the record has no Setup tag: nothing says what lay on the table
read_numbered = this is move { $n }, not { $raw }
read_of_move = move { $n }: { $text }
read_one = cannot read { $raw } as one pyramid: write like 2Mblue
read_option = the rule option { $raw } cannot be { $raw2 }: it is usually { $raw3 }
read_options = these rule options do not go together: { $text }
read_piece = write a size and a colour, like Mblue
read_ppn = the Piecepack notation has no { $raw } pyramids, only { $raw2 }
read_records = there are { $n } records here where one is wanted
read_result = the Result tag says { $raw }, the moves { $raw2 }
read_setup = a set-up reads near=2Mgreen,...;far=...;stack=blue,green,...;size=small
read_stack = the stack is colours from top to bottom, its size small, medium or large
read_structures = two structures are called { $raw }: give each a name of its own
read_tag = cannot read this tag: write [Name "value"]
read_tag_name = { $raw } is no tag name: use letters, digits and underscores
read_tag_twice = the tag { $raw } is there twice: the first counts
must_wait = { $who } must wait
read_could = { $raw } could be { LIST($list, last: "or") }
read_move = cannot read { $quoted }: { $text }
game_over = the game is over: { $text }
whose_turn = it is { $who }'s turn, { $other } must wait
read_as_piece = cannot read { $quoted } as a pyramid: { $text }
there_are = there are { $list }
there_are_none = there are none
read_no_game = there is no game called { $raw }: { $text }
read_no_option = { $raw } has no rule option { $raw2 }: { $text }
read_mark = cannot read the mark { $raw }: { $text }
read_marks = write { LIST($list, last: "or") }
read_leader = the Leader tag is near or far, not { $raw }
read_leader_meant = the Leader tag is near or far, not { $raw }: { $text }
read_no_tag = there is no tag { $raw }: { $text }
read_nobody = nobody is called { $raw }: { $text }
read_lonely = no move follows { $raw }
read_setup_once = a set-up has near, far, stack and size, once each
either = { LIST($list, last: "or") }
amend_both = add { LIST($list, last: "and") }, take away { LIST($list2, last: "and") }
amend_add = add { LIST($list, last: "and") }
amend_take = take away { LIST($list, last: "and") }
counted = { $n } { $piece }
counted_more = { $n } more
counted_size = { $n } { $size }
round_over = the round is over: { $text }
just = { $it }
in_a_row = { $list }
pile = { $piece } on { $text }
and_also = { $text }; { $text2 }
then = { $text }, then { $text2 }
nothing = nothing
keep_waiting = none of these, keep waiting
nothing_yet = nothing was played yet
page_no_question = no question is open
sentences = { SENTENCES($list) }
os_none = there is no such file or folder
os_denied = that is not allowed
os_folder = it is a folder
os_no_folder = it is no folder
os_full = there is no room left
os_read_only = nothing may be written there
os_exists = it is there already
point_broken = { $raw }: { $raw2 }
point_fault = { $raw } { $text }
point_twice = is not the first that brings { $raw }
point_no_game = is no game
point_called = is called { $raw }, and its entry point { $raw2 }
game_broken = the game { $raw } cannot be loaded: { $text }
no_games = no games are installed: install this package with pip
