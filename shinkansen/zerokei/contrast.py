"""A witness in words: the game as sentences, what differs at its end under each answer, how short it can be.

The command line and the pages of the register say the same things; both get them from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from attrs import frozen

from shinkansen.core.prose import count, opening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.picture import Picture, picture
from shinkansen.zerokei.picture.inventory import inventory
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, State
from shinkansen.zerokei.witnesses import VARIED, Played, Witness

MOST: Final = 4
"""How many of the moves that only one answer allows are listed; the others are only counted."""


@frozen
class Side:
    """What holds at the end of a witness under one answer."""

    letter: str
    sentences: tuple[str, ...]
    rules: ZeroKei
    state: State
    """The table to look at."""
    before: State
    """The table it differs from."""
    caption: str
    move: Move | None = None
    """What was done between the two, if it was one move."""

    def picture(self, layout: str = "tall", only: Collection[str] = ()) -> Picture:
        """The table, or only these parts of it, with what differs pointed out."""
        return picture(
            self.rules, self.state, self.before, caption=self.caption, move=self.move, layout=layout, only=only
        )


@frozen
class Apart:
    """How the two answers of a witness differ at its end."""

    here: Side
    there: Side
    amounts: tuple[tuple[str, object, object], ...]
    """Amounts and places that differ on the two tables: what, under the one answer, under the other."""

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.here, self.there

    def beside(self) -> tuple[Picture, Picture]:
        """Both tables, to be shown side by side: only the parts in which they differ."""
        parts = self.here.picture().beside(self.there.picture())
        return self.here.picture("narrow", parts), self.there.picture("narrow", parts)


def apart(played: Played) -> Apart:
    """What differs at the end of a witness."""
    return {"legality": _legality, "effect": _effect, "score": _score, "outcome": _outcome}[played.witness.kind](played)


def _legality(played: Played) -> Apart:
    """Each side is shown after a move that only it allows, compared with the table on which both agree."""
    one, other = played.states[-1], played.others[-1]
    listed, listed_there = played.here.legal_moves(one), played.there.legal_moves(other)
    more = [move for move in listed if move not in {*listed_there}]
    more_there = [move for move in listed_there if move not in {*listed}]
    letter, letter_there = played.witness.against, played.witness.letter
    here = _allowing(played.here, one, letter, more, more_there)
    there = _allowing(played.there, other, letter_there, more_there, more)
    return Apart(here, there, ())


def _allowing(rules: ZeroKei, state: State, letter: str, more: Sequence[Move], fewer: Sequence[Move]) -> Side:
    who = opening(rules.kit.seat_names[state.table.seat])
    told = sorted(more, key=lambda move: (len(notation(move)), notation(move)))
    refused = sorted(fewer, key=lambda move: (len(notation(move)), notation(move)))
    sentences = [f"{who} may: {rules.say(move, state)}" for move in told[:MOST]]
    if len(told) > MOST:
        sentences.append(f"There are {count(len(told) - MOST, 'more move')} that the other answer does not allow.")
    if refused:
        sentences.append(f"{who} may not: {rules.say(refused[0], state)} {rules.why_not(state, refused[0])}")
    if len(refused) > 1:
        sentences.append(f"The same goes for {count(len(refused) - 1, 'other move')} that the other answer allows.")
    if not told:
        caption = f"Under {letter}: {who} may not do that; this is the table before."
        return Side(letter, tuple(sentences), rules, state, state, caption)
    caption = f"Under {letter}: {rules.say(told[0], state)}"
    return Side(letter, tuple(sentences), rules, rules.apply(state, told[0]), state, caption, told[0])


def _effect(played: Played) -> Apart:
    """Each side is shown after the last move, compared with the other."""
    move = played.moves[-1]
    one, other = played.states[-1], played.others[-1]
    said_here = _happened(played.here, played.states[-2], move)
    said_there = _happened(played.there, played.others[-2], move)
    letter, letter_there = played.witness.against, played.witness.letter
    only, only_there = Counter(said_here) - Counter(said_there), Counter(said_there) - Counter(said_here)
    here = Side(letter, _or_nothing(only), played.here, one, other, f"Under {letter}, after the last move.")
    there = Side(
        letter_there, _or_nothing(only_there), played.there, other, one, f"Under {letter_there}, after the last move."
    )
    return Apart(here, there, tuple(_amounts(played)))


def _happened(rules: ZeroKei, state: State, move: Move) -> list[str]:
    return [rules.say(happening, state) for happening in rules.narrate(state, move).happenings]


def _or_nothing(sentences: Counter[str]) -> tuple[str, ...]:
    return tuple(sentences.elements()) or ("Nothing like that happens.",)


WORDS: Final = {
    "vp": "victory points",
    "yen": "yen",
    "tracks": "tracks",
    "cauldrons": "cauldrons",
    "counter": "counter",
}


DECIDES: Final = {
    Phase.ENGINE: "chooses an engine",
    Phase.BUY: "buys a carriage",
    Phase.PLACE: "places the turn order token",
    Phase.ACT: "acts",
    Phase.END: "decides at the end of the round",
}


def _decision(rules: ZeroKei, state: State) -> str:
    table = state.table
    if table.phase is Phase.OVER:
        return "the game is over"
    return f"{rules.kit.seat_names[table.seat]} {DECIDES[table.phase]}"


def _amounts(played: Played) -> Iterator[tuple[str, object, object]]:
    decisions = _decision(played.here, played.states[-1]), _decision(played.there, played.others[-1])
    if decisions[0] != decisions[1]:
        yield "what comes next", *decisions
    one, other = (inventory(played.here.kit, states[-1].table) for states in (played.states, played.others))
    for name in one:
        kind, *parts = name.split(":")
        if kind in WORDS and one[name] != other.get(name):
            where = f" at venue {parts[1]}" if len(parts) > 1 else ""
            whose = f"the {parts[0]} counter's space" if kind == "counter" else f"{parts[0]}'s {WORDS[kind]}{where}"
            yield whose, one[name], other.get(name)


def _score(played: Played) -> Apart:
    """The table is the same; lines of the scores differ."""
    sides = [
        _counting(rules, state, letter, others, other)
        for rules, state, letter, others, other in (
            (played.here, played.states[-1], played.witness.against, played.there, played.others[-1]),
            (played.there, played.others[-1], played.witness.letter, played.here, played.states[-1]),
        )
    ]
    totals = zip(played.here.scores(played.states[-1]), played.there.scores(played.others[-1]), strict=True)
    names = played.here.kit.seat_names
    amounts = [(f"{names[one.seat]}'s total", one.total, two.total) for one, two in totals if one.total != two.total]
    return Apart(sides[0], sides[1], tuple(amounts))


def _counting(rules: ZeroKei, state: State, letter: str, others: ZeroKei, other: State) -> Side:
    sentences: list[str] = []
    for score, their in zip(rules.scores(state), others.scores(other), strict=True):
        more = [item for item in score.items if item not in their.items]
        name = opening(rules.kit.seat_names[score.seat])
        sentences += [f"{name} scores: {rules.say(item)}" for item in more]
    outcome, theirs = rules.outcome(state), others.outcome(other)
    if outcome is not None and theirs is not None and outcome.winners != theirs.winners:
        sentences.append(rules.say(outcome))
    return Side(letter, tuple(sentences) or ("Nothing is scored for this.",), rules, state, state, f"Under {letter}.")


def _outcome(played: Played) -> Apart:
    """The scores are the same; the winner differs."""
    here, there = (
        Side(letter, (rules.say(rules.outcome(state)),), rules, state, state, f"Under {letter}.")
        for rules, state, letter in (
            (played.here, played.states[-1], played.witness.against),
            (played.there, played.others[-1], played.witness.letter),
        )
    )
    return Apart(here, there, ())


# -- The game -------------------------------------------------------------------------------------------------------

KINDS: Final = {
    "legality": "Now different moves are legal",
    "effect": "The last move has different effects",
    "score": "The game is over and is scored differently",
    "outcome": "The game is over; the scores are the same, but not the winner",
}
"""What the end of a witness shows, by its kind."""


def setting(witness: Witness) -> str:
    """What is played, in one sentence."""
    seats = "Alone against Hideo" if witness.seats == 1 else f"{witness.seats} players"
    return f"{seats}, {count(len(witness.moves), 'move')}; {VARIED[witness.edition]}."


def dealt(played: Played) -> Iterator[str]:
    """What the game begins with, a sentence each."""
    rules, deal = played.here, played.deal
    kit = rules.kit
    names = [kit.seat_names[seat] for seat in deal.turn_order]
    yield f"Turn order: {', '.join(names)}. Counters from the bottom: {', '.join(deal.counters)}."
    cities = {city.id: city.name for city in kit.edition.cities}
    yield f"Venues: {', '.join(cities[city] for city in deal.venues)}. Events: {', '.join(deal.events)}."
    yield f"{'You start' if kit.solo else 'Everybody starts'} with {played.states[0].table.seats[0].yen} yen."


def said(played: Played) -> Iterator[str]:
    """The moves, a sentence each."""
    for state, move in zip(played.states, played.moves, strict=False):
        yield f"{opening(played.here.kit.seat_names[state.table.seat])}: {played.here.say(move, state)}"


def how_short(witness: Witness) -> Iterator[str]:
    """What is known about how short such a game can be, a sentence each."""
    who = "alone" if witness.seats == 1 else "with two to four players"
    if witness.shortest:
        yield f"No shorter game can show it {who}: the rule cannot matter before {count(witness.floor, 'move')}."
    else:
        yield (
            f"This is the shortest game found {who}, among {witness.searched:,} games of a local search; "
            f"it takes at least {count(witness.floor, 'move')}, because the rule cannot matter before."
        )
    if witness.proof is not None:
        proof = witness.proof
        yield (
            f"In the small world {proof.world!r} a shortest game has {count(proof.moves, 'move')} ({proof.kind}), "
            f"proved by comparing {proof.pairs:,} pairs of states, including all that shorter games reach."
        )
    else:
        yield "No small world shows the difference."
