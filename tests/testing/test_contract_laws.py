"""The laws of the contract, checked: on our engine under every reading and edition, in corners, and on another game."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.draws import Hidden
from shinkansen.core.errors import ArgumentError, IllegalMove, Refusal
from shinkansen.core.invariants import Invariant, InvariantBroken, Scope
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.plain_json import digest
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Stage, Step
from shinkansen.nextstation.testing import strategies as nextstation
from shinkansen.testing import (
    LAWS,
    LawBroken,
    Subject,
    check_game,
    check_position,
    finished,
    machine,
    positions,
)
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.zerokei.testing.strategies import (
    READINGS,
    SOLO,
    VARIED,
    ZEROKEI,
    Corner,
    corners,
    near_misses,
    raw_ids,
    rules_for,
    wrong_moves,
)
from tests.deep import DEEP
from tests.fake_game import HAND, HIGHER_CARD, Deal, HigherCard, Revealed, State, Won

SUBJECTS: dict[str, Subject[Any, Any, Any, Any]] = {
    "zerokei": ZEROKEI,
    "solo": SOLO,
    "readings": READINGS,
    "varied": VARIED,
    "fake": HIGHER_CARD,
    "nextstation": nextstation.READINGS,
    "nextstation-small": nextstation.SMALL,
}
SHORT = {**SUBJECTS, "nextstation": nextstation.READINGS if DEEP else nextstation.SOLO}
"""Those whose games can be checked from end to end at any time; a game on a large sheet takes many seconds."""
by_subject = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


@by_subject
@given(data=st.data())
def test_every_law_holds_where_play_leads(subject: Subject[Any, Any, Any, Any], data: st.DataObject) -> None:
    found = data.draw(positions(subject, over=True))
    rules, state = found.rules, found.state
    going_on = rules.to_move(state) is not None
    tried = data.draw(st.lists(subject.wrong_moves(rules, state), max_size=8)) if going_on else [None]
    check_position(rules, state, tried, subject.raw_ids(rules))
    check_laws(Situation(rules, state, history=(found.deal, found.moves)))


@pytest.mark.parametrize("subject", [ZEROKEI, SOLO, READINGS], ids=["zerokei", "solo", "readings"])
@given(data=st.data())
def test_every_law_holds_in_the_corners(subject: Any, data: st.DataObject) -> None:
    corner: Corner = data.draw(corners(of=subject))
    tried = data.draw(st.lists(wrong_moves(corner.rules, corner.state), max_size=8))
    check_laws(Situation(corner.rules, corner.state, tuple(tried), raw_ids(corner.rules)))


@pytest.mark.slow
@settings(max_examples=40 if DEEP else 4)
@given(data=st.data())
@pytest.mark.parametrize("subject", SHORT.values(), ids=SHORT)
def test_every_law_holds_along_a_game(subject: Subject[Any, Any, Any, Any], data: st.DataObject) -> None:
    found = data.draw(finished(subject))
    check_game(found.rules, found.deal, found.moves)


class TestZeroKeiMachine(machine(READINGS).TestCase):  # type: ignore[misc]
    settings = settings(max_examples=20, stateful_step_count=40)


class TestNextStationMachine(machine(nextstation.VARIED).TestCase):  # type: ignore[misc]
    settings = settings(max_examples=10, stateful_step_count=40)


class TestHigherCardMachine(machine(HIGHER_CARD).TestCase):  # type: ignore[misc]
    settings = settings(max_examples=200 if DEEP else 20)


# -- each law can be broken


class Broken(HigherCard):
    """Higher Card with something wrong."""


class AllowsToo(Broken):
    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return None if move == 99 else super().why_not(state, move, by)


class RefusesLegal(Broken):
    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return super().why_not(state, move, by) or (Refusal("no", "1", "No zeros.") if move == 0 else None)


class ListsTwice(Broken):
    def legal_moves(self, state: State) -> tuple[int, ...]:
        return super().legal_moves(state) * 2


class EndsEarly(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return Outcome((0,), state.tricks, "tired", "3")


class CountsChoices(Broken):
    def totals(self, state: State) -> tuple[int, ...]:
        return tuple(count + (card is not None) for count, card in zip(state.tricks, state.chosen, strict=True))


class LetsAnybodyMove(Broken):
    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return super().why_not(state, move)


class CallsAllAlike(Broken):
    @property
    def seat_names(self) -> tuple[str, ...]:
        return ("player",) * self.seats


class NamesOneTooFew(Broken):
    @property
    def seat_names(self) -> tuple[str, ...]:
        return super().seat_names[1:]


class Staged(Broken):
    """Something is wrong with its stages."""

    def stage(self, state: State) -> Stage:
        return attrs.evolve(super().stage(state), **self.wrong(state))

    def wrong(self, state: State) -> dict[str, Any]:
        raise NotImplementedError


class OverTooSoon(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"phase": "over"}


class PhaseInWords(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"phase": "Choosing a card"}


class SpeaksInSentences(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"words": "A card is chosen."}


class GoesBack(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"round": 3 - sum(state.tricks)}


class OneRoundTooMany(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"rounds": 1}


class ShowsTheHand(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"words": f"seat 0 holds {state.hands[0]}"}


class SaysWhoIsAskedFirst(Staged):
    def wrong(self, state: State) -> dict[str, Any]:
        return {"words": f"seat {state.turn} chooses a card"}


class TellsAnother(Broken):
    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(attrs.evolve(step.state, turn=9), step.happenings)

    def follow(self, state: State, move: int) -> State:
        return super().narrate(state, move).state


class Forgets(Broken):
    def state_json(self, state: State) -> dict[str, Any]:
        return super().state_json(attrs.evolve(state, chosen=(None,) * self.seats))


class Counting(Broken):
    def follow(self, state: State, move: int) -> State:
        COUNT.append(move)
        return attrs.evolve(super().narrate(state, move).state, played=((50 + len(COUNT),),) * self.seats)

    narrate = HigherCard.narrate


COUNT: list[int] = []


class Mumbles(Broken):
    def say(self, thing: object, state: State | None = None) -> str:
        return "card"


class RefusesWordless(Broken):
    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        refusal = super().why_not(state, move, by)
        return refusal and Refusal("", "2", "")


class Applies(Broken):
    def apply(self, state: State, move: int) -> State:
        return self.follow(state, move) if move in state.held(state.turn) else state


class Peeks(Broken):
    def redeal(self, view: Any, rng: Any) -> State:  # type: ignore[misc]  # pyright: ignore[reportIncompatibleMethodOverride]
        return attrs.evolve(super().redeal(view, rng), played=((7,),) * self.seats)


class ShowsHands(Broken):
    def position(self, state: State, hidden: bool = False) -> str:
        return super().position(state, hidden=True)


class SaysTooLittle(Broken):
    def position(self, state: State, hidden: bool = False) -> str:
        return super().position(state if hidden else attrs.evolve(state, played=((),) * self.seats), hidden)


class LosesChoices(Broken):
    def read_position(self, text: str) -> State:
        return attrs.evolve(super().read_position(text), chosen=(None,) * self.seats)


class WritesNonsense(Broken):
    def entries(self, happenings: tuple[Any, ...]) -> dict[str, Any]:
        COUNT.append(0)
        return {"tricks": len(COUNT)}


class ShowsChoices(Broken):
    def state_json(self, state: State) -> dict[str, Any]:
        content: Any = super().state_json(state)
        return {**content, "table": {**content["table"], "chosen": [*state.chosen]}}

    def read_state(self, content: Any) -> State:
        table = {name: value for name, value in content["table"].items() if name != "chosen"}
        return super().read_state({**content, "table": table})


class DigestsChoices(Broken):
    def digest(self, state: State) -> str:
        return digest([*state.chosen])


class SeesChoices(Broken):
    def view(self, state: State, seat: int) -> View[State]:
        return View(seat, attrs.evolve(super().view(state, seat).state, chosen=state.chosen))


class ScoresChoices(Broken):
    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(s, (ScoreItem("bid", card or 0, "3"),)) for s, card in enumerate(state.chosen))


class FollowsSuit(Broken):
    def legal_moves(self, state: State) -> tuple[int, ...]:
        legal = super().legal_moves(state)
        return legal[:1] if any(card == 2 for card in state.chosen) else legal


class RefusesTheSameRank(Broken):
    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return Refusal("taken", "2", "That is taken.") if move in state.chosen else super().why_not(state, move, by)


class LastLeads(Broken):
    """Who chose last leads the next trick, so the order of choices matters."""

    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(attrs.evolve(step.state, turn=state.turn), step.happenings) if step.happenings else step


class ForgetsWhoChose(Broken):
    def chosen(self, state: State) -> tuple[int, ...]:
        return ()


class AllAreStillChoosing(Broken):
    def choosing(self, state: State) -> tuple[int, ...]:
        return tuple(range(self.seats)) if super().choosing(state) else ()


class KeepsWhatWasTakenBack(Broken):
    def taken_back(self, state: State, seat: int) -> State:
        return attrs.evolve(super().taken_back(state, seat), hands=state.hands[::-1])


class HidesTwice(Broken):
    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        return super().hidden(state, seat) * 2


class HidesStrangers(Broken):
    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        return tuple(attrs.evolve(each, pieces=(*each.pieces, 99)) for each in super().hidden(state, seat))


class HidesTooFew(Broken):
    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        return tuple(attrs.evolve(each, pieces=each.pieces[1:]) for each in super().hidden(state, seat))


class TellsAnotherDeal(Broken):
    def seen_deal(self, deal: Deal, state: State, seat: int) -> Deal:  # type: ignore[misc]  # pyright: ignore[reportIncompatibleMethodOverride]
        return Deal(super().seen_deal(deal, state, seat).cards[::-1])


class LooksPastTheEnd(Broken):
    """Previews that go on after the other choice is turned up."""

    def foreseen(self, view: View[State], move: int) -> Preview[State, Any]:
        step = self.narrate(view.state, move)
        return Preview(step.state, step.happenings, stops=False)


class Clairvoyant(Broken):
    """Previews that remember the true state."""

    def view(self, state: State, seat: int) -> View[State]:
        SEEN.append(state)
        return super().view(state, seat)

    def foreseen(self, view: View[State], move: int) -> Preview[State, Any]:
        return attrs.evolve(super().foreseen(view, move), state=SEEN[-1])


SEEN: list[State] = []


class ShowsTheTrick(Broken):
    """Previews that stop, but only after the cards of the others have been made up and shown."""

    def foreseen(self, view: View[State], move: int) -> Preview[State, Any]:
        return attrs.evolve(super().foreseen(view, move), state=self.narrate(view.state, move).state)


class BlamesTheLast(Broken):
    """Says that everything happens to the seat that chose last."""

    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(step.state, tuple(attrs.evolve(each, seat=state.turn) for each in step.happenings))


class ForgetsAHand(Broken):
    """Everybody is said to know the last card that was dealt."""

    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        last = ("cards", HAND * self.seats - 1)
        found = super().hidden(state, seat)
        return tuple(
            Hidden(each.places[:-1], tuple(card for card in each.pieces if card != state.hands[-1][-1]))
            if last in each.places
            else each
            for each in found
        )


class TellsInTheLedger(Broken):
    """What is chosen face down happens in the open."""

    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(step.state, step.happenings or (Revealed(state.turn, move, "2"),))


class TellsWhoWasLast(Broken):
    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(step.state, step.happenings and (*step.happenings, Won(state.turn, "2")))


class FirstComeFirstServed(Broken):
    """Of two who choose the same rank, the one who chose first takes the trick; so the order matters only for those."""

    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        tied = step.happenings and not any(isinstance(each, Won) for each in step.happenings)
        return Step(step.state, (*step.happenings, Won(1 - state.turn, "2"))) if tied else step


class WritesHands(Broken):
    """The ledger of a trick tells a card that only its owner knows."""

    def narrate(self, state: State, move: int) -> Step[State, Any]:
        step = super().narrate(state, move)
        return Step(step.state, step.happenings and (*step.happenings, Revealed(0, state.hands[0][-1], "2")))

    def entries(self, happenings: tuple[Any, ...]) -> dict[str, Any]:
        return {"cards": [x.card for x in happenings if isinstance(x, Revealed)]}


class SaysHands(Broken):
    """The sentence of a move tells everybody what its mover holds."""

    def say(self, thing: object, state: State | None = None) -> str:
        return f"{thing}." if state is None else f"{thing} of {state.hands[state.turn]}."


class ScoresHands(Broken):
    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(s, (ScoreItem("cards", hand[0], "3"),)) for s, hand in enumerate(state.hands))


class WinsTwice(Broken):
    def outcome(self, state: State) -> Outcome | None:
        return (outcome := super().outcome(state)) and attrs.evolve(outcome, winners=(0, 0))


class ReadsAnything(Broken):
    def read_move(self, content: object) -> int:
        return super().read_move(content) if content != {"nonsense": None} else 0


BREAKERS = {
    "legality": (AllowsToo, RefusesLegal),
    "listing": (ListsTwice,),
    "the-end": (EndsEarly, WinsTwice),
    "totals": (CountsChoices,),
    "turns": (LetsAnybodyMove,),
    "names": (CallsAllAlike, NamesOneTooFew),
    "stages": (
        OverTooSoon,
        PhaseInWords,
        SpeaksInSentences,
        GoesBack,
        OneRoundTooMany,
        ShowsTheHand,
        SaysWhoIsAskedFirst,
    ),
    "one-path": (TellsAnother,),
    "purity": (Counting,),
    "refusing": (RefusesWordless, Applies),
    "wire": (Forgets, ReadsAnything),
    "position": (ShowsHands, SaysTooLittle, LosesChoices),
    "records": (WritesNonsense, WritesHands),
    "secrets": (Peeks, ScoresHands, SaysHands),
    "draws": (HidesTwice, HidesStrangers, TellsAnotherDeal, ForgetsAHand),
    "previews": (LooksPastTheEnd, Clairvoyant, ShowsTheTrick),
    "blocks": (
        ShowsChoices,
        DigestsChoices,
        SeesChoices,
        ScoresChoices,
        FollowsSuit,
        RefusesTheSameRank,
        LastLeads,
        ForgetsWhoChose,
        AllAreStillChoosing,
        KeepsWhatWasTakenBack,
        TellsInTheLedger,
        TellsWhoWasLast,
        FirstComeFirstServed,
    ),
    "attribution": (BlamesTheLast,),
    "sentences": (Mumbles,),
}


def test_there_is_a_breaker_for_every_law() -> None:
    assert set(BREAKERS) == {law.id for law in LAWS}
    assert all(law.says.endswith(".") for law in LAWS)


@pytest.mark.parametrize(("law", "engine"), [(law, engine) for law, some in BREAKERS.items() for engine in some])
def test_each_law_finds_who_breaks_it(law: str, engine: type[HigherCard]) -> None:
    rules = engine(seats=2)
    deal = Deal((4, 0, 3, 5, 1, 2))  # not in order, as what a seat cannot see is in a view
    state = rules.start(deal)
    moves: list[int] = []
    complaints: list[str] = []
    only = next(each for each in LAWS if each.id == law)
    while True:
        complaints += only.complaints(Situation(rules, state, (99, None, 5, 4), history=(deal, tuple(moves))))
        legal = HigherCard.legal_moves(rules, state)
        if complaints or not legal:
            break
        moves.append(legal[0])
        state = HigherCard.narrate(rules, state, moves[-1]).state
    assert complaints


def test_a_state_that_lacks_pieces_is_said_to_do_so() -> None:
    rules = HidesTooFew(seats=2)
    state = rules.start(Deal((0, 1, 2, 3, 4, 5)))
    law = next(law for law in LAWS if law.id == "draws")
    assert [*law.complaints(Situation(rules, state))] == ["Fewer pieces than places are hidden from seat 0."]
    with pytest.raises(ArgumentError, match="3 pieces lie face down, but only 2 are left"):
        rules.view(state, 0)


def test_a_broken_law_is_told_with_its_sentence() -> None:
    rules = ListsTwice(seats=2)
    with pytest.raises(LawBroken, match=r"listing: Only 3 of 6 moves are different\. Each legal move is listed once"):
        check_position(rules, rules.start(Deal((0, 1, 2, 3, 4, 5))))


def tricks_won(rules: HigherCard, state: State) -> list[str]:
    return [f"The tricks are {state.tricks}."] if any(state.tricks) else []


class Thrifty(HigherCard):
    """Claims something that is not so."""

    def invariants(self) -> tuple[Invariant, ...]:
        return (
            Invariant(
                "no-tricks",
                "Nobody ever wins a trick.",
                ("3",),
                Scope.STATE,
                tricks_won,
            ),
        )


def test_a_games_own_invariants_are_checked_along_a_game() -> None:
    rules = Thrifty(seats=2)
    told = r"no-tricks \(3\): The tricks are \(0, 1\)\. Nobody ever wins a trick\."
    with pytest.raises(InvariantBroken, match=told):
        check_game(rules, Deal((0, 1, 2, 3, 4, 5)), [0, 4])


# -- advice


@pytest.mark.parametrize(
    ("subject", "near"),
    [(READINGS, near_misses), (nextstation.READINGS, nextstation.sections_at_hand)],
    ids=["zerokei", "nextstation"],
)
@given(data=st.data())
def test_the_nearest_legal_move_is_legal_and_a_legal_move_is_its_own(
    subject: Any, near: Any, data: st.DataObject
) -> None:
    found = data.draw(positions(subject))
    rules, state = found.rules, found.state
    legal = rules.legal_moves(state)
    move = data.draw(st.sampled_from(legal))
    assert rules.nearest(state, move) == move
    wrong = data.draw(near(rules, state))
    nearest = rules.nearest(state, wrong)
    assert nearest in legal
    if rules.why_not(state, wrong) is not None:
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, wrong)
        assert caught.value.nearest == rules.say(nearest, state)
        assert str(caught.value).endswith(f"The nearest legal move: {caught.value.nearest}")


def test_what_is_no_move_is_near_to_none() -> None:
    rules = rules_for(2)
    with pytest.raises(IllegalMove, match=r"^This is not a move: null\.$"):
        rules.apply(rules.start(rules.deal(Random(0))), None)  # type: ignore[arg-type]
