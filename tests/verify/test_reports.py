"""The reports of `shinkansen verify`: JSON, the page, JUnit XML, written tests; whatever an engine says."""

from __future__ import annotations

import ast
import copy
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.core.plain_json import canonical
from shinkansen.core.rulings import Letters
from shinkansen.core.text import SENTENCE
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.talk import Fault, Trouble
from shinkansen.verify.judging.artefact import again, artefact_json, read, told, write
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.readings import Reading, others
from shinkansen.verify.judging.vectors import read_vector
from shinkansen.verify.judging.verdict import Report, verdict
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.page import page
from shinkansen.verify.reports.report_json import report_json, schema_text
from shinkansen.verify.reports.written_tests import WrittenTestError, files
from shinkansen.verify.reports.written_tests import write as write_tests
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import Rulings, register, rulings
from tests.reports import EVIL, careless, conforming, differences, hostile
from tests.settings import schema_of, zerokei

REPORTS: dict[str, Callable[[], Report]] = {"careless": careless, "hostile": hostile, "conforming": conforming}
every_report = pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
CARELESS = [sys.executable, "-m", "shinkansen.verify.conversation.demo_engine"]


pytestmark = pytest.mark.slow


def finding(name: str) -> Finding:
    return Finding(differences()[name], 1)


def alone(*findings: Finding) -> Report:
    return attrs.evolve(careless(), findings=findings)


# -- JSON


@every_report
def test_every_report_has_the_form_of_the_schema(report: Callable[[], Report]) -> None:
    content = json.loads(canonical(report_json(report())))
    assert schemas.misfit(schema_of("report"), content) is None
    assert schemas.fits(schema_of("report"), content)
    # As somebody else would, with the printed schema and nothing else.
    validator: Any = import_module("jsonschema").Draft202012Validator
    validator.check_schema(json.loads(schema_text(GAME)))
    assert not [*validator(json.loads(schema_text(GAME))).iter_errors(content)]


def test_a_report_says_what_was_found() -> None:
    report = careless()
    content: Any = report_json(report)
    assert content["verdict"] == verdict(report)
    assert (content["code"], content["mistakes"], content["other_readings"]) == (1, 3, 1)
    assert [row["wrong"] for row in content["differences"]] == [one.wrong for one in report.findings]
    [read_so] = [row for row in content["differences"] if not row["wrong"]]
    assert [(c["slug"], c["letter"]) for c in read_so["explained_by"][0]] == [("track_needs_ground", "b")]
    assert content["fingerprint"]["other"] == {"track_needs_ground": "b"}
    known = {*content["fingerprint"]["known"]}
    assert known | content["fingerprint"]["undetermined"].keys() == {ruling.slug for ruling in register().switchable}


FREE = {"letters", "rulings", "told", "asked", "other", "hints", "undetermined", "skipped", "errored", "stations",
        "answered", "compared", "elsewhere"}  # fmt: skip
"""Objects whose keys are not fixed."""
OPTIONAL = {"by", "told", "plays", "follows", "cut_short", "whole", "idle", "elsewhere"}
"""Keys that may be missing."""
ANYTHING = {"expected", "actual", "hidden", "move"}
"""What is in there the schema does not say."""


def objects(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there are objects; of a list the first item stands for all."""
    if isinstance(value, dict) and not {*path[-1:]} & ANYTHING:
        yield path
        for key, inner in cast("dict[str, Any]", value).items():
            yield from objects(inner, (*path, key))
    elif isinstance(value, list) and value and not {*path} & ANYTHING:
        yield from objects(value[0], (*path, 0))


def damaged(content: Any) -> Iterator[tuple[str, Any]]:
    """The report with one thing wrong: a key missing, one too many, or a value of another type."""

    def changed(path: tuple[Any, ...], key: str, *value: object) -> Any:
        whole = copy.deepcopy(content)
        here = whole
        for step in path:
            here = here[step]
        here.pop(key, None)
        if value:
            here[key] = value[0]
        return whole

    for path in objects(content):
        here: Any = content
        for step in path:
            here = here[step]
        for key in here:
            if not {*path} & FREE and key not in OPTIONAL:
                yield f"{path} without {key}", changed(path, key)
            if key not in ("expected", "actual"):
                yield f"{path} {key} is a fraction", changed(path, key, 0.5)
        if not {*path} & FREE:
            yield f"{path} and more", changed(path, "more", 1)


def test_the_schema_refuses_what_is_damaged() -> None:
    report = attrs.evolve(careless(), trouble=Trouble(Fault.HUNG, "It hung."))
    content = json.loads(canonical(report_json(report)))
    # One with a question and one without.
    content["differences"] = content["differences"][:2]
    tried = 0
    for what, wrong in damaged(content):
        assert not schemas.fits(schema_of("report"), wrong), what
        tried += 1
    assert tried > 150
    for key, value in (("format", 3), ("code", 4), ("code", 129), ("code", -1), ("games", -1)):
        assert schemas.misfit(schema_of("report"), {**content, key: value}) is not None


# -- the page

VOID = {"meta", "link", "input", "img", "br", "path", "rect", "circle", "line", "use", "polyline", "polygon", "ellipse"}


class Reader(HTMLParser):
    """Reads a page as strictly as we write it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))

    def of(self, tag: str, mark: str = "") -> list[dict[str, str | None]]:
        return [given for name, given in self.tags if name == tag and mark in (given.get("class") or "").split(" ")]


@every_report
def test_the_page_is_well_formed_has_no_script_and_loads_nothing(report: Callable[[], Report]) -> None:
    made = Reader(page(report()))
    names = {name for name, _ in made.tags}
    assert not names & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "form",
        "base",
        "audio",
        "video",
        "image",
        "foreignobject",
    }
    for _, given in made.tags:
        assert not [key for key in given if key.startswith("on") or key in ("src", "srcset", "action", "style")]
        for key in ("href", "xlink:href"):
            assert (given.get(key) or "#").startswith(("#", "data:,"))
    [policy] = [given["content"] for given in made.of("meta") if given.get("http-equiv") == "Content-Security-Policy"]
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    ids = [given["id"] for _, given in made.tags if "id" in given]
    assert len(ids) == len({*ids})
    labels = {given["for"] for given in made.of("label")}
    assert labels == {given["id"] for given in made.of("input")}


@every_report
def test_the_page_tells_everything(report: Callable[[], Report]) -> None:
    told_ = report()
    text = Reader(page(told_)).text
    assert verdict(told_) in text
    for one in told_.findings:
        found = one.difference
        if EVIL not in found.sentence and EVIL[:10] not in found.sentence:
            assert re.sub(r"\s+", " ", found.sentence) in text
        for move in told(found.script):
            who, _, said = move.partition(": ")
            assert f"{who.capitalize()} {said}" in text
        for clause in one.clauses:
            assert f"{clause} {rulebook()[clause].title}" in text
            assert rulebook()[clause].says in text
        for reading in one.readings:
            for choice in reading.choices:
                assert f"{choice.slug}={choice.letter}" in text
    for chapter in rulebook().chapters:
        assert f"{chapter.id} {chapter.title}" in text


def test_what_an_engine_says_stays_words() -> None:
    made = page(hostile())
    assert "<img" not in made
    assert "</script" not in made
    text = Reader(made).text
    assert text.count("</script></pre><img src=x onerror=alert(1)>") > 10
    assert "{{title}}" in text  # it is never filled in
    assert "\x1b" not in made
    assert "\x00" not in made
    made.encode()  # no half of a character


PICTURES = {
    "effect": ["Before the move", "After it, by the rules", "After it, by the engine", "Beside each other"],
    "effect, setup": ["By the rules", "By the engine", "Beside each other"],
    "effect, strange names": ["Before the move", "After it, by the rules"],
    "effect, strange keys": ["Before the move", "After it, by the rules"],
    "effect, no such table": ["Before the move", "After it, by the rules"],
    "effect, too large": ["Before the move", "After it, by the rules"],
    "effect, digest only": ["Before the move", "After it, by the rules"],
    "turn": ["Before the move", "After it, by the rules"],
    "turn, setup": ["By the rules"],
    "restrictive": ["Before the move", "With the move", "Beside each other"],
    "restrictive, listed": ["Before the move", "With the move", "Beside each other"],
    "permissive": ["The table", "The refused move"],
    "permissive, strange names": ["The table", "The refused move"],
    "refusal": ["The table"],
    "score": ["The table"],
    "score, totals only": ["The table"],
    "leak": ["The table"],
}


def test_nothing_is_left_out() -> None:
    assert {*PICTURES} == {*differences()}


@pytest.mark.parametrize("name", PICTURES)
def test_each_difference_has_its_pictures(name: str) -> None:
    made = page(alone(finding(name)))
    seen = [given["aria-label"] for given in Reader(made).of("div", "picture")]
    assert seen == PICTURES[name]
    figures = re.findall(r"<figure>.*?</figure>", made, re.DOTALL)
    assert all("<style>" not in figure for figure in figures)
    # Only the last is chosen: it is the one that shows the difference.
    assert [" checked" in given for given in re.findall(r"<input[^>]*>", made)] == [False] * (len(seen) - 1) + [True]
    marked = ['class="mark"' in figure for figure in figures]
    assert marked[-1] == (seen[-1] in ("Beside each other", "After it, by the rules", "The refused move"))


@pytest.mark.parametrize("name", [name for name, views in PICTURES.items() if "Beside each other" in views])
def test_pictures_beside_each_other_show_what_differs_and_nothing_else(name: str) -> None:
    made = page(alone(finding(name)))
    *whole, pair = re.findall(r"<figure>.*?</figure>", made, re.DOTALL)
    one, other = re.findall(r"<svg.*?</svg>", pair, re.DOTALL)
    assert max(height(one), height(other)) < min(map(height, whole))
    assert len(one) + len(other) < min(map(len, whole))
    parts = [re.findall(r'data-piece="((?:panel|seat):[^"]*)"', drawn) for drawn in (one, other)]
    assert parts[0] == parts[1] != []
    outlined = re.compile(r'data-piece="(?!caption)[^"]*"(?:(?!</g>).)*class="mark"', re.DOTALL)
    assert outlined.search(other)


def height(drawn: str) -> float:
    found = re.search(r'viewBox="0 0 \d+ ([\d.]+)"', drawn)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("effect", "Yellow's yen 95 5"),
        ("effect, setup", 'Discard ["osaka-1"] []'),
        ("effect, digest only", f'Digest of the table "{"0" * 64}"'),
        ("turn", "To move nobody red"),
        ("turn, setup", "To move 77 yellow"),
        ("restrictive", "Take Engine 2. not legal legal"),
        ("permissive", "Take no further action. legal not legal, clause 5.A.3"),
        ("score, totals only", "Total 1 −20"),
    ],
)
def test_what_it_says_stands_beside_what_is_right(name: str, row: str) -> None:
    text = Reader(page(alone(finding(name))).replace("</th>", "</th> ").replace("</td>", "</td> ")).text
    assert row in text


def test_of_two_derivations_the_lines_that_differ_are_marked() -> None:
    [score] = [one for one in careless().findings if one.difference.kind == "score"]
    made = page(alone(score))
    rows = re.findall(r"<tr class=.?(?:sum )?apart.*?</tr>", made)
    told_ = [Reader(row).text for row in rows]
    assert len(told_) == 2
    assert re.fullmatch(r"City .*11\.3–−3", told_[0])
    assert told_[1].startswith("Total")


def test_an_artefact_can_be_asked_again_and_copied(tmp_path: Path) -> None:
    report = careless()
    where = tmp_path / "a 'folder'"
    paths = [write(where, artefact_json(one, str(report.who))) for one in report.findings]
    made = Reader(page(report, [again(path, ("--", "node", "my engine.js")) for path in paths]))
    assert f"shinkansen verify --rerun '{paths[0]}'".replace("a 'folder'", "a '\"'\"'folder'\"'\"'") in made.text
    assert made.text.count("-- node 'my engine.js'") == len(paths)
    for one, path in zip(report.findings, paths, strict=True):
        line = canonical(artefact_json(one, str(report.who)))
        assert line in "".join(made.words)
        assert read(path).script == one.difference.script


def test_the_fingerprint_and_the_map_of_clauses() -> None:
    report = careless()
    text = Reader(page(report)).text
    assert report.fingerprint is not None
    assert str(report.fingerprint) in text
    for ruling in register().switchable:
        assert f"{ruling.id} {ruling.question}" in text
    at_work = len(report.progress.clauses)
    made = Reader(page(report))
    assert len(made.of("i", "on")) == at_work + 1  # and the legend
    assert len(made.of("li", "on")) == at_work
    assert len(made.of("i", "cell")) == len(rulebook()) + 3
    assert f"{at_work} of the" in text


def test_a_report_without_a_fingerprint_has_a_page() -> None:
    assert "The reading it follows" not in page(attrs.evolve(conforming(), fingerprint=None))


def test_readings_that_go_together_and_other_ones() -> None:
    one, two, three = [*others(GAME.register, GAME.register.reading())][:3]
    read_so = attrs.evolve(finding("effect"), readings=(Reading((*one.choices, *two.choices)), three))
    report = alone(read_so)
    text = Reader(page(report)).text
    both = rf"It follows {one.choices[0].ruling}.* Together with {two.choices[0].ruling}.*Or it follows"
    assert re.search(both, text)
    assert report.code == 3
    assert schemas.misfit(schema_of("report"), json.loads(canonical(report_json(report)))) is None


# -- JUnit


@every_report
def test_junit_counts_its_cases(report: Callable[[], Report]) -> None:
    root = ElementTree.fromstring(junit(report()))
    assert root.tag == "testsuites"
    for level in (root, *root):
        cases = [*level.iter("testcase")]
        assert int(level.attrib["tests"]) == len(cases)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(level.attrib[name]) == sum(case.find(tag) is not None for case in cases)
    for suite in root:
        assert suite.tag == "testsuite"
        names = [case.attrib["name"] for case in suite.iter("testcase")]
        assert len(names) == len({*names})
        for case in suite.iter("testcase"):
            assert case.attrib["classname"] == suite.attrib["name"]
            assert len(case) <= 1  # one thing each: most programs see no more
            assert {part.tag for part in case} <= {"failure", "error", "skipped", "system-out"}


def test_junit_fails_the_clauses_of_mistakes_and_no_others() -> None:
    report = careless()
    root = ElementTree.fromstring(junit(report))
    cases = {case.attrib["name"].split()[0]: case for case in root.iter("testcase")}
    failed = {name for name, case in cases.items() if case.find("failure") is not None}
    assert failed == {one.clauses[0] for one in report.mistakes} == {"7.2", "11.3.3", "6.C.3"}
    assert report.progress.clauses <= {*cases}
    failure = cases["7.2"].find("failure")
    assert failure is not None
    assert "should be" in failure.attrib["message"]
    assert "1. red: Take Engine" in (failure.text or "")
    read_so = cases["7.11.1"].findtext("system-out", "")
    assert "track_needs_ground=b" in read_so
    assert root.findall(".//property[@name='code'][@value='1']")


def test_junit_tells_a_hundred_reasons_each_under_its_own_name() -> None:
    """However alike they begin."""
    reasons = Counter({f"{'x' * 370}{number}": 1 for number in range(500)})
    root = ElementTree.fromstring(junit(attrs.evolve(careless(), skipped=reasons, errored=reasons)))
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert len(names) == len({*names})
    told = [case for case in root.iter("testcase") if "xxx" in case.attrib["name"]]
    assert len(told) == 200
    assert root.findall(".//skipped[@message='400 other errors are left out here']")


def test_junit_holds_whatever_an_engine_says() -> None:
    text = junit(hostile())
    root = ElementTree.fromstring(text.encode())
    values = [value for element in root.iter() for value in element.attrib.values()]
    assert any(r"<img src=x onerror=alert(1)>\x1b[2J\x00\ud800" in value for value in values)
    assert max(map(len, values)) <= SENTENCE
    assert root.findall(".//testcase[@classname='zerokei.unnamed']/failure")
    assert len(root.findall(".//testcase/error")) == 3  # smoke, trouble, an error of its own
    assert len(root.findall(".//testcase/skipped")) == 11


# -- written tests


@pytest.mark.parametrize("name", PICTURES)
def test_a_written_test_is_a_module_that_only_tests(name: str) -> None:
    vector, module, *rest = files(finding(name))
    assert not rest
    assert re.fullmatch(r"test_[a-z_]+_\w+_[0-9a-f]{8}\.py", module.name)
    assert module.name == f"test_{vector.name.removesuffix('.json')}.py"
    tree = ast.parse(module.text)
    doc, first, second, given, function = tree.body
    assert isinstance(doc, ast.Expr)
    assert isinstance(first, ast.ImportFrom)
    assert isinstance(second, ast.ImportFrom)
    assert isinstance(given, ast.AnnAssign)
    assert isinstance(function, ast.FunctionDef)
    assert given.value is not None
    inline = ast.literal_eval(given.value)
    [beside] = json.loads(vector.text)["vectors"]
    assert inline == {key: value for key, value in beside.items() if key != "expected"}
    assert read_vector(inline).script == differences()[name].script
    words = re.sub(r"\s+", "", ast.get_docstring(tree) or "")
    for move in told(differences()[name].script):
        assert re.sub(r"\s+", "", move) in words
    assert max(map(len, module.text.splitlines())) <= 120


def test_a_hostile_sentence_stays_in_the_docstring() -> None:
    tree = ast.parse(files(finding("refusal"))[1].text)
    assert "onerror=alert(1)>" in (ast.get_docstring(tree) or "").replace("\n", "")
    assert '"""' in (ast.get_docstring(tree) or "")


def test_a_reading_that_makes_no_difference_is_left_out_of_a_vector() -> None:
    asked, followed = Rulings(), rulings({"track_needs_ground": "b"})
    letters_followed = Letters(followed.letters())
    script = differences()["restrictive"].script
    read_so = attrs.evolve(script, setting=zerokei(2).read_so(letters_followed))
    one = Finding(attrs.evolve(differences()["restrictive"], script=read_so), 1)
    [row] = json.loads(files(one)[0].text)["vectors"]
    assert read_vector(row).script.setting == zerokei(2, reading=asked)
    [letters] = [one for one in careless().findings if one.readings]
    there = attrs.evolve(letters.difference.script, setting=zerokei(2).read_so(letters_followed))
    kept = attrs.evolve(letters, difference=attrs.evolve(letters.difference, script=there))
    [row] = json.loads(files(kept)[0].text)["vectors"]
    assert read_vector(row).script.setting == zerokei(2, reading=followed, told=asked)
    assert row["told"] == {}


def test_an_edition_of_its_own_is_written_beside() -> None:
    other = attrs.evolve(differences()["turn, setup"].script, setting=zerokei(2, edition=other_edition()))
    one = Finding(attrs.evolve(differences()["turn, setup"], script=other), 1)
    vector, _, edition = files(one)
    [row] = json.loads(vector.text)["vectors"]
    assert edition.name == f"edition-{row['edition']}.json"
    assert read_vector(row).script.setting == other.setting


def other_edition() -> str:
    from shinkansen.zerokei.witnesses import editions

    return next(name for name in editions() if name != "shipped")


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    one = finding("effect")
    paths = write_tests(tmp_path / "new", [one])
    assert write_tests(tmp_path / "new", [one]) == paths
    paths[1].write_text("# mine\n")
    with pytest.raises(WrittenTestError, match="already exists with other content and will not be overwritten"):
        write_tests(tmp_path / "new", [one])
    assert paths[1].read_text() == "# mine\n"
    with pytest.raises(WrittenTestError, match="cannot be made"):
        write_tests(paths[0], [one])


def run_written(directory: Path, engine: str) -> subprocess.CompletedProcess[str]:
    (directory / "conftest.py").write_text(
        "import pytest\nfrom shinkansen.verify.conversation.demo_engine import engine\n"
        "from shinkansen.verify.conversation.serving import reference\n"
        f"@pytest.fixture\ndef shinkansen_engine(): return {engine}()\n"
    )
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--rootdir", str(directory), str(directory)]
    command = [sys.executable, "-m", "pytest", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=directory)


def test_written_tests_fail_with_the_wrong_engine_and_pass_with_the_reference(tmp_path: Path) -> None:
    report = careless()
    write_tests(tmp_path, report.findings)
    wrong = run_written(tmp_path, "engine")
    assert wrong.returncode == 1, wrong.stdout + wrong.stderr
    assert f"{len(report.findings)} failed" in wrong.stdout
    for one in report.findings:
        assert one.difference.sentence in wrong.stdout
    right = run_written(tmp_path, "reference")
    assert right.returncode == 0, right.stdout + right.stderr
    assert f"{len(report.findings)} passed" in right.stdout


# -- the command


def verify(*arguments: object) -> int:
    return main(["verify", *map(str, arguments)])


def test_the_command_writes_them_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, tests = tmp_path / "out", tmp_path / "tests"
    made = {name: tmp_path / f"report.{name}" for name in ("html", "json", "junit")}
    options = [part for name, path in made.items() for part in (f"--{name}", path)]
    quick = ["--games", 1, "--seats", 2, "--out", out]
    assert verify(*quick, *options, "--write-tests", tests, "--", *CARELESS) == 1
    said = capsys.readouterr().out
    content = json.loads(made["json"].read_text())
    assert schemas.misfit(schema_of("report"), content) is None
    page_ = Reader(made["html"].read_text()).text
    for path in sorted(out.iterdir()):
        assert f"--rerun {path} -- {sys.executable} -m shinkansen.verify.conversation.demo_engine" in page_
    assert ElementTree.fromstring(made["junit"].read_text()).tag == "testsuites"
    assert len([*tests.glob("test_*.py")]) == len(content["differences"]) == 4
    for path in (*made.values(), *tests.iterdir()):
        assert f"written: {path}" in said


def test_a_terminal_is_not_told_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "evil_engine.py").write_text(
        "from shinkansen.verify.conversation.serving import reference\nserver = reference()\n"
        "def answer(request):\n"
        "    reply = server.answer(request)\n"
        "    return {**reply, 'name': '\\x1b[2J\\x00\\x9b'} if request['cmd'] == 'start' else reply\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    made = tmp_path / "page.html"
    quick = ["--vectors-only", "--seats", 2, "--html", made, "--out", tmp_path / "out"]
    assert verify(*quick, "--python", "evil_engine:answer") == 0
    assert capsys.readouterr().out.startswith(r"\x1b[2J\x00\x9b ")
    assert "\x1b" not in made.read_text()


@pytest.mark.parametrize("option", ["--html", "--json", "--junit"])
def test_what_cannot_be_written_is_said_before_the_check(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    unasked = [sys.executable, "-c", f"open({str(tmp_path / 'asked')!r}, 'w')"]
    assert verify(option, there, "--", *unasked) == 2
    assert "already exists and will not be overwritten" in capsys.readouterr().err
    assert verify(option, tmp_path / "no" / "file", "--", *unasked) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert verify(option, tmp_path / "new", "--html", tmp_path / "new", "--json", tmp_path / "new", "--", *unasked) == 2
    assert "to the same file" in capsys.readouterr().err
    assert verify(option, tmp_path / "new", "--out", tmp_path / "new", "--", *unasked) == 2
    assert "to the same file" in capsys.readouterr().err
    (tmp_path / "nowhere").symlink_to(tmp_path / "no" / "file")
    assert verify(option, tmp_path / "nowhere", "--", *unasked) == 2
    assert "already exists" in capsys.readouterr().err
    assert verify(option, tmp_path / ("x" * 5_000) / "y", "--", *unasked) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert verify("--write-tests", there, "--", *unasked) == 2
    assert "is a file, expected a folder" in capsys.readouterr().err
    assert there.read_text() == "mine"
    assert not (tmp_path / "asked").exists()


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify("--schema") == 0
    assert capsys.readouterr().out == schema_text(GAME) + "\n"
