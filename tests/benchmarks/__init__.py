"""Benchmarks by CPU time, as ratios against named peers. `nox -s bench` runs them; nothing here fails for being slow.

    python -m tests.benchmarks [--quick] [--parts PART ...] [--only ID ...] [--compiled PYTHON] [--json FILE] ...

Wall time on a busy machine measures the scheduler, so only the CPU time of the processes counts. Whatever is measured
is a process of its own that is kept alive and asked for one slice of work at a time. In a round all are asked once, in
random order, so whatever slows the machine down slows all of them alike; ratios are taken within a round. Medians and
quartiles over the rounds are reported. There are seven parts:

- `playouts`: whole random games, ours and other people's (`contenders`, `peers`);
- `calls` and `questions`: what single calls cost, and questions over the wire;
- `growth`: how the cost of a decision grows with what there is to choose and what lies on the table (`growth`);
- `verifying`: how many questions `verify` asks for each CPU second (`verifying`);
- `kept`: how much memory a state takes that is kept (`kept`);
- `starts`: what it costs to start Python, import something and open a first ruleset (`starts`).

With `--compiled PYTHON`, all that is ours is measured a second time in the same rounds: in the environment of that
Python, where the compiled package is installed. What is not installed is named and left out. The run that was
published is `docs/speed.json`; `python -m tests.build.speed` makes the page `docs/speed.md` from it.
"""
