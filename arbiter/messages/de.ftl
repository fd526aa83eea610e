# Pyramid Arbiter auf Deutsch. Wie eine Sprache gemacht wird: README.md in diesem Ordner.

language = de
name = Deutsch
voice = de
times = { $n ->
    [0] { "" }
    [1] einmal
    [2] zweimal
    [3] dreimal
   *[other] { WORDS($n) }mal
    }
default_player-near = Vorn
default_player-far = Hinten
resumed = Es geht weiter. { $where }.
table_holds = { $name } hat { $pieces }.
table_holds_none = { $name } hat nichts mehr.
table_row = In der Reihe von { $name }: { $pieces }.
table_stack = Der Stapel von oben: { $colours }.
table_times = { $n } { $piece }
table_colour = { FORM($colour, form: "e") }
table_row_of = Reihe { $n }: { $cells }.
table_token_of = Marke von { $name }
table_to_match = Zu treffen: { $pyramid }.
table_tokens = Marken von { $name }: { $squares }.
table_in_rows = In den Reihen: { $rows }.
table_may_play = { $name } darf { $pieces } spielen.
table_open = { $name } darf nehmen: { $squares }.
table_open_any = Offen: { $squares }.
table_card = Karte { $n }: { $pieces }
table_cards = Die Karten von { $name }, von unten nach oben: { $cards }.
table_no_cards = Die Karten von { $name } sind leer.
table_stocks = Im Vorrat: { $stocks }.
table_stock = Der Vorrat von { $name }: { $pieces }.
table_vault = Der Tresor von { $name }: { $pieces }.
table_nothing = nichts
table_empty = leer
table_owns = { WORD($owner) }: { $structures }.
table_deltas = Seit Beginn des Zugs: Rot { $red }, Blau { $blue }.
gains_now = { $name } hat die Initiative
table_liennas = Im Spiel: { $liennas }.
table_lienna = Lienna{ $name } von { WORD($owner) }
table_liennas_label = Liennas
power_due = { $name } darf die Kraft von { $colours } nutzen oder darauf verzichten.
extra_due = { $name } darf noch einmal säen oder aufhören.
fact_match = Zu treffen
fact_open = Offene Felder
fact_line = { $n ->
    [0] noch nichts für eine Reihe
   *[other] { WORDS($n) } von fünf für eine Reihe
    }
fact_left = { $line }, { $n ->
    [0] keine Marke mehr
    [one] noch eine Marke
   *[other] noch { WORDS($n) } Marken
    }
fact_vault = Tresor: { $pieces }
fact_due = Jetzt an der Reihe
fact_stock = Vorrat von { $name }
fact_order = Reihenfolge
fact_structures = { $structures } ({ $delta } seit Beginn des Zugs)
leads = { $name } greift mit { FORM($piece, form: "dat_a") } an
parries = { $name } pariert mit { FORM($piece, form: "dat_a") }
leads_again = { $name } hat nichts mehr und greift noch einmal mit der { FORM($piece, form: "dat") } an
parries_again = { $name } hat nichts mehr und pariert noch einmal mit der { FORM($piece, form: "dat") }
sacrificing = { $play } und opfert { $piece }
calling = { $play } und ruft { FORM($colour, form: "name") }
and_gains = { $play } und übernimmt die Initiative
gains = { $name } übernimmt die Initiative.
keeps = { $name } behält die Initiative.
moves_up = { FORM($colour, form: "name") } steigt um { $n }{ $place }.
moves_down = { FORM($colour, form: "name") } sinkt um { $n }{ $place }.
to_top = { " " }bis ganz nach oben
to_bottom = { " " }bis ganz nach unten
stack_stays = Der Stapel bleibt, wie er ist.
must_size = { $name } muss mit { FORM($a_size, form: "dat_a") } parieren: { $colours }.
must_one = { $name } muss mit { FORM($piece, form: "dat_a") } parieren.
must_any_size = { $name } muss mit irgendeiner { FORM($size, form: "en") } parieren.
must_colour = { $name } hat keine { FORM($size, form: "e") }: parieren muss { $a_colour }, { $sizes }.
must_colour_one = { $name } hat keine { FORM($size, form: "e") }: parieren muss { $piece }.
must_any_colour = { $name } hat keine { FORM($size, form: "e") }: jede { FORM($colour, form: "e") } ist recht.
must_call = { $name } muss mit { FORM($a_colour, form: "dat_a") } antworten: { $sizes }.
must_call_one = { $name } muss mit { FORM($piece, form: "dat_a") } antworten.
must_call_any = { $name } muss mit irgendeiner { FORM($colour, form: "en") } antworten.
illegal = Die { $piece } von { $name } ist nicht erlaubt: { $rule }.
illegal_again = { $name } kann die { $piece } nicht noch einmal spielen: { $rule }.
no_rule = die Regeln erlauben es nicht
take_back = { $name } nimmt die { $piece } zurück.
stood = Die { $piece } von { $name } war nicht erlaubt, bleibt aber liegen.
correction = Berichtigung: { $play }
stack_wrong = Der Initiativestapel stimmt nicht. Von oben muss er sein: { $colours }.
stack_swapped = Der Initiativestapel stimmt nicht: { FORM($first, form: "name") } und { FORM($second, form: "name") } müssen die Plätze tauschen.
stack_right = Der Initiativestapel stimmt wieder.
option = { $n }: { $text }.
withdrawn = Schon gut, der Tisch hat sich verändert.
assumed = Niemand hat geantwortet, also nehme ich an: { $text }. Berichtigt es, wenn es anders war.
played_on = Ihr spielt damit weiter, also gilt: { $text }.
noted = Notiert.
waiting = Gut, ich warte.
setup = Bereit. Der Stapel von oben: { $colours }.
setup_sizes = { $name }: { $sizes }.
setup_again = Ich hatte den Aufbau falsch gelesen; jetzt stimmt er.
round_won = { $name } gewinnt die Runde.
round_drawn = Die Runde ist unentschieden.
points = { $n ->
    [one] ein Punkt
   *[other] { WORDS($n) } Punkte
    }
pyramids = { $n ->
    [one] eine Pyramide
   *[other] { WORDS($n) } Pyramiden
    }
score = { $pyramids } mal { $points }{ $doubled }: { $total }.
doubled_calls = { $n ->
    [0] { "" }
    [1] einmal verdoppelt für einen Ruf
    [2] zweimal verdoppelt für Rufe
    [3] dreimal verdoppelt für Rufe
   *[other] { WORDS($n) }mal verdoppelt für Rufe
    }
doubled_virtual = { $n ->
    [0] { "" }
    [1] einmal verdoppelt für eine nochmals gespielte Pyramide
    [2] zweimal verdoppelt für nochmals gespielte Pyramiden
    [3] dreimal verdoppelt für nochmals gespielte Pyramiden
   *[other] { WORDS($n) }mal verdoppelt für nochmals gespielte Pyramiden
    }
no_score = Niemand bekommt Punkte.
match_won = { $name } gewinnt die Partie, { $high } zu { $low }.
match_drawn = Die Partie endet unentschieden, jeweils { $high }.
ready_game = Bereit.
ready_nickel = Das Brett ist vollständig. Die erste Marke kommt an den Rand.
ready_sanctum = Bereit. Rot hat die Initiative.
draft_was = Berichtigung: Zug { $n } war { $move }, nicht { $before }.
board_illegal = { $move }. Das ist nicht erlaubt: { $rule }.
board_was = Berichtigung: Zug { $n } war ein anderer. { $move }.
board_back = { $move }: zurückgenommen
board_goes_on = Wir spielen weiter, wie es liegt.
board_stood = { $move }. Das war nicht erlaubt, bleibt aber stehen.
game_won = { $name } gewinnt das Spiel.
game_drawn = Das Spiel ist unentschieden.
token = { $name } nimmt { $square } und übergibt: { $pyramid }
must_match = { $name } muss { $colour } oder { WORD($way) } treffen
standing = { $colour } aufrecht
pointing = { $colour } nach { WORD($way) }
way-north = Norden
way-east = Osten
way-south = Süden
way-west = Westen
way-up = aufrecht
owner-red = Rot
owner-blue = Blau
owner-neutral = Die neutrale Seite
structure_captured = { WORD($owner) } erobert { $structure }
structure_gone = { $structure } ist zerstört
structure_built = { WORD($owner) } baut { $structure }
draft_ready = Die Auswahl beginnt. Der Stapel von oben: { $colours }, alle { $size }. Eine Pyramide ziehen und an eine Marke legen.
draft_at = { $pieces } an Marke { $n }
draft_row = die Reihe an Marke { $n }
draft_of = { $pieces } von Marke { $n }
draft_illegal = { $name }: { $move }. Das ist nicht erlaubt: { $rule }.
draft_back = { $name } nimmt zurück: { $move }
draft_stood = { $name }: { $move }. Das war nicht erlaubt, bleibt aber stehen.
draft_puts = { $name } legt { $piece } an Marke { $n }
draft_hands = Genommene Pyramiden: { $hands }.
draft_full = Marke { $n } ist voll
draft_takes = { $name } nimmt { $pieces } von Marke { $n } und hat { $now }
draft_left = Dort bleibt: { $pieces }
draft_closes = Marke { $n } ist zu und { $name } muss warten
draft_opens = Alle Marken sind wieder offen
draft_done = Die Auswahl ist zu Ende: beide haben zehn Pyramiden. Was noch an den Marken liegt, kommt in den Beutel, dann beginnt die Partie
draft_must = { $name } muss eine Reihe nehmen
draft_may = { $name } zieht für Marke { $markers } oder nimmt eine Reihe
draft_draws = { $name } zieht für Marke { $markers }
draft_row_is = Marke { $n }: { $text }.
draft_shut = { $text }, zu
draft_marker = Marke { $n }
draft_waiting = Wartet
turn_starts = Zug { $n }: Rot { $red }, Blau { $blue }
best_win = Bei bestem Spiel gewinnt { $name } { $n } { $unit }.
best_draw = Bei bestem Spiel ist es unentschieden.
best_win_only = Bei bestem Spiel gewinnt { $name }.
best_least = { $name } gewinnt, mindestens { $n } { $unit }.
best_safe = { $name } hat mindestens ein Unentschieden.
best_open = Noch ist zu viel offen: { $guess }.
guess_winner = vermutlich { $name }, mit etwa { $n } { $unit }
guess_winner_only = vermutlich { $name }
guess_even = es sieht ausgeglichen aus
best_unit = { $n ->
    [one] Punkt
   *[other] Punkte
    }
threw_win = Das warf den Sieg weg.
threw_draw = Das warf das Unentschieden weg.
gave_away = Das verschenkte { $n } { $unit }.
gave_away_least = Das verschenkte mindestens { $n } { $unit }.
better_play = Besser: { $play }.
turning_point = Hier ging es verloren.
not_solved = Nicht gelöst: für dieses Spiel fehlte die Zeit.
still_thinking = Dieses Spiel wird noch bedacht.
thinking_failed = Dieses Spiel konnte nicht beurteilt werden: { $reason }.
corrected_replace = Berichtigt durch { $by }: gelesen war { $was }.
corrected_insert = Eingefügt durch { $by }: es war nicht gesehen worden.
corrected_follows = Mit einem anderen Spiel berichtigt: gelesen war { $was }.
corrected_back = Zurückgenommen durch { $by }.
correction_delete = { $was } von { $name } wird gestrichen
correction_delete_told = { $move }: gestrichen
correction_delete_why = Gestrichen durch { $by }: es wurde nie gespielt.
correction_set = Der Aufbau wird berichtigt: { $what }
correction_set_piece = { $was } von { $name } ist { $now }
correction_set_stack = der Stapel von oben ist { $colours }
correction_set_size = im Stapel sind alle { $size }
correction_set_owner = { $structure } ist { WORD($owner) }
correction_set_card = Karte { $n } von { $name }: { $pieces }
correction_set_why = Berichtigt durch { $by }: der Schiedsrichter hatte sich verlesen.
correction_rule = Andere Regeln: { $what }
correction_rule_why = Geändert durch { $by }: jedes Spiel wird nach diesen Regeln beurteilt.
correction_moot = { $was } von { $name } zählt nicht mehr
correction_moot_told = { $move }: zählt nicht mehr
correction_moot_why = Da war die Runde schon zu Ende.
correction_unread = Eine Berichtigung war nicht möglich
ruling_allow = Die Spieler erlauben { $was } von { $name }
ruling_allow_told = { $move }: von den Spielern erlaubt
ruling_allow_why = Der Schiedsrichter wurde überstimmt: es zählt.
ruling_refuse = Die Spieler verwerfen { $was } von { $name }
ruling_refuse_told = { $move }: von den Spielern verworfen
ruling_refuse_why = Der Schiedsrichter wurde überstimmt: es zählt nicht.
by_people = die Spieler
question_answered = Geantwortet: { $text }.
not_answered = Nicht beantwortet.
on = { " " }auf{ " " }
case_where = Runde { $round }, Zug { $move }, { $clock }
case_where_draft = Auswahl, Zug { $move }, { $clock }
notice = Hinweis
case_now = Beim Einspruch
case_read_as = Gelesen
case_verdict = Urteil
case_rule = Regel
case_sure = zu { $sure } sicher
case_pictures = Bilder: { $stills } vom Zug, { $clip } aus den Sekunden darum herum (--html zeigt sie)
case_written = Seite: { $path }
judge_round = Runde { $n }
judge_against = { $near } gegen { $far }
judge_before = Vor Zug { $n }: { $text }
judge_after = Danach: { $text }
judge_end = Am Ende: { $text }
judge_illegal = { $n } regelwidrig ({ $n ->
    [one] Zug
   *[other] Züge
    } { $numbers })
judge_all_legal = alle erlaubt
judge_result = { $moves }, { $illegal }. Ergebnis: { $result }
judge_legal = Erlaubt
judge_possible = { $game }: { $text }; die Stellung ist möglich
judge_impossible = { $game }: { $text }; die Stellung ist nicht möglich
judge_unsolved = { $game } ist nicht zu lösen
stat_players = { $near } (vorn) und { $far } (hinten)
stat_minutes = { $clock } Minuten
stat_median = Median { $seconds } s
stat_initiative = Initiative { $share }
stat_plies = Züge
stat_captures = gefangen
stat_questions = Fragen
stat_answered = { $n } beantwortet
stat_withdrawn = { $n } zurückgezogen
stat_open = { $n } offen
stat_answer = geantwortet: { $text }
stat_take_backs = zurückgenommen
stat_corrections = Berichtigungen
stat_disputes = Einsprüche
stat_round = Runde { $n }
stat_turning = Wendepunkt
stat_step = Schritt { $n }: { $title }
stat_illegal = regelwidrig
stat_games = { $n } { $n ->
    [one] Spiel
   *[other] Spiele
    }: { $kinds }
stat_none = keine
stat_sums = { $plies } { $plies ->
    [one] Zug
   *[other] Züge
    }, { $captures } gefangen, { $disputes } { $disputes ->
    [one] Einspruch
   *[other] Einsprüche
    }, { $asked } { $asked ->
    [one] Frage
   *[other] Fragen
    }, davon { $answered } beantwortet
stat_player = Name
stat_by_rule = Regelwidriges nach Regeln: { $rules }
stat_openings = Eröffnungen: { $game }
stat_unread = nicht gelesen: { $file }: { $reason }
stat_wins = { $name } gewinnt
verify_head = { $name } gegen { $source }: { $steps ->
    [one] ein Schritt stimmt
   *[other] { $steps } Schritte stimmen
    } überein, davon { $plies ->
    [one] ein Zug
   *[other] { $plies } Züge
    }
verify_people = von Menschen entschieden, { $what }; die Wiederholung sieht es auch so
verify_people_not = von Menschen entschieden, { $what }; die Wiederholung sah etwas anderes oder nichts
verify_missed = von Menschen entschieden ({ $what }): in der Wiederholung gab es keinen Anlass
verify_first = erste Abweichung, in der Aufzeichnung: { $what }
verify_then = dann, in der Aufzeichnung: { $what }
verify_replay = in der Wiederholung: { $what }
verify_rules = die Aufzeichnung weicht von den Regeln ab: { $what }
verify_agree = sie stimmen überein
verify_part = sie weichen ab
verify_nothing = da ist nichts
verify_more = { $what }; und { $n } weitere
verify_without = { $raw } ist nicht da (mit --film sagen, wo): das Spiel wird ohne diesen Film noch einmal angesehen
verify_kind-setup = Aufbau
verify_kind-move = Zug
verify_kind-amended = berichtigt
verify_kind-take_back = zurückgenommen
verify_kind-illegal_stood = Regelwidriges blieb
verify_kind-round_over = Runde zu Ende
verify_kind-match_over = Partie zu Ende
verify_ply = Runde { $round } Zug { $ply }: { $kind } { $text }
verify_step = Runde { $round }: { $kind } { $text }
verify_wins = { $who } gewinnt
verify_draw = unentschieden
verify_illegal = regelwidrig, { $rule }
cluster_extra = um Arbeit auf einen Cluster zu verteilen, fehlt das Paket distributed: { $raw }
cluster_none = unter { $raw } antwortet kein Cluster: bitte die Adresse angeben, die `dask scheduler` nennt, etwa tcp://192.168.0.2:8786
cluster_lost = der Cluster unter { $raw } ist weg: ihn und dies neu starten
cluster_killed = { $raw } hat mehrere Worker zum Absturz gebracht: weglassen oder ihnen mehr Speicher geben
correct_sum = berichtigt: { $n ->
    [one] ein Schritt
   *[other] { $n } Schritte
    } anders erzählt, { $all } insgesamt
see_count = { $pyramids } auf { $places }
see_pyramids = { $n ->
    [one] { $n } Pyramide
   *[other] { $n } Pyramiden
    }
see_places = { $n ->
    [one] { $n } Platz
   *[other] { $n } Plätzen
    }
see_posture-upright = aufrecht
see_posture-flat = liegend
see_heading = zeigt nach { $degrees } Grad
see_unsure = { FORM($size, form: "e") }, { $colours }?
see_help = { $text } (siehe { $program } --help)
voice_works = Der Schiedsrichter kann sprechen.
file_written = geschrieben nach { $path }
file_ready = { $path } ist fertig ({ $size }): die Datei öffnet sich in jedem Browser, ohne Netz
home_taken = arbiter: an dieser Adresse läuft wohl schon ein Schiedsrichter: dieser nimmt einen anderen Port
film_noted = { $file } sagt, dass dieser Film mit { $rules } gespielt wurde: um so zu spielen, { $options } anfügen
home_open = { $url }  (die Startseite; Spiele liegen in { $folder }; Strg-C beendet)
review_keys = { $url }  (Pfeiltasten blättern, Strg-C beendet)
said_correction = Berichtigt.
said_undo = Die Berichtigung ist aufgehoben.
said_allow = Die Spieler überstimmen den Schiedsrichter: das Spiel zählt.
said_refuse = Die Spieler überstimmen den Schiedsrichter: das Spiel zählt nicht.
said_back = Zurückgenommen.

## The live page, the review, the shared file and the page of a dispute
page-app = Pyramiden-Schiedsrichter
page-waiting_table = Warten auf den Tisch
page-connecting = Verbinden
page-live = Live
page-stopped = Der Schiedsrichter ist beendet
page-skip = Zu dem, was erlaubt ist
page-mute = Stumm
page-muted = Stumm an
page-dispute = Einspruch
page-corners = Ecken
page-settings = Stimme
page-no_picture = Noch kein Bild von der Kamera
page-which_camera = Kamera { $n }
page-cameras = Kamera
page-view_number = Kamera { $n }: größer zeigen, oder wieder klein
page-camera_alt = Der Tisch, wie ihn die Kamera sieht, mit dem, was der Schiedsrichter erkannt hat
page-corners_title = Ecken von Hand
page-corners_help = Die Ringe ziehen, bis der Rahmen auf den Ecken einer Karte, eines Blatts oder einer Matte liegt. Pfeiltasten verschieben eine Ecke fein.
page-corners_kind = Was es ist
page-corners_width = Breite in mm
page-corners_height = Höhe in mm
page-place = Übernehmen
page-placed = Der Tisch liegt nach diesen Ecken
page-not_placed = Nicht übernommen: { $why }
page-cancel = Abbrechen
page-kind_board = Das Brett von Nickel
page-kind_cards = Alle Karten zusammen
page-help_board = Die Ringe auf die äußeren Ecken des Bretts aus fünf mal fünf Feldern ziehen.
page-help_cards = Die Ringe auf die äußeren Ecken beider Kartenreihen zusammen ziehen, ohne die Tresore.
page-kind_markers = Die Marken der Auswahl
page-help_markers = Die Ringe auf die äußeren Ecken der Reihe der drei Marken ziehen, mit Platz für die Pyramiden daran.
page-marked = Dort schaut der Schiedsrichter von jetzt an hin
page-kind_poker = Pokerkarte
page-kind_bridge = Bridgekarte
page-kind_a4 = Blatt A4
page-kind_letter = Blatt Letter
page-kind_other = Andere Größe
page-corner = Ecke { $name }; Pfeiltasten verschieben sie
page-near_left = vorn links
page-near_right = vorn rechts
page-far_right = hinten rechts
page-far_left = hinten links
page-asks = Der Schiedsrichter fragt
page-score_now = Punkte, wenn jetzt gewonnen
page-score_round = Punkte der Runde
page-score_tokens = Marken auf dem Brett
page-score_drafted = Genommene Pyramiden
page-score_vault = Punkte der Tresore
page-score_end = Ergebnis
page-facts = An diesem Tisch
page-legal_plays = Erlaubte Spiele
page-legal_parries = Erlaubte Paraden
page-legal_all = Jetzt erlaubt: { $n }
page-to_parry = Zu parieren
page-announcements = Ansagen
page-position = Die Stellung
page-position_alt = Zeichnung der Stellung
page-table_words = Der Tisch in Worten
page-illegal = Regelwidrig
page-home = Start
page-home_title = Pyramid Arbiter
page-home_tag = Ein Schiedsrichter für Spiele mit Looney-Pyramiden, am eigenen Tisch
page-home_new = Neues Spiel
page-home_game = Spiel
page-home_near = Bei der Kamera
page-home_far = Gegenüber
page-home_source = Kamera
page-home_camera = Kamera { $name }
page-home_first_camera = Erste Kamera
page-home_phone = Ein Telefon als Kamera
page-home_sample = Ohne Kamera: das Beispielvideo
page-home_file = Ein Film oder die Adresse eines Streams
page-home_second = Zweite Kamera
page-home_third = Dritte Kamera
page-home_no_other = Keine
page-home_address = Datei oder Adresse
page-home_play = Spielen
page-home_starting = Es geht los: die Seite wechselt von selbst zum Spiel
page-home_phone_open = Öffne die Seite zum Spiel, dann auf dem Telefon die Kamera mit dem Link im Terminal
page-home_seen = Was die Kamera sieht
page-home_see_alt = Was die Kamera jetzt sieht
page-home_light = Licht
page-home_sharp = Schärfe
page-home_in_focus = scharf
page-home_blurred = unscharf: Linse abwischen oder neu scharfstellen lassen
page-home_markers = Marken
page-home_markers_n = { $n } von 4 zu sehen
page-home_markers_none = keine zu sehen: der Tisch wird nach den Pyramiden bestimmt
page-home_fix_dark = zu dunkel: eine Lampe von oben und von der Seite
page-home_fix_bright = zu hell: dimmen oder den Tisch abdunkeln
page-home_fix_glare = spiegelt: Lampe verrücken oder Vorhang zuziehen
page-home_fix_flat = kaum Kontrast: ist die Linse verdeckt?
page-home_noted = { $file } sagt, wie dieser Film gespielt wurde: { $rules }.
page-home_use_notes = Nach diesen Regeln spielen
page-home_go_on = Weiterspielen
page-home_interrupted = Noch nicht zu Ende
page-home_library = Gespielte Spiele
page-home_search = Nach Name, Spiel oder Datum suchen
page-home_none = Hier liegt noch kein Spiel. Das erste erscheint, sobald es beginnt.
page-home_none_found = Kein Spiel passt.
page-home_won = { $who } hat gewonnen
page-home_drawn = Unentschieden
page-home_open = Nicht zu Ende; Züge: { $n }
page-home_film_over = Bis zum Ende des Films; Züge: { $n }
page-home_moves = Züge: { $n }
page-home_review = Ansehen
page-home_share = Teilen
page-home_packing = { $file } wird in eine Datei gepackt, mit dem, wer besser stand …
page-home_packed = { $file } liegt bei den Downloads: eine Datei zum Verschicken.
page-home_again = Noch einmal
page-home_statistics = Statistik
page-home_wins = { $name }: { $won } von { $games } gewonnen
page-home_settings = Einstellungen
page-home_voice = Hier laut sagen
page-home_allow = Telefone dürfen zusehen
page-home_known = Browser warnen vor dem Zertifikat, das dieser Rechner selbst gemacht hat: weitergehen, wenn sie diesen Fingerabdruck zeigen (SHA-256): { $fingerprint }
page-home_scan = Mit dem Telefon abscannen; der Link bleibt derselbe
page-home_scan_alt = Code des Links für Telefone
page-home_after_start = Abscannen, sobald die Seite neu geöffnet ist
page-home_kept = Spiele liegen in { $folder }
page-home_help = Hilfe
page-home_help_1 = Drucke die Marken und lege alle vier um den Tisch.
page-home_help_2 = Stelle die Kamera so auf, dass sie alle vier sieht, mit 35 bis 65 Grad von oben, bei gleichmäßigem Licht von oben.
page-home_help_3 = Baue das Spiel auf, nimm die Hände weg und spiele, sobald der Aufbau angesagt ist.
page-home_help_4 = Wenn er fragt, antworte mit 1, 2, 3. M schaltet stumm, D erhebt Einspruch, E berichtigt das Spiel, X zeigt, was erkannt wird.
page-home_mat = Die Marken zum Drucken (PDF)
page-home_refused = Das Spiel konnte nicht beginnen: was gewählt wurde, passt nicht zusammen
page-home_only_here = Spiele werden an dem Rechner begonnen, an dem die Kamera ist. Hier kannst du die gespielten ansehen.
page-after_title = Die Partie ist zu Ende
page-to_home = Startseite
page-leave = Spiel beenden
page-leave_sure = Dieses Spiel beenden? Es wird aufbewahrt, und du kannst es weiterspielen.
page-leave_no = Weiterspielen
page-gone_title = Der Schiedsrichter hat aufgehört
page-gone_home = Starte ihn mit { $command } neu: diese Seite geht von selbst weiter.
page-gone_resume = Weiterspielen: { $command }
page-gone_review = Ansehen: { $command }
page-opt_variant = Regeln
page-opt_variant-advanced = Erweitert: auch Opfer, Bedrängen und Rufen
page-opt_variant-basic = Einfach: nur Angriff und Parade
page-opt_rounds = Runden
page-opt_rounds-2 = Zwei: die Vorräte wechseln die Seite
page-opt_rounds-1 = Eine
page-opt_draft = Auswahl
page-opt_draft-no = Nein: die Pyramiden liegen bereit
page-opt_draft-yes = Ja: die Spieler wählen ihre erst aus
page-opt_l_shape = Das L, das gewinnt
page-opt_l_shape-3_3 = Drei und drei: beide Arme sind gleich
page-opt_l_shape-4_2 = Vier und zwei: ein langer Arm und ein kurzer
page-opt_l_shape-both = Eins von beiden
page-opt_cards = Karten je Seite
page-opt_cards-4 = Vier
page-opt_cards-3 = Drei: ein kürzeres Spiel
page-opt_trios = Trios jeder Farbe
page-opt_trios-2 = Zwei
page-opt_trios-1 = Eins: passt zu einem kleinen Satz
page-opt_marker = Zugmarker
page-opt_marker-none = Keiner: jeder Zug wird getippt
page-opt_marker-yellow = Gelb: er steht und liegt abwechselnd
page-opt_marker-green = Grün
page-opt_marker-black = Schwarz
page-opt_tree_power = Kraft eines Baums
page-opt_tree_power-top = Die seiner kleinen Pyramide
page-opt_tree_power-any = Die einer seiner drei Farben
page-zoomed = Worum es geht, von nahem: { $text }
page-last_played = Zuletzt gespielt
page-setup_open = Aufbau: etwas ist offen
page-setup_ready = Stimmt der Aufbau?
page-detected = Was erkannt wird
page-diagnosis = Was die Kamera liefert
page-diag_detected = Erkannt
page-diag_found = { $units } Dinge, { $hands } Hände
page-diag_found_hand = { $units } Dinge, 1 Hand
page-diag_frames = Ausgewertete Bilder
page-diag_a_second = { $n } je Sekunde
page-diag_light = Licht
page-diag_light_ok = gut
page-diag_light_dark = zu dunkel
page-diag_light_bright = zu hell
page-diag_light_glare = spiegelt
page-diag_light_flat = kaum Kontrast
page-diag_focus = Schärfe
page-diag_sharp = scharf (Kanten von { $n } px)
page-diag_blurred = unscharf (Kanten von { $n } px)
page-diag_error = Fehler der Kalibrierung
page-diag_table = Der Tisch
page-diag_lost = nicht gefunden
page-diag_still = liegt still
page-diag_moving = etwas bewegt sich
page-diag_size = Bild
page-rule = Regel { $id }
page-rule_alt = Eine Stellung, in der gegen Regel { $id } verstoßen wird
page-rule_drawn = Regel { $id } als Zeichnung. So wird gegen sie verstoßen: { $why }
page-before = Vorher
page-turn = Zug { $n }
page-review = Pyramiden-Schiedsrichter, Rückschau
page-reading = Die Aufzeichnung wird gelesen
page-steps = Schritte
page-step = Schritt
page-step_back = Schritt zurück
page-step_on = Schritt vor
page-timeline = Zeitleiste
page-play = Abspielen
page-pause = Anhalten
page-speed = Tempo
page-speed_of = Tempo { $n }
page-loop = Schleife
page-loop_from = Schleife von Schritt
page-loop_to = bis Schritt
page-kinds = Was gezeigt wird; die Pfeile springen zum nächsten
page-all_steps = Alle Schritte
page-the_game = Das Spiel
page-winning = Wer gewinnt
page-film_over = Der Film ist vor dem Spiel zu Ende; das Spiel bleibt aufgehoben, wie es steht.
page-the_film = Der Film
page-pictures = Bilder vom Tisch
page-moment = Gezeigter Augenblick
page-legal_here = Hier erlaubt
page-said = Gesagt
page-figures = Zahlen zu diesem Spiel
page-folder = Alle Spiele in diesem Ordner
page-key_answer = antworten
page-keys_work = Diese Tasten wirken (schalte sie ab, wenn du diktierst oder versehentlich drückst)
page-key_step = Schritt
page-key_ends = erster und letzter
page-key_moment = vorher oder nachher
page-key_play = abspielen
page-key_loop = Schleife
page-key_loop_ends = ihre Enden
page-key_next = nächstes (mit Umschalt das davor):
page-key_illegal = regelwidrig
page-key_question = Frage
page-key_dispute = Einspruch
page-key_capture = Fang
page-place_of = { $n } von { $all }
page-place_told = { $n } von { $all }: { $title }, { $word }
page-nothing_recorded = In dieser Aufzeichnung ist noch nichts geschehen.
page-round = Runde { $n }
page-draft = Auswahl
page-turning_clip = In Zeitlupe speichern
page-turning_film = Wendepunkt
page-lost_here = Hier ging die Runde verloren
page-decided_here = Hier fiel die Entscheidung
page-passed_here = Hier wechselte die Initiative
page-diagram_before = Zeichnung der Stellung vor diesem Schritt
page-diagram_after = Zeichnung der Stellung nach diesem Schritt
page-at_moment = In diesem Augenblick
page-earlier = { $s } s vorher
page-later = { $s } s später
page-next_of = Nächstes: { $kind }
page-kind_illegal = Regelwidrig
page-kind_dispute = Einsprüche
page-kind_question = Fragen
page-kind_set_by_hand = Aufbau von Hand
page-kind_correction = Berichtigungen
page-kind_take_back = Zurückgenommen
page-kind_stack = Stapel
page-kind_capture = Gefangen
page-kind_end = Ergebnisse
page-kind_setup = Aufbau
page-kind_initiative = Initiative
page-kind_move = Züge
page-remark_notice = Hinweis
page-remark_answer = Antwort
page-remark_set_by_hand = Aufbau von Hand
page-remark_question_withdrawn = Frage zurückgezogen
page-remark_ruling = Entscheidung
page-f_players = Spieler
page-f_plies = Züge
page-f_ply = Ein Zug
page-f_captures = Gefangen
page-f_illegal = Regelwidrig
page-f_initiative = Initiative
page-f_game = Das Spiel
page-f_median = Mittlere Zeit je Zug
page-f_illegal_plays = Regelwidriges
page-f_questions = Fragen
page-f_answered = { $n }, davon { $answered } beantwortet
page-f_answer = Antwort „{ $text }“
page-f_taken_back = Zurückgenommen
page-f_corrections = Berichtigungen
page-f_disputes = Einsprüche
page-f_fate_taken_back = zurückgenommen
page-f_fate_stood = liegen geblieben
page-f_fate_open = keins von beiden
page-f_rounds = Runden
page-f_won_by = Gewonnen von
page-f_draw = unentschieden
page-f_games = Spiele
page-f_won = Gewonnen
page-f_lost = Verloren
page-f_drawn = Unentschieden
page-f_open = Offen
page-f_points = Punkte
page-f_number = Anzahl
page-f_rule = Regel
page-f_openings = Eröffnungen
page-f_first_plays = Erste Züge
page-f_not_read = Nicht gelesen
page-f_why = Warum
page-setup_title = Der Aufbau, wie ich ihn lese
page-setup_alt = Zeichnung des gelesenen Aufbaus; jede Pyramide steht in der Liste darunter
page-setup_hint = Ist eine Pyramide falsch gelesen: hier oder im Bild antippen und sagen, was sie ist. Wo eine fehlt, die Stelle antippen.
page-setup_hint_open = Was mit ? markiert ist, ist unsicher: hier oder im Bild antippen und sagen, was es ist. Wo eine Pyramide fehlt, die Stelle antippen.
page-setup_right = Das stimmt, spielen
page-setup_all = Alles, was ich lese
page-setup_here = Was steht hier?
page-setup_read_as = Gelesen als: { $text }
page-setup_none_here = Hier sehe ich nichts.
page-setup_missing = fehlt
page-setup_nothing = Hier steht nichts
page-setup_is_stack = Das ist der Initiativestapel
page-setup_level = Stufe { $n } von oben
page-setup_noted = Notiert: der Aufbau ist berichtigt
page-setup_plays = Das Spiel beginnt mit dem Aufbau, wie er gezeigt ist
page-setup_not_yet = Noch nicht: { $why }
page-correct = Berichtigen
page-crop_alt = Worum es geht, Bild { $n }
page-fate_back = zurückgenommen
page-fate_allowed = von den Spielern erlaubt
page-fate_refused = von den Spielern verworfen
page-put_right = Das Spiel ist berichtigt; was aufgezeichnet war, bleibt in der Aufzeichnung
page-cant_be_done = Das geht nicht: { $why }
page-disputed = Einspruch: { $title }
page-nothing = nichts
page-it_counts = Es zählt
page-it_counts_not = Es zählt nicht
page-correct_it = Berichtigen
page-no_last_seconds = Keine Zeitlupe: von einer Kamera sind die Bilder der letzten fünf Minuten aufgehoben, und der Einspruch kam später.
page-read_as = Gelesen als { $text }
page-picture_back = Bild davor
page-picture_on = Nächstes Bild
page-nothing_yet = Es wurde noch nichts gespielt
page-say_first = Erst sagen, was gespielt wurde, etwa { $play }
page-fix_title = Das Spiel berichtigen
page-fix_help = Einen Zug wählen, dann, was falsch ist. Alles danach wird neu beurteilt.
page-fix_text = Was gilt
page-fix_examples = Ein Zug: { $play }. Beim Aufbau: { $set }.
page-fix_example_rule = Eine Regel: { $rule }
page-fix_replace = Das wurde gespielt
page-fix_insert = Davor einfügen
page-fix_append = Am Ende einfügen
page-fix_delete = Nie gespielt
page-fix_back = Letzter zurückgenommen
page-fix_set = Aufbau ändern
page-fix_rule = Regel ändern
page-fix_undo = Rückgängig
page-touch_here = Diese Stelle
page-touch_what = Was war es?
page-touch_only = Nichts anderes hätte gespielt werden können.
page-touch_now = Jetzt spielen
page-touch_against = Gegen die Regeln ({ $n })
page-touch_misread = Von Anfang an falsch gelesen: es war …
page-touch_back = Es wurde zurückgenommen
page-touch_undo = Letzte Berichtigung rückgängig
page-touch_nothing = Hier ist nichts zu berichtigen
page-touch_no_move = Kein Zug führt von dort nach dort
page-touch_change = Ändern
page-touch_change_of = Zug { $n } ändern
page-touch_hint = Tippe auf eine Pyramide, um sie zu berichtigen, oder ziehe einen Zug
page-undone = Die letzte Berichtigung ist zurückgenommen
page-graph_alt = Wer besser stand, Zug um Zug: oben für { $near }, unten für { $far }
page-graph_lost = gab einen Gewinn oder ein Unentschieden aus der Hand
page-graph_gave = kostete Punkte
page-graph_turning = hier ging die Runde verloren
page-better_line = Was besser gewesen wäre
page-branch_open = Von hier aus Züge probieren
page-branch_choose = Wähle einen Zug, um ihn zu probieren; die Aufzeichnung bleibt, wie sie ist.
page-branch_reply = Beste Antwort: { $text }
page-branch_back = Einen Zug zurück
page-branch_end = Zurück zum Spiel
page-key_slip = Zug, der etwas kostete
page-rate = Tempo
page-volume = Lautstärke
page-try_voice = Probieren
page-machine_voice = Die Stimme des Rechners
page-usual_voice = Die übliche
page-ask_table = Der Tisch
page-ask_legal = Erlaubte Züge
page-ask_turn = Am Zug und Stand
page-ask_again = Noch einmal
page-ask = Vorlesen
page-report = Ein Problem melden
page-report_what = Versionen, Einstellungen, Angaben zur Kamera und die letzten Zeilen des Protokolls, ohne Namen; mit Bildern und Aufzeichnung nur, wenn du willst.
page-report_pictures = Mit der Aufzeichnung und den letzten Bildern
page-report_save = Den Bericht speichern
page-slow_motion = Zeitlupe
page-mark_illegal = regelwidrig
page-mark_put_right = berichtigt
page-after = Nachher
page-none_of_these = nichts davon
page-position_before = Die Stellung vorher
page-position_after = Die Stellung nachher
page-read_as_what = Wie der Tisch gelesen wurde
page-sure = zu { $share } sicher
page-no_readings = Andere Lesarten wurden nicht aufgehoben.
page-no_seconds = Keine Zeitlupe: niemand erhob Einspruch, während gespielt wurde, und der Film ist nicht hier.
page-play_stop = Abspielen / anhalten
page-marks_on_off = Was gesehen wurde, an / aus
page-seconds_around = Die Sekunden darum herum
page-the_table = Der Tisch: { $text }
page-take_it_back = Zurücknehmen, oder weiterspielen, dann bleibt es liegen.
page-answered = Geantwortet: { $text }
page-answer_lost = Die Antwort kam nicht an: { $why }
page-voice_lost = Die Stimme ließ sich nicht ändern: { $why }
page-dispute_kept = In der Aufzeichnung vermerkt
page-dispute_lost = Der Augenblick ließ sich nicht vermerken: { $why }
page-side_near = vorn
page-side_far = hinten
page-match = Partie { $n }
page-to_play = am Zug
page-initiative = Initiative
page-nothing_played = noch nichts gespielt
page-with_sacrifice = mit oder ohne Opfer
page-with_call = darf ihre Farbe rufen
page-with_virtual = noch einmal gespielt
page-language = Sprache
page-voice_title = Stimme und Sprache
page-speak_here = Auf diesem Gerät sprechen
page-speaking_here = Dieses Gerät spricht
page-voice_here = Stimme
page-no_voices = Dieser Browser hat keine Stimme für diese Sprache
page-said_here = Dieses Gerät sagt
page-said_machine = Der Rechner des Schiedsrichters sagt
page-say_illegal = nur Regelwidriges und Fragen
page-say_verdicts = nur Urteile
page-say_normal = Urteile und was erlaubt ist
page-say_full = alles, auch den Tisch beschrieben
page-close = Schließen
page-speech_on = Ab jetzt mit Ton.
page-camera_title = Dieses Telefon als Kamera
page-camera_help = Das Telefon so aufstellen, dass es den ganzen Tisch sieht, dann starten. Diese Seite offen und den Bildschirm an lassen.
page-camera_start = Kamera starten
page-camera_stop = Anhalten
page-camera_sending = Bilder gesendet: { $n }
page-camera_idle = Es wird nichts gesendet
page-camera_refused = Der Browser gibt keine Kamera frei: { $why }
page-camera_insecure = Der Browser gibt die Kamera nur sicheren Seiten: den Link öffnen, der mit https:// beginnt
page-camera_lost = Der Schiedsrichter nimmt die Bilder nicht an: { $why }

## Rules as they were agreed
option-variant-basic = das Grundspiel
option-variant-advanced = das erweiterte Spiel
option-sacrifice-true = Pyramiden dürfen geopfert werden
option-sacrifice-false = keine Opfer
option-pummeling-true = mit Bedrängen
option-pummeling-false = ohne Bedrängen
option-calling-true = Farben dürfen gerufen werden
option-calling-false = keine Farben werden gerufen
option-swap-up_to = ein Opfer bewegt die Farbe um so viele Plätze, wie es Augen hat, oder weniger
option-swap-exact = ein Opfer bewegt die Farbe um genau so viele Plätze, wie es Augen hat
option-exhaustion-draw = eine Runde, in der niemand mehr Pyramiden hat, ist unentschieden
option-exhaustion-initiative = eine Runde, in der niemand mehr Pyramiden hat, gewinnt, wer die Initiative hat
option-l_shape-3-3 = ein L hat zwei Arme zu drei
option-l_shape-4-2 = ein L sind vier in einer Reihe und eine neben dem Ende
option-l_shape-both = beide Formen des L gewinnen
option-token_limit-none = Marken unbegrenzt
option-token_limit = { $n ->
    [one] eine Marke
   *[other] { $n } Marken
    } für jeden
option-cards = { $n } Karten auf jeder Seite
option-trios = { $n ->
    [one] ein Trio
   *[other] { $n } Trios
    } jeder Farbe im Vorrat
option-tree_power-top = ein fangender Baum hat die Kraft seiner kleinen
option-tree_power-any = ein fangender Baum hat die Kraft einer seiner drei

## What --help shows
help-this_help = diese Hilfe auf Deutsch: arbiter --language de --help
help-usage = Aufruf:{ " " }
help-positional = Angaben
help-options = Optionen
help-examples = Beispiele:
help-exits = Rückgabewerte:
help-description =
    Ein Schiedsrichter für Spiele mit Looney-Pyramiden auf einem richtigen Tisch, mit jeder Webcam.

    Zum Anfangen:
    { "  " }1. arbiter mat -o mat.pdf        drucken, die vier Marken ausschneiden, um den Tisch legen
    { "  " }2. arbiter doctor                ist alles da: Kamera, Licht, Marken, Modell, Stimme?
    { "  " }3. arbiter                       öffnet eine Seite: spielen, weiterspielen, Gespieltes ansehen
help-halves = was nur zu einzelnen Spielen gehört:
help-command_help = arbiter COMMAND --help zeigt Optionen, Beispiele und Rückgabewerte eines Befehls
help-single_games = Optionen einzelner Spiele
help-exit_done = getan
help-exit_failed = es ging nicht weiter
help-exit_usage = die Befehlszeile ergibt keinen Sinn
help-exit_calibration = der Tisch ist nicht einzuordnen
help-exit_source = es kommen keine Bilder
help-exit_illegal = ein Zug ist regelwidrig
help-exit_unreadable = der Text ist nicht lesbar
help-exit_parted = Aufzeichnung und Film weichen ab
help-exit_interrupted = mit Strg-C unterbrochen
help-help = diese Hilfe zeigen
help-debug = zeigen, wo im Programm ein Fehler entstand
help-everywhere = die Sprache dieser Hilfe und des Befehls, der folgt: { $codes }
help-home = öffnet die Seite, von der aus Spiele begonnen und angesehen werden
help-port_home = Port der Seite (sonst der vom letzten Mal)
help-language_home = die Sprache: { $codes } (sonst die vom letzten Mal)
help-watch = einem Spiel zuschauen, es ansagen und aufzeichnen
help-see = die Pyramiden auf einem Bild auflisten
help-mat = die vier Eckmarken drucken
help-review = ein aufgezeichnetes Spiel im Browser durchblättern
help-judge = von jedem Zug eines Spiels sagen, ob er erlaubt ist und warum
help-legal = sagen, was in einer Stellung erlaubt ist
help-correct = ein aufgezeichnetes Spiel berichtigen und neu beurteilen
help-dispute = zeigen, worauf das Urteil über einen strittigen Zug beruht
help-export = aus einem Spiel Text, Piecepack-Notation, JSON oder ein Video machen
help-share = ein Spiel als Webseite in einer einzigen Datei, zum Verschicken
help-verify = eine Aufzeichnung am eigenen Film nachspielen: weichen sie ab?
help-statistics = Zahlen zu einem Spiel oder zu einem Ordner voller Spiele
help-harvest = die Bilder aufgezeichneter Spiele beschriften, um damit zu trainieren
help-calibrate = feststellen, wo die Kamera steht, und es speichern
help-colours = aus Fotos lernen, wie die Farben eines neuen Satzes aussehen
help-doctor = Kamera, Licht, Marken, Modell und Stimme prüfen, oder eine Aufzeichnung
help-version = die Version anzeigen und enden
help-completion = das Skript ausgeben, mit dem die Shell Befehle ergänzt
help-shell = die Shell, in der ergänzt werden soll
help-hall = alle Tische eines Brokers zeigen und ein Turnier führen
help-broker_hall = der Broker: mqtt://[NAME:PASSWORT@]BROKER[:PORT] oder mqtts://
help-database = wo Ergebnisse und Tabelle liegen (sonst: bei den Spielen)
help-players_hall = wer am Turnier teilnimmt, außer den schon Gemeldeten
help-pairing = swiss (Vorgabe): wer gleich steht, spielt gegeneinander; robin: jeder gegen jeden
help-publish_to = was geschieht, an einen MQTT-Broker geben: mqtt://broker/TISCH
help-publish = ein aufgezeichnetes Spiel an einen Broker liefern, soweit es ihm fehlt
help-broker = Broker und Tisch: mqtt://[NAME:PASSWORT@]BROKER[:PORT][/TISCH] oder mqtts://
help-doctor_record = eine Aufzeichnung: prüfen und von einer beschädigten retten, was lesbar ist
help-game = das Spiel: initiative, logistics, nickel, sanctum
help-source = Nummer oder Name einer Kamera, eine Videodatei oder die Adresse eines Streams (sonst die erste Kamera)
help-source_watch = Nummer oder Name einer Kamera, Film, Adresse eines Streams oder page: ein Telefon (sonst die erste Kamera oder das Beispiel); bis zu drei desselben Tisches
help-source_calibrate = Nummer oder Name einer Kamera, eine Videodatei oder die Adresse eines Streams (sonst die erste Kamera), oder ein Bild mit den Marken
help-players = wer vorn sitzt und wer hinten
help-palette = die Farben, mit denen gespielt wird (sonst rainbow)
help-calibration_watch = eine gespeicherte Kalibrierung; dann geht es ohne Marken
help-colours_file = wie die Farben dieses Satzes aussehen (von arbiter colours)
help-model = ein eigener Detektor: ein Modell von ultralytics, exportiert als .onnx
help-voice = die Ansagen sprechen
help-voice_out = alles Gesagte in eine Tondatei schreiben
help-record = wohin die Aufzeichnung kommt (sonst neu im Ordner der Spiele)
help-resume = das Spiel dieser Aufzeichnung fortsetzen
help-headless = keine Seite zum Spiel
help-port_live = Port der Seite zum Spiel (sonst ein freier)
help-language_watch = gesprochen und gezeigt: { $codes } (sonst die des Spiels, oder en)
help-commentary = wie viel dieser Rechner sagt: illegal, verdicts, normal, full (sonst normal)
help-share_page = die Seite im eigenen Netz öffnen, über einen geheimen Link
help-rounds = Runden der Partie (sonst 2)
help-rules = basic: nur Angriff und Parade; advanced (wie sonst): auch Opfern, Bedrängen und Rufen
help-without = eine der erweiterten Regeln weglassen: sacrifice, pummeling oder calling
help-swap = wie weit ein Opfer eine Farbe bewegt: bis zu so vielen Plätzen wie Punkten (up_to, wie sonst) oder genau so viele (exact)
help-exhaustion = wenn beide nichts mehr haben: unentschieden (draw, wie sonst), oder wer die Initiative hat, gewinnt (initiative)
help-option = nickel, logistics: eine Wahl bei den Regeln, etwa l_shape=4+2 oder cards=3 (engine/RULES.md)
help-draft = initiative: zuerst wählen die Spieler ihre Pyramiden aus (I14)
help-tokens = nickel: die Marken sind Pyramiden in diesen Farben, von vorn und hinten (sonst Steine oder Münzen)
help-turn_marker = sanctum: diese Pyramide hinlegen oder aufstellen beginnt einen Zug (oder turn tippen und Enter)
help-cards_at = logistics: die Ecken aller Karten zusammen in mm, vorn links zuerst (sonst werden sie gesucht)
help-image = ein Bild des Tischs
help-calibration_see = eine gespeicherte Kalibrierung der Kamera
help-json_see = alles als JSON (level 0 ist die unterste, die zu sehen ist)
help-overlay = das Bild schreiben, mit dem Gefundenen eingezeichnet
help-language = die Sprache: { $codes } (sonst Englisch)
help-language_own = die Sprache: { $codes } (sonst die des Spiels)
help-language_recorded = die Sprache: { $codes } (sonst die der Aufzeichnung, oder Englisch)
help-paper = Papierformat (sonst a4)
help-output = die Datei, in die geschrieben wird
help-board = stattdessen die ChArUco-Tafel für die Linse
help-recording_or_text = eine Aufzeichnung (.game) oder ein Spiel als Text
help-recording_or_text2 = eine Aufzeichnung (.game) oder ein Spiel als Text
help-recording = eine Aufzeichnung (.game)
help-recording_or_folder = eine Aufzeichnung (.game) oder ein Ordner davon
help-cluster = die Spiele eines Ordners auf einen Dask-Cluster verteilen, nach der Adresse seines Schedulers
help-recordings = eine Aufzeichnung oder ein Text; auch mehrere, oder Ordner davon
help-recording_kept = eine Aufzeichnung (.game); was aufgezeichnet wurde, bleibt darin, wie es war
help-game_file = eine Aufzeichnung (.game), ein Spiel als Text (engine/NOTATION.md) oder - für Text von der Standardeingabe
help-game_file_legal = eine Aufzeichnung (.game), ein Spiel als Text (engine/NOTATION.md) oder - für Text von der Standardeingabe; mit --game die Züge seit dem Aufbau
help-game_file_export = eine Aufzeichnung (.game), ein Spiel als Text (engine/NOTATION.md) oder - für Text von der Standardeingabe (nur text und ppn)
help-film = der Film, von dem zugeschaut wurde (sonst die Quelle der Aufzeichnung, wenn sie da ist, oder ihre Bilder)
help-films = der Film, von dem zugeschaut wurde, mehrere nacheinander (sonst die der Aufzeichnung, oder ihre Bilder)
help-film_share = der Film, von dem zugeschaut wurde (sonst die Quelle der Aufzeichnung, wenn sie da ist)
help-film_export = mp4, clip: der Film, von dem zugeschaut wurde
help-port = Port der Seite (sonst ein freier)
help-browser = die Seite im Browser öffnen
help-move_judge = nur diesen Zug, mit der Stellung davor und danach
help-round_judge = zu welchem Spiel der Datei der Zug gehört (sonst 1)
help-photo_game = FILE ist ein Foto eines Tischs bei diesem Spiel: was sich darüber sagen lässt
help-rules_photo = mit --game: die Regeln, wie in der Angabe Rules
help-solve = sagen, wer am Gewinnen war und welcher Zug es wegwarf (dauert)
help-solve_one = welcher Zug jedes Spiel verlor (dauert)
help-json_shape = alles als JSON (wie es aussieht: engine/NOTATION.md)
help-json = alles als JSON
help-game_legal = Initiative, Logistics, Nickel oder Sanctum, die Stellung hier getippt
help-setup = was auf dem Tisch liegt, wie in der Angabe Setup (in Anführungszeichen)
help-rules_text = die Regeln, wie in der Angabe Rules
help-leader = wer beginnt; ohne das darf es jeder
help-all = alle erlaubten Züge nennen, wie viele es auch sind
help-svg = ein Diagramm der Stellung schreiben
help-move_correct = der Zug, wie arbiter judge zählt
help-round_correct = seine Runde, 0 für die Auswahl (sonst 1)
help-replace = stattdessen wurde das gespielt, etwa Lred
help-insert = das wurde auch gespielt, vor Zug N oder nach dem letzten
help-delete = Zug N gab es nie
help-back = das letzte Spiel wurde zurückgenommen
help-set = beim Aufbau: near.Sblue=Sblack, stack=blue,red,...
help-allow = Zug N zählt, was der Schiedsrichter auch sagt
help-refuse = Zug N zählt nicht, was der Schiedsrichter auch sagt
help-undo = die letzte Berichtigung gilt nicht
help-move_dispute = der Zug (sonst der strittige oder der letzte)
help-round_dispute = seine Runde, 0 für die Auswahl (sonst die des strittigen oder die letzte)
help-html = eine Seite mit den Bildern schreiben, zum Ansehen und Verschicken
help-format = was daraus wird; ppn: Portable Piecepack Notation, clip: ein kurzer Film des Zuges, der verlor oder entschied
help-output_beside = die Datei, in die geschrieben wird (sonst neben dem Spiel)
help-voice_export = mp4: mit dem Gesagten, neu gesprochen oder aus dem Ton, den watch --voice-out geschrieben hat
help-megabytes = wie groß sie höchstens wird (sonst 12); ein Film bekommt die Hälfte davon und fehlt, wo er dafür zu lang ist
help-colours_verify = wie die Farben dieses Satzes aussehen, so wie arbiter watch es hatte (sonst wie die Aufzeichnung sagt)
help-output_harvest = wohin sie kommen (sonst harvest)
help-output_calibrate = wo es gespeichert wird (sonst für diese Kamera)
help-lens = Bilder der ChArUco-Tafel, um auch die Linse zu kalibrieren
help-corners = ohne Marken: vier Ecken, in px, eines Rechtecks, das auf dem Tisch liegt
help-size = die Seiten des Rechtecks, etwa 297x210 oder 63x88
help-photo = eine Pyramide von jeder Farbe nebeneinander, oder ein Stapel
help-order = ihre Farben von links nach rechts, bei einem Stapel von oben
help-bundle = schreibt einen Fehlerbericht in diese Datei
help-with_pictures = mit der Aufzeichnung und ihren letzten Bildern
help-calibration_doctor = eine gespeicherte Kalibrierung, die mit geprüft wird
cannot_follow = ich kann dem Tisch nicht folgen: { $text }
cannot_go_on = so geht es nicht weiter: { $text } In besseres Licht stellen oder austauschen
cannot_tell = ich bin nicht sicher, was das ist: { $list }
do_not_see = ich sehe nicht: { $list }
hands = Hände sind im Weg: bitte wegnehmen, dann lese ich den Aufbau
keep_waiting = nichts davon, weiter warten
lost_markers = ich sehe die Eckmarken nicht mehr: die Kamera hat sich bewegt oder etwas verdeckt sie
more_than_should = zu viele davon: { $list }
moving = etwas bewegt sich immer noch: bitte den Tisch ruhig lassen, dann lese ich den Aufbau
no_set_up_yet = ich habe den Aufbau noch nicht gesehen: kurz die Hände vom Tisch nehmen
nothing_played = es wurde nichts gespielt
nothing_yet = es wurde noch nichts gespielt
number = Nummer { $n }
offer_accept = stimmt alles, wie ich es zeige: p eingeben oder 'Das stimmt, spielen' drücken
offer_how = auf der Seite antippen, was ich falsch lese, und sagen, was es ist
only_likeliest = es hat sich so viel auf einmal geändert, dass ich nur die wahrscheinlichsten Deutungen geprüft habe
perhaps_inside = nicht zu sehen, vielleicht in größeren Pyramiden: { $list }
put_back_or_tell = stellt es zurück, oder sagt mir, was gespielt wurde
see_again = ich sehe den Tisch wieder
set_up_already = der Aufbau steht schon: ab jetzt berichtigt correct das Spiel
tt_again = der Tisch ist wieder, wie er sein soll
tt_back = der letzte Zug wird zurückgenommen
tt_back_two = zwei Züge werden zurückgenommen
tt_changed = etwas hat sich verändert
tt_stands = der regelwidrige Zug bleibt stehen
tt_still_open = meine Frage ist noch offen
tt_was_told = Zug { $n } war ein anderer: { $text }
w_follow = die Regeln können der Aufzeichnung hier nicht folgen: { $text }
w_nobody_answered = niemand antwortete: der Tisch änderte sich
w_played_on = niemand antwortete und es ging weiter, also galt: { $text }
what_happened = Ich bin nicht sicher, was gespielt wurde. Was ist geschehen?
entry_unread = Eintrag { $raw } ist nicht lesbar ({ $raw2 })
file_cannot_read = { $raw } ist nicht lesbar: { $system }
file_damaged = { $raw } ist beschädigt ({ $text }): `arbiter doctor { $raw2 }` rettet, was noch lesbar ist
file_folder = { $raw } ist ein Ordner: bitte die Datei eines Spiels angeben
file_in_use = { $raw } ist gerade in einem anderen Programm offen: gleich noch einmal versuchen
file_newer = { $raw } stammt von einem neueren Schiedsrichter (Aufbau { $raw2 }, nicht { $raw3 }): bitte diesen hier erneuern
file_no = die Datei { $raw } gibt es nicht: bitte die Aufzeichnung eines Spiels angeben
file_no_film = den Film { $raw } gibt es nicht
file_no_footage = { $raw } hat keine Bilder zum Ansehen: bitte den Film angeben, aus dem es entstand
file_no_record = { $raw } ist keine Aufzeichnung eines Spiels: bitte eine Datei von `arbiter watch` angeben
file_no_turning = { $raw }: dieses Spiel ist nicht zu Ende, und soweit der Löser sieht, hat es kein Zug verloren: es gibt noch keinen Moment zu zeigen
file_no_still = { $raw } hat kein Bild { $raw2 } zum Eintrag { $raw3 }
file_nothing = { $raw } ist beschädigt, und nichts davon ist lesbar
file_nothing_yet = { $raw } ist leer: es war noch nichts aufgezeichnet
file_pages = einige Seiten sind kaputt
file_place = { $raw } lässt sich nicht schreiben: { $system }; bitte mit --record einen anderen Ort wählen
file_read_only = { $raw } ist nur zum Lesen offen
file_room = { $raw } lässt sich nicht weiterschreiben: { $system }; was da war, ist sicher, bitte Platz schaffen und weitermachen
file_saved = { $raw } ist beschädigt: { $n ->
    [one] ein Eintrag
   *[other] { $n } Einträge
    } und { $most ->
    [one] ein Bild
   *[other] { $most } Bilder
    } waren lesbar und sind jetzt in { $raw2 }
file_short = das Ende fehlt
file_still_broken = das Bild { $raw } zum Eintrag { $raw2 } ist kaputt
file_stills_in = die Bilder in { $raw }
file_there = { $raw } gibt es schon und wird nie überschrieben: bitte einen anderen Namen wählen, etwa { $raw2 }
fix_back_already = Zug { $n } wurde schon zurückgenommen
fix_cards = { $who } hat Karten 1 bis { $n }, nicht { $raw }
fix_insert = Zug { $n } wurde zurückgenommen: bitte einfügen, wo er gelten soll
fix_legal = Zug { $n } ist erlaubt: da ist nichts zu überstimmen
fix_like = { $raw } ist nicht lesbar: bitte wie { $raw2 } schreiben
fix_like_more = { $text }; bitte wie { $raw } schreiben
fix_no_back = es wurde noch nichts gespielt: da ist nichts zurückzunehmen
fix_no_piece = { $who } hat beim Aufbau keine { $piece }
fix_no_stock = { $who } hat beim Aufbau keine { $piece } im Vorrat
fix_none = es gibt keine Berichtigung, die aufzuheben wäre
fix_same = Zug { $n } ist das schon: { $text }
fix_same_rules = die Regeln sind schon so: { $raw }
fix_same_setup = der Aufbau ist schon so: { $raw }
fix_setup = dann wäre der Aufbau nicht möglich: { $text }
fix_square = { $raw } ist kein Feld: bitte wie { $raw2 } schreiben
fix_stack = der Stapel ist: { $n } verschiedene Farben von oben, mit Kommas
fix_then = dann wäre Zug { $n } ({ $text2 }) nicht möglich: { $text }
fix_two_of = mehr als zwei { $piece } Pyramiden
fix_unknown = es gibt keine Berichtigung { $raw }: es gibt { $raw2 } und undo
fix_virtual = Zug { $n } ist ein nochmaliges Spiel: er folgt aus dem davor
fix_virtuals = nochmalige Spiele folgen von selbst: bitte weglassen
fix_what = bitte sagen, was zu setzen ist, etwa { $raw }
fix_would = dann gäbe es { $text } (I13): bitte auch die andere nennen
move_of_line = es gibt keinen Zug { $n }: die Runde hat { $most }
no_board = { $raw } hat weder Brett noch Karten zu zeigen
no_game_now = es wird gerade kein Spiel gespielt
no_play_here = { $typed } kann hier nicht gespielt werden
no_set_up = es war noch kein Aufbau zu sehen
page_no_question = es ist keine Frage offen
page_stopped = der Schiedsrichter sieht nicht mehr zu
page_busy = der Schiedsrichter hat zu viel zu tun und hat das nicht angenommen: gleich noch einmal versuchen
question_gone = die Frage { $n } ist nicht mehr offen
round_number = es gibt keine Runde { $n }: das Spiel hat { $most }
setup_no_pyramid = { $quoted } ist keine Pyramide: schreibe eine wie Lred, oder nothing
setup_typed = { $quoted } ist beim Aufbau nicht lesbar: schreibe wie near.3=Lred, oder p für spielen
setup_unknown = { $quoted } gibt es auf dem Tisch nicht, wie ich ihn sehe: es gibt { $raw }
use_not_watched = { $raw } lässt sich nicht beobachten
use_stocks = jeder Vorrat hat fünf Farben: bitte --palette rainbow oder xeno wählen
use_tokens_off = die Marken brauchen zwei Farben, die nicht auf dem Brett sind, etwa white,black
watch_keys =
    Tasten, je mit Enter
    { "  " }1 2 3        beantwortet eine Frage
    { "  " }d            merkt einen Einspruch vor; allow oder refuse überstimmt den Schiedsrichter beim letzten Spiel
    { "  " }m            macht die Stimme stumm oder lässt sie wieder sprechen
    { "  " }t l w r      sagt den Tisch, die erlaubten Züge, wer am Zug ist mit dem Stand, das Letzte noch einmal
    { "  " }p            spielt den Aufbau, wie er gezeigt ist; near.3=Lred berichtigt ihn
    { "  " }b            das letzte Spiel wird zurückgenommen
    { "  " }Mblue        ein Spiel; correct replace 5 Lred (insert, delete, back, set, rule) bringt das Spiel in Ordnung
    { "  " }undo         hebt die letzte Berichtigung auf
    { "  " }lies near    macht so weiter, wie es liegt, und near ist am Zug (oder lies far)
    { "  " }corners      wo das Brett oder die Karten liegen, vorn links zuerst (mm): corners -150,-90,150,-90,150,90,-150,90
    { "  " }q            Ende
and_also = { $text }; { $text2 }
drawn_round = die Runde ist unentschieden
either_leads = beide dürfen beginnen
flickers = eine Pyramide auf der Seite von { $who } sehe ich nur manchmal: weiter auseinanderstellen oder mehr Licht machen
plays_illegal = { $text } (regelwidrig, { $raw })
pyramid_number = die Pyramide Nummer { $n }
rules_forbid = die Regeln erlauben es nicht
scores = { $who } bekommt { $text }
setup_unread_stack = { $quoted } ist nicht lesbar: den Stapel von oben schreiben, wie blue,green,...
t_asks = der Schiedsrichter fragt
t_disputed = Einspruch: { $text }
t_play = ein Spiel: { $typed }
t_setup = Aufbau
t_setup_not = Aufbau noch nicht fertig
t_stack_odd = der Initiativestapel ist nicht wie erwartet
t_stack_right = der Initiativestapel ist wieder wie erwartet
t_unreadable = nicht lesbar
then = { $text }, dann { $text2 }
to_lead = { $who } greift an
to_parry = { $who } muss parieren
by_whom = { $who }: { $text }
tt_drawn = das Spiel ist unentschieden
tt_either = beide dürfen beginnen
tt_to_move = { $who } ist am Zug
tt_wins = { $who } gewinnt
v_back = zurückgenommen
v_corrected = berichtigt
v_corrected_illegal = berichtigt, regelwidrig
v_disputed = Einspruch
v_illegal = regelwidrig
v_in_order = in Ordnung
v_legal = erlaubt
v_look = bitte nachsehen
v_match_over = Partie zu Ende
v_not_corrected = nicht berichtigt
v_not_ready = nicht bereit
v_noted = vermerkt
v_overruled = überstimmt
v_ready = bereit
v_recorded = aufgezeichnet
v_round_over = Runde zu Ende
v_stands = regelwidrig, bleibt
w_accepted = die Spieler haben gesagt, dass er stimmt, wie er gezeigt war
w_allowed = es wurde trotzdem erlaubt
w_counts = niemand nahm es zurück, also zählt es
w_legal_for = erlaubt für { $who }
w_legal_here = hier erlaubt
w_look_again = jemand hat darum gebeten, noch einmal hinzusehen
w_misread = eine Pyramide war falsch gelesen; der Aufbau ist berichtigt
w_no_options = hier ist nichts Erlaubtes bekannt
w_not_happened = es ist nicht geschehen
w_over_options = nichts: die Runde ist zu Ende
w_refused = es wurde verworfen
w_stood = es blieb liegen
w_stood_on = es blieb liegen und das Spiel ging weiter
w_taken_back = es wurde zurückgenommen
waiting_round = Runde { $n } aufbauen: die Vorräte werden getauscht
waiting_setup = Warten auf den Aufbau
wins_round = { $who } gewinnt die Runde
x_drawn = zu Ende: unentschieden
x_either = beide dürfen beginnen
x_on = das Spiel geht weiter
x_won = zu Ende: { $who } gewinnt
counted_words = { WORDS($n) } { $piece }
record_cannot = in der Aufzeichnung steht { $raw }, das dort nicht gespielt werden kann
t_plays = { $who } spielt { $text }
unsure_of = nicht sicher { $n ->
    [0] ist mir { $text }
    [one] sind mir { $text } und noch etwas
   *[other] sind mir { $text } und { $n } weitere
    }
w_expected = erwartet, von oben: { $text }
w_from_top = von oben: { $text }
w_on_table = auf dem Tisch: { $text }
w_read_as = zuerst gelesen als { $text }
w_stack = der Initiativestapel von oben: { $text }
heading_draft = Auswahl
heading_round = Runde { $n } von { $most }
heading_turn = Zug { $n }
j_moves = { $n } { $n ->
    [one] Zug
   *[other] Züge
    }
j_legal_moves = { $n } { $n ->
    [one] erlaubter Zug
   *[other] erlaubte Züge
    }
j_legal_here = { $n ->
    [one] ein erlaubter Zug
   *[other] { $n } erlaubte Züge
    }, { $most } davon hier
t_match_won = Partie zu Ende: { $who } gewinnt
t_match_drawn = Partie zu Ende: unentschieden
t_round_won = Runde { $n } zu Ende: { $who } gewinnt
t_round_drawn = Runde { $n } zu Ende: unentschieden
w_undone_legal = das Spiel war erlaubt; { $who } ist wieder am Zug
w_undone = das regelwidrige Spiel ist zurückgenommen; { $who } ist wieder am Zug
w_undone_legal_same = das Spiel war erlaubt; dieselbe Person ist wieder am Zug
w_undone_same = das regelwidrige Spiel ist zurückgenommen; dieselbe Person ist wieder am Zug
w_match = die Partie: { $who } { $n }, { $other } { $most }
w_points = { $who } { $n }, { $other } { $most }
w_rules_basic = Grundregeln
w_rules_advanced = erweiterte Regeln
w_score = Punkte
w_score_now = Punkte, wenn jetzt gewonnen
w_waited = es lag auf dem Tisch, als die Aufzeichnung endete
v_question = Frage
t_corrected = berichtigt: { $who } spielte { $text }
t_corrected_deed = berichtigt: { $text }
t_takes_back = { $who } nimmt zurück: { $text }
t_deed_back = { $text }: zurückgenommen
t_stands = { $who }: { $text } bleibt liegen
t_deed_stands = { $text }: bleibt stehen
camera_moved = die Kamera wurde bewegt; ich habe den Tisch wiedergefunden und das Spiel geht weiter
answers = die Antworten sind 1 bis { $n }
cal_camera = Kamera: { $raw } mm über dem Tisch, { $raw2 } mm von der Mitte, { $raw3 } Grad weit
cal_corners = Ecken eines bekannten Rechtecks
cal_error = Abweichung: { $raw } px
cal_markers = Marken im Bild: { $n } von 4
cam_none = { $raw } hat keine Bilder
door_here = diese Seite ist nur für diesen Rechner
door_link = bitte den ganzen Link öffnen, den der Schiedsrichter gezeigt hat
door_no_network = dieser Rechner ist in keinem Netz: verbinden oder --share weglassen
door_port = die Seite kann nicht an Port { $raw } stehen ({ $raw2 }): mit --port einen anderen wählen
file_bits = { $raw } hat { $n } Bit je Wert: 16 sind nötig
file_cannot_write = { $raw } lässt sich nicht schreiben: { $system }
file_empty_game = { $raw } ist leer: darin ist kein Spiel
file_give_name = { $raw } gibt es schon: bitte einen anderen Namen angeben, oder --resume { $raw2 }, um damit weiterzumachen
file_no_passing = { $raw }: die Initiative hat nie gewechselt: es gibt keinen Moment zu zeigen
file_clip_there = { $raw } gibt es schon, von einem anderen Spiel: bitte woandershin legen, oder der Aufzeichnung einen anderen Namen geben
file_make_folder = den Ordner { $raw } gibt es nicht: bitte erst anlegen oder einen anderen Ort wählen
file_neither = die Datei oder den Ordner { $raw } gibt es nicht
file_no_colours = die gelernten Farben sind nicht in { $raw }: bitte mit --colours sagen, wo sie sind
file_no_game = { $raw } ist kein Spiel: bitte eine Aufzeichnung oder einen Text (UTF-8) angeben
file_no_games = dort sind keine Spiele (.game, .txt): bitte einen Ordner mit Aufzeichnungen oder Texten nennen
file_no_sound = { $raw } ist kein Ton, den `arbiter watch --voice-out` mit einer .jsonl daneben gesichert hat ({ $raw2 })
file_no_stills = { $raw } hat keine Bilder: daraus wird kein Film
file_nothing_happened = { $raw }: in diesem Spiel ist noch nichts geschehen
file_other_name = { $raw } gibt es schon und wird nicht überschrieben: bitte einen anderen Namen wählen
file_other_name_o = { $raw } gibt es schon und wird nicht überschrieben: bitte mit -o einen anderen Namen wählen
file_picture_name = { $raw } lässt sich nicht schreiben: bitte einen Namen mit .png oder .jpg in einem Ordner angeben, den es gibt
file_quiet = darin ist nichts geschehen
file_stdin = bitte mit -o sagen, wohin geschrieben wird, was von der Standardeingabe kommt
file_tells_more = { $raw }: { $text }; mehr sagt `arbiter judge`
file_text_only = { $raw } ist ein Text und hat keine Bilder
file_too_large = { $raw } passt nicht in { $raw2 } MB: mit --megabytes { $raw3 } mehr erlauben
file_voice_folder = --voice-out: den Ordner { $raw } gibt es nicht
fix_no_round = { $raw } hat noch keine Runde: da ist nichts zu berichtigen
fix_read_only = { $raw } ist nicht schreibbar: bitte erst an einen eigenen Ort kopieren
fix_send = gesendet werden Art, Zug und Text der Berichtigung
fix_short = der Text einer Berichtigung ist eine kurze Zeile
form_unknown = unbekannte Form { $raw }: zur Wahl stehen { $raw2 }
game_is_over = das Spiel in { $raw } ist zu Ende: ansehen mit `arbiter review { $raw2 }`
game_number = ein Spiel { $n } ist nicht darin: es sind { $most }
harvest_folder = { $raw } ist nicht beschreibbar: { $system }; bitte mit -o einen anderen Ordner wählen
harvest_no_camera = { $raw }: der Ort der Kamera ist nicht bekannt ({ $text })
harvest_none = in diesen Spielen ist nichts sicher genug, um daraus zu lernen
harvest_there = { $raw } gibt es schon und bleibt: bitte mit -o einen anderen Ordner wählen
harvest_twice = zwei Aufzeichnungen heißen { $raw }: bitte in eigene Ordner ernten
harvest_written = geschrieben nach { $raw } (daraus lernen: scripts/train.py finetune)
kept_in = { $text } (das Spiel ist in { $raw } gesichert; { $text2 })
left_asked = gefragt oder mit Einspruch
left_illegal = regelwidrig, zurückgenommen oder offen
left_misread = zuerst falsch gelesen
left_moving = nicht in Ruhe aufgenommen
left_place = der Ort einer Pyramide ist unbekannt
left_posture = eine Lage ist unsicher
left_rules = nicht, was die Regeln daraus machen
left_stack = ein falscher Initiativestapel
left_stray = ein offener Stapel oder Pyramiden, die nicht dazugehören
lens_error = Linse: Abweichung { $raw } px
light_bright = zu hell ({ $raw } von 255): das Licht dämpfen oder den Tisch abdunkeln
light_dark = zu dunkel ({ $raw } von 255): eine Lampe anmachen, von oben und von der Seite
light_even = gleichmäßig genug (Mitte { $raw } von 255, { $raw2 } überstrahlt)
light_flat = kaum Unterschiede im Bild ({ $raw }): ist die Linse verdeckt oder schmutzig?
light_glare = { $raw } des Bildes sind überstrahlt: die Lampe verstellen oder den Vorhang zuziehen
markers_no_model = keine zu sehen, und ohne Modell geht es nicht nach den Pyramiden
markers_stored = gespeicherte Lage, Abweichung { $raw } px
mat_board = Tafel für die Linse: mit 100 % drucken (jedes Quadrat { $raw } mm) und auf etwas Steifem und Flachem befestigen
mat_lay = die vier Marken flach um die Spielfläche legen, jede an die Ecke, die sie nennt, so wie der Spieler vorn den Tisch sieht, und so, dass die Kamera sie sieht
mat_paper = unbekanntes Papier { $raw }: zur Wahl stehen { $raw2 }
mat_print = mit 100 % drucken (nicht an die Seite anpassen), prüfen, ob das Lineal 100 mm lang ist, und an den gestrichelten Linien ausschneiden
mat_ready = { $raw } ist fertig: mit 100 % drucken, nicht an die Seite angepasst
mat_title = Pyramid Arbiter: Eckmarken
mat_title_board = Pyramid Arbiter: Tafel für die Linse
model_none = kein Modell da: das Paket neu installieren
move_of_game = es gibt keinen Zug { $n }: das Spiel hat { $most }
move_unread = Zug { $n } ist nicht lesbar: das ganze Spiel beurteilen lassen, dann steht da, warum
needs_picture = braucht ein Bild
no_camera = keine Kamera gefunden: eine anschließen, oder mit --source den Strom eines Telefons oder einen Film angeben
no_camera_none = keine Kamera gefunden und kein Beispielfilm: eine Kamera anschließen oder --source DATEI angeben
page_corners = gesendet werden vier Ecken
page_corners_mm = zu corners gehören vier Ecken in mm, je x und y: acht Zahlen mit Kommas
page_corners_size = gesendet werden vier Ecken und die Größe des Rechtecks
page_inside = vier Ecken innerhalb des Bildes sind nötig
page_itself = diese Seite hört nur auf sich selbst
page_json = gesendet wird JSON
page_no_film = von diesem Spiel gibt es keinen Film
page_no_step = bei Schritt { $n } gibt es keine Stellung
page_no_zone = in diesem Spiel sind weder Brett noch Karten zu zeigen
page_object = gesendet wird ein JSON-Objekt
page_option = gesendet werden die Nummer der Frage und der Antwort
page_other = ein anderes Gerät ist schon die Kamera
page_phone = für die Kamera eines Telefons arbiter watch mit --source page starten
page_picture = dieses Bild ist nicht mehr da
page_pyramid = diese Pyramide gibt es nicht
page_no_rule = von dieser Regel gibt es keine Zeichnung
page_tune = gesendet wird eine Sprache oder ein Kommentar, den es gibt
photo_problem = Problem: { $text }
photo_unsure = nicht sicher: { $text }
pic_broken = { $raw } ist nicht als Bild lesbar: { $text }
pic_none = das Bild { $raw } gibt es nicht
send_place = sende, was dort steht, und eine Stelle
kinds_of =
    { $n ->
        [one] eine { $size }
       *[other] { $n } { $size }
    }
card_of = Karte { $n } von { $who }
may_capture = Zu fangen: { $raw }.
may_sow_stock = Zu säen: der Vorrat.
may_sow_both = Zu säen: { $n ->
    [one] Karte { $raw }
   *[other] Karten { $raw }
}, oder der Vorrat.
may_sow_cards = Zu säen: { $n ->
    [one] Karte { $raw }
   *[other] Karten { $raw }
}.
asked_nothing_said = Noch wurde nichts gesagt.
asked_not_begun = Das Spiel hat noch nicht begonnen: Der Aufbau wird noch gelesen.
asked_no_moves = Jetzt darf nichts gespielt werden.
asked_legal = { $n ->
    [one] Ein Zug:
   *[other] { $n } Züge:
} { $text }.
asked_score = { $raw } hat { $n ->
    [one] einen Punkt
   *[other] { $n } Punkte
}
page_ask = frage nach table, legal, turn oder again
page_sound = eine Stimme spricht { $n } bis { $most } Wörter in der Minute, in einer Lautstärke von 0 bis 1
page_sound_send = sende rate, volume und voice
bundle_with = { $raw } enthält Versionen, Einstellungen, Prüfungen, die letzten Zeilen des Protokolls, die Aufzeichnung und ihre letzten Bilder; sieh hinein, bevor du es verschickst
bundle_without = { $raw } enthält Versionen, Einstellungen, Prüfungen und die letzten Zeilen des Protokolls, keine Bilder; mit --with-pictures kommt die Aufzeichnung dazu
page_report_here = ein Bericht wird nur am Rechner des Schiedsrichters selbst gemacht
send_moves = sende index, moment und die Züge, die probiert werden
send_touch = sende eine Stelle der Zeichnung oder die Nummer eines Zuges
set_not = nicht gelernt, weil nicht sicher: { $raw }: { $text }
store_stored = gespeichert in { $raw }
store_unwritten = { $raw }: nicht schreibbar ({ $system }); bitte einen anderen Ort wählen
unchecked = ungeprüft
use_basic = das Grundspiel hat kein Opfern, Rufen und Bedrängen: --without und --swap weglassen
use_cards_at = zu --cards-at gehören vier Ecken in mm, je x und y: acht Zahlen mit Kommas
use_corners = --corners und --size gehören zusammen, ohne --lens
use_file = bitte eine Datei angeben, oder --game und --setup mit den Zügen seither
use_html = --html braucht eine Aufzeichnung: ein Text hat keine Bilder
use_move = --{ $raw } braucht --move N: das sagt, welcher Zug
use_mp4 = --film gehört zu --format mp4 und clip, --voice zu mp4
use_only = nur { $raw } hat --{ $raw2 }
use_option = --option ist für die anderen Spiele: hier gibt es --rules, --without, --swap und --exhaustion
use_order = --order: { $raw }; die Farben sind { $raw2 }
use_photo = ein Foto wird ohne --move, --round, --solve und --json beurteilt
use_players = --players: zwei verschiedene Namen sind nötig, zuerst wer vorn sitzt
use_resume = --resume schreibt in seine eigene Datei weiter: --record weglassen
use_round = --round braucht --move N: es sagt, zu welchem Spiel der Datei der Zug gehört
use_rules = --rules gehört zu --game und einem Foto: ein Text hat seine eigene Angabe Rules
use_silent = { $text }: den Film ohne --voice machen oder eine WAV-Datei angeben
use_tokens = zu --tokens gehören zwei Farben, vorn und hinten, etwa white,pink
voice_again = Stimme: { $text }; sie startet neu
voice_ended = das Sprechprogramm endete
voice_format = das Sprechprogramm wechselte mitten in der Aufnahme das Tonformat
voice_no_device = kein Tongerät antwortet ({ $raw })
voice_no_engine = kein Sprechprogramm; bitte espeak-ng installieren
voice_no_player = kein Programm, das Ton abspielt; bitte alsa-utils installieren (aplay)
voice_no_pyttsx = pyttsx3 ist nicht installiert
voice_no_sound = das Sprechprogramm machte keinen Ton
voice_stopped = das Sprechprogramm antwortet nicht mehr
watch_by_markers = der Tisch liegt nach { $n } Marken, Abweichung { $raw } px
watch_camera = die Kamera: { $raw } auf dem Gerät öffnen, das sie hat
watch_disputed = Einspruch: in der Aufzeichnung vermerkt
watch_disputed_late = Einspruch: in der Aufzeichnung vermerkt, ohne Zeitlupe: von einer Kamera sind die Bilder von fünf Minuten aufgehoben
watch_marked = von Hand gezeigt: der Schiedsrichter sieht von jetzt an dort nach
watch_page = Seite zum Spiel: { $raw }
watch_read_from = Kalibrierung aus { $raw }
watch_stays = die Seite bleibt offen; q und Enter oder Strg-C beendet
watch_voice_on = Stimme an
of_file = { $path }: { $text }
cal_note = Hinweis: { $text }
go_on_with = damit weitermachen: { $raw }
watch_going_on = es geht weiter mit { $raw }
watch_record = Aufzeichnung: { $raw }  (ansehen: { $raw2 })
watch_to = Aufzeichnung: { $raw }
camera_gives = { $raw } gibt { $raw2 }
left_out = { $n } { $text }
photo_perhaps = { $text } Vielleicht { $list }
share = { $it } ({ $raw })
watch_head = { $raw }, { $text }, { $n } { $n ->
    [one] Runde
   *[other] Runden
    }
watch_head_short = { $raw }
watch_who = { $text }: { $near } (vorn) und { $far } (hinten)
closing-setup = keine Runde hat begonnen: { $text }
closing-draft = mitten in der Auswahl: { $text }
closing-drafted = nach der Auswahl: { $text }
closing-play = mitten in Runde { $n } von { $most }: { $text }
closing-unfinished = noch nicht zu Ende: { $text }
closing-between = nach Runde { $n } von { $most }: { $text }
closing-over = Endstand: { $text }
harvest_left = { $raw }: { $n } { $n ->
    [one] Bild
   *[other] Bilder
    }, { $most } { $most ->
    [one] Pyramide
   *[other] Pyramiden
    }; weggelassen: { $list }
check_ok = in Ordnung
check_problem = Problem
check-camera = Kamera
check-light = Licht
check-markers = Marken
check-model = Modell
check-voice = Stimme
markers_by_ids = { $n } von 4, Abweichung { $raw } px, die Seiten sagen die Marken
markers_by_camera = { $n } von 4, Abweichung { $raw } px, die Seiten sagt die Kamera, die vorn steht
tt_heading_move = { $raw } · Zug { $n }
tt_heading_turn = { $raw } · Zug { $n }
fault = Fehler im Programm ({ $raw }); --debug zeigt wo
no_options = keine Sonderregeln
no_move_of = das ist weder Zug noch Aufbau von { $raw }
brings_nothing = sein Paket bringt nichts dafür mit
cannot_watch_why = { $raw } lässt sich nicht ansehen: { $raw2 }
fix_not_by_word = der Aufbau von { $raw } lässt sich nicht mit Worten berichtigen
lies_not_still = auf dem Tisch bewegt sich etwas: warte, bis alles still liegt
lies_not_told = der Tisch liegt, wie das Spiel es sagt, oder ist nicht sicher zu lesen: tippe ein, was gespielt wurde
round_has = Runde { $n } hat { $most } { $most ->
    [one] Zug
   *[other] Züge
    }: Zug { $more } gibt es nicht
watch_muted = stumm
watch_by_hand_stored = der Tisch liegt nach den von Hand gezeigten Ecken (gespeichert in { $raw })
watch_by_hand_now = der Tisch liegt nach den von Hand gezeigten Ecken, nur für dieses Spiel: { $text }
watch_by_record = der Tisch liegt wie in der Aufzeichnung
watch_by_stored = der Tisch liegt wie für diese Kamera gespeichert
tt_lost = Ich habe den Faden verloren. Soll es so weitergehen, wie es liegt?
tt_go_on = so weiter, wie es liegt, { $who } ist am Zug
signal_lost = von der Kamera kommt kein Bild: ich suche sie, bis sie wieder da ist; Züge können derweil eingetippt werden
signal_back = die Kamera ist wieder da; das Spiel geht weiter
view_found = Kamera { $n } sieht diesen Tisch auch
clip_awaited = der Wendepunkt wird gesucht, für einen kurzen Film davon: höchstens { $n } s (Strg-C: ohne ihn)
clip_made = der Wendepunkt in Zeitlupe: { $raw }
clip_none_why = kein Film vom Wendepunkt: { $text }
clip_none = es ist kein Film vom Wendepunkt entstanden: `arbiter export { $raw } --format clip` versucht es noch einmal oder sagt, warum es keinen gibt
view_lost = von Kamera { $n } kommt kein Bild: das Spiel geht mit den anderen weiter
view_back = Kamera { $n } ist wieder da
view_clock = Film { $n } liegt { $raw } s neben dem ersten, nach dem, was sich in beiden bewegt
view_clock_unknown = Film { $n }: was sich bewegt, sagt nicht, wie weit er neben dem ersten liegt; er zählt, solange der Tisch ruht
watch_aligning = die Filme werden nach dem durchgesehen, was sich in beiden bewegt
picture_resized = die Bilder haben eine andere Größe oder sind gedreht: ich suche den Tisch darin
piece_at_the_edge = eine Pyramide liegt am Rand des Bildes und ist angeschnitten: die Kamera drehen oder die Pyramide hereinrücken
picture_unknown = in diesen Bildern finde ich nichts wieder: die Kamera zurückdrehen oder die Ecken des Tisches auf der Seite zeigen
no_kit = ist kein Kit
harvest_line = { $raw }: { $n } { $n ->
    [one] Bild
   *[other] Bilder
    }, { $most } { $most ->
    [one] Pyramide
   *[other] Pyramiden
    }
file_altered = { $raw } ist beschädigt: { $n ->
    [one] einer der Einträge ist nicht mehr so, wie er geschrieben wurde, und bleibt
   *[other] { $n } der Einträge sind nicht mehr so, wie sie geschrieben wurden, und bleiben
    } weg; mehr sagt `arbiter doctor { $raw2 }`
file_which_game = { $raw } ist beschädigt: welches Spiel es ist, ist nicht mehr lesbar
file_no_rules = { $raw } ist beschädigt: die Regeln des Spiels sind nicht mehr lesbar
text_no_game = { $raw } ist kein Spiel: { $text }
door_certificate = Browser warnen vor dem Zertifikat, das eben erst gemacht wurde: trotzdem weitergehen, wenn sie dies zeigen
door_players = Spieler, die antworten dürfen, haben diesen Link; zum Einscannen mit dem Telefon:
door_viewers = Zuschauer, die nur zusehen, haben diesen:
door_revoke = revoke viewers oder revoke players, hier getippt, macht den Link wertlos und zeigt einen neuen
door_looking = dieser Link ist zum Zusehen: Spieler haben einen eigenen
door_streams = zu viele Seiten sind offen: eine schließen
door_requests = zu viele Anfragen: einen Moment warten
door_address = diesen Namen gibt es nicht: den Link so öffnen, wie er gezeigt wurde
door_late = die Anfrage kam nicht rechtzeitig an
door_dispute = die letzten Sekunden werden schon aufgehoben: gleich noch einmal Einspruch erheben
door_not_shared = die Seite ist nicht geteilt: nur dieser Rechner kommt herein
file_changes = die Aufzeichnung ändert mehr als jedes Spiel
home_choose = wähle eine Kamera oder einen Film
home_here = Spiele werden an dem Rechner begonnen, an dem die Kamera ist
home_end_here = ein Spiel wird an dem Rechner beendet, an dem die Kamera ist
review_here = das geht nur an dem Rechner, auf dem der Schiedsrichter läuft
review_soon = dieses Spiel lässt sich ansehen, sobald es vorbei ist
home_no_game = dieses Spiel gibt es nicht
home_name = { $raw } hat Bytes im Namen, die kein Text sind: benenne die Datei um
home_no_picture = von diesem Spiel gibt es kein Bild
home_no_sample = von { $raw } gibt es kein Beispielvideo
door_fault = Fehler im Programm ({ $raw })
hand = Hand

## Veröffentlichte Spiele
stream_address = schreib den Broker wie mqtt://broker.local/tisch-3 (oder mqtts://, mit NAME:PASSWORT@ vor dem Broker)
stream_table = { $raw } kann kein Name eines Tisches sein: nimm Buchstaben, Ziffern, Leerzeichen, Punkte und Bindestriche, höchstens 60
stream_to = wird veröffentlicht an { $raw }
stream_lost = der Broker { $raw } ist nicht da ({ $raw2 }): das Spiel geht weiter, und was geschieht, wird geliefert, sobald er zurück ist
stream_back = der Broker { $raw } ist wieder da: es fehlt nichts
stream_left =
    { $n ->
        [one] ein Ereignis ist
       *[other] { $n } Ereignisse sind
    } noch nicht geliefert: `arbiter publish { $raw } { $raw2 }` holt es nach
stream_done = { $raw } hat alles

## Ein Saal voller Tische
hall_missing = Schweizer Paarungen brauchen das Paket networkx: { $raw }
hall_open_at = folge den Tischen von { $raw }: { $raw2 }
hall_away = der Broker { $raw } antwortet nicht: er wird so lange gerufen, bis er es tut, und was fehlt, kommt dann nach
hall_there = der Broker { $raw } ist da
hall_names = die Namen müssen eine Liste sein
hall_many = an einem Turnier nehmen höchstens { $most } teil
hall_file = { $raw } lässt sich nicht als Datei des Saals verwenden ({ $raw2 }): gib mit --database eine andere an
hall_few = melde mindestens zwei Spieler
hall_open = einige Paare dieser Runde haben noch nicht gespielt: wird eine Partie nicht gespielt oder war keine Kamera dabei, trage ihr Ergebnis neben dem Paar ein
hall_no_pair = dieses Paar gibt es nicht
hall_all_met = alle haben gegen alle gespielt
page-hall_title = Der Saal
page-hall_away = Das Programm des Saals antwortet nicht: was hier steht, kann alt sein.
page-hall_broker_away = Der Broker antwortet nicht: die Tische können schon weiter sein. Was fehlt, kommt nach, sobald er wieder da ist.
page-hall_waiting = Noch hat kein Tisch etwas erzählt
page-hall_tables = Tische
page-hall_event = Das Turnier
page-hall_calls = Ruft nach dir
page-hall_gone = nicht verbunden
page-hall_page = Seine Seite
page-hall_rank = Rang
page-hall_player = Spieler
page-hall_points = Punkte
page-hall_buchholz = Buchholz
page-hall_played = Gespielt
page-hall_round = Runde { $n }
page-hall_bye = spielfrei
page-hall_open = offen
page-hall_as_played = wie gespielt
page-hall_result = Ergebnis von { $near } gegen { $far }
page-hall_leave = Geht
page-hall_leave_who = { $name } geht
page-hall_back = Zurück
page-hall_back_who = { $name } kommt zurück
page-hall_next = Nächste Runde auslosen
page-hall_enter = Melden
page-hall_names = Namen, mit Kommas dazwischen
page-hall_leads = hat die Initiative
page-hall_turn = am Zug
record_no_game = die Aufzeichnung sagt nicht, von welchem Spiel sie ist
record_game = die Aufzeichnung ist nicht lesbar: { $text }
interrupted = unterbrochen
arg_one = ein Wert fehlt
arg_some = mindestens ein Wert fehlt
arg_many = { $n } Werte gehören dazu
arg_not_with = geht nicht zusammen mit { $raw }
arg_required = es fehlt noch: { $raw }
arg_unrecognized = unbekannte Angaben: { $raw }
arg_one_of = eine dieser Angaben ist nötig: { $raw }
arg_like = es gibt kein { $raw }: { $text }
arg_choice = { $raw } gibt es nicht; zur Wahl stehen { $raw2 }
arg_ambiguous = { $raw } ist mehrdeutig: { $raw2 }
no_shell = für die Shell { $quoted } gibt es keine Ergänzung; zur Wahl stehen: { $raw }
no_pairing = die Art der Paarung { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_palette = die Palette { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_such_game = das Spiel { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_rule_set = den Regelsatz { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_such_rule = die Regel { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_swap = so wandert keine Farbe: { $quoted }; zur Wahl stehen: { $raw }
no_end = das Ende { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_paper = das Papier { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_format = die Form { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_commentary = den Kommentar { $quoted } gibt es nicht; zur Wahl stehen: { $raw }
no_language = keine Worte für die Sprache { $quoted }; es gibt: { $raw }
no_number = { $quoted } ist keine Zahl von { $n } bis { $most }
no_place = { $quoted } ist keine Stelle im Bild, wie etwa 402,611
no_size = { $quoted } ist keine Größe in mm, wie etwa 297x210
no_megabytes = { $quoted } ist keine Größe von 0.1 bis 1000 MB
record_protected = { $raw } ist schreibgeschützt: dorthin kopieren, wo geschrieben werden darf, und dort weiterspielen
record_played = { $raw } wird gerade von einem anderen Schiedsrichter weitergespielt: diesen zuerst beenden
record_waits = { $raw } kann nicht beschrieben werden ({ $raw2 }): das Spiel geht weiter, und was geschieht, bleibt im Speicher, bis es geschrieben werden kann; { $why ->
        [held] bitte das Programm schließen, das sie offen hält
        [barred] bitte das Schreiben erlauben
       *[room] bitte Platz schaffen
    }
record_written = { $raw } kann wieder beschrieben werden: es fehlt nichts darin
no_camera_sample = keine Kamera gefunden: stattdessen läuft der Beispielfilm { $raw }
voice_ready = bereit
voice_recording = nur Aufnahme
voice_no = keine Stimme: { $text }; die Ansagen stehen als Text da
voice_no_twice = keine Stimme: { $text }, zweimal; die Ansagen stehen als Text da
file_pipe = { $raw } ist keine Datei: die Aufzeichnung eines Spiels angeben
file_layout = ihr Aufbau ist kaputt
file_too_much = { $raw }: darin ist mehr, als ein Spiel haben kann
check_chained = jeder Eintrag und jedes Bild ist so, wie es geschrieben wurde, und keines fehlt
check_unsummed = alles ist lesbar; die Aufzeichnung ist aus der Zeit vor den Prüfsummen
check_entry = Eintrag { $n } ist nicht mehr so, wie er geschrieben wurde
check_still = das Bild { $raw } zu Eintrag { $n } ist nicht mehr so, wie es geschrieben wurde
check_header = { $raw } im Kopf ist nicht mehr so, wie es geschrieben wurde
check_chain = vor Eintrag { $n } wurde etwas herausgenommen oder eingefügt
check_opened = die Datei lässt sich nicht öffnen: { $raw }
check_read = die Datei lässt sich nicht lesen: { $raw }
voice_player = das Abspielprogramm hängt ({ $raw })
voice_file = die Tondatei lässt sich nicht schreiben ({ $system })
file_tables = { $raw } ist keine Aufzeichnung eines Spiels: die Tabellen sind andere
set_use = { $raw }: { $n ->
    [one] eine Farbe
   *[other] { $n } Farben
    }; benutzen: { $raw2 }
record_left = { $n ->
    [one] der letzte Eintrag konnte
   *[other] die letzten { $n } Einträge konnten
    } nicht in { $raw } geschrieben werden: die Platte nahm nichts an
record_rescued = { $n ->
    [one] der letzte Eintrag konnte
   *[other] die letzten { $n } Einträge konnten
    } nicht in { $raw } geschrieben werden: die Platte nahm nichts an; die ganze Partie ist in { $raw2 }: mit dieser weiterspielen
record_other_game = { $raw } ist eine Partie { $raw2 }: als solche weiterspielen, { $raw3 }
check_counts = { $raw }: { $n ->
    [one] ein Eintrag
   *[other] { $n } Einträge
    } und { $most ->
    [one] ein Bild
   *[other] { $most } Bilder
    }
check_more = und { $n } weitere
check_still_of = { $raw }: { $text }
arg_of = Angabe { $raw }: { $text }
arg_no_value = der Wert { $raw } gehört nicht dazu
arg_at_most = höchstens ein Wert gehört dazu
voice_shown = { $text }; die Ansagen stehen als Text da
voice_no_short = keine Stimme: { $text }
voice_starting = startet
voice_exit = Rückgabewert { $n }
set_port = { $n } ist kein Port: bitte einen von 1 bis 65535 wählen
set_value = { $raw } kann nicht { $raw2 } sein
question_options = Frage { $n } hat die Antworten 0 bis { $most }
judge_no_game = Kein Spiel
progress_verify = dem Spiel wird noch einmal zugesehen
progress_harvest = Bilder werden beschriftet
progress_export = es wird geschrieben
progress_share = es wird gepackt
progress_solve = wer gewinnt, wird ausgerechnet
progress_statistics = die Spiele werden gelesen
progress_lens = Bilder der Tafel werden gelesen
progress_markers = die Marken werden gesucht
progress_see = das Bild wird angesehen
progress_dispute = gesammelt wird, wonach der Zug beurteilt wurde
progress_bundle = alles wird durchgesehen
