cam_breaks = { $raw } bricht nach { $n } von { $most } Bildern ab (abgeschnittene Datei); was bis dahin zu sehen war, ist gesichert
cam_closed = die Kamera { $raw } lässt sich nicht öffnen: anschließen, oder das Programm schließen, das sie benutzt
cam_empty = { $raw } ist leer
cam_folder = { $raw } ist ein Ordner: bitte einen Film angeben
cam_no_frame = { $raw } hat kein lesbares Bild: die Datei ist kaputt
cam_large = die Bilder von { $raw } sind { $raw2 } Pixel groß: mehr als { $most } Millionen sind zu viele
cam_no_video = { $raw } ist als Film nicht lesbar: kaputt, abgeschnitten oder von unbekannter Art
cam_picture = { $raw } ist ein Bild, kein Film: dafür gibt es `arbiter see { $raw2 }`
cam_several = { $raw } passt auf mehrere Kameras: { $raw2 }; bitte mehr vom Namen angeben
cam_silent = { $raw } hat seit { $raw2 } s kein Bild geschickt: ist sie noch angeschlossen?
cam_mixed = Kameras und Filme gehen nicht zusammen: nur Filme angeben oder nur Kameras
cam_many = mehr als { $n } Kameras können einen Tisch nicht beobachten
cam_speed = die Kamera gibt { $n } Bilder je Sekunde, nicht { $most }: mehr Licht hilft vielleicht
cam_stream = von { $raw } kommen keine Bilder: Adresse und Netz prüfen
cam_unknown = keine Datei und keine Kamera heißt { $raw }; Kameras hier: { $raw2 }
cam_unmeasured = die Bilder von { $raw } sind nicht lesbar: kaputt oder größer als { $most } Millionen Pixel
model_broken = das Modell { $raw } ist nicht lesbar ({ $raw2 }): das Paket neu installieren
model_missing = das Modell { $raw } fehlt in { $raw2 }: das Paket neu installieren
model_no_file = { $raw }: keine solche Datei (--model will ein exportiertes .onnx)
model_task = { $raw }: ein Modell für { $raw2 } passt nicht; Rahmen sind nötig (detect, pose oder segment)
set_count = { $n ->
    [one] eine Pyramide ist
   *[other] { $n } Pyramiden sind
    } zu sehen, { $most ->
    [one] eine ist
   *[other] { $most } sind
    } benannt
set_name = die Farben mit --order nennen, im Bild von links nach rechts (einen Stapel von oben)
set_none = { $raw }: keine Datei mit den Farben eines Satzes (zu machen mit arbiter colours)
set_unsure = ich bin nicht sicher, welche Farbe welche ist: { $text }
set_version = { $raw }: Fassung { $raw2 } der Farben eines Satzes; dieses Programm liest { $raw3 }
view_none = keine Marken, keine Karte, kein Papier und weniger als zwei stehende Pyramiden: { $text }
view_pieces = { $n } { $n ->
    [one] stehende Pyramide
   *[other] stehende Pyramiden
    }
view_remedy = eine Spielkarte daneben oder die Marken darum legen (oder siehe arbiter calibrate --corners)
view_sheets = { LIST($list, last: "and") } und { $n } { $n ->
    [one] stehende Pyramide
   *[other] stehende Pyramiden
    }
view_untold = keine Marken, und die Pyramiden sagen nicht, von wo: { $text }
cam_size = die Kamera gibt { $raw } Bildpunkte, nicht { $raw2 }
none_found = keine gefunden
view_by = zu wenige Marken: die Kamera ist bestimmt durch { $text }; Längen auf { $raw } genau, Größen zu { $raw2 } sicher
view_unsure = zu wenige Marken: die Kamera ist bestimmt durch { $text }; Längen auf { $raw } genau, wenn die Größen stimmen, doch alle können um eine daneben sein (zu { $raw2 } sicher): eine Spielkarte daneben legen
sheet_poker = { $n } { $n ->
    [one] Pokerkarte
   *[other] Pokerkarten
    }
sheet_bridge = { $n } { $n ->
    [one] Bridgekarte
   *[other] Bridgekarten
    }
sheet_a4 = { $n } { $n ->
    [one] Blatt A4
   *[other] Blatt A4
    }
sheet_letter = { $n } { $n ->
    [one] Blatt Letter
   *[other] Blatt Letter
    }
sheet_square = { $n } { $n ->
    [one] Quadrat
   *[other] Quadrate
    }
sheet_marker = { $n } { $n ->
    [one] Marke
   *[other] Marken
    }
pic_far = viel zu viele Pixel
https_trust = { $raw } zeigt ein Zertifikat, dem dieser Rechner nicht traut ({ $raw2 }): es unterschreiben lassen oder die http-Adresse der Kamera nehmen
https_kind = { $raw } sendet über https kein Motion-JPEG, sondern { $raw2 }
https_other = { $raw } ist auf eine Art verschlüsselt, die nicht gelesen wird: die https- oder rtsp-Adresse der Kamera nehmen
pic_cut = kaputt oder abgeschnitten
pic_kind = kaputt oder von unbekannter Art
pic_slow = so gepackt, dass das Auspacken viel zu lange dauert: als einfaches JPEG oder PNG speichern
pic_bytes = größer als { $most } MB
pic_pixels = { $raw } Pixel, und mehr als { $most } Millionen sind zu viele
pic_narrow = { $raw } Pixel sind zu wenige in einer Richtung
pic_gone = nicht da oder keine Datei
model_kind = { $raw }: nur .onnx wird geöffnet, denn andere Modelldateien können jedes Programm ausführen; das eigene exportieren: { $raw2 }
model_bytes = { $raw }: größer als { $most } MB
model_names = { $raw }: das Modell nennt seine Klassen nicht: mit ultralytics exportieren
model_unread = { $raw }: kein ONNX-Modell, das läuft: neu exportieren (yolo export format=onnx)
model_other = { $raw }: das Modell tut nicht, was die von ultralytics tun ({ $raw2 })
