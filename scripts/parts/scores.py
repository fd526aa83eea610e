"""Computes the result of a game from its record, independently of the engine's scoring.

It only works for games without illegal moves. It uses the texts of moves, and the events for captures and
powers in Logistics.
"""

from __future__ import annotations

import re
from collections import Counter

from engine.logistics.events import Captured, PowerUsed, Vaulted
from engine.playback import Playback
from engine.record.records import Entry
from tests.support.plain import SEATS, nickel, pieces
from tests.support.plain.logistics import worth


def expected_end(played: Playback) -> str:
    """The expected Result tag of the record; for Sanctum the seat with the initiative."""
    record, name = played.record, played.record.tag("Game")
    entries = [entry for entry in record.entries if entry.mark is None or entry.mark.counts]
    if name == "Initiative":
        return _initiative(entries, played.result)
    if name == "Logistics":
        return _logistics(played)
    return _nickel(played, entries) if name == "Nickel" else _sanctum(record.tag("Setup"), entries)


def _initiative(entries: list[Entry], claimed: str) -> str:
    """The result with the ``claimed`` winner, and with points counted from the texts (I9, I10)."""
    winner = claimed.split()[0]
    if winner in ("draw", "*"):
        return claimed
    own = [entry.text for entry in entries if entry.seat == winner]
    laid = sum(1 + text.count("/") for text in own if "(" not in text)
    doubled = sum("!" in entry.text for entry in entries) + sum("(" in text for text in own)
    pips = "SML".index(own[-1].lstrip("(")[0]) + 1
    return f"{winner} {laid * pips * 2**doubled}"


def _logistics(played: Playback) -> str:
    """The result from both vaults, which the events fill and empty (L3, L4, L7, L9, L11)."""
    if played.result == "*":
        return "*"
    vaults = {seat: Counter[tuple[int, str]]() for seat in SEATS}
    for ply in played.plies:
        for event in ply.events:
            if isinstance(event, Vaulted):
                vaults[event.seat].update((int(p.size), str(p.colour)) for p in event.pieces)
            elif isinstance(event, Captured):
                vaults[event.by].update((int(p.size), str(p.colour)) for p in event.pieces)
            elif isinstance(event, PowerUsed):
                _power(ply.entry.text, played.record.tag("Rules"), event, vaults)
    near, far = (worth(list(vaults[seat].elements())) for seat in SEATS)
    return f"{'draw' if near == far else SEATS[near < far]} {near}-{far}"


def _power(text: str, rules: str, event: PowerUsed, vaults: dict[str, Counter[tuple[int, str]]]) -> None:
    """Apply a power to the vaults: green and cyan take out of one, red and orange may put into one."""
    if out := re.fullmatch(r"(near|far)\.(\w+)>stock", text):
        vaults[out[1]].subtract(pieces(out[2]))
    cards = re.search(r"cards=(\d+)", rules)
    last = re.fullmatch(r"(near|far)(\d+)>next", text)
    if last and cards and last[2] == cards[1]:
        vaults[last[1]].update((int(p.size), str(p.colour)) for p in event.pieces)


def _nickel(played: Playback, entries: list[Entry]) -> str:
    """The last mover wins, with a shape of tokens or because nothing fits (N4 to N7)."""
    last = entries[-1].seat
    plain = nickel.start(played.record.tag("Rules"), played.record.tag("Setup"), played.record.tag("Leader"))
    cells = dict(plain.cells)
    for entry in entries:
        cells["abcde".index(entry.text[0]), int(entry.text[1]) - 1] = SEATS.index(entry.seat or "")
    handed = plain.cells["abcde".index(entries[-1].text[0]), int(entries[-1].text[1]) - 1]
    seat = SEATS.index(last or "")
    now = nickel.Position(plain.rules, cells, 1 - seat, handed if isinstance(handed, tuple) else None)
    over = nickel.won(cells, seat, plain.rules["l_shape"]) or not any(True for _ in nickel.after(now))
    return str(last) if over else "*"


def _sanctum(setup: str, entries: list[Entry]) -> str:
    """The seat with the initiative, followed through the texts (S2 to S5)."""
    now = dict(part.split("=") for part in setup.split(","))
    then, holder, liennas = dict(now), "red", list[str]()
    for text in (entry.text for entry in entries):
        if text == "turn":
            gains = {who: [*now.values()].count(who) - [*then.values()].count(who) for who in ("red", "blue")}
            if not liennas and gains["red"] != gains["blue"]:
                holder = max(gains, key=lambda who: gains[who])
            then = dict(now)
        elif text == "timepiece":
            holder = holder if liennas else {"red": "blue", "blue": "red"}[holder]
        elif "lienna:" in text:
            name = text.split(":", 1)[1]
            if text.startswith("un"):
                fits = [each for each in liennas if each == name or each.split(":")[0] == name]
                liennas.remove(name if name in fits and len(fits) == 1 else fits[0])
            else:
                liennas.append(name)
            holder = liennas[-1].split(":")[0] if liennas else holder
        elif ">" in text:
            by, name = text.split(">")
            now[name] = by
        elif text[0] == "+":
            owner, name = text[1:].split(".")
            now[name] = owner
        else:
            del now[text[1:]]
    return holder
