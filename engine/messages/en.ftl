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
must_wait = { $who } must wait

## What was recorded by an earlier version, in its own words
as_recorded = { $text }
