"""The live page, the review page, and what all pages share: a small server, by default for this machine
only."""
