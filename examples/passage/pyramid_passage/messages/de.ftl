# Passage auf Deutsch.

reading-P1 = Die Spieler ziehen abwechselnd; wird niemand genannt, kann jeder beginnen.
reading-P2 = Eine Pyramide zieht in die nächste Reihe auf den Gegner zu, gerade oder schräg.
reading-P3 = Eine Pyramide nimmt die des Gegners vom Tisch, auf deren Feld sie zieht, außer wenn diese größer ist.
reading-P4 = Niemand zieht auf ein Feld mit einer eigenen Pyramide.
reading-P5 = Das Spiel endet, wenn eine Pyramide die Reihe des Gegners erreicht hat oder wer am Zug ist, nicht ziehen kann.
reading-P6 = Genommene Pyramiden zählen ihre Punkte, die Reihe des Gegners zu erreichen zählt drei.

arrived = { $who } hat die andere Seite erreicht
stuck = { $who } kann nicht ziehen
is_over = das Spiel ist zu Ende
out_of_turn = { $who } ist am Zug
no_step = von { $start } nach { $end } ist kein Schritt in die nächste Reihe
own = { $who } hat auf { $square } schon eine Pyramide
larger = { FORM($piece, form: "a") } kann { FORM($other_piece, form: "a") } nicht nehmen, die ist größer
nothing_there = { $who } hat auf { $square } keine Pyramide, die von dort ziehen könnte
too_many = ein Spieler hat höchstens drei Pyramiden
read_setup = { $quoted } ist nicht lesbar: schreibe ein Feld und eine Pyramide, wie a1=Sred
read_move = { $quoted } ist nicht lesbar: schreibe zwei Felder, wie a1-b2

deed = { $who } zieht von { $start } nach { $end }
lies = Auf { $square }: { $piece }.
points = Punkte: { $who } { $n }, { $other } { $n2 }.
