"""Paper: pictures and pages that any game can make, and that know no game.

A game says what is drawn; this room has what it is drawn with: SVG that remembers where everything lies (`svg`), shapes
and badges, panels, colours for light and dark (`theme`), the shell of a page, and the page of a recorded game
(`replay`). What a game offers to be drawn is asked for through `parts`.
"""
