"""Mutants: engines that are wrong on purpose, to see whether our checks notice.

A mutant is one mistake that somebody who reads the rulebook could make, as a patch to the source (`mutants.toml`): a
piece of text that occurs exactly once in a file, and its replacement. The engine has no hooks for them. The patched
package is imported under another name, so a mutant and the reference can run in the same process.

    python -m shinkansen.testing.mutants [--only ID ...] [--group GROUP] [--jobs N] [--json FILE]

runs every mutant through the checks of `mutant_checks` and says which one killed it; the run fails if one survives.
"""

from __future__ import annotations

import importlib
import pickle
import re
import shutil
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.resources import files
from importlib.util import spec_from_file_location
from io import BytesIO
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, cast

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import parse_toml
from shinkansen.core.plain_json import strict_converter, structure
from shinkansen.testing.differences import Rules
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.rulings import register

_PACKAGE: Final = Path(__file__).parent.parent
"""The reference's own source."""


class MutantError(ShinkansenError):
    """A mutant cannot be built, or does not exist."""


class Group(StrEnum):
    """What a mutant gets wrong."""

    PRICES = "prices"
    DISCOUNTS = "discounts"
    PAYEE = "payee"
    LEGALITY = "legality"
    TIMING = "timing"
    ORDER_OF_PLAY = "order-of-play"
    STACKING = "stacking"
    TIES = "ties"
    SCORING = "scoring"
    ROUNDS = "rounds"
    SETUP = "setup"
    REFUSALS = "refusals"
    SOLO = "solo"
    SECRETS = "secrets"
    ABILITIES = "abilities"
    EVENTS = "events"


@frozen
class Mutant:
    """A wrong engine."""

    id: str
    group: Group
    clauses: tuple[str, ...]
    """The clauses it breaks."""
    says: str
    """What it gets wrong, in a player's words."""
    file: str
    """The patched file, relative to the package."""
    old: str
    """The text to replace; it occurs once."""
    new: str

    def patched(self) -> str:
        """The whole text of its file with the mistake in it; `MutantError` unless the patch fits in just one place."""
        path = _PACKAGE / self.file
        if not path.is_file():
            raise MutantError(f"the mutant {self.id} patches {self.file}, which does not exist")
        text = path.read_text(encoding="utf-8")
        times = text.count(self.old)
        if times != 1:
            found = f"what it replaces occurs {times} times in {self.file}, expected once"
            raise MutantError(f"the mutant {self.id} does not apply: {found}")
        if self.old == self.new:
            raise MutantError(f"the mutant {self.id} changes nothing")
        return text.replace(self.old, self.new)

    def build(self, directory: Path) -> Path:
        """A copy of the package with the mistake in it; a process with its directory on the path imports the mutant."""
        return copy_package(directory, {self.file: self.patched()})

    @contextmanager
    def load(self) -> Generator[Loaded, None, None]:
        """The mutant in this process next to the reference, until the end of the block."""
        with loaded(self._name, {self.file: self.patched()}, self.id) as engine:
            yield engine

    def install(self) -> None:
        """Make it importable for good, as a package `mutant_...`; tests to paste about a mutant do so."""
        sys.meta_path.insert(0, _Finder(self._name, {self.file: self.patched()}))

    @property
    def _name(self) -> str:
        return f"mutant_{self.id.replace('-', '_')}"


@frozen
class Loaded:
    """An engine under another name."""

    name: str
    id: str = ""
    """The mutant it is, if it is one."""

    def module(self, path: str) -> ModuleType:
        """One of its modules, such as `core.play`."""
        return importlib.import_module(f"{self.name}.{path}")

    def rules(self, seats: int, hard: bool = False) -> Rules:
        """Its ruleset, on the shipped edition."""
        edition, register = _Renaming(self.name, _data()).load()
        # Reading its data again would take longer than everything else, and no mutant changes the data.
        vars(self.module("zerokei.rulings"))["register"] = lambda: register
        kind: Any = self.module("zerokei.ruleset").ZeroKei
        if self.id:
            kind.spelled = self._spelled
        return cast("Rules", kind(seats=seats, edition=edition, hard=hard))

    @property
    def _spelled(self) -> Callable[[Any], tuple[str, str]]:
        """How tests to paste make its rules."""
        installed = f"from shinkansen.testing.mutants import mutant\n\nmutant({self.id!r}).install()\n"
        imports = f"{installed}from {self.name}.zerokei.ruleset import ZeroKei"
        return lambda rules: (imports, f"ZeroKei(seats={rules.seats}{', hard=True' * rules.hard})")


@cache
def _data() -> bytes:
    """The reference's edition and rulings."""
    return pickle.dumps((shipped(), register()))


class _Renaming(pickle.Unpickler):
    """Reads values of the reference as values of the same classes under another name."""

    def __init__(self, name: str, content: bytes) -> None:
        super().__init__(BytesIO(content))
        self._name = name

    def find_class(self, module_name: str, global_name: str) -> Any:
        first, dot, rest = module_name.partition(".")
        return super().find_class(f"{self._name}{dot}{rest}" if first == _PACKAGE.name else module_name, global_name)


@contextmanager
def loaded(name: str, changed: Mapping[str, str], id: str = "") -> Generator[Loaded, None, None]:
    """The package with some files changed, imported under another name, and forgotten again at the end."""
    finder = _Finder(name, changed)
    sys.meta_path.insert(0, finder)
    try:
        yield Loaded(name, id)
    finally:
        sys.meta_path.remove(finder)
        for module in [module for module in sys.modules if module.split(".")[0] == name]:
            del sys.modules[module]


class _Finder(MetaPathFinder):
    """Finds the modules of the package under another name; its data files stay where they are."""

    def __init__(self, name: str, changed: Mapping[str, str]) -> None:
        self._name = name
        self._changed = changed

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        first, *rest = fullname.split(".")
        if first != self._name:
            return None
        place = _PACKAGE.joinpath(*rest)
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if not file.is_file():
            return None
        inside = file.relative_to(_PACKAGE).as_posix()
        loader = _Loader(fullname, str(file), self._changed.get(inside))
        return spec_from_file_location(fullname, file, loader=loader)


class _Loader(SourceFileLoader):
    """Runs a module of the package as if it had been written with relative imports, so that any name will do."""

    def __init__(self, fullname: str, path: str, changed: str | None) -> None:
        super().__init__(fullname, path)
        self._text = changed

    def get_code(self, fullname: str) -> CodeType:
        # Unchanged files are compiled once for all mutants: compiling is most of the time it takes to import one.
        return _compiled(self.path) if self._text is None else _compile(self._text, self.path)


@cache
def _compiled(path: str) -> CodeType:
    return _compile(Path(path).read_text(encoding="utf-8"), path)


def _compile(text: str, path: str) -> CodeType:
    up = "." * len(Path(path).relative_to(_PACKAGE).parts)

    def relative(found: re.Match[str]) -> str:
        return f"{found['from']}{up}{(found['module'] or '').removeprefix('.')} import"

    return compile(_DATA.sub(r"files(__package__)", _IMPORT.sub(relative, text)), path, "exec", dont_inherit=True)


_IMPORT: Final = re.compile(r"^(?P<from>\s*from\s+)shinkansen(?P<module>\.[\w.]+)?\s+import", re.MULTILINE)
_DATA: Final = re.compile(r"""\bfiles\("shinkansen[\w.]*"\)""")
"""Where the source of the package refers to itself by name: imports, and the folder that it reads its data from."""


def copy_package(directory: Path, changed: Mapping[str, str]) -> Path:
    """The package with some files changed, copied to a directory; returns its root."""
    root = directory / _PACKAGE.name
    shutil.copytree(_PACKAGE, root, ignore=shutil.ignore_patterns("__pycache__"))
    for file, text in changed.items():
        (root / file).write_text(text, encoding="utf-8")
    return root


@frozen
class _Contents:
    mutants: tuple[Mutant, ...]


@cache
def mutants() -> tuple[Mutant, ...]:
    """All mutants, in the order of the file."""
    text = files("shinkansen.testing").joinpath("mutants.toml").read_text(encoding="utf-8")
    content = parse_toml(text, "mutants.toml", MutantError)
    return structure(strict_converter(), content, _Contents, "mutants.toml").mutants


def mutant(id: str) -> Mutant:
    """The mutant of that name."""
    for each in mutants():
        if each.id == id:
            return each
    raise MutantError(f"there is no mutant {id!r}")


if __name__ == "__main__":
    from shinkansen.testing.mutant_runner import main

    sys.exit(main())
