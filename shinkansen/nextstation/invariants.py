"""Invariants: what holds in every state, over every move and over every game of Next Station, each with its clauses.

They look at the table in plain JSON and at the paths of the sheet, not at the bits that the engine works with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from shinkansen.core.invariants import Invariant, Scope
from shinkansen.nextstation import second_scorer
from shinkansen.nextstation.happenings import StampCollected
from shinkansen.nextstation.sheet import CARDS, Book, Section
from shinkansen.nextstation.table import State

if TYPE_CHECKING:
    from shinkansen.core.ruleset import Step
    from shinkansen.nextstation.happenings import Happening
    from shinkansen.nextstation.moves import Move
    from shinkansen.nextstation.ruleset import NextStation


def _lines(rules: NextStation, state: State) -> Iterator[tuple[int, str, list[Section]]]:
    """Each seat's lines with their sections."""
    by_id = {section.id: section for section in rules.edition.tracks}
    table = cast("dict[str, Any]", rules.state_json(state)["table"])
    for seat, part in enumerate(table["seats"]):
        for colour, line in part["lines"].items():
            yield seat, colour, [by_id[a, b] for a, b in line]


def trees(rules: NextStation, state: State) -> Iterator[str]:
    """Every line is connected, contains its departure, and never comes back to a station."""
    for seat, colour, line in _lines(rules, state):
        reached, left = {rules.edition.departures[colour]}, [*line]
        while joins := [section for section in left if (section.a in reached) != (section.b in reached)]:
            left.remove(joins[0])
            reached |= {joins[0].a, joins[0].b}
        if left:
            yield f"Section {'-'.join(left[0].id)} of seat {seat}'s {colour} line does not join on, or closes a ring."


def crossings(rules: NextStation, state: State) -> Iterator[str]:
    """No two sections of a sheet have a point in common except at a station where both end."""
    drawn: dict[int, list[Section]] = {}
    for seat, _, line in _lines(rules, state):
        drawn.setdefault(seat, []).extend(line)
    for seat, sections in drawn.items():
        for one, two in combinations(sections, 2):
            if one.id != two.id and ({*one.path[1:-1]} & {*two.path} or {*one.path} & {*two.path[1:-1]}):
                yield f"{'-'.join(one.id)} and {'-'.join(two.id)} of seat {seat} cross."


def tracks(rules: NextStation, state: State) -> Iterator[str]:
    """Between two stations there is one track in London, and in Tokyo at most two, the loop's included; two in London
    as well if Tokyo's joker effect is used there."""
    effect = rules.special_stations and rules.letters["joker_effect_in_london"] == "a"
    most = 2 if rules.edition.book is Book.TOKYO or effect else 1
    printed = Counter(section.id for section in rules.edition.loop_sections)
    drawn = [printed + Counter[tuple[str, str]]() for _ in range(rules.seats)]
    for seat, _, line in _lines(rules, state):
        drawn[seat].update(section.id for section in line)
    for seat, counted in enumerate(drawn):
        for id, number in counted.items():
            if number > most:
                yield f"There are {number} tracks between {' and '.join(id)} on the sheet of seat {seat}."


def rounds(rules: NextStation, state: State) -> Iterator[str]:
    """A finished round has five to ten turns, and nobody has more sections in a line than the round had turns, but for
    two extensions or the second section of a power."""
    table = state.table
    for number, cards in enumerate(table.cards):
        turns = len(cards) - sum(card.endswith("-switch") for card in cards)
        over = number < table.round or not table.choosing
        if over and rules.edition.cards == CARDS and not 5 <= turns <= 10:
            yield f"Round {number + 1} had {turns} turns."
        for seat in range(rules.seats):
            plain = cast("dict[str, Any]", rules.state_json(state)["table"])
            colour = second_scorer.begun({**plain, "round": number + 1}, seat)[-1]
            drawn = len(plain["seats"][seat]["lines"][colour])
            effect = plain["specials"][number][1] if plain["specials"] else ""
            more = 2 * (effect == "extension") + (colour in plain["seats"][seat]["used"])
            waits = any(each["second"] for each in plain["seats"])  # the turn's first sections have been drawn
            if drawn > turns - (not over and not waits) + more:
                yield f"Seat {seat} has {drawn} sections of {colour} after {turns} turns."


def begun_only(rules: NextStation, state: State) -> Iterator[str]:
    """Nobody has drawn a line whose round has not come."""
    table = cast("dict[str, Any]", rules.state_json(state)["table"])
    for seat, colour, line in _lines(rules, state):
        if line and colour not in second_scorer.begun(table, seat):
            yield f"Seat {seat} has drawn {colour}, which it has not had yet."


def kept_fields(rules: NextStation, state: State) -> Iterator[str]:
    """What is kept for speed is what follows from the rest."""
    if rules.read_state(rules.state_json(state)) != state:
        yield "Ends, closed sections, colours or the card differ from what the lines and cards say."


def recounted(rules: NextStation, state: State) -> Iterator[str]:
    """The score is what a second scorer counts by hand."""
    table = cast("dict[str, Any]", rules.state_json(state)["table"])
    again = second_scorer.totals(rules.edition, table, rules.letters)
    if again != rules.totals(state):
        yield f"The totals are {rules.totals(state)}, but counted by hand they are {again}."


def growing(rules: NextStation, before: State, move: Move, step: Step[State, Happening]) -> Iterator[str]:
    """A choice brings a sheet at most one section, or two with an extension; none is lost, and sheets change only when
    all have chosen."""
    effect = before.table.specials[-1][1] if before.table.specials else ""
    for seat, (old, new) in enumerate(zip(before.table.boards, step.state.table.boards, strict=True)):
        lost = any(mask & ~after for mask, after in zip(old.lines, new.lines, strict=True))
        gained = sum((after & ~mask).bit_count() for mask, after in zip(old.lines, new.lines, strict=True))
        if lost or gained > 1 + (effect == "extension") or (gained and len(before.table.choosing) > 1):
            yield f"Seat {seat}'s sheet gains {gained} sections{' and loses some' if lost else ''}."


def modules(rules: NextStation, state: State) -> Iterator[str]:
    """Marks are stations of their line, at most two of one; powers are used once and only by who has begun the line."""
    table = cast("dict[str, Any]", rules.state_json(state)["table"])
    for seat, part in enumerate(table["seats"]):
        begun = second_scorer.begun(table, seat)
        on_line = {
            colour: {station for section in line for station in section} for colour, line in part["lines"].items()
        }
        marks = Counter(colour for colour, _ in part["marks"])
        for colour, station in part["marks"]:
            if station not in on_line[colour]:
                yield f"Seat {seat} has circled {station}, which is not on its {colour} line."
        if any(number > 2 for number in marks.values()) or (
            part["marks"] and not (table["specials"] or table["powers"])
        ):
            yield f"Seat {seat} has circled {len(part['marks'])} stations."
        if not {*part["used"]} <= {*begun} or (part["used"] and not table["powers"]):
            yield f"Seat {seat} has used powers of {', '.join(part['used'])}, having drawn {', '.join(begun)}."
    for at, name in enumerate(("symbol", "effect")):
        if len({pair[at] for pair in table["specials"]}) != len(table["specials"]):
            yield f"A {name} card has come in two rounds."


def loop_bounds(rules: NextStation, state: State) -> Iterator[str]:
    """Nothing is drawn across the loop: what joins its inside and outside runs through one of its stations."""
    ways = {point for section in rules.edition.loop_sections for point in section.path[1:-1]}
    printed = {section.id for section in rules.edition.loop_sections}
    for seat, colour, line in _lines(rules, state):
        for section in line:
            if section.id not in printed and ways & {*section.path}:
                yield f"Section {'-'.join(section.id)} of seat {seat}'s {colour} line crosses the loop."


def stamps_once(rules: NextStation, before: State, move: Move, step: Step[State, Happening]) -> Iterator[str]:
    """A stamp is collected for a new interchange in a district that had none, once."""
    for seat in range(rules.seats):
        old, new = (
            second_scorer.linked(rules.edition, _table(rules, state), seat, rules.letters)
            for state in (before, step.state)
        )
        told = [each.district for each in step.happenings if isinstance(each, StampCollected) and each.seat == seat]
        gained = [each.name for each in rules.edition.districts if each.peripheral and each.id in new - old]
        if sorted(told) != sorted(gained):
            yield f"Seat {seat} collects the stamps of {', '.join(told) or 'nothing'}, expected {', '.join(gained)}."


def _table(rules: NextStation, state: State) -> dict[str, Any]:
    return cast("dict[str, Any]", rules.state_json(state)["table"])


def cards_stay(rules: NextStation, before: State, move: Move, step: Step[State, Happening]) -> Iterator[str]:
    """Cards that are turned up stay, and new ones come from the top of the deck."""
    old, new = before.table.cards, step.state.table.cards
    for number, cards in enumerate(old):
        deck = before.hidden.decks[number]
        if (*cards, *deck)[: len(new[number])] != new[number]:
            yield f"The cards of round {number + 1} are not those that lay on top."


def four_lines(
    rules: NextStation, deal: object, steps: Iterable[tuple[State, Move, Step[State, Happening]]]
) -> Iterator[str]:
    """In four rounds everybody has had every colour once."""
    *_, (_, _, last) = steps
    table = cast("dict[str, Any]", rules.state_json(last.state)["table"])
    for seat in range(rules.seats):
        if sorted(second_scorer.begun(table, seat)) != sorted(rules.edition.colours) or table["round"] != 4:
            yield f"Seat {seat} has not had each colour once."


INVARIANTS: tuple[Invariant, ...] = (
    Invariant("lines-are-trees", "A line is connected and has no ring.", ("5.3", "5.5", "5.10"), Scope.STATE, trees),
    Invariant("no-crossing", "No two sections meet away from a station.", ("5.6", "5.7"), Scope.STATE, crossings),
    Invariant("two-tracks-at-most", "Sections are doubled at most.", ("6.5", "L.8.4"), Scope.STATE, tracks),
    Invariant("loop-bounds", "Nothing is drawn across the loop.", ("5.8",), Scope.STATE, loop_bounds),
    Invariant("turns-of-a-round", "A round has five to ten turns, one section each.", ("4.2",), Scope.STATE, rounds),
    Invariant(
        "modules-in-bounds",
        "Marks, powers, symbols and effects are used as often as they may.",
        ("11.13", "11.15", "L.14.3"),
        Scope.STATE,
        modules,
    ),
    Invariant("pencils-in-turn", "Only lines whose round has come are drawn.", ("4.1", "4.8"), Scope.STATE, begun_only),
    Invariant("kept-fields", "What is kept for speed follows from the rest.", ("5.5", "6.7"), Scope.STATE, kept_fields),
    Invariant(
        "score-recomputed",
        "A second scorer counts the same.",
        ("8.3", "L.5.1", "L.5.2", "L.11.3"),
        Scope.STATE,
        recounted,
    ),
    Invariant("one-section-a-turn", "A sheet gains at most one section a turn.", ("4.2", "4.5"), Scope.STEP, growing),
    Invariant("stamps-once", "Each stamp is collected once.", ("7.4", "7.6"), Scope.STEP, stamps_once),
    Invariant("cards-stay", "Cards are turned up from the top and stay.", ("4.4", "4.5"), Scope.STEP, cards_stay),
    Invariant("every-colour-once", "Everybody has every colour once.", ("3.1", "4.8"), Scope.GAME, four_lines),
)
"""All of them."""
