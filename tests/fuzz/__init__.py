"""The fuzzer: every decoder of the package against a million damaged inputs (`nox -s fuzz`, `python -m tests.fuzz`).

`decoder` says what a decoder is, `table` lists them all with their good seeds (`seeds`) and what is done with what they
accept (`uses`); `mutators` damage; `budget` counts work; `driver` feeds, remembers how far it is and keeps findings;
`shrink` makes these small.
"""
