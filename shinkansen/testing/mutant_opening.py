"""Opening a loaded engine: the ruleset of a setting, made of the engine's own classes from the reference's data.

It fits every game whose register is a function of a module that a ruleset of the fields `seats`, `edition` and
`rulings`, and one for each variant, depends on; ours are laid out like that.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import cached_property, wraps
from io import BytesIO
from typing import Any, cast

import attrs
from attrs import field, frozen

from shinkansen.core.game import REGISTER, Game, Plain
from shinkansen.core.plain_json import canonical
from shinkansen.testing.differences import Rules
from shinkansen.testing.mutants import MUTANTS, Loaded


@frozen(slots=False, eq=False)
class Opening:
    """How the engines of a game are opened."""

    game: Game
    _data: dict[str, _Data] = field(factory=dict[str, "_Data"], init=False, repr=False)
    """By setting."""

    def __call__(self, engine: Loaded, setting: Plain) -> Rules:
        """An engine's ruleset, of any setting."""
        edition, rulings, register = self._data_of(setting).adopted(engine)
        place, _, name = self.game.parts[REGISTER.name].partition(":")
        module = self._loaded(engine, place)
        if module.__name__ != place:
            # Reading its register again would take longer than everything else, and no mutant changes the data.
            vars(module)[name] = lambda: register
        kind: Any = getattr(self._loaded(engine, self._kind.__module__), self._kind.__name__)
        if engine.id and kind is not self._kind:
            self._spell(engine, kind)
        variants = {each.name: setting.get(each.name, each.usual) for each in self.game.variants}
        return cast("Rules", kind(seats=setting["seats"], edition=edition, rulings=rulings, **variants))

    @cached_property
    def _kind(self) -> type[Any]:
        """The reference's class of rules."""
        return type(self.game.open(self.game.tables[0]))

    def _loaded(self, engine: Loaded, module: str) -> Any:
        return engine.module(module.removeprefix(f"{engine.among.package}."))

    def _data_of(self, setting: Plain) -> _Data:
        # Without the variants, on which none of this depends: the reference may refuse them together.
        variants = {each.name for each in self.game.variants}
        plain = {key: value for key, value in self.game.setting_in(setting).items() if key not in variants}
        name = canonical(plain)
        if name not in self._data:
            rules: Any = self.game.open(plain)
            self._data[name] = _Data((rules.edition, rules.rulings, self.game.register))
        return self._data[name]

    def _spell(self, engine: Loaded, kind: Any) -> None:
        """Let tests to paste about the rules of a mutant install it first, and import everything from it."""
        spelled: Callable[[Any], tuple[str, str]] = kind.spelled
        if hasattr(spelled, "__wrapped__"):
            return
        offered = self.game.parts[MUTANTS.name].partition(":")[0]
        first = f"from {offered} import MUTANTS\n\nMUTANTS.mutant({engine.id!r}).install()\n"

        @wraps(spelled)
        def installed(rules: Any) -> tuple[str, str]:
            imports, made = spelled(rules)
            return first + re.sub(rf"\bfrom {engine.among.package}\b", f"from {engine.name}", imports), made

        kind.spelled = installed


@frozen(slots=False, eq=False)
class _Data:
    """The reference's edition, rulings and register of a setting: reading them takes longer than a game."""

    own: tuple[Any, Any, Any]

    def adopted(self, engine: Loaded) -> tuple[Any, Any, Any]:
        """The same as values of an engine's classes; if it shares all of these with the reference, as they are."""
        if all(engine.shares(module) for module in self._modules):
            return self.own
        return cast("tuple[Any, Any, Any]", engine.adopted(self._pickled))

    @cached_property
    def _pickled(self) -> bytes:
        edition, rulings, register = self.own
        # A copy, without what the reference has worked out from it and keeps: an engine does that by itself.
        return pickle.dumps((attrs.evolve(edition), rulings, register))

    @cached_property
    def _modules(self) -> frozenset[str]:
        """The modules of all classes that it is made of."""
        return _modules_in(self._pickled)


def _modules_in(pickled: bytes) -> frozenset[str]:
    """The modules of the classes and functions that a pickled value names."""
    reader = _Noting(BytesIO(pickled))
    reader.load()
    return frozenset(reader.modules)


class _Noting(pickle.Unpickler):
    def __init__(self, content: BytesIO) -> None:
        super().__init__(content)
        self.modules: set[str] = set()

    def find_class(self, module_name: str, global_name: str) -> Any:
        self.modules.add(module_name)
        return super().find_class(module_name, global_name)
