"""Next Station: its rulebook as clauses, its map as a sheet, its rules as functions."""
