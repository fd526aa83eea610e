"""What each reading of Initiative's rules says, in one sentence; the full text is in ``engine/RULES.md``."""

from __future__ import annotations

READINGS = {
    "I1": "A parry has the attacking size while the defender holds any, else the attacking colour; with "
    "neither the round is lost.",
    "I2": "The parry takes the initiative with the same size and a colour higher on the stack, or with the "
    "same colour and a larger size.",
    "I3": "When both inventories are empty after a parry the round ends, drawn unless the holder of the "
    "initiative was agreed to win.",
    "I4": "With any play one more pyramid may be sacrificed under it; without a sacrifice the stack stays.",
    "I5": "The played colour moves on the stack by up to as many slots as the sacrifice has pips, or by just "
    "that many, as agreed.",
    "I6": "A parry is judged by the whole inventory, the pyramid that is sacrificed with it included.",
    "I7": "A player with nothing left plays the last placed pyramid again; only then is a play virtual.",
    "I8": "The leader may call a colour with a small pyramid laid flat; the parry must have that colour and "
    "may not sacrifice it.",
    "I9": "Every call of the round doubles the score of whoever wins it.",
    "I10": "A round scores the winner's pyramids times the winning pips, doubled for each call and each "
    "virtual play.",
    "I11": "A match is two rounds with the inventories swapped; the higher total wins.",
    "I12": "Sacrifice, pummeling and calling are played only where they were agreed.",
    "I13": "Of two trios of five colours one piece of each colour makes the stack, ten go to each player and "
    "five stay in the bag.",
    "I14": "In a draft the players take rows from three markers until each has ten pyramids.",
    "I15": "The leader plays and the other parries, one play each; nobody plays out of turn.",
    "I16": "An illegal play that stands counts as if it were allowed.",
    "I17": "A round lost for want of a parry goes on when an illegal parry stands.",
    "I18": "A colour that is not on the stack ranks below all others and cannot move.",
    "I19": "A draw or take of the draft that stood is carried out, and the draft goes on.",
}
