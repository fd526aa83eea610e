# What the rules say, by the ids in engine/RULES.md.
reading-L1 = From the stock one to four pyramids are sown, one a card from the first card on.
reading-L2 = A card is sown whole, from the top, and only if everything on it fits before or into the vault.
reading-L3 = A player whose last unit falls into the vault may sow once more, or stop.
reading-L4 = A last unit on an empty own card captures all on the facing card, unless a tree guards that.
reading-L5 = A small on a medium on a large is a tree: it guards its card and is sown as one.
reading-L6 = A capturing tree has the power of its small's colour, or of any of its three, as agreed.
reading-L7 = A large sown onto a medium on a small is a nest; it captures a facing card with a tree.
reading-L8 = All captures come first, then their powers in the same order.
reading-L9 = A capture gives the power of the capturing colour; it may be declined.
reading-L10 = A player with nothing to sow is passed over; when neither can sow the game ends.
reading-L11 = A vault is worth 7 for a tree of one colour, 5 for a mixed tree and 1 for each other pyramid.
reading-L12 = A player who can sow must sow, except in an extra turn.
reading-L13 = A position that is there for the third time ends the game.
reading-L14 = The players take turns; without a named leader either may begin.
reading-L15 = An illegal sow that stands is carried out in full, and the other player goes on.
reading-L16 = A position is all that lies on the table whenever a sow is due.
arrange_cards = an arrangement must have the cards that are on the table
arrange_pyramids = an arrangement must have the pyramids that are on the table
card_empty = there is nothing on { $who }'s card { $n }
card_whole = a card is sown whole: name the card only
few_colours = { $who }'s stock has { $n } of five colours: add { $most ->
    [one] one of each size
   *[other] { $most } of each size
    } in { $more ->
    [one] one more colour
   *[other] { $more } more colours
    }
must_sow = { $who } can sow and must: only an extra turn may be left out
needs_one = a sow from the stock needs at least one pyramid
neither = neither player can sow
no_card = there is no card { $n }: cards are numbered 1 to { $most }
no_level = { $who }'s card { $card } has no pyramid number { $n } from the bottom
no_power = there is no power to use or to decline: it comes with a capture
no_rule = no rule rearranges the table like that
not_enough = { $who } does not have enough in the stock: a { $piece } is missing
not_in_vault = there is no { $piece } in { $who }'s vault
pieces_lost = the table does not have the pyramids of the set-up: { $text }
power_due = a power is due: decline it instead
power_first = the { LIST($list, last: "or") } power comes first: use it or decline it
slip_back = a sow goes forward, towards the vault
slip_down = a card is sown from the top down
slip_empty = only a sow whose last piece lands on an empty card captures
slip_facing = only the card that faces the last piece of the sow is captured
slip_first = a sow from the stock goes on the cards from the first on, none left out
slip_guard = a tree guards its card: only a nest across captures it
slip_nest = a nest captures the card with a tree that faces it
slip_own = a sow begins on the next card, not on the card that is sown
slip_skip = a sow goes from card to card: none is left out
slip_stock_two = a sow from the stock puts one pyramid on each card
slip_taken = what is captured goes into the capturer's vault
slip_tree = a tree on top is sown as one piece
slip_two = a sow puts one pyramid, or one tree, on each card
slip_vault = a sow from the stock never reaches the vault
stock = { $who }'s stock must have { $n ->
    [one] one of each size
   *[other] { $n } of each size
    } in each of its colours: { $text }
swap_two = a swap needs two pyramids
third = the position has come up for the third time
too_many = at most { $most } pyramids are sown from the stock, not { $n }
wrong_power = this capture gives another power: { LIST($list, last: "or") }
read_layout = a layout reads near(stock=...;1=...;vault=...)far(...)
read_layout_twice = the layout has { $raw } twice
read_sow = write a sow like Sred,Mblue or card3, or a power like near1>next
uneven = of { $colour } there are { $list } on the table: each size must be there { $n ->
    [one] once
   *[other] { $n } times
    }, or { $most ->
    [2] twice
   *[other] { $most } times
    } if both players have { $colour }
count_add = { $n ->
    [one] there is one pyramid
   *[other] there are { $n } pyramids
    } on the table and two stocks have { $most }: add { $more }
count_take = there are { $n } pyramids on the table and two stocks have { $most }: take away { $more }
far = card { $n } holds { $most } to sow but the vault is { $more } { $more ->
    [one] step
   *[other] steps
    } away
reclaim_power = { $colour } takes a pyramid out of a vault
recall_power = { $colour } takes the top of a card back to the stock
advance_power = { $colour } moves the top of a card one card forward
swap_own_power = { $colour } swaps two pyramids on the player's own cards
swap_theirs_power = { $colour } swaps two pyramids on the opponent's cards
read_side = cannot read { $raw }: a side has a stock, a vault and cards 1 to { $n }, once each
rule_cards = a side has 3 to 10 cards, not { $n }
rule_trios = a stock has at least one trio of each colour, not { $n }
rule_tree_power = tree_power is top or any, not { $raw }
dl_last = Last move: { $text }
dl_may_act = the power may act on
dl_may_sow = may be sown
dl_draw = The game is a draw, { $n } to { $most }
dl_wins = { $who } wins { $n } to { $most }
dl_power = { $who } may use a power, { LIST($list, last: "or") }
dl_power_more = { $who } may use a power, { LIST($list, last: "or") } ({ $n } more after it)
dl_again = { $who } may sow again or stop
dl_sows = { $who } sows
dl_stock = { $who }'s stock
dl_pyramids = { $n } { $n ->
    [one] pyramid
   *[other] pyramids
    }
dl_tree = tree
dl_nest = nest
dl_card = { $who } card { $card }: { $list }
dl_empty = empty
dl_vault = Vault: { $n } { $n ->
    [one] point
   *[other] points
    }
dl_emptied = emptied
dl_captured = captured { $n }
dl_sow_card = { $who } sows card { $card }
dl_sow_card_takes = { $who } sows card { $card } and captures
dl_sow_stock = { $who } sows { $n } from the stock
dl_sow_stock_takes = { $who } sows { $n } from the stock and captures
dl_stops = { $who } stops
dl_declines = { $who } does not use the power
dl_rearranges = { $who } rearranges the table
dl_takes_out = { $who } takes the { $piece } out of { $other }'s vault
dl_takes_back = { $who } takes the top of { $other }'s card { $card } back to the stock
dl_moves_on = { $who } moves the top of { $other }'s card { $card } forward
dl_swaps = { $who } swaps two pyramids on { $other }'s cards
p_stock = { $who } stock
p_vault = { $who } vault
p_card = { $who } { $card }
p_power = power
p_extra = extra turn
p_extra_may = { $who } may sow again, or stop
