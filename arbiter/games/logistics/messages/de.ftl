all_there = Ich sehe nicht den ganzen Vorrat von { $who }, wie er sein soll. Ist alles da?
are_bare = sie sind leer
bare = Ich sehe etwas auf den Karten. Sind sie leer bis auf das, was darauf gedruckt ist?
card_begins = die Pyramiden von Karte { $card } von { $who } wegnehmen: die Karten sind zu Beginn leer
few_cards = { $n ->
    [0] ich sehe keine Karten von zwei Reihen zu { $most }: hinlegen oder mir zeigen, wo alle liegen
    [one] ich sehe eine Karte von zwei Reihen zu { $most }: die übrigen hinlegen oder mir zeigen, wo alle liegen
   *[other] ich sehe { $n } Karten von zwei Reihen zu { $most }: die übrigen hinlegen oder mir zeigen, wo alle liegen
    }
half_sown = { $who } hat Karte { $card } noch nicht ganz gesät
in_stock = Vorrat von { $who }: { $text }
is_there = es ist alles da
not_yet_taken = { $who } hat noch nicht weggenommen, was das Säen fängt
nth = die { $n }. Pyramide
rows_more = ich sehe Reihen von { $n } Karten, nicht von { $most }: die übrigen wegnehmen
rows_guessed = Ich sehe nicht alle Karten gut. Liegen sie so, wie sie im Bild eingezeichnet sind?
they_lie_so = so liegen sie
vault_begins = die Pyramiden aus dem Tresor von { $who } wegnehmen: er ist zu Beginn leer
what = Was ist diese Pyramide im Vorrat von { $who }?
page_no_length = der Umriss der Karten hat eine Seite ohne Länge
on_card = Karte { $n } von { $who }
swaps = { $who } tauscht zwei Pyramiden auf den Karten von { $other }
see_not = auf Karte { $card } von { $who } sehe ich { LIST($list, last: "and") }, nicht { $text }
sows_stock = { $who } sät aus dem Vorrat: { $list }
sows_card = { $who } sät Karte { $card }
a_card = Karte { $card }
stops = { $who } hört auf
stop = aufhören
declines = { $who } nutzt die Kraft nicht
no_power_used = keine Kraft
takes_out = { $who } holt die { $piece } aus dem Tresor von { $other }
taken_out = { $piece } aus dem Tresor von { $other }
takes_back = { $who } holt die oberste von Karte { $card } von { $other } in den Vorrat zurück
top_back = oberste von Karte { $card } von { $other } in den Vorrat
moves_on = { $who } setzt die oberste von Karte { $card } von { $other } weiter
top_on = oberste von Karte { $card } von { $other } eine Karte weiter
swaps_which = { $who } tauscht zwei Pyramiden auf den Karten von { $other } (Karte { $card }, Ebene { $n } und Karte { $card2 }, Ebene { $n2 })
change_places = von { $other } tauschen Karte { $card }, Ebene { $n } und Karte { $card2 }, Ebene { $n2 }
rearranges = { $who } ordnet den Tisch um
another_table = ein anderer Tisch
captures = { $who } fängt die gegnerische Karte { $card }
tree = ein Baum schützt Karte { $card } von { $who }
nest = auf Karte { $card } von { $who } ist ein Nest
lapsed = die Kraft findet nichts, worauf sie wirken kann
again = { $who } darf noch einmal säen
again_lapsed = { $who } hat nichts mehr für den Extrazug
skipped = { $who } hat nichts zu säen und setzt aus
pyramid_in_stock = Pyramide { $n } von links im Vorrat von { $who }
pyramid_in_vault = Pyramide { $n } von links im Tresor von { $who }
stock_odd = der Vorrat von { $who } ist nicht, wie er sein soll
vault_odd = der Tresor von { $who } ist nicht, wie er sein soll
photo_apart = auf { $raw } stehen mehrere nebeneinander: nur eine ist gelesen
photo_cards = { $n } Karten je Seite
photo_not_seen = { $n ->
    [one] eine von { $most } Pyramiden ist
   *[other] { $n } von { $most } Pyramiden sind
    } nicht zu sehen: in anderen versteckt oder außerhalb des Bildes
photo_stock = der Vorrat von { $who } ist nicht zu sehen: er gilt als vollständig
photo_turn_of = falls { $who } am Zug ist:
photo_whose = wer am Zug ist und ob noch eine Kraft ansteht
