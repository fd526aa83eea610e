# Was die Regeln sagen, nach den Nummern in engine/RULES.md.
reading-N1 = Auf dem Brett ist jede von fünf Farben in jeder von fünf Richtungen einmal.
reading-N2 = Die erste Marke kommt an den Rand des Bretts.
reading-N3 = Eine spätere Marke kommt dorthin, wo die Pyramide die Farbe oder die Richtung der übergebenen teilt.
reading-N4 = Fünf eigene Marken in einer Reihe, einer Spalte oder einer langen Diagonale gewinnen.
reading-N5 = Fünf eigene Marken in Form eines L gewinnen: zwei Arme zu drei, oder vier und einer daneben, wie vereinbart.
reading-N6 = Wer am Zug ist und keinen erlaubten Zug hat, hat verloren.
reading-N7 = Marken gibt es unbegrenzt oder für jeden so viele, wie vereinbart.
reading-N8 = Die Spieler sind abwechselnd am Zug; ist niemand genannt, darf jeder beginnen.
reading-N9 = Eine Marke, die liegen bleibt, wo keine erlaubt war, zählt, und der Gegner ist am Zug.
all_tokens = { $who } hat { $n ->
    [one] die einzige Marke
   *[other] alle { $n } Marken
    } gelegt
bad_square = es gibt kein Feld { $raw }: es sind a1 bis e5
edge = die erste Marke kommt an den Rand des Bretts, nicht auf { $square }
empty = auf { LIST($list, last: "and") } ist nichts: alle 25 Felder brauchen eine Pyramide
few_colours = das Brett hat { $n ->
    [one] eine Farbe
   *[other] { $n } Farben
    }: es braucht fünf
handed = übergeben
has_token = auf { $square } liegt schon eine Marke von { $who }
line = { $who } hat fünf Marken in einer geraden Linie
no_begin = auf dem Brett ist keine Pyramide zum Beginnen
no_hand = auf { $square } ist keine Pyramide zum Übergeben
no_move = { $who } hat keinen erlaubten Zug: { $text }
no_pyramid = keine Pyramide auf dem Brett passt zu: { $pyramid }
no_square = kein Feld ist offen
no_token = { $who } hat keine Marke mehr
shape = { $who } hat ein L
token_there = auf { $square } liegt eine Marke, keine Pyramide zum Übergeben
pyramid_lying = { FORM($colour, form: "name") } nach { WORD($compass) }
pyramid_up = { FORM($colour, form: "name") } aufrecht
read_board = ein Brett hat fünf Reihen aus fünf Feldern, wie Ered,Nblue,... mit / zwischen den Reihen
read_direction = Richtung und Farbe schreiben, wie Ered
read_square = ein Feld schreiben, a1 bis e5
sixth = { FORM($colour, form: "name") } ist eine sechste Farbe: bitte tauschen, { $pyramid } auf { LIST($list, last: "and") }
doubled = { $pyramid } ist { $n ->
    [2] zweimal
   *[other] { $n }-mal
    } da, auf { LIST($list, last: "and") }: es darf nur eine sein
missing = es fehlt { $pyramid }: eine hinstellen
missing_turn = es fehlt { $pyramid }: eine drehen, die jetzt { $pyramid2 } ist
no_match = { $pyramid } auf { $square } hat weder die Farbe noch die Richtung von { $pyramid2 }
pieces_lost = die Pyramiden auf und neben dem Brett sind nicht die des Aufbaus: { $text }
rule_l_shape = l_shape ist 3+3, 4+2 oder both, nicht { $raw }
rule_tokens = jeder hat mindestens eine Marke, nicht { $n }
d_open = offen
dn_won = Gewinnform
dn_nobody = Auf diesem Brett kann niemand beginnen
dn_stuck = { $who } gewinnt: { $other } hat keinen erlaubten Zug
dn_line = { $who } gewinnt mit einer Reihe
dn_shape = { $who } gewinnt mit einem L
dn_anywhere = { $who } darf überall spielen
dn_begins = { $who } beginnt, am Rand des Bretts
dn_takes_standing = { $who } nimmt eine { FORM($colour, form: "e") } Pyramide oder eine aufrechte
dn_takes = { $who } nimmt eine { FORM($colour, form: "e") } Pyramide oder eine nach { WORD($compass) }
dn_on = { $square }: { $pyramid }
dn_token = { $square }: Marke von { $who }
dn_played = { $n } gespielt
dn_played_of = { $n } von { $most } gespielt
dn_before = vor { $who }: { $pyramid }
dn_handed = übergeben an { $who }
dn_north = N
p_row = Reihe { $n }
p_match = zu treffen
