"""The rules: pieces, states, moves, verdicts. Standard library only, no I/O."""
