"""Where the package that is tested lies: in the checkout, or where it was installed (`nox -s compiled`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import shinkansen

PACKAGE: Final = Path(shinkansen.__file__).parent
