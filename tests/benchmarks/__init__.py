"""Benchmarks by CPU time, as ratios against named peers. `nox -s bench` runs them; nothing here fails for being slow.

    python -m tests.benchmarks [--quick] [--rounds N] [--only ID ...] [--json FILE]

Wall time on a busy machine measures the scheduler, so only the CPU time of the processes counts. Each contender is a
process of its own that is kept alive and asked for one slice of random games at a time. In a round all are asked once,
in random order, so whatever slows the machine down slows all of them alike; ratios are taken within a round. Medians
and quartiles over the rounds are reported. A second table tells what single calls cost, as multiples of `follow`.
Runs to compare with are kept beside this file, by date.
"""
