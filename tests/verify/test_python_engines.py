"""Engines in Python: in a process of their own they cannot influence the verdict; in ours they change nothing."""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.hosting import find
from shinkansen.verify.conversation.plain_values import DEEPEST, NotPlainError, TooLargeError, plain
from shinkansen.verify.conversation.serving import reference
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Fault, Reply, Trouble
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.start import Hosted, Named, engine_of, greet
from shinkansen.zerokei.game import GAME
from tests.hostile.watching import PATIENT, marked

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")

MODULE = """
import os, sys
from shinkansen.verify.conversation.serving import reference

print("imported: this is not the wire")
server = reference()

def answer(request):
    print("asked", request["cmd"])
    return server.answer(request)

def on(cmd, deed):
    def deeds(request):
        if request["cmd"] == cmd:
            deed()
        return server.answer(request)
    return deeds

def meddles():
    import shinkansen.verify.judging.runner as runner, shinkansen.verify.conversation.replies as replies, signal
    runner.Report.code = 0
    replies.read_line = None
    os.kill(os.getppid(), signal.SIGSTOP)

def takes_the_streams():
    assert sys.stdin.read() == ""
    assert os.read(0, 10) == b""
    os.write(1, b"garbage\\n")
    sys.stdout.write("more garbage\\n")
    os.system("echo and from a program")

class Mine:
    def __init__(self): self.answer = server.answer
    def within(self, request): return server.answer(request)

class Needy:
    def __init__(self, what): pass

class Rude:
    def __init__(self): sys.exit(0)

class Rebel(BaseException):
    def __str__(self): raise ValueError

def rebels(): raise Rebel
def raises(): raise KeyError("tokaido")
def returns(value): return lambda request: {**server.answer(request), "extra": value}

mine = Mine()
number = 5
exits = on("legal", lambda: sys.exit(0))
exits_hard = on("legal", lambda: os._exit(0))
exits_at_stop = on("stop", lambda: sys.exit(4))
raises_ = on("legal", raises)
rebels_ = on("legal", rebels)
meddles_ = on("legal", meddles)
prints = on("legal", takes_the_streams)
odd = returns(b"bytes")
itself = []
itself.append(itself)
recursive = returns(itself)
"""


pytestmark = pytest.mark.slow


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module in the current directory, of which this process knows nothing."""
    (tmp_path / "their_engine.py").write_text(MODULE)
    (tmp_path / "rude_engine.py").write_text("import sys\nsys.exit(0)\n")
    (tmp_path / "json.py").write_text("raise RuntimeError('not the json you want')\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def hosted(name: str) -> Generator[Engine]:
    with marked(), Hosted(f"their_engine:{name}").open(PATIENT) as engine:
        yield engine


@pytest.mark.parametrize("name", ["answer", "Mine", "mine", "mine.within", "prints"])
def test_an_object_answers_from_a_process_of_its_own_whatever_it_prints(module: Path, name: str) -> None:
    with hosted(name) as engine:
        assert greet(engine, GAME).name == "shinkansen"
        assert isinstance(engine.ask("legal"), Errored)  # there is no game yet
        assert isinstance(engine.ask("digest"), Errored)
    assert engine.trouble is None
    assert "their_engine" not in sys.modules


@pytest.mark.parametrize(
    ("name", "fault", "sentence"),
    [
        ("exits", Fault.DIED, "`legal` (question 2): it ended with code 0, expected an answer"),
        ("exits_hard", Fault.DIED, "`legal` (question 2): it ended with code 0, expected an answer"),
        ("exits_at_stop", Fault.BAD_END, "it ended with code 4, expected 0"),
        ("meddles_", Fault.UNWATCHED, "the process that watches over it was stopped"),
    ],
)
def test_what_a_hosted_engine_does_to_its_process_is_its_own_trouble(
    module: Path, name: str, fault: Fault, sentence: str
) -> None:
    with hosted(name) as engine:
        greet(engine, GAME)
        with suppress(Trouble):
            engine.ask("legal")
    assert engine.trouble is not None
    assert (engine.trouble.fault, sentence in str(engine.trouble)) == (fault, True), engine.trouble


@pytest.mark.parametrize(
    ("name", "says"),
    [("raises_", "KeyError: 'tokaido'"), ("rebels_", "Rebel: ?")],
)
def test_what_a_hosted_engine_raises_is_an_error_it_reports(module: Path, name: str, says: str) -> None:
    with hosted(name) as engine:
        greet(engine, GAME)
        assert engine.ask("legal") == Errored(says)
    assert engine.trouble is None


@pytest.mark.parametrize(("name", "says"), [("odd", "found a value of type bytes"), ("recursive", "levels deep")])
def test_what_is_not_plain_json_is_said_by_the_host(module: Path, name: str, says: str) -> None:
    with hosted(name) as engine, pytest.raises(Trouble, match=f"extra.*{says}"):
        greet(engine, GAME)


NOT_THERE = [
    ("their_engine:nobody", "their_engine:nobody cannot be found (AttributeError"),
    ("their_engine", "their_engine cannot be found"),
    ("no_such_module:x", "no_such_module:x cannot be found (ModuleNotFoundError: No module named 'no_such_module')"),
    ("..a:x", "..a:x cannot be found"),
    (":", ": cannot be found"),
    ("rude_engine:x", "rude_engine:x cannot be found (SystemExit: 0)"),
    ("their_engine:number", "their_engine:number is not an engine, expected an object with a method `answer`"),
    ("their_engine:Needy", "their_engine:Needy cannot be created (TypeError"),
    ("their_engine:Rude", "their_engine:Rude cannot be created (SystemExit: 0)"),
]


@pytest.mark.parametrize("way", [Hosted, Named])
@pytest.mark.parametrize(("name", "sentence"), NOT_THERE)
def test_what_is_no_engine_is_told_in_one_sentence(
    module: Path, monkeypatch: pytest.MonkeyPatch, way: Callable[[str], Hosted | Named], name: str, sentence: str
) -> None:
    if way is Named:
        monkeypatch.setattr(sys, "path", [str(module), *sys.path])
    with pytest.raises(ShinkansenError) as found, marked(), way(name).open(PATIENT) as engine:
        greet(engine, GAME)
    for name in ("their_engine", "rude_engine"):
        sys.modules.pop(name, None)
    assert sentence in str(found.value)
    assert "\n" not in str(found.value)


def test_the_command_hosts_an_engine_unless_it_is_told_not_to(
    module: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = ["verify", "--games", "1", "--seconds", "60", "--seats", "2", "--vectors-only"]
    assert main([*quick, "--python", "their_engine:exits"]) == 2
    out, err = capsys.readouterr()
    assert "it ended with code 0" in out + err
    assert "their_engine" not in sys.modules
    monkeypatch.setattr(sys, "path", [str(module), *sys.path])
    assert main([*quick, "--in-process", "--python", "their_engine:exits"]) == 2
    out, err = capsys.readouterr()
    assert "it ended the program (SystemExit: 0)" in out + err
    del sys.modules["their_engine"]
    assert main([*quick, "--in-process", "--", "true"]) == 2
    assert "--in-process: is for engines in Python" in capsys.readouterr().err


def test_an_engine_of_ours_is_hosted_too(module: Path) -> None:
    (module / "wrapped.py").write_text(
        "import sys\nfrom shinkansen.verify.conversation.serving import reference\n"
        "from shinkansen.verify.conversation.transports import in_process, subprocess\n"
        "engine = in_process(reference())\n"
        "broken = in_process(lambda request: None)\n"
    )
    with marked(), Hosted("wrapped:engine").open(PATIENT) as engine:
        assert greet(engine, GAME).name == "shinkansen"
        assert isinstance(engine.ask("legal"), Errored)
    assert engine.trouble is None
    with marked(), Hosted("wrapped:broken").open(PATIENT) as engine, pytest.raises(Trouble) as found:
        greet(engine, GAME)
    assert "it ended with code 1" in str(found.value)
    assert "expected one JSON object" in str(found.value)


# -- in this process


def ask(answer: Callable[[dict[str, Any]], object], cmd: str = "legal", **given: Json) -> Reply:
    with in_process(answer) as engine:
        return engine.ask(cmd, **given)


def test_an_engine_that_changes_what_it_was_handed_changes_nothing_of_ours() -> None:
    def spoils(request: dict[str, Any]) -> object:
        request["deal"]["deck"].clear()
        request["rulings"]["a"] = request
        seq = request.pop("seq")
        return {"seq": seq, "to_move": 0}

    deal: Json = {"deck": [1, 2, {"deep": []}]}
    rulings: Json = {"a": "b"}
    assert ask(spoils, "new", deal=deal, rulings=rulings) == Answer({"to_move": 0})
    assert deal == {"deck": [1, 2, {"deep": []}]}
    assert rulings == {"a": "b"}


def test_an_engine_that_changes_its_reply_later_changes_nothing_of_ours() -> None:
    reply: dict[str, Any] = {"seq": 1, "totals": [1, 2]}
    with in_process(lambda request: reply) as engine:
        found = engine.ask("scores")
        reply["totals"].append(3)
        assert found == Answer({"totals": [1, 2]})


class Number(IntEnum):
    SEVEN = 7


class Word(StrEnum):
    HERE = "here"


class Liar(dict[str, Any]):
    def items(self) -> Any:
        raise AssertionError("nobody may ask")


class Text(str):
    __slots__ = ()


LOOP: list[Any] = []
LOOP.append([LOOP])

NOT_PLAIN: list[tuple[object, str]] = [
    (Number.SEVEN, "totals.1: found a value of type Number, expected plain JSON"),
    (Word.HERE, "totals.1: found a value of type Word"),
    (Text("x"), "totals.1: found a value of type Text"),
    (Liar(), "totals.1: found a value of type Liar"),
    (OrderedDict[str, int](), "totals.1: found a value of type OrderedDict"),
    ((1, 2), "totals.1: found a value of type tuple"),
    ({1, 2}, "totals.1: found a value of type set"),
    (b"bytes", "totals.1: found a value of type bytes"),
    (float("nan"), "totals.1: found the decimal nan"),
    (1.0, "totals.1: found the decimal 1.0"),
    (1j, "totals.1: found a value of type complex"),
    (object(), "totals.1: found a value of type object"),
    ({1: 2}, "totals.1: found the key 1, expected strings as keys"),
    ({Text("x"): 2}, "totals.1: found the key 'x', expected strings as keys"),
    ({"a": {"b": [0, b""]}}, "totals.1.a.b.2: found a value of type bytes"),
    (2**53, "totals.1: found a huge number"),
    (10**10_000, "totals.1: found a huge number"),
    ("\ud800", "totals.1: found half of a surrogate pair"),
    ({"\ud800": 1}, "half of a surrogate pair"),
    (LOOP, "levels deep, expected less"),
]


@pytest.mark.parametrize(("value", "sentence"), NOT_PLAIN, ids=[sentence for _, sentence in NOT_PLAIN])
def test_what_is_not_plain_json_is_refused_in_one_sentence(value: object, sentence: str) -> None:
    with pytest.raises(Trouble) as found:
        ask(lambda request: {"seq": 1, "totals": [value]}, "scores")
    assert (found.value.fault, sentence in str(found.value)) == (Fault.WRONG_FORM, True), found.value
    str(found.value).encode()
    assert "\n" not in str(found.value)


def test_a_reply_that_is_small_only_because_its_parts_are_shared_is_refused_with_bounded_work() -> None:
    value: list[Any] = []
    for _ in range(DEEPEST - 5):
        value = [value, value]
    with pytest.raises(Trouble) as found:
        ask(lambda request: {"seq": 1, "totals": value}, "scores")
    assert (found.value.fault, "takes more than" in str(found.value)) == (Fault.FLOOD, True)


@pytest.mark.parametrize(
    ("problem", "trouble"),
    [(SystemExit(0), True), (SystemExit("bye"), True), (GeneratorExit(), False), (RecursionError("deep"), False)],
    ids=repr,
)
def test_what_an_engine_raises_never_ends_us(problem: BaseException, trouble: bool) -> None:
    def raises(request: dict[str, Json]) -> object:
        if request["cmd"] == "stop":
            return {"seq": request["seq"]}
        raise problem

    with in_process(raises) as engine:
        if trouble:
            with pytest.raises(Trouble, match="it ended the program") as found:
                engine.ask("legal")
            assert engine.trouble is found.value
            assert found.value.fault is Fault.DIED
        else:
            reply = engine.ask("legal")
            assert isinstance(reply, Errored)
            assert type(problem).__name__ in reply.message
            assert engine.trouble is None


def test_ctrl_c_in_an_engine_of_this_process_is_ours() -> None:
    def interrupted(request: dict[str, Json]) -> object:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(interrupted)


@pytest.mark.parametrize("says", ["skipped", "errored"])
def test_an_object_that_does_not_stop_when_told_to_is_in_trouble(says: str) -> None:
    def answer(request: dict[str, Json]) -> object:
        return reference().answer(request) if request["cmd"] == "start" else {"seq": request["seq"], says: "no"}

    with in_process(answer) as engine:
        greet(engine, GAME)
    assert engine.trouble is not None
    assert engine.trouble.fault is Fault.BAD_END


class Shy:
    @property
    def answer(self) -> object:
        raise RuntimeError("not today")


@pytest.mark.parametrize("thing", [None, 5, "text", Shy(), Shy, object()])
def test_what_cannot_answer_is_no_engine(thing: object) -> None:
    with pytest.raises(ShinkansenError, match="is not an engine"):
        engine_of(thing)


def test_finding_does_not_stop_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "interrupted_engine.py").write_text("raise KeyboardInterrupt\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(KeyboardInterrupt):
        find("interrupted_engine:x")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)


@settings(deadline=None)
@given(JSON)
def test_plain_json_is_copied_and_nothing_of_it_is_shared(value: Any) -> None:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    copy = plain(value, 3 * len(text) + 3)
    assert json.dumps(copy, separators=(",", ":"), ensure_ascii=False) == text
    _scribble(copy)
    assert json.dumps(value, separators=(",", ":"), ensure_ascii=False) == text


def _scribble(value: Any) -> None:
    if hasattr(value, "clear"):  # a list or a dict
        for item in [*(value.values() if hasattr(value, "values") else value)]:
            _scribble(item)
        value.clear()


def test_the_bounds_of_plain_are_sharp() -> None:
    deep: Any = []
    for _ in range(DEEPEST - 1):
        deep = [deep]
    assert plain(deep, 1000) == deep
    with pytest.raises(NotPlainError):
        plain([deep], 1000)
    assert plain("x" * 97, 100) == "x" * 97
    with pytest.raises(TooLargeError):
        plain("x" * 98, 100)


def test_the_host_finds_its_modules_whatever_the_environment_says(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.devnull)
    with hosted("answer") as engine:
        assert greet(engine, GAME).name == "shinkansen"
