"""Adds what today's code writes to the frozen files: `python -m tests.build.make_frozen`.

A frozen file is never written anew: one that is there stays as it is, and one that is not is made and gets its line in
`frozen/manifest.json`, which says by which commit. So this is run when a format, or a version of the rules, is new; see
`docs/compatibility.md`. It refuses to run on a package that is not committed: then nobody could tell what made them.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import attrs

from docs.extension import glossary
from docs.extension import rulebook as rulebook_page
from docs.extension import rulings as rulings_page
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import text
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.demo_engine import engine as careless
from shinkansen.verify.conversation.hosting import Answering
from shinkansen.verify.conversation.serving import Server, reference
from shinkansen.verify.conversation.talk import WIRE
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact, vectors
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import edition_json
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports import written_tests
from shinkansen.verify.reports.fingerprint_json import fingerprint_json
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.report_json import report_json, schema_text
from shinkansen.zerokei import logs
from shinkansen.zerokei.edition_check import shipped_text
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import KINDS
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import NAME, VERSION, ZeroKei
from shinkansen.zerokei.rulings import register, rulings
from shinkansen.zerokei.testing.corners import corner
from tests.build.make_corpus import corpus
from tests.frozen_files import FOLDER, MANIFEST, manifest, name_of
from tests.reports import differences
from tests.settings import zerokei
from tests.verify.test_foreign_js import EXAMPLES, NODE

ROOT: Final = Path(__file__).parents[2]
ENGINE_JS: Final = EXAMPLES / "foreign_js"

Texts: TypeAlias = dict[str, str]
"""Texts of files, by path below `frozen`."""

TABLES: Final = {"solo": (1, False), "solo-hard": (1, True), "two-seats": (2, False), "three-seats": (3, False),
                 "four-seats": (4, False)}  # fmt: skip


def line(content: Json) -> str:
    """A value on a line of its own."""
    return canonical(content) + "\n"


# -- games: records, logs, deals, states, moves


def records() -> Texts:
    return {f"record-1/version-{VERSION}/{name}.json": text(told) for name, told in corpus().items()}


def public_logs() -> Texts:
    names = {"two-seats-1": (2, False), "three-seats-left": (3, False), "solo-hard-1": (1, True)}
    found = {
        f"log/{name}.txt": logs.of_record(ZeroKei(seats, hard=hard), corpus()[name])
        for name, (seats, hard) in names.items()
    }
    told = corpus()["two-seats-1"]
    rows = [words.split()[1:] for words in found["log/two-seats-1.txt"].splitlines() if words.startswith("row")]
    content: Part = {
        "seats": 2,
        "order": told.deal["turn_order"],
        **{key: told.deal[key] for key in ("counters", "venues", "events")},
        "rows": [[*rows[0]]],
        "moves": [{"seat": ply.seat, **ply.move} for ply in told.plies[:12]],
    }
    return {**found, "log/two-seats-left.json": line(content)}


def wire_values() -> Texts:
    """An edition, deals, states and moves, a line for each, with what they belong to."""
    deals: list[str] = []
    states: list[str] = []
    for seats, hard in TABLES.values():
        rules = ZeroKei(seats, hard=hard)
        deal = rules.deal(Random(1964))
        deals.append(line({"settings": rules.settings(), "deal": rules.deal_json(deal)}))
        game = [*plies(rules, rules.start(deal), at_random(Random(1964)))]
        over = rules.follow(game[-1].state, game[-1].move)
        kept = (game[0].state, game[len(game) // 2].state, game[-1].state, over)
        states += [line({"settings": rules.settings(), "state": rules.state_json(state)}) for state in kept]
    return {
        "wire-1/edition.json": line(edition_json(GAME)),
        "wire-1/deals.jsonl": "".join(deals),
        "wire-1/states.jsonl": "".join(states),
        "wire-1/moves.jsonl": "".join(_moves()),
    }


def _moves() -> Iterator[str]:
    """A legal move of every kind, where it is made, and what it does."""
    missing = {*KINDS}
    others = {"nothing_affordable": "c", "engine_without_action": "b"}
    for seed in range(400):
        for letters in ({}, others):
            rules = ZeroKei(2 + seed % 3, rulings=letters)
            rng = Random(seed)
            for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
                for move in rules.legal_moves(ply.state):
                    content = rules.move_json(move)
                    if content["move"] not in missing:
                        continue
                    missing.remove(str(content["move"]))
                    step = rules.explain(ply.state, move)
                    yield line({
                        "settings": rules.settings(), "state": rules.state_json(ply.state), "move": content,
                        "digest": rules.digest(step.state), "entries": rules.entries(step.happenings),
                    })  # fmt: skip
            if not missing:
                return
    raise SystemExit(f"no game has {missing}")


def positions() -> Texts:
    """Positions in one line, of games and of corners, under some readings, each with the digest of the state it is."""
    rng = Random(1964)
    found: dict[str, str] = {}
    others = register().switchable
    for seats, hard in TABLES.values():
        for share in (0, 0, 0.1, 0.3, 0.5, 1):
            letters = {each.slug: each.letters[-1] for each in others if rng.random() < share}
            rules = ZeroKei(seats, rulings=rulings(letters, withdrawn=True), hard=hard)
            game = [ply.state for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng))]
            rare = [state for state in game if state.table.pending or state.table.memory]
            bought = [state for state in game if any(seat.tokens or seat.spent for seat in state.table.seats)]
            odd = attrs.evolve(game[-1], deck=game[-1].deck[1:])
            for state in (game[0], *rng.sample(game, 2), *rare[-2:], *bought[-1:], corner(rules, rng), odd):
                text = rules.position(state, hidden=rng.random() < 0.5)
                found[text] = digest(rules.state_json(rules.read_position(text)))
    return {"position-1/zerokei.jsonl": "".join(line({"text": text, "state": state}) for text, state in found.items())}


def editions() -> Texts:
    return {"edition/reconstructed.toml": shipped_text()}


# -- the wire: schemas, conversations, vectors, the engine in JavaScript


def wire_schemas() -> Texts:
    return {f"wire-1/schemas/{name}.json": line(schemas.schema(name, GAME)) for name in schemas.NAMES}


def requests() -> list[Part]:
    """One client's requests: every command, by every route, right and wrong."""
    setting = zerokei(2)
    rules = ZeroKei(2)
    rng = Random(1964)
    deal = rules.deal(rng)
    game = [*plies(rules, rules.start(deal), at_random(rng))]
    moves: list[Json] = [rules.move_json(ply.move) for ply in game]
    wrong: Part = {"move": "lay", "card": "event", "city": "osaka", "space": "A", "track_of": 0}
    digest: Part = {"cmd": "digest"}
    stop: Part = {"cmd": "stop"}
    looks: list[Part] = [{"cmd": "legal"}, {"cmd": "table"}, digest, {"cmd": "scores"}]
    first: list[Part] = []
    for move in moves[:12]:
        first += [{"cmd": "check", "move": move}, {"cmd": "apply", "move": move}, digest]
    asked: list[Part] = [
        {"cmd": "start", "wire": WIRE},
        {"cmd": "new", **setting.wire(), "deal": rules.deal_json(deal)},
        *looks, *first, *looks,
        {"cmd": "check", "move": wrong}, {"cmd": "check", "move": wrong, "by": 1}, {"cmd": "apply", "move": wrong},
        {"cmd": "load", **setting.wire(), "state": rules.state_json(game[len(game) // 2].state)},
        *looks,
        {"cmd": "play", **setting.wire(), "deal": rules.deal_json(deal), "moves": moves},
        *looks,
        {"cmd": "play", **setting.wire(), "deal": rules.deal_json(deal), "moves": [*moves[:20], wrong]},
        digest,
        {"cmd": "new", **zerokei(1).wire(), "deal": ZeroKei(1).deal_json(ZeroKei(1).deal(Random(1964)))},
        {"cmd": "legal", "a key that nobody knows": 1},
        stop,
    ]  # fmt: skip
    return [{"seq": number, **request} for number, request in enumerate(asked, start=1)]


def conversations() -> Texts:
    """Questions and answers, a line for each, of the reference and of the engine in JavaScript."""
    server = reference()
    ours = [server.answer(request) for request in requests()]
    spoken = "".join(json.dumps(request) + "\n" for request in requests())
    done = subprocess.run(
        [NODE, str(ENGINE_JS / "adapter.mjs")],
        input=spoken,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    theirs: list[Part] = [json.loads(answer) for answer in done.stdout.splitlines()]
    return {
        f"wire-1/{name}.jsonl": "".join(
            line(asked) + line(said) for asked, said in zip(requests(), answers, strict=True)
        )
        for name, answers in {"reference": ours, "engine-js": theirs}.items()
    }


def conformance_vectors() -> Texts:
    with tempfile.TemporaryDirectory() as folder:
        written = vectors.write(GAME, Path(folder) / "vectors")
        return {f"vectors-1/{path.name}": path.read_text("utf-8") for path in written}


def engine_js() -> Texts:
    """The program that speaks the wire, without its own tests."""
    left = {"selftest.mjs", "deals.mjs"}
    found = sorted(path for path in ENGINE_JS.glob("*.mjs") if path.name not in left)
    return {f"wire-1/engine-js/{path.name}": path.read_text("utf-8") for path in found}


def numbers() -> Texts:
    """What people cite: the numbers of clauses, and rulings with their letters."""
    rulings: Part = {
        ruling.id: {
            "slug": ruling.slug, "letters": [*ruling.letters], "since": ruling.since, "before": ruling.before
        }
        for ruling in register()
    }  # fmt: skip
    content: Part = {"game": NAME, "version": VERSION, "clauses": [c.id for c in rulebook()], "rulings": rulings}
    return {f"numbers/zerokei-{VERSION}.json": json.dumps(content, indent=1) + "\n"}


def anchors() -> dict[str, list[str]]:
    """What can be linked to on the pages of the game: anchors by the name of the page."""
    pages = {**rulebook_page.pages(GAME, games=1), **rulings_page.pages(GAME), **glossary.pages(GAME)}
    found = {name: re.findall(r"^\(([\w-]+)\)=$", content, re.MULTILINE) for name, content in sorted(pages.items())}
    # A label begins with the name of the game; the anchor that is made of it does not (`docs/extension/places`).
    return {name: [label.removeprefix(f"{NAME}-") for label in labels] for name, labels in found.items()}


def addresses() -> Texts:
    """Version 1 were those before the pages were in the folder of their game."""
    return {"site/addresses-2.json": json.dumps(anchors(), indent=1) + "\n"}


# -- what `verify` writes: reports, artefacts, tests


VERDICTS: Final = ("conforms", "differs", "another-reading", "not-checked", "trouble")


@cache
def report(verdict: str) -> Report:
    """The report on an engine that earns this verdict."""

    def read_otherwise(setting: Mapping[str, Json]) -> ZeroKei:
        rules = open_rules(setting)
        return ZeroKei(rules.seats, rules.edition, {**rules.rulings.letters(), "track_needs_ground": "b"}, rules.hard)

    def skipping(request: dict[str, Json]) -> Part:
        if request["cmd"] in ("start", "stop"):
            return reference().answer(request)
        return {"seq": request["seq"], "skipped": "not today"}

    def broken(request: dict[str, Json]) -> Json:
        return reference().answer(request) if request["cmd"] == "start" else ["no table"]

    ways: dict[str, Answering] = {
        "conforms": reference().answer,
        "differs": careless().answer,
        "another-reading": Server({NAME: read_otherwise}).answer,
        "not-checked": skipping,
        "trouble": broken,
    }
    return check_engine(in_process(ways[verdict]), Plan((zerokei(2),), vectors.shipped(GAME), games=1))


def stored_reports() -> Texts:
    found = {"report-2/schema.json": schema_text(GAME) + "\n"}
    for name in VERDICTS:
        found[f"report-2/{name}.json"] = line(report_json(report(name)))
        found[f"report-2/{name}.xml"] = junit(report(name))
    return found


def stored_fingerprints() -> Texts:
    """Of the engines whose reading can be found out."""
    return {
        f"fingerprint-1/{name}.json": line(fingerprint_json(report(name), found))
        for name in VERDICTS
        if (found := report(name).fingerprint) is not None
    }


def artefacts() -> Texts:
    """The differences of a careless engine, and one of every class."""
    usual = ("effect", "turn", "restrictive", "permissive", "refusal", "score, totals only", "leak")
    findings = [*report("differs").findings, *(Finding(differences()[name], 1) for name in usual)]
    with tempfile.TemporaryDirectory() as folder:
        for finding in findings:
            artefact.write(Path(folder), artefact.artefact_json(finding, "an engine"))
        return {
            f"artefact-1/version-{VERSION}/{path.name}": path.read_text("utf-8")
            for path in sorted(Path(folder).iterdir())
        }


def tests_written() -> Texts:
    """They end in `.txt` so that they are not taken for tests of ours."""
    return {
        f"written-tests/{file.name}{'.txt' * file.name.endswith('.py')}": file.text
        for finding in report("differs").findings
        for file in written_tests.files(finding)
    }


MAKERS: Final[tuple[Callable[[], Texts], ...]] = (
    records, public_logs, wire_values, positions, editions, wire_schemas, conversations, conformance_vectors, engine_js,
    numbers, addresses, stored_reports, stored_fingerprints,
)  # fmt: skip
FOUND: Final[dict[str, Callable[[], Texts]]] = {
    f"artefact-1/version-{VERSION}/": artefacts,
    "written-tests/": tests_written,
}
"""What is named after what a check happens to find, by folder: made once, or every run would find something else."""


def committed() -> str:
    """The commit that the package and the engine in JavaScript are at."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    if git("status", "--porcelain", "--", "shinkansen", "examples"):
        raise SystemExit("the package has changes that are not committed, expected none")
    return git("log", "-1", "--format=%H", "--", "shinkansen", "examples")


def main() -> None:
    commit = committed()
    known = {**manifest()}
    once = [maker for folder, maker in FOUND.items() if not any(name.startswith(folder) for name in known)]
    for maker in (*MAKERS, *once):
        for name, content in maker().items():
            if name in known:
                continue
            path = FOLDER / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="\n")
    # Forms are written by hand: they say what the code of this commit reads and writes.
    there = {name_of(path): path for path in FOLDER.rglob("*") if path.is_file() and path != MANIFEST}
    for name, path in there.items():
        if name not in known:
            known[name] = {"made_by": commit, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
            print(f"{name}: {path.stat().st_size:,} bytes", file=sys.stderr)
    MANIFEST.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
