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
arrange_cards = eine Anordnung muss die Karten haben, die auf dem Tisch sind
arrange_pyramids = eine Anordnung muss die Pyramiden haben, die auf dem Tisch sind
card_empty = auf Karte { $n } von { $who } liegt nichts
card_whole = eine Karte wird ganz gesät: nur die Karte nennen
few_colours = im Vorrat von { $who } sind { $n } von fünf Farben: { $most ->
    [one] eine jeder Größe
   *[other] { $most } jeder Größe
    } dazu in { $more ->
    [one] einer weiteren Farbe
   *[other] { $more } weiteren Farben
    }
must_sow = { $who } kann säen und muss: nur ein Extrazug darf ausfallen
needs_one = aus dem Vorrat wird mindestens eine Pyramide gesät
neither = niemand kann mehr säen
no_card = es gibt keine Karte { $n }: die Karten haben die Nummern 1 bis { $most }
no_level = Karte { $card } von { $who } hat keine Pyramide Nummer { $n } von unten
no_power = es gibt keine Kraft zu nutzen oder abzulehnen: sie kommt mit einem Fang
no_rule = keine Regel ordnet den Tisch so um
not_enough = { $who } hat nicht genug im Vorrat: es fehlt { FORM($piece, form: "a") }
not_in_vault = im Tresor von { $who } ist keine { $piece }
pieces_lost = auf dem Tisch sind nicht die Pyramiden des Aufbaus: { $text }
power_due = eine Kraft steht an: stattdessen darauf verzichten
power_first = zuerst kommt die Kraft von { LIST($list, last: "or") }: nutzen oder darauf verzichten
slip_back = gesät wird vorwärts, zum Tresor hin
slip_down = eine Karte wird von oben nach unten gesät
slip_empty = nur ein Säen, dessen letztes Stück auf einer leeren Karte landet, fängt
slip_facing = nur die Karte gegenüber dem letzten gesäten Stück wird gefangen
slip_first = aus dem Vorrat wird von der ersten Karte an gesät, keine ausgelassen
slip_guard = ein Baum schützt seine Karte: nur ein Nest gegenüber fängt sie
slip_nest = ein Nest fängt die Karte gegenüber, auf der ein Baum steht
slip_own = das Säen beginnt auf der nächsten Karte, nicht auf der gesäten
slip_skip = gesät wird von Karte zu Karte: keine wird ausgelassen
slip_stock_two = aus dem Vorrat kommt auf jede Karte eine Pyramide
slip_taken = was gefangen ist, kommt in den Tresor dessen, der es fängt
slip_tree = ein Baum obenauf wird als eines gesät
slip_two = beim Säen kommt auf jede Karte eine Pyramide oder ein Baum
slip_vault = aus dem Vorrat wird nie bis in den Tresor gesät
stock = im Vorrat von { $who } muss in jeder Farbe { $n ->
    [one] eine jeder Größe
   *[other] { $n } jeder Größe
    } sein: { $text }
swap_two = ein Tausch braucht zwei Pyramiden
third = die Stellung ist zum dritten Mal da
too_many = aus dem Vorrat werden höchstens { $most } Pyramiden gesät, nicht { $n }
wrong_power = dieser Fang gibt eine andere Kraft: { LIST($list, last: "or") }
read_layout = eine Anordnung lautet near(stock=...;1=...;vault=...)far(...)
read_layout_twice = die Anordnung hat { $raw } zweimal
read_sow = ein Säen schreiben wie Sred,Mblue oder card3, oder eine Kraft wie near1>next
uneven = von { FORM($colour, form: "name") } sind { $list } auf dem Tisch: jede Größe muss { $n ->
    [one] einmal
   *[other] { $n }-mal
    } da sein, oder { $most ->
    [2] zweimal
   *[other] { $most }-mal
    }, wenn beide { FORM($colour, form: "name") } haben
count_add = auf dem Tisch { $n ->
    [one] ist eine Pyramide
   *[other] sind { $n } Pyramiden
    } und zwei Vorräte haben { $most }: { $more } dazulegen
count_take = auf dem Tisch sind { $n } Pyramiden und zwei Vorräte haben { $most }: { $more } wegnehmen
far = auf Karte { $n } liegen { $most } zum Säen, aber der Tresor ist { $more ->
    [one] einen Schritt
   *[other] { $more } Schritte
    } entfernt
reclaim_power = { FORM($colour, form: "name") } holt eine Pyramide aus einem Tresor
recall_power = { FORM($colour, form: "name") } holt die oberste Pyramide einer Karte in den Vorrat zurück
advance_power = { FORM($colour, form: "name") } setzt die oberste Pyramide einer Karte eine Karte weiter
swap_own_power = { FORM($colour, form: "name") } tauscht zwei Pyramiden auf den eigenen Karten
swap_theirs_power = { FORM($colour, form: "name") } tauscht zwei Pyramiden auf den gegnerischen Karten
read_side = { $raw } ist nicht lesbar: eine Seite hat Vorrat, Tresor und Karten 1 bis { $n }, je einmal
rule_cards = eine Seite hat 3 bis 10 Karten, nicht { $n }
rule_trios = ein Vorrat hat mindestens ein Trio jeder Farbe, nicht { $n }
rule_tree_power = tree_power ist top oder any, nicht { $raw }
dl_last = Letzter Zug: { $text }
dl_may_act = die Kraft darf wirken auf
dl_may_sow = darf gesät werden
dl_draw = Das Spiel ist unentschieden, { $n } zu { $most }
dl_wins = { $who } gewinnt { $n } zu { $most }
dl_power = { $who } darf eine Kraft nutzen, { LIST($list, last: "or") }
dl_power_more = { $who } darf eine Kraft nutzen, { LIST($list, last: "or") } (danach noch { $n })
dl_again = { $who } darf noch einmal säen oder aufhören
dl_sows = { $who } sät
dl_stock = Vorrat von { $who }
dl_pyramids = { $n } { $n ->
    [one] Pyramide
   *[other] Pyramiden
    }
dl_tree = Baum
dl_nest = Nest
dl_card = Karte { $card } von { $who }: { $list }
dl_empty = leer
dl_vault = Tresor: { $n } { $n ->
    [one] Punkt
   *[other] Punkte
    }
dl_emptied = geleert
dl_captured = { $n } gefangen
dl_sow_card = { $who } sät Karte { $card }
dl_sow_card_takes = { $who } sät Karte { $card } und fängt
dl_sow_stock = { $who } sät { $n } aus dem Vorrat
dl_sow_stock_takes = { $who } sät { $n } aus dem Vorrat und fängt
dl_stops = { $who } hört auf
dl_declines = { $who } nutzt die Kraft nicht
dl_rearranges = { $who } ordnet den Tisch um
dl_takes_out = { $who } holt die { $piece } aus dem Tresor von { $other }
dl_takes_back = { $who } holt die oberste von Karte { $card } von { $other } in den Vorrat zurück
dl_moves_on = { $who } setzt die oberste von Karte { $card } von { $other } weiter
dl_swaps = { $who } tauscht zwei Pyramiden auf den Karten von { $other }
p_stock = Vorrat { $who }
p_vault = Tresor { $who }
p_card = { $who } { $card }
p_power = Kraft
p_extra = Extrazug
p_extra_may = { $who } darf noch einmal säen oder aufhören
