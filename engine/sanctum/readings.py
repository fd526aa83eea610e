"""What each reading of Sanctum's rules says, in one sentence; the full text is in ``engine/RULES.md``."""

from __future__ import annotations

READINGS = {
    "S1": "First goes the holder of the initiative, then the other player, then the neutral side.",
    "S2": "A player's delta is the structures gained less those lost since the last start of turn.",
    "S3": "At a start of turn the higher delta takes the initiative; equal deltas leave it.",
    "S4": "Adriel's Timepiece passes the initiative at once, unless a Lienna is in play.",
    "S5": "The caster of the latest Lienna in play has the initiative.",
    "S6": "Each structure has a name of its own, and nobody captures what is theirs already.",
    "S7": "A structure seen with another owner was captured, a missing one destroyed, a new one built.",
}
