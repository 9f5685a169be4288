"""What `docs/wire.md` says is so: its sessions, the sections of scores, letters, split moves, the solo board."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.plain_json import Json
from shinkansen.core.play import at_random, play_out, plies
from shinkansen.testing.strategies import deals
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.hosting import Answering
from shinkansen.verify.conversation.serving import Server, reference
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from shinkansen.zerokei import moves
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.happenings import CauldronPlaced, Paid, Scored
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import NAME, ZeroKei
from shinkansen.zerokei.table import COLOURS
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, rules_for
from tests.settings import zerokei
from tests.wrong_engines import reading

PAGE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text(encoding="utf-8")


# -- sessions and scores


def on_page(heading: str) -> str:
    """What the page says under a heading."""
    text = PAGE.partition(f"\n{heading}\n")[2]
    assert text, heading
    return re.split(r"^#{2,3} ", text, maxsplit=1, flags=re.MULTILINE)[0]


def sections_of_hideo() -> dict[str, str]:
    """The clauses of chapter 12 under which the page lets Hideo's items stand, and the section each belongs to."""
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in on_page("### Items of a score").splitlines()]
    return {clause: row[0] for row in rows if len(row) == 4 for clause in re.findall(r"12\.\S+\d", row[3])}


def section(clause: str) -> str:
    """The section of an item, as the page says."""
    return sections_of_hideo().get(clause) or ".".join(clause.split(".")[:2])


def by_section(items: list[Any]) -> Counter[str]:
    sums = Counter[str]()
    for item in items:
        sums[section(item["clause"])] += item["vp"]
    return Counter({name: vp for name, vp in sums.items() if vp})


@pytest.mark.parametrize(("heading", "seats"), [("## A complete session", 2), ("## A complete solo session", 1)])
def test_the_sessions_on_the_page_are_real_ones(heading: str, seats: int) -> None:
    """The lines of each session, sent to the reference; only what is shortened on the page is filled in, and of scores
    only the sums by section are compared, as of any engine."""
    text = on_page(heading).partition("```json\n")[2].partition("```")[0]
    lines = [json.loads(line) for line in text.splitlines()]
    rules = rules_for(seats)
    full = {"edition": rules.edition.to_json(), "rulings": rules.rulings.letters()}
    server = reference()
    for request, shown in zip(lines[::2], lines[1::2], strict=True):
        assert schemas.misfit(schemas.reply(request["cmd"], GAME), shown) is None
        sent = {key: full[key] if value == {"...": "..."} else value for key, value in request.items()}
        assert schemas.misfit(schemas.request(request["cmd"], GAME), sent) is None
        reply: dict[str, Any] = server.answer(sent)
        if request["cmd"] == "start":
            assert reply.keys() == shown.keys()
            assert set(shown["capabilities"]) <= set(schemas.commands())
        elif request["cmd"] == "scores":
            assert reply | {"scores": 0} == shown | {"scores": 0}
            if "scores" in shown:
                assert [*map(by_section, shown["scores"])] == [*map(by_section, reply["scores"])]
                assert [sum(item["vp"] for item in items) for items in shown["scores"]] == shown["totals"]
        else:
            assert reply == shown
    assert lines[-1] == {"seq": lines[-2]["seq"]}


def test_the_solo_session_on_the_page_is_a_whole_game_with_items_of_every_section() -> None:
    lines = on_page("## A complete solo session").partition("```json\n")[2].partition("```")[0].splitlines()
    [scores] = [reply for line in lines if "scores" in (reply := json.loads(line))]
    assert scores["winners"] == [1]
    for items in scores["scores"]:
        assert by_section(items).keys() == {"11.2", "11.3", "11.4", "11.5", "11.6"}
    kinds = {json.loads(line)["move"]["move"] for line in lines if '"cmd": "apply"' in line}
    assert {"buy", "participate", "relocate", "finish"} <= kinds


def test_the_sections_of_hideos_items_are_those_whose_clauses_his_change() -> None:
    """And the page names every clause under which the reference puts one."""
    book = GAME.rulebook
    for clause, of in sections_of_hideo().items():
        assert {".".join(changed.split(".")[:2]) for changed in book[clause].changes} == {of}
        assert book.scored_under(clause) == of, "as answers are compared"
    assert sections_of_hideo().keys() == {clause.id for clause in book if clause.id.startswith("12.9.")}
    on_table = {row.split("|")[1].strip() for row in on_page("### Items of a score").splitlines() if row[:4] == "| 11"}
    assert on_table == {"11.2", "11.3", "11.4", "11.5", "11.6"}
    rules, seen = rules_for(1), set[str]()
    for seed in range(3):
        state = play_out(rules, rules.start(rules.deal(Random(seed))), at_random(Random(seed)))
        seen |= {section(item.clause) for score in rules.scores(state) for item in score.items}
    assert seen == on_table


# -- letters


def wired(answer: Answering) -> Report:
    return check_engine(in_process(answer), Plan((zerokei(2),), shipped(GAME), games=0))


def reads(**letters: str) -> Server:
    """An engine with letters of its own, whatever it is sent."""
    return Server(
        {NAME: lambda setting: reading(setting, **letters)}, capabilities=("new", "load", "legal", "apply", "table")
    )


def test_who_answers_by_another_letter_than_it_was_sent_is_read_and_checked_by_that_letter() -> None:
    report = wired(reads(track_needs_ground="b").answer)
    assert (report.code, report.mistakes) == (3, ())
    assert report.fingerprint is not None
    assert report.fingerprint.other == {"track_needs_ground": "b"}


def test_who_declares_that_letter_is_checked_by_it_from_the_start() -> None:
    server = reads(track_needs_ground="b")

    def declaring(request: dict[str, Json]) -> dict[str, Json]:
        said: dict[str, Json] = {"rulings": {"track_needs_ground": "b"}} if request["cmd"] == "start" else {}
        return {**server.answer(request), **said}

    assert wired(declaring).code == 0


def test_who_skips_what_comes_with_a_letter_it_does_not_follow_skips_everything() -> None:
    server = reads(track_needs_ground="b")

    def skipping(request: Any) -> dict[str, Json]:
        if request.get("rulings", {"track_needs_ground": "b"})["track_needs_ground"] != "b":
            return {"seq": request["seq"], "skipped": "another reading"}
        return server.answer(request)

    report = wired(skipping)
    assert (report.code, report.scope.nothing) == (2, True)


def test_who_was_sent_another_letter_need_not_remember_what_its_own_needs() -> None:
    server, forgot = reads(bought_card="b"), list[bool]()

    def forgetting(request: dict[str, Json]) -> Any:
        reply: Any = server.answer(request)
        if "table" in reply:
            forgot.append(bool(reply["table"]["memory"]))
            reply["table"]["memory"] = []
        return reply

    report = wired(forgetting)
    assert any(forgot)
    assert (report.code, report.mistakes) == (3, ())
    assert report.fingerprint is not None
    assert report.fingerprint.other == {"bought_card": "b"}


# -- split moves

OWED = "the second half of a combined event"
AGAIN = "the action of a repeated card"
ROWS = {
    "any use of a card that is not owed",
    "... as the first half of a combined event",
    "... `repeat`",
    "... `participate` with carriages to move",
    OWED,
    AGAIN,
    "`relocate`",
}
"""The rows of the table under Moves."""
ENGINE_FEES = ("7.6.1", "7.6.2", "8.5")
"""By these clauses an engine's fee is paid."""
EVENT_FEES = {"prepare-and-lay": "9.9", "prepare-and-build": "9.12"}
"""The combined events that have a fee, and the clause by which it is paid."""


def test_the_page_has_a_row_for_each_kind_of_split_move() -> None:
    table = on_page("## Moves").partition("| `pending` afterwards |\n")[2].split("\n\n")[0]
    rows = [row.split("|")[1].strip() for row in table.splitlines()[1:]]
    assert {*rows} == ROWS


def split_moves(rules: ZeroKei, deal: Deal, choices: Iterable[int]) -> Iterator[str]:
    """Plays a game, with what is split wherever there is any, and holds every action against its row."""
    state, following = rules.start(deal), iter(choices)
    while legal := rules.legal_moves(state):
        rare = [move for move in legal if _splits(rules.move_json(move))]
        pool = rare or legal
        move = pool[next(following, 0) % len(pool)]
        step = rules.explain(state, move)
        before: Any = rules.state_json(state)["table"]
        after: Any = rules.state_json(step.state)["table"]
        if before["phase"] == "act" and not isinstance(move, moves.Finish):
            paid = Counter[str]()
            for happening in step.happenings:
                if isinstance(happening, Paid) and happening.payer == before["to_move"]:
                    paid[happening.clause] += happening.yen
            yield held(rules, before, after, rules.move_json(move), paid)
        state = step.state


def _splits(move: Any) -> bool:
    return move["move"] in ("repeat", "relocate") or move.get("card") == "event" or move.get("times", 0) > 0


def held(rules: ZeroKei, before: Any, after: Any, move: Any, paid: Counter[str]) -> str:
    """Holds one action against its row of the page; says which row it is."""
    figures = rules.edition.figures
    owed: dict[str, Any] = before["pending"][-1] if before["pending"] else {}
    rest = before["pending"][:-1]
    effect = before["events"][before["round"] - 1]
    event = effect if move.get("card") == "event" else ""
    adds: list[dict[str, Any]] = []
    row = "any use of a card that is not owed"
    if move["move"] == "relocate":
        row = "`relocate`"
        assert not paid
        adds = [{"moving": owed["moving"] - 1}] if owed["moving"] > 1 else []
    elif "owed" in owed:
        row = OWED
        assert move["move"] == owed["owed"]
        assert not any(paid[clause] for clause in (*ENGINE_FEES, *EVENT_FEES.values()))
    else:
        is_engine = move["card"] in rules.kit.engines
        assert any(paid[clause] for clause in ENGINE_FEES) == is_engine
        halves = HALVES.get(event, ())
        if halves:
            [other] = {*halves} - {move["move"]}
            adds = [{"owed": other}]
            row = "... as the first half of a combined event"
        if event in EVENT_FEES:
            assert paid[EVENT_FEES[event]] == getattr(figures, f"{event.replace('-', '_')}_fee")
        if move["move"] == "repeat":
            row = "... `repeat`"
            assert paid["7.17.1"] == (0 if event else figures.repeat_fee)
            adds = [{"again": move["again"]}]
        row = AGAIN if "again" in owed else row
    if move["move"] == "participate":
        space = rules.edition.venues[int(move["venue"]) - 1]
        assert sum(paid[clause] for clause in VENUES) == space.pay * move["times"]
        if space.moves and move["times"]:
            adds.append({"moving": space.moves * move["times"]})
            row = row if owed or adds[0] != adds[-1] else "... `participate` with carriages to move"
    pending = [*rest, *adds]
    used = sorted({*before["used"], *([] if owed else [move["card"]])})
    actions = before["actions"] - (not owed)
    if pending or actions:
        assert (after["actions"], after["used"], after["pending"]) == (actions, used, pending)
        assert after["to_move"] == before["to_move"]
    else:
        assert after["phase"] != "act" or after["to_move"] != before["to_move"]
        assert (after["actions"], after["used"], after["pending"]) == (0, [], [])
    return row


HALVES = {
    "participate-and-advance": ("participate", "advance"),
    "prepare-and-lay": ("prepare", "lay"),
    "prepare-and-build": ("prepare", "build"),
}
VENUES = ("7.16.3", "7.16.4", "7.16.5", "8.3.1")
"""By these clauses the effect of a venue is paid for."""


@settings(max_examples=40)
@given(READINGS.rules.flatmap(lambda rules: st.tuples(st.just(rules), deals(rules))), st.lists(st.integers(0, 99)))
def test_split_moves_change_actions_used_pending_and_yen_as_the_page_says(
    game: tuple[ZeroKei, Deal], choices: list[int]
) -> None:
    assert {*split_moves(*game, choices)} <= ROWS


def test_every_row_of_the_table_of_split_moves_occurs() -> None:
    seen = set[str]()
    for seed in range(12):
        rules, rng = rules_for(1 + seed % 4), Random(seed)
        seen |= {*split_moves(rules, rules.deal(rng), [rng.randrange(99) for _ in range(200)])}
    assert seen == ROWS


# -- the solo board, and players


@pytest.mark.parametrize("shown", [[1, 2, 3], [3, 1, 2], [2, 3]], ids=str)
def test_the_token_closed_n_shows_venue_n_wherever_it_is_in_the_list(shown: list[int]) -> None:
    raw: Any = json.loads(json.dumps(rules_for(1).edition.to_json()))
    raw["hideo"]["closed_tokens"] = shown
    rules, rng = open_rules({"game": "zerokei", "seats": 1, "edition": raw}), Random(5)
    whole: Any = rules.state_json(play_out(rules, rules.start(rules.deal(rng)), at_random(rng)))
    cells = zip(whole["hidden"]["board"], whole["table"]["hideo"]["board"], strict=True)
    left = sorted(token for token, sight in cells if sight == "")
    assert left
    assert [f"closed-{venue}" for venue in whole["table"]["hideo"]["closed"]] == left


@settings(max_examples=15)
@given(SOLO.rules.flatmap(lambda rules: st.tuples(st.just(rules), deals(rules))), st.lists(st.integers(0, 99)))
def test_the_hidden_board_never_changes_in_play(game: tuple[ZeroKei, Deal], choices: list[int]) -> None:
    rules, deal = game
    state, following = rules.start(deal), iter(choices)
    while legal := rules.legal_moves(state):
        state = rules.follow(state, legal[next(following, 0) % len(legal)])
        whole: Any = rules.state_json(state)
        assert whole["hidden"]["board"] == [*deal.board]
        for sight, token in zip(whole["table"]["hideo"]["board"], deal.board, strict=True):
            assert sight in ("?", "", token)


def test_zero_in_a_margin_means_no_cauldron_or_no_points() -> None:
    """In the shipped edition the third margin scores nothing and the fourth places nothing. Hideo uses nothing but
    margins where every city is prepared and has a station and track."""
    rules = rules_for(1)
    done: dict[str, set[type[object]]] = {clause: set() for clause in ("12.7.7", "12.7.8", "12.7.9", "12.7.10")}
    cities = [city.id for city in rules.edition.cities]
    built: Any = {city: COLOURS[place % len(COLOURS)] for place, city in enumerate(cities)}
    for seed in range(4):
        rng = Random(seed)
        whole: Any = rules.state_json(rules.start(rules.deal(rng)))
        whole["table"] |= {"prepared": cities, "tracked": cities, "stations": built}
        for ply in plies(rules, rules.read_state(whole), at_random(rng)):
            for happening in rules.explain(ply.state, ply.move).happenings:
                if happening.clause in done:
                    done[happening.clause].add(type(happening))
    margins = rules.edition.hideo.margins
    assert [(margin.venue, margin.vp) for margin in margins[2:]] == [(3, 0), (0, 2)]
    for margin, kinds in zip(margins, done.values(), strict=True):
        assert kinds == {*([CauldronPlaced] if margin.venue else []), *([Scored] if margin.vp else [])}


def test_players_is_a_list_where_the_page_says_so_and_solo_is_set_up_as_for_two() -> None:
    raw: Any = rules_for(2).edition.to_json()
    sides = [*raw["turn_order"], *(side for engine in raw["engines"] for side in engine["sides"])]
    assert all(isinstance(side["players"], list) for side in sides)
    assert all(type(slots["players"]) is int for slots in raw["event_slots"])
    alone, two = rules_for(1).kit, rules_for(2).kit
    assert (alone.engines, alone.rewards, alone.offers) == (two.engines, two.rewards, two.offers)
    assert alone.edition.event_colours(1) == alone.edition.event_colours(2)
