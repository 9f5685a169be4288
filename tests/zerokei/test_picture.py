"""Pictures: everything on a table is drawn once, nothing overlaps or is cut off, and what changed is pointed out.

`python -m tests.zerokei.test_picture` writes the reviewed snapshots, `tests/pictures/*.svg`, anew: look at them
before you commit them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.cli import main as shinkansen
from shinkansen.core.errors import IllegalMove, ShinkansenError
from shinkansen.core.record import read, replay, write
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Action, CellKind, Effect, Source, SourceKind, TableSource
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import FIELDS, Move
from shinkansen.zerokei.picture import LAYOUTS, Picture, changes, picture, show
from shinkansen.zerokei.picture.inventory import inventory
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
    Position,
    corners,
    positions,
    raw_ids,
    rules_for,
)
from shinkansen.zerokei.testing.tables import GOLD, YELLOW, turn
from tests.build.make_corpus import game
from tests.paper.reading import SVG, contrast, marked, misplaced, pieces, tree, undefined, words
from tests.paper.test_raster import blank, box, echo, set_renderer

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


@some
@given(tables)
def test_the_inventory_is_what_is_drawn(found: tuple[ZeroKei, State]) -> None:
    rules, state = found
    around = ("city", "seat", "space", "panel", "heading", "score")
    drawn = {name for name, _ in pieces(picture(rules, state)) if name.partition(":")[0] not in around}
    assert drawn == set(inventory(rules.kit, state.table))


@some
@given(tables, st.randoms(use_true_random=False))
def test_what_is_hidden_does_not_show(found: tuple[ZeroKei, State], rng: Random) -> None:
    rules, state = found
    seat = rules.to_move(state) or 0
    other = rules.redeal(rules.view(state, seat), rng)
    assert picture(rules, other).svg == picture(rules, state).svg == picture(rules, rules.view(state, seat)).svg


# -- The drawing ----------------------------------------------------------------------------------------------------


@some
@given(tables, layouts)
def test_nothing_overlaps_and_nothing_is_cut_off(found: tuple[ZeroKei, State], layout: str) -> None:
    rules, state = found
    assert misplaced(picture(rules, state, layout=layout)) == []


@some
@given(positions(), st.integers(0, 2**16), layouts)
def test_nothing_overlaps_when_changes_are_shown(position: Position, choice: int, layout: str) -> None:
    legal = position.rules.legal_moves(position.state)
    assert misplaced(show(position.rules, legal[choice % len(legal)], position.state, layout=layout)) == []


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


@some
@given(tables)
def test_no_id_is_shown(found: tuple[ZeroKei, State]) -> None:
    rules, state = found
    ids = {*raw_ids(rules), *rules.kit.city_ids, *(cell.id for cell in rules.edition.hideo.cells)}
    ids |= {value for kind in (Effect, Action, Ability) for value in kind if "-" in value}
    shown = " ".join(words(picture(rules, state)))
    assert ids.isdisjoint(re.findall(r"[\w-]+", shown))


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


@some
@given(tables, st.sampled_from(["auto", "light", "dark"]))
def test_a_picture_is_small_and_needs_nothing_from_elsewhere(found: tuple[ZeroKei, State], theme: str) -> None:
    rules, state = found
    svg = picture(rules, state, theme=theme).svg
    assert len(svg.encode()) < 200_000
    assert svg.count("http") == 1  # the name of SVG itself
    assert not re.search(r"url\(|href|<script|<image|@import|@font-face", svg)
    assert ("prefers-color-scheme" in svg) == (theme == "auto")


def test_every_style_is_defined() -> None:
    rules = ZeroKei(seats=1)
    drawn = picture(rules, rules.start(rules.deal(Random(1))), theme="light")
    assert undefined(drawn) == set()


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


@some
@given(st.one_of(positions(), positions(of=SOLO)), st.integers(0, 2**16))
def test_what_changed_is_outlined_and_nothing_else(position: Position, choice: int) -> None:
    rules, before = position.rules, position.state
    legal = rules.legal_moves(before)
    after = rules.follow(before, legal[choice % len(legal)])
    found = changes(rules, before, after)
    drawn = picture(rules, after, before=before)
    assert marked(drawn) == found.pieces
    told = words(drawn)
    for name, was in found.was.items():
        now = dict(pieces(drawn))[name]
        assert was != now
        assert any(f"{was}→{now}".replace("-", "−") in word for word in told)
    assert marked(picture(rules, after, before=after)) == set()


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


@some
@given(st.one_of(positions(), positions(of=SOLO)), st.integers(0, 2**16), layouts)
def test_a_part_of_a_picture_holds_all_that_is_outlined(position: Position, choice: int, layout: str) -> None:
    rules, before = position.rules, position.state
    legal = rules.legal_moves(before)
    whole = show(rules, legal[choice % len(legal)], before, layout=layout)
    after = rules.apply(before, legal[choice % len(legal)])
    part = picture(rules, after, before, move=legal[choice % len(legal)], layout=layout, only=whole.parts)
    assert misplaced(part) == []
    if whole.outlined:
        assert marked(part) == whole.outlined
        tops = {thing.name for thing in part.placed if thing.inside < 0 and thing.kind == "piece"} - {"heading"}
        assert tops == whole.parts
        assert part.height <= whole.height
    else:
        assert whole.parts == frozenset()
        assert len(pieces(part)) == len(pieces(picture(rules, after, layout=layout)))


def test_a_built_station_is_pointed_out() -> None:
    rules = ZeroKei(seats=3)
    before = turn(rules, "build", {YELLOW: {"yen": 8}}, prepared=["nagoya"])
    move = m.Build("event", "nagoya", GOLD)
    drawn = show(rules, move, before)
    assert marked(drawn) == {"station:gold:nagoya", "yen:yellow", "vp:yellow", "event:build", "caption"}
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


# -- In notebooks ---------------------------------------------------------------------------------------------------


def test_states_steps_and_moves_are_shown() -> None:
    rules = ZeroKei(seats=2)
    state = rules.start(rules.deal(Random(1)))
    move = rules.legal_moves(state)[0]
    step = rules.explain(state, move)
    assert show(rules, state)._repr_svg_() == picture(rules, state).svg  # pyright: ignore[reportPrivateUsage]
    assert show(rules, step).svg == picture(rules, step.state).svg
    assert show(rules, step, state).svg == picture(rules, step.state, before=state).svg
    assert marked(show(rules, move, state)) == marked(show(rules, step, state)) | {"caption"}


def test_what_cannot_be_shown_is_refused() -> None:
    rules = ZeroKei(seats=2)
    state = rules.start(rules.deal(Random(1)))
    with pytest.raises(IllegalMove):
        show(rules, m.Finish(), state)
    with pytest.raises(ShinkansenError, match="to show a move, expected the state"):
        show(rules, m.Finish())
    with pytest.raises(ShinkansenError, match="found 3, expected a state, a step or a move"):
        show(rules, 3)
    with pytest.raises(ShinkansenError, match="there is no theme 'sepia', expected one of auto, light, dark"):
        picture(rules, state, theme="sepia")
    with pytest.raises(ShinkansenError, match="there is no layout 'round', expected one of tall, wide, narrow"):
        picture(rules, state, layout="round")
    with pytest.raises(ShinkansenError, match="there is no layout"):
        picture(rules, state, layout=[])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ShinkansenError, match="only: there is no part 'seat:green', expected some of panel:scores, "):
        picture(rules, state, only=["seat:green"])
    for wrong in ("panel:line", 3):
        with pytest.raises(ShinkansenError, match=r"only: found .*, expected names such as panel:scores"):
            picture(rules, state, only=wrong)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ShinkansenError, match="move: found 3, expected a move"):
        picture(rules, state, state, move=3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


# -- Snapshots ------------------------------------------------------------------------------------------------------


def _recorded(name: str, ply: int, theme: str, point_out: bool = False, layout: str = "tall") -> Picture:
    told = read(HERE / "frozen" / "record-1" / f"{name}.json")
    rules = rules_of(told)
    found = [*replay(rules, told)][ply]
    if point_out:
        return show(rules, found.move, found.state, theme, layout)
    return picture(rules, found.step.state, theme=theme, layout=layout)


def _solo(ply: int, layout: str = "tall") -> Picture:
    rules = ZeroKei(seats=1)
    return picture(rules, [*replay(rules, game(rules, seed=4))][ply].step.state, theme="light", layout=layout)


SNAPSHOTS: dict[str, Callable[[], Picture]] = {
    "early-two-seats": lambda: _recorded("two-seats-1", 4, "light"),
    "middle-four-seats": lambda: _recorded("four-seats-1", 47, "auto", point_out=True),
    "end-three-seats": lambda: _recorded("three-seats-1", -1, "dark"),
    "solo": lambda: _solo(21),
    "wide-four-seats": lambda: _recorded("four-seats-2", -8, "light", point_out=True, layout="wide"),
    "narrow-solo-end": lambda: _solo(-1, layout="narrow"),
}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_picture_is_as_reviewed(name: str) -> None:
    assert (HERE / "pictures" / f"{name}.svg").read_text("utf-8") == SNAPSHOTS[name]().svg


def test_every_snapshot_is_compared() -> None:
    assert {path.stem for path in (HERE / "pictures").iterdir()} == {*SNAPSHOTS}


# -- The command ----------------------------------------------------------------------------------------------------

RECORD = str(HERE / "frozen" / "record-1" / "four-seats-1.json")


def test_the_command_prints_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert shinkansen(["picture", RECORD, "--ply", "0", "--theme", "light"]) == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    told = read(RECORD)
    rules = rules_of(told)
    first = next(iter(replay(rules, told))).state
    assert ElementTree.canonicalize(printed) == ElementTree.canonicalize(picture(rules, first, theme="light").svg)


def test_the_command_writes_a_file_and_overwrites_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.svg"
    assert shinkansen(["picture", RECORD, "--ply", "48", "--changes", "-o", str(file)]) == 0
    assert file.read_text("utf-8") == SNAPSHOTS["middle-four-seats"]().svg
    assert shinkansen(["picture", RECORD, "-o", str(file)]) == 2
    assert "already exists" in capsys.readouterr().err


def test_the_command_takes_a_layout(capsys: pytest.CaptureFixture[str]) -> None:
    for layout, width in (("tall", 900), ("wide", 1104), ("narrow", 390)):
        for more in ([], ["--changes"]):
            assert shinkansen(["picture", RECORD, "--layout", layout, *more]) == 0
            assert f'viewBox="0 0 {width} ' in capsys.readouterr().out


def test_without_a_ply_the_command_draws_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert shinkansen(["picture", RECORD]) == 0
    assert "The game is over" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ply", "-1"], "--ply: found -1, expected 0 to "),
        (["--ply", "9999"], "--ply: found 9999, expected 0 to "),
        (["--ply", "0", "--changes"], "--ply: found 0, expected 1 to "),
        (["-o", "table.gif"], "table.gif: expected a name that ends in .svg or .png"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shinkansen(["picture", RECORD, *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_wrong_record_is_drawn_up_to_where_it_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = read(RECORD)
    wrong = attrs.evolve(told.plies[5], digest="0" * len(told.plies[5].digest))
    file = tmp_path / "wrong.json"
    write(file, attrs.evolve(told, plies=(*told.plies[:5], wrong, *told.plies[6:])))
    assert shinkansen(["picture", str(file), "--ply", "4"]) == 0
    capsys.readouterr()
    assert shinkansen(["picture", str(file), "--ply", "6"]) == 1
    assert "ply 6: digest of the table" in capsys.readouterr().out


# -- PNG ------------------------------------------------------------------------------------------------------------


def test_a_png_is_rendered_from_the_same_svg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_renderer(monkeypatch, echo)
    file = tmp_path / "table.png"
    assert shinkansen(["picture", RECORD, "--ply", "48", "--changes", "-o", str(file)]) == 0
    assert file.read_bytes() == SNAPSHOTS["middle-four-seats"]().svg.encode()
    assert shinkansen(["picture", RECORD, "-o", str(file)]) == 2


@pytest.mark.parametrize(
    ("render", "told"),
    [(None, "pip install 'shinkansen[picture]'"), (blank, "no font"), (box, "no font")],
    ids=["no renderer", "no font", "no letters"],
)
def test_a_png_needs_a_renderer_and_a_font(
    render: Callable[..., bytes] | None,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_renderer(monkeypatch, render)
    assert shinkansen(["picture", RECORD, "-o", str(tmp_path / "table.png")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "table.png").exists()


def main() -> None:
    folder = HERE / "pictures"
    folder.mkdir(exist_ok=True)
    for name, make in SNAPSHOTS.items():
        (folder / f"{name}.svg").write_text(make().svg, "utf-8", newline="\n")


if __name__ == "__main__":
    main()


def test_the_rules_show_states_steps_and_moves() -> None:
    """What a notebook draws when a cell ends with it."""
    rules = rules_for(2)
    state = rules.start(rules.deal(Random(0)))
    move = rules.legal_moves(state)[0]
    for picture_of in (rules.show(state), rules.show(rules.explain(state, move), state), rules.show(move, state)):
        assert picture_of.svg.startswith("<svg")
