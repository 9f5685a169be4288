"""Shinkansen: Zero-Kei: its rulebook as clauses, its components as an edition, its rules as functions."""
