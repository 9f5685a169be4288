"""`python -m shinkansen` is the `shinkansen` command."""

import sys

from shinkansen.cli import main

sys.exit(main())
