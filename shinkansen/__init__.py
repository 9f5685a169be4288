"""The rulebook that runs: an executable reference of the board game Shinkansen: Zero-Kei."""

__version__ = "0.1.0.dev0"
