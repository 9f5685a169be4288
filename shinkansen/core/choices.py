"""A game's choice of letters for its switchable rulings, as a frozen class of its own.

Most programs choose nothing and never read the register of rulings (`core.rulings`); so it is loaded when a letter is
named, and not with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, get_args, get_type_hints

from attrs import frozen

from shinkansen.core.errors import RulingError
from shinkansen.core.plain_json import shown

if TYPE_CHECKING:
    from shinkansen.core.rulings import Register

AB: TypeAlias = Literal["a", "b"]
"""The letter of an answer, where there are two."""
ABC: TypeAlias = Literal["a", "b", "c"]
"""The letter of an answer, where there are three."""


@frozen
class Choices:
    """A game's choice of letters: a subclass has a field for each switchable ruling, such as `who_starts: AB = "a"`.

    The preferred letter is its default. What the letters mean is in the register, under the same names.
    """

    def __attrs_post_init__(self) -> None:
        for slug, letters in self._expected().items():
            if getattr(self, slug) not in letters:
                raise RulingError(
                    f"the ruling {slug!r} has no answer {shown(getattr(self, slug))}; expected {' or '.join(letters)}"
                )

    def letters(self) -> dict[str, str]:
        """The letters by slug."""
        return {slug: getattr(self, slug) for slug in self._expected()}

    def unusual(self) -> dict[str, str]:
        """The letters by slug that are not the preferred ones."""
        usual = type(self)()
        return {slug: letter for slug, letter in self.letters().items() if letter != getattr(usual, slug)}

    def _expected(self) -> dict[str, tuple[str, ...]]:
        choices: Any = type(self)
        return _expected(choices)


@cache
def _expected(choices: type[Any]) -> dict[str, tuple[str, ...]]:
    return {slug: get_args(kind) for slug, kind in get_type_hints(choices).items()}


ChoicesT = TypeVar("ChoicesT", bound=Choices)


def choose(
    choices: type[ChoicesT],
    register: Callable[[], Register],
    letters: ChoicesT | Mapping[str, object] | str | None,
    withdrawn: bool = False,
) -> ChoicesT:
    """Letters (`Register.reading`) as the choices of a game: the preferred ones, but for those that are named."""
    if isinstance(letters, choices):
        return letters
    if letters is not None and not isinstance(letters, Mapping | str):
        raise RulingError(f"found {shown(letters)}, expected rulings such as {{'R1': 'b'}}")
    if not letters:
        return choices()
    return choices(**register().reading(letters, withdrawn))


def restore(
    choices: type[ChoicesT], register: Register, letters: Mapping[str, object], version: int | None = None
) -> ChoicesT:
    """Letters as they were stored or declared (`Register.restored`), as the choices of a game."""
    return choices(**register.restored(letters, version))
