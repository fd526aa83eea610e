"""A game so far, without pictures: events, the ledger, orders from people."""
