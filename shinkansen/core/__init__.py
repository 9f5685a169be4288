"""What every game here shares. Nothing in this package knows a game."""
