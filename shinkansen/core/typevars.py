"""The type variables of the contract: a deal, a state, a move and a happening of one game."""

from __future__ import annotations

from typing import TypeVar

DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
HappeningT = TypeVar("HappeningT")
