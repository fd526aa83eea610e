"""Measures the value of each part of Initiative's handling of doubt, in rounds with a reader that misreads.

    python scripts/fitting/doubts.py [--rounds 20] [--jobs 2] [--enough 2] [--results FILE] [--parts]
    python scripts/fitting/doubts.py --films FILM...

Random rounds of basic and advanced Initiative (see ``tests/support/simulated/doubting.py`` for the plays, the
misreadings and the counts) are watched with all parts, then again without each part that had any effect in
that round. One row per part shows how its counts differ from those of the first row. A part that has changed
a count in ``--enough`` rounds is not measured any further. ``--films`` are films of Initiative with their
truth beside them, which are watched in the same way, without answers.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from arbiter.events.ledger import judge  # noqa: E402
from arbiter.games.initiative.round import (  # noqa: E402
    book,
    candidates,
    earlier_mistakes,
    held,
    inference,
    misread_pieces,
    play,
    round_doubts,
)
from arbiter.games.initiative.round.stack_watch import shifted_orders  # noqa: E402
from arbiter.games.initiative.setup import reading as setup_reading  # noqa: E402
from arbiter.games.initiative.setup import watch as setup_watch  # noqa: E402
from arbiter.table import branch, unanswered  # noqa: E402
from engine.initiative.model import Rules  # noqa: E402
from scripts.films import score, truth_of, watch  # noqa: E402
from scripts.parts.film_scores import HEADER  # noqa: E402
from tests.support.simulated.doubting import Doubting  # noqa: E402
from tests.support.simulated.misread_table import GAMES, MISREAD, PICTURES, POOR  # noqa: E402

SHOWN = (
    *("right", "asked", "healed", "missed", "wrong", "accused", "alarms"),
    *("questions", "notices", "amended", "whole", "stuck"),
)
EYES = {"games": GAMES, "misread": MISREAD, "pictures": PICTURES, "poor": POOR}
STEPS = {"games": 24, "misread": 24, "pictures": 12, "poor": 9}
RULES = {
    "basic": Rules.basic(),
    "advanced": Rules.advanced(),
    "exact": replace(Rules.advanced(), swap="exact"),
}

Off = Callable[..., Any]
"""A function that replaces another: its arguments are the original function and that one's arguments."""


@dataclass(frozen=True)
class Part:
    """A part of the handling of doubt. To switch it off, ``off`` replaces functions, and ``to`` constants."""

    name: str
    off: tuple[tuple[Any, str, Off], ...] = ()
    to: tuple[tuple[Any, str, object], ...] = ()


def gives(value: object) -> Off:
    """A replacement that returns a constant."""
    return lambda real, *args, **named: value


def _part(name: str, owner: Any, attribute: str, value: object = None, call: Off | None = None) -> Part:
    return Part(name, ((owner, attribute, call or gives(value)),))


def _plainly(real: Off, self: Any, scene: Any, window: Any) -> Any:
    return inference.infer(self.ledger, self.layout, scene, self.reader)


def _only_excuse(real: Off, self: Any, scene: Any, window: Any, verdicts: Any) -> Any:
    return self._excuse(verdicts.best, scene, window) if verdicts.best.grave else []


def _alone(real: Off, gone: Any, scene: Any, reader: Any) -> Any:
    return [each for each in real(gone, scene, reader) if each.other is None]


def _nothing(self: Any, what: Any) -> None:
    pass


def _withdrawn(real: Off, self: Any, *_: Any) -> Any:
    return self._withdraw()


def _all_counted(real: Off, tower: Any, sides: Any, *_: Any) -> Any:
    return dict(sides), ()


PLAY, DOUBTS, BOOK = play.RoundPlay, round_doubts.RoundDoubts, book.RoundBook
AFRESH = replace(inference.PRICES, foreign=inference.PRICES.stray)
PARTS = (
    Part("doubtful units are cheap strays", to=((inference, "PRICES", AFRESH),)),
    Part("an unseen sacrifice is no ground to accuse", to=((candidates, "P_UNSEEN_FAULT", 1.0),)),
    _part("several plays between two rests", inference, "chain_candidates", []),
    _part("a take-back, then several plays", inference, "undone_chains", []),
    _part("rows go on the way they grew", inference, "in_line", 0.0),
    _part("hands: one place, then another", inference, "in_time", 0.0),
    _part("a zone tidied as a whole", inference, "_untidy", 0.0),
    _part("misread at set-up, played now", inference, "misread_candidates", ()),
    Part("... that one with a sacrifice", ((misread_pieces, "_misread", _alone),)),
    Part(
        "an earlier play was another (all)",
        tuple((module, "doubted", lambda real, *args: args[-1]) for module in (play, round_doubts)),
    ),
    Part(
        "... looks like another", tuple((m, "unlike", gives(())) for m in (earlier_mistakes, round_doubts))
    ),
    Part(
        "... set-up looks otherwise now",
        tuple((m, "misread_before", gives(())) for m in (earlier_mistakes, round_doubts)),
    ),
    _part("... a sacrifice not seen", earlier_mistakes, "_hidden", ()),
    _part("... several taken back at once", earlier_mistakes, "_taken_back", ()),
    _part("doubted before it is called illegal", DOUBTS, "_doubt", call=_only_excuse),
    _part("excuses: one piece misread", round_doubts, "excused", (None, frozenset())),
    _part("wondering on a quiet table", DOUBTS, "_wonder", []),
    _part("second thoughts at the end", DOUBTS, "_second_thoughts", []),
    _part("a pushed piece looks otherwise", DOUBTS, "_altered", False),
    _part("held readings (all)", play, "hold"),
    _part("... weighed with the next rest", PLAY, "_weighed", call=_plainly),
    _part("... settled by what follows", play, "settled_before"),
    _part("... gone again: told and taken back", PLAY, "_gone_again", []),
    _part("... half a play is no play", held, "_completes", False),
    _part("... a price for denying it", held, "_contrary", 0.0),
    _part("illegal, but half of a legal play", play, "unfinished", False),
    Part("hidden sacrifices wait", ((inference.Explanation, "hides_sacrifice", gives(False)),)),
    _part("plain readings need not wait", PLAY, "_clear", False),
    Part("a dismissed table is not asked again", to=((PLAY, "_none_of", lambda self, asked: []),)),
    Part("strays are set aside", to=((BOOK, "_set_aside", _nothing),)),
    Part("strays at set-up are overlooked", to=((BOOK, "overlook", _nothing),)),
    Part("what was told missing is lost", to=((BOOK, "_lose", _nothing),)),
    _part("the stack comes first", BOOK, "stack_comes_first", False),
    _part("the stack moved for the next play", BOOK, "_moved_for_next", False),
    _part("a moved stack in somebody's hand", BOOK, "_stack_was_moved", []),
    _part("two gone: the stack says nothing", book, "two_gone", False),
    _part(
        "orders from a wrong stack", BOOK, "_orders",
        call=lambda real, self, before, made: shifted_orders(before, made, self.ledger.rules),
    ),
    _part(
        "legal by some move of the stack", BOOK, "_verdict",
        call=lambda real, self, made: judge(self.ledger.state, made),
    ),
    _part("shift read with the play", BOOK, "_shift_shown", call=lambda real, self, made, *_: made.shift),
    Part("silent of the stack while behind", ((PLAY, "_behind", gives(False)),)),
    _part("questions nobody answers (all)", unanswered.PlaysOn, "_unanswered", call=_withdrawn),
    _part("... the likeliest is assumed", unanswered.Following, "assumed"),
    _part("... it is said to be open still", unanswered.Following, "insist", []),
    _part("... not read from before it", unanswered.Following, "overtaken", False),
    _part("... leaves out what was seen since", unanswered.Following, "continued", False),
    _part("... odd for all speaks for none", branch, "_identity", call=lambda real, event: id(event)),
    _part("rounds begun before the set-up", setup_watch, "play_orders", ()),
    _part("extras at set-up are none", setup_reading, "without_extras", call=_all_counted),
)  # fmt: skip


# ----- the parts that have an effect


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, Iterator) else value


def _differs(one: Any, other: Any) -> bool:
    try:
        return bool(one != other) and not (other in ((), []) and not list(one))
    except (TypeError, ValueError):
        return True


def _comparing(real: Off, off: Off, effective: Callable[[], None]) -> Off:
    def function(*args: Any, **named: Any) -> Any:
        value = _listed(real(*args, **named))
        if _differs(value, _listed(off(real, *args, **named))):
            effective()
        return value

    return function


def _patched(owner: Any, attribute: str, function: Off) -> Any:
    isproperty = isinstance(vars(owner).get(attribute), property)
    return patch.object(owner, attribute, property(function) if isproperty else function)


def _original(owner: Any, attribute: str) -> Off:
    found = vars(owner)[attribute]
    return found.fget if isinstance(found, property) else found


@contextlib.contextmanager
def noting_effects(effective: set[str]) -> Iterator[None]:
    """Inside, add the names of parts that have an effect to ``effective``."""
    with ExitStack() as stack:
        for part in PARTS:
            for owner, attribute, off in part.off:
                real = _original(owner, attribute)
                stack.enter_context(
                    _patched(owner, attribute, _comparing(real, off, partial(effective.add, part.name)))
                )
        yield


@contextlib.contextmanager
def without(part: Part) -> Iterator[None]:
    """Inside, switch a part off."""
    with ExitStack() as stack:
        for owner, attribute, off in part.off:
            stack.enter_context(_patched(owner, attribute, _partial(off, _original(owner, attribute))))
        for owner, attribute, value in part.to:
            stack.enter_context(patch.object(owner, attribute, value))
        yield


def _partial(off: Off, real: Off) -> Off:
    return lambda *args, **named: off(real, *args, **named)


# ----- rounds

Round = tuple[str, str, int]
Results = dict[str, Counter[str]]


def rounds(count: int) -> list[Round]:
    """``count`` rounds for every reader and each set of rules."""
    return [(eyes, rules, seed) for seed, eyes, rules in product(range(count), EYES, RULES)]


def run_round(each: Round) -> Counter[str]:
    """Watch one round; returns its counts."""
    eyes, rules, seed = each
    made = Doubting(seed, RULES[rules], EYES[eyes])
    try:
        return made.run(STEPS[eyes]).counts
    except Exception:  # without some parts nothing works
        return made.counts + Counter(stuck=1)


def measure_round(each: Round, open_: frozenset[str]) -> dict[str, Counter[str]]:
    """The counts of one round with all parts (under the name ``""``), and without each of the parts ``open_``
    that has an effect in it.
    """
    found, effective = {"": run_round(each)}, set[str]()
    with noting_effects(effective):  # not a measurement: comparing uses up the frames' budget
        run_round(each)
    for part in PARTS:
        if part.name in open_ and (part.name in effective or part.to):
            with without(part):
                found[part.name] = run_round(each)
    return found


def on_film(film: Path) -> None:
    """Print a film's row with all parts, then one without each part that has an effect in it."""
    truth, effective = truth_of(film), set[str]()

    def row(name: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            seen = watch(film, Path(folder) / f"{film.stem}.game", silent=True)
        print(f"{score(truth, seen).row(film.stem)}  {name}", flush=True)

    row("as it is")
    with noting_effects(effective), contextlib.redirect_stdout(None):
        row("")
    for part in PARTS:
        if part.name in effective or part.to:
            with without(part):
                row(part.name)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=20, help="for each reader and set of rules")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--enough", type=int, default=2)
    parser.add_argument("--results", type=Path, help="a line of JSON per round; resumes from it")
    parser.add_argument("--parts", action="store_true", help="only list them")
    parser.add_argument("--films", type=Path, nargs="+", default=[], help="watch these instead")
    options = parser.parse_args()
    if options.films:
        print(HEADER)
        for film in options.films:
            on_film(film)
        return 0
    if options.parts:
        print(*(part.name for part in PARTS), sep="\n")
        return 0
    known = known_results(options.results)
    open_ = [each for each in rounds(options.rounds) if each not in known]
    with ProcessPoolExecutor(options.jobs) as pool:
        for batch in batched(open_, options.jobs):
            parts = open_parts(known.values(), options.enough)
            for each, found in zip(batch, pool.map(partial(measure_round, open_=parts), batch), strict=True):
                known[each] = found
                if options.results is not None:
                    with options.results.open("a", encoding="utf-8") as file:
                        print(json.dumps([each, found]), file=file)
    table(list(known.values()))
    return 0


def batched(items: Sequence[Round], size: int) -> Iterator[Sequence[Round]]:
    """The items in batches of ``size``."""
    return (items[at : at + size] for at in range(0, len(items), size))


def open_parts(found: Iterable[Results], enough: int) -> frozenset[str]:
    """The parts that have changed a count in fewer than ``enough`` rounds."""
    changed = Counter(
        name for each in found for name, counts in each.items() if _kept(counts) != _kept(each[""])
    )
    return frozenset(part.name for part in PARTS if changed[part.name] < enough)


def known_results(file: Path | None) -> dict[Round, Results]:
    """The results of earlier runs."""
    if file is None or not file.exists():
        return {}
    lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    return {tuple(each): {name: Counter(counts) for name, counts in found.items()} for each, found in lines}


def table(found: list[Results]) -> None:
    """Print one row per part: in how many rounds it had an effect and changed a count, and the
    differences."""
    base = sum((each[""] for each in found), Counter[str]())
    print(f"{'':38}" + "".join(f"{key:>10}" for key in ("rounds", "changed", *SHOWN)))
    print(f"{'as it is':38}{len(found):10}{'':10}" + "".join(f"{base[key]:10}" for key in SHOWN))
    for part in PARTS:
        print(f"{part.name:38}" + _row(part, found))


def _row(part: Part, found: list[Results]) -> str:
    pairs = [(each[part.name], each[""]) for each in found if part.name in each]
    changed = sum(_kept(off) != _kept(on) for off, on in pairs)
    more = {key: sum(off[key] - on[key] for off, on in pairs) for key in SHOWN}
    return f"{len(pairs):10}{changed:10}" + "".join(
        f"{value:+10}" if value else f"{'.':>10}" for value in more.values()
    )


def _kept(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: counts.get(key, 0) for key in SHOWN}


if __name__ == "__main__":
    raise SystemExit(main())
