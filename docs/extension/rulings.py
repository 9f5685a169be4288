"""The register of rulings: a page for each, with its answers, a game in which they differ and how often they do.

Permanent anchors: `R29` for a ruling, `R29-b` for an answer; also `ruling-r29`, `r29` and `r29-b`, which Sphinx makes
from labels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from attrs import evolve

from docs.extension.cite import citing
from docs.extension.places import clause_link, label, page, ruling_link
from docs.extension.words import counted, plain, table
from shinkansen.commands.citing import ruling_citation
from shinkansen.core.clauses import write_lines
from shinkansen.core.prose import opening
from shinkansen.core.rulings import Answer, Ruling
from shinkansen.paper.parts import PICTURES
from shinkansen.paper.picture import Picture
from shinkansen.readings import contrast as telling
from shinkansen.readings import witnesses as readings
from shinkansen.readings.contrast import Contrast, Side
from shinkansen.readings.impact import CHANGES, EFFECTS, Impact, Measurement, Share, seats_for
from shinkansen.readings.impact import stored as measurement
from shinkansen.readings.witnesses import PlayedTwice, Witness
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register

BASES: Final = {
    "text": "the words of the rulebook",
    "analogy": "an analogy to another rule",
    "choice": "our choice, where the text is silent",
}
"""What a preference rests on, in words."""


def load() -> tuple[Witness, ...]:
    """All witnesses."""
    return readings.witnesses(GAME)


def stored() -> Measurement:
    """What was measured."""
    return measurement(GAME)


def pages() -> dict[str, str]:
    """Every page of the register, by docname."""
    return {page("rulings/index"): _index(), **{page(f"rulings/{each.id}"): _page(each) for each in register()}}


def assets() -> dict[str, str]:
    """Every picture, by its path below `docs/`."""
    return {page(f"rulings/{name}"): svg for witness in load() for name, svg in _pictures(witness)}


# -- The index --------------------------------------------------------------------------------------------------------


def _index() -> str:
    rows = [
        [
            ruling_link(ruling, ruling.id),
            ruling_link(ruling, plain(ruling.question)),
            f"{_letter(ruling)}{plain(ruling.says(ruling.preferred))}",
            ruling.confidence.value,
            "<br>".join(_brief(ruling, letter) for letter in ruling.others) or "settled",
        ]
        for ruling in register()
    ]
    head = ["Id", "Question", "Preferred answer", "Confidence", "Other answers, and how often they change the winner"]
    switchable, kept = len(register().switchable), stored()
    return f"""({label("rulings")})=
# Rulings

Where the rulebook can be read in two ways, you find here what the ways are, which one we prefer and why, the shortest
game known in which they differ, and how often they do. Every ruling and every answer can be cited; the numbers, letters
and anchors are permanent, and each page says how.

There are {counted(len(register()), "ruling")}. {switchable} are switchable: each answer can be played, checked and
measured. The others are settled: the page says why nothing is left to switch. The shares in the last column are
measured in pairs of games that are played alike, by random moves or, against Hideo, by the move that looks best
({kept.date}, seed {kept.seed}); they say how often that answer, instead of the preferred one, makes somebody else win,
with a 95 % interval.

{table(head, rows)}

## What matters most

The answers that change the winner most often in these games.

{table(["Answer", "Question", "Changes the winner", "Changes the scores"], _most())}

```{{toctree}}
:hidden:

{chr(10).join(ruling.id for ruling in register())}
```
"""


def _letter(ruling: Ruling) -> str:
    return f"**{ruling.preferred}** " if ruling.switchable else ""


def _most(rows: int = 10) -> list[list[str]]:
    found = [impact for ruling in register().switchable for letter in ruling.others
             for impact in stored().of(ruling.slug, letter)[:1]]  # fmt: skip
    found.sort(key=lambda impact: -impact.share("winner").hits / impact.games)
    return [
        [
            f"[{_id(impact)}](#{label(_id(impact))})",
            plain(register()[impact.slug].question),
            _share(impact.share("winner")),
            _share(impact.share("scores")),
        ]
        for impact in found[:rows]
    ]


def _id(impact: Impact) -> str:
    return f"{register()[impact.slug].id}-{impact.letter}"


def _brief(ruling: Ruling, letter: str) -> str:
    impact = stored().of(ruling.slug, letter)[0]
    note = "" if impact.edition == "shipped" else " on a varied edition"
    return f"**{letter}** {plain(ruling.says(letter))} {_share(impact.share('winner'))}{note}"


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{100 * share.hits / share.games:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


# -- A ruling ---------------------------------------------------------------------------------------------------------


def _page(ruling: Ruling) -> str:
    parts = [opening_of(ruling), _answers(ruling), _preference(ruling), _texts(ruling)]
    if ruling.switchable:
        parts += [*(_witness(witness) for witness in load() if witness.slug == ruling.slug), _impact(ruling)]
    # Without the contents at the right there is room for the pictures. The search finds each ruling by itself.
    front = "---\nnosearch: true\n" + "hide-toc: true\n" * ruling.switchable + "---\n\n"
    return front + "\n".join(parts)


def opening_of(ruling: Ruling) -> str:
    """The head of a page: the question, its names, and how to cite it."""
    other = ruling.others[-1] if ruling.others else ruling.preferred
    can = (
        f"""Here you can see the answers to this question and who reads it so, follow the shortest game known in which
they differ, and see how often they do. Play by another answer with
`ZeroKei(rulings={{"{ruling.id}": "{other}"}})` or `--rulings {ruling.id}={other}`, and cite one by its letter, such as
`{ruling_citation(GAME, ruling, other)}`."""
        if ruling.switchable
        else f"""Here you can see how this question is settled, on which lines that rests and why there is nothing to
switch. Cite it as `{ruling_citation(GAME, ruling)}`."""
    )
    state = "switchable" if ruling.switchable else "settled"
    return f"""({label(f"ruling-{ruling.id.lower()}")})=
({label(ruling.id)})=
# {ruling.id}: {plain(ruling.question)}

<span id="{ruling.id}"></span>

{can}

:Name: `{ruling.id}` or `{ruling.slug}`
:State: {state}
:Clauses: {"; ".join(f"{clause_link(id)} {plain(rulebook()[id].title)}" for id in ruling.clauses)}
:Cite: {citing(ruling_citation(GAME, ruling), page(f"rulings/{ruling.id}"), ruling.id)}
"""


def _answers(ruling: Ruling) -> str:
    return "## The answers\n\n" + "\n".join(_answer(ruling, answer) for answer in ruling.answers)


def _answer(ruling: Ruling, answer: Answer) -> str:
    preferred = " [preferred]{.kind}" if ruling.switchable and answer.letter == ruling.preferred else ""
    preferred = " [withdrawn]{.kind}" if answer.withdrawn else preferred
    readers = ", ".join(map(_reader, dict.fromkeys(reader.who for reader in answer.readers)))
    so = f"Read this way by {readers}." if readers else "No text says so, but it can be argued." * ruling.switchable
    if answer.withdrawn:
        so = f"It can no longer be chosen: {plain(answer.withdrawn)}. Stored games with it are still played by it."
    return f"""({label(f"{ruling.id}-{answer.letter}")})=
<span id="{ruling.id}-{answer.letter}"></span>

**{answer.letter}**{preferred} {plain(answer.says)}
{so}
"""


def _reader(who: str) -> str:
    text = rulebook().texts.get(who)
    return plain(who) if text is None else f"the {text.name} text"


def _preference(ruling: Ruling) -> str:
    what = f"We prefer **{ruling.preferred}**" if ruling.switchable else "It is settled"
    return f"""## Our reading

{what}, with {ruling.confidence} confidence; it rests on {BASES[ruling.basis]}. {plain(ruling.why)}
{_past(ruling)}"""


def _past(ruling: Ruling) -> str:
    """Since when a ruling can be switched, if not always, and how it was played before; what else it decided then."""
    told = ""
    if ruling.since > 1:
        played = (
            f"**{ruling.before}** was played"
            if ruling.before in ruling.letters
            else f"{ruling_link(register()[ruling.before])} decided it too"
        )
        told += f"""
It can be switched since version {ruling.since} of the rules; before that {played}. A record or a reading without its
letter means just that.
"""
    for other in (other for other in register() if other.before == ruling.slug):
        old = evolve(ruling_citation(GAME, ruling, ruling.others[-1]), version=other.since - 1)
        told += f"""
Before version {other.since} of the rules its letter decided {ruling_link(other)} too: the citation `{old}` means both.
"""
    return told


def _texts(ruling: Ruling) -> str:
    """What each language says: the answer its lines are read for, and where a clause reads otherwise in it."""
    book = rulebook()
    rows: list[list[str]] = []
    for key, text in book.texts.items():
        before = len(rows)
        for answer in ruling.answers:
            for reader in (reader for reader in answer.readers if reader.who == key):
                says = plain(answer.says) if not ruling.switchable else f"{answer.letter}: {plain(answer.says)}"
                rows.append([text.name, write_lines(reader.numbers()), says])
        rows += [
            [text.name, write_lines(other.lines), f"{clause_link(id)} reads: {plain(other.reads)}"]
            for id in ruling.clauses
            for other in book[id].differs
            if other.text == key and other.fact in ruling.facts
        ]
        if len(rows) == before:
            rows.append([text.name, "", "no lines cited"])
    says = table(["Text", "Lines", "Says"], rows)
    return f"## What the texts say\n\nIn our words, with the lines of each text.\n\n{says}"


# -- Its witnesses ----------------------------------------------------------------------------------------------------


@cache
def _played(witness: Witness) -> tuple[PlayedTwice, Contrast]:
    played = witness.play(GAME)
    return played, telling.contrast(played)


def _witness(witness: Witness) -> str:
    played, found = _played(witness)
    ruling = witness.ruling(GAME)
    alone = ", alone" if witness.seats == 1 and not ruling.slug.startswith("hideo") else ""
    moves = "\n".join(f"{number}. {plain(line)}" for number, line in enumerate(telling.said(played), start=1))
    begins = "\n".join(f"- {plain(line)}" for line in telling.dealt(played))
    return f"""## A game that tells {witness.against} from {witness.letter}{alone}

{plain(telling.setting(GAME, witness))}{_shipped(witness)}

{begins}

{moves}

{telling.KINDS[witness.kind]}.

{table([f"Under {side.letter}" for side in found.sides], [["<br>".join(map(plain, s.sentences)) for s in found.sides]])}
{_amounts(found)}
{_drawn(witness, found)}

{" ".join(map(plain, telling.how_short(GAME, witness)))}

```console
$ shinkansen ruling witness {_command(witness)}
```
"""


def _command(witness: Witness) -> str:
    ruling = witness.ruling(GAME)
    against = f" --against {witness.against}" if witness.against != ruling.preferred else ""
    several = any(each.seats > 1 for each in load() if each.slug == witness.slug)
    return f"{ruling.id}={witness.letter}{against}{' --alone' if witness.seats == 1 and several else ''}"


def _shipped(witness: Witness) -> str:
    if witness.edition == "shipped":
        return ""
    return " No card of the shipped edition can show the difference, so the edition is varied."


def _amounts(found: Contrast) -> str:
    if not found.amounts:
        return ""
    rows = [[plain(opening(what)), f"{here}", f"{there}"] for what, here, there in found.amounts]
    return table(["What differs", *(f"Under {side.letter}" for side in found.sides)], rows)


def _pictures(witness: Witness) -> Iterator[tuple[str, str]]:
    """Both tables, and what differs to stand beside each other; where the tables are the same, one is enough."""
    _, found = _played(witness)
    if witness.kind not in MARKS:
        yield _file(witness, found.here), drawn(found.here).svg
        return
    for side, part in zip(found.sides, beside(found), strict=True):
        yield _file(witness, side), drawn(side).svg
        yield _file(witness, side, "-part"), part.svg


def drawn(side: Side, layout: str = "tall", only: Collection[str] = ()) -> Picture:
    """The table of a side, or only these parts of it, with what differs pointed out."""
    draw = GAME.part(PICTURES).picture
    return draw(side.rules, side.state, side.before, caption=side.caption, move=side.move, layout=layout, only=only)


def beside(found: Contrast) -> tuple[Picture, Picture]:
    """Both tables, to be shown side by side: only the parts in which they differ."""
    parts = drawn(found.here).beside(drawn(found.there))
    return drawn(found.here, "narrow", parts), drawn(found.there, "narrow", parts)


def _file(witness: Witness, side: Side, part: str = "") -> str:
    versus = f"{witness.against}{witness.letter}" + ("-alone" if witness.seats == 1 else "")
    return f"{witness.ruling(GAME).id}-{versus}-{side.letter}{part}.svg"


MARKS: Final = {
    "legality": "After a move that only this answer allows, what it changes outlined; or as it is.",
    "effect": "After the last move. Differences are outlined; 8→7 means 8 there and 7 here.",
}
"""What is outlined, by the kind of witness, where the tables differ."""


def _drawn(witness: Witness, found: Contrast) -> str:
    if witness.kind not in MARKS:
        words = "The table at the end, the same under both."
        return f"{_scores(witness)}\n\n{_figure(_file(witness, found.here), words)}"
    parts, wholes = (
        _sides([_figure(_file(witness, side, part), side.caption) for side in found.sides]) for part in ("-part", "")
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


def _scores(witness: Witness) -> str:
    """The final scores under both, line by line, with what differs in bold."""
    played, _ = _played(witness)
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


def _impact(ruling: Ruling) -> str:
    kept = stored()
    how = "in both, everybody plays with the same random choices"
    if seats_for(GAME, ruling.slug) == (1,):
        how = "random players never beat Hideo, so in both the move that looks best is made, with ties broken alike"
    tables = "\n".join(_measured(row) for letter in ruling.others for row in kept.of(ruling.slug, letter))
    return f"""## How often it matters

Measured on {kept.date} (seed {kept.seed}) in pairs of games with the same deal, one under {ruling.preferred}; {how}, so
they stay the same as long as the rules allow. For players who know what they are doing, it may matter more or less
often. In brackets are 95 % intervals (Wilson).

{tables}
```console
$ shinkansen ruling impact {ruling.id} --games 60
```
"""


def _measured(row: Impact) -> str:
    seats = [*row.outcomes] if len(row.outcomes) > 1 else []
    columns = ["All games", *(f"{number} players" for number in seats)] if seats else ["Alone against Hideo"]
    lines = [
        [opening(CHANGES[effect]), *(_share(row.share(effect, number)) for number in (None, *seats))]
        for effect in EFFECTS
    ]
    lines.append(["Pairs of games", *(f"{row.share('winner', number).games}" for number in (None, *seats))])
    where = plain(telling.edition_words(GAME, row.edition))
    return f"**{row.letter}**, {where}:\n\n{table(['In how many games', *columns], lines)}"
