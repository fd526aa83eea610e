# Was die Regeln sagen, nach den Nummern in engine/RULES.md.
reading-S1 = Zuerst kommt der Inhaber der Initiative, dann der andere Spieler, dann die neutrale Seite.
reading-S2 = Das Delta eines Spielers sind die gewonnenen Bauwerke weniger die verlorenen seit dem letzten Beginn eines Zugs.
reading-S3 = Zu Beginn eines Zugs nimmt das höhere Delta die Initiative; gleiche Deltas lassen sie, wo sie ist.
reading-S4 = Adriels Zeitmesser gibt die Initiative sofort weiter, wenn keine Lienna im Spiel ist.
reading-S5 = Wer die jüngste Lienna im Spiel beschworen hat, hat die Initiative.
reading-S6 = Jedes Bauwerk hat einen eigenen Namen, und niemand erobert, was ihm schon gehört.
reading-S7 = Ein Bauwerk mit anderem Besitzer wurde erobert, ein fehlendes zerstört, ein neues gebaut.
caster = eine Lienna wird von Rot oder Blau beschworen
deltas = das Delta von Rot ist { $raw }, das von Blau ist { $raw2 }
empty = auf dem Tisch ist kein Bauwerk: mit mindestens einem beginnen, etwa town1=red
equal = beide Deltas sind { $raw }
known = es gibt schon ein Bauwerk namens { $raw }
no_lienna = keine Lienna ist mehr im Spiel
no_name = { $raw } ist kein Name: Buchstaben, Ziffern und Unterstriche nehmen
own = { $raw } gehört schon { WORD($owner) }
same_name = { $n } Bauwerke heißen { $raw }: jedem einen eigenen Namen geben
timepiece = Adriels Zeitmesser tauscht die Initiative
unknown = es gibt kein Bauwerk namens { $raw }
which = { WORD($owner) } hat mehrere Liennas im Spiel: bitte sagen, welche geht
read_turn = turn, red>town1, -town1, +red.town1, timepiece, lienna:red oder unlienna:red schreiben
lienna_of = Lienna von { WORD($owner) }
lienna_named = Lienna { $structure } von { WORD($owner) }
lienna = { $lienna } ist im Spiel
unknown_meant = es gibt kein Bauwerk namens { $raw }: { $text }
twice = { $lienna } ist schon im Spiel: einer weiteren einen eigenen Namen geben
not_in_play = { $lienna } ist nicht im Spiel
bad_name = { $raw } ist kein Name für ein Bauwerk: kleine Buchstaben, Ziffern und Unterstriche nehmen
read_owner = einen Namen und einen Besitzer schreiben, wie town1=red
