"""A scored sheet as its player could write it down: the lines, the cards that came, and the points.

It consists of lines of text. Capitals do not matter, and anything after # is a remark. Only the pencil of each round
and its line must be there:

    sheet tokyo                            London if not said; for a sheet of one's own there is --edition
    solo                                   if one played alone, where modules cost points
    objectives loop, districts             the two that were drawn
    powers purple second, blue joker ...   which power each pencil had
    modules special stations               if it is not known which ones came
    rulings R10=b                          if other than preferred

    round 1: purple                        rounds in their order, each with its pencil
    cards circle, u-joker, switch + square, ?     as they came; u- is an underground card, ... at the end: and others
    special triangle extension             the special station of the round
    2,5 - 0,7 - 2,7                        the line, from station to station: column, row, from 0 at the top left
    0,7 - 1,8 ; 2,7 - 3,7                  branches, after a semicolon or on another line
    circled 2,7                            stations that count double; or 2,7* in the line
    districts 3, most 2, river 0, points 6      what was counted for the line; or points 3 x 2 + 0 = 6

    tourist 4                              points at the end: tourist, stamps, interchanges, loop, objectives, deduction
    total 119

The order of drawing is not written down; `log_search` looks for one. This module reads such a text, with
`log_stations`, `log_cards_line` and `log_sums` for what stands in a line; `log_library` writes one. Whatever is written
is used or refused: a word that was passed over could be the one that matters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from attrs import define, field

from shinkansen.core.errors import RulingError
from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import nearest_names, shown
from shinkansen.core.prose import listed
from shinkansen.core.text import straight
from shinkansen.nextstation import log_stations, log_sums
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.kit import MODULES
from shinkansen.nextstation.log_cards_line import cards_of
from shinkansen.nextstation.log_stations import Part
from shinkansen.nextstation.log_values import Cards, Log, Number, Round, Stroke
from shinkansen.nextstation.objectives import DRAWN, OBJECTIVES
from shinkansen.nextstation.rulings import rulings
from shinkansen.nextstation.sheet import Sheet

MOST_SECTIONS: Final = 100
"""More than a line could ever have; so no text makes more work than a sheet."""


# -- reading

_REMARK: Final = re.compile(r"#|//")
_BULLET: Final = re.compile(r"\s*(?:[-*\u2022\u00b7]\s+)?")


@define
class _Page:
    """What has been read so far."""

    sheet: Sheet
    named: int = 0
    """The line that names the sheet."""
    solo: bool | None = None
    players: int = 0
    """How many are said to have played."""
    no_modules: int = 0
    """The line that says that there were none."""
    modules: set[str] = field(factory=set[str])
    objectives: tuple[str, ...] = ()
    powers: dict[str, str] = field(factory=dict[str, str])
    rulings: str = ""
    unnamed: int = 0
    """The line of a round whose pencil has not been written yet."""
    rounds: list[_Round] = field(factory=list["_Round"])
    counted: dict[str, Number] = field(factory=dict[str, Number])


@define
class _Round:
    line: int
    colour: str
    strokes: list[Stroke] = field(factory=list[Stroke])
    circled: dict[str, int] = field(factory=dict[str, int])
    none_circled: int = 0
    """The line that says that no station is circled."""
    nothing: int = 0
    """The line that says that nothing was drawn."""
    cards: Cards | None = None
    special: tuple[str, str] | None = None
    counted: dict[str, Number] = field(factory=dict[str, Number])

    def frozen(self) -> Round:
        circled = tuple((line, station) for station, line in self.circled.items())
        special = self.special or ("", "")
        return Round(
            self.line, self.colour, tuple(self.strokes), circled, bool(self.none_circled), self.cards, special,
            dict(self.counted),
        )  # fmt: skip


def from_text(text: str, sheet_of: Callable[[str], Sheet], own: Sheet | None = None) -> Log:
    """The sheet that a text describes; `LogError` says what cannot be read. `sheet_of` finds an edition by name."""
    lines = [*_lines(text)]
    page = _Page(own if own is not None else _edition(lines, sheet_of))
    for number, line, dashed in lines:
        _Reader(page, number).read(line, dashed)
    return _checked(page)


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """The lines that say something, small and without remarks, with their numbers and whether a dash begins them."""
    for number, line in enumerate(text.splitlines(), start=1):
        plain = straight(_REMARK.split(line, maxsplit=1)[0]).casefold().replace("\u2026", "...")
        bullet = _BULLET.match(plain)
        plain = plain[bullet.end() if bullet else 0 :].strip()
        if plain.strip("-=_*~ "):
            yield number, plain, bool(bullet and "-" in bullet[0])


def _split(line: str) -> tuple[str, str]:
    """The first word of a line, and the rest."""
    found = re.match(r"([a-z]+)[\s:=.]*", line)
    return (found[1], line[found.end() :]) if found else (line.split()[0], "")


def _edition(lines: list[tuple[int, str, bool]], sheet_of: Callable[[str], Sheet]) -> Sheet:
    """The edition that the text names, or the usual one."""
    for number, line, _ in lines:
        first, rest = _split(line)
        if words.BEGINNINGS.get(first) == "sheet":
            try:
                return sheet_of(rest.strip(" :=.\"'"))
            except LogError as problem:
                raise LogError(str(problem), number) from None
    return sheet_of("")


class _Reader:
    """Reads one line onto the page."""

    def __init__(self, page: _Page, number: int) -> None:
        self.page = page
        self.number = number

    def error(self, message: str) -> LogError:
        return LogError(message, self.number)

    def read(self, line: str, dashed: bool) -> None:
        """One line, by its first word."""
        if line[0].isdigit() or line[0] in "([":
            if _is_round(line):
                return self._round(line)
            self._named("found stations")
            return self._route(line, "-" if dashed else "")
        first, rest = _split(line)
        colour = words.known_as(first, self._colours())
        if first in ("pencil", "colour", "color") and rest.strip(" .") in self._colours():
            return self._begin(self._colours()[rest.strip(" .")], "")
        begins = words.BEGINNINGS.get(first)
        if first in words.NUMBERS and not begins:
            return self._round(line)
        if begins is None and colour is not None and not rest.startswith("loop"):
            return self._begin(colour, rest)
        if begins is None and first == "green" and rest.startswith("loop"):
            begins, line = "loop", rest
        elif begins is None and first in words.PENCILS and first not in self.page.sheet.colours:
            raise self._no_pencil(first)
        begins = begins or words.known_as(first, words.BEGINNINGS)
        if begins is None:
            near = nearest_names(first, [*words.BEGINNINGS, *self._colours()], 1)
            known = "a pencil such as `round 1: purple`, a line such as `2,5 - 0,7`, or a word such as cards or points"
            raise self.error(
                f"no line begins with {shown(first)}; " + (f"did you mean {near[0]}?" if near else f"expected {known}")
            )
        self._line(begins, first, line, rest)
        return None

    def _no_pencil(self, colour: str) -> LogError:
        return self.error(
            f"there is no {colour} pencil on this sheet, expected {listed(self.page.sheet.colours, ' or ')}"
        )

    def _named(self, found: str) -> None:
        """Refuse what comes between a round and its pencil."""
        if self.page.unnamed:
            raise self.error(f"{found}, expected the pencil of the round that begins in line {self.page.unnamed}")

    def _line(self, begins: str, first: str, line: str, rest: str) -> None:
        if begins == words.NOTE:
            return
        if begins != words.ROUND:
            self._named(f"found {first}")
        if begins in (*words.OF_A_LINE, *words.AT_THE_END) and (
            begins != "objectives" or rest[:1] in [*"+-0123456789"]
        ):
            self._numbers(line)
        elif begins in ("special", "powers") and self.page.rounds:
            getattr(self, f"_{begins}")(rest)
        else:
            reads: dict[str, Callable[[str], None]] = {
                "sheet": self._sheet, "solo": self._alone, "players": self._players, "modules": self._modules,
                "rulings": self._rulings, "objectives": self._objectives, "special": self._special,
                "powers": self._powers, words.ROUND: self._round, words.CARDS: self._cards, words.ROUTE: self._route,
                words.NOTHING: self._nothing, words.CIRCLED: self._circled,
            }  # fmt: skip
            reads[begins](rest)

    # -- before the rounds

    def _sheet(self, rest: str) -> None:
        if self.page.named:
            raise self.error(f"the sheet is named in line {self.page.named} already")
        self.page.named = self.number

    def _alone(self, rest: str) -> None:
        if rest.strip(" .!") not in ("", "game", "mode", "yes"):
            raise self.error(f"found {shown(rest)} after solo, expected nothing more")
        self._set_solo(True)

    def _players(self, rest: str) -> None:
        count = {"1": 1, "one": 1, "2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}.get(rest.strip(" ."))
        if count is None:
            if any(char.isdigit() for char in rest) or not rest.strip():
                raise self.error(f"players: found {shown(rest)}, expected 1 to 4")
            return  # the name of a player
        if self.page.players not in (0, count):
            raise self.error(f"found {count} players, but an earlier line says {self.page.players}")
        self.page.players = count
        self._set_solo(count == 1)

    def _set_solo(self, solo: bool) -> None:
        if self.page.solo not in (None, solo):
            raise self.error("found a solo game and a game of several players, expected one of them")
        self.page.solo = solo

    def _modules(self, rest: str) -> None:
        idle = {*words.FILLERS, "module", "modules"} - {*words.MODULE_WORDS}
        told = [word for word in words.words_of(rest) if word not in idle]
        if told == ["none"]:
            self.page.no_modules = self.number
            return
        for word in told:
            self.page.modules.add(words.meant(word, words.MODULE_WORDS, "module", self.number))

    def _rulings(self, rest: str) -> None:
        try:
            self.page.rulings += " " + re.sub(r"\br(\d)", r"R\1", rest)
            rulings(self.page.rulings, withdrawn=True)
        except RulingError as problem:
            raise self.error(str(problem)) from None

    def _objectives(self, rest: str) -> None:
        self.page.modules.add("objectives")
        cards = OBJECTIVES[self.page.sheet.book]
        known: dict[str, str] = {}
        for each in cards:
            for word in (each.id, *words.words_of(each.title), *_ALSO.get(each.id, ())):
                known[word] = each.id if known.get(word, each.id) == each.id else ""
        found, unknown = list[str](), 0
        for part in re.split(r"[,;&+]|\band\b", rest):
            told = words.told(part)
            if told == ["?"]:
                unknown += 1
                continue
            named = {known[word] for word in told if known.get(word)}
            strange = [word for word in told if word not in known]
            if told and (strange or len(named) != 1):
                words.meant(strange[0] if strange else told[0], {each.id: each.id for each in cards}, "objective",
                            self.number)  # fmt: skip
                raise self.error(f"found {shown(part.strip())}, expected one objective between two commas")
            found += named
        twice = next((name for name in found if found.count(name) > 1), None)
        if twice is not None:
            raise self.error(f"the objective {twice} is written twice, expected {DRAWN} different ones")
        if found and self.page.objectives:
            raise self.error("the objectives are written in an earlier line already")
        if len(found) + unknown > DRAWN:
            raise self.error(f"found {len(found) + unknown} objectives, expected the {DRAWN} that were drawn")
        self.page.objectives = tuple(found) or self.page.objectives

    def _powers(self, rest: str) -> None:
        self.page.modules.add("pencil_powers")
        told = words.told(rest)
        if told == ["?"]:
            return
        colours, colour, power = self._colours(), "", list[str]()
        if self.page.rounds and told and words.known_as(told[0], colours) is None:
            colour = self.page.rounds[-1].colour
        for word in told:
            if (found := words.known_as(word, colours)) is not None:
                if colour or power:
                    self._power(colour, power)
                colour, power = found, []
            elif word in words.PENCILS:
                raise self._no_pencil(word)
            else:
                power.append(word)
        if colour or power:
            self._power(colour, power)

    def _power(self, colour: str, told: list[str]) -> None:
        told = [word for word in told if word not in ("section", "sections")]
        if not colour:
            raise self.error(f"found {shown(' '.join(told))}, expected a pencil and its power, such as purple second")
        if len(told) > 1 or not told:
            found = shown(" ".join(told)) if told else "nothing"
            raise self.error(f"found {found} for the {colour} pencil, expected one power, or ? if it is not known")
        if told == ["?"]:
            return
        power = words.meant(told[0], words.POWERS, "power", self.number)
        if self.page.powers.setdefault(colour, power) != power:
            raise self.error(f"the {colour} pencil has a second power")
        if [*self.page.powers.values()].count(power) > 1:
            raise self.error(f"two pencils have the power {power}, expected each power once")

    # -- rounds

    def _colours(self) -> dict[str, str]:
        known = {colour: colour for colour in self.page.sheet.colours}
        return known | {also: colour for also, colour in words.COLOURS.items() if colour in known}

    def _round(self, rest: str) -> None:
        told = _ROUND_NUMBER.match(rest)
        number = None
        if told is not None:
            number = int(told[1]) if told[1].isdigit() else words.NUMBERS[told[1]]
            rest = rest[told.end() :]
        self._named("found another round")
        found = re.match(r"(?:line\b)?[\s:=.,-]*([a-z]+)[\s:=.,-]*", rest)
        expected = len(self.page.rounds) + 1
        if number not in (None, expected):
            raise self.error(f"found round {number}, expected round {expected}: rounds are written in their order")
        if found is None and not rest:
            self.page.unnamed = self.number  # the pencil is in the next line
            return
        if found is None:
            raise self.error("the pencil of the round is missing, expected for instance `round 1: purple`")
        if found[1] in words.PENCILS and found[1] not in self._colours():
            raise self._no_pencil(found[1])
        self._begin(words.meant(found[1], self._colours(), "pencil", self.number), rest[found.end() :])

    def _begin(self, colour: str, rest: str) -> None:
        page = self.page
        before = next((each for each in page.rounds if each.colour == colour), None)
        if before is not None:
            raise self.error(f"the {colour} line was begun in line {before.line} already, expected another pencil")
        page.rounds.append(_Round(self.number, colour))
        page.unnamed = 0
        rest = re.sub(r"^(line|pencil)\b[\s:=]*", "", rest)
        if rest:
            self._route(rest)

    def _now(self, what: str) -> _Round:
        if not self.page.rounds:
            colour = self.page.sheet.colours[0]
            raise self.error(f"found {what} before the first round, expected a line such as `round 1: {colour}`")
        return self.page.rounds[-1]

    def _nothing(self, rest: str) -> None:
        if rest.strip(" .") not in ("", "drawn", "was drawn"):
            raise self.error(f"found {shown(rest)} after nothing, expected nothing more")
        now = self._now("nothing")
        if now.strokes:
            raise self.error(f"found nothing, but sections of this line are in line {now.strokes[-1].line}")
        now.nothing = self.number

    def _cards(self, rest: str) -> None:
        now = self._now("cards")
        if now.cards is not None:
            raise self.error(f"the cards of this round are in line {now.cards.line} already")
        now.cards = cards_of(rest, self.number, len(self.page.sheet.cards))

    def _special(self, rest: str) -> None:
        self.page.modules.add("special_stations")
        told = words.told(rest.replace("double-station", "double"))
        known = [word for word in told if word != "?"]
        if len(told) > 2 and len(known) < len(told):
            raise self.error(f"found {shown(rest)}, expected one symbol and one effect, and ? for what is not known")
        if not known:
            return
        now = self._now("the special station of a round")
        symbol = effect = ""
        for word in known:
            is_symbol = word in words.SYMBOLS or (not symbol and words.known_as(word, words.SYMBOLS) is not None)
            if symbol if is_symbol else effect:
                raise self.error(f"found {shown(rest)}, expected one symbol and one effect")
            if is_symbol:
                symbol = words.meant(word, words.SYMBOLS, "symbol", self.number)
            else:
                effect = words.meant(word, {**words.SYMBOLS, **words.EFFECTS}, "effect or symbol", self.number)
        if now.special is not None:
            raise self.error("this round has a special station already")
        now.special = (symbol, effect)

    # -- lines

    def _route(self, rest: str, before: str = "") -> None:
        if (plain := rest.strip(" .")) in ("", "nothing", "none", "-"):
            return self._nothing("") if plain else None
        now = self._now("stations")
        if now.nothing:
            raise self.error(f"found stations, but line {now.nothing} says that nothing was drawn")
        for part in log_stations.parts(rest, self.page.sheet, now.colour, self.number, before):
            self._part(now, part)
        return None

    def _part(self, now: _Round, part: Part) -> None:
        """A part of the line: one station after the other."""
        names = [name for name, _ in part.stations]
        known = {
            self.page.sheet.departures[now.colour],
            *(end for each in now.strokes for end in (each.start, each.end)),
        }
        if len(names) == 1:
            raise self.error(f"{names[0]} stands alone, expected - and the next station of the line")
        if not part.is_told_apart and names[0] not in known and now.strokes:
            raise self.error(
                f"it is not clear whether the line goes on to {names[0]} or another part of it begins there; "
                "expected - between two stations that are joined, or ; where another part begins"
            )
        for name, circled in part.stations:
            if circled:
                self._circle(now, name)
        now.strokes += [Stroke(self.number, *pair) for pair in pairwise(names)]
        if len(now.strokes) > MOST_SECTIONS:
            raise self.error(f"found more than {MOST_SECTIONS} sections of one line")

    def _circle(self, now: _Round, station: str) -> None:
        if now.none_circled:
            raise self.error(f"{station} is circled, but line {now.none_circled} says that no station is")
        now.circled.setdefault(station, self.number)

    def _circled(self, rest: str) -> None:
        now = self._now("a circled station")
        rest = re.sub(r"^(stations?|effect)\b[\s:=]*", "", rest)
        if rest.strip(" .") in ("nothing", "none", "no"):
            if now.circled:
                raise self.error(f"found {shown(rest)}, but {next(iter(now.circled))} is circled")
            now.none_circled = self.number
            return
        for station in log_stations.places(rest, self.page.sheet, now.colour, self.number):
            self._circle(now, station)

    # -- numbers

    def _numbers(self, line: str) -> None:
        """What was counted: for the line of the round, or at the end."""
        for key, number in log_sums.entries(line, self.number):
            of_a_line = key in (*words.OF_A_LINE, "river points")
            self._keep(self._now(key).counted if of_a_line else self.page.counted, key, number)

    def _keep(self, counted: dict[str, Number], key: str, number: Number) -> None:
        if key in counted:
            raise self.error(f"{key} is in line {counted[key].line} already")
        counted[key] = number


def _is_round(line: str) -> bool:
    """Whether a line that begins with a number names a round, and no station."""
    found = _ROUND_NUMBER.match(line)
    if found is None or log_stations.PLACE.match(line):
        return False
    return found.end() == len(line) or line[found.end()].isalpha()


_ROUND_NUMBER: Final = re.compile(
    r"(?:round\s*)?(\d|first|second|third|fourth|one|two|three|four)(?:st|nd|rd|th)?\b[.):=\s]*(?:round\b)?[\s:=.,-]*"
)
_ALSO: Final = {
    "river": ("thames",), "sites": ("tourist", "tourists", "site"), "centre": ("center", "central"),
    "large-interchange": ("large", "big"), "loop": ("green",),
}  # fmt: skip
"""What players also call the objectives."""


def _checked(page: _Page) -> Log:
    """The sheet, if what it says goes together."""
    if page.unnamed:
        raise LogError("the pencil of this round is missing", page.unnamed)
    if not page.rounds:
        colour = page.sheet.colours[0]
        raise LogError(f"there is no line on this sheet, expected for instance `round 1: {colour}` and `2,5 - 0,7`")
    if page.no_modules and page.modules:
        module = MODULES[min(page.modules)]
        raise LogError(f"there were no modules, but something that is written belongs to {module}", page.no_modules)
    if {"special_stations", "pencil_powers"} <= page.modules:
        raise LogError("special stations and pencil powers cannot be used in the same game (12.3)")
    for each in page.rounds:
        if each.circled and not page.modules & {"special_stations", "pencil_powers"}:
            station, line = next(iter(each.circled.items()))
            raise LogError(
                f"{station} is circled, but nothing says that special stations or pencil powers are used; "
                "expected a line such as `modules special stations`",
                line,
            )
    known = [each.special for each in page.rounds if each.special]
    for place, what in enumerate(("symbol", "effect")):
        names = [special[place] for special in known if special[place]]
        if len({*names}) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise LogError(
                f"the {what} {twice} is the special station of two rounds, expected each {what} once (11.15)"
            )
    return Log(
        page.sheet,
        bool(page.solo),
        tuple(name for name in MODULES if name in page.modules),
        page.objectives,
        dict(page.powers),
        rulings(page.rulings.strip(), withdrawn=True).unusual(),
        tuple(each.frozen() for each in page.rounds),
        dict(page.counted),
    )
