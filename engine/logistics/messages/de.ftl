# Was die Regeln sagen, nach den Nummern in engine/RULES.md.
reading-L1 = Aus dem Vorrat werden ein bis vier Pyramiden gesät, je eine auf eine Karte, von der ersten an.
reading-L2 = Eine Karte wird ganz gesät, von oben, und nur, wenn alles auf ihr vor dem Tresor oder in ihm Platz findet.
reading-L3 = Wessen letzte Einheit in den Tresor fällt, darf noch einmal säen oder aufhören.
reading-L4 = Eine letzte Einheit auf einer leeren eigenen Karte fängt alles auf der Karte gegenüber, wenn kein Baum es schützt.
reading-L5 = Eine kleine auf einer mittleren auf einer großen ist ein Baum: er schützt seine Karte und wird als eines gesät.
reading-L6 = Ein fangender Baum hat die Kraft der Farbe seiner kleinen oder einer seiner drei Farben, wie vereinbart.
reading-L7 = Eine große, die auf eine mittlere auf einer kleinen gesät wird, ist ein Nest; sie fängt eine Karte gegenüber, auf der ein Baum steht.
reading-L8 = Zuerst kommen alle Fänge, dann ihre Kräfte in derselben Reihenfolge.
reading-L9 = Ein Fang gibt die Kraft der fangenden Farbe; man darf auf sie verzichten.
reading-L10 = Wer nichts zu säen hat, setzt aus; kann niemand säen, endet das Spiel.
reading-L11 = Ein Tresor zählt 7 für einen Baum einer Farbe, 5 für einen gemischten Baum und 1 für jede andere Pyramide.
reading-L12 = Wer säen kann, muss säen, außer in einem Extrazug.
reading-L13 = Eine Stellung, die zum dritten Mal da ist, beendet das Spiel.
reading-L14 = Die Spieler sind abwechselnd am Zug; ist niemand genannt, darf jeder beginnen.
reading-L15 = Ein regelwidriges Säen, das liegen bleibt, wird ganz ausgeführt, und der andere ist am Zug.
reading-L16 = Eine Stellung ist alles, was auf dem Tisch ist, wenn gesät werden soll.
