"""Fits the probabilities of unseen and of false units on films of Nickel, Sanctum and Logistics with known
truth.

    python scripts/fitting/fit_board_prices.py FILM... [--seen DIR] [--write]

The observations of each film are read from DIR, or made once and stored there. At the first readable table
after each ply all places are compared with the truth, independently of the arbiter, to count expected units
that are unseen and units seen where there are none; of a heap of Logistics, the pyramids that stood in full
view before. Each share is smoothed by a prior; all films have equal weights. ``--write`` updates
``arbiter/table/prices.json``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from arbiter.events.ledger import LEGAL, Ledger, Ply, judge  # noqa: E402
from arbiter.games.logistics.card_grid import find_card_grid  # noqa: E402
from arbiter.games.logistics.card_pictures import picture_at  # noqa: E402
from arbiter.games.logistics.heap import HeapNow  # noqa: E402
from arbiter.games.logistics.look import is_heap  # noqa: E402
from arbiter.games.logistics.table import LogisticsModel  # noqa: E402
from arbiter.games.nickel.table import OFF  # noqa: E402
from arbiter.games.sanctum.table import MARKER, NEW  # noqa: E402
from arbiter.kit.catalog import session_of  # noqa: E402
from arbiter.table.model import PRICES, Seen, TableModel  # noqa: E402
from arbiter.table.window import Window  # noqa: E402
from engine.game import Seat  # noqa: E402
from engine.logistics.state import State  # noqa: E402
from scripts.films import rules_of, truth_of  # noqa: E402
from scripts.fitting.fit_prices import EFFECTIVE, calibration_of, observations_of  # noqa: E402
from scripts.parts.price_counts import LEAVING_S, windows  # noqa: E402
from scripts.parts.truthful import Truthful  # noqa: E402
from vision.cards.cards import find_cards  # noqa: E402
from vision.observation import TableObservation  # noqa: E402
from vision.source.opening import open_source  # noqa: E402

PRIORS = {"unseen": (math.exp(-8.0), 500), "stray": (math.exp(-7.0), 500)}
"""The prior of each share, and its weight in observations."""
SURE = 0.6
"""Least confidence of a false unit; less confident ones are ghosts, for which each game has its own price."""

LOST = 0.1
"""If a larger share of a film's units is unseen, the places were mixed up here, not overlooked by vision."""

Counts = dict[str, tuple[int, int]]


def expected(site: str, content: Any, tokens: bool) -> int | None:
    """The number of visible units at a site with ``content``; ``None`` if unknown."""
    if site in (OFF, MARKER):
        return None
    if site == NEW or content is None:
        return 0
    return int(tokens) if isinstance(content, Seat) else 1


def follow(truth: Mapping[str, Any], frames: Sequence[TableObservation]) -> Counts:
    """The counts of one film; ``ValueError`` if its set-up is not read before the first hand, or if it is
    not followed to its end."""
    facts, game = truth.get("table", {}), truth["game"]
    own = session_of(game, rules_of(truth), truth.get("palette", "rainbow"), 1, facts)
    session, steps, counts = Truthful(own, truth), truth["steps"], Counts()
    hands = [(step["hand_in_s"], step["hand_out_s"] - LEAVING_S) for step in steps]
    ledger: Ledger | None = None
    model: TableModel | None = None
    done = 0
    for window in windows(frames, session):
        if any(start < window.last_s and end > window.first_s for start, end in hands):
            continue
        over = sum(each <= window.first_s for _, each in hands)
        if ledger is None or model is None:
            ledger, model = own.ledger, own.model  # type: ignore[attr-defined]
            if ledger is not None and (over or ledger.plies):
                raise ValueError("the set-up was read too late to follow the film")
        elif over > done and window.ready and window.sure and window.span_s >= LEAVING_S:
            ledger, done = _after_steps(ledger, steps[done:over]), over
            model = _count(counts, model, ledger, window)
    if ledger is None:
        raise ValueError("the set-up was not read")
    of, did = counts.get("unseen", (1, 0))
    if did > LOST * of:
        raise ValueError(f"{did} of {of} are not where they should be: the thread was lost")
    return counts


def _after_steps(ledger: Ledger, steps: Sequence[Mapping[str, Any]]) -> Ledger:
    """The ledger after further steps of the truth."""
    for step in steps:
        if step["kind"] == "take_back":
            ledger = ledger.take_back()
            continue
        ledger = ledger.stand() if ledger.waiting is not None else ledger
        state = ledger.state
        move = ledger.game.parse_move(": ".join(filter(None, (step["seat"], step["text"]))), state)
        ledger = ledger.add(Ply(move, judge(state, move) or LEGAL))
    return ledger


def _count(counts: Counts, model: TableModel, ledger: Ledger, window: Window) -> TableModel:
    units = [track.unit(model.reader.palette) for track in window.present()]
    there = Seen(dict(model.sort(units)))
    state = ledger.state_if_stood
    if isinstance(model, LogisticsModel):
        _count_logistics(counts, model, state, there)
        return model.settle(state, there)
    model = model.settle(state, there)
    there = Seen(dict(model.sort(units)))
    for site, content in model.contents(state).items():
        wanted = expected(site, content, bool(getattr(model, "tokens", {})))
        if wanted is None:
            continue
        shown = there.at(site)
        plain = [unit for unit in shown if unit.confidence >= SURE]
        if wanted:
            _add(counts, "unseen", not shown)
        _add(counts, "stray", len(plain) > wanted)
    return model


def _count_logistics(counts: Counts, model: LogisticsModel, state: State, there: Seen) -> None:
    for site, content in model.contents(state).items():
        shown, before = there.at(site), model.heaps.get(site)
        if is_heap(site):
            if before is not None:
                stood = Counter(before.shown) & Counter(content)
                gone = HeapNow(model.reader, shown, before).gone(content)
                _add(counts, "unseen", gone.total(), stood.total())
        elif content:
            _add(counts, "unseen", not shown)
        else:
            plain = [unit for unit in shown if unit.confidence >= SURE]
            _add(counts, "stray", any(picture_at(model.pictures, unit) is None for unit in plain))


def _add(counts: Counts, name: str, did: int, of: int = 1) -> None:
    so_far = counts.get(name, (0, 0))
    counts[name] = so_far[0] + of, so_far[1] + did


def with_cards(film: Path, truth: Mapping[str, Any]) -> Mapping[str, Any]:
    """The truth with the places of the cards in the film's first picture, if they are played with."""
    if truth["game"] != "logistics":
        return truth
    source = open_source(str(film))
    try:
        picture = next(iter(source)).image_bgr
    finally:
        source.close()
    seen = find_cards(picture, calibration_of(film, truth).camera)
    grid, _ = find_card_grid(seen, truth["rules"]["cards"])
    return {**truth, "table": {**truth.get("table", {}), "grid": grid.to_json()}}


def fitted(films: Sequence[Counts]) -> dict[str, Any]:
    """The content of ``prices.json``: log prices, and the counts behind them."""
    prices, counted = {}, {}
    for name, (prior, worth) in PRIORS.items():
        pairs = [film[name] for film in films if name in film]
        count = sum(min(of, EFFECTIVE) for of, _ in pairs)
        mean = sum(did / of for of, did in pairs) / max(1, len(pairs))
        share = (mean * count + prior * worth) / (count + worth)
        of, did = (sum(pair[k] for pair in pairs) for k in (0, 1))
        prices[name] = round(math.log(share), 3)
        counted[name] = {"of": of, "did": did, "share": share, "prior": prior, "worth": worth}
    return {"prices": prices, "counted": counted}


def main(arguments: list[str] | None = None) -> int:
    """Count, fit, print, write."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("films", type=Path, nargs="+", help="films with their truth beside them")
    options.add_argument("--seen", type=Path, help="folder where what vision saw is kept")
    options.add_argument("--write", action="store_true", help="renew arbiter/table/prices.json")
    args = options.parse_args(arguments)
    films = []
    for film in args.films:
        try:
            truth = with_cards(film, truth_of(film))
            films.append(follow(truth, observations_of(film, args.seen)))
        except ValueError as error:
            print(f"{film.name}: left out, {error}", file=sys.stderr)
            continue
        print(f"{film.stem}: {films[-1]}", flush=True)
    if not films:
        print("no film could be followed", file=sys.stderr)
        return 2
    found = fitted(films)
    for name, price in found["prices"].items():
        print(f"{name:8} {price:7.3f}, {found['counted'][name]['did']} of {found['counted'][name]['of']}")
    if args.write:
        PRICES.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
