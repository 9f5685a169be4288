"""Editions for tests: the plain values of the shipped one, and a miniature."""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from typing import Any

from shinkansen.zerokei.edition_check import shipped_text


@cache
def _shipped() -> dict[str, Any]:
    return tomllib.loads(shipped_text())


def shipped_raw() -> dict[str, Any]:
    """The shipped edition as plain values, to be spoilt at will."""
    return copy.deepcopy(_shipped())


def miniature_raw() -> dict[str, Any]:
    """Three cities, two years, two players: a small world for exhaustive study."""
    raw = shipped_raw()
    cities = raw["cities"][:3]
    known = {city["id"] for city in cities}
    raw |= {
        "id": "mini",
        "scope": "miniature",
        "cities": cities,
        "venues": raw["venues"][:1],
        "turn_order": [{"players": [2], "spaces": [{"advance": 1}, {"yen": 1}]}],
        "engines": [{**engine, "sides": engine["sides"][:1]} for engine in raw["engines"][:2]],
        "carriages": [row for row in raw["carriages"] if set(row["cities"]) <= known] * 1
        + [
            {"id": "extra", "cities": ["osaka"], "cost": 1, "counters": [["gold"], ["gold"]], "gives": "lay"},
        ],
        "events": raw["events"][:2],
        "event_slots": [{"players": 2, "colours": ["grey", "grey"]}],
        "coins": [],
        "provenance": {table: {"default": {"kind": "reconstructed"}} for table in raw["provenance"]},
    }
    raw["board"] |= {"years": ["one", "two"], "station_rows": [2], "value_spaces": 3}
    raw["figures"] |= {"yen_by_rank": [1, 2]}
    raw["hideo"] |= {
        "margins": [{"venue": 1, "vp": 2}],
        "cells": [{"id": "a", "row": 1, "kind": "A"}],
        "columns": [["a"], []],
        "closed_tokens": [],
        "row": 2,
    }
    return raw
