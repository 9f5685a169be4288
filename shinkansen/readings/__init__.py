"""What an answer to a ruling changes, for any game: a short game that shows it, in words, and how often it matters."""
