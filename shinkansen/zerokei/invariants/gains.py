"""What a step brings: actions, works, spaces of the tile, unused actions, cauldrons, and effects of events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Effect
from shinkansen.zerokei.invariants.declaring import Complaints, Played, differs, happened, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.second_scorer import city_value, printed, train
from shinkansen.zerokei.table import COLOURS, NOBODY, TAIL, State

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


def _until(step: Played, *kinds: type[Any]) -> list[h.Happening]:
    """What happened before the first of some kinds."""
    found: list[h.Happening] = []
    for happening in step.happenings:
        if isinstance(happening, kinds):
            break
        found.append(happening)
    return found


def _gained(told: Iterable[h.Happening], seat: int) -> tuple[int, int]:
    """The yen and victory points a seat receives."""
    yen = sum(x.yen for x in told if isinstance(x, h.Paid) and x.payee == seat)
    return yen, sum(x.vp for x in told if isinstance(x, h.Scored) and x.seat == seat)


@holds(
    Scope.STEP,
    "An action gives what is printed for it, plus what its user's abilities add.",
    "7.8", "7.9.4", "7.11.4", "7.13.4", "7.16.3", "7.16.4", "8.1.1", "8.3", "8.6", "9.18",
)  # fmt: skip
def gains_of_an_action(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    table, figures = before.table, rules.edition.figures
    if not isinstance(move, m.CARD_USES):
        return
    gifts = known(rules).gifts(table.seats[table.seat])
    yen = vp = 0
    match move:
        case m.Income(card, _):
            yen = figures.rich_tail_yen if card == TAIL and Ability.RICH_TAIL in gifts else figures.income_yen
        case m.GetYen():
            yen = figures.get_yen
        case m.Prepare(_, city):
            vp = next(c.ground_vp for c in rules.edition.cities if c.id == city)
        case m.Lay(_, _, letter, _):
            vp = next(space.vp for space in rules.edition.track_spaces if space.letter == letter)
        case m.Build(_, _, colour):
            vp = rules.edition.board.station_rows[table.station_colours.count(COLOURS.index(colour))]
            vp += figures.cheap_build_vp if Ability.CHEAP_BUILD in gifts else 0
        case m.Participate(_, venue, times):
            space = rules.edition.venues[venue - 1]
            yen, vp = space.yen * times, space.vp * times
            if times not in range(3 if Ability.TWICE_AT_VENUE in gifts else 2):
                yield f"Seat {table.seat} has the effect of venue {venue} {times} times."
        case _:
            pass
    own = _until(step, h.EffectApplied, h.RoundBegan, h.GameEnded)
    yield from differs(f"Yen and victory points of {move}", _gained(own, table.seat), (yen, vp))


@holds(
    Scope.STEP,
    "Preparing ground, laying track and building score what is printed; stations are taken from the top row down.",
    "7.9.4", "7.11.4", "7.13.2", "7.13.4", "8.2", "8.4.1", "9.11.1", "12.7.4",
)  # fmt: skip
def works_score_what_is_printed(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    table = before.table
    taken = Counter(COLOURS[colour] for colour in table.station_colours if colour >= 0)
    ground = {city.id: city.ground_vp for city in rules.edition.cities}
    space = {space.letter: space.vp for space in rules.edition.track_spaces}
    rows = rules.edition.board.station_rows
    for place, told in enumerate(step.happenings):
        match told:
            case h.GroundPrepared(seat, city, _):
                vp = ground[city]
            case h.TrackLaid(seat, city, _, _):
                letter = known(rules).event(table).letter
                if isinstance(move, m.Lay) and seat == table.seat and move.space != letter:
                    if Ability.ANY_TRACK_SPACE not in known(rules).gifts(table.seats[seat]):
                        yield f"Seat {seat} pays at {move.space} with the marker on {letter}."
                    letter = move.space
                vp = space[letter]
            case h.StationBuilt(seat, city, colour, _):
                if taken[colour] >= len(rows):
                    yield f"No {colour} station is left for {city}."
                    continue
                vp = rows[taken[colour]]
                taken[colour] += 1
            case _:
                continue
        following = step.happenings[place + 1] if place + 1 < len(step.happenings) else None
        # Where the row shows 0 nothing is scored for it, and what follows may be for the ability to build cheaply.
        its = isinstance(following, h.Scored) and following.seat == seat and following.clause != "8.1.1"
        found = following.vp if isinstance(following, h.Scored) and its else 0
        if found != vp and (vp or found):
            yield f"Seat {seat} scores {found} for {type(told).__name__} at {city}, expected {vp}."


@holds(
    Scope.STEP,
    "A turn order token gives what its space shows, twice for a player with that ability.",
    "6.B.2", "6.B.3", "6.B.4", "6.B.5", "6.B.6", "8.7", "8.7.1",
)  # fmt: skip
def reward_of_a_space(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    if not isinstance(move, m.Place):
        return
    mover = before.table.seat
    reward = known(rules).spaces[move.space - 1]
    twice = Ability.TWICE_TURN_ORDER in known(rules).gifts(before.table.seats[mover])
    times = 2 if twice else 1
    steps = reward.advance * (times if known(rules).letter("twice_on_space_one") == "a" else 1)
    yen = sum(paid.yen for paid in happened(step, h.Paid) if paid.payee == mover)
    vp = sum(entry.vp for entry in happened(step, h.Scored) if entry.seat == mover)
    moved = [told.colour for told in happened(step, h.CounterAdvanced, h.CounterStuck)]
    expected = (reward.yen * times, reward.vp * times, min(steps, len(COLOURS)))
    yield from differs(f"Yen, victory points and steps of space {move.space}", (yen, vp, len({*moved})), expected)


@holds(
    Scope.STEP,
    "Only finishing pays for unused actions, and it pays for each of them.",
    "7.2", "7.2.1", "7.2.2",
)  # fmt: skip
def unused_actions(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    finished = [(told.seat, told.unused) for told in happened(step, h.TurnFinished)]
    table = before.table
    yield from differs(
        "Turns finished early", finished, [(table.seat, table.actions)] if isinstance(move, m.Finish) else []
    )
    if isinstance(move, m.Finish):
        yen = table.actions * rules.edition.figures.unused_action_yen
        # Anything after the start of the next turn, the effect or the next round is paid for something else.
        own = _until(step, h.Joined, h.EffectApplied, h.RoundBegan, h.GameEnded)
        yield from differs(f"Yen for {table.actions} unused actions", _gained(own, table.seat)[0], yen)


@holds(
    Scope.STEP,
    "When a round begins, each cauldron at a venue gives its owner yen, or victory points if it is Hideo's.",
    "4.C", "12.2.4",
)  # fmt: skip
def income_of_cauldrons(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    kinds = [type(happening) for happening in step.happenings]
    if h.RoundBegan not in kinds or h.RowLaid not in kinds:
        return
    between = step.happenings[kinds.index(h.RoundBegan) : kinds.index(h.RowLaid)]
    got: Counter[int] = Counter()
    for told in between:
        if isinstance(told, h.Paid):
            got[told.payee] += told.yen
        elif isinstance(told, h.Scored):
            got[told.seat] += told.vp
    for number in range(known(rules).at_table):
        burning = sum(counts[number] for counts in step.state.table.cauldrons)
        yield from differs(
            f"Income of seat {number} with {burning} cauldrons",
            got[number],
            burning * rules.edition.figures.cauldron_income,
        )


@holds(
    Scope.STEP,
    "At the end of a round the event pays as it says: to all, by the order of the markers and by turn order, for "
    "victory points given up, or for the cards with a city.",
    "9.2", "9.3", "9.6", "9.6.1", "9.14", "9.14.1", "12.8",
)  # fmt: skip
def effects_as_printed(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    table, figures = before.table, rules.edition.figures
    mover = table.seat
    early = _until(step, h.EffectApplied)
    effect = known(rules).event(table).effect
    if len(early) < len(step.happenings) and effect in (Effect.YEN_FOR_ALL, Effect.YEN_BY_RANK):
        placed = {told.space: told.seat for told in early if isinstance(told, h.Placed)}
        tile = [placed.get(space, seat) for space, seat in enumerate(table.tile, start=1)]
        marker = [seat.vp + _gained(early, number)[1] for number, seat in enumerate(table.seats)]
        by_row = known(rules).letter("yen_by_rank") == "b"
        taking_part = known(rules).turns(table) if by_row else [seat for seat in tile if seat != NOBODY]
        if known(rules).letter("hideo_rank") == "b":
            taking_part = known(rules).people(taking_part)
        ranking = sorted(taking_part, key=lambda seat: (-marker[seat], taking_part.index(seat)))
        due = dict(zip(ranking, figures.yen_by_rank, strict=False))
        late = _until(step, h.RoundBegan, h.GameEnded)[len(early) :]
        for seat in range(known(rules).at_table):
            yen = figures.yen_for_all if effect is Effect.YEN_FOR_ALL else due.get(seat, 0)
            expected = (0, 0) if known(rules).is_hideo(seat) else (yen, 0)
            yield from differs(f"Yen and victory points of seat {seat} by {effect}", _gained(late, seat), expected)
    own = _gained(_until(step, h.RoundBegan, h.GameEnded), mover)
    if isinstance(move, m.LoseVp):
        yield from differs("For victory points given up", own, (figures.lose_vp_yen, -figures.lose_vp_vp))
    elif isinstance(move, m.ScoreCity):
        plain = cast("dict[str, Any]", rules.state_json(before)["table"])
        edition = known(rules).plain
        cards = train(plain["seats"][mover], printed(edition), known(rules).letters)
        vp = sum(card.count(move.city) for card in cards) * city_value(plain, edition, move.city)
        if known(rules).letter("score_below_zero") == "b":
            vp = max(vp, min(0, -table.seats[mover].vp))
        yield from differs(f"Scored for {move.city}", own, (0, vp))
    elif isinstance(move, m.Decline):
        yield from differs("Gained by declining", own, (0, 0))
