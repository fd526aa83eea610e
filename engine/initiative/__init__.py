"""Initiative: rounds, matches and drafts; judged, written, drawn and solved (readings I1 to I15)."""
