"""What `shinkansen.testing` needs to know about Zero-Kei, and what is for Zero-Kei alone.

These need nothing but the package:

- `tables`: tables laid out by hand. `corners`: tables that play seldom reaches.
- `small_worlds`: miniature editions whose whole game tree is checked.
- `mutants`: Zero-Kei's deliberately wrong engines.

These draw, and need Hypothesis (`pip install shinkansen[testing]`):

- `strategies`: editions, rulings, positions, corners, moves good and bad, records.
- `state_damage`: states made of the game's names that may make no sense.

What must always be true of Zero-Kei is in `zerokei.invariants`.
"""
