"""What an engine is asked and how its answers are judged: scripts, vectors, games, readings, the verdict."""
