"""A game's register of rulings: a page for each, with its answers, a game in which they differ, how often they do.

Permanent anchors: `R29` for a ruling, `R29-b` for an answer; also `ruling-r29`, `r29` and `r29-b`, which Sphinx makes
from labels. What a game does not have (witnesses, a measurement, pictures, texts) is left out.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from attrs import evolve

from docs.extension.cite import citing
from docs.extension.places import clause_link, is_default, label, of_game, option, page, ruling_link
from docs.extension.words import counted, plain, table
from shinkansen.commands.citing import ruling_citation
from shinkansen.core.clauses import write_lines
from shinkansen.core.game import Game
from shinkansen.core.prose import opening
from shinkansen.core.rulings import Answer, Ruling
from shinkansen.paper.parts import PICTURES
from shinkansen.paper.picture import Picture
from shinkansen.readings import contrast as telling
from shinkansen.readings import witnesses as readings
from shinkansen.readings.contrast import Contrast, Side
from shinkansen.readings.impact import EFFECTS, Impact, Share, changes, seats_for, variants_for
from shinkansen.readings.impact import stored as measurement
from shinkansen.readings.parts import IMPACT, WITNESSES, Players
from shinkansen.readings.witnesses import PlayedTwice, Witness, usual_edition

IN_TWO_WAYS: Final = (
    "Where the rulebook can be read in two ways, you find here what the ways are, which one we prefer and why"
)
CITABLE: Final = "Every ruling and every answer can be cited; the numbers, letters"
SWITCH: Final = "Play by another answer with"
BASES: Final = {
    "text": "the words of the rulebook",
    "analogy": "an analogy to another rule",
    "choice": "our choice, where the text is silent",
}
"""What a preference rests on, in words."""


def witnesses_of(game: Game) -> tuple[Witness, ...]:
    """All witnesses of a game."""
    return readings.witnesses(game) if game.has(WITNESSES) else ()


def pages(game: Game) -> dict[str, str]:
    """Every page of a game's register, by docname."""
    each = {page(game, f"rulings/{ruling.id}"): _page(game, ruling) for ruling in game.register}
    return {page(game, "rulings/index"): _index(game), **each}


def assets(game: Game) -> dict[str, str]:
    """Every picture, by its path below `docs/`."""
    if not game.has(PICTURES):
        return {}
    return {
        page(game, f"rulings/{name}"): svg for witness in witnesses_of(game) for name, svg in _pictures(game, witness)
    }


# -- The index --------------------------------------------------------------------------------------------------------


def _index(game: Game) -> str:
    rows = [
        [
            ruling_link(game, ruling, ruling.id),
            ruling_link(game, ruling, plain(ruling.question)),
            f"{_letter(ruling)}{plain(ruling.says(ruling.preferred))}",
            ruling.confidence.value,
            "<br>".join(_brief(game, ruling, letter) for letter in ruling.others) or "settled",
        ]
        for ruling in game.register
    ]
    often = ", and how often they change the winner" * game.has(IMPACT)
    head = ["Id", "Question", "Preferred answer", "Confidence", f"Other answers{often}"]
    switchable = len(game.register.switchable)
    return f"""({label(game, "rulings")})=
# Rulings{of_game(game)}

{IN_TWO_WAYS}{_shown(game)}. {CITABLE}
and anchors are permanent, and each page says how.

There are {counted(len(game.register), "ruling")}. {switchable} are switchable: each answer can be played, checked and
measured. The others are settled: the page says why nothing is left to switch.{_how_measured(game)}

{table(head, rows)}

{_what_matters(game)}```{{toctree}}
:hidden:

{chr(10).join(ruling.id for ruling in game.register)}
```
"""


def _shown(game: Game) -> str:
    """What pages of rulings show besides the answers."""
    if not game.has(IMPACT):
        return ", and the shortest\ngame known in which they differ" * game.has(WITNESSES)
    shortest = ", the shortest\ngame known in which they differ" * game.has(WITNESSES)
    return f"{shortest}, and how often they do{'' if shortest else ' differ'}"


def _how_measured(game: Game) -> str:
    if not game.has(IMPACT):
        return ""
    kept = measurement(game)
    rated = " or, alone, changes the rating" * (game.part(IMPACT).rated is not None)
    return f""" The shares in the last column are
measured in pairs of games that are played alike, {_ways(game)}
({kept.date}, seed {kept.seed}); they say how often that answer, instead of the preferred one, makes somebody else
win{rated}, with a 95 % interval."""


def _ways(game: Game) -> str:
    """How moves are chosen, by the numbers of players that are played with."""
    turns = dict.fromkeys(seats_for(game, ruling.slug) for ruling in game.register.switchable)
    known = game.part(IMPACT).on_pages
    ways = [*dict.fromkeys(known[each].how if each in known else "by random moves" for each in turns)]
    return " or, ".join(sorted(ways, key="by random moves".__ne__))


def _what_matters(game: Game) -> str:
    if not game.has(IMPACT):
        return ""
    return f"""## What matters most

The answers that change the winner most often in these games.

{table(["Answer", "Question", "Changes the winner", "Changes the scores"], _most(game))}

"""


def _letter(ruling: Ruling) -> str:
    return f"**{ruling.preferred}** " if ruling.switchable else ""


def _most(game: Game, rows: int = 10) -> list[list[str]]:
    found = [impact for ruling in game.register.switchable for letter in ruling.others
             for impact in measurement(game).of(ruling.slug, letter)[:1]]  # fmt: skip
    found.sort(key=lambda impact: -impact.share("winner").hits / impact.games)
    return [
        [
            f"[{_id(game, impact)}](#{label(game, _id(game, impact))})",
            plain(game.register[impact.slug].question),
            _share(impact.share("winner")),
            _share(impact.share("scores")),
        ]
        for impact in found[:rows]
    ]


def _id(game: Game, impact: Impact) -> str:
    return f"{game.register[impact.slug].id}-{impact.letter}"


def _brief(game: Game, ruling: Ruling, letter: str) -> str:
    says = f"**{letter}** {plain(ruling.says(letter))}"
    measured = measurement(game).of(ruling.slug, letter)[:1] if game.has(IMPACT) else ()
    for impact in measured:
        note = "" if impact.edition == usual_edition(game) else " on a varied edition"
        says += f" {_share(impact.share('winner'))}{note}"
    return says


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{100 * share.hits / share.games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


# -- A ruling ---------------------------------------------------------------------------------------------------------


def _page(game: Game, ruling: Ruling) -> str:
    parts = [opening_of(game, ruling), _answers(game, ruling), _preference(game, ruling), *_texts(game, ruling)]
    if ruling.switchable:
        parts += [_witness(game, witness) for witness in witnesses_of(game) if witness.slug == ruling.slug]
        parts += [_impact(game, ruling)] if game.has(IMPACT) else []
    # Without the contents at the right there is room for the pictures. The search finds each ruling by itself.
    front = "---\nnosearch: true\n" + "hide-toc: true\n" * ruling.switchable + "---\n\n"
    return front + "\n".join(parts)


def opening_of(game: Game, ruling: Ruling) -> str:
    """The head of a page: the question, its names, and how to cite it."""
    other = ruling.others[-1] if ruling.others else ruling.preferred
    options = f"{option(game)} --rulings {ruling.id}={other}".lstrip()
    ways = f"`{_played_by(game, ruling, other)}` or `{options}`"
    can = (
        f"""Here you can see the answers to this question and who reads it so{_followed(game)}. {SWITCH}
{ways}, and cite one by its letter, such as
`{ruling_citation(game, ruling, other)}`."""
        if ruling.switchable
        else f"""Here you can see how this question is settled, on which lines that rests and why there is nothing to
switch. Cite it as `{ruling_citation(game, ruling)}`."""
    )
    state = "switchable" if ruling.switchable else "settled"
    return f"""({label(game, f"ruling-{ruling.id.lower()}")})=
({label(game, ruling.id)})=
# {ruling.id}: {plain(ruling.question)}

<span id="{ruling.id}"></span>

{can}

:Name: `{ruling.id}` or `{ruling.slug}`
:State: {state}
:Clauses: {"; ".join(f"{clause_link(game, id)} {plain(game.rulebook[id].title)}" for id in ruling.clauses)}
:Cite: {citing(ruling_citation(game, ruling), page(game, f"rulings/{ruling.id}"), ruling.id)}
"""


def _followed(game: Game) -> str:
    """What else can be done on the page of a ruling that can be switched."""
    if not game.has(IMPACT):
        return ", and follow the shortest game known in which\nthey differ" * game.has(WITNESSES)
    follow = ", follow the shortest game known in which\nthey differ" * game.has(WITNESSES)
    return f"{follow}, and see how often they do{'' if follow else ' differ'}"


def _played_by(game: Game, ruling: Ruling, letter: str) -> str:
    """The code that opens the rules under an answer: by the class of the rules, if that takes answers."""
    kind = type(game.open(game.tables[0]))
    if "rulings" in inspect.signature(kind).parameters:
        return f'{kind.__name__}(rulings={{"{ruling.id}": "{letter}"}})'
    return f'GAME.open({{"seats": {game.seats[0]}, "rulings": {{"{ruling.slug}": "{letter}"}}}})'


def _answers(game: Game, ruling: Ruling) -> str:
    return "## The answers\n\n" + "\n".join(_answer(game, ruling, answer) for answer in ruling.answers)


def _answer(game: Game, ruling: Ruling, answer: Answer) -> str:
    preferred = " [preferred]{.kind}" if ruling.switchable and answer.letter == ruling.preferred else ""
    preferred = " [withdrawn]{.kind}" if answer.withdrawn else preferred
    readers = ", ".join(_reader(game, who) for who in dict.fromkeys(reader.who for reader in answer.readers))
    so = f"Read this way by {readers}." if readers else "No text says so, but it can be argued." * ruling.switchable
    if answer.withdrawn:
        so = f"It can no longer be chosen: {plain(answer.withdrawn)}. Stored games with it are still played by it."
    return f"""({label(game, f"{ruling.id}-{answer.letter}")})=
<span id="{ruling.id}-{answer.letter}"></span>

**{answer.letter}**{preferred} {plain(answer.says)}
{so}
"""


def _reader(game: Game, who: str) -> str:
    text = game.rulebook.texts.get(who)
    return plain(who) if text is None else f"the {text.name} text"


def _preference(game: Game, ruling: Ruling) -> str:
    what = f"We prefer **{ruling.preferred}**" if ruling.switchable else "It is settled"
    return f"""## Our reading

{what}, with {ruling.confidence} confidence; it rests on {BASES[ruling.basis]}. {plain(ruling.why)}
{_past(game, ruling)}"""


def _past(game: Game, ruling: Ruling) -> str:
    """Since when a ruling can be switched, if not always, and how it was played before; what else it decided then."""
    told = ""
    if ruling.since > 1:
        played = (
            f"**{ruling.before}** was played"
            if ruling.before in ruling.letters
            else f"{ruling_link(game, game.register[ruling.before])} decided it too"
        )
        told += f"""
It can be switched since version {ruling.since} of the rules; before that {played}. A record or a reading without its
letter means just that.
"""
    for other in (other for other in game.register if other.before == ruling.slug):
        link = ruling_link(game, other)
        old = evolve(ruling_citation(game, ruling, ruling.others[-1]), version=other.since - 1)
        told += f"""
Before version {other.since} of the rules its letter decided {link} too: the citation `{old}` means both.
"""
    return told


def _texts(game: Game, ruling: Ruling) -> Iterator[str]:
    """What each language says: the answer its lines are read for, and where a clause reads otherwise in it; nothing if
    none of them says anything."""
    book = game.rulebook
    rows: list[list[str]] = []
    silent = 0
    for key, text in book.texts.items():
        before = len(rows)
        for answer in ruling.answers:
            for reader in (reader for reader in answer.readers if reader.who == key):
                says = plain(answer.says) if not ruling.switchable else f"{answer.letter}: {plain(answer.says)}"
                rows.append([text.name, write_lines(reader.numbers()), says])
        rows += [
            [text.name, write_lines(other.lines), f"{clause_link(game, id)} reads: {plain(other.reads)}"]
            for id in ruling.clauses
            for other in book[id].differs
            if other.text == key and other.fact in ruling.facts
        ]
        if len(rows) == before:
            rows.append([text.name, "", "no lines cited"])
            silent += 1
    if silent < len(book.texts):
        says = table(["Text", "Lines", "Says"], rows)
        yield f"## What the texts say\n\nIn our words, with the lines of each text.\n\n{says}"


# -- Its witnesses ----------------------------------------------------------------------------------------------------


@cache
def _played(game: Game, witness: Witness) -> tuple[PlayedTwice, Contrast]:
    played = witness.play(game)
    return played, telling.contrast(played)


def _witness(game: Game, witness: Witness) -> str:
    played, found = _played(game, witness)
    alone = ", alone" if witness.seats == 1 and seats_for(game, witness.slug) != (1,) else ""
    moves = "\n".join(f"{number}. {plain(line)}" for number, line in enumerate(telling.said(played), start=1))
    begins = "\n".join(f"- {plain(line)}" for line in telling.dealt(played))
    return f"""## A game that tells {witness.against} from {witness.letter}{alone}

{plain(telling.setting(game, witness))}{_varied(game, witness)}

{begins}

{moves}

{telling.KINDS[witness.kind]}.

{table([f"Under {side.letter}" for side in found.sides], [["<br>".join(map(plain, s.sentences)) for s in found.sides]])}
{_amounts(found)}
{_drawn(game, witness, found)}

{" ".join(map(plain, telling.how_short(game, witness)))}

```console
$ shinkansen ruling witness {_command(game, witness)}{option(game)}
```
"""


def _command(game: Game, witness: Witness) -> str:
    ruling = witness.ruling(game)
    against = f" --against {witness.against}" if witness.against != ruling.preferred else ""
    several = any(each.seats > 1 for each in witnesses_of(game) if each.slug == witness.slug)
    return f"{ruling.id}={witness.letter}{against}{' --alone' if witness.seats == 1 and several else ''}"


def _varied(game: Game, witness: Witness) -> str:
    if witness.edition == usual_edition(game):
        return ""
    return f" The {usual_edition(game)} edition cannot show the difference, so another one is played."


def _amounts(found: Contrast) -> str:
    if not found.amounts:
        return ""
    rows = [[plain(opening(what)), f"{here}", f"{there}"] for what, here, there in found.amounts]
    return table(["What differs", *(f"Under {side.letter}" for side in found.sides)], rows)


def _pictures(game: Game, witness: Witness) -> Iterator[tuple[str, str]]:
    """Both tables, and what differs to stand beside each other; where the tables are the same, one is enough."""
    _, found = _played(game, witness)
    if witness.kind not in MARKS:
        yield _file(game, witness, found.here), drawn(game, found.here).svg
        return
    for side, part in zip(found.sides, beside(game, found), strict=True):
        yield _file(game, witness, side), drawn(game, side).svg
        yield _file(game, witness, side, "-part"), part.svg


def drawn(game: Game, side: Side, layout: str = "tall", only: Collection[str] = ()) -> Picture:
    """The table of a side, or only these parts of it, with what differs pointed out."""
    return game.part(PICTURES).picture(
        side.rules, side.state, side.before, caption=side.caption, move=side.move, layout=layout, only=only
    )


def beside(game: Game, found: Contrast) -> tuple[Picture, Picture]:
    """Both tables, to be shown side by side: only the parts in which they differ."""
    parts = drawn(game, found.here).beside(drawn(game, found.there))
    return drawn(game, found.here, "narrow", parts), drawn(game, found.there, "narrow", parts)


def _file(game: Game, witness: Witness, side: Side, part: str = "") -> str:
    """The name of a picture. Sphinx puts all pictures into one folder, so the name says which game it is of."""
    versus = f"{witness.against}{witness.letter}" + ("-alone" if witness.seats == 1 else "")
    name = f"{witness.ruling(game).id}-{versus}-{side.letter}{part}.svg"
    return name if is_default(game) else f"{game.name}-{name}"


MARKS: Final = {
    "legality": "After a move that only this answer allows, what it changes outlined; or as it is.",
    "effect": "After the last move. Differences are outlined; 8→7 means 8 there and 7 here.",
}
"""What is outlined, by the kind of witness, where the tables differ."""


def _drawn(game: Game, witness: Witness, found: Contrast) -> str:
    if witness.kind not in MARKS:
        words = "The table at the end, the same under both."
        figure = f"\n\n{_figure(_file(game, witness, found.here), words)}" if game.has(PICTURES) else ""
        return f"{_scores(game, witness)}{figure}"
    if not game.has(PICTURES):
        return ""
    parts, wholes = (
        _sides([_figure(_file(game, witness, side, part), side.caption) for side in found.sides])
        for part in ("-part", "")
    )
    return f"""{MARKS[witness.kind]}

{parts}

<details><summary>The whole tables</summary>

{wholes}

</details>"""


def _sides(figures: list[str]) -> str:
    return "\n".join([":::::{container} ruling-sides", *figures, ":::::"])


def _figure(name: str, caption: str) -> str:
    return f"""::::{{figure}} {name}
:alt: {caption}

{plain(caption)} <a href="../../_images/{name}">Full size.</a>
::::"""


def _scores(game: Game, witness: Witness) -> str:
    """The final scores under both, line by line, with what differs in bold."""
    played, _ = _played(game, witness)
    rows: list[list[str]] = []
    both = zip(played.here.scores(played.states[-1]), played.there.scores(played.others[-1]), strict=True)
    for one, other in both:
        name = opening(played.here.seat_names[one.seat])
        here, there = ({item.title: item.points for item in score.items} for score in (one, other))
        rows += [_line(f"{name}: {title}", here.get(title), there.get(title)) for title in {**here, **there}]
        rows.append(_line(f"{name} in all", one.total, other.total))
    return table(["Score", f"Under {witness.against}", f"Under {witness.letter}"], rows)


def _line(what: str, here: int | None, there: int | None) -> list[str]:
    cells = [plain(what), *("" if points is None else f"{points}" for points in (here, there))]
    return cells if here == there else [f"**{cell}**" if cell else "" for cell in cells]


# -- Its impact -------------------------------------------------------------------------------------------------------


def _impact(game: Game, ruling: Ruling) -> str:
    kept, players = measurement(game), _players(game, seats_for(game, ruling.slug))
    how = players.why if players is not None else "in both, everybody plays with the same random choices"
    tables = "\n".join(_measured(game, row) for letter in ruling.others for row in kept.of(ruling.slug, letter))
    return f"""## How often it matters

Measured on {kept.date} (seed {kept.seed}) in pairs of games with the same deal, one under {ruling.preferred}; {how}, so
they stay the same as long as the rules allow. For players who know what they are doing, it may matter more or less
often. In brackets are 95 % intervals (Wilson).

{tables}
```console
$ shinkansen ruling impact {ruling.id} --games 60{option(game)}
```
"""


def _players(game: Game, seats: tuple[int, ...]) -> Players | None:
    """Who plays with these numbers of seats in turn, if that is not random moves."""
    return game.part(IMPACT).on_pages.get(seats)


def _measured(game: Game, row: Impact) -> str:
    turns = (*row.outcomes,)
    seats, words = turns if len(turns) > 1 else (), changes(game, turns)
    columns = ["All games", *(f"{number} players" for number in seats)]
    if players := _players(game, turns):
        columns[0] = players.who
    lines = [
        [opening(words[effect]), *(_share(row.share(effect, number)) for number in (None, *seats))]
        for effect in EFFECTS
    ]
    lines.append(["Pairs of games", *(f"{row.share('winner', number).games}" for number in (None, *seats))])
    where = ", ".join(
        filter(
            None,
            [f"**{row.letter}**", plain(telling.agreed(game, row.edition, variants_for(game, row.slug, row.edition)))],
        )
    )
    return f"{where}:\n\n{table(['In how many games', *columns], lines)}"
