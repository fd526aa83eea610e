# What the rules say, by the ids in engine/RULES.md.
reading-L1 = From the stock one to four pyramids are sown, one a card from the first card on.
reading-L2 = A card is sown whole, from the top, and only if everything on it fits before or into the vault.
reading-L3 = Whose last unit falls into the vault may sow once more, or stop.
reading-L4 = A last unit on an empty own card captures all on the facing card, unless a tree guards that.
reading-L5 = A small on a medium on a large is a tree: it guards its card and is sown as one.
reading-L6 = A capturing tree has the power of its small's colour, or of any of its three, as agreed.
reading-L7 = A large sown onto a medium on a small is a nest; it captures a facing card with a tree.
reading-L8 = All captures come first, then their powers in the same order.
reading-L9 = A capture gives the power of the capturing colour; it may be declined.
reading-L10 = Who has nothing to sow is passed over; when neither can sow the game ends.
reading-L11 = A vault is worth 7 for a tree of one colour, 5 for a mixed tree and 1 for each other pyramid.
reading-L12 = Who can sow must sow, except in an extra turn.
reading-L13 = A position that is there for the third time ends the game.
reading-L14 = The players take turns; without a named leader either may begin.
reading-L15 = An illegal sow that stands is carried out in full, and the other player goes on.
reading-L16 = A position is all that lies on the table whenever a sow is due.
