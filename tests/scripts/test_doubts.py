"""What each doubt contributes is measured: each can be switched off, and a round reports which mattered."""

from __future__ import annotations

from collections import Counter

import pytest

from scripts.fitting.doubts import PARTS, Part, noting, open_parts, played, without


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_is_off_only_while_it_is_switched_off(part: Part) -> None:
    touched = [(owner, attribute) for owner, attribute, _ in (*part.off, *part.to)]
    before = [vars(owner)[attribute] for owner, attribute in touched]
    with without(part):
        assert all(vars(o)[a] is not was for (o, a), was in zip(touched, before, strict=True))
    assert [vars(owner)[attribute] for owner, attribute in touched] == before


def test_a_round_is_the_same_each_time_and_says_which_parts_had_a_say() -> None:
    said = set[str]()
    counts = played(("games", "basic", 0))
    with noting(said):
        assert played(("games", "basic", 0)).keys() == counts.keys()
    assert played(("games", "basic", 0)) == counts
    assert counts["right"] > 0 and counts["wrong"] == counts["accused"] == 0
    assert said <= {part.name for part in PARTS} and "several plays between two rests" in said


def test_a_part_that_has_changed_enough_rounds_is_not_measured_again() -> None:
    name = PARTS[0].name
    found = [{"": counts_of(1), name: counts_of(0)}]
    assert name not in open_parts(found, 1) and name in open_parts(found, 2)


def counts_of(right: int) -> Counter[str]:
    return Counter(right=right)
