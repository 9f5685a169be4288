"""The register of Next Station's rulings: complete, consistent with the rulebook and with `Rulings`."""

from __future__ import annotations

import re
from typing import get_args

import attrs
import pytest

from shinkansen.core.errors import RulingError
from shinkansen.core.rulings import Basis, Confidence
from shinkansen.nextstation.rulebook import rulebook
from shinkansen.nextstation.rulings import Rulings, register, restored, rulings

REGISTER = register()
BOOK = rulebook()


# -- The data and the class


def test_the_class_has_a_field_for_every_switchable_ruling_in_order() -> None:
    assert [field.name for field in attrs.fields(Rulings)] == [ruling.slug for ruling in REGISTER.switchable]


def test_the_class_prefers_what_the_register_prefers() -> None:
    assert Rulings().letters() == {ruling.slug: ruling.preferred for ruling in REGISTER.switchable}
    assert restored({}) == Rulings()


def test_the_class_admits_just_the_letters_of_the_register() -> None:
    hints = {field.name: get_args(field.type) for field in attrs.fields(attrs.resolve_types(Rulings))}
    assert hints == {ruling.slug: ruling.letters for ruling in REGISTER.switchable}


# -- Completeness


def test_every_row_of_the_facts_page_has_its_ruling() -> None:
    """Rows 1 to 34 are R1 to R34; what else we met has numbers of its own."""
    facts = {fact for ruling in REGISTER for fact in ruling.facts}
    assert facts == {f"NS-{n}" for n in range(1, 35)} | {f"N-{n}" for n in range(1, 12)}
    assert all(f"NS-{n}" in REGISTER[f"R{n}"].facts for n in range(1, 35))


def test_every_clause_that_a_ruling_names_exists() -> None:
    assert {id for ruling in REGISTER for id in ruling.clauses} <= {clause.id for clause in BOOK}
    assert all(ruling.clauses for ruling in REGISTER)


def test_rulings_are_sentences() -> None:
    for ruling in REGISTER:
        assert ruling.question.endswith("?"), ruling.id
        assert ruling.why.endswith("."), ruling.id
        assert all(answer.says.endswith(".") for answer in ruling.answers), ruling.id


def test_a_doubtful_ruling_has_a_switch_or_says_why_not() -> None:
    for ruling in REGISTER:
        doubtful = ruling.basis is Basis.CHOICE or ruling.confidence is not Confidence.HIGH
        if doubtful and not ruling.switchable:
            assert "here is no switch" in ruling.why, ruling.id


def test_every_answer_is_attested_or_argued() -> None:
    """An answer that we do not prefer names who reads it so, or the reason says what speaks for it."""
    for ruling in REGISTER.switchable:
        for answer in ruling.answers:
            if answer.letter != ruling.preferred and not answer.readers:
                assert re.search(r"\b(But|Against it|argue)\b", ruling.why), (ruling.id, answer.letter)


def test_a_page_of_london_that_a_ruling_rests_on_is_among_its_clauses() -> None:
    """Who cites London's rulebook also names a clause of chapter L, or the exchange of modules."""
    for ruling in REGISTER:
        readers = {reader.who for answer in ruling.answers for reader in answer.readers}
        if any(who.startswith("the London rulebook") for who in readers):
            assert any(BOOK[id].chapter in ("L", "12") for id in ruling.clauses), ruling.id


# -- Choosing


@pytest.mark.parametrize("written", ["R10=b", "bare-departure=b", {"bare_departure": "b"}, {"r10": "B"}])
def test_letters_are_chosen_by_any_name(written: str | dict[str, object]) -> None:
    chosen = rulings(written)
    assert chosen == Rulings(bare_departure="b") == rulings(chosen)
    assert chosen.unusual() == {"bare_departure": "b"}


@pytest.mark.parametrize(
    ("letters", "complaint"),
    [
        ({"bare_depature": "b"}, "there is no ruling 'bare_depature'; did you mean bare_departure?"),
        ({"tie_break": "b"}, r"tie_break \(R15\) is settled"),
        ({"bare_departure": "c"}, r"bare_departure \(R10\) has no answer 'c'; expected a: No"),
        (3, "found 3, expected rulings such as"),
    ],
)
def test_what_cannot_be_chosen_gets_one_clear_error(letters: object, complaint: str) -> None:
    with pytest.raises(RulingError, match=complaint):
        rulings(letters)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_wrong_letter_in_the_class_itself_is_found() -> None:
    with pytest.raises(RulingError, match="'bare_departure' has no answer 'q'; expected a or b"):
        Rulings(bare_departure="q")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
