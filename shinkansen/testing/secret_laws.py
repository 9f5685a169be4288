"""The laws of the contract about what a seat may know: hidden pieces, previews, and choices made at the same time.

They are among the `LAWS` of `testing.laws`. Most compare a state with another that looks the same to somebody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import TypeAlias

from shinkansen.core.knowledge import Preview, View, unknown_to
from shinkansen.core.opaque import AnyRules, Deal, Happening, Move, State
from shinkansen.testing.situation import AnySituation, spread

AnyPreview: TypeAlias = Preview[State, Happening]
"""A preview of any game."""


def secrets(it: AnySituation) -> Iterator[str]:
    """What a seat is told does not depend on what it cannot see; `testing.secrets` follows two games side by side."""
    rules, seat = it.rules, it.rules.to_move(it.state)
    for watcher in range(rules.seats):
        view = rules.view(it.state, watcher)
        other = rules.redeal(view, Random(watcher))
        if rules.view(other, watcher) != view:
            yield f"A redeal of seat {watcher}'s view looks different to it."
        for what, asked in _OPEN.items():
            if asked(rules, other) != asked(rules, it.state):
                yield f"The {what} differs where seat {watcher} can see no difference."
        if watcher == seat:
            if rules.legal_moves(other) != it.legal:
                yield f"Seat {watcher} is offered different moves where it can see no difference."
            if tuple(rules.why_not(other, move) for move in it.tried) != it.refusals:
                yield f"Seat {watcher} gets a different refusal where it can see no difference."
        yield from _told(it, other, watcher)


def _told(it: AnySituation, other: State, watcher: int) -> Iterator[str]:
    """Neither the sentence of a move nor what happens tells a seat more than it sees afterwards."""
    rules, possible = it.rules, {*it.rules.legal_moves(other)}
    for move, step in spread(tuple(zip(it.legal, it.steps, strict=True))):
        if move not in possible:
            continue  # another seat's secret: the watcher does not see what it may do
        if rules.say(move, other) != rules.say(move, it.state):
            yield f"{move} is described differently where seat {watcher} can see no difference."
        there = rules.narrate(other, move)
        # What was chosen face down may be revealed and forgotten in the same step.
        if rules.chosen(it.state) or there.happenings == step.happenings:
            continue
        if rules.view(there.state, watcher) == rules.view(step.state, watcher):
            yield f"What happens at {move} tells seat {watcher} more than it then sees."


_OPEN: dict[str, Callable[[AnyRules, State], object]] = {
    "seat to move": lambda rules, state: rules.to_move(state),
    "score": lambda rules, state: rules.scores(state),
    "outcome": lambda rules, state: rules.outcome(state),
}
"""What everybody at the table can tell."""


def draws(it: AnySituation) -> Iterator[str]:
    """What is hidden are pieces of the deal, and what is not has been shown."""
    rules = it.rules
    for watcher in range(rules.seats):
        complaints = [*_hidden_pieces(it, watcher)]
        yield from complaints
        if complaints:
            return
        before = unknown_to(rules, it.state, watcher)
        for move, after in spread(tuple(zip(it.legal, it.followed, strict=True))):
            if not unknown_to(rules, after, watcher) <= before:
                yield f"Seat {watcher} forgets something that it knew before {move}."
        if it.history is not None and not rules.chosen(it.state):
            yield from _with_the_deal_as_seen(it, watcher, *it.history)
    if it.history is not None:
        yield from _never_shown(it, *it.history)


def _hidden_pieces(it: AnySituation, watcher: int) -> Iterator[str]:
    """What is hidden from a seat are pieces that may lie there, all from one pile at a time."""
    unknown, known = it.rules.hidden(it.state, watcher), it.rules.chance.places
    places = [place for each in unknown for place in each.places]
    if len({*places}) != len(places):
        yield f"A place is hidden from seat {watcher} twice."
    if any(len({*each.pieces}) < len(each.places) for each in unknown):
        yield f"Fewer pieces than places are hidden from seat {watcher}."
    if it.history is None:
        return  # a state that was laid out by hand may have other pieces
    piles = [{known[place].name for place in each.places if place in known} for each in unknown if each.places]
    if any(len(names) != 1 for names in piles) or len({*map(min, piles)}) != len(piles):
        yield f"What is hidden from seat {watcher} is not told pile by pile."
    for each in unknown:
        for place in each.places:
            if place not in known or not {*each.pieces} <= {*known[place].pieces}:
                yield f"Seat {watcher} is said not to know a piece at {place} that cannot lie there."


def _with_the_deal_as_seen(it: AnySituation, watcher: int, deal: Deal, moves: tuple[Move, ...]) -> Iterator[str]:
    """The game can be played with the deal as a seat has seen it, and looks the same to that seat."""
    rules = it.rules
    try:
        state = rules.start(rules.seen_deal(deal, it.state, watcher))
        for move in moves:
            state = rules.follow(state, move)
        alike = rules.view(state, watcher) == rules.view(it.state, watcher)
    except Exception as problem:  # anything may happen to an engine that follows a game that was not played
        how = f"{type(problem).__name__}, {problem}"
        yield f"The game cannot be played with the deal as seat {watcher} has seen it: {how}."
        return
    if not alike:
        yield f"The game looks different to seat {watcher} with the deal as that seat has seen it."


def _never_shown(it: AnySituation, deal: Deal, moves: tuple[Move, ...]) -> Iterator[str]:
    """A piece that everybody knows has shown: with one that somebody does not know in its place, something in the open
    was different."""
    rules, places = it.rules, it.rules.chance.places
    secret = {place for seat in range(rules.seats) for place in unknown_to(rules, it.state, seat)}
    pieces = rules.chance.pieces(deal)
    shown = _in_the_open(rules, deal, moves)
    for place in spread(tuple(each for each in places if each not in secret)):
        of_pile = [each for each in places if places[each] is places[place]]
        left = [piece for piece in places[place].pieces if piece not in {pieces[each] for each in of_pile}]
        swaps = [{place: pieces[other], other: pieces[place]} for other in of_pile if other in secret]
        others = [
            rules.dealt(rules.chance.changed(deal, each)) for each in spread((*swaps, *({place: x} for x in left)))
        ]
        if others and all(_in_the_open(rules, other, moves) == shown for other in others):
            yield f"Everybody is said to know the piece at {place}, but nothing ever showed it."


def _in_the_open(rules: AnyRules, deal: Deal, moves: tuple[Move, ...]) -> list[str]:
    """A fingerprint of what lies in the open after each move, as long as the moves are legal."""
    state = rules.start(deal)
    shown = [rules.digest(state)]
    for move in moves:
        if rules.why_not(state, move) is not None:
            break
        state = rules.follow(state, move)
        shown.append(rules.digest(state))
    return shown


def previews(it: AnySituation) -> Iterator[str]:
    """A preview says what a seat can know of its move, all of it, and nothing more."""
    rules, seat = it.rules, it.rules.to_move(it.state)
    if seat is None:
        return
    view = rules.view(it.state, seat)
    tried = spread(tuple(zip(it.legal, it.steps, strict=True)))
    # All of them before anything else is looked at: rules that remember the true state would forget it otherwise.
    foreseen = [rules.preview(view, move) for move, _ in tried]
    made_up = rules.redeal(view, Random(seat))
    twin = rules.view(made_up, seat)
    before = unknown_to(rules, it.state, seat)
    together = len({*rules.choosing(it.state), *rules.chosen(it.state)}) > 1
    for (move, step), seen in zip(tried, foreseen, strict=True):
        after = step.state
        if rules.preview(twin, move) != seen:
            yield f"The preview of {move} differs between states that look alike."
        if not _alike(rules, rules.preview(View(seat, made_up), move), seen, seat):
            yield f"The preview of {move} shows what is made up in the view."
        if seen.stops and before - unknown_to(rules, seen.state, seat):
            yield f"The preview of {move} stops, but shows what is only turned up afterwards."
        if seen.stops and together:
            continue  # what it comes to depends on the others, so it may show its own effects and stop
        if seen.happenings != step.happenings[: len(seen.happenings)]:
            yield f"The preview of {move} foresees something that does not happen."
        revealed = {*rules.chosen(it.state)} - {*rules.chosen(after), seat} or before - unknown_to(rules, after, seat)
        if seen.stops != bool(revealed):
            how = "stops, but nothing" if seen.stops else "goes on, but something"
            yield f"The preview of {move} {how} is turned up."
        elif not seen.stops and (
            seen.happenings != step.happenings or rules.view(seen.state, seat) != rules.view(after, seat)
        ):
            yield f"The preview of {move} leads to another state."


def _alike(rules: AnyRules, one: AnyPreview, other: AnyPreview, seat: int) -> bool:
    """Whether two previews tell a seat the same; what lies face down in their states does not count."""
    same = one.happenings == other.happenings and one.stops == other.stops
    return same and rules.view(one.state, seat) == rules.view(other.state, seat)


def blocks(it: AnySituation) -> Iterator[str]:
    """Choices made at the same time show nowhere until the last, and their order does not matter."""
    rules, state = it.rules, it.state
    choosing, chosen = rules.choosing(state), rules.chosen(state)
    seat = rules.to_move(state)
    if (seat not in choosing) if seat is not None else choosing:
        yield f"{seat} is to move, but {choosing} are choosing."
    if {*choosing} & {*chosen}:
        yield f"{choosing} are still choosing and {chosen} have chosen; no seat can do both."
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
        moves = spread(rules.legal_moves(turn))
        steps = [rules.narrate(turn, move) for move in moves]
        states = [step.state for step in steps]
        others = [other for other in range(rules.seats) if other != seat]
        for move, step in zip(moves, steps, strict=True):
            after = step.state
            if seat not in rules.chosen(after) or rules.choosing(after) != tuple(s for s in choosing if s != seat):
                yield f"After seat {seat} has chosen {move}, its choice is not said to lie face down."
                return
            back = rules.taken_back(after, seat)
            if seat not in rules.choosing(back) or rules.turn_to(back, seat) != turn:
                yield f"Seat {seat} cannot take its choice {move} back."
            if rules.scores(after) != scores:
                yield f"The scores change when seat {seat} chooses {move}, before all have chosen."
            if step.happenings != steps[0].happenings:
                yield f"What happens tells that seat {seat} has chosen {move}."
            for what, shows in _SHOWING.items():
                if shows(rules, after) != shows(rules, states[0]):
                    yield f"The {what} shows that seat {seat} has chosen {move}."
            for other in others:
                if rules.view(after, other) != rules.view(states[0], other):
                    yield f"Seat {other} sees that seat {seat} has chosen {move}."
            for other in rules.choosing(after):
                then, now = rules.turn_to(after, other), rules.turn_to(state, other)
                offered = rules.legal_moves(now)
                if rules.legal_moves(then) != offered:
                    yield f"Seat {other} is offered different moves because seat {seat} has chosen {move}."
                if any(rules.why_not(then, wish) != rules.why_not(now, wish) for wish in (*it.tried, *offered)):
                    yield f"Seat {other} gets a different refusal because seat {seat} has chosen {move}."
                if any(rules.say(wish, then) != rules.say(wish, now) for wish in spread(offered)):
                    yield f"A move of seat {other} is described differently because seat {seat} has chosen {move}."


_SHOWING: dict[str, Callable[[AnyRules, State], object]] = {
    "digest": lambda rules, state: rules.digest(state),
    "table": lambda rules, state: rules.state_json(state)["table"],
    "part of a seat": lambda rules, state: [rules.part(state, seat) for seat in range(rules.seats)],
    "position": lambda rules, state: rules.position(state),
    "stage": lambda rules, state: rules.stage(state),
    "sum of the points": lambda rules, state: rules.totals(state),
    "outcome": lambda rules, state: rules.outcome(state),
}
"""What everybody sees, besides views."""


def _in_any_order(it: AnySituation, choosing: tuple[int, ...]) -> Iterator[str]:
    """Two choices made one after the other lead to the same state in either order."""
    rules = it.rules
    offers = {seat: spread(rules.legal_moves(rules.turn_to(it.state, seat))) for seat in choosing}
    for one, two in combinations(choosing, 2):
        pairs = (*zip(offers[one], reversed(offers[two]), strict=False), *zip(offers[one], offers[two], strict=False))
        for first, second in pairs:
            there, said = _both(rules, it.state, (one, first), (two, second))
            back, said_back = _both(rules, it.state, (two, second), (one, first))
            if there != back or said != said_back:
                what = "The next state" if there != back else "What happens"
                order = f"seat {one} chooses {first} before or after seat {two} chooses {second}"
                yield f"{what} depends on whether {order}."


def _both(rules: AnyRules, state: State, *choices: tuple[int, Move]) -> tuple[State, object]:
    """The state after some choices and what happened at the last, if that closes the block; or else with the first of
    those who are still choosing to move."""
    happened: tuple[Happening, ...] = ()
    for seat, move in choices:
        step = rules.narrate(rules.turn_to(state, seat), move)
        state, happened = step.state, step.happenings
    if rules.chosen(state):
        return rules.turn_to(state, rules.choosing(state)[0]), None
    return state, happened


def attribution(it: AnySituation) -> Iterator[str]:
    """What changes in front of a seat is said by a happening that concerns it, whoever made the move."""
    rules = it.rules
    seats = range(len(rules.scores(it.state)))
    before = [rules.part(it.state, seat) for seat in seats]
    for move, step in spread(tuple(zip(it.legal, it.steps, strict=True))):
        concerned = {seat for happening in step.happenings for seat in rules.concerned(happening)}
        for seat in seats:
            if seat not in concerned and rules.part(step.state, seat) != before[seat]:
                yield f"{move} changes something in front of seat {seat}, but nothing is said to happen there."
