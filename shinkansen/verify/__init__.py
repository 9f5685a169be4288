"""Checking somebody else's implementation: the wire (`docs/wire.md`), the engines behind it, and how they differ."""

from importlib.util import find_spec

if find_spec("jsonschema") is None:
    raise ModuleNotFoundError("shinkansen.verify needs jsonschema: pip install 'shinkansen[verify]'", name="jsonschema")
