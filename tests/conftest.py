"""What every test has."""

from __future__ import annotations

from tests.support.words import compare_in_english

compare_in_english()
