"""Tests of types: they need a type checker, so the session `types` runs them."""
