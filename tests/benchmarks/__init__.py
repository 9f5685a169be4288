"""Benchmarks: ratios against named peers, measured in one run. Never part of the normal suite; `nox -s bench`."""
