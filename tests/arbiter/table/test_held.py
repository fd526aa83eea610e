"""Evidence of an earlier look, combined with that of the next look."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from arbiter.table import glimpses
from arbiter.table.explanations import played, read_change
from arbiter.table.held import Believed, _log_all, continued, doubted_since, with_continued, with_held
from arbiter.table.held_readings import Held
from arbiter.table.model import Seen
from arbiter.table.play import TablePlay
from arbiter.table.readings import Reading
from arbiter.table.window import Window
from engine.game import Seat
from engine.logistics.cards import sow
from engine.logistics.model import Arrange, Move, Rules, Sow
from engine.logistics.notation import parse_move
from engine.message import Messages
from engine.notation import parse_pieces
from tests.support.simulated.logistics_play import Play
from tests.support.simulated.logistics_trial import LogisticsTrial, plays
from tests.support.simulated.table_sim import CLEAN

say = Messages("arbiter")


def played_on(*moves: str) -> Play:
    """The table after some moves, each of them read."""
    table = Play()
    for text in moves:
        table.play(text)
    return table


def grown(first: str, whole: str) -> tuple[Believed, Seen, Reading, Window, Move]:
    """What is believed; the table after near's ``first`` sow, as seen and as read; a rest after the ``whole``
    one, and that move."""
    table = Play()
    believed = table.session._play._believed
    less, more = (parse_move(f"near: {text}", table.state) for text in (first, whole))
    table.sim.lay(table.state.apply(less).state.layout)
    then = believed.table(table.sim.rested())
    early = read_change(believed.ledger, believed.model, then, False).best
    table.sim.lay(table.state.apply(more).state.layout)
    return believed, then, early, table.sim.rested(), more


def test_any_reading_of_an_earlier_look_may_be_borne_out_not_the_likeliest_alone() -> None:
    """A large pyramid on the card was read as medium while a hand hid the stock, which is visible now."""
    table = Play()
    believed = table.session._play._believed
    table.sim.lay(table.state.apply(parse_move("near: Lblack", table.state)).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    readings = read_change(believed.ledger, believed.model, seen, False)
    right = replace(readings.best, probability=0.3)
    move = parse_move("near: Mblack", table.state)
    made = played(believed.ledger, (move,))
    assert made is not None and right.made == (parse_move("near: Lblack", table.state),)
    wrong = replace(right, ledger=made[0], moves=((move, made[1][0]),), probability=0.7)
    stock = frozenset({"near stock"})
    then = replace(seen, hidden=seen.hidden | stock, changed=seen.changed - stock)
    held = Held((wrong, right), then, window.first_s - 1.0, 0.0)
    best = with_held(held, believed, window, seen, readings).best
    assert best.before is right and not best.moves[1:] and best.probability > 0.5


@pytest.mark.parametrize(("enough", "frames"), [(30, (4, 60)), (10_000, (1, 1))])
def test_what_continues_from_an_earlier_look_is_weighed_over_several_frames(
    enough: int, frames: tuple[int, int]
) -> None:
    """The readings are the same; a frame ends with the step that made it cost enough."""
    table = Play()
    believed = table.session._play._believed
    first = parse_move("near: Lblack", table.state)
    table.sim.lay(table.state.apply(first).state.layout)
    window = table.sim.rested()
    then = believed.table(window)
    early = replace(read_change(believed.ledger, believed.model, then, False).best, probability=0.4)
    others = (parse_move(f"near: {text}", table.state) for text in ("Mblack", "Sblack"))
    wrong = [(move, played(believed.ledger, (move,))) for move in others]
    more = [replace(early, ledger=m[0], moves=((move, m[1][0]),), probability=0.3) for move, m in wrong if m]
    held = Held((early, *more), then, window.first_s - 1.0, 0.2)
    after = table.state.apply(first).state
    table.sim.lay(after.apply(parse_move("far: Lgreen", after)).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    readings = read_change(believed.ledger, believed.model, seen, False)
    weighing, steps = glimpses.Weighing(held, believed, window, seen, readings), 0
    while weighing.found is None:
        weighing, steps = weighing.step(enough), steps + 1
    whole = with_held(held, believed, window, seen, readings)
    assert [(each.made, each.score) for each in weighing.found.ranked] == [
        (each.made, each.score) for each in whole.ranked
    ]
    assert frames[0] <= steps <= frames[1] and weighing.step() is weighing


def test_the_earlier_look_speaks_for_each_of_two_that_it_did_not_tell_apart() -> None:
    """A sow that has grown by a pyramid since."""
    table = Play()
    believed = table.session._play._believed
    first, other, whole = (
        parse_move(f"near: {text}", table.state) for text in ("Lblack", "Mblack", "Lblack,Mblue")
    )
    table.sim.lay(table.state.apply(first).state.layout)
    window = table.sim.rested()
    then = believed.table(window)
    early = read_change(believed.ledger, believed.model, then, False)
    made = played(believed.ledger, (other,))
    assert made is not None and early.best.made == (first,)
    right = replace(early.best, probability=0.49)
    wrong = replace(right, ledger=made[0], moves=((other, made[1][0]),), probability=0.5)
    table.sim.lay(table.state.apply(whole).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    readings = read_change(believed.ledger, believed.model, seen, False)
    assert readings.best.made == (whole,)

    def score(*held: Reading) -> float:
        """The whole sow's, read from where it began."""
        found = with_held(Held(held, then, window.first_s - 1.0, 0.2), believed, window, seen, readings)
        return max((each.score for each in found.ranked if each.made == (whole,)), default=-math.inf)

    assert score(wrong, right) > score(right) - 0.1


def test_a_move_that_the_next_look_shows_better_counts_as_it_shows_there_though_another_has_followed() -> (
    None
):
    """A pyramid was put down under a hand, and the opponent moved at once."""
    table = Play()
    believed = table.session._play._believed
    mine = parse_move("near: Lblack", table.state)
    after = table.state.apply(mine).state
    theirs = parse_move("far: Lgreen", after)
    table.sim.lay(after.layout)
    window = table.sim.rested()
    then = believed.table(window)
    early = read_change(believed.ledger, believed.model, then, False).best
    assert early.made == (mine,)
    hardly = replace(early, score=early.score - 6.0, probability=0.7)
    table.sim.lay(after.apply(theirs).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    readings = read_change(believed.ledger, believed.model, seen, False)
    assert readings.best.made == (mine, theirs)
    both = with_held(Held((hardly,), then, window.first_s - 1.0, 0.2), believed, window, seen, readings).best
    assert both.made == (mine, theirs) and both.before is hardly
    assert both.score >= readings.best.score


def test_a_sow_that_has_grown_is_seen_as_well_as_what_it_has_grown_from() -> None:
    """The first card showed more plainly while the second was still bare."""
    believed, then, early, window, more = grown("Lblack", "Lblack,Mblue")
    seen = believed.table(window)
    (unit,) = seen.at("near1")
    dim = tuple(replace(level, colour=0.4 * level.colour, size=0.4 * level.size) for level in unit.levels)
    seen = replace(seen, units={**seen.units, "near1": (replace(unit, levels=dim),)})
    direct = read_change(believed.ledger, believed.model, seen, False)
    held = Held((early,), then, window.first_s - 1.0, 0.2)
    both = with_held(held, believed, window, seen, direct)
    one, other = (next(each for each in found.ranked if each.made == (more,)) for found in (direct, both))
    content = believed.model.contents(early.ledger.state)["near1"]
    plainer, now = (believed.model.fit("near1", content, scene.at("near1")) for scene in (then, seen))
    assert plainer > now + 1.0 and other.score == pytest.approx(one.score + plainer - now, abs=0.05)


def test_what_has_surely_grown_is_no_move_that_half_of_another_follows() -> None:
    """A glimpse had shown two of three pyramids so plainly that the table at rest was taken for that sow and
    the beginning of one more."""
    believed, then, early, window, more = grown("Lblack,Mblue", "Lblack,Mblue,Sred")
    seen = believed.table(window)
    direct = read_change(believed.ledger, believed.model, seen, False)
    rival = replace(early, score=direct.best.score + 20.0, before=early, unfinished=say("only_likeliest"))
    held = Held((early,), then, window.first_s - 1.0, 0.2)
    found = with_continued(held, believed, seen, direct, [(seen, (rival,))])
    assert found.best.made == (more,) and found.best.probability > 0.9


def test_what_shows_a_move_better_now_does_not_speak_for_half_of_another_after_it() -> None:
    """A hand over the far cards had left it open whether something was taken off there, too."""
    believed, then, early, window, move = grown("Lblack", "Lblack")
    seen = believed.table(window)
    direct = read_change(believed.ledger, believed.model, seen, False)
    assert direct.best.plain and direct.best.made == (move,)
    alone = replace(early, score=direct.best.score - 12.0, before=early)
    begun = replace(alone, unfinished=say("only_likeliest"))
    held = Held((early,), then, window.first_s - 1.0, 0.2)
    found = with_continued(held, believed, seen, direct, [(seen, (alone, begun))])
    assert found.best.plain and found.best.probability > 0.99


def test_a_later_turn_whose_sow_captures_halfway_is_still_being_made() -> None:
    """Far's second pyramid would capture near's third card, but there is no rest, and more may follow."""
    table = Play()
    believed = table.session._play._believed
    first = parse_move("near: Lblack,Mblue,Sred", table.state)
    after = table.state.apply(first).state
    less, more = (parse_move(f"far: {text}", after) for text in ("Sgreen", "Sgreen,Myellow"))
    assert isinstance(more, Sow) and more.pieces
    table.sim.lay(after.apply(less).state.layout)
    window = table.sim.rested()
    then = believed.table(window)
    early = read_change(believed.ledger, believed.model, then, False).best
    assert early.made == (first, less)
    table.sim.lay(after.layout.with_side(Seat.FAR, sow(after.layout.side(Seat.FAR), 0, more.pieces)[0]))
    window = table.sim.rested()
    seen = believed.table(window)
    direct = read_change(believed.ledger, believed.model, seen, False)
    best = with_held(Held((early,), then, window.first_s - 1.0, 0.2), believed, window, seen, direct).best
    assert best.unfinished and best.made == (first,) and best.probability > 0.9


def test_what_a_card_showed_before_is_not_counted_again_for_those_who_did_not_explain_it() -> None:
    """Whether a small pyramid stands on another one is an open question to the look of the card, both times;
    the stock, seen the second time alone, lacks it."""
    table = played_on("near: Lblack,Mblue", "far: Lgreen")
    believed = table.session._play._believed
    both, one = (parse_move(f"near: {text}", table.state) for text in ("Lred,Sblue", "Lred"))
    table.sim.lay(table.state.apply(both).state.layout)
    card = next(thing for thing in table.sim.things if thing.name == "near2")
    window = Window()
    for frame in table.sim.still(1.0):
        units = (
            replace(unit, p_levels={1: 0.55, 2: 0.45}) if (unit.x_mm, unit.y_mm) == (card.x, card.y) else unit
            for unit in frame.units
        )
        window = window.add(replace(frame, units=tuple(units)))
    seen = believed.table(window)
    assert "near2" in seen.changed
    stock = frozenset({f"{Seat.NEAR} stock"})
    then = replace(seen, hidden=seen.hidden | stock, changed=seen.changed - stock)
    readings = read_change(believed.ledger, believed.model, then, False)
    held = Held(
        tuple(each for each in readings.ranked if each.made in ((both,), (one,))),
        then,
        window.first_s - 1.0,
        0.2,
    )
    assert len(held.readings) == 2
    best = with_held(held, believed, window, seen, readings).best
    assert best.ledger.plies[-1].play == both


def test_what_a_card_showed_while_all_left_it_alone_does_not_speak_against_the_next_look() -> None:
    """The second pyramid of a sow was not there yet; its card looked different, and is not sure later either,
    but the stock, seen the second time alone, lacks the pyramid."""
    table = played_on(
        "near: Lblack,Lblue",
        "far: Lgreen",
        "near: Mblack,Mblue",
        "far: Lred",
        "near: Sblack,Sgreen",
        "far: Lblack",
    )
    believed = table.session._play._believed
    both, one = (parse_move(f"near: {text}", table.state) for text in ("Sred,Sblue", "Sred"))

    def look(made: Move, levels: dict[int, float]) -> tuple[Window, Seen]:
        table.sim.lay(table.state.apply(made).state.layout)
        card = next(thing for thing in table.sim.things if thing.name == "near2")
        window = Window()
        for frame in table.sim.still(1.0):
            units = (
                replace(unit, p_levels=levels) if (unit.x_mm, unit.y_mm) == (card.x, card.y) else unit
                for unit in frame.units
            )
            window = window.add(replace(frame, units=tuple(units)))
        return window, believed.table(window)

    first, then = look(one, {3: 1.0})
    stock = frozenset({f"{Seat.NEAR} stock"})
    then = replace(then, hidden=then.hidden | stock, changed=(then.changed - stock) | {"near2"})
    early = read_change(believed.ledger, believed.model, then, False)
    assert early.best.made == (one,)
    held = Held((early.best,), then, first.first_s, 0.2)
    window, seen = look(both, {3: 0.55, 4: 0.45})
    seen = replace(seen, changed=seen.changed - {"near2"})
    readings = read_change(believed.ledger, believed.model, seen, False)
    assert readings.best.made == (both,)
    best = with_held(held, believed, window, seen, readings).best
    assert best.ledger.plies[-1].play == both


def test_what_was_covered_since_an_earlier_look_does_not_speak_for_none_of_these() -> None:
    """The second pyramid of a sow is put over two of which both showed before."""
    table = played_on("near: Lred,Mgreen", "far: Sred", "near: Sred,Sblue", "far: Sgreen")
    believed = table.session._play._believed
    begun, whole = (parse_move(f"near: {text}", table.state) for text in ("Sgreen", "Sgreen,Lyellow"))
    table.sim.lay(table.state.apply(begun).state.layout)
    window = table.sim.rested()
    then = believed.table(window)
    then = replace(then, changed=then.changed | {"near2"})
    early = read_change(believed.ledger, believed.model, then, False).best
    assert early.made == (begun,)
    both = believed.model.fit("near2", believed.model.contents(table.state)["near2"], then.at("near2"))
    held = Held((replace(early, probability=1.0),), then, window.first_s, 0.2)

    def log_all() -> float:
        now = believed.after(early.ledger, then).table(table.sim.rested(), then.units)
        return _log_all(held, [now], believed.model)

    assert log_all() == pytest.approx(early.score)
    table.sim.lay(table.state.apply(whole).state.layout)
    assert both > 5 and log_all() == pytest.approx(early.score - both)


def test_a_card_that_a_reading_did_not_fit_is_not_counted_for_it_at_the_next_look() -> None:
    """The second pyramid of the sow is plainly blue. What was read as a black one counts as changed still,
    though it looks the same: that is no evidence for having been black."""
    table = played_on("near: Lblack,Mblue", "far: Lgreen")
    believed = table.session._play._believed
    right, wrong = (parse_move(f"near: {text}", table.state) for text in ("Lred,Sblue", "Lred,Sblack"))
    table.sim.lay(table.state.apply(right).state.layout)
    window = table.sim.rested()
    seen = believed.table(window)
    held = Held((), seen, window.first_s - 1.0, 0.2)
    counted = []
    for move in (right, wrong):
        made = played(believed.ledger, (move,))
        assert made is not None
        then = believed.after(made[0], seen)
        since = then.table(window, seen.units)
        content = then.model.contents(then.ledger.state_if_stood)["near2"]
        fit = then.model.fit("near2", content, since.at("near2"))
        counted.append(("near2" in since.changed, fit > 0, doubted_since(then, held, since)))
    assert counted[0] == (False, True, 0.0)
    assert counted[1] == (True, True, pytest.approx(fit))


def test_a_card_that_looks_again_as_before_is_no_evidence_for_what_a_glimpse_made_of_it() -> None:
    """A hand's shadow made the tower look green, as if the pyramid inside had been changed for another one.
    Neither of the two shows: that the tower looks as ever at rest speaks for neither."""
    table = played_on("near: Sred", "far: Lgreen", "near: Lblack")
    believed = table.session._play._believed
    sown = table.state.apply(parse_move("far: Mgreen", table.state)).state.layout
    side, tower = sown.side(Seat.NEAR), parse_pieces("Sred,Lblack")
    (red,), (blue,) = parse_pieces("Sred"), parse_pieces("Sblue")
    stock = tuple(red if piece == blue else piece for piece in side.stock)
    changed = sown.with_side(Seat.NEAR, replace(side.with_card(1, (blue, tower[1])), stock=stock))
    move = Arrange(Seat.FAR, changed)
    made = played(believed.ledger, (move,))
    assert side.cards[0] == tower and made is not None
    table.sim.lay(sown.with_side(Seat.NEAR, side.with_card(1, parse_pieces("Sblue,Lgreen"))))
    glimpse = believed.table(table.sim.rested())
    assert "near1" in glimpse.changed
    early = Reading(made[0], 0.0, ((move, made[1][0]),), probability=0.5)
    table.sim.lay(sown)
    window = table.sim.rested()
    seen = believed.table(window)
    held = Held((early,), glimpse, window.first_s - 1.0, 0.2)
    now, readings = continued(early, held, believed, window, seen).finish()
    assert "near1" in now.changed - seen.changed and believed.model.fit("near1", tower, now.at("near1")) > 5
    same = next(each for each in readings if each.made == early.made)
    assert same.score <= 0


@pytest.mark.parametrize("shown", [True, False])
def test_what_a_stock_showed_before_a_hand_hid_it_tells_what_was_done_first(shown: bool) -> None:
    """A power put a small blue back to the stock, where it was seen; then the other player sowed, and a hand
    hides that stock and vault."""
    table = LogisticsTrial(Rules(cards=4, trios=1), 4, CLEAN, leader=Seat.FAR)
    for text in ("far: Sblue,Mred,Lblack,Lblue", "near: Lblack,Sred,Myellow,Lgreen"):
        table.turn([parse_move(text, table.state)])
    back = parse_move("near: near.Sblue>stock", table.state)
    table.sim.lay(table.state.apply(back).state.layout)
    rest = table.see()
    sow = parse_move("far: Lyellow,Myellow,Syellow,Sgreen", table.state.apply(back).state)
    made = played(table.ledger, [back, sow])
    assert made is not None
    table.sim.lay(made[0].state.layout)
    hidden = frozenset({"near stock", "near vault"})
    seen = replace(table.see(), hidden=hidden, shown=rest.units if shown else {})
    best = read_change(table.ledger, table.model, seen).best
    assert (best.made == (back, sow) and TablePlay._acceptable(best)) is shown, plays(best.ledger)


def test_a_site_is_known_as_it_last_showed_at_rest_until_it_looks_as_before_or_is_explained() -> None:
    table = Play()
    believed = table.session._play._believed
    table.sim.lay(table.state.apply(parse_move("near: Lblack", table.state)).state.layout)
    seen = believed.table(table.sim.rested())
    shown = believed.showing(seen)
    assert set(shown) == seen.changed >= {"near1"}
    covered = replace(seen, hidden=frozenset({"near1"}), changed=frozenset())
    later = replace(believed, shown=shown).showing(covered)
    assert later == {"near1": seen.at("near1")}
    assert not replace(believed, shown=later).showing(replace(covered, hidden=frozenset()))
    table.play("near: Lblack")
    assert not table.session._play._shown


def test_what_an_earlier_look_showed_more_of_is_known_as_long_as_nothing_else_is_read() -> None:
    """One of two new pyramids is under a hand now."""
    table = Play()
    whole = table.session._play._believed.table(table.sim.rested())
    site, units = max(whole.units.items(), key=lambda item: len(item[1]))
    part = replace(whole, units={**whole.units, site: units[:-1]})
    before, after = Held((), whole, 1.0, 0.5), Held((), part, 2.0, 0.0)
    assert glimpses._known(after, before).at(site) == units
    assert glimpses._known(before, after).at(site) == units
