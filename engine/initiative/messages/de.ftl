# Was die Regeln sagen, nach den Nummern in engine/RULES.md.
reading-I1 = Eine Parade hat die Größe des Angriffs, solange der Verteidiger eine davon hat, sonst die Farbe des Angriffs; mit keiner von beiden ist die Runde verloren.
reading-I2 = Die Parade übernimmt die Initiative mit der gleichen Größe und einer im Stapel höheren Farbe oder mit der gleichen Farbe und einer größeren Pyramide.
reading-I3 = Sind nach einer Parade beide Vorräte leer, endet die Runde, und zwar unentschieden, wenn nicht vereinbart war, dass der Inhaber der Initiative gewinnt.
reading-I4 = Bei jedem Spiel darf eine weitere Pyramide darunter geopfert werden; ohne Opfer bleibt der Stapel, wie er ist.
reading-I5 = Die gespielte Farbe bewegt sich im Stapel um bis zu so viele Plätze, wie das Opfer Augen hat, oder um genau so viele, wie vereinbart.
reading-I6 = Eine Parade wird nach dem ganzen Vorrat beurteilt, die geopferte Pyramide eingeschlossen.
reading-I7 = Wer nichts mehr hat, spielt die zuletzt gelegte Pyramide noch einmal; nur dann ist ein Spiel virtuell.
reading-I8 = Wer angreift, darf mit einer flach gelegten kleinen Pyramide eine Farbe rufen; die Parade muss diese Farbe haben und darf sie nicht opfern.
reading-I9 = Jeder Ruf der Runde verdoppelt die Punkte dessen, der sie gewinnt.
reading-I10 = Eine Runde zählt die Pyramiden des Gewinners mal die Augen der gewinnenden, verdoppelt für jeden Ruf und jedes virtuelle Spiel.
reading-I11 = Eine Partie sind zwei Runden mit getauschten Vorräten; die höhere Summe gewinnt.
reading-I12 = Opfer, Bedrängen und Rufen gibt es nur, wo es vereinbart ist.
reading-I13 = Von zwei Trios in fünf Farben bildet je eine Pyramide jeder Farbe den Stapel, zehn bekommt jeder Spieler, und fünf bleiben im Beutel.
reading-I14 = Bei der Auswahl nehmen die Spieler Reihen von drei Marken, bis jeder zehn Pyramiden hat.
reading-I15 = Einer greift an und der andere pariert, je ein Spiel; niemand spielt außer der Reihe.
reading-I16 = Ein regelwidriges Spiel, das liegen bleibt, zählt, als wäre es erlaubt.
reading-I17 = Eine Runde, die mangels Parade verloren ist, geht weiter, wenn eine regelwidrige Parade liegen bleibt.
reading-I18 = Eine Farbe, die nicht im Stapel ist, steht unter allen anderen und kann sich nicht bewegen.
reading-I19 = Ein Zug der Auswahl, der liegen bleibt, wird ausgeführt, und die Auswahl geht weiter.
call_in_parry = nur wer angreift, darf eine Farbe rufen: die Parade muss stehen
call_not_small = nur eine kleine Pyramide darf eine Farbe rufen, keine { FORM($size, form: "e") }
call_off = in diesem Spiel werden keine Farben gerufen: die Pyramide muss stehen
called_colour = { FORM($colour, form: "name") } wurde gerufen: die Parade muss { $colour } sein
called_none = { FORM($colour, form: "name") } wurde gerufen und { $who } hat keine { FORM($colour, form: "e") } Pyramide
cannot_move = { FORM($colour, form: "name") } ist nicht im Stapel { $list } und kann sich nicht bewegen
draft_as_many = { $who } hat noch Platz für { $n ->
    [one] eine und muss eine nehmen
   *[other] { $n } und muss so viele nehmen
    }
draft_bag = im Beutel ist keine { $piece } mehr
draft_bag_had = { $n } { $piece } zu viel: im Beutel waren { $most } davon
draft_both_ten = beide haben zehn Pyramiden
draft_closed = Marke { $n } ist zu, bis beide eine Reihe genommen haben
draft_full = an Marke { $n } liegen zwei Pyramiden: mehr dürfen nicht dazu
draft_marker_empty = an Marke { $n } liegt nichts
draft_marker_many = an Marke { $n } liegen { $most } Pyramiden: { $more } an eine andere Marke legen
draft_no_marker = es gibt keine Marke { $n }: es sind 1 bis 3
draft_no_piece = an Marke { $n } liegt keine { $piece }, die bleiben könnte
draft_no_room = an keiner Marke ist Platz: { $who } muss eine Reihe nehmen
draft_put_back = { $who } hat { $n } Pyramiden: { $most ->
    [one] eine
   *[other] { $most }
    } zurücklegen, zehn sind die Grenze
draft_ten = { $who } hat zehn Pyramiden und muss aufhören
draft_ten_limit = { $who } hat { $n ->
    [0] keinen Platz mehr
    [one] noch Platz für eine
   *[other] noch Platz für { $n }
    }, nicht für { $most }: zehn sind die Grenze
draft_wait_row = { $who } hat eine Reihe genommen und muss warten
draft_whether_kept = { $who } hat noch Platz für { $n ->
    [one] eine
   *[other] { $n }
    }: bitte sagen, ob { $text } bleibt
draft_whole = die Reihe an Marke { $n } muss ganz genommen werden
draft_whose_turn = { $text }: { $who } ist am Zug
exhausted = beide Vorräte sind leer und { $who } hat die Initiative
exhausted_draw = beide Vorräte sind leer und jeder Angriff wurde pariert
has_none = { $who } hat keine { $piece } im Vorrat
match_both = eine Partie hat { $n } Runden, und beide sind gespielt
must_lead = { $who } muss angreifen und hat keine Pyramide mehr
no_pyramid_left = { $who } hat keine Pyramide mehr, um die { $piece } zu parieren
only_one = { $who } hat nur noch eine { $piece }
out_of_turn_lead = { $who } hat die Initiative und greift an; { $other } muss warten
out_of_turn_parry = { $who } muss erst die { $piece } parieren, bevor { $other } wieder spielt
pieces_lost = { $who } hat nicht die Pyramiden des Aufbaus: { $text }
replay_alone = eine nochmals gespielte Pyramide geht ohne Opfer, Ruf und Bewegung im Stapel
sacrifice_off = in diesem Spiel wird nicht geopfert: eine Pyramide allein spielen
sacrificed_called_colour = { FORM($colour, form: "name") } wurde gerufen: eine { FORM($colour, form: "e") } Pyramide kann nicht geopfert werden
shift_alone = { FORM($colour, form: "name") } bewegt sich im Initiativestapel nur mit einem Opfer
shift_end = { FORM($colour, form: "name") } kann nicht um { $n } { WORD($way) }: vorher endet der Initiativestapel
shift_exact = dieses Opfer bewegt { FORM($colour, form: "name") } um { $slots }, keine andere Zahl
slots_none = keinen Platz
stack_five_colours = der Initiativestapel braucht fünf verschiedene Farben, nicht: { $list }
virtual = { $who } hat noch Pyramiden und muss eine davon spielen
read_draft_open = die Auswahl ist nicht zu Ende: von zehn Pyramiden sind vorn { $n }, hinten { $most }
read_draft_size = eine Auswahl muss wissen, wie groß die Pyramiden im Stapel sind: size=small in die Angabe Setup schreiben
read_draw = ein Ziehen schreiben wie Lred@2 oder ein Nehmen wie take2
read_in = { $raw } in { $raw2 } ist als Pyramide nicht lesbar: { $text }
read_of_action = Schritt { $n } der Auswahl, { $raw }: { $text }
read_typed = eine Größe und eine Farbe schreiben, wie Mblue oder Myellow/Mblack+2
wrong_size = eine { $piece } greift an und { $who } hat noch eine { FORM($size, form: "e") } Pyramide: die Parade muss { $size } sein
wrong_colour = eine { $piece } greift an und { $who } hat keine { FORM($size, form: "e") } Pyramide: die Parade muss { $colour } sein
pummeled = die bedrängte { $under } von { $who } kann die { $piece } nicht parieren
called_pummeled = { FORM($colour, form: "name") } wurde gerufen, und die bedrängte { $under } von { $who } hat eine andere Farbe
neither = { $who } hat weder eine { FORM($size, form: "e") } noch eine { FORM($colour, form: "e") } Pyramide, um die { $piece } zu parieren
cannot_replay = { $who } kann die { $piece } nicht noch einmal spielen: zuletzt legte { $who } die { $under }
cannot_replay_none = { $who } kann die { $piece } nicht noch einmal spielen: { $who } hat noch nichts gelegt
shift = ein { FORM($size, form: "es") } Opfer bewegt { FORM($colour, form: "name") } um höchstens { $n ->
    [one] einen Platz
   *[other] { WORDS($n) } Plätze
    }
slots_up = { $n } nach oben
slots_down = { $n } nach unten
foreign = { $who } hat Pyramiden in Farben, die der Initiativestapel nicht hat ({ $list }): bitte tauschen
too_many_ten = { $who } hat { $n } Pyramiden statt zehn: { $most ->
    [one] eine
   *[other] { $most }
    } zurück in den Beutel legen
too_few_ten = { $who } hat { $n ->
    [0] keine Pyramide
    [one] eine Pyramide
   *[other] { $n } Pyramiden
    } statt zehn: noch { $most ->
    [one] eine
   *[other] { $most }
    } ziehen
too_many_alike = es gibt { $n } { $piece } Pyramiden: zwei Trios haben zwei, also { $most ->
    [one] eine
   *[other] { $most }
    } tauschen
too_many_alike_stack = es gibt { $n } { $piece } Pyramiden, eine davon im Stapel: zwei Trios haben zwei, also { $most ->
    [one] eine
   *[other] { $most }
    } tauschen
stack_not_five = der Initiativestapel hat { $n ->
    [0] keine Pyramiden
    [one] eine Pyramide
   *[other] { $n } Pyramiden
    }: er braucht fünf, eine in jeder Farbe
stack_repeats = { FORM($colour, form: "name") } ist { $n ->
    [2] zweimal
   *[other] { $n }-mal
    } im Initiativestapel: jede der fünf Farben gehört einmal hinein
stack_changed = der Initiativestapel ist { $list }: er braucht die Farben, mit denen er begann, { $list2 }
draft_over = die Auswahl ist zu Ende: beide haben zehn Pyramiden
draft_kept = die { LIST($list, last: "and") }
read_far = { $raw } sagt nicht, wie weit { FORM($colour, form: "name") } wandert: { LIST($list, last: "or") }
read_neither = niemand hat eine Pyramide, zu der { $raw } passt
read_has_no = { $who } hat keine Pyramide, zu der { $raw } passt
read_draft_gives = die Auswahl ergibt für { $who } { $raw }, die Angabe Setup { $raw2 }
rule_is = { $raw } ist { LIST($list, last: "or") }, nicht { $raw2 }
rule_basic = das Grundspiel hat kein { $list } (I12): dafür das erweiterte Spiel wählen
read_draft = { $raw } ist nicht lesbar: eine Auswahl beginnt mit stack=blue,green,...;size=small
d_attack = Zug { $n }: { $who } greift mit { FORM($piece, form: "dat_a") } an, { $other } pariert
d_attack_call = Zug { $n }: { $who } greift mit { FORM($piece, form: "dat_a") } an und ruft ihre Farbe, { $other } pariert
d_leads = Zug { $n }: { $who } greift an
d_either = Zug { $n }: beide dürfen beginnen
d_draw = Die Runde ist unentschieden
d_wins = { $who } gewinnt die Runde: { $n } { $n ->
    [one] Pyramide
   *[other] Pyramiden
    } × { $most }{ $raw } = { $more } { $more ->
    [one] Punkt
   *[other] Punkte
    }
d_has = { $who } ◆ hat die Initiative
d_may = { $piece }, jetzt spielbar
d_may_legend = jetzt spielbar
d_last = letztes Spiel
d_winning = gewinnende Pyramide
d_gained = Initiative übernommen
d_stack = Initiativestapel
d_highest = oben am höchsten
d_level = { $n } von oben: { $colour }
d_virtual = { $text }, noch einmal gespielt
d_called = { $text }, Farbe gerufen
dd_may = nehmen oder füllen
dd_title = Initiative, Auswahl
dd_over = Die Auswahl ist beendet: { $text }
dd_either = Auswahl: beide dürfen beginnen und ziehen
dd_must = Auswahl: { $who } muss eine Reihe nehmen
dd_draws = Auswahl: { $who } zieht eine Pyramide
dd_draws_or = Auswahl: { $who } zieht eine Pyramide oder nimmt eine Reihe
dd_done = { $who } hat zehn Pyramiden und ist fertig
dd_waits = { $who } hat eine Reihe genommen und wartet
dd_hand = { $who }: { $n } von { $most }
dd_hand_moves = { $who }: { $n } von { $most } ◆ ist am Zug
dd_closed = zu
dd_full = voll
dd_bag = Im Beutel: { $n } { $n ->
    [one] Pyramide
   *[other] Pyramiden
    }
dd_none = keine { FORM($size, form: "e") }: noch einmal würfeln
p_stack = Stapel
p_has = { $who } hat
p_row = Reihe von { $who }
p_nothing_left = nichts mehr
p_empty = leer
p_attack = Angriff
p_calls = Rufe
p_sized = { $list } ({ $size })
p_closed = { $text } (zu)
p_marker = Marke { $n }
