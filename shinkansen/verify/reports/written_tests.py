"""Differences as regression tests: a conformance vector and a pytest file for each, to copy into your own test suite.

The pytest file is complete: the game in its docstring, the vector in its code, and one test that asks the engine of the
fixture `shinkansen_engine` (`shinkansen.pytest_plugin`). The vector next to it is for engines in other languages; it
has the same form as ours, with the right answers (`vectors.read_vector` reads it).

What an engine said appears in docstrings of code that will be run: they are written so that nothing in them can end the
string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from pprint import pformat
from textwrap import wrap
from typing import Final

from attrs import evolve, frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import read_text
from shinkansen.core.plain_json import canonical
from shinkansen.core.text import printable
from shinkansen.core.writing import made_folder, write_all_new
from shinkansen.verify.judging.artefact import short_digest, told
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.readings import read_as
from shinkansen.verify.judging.script import SHIPPED, Script, edition_json, own_edition
from shinkansen.verify.judging.vectors import Vector, expected, texts

WIDTH: Final = 100


class WrittenTestError(ShinkansenError):
    """A test cannot be written."""


@frozen
class File:
    """A file to write."""

    name: str
    text: str


def files(finding: Finding) -> tuple[File, ...]:
    """The files of a difference: the vector, the test, and the edition if it is not the shipped one."""
    name = name_of(finding)
    script = finding.difference.script
    game, edition = script.setting.game, script.setting.edition
    vector = Vector(name.replace("_", "-"), finding.clauses, _plain(script))
    [vectors] = texts(game, (vector,)).values()
    made = [File(f"{name}.json", vectors), File(f"test_{name}.py", _module(finding, vector))]
    if edition != SHIPPED:
        made.append(File(f"edition-{edition}.json", canonical(edition_json(game, edition)) + "\n"))
    return tuple(made)


def _plain(script: Script) -> Script:
    """The game with the reading that the engine was told, if the one it was seen to follow makes no difference."""
    setting = script.setting
    if setting.told is None:
        return script
    plain = read_as(script, evolve(setting, rulings=setting.told, told=None))
    return plain if plain is not None and expected(plain) == expected(script) else script


def name_of(finding: Finding) -> str:
    """What it is about, as part of a module name; the same difference always gets the same name."""
    book = finding.difference.script.setting.game.rulebook
    clause = finding.clauses[0] if finding.clauses and finding.clauses[0] in book else "unknown"
    digest = short_digest(finding.difference.script.json())
    return re.sub(r"\W", "_", f"{finding.difference.kind}_{clause}_{digest}")


def write(directory: Path, findings: Iterable[Finding]) -> list[Path]:
    """Write the files of some differences, all or none; a file that already exists must have the same content."""
    made = {directory / file.name: file.text for finding in findings for file in files(finding)}
    if not made:
        return []
    with made_folder(directory, WrittenTestError):
        missing = {path: text for path, text in made.items() if not _is_there(path, text)}
        write_all_new(missing, WrittenTestError)
    return [*made]


def _is_there(path: Path, text: str) -> bool:
    if not path.exists():
        return False
    if read_text(path, WrittenTestError) != text:
        raise WrittenTestError(f"{printable(path)}: already exists with other content and will not be overwritten")
    return True


# -- the module

_MODULE: Final = '''\
"""{doc}
"""

from collections.abc import Callable{path}
from typing import Any

VECTOR: dict[str, Any] = {vector}


def test_{name}(shinkansen_check: Callable[..., None]) -> None:
    shinkansen_check(VECTOR{edition})
'''


def _module(finding: Finding, vector: Vector) -> str:
    # The right answers are in the vector next to it; the test asks the reference.
    content = {key: value for key, value in vector.json().items() if key != "expected"}
    # Other scripts are written as escapes: people cannot tell all of their letters apart.
    shown = pformat(content, width=WIDTH, compact=True, sort_dicts=False).encode("ascii", "backslashreplace").decode()
    own = vector.script.setting.edition
    edition = "" if own_edition(vector.script.setting) is None else f', Path(__file__).with_name("edition-{own}.json")'
    return _MODULE.format(
        doc=_docstring(finding),
        vector=shown,
        name=name_of(finding),
        edition=edition,
        path="\nfrom pathlib import Path" * bool(edition),
    )


def _docstring(finding: Finding) -> str:
    found = finding.difference
    book = found.script.setting.game.rulebook
    cited = [f"{id} {book[id].title}: {book[id].says}" for id in finding.clauses if id in book]
    read = [f"It may be a reading: {reading}" for reading in finding.readings]
    if finding.says:
        read.append(f"It plays by this rule: {finding.says}")
    if finding.readings:
        read.append("If you read the rule that way, you do not want this test.")
    moves = [f"{number:3}. {move}" for number, move in enumerate(told(found.script), start=1)]
    blocks = [[_seen(found.sentence)], cited, read, moves, ["The engine is that of the fixture `shinkansen_engine`."]]
    told_ = "\n\n".join("\n".join(map(_wrapped, block)) for block in blocks if block)
    return told_.replace("\\", "\\\\").replace('"', '\\"')


def _seen(sentence: str) -> str:
    return f"Seen by `shinkansen verify`: {sentence}"


def _wrapped(line: str) -> str:
    return "\n".join(wrap(printable(line), WIDTH, subsequent_indent="     " if line[:1] == " " else ""))
