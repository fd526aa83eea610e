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
