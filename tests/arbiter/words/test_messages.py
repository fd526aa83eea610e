"""The message files: every language has all messages of English, with the same arguments."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from fluent.runtime import FluentResource

from arbiter.words.catalogue import catalogue
from arbiter.words.wording import languages, wording
from engine.fluent import evaluate, read_entries, read_entry
from engine.message import Message, Messages, as_recorded
from engine.pieces import Colour, Piece, Size
from engine.seats import Seat
from tests.support.messages.calls import calls
from tests.support.messages.files import PACKAGES, sample, texts, variables

OTHERS = sorted(set(languages()) - {"en"})
NAMES = {"near": "Alison", "far": "Kristin"}
say = Messages("engine")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_language_has_every_message_with_the_same_arguments(package: str, language: str) -> None:
    english, other = variables(package, "en"), variables(package, language)
    assert english.keys() == other.keys()
    assert {id: names for id, names in other.items() if names != english[id]} == {}


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("package", PACKAGES)
def test_every_message_is_fluent_and_there_once(package: str, language: str) -> None:
    text = (PACKAGES[package] / f"{language}.ftl").read_text("utf-8")
    assert [kind for item in FluentResource(text).body if (kind := type(item).__name__) == "Junk"] == []
    ids = Counter(re.findall(r"(?m)^([a-zA-Z][\w-]*) *=", text))
    assert [id for id, n in ids.items() if n > 1] == []
    own = {"LIST", "FORM", "WORDS", "WORD", "SENTENCES"}
    assert set(re.findall(r"\b([A-Z]+)\(\$", text)) <= own


@pytest.mark.parametrize("package", PACKAGES)
def test_english_at_the_edge_is_the_english_of_the_engine_alone(package: str) -> None:
    english = wording("en")
    for id, names in variables(package, "en").items():
        message = sample(package, id, names)
        assert str(message) == english.tell(message), id
        assert Message.from_json(message.to_json()) == message


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("package", PACKAGES)
def test_every_form_that_is_asked_for_is_there(package: str, language: str) -> None:
    common = texts("engine", language)
    forms = {kind: set(re.findall(r"(?m)^ +\.(\w+) =", common[kind])) for kind in common}
    words = {"colour": forms["colour-red"], "size": forms["size-small"], "piece": forms["piece"]}
    words |= {"under": words["piece"], "first": words["colour"], "second": words["colour"]}
    words |= {"a_colour": words["colour"], "a_size": words["size"]}
    for kind, those in (("colour", Colour), ("size", [size.word for size in Size])):
        assert {frozenset(forms[f"{kind}-{each}"]) for each in those} == {frozenset(words[kind])}
    for id, text in texts(package, language).items():
        for slot, form in re.findall(r'FORM\(\$(\w+?)\d*, form: "(\w+)"\)', text):
            assert form in words.get(slot, {form}), f"{id}: {slot} has no form {form}"


def test_a_message_is_told_with_names_forms_and_lists() -> None:
    piece = Piece(Size.MEDIUM, Colour.BLUE)
    assert str(say("piece", size=piece.size, colour=piece.colour)) == str(piece) == "medium blue"
    assert wording("de").tell(say("must_wait", who=Seat.NEAR), NAMES) == "Alison muss warten"
    assert wording("de").tell(say("must_wait", who=Seat.NEAR)) == "vorn muss warten"
    assert str(say("must_wait", who=Seat.FAR)) == "far must wait"


def test_a_message_nobody_knows_is_told_as_it_was_recorded() -> None:
    data = {"message": "no.such.game:gone", "arguments": {"n": 3}, "english": "three geese are gone"}
    found = Message.from_json(data)
    assert wording("de").tell(found) == str(found) == "three geese are gone"
    assert found.to_json() == data
    assert wording("de").tell(as_recorded("near must {wait}")) == "near must {wait}"


CHOSEN = "x = { $n ->\n    [0] none\n    [one] one\n   *[other] { $n } of them\n    } here"
NESTED = "x = { $a ->\n  [up] { $b ->\n    [one] 1\n   *[other] many\n  }\n *[down] d\n  }"


@pytest.mark.parametrize(
    ("text", "values", "told"),
    [
        ('x = { "{" }{ $a }!', {"a": "b"}, "{b!"),
        ("x = one\n    .form = two", {}, "one"),
        (CHOSEN, {"n": 0}, "none here"),
        (CHOSEN, {"n": 1}, "one here"),
        (CHOSEN, {"n": 7}, "7 of them here"),
        ("x =\n    first\n    second { $a }", {"a": "line"}, "first\nsecond line"),
        (NESTED, {"a": "up", "b": 2}, "many"),
    ],
)
def test_the_engine_reads_fluent_as_fluent_is_read(text: str, values: dict[str, object], told: str) -> None:
    assert evaluate(read_entry(text).value, values, {}, {}) == told
    made = catalogue("engine", "en")
    made._bundle.add_resource(FluentResource(text), allow_overrides=True)
    made._bundle._compiled.pop("x", None)
    pattern = made._bundle.get_message("x").value
    assert made._formatted("x", pattern, values) == told
    catalogue.cache_clear()


@pytest.mark.parametrize("text", ["x = { $", "x = { $n -> }", "x = { }", "x = {$n -> [a] b"])
def test_what_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="the message x"):
        read_entries(text)


def test_every_message_that_the_code_makes_is_there_with_its_arguments() -> None:
    common = variables("engine", "en")
    known = {package: {**common, **variables(package, "en")} for package in PACKAGES}
    made = [call for call in calls() if call.id]
    assert len(made) > 550
    missing = [call for call in made if call.id not in known[call.package]]
    assert not missing, missing
    wrong = [
        f"{call.place} {call.id} is given {sorted(call.arguments)}, says {sorted(names)}"
        for call in made
        for names in [known[call.package][call.id]]
        if not (call.arguments <= names if call.more else call.arguments == names)
    ]
    assert not wrong, wrong
