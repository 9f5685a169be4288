"""The laws of the contract: what every game here promises, whatever its rules.

Each law is a named object with a sentence; its function looks at a situation (rules, a state, moves to try) and
complains about what does not hold. They know no game: if your own engine fulfils the contract, you can check them with
`check_position` in one state, with `check_game` along a game, or with the machine of `testing.stateful`.

What several laws need is asked once and kept by the situation as the first answer. A law about answers asks again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Generic, TypeAlias, TypeVar, cast

from attrs import frozen

from shinkansen.core import invariants
from shinkansen.core.errors import IllegalMove, RecordError, Refusal, ShinkansenError, WireError
from shinkansen.core.knowledge import unknown_to
from shinkansen.core.opaque import AnyRules, Deal, Happening, Move, State
from shinkansen.core.position import is_position
from shinkansen.core.record import from_text, record, text, verify
from shinkansen.core.ruleset import OVER, DealT, HappeningT, MoveT, Ruleset, StateT, Step
from shinkansen.core.text import is_printable
from shinkansen.core.wire import canonical
from shinkansen.testing.telling import as_test, game_test, position_after, state_test

ItemT = TypeVar("ItemT")


@frozen(slots=False, eq=False)
class Situation(Generic[DealT, StateT, MoveT, HappeningT]):
    """What a law looks at, and the rules' first answers about it."""

    rules: Ruleset[DealT, StateT, MoveT, HappeningT]
    state: StateT
    tried: tuple[object, ...] = ()
    """Moves to try besides the legal ones."""
    raw_ids: Collection[str] = ()
    """Ids that no sentence may show."""
    history: tuple[DealT, tuple[MoveT, ...]] | None = None
    """The deal and the moves that led here, where known."""

    @cached_property
    def legal(self) -> tuple[MoveT, ...]:
        """The legal moves."""
        return self.rules.legal_moves(self.state)

    @cached_property
    def refusals(self) -> tuple[Refusal | None, ...]:
        """For each move tried, why it is not legal."""
        return tuple(self.rules.why_not(self.state, move) for move in self.tried)

    @cached_property
    def followed(self) -> tuple[StateT, ...]:
        """For each legal move, the next state."""
        return tuple(self.rules.follow(self.state, move) for move in self.legal)

    @cached_property
    def steps(self) -> tuple[Step[StateT, HappeningT], ...]:
        """For each legal move, the step it makes."""
        return tuple(self.rules.narrate(self.state, move) for move in self.legal)

    @cached_property
    def sent(self) -> str:
        """The state as JSON text."""
        return canonical(self.rules.state_json(self.state))

    @cached_property
    def received(self) -> StateT:
        """The state after being written as JSON and read back."""
        return self.rules.read_state(json.loads(self.sent))


AnySituation: TypeAlias = Situation[Deal, State, Move, Happening]
"""A situation of any game."""


@frozen
class ContractLaw:
    """Something every game promises."""

    id: str
    says: str
    _look: Callable[[AnySituation], Iterable[str]]

    def complaints(self, it: Situation[DealT, StateT, MoveT, HappeningT]) -> Iterable[str]:
        """A sentence for everything in a situation that breaks the law."""
        return self._look(cast("AnySituation", it))


class LawBroken(ShinkansenError):  # noqa: N818 - says what happened
    """A law of the contract does not hold: `law` is the law, `how` says what was seen."""

    def __init__(self, law: ContractLaw, how: str) -> None:
        self.law = law
        self.how = how
        super().__init__(f"{law.id}: {how} {law.says}")


def legality(it: AnySituation) -> Iterator[str]:
    """A move is allowed if and only if it is listed."""
    for move in it.legal:
        refusal = it.rules.why_not(it.state, move)
        if refusal is not None:
            yield f"{move} is listed but refused: {refusal}"
    for wish, refusal in zip(it.tried, it.refusals, strict=True):
        if (refusal is None) != (wish in it.legal):
            yield f"{wish} is {'not listed but allowed' if refusal is None else f'listed but refused: {refusal}'}."


def listing(it: AnySituation) -> Iterator[str]:
    """Each legal move is listed once, in one order."""
    if len(set(it.legal)) != len(it.legal):
        yield f"Only {len(set(it.legal))} of {len(it.legal)} moves are different."
    if it.rules.legal_moves(it.received) != it.legal:
        yield "An equal state lists different moves, or the same ones in another order."


def the_end(it: AnySituation) -> Iterator[str]:
    """A game goes on while there are legal moves, and then has an outcome."""
    rules, state = it.rules, it.state
    over = rules.to_move(state) is None
    if over != (not it.legal):
        yield f"{rules.to_move(state)} is to move and has {len(it.legal)} legal moves."
    result = rules.outcome(state)
    if over != (result is not None):
        yield f"The game is {'over without' if over else 'going on with'} an outcome."
    if result is not None:
        totals = tuple(score.total for score in rules.scores(state))
        if result.totals != totals:
            yield f"The totals are {result.totals} in the outcome but {totals} in the scores."
        best = max(totals)
        if not result.winners or any(totals[winner] != best for winner in result.winners):
            yield f"The winners are {result.winners} with the totals {totals}."
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if over and refusal is None:
            yield f"{move} is allowed after the end."


def totals(it: AnySituation) -> Iterator[str]:
    """The totals are what the scores add up to."""
    told, summed = it.rules.totals(it.state), tuple(score.total for score in it.rules.scores(it.state))
    if told != summed:
        yield f"The totals are {told}, but the items of the scores add up to {summed}."


def turns(it: AnySituation) -> Iterator[str]:
    """Only the seat whose decision it is may move."""
    seat = it.rules.to_move(it.state)
    for other in range(-1, it.rules.seats + 1):
        if it.legal and (it.rules.why_not(it.state, it.legal[0], by=other) is None) != (other == seat):
            yield f"Seat {other} {'may not' if other == seat else 'may'} make the move of seat {seat}."


def names(it: AnySituation) -> Iterator[str]:
    """Whoever decides or scores has a name of their own."""
    named, scored = it.rules.seat_names, [score.seat for score in it.rules.scores(it.state)]
    if len(named) < it.rules.seats or not all(map(_is_words, named)) or len({*named}) != len(named):
        yield f"{it.rules.seats} seats are called {', '.join(named)}."
    if scored != [*range(len(named))]:
        yield f"The seats {scored} score, but {', '.join(named)} have names."


def stages(it: AnySituation) -> Iterator[str]:
    """Anybody at the table can tell how far the game has come, and it does not go back."""
    rules, now = it.rules, it.rules.stage(it.state)
    if (now.phase == OVER) != (rules.to_move(it.state) is None):
        yield f"The phase is {now.phase!r} and {rules.to_move(it.state)} is to move."
    if re.fullmatch("[a-z]+(-[a-z]+)*", now.phase) is None:
        yield f"The phase {now.phase!r} is not a short word."
    if not _is_words(now.words) or now.words.endswith("."):
        yield f"{now.words!r} is not a part of a sentence."
    yield from (f"{now.words!r} shows the id {id}." for id in _shown(it.raw_ids, now.words))
    if now.round < 0 or (now.rounds is not None and now.round > now.rounds):
        yield f"It is round {now.round} of {now.rounds}."
    for move, then in zip(it.legal, map(rules.stage, it.followed), strict=True):
        if then.round < now.round or then.rounds != now.rounds:
            yield f"{move} leads from round {now.round} of {now.rounds} to round {then.round} of {then.rounds}."
    for seat in rules.choosing(it.state):
        if rules.stage(rules.turn_to(it.state, seat)) != now:
            yield f"Those who choose at the same time are told apart: {now.words!r}."
    for watcher in range(rules.seats):
        other = rules.stage(rules.redeal(rules.view(it.state, watcher), Random(watcher)))
        if other != now:
            yield f"It may be {now} or {other} where seat {watcher} can see no difference."


def one_path(it: AnySituation) -> Iterator[str]:
    """All ways to make a move lead to the same state."""
    for move, followed, narrated in zip(it.legal, it.followed, it.steps, strict=True):
        applied, explained = it.rules.apply(it.state, move), it.rules.explain(it.state, move)
        if applied != explained.state:
            yield f"{move} leads to another state when it is explained."
        if applied != followed or explained != narrated:
            yield f"{move} leads to another state when it is not checked."


def purity(it: AnySituation) -> Iterator[str]:
    """Asking changes nothing."""
    rules, before, legal = it.rules, it.sent, it.legal
    for move, followed in zip(legal, it.followed, strict=True):
        if rules.follow(it.state, move) != followed:
            yield f"{move} made twice leads to two different states."
    for wish, refusal in zip(it.tried, it.refusals, strict=True):
        if rules.why_not(it.state, wish) != refusal:
            yield f"{wish} tried twice gets two different answers."
    if canonical(rules.state_json(it.state)) != before or rules.legal_moves(it.state) != legal:
        yield "Asking has changed the state."


def refusing(it: AnySituation) -> Iterator[str]:
    """A refused move raises, and nothing changes."""
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if refusal is None:
            continue
        try:
            it.rules.apply(it.state, Move(move))
        except IllegalMove as caught:
            if caught.refusal != refusal:
                yield f"{move} is refused by `apply` and by `why_not` for different reasons."
        else:
            yield f"{move} is refused but made all the same."
        if not refusal.reason or not is_sentence(refusal.sentence):
            yield f"{move} is refused without a reason or sentence: {refusal!r}."


def wire(it: AnySituation) -> Iterator[str]:
    """States and moves can be written as JSON and read back."""
    rules, received = it.rules, it.received
    if received != it.state or hash(received) != hash(it.state) or rules.digest(received) != rules.digest(it.state):
        yield "The state changes when it is written as JSON and read back."
    # All in one text: writing and reading each move by itself would take longer.
    letter = json.loads(canonical([rules.move_json(move) for move in it.legal]))
    for move, content in zip(it.legal, letter, strict=True):
        if rules.read_move(content) != move:
            yield f"{move} changes when it is written as JSON and read back."


def position(it: AnySituation) -> Iterator[str]:
    """A position has one text, and nobody learns from it what is hidden."""
    rules, state = it.rules, it.state
    whole, text = rules.position(state, hidden=True), rules.position(state)
    if rules.read_position(whole) != state:
        yield f"The state changes when it is written as {whole} and read back."
    seen = rules.read_position(text)
    if rules.position(seen) != text or rules.digest(seen) != rules.digest(state):
        yield f"What lies in the open changes when it is written as {text} and read back."
    if not (is_position(text) and is_position(whole)):
        yield f"{text} or {whole} does not begin with the name of a game and a version."
    # To somebody some of these look alike, some do not; a few of the next states are enough.
    others = [rules.redeal(rules.view(state, seat), Random(seat)) for seat in range(rules.seats)]
    for other in (*others, *it.followed[:: len(it.followed) // 4 + 1]):
        if (rules.position(other) == text) != (rules.digest(other) == rules.digest(state)):
            yield f"{text} and {rules.position(other)} do not tell whether what lies in the open differs."


def records(it: AnySituation) -> Iterator[str]:
    """A game can be written as a record that verifies."""
    if it.history is not None:
        told = record(it.rules, *it.history)
        if from_text(text(told)) != told:
            yield "The record is different when it is read back."
        try:
            verify(it.rules, told)
        except RecordError as problem:
            yield f"The record does not verify: {problem}."


def secrets(it: AnySituation) -> Iterator[str]:
    """Only about what is offered now; `testing.secrets` checks that nothing leaks before the first reveal."""
    rules, seat = it.rules, it.rules.to_move(it.state)
    for watcher in range(rules.seats):
        view = rules.view(it.state, watcher)
        other = rules.redeal(view, Random(watcher))
        if rules.view(other, watcher) != view:
            yield f"A redeal of seat {watcher}'s view looks different to it."
        if watcher == seat:
            if rules.legal_moves(other) != it.legal:
                yield f"Seat {watcher} is offered different moves where it can see no difference."
            if tuple(rules.why_not(other, move) for move in it.tried) != it.refusals:
                yield f"Seat {watcher} gets a different refusal where it can see no difference."


def draws(it: AnySituation) -> Iterator[str]:
    """What is hidden are pieces of the deal, and the rest of the deal is all that a seat has seen."""
    rules, chance = it.rules, it.rules.chance
    for watcher in range(rules.seats):
        unknown = rules.hidden(it.state, watcher)
        places = [place for each in unknown for place in each.places]
        if len({*places}) != len(places):
            yield f"A place is hidden from seat {watcher} twice."
        for each in unknown:
            if len({*each.pieces}) < len(each.places):
                yield f"Fewer pieces than places are hidden from seat {watcher}."
                return
            for place in each.places if it.history is not None else ():
                if place not in chance.places or not {*each.pieces} <= {*chance.places[place].pieces}:
                    yield f"Seat {watcher} is said not to know a piece at {place} that cannot lie there."
        if it.history is not None and not rules.chosen(it.state):
            deal, moves = it.history
            state = rules.start(rules.seen_deal(deal, it.state, watcher))
            for move in moves:
                state = rules.follow(state, move)
            if rules.view(state, watcher) != rules.view(it.state, watcher):
                yield f"The game looks different to seat {watcher} with the deal as that seat has seen it."


def previews(it: AnySituation) -> Iterator[str]:
    """A preview says what a seat can know of its move, all of it, and nothing more."""
    rules, seat = it.rules, it.rules.to_move(it.state)
    if seat is None:
        return
    view = rules.view(it.state, seat)
    twin = rules.view(rules.redeal(view, Random(seat)), seat)
    before = unknown_to(rules, it.state, seat)
    for move, step in _spread(tuple(zip(it.legal, it.steps, strict=True))):
        seen, after = rules.preview(view, move), step.state
        if rules.preview(twin, move) != seen:
            yield f"The preview of {move} differs between states that look alike."
        if seen.happenings != step.happenings[: len(seen.happenings)]:
            yield f"The preview of {move} foresees something that does not happen."
        shown = {*rules.chosen(it.state)} - {*rules.chosen(after), seat}
        if seen.stops != bool(shown or before - unknown_to(rules, after, seat)):
            how = "stops, but nothing" if seen.stops else "goes on, but something"
            yield f"The preview of {move} {how} is turned up."
        elif not seen.stops and (
            seen.happenings != step.happenings or rules.view(seen.state, seat) != rules.view(after, seat)
        ):
            yield f"The preview of {move} leads to another state."


MANY = 8


def _spread(items: tuple[ItemT, ...]) -> tuple[ItemT, ...]:
    """Some of many items, the first and the last among them."""
    if len(items) <= MANY:
        return items
    return tuple(items[place * (len(items) - 1) // (MANY - 1)] for place in range(MANY))


def blocks(it: AnySituation) -> Iterator[str]:
    """Choices made at the same time show nowhere until the last, and their order does not matter."""
    rules, state = it.rules, it.state
    choosing, chosen = rules.choosing(state), rules.chosen(state)
    seat = rules.to_move(state)
    if (seat not in choosing) if seat is not None else choosing:
        yield f"{seat} is to move, but {choosing} are choosing."
    if {*choosing} & {*chosen}:
        yield f"{choosing} are still choosing, but of them {chosen} have chosen."
    elif len(choosing) > 1:
        yield from _secret(it, choosing)
        yield from _in_any_order(it, choosing)


def _secret(it: AnySituation, choosing: tuple[int, ...]) -> Iterator[str]:
    """What a seat chooses shows nowhere else while others are still choosing."""
    rules, state = it.rules, it.state
    scores = rules.scores(state)
    for seat in choosing:
        turn = rules.turn_to(state, seat)
        if rules.to_move(turn) != seat:
            yield f"{rules.to_move(turn)} is to move after the turn was given to seat {seat}."
            return
        moves = _spread(rules.legal_moves(turn))
        states = [rules.follow(turn, move) for move in moves]
        others = [other for other in range(rules.seats) if other != seat]
        for move, after in zip(moves, states, strict=True):
            if seat not in rules.chosen(after) or rules.choosing(after) != tuple(s for s in choosing if s != seat):
                yield f"After seat {seat} has chosen {move}, its choice is not said to lie face down."
                return
            back = rules.taken_back(after, seat)
            if seat not in rules.choosing(back) or rules.turn_to(back, seat) != turn:
                yield f"Seat {seat} cannot take its choice {move} back."
            if rules.scores(after) != scores:
                yield f"The scores change when seat {seat} chooses {move}, before all have chosen."
            for what, shows in SHOWING.items():
                if shows(rules, after) != shows(rules, states[0]):
                    yield f"The {what} shows that seat {seat} has chosen {move}."
            for other in others:
                if rules.view(after, other) != rules.view(states[0], other):
                    yield f"Seat {other} sees that seat {seat} has chosen {move}."
            for other in rules.choosing(after):
                then, now = rules.turn_to(after, other), rules.turn_to(state, other)
                if rules.legal_moves(then) != rules.legal_moves(now):
                    yield f"Seat {other} is offered different moves because seat {seat} has chosen {move}."
                if any(rules.why_not(then, wish) != rules.why_not(now, wish) for wish in it.tried):
                    yield f"Seat {other} gets a different refusal because seat {seat} has chosen {move}."


SHOWING: dict[str, Callable[[AnyRules, State], object]] = {
    "digest": lambda rules, state: rules.digest(state),
    "table": lambda rules, state: rules.state_json(state)["table"],
}
"""What everybody sees, besides views."""


def _in_any_order(it: AnySituation, choosing: tuple[int, ...]) -> Iterator[str]:
    """Two choices made one after the other lead to the same state in either order."""
    rules = it.rules
    offers = {seat: _spread(rules.legal_moves(rules.turn_to(it.state, seat))) for seat in choosing}
    for one, two in combinations(choosing, 2):
        for first, second in zip(offers[one], reversed(offers[two]), strict=False):
            there = _both(rules, it.state, (one, first), (two, second))
            back = _both(rules, it.state, (two, second), (one, first))
            if there != back:
                yield f"It matters whether seat {one} chooses {first} before or after seat {two} chooses {second}."


def _both(rules: AnyRules, state: State, *choices: tuple[int, Move]) -> State:
    """The state after some choices and, as long as others are choosing, with the first of them to move."""
    for seat, move in choices:
        state = rules.follow(rules.turn_to(state, seat), move)
    return rules.turn_to(state, rules.choosing(state)[0]) if rules.chosen(state) else state


def attribution(it: AnySituation) -> Iterator[str]:
    """What changes in front of a seat is said by a happening that concerns it, whoever made the move."""
    rules = it.rules
    seats = range(len(rules.scores(it.state)))
    before = [rules.part(it.state, seat) for seat in seats]
    for move, step in _spread(tuple(zip(it.legal, it.steps, strict=True))):
        concerned = {seat for happening in step.happenings for seat in rules.concerned(happening)}
        for seat in seats:
            if seat not in concerned and rules.part(step.state, seat) != before[seat]:
                yield f"{move} changes something in front of seat {seat}, but nothing is said to happen there."


def sentences(it: AnySituation) -> Iterator[str]:
    """Everything can be said in a sentence."""
    rules, state = it.rules, it.state
    said = [rules.say(move) for move in it.legal] + [rules.say(move, state) for move in it.legal]
    # Most moves cause some of the same happenings; it is enough to check each of them once.
    happenings = dict.fromkeys(happening for step in it.steps for happening in step.happenings)
    said += [rules.say(happening, state) for happening in happenings]
    said += [rules.say(refusal) for refusal in it.refusals if refusal is not None]
    for score in rules.scores(state):
        said += [rules.say(score), *(rules.say(item) for item in score.items)]
    if (result := rules.outcome(state)) is not None:
        said.append(rules.say(result))
    yield from (f"{sentence!r} is not a sentence." for sentence in said if not is_sentence(sentence))
    shown = _shown(it.raw_ids, " ".join(said))
    yield from (f"{sentence!r} shows the id {id}." for sentence in said for id in _shown(shown, sentence))


def _shown(ids: Collection[str], text: str) -> list[str]:
    """Those of some ids that appear in a text as separate words."""
    padded = f" {text} ".translate(PUNCTUATION) if ids else ""
    return [id for id in ids if f" {id} " in padded]


PUNCTUATION = str.maketrans(dict.fromkeys(".,:;()'\"!?", " "))


def _is_words(text: str) -> bool:
    """Whether a text can stand in a sentence."""
    return text == text.strip() != "" and is_printable(text)


def is_sentence(text: str) -> bool:
    """Whether a text is one line that begins and ends like a sentence."""
    return bool(text) and not text[0].islower() and "\n" not in text and text.endswith((".", ")", "?", "!"))


LAWS: tuple[ContractLaw, ...] = (
    ContractLaw("legality", "A move is allowed if and only if it is listed.", legality),
    ContractLaw("listing", "Each legal move is listed once, in an order that depends only on the state.", listing),
    ContractLaw("the-end", "A game goes on as long as there are legal moves, and then has an outcome.", the_end),
    ContractLaw("totals", "In every state, the totals are what the items of the scores add up to.", totals),
    ContractLaw("turns", "Only the seat whose decision it is may move.", turns),
    ContractLaw("names", "Whoever decides or scores has a name of their own.", names),
    ContractLaw("stages", "Anybody at the table can tell how far the game has come, and no round comes back.", stages),
    ContractLaw("one-path", "`apply`, `explain`, `follow` and `narrate` lead to the same state.", one_path),
    ContractLaw("purity", "Asking changes nothing, and the same question always gets the same answer.", purity),
    ContractLaw("refusing", "A refused move raises `IllegalMove` with that refusal, and nothing changes.", refusing),
    ContractLaw("wire", "States and moves can be written as JSON and read back, and keep their digest.", wire),
    ContractLaw("position", "A position has one line of text, which does not tell what is hidden.", position),
    ContractLaw("records", "A game can be written as a record that is read back unchanged and verifies.", records),
    ContractLaw("secrets", "What a seat may do does not depend on what it cannot see.", secrets),
    ContractLaw("draws", "What is hidden are pieces of the deal; a seat has seen the rest of it.", draws),
    ContractLaw("previews", "A preview says what a seat can know of its move: all of it and no more.", previews),
    ContractLaw("blocks", "Choices made at the same time stay secret, and their order does not matter.", blocks),
    ContractLaw("attribution", "What changes in front of a seat is said of that seat, whoever moved.", attribution),
    ContractLaw("sentences", "Everything can be said in a sentence that shows no raw id.", sentences),
)


# A failure in these is reported as a test to paste (`testing.telling`).


def check_position(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: StateT,
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """Raise `LawBroken` unless every law holds in a state, `InvariantBroken` unless every invariant of states does."""
    moves = tuple(tried)
    with as_test(lambda problem: state_test(rules, state, moves, _named(raw_ids, problem))):
        _check_laws(Situation(rules, state, moves, raw_ids))
        invariants.check_state(rules, state)


def check_laws(it: Situation[DealT, StateT, MoveT, HappeningT]) -> None:
    """Raise `LawBroken` at the first law that does not hold."""

    def written(problem: BaseException) -> str:
        ids = _named(it.raw_ids, problem)
        if it.history is not None:
            return game_test(it.rules, *it.history, it.tried, ids)
        return state_test(it.rules, it.state, it.tried, ids, only_laws=True)

    with as_test(written):
        _check_laws(it)


def _check_laws(it: Situation[DealT, StateT, MoveT, HappeningT]) -> None:
    invariants.expect_rules(it.rules)
    try:
        for law in LAWS:
            for how in law.complaints(it):
                raise LawBroken(law, how)
    except ShinkansenError:
        raise
    except Exception:
        # An engine may well crash; but if this is no state of it at all, that is what went wrong.
        invariants.expect_state(it.rules, it.state)
        raise


def _named(raw_ids: Collection[str], problem: BaseException) -> list[str]:
    """Those of the ids that a complaint is about."""
    return [id for id in raw_ids if id in str(problem)] if isinstance(problem, LawBroken) else []


def check_game(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    deal: DealT,
    moves: Iterable[MoveT],
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """Check every law and invariant along a game, and that its record can be trusted; at its end try some moves."""
    invariants.expect_rules(rules)
    made, ending, wishes = list[MoveT](), [*moves], tuple(tried)
    with as_test(lambda problem: game_test(rules, deal, made, () if ending else wishes, _named(raw_ids, problem))):
        state = rules.start(deal)
        check_position(rules, state, () if ending else wishes, raw_ids)
        while ending:
            move = ending.pop(0)
            made.append(move)
            step = rules.explain(state, move)
            invariants.check_step(rules, state, move, step)
            state = step.state
            check_position(rules, state, () if ending else wishes, raw_ids)
        _check_laws(Situation(rules, state, history=(deal, tuple(made))))
        invariants.check_game(rules, deal, made)


def check_game_again(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    deal: object,
    moves: Iterable[object],
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """`check_game` for a game that once failed, given in JSON; it ends at a move that is no longer legal, which is
    tried."""
    given = [*moves]
    found = position_after(rules, deal, given)
    refused = map(rules.read_move, given[len(found.moves) :][:1])
    check_game(rules, found.deal, found.moves, (*tried, *refused), raw_ids)


def check_state_again(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: object,
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
    only_laws: bool = False,
) -> None:
    """`check_position` for a state that once failed, given in JSON; rules that no longer accept such a state pass."""
    try:
        found = rules.read_state(state)
    except WireError:
        return
    if only_laws:
        check_laws(Situation(rules, found, tuple(tried), raw_ids))
    else:
        check_position(rules, found, tried, raw_ids)
