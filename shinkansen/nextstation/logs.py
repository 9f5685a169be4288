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

The order of drawing is not written down; `log_search` looks for one. This module reads such a text, and `log_record`
writes one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import define, field, frozen

from shinkansen.core.errors import RulingError
from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import nearest_names, shown
from shinkansen.core.prose import listed
from shinkansen.core.text import straight
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.kit import MODULES
from shinkansen.nextstation.objectives import DRAWN, OBJECTIVES
from shinkansen.nextstation.rulings import rulings
from shinkansen.nextstation.sheet import SWITCH, Sheet

MOST_SECTIONS: Final = 100
"""More than a line could ever have; so no text makes more work than a sheet."""
MOST_CARDS: Final = 30


@frozen
class Stroke:
    """A section as it was written."""

    line: int
    start: str
    end: str

    @property
    def text(self) -> str:
        """`3,2 - 4,3`."""
        return f"{self.start} - {self.end}"


@frozen
class Card:
    """A card that came; what is not known of it is empty."""

    symbol: str
    kind: str


@frozen
class Cards:
    """The cards of a round as they were written."""

    line: int
    cards: tuple[Card, ...]
    more: bool
    """Whether others came after them."""


@frozen
class Number:
    """A number that somebody counted."""

    line: int
    value: int


@frozen
class Round:
    """A round as it was written."""

    line: int
    colour: str
    strokes: tuple[Stroke, ...] = ()
    circled: tuple[tuple[int, str], ...] = ()
    """Stations that count double, with the lines where they are written."""
    cards: Cards | None = None
    special: tuple[str, str] = ("", "")
    """The symbol and the effect of its special station; empty text for what is not known."""
    counted: Mapping[str, Number] = field(factory=dict[str, Number], hash=False)


@frozen
class Log:
    """A scored sheet as it was written."""

    sheet: Sheet
    solo: bool
    modules: tuple[str, ...]
    objectives: tuple[str, ...]
    """Those that are known."""
    powers: Mapping[str, str] = field(hash=False)
    """By colour, as far as they are known."""
    rulings: Mapping[str, str] = field(hash=False)
    rounds: tuple[Round, ...]
    counted: Mapping[str, Number] = field(hash=False)
    """What was counted at the end."""


# -- reading

_REMARK: Final = re.compile(r"#|//")
_BULLET: Final = re.compile(r"\s*(?:[-*\u2022\u00b7]\s+)?")
_PLACE: Final = re.compile(
    r"[(\[]?(?:(\d{1,3})(?:\s*,\s*|[.:])(\d{1,3})|(\d)(\d)(?!\d))[)\]]?(\s*\*)?(?:\s*\([a-z ]{1,20}\))?", re.ASCII
)
_BETWEEN: Final = re.compile(
    r"\s*(?:(-+>?|>|\u2192|=+>?|to\b)|((?:[;,|&]|\.(?!\d)|and\b|then\b)(?:\s*(?:and|then)\b)?))\s*"
)
_SCORED: Final = re.compile(r"(\d{1,4})\s*[x*\u00d7]\s*(\d{1,4})(?:\s*\+\s*(\d{1,4}))?", re.ASCII)
_LETTERS: Final = re.compile(r"[cstpjw]{4,11}")
"""Cards as people note them in a hurry."""
_PAIR: Final = re.compile(r"([a-z]+)[^a-z\d+-]*([+-]?\d{1,6})", re.ASCII)
_INTEGER: Final = re.compile(r"[+-]?\s*\d{1,6}(?!\d)", re.ASCII)


@define
class _Page:
    """What has been read so far."""

    sheet: Sheet
    solo: bool | None = None
    modules: set[str] = field(factory=set[str])
    objectives: tuple[str, ...] = ()
    powers: dict[str, str] = field(factory=dict[str, str])
    rulings: dict[str, str] = field(factory=dict[str, str])
    rounds: list[_Round] = field(factory=list["_Round"])
    counted: dict[str, Number] = field(factory=dict[str, Number])


@define
class _Round:
    line: int
    colour: str
    strokes: list[Stroke] = field(factory=list[Stroke])
    circled: dict[str, int] = field(factory=dict[str, int])
    cards: Cards | None = None
    special: tuple[str, str] | None = None
    counted: dict[str, Number] = field(factory=dict[str, Number])

    def frozen(self) -> Round:
        circled = tuple((line, station) for station, line in self.circled.items())
        special = self.special or ("", "")
        return Round(self.line, self.colour, tuple(self.strokes), circled, self.cards, special, dict(self.counted))


def from_text(text: str, sheet_of: Callable[[str], Sheet], own: Sheet | None = None) -> Log:
    """The sheet that a text describes; `LogError` says what cannot be read. `sheet_of` finds an edition by name."""
    lines = [*_lines(text)]
    page = _Page(own if own is not None else _edition(lines, sheet_of))
    for number, line in lines:
        _Reader(page, number).read(line)
    return _checked(page)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, small and without remarks, with their numbers."""
    for number, line in enumerate(text.splitlines(), start=1):
        plain = straight(_REMARK.split(line, maxsplit=1)[0]).casefold().replace("\u2026", "...")
        plain = plain[_BULLET.match(plain).end() :].strip()  # type: ignore[union-attr]  # it matches anything
        if plain.strip("-=_*~ "):
            yield number, plain


def _edition(lines: list[tuple[int, str]], sheet_of: Callable[[str], Sheet]) -> Sheet:
    """The edition that the text names, or the usual one."""
    for number, line in lines:
        first, _, rest = line.partition(" ")
        if words.BEGINNINGS.get(first.strip(":=")) == "sheet":
            name = rest.strip(" :=.\"'")
            try:
                return sheet_of(name)
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

    def read(self, line: str) -> None:
        """One line, by its first word."""
        if line[0].isdigit() or line[0] in "([":
            if _ROUND_NUMBER.match(line) and not _PLACE.match(line):
                return self._round(line)
            return self._route(line)
        found = re.match(r"([a-z]+)[\s:=.]*", line)
        first, rest = (found[1], line[found.end() :]) if found else (line.split()[0], "")
        colour = words.known_as(first, self._colours())
        if first in ("pencil", "colour", "color") and rest.strip(" .") in self._colours():
            colour, rest = self._colours()[rest.strip(" .")], ""
            return self._begin(colour, rest)
        begins = words.BEGINNINGS.get(first)
        if first in words.NUMBERS and not begins:
            return self._round(line)
        if begins is None and colour is not None and not rest.startswith("loop"):
            return self._begin(colour, rest)
        if begins is None and colour is not None:
            begins, rest = "loop", rest.removeprefix("loop")
        begins = begins or words.known_as(first, words.BEGINNINGS)
        if begins is None:
            near = nearest_names(first, [*words.BEGINNINGS, *self._colours()], 1)
            known = "a pencil such as `round 1: purple`, a line such as `2,5 - 0,7`, or a word such as cards or points"
            raise self.error(
                f"no line begins with {shown(first)}; " + (f"did you mean {near[0]}?" if near else f"expected {known}")
            )
        self._line(begins, line, rest)
        return None

    def _line(self, begins: str, line: str, rest: str) -> None:
        if begins in ("sheet", words.NOTE):
            return
        if begins in (*words.OF_A_LINE, *words.AT_THE_END) and (begins != "objectives" or _INTEGER.match(rest)):
            self._numbers(begins, line, rest)
        elif begins in ("special", "powers") and self.page.rounds:
            getattr(self, f"_{begins}")(rest)
        else:
            reads: dict[str, Callable[[str], None]] = {
                "solo": self._alone, "players": self._players, "modules": self._modules, "rulings": self._rulings,
                "objectives": self._objectives, "special": self._special, "powers": self._powers,
                words.ROUND: self._round, words.CARDS: self._cards, words.ROUTE: self._route,
                words.NOTHING: self._nothing, words.CIRCLED: self._circled,
            }  # fmt: skip
            reads[begins](rest)

    # -- before the rounds

    def _alone(self, rest: str) -> None:
        self._set_solo(True)

    def _players(self, rest: str) -> None:
        count = {"1": 1, "one": 1, "2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}.get(rest.strip(" ."))
        if count is None:
            if any(char.isdigit() for char in rest) or not rest.strip():
                raise self.error(f"players: found {shown(rest)}, expected 1 to 4")
            return  # the name of a player
        self._set_solo(count == 1)

    def _set_solo(self, solo: bool) -> None:
        if self.page.solo not in (None, solo):
            raise self.error("found a solo game and a game of several players, expected one of them")
        self.page.solo = solo

    def _modules(self, rest: str) -> None:
        for word in words.words_of(rest):
            if word in words.MODULE_WORDS or word not in {*words.FILLERS, "none", "no", "module", "modules"}:
                self.page.modules.add(words.meant(word, words.MODULE_WORDS, "module", self.number))

    def _rulings(self, rest: str) -> None:
        try:
            self.page.rulings |= rulings(re.sub(r"\br(\d)", r"R\1", rest), withdrawn=True).unusual()
        except RulingError as problem:
            raise self.error(str(problem)) from None

    def _objectives(self, rest: str) -> None:
        self.page.modules.add("objectives")
        known: dict[str, str] = {}
        for each in OBJECTIVES[self.page.sheet.book]:
            for word in (each.id, *words.words_of(each.title), *_ALSO.get(each.id, ())):
                known[word] = each.id if known.get(word, each.id) == each.id else ""
        found: list[str] = []
        for part in re.split(r"[,;&+]|\band\b", rest):
            told = [word for word in words.told(part) if word != "?"]
            named = {known[word] for word in told if known.get(word)}
            if told and len(named) != 1:
                word = next((word for word in told if word not in known), told[0])
                words.meant(
                    word, {each.id: each.id for each in OBJECTIVES[self.page.sheet.book]}, "objective", self.number
                )
            found += named
        if len({*found}) != len(found) or len(found) > DRAWN or self.page.objectives:
            raise self.error(f"found {len(found)} objectives, expected the {DRAWN} that were drawn")
        self.page.objectives = tuple(found)

    def _powers(self, rest: str) -> None:
        self.page.modules.add("pencil_powers")
        told = [word for word in words.told(rest) if word != "?"]
        if self.page.rounds and told:
            self._power(self.page.rounds[-1].colour, told)
            return
        colours, colour, power = self._colours(), "", list[str]()
        for word in told:
            if (found := words.known_as(word, colours)) is not None:
                if colour:
                    self._power(colour, power)
                colour, power = found, []
            else:
                power.append(word)
        if colour or power:
            self._power(colour, power)

    def _power(self, colour: str, told: list[str]) -> None:
        told = [word for word in told if word not in ("section", "sections")]
        if not colour:
            raise self.error(f"found {shown(' '.join(told))}, expected a pencil and its power, such as purple second")
        if len(told) > 1 or not told:
            raise self.error(f"found {shown(' '.join(told))} for the {colour} pencil, expected one power")
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
        found = re.match(r"(?:line\b)?[\s:=.,-]*([a-z]+)[\s:=.,-]*", rest)
        expected = len(self.page.rounds) + 1
        if number not in (None, expected):
            raise self.error(f"found round {number}, expected round {expected}: rounds are written in their order")
        if found is None and not rest:
            return  # the pencil is in the next line
        if found is None:
            raise self.error("the pencil of the round is missing, expected for instance `round 1: purple`")
        self._begin(words.meant(found[1], self._colours(), "pencil", self.number), rest[found.end() :])

    def _begin(self, colour: str, rest: str) -> None:
        page = self.page
        before = next((each for each in page.rounds if each.colour == colour), None)
        if before is not None:
            raise self.error(f"the {colour} line was begun in line {before.line} already, expected another pencil")
        page.rounds.append(_Round(self.number, colour))
        rest = re.sub(r"^(line|pencil)\b[\s:=]*", "", rest)
        if rest in ("nothing", "none", "-"):
            return
        if rest:
            self._route(rest)

    def _now(self, what: str) -> _Round:
        if not self.page.rounds:
            colour = self.page.sheet.colours[0]
            raise self.error(f"found {what} before the first round, expected a line such as `round 1: {colour}`")
        return self.page.rounds[-1]

    def _nothing(self, rest: str) -> None:
        self._now("an empty line")

    def _cards(self, rest: str) -> None:
        now = self._now("cards")
        if now.cards is not None:
            raise self.error(f"the cards of this round are in line {now.cards.line} already")
        cards, more = list[Card](), False
        for part in re.split(r"[,;/|+&]|\bwith\b|\band\b", rest):
            kind, times = "", 1
            here = len(cards)
            for word in words.words_of(part.replace("-", " ")):
                if more and word not in (".", "etc"):
                    raise self.error("found a card after the ..., expected ... only at the end: and others")
                if word.startswith("...") or word == "etc":
                    more = True
                elif word in ("(", ")", ".", ":", "=", "card", "then"):
                    continue
                elif word.startswith("?") or word == "unknown":
                    cards += [Card("", kind)] * min(times, MOST_CARDS + 1)
                    kind, times = "", 1
                elif word.isascii() and word.isdigit():
                    times = int(word[:4])
                elif _LETTERS.fullmatch(word):
                    cards += [Card(words.CARD_WORDS[letter], "") for letter in word]
                elif word not in words.CARD_WORDS and words.known_as(word, words.KINDS) is not None:
                    kind = words.KINDS.get(word) or words.known_as(word, words.KINDS) or ""
                else:
                    cards.append(Card(words.meant(word, words.CARD_WORDS, "card", self.number), kind))
                    kind = ""
            if kind and len(cards) == here + 1 and not cards[-1].kind:  # circle (underground)
                cards[-1] = Card(cards[-1].symbol, kind)
            elif kind:
                cards.append(Card("", kind))
        if len(cards) > MOST_CARDS:
            raise self.error(f"found {len(cards)} cards, expected at most {len(self.page.sheet.cards)}")
        if cards or more:
            now.cards = Cards(self.number, tuple(cards), more)

    def _special(self, rest: str) -> None:
        self.page.modules.add("special_stations")
        told = [word for word in words.told(rest.replace("double-station", "double")) if word != "?"]
        if not told:
            return
        now = self._now("the special station of a round")
        symbol = effect = ""
        for word in told:
            if word in words.SYMBOLS or (not symbol and words.known_as(word, words.SYMBOLS) is not None):
                symbol = words.meant(word, words.SYMBOLS, "symbol", self.number)
            else:
                effect = words.meant(word, {**words.SYMBOLS, **words.EFFECTS}, "effect or symbol", self.number)
        if now.special is not None:
            raise self.error("this round has a special station already")
        now.special = (symbol, effect)

    # -- lines

    def _route(self, rest: str) -> None:
        if not (plain := rest.strip(" .")) or plain in ("nothing", "none", "-"):
            return
        now, at, last, joined = self._now("stations"), 0, "", False
        while at < len(rest):
            if (place := _PLACE.match(rest, at)) is None:
                raise self.error(f"found {shown(rest[at : at + 20].strip())}, expected a station such as 3,2")
            station = self._station(place)
            if place[5]:
                now.circled.setdefault(station, self.number)
            if last and joined:
                now.strokes.append(Stroke(self.number, last, station))
            if len(now.strokes) > MOST_SECTIONS:
                raise self.error(f"found more than {MOST_SECTIONS} sections of one line")
            last, at = station, place.end()
            if not rest[at:].strip(" .,;"):
                return
            if (between := _BETWEEN.match(rest, at)) is None:
                raise self.error(
                    f"found {shown(rest[at : at + 20].strip())} after {station}, "
                    "expected - and the next station, or ; and a branch"
                )
            joined, at = between[1] is not None, between.end()
        if joined:
            raise self.error(f"nothing comes after {last} -, expected the next station")

    def _station(self, place: re.Match[str]) -> str:
        x, y = (int(place[1]), int(place[2])) if place[1] else (int(place[3]), int(place[4]))
        sheet, name = self.page.sheet, f"{x},{y}"
        if name in sheet.by_id:
            return name
        near = sorted(sheet.stations, key=lambda each: ((each.x - x) ** 2 + (each.y - y) ** 2, each.x, each.y))[:2]
        names = listed([f"{each.id} (a {'station for all' if each.symbol == 'any' else each.symbol})" for each in near])
        also = f"; {y},{x} would be one" if f"{y},{x}" in sheet.by_id else ""
        counted = "the column comes first, then the row, both counted from 0 at the top left"
        raise self.error(
            f"there is no station at {name} on this sheet; near it are {names}{also}. {counted.capitalize()}"
        )

    def _circled(self, rest: str) -> None:
        now, at = self._now("a circled station"), 0
        rest = re.sub(r"^(stations?|effect)\b[\s:=]*", "", rest)
        while at < len(rest):
            if (place := _PLACE.match(rest, at)) is None:
                raise self.error(f"found {shown(rest[at : at + 20].strip())}, expected a station such as 3,2")
            now.circled.setdefault(self._station(place), self.number)
            between = _BETWEEN.match(rest, place.end())
            at = between.end() if between else place.end()
            while at < len(rest) and rest[at].isspace():
                at += 1

    # -- numbers

    def _numbers(self, begins: str, line: str, rest: str) -> None:
        if begins in words.OF_A_LINE:
            self._counted(line)
            return
        numbers = [int(number.replace(" ", "")) for number in _INTEGER.findall(rest)]
        if not numbers:
            raise self.error(f"found {shown(rest)} after {begins}, expected a number")
        rounds = self.page.rounds
        if begins == "lines" and len(numbers) > 1:
            for each, value in zip(rounds, numbers, strict=False):
                each.counted.setdefault("points", Number(self.number, value))
            if len(numbers) <= len(rounds):
                return
        if begins == "interchanges" and len(pairs := _PAIR.findall(line)) > 1:
            for word, value in pairs:
                key = words.meant(word, words.BEGINNINGS, "part of the score", self.number)
                self._keep(self.page.counted, key, int(value))
            return
        self._keep(self.page.counted, begins, numbers[-1])

    def _counted(self, line: str) -> None:
        """What was counted for the line of a round: names with numbers, or a sum such as 3 x 2 + 4 = 10."""
        now = self._now("points")
        if (scored := _SCORED.search(line)) is not None:
            self._keep(now.counted, "districts", int(scored[1]))
            self._keep(now.counted, "most", int(scored[2]))
            if scored[3]:
                self._keep(now.counted, "river points", int(scored[3]))
            rest = line[scored.end() :].strip(" .")
            if (total := re.fullmatch(r"=?\s*(?:points)?\s*(\d{1,6})?(?:\s*points)?", rest)) is None:
                raise self.error(f"found {shown(rest)} after {scored[0]}, expected = and the points of the line")
            if total[1]:
                self._keep(now.counted, "points", int(total[1]))
            return
        pairs = _PAIR.findall(line)
        if not pairs:
            raise self.error(f"found {shown(line)}, expected a word and a number, such as points 20")
        for word, value in pairs:
            key = words.meant(word, {**words.BEGINNINGS}, "part of the score", self.number)
            if key not in words.OF_A_LINE:
                raise self.error(
                    f"{word} does not belong to the points of one line, expected {', '.join(words.OF_A_LINE)}"
                )
            self._keep(now.counted, key, int(value))

    def _keep(self, counted: dict[str, Number], key: str, value: int) -> None:
        if key in counted:
            raise self.error(f"{key} is in line {counted[key].line} already")
        counted[key] = Number(self.number, value)


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
    if not page.rounds:
        colour = page.sheet.colours[0]
        raise LogError(f"there is no line on this sheet, expected for instance `round 1: {colour}` and `2,5 - 0,7`")
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
        dict(page.rulings),
        tuple(each.frozen() for each in page.rounds),
        dict(page.counted),
    )


def cards_text(cards: Cards) -> str:
    """Cards as they are written: `circle, u-joker, switch + square`."""
    text = ""
    for number, card in enumerate(cards.cards):
        named = ("u-" if card.kind == "underground" else "") + (card.symbol or "?")
        before = cards.cards[number - 1].symbol if number else ""
        text += ("" if not number else " + " if before == SWITCH else ", ") + named
    return text + (", ..." if cards.more and text else "..." if cards.more else "")
