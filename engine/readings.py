"""What each reading says, in one sentence: the only place that turns an id into words for players.

The full text is in ``RULES.md``.

>>> READINGS["I9"]
'Every call of the round doubles the score of whoever wins it.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

_INITIATIVE = {
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
_LOGISTICS = {
    "L1": "From the stock one to four pyramids are sown, one a card from the first card on.",
    "L2": "A card is sown whole, from the top, and only if everything on it fits before or into the vault.",
    "L3": "Whose last unit falls into the vault may sow once more, or stop.",
    "L4": "A last unit on an empty own card captures all on the facing card, unless a tree guards that.",
    "L5": "A small on a medium on a large is a tree: it guards its card and is sown as one.",
    "L6": "A capturing tree has the power of its small's colour, or of any of its three, as agreed.",
    "L7": "A large sown onto a medium on a small is a nest; it captures a facing card with a tree.",
    "L8": "All captures come first, then their powers in the same order.",
    "L9": "A capture gives the power of the capturing colour; it may be declined.",
    "L10": "Who has nothing to sow is passed over; when neither can sow the game ends.",
    "L11": "A vault is worth 7 for a tree of one colour, 5 for a mixed tree and 1 for each other pyramid.",
    "L12": "Who can sow must sow, except in an extra turn.",
    "L13": "A position that is there for the third time ends the game.",
    "L14": "The players take turns; without a named leader either may begin.",
    "L15": "An illegal sow that stands is carried out in full, and the other player goes on.",
    "L16": "A position is all that lies on the table whenever a sow is due.",
}
_NICKEL = {
    "N1": "The board holds each of five colours in each of five orientations once.",
    "N2": "The first token goes on the edge of the board.",
    "N3": "A later token goes where the pyramid shares the colour or the orientation of the one handed over.",
    "N4": "Five own tokens in a row, a column or a long diagonal win.",
    "N5": "Five own tokens in an L shape win: two arms of three, or four and one, as agreed.",
    "N6": "Who is to move and has no legal move has lost.",
    "N7": "Tokens are without limit, or so many for each player as agreed.",
    "N8": "The players take turns; without a named leader either may begin.",
    "N9": "A token that stands where none was allowed counts, and the opponent goes on.",
}
_SANCTUM = {
    "S1": "First goes the holder of the initiative, then the other player, then the neutral side.",
    "S2": "A player's delta is the structures gained less those lost since the last start of turn.",
    "S3": "At a start of turn the higher delta takes the initiative; equal deltas leave it.",
    "S4": "Adriel's Timepiece passes the initiative at once, unless a Lienna is in play.",
    "S5": "The caster of the latest Lienna in play has the initiative.",
    "S6": "Each structure has a name of its own, and nobody captures what is theirs already.",
    "S7": "A structure seen with another owner was captured, a missing one destroyed, a new one built.",
}
READINGS: Mapping[str, str] = MappingProxyType({**_INITIATIVE, **_LOGISTICS, **_NICKEL, **_SANCTUM})
"""The sentence of every reading, by id."""


def meanings(ids: Iterable[str]) -> dict[str, str]:
    """The sentences of some readings, each once, in the order of the rules; ids unknown here are left out."""
    named = set(ids)
    return {reading: sentence for reading, sentence in READINGS.items() if reading in named}
