"""Nickel: how it is played, judged, written, drawn and solved (readings N1 to N9)."""
