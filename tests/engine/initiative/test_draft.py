"""Setting up Initiative by die and by drafting (I13, I14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.game import AmbiguousMove, IllegalMove, MalformedMove, MoveError, Seat
from engine.games import GAMES, find_game
from engine.initiative.draft import INVENTORY, ROW, Draft, Draw, Move, Problem, Take, bag_of, roll_setup
from engine.initiative.draft_model import MarkerClosed, Taken
from engine.initiative.draft_notation import (
    draft_faults,
    format_action,
    format_draft,
    parse_action,
    parse_draft,
)
from engine.initiative.state import Problem as InitiativeProblem
from engine.initiative.state import Rules, State
from engine.nickel.examples import SETUP as NICKEL_SETUP
from engine.notation import parse_pieces
from engine.pieces import PALETTES, Piece, Size
from engine.playback import play_record, record_of
from engine.record.parser import parse_record
from engine.record.records import write_record
from tests.support.words import texts

NEAR, FAR = Seat.NEAR, Seat.FAR
STACK = PALETTES["rainbow"]


def piece(word: str) -> Piece:
    return parse_pieces(word)[0]


def play(draft: Draft, *moves: Move) -> Draft:
    for move in moves:
        draft = draft.apply(move).state
    return draft


def begun() -> Draft:
    """Two draws each: one pyramid at marker 1, two at marker 2, one at marker 3; near is to move."""
    draft = Draft.start(STACK, Size.SMALL, NEAR)
    return play(
        draft,
        Draw(NEAR, piece("Lred"), 1),
        Draw(FAR, piece("Lblue"), 2),
        Draw(NEAR, piece("Mred"), 2),
        Draw(FAR, piece("Mblue"), 3),
    )


@pytest.mark.parametrize("seed", range(20))
def test_dealt_by_die(seed: int) -> None:
    size = list(Size)[seed % 3]
    setup = roll_setup(STACK, size, Random(seed))
    assert State.start(setup, Rules.advanced(), NEAR).status() == InitiativeProblem.NONE
    assert setup == roll_setup(STACK, size, Random(seed))
    left = bag_of(STACK, size) - Counter((*setup.near, *setup.far))
    assert left.total() == 5


def test_order_of_a_draft() -> None:
    draft = begun()
    assert draft.to_move is NEAR and draft.open_rows == (1, 3) and draft.rows_to_take == (1, 2, 3)
    draft = play(draft, Take(NEAR, 2))
    assert draft.hand(NEAR) == parse_pieces("Mred,Lblue")
    assert draft.to_move is FAR and draft.closed == {2} and draft.open_rows == (1, 3)
    draft = play(draft, Draw(FAR, piece("Lgreen"), 1), Draw(FAR, piece("Mgreen"), 3))
    assert draft.to_move is FAR and draft.must_take
    step = draft.apply(Take(FAR, 3))
    assert [event.kind for event in step.events] == ["taken", "markers_opened"]
    assert step.state.to_move is NEAR and step.state.open_rows == (2, 3)
    assert step.state.rows[0] == parse_pieces("Lred,Lgreen")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Draw(FAR, piece("Lgreen"), 1), "out_of_turn"),
        (Take(FAR, 1), "out_of_turn"),
        (Draw(NEAR, piece("Lgreen"), 2), "full"),
        (Take(NEAR, 2, parse_pieces("Mred")), "partial"),
        (Take(FAR, 1, parse_pieces("Lred")), "out_of_turn"),
    ],
)
def test_illegal(move: Move, code: str) -> None:
    draft = begun()
    with pytest.raises(IllegalMove) as caught:
        draft.check(move)
    assert (caught.value.reading, caught.value.code) == ("I14", code)
    assert caught.value.alternatives == draft.legal_moves()
    assert everything(draft.force(move).state) == everything(draft)


@pytest.mark.parametrize("move", [Draw(FAR, piece("Lgreen"), 2), Take(FAR, 2)])
def test_a_taken_marker_is_closed(move: Move) -> None:
    draft = replaced_row(play(begun(), Take(NEAR, 2)))
    with pytest.raises(IllegalMove, match="closed") as caught:
        draft.check(move)
    assert caught.value.code == "closed"


def replaced_row(draft: Draft) -> Draft:
    return draft.force(Draw(FAR, piece("Lblack"), 2)).state


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Draw(NEAR, piece("Lred"), 4), "no marker 4"),
        (Draw(NEAR, piece("Lpink"), 1), "no large pink left"),
        (Take(NEAR, 1, parse_pieces("Lgreen")), "no such large green at marker 1"),
    ],
)
def test_malformed(move: Move, says: str) -> None:
    with pytest.raises(MalformedMove, match=says):
        begun().check(move)


def test_an_empty_row_cannot_be_taken_and_a_row_of_one_can() -> None:
    draft = Draft.start(STACK, Size.SMALL)
    with pytest.raises(MalformedMove, match="nothing at marker 1"):
        draft.check(Take(NEAR, 1))
    assert all(isinstance(move, Draw) for move in draft.legal_moves()) and draft.to_move is None
    assert Take(NEAR, 1) in begun().legal_moves()


def test_ten_is_the_limit_and_the_rest_stays() -> None:
    """With nine pyramids only one of a row of two is chosen; a player with ten counts as having taken."""
    bag = sorted(bag_of(STACK, Size.SMALL).elements())
    nine, row, rest = tuple(bag[:9]), tuple(bag[9:11]), bag[11:]
    draft = Draft(STACK, Size.SMALL, NEAR, nine, (), (row, (), ()))
    takes = [move for move in draft.legal_moves() if isinstance(move, Take)]
    assert takes == [Take(NEAR, 1, (each,)) for each in dict.fromkeys(row)]
    assert draft.apply(Take(NEAR, 1)).state == play(draft, takes[0])
    after = play(draft, takes[0])
    assert len(after.near) == INVENTORY and len(after.rows[0]) == 1 and after.to_move is FAR
    after = play(after, Draw(FAR, rest[0], 2), Take(FAR, 2))
    assert after.to_move is FAR and after.closed == frozenset() and after.waiting is None
    assert Take(FAR, 1) in after.legal_moves()


def everything(draft: Draft) -> Counter[Piece]:
    return draft.bag + Counter((*draft.near, *draft.far, *(each for row in draft.rows for each in row)))


def with_nine(row: str) -> Draft:
    """Near has nine pyramids and is to move; this row lies at marker 1."""
    pieces = parse_pieces(row)
    rest = bag_of(STACK, Size.SMALL) - Counter(pieces)
    return Draft(STACK, Size.SMALL, NEAR, tuple(sorted(rest.elements())[:9]), (), (pieces, (), ()))


def test_what_is_kept_has_to_be_said_where_there_is_a_choice() -> None:
    draft = with_nine("Lred,Lblue")
    for tried in (draft.check, draft.force):
        with pytest.raises(AmbiguousMove, match="near has room for one more: say whether the") as caught:
            tried(Take(NEAR, 1))
        assert caught.value.alternatives == draft.legal_moves()[:2]
    taken = draft.apply(Take(NEAR, 1, parse_pieces("Lblue")))
    assert taken.events[0] == Taken(NEAR, 1, parse_pieces("Lblue"), parse_pieces("Lred"), 10)
    with pytest.raises(IllegalMove, match="room for one more, not for 2") as illegal:
        draft.check(Take(NEAR, 1, parse_pieces("Lred,Lblue")))
    assert illegal.value.code == "past_ten"
    stood = draft.force(Take(NEAR, 1, parse_pieces("Lred,Lblue"))).state
    assert stood.status() == Problem.NEAR_PAST_TEN and len(stood.near) == 11 and stood.to_move is FAR


def test_a_row_of_three_that_stood_is_chosen_from() -> None:
    """With eight pyramids and a row of three, two are chosen, in every combination."""
    pieces = parse_pieces("Lred,Lred,Lblue")
    rest = sorted((bag_of(STACK, Size.SMALL) - Counter(pieces)).elements())
    draft = Draft(STACK, Size.SMALL, NEAR, tuple(rest[:8]), (), (pieces, (), ()))
    keeps = {move.keep for move in draft.legal_moves() if isinstance(move, Take)}
    assert keeps == {parse_pieces("2Lred"), parse_pieces("Lred,Lblue")} or keeps == {
        parse_pieces("2Lred"),
        parse_pieces("Lblue,Lred"),
    }
    with pytest.raises(IllegalMove, match="must take as many") as caught:
        draft.check(Take(NEAR, 1, parse_pieces("Lblue")))
    assert caught.value.code == "partial" and draft.status() == Problem.ROW_TOO_LONG


def test_naming_the_whole_row_is_taking_it() -> None:
    draft = begun()
    named = draft.apply(Take(NEAR, 2, parse_pieces("Mred,Lblue")))
    assert named == draft.apply(Take(NEAR, 2)) and named.state.history[-1] == Take(NEAR, 2)


def test_without_room_a_row_must_be_taken() -> None:
    draft = begun()
    for word, marker, seat in (("Lgreen", 1, NEAR), ("Mgreen", 3, FAR)):
        draft = play(draft, Draw(seat, piece(word), marker))
    assert draft.must_take and draft.open_rows == ()
    with pytest.raises(IllegalMove, match="no marker has room: near must take a row") as caught:
        draft.check(Draw(NEAR, piece("Lblack"), 1))
    assert caught.value.code == "must_take"
    assert set(caught.value.alternatives) == {Take(NEAR, marker) for marker in (1, 2, 3)}


def test_a_full_hand_waits_and_the_other_goes_on_alone() -> None:
    draft = play(with_nine("Lred"), Take(NEAR, 1))
    with pytest.raises(IllegalMove, match="near has ten pyramids and must stop: it is far's turn"):
        draft.check(Draw(NEAR, piece("Lblue"), 2))
    kinds = []
    while draft.setup is None:
        draws = [move for move in draft.legal_moves() if isinstance(move, Draw)]
        takes = [move for move in draft.legal_moves() if isinstance(move, Take)]
        step = draft.apply(takes[0] if takes else draws[0])
        kinds += [event.kind for event in step.events]
        draft = step.state
        assert draft.to_move in (FAR, None)
    assert kinds.count("markers_opened") == 9 and kinds[-1] == "draft_ended"


@pytest.mark.parametrize("size", Size)
def test_a_size_that_has_run_out_is_named(size: Size) -> None:
    of_size = tuple(piece for piece in bag_of(STACK, Size.SMALL).elements() if piece.size is size)
    draft = Draft(STACK, Size.SMALL, NEAR, of_size[:5], of_size[5:])
    assert draft.sizes_left == tuple(each for each in Size if each is not size)


@pytest.mark.parametrize(
    ("draft", "lines"),
    [
        (begun(), ()),
        (
            begun().force(Draw(NEAR, piece("Lgreen"), 2)).state,
            ("marker 2 has 3 pyramids: put 1 at another marker",),
        ),
        (
            replace(begun(), far=(piece("Lred"),) * 2),
            ("one large red too many: the bag had 2 of them",),
        ),
        (
            replace(begun(), far=parse_pieces("2Mblack,2Lblack,2Mgreen,2Lgreen,2Lyellow,2Myellow")),
            ("far has 12 pyramids: put 2 back, ten are the limit",),
        ),
        (
            replace(begun(), near=parse_pieces("Lpink")),
            ("one large pink too many: the bag had 0 of them",),
        ),
    ],
)
def test_problems_of_a_table(draft: Draft, lines: tuple[str, ...]) -> None:
    assert texts(draft.problems()) == lines
    assert bool(draft.status()) == bool(lines)


def walk(dice: Random) -> Draft:
    """A random draft to its end, each step checked."""
    size = dice.choice(list(Size))
    draft, whole = Draft.start(STACK, size, dice.choice([None, *Seat])), bag_of(STACK, size)
    while draft.setup is None:
        legal = draft.legal_moves()
        assert legal and len(set(legal)) == len(legal) and draft.outcome is None
        takes = [move for move in legal if isinstance(move, Take)]
        move = dice.choice(takes if takes and dice.random() < 0.3 else list(legal))
        assert parse_action(f"{move.seat}: {format_action(move)}", draft) == move
        before, step = draft, draft.apply(move)
        draft = step.state
        assert everything(draft) == whole
        assert max(len(draft.near), len(draft.far)) <= INVENTORY and max(map(len, draft.rows)) <= ROW
        assert before.to_move in (None, move.seat) and hash(draft) == hash(draft)
        waits = [event.waits for event in step.events if isinstance(event, MarkerClosed)]
        assert all(seat is not draft.to_move and draft.waiting is seat for seat in waits)
        assert len(draft.closed) == (draft.waiting is not None)
        assert before.rows_to_take or isinstance(move, Draw)
    return draft


@pytest.mark.parametrize("seed", range(200))
def test_every_draft_ends_with_ten_each(seed: int) -> None:
    draft = walk(Random(seed))
    assert draft.legal_moves() == () and draft.to_move is None and draft.open_rows == ()
    assert draft.outcome is not None and draft.outcome.setup == draft.setup
    assert draft.status() == Problem.NONE
    assert (draft.outcome.reading, draft.outcome.winner) == ("I14", None)
    assert draft.setup is not None
    assert State.start(draft.setup, Rules.advanced(), NEAR).status() == InitiativeProblem.NONE
    with pytest.raises(MalformedMove, match="over"):
        draft.force(Take(NEAR, 1))
    leader = draft.history[0].seat
    assert Draft.replay(draft.stack, draft.stack_size, leader, draft.history).setup == draft.setup
    text = format_draft(draft)
    assert parse_draft(text, Draft.start(draft.stack, draft.stack_size)).rows == draft.rows
    assert list(draft_faults(text, draft.setup)) == []


@pytest.mark.parametrize("seed", range(20))
def test_what_stood_keeps_the_pyramids(seed: int) -> None:
    """Any draw or take by anyone, legal or not, raises one of three errors or keeps every pyramid."""
    dice, draft = Random(seed), Draft.start(STACK, Size.MEDIUM, NEAR)
    for _ in range(40):
        kinds = sorted(draft.bag)
        move: Move = Take(dice.choice(list(Seat)), dice.randint(0, 4))
        if kinds and dice.random() < 0.6:
            move = Draw(dice.choice(list(Seat)), dice.choice(kinds), dice.randint(0, 4))
        try:
            draft = draft.force(move).state
        except (AmbiguousMove, MalformedMove) as error:
            assert error.message
        assert everything(draft) == bag_of(STACK, Size.MEDIUM)
    stood = parse_draft(format_draft(draft), Draft.start(STACK, Size.MEDIUM))
    assert (stood.near, stood.far, stood.rows) == (draft.near, draft.far, draft.rows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lgreen@1", Draw(NEAR, piece("Lgreen"), 1)),
        ("large green at 1", Draw(NEAR, piece("Lgreen"), 1)),
        ("near: lg @ 3", Draw(NEAR, piece("Lgreen"), 3)),
        ("take 2", Take(NEAR, 2)),
        ("TAKE2", Take(NEAR, 2)),
        ("take 2 keep mred, lblue", Take(NEAR, 2)),
    ],
)
def test_actions_as_typed(text: str, expected: Move) -> None:
    draft = begun()
    assert draft.apply(parse_action(text, draft)) == draft.apply(expected)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", MalformedMove, "write a draw like Lred@2 or a take like take2"),
        ("roll", MalformedMove, "cannot read 'roll'"),
        ("Lred@9", MalformedMove, "there is no marker 9"),
        ("take9", MalformedMove, "there is no marker 9"),
        ("take", AmbiguousMove, "near: take1, near: take2 or near: take3"),
        ("green@1", AmbiguousMove, "Sgreen@1|Mgreen@1 or near: Lgreen@1"),
        ("Lgreen", AmbiguousMove, "Lgreen@1 or near: Lgreen@3"),
        ("Lgreen@2", IllegalMove, "marker 2 has two pyramids"),
        ("far: take1", IllegalMove, "far must wait: it is near's turn"),
    ],
)
def test_actions_that_cannot_be_made(text: str, error: type[MoveError], says: str) -> None:
    with pytest.raises(error, match=says):
        parse_action(text, begun())


def drafted() -> Draft:
    return walk(Random(7))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: "", None),
        (lambda text: text, None),
        (lambda text: text + " near:Lred@1", "action "),
        (lambda text: text.rsplit(" ", 1)[0], "the draft is not over: of ten pyramids near has"),
        (lambda text: "roll " + text, "action 1 of the draft, roll: cannot read 'roll'"),
        (lambda text: f"{text.split()[0]} {text}", "action 2 of the draft"),
    ],
)
def test_a_draft_in_a_record(change: Callable[[str], str], says: str | None) -> None:
    """The Draft tag reads back and must lead to the Setup tag."""
    draft = drafted()
    game = GAMES["Initiative"]
    tags = [("Draft", change(format_draft(draft)))]
    record = record_of(game, draft.setup, Rules.advanced(), NEAR, [], tags)
    back, errors = parse_record(write_record(record))
    assert back == record and not errors
    found = [error.message for error in play_record(back).errors]
    assert found == [] if says is None else len(found) == 1 and f"the Draft tag: {says}" in found[0]


def test_a_draft_that_leads_elsewhere_and_a_game_without_one() -> None:
    draft, game = drafted(), GAMES["Initiative"]
    assert draft.setup is not None
    tags = [("Draft", format_draft(draft))]
    other = replace(draft.setup, near=draft.setup.far, far=draft.setup.near)
    swapped = play_record(record_of(game, other, Rules.advanced(), NEAR, [], tags))
    assert len(swapped.errors) == 2 and "the draft gives near" in str(swapped.errors[0].message)
    sizeless = replace(draft.setup, stack_size=None)
    unsized = play_record(record_of(game, sizeless, Rules.advanced(), NEAR, [], tags))
    assert "write size=small in the Setup tag" in str(unsized.errors[0].message)
    nickel = play_record(record_of(GAMES["Nickel"], NICKEL_SETUP, GAMES["Nickel"].rules, NEAR, [], tags))
    assert "Nickel has no draft" in str(nickel.errors[0].message)


def test_stack_must_be_five_colours() -> None:
    with pytest.raises(ValueError, match="five"):
        Draft.start(STACK[:4], Size.SMALL)
    with pytest.raises(ValueError, match="five"):
        roll_setup(STACK[:4], Size.SMALL, Random(1))


def test_dealing_by_die_rolls_each_size_alike() -> None:
    """The first pyramid dealt has each size about a third of the time: the die decides, not the bag."""
    dice = Random(1)
    counts: Counter[Size] = Counter()
    for _ in range(300):
        setup = roll_setup(STACK, Size.SMALL, dice)
        counts.update(piece.size for piece in setup.near)
    assert 0.25 < counts[Size.SMALL] / counts.total() < 0.35


@pytest.mark.parametrize("stack", ["red,red,black,blue,green", "black,blue,red,green"])
def test_a_set_up_that_nobody_can_draft_is_said(stack: str) -> None:
    game = find_game("Initiative")
    setup = game.parse_setup(f"near=Sred;far=Lred;stack={stack};size=small", game.rules)
    (fault,) = draft_faults("near:Sred@1", setup)
    assert "five different colours" in str(fault)
