"""Whether this is a long run (`nox -s deep`), in which is repeated what would only repeat itself every day."""

from __future__ import annotations

import os
from typing import Final

DEEP: Final = "SHINKANSEN_DEEP" in os.environ
