"""Tests in a real browser; they need the extra `browser` and a Chromium. `nox -s browser` runs them."""
