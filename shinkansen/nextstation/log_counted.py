"""Whether what somebody counted is right: each number with its sum, part by part, against the right numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import frozen

from shinkansen.core.log_verdict import Impossible
from shinkansen.nextstation.log_values import Number


@frozen
class Right:
    """A right number, what it is, and why it is so much."""

    value: int
    what: str
    why: str
    clause: str
    products: tuple[tuple[int, int], ...] = ()
    """What it is the sum of, as products: how many, and what each is worth."""
    before: int | None = None
    """Another number that people write before its `=`: how many tourist circles bring the points."""

    @property
    def sentence(self) -> str:
        """`It is 18: 9 of 2 lines.`"""
        return f"It is {self.value}" + (f": {self.why}." if self.why else ".")


def wrong_numbers(counted: Mapping[str, Number], right: Mapping[str, Right] | None, where: str) -> Iterator[Impossible]:
    """What is wrong with some numbers; without right ones only whether a sum makes what is written after it."""
    for key, number in counted.items():
        if right is None:
            if number.has_result and len(number.terms) > 1 and number.made != number.value:
                yield Impossible(number.line, f"{where}{key} {number.text}", f"{_makes(number)}.", "")
        else:
            yield from _wrong(key, number, right, where)


def _wrong(key: str, number: Number, right: Mapping[str, Right], where: str) -> Iterator[Impossible]:
    if key == "river" and (number.products or (number.has_result and len(number.terms) == 1)):
        key = "river points"  # 2 x 2 = 4, or 2 = 4: so many sections, so many points
    found = right.get(key)
    if found is None:
        if number.value or number.made:
            yield Impossible(number.line, f"{where}{key} {number.text}", "This sheet has nothing of the kind.", "")
        return
    parts = [*_wrong_parts(key, number, right, where)]
    yield from parts
    if not _is(key, number.value, found):
        if number.has_result or not parts:
            yield Impossible(number.line, f"{where}{found.what} {number.text}", _why(number, found), found.clause)
    elif not parts and number.has_result and not _agrees(key, number, found):
        why = f"{_makes(number)}. {found.sentence}"
        yield Impossible(number.line, f"{where}{found.what} {number.text}", why, found.clause)


def _is(key: str, value: int, right: Right) -> bool:
    """Whether a number is right; what is taken off may be written with its sign or without."""
    return value == right.value or (key in ("loop", "deduction") and -abs(value) == right.value)


def _agrees(key: str, number: Number, right: Right) -> bool:
    """Whether a sum goes with a right result: it makes that, or is the number that stands for it."""
    return _is(key, number.made, right) or (len(number.terms) == 1 and number.terms[0] == (right.before,))


def _makes(number: Number) -> str:
    if len(number.terms) == 1 and not number.products:
        return f"{number.sum_text} is not {number.value}"
    return f"{number.sum_text} makes {number.made}, not {number.value}"


def _why(number: Number, right: Right) -> str:
    return right.sentence + (f" And {_makes(number)}." if number.has_result and number.made != number.value else "")


# -- the parts of a sum


def _wrong_parts(key: str, number: Number, right: Mapping[str, Right], where: str) -> Iterator[Impossible]:
    if key == "points":
        yield from _wrong_line(number, right, where)
        return
    found = right[key]
    left = Counter(frozenset(pair) for pair in found.products)
    for term in number.products if found.products or found.value == 0 else ():
        pair = frozenset((abs(term[0]), term[1]))
        if left[pair]:
            left[pair] -= 1
        elif term[0] * term[1]:
            what = f"{where}{found.what}: {abs(term[0])} x {term[1]}"
            parts = " + ".join(f"{many} x {each}" for many, each in found.products if many)
            why = f"{found.sentence[:-1]}{f', so {parts}' * bool(parts)}."
            yield Impossible(number.line, what, why, found.clause)


def _wrong_line(number: Number, right: Mapping[str, Right], where: str) -> Iterator[Impossible]:
    """The parts of `3 x 6 + 2 x 2 = 22`: districts, most stations, and points for the river."""
    if not number.products:
        return  # people part a sum as they like
    first = number.products[0]
    pair = right["districts"], right["most"]
    if first != (pair[1].value, pair[0].value):  # the other way round it comes to the same
        for value, found in zip(first, pair, strict=True):
            if value != found.value:
                yield Impossible(number.line, f"{where}{found.what} {value}", found.sentence, found.clause)
    others = [*number.terms]
    others.remove(first)
    rest = sum(term[0] * (term[1] if len(term) > 1 else 1) for term in others)
    if not others:
        return
    river = right.get("river points")
    if river is None:
        if rest:
            yield Impossible(number.line, f"{where}{rest} more", "This sheet has nothing of the kind.", "")
        return
    products = [frozenset(term) for term in others if len(term) > 1 and term[0] * term[1]]
    if rest != river.value or any(each not in map(frozenset, river.products) for each in products):
        yield Impossible(number.line, f"{where}{river.what} {rest}", river.sentence, river.clause)
