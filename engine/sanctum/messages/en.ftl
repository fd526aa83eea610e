# What the rules say, by the ids in engine/RULES.md.
reading-S1 = First goes the holder of the initiative, then the other player, then the neutral side.
reading-S2 = A player's delta is the structures gained less those lost since the last start of turn.
reading-S3 = At a start of turn the higher delta takes the initiative; equal deltas leave it.
reading-S4 = Adriel's Timepiece passes the initiative at once, unless a Lienna is in play.
reading-S5 = The caster of the latest Lienna in play has the initiative.
reading-S6 = Each structure has a name of its own, and nobody captures what is theirs already.
reading-S7 = A structure seen with another owner was captured, a missing one destroyed, a new one built.
caster = a Lienna is cast by red or blue
deltas = red's delta is { $raw }, blue's is { $raw2 }
empty = no structure is on the table: begin with at least one, like town1=red
equal = both deltas are { $raw }
known = there is a structure called { $raw } already
no_lienna = no Lienna is left in play
no_name = { $raw } is no name: use letters, digits and underscores
own = { $raw } is { WORD($owner) }'s already
same_name = { $n } structures are called { $raw }: give each a name of its own
timepiece = Adriel's Timepiece swaps the initiative
unknown = there is no structure called { $raw }
which = { WORD($owner) } has several Liennas in play: say which leaves
read_turn = write turn, red>town1, -town1, +red.town1, timepiece, lienna:red or unlienna:red
lienna_of = { WORD($owner) }'s Lienna
lienna_named = { WORD($owner) }'s Lienna { $structure }
lienna = { $lienna } is in play
unknown_meant = there is no structure called { $raw }: { $text }
twice = { $lienna } is in play already: give another a name of her own
not_in_play = { $lienna } is not in play
bad_name = { $raw } is no name for a structure: use small letters, digits and underscores
read_owner = write a name and an owner, like town1=red
