"""Whatever an engine, an edition, a log, a record or a file is called: nothing that is obeyed reaches a terminal, a
page, an XML file, a generated test or the name of a file."""

from __future__ import annotations

import ast
import io
import json
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.plain_json import canonical
from shinkansen.core.text import NAME, indented, is_printable, printable, printable_lines
from shinkansen.terminal import Outlet
from shinkansen.verify.conversation.talk import Errored, Fault, Skipped, Trouble
from shinkansen.verify.judging.artefact import artefact_json, write
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.start import Smoke, Who
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports.fingerprint_json import fingerprint_json
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.page import page
from shinkansen.verify.reports.report_json import report_json
from shinkansen.verify.reports.text import body, introduction
from shinkansen.verify.reports.written_tests import files
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.testing.strategies import rules_for
from tests.reports import careless, differences

FORGED = "It conforms, says the engine."
WHOLE = (
    "\x1b]0;owned\x07\x1b[2J\x9b31m\x85\x7f\u202etxt.exe\u2066\u200b\u200d\u2060\ufeff\u2028\u2029\r\x08\x00"
    f"\U000f0000\ue000\ufffe\u0378\u3164\U000e0041 '''\"\"\"\\ </script>&{{{{title}}}}\n{FORGED}\n"
)
"""What UTF-8 can hold."""
HOSTILE = f"{WHOLE}\ud800"
"""And half a character."""


pytestmark = pytest.mark.slow


def forbidden(text: str) -> set[str]:
    """What nobody may see, by what Unicode says about it and not by what we do."""
    return {hex(ord(char)) for char in text
            if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")}  # fmt: skip


def check_output(text: str) -> None:
    assert not forbidden(text), forbidden(text)
    assert FORGED not in text.splitlines()
    text.encode()


# -- the function

ANY_TEXT = st.text(st.characters(codec=None, categories=None) | st.sampled_from([*HOSTILE]), max_size=200)


def test_of_all_code_points_none_that_is_obeyed_or_unseen_stays() -> None:
    shown = printable("".join(map(chr, range(0x110000))))
    assert not forbidden(shown)
    assert "\n" not in shown
    assert not {*shown} & {*"\u034f\u115f\u1160\u3164\ufe0f\uffa0\u2800\U000e0100"}
    plain = "".join(chr(code) for code in range(0x20, 0x7F)) + "éß¥→漢字かなكتاب"
    assert printable(plain) == plain


@given(ANY_TEXT, st.integers(40, 200))
def test_what_is_printable_is_on_one_line_short_and_stays_as_it_is(text: str, most: int) -> None:
    for shown in (printable(text), printable(text, most)):
        assert is_printable(shown)
        check_output(shown)
        assert printable(shown) == shown
    cut = printable(text, most)
    assert len(cut) <= most
    assert printable(cut, most) == cut
    if len(printable(text)) <= most:
        assert cut == printable(text)
    else:
        assert cut.endswith(f"... ({len(text):,} characters)")
    assert printable_lines(text).count("\n") == text.count("\n")


@given(st.lists(ANY_TEXT), st.sampled_from(["ascii", "latin-1", "cp1252", "utf-8", "utf-16", "shift_jis"]))
def test_a_stream_gets_what_it_can_hold_and_nothing_that_is_obeyed(texts: list[str], encoding: str) -> None:
    behind = io.BytesIO()
    stream = io.TextIOWrapper(behind, encoding, newline="\n")
    outlet = Outlet(stream)
    for text in texts:
        print(text, file=outlet)
    outlet.flush()
    assert outlet.problem is None
    shown = behind.getvalue().decode(encoding)
    assert not forbidden(shown)
    assert shown.count("\n") == sum(text.count("\n") + 1 for text in texts)


# -- the writers of reports


def told_by(text: str) -> Report:
    """A report in which an engine has said this wherever it can say anything."""
    found: Difference = attrs.evolve(differences()["permissive, strange names"], sentence=text, where=text)
    return attrs.evolve(
        careless(),
        who=Who(text, text, text, frozenset({"new", "legal"})),
        smoke=Smoke((("new", ""), ("legal", Skipped(text).reason))),
        findings=(Finding(found, 1),),
        skipped=Counter([Skipped(text).reason]),
        errored=Counter([Errored(text).message]),
        trouble=Trouble(Fault.GARBAGE, text),
        edition=text,
    )


def out_in_words(report: Report) -> str:
    lines = [indented(line) for line in (*introduction(report), *body(report, ["ask"]))]
    for line in lines:
        assert all(more.startswith("  ") for more in line.split("\n")[1:])
    return "\n".join(lines)


def out_as_test(report: Report) -> str:
    made = files(report.findings[0])
    module = ast.parse(made[1].text)
    assert len(module.body) == 5  # nothing has broken out of the docstring
    return "".join(file.name + "\n" + file.text for file in made)


def out_as_fingerprint(report: Report) -> str:
    assert report.fingerprint is not None
    return json.dumps(fingerprint_json(report, report.fingerprint))


WAYS_OUT: dict[str, Callable[[Report], str]] = {
    "words": out_in_words,
    "page": page,
    "junit": junit,
    "json": lambda report: canonical(report_json(report)),
    "fingerprint": out_as_fingerprint,
    "test": out_as_test,
    "artefact": lambda report: canonical(artefact_json(report.findings[0], str(report.who))),
}


@pytest.mark.parametrize("way", WAYS_OUT)
@settings(max_examples=20, deadline=None)
@given(text=ANY_TEXT)
def test_no_report_holds_what_an_engine_wants_obeyed(way: str, text: str) -> None:
    for said in (text, HOSTILE + text):
        made = WAYS_OUT[way](told_by(said))
        assert not forbidden(made)
        made.encode()


@pytest.mark.parametrize("way", WAYS_OUT)
def test_long_names_are_cut_in_every_report(way: str) -> None:
    long = 5_000 * "name "
    assert len(WAYS_OUT[way](told_by(long))) < len(WAYS_OUT[way](told_by("name"))) + 40_000
    assert long[: NAME + 1] not in str(told_by(long).who.name)


def test_an_artefact_has_a_plain_name(tmp_path: Path) -> None:
    content = artefact_json(Finding(differences()["effect"], 1), HOSTILE)
    path = write(tmp_path, {**content, "clauses": [f"../../{HOSTILE}/"]})
    assert path.parent == tmp_path
    assert path.name.isascii()
    check_output(path.name)


# -- the commands, with what files hold and are called


def run(*arguments: object) -> tuple[int, str]:
    """The exit code, and all that was printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([*map(str, arguments)])
    return code, out.getvalue() + err.getvalue()


@cache
def documents() -> dict[str, tuple[Any, list[list[str]]]]:
    """Files that somebody else may have written, and the commands that read them (`{}` is the file)."""
    artefact = artefact_json(Finding(differences()["effect"], 1), "an engine")
    return {
        "edition.json": (
            shipped().to_json(),
            [["edition", "check", "{}"], ["edition", "show", "{}"], ["edition", "show", "{}", "--sources"],
             ["edition", "show", "{}", "--json"], ["coverage", "--games", "0", "--edition", "{}"]],
        ),
        "record.json": (
            _record(),
            [["record", "show", "{}"], ["record", "show", "{}", "--log"], ["record", "verify", "{}"],
             ["picture", "{}"], ["coverage", "{}"]],
        ),
        "log.json": (_log(), [["check", "{}"]]),
        "artefact.json": (artefact, [["verify", "--rerun", "{}", "--", sys.executable, "-c", "pass"]]),
        "state.json": (_state(), [["state", "check", "{}"]]),
    }  # fmt: skip


def _state() -> Any:
    """With its rules, as in a `load` request."""
    rules = rules_for(2)
    setting = {"seats": 2, "rulings": {}, "edition": shipped().to_json()}
    return {"cmd": "load", **setting, "state": rules.state_json(rules.start(rules.deal(Random(0))))}


def _record() -> Any:
    path = sorted(Path(__file__).parents[1].joinpath("frozen", "record-1").glob("*.json"))[0]
    return json.loads(path.read_text())


def _log() -> Any:
    return {
        "seats": 2,
        "rulings": {"track_needs_ground": "a"},
        "moves": ["yellow: choose-engine 1", {"move": "finish"}],
        "rows": [["atami-1"]],
    }


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there are texts and keys."""
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            yield (*path, key)
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        items: list[Any] = value  # pyright: ignore[reportUnknownVariableType]
        for place, inner in enumerate(items):
            yield from leaves(inner, (*path, place))
    elif isinstance(value, str):
        yield path


def damaged(value: Any, path: tuple[Any, ...], text: str, key: bool) -> Any:
    """The same with a text at a place, or as the key there."""
    if not path:
        return text
    first, *rest = path
    if isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        if key and not rest:
            return {text if name == first else name: inner for name, inner in table.items()}
        return {**table, first: damaged(table[first], tuple(rest), text, key)}
    items: list[Any] = [*value]
    items[first] = damaged(items[first], tuple(rest), text, key)
    return items


@st.composite
def read_files(draw: st.DrawFn) -> tuple[str, str, list[str]]:
    """A file with something hostile somewhere in it, and a command that reads it."""
    name = draw(st.sampled_from(sorted(documents())))
    content, commands = documents()[name]
    # Not by place, or the hundreds of moves of a record would leave no room for its name.
    by_kind: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in leaves(content):
        by_kind.setdefault(tuple(step for step in path if isinstance(step, str)), []).append(path)
    path = draw(st.sampled_from(by_kind[draw(st.sampled_from(sorted(by_kind)))]))
    text = draw(st.sampled_from([HOSTILE, WHOLE, WHOLE.replace("\n", " ")]) | ANY_TEXT)
    made = damaged(content, path, text, draw(st.booleans()) and isinstance(path[-1], str))
    return name, json.dumps(made), draw(st.sampled_from(commands))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(read_files())
def test_no_command_prints_what_a_file_wants_obeyed(
    tmp_path_factory: pytest.TempPathFactory, given: tuple[str, str, list[str]]
) -> None:
    name, content, command = given
    path = tmp_path_factory.mktemp("hostile") / name
    path.write_text(content)
    code, printed = run(*(word.replace("{}", str(path)) for word in command))
    assert code in (0, 1, 2)
    check_output(printed)
    assert "a bug in shinkansen" not in printed


FILE = "a\x1b[2J\u202e\x9b\u2028\nb\udcff.json"
"""A name that a file can have."""


@pytest.mark.parametrize(
    "command",
    [
        ["edition", "check", FILE],
        ["edition", "show", FILE],
        ["edition", "init", FILE],
        ["record", "play", "-o", FILE],
        ["record", "show", FILE],
        ["record", "verify", FILE],
        ["record", "play", "--edition", FILE, "-o", "x"],
        ["check", FILE],
        ["state", "check", FILE],
        ["picture", FILE],
        ["picture", "record.json", "-o", FILE],
        ["picture", "record.json", "-o", f"{FILE}.svg"],
        ["replay", "record.json", "-o", FILE],
        ["coverage", FILE],
        ["clause", "show", FILE],
        ["clause", "show", "7.2", "--text", FILE],
        ["clause", "search", FILE],
        ["search", FILE],
        ["search", "r29", FILE],
        ["clause", FILE],
        ["ruling", "show", FILE],
        ["ruling", "witness", FILE],
        ["ruling", "witness", "R29", "--record", FILE],
        ["ruling", "witness", "R29", "--pictures", FILE],
        ["ruling", "impact", f"R29={FILE}"],
        ["vectors", FILE],
        ["verify", "--rerun", FILE, "--", "true"],
        ["verify", "--rulings", FILE, "--", "true"],
        ["verify", "--rulings", f"track_needs_ground={FILE}", "--", "true"],
        ["verify", "--tcp", FILE],
        ["verify", "--tcp", f"{FILE}:80"],
        ["verify", "--python", FILE],
        ["verify", "--python", f"os:{FILE}"],
        ["verify", "--edition", FILE, "--", "true"],
        ["verify", "--json", f"{FILE}/x", "--", "true"],
        ["verify", "--", FILE],
        ["fingerprint", "--", FILE],
        ["demo", "--seats", FILE],
        [FILE],
    ],
    ids=lambda words: " ".join("FILE" if FILE in word else word for word in words),
)
@pytest.mark.parametrize("there", [False, True], ids=["missing", "there"])
def test_no_command_prints_what_a_name_wants_obeyed(
    command: list[str], there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("record.json").write_text(json.dumps(_record()))
    if there:
        Path(FILE).write_text("[]")
    try:
        code = main(command)
    except SystemExit as end:
        code = cast("int", end.code)
    assert code in (0, 1, 2)
    printed = "".join(capsys.readouterr())
    check_output(printed)
    assert "a bug in shinkansen" not in printed


# -- engines

ENGINE = """
import json, sys
from shinkansen.verify.conversation.serving import reference
server, TEXT, KIND = reference(), {text!r}, {kind!r}
for line in sys.stdin:
    request = json.loads(line)
    reply, cmd = server.answer(request), request["cmd"]
    seq = {{"seq": request["seq"]}}
    if cmd == "start":
        if KIND == "name": reply.update(name=TEXT, version=TEXT, language=TEXT)
        if KIND == "rulings": reply.update(rulings={{TEXT: TEXT}})
        if KIND == "letters": reply.update(rulings={{"track_needs_ground": TEXT}})
        if KIND == "games": reply.update(games=[TEXT])
        if KIND == "wire": reply.update(wire=TEXT)
        if KIND == "offers": reply.update(capabilities=[*reply["capabilities"], TEXT])
        if KIND == "no start": reply = {{**seq, "errored": TEXT, "context": TEXT}}
        if KIND == "keys": reply = {{**reply, TEXT: TEXT, "name": {{TEXT: TEXT}}}}
        if KIND == "dies": sys.exit(TEXT)
    else:
        if KIND == "skips": reply = {{**seq, "skipped": TEXT}}
        if KIND == "errors": reply = {{**seq, "errored": TEXT, "context": {{TEXT: TEXT}}}}
        if KIND == "clauses" and "clause" in reply: reply["clause"] = TEXT
        if KIND == "clauses" and "scores" in reply:
            for items in reply["scores"]: items.append({{"vp": 3, "clause": TEXT, "title": TEXT}})
        if KIND == "moves" and "moves" in reply: reply["moves"].append({{"move": TEXT, TEXT: TEXT}})
        if KIND == "tables" and "table" in reply: reply["table"].update(discard=[TEXT], **{{TEXT: TEXT}})
        if KIND == "digests" and "digest" in reply: reply["digest"] = TEXT
        if KIND == "dies later": sys.exit(TEXT)
        if KIND == "garbage": print(TEXT.encode("utf-8", "surrogatepass"), flush=True)
    print(json.dumps(reply), flush=True)
"""
KINDS = sorted({*__import__("re").findall(r'KIND == "([^"]+)"', ENGINE)})


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_an_engine_says_is_obeyed(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE.format(text=WHOLE, kind=kind))
    command = ["--", sys.executable, str(engine)]
    made = tmp_path / "made"
    made.mkdir()
    given = [word for name in ("html", "json", "junit") for word in (f"--{name}", str(made / name))]
    tests, out = ["--write-tests", str(made / "tests")], ["--out", str(made / "out")]
    main(["verify", "--vectors-only", "--seats", "2", *given, *tests, *out, *command])
    for path in sorted(made.glob("out/*.json"))[:2]:
        main(["verify", "--rerun", str(path), *command])
    if kind == "name":
        main(["fingerprint", "--seconds", "0", *command])
    printed = "".join(capsys.readouterr())
    check_output(printed)
    assert "a bug in shinkansen" not in printed
    for path in made.rglob("*"):
        check_output(path.name)
        if path.is_file():
            check_output(path.read_bytes().decode())


PLUGIN = """
import json
import pytest
from shinkansen.verify.conversation.serving import reference

TEXT = {text!r}

class Mine:
    def __init__(self): self.server = reference()
    def answer(self, request):
        reply = self.server.answer(request)
        cmd = request["cmd"]
        if {kind!r} == "raises" and cmd != "start": raise ValueError(TEXT)
        if {kind!r} == "skips" and cmd != "start": return {{"seq": request["seq"], "skipped": TEXT}}
        if {kind!r} == "moves" and "moves" in reply: reply["moves"].append({{"move": TEXT, TEXT: TEXT}})
        if {kind!r} == "name" and cmd == "start": reply["name"] = {{TEXT: TEXT}}
        return reply

@pytest.fixture
def shinkansen_engine(): return Mine()
"""


@pytest.mark.parametrize("kind", ["raises", "skips", "moves", "name"])
def test_the_pytest_plugin_shows_nothing_that_is_obeyed(kind: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(PLUGIN.format(text=WHOLE, kind=kind))
    (tmp_path / "test_mine.py").write_text("def test_vectors(shinkansen_vector): shinkansen_vector()\n")
    command = [sys.executable, "-m", "pytest", "-ra", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run([*command, "-k", "legal or refusal", str(tmp_path)], capture_output=True, cwd=tmp_path)
    assert done.returncode == (0 if kind == "skips" else 1)
    check_output((done.stdout + done.stderr).decode())
