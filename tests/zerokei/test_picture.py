"""Pictures: everything on a table is drawn once, nothing overlaps or is cut off, and what changed is pointed out.

What holds for the pictures of any game is in `tests/paper/test_pictures.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.provenance import SourceKind
from shinkansen.core.record import read, replay
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import CellKind, Source, TableSource
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import FIELDS, Move
from shinkansen.zerokei.picture import LAYOUTS, Picture, changes, picture, show
from shinkansen.zerokei.picture.theme import DARK, LIGHT
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOURS, EVENT, FACE_DOWN, TAIL, Phase, State
from shinkansen.zerokei.testing.corners import corner
from shinkansen.zerokei.testing.small_worlds import worlds
from shinkansen.zerokei.testing.strategies import (
    SOLO,
    VARIED,
    ZEROKEI,
    corners,
    positions,
    rules_for,
)
from shinkansen.zerokei.testing.tables import GOLD, YELLOW, turn
from tests.build.make_corpus import game
from tests.paper.reading import SVG, contrast, marked, misplaced, pieces, tree, words

HERE = Path(__file__).parents[1]

some = settings(max_examples=40)


def bent(seats: int, seed: int) -> tuple[ZeroKei, State]:
    """A table that play seldom reaches."""
    rules = rules_for(seats)
    return rules, corner(rules, Random(seed))


tables = st.builds(bent, st.sampled_from([1, 2, 3, 4]), st.integers(0, 2**16)) | st.one_of(
    positions(over=True),
    positions(over=True, of=SOLO),
    positions(60, over=True, of=VARIED),
    corners(ZEROKEI),
    corners(SOLO),
).map(lambda found: (found.rules, found.state))
"""Rulesets and states of all kinds."""
layouts = st.sampled_from([*LAYOUTS])


# -- Every piece, once ----------------------------------------------------------------------------------------------


@some
@given(tables, layouts)
def test_every_piece_of_the_game_is_drawn_once(found: tuple[ZeroKei, State], layout: str) -> None:
    """Counted from what is in the box, not from how pictures are made; Hideo has no tail (12.1.5), no yen (12.2.5)."""
    rules, state = found
    kit, table = rules.kit, state.table
    names = pieces(picture(rules, state, layout=layout))
    times = Counter(name for name, _ in names)
    assert [name for name, number in times.items() if number > 1] == []
    kinds = Counter(name.partition(":")[0] for name in times)
    cities, seats = len(kit.city_ids), kit.seats
    down = sum(
        token == FACE_DOWN and cell.kind is not CellKind.CLOSED
        for cell, token in zip(kit.edition.hideo.cells, table.board, strict=False)
    )
    choosing = not all(seat.engine for seat in table.seats)
    over = table.phase is Phase.OVER
    expected = {
        **dict.fromkeys(("city", "ground", "track"), cities),
        "station": len(COLOURS) * len(kit.edition.board.station_rows),
        "counter": len(COLOURS),
        "track-counter": 1,
        "event": kit.rounds,
        "venue": len(kit.edition.venues),
        "space": len(kit.rewards),
        "carriage": len(kit.carriages) - len(state.deck),
        "engine": len(kit.engines) if choosing else seats,
        "token": cities - down,
        "cauldrons": seats * (len(kit.edition.venues) + 1),
        **dict.fromkeys(("seat", "turn-token", "tracks", "vp"), seats),
        **dict.fromkeys(("tail", "yen"), len(kit.people)),
        **({"cell": len(kit.edition.hideo.cells)} if kit.solo else {}),
        **({"score": seats} if over else {}),
        "heading": 1,
        "panel": 10 + kit.solo + over,
    }
    assert kinds == Counter(expected)


@some
@given(tables)
def test_amounts_are_those_of_the_table(found: tuple[ZeroKei, State]) -> None:
    rules, state = found
    drawn = dict(pieces(picture(rules, state)))
    for number, seat in enumerate(state.table.seats):
        name = rules.kit.seat_names[number]
        assert [drawn.get(f"{kind}:{name}", 0) for kind in ("yen", "vp", "tracks")] == [seat.yen, seat.vp, seat.tracks]
        at_venues = [drawn[f"cauldrons:{name}:{venue}"] for venue in range(1, len(state.table.venues) + 1)]
        assert at_venues == [there[number] for there in state.table.cauldrons]
        assert drawn[f"cauldrons:{name}"] + sum(at_venues) == rules.kit.figures.cauldrons


# -- The drawing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", worlds())
def test_small_worlds_are_drawn_without_overlap(name: str) -> None:
    world, rng = worlds()[name], Random(1)
    state = world.rules.start(world.deals[-1])
    while True:
        drawn = picture(world.rules, state)
        assert misplaced(drawn) == []
        assert "reconstructed edition" in words(drawn)
        legal = world.rules.legal_moves(state)
        if not legal:
            break
        state = world.rules.follow(state, rng.choice(legal))


@pytest.mark.parametrize(("cities", "years", "spaces"), [(1, 1, 2), (25, 9, 40)])
def test_other_counts_are_drawn_without_overlap(cities: int, years: int, spaces: int) -> None:
    """As far as the drawing is concerned: nobody could play this."""
    base = ZeroKei(seats=4)
    state = base.start(base.deal(Random(1)))
    numbered = [attrs.evolve(base.edition.cities[n % 12], id=f"city-{n}", number=n + 1) for n in range(cities)]
    venues = 1 if cities == 1 else 7
    space = base.edition.track_spaces[0]
    edition = attrs.evolve(
        base.edition,
        cities=(*numbered, *base.edition.cities),  # the carriages need those
        venues=base.edition.venues * venues,
        track_spaces=(*base.edition.track_spaces, *(attrs.evolve(space, letter=letter) for letter in "EFGHIJ")),
        board=attrs.evolve(base.edition.board, years=tuple(str(1950 + n) for n in range(years)), value_spaces=spaces),
    )
    more = cities + 12
    table = attrs.evolve(
        state.table,
        pieces=attrs.evolve(state.table.pieces, cities=tuple(city.id for city in edition.cities)),
        station_colours=(-1,) * more,
        venues=tuple(base.kit.city_ids[: len(edition.venues)]),
        cauldrons=((30, 0, 7, 1),) * len(edition.venues),
        events=tuple(base.kit.events)[:years],
        tokens=tuple(f"city-{n}" for n in range(cities)),
    )
    assert misplaced(picture(ZeroKei(seats=4, edition=edition), table)) == []


def test_long_trains_with_tokens_are_drawn_without_overlap() -> None:
    rules = ZeroKei(seats=2)
    train = tuple(rules.kit.carriages)[:11]
    cities = rules.kit.city_ids[3:]
    cards = ("engine-1", "tail", train[0], train[8], *train[10:], *train[10:], *train[10:], *train[10:], *train[10:])
    tokens = tuple(zip(cards, cities, strict=True))
    state = turn(rules, "build", {YELLOW: {"train": train, "tokens": tokens}}, engines=("engine-1", "engine-2"))
    drawn = picture(rules, attrs.evolve(state.table, tokens=()))
    assert misplaced(drawn) == []
    boxes = {thing.name: thing.box for thing in drawn.placed if thing.kind == "piece"}
    for card, city in tokens:
        name = "tail:yellow" if card == "tail" else f"engine:{card}" if card == "engine-1" else f"carriage:{card}"
        under, token = boxes[name], boxes[f"token:{city}"]
        assert under.x <= token.x < under.right
        assert 0 <= token.y - under.bottom < 5


def test_long_words_are_cut_and_told_in_full() -> None:
    base = ZeroKei(seats=2)
    long = "Llanfairpwllgwyngyll & <Gogerychwyrndrobwll>\x01 大阪"
    edition = attrs.evolve(
        base.edition,
        name=long,
        cities=tuple(attrs.evolve(city, name=long) for city in base.edition.cities),
        engines=tuple(attrs.evolve(engine, name=long) for engine in base.edition.engines),
    )
    drawn = picture(ZeroKei(seats=2, edition=edition), base.start(base.deal(Random(1))))
    assert misplaced(drawn) == []
    assert any(word.endswith("…") for word in words(drawn))
    assert long.replace("\x01", "\\x01") in words(drawn)


WRITTEN = [
    *((ink, ground) for ink in ("ink", "mute") for ground in ("paper", "panel", "card", "tint", "faint")),
    *(("accent", "tint"), ("accent", "card"), ("card", "accent"), ("plum", "star"), ("rust", "dirt"), ("leaf", "done")),
    *(("mark", "panel"), ("mark", "tint"), ("mark", "faint")),
    *(("dark", "yellow"), ("pale", "red"), ("pale", "green"), ("pale", "blue"), ("pale", "grey")),
    *(("dark", "gold"), ("dark", "white"), ("pale", "black")),
]
"""What is written on what."""


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), WRITTEN)
def test_words_stand_out(colours: dict[str, str], ink: str, ground: str) -> None:
    """The contrast that the web's guidelines ask for; letters on badges repeat a shape, so 3 is enough there."""
    assert contrast(colours[ink], colours[ground]) >= (3 if ink in ("dark", "pale") else 4.5)


# -- What it says ---------------------------------------------------------------------------------------------------


def test_the_edition_is_marked_only_where_something_is_invented() -> None:
    rules = ZeroKei(seats=2)
    state = rules.start(rules.deal(Random(1)))
    assert "reconstructed edition" in words(picture(rules, state))
    known = {table: TableSource(Source(SourceKind.BOX)) for table in rules.edition.provenance}
    boxed = ZeroKei(seats=2, edition=attrs.evolve(shipped(), name="The box", provenance=known))
    assert "reconstructed edition" not in words(picture(boxed, state))


@some
@given(tables)
def test_title_and_description_tell_the_position(found: tuple[ZeroKei, State]) -> None:
    rules, state = found
    root = tree(picture(rules, state))
    title, description = root.findtext(f"{SVG}title") or "", root.findtext(f"{SVG}desc") or ""
    seat = rules.to_move(state)
    assert ("The game is over" if seat is None else rules.kit.seat_names[seat].capitalize()) in title
    for number, content in enumerate(state.table.seats):
        yen = "" if number == rules.kit.hideo else f"{content.yen} yen, "
        vp = str(content.vp).replace("-", "−")
        assert f"{rules.kit.seat_names[number].capitalize()} has {vp} VP, {yen}" in description
    assert next(iter(root)).tag == f"{SVG}title"


def test_cards_used_and_spent_are_told() -> None:
    rules = ZeroKei(seats=2)
    train = ("osaka-1", "kyoto-2")
    state = turn(rules, "participate", {YELLOW: {"train": train, "spent": frozenset({"kyoto-2"})}},
                 engines=("engine-1", "engine-2"), used=frozenset({"osaka-1", "tail", "engine-2"}))  # fmt: skip
    told = " ".join(words(picture(rules, state)))
    assert "Osaka carriage (Prepare Ground): cost 2, advances white, used this turn" in told
    assert "Kyoto carriage (Buy Card): cost 1, advances white, spent" in told
    assert told.count("used this turn") == 3


def test_a_spent_carriage_stays_a_carriage() -> None:
    """7.15.7: the used card token covers the action, and nothing else of the card looks different."""
    rules = ZeroKei(seats=2)
    fresh, spent = (
        turn(rules, "participate", {YELLOW: {"train": ("kyoto-2",), "spent": cards}}, engines=("engine-1", "engine-2"))
        for cards in (frozenset[str](), frozenset({"kyoto-2"}))
    )
    one, other = (_piece(picture(rules, state), "carriage:kyoto-2") for state in (fresh, spent))
    assert "faded" not in ElementTree.tostring(other, "unicode")
    same = [ElementTree.tostring(part) for part in one][1:6]  # from the card's paper to its price and counters
    assert [ElementTree.tostring(part) for part in other][1:6] == same


def _piece(drawn: Picture, name: str) -> ElementTree.Element:
    return next(g for g in tree(drawn).iter(f"{SVG}g") if g.attrib.get("data-piece") == name)


@some
@given(tables)
def test_an_event_shows_its_colour_its_letter_and_its_yen(found: tuple[ZeroKei, State]) -> None:
    """3.3 and 9.0; those of earlier rounds are turned over (4.A.1), and their backs have the colour (2.I.1)."""
    rules, state = found
    drawn = picture(rules, state)
    for year, effect in enumerate(state.table.events):
        event = rules.kit.events[effect]
        card = _piece(drawn, f"event:{effect}")
        told = [text.text for text in card.iter(f"{SVG}text")]
        assert event.colour in told
        assert [rect for rect in card.iter(f"{SVG}rect") if rect.attrib["class"] == f"{event.colour}event"]
        over = year < state.table.round
        assert ("turned over" in told) == over
        assert (f"¥{event.yen} at setup" in told) == (event.letter in told) == (not over)


def finished(seats: int, seed: int) -> tuple[ZeroKei, State]:
    """A game played to its end."""
    rules = rules_for(seats)
    return rules, [*replay(rules, game(rules, seed))][-1].step.state


@settings(max_examples=12)
@given(st.builds(finished, st.sampled_from([1, 2, 3, 4]), st.integers(0, 2**16)), layouts)
def test_the_end_is_told_with_every_item_and_its_clause(found: tuple[ZeroKei, State], layout: str) -> None:
    """11.2: the score as its derivation."""
    rules, state = found
    drawn = picture(rules, state, layout=layout)
    assert misplaced(drawn) == []
    names = dict(pieces(drawn))
    for score in rules.scores(state):
        piece = f"score:{rules.kit.seat_names[score.seat]}"
        assert names[piece] == score.total
        told = [text.text or "" for text in _piece(drawn, piece).iter(f"{SVG}text")]
        clauses = [text for text in told if re.fullmatch(r"\d+(\.\d+)+", text)]
        assert clauses == [item.clause for item in score.items]
        numbers = [int(text.replace("−", "-")) for text in told if re.fullmatch(r"−?\d+", text)]
        assert numbers == [item.points for item in score.items]
        prose = " ".join(text for text in told if text not in clauses)
        assert all(word in prose for item in score.items for word in item.title.split()[1:])


# -- Changes --------------------------------------------------------------------------------------------------------


def used_by(rules: ZeroKei, before: State, move: Move) -> set[str]:
    """The pieces that a move names as what it is done with, or what it takes."""
    found = set[str]()
    for field in FIELDS[type(move)]:
        card = getattr(move, field)
        if field not in ("card", "again", "carriage", "engine"):
            continue
        if card == EVENT:
            found.add(f"event:{before.table.events[before.table.round]}")
        elif card == TAIL:
            found.add(f"tail:{rules.kit.seat_names[before.table.seat]}")
        else:
            found.add(f"{'carriage' if card in rules.kit.carriages else 'engine'}:{card}")
    return found


def fresh_again(before: State, after: State) -> set[str]:
    """The cards that were used before the move and are not any more."""
    return {*before.table.used} - {*after.table.used}


GAMES = [*sorted((HERE / "frozen" / "record-1").glob("*.json")), *range(12)]


@pytest.mark.parametrize("which", GAMES, ids=lambda which: which.stem if isinstance(which, Path) else f"seed {which}")
def test_at_every_ply_the_card_that_is_used_is_outlined_and_no_other_that_was_used(which: Path | int) -> None:
    """6.C.4: also when the use ends the turn, and the cards used in it are fresh again."""
    told = read(which) if isinstance(which, Path) else game(rules_for(which % 4 + 1), 100 + which)
    rules = rules_of(told)
    ended = 0
    for played in replay(rules, told):
        before, after, move = played.state, played.step.state, played.move
        found = changes(rules, before, after, move).pieces
        used = used_by(rules, before, move)
        assert used <= found
        ids = {name.rpartition(":")[2] for name in found if name.startswith(("carriage:", "engine:"))}
        moved = {card for card, _ in moved_cards(before, after)}
        assert ids & fresh_again(before, after) <= {name.rpartition(":")[2] for name in used} | moved
        tails = {name for name in found if name.startswith("tail:")}
        assert tails <= used
        ended += bool(used) and before.table.phase is Phase.ACT and after.table.phase is not Phase.ACT
    assert ended


def moved_cards(before: State, after: State) -> set[tuple[str, int]]:
    """The carriages of trains that are in another place."""

    def places(state: State) -> set[tuple[str, int]]:
        return {(card, at) for seat in state.table.seats for at, card in enumerate(seat.train)}

    return places(before) ^ places(after)


def test_without_the_move_cards_that_are_fresh_again_are_not_outlined() -> None:
    """Two tables alone do not say which card ended the turn, but they must not say a wrong one."""
    for number in range(8):
        rules = rules_for(number % 4 + 1)
        for played in replay(rules, game(rules, number)):
            before, after = played.state, played.step.state
            if before.table.seat != after.table.seat:
                found = {name for name in changes(rules, before, after).pieces if name.startswith(("tail:", "engine:"))}
                assert found <= {f"engine:{seat.engine}" for seat in after.table.seats if not before.table.round}
                if before.table.phase is not Phase.ENGINE:
                    assert found == set()


def test_a_use_that_another_table_of_the_same_turn_lacks_is_outlined() -> None:
    """Where an engine's table is held against ours, a card that only one of them marks as used differs."""
    rules = ZeroKei(seats=2)
    ours = turn(rules, "build", {YELLOW: {"train": ("osaka-1",)}}, used=frozenset({"osaka-1"}))
    theirs = attrs.evolve(ours.table, used=frozenset({"tail"}))
    assert changes(rules, ours, theirs).pieces == {"carriage:osaka-1", "tail:yellow"}


def test_a_built_station_is_pointed_out() -> None:
    rules = ZeroKei(seats=3)
    before = turn(rules, "build", {YELLOW: {"yen": 8}}, prepared=["nagoya"])
    move = m.Build("event", "nagoya", GOLD)
    drawn = show(rules, move, before)
    assert marked(drawn) == {"station:gold:nagoya", "yen:yellow", "vp:yellow", "event:build"}
    told = words(drawn)
    assert {"¥8→5", "0→6 VP", "Yellow: With the event, build a gold station at Nagoya (5)."} <= set(told)


@pytest.mark.parametrize(
    ("train", "pointed_out"),
    [
        (("kyoto-1", "osaka-1", "maibara-1"), [{"kyoto-1"}]),
        (("osaka-1", "kyoto-1", "maibara-1"), [{"kyoto-1"}, {"maibara-1"}]),  # neighbours: either may have moved
        (("maibara-1", "osaka-1", "kyoto-1", "tokyo-1"), [{"maibara-1", "tokyo-1"}]),
    ],
)
def test_only_the_carriages_that_moved_are_pointed_out(train: tuple[str, ...], pointed_out: list[set[str]]) -> None:
    rules = ZeroKei(seats=3)
    before = turn(rules, "build", {YELLOW: {"train": ("osaka-1", "maibara-1", "kyoto-1")}})
    seat = attrs.evolve(before.table.seats[YELLOW], train=train)
    after = attrs.evolve(before.table, seats=(seat, *before.table.seats[1:]))
    found = {name.removeprefix("carriage:") for name in changes(rules, before, after).pieces}
    assert found in pointed_out
