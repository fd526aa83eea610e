# Words that the rules of every game put into their sentences.

## Players, where no names are known
seat-near = vorn
seat-far = hinten

## Colours, sizes and pyramids; the forms after a point are for sentences that ask for them
colour-red = rot
    .name = Rot
    .e = rote
    .en = roten
    .a = eine rote
    .dat_a = einer roten
colour-orange = orange
    .name = Orange
    .e = orange
    .en = orangen
    .a = eine orange
    .dat_a = einer orangen
colour-yellow = gelb
    .name = Gelb
    .e = gelbe
    .en = gelben
    .a = eine gelbe
    .dat_a = einer gelben
colour-green = grün
    .name = Grün
    .e = grüne
    .en = grünen
    .a = eine grüne
    .dat_a = einer grünen
colour-cyan = türkis
    .name = Türkis
    .e = türkise
    .en = türkisen
    .a = eine türkise
    .dat_a = einer türkisen
colour-blue = blau
    .name = Blau
    .e = blaue
    .en = blauen
    .a = eine blaue
    .dat_a = einer blauen
colour-purple = violett
    .name = Violett
    .e = violette
    .en = violetten
    .a = eine violette
    .dat_a = einer violetten
colour-pink = pink
    .name = Pink
    .e = pinke
    .en = pinken
    .a = eine pinke
    .dat_a = einer pinken
colour-black = schwarz
    .name = Schwarz
    .e = schwarze
    .en = schwarzen
    .a = eine schwarze
    .dat_a = einer schwarzen
colour-white = weiß
    .name = Weiß
    .e = weiße
    .en = weißen
    .a = eine weiße
    .dat_a = einer weißen
colour-clear = klar
    .name = Klar
    .e = klare
    .en = klaren
    .a = eine klare
    .dat_a = einer klaren
size-small = klein
    .e = kleine
    .en = kleinen
    .es = kleines
    .a = eine kleine
    .dat_a = einer kleinen
size-medium = mittelgroß
    .e = mittlere
    .en = mittleren
    .es = mittleres
    .a = eine mittlere
    .dat_a = einer mittleren
size-large = groß
    .e = große
    .en = großen
    .es = großes
    .a = eine große
    .dat_a = einer großen
piece = { FORM($size, form: "e") } { FORM($colour, form: "e") }
    .a = eine { FORM($size, form: "e") } { FORM($colour, form: "e") }
    .dat = { FORM($size, form: "en") } { FORM($colour, form: "en") }
    .dat_a = einer { FORM($size, form: "en") } { FORM($colour, form: "en") }

## Numbers in words; higher ones are given in digits
number-0 = keine
number-1 = eins
number-2 = zwei
number-3 = drei
number-4 = vier
number-5 = fünf
number-6 = sechs
number-7 = sieben
number-8 = acht
number-9 = neun
number-10 = zehn
number-11 = elf
number-12 = zwölf
number-13 = dreizehn
number-14 = vierzehn
number-15 = fünfzehn
number-16 = sechzehn
number-17 = siebzehn
number-18 = achtzehn
number-19 = neunzehn
number-20 = zwanzig

## Lists and numbers
comma = ,{ " " }
and = { " " }und{ " " }
or = { " " }oder{ " " }
point = ,

## Single words
word-up = nach oben
word-down = nach unten
word-north = Norden
word-east = Osten
word-south = Süden
word-west = Westen
word-red = Rot
word-blue = Blau
word-neutral = Neutral
word-first = erste
word-second = zweite
word-third = dritte
word-fourth = vierte
word-fifth = fünfte
word-sixth = sechste
word-seventh = siebte
word-eighth = achte
word-ninth = neunte
word-tenth = zehnte

## Whose turn it is
must_wait = { $who } muss warten

## What was recorded by an earlier version, in its own words
as_recorded = { $text }
