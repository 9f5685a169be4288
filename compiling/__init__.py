"""The optional build with compiled rooms: `SHINKANSEN_COMPILED=1 pip install .`.

Nothing here is installed. `hatch_build.py` calls `build.build`, which works on a copy of the sources, so there is never
a binary beside the sources of a checkout; `rooms` names what is compiled, `native` turns the frozen value classes of
those rooms into a form that mypyc makes fast. `docs/speed.md` says what it is good for.
"""
