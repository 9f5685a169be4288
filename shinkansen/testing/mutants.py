"""Mutants: engines that are wrong on purpose, to see whether checks notice.

A mutant is one mistake that somebody who reads the rulebook could make, as a patch to the source: a piece of text that
occurs exactly once in a file, or in one of its functions, and its replacement. The engine has no hooks for them. The
patched package is imported under another name, so a mutant and the reference can run in the same process. Nothing here
knows a game: a game that has mutants offers them as its part `MUTANTS`, and `mutant_checks` judges them.
"""

from __future__ import annotations

import ast
import importlib
import pickle
import re
import shutil
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourceFileLoader
from importlib.resources.abc import Traversable
from importlib.util import find_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, Final, TypeAlias

import attrs
from attrs import field, frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import parse_json, parse_toml
from shinkansen.core.game import Kind, Plain
from shinkansen.core.plain_json import Json, strict_converter, structure
from shinkansen.core.writing import write_new
from shinkansen.testing.differences import Rules, SideBySide

_OURS: Final = "shinkansen"
_BUILT: Final = shutil.ignore_patterns("__pycache__", *(f"*{end}" for end in EXTENSION_SUFFIXES))
"""What lies beside sources and was made from them: a mutant is made from sources alone."""


class MutantError(ShinkansenError):
    """A mutant cannot be built, or does not exist."""


# -- the mutants of a game


@frozen
class Patch:
    """A mistake, as a file of mutants holds it."""

    id: str
    group: str
    """What it gets wrong: one of the groups of its game."""
    clauses: tuple[str, ...]
    """The clauses it breaks."""
    says: str
    """What it gets wrong, in a player's words."""
    file: str
    """The patched file, relative to the package."""
    old: str
    """The text to replace; it occurs once."""
    new: str
    inside: str = ""
    """The function, method or class in which it occurs once, such as `with_section` or `Kit.turn`; without one, it is
    the file. A patch with one survives changes elsewhere in its file."""


@frozen
class Sitting:
    """A table at which an engine is compared with the reference, and how closely."""

    setting: Plain = field(hash=False)
    play: SideBySide = field(factory=SideBySide)


@frozen
class Corners:
    """States that play seldom reaches, as a place to compare engines."""

    corner: Callable[[Any, Random], Any]
    """A function that makes such a state for a ruleset."""
    tables: tuple[Sitting, ...]
    """Where the examples are played, in turn."""


@frozen(slots=False, eq=False)
class Mutants:
    """The mutants of a game, and what it takes to load and to judge them."""

    package: str
    """The package that is patched, such as `shinkansen`."""
    opened: Callable[[Loaded, Plain], Rules]
    """A function that makes the ruleset of a setting from the classes of an engine that was loaded."""
    reference: Callable[[Plain], Rules]
    """A function that makes the unchanged ruleset of a setting."""
    file: Traversable
    """A TOML file: a table `[[mutants]]` with the fields of `Patch` for each."""
    kills: Traversable
    """A JSON file: what killed each mutant in the last full run, as a hint."""
    groups: tuple[str, ...]
    tables: tuple[Sitting, ...]
    """Where the examples are played, in turn."""
    corners: Corners | None = None
    refused: tuple[Plain, ...] = ()
    """Settings that cannot be played; who plays one is wrong."""
    _known_independent: dict[frozenset[str], tuple[str, ...]] = field(
        factory=dict[frozenset[str], tuple[str, ...]], init=False, repr=False
    )

    @cached_property
    def all(self) -> tuple[Mutant, ...]:
        """All mutants, in the order of the file."""
        where = self.file.name
        content = parse_toml(self.file.read_text(encoding="utf-8"), where, MutantError)
        patches = structure(strict_converter(), content, _Contents, where).mutants
        for patch in patches:
            if patch.group not in self.groups:
                expected = ", ".join(self.groups)
                raise MutantError(f"the mutant {patch.id} is of the group {patch.group!r}, expected one of {expected}")
        return tuple(Mutant(**attrs.asdict(patch, recurse=False), among=self) for patch in patches)

    def mutant(self, id: str) -> Mutant:
        """The mutant of that name."""
        for each in self.all:
            if each.id == id:
                return each
        raise MutantError(f"there is no mutant {id!r}")

    @cached_property
    def known_kills(self) -> dict[str, tuple[str, int]]:
        """The check and the number of the example that killed each mutant in the last full run."""
        content: dict[str, list[Any]] = parse_json(self.kills.read_text(encoding="utf-8"), self.kills.name, MutantError)
        return {id: (check, number) for id, (check, number) in content.items()}

    @cached_property
    def folder(self) -> Path:
        """Where the source of the package is."""
        spec = find_spec(self.package)
        if spec is None or spec.origin is None or not spec.submodule_search_locations:
            raise MutantError(f"there is no package {self.package!r} to patch")
        return Path(spec.origin).parent

    @contextmanager
    def loaded(
        self, name: str, changed: Mapping[str, str], id: str = "", sharing: bool = False
    ) -> Generator[Loaded, None, None]:
        """The package with some files changed, imported under another name, and forgotten again at the end.

        If it is `sharing`, modules that do not depend on a changed file are those of the reference: that is several
        times quicker, but what the two make can no longer be told apart."""
        finder = _Finder(self, name, changed)
        sys.meta_path.insert(0, finder)
        if sharing:
            sys.modules.update(self._untouched(name, changed))
        try:
            yield Loaded(name, self, id)
        finally:
            sys.meta_path.remove(finder)
            for inside in self.needs:  # there are many more modules of other mutants
                sys.modules.pop(f"{name}.{inside}" if inside else name, None)

    def _untouched(self, name: str, changed: Iterable[str]) -> dict[str, ModuleType]:
        """The modules of the reference, by their names in a mutant, that do not depend on a changed file."""
        there = ((inside, f"{self.package}.{inside}") for inside in self._independent_of(frozenset(changed)))
        return {f"{name}.{inside}": sys.modules[ours] for inside, ours in there if ours in sys.modules}

    def _independent_of(self, changed: frozenset[str]) -> tuple[str, ...]:
        """The modules that do not depend on a changed file, by their names within the package. A package holds its
        modules, so one with a module that does is not among them. Compiled modules are made for each other and not for
        a changed one beside them: of those a mutant has its own, from their sources."""
        if changed not in self._known_independent:  # most mistakes are made in the same few files
            touched = {_module_name(file) for file in changed} | self._compiled
            grown = True
            while grown:
                more = {inside for inside, needs in self.needs.items() if needs & touched} - touched
                packages = {inside.rpartition(".")[0] for inside in touched} - touched
                grown = bool(more | packages)
                touched |= more | packages
            self._known_independent[changed] = tuple(each for each in self.needs if each and each not in touched)
        return self._known_independent[changed]

    @cached_property
    def needs(self) -> dict[str, set[str]]:
        """By the name of each module of the package, within it, those that it imports."""
        files = {_module_name(path.relative_to(self.folder).as_posix()): path for path in self.folder.rglob("*.py")}
        return {inside: imports(path, self.package, files.keys()) for inside, path in files.items()}

    @cached_property
    def _compiled(self) -> set[str]:
        """The modules of the package that were compiled, by their names within it; their sources lie beside them."""
        files = {inside: self.folder.joinpath(*inside.split(".")) for inside in self.needs if inside}
        return {
            name for name, path in files.items() if any(path.with_suffix(end).exists() for end in EXTENSION_SUFFIXES)
        }

    def copied(self, directory: Path, changed: Mapping[str, str]) -> Path:
        """The package with some files changed, copied to a directory; returns its root."""
        root = directory / self.folder.name
        shutil.copytree(self.folder, root, ignore=_BUILT)
        for file, text in changed.items():
            (root / file).unlink()
            write_new(root / file, text, MutantError)
        return root


MUTANTS: Final = Kind[Mutants]("mutants", "has no deliberately wrong engines", Mutants)
"""Its deliberately wrong engines."""


@frozen
class Mutant(Patch):
    """A wrong engine."""

    among: Mutants = field(repr=False, kw_only=True)
    """All mutants of its game."""

    def patched(self) -> str:
        """The whole text of its file with the mistake in it; `MutantError` unless the patch fits in just one place."""
        path = self.among.folder / self.file
        if not path.is_file():
            raise MutantError(f"the mutant {self.id} patches {self.file}, which does not exist")
        if self.old == self.new:
            raise MutantError(f"the mutant {self.id} changes nothing")
        before, text, after = self._place(path.read_text(encoding="utf-8"))
        times = text.count(self.old)
        if times != 1:
            where = f"{self.inside} of {self.file}" if self.inside else self.file
            found = f"what it replaces occurs {times} times in {where}, expected once"
            raise MutantError(f"the mutant {self.id} does not apply: {found}")
        return before + text.replace(self.old, self.new) + after

    def _place(self, text: str) -> tuple[str, str, str]:
        """A file in three parts: before the place that is patched, that place, and after it."""
        if not self.inside:
            return "", text, ""
        found = [*_definitions(_parsed(text), self.inside.split("."))]
        if len(found) != 1:
            times = f"{self.file} has {len(found)} functions, methods or classes {self.inside}, expected one"
            raise MutantError(f"the mutant {self.id} does not apply: {times}")
        (node,) = found
        lines = text.split("\n")
        first = min(each.lineno for each in (node, *node.decorator_list)) - 1
        parts = lines[:first], lines[first : node.end_lineno], lines[node.end_lineno :]
        before, place, after = ("".join(f"{line}\n" for line in part) for part in parts)
        return before, place, after.removesuffix("\n")

    def build(self, directory: Path) -> Path:
        """A copy of the package with the mistake in it; a process with its directory on the path imports the mutant."""
        return self.among.copied(directory, {self.file: self.patched()})

    @contextmanager
    def load(self, sharing: bool = False) -> Generator[Loaded, None, None]:
        """The mutant in this process next to the reference, until the end of the block; if it is `sharing`, it has
        what the mistake does not touch in common with the reference."""
        with self.among.loaded(self._name, {self.file: self.patched()}, self.id, sharing) as engine:
            yield engine

    def install(self) -> None:
        """Make it importable for good, as a package `mutant_...`; tests to paste about a mutant do so."""
        sys.meta_path.insert(0, _Finder(self.among, self._name, {self.file: self.patched()}))

    @property
    def _name(self) -> str:
        return f"mutant_{self.id.replace('-', '_')}"


@frozen
class _Contents:
    mutants: tuple[Patch, ...]


@lru_cache(maxsize=32)
def _parsed(text: str) -> ast.Module:
    """A source, which takes longer to parse than anything else about a patch; there are several for most files."""
    return ast.parse(text)


_Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(node: ast.Module | _Definition, names: Sequence[str]) -> Iterator[_Definition]:
    """What is defined under a name in a module, and under the next one in that, and so on."""
    for each in node.body:
        if isinstance(each, _Definition) and each.name == names[0]:
            yield from _definitions(each, names[1:]) if names[1:] else (each,)


# -- loading


def _module_name(inside: str) -> str:
    """The name of a module within its package, from its file there: `core.play`, and nothing for the package itself."""
    return inside.removesuffix(".py").replace("/", ".").removesuffix("__init__").removesuffix(".")


_ON: Final = r"(?:[ \t]|\\\n)"
_REST: Final = r"(?:\\\n|[^\n])*"
_IMPORT: Final = re.compile(
    rf"^[ \t]*(?:from{_ON}+(?P<module>[\w.]+){_ON}+import{_ON}*(?P<names>\((?:[^()#]|#[^\n]*)*\)|{_REST})"
    rf"|import{_ON}+(?P<modules>{_REST}))",
    re.MULTILINE,
)
"""An import statement. What only looks like one, in a docstring, does no harm: it makes a mutant share less."""


def imports(path: Path, package: str, known: Collection[str]) -> set[str]:
    """The modules of a package that a file imports, anywhere in it, by their names within the package. It is searched
    and not parsed, which for all files of a package takes ten times as long."""
    names: set[str] = set()
    for found in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        if found["modules"] is not None:
            imported = [each for each in _listed(found["modules"]) if f"{each}.".startswith(f"{package}.")]
            names |= {each.removeprefix(package).removeprefix(".") for each in imported}
        elif f"{found['module']}.".startswith(f"{package}."):
            inside = found["module"].removeprefix(package).removeprefix(".")
            for each in _listed(found["names"]):
                deeper = f"{inside}.{each}".removeprefix(".")
                names.add(deeper if deeper in known else inside)
    return names


def _listed(names: str) -> Iterator[str]:
    """What an import statement names, without comments and what it is called afterwards."""
    lines = (line.partition("#")[0].strip(" \t()\\") for line in names.split("\n"))
    return (words[0] for each in " ".join(lines).split(",") if (words := each.split()))


@frozen
class Loaded:
    """An engine under another name."""

    name: str
    among: Mutants = field(repr=False)
    id: str = ""
    """The mutant it is, if it is one."""

    def module(self, path: str) -> ModuleType:
        """One of its modules, such as `core.play`."""
        return importlib.import_module(f"{self.name}.{path}")

    def checks(self, path: str) -> ModuleType:
        """One of our modules, such as `testing.laws`: the engine's own copy, if it is our package that was patched."""
        return importlib.import_module(f"{self.name if self.among.package == _OURS else _OURS}.{path}")

    def shares(self, module: str) -> bool:
        """Whether a module, by the name that it has in the reference, is the reference's own."""
        first, dot, rest = module.partition(".")
        return first != self.among.package or sys.modules.get(f"{self.name}{dot}{rest}") is sys.modules.get(module)

    def adopted(self, pickled: bytes) -> Any:
        """A value of the reference, pickled, as a value of the engine's own classes."""
        return _Renaming(self.among.package, self.name, pickled).load()

    def rules(self, seats: int, **variants: Json) -> Rules:
        """Its ruleset for a number of seats."""
        return self.among.opened(self, {"seats": seats, **variants})


class _Renaming(pickle.Unpickler):
    """Reads values of the reference as values of the same classes under another name."""

    def __init__(self, package: str, name: str, content: bytes) -> None:
        super().__init__(BytesIO(content))
        self._package = package
        self._name = name

    def find_class(self, module_name: str, global_name: str) -> Any:
        first, dot, rest = module_name.partition(".")
        return super().find_class(f"{self._name}{dot}{rest}" if first == self._package else module_name, global_name)


class _Finder(MetaPathFinder):
    """Finds the modules of a package under another name; its data files stay where they are."""

    def __init__(self, among: Mutants, name: str, changed: Mapping[str, str]) -> None:
        self._package = among.package
        self._folder = among.folder
        self._name = name
        self._changed = changed

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        first, *rest = fullname.split(".")
        if first != self._name:
            return None
        place = self._folder.joinpath(*rest)
        file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        if not file.is_file():
            return None
        inside = file.relative_to(self._folder).as_posix()
        loader = _Loader(fullname, _Module(self._package, str(self._folder), inside), self._changed.get(inside))
        return spec_from_file_location(fullname, file, loader=loader)


@frozen
class _Module:
    """A file of a package."""

    package: str
    folder: str
    inside: str

    @property
    def path(self) -> Path:
        return Path(self.folder, self.inside)


class _Loader(SourceFileLoader):
    """Runs a module of a package as if it had been written with relative imports, so that any name will do."""

    def __init__(self, fullname: str, module: _Module, changed: str | None) -> None:
        super().__init__(fullname, str(module.path))
        self._module = module
        self._text = changed

    def get_code(self, fullname: str) -> CodeType:
        # Unchanged files are compiled once for all mutants: compiling is most of the time it takes to import one.
        return _compiled(self._module) if self._text is None else _compile(self._text, self._module)


@cache
def _compiled(module: _Module) -> CodeType:
    return _compile(module.path.read_text(encoding="utf-8"), module)


def _compile(text: str, module: _Module) -> CodeType:
    """The code of a module, in which the package does not refer to itself by name: not in imports, and not for the
    folder that it reads its data from."""
    name, up = re.escape(module.package), "." * len(Path(module.inside).parts)

    def relative(found: re.Match[str]) -> str:
        return f"{found['from']}{up}{(found['module'] or '').removeprefix('.')} import"

    text = re.sub(rf"^(?P<from>\s*from\s+){name}(?P<module>\.[\w.]+)?\s+import", relative, text, flags=re.MULTILINE)
    text = re.sub(rf"""\bfiles\("{name}[\w.]*"\)""", "files(__package__)", text)
    return compile(text, module.path, "exec", dont_inherit=True)
