# Was die Regeln sagen, nach den Nummern in engine/RULES.md.
reading-S1 = Zuerst kommt der Inhaber der Initiative, dann der andere Spieler, dann die neutrale Seite.
reading-S2 = Das Delta eines Spielers sind die gewonnenen Bauwerke weniger die verlorenen seit dem letzten Beginn eines Zugs.
reading-S3 = Zu Beginn eines Zugs nimmt das höhere Delta die Initiative; gleiche Deltas lassen sie, wo sie ist.
reading-S4 = Adriels Zeitmesser gibt die Initiative sofort weiter, wenn keine Lienna im Spiel ist.
reading-S5 = Wer die jüngste Lienna im Spiel beschworen hat, hat die Initiative.
reading-S6 = Jedes Bauwerk hat einen eigenen Namen, und niemand erobert, was ihm schon gehört.
reading-S7 = Ein Bauwerk mit anderem Besitzer wurde erobert, ein fehlendes zerstört, ein neues gebaut.
