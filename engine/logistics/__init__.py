"""Logistics: how it is played, judged, written, drawn and solved (readings L1 to L16)."""
