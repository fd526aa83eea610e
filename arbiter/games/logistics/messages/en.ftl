all_there = I do not see all of { $who }'s stock as it should be. Is it all there?
are_bare = they are empty
bare = I see something on the cards. Are they empty but for what is printed on them?
card_begins = take the pyramids off { $who }'s card { $card }: the cards begin empty
few_cards = { $n ->
    [0] I see no cards of two rows of { $most }: lay them, or show me where all of them lie
    [one] I see one card of two rows of { $most }: lay the others, or show me where all of them lie
   *[other] I see { $n } cards of two rows of { $most }: lay the others, or show me where all of them lie
    }
half_sown = { $who } has not sown all of card { $card } yet
in_stock = { $who }'s stock: { $text }
is_there = it is all there
not_yet_taken = { $who } has not taken what the sow captures yet
nth = pyramid number { $n }
rows_more = I see rows of { $n } cards, not of { $most }: take the others away
rows_guessed = I do not see all cards well. Do they lie as they are drawn in the picture?
they_lie_so = they lie so
vault_begins = take the pyramids off { $who }'s vault: it begins empty
what = What is this pyramid of { $who }'s stock?
page_no_length = the cards' outline has a side without length
on_card = { $who }'s card { $n }
swaps = { $who } swaps two pyramids on { $other }'s cards
see_not = on { $who }'s card { $card } I see { LIST($list, last: "and") }, not { $text }
sows_stock = { $who } sows { $list } from the stock
sows_card = { $who } sows card { $card }
a_card = card { $card }
stops = { $who } stops
stop = stop
declines = { $who } does not use the power
no_power_used = no power
takes_out = { $who } takes the { $piece } out of { $other }'s vault
taken_out = { $piece } out of { $other }'s vault
takes_back = { $who } takes the top of { $other }'s card { $card } back to the stock
top_back = top of { $other }'s card { $card } back to the stock
moves_on = { $who } moves the top of { $other }'s card { $card } forward
top_on = top of { $other }'s card { $card } one card on
swaps_which = { $who } swaps two pyramids on { $other }'s cards (card { $card }, level { $n } and card { $card2 }, level { $n2 })
change_places = { $other }'s card { $card } level { $n } and card { $card2 } level { $n2 } change places
rearranges = { $who } rearranges the table
another_table = another table
captures = { $who } captures the opponent's card { $card }
tree = a tree guards { $who }'s card { $card }
nest = a nest is on { $who }'s card { $card }
lapsed = the power finds nothing to act on
again = { $who } may sow again
again_lapsed = { $who } has nothing left for the extra turn
skipped = { $who } has nothing to sow and is passed over
pyramid_in_stock = pyramid { $n } from the left in { $who }'s stock
pyramid_in_vault = pyramid { $n } from the left in { $who }'s vault
stock_odd = { $who }'s stock is not as it should be
vault_odd = { $who }'s vault is not as it should be
photo_apart = several stand apart on { $raw }: only one is read
photo_cards = { $n } cards a side
photo_not_seen = { $n ->
    [one] one of { $most } pyramids does
   *[other] { $n } of { $most } pyramids do
    } not show: hidden in others, or out of view
photo_stock = { $who }'s stock does not show: it is taken as complete
photo_turn_of = if it is { $who }'s turn:
photo_whose = whose turn it is, and whether a power is still due
