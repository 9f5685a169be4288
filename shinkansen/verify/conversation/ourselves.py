"""Starting Python again for one of our modules: it finds the same modules as we do, whatever the environment says."""

from __future__ import annotations

import sys
from typing import Final

_BOOT: Final = "import sys; sys.path[:] = {path!r}; from {module} import main; main(sys.argv[1:])"


def command(module: str, *arguments: str) -> list[str]:
    """The command that calls `main` of a module with these arguments."""
    # Passed as an argument and not in the environment, where programs that an engine starts would see it too. The
    # current directory does not come first (-P) unless it does so for us.
    return [sys.executable, "-P", "-c", _BOOT.format(path=sys.path, module=module), *arguments]
