"""What all games share. Nothing in this package knows about any particular game."""
