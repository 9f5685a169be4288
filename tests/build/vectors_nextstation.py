"""What Next Station knows about the choice of its vectors: where games and corners are played, what the wire hides.

Vectors are on the two sheets that come with the game, at its tables, and by the preferred readings: an engine may know
no other sheet, and a check asks all vectors by the reading that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Final

from shinkansen.core.game import Plain
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.moves import PASS, Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Station
from shinkansen.nextstation.sheet_check import LONDON, SHIPPED
from shinkansen.nextstation.table import Board, State
from shinkansen.verify.judging.script import SHIPPED as USUAL
from shinkansen.verify.judging.script import Setting, setting_of
from tests.build.vectors import Choosing

_TOLD: Final = "It plays right and only tells what happens in another way; happenings do not travel over the wire."
_WORDS: Final = "It refuses by the right clause; only the sentence is wrong, and sentences do not travel over the wire."
_VIEWS: Final = "Views, previews and what a seat does not know do not travel over the wire."
_ORDER: Final = "Over the wire seats choose one after the other, and no choice is taken back."
_BANDS: Final = "The band of a solo score does not travel over the wire."
_REFUSED: Final = "It plays with modules that cannot be used together; such settings do not travel over the wire."
_READING: Final = "It is wrong only by another reading than the preferred one, by which vectors are asked."
_RARE: Final = "It hardly ever shows at these tables; no game or corner that was tried did."
_SEEN: Final[Mapping[str, tuple[str, ...]]] = {
    _TOLD: (
        "branches-are-told-as-ends",
        "first-sections-are-told-as-later-ones",
        "sections-are-told-backwards",
        "passing-by-a-wrong-clause",
        "change-of-pencils-is-not-told",
        "end-of-the-round-is-not-told",
        "cards-of-a-switch-by-a-wrong-clause",
        "lines-are-told-without-the-river",
        "double-track-is-told-as-an-end",
        "second-sections-are-told-as-first-ones",
        "switch-power-is-told-as-the-switch",
        "switch-effect-is-told-as-the-switch",
        "extensions-are-told-as-sections",
        "circles-of-powers-are-told-as-effects",
        "second-power-on-a-joker-by-a-wrong-clause",
        "double-power-is-not-told",
        "stamps-by-a-wrong-clause",
        "pairs-by-a-wrong-clause",
        "effects-are-not-told",
        "effects-by-a-wrong-clause",
        "circles-of-one-line-are-told",
        "stamps-are-told-again",
        "stamps-of-finished-lines-only",
    ),
    _WORDS: ("names-the-wrong-station", "crosses-the-wrong-line", "joker-is-not-named"),
    _VIEWS: (
        "choices-are-told",
        "choices-lie-open",
        "next-card-is-known",
        "left-over-cards-are-shown",
        "later-decks-lie-open",
        "preview-turns-up-the-card",
        "preview-of-everybody",
        "symbols-to-come-are-known",
        "effects-to-come-are-known",
        "last-effect-is-known",
        "uses-of-powers-are-told",
    ),
    _ORDER: ("in-the-order-of-the-seats", "all-choices-are-taken-back"),
    _BANDS: (
        "bands-begin-a-point-later",
        "ninety-is-a-low-score",
        "ninety-is-a-good-score",
        "bands-overlap",
        "alone-like-with-others",
        "bonus-after-the-band",
        "remark-by-the-clause-of-london",
    ),
    _REFUSED: ("both-modules-at-once",),
    _READING: (
        "bare-departure-never-counts",
        "lines-to-come-are-scored",
        "passing-never-counts",
        "joker-effect-always-doubles-in-london",
        "never-a-power-on-nothing",
        "second-always-after-the-central-station",
        "second-always-anywhere",
        "second-always-double-track",
        "joker-power-never-doubles",
        "double-power-where-it-is-best-always",
        "borrowed-modules-always-cost",
    ),
    _RARE: (
        "tie-without-the-river",
        "no-stamps-on-the-loop",
        "joker-effect-takes-the-switch-away",
        "extension-may-cross",
        "extension-comes-back",
        "second-never-after-the-central-station",
        "joker-power-takes-double-track-away",
        "switch-power-without-double-track",
        "double-power-without-a-station",
        "double-power-marks-the-start",
        "not-on-the-line-is-not-an-end",
        "slanted-by-a-wrong-clause",
        "third-track-is-crossing",
        "early-switch-is-no-end",
        "used-power-by-a-wrong-clause",
        "double-power-by-a-wrong-clause",
        "power-for-nothing-by-a-wrong-clause",
        "no-second-section-by-a-wrong-clause",
        "second-section-with-a-power",
        "second-symbol-by-a-wrong-clause",
        "second-start-by-a-wrong-clause",
        "another-effect-by-a-wrong-clause",
        "joker-without-effect-by-a-wrong-clause",
        "wrong-symbol-for-the-effect-by-a-wrong-clause",
        "crooked-extension-by-a-wrong-clause",
        "nothing-ahead-by-a-wrong-clause",
        "extension-along-the-loop-is-nothing-ahead",
    ),
}


def aimed(rules: NextStation, rng: Random) -> State:
    """The end of a game in which all lines go for the same stations: the tourist sites, those of the loop, a single one
    where all of them meet, one in each district; or everybody draws just one section of each line, and many tie."""
    sheet, kit = rules.edition, rules.kit
    by_district = [[each for each in sheet.stations if each.district == district.id] for district in sheet.districts]
    aims: list[list[Station]] = [
        [each for each in sheet.stations if each.tourist or each.id in sheet.loop_stations],
        [sheet.by_id[rng.choice(sheet.loop_stations or [each.id for each in sheet.stations])]],
        [rng.choice(several) for several in by_district if several],
        [],
    ]
    goals = rng.choice(aims)
    state = rules.start(rules.deal(rng))
    while (seat := rules.to_move(state)) is not None:
        board, legal = state.table.boards[seat], rules.legal_moves(state)
        left = [each for each in goals if not board.closed & kit.station_bits[each.id]]
        begun = bool(board.lines[state.table.colours[seat]])

        def far(move: Draw, board: Board = board, left: list[Station] = left) -> tuple[int, float]:
            there = kit.station_at[kit.reached(board, move)]
            way = min((max(abs(there.x - each.x), abs(there.y - each.y)) for each in left), default=0)
            return way, rng.random()

        sections = [move for move in legal if isinstance(move, Draw)]
        wants = bool(left) if goals else not begun
        state = rules.follow(state, min(sections, key=far) if sections and (wants or PASS not in legal) else PASS)
    return state


def _at(table: Plain, city: str) -> Setting:
    return setting_of(GAME, table, edition=USUAL if city == LONDON else city)


def _name(table: Plain, city: str) -> str:
    seats = "solo" if table["seats"] == 1 else f"{table['seats']}"
    modules = [name.replace("_", "-") for name, used in table.items() if used is True]
    return "-".join([city, seats, *modules])


_TABLES: Final = [*product(GAME.tables, SHIPPED)]
_MODULES: Final[tuple[Plain, ...]] = (
    {"objectives": True, "pencil_powers": True},
    {"objectives": True, "special_stations": True},
    {},
)

CHOOSING: Final = Choosing(
    tables=tuple(_at(*each) for each in _TABLES),
    names=tuple(_name(*each) for each in _TABLES),
    # Alone as often as with others: corners are longer with them.
    late=tuple(
        _at({"seats": seats, **modules}, city) for seats, modules, city in product((1, 2, 1, 3), _MODULES, SHIPPED)
    ),
    unseen={id: why for why, ids in _SEEN.items() for id in ids},
    games=2 * len(_TABLES),
    corners=48,
    aimed=aimed,
    aims=360,
    questions=300,
)
