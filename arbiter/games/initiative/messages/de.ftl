begun = Die Runde hat begonnen, bevor ich den Aufbau gelesen hatte. Welches Spiel war das erste?
cannot_follow = ich kann dem Tisch nicht folgen: { $text }
dr_empty = vor einer Auswahl steht nur der Initiativestapel auf dem Tisch: alles andere gehört in den Beutel
dr_gone = die Reihe an Marke { $n } ist weg: sie gehört auf die Seite von dem, der sie nimmt
dr_in_the_way = der Initiativestapel steht, wo eine Reihe liegen wird: bitte zur Seite stellen, links oder rechts von den Marken
dr_left_over = bitte die Pyramiden, die noch an den Marken liegen, in den Beutel tun
dr_marker = Was liegt an Marke { $n }, die Marke selbst oder eine Pyramide?
dr_marker_itself = die Marke selbst
dr_pyramid = eine Pyramide
dr_size = die Pyramiden im Stapel sind { $size }, nicht { $size2 }
dr_stack = Wie ist die Reihenfolge im Initiativestapel, von oben, und wie groß sind seine Pyramiden?
dr_swapped = jeder hat, was der andere gewählt hat: bitte die Vorräte tauschen
earlier_play = Spiel { $n } von { $who } war { $text }, nicht { $text2 }
fallen = { $text } ist umgefallen
first_order = den Initiativestapel wieder in seine erste Reihenfolge bringen, von oben: { $list }
gone = { $text } ist nicht mehr am Platz
illegal_stands = das regelwidrige Spiel bleibt liegen
instead_of = { $who } hat { $n ->
    [0] keine Pyramiden
    [one] eine Pyramide
   *[other] { $n } Pyramiden
    } statt { $most }
more_than_two = es scheint mehr als zwei { $piece } Pyramiden zu geben
no_kind = Pyramide { $n } von links im Vorrat von { $who } ist von keiner Art, die noch übrig ist
no_stack = ich sehe keinen Initiativestapel: fünf Pyramiden verschiedener Farben aufeinanderstellen
not_changed_hands = die Vorräte sind noch nicht getauscht
nothing_played = es wurde nichts gespielt
nothing_yet = es wurde noch nichts gespielt
number = Nummer { $n }
on_top = { $who } hat Pyramiden aufeinander: bitte nebeneinanderstellen
plays_back = { $n ->
    [one] das letzte Spiel wird
   *[other] die letzten { $n } Spiele werden
    } zurückgenommen
stack_short = ich kann { $n ->
    [0] keine
    [one] nur eine
   *[other] nur { $n }
    } der fünf Pyramiden im Stapel erkennen
stack_unsure = Ich kann die Reihenfolge im Initiativestapel nicht lesen
taken_back = das letzte Spiel wird zurückgenommen
the_initiative_stack = der Initiativestapel
too_many_singles = in den Vorräten sind { $n } Pyramiden; höchstens { $most } können es sein
what_happened = Ich bin nicht sicher, was gespielt wurde. Was ist geschehen?
which_level = Was ist die { WORD($ordinal) } Farbe im Initiativestapel, von oben?
no_round = es wird gerade keine Runde gespielt
page_no_markers = die Auswahl ist zu Ende: es gibt keine Marken mehr zu zeigen
page_no_question = es ist keine Frage offen
page_no_row = diese Ecken sind keine Reihe von Marken quer über die Mitte: zuerst vorn links, dann ringsum
setup_size = { $quoted } ist nicht lesbar: eine Größe ist small, medium oder large
above = { FORM($colour, form: "name") } liegt im Stapel über { FORM($colour2, form: "name") }
and_also = { $text }; { $text2 }
below = { FORM($colour, form: "name") } liegt im Stapel unter { FORM($colour2, form: "name") }
colour_larger = die gleiche Farbe und größer als die { $piece }
dr_at = { $piece } an Marke { $n }
dr_drawn = eine gezogene Pyramide an Marke { $n }
dr_draws = { $who } zieht eine Pyramide
dr_may = { $who } zieht eine Pyramide oder nimmt eine Reihe
dr_must = { $who } muss eine Reihe nehmen
dr_other = die Vorräte sind nicht die, die gewählt wurden: { $text }
dr_puts = { $who } legt { FORM($piece, form: "a") } an Marke { $n }
dr_row = die Reihe an Marke { $n }
dr_takes = { $who } nimmt die Reihe an Marke { $n }
drawn = unentschieden
drawn_because = die Runde ist unentschieden: { $text }
gains_because = { $who } übernimmt die Initiative: { $text }
has_piece = { $who } hat { FORM($piece, form: "a") }
it_moves = die Farbe wandert { $text }
it_stays = die Farbe bleibt, wo sie ist
keeps_because = { $who } behält die Initiative: { $text }
lacks = { $who } fehlt { $list }
leads_with_initiative = { $who } hat die Initiative und greift an
lost_round = Runde verloren
missing_pyramid = eine Pyramide von { $who }, die ich nicht sehe
neither_nor = weder diese Größe noch diese Farbe
new_here = auf der Seite von { $who } liegt neu etwas wie { FORM($piece, form: "a") }
none_left_same_colour = keine { FORM($size, form: "e") } mehr, und die gleiche Farbe
not_larger = nicht größer
nth_pyramid = die { WORD($ordinal) } Pyramide von links im Vorrat von { $who }
other_inventories = die Vorräte sind nicht die der ersten Runde: { $text }
play_calling = { $text }, ruft { FORM($colour, form: "name") }
play_on = { $piece } auf { FORM($under, form: "dat_a") }
play_virtual = { $text } noch einmal
plays = { $who } spielt { FORM($piece, form: "a") }
plays_calling = { $text } und ruft ihre Farbe
plays_illegal = { $text } (regelwidrig, { $raw })
plays_sacrificing = { $who } spielt { FORM($piece, form: "a") } und opfert { FORM($under, form: "a") }
sacrificing_slots = das Opfer ({ $piece }) lässt { FORM($colour, form: "name") } um höchstens { $n ->
    [one] einen Platz
   *[other] { $n } Plätze
    } wandern; { $text }
same_pyramid = die gleiche Pyramide
same_size = die gleiche Größe
score_calls = { $n } für { $most ->
    [one] einen Ruf
   *[other] { $most } Rufe
    }
score_factors = { $text } × { $text2 }
score_how = { $n } ({ $text })
score_points = { $n } { $n ->
    [one] Punkt
   *[other] Punkte
    }
score_pyramids = { $n } { $n ->
    [one] Pyramide
   *[other] Pyramiden
    }
score_virtuals = { $n } für { $most ->
    [one] ein nochmaliges Spiel
   *[other] { $most } nochmalige Spiele
    }
t_leads = { $who } greift an: { $text }
t_parries = { $who } pariert: { $text }
took_for = { $text }, beim Aufbau hielt ich sie für { FORM($piece, form: "a") }
was_called = { FORM($colour, form: "name") } wurde gerufen
something = etwas
and_so = { $text }, { $text2 }
and_then = { $text }; dann { $text2 }
dr_count = an Marke { $n } zähle ich { $most } statt { $more }
dr_count_side = bei { $who } zähle ich { $most } statt { $more }
dr_either = beide dürfen beginnen
dr_ended = die Auswahl ist zu Ende: was übrig ist, wegräumen, dann beginnt die Partie
dr_instead = an Marke { $n } sehe ich { FORM($piece, form: "a") } statt { FORM($piece2, form: "dat_a") }
dr_instead_side = bei { $who } sehe ich { FORM($piece, form: "a") } statt { FORM($piece2, form: "dat_a") }
dr_none = an Marke { $n } hat sich nichts verändert
dr_none_side = bei { $who } hat sich nichts verändert
dr_of = { LIST($list, last: "and") } von Marke { $n }
dr_takes_of = { $who } nimmt { LIST($list, last: "and") } von Marke { $n }
numbered_pyramid = die Pyramide Nummer { $n } von links im Vorrat von { $who }
not_without = ohne { $text } geht es nicht weiter: in besseres Licht stellen oder austauschen
thing_of = { $text } von { $who }
the_thing = { $text }
what_is = Was ist { $text }?
what_colour = Welche Farbe hat { $text }?
what_size = Wie groß ist { $text }?
what_order = { $text }. Wie ist die Reihenfolge im Initiativestapel, von oben?
stack_sized = { $list } ({ $size })
in_row_already = { $who } hat schon Pyramiden in der Reihe: zurückstellen, bis ich den Aufbau gelesen habe
wins_score = { $who } gewinnt { $score }
play_shift_up = { $text }, { FORM($colour, form: "name") } { $n } nach oben
play_shift_down = { $text }, { FORM($colour, form: "name") } { $n } nach unten
slots_up = { $n } nach oben
slots_down = { $n } nach unten
dr_now = { $who } hat { WORDS($n) } von zehn Pyramiden
dr_shut = Marke { $n } ist geschlossen, und { $who } muss warten
dr_open = alle Marken sind wieder offen
photo_hidden = Opfer unter einer gleich großen oder größeren Pyramide und Rufe sind nicht zu sehen
photo_inventory = Vorrat von { $who }: { $list }
photo_leader = wer begonnen hat, ist nicht zu sehen und macht einen Unterschied: beides steht da
photo_legal_setup = ein erlaubter Aufbau: beide dürfen beginnen
photo_order = keine Reihenfolge der Spiele in den Reihen passt: vielleicht ist eine Pyramide falsch gelesen
photo_order_sure = die Reihenfolge im Stapel (zu { $raw } sicher)
photo_pyramid = Pyramide { $n } von links auf der Seite von { $who }: { LIST($list, last: "or") }
photo_rows = die Reihen gelten als von links nach rechts gelegt (von vorn gesehen), der Stapel als unverändert
photo_stack = Stapel von oben: { $list }
photo_if_led = falls { $who } begann:
photo_leads = { $who } greift an; { $other } hat die Initiative [I2]
photo_legal = erlaubt: { $list }
photo_legal_none = erlaubt: nichts
photo_must = { $who } muss die { $piece } parieren; { $other } hat die Initiative [I2]
photo_over = zu Ende: { $text } [{ $raw }]
photo_illegal = regelwidrig: Spiel { $n }, { $who }, { $piece }: { $text } [{ $raw }]
photo_row = Reihe: { $list }
