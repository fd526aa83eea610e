# What the rules say, by the ids in engine/RULES.md.
reading-S1 = First goes the holder of the initiative, then the other player, then the neutral side.
reading-S2 = A player's delta is the structures gained less those lost since the last start of turn.
reading-S3 = At a start of turn the higher delta takes the initiative; equal deltas leave it.
reading-S4 = Adriel's Timepiece passes the initiative at once, unless a Lienna is in play.
reading-S5 = The caster of the latest Lienna in play has the initiative.
reading-S6 = Each structure has a name of its own, and nobody captures what is theirs already.
reading-S7 = A structure seen with another owner was captured, a missing one destroyed, a new one built.
