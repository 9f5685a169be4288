"""Answers compared with what they should be: every way in which they can differ, with the clause and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import cast

import attrs

from shinkansen.core.clauses import ClauseKind
from shinkansen.core.errors import WireError
from shinkansen.core.json_difference import first_apart, quoted
from shinkansen.core.near_misses import Part, kind_of
from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.core.prose import listed as in_a_row
from shinkansen.verify.conversation.itemised import clauses_by_section, points_by_section, total_of_items
from shinkansen.verify.conversation.talk import Fault, Trouble
from shinkansen.verify.judging.difference import (
    Difference,
    DifferenceKind,
    all_clauses,
    clauses_of,
    clauses_of_move,
    general,
    in_words,
    is_and_should_be,
    turn_clause,
)
from shinkansen.verify.judging.script import Ask, Line, What


def refused_difference(line: Line, ply: int) -> Difference:
    """It refuses a move that the reference makes."""
    move = line.script.moves[ply - 1]
    return Difference(
        DifferenceKind.RESTRICTIVE,
        line.script.until(ply),
        clauses_of_move(line, ply),
        kind_of(move),
        f"It refuses a legal move: {line.said(ply)}",
        {"to_move": line.to_move(ply)},
        {"legal": False},
    )


def turn_difference(line: Line, ply: int, found: Json, *asks: Ask) -> Difference:
    """Somebody else is to move; an answer to a question may show it."""
    expected = line.to_move(ply)
    when = f"After {line.said(ply)!r} the seat to move" if ply else "At the start the seat to move"
    return Difference(
        DifferenceKind.TURN,
        line.script.until(ply, *asks),
        clauses_of(line, ply, "to_move", expected, found),
        "to_move",
        is_and_should_be(when, found, expected),
        {"to_move": expected},
        {"to_move": found},
    )


def effect_difference(line: Line, ply: int, table: Json, found: Json, *asked: Ask) -> Difference:
    """The table is different after a move, or after setup; an answer to a question may show it."""
    expected = line.table(ply)
    places = line.setting.places
    if line.setting.adopted and isinstance(table, dict):
        # It was not told of the reading that makes it remember.
        forgot = {key: value for key, value in places.forgettable.items() if table.get(key) == value}
        expected = {**expected, **forgot}
    path, should, is_ = first_apart(expected, table) if isinstance(table, dict) else ("", None, None)
    is_over = isinstance(table, dict) and places.ended(table)
    when = f"After {line.said(ply)!r}" if ply else "At the start"
    asks = asked if asked or ply else (Ask(0, What.TABLE),)
    if not path:
        return Difference(
            DifferenceKind.EFFECT,
            line.script.until(ply, *asks),
            all_clauses(line, ply) if ply else (),
            "digest",
            f"{when} the table has a different digest.",
            {"digest": line.digest(ply), "table": expected},
            {"digest": found},
        )
    kind = DifferenceKind.TURN if general(path) == "to_move" else DifferenceKind.EFFECT
    return Difference(
        kind,
        line.script.until(ply, *asks),
        # A game that ended too early is different everywhere; the actual mistake is that it ended.
        turn_clause(line, ply, over=True)
        if is_over and line.to_move(ply) is not None
        else clauses_of(line, ply, path, should, is_),
        general(path),
        is_and_should_be(f"{when} {in_words(line.rules.seat_names, path)}", is_, should),
        {"table": expected},
        {"table": table},
    )


def changed_difference(line: Line, ask: Ask, found: Json) -> Difference:
    """It refuses a move, but the table has changed."""
    refusal = line.why_not(ask)
    return Difference(
        DifferenceKind.EFFECT,
        line.script.until(ask.ply, ask),
        (refusal.clause,) if refusal is not None and refusal.clause else (),
        "refused",
        f"It refuses {_said(line, ask)}, but the table has changed.",
        {"digest": line.digest(ask.ply)},
        {"digest": found},
    )


def compare_said(line: Line, ply: int, reply: Part, ask: Ask | None) -> Iterator[Difference]:
    """Everything a reply says about the table after a move; `ask` is the question, if there was one."""
    asks = () if ask is None else (ask,)
    if "to_move" in reply and reply["to_move"] != line.to_move(ply):
        yield turn_difference(line, ply, reply["to_move"], *asks)
        return
    table = reply.get("table")
    shown_digests = [*([digest(table)] if "table" in reply else []), *([reply["digest"]] if "digest" in reply else [])]
    wrong = [found for found in shown_digests if not line.has_digest(ply, found)]
    if wrong:
        yield effect_difference(line, ply, table, wrong[0], *asks)
    if "moves" in reply:
        yield from _compare_lists(line, Ask(ply, What.LEGAL), reply)
    if "totals" in reply:
        asking = Ask(ply, What.SCORES)
        yield from _compare_scores(line, asking, line.answer(asking), reply)


def _compare_lists(line: Line, ask: Ask, found: Part) -> Iterator[Difference]:
    right = {canonical(move): move for move in line.legal(ask.ply)}
    its = {canonical(move): move for move in listed(found, "moves")}
    for name, move in its.items():
        if name not in right:
            yield _permissive(line, ask, move, "lists")
            break
    for name, move in right.items():
        if name not in its:
            yield _restrictive(line, ask, cast("Part", move), "does not list")
            break


def compare_checks(line: Line, ask: Ask, found: Part) -> Iterator[Difference]:
    """Whether a move is legal, and if not, by which clause."""
    legal, expected = found.get("legal"), line.answer(ask)
    if not isinstance(legal, bool):
        raise Trouble(Fault.WRONG_FORM, f"An answer has {quoted(legal)} under 'legal', expected true or false.")
    if legal and not expected["legal"]:
        yield _permissive(line, ask, ask.move, "makes" if ask.what is What.TRY else "allows")
    elif expected["legal"] and not legal:
        yield _restrictive(line, ask, cast("Part", ask.move), "refuses")
    elif not legal and found.get("clause", expected.get("clause")) != expected.get("clause", found.get("clause")):
        refusal = line.why_not(ask)
        sentence = f"It refuses {_said(line, ask)} by clause {found['clause']}, but the reason is: {refusal}"
        clauses = (str(expected["clause"]),)
        yield Difference(
            DifferenceKind.REFUSAL,
            line.script.until(ask.ply, ask),
            clauses,
            str(found["clause"]),
            sentence,
            expected,
            found,
        )


def _permissive(line: Line, ask: Ask, move: Json, verb: str) -> Difference:
    checking = attrs.evolve(ask, what=What.CHECK, move=cast("Part", move))
    try:
        refusal = line.why_not(checking)
    except WireError:  # not even a move
        refusal = None
    clauses = (refusal.clause,) if refusal is not None and refusal.clause else ()
    said = _said(line, checking) if refusal is not None else canonical(move)
    why = f"which is not legal. {refusal.sentence}" if refusal is not None else "which is not a move."
    kind = kind_of(move) if isinstance(move, dict) else "no move"
    script = line.script.until(ask.ply, ask)
    sentence = f"It {verb} {said}, {why}"
    return Difference(
        DifferenceKind.PERMISSIVE, script, clauses, kind, sentence, {"legal": False}, {"legal": True, "move": move}
    )


def _restrictive(line: Line, ask: Ask, move: Part, verb: str) -> Difference:
    checking = attrs.evolve(ask, what=What.CHECK, move=move)
    made = attrs.evolve(line.script.until(ask.ply), moves=(*line.script.moves[: ask.ply], move))
    clauses = clauses_of_move(made.played(), ask.ply + 1)
    sentence = f"It {verb} a legal move: {_said(line, checking)}"
    return Difference(
        DifferenceKind.RESTRICTIVE, line.script.until(ask.ply, ask), clauses, kind_of(move), sentence,
        {"legal": True, "move": move}, {"legal": False},
    )  # fmt: skip


def _said(line: Line, ask: Ask) -> str:
    said = line.rules.say(line.codec.read(ask.move), line.states[ask.ply])
    return repr(said) if ask.by is None else f"{said!r} by {line.rules.seat_names[ask.by]}"


def _compare_scores(line: Line, ask: Ask, expected: Part, found: Part) -> Iterator[Difference]:
    script = line.script.until(ask.ply, ask)
    ours, names = cast("list[Json]", expected["scores"]), line.rules.seat_names
    its = cast("list[Json]", found["scores"]) if "scores" in found else None
    if its is not None and len(its) != len(ours):
        sentence = is_and_should_be("The number of itemised scores", len(its), len(ours))
        yield Difference(DifferenceKind.SCORE, script, (), "scores", sentence, expected, found)
        return
    section = sections(line, ours)
    for seat, (should, is_) in enumerate(zip(ours, its or (), strict=False)):
        sums, its_sums = points_by_section(should, section), points_by_section(is_, section)
        if sums is None or its_sums is None:  # then only all of them together can be compared
            sums, its_sums = ({"": total_of_items(items)} for items in (should, is_))
        for name in dict.fromkeys((*sums, *its_sums)):
            if sums.get(name, 0) != its_sums.get(name, 0):
                named = (clauses_by_section(items, section).get(name, ()) for items in (should, is_))
                cited = tuple(clause for clause in dict.fromkeys(chain(*named)) if clause in line.setting.game.rulebook)
                # Where a game of this kind has its own clauses in place of the section's, those are named.
                own = cited if name and not line.setting.places.applies(line.rules, name) else ()
                what = (
                    f"What counts for {names[seat]} under {in_a_row(own or (name,))}"
                    if name
                    else f"The sum of the items for {names[seat]}"
                )
                sentence = is_and_should_be(what, its_sums.get(name, 0), sums.get(name, 0))
                yield Difference(DifferenceKind.SCORE, script, cited, f"scores.{name}", sentence, expected, found)
                return
    totals = listed(found, "totals")
    for seat, (total, right) in enumerate(zip(totals, cast("list[Json]", expected["totals"]), strict=False)):
        if total != right:
            sentence = is_and_should_be(f"The score for {names[seat]}", total, right)
            items = line.rules.scores(line.states[ask.ply])[seat].items
            cited = tuple(dict.fromkeys(item.clause for item in items))
            yield Difference(DifferenceKind.SCORE, script, cited, "totals", sentence, expected, found)
            return
    if len(totals) != len(ours):
        sentence = is_and_should_be("The number of scores", len(totals), len(ours))
        yield Difference(DifferenceKind.SCORE, script, (), "totals", sentence, expected, found)
    elif "winners" not in expected and found.get("winners"):
        sentence = is_and_should_be("The list of winners before the end", found["winners"], None)
        yield Difference(
            DifferenceKind.SCORE, script, turn_clause(line, ask.ply, over=True), "winners", sentence, expected, found
        )
    elif "winners" in expected and sorted(cast("list[int]", found.get("winners", []))) != expected["winners"]:
        outcome = line.rules.outcome(line.states[ask.ply])
        clauses = (outcome.clause,) if outcome is not None else ()
        sentence = is_and_should_be("The list of winners", found.get("winners"), expected["winners"])
        yield Difference(DifferenceKind.SCORE, script, clauses, "winners", sentence, expected, found)


def sections(line: Line, ours: Json) -> Callable[[str], str | None]:
    """To which section of a score a clause belongs; none if that cannot be told, because it is about something else.

    Scores are compared by section: to which clause within it a loss or a tie is attributed is a matter of taste."""
    book = line.setting.game.rulebook
    known = {book.scored_under(str(item["clause"])) for items in cast("list[list[Part]]", ours) for item in items}
    chapters = {name.split(".")[0] for name in known}
    scoring = (book.scored_under(clause.id) for clause in book if clause.kind is ClauseKind.SCORING)
    known |= {name for name in scoring if name.split(".")[0] in chapters}

    def section(clause: str) -> str | None:
        name = book.scored_under(clause)
        return name if name in known else None

    return section


def compare_twins(line: Line, ask: Ask, this: Part, that: Part) -> Iterator[Difference]:
    """Two lists of moves for the same table, with different hidden cards."""
    one, other = ({canonical(move) for move in listed(part, "moves")} for part in (this, that))
    if one != other:
        move = min(one ^ other)
        sentence = f"Whether it lists {move} depends on what is hidden."
        clauses = line.setting.places.secrets(line.rules)
        found: Part = {"one": this, "other": that}
        yield Difference(
            DifferenceKind.LEAK, line.script.until(ask.ply, ask), clauses, "hidden", sentence, line.answer(ask), found
        )


def listed(reply: Part, key: str) -> list[Json]:
    """The list under a key of an answer; an answer without such a list has the wrong form."""
    content = reply.get(key)
    if not isinstance(content, list):
        raise Trouble(Fault.WRONG_FORM, f"An answer has {quoted(content)} under {key!r}, expected a list.")
    return content
