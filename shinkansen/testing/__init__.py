"""Checks anybody can run."""
