"""Hypothesis, which is an extra: modules that draw import it from here, so that a clear error says what to install."""

from __future__ import annotations

try:
    from hypothesis import note
    from hypothesis import strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
except ModuleNotFoundError as missing:
    if missing.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "this part of shinkansen.testing needs Hypothesis: pip install 'shinkansen[testing]'", name="hypothesis"
    ) from None

__all__ = ["RuleBasedStateMachine", "initialize", "invariant", "note", "precondition", "rule", "st"]
